//! A unit's and a general's changing state.

use crate::{Body, Case, Cohesion};
use game::UnitId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{Cm, FeatureId, Point, Pose};

/// Whether somebody is on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// On the table.
    #[default]
    Present,
    /// Comes on in the operational segment of this turn (L3C-GAP-A68).
    OffTable(u16),
    /// Out of the battle.
    Gone(Fate),
    /// Hidden from whoever holds this world (L3C-GAP-A66).
    Unseen,
}

rulebook::words! {
    /// How somebody left the battle.
    Fate {
        /// Nobody is left of it (L3C-GAP-A90).
        Destroyed,
        /// Surrendered: no way back (L3C-GAP-A54).
        Surrendered,
        /// Gone back over the edge of the table (L3C-GAP-A54).
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
    /// Whether it is on the table.
    pub life: Life,
    /// What it is just now.
    pub body: Body,
    /// The building that it holds.
    pub garrison: Option<u16>,
    /// Its figures on the four faces of that building; all none: as many on each (L3C-GAP-A104).
    pub faces: [u8; 4],
    /// The houses for which it has made a front of circumstance (L3C-ECO-29).
    pub made_for: Option<FeatureId>,
    /// Its companies that are out as skirmishers (L3C-GAP-A84).
    pub screen: Option<ScreenOut>,
    /// Its companies have fired as skirmishers in this battle: their first fire is their own (L3C-GAP-B24).
    pub skirmished: bool,
    /// It has come out of disorder and may still end in another formation than it has announced (L3C-RAL-10, L3C-RAL-12).
    pub reforming: bool,
    /// The front to which the ground has narrowed it (L3C-MVT-25).
    pub narrow: Option<u8>,
    /// Ground that some of it stands in, and how well it held together before.
    pub ground: BTreeMap<FeatureId, Cohesion>,
    /// PA of the next turn that are spent already (L3C-SAU-02).
    pub pledged: u8,
    /// The enemy with whom its last fire fight was a draw, while it stands where it stood then (L3C-MOR-27).
    pub drawn: Option<UnitId>,
    /// What it has done this turn.
    pub now: Now,
}

/// Companies of a unit that are out before it as skirmishers: one line, which goes with it (L3C-GAP-A84).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ScreenOut {
    pub companies: u8,
    pub figures: u8,
    /// PA that they have spent this turn: they have points of their own (L3C-CHF-09).
    pub spent: u8,
    /// PA of the next turn that they have spent already: they went out as a measure of safety (L3C-SAU-02).
    pub pledged: u8,
    /// Their morale: who is not in hand covers nobody (L3C-TIR-40).
    pub case: Case,
    /// How well they hold together.
    pub state: Cohesion,
    /// They have fired this turn.
    pub fired: bool,
    /// The place of their unit when it was beaten and they stayed in their shelter (L3C-TIR-27).
    pub at: Option<Pose>,
}

/// What a unit has done this turn; emptied at its start.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Now {
    /// It has come on this turn (L3C-GAP-A67).
    pub arrived: bool,
    /// In second line this turn (L3C-GAP-A72).
    pub second_line: bool,
    /// How far it has gone of its own will (L3C-MVT-08).
    pub run: Cm,
    /// UD that bad ground takes off the reach of its assault (L3C-MAC-07).
    pub slowed: u8,
    /// Guns that move up by hand to fire go up a slope (L3C-MVT-37).
    pub uphill: bool,
    /// How far it has gone back.
    pub back: Cm,
    /// The case in which it last went back: a general may have raised it since (L3C-RAL-16, L3C-RAL-21).
    pub went_as: Option<Case>,
    /// The way it has gone back (L3C-MOR-70).
    pub trail: Vec<Point>,
    /// It came into its case this turn.
    pub put: bool,
    /// Fires delivered.
    pub fired: u8,
    /// One of them in step 1 (L3C-FEU-20).
    pub fired_first: bool,
    /// One of them at somebody who took part in an assault (L3C-FEU-21).
    pub supported: bool,
    /// It has changed its formation or its facing (L3C-GAP-B24).
    pub changed: bool,
    /// PA of that change, where it was one of a wave (L3C-INT-19).
    pub manoeuvred: u8,
    /// It has gone back to uncover a friend (L3C-FUI-07).
    pub unmasks: bool,
    /// Enemies whose fire it would have felt when a friend before it went away (L3C-FUI-09), with what they fired.
    pub bared_to: Vec<(UnitId, Option<crate::Shot>)>,
    /// It has fought hand to hand.
    pub fought: bool,
    /// Its assault was stopped, or it gave it up (L3C-GAP-A48).
    pub checked: bool,
    /// It has made an assault.
    pub assaulted: bool,
    /// It took effective fire; what broke it is not counted (L3C-GAP-A32).
    pub hit: bool,
    /// PAP lost when the turn began.
    pub lost_at_start: u16,
    /// PAP lost in this turn when it last tested for losses.
    pub lost_at_test: u16,
    /// It has tested for friends in rout.
    pub rout_tested: bool,
    /// Cases by which its status has raised it this turn (L3C-STA-02).
    pub raised: u8,
    /// It has taken an opportunity in the action in hand.
    pub seized: bool,
    /// Its move was stopped by an enemy.
    pub stopped: bool,
    /// Cavalry that gave up unbeaten and goes to rally (L3C-MOR-72).
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
    /// How fast it still goes after that (L3C-CAC-08).
    pub pace: crate::Gait,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct General {
    /// Where he stands.
    pub at: Point,
    /// Whether he is there.
    pub life: Life,
    /// The unit that he is with.
    pub with: Option<UnitId>,
    /// He has come to rally that unit, and stays with it until it halts (L3C-RAL-22).
    pub rallies: bool,
    /// Actions used this turn (L3C-CHEF-14).
    pub used: u8,
    /// Turns until he is fit again.
    pub unfit: u8,
    /// The turn in which he fell.
    pub fallen: Option<u16>,
    /// An aide in his place: he gives no bonus (L3C-CHEF-20).
    pub aide: bool,
}

impl Unit {
    /// On the table and in play.
    #[must_use]
    pub const fn present(&self) -> bool {
        matches!(self.life, Life::Present)
    }

    /// On the table and in hand: it may be given an order.
    #[must_use]
    pub fn in_hand(&self) -> bool {
        self.present() && self.body.case.positive()
    }
}

impl General {
    /// On the table and fit to lead, he or the aide in his place (L3C-CHEF-19, L3C-CHEF-20).
    #[must_use]
    pub const fn present(&self) -> bool {
        matches!(self.life, Life::Present) && (self.unfit == 0 || self.aide)
    }
}
