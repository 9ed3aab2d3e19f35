//! Measurements and plans, over the map: never only "not allowed", always the segment and the figure.

use crate::geometry::{Bounds, V, v};
use crate::labels::units;
use crate::style::{SANS, SERIF, Style, Token};
use crate::svg::{Esc, N, put, text_width};
use crate::symbols::Placed;
use crate::view::View;
use crate::{Layer, Options};
use table::{Angle, Cm, Measure, Piece, Point, Pose};

/// A figure laid over the map.
#[derive(Clone, PartialEq, Debug)]
pub enum Overlay {
    Measured(Measure),
    /// A refused place: the ghost, the measurement, and the rule. The limit of the measure is the requirement.
    Refused {
        /// Where the pieces would have stood.
        ghost: Vec<Piece>,
        /// The failed measurement; its limit is drawn if it has one.
        measure: Measure,
        /// Whether the measure had to be at most its limit (and is more); otherwise it had to be at least that.
        at_most: bool,
        /// The rule's id.
        rule: String,
    },
    /// A planned place: the ghost, the way of the lead piece, and one pill with the cost.
    Planned {
        /// Where the pieces would stand.
        ghost: Vec<Piece>,
        /// The way there.
        path: Vec<Pose>,
        /// Cost and remainder, in words; empty: no pill.
        text: String,
    },
    /// Zones of fire in front of a piece.
    Fire {
        /// The piece that fires.
        from: Piece,
        /// The range of each zone.
        bands: Vec<Cm>,
        /// Half of the arc, in hundredths of a degree.
        half_arc: Angle,
        /// The line of fire, if there is a target.
        line: Option<Measure>,
    },
    /// An arc in front of a piece (a charge, a flank), without zones.
    Arc {
        from: Piece,
        /// Half of the arc, in hundredths of a degree.
        half_arc: Angle,
        radius: Cm,
    },
    /// The area where a march may end.
    Reach(Vec<Point>),
    /// The command radius of a general.
    Command {
        /// The place of the general.
        at: Point,
        radius: Cm,
    },
    /// A line of sight, free or cut at a point.
    Sight {
        /// From the eye...
        from: Point,
        /// ...to the target.
        to: Point,
        /// The point where it is cut.
        cut: Option<Point>,
    },
    /// A support that counts: its two ends, and its value.
    Support {
        from: Point,
        to: Point,
        /// Its value ("+1").
        text: String,
    },
}

impl Overlay {
    /// The pieces of its ghost.
    pub(crate) fn ghost(&self) -> &[Piece] {
        match self {
            Self::Refused { ghost, .. } | Self::Planned { ghost, .. } => ghost,
            _ => &[],
        }
    }

    /// Zones and radii lie under the troops, measurements over them.
    pub(crate) fn lies_under_troops(&self) -> bool {
        matches!(self, Self::Fire { line: None, .. } | Self::Arc { .. } | Self::Reach(_) | Self::Command { .. })
    }
}

/// The kind of a pill.
#[derive(Clone, Copy, PartialEq)]
enum Pill {
    Act,
    Soft,
    Fire,
    Refuse,
}

pub fn overlay_layer<'a>(overlays: impl IntoIterator<Item = &'a Overlay>, view: &View, options: &Options) -> Layer {
    Layer(draft(overlays, view, options).0)
}

/// The boxes of the figures of overlays, so that plates can avoid them.
pub(crate) fn overlay_boxes(overlays: &[Overlay], view: &View, options: &Options) -> Vec<Bounds> {
    let ghosts = overlays.iter().flat_map(Overlay::ghost).map(|piece| Placed::of(piece, view).bounds());
    draft(overlays, view, options).1.into_iter().chain(ghosts).collect()
}

fn draft<'a>(overlays: impl IntoIterator<Item = &'a Overlay>, view: &View, options: &Options) -> (String, Vec<Bounds>) {
    let mut out = String::new();
    let mut draw = Draft { out: &mut out, boxes: Vec::new(), view, options, style: &options.style };
    for overlay in overlays {
        draw.one(overlay);
    }
    let boxes = draw.boxes;
    (out, boxes)
}

struct Draft<'a> {
    out: &'a mut String,
    /// The boxes of texts.
    boxes: Vec<Bounds>,
    view: &'a View,
    options: &'a Options,
    style: &'a Style,
}

impl Draft<'_> {
    fn one(&mut self, overlay: &Overlay) {
        match overlay {
            Overlay::Measured(measure) => self.measured(measure),
            Overlay::Refused { ghost, measure, at_most, rule } => self.refused(ghost, measure, *at_most, rule),
            Overlay::Planned { ghost, path, text } => self.planned(ghost, path, text),
            Overlay::Fire { from, bands, half_arc, line } => self.fire(from, bands, *half_arc, line.as_ref()),
            Overlay::Arc { from, half_arc, radius } => {
                let d = self.sector(from, *half_arc, *radius, true);
                let act = self.style.c(Token::Act);
                put!(
                    *self.out,
                    "<path class=\"arc\" d=\"{d}\" fill=\"{act}\" fill-opacity=\".05\" stroke=\"{act}\" stroke-opacity=\".75\"/>"
                );
            }
            Overlay::Reach(corners) => self.reach(corners),
            Overlay::Command { at, radius } => self.command(*at, *radius),
            Overlay::Sight { from, to, cut } => self.sight(*from, *to, *cut),
            Overlay::Support { from, to, text } => {
                let (a, b) = (self.view.point(*from), self.view.point(*to));
                put!(
                    *self.out,
                    "<g class=\"support\"><path d=\"{}\" stroke=\"{}\" stroke-width=\"1.6\" stroke-dasharray=\"1 4\" stroke-linecap=\"round\"/>",
                    segment(a, b),
                    self.style.c(Token::Act)
                );
                self.pill(a.towards(b, 0.5), text, Pill::Soft);
                self.out.push_str("</g>");
            }
        }
    }

    fn in_units(&self, cm: Cm) -> String {
        units(i64::from(cm), self.view.pas, self.options.lang)
    }

    /// A word or figure in a rounded box, kept on the map.
    fn pill(&mut self, at: V, text: &str, kind: Pill) {
        let width = text_width(text) * 12.0 + 18.0;
        let map = self.view.bounds().grown(-4.0);
        let x = at.x.min(map.max.x - width / 2.0).max(map.min.x + width / 2.0);
        let y = at.y.min(map.max.y - 11.0).max(map.min.y + 11.0);
        let s = self.style;
        let (fill, line, ink) = match kind {
            Pill::Act => (s.c(Token::Act), s.c(Token::Act), s.c(Token::ActOn)),
            Pill::Refuse => (s.c(Token::Refuse), s.c(Token::Refuse), s.c(Token::Sheet)),
            Pill::Soft => (s.c(Token::Sheet), s.c(Token::Act), s.c(Token::Act)),
            Pill::Fire => (s.c(Token::Sheet), s.c(Token::Fire), s.c(Token::Fire)),
        };
        let b = Bounds::around(v(x, y), width, 22.0);
        self.boxes.push(b);
        put!(
            *self.out,
            "<g class=\"pill\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"22\" rx=\"11\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"1.2\"/>",
            N(b.min.x),
            N(b.min.y),
            N(width)
        );
        put!(
            *self.out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-family=\"{SANS}\" font-weight=\"600\" font-size=\"12\" fill=\"{ink}\">{}</text></g>",
            N(x),
            N(y + 4.3),
            Esc(text)
        );
    }

    /// A segment with a bar at each end.
    fn barred(&mut self, a: V, b: V, colour: &str, dash: &str) {
        let across = (b - a).unit().right() * 6.0;
        put!(*self.out, "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>", segment(a, b));
        put!(
            *self.out,
            "<path d=\"{}{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            segment(a - across, a + across),
            segment(b - across, b + across)
        );
    }

    /// Beside the middle of a segment, so that the figure does not hide it.
    fn beside(a: V, b: V, text: &str) -> V {
        let across = (b - a).unit().right();
        let half = v(text_width(text) * 6.0 + 15.0, 17.0);
        a.towards(b, 0.5) + v(across.x * half.x, across.y * half.y)
    }

    fn measured(&mut self, m: &Measure) {
        let (a, b) = (self.view.point(m.from), self.view.point(m.to));
        let text = format!("{} {}", self.in_units(m.cm), self.options.unit);
        self.out.push_str("<g class=\"measure\">");
        self.barred(a, b, self.style.c(Token::Act), "");
        self.pill(Self::beside(a, b, &text), &text, Pill::Soft);
        self.out.push_str("</g>");
    }

    fn ghost(&mut self, pieces: &[Piece], refused: bool) {
        let colour = self.style.c(if refused { Token::Refuse } else { Token::Act });
        let (dash, clear) = if refused { (" stroke-dasharray=\"4 3\"", ".5") } else { ("", ".82") };
        put!(
            *self.out,
            "<g class=\"ghost{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\">",
            if refused { " refused" } else { "" }
        );
        for (i, piece) in pieces.iter().enumerate() {
            let p = Placed::of(piece, self.view);
            put!(
                *self.out,
                "<g transform=\"translate({} {}) rotate({})\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" fill-opacity=\"{clear}\"{dash}/>",
                N(p.at.x),
                N(p.at.y),
                N(p.turn),
                N(-p.front / 2.0),
                N(-p.depth / 2.0),
                N(p.front),
                N(p.depth),
                self.style.c(Token::Sheet)
            );
            if i == 0 {
                put!(*self.out, "<circle r=\"{}\"/>", N((p.depth * 0.3).min(4.0)));
                if !refused {
                    let base = -p.depth / 2.0 - 3.0;
                    put!(
                        *self.out,
                        "<path d=\"M-4.4 {}L0 {}L4.4 {}Z\" fill=\"{colour}\" stroke=\"none\"/>",
                        N(base),
                        N(base - 5.2),
                        N(base)
                    );
                }
            }
            self.out.push_str("</g>");
        }
        self.out.push_str("</g>");
    }

    fn refused(&mut self, ghost: &[Piece], m: &Measure, at_most: bool, rule: &str) {
        let (a, b) = (self.view.point(m.from), self.view.point(m.to));
        let sign = if at_most { '>' } else { '<' };
        let mut text = format!("× {} {}", self.in_units(m.cm), self.options.unit);
        if m.limit > 0 {
            put!(text, " {sign} {}", self.in_units(m.limit));
        }
        if !rule.is_empty() {
            put!(text, " · {rule}");
        }
        self.out.push_str("<g class=\"refusal\">");
        self.ghost(ghost, true);
        self.barred(a, b, self.style.c(Token::Refuse), " stroke-dasharray=\"3 3\"");
        self.pill(Self::beside(a, b, &text), &text, Pill::Refuse);
        self.out.push_str("</g>");
    }

    fn planned(&mut self, ghost: &[Piece], path: &[Pose], text: &str) {
        let act = self.style.c(Token::Act);
        self.out.push_str("<g class=\"plan\">");
        let way: Vec<V> = path.iter().map(|p| self.view.point(p.at)).collect();
        let whole = crate::geometry::length(&way);
        if whole > 2.0 {
            put!(
                *self.out,
                "<path class=\"path\" d=\"{}\" fill=\"none\" stroke=\"{act}\" stroke-width=\"2.2\"/>",
                crate::geometry::rounded(&way, false, 0.0)
            );
            let step = self.view.px_per_pas();
            let mut ticks = String::new();
            for i in 1..=((whole / step.max(2.0)) as i32).clamp(0, 500) {
                let (p, dir) = crate::geometry::along(&way, f64::from(i) * step);
                let across = dir.right() * 4.5;
                ticks.push_str(&segment(p - across, p + across));
            }
            put!(
                *self.out,
                "<path class=\"ticks\" d=\"{ticks}\" fill=\"none\" stroke=\"{act}\" stroke-width=\"2.2\"/>"
            );
        }
        self.ghost(ghost, false);
        if !text.is_empty()
            && let Some(lead) = ghost.first()
        {
            let p = Placed::of(lead, self.view);
            let aside = ghost
                .iter()
                .map(|g| Placed::of(g, self.view))
                .flat_map(|g| g.corners())
                .fold(p.at.x, |x, c| x.min(c.x));
            let at = v(aside - text_width(text) * 6.0 - 18.0, p.at.y);
            self.pill(at, text, Pill::Act);
        }
        self.out.push_str("</g>");
    }

    /// The arc in front of a piece: from one end of the front edge to the other, up to a distance.
    fn sector(&self, from: &Piece, half_arc: Angle, radius: Cm, closed: bool) -> String {
        let p = Placed::of(from, self.view);
        let r = f64::from(radius.max(0)) * self.view.scale;
        let half = f64::from(half_arc.clamp(0, 17_900)) / 100.0;
        let edge = p.at + p.ahead * (p.depth / 2.0);
        let end = |sign: f64| {
            let (sin, cos) = libm::sincos((sign * half).to_radians());
            let way = v(p.ahead.x * cos - p.ahead.y * sin, p.ahead.x * sin + p.ahead.y * cos);
            edge + way * r
        };
        let (a, b) = (end(-1.0), end(1.0));
        let large = i32::from(half > 90.0);
        let mut d = format!("M{} {}A{r} {r} 0 {large} 1 {} {}", N(a.x), N(a.y), N(b.x), N(b.y), r = N(r));
        if closed {
            put!(d, "L{} {}Z", N(edge.x), N(edge.y));
        }
        d
    }

    fn fire(&mut self, from: &Piece, bands: &[Cm], half_arc: Angle, line: Option<&Measure>) {
        let fire = self.style.c(Token::Fire);
        self.out.push_str("<g class=\"fire\">");
        let mut far: Vec<Cm> = bands.to_vec();
        far.sort_unstable_by(|a, b| b.cmp(a));
        let p = Placed::of(from, self.view);
        for (i, band) in far.iter().enumerate() {
            let tint = if i == 0 { ".05" } else { ".07" };
            let (area, limit, reach) = (
                self.sector(from, half_arc, *band, true),
                self.sector(from, half_arc, *band, false),
                self.in_units(*band),
            );
            put!(*self.out, "<path class=\"band\" d=\"{area}\" fill=\"{fire}\" fill-opacity=\"{tint}\"/>");
            put!(*self.out, "<path d=\"{limit}\" fill=\"none\" stroke=\"{fire}\" stroke-opacity=\".8\"/>");
            // At the left end of the arc in the picture, where no target stands.
            let half = f64::from(half_arc.clamp(0, 9_000)) / 100.0;
            let turned = |angle: f64| {
                let (sin, cos) = libm::sincos(angle.to_radians());
                v(p.ahead.x * cos - p.ahead.y * sin, p.ahead.x * sin + p.ahead.y * cos)
            };
            let sign = if turned(half).x < turned(-half).x { 1.0 } else { -1.0 };
            let edge = p.at
                + p.ahead * (p.depth / 2.0)
                + turned(sign * half) * (f64::from((*band).max(0)) * self.view.scale - 22.0);
            let at = edge + turned(sign * (half - 90.0)) * 11.0;
            self.boxes.push(Bounds::around(at, 40.0, 14.0));
            put!(
                *self.out,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-family=\"{SANS}\" font-size=\"12\" fill=\"{fire}\" stroke=\"{}\" stroke-width=\"2.5\" paint-order=\"stroke\">{reach} {}</text>",
                N(at.x),
                N(at.y + 4.0),
                self.style.c(Token::Paper),
                Esc(&self.options.unit)
            );
        }
        if let Some(m) = line {
            let (a, b) = (self.view.point(m.from), self.view.point(m.to));
            put!(
                *self.out,
                "<path class=\"line-of-fire\" d=\"{}\" fill=\"none\" stroke=\"{fire}\" stroke-width=\"1.6\" stroke-dasharray=\"6 4\"/>",
                segment(a, b)
            );
            let text = format!("{} {}", self.in_units(m.cm), self.options.unit);
            self.pill(Self::beside(a, b, &text), &text, Pill::Fire);
        }
        self.out.push_str("</g>");
    }

    fn reach(&mut self, corners: &[Point]) {
        let act = self.style.c(Token::Act);
        let px: Vec<V> = corners.iter().map(|p| self.view.point(*p)).collect();
        let d = crate::geometry::rounded(&px, true, 0.0);
        let id = self.style.id("reach");
        put!(
            *self.out,
            "<g class=\"reach\"><defs><pattern id=\"{id}\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(-45)\"><path d=\"M0 2.5H5\" stroke=\"{act}\" stroke-width=\".8\" stroke-opacity=\".5\"/></pattern></defs>"
        );
        put!(
            *self.out,
            "<path d=\"{d}\" fill=\"{act}\" fill-opacity=\".05\" stroke=\"{act}\" stroke-opacity=\".75\"/><path d=\"{d}\" fill=\"url(#{id})\"/></g>"
        );
    }

    fn command(&mut self, at: Point, radius: Cm) {
        let c = self.view.point(at);
        let r = f64::from(radius.max(0)) * self.view.scale;
        let second = self.style.c(Token::Ink2);
        put!(
            *self.out,
            "<g class=\"command\"><circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{second}\" stroke-dasharray=\"9 4 1.5 4\"/>",
            N(c.x),
            N(c.y),
            N(r)
        );
        // The figure on the part of the circle that is on the map.
        let map = self.view.bounds().grown(-16.0);
        let spot = [90.0_f64, 60.0, 120.0, 30.0, 150.0, 0.0, 180.0, 210.0, 330.0, 270.0]
            .into_iter()
            .map(|a| {
                let (sin, cos) = libm::sincos(a.to_radians());
                c + v(cos, -sin) * r
            })
            .find(|p| map.holds(Bounds { min: *p, max: *p }));
        let reach = self.in_units(radius);
        if let Some(p) = spot {
            self.boxes.push(Bounds::around(p, 44.0, 16.0));
            put!(
                *self.out,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-family=\"{SERIF}\" font-style=\"italic\" font-size=\"13\" fill=\"{second}\" stroke=\"{}\" stroke-width=\"5\" paint-order=\"stroke\">{reach} {}</text>",
                N(p.x),
                N(p.y + 4.0),
                self.style.c(Token::Paper),
                Esc(&self.options.unit)
            );
        }
        self.out.push_str("</g>");
    }

    fn sight(&mut self, from: Point, to: Point, cut: Option<Point>) {
        let (a, b) = (self.view.point(from), self.view.point(to));
        let ink = self.style.c(Token::Ink);
        put!(
            *self.out,
            "<g class=\"sight{}\"><circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"{ink}\"/>",
            if cut.is_some() { " cut" } else { " free" },
            N(a.x),
            N(a.y)
        );
        match cut.map(|p| self.view.point(p)) {
            None => put!(*self.out, "<path d=\"{}\" stroke=\"{ink}\" stroke-width=\"1.4\"/>", segment(a, b)),
            Some(c) => {
                put!(
                    *self.out,
                    "<path d=\"{}\" stroke=\"{ink}\" stroke-width=\"1.4\"/><path d=\"{}\" stroke=\"{ink}\" stroke-width=\"1.4\" stroke-dasharray=\"2 4\"/>",
                    segment(a, c),
                    segment(c, b)
                );
                put!(
                    *self.out,
                    "<path d=\"{}{}\" stroke=\"{}\" stroke-width=\"2\"/>",
                    segment(c - v(5.0, 5.0), c + v(5.0, 5.0)),
                    segment(c - v(-5.0, 5.0), c + v(-5.0, 5.0)),
                    self.style.c(Token::Refuse)
                );
            }
        }
        self.out.push_str("</g>");
    }
}

fn segment(a: V, b: V) -> String {
    format!("M{} {}L{} {}", N(a.x), N(a.y), N(b.x), N(b.y))
}
