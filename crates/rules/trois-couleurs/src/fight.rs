//! The whole assault (MAC, MAF; L3C-GAP-A11): the attacker's test, the answer, the fires and what they do to morale,
//! contact, melee, pursuit and control, as one machine that the assistant, the odds, a battle and the tests drive alike.

mod aftermath;
mod again;
mod answer;
mod bout;
mod clash;
mod explain;
mod fires;
mod form;
mod joint;
mod joint_bout;
mod joint_meet;
mod opening;
mod share;
mod stage;

pub use answer::{Answer, Reaction, answers};
pub use bout::AssaultBout;
pub use explain::explain;
pub use form::{Form, Wish, delivered};
pub use joint::{JoinedAssaults, JointEnd, OneOf};
pub use joint_bout::{JointBout, JointFact};
pub use stage::{AssaultState, Fact, SideStanding, Stage, StageInput};

use crate::resolve::combat::pursuit::GroundBehind;
use crate::resolve::nerve::morale::{
    Across, AttackTarget, Famous, Flanks, GroundBetween, LeaderNear, Losses, Support, UnderFire,
};
use crate::resolve::shooting::screens::Screen;
use crate::{
    Arm, Aspect, Band, Book, Case, Cohesion, Cover, Distance, Formation, Gait, Nation, Seen, Shot, Status, Weapon, r,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// Who of the two.
    Who {
        Attacker,
        /// Who is attacked.
        Defender,
    } default Attacker

    /// What an attacker moves up for.
    Aim {
        /// MAC: to fight hand to hand.
        Contact,
        /// MAF: to fire.
        Fire,
    } default Contact

    /// What a unit that is stopped by fire does (L3C-MOR-131).
    Stopped {
        Nothing,
        FireBack,
        Flee,
    } default Nothing

    AssaultEnd {
        /// The attacker's own test stops him.
        Stopped,
        /// Fire stops him.
        StoppedByFire,
        /// Cavalry gives up before infantry that stands.
        GivesUp,
        /// The attacker wins.
        Attacker,
        /// The defender wins.
        Defender,
        Draw,
        /// The defender gives way and is caught.
        AttackerPursues,
        /// The attacker gives way and is caught.
        DefenderPursues,
        /// The defender is gone before contact.
        DefenderGone,
        /// The attacker is gone before contact.
        AttackerGone,
        /// A counter-charge is stopped.
        CounterFails,
        /// Fires were exchanged, no more.
        Exchange,
    } default Stopped
}

impl AssaultEnd {
    /// The same end with attacker and defender exchanged: one who has gone over to a counter-charge and is stopped has
    /// only failed in that.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
            Self::AttackerPursues => Self::DefenderPursues,
            Self::DefenderPursues => Self::AttackerPursues,
            Self::DefenderGone => Self::AttackerGone,
            Self::AttackerGone => Self::DefenderGone,
            Self::Stopped | Self::StoppedByFire | Self::GivesUp | Self::CounterFails => Self::CounterFails,
            Self::Draw => Self::Draw,
            Self::Exchange => Self::Exchange,
        }
    }
}

impl Who {
    /// The other of the two.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// A unit that takes part, as a player types it in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a quality of its own")]
pub struct Party {
    pub arm: Arm,
    /// Horse artillery.
    #[schemars(extend("x-when" = { "arm": ["artillery"] }))]
    pub horse_guns: bool,
    pub nation: Nation,
    pub status: Status,
    /// The status that its enemy believes, where it is another (L3C-MOR-44, L3C-GEN-21).
    pub seen_status: Option<Status>,
    /// Type of cavalry, 0 to 3.
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    #[schemars(range(min = 0, max = 3))]
    pub cavalry_type: u8,
    /// The type that infantry and gunners take it for, where it is another (L3C-MOR-44).
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    #[schemars(range(min = 0, max = 3))]
    pub seen_type: Option<u8>,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub lancers: bool,
    /// Cuirassiers with a back plate.
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub back_plate: bool,
    /// It fights in two ranks of men.
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub two_ranks: bool,
    /// Class of manoeuvre, 1 to 3; without one, that of the status.
    #[schemars(range(min = 1, max = 3))]
    pub class: Option<u8>,
    /// Its morale; without one, that of nation and status.
    pub base: Option<i8>,
    /// National bonus in attack; without one, that of the nation.
    pub attack_bonus: Option<i8>,
    /// National bonus in defence; without one, that of the nation.
    pub defence_bonus: Option<i8>,
    /// Figures at the start of the battle less companies detached; guns of a battery.
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
    /// PAP lost before this action: fewer than the three that each figure has.
    #[schemars(range(min = 0, max = 179))]
    pub steps_lost: u16,
    /// Figures in front: of a square those of one face; gunners of a battery.
    #[schemars(range(min = 1, max = 60))]
    pub front: u8,
    /// Ranks of figures.
    #[schemars(range(min = 1, max = 12))]
    pub ranks: u8,
    pub formation: Formation,
    /// How well it holds together.
    pub state: Cohesion,
    /// Its last result of morale.
    pub case: Case,
    /// What it fires with.
    pub weapon: Weapon,
    /// What its guns fire.
    #[schemars(extend("x-when" = { "arm": ["artillery"] }))]
    pub shot: Option<Shot>,
    /// It has not fired yet in this battle.
    pub first_fire: bool,
    /// Its arms are loaded.
    pub loaded: bool,
    /// PA spent this turn.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
    /// The fastest gait that ground and room allow.
    pub gait_limit: Gait,
    /// What protects it.
    pub cover: Cover,
    /// It holds houses: whoever drives it out of them has taken what he came for (L3C-GAP-A14).
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub houses: bool,
    /// Secure flanks, 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub secure_flanks: u8,
    /// A status effect has already acted on it this turn.
    pub status_used: bool,
    /// What it crosses before contact.
    pub on_the_way: OnTheWay,
    /// The ground over which it would be pursued.
    pub ground_behind: GroundBehind,
    /// Its screen of skirmishers.
    pub screen: Option<Screen>,
    /// Whatever else counts in its tests of morale.
    pub nerve: Nerve,
}

impl Default for Party {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            horse_guns: false,
            nation: Nation::Other,
            status: Status::Line,
            seen_status: None,
            cavalry_type: 1,
            seen_type: None,
            lancers: false,
            back_plate: false,
            two_ranks: false,
            class: None,
            base: None,
            attack_bonus: None,
            defence_bonus: None,
            figures: 12,
            steps_lost: 0,
            front: 12,
            ranks: 1,
            formation: Formation::Line,
            state: Cohesion::Formed,
            case: Case::Stand,
            weapon: Weapon::Musket,
            shot: None,
            first_fire: false,
            loaded: true,
            spent: 0,
            gait_limit: Gait::Charge,
            cover: Cover::None,
            houses: false,
            secure_flanks: 0,
            status_used: false,
            on_the_way: OnTheWay::default(),
            ground_behind: GroundBehind::default(),
            screen: None,
            nerve: Nerve::default(),
        }
    }
}

/// What a unit crosses on its way: degrees of order that the last of it costs, in the melee only (L3C-MOR-08), and reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OnTheWay {
    /// Obstacles (L3C-MAC-23, L3C-MVT-17).
    #[schemars(range(min = 0, max = 4))]
    pub obstacles: u8,
    /// Slopes, at the quick step or faster (L3C-MOR-85).
    #[schemars(range(min = 0, max = 4))]
    pub slopes: u8,
    /// Ground that it may not enter lies between it and the enemy (L3C-GAP-A03).
    pub closed: bool,
    /// Guns moved up by hand go up a slope (L3C-MVT-37).
    pub uphill: bool,
    /// UD that the ground takes off its reach on the whole of its way (L3C-MAC-06, L3C-MAC-07).
    #[schemars(range(min = 0, max = 12))]
    pub lost_ud: u8,
}

/// What counts in the tests of one side besides the two units themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Nerve {
    /// It has just gone through an enemy or made one flee, and tests again in the same action.
    pub follow_on: bool,
    /// The ground between the two.
    pub ground: GroundBetween,
    /// Support of other arms.
    pub support: Support,
    /// Fire of others that it is under.
    pub fire: UnderFire,
    /// Further enemies that count.
    pub enemies: Vec<Seen>,
    /// Friends that count.
    pub friends: Vec<Seen>,
    /// Famous units that have gone back within sight.
    pub famous: Vec<Famous>,
    /// Who threatens its flanks and rear besides.
    pub flanks: Flanks,
    /// Losses before, and in this action other than by the fires of the two.
    pub losses: Losses,
    /// A superior status has already been counted against it this turn (L3C-MOR-47).
    pub status_used: bool,
    /// No general of its chain of command is near enough.
    pub out_of_command: bool,
    pub general: Option<LeaderNear>,
    /// Further units that it attacks at the same time: their formation counts too (L3C-MOR-95).
    pub targets: Vec<AttackTarget>,
}

/// What an attacker announces before his test (L3C-MOR-06, L3C-MAF-07).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Announced {
    /// The fastest gait, moving to contact.
    pub gait: Option<Gait>,
    /// The nearest band, moving to fire.
    pub band: Option<Band>,
}

/// A whole assault, as a player types it in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Assault {
    /// What the attacker moves up for.
    pub purpose: Aim,
    /// How far apart they are before anybody moves.
    pub distance: Distance,
    /// How far apart they stand when they test; not said: the attacker is moved up two thirds of the distance.
    pub stands: Option<Distance>,
    /// It is made on an opportunity: the attacker is moved up a third of the distance, not two.
    pub opportunity: bool,
    /// A fire fight goes on that was a draw, without anybody moving (L3C-MOR-27).
    #[schemars(extend("x-when" = { "purpose": ["fire"] }))]
    pub continued: bool,
    /// The defender marches on the attacker as well: neither awaits the other (L3C-GAP-A51).
    #[schemars(extend("x-when" = { "purpose": ["contact"] }))]
    pub mutual: bool,
    /// From where the defender is attacked.
    pub side: Aspect,
    /// The front they have in common, in bases of infantry.
    #[schemars(range(min = 1, max = 60))]
    pub width: u8,
    /// Sides on which the attacker reaches beyond the defender, 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub attacker_overlaps: u8,
    /// Sides on which the defender reaches beyond the attacker, 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub defender_overlaps: u8,
    /// The year, for national bonuses.
    #[schemars(range(min = 1790, max = 1820))]
    pub year: u16,
    pub attacker: Party,
    /// Who is attacked.
    pub defender: Party,
    /// What the attacker announces.
    pub announced: Announced,
    /// What the defender answers.
    pub answer: Answer,
    /// The manoeuvre of a reaction.
    #[schemars(extend("x-when" = { "answer": ["react_fire", "react_stand", "react_counter"] }))]
    pub reaction: Reaction,
    /// The guns of the defender fire round shot where canister would reach (L3C-FEU-45). The attacker must expect canister all
    /// the same, unless both are batteries (L3C-MOR-41).
    #[schemars(extend("x-when" = { "answer": ["fire", "react_fire"] }))]
    pub round_shot: bool,
    /// The nearest band at which the defender wants to fire.
    #[schemars(extend("x-when" = { "answer": ["fire", "react_fire"] }))]
    pub defender_band: Option<Band>,
    /// What the attacker does if fire stops him.
    pub stopped: Stopped,
    /// The defender goes over to a counter-charge if his fire has left the attacker without formation.
    pub counter_after_fire: bool,
    /// What the attacker then answers.
    #[schemars(extend("x-when" = { "counter_after_fire": [true] }))]
    pub answer_to_counter: Answer,
    /// A victor pursues where he may.
    pub pursue: bool,
    /// Elite and guard units rise as far as they can when they are beaten.
    pub raise: bool,
    /// The test for losses of a tenth is demanded at once.
    pub demand: bool,
}

impl Default for Assault {
    fn default() -> Self {
        Self {
            purpose: Aim::Contact,
            distance: Distance::of(4),
            stands: None,
            opportunity: false,
            continued: false,
            mutual: false,
            side: Aspect::Front,
            width: 4,
            attacker_overlaps: 0,
            defender_overlaps: 0,
            year: 1809,
            attacker: Party { formation: Formation::DivisionColumn, front: 4, ranks: 3, ..Party::default() },
            defender: Party::default(),
            announced: Announced::default(),
            answer: Answer::Fire,
            reaction: Reaction::default(),
            round_shot: false,
            defender_band: None,
            stopped: Stopped::Nothing,
            counter_after_fire: false,
            answer_to_counter: Answer::Stand,
            pursue: true,
            raise: true,
            demand: false,
        }
    }
}

impl Party {
    /// Whether it has stood in houses or behind an obstacle, and does not follow whom it has beaten (L3C-GAP-B10): a stream is
    /// one (L3C-OBS-01).
    #[must_use]
    pub fn holds_its_ground(&self, gait: Gait) -> bool {
        gait == Gait::Halted && (self.cover != Cover::None || self.nerve.ground.stream == Across::Behind)
    }

    /// Whether a general is in contact with it.
    #[must_use]
    pub fn led(&self) -> bool {
        self.nerve.general.is_some_and(|general| general.distance.cm() == 0)
    }

    /// The same by one who knows its arm: he helps its fire and its blows too (L3C-CHEF-05).
    #[must_use]
    pub fn led_by_its_arm(&self) -> bool {
        self.led() && self.nerve.general.is_some_and(|general| !general.other_arm)
    }
}

impl Assault {
    /// One of the two.
    #[must_use]
    pub const fn party(&self, who: Who) -> &Party {
        match who {
            Who::Attacker => &self.attacker,
            Who::Defender => &self.defender,
        }
    }

    /// Whether both say what they fire before anybody tests: batteries that meet in an advance to fire (L3C-MOR-41).
    #[must_use]
    pub fn announces_shot(&self, book: &Book) -> bool {
        let batteries = [&self.attacker, &self.defender].iter().all(|party| party.arm == Arm::Artillery);
        batteries && self.purpose == Aim::Fire && book.on(r::L3C_MOR_41)
    }

    /// How far apart they are when they test: the attacker has been moved up (L3C-MAC-28), or stands where a meeting or
    /// an opportunity has stopped him (L3C-INT-15, L3C-OPP-07).
    #[must_use]
    pub fn apart(&self) -> Distance {
        if let Some(stands) = self.stands {
            return stands;
        }
        let third = self.distance.cm() / 3;
        Distance::from_cm(if self.opportunity { self.distance.cm() - third } else { third })
    }

    /// Where the defender is taken: a square shows a front everywhere (L3C-MOR-91).
    #[must_use]
    pub const fn taken(&self) -> Aspect {
        match self.defender.formation {
            Formation::Square => Aspect::Front,
            _ => self.side,
        }
    }

    /// Sides on which one reaches beyond the other.
    #[must_use]
    pub const fn overlaps(&self, who: Who) -> u8 {
        match who {
            Who::Attacker => self.attacker_overlaps,
            Who::Defender => self.defender_overlaps,
        }
    }
}

/// What is left of a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Remains {
    /// Its morale.
    pub case: Case,
    /// How well it holds together.
    pub state: Cohesion,
    /// PAP lost in the action.
    pub steps: u16,
    /// PA spent in the turn.
    pub points: u8,
}

/// How an assault ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct End {
    pub outcome: AssaultEnd,
    pub attacker: Remains,
    pub defender: Remains,
    /// The attacker went through the defender.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub passed_through: bool,
    /// The victor pursued.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pursued: bool,
    /// The defender went over to a counter-charge after his fire (L3C-MAC-26).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub counter_charged: bool,
}
