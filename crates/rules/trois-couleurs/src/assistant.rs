//! The resolutions by themselves: every test of the ruleset for a player with real figures in front of him.

#[macro_use]
mod plain;
mod approach;
mod broken;
mod fires;
mod joint;
mod melees;
mod morale;
mod morale_parts;
mod moves;
mod people;
mod whole;

use crate::Book;
use rulebook::assistant::{Checks, Entry, Outcome, Test, chance, dice_fault, entry, spread};

/// All resolutions, made with this book.
#[must_use]
pub fn resolutions(book: Book) -> rulebook::assistant::Resolutions<Book> {
    let reconstructed = book.tables.reconstructed();
    rulebook::assistant::Resolutions::new(book, TESTS).reconstructed(reconstructed)
}

/// A resolution under way.
type Run<'a> = rulebook::assistant::Run<'a, Book>;

const TESTS: &[Entry<Book>] = &[
    entry::<whole::WholeAssault>(),
    entry::<whole::FireAdvance>(),
    entry::<joint::JointAssault>(),
    entry::<moves::PointsTest>(),
    entry::<moves::Movement>(),
    entry::<moves::BackMoveTest>(),
    entry::<moves::TurningTest>(),
    entry::<moves::ChangingTest>(),
    entry::<moves::ManhandlingTest>(),
    entry::<moves::GaitChangeTest>(),
    entry::<moves::GaitLimit>(),
    entry::<moves::AssaultAllowed>(),
    entry::<moves::AssaultReach>(),
    entry::<moves::InTime>(),
    entry::<moves::OrderOfAssaults>(),
    entry::<approach::OperationalMarch>(),
    entry::<approach::SurprisedOnMarch>(),
    entry::<approach::MeetingTest>(),
    entry::<approach::SecondLineTest>(),
    entry::<approach::SeizedChance>(),
    entry::<approach::ControlZone>(),
    entry::<approach::ClippedInPassing>(),
    entry::<approach::Detach>(),
    entry::<moves::Reading>(),
    entry::<moves::LossTableTest>(),
    entry::<moves::Percent>(),
    entry::<moves::Budget>(),
    entry::<morale::Morale>(),
    entry::<morale::FallTest>(),
    entry::<morale::CrossingTest>(),
    entry::<morale::LossFallTest>(),
    entry::<morale::MoraleDue>(),
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
    entry::<people::RallyTest>(),
    entry::<people::RallyLadder>(),
    entry::<people::RallyMoveTest>(),
    entry::<people::GeneralRallies>(),
    entry::<people::GeneralActions>(),
    entry::<people::GeneralRisk>(),
    entry::<people::WoundTest>(),
    entry::<people::GeneralReplaced>(),
    entry::<people::CompositeUnit>(),
    entry::<fires::FireTest>(),
    entry::<fires::BandOf>(),
    entry::<fires::FiringFigures>(),
    entry::<fires::Concerned>(),
    entry::<fires::Overlap>(),
    entry::<fires::LossesTest>(),
    entry::<fires::JointFireTest>(),
    entry::<fires::Penetration>(),
    entry::<fires::Misdirected>(),
    entry::<fires::DuelTest>(),
    entry::<fires::Appears>(),
    entry::<fires::FireAfterManoeuvre>(),
    entry::<fires::FireAllowed>(),
    entry::<fires::BeforeScreenTest>(),
    entry::<fires::SplitFire>(),
    entry::<fires::FireInTurn>(),
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
