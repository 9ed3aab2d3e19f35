//! Figures of the sheet by which the battery watches a battle from positions alone. Nothing here is computed by the rules
//! that it watches.

use crate::{Ability, Arm, BatailleEmpire, Body, Guns, UD};
use game::battery::invariants::{
    Again, Alarm, Cornered, Crossing, Duty, Fired, Invariants, Left, Neighbour, Range, Retreat, Sector, Shot,
};
use game::{Card, RuleId, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::{Angle, Cm, Kind, Piece, Terrain, distance};

/// A unit gives way to an enemy wherever he stands.
const ANYWHERE: Cm = 60 * UD;

/// Rules by which a unit that gives way is eliminated; before version 4 one was for want of a free place as well.
static BARRED: [Cornered; 2] = [barred("BE-FUI-06"), barred("BE-GAP-96")];

/// What orders oblige to.
static DUTIES: [Duty; 3] =
    [duty("withdraw", Some(4 * UD), about), duty("attack", None, onward), duty("engage", None, onward)];

impl BatailleEmpire {
    /// What the battery measures a battle by.
    pub(crate) fn watched(&self) -> Invariants {
        let terrain = Arc::new(self.terrain.clone());
        let bodies: BTreeMap<UnitId, Body> = self.start.ids().map(|id| (id, self.sheet(id).body)).collect();
        // Irregular cavalry keeps nobody from moving again (BE-MAN-22).
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
            // Three moves, or five by an operational march; those stay 8 UD away from the enemy, and 4 UD where they do not see
            // him (BE-MAN-10, BE-MAN-21 to BE-MAN-23).
            again: Some(Again {
                moves: 5.0,
                keep: 8 * UD,
                unseen: 4 * UD,
                hides: dims,
                from: Arc::new(move |id, card| !irregular.contains(&id) && watches(card)),
            }),
            stride: Some(forced),
            // From there the front comes to the middle of the edge that it strikes (BE-GAP-45).
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

/// A retreat or flight barred within its first 2 UD: by another enemy 1 UD or less from it, by closed ground, by a friend who
/// is not passed (BE-FUI-06, BE-GAP-29, BE-GAP-49). Which enemy caused it is not told.
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

/// Half of the units near an enemy, or of those in order, must do what their order asks; the moves are over when the fires of
/// step e begin, where a fire can still be it (BE-ORD-02, BE-ORD-07, BE-ORD-09, BE-GAP-19, BE-GAP-94). An act out of command
/// costs 2 PC.
const fn duty(order: &'static str, near: Option<Cm>, act: fn(&Card) -> Option<(Angle, Cm)>) -> Duty {
    let (counted_in, over_in) = ("preparatory", "fire");
    let towards = near.is_none();
    Duty { order, near, in_order, counted_in, over_in, price: 2, pays, act, berth: 2 * UD, open, towards }
}

/// What a commander-in-chief has are the points of his own division and those that he gives to whom he reaches (BE-GAP-12,
/// BE-CMD-04); his card shows their sum.
fn pays(general: &Card, unit: &Card) -> bool {
    let reach = general.counts.iter().find(|(name, _)| **name == "radius").map_or(0, |(_, cm)| *cm);
    let reached = |(his, its): (&Piece, &Piece)| i64::from(distance(his, its).cm + his.depth) <= reach;
    mark(general, "rank") != "commander_in_chief"
        || general.pieces.first().zip(unit.pieces.first()).is_some_and(reached)
}

/// Skirmishers and guns count as well (BE-GAP-19).
fn in_order(card: &Card) -> bool {
    mark(card, "disorder").is_empty()
}

/// Fresh and in a formation that can march.
fn ready(card: &Card) -> bool {
    let marches = matches!(formation(card), "line" | "column") && matches!(card.arm.as_str(), "infantry" | "cavalry");
    marches && ["marker", "disorder", "hidden", "detached"].iter().all(|name| mark(card, name).is_empty())
}

/// To turn about on the spot costs 3 UD at most, whoever does it has 1 UD left (BE-MAN-14).
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

/// Ground that hinders nobody.
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

/// Generals hinder nobody, nor do guns whose gunners are in a square (BE-GAP-18, BE-GAP-43).
fn stands(card: &Card) -> bool {
    card.arm != "general" && mark(card, "silent").is_empty()
}

/// Bases lie on no other; a garrison has none, and the limbers of a battery are no target (BE-GAP-04, BE-GAP-24).
fn bases(card: &Card) -> Vec<Piece> {
    let housed = formation(card) == "garrison";
    card.pieces.iter().filter(|piece| piece.lead && !housed).copied().collect()
}

/// A charge and what follows from it.
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

/// An enemy bars every way but that of a charge up to him (BE-GAP-38). Of friends squares bar all ways (BE-MAN-09,
/// BE-GAP-29), and the formed ones a charge (BE-GAP-101); skirmishers pass and are passed.
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

/// Who keeps others from moving again: skirmishers do not, and towards whoever is hidden or in a house 4 UD are enough
/// (BE-MAN-22, BE-MAN-23).
fn watches(card: &Card) -> bool {
    !matches!(formation(card), "skirmish" | "garrison") && mark(card, "hidden").is_empty()
}

/// A move of one's own, in clear ground; in column 2 UD more on a road, and 1 UD to the side is free (BE-MVT-01, BE-MVT-07,
/// BE-GAP-28). Guns by the fastest of them.
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

/// How far a single forced way leads: charges by formation with their bonus, the printed figures of retreat, flight, advance
/// and pursuit, 2 UD more where a free place is looked for (BE-MVT-05, BE-FUI-07, BE-CHO-08, BE-POU-04, BE-GAP-43, BE-GAP-96).
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

/// Ground that no forced move crosses: water, walls of houses and what is closed, to horse and guns difficult ground as well, to
/// guns every obstacle (BE-MVT-01, BE-MVT-02, BE-MVT-06, BE-GAP-30).
fn closed(card: &Card, kind: Kind) -> bool {
    let foot = card.arm == "infantry";
    match kind {
        Kind::Impassable | Kind::River | Kind::WoodenBuilding | Kind::MasonryBuilding | Kind::Fortification => true,
        Kind::Forest | Kind::Marsh | Kind::Rocks => !foot,
        Kind::Stream | Kind::Hedge | Kind::Wall | Kind::Barricade | Kind::Ford => card.arm == "artillery",
        _ => false,
    }
}

/// Woods and houses cut sight (BE-GAP-50).
const fn hides(kind: Kind) -> bool {
    matches!(kind, Kind::Forest | Kind::WoodenBuilding | Kind::MasonryBuilding)
}

/// Through what one does not see, or not far (BE-GAP-30).
const fn dims(kind: Kind) -> bool {
    hides(kind) || matches!(kind, Kind::TallCrops | Kind::Scrub | Kind::Orchard | Kind::OpenWood)
}

/// How far and where a unit fires, from the nearest points of the bases: 45 degrees to either side from the corners of its
/// front, half of that for formed infantry; squares and whoever is in a house all round (BE-POR-01, BE-POR-05, BE-GAP-24,
/// BE-GAP-35, BE-GAP-36, BE-GAP-50).
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
        // Battalion guns fire from a square as well (BE-GAP-53).
        (Arm::Infantry, square) if body.has(Ability::BattalionGuns) => {
            (6, if square.ends_with("_square") { 18_000 } else { 4_500 })
        }
        (Arm::Infantry, "hollow_square" | "solid_square") => (2 + carbine, 18_000),
        (Arm::Infantry, _) => (2 + carbine, 2_250),
    };
    Some((ud * UD, Sector::Fan(side)))
}

/// A flank is threatened by infantry 2 UD off or less, by cavalry 4 (BE-GAP-58).
fn threat(card: &Card) -> Cm {
    if card.arm == "cavalry" { 4 * UD } else { 2 * UD }
}
