//! Where an assault stands, and what it is told.

use super::{Answer, Assault, AssaultEnd, Party, Who};
use crate::resolve::combat::control::Hold;
use crate::resolve::combat::melee::Melee;
use crate::resolve::combat::pursuit::Pursuit;
use crate::resolve::nerve::morale::{self, Covers};
use crate::resolve::shooting::fire::Fire;
use crate::resolve::shooting::screens::Screen;
use crate::{Aspect, Band, Case, Distance, Formation, Gait, Shot};

/// Which situation an assault wants to be told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// The screens of both.
    Screens,
    /// The test of morale of one: to attack, to answer, or for losses.
    Nerve(Who),
    /// A fire of one at a band.
    Fire(Who, Band),
    /// Both hand to hand.
    Melee,
    /// A victor who pursues.
    Pursuit(Who),
    /// A victor to be held back.
    Control(Who),
}

impl Fact {
    /// Whom it is about; of both, the attacker.
    #[must_use]
    pub const fn who(&self) -> Who {
        match self {
            Self::Screens | Self::Melee => Who::Attacker,
            Self::Nerve(who) | Self::Fire(who, _) | Self::Pursuit(who) | Self::Control(who) => *who,
        }
    }

    /// The name of the test, as a breakdown has it.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Screens => "screens",
            Self::Nerve(_) => "morale",
            Self::Fire(..) => "fire",
            Self::Melee => "melee",
            Self::Pursuit(_) => "pursuit",
            Self::Control(_) => "control",
        }
    }
}

/// What it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::large_enum_variant, reason = "told and gone")]
pub enum StageInput {
    /// The screens of the attacker and of the defender.
    Screens(Option<Screen>, Option<Screen>),
    /// A test of morale.
    Nerve(morale::MoraleSituation),
    Fire(Fire),
    /// Hand to hand.
    Melee(Melee),
    Pursuit(Pursuit),
    /// A victor to be held back.
    Control(Hold),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub struct SideStanding {
    /// The score of its test as it was added up; before the die, without it.
    pub score: i16,
    /// Points counted for a fire that may not come.
    pub(super) expected: i8,
    /// Its morale.
    pub case: Case,
    /// How fast it goes.
    pub gait: Gait,
    /// How well it holds together.
    pub state: crate::Cohesion,
    pub formation: Formation,
    /// Figures in front.
    pub front: u8,
    /// Ranks of figures.
    pub ranks: u8,
    /// PAP lost in this turn before this action.
    pub before: u16,
    /// PAP lost in this action.
    pub steps: u16,
    /// Those of them that round shot took.
    pub round: u16,
    /// Those of them that screens and third parties took: no part of a duel between the two (L3C-GAP-B29).
    pub aside: u16,
    /// PA spent in this turn.
    pub spent: u8,
    /// The band at which it fires.
    pub band: Option<Band>,
    /// What its guns have been announced to fire at a battery (L3C-MOR-41).
    pub(super) shot: Option<Shot>,
    /// Its screen covers it.
    pub covered: bool,
    /// The enemy's screen has the better of it.
    pub harassed: bool,
    /// The same in its fire.
    pub under_screen: bool,
    /// Cases by which its status has acted on it this turn.
    pub raised: u8,
    /// The status of others has weighed in a test of it this turn (L3C-MOR-47).
    pub weighed: bool,
}

/// Where an assault stands: plain data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AssaultState {
    pub attacker: SideStanding,
    pub defender: SideStanding,
    /// What comes next.
    pub stage: Stage,
    /// What the defender does.
    pub answer: Answer,
    /// From where he is attacked now.
    pub side: Aspect,
    /// The gait that the attacker announced.
    pub(super) announced: Gait,
    /// The gait that the defender announced, who attacks as well (L3C-GAP-A51).
    pub(super) announced_back: Gait,
    /// Who covers what is left between two who march on each other.
    pub covers: Covers,
    /// They have fought hand to hand.
    pub(super) melee: bool,
    /// The attacker went through.
    pub(super) passed_through: bool,
    /// By how many PAP the loser of the melee lost more.
    pub lost_by: u16,
    /// How far who gave way before contact had gone back when he was met (L3C-GAP-A15).
    pub(super) yielded: Distance,
    /// A duel of fire had a winner.
    pub(super) duelled: bool,
    /// The victor pursued.
    pub(super) pursued: bool,
    /// How far he ran for it from where he was upon the other, or from where the other had stood (L3C-GAP-A56).
    pub ran: Distance,
    /// Skirmishers who have slipped away before contact, a short way and in hand (L3C-TIR-13).
    pub evades: Option<Who>,
    /// The defender has gone over to a counter-charge: who was attacked attacks.
    pub(super) again: bool,
    /// Percent of the attacker's figures lost to stopping fire of others, until it is counted with that of the target.
    pub others: u8,
    /// The target's stopping fire was effective (L3C-FEU-01).
    pub(super) felt: bool,
    /// The fire of an attacker who moves up to fire was effective (L3C-FEU-36).
    pub told: bool,
    /// Loss of the attacker by stopping fire, in percent, until it is counted with that of others.
    pub(super) hit: u8,
    /// PAP that the attacker inflicts hand to hand, until they are counted with those of others.
    pub(super) dealt: u16,
    /// PAP that he takes there.
    pub(super) taken: u16,
}

/// What an assault does next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    Screens,
    Announce,
    /// The other attacks as well, and announces too (L3C-GAP-A51).
    AnnounceBack,
    /// A battery announces what it fires at another (L3C-MOR-41).
    Ammunition(Who),
    Nerve(Who),
    Die(Who),
    Answer,
    Range,
    /// One fires; `reply` with what the other's fire has left, `last`: nobody fires after it.
    Shoot {
        who: Who,
        band: Band,
        reply: bool,
        last: bool,
    },
    Stopped,
    FireBack,
    /// The defender may go over to a counter-charge (L3C-MAC-26).
    Exploit,
    Melee,
    Raise {
        loser: Who,
        difference: u16,
    },
    /// The victor may pursue; `before`: an enemy who gave way before contact.
    Pursue {
        winner: Who,
        before: bool,
    },
    Chase {
        winner: Who,
        unwanted: bool,
        before: bool,
    },
    /// Who has given up houses may exact a test of control of their taker (L3C-GAP-A14).
    Exact,
    Control {
        who: Who,
    },
    Hold {
        who: Who,
        cut: i16,
        fleeing: bool,
    },
    Demand {
        who: Who,
        outcome: AssaultEnd,
    },
    Shock {
        who: Who,
        outcome: AssaultEnd,
    },
    ShockDie {
        who: Who,
        outcome: AssaultEnd,
    },
    /// Who was caught in a pursuit may still rise by its status (L3C-POU-06).
    Recover {
        who: Who,
        outcome: AssaultEnd,
        most: u8,
    },
    /// Who went down in a test for losses may rise by its status.
    Rise {
        who: Who,
        outcome: AssaultEnd,
        most: u8,
    },
    Done(AssaultEnd),
}

impl SideStanding {
    pub(super) const fn of(party: &Party) -> Self {
        Self {
            score: 0,
            expected: 0,
            case: party.case,
            gait: Gait::Halted,
            state: party.state,
            formation: party.formation,
            front: party.front,
            ranks: party.ranks,
            before: 0,
            steps: 0,
            round: 0,
            aside: 0,
            spent: party.spent,
            band: None,
            shot: None,
            covered: false,
            harassed: false,
            under_screen: false,
            raised: party.status_used as u8,
            weighed: party.nerve.status_used,
        }
    }

    /// It loses something to a screen or to a third party.
    pub fn struck_aside(&mut self, steps: u16) {
        self.steps = self.steps.saturating_add(steps);
        self.aside = self.aside.saturating_add(steps);
    }

    /// PAP that it has lost to the fire of the other (L3C-MAF-09).
    pub const fn lost_in_duel(&self) -> u16 {
        let aside = if self.aside < self.steps { self.aside } else { self.steps };
        self.steps - aside
    }
}

impl AssaultState {
    /// An assault before anything has happened in it.
    #[must_use]
    pub const fn begin(assault: &Assault) -> Self {
        Self {
            attacker: SideStanding::of(&assault.attacker),
            defender: SideStanding::of(&assault.defender),
            stage: Stage::Screens,
            answer: Answer::Stand,
            side: assault.taken(),
            announced: Gait::Charge,
            announced_back: Gait::Charge,
            covers: Covers::Neither,
            melee: false,
            passed_through: false,
            lost_by: 0,
            yielded: Distance::of(0),
            duelled: false,
            pursued: false,
            ran: Distance::of(0),
            evades: None,
            again: false,
            others: 0,
            felt: false,
            told: false,
            hit: 0,
            dealt: 0,
            taken: 0,
        }
    }

    /// One of the two.
    #[must_use]
    pub const fn side(&self, who: Who) -> &SideStanding {
        match who {
            Who::Attacker => &self.attacker,
            Who::Defender => &self.defender,
        }
    }

    pub(super) const fn side_mut(&mut self, who: Who) -> &mut SideStanding {
        match who {
            Who::Attacker => &mut self.attacker,
            Who::Defender => &mut self.defender,
        }
    }
}
