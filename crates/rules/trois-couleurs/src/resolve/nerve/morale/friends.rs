//! Friends and enemies (L3C-MOR-60 to L3C-MOR-72).

use super::situation::{Tester, Whose};
use crate::terms::tally::Tally;
use crate::{Arm, Book, Case, Formation, Seen, r};
use game::Trace;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Every friend and every enemy that counts.
pub(super) fn friends_and_enemies(
    tester: &Tester,
    friends: &[Seen],
    enemies: &[Seen],
    tally: &mut Tally<'_, impl Trace>,
) {
    // Guns count every friend, other arms only their own (L3C-MOR-60).
    let all = tester.arm == Arm::Artillery || !tally.book.on(r::L3C_MOR_60);
    for friend in friends.iter().filter(|friend| all || friend.arm == tester.arm) {
        counted(friend, Whose::Friend, tally);
    }
    for enemy in enemies {
        counted(enemy, Whose::Enemy, tally);
    }
}

/// Adds the lines of one unit.
pub(super) fn counted(unit: &Seen, of: Whose, tally: &mut Tally<'_, impl Trace>) {
    let worth = value(tally.book, unit);
    match of {
        Whose::Friend => tally.times(r::L3C_MOR_62, friend_word(unit), worth, unit.count),
        Whose::Enemy => tally.times(r::L3C_MOR_62, enemy_word(unit), -worth, unit.count),
    }
}

fn friend_word(unit: &Seen) -> &'static str {
    match unit.case {
        _ if unit.support => "friend_support",
        Some(Case::Rout) => "friend_rout",
        Some(Case::Retreat) => "friend_retreat",
        Some(Case::FallBack) => "friend_fall_back",
        _ => "friend",
    }
}

fn enemy_word(unit: &Seen) -> &'static str {
    match unit.case {
        _ if unit.support => "enemy_support",
        Some(Case::Rout) => "enemy_rout",
        Some(Case::Retreat) => "enemy_retreat",
        Some(Case::FallBack) => "enemy_fall_back",
        _ => "enemy",
    }
}

fn value(book: &Book, unit: &Seen) -> i8 {
    let table = &book.tables.morale;
    let goes_back = unit.case.is_some_and(|case| case <= Case::FallBack);
    // A unit out of hand neither supports nor attacks: it counts by its case.
    let in_hand = unit.case.is_none_or(Case::positive);
    // Cavalry that broke off unbeaten does not count as a defeat (L3C-MOR-72, L3C-RAL-17); limbered guns are harmless.
    let unbeaten = unit.rallying && book.all(&[r::L3C_MOR_72, r::L3C_RAL_17]);
    let harmless = unit.limbered && !unit.objective && book.on(r::L3C_MOR_68);
    if unbeaten || harmless || goes_back && !book.on(r::L3C_MOR_70) {
        0
    } else if unit.support && in_hand {
        table.support
    } else if unit.untested && in_hand && book.on(r::L3C_GAP_C12) {
        table.assault
    } else {
        table.case.of(unit.case.unwrap_or_else(|| unit.gait.case()))
    }
}

/// Numbers to compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Numbers {
    /// Figures (or guns) of the tester.
    #[schemars(range(min = 1, max = 255))]
    pub own: u8,
    /// Figures (or guns) of the enemy of the same arm.
    pub enemy: u8,
}

impl Default for Numbers {
    fn default() -> Self {
        Self { own: 12, enemy: 12 }
    }
}

/// Effect of greater enemy numbers: none below the multiple (L3C-MOR-63).
pub(super) fn numbers(s: &Numbers, tally: &mut Tally<'_, impl Trace>) {
    let times_over = s.enemy.checked_div(s.own).unwrap_or(0).saturating_sub(1);
    tally.times(r::L3C_MOR_63, "numbers", tally.book.tables.morale.numbers, times_over);
}

/// The enemy of the tester's own arm that counts: the strongest (L3C-GAP-C11). The figures present are compared
/// (L3C-MOR-63), while the factor for strength uses those of the start (L3C-GAP-C22).
pub(super) fn outnumbered(tester: &Tester, enemies: &[Seen], tally: &mut Tally<'_, impl Trace>) {
    let opposed = |enemy: &&Seen| enemy.arm == tester.arm && (enemy.confronts || enemy.objective);
    let same = enemies.iter().filter(opposed).filter_map(|enemy| enemy.figures);
    let enemy = if tally.book.on(r::L3C_GAP_C11) { same.max() } else { same.reduce(u8::saturating_add) };
    if let Some(enemy) = enemy {
        let own = tester.figures_left.unwrap_or(tester.figures).min(tester.figures);
        numbers(&Numbers { own, enemy }, tally);
    }
}

/// The line of greater numbers alone.
pub fn of_numbers(book: &Book, s: &Numbers, trace: &mut impl Trace) -> i16 {
    let mut tally = Tally::new(book, trace);
    numbers(s, &mut tally);
    tally.sum
}

/// Whether troops in this formation test at all: skirmishers only by battalion (L3C-MOR-15), or as an independent unit
/// if they have none to belong to or to cover (L3C-TIR-28).
#[must_use]
pub fn tests(book: &Book, formation: Formation, independent: bool) -> bool {
    formation != Formation::Skirmish || independent && book.on(r::L3C_TIR_28) || !book.on(r::L3C_MOR_15)
}
