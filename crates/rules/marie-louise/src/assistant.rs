//! The resolutions by themselves: every test of the ruleset for a player with real figures in front of him.

mod charges;
mod fires;
mod lists;
mod nerves;
mod people;
mod whole;

use crate::Book;
use rulebook::assistant::{Checks, Entry, Outcome, Test, chance, entry, spread};

/// All resolutions, made with this book.
#[must_use]
pub const fn resolutions(book: Book) -> rulebook::assistant::Resolutions<Book> {
    rulebook::assistant::Resolutions::new(book, TESTS)
}

/// A resolution under way.
type Run<'a> = rulebook::assistant::Run<'a, Book>;

/// A unit has so many elements.
fn elements(checks: &mut Checks, book: &Book, place: &str, elements: u8) {
    checks.within(place, elements, 1, i64::from(book.tables.element.most_in_unit));
}

const TESTS: &[Entry<Book>] = &[
    entry::<fires::InfantryFire>(),
    entry::<fires::ArtilleryFire>(),
    entry::<fires::Losses>(),
    entry::<fires::BuildingFire>(),
    entry::<nerves::Morale>(),
    entry::<nerves::MoraleDue>(),
    entry::<nerves::Rally>(),
    entry::<nerves::RallyTurns>(),
    entry::<nerves::ReactionTest>(),
    entry::<nerves::OrderChangeTest>(),
    entry::<charges::ImpactTest>(),
    entry::<charges::MeleeRound>(),
    entry::<charges::ChargeBonus>(),
    entry::<charges::PursuitTest>(),
    entry::<whole::WholeCharge>(),
    entry::<people::OfficerLoss>(),
    entry::<people::Replacement>(),
    entry::<people::Capture>(),
    entry::<people::Activation>(),
    entry::<lists::Budget>(),
    entry::<lists::GeneralBudget>(),
    entry::<lists::Movement>(),
    entry::<lists::TerrainCard>(),
    entry::<lists::Manoeuvres>(),
    entry::<lists::Doctrines>(),
];
