//! The state of a charge, its inputs and its situations.

use super::end::End;
use super::round::Round;
use crate::question::Does;
use crate::resolve::charge::{Charge, Evasion, Runner};
use crate::resolve::fire::{Cannonade, DieKind, Volley};
use crate::resolve::melee::Melee;
use crate::resolve::morale::{Chosen, FireTaken, MoraleResult, Nerve, Occasion, Reader};
use crate::resolve::motion::Changing;
use crate::{Arm, Aspect, Attitude, Distance, Formation, Order, Status};
use game::{Side, UnitId};
use rulebook::words;
use smallvec::SmallVec;

words! {
    /// One of the two units.
    Who {
        Charger,
        /// The unit charged.
        Target,
    } default Charger

    /// The target's answer (LA-GAP-77).
    Answer {
        /// It stands and fires.
        CarryOn,
        CounterCharge,
        ChangeFormation,
        Evade,
    } default CarryOn

    /// The pauses of the fight, in which other units act on the table.
    PauseFor {
        /// The quarters until the charge lands.
        Approach,
        /// From contact to the end of the period.
        Contact,
        /// The period before the next round.
        NextRound,
    } default Approach
}

impl Who {
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Charger => Self::Target,
            Self::Target => Self::Charger,
        }
    }

    /// In a fight of two the charger is the first unit, the target the second.
    #[must_use]
    pub const fn unit(self) -> UnitId {
        match self {
            Self::Charger => UnitId(0),
            Self::Target => UnitId(1),
        }
    }

    /// The role of a unit.
    #[must_use]
    pub fn of(unit: UnitId) -> Self {
        if unit == Self::Target.unit() { Self::Target } else { Self::Charger }
    }

    /// The charger is blue.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::Charger => Side::Blue,
            Self::Target => Side::Red,
        }
    }
}

impl Answer {
    /// All answers, the usual one first.
    pub const ALL: [Self; 4] = [Self::CarryOn, Self::CounterCharge, Self::ChangeFormation, Self::Evade];

    pub(crate) const fn does(self) -> Does {
        match self {
            Self::CarryOn => Does::CarryOn,
            Self::CounterCharge => Does::CounterCharge,
            Self::ChangeFormation => Does::ChangeFormation,
            Self::Evade => Does::Evade,
        }
    }
}

/// A fire at a landing charge.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Salvo {
    /// Of small arms.
    Small(Volley),
    Guns(Cannonade),
}

/// The start of a charge.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Onset {
    /// The timing of the charge against a halted target.
    pub charge: Charge,
    /// The side from which the target is attacked.
    pub side: Aspect,
    /// The answers open to the target, the usual one first.
    pub answers: SmallVec<[Answer; 4]>,
    /// It may hold its fire.
    pub may_fire: bool,
    /// Its move in a counter-charge.
    pub counter: Runner,
    pub change: Option<(Formation, Changing)>,
    pub evasion: Evasion,
    /// Distance that it runs in a quarter if it routs.
    pub run: Distance,
    pub charger: Standing,
    pub target: Standing,
    /// Number of melee rounds to resolve.
    pub rounds: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    pub arm: Arm,
    pub status: Status,
    pub attitude: Attitude,
    /// Figures at the start of the battle.
    pub initial: u8,
    pub losses: u16,
    pub figures: u8,
    pub formation: Formation,
    pub order: Order,
    /// It charges with its bonuses.
    pub charging: bool,
    /// It is in uncontrolled advance.
    pub uncontrolled: bool,
    /// Losses by the fire before contact.
    pub fire_losses: u16,
    /// It has lost a whole figure to fire.
    pub lost_to_fire: bool,
    /// It follows an opponent that gave way.
    pub following: bool,
    /// Melees lost in a row.
    pub lost_in_a_row: u8,
    /// It has won the last round.
    pub won: bool,
    /// It had won the round before that.
    pub won_before: bool,
    /// Points of the officer with it in the round.
    pub officer: Option<u8>,
    /// Points of its officer, who has just been killed or wounded.
    pub officer_lost: Option<u8>,
    /// Combat value without bonus, used in a draw.
    pub combat: i8,
}

impl Default for Standing {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            status: Status::Regular,
            attitude: Attitude::Attack,
            initial: 16,
            losses: 0,
            figures: 16,
            formation: Formation::Line,
            order: Order::Formed,
            charging: false,
            uncontrolled: false,
            fire_losses: 0,
            lost_to_fire: false,
            following: false,
            lost_in_a_row: 0,
            won: false,
            won_before: false,
            officer: None,
            officer_lost: None,
            combat: 4,
        }
    }
}

/// A test of morale under way: points without the die, and the values that its owner may add.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Test {
    /// Points; including the die once it is thrown.
    pub points: i16,
    /// Status of the unit.
    pub status: Status,
    /// The row of the die table that it uses.
    pub die: DieKind,
    /// The values that its owner may add.
    pub values: SmallVec<[Chosen; 16]>,
    /// The unit that reads the result.
    pub reader: Reader,
}

/// The next step of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Nothing has happened yet.
    Begin,
    /// A unit is to test.
    Nerve(Who, Occasion),
    Die(Who, Occasion),
    /// Its owner chooses a value.
    Sign(Who, Occasion),
    /// The target’s answer.
    React,
    /// The quarters until the charge lands.
    Approach,
    /// The target fires or holds its fire.
    Ready,
    /// Fires at the charger.
    Fires,
    /// The dice of the fires.
    Shoot,
    /// Contact: others act until the end of the period.
    Contact,
    /// The fighters of a round are asked for.
    Fighters,
    /// The dice of the round.
    Clash,
    /// The dice of their officers.
    Officers,
    Follow(Who),
    /// The period before the next round.
    Again,
    /// It is over.
    Done(End),
}

/// The situation that a charge asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// The start of the charge.
    Onset,
    /// The test of a unit.
    Nerve(Who, Occasion),
    /// The fires at the charger: the target's quarters of fire, and the distance.
    Fires {
        /// Quarters for which the target fires.
        quarters: u8,
        /// Distance of the charger at the end of them.
        distance: Distance,
    },
    /// The fighters of the next round.
    Fighters,
}

/// The situation that it is given.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Situation {
    /// The start of the charge.
    Onset(Box<Onset>),
    /// The test of a unit.
    Nerve(Box<Nerve>),
    /// The fires at the charger.
    Fires(Vec<Salvo>),
    Fighters(Box<Melee>),
    /// No fighters: after the fire or the flight the way is too long for the charger.
    Short,
}

/// The course of a charge.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub stage: Stage,
    pub onset: Onset,
    pub charger: Standing,
    /// The unit charged.
    pub target: Standing,
    pub answer: Answer,
    /// The target holds its fire.
    pub holds: bool,
    /// The side from which the target is fought.
    pub side: Aspect,
    /// The quarter in which the charge lands.
    pub landing: u8,
    /// Distance left at the end of its full quarter.
    pub left: Distance,
    /// The half whose fires are being resolved: 1 ends before a charge of more than two quarters lands, 2 is that of
    /// the landing.
    pub half: u8,
    /// The target has fired.
    pub fired: bool,
    pub test: Option<Test>,
    /// Fires whose dice are due.
    pub salvos: Vec<Salvo>,
    /// Losses by each fire.
    pub fires: SmallVec<[FireTaken; 2]>,
    pub melee: Round,
    /// Number of melee rounds fought.
    pub round: u8,
    /// The last round was a draw.
    pub drawn: bool,
    /// The target’s square is broken.
    pub square_broken: bool,
    /// The last result of a test.
    pub result: MoraleResult,
}

impl State {
    #[must_use]
    pub fn begin() -> Self {
        Self {
            stage: Stage::Begin,
            onset: Onset::default(),
            charger: Standing::default(),
            target: Standing::default(),
            answer: Answer::CarryOn,
            holds: false,
            side: Aspect::Front,
            landing: 0,
            left: Distance::of(0),
            half: 2,
            fired: false,
            test: None,
            salvos: Vec::new(),
            fires: SmallVec::new(),
            melee: Round::default(),
            round: 0,
            drawn: false,
            square_broken: false,
            result: MoraleResult::Obey,
        }
    }

    #[must_use]
    pub const fn side_of(&self, who: Who) -> &Standing {
        match who {
            Who::Charger => &self.charger,
            Who::Target => &self.target,
        }
    }

    /// Losses of one unit in the round.
    #[must_use]
    pub fn received(&self, who: Who) -> u16 {
        self.melee.received(who.unit())
    }

    pub const fn side_mut(&mut self, who: Who) -> &mut Standing {
        match who {
            Who::Charger => &mut self.charger,
            Who::Target => &mut self.target,
        }
    }
}
