//! Figures of the test of morale, and the table that reads its score.

use super::by::{ByCase, ByCover, ByStatus};
use crate::{Band, Case, Status};
use rulebook::reconstructed_section as section;
use serde::Deserialize;

/// Figures that count for one point of strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FiguresPerPoint {
    pub infantry: u8,
    pub infantry_two_ranks: u8,
    pub cavalry: u8,
    pub artillery: u8,
}

/// Effect of famous troops that fall back.
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
        flank: i8, rear: i8, cavalry_times: i8, strength: FiguresPerPoint, most_strength: i8, losses_before_percent: u8,
        losses_before: i8, losses_in_action_percent: u8, losses_in_action: i8, stopping_fire: i8, outranged: i8,
        residual_gait: i8, counter_per_step: i8, most_counter: i8, loss_test_percent: u8,
    }
}

section! {
    /// The die of a test of morale.
    ChanceTable { of_face: [i8; 6] }
}

/// The band of fire that each case allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseBands {
    pub charge: Band,
    pub attack: Band,
    pub advance: Band,
}

section! {
    /// The cases by score, from the highest down.
    ReadingTable { highest: i8, contact: Vec<Case>, fire: Vec<Case>, down: Vec<u8>, band: CaseBands }
}
