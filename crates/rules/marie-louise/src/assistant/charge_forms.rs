//! Impact, melee, pursuit and reach.

use super::lists::check_march;
use super::nerve_forms::check_nerve;
use super::{Checks, Outcome, Run, Test, chance, counter, elements, heights, spread};
use crate::Distance;
use crate::resolve::impact::{self, Fighter, Footing, Impact, Verdict, Who};
use crate::resolve::melee::{self, Brawler, Round};
use crate::resolve::movement::March;
use crate::resolve::pursuit::{self, Pursuit};
use crate::resolve::reach::{self, Dash};
use crate::resolve::reaction::Reaction;
use crate::resolve::score::Power;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Aspect, Class, Formation, Level, Marker, Order, Rank};
use crate::terms::situation_fault::SituationFault as F;
use dice::Ratio;
use game::{Breakdown, Chance, Fault, Line, Op, Rule};
use rulebook::dice_in;
use serde_json::json;
use std::collections::BTreeMap;

/// Checks a unit at an impact.
pub(super) fn check_fighter(book: &Book, place: &str, fighter: &Fighter, checks: &mut Checks) {
    check_nerve(book, place, &fighter.nerve(), checks);
    let horse = fighter.arm == Arm::Cavalry;
    checks.want(horse || !fighter.cuirassed, &format!("{place}.cuirassed"), F::CavalryOnly);
    checks.want(horse || !fighter.lances, &format!("{place}.lances"), F::CavalryOnly);
}

pub(super) struct ImpactTest;

impl Test for ImpactTest {
    type Book = Book;
    const NAME: &'static str = "impact";
    const RULES: &'static [Rule] = &[
        r::ML_8_3B,
        r::ML_8_3C,
        r::ML_8_3D,
        r::ML_8_3E,
        r::ML_8_3F,
        r::ML_8_3G,
        r::ML_8_3H,
        r::ML_8_3I,
        r::ML_8_3J,
        r::ML_8_3K,
        r::ML_8_3L,
        r::ML_8_3M,
        r::ML_9A,
        r::ML_GAP_24,
        r::ML_GAP_46,
        r::ML_GAP_47,
    ];
    type Situation = Impact;

    fn example() -> Impact {
        Impact {
            attacker: Fighter {
                arm: Arm::Cavalry,
                class: Class::High,
                cohesion: Level::Superior,
                order: Order::Charge,
                cuirassed: true,
                ..Fighter::default()
            },
            defender: Fighter { order: Order::Hold, flanks_supported: 1, ground: Footing::Firm, ..Fighter::default() },
        }
    }

    fn check(book: &Book, impact: &Impact, checks: &mut Checks) {
        check_fighter(book, "attacker", &impact.attacker, checks);
        check_fighter(book, "defender", &impact.defender, checks);
        heights(checks, impact.attacker.lower, impact.defender.lower);
        let routing = |fighter: &Fighter| fighter.marker == Marker::Routing;
        checks.want(!routing(&impact.attacker), "attacker.marker", F::RoutingCharges);
        // A charger with a marker is broken (ML-8.1k), and a charger has no attacker in flank (ML-GAP-35).
        let broken = matches!(impact.attacker.marker, Marker::Hesitant | Marker::Shaken) && book.on(r::ML_1_10D);
        checks.want(!broken, "attacker.marker", F::MarkedCharges);
        let ahead = impact.attacker.aspect == Aspect::Front || !book.on(r::ML_GAP_35);
        checks.want(ahead, "attacker.aspect", F::ChargerNotInFront);
        let removed = !(routing(&impact.defender) && book.on(r::ML_8_3A));
        checks.want(removed, "defender.marker", F::RoutingAtContact);
        let battery = impact.attacker.arm == Arm::Artillery;
        checks.want(!battery, "attacker.arm", F::GunsCharge);
        let limbered = impact.defender.formation == Formation::Limbered;
        let gunners = impact.defender.arm == Arm::Artillery && !limbered && book.on(r::ML_8_7D);
        checks.want(!gunners, "defender.arm", F::GunnersAtContact);
        let team = impact.defender.arm == Arm::Artillery && limbered && book.on(r::ML_8_7E);
        checks.want(!team, "defender.arm", F::LimberedAtContact);
    }

    fn resolve(impact: &Impact, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let Impact { attacker, defender } = impact;
        let mut own = Breakdown::new(Self::NAME, None);
        let mut his = Breakdown::new(Self::NAME, None);
        let plus = impact::modifiers(book, attacker, defender, &mut own);
        let minus = impact::modifiers(book, defender, attacker, &mut his);
        run.tell("attacker_modifier", plus);
        run.tell("defender_modifier", minus);
        run.tell("gap", plus - minus);
        let throw = impact::dice(book);
        // One row per difference: only the difference of the scores counts.
        let dist = spread(&throw)?;
        let mut rows: BTreeMap<Verdict, Chance> = BTreeMap::new();
        for (difference, _) in dist.iter() {
            let verdict = impact::compare(book, plus - minus + difference, 0);
            let row = rows.entry(verdict).or_insert(Chance::NEVER);
            *row = row.or(Chance::Exact(dist.probability(difference)));
        }
        let mut chances = [Chance::NEVER; 3];
        let mut recoils = [Some(Ratio::ZERO); 2];
        for (verdict, p) in &rows {
            let (outcome, place) = match verdict {
                Verdict::Melee => (json!({ "winner": "melee" }), 2),
                Verdict::Beaten { loser, recoil } => {
                    let place = *loser as usize;
                    let weighed = p.exact().and_then(|p| p.checked_mul(Ratio::from(i64::from(*recoil))));
                    recoils[place] = weighed.zip(recoils[place]).and_then(|(more, sum)| sum.checked_add(more));
                    let marker = if *loser == Who::Attacker { attacker.marker } else { defender.marker };
                    let after = impact::loser(book, marker);
                    (json!({ "winner": loser.other(), "recoil": recoil, "loser_after": after }), place)
                }
            };
            chances[place] = chances[place].or(*p);
            run.row(outcome, *p);
        }
        let chances = chances.map(Chance::exact);
        let mean_recoil = |place: usize| recoils[place]?.checked_div(chances[place]?);
        // The attacker wins where the defender loses.
        run.tell("chances", json!({ "attacker": chances[1], "melee": chances[2], "defender": chances[0] }));
        run.tell("mean_recoil_defender", mean_recoil(1));
        run.tell("mean_recoil_attacker", mean_recoil(0));
        let fall = run.throw(&throw)?;
        let told = fall.is_some();
        if let Some(fall) = &fall {
            let (a, d) = match fall.faces.as_slice() {
                [a, b, c, d] => (i16::from(*a) - i16::from(*b), i16::from(*c) - i16::from(*d)),
                _ => (0, 0),
            };
            for (breakdown, score) in [(&mut own, a), (&mut his, d)] {
                breakdown.lines.push(Line::new(r::ML_8_3B, Op::Throw(1)));
                breakdown.lines.push(Line::new(r::ML_8_3B, Op::Throw(-1)));
                dice_in(breakdown, r::ML_8_3B, i64::from(score));
            }
            run.tell("attacker_score", plus + a);
            run.tell("defender_score", minus + d);
            match impact::compare(book, plus + a, minus + d) {
                Verdict::Melee => run.tell("winner", "melee"),
                Verdict::Beaten { loser, recoil } => {
                    let marker = if loser == Who::Attacker { attacker.marker } else { defender.marker };
                    run.tell("winner", loser.other());
                    run.tell("loser", loser);
                    run.tell("recoil", recoil);
                    run.tell("loser_after", impact::loser(book, marker));
                    run.tell("loser_disorganised", true);
                }
            }
        }
        // Each side has its own score, shown above: there is no common total.
        run.lines(Some("attacker"), &own);
        run.lines(Some("defender"), &his);
        run.done(told)
    }
}

pub(super) struct MeleeRound;

impl Test for MeleeRound {
    type Book = Book;
    const NAME: &'static str = "melee";
    const RULES: &'static [Rule] = &[r::ML_9B, r::ML_9C, r::ML_9D, r::ML_9E, r::ML_9F, r::ML_7_2AA, r::ML_GAP_01];
    type Situation = Round;

    fn example() -> Round {
        Round {
            attacker: Brawler { class: Class::High, elements: 4, ..Brawler::default() },
            defender: Brawler { elements: 4, counter: 2, ..Brawler::default() },
        }
    }

    fn check(book: &Book, round: &Round, checks: &mut Checks) {
        for (place, unit) in [("attacker", &round.attacker), ("defender", &round.defender)] {
            elements(checks, book, &format!("{place}.elements"), unit.elements);
            counter(checks, book, &format!("{place}.counter"), unit.arm, unit.counter);
            checks.want(unit.marker != Marker::Routing, &format!("{place}.marker"), F::RoutingInMelee);
            let lances = unit.arm == Arm::Cavalry || !unit.lances;
            checks.want(lances, &format!("{place}.lances"), F::CavalryOnly);
        }
    }

    fn resolve(round: &Round, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let sides = [("attacker", &round.attacker), ("defender", &round.defender)];
        let mut breakdowns = [Breakdown::new(Self::NAME, None), Breakdown::new(Self::NAME, None)];
        let powers = [0, 1].map(|side| melee::power(book, sides[side].1, &mut breakdowns[side]));
        melee_rows(&mut run, &powers)?;
        let mut losses = [0_u16; 2];
        let mut told = true;
        for side in 0..2 {
            let (name, power) = (sides[side].0, &powers[side]);
            let fall = run.throw(&power.throw())?;
            let mut report = json!({
                "per_die": power.per_die,
                "dice": power.dice,
                "factor": game::Exact { num: i64::from(power.times), den: i64::from(power.over) }.to_string(),
            });
            if let (Some(fall), Some(map)) = (&fall, report.as_object_mut()) {
                let sum = fall.sum();
                dice_in(&mut breakdowns[side], r::ML_9B, sum);
                losses[1 - side] = power.losses(sum);
                map.insert("sum".to_owned(), json!(sum));
                map.insert("after_per_die".to_owned(), json!(power.after_per_die(sum)));
                map.insert("total".to_owned(), json!(power.total(sum).to_string()));
                map.insert("inflicts".to_owned(), json!(power.losses(sum)));
            }
            told &= fall.is_some();
            run.tell(name, report);
        }
        if told {
            for (side, after) in [(0, "attacker_after"), (1, "defender_after")] {
                run.tell(after, melee::suffer(book, sides[side].1, losses[side]));
            }
        }
        // Each side has its own total, shown above.
        let [own, his] = breakdowns;
        run.lines(Some("attacker"), &own);
        run.lines(Some("defender"), &his);
        run.done(told)
    }
}

fn melee_rows(run: &mut Run<'_>, powers: &[Power; 2]) -> Result<(), Vec<Fault>> {
    let dists = [spread(&powers[0].throw())?, spread(&powers[1].throw())?];
    for (inflicted, _) in dists[0].iter() {
        for (suffered, _) in dists[1].iter() {
            let p = dists[0].probability(inflicted).checked_mul(dists[1].probability(suffered));
            run.row(json!({ "attacker_loses": suffered, "defender_loses": inflicted }), chance(p));
        }
    }
    Ok(())
}

pub(super) struct ChargeBonus;

impl Test for ChargeBonus {
    type Book = Book;
    const NAME: &'static str = "charge-bonus";
    const RULES: &'static [Rule] = &[
        r::ML_8_1D,
        r::ML_8_1F,
        r::ML_8_2A,
        r::ML_8_2B,
        r::ML_8_4I,
        r::ML_GAP_25,
        r::ML_GAP_27,
        r::ML_GAP_61,
        r::ML_6A,
    ];
    type Situation = Dash;

    fn example() -> Dash {
        let unit = March { arm: Arm::Cavalry, class: Class::High, ..March::default() };
        Dash { unit, distance: Distance::of(21), bonus: true, ..Dash::default() }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(_: &Book, dash: &Dash, checks: &mut Checks) {
        checks.want(dash.unit.arm != Arm::Artillery, "unit.arm", F::GunsCharge);
        if dash.unit.arm != Arm::Artillery {
            check_march("unit.", &dash.unit, checks);
        }
        checks.want(!dash.unit.general, "unit.general", F::GeneralCharges);
        let charged = dash.charged_last_turn || !dash.melee_last_turn;
        checks.want(charged, "melee_last_turn", F::MeleeWithoutCharge);
    }

    fn resolve(dash: &Dash, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let reach = reach::reach(run.book, dash, &mut breakdown);
        run.tell("may_charge", reach.may_charge);
        run.tell("allowance", reach.allowance);
        run.tell("bonus_dice", reach.bonus_dice);
        run.tell("disorganised", reach.disorganised);
        run.tell("needed", reach.needed);
        let Some(throw) = reach.throw() else {
            run.row(json!({ "bonus": 0, "reaches": reach.reaches(0) }), Chance::CERTAIN);
            run.tell("reaches", reach.reaches(0));
            run.tell("chance", Ratio::from(i64::from(reach.reaches(0))));
            run.tell("reach", reach.with_bonus(0));
            run.lines(None, &breakdown);
            return run.done(true);
        };
        let dist = spread(&throw)?;
        let mut reached = Chance::NEVER;
        for (bonus, _) in dist.iter() {
            let p = Chance::Exact(dist.probability(bonus));
            let reaches = reach.reaches(bonus.unsigned_abs());
            if reaches {
                reached = reached.or(p);
            }
            run.row(json!({ "bonus": bonus, "reaches": reaches }), p);
        }
        run.tell("chance", reached.exact());
        let fall = run.throw(&throw)?;
        let told = fall.is_some();
        if let Some(fall) = fall {
            let bonus = fall.class.unsigned_abs();
            dice_in(&mut breakdown, r::ML_8_2A, i64::from(bonus));
            run.tell("bonus", bonus);
            run.tell("reach", reach.with_bonus(bonus));
            run.tell("reaches", reach.reaches(bonus));
        }
        run.total(None, breakdown);
        run.done(told)
    }
}

pub(super) struct PursuitTest;

impl Test for PursuitTest {
    type Book = Book;
    const NAME: &'static str = "pursuit";
    const RULES: &'static [Rule] = &[
        r::ML_8_4A,
        r::ML_8_4B,
        r::ML_8_4C,
        r::ML_8_4D,
        r::ML_8_4E,
        r::ML_8_4F,
        r::ML_8_4H,
        r::ML_GAP_26,
        r::ML_GAP_60,
    ];
    type Situation = Pursuit;

    fn example() -> Pursuit {
        Pursuit {
            unit: Reaction { general: Some(Rank::Brigade), ..Reaction::default() },
            allowance: Distance::of(14),
            moved: Distance::of(8),
            recoil: Distance::of(4),
            loser: Marker::Shaken,
            ..Pursuit::default()
        }
    }

    fn check(_: &Book, pursuit: &Pursuit, checks: &mut Checks) {
        let most = pursuit.allowance.plus(pursuit.bonus);
        checks.want(pursuit.moved <= most, "moved", F::MoreThanAllowance);
        let marked = matches!(pursuit.loser, Marker::Shaken | Marker::Routing) || pursuit.loser_eliminated;
        checks.want(marked, "loser", F::LoserUnmarked);
        checks.want(!pursuit.unit.charged, "unit.charged", F::PursuerCharged);
    }

    fn resolve(situation: &Pursuit, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let check = pursuit::test(book, situation, &mut breakdown);
        let outcome = |passed: Option<bool>| {
            let on = pursuit::goes_on(book, situation, passed);
            let (chase, advance) = pursuit::chase(book, situation, on);
            json!({ "passed": passed, "goes_on": on, "result": chase, "advance": advance })
        };
        run.tell("remaining", situation.remaining());
        let passed = match check {
            None => {
                run.row(outcome(None), Chance::CERTAIN);
                Some(None)
            }
            Some(check) if check.automatic => {
                run.row(outcome(Some(true)), Chance::CERTAIN);
                Some(Some(true))
            }
            Some(check) => {
                let throw = check.throw().unwrap_or_default();
                let dist = spread(&throw)?;
                for passed in [true, false] {
                    let p = dist.probability(i16::from(passed));
                    run.row(outcome(Some(passed)), Chance::Exact(p));
                }
                run.throw(&throw)?.map(|fall| {
                    dice_in(&mut breakdown, r::ML_5_1B, fall.sum());
                    Some(fall.class > 0)
                })
            }
        };
        if let Some(passed) = passed {
            run.tell_all(outcome(passed));
        }
        run.total(None, breakdown);
        run.done(passed.is_some_and(|passed| passed.is_some()))
    }
}
