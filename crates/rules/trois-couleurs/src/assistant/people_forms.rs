//! Rallying and generals.

use super::{Checks, Outcome, Run, Test, chance, spread};
use crate::resolve::nerve::rally::{self, Broken, Joined, Rally, RallyMove};
use crate::resolve::people::composite::{Companies, Composite, composite};
use crate::resolve::people::generals::{self, Danger, FallenGeneral, GeneralAction, GeneralPlan, Hazard};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::terms::tables::Wound;
use crate::{Band, Case, Cohesion, Distance, Formation, Mover, Status};
use dice::{Ratio, Throw};
use game::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

pub(super) struct RallyTest;

impl Test for RallyTest {
    type Book = Book;
    const NAME: &'static str = "rally";
    const RULES: &'static [Rule] = &[
        r::L3C_RAL_05,
        r::L3C_RAL_08,
        r::L3C_RAL_09,
        r::L3C_RAL_10,
        r::L3C_RAL_13,
        r::L3C_RAL_15,
        r::L3C_RAL_16,
        r::L3C_GAP_A32,
    ];
    type Situation = Rally;

    fn example() -> Rally {
        Rally { case: Case::Retreat, moved: Distance::of(2), ..Rally::default() }
    }

    fn check(_: &Book, _: &Rally, _: &mut Checks) {}

    fn resolve(s: &Rally, mut run: Run<'_>) -> Outcome {
        run.tell_all(rally::rally(run.book, s));
        run.done(true)
    }
}

pub(super) struct RallyLadder;

impl Test for RallyLadder {
    type Book = Book;
    const NAME: &'static str = "rally-ladder";
    const RULES: &'static [Rule] = &[r::L3C_RAL_13, r::L3C_RAL_14, r::L3C_RAL_15];
    type Situation = Broken;

    fn example() -> Broken {
        Broken { case: Case::Rout, state: Cohesion::Disordered, ..Broken::default() }
    }

    fn check(_: &Book, s: &Broken, checks: &mut Checks) {
        checks.within("class", s.class, 1, 3);
    }

    fn resolve(s: &Broken, mut run: Run<'_>) -> Outcome {
        let ladder = rally::ladder(run.book, s);
        run.tell("turns", ladder.len());
        run.tell("ladder", ladder.as_slice());
        run.done(true)
    }
}

pub(super) struct RallyMoveTest;

impl Test for RallyMoveTest {
    type Book = Book;
    const NAME: &'static str = "rally-move";
    const RULES: &'static [Rule] = &[r::L3C_RAL_03, r::L3C_RAL_18, r::L3C_PA_05, r::L3C_GAP_A05];
    type Situation = RallyMove;

    fn example() -> RallyMove {
        let formation = Formation::DivisionColumn;
        RallyMove { arm: Mover::Infantry, formation, distance: Distance::of(4), spent: 1, ..RallyMove::default() }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(_: &Book, s: &RallyMove, checks: &mut Checks) {
        checks.within("spent", s.spent, 0, 12);
    }

    fn resolve(s: &RallyMove, mut run: Run<'_>) -> Outcome {
        run.tell_all(rally::rally_move(run.book, s));
        run.done(true)
    }
}

pub(super) struct GeneralRallies;

impl Test for GeneralRallies {
    type Book = Book;
    const NAME: &'static str = "general-rallies";
    const RULES: &'static [Rule] =
        &[r::L3C_RAL_19, r::L3C_RAL_20, r::L3C_RAL_21, r::L3C_RAL_22, r::L3C_RAL_23, r::L3C_CHEF_02];
    type Situation = Joined;

    fn example() -> Joined {
        Joined { case: Case::Rout, bonus: 2, ..Joined::default() }
    }

    fn check(_: &Book, s: &Joined, checks: &mut Checks) {
        checks.within("bonus", s.bonus, 0, 3);
    }

    fn resolve(s: &Joined, mut run: Run<'_>) -> Outcome {
        run.tell_all(rally::general_rallies(run.book, s));
        run.done(true)
    }
}

pub(super) struct GeneralActions;

impl Test for GeneralActions {
    type Book = Book;
    const NAME: &'static str = "general-actions";
    const RULES: &'static [Rule] = &[r::L3C_CHEF_12, r::L3C_CHEF_14, r::L3C_CHEF_15];
    type Situation = GeneralPlan;

    fn example() -> GeneralPlan {
        GeneralPlan {
            actions: vec![GeneralAction::Move, GeneralAction::Command],
            distance: Distance::of(8),
            ..GeneralPlan::default()
        }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(_: &Book, s: &GeneralPlan, checks: &mut Checks) {
        checks.within("ccf", s.ccf, 1, 3);
        checks.entries("actions", s.actions.len(), 0..=12);
    }

    fn resolve(s: &GeneralPlan, mut run: Run<'_>) -> Outcome {
        run.tell_all(generals::plan(run.book, s));
        run.done(true)
    }
}

pub(super) struct GeneralRisk;

impl Test for GeneralRisk {
    type Book = Book;
    const NAME: &'static str = "general-risk";
    const RULES: &'static [Rule] = &[r::L3C_CHEF_16, r::L3C_CHEF_17, r::L3C_CHEF_18, r::L3C_GAP_C26];
    type Situation = Danger;

    fn example() -> Danger {
        Danger { steps_lost: 7, ..Danger::default() }
    }

    fn check(_: &Book, s: &Danger, checks: &mut Checks) {
        checks.within("figures", s.figures, 0, 60);
        checks.want(!matches!(s.band, Band::P1Bis | Band::P2Bis), "band", F::BandOfGuns);
    }

    fn resolve(s: &Danger, mut run: Run<'_>) -> Outcome {
        let Some(throw) = generals::danger(run.book, s) else {
            run.tell("hit", false);
            return run.done(true);
        };
        let dist = spread(&throw)?;
        // A general attached to a unit is hit on low scores, otherwise on high ones.
        let hit = if s.by == Hazard::Unit { dist.probability(0) } else { dist.at_least(1) };
        run.row(json!({ "hit": true }), chance(Some(hit)));
        run.row(json!({ "hit": false }), chance(Ratio::ONE.checked_sub(hit)));
        run.tell("chance", hit);
        let fall = run.throw(&throw)?;
        let told = fall.is_some();
        if let Some(fall) = fall {
            run.tell("hit", generals::hits(s.by, fall.class));
        }
        run.done(told)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Hit {}

pub(super) struct WoundTest;

impl Test for WoundTest {
    type Book = Book;
    const NAME: &'static str = "wound";
    const RULES: &'static [Rule] = &[r::L3C_CHEF_19, r::L3C_GAP_C42];
    type Situation = Hit;

    fn example() -> Hit {
        Hit {}
    }

    fn check(_: &Book, _: &Hit, _: &mut Checks) {}

    fn resolve(_: &Hit, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        for wound in [Wound::Fall, Wound::Turns, Wound::Lost, Wound::Dead] {
            let faces = (1..=6).filter(|&face| generals::wound(book, face) == Some(wound)).count();
            run.row(json!({ "result": wound }), chance(Ratio::of(faces as u128, 6)));
        }
        let Some(fall) = run.throw(&Throw::d6(1))? else { return run.done(false) };
        let Some(wound) = generals::wound(book, fall.face()) else {
            return run.done(true);
        };
        run.tell("result", wound);
        if wound == Wound::Fall {
            run.tell("turns", 1);
        } else if generals::turns_wanted(book, wound)
            && let Some(turns) = run.throw(&Throw::d6(1))?
        {
            run.tell("turns", turns.sum());
        }
        run.done(true)
    }
}

pub(super) struct GeneralReplaced;

impl Test for GeneralReplaced {
    type Book = Book;
    const NAME: &'static str = "general-replaced";
    const RULES: &'static [Rule] = &[r::L3C_CHEF_20, r::L3C_CHEF_21];
    type Situation = FallenGeneral;

    fn example() -> FallenGeneral {
        FallenGeneral { turn: 3, ..FallenGeneral::default() }
    }

    fn check(_: &Book, s: &FallenGeneral, checks: &mut Checks) {
        checks.within("bonus", s.bonus, 0, 3);
        checks.within("turn", s.turn, 1, 100);
    }

    fn resolve(s: &FallenGeneral, mut run: Run<'_>) -> Outcome {
        run.tell_all(generals::replaced(run.book, s));
        run.done(true)
    }
}

pub(super) struct CompositeUnit;

impl Test for CompositeUnit {
    type Book = Book;
    const NAME: &'static str = "composite";
    const RULES: &'static [Rule] = &[r::L3C_GEN_20, r::L3C_GEN_21];
    type Situation = Composite;

    fn example() -> Composite {
        let grenadiers = Companies { status: Status::Elite, base: 6, class: 2, recognised: true };
        Composite { parts: vec![grenadiers, Companies::default()] }
    }

    fn check(_: &Book, s: &Composite, checks: &mut Checks) {
        checks.entries("parts", s.parts.len(), 1..=12);
        for (index, part) in s.parts.iter().enumerate() {
            checks.within(&format!("parts[{index}].class"), part.class, 1, 3);
        }
    }

    fn resolve(s: &Composite, mut run: Run<'_>) -> Outcome {
        run.tell_all(composite(run.book, s));
        run.done(true)
    }
}
