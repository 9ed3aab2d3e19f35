//! The answers of a unit that is attacked.

use super::{Aim, Assault, Party};
use crate::question::Does;
use crate::resolve::combat::onset;
use crate::resolve::moving::points::may_act;
use crate::resolve::shooting::figures;
use crate::{Arm, Aspect, Book, Formation, Gait, Weapon, r};
use game::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// The answer of the defender (L3C-GAP-A11, 4).
    Answer {
        /// It stands and fires.
        Fire,
        /// It stands and holds its fire.
        Stand,
        /// It goes over to a counter-charge.
        Counter,
        /// It turns or forms first, then fires.
        ReactFire,
        /// It turns or forms first, then stands.
        ReactStand,
        /// It turns or forms first, then counter-charges.
        ReactCounter,
        Flee,
    } default Fire
}

impl Answer {
    /// All answers, the usual one first.
    pub const ALL: [Self; 7] =
        [Self::Fire, Self::Stand, Self::Counter, Self::ReactFire, Self::ReactStand, Self::ReactCounter, Self::Flee];

    pub(crate) const fn does(self) -> Does {
        match self {
            Self::Fire => Does::Fire,
            Self::Stand => Does::Stand,
            Self::Counter => Does::Counter,
            Self::ReactFire => Does::ReactFire,
            Self::ReactStand => Does::ReactStand,
            Self::ReactCounter => Does::ReactCounter,
            Self::Flee => Does::Flee,
        }
    }

    /// The rule that allows this answer.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Fire | Self::Stand | Self::Counter => r::L3C_GAP_A11,
            Self::ReactFire | Self::ReactStand | Self::ReactCounter => r::L3C_REA_01,
            Self::Flee => r::L3C_FUI_01,
        }
    }

    /// Whether it must turn or form first.
    #[must_use]
    pub const fn reacts(self) -> bool {
        matches!(self, Self::ReactFire | Self::ReactStand | Self::ReactCounter)
    }

    #[must_use]
    pub const fn fires(self) -> bool {
        matches!(self, Self::Fire | Self::ReactFire)
    }

    #[must_use]
    pub const fn counters(self) -> bool {
        matches!(self, Self::Counter | Self::ReactCounter)
    }
}

/// The manoeuvre of a unit that reacts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Reaction {
    /// PA of the manoeuvre; 0: it makes none.
    #[schemars(range(min = 0, max = 6))]
    pub points: u8,
    /// The new formation; `None`: it keeps its own.
    pub formation: Option<Formation>,
    /// Figures in the front rank afterwards.
    pub front: Option<u8>,
    /// Ranks of figures afterwards.
    pub ranks: Option<u8>,
    /// It turns to face the attacker.
    pub turns: bool,
    /// It reforms, having lost its formation (L3C-RAL-25).
    pub reforms: bool,
    /// The gait that it must drop first; infantry at the ordinary step stops before cavalry at no cost.
    pub stops_from: Gait,
    /// It was on its way to contact itself: stopping costs points, and it counts neither as formed nor as unformed
    /// (L3C-REA-06, L3C-OPP-08).
    pub assaulting: bool,
    /// It already had this order and keeps to it (L3C-REA-05).
    pub order_kept: bool,
}

/// Whether a unit can fire at an attacker on that side.
#[must_use]
pub fn can_fire(book: &Book, party: &Party, formation: Formation, side: Aspect) -> bool {
    party.weapon != Weapon::None && side == Aspect::Front && figures::can_fire(book, party.arm, formation, party.case)
}

/// Whether a unit can counter-charge an enemy on that side: a square never does (L3C-MVT-38), infantry never charges
/// cavalry (L3C-MVT-21), a closed or march column never attacks (L3C-MAC-27, L3C-GAP-A97), skirmishers never fight hand
/// to hand (L3C-TIR-02), and guns stay in place.
#[must_use]
pub fn counters(book: &Book, (arm, formation): (Arm, Formation), enemy: Arm, side: Aspect) -> bool {
    let square = formation == Formation::Square && book.on(r::L3C_MVT_38);
    let closed = onset::no_charge(book, formation);
    let horses = arm == Arm::Infantry && enemy == Arm::Cavalry && book.on(r::L3C_MVT_21);
    let open = formation == Formation::Skirmish && book.on(r::L3C_TIR_02);
    arm != Arm::Artillery && side == Aspect::Front && !square && !closed && !horses && !open
}

/// The answers open to a defender.
pub fn answers(book: &Book, assault: &Assault) -> impl Iterator<Item = Answer> {
    let Assault { attacker, defender, reaction, .. } = assault;
    let side = &assault.taken();
    let free = may_act(book, defender.spent);
    let turned = if reaction.turns { Aspect::Front } else { *side };
    let formation = reaction.formation.unwrap_or(defender.formation);
    let moves = reaction.stops_from > Gait::Halted;
    let reacts = free && (reaction.points > 0 || reaction.turns || reaction.formation.is_some() || moves);
    // An advance to fire allows the same answers as an assault (L3C-MAF-03); without that rule only fire.
    let free = free && (assault.purpose == Aim::Contact || book.on(r::L3C_MAF_03));
    // No counter-charge crosses ground closed to the unit (L3C-GAP-A03).
    let barred = defender.on_the_way.closed && book.on(r::L3C_GAP_A03);
    let counters =
        |formation: Formation, side: Aspect| !barred && counters(book, (defender.arm, formation), attacker.arm, side);
    // A unit on its way to contact must stop first, and tests for it (L3C-REA-06).
    let ready = !reaction.assaulting || !book.on(r::L3C_REA_06);
    let fires = may_act(book, defender.spent) && can_fire(book, defender, defender.formation, *side);
    let allowed = [
        (Answer::Fire, ready && fires),
        (Answer::Stand, ready || !reacts),
        (Answer::Counter, ready && free && counters(defender.formation, *side)),
        (Answer::ReactFire, reacts && can_fire(book, defender, formation, turned)),
        (Answer::ReactStand, reacts),
        (Answer::ReactCounter, reacts && counters(formation, turned)),
        // Flight is open whatever has been spent, unless the unit is surrounded (L3C-FUI-01).
        (Answer::Flee, (free || book.on(r::L3C_FUI_01)) && !defender.ground_behind.surrounded),
    ];
    allowed.into_iter().filter(|(_, allowed)| *allowed).map(|(answer, _)| answer)
}

/// Whether the attacker must expect the fire of its objective (L3C-MOR-09, L3C-FEU-37).
#[must_use]
pub fn expects_fire(book: &Book, assault: &Assault) -> bool {
    let defender = &assault.defender;
    book.all(&[r::L3C_MOR_09, r::L3C_FEU_37])
        && !assault.mutual
        && may_act(book, defender.spent)
        && can_fire(book, defender, defender.formation, assault.taken())
}

/// Whether the defender must expect the attacker's fire: only in an advance to fire (L3C-MOR-09).
#[must_use]
pub fn fears_fire(book: &Book, assault: &Assault) -> bool {
    assault.purpose == Aim::Fire && book.on(r::L3C_MOR_09)
}
