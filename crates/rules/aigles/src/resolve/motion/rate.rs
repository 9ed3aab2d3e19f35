//! Distance that a unit moves in a quarter (LA-MVT-07 to LA-MVT-09, LA-PIV-13 to LA-PIV-19, LA-GAP-72, LA-GAP-82).

use crate::terms::book::{Book, r};
use crate::terms::tables::{Mover, in_first_list};
use crate::{Arm, CM, Distance, Formation, Order, Status};
use game::{Exact, Line, Op, Trace};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Kind;

words! {
    /// Ways of moving.
    March {
        /// Ahead, straight on.
        Ahead,
        Oblique,
        /// Backwards, facing the enemy.
        Back,
        /// A forced march.
        Forced,
        /// Through a friend (LA-GAP-17).
        Through,
        /// In rout or flight (LA-GAP-25).
        Rout,
    } default Ahead
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Going {
    pub arm: Arm,
    pub status: Status,
    pub formation: Formation,
    pub order: Order,
    /// Allowances of its kinds of figure in that formation; the smallest counts.
    #[schemars(length(min = 1, max = 6), inner(range(min = 1, max = 60)))]
    pub allowances: Vec<u8>,
    /// Allowances of its kinds of figure in line, which skirmishers use to step back; empty: they have none.
    #[schemars(length(max = 6), inner(range(min = 1, max = 60)))]
    #[schemars(extend("x-when" = { "formation": ["skirmish"], "march": ["back"] }))]
    pub line_allowances: Vec<u8>,
    pub march: March,
    /// The ground under its front: the slowest counts.
    #[schemars(length(max = 6))]
    pub ground: Vec<Kind>,
    /// It moves to a higher level.
    pub uphill: bool,
}

impl Default for Going {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            status: Status::Regular,
            formation: Formation::Column,
            order: Order::Formed,
            allowances: vec![18],
            line_allowances: Vec::new(),
            march: March::Ahead,
            ground: Vec::new(),
            uphill: false,
        }
    }
}

impl Going {
    /// The allowances that count: skirmishers also step back by those of their line (LA-GAP-43).
    fn counted(&self, book: &Book) -> &[u8] {
        let back = self.march == March::Back && self.formation == Formation::Skirmish && book.on(r::LA_GAP_43);
        if back && !self.line_allowances.is_empty() { &self.line_allowances } else { &self.allowances }
    }

    /// Quarters needed to cross obstacles in its way (LA-GAP-72); `None`: one of them may not be crossed.
    #[must_use]
    pub fn crossing(&self, book: &Book) -> Option<u8> {
        let mover = Mover::of(self.arm, self.formation);
        let rows =
            self.ground.iter().filter(|kind| ground_counts(book, **kind)).map(|kind| book.tables.ground.of(*kind));
        rows.filter_map(|row| row.cross).try_fold(0u8, |sum, cross| Some(sum.saturating_add(cross.of(mover)?)))
    }
}

/// The rate of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rate {
    /// Centimetres of the table in a quarter.
    pub quarter: Exact,
}

impl Rate {
    /// Distance in a quarter, rounded down to the grid of the ground.
    #[must_use]
    pub fn distance(self) -> Distance {
        let cm = self.quarter.num.saturating_mul(CM.into()).div_euclid(self.quarter.den.max(1));
        Distance::from_cm(rulebook::saturated::<i32, _>(cm))
    }
}

/// The allowance of a unit: that of its slowest kind of figure (LA-MVT-09).
#[must_use]
pub fn allowance(book: &Book, allowances: impl Iterator<Item = u8> + Clone) -> u8 {
    let found = if book.on(r::LA_MVT_09) { allowances.min() } else { allowances.max() };
    found.unwrap_or(0)
}

/// A quarter of an allowance, without rounding (LA-MVT-08).
#[must_use]
pub fn quarter(book: &Book, allowance: u8) -> Distance {
    let whole = i32::from(allowance) * CM;
    Distance::from_cm(if book.on(r::LA_MVT_08) { whole / 4 } else { whole })
}

/// Whether a unit may march obliquely: infantry in line of status G, E or R (LA-PIV-13).
#[must_use]
pub fn can_oblique(book: &Book, arm: Arm, formation: Formation, status: Status) -> bool {
    arm == Arm::Infantry && formation.line() && status.good() || !book.on(r::LA_PIV_13)
}

/// Whether a unit may step back facing the enemy: infantry in line or skirmish order of status G, E or R (LA-PIV-14).
#[must_use]
pub fn can_step_back(book: &Book, arm: Arm, formation: Formation, status: Status) -> bool {
    let stands = formation.line() || formation == Formation::Skirmish;
    arm == Arm::Infantry && stands && status.good() || !book.on(r::LA_PIV_14)
}

/// Whether a unit may make a forced march: the column of companies, and limbered guns (LA-PIV-15); never skirmishers
/// (LA-PIV-19).
#[must_use]
pub fn forced_march(book: &Book, formation: Formation) -> bool {
    let column = matches!(formation, Formation::Column | Formation::Limbered);
    let skirmish = formation == Formation::Skirmish;
    if skirmish { !book.on(r::LA_PIV_19) } else { column || !book.on(r::LA_PIV_15) }
}

/// The rate of a unit in a quarter; `None`: it may not move like this, or not there.
pub fn rate(book: &Book, going: &Going, trace: &mut impl Trace) -> Option<Rate> {
    let Going { arm, status, formation, order, march, .. } = *going;
    let table = &book.tables.movement;
    let may = match march {
        March::Oblique => can_oblique(book, arm, formation, status),
        March::Back => can_step_back(book, arm, formation, status),
        March::Forced => forced_march(book, formation),
        March::Ahead | March::Through | March::Rout => true,
    };
    let fixed = matches!(formation, Formation::Garrison | Formation::InPosition);
    if !may || fixed {
        return None;
    }
    let known = book.on(r::LA_MVT_07);
    let period = if known { allowance(book, going.counted(book).iter().copied()) } else { 0 };
    trace.line(|| Line::new(r::LA_MVT_07, Op::Start(period.into())));
    let mut value = Exact::whole(period.into());
    let mut times = |rule, by: Exact, what: &'static str| {
        if by != Exact::whole(1) && book.on(rule) {
            trace.line(|| Line::new(rule, Op::Times(by)).fact(what, 1));
            value = Exact { num: value.num * by.num, den: value.den * by.den }.reduced();
        }
    };
    match march {
        March::Ahead => {}
        March::Oblique => times(r::LA_PIV_13, table.oblique, "oblique"),
        March::Back => times(r::LA_PIV_14, table.backward, "back"),
        March::Forced => times(r::LA_PIV_16, table.forced_march, "forced_march"),
        March::Through => times(r::LA_GAP_17, table.passing_friends, "through"),
        March::Rout => times(r::LA_GAP_25, table.rout, "rout"),
    }
    if formation.square() {
        times(r::LA_GAP_82, table.square, "square");
    }
    if order == Order::Disordered && march != March::Rout {
        times(r::LA_GAP_82, table.disordered, "disordered");
    }
    let mover = Mover::of(arm, formation);
    let lowest = lowest(book, going, mover)?;
    times(r::LA_GAP_72, lowest, "ground");
    if going.uphill {
        let by = book.tables.ground.uphill.of(mover)?;
        times(r::LA_GAP_72, if book.on(r::LA_GAP_16) { by } else { Exact::whole(1) }, "uphill");
    }
    times(r::LA_MVT_08, Exact { num: 1, den: 4 }, "quarter");
    Some(Rate { quarter: value })
}

/// Whether a kind of ground has any effect: all kinds by LA-GAP-72, the first list by LA-GAP-16.
#[must_use]
pub fn ground_counts(book: &Book, kind: Kind) -> bool {
    book.on(r::LA_GAP_72) && (book.on(r::LA_GAP_16) || !in_first_list(kind))
}

/// The lowest factor of the ground under a front (LA-GAP-72); `None`: the unit may not enter.
fn lowest(book: &Book, going: &Going, mover: Mover) -> Option<Exact> {
    let mut lowest: Option<Exact> = None;
    for kind in going.ground.iter().filter(|kind| ground_counts(book, **kind)) {
        let row = book.tables.ground.of(*kind);
        // Crossing an obstacle takes quarters and does not change the rate.
        if let Some(cross) = row.cross {
            cross.of(mover)?;
            continue;
        }
        let by = row.rate(mover, going.formation)?;
        let slower = lowest.is_none_or(|known| by.num * known.den < known.num * by.den);
        lowest = if slower { Some(by) } else { lowest };
    }
    Some(lowest.unwrap_or(Exact::whole(1)))
}
