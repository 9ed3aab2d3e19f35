//! Officers and their written orders.

use super::{Checks, Outcome, Test, TestRun, limits, most_losses, object, rows};
use crate::Distance;
use crate::resolve::command::{
    InMelee, NoteRide, OfficerFate, UnderFire, fate_in_melee, fate_under_fire, note_time, throw_under_fire, watched,
};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use dice::Throw;
use game::{Breakdown, Line, Op, Quiet, Rule};
use serde_json::json;

pub(super) struct OfficerUnderFire;

impl Test for OfficerUnderFire {
    type Book = Book;
    const NAME: &'static str = "officer-under-fire";
    const RULES: &'static [Rule] = &[r::LA_GEN_01, r::LA_GEN_02, r::LA_GEN_03, r::LA_GEN_04, r::LA_GAP_42];
    type Situation = UnderFire;

    fn example() -> UnderFire {
        UnderFire::default()
    }

    fn check(book: &Book, s: &UnderFire, checks: &mut Checks) {
        limits::check(s, checks);
        let most = most_losses(book, s.figures);
        checks.want(s.alone || u32::from(s.losses) <= most, "losses", F::LossesBeyondUnit { most: most.into() });
    }

    fn resolve(s: &UnderFire, mut run: TestRun<'_>) -> Outcome {
        let book = run.book;
        let seen = watched(book, s);
        run.tell_all(seen);
        if !seen.tested {
            return run.done(true);
        }
        let dice = throw_under_fire(book);
        rows(&mut run, &dice, |class| object([("fate", json!(fate_under_fire(book, class)))]))?;
        let mut breakdown = Breakdown::new(Self::NAME, None);
        breakdown.lines.push(Line::new(r::LA_GEN_04, Op::Throw(2)));
        let fall = run.throw(&dice)?;
        if let Some(fall) = &fall {
            breakdown.lines.push(Line::new(r::LA_GEN_04, Op::Dice(fall.sum())));
            run.tell("fate", fate_under_fire(book, fall.class));
        }
        run.total(None, breakdown);
        run.done(fall.is_some())
    }
}

pub(super) struct OfficerInMelee;

impl Test for OfficerInMelee {
    type Book = Book;
    const NAME: &'static str = "officer-in-melee";
    const RULES: &'static [Rule] = &[r::LA_GEN_07, r::LA_GAP_42];
    type Situation = InMelee;

    fn example() -> InMelee {
        InMelee::default()
    }

    fn check(book: &Book, s: &InMelee, checks: &mut Checks) {
        limits::check(s, checks);
        let most = most_losses(book, s.figures);
        checks.want(u32::from(s.losses) <= most, "losses", F::LossesBeyondUnit { most: most.into() });
    }

    fn resolve(s: &InMelee, mut run: TestRun<'_>) -> Outcome {
        let book = run.book;
        let dice = Throw::d6(1);
        let fate = |class: i16| fate_in_melee(book, s, rulebook::counted(class), &mut Quiet);
        rows(&mut run, &dice, |class| object([("fate", json!(fate(class)))]))?;
        run.tell("by_face", (1..=6).map(fate).collect::<Vec<OfficerFate>>());
        let mut breakdown = Breakdown::new(Self::NAME, None);
        breakdown.lines.push(Line::new(r::LA_GEN_07, Op::Throw(1)));
        let fall = run.throw(&dice)?;
        if let Some(fall) = &fall {
            breakdown.lines.push(Line::new(r::LA_GEN_07, Op::Dice(fall.sum())));
            run.tell("fate", fate_in_melee(book, s, rulebook::counted(fall.class), &mut breakdown));
        }
        run.total(None, breakdown);
        run.done(fall.is_some())
    }
}

plain! {
    OrderTime "order-time";
    says "distance";
    [LA_MVT_12, LA_GAP_14, LA_GAP_59];
    NoteRide = NoteRide { half: 1, distance: Distance::of(30) };
    |_, _, _| {};
    |book, s, run| run.tell_all(note_time(book, s))
}
