//! Meadows, ploughed land and standing crops.

use super::{Lay, sown};
use crate::geometry::{Bounds, V, chance, inside, main_direction, rounded, sides, to_outline};
use crate::style::{Style, Token};
use crate::svg::{N, put};
use crate::view::View;
use table::Kind;

/// Meadows: here and there a tuft of grass.
pub(super) fn meadows(out: &mut String, lays: &[Lay<'_>], view: &View, style: &Style) {
    let cell = view.grid(22.0);
    for lay in lays.iter().filter(|lay| lay.kind() == Kind::Meadow) {
        let (ground, px) = lay.area(view);
        let mut tufts = String::new();
        for sown in sown(&ground, view, cell, 0.9, 83) {
            if inside(&px, sown.at) && to_outline(&px, sown.at) > 5.0 {
                put!(tufts, "M{} {}l-1.2-2.8m2.6 2.8v-3.4m2.6 3.4l1.2-2.8", N(sown.at.x - 2.0), N(sown.at.y));
            }
        }
        put!(
            *out,
            "<path class=\"meadow\" d=\"{tufts}\" fill=\"none\" stroke=\"{}\" stroke-width=\".8\" stroke-opacity=\".6\"/>",
            style.c(Token::WoodInk)
        );
    }
}

/// The parts of the straight line through `at` that lie inside a polygon, as distances along `dir`.
pub(super) fn within(px: &[V], at: V, dir: V) -> Vec<(f64, f64)> {
    let across = dir.right();
    let mut cuts: Vec<f64> = sides(px)
        .filter_map(|(a, b)| {
            let (s, t) = ((a - at).dot(across), (b - at).dot(across));
            ((s > 0.0) != (t > 0.0)).then(|| (a.towards(b, s / (s - t)) - at).dot(dir))
        })
        .collect();
    cuts.sort_by(f64::total_cmp);
    cuts.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?))).collect()
}

/// One of many parallel lines over a polygon.
struct Ruled {
    number: i64,
    at: V,
    /// The stretches inside, as distances from that point.
    inside: Vec<(f64, f64)>,
}

/// The parallel lines at a distance that cross a polygon.
fn ruled(px: &[V], map: Bounds, dir: V, gap: f64) -> Vec<Ruled> {
    let across = dir.right();
    let Some(bounds) = Bounds::of(px).map(|b| b.common(map.grown(20.0))) else { return Vec::new() };
    if bounds.is_empty() {
        return Vec::new();
    }
    let centre = bounds.centre();
    let reach = (bounds.size().len() / 2.0 / gap).clamp(0.0, 2_000.0) as i64;
    (-reach..=reach)
        .map(|i| {
            let at = centre + across * (i as f64 * gap);
            Ruled { number: i, at, inside: within(px, at, dir) }
        })
        .collect()
}

/// Ploughed land: broken furrows along the longest side.
pub(super) fn furrows(out: &mut String, lays: &[Lay<'_>], view: &View, style: &Style) {
    for lay in lays.iter().filter(|lay| lay.kind() == Kind::Plough) {
        let (_, px) = lay.area(view);
        let dir = main_direction(&px);
        let mut d = String::new();
        for Ruled { number: i, at, inside } in ruled(&px, view.bounds(), dir, 6.0) {
            for (from, to) in inside {
                let mut t = from + 3.0 + 8.0 * chance(i, 0, 89);
                let mut n = 1;
                while t < to - 4.0 && n < 2_000 {
                    let stop = (t + 14.0 + 22.0 * chance(i, n, 97)).min(to - 2.0);
                    let (a, b) = (at + dir * t, at + dir * stop);
                    put!(d, "M{} {}L{} {}", N(a.x), N(a.y), N(b.x), N(b.y));
                    t = stop + 4.0 + 7.0 * chance(i, n, 101);
                    n += 1;
                }
            }
        }
        put!(
            *out,
            "<path class=\"plough\" d=\"{d}\" fill=\"none\" stroke=\"{}\" stroke-width=\".9\"/>",
            style.c(Token::Field)
        );
    }
}

/// Standing crops: rows of ears, closer than furrows, within a fine edge, since they hide troops.
pub(super) fn crops(out: &mut String, lays: &[Lay<'_>], view: &View, style: &Style) {
    for lay in lays.iter().filter(|lay| lay.kind() == Kind::TallCrops) {
        let (_, px) = lay.area(view);
        let dir = main_direction(&px);
        let mut ears = String::new();
        for Ruled { number: i, at, inside } in ruled(&px, view.bounds(), dir, 6.4) {
            for (from, to) in inside {
                let mut t = from + 3.0 + if i % 2 == 0 { 0.0 } else { 2.6 };
                let mut n = 0;
                while t < to - 2.0 && n < 2_000 {
                    let p = at + dir * (t + 1.6 * (chance(i, n, 103) - 0.5));
                    put!(ears, "M{} {}l-.9-3.6m.9 3.6l1.3-3.2", N(p.x), N(p.y + 1.6));
                    t += 5.2;
                    n += 1;
                }
            }
        }
        let colour = style.c(Token::Field);
        put!(
            *out,
            "<g class=\"crops\" fill=\"none\" stroke=\"{colour}\"><path d=\"{}\" stroke-width=\".8\"/><path d=\"{ears}\" stroke-width=\".9\"/></g>",
            rounded(&px, true, 1.0)
        );
    }
}
