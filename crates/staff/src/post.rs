//! A general's post: everything it may know and ask. It is made of a battle and a side and shows nothing else of the
//! battle: no secret of the other side can be reached through it.

use game::{Appraisal, Ask, Battle, Clash, Event, Gist, Picture, Preview, Refusal, Reply, Side, UnitId};
use std::sync::Arc;
use table::Point;

/// A side's view of a battle.
#[derive(Clone, Copy)]
pub struct Post<'a> {
    battle: &'a dyn Battle,
    side: Side,
}

impl<'a> Post<'a> {
    #[must_use]
    pub const fn new(battle: &'a dyn Battle, side: Side) -> Self {
        Self { battle, side }
    }

    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The questions that the side has still to answer.
    #[must_use]
    pub fn waiting(&self) -> Vec<Ask> {
        self.battle.waiting(self.side)
    }

    /// An answer that would be accepted; another luck gives another one.
    #[must_use]
    pub fn suggest(&self, ask: u64, luck: u64) -> Option<Vec<Reply>> {
        self.battle.suggest(self.side, ask, luck)
    }

    /// What an answer would do.
    ///
    /// # Errors
    /// Every reason why the answer would be refused.
    pub fn preview(&self, ask: u64, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        self.battle.preview(self.side, ask, replies)
    }

    /// The table as the side sees it.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.battle.picture(Some(self.side))
    }

    /// The events that the side may know.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        self.battle.events(Some(self.side))
    }

    /// What units, states and places are worth.
    #[must_use]
    pub fn appraise(&self) -> Arc<Appraisal> {
        self.battle.appraise(self.side)
    }

    /// The meaning of the choices of a question, field by field.
    #[must_use]
    pub fn gists(&self, ask: u64) -> Vec<Vec<Gist>> {
        self.battle.gists(self.side, ask)
    }

    /// The odds of units against each other from where they stand.
    #[must_use]
    pub fn clashes(&self, pairs: &[(UnitId, UnitId)]) -> Vec<Clash> {
        self.battle.clashes(self.side, pairs)
    }

    /// The worth of a leader's units within reach of orders from each of some places; empty where it does not matter.
    #[must_use]
    pub fn led(&self, leader: UnitId, from: &[Point]) -> Vec<i64> {
        self.battle.led(self.side, leader, from)
    }

    /// A possible state of the battle, to search in: what the side cannot know is made up.
    #[must_use]
    pub fn imagine(&self, luck: u64) -> Box<dyn Battle> {
        self.battle.imagine(self.side, luck)
    }
}
