//! A whole charge.

use super::shocks::ShockTest;
use super::{Checks, Outcome, Run, Test};
use crate::book::{Book, r};
use crate::charge::{Charge, End, Form};
use crate::manoeuvre::may_change;
use crate::shock::{Fighter, Shock};
use crate::{Body, Ud, Weight};
use game::{Column, Rule, odds, odds_by_reply};
use rulebook::assistant::{odds_fault, rows};

pub(super) struct WholeCharge;

impl Test for WholeCharge {
    type Book = Book;
    const NAME: &'static str = "charge";
    const FR: &'static str = "Une charge entière";
    const EN: &'static str = "A whole charge";
    const RULES: &'static [Rule] = &[
        r::BE_CHA_05,
        r::BE_CHA_06,
        r::BE_CHA_10,
        r::BE_REA_01,
        r::BE_TM_03,
        r::BE_CHO_01,
        r::BE_CHO_02,
        r::BE_POU_06,
    ];
    type Situation = Charge;

    fn example() -> Charge {
        let body = Body { arm: crate::Arm::Cavalry, weight: Weight::Heavy, ..Body::default() };
        let attacker = Fighter { body, ..Fighter::default() };
        Charge { attacker, distance: Ud::of(6), reach: Ud::of(10), ..Charge::default() }
    }

    fn check(book: &Book, charge: &Charge, checks: &mut Checks) {
        let shock = Shock { attacker: charge.attacker, defender: charge.defender, ..Shock::default() };
        ShockTest::check(book, &shock, checks);
        checks.want(charge.distance <= charge.reach, "distance", "out of reach: no charge");
        let open = charge.reply.is_none_or(|reply| charge.lines(book).iter().any(|(line, _)| *line == reply));
        checks.want(open, "reply", "is not open to the target");
        let formed = charge.change_to.is_none_or(|to| may_change(book, &charge.defender.body, to).is_ok());
        checks.want(formed, "change_to", "is not a formation that the target may take");
    }

    fn resolve(charge: &Charge, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let form = Form { charge };
        let bout = charge.bout(book);
        let all = odds(&bout, &form, &form).map_err(|error| odds_fault(Self::NAME, &error))?;
        run.ends(&all);
        run.tell("reply", charge.line(book));
        for (name, outcome) in [
            ("attacker", crate::charge::Outcome::Attacker),
            ("defender", crate::charge::Outcome::Defender),
            ("fled", crate::charge::Outcome::Fled),
        ] {
            run.tell(&format!("chance_{name}"), all.chance_of(|end: &End| end.outcome == outcome));
        }
        run.tell("chance_lost", all.chance_of(|end: &End| end.defender_lost));
        let columns = odds_by_reply(&bout, &form, &form).map_err(|error| odds_fault(Self::NAME, &error))?;
        run.columns(
            columns.into_iter().map(|(key, odds)| Column { reply: key.does, distribution: rows(&odds) }).collect(),
        );
        run.done(false)
    }
}
