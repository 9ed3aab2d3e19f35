//! The table of reactions (BE-REA-01), and the restrictions on its lines.

use super::right::{Opportunity, Prey, opportunity_charge};
use crate::Ud;
use crate::resolve::fire;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Ability, Arm, Body, Cover, Formation, Going, Order};
use game::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// What a unit reacts to.
    Stimulus {
        /// An enemy moves or changes formation.
        Movement,
        /// An enemy charges this unit.
        Charge,
    } default Movement

    /// A line of the table.
    Line {
        /// A charge of opportunity.
        Charge,
        /// A fire of opportunity.
        Fire,
        CounterCharge,
        /// Receive the charge in place.
        Stand,
        /// Change formation or facing (TM).
        Change,
        /// Turn a battery (TM).
        Turn,
        /// Unlimber (TM).
        Unlimber,
        /// Limber and flee (TM).
        LimberAndFlee,
        /// Withdrawal of cavalry.
        Withdraw,
        /// Skirmishers fall back, then fire.
        FallBackAndFire,
        /// Skirmishers fall back.
        FallBack,
        Flee,
        /// Gunners take refuge in a square.
        FleeToSquare,
    } default Stand
}

impl Line {
    pub const ALL: [Self; 13] = [
        Self::Charge,
        Self::Fire,
        Self::CounterCharge,
        Self::Stand,
        Self::Change,
        Self::Turn,
        Self::Unlimber,
        Self::LimberAndFlee,
        Self::Withdraw,
        Self::FallBackAndFire,
        Self::FallBack,
        Self::Flee,
        Self::FleeToSquare,
    ];

    /// Whether it needs a manoeuvre test (BE-TM-02).
    #[must_use]
    pub const fn tested(self) -> bool {
        matches!(self, Self::Change | Self::Turn | Self::Unlimber | Self::LimberAndFlee)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each takes a line of the table away")]
pub struct Reaction {
    pub unit: Body,
    /// Order of its division.
    pub order: Order,
    pub to: Stimulus,
    /// The smallest distance of the moving unit.
    pub distance: Ud,
    /// It stands on a hill.
    pub on_hill: bool,
    pub going: Going,
    /// Its cover against the enemy.
    pub cover: Cover,
    /// A friendly square is near enough as a refuge for the gunners (BE-GAP-43).
    pub square: bool,
    /// The enemy is within 45 degrees of its front.
    pub in_arc: bool,
    pub rear_threatened: bool,
    pub charger: Arm,
    /// The moving unit, for an opportunity charge.
    pub mover: Prey,
}

impl Default for Reaction {
    fn default() -> Self {
        Self {
            unit: Body::default(),
            order: Order::None,
            to: Stimulus::Movement,
            distance: Ud::default(),
            on_hill: false,
            going: Going::Clear,
            cover: Cover::None,
            square: false,
            in_arc: true,
            rear_threatened: false,
            charger: Arm::Infantry,
            mover: Prey::default(),
        }
    }
}

/// The lines open to a unit, in the order of the table, each with its rule (BE-REA-01, BE-REA-02).
#[must_use]
pub fn reactions(book: &Book, s: &Reaction) -> Vec<(Line, Rule)> {
    if !book.on(r::BE_REA_01) {
        return Vec::new();
    }
    let rows = match s.to {
        Stimulus::Movement => to_movement(book, s),
        Stimulus::Charge => to_charge(book, s),
    };
    rows.into_iter().filter(|(_, rule, open)| *open && book.on(*rule)).map(|(line, rule, _)| (line, rule)).collect()
}

/// The line by which a unit receives a charge standing.
#[must_use]
pub fn standing(unit: &Body) -> Rule {
    match (unit.arm, unit.formation) {
        (_, Formation::Skirmish) => r::BE_REA_34,
        (Arm::Infantry, _) => r::BE_REA_09,
        (Arm::Cavalry, _) => r::BE_REA_17,
        (Arm::Artillery, _) => r::BE_REA_25,
    }
}

type Rows = Vec<(Line, Rule, bool)>;

fn to_movement(book: &Book, s: &Reaction) -> Rows {
    let charge = may_charge(book, s);
    let fire = may_fire(book, s);
    // All reactions except fire and charge need an enemy within 4 UD (BE-GAP-39).
    let near = s.distance <= book.tables.distance.reaction || !book.on(r::BE_GAP_39);
    let flee = near && may_flee(book, s);
    let formation = s.unit.formation;
    let housed = formation == Formation::Garrison;
    match (s.unit.arm, formation) {
        (_, Formation::Skirmish) => vec![
            (Line::Fire, r::BE_REA_30, fire),
            (Line::FallBackAndFire, r::BE_REA_31, near && !s.unit.inside && fire_allowed(book, s)),
            (Line::FallBack, r::BE_REA_32, near && !s.unit.inside),
            (Line::Flee, r::BE_REA_32, near),
        ],
        (Arm::Infantry, _) => vec![
            (Line::Charge, r::BE_REA_04, charge),
            (Line::Fire, r::BE_REA_05, fire),
            (Line::Change, r::BE_REA_06, near && !housed),
            (Line::Flee, r::BE_REA_07, flee),
        ],
        (Arm::Cavalry, _) => vec![
            (Line::Charge, r::BE_REA_12, charge),
            (Line::Change, r::BE_REA_13, near),
            (Line::Withdraw, r::BE_REA_14, near && (!s.rear_threatened || !book.on(r::BE_GAP_42))),
            (Line::Flee, r::BE_REA_15, flee),
        ],
        (Arm::Artillery, _) => {
            let deployed = formation == Formation::Deployed;
            vec![
                (Line::Fire, r::BE_REA_20, fire),
                (Line::Turn, r::BE_REA_21, near && deployed),
                (Line::Unlimber, r::BE_REA_22, near && !deployed && may_unlimber(book, s)),
                (Line::LimberAndFlee, r::BE_REA_23, near && deployed),
                (Line::Flee, r::BE_REA_24, near && !deployed),
            ]
        }
    }
}

fn to_charge(book: &Book, s: &Reaction) -> Rows {
    let counter = may_counter_charge(book, s);
    let flee = may_flee(book, s);
    let formation = s.unit.formation;
    match (s.unit.arm, formation) {
        (_, Formation::Skirmish) => vec![
            (Line::Flee, r::BE_REA_33, true),
            (Line::Stand, r::BE_REA_34, s.unit.inside || s.going == Going::Difficult || s.cover != Cover::None),
        ],
        (Arm::Infantry, _) => vec![
            (Line::CounterCharge, r::BE_REA_08, counter),
            (Line::Stand, r::BE_REA_09, true),
            (Line::Change, r::BE_REA_10, formation != Formation::Garrison),
            (Line::Flee, r::BE_REA_11, flee),
        ],
        (Arm::Cavalry, _) => vec![
            (Line::CounterCharge, r::BE_REA_16, counter),
            (Line::Stand, r::BE_REA_17, true),
            (Line::Change, r::BE_REA_18, true),
            (Line::Flee, r::BE_REA_19, flee),
        ],
        (Arm::Artillery, _) => {
            let deployed = formation == Formation::Deployed;
            vec![
                (Line::Stand, r::BE_REA_25, true),
                (Line::Turn, r::BE_REA_26, true),
                (Line::Unlimber, r::BE_REA_27, !deployed && may_unlimber(book, s)),
                (Line::LimberAndFlee, r::BE_REA_28, deployed),
                (Line::Flee, r::BE_REA_29, !deployed),
                (Line::FleeToSquare, r::BE_REA_29, deployed && s.square && book.on(r::BE_GAP_43)),
            ]
        }
    }
}

/// A marked unit neither charges, fires, counter-charges nor unlimbers in reaction (BE-GAP-26, BE-GAP-39).
#[must_use]
pub fn marker_bars(book: &Book, line: Line, marker: bool) -> bool {
    let barred = matches!(line, Line::Charge | Line::CounterCharge | Line::Fire | Line::Unlimber);
    barred && marker && book.on(r::BE_GAP_26)
}

fn may_charge(book: &Book, s: &Reaction) -> bool {
    let opportunity = Opportunity { unit: s.unit, order: s.order, mover: s.mover, distance: s.distance };
    s.in_arc && !marker_bars(book, Line::Charge, s.unit.marker) && opportunity_charge(book, &opportunity).is_ok()
}

/// Whether the order and the marker allow it to fire in reaction; not whether there is a target in range.
fn fire_allowed(book: &Book, s: &Reaction) -> bool {
    let banned = s.order == Order::Manoeuvre && s.unit.arm != Arm::Artillery;
    let ordered = banned && book.on(r::BE_ORD_06) && book.on(r::BE_GAP_40);
    let unarmed = s.unit.has(Ability::MeleeWeapons) && book.on(r::BE_GAP_06);
    !ordered && !unarmed && !marker_bars(book, Line::Fire, s.unit.marker)
}

fn may_fire(book: &Book, s: &Reaction) -> bool {
    let Some((_, band)) = fire::band(book, &s.unit, s.on_hill, s.distance) else { return false };
    // Guns on Manœuvrer fire at effective range or less (BE-ORD-06).
    let far = s.order == Order::Manoeuvre && band == crate::Band::Long && book.on(r::BE_ORD_06);
    s.in_arc && fire_allowed(book, s) && !far
}

/// Whether a unit of this kind counter-charges this arm: infantry only infantry, cavalry every arm; not guns, squares,
/// garrisons or skirmishers (BE-REA-01, BE-GAP-47).
#[must_use]
pub fn meets_charge(book: &Book, unit: &Body, charger: Arm) -> bool {
    let set = unit.arm == Arm::Artillery
        || matches!(unit.formation, Formation::Garrison | Formation::Skirmish)
        || unit.formation.is_square() && book.on(r::BE_GAP_36);
    let matched = unit.arm == Arm::Cavalry || charger == Arm::Infantry;
    !set && (matched || !book.on(r::BE_GAP_47))
}

/// The same, for an unmarked unit and towards its front (BE-GAP-47).
fn may_counter_charge(book: &Book, s: &Reaction) -> bool {
    let ruled = s.in_arc && !marker_bars(book, Line::CounterCharge, s.unit.marker);
    meets_charge(book, &s.unit, s.charger) && (ruled || !book.on(r::BE_GAP_47))
}

/// Whether a unit may choose to flee: not infantry and cavalry on Attaquer or Tenir (BE-ORD-19); a reserve counts as on
/// Tenir (BE-GAP-23).
fn may_flee(book: &Book, s: &Reaction) -> bool {
    let order = if s.order == Order::None { Order::Hold } else { s.order };
    !(book.tables.orders.no_flight.contains(&order) && book.on(r::BE_ORD_19))
}

fn may_unlimber(book: &Book, s: &Reaction) -> bool {
    !marker_bars(book, Line::Unlimber, s.unit.marker)
}
