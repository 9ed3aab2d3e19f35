//! The state of an assault, and the situations that it asks for.

use super::{Answer, Assault, AssaultEnd, Party, Who};
use crate::resolve::combat::control::Hold;
use crate::resolve::combat::melee::Melee;
use crate::resolve::combat::pursuit::Pursuit;
use crate::resolve::nerve::morale::{self, Covers};
use crate::resolve::shooting::fire::Fire;
use crate::resolve::shooting::screens::Screen;
use crate::{Aspect, Band, Case, Distance, Formation, Gait, Shot};

/// The situation that an assault asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// The screens of both sides.
    Screens,
    /// A test of morale: to attack, to answer, or for losses.
    Nerve(Who),
    /// A fire at a band.
    Fire(Who, Band),
    Melee,
    /// A pursuit by a victor.
    Pursuit(Who),
    /// A victor that the player wants to hold back.
    Control(Who),
}

impl Fact {
    /// The side that it is about; for both, the attacker.
    #[must_use]
    pub const fn who(&self) -> Who {
        match self {
            Self::Screens | Self::Melee => Who::Attacker,
            Self::Nerve(who) | Self::Fire(who, _) | Self::Pursuit(who) | Self::Control(who) => *who,
        }
    }

    /// The name of the test in a breakdown.
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

/// The situation that it is given.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::large_enum_variant, reason = "told and gone")]
pub enum StageInput {
    /// The screens of the attacker and of the defender.
    Screens(Option<Screen>, Option<Screen>),
    Nerve(morale::MoraleSituation),
    Fire(Fire),
    Melee(Melee),
    Pursuit(Pursuit),
    /// A victor that the player wants to hold back.
    Control(Hold),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub struct SideStanding {
    /// The sum of its test; before the die is thrown, without it.
    pub score: i16,
    /// Points counted for an expected fire that may not come.
    pub(super) expected: i8,
    pub case: Case,
    pub gait: Gait,
    pub state: crate::Cohesion,
    pub formation: Formation,
    /// Figures in the front rank.
    pub front: u8,
    pub ranks: u8,
    /// PAP lost in this turn before this action.
    pub before: u16,
    /// PAP lost in this action.
    pub steps: u16,
    /// The part of them by round shot.
    pub round: u16,
    /// The part of them by screens and third parties, which does not count in a duel between the two (L3C-GAP-B29).
    pub aside: u16,
    /// PA spent in this turn.
    pub spent: u8,
    pub band: Option<Band>,
    /// Ammunition announced against a battery (L3C-MOR-41).
    pub(super) shot: Option<Shot>,
    /// Its own screen covers it.
    pub covered: bool,
    /// The enemy's screen counts against it in its tests of morale.
    pub harassed: bool,
    /// The enemy's screen counts against its fire.
    pub under_screen: bool,
    /// Cases by which its status has moved it this turn.
    pub raised: u8,
    /// An enemy's superior status has counted in one of its tests this turn (L3C-MOR-47).
    pub weighed: bool,
}

/// The state of an assault: plain data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AssaultState {
    pub attacker: SideStanding,
    pub defender: SideStanding,
    pub stage: Stage,
    pub answer: Answer,
    /// The side of the defender that is attacked now.
    pub side: Aspect,
    pub(super) announced: Gait,
    /// The gait announced by a defender that attacks as well (L3C-GAP-A51).
    pub(super) announced_back: Gait,
    /// The unit that covers the rest of the way when two march on each other.
    pub covers: Covers,
    /// They have fought a melee.
    pub(super) melee: bool,
    /// The attacker has passed through the defender.
    pub(super) passed_through: bool,
    /// PAP by which the melee's loser lost more than the winner.
    pub lost_by: u16,
    /// Distance that a unit giving way before contact had gone back when it was caught (L3C-GAP-A15).
    pub(super) yielded: Distance,
    /// A fire duel had a winner.
    pub(super) duelled: bool,
    pub(super) pursued: bool,
    /// Length of that pursuit, from contact or from where the other had stood (L3C-GAP-A56).
    pub ran: Distance,
    /// Skirmishers that slipped away before contact, a short way and in hand (L3C-TIR-13).
    pub evades: Option<Who>,
    /// The defender has gone over to a counter-charge: the sides are exchanged.
    pub(super) again: bool,
    /// Percent of the attacker's figures lost to stopping fire of other units, until counted with that of the target.
    pub others: u8,
    /// The target's stopping fire was effective (L3C-FEU-01).
    pub(super) felt: bool,
    /// The fire of an advance to fire was effective (L3C-FEU-36).
    pub told: bool,
    /// Percent of the attacker's figures lost to the target's stopping fire, until counted with that of others.
    pub(super) hit: u8,
    /// PAP inflicted by the attacker in melee, until counted with those of others.
    pub(super) dealt: u16,
    /// PAP lost by the attacker in melee.
    pub(super) taken: u16,
}

/// The next step of an assault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    Screens,
    Announce,
    /// The other attacks as well, and announces too (L3C-GAP-A51).
    AnnounceBack,
    /// A battery announces its ammunition against another (L3C-MOR-41).
    Ammunition(Who),
    Nerve(Who),
    Die(Who),
    Answer,
    Range,
    /// One side fires; `reply`: with what the other's fire has left; `last`: no fire follows.
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
    /// The victor may pursue; `before`: the enemy gave way before contact.
    Pursue {
        winner: Who,
        before: bool,
    },
    Chase {
        winner: Who,
        unwanted: bool,
        before: bool,
    },
    /// The side that has given up houses may demand a test of control of their taker (L3C-GAP-A14).
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
    /// A unit caught in a pursuit may still rise by its status (L3C-POU-06).
    Recover {
        who: Who,
        outcome: AssaultEnd,
        most: u8,
    },
    /// A unit that went down in a test for losses may rise by its status.
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

    /// Records losses by a screen or a third party.
    pub fn struck_aside(&mut self, steps: u16) {
        self.steps = self.steps.saturating_add(steps);
        self.aside = self.aside.saturating_add(steps);
    }

    /// PAP lost to the fire of the opponent (L3C-MAF-09).
    pub const fn lost_in_duel(&self) -> u16 {
        let aside = if self.aside < self.steps { self.aside } else { self.steps };
        self.steps - aside
    }
}

impl AssaultState {
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
