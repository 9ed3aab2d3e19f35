//! Which formations the infantry of a nation may take in a year (ML-14a to ML-14c, ML-GAP-44).

use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Formation};
use game::{Line, Op, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An order of battle of infantry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Doctrine {
    /// *Ordre mince*.
    Thin,
    /// *Ordre profond*.
    Deep,
    /// *Ordre mixte*.
    Mixed,
}

/// A brigade's formation asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Drill {
    /// The nation's key.
    pub nation: String,
    /// The year of the battle.
    #[schemars(range(min = 1792, max = 1815))]
    pub year: u16,
    /// The order the brigade has chosen; none: the only one it has, or any of those open to it.
    pub doctrine: Option<Doctrine>,
    /// Category.
    pub arm: Arm,
    /// Fights only in open order (ML-1.4c).
    pub skirmish_only: bool,
    /// The formation asked for.
    pub formation: Formation,
    /// Along a linear obstacle, or at the edge of tall vegetation (ML-14c).
    pub along_cover: bool,
}

/// The orders among which the brigades of a nation choose in a year: the latest row not later than the battle, the
/// first one for a year before all of them. Nothing for a nation that the table does not have.
#[must_use]
pub fn doctrines<'a>(book: &'a Book, nation: &str, year: u16) -> &'a [Doctrine] {
    if !book.on(r::ML_14A) {
        return &[];
    }
    let Some(rows) = book.tables.doctrine.get(nation) else { return &[] };
    let latest = rows.iter().rev().find(|row| if book.on(r::ML_GAP_44) { row.from <= year } else { row.from == year });
    latest.or_else(|| rows.first().filter(|_| book.on(r::ML_GAP_44))).map_or(&[], |row| row.orders.as_slice())
}

/// Whether a unit may take a formation by its doctrine.
pub fn allowed(book: &Book, drill: &Drill, trace: &mut impl Trace) -> bool {
    let formation = drill.formation;
    if drill.skirmish_only && book.on(r::ML_1_4C) {
        // Buildings are open to them as to all (ML-GAP-44).
        let inside = matches!(formation, Formation::NoFormation | Formation::Bastion) && book.on(r::ML_GAP_44);
        let may = inside || matches!(formation, Formation::Skirmish | Formation::Disorder);
        trace.line(|| Line::new(r::ML_1_4C, Op::Read(i64::from(may))));
        return may;
    }
    // Skirmish order, disorder and buildings are open to all; cavalry and guns have no doctrine.
    let bound = matches!(
        formation,
        Formation::Line | Formation::AttackColumn | Formation::MarchColumn | Formation::Square | Formation::SolidSquare
    );
    if (drill.arm != Arm::Infantry || !bound) && book.on(r::ML_GAP_44) {
        trace.line(|| Line::new(r::ML_GAP_44, Op::Read(1)));
        return true;
    }
    if !book.on(r::ML_14B) {
        return true;
    }
    let open = doctrines(book, &drill.nation, drill.year);
    let chosen = drill.doctrine.as_slice();
    let formation = if formation == Formation::SolidSquare { Formation::Square } else { formation };
    let may = |doctrine: &Doctrine| {
        let list = match doctrine {
            Doctrine::Thin => &book.tables.formations.thin,
            Doctrine::Deep => &book.tables.formations.deep,
            Doctrine::Mixed => &book.tables.formations.mixed,
        };
        list.contains(&formation)
    };
    let orders = if chosen.is_empty() { open } else { chosen };
    if orders.iter().any(may) {
        trace.line(|| Line::new(r::ML_14B, Op::Read(1)));
        return true;
    }
    let edge =
        drill.along_cover && formation == Formation::Line && orders.contains(&Doctrine::Deep) && book.on(r::ML_14C);
    let rule = if edge { r::ML_14C } else { r::ML_14B };
    trace.line(|| Line::new(rule, Op::Read(i64::from(edge))));
    edge
}
