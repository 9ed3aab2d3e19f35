//! The sections of the file of figures.
#![allow(missing_docs, reason = "named after the entries of the file, which says what each is")]

use super::by::{ByArm, ByBand, ByCase, ByCover, ByFoot, ByGait, ByMover, ByStatus};
use crate::{Arm, Band, Case, Cover, Distance, Formation, Gait, Ground, Mover, Nation, State, Status, Weapon};
use serde::Deserialize;
use std::collections::BTreeMap;
use table::Cm;

macro_rules! section {
    ($(#[$doc:meta])* $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Some of its figures are not printed in the text.
            #[serde(default)]
            pub reconstructed: bool,
            $($(#[$attribute])* pub $field: $type),+
        }
    };
}

section! {
    /// What figures and bases stand for.
    ScaleTable {
        ud_cm: Cm, infantry_front_cm: Cm, infantry_depth_cm: Cm, mounted_front_cm: Cm, mounted_depth_cm: Cm,
        skirmish_front: u8, men_per_infantry: u8, men_per_infantry_two_ranks: u8, men_per_mounted: u8,
        guns_per_gunner: u8, steps_per_figure: u8, steps_per_gun: u8,
    }
}

section! {
    /// What actions cost in PA.
    ActionTable {
        credit: u8, ceiling: u8, most_morale_penalty: u8, fire: u8, reload: u8, assault_least: u8, counter_assault: u8,
        pursuit: u8, flight: u8, evasion: u8, sidestep: u8, lost_by_reaction: u8, lost_by_second_line: u8,
        dispositions: u8, operational_march: u8, cavalry_withdrawal: u8, rally_move: u8, rally_move_long: u8,
        fall_back: u8, retreat: u8, rout: u8, gait: ByGait<u8>,
    }
}

section! {
    /// Distances that the rules name.
    DistanceTable {
        tactical: ByArm<Distance>, opportunity: ByArm<Distance>, tolerance: ByArm<Distance>, fraction: ByFoot<Distance>,
        witness: Distance, secure_flank: Distance, control_zone: Distance, second_line: Distance, command: Distance,
        evasion: Distance, leash: Distance, keep_off: ByArm<Distance>, sidestep: Distance, manhandle: Distance,
        artillery_near_friends: Distance, crest_first: Distance, crest_sight: Distance, wood_sight: Distance,
        wood_edge: Distance, overfire: Overfire, penetration: Distance, joint_fire: Distance,
        appears: ByFoot<Distance>, push: Distance, separation: Distance, operational_moves: u8,
        operational_stop: OperationalStop, defended_crest: Distance, identified: Distance, markers_beyond: Distance,
        general_move: Distance, general_joins: Distance,
    }
}

/// How far friends must stand from the line of fire that goes over them.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overfire {
    pub small_arms: Distance,
    pub artillery: Distance,
}

/// How near the enemy ends operational moves.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationalStop {
    pub foot: Distance,
    pub cavalry: Distance,
}

section! {
    /// Angles in degrees from straight ahead.
    ArcTable { front: u16, frontal: u16, flank: u16, skirmish_fire: u16, axis_of_secure_flank: u16, pivot_small: u16 }
}

rulebook::words! {
    /// A row of the movement table.
    MovingAs {
        /// In square.
        Square,
        /// Backwards, facing the enemy.
        Backwards,
        /// In line.
        Line,
        /// A front made for the occasion.
        AdHoc,
        /// Closed column.
        ClosedColumn,
        /// Column by divisions.
        DivisionColumn,
        /// Column by companies.
        CompanyColumn,
        /// Column of march.
        MarchColumn,
        /// In skirmish order.
        Skirmish,
    } default Line
}

impl MovingAs {
    /// The row of a formation; guns on their limbers go in column of march.
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

/// UD at ordinary, quick and charging gait; a short list stops at the gait it may not have.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Paces(pub Vec<u8>);

impl Paces {
    /// UD at a gait, or at the fastest it may have.
    #[must_use]
    pub fn at(&self, gait: Gait) -> u8 {
        match usize::from(gait.rank()) {
            0 => 0,
            rank => self.0.get(rank - 1).or(self.0.last()).copied().unwrap_or(0),
        }
    }

    /// The fastest gait it may have.
    #[must_use]
    pub fn fastest(&self) -> Gait {
        Gait::of_rank(u8::try_from(self.0.len()).unwrap_or(u8::MAX))
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
    /// UD of a mover in a formation; one that it may not have does not move.
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
    /// UD that a case makes a unit go back.
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
    /// What ground does.
    TerrainTable {
        open: Terrain, stream: Terrain, minor_obstacle: Terrain, major_obstacle: Terrain, crest_up: Terrain,
        level_2: Terrain, level_3: Terrain, open_wood: Terrain, dense_wood: Terrain, marsh: Terrain, built_up: Terrain,
        strong_building: Terrain,
    }
}

impl TerrainTable {
    /// What a kind of ground does.
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

/// What infantry becomes in a wood.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Degrading {
    /// One degree of disorder.
    Degrade,
    /// Loose.
    Loose,
    /// Unformed.
    Unformed,
    /// Disordered.
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
    pub astride: Option<State>,
    #[serde(default)]
    pub degrade: u8,
    #[serde(default)]
    pub degrade_at_speed: u8,
    #[serde(default)]
    pub degrade_cavalry: u8,
    pub faculty: Option<[Degrading; 3]>,
    pub cavalry: Option<State>,
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
    /// The fastest gait of an arm there.
    #[must_use]
    pub fn fastest(&self, arm: Arm) -> Gait {
        if arm == Arm::Cavalry { self.cavalry_gait.unwrap_or(self.gait) } else { self.gait }
    }
}

section! {
    /// PA of turning.
    TurningTable {
        up_to_30: i8, beyond_30: i8, infantry_line: i8, class_1: i8, class_3: i8, least: i8,
        cavalry_half_turn: HalfTurn, march_column: i8,
    }
}

/// PA of cavalry turning about, by class.
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
    GarrisonTable { enter: [u8; 3], state: [State; 3], skirmishers_per_face: u8 }
}

section! {
    /// Losses in percent.
    PercentTable { step: u8, most: u8 }
}

section! {
    /// What one figure inflicts by factor, in thousandths of a PAP.
    LossTable { lowest: i8, rate: Vec<u16>, step: u16, effective_from: u16, most_per_cavalry_figure: u16 }
}

/// Upper limits of the bands of a weapon; small arms have no bis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranges {
    pub p1: Distance,
    pub p1_bis: Option<Distance>,
    pub p2: Distance,
    pub p2_bis: Option<Distance>,
    pub p3: Option<Distance>,
}

impl Ranges {
    /// The bands it has with their upper limits, from the nearest.
    pub fn bands(&self) -> impl Iterator<Item = (Band, Distance)> {
        let limits = [
            (Band::P1, Some(self.p1)),
            (Band::P1Bis, self.p1_bis),
            (Band::P2, Some(self.p2)),
            (Band::P2Bis, self.p2_bis),
            (Band::P3, self.p3),
        ];
        limits.into_iter().filter_map(|(band, limit)| limit.map(|limit| (band, limit)))
    }

    /// The band of a distance; none: out of range.
    #[must_use]
    pub fn band(&self, distance: Distance) -> Option<Band> {
        self.bands().find(|(_, limit)| distance <= *limit).map(|(band, _)| band)
    }
}

/// The factor of a carbine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarbineFactor {
    pub p1: i8,
    pub p2: i8,
}

section! {
    /// Ranges of weapons.
    RangeTable {
        factor: ByBand<i8>, musket: Ranges, rifle: Ranges, carbine: Ranges, four_pounder: Ranges, six_pounder: Ranges,
        eight_pounder: Ranges, twelve_pounder: Ranges, howitzer: Ranges, carbine_factor: CarbineFactor,
        dragoon_muskets_until: u16,
    }
}

impl RangeTable {
    /// The bands of a weapon.
    #[must_use]
    pub const fn of(&self, weapon: Weapon) -> Option<&Ranges> {
        match weapon {
            Weapon::Musket => Some(&self.musket),
            Weapon::Rifle => Some(&self.rifle),
            Weapon::Carbine => Some(&self.carbine),
            Weapon::FourPounder => Some(&self.four_pounder),
            Weapon::SixPounder => Some(&self.six_pounder),
            Weapon::Howitzer => Some(&self.howitzer),
            Weapon::EightPounder => Some(&self.eight_pounder),
            Weapon::TwelvePounder => Some(&self.twelve_pounder),
            Weapon::None => None,
        }
    }
}

/// A figure for each kind of gun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByGun {
    pub four_pounder: i8,
    pub six_pounder: i8,
    pub howitzer: i8,
    pub eight_pounder: i8,
    pub twelve_pounder: i8,
}

impl ByGun {
    /// That of a gun; another weapon has none.
    #[must_use]
    pub const fn of(&self, weapon: Weapon) -> i8 {
        match weapon {
            Weapon::FourPounder => self.four_pounder,
            Weapon::SixPounder => self.six_pounder,
            Weapon::Howitzer => self.howitzer,
            Weapon::EightPounder => self.eight_pounder,
            Weapon::TwelvePounder => self.twelve_pounder,
            Weapon::Musket | Weapon::Rifle | Weapon::Carbine | Weapon::None => 0,
        }
    }
}

section! {
    /// Factors of a fire.
    FireTable {
        small_arms: ByStatus<i8>, british_line: i8, guns: ByGun, crew: ByStatus<i8>, first_fire: i8, canister: i8,
        general: i8, penalty_point: i8, unformed: i8, disordered: i8, evasion_per_ud: i8, under_musketry: i8,
        under_round_shot: i8, under_canister: i8, most_under_fire: i8, cover: ByCover, crest_under_1: i8,
        crest_under_2: i8, level: i8, level_canister: i8, target_skirmishers: i8, target_deployed_guns: i8,
        target_cavalry: i8, flank: i8, crossing_fast: i8, deep_target: i8, deep_ranks: u8, penetration: i8, mounted: i8,
        error: ByBand<u8>, error_friends: ByBand<Distance>, error_crew: ByStatus<i8>, overlap: ByBand<u8>,
        overlap_skirmish: u8, ranks_hit: ByArm<u8>,
    }
}

/// Ranks that fight hand to hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeleeRanks {
    pub standing: u8,
    pub moving_fast: u8,
    pub cavalry: u8,
}

section! {
    /// Factors of a melee.
    MeleeTable {
        infantry: i8, gunners: i8, cavalry_type: [i8; 4], status: ByStatus<i8>, gait_step: i8, gait_step_cavalry: i8,
        unformed: i8, disordered: i8, penalty_point: i8, general: i8, flank: i8, rear: i8, higher: i8,
        behind_stream: i8, cover: ByCover, marsh: i8, lancers: i8, square_against_cavalry: i8, ranks: MeleeRanks,
        overlap: u8, pass_through_steps: u8, flank_foot_per_figure: u8, flank_cavalry_per_figure: u8,
    }
}

/// Cases that a status may raise its result by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raises {
    pub elite: u8,
    pub guard: u8,
}

impl Raises {
    /// Those of a status.
    #[must_use]
    pub const fn of(&self, status: Status) -> u8 {
        match status {
            Status::Elite => self.elite,
            Status::Guard => self.guard,
            _ => 0,
        }
    }
}

/// Cases that a status lowers its result by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lowers {
    pub conscript: u8,
    pub militia: u8,
}

impl Lowers {
    /// Those of a status.
    #[must_use]
    pub const fn of(&self, status: Status) -> u8 {
        match status {
            Status::Conscript => self.conscript,
            Status::Militia => self.militia,
            _ => 0,
        }
    }
}

section! {
    /// What the loser becomes.
    ResultTable {
        behind_by_1: Case, behind_by_2: Case, behind_by_3: Case, draw: Case, guns_lost_from: u8, raises: Raises,
        lowers: Lowers,
    }
}

/// How near a pursued unit must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catch {
    pub cavalry_on_foot: u8,
    pub others: u8,
}

/// UD of reference for prisoners.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    pub infantry_retreat: u8,
    pub infantry_rout: u8,
    pub cavalry_retreat: u8,
    pub cavalry_rout: u8,
}

section! {
    /// Pursuits.
    PursuitTable {
        infantry_on_infantry: u8, infantry_figures: u8, cavalry_on_infantry: u8, cavalry_on_cavalry: u8,
        lancers_on_infantry: u8, lancers_on_cavalry: u8, lancers_on_back_plates: u8, limbered_guns_lost: u8,
        weak_cavalry_under: u8, length: ByArm<u8>, catch: Catch, outrun_by: i8, reference: Reference,
    }
}

section! {
    /// Whether a victor can be held back.
    ControlTable { cavalry: i8, status: ByStatus<i8>, controlled_from: i8 }
}

/// Figures needed for a point of strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    pub infantry: u8,
    pub infantry_two_ranks: u8,
    pub cavalry: u8,
    pub artillery: u8,
}

/// What famous troops falling back are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Famed {
    pub elite: i8,
    pub guard: i8,
}

impl Famed {
    /// That of a status.
    #[must_use]
    pub const fn of(&self, status: Status) -> i8 {
        match status {
            Status::Elite => self.elite,
            Status::Guard => self.guard,
            _ => 0,
        }
    }
}

section! {
    /// Lines of a test of morale.
    MoraleTable {
        most: i8, least: i8, assault: i8, answer: i8, reaction: i8, draw_continued: i8, case: ByCase<i8>, higher: i8,
        lower: i8, stream: i8, marsh: i8, minor_obstacle: i8, major_obstacle: i8, enemy_cover: ByCover, other_arm: i8,
        two_other_arms: i8, guns_near_friends: i8, under_musketry: i8, under_round_shot: i8, under_canister: i8,
        most_under_fire: i8, status_step: ByStatus<i8>, superior_status: i8, superior_type: i8, foot_type: i8,
        famous: Famed, penalty_point: i8, stop_per_step: i8, screen: i8, screen_lost: i8, out_of_command: i8,
        support: i8, numbers: i8, formed: i8, loose: i8, unformed: i8, disordered: i8, square: i8, secure_flank: i8,
        flank: i8, rear: i8, cavalry_times: i8, strength: Strength, most_strength: i8, losses_before_percent: u8,
        losses_before: i8, losses_in_action_percent: u8, losses_in_action: i8, stopping_fire: i8, outranged: i8,
        residual_gait: i8, counter_per_step: i8, most_counter: i8, loss_test_percent: u8,
    }
}

section! {
    /// The die of a test of morale.
    ChanceTable { of_face: [i8; 6] }
}

/// The band that a case allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseBands {
    pub charge: Band,
    pub attack: Band,
    pub advance: Band,
}

section! {
    /// The case of a score, from the highest down.
    ReadingTable { highest: i8, contact: Vec<Case>, fire: Vec<Case>, down: Vec<u8>, band: CaseBands }
}

/// Morale of a nation; none: it has no such troops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    pub raw: i8,
    pub line: i8,
    pub elite: Option<i8>,
    pub guard: Option<i8>,
}

/// Figures of a nation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NationRow {
    pub base: Base,
    pub attack: Option<ByArm<i8>>,
    pub defence: Option<ByArm<i8>>,
    pub attack_from: Option<u16>,
}

section! {
    /// Nations.
    NationTable {
        france: NationRow, britain: NationRow, russia: NationRow, austria: NationRow, prussia: NationRow,
        poland: NationRow, italy: NationRow, bavaria: NationRow, saxony: NationRow, wurttemberg: NationRow,
        spain: NationRow, netherlands: NationRow, other: NationRow,
    }
}

impl NationTable {
    /// The figures of a nation.
    #[must_use]
    pub const fn of(&self, nation: Nation) -> &NationRow {
        match nation {
            Nation::France => &self.france,
            Nation::Britain => &self.britain,
            Nation::Russia => &self.russia,
            Nation::Austria => &self.austria,
            Nation::Prussia => &self.prussia,
            Nation::Poland => &self.poland,
            Nation::Italy => &self.italy,
            Nation::Bavaria => &self.bavaria,
            Nation::Saxony => &self.saxony,
            Nation::Wurttemberg => &self.wurttemberg,
            Nation::Spain => &self.spain,
            Nation::Netherlands => &self.netherlands,
            Nation::Other => &self.other,
        }
    }

    /// The morale of a nation's troops of a status; troops it has not are taken as the best it has.
    #[must_use]
    pub fn base(&self, nation: Nation, status: Status) -> i8 {
        let base = &self.of(nation).base;
        let elite = base.elite.unwrap_or(base.line);
        match status {
            Status::Irregular | Status::Militia | Status::Conscript => base.raw,
            Status::Line => base.line,
            Status::Elite => elite,
            Status::Guard => base.guard.unwrap_or(elite),
        }
    }
}

/// A figure for each rank of a general.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderBonus {
    pub brigade: i8,
    pub division: i8,
    pub corps: i8,
    pub army: i8,
}

/// How far a general commands; that of the army over the whole table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    pub brigade: Distance,
    pub division: Distance,
    pub corps: Distance,
}

/// The face from which marksmen hit a general.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marksmen {
    pub p1: u8,
    pub p2: u8,
    pub p3: u8,
}

rulebook::words! {
    /// What becomes of a general who is hit.
    Wound {
        /// He falls from his horse: one turn.
        Fall,
        /// Away for some turns.
        Turns,
        /// Lost for the battle.
        Lost,
        /// Dead.
        Dead,
    } default Lost
}

section! {
    /// Generals.
    GeneralTable {
        bonus: LeaderBonus, zone: Zone, actions: u8, hit_per_figure: u8, marksmen: Marksmen, marksmen_group: u8,
        cone_faces: u8, wound: [Wound; 6], replaced_after_turns: u8,
    }
}

section! {
    /// The die for the order of several assaults.
    OrderTable { left_to_right: u8, right_to_left: u8 }
}

section! {
    /// What troops cost.
    BudgetTable {
        defender: [u8; 2], defender_on_poor_ground: [u8; 2], defender_on_bad_ground: [u8; 2], infantry_figure: u16, infantry_morale: u16, cavalry_figure: u16, cavalry_morale: u16,
        gun: u16, gun_pound: u16, status_percent: ByStatus<i8>, general: u16,
    }
}
