//! Reactions, charges and forced moves.

use super::{Checks, Outcome, Run, Test, check_body};
use crate::Ud;
use crate::resolve::flight::{self, Chase};
use crate::resolve::pursuit::{self, Pursuit};
use crate::resolve::reaction::{self, ChargeRight, Opportunity, Reaction, Stimulus};
use crate::terms::book::{Book, r};
use crate::terms::marker::{self, Did, Wish};
use crate::terms::profile::{Arm, Body, Formation, Order};
use crate::terms::situation_fault::SituationFault as F;
use game::Rule;
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

pub(super) struct Reactions;

impl Test for Reactions {
    type Book = Book;
    const NAME: &'static str = "reactions";
    const RULES: &'static [Rule] =
        &[r::BE_REA_01, r::BE_REA_02, r::BE_ORD_19, r::BE_GAP_26, r::BE_GAP_39, r::BE_GAP_40, r::BE_GAP_47];
    type Situation = Reaction;

    fn example() -> Reaction {
        Reaction { order: Order::Engage, to: Stimulus::Charge, charger: Arm::Cavalry, ..Reaction::default() }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];
    const ALWAYS_SAID: bool = false;
    const UNSAID_WITH: Option<(&'static str, &'static [&'static str])> = Some(("to", &["charge"]));

    /// A charge is met at any distance.
    fn must_say(s: &Reaction) -> bool {
        s.to != Stimulus::Charge
    }

    fn check(book: &Book, s: &Reaction, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
        check_body(book, "mover", &s.mover.body, checks);
        checks.want(s.charger != Arm::Artillery, "charger", F::GunsCharge);
    }

    fn resolve(s: &Reaction, mut run: Run<'_>) -> Outcome {
        let lines = reaction::reactions(run.book, s);
        run.tell("lines", lines.iter().map(|(line, _)| line).collect::<Vec<_>>());
        run.tell("tested", lines.iter().filter(|(line, _)| line.tested()).map(|(line, _)| line).collect::<Vec<_>>());
        run.tell("by", lines.iter().map(|(_, rule)| rule.id).collect::<Vec<_>>());
        run.done(false)
    }
}

/// Shows whether something is allowed, and if not by which rule.
fn judged(run: &mut Run<'_>, judgement: Result<(), Bar>) {
    run.tell("allowed", judgement.is_ok());
    if let Err(bar) = judgement {
        run.tell("why", bar.why);
        run.tell("by", bar.rule.id);
    }
}

pub(super) struct OpportunityCharge;

impl Test for OpportunityCharge {
    type Book = Book;
    const NAME: &'static str = "opportunity-charge";
    const RULES: &'static [Rule] = &[r::BE_REA_04, r::BE_REA_12, r::BE_MAN_13, r::BE_GAP_40];
    type Situation = Opportunity;

    fn example() -> Opportunity {
        let unit = Body { arm: Arm::Cavalry, ..Body::default() };
        Opportunity { unit, order: Order::Hold, distance: Ud::of(3), ..Opportunity::default() }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(book: &Book, s: &Opportunity, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
        check_body(book, "mover", &s.mover.body, checks);
    }

    fn resolve(s: &Opportunity, mut run: Run<'_>) -> Outcome {
        let judgement = reaction::opportunity_charge(run.book, s);
        judged(&mut run, judgement);
        run.done(false)
    }
}

pub(super) struct RightToCharge;

impl Test for RightToCharge {
    type Book = Book;
    const NAME: &'static str = "charge-right";
    const RULES: &'static [Rule] =
        &[r::BE_ORD_03, r::BE_ORD_06, r::BE_ORD_11, r::BE_ORD_13, r::BE_MA_05, r::BE_GAP_37, r::BE_GAP_70];
    type Situation = ChargeRight;

    fn example() -> ChargeRight {
        ChargeRight { order: Order::Engage, ..ChargeRight::default() }
    }

    fn check(book: &Book, s: &ChargeRight, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
        check_body(book, "target", &s.target.body, checks);
    }

    fn resolve(s: &ChargeRight, mut run: Run<'_>) -> Outcome {
        let judgement = reaction::charge_right(run.book, s);
        judged(&mut run, judgement);
        run.done(false)
    }
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Deed {
    /// The act of the unit.
    did: Did,
}

pub(super) struct Marker;

impl Test for Marker {
    type Book = Book;
    const NAME: &'static str = "marker";
    const RULES: &'static [Rule] =
        &[r::BE_MA_01, r::BE_MA_02, r::BE_MA_03, r::BE_MA_04, r::BE_REA_03, r::BE_GAP_41, r::BE_GAP_93];
    type Situation = Deed;

    fn example() -> Deed {
        Deed { did: Did::CounterCharge }
    }

    fn check(_: &Book, _: &Deed, _: &mut Checks) {}

    fn resolve(s: &Deed, mut run: Run<'_>) -> Outcome {
        let rule = marker::given(run.book, s.did);
        run.tell("marked", rule.is_some());
        run.tell("by", rule.map(|rule| rule.id));
        run.done(false)
    }
}

/// An act wanted by a marked unit.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Wanted {
    /// The act wanted.
    wants: Wish,
}

pub(super) struct MarkedRight;

impl Test for MarkedRight {
    type Book = Book;
    const NAME: &'static str = "marked-right";
    const RULES: &'static [Rule] = &[r::BE_MA_05, r::BE_MA_06, r::BE_GAP_26];
    type Situation = Wanted;

    fn example() -> Wanted {
        Wanted { wants: Wish::OpenFire }
    }

    fn check(_: &Book, _: &Wanted, _: &mut Checks) {}

    fn resolve(s: &Wanted, mut run: Run<'_>) -> Outcome {
        let rule = marker::forbidden(run.book, s.wants);
        run.tell("allowed", rule.is_none());
        run.tell("by", rule.map(|rule| rule.id));
        run.done(false)
    }
}

/// A charge from a distance.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct From {
    /// Distance between the two.
    distance: Ud,
}

pub(super) struct FirstLegTest;

impl Test for FirstLegTest {
    type Book = Book;
    const NAME: &'static str = "first-leg";
    const RULES: &'static [Rule] = &[r::BE_CHA_05, r::BE_GAP_44];
    type Situation = From;

    fn example() -> From {
        From { distance: Ud::of(9) }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(_: &Book, _: &From, _: &mut Checks) {}

    fn resolve(s: &From, mut run: Run<'_>) -> Outcome {
        let leg = flight::first_leg(run.book, s.distance);
        run.tell_all(leg);
        run.done(false)
    }
}

pub(super) struct ChaseTest;

impl Test for ChaseTest {
    type Book = Book;
    const NAME: &'static str = "chase";
    const RULES: &'static [Rule] = &[r::BE_CHA_09, r::BE_GAP_43, r::BE_GAP_93];
    type Situation = Chase;

    fn example() -> Chase {
        Chase { reach: Ud::of(10), distance: Ud::of(6), flight: Ud::of(6) }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(_: &Book, s: &Chase, checks: &mut Checks) {
        checks.want(s.distance <= s.reach, "distance", F::BeyondReach);
    }

    fn resolve(s: &Chase, mut run: Run<'_>) -> Outcome {
        let chased = flight::chase(run.book, s);
        run.tell_all(chased);
        run.done(false)
    }
}

pub(super) struct PursuitTest;

impl Test for PursuitTest {
    type Book = Book;
    const NAME: &'static str = "pursuit";
    const RULES: &'static [Rule] = &[
        r::BE_POU_01,
        r::BE_POU_02,
        r::BE_POU_03,
        r::BE_POU_04,
        r::BE_POU_06,
        r::BE_POU_07,
        r::BE_FUI_05,
        r::BE_GAP_48,
    ];
    type Situation = Pursuit;

    fn example() -> Pursuit {
        Pursuit { pursuer: Arm::Cavalry, flight: Ud::of(6), ..Pursuit::default() }
    }

    fn check(_: &Book, _: &Pursuit, _: &mut Checks) {}

    fn resolve(s: &Pursuit, mut run: Run<'_>) -> Outcome {
        let pursued = pursuit::pursuit(run.book, s);
        run.tell_all(pursued);
        run.done(false)
    }
}

/// Skirmishers with an enemy in front.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Before {
    unit: Body,
    /// The smallest distance of the enemy.
    distance: Ud,
}

pub(super) struct FallBack;

impl Test for FallBack {
    type Book = Book;
    const NAME: &'static str = "fall-back";
    const RULES: &'static [Rule] = &[r::BE_REA_31, r::BE_REA_32];
    type Situation = Before;

    fn example() -> Before {
        Before { unit: Body { formation: Formation::Skirmish, ..Body::default() }, distance: Ud::of(1) }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(book: &Book, s: &Before, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
        checks.want(s.unit.formation == Formation::Skirmish, "unit.formation", F::FallsBackFormed);
    }

    fn resolve(s: &Before, mut run: Run<'_>) -> Outcome {
        let back = flight::fall_back(run.book, &s.unit, s.distance);
        run.tell_all(json!({ "distance": back.distance, "fires": back.fires }));
        run.done(false)
    }
}
