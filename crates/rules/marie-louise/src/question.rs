//! The questions of the ruleset, by their kind.

use crate::MarieLouise;
use crate::turn::questions as q;
use crate::world::World;
use game::Slot;
use rulebook::question::Asks;
pub(crate) use rulebook::question::{Bar, Luck, accept, any, asked, defaults, pick_one, picked, reply, unit_picked};

pub(crate) type Kind = rulebook::question::Kind<MarieLouise>;

rulebook::questions! { MarieLouise {
    /// Places and formations before the battle.
    Deploy "deploy" => q::DEPLOY,
    /// The unit beside which a new brigadier appears.
    Successor "successor" => q::SUCCESSOR,
    /// Generals join units or leave them.
    Attach "attach" => q::ATTACH,
    /// An order for every command and unit.
    Orders "orders" => q::ORDERS,
    /// Which way a unit faces that has rallied.
    Reface "reface" => q::REFACE,
    /// The facing of a unit that has rallied.
    Halt "halt" => q::HALT,
    /// Targets of the fires of a moment.
    Fire "fire" => q::FIRE,
    /// Targets of the fires after the moves.
    LateFire "late_fire" => q::LATE_FIRE,
    /// Which units charge, and their targets.
    NameCharges "name_charges" => q::NAME_CHARGES,
    /// The reaction of charged cavalry.
    AnswerCharge "answer_charge" => q::ANSWER_CHARGE,
    /// Whether charged skirmishers and guns fire first or go back.
    Redeploy "redeploy" => q::REDEPLOY,
    /// Which units fall back, and where to.
    FallBack "fall_back" => q::FALL_BACK,
    /// A new target for a charge that has lost its own.
    NewTarget "new_target" => q::NEW_TARGET,
    /// Which charges roll for the bonus.
    Bonus "bonus" => q::BONUS,
    /// How a charge is received.
    Receive "receive" => q::RECEIVE,
    /// Which impact comes next.
    NextImpact "next_impact" => q::NEXT_IMPACT,
    /// Whether a winner pursues.
    Pursue "pursue" => q::PURSUE,
    /// Whether a neighbour joins a melee.
    JoinMelee "join_melee" => q::JOIN_MELEE,
    /// The marches of a turn.
    Plan "plan" => q::PLAN,
    /// The next unit to act.
    Activate "activate" => q::ACTIVATE,
    /// Which unit of the other side acts before it.
    Counter "counter" => q::COUNTER,
    /// Where generals move.
    Generals "generals" => q::GENERALS,
    /// Where a general moves that has escaped from an enemy.
    Escape "escape" => q::ESCAPE,
    /// How a charged battalion defends itself: of a charge that is typed in; in a battle it is [`Self::Receive`].
    Defence "defence" => OF_A_FIGHT,
    /// Whether the test of a pursuit is inverted: likewise [`Self::Pursue`].
    Pursuit "pursuit" => OF_A_FIGHT,
} }

rulebook::choices! {
    Activate "activate",
    /// A new brigadier appears beside a unit.
    Appear "appear",
    /// As the result of the pursuit test says.
    AsRolled "as_rolled",
    Attach "attach",
    /// Follows a charge behind a friend (ML-8.1r).
    Behind "behind",
    /// Follows a charge beside a friend (ML-8.1q).
    Beside "beside",
    /// The charge bonus (ML-8.2a).
    Bonus "bonus",
    Charge "charge",
    Counter "counter",
    CounterCharge "counter_charge",
    Detached "detached",
    /// Charged cavalry falls back (ML-8.6c).
    Evade "evade",
    FallBack "fall_back",
    Fire "fire",
    /// A battery under R fires before it limbers (ML-3.2d).
    FireFirst "fire_first",
    GoOn "go_on",
    /// A deliberate halt (ML-7.2b).
    Halt "halt",
    HoldFire "hold_fire",
    /// A side holds an objective (ML-GAP-45).
    Holds "holds",
    Impact "impact",
    /// The opposite of the result of the pursuit test (ML-8.4d).
    Inverted "inverted",
    /// Joins a melee (ML-9h).
    Join "join",
    LetPass "let_pass",
    MoveAtOnce "move_at_once",
    NoBonus "no_bonus",
    NoCharge "no_charge",
    NoSpecificOrder "no_specific_order",
    /// Forms a solid square (ML-8.1o).
    SolidSquare "solid_square",
    Stand "stand",
    Stay "stay",
    StayOut "stay_out",
    /// A battery turns to the charger (ML-8.7c).
    Turn "turn",
}

/// A question of the machine of a fight, which makes its fields itself.
const OF_A_FIGHT: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };

impl Asks for MarieLouise {
    type World = World;

    fn kind(&self, slot: &Slot) -> Option<Kind> {
        Question::of(slot).map(Question::kind)
    }
}
