//! Morale (BE-MOR).

use crate::terms::book::{Book, r};
use crate::terms::profile::{Ability, Arm, Body, Formation, Size};
use crate::terms::sum::Sum;
use crate::{Losses, Ud};
use dice::Throw;
use game::{Line, Op, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The circumstances of a unit that tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a row of the sheet")]
pub struct Nerve {
    /// A friend supports it from behind (BE-GAP-67).
    pub supported: bool,
    pub heavy_cover: bool,
    /// In a fortification.
    pub fortified: bool,
    /// Threatened flanks and rear; for infantry, without those threatened by cavalry (BE-GAP-58).
    #[schemars(range(min = 0, max = 3))]
    pub threatened: u8,
    /// Flanks and rear threatened by cavalry.
    #[schemars(range(min = 0, max = 3))]
    pub threatened_by_cavalry: u8,
}

/// A morale test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Morale {
    /// The unit, with the losses it has just suffered (BE-GAP-74).
    pub unit: Body,
    #[serde(flatten)]
    pub nerve: Nerve,
}

/// The modifiers of morale, BE-MOR-07 to BE-MOR-12.
pub fn modifiers(book: &Book, test: &Morale, trace: &mut impl Trace) -> i16 {
    let table = &book.tables.morale;
    let Morale { unit, nerve } = test;
    let mut sum = Sum::new(book, trace);
    let held = nerve.supported || unit.formation.is_square() || unit.indoors();
    let refuge = if nerve.heavy_cover { table.heavy_cover } else { 0 };
    // Only the best one (BE-GAP-75).
    let best = refuge.max(if held { table.supported } else { 0 });
    sum.add(r::BE_MOR_07, book.on(r::BE_GAP_75), best);
    sum.add(r::BE_MOR_08, unit.general && book.on(r::BE_CMD_07), table.general);
    let adrift = unit.out_of_command && !unit.general;
    sum.add(r::BE_MOR_08, adrift && book.on(r::BE_CMD_06), table.out_of_command);
    sum.add(r::BE_MOR_09, unit.has(Ability::Stoic), table.stoic);
    sum.add(r::BE_MOR_10, unit.disorder, table.disorder);
    let by_horse = if unit.arm == Arm::Infantry { table.threatened_by_cavalry } else { table.threatened };
    if unit.has_flanks(book) {
        sum.add_times(r::BE_MOR_11, i64::from(nerve.threatened), table.threatened);
        sum.add_times(r::BE_MOR_11, i64::from(nerve.threatened_by_cavalry), by_horse);
    }
    let lost = if unit.size == Size::Large {
        i64::from(unit.losses.in_halves()) / i64::from(book.tables.losses.large_per_point.max(1))
    } else {
        unit.lost(book)
    };
    sum.add_times(r::BE_MOR_12, lost, table.loss);
    sum.sum
}

/// A morale test: the sum of its modifiers, and its throw, of class 1 if it is passed.
pub fn test(book: &Book, test: &Morale, trace: &mut impl Trace) -> (i16, Throw) {
    let rolls = book.on(r::BE_MOR_01);
    if rolls {
        trace.line(|| Line::new(r::BE_MOR_01, Op::Start(i64::from(test.unit.morale))));
        trace.line(|| Line::new(r::BE_MOR_01, Op::Throw(1)));
    }
    let sum = modifiers(book, test, trace);
    let needs = i16::from(book.tables.morale.passes_from);
    if !rolls {
        // Without BE-MOR-01 there is no test and no failure.
        return (sum, Throw::default().cuts([i16::MIN]));
    }
    trace.line(|| Line::new(r::BE_MOR_01, Op::Needs(i64::from(needs))));
    (sum, Throw::d6(1).cuts([needs - sum - i16::from(test.unit.morale)]))
}

/// The effect of a failed test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Failure {
    /// It goes into disorder.
    pub disorder: bool,
    /// Distance of its retreat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreat: Option<Ud>,
    /// Distance of its flight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flight: Option<Ud>,
    /// Losses in addition.
    pub losses: Losses,
}

/// The effect of a failed test on a unit (BE-MOR-02 to BE-MOR-05, BE-GAP-76).
#[must_use]
pub fn failure(book: &Book, test: &Morale) -> Failure {
    let table = &book.tables.morale;
    let Morale { unit, nerve } = test;
    if !book.on(r::BE_MOR_02) {
        return Failure::default();
    }
    // BE-FUI-07 prints pairs of distances, BE-SEQ-08 says to whom each applies.
    let mounted = unit.mounted() && book.on(r::BE_SEQ_08);
    let far = |distance: Ud| if book.on(r::BE_FUI_07) { distance } else { Ud::of(0) };
    let (retreat, flight) = (far(table.retreat.of(mounted)), far(table.flight.of(mounted)));
    let light = book.on(r::BE_MOR_05)
        && (unit.formation == Formation::Skirmish || unit.arm == Arm::Artillery || unit.has(Ability::Irregular));
    let sheltered = book.on(r::BE_MOR_03) && (unit.indoors() || nerve.fortified);
    let again = unit.disorder && book.on(r::BE_MOR_04);
    let at_once = book.on(r::BE_GAP_76) && !book.options.light_troops_retreat_first;
    let flees = again || light && at_once && !sheltered;
    if flees {
        let losses = if light { 0 } else { table.flight_losses };
        return Failure { disorder: true, retreat: None, flight: Some(flight), losses: Losses::halves(losses) };
    }
    let retreat = if sheltered { Ud::of(0) } else { retreat };
    Failure { disorder: true, retreat: Some(retreat), flight: None, losses: Losses::NONE }
}
