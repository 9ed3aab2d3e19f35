//! The troops. A block is its true footprint; the positions of the elements show the formation, never an icon.

mod block;

use crate::document::Names;
use crate::geometry::{Bounds, V, v};
use crate::ground::name_boxes;
use crate::labels::{self, Arm, Shown, State};
use crate::nations::{self, Look};
use crate::overlay::overlay_boxes;
use crate::plates::{Crowd, Plate};
use crate::states;
use crate::style::{SERIF, Style, Token};
use crate::svg::{Esc, N, put, shortened, text_width};
use crate::view::View;
use crate::{Layer, Options};
use game::{Card, Picture, Side, UnitId};
use std::collections::BTreeMap;
use table::{Ground, Piece};
use words::Words;

/// How much of a unit is drawn, by the pixels of a patch of ground.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Detail {
    /// Block and triangle.
    Block,
    /// Elements and cockade.
    Elements,
    /// Figures and plates.
    Figures,
    /// Figures in two ranks.
    Ranks,
}

impl Detail {
    pub(crate) fn of(view: &View) -> Self {
        match view.px_per_patch() {
            px if px < 14.0 => Self::Block,
            px if px < 24.0 => Self::Elements,
            px if px < 36.0 => Self::Figures,
            _ => Self::Ranks,
        }
    }
}

/// One unit, ready to be drawn.
pub(crate) struct Drawn<'a> {
    pub id: UnitId,
    pub card: &'a Card,
    pub arm: Arm,
    pub look: Look,
    pub shown: Shown,
    /// Its pieces on the picture: centre, direction of the front, half front, half depth.
    pub pieces: Vec<Placed>,
}

/// A piece on the picture.
#[derive(Clone, Copy)]
pub(crate) struct Placed {
    pub at: V,
    pub ahead: V,
    pub turn: f64,
    pub front: f64,
    pub depth: f64,
}

impl Placed {
    pub(crate) fn of(piece: &Piece, view: &View) -> Self {
        Self {
            at: view.point(piece.pose.at),
            ahead: view.direction(piece.pose.facing),
            turn: view.turn(piece.pose.facing),
            front: f64::from(piece.front.max(0)) * view.scale,
            depth: f64::from(piece.depth.max(0)) * view.scale,
        }
    }

    pub(crate) fn corners(&self) -> [V; 4] {
        let (f, r) = (self.ahead * (self.depth / 2.0), self.ahead.right() * (self.front / 2.0));
        [self.at + f - r, self.at + f + r, self.at - f + r, self.at - f - r]
    }

    pub(crate) fn bounds(&self) -> Bounds {
        Bounds::of(&self.corners()).unwrap_or(Bounds { min: self.at, max: self.at })
    }
}

impl Drawn<'_> {
    /// The extent of the unit from the middle of its pieces in a direction.
    pub(crate) fn reach(&self, from: V, direction: V) -> f64 {
        self.pieces.iter().flat_map(|p| p.corners()).map(|c| (c - from).dot(direction)).fold(0.0, f64::max)
    }

    pub(crate) fn middle(&self) -> V {
        let all: Vec<V> = self.pieces.iter().flat_map(|p| p.corners()).collect();
        Bounds::of(&all).map_or_else(V::default, Bounds::centre)
    }

    pub(crate) fn ahead(&self) -> V {
        self.pieces.first().map_or(v(0.0, -1.0), |p| p.ahead)
    }
}

/// The nation whose cockade each side wears: the one given, else that of most of its generals, else of most units.
fn leading(picture: &Picture, options: &Options) -> [Look; 2] {
    Side::BOTH.map(|side| {
        if let Some(nation) = options.leading.get(side.index()).and_then(Option::as_ref) {
            return nations::look(nation.as_str());
        }
        let mut votes: BTreeMap<&str, u32> = BTreeMap::new();
        for card in picture.units.values().filter(|card| card.side == side) {
            *votes.entry(card.nation.as_str()).or_default() += if labels::arm(card) == Arm::General { 10 } else { 1 };
        }
        let mut best = ("", 0);
        for (nation, count) in votes {
            if count > best.1 {
                best = (nation, count);
            }
        }
        nations::look(best.0)
    })
}

/// All troops in view, with their plates and states; plates avoid the names on the ground.
#[must_use]
pub fn units_layer(picture: &Picture, ground: &Ground, view: &View, options: &Options) -> Layer {
    let style = &options.style;
    let detail = Detail::of(view);
    let cockades = leading(picture, options);
    let map = view.bounds();
    let words = Words::under(options.lang, options.ruleset);
    let mut drawn: Vec<Drawn<'_>> = picture
        .units
        .iter()
        .filter(|(_, card)| !card.pieces.is_empty())
        .map(|(id, card)| Drawn {
            id: *id,
            card,
            arm: labels::arm(card),
            look: nations::look(card.nation.as_str()),
            shown: Shown::of(card, &words, options),
            pieces: card.pieces.iter().map(|piece| Placed::of(piece, view)).collect(),
        })
        .filter(|d| d.pieces.iter().any(|p| p.bounds().grown(20.0).meets(map.grown(1.0))))
        .collect();
    // Generals over troops, the chosen unit over all.
    drawn.sort_by_key(|d| (options.chosen == Some(d.id), d.arm == Arm::General, d.id));

    let mut out = String::with_capacity(drawn.len() * 900);
    define(&mut out, &drawn, style);
    out.push_str("<g class=\"units\">");
    for d in &drawn {
        let cockade = cockades.get(d.card.side.index()).unwrap_or(&d.look).cockade;
        let class = match d.arm {
            Arm::Foot => "foot",
            Arm::Horse => "horse",
            Arm::Guns => "guns",
            Arm::General => "general",
        };
        let chosen = options.chosen == Some(d.id);
        put!(
            out,
            "<g class=\"unit {class}{}\" data-unit=\"{}\"><title>{}</title>",
            if chosen { " chosen" } else { "" },
            d.id.0,
            Esc(&d.shown.label)
        );
        match d.arm {
            Arm::General => general(&mut out, d, detail, style),
            _ => block::unit(&mut out, d, cockade, detail, style),
        }
        if chosen {
            selection(&mut out, d, style);
        }
        out.push_str("</g>");
    }
    out.push_str("</g>");
    let names = name_boxes(ground, view);
    signs(&mut out, &drawn, &names, view, detail, options);
    Layer(out)
}

/// The patterns of the coats in the picture.
fn define(out: &mut String, drawn: &[Drawn<'_>], style: &Style) {
    let mut used: BTreeMap<&'static str, Look> = BTreeMap::new();
    for d in drawn {
        if let Some(name) = d.look.pattern() {
            used.entry(name).or_insert(d.look);
        }
    }
    out.push_str("<defs>");
    for (name, look) in used {
        look.define(out, &style.id(name));
    }
    out.push_str("</defs>");
}

/// Half the width of a general's base.
fn base(detail: Detail) -> f64 {
    match detail {
        Detail::Block => 8.0,
        Detail::Elements => 11.0,
        Detail::Figures | Detail::Ranks => 14.0,
    }
}

/// A general: a round base ringed with the coat, a hat, dots of rank.
fn general(out: &mut String, d: &Drawn<'_>, detail: Detail, style: &Style) {
    let Some(at) = d.pieces.first().map(|p| p.at) else { return };
    let k = base(detail) / 14.0;
    let (key, ground) = (style.c(Token::Key), style.c(Token::Base));
    put!(*out, "<g transform=\"translate({} {}) scale({:.2})\">", N(at.x), N(at.y), k);
    put!(
        *out,
        "<circle r=\"14\" fill=\"{ground}\" stroke=\"{key}\"/><circle class=\"ring\" r=\"12.2\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.6\"/>",
        d.look.coat
    );
    put!(
        *out,
        "<path class=\"hat\" d=\"M-9.2 2.6c1.8-4.2 5-8.6 9.2-8.6s7.4 4.4 9.2 8.6c-3.9-1.9-14.5-1.9-18.4 0z\" fill=\"{key}\"/>"
    );
    let rank = d.shown.rank();
    let first = -2.2 * (f64::from(rank) - 1.0);
    for i in 0..rank {
        put!(
            *out,
            "<circle class=\"rank\" cx=\"{}\" cy=\"6.6\" r=\"1.6\" fill=\"{key}\"/>",
            N(first + 4.4 * f64::from(i))
        );
    }
    out.push_str("</g>");
}

/// The frame of the chosen unit: around each piece if they stand apart, else around the whole.
fn selection(out: &mut String, d: &Drawn<'_>, style: &Style) {
    let act = style.c(Token::Act);
    if d.arm == Arm::General {
        if let Some(p) = d.pieces.first() {
            put!(
                *out,
                "<circle class=\"selection\" cx=\"{}\" cy=\"{}\" r=\"18\" fill=\"none\" stroke=\"{act}\" stroke-width=\"2.4\"/>",
                N(p.at.x),
                N(p.at.y)
            );
        }
        return;
    }
    let Some(lead) = d.pieces.first() else { return };
    let (ahead, right) = (lead.ahead, lead.ahead.right());
    let all: Vec<V> = d.pieces.iter().flat_map(|p| p.corners()).collect();
    let spread = |axis: V| {
        all.iter()
            .map(|c| (*c - lead.at).dot(axis))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), t| (lo.min(t), hi.max(t)))
    };
    let ((back, front), (left, side)) = (spread(ahead), spread(right));
    put!(
        *out,
        "<rect class=\"selection\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"none\" stroke=\"{act}\" stroke-width=\"2.4\" transform=\"translate({} {}) rotate({})\"/>",
        N(left - 5.0),
        N(-front - 5.0),
        N(side - left + 10.0),
        N(front - back + 10.0),
        N(lead.at.x),
        N(lead.at.y),
        N(lead.turn)
    );
}

/// States beside the flanks, names of generals, plates: in this order, each avoiding what is there.
fn signs(out: &mut String, drawn: &[Drawn<'_>], names: &[Bounds], view: &View, detail: Detail, options: &Options) {
    let mut crowd = Crowd::new(view.bounds());
    for name in names {
        crowd.take(*name);
    }
    for written in overlay_boxes(&options.overlays, view, options) {
        crowd.take(written);
    }
    for d in drawn {
        match d.arm {
            Arm::General => {
                if let Some(p) = d.pieces.first() {
                    crowd.take(Bounds::around(p.at, base(detail) * 2.0, base(detail) * 2.0));
                }
            }
            _ => {
                for p in &d.pieces {
                    crowd.take(p.bounds().grown(1.0));
                }
                if let Some(lead) = d.pieces.first() {
                    crowd.take(Bounds::around(lead.at + lead.ahead * (lead.depth / 2.0 + 5.0), 8.0, 8.0));
                }
            }
        }
    }
    let small = if detail == Detail::Block {
        0.6
    } else if detail == Detail::Elements {
        0.8
    } else {
        1.0
    };
    out.push_str("<g class=\"states\">");
    for d in drawn {
        for (i, state) in d.shown.states().into_iter().enumerate() {
            beside(out, &mut crowd, d, state, i, small);
        }
    }
    out.push_str("</g>");

    let plates = match options.names {
        Names::ByScale => detail >= Detail::Figures,
        Names::Always => true,
        Names::Never => false,
    };
    out.push_str("<g class=\"plates\">");
    if options.names != Names::Never && (plates || detail == Detail::Elements) {
        for d in drawn.iter().filter(|d| d.arm == Arm::General) {
            general_name(out, &mut crowd, d, base(detail), options);
        }
    }
    if plates {
        let mut order: Vec<&Drawn<'_>> = drawn.iter().filter(|d| d.arm != Arm::General).collect();
        let enemy = distances(&order);
        let mut keyed: Vec<(bool, bool, i64, &Drawn<'_>)> = order
            .drain(..)
            .zip(enemy)
            .map(|(d, far)| (options.chosen != Some(d.id), options.viewer.is_some_and(|s| s != d.card.side), far, d))
            .collect();
        keyed.sort_by_key(|(other, foe, far, d)| (*other, *foe, *far, d.id));
        for (_, _, _, d) in keyed {
            let plate = Plate::of(d, options.chosen == Some(d.id));
            if let Some(place) = crowd.behind(d, plate.size()) {
                plate.draw(out, place, &options.style);
            }
        }
    }
    out.push_str("</g>");
}

/// The distance of each unit's nearest enemy, in pixels.
fn distances(units: &[&Drawn<'_>]) -> Vec<i64> {
    let places: Vec<(Side, V)> = units.iter().map(|d| (d.card.side, d.middle())).collect();
    places
        .iter()
        .map(|(side, at)| {
            let nearest =
                places.iter().filter(|(s, _)| s != side).map(|(_, p)| (*p - *at).dot(*p - *at)).fold(1e12, f64::min);
            nearest.sqrt() as i64
        })
        .collect()
}

/// A state beside the freer flank; never left out.
fn beside(out: &mut String, crowd: &mut Crowd, d: &Drawn<'_>, state: State, nth: usize, small: f64) {
    let middle = d.middle();
    let right = d.ahead().right();
    let size = states::SIGN * small;
    let side = |sign: f64| {
        let way = right * sign;
        middle + way * (d.reach(middle, way) + size * 0.75 + nth as f64 * (size + 2.0))
    };
    let behind = middle - d.ahead() * (d.reach(middle, d.ahead() * -1.0) + size * 0.8);
    let places = [side(1.0), side(-1.0), behind + right * size, behind - right * size];
    let boxed = |p: &V| Bounds::around(*p, size, size);
    let at = places.iter().find(|p| crowd.is_free(boxed(p))).copied().unwrap_or(places[0]);
    crowd.take(boxed(&at));
    states::state(out, state, at, small);
}

/// A general's name in italic, with the order of the command if it has one.
fn general_name(out: &mut String, crowd: &mut Crowd, d: &Drawn<'_>, base: f64, options: &Options) {
    let style = &options.style;
    let Some(at) = d.pieces.first().map(|p| p.at) else { return };
    let name = shortened(&d.shown.called, 24);
    let order = &d.shown.order;
    let chip = if order.is_some() { states::CHIP + 5.0 } else { 0.0 };
    let size = v(text_width(&name) * 13.0 + 2.0 + chip, 17.0);
    let gap = base + 5.0;
    let places = [
        at + v(gap + size.x / 2.0, 0.0),
        at + v(0.0, gap + size.y / 2.0 - 2.0),
        at - v(gap + size.x / 2.0, 0.0),
        at - v(0.0, gap + size.y / 2.0 - 2.0),
    ];
    let boxed = |p: V| Bounds::around(p, size.x, size.y);
    let Some(place) = places.into_iter().find(|p| crowd.is_free(boxed(*p))) else { return };
    crowd.take(boxed(place));
    let left = place.x - size.x / 2.0;
    put!(*out, "<g class=\"plate general-name\">");
    if let Some(order) = order {
        states::chip(out, order, v(left, place.y - states::CHIP / 2.0), style);
    }
    // Anchored on the side of the base, so that a font of another width still stays close to it.
    let (x, anchor) = if place.x < at.x - 1.0 {
        (place.x + size.x / 2.0, "end")
    } else if place.x > at.x + 1.0 {
        (left + chip, "start")
    } else {
        (place.x + chip / 2.0, "middle")
    };
    put!(
        *out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" font-family=\"{SERIF}\" font-style=\"italic\" font-size=\"14\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text></g>",
        N(x),
        N(place.y + 5.0),
        style.c(Token::Ink),
        style.c(Token::Paper),
        Esc(&name)
    );
}
