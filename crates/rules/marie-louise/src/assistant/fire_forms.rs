//! Fire and losses.

use super::nerve_forms::Morale;
use super::{Checks, Outcome, Run, Test, chance, counter, elements, formation, order, spread};
use crate::Distance;
use crate::resolve::building::{self, Occupier};
use crate::resolve::fire::{self, Shooter, Target, Volley};
use crate::resolve::guns::{self, Battery, Building, Cannonade, Mark};
use crate::resolve::losses::{self, LossCount};
use crate::resolve::morale::Nerve;
use crate::resolve::score::Power;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Class, Formation, Level, Marker, Order};
use crate::terms::situation_fault::SituationFault as F;
use dice::Ratio;
use game::{Breakdown, Fault, Quiet, Rule};
use rulebook::dice_in;
use serde_json::json;
use std::collections::BTreeMap;

pub(super) struct InfantryFire;

impl Test for InfantryFire {
    type Book = Book;
    const NAME: &'static str = "infantry-fire";
    const RULES: &'static [Rule] = &[
        r::ML_7_2C,
        r::ML_7_2D,
        r::ML_7_2F,
        r::ML_7_2G,
        r::ML_7_2H,
        r::ML_7_2I,
        r::ML_7_2J,
        r::ML_7_2K,
        r::ML_7_2L,
        r::ML_7_2M,
        r::ML_7_2N,
        r::ML_7_2O,
        r::ML_7_2P,
        r::ML_7_2Q,
        r::ML_7_2R,
        r::ML_7_2S,
        r::ML_7_2T,
        r::ML_7_2U,
        r::ML_7_2V,
        r::ML_7_2W,
        r::ML_7_2X,
        r::ML_7_2Y,
        r::ML_GAP_01,
        r::ML_GAP_02,
        r::ML_GAP_03,
        r::ML_GAP_08,
        r::ML_GAP_10,
    ];
    type Situation = Volley;

    fn example() -> Volley {
        Volley {
            shooter: Shooter { elements: 4, order: Order::Hold, first_fire: true, ..Shooter::default() },
            target: Target { formation: Formation::AttackColumn, order: Order::Manoeuvre, ..Target::default() },
            distance: Distance::of(4),
            ..Volley::default()
        }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance", "range"]];

    fn check(book: &Book, volley: &Volley, checks: &mut Checks) {
        let (shooter, target) = (&volley.shooter, &volley.target);
        order(checks, "target.order", target.arm, target.order);
        let slips = target.marker == Marker::Shaken || !target.falling_back;
        checks.want(slips, "target.falling_back", F::FallsBackUnshaken);
        let horse = shooter.arm == Arm::Cavalry;
        checks.want(horse || !shooter.dragoons, "shooter.dragoons", F::CavalryOnly);
        let foot = shooter.arm == Arm::Infantry;
        checks.want(foot || !shooter.sharpshooters, "shooter.sharpshooters", F::InfantryOnly);
        elements(checks, book, "shooter.elements", shooter.elements);
        checks.want(shooter.arm != Arm::Artillery, "shooter.arm", F::FireOfGuns);
        checks.want(shooter.marker != Marker::Routing, "shooter.marker", F::RoutingFires);
        formation(checks, "shooter.formation", shooter.arm, shooter.formation);
        formation(checks, "target.formation", target.arm, target.formation);
    }

    fn resolve(volley: &Volley, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let shot = fire::volley(run.book, volley, &mut breakdown);
        run.tell("range", shot.band);
        loss_rows(&mut run, &shot.power)?;
        let thrown = shoot(&mut run, &shot.power, breakdown, r::ML_7_2F, None)?;
        if let Some(losses) = thrown {
            let Target { arm, formation, order, marker, shelter, .. } = volley.target;
            let nerve = Nerve { arm, formation, order, marker, shelter, aspect: volley.aspect, ..Nerve::default() };
            leads(&mut run, losses, &nerve);
        }
        run.done(thrown.is_some())
    }
}

/// Throws the dice of a power; the losses are shown once it is thrown.
fn shoot(
    run: &mut Run<'_>,
    power: &Power,
    mut breakdown: Breakdown,
    rule: Rule,
    of: Option<&'static str>,
) -> Result<Option<u16>, Vec<Fault>> {
    let throw = power.throw();
    run.tell("dice", power.dice);
    run.tell("per_die", power.per_die);
    // Without dice there is nothing to wait for.
    let sum = if power.dice == 0 { Some(0) } else { run.throw(&throw)?.map(|fall| fall.sum()) };
    if let Some(sum) = sum {
        if power.dice > 0 {
            dice_in(&mut breakdown, rule, sum);
        }
        run.tell("sum", sum);
        run.tell("after_per_die", power.after_per_die(sum));
        run.tell("total", power.total(sum).to_string());
        run.tell("losses", power.losses(sum));
    }
    run.total(of, breakdown);
    Ok(sum.map(|sum| power.losses(sum)))
}

/// Consequences of losses: elements removed, and the morale test of a unit that has lost some (ML-5.2b).
fn leads(run: &mut Run<'_>, losses: u16, target: &Nerve) {
    if losses == 0 {
        return;
    }
    run.brings::<Losses>(&LossCount { arm: target.arm, losses, counter: 0, ..Losses::example() });
    run.may_bring::<Morale>(&Nerve { elements_lost: 1, ..*target });
}

/// The distribution of the losses of a throw.
fn loss_rows(run: &mut Run<'_>, power: &Power) -> Result<(), Vec<Fault>> {
    if power.dice == 0 {
        run.row(json!({ "losses": 0 }), chance(Some(Ratio::ONE)));
        run.tell("mean_losses", Ratio::ZERO);
        return Ok(());
    }
    let dist = spread(&power.throw())?;
    for (losses, _) in dist.iter() {
        run.row(json!({ "losses": losses }), chance(Some(dist.probability(losses))));
    }
    run.tell("mean_losses", dist.mean());
    Ok(())
}

pub(super) struct ArtilleryFire;

impl Test for ArtilleryFire {
    type Book = Book;
    const NAME: &'static str = "artillery-fire";
    const RULES: &'static [Rule] = &[
        r::ML_7_3B,
        r::ML_7_3C,
        r::ML_7_3D,
        r::ML_7_3E,
        r::ML_7_3F,
        r::ML_7_3G,
        r::ML_7_3H,
        r::ML_7_3I,
        r::ML_7_3J,
        r::ML_7_3K,
        r::ML_7_3L,
        r::ML_7_3M,
        r::ML_7_3N,
        r::ML_7_3O,
        r::ML_7_3P,
        r::ML_7_3Q,
        r::ML_7_3R,
        r::ML_7_3S,
        r::ML_7_3T,
        r::ML_7_3U,
        r::ML_7_3V,
        r::ML_7_3W,
        r::ML_7_3X,
        r::ML_7_3Y,
        r::ML_7_3Z,
        r::ML_12A,
        r::ML_12C,
        r::ML_GAP_01,
        r::ML_GAP_03,
        r::ML_GAP_32,
        r::ML_GAP_65,
    ];
    type Situation = Cannonade;

    fn example() -> Cannonade {
        Cannonade {
            battery: Battery { elements: 2, class: Class::High, order: Order::Hold, ..Battery::default() },
            target: Mark { formation: Formation::AttackColumn, order: Order::Manoeuvre, ..Mark::default() },
            distance: Distance::of(10),
            ..Cannonade::default()
        }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance", "zone"]];

    fn check(book: &Book, fire: &Cannonade, checks: &mut Checks) {
        let battery = &fire.battery;
        order(checks, "battery.order", Arm::Artillery, battery.order);
        order(checks, "target.order", fire.target.arm, fire.target.order);
        elements(checks, book, "battery.elements", battery.elements);
        checks.want(battery.formation == Formation::Deployed, "battery.formation", F::FireUndeployed);
        checks.want(battery.marker != Marker::Routing, "battery.marker", F::RoutingFires);
        formation(checks, "target.formation", fire.target.arm, fire.target.formation);
        if let Some(zone) = fire.zone {
            checks.within("zone", zone, 1, 6);
        }
        let howitzers = battery.howitzers && book.options.capabilities;
        if battery.blind && book.on(r::ML_GAP_32) {
            checks.want(howitzers, "battery.blind", F::BlindWithoutHowitzers);
            let zone = fire.zone.or_else(|| guns::zone(book, battery.class, fire.distance));
            let far = zone.is_none_or(|zone| zone >= book.tables.range.blind_from_zone);
            checks.want(far, "battery.blind", F::BlindTooNear);
        }
        let held = fire.target.building != Building::None;
        let inside = matches!(fire.target.formation, Formation::NoFormation | Formation::Bastion);
        checks.want(!held || inside, "target.building", F::FormationInBuilding);
    }

    fn resolve(fire: &Cannonade, mut run: Run<'_>) -> Outcome {
        let mut laying = Breakdown::new(Self::NAME, None);
        let laid = guns::lay(run.book, fire, &mut laying);
        run.tell("zone", laid.zone);
        // In zone 1 each die is an impact without a throw (ML-7.3d).
        run.tell("impact_dice", laid.throw().map_or(0, |_| laid.impact_dice));
        artillery_rows(&mut run, fire, &laid)?;
        let impacts = match laid.throw() {
            None => Some(laid.impact_dice),
            Some(throw) => run.throw(&throw)?.map(|fall| {
                dice_in(&mut laying, r::ML_7_3C, i64::from(fall.class));
                rulebook::counted(fall.class)
            }),
        };
        run.lines(Some("impacts"), &laying);
        let mut effect = Breakdown::new(Self::NAME, None);
        let power = guns::effect(run.book, fire, laid.zone, impacts.unwrap_or(0), &mut effect);
        let Some(impacts) = impacts else {
            run.tell("per_die", power.per_die);
            run.total(Some("effect"), effect);
            return run.done(false);
        };
        run.tell("impacts", impacts);
        let losses = shoot(&mut run, &power, effect, r::ML_7_3E, Some("effect"))?;
        if let Some(losses) = losses {
            let Mark { arm, formation, order, marker, shelter, .. } = fire.target;
            let nerve = Nerve { arm, formation, order, marker, shelter, aspect: fire.aspect, ..Nerve::default() };
            leads(&mut run, losses, &nerve);
        }
        if let Some(throw) = laid.burning(impacts).filter(|_| losses.is_some())
            && let Some(fall) = run.throw(&throw)?
        {
            run.tell("burns", fall.class > 0);
        } else if laid.burns_from.is_some() && impacts == 0 {
            run.tell("burns", false);
        }
        run.done(losses.is_some())
    }
}

/// Losses over all results of the impact dice, then of the effect dice.
fn artillery_rows(run: &mut Run<'_>, fire: &Cannonade, laid: &guns::Laid) -> Result<(), Vec<Fault>> {
    let impacts: Vec<(u8, Ratio)> = match laid.throw() {
        None => vec![(laid.impact_dice, Ratio::ONE)],
        Some(throw) => {
            let dist = spread(&throw)?;
            dist.iter().map(|(n, _)| (rulebook::counted(n), dist.probability(n))).collect()
        }
    };
    let mut rows: BTreeMap<i16, Option<Ratio>> = BTreeMap::new();
    for (hits, p) in impacts {
        let power = guns::effect(run.book, fire, laid.zone, hits, &mut Quiet);
        if power.dice == 0 {
            add(&mut rows, 0, Some(p));
            continue;
        }
        let dist = spread(&power.throw())?;
        for (losses, _) in dist.iter() {
            add(&mut rows, losses, dist.probability(losses).checked_mul(p));
        }
    }
    let mut mean = Some(Ratio::ZERO);
    for (losses, p) in rows {
        let share = p.and_then(|p| p.checked_mul(Ratio::from(i64::from(losses))));
        mean = mean.zip(share).and_then(|(a, b)| a.checked_add(b));
        run.row(json!({ "losses": losses }), chance(p));
    }
    run.tell("mean_losses", mean);
    Ok(())
}

fn add(rows: &mut BTreeMap<i16, Option<Ratio>>, class: i16, p: Option<Ratio>) {
    let row = rows.entry(class).or_insert(Some(Ratio::ZERO));
    *row = row.zip(p).and_then(|(a, b)| a.checked_add(b));
}

pub(super) struct Losses;

impl Test for Losses {
    type Book = Book;
    const NAME: &'static str = "losses";
    const RULES: &'static [Rule] = &[r::ML_7_2Z, r::ML_7_2AA, r::ML_GAP_04];
    type Situation = LossCount;

    fn example() -> LossCount {
        LossCount { arm: Arm::Infantry, cohesion: Level::Standard, elements: 4, counter: 2, losses: 3 }
    }

    fn check(book: &Book, toll: &LossCount, checks: &mut Checks) {
        elements(checks, book, "elements", toll.elements);
        counter(checks, book, "counter", toll.arm, toll.counter);
    }

    fn resolve(toll: &LossCount, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let left = losses::suffer(run.book, toll, &mut breakdown);
        run.tell_all(left);
        if left.removed > 0 && !left.destroyed && run.book.on(r::ML_5_2B) {
            let LossCount { arm, cohesion, .. } = *toll;
            run.brings::<Morale>(&Nerve { arm, cohesion, elements_lost: left.removed, ..Nerve::default() });
        }
        run.total(None, breakdown);
        run.done(true)
    }
}

pub(super) struct BuildingFire;

impl Test for BuildingFire {
    type Book = Book;
    const NAME: &'static str = "building-fire";
    const RULES: &'static [Rule] = &[r::ML_12B, r::ML_GAP_57, r::ML_7_2AA];
    type Situation = Occupier;

    fn example() -> Occupier {
        Occupier { elements: 4, counter: 1, ..Occupier::default() }
    }

    fn check(book: &Book, occupier: &Occupier, checks: &mut Checks) {
        elements(checks, book, "elements", occupier.elements);
        checks.want(occupier.arm == Arm::Infantry, "arm", F::BuildingNotInfantry);
        counter(checks, book, "counter", occupier.arm, occupier.counter);
    }

    fn resolve(occupier: &Occupier, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let throw = building::dice(run.book, &mut breakdown);
        let Some(throw) = throw else {
            run.tell("losses", 0);
            run.total(None, breakdown);
            return run.done(true);
        };
        let dist = spread(&throw)?;
        for (losses, _) in dist.iter() {
            let left = building::suffer(run.book, occupier, losses.unsigned_abs(), &mut Quiet);
            let outcome = json!({ "losses": losses, "removed": left.removed, "destroyed": left.destroyed });
            run.row(outcome, chance(Some(dist.probability(losses))));
        }
        let fall = run.throw(&throw)?;
        let told = fall.is_some();
        if let Some(fall) = fall {
            dice_in(&mut breakdown, r::ML_12B, fall.sum());
            let left = building::suffer(run.book, occupier, fall.class.unsigned_abs(), &mut Quiet);
            run.tell("losses", fall.class);
            run.tell_all(left);
        }
        run.total(None, breakdown);
        run.done(told)
    }
}
