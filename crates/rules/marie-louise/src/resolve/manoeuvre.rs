//! The cost of a manoeuvre (ML-6.1c to ML-6.1k, ML-GAP-15).

use crate::Distance;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Formation, Level};
use game::{Line, Op, Rule, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A change of formation or facing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Evolution {
    pub arm: Arm,
    pub manoeuvre_training: Level,
    /// Fights in open order only (ML-1.4c).
    pub skirmish_only: bool,
    /// The formation before the change.
    pub from: Formation,
    /// The formation after the change.
    pub to: Formation,
    /// It changes its facing.
    pub face: bool,
    pub about_face: bool,
}

/// A cost: halves of a sequence, and pas of the allowance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Price {
    /// Halves of a sequence.
    pub halves: u8,
    /// Pas of the allowance.
    pub pas: Distance,
}

impl Price {
    /// Whether it can be paid in one sequence (ML-GAP-15).
    #[must_use]
    pub fn within_a_sequence(&self, book: &Book) -> bool {
        let sequence = 2;
        let about_face_fits = self.halves < sequence || self.pas == Distance::default();
        !book.on(r::ML_GAP_15) || self.halves <= sequence && about_face_fits
    }
}

/// The cost of a manoeuvre; `None` if it is not allowed.
pub fn price(book: &Book, evolution: &Evolution, trace: &mut impl Trace) -> Option<Price> {
    let table = &book.tables.manoeuvre;
    let level = book.training(evolution.manoeuvre_training);
    let mut price = Price::default();
    let mut facing_included = false;
    if evolution.from != evolution.to {
        let (rule, by_level) = change(book, evolution)?;
        let halves = *by_level.of(level);
        if halves == 0 || !book.on(rule) {
            return None;
        }
        price.halves = halves;
        trace.line(|| Line::new(rule, Op::Add(i64::from(halves))));
        // One change of facing is free with a change between line and columns (ML-GAP-15).
        facing_included = [r::ML_6_1D, r::ML_6_1E, r::ML_6_1F].contains(&rule) && book.on(r::ML_GAP_15);
    }
    if evolution.face && !facing_included && book.on(r::ML_6_1C) {
        let halves = *table.face.of(level);
        price.halves = price.halves.saturating_add(halves);
        trace.line(|| Line::new(r::ML_6_1C, Op::Add(i64::from(halves))));
    }
    if evolution.about_face && book.on(r::ML_6_1J) {
        price.pas = book.tables.distance.about_face_cost;
        trace.line(|| Line::new(r::ML_6_1J, Op::Read(i64::from(price.pas.whole()))));
    }
    Some(price)
}

/// The rule and the costs of a change of formation; `None` if there is no such change.
fn change<'a>(book: &'a Book, evolution: &Evolution) -> Option<(Rule, &'a crate::terms::tables::ByLevel<u8>)> {
    use Formation::{AttackColumn, Bastion, Disorder, Line, MarchColumn, NoFormation, Skirmish, SolidSquare, Square};
    let table = &book.tables.manoeuvre;
    let Evolution { arm, from, to, skirmish_only, .. } = *evolution;
    // A bastion is declared, by any unit in the building (ML-1.6i).
    if matches!((from, to), (NoFormation, Bastion) | (Bastion, NoFormation)) && arm != Arm::Artillery {
        return Some((r::ML_GAP_43, &table.bastion));
    }
    // Their only formation is the one they re-form into (ML-GAP-51).
    if skirmish_only && book.on(r::ML_1_4C) {
        return (from == Disorder && to == Skirmish && book.on(r::ML_GAP_51)).then_some((r::ML_6_1G, &table.reform));
    }
    if arm == Arm::Artillery {
        return None;
    }
    match (from, to) {
        (AttackColumn | MarchColumn, Line) => Some((r::ML_6_1D, &table.column_to_line)),
        (Line, AttackColumn | MarchColumn) => Some((r::ML_6_1E, &table.line_to_column)),
        (AttackColumn, MarchColumn) | (MarchColumn, AttackColumn) => Some((r::ML_6_1F, &table.between_columns)),
        (Square | SolidSquare | Skirmish | Disorder, Line | AttackColumn | MarchColumn) => {
            Some((r::ML_6_1G, &table.reform))
        }
        (Line | AttackColumn | MarchColumn | Skirmish | Disorder, Square) if arm == Arm::Infantry => {
            Some((r::ML_6_1H, &table.form_square))
        }
        // Cavalry takes forager order as infantry takes skirmish order (ML-GAP-51).
        (Line | AttackColumn | MarchColumn, Skirmish) if arm == Arm::Infantry || book.on(r::ML_GAP_51) => {
            Some((r::ML_6_1K, &table.skirmish))
        }
        _ => None,
    }
}
