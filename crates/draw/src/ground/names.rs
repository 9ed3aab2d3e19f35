//! Names on the ground, each in the type of its kind, with a halo of the ground's colour. A guess of the scenario
//! writer has a small hollow lozenge after its name.

use super::Lay;
use crate::geometry::{Bounds, V, along, length, pole, rounded, turning, v};
use crate::style::{SERIF, Style, Token};
use crate::svg::{Esc, N, put, text_width};
use crate::view::View;
use table::{Ground, Kind};

/// Whether a feature of the ground is a guess, with the sign for it.
pub(crate) fn has_reconstructed(ground: &Ground) -> bool {
    ground.features.iter().any(|f| f.reconstructed && !f.name.trim().is_empty())
}

struct Type {
    size: f64,
    italic: bool,
    spacing: f64,
    colour: Token,
    halo: Token,
}

fn type_of(kind: Kind) -> Type {
    let plain = |size, italic, spacing, colour| Type { size, italic, spacing, colour, halo: Token::Paper };
    match kind {
        Kind::River => plain(19.0, true, 0.22, Token::WaterInk),
        Kind::Stream => plain(14.0, true, 0.16, Token::WaterInk),
        Kind::Marsh | Kind::Ford => plain(13.0, true, 0.04, Token::WaterInk),
        Kind::Forest | Kind::OpenWood | Kind::Orchard | Kind::Scrub => {
            Type { halo: Token::Wood, ..plain(14.0, true, 0.12, Token::WoodInk) }
        }
        Kind::WoodenBuilding | Kind::MasonryBuilding | Kind::Fortification => plain(16.0, false, 0.05, Token::Ink),
        Kind::Hill | Kind::SteepSlope | Kind::Crest => plain(14.0, true, 0.08, Token::Ink2),
        _ => plain(13.0, true, 0.0, Token::Ink2),
    }
}

/// The place of a name.
enum Place {
    /// Along this line.
    Along(Vec<V>),
    /// In this box.
    In(Bounds),
}

struct PlacedName<'a> {
    index: usize,
    name: &'a str,
    guess: bool,
    face: Type,
    size: f64,
    place: Place,
}

/// All names. A name that two features share, such as the two banks of a village, is written once.
fn placed<'a>(lays: &[Lay<'a>], view: &View) -> Vec<PlacedName<'a>> {
    let mut all: Vec<PlacedName<'a>> = Vec::new();
    // Names avoid buildings larger than a hut, and earlier names.
    let building = |lay: &&Lay<'_>| {
        matches!(lay.kind(), Kind::WoodenBuilding | Kind::MasonryBuilding) && turning(&lay.px).abs() / 2.0 > 900.0
    };
    let mut taken: Vec<Bounds> = lays.iter().filter(building).filter_map(|lay| Bounds::of(&lay.px)).collect();
    for (index, lay) in lays.iter().enumerate() {
        let name = lay.feature.name.trim();
        if name.is_empty() || lay.px.is_empty() || all.iter().any(|p| p.name == name) {
            continue;
        }
        let face = type_of(lay.kind());
        let scale = if view.px_per_patch() < 14.0 { 0.86 } else { 1.0 };
        let size = (face.size * scale).round();
        let width = (text_width(name) * 0.95 + name.chars().count() as f64 * face.spacing) * size;
        let place = place(lay, size, width, view, &taken);
        taken.extend(boxes(&place, size));
        all.push(PlacedName { index, name, guess: lay.feature.reconstructed, face, size, place });
    }
    all
}

fn boxes(place: &Place, size: f64) -> Vec<Bounds> {
    match place {
        Place::In(b) => vec![*b],
        Place::Along(line) => line.iter().map(|p| Bounds::around(*p - v(0.0, size * 0.35), size * 1.5, size)).collect(),
    }
}

/// The boxes of all names, so that plates can avoid them.
pub(crate) fn name_boxes(ground: &Ground, view: &View) -> Vec<Bounds> {
    let lays: Vec<Lay<'_>> = ground.features.iter().map(|f| Lay::new(f, view)).collect();
    boxes_of(&lays, view)
}

pub(super) fn boxes_of(lays: &[Lay<'_>], view: &View) -> Vec<Bounds> {
    placed(lays, view).iter().flat_map(|p| boxes(&p.place, p.size)).collect()
}

pub(super) fn names(out: &mut String, lays: &[Lay<'_>], view: &View, style: &Style) {
    put!(
        *out,
        "<g class=\"names\" font-family=\"{SERIF}\" paint-order=\"stroke\" stroke-width=\"3\" stroke-linejoin=\"round\">"
    );
    for p in placed(lays, view) {
        let italic = if p.face.italic { " font-style=\"italic\"" } else { "" };
        let dress = format!(
            "font-size=\"{}\"{italic} letter-spacing=\"{}\" fill=\"{}\" stroke=\"{}\" text-anchor=\"middle\"",
            N(p.size),
            N(p.face.spacing * p.size),
            style.c(p.face.colour),
            style.c(p.face.halo)
        );
        let guess = if p.guess { "\u{a0}◇" } else { "" };
        match &p.place {
            Place::Along(line) => {
                let id = style.id(&format!("w{}", p.index));
                put!(*out, "<path id=\"{id}\" d=\"{}\" fill=\"none\" stroke=\"none\"/>", rounded(line, false, 6.0));
                put!(
                    *out,
                    "<text {dress}><textPath href=\"#{id}\" startOffset=\"50%\">{}{guess}</textPath></text>",
                    Esc(p.name)
                );
            }
            Place::In(b) => {
                put!(
                    *out,
                    "<text {dress} x=\"{}\" y=\"{}\">{}{guess}</text>",
                    N(b.centre().x),
                    N(b.max.y - 3.0),
                    Esc(p.name)
                );
            }
        }
    }
    out.push_str("</g>");
}

fn place(lay: &Lay<'_>, size: f64, width: f64, view: &View, taken: &[Bounds]) -> Place {
    let kind = lay.kind();
    let flowing = matches!(kind, Kind::River | Kind::Stream) && lay.width.is_some();
    if flowing && length(&lay.px) > width * 1.3 {
        let off = lay.width.unwrap_or(0.0).max(4.0) / 2.0 + 4.0;
        if let Some(path) = beside(&lay.px, off, width, view) {
            return Place::Along(path);
        }
    }
    let way = matches!(kind, Kind::Road | Kind::Track);
    let (middle, room) = match lay.width {
        None => pole(&lay.px),
        Some(w) if way => (on_map(&lay.px, view), w / 2.0),
        Some(w) => (along(&lay.px, length(&lay.px) / 2.0).0, w / 2.0),
    };
    let bounds = match Bounds::of(&lay.px) {
        Some(bounds) if !way => bounds,
        _ => Bounds::around(middle, 12.0, 12.0),
    };
    let below = v(middle.x, bounds.max.y + size);
    let above = v(middle.x, bounds.min.y - 5.0);
    let aside =
        |sign: f64| v(middle.x + sign * (bounds.size().x.min(200.0) / 2.0 + width / 2.0 + 6.0), middle.y + size * 0.35);
    let within = v(middle.x, middle.y + size * 0.35);
    let places: [V; 4] = match kind {
        Kind::WoodenBuilding | Kind::MasonryBuilding | Kind::Fortification => [below, above, aside(1.0), aside(-1.0)],
        _ if room * 2.0 > size && width < bounds.size().x * 1.1 => {
            [within, v(within.x, within.y + size * 1.4), below, above]
        }
        _ => [above, below, aside(1.0), aside(-1.0)],
    };
    let map = view.bounds().grown(-10.0);
    let boxed = |p: V| {
        let x = p.x.min(map.max.x - width / 2.0).max(map.min.x + width / 2.0);
        let y = p.y.min(map.max.y - 3.0).max(map.min.y + size);
        Bounds { min: v(x - width / 2.0, y - size), max: v(x + width / 2.0, y + 3.0) }
    };
    let free = places.iter().map(|p| boxed(*p)).find(|b| !taken.iter().any(|t| t.meets(*b)));
    Place::In(free.unwrap_or_else(|| boxed(places[0])))
}

/// The last place of a line that lies well on the map: "to Maida" is written where the road leaves.
fn on_map(line: &[V], view: &View) -> V {
    let map = view.bounds().grown(-30.0);
    let whole = length(line);
    (0..=20)
        .rev()
        .map(|i| along(line, whole * f64::from(i) / 20.0).0)
        .find(|p| map.holds(Bounds { min: *p, max: *p }))
        .unwrap_or_else(|| along(line, whole * 0.5).0)
}

/// The stretch of a line on the map with the most room for a name, moved off it, in the upright reading direction.
fn beside(line: &[V], off: f64, width: f64, view: &View) -> Option<Vec<V>> {
    let whole = length(line);
    let map = view.bounds().grown(-14.0);
    let need = width * 1.1;
    let mut best: Option<(f64, f64)> = None;
    for step in 0..24 {
        let from = (whole - need) * f64::from(step) / 23.0;
        let points: Vec<(V, V)> = (0..=6).map(|k| along(line, from + need * f64::from(k) / 6.0)).collect();
        if from < 0.0 || !points.iter().all(|(p, _)| map.holds(Bounds { min: *p, max: *p })) {
            continue;
        }
        // The straighter, the better; then the nearer to the middle.
        let bend: f64 = points
            .windows(2)
            .map(|w| match w {
                [a, b] => 1.0 - a.1.dot(b.1),
                _ => 0.0,
            })
            .sum();
        let score = bend + 0.1 * ((from + need / 2.0) / whole - 0.5).abs();
        if best.is_none_or(|(_, s)| score < s) {
            best = Some((from, score));
        }
    }
    let (from, _) = best?;
    let mut points: Vec<V> = (0..=8).map(|k| along(line, from + need * f64::from(k) / 8.0).0).collect();
    let run = *points.last()? - *points.first()?;
    if run.x < 0.0 || (run.x.abs() < run.y.abs() * 0.2 && run.y > 0.0) {
        points.reverse();
    }
    let run = (*points.last()? - *points.first()?).unit();
    // Above the line in reading direction.
    Some(points.iter().map(|p| *p - run.right() * off).collect())
}
