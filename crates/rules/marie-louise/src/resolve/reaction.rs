//! Reaction tests (chapter 5.1) and order changes (chapter 4.1).

use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Level, Rank};
use dice::Throw;
use game::{Line, Op, Trace};
use rulebook::Sum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit at a reaction test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Reaction {
    pub cohesion: Level,
    /// The highest general attached to it that commands it.
    pub general: Option<Rank>,
    /// It tests because of a charge.
    pub charged: bool,
    /// It has no light company.
    pub no_light_company: bool,
    /// Its attacker is infantry...
    #[schemars(extend("x-when" = { "charged": [true] }))]
    pub attacker: Arm,
    #[schemars(extend("x-when" = { "charged": [true], "attacker": ["infantry"] }))]
    pub attacker_light_company: bool,
}

impl Default for Reaction {
    fn default() -> Self {
        Self {
            cohesion: Level::Standard,
            general: None,
            charged: false,
            no_light_company: false,
            attacker: Arm::Infantry,
            attacker_light_company: true,
        }
    }
}

/// A test of one die with a target score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Check {
    /// The score that die plus modifier must reach.
    pub needs: i16,
    pub modifier: i16,
    /// Passed without a die.
    pub automatic: bool,
}

impl Check {
    /// The throw, of class 1 if it is passed; `None` if no die is thrown.
    #[must_use]
    pub fn throw(&self) -> Option<Throw> {
        (!self.automatic).then(|| Throw::d6(1).cuts([self.needs - self.modifier]))
    }

    /// Whether a die passes.
    #[must_use]
    pub const fn passes(&self, die: i16) -> bool {
        self.automatic || die + self.modifier >= self.needs
    }
}

/// A reaction test (ML-5.1b to ML-5.1d, ML-8.1h).
pub fn reaction(book: &Book, reaction: &Reaction, trace: &mut impl Trace) -> Check {
    let table = &book.tables.reaction;
    // Without ML-5.1b no score passes.
    let needs = if book.on(r::ML_5_1B) {
        i16::from(*table.needs.of(book.cohesion(reaction.cohesion)))
    } else {
        i16::from(u8::MAX)
    };
    if matches!(reaction.general, Some(Rank::Corps | Rank::Army)) && book.on(r::ML_5_1D) {
        trace.line(|| Line::new(r::ML_5_1D, Op::Automatic));
        return Check { needs, modifier: light_company(book, reaction).into(), automatic: true };
    }
    let general = match reaction.general {
        Some(Rank::Brigade) => table.brigadier,
        // Only the better of the two counts (ML-GAP-37).
        Some(Rank::Division) if book.on(r::ML_GAP_37) => table.divisional,
        Some(Rank::Division) => table.divisional.saturating_add(table.brigadier),
        _ => 0,
    };
    let mut sum = Sum::new(book, trace);
    sum.add(r::ML_5_1C, true, general);
    sum.add(r::ML_8_1H, true, light_company(book, reaction));
    let modifier = sum.sum;
    trace.line(|| Line::new(r::ML_5_1B, Op::Throw(1)));
    trace.line(|| Line::new(r::ML_5_1B, Op::Needs(i64::from(needs))));
    Check { needs, modifier, automatic: false }
}

/// The lack of a light company, against infantry that has one (ML-8.1h, ML-GAP-28).
fn light_company(book: &Book, reaction: &Reaction) -> i8 {
    let opposed = reaction.attacker == Arm::Infantry && reaction.attacker_light_company;
    let applies = reaction.charged && reaction.no_light_company && (opposed || !book.on(r::ML_GAP_28));
    if applies && book.on(r::ML_8_1H) { book.tables.reaction.no_light_company } else { 0 }
}

/// A brigade that is to change its order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OrderChange {
    /// Competence of the brigadier, 1 (excellent) to 4 (poor).
    #[schemars(range(min = 1, max = 4))]
    pub competence: u8,
    /// He is attached to a unit.
    pub attached: bool,
    /// The base of his superior touches his base.
    pub superior_adjacent: bool,
    /// The base of the corps or army general touches his base.
    pub commander_adjacent: bool,
    /// The order is the same as last turn.
    pub same_order: bool,
    /// The brigade's first turn on the table (ML-GAP-40).
    pub first_turn: bool,
    /// It is a battery (ML-4.1e).
    pub battery: bool,
}

impl Default for OrderChange {
    fn default() -> Self {
        Self {
            competence: 3,
            attached: false,
            superior_adjacent: false,
            commander_adjacent: false,
            same_order: false,
            first_turn: false,
            battery: false,
        }
    }
}

/// An order-change test (ML-4.1a to ML-4.1e).
pub fn order_change(book: &Book, change: &OrderChange, trace: &mut impl Trace) -> Check {
    let table = &book.tables.reaction;
    let competence = if book.on(r::ML_1_3D) { change.competence } else { 3 };
    // The die must be greater than the competence; without ML-4.1b no result passes.
    let needs = if book.on(r::ML_4_1B) { i16::from(competence) + 1 } else { i16::from(u8::MAX) };
    let free = [
        (r::ML_4_1A, change.same_order),
        (r::ML_GAP_40, change.first_turn),
        (r::ML_4_1E, change.battery),
        (r::ML_4_1D, change.commander_adjacent),
    ];
    if let Some((rule, _)) = free.into_iter().find(|(rule, holds)| *holds && book.on(*rule)) {
        trace.line(|| Line::new(rule, Op::Automatic));
        return Check { needs, modifier: 0, automatic: true };
    }
    let mut modifier = 0;
    for (holds, amount) in
        [(change.attached, table.brigadier_attached), (change.superior_adjacent, table.superior_adjacent)]
    {
        if holds && book.on(r::ML_4_1C) {
            modifier += i16::from(amount);
            trace.line(|| Line::new(r::ML_4_1C, Op::Add(i64::from(amount))));
        }
    }
    trace.line(|| Line::new(r::ML_4_1B, Op::Throw(1)));
    trace.line(|| Line::new(r::ML_4_1B, Op::Needs(i64::from(needs))));
    Check { needs, modifier, automatic: false }
}
