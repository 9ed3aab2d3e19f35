//! Plates, and the search for a place for them: behind the unit if possible, otherwise around it.

use crate::geometry::{Bounds, V, v};
use crate::labels::Order;
use crate::states::{CHIP, chip};
use crate::style::{SANS, Style, Token};
use crate::svg::{Esc, N, put, text_width};
use crate::symbols::Drawn;

/// The number of elements above which the squares become a figure.
const MOST_SQUARES: i64 = 10;

/// Order chip, name, one square per element.
pub(crate) struct Plate<'a> {
    order: Option<&'a Order>,
    name: String,
    now: i64,
    start: i64,
    chosen: bool,
}

impl<'a> Plate<'a> {
    pub(crate) fn of(d: &'a Drawn<'_>, chosen: bool) -> Self {
        let (now, start) = d.shown.strength();
        Self { order: d.shown.order.as_ref(), name: d.shown.name.clone(), now, start, chosen }
    }

    /// The strength at the start, or the present one if that is unknown.
    fn most(&self) -> i64 {
        self.start.max(self.now).max(0)
    }

    fn squares(&self) -> f64 {
        match self.most() {
            0 => 0.0,
            n if n <= MOST_SQUARES => n as f64 * 6.4 + 5.0,
            _ => text_width(&self.figure()) * 11.0 + 6.0,
        }
    }

    fn figure(&self) -> String {
        if self.start > 0 { format!("{}/{}", self.now, self.start) } else { self.now.to_string() }
    }

    fn chip(&self) -> f64 {
        if self.order.is_some() { CHIP + 4.0 } else { 0.0 }
    }

    pub(crate) fn size(&self) -> V {
        let padding = if self.chosen { 10.0 } else { 0.0 };
        v(self.chip() + text_width(&self.name) * 12.0 + self.squares() + padding, 17.0 + padding * 0.3)
    }

    pub(crate) fn draw(&self, out: &mut String, place: Bounds, style: &Style) {
        let (act, on) = (style.c(Token::Act), style.c(Token::ActOn));
        put!(*out, "<g class=\"plate{}\">", if self.chosen { " chosen" } else { "" });
        let mut x = place.min.x;
        let middle = place.centre().y;
        if self.chosen {
            put!(
                *out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" fill=\"{act}\"/>",
                N(x),
                N(place.min.y),
                N(place.size().x),
                N(place.size().y)
            );
            x += 5.0;
        }
        if let Some(order) = self.order {
            chip(out, order, v(x, middle - CHIP / 2.0), style);
            x += self.chip();
        }
        let (ink, second, halo) = (style.c(Token::Ink), style.c(Token::Ink2), style.c(Token::Paper));
        let dress = if self.chosen {
            format!("fill=\"{on}\"")
        } else {
            format!(
                "fill=\"{ink}\" stroke=\"{halo}\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\""
            )
        };
        put!(
            *out,
            "<text x=\"{}\" y=\"{}\" font-family=\"{SANS}\" font-weight=\"600\" font-size=\"12\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" {dress}>{}</text>",
            N(x),
            N(middle + 4.2),
            // Whatever font is used, the squares stand behind the name and not in it.
            N(text_width(&self.name) * 12.0),
            Esc(&self.name)
        );
        x += text_width(&self.name) * 12.0 + 5.0;
        if self.most() > MOST_SQUARES {
            put!(
                *out,
                "<text x=\"{}\" y=\"{}\" font-family=\"{SANS}\" font-size=\"11\" {dress}>{}</text>",
                N(x),
                N(middle + 4.0),
                self.figure()
            );
        } else {
            for i in 0..self.most() {
                let left = x + 6.4 * i as f64;
                let paint = match (i < self.now, self.chosen) {
                    (true, false) => format!(
                        "class=\"there\" fill=\"{ink}\" stroke=\"{halo}\" stroke-width=\"2.4\" paint-order=\"stroke\""
                    ),
                    (false, false) => format!("class=\"lost\" fill=\"{halo}\" stroke=\"{second}\""),
                    (true, true) => format!("class=\"there\" fill=\"{on}\""),
                    (false, true) => format!("class=\"lost\" fill=\"none\" stroke=\"{on}\""),
                };
                put!(*out, "<rect x=\"{}\" y=\"{}\" width=\"4.6\" height=\"4.6\" {paint}/>", N(left), N(middle - 2.3));
            }
        }
        out.push_str("</g>");
    }
}

/// The areas taken on the map, by squares of the picture.
pub(crate) struct Crowd {
    map: Bounds,
    columns: usize,
    rows: usize,
    cells: Vec<Vec<Bounds>>,
}

const CELL: f64 = 64.0;

impl Crowd {
    pub(crate) fn new(map: Bounds) -> Self {
        let size = map.size();
        let (columns, rows) = ((size.x / CELL) as usize + 1, (size.y / CELL) as usize + 1);
        Self { map, columns, rows, cells: vec![Vec::new(); columns * rows] }
    }

    fn over(&self, b: Bounds) -> impl Iterator<Item = usize> + use<> {
        let place = |t: f64, from: f64, most: usize| (((t - from) / CELL).max(0.0) as usize).min(most - 1);
        let (i0, i1) = (place(b.min.x, self.map.min.x, self.columns), place(b.max.x, self.map.min.x, self.columns));
        let (j0, j1) = (place(b.min.y, self.map.min.y, self.rows), place(b.max.y, self.map.min.y, self.rows));
        let columns = self.columns;
        (j0..=j1).flat_map(move |j| (i0..=i1).map(move |i| j * columns + i))
    }

    pub(crate) fn take(&mut self, b: Bounds) {
        for cell in self.over(b) {
            if let Some(list) = self.cells.get_mut(cell) {
                list.push(b);
            }
        }
    }

    pub(crate) fn is_free(&self, b: Bounds) -> bool {
        self.map.grown(-2.0).holds(b)
            && !self.over(b).filter_map(|cell| self.cells.get(cell)).flatten().any(|other| other.meets(b))
    }

    /// A free place for a plate: behind the unit, else ever farther around it; it is taken at once.
    pub(crate) fn behind(&mut self, d: &Drawn<'_>, size: V) -> Option<Bounds> {
        const TURNS: [f64; 11] = [0.0, 25.0, -25.0, 50.0, -50.0, 90.0, -90.0, 130.0, -130.0, 180.0, 155.0];
        let middle = d.middle();
        let back = d.ahead() * -1.0;
        for farther in [0.0, 9.0, 20.0] {
            for turn in TURNS {
                let (sin, cos) = libm::sincos(f64::to_radians(turn));
                let way = v(back.x * cos - back.y * sin, back.x * sin + back.y * cos);
                let gap = if turn.abs() > 120.0 { 13.0 } else { 5.0 };
                // Upright boxes: the plate is moved until its near side clears the unit in this direction.
                let half = (way.x.abs() * size.x + way.y.abs() * size.y) / 2.0;
                let centre = middle + way * (d.reach(middle, way) + gap + half + farther);
                let place = Bounds::around(centre, size.x, size.y);
                if self.is_free(place.grown(1.0)) {
                    self.take(place);
                    return Some(place);
                }
            }
        }
        None
    }
}
