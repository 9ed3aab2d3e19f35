//! Small plots as SVG: a frame with gridlines, lines, bands and text. Colours are classes of the page's style.

use std::fmt::Write as _;

const LEFT: f64 = 52.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 40.0;

pub(crate) struct Chart {
    width: f64,
    height: f64,
    right: f64,
    x: (f64, f64),
    y: (f64, f64),
    out: String,
}

impl Chart {
    /// A frame for these ranges. `right` leaves room for the labels at the ends of lines.
    pub(crate) fn new(label: &str, (width, height): (f64, f64), right: f64, x: (f64, f64), y: (f64, f64)) -> Self {
        let wide = |(low, high): (f64, f64)| if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
        let mut out = String::new();
        let _ = write!(
            out,
            "<svg class=\"plot\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
            escape(label)
        );
        Self { width, height, right, x: wide(x), y: wide(y), out }
    }

    fn px(&self, x: f64) -> f64 {
        LEFT + (x - self.x.0) / (self.x.1 - self.x.0) * (self.width - LEFT - self.right)
    }

    fn py(&self, y: f64) -> f64 {
        self.height - BOTTOM - (y - self.y.0) / (self.y.1 - self.y.0) * (self.height - TOP - BOTTOM)
    }

    /// Horizontal gridlines, with their figures; the strong one is the reference.
    pub(crate) fn rows(&mut self, ticks: &[(f64, String)], strong: Option<f64>) {
        let (from, to) = (LEFT, self.width - self.right);
        for (y, text) in ticks {
            let class = if strong == Some(*y) { "axis" } else { "grid" };
            let y = self.py(*y);
            let _ = write!(
                self.out,
                "<path class=\"{class}\" d=\"M{from:.1} {y:.1}H{to:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                from - 7.0,
                y + 4.0,
                escape(text)
            );
        }
    }

    /// Ticks below, with their figures, and the name of the axis.
    pub(crate) fn columns(&mut self, ticks: &[(f64, String)], name: &str) {
        let base = self.height - BOTTOM;
        let _ = write!(self.out, "<path class=\"axis\" d=\"M{LEFT:.1} {base:.1}H{:.1}\"/>", self.width - self.right);
        for (x, text) in ticks {
            let x = self.px(*x);
            let _ = write!(
                self.out,
                "<path class=\"axis\" d=\"M{x:.1} {base:.1}v4\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                base + 17.0,
                escape(text)
            );
        }
        let _ = write!(
            self.out,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            self.width - self.right,
            self.height - 5.0,
            escape(name)
        );
    }

    /// The area between two curves: x, low, high.
    pub(crate) fn band(&mut self, points: &[(f64, f64, f64)], class: &str) {
        let there = points.iter().map(|(x, _, high)| (*x, *high));
        let back = points.iter().rev().map(|(x, low, _)| (*x, *low));
        let d = self.way(there.chain(back));
        let _ = write!(self.out, "<path class=\"band {class}\" d=\"{d}Z\"/>");
    }

    /// A line, with its name at its end.
    pub(crate) fn line(&mut self, points: &[(f64, f64)], class: &str) {
        let d = self.way(points.iter().copied());
        let _ = write!(self.out, "<path class=\"line {class}\" d=\"{d}\"/>");
    }

    fn way(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut d = String::new();
        for (x, y) in points {
            let (x, y) = (self.px(x), self.py(y));
            let _ = write!(d, "{}{x:.1} {y:.1}", if d.is_empty() { "M" } else { "L" });
        }
        d
    }

    /// A point with its interval.
    pub(crate) fn point(&mut self, x: f64, (low, y, high): (f64, f64, f64), class: &str) {
        let (x, low, y, high) = (self.px(x), self.py(low), self.py(y), self.py(high));
        let _ = write!(
            self.out,
            "<path class=\"whisker {class}\" d=\"M{x:.1} {low:.1}V{high:.1}M{:.1} {low:.1}h8M{:.1} {high:.1}h8\"/><circle class=\"dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>",
            x - 4.0,
            x - 4.0
        );
    }

    /// Labels at the ends of lines, from the top down, moved apart where they would overlap.
    pub(crate) fn names(&mut self, mut names: Vec<(f64, String, &str)>) {
        names.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut lowest = f64::NEG_INFINITY;
        for (y, text, class) in names {
            let y = self.py(y).max(lowest + 16.0);
            lowest = y;
            let _ = write!(
                self.out,
                "<text class=\"end {class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                self.width - self.right + 8.0,
                y + 4.0,
                escape(&text)
            );
        }
    }

    pub(crate) fn svg(mut self) -> String {
        self.out.push_str("</svg>");
        self.out
    }
}

/// Round figures in a range, approximately this many.
pub(crate) fn ticks((low, high): (f64, f64), about: f64) -> Vec<f64> {
    let rough = ((high - low) / about).max(1e-9);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

/// Text for a page: names come from files.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
