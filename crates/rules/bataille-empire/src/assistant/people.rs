//! Command: points, orders, duties, the initiative, and costs of armies.

use super::{Checks, Outcome, Run, Test, check_body};
use crate::Ud;
use crate::resolve::budget;
use crate::resolve::command::duty::{self, Duty, DutyDeed, Member};
use crate::resolve::command::orders::{self, MoveUnderOrder, NearEnemy, Standing};
use crate::resolve::command::{self, Chief, Initiative, OrderTest};
use crate::resolve::set_up::{self, Battle, Meeting};
use crate::resolve::victory::{self, Tally};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Body, Class, Formation, Grade, Order};
use crate::terms::situation_fault::SituationFault as F;
use dice::{Ratio, Throw};
use game::{Breakdown, Rule, Side};
use rulebook::assistant::{chance, spread};
use rulebook::dice_in;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;

/// Generals who roll for command points.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Rolling {
    #[schemars(length(min = 1, max = 8))]
    generals: Vec<Grade>,
}

pub(super) struct CommandPoints;

impl Test for CommandPoints {
    type Book = Book;
    const NAME: &'static str = "command-points";
    const RULES: &'static [Rule] = &[r::BE_PC_01, r::BE_PC_12, r::BE_CMD_01, r::BE_CMD_02];
    type Situation = Rolling;

    fn example() -> Rolling {
        Rolling { generals: vec![Grade::Competent, Grade::Ordinary] }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["generals"]];

    fn check(_: &Book, s: &Rolling, checks: &mut Checks) {
        checks.entries("generals", s.generals.len(), 1..=8);
    }

    fn resolve(s: &Rolling, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let mut rows: BTreeMap<u32, u128> = BTreeMap::from([(0, 1)]);
        for grade in &s.generals {
            let mut next = BTreeMap::new();
            for (sum, weight) in &rows {
                for face in 1..=6 {
                    *next.entry(sum + u32::from(command::points(book, *grade, face))).or_default() += weight;
                }
            }
            rows = next;
        }
        let falls: u128 = rows.values().sum();
        for (points, weight) in &rows {
            run.row(json!({ "points": points }), chance(Ratio::of(*weight, falls)));
        }
        let sum: u128 = rows.iter().map(|(points, weight)| u128::from(*points) * weight).sum();
        run.tell("mean", Ratio::of(sum, falls));
        let by_face = |grade: &Grade| (1..=6).map(|face| command::points(book, *grade, face)).collect::<Vec<_>>();
        run.tell("by_face", s.generals.iter().map(by_face).collect::<Vec<_>>());
        let mut breakdown = Breakdown::new(Self::NAME, None);
        for grade in &s.generals {
            command::points_dice(book, *grade, &mut breakdown);
        }
        run.lines(None, &breakdown);
        let dice = rulebook::saturated::<u8, _>(s.generals.len());
        if let Some(fall) = run.throw(&Throw::d6(dice))? {
            let each = s.generals.iter().zip(&fall.faces);
            let points: u32 = each.map(|(grade, face)| u32::from(command::points(book, *grade, *face))).sum();
            run.tell("points", points);
        }
        run.done(false)
    }
}

pub(super) struct ChiefSpends;

impl Test for ChiefSpends {
    type Book = Book;
    const NAME: &'static str = "chief-spends";
    const RULES: &'static [Rule] = &[
        r::BE_PC_02,
        r::BE_PC_03,
        r::BE_PC_04,
        r::BE_PC_05,
        r::BE_PC_06,
        r::BE_PC_10,
        r::BE_GAP_11,
        r::BE_GAP_13,
        r::BE_GAP_14,
    ];
    type Situation = Chief;

    fn example() -> Chief {
        Chief { points: 4, attached: false, uses: vec![command::Spending::default()] }
    }

    fn check(_: &Book, s: &Chief, checks: &mut Checks) {
        checks.entries("uses", s.uses.len(), 0..=16);
    }

    fn resolve(s: &Chief, mut run: Run<'_>) -> Outcome {
        let (cost, judged) = command::spends(run.book, s);
        run.tell("cost", cost);
        run.tell("allowed", judged.is_ok());
        if let Err(bar) = judged {
            run.tell("why", bar.why);
            run.tell("by", bar.rule.id);
        }
        run.done(false)
    }
}

pub(super) struct OrderArrives;

impl Test for OrderArrives {
    type Book = Book;
    const NAME: &'static str = "order-test";
    const RULES: &'static [Rule] = &[r::BE_CMD_01, r::BE_CMD_03, r::BE_PC_06, r::BE_ORD_18, r::BE_GAP_13];
    type Situation = OrderTest;

    fn example() -> OrderTest {
        OrderTest { grade: Grade::Ordinary, extra: 1, chief_near: true }
    }

    fn check(book: &Book, s: &OrderTest, checks: &mut Checks) {
        checks.within("extra", s.extra, 0, i64::from(book.tables.command.most_order_test_points));
    }

    fn resolve(s: &OrderTest, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let throw = command::order_test(run.book, s, &mut breakdown);
        let arrives = spread(&throw)?.at_least(1);
        run.tell("needs", command::needs(run.book, s.grade));
        run.tell("chance", arrives);
        for passed in [true, false] {
            let p = if passed { Some(arrives) } else { Ratio::ONE.checked_sub(arrives) };
            run.row(json!({ "passed": passed }), chance(p));
        }
        let fall = run.throw(&throw)?;
        let told = fall.is_some();
        if let Some(fall) = fall {
            dice_in(&mut breakdown, r::BE_GAP_13, fall.sum());
            run.tell("passed", fall.class > 0);
        }
        run.total(None, breakdown);
        run.done(told)
    }
}

pub(super) struct InitiativeRoll;

impl Test for InitiativeRoll {
    type Book = Book;
    const NAME: &'static str = "initiative";
    const RULES: &'static [Rule] = &[r::BE_GAP_11, r::BE_PC_06];
    type Situation = Initiative;

    fn example() -> Initiative {
        Initiative::default()
    }

    fn check(book: &Book, s: &Initiative, checks: &mut Checks) {
        let most = i64::from(book.tables.command.most_initiative_points);
        checks.within("blue.staked", s.blue.staked, 0, most);
        checks.within("red.staked", s.red.staked, 0, most);
    }

    fn resolve(s: &Initiative, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let mut bids = [0_i64; 2];
        for (side, name) in [(Side::Blue, "blue"), (Side::Red, "red")] {
            let mut breakdown = Breakdown::new(Self::NAME, None);
            bids[side.index()] = command::bid(book, s.bidder(side), &mut breakdown);
            run.lines(Some(name), &breakdown);
        }
        let mut wins = [0_u128; 2];
        for (blue, red) in (1..=6).flat_map(|blue| (1..=6).map(move |red| (blue, red))) {
            wins[command::chooses(book, s, [bids[0] + blue, bids[1] + red]).index()] += 1;
        }
        for (side, name) in [(Side::Blue, "blue"), (Side::Red, "red")] {
            run.row(json!({ "chooses": name }), chance(Ratio::of(wins[side.index()], 36)));
        }
        if let Some(fall) = run.throw(&Throw::d6(2))? {
            let [blue, red] = fall.all().map(i64::from);
            let totals = [bids[0] + blue, bids[1] + red];
            run.tell("blue", totals[0]);
            run.tell("red", totals[1]);
            run.tell("chooses", command::chooses(book, s, totals));
        }
        run.done(false)
    }
}

pub(super) struct AutomaticOrder;

impl Test for AutomaticOrder {
    type Book = Book;
    const NAME: &'static str = "automatic-order";
    const RULES: &'static [Rule] = &[r::BE_ORD_15, r::BE_ORD_16, r::BE_ORD_17, r::BE_MAN_01, r::BE_GAP_22];
    type Situation = Standing;

    fn example() -> Standing {
        Standing {
            order: Order::Manoeuvre,
            units: 6,
            enemies: vec![NearEnemy { distance: Ud::of(3), ..NearEnemy::default() }],
            ..Standing::default()
        }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["enemies[].distance"]];

    fn check(_: &Book, s: &Standing, checks: &mut Checks) {
        let gone = u16::from(s.eliminated) + u16::from(s.disordered);
        checks.want(gone <= u16::from(s.units), "units", F::FewerThanGone { gone: gone.into() });
    }

    fn resolve(s: &Standing, mut run: Run<'_>) -> Outcome {
        let (order, rule) = orders::automatic(run.book, s);
        run.tell("order", order);
        if let Some(rule) = rule {
            run.tell("by", rule.id);
        }
        run.done(false)
    }
}

pub(super) struct DutyTest;

impl Test for DutyTest {
    type Book = Book;
    const NAME: &'static str = "duty";
    const RULES: &'static [Rule] = &[
        r::BE_ORD_01,
        r::BE_ORD_02,
        r::BE_ORD_07,
        r::BE_ORD_09,
        r::BE_ORD_10,
        r::BE_GAP_19,
        r::BE_GAP_20,
        r::BE_GAP_94,
    ];
    type Situation = Duty;

    fn example() -> Duty {
        let acted = Member { did: DutyDeed::Charge, ..Member::default() };
        Duty { order: Order::Attack, units: vec![acted, Member::default(), Member::default()] }
    }

    fn check(_: &Book, s: &Duty, checks: &mut Checks) {
        checks.entries("units", s.units.len(), 0..=32);
        for (place, unit) in s.units.iter().enumerate() {
            let fired = matches!(unit.did, DutyDeed::Volley | DutyDeed::Fire);
            checks.want(!(unit.cavalry && fired), &format!("units[{place}].did"), F::CavalryFires);
        }
    }

    fn resolve(s: &Duty, mut run: Run<'_>) -> Outcome {
        run.tell_all(duty::account(run.book, s));
        run.done(false)
    }
}

pub(super) struct MoveRight;

impl Test for MoveRight {
    type Book = Book;
    const NAME: &'static str = "move-right";
    const RULES: &'static [Rule] =
        &[r::BE_ORD_03, r::BE_ORD_05, r::BE_ORD_12, r::BE_ORD_14, r::BE_MAN_01, r::BE_GAP_23, r::BE_GAP_98];
    type Situation = MoveUnderOrder;

    fn example() -> MoveUnderOrder {
        MoveUnderOrder {
            order: Order::Manoeuvre,
            enemy_before: Some(Ud::of(7)),
            enemy_after: Some(Ud::of(5)),
            ..MoveUnderOrder::default()
        }
    }

    fn check(_: &Book, _: &MoveUnderOrder, _: &mut Checks) {}

    fn resolve(s: &MoveUnderOrder, mut run: Run<'_>) -> Outcome {
        let judged = orders::move_right(run.book, s);
        run.tell("allowed", judged.is_ok());
        if let Err(bar) = judged {
            run.tell("why", bar.why);
            run.tell("by", bar.rule.id);
        }
        run.done(false)
    }
}

pub(super) struct Budget;

impl Test for Budget {
    type Book = Book;
    const NAME: &'static str = "budget";
    const RULES: &'static [Rule] = &[r::BE_GAP_07];
    type Situation = Body;

    fn example() -> Body {
        Body { class: Class::A, ft: 1, ..Body::default() }
    }

    fn check(book: &Book, s: &Body, checks: &mut Checks) {
        // An army list does not state formations.
        check_body(book, "", &Body { formation: any_formation(s), ..*s }, checks);
    }

    fn resolve(s: &Body, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let cost = budget::unit(run.book, s, &mut breakdown);
        run.tell("cost", cost);
        run.total(None, breakdown);
        run.done(true)
    }
}

const fn any_formation(body: &Body) -> Formation {
    match body.arm {
        crate::Arm::Artillery => Formation::Deployed,
        _ => Formation::Line,
    }
}

/// A general of an army list.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Commission {
    grade: Grade,
}

pub(super) struct GeneralBudget;

impl Test for GeneralBudget {
    type Book = Book;
    const NAME: &'static str = "general-budget";
    const RULES: &'static [Rule] = &[r::BE_GAP_07];
    type Situation = Commission;

    fn example() -> Commission {
        Commission { grade: Grade::Brilliant }
    }

    fn check(_: &Book, _: &Commission, _: &mut Checks) {}

    fn resolve(s: &Commission, mut run: Run<'_>) -> Outcome {
        run.tell("cost", budget::general(run.book, s.grade));
        run.done(false)
    }
}

pub(super) struct BreakPoint;

impl Test for BreakPoint {
    type Book = Book;
    const NAME: &'static str = "break-point";
    const RULES: &'static [Rule] = &[r::BE_GAP_84];
    type Situation = Tally;

    fn example() -> Tally {
        Tally { units: 12, eliminated: 4, disordered_or_worn: 3, ..Tally::default() }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["units"]];

    fn check(_: &Book, s: &Tally, checks: &mut Checks) {
        checks.within("units", s.units, 1, 1_000);
        let spent = u32::from(s.eliminated) + u32::from(s.disordered_or_worn);
        checks.want(spent <= u32::from(s.units), "eliminated", F::MoreThanArmy { units: s.units.into() });
        checks.within("eliminated", s.eliminated, 0, 1_000);
        checks.within("disordered_or_worn", s.disordered_or_worn, 0, 1_000);
        for (name, n) in [
            ("objectives", s.objectives),
            ("divisional_generals", s.divisional_generals),
            ("commanders_in_chief", s.commanders_in_chief),
        ] {
            checks.within(name, n, 0, 100);
        }
    }

    fn resolve(s: &Tally, mut run: Run<'_>) -> Outcome {
        run.tell("lost", victory::lost(run.book, s));
        run.tell("broken", victory::broken(run.book, s));
        run.done(false)
    }
}

pub(super) struct BattleKind;

impl Test for BattleKind {
    type Book = Book;
    const NAME: &'static str = "battle-kind";
    const RULES: &'static [Rule] = &[r::BE_GAP_79, r::BE_GAP_80, r::BE_GAP_81, r::BE_GAP_85];
    type Situation = Meeting;

    fn example() -> Meeting {
        Meeting::default()
    }

    fn check(_: &Book, s: &Meeting, checks: &mut Checks) {
        checks.within("points", s.points, 1, 10_000);
    }

    fn resolve(s: &Meeting, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let added = [set_up::scouting(book, &s.blue), set_up::scouting(book, &s.red)];
        run.tell("blue_adds", added[0]);
        run.tell("red_adds", added[1]);
        let mut rows: BTreeMap<(Option<Side>, Battle), u128> = BTreeMap::new();
        for (blue, red) in (1..=6).flat_map(|blue| (1..=6).map(move |red| (blue, red))) {
            *rows.entry(set_up::battle(book, [added[0] + blue, added[1] + red])).or_default() += 1;
        }
        for ((attacker, battle), weight) in rows {
            run.row(json!({ "attacker": attacker, "battle": battle }), chance(Ratio::of(weight, 36)));
        }
        if let Some(fall) = run.throw(&Throw::d6(2))? {
            let [blue, red] = fall.all().map(i64::from);
            let (attacker, battle) = set_up::battle(book, [added[0] + blue, added[1] + red]);
            run.tell("attacker", attacker);
            run.tell("battle", battle);
            if let Some(ground) = set_up::ground(book, s.points, battle) {
                run.tell_all(ground);
            }
        }
        run.done(false)
    }
}
