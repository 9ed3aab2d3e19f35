//! The resolutions by themselves: every test of the ruleset, for a player who plays with real figures.

#[macro_use]
mod plain;
mod approach_forms;
mod broken;
mod fire_forms;
mod joint_forms;
mod melees;
mod morale_forms;
mod morale_parts;
mod move_forms;
mod people_forms;
mod whole;

use crate::Book;
use rulebook::assistant::{Checks, Entry, Outcome, Test, chance, dice_fault, entry, spread};

/// All resolutions, made with this book.
#[must_use]
pub fn resolutions(book: Book) -> rulebook::assistant::Resolutions<Book> {
    let reconstructed = book.tables.reconstructed();
    rulebook::assistant::Resolutions::new(book, TESTS).reconstructed(reconstructed)
}

type Run<'a> = rulebook::assistant::Run<'a, Book>;

const TESTS: &[Entry<Book>] = &[
    entry::<whole::WholeAssault>(),
    entry::<whole::FireAdvance>(),
    entry::<joint_forms::JointAssault>(),
    entry::<move_forms::PointsTest>(),
    entry::<move_forms::Movement>(),
    entry::<move_forms::BackMoveTest>(),
    entry::<move_forms::TurningTest>(),
    entry::<move_forms::ChangingTest>(),
    entry::<move_forms::ManhandlingTest>(),
    entry::<move_forms::GaitChangeTest>(),
    entry::<move_forms::GaitLimit>(),
    entry::<move_forms::AssaultAllowed>(),
    entry::<move_forms::AssaultReach>(),
    entry::<move_forms::InTime>(),
    entry::<move_forms::OrderOfAssaults>(),
    entry::<approach_forms::OperationalMarch>(),
    entry::<approach_forms::SurprisedOnMarch>(),
    entry::<approach_forms::MeetingTest>(),
    entry::<approach_forms::SecondLineTest>(),
    entry::<approach_forms::SeizedChance>(),
    entry::<approach_forms::ControlZone>(),
    entry::<approach_forms::ClippedInPassing>(),
    entry::<approach_forms::Detach>(),
    entry::<move_forms::Reading>(),
    entry::<move_forms::LossTableTest>(),
    entry::<move_forms::Percent>(),
    entry::<move_forms::Budget>(),
    entry::<morale_forms::Morale>(),
    entry::<morale_forms::FallTest>(),
    entry::<morale_forms::CrossingTest>(),
    entry::<morale_forms::LossFallTest>(),
    entry::<morale_forms::MoraleDue>(),
    entry::<morale_parts::StartPart>(),
    entry::<morale_parts::SuperiorityPart>(),
    entry::<morale_parts::FamousPart>(),
    entry::<morale_parts::NumbersPart>(),
    entry::<morale_parts::FormationPart>(),
    entry::<morale_parts::TargetsPart>(),
    entry::<morale_parts::ThreatPart>(),
    entry::<morale_parts::SecuringPart>(),
    entry::<morale_parts::StrengthPart>(),
    entry::<morale_parts::NationalPart>(),
    entry::<morale_parts::GeneralPart>(),
    entry::<morale_parts::UnderFirePart>(),
    entry::<morale_parts::ChancePart>(),
    entry::<people_forms::RallyTest>(),
    entry::<people_forms::RallyLadder>(),
    entry::<people_forms::RallyMoveTest>(),
    entry::<people_forms::GeneralRallies>(),
    entry::<people_forms::GeneralActions>(),
    entry::<people_forms::GeneralRisk>(),
    entry::<people_forms::WoundTest>(),
    entry::<people_forms::GeneralReplaced>(),
    entry::<people_forms::CompositeUnit>(),
    entry::<fire_forms::FireTest>(),
    entry::<fire_forms::BandOf>(),
    entry::<fire_forms::FiringFigures>(),
    entry::<fire_forms::Concerned>(),
    entry::<fire_forms::Overlap>(),
    entry::<fire_forms::LossesTest>(),
    entry::<fire_forms::JointFireTest>(),
    entry::<fire_forms::Penetration>(),
    entry::<fire_forms::Misdirected>(),
    entry::<fire_forms::DuelTest>(),
    entry::<fire_forms::Appears>(),
    entry::<fire_forms::FireAfterManoeuvre>(),
    entry::<fire_forms::FireAllowed>(),
    entry::<fire_forms::BeforeScreenTest>(),
    entry::<fire_forms::SplitFire>(),
    entry::<fire_forms::FireInTurn>(),
    entry::<melees::MeleeTest>(),
    entry::<melees::MeleeFigures>(),
    entry::<melees::PassingThrough>(),
    entry::<melees::SlowingDown>(),
    entry::<melees::FusedTest>(),
    entry::<melees::FlightTest>(),
    entry::<melees::RefugeTest>(),
    entry::<melees::UncoveredTest>(),
    entry::<melees::Contact>(),
    entry::<melees::ResultTest>(),
    entry::<melees::MeleeSeveral>(),
    entry::<melees::PursuitTest>(),
    entry::<melees::Prisoners>(),
    entry::<melees::Control>(),
    entry::<broken::GarrisonCost>(),
    entry::<broken::GarrisonCapacity>(),
    entry::<broken::GarrisonTaken>(),
    entry::<broken::FaceAttackTest>(),
    entry::<broken::AdHocTest>(),
    entry::<broken::GroundState>(),
    entry::<broken::ObstacleTest>(),
    entry::<broken::ScreenTest>(),
    entry::<broken::SkirmishDuel>(),
    entry::<broken::ScreenActive>(),
    entry::<broken::EvasionTest>(),
    entry::<broken::KeepOff>(),
    entry::<broken::Surprised>(),
    entry::<broken::FreeToFire>(),
    entry::<broken::SharedFate>(),
    entry::<broken::ScreenDensity>(),
    entry::<broken::SkirmishOrder>(),
];
