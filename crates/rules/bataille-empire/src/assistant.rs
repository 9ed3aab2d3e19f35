//! Resolutions outside a battle: every test of the ruleset for a player with real figures.

mod fires;
mod moves;
mod nerve_forms;
mod people;
mod points;
mod reaction_forms;
mod shocks;
mod ways;
mod whole;

use crate::terms::book::r;
use crate::terms::profile::{Ability, Arm, Body, Formation};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Book, Losses};
use game::{Exact, FaultReason};
use rulebook::assistant::{Checks, Entry, Outcome, Test, entry};

/// All resolutions, made with this book.
#[must_use]
pub const fn resolutions(book: Book) -> rulebook::assistant::Resolutions<Book> {
    rulebook::assistant::Resolutions::new(book, TESTS)
}

type Run<'a> = rulebook::assistant::Run<'a, Book>;

/// Checks a unit: one with as many losses as it can take no longer exists (BE-GAP-02).
fn check_body(book: &Book, place: &str, body: &Body, checks: &mut Checks) {
    let at = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
    checks.within(&at("morale"), body.morale, 1, 6);
    checks.within(&at("ft"), body.ft, 0, 2);
    let most = body.capacity(book).minus(Losses::halves(1));
    if body.losses > most {
        let figure = |losses: Losses| Exact { num: i64::from(losses.in_halves()), den: 2 };
        let (least, most, value) = (Exact::whole(0), figure(most), figure(body.losses));
        checks.fault(&at("losses"), FaultReason::Between { least, most, value });
    }
    let fits = match body.formation {
        Formation::Line | Formation::Column => body.arm != Arm::Artillery,
        Formation::SolidSquare | Formation::HollowSquare | Formation::Skirmish | Formation::Garrison => {
            body.arm == Arm::Infantry
        }
        Formation::Limbered | Formation::Deployed => body.arm == Arm::Artillery,
    };
    checks.want(fits, &at("formation"), F::OfOtherArm);
    checks.want(body.ft == 0 || body.arm == Arm::Infantry, &at("ft"), F::FtNotInfantry);
    let strange = body.abilities.iter().any(|ability| !ability.fits(body.arm));
    checks.want(!strange, &at("abilities"), F::OfOtherArm);
    let both = body.has(Ability::GoodShot) && body.has(Ability::PoorShot);
    checks.want(!both, &at("abilities"), F::GoodAndPoorShot);
    let housed = body.formation == Formation::Skirmish || body.formation == Formation::Garrison;
    checks.want(!body.inside || housed, &at("inside"), F::InsideFormation);
}

/// Checks threats: at most three, on left flank, right flank and rear (BE-GAP-58).
fn check_threats(place: &str, others: u8, by_cavalry: u8, checks: &mut Checks) {
    checks.within(&format!("{place}threatened"), others, 0, 3);
    checks.within(&format!("{place}threatened_by_cavalry"), by_cavalry, 0, 3 - i64::from(others.min(3)));
}

/// Checks units that move together: up to the maximum of a group, of one arm; limbered guns may join others
/// (BE-GAP-16).
fn check_group(book: &Book, units: &[Body], checks: &mut Checks) {
    let limited = book.on(r::BE_GAP_16);
    let most = if limited { usize::from(book.tables.command.most_in_group) } else { usize::MAX };
    checks.entries("units", units.len(), 1..=most);
    for (place, unit) in units.iter().enumerate() {
        check_body(book, &format!("units[{place}]"), unit, checks);
    }
    if !limited {
        return;
    }
    let mut arms = units.iter().filter(|unit| unit.formation != Formation::Limbered).map(|unit| unit.arm);
    let first = arms.next();
    checks.want(arms.all(|arm| Some(arm) == first), "units", F::GroupOfArms);
}

const TESTS: &[Entry<Book>] = &[
    entry::<fires::FireTest>(),
    entry::<fires::LossTest>(),
    entry::<fires::RightToFire>(),
    entry::<ways::FireTarget>(),
    entry::<ways::Ranges>(),
    entry::<fires::DuelTest>(),
    entry::<fires::WholeFire>(),
    entry::<nerve_forms::MoraleTest>(),
    entry::<nerve_forms::ManoeuvreTest>(),
    entry::<nerve_forms::ControlTest>(),
    entry::<nerve_forms::GeneralLoss>(),
    entry::<nerve_forms::RallyTest>(),
    entry::<nerve_forms::Capacity>(),
    entry::<moves::MovementCard>(),
    entry::<moves::ManoeuvreCard>(),
    entry::<moves::PivotCard>(),
    entry::<moves::PassageCard>(),
    entry::<moves::OperationalCard>(),
    entry::<moves::TerrainCard>(),
    entry::<points::FurtherMove>(),
    entry::<points::GeneralMove>(),
    entry::<shocks::ShockTest>(),
    entry::<whole::WholeCharge>(),
    entry::<reaction_forms::Reactions>(),
    entry::<reaction_forms::OpportunityCharge>(),
    entry::<reaction_forms::RightToCharge>(),
    entry::<ways::ChargeTarget>(),
    entry::<reaction_forms::Marker>(),
    entry::<reaction_forms::MarkedRight>(),
    entry::<reaction_forms::FirstLegTest>(),
    entry::<reaction_forms::ChaseTest>(),
    entry::<reaction_forms::PursuitTest>(),
    entry::<reaction_forms::FallBack>(),
    entry::<ways::GiveWay>(),
    entry::<people::CommandPoints>(),
    entry::<people::ChiefSpends>(),
    entry::<points::CommandRange>(),
    entry::<points::PriceOfUse>(),
    entry::<people::OrderArrives>(),
    entry::<people::InitiativeRoll>(),
    entry::<people::AutomaticOrder>(),
    entry::<people::DutyTest>(),
    entry::<people::MoveRight>(),
    entry::<people::Budget>(),
    entry::<people::GeneralBudget>(),
    entry::<people::BreakPoint>(),
    entry::<people::BattleKind>(),
];
