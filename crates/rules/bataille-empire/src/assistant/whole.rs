//! A whole charge.

use super::shocks::ShockTest;
use super::{Checks, Outcome, Run, Test};
use crate::fight::{Charge, End, Fight, Form};
use crate::resolve::manoeuvre::may_change;
use crate::resolve::shock::{Fighter, Shock};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Body, Ud, Weight};
use game::{
    Bout, BoutInput, BoutRequest, Column, Fault, Followed, Handed, Policy, Quiet, Rule, Teller, follow, odds,
    odds_by_reply,
};
use rulebook::assistant::{odds_fault, rows};

pub(super) struct WholeCharge;

impl Test for WholeCharge {
    type Book = Book;
    const NAME: &'static str = "charge";
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

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(book: &Book, charge: &Charge, checks: &mut Checks) {
        let shock = Shock { attacker: charge.attacker, defender: charge.defender, ..Shock::default() };
        ShockTest::check(book, &shock, checks);
        checks.want(charge.distance <= charge.reach, "distance", F::BeyondReach);
        let open = charge.reply.is_none_or(|reply| charge.lines(book).iter().any(|(line, _)| *line == reply));
        checks.want(open, "reply", F::ReplyNotOpen);
        let formed = charge.change_to.is_none_or(|to| may_change(book, &charge.defender.body, to).is_ok());
        checks.want(formed, "change_to", F::FormationNotOpen);
    }

    fn resolve(charge: &Charge, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let form = Form { charge };
        let bout = charge.bout(book);
        let all = odds(&bout, &form, &form).map_err(|error| odds_fault(Self::NAME, &error))?;
        run.ends(&all);
        run.tell("reply", charge.line(book));
        for (name, outcome) in [
            ("attacker", crate::fight::Outcome::Attacker),
            ("defender", crate::fight::Outcome::Defender),
            ("fled", crate::fight::Outcome::Fled),
        ] {
            run.tell(&format!("chance_{name}"), all.chance_of(|end: &End| end.outcome == outcome));
        }
        run.tell("chance_lost", all.chance_of(|end: &End| end.defender_lost));
        let columns = odds_by_reply(&bout, &form, &form).map_err(|error| odds_fault(Self::NAME, &error))?;
        run.columns(
            columns.into_iter().map(|(key, odds)| Column { reply: key.does, distribution: rows(&odds) }).collect(),
        );
        if let Some(end) = fight(&mut run, bout, &form)? {
            run.tell_all(end);
        }
        run.done(false)
    }

    const FOLLOWED: bool = true;

    fn follow(book: &Book, charge: &Charge, handed: &[Handed]) -> Result<Followed, Vec<Fault>> {
        let form = Form { charge };
        follow(charge.bout(book), &form, &form, handed)
    }
}

/// Fights a charge with the given dice; `None` without dice.
fn fight(run: &mut Run<'_>, mut bout: Fight<'_>, form: &Form<'_>) -> Result<Option<End>, Vec<Fault>> {
    loop {
        match bout.wants() {
            BoutRequest::Done(end) => return Ok(Some(end)),
            BoutRequest::Pause(_) => bout.feed(BoutInput::Resumed, &mut Quiet),
            BoutRequest::Reply(slot, fields) => {
                let replies = form.reply(&bout, &slot, &fields);
                bout.feed(BoutInput::Replied(&replies), &mut Quiet);
            }
            BoutRequest::Situation(fact) => {
                let Some(told) = form.tell(&bout, &fact) else { return Ok(None) };
                for (of, lines) in bout.counted(&told) {
                    run.lines(Some(of), &lines);
                }
                bout.feed(BoutInput::Situation(told), &mut Quiet);
            }
            BoutRequest::Dice(tosses) => {
                let mut classes = Vec::with_capacity(tosses.len());
                for toss in &tosses {
                    let Some(fall) = run.throw(&toss.throw)? else { return Ok(None) };
                    classes.push(fall.class);
                }
                bout.feed(BoutInput::Thrown(&classes), &mut Quiet);
            }
        }
    }
}
