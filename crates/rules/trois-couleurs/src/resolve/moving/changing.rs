//! The cost of changing formation or reforming (L3C-GAP-B11).

use crate::resolve::moving::points::{left, penalty};
use crate::resolve::moving::turning::allowed;
use crate::{Arm, Book, Formation, Nation, Status, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// What a unit changes from or to: a formation, or a degree of order.
    Shape {
        Line,
        DivisionColumn,
        CompanyColumn,
        MarchColumn,
        ClosedColumn,
        Square,
        /// In skirmish order.
        Skirmish,
        /// An improvised front.
        AdHoc,
        /// Guns on their limbers.
        Limbered,
        /// Guns ready to fire.
        Deployed,
        Disordered,
        Unformed,
        Formed,
    } default Line
}

impl Shape {
    /// The shape of a formation.
    #[must_use]
    pub const fn of(formation: Formation) -> Self {
        match formation {
            Formation::Line => Self::Line,
            Formation::DivisionColumn => Self::DivisionColumn,
            Formation::CompanyColumn => Self::CompanyColumn,
            Formation::MarchColumn => Self::MarchColumn,
            Formation::ClosedColumn => Self::ClosedColumn,
            Formation::Square => Self::Square,
            Formation::Skirmish => Self::Skirmish,
            Formation::AdHoc => Self::AdHoc,
            Formation::Limbered => Self::Limbered,
            Formation::Deployed => Self::Deployed,
        }
    }

    /// The formation of this shape; `None` for a degree of order.
    const fn formation(self) -> Option<Formation> {
        Some(match self {
            Self::Line => Formation::Line,
            Self::DivisionColumn => Formation::DivisionColumn,
            Self::CompanyColumn => Formation::CompanyColumn,
            Self::MarchColumn => Formation::MarchColumn,
            Self::ClosedColumn => Formation::ClosedColumn,
            Self::Square => Formation::Square,
            Self::Skirmish => Formation::Skirmish,
            Self::AdHoc => Formation::AdHoc,
            Self::Limbered => Formation::Limbered,
            Self::Deployed => Formation::Deployed,
            Self::Disordered | Self::Unformed | Self::Formed => return None,
        })
    }

    const fn column(self) -> bool {
        matches!(self, Self::DivisionColumn | Self::CompanyColumn | Self::ClosedColumn)
    }
}

/// A change of formation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Changing {
    pub arm: Arm,
    pub from: Shape,
    pub to: Shape,
    /// The formation that it takes when it is formed again.
    #[schemars(extend("x-when" = { "from": ["unformed"] }))]
    pub formation: Option<Formation>,
    /// The formation that was announced while it was disordered.
    #[schemars(extend("x-when" = { "from": ["unformed"] }))]
    pub announced: Option<Formation>,
    /// Class of manoeuvre, 1 to 3; `None`: that of the status.
    #[schemars(range(min = 1, max = 3))]
    pub class: Option<u8>,
    pub status: Status,
    pub nation: Nation,
    #[schemars(range(min = 1790, max = 1820))]
    pub year: u16,
    /// The improvised front becomes wider.
    #[schemars(extend("x-when" = { "to": ["ad_hoc"] }))]
    pub wider: bool,
    /// Guns of 8 pounds and more.
    #[schemars(extend("x-when" = { "arm": ["artillery"] }))]
    pub heavy: bool,
    /// PA already spent.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
}

impl Default for Changing {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            from: Shape::Line,
            to: Shape::Line,
            formation: None,
            announced: None,
            class: None,
            status: Status::Line,
            nation: Nation::France,
            year: 1815,
            wider: false,
            heavy: false,
            spent: 0,
        }
    }
}

/// The cost of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Changed {
    /// PA that it costs.
    pub points: u8,
    /// Penalty points (POP) that it costs.
    pub penalty: u8,
    pub allowed: bool,
}

/// The class of manoeuvre of a status (L3C-GAP-B11).
#[must_use]
pub fn class(book: &Book, own: Option<u8>, status: Status) -> u8 {
    own.unwrap_or_else(|| book.tables.changing.class_by_status.of(status)).clamp(1, 3)
}

/// PA of a change.
#[must_use]
pub fn cost(book: &Book, s: &Changing) -> u8 {
    let table = &book.tables.changing;
    let drill = usize::from(class(book, s.class, s.status) - 1);
    // Without the ruling every change costs as much as for a drilled unit.
    let at = |row: &[u8; 3]| if book.on(r::L3C_GAP_B11) { row[drill] } else { row[2] };
    let early = table.slow_nations.get(&s.nation).is_some_and(|until| s.year < *until);
    let slow = if early && book.on(r::L3C_GAP_B11) { table.slow_column_to_line } else { 0 };
    match (s.from, s.to) {
        (from, to) if from == to => 0,
        (Shape::Disordered, Shape::Unformed) if book.on(r::L3C_RAL_14) => at(&table.disordered_to_unformed),
        // A disordered unit becomes unformed first, then formed (L3C-RAL-14).
        (Shape::Disordered | Shape::Unformed, _) if book.on(r::L3C_RAL_14) => {
            let first = if s.from == Shape::Disordered { at(&table.disordered_to_unformed) } else { 0 };
            let other = s.formation.or(s.to.formation()).is_some_and(|formation| {
                formation == Formation::Square || s.announced.is_some_and(|announced| announced != formation)
            });
            let changed = other && book.on(r::L3C_RAL_12);
            first + at(&table.unformed_to_formed) + if changed { table.other_than_announced } else { 0 }
        }
        (Shape::Disordered | Shape::Unformed | Shape::Formed, _) | (_, Shape::Formed) => 0,
        (_, Shape::Disordered | Shape::Unformed) => 0,
        (Shape::AdHoc, _) | (_, Shape::AdHoc) => {
            let one = if s.wider { at(&table.column_to_line) + slow } else { at(&table.line_to_column) };
            one * if book.on(r::L3C_ECO_30) { table.ad_hoc_times } else { 1 }
        }
        (Shape::Limbered | Shape::Deployed, _) | (_, Shape::Limbered | Shape::Deployed) => {
            at(if s.heavy { &table.limber_heavy } else { &table.limber })
        }
        // Each company pays for itself; the battalion pays nothing (L3C-CHF-11).
        (Shape::Skirmish, _) | (_, Shape::Skirmish) if book.on(r::L3C_CHF_11) => at(&table.line_skirmish),
        (Shape::Skirmish, _) | (_, Shape::Skirmish) => 0,
        (_, Shape::Square) => at(&table.into_square),
        (Shape::Square, Shape::Line) => at(&table.square_to_line),
        (Shape::Square, _) => at(&table.square_to_column),
        _ if s.arm == Arm::Cavalry => at(&table.cavalry),
        (Shape::MarchColumn, Shape::Line) => at(&table.march_column_to_line),
        (Shape::MarchColumn, _) | (_, Shape::MarchColumn) => at(&table.march_column),
        (from, Shape::Line) if from.column() => at(&table.column_to_line) + slow,
        (Shape::Line, to) if to.column() => at(&table.line_to_column),
        _ => at(&table.between_columns),
    }
}

/// What a change of formation costs.
#[must_use]
pub fn changing(book: &Book, s: &Changing) -> Changed {
    let points = cost(book, s);
    // Reforming out of disorder takes two changes, neither dearer than a turn (L3C-CHF-02): both fit into one turn only
    // with the points for both.
    let two = s.from == Shape::Disordered && s.to != Shape::Unformed && s.to != s.from && book.on(r::L3C_RAL_14);
    let allowed = if two { points <= left(book, s.spent) } else { allowed(book, s.spent, points) };
    Changed { points, penalty: penalty(book, s.spent, points), allowed }
}
