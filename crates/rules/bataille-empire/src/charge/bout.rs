//! The machine of a charge.

use super::{Charge, End, Outcome, loser};
use crate::book::{Book, r};
use crate::discipline::{self, Botched};
use crate::profile::Arm;
use crate::pursuit::{self, Pursuit};
use crate::reaction::Line;
use crate::shock::{self, Shock, Verdict, Who};
use crate::{Losses, word};
use game::{Bout, Choice, Fed, Field, Key, Policy, Ref, Reply, Side, Slot, Teller, Toss, Trace, Wants};
use smallvec::smallvec;
use std::hash::{Hash, Hasher};

/// Where a charge stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The target declares.
    Reply,
    /// Its test is counted.
    Drill(Line),
    /// Its test is thrown.
    Test(Line),
    /// The shock is counted, after a line carried out or failed.
    Contact(Line, bool),
    /// The shock is thrown.
    Shock(Line, bool),
    /// It is over.
    Done(End),
}

/// A charge under way. The charger is blue.
#[derive(Clone, Copy, Debug)]
pub struct ChargeBout<'a> {
    /// The book.
    pub book: &'a Book,
    /// As it was typed.
    pub charge: &'a Charge,
    /// Where it stands.
    pub stage: Stage,
}

impl PartialEq for ChargeBout<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.stage == other.stage
    }
}

impl Eq for ChargeBout<'_> {}

impl Hash for ChargeBout<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.stage.hash(hasher);
    }
}

/// What is counted on the way. Everything it rests on was typed beforehand: to be told it is to hear that it is due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// The test of the target.
    Drill(Line),
    /// The shock, after a line carried out or failed.
    Shock(Line, bool),
}

/// Takes the line that was typed, or the one that goes without saying.
pub struct Form<'a> {
    /// What was typed.
    pub charge: &'a Charge,
}

impl Charge {
    /// The machine of this charge.
    #[must_use]
    pub const fn bout<'a>(&'a self, book: &'a Book) -> ChargeBout<'a> {
        ChargeBout { book, charge: self, stage: Stage::Reply }
    }
}

impl<'a> Teller<ChargeBout<'a>> for Form<'_> {
    fn tell(&self, _: &ChargeBout<'a>, fact: &Fact) -> Option<Fact> {
        Some(*fact)
    }
}

impl<'a> Policy<ChargeBout<'a>> for Form<'_> {
    fn reply(&self, bout: &ChargeBout<'a>, _: &Slot, _: &[Field]) -> Vec<Reply> {
        vec![Reply::pick(Key { does: word(&self.charge.line(bout.book)), refs: Vec::new() })]
    }
}

impl Bout for ChargeBout<'_> {
    type Fact = Fact;
    type Situation = Fact;
    type End = End;

    fn wants(&self) -> Wants<Self> {
        match self.stage {
            Stage::Done(end) => Wants::Done(end),
            Stage::Reply => {
                let lines = self.charge.lines(self.book);
                let choice = |(line, rule)| Choice::of(Key { does: word(&line), refs: Vec::new() }, &[rule]);
                let field = rulebook::question::pick_one(Ref::Side(Side::Red), lines.into_iter().map(choice).collect());
                Wants::Reply(Slot::new(Side::Red, "reply"), vec![field])
            }
            Stage::Drill(line) => Wants::Told(Fact::Drill(line)),
            Stage::Contact(line, passed) => Wants::Told(Fact::Shock(line, passed)),
            Stage::Test(line) => {
                let trial = discipline::manoeuvre(self.book, &self.charge.drill(self.book, line), &mut game::Quiet);
                Wants::Dice(smallvec![Toss::new(r::BE_TM_01, Ref::Side(Side::Red), trial.throw)])
            }
            Stage::Shock(..) => {
                let mut toss = Toss::new(r::BE_CHO_01, Ref::Side(Side::Blue), shock::dice(self.book));
                toss.by.push(Ref::Side(Side::Red));
                Wants::Dice(smallvec![toss])
            }
        }
    }

    fn feed(&mut self, fed: Fed<'_, Self>, _: &mut impl Trace) {
        self.stage = match (self.stage, fed) {
            (Stage::Reply, Fed::Replied(replies)) => {
                let key = replies.first().and_then(Reply::key);
                let lines = self.charge.lines(self.book);
                let line = key.and_then(|key| lines.iter().find(|(line, _)| word(line) == key.does));
                self.after_reply(line.map_or_else(|| self.charge.line(self.book), |(line, _)| *line))
            }
            (Stage::Drill(line), Fed::Told(_)) => Stage::Test(line),
            (Stage::Contact(line, passed), Fed::Told(_)) => Stage::Shock(line, passed),
            (Stage::Test(line), Fed::Thrown(classes)) => {
                self.after_test(line, classes.first().is_some_and(|class| *class > 0))
            }
            (Stage::Shock(line, passed), Fed::Thrown(classes)) => {
                let difference = classes.first().copied().unwrap_or_default();
                let shock = self.charge.shock(self.book, line, passed);
                let [own, his] = [Who::Attacker, Who::Defender]
                    .map(|who| shock::modifiers(self.book, &shock, who, &mut game::Quiet));
                let verdict = shock::verdict(self.book, &shock, own - his + difference);
                Stage::Done(self.end_of(&shock, &verdict))
            }
            (stage, _) => stage,
        };
    }
}

impl ChargeBout<'_> {
    fn after_reply(&self, line: Line) -> Stage {
        match line {
            _ if line.tested() => Stage::Drill(line),
            Line::Flee => self.flees(),
            // The guns are left, not lost: only who ends its move on them takes them (BE-GAP-43).
            Line::FleeToSquare => Stage::Done(End { defender_lost: false, ..gone(Outcome::Fled) }),
            _ => Stage::Contact(line, true),
        }
    }

    fn after_test(&self, line: Line, passed: bool) -> Stage {
        if passed && line == Line::LimberAndFlee {
            return self.flees();
        }
        let lost =
            !passed && discipline::botched(self.book, &self.charge.drill(self.book, line)) == Botched::Eliminated;
        if lost { Stage::Done(gone(Outcome::Attacker)) } else { Stage::Contact(line, passed) }
    }

    fn flees(&self) -> Stage {
        let caught = self.charge.caught(self.book);
        let end = if caught { gone(Outcome::Attacker) } else { End { defender_lost: false, ..gone(Outcome::Fled) } };
        Stage::Done(end)
    }

    /// What a verdict leaves of both; cavalry that may pursue does.
    fn end_of(&self, shock: &Shock, verdict: &Verdict) -> End {
        let beaten = loser(verdict.winner);
        let capacity = |who: Who| shock.side(who).body.capacity(self.book);
        let dies = |who: Who, more: Losses| shock.side(who).body.losses.plus(more) >= capacity(who);
        let flight = verdict.flight.unwrap_or_default();
        let hunt = Pursuit {
            pursuer: shock.side(verdict.winner).body.arm,
            fleeing: shock.side(beaten).body.arm,
            flight,
            going: self.charge.going,
            screened: self.charge.screened,
            ..Pursuit::default()
        };
        let follows = verdict.pursuit > crate::Ud::default() && hunt.pursuer == Arm::Cavalry;
        let worn_out = dies(verdict.winner, verdict.winner_losses);
        // Losses come before the pursuit: a winner who is no more follows nobody (BE-GAP-96).
        let alive = !(worn_out && self.book.on(r::BE_GAP_96));
        let caught = follows && alive && verdict.flight.is_some() && pursuit::pursuit(self.book, &hunt).caught;
        let lost = verdict.eliminated || caught || dies(beaten, verdict.loser_losses);
        let won = verdict.winner == Who::Attacker;
        End {
            outcome: if won { Outcome::Attacker } else { Outcome::Defender },
            row: Some(verdict.row),
            defender_lost: if won { lost } else { worn_out },
            attacker_lost: if won { worn_out } else { lost },
            defender_losses: if won { verdict.loser_losses } else { verdict.winner_losses },
            attacker_losses: if won { verdict.winner_losses } else { verdict.loser_losses },
        }
    }
}

/// The target is gone without a shock.
const fn gone(outcome: Outcome) -> End {
    End {
        outcome,
        row: None,
        defender_lost: true,
        attacker_lost: false,
        defender_losses: Losses::NONE,
        attacker_losses: Losses::NONE,
    }
}
