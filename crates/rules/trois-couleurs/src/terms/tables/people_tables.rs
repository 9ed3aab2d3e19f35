//! Figures of nations, generals, the order of assaults and army points.

use super::by::{ByArm, ByStatus};
use crate::{Distance, Nation, Status};
use rulebook::reconstructed_section as section;
use serde::Deserialize;

/// Base morale of a nation's troops; `None`: it has no such troops.
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

    /// Base morale of a nation's troops of a status; troops that it lacks count as the best it has.
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

/// Command range of a general; the commander-in-chief commands the whole table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    pub brigade: Distance,
    pub division: Distance,
    pub corps: Distance,
}

/// The die score from which marksmen hit a general.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marksmen {
    pub p1: u8,
    pub p2: u8,
    pub p3: u8,
}

rulebook::words! {
    /// The fate of a general who is hit.
    Wound {
        /// The general falls off the horse: away for one turn.
        Fall,
        /// Away for several turns.
        Turns,
        /// Lost for the battle.
        Lost,
        Dead,
    } default Lost
}

section! {
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
    /// Costs of troops.
    BudgetTable {
        defender: [u8; 2], defender_on_poor_ground: [u8; 2], defender_on_bad_ground: [u8; 2], infantry_figure: u16, infantry_morale: u16, cavalry_figure: u16, cavalry_morale: u16,
        gun: u16, gun_pound: u16, status_percent: ByStatus<i8>, general: u16,
    }
}

/// A figure for each quality of the day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByQuality {
    pub raw: i8,
    pub usual: i8,
    pub veteran: i8,
}

impl ByQuality {
    #[must_use]
    pub const fn of(&self, quality: armies::Quality) -> i8 {
        match quality {
            armies::Quality::Raw => self.raw,
            armies::Quality::Usual => self.usual,
            armies::Quality::Veteran => self.veteran,
        }
    }
}

section! {
    /// How the men of a scenario become figures and units, and where they may deploy or arrive.
    RaisingTable {
        least_figures: u8, regiment_above: u8, squadron_most: u8, battalion_most: u8, clear_of_enemy: Distance,
        uncovered: Distance, arrival_aside: Distance, element: ByArm<u8>, quality: ByQuality,
    }
}

section! {
    /// Companies of a battalion.
    CompanyTable { battalion: u8, put_out: [u8; 2], without_light_infantry: u8 }
}

section! {
    /// The throw for the initiative.
    InitiativeTable { dice: u8 }
}

section! {
    /// The shortest distance between two units that meet on the move.
    MeetingTable { nearest: Distance }
}

/// The share of a unit's points that counts, by its fate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shares {
    pub destroyed: u8,
    pub rout: u8,
    pub retreat: u8,
}

section! {
    /// Conditions of victory.
    VictoryTable { breaks_at: u8, broken: Shares, lost: Shares, general_lost: u8, margin: u8, turns: u16 }
}
