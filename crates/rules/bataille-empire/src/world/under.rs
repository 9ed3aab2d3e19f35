//! What is under way: marches and charges, one inside the other, and tests that wait.

use crate::Formation;
use crate::resolve::reaction::Line;
use game::UnitId;
use serde::{Deserialize, Serialize};
pub use table::Course;
use table::{Cm, Pose};

/// A march or a charge under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Under {
    March(Marching),
    Charge(Charging),
}

/// A march under way: declared to its end, made as far as reactions let it (BE-GAP-88).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Marching {
    /// Who marches; one who stops leaves the group.
    pub movers: Vec<UnitId>,
    /// The change of formation made at the start, already carried out when the course begins.
    pub before: Option<Formation>,
    /// What is still to be gone, from where they stand.
    pub course: Course,
    /// The change of formation made at the end.
    pub after: Option<Formation>,
    /// The reactions named that have not been resolved, by their point of the whole course.
    pub named: Vec<Named>,
    /// A move in support of the charge below (BE-GAP-92).
    pub support: bool,
    /// The place of each mover when the last reaction began: who stands elsewhere now was driven off.
    pub stood: Vec<Pose>,
    /// What is done on the spot at the end, once nobody has hindered it.
    #[serde(default)]
    pub on_the_spot: Option<OnTheSpot>,
}

/// A move that leads nowhere, before which others may react as before any other (BE-GAP-88).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnTheSpot {
    /// A battalion breaks up into skirmishers (BE-GAP-37).
    BreakUp,
    /// Two halves form a battalion again (BE-GAP-37).
    FormAgain,
    /// A unit goes into this building (BE-GAP-24).
    GoInside(u16),
}

impl Marching {
    /// It changes formation at its end.
    #[must_use]
    pub const fn changes_at_the_end(&self) -> bool {
        self.after.is_some() || matches!(self.on_the_spot, Some(OnTheSpot::BreakUp | OnTheSpot::FormAgain))
    }
}

/// A reaction named against a march (BE-GAP-88).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Named {
    /// Who reacts.
    pub by: UnitId,
    /// To which of the movers.
    pub to: UnitId,
    /// The line of the table (BE-REA-01).
    pub line: Line,
    /// The formation it changes to, if it does.
    pub formation: Option<Formation>,
    /// It turns to face the mover.
    pub turn: bool,
    /// The point of the course, in centimetres from its start.
    pub at: Cm,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeKind {
    /// Declared in step c.
    #[default]
    Plain,
    /// Against a mover (BE-GAP-40).
    Opportunity,
    /// Against a charger that is not charging it (BE-GAP-89).
    Interception,
    /// Into a new enemy met in pursuit (BE-GAP-91).
    Pursuit,
    /// With a second enemy whom the winner of a shock touches already (BE-GAP-71).
    Second,
}

/// From where a charge comes for its target, judged when it is declared (BE-GAP-45).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    #[default]
    Front,
    Flank,
    Rear,
}

/// A charge under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Charging {
    /// Who charges.
    pub by: UnitId,
    /// Whom.
    pub at: UnitId,
    /// What kind of charge.
    pub kind: ChargeKind,
    /// How far apart they were when it was declared (BE-TM-11).
    pub declared: Cm,
    /// Where it began.
    pub from: Pose,
    /// From where it comes.
    pub aspect: Aspect,
    /// How far it may go in all.
    pub reach: Cm,
    /// How far it has gone.
    pub gone: Cm,
    /// What the target answered.
    pub reply: Option<Line>,
    /// Where a counter-charge of the target began.
    pub countered: Option<Pose>,
    /// Units that were near enough to move in support when it was declared (BE-GAP-92).
    pub near: Vec<UnitId>,
    /// It does not go on: its charger was struck on the way (BE-GAP-89).
    pub over: bool,
}

/// A morale test that waits (BE-GAP-73).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Owed {
    /// Who tests.
    pub unit: UnitId,
    /// It saw a friend eliminated or flee; otherwise it was fired at.
    pub witness: bool,
    /// The enemy before whom it would give way.
    pub from: Option<UnitId>,
    /// The friends whom a witness saw go.
    pub seen: Vec<UnitId>,
}
