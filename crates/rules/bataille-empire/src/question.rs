//! The questions of the ruleset, by their kind.

use crate::BatailleEmpire;
use crate::turn::{D, questions as q};
use crate::world::World;
use game::{Ask, Choice, Shape, Slot};
use rulebook::question::Asks;
pub(crate) use rulebook::question::{
    Bar, Judged, Luck, accept, any, defaults, pick_one, picked, reply, unhandled, unit_picked,
};
use std::sync::Arc;

pub(crate) type Kind = rulebook::question::Kind<BatailleEmpire>;

impl BatailleEmpire {
    /// The sheet of a slot, as the asked side knows the world. It is made once, however often the step is run again.
    pub(crate) fn put(&self, d: &mut D<'_>, slot: &Slot) -> Arc<Ask> {
        rulebook::question::put(self, d, slot)
    }
}

/// The choices of the first field of a sheet.
pub(crate) fn choices(ask: &Ask) -> &[Choice] {
    match ask.fields.first().map(|field| &field.shape) {
        Some(Shape::Pick { from, .. }) => from,
        _ => &[],
    }
}

rulebook::questions! { BatailleEmpire {
    /// Places and formations before the battle.
    Deploy "deploy" => q::DEPLOY,
    /// Points of command staked for the initiative.
    Stake "stake" => q::STAKE,
    /// Which side plays first.
    First "first" => q::FIRST,
    /// How the commander-in-chief uses his points.
    Chief "chief" => q::CHIEF,
    /// Where a reserve enters.
    Enter "enter" => q::ENTER,
    /// The zone that an order names.
    Zone "zone" => q::ZONE,
    /// Which division is activated.
    Division "division" => q::DIVISION,
    /// The unit that a general joins.
    Attach "attach" => q::ATTACH,
    /// What a unit of the division does.
    Act "act" => q::ACT,
    /// Whether a march that meets a reaction ends early.
    Shorten "shorten" => q::SHORTEN,
    /// Targets of the fires of the moment.
    Fire "fire" => q::FIRE,
    /// Whether a target fires back.
    Return "return" => q::RETURN,
    /// Which test is made first.
    OrderOfTests "order_of_tests" => q::ORDER_OF_TESTS,
    /// Which units charge, and their targets.
    Charge "charge" => q::CHARGE,
    /// Whether a charge is called off.
    CallOff "call_off" => q::CALL_OFF,
    /// Whether an enemy intercepts the charger.
    Intercept "intercept" => q::INTERCEPT,
    /// The reply of a charged unit.
    Reply "reply" => q::REPLY,
    /// Which units move in support of a charge.
    Support "support" => q::SUPPORT,
    /// Which units support a shock by fire.
    Supports "supports" => q::SUPPORTS,
    /// Which of several enemies is fought.
    WhichFights "which_fights" => q::WHICH_FIGHTS,
    /// Whether winning infantry advances.
    Advance "advance" => q::ADVANCE,
    /// Where a beaten unit goes.
    GiveWay "give_way" => q::GIVE_WAY,
    /// Whether a charge goes on.
    Onward "onward" => q::ONWARD,
    /// Whether a winner pursues.
    Pursue "pursue" => q::PURSUE,
    /// The new target of a pursuer.
    Strike "strike" => q::STRIKE,
    /// How far cavalry withdraws.
    Withdraw "withdraw" => q::WITHDRAW,
    /// The reaction of a unit to a march.
    React "react" => q::REACT,
    /// Which reaction comes first.
    OrderOfReactions "order_of_reactions" => q::ORDER_OF_REACTIONS,
} }

rulebook::choices! {
    Activate "activate",
    ActsFirst "acts_first",
    Advance "advance",
    Again "again",
    Alone "alone",
    AsHeIs "as_he_is",
    Attach "attach",
    Attacks "attacks",
    BreaksUp "breaks_up",
    CallOff "call_off",
    Charge "charge",
    ChargeHome "charge_home",
    Come "come",
    Deployed "deployed",
    Detach "detach",
    Detached "detached",
    Done "done",
    Enter "enter",
    Fights "fights",
    Fire "fire",
    First "first",
    FlankLeft "flank_left",
    FlankRight "flank_right",
    FormsAgain "forms_again",
    GoesInside "goes_inside",
    Group "group",
    Hidden "hidden",
    Hold "hold",
    HoldFire "hold_fire",
    Holds "holds",
    Join "join",
    Leave "leave",
    Left "left",
    LimberAfter "limber_after",
    Move "move",
    On "on",
    Open "open",
    Operational "operational",
    OpportunityCharge "opportunity_charge",
    Order "order",
    Pass "pass",
    Pursue "pursue",
    RallyLoss "rally_loss",
    RallyOrder "rally_order",
    Reacts "reacts",
    Reform "reform",
    Release "release",
    Reserve "reserve",
    ReserveOffTable "reserve_off_table",
    Return "return",
    Ride "ride",
    Right "right",
    Round "round",
    Second "second",
    Shrapnel "shrapnel",
    Spend0 "spend_0",
    Spend1 "spend_1",
    Spend2 "spend_2",
    Square "square",
    Stay "stay",
    Stop "stop",
    Strike "strike",
    Support "support",
    SupportCanister "support_canister",
    SupportFire "support_fire",
    SupportSkirmishers "support_skirmishers",
    Target "target",
    Test "test",
    ToTheEnd "to_the_end",
    Transfer "transfer",
    TryToStop "try_to_stop",
    Whole "whole",
    WithTheArmy "with_the_army",
}

impl Asks for BatailleEmpire {
    type World = World;

    fn kind(&self, slot: &Slot) -> Option<Kind> {
        Question::of(slot).map(Question::kind)
    }
}
