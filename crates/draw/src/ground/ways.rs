//! Roads and tracks: a casing and an inside, all casings first so that ways join.

use super::Lay;
use crate::geometry::rounded;
use crate::style::{Style, Token, weight};
use crate::svg::{N, put};
use crate::view::View;
use table::Kind;

/// All roads and tracks.
pub(super) fn ways(out: &mut String, lays: &[Lay<'_>], view: &View, style: &Style) {
    // Below the second scale of drawing a road would hide more than it shows.
    let slim = if view.px_per_patch() < 14.0 { 0.62 } else { 1.0 };
    let ways: Vec<(String, (f64, f64), &Lay<'_>)> = lays
        .iter()
        .filter_map(|lay| {
            let weights = match lay.kind() {
                Kind::Track => weight::TRACK,
                Kind::Road => weight::ROAD,
                _ => return None,
            };
            Some((rounded(&lay.px, lay.width.is_none(), 3.0), weights, lay))
        })
        .collect();
    if ways.is_empty() {
        return;
    }
    out.push_str("<g class=\"ways\" fill=\"none\" stroke-linejoin=\"round\">");
    // Tracks first: a road runs through where a track only joins it.
    for tracks in [true, false] {
        let of = || ways.iter().filter(|(_, _, lay)| (lay.kind() == Kind::Track) == tracks);
        for (d, (outer, _), lay) in of() {
            let (ink, width) = (style.c(Token::RoadInk), if lay.width.is_some() { outer * slim } else { 2.2 });
            let class = if tracks { "track" } else { "road" };
            put!(*out, "<path class=\"{class}\" d=\"{d}\" stroke=\"{ink}\" stroke-width=\"{}\"/>", N(width));
        }
        for (d, (_, inner), lay) in of() {
            let paint = style.c(Token::Road);
            if lay.width.is_some() {
                put!(*out, "<path d=\"{d}\" stroke=\"{paint}\" stroke-width=\"{}\"/>", N(inner * slim));
            } else {
                put!(*out, "<path d=\"{d}\" fill=\"{paint}\"/>");
            }
        }
    }
    out.push_str("</g>");
}
