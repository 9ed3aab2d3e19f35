//! Points of action, moves, changes, and tables read by themselves.

use super::{Checks, Outcome, Run, Test, chance, spread};
use crate::resolve::combat::losses::{self, Loss, Share, Strike};
use crate::resolve::combat::onset::{self, Distant, Onset, Race};
use crate::resolve::moving::changing::{self, Shape};
use crate::resolve::moving::gait::{self, Footing, Pace};
use crate::resolve::moving::movement::{self, March, ud};
use crate::resolve::moving::points::{self, Follows, PointUse, Spending};
use crate::resolve::moving::turning;
use crate::resolve::nerve::reading::{self, Score};
use crate::resolve::people::budget::{self, Purchase};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::terms::tables::MovingAs;
use crate::{Arm, Band, Case, Cohesion, Column, Distance, Gait, Ground, Mover, Nation, Status};
use game::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use smallvec::smallvec;

/// Largest number of PA that a form accepts.
const MOST_POINTS: i64 = 12;

plain! {
    PointsTest "points";
    [L3C_PA_01, L3C_PA_05, L3C_PA_07, L3C_POU_07, L3C_SAU_03, L3C_SIM_17, L3C_MVT_36, L3C_PA_06, L3C_PA_09, L3C_PA_10, L3C_REA_03, L3C_REA_04, L3C_REA_05, L3C_SAU_01, L3C_SAU_02,
     L3C_FUI_01, L3C_FUI_02, L3C_GAP_A05, L3C_GAP_A43];
    Spending = Spending {
        action: PointUse::Reaction, manoeuvre: 2, answer: Follows::Counter, ..Spending::default()
    };
    |s, checks| {
        checks.within("spent", s.spent, 0, MOST_POINTS);
        checks.within("manoeuvre", s.manoeuvre, 0, MOST_POINTS);
        checks.within("needed", s.needed, 0, MOST_POINTS);
    };
    points::spend
}

plain! {
    Movement "movement";
    [L3C_MVT_11, L3C_GAP_A01, L3C_GAP_A02, L3C_GAP_A03, L3C_GAP_A37, L3C_MVT_12, L3C_MVT_30, L3C_MVT_32, L3C_MVT_33,
     L3C_MVT_39, L3C_MVT_40, L3C_MVT_42, L3C_PA_03, L3C_GEN_24, L3C_GAP_A36, L3C_CHF_14, L3C_CHEF_11];
    March = March {
        arm: Mover::FootArtillery, formation: MovingAs::DivisionColumn, points: 3, terrain: smallvec![Ground::Level2],
        ..March::default()
    };
    |s, checks| {
        checks.within("points", s.points, 1, MOST_POINTS);
        checks.within("faculty", s.faculty, 0, 2);
        checks.entries("terrain", s.terrain.len(), 0..=12);
    };
    |book, s| {
        let reach = movement::reach(book, s);
        json!({
            "allowed": reach.is_some(),
            "distance": reach.unwrap_or_default(),
            "gait": movement::gait(book, s.points),
        })
    }
}

plain! {
    BackMoveTest "back-move";
    [L3C_MVT_31, L3C_RAL_15, L3C_GAP_C04, L3C_PA_05];
    movement::BackMove = movement::BackMove {
        case: Case::Retreat, terrain: smallvec![Ground::Marsh], spent: 2, ..movement::BackMove::default()
    };
    |s, checks| {
        checks.within("spent", s.spent, 0, MOST_POINTS);
        checks.within("faculty", s.faculty, 0, 2);
        checks.want(s.case < Case::Halt, "case", F::CaseWithoutRetreat);
        checks.entries("terrain", s.terrain.len(), 0..=12);
    };
    movement::back_move
}

plain! {
    TurningTest "turning";
    [L3C_CHF_01, L3C_CHF_02, L3C_CHF_03, L3C_CHF_04, L3C_MVT_04, L3C_MVT_05, L3C_MVT_06, L3C_MVT_07, L3C_GAP_A04];
    turning::Turning = turning::Turning { class: 1, degrees: 90, ..turning::Turning::default() };
    |s, checks| {
        checks.within("class", s.class, 1, 3);
        checks.within("degrees", s.degrees, 0, 180);
        checks.within("spent", s.spent, 0, MOST_POINTS);
    };
    turning::turning
}

plain! {
    ChangingTest "changing";
    [L3C_CHF_01, L3C_CHF_02, L3C_CHF_11, L3C_RAL_12, L3C_RAL_14, L3C_ECO_30, L3C_GAP_B11];
    changing::Changing = changing::Changing {
        from: Shape::DivisionColumn, to: Shape::Line, nation: Nation::Russia, year: 1805,
        ..changing::Changing::default()
    };
    |s, checks| {
        checks.within("class", s.class.unwrap_or(2), 1, 3);
        checks.within("year", s.year, 1790, 1820);
        checks.within("spent", s.spent, 0, MOST_POINTS);
        let square = s.arm == Arm::Infantry || s.to != Shape::Square && s.from != Shape::Square;
        checks.want(square, "to", F::SquareNotInfantry);
        let guns = |shape| matches!(shape, Shape::Limbered | Shape::Deployed);
        checks.want(s.arm == Arm::Artillery || !guns(s.from) && !guns(s.to), "to", F::FormationOfGuns);
    };
    changing::changing
}

plain! {
    ManhandlingTest "manhandling";
    [L3C_MVT_37, L3C_CHEF_11, L3C_PA_05, L3C_GAP_A05];
    movement::Manhandling = movement::Manhandling { pounds: 8, uphill: true, ..movement::Manhandling::default() };
    |s, checks| {
        checks.within("pounds", s.pounds, 3, 24);
        checks.within("spent", s.spent, 0, MOST_POINTS);
    };
    movement::manhandling
}

plain! {
    GaitChangeTest "gait";
    [L3C_MVT_34, L3C_MVT_35, L3C_MAC_24];
    Pace = Pace { arm: Arm::Cavalry, from: Gait::Charge, to: Gait::Halted, room: Distance::of(1), after_obstacle: false };
    |_, _| {};
    gait::change
}

plain! {
    GaitLimit "gait-limit";
    [L3C_MAC_17, L3C_MAC_23];
    Footing = Footing { arm: Arm::Cavalry, terrain: smallvec![Ground::OpenWood], jumps: false };
    |s, checks| checks.entries("terrain", s.terrain.len(), 0..=12);
    |book, s| json!({ "gait": gait::limit(book, s) })
}

plain! {
    AssaultAllowed "assault-allowed";
    [L3C_MAC_01, L3C_MAC_02, L3C_MAC_04, L3C_MAC_05, L3C_MAC_06, L3C_MAC_15, L3C_GAP_A52, L3C_GAP_B31, L3C_MAC_27, L3C_MVT_03, L3C_MAF_01, L3C_CAC_09, L3C_CAC_16, L3C_TIR_02, L3C_GAP_A36, L3C_FEU_39];
    Onset = Onset { arm: Arm::Cavalry, status: Status::Guard, spent: 1, ..Onset::default() };
    |s, checks| checks.within("spent", s.spent, 0, MOST_POINTS);
    onset::allowed
}

plain! {
    AssaultReach "assault-reach";
    says "distance";
    [L3C_MAC_07, L3C_MAC_08];
    Distant = Distant { capacity: ud(5), distance: ud(6), ..Distant::default() };
    |_, _| {};
    onset::reaches
}

plain! {
    InTime "manoeuvre-in-time";
    says "distance";
    [L3C_INT_09, L3C_INT_20, L3C_CHF_05, L3C_GAP_A19, L3C_GAP_A38];
    Race = Race { attacker: Arm::Cavalry, distance: ud(9), points: 2, own_assault: false, state: Cohesion::Formed };
    |s, checks| checks.within("points", s.points, 0, MOST_POINTS);
    onset::in_time
}

plain! {
    Reading "reading";
    [L3C_MOR_04, L3C_MOR_06, L3C_GAP_C01];
    Score = Score { column: Column::Fire, score: 8, announced_band: Some(Band::P3), ..Score::default() };
    |s, checks| checks.within("score", s.score, -99, 99);
    reading::reading
}

plain! {
    LossTableTest "loss-table";
    [L3C_LOSS_01, L3C_GAP_B01];
    Strike = Strike { figures: 10, factor: -2 };
    |s, checks| {
        checks.within("figures", s.figures, 0, 200);
        checks.within("factor", s.factor, -30, 30);
    };
    |book, s: &Strike| -> Loss { losses::losses(book, s.figures, s.factor) }
}

plain! {
    Percent "percent";
    judged |book, s, checks| {
        let (whole, arm) = if s.guns > 0 { (s.guns, Arm::Artillery) } else { (s.figures, Arm::Infantry) };
        let had = u32::from(whole) * u32::from(losses::steps_of(book, arm));
        checks.want(u32::from(s.steps) <= had, "steps", F::StepsBeyondStrength { had: had.into() });
    };
    [L3C_LOSS_02, L3C_GAP_A29, L3C_GAP_B02, L3C_GAP_A12];
    Share = Share { steps: 3, figures: 12, guns: 0 };
    |s, checks| {
        checks.within("steps", s.steps, 0, 600);
        checks.within("figures", s.figures, 0, 200);
        checks.within("guns", s.guns, 0, 60);
        checks.want(s.figures > 0 || s.guns > 0, "figures", rulebook::FigureFault::MoreThanZero);
        checks.want(s.figures == 0 || s.guns == 0, "guns", F::FiguresAndGuns);
    };
    |book, s| json!({ "percent": losses::share(book, s) })
}

plain! {
    Budget "budget";
    [L3C_GEN_16, L3C_GEN_17, L3C_GAP_A39];
    Purchase = Purchase { arm: Arm::Cavalry, status: Status::Elite, figures: 4, ..Purchase::default() };
    |s, checks| {
        checks.within("figures", s.figures, 1, 60);
        checks.within("pounds", s.pounds, 3, 24);
        checks.within("base", s.base.unwrap_or(0), 0, 12);
    };
    |book, s| {
        let cost = budget::cost(book, s);
        json!({ "cost": cost, "against_it": budget::defender(book, cost, s.ground) })
    }
}

/// A form without fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Nothing {}

pub(super) struct OrderOfAssaults;

impl Test for OrderOfAssaults {
    type Book = Book;
    const NAME: &'static str = "order-of-assaults";
    const RULES: &'static [Rule] = &[r::L3C_MAC_13];
    type Situation = Nothing;

    fn example() -> Nothing {
        Nothing {}
    }

    fn check(_: &Book, _: &Nothing, _: &mut Checks) {}

    fn resolve(_: &Nothing, mut run: Run<'_>) -> Outcome {
        let throw = onset::order_throw(run.book);
        let dist = spread(&throw)?;
        for (class, _) in dist.iter() {
            run.row(json!({ "order": onset::order(run.book, class) }), chance(Some(dist.probability(class))));
        }
        let fall = run.throw(&throw)?;
        let told = fall.is_some();
        if let Some(fall) = fall {
            run.tell("order", onset::order(run.book, fall.class));
        }
        run.done(told)
    }
}
