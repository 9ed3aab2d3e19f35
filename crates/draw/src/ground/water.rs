//! Rivers, streams and ponds with their banks, fords, bridges and marshes.

use super::{Lay, sown};
use crate::geometry::{along, chance, inside, length, rounded, strip, to_outline, v};
use crate::style::{Style, Token};
use crate::svg::{N, put};
use crate::view::View;
use table::Kind;

/// Rivers and streams: the bank, and two finer lines within it where there is room.
pub(super) fn waters(out: &mut String, lays: &[Lay<'_>], style: &Style) {
    let waters: Vec<_> = lays.iter().filter(|lay| matches!(lay.kind(), Kind::River | Kind::Stream)).collect();
    if waters.is_empty() {
        return;
    }
    let (water, ink) = (style.c(Token::Water), style.c(Token::WaterInk));
    out.push_str("<g class=\"water\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">");
    let paths: Vec<(String, Option<f64>)> = waters
        .iter()
        .map(|lay| {
            let least = if lay.kind() == Kind::River { 9.0 } else { 3.6 };
            (rounded(&lay.px, lay.width.is_none(), 3.0), lay.width.map(|w| w.max(least)))
        })
        .collect();
    // Lines inwards from the bank, in turn ink and water; every river at once, so that rivers join.
    for (inset, strength) in [(0.0, "1"), (2.8, ".55"), (5.0, ".38")] {
        for (colour, more) in [(ink, 0.9), (water, 0.0)] {
            let strength = if colour == ink { strength } else { "1" };
            for (d, width) in &paths {
                match width {
                    Some(width) if inset == 0.0 || width - 2.0 * inset > 4.0 => {
                        let w = width - 2.0 * inset + 2.0 * more * if inset == 0.0 { 1.0 } else { 0.6 };
                        put!(
                            *out,
                            "<path d=\"{d}\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-opacity=\"{strength}\"/>",
                            N(w)
                        );
                    }
                    None if inset == 0.0 && colour == water => {
                        put!(*out, "<path d=\"{d}\" fill=\"{water}\" stroke=\"{ink}\" stroke-width=\"1\"/>");
                    }
                    _ => {}
                }
            }
        }
    }
    out.push_str("</g>");
}

/// A ford: two rows of dots across the water.
pub(super) fn ford(out: &mut String, lay: &Lay<'_>, style: &Style) {
    let (line, width) = lay.axis();
    let half = (width / 2.0).clamp(2.6, 8.0);
    put!(
        *out,
        "<g class=\"ford\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-dasharray=\".1 4\">",
        style.c(Token::Ink)
    );
    let edge = strip(&line, half * 2.0);
    let (a, b) = edge.split_at(edge.len() / 2);
    for side in [a, b] {
        put!(*out, "<path d=\"{}\"/>", rounded(side, false, 2.0));
    }
    out.push_str("</g>");
}

/// A bridge: the way over the water and its two parapets, open at the ends.
pub(super) fn bridge(out: &mut String, lay: &Lay<'_>, style: &Style) {
    let (line, width) = lay.axis();
    let half = (width / 2.0).clamp(4.0, 9.0);
    let edge = strip(&line, half * 2.0);
    put!(
        *out,
        "<g class=\"bridge\"><path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>",
        rounded(&line, false, 2.0),
        style.c(Token::Road),
        N(half * 2.0)
    );
    let (a, b) = edge.split_at(edge.len() / 2);
    for side in [a, b] {
        let mut side = side.to_vec();
        let centre = line.first().zip(line.last()).map(|(a, b)| a.towards(*b, 0.5)).unwrap_or_default();
        // The wings of the parapets turn away from the way and from the water.
        let wing = |end: crate::geometry::V| {
            let out = (end - centre).unit();
            let (near, _) = along(
                &line,
                if (end - line.first().copied().unwrap_or_default()).len() < half * 2.0 { 0.0 } else { length(&line) },
            );
            end + (end - near).unit() * 3.0 + out * 3.0
        };
        if let (Some(first), Some(last)) = (side.first().copied(), side.last().copied()) {
            side.insert(0, wing(first));
            side.push(wing(last));
        }
        put!(
            *out,
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>",
            rounded(&side, false, 1.0),
            style.c(Token::Ink)
        );
    }
    out.push_str("</g>");
}

/// Marshes: level strokes of water and tufts of reed.
pub(super) fn marshes(out: &mut String, lays: &[Lay<'_>], view: &View, style: &Style) {
    let (wide, cell) = (view.grid(18.0), view.grid(7.0));
    for lay in lays.iter().filter(|lay| lay.kind() == Kind::Marsh) {
        let (ground, px) = lay.area(view);
        let (mut water, mut reeds) = (String::new(), String::new());
        for row in sown(&ground, view, cell, 0.0, 67) {
            let (i, j) = row.cell;
            // One stroke to some three cells of a row, longer and shorter.
            if (i + j * 2).rem_euclid(3) != 0 {
                continue;
            }
            let at = row.at + v((chance(i, j, 71) - 0.5) * 8.0, 0.0);
            let half = (3.5 + 5.5 * chance(i, j, 73)) * (wide * view.scale / 18.0).min(1.1);
            let ends = [at - v(half, 0.0), at + v(half, 0.0)];
            if !ends.iter().all(|p| inside(&px, *p)) {
                continue;
            }
            put!(water, "M{} {}h{}", N(at.x - half), N(at.y), N(half * 2.0));
            if chance(i, j, 79) < 0.16 && to_outline(&px, at) > 6.0 {
                put!(reeds, "M{} {}v-5m-2.6 5l-1.4-3.6m6.6 3.6l1.4-3.6", N(at.x), N(at.y));
            }
        }
        put!(
            *out,
            "<g class=\"marsh\" fill=\"none\" stroke-linecap=\"round\"><path d=\"{water}\" stroke=\"{}\" stroke-width=\".9\" stroke-opacity=\".8\"/>",
            style.c(Token::WaterInk)
        );
        put!(*out, "<path d=\"{reeds}\" stroke=\"{}\"/></g>", style.c(Token::WoodInk));
    }
}
