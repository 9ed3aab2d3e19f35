//! The vocabulary of the rules, and the profile of a unit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    Arm {
        /// Battalions, and skirmishers on foot.
        Infantry,
        /// Squadrons and regiments.
        Cavalry,
        /// Batteries of guns.
        Artillery,
    } default Infantry

    /// Arms by their movement: batteries by how their gunners move.
    Mover {
        Infantry,
        Cavalry,
        /// Its gunners walk.
        #[serde(alias = "artillery")]
        FootArtillery,
        /// Its gunners ride.
        HorseArtillery,
    } default Infantry

    /// Quality of troops, in growing order.
    Status {
        /// IRR.
        Irregular,
        /// MIL.
        Militia,
        /// CON.
        Conscript,
        /// LIG.
        Line,
        /// ELI.
        Elite,
        /// GAR.
        Guard,
    } default Line

    /// Speed of a unit, in growing order (L3C-GEN-24).
    Gait {
        /// ARR.
        Halted,
        /// POR.
        Ordinary,
        /// PAC.
        Quick,
        /// PCH.
        Charge,
    } default Halted

    /// A result of morale, in growing order. Standing is positive, halting is negative.
    Case {
        /// DERoute.
        Rout,
        /// RETraite.
        Retreat,
        /// REPli.
        FallBack,
        Halt,
        /// ARRêt.
        Stand,
        /// AVAnce.
        Advance,
        /// ATTaque.
        Attack,
        Charge,
    } default Stand

    /// Order of a formation, from the best to the worst.
    Cohesion {
        Formed,
        /// Neither FOR nor SAF.
        Loose,
        /// SAF.
        Unformed,
        /// DES.
        Disordered,
    } default Formed

    Formation {
        Line,
        DivisionColumn,
        CompanyColumn,
        MarchColumn,
        ClosedColumn,
        Square,
        /// In skirmish order.
        Skirmish,
        /// An improvised front (L3C-ECO-30).
        AdHoc,
        /// Guns on their limbers.
        Limbered,
        /// Guns ready to fire.
        Deployed,
    } default Line

    /// A band of range, from the nearest.
    Band {
        /// P1: short range.
        P1,
        /// P1 bis: guns only.
        P1Bis,
        /// P2: medium range.
        P2,
        /// P2 bis: guns only.
        P2Bis,
        /// P3: long range.
        P3,
    } default P1

    /// Small arms and guns.
    Weapon {
        /// A smooth-bore musket.
        Musket,
        Rifle,
        /// Carbine of cavalry.
        Carbine,
        /// 4-pounders.
        FourPounder,
        /// 6-pounders.
        SixPounder,
        Howitzer,
        /// 8-pounders.
        EightPounder,
        /// 12-pounders.
        TwelvePounder,
        /// It has no weapon.
        None,
    } default Musket

    /// Ammunition of guns.
    Shot {
        /// Solid round shot.
        Round,
        Canister,
    } default Round

    /// Protection against fire.
    Cover {
        /// It has no cover.
        None,
        Light,
        Medium,
        Hard,
    } default None

    /// The side of a unit that is seen or attacked.
    Aspect {
        Front,
        Flank,
        /// An attack from behind.
        Rear,
    } default Front

    /// Height of the unit relative to the enemy.
    Height {
        /// At the same level.
        Same,
        /// It stands higher.
        Higher,
        /// It stands lower.
        Lower,
    } default Same

    /// The column of the morale table in which a score is read.
    Column {
        /// Moving to contact.
        Contact,
        /// Moving to fire, standing.
        Fire,
    } default Contact

    /// A kind of ground.
    Ground {
        /// Ground without obstacles.
        Open,
        Stream,
        /// PO1: hedge, fence, ditch.
        MinorObstacle,
        /// PO2: wall, sunken road.
        MajorObstacle,
        /// A crest, uphill.
        CrestUp,
        /// Slopes of the second level.
        #[serde(rename = "level_2")]
        Level2,
        /// Slopes of the third level.
        #[serde(rename = "level_3")]
        Level3,
        /// BOC.
        OpenWood,
        /// BOD.
        DenseWood,
        Marsh,
        /// A built-up area (ECO).
        BuiltUp,
        /// A building made for defence.
        StrongBuilding,
    } default Open

    /// A nation with its own national values.
    Nation {
        France,
        Britain,
        Russia,
        Austria,
        Prussia,
        Poland,
        Italy,
        Bavaria,
        Saxony,
        Wurttemberg,
        Spain,
        Netherlands,
        Other,
    } default France
}

impl Arm {
    /// Whether it is mounted; for batteries, horse artillery is.
    #[must_use]
    pub const fn mounted(self, horse_guns: bool) -> bool {
        matches!(self, Self::Cavalry) || matches!(self, Self::Artillery) && horse_guns
    }

    #[must_use]
    pub const fn mover(self, horse_guns: bool) -> Mover {
        match self {
            Self::Infantry => Mover::Infantry,
            Self::Cavalry => Mover::Cavalry,
            Self::Artillery if horse_guns => Mover::HorseArtillery,
            Self::Artillery => Mover::FootArtillery,
        }
    }
}

impl Mover {
    #[must_use]
    pub const fn mounted(self) -> bool {
        matches!(self, Self::Cavalry | Self::HorseArtillery)
    }

    #[must_use]
    pub const fn guns(self) -> bool {
        matches!(self, Self::FootArtillery | Self::HorseArtillery)
    }

    #[must_use]
    pub const fn arm(self) -> Arm {
        match self {
            Self::Infantry => Arm::Infantry,
            Self::Cavalry => Arm::Cavalry,
            Self::FootArtillery | Self::HorseArtillery => Arm::Artillery,
        }
    }
}

impl Weapon {
    /// Whether it is a gun of 8 pounds or more.
    #[must_use]
    pub const fn heavy(self) -> bool {
        matches!(self, Self::EightPounder | Self::TwelvePounder)
    }

    #[must_use]
    pub const fn is_gun(self) -> bool {
        matches!(self, Self::FourPounder | Self::SixPounder | Self::Howitzer | Self::EightPounder | Self::TwelvePounder)
    }
}

impl Gait {
    /// All gaits, from the slowest.
    pub const ALL: [Self; 4] = [Self::Halted, Self::Ordinary, Self::Quick, Self::Charge];

    /// Its place among the gaits (L3C-GEN-24).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self as u8
    }

    /// The gait of a rank; above the last rank, the last gait.
    #[must_use]
    pub const fn of_rank(rank: u8) -> Self {
        Self::ALL[if rank > 3 { 3 } else { rank as usize }]
    }

    /// The case that lets a unit go on at this gait.
    #[must_use]
    pub const fn case(self) -> Case {
        match self {
            Self::Halted => Case::Stand,
            Self::Ordinary => Case::Advance,
            Self::Quick => Case::Attack,
            Self::Charge => Case::Charge,
        }
    }
}

impl Case {
    /// All cases, from the worst.
    pub const ALL: [Self; 8] =
        [Self::Rout, Self::Retreat, Self::FallBack, Self::Halt, Self::Stand, Self::Advance, Self::Attack, Self::Charge];

    /// Whether the unit does what it intended; halting is negative.
    #[must_use]
    pub fn positive(self) -> bool {
        self >= Self::Stand
    }

    /// The gait that the case allows.
    #[must_use]
    pub const fn gait(self) -> Gait {
        match self {
            Self::Charge => Gait::Charge,
            Self::Attack => Gait::Quick,
            Self::Advance => Gait::Ordinary,
            _ => Gait::Halted,
        }
    }

    /// The case this many steps higher, or lower, within the ladder.
    #[must_use]
    pub fn step(self, by: i8) -> Self {
        let place = (self as i8).saturating_add(by).clamp(0, 7);
        Self::ALL[usize::from(place.unsigned_abs())]
    }
}

/// The profile of a unit; it does not change in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Troop {
    pub arm: Arm,
    pub horse_guns: bool,
    pub status: Status,
    /// The status that the enemy believes (L3C-MOR-44).
    pub seen_status: Option<Status>,
    /// Type of cavalry, 0 to 3.
    pub cavalry_type: u8,
    /// The type that infantry and gunners believe (L3C-MOR-44).
    pub seen_type: Option<u8>,
    /// Lancers for the rules of pursuit (L3C-POU-15).
    pub lancers: bool,
    pub back_plate: bool,
    /// Class of manoeuvre, 1 to 3; `None`: that of the status.
    pub class: Option<u8>,
    /// Faculty for broken ground, 0 to 2.
    pub faculty: u8,
    pub nation: Nation,
    /// It fights in two ranks (L3C-GEN-03).
    pub two_ranks: bool,
    pub weapon: Weapon,
    /// Base morale; `None`: that of nation and status.
    pub base: Option<i8>,
}

impl Default for Troop {
    fn default() -> Self {
        Self {
            arm: Arm::default(),
            horse_guns: false,
            status: Status::default(),
            seen_status: None,
            cavalry_type: 1,
            seen_type: None,
            lancers: false,
            back_plate: false,
            class: None,
            faculty: 0,
            nation: Nation::default(),
            two_ranks: false,
            weapon: Weapon::default(),
            base: None,
        }
    }
}

/// The present state of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Body {
    /// Figures at the start of the battle, without detached companies (L3C-MOR-110); for a battery, guns.
    pub figures: u8,
    /// PAP lost in the battle.
    pub steps_lost: u16,
    /// PAP lost before this action.
    pub steps_before: u16,
    /// Figures in the front rank.
    pub front: u8,
    pub ranks: u8,
    pub formation: Formation,
    pub state: Cohesion,
    /// Its last result of a test of morale.
    pub case: Case,
    pub gait: Gait,
    /// PA spent this turn.
    pub points_spent: u8,
    pub loaded: bool,
    /// It has not yet fired.
    pub first_fire: bool,
    /// A superior status of an enemy has already counted against it (L3C-MOR-47).
    pub status_used: bool,
    /// Cases by which its own status has moved it this turn (L3C-STA-02).
    pub raised: u8,
}

/// A unit as another sees it in a test of morale.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Seen {
    pub arm: Arm,
    pub status: Status,
    /// The status that the tester believes, if it differs (L3C-MOR-44).
    pub seen_status: Option<Status>,
    /// Type of cavalry, 0 to 3.
    #[schemars(range(min = 0, max = 3))]
    pub cavalry_type: u8,
    /// The type that infantry and gunners believe, if it differs (L3C-MOR-44).
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    #[schemars(range(min = 0, max = 3))]
    pub seen_type: Option<u8>,
    /// An enemy that confronts the tester: its objective, its attacker.
    pub confronts: bool,
    /// The gait; a unit going back has a case instead.
    pub gait: Gait,
    /// Its last result of a test of morale, if that says more than the gait.
    pub case: Option<Case>,
    /// It only supports the action.
    pub support: bool,
    /// It marches to contact and has not tested yet (L3C-GAP-C12).
    pub untested: bool,
    /// Cavalry that broke off unbeaten and goes to rally (L3C-MOR-72).
    pub rallying: bool,
    /// Its figures; `None`: they are not compared.
    pub figures: Option<u8>,
    /// A limbered battery, which counts only as the objective.
    pub limbered: bool,
    /// It is the objective of the action, or the attacker.
    pub objective: bool,
    /// The number of identical units that this entry stands for.
    #[schemars(range(min = 1, max = 12))]
    pub count: u8,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            arm: Arm::default(),
            status: Status::default(),
            seen_status: None,
            cavalry_type: 0,
            seen_type: None,
            confronts: true,
            gait: Gait::default(),
            case: None,
            support: false,
            untested: false,
            rallying: false,
            figures: None,
            limbered: false,
            objective: false,
            count: 1,
        }
    }
}
