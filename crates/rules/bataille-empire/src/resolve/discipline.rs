//! Manoeuvre and control tests (BE-TM).

use crate::Ud;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Ability, Arm, Body, Formation, Status};
use crate::terms::sum::Sum;
use dice::Throw;
use game::{Line, Op, Rule, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A manoeuvre test: a reaction that needs one (BE-TM-02).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Drill {
    pub unit: Body,
    /// The formation wanted.
    pub change_to: Option<Formation>,
    /// It only turns. Without this and without a formation nothing changes.
    pub turn: bool,
    /// The arm of its charger; `None`: it reacts to a movement.
    pub charged_by: Option<Arm>,
    /// The distance at which the charge was declared; `None`: not from near.
    pub charged_from: Option<Ud>,
    /// A flank or its rear is threatened (BE-GAP-58).
    pub threatened: bool,
}

rulebook::words! {
    /// The purpose of a control test.
    Restraint {
        NotPursue,
        CallOff,
    } default NotPursue

    /// The effect of a failed manoeuvre test.
    Botched {
        /// The unit does not react.
        Nothing,
        /// The unit goes into disorder.
        Disorder,
        /// The battery is lost.
        Eliminated,
    } default Nothing
}

/// A control test (BE-TM-04).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Control {
    pub unit: Body,
    pub to: Restraint,
}

/// A test with a target score by the class of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The score needed.
    pub needs: i16,
    /// The sum of the modifiers.
    pub modifier: i16,
    /// The die; class 1: passed.
    pub throw: Throw,
}

impl Drill {
    /// The line of the table of reactions.
    #[must_use]
    pub fn line(&self) -> Rule {
        let charged = self.charged_by.is_some();
        match (self.unit.arm, self.change_to) {
            (Arm::Infantry, _) => {
                if charged {
                    r::BE_REA_10
                } else {
                    r::BE_REA_06
                }
            }
            (Arm::Cavalry, _) => {
                if charged {
                    r::BE_REA_18
                } else {
                    r::BE_REA_13
                }
            }
            (Arm::Artillery, Some(Formation::Deployed)) => {
                if charged {
                    r::BE_REA_27
                } else {
                    r::BE_REA_22
                }
            }
            (Arm::Artillery, Some(Formation::Limbered)) => {
                if charged {
                    r::BE_REA_28
                } else {
                    r::BE_REA_23
                }
            }
            (Arm::Artillery, _) => {
                if charged {
                    r::BE_REA_26
                } else {
                    r::BE_REA_21
                }
            }
        }
    }
}

fn both<T: Trace>(sum: &mut Sum<'_, T>, unit: &Body) {
    let book = sum.book;
    let table = &book.tables.manoeuvre_test;
    sum.add(r::BE_TM_05, unit.status.is_picked(), table.guard_or_elite);
    sum.add(r::BE_TM_05, unit.status == Status::Militia, table.militia);
    sum.add(r::BE_TM_06, unit.general && book.on(r::BE_CMD_07), table.general);
    let adrift = unit.out_of_command && !unit.general;
    sum.add(r::BE_TM_06, adrift && book.on(r::BE_CMD_06), table.out_of_command);
}

fn only_manoeuvre<T: Trace>(sum: &mut Sum<'_, T>, drill: &Drill) {
    let book = sum.book;
    let table = &book.tables.manoeuvre_test;
    let unit = &drill.unit;
    if unit.formation == Formation::Column {
        let to_square = drill.change_to == Some(Formation::SolidSquare);
        sum.add(r::BE_TM_07, true, if to_square { table.column_to_solid_square } else { table.column });
    }
    sum.add(r::BE_TM_08, drill.threatened && unit.has_flanks(book), table.threatened);
    sum.add(r::BE_TM_09, unit.worn(book), table.worn);
    sum.add(r::BE_TM_10, unit.marker && book.on(r::BE_MA_08), table.marker);
    let near = drill.charged_from.is_some_and(|from| from < book.tables.distance.near_cavalry);
    sum.add(r::BE_TM_11, near && drill.charged_by == Some(Arm::Cavalry), table.near_cavalry);
    let teams = matches!(drill.change_to, Some(Formation::Limbered | Formation::Deployed));
    sum.add(r::BE_TM_12, unit.arm == Arm::Artillery && teams, table.limbering);
}

/// Completes a test with the score needed and its die. `open`: it may be tried; `needless`: it is passed without a die.
fn trial<T: Trace>(sum: Sum<'_, T>, unit: &Body, open: bool, needless: bool) -> Trial {
    let book = sum.book;
    let needs = i16::from(book.tables.manoeuvre_test.needs.of(unit.class));
    let modifier = sum.sum;
    sum.trace.line(|| Line::new(r::BE_TM_01, Op::Throw(1)));
    sum.trace.line(|| Line::new(r::BE_TM_01, Op::Needs(i64::from(needs))));
    let mut cut = needs - modifier;
    if !book.on(r::BE_GAP_46) {
        // As in other games: a 1 always fails, a 6 never.
        cut = cut.clamp(2, 6);
    }
    if needless {
        cut = i16::MIN;
    }
    // Without BE-TM-01 no result passes.
    if !open || !book.on(r::BE_TM_01) {
        cut = i16::MAX;
    }
    Trial { needs, modifier, throw: Throw::d6(1).cuts([cut]) }
}

/// A manoeuvre test.
pub fn manoeuvre(book: &Book, drill: &Drill, trace: &mut impl Trace) -> Trial {
    let mut sum = Sum::new(book, trace);
    both(&mut sum, &drill.unit);
    only_manoeuvre(&mut sum, drill);
    trial(sum, &drill.unit, book.on(drill.line()), !book.on(r::BE_TM_02))
}

/// The effect of a failed manoeuvre test (BE-TM-03, BE-GAP-46).
#[must_use]
pub fn botched(book: &Book, drill: &Drill) -> Botched {
    // A unit already in Disorder stays so, without further effect.
    let disordered = drill.unit.disorder && book.on(r::BE_GAP_46);
    if drill.charged_by.is_none() || !book.on(r::BE_TM_03) {
        Botched::Nothing
    } else if drill.unit.arm == Arm::Artillery {
        Botched::Eliminated
    } else if disordered {
        Botched::Nothing
    } else {
        Botched::Disorder
    }
}

/// A control test; impetuous cavalry may not try (BE-POU-03, BE-CHA-08).
pub fn control(book: &Book, control: &Control, trace: &mut impl Trace) -> Trial {
    let mut sum = Sum::new(book, trace);
    both(&mut sum, &control.unit);
    let purpose = match control.to {
        Restraint::NotPursue => r::BE_POU_03,
        Restraint::CallOff => r::BE_CHA_08,
    };
    let open = !(control.unit.has(Ability::Impetuous) && book.on(r::BE_GAP_06));
    trial(sum, &control.unit, open, !book.all(&[r::BE_TM_04, purpose]))
}
