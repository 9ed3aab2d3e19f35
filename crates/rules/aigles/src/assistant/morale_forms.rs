//! Tests of morale.

use super::{Checks, Outcome, Test, TestRun, limits, most_losses, object, rows};
use crate::resolve::fire::{DieUse, die_value, left, throw};
use crate::resolve::morale::{
    General, MoraleResult, Nerve, Occasion, Reader, Retiring, best_value, die_kind, effect, is_asked, points, read_as,
    results_of, values,
};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Arm, Cover, Distance, Formation, Order, Status};
use game::{Breakdown, Line, Op, Rule};
use serde_json::{Value, json};

/// What a general may be worth in points (LA-GEN-06).
pub(super) const GENERAL_POINTS: [i64; 5] = [20, 40, 60, 80, 100];

fn reader(nerve: &Nerve) -> Reader {
    Reader { formation: nerve.formation, order: nerve.order, against_cavalry: nerve.against_cavalry, bound: false }
}

/// The reported result, with its meaning on this occasion.
fn told(book: &Book, nerve: &Nerve, value: i8, result: MoraleResult) -> Value {
    let reader = reader(nerve);
    object([
        ("value", json!(value)),
        ("result", json!(read_as(book, result, &reader))),
        ("effect", json!(effect(book, nerve.occasion, result, &reader))),
    ])
}

pub(super) struct MoraleTest;

impl Test for MoraleTest {
    type Book = Book;
    const NAME: &'static str = "morale";
    const RULES: &'static [Rule] = &[
        r::LA_MOR_01,
        r::LA_MOR_02,
        r::LA_MOR_03,
        r::LA_MOR_04,
        r::LA_MOR_05,
        r::LA_MOR_06,
        r::LA_MOR_07,
        r::LA_MOR_08,
        r::LA_MOR_09,
        r::LA_MOR_10,
        r::LA_GEN_06,
        r::LA_RES_02,
        r::LA_FEU_05,
        r::LA_GAP_25,
        r::LA_GAP_26,
        r::LA_GAP_27,
        r::LA_GAP_29,
        r::LA_GAP_30,
        r::LA_GAP_31,
        r::LA_GAP_37,
        r::LA_GAP_54,
        r::LA_GAP_65,
        r::LA_GAP_66,
    ];
    type Situation = Nerve;

    fn example() -> Nerve {
        Nerve {
            moral: 5,
            status: Status::Regular,
            occasion: Occasion::MeleeLost,
            generals: vec![General { points: 40, distance: Distance::of(0) }],
            enemies: 2,
            friends: 1,
            lost_in_a_row: 1,
            loss_difference: 45,
            initial: 18,
            figures: 15,
            losses: 96,
            ..Nerve::default()
        }
    }

    fn check(book: &Book, s: &Nerve, checks: &mut Checks) {
        limits::check(s, checks);
        checks.want(s.formation.suits(s.arm), "formation", F::FormationOfOtherArm);
        checks.want(s.figures <= s.initial, "figures", F::MoreThanInitial { initial: s.initial.into() });
        let most = most_losses(book, s.initial);
        checks.want(u32::from(s.losses) <= most, "losses", F::LossesBeyondUnit { most: most.into() });
        let left = left(book, s.initial, s.losses).0;
        let agree = s.figures == left || !book.on(r::LA_GAP_02);
        let against = F::FiguresAgainstLosses { left: left.into() };
        checks.want(agree || s.figures > s.initial, "figures", against);
        checks.want(s.arm != Arm::Cavalry || s.cover != Cover::House, "cover", F::CavalryInBuilding);
        let lost = s.occasion == Occasion::MeleeLost;
        checks.want(!lost || s.lost_in_a_row > 0, "lost_in_a_row", F::LostMeleeUncounted);
        checks.want(lost || s.loss_difference == 0, "loss_difference", F::NoLostMelee);
        checks.want(!lost || s.loss_difference > 0, "loss_difference", F::DrawnMelee);
        let leaving = s.occasion == Occasion::Recovering;
        checks.want(!leaving || s.leaving != Retiring::No, "leaving", F::NotLeaving);
        let guns = s.arm == Arm::Artillery && s.occasion.charging();
        checks.want(!guns, "occasion", F::GunsCharge);
        // LA-CHA-02, LA-CHA-31; a unit in uncontrolled advance charges disorganised, and tests only under fire.
        let charges = s.formation.line() || s.formation.column();
        checks.want(guns || charges || !s.occasion.charging(), "formation", F::CannotCharge);
        let able = charges && s.arm != Arm::Artillery;
        checks.want(able || !s.charging, "charging", F::CannotCharge);
        let declares = matches!(s.occasion, Occasion::Charging | Occasion::CounterCharging);
        checks.want(!declares || s.order == Order::Formed, "order", F::ChargeUnformed);
        // A rout is in disorder at once (LA-GAP-25).
        let routs = s.leaving == Retiring::Rout;
        checks.want(!routs || s.order == Order::Disordered, "order", F::RoutInOrder);
        // A house cannot be charged (LA-GAP-74).
        let housed = s.formation == Formation::Garrison;
        checks.want(!housed || s.occasion != Occasion::Charged, "occasion", F::HouseCharged);
        let moves = s.arm != Arm::Artillery && !housed && !s.formation.square();
        checks.want(moves || s.occasion != Occasion::TableEdge, "formation", F::NeverAtEdge);
        let garrison = s.formation == Formation::Garrison && s.cover != Cover::House;
        checks.want(!garrison, "cover", F::GarrisonOutside);
        checks.want(s.arm != Arm::Cavalry || !s.against_cavalry, "against_cavalry", F::FearOfCavalry);
        if let Some(points) = s.general_lost {
            checks.one_of("general_lost", points, &GENERAL_POINTS);
        }
        for (place, general) in s.generals.iter().enumerate() {
            checks.one_of(&format!("generals[{place}].points"), general.points, &GENERAL_POINTS);
        }
    }

    fn resolve(s: &Nerve, mut run: TestRun<'_>) -> Outcome {
        let book = run.book;
        let kind = die_kind(book, s);
        let dice = throw(book, kind, DieUse::Morale);
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let before = points(book, s, &mut breakdown);
        let open = values(book, s);
        let after = |class: i16| before + i16::from(die_value(book, kind, DieUse::Morale, class));
        let best = |class: i16| best_value(&results_of(book, s.status, &open, after(class)));
        rows(&mut run, &dice, |class| {
            let (chosen, result) = best(class);
            told(book, s, chosen.sum(), result)
        })?;
        run.tell("points_before_die", before);
        let by_value: Vec<Value> = open
            .iter()
            .map(|chosen| {
                let results = (1..=6).map(|face| {
                    let points = after(dice.class(face)) + i16::from(chosen.sum());
                    read_as(book, crate::resolve::morale::result(book, s.status, points), &reader(s))
                });
                object([("value", json!(chosen.sum())), ("results", json!(results.collect::<Vec<_>>()))])
            })
            .collect();
        run.tell("by_value", by_value);
        let asked = (1..=6).map(|face| is_asked(book, &results_of(book, s.status, &open, after(dice.class(face)))));
        run.tell("asked", asked.collect::<Vec<_>>());
        let fall = run.throw(&dice)?;
        if let Some(fall) = &fall {
            let value = die_value(book, kind, DieUse::Morale, fall.class);
            breakdown.lines.push(Line::new(r::LA_FEU_05, Op::Dice(value.into())));
            let results = results_of(book, s.status, &open, after(fall.class));
            let (chosen, result) = best_value(&results);
            chosen.trace(&mut breakdown);
            run.tell("points", after(fall.class) + i16::from(chosen.sum()));
            let signs = results.iter().map(|(chosen, result)| told(book, s, chosen.sum(), *result));
            run.tell("signs", signs.collect::<Vec<_>>());
            run.tell_all(told(book, s, chosen.sum(), result));
        }
        run.total(None, breakdown);
        run.done(fall.is_some())
    }
}
