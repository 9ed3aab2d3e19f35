//! Figures of morale, officers, the setting of a battle and its points.

use super::by::ByStatus;
use crate::resolve::morale::MoraleResult;
use crate::{Distance, Status, Tenths};
use rulebook::reconstructed_section as section;
use serde::Deserialize;

section! {
    /// Factors of morale (LA-MOR-02 to LA-MOR-08).
    MoraleTable {
        square: i8, open_against_cavalry: i8, light_cover: i8, hard_cover: i8, house: i8, rout: i8, retreat: i8,
        routed_before: i8, aide: i8, cavalry_charging: i8, outnumbering: i8, outnumbered: i8, enemy_rout: i8,
        friendly_rout: i8, general_near: i8, general_step: Distance, general_steps: [i8; 3], rear: i8, flank: i8, won: i8,
        lost: [i8; 3], difference_step: u16, difference: i8, fire_from: u16, under_fire: i8, skirmishers_or_canister: i8,
        battery: i8, two_thirds: ByStatus<i8>, half: ByStatus<i8>, loss_step: u16, within: Distance, flank_foot: Distance,
        flank_others: Distance, battery_within: Distance,
    }
}

/// Accumulated losses for the steps of morale of a unit of this many figures (LA-MOR-09).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossSteps {
    pub figures: u8,
    pub losses: Vec<u16>,
}

section! {
    /// Results of a test of morale by status (LA-RES-02).
    ResultTable {
        from: Vec<i8>, guard: Vec<MoraleResult>, elite: Vec<MoraleResult>, regular: Vec<MoraleResult>,
        semi_regular: Vec<MoraleResult>, militia: Vec<MoraleResult>, irregular: Vec<MoraleResult>,
    }
}

impl ResultTable {
    /// The column of a status.
    #[must_use]
    pub fn of(&self, status: Status) -> &[MoraleResult] {
        match status {
            Status::Guard => &self.guard,
            Status::Elite => &self.elite,
            Status::Regular => &self.regular,
            Status::SemiRegular => &self.semi_regular,
            Status::Militia => &self.militia,
            Status::Irregular => &self.irregular,
        }
    }
}

section! {
    /// Friends that routing units pass through (LA-RES-03).
    RoutTable { routers: Vec<u8>, through: Vec<u8> }
}

section! {
    /// Generals and aides.
    OfficerTable {
        target_beyond: Distance, removed_at: u16, tested_alone: u16, tested_per_figure: u16, killed_from: u8,
        wounded_from: u8, melee_wounded_from: u16, melee_killed_above: u16, points_per_value: u8, ride: Distance,
        refuge: Distance, aides: u8, aide_budget: u8, aide_die: u8, brigade: u8, division: u8, corps: u8, army: u8,
    }
}

/// A table or a zone on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSize {
    pub width: Distance,
    pub depth: Distance,
}

/// Deployment zone without a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneSize {
    pub depth: Distance,
    pub from_sides: Distance,
}

section! {
    /// Set-up and victory conditions of a battle (LA-GAP-41, LA-GAP-56, LA-GAP-70, LA-GAP-75).
    SettingTable {
        periods_per_turn: u16, break_percent: u8, objective_times: i32, periods: u16, table: TableSize, zone: ZoneSize,
        raw: i8, veteran: i8,
    }
}

section! {
    /// The notes to the printed table of the Prussian line, by kinds of figure (LA-NAT-02).
    PrussianTable { by_company: Vec<String>, volunteers: Vec<String>, regiments: Vec<String>, battalions: u8 }
}

section! {
    /// Points of a figure (LA-GAP-41).
    BudgetTable {
        combat: Vec<Tenths>, values: Tenths, column: Tenths, column_from: u8, skirmish: Tenths, rifle: Tenths,
        elite: Tenths, guard: Tenths, cavalry_combat: Tenths, cavalry_bonus: Tenths, cavalry_moral: Tenths,
        cavalry_fire: Tenths, cavalry_column: Tenths, cavalry_column_from: u8, cavalry_foragers: Tenths,
        cavalry_cuirass: Tenths, cavalry_lance: Tenths, cavalry_elite: Tenths, cavalry_guard: Tenths,
    }
}
