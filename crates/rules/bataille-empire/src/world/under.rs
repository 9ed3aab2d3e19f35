//! What is in progress: marches and charges, nested, and pending tests.

use crate::Formation;
use crate::resolve::reaction::Line;
use game::UnitId;
use serde::{Deserialize, Serialize};
pub use table::Course;
use table::{Cm, Pose};

/// A march or a charge in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Under {
    March(Marching),
    Charge(Charging),
}

/// A march in progress: fully declared, carried out as far as reactions allow (BE-GAP-88).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Marching {
    /// The moving units; one that stops leaves the group.
    pub movers: Vec<UnitId>,
    /// The change of formation at the start, already made when the course begins.
    pub before: Option<Formation>,
    /// The rest of the course, from the present place.
    pub course: Course,
    /// The change of formation at the end.
    pub after: Option<Formation>,
    /// Declared reactions not yet resolved, by their point on the whole course.
    pub named: Vec<Named>,
    /// A move in support of the charge below it in the stack (BE-GAP-92).
    pub support: bool,
    /// The place of each mover when the last reaction began: a unit that is elsewhere now was driven off.
    pub stood: Vec<Pose>,
    /// The act at the end of the march, if nothing has prevented it.
    #[serde(default)]
    pub on_the_spot: Option<OnTheSpot>,
}

/// An act without movement, to which others may react as to a move (BE-GAP-88).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnTheSpot {
    /// A battalion breaks up into skirmishers (BE-GAP-37).
    BreakUp,
    /// Two halves re-form a battalion (BE-GAP-37).
    FormAgain,
    /// A unit enters this building (BE-GAP-24).
    GoInside(u16),
}

impl Marching {
    /// Whether it changes formation at its end.
    #[must_use]
    pub const fn changes_at_the_end(&self) -> bool {
        self.after.is_some() || matches!(self.on_the_spot, Some(OnTheSpot::BreakUp | OnTheSpot::FormAgain))
    }
}

/// A reaction declared against a march (BE-GAP-88).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Named {
    /// The unit that reacts.
    pub by: UnitId,
    /// The mover it reacts to.
    pub to: UnitId,
    /// The line of the table (BE-REA-01).
    pub line: Line,
    /// The new formation of a change of formation.
    pub formation: Option<Formation>,
    /// It turns to face the mover.
    pub turn: bool,
    /// The point on the course, in centimetres from its start.
    pub at: Cm,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeKind {
    /// Declared in step c.
    #[default]
    Plain,
    /// Against a moving unit (BE-GAP-40).
    Opportunity,
    /// Against a charger with another target (BE-GAP-89).
    Interception,
    /// Against a new enemy met in pursuit (BE-GAP-91).
    Pursuit,
    /// Against a second enemy that the winner of a shock already touches (BE-GAP-71).
    Second,
}

/// The side of the target that a charge comes from, determined when it is declared (BE-GAP-45).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    #[default]
    Front,
    Flank,
    Rear,
}

/// A charge in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Charging {
    /// The unit that charges.
    pub by: UnitId,
    /// The unit aimed at.
    pub at: UnitId,
    pub kind: ChargeKind,
    /// The distance when it was declared (BE-TM-11).
    pub declared: Cm,
    pub from: Pose,
    pub aspect: Aspect,
    /// Total distance that it may move.
    pub reach: Cm,
    /// The distance that it has moved.
    pub gone: Cm,
    pub reply: Option<Line>,
    /// The place where a counter-charge of the target began.
    pub countered: Option<Pose>,
    /// Units near enough to move in support when it was declared (BE-GAP-92).
    pub near: Vec<UnitId>,
    /// It ends here: the charger was struck on the way (BE-GAP-89).
    pub over: bool,
}

/// A pending morale test (BE-GAP-73).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Owed {
    pub unit: UnitId,
    /// Whether it saw a friend eliminated or flee; otherwise it was fired at.
    pub witness: bool,
    /// The enemy that it would give way to.
    pub from: Option<UnitId>,
    /// The friends that a witness saw eliminated or flee.
    pub seen: Vec<UnitId>,
}
