//! Villages, single buildings, strongpoints, and fire in them.

use super::{Lay, sown};
use crate::geometry::{Bounds, V, chance, inside, main_direction, pole, rounded, to_outline, turning, v};
use crate::style::{Style, Token};
use crate::svg::{N, put};
use crate::view::View;
use table::{Ground, Kind};

/// The size in square pixels above which a building is a village: an area with houses in it.
const VILLAGE: f64 = 3_000.0;

fn is_building(kind: Kind) -> bool {
    matches!(kind, Kind::WoodenBuilding | Kind::MasonryBuilding)
}

pub(super) fn buildings(out: &mut String, lays: &[Lay<'_>], view: &View, style: &Style) {
    for lay in lays.iter().filter(|lay| is_building(lay.kind())) {
        let (ground, px) = lay.area(view);
        let masonry = lay.kind() == Kind::MasonryBuilding;
        put!(*out, "<g class=\"{}\">", if masonry { "masonry" } else { "wooden" });
        let outline = rounded(&px, true, 0.0);
        let (ink, build) = (style.c(Token::Ink), style.c(Token::Build));
        if turning(&px).abs() / 2.0 > VILLAGE {
            let broken = if lay.feature.strongpoint { "" } else { " stroke-dasharray=\"5 3\"" };
            let (line, weight) = if lay.feature.strongpoint { (ink, "1.3") } else { (build, ".9") };
            put!(
                *out,
                "<path d=\"{outline}\" fill=\"{build}\" fill-opacity=\".1\" stroke=\"{line}\" stroke-width=\"{weight}\"{broken}/>"
            );
            houses(out, &ground, &px, masonry, view, style);
        } else {
            let shade = v(1.4, 1.4);
            let moved: Vec<V> = px.iter().map(|p| *p + shade).collect();
            put!(*out, "<path d=\"{}\" fill=\"{ink}\" fill-opacity=\".4\"/>", rounded(&moved, true, 0.0));
            put!(
                *out,
                "<path d=\"{outline}\" fill=\"{build}\" stroke=\"{ink}\" stroke-width=\"{}\"/>",
                if lay.feature.strongpoint { "1.4" } else { ".7" }
            );
            roof(out, &px, style);
        }
        if lay.feature.strongpoint {
            corners(out, &px, style);
        }
        out.push_str("</g>");
    }
}

/// The ridge of a roof, along the building.
fn roof(out: &mut String, px: &[V], style: &Style) {
    let Some(bounds) = Bounds::of(px) else { return };
    let dir = main_direction(px);
    let (middle, _) = pole(px);
    let spans = super::fields::within(px, middle, dir);
    let ridge = spans.iter().find(|(from, to)| *from <= 0.0 && *to >= 0.0);
    if let Some((from, to)) = ridge
        && bounds.size().len() > 7.0
    {
        let (a, b) = (middle + dir * *from, middle + dir * *to);
        put!(
            *out,
            "<path d=\"M{} {}L{} {}\" stroke=\"{}\" stroke-width=\".6\" stroke-opacity=\".6\"/>",
            N(a.x),
            N(a.y),
            N(b.x),
            N(b.y),
            style.c(Token::Ink)
        );
    }
}

/// A strongpoint has its corners marked.
fn corners(out: &mut String, px: &[V], style: &Style) {
    if px.len() > 12 {
        return;
    }
    let mut d = String::new();
    for p in px {
        put!(d, "M{} {}h4v4h-4z", N(p.x - 2.0), N(p.y - 2.0));
    }
    put!(*out, "<path class=\"strongpoint\" d=\"{d}\" fill=\"{}\"/>", style.c(Token::Ink));
}

/// The houses of a village, along its longest side; a church in one of masonry.
fn houses(out: &mut String, ground: &[V], px: &[V], masonry: bool, view: &View, style: &Style) {
    let cell = view.grid(17.0);
    let dir = main_direction(px);
    let turn = libm::atan2(dir.y, dir.x).to_degrees();
    let (ink, build) = (style.c(Token::Ink), style.c(Token::Build));
    let (middle, room) = pole(px);
    let church = masonry && room > 12.0;
    put!(*out, "<g class=\"houses\" fill=\"{build}\" stroke=\"{ink}\" stroke-width=\".7\">");
    for sown in sown(ground, view, cell, 0.3, 137) {
        let (i, j) = sown.cell;
        let (w, h) = (8.0 + 5.0 * chance(i, j, 139), 6.5 + 3.0 * chance(i, j, 149));
        let (w, h) = if chance(i, j, 151) < 0.25 { (h, w) } else { (w, h) };
        let half = (w * w + h * h).sqrt() / 2.0;
        let by_church = church && (sown.at - middle).len() < 17.0;
        if !inside(px, sown.at) || to_outline(px, sown.at) < half || by_church || chance(i, j, 157) < 0.12 {
            continue;
        }
        put!(
            *out,
            "<g transform=\"translate({} {}) rotate({})\"><path d=\"M{} {}h{}v{}\" fill=\"none\" stroke-width=\"1.8\" stroke-opacity=\".5\"/>",
            N(sown.at.x),
            N(sown.at.y),
            N(turn),
            N(1.2 - w / 2.0),
            N(h / 2.0 + 1.2),
            N(w),
            N(-h)
        );
        put!(*out, "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", N(-w / 2.0), N(-h / 2.0), N(w), N(h));
        put!(*out, "<path d=\"M{} 0h{}\" stroke-width=\".6\" stroke-opacity=\".6\"/></g>", N(-w / 2.0), N(w));
    }
    if church {
        put!(
            *out,
            "<path class=\"church\" transform=\"translate({} {}) rotate({})\" d=\"M-11-3.5h8v-5h6v5h8v7h-8v5h-6v-5h-8z\"/>",
            N(middle.x),
            N(middle.y),
            N(turn)
        );
    }
    out.push_str("</g>");
}

/// Flames over a site that burns.
pub(crate) fn burning(out: &mut String, ground: &Ground, site: u16, view: &View, style: &Style) {
    let Some(feature) = ground.features.get(usize::from(site)) else { return };
    let lay = Lay::new(feature, view);
    let (area, px) = lay.area(view);
    let (middle, _) = pole(&px);
    let mut flames: Vec<V> = sown(&area, view, view.grid(26.0), 0.5, 163)
        .into_iter()
        .map(|s| s.at)
        .filter(|p| inside(&px, *p) && to_outline(&px, *p) > 7.0)
        .take(40)
        .collect();
    if flames.is_empty() {
        flames.push(middle);
    }
    put!(
        *out,
        "<g class=\"burning\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.2\" stroke-linejoin=\"round\" paint-order=\"stroke\">",
        style.c(Token::Fire),
        style.c(Token::Sheet)
    );
    for p in flames {
        put!(
            *out,
            "<path d=\"M{} {}c-4.6 0-6.2-3.8-4.2-7c.6 1.6 1.4 2 2.2 2c-1-3.4.6-6.6 3.4-8.6c-.4 2.8 1 3.8 2.2 5.6c.4-.8.4-1.6.2-2.4c2.6 3.4 2.4 10.4-3.8 10.4z\"/>",
            N(p.x),
            N(p.y + 5.0)
        );
    }
    out.push_str("</g>");
}
