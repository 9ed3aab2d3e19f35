//! A map of where units left the battle.

use crate::plot::escape;
use crate::tally::Heat;
use draw::{Style, Up, View, ground_layer};
use game::Side;
use std::fmt::Write as _;
use table::Ground;

const WIDTH: u32 = 760;

/// The map of each side. The ground is drawn once and used twice.
pub(super) fn maps(ground: &Ground, pas_cm: i32, heat: &Heat, labels: [&str; 2]) -> [String; 2] {
    let view = View::new(ground, WIDTH, pas_cm, Up::North);
    let layer = ground_layer(ground, &view, &Style { prefix: "g-".to_owned(), ..Style::light() });
    // One scale for both sides, so that the two maps can be compared.
    let most = heat.counts.iter().flatten().copied().max().unwrap_or(0).max(1);
    Side::BOTH.map(|side| {
        let mut svg = format!(
            "<svg viewBox=\"0 0 {:.0} {:.0}\" role=\"img\" aria-label=\"{}\">",
            view.width(),
            view.height(),
            escape(labels[side.index()])
        );
        match side {
            Side::Blue => {
                let _ = write!(svg, "<g id=\"ground\">{}</g>", layer.0);
            }
            Side::Red => svg.push_str("<use href=\"#ground\"/>"),
        }
        cells(&mut svg, heat, side, &view, most);
        svg.push_str("</svg>");
        svg
    })
}

fn cells(svg: &mut String, heat: &Heat, side: Side, view: &View, most: u64) {
    let fill = match side {
        Side::Blue => "#2A4A8C",
        Side::Red => "#B02A33",
    };
    let cell = heat.cell as f64 * view.px_per_cm();
    let _ = write!(svg, "<g fill=\"{fill}\">");
    for (place, count) in heat.counts[side.index()].iter().enumerate().filter(|(_, count)| **count > 0) {
        let (x, y) = ((place % heat.across) as f64 * cell, view.height() - (place / heat.across + 1) as f64 * cell);
        // The area of a cell's mark, not only its colour, shows the count.
        let part = (*count as f64 / most as f64).sqrt();
        let side = cell * (0.3 + 0.7 * part);
        let inset = (cell - side) / 2.0;
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill-opacity=\"{:.2}\"><title>{count}</title></rect>",
            x + inset,
            y + inset,
            0.35 + 0.6 * part
        );
    }
    svg.push_str("</g>");
}
