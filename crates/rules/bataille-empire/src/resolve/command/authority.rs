//! The command range of a general (BE-CMD-01, BE-CMD-04, BE-CMD-05, BE-GAP-17).

use crate::Ud;
use crate::resolve::discipline::{self, Drill};
use crate::resolve::morale::{self, Morale};
use crate::resolve::shock::{self, Fighter, Shock, Who};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Body, Formation, Grade, Weight};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A general, and the unit or general that he is to command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each says something of the place")]
pub struct Authority {
    pub grade: Grade,
    pub unit: Body,
    /// From the commander-in-chief to a divisional general.
    pub to_general: bool,
    /// Distance of the unit or general.
    pub distance: Option<Ud>,
    /// A formed enemy near the unit lies across the straight line (BE-GAP-17).
    pub cut_off: bool,
    /// The general has just been eliminated and has no successor yet (BE-GAP-17).
    pub general_lost: bool,
}

/// The command range of a grade to a unit or a subordinate general: longer to skirmishers and light cavalry.
#[must_use]
pub fn range(book: &Book, grade: Grade, unit: Option<&Body>) -> Ud {
    if !book.on(r::BE_CMD_01) {
        return Ud::of(0);
    }
    let range = book.tables.grade(grade).range;
    let light = unit.is_some_and(|unit| {
        unit.formation == Formation::Skirmish || unit.arm == Arm::Cavalry && unit.weight == Weight::Light
    });
    if light && book.on(r::BE_CMD_05) { range.plus(book.tables.command.light_range) } else { range }
}

/// The effects on a unit of being out of command, or of an attached general (BE-CMD-06, BE-CMD-07).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Effects {
    /// On manoeuvre and control tests.
    pub manoeuvre_test: i16,
    pub shock: i16,
    /// On morale tests.
    pub morale: i16,
}

/// These effects, by comparison with the same unit in command and without a general.
#[must_use]
pub fn effects(book: &Book, unit: &Body) -> Effects {
    let plain = Body { general: false, out_of_command: false, ..*unit };
    let quiet = &mut game::Quiet;
    let mut differs = |of: &mut dyn FnMut(&Body, &mut game::Quiet) -> i16| of(unit, quiet) - of(&plain, quiet);
    Effects {
        manoeuvre_test: differs(&mut |unit, quiet| {
            discipline::manoeuvre(book, &Drill { unit: *unit, ..Drill::default() }, quiet).modifier
        }),
        shock: differs(&mut |unit, quiet| {
            let defender = Fighter { body: *unit, ..Fighter::default() };
            shock::modifiers(book, &Shock { defender, ..Shock::default() }, Who::Defender, quiet)
        }),
        morale: differs(&mut |unit, quiet| {
            morale::modifiers(book, &Morale { unit: *unit, ..Morale::default() }, quiet)
        }),
    }
}

impl Authority {
    /// The command range in this case.
    #[must_use]
    pub fn range(&self, book: &Book) -> Ud {
        range(book, self.grade, (!self.to_general).then_some(&self.unit))
    }

    /// Whether the unit or general is in command; `None` if the distance is not given.
    #[must_use]
    pub fn in_command(&self, book: &Book) -> Option<bool> {
        let ruled = book.on(r::BE_GAP_17);
        if self.general_lost && ruled {
            return Some(false);
        }
        // A unit with its general attached is in command.
        if self.unit.general && !self.to_general {
            return Some(true);
        }
        let distance = self.distance?;
        let near = !book.on(r::BE_CMD_04) || table::within_cm(distance.cm(), self.range(book).cm());
        Some(near && !(self.cut_off && !self.to_general && ruled))
    }
}
