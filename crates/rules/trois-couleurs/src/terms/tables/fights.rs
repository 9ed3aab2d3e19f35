//! Figures of losses, fire, melee, results, pursuit and control.

use super::by::{ByArm, ByBand, ByCover, ByStatus};
use crate::{Band, Case, Distance, Status, Weapon};
use rulebook::reconstructed_section as section;
use serde::Deserialize;

section! {
    /// Losses in percent.
    PercentTable { step: u8, most: u8 }
}

section! {
    /// Losses inflicted by one figure at each factor, in thousandths of a PAP.
    LossTable { lowest: i8, rate: Vec<u16>, step: u16, effective_from: u16, most_per_cavalry_figure: u16 }
}

/// Upper limits of the bands of a weapon; small arms have no bis bands.
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
    /// The bands of the weapon with their upper limits, from the nearest.
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

    /// The band of a distance; `None`: out of range.
    #[must_use]
    pub fn band(&self, distance: Distance) -> Option<Band> {
        self.bands().find(|(_, limit)| distance <= *limit).map(|(band, _)| band)
    }
}

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
    /// The figure of a gun; 0 for other weapons.
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

/// Cases by which a status may raise its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raises {
    pub elite: u8,
    pub guard: u8,
}

impl Raises {
    #[must_use]
    pub const fn of(&self, status: Status) -> u8 {
        match status {
            Status::Elite => self.elite,
            Status::Guard => self.guard,
            _ => 0,
        }
    }
}

/// Cases by which a status lowers its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lowers {
    pub conscript: u8,
    pub militia: u8,
}

impl Lowers {
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
    /// Consequences for the loser.
    ResultTable {
        behind_by_1: Case, behind_by_2: Case, behind_by_3: Case, draw: Case, guns_lost_from: u8, raises: Raises,
        lowers: Lowers,
    }
}

/// Distances at which a pursuer catches a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catch {
    pub cavalry_on_foot: u8,
    pub others: u8,
}

/// Reference distance for prisoners, in UD.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    pub infantry_retreat: u8,
    pub infantry_rout: u8,
    pub cavalry_retreat: u8,
    pub cavalry_rout: u8,
}

section! {
    PursuitTable {
        infantry_on_infantry: u8, infantry_figures: u8, cavalry_on_infantry: u8, cavalry_on_cavalry: u8,
        lancers_on_infantry: u8, lancers_on_cavalry: u8, lancers_on_back_plates: u8, limbered_guns_lost: u8,
        weak_cavalry_under: u8, length: ByArm<u8>, catch: Catch, outrun_by: i8, reference: Reference,
    }
}

section! {
    /// Figures of the test of control.
    ControlTable { cavalry: i8, status: ByStatus<i8>, controlled_from: i8 }
}
