//! Command ranges, prices of acts, further moves, and moves of generals.

use super::moves::judged;
use super::{Checks, Outcome, Run, Test, check_body, check_group};
use crate::Ud;
use crate::resolve::command;
use crate::resolve::command::authority::{self, Authority};
use crate::resolve::command::price::{self, Act, Again, ExtraMove, Price};
use crate::resolve::movement;
use crate::resolve::operational::Enemy;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Body, Class, Going, Grade, Weight};
use game::Rule;
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) struct CommandRange;

impl Test for CommandRange {
    type Book = Book;
    const NAME: &'static str = "command-range";
    const RULES: &'static [Rule] = &[
        r::BE_CMD_01,
        r::BE_CMD_02,
        r::BE_CMD_03,
        r::BE_CMD_04,
        r::BE_CMD_05,
        r::BE_CMD_06,
        r::BE_CMD_07,
        r::BE_PC_02,
        r::BE_PC_03,
        r::BE_GAP_17,
    ];
    type Situation = Authority;

    fn example() -> Authority {
        let unit = Body { arm: Arm::Cavalry, weight: Weight::Light, ..Body::default() };
        Authority { grade: Grade::Competent, unit, distance: Some(Ud::of(11)), ..Authority::default() }
    }

    fn check(book: &Book, s: &Authority, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
    }

    fn resolve(s: &Authority, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        run.tell("value", command::value(book, s.grade));
        run.tell("needs", command::needs(book, s.grade));
        run.tell("range", s.range(book));
        if let Some(in_command) = s.in_command(book) {
            run.tell("in_command", in_command);
            run.tell("cost", price::once(book, !in_command));
            if !s.to_general {
                let unit = Body { out_of_command: !in_command, ..s.unit };
                run.tell("effects", authority::effects(book, &unit));
            }
        }
        run.done(false)
    }
}

pub(super) struct PriceOfUse;

impl Test for PriceOfUse {
    type Book = Book;
    const NAME: &'static str = "price";
    const RULES: &'static [Rule] = &[
        r::BE_PC_02,
        r::BE_PC_07,
        r::BE_PC_08,
        r::BE_PC_09,
        r::BE_PC_11,
        r::BE_MAN_10,
        r::BE_MAN_11,
        r::BE_GAP_15,
        r::BE_GAP_33,
    ];
    type Situation = Price;

    fn example() -> Price {
        Price { unit: Body { out_of_command: true, ..Body::default() }, act: Act::Activate, points: Some(3) }
    }

    fn check(book: &Book, s: &Price, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
    }

    fn resolve(s: &Price, run: Run<'_>) -> Outcome {
        let priced = price::price(run.book, s);
        judged(run, priced)
    }
}

pub(super) struct FurtherMove;

impl Test for FurtherMove {
    type Book = Book;
    const NAME: &'static str = "extra-move";
    const RULES: &'static [Rule] = &[
        r::BE_MAN_10,
        r::BE_MAN_11,
        r::BE_MAN_22,
        r::BE_MAN_23,
        r::BE_MA_01,
        r::BE_PC_11,
        r::BE_GAP_15,
        r::BE_GAP_16,
        r::BE_GAP_100,
    ];
    type Situation = ExtraMove;

    fn example() -> ExtraMove {
        ExtraMove {
            units: vec![Body { class: Class::A, ..Body::default() }],
            again: Again::Third,
            enemies: vec![Enemy { distance: Ud::of(9), ..Enemy::default() }],
            edge: None,
        }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["units"], &["enemies[].distance"]];

    fn check(book: &Book, s: &ExtraMove, checks: &mut Checks) {
        check_group(book, &s.units, checks);
    }

    fn resolve(s: &ExtraMove, run: Run<'_>) -> Outcome {
        let moved = price::extra_move(run.book, s);
        judged(run, moved)
    }
}

/// A move of a general.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Ride {
    /// The worst ground on his path.
    going: Going,
    /// He is attached to a unit, and moves with it (BE-GAP-18).
    attached: bool,
}

/// The length of a general's move.
#[derive(Serialize)]
struct Ridden {
    allowance: Ud,
    cost: u8,
}

pub(super) struct GeneralMove;

impl Test for GeneralMove {
    type Book = Book;
    const NAME: &'static str = "general-move";
    const RULES: &'static [Rule] = &[r::BE_MVT_10, r::BE_GAP_18];
    type Situation = Ride;

    fn example() -> Ride {
        Ride { going: Going::Rough, attached: false }
    }

    fn check(_: &Book, _: &Ride, _: &mut Checks) {}

    fn resolve(s: &Ride, run: Run<'_>) -> Outcome {
        let book = run.book;
        let ridden = if s.attached && book.on(r::BE_GAP_18) {
            Err(Bar::by(r::BE_GAP_18, "moves_with_his_unit"))
        } else {
            // The move costs no points (BE-GAP-18).
            let far = movement::general(book, s.going).ok_or(Bar::by(r::BE_MVT_10, "forbidden_ground"));
            far.map(|allowance| Ridden { allowance, cost: 0 })
        };
        judged(run, ridden)
    }
}
