//! Figures of dice, losses, fire and melee.

use super::by::BySmallArm;
use crate::{Calibre, Distance};
use rulebook::reconstructed_section as section;
use serde::Deserialize;

section! {
    /// Values of a die by its face (LA-FEU-05, LA-GEN-05).
    DieTable { usual: [i8; 6], skirmish: [i8; 6], general_20: [i8; 6], general_60: [i8; 6], general_100: [i8; 6] }
}

section! {
    /// Losses by factor and figures (LA-RES-01).
    LossTable { lowest: i8, cells: Vec<Vec<u16>> }
}

section! {
    /// Factors common to all fire (LA-FEU-02).
    FireTable {
        irregular: i8, skirmish: i8, light_cover: i8, hard_cover: i8, cavalry_charging_firer: i8, higher: i8,
    }
}

section! {
    /// Small arms (LA-FEU-03, LA-FEU-06, LA-FEU-08).
    SmallArmsTable {
        point_blank: i8, point_blank_to: Distance, beyond_third: BySmallArm<i8>, beyond_two_thirds: BySmallArm<i8>,
        unformed: i8, disordered: i8, cuirass: i8, gunners: i8, deep: i8, first_fire: i8, isolated_figure: i8, rain: i8,
        range: BySmallArm<Distance>, third: BySmallArm<Distance>, two_thirds: BySmallArm<Distance>, arc_hundredths: u16,
    }
}

/// Effects of a calibre.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalibreRow {
    pub deep: i8,
    pub range: Distance,
    pub half: Distance,
    pub three_quarters: Distance,
    pub canister: Distance,
}

section! {
    /// Guns (LA-FEU-04, LA-FEU-09 to LA-FEU-11).
    GunTable {
        canister: i8, gunners: i8, line_round_shot: i8, beyond_half: i8, beyond_three_quarters: i8, isolated_figure: i8,
        doubled_under: Distance, doubling: i64, arc_hundredths: u16, calibre_3: CalibreRow, calibre_4: CalibreRow,
        calibre_6: CalibreRow, calibre_8: CalibreRow, calibre_9: CalibreRow, calibre_12: CalibreRow,
    }
}

impl GunTable {
    /// The row of a calibre.
    #[must_use]
    pub const fn of(&self, calibre: Calibre) -> &CalibreRow {
        match calibre {
            Calibre::Three => &self.calibre_3,
            Calibre::Four => &self.calibre_4,
            Calibre::Six => &self.calibre_6,
            Calibre::Eight => &self.calibre_8,
            Calibre::Nine => &self.calibre_9,
            Calibre::Twelve => &self.calibre_12,
        }
    }
}

section! {
    /// Factors of a melee (LA-COM-02), and its other figures.
    MeleeTable {
        fresh: i8, hollow_square: i8, solid_square: i8, line_against_cavalry: i8, skirmish: i8, disorganised: i8,
        unformed: i8, disordered: i8, gunners: i8, limbered: i8, light_cover: i8, light_cover_for_cavalry: i8,
        hard_cover: i8, house: i8, higher: i8, cuirass: i8, flank_first: i8, flank_second: i8, undefended_side: i8,
        into_melee: i8, following: i8, most_ranks: u8, fire_step: u16, square_again_heavy: i8, square_again_light: i8,
        mixed_bonus_percent: i64, overlap: u8, square_factor: u16, recoil: Distance,
    }
}
