//! Morale, rally, reaction and order changes.

use super::{Checks, Outcome, Run, Test, chance, formation, order, spread};
use crate::Distance;
use crate::resolve::morale::{self, AfterTest, Cause, Gone, Moment, Nerve};
use crate::resolve::reaction::{self, Check, OrderChange, Reaction};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Aspect, Formation, Level, Marker, Order, Rank};
use crate::terms::situation_fault::SituationFault as F;
use dice::Ratio;
use game::{Breakdown, Rule};
use rulebook::dice_in;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

const MODIFIERS: &[Rule] = &[
    r::ML_5_2F,
    r::ML_5_2G,
    r::ML_5_2H,
    r::ML_5_2I,
    r::ML_5_2J,
    r::ML_5_2K,
    r::ML_5_2L,
    r::ML_5_2M,
    r::ML_5_2N,
    r::ML_5_2O,
    r::ML_5_2P,
    r::ML_5_2Q,
    r::ML_5_2R,
    r::ML_5_2S,
    r::ML_5_2T,
    r::ML_5_2U,
    r::ML_5_2V,
    r::ML_5_2W,
    r::ML_5_2AB,
    r::ML_GAP_41,
];

/// Checks a unit that tests its morale.
pub(super) fn check_nerve(book: &Book, place: &str, nerve: &Nerve, checks: &mut Checks) {
    let at = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
    // A unit that has lost every element no longer exists.
    let most = i64::from(book.tables.element.most_in_unit) - 1;
    checks.within(&at("elements_lost"), nerve.elements_lost, 0, most);
    checks.within(&at("flanks_supported"), nerve.flanks_supported, 0, 2);
    checks.within(&at("charisma"), nerve.charisma, 0, 3);
    formation(checks, &at("formation"), nerve.arm, nerve.formation);
    order(checks, &at("order"), nerve.arm, nerve.order);
    let supported = nerve.flanks_supported > 0 || nerve.rear_support;
    checks.want(!(nerve.isolated && supported), &at("isolated"), F::IsolatedAndSupported);
    let unseen = nerve.unseen && nerve.aspect != Aspect::Front;
    checks.want(!unseen, &at("unseen"), F::UnseenAttack);
}

pub(super) struct Morale;

impl Test for Morale {
    type Book = Book;
    const NAME: &'static str = "morale";
    const RULES: &'static [Rule] = MODIFIERS;
    type Situation = Nerve;

    fn example() -> Nerve {
        Nerve {
            formation: Formation::Line,
            order: Order::Hold,
            elements_lost: 1,
            flanks_supported: 1,
            ..Nerve::default()
        }
    }

    fn check(book: &Book, nerve: &Nerve, checks: &mut Checks) {
        check_nerve(book, "", nerve, checks);
        checks.want(nerve.cause != Cause::Rally, "cause", F::RallyApart);
    }

    fn resolve(nerve: &Nerve, run: Run<'_>) -> Outcome {
        nerve_test(nerve, run, Self::NAME, morale::after_test)
    }
}

/// A test of two dice, and the resulting state of the unit.
fn nerve_test(
    nerve: &Nerve,
    mut run: Run<'_>,
    name: &'static str,
    after: fn(&Book, Marker, bool) -> AfterTest,
) -> Outcome {
    let mut breakdown = Breakdown::new(name, None);
    let (sum, throw) = morale::test(run.book, nerve, &mut breakdown);
    let dist = spread(&throw)?;
    for passed in [true, false] {
        let p = dist.probability(i16::from(passed));
        let outcome = json!({ "passed": passed, "after": after(run.book, nerve.marker, passed) });
        run.row(outcome, chance(Some(p)));
    }
    run.tell("modifier", sum);
    run.tell("chance", dist.at_least(1));
    let fall = run.throw(&throw)?;
    let told = fall.is_some();
    if let Some(fall) = fall {
        let difference = fall.difference();
        dice_in(&mut breakdown, r::ML_5_2F, difference);
        let passed = fall.class > 0;
        run.tell("difference", difference);
        run.tell("passed", passed);
        run.tell("after", after(run.book, nerve.marker, passed));
    }
    run.total(None, breakdown);
    run.done(told)
}

pub(super) struct MoraleDue;

impl Test for MoraleDue {
    type Book = Book;
    const NAME: &'static str = "morale-due";
    const RULES: &'static [Rule] =
        &[r::ML_5_2A, r::ML_5_2B, r::ML_5_2C, r::ML_5_2E, r::ML_GAP_05, r::ML_GAP_23, r::ML_GAP_63];
    type Situation = Moment;

    fn example() -> Moment {
        let gone = Gone { distance: Distance::of(8), ..Gone::default() };
        Moment { losses: 3, elements_lost: 1, friend_gone: Some(gone), ..Moment::default() }
    }

    fn check(book: &Book, moment: &Moment, checks: &mut Checks) {
        checks.within("elements_lost", moment.elements_lost, 0, i64::from(book.tables.element.most_in_unit));
    }

    fn resolve(moment: &Moment, mut run: Run<'_>) -> Outcome {
        let due = morale::triggers(run.book, moment);
        let ids: Vec<&str> = due.iter().map(|rule| rule.id).collect();
        let own = due.iter().any(|rule| *rule != r::ML_5_2A);
        let witness = due.contains(&r::ML_5_2A);
        run.tell("due", !due.is_empty());
        run.tell("by", ids);
        // One test for everything that happened to the unit itself, one for what it witnessed (ML-GAP-05).
        let tests = if run.book.on(r::ML_GAP_05) { usize::from(own) + usize::from(witness) } else { due.len() };
        run.tell("tests", tests);
        let nerve = Nerve { status: moment.status, elements_lost: moment.elements_lost, ..Nerve::default() };
        if own {
            run.brings::<Morale>(&nerve);
        }
        if witness {
            run.brings::<Morale>(&Nerve { cause: Cause::Witness, ..nerve });
        }
        run.done(true)
    }
}

pub(super) struct Rally;

impl Test for Rally {
    type Book = Book;
    const NAME: &'static str = "rally";
    const RULES: &'static [Rule] =
        &[r::ML_5_3A, r::ML_5_3B, r::ML_5_3C, r::ML_5_3D, r::ML_5_3E, r::ML_5_2I, r::ML_5_2S];
    type Situation = Nerve;

    fn example() -> Nerve {
        Nerve { marker: Marker::Shaken, elements_lost: 1, flanks_supported: 2, cause: Cause::Rally, ..Nerve::default() }
    }

    fn check(book: &Book, nerve: &Nerve, checks: &mut Checks) {
        check_nerve(book, "", nerve, checks);
        check_rally(checks, "marker", nerve.marker);
    }

    fn resolve(nerve: &Nerve, run: Run<'_>) -> Outcome {
        nerve_test(&Nerve { cause: Cause::Rally, ..*nerve }, run, Self::NAME, morale::after_rally)
    }
}

fn check_rally(checks: &mut Checks, place: &str, marker: Marker) {
    let may = matches!(marker, Marker::Shaken | Marker::Routing);
    checks.want(may, place, F::RallyUnmarked);
}

/// A unit that tries to rally for several turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LongRally {
    /// The unit; its modifiers are the same every turn.
    unit: Nerve,
    /// Number of turns, 1 to 12.
    #[schemars(range(min = 1, max = 12))]
    turns: u8,
}

impl Default for LongRally {
    fn default() -> Self {
        Self { unit: Nerve::default(), turns: 1 }
    }
}

pub(super) struct RallyTurns;

impl Test for RallyTurns {
    type Book = Book;
    const NAME: &'static str = "rally-turns";
    const RULES: &'static [Rule] = &[r::ML_5_3A, r::ML_5_3B, r::ML_5_3D];
    type Situation = LongRally;

    fn example() -> LongRally {
        LongRally { unit: Rally::example(), turns: 4 }
    }

    fn check(book: &Book, rally: &LongRally, checks: &mut Checks) {
        check_nerve(book, "unit", &rally.unit, checks);
        check_rally(checks, "unit.marker", rally.unit.marker);
        checks.within("turns", rally.turns, 1, 12);
    }

    fn resolve(rally: &LongRally, mut run: Run<'_>) -> Outcome {
        let nerve = Nerve { cause: Cause::Rally, ..rally.unit };
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let (sum, throw) = morale::test(run.book, &nerve, &mut breakdown);
        let once = spread(&throw)?.at_least(1);
        run.tell("modifier", sum);
        run.tell("chance", once);
        // A success that changes nothing is no rally.
        let rallies = morale::after_rally(run.book, nerve.marker, true) != nerve.marker.into();
        let fails = if rallies { Ratio::ONE.checked_sub(once) } else { Some(Ratio::ONE) };
        let mut within = Map::new();
        let mut still = Some(Ratio::ONE);
        for turn in 1..=rally.turns {
            let before = still;
            still = still.zip(fails).and_then(|(a, b)| a.checked_mul(b));
            let by_then = still.and_then(|still| Ratio::ONE.checked_sub(still));
            within.insert(turn.to_string(), by_then.map_or(Value::Null, |p| Value::String(p.to_string())));
            let in_turn = before.zip(still).and_then(|(a, b)| a.checked_sub(b));
            run.row(json!({ "rallies_in_turn": turn }), chance(in_turn));
        }
        run.row(json!({ "rallies_in_turn": null }), chance(still));
        run.tell("within", within);
        run.total(None, breakdown);
        run.done(false)
    }
}

/// A test of one die.
fn one_die(mut run: Run<'_>, check: &Check, mut breakdown: Breakdown, rule: Rule, word: &str) -> Outcome {
    run.tell("needs", check.needs);
    run.tell("modifier", check.modifier);
    run.tell("automatic", check.automatic);
    let Some(throw) = check.throw() else {
        // No die is thrown (ML-5.1d, ML-4.1a, ML-4.1d).
        run.row(json!({ word: true }), chance(Some(Ratio::ONE)));
        run.tell("chance", Ratio::ONE);
        run.tell(word, true);
        run.lines(None, &breakdown);
        return run.done(true);
    };
    let dist = spread(&throw)?;
    for passed in [true, false] {
        run.row(json!({ word: passed }), chance(Some(dist.probability(i16::from(passed)))));
    }
    run.tell("chance", dist.at_least(1));
    let fall = run.throw(&throw)?;
    let told = fall.is_some();
    if let Some(fall) = fall {
        dice_in(&mut breakdown, rule, fall.sum());
        run.tell("score", fall.sum() + i64::from(check.modifier));
        run.tell(word, fall.class > 0);
    }
    run.total(None, breakdown);
    run.done(told)
}

pub(super) struct ReactionTest;

impl Test for ReactionTest {
    type Book = Book;
    const NAME: &'static str = "reaction";
    const RULES: &'static [Rule] = &[r::ML_5_1B, r::ML_5_1C, r::ML_5_1D, r::ML_8_1H, r::ML_GAP_28, r::ML_GAP_37];
    type Situation = Reaction;

    fn example() -> Reaction {
        Reaction { cohesion: Level::Standard, general: Some(Rank::Brigade), charged: true, ..Reaction::default() }
    }

    fn check(_: &Book, _: &Reaction, _: &mut Checks) {}

    fn resolve(situation: &Reaction, run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let check = reaction::reaction(run.book, situation, &mut breakdown);
        one_die(run, &check, breakdown, r::ML_5_1B, "passed")
    }
}

pub(super) struct OrderChangeTest;

impl Test for OrderChangeTest {
    type Book = Book;
    const NAME: &'static str = "order-change";
    const RULES: &'static [Rule] =
        &[r::ML_4_1A, r::ML_4_1B, r::ML_4_1C, r::ML_4_1D, r::ML_4_1E, r::ML_1_3D, r::ML_GAP_40];
    type Situation = OrderChange;

    fn example() -> OrderChange {
        OrderChange { competence: 3, superior_adjacent: true, ..OrderChange::default() }
    }

    fn check(_: &Book, change: &OrderChange, checks: &mut Checks) {
        checks.within("competence", change.competence, 1, 4);
    }

    fn resolve(change: &OrderChange, run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let check = reaction::order_change(run.book, change, &mut breakdown);
        one_die(run, &check, breakdown, r::ML_4_1B, "changed")
    }
}
