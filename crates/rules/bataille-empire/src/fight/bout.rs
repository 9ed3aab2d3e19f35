//! The state machine of a fight: one charge of one unit on one unit, from the target's reply to the pursuit (BE-CHA-10,
//! BE-GAP-96). The turn drives it and carries out on the table what each pause stands for; the assistant feeds it typed
//! values; odds run it against all dice.

use super::{Charge, End, Outcome};
use crate::question::{Does, Question, picked};
use crate::resolve::discipline::{self, Botched, Control, Drill};
use crate::resolve::pursuit::Pursues;
use crate::resolve::reaction::Line;
use crate::resolve::shock::{self, Shock, Verdict, Who};
use crate::terms::book::{Book, r};
use crate::{Losses, Ud, word};
use game::{
    Bout, BoutInput, BoutRequest, Choice, Field, Key, Policy, Ref, Reply, Rule, Side, Slot, Teller, Term, Toss, Trace,
};
use smallvec::smallvec;
use std::hash::{Hash, Hasher};

/// The lines open to the target, each with its rule.
pub type Lines = Vec<(Line, Rule)>;

/// The stage of a fight. Stages follow each other in the order of [`Bout::feed`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Finds the lines open to the target.
    Lines,
    /// The target declares its line.
    Reply(Lines),
    /// Computes its test.
    Drill(Line),
    /// Throws its test.
    Test(Line, Drill),
    /// The target carries out its line, or fails to.
    Act(Line, Tried),
    /// Whether the charger may be called off; then the reaction of the target if it is not.
    Leash(Line, Tried),
    /// The charger's player may try to stop it.
    CallOff(Line, Tried, Control),
    /// Throws the control test.
    Stop(Line, Tried, Control),
    /// Whether a fleeing target is caught.
    Chase,
    Caught,
    /// The gunners have left their guns for a square: the charger goes on (BE-GAP-93).
    Left,
    /// Whether the charger stops on the guns (BE-GAP-43).
    Guns,
    /// The two units meet.
    Meet(Line, Tried),
    /// Computes the shock.
    Contact(Line, Tried),
    /// Throws the shock.
    Shock(Shock),
    /// Applies losses, Disorder, markers, and the risk of generals.
    After(Shock, Verdict),
    /// The loser retreats or flees.
    GiveWay(Shock, Verdict),
    /// Whether the winner pursues.
    Follow(Shock, Verdict),
    /// The winner's player may pursue, or try to hold it back by a test.
    Pursue(Shock, Verdict, Option<Control>),
    /// Throws the winner's control test.
    HoldBack(Shock, Verdict, Control),
    /// The winner advances; the flag says whether in pursuit.
    Advance(Shock, Verdict, bool),
    /// Whether the fleeing loser is caught.
    Hunt(Shock, Verdict),
    Catch(Shock, Verdict),
    /// The end of the charge.
    Done(End),
}

/// The result of the line that the target declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tried {
    Done,
    /// Its test failed, with this effect (BE-TM-03).
    Failed(Botched),
}

/// A fact that a fight asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    Lines,
    /// The test of a line.
    Drill(Line),
    /// Whether the charger may be called off, with its test.
    Leash,
    /// Whether a fleeing target is caught.
    Chase,
    /// Whether the charger, going on, stops on guns left by their gunners.
    Guns,
    /// The shock, after a line that succeeded or failed.
    Shock(Line, Tried),
    Follow(Verdict),
    Hunt(Verdict),
}

/// The situation of a fact.
#[derive(Clone, PartialEq, Debug)]
pub enum Situation {
    Lines(Lines),
    /// The test of a line.
    Drill(Drill),
    /// The control test to call off a charger; `None`: it may not be called off.
    Leash(Option<Control>),
    /// The fate of a target that fled.
    Fled(Flown),
    /// Whether a fleeing loser is caught.
    Caught(bool),
    Shock(Shock),
    /// Whether the winner pursues, and the control test to hold it back.
    Follow(Pursues, Control),
}

/// A fight in progress. The charger is blue.
#[derive(Clone, Debug)]
pub struct Fight<'a> {
    pub book: &'a Book,
    pub stage: Stage,
    /// It goes on to the pursuit; otherwise it ends with the verdict of the shock.
    pub whole: bool,
    /// The losses of charger and target before the fight, for callers that track them.
    pub before: [Losses; 2],
}

impl PartialEq for Fight<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.stage == other.stage
    }
}

impl Eq for Fight<'_> {}

impl Hash for Stage {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        std::mem::discriminant(self).hash(hasher);
        match self {
            Self::Lines | Self::Chase | Self::Caught | Self::Left | Self::Guns => {}
            Self::Reply(lines) => lines.len().hash(hasher),
            Self::Drill(line) => line.hash(hasher),
            Self::Test(line, drill) => (line, drill).hash(hasher),
            Self::Act(line, tried)
            | Self::Leash(line, tried)
            | Self::Meet(line, tried)
            | Self::Contact(line, tried) => {
                (line, tried).hash(hasher);
            }
            Self::CallOff(line, tried, _) | Self::Stop(line, tried, _) => (line, tried).hash(hasher),
            Self::Shock(shock) => shock.hash(hasher),
            Self::After(_, verdict)
            | Self::GiveWay(_, verdict)
            | Self::Follow(_, verdict)
            | Self::Pursue(_, verdict, _)
            | Self::HoldBack(_, verdict, _)
            | Self::Hunt(_, verdict)
            | Self::Catch(_, verdict) => verdict.hash(hasher),
            Self::Advance(_, verdict, pursues) => (verdict, pursues).hash(hasher),
            Self::Done(end) => end.hash(hasher),
        }
    }
}

impl Hash for Fight<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.stage.hash(hasher);
    }
}

/// The fate of a target that fled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flown {
    /// It escaped the pursuit.
    Away,
    /// It is caught (BE-POU-06).
    Caught,
    /// It left the table, found no path (BE-FUI-06, BE-GAP-38), or its guns were taken (BE-GAP-43).
    Lost,
}

/// Takes the line typed in, or the default one, and answers with the values typed in.
pub struct Form<'a> {
    pub charge: &'a Charge,
}

impl Charge {
    /// The fight of this charge.
    #[must_use]
    pub const fn bout<'a>(&self, book: &'a Book) -> Fight<'a> {
        Fight { book, stage: Stage::Lines, whole: true, before: [self.attacker.body.losses, self.defender.body.losses] }
    }
}

impl<'a> Teller<Fight<'a>> for Form<'_> {
    fn tell(&self, bout: &Fight<'a>, fact: &Fact) -> Option<Situation> {
        let (book, charge) = (bout.book, self.charge);
        Some(match fact {
            Fact::Lines => Situation::Lines(charge.lines(book)),
            Fact::Drill(line) => Situation::Drill(charge.drill(book, *line)),
            Fact::Leash => Situation::Leash(charge.leash(book)),
            Fact::Chase => Situation::Fled(if charge.caught(book) { Flown::Caught } else { Flown::Away }),
            // Where a charger stops is not typed in.
            Fact::Guns => Situation::Fled(Flown::Away),
            Fact::Shock(line, tried) => Situation::Shock(charge.shock(book, *line, *tried)),
            Fact::Follow(verdict) => {
                let (pursues, control) = charge.follows(book, verdict);
                Situation::Follow(pursues, control)
            }
            Fact::Hunt(verdict) => Situation::Caught(charge.hunted(book, verdict)),
        })
    }
}

impl<'a> Policy<Fight<'a>> for Form<'_> {
    fn reply(&self, bout: &Fight<'a>, _: &Slot, fields: &[Field]) -> Vec<Reply> {
        if matches!(bout.stage, Stage::Reply(_)) {
            return vec![Reply::pick(Key { does: word(&self.charge.line(bout.book)), refs: Vec::new() })];
        }
        fields.iter().map(|field| field.default.clone()).collect()
    }
}

/// A choice of two; the first is the default.
fn either(side: Side, question: Question, [first, second]: [Does; 2], rule: Rule) -> (Slot, Vec<Field>) {
    let choices = [first, second].map(|does| Choice::of(does.key(), &[rule])).to_vec();
    (question.to(side), vec![rulebook::question::pick_one(Ref::Side(side), choices)])
}

/// The side of the winner or loser.
const fn side(who: Who) -> Side {
    match who {
        Who::Attacker => Side::Blue,
        Who::Defender => Side::Red,
    }
}

impl Bout for Fight<'_> {
    type Fact = Fact;
    type Situation = Situation;
    type End = End;

    fn wants(&self) -> BoutRequest<Self> {
        let ask = |(slot, fields)| BoutRequest::Reply(slot, fields);
        let control = |of: Side, control: &Control| {
            let trial = discipline::control(self.book, control, &mut game::Quiet);
            BoutRequest::Dice(smallvec![Toss::new(r::BE_TM_01, Ref::Side(of), trial.throw)])
        };
        match &self.stage {
            Stage::Done(end) => BoutRequest::Done(*end),
            Stage::Lines => BoutRequest::Situation(Fact::Lines),
            Stage::Reply(lines) => {
                let choice =
                    |(line, rule): &(Line, Rule)| Choice::of(Key { does: word(line), refs: Vec::new() }, &[*rule]);
                let mut field = rulebook::question::pick_one(Ref::Side(Side::Red), lines.iter().map(choice).collect());
                field.default = Reply::pick(Key { does: word(&taken(lines)), refs: Vec::new() });
                BoutRequest::Reply(Question::Reply.to(Side::Red), vec![field])
            }
            Stage::Drill(line) => BoutRequest::Situation(Fact::Drill(*line)),
            Stage::Test(_, drill) => {
                let trial = discipline::manoeuvre(self.book, drill, &mut game::Quiet);
                BoutRequest::Dice(smallvec![Toss::new(r::BE_TM_01, Ref::Side(Side::Red), trial.throw)])
            }
            Stage::Act(..) => BoutRequest::Pause(Term::of("reaction")),
            Stage::Leash(..) => BoutRequest::Situation(Fact::Leash),
            Stage::CallOff(..) => {
                ask(either(Side::Blue, Question::CallOff, [Does::ChargeHome, Does::CallOff], r::BE_CHA_08))
            }
            Stage::Stop(_, _, test) => control(Side::Blue, test),
            Stage::Chase => BoutRequest::Situation(Fact::Chase),
            Stage::Caught => BoutRequest::Pause(Term::of("caught")),
            Stage::Left => BoutRequest::Pause(Term::of("onward")),
            Stage::Guns => BoutRequest::Situation(Fact::Guns),
            Stage::Meet(..) => BoutRequest::Pause(Term::of("contact")),
            Stage::Contact(line, tried) => BoutRequest::Situation(Fact::Shock(*line, *tried)),
            Stage::Shock(_) if !self.book.on(r::BE_CHO_01) => BoutRequest::Dice(smallvec![]),
            Stage::Shock(_) => {
                let mut toss = Toss::new(r::BE_CHO_01, Ref::Side(Side::Blue), shock::dice(self.book));
                toss.by.push(Ref::Side(Side::Red));
                BoutRequest::Dice(smallvec![toss])
            }
            Stage::After(..) => BoutRequest::Pause(Term::of("losses")),
            Stage::GiveWay(..) => BoutRequest::Pause(Term::of("retreat")),
            Stage::Follow(_, verdict) => BoutRequest::Situation(Fact::Follow(*verdict)),
            Stage::Pursue(_, verdict, _) => {
                ask(either(side(verdict.winner), Question::Pursue, [Does::Pursue, Does::Stay], r::BE_GAP_48))
            }
            Stage::HoldBack(_, verdict, test) => control(side(verdict.winner), test),
            Stage::Advance(..) => BoutRequest::Pause(Term::of("advance")),
            Stage::Hunt(_, verdict) => BoutRequest::Situation(Fact::Hunt(*verdict)),
            Stage::Catch(..) => BoutRequest::Pause(Term::of("caught")),
        }
    }

    fn feed(&mut self, fed: BoutInput<'_, Self>, _: &mut impl Trace) {
        let stage = std::mem::replace(&mut self.stage, Stage::Lines);
        let class = |classes: &[i16]| *rulebook::ids::at(classes, 0, "throw");
        self.stage = match (stage, fed) {
            (Stage::Lines, BoutInput::Situation(Situation::Lines(lines))) => {
                // The player chooses one line (BE-REA-02).
                if lines.len() > 1 && self.book.on(r::BE_REA_02) {
                    Stage::Reply(lines)
                } else {
                    declared(taken(&lines))
                }
            }
            (Stage::Reply(lines), BoutInput::Replied(replies)) => {
                let key = picked(replies);
                // A hidden unit at the place of a change closes a line that the player was offered (BE-GAP-82).
                let line = lines.iter().find(|(line, _)| word(line) == key.does);
                declared(line.map_or_else(|| taken(&lines), |(line, _)| *line))
            }
            (Stage::Drill(line), BoutInput::Situation(Situation::Drill(drill))) => Stage::Test(line, drill),
            (Stage::Test(line, drill), BoutInput::Thrown(classes)) => {
                let failed = || Tried::Failed(discipline::botched(self.book, &drill));
                Stage::Act(line, if class(classes) > 0 { Tried::Done } else { failed() })
            }
            (Stage::Act(_, Tried::Failed(Botched::Eliminated)), BoutInput::Resumed) => {
                Stage::Done(gone(Outcome::Attacker))
            }
            (Stage::Act(line, tried), BoutInput::Resumed) => Stage::Leash(line, tried),
            (Stage::Leash(line, tried), BoutInput::Situation(Situation::Leash(Some(test)))) => {
                Stage::CallOff(line, tried, test)
            }
            (Stage::Leash(line, tried), BoutInput::Situation(_)) => home(line, tried),
            (Stage::CallOff(line, tried, test), BoutInput::Replied(replies)) => {
                if Does::CallOff.picked(replies.first()) { Stage::Stop(line, tried, test) } else { home(line, tried) }
            }
            (Stage::Stop(line, tried, _), BoutInput::Thrown(classes)) => {
                let kept = End { defender_lost: false, ..gone(Outcome::CalledOff) };
                if class(classes) > 0 { Stage::Done(kept) } else { home(line, tried) }
            }
            (Stage::Chase, BoutInput::Situation(Situation::Fled(Flown::Caught))) => Stage::Caught,
            (Stage::Left, BoutInput::Resumed) => Stage::Guns,
            (Stage::Chase | Stage::Guns, BoutInput::Situation(Situation::Fled(Flown::Lost))) => {
                Stage::Done(gone(Outcome::Fled))
            }
            (Stage::Chase | Stage::Guns, BoutInput::Situation(_)) => {
                Stage::Done(End { defender_lost: false, ..gone(Outcome::Fled) })
            }
            (Stage::Caught, BoutInput::Resumed) => Stage::Done(gone(Outcome::Attacker)),
            (Stage::Meet(line, tried), BoutInput::Resumed) => Stage::Contact(line, tried),
            (Stage::Contact(..), BoutInput::Situation(Situation::Shock(shock))) => Stage::Shock(shock),
            (Stage::Shock(shock), BoutInput::Thrown(classes)) => {
                let verdict = judged(self.book, &shock, class(classes));
                if self.whole {
                    Stage::After(shock, verdict)
                } else {
                    Stage::Done(self.end_of(&shock, &verdict, false))
                }
            }
            (Stage::After(shock, verdict), BoutInput::Resumed) => Stage::GiveWay(shock, verdict),
            (Stage::GiveWay(shock, verdict), BoutInput::Resumed) => {
                // Losses come before the pursuit: an eliminated winner does not pursue (BE-GAP-96).
                let gone = self.book.on(r::BE_GAP_96) && self.dies(&shock, verdict.winner, verdict.winner_losses);
                if gone {
                    Stage::Done(self.end_of(&shock, &verdict, false))
                } else {
                    self.after_retreat(shock, verdict)
                }
            }
            (Stage::Follow(shock, verdict), BoutInput::Situation(Situation::Follow(pursues, test))) => match pursues {
                Pursues::Never => Stage::Advance(shock, verdict, false),
                Pursues::Must => Stage::Advance(shock, verdict, true),
                Pursues::May => Stage::Pursue(shock, verdict, None),
                Pursues::UnlessControlled => Stage::Pursue(shock, verdict, Some(test)),
            },
            (Stage::Pursue(shock, verdict, test), BoutInput::Replied(replies)) => match test {
                _ if !Does::Stay.picked(replies.first()) => Stage::Advance(shock, verdict, true),
                Some(test) => Stage::HoldBack(shock, verdict, test),
                None => Stage::Advance(shock, verdict, false),
            },
            (Stage::HoldBack(shock, verdict, _), BoutInput::Thrown(classes)) => {
                Stage::Advance(shock, verdict, class(classes) == 0)
            }
            (Stage::Advance(shock, verdict, true), BoutInput::Resumed) if verdict.flight.is_some() => {
                Stage::Hunt(shock, verdict)
            }
            (Stage::Advance(shock, verdict, _), BoutInput::Resumed) => {
                Stage::Done(self.end_of(&shock, &verdict, false))
            }
            (Stage::Hunt(shock, verdict), BoutInput::Situation(Situation::Caught(true))) => {
                Stage::Catch(shock, verdict)
            }
            (Stage::Hunt(shock, verdict), BoutInput::Situation(_)) => Stage::Done(self.end_of(&shock, &verdict, false)),
            (Stage::Catch(shock, verdict), BoutInput::Resumed) => Stage::Done(self.end_of(&shock, &verdict, true)),
            (stage, _) => rulebook::ids::unfit(&stage),
        };
    }
}

/// The stage after a line is declared: its test, or its execution.
#[must_use]
pub fn declared(line: Line) -> Stage {
    if line.tested() { Stage::Drill(line) } else { Stage::Act(line, Tried::Done) }
}

/// The stage of a charge that is not called off.
fn home(line: Line, tried: Tried) -> Stage {
    let runs = matches!(line, Line::Flee | Line::LimberAndFlee | Line::FleeToSquare);
    match (runs, tried) {
        // The guns are left, not lost: only a unit that ends its move on them takes them (BE-GAP-43).
        (true, Tried::Done) if line == Line::FleeToSquare => Stage::Left,
        (true, Tried::Done) => Stage::Chase,
        // A unit that fails its test may only stand (BE-GAP-46).
        _ => Stage::Meet(line, tried),
    }
}

/// The default reply: to stand if it may.
#[must_use]
pub fn taken(lines: &[(Line, Rule)]) -> Line {
    let stands = lines.iter().find(|(line, _)| *line == Line::Stand);
    stands.or(lines.first()).map(|(line, _)| *line).unwrap_or_default()
}

/// The verdict of a shock with this difference of the dice.
#[must_use]
pub fn judged(book: &Book, shock: &Shock, difference: i16) -> Verdict {
    let [own, his] = [Who::Attacker, Who::Defender].map(|who| shock::modifiers(book, shock, who, &mut game::Quiet));
    shock::verdict(book, shock, own - his + difference)
}

impl Fight<'_> {
    /// The fight of a charge on the table, from this stage.
    #[must_use]
    pub const fn on_the_table(book: &Book, stage: Stage) -> Fight<'_> {
        Fight { book, stage, whole: true, before: [Losses::NONE; 2] }
    }

    /// The same up to the verdict of the shock, for odds.
    #[must_use]
    pub const fn to_the_shock(book: &Book, stage: Stage) -> Fight<'_> {
        Fight { book, stage, whole: false, before: [Losses::NONE; 2] }
    }

    fn dies(&self, shock: &Shock, who: Who, more: Losses) -> bool {
        let body = &shock.side(who).body;
        body.losses.plus(more) >= body.capacity(self.book)
    }

    fn after_retreat(&self, shock: Shock, verdict: Verdict) -> Stage {
        if verdict.pursuit > Ud::default() {
            Stage::Follow(shock, verdict)
        } else {
            Stage::Advance(shock, verdict, false)
        }
    }

    /// The end with this verdict.
    fn end_of(&self, shock: &Shock, verdict: &Verdict, caught: bool) -> End {
        let beaten = verdict.winner.other();
        let lost = verdict.eliminated || caught || self.dies(shock, beaten, verdict.loser_losses);
        let worn_out = self.dies(shock, verdict.winner, verdict.winner_losses);
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
