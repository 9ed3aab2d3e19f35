//! Who fights in a round of melee, and what comes of it.

use crate::resolve::command::follows_up;
use crate::resolve::melee::{AfterDraw, Fighter};
use crate::resolve::morale::{Effect, MoraleResult};
use crate::terms::book::Book;
use crate::{Arm, Attitude, Formation};
use game::{Breakdown, Ref, Side, Trace, UnitId};

/// A unit in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Brawler {
    pub unit: UnitId,
    pub side: Side,
    pub arm: Arm,
    /// It stands in a square that is not broken.
    pub square: bool,
    /// It holds a house.
    pub housed: bool,
    /// Figures when the round began.
    pub figures: u8,
    /// Somebody is left of it who fights.
    pub fights: bool,
    /// Combat value without bonus, for a draw.
    pub combat: i8,
}

/// How a unit fights one of its enemies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grip {
    pub own: UnitId,
    /// The enemy.
    pub other: UnitId,
    pub fighter: Fighter,
}

/// Two units that touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Link {
    pub pair: [UnitId; 2],
    /// The round of their melee, from 1.
    pub round: u8,
    /// The one before was a draw.
    pub drawn: bool,
}

impl Link {
    /// The other of the two; none: this is not one of them.
    #[must_use]
    pub fn other(&self, unit: UnitId) -> Option<UnitId> {
        match self.pair {
            [one, other] if one == unit => Some(other),
            [other, one] if one == unit => Some(other),
            _ => None,
        }
    }
}

/// An officer in contact with a unit that fights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Led {
    pub officer: UnitId,
    pub unit: UnitId,
}

/// What a unit has inflicted on one of its enemies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Blow {
    pub own: UnitId,
    /// The enemy.
    pub other: UnitId,
    pub losses: u16,
}

/// What a draw does to two units that touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Parting {
    pub pair: [UnitId; 2],
    pub after: AfterDraw,
}

/// A unit of the side that has lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Beaten {
    pub unit: UnitId,
    /// By how many losses its side has lost.
    pub difference: u16,
    /// It has fought cavalry, and is none.
    pub against_cavalry: bool,
    /// What its test has come to, once it is read.
    pub tested: Option<(MoraleResult, Effect)>,
}

/// What a winner does before whom an enemy gives way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pursues {
    Halts,
    Follows,
    /// It goes into the house that the other leaves.
    Enters,
}

/// A winner before whom an enemy gives way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hunt {
    pub winner: UnitId,
    pub loser: UnitId,
    /// What it does; none: it has the choice.
    pub pursues: Option<Pursues>,
}

/// What decides whether a winner follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pursuer {
    pub attitude: Attitude,
    /// It is in uncontrolled advance.
    pub uncontrolled: bool,
    pub arm: Arm,
    /// How it stands.
    pub formation: Formation,
    /// Another enemy is in contact with it, or one of the two is in a house (LA-GAP-67).
    pub held: bool,
    /// Following would lead it off the table, or upon a fresh enemy in square or cover (LA-GAP-13).
    pub waived: bool,
    /// It may go into the house that the other leaves (LA-GAP-49, 7, LA-GAP-74).
    pub may_enter: bool,
}

impl Pursuer {
    /// What it does by itself; none: it has the choice (LA-GAP-67).
    #[must_use]
    pub fn pursues(&self, book: &Book) -> Option<Pursues> {
        if self.may_enter {
            return None;
        }
        if self.held {
            return Some(Pursues::Halts);
        }
        let must = follows_up(book, self.attitude, self.uncontrolled, (self.arm, self.formation));
        let must = must.filter(|must| !must || self.uncontrolled || !self.waived);
        must.map(|must| if must { Pursues::Follows } else { Pursues::Halts })
    }
}

/// Where the lines of a round are written: all on one sheet, or each unit’s on its own.
pub trait Sheets {
    type Page: Trace;

    /// The page for what comes next, of this unit or officer.
    fn next_of(&mut self, of: UnitId) -> &mut Self::Page;
}

impl<T: Trace> Sheets for T {
    type Page = T;

    fn next_of(&mut self, _: UnitId) -> &mut T {
        self
    }
}

/// A page for each die of a test.
pub struct Pages {
    pub test: &'static str,
    pub written: Vec<Breakdown>,
}

impl Pages {
    /// Of a test.
    #[must_use]
    pub const fn of(test: &'static str) -> Self {
        Self { test, written: Vec::new() }
    }
}

impl Sheets for Pages {
    type Page = Breakdown;

    fn next_of(&mut self, of: UnitId) -> &mut Breakdown {
        let at = self.written.len();
        self.written.push(Breakdown::new(self.test, Some(Ref::Unit(of))));
        &mut self.written[at]
    }
}
