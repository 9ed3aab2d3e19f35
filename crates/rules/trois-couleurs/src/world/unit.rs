//! The changing state of a unit and of a general.

use crate::{Body, Case, Cohesion};
use game::UnitId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{Cm, FeatureId, Point, Pose};

/// Whether a unit or general is on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// On the table.
    #[default]
    Present,
    /// Arrives in the operational segment of this turn (L3C-GAP-A68).
    OffTable(u16),
    /// Out of the battle.
    Gone(Fate),
    /// Hidden from the holder of this world (L3C-GAP-A66).
    Unseen,
}

rulebook::words! {
    /// How a unit or general left the battle.
    Fate {
        /// No figure is left (L3C-GAP-A90).
        Destroyed,
        /// Surrendered: it had no way back (L3C-GAP-A54).
        Surrendered,
        /// Left the table in a move back (L3C-GAP-A54).
        OffTable,
        /// A general killed.
        Killed,
        /// A higher command that has no general on the table.
        Absent,
    } default Destroyed
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Unit {
    /// Middle of its front edge, and its facing.
    pub pose: Pose,
    pub life: Life,
    /// Its present formation, losses and morale.
    pub body: Body,
    pub garrison: Option<u16>,
    /// Its figures on the four faces of that building; all zero: evenly distributed (L3C-GAP-A104).
    pub faces: [u8; 4],
    /// The houses against which it has formed an improvised front (L3C-ECO-29).
    pub made_for: Option<FeatureId>,
    /// Its companies detached as skirmishers (L3C-GAP-A84).
    pub screen: Option<ScreenOut>,
    /// Its companies have fired as skirmishers in this battle: they have a first fire of their own (L3C-GAP-B24).
    pub skirmished: bool,
    /// It has come out of disorder and may still take another formation than announced (L3C-RAL-10, L3C-RAL-12).
    pub reforming: bool,
    /// The front to which the ground has narrowed it (L3C-MVT-25).
    pub narrow: Option<u8>,
    /// Ground that some of it stands in, with its state before entering.
    pub ground: BTreeMap<FeatureId, Cohesion>,
    /// PA of the next turn already spent (L3C-SAU-02).
    pub pledged: u8,
    /// The enemy with which its last fire fight was a draw, while neither has moved since (L3C-MOR-27).
    pub drawn: Option<UnitId>,
    /// Its actions this turn.
    pub now: Now,
}

/// Detached companies that skirmish in front of their unit: one line, which moves with it (L3C-GAP-A84).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ScreenOut {
    pub companies: u8,
    pub figures: u8,
    /// PA spent this turn out of their own points (L3C-CHF-09).
    pub spent: u8,
    /// PA of the next turn already spent: they went out as a safeguard measure (L3C-SAU-02).
    pub pledged: u8,
    /// A screen out of hand covers no unit (L3C-TIR-40).
    pub case: Case,
    pub state: Cohesion,
    /// They have fired this turn.
    pub fired: bool,
    /// The place of their unit when it was beaten and they stayed in their shelter (L3C-TIR-27).
    pub at: Option<Pose>,
}

/// Actions and events of a unit this turn; cleared at its start.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Now {
    /// It has arrived this turn (L3C-GAP-A67).
    pub arrived: bool,
    /// In second line this turn (L3C-GAP-A72).
    pub second_line: bool,
    /// Distance of its voluntary moves (L3C-MVT-08).
    pub run: Cm,
    /// UD that bad ground takes off the reach of its assault (L3C-MAC-07).
    pub slowed: u8,
    /// Guns moved up by hand to fire go up a slope (L3C-MVT-37).
    pub uphill: bool,
    /// Distance that it has gone back.
    pub back: Cm,
    /// The case in which it last went back: a general may have raised it since (L3C-RAL-16, L3C-RAL-21).
    pub went_as: Option<Case>,
    /// The path of its moves back (L3C-MOR-70).
    pub trail: Vec<Point>,
    /// Its case was set this turn.
    pub put: bool,
    pub fired: u8,
    /// One of its fires was in step 1 (L3C-FEU-20).
    pub fired_first: bool,
    /// One of its fires was at a unit in an assault (L3C-FEU-21).
    pub supported: bool,
    /// It has changed its formation or its facing (L3C-GAP-B24).
    pub changed: bool,
    /// PA of that change, if it was part of a wave (L3C-INT-19).
    pub manoeuvred: u8,
    /// It has gone back to uncover a friend (L3C-FUI-07).
    pub unmasks: bool,
    /// Enemies whose fire would have had effect on it when a friend in front moved off (L3C-FUI-09), with their
    /// ammunition.
    pub bared_to: Vec<(UnitId, Option<crate::Shot>)>,
    /// It has fought a melee.
    pub fought: bool,
    /// Its assault was stopped or given up (L3C-GAP-A48).
    pub checked: bool,
    /// It has made an assault.
    pub assaulted: bool,
    /// That assault came out of an arrow that had pivoted, or had its target outside its front (L3C-MAC-15).
    pub bent: bool,
    /// It was under effective fire, not counting the fire that broke it (L3C-GAP-A32).
    pub hit: bool,
    /// PAP already lost at the start of the turn.
    pub lost_at_start: u16,
    /// PAP lost in this turn up to its last test for losses.
    pub lost_at_test: u16,
    /// It has tested for friends in rout.
    pub rout_tested: bool,
    /// Cases by which its status has raised it this turn (L3C-STA-02).
    pub raised: u8,
    /// It has taken an opportunity in the current action.
    pub seized: bool,
    /// Its move was stopped by an enemy.
    pub stopped: bool,
    /// Cavalry that broke off unbeaten and goes to rally (L3C-MOR-72).
    pub rallying: bool,
    /// It has won a melee and has to rally (L3C-POU-03, L3C-POU-04).
    pub must_rally: bool,
    /// It was driven back, not ordered.
    pub driven: bool,
    /// It went up a case at the start of this turn.
    pub recovered: bool,
    /// A general has helped it this turn (L3C-RAL-19).
    pub helped: bool,
    /// It made its rally move.
    pub rallied: bool,
    /// It has gone through an enemy (L3C-CAC-05).
    pub passed: bool,
    /// Its gait after that (L3C-CAC-08).
    pub pace: crate::Gait,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct General {
    pub at: Point,
    pub life: Life,
    /// The unit that the general is attached to.
    pub with: Option<UnitId>,
    /// The general has come to rally that unit, and stays with it until it halts (L3C-RAL-22).
    pub rallies: bool,
    /// Actions used this turn (L3C-CHEF-14).
    pub used: u8,
    /// Turns until the general is fit again.
    pub unfit: u8,
    /// The turn in which the general fell.
    pub fallen: Option<u16>,
    /// An aide is in the general's place and gives no bonus (L3C-CHEF-20).
    pub aide: bool,
}

impl Unit {
    /// Whether it is on the table and in play.
    #[must_use]
    pub const fn present(&self) -> bool {
        matches!(self.life, Life::Present)
    }

    /// Whether it is on the table and in hand, so that it may be given an order.
    #[must_use]
    pub fn in_hand(&self) -> bool {
        self.present() && self.body.case.positive()
    }
}

impl General {
    /// Whether the general, or an aide in that place, is on the table and fit to lead (L3C-CHEF-19, L3C-CHEF-20).
    #[must_use]
    pub const fn present(&self) -> bool {
        matches!(self.life, Life::Present) && (self.unfit == 0 || self.aide)
    }
}
