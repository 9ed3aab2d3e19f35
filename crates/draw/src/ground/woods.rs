//! Woods, orchards, scrub and hedges: crowns with a shade and a few strokes, sown on a grid fixed on the ground.

use super::{Lay, sown};
use crate::geometry::{Bounds, V, along, chance, hash, inside, length, main_direction, pole, rounded, to_outline, v};
use crate::style::{Style, Token};
use crate::svg::{N, put};
use crate::view::View;
use table::Kind;

/// Pixels between two trees of a forest.
const APART: f64 = 12.5;

/// The sizes of crowns: half width, half height, lobes.
const CROWNS: [(f64, f64, u8); 3] = [(5.4, 4.3, 8), (4.6, 3.9, 7), (3.7, 3.1, 6)];
/// The sizes of bushes.
const BUSHES: [(f64, f64, u8); 2] = [(3.0, 2.1, 6), (2.2, 1.6, 5)];

fn crown_size(view: &View) -> f64 {
    (view.grid(APART) * view.scale / APART).clamp(0.5, 1.4)
}

/// A round outline of small bulges, as an engraver draws a tree from above.
fn lobed(rx: f64, ry: f64, lobes: u8, turn: f64) -> String {
    let corner = |i: u8| {
        let angle = turn + std::f64::consts::TAU * f64::from(i) / f64::from(lobes);
        // Every second lobe a little nearer, so that no crown is a cogwheel.
        let near = if i.is_multiple_of(2) { 1.0 } else { 0.86 };
        v(rx * near * libm::cos(angle), ry * near * libm::sin(angle))
    };
    let mut d = String::new();
    let first = corner(0);
    put!(d, "M{} {}", N(first.x), N(first.y));
    let mut last = first;
    for i in 1..=lobes {
        let p = corner(i % lobes);
        let r = (p - last).len() * 0.56;
        put!(d, "A{} {} 0 0 1 {} {}", N(r), N(r), N(p.x), N(p.y));
        last = p;
    }
    d.push('Z');
    d
}

/// The crowns and bushes, once for all trees.
pub(super) fn define(out: &mut String, view: &View, style: &Style) {
    let (fill, ink) = (style.c(Token::Wood2), style.c(Token::WoodInk));
    let k = crown_size(view);
    for (i, (rx, ry, lobes)) in CROWNS.into_iter().enumerate() {
        let (rx, ry) = (rx * k, ry * k);
        put!(
            *out,
            "<g id=\"{}\"><ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"{ink}\" fill-opacity=\".22\"/>",
            style.id(&format!("t{}", i + 1)),
            N(rx * 0.5),
            N(ry * 0.85),
            N(rx),
            N(ry * 0.5)
        );
        put!(
            *out,
            "<path d=\"{}\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\".8\"/>",
            lobed(rx, ry, lobes, 0.4 * i as f64)
        );
        let mut shade = String::new();
        for s in 0..(3 - i) {
            let s = s as f64;
            put!(
                shade,
                "M{} {}l{} {}",
                N(rx * (0.1 + 0.22 * s)),
                N(ry * (0.62 - 0.08 * s)),
                N(rx * (0.5 - 0.1 * s)),
                N(-ry * (0.62 - 0.1 * s))
            );
        }
        put!(
            *out,
            "<path d=\"{shade}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\".7\" stroke-linecap=\"round\"/></g>"
        );
    }
    for (i, (rx, ry, lobes)) in BUSHES.into_iter().enumerate() {
        put!(
            *out,
            "<path id=\"{}\" d=\"{}\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\".8\"/>",
            style.id(&format!("b{}", i + 1)),
            lobed(rx * k.max(0.8), ry * k.max(0.8), lobes, 0.9)
        );
    }
}

/// The colour of the forest floor.
pub(super) fn floors(out: &mut String, lays: &[Lay<'_>], view: &View, style: &Style) {
    for lay in lays {
        let strength = match lay.kind() {
            Kind::Forest => "1",
            Kind::OpenWood => ".6",
            Kind::Orchard => ".45",
            Kind::Scrub => ".3",
            _ => continue,
        };
        let (_, px) = lay.area(view);
        put!(
            *out,
            "<path class=\"floor\" d=\"{}\" fill=\"{}\" fill-opacity=\"{strength}\"/>",
            rounded(&px, true, 2.0),
            style.c(Token::Wood)
        );
    }
}

struct Tree {
    at: V,
    kind: &'static str,
}

/// Draws trees, except those that would stand on a name.
fn stamp(out: &mut String, mut trees: Vec<Tree>, class: &str, names: &[Bounds], style: &Style) {
    trees.retain(|tree| !names.iter().any(|name| name.holds(Bounds { min: tree.at, max: tree.at })));
    if trees.is_empty() {
        return;
    }
    // The nearer tree stands in front of the farther one.
    trees.sort_by(|a, b| a.at.y.total_cmp(&b.at.y).then(a.at.x.total_cmp(&b.at.x)));
    put!(*out, "<g class=\"{class}\">");
    for tree in trees {
        put!(*out, "<use href=\"#{}\" x=\"{}\" y=\"{}\"/>", style.id(tree.kind), N(tree.at.x), N(tree.at.y));
    }
    out.push_str("</g>");
}

/// Forests, open woods and orchards.
pub(super) fn trees(out: &mut String, lays: &[Lay<'_>], names: &[Bounds], view: &View, style: &Style) {
    let cell = view.grid(APART);
    let k = crown_size(view);
    let mut trees = Vec::new();
    for lay in lays {
        let (ground, px) = lay.area(view);
        match lay.kind() {
            Kind::Forest | Kind::OpenWood => {
                let open = lay.kind() == Kind::OpenWood;
                let before = trees.len();
                for sown in sown(&ground, view, cell, 0.85, 11) {
                    let (i, j) = sown.cell;
                    // A crown stands wholly inside its wood: its edge is a limit of the rules.
                    if !inside(&px, sown.at)
                        || to_outline(&px, sown.at) < 3.5 * k
                        || chance(i, j, 29) < if open { 0.58 } else { 0.06 }
                    {
                        continue;
                    }
                    let kind = ["t1", "t1", "t2", "t2", "t3"][hash(i, j, 31) as usize % 5];
                    trees.push(Tree { at: sown.at, kind });
                }
                // The smallest copse has its tree.
                if trees.len() == before {
                    trees.push(Tree { at: pole(&px).0, kind: "t2" });
                }
            }
            Kind::Orchard => {
                let dir = main_direction(&ground);
                let across = v(-dir.y, dir.x);
                let Some(bounds) = Bounds::of(&ground) else { continue };
                let bounds = bounds.common(Bounds { min: V::default(), max: view.ground }.grown(cell));
                let step = cell * 1.15;
                let centre = bounds.centre();
                let reach = (bounds.size().len() / 2.0 / step).clamp(0.0, 400.0) as i32;
                for i in -reach..=reach {
                    for j in -reach..=reach {
                        let at = view.at(centre + dir * (f64::from(i) * step) + across * (f64::from(j) * step));
                        if inside(&px, at) && to_outline(&px, at) > 3.0 * k {
                            trees.push(Tree { at, kind: "t3" });
                        }
                    }
                }
            }
            _ => {}
        }
    }
    stamp(out, trees, "trees", names, style);
}

/// Scrub and hedges.
pub(super) fn bushes(out: &mut String, lays: &[Lay<'_>], names: &[Bounds], view: &View, style: &Style) {
    let mut bushes = Vec::new();
    let cell = view.grid(13.0);
    for lay in lays {
        match lay.kind() {
            Kind::Scrub => {
                let (ground, px) = lay.area(view);
                for sown in sown(&ground, view, cell, 0.9, 43) {
                    let (i, j) = sown.cell;
                    if inside(&px, sown.at) && to_outline(&px, sown.at) > 2.5 && chance(i, j, 47) > 0.3 {
                        bushes.push(Tree {
                            at: sown.at,
                            kind: if hash(i, j, 53).is_multiple_of(3) { "b1" } else { "b2" },
                        });
                    }
                }
            }
            Kind::Hedge => {
                let line = lay.line();
                let count = (length(&line) / 6.8).clamp(0.0, 4_000.0) as i64;
                for i in 0..=count {
                    let (at, dir) = along(&line, i as f64 * 6.8);
                    let off = dir.right() * (2.0 * (chance(i, 0, 59) - 0.5));
                    bushes.push(Tree { at: at + off, kind: if hash(i, 1, 61) % 5 < 3 { "b1" } else { "b2" } });
                }
            }
            _ => {}
        }
    }
    stamp(out, bushes, "bushes", names, style);
}
