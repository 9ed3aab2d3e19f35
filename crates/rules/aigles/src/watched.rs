//! Figures from the text with which the battery checks a battle by positions alone. Nothing here is computed by the
//! rules that it checks. Units stand between whole centimetres of the ground, while events report the nearest ones.
//! That is less than a hundredth of a millimetre on the table, and all measurements have a tolerance of a quarter of a
//! millimetre for it.

use crate::{CM, LesAigles};
use game::battery::invariants::{Cornered, Crossing, Fired, Invariants, Left, Retreat, Sector, Shot};
use game::{Card, RuleId};
use std::sync::Arc;
use table::{Cm, Kind};

impl LesAigles {
    /// The limits that the battery checks. Not checked: neighbours, since no modifier of a test names the unit;
    /// nearness, since the unit that stopped a march moves in the same quarter (LA-GAP-62) and nothing else is reported
    /// as near; duties, since an order binds no unit to a number of actions.
    pub(crate) fn watched(&self) -> Invariants {
        Invariants {
            terrain: Some(Arc::new(self.terrain.clone())),
            counts: Some(stands),
            bars: Some(bars),
            footing: Some(|card| card.pieces.iter().filter(|_| formation(card) != "garrison").copied().collect()),
            may_share: Some(may_share),
            in_parts: true,
            // A recoiling unit goes 3 cm straight back from the unit that it fought (LA-GAP-22, LA-GAP-49), whose
            // middle may lie on any side if its line is long: the check is only that it does not come nearer.
            retreats: &[Retreat { rule: "LA-GAP-22", horizon: 4 * CM, from_one: Some(18_000) }],
            cornered: &[Cornered {
                rule: "LA-GAP-63",
                why: "taken",
                excused: |_| false,
                // A quarter of an evasion (LA-ESQ-04), within 90 degrees of its way (LA-GAP-63).
                reach: |_| Some(11 * CM / 2),
                from: Left::Any,
                spread: 0,
                horizon: -1,
                berth: CM,
                barred_by: |card| matches!(formation(card), "hollow_square" | "solid_square"),
                closed: |_, kind| !matches!(kind, Kind::Road | Kind::Track | Kind::Meadow | Kind::Hill),
            }],
            longest: Some(longest),
            on_trial: &[],
            shots: vec![Shot {
                told: Fired::Noted("fired_at", "by"),
                reach: Arc::new(|_, card| range(card)),
                hides: |kind| matches!(kind, Kind::Forest | Kind::WoodenBuilding | Kind::MasonryBuilding),
                screens: |_| false,
                seen_in: &[],
                // Fire counts by halves, and bears at the start or at the end of the last quarter that counts: the
                // first or the second (LA-GAP-06, LA-GAP-64).
                judged_in: Some((&["compelled", "landing_fire"], 4)),
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

fn by(rules: &[RuleId], id: &str) -> bool {
    rules.iter().any(|rule| rule.as_str() == id)
}

/// Whether a card blocks others: generals do not, nor do guns that are left or taken (LA-GAP-55, LA-GAP-59).
fn stands(card: &Card) -> bool {
    card.arm != "general" && mark(card, "guns").is_empty() && mark(card, "with").is_empty()
}

/// Whether two friends may overlap: skirmishers, units that flee, evade or rally through others, units that such a
/// passage has put in disorder, and a column that goes through a line, which breaks the order of both (LA-GAP-17,
/// LA-GAP-38, LA-GAP-49).
fn may_share(one: &Card, two: &Card) -> bool {
    let passes = |card: &Card| {
        formation(card) == "skirmish"
            || mark(card, "ranks") == "disordered"
            || matches!(mark(card, "state"), "rout" | "flight" | "evading" | "rallying")
    };
    let column = |card: &Card| matches!(formation(card), "column" | "division_column");
    let through = |a: &Card, b: &Card| column(a) && formation(b) == "line";
    let out_of_order = [one, two].into_iter().all(|card| !mark(card, "ranks").is_empty());
    let passage = out_of_order && (through(one, two) || through(two, one));
    one.side == two.side && (passes(one) || passes(two) || passage)
}

/// Whether an enemy bars the move: it bars every march and every way back (LA-GAP-62, LA-GAP-63); a charge, an entry
/// and their consequences end on it.
fn bars(crossing: &Crossing<'_>) -> bool {
    let Crossing { mover, rules, other, .. } = crossing;
    let own = ["LA-MVT-08", "LA-ESQ-04", "LA-RAL-03"].iter().any(|id| by(rules, id));
    mover.side != other.side && own
}

/// The longest march of a unit in a period: the largest allowance of its arm (LA-GAP-34), on a road and in a forced
/// march; an evasion is 22 cm (LA-ESQ-04). Charges, rallies and routs have limits of their own.
fn longest(card: &Card, rules: &[RuleId]) -> Option<Cm> {
    if by(rules, "LA-ESQ-04") {
        return Some(22 * CM);
    }
    if !by(rules, "LA-MVT-08") {
        return None;
    }
    let allowance = match card.arm.as_str() {
        "infantry" => 20,
        "cavalry" => 40,
        "artillery" => 30,
        _ => return None,
    };
    // Five quarters on a road (LA-GAP-72), three halves in a forced march (LA-PIV-16).
    Some(allowance * CM * 15 / 8)
}

/// Rifles reach 30 cm, carbines 15, the heaviest guns 120; 22.5 degrees to either side, 30 for guns, squares all round
/// (LA-FEU-06, LA-FEU-09, LA-GAP-05).
fn range(card: &Card) -> Option<(Cm, Sector)> {
    let (cm, side) = match (card.arm.as_str(), formation(card)) {
        (_, "garrison") => return None,
        ("artillery", _) => (120, 3_000),
        (_, "hollow_square" | "solid_square") => (30, 18_000),
        ("cavalry", _) => (15, 2_250),
        _ => (30, 2_250),
    };
    Some((cm * CM, Sector::Fan(side)))
}
