//! Fire, its losses, permission to fire, duels.

use super::nerve_forms::MoraleTest;
use super::{Checks, Outcome, Run, Test, check_body, check_threats};
use crate::resolve::fire::duel::{self, Duel, Duellist};
use crate::resolve::fire::permission::FireRight;
use crate::resolve::fire::volley::{AllTold, FireBout, FireEnd, FireMorale};
use crate::resolve::fire::{self, Fire, FireKind, Laid, Shot};
use crate::resolve::morale::{self, Nerve};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Ability, Arm, Body, Column, Cover, Formation, Guns, Order};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Losses, Ud};
use dice::Ratio;
use game::{Breakdown, Chance, Defaults, Fault, Rule, odds};
use rulebook::assistant::{count, spread};
use rulebook::dice_in;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

const ROWS: &[Rule] = &[
    r::BE_POR_01,
    r::BE_POR_07,
    r::BE_TIR_01,
    r::BE_TIR_03,
    r::BE_TIR_04,
    r::BE_TIR_05,
    r::BE_TIR_06,
    r::BE_TIR_07,
    r::BE_TIR_08,
    r::BE_TIR_09,
    r::BE_TIR_10,
    r::BE_TIR_11,
    r::BE_TIR_12,
    r::BE_TIR_13,
    r::BE_TIR_14,
    r::BE_TIR_15,
    r::BE_TIR_16,
    r::BE_TIR_17,
    r::BE_TIR_18,
    r::BE_TIR_19,
    r::BE_TIR_20,
    r::BE_TIR_21,
    r::BE_TIR_22,
    r::BE_TIR_23,
    r::BE_TIR_24,
    r::BE_TIR_25,
    r::BE_TIR_26,
    r::BE_TIR_27,
    r::BE_GAP_51,
    r::BE_GAP_52,
    r::BE_GAP_53,
    r::BE_GAP_54,
];

fn battery() -> Body {
    Body { arm: Arm::Artillery, guns: Guns::EightNine, formation: Formation::Deployed, ..Body::default() }
}

fn check_fire(book: &Book, place: &str, fire: &Fire, checks: &mut Checks) {
    check_body(book, &format!("{place}shooter"), &fire.shooter, checks);
    check_body(book, &format!("{place}target"), &fire.target, checks);
    check_threats(place, fire.threatened, fire.threatened_by_cavalry, checks);
    let opens = matches!(fire.kind, FireKind::First | FireKind::Opportunity);
    let marked = opens && fire.shooter.marker && book.on(r::BE_MA_05);
    checks.want(!marked, &format!("{place}shooter.marker"), F::MarkedOpensFire);
    let shrapnel = fire.shot == Shot::Round || fire.shooter.has(Ability::Shrapnel);
    checks.want(shrapnel, &format!("{place}shot"), F::NoShrapnel);
}

/// An impossible fire: its dice have no effect, and the reason is shown.
fn no_fire(run: &mut Run<'_>, fire: &Fire, dice: usize) {
    let bar = fire::barred(run.book, fire);
    for _ in 0..dice {
        if !matches!(run.throw(&dice::Throw::d6(1)), Ok(Some(_))) {
            break;
        }
    }
    run.tell("losses", Losses::NONE);
    run.tell("why", bar.why);
    run.tell("by", bar.rule.id);
}

pub(super) struct FireTest;

impl Test for FireTest {
    type Book = Book;
    const NAME: &'static str = "fire";
    const RULES: &'static [Rule] = ROWS;
    type Situation = Fire;

    fn example() -> Fire {
        Fire {
            shooter: battery(),
            target: Body { formation: Formation::Column, ..Body::default() },
            distance: Ud::of(8),
            stationary: true,
            cover: Cover::Light,
            ..Fire::default()
        }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(book: &Book, fire: &Fire, checks: &mut Checks) {
        check_fire(book, "", fire, checks);
    }

    fn resolve(fire: &Fire, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let Some(laid) = fire::lay(run.book, fire, &mut breakdown) else {
            no_fire(&mut run, fire, 1);
            run.tell("mean_losses", Ratio::ZERO);
            run.row(json!({ "losses": Losses::NONE }), Chance::Exact(Ratio::ONE));
            return run.done(false);
        };
        tell_laid(&mut run, &laid)?;
        let fall = run.throw(&laid.throw)?;
        let told = fall.is_some();
        if let Some(fall) = &fall {
            dice_in(&mut breakdown, r::BE_TIR_01, fall.sum());
            let losses = laid.losses(fall.class);
            run.tell("losses", losses);
            let whole = FireMorale { fire: *fire, nerve: Nerve::default() };
            if !whole.eliminates(run.book, losses) && duel::shaken(run.book, fire.target.losses, losses) {
                run.brings::<MoraleTest>(&whole.test(run.book, losses, false));
            }
        }
        run.total(None, breakdown);
        run.done(told)
    }
}

/// Shows a fire before its die: band, column, modifier, and the distribution of its losses.
fn tell_laid(run: &mut Run<'_>, laid: &Laid) -> Result<(), Vec<Fault>> {
    run.tell("weapon", laid.aim.weapon);
    run.tell("band", laid.aim.band);
    run.tell("column", laid.aim.column);
    run.tell("modifier", laid.modifier);
    let dist = spread(&laid.throw)?;
    let mut rows: Vec<(Losses, Chance)> = Vec::new();
    for (class, _) in dist.iter() {
        count(&mut rows, laid.losses(class), Chance::Exact(dist.probability(class)));
    }
    let mean = rows.iter().try_fold(Ratio::ZERO, |mean, (losses, p)| {
        let worth = Ratio::new(i128::from(losses.in_halves()), 2)?;
        mean.checked_add(worth.checked_mul(p.exact()?)?)
    });
    for (losses, p) in rows {
        run.row(json!({ "losses": losses }), p);
    }
    run.tell("mean_losses", mean);
    Ok(())
}

/// A score in a column.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Score {
    column: Column,
    /// The die with its modifiers.
    score: i16,
}

pub(super) struct LossTest;

impl Test for LossTest {
    type Book = Book;
    const NAME: &'static str = "losses";
    const RULES: &'static [Rule] = &[r::BE_TIR_03, r::BE_TIR_28, r::BE_GAP_52];
    type Situation = Score;

    fn example() -> Score {
        Score { column: Column::B, score: 7 }
    }

    fn check(_: &Book, _: &Score, _: &mut Checks) {}

    fn resolve(score: &Score, mut run: Run<'_>) -> Outcome {
        run.tell("losses", fire::losses_of(run.book, score.column, score.score));
        run.done(false)
    }
}

pub(super) struct RightToFire;

impl Test for RightToFire {
    type Book = Book;
    const NAME: &'static str = "fire-right";
    const RULES: &'static [Rule] = &[r::BE_ORD_06, r::BE_MA_05, r::BE_POR_07, r::BE_GAP_20, r::BE_GAP_98];
    type Situation = FireRight;

    fn example() -> FireRight {
        FireRight { unit: battery(), order: Order::Manoeuvre, distance: Ud::of(8), on_hill: false }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(book: &Book, s: &FireRight, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
    }

    fn resolve(s: &FireRight, mut run: Run<'_>) -> Outcome {
        let judged = s.judge(run.book);
        run.tell("allowed", judged.is_ok());
        run.tell("band", s.band(run.book));
        run.tell("volley", s.volley(run.book));
        if let Err(bar) = judged {
            run.tell("why", bar.why);
            run.tell("by", bar.rule.id);
        }
        run.done(false)
    }
}

pub(super) struct DuelTest;

impl Test for DuelTest {
    type Book = Book;
    const NAME: &'static str = "duel";
    const RULES: &'static [Rule] = &[r::BE_MOR_06, r::BE_GAP_73];
    type Situation = Duel;

    fn example() -> Duel {
        let side = |halves, morale| Duellist { before: Losses::NONE, suffered: Losses::halves(halves), morale };
        Duel { active: side(2, 3), passive: side(3, 4) }
    }

    fn check(_: &Book, s: &Duel, checks: &mut Checks) {
        checks.within("active.morale", s.active.morale, 1, 6);
        checks.within("passive.morale", s.passive.morale, 1, 6);
    }

    fn resolve(s: &Duel, mut run: Run<'_>) -> Outcome {
        run.tell("tests", duel::tests(run.book, s));
        run.done(false)
    }
}

pub(super) struct WholeFire;

impl Test for WholeFire {
    type Book = Book;
    const NAME: &'static str = "fire-morale";
    const RULES: &'static [Rule] = &[r::BE_TIR_01, r::BE_MOR_01, r::BE_GAP_73, r::BE_GAP_74];
    type Situation = FireMorale;

    fn example() -> FireMorale {
        FireMorale { fire: FireTest::example(), nerve: Nerve { supported: true, ..Nerve::default() } }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["fire.distance"]];

    fn check(book: &Book, s: &FireMorale, checks: &mut Checks) {
        check_fire(book, "fire.", &s.fire, checks);
        check_threats("nerve.", s.nerve.threatened, s.nerve.threatened_by_cavalry, checks);
    }

    fn resolve(s: &FireMorale, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let all =
            odds(&FireBout::new(book, s), &AllTold, &Defaults).map_err(|error| vec![Fault::at("fire", &error)])?;
        for (end, p) in &all.rows {
            run.row(end, *p);
        }
        tell_chance(&mut run, "chance_of_test", all.chance_of(|end: &FireEnd| end.tests));
        tell_chance(&mut run, "chance_of_failure", all.chance_of(|end: &FireEnd| !end.passed));
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let Some(laid) = fire::lay(book, &s.fire, &mut breakdown) else {
            no_fire(&mut run, &s.fire, 2);
            run.tell("tests", false);
            return run.done(false);
        };
        run.tell("column", laid.aim.column);
        run.tell("modifier", laid.modifier);
        let fall = run.throw(&laid.throw)?;
        if let Some(fall) = &fall {
            dice_in(&mut breakdown, r::BE_TIR_01, fall.sum());
        }
        run.lines(Some("fire"), &breakdown);
        let Some(fall) = fall else { return run.done(false) };
        let losses = laid.losses(fall.class);
        let mut general_lost = false;
        let mut breakdown = Breakdown::new(Self::NAME, None);
        if let Some(risk) = s.risk(book, &mut breakdown) {
            let fall = run.throw(&risk)?;
            if let Some(fall) = &fall {
                dice_in(&mut breakdown, r::BE_GEN_01, fall.sum());
                general_lost = fall.class > 0;
                run.tell("general_lost", general_lost);
            }
            run.lines(Some("general"), &breakdown);
            if fall.is_none() {
                return run.done(false);
            }
        }
        let eliminated = s.eliminates(book, losses);
        let tests = !eliminated && duel::shaken(book, s.fire.target.losses, losses);
        run.tell("losses", losses);
        run.tell("eliminated", eliminated);
        run.tell("tests", tests);
        if !tests {
            return run.done(false);
        }
        let test = s.test(book, losses, general_lost);
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let (_, throw) = morale::test(book, &test, &mut breakdown);
        let fall = run.throw(&throw)?;
        let told = fall.is_some();
        if let Some(fall) = fall {
            dice_in(&mut breakdown, r::BE_MOR_01, fall.sum());
            run.tell("passed", fall.class > 0);
            run.tell("on_failure", morale::failure(book, &test));
        }
        run.total(Some("morale"), breakdown);
        run.done(told)
    }
}

/// Shows a chance; as a ratio if it is exact.
fn tell_chance(run: &mut Run<'_>, name: &str, chance: Chance) {
    match chance {
        Chance::Exact(p) => run.tell(name, p),
        Chance::Near { .. } => run.tell(name, chance),
    }
}
