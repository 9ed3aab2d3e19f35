//! Movement, manoeuvres, passage of lines, ground.

use super::{Checks, Outcome, Run, Test, check_body, check_group};
use crate::Ud;
use crate::resolve::manoeuvre::{self, Manoeuvre, Manoeuvring, Pivot};
use crate::resolve::movement::{self, Movement};
use crate::resolve::operational::{self, Enemy, Operational};
use crate::resolve::passage::{self, Passage};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Body, Formation, Going};
use crate::terms::terrain::{self, Ground};
use game::Rule;
use rulebook::question::Bar;
use serde::Serialize;

/// Shows what is allowed, or the rule that forbids it.
pub(super) fn judged<T: Serialize>(mut run: Run<'_>, judged: Result<T, Bar>) -> Outcome {
    run.tell("allowed", judged.is_ok());
    match judged {
        Ok(value) => run.tell_all(value),
        Err(bar) => {
            run.tell("why", bar.why);
            run.tell("by", bar.rule.id);
        }
    }
    run.done(false)
}

pub(super) struct MovementCard;

impl Test for MovementCard {
    type Book = Book;
    const NAME: &'static str = "movement";
    const RULES: &'static [Rule] = &[
        r::BE_MVT_01,
        r::BE_MVT_02,
        r::BE_MVT_03,
        r::BE_MVT_04,
        r::BE_MVT_05,
        r::BE_MVT_06,
        r::BE_MVT_07,
        r::BE_MVT_08,
        r::BE_MVT_09,
        r::BE_CHA_03,
        r::BE_CHA_09,
        r::BE_MAN_12,
        r::BE_GAP_31,
        r::BE_GAP_34,
    ];
    type Situation = Movement;

    fn example() -> Movement {
        Movement {
            unit: Body { arm: Arm::Cavalry, ..Body::default() },
            going: Going::Clear,
            charge: true,
            ..Movement::default()
        }
    }

    fn check(book: &Book, s: &Movement, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
    }

    fn resolve(s: &Movement, run: Run<'_>) -> Outcome {
        let moved = movement::movement(run.book, s);
        judged(run, moved)
    }
}

pub(super) struct ManoeuvreCard;

impl Test for ManoeuvreCard {
    type Book = Book;
    const NAME: &'static str = "manoeuvre";
    const RULES: &'static [Rule] = &[
        r::BE_MAN_04,
        r::BE_MAN_05,
        r::BE_MAN_06,
        r::BE_MAN_07,
        r::BE_MAN_12,
        r::BE_MAN_14,
        r::BE_MAN_15,
        r::BE_MAN_16,
        r::BE_MAN_17,
        r::BE_MAN_18,
        r::BE_MAN_19,
        r::BE_MAN_20,
        r::BE_GAP_28,
        r::BE_GAP_31,
        r::BE_GAP_32,
    ];
    type Situation = Manoeuvring;

    fn example() -> Manoeuvring {
        Manoeuvring { manoeuvre: Manoeuvre::Change, to: Some(Formation::Column), ..Manoeuvring::default() }
    }

    fn check(book: &Book, s: &Manoeuvring, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
        let told = s.to.is_some() || s.manoeuvre != Manoeuvre::Change;
        checks.want(told, "to", game::FaultReason::Missing("to".to_owned()));
    }

    fn resolve(s: &Manoeuvring, run: Run<'_>) -> Outcome {
        let done = manoeuvre::manoeuvre(run.book, s);
        judged(run, done)
    }
}

pub(super) struct PivotCard;

impl Test for PivotCard {
    type Book = Book;
    const NAME: &'static str = "pivot";
    const RULES: &'static [Rule] = &[r::BE_MAN_03, r::BE_GAP_27];
    type Situation = Pivot;

    fn example() -> Pivot {
        Pivot { front: Ud::of(2), degrees: 45, allowance: Ud::of(4) }
    }

    fn check(_: &Book, s: &Pivot, checks: &mut Checks) {
        checks.within("degrees", s.degrees, 0, 360);
    }

    fn resolve(s: &Pivot, mut run: Run<'_>) -> Outcome {
        let pivoted = manoeuvre::pivot(run.book, s);
        run.tell_all(pivoted);
        run.done(false)
    }
}

pub(super) struct PassageCard;

impl Test for PassageCard {
    type Book = Book;
    const NAME: &'static str = "passage";
    const RULES: &'static [Rule] = &[r::BE_MAN_08, r::BE_MAN_09, r::BE_GAP_29];
    type Situation = Passage;

    fn example() -> Passage {
        Passage { enemy: Ud::of(5), interval_left: Ud::of(1), interval_right: Ud::of(2), ..Passage::default() }
    }

    fn check(_: &Book, s: &Passage, checks: &mut Checks) {
        checks.within("turned", s.turned, 0, 180);
    }

    fn resolve(s: &Passage, run: Run<'_>) -> Outcome {
        let passed = passage::passage(run.book, s);
        judged(run, passed)
    }
}

pub(super) struct OperationalCard;

impl Test for OperationalCard {
    type Book = Book;
    const NAME: &'static str = "operational";
    const RULES: &'static [Rule] = &[r::BE_MAN_21, r::BE_MAN_22, r::BE_MAN_23, r::BE_GAP_16, r::BE_GAP_33];
    type Situation = Operational;

    fn example() -> Operational {
        Operational {
            units: vec![Body { formation: Formation::Column, ..Body::default() }],
            enemies: vec![Enemy { distance: Ud::of(20), ..Enemy::default() }],
            ..Operational::default()
        }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["units"], &["enemies[].distance"]];

    fn check(book: &Book, s: &Operational, checks: &mut Checks) {
        check_group(book, &s.units, checks);
    }

    fn resolve(s: &Operational, mut run: Run<'_>) -> Outcome {
        let reach = operational::operational(run.book, s);
        if let Ok(reach) = reach {
            run.tell("reach", reach);
        }
        judged(run, reach.map(|_| ()))
    }
}

pub(super) struct TerrainCard;

impl Test for TerrainCard {
    type Book = Book;
    const NAME: &'static str = "terrain";
    const RULES: &'static [Rule] = &[r::BE_GAP_30, r::BE_MVT_01, r::BE_MVT_02];
    type Situation = Ground;

    fn example() -> Ground {
        Ground::default()
    }

    fn check(book: &Book, s: &Ground, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
    }

    fn resolve(s: &Ground, mut run: Run<'_>) -> Outcome {
        let card = terrain::card(run.book, s);
        run.tell_all(card);
        run.done(false)
    }
}
