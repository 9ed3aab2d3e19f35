//! Officers, and the activation numbers of the option of chapter 11.

use super::{Checks, Outcome, Run, Test, chance, highest_threshold, spread};
use crate::resolve::activation::{self, Waiting};
use crate::resolve::officers::{self, Exposure, Touch, Vacancy};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Status};
use dice::{Ratio, Throw};
use game::{Breakdown, Fault, Quiet, Rule};
use rulebook::dice_in;
use serde_json::json;
use std::collections::BTreeMap;

pub(super) struct OfficerLoss;

/// The chance that a general is lost with this many losses, over all dice.
fn fall_of_general(book: &Book, losses: u8) -> Result<Option<Ratio>, Vec<Fault>> {
    let Some(risk) = officers::risk(book, u16::from(losses), &mut Quiet) else { return Ok(Some(Ratio::ZERO)) };
    let dice = rulebook::saturated::<i16, _>(risk.dice_count());
    let dist = spread(&risk)?;
    let mut lost = Some(Ratio::ZERO);
    for (spared, _) in dist.iter() {
        let times = rulebook::counted(dice - spared);
        let Some(blow) = officers::blow(book, times, &mut Quiet) else { continue };
        let hit = spread(&blow)?.probability(0);
        let part = hit.checked_mul(dist.probability(spared));
        lost = lost.zip(part).and_then(|(a, b)| a.checked_add(b));
    }
    Ok(lost)
}

impl Test for OfficerLoss {
    type Book = Book;
    const NAME: &'static str = "officer-loss";
    const RULES: &'static [Rule] = &[r::ML_10A, r::ML_10B, r::ML_GAP_36];
    type Situation = Exposure;

    fn example() -> Exposure {
        Exposure { losses: 2 }
    }

    fn check(book: &Book, exposure: &Exposure, checks: &mut Checks) {
        // With more losses the unit is destroyed, however strong and steady.
        let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery].map(|arm| highest_threshold(book, arm));
        let threshold = arms.into_iter().max().unwrap_or_default();
        let most = i64::from(threshold) * i64::from(book.tables.element.most_in_unit);
        checks.within("losses", exposure.losses, 0, most);
    }

    fn resolve(exposure: &Exposure, mut run: Run<'_>) -> Outcome {
        let lost = fall_of_general(run.book, exposure.losses)?;
        let spared = lost.and_then(|lost| Ratio::ONE.checked_sub(lost));
        run.row(json!({ "lost": true }), chance(lost));
        run.row(json!({ "lost": false }), chance(spared));
        run.tell("chance", lost);
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let Some(risk) = officers::risk(run.book, u16::from(exposure.losses), &mut breakdown) else {
            run.tell("lost", false);
            return run.done(true);
        };
        let fall = run.throw(&risk)?;
        let Some(fall) = fall else {
            run.lines(Some("risk"), &breakdown);
            return run.done(false);
        };
        let times = rulebook::saturated::<u8, _>(fall.faces.len()).saturating_sub(rulebook::counted(fall.class));
        dice_in(&mut breakdown, r::ML_10A, i64::from(times));
        run.lines(Some("risk"), &breakdown);
        run.tell("at_risk", times);
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let hit = match officers::blow(run.book, times, &mut breakdown) {
            Some(throw) => run.throw(&throw)?.is_some_and(|fall| fall.class == 0),
            None => false,
        };
        run.lines(Some("blow"), &breakdown);
        run.tell("lost", hit);
        run.done(true)
    }
}

pub(super) struct Replacement;

impl Test for Replacement {
    type Book = Book;
    const NAME: &'static str = "replacement";
    const RULES: &'static [Rule] = &[r::ML_10C, r::ML_GAP_36];
    type Situation = Vacancy;

    fn example() -> Vacancy {
        Vacancy { lost_in_turn: 3 }
    }

    fn check(_: &Book, _: &Vacancy, _: &mut Checks) {}

    fn resolve(vacancy: &Vacancy, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        run.tell("from_turn", officers::replaced_in(book, vacancy.lost_in_turn));
        run.tell("charisma", 0);
        by_face(&mut run, "competence", |face| officers::replacement(book, face).map(i64::from))?;
        let fall = run.throw(&Throw::d6(1))?;
        let told = fall.is_some();
        if let Some(fall) = fall {
            let face = fall.face();
            run.tell("competence", officers::replacement(book, face));
        }
        run.done(told)
    }
}

/// The distribution of a figure read from one die.
fn by_face(run: &mut Run<'_>, name: &str, read: impl Fn(u8) -> Option<i64>) -> Result<(), Vec<Fault>> {
    let mut rows: BTreeMap<Option<i64>, u128> = BTreeMap::new();
    for face in 1..=6 {
        *rows.entry(read(face)).or_default() += 1;
    }
    for (value, falls) in rows {
        run.row(json!({ name: value }), chance(Ratio::of(falls, 6)));
    }
    Ok(())
}

pub(super) struct Capture;

impl Test for Capture {
    type Book = Book;
    const NAME: &'static str = "capture";
    const RULES: &'static [Rule] = &[r::ML_10E];
    type Situation = Touch;

    fn example() -> Touch {
        Touch { enemy: Arm::Cavalry }
    }

    fn check(_: &Book, _: &Touch, _: &mut Checks) {}

    fn resolve(touch: &Touch, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let Some(throw) = officers::escape(run.book, touch, &mut breakdown) else {
            run.tell("escapes", true);
            return run.done(true);
        };
        let dist = spread(&throw)?;
        for escapes in [true, false] {
            run.row(json!({ "escapes": escapes }), chance(Some(dist.probability(i16::from(escapes)))));
        }
        let fall = run.throw(&throw)?;
        let told = fall.is_some();
        if let Some(fall) = fall {
            dice_in(&mut breakdown, r::ML_10E, fall.sum());
            run.tell("escapes", fall.class > 0);
        }
        run.total(None, breakdown);
        run.done(told)
    }
}

pub(super) struct Activation;

impl Test for Activation {
    type Book = Book;
    const NAME: &'static str = "activation";
    const RULES: &'static [Rule] = &[r::ML_11A, r::ML_1_4F];
    type Situation = Waiting;

    fn example() -> Waiting {
        Waiting { status: Status::Elite }
    }

    fn check(_: &Book, _: &Waiting, _: &mut Checks) {}

    fn resolve(waiting: &Waiting, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let throw = activation::dice(book, waiting, &mut breakdown);
        by_face(&mut run, "number", |face| Some(i64::from(activation::number(book, waiting, face))))?;
        let fall = run.throw(&throw)?;
        let told = fall.is_some();
        if let Some(fall) = fall {
            let face = fall.face();
            let number = activation::number(book, waiting, face);
            // The die is read as a d3, so the lines show that.
            let d3 = activation::number(book, &Waiting { status: Status::Elite }, face);
            dice_in(&mut breakdown, r::ML_11A, i64::from(d3));
            run.tell("d3", d3);
            run.tell("number", number);
        }
        run.total(None, breakdown);
        run.done(told)
    }
}
