//! The ground: an engraving made from the scenario's shapes. Made once, stored by the caller as a [`Layer`]; trees,
//! hachures and houses depend on their places alone and never move between two views of a battle.

mod buildings;
mod fields;
mod heights;
mod names;
mod obstacles;
mod relief;
mod water;
mod ways;
mod woods;

use crate::Layer;
use crate::geometry::{Bounds, V, strip};
use crate::style::{Style, Token};
use crate::svg::{N, put};
use crate::view::{View, on_ground};
use table::{Feature, Ground, Kind, Shape};

pub(crate) use buildings::burning;
pub(crate) use names::{has_reconstructed, name_boxes};

/// A feature as the drawing modules use it.
pub(crate) struct Lay<'a> {
    pub feature: &'a Feature,
    /// Corners on the ground, in centimetres.
    pub ground: Vec<V>,
    /// Corners on the picture.
    pub px: Vec<V>,
    /// A line's width on the picture; `None` for an area.
    pub width: Option<f64>,
}

impl<'a> Lay<'a> {
    pub(crate) fn new(feature: &'a Feature, view: &View) -> Self {
        let (points, width) = match &feature.shape {
            Shape::Area(points) => (points, None),
            Shape::Line { points, width } => (points, Some(f64::from((*width).max(0)) * view.scale)),
        };
        let ground: Vec<V> = points.iter().copied().map(on_ground).collect();
        let px = ground.iter().map(|p| view.at(*p)).collect();
        Self { feature, ground, px, width }
    }

    pub(crate) fn kind(&self) -> Kind {
        self.feature.kind
    }

    /// Its corners as an area, on the ground and on the picture: a line becomes an area of its width.
    pub(crate) fn area(&self, view: &View) -> (Vec<V>, Vec<V>) {
        match self.width {
            None => (self.ground.clone(), self.px.clone()),
            Some(width) => {
                let ground = strip(&self.ground, width.max(6.0) / view.scale);
                let px = ground.iter().map(|p| view.at(*p)).collect();
                (ground, px)
            }
        }
    }

    /// Its corners as a line: an area becomes its closed outline.
    pub(crate) fn line(&self) -> Vec<V> {
        let mut line = self.px.clone();
        if self.width.is_none()
            && let Some(first) = self.px.first()
        {
            line.push(*first);
        }
        line
    }

    /// The middle line and the width of a long feature: a bridge, a ford.
    pub(crate) fn axis(&self) -> (Vec<V>, f64) {
        if let Some(width) = self.width {
            return (self.px.clone(), width);
        }
        let Some(bounds) = Bounds::of(&self.px) else { return (Vec::new(), 0.0) };
        let dir = crate::geometry::main_direction(&self.px);
        let centre = bounds.centre();
        let spread = |d: V| {
            self.px.iter().map(|p| (*p - centre).dot(d)).fold((0.0_f64, 0.0_f64), |(lo, hi), t| (lo.min(t), hi.max(t)))
        };
        let (from, to) = spread(dir);
        let (left, right) = spread(dir.right());
        (vec![centre + dir * from, centre + dir * to], right - left)
    }
}

/// The cells of a grid that is fixed on the ground, as far as they meet an area and the map.
pub(crate) struct Sown {
    /// Column and row, the same in every view.
    pub cell: (i64, i64),
    pub at: V,
}

/// One place in each cell of a grid over an area, moved off its middle by up to `loose` of a cell.
pub(crate) fn sown(ground: &[V], view: &View, cell_cm: f64, loose: f64, salt: u32) -> Vec<Sown> {
    let table = Bounds { min: V::default(), max: view.ground };
    let Some(area) = Bounds::of(ground).map(|b| b.common(table.grown(cell_cm))) else { return Vec::new() };
    if area.is_empty() {
        return Vec::new();
    }
    let range = |from: f64, to: f64| ((from / cell_cm).floor() as i64)..=((to / cell_cm).floor() as i64);
    let mut out = Vec::new();
    for j in range(area.min.y, area.max.y) {
        for i in range(area.min.x, area.max.x) {
            let off = |salt: u32| 0.5 + loose * (crate::geometry::chance(i, j, salt) - 0.5);
            let p = V { x: (i as f64 + off(salt)) * cell_cm, y: (j as f64 + off(salt ^ 0x5bd1)) * cell_cm };
            out.push(Sown { cell: (i, j), at: view.at(p) });
        }
    }
    out
}

/// All features of a ground, without troops, edge and frame. Names are drawn in the ground's own language.
#[must_use]
pub fn ground_layer(ground: &Ground, view: &View, style: &Style) -> Layer {
    let lays: Vec<Lay<'_>> = ground.features.iter().map(|f| Lay::new(f, view)).collect();
    let of = |kinds: &'static [Kind]| lays.iter().filter(move |lay| kinds.contains(&lay.kind()));
    let map = view.bounds();
    let mut out = String::with_capacity(64 * 1024);
    let clip = style.id("map");
    out.push_str("<defs>");
    put!(
        out,
        "<clipPath id=\"{clip}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>",
        N(map.min.x),
        N(map.min.y),
        N(map.size().x),
        N(map.size().y)
    );
    woods::define(&mut out, view, style);
    out.push_str("</defs>");
    put!(out, "<g class=\"ground\" clip-path=\"url(#{clip})\">");
    put!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
        N(map.min.x),
        N(map.min.y),
        N(map.size().x),
        N(map.size().y),
        style.c(Token::Paper)
    );
    relief::tints(&mut out, &lays, style);
    woods::floors(&mut out, &lays, view, style);
    fields::meadows(&mut out, &lays, view, style);
    relief::hachures(&mut out, &lays, view, style);
    fields::furrows(&mut out, &lays, view, style);
    fields::crops(&mut out, &lays, view, style);
    water::marshes(&mut out, &lays, view, style);
    obstacles::rough(&mut out, &lays, view, style);
    ways::ways(&mut out, &lays, view, style);
    water::waters(&mut out, &lays, style);
    for lay in of(&[Kind::Ford]) {
        water::ford(&mut out, lay, style);
    }
    for lay in of(&[Kind::Bridge]) {
        water::bridge(&mut out, lay, style);
    }
    relief::crests(&mut out, &lays, style);
    let names = names::boxes_of(&lays, view);
    woods::bushes(&mut out, &lays, &names, view, style);
    woods::trees(&mut out, &lays, &names, view, style);
    buildings::buildings(&mut out, &lays, view, style);
    obstacles::lines(&mut out, &lays, style);
    names::names(&mut out, &lays, view, style);
    out.push_str("</g>");
    Layer(out)
}
