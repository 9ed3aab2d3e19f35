//! The questions of the ruleset, by their kind.

use crate::LesAigles;
use crate::turn::{D, questions as q};
use crate::world::World;
use game::{Ask, Deed, Key, Measuring, Ref, Side, Slot};
use rulebook::question::Asks;
pub(crate) use rulebook::question::{Judged, Luck, accept, any, defaults, pick_one};
use std::sync::Arc;

/// What is asked (turn.md 6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// Places, orders and generals at the start.
    Deploy,
    /// Cavalry in contact: stay or rally.
    EngagedRally,
    /// Follow a rally or not.
    FollowRally,
    /// The plans of a half.
    Plan,
    /// What a threatened unit does.
    React,
    /// Squadrons of a hampered charge go on, or all of them halt.
    Split,
    /// Where generals go.
    Officers,
    /// Fire at chargers that land.
    LandingFire,
    /// All other fire.
    Fire,
    /// What a general or a square adds after the die.
    Sign,
    /// At whom figures go that touch no enemy more than another.
    Share,
    /// Follow a beaten enemy or halt.
    FollowUp,
}

impl Question {
    const ALL: [Self; 12] = [
        Self::Deploy,
        Self::EngagedRally,
        Self::FollowRally,
        Self::Plan,
        Self::React,
        Self::Split,
        Self::Officers,
        Self::LandingFire,
        Self::Fire,
        Self::Sign,
        Self::Share,
        Self::FollowUp,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Deploy => "deploy",
            Self::EngagedRally => "engaged_rally",
            Self::FollowRally => "follow_rally",
            Self::Plan => "plan",
            Self::React => "react",
            Self::Split => "split",
            Self::Officers => "officers",
            Self::LandingFire => "landing_fire",
            Self::Fire => "fire",
            Self::Sign => "sign",
            Self::Share => "share",
            Self::FollowUp => "follow_up",
        }
    }

    /// It as a side is asked.
    pub(crate) fn to(self, side: Side) -> Slot {
        Slot::new(side, self.name())
    }

    /// The question of a slot.
    pub(crate) fn of(slot: &Slot) -> Option<Self> {
        Self::ALL.into_iter().find(|question| slot.kind == question.name())
    }
}

/// A kind of question.
pub(crate) type Kind = rulebook::question::Kind<LesAigles>;

impl LesAigles {
    /// The sheets of a question for both sides, as each knows things: made once, and only where there is something to
    /// fill in.
    pub(crate) fn put(&self, d: &mut D<'_>, question: Question) -> Vec<Arc<Ask>> {
        let sheets = Side::BOTH.map(|side| {
            let slot = question.to(side);
            d.sheet(&slot, |w| self.sheet_for(&w.known_to(side), &slot))
        });
        sheets.into_iter().filter(|sheet| !sheet.fields.is_empty()).collect()
    }
}

impl LesAigles {
    /// Tells that answers are open now: what follows shows them.
    pub(crate) fn opened(&self, d: &mut D<'_>, asked: &[Arc<Ask>]) {
        for sheet in asked {
            let deed = Deed::Opened {
                of: Ref::Side(sheet.slot.side),
                key: Key { does: sheet.slot.kind.clone(), refs: Vec::new() },
            };
            d.tell(deed, &[crate::r::LA_GAP_60]);
        }
    }
}

impl Asks for LesAigles {
    type World = World;

    fn kind(&self, slot: &Slot) -> Option<Kind> {
        Some(match Question::of(slot)? {
            Question::Deploy => q::DEPLOY,
            Question::EngagedRally => q::ENGAGED_RALLY,
            Question::FollowRally => q::FOLLOW_RALLY,
            Question::Plan => q::PLAN,
            Question::React => q::REACT,
            Question::Split => q::SPLIT,
            Question::Officers => q::OFFICERS,
            Question::LandingFire => q::LANDING_FIRE,
            Question::Fire => q::FIRE,
            Question::Sign => q::SIGN,
            Question::Share => q::SHARE,
            Question::FollowUp => q::FOLLOW_UP,
        })
    }

    /// Distances to enemies may be measured for fire alone (LA-CHA-05, LA-GAP-60).
    fn measuring_in(&self, slot: &Slot) -> Measuring {
        if !self.on(crate::r::LA_CHA_05) {
            return Measuring::Free;
        }
        match Question::of(slot) {
            Some(Question::LandingFire | Question::Fire | Question::Sign | Question::Share | Question::FollowUp) => {
                Measuring::Free
            }
            _ => Measuring::AfterDeclaring,
        }
    }

    /// While the other side still writes nothing may be measured either (LA-GAP-60).
    fn measuring_idle(&self, w: &World, _: Side) -> Measuring {
        if crate::turn::may_measure(w) || !self.on(crate::r::LA_CHA_05) {
            Measuring::Free
        } else {
            Measuring::AfterDeclaring
        }
    }
}
