//! Figures of the text of the rules that the battery uses to check a battle from positions alone. They are written out
//! here, not computed by the code that they check.

use crate::{MarieLouise, PAS};
use game::battery::invariants::{
    Cornered, Crossing, Fired, Invariants, Left, Nearness, Neighbour, Retreat, Sector, Shot, Whom,
};
use game::{Card, RuleId};
use std::sync::Arc;
use table::{Angle, Cm, Kind, Piece, Terrain};

/// Enemies farther away do not count for a unit that falls back or routs (ML-GAP-17, ML-GAP-18).
const HORIZON: Cm = 24 * PAS;

/// Tolerance of the bearing of a recoil, which goes straight: bearings of short moves are rounded.
const DEGREES: Angle = 300;

impl MarieLouise {
    /// The invariants that the battery checks. Duties are left out, since this text has none: an order that is not
    /// carried out lapses (ML-3.1).
    pub(crate) fn watched(&self) -> Invariants {
        let terrain = Arc::new(self.terrain.clone());
        let ground = Arc::clone(&terrain);
        Invariants {
            terrain: Some(terrain),
            counts: Some(stands),
            bars: Some(bars),
            footing: Some(lead_alone),
            near: &[Nearness { note: "stopped_near_enemy", to: Whom::Named("by"), within: 2 * PAS }],
            retreats: &[
                Retreat { rule: "ML-3.1c", horizon: HORIZON, from_one: None },
                Retreat { rule: "ML-5.2v", horizon: HORIZON, from_one: None },
                Retreat { rule: "ML-8.3n", horizon: HORIZON, from_one: Some(DEGREES) },
            ],
            feared: Some(|card| !marked(card, "routing")),
            cornered: &[Cornered {
                rule: "ML-5.2w",
                why: "",
                excused: |card| marked(card, "routing"),
                reach: flight,
                from: Left::Nearest,
                spread: 9_000,
                horizon: HORIZON,
                berth: 0,
                barred_by: |_| false,
                closed: |card, kind| kind == Kind::Impassable || kind == Kind::Forest && card.arm == "cavalry",
            }],
            longest: Some(longest),
            shots: vec![Shot {
                told: Fired::Noted("hit", "by"),
                reach: Arc::new(move |_, card| range(card).filter(|_| !in_a_house(&ground, card))),
                hides,
                screens: |_| false,
                seen_in: &["moment_c"],
                judged_in: None,
            }],
            neighbours: &[
                Neighbour { rule: "ML-5.2m", enemies: false, within: |_| 5 * PAS, or_nobody: false, stood: false },
                Neighbour { rule: "ML-5.2n", enemies: false, within: |_| 5 * PAS, or_nobody: false, stood: false },
                // The base of an attached general touches the unit.
                Neighbour { rule: "ML-5.2q", enemies: false, within: |_| PAS, or_nobody: false, stood: false },
                // No weapon reaches farther; an attacker in melee is closer. It may be destroyed by a fire of the same
                // instant.
                Neighbour { rule: "ML-5.2k", enemies: true, within: |_| 21 * PAS, or_nobody: false, stood: true },
                Neighbour { rule: "ML-5.2a", enemies: false, within: |_| 12 * PAS, or_nobody: false, stood: true },
            ],
            ..Invariants::default()
        }
    }
}

fn mark<'a>(card: &'a Card, name: &str) -> &'a str {
    card.marks.iter().find(|(mark, _)| **mark == name).map_or("", |(_, value)| value.as_str())
}

fn marked(card: &Card, marker: &str) -> bool {
    mark(card, "marker") == marker
}

fn by(rules: &[RuleId], id: &str) -> bool {
    rules.iter().any(|rule| rule.as_str() == id)
}

/// Generals block nobody, and abandoned guns are no unit (ML-GAP-49, ML-GAP-68).
fn stands(card: &Card) -> bool {
    card.arm != "general" && mark(card, "guns").is_empty()
}

/// The lead element (TdC): no TdC overlaps another (ML-GAP-11).
fn lead_alone(card: &Card) -> Vec<Piece> {
    card.pieces.iter().filter(|piece| piece.lead).copied().collect()
}

/// Enemy elements block a path; of skirmishers only the TdC (ML-6.2b, ML-6.2c). A recoil is blocked only by another TdC
/// (ML-8.3o). A charge moves up to its target and a winner takes the loser's place, whatever stands near (ML-8.1a,
/// ML-8.4b).
fn bars(crossing: &Crossing<'_>) -> bool {
    let Crossing { mover, rules, other, piece, nearest } = crossing;
    let recoils = by(rules, "ML-8.3n");
    let upon = by(rules, "ML-8.4b") || *nearest && ["ML-8.1a", "ML-8.4c", "ML-8.3n"].iter().any(|id| by(rules, id));
    let gives_way = !piece.lead && (recoils || mark(other, "formation") == "skirmish");
    mover.side != other.side && !upon && !gives_way
}

/// The least length of a rout move: 12 pas for infantry, for cavalry and limbered guns by their rows (ML-GAP-18).
fn flight(card: &Card) -> Option<Cm> {
    (card.arm == "infantry").then_some(12 * PAS)
}

/// The longest move of a unit in a turn on the best ground (ML-6a); charges, pursuits, recoils and routs have a bonus
/// of dice or a length of their own.
fn longest(card: &Card, rules: &[RuleId]) -> Option<Cm> {
    let own = ["ML-3.1c", "ML-5.2v", "ML-8.1a", "ML-8.3n", "ML-8.4b", "ML-8.4c", "ML-GAP-34", "ML-8.7c", "ML-GAP-79"];
    if own.iter().any(|id| by(rules, id)) {
        return None;
    }
    let pas = match (card.arm.as_str(), mark(card, "formation")) {
        ("general", _) => return None,
        ("infantry", "line" | "square" | "solid_square") => 8,
        ("infantry", "attack_column") => 10,
        ("infantry", _) => 12,
        ("artillery", _) => 20,
        _ => 24,
    };
    Some(pas * PAS)
}

/// Range and arc: muskets and rifles 6 pas to the front, guns 21 pas in the front quarter; squares fire in all
/// directions; units in a building fire from its walls (ML-7.2d, ML-7.3a, ML-7.3b, ML-GAP-43).
fn range(card: &Card) -> Option<(Cm, Sector)> {
    match (card.arm.as_str(), mark(card, "formation")) {
        (_, "no_formation" | "bastion") => None,
        ("artillery", _) => Some((21 * PAS, Sector::Quarter)),
        (_, "square" | "solid_square") => Some((6 * PAS, Sector::AllRound)),
        _ => Some((6 * PAS, Sector::Half)),
    }
}

/// Whether a unit stands in a building; after a melee its garrison may be in disorder there (ML-GAP-43).
fn in_a_house(ground: &Terrain, card: &Card) -> bool {
    let building = |kind| matches!(kind, Kind::WoodenBuilding | Kind::MasonryBuilding);
    let stands = |piece: &Piece| ground.at(piece.pose.at).any(|feature| ground.kind(feature).is_some_and(building));
    mark(card, "formation") == "disorder" && card.pieces.iter().filter(|piece| piece.lead).any(stands)
}

/// Woods and buildings block sight (ML-GAP-13).
const fn hides(kind: Kind) -> bool {
    matches!(kind, Kind::Forest | Kind::WoodenBuilding | Kind::MasonryBuilding)
}
