//! The sections of the file of figures.

use crate::Distance;
use crate::terms::doctrine::Doctrine;
use crate::terms::profile::{Arm, Class, Formation, Going, Level, Shelter, Status};
use game::Exact;
use rulebook::section;
use serde::Deserialize;
use std::collections::BTreeMap;
use table::{Cm, Kind};

/// A figure for each level of cohesion or training.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByLevel<T> {
    pub poor: T,
    pub standard: T,
    pub superior: T,
}

impl<T> ByLevel<T> {
    #[must_use]
    pub const fn of(&self, level: Level) -> &T {
        match level {
            Level::Poor => &self.poor,
            Level::Standard => &self.standard,
            Level::Superior => &self.superior,
        }
    }
}

/// A figure for each class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByClass<T> {
    pub low: T,
    pub middle: T,
    pub high: T,
}

impl<T> ByClass<T> {
    #[must_use]
    pub const fn of(&self, class: Class) -> &T {
        match class {
            Class::Low => &self.low,
            Class::Middle => &self.middle,
            Class::High => &self.high,
        }
    }
}

section! {
    /// A figure for each status.
    ByStatus { levy: i8, standard: i8, elite: i8 }
}

impl ByStatus {
    #[must_use]
    pub const fn of(&self, status: Status) -> i8 {
        match status {
            Status::Levy => self.levy,
            Status::Standard => self.standard,
            Status::Elite => self.elite,
        }
    }
}

section! {
    /// Sizes of bases and formations, and the strength of an element.
    ElementTable {
        front_cm: Cm, depth_cm: Cm, general_radius_cm: Cm, most_in_unit: u8, men: u16, least_guns: u16, guns: u16,
        column_spacing_cm: Cm, march_spacing_cm: Cm, skirmish_gap_cm: Cm, square_side_cm: Cm, disorder_radius_cm: Cm,
    }
}

section! {
    /// Distances that the rules name.
    DistanceTable {
        contact: Distance, touching: Distance, linear_shelter: Distance, command: Distance, witness: Distance,
        support: Distance, sight_in_cover: Distance, obstacle_cost: Distance, about_face_cost: Distance,
        adjust_clear: Distance, adjust_rough: Distance, manhandle: Distance, turn_battery: Distance,
        turn_battery_horse: Distance, spike: Distance, reman_square: Distance, reman_enemy: Distance,
        flight_horizon: Distance, least_fall_back: Distance, target_margin: Distance,
    }
}

/// A row of the movement table: pas by class of ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rate {
    pub road: Option<u8>,
    pub clear: Option<u8>,
    pub rough: Option<u8>,
    pub very_rough: Option<u8>,
    pub tall_rough: Option<u8>,
    pub tall_very_rough: Option<u8>,
}

section! {
    /// Movement allowances (ML-6a).
    MovementTable {
        square: Rate, line: Rate, column: Rate, skirmish: Rate, disordered: Rate, foot_artillery: ByClass<Rate>,
        horse_artillery: ByClass<Rate>, light_cavalry: Rate, battle_cavalry: Rate,
    }
}

section! {
    /// Costs of manoeuvres in halves of a sequence; 0: not allowed.
    ManoeuvreTable {
        face: ByLevel<u8>, column_to_line: ByLevel<u8>, line_to_column: ByLevel<u8>, between_columns: ByLevel<u8>,
        reform: ByLevel<u8>, form_square: ByLevel<u8>, skirmish: ByLevel<u8>, bastion: ByLevel<u8>,
        advance_in_square: ByLevel<bool>,
    }
}

section! {
    /// Ranges of small arms, zones of guns.
    RangeTable {
        short: Distance, musket: Distance, rifle: Distance, musketoon: Distance, guns: ByClass<[Distance; 6]>,
        blind_from_zone: u8,
    }
}

section! {
    /// Dice of fire and their effect.
    FireTable {
        dice_per_element: u8, march_column_dice: u8, impact_dice_per_element: u8, points_per_loss: u8, die_bonus: i8,
        die_malus: i8, building_burns_from: u8, wooden_building_burns_from: u8, melee_dice_per_element: u8,
    }
}

section! {
    /// Losses that cost an element.
    ThresholdTable { infantry: ByLevel<u8>, cavalry: ByLevel<u8>, artillery: ByLevel<u8> }
}

section! {
    /// Reaction and order change.
    ReactionTable {
        needs: ByLevel<u8>, brigadier: i8, divisional: i8, no_light_company: i8, brigadier_attached: i8,
        superior_adjacent: i8,
    }
}

section! {
    MoraleTable {
        cohesion: ByLevel<i8>, status: ByStatus, shaken: i8, routing: i8, element_lost: i8, flank: i8, rear: i8,
        isolated: i8, flank_supported: i8, rear_support: i8, dense_formation: i8, charging: i8, charging_cavalry: i8,
        light_shelter: i8, dense_shelter: i8, unseen: i8, passes_from: i8,
    }
}

section! {
    ImpactTable {
        lower: i8, heavy_ground: i8, hesitant: i8, march_column_or_disorder: i8, open_order: i8, low_class: i8,
        high_class: i8, lancers_charging: i8, cavalry_against_square: i8, cavalry_against_solid_square: i8,
        against_cuirassed: i8,
    }
}

section! {
    /// Melee; factors as numerator and denominator.
    MeleeTable {
        high_class: i8, lancers: i8, steady: [i64; 2], shaken: [i64; 2], gunners: [i64; 2], shaken_gunners: [i64; 2],
    }
}

impl MeleeTable {
    /// The factor of a unit (ML-9e).
    #[must_use]
    pub const fn factor(&self, arm: Arm, shaken: bool) -> Exact {
        let [num, den] = match (arm, shaken) {
            (Arm::Artillery, false) => self.gunners,
            (Arm::Artillery, true) => self.shaken_gunners,
            (_, false) => self.steady,
            (_, true) => self.shaken,
        };
        Exact { num, den }
    }
}

section! {
    /// Average dice by class of ground.
    Bonus { clear: u8, rough: u8 }
}

section! {
    BonusTable { cavalry: Bonus, infantry: Bonus }
}

section! {
    /// Losses of officers.
    OfficerTable {
        at_risk_up_to: u8, hit_up_to: u8, replaced_after_turns: u16, replacement_competence: [u8; 6], captured_up_to: u8,
        captured_by_cavalry_up_to: u8, move_like: String,
    }
}

section! {
    ActivationTable { of_face: [u8; 6], status: ByStatus }
}

section! {
    /// Costs in points (chapter 13).
    BudgetTable {
        element: i64, small_plus: i64, small_minus: i64, large_plus: i64, large_minus: i64, mounted: [i64; 2],
        division: i64, corps: i64, army: i64, brigadier: [i64; 4], charisma: i64,
    }
}

/// The arms for which ground counts at an impact (ML-GAP-46).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heavy {
    #[default]
    Nobody,
    Cavalry,
    Everybody,
}

/// The properties of a kind of ground (ML-GAP-13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Terrain {
    /// Its class for movement.
    pub going: Going,
    /// The shelter it gives.
    pub shelter: Shelter,
    /// It blocks sight.
    pub masks: bool,
    /// It has tall vegetation.
    pub tall: bool,
    /// The arms for which it counts at an impact.
    pub heavy: Heavy,
    /// A linear obstacle: costs movement to cross and shelters units behind it.
    pub obstacle: bool,
    /// A crest: blocks sight between its two sides.
    pub crest: bool,
    /// Counts only for uphill moves (ML-1.6k).
    pub uphill_only: bool,
    /// Only columns and limbered batteries use it (ML-1.6f).
    pub columns_only: bool,
    /// Only infantry holds it (ML-1.6g).
    pub building: bool,
    /// Cavalry does not charge an enemy in it (ML-3.1h).
    pub closed_to_cavalry_charges: bool,
}

impl Terrain {
    #[must_use]
    pub const fn open() -> Self {
        Self {
            going: Going::Clear,
            shelter: Shelter::None,
            masks: false,
            tall: false,
            heavy: Heavy::Nobody,
            obstacle: false,
            crest: false,
            uphill_only: false,
            columns_only: false,
            building: false,
            closed_to_cavalry_charges: false,
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
    /// The orders of battle open to a nation's brigades from a year on.
    DoctrineRow { from: u16, orders: Vec<Doctrine> }
}

/// Doctrines by nation, each by year.
pub type DoctrineTable = BTreeMap<String, Vec<DoctrineRow>>;

section! {
    /// Formations that a doctrine allows.
    FormationsTable { thin: Vec<Formation>, deep: Vec<Formation>, mixed: Vec<Formation> }
}

section! {
    /// Distances for the entry of reserves, in whole pas (ML-GAP-71).
    ReserveTable { reach: u8, apart: u8, late_reach: u8 }
}

section! {
    /// Length and end of a battle.
    VictoryTable {
        turns: u16, table_width: u16, table_depth: u16, deployment_depth: u16, breaks_at_percent: u8, routing_percent: u8,
        shaken_percent: u8, objective_points: u16, margin_percent: u8,
    }
}
