//! The resolutions by themselves: every test of the ruleset, for a player who plays with real figures.

#[macro_use]
mod plain;
mod charges;
mod fires;
mod limits;
mod melees;
mod morale_forms;
mod move_forms;
mod people_forms;
mod point_forms;
mod whole;

use crate::Book;
use dice::Throw;
use game::Chance;
use rulebook::assistant::{Checks, Entry, Outcome, Test, count, entry, spread};
use serde_json::{Map, Value};

/// All resolutions, made with this book.
#[must_use]
pub const fn resolutions(book: Book) -> rulebook::assistant::Resolutions<Book> {
    rulebook::assistant::Resolutions::new(book, TESTS)
}

type TestRun<'a> = rulebook::assistant::Run<'a, Book>;

const TESTS: &[Entry<Book>] = &[
    entry::<whole::WholeChargeTest>(),
    entry::<fires::SmallArmsFire>(),
    entry::<fires::ArtilleryFire>(),
    entry::<fires::FireTimeTest>(),
    entry::<fires::Bearing>(),
    entry::<fires::Losses>(),
    entry::<melees::MeleeTest>(),
    entry::<melees::Square>(),
    entry::<melees::Draw>(),
    entry::<morale_forms::MoraleTest>(),
    entry::<people_forms::OfficerUnderFire>(),
    entry::<people_forms::OfficerInMelee>(),
    entry::<people_forms::OrderTime>(),
    entry::<charges::ChargeReach>(),
    entry::<charges::CounterCharge>(),
    entry::<charges::EvasionTest>(),
    entry::<charges::RallyTest>(),
    entry::<charges::Pursuit>(),
    entry::<charges::FlowTest>(),
    entry::<charges::RoutThrough>(),
    entry::<charges::ChargeRight>(),
    entry::<move_forms::FormationChange>(),
    entry::<move_forms::Movement>(),
    entry::<move_forms::WheelTest>(),
    entry::<move_forms::Turning>(),
    entry::<move_forms::Zone>(),
    entry::<move_forms::Figures>(),
    entry::<move_forms::SquareFaces>(),
    entry::<point_forms::Budget>(),
    entry::<point_forms::ScoreTest>(),
];

/// Adds the rows of one throw: equal outcomes are counted together.
fn rows(run: &mut TestRun<'_>, throw: &Throw, outcome: impl Fn(i16) -> Value) -> Result<(), Vec<game::Fault>> {
    let dist = spread(throw)?;
    let mut known: Vec<(Value, Chance)> = Vec::new();
    for (class, _) in dist.iter() {
        count(&mut known, outcome(class), Chance::Exact(dist.probability(class)));
    }
    for (row, part) in known {
        run.row(row, part);
    }
    Ok(())
}

/// The largest losses that this many figures can have (LA-GAP-02).
fn most_losses(book: &Book, figures: u8) -> u32 {
    u32::from(book.tables.scale.losses_per_figure) * u32::from(figures)
}

/// A JSON object of these entries.
fn object(parts: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    Value::Object(parts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>())
}
