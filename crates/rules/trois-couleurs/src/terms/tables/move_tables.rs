//! Figures of scale, points, distances, moves, ground and changes.

use super::by::{ByArm, ByFoot, ByGait, ByMover, ByStatus};
use crate::{Arm, Case, Cohesion, Cover, Distance, Formation, Gait, Ground, Mover, Nation};
use rulebook::reconstructed_section as section;
use serde::Deserialize;
use std::collections::BTreeMap;
use table::Cm;

section! {
    /// What a figure and a base stand for.
    ScaleTable {
        ud_cm: Cm, infantry_front_cm: Cm, infantry_depth_cm: Cm, mounted_front_cm: Cm, mounted_depth_cm: Cm,
        skirmish_front: u8, men_per_infantry: u8, men_per_infantry_two_ranks: u8, men_per_mounted: u8,
        guns_per_gunner: u8, steps_per_figure: u8, steps_per_gun: u8,
    }
}

section! {
    /// Costs of actions in PA.
    ActionTable {
        credit: u8, ceiling: u8, most_morale_penalty: u8, fire: u8, reload: u8, assault_least: u8, counter_assault: u8,
        pursuit: u8, flight: u8, evasion: u8, sidestep: u8, lost_by_reaction: u8, lost_by_second_line: u8,
        dispositions: u8, operational_march: u8, cavalry_withdrawal: u8, rally_move: u8, rally_move_long: u8,
        fall_back: u8, retreat: u8, rout: u8, gait: ByGait<u8>,
    }
}

section! {
    /// Distances named by the rules.
    DistanceTable {
        tactical: ByArm<Distance>, opportunity: ByArm<Distance>, tolerance: ByArm<Distance>, fraction: ByFoot<Distance>,
        witness: Distance, secure_flank: Distance, control_zone: Distance, second_line: Distance, command: Distance,
        evasion: Distance, leash: Distance, keep_off: ByArm<Distance>, sidestep: Distance, manhandle: Distance,
        artillery_near_friends: Distance, crest_first: Distance, crest_sight: Distance, wood_sight: Distance,
        wood_edge: Distance, overfire: Overfire, penetration: Distance, joint_fire: Distance, fused: Distance,
        appears: ByFoot<Distance>, push: Distance, separation: Distance, straight_back: ByFoot<Distance>, withdrawal: Distance, careless: Distance, operational_moves: u8,
        operational_stop: OperationalStop, defended_crest: Distance, identified: Distance, markers_beyond: Distance,
        general_move: Distance, general_joins: Distance,
    }
}

/// Distances that friends must have from a line of fire over them.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overfire {
    pub small_arms: Distance,
    pub artillery: Distance,
}

/// Distances from the enemy at which operational moves end.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationalStop {
    pub foot: Distance,
    pub cavalry: Distance,
}

section! {
    /// Angles in degrees from straight ahead.
    ArcTable {
        front: u16, frontal: u16, flank: u16, skirmish_fire: u16, axis_of_secure_flank: u16, pivot_small: u16, alike: u16,
    }
}

rulebook::words! {
    /// A row of the movement table.
    MovingAs {
        Square,
        /// Backwards, facing the enemy.
        Backwards,
        Line,
        /// An improvised front.
        AdHoc,
        ClosedColumn,
        DivisionColumn,
        CompanyColumn,
        MarchColumn,
        /// In skirmish order.
        Skirmish,
    } default Line
}

impl MovingAs {
    /// The row of a formation; limbered guns use that of march columns.
    #[must_use]
    pub const fn of(formation: Formation) -> Self {
        match formation {
            Formation::Line | Formation::Deployed => Self::Line,
            Formation::DivisionColumn => Self::DivisionColumn,
            Formation::CompanyColumn => Self::CompanyColumn,
            Formation::MarchColumn | Formation::Limbered => Self::MarchColumn,
            Formation::ClosedColumn => Self::ClosedColumn,
            Formation::Square => Self::Square,
            Formation::Skirmish => Self::Skirmish,
            Formation::AdHoc => Self::AdHoc,
        }
    }
}

/// UD at ordinary, quick and charge gait; a short list ends at the fastest gait allowed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Paces(pub Vec<u8>);

impl Paces {
    /// UD at a gait, or at the fastest one allowed.
    #[must_use]
    pub fn at(&self, gait: Gait) -> u8 {
        match usize::from(gait.rank()) {
            0 => 0,
            rank => self.0.get(rank - 1).or(self.0.last()).copied().unwrap_or(0),
        }
    }

    /// The fastest gait allowed.
    #[must_use]
    pub fn fastest(&self) -> Gait {
        Gait::of_rank(rulebook::saturated::<u8, _>(self.0.len()))
    }
}

/// The rows of one mover.
pub type PaceRows = BTreeMap<MovingAs, Paces>;

section! {
    /// UD by formation and gait.
    MovementTable {
        infantry: PaceRows, cavalry: PaceRows, foot_artillery: PaceRows, horse_artillery: PaceRows,
        extra_point: ByFoot<u8>, status: ByStatus<i8>, general: u8, road_in_march_column: u8, gait_change: GaitChange,
        back: BackMoves,
    }
}

impl MovementTable {
    /// UD of a mover in a formation; in a formation that it may not have it does not move.
    #[must_use]
    pub fn paces(&self, mover: Mover, row: MovingAs) -> &Paces {
        static NONE: Paces = Paces(Vec::new());
        let rows = match mover {
            Mover::Infantry => &self.infantry,
            Mover::Cavalry => &self.cavalry,
            Mover::FootArtillery => &self.foot_artillery,
            Mover::HorseArtillery => &self.horse_artillery,
        };
        rows.get(&row).unwrap_or(&NONE)
    }
}

/// UD needed to change gait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GaitChange {
    pub foot_to_charge: u8,
    pub mounted_per_step: u8,
}

/// UD of units that go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackMoves {
    pub fall_back: ByFoot<u8>,
    pub retreat: ByFoot<u8>,
    pub rout: ByFoot<u8>,
}

impl BackMoves {
    /// UD that a case sends a unit back.
    #[must_use]
    pub const fn of(&self, case: Case, mounted: bool) -> u8 {
        match case {
            Case::FallBack => self.fall_back.of(mounted),
            Case::Retreat => self.retreat.of(mounted),
            Case::Rout => self.rout.of(mounted),
            _ => 0,
        }
    }
}

section! {
    /// Effects of the kinds of ground.
    TerrainTable {
        open: Terrain, stream: Terrain, minor_obstacle: Terrain, major_obstacle: Terrain, crest_up: Terrain,
        level_2: Terrain, level_3: Terrain, open_wood: Terrain, dense_wood: Terrain, marsh: Terrain, built_up: Terrain,
        strong_building: Terrain,
    }
}

impl TerrainTable {
    /// The effects of a kind of ground.
    #[must_use]
    pub const fn of(&self, ground: Ground) -> &Terrain {
        match ground {
            Ground::Open => &self.open,
            Ground::Stream => &self.stream,
            Ground::MinorObstacle => &self.minor_obstacle,
            Ground::MajorObstacle => &self.major_obstacle,
            Ground::CrestUp => &self.crest_up,
            Ground::Level2 => &self.level_2,
            Ground::Level3 => &self.level_3,
            Ground::OpenWood => &self.open_wood,
            Ground::DenseWood => &self.dense_wood,
            Ground::Marsh => &self.marsh,
            Ground::BuiltUp => &self.built_up,
            Ground::StrongBuilding => &self.strong_building,
        }
    }
}

/// State of infantry in a wood.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Degrading {
    /// One degree of disorder.
    Degrade,
    Loose,
    Unformed,
    Disordered,
}

/// A kind of ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    #[serde(default)]
    pub linear: bool,
    pub lost: ByMover<u8>,
    pub lost_by_light: Option<u8>,
    #[serde(default)]
    pub jumpable: bool,
    pub astride: Option<Cohesion>,
    #[serde(default)]
    pub degrade: u8,
    #[serde(default)]
    pub degrade_at_speed: u8,
    #[serde(default)]
    pub degrade_cavalry: u8,
    pub faculty: Option<[Degrading; 3]>,
    pub cavalry: Option<Cohesion>,
    #[serde(default)]
    pub no_deployed_guns: bool,
    pub only: Option<Formation>,
    pub gait: Gait,
    pub jumped_gait: Option<Gait>,
    pub cavalry_gait: Option<Gait>,
    #[serde(default)]
    pub cover: Cover,
}

impl Terrain {
    /// The fastest gait of an arm in it.
    #[must_use]
    pub fn fastest(&self, arm: Arm) -> Gait {
        if arm == Arm::Cavalry { self.cavalry_gait.unwrap_or(self.gait) } else { self.gait }
    }
}

section! {
    /// PA for changes of facing.
    TurningTable {
        up_to_30: i8, beyond_30: i8, infantry_line: i8, class_1: i8, class_3: i8, least: i8,
        cavalry_half_turn: HalfTurn, march_column: i8,
    }
}

/// PA of cavalry for an about-turn, by class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HalfTurn {
    pub class_1: i8,
    pub class_2: i8,
    pub class_3: i8,
}

section! {
    /// PA of guns moved by hand.
    ManhandlingTable { light: u8, heavy: u8, heavy_from_pounds: u8, uphill: u8, poor_crew: u8 }
}

section! {
    /// PA of a change of formation by class of manoeuvre.
    ChangingTable {
        line_skirmish: [u8; 3], into_square: [u8; 3], square_to_column: [u8; 3], square_to_line: [u8; 3],
        column_to_line: [u8; 3], line_to_column: [u8; 3], between_columns: [u8; 3], march_column: [u8; 3],
        march_column_to_line: [u8; 3], cavalry: [u8; 3], limber: [u8; 3], limber_heavy: [u8; 3],
        disordered_to_unformed: [u8; 3], unformed_to_formed: [u8; 3], other_than_announced: u8, ad_hoc_times: u8,
        most: u8, class_by_status: ByStatus<u8>, slow_nations: BTreeMap<Nation, u16>, slow_column_to_line: u8,
    }
}

section! {
    /// Garrisons, by faculty.
    GarrisonTable { enter: [u8; 3], state: [Cohesion; 3], skirmishers_per_face: u8, quarter_bases: u8, street_bases: u8 }
}
