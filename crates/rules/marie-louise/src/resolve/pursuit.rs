//! Recoil and pursuit (chapters 8.3 and 8.4).

use crate::Distance;
use crate::resolve::reaction::{self, Check, Reaction};
use crate::terms::book::{Book, r};
use crate::terms::profile::Marker;
use game::{Line, Op, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What lies behind the loser of an impact, on the line of the two lead elements (ML-8.3n).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    #[default]
    Free,
    /// Impassable ground or another enemy closer than the recoil: it is impossible.
    Blocked,
    /// A friend where the recoil would end: the loser is placed behind it, this many pas back.
    Friend(u8),
    /// A friend where the recoil would end and no room behind it: the loser stops in front of it, this many pas back.
    Before(u8),
}

/// Where a loser ends: this many pas back, or nowhere (ML-8.3o, ML-8.3p).
#[must_use]
#[inline]
pub fn recoil(book: &Book, pas: u16, room: Room) -> Option<u16> {
    match room {
        Room::Blocked if book.on(r::ML_8_3O) => None,
        Room::Friend(back) if book.on(r::ML_8_3P) => Some(pas.max(u16::from(back))),
        Room::Before(back) if book.on(r::ML_8_3P) && book.on(r::ML_GAP_75) => Some(u16::from(back)),
        Room::Before(_) if book.on(r::ML_8_3P) && book.on(r::ML_8_3O) => None,
        _ => Some(pas),
    }
}

/// A winner of an impact that may pursue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pursuit {
    /// The inputs of its test.
    pub unit: Reaction,
    /// Its allowance for the turn.
    pub allowance: Distance,
    /// Its charge bonus as rolled.
    pub bonus: Distance,
    /// Movement already used.
    pub moved: Distance,
    /// The recoil of the loser.
    pub recoil: Distance,
    /// Marker of the loser after the impact.
    pub loser: Marker,
    /// The loser is already removed.
    pub loser_eliminated: bool,
    /// Pursuit is compulsory for this unit (ML-8.4h).
    pub overconfident: bool,
    /// The player asked for the opposite of the result (ML-8.4d).
    pub inverted: bool,
}

/// The result of a pursuit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chase {
    /// The winner takes the place of the loser.
    TakesPlace,
    /// The winner moves to the end of its allowance without catching anybody.
    RunsOn,
    /// The winner catches the loser: melee.
    Melee,
    /// The winner catches the routing loser, which is eliminated, and moves on.
    Eliminates,
}

impl Pursuit {
    /// The movement left (ML-GAP-26).
    #[must_use]
    pub const fn remaining(&self) -> Distance {
        self.allowance.plus(self.bonus).minus(self.moved)
    }
}

/// The pursuit test (ML-8.4a); overconfident units do not test (ML-8.4h, ML-GAP-60).
pub fn test(book: &Book, pursuit: &Pursuit, trace: &mut impl Trace) -> Option<Check> {
    if pursuit.overconfident && book.on(r::ML_8_4H) && book.on(r::ML_GAP_60) {
        trace.line(|| Line::new(r::ML_8_4H, Op::Automatic));
        return None;
    }
    if !book.on(r::ML_8_4A) {
        return None;
    }
    Some(reaction::reaction(book, &pursuit.unit, trace))
}

/// Whether the winner goes on, after its test (ML-8.4b to ML-8.4d).
#[must_use]
pub fn goes_on(book: &Book, pursuit: &Pursuit, passed: Option<bool>) -> bool {
    match passed {
        None => pursuit.overconfident,
        Some(passed) => by_test(book, pursuit.inverted, passed),
    }
}

/// Whether a winner goes on by the result of its test.
#[must_use]
pub fn by_test(book: &Book, inverted: bool, passed: bool) -> bool {
    match passed {
        _ if inverted && book.on(r::ML_8_4D) => passed,
        true => !book.on(r::ML_8_4B),
        false => book.on(r::ML_8_4C),
    }
}

/// The result of a pursuit, and the distance of the winner's move (ML-8.4b to ML-8.4f, ML-GAP-26).
#[must_use]
pub fn chase(book: &Book, pursuit: &Pursuit, goes_on: bool) -> (Chase, Distance) {
    let contact = book.tables.distance.contact;
    if !goes_on {
        return (Chase::TakesPlace, contact);
    }
    let left = pursuit.remaining();
    // Contact is at 2 pas, so a move of D catches a loser at 2 + D.
    let needed = if book.on(r::ML_GAP_26) { pursuit.recoil } else { pursuit.recoil.plus(contact) };
    if pursuit.loser_eliminated || left < needed {
        return (Chase::RunsOn, left);
    }
    match pursuit.loser {
        Marker::Routing if book.on(r::ML_8_4F) => (Chase::Eliminates, left),
        _ if book.on(r::ML_8_4E) => (Chase::Melee, pursuit.recoil),
        _ => (Chase::RunsOn, left),
    }
}
