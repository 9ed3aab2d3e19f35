//! Resolutions outside a battle: every test of the ruleset for a player with real figures.

mod charge_forms;
mod fire_forms;
mod lists;
mod nerve_forms;
mod people;
mod whole;

use crate::terms::situation_fault::SituationFault as F;
use crate::{Arm, Book, Formation, Level, Order};
use rulebook::assistant::{Checks, Entry, Outcome, Test, chance, entry, spread};

/// All resolutions, made with this book. Capabilities of chapter 12 that a situation states are in force: their options
/// need not be switched on.
#[must_use]
pub const fn resolutions(mut book: Book) -> rulebook::assistant::Resolutions<Book> {
    book.options.capabilities = true;
    rulebook::assistant::Resolutions::new(book, TESTS)
}

type Run<'a> = rulebook::assistant::Run<'a, Book>;

/// Checks the number of elements of a unit.
fn elements(checks: &mut Checks, book: &Book, place: &str, elements: u8) {
    checks.within(place, elements, 1, i64::from(book.tables.element.most_in_unit));
}

/// Checks the losses on a counter against those of the best cohesion, which a scenario may have changed (ML-GAP-04).
fn counter(checks: &mut Checks, book: &Book, place: &str, arm: Arm, counter: impl Into<i64>) {
    checks.within(place, counter, 0, i64::from(highest_threshold(book, arm)) - 1);
}

/// The losses that cost the steadiest unit of an arm one element.
fn highest_threshold(book: &Book, arm: Arm) -> u8 {
    let by_level = [Level::Poor, Level::Standard, Level::Superior].map(|level| book.tables.threshold(arm, level));
    by_level.into_iter().max().unwrap_or_default()
}

/// Checks that a category can have a formation; a battery may leave it out where it makes no difference.
fn formation(checks: &mut Checks, place: &str, arm: Arm, formation: Formation) {
    use Formation::{AttackColumn, Bastion, Deployed, Limbered, MarchColumn, NoFormation, Skirmish};
    checks.want(arm == Arm::Infantry || !formation.is_square(), place, F::SquareNotInfantry);
    let of_guns = matches!(formation, Limbered | Deployed);
    checks.want(arm == Arm::Artillery || !of_guns, place, F::FormationOfGuns);
    let of_troops = matches!(formation, AttackColumn | MarchColumn | Skirmish | NoFormation | Bastion);
    checks.want(arm != Arm::Artillery || !of_troops, place, F::FormationOfBattery);
}

/// Checks an order: a battery has only three, it never charges (ML-3.2a).
fn order(checks: &mut Checks, place: &str, arm: Arm, order: Order) {
    checks.want(arm != Arm::Artillery || order != Order::Charge, place, F::GunsCharge);
}

/// Checks that at most one of two sides stands lower.
fn heights(checks: &mut Checks, attacker: bool, defender: bool) {
    checks.want(!(attacker && defender), "defender.lower", F::BothLower);
}

/// Checks that cavalry and artillery hold no building.
fn on_foot_inside(checks: &mut Checks, place: &str, arm: Arm, formation: Formation) {
    let inside = matches!(formation, Formation::NoFormation | Formation::Bastion);
    checks.want(arm != Arm::Cavalry || !inside, place, F::BuildingNotInfantry);
}

const TESTS: &[Entry<Book>] = &[
    entry::<fire_forms::InfantryFire>(),
    entry::<fire_forms::ArtilleryFire>(),
    entry::<fire_forms::Losses>(),
    entry::<fire_forms::BuildingFire>(),
    entry::<nerve_forms::Morale>(),
    entry::<nerve_forms::MoraleDue>(),
    entry::<nerve_forms::Rally>(),
    entry::<nerve_forms::RallyTurns>(),
    entry::<nerve_forms::ReactionTest>(),
    entry::<nerve_forms::OrderChangeTest>(),
    entry::<charge_forms::ImpactTest>(),
    entry::<charge_forms::MeleeRound>(),
    entry::<charge_forms::ChargeBonus>(),
    entry::<charge_forms::PursuitTest>(),
    entry::<whole::WholeCharge>(),
    entry::<people::OfficerLoss>(),
    entry::<people::Replacement>(),
    entry::<people::Capture>(),
    entry::<people::Activation>(),
    entry::<lists::Strength>(),
    entry::<lists::Budget>(),
    entry::<lists::GeneralBudget>(),
    entry::<lists::Movement>(),
    entry::<lists::TerrainCard>(),
    entry::<lists::Manoeuvres>(),
    entry::<lists::Doctrines>(),
];
