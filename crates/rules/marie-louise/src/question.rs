//! The questions of the ruleset, by the kind of their slot.

use crate::MarieLouise;
use crate::world::World;
use game::Slot;
use rulebook::question::Asks;
pub(crate) use rulebook::question::{Bar, Luck, accept, any, asked, defaults, pick_one};

/// A kind of question.
pub(crate) type Kind = rulebook::question::Kind<MarieLouise>;

impl Asks for MarieLouise {
    type World = World;

    fn kind(&self, slot: &Slot) -> Option<Kind> {
        use crate::turn::questions as q;
        Some(match slot.kind.as_str() {
            "deploy" => q::DEPLOY,
            "attach" => q::ATTACH,
            "orders" => q::ORDERS,
            "reface" => q::REFACE,
            "halt" => q::HALT,
            "fire" => q::FIRE,
            "late_fire" => q::LATE_FIRE,
            "name_charges" => q::NAME_CHARGES,
            "answer_charge" => q::ANSWER_CHARGE,
            "redeploy" => q::REDEPLOY,
            "fall_back" => q::FALL_BACK,
            "new_target" => q::NEW_TARGET,
            "bonus" => q::BONUS,
            "receive" => q::RECEIVE,
            "next_impact" => q::NEXT_IMPACT,
            "pursue" => q::PURSUE,
            "join_melee" => q::JOIN_MELEE,
            "plan" => q::PLAN,
            "activate" => q::ACTIVATE,
            "counter" => q::COUNTER,
            "generals" => q::GENERALS,
            _ => return None,
        })
    }
}
