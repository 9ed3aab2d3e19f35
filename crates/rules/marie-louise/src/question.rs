//! The questions of the ruleset, by the kind of their slot.

use crate::turn::questions as q;
use crate::world::World;
use crate::{MarieLouise, word};
use game::{Key, Ref, Slot};
use rulebook::question::Asks;
pub(crate) use rulebook::question::{Bar, Luck, accept, any, asked, defaults, pick_one};
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use serde::de::value::{Error, StrDeserializer};

/// A kind of question.
pub(crate) type Kind = rulebook::question::Kind<MarieLouise>;

rulebook::questions! { MarieLouise {
    /// Places and formations before the battle.
    Deploy "deploy" => q::DEPLOY,
    /// By which unit a new brigadier appears.
    Successor "successor" => q::SUCCESSOR,
    /// Generals join units or leave them.
    Attach "attach" => q::ATTACH,
    /// An order for every command and unit.
    Orders "orders" => q::ORDERS,
    /// Which way a unit faces that has rallied.
    Reface "reface" => q::REFACE,
    /// Whether a unit halts to fire.
    Halt "halt" => q::HALT,
    /// Targets of the fires of the moment.
    Fire "fire" => q::FIRE,
    /// Targets of the fires after the moves.
    LateFire "late_fire" => q::LATE_FIRE,
    /// Who charges whom.
    NameCharges "name_charges" => q::NAME_CHARGES,
    /// What cavalry does that is charged.
    AnswerCharge "answer_charge" => q::ANSWER_CHARGE,
    /// Whether skirmishers and guns fire first or go back.
    Redeploy "redeploy" => q::REDEPLOY,
    /// Who falls back, and whereto.
    FallBack "fall_back" => q::FALL_BACK,
    /// Another target for a charge that has lost its own.
    NewTarget "new_target" => q::NEW_TARGET,
    /// Who throws for a longer charge.
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
    /// Which unit is designated.
    Activate "activate" => q::ACTIVATE,
    /// Who of the other side acts before it.
    Counter "counter" => q::COUNTER,
    /// Where generals ride.
    Generals "generals" => q::GENERALS,
    /// Where a general rides who has got away from an enemy.
    Escape "escape" => q::ESCAPE,
} }

rulebook::words! {
    /// What a choice of a sheet does. Orders, formations and orders of battle are told by their own words.
    Does {
        Activate,
        /// A new brigadier appears beside a unit.
        Appear,
        /// As the pursuit test says.
        AsRolled,
        Attach,
        /// Accompanies a charge behind a friend (ML-8.1r).
        Behind,
        /// Accompanies a charge beside a friend (ML-8.1q).
        Beside,
        /// The charge bonus (ML-8.2a).
        Bonus,
        Charge,
        Counter,
        CounterCharge,
        Detached,
        /// Cavalry that is charged falls back (ML-8.6c).
        Evade,
        FallBack,
        Fire,
        /// A battery under R fires before it limbers (ML-3.2d).
        FireFirst,
        GoOn,
        /// A deliberate halt (ML-7.2b).
        Halt,
        HoldFire,
        Impact,
        /// The opposite of what the pursuit test says (ML-8.4d).
        Inverted,
        /// Joins a melee (ML-9h).
        Join,
        LetPass,
        MoveAtOnce,
        NoBonus,
        NoCharge,
        NoSpecificOrder,
        /// Forms a solid square (ML-8.1o).
        SolidSquare,
        Stand,
        Stay,
        StayOut,
        /// A battery turns to its charger (ML-8.7c).
        Turn,
    } default Stand
}

impl Does {
    /// The choice, about nobody.
    pub(crate) fn key(self) -> Key {
        Key { does: word(&self), refs: Vec::new() }
    }

    /// The choice about somebody.
    pub(crate) fn about(self, of: Ref) -> Key {
        Key { does: word(&self), refs: vec![of] }
    }

    /// What a key does; nothing: it names an order, a formation or an order of battle.
    pub(crate) fn of(key: &Key) -> Option<Self> {
        let id: StrDeserializer<'_, Error> = key.does.as_str().into_deserializer();
        Self::deserialize(id).ok()
    }

    /// Whether a key does this.
    pub(crate) fn is(self, key: &Key) -> bool {
        Self::of(key) == Some(self)
    }
}

impl Asks for MarieLouise {
    type World = World;

    fn kind(&self, slot: &Slot) -> Option<Kind> {
        Question::of(slot).map(Question::kind)
    }
}
