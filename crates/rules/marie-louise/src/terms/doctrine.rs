//! The formations that the infantry of a nation may take in a given year (ML-14a to ML-14c, ML-GAP-44).

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

/// A formation to be checked against doctrine.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Drill {
    /// Key of the nation.
    pub nation: String,
    /// The year of the battle.
    #[schemars(range(min = 1792, max = 1815))]
    pub year: u16,
    /// The order of battle chosen by the brigade; `None`: the only one open to it, or any of several.
    pub doctrine: Option<Doctrine>,
    pub arm: Arm,
    /// Fights in open order only (ML-1.4c).
    pub skirmish_only: bool,
    /// The formation wanted.
    pub formation: Formation,
    /// Along a linear obstacle, or at the edge of tall vegetation (ML-14c).
    pub along_cover: bool,
}

/// The orders of battle open to the brigades of a nation in a year: the latest row not after that year, or the first
/// row for earlier years. Empty for an unknown nation.
#[must_use]
pub fn doctrines<'a>(book: &'a Book, nation: &str, year: u16) -> &'a [Doctrine] {
    if !book.on(r::ML_14A) {
        return &[];
    }
    let Some(rows) = book.tables.doctrine.get(nation) else { return &[] };
    let latest = rows.iter().rev().find(|row| if book.on(r::ML_GAP_44) { row.from <= year } else { row.from == year });
    latest.or_else(|| rows.first().filter(|_| book.on(r::ML_GAP_44))).map_or(&[], |row| row.orders.as_slice())
}

/// Whether the doctrine of a unit allows a formation.
pub fn allowed(book: &Book, drill: &Drill, trace: &mut impl Trace) -> bool {
    let formation = drill.formation;
    if drill.skirmish_only && book.on(r::ML_1_4C) {
        // Every unit may use buildings (ML-GAP-44).
        let inside = matches!(formation, Formation::NoFormation | Formation::Bastion) && book.on(r::ML_GAP_44);
        let may = inside || matches!(formation, Formation::Skirmish | Formation::Disorder);
        trace.line(|| Line::new(r::ML_1_4C, Op::Read(i64::from(may))));
        return may;
    }
    // Skirmish order, disorder and buildings are open to every unit; cavalry and artillery have no doctrine.
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
