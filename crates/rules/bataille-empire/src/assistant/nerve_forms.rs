//! Morale, manoeuvre and control tests, generals, rallies.

use super::{Checks, Outcome, Run, Test, check_body, check_threats};
use crate::resolve::discipline::{self, Control, Drill, Restraint, Trial};
use crate::resolve::generals::{self, Exposed};
use crate::resolve::manoeuvre::may_change;
use crate::resolve::morale::{self, Morale, Nerve};
use crate::resolve::rally::{self, Rally, Recover};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Ability, Arm, Body, Formation, Grade};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Losses, Ud};
use dice::Ratio;
use game::{Breakdown, Chance, Rule};
use rulebook::assistant::spread;
use rulebook::dice_in;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Alone {
    unit: Body,
}

pub(super) struct Capacity;

impl Test for Capacity {
    type Book = Book;
    const NAME: &'static str = "capacity";
    const RULES: &'static [Rule] = &[r::BE_GAP_02];
    type Situation = Alone;

    fn example() -> Alone {
        Alone::default()
    }

    fn check(book: &Book, s: &Alone, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
    }

    fn resolve(s: &Alone, mut run: Run<'_>) -> Outcome {
        run.tell("capacity", s.unit.capacity(run.book));
        run.done(false)
    }
}

pub(super) struct MoraleTest;

impl Test for MoraleTest {
    type Book = Book;
    const NAME: &'static str = "morale";
    const RULES: &'static [Rule] = &[
        r::BE_MOR_01,
        r::BE_MOR_02,
        r::BE_MOR_03,
        r::BE_MOR_04,
        r::BE_MOR_05,
        r::BE_MOR_07,
        r::BE_MOR_08,
        r::BE_MOR_09,
        r::BE_MOR_10,
        r::BE_MOR_11,
        r::BE_MOR_12,
        r::BE_FUI_07,
        r::BE_GAP_75,
        r::BE_GAP_76,
    ];
    type Situation = Morale;

    fn example() -> Morale {
        Morale {
            unit: Body { losses: Losses::halves(2), ..Body::default() },
            nerve: Nerve { supported: true, ..Nerve::default() },
        }
    }

    fn check(book: &Book, s: &Morale, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
        check_threats("", s.nerve.threatened, s.nerve.threatened_by_cavalry, checks);
    }

    fn resolve(s: &Morale, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let (modifier, throw) = morale::test(run.book, s, &mut breakdown);
        run.tell("modifier", modifier);
        let on_failure = morale::failure(run.book, s);
        run.tell("on_failure", on_failure);
        passes(run, &throw, breakdown, r::BE_MOR_01)
    }
}

/// A test of one die that is passed or failed: its chance, its rows, its die.
fn passes(mut run: Run<'_>, throw: &dice::Throw, mut breakdown: Breakdown, rule: Rule) -> Outcome {
    let dist = spread(throw)?;
    for passed in [true, false] {
        run.row(json!({ "passed": passed }), Chance::Exact(dist.probability(i16::from(passed))));
    }
    run.tell("chance", dist.at_least(1));
    let fall = run.throw(throw)?;
    let told = fall.is_some();
    if let Some(fall) = fall {
        dice_in(&mut breakdown, rule, fall.sum());
        run.tell("passed", fall.class > 0);
    }
    run.total(None, breakdown);
    run.done(told)
}

fn tried(mut run: Run<'_>, trial: &Trial, breakdown: Breakdown) -> Outcome {
    run.tell("needs", trial.needs);
    run.tell("modifier", trial.modifier);
    passes(run, &trial.throw, breakdown, r::BE_TM_01)
}

const DISCIPLINE: &[Rule] = &[
    r::BE_TM_01,
    r::BE_TM_02,
    r::BE_TM_03,
    r::BE_TM_05,
    r::BE_TM_06,
    r::BE_TM_07,
    r::BE_TM_08,
    r::BE_TM_09,
    r::BE_TM_10,
    r::BE_TM_11,
    r::BE_TM_12,
    r::BE_GAP_46,
];

pub(super) struct ManoeuvreTest;

impl Test for ManoeuvreTest {
    type Book = Book;
    const NAME: &'static str = "manoeuvre-test";
    const RULES: &'static [Rule] = DISCIPLINE;
    type Situation = Drill;

    fn example() -> Drill {
        Drill {
            unit: Body { formation: Formation::Column, ..Body::default() },
            change_to: Some(Formation::SolidSquare),
            charged_by: Some(Arm::Cavalry),
            charged_from: Some(Ud::of(3)),
            ..Drill::default()
        }
    }

    fn check(book: &Book, s: &Drill, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
        let may = s.change_to.is_none_or(|to| may_change(book, &s.unit, to).is_ok());
        checks.want(may, "change_to", F::FormationNotOpen);
        checks.want(!s.turn || s.change_to.is_none(), "turn", F::TurnAndChange);
    }

    fn resolve(s: &Drill, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let trial = discipline::manoeuvre(run.book, s, &mut breakdown);
        let botched = discipline::botched(run.book, s);
        run.tell("on_failure", botched);
        tried(run, &trial, breakdown)
    }
}

pub(super) struct ControlTest;

impl Test for ControlTest {
    type Book = Book;
    const NAME: &'static str = "control-test";
    const RULES: &'static [Rule] = &[r::BE_TM_01, r::BE_TM_04, r::BE_TM_05, r::BE_TM_06, r::BE_CHA_08, r::BE_POU_03];
    type Situation = Control;

    fn example() -> Control {
        Control { unit: Body { arm: Arm::Cavalry, ..Body::default() }, to: Restraint::CallOff }
    }

    fn check(book: &Book, s: &Control, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
        checks.want(!s.unit.has(Ability::Impetuous), "unit.abilities", F::ImpetuousTries);
    }

    fn resolve(s: &Control, run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let trial = discipline::control(run.book, s, &mut breakdown);
        tried(run, &trial, breakdown)
    }
}

/// A general at risk.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Danger {
    exposed: Exposed,
    grade: Grade,
    /// Number of shocks, for the chance to survive them all.
    #[schemars(range(min = 0, max = 20))]
    shocks: u8,
    #[schemars(range(min = 0, max = 20))]
    fires: u8,
}

pub(super) struct GeneralLoss;

impl Test for GeneralLoss {
    type Book = Book;
    const NAME: &'static str = "general-loss";
    const RULES: &'static [Rule] = &[r::BE_GEN_01, r::BE_GEN_02, r::BE_GEN_03, r::BE_GEN_04, r::BE_GAP_77];
    type Situation = Danger;

    fn example() -> Danger {
        Danger { exposed: Exposed::Fire, grade: Grade::Brilliant, shocks: 1, fires: 2 }
    }

    fn check(_: &Book, s: &Danger, checks: &mut Checks) {
        checks.within("shocks", s.shocks, 0, 20);
        checks.within("fires", s.fires, 0, 20);
    }

    fn resolve(s: &Danger, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let throw = generals::risk(book, s.exposed, &mut breakdown);
        let chance = spread(&throw)?.at_least(1);
        run.tell("chance", chance);
        for lost in [true, false] {
            let p = if lost { Some(chance) } else { Ratio::ONE.checked_sub(chance) };
            run.row(json!({ "lost": lost }), rulebook::assistant::chance(p));
        }
        if s.shocks > 0 || s.fires > 0 {
            let mut survives = Some(Ratio::ONE);
            for (exposed, times) in [(Exposed::Shock, s.shocks), (Exposed::Fire, s.fires)] {
                let lives =
                    Ratio::ONE.checked_sub(spread(&generals::risk(book, exposed, &mut game::Quiet))?.at_least(1));
                for _ in 0..times {
                    survives = survives.zip(lives).and_then(|(all, once)| all.checked_mul(once));
                }
            }
            run.tell("survives", survives);
        }
        let fall = run.throw(&throw)?;
        let told = fall.is_some();
        if let Some(fall) = fall {
            dice_in(&mut breakdown, r::BE_GEN_01, fall.sum());
            let lost = fall.class > 0;
            run.tell("lost", lost);
            if lost {
                run.tell("successor", generals::successor(book, s.grade));
            }
        }
        run.total(None, breakdown);
        run.done(told)
    }
}

pub(super) struct RallyTest;

impl Test for RallyTest {
    type Book = Book;
    const NAME: &'static str = "rally";
    const RULES: &'static [Rule] = &[
        r::BE_RAL_01,
        r::BE_RAL_03,
        r::BE_RAL_04,
        r::BE_RAL_05,
        r::BE_RAL_06,
        r::BE_RAL_07,
        r::BE_ORD_04,
        r::BE_PC_02,
        r::BE_PC_09,
        r::BE_GAP_78,
    ];
    type Situation = Rally;

    fn example() -> Rally {
        Rally {
            unit: Body { disorder: true, ..Body::default() },
            enemy: Some(Ud::of(6)),
            points: 2,
            recover: Recover::Order,
            ..Rally::default()
        }
    }

    fn check(book: &Book, s: &Rally, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
    }

    fn resolve(s: &Rally, mut run: Run<'_>) -> Outcome {
        let judged = rally::rally(run.book, s);
        run.tell("allowed", judged.is_ok());
        match judged {
            Ok(rallied) => run.tell_all(rallied),
            Err(bar) => {
                run.tell("why", bar.why);
                run.tell("by", bar.rule.id);
            }
        }
        run.done(false)
    }
}
