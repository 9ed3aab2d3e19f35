//! Fire of guns (LA-FEU-04, LA-FEU-09 to LA-FEU-11).

use super::common::{Fired, Target, common};
use super::die::{DieKind, DieUse, read};
use super::losses::{cell, spanned};
use crate::terms::book::{Book, r};
use crate::terms::tally::Tally;
use crate::{Calibre, Distance};
use game::{Exact, Line, Op, Trace};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// Ammunition of guns.
    Shot {
        /// Solid round shot.
        Round,
        Canister,
    } default Round
}

/// A fire of guns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Cannonade {
    pub calibre: Calibre,
    /// Feu: the fire value.
    #[schemars(range(min = 0, max = 20))]
    pub fire: i8,
    /// Gunners, in figures.
    #[schemars(range(min = 1, max = 24))]
    pub figures: u16,
    /// Distance to the target at the end of the firing time.
    #[schemars(range(max = 1000), extend("exclusiveMinimum" = 0))]
    pub distance: Distance,
    pub shot: Shot,
    /// Quarters of a period for which it fires.
    #[schemars(range(min = 1, max = 4))]
    pub quarters: u8,
    pub target: Target,
}

impl Default for Cannonade {
    fn default() -> Self {
        Self {
            calibre: Calibre::Eight,
            fire: 8,
            figures: 4,
            distance: Distance::of(40),
            shot: Shot::Round,
            quarters: 4,
            target: Target::default(),
        }
    }
}

impl Cannonade {
    /// Whether canister is open to guns at this distance (LA-FEU-11, LA-GAP-07: under a quarter of the range).
    #[must_use]
    pub fn canister(book: &Book, calibre: Calibre, distance: Distance) -> bool {
        distance < book.tables.guns.of(calibre).canister || !book.on(r::LA_FEU_11)
    }

    /// Whether the guns reach, and their ammunition (LA-FEU-09, LA-FEU-11).
    #[must_use]
    pub fn reaches(&self, book: &Book) -> bool {
        let row = book.tables.guns.of(self.calibre);
        let near = self.shot == Shot::Round || Self::canister(book, self.calibre, self.distance);
        let within = self.distance <= row.range || !book.on(r::LA_FEU_09);
        near && within && self.target.open(book, self.distance)
    }

    /// The factor before the die.
    pub fn before(&self, book: &Book, trace: &mut impl Trace) -> i16 {
        let table = &book.tables.guns;
        let row = table.of(self.calibre);
        let target = &self.target;
        let canister = self.shot == Shot::Canister;
        let mut tally = Tally::start(book, trace, r::LA_FEU_01, "fire_value", self.fire);
        common(&mut tally, target);
        tally.when(target.deep(), r::LA_FEU_04, "deep", row.deep);
        tally.when(canister, r::LA_FEU_04, "canister", table.canister);
        tally.when(target.gunners(), r::LA_FEU_04, "gunners", table.gunners);
        // Round shot only (LA-GAP-07).
        tally.when(
            target.in_line() && (!canister || !book.on(r::LA_GAP_07)),
            r::LA_FEU_04,
            "line",
            table.line_round_shot,
        );
        if book.on(r::LA_FEU_10) {
            let far = self.distance > row.three_quarters;
            tally.when(far, r::LA_FEU_04, "three_quarters", table.beyond_three_quarters);
            let beyond = self.distance > row.half && !(far && book.on(r::LA_GAP_07));
            tally.when(beyond, r::LA_FEU_04, "half", table.beyond_half);
        }
        tally.when(target.officer, r::LA_FEU_04, "officer", table.isolated_figure);
        tally.sum
    }

    /// The whole fire with a class of its die.
    pub fn fired(&self, book: &Book, class: i16, trace: &mut impl Trace) -> Fired {
        if !self.reaches(book) {
            return Fired::default();
        }
        let value = read(book, DieKind::Usual, DieUse::Fire, class);
        let factor = self.before(book, trace) + i16::from(value);
        trace.line(|| Line::new(r::LA_FEU_05, Op::Dice(value.into())));
        let found = cell(book, factor, self.figures, trace);
        let table = &book.tables.guns;
        let close = self.shot == Shot::Canister && self.distance < table.doubled_under && book.on(r::LA_FEU_04);
        let mut losses = found;
        if close {
            trace.line(|| Line::new(r::LA_FEU_04, Op::Times(Exact::whole(table.doubling))).fact("close_canister", 1));
            losses = losses.saturating_mul(rulebook::saturated::<u32, _>(table.doubling));
        }
        Fired { allowed: true, factor, cells: vec![found], losses: spanned(book, losses, self.quarters, trace) }
    }
}
