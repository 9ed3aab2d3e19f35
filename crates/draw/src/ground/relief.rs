//! Relief: three tints, hachures that run downhill, denser and thicker where it is steeper and broken several times
//! to a level, and crests.

use super::Lay;
use super::fields::within;
use super::heights::{Heights, SLOPE};
use crate::geometry::{Bounds, V, along, chance, length, main_direction, pole, rounded, stretches};
use crate::style::{Style, Token, weight};
use crate::svg::{N, put};
use crate::view::View;
use table::Kind;

/// The tints of the levels: the true outline of each hill, since that is what the rules read.
pub(super) fn tints(out: &mut String, lays: &[Lay<'_>], style: &Style) {
    for lay in lays.iter().filter(|lay| lay.kind() == Kind::Hill && lay.width.is_none()) {
        put!(
            *out,
            "<path class=\"tint\" d=\"{}\" fill=\"{}\"/>",
            rounded(&lay.px, true, 2.5),
            style.tint(lay.feature.level)
        );
    }
}

/// Longest stroke, the gap between two rows, and how unevenly a row begins, in pixels.
const LONGEST: f64 = 26.0;
const GAP: f64 = 1.2;
const RAGGED: f64 = 4.5;

/// Distances between strokes, from gentle to steep.
const APART: [f64; 4] = [5.4, 4.5, 3.7, 3.0];

/// The hachures of all hills and steep slopes.
pub(super) fn hachures(out: &mut String, lays: &[Lay<'_>], view: &View, style: &Style) {
    let mut strokes = [const { String::new() }; 4];
    let land = Heights::of(lays, view);
    if let Some(land) = &land {
        let map = view.bounds().grown(LONGEST);
        // The number of rows to a level with which the strokes of one reach the next.
        let rows = (SLOPE.0 * 3.2 * view.scale / (LONGEST - RAGGED)).round().clamp(2.0, 12.0);
        for row in (land.lowest * rows).floor() as i64..=(land.highest * rows).floor() as i64 {
            let height = (row as f64 + 0.5) / rows;
            for line in land.contours(height) {
                comb(&mut strokes, land, &line, (row, rows), view, map);
            }
        }
    }
    for lay in lays.iter().filter(|lay| lay.kind() == Kind::SteepSlope) {
        let (_, px) = lay.area(view);
        // Where a hill explains the slope, its own strokes were narrowed above.
        let middle = pole(&px).0;
        let on_a_hillside = |land: &Heights| {
            px.iter()
                .flat_map(|p| [*p, p.towards(middle, 0.5)])
                .chain([middle])
                .any(|p| land.uphill(p).len() * view.scale * 10_000.0 > 0.2)
        };
        if land.as_ref().is_some_and(on_a_hillside) {
            continue;
        }
        scarp(&mut strokes[3], &px);
    }
    if strokes.iter().all(String::is_empty) {
        return;
    }
    put!(*out, "<g class=\"hachures\" fill=\"none\" stroke=\"{}\" stroke-linecap=\"round\">", style.c(Token::Relief));
    for (d, (width, ink)) in strokes.iter().zip(weight::HACHURES.iter().zip(weight::HACHURE_INK)) {
        if !d.is_empty() {
            put!(*out, "<path d=\"{d}\" stroke-width=\"{width}\" stroke-opacity=\"{ink}\"/>");
        }
    }
    out.push_str("</g>");
}

/// The strokes that start at one line of height.
fn comb(strokes: &mut [String; 4], land: &Heights, line: &[V], (row, rows): (i64, f64), view: &View, map: Bounds) {
    let whole = length(line);
    if whole < 12.0 {
        return;
    }
    // The place of each corner along the line, so that a long one is not walked from its start for every stroke.
    let mut corners = vec![0.0];
    for (a, b) in stretches(line) {
        corners.push(corners.last().copied().unwrap_or(0.0) + (b - a).len());
    }
    let (mut far, mut n) = (2.0, 0_i64);
    while far < whole && n < 20_000 {
        n += 1;
        let corner = corners.partition_point(|c| *c <= far).saturating_sub(1).min(line.len().saturating_sub(2));
        let (start, _) = along(&line[corner..], far - corners[corner]);
        let up = land.uphill(start);
        // Levels per hundred metres.
        let slope = up.len() * view.scale * 10_000.0;
        let class = match slope {
            s if s < 0.16 => {
                far += 6.0;
                continue;
            }
            s if s < 0.5 => 0,
            s if s < 1.0 => 1,
            s if s < 1.9 => 2,
            _ => 3,
        };
        far += APART[class] * (0.85 + 0.3 * chance(n, row, 107));
        if !map.holds(Bounds { min: start, max: start }) {
            continue;
        }
        let floor = land.height(start) - 1.0 / rows;
        let most = LONGEST * (0.82 + 0.18 * chance(n, row, 109));
        let mut here = start - up.unit() * (RAGGED * chance(n, row, 113));
        let begin = here;
        let mut gone = 0.0;
        while gone < most {
            let up = land.uphill(here);
            if land.height(here) <= floor || up.len() < 1e-6 {
                break;
            }
            here = here - up.unit() * 2.0;
            gone += 2.0;
        }
        let end = here - (here - begin).unit() * GAP;
        if gone > 4.0 {
            put!(strokes[class], "M{} {}L{} {}", N(begin.x), N(begin.y), N(end.x), N(end.y));
        }
    }
}

/// A steep slope that is not part of a hill: strokes across its length.
fn scarp(d: &mut String, px: &[V]) {
    let dir = main_direction(px);
    let across = dir.right();
    let Some(bounds) = Bounds::of(px) else { return };
    let centre = bounds.centre();
    let reach = (bounds.size().len() / 2.0 / 3.1).clamp(0.0, 3_000.0) as i64;
    for i in -reach..=reach {
        let at = centre + dir * (i as f64 * 3.1 + 0.8 * (chance(i, 0, 127) - 0.5));
        for (from, to) in within(px, at, across) {
            let mut t = from + 1.0 + 1.5 * chance(i, 1, 131);
            let mut n = 0;
            while t < to - 3.0 && n < 400 {
                let stop = (t + 12.0).min(to - 0.5);
                let (a, b) = (at + across * t, at + across * stop);
                put!(*d, "M{} {}L{} {}", N(a.x), N(a.y), N(b.x), N(b.y));
                t = stop + 2.2;
                n += 1;
            }
        }
    }
}

/// Crests: a broken line.
pub(super) fn crests(out: &mut String, lays: &[Lay<'_>], style: &Style) {
    for lay in lays.iter().filter(|lay| lay.kind() == Kind::Crest) {
        put!(
            *out,
            "<path class=\"crest\" d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" stroke-dasharray=\"7 3\"/>",
            rounded(&lay.line(), false, 3.0),
            style.c(Token::Relief)
        );
    }
}
