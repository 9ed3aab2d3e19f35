//! The situation of a test of morale.

use crate::{Arm, Aspect, Band, Case, Cohesion, Cover, Distance, Formation, Gait, Height, Nation, Seen, Shot, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// The reason for a test, which decides its start value and its column (L3C-MOR-02, L3C-MOR-20).
    Purpose {
        /// MAC: it advances to contact.
        Assault,
        /// MAF: it advances to fire.
        FireAdvance,
        /// It stands against an approaching enemy, firing or not.
        Stand,
        /// It goes over to a counter-charge.
        Counter,
        /// It must stop, turn or form first, then stands.
        ReactStand,
        /// It must stop, turn or form first, then counter-charges.
        ReactCounter,
        /// Losses, a rout in sight, a general hit (L3C-GAP-C03).
        Other,
    } default Stand

    Backwards {
        /// It does not step back.
        None,
        /// Facing the enemy.
        Facing,
        /// With its back turned.
        Away,
    } default None

    /// The tester's position at an obstacle between the two.
    Across {
        None,
        /// The tester has to cross it.
        Cross,
        /// The tester waits behind it.
        Behind,
    } default None

    /// The source of a threat to a flank or the rear.
    Threat {
        /// No enemy threatens it.
        None,
        /// Infantry, guns, or fire.
        Foot,
        Cavalry,
    } default None

    /// The side of a unit.
    Whose {
        /// The tester's own side.
        Friend,
        /// The other side.
        Enemy,
    } default Friend
}

impl Purpose {
    /// Whether the tester attacks.
    #[must_use]
    pub const fn attacks(self) -> bool {
        matches!(self, Self::Assault | Self::FireAdvance)
    }

    /// Whether it must manoeuvre before it can answer.
    #[must_use]
    pub const fn reacts(self) -> bool {
        matches!(self, Self::ReactStand | Self::ReactCounter)
    }

    #[must_use]
    pub const fn to_contact(self) -> bool {
        matches!(self, Self::Assault | Self::Counter | Self::ReactCounter)
    }

    /// Whether it stands its ground.
    #[must_use]
    pub const fn stands(self) -> bool {
        matches!(self, Self::Stand | Self::ReactStand)
    }
}

/// A test of morale, its circumstances in the order of the players' sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub struct MoraleSituation {
    pub purpose: Purpose,
    /// It has just gone through an enemy or made one flee, and tests again in the same action.
    pub follow_on: bool,
    /// A fire fight goes on without a move.
    #[schemars(extend("x-when" = { "purpose": ["fire_advance", "stand"] }))]
    pub continued: bool,
    pub tester: Tester,
    /// The year, for national bonuses.
    #[schemars(range(min = 1790, max = 1820))]
    pub year: u16,
    pub points: Points,
    pub ground: GroundBetween,
    pub support: Support,
    /// The fire that it is under.
    pub fire: UnderFire,
    /// Enemies that count.
    pub enemies: Vec<Seen>,
    /// Friends that count.
    pub friends: Vec<Seen>,
    /// Famous units that have gone back within sight.
    pub famous: Vec<Famous>,
    /// A superior status of an enemy has already counted this turn.
    pub status_used: bool,
    pub flanks: Flanks,
    #[schemars(extend("x-when" = { "purpose": ["assault", "fire_advance"] }))]
    pub targets: Vec<AttackTarget>,
    pub losses: Losses,
    pub screen: ScreenCover,
    /// No general of its chain of command is near enough.
    pub out_of_command: bool,
    /// A general attached to it or near it.
    pub general: Option<LeaderNear>,
    /// Cases by which its owner raises an elite or guard unit that drops (L3C-STA-01).
    #[schemars(extend("x-when" = { "purpose": ["other"], "tester.status": ["elite", "guard"] }))]
    #[schemars(range(min = 0, max = 2))]
    pub raise: u8,
    /// It has already risen by its status this turn.
    #[schemars(extend("x-when" = { "purpose": ["other"], "tester.status": ["elite", "guard"] }))]
    pub raised: bool,
    /// The nearest band announced before the test.
    #[schemars(extend("x-when" = { "purpose": ["fire_advance", "stand", "react_stand"] }))]
    pub announced_band: Option<Band>,
    /// The fastest gait announced before the test.
    #[schemars(extend("x-when" = { "purpose": ["assault", "counter", "react_counter"] }))]
    pub announced_gait: Gait,
    /// The fastest gait that ground and room allow.
    #[schemars(extend("x-when" = { "purpose": ["assault", "counter", "react_counter"] }))]
    pub gait_limit: Gait,
}

impl Default for MoraleSituation {
    fn default() -> Self {
        Self {
            purpose: Purpose::default(),
            follow_on: false,
            continued: false,
            tester: Tester::default(),
            year: 1809,
            points: Points::default(),
            ground: GroundBetween::default(),
            support: Support::default(),
            fire: UnderFire::default(),
            enemies: Vec::new(),
            friends: Vec::new(),
            famous: Vec::new(),
            status_used: false,
            flanks: Flanks::default(),
            targets: Vec::new(),
            losses: Losses::default(),
            screen: ScreenCover::default(),
            out_of_command: false,
            general: None,
            raise: 0,
            raised: false,
            announced_band: None,
            announced_gait: Gait::Charge,
            gait_limit: Gait::Charge,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a quality of its own")]
pub struct Tester {
    pub arm: Arm,
    #[schemars(extend("x-when" = { "arm": ["artillery"] }))]
    pub horse_guns: bool,
    pub status: Status,
    /// Type of cavalry, 0 to 3.
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    #[schemars(range(min = 0, max = 3))]
    pub cavalry_type: u8,
    /// Figures at the start of the battle, without detached companies; for a battery, guns.
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
    /// Figures left, with which enemies compare their numbers; `None`: all of them (L3C-MOR-63).
    #[schemars(range(min = 0, max = 60))]
    pub figures_left: Option<u8>,
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub two_ranks: bool,
    pub state: Cohesion,
    pub formation: Formation,
    /// Skirmishers that test by themselves: a whole battalion, or a company on its own.
    #[schemars(extend("x-when" = { "formation": ["skirmish"] }))]
    pub independent: bool,
    /// Its last result of a test of morale.
    pub case: Case,
    /// Its gait when it tests.
    pub gait: Gait,
    /// It is itself on its way to contact when it must react.
    #[schemars(extend("x-when" = { "/purpose": ["react_stand", "react_counter"] }))]
    pub assaulting: bool,
    /// It steps back.
    #[schemars(extend("x-when" = { "/purpose": ["other"] }))]
    pub backwards: Backwards,
    pub nation: Nation,
    /// Base morale; `None`: that of nation and status.
    #[schemars(range(min = -12, max = 12))]
    pub base: Option<i8>,
    /// National bonus in attack; `None`: that of the nation.
    #[schemars(range(min = -12, max = 12))]
    pub attack_bonus: Option<i8>,
    /// National bonus in defence; `None`: that of the nation.
    #[schemars(range(min = -12, max = 12))]
    pub defence_bonus: Option<i8>,
}

impl Default for Tester {
    fn default() -> Self {
        Self {
            arm: Arm::default(),
            horse_guns: false,
            status: Status::default(),
            cavalry_type: 1,
            figures: 12,
            figures_left: None,
            two_ranks: false,
            state: Cohesion::default(),
            formation: Formation::default(),
            independent: false,
            case: Case::default(),
            gait: Gait::default(),
            assaulting: false,
            backwards: Backwards::default(),
            nation: Nation::Other,
            base: None,
            attack_bonus: None,
            defence_bonus: None,
        }
    }
}

/// Points of action of the tester.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Points {
    /// Spent this turn.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
    /// Points needed for what it has declared: manoeuvre and answer; a counter-charge always needs two.
    #[schemars(range(min = 0, max = 12))]
    pub needed: u8,
    /// It carries on with its order, so that reacting costs no point.
    #[schemars(extend("x-when" = { "/purpose": ["react_stand", "react_counter"] }))]
    pub order_kept: bool,
}

/// The ground between the tester and the enemy; each item must apply to the whole unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GroundBetween {
    /// Higher or lower than the enemy.
    pub height: Height,
    pub stream: Across,
    pub marsh: Across,
    /// A hedge, a fence, a ditch (PO1).
    pub minor_obstacle: Across,
    /// A wall, a sunken road, an entrenchment (PO2).
    pub major_obstacle: Across,
    /// The cover of the enemy attacked.
    #[schemars(extend("x-when" = { "/purpose": ["assault", "fire_advance"] }))]
    pub enemy_cover: Cover,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Support {
    /// 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub arms: u8,
    /// Friendly guns fire within one UD of the tester.
    pub own_guns_near: bool,
}

/// The fire that the tester is under, or must expect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UnderFire {
    /// Fire of infantry or skirmishers.
    pub musketry: bool,
    /// Ammunition of the guns that fire at it.
    pub guns: Option<Shot>,
    /// The musketry is that of the objective, still expected: its points are given back if it does not come.
    #[schemars(extend("x-when" = { "musketry": [true] }))]
    pub musketry_of_objective: bool,
    /// The guns are those of the objective, their fire still expected.
    #[schemars(extend("x-when" = { "guns": ["round", "canister"] }))]
    pub guns_of_objective: bool,
}

/// A famous unit that has gone back after a test or a lost fight (L3C-MOR-46).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Famous {
    pub of: Whose,
    pub arm: Arm,
    pub status: Status,
    /// Type of cavalry, 0 to 3.
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    #[schemars(range(min = 0, max = 3))]
    pub cavalry_type: u8,
}

/// Flanks and rear of the tester.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Flanks {
    /// The threat comes from the front.
    pub frontal: bool,
    /// 0 to 2.
    #[schemars(extend("x-when" = { "frontal": [true] }))]
    #[schemars(range(min = 0, max = 2))]
    pub secure: u8,
    pub left: Threat,
    pub right: Threat,
    pub rear: Threat,
}

impl Default for Flanks {
    fn default() -> Self {
        Self { frontal: true, secure: 0, left: Threat::None, right: Threat::None, rear: Threat::None }
    }
}

/// A unit that the tester attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AttackTarget {
    pub arm: Arm,
    pub formation: Formation,
    pub state: Cohesion,
    /// It is infantry that moves before cavalry.
    pub moving: bool,
    /// The side from which it is attacked.
    pub side: Aspect,
    /// 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub secure_flanks: u8,
}

/// Losses of the tester.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Losses {
    /// Before this action, in percent of all its PAP.
    #[schemars(range(min = 0, max = 100))]
    pub before: u8,
    /// In this action, other than stopping fire, in percent.
    #[schemars(range(min = 0, max = 100))]
    pub action: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ScreenCover {
    /// An active screen covers the tester.
    pub covered: bool,
    /// The enemy's screen has beaten the tester's, or fires at the tester with effect.
    pub lost: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LeaderNear {
    /// 0 to 3.
    #[schemars(range(min = 0, max = 3))]
    pub bonus: u8,
    /// Distance from the unit; 0: with it.
    pub distance: Distance,
    /// The general knows another arm and so helps neither its fire nor its melee (L3C-CHEF-05).
    pub other_arm: bool,
}
