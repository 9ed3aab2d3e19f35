//! Figures from the text with which the battery checks a battle by positions alone. Nothing here is computed by the
//! rules that it checks.

use crate::{TroisCouleurs, UD};
use game::battery::invariants::{Cornered, Crossing, Fired, Invariants, Left, Nearness, Retreat, Sector, Shot, Whom};
use game::{Card, RuleId};
use std::sync::Arc;
use table::{Cm, Kind};

/// The depth of the longest column, in UD.
const SWING: Cm = 6;

/// A unit gives way to an enemy at any distance.
const ANYWHERE: Cm = 60 * UD;

impl TroisCouleurs {
    /// The limits that the battery checks. Neighbours are not checked, since no modifier of a test names the unit, and
    /// there are no duties: an order that cannot be carried out is void (L3C-GAP-A45).
    pub(crate) fn watched(&self) -> Invariants {
        Invariants {
            terrain: Some(Arc::clone(&self.terrain)),
            counts: Some(|card| card.arm != "general"),
            bars: Some(bars),
            footing: Some(|card| card.pieces.iter().filter(|_| !housed(card)).copied().collect()),
            may_share: Some(may_share),
            in_parts: true,
            jumps: true,
            // At the latest at its tactical distance from an enemy; that of guns is the longest (L3C-GEN-23,
            // L3C-INT-12).
            near: &[Nearness { note: "met", to: Whom::Enemy, within: 6 * UD }],
            retreats: &[
                // A unit that goes back to rally does not leave an enemy (L3C-RAL-03).
                Retreat { rule: "L3C-RAL-03", horizon: -1, from_one: None },
                // A unit that steps back as a safeguard may be a mere marker to the enemy: it is reported twice, in two
                // sizes (L3C-GAP-B17).
                Retreat { rule: "L3C-SAU-01", horizon: -1, from_one: None },
                // Straight away from the cause, bent by at most 30 degrees (L3C-GAP-A54).
                Retreat { rule: "L3C-GAP-A54", horizon: ANYWHERE, from_one: Some(3_500) },
            ],
            cornered: &[Cornered {
                rule: "L3C-GAP-A54",
                why: "surrendered",
                excused: |_| false,
                reach: |card| Some(if card.arm == "cavalry" { 2 * UD } else { UD }),
                from: Left::Any,
                spread: 0,
                horizon: -1,
                berth: 0,
                barred_by: |_| true,
                closed: |_, kind| !matches!(kind, Kind::Road | Kind::Track | Kind::Meadow | Kind::Hill),
            }],
            longest: Some(longest),
            stride: Some(back),
            shots: vec![Shot {
                told: Fired::Tested("fire"),
                reach: Arc::new(|_, card| range(card)),
                hides: |kind| matches!(kind, Kind::Forest | Kind::WoodenBuilding | Kind::MasonryBuilding),
                screens: |_| false,
                seen_in: &[],
                judged_in: None,
            }],
            ..Invariants::default()
        }
    }
}

fn mark<'a>(card: &'a Card, name: &str) -> &'a str {
    card.marks.iter().find(|(mark, _)| **mark == name).map_or("", |(_, value)| value.as_str())
}

fn formation(card: &Card) -> &str {
    mark(card, "formation")
}

fn by(rules: &[RuleId], ids: &[&str]) -> bool {
    rules.iter().any(|rule| ids.contains(&rule.as_str()))
}

/// Whether a unit holds houses, and so has no place of its own.
fn housed(card: &Card) -> bool {
    formation(card) == "garrison" || !mark(card, "garrison").is_empty() || !mark(card, "inside").is_empty()
}

/// Whether an enemy bars the move: it bars every move, window by window, since contact is made in front of it and only
/// a winner passes through it (L3C-MVT-22, L3C-CAC-08, L3C-GAP-A56).
fn bars(crossing: &Crossing<'_>) -> bool {
    let Crossing { mover, rules, other, .. } = crossing;
    mover.side != other.side && by(rules, &["L3C-INT-16", "L3C-SIM-13", "L3C-GAP-A23"])
}

/// Whether two friends may overlap: skirmishers and guns may be passed through, march columns on a road (L3C-GAP-A34).
fn may_share(one: &Card, two: &Card) -> bool {
    let passed = |card: &Card| matches!(formation(card), "skirmish" | "deployed" | "march_column" | "limbered");
    one.side == two.side && (passed(one) || passed(two))
}

/// The longest move in fractions: at the charge, for guards, with a general, a further point and a road (L3C-GAP-A01,
/// L3C-MVT-11, L3C-MVT-30, L3C-CHEF-11).
fn longest(card: &Card, rules: &[RuleId]) -> Option<Cm> {
    if !by(rules, &["L3C-INT-16"]) {
        return None;
    }
    let ud = match (card.arm.as_str(), formation(card)) {
        ("infantry", "square") => 1 + 3,
        ("infantry", "line" | "ad_hoc") => 4 + 4,
        ("infantry", _) => 6 + 4,
        _ => 9 + 5,
    };
    Some(ud * UD)
}

/// The longest way back: 4 UD in rout, 8 for cavalry, and up to 6 more where friends stand (L3C-RAL-15, L3C-GAP-A54).
fn back(card: &Card, rules: &[RuleId]) -> Option<Cm> {
    let ud = match card.arm.as_str() {
        "infantry" => 4,
        // A general rides at the front of a unit of any arm, which swings round by its depth when it turns about.
        "general" => 8 + SWING,
        _ => 8,
    };
    (by(rules, &["L3C-GAP-A54"]) && !by(rules, &["L3C-RAL-03"])).then_some((ud + 6) * UD)
}

/// Ranges: rifles 4 UD, dragoons' muskets 3, the heaviest guns 16; 30 degrees to either side, skirmishers straight in
/// front, squares all round (L3C-GAP-B04, L3C-FEU-25, L3C-FEU-39, L3C-TIR-25).
fn range(card: &Card) -> Option<(Cm, Sector)> {
    let side = match formation(card) {
        "square" => 18_000,
        "skirmish" => 9_000,
        _ => 3_000,
    };
    let ud = match card.arm.as_str() {
        "infantry" => 4,
        "cavalry" => 3,
        _ => 16,
    };
    Some((ud * UD, Sector::Fan(side)))
}
