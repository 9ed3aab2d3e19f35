//! Houses too large for one unit are divided into quarters with streets between (L3C-ECO-04, L3C-ECO-05).

use crate::world::sense::houses;
use crate::{Book, r};
use table::{Cm, Feature, Ground, Point, Shape};

/// The ground with its large houses divided: the first quarter keeps the id of the whole, the others come last.
pub(super) fn divided(book: &Book, mut ground: Ground) -> Ground {
    if !book.on(r::L3C_ECO_04) {
        return ground;
    }
    let mut more = Vec::new();
    for feature in ground.features.iter_mut().filter(|feature| houses(feature.kind)) {
        let Shape::Area(corners) = &feature.shape else { continue };
        let mut parts = quarters(book, corners).into_iter();
        let Some(first) = parts.next() else { continue };
        more.extend(parts.map(|part| Feature { shape: Shape::Area(part), ..feature.clone() }));
        feature.shape = Shape::Area(first);
    }
    ground.features.extend(more);
    ground
}

/// As many quarters of the usual size as fit with their streets; the outline itself if it is no larger than two.
fn quarters(book: &Book, corners: &[Point]) -> Vec<Vec<Point>> {
    let (table, base) = (&book.tables.garrison, book.tables.scale.infantry_front_cm);
    let least = Cm::from(table.quarter_bases) * base;
    // A street separates quarters (L3C-ECO-05); without that rule they stand wall to wall.
    let street = if book.on(r::L3C_ECO_05) { Cm::from(table.street_bases) * base } else { 0 };
    let spans = |of: fn(&Point) -> Cm| -> Vec<(Cm, Cm)> {
        let (low, high) = (corners.iter().map(of).min().unwrap_or(0), corners.iter().map(of).max().unwrap_or(0));
        let parts = ((high - low + street) / (least + street).max(1)).max(1);
        let each = (high - low - (parts - 1) * street) / parts;
        (0..parts).map(|n| low + n * (each + street)).map(|from| (from, from + each)).collect()
    };
    let (across, along) = (spans(|p| p.x), spans(|p| p.y));
    if across.len() * along.len() < 2 {
        return Vec::new();
    }
    let cells = along.iter().flat_map(|y| across.iter().map(move |x| (*x, *y)));
    cells.map(|(x, y)| within(corners, x, y)).filter(|part| part.len() >= 3).collect()
}

/// The part of an outline within a cell parallel to the axes: cut by its four edges one after the other.
fn within(corners: &[Point], x: (Cm, Cm), y: (Cm, Cm)) -> Vec<Point> {
    let mut left = corners.to_vec();
    for (of, limit, above) in
        [(X, x.0, true), (X, x.1, false), (Y, y.0, true), (Y, y.1, false)] as [(fn(&Point) -> Cm, Cm, bool); 4]
    {
        left = cut(&left, of, limit, above);
    }
    left
}

const X: fn(&Point) -> Cm = |p| p.x;
const Y: fn(&Point) -> Cm = |p| p.y;

/// The part of an outline on one side of a line.
fn cut(corners: &[Point], of: fn(&Point) -> Cm, limit: Cm, above: bool) -> Vec<Point> {
    let inside = |p: &Point| if above { of(p) >= limit } else { of(p) <= limit };
    let mut kept = Vec::new();
    for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        if inside(a) {
            kept.push(*a);
        }
        if inside(a) != inside(b) {
            let part = f64::from(limit - of(a)) / f64::from(of(b) - of(a));
            let between = |a: Cm, b: Cm| a + (f64::from(b - a) * part).round() as Cm;
            kept.push(Point::new(between(a.x, b.x), between(a.y, b.y)));
        }
    }
    kept
}
