//! The whole assault (MAC, MAF; L3C-GAP-A11): the attacker's test, the answer, the fires and their effect on morale,
//! contact, melee, pursuit and control. The assistant, the odds, a battle and the tests all drive this one machine.

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
use crate::resolve::moving::points;
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
    /// One of the two units.
    Who {
        Attacker,
        /// The unit attacked.
        Defender,
    } default Attacker

    /// Purpose of an advance.
    Aim {
        /// MAC: to contact.
        Contact,
        /// MAF: to fire.
        Fire,
    } default Contact

    /// The reaction of a unit stopped by fire (L3C-MOR-131).
    Stopped {
        Nothing,
        FireBack,
        Flee,
    } default Nothing

    AssaultEnd {
        /// The attacker's own test stops it.
        Stopped,
        /// Fire stops the attacker.
        StoppedByFire,
        /// Cavalry breaks off before infantry that stands.
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
        /// Fires were exchanged without a decision.
        Exchange,
    } default Stopped
}

impl AssaultEnd {
    /// The same end with attacker and defender exchanged: a defender that went over to a counter-charge and is stopped
    /// has failed only in that.
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
    #[schemars(extend("x-when" = { "arm": ["artillery"] }))]
    pub horse_guns: bool,
    pub nation: Nation,
    pub status: Status,
    /// The status that the enemy believes, if it differs (L3C-MOR-44, L3C-GEN-21).
    pub seen_status: Option<Status>,
    /// 0 to 3.
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    #[schemars(range(min = 0, max = 3))]
    pub cavalry_type: u8,
    /// The type that infantry and gunners take it for, if it differs (L3C-MOR-44).
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    #[schemars(range(min = 0, max = 3))]
    pub seen_type: Option<u8>,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub lancers: bool,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub back_plate: bool,
    /// It fights in two ranks of men.
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub two_ranks: bool,
    /// Class of manoeuvre, 1 to 3; `None`: that of its status.
    #[schemars(range(min = 1, max = 3))]
    pub class: Option<u8>,
    /// Base morale; `None`: that of nation and status.
    pub base: Option<i8>,
    /// National bonus in attack; `None`: that of the nation.
    pub attack_bonus: Option<i8>,
    /// National bonus in defence; `None`: that of the nation.
    pub defence_bonus: Option<i8>,
    /// Figures at the start of the battle, without detached companies; for a battery, guns.
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
    /// PAP lost before this action, fewer than three for each figure.
    #[schemars(range(min = 0, max = 179))]
    pub steps_lost: u16,
    /// Figures in the front rank: for a square, of one face; for a battery, gunners.
    #[schemars(range(min = 1, max = 60))]
    pub front: u8,
    /// Ranks of figures in depth.
    #[schemars(range(min = 1, max = 12))]
    pub ranks: u8,
    pub formation: Formation,
    pub state: Cohesion,
    /// Its last result of morale.
    pub case: Case,
    pub weapon: Weapon,
    #[schemars(extend("x-when" = { "arm": ["artillery"] }))]
    pub shot: Option<Shot>,
    /// It has not yet fired in this battle.
    pub first_fire: bool,
    pub loaded: bool,
    /// Action points spent this turn.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
    /// Its way to its target is not that of a charge: it had to turn, or came out of a move that did (L3C-MAC-15).
    pub turned: bool,
    /// The fastest gait that ground and room allow.
    pub gait_limit: Gait,
    pub cover: Cover,
    /// It holds houses: an enemy that drives it out has reached its target (L3C-GAP-A14).
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub houses: bool,
    /// 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub secure_flanks: u8,
    /// A status effect has already been used this turn.
    pub status_used: bool,
    /// Terrain crossed before contact.
    pub on_the_way: OnTheWay,
    /// The ground over which an enemy would pursue it.
    pub ground_behind: GroundBehind,
    pub screen: Option<Screen>,
    /// Other circumstances of its tests of morale.
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
            turned: false,
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

/// What a unit crosses on its way: the degrees of order that the last part of it costs, in the melee only (L3C-MOR-08),
/// and the reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OnTheWay {
    /// Obstacles (L3C-MAC-23, L3C-MVT-17).
    #[schemars(range(min = 0, max = 4))]
    pub obstacles: u8,
    /// Slopes, at the quick step or faster (L3C-MOR-85).
    #[schemars(range(min = 0, max = 4))]
    pub slopes: u8,
    /// Ground that the unit may not enter lies between it and the enemy (L3C-GAP-A03).
    pub closed: bool,
    /// Guns moved up by hand go up a slope (L3C-MVT-37).
    pub uphill: bool,
    /// UD that the ground takes off its reach on the whole way (L3C-MAC-06, L3C-MAC-07).
    #[schemars(range(min = 0, max = 12))]
    pub lost_ud: u8,
}

/// Circumstances of the tests of one side besides the two units themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Nerve {
    /// It has just gone through an enemy or made one flee, and tests again in the same action.
    pub follow_on: bool,
    pub ground: GroundBetween,
    pub support: Support,
    /// Fire of other units that it is under.
    pub fire: UnderFire,
    /// Further enemies that count.
    pub enemies: Vec<Seen>,
    pub friends: Vec<Seen>,
    /// Famous units that have gone back within sight.
    pub famous: Vec<Famous>,
    /// Other threats to its flanks and rear.
    pub flanks: Flanks,
    /// Losses before the action, and losses in it other than by the fires of the two.
    pub losses: Losses,
    /// A superior status of an enemy has already counted against it this turn (L3C-MOR-47).
    pub status_used: bool,
    /// No general of its chain of command is near enough.
    pub out_of_command: bool,
    pub general: Option<LeaderNear>,
    /// Further units that it attacks at the same time; their formation counts too (L3C-MOR-95).
    pub targets: Vec<AttackTarget>,
}

/// What an attacker announces before its test (L3C-MOR-06, L3C-MAF-07).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Announced {
    /// The fastest gait of an advance to contact.
    pub gait: Option<Gait>,
    /// The nearest band of an advance to fire.
    pub band: Option<Band>,
}

/// A whole assault, as a player types it in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Assault {
    pub purpose: Aim,
    /// Distance between the two before either moves.
    pub distance: Distance,
    /// Distance between the two when they test; `None`: the attacker moves up two thirds of the distance.
    pub stands: Option<Distance>,
    /// The assault is an opportunity: the attacker moves up a third of the distance, not two.
    pub opportunity: bool,
    /// A drawn fire fight goes on without a move (L3C-MOR-27).
    #[schemars(extend("x-when" = { "purpose": ["fire"] }))]
    pub continued: bool,
    /// The defender also marches on the attacker: neither awaits the other (L3C-GAP-A51).
    #[schemars(extend("x-when" = { "purpose": ["contact"] }))]
    pub mutual: bool,
    /// The side of the defender from which the attack comes.
    pub side: Aspect,
    /// Common front, in bases of infantry.
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
    pub defender: Party,
    /// What the attacker announces.
    pub announced: Announced,
    pub answer: Answer,
    /// The manoeuvre that goes with an answer.
    #[schemars(extend("x-when" = { "answer": ["react_fire", "react_stand", "react_counter"] }))]
    pub reaction: Reaction,
    /// The defender's guns fire round shot where canister would reach (L3C-FEU-45). The attacker must still expect
    /// canister, unless both are batteries (L3C-MOR-41).
    #[schemars(extend("x-when" = { "answer": ["fire", "react_fire"] }))]
    pub round_shot: bool,
    /// The nearest band at which the defender chooses to fire.
    #[schemars(extend("x-when" = { "answer": ["fire", "react_fire"] }))]
    pub defender_band: Option<Band>,
    /// The reaction of an attacker stopped by fire.
    pub stopped: Stopped,
    /// The defender goes over to a counter-charge if its fire leaves the attacker unformed.
    pub counter_after_fire: bool,
    /// The attacker's answer to that counter-charge.
    #[schemars(extend("x-when" = { "counter_after_fire": [true] }))]
    pub answer_to_counter: Answer,
    /// The victor pursues if it may.
    pub pursue: bool,
    /// Beaten elite and guard units rise as far as they can.
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
    /// Whether it has stood in houses or behind an obstacle, and so does not follow a beaten enemy (L3C-GAP-B10): a
    /// stream is an obstacle (L3C-OBS-01).
    #[must_use]
    pub fn holds_its_ground(&self, gait: Gait) -> bool {
        gait == Gait::Halted && (self.cover != Cover::None || self.nerve.ground.stream == Across::Behind)
    }

    /// The fastest gait of its attack: by its points (L3C-MAC-04) and its way (L3C-MAC-15).
    #[must_use]
    pub fn fastest(&self, book: &Book) -> Gait {
        points::fastest_turned(book, self.spent, self.turned)
    }

    /// Whether a general is in contact with it.
    #[must_use]
    pub fn led(&self) -> bool {
        self.nerve.general.is_some_and(|general| general.distance.cm() == 0)
    }

    /// Whether a general that knows its arm is in contact with it: such a general helps its fire and its melee too
    /// (L3C-CHEF-05).
    #[must_use]
    pub fn led_by_its_arm(&self) -> bool {
        self.led() && self.nerve.general.is_some_and(|general| !general.other_arm)
    }
}

impl Assault {
    #[must_use]
    pub const fn party(&self, who: Who) -> &Party {
        match who {
            Who::Attacker => &self.attacker,
            Who::Defender => &self.defender,
        }
    }

    /// Whether both units announce their ammunition before the tests: batteries that meet in an advance to fire
    /// (L3C-MOR-41).
    #[must_use]
    pub fn announces_shot(&self, book: &Book) -> bool {
        let batteries = [&self.attacker, &self.defender].iter().all(|party| party.arm == Arm::Artillery);
        batteries && self.purpose == Aim::Fire && book.on(r::L3C_MOR_41)
    }

    /// Distance between the two when they test: the attacker has been moved up (L3C-MAC-28), or stands where a meeting
    /// or an opportunity has stopped it (L3C-INT-15, L3C-OPP-07).
    #[must_use]
    pub fn apart(&self) -> Distance {
        if let Some(stands) = self.stands {
            return stands;
        }
        let third = self.distance.cm() / 3;
        Distance::from_cm(if self.opportunity { self.distance.cm() - third } else { third })
    }

    /// The side on which the defender is hit: a square has a front everywhere (L3C-MOR-91).
    #[must_use]
    pub const fn taken(&self) -> Aspect {
        match self.defender.formation {
            Formation::Square => Aspect::Front,
            _ => self.side,
        }
    }

    /// Sides on which a unit reaches beyond the other, 0 to 2.
    #[must_use]
    pub const fn overlaps(&self, who: Who) -> u8 {
        match who {
            Who::Attacker => self.attacker_overlaps,
            Who::Defender => self.defender_overlaps,
        }
    }
}

/// State of a unit after an assault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Remains {
    pub case: Case,
    pub state: Cohesion,
    /// PAP lost in the action.
    pub steps: u16,
    /// PA spent in the turn.
    pub points: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct End {
    pub outcome: AssaultEnd,
    pub attacker: Remains,
    pub defender: Remains,
    /// The unit that went through the other.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "side")]
    pub passed_through: Option<Who>,
    /// The victor pursued.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pursued: bool,
    /// The defender went over to a counter-charge after its fire (L3C-MAC-26).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub counter_charged: bool,
}

/// A side as a result names it.
fn side<S: serde::Serializer>(who: &Option<Who>, to: S) -> Result<S::Ok, S::Error> {
    match who {
        Some(Who::Attacker) => to.serialize_str("attacking"),
        Some(Who::Defender) => to.serialize_str("defending"),
        None => to.serialize_none(),
    }
}
