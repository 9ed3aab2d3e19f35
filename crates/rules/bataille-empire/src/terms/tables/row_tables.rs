//! The sections of the file of figures.

use super::{Degrees, Share, Thousandths};
use crate::Ud;
use crate::terms::profile::{Ability, Arm, Class, Cover, Going, Grade, Guns, Order, ShockRow, Size, Status, Weight};
use rulebook::{by, section};
use serde::Deserialize;
use std::collections::BTreeMap;
use table::{Cm, Kind};

by! {
    /// A figure for each arm.
    ByArm of Arm { infantry: Infantry, cavalry: Cavalry, artillery: Artillery }
}
by! {
    /// A figure for each size.
    BySize of Size { small: Small, normal: Normal, large: Large }
}
by! {
    /// A figure for each class of manoeuvre.
    ByClass of Class { a: A, b: B, c: C }
}
by! {
    /// A figure for each calibre.
    ByGuns of Guns { three_four: ThreeFour, six: Six, eight_nine: EightNine, twelve: Twelve }
}
by! {
    /// A figure for each status.
    ByStatus of Status { guard: Guard, elite: Elite, line: Line, militia: Militia, irregular: Irregular }
}

/// The ranks of statuses.
pub type StatusTable = ByStatus<u8>;

/// A distance on foot and one on horseback (BE-SEQ-08).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByMount {
    pub infantry: Ud,
    pub cavalry: Ud,
}

impl ByMount {
    /// The distance for a mounted unit or one on foot.
    #[must_use]
    pub const fn of(&self, mounted: bool) -> Ud {
        if mounted { self.cavalry } else { self.infantry }
    }
}

/// A modifier for each cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByCover {
    pub light: i8,
    pub medium: i8,
    pub heavy: i8,
}

impl ByCover {
    #[must_use]
    pub const fn of(&self, cover: Cover) -> i8 {
        match cover {
            Cover::None => 0,
            Cover::Light => self.light,
            Cover::Medium => self.medium,
            Cover::Heavy => self.heavy,
        }
    }
}

section! {
    /// The unit of distance, on the ground and on the table.
    ScaleTable { ud_cm: Cm, ud_on_table_cm: Cm }
}

section! {
    /// Fronts and depths.
    FootprintTable {
        infantry_line: [Ud; 2], infantry_column: [Ud; 2], solid_square: [Ud; 2], hollow_square: [Ud; 2], skirmish: [Ud; 2],
        cavalry_line: [Ud; 2], cavalry_column: [Ud; 2], deployed: [Ud; 2], limbered: [Ud; 2], limbers_behind: Ud,
        large: Thousandths, small: Thousandths, general: Ud,
    }
}

section! {
    /// Strengths below and above which a unit is small or large.
    SizeLimits { small: u16, large: u16 }
}

section! {
    /// Sizes by men or guns.
    SizeTable { infantry: SizeLimits, cavalry: SizeLimits, artillery: SizeLimits }
}

impl SizeTable {
    /// The size of a unit with this number of men or guns (BE-GAP-05).
    #[must_use]
    pub const fn of(&self, arm: Arm, strength: u16) -> Size {
        let limits = match arm {
            Arm::Infantry => &self.infantry,
            Arm::Cavalry => &self.cavalry,
            Arm::Artillery => &self.artillery,
        };
        if strength < limits.small {
            Size::Small
        } else if strength > limits.large {
            Size::Large
        } else {
            Size::Normal
        }
    }
}

section! {
    /// Losses, in halves.
    LossTable {
        infantry: BySize<u8>, cavalry: BySize<u8>, artillery: BySize<u8>, guard_or_elite: u8, attrition: u8,
        detached_parts: u8, worn_percent: u8, large_per_point: u8, per_point: u8, never_below: u8,
    }
}

impl LossTable {
    #[must_use]
    pub const fn of(&self, arm: Arm) -> &BySize<u8> {
        match arm {
            Arm::Infantry => &self.infantry,
            Arm::Cavalry => &self.cavalry,
            Arm::Artillery => &self.artillery,
        }
    }
}

/// A grade of general.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneralRow {
    pub grade: Grade,
    pub value: i8,
    pub test: u8,
    pub range: Ud,
    pub cost: i64,
}

section! {
    /// Price of a third move; absent: forbidden.
    ThirdMove { a: u8, b: u8 }
}

section! {
    /// Command and its points.
    CommandTable {
        light_range: Ud, cut_by_enemy: Ud, attach: Ud, refuge: Ud, points_divisor: u8, least_points: u8, r#use: u8,
        use_out_of_command: u8, second_move: u8, third_move: ThirdMove, rally_disorder: u8, rally_loss: u8,
        free_rallies: u8, transfer: u8, transfer_out_of_range: u8, most_initiative_points: u8,
        most_order_test_points: u8, chief_near: Ud, chief_near_bonus: i8, natural_failure: u8, most_in_group: u8,
        group_gap: Ud, group_facing_degrees: Degrees,
    }
}

section! {
    /// Distances and bonuses of orders.
    OrderTable {
        duty: Share, full_move_stops: Ud, volley: Ud, zone: Ud, skirmishers_out_of_zone: Ud, lost_share: Share,
        objective: Ud, objective_contested: Ud, reserve_share: Share, reserve_keeps_off: Ud, reserve_wakes: Ud,
        no_flight: Vec<Order>,
    }
}

section! {
    /// Distances that the rules name.
    DistanceTable {
        tactical: Ud, operational: Ud, unseen: Ud, contact: Ud, passage: Ud, passage_interval: Ud, charge_priority: Ud,
        first_leg: Ud, near_cavalry: Ud, opportunity_infantry: Ud, opportunity_cavalry: Ud, reaction: Ud, fall_back: Ud,
        square_refuge: Ud, remanned_from: Ud, straight: Ud, caught_after: Ud, barred: Ud, behind_support: Ud,
        free_place: Ud, threat_infantry: Ud, threat_cavalry: Ud, secure_flank: Ud, support: Ud, support_of_skirmishers: Ud,
        support_move: Ud, fire_support: Ud, witness: Ud, rally: Ud, rally_screen: Ud, garrison_enemy: Ud, detached: Ud,
        ricochet: Ud, hidden: Ud,
    }
}

section! {
    AngleTable {
        pivot: Degrees, back_pivot: Degrees, charge: Degrees, pursuit: Degrees, fire: Degrees,
        fire_formed_infantry: Degrees, enfilade: Degrees, threat: Degrees, same_way: Degrees,
    }
}

/// A row of the movement table: what is absent may not be entered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rate {
    pub clear: Option<Ud>,
    pub rough: Option<Ud>,
    pub difficult: Option<Ud>,
    pub penalised: Vec<Going>,
    pub prolonge: Option<Ud>,
}

impl Rate {
    #[must_use]
    pub const fn of(&self, going: Going) -> Option<Ud> {
        match going {
            Going::Clear => self.clear,
            Going::Rough => self.rough,
            Going::Difficult => self.difficult,
            Going::Closed => None,
        }
    }
}

section! {
    /// Movement allowances by unit and ground.
    MovementTable {
        infantry_line: Rate, infantry_column: Rate, skirmish: Rate, square: Rate, cavalry_line: Rate,
        cavalry_column: Rate, foot_twelve: Rate, foot_guns: Rate, horse_guns: Rate, general: Rate,
    }
}

section! {
    /// Additions to an allowance and deductions from it.
    PaceTable { charge: ByMount, obstacle: ByMount, road: Ud }
}

section! {
    /// Costs of a change of formation.
    ChangeTable { a: ByArm<Ud>, b: Share, c: Share }
}

section! {
    /// Prices of manoeuvres.
    ManoeuvreTable {
        pivot_divisor: u16, slide: Ud, slide_advance: Ud, half_speed: u8, operational: ByClass<u8>,
        about_face: ByClass<Ud>, limbered_turn: Ud, change: ChangeTable,
    }
}

section! {
    /// Manoeuvre and control tests.
    DrillTable {
        needs: ByClass<u8>, guard_or_elite: i8, militia: i8, general: i8, out_of_command: i8, column: i8,
        column_to_solid_square: i8, threatened: i8, worn: i8, marker: i8, near_cavalry: i8, limbering: i8,
    }
}

/// The limits of the range bands of a calibre.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bands {
    pub short: Ud,
    pub effective: Ud,
    pub long: Ud,
}

section! {
    /// The range that a hill adds for guns.
    HillBonus { effective: Ud, long: Ud }
}

section! {
    RangeTable {
        infantry: Ud, skirmish: Ud, carbine: Ud, battalion_guns: Ud, guns: ByGuns<Bands>, hill: HillBonus,
    }
}

section! {
    /// Halves of a loss from each score on.
    FireLossTable { from: [i16; 5], a: [u8; 5], b: [u8; 5], c: [u8; 5] }
}

section! {
    /// Modifiers of fire.
    FireTable {
        line: i8, column: i8, square: i8, garrison: i8, skirmish: [i8; 3], battalion_guns: i8, target_better_ft: i8,
        disorder: i8, canister: i8, round_shot_column: i8, round_shot_square: i8, enfilade: i8, stationary: i8,
        shrapnel: i8, limbering: i8, under_skirmishers: i8, higher_or_ricochet: i8, support_fire: i8,
        support_canister: i8, support_skirmishers: [i8; 2], cover: ByCover, dispersed: i8, marker: i8, large: i8,
        small: i8, good_shot: i8, poor_shot: i8, threatened: i8, threatened_by_cavalry: i8, loss: i8,
        howitzers_lower_cover: u8,
    }
}

section! {
    /// Modifiers of a side that charges.
    ChargeTable {
        light: i8, medium: i8, heavy: i8, lance: i8, cuirass: i8, line_against_column: i8, opportunity_or_pursuit: i8,
        infantry_line: i8, infantry_column: i8, elan_or_attack: i8, adversary_marked: i8, adversary_disordered: i8,
        cavalry_on_disordered_square: i8, adversary_skirmishing: i8, flank_or_rear: i8,
    }
}

impl ChargeTable {
    #[must_use]
    pub const fn weight(&self, weight: Weight) -> i8 {
        match weight {
            Weight::Light => self.light,
            Weight::Medium => self.medium,
            Weight::Heavy => self.heavy,
        }
    }
}

section! {
    /// Modifiers of a side that stands.
    StandTable {
        line_against_infantry: i8, infantry_against_cavalry: [i8; 3], solid_square: i8, hollow_square: i8,
        artillery: [i8; 3], cover: ByCover, tenacious: i8, battalion_guns: i8, militia: i8, melee_weapons: i8,
    }
}

section! {
    /// Modifiers for units penalised by the ground.
    Penalised { infantry: i8, cavalry: i8 }
}

section! {
    /// Modifiers of both sides in a shock.
    ShockTable {
        better_quality: i8, fewer_losses: i8, morale_support: i8, most_morale_supports: u8, support_fire: i8,
        support_canister: i8, support_skirmishers: [i8; 2], better_ft: i8, height_or_bank: i8, general: i8,
        out_of_command: i8, large: i8, small: i8, threatened: i8, threatened_by_cavalry: i8, penalised: Penalised,
    }
}

/// A row of the table of shocks, from its difference on. Losses in halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShockResult {
    pub row: ShockRow,
    pub from: i16,
    #[serde(default)]
    pub eliminated: bool,
    #[serde(default)]
    pub loser_losses: u8,
    #[serde(default)]
    pub disorder: bool,
    pub retreat: Option<ByMount>,
    pub flight: Option<ByMount>,
    #[serde(default)]
    pub winner_losses: u8,
    #[serde(default)]
    pub winner_attrition: u8,
    pub pursuit: Option<ByMount>,
}

section! {
    /// Further effects of a shock.
    AfterShockTable { advance: Ud, beaten_cavalry: u8, beaten_cavalry_by_line_or_guns: u8 }
}

section! {
    MoraleTable {
        passes_from: i8, supported: i8, heavy_cover: i8, general: i8, out_of_command: i8, stoic: i8, disorder: i8,
        threatened: i8, threatened_by_cavalry: i8, loss: i8, retreat: ByMount, flight: ByMount, flight_losses: u8,
    }
}

section! {
    GeneralLossTable { dice: u8, in_shock: u8, under_fire: u8, grades_lower: u8 }
}

/// The properties of a kind of ground (BE-GAP-30).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each says one thing of the ground")]
pub struct Terrain {
    /// Its class for movement.
    pub going: Going,
    /// The cover it gives.
    pub cover: Cover,
    /// The distance of sight inside it.
    pub sight: Option<Ud>,
    /// A road, for units in column.
    pub road: bool,
    pub bridge: bool,
    /// A linear obstacle: costs movement to cross.
    pub obstacle: bool,
    /// One side of it is higher.
    pub height: bool,
    /// A crest: blocks sight.
    pub crest: bool,
    /// Too soft for a ricochet.
    pub soft: bool,
    /// Its bank helps the defender.
    pub bank: bool,
    /// Maximum number of units in it; 0: it is not a building.
    pub garrison: u8,
    pub blocks_sight: bool,
    /// It gives cover against the front only.
    pub front_only: bool,
    pub fortified: bool,
}

impl Terrain {
    #[must_use]
    pub const fn open() -> Self {
        Self {
            going: Going::Clear,
            cover: Cover::None,
            sight: None,
            road: false,
            bridge: false,
            obstacle: false,
            height: false,
            crest: false,
            soft: false,
            bank: false,
            garrison: 0,
            blocks_sight: false,
            front_only: false,
            fortified: false,
        }
    }
}

impl Default for Terrain {
    fn default() -> Self {
        Self::open()
    }
}

pub type TerrainTable = BTreeMap<Kind, Terrain>;

section! {
    /// Costs of units and generals in points.
    CostTable {
        budget: i64, small_budget: i64, large_budget: i64, infantry: i64, light_cavalry: i64, medium_cavalry: i64,
        heavy_cavalry: i64, guns: ByGuns<i64>, per_morale: i64, gun_morale_from: i64, gun_class_from: i64,
        class: ByClass<i64>, per_ft: i64, status: ByStatus<i64>, ability: BTreeMap<Ability, i64>, size: BySize<i64>,
    }
}

section! {
    /// Limits for the organisation of an army.
    OrganisationTable { divisions: [u8; 2], units: [u8; 2], artillery_share: Share }
}

section! {
    /// The ground of a battle, by its size in points.
    FieldRow { points: i64, width: Ud, depth: Ud, zone: Ud, encounter_zone: Ud, turns: u16 }
}

section! {
    /// The roll for the kind of battle.
    SetUpTable {
        units_per_scout: u8, most_scouting: u8, encounter: i8, battle: i8, attack: i8, assault: i8,
        attack_objectives: u8, assault_objectives: u8, assault_reserve: Share, assault_reserve_turn: u16,
        encounter_turn: u16, hidden_share: Share, hidden_until_turn: u16,
    }
}

section! {
    FlankMarchTable { from_turn: u16, needs: u8, bonus_after_turn: u16, within: Ud }
}

section! {
    /// The end of a battle.
    VictoryTable {
        eliminated: u16, disordered_or_worn: u16, objective: u16, divisional_general: u16, commander_in_chief: u16,
        goes_on_from: u8, most_extra_turns: u16,
    }
}
