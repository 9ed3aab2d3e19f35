//! The units in a round of melee, and its results.

use crate::resolve::command::follows_up;
use crate::resolve::melee::{AfterDraw, Fighter};
use crate::resolve::morale::{Effect, MoraleResult};
use crate::terms::book::Book;
use crate::{Arm, Attitude, Formation};
use game::{Breakdown, Ref, Side, Trace, UnitId};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Brawler {
    pub unit: UnitId,
    pub side: Side,
    pub arm: Arm,
    /// It stands in an unbroken square.
    pub square: bool,
    /// It holds a house.
    pub housed: bool,
    /// Figures at the start of the round.
    pub figures: u8,
    /// Some figure is left that fights.
    pub fights: bool,
    /// Combat value without bonus, used in a draw.
    pub combat: i8,
}

/// How a unit fights one of its enemies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grip {
    pub own: UnitId,
    pub other: UnitId,
    pub fighter: Fighter,
}

/// Two units in contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Link {
    pub pair: [UnitId; 2],
    /// The number of their melee's round, from 1.
    pub round: u8,
    /// Their last round was a draw.
    pub drawn: bool,
}

impl Link {
    /// The other unit of the link; `None`: this unit is not part of it.
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

/// Losses inflicted by a unit on one of its enemies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Blow {
    pub own: UnitId,
    pub other: UnitId,
    pub losses: u16,
}

/// Effect of a draw on two units in contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Parting {
    pub pair: [UnitId; 2],
    pub after: AfterDraw,
}

/// A unit of the losing side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Beaten {
    pub unit: UnitId,
    /// Losses by which its side has lost.
    pub difference: u16,
    /// It has fought cavalry, and is not cavalry itself.
    pub against_cavalry: bool,
    /// The result of its test, once known.
    pub tested: Option<(MoraleResult, Effect)>,
}

/// The action of a winner whose enemy gives way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pursues {
    Halts,
    Follows,
    /// It enters the house that the enemy leaves.
    Enters,
}

/// A winner whose enemy gives way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hunt {
    pub winner: UnitId,
    pub loser: UnitId,
    /// Its action; `None`: its owner has the choice.
    pub pursues: Option<Pursues>,
}

/// Circumstances that decide whether a winner follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pursuer {
    pub attitude: Attitude,
    /// It is in uncontrolled advance.
    pub uncontrolled: bool,
    pub arm: Arm,
    pub formation: Formation,
    /// Another enemy is in contact with it, or one of the two is in a house (LA-GAP-67).
    pub held: bool,
    /// Following would lead it off the table, or into a fresh enemy in square or cover (LA-GAP-13).
    pub waived: bool,
    /// It may enter the house that the enemy leaves (LA-GAP-49, 7, LA-GAP-74).
    pub may_enter: bool,
}

impl Pursuer {
    /// Its compulsory action; `None`: its owner has the choice (LA-GAP-67).
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

/// The sheets on which the lines of a round are written: one for all, or one for each unit.
pub trait Sheets {
    type Page: Trace;

    /// The page for the next lines about this unit or officer.
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
    /// Pages of a test of this kind.
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
