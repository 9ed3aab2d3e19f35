//! Fleeing before an enemy, and the race for shelter (FUI).

use crate::terms::state;
use crate::terms::tables::MovingAs;
use crate::{Arm, Book, Case, Cohesion, Distance, Formation, Gait, Mover, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit that flees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Flight {
    pub arm: Mover,
    pub formation: Formation,
    pub state: Cohesion,
    /// It moves off only to uncover a friend behind it (L3C-FUI-07).
    pub unmasking: bool,
    /// It is surrounded (L3C-FUI-01).
    pub surrounded: bool,
    /// Distance to the nearest enemy; `None`: far.
    pub enemy_at: Option<Distance>,
    /// Arm of that enemy.
    pub enemy: Arm,
    /// Another unit prevents the enemy's pursuit (L3C-GAP-A55).
    pub prevented: bool,
}

impl Default for Flight {
    fn default() -> Self {
        Self {
            arm: Mover::Infantry,
            formation: Formation::Line,
            state: Cohesion::Formed,
            unmasking: false,
            surrounded: false,
            enemy_at: None,
            enemy: Arm::Cavalry,
            prevented: false,
        }
    }
}

/// Cost and result of a flight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Fled {
    pub allowed: bool,
    /// PA that it costs.
    pub points: u8,
    pub case: Case,
    pub state: Cohesion,
    /// Shortest distance, in UD.
    pub least: u8,
    /// Longest distance, in UD.
    pub most: u8,
    /// Its morale in the next turn.
    pub next: Case,
    /// It can be pursued (L3C-FUI-04).
    pub pursuable: bool,
}

/// A flight: at PAC (L3C-FUI-02), with one degree of disorder (L3C-FUI-03), otherwise a retreat (L3C-FUI-06), except to
/// uncover a friend (L3C-FUI-07); its distance: L3C-GAP-A25.
#[must_use]
pub fn flee(book: &Book, flight: &Flight) -> Fled {
    let back = &book.tables.movement.back;
    let mounted = flight.arm.mounted();
    let unmasking = flight.unmasking && book.on(r::L3C_FUI_07);
    let case = match (unmasking, book.on(r::L3C_FUI_06)) {
        (true, _) => Case::FallBack,
        (false, true) => Case::Retreat,
        (false, false) => Case::Stand,
    };
    let least = if book.on(r::L3C_GAP_A25) { back.of(case, mounted) } else { 0 };
    let reach = book.tables.distance.opportunity.of(flight.enemy);
    let near = flight.enemy_at.is_some_and(|distance| distance <= reach);
    // Units on foot do not pursue cavalry (L3C-GAP-A16).
    let afoot = flight.enemy != Arm::Cavalry && flight.arm == Mover::Cavalry && book.on(r::L3C_GAP_A16);
    let quick = book.tables.movement.paces(flight.arm, MovingAs::of(flight.formation)).at(Gait::Quick);
    Fled {
        allowed: !flight.surrounded || !book.on(r::L3C_FUI_01),
        points: if book.on(r::L3C_FUI_02) { book.tables.action.flight } else { 0 },
        case,
        state: state::degrade(book, flight.state, u8::from(book.on(r::L3C_FUI_03))),
        least,
        most: quick.max(least),
        next: if unmasking { Case::Stand } else { case.step(1) },
        pursuable: near && !flight.prevented && !afoot && book.on(r::L3C_FUI_04),
    }
}

/// A refuge on the way of a fleeing unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Refuge {
    pub pursuer: Arm,
    /// Distance of the enemy when the flight is declared.
    pub enemy: Distance,
    /// Distance to the refuge: ground that the enemy cannot enter, or a friend that prevents the pursuit.
    pub refuge: Distance,
    /// Distance of the flight.
    pub flight: Distance,
}

impl Default for Refuge {
    fn default() -> Self {
        Self { pursuer: Arm::Cavalry, enemy: Distance::of(3), refuge: Distance::of(2), flight: Distance::of(3) }
    }
}

/// Whether a fleeing unit reaches its refuge first: cavalry moves two UD for each of its own (L3C-FUI-05, L3C-GAP-A55).
#[must_use]
pub fn reaches(book: &Book, race: &Refuge) -> bool {
    if !book.all(&[r::L3C_FUI_05, r::L3C_GAP_A55]) || race.refuge > race.flight {
        return false;
    }
    let twice = race.pursuer == Arm::Cavalry;
    let (own, enemy) = (race.refuge.cm(), race.enemy.plus(race.refuge).cm());
    if twice { own.saturating_mul(2) < enemy } else { own < enemy }
}

/// Whether troops on foot reach a refuge, if there is one, before the cavalry that pursues them (L3C-FUI-05).
#[must_use]
pub fn sheltered(book: &Book, pursued: Arm, refuge: Option<Distance>, race: &Refuge) -> bool {
    let ridden = race.pursuer == Arm::Cavalry && pursued != Arm::Cavalry;
    ridden && refuge.is_some_and(|refuge| reaches(book, &Refuge { refuge, ..*race }))
}

/// A unit uncovered by a friend that moves off under fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Uncovered {
    /// Round shot goes through the unit in front of it.
    pub penetrated: bool,
    /// Once uncovered it stands in the enemy's fire.
    pub in_fire: bool,
    /// That fire would have effect on it.
    pub effective: bool,
}

/// Effect of the fire on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Exposed {
    pub losses: bool,
    /// It counts under effective fire when it fires.
    pub under_fire: bool,
}

/// Effect of a fire on a unit that was covered when it was delivered: losses only by round shot that goes through
/// (L3C-FUI-08), and being under fire if the fire would have had effect (L3C-FUI-09).
#[must_use]
pub fn uncovered(book: &Book, unit: &Uncovered) -> Exposed {
    Exposed {
        losses: unit.penetrated || unit.in_fire && !book.on(r::L3C_FUI_08),
        under_fire: unit.in_fire && unit.effective && book.on(r::L3C_FUI_09),
    }
}
