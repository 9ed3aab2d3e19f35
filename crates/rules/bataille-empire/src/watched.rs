//! Figures of the reference sheet that the battery uses to check a battle from positions alone. They are written out
//! here, not computed by the code that they check.

use crate::{Ability, Arm, BatailleEmpire, Body, Guns, UD};
use game::battery::invariants::{
    Again, Alarm, Cornered, Crossing, Duty, Fired, Invariants, Left, Neighbour, Range, Retreat, Sector, Shot,
};
use game::{Card, RuleId, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::{Angle, Cm, Kind, Piece, Terrain, distance};

/// A unit gives way to an enemy at any distance.
const ANYWHERE: Cm = 60 * UD;

/// Rules by which a unit that gives way is eliminated; before version 4 also for lack of a free place.
static BARRED: [Cornered; 2] = [barred("BE-FUI-06"), barred("BE-GAP-96")];

/// The duties under each order.
static DUTIES: [Duty; 3] =
    [duty("withdraw", Some(4 * UD), about), duty("attack", None, onward), duty("engage", None, onward)];

impl BatailleEmpire {
    /// The invariants that the battery checks.
    pub(crate) fn watched(&self) -> Invariants {
        let terrain = Arc::new(self.terrain.clone());
        let bodies: BTreeMap<UnitId, Body> = self.start.ids().map(|id| (id, self.sheet(id).body)).collect();
        // Irregular cavalry does not prevent extra moves (BE-MAN-22).
        let irregular: BTreeSet<UnitId> =
            bodies.iter().filter(|(_, body)| body.abilities.has(Ability::Irregular)).map(|(id, _)| *id).collect();
        let ground = Arc::clone(&terrain);
        let reach: Range = Arc::new(move |id, card| range(bodies.get(&id)?, card, &ground));
        Invariants {
            terrain: Some(terrain),
            counts: Some(stands),
            bars: Some(bars),
            footing: Some(bases),
            in_parts: true,
            retreats: &[
                Retreat { rule: "BE-FUI-01", horizon: ANYWHERE, from_one: Some(6_000) },
                Retreat { rule: "BE-FUI-02", horizon: ANYWHERE, from_one: Some(6_000) },
                Retreat { rule: "BE-REA-32", horizon: ANYWHERE, from_one: Some(6_000) },
            ],
            cornered: &BARRED,
            longest: Some(march),
            // Three moves, or five in an operational march; they stay 8 UD away from the enemy, and 4 UD if unseen
            // (BE-MAN-10, BE-MAN-21 to BE-MAN-23).
            again: Some(Again {
                moves: 5.0,
                keep: 8 * UD,
                unseen: 4 * UD,
                hides: dims,
                from: Arc::new(move |id, card| !irregular.contains(&id) && watches(card)),
            }),
            stride: Some(forced),
            // From there the front moves to the middle of the edge that it strikes (BE-GAP-45).
            to_contact: Some(|rules| by(rules, CHARGES)),
            broad: true,
            alarms: &[Alarm { rule: "BE-ORD-15", within: 4 * UD, by: |card| formation(card) != "skirmish" }],
            duties: &DUTIES,
            shots: vec![Shot {
                told: Fired::Declared(crate::question::Does::Fire.word()),
                reach,
                hides,
                screens: |card| formation(card) != "skirmish",
                seen_in: &[],
                judged_in: None,
            }],
            neighbours: &[
                Neighbour { rule: "BE-TIR-18", enemies: false, within: |_| ANYWHERE, or_nobody: false, stood: false },
                Neighbour { rule: "BE-CHO-30", enemies: false, within: |_| 4 * UD, or_nobody: false, stood: false },
                Neighbour { rule: "BE-MOR-07", enemies: false, within: |_| 4 * UD, or_nobody: true, stood: false },
                Neighbour { rule: "BE-CHO-34", enemies: false, within: |_| UD, or_nobody: true, stood: false },
                Neighbour { rule: "BE-MOR-08", enemies: false, within: |_| UD, or_nobody: true, stood: false },
                Neighbour { rule: "BE-TIR-24", enemies: true, within: threat, or_nobody: false, stood: false },
                Neighbour { rule: "BE-CHO-36", enemies: true, within: threat, or_nobody: false, stood: false },
                Neighbour { rule: "BE-MOR-11", enemies: true, within: threat, or_nobody: false, stood: false },
            ],
            ..Invariants::default()
        }
    }
}

/// A retreat or flight barred within its first 2 UD: by another enemy at 1 UD or less, by closed ground, or by a friend
/// that cannot be passed (BE-FUI-06, BE-GAP-29, BE-GAP-49). The enemy that caused it is not reported.
const fn barred(rule: &'static str) -> Cornered {
    Cornered {
        rule,
        why: "",
        excused: |_| false,
        reach: |_| Some(2 * UD),
        from: Left::Any,
        spread: 0,
        horizon: -1,
        berth: UD,
        barred_by: |card| matches!(formation(card), "hollow_square" | "solid_square" | "garrison"),
        closed,
    }
}

/// Half of the units near an enemy, or of those in order, must do what their order requires. Moves are over when the
/// fires of step e begin, in which a fire can still count (BE-ORD-02, BE-ORD-07, BE-ORD-09, BE-GAP-19, BE-GAP-94). An
/// act out of command costs 2 PC.
const fn duty(order: &'static str, near: Option<Cm>, act: fn(&Card) -> Option<(Angle, Cm)>) -> Duty {
    let (counted_in, over_in) = ("preparatory", "fire");
    let towards = near.is_none();
    Duty { order, near, in_order, counted_in, over_in, price: 2, pays, act, berth: 2 * UD, open, towards }
}

/// Whether a general can pay for a unit. A commander-in-chief has the points of his own division and those he can give
/// to units in range (BE-GAP-12, BE-CMD-04); his card shows the sum.
fn pays(general: &Card, unit: &Card) -> bool {
    let reach = general.counts.iter().find(|(name, _)| **name == "radius").map_or(0, |(_, cm)| *cm);
    let reached = |(his, its): (&Piece, &Piece)| i64::from(distance(his, its).cm + his.depth) <= reach;
    mark(general, "rank") != "commander_in_chief"
        || general.pieces.first().zip(unit.pieces.first()).is_some_and(reached)
}

/// In order; skirmishers and guns count as well (BE-GAP-19).
fn in_order(card: &Card) -> bool {
    mark(card, "disorder").is_empty()
}

/// Unmarked and in a formation that can march.
fn ready(card: &Card) -> bool {
    let marches = matches!(formation(card), "line" | "column") && matches!(card.arm.as_str(), "infantry" | "cavalry");
    marches && ["marker", "disorder", "hidden", "detached"].iter().all(|name| mark(card, name).is_empty())
}

/// An about-face costs at most 3 UD, so 1 UD is left (BE-MAN-14).
fn about(card: &Card) -> Option<(Angle, Cm)> {
    ready(card).then_some((18_000, UD))
}

/// A full move straight ahead (BE-MVT-01, BE-GAP-19).
fn onward(card: &Card) -> Option<(Angle, Cm)> {
    let ud = match (card.arm.as_str(), formation(card)) {
        ("infantry", "line") => 4,
        ("infantry", _) => 6,
        (_, "line") => 8,
        _ => 10,
    };
    ready(card).then_some((0, ud * UD))
}

/// Ground that slows no unit.
const fn open(kind: Kind) -> bool {
    matches!(kind, Kind::Road | Kind::Track | Kind::Meadow | Kind::Hill)
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

/// Generals block nobody, nor do guns whose gunners are in a square (BE-GAP-18, BE-GAP-43).
fn stands(card: &Card) -> bool {
    card.arm != "general" && mark(card, "silent").is_empty()
}

/// The pieces that may not overlap. A garrison has none, and the limbers of a battery are no target (BE-GAP-04,
/// BE-GAP-24).
fn bases(card: &Card) -> Vec<Piece> {
    let housed = formation(card) == "garrison";
    card.pieces.iter().filter(|piece| piece.lead && !housed).copied().collect()
}

/// The rules of a charge and of what follows.
const CHARGES: &[&str] = &[
    "BE-CHA-04",
    "BE-CHA-05",
    "BE-CHA-07",
    "BE-CHO-08",
    "BE-POU-04",
    "BE-GAP-43",
    "BE-GAP-91",
    "BE-GAP-93",
    "BE-GAP-102",
];

/// Whether a unit blocks a path. An enemy blocks every path except a charge up to it (BE-GAP-38). Friendly squares
/// block every path (BE-MAN-09, BE-GAP-29), formed friends a charge (BE-GAP-101); skirmishers pass and can be passed.
fn bars(crossing: &Crossing<'_>) -> bool {
    let Crossing { mover, rules, other, piece, nearest } = crossing;
    let charges = by(rules, CHARGES);
    if !piece.lead {
        return false;
    }
    if mover.side != other.side {
        return !(charges && *nearest);
    }
    match (formation(mover), formation(other)) {
        ("skirmish", _) | (_, "skirmish" | "limbered") => false,
        ("hollow_square" | "solid_square", _) | (_, "hollow_square" | "solid_square") => true,
        _ => charges,
    }
}

/// Whether a unit prevents extra moves near it: skirmishers do not, and 4 UD from a hidden unit or one in a building
/// are enough (BE-MAN-22, BE-MAN-23).
fn watches(card: &Card) -> bool {
    !matches!(formation(card), "skirmish" | "garrison") && mark(card, "hidden").is_empty()
}

/// The longest move of a unit on clear ground; in column 2 UD more on a road, and 1 UD sideways is free (BE-MVT-01,
/// BE-MVT-07, BE-GAP-28). Guns by the fastest row.
fn march(card: &Card, rules: &[RuleId]) -> Option<Cm> {
    let ud = match (card.arm.as_str(), formation(card)) {
        _ if !by(rules, &["BE-PC-07"]) => return None,
        ("general", _) => return None,
        ("infantry", "line") => 4,
        ("infantry", "hollow_square" | "solid_square") => 2,
        ("infantry", "column") => 6 + 2,
        ("infantry", _) => 6,
        ("cavalry", "line") => 8,
        _ => 10 + 2,
    };
    Some((ud + 1) * UD)
}

/// The longest forced move: charges by formation with their bonus, the printed figures of retreat, flight, advance and
/// pursuit, and 2 UD more to find a free place (BE-MVT-05, BE-FUI-07, BE-CHO-08, BE-POU-04, BE-GAP-43, BE-GAP-96).
fn forced(card: &Card, rules: &[RuleId]) -> Option<Cm> {
    let foot = card.arm == "infantry";
    let ud = if by(rules, &["BE-CHO-08"]) {
        1
    } else if by(rules, &["BE-POU-04"]) {
        if foot { 1 + 3 } else { 1 + 6 }
    } else if by(rules, &["BE-FUI-01", "BE-FUI-02"]) {
        if foot { 6 + 2 } else { 10 + 2 }
    } else if by(rules, &["BE-REA-32"]) {
        2 + 2
    } else if by(rules, CHARGES) {
        match (foot, formation(card)) {
            (true, "line") => 5,
            (true, _) => 7,
            (false, "line") => 10,
            (false, _) => 12,
        }
    } else {
        return None;
    };
    Some(ud * UD)
}

/// Ground that no forced move crosses: water, walls of buildings and closed ground; for cavalry and guns also difficult
/// ground, for guns every obstacle (BE-MVT-01, BE-MVT-02, BE-MVT-06, BE-GAP-30).
fn closed(card: &Card, kind: Kind) -> bool {
    let foot = card.arm == "infantry";
    match kind {
        Kind::Impassable | Kind::River | Kind::WoodenBuilding | Kind::MasonryBuilding | Kind::Fortification => true,
        Kind::Forest | Kind::Marsh | Kind::Rocks => !foot,
        Kind::Stream | Kind::Hedge | Kind::Wall | Kind::Barricade | Kind::Ford => card.arm == "artillery",
        _ => false,
    }
}

/// Woods and buildings block sight (BE-GAP-50).
const fn hides(kind: Kind) -> bool {
    matches!(kind, Kind::Forest | Kind::WoodenBuilding | Kind::MasonryBuilding)
}

/// Ground that blocks sight or limits it (BE-GAP-30).
const fn dims(kind: Kind) -> bool {
    hides(kind) || matches!(kind, Kind::TallCrops | Kind::Scrub | Kind::Orchard | Kind::OpenWood)
}

/// Range and arc of a unit's fire, between the nearest points of the bases: 45 degrees to either side from the corners
/// of its front, half of that for formed infantry; squares and garrisons fire in all directions (BE-POR-01, BE-POR-05,
/// BE-GAP-24, BE-GAP-35, BE-GAP-36, BE-GAP-50).
fn range(body: &Body, card: &Card, terrain: &Terrain) -> Option<(Cm, Sector)> {
    let at = card.pieces.first()?.pose.at;
    let carbine = Cm::from(body.has(Ability::Carbine));
    let housed = || terrain.at(at).filter_map(|id| terrain.kind(id)).any(hides);
    let guns = match body.guns {
        Guns::ThreeFour => 12,
        Guns::Six => 16,
        Guns::EightNine => 20,
        Guns::Twelve => 24,
    };
    let (ud, side) = match (body.arm, formation(card)) {
        (Arm::Cavalry, _) | (_, "limbered") => (-1, 0),
        (Arm::Artillery, _) => (if terrain.level(at) > 0 { guns + 4 } else { guns }, 4_500),
        (Arm::Infantry, "skirmish") => (3 + carbine, if housed() { 18_000 } else { 4_500 }),
        // Battalion guns also fire from a square (BE-GAP-53).
        (Arm::Infantry, square) if body.has(Ability::BattalionGuns) => {
            (6, if square.ends_with("_square") { 18_000 } else { 4_500 })
        }
        (Arm::Infantry, "hollow_square" | "solid_square") => (2 + carbine, 18_000),
        (Arm::Infantry, _) => (2 + carbine, 2_250),
    };
    Some((ud * UD, Sector::Fan(side)))
}

/// The distance at which a unit threatens a flank: 2 UD for infantry, 4 UD for cavalry (BE-GAP-58).
fn threat(card: &Card) -> Cm {
    if card.arm == "cavalry" { 4 * UD } else { 2 * UD }
}
