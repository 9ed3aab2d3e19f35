//! Walls, barricades, works; rocks and impassable ground.

use super::{Lay, sown};
use crate::geometry::{along, chance, inside, length, rounded, to_outline};
use crate::style::{Style, Token};
use crate::svg::{N, put};
use crate::view::View;
use table::Kind;

/// Teeth on the right hand of a line: short strokes, crosses or saw teeth.
fn teeth(
    line: &[crate::geometry::V],
    apart: f64,
    mut tooth: impl FnMut(&mut String, crate::geometry::V, crate::geometry::V),
) -> String {
    let mut d = String::new();
    let whole = length(line);
    let count = (whole / apart).clamp(0.0, 5_000.0) as i32;
    for i in 0..=count {
        let (p, dir) = along(line, f64::from(i) * apart);
        tooth(&mut d, p, dir);
    }
    d
}

/// Walls, barricades and fortifications. Hedges are bushes.
pub(super) fn lines(out: &mut String, lays: &[Lay<'_>], style: &Style) {
    let ink = style.c(Token::Ink);
    for lay in lays {
        let line = lay.line();
        if line.len() < 2 {
            continue;
        }
        let d = rounded(&line, false, 0.0);
        match lay.kind() {
            Kind::Wall => {
                let ticks = teeth(&line, 8.0, |d, p, dir| {
                    let q = dir.right() * 4.2;
                    put!(*d, "M{} {}l{} {}", N(p.x), N(p.y), N(q.x), N(q.y));
                });
                put!(
                    *out,
                    "<g class=\"wall\" fill=\"none\" stroke=\"{ink}\"><path d=\"{d}\" stroke-width=\"2.2\"/><path d=\"{ticks}\"/></g>"
                );
            }
            Kind::Barricade => {
                let crosses = teeth(&line, 7.0, |d, p, dir| {
                    let (a, b) = (dir * 2.6 + dir.right() * 3.0, dir * 2.6 - dir.right() * 3.0);
                    put!(
                        *d,
                        "M{} {}l{} {}M{} {}l{} {}",
                        N(p.x - a.x),
                        N(p.y - a.y),
                        N(a.x * 2.0),
                        N(a.y * 2.0),
                        N(p.x - b.x),
                        N(p.y - b.y),
                        N(b.x * 2.0),
                        N(b.y * 2.0)
                    );
                });
                put!(
                    *out,
                    "<g class=\"barricade\" fill=\"none\" stroke=\"{ink}\"><path d=\"{d}\" stroke-width=\"1\"/><path d=\"{crosses}\" stroke-width=\"1.3\"/></g>"
                );
            }
            Kind::Fortification => {
                let saw = teeth(&line, 9.0, |d, p, dir| {
                    let (half, tip) = (dir * 4.0, dir.right() * -4.6);
                    put!(
                        *d,
                        "M{} {}L{} {}L{} {}Z",
                        N(p.x - half.x),
                        N(p.y - half.y),
                        N(p.x + tip.x),
                        N(p.y + tip.y),
                        N(p.x + half.x),
                        N(p.y + half.y)
                    );
                });
                put!(
                    *out,
                    "<g class=\"fortification\"><path d=\"{d}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"3.4\"/><path d=\"{saw}\" fill=\"{}\" stroke=\"{ink}\" stroke-width=\".8\"/></g>",
                    style.c(Token::Build)
                );
            }
            _ => {}
        }
    }
}

/// Rocks, and impassable ground: an edge and slanted lines, so that it is not taken for a wood or a field.
pub(super) fn rough(out: &mut String, lays: &[Lay<'_>], view: &View, style: &Style) {
    for lay in lays {
        let (ground, px) = lay.area(view);
        match lay.kind() {
            Kind::Rocks => {
                let (mut stones, mut shades) = (String::new(), String::new());
                for sown in sown(&ground, view, view.grid(11.0), 0.8, 167) {
                    let (i, j) = sown.cell;
                    if !inside(&px, sown.at) || to_outline(&px, sown.at) < 3.0 || chance(i, j, 173) < 0.25 {
                        continue;
                    }
                    let r = 1.8 + 2.0 * chance(i, j, 179);
                    put!(
                        stones,
                        "M{} {}l{} {}l{} {}l{} {}l{} {}z",
                        N(sown.at.x - r),
                        N(sown.at.y + r * 0.5),
                        N(r * 0.5),
                        N(-r * 1.2),
                        N(r),
                        N(-r * 0.2),
                        N(r * 0.7),
                        N(r),
                        N(-r * 0.8),
                        N(r * 0.6)
                    );
                    put!(
                        shades,
                        "M{} {}l{} {}",
                        N(sown.at.x + r * 0.1),
                        N(sown.at.y + r * 0.6),
                        N(r * 0.6),
                        N(-r * 0.9)
                    );
                }
                let ink = style.c(Token::Ink2);
                put!(
                    *out,
                    "<g class=\"rocks\" stroke=\"{ink}\" stroke-width=\".8\" stroke-linejoin=\"round\"><path d=\"{stones}\" fill=\"{}\"/><path d=\"{shades}\" fill=\"none\"/></g>",
                    style.c(Token::Tint3)
                );
            }
            Kind::Impassable => {
                let mut d = String::new();
                let dir = crate::geometry::v(1.0, -1.0).unit();
                if let Some(bounds) = crate::geometry::Bounds::of(&px).map(|b| b.common(view.bounds().grown(10.0))) {
                    let reach = (bounds.size().len() / 2.0 / 5.0).clamp(0.0, 2_000.0) as i64;
                    for i in -reach..=reach {
                        let at = bounds.centre() + dir.right() * (i as f64 * 5.0);
                        for (from, to) in super::fields::within(&px, at, dir) {
                            let (a, b) = (at + dir * from, at + dir * to);
                            put!(d, "M{} {}L{} {}", N(a.x), N(a.y), N(b.x), N(b.y));
                        }
                    }
                }
                let ink = style.c(Token::Ink3);
                put!(
                    *out,
                    "<g class=\"impassable\" fill=\"none\" stroke=\"{ink}\"><path d=\"{d}\" stroke-width=\".7\" stroke-opacity=\".7\"/><path d=\"{}\" stroke-width=\"1.2\"/></g>",
                    rounded(&px, true, 1.0)
                );
            }
            _ => {}
        }
    }
}
