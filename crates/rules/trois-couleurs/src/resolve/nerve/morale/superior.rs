//! Enemies of superior status or type, and famous units that go back (L3C-MOR-42 to L3C-MOR-48, L3C-GAP-C10).

use super::situation::{Famous, MoraleSituation, Tester, Whose};
use crate::terms::tally::Tally;
use crate::{Arm, Book, Case, Seen, Status, r};
use game::Trace;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit and the enemies that confront it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Confronted {
    pub tester: Tester,
    pub enemies: Vec<Seen>,
    /// A superior status of an enemy has already counted this turn.
    pub status_used: bool,
}

/// The enemies that confront a tester and stand.
fn confronting<'s>(book: &'s Book, enemies: &'s [Seen]) -> impl Iterator<Item = &'s Seen> {
    enemies.iter().filter(|enemy| {
        enemy.confronts && !(enemy.support && book.on(r::L3C_MOR_48)) && !(book.on(r::L3C_MOR_46) && gone(enemy))
    })
}

/// Steps of status by which the enemies are superior.
fn status_steps(book: &Book, tester: &Tester, enemies: &[Seen]) -> u8 {
    let table = &book.tables.morale.status_step;
    let own = table.of(tester.status);
    most(book, confronting(book, enemies).map(|enemy| table.of(seen_status(book, enemy)) - own))
}

/// Effect of superior enemies.
pub(super) fn superiority(tester: &Tester, enemies: &[Seen], used: bool, tally: &mut Tally<'_, impl Trace>) {
    let book = tally.book;
    let table = &book.tables.morale;
    let seen_type = |enemy: &Seen| perceived(book, tester.arm, enemy.seen_type, enemy.cavalry_type);
    let types = confronting(book, enemies).map(|enemy| type_steps(book, tester, enemy.arm, seen_type(enemy)));
    if !(used && book.on(r::L3C_MOR_47)) {
        tally.times(r::L3C_MOR_42, "superior_status", table.superior_status, status_steps(book, tester, enemies));
    }
    tally.times(r::L3C_MOR_43, "superior_type", table.superior_type, most(book, types));
}

/// Whether the status of enemies counts in a test: it does once in a turn (L3C-MOR-47).
#[must_use]
pub fn status_counts(book: &Book, s: &MoraleSituation) -> bool {
    let famous = |unit: &Famous| status_of_famous(book, unit) != 0;
    !s.status_used && (status_steps(book, &s.tester, &s.enemies) > 0 || s.famous.iter().any(famous))
}

/// The highest step counts once; without the ruling every enemy would count.
fn most(book: &Book, steps: impl Iterator<Item = i8>) -> u8 {
    let steps = steps.map(|step| step.max(0).unsigned_abs());
    if book.on(r::L3C_GAP_C10) { steps.max().unwrap_or(0) } else { steps.fold(0, u8::saturating_add) }
}

fn gone(enemy: &Seen) -> bool {
    enemy.case.is_some_and(|case| case <= Case::FallBack)
}

/// The status that the tester believes: sometimes wrong (L3C-MOR-44), except for famous gunners (L3C-MOR-45).
fn seen_status(book: &Book, enemy: &Seen) -> Status {
    let famous_guns = enemy.arm == Arm::Artillery && enemy.status >= Status::Elite && book.on(r::L3C_MOR_45);
    match enemy.seen_status {
        Some(seen) if book.on(r::L3C_MOR_44) && !famous_guns => seen,
        _ => enemy.status,
    }
}

/// The type that a tester of an arm believes: cavalry recognises cavalry, other arms may be mistaken (L3C-MOR-44).
pub(crate) fn perceived(book: &Book, tester: Arm, seen: Option<u8>, cavalry_type: u8) -> u8 {
    seen.filter(|_| tester != Arm::Cavalry && book.on(r::L3C_MOR_44)).unwrap_or(cavalry_type)
}

/// Steps of type by which an enemy is superior where cavalry is on one side: infantry and batteries, whatever their
/// guns, then count as type 1, to which Cossacks are inferior (L3C-MOR-43); gunners test as infantry (L3C-MOR-10).
fn type_steps(book: &Book, tester: &Tester, arm: Arm, kind: u8) -> i8 {
    let small = |kind: u8| rulebook::saturated::<i8, _>(kind);
    let foot = book.tables.morale.foot_type;
    let theirs = match (arm, tester.arm) {
        (Arm::Infantry | Arm::Artillery, Arm::Infantry | Arm::Artillery) => return 0,
        (Arm::Cavalry, Arm::Artillery) if !book.on(r::L3C_MOR_10) => return 0,
        (Arm::Cavalry, _) => small(kind),
        (Arm::Infantry | Arm::Artillery, Arm::Cavalry) => foot,
    };
    theirs - if tester.arm == Arm::Cavalry { small(tester.cavalry_type) } else { foot }
}

/// Effect of the status of a famous unit that goes back: the text names only the guard; the value for the elite is a
/// ruling (L3C-GAP-C10).
fn status_of_famous(book: &Book, unit: &Famous) -> i8 {
    let named = unit.status == Status::Guard || book.on(r::L3C_GAP_C10);
    if named { book.tables.morale.famous.of(unit.status) } else { 0 }
}

/// Effect of famous units that go back; the part for their status counts once in a turn (L3C-MOR-47).
pub(super) fn famous(tester: &Tester, units: &[Famous], used: bool, tally: &mut Tally<'_, impl Trace>) {
    let book = tally.book;
    for unit in units {
        let status = if used && book.on(r::L3C_MOR_47) { 0 } else { status_of_famous(book, unit) };
        let amount = match unit.of {
            Whose::Friend => -status,
            // The type counts only for the side that sees a superior enemy go back (L3C-GAP-C10).
            Whose::Enemy => {
                status - book.tables.morale.superior_type * type_steps(book, tester, unit.arm, unit.cavalry_type).max(0)
            }
        };
        tally.when(true, r::L3C_MOR_46, "famous", amount);
    }
}

/// The lines of superior enemies alone.
pub fn confronted(book: &Book, s: &Confronted, trace: &mut impl Trace) -> i16 {
    let mut tally = Tally::new(book, trace);
    superiority(&s.tester, &s.enemies, s.status_used, &mut tally);
    tally.sum
}

/// A famous unit that goes back, as the units around it count it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GoingBack {
    pub of: Whose,
    pub status: Status,
    pub case: Case,
}

/// The lines of a famous unit that goes back: its status, and itself as a unit.
pub fn going_back(book: &Book, s: &GoingBack, trace: &mut impl Trace) -> i16 {
    let mut tally = Tally::new(book, trace);
    let unit = Famous { of: s.of, status: s.status, ..Famous::default() };
    if s.case <= Case::FallBack {
        famous(&Tester::default(), &[unit], false, &mut tally);
    }
    let seen = Seen { case: Some(s.case), ..Seen::default() };
    super::friends::counted(&seen, s.of, &mut tally);
    tally.sum
}
