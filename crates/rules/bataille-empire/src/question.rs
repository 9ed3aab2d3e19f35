//! The questions of the ruleset, by the kind of their slot.

use crate::BatailleEmpire;
use crate::turn::D;
use crate::world::World;
use game::{Ask, Choice, Shape, Slot};
use rulebook::question::Asks;
pub(crate) use rulebook::question::{Bar, Judged, Luck, accept, any, defaults, pick_one};
use std::sync::Arc;

/// A kind of question.
pub(crate) type Kind = rulebook::question::Kind<BatailleEmpire>;

impl BatailleEmpire {
    /// The sheet of a slot, as the side that is asked knows things: made once, however often the step is run again.
    pub(crate) fn put(&self, d: &mut D<'_>, slot: &Slot) -> Arc<Ask> {
        d.sheet(slot, |w| self.sheet_for(&w.known_to(slot.side), slot))
    }
}

/// The choices of the first field of a sheet.
pub(crate) fn choices(ask: &Ask) -> &[Choice] {
    match ask.fields.first().map(|field| &field.shape) {
        Some(Shape::Pick { from, .. }) => from,
        _ => &[],
    }
}

impl Asks for BatailleEmpire {
    type World = World;

    fn kind(&self, slot: &Slot) -> Option<Kind> {
        use crate::turn::questions as q;
        Some(match slot.kind.as_str() {
            "deploy" => q::DEPLOY,
            "stake" => q::STAKE,
            "first" => q::FIRST,
            "chief" => q::CHIEF,
            "zone" => q::ZONE,
            "division" => q::DIVISION,
            "attach" => q::ATTACH,
            "act" => q::ACT,
            "shorten" => q::SHORTEN,
            "fire" => q::FIRE,
            "return" => q::RETURN,
            "order_of_tests" => q::ORDER_OF_TESTS,
            "charge" => q::CHARGE,
            "call_off" => q::CALL_OFF,
            "intercept" => q::INTERCEPT,
            "reply" => q::REPLY,
            "support" => q::SUPPORT,
            "supports" => q::SUPPORTS,
            "which_fights" => q::WHICH_FIGHTS,
            "advance" => q::ADVANCE,
            "give_way" => q::GIVE_WAY,
            "onward" => q::ONWARD,
            "pursue" => q::PURSUE,
            "strike" => q::STRIKE,
            "withdraw" => q::WITHDRAW,
            "react" => q::REACT,
            "order_of_reactions" => q::ORDER_OF_REACTIONS,
            _ => return None,
        })
    }
}
