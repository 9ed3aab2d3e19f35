//! Charges and the answers to them.

use super::{Checks, Outcome, Test, TestRun, limits};
use crate::resolve::charge::{
    Charge, Charger, Chase, Counter, Duty, Encounter, Evasion, Flow, Prey, Rally, counter, duty, evasion, flow, kept,
    limit, may_charge, may_counter, rally, reach, through, together,
};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Arm, Aspect, Attitude, CM, Fighting, Formation, Order};
use game::{Breakdown, Line, Op, Rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Ground centimetres as centimetres of the table.
fn on_table(cm: i32) -> f64 {
    f64::from(cm) / f64::from(CM)
}

plain! {
    ChargeReach "charge-reach";
    says "distance";
    [LA_CHA_13, LA_CHA_15, LA_CHA_16, LA_CHA_17, LA_CHA_19, LA_CHA_26, LA_MVT_08, LA_GAP_06, LA_GAP_19];
    Charge = Charge::default();
    |_, s, checks| checks.want(s.distance.cm() > 0, "distance", F::ChargeInContact);
    |book, s, run| {
        let time = reach(book, s);
        run.tell("contact_quarter", time.contact);
        run.tell("charge_bonuses", time.bonuses);
        run.tell("fire_quarters", time.fire_quarters);
        run.tell("reach", time.reach);
        run.tell("quarter_move", crate::resolve::motion::quarter(book, s.allowance));
    }
}

plain! {
    CounterCharge "counter-charge";
    says "distance";
    [LA_CCH_05, LA_CCH_07, LA_CCH_09, LA_CHA_13, LA_CHA_16, LA_CHA_26, LA_GAP_47];
    Counter = Counter::default();
    |_, s, checks| checks.want(s.distance.cm() > 0, "distance", F::ChargeInContact);
    |book, s, run| {
        let time = counter(book, s);
        run.tell("possible", time.possible);
        run.tell("left", on_table(time.left));
        run.tell("effective", time.effective);
        run.tell("contact_quarter", time.contact);
    }
}

plain! {
    EvasionTest "evasion";
    [LA_ESQ_01, LA_ESQ_02, LA_ESQ_03, LA_ESQ_04, LA_ESQ_05, LA_ESQ_13, LA_GAP_19, LA_GAP_32, LA_GAP_52];
    Evasion = Evasion::default();
    |_, s, checks| {
        checks.want(s.charge.distance.cm() > 0, "charge.distance", F::ChargeInContact);
        // Batteries hold, manoeuvre or support (LA-GAP-13).
        let guns = matches!(s.formation, Formation::Limbered | Formation::InPosition);
        let may = matches!(s.attitude, Attitude::Hold | Attitude::Manoeuvre | Attitude::Support);
        checks.want(!guns || may, "attitude", F::BatteryOrder);
    };
    |book, s, run| {
        let due = duty(book, s);
        run.tell("duty", due);
        if due != Duty::No {
            let time = evasion(book, s);
            run.tell("caught_quarter", time.caught);
            run.tell("caught", time.how);
            run.tell("order", time.order);
            run.tell("gap", on_table(time.gap));
        }
    }
}

plain! {
    RallyTest "rally";
    [LA_RAL_03, LA_RAL_04, LA_RAL_05, LA_RAL_08, LA_GAP_51];
    Rally = Rally::default();
    |_, s, checks| {
        // It moves away from an enemy in front or beside it first (LA-RAL-08).
        let faces = s.faces_home && s.engaged && s.attacked_from != Aspect::Rear;
        checks.want(!faces, "faces_home", F::FacesEnemy);
    };
    |book, s, run| run.tell_all(rally(book, s))
}

pub(super) struct Pursuit;

impl Test for Pursuit {
    type Book = Book;
    const NAME: &'static str = "pursuit";
    const RULES: &'static [Rule] = &[
        r::LA_RAL_09,
        r::LA_RAL_10,
        r::LA_RAL_12,
        r::LA_RAL_13,
        r::LA_RAL_15,
        r::LA_RAL_16,
        r::LA_GAP_40,
        r::LA_GAP_50,
    ];
    type Situation = Chase;

    fn example() -> Chase {
        Chase::default()
    }

    fn check(_: &Book, s: &Chase, checks: &mut Checks) {
        limits::check(s, checks);
        checks.want(s.follower_arm != Arm::Artillery, "follower_arm", F::CannotFollow);
    }

    fn resolve(s: &Chase, mut run: TestRun<'_>) -> Outcome {
        let book = run.book;
        let chase = kept(book, s);
        let mut breakdown = Breakdown::new(Self::NAME, None);
        breakdown.lines.push(Line::new(r::LA_RAL_09, Op::Start(s.column.into())));
        if chase.speed.num != i64::from(s.column) * chase.speed.den {
            breakdown.lines.push(Line::new(r::LA_GAP_50, Op::Times(book.tables.movement.rout)));
        }
        run.tell("may_follow", chase.may_follow);
        run.tell("speed", chase.speed);
        run.tell("contact_kept", chase.contact);
        if chase.contact {
            let fight = together(book, s);
            run.tell("leaver_order", fight.leaver);
            run.tell("follower_order", fight.follower);
            run.tell("follower_feels_it", fight.follower_feels_it);
            run.tell("charge_bonuses", fight.charge_bonuses);
        }
        run.total(None, breakdown);
        run.done(true)
    }
}

plain! {
    FlowTest "flow";
    [LA_RAL_17, LA_RAL_20, LA_GAP_51];
    Flow = Flow::default();
    |_, _, _| {};
    |book, s, run| run.tell_all(flow(book, s))
}

plain! {
    RoutThrough "rout-through";
    [LA_RES_03, LA_GAP_38];
    Encounter = Encounter::default();
    |_, _, _| {};
    |book, s, run| {
        run.tell("limit", limit(book, s.routers));
        run.tell("way", through(book, s));
    }
}

/// The two units of a charge, to ask whether it is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub(super) struct Right {
    /// It is a counter-charge.
    counter: bool,
    /// It is itself charged.
    #[schemars(extend("x-when" = { "counter": [true] }))]
    charged: bool,
    arm: Arm,
    formation: Formation,
    order: Order,
    /// The formations in which its nation fights.
    fighting: Fighting,
    attitude: Attitude,
    #[schemars(range(min = 1, max = 120))]
    figures: u8,
    /// A company detached from its battalion.
    detached: bool,
    /// In uncontrolled advance.
    uncontrolled: bool,
    /// Arm of the enemy.
    enemy: Arm,
    /// The enemy is in a melee.
    in_melee: bool,
    /// Only its skirmish company is.
    #[schemars(extend("x-when" = { "in_melee": [true] }))]
    company_only: bool,
    /// The enemy stands on another level.
    other_level: bool,
    /// An obstacle lies in the way.
    obstacle: bool,
}

impl Default for Right {
    fn default() -> Self {
        Self {
            counter: false,
            charged: true,
            arm: Arm::Infantry,
            formation: Formation::Column,
            order: Order::Formed,
            fighting: Fighting::All,
            attitude: Attitude::Attack,
            figures: 18,
            detached: false,
            uncontrolled: false,
            enemy: Arm::Infantry,
            in_melee: false,
            company_only: false,
            other_level: false,
            obstacle: false,
        }
    }
}

plain! {
    ChargeRight "charge-right";
    [LA_CHA_02, LA_CHA_06, LA_CHA_07, LA_CHA_11, LA_CHA_31, LA_CHA_32, LA_CCH_01, LA_CCH_02, LA_CCH_03, LA_CCH_04, LA_GAP_09, LA_GAP_13, LA_GAP_53];
    Right = Right::default();
    |_, s, checks| checks.want(s.formation.suits(s.arm), "formation", F::FormationOfOtherArm);
    |book, s, run| {
        let charger = Charger {
            arm: s.arm,
            formation: s.formation,
            order: s.order,
            fighting: s.fighting,
            attitude: s.attitude,
            figures: s.figures,
            detached: s.detached,
            uncontrolled: s.uncontrolled,
        };
        let prey = Prey {
            arm: s.enemy,
            in_melee: s.in_melee,
            company_only: s.company_only,
            other_level: s.other_level,
            obstacle: s.obstacle,
        };
        let said = if s.counter {
            may_counter(book, &charger, s.enemy, s.charged)
        } else {
            may_charge(book, &charger, &prey)
        };
        run.tell("allowed", said.is_ok());
        if let Err(why) = said {
            run.tell("because", why);
            run.tell("rule", why.rule().id);
        }
    }
}
