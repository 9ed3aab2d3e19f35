//! The questions of the ruleset, by their kind.

use crate::LesAigles;
use crate::turn::{D, questions as q};
use crate::world::World;
use game::{Ask, Deed, Key, Measuring, Ref, Side, Slot, UnitId};
use rulebook::Known;
use rulebook::question::Asks;
pub(crate) use rulebook::question::{Judged, Luck, accept, any, defaults, pick_one};
use std::sync::Arc;

rulebook::questions! { LesAigles {
    /// Places, orders and generals at the start.
    Deploy "deploy" => q::DEPLOY,
    /// Whether cavalry in contact stays or rallies.
    EngagedRally "engaged_rally" => q::ENGAGED_RALLY,
    FollowRally "follow_rally" => q::FOLLOW_RALLY,
    /// The plans of a half.
    Plan "plan" => q::PLAN,
    /// The reaction of a threatened unit.
    React "react" => q::REACT,
    /// The side on which a rally passes a friend.
    WayRound "way_round" => q::WAY_ROUND,
    /// Whether a charge whose target evades goes on or stops.
    StopCharge "stop_charge" => q::STOP_CHARGE,
    /// Whether the squadrons of a hampered charge go on, or all of them halt.
    Split "split" => q::SPLIT,
    /// Destinations of generals.
    Officers "officers" => q::OFFICERS,
    /// Fire at chargers that land.
    LandingFire "landing_fire" => q::LANDING_FIRE,
    /// All other fire.
    Fire "fire" => q::FIRE,
    /// The value that a general or a square adds after the die.
    Sign "sign" => q::SIGN,
    /// The enemy of figures that touch several enemies equally.
    Share "share" => q::SHARE,
    /// Whether to follow a beaten enemy or halt.
    FollowUp "follow_up" => q::FOLLOW_UP,
} }

rulebook::choices! {
    Stay "stay",
    Leave "leave",
    Go "go",
    Join "join",
    JoinAndTest "join_and_test",
    JoinAndStop "join_and_stop",
    NoNote "no_note",
    Note "note",
    Rally "rally",
    Follow "follow",
    GoOn "go_on",
    StopCharge "stop_charge",
    Split "split",
    HaltWhole "halt_whole",
    HoldFire "hold_fire",
    Fire "fire",
    FireCanister "fire_canister",
    NoSecond "no_second",
    SecondTarget "second_target",
    PassLeft "pass_left",
    PassRight "pass_right",
    March "march",
    LeaveHouse "leave_house",
    ForcedMarch "forced_march",
    Charge "charge",
    Enter "enter",
    Evade "evade",
    Detach "detach",
    Rejoin "rejoin",
    PushAhead "push_ahead",
    PushBack "push_back",
    Garrison "garrison",
    Spike "spike",
    TurnGuns "turn_guns",
    Man "man",
    CarryOn "carry_on",
    Halt "halt",
    ReactMarch "react_march",
    FlankLeft "flank_left",
    FlankRight "flank_right",
    CounterCharge "counter_charge",
    ManWall "man_wall",
    RestAt "rest_at",
    ChangeFormation "change_formation",
    /// An uncontrolled charge, which no player ordered (LA-GAP-66).
    UncontrolledCharge "uncontrolled_charge",
    /// The written target of a charge that did not land (LA-GAP-60).
    Meant "meant",
    Plans "plans",
}

pub(crate) type Kind = rulebook::question::Kind<LesAigles>;

impl LesAigles {
    /// The sheets of a question for both sides, from what each knows: made once, and only if there is something to fill
    /// in.
    pub(crate) fn put(&self, d: &mut D<'_>, question: Question) -> Vec<Arc<Ask>> {
        let sheets = Side::BOTH.map(|side| rulebook::question::put(self, d, &question.to(side)));
        sheets.into_iter().filter(|sheet| !sheet.fields.is_empty()).collect()
    }
}

impl LesAigles {
    /// Reports that answers are open now; the following events show them.
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
        Question::of(slot).map(Question::kind)
    }

    /// Distances to enemies may be measured only for fire (LA-CHA-05, LA-GAP-60).
    fn measuring_in(&self, slot: &Slot) -> Measuring {
        if !self.on(crate::r::LA_CHA_05) {
            return Measuring::Free;
        }
        match Question::of(slot) {
            Some(Question::LandingFire | Question::Fire) => Measuring::Free,
            _ => Measuring::AfterDeclaring,
        }
    }

    /// While the other side is still writing, nothing may be measured either (LA-GAP-60).
    fn measuring_idle(&self, w: &Known<'_, World>, _: Side) -> Measuring {
        if crate::turn::may_measure(w) || !self.on(crate::r::LA_CHA_05) {
            Measuring::Free
        } else {
            Measuring::AfterDeclaring
        }
    }

    /// Between two enemies for a fire that counts, or in contact; never to a bare point, which might be an enemy's
    /// place (LA-GAP-60).
    fn tape_between(&self, w: &Known<'_, World>, _: Side, ends: [Option<UnitId>; 2]) -> bool {
        let [Some(a), Some(b)] = ends else { return self.all_is_measured(w) };
        self.measured(w, a, b)
    }
}

impl LesAigles {
    /// Whether distances need no longer be estimated: the battle is over, or measuring is free (LA-CHA-05).
    fn all_is_measured(&self, w: &World) -> bool {
        w.outcome.is_some() || !self.on(crate::r::LA_CHA_05)
    }

    /// Whether the distance between two units may be known while fires are decided (LA-GAP-60).
    pub(crate) fn measured(&self, w: &World, a: UnitId, b: UnitId) -> bool {
        let known = |id: UnitId| usize::from(id.0) < self.sheets.len() + self.officers.len();
        let fires = |by: UnitId, at: UnitId| w.counting.contains_key(&(by, at));
        self.all_is_measured(w)
            || known(a) && known(b) && self.side(a) == self.side(b)
            || fires(a, b)
            || fires(b, a)
            || w.contact(a, b).is_some()
    }
}
