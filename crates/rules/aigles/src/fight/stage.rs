//! Where a charge stands, what it waits for and what it is told.

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
    /// Who of the two.
    Who {
        Charger,
        /// Who is charged.
        Target,
    } default Charger

    /// What the target does about it (LA-GAP-77).
    Answer {
        /// It carries on: it stands and fires.
        CarryOn,
        CounterCharge,
        ChangeFormation,
        Evade,
    } default CarryOn

    /// What the fight pauses for: others act on the table.
    PauseFor {
        /// The quarters until the charge lands.
        Approach,
        /// What happens between contact and the end of the period.
        Contact,
        /// The period until the next round.
        NextRound,
    } default Approach
}

impl Who {
    /// The other of the two.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Charger => Self::Target,
            Self::Target => Self::Charger,
        }
    }

    /// Here the charger is the first unit, the target the second.
    #[must_use]
    pub const fn unit(self) -> UnitId {
        match self {
            Self::Charger => UnitId(0),
            Self::Target => UnitId(1),
        }
    }

    /// Who of the two a unit is.
    #[must_use]
    pub fn of(unit: UnitId) -> Self {
        if unit == Self::Target.unit() { Self::Target } else { Self::Charger }
    }

    /// Blue charges.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::Charger => Side::Blue,
            Self::Target => Side::Red,
        }
    }
}

impl Answer {
    /// All, the usual one first.
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

/// A fire at a charge that lands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Salvo {
    /// Of small arms.
    Small(Volley),
    Guns(Cannonade),
}

/// How the charge begins.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Onset {
    /// The charge, target standing.
    pub charge: Charge,
    /// From where the target is attacked.
    pub side: Aspect,
    /// The answers open to the target, the usual one first.
    pub answers: SmallVec<[Answer; 4]>,
    /// It may be told to hold its fire.
    pub may_fire: bool,
    /// How it runs in a counter-charge.
    pub counter: Runner,
    pub change: Option<(Formation, Changing)>,
    pub evasion: Evasion,
    /// What it runs in a quarter if it routs.
    pub run: Distance,
    /// The two as they stand.
    pub charger: Standing,
    /// The other.
    pub target: Standing,
    /// Rounds that are followed.
    pub rounds: u8,
}

/// One of the two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    pub arm: Arm,
    pub status: Status,
    /// Its order.
    pub attitude: Attitude,
    /// Figures at the start of the battle.
    pub initial: u8,
    pub losses: u16,
    /// Figures left.
    pub figures: u8,
    /// How it stands.
    pub formation: Formation,
    /// Order of its ranks.
    pub order: Order,
    /// It charges with its bonuses.
    pub charging: bool,
    /// It is in uncontrolled advance.
    pub uncontrolled: bool,
    /// Losses by the fire before contact.
    pub fire_losses: u16,
    /// It has lost a whole figure to fire.
    pub lost_to_fire: bool,
    /// It follows an opponent who gave way.
    pub following: bool,
    /// Melees just lost in a row.
    pub lost_in_a_row: u8,
    /// It has won the last round.
    pub won: bool,
    /// It had won the one before.
    pub won_before: bool,
    /// Points of the officer with it in the round.
    pub officer: Option<u8>,
    /// Points of its officer who has just been killed or wounded.
    pub officer_lost: Option<u8>,
    /// Combat value without bonus, for a draw.
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

/// A test of morale under way: points before the die, and what its owner may add.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Test {
    /// Points; with the die once it has fallen.
    pub points: i16,
    /// Status of the unit.
    pub status: Status,
    /// The row of its die.
    pub die: DieKind,
    /// The values that its owner may give.
    pub values: SmallVec<[Chosen; 16]>,
    /// Who reads the result.
    pub reader: Reader,
}

/// Where a charge stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Nothing has happened.
    Begin,
    /// A unit is to test.
    Nerve(Who, Occasion),
    Die(Who, Occasion),
    /// The value that its owner gives.
    Sign(Who, Occasion),
    /// The target’s answer.
    React,
    /// The quarters until it lands.
    Approach,
    /// The target fires or holds its fire.
    Ready,
    /// The fires at the charger.
    Fires,
    /// Their dice.
    Shoot,
    /// Contact: others act until the end of the period.
    Contact,
    /// The fighters of a round.
    Fighters,
    /// Their dice.
    Clash,
    /// The dice of their officers.
    Officers,
    Follow(Who),
    /// The period until the next round.
    Again,
    /// It is over.
    Done(End),
}

/// What a charge wants to be told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// How it begins.
    Onset,
    /// A unit that tests.
    Nerve(Who, Occasion),
    /// The fires at the charger: for so many quarters of the target’s own, at such a distance.
    Fires {
        /// Quarters for which the target fires.
        quarters: u8,
        /// How far off the charger is when they end.
        distance: Distance,
    },
    /// The fighters of the next round.
    Fighters,
}

/// What it is told.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Situation {
    /// How it begins.
    Onset(Box<Onset>),
    /// A unit that tests.
    Nerve(Box<Nerve>),
    /// The fires at the charger.
    Fires(Vec<Salvo>),
    Fighters(Box<Melee>),
    /// There are none: what fire or flight has left of the way is too long for the charger.
    Short,
}

/// The course of a charge.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where it stands.
    pub stage: Stage,
    /// How it began.
    pub onset: Onset,
    pub charger: Standing,
    /// Who is charged.
    pub target: Standing,
    /// What the target answered.
    pub answer: Answer,
    /// The target holds its fire.
    pub holds: bool,
    /// From where the target is fought.
    pub side: Aspect,
    /// The quarter in which it lands.
    pub landing: u8,
    /// What is left between them when its plain quarter ends.
    pub left: Distance,
    /// The half whose fires are under way: 1 ends before a charge of more than two quarters lands, 2 is that of the landing.
    pub half: u8,
    /// The target has fired.
    pub fired: bool,
    /// A test under way.
    pub test: Option<Test>,
    /// Fires that wait for their dice.
    pub salvos: Vec<Salvo>,
    /// What each fire has done.
    pub fires: SmallVec<[FireTaken; 2]>,
    /// The round under way.
    pub melee: Round,
    /// Rounds fought.
    pub round: u8,
    /// The round before was a draw.
    pub drawn: bool,
    /// The target’s square is broken.
    pub square_broken: bool,
    /// The last result of a test.
    pub result: MoraleResult,
}

impl State {
    /// Before anything has happened.
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

    /// One of the two.
    #[must_use]
    pub const fn side_of(&self, who: Who) -> &Standing {
        match who {
            Who::Charger => &self.charger,
            Who::Target => &self.target,
        }
    }

    /// Losses that one of the two received in the round.
    #[must_use]
    pub fn received(&self, who: Who) -> u16 {
        self.melee.received(who.unit())
    }

    /// One of the two.
    pub const fn side_mut(&mut self, who: Who) -> &mut Standing {
        match who {
            Who::Charger => &mut self.charger,
            Who::Target => &mut self.target,
        }
    }
}
