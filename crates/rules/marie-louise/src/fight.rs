//! A whole charge of one unit on one unit (chapters 8 to 10): who may react, and the fight as a state machine.

mod answer;
mod bout;
mod explain;
mod form;
mod stage;

pub use answer::{Answer, Charged, Contact, answer, contact};
pub use bout::ChargeBout;
pub use explain::explain;
pub use form::{Form, Wish};
pub use stage::{Act, Fact, Hunt, Pending, Situation, Stage, State};

use crate::Distance;
use crate::resolve::fire::{Shooter, Target};
use crate::resolve::impact::{Fighter, Footing, Who};
use crate::resolve::melee::Brawler;
use crate::resolve::morale::{AfterTest, Cause, Nerve};
use crate::resolve::pursuit::{Chase, Room};
use crate::terms::de::Reading;
use crate::terms::profile::{Arm, Aspect, Class, Formation, Level, Marker, Order, Rank, Shelter, Status, Weapon};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// One side of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Party {
    pub arm: Arm,
    pub class: Class,
    pub cohesion: Level,
    pub status: Status,
    #[schemars(extend("x-when" = { "arm": ["infantry", "artillery"] }))]
    pub fire_training: Level,
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub weapon: Weapon,
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub no_light_company: bool,
    /// Sharpshooters (ML-12g).
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub sharpshooters: bool,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub lances: bool,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub cuirassed: bool,
    pub overconfident: bool,
    /// Elements left, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub elements: u8,
    /// Losses on its counter.
    #[schemars(range(min = 0, max = 4))]
    pub counter: u8,
    /// Elements lost in combat since the battle began.
    #[schemars(range(min = 0, max = 5))]
    pub elements_lost: u8,
    pub formation: Formation,
    pub marker: Marker,
    pub order: Order,
    /// Rank of the general attached.
    pub general: Option<Rank>,
    /// The attached general does not command this unit: he risks his life and helps its fire, but not its reaction
    /// (ML-GAP-37). Set from the table only; a general typed in always commands it.
    #[serde(skip)]
    pub guest: bool,
    /// Charisma of the general, 0 to 3; any value above 0 implies that one is attached.
    #[schemars(range(min = 0, max = 3))]
    pub charisma: u8,
    /// It has not fired yet in this battle.
    #[schemars(extend("x-when" = { "arm": ["infantry", "artillery"] }))]
    pub first_fire: bool,
    /// It has already fired this turn.
    #[schemars(extend("x-when" = { "arm": ["infantry", "artillery"] }))]
    pub fired: bool,
    /// No friend in sight at less than 12 pas.
    pub isolated: bool,
    /// Flanks supported, 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub flanks_supported: u8,
    /// Supported from behind.
    pub rear_support: bool,
    pub shelter: Shelter,
    /// It stands lower than its opponent.
    pub lower: bool,
    /// The ground under its lead element.
    pub ground: Footing,
    /// No enemy sees it; so for a charger that comes from behind (ML-5.2s).
    pub unseen: bool,
    pub behind: Behind,
}

impl Default for Party {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            class: Class::Middle,
            cohesion: Level::Standard,
            status: Status::Standard,
            fire_training: Level::Standard,
            weapon: Weapon::Musket,
            no_light_company: false,
            sharpshooters: false,
            lances: false,
            cuirassed: false,
            overconfident: false,
            elements: 4,
            counter: 0,
            elements_lost: 0,
            formation: Formation::Line,
            marker: Marker::None,
            order: Order::None,
            general: None,
            guest: false,
            charisma: 0,
            first_fire: false,
            fired: false,
            isolated: false,
            flanks_supported: 0,
            rear_support: false,
            shelter: Shelter::None,
            lower: false,
            ground: Footing::Firm,
            unseen: false,
            behind: Behind::default(),
        }
    }
}

/// What lies behind a unit along the axis of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Behind {
    /// Whole pas of recoil that are free; `None`: any length.
    pub free: Option<u8>,
    /// A recoil of at least this many pas would end on a friend...
    pub friend_from: Option<u8>,
    /// ...up to this many: it then ends behind the friend, at this distance.
    #[schemars(extend("x-when" = { "friend_from": { "not": [null] } }))]
    pub friend_to: u8,
}

impl Behind {
    /// What a recoil of this many pas meets.
    #[must_use]
    #[inline]
    pub fn room(&self, pas: u16) -> Room {
        let open = |pas: u16| self.free.is_none_or(|free| pas <= u16::from(free));
        let friend = self.friend_from.filter(|from| u16::from(*from) <= pas && pas <= u16::from(self.friend_to));
        match friend {
            _ if !open(pas) => Room::Blocked,
            None => Room::Free,
            Some(_) if open(u16::from(self.friend_to)) => Room::Friend(self.friend_to),
            Some(from) => Room::Before(from.saturating_sub(1)),
        }
    }
}

/// A charge as typed in, or as read from the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Charge {
    /// The charger: under order C unless another is given.
    #[serde(deserialize_with = "under_c")]
    pub attacker: Party,
    /// The charged unit: under order T unless another is given.
    #[serde(deserialize_with = "under_t")]
    pub defender: Party,
    /// From lead element to lead element at the start of the charge.
    #[schemars(extend("x-when" = { "from": ["reaction"] }))]
    pub distance: Distance,
    /// The side of the defender that the charge comes from.
    pub aspect: Aspect,
    /// The charged battery may not turn and the charger is outside its front quarter: it does not fire (ML-8.7b).
    #[schemars(extend("x-when" = { "defender.arm": ["artillery"], "from": ["reaction"] }))]
    pub outside_arc: bool,
    /// The charged battery turned to meet the charge: its fire is halved (ML-8.7c).
    #[schemars(extend("x-when" = { "defender.arm": ["artillery"], "from": ["reaction"] }))]
    pub turned: bool,
    /// The scenario is rainy.
    #[schemars(extend("x-when" = { "from": ["reaction"] }))]
    pub rain: bool,
    /// Movement that the attacker has left after the contact.
    #[schemars(extend("x-when" = { "follow": ["pursuit", "melee"] }))]
    pub remaining: Distance,
    /// The attacker asks for the opposite of the result of the pursuit test (ML-8.4d).
    #[schemars(extend("x-when" = { "follow": ["pursuit", "melee"] }))]
    pub inverted: bool,
    /// The choice of a battalion in attack column charged by cavalry (ML-8.1o).
    #[schemars(extend("x-when" = { "from": ["reaction"], "attacker.arm": ["cavalry"], "defender.arm": ["infantry"], "defender.formation": ["attack_column"], "defender.order": ["hold"] }))]
    pub defence: Defence,
    /// The point at which the resolution starts.
    pub from: From,
    /// The point at which the resolution ends.
    pub follow: Follow,
    /// The charged unit receives the charge standing, whatever its order: it charges nobody, or another unit. Set from
    /// the table only; two units typed in under C charge each other.
    #[serde(skip)]
    pub received: bool,
    /// The recoils, in pas, after which ground keeps the attacker from catching the loser: one bit per recoil, for a
    /// melee and for a routing loser. Set from the table only; a charge typed in is on open ground.
    #[serde(skip)]
    pub held_up: [u64; 2],
}

/// The charger, under C if its order is not given.
fn under_c<'de, D: Deserializer<'de>>(from: D) -> Result<Party, D::Error> {
    Reading { order: Some("charge"), ..Reading::default() }.read(from)
}

/// The charged unit, under T if its order is not given.
fn under_t<'de, D: Deserializer<'de>>(from: D) -> Result<Party, D::Error> {
    Reading { order: Some("hold"), ..Reading::default() }.read(from)
}

impl Default for Charge {
    fn default() -> Self {
        Self {
            attacker: Party { order: Order::Charge, ..Party::default() },
            defender: Party { order: Order::Hold, ..Party::default() },
            distance: Distance::of(6),
            aspect: Aspect::Front,
            outside_arc: false,
            turned: false,
            rain: false,
            remaining: Distance::default(),
            inverted: false,
            defence: Defence::Fire,
            from: From::Reaction,
            follow: Follow::Impact,
            received: false,
            held_up: [0; 2],
        }
    }
}

/// The choice of a charged battalion, where it has one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Defence {
    #[default]
    Fire,
    SolidSquare,
}

/// Where the resolution of a charge starts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum From {
    /// At the reaction of the charged unit.
    #[default]
    Reaction,
    Impact,
    Melee,
}

/// Where the resolution of a charge ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Follow {
    /// To the impact and its recoil.
    #[default]
    Impact,
    /// To the end of the pursuit.
    Pursuit,
    /// To the end of the melee.
    Melee,
}

/// What changes in a unit during a charge. The fields are bytes in order, so that [`Self::word`] reads them at once.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Condition {
    /// The elements that are left.
    pub elements: u8,
    /// Losses on the counter.
    pub counter: u8,
    /// Elements lost since the battle began.
    pub lost: u8,
    pub formation: Formation,
    pub order: Order,
    /// Its marker, or removed.
    pub fate: AfterTest,
    /// A general is attached and alive.
    pub general: bool,
    /// A general was attached when the charge began.
    pub led: bool,
}

impl Condition {
    /// The marker; rout for a unit that is removed.
    #[must_use]
    #[inline]
    pub fn marker(&self) -> Marker {
        self.fate.marker().unwrap_or(Marker::Routing)
    }

    /// All fields as one number.
    #[inline]
    pub(crate) fn word(&self) -> u64 {
        u64::from_le_bytes([
            self.elements,
            self.counter,
            self.lost,
            self.formation as u8,
            self.order as u8,
            self.fate as u8,
            u8::from(self.general),
            u8::from(self.led),
        ])
    }

    /// Still there and not routing.
    #[must_use]
    pub const fn stands(&self) -> bool {
        self.elements > 0 && !matches!(self.fate, AfterTest::Routing | AfterTest::Eliminated)
    }
}

impl Party {
    /// Its changing part at the start.
    #[must_use]
    pub fn condition(&self) -> Condition {
        Condition {
            elements: self.elements,
            counter: self.counter,
            lost: self.elements_lost,
            formation: self.formation,
            order: self.order,
            fate: self.marker.into(),
            general: self.led(),
            led: self.led(),
        }
    }

    /// A general is attached: his rank is given, or what he contributes.
    const fn led(&self) -> bool {
        self.general.is_some() || self.guest || self.charisma > 0
    }

    /// The unit with its present condition.
    #[must_use]
    pub fn now(&self, condition: &Condition) -> Self {
        Self {
            elements: condition.elements,
            counter: condition.counter,
            elements_lost: condition.lost,
            formation: condition.formation,
            marker: condition.marker(),
            order: condition.order,
            general: self.general.filter(|_| condition.general),
            guest: self.guest && condition.general,
            charisma: if condition.general { self.charisma } else { 0 },
            ..*self
        }
    }

    /// The input of a fire by it.
    #[must_use]
    pub fn shooter(&self) -> Shooter {
        Shooter {
            arm: self.arm,
            elements: self.elements,
            formation: self.formation,
            weapon: self.weapon,
            order: self.order,
            marker: self.marker,
            fire_training: self.fire_training,
            general: self.led(),
            first_fire: self.first_fire,
            sharpshooters: self.sharpshooters,
            ..Shooter::default()
        }
    }

    /// The input of a fire at it.
    #[must_use]
    pub fn target(&self) -> Target {
        Target {
            arm: self.arm,
            formation: self.formation,
            order: self.order,
            marker: self.marker,
            shelter: self.shelter,
            falling_back: false,
        }
    }

    /// The input of its morale test.
    #[must_use]
    pub fn nerve(&self, aspect: Aspect) -> Nerve {
        Nerve { cause: Cause::Attack, ..self.fighter(aspect).nerve() }
    }

    /// The input of an impact.
    #[must_use]
    pub fn fighter(&self, aspect: Aspect) -> Fighter {
        Fighter {
            arm: self.arm,
            class: self.class,
            cohesion: self.cohesion,
            status: self.status,
            formation: self.formation,
            marker: self.marker,
            order: self.order,
            elements_lost: self.elements_lost,
            aspect,
            isolated: self.isolated,
            flanks_supported: self.flanks_supported,
            rear_support: self.rear_support,
            charisma: self.charisma,
            shelter: self.shelter,
            unseen: self.unseen,
            lances: self.lances,
            cuirassed: self.cuirassed,
            lower: self.lower,
            ground: self.ground,
        }
    }

    /// The input of a melee.
    #[must_use]
    pub fn brawler(&self) -> Brawler {
        Brawler {
            arm: self.arm,
            class: self.class,
            cohesion: self.cohesion,
            elements: self.elements,
            counter: u16::from(self.counter),
            marker: self.marker,
            lances: self.lances,
        }
    }
}

/// How a charge ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct End {
    pub outcome: Outcome,
    /// Pas of recoil of the loser of the impact.
    pub recoil: u8,
    /// What the winner of the impact did next.
    pub pursuit: Option<Chase>,
    /// A melee took place.
    pub melee: bool,
    /// The attacker afterwards.
    pub attacker: Remains,
    /// The defender afterwards.
    pub defender: Remains,
}

/// How a charge ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Defensive fire stopped it.
    Broken,
    Attacker,
    Defender,
    /// Neither: the melee goes on, or both sides are gone.
    Undecided,
}

/// A side after the charge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Remains {
    /// Its marker, or removed.
    pub fate: AfterTest,
    /// The elements that are left.
    pub elements: u8,
    pub disorganised: bool,
    /// The general attached was lost.
    pub general_lost: bool,
}

impl End {
    /// A number that sorts ends.
    #[inline]
    pub(crate) fn rank(&self) -> u64 {
        let Self { outcome, recoil, pursuit, melee, attacker, defender } = self;
        let pursuit = pursuit.map_or(0, |chase| chase as u64 + 1);
        let head = (*outcome as u64) << 12 | u64::from(*recoil) << 4 | pursuit << 1 | u64::from(*melee);
        head << 26 | attacker.rank() << 13 | defender.rank()
    }
}

impl Remains {
    /// A number of 13 bits that sorts remains.
    #[inline]
    fn rank(&self) -> u64 {
        let Self { fate, elements, disorganised, general_lost } = *self;
        (fate as u64) << 10 | u64::from(elements) << 2 | u64::from(disorganised) << 1 | u64::from(general_lost)
    }
}

impl Outcome {
    /// The outcome with this winner.
    #[must_use]
    pub const fn of(winner: Who) -> Self {
        match winner {
            Who::Attacker => Self::Attacker,
            Who::Defender => Self::Defender,
        }
    }
}
