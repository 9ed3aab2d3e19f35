//! The tests that an answer would start, for a player who asks before committing it: the attacker's test line by line,
//! and the odds of the whole assault, by the machine that the battle itself drives.

use crate::Gait;
use crate::field::TestCause;
use crate::fight::{Assault, AssaultBout, End, Form, StageInput, Wish};
use crate::question::{Does, Question, about, defaults, named};
use crate::resolve::nerve::morale;
use crate::turn::{Chance, D, Ended, Step, code_named, is_arrow, plain_fire};
use crate::world::{Cause, Code, Detail, Later, Line, Marker, OpenedOrder, World, place_of};
use crate::{TroisCouleurs, r};
use game::{
    Ask, Bout, BoutInput, BoutRequest, Breakdown, Facts, Flow, Given, Key, Need, Odds, Play, Policy, Prospect, Quiet,
    Ref, Reply, Rules, Script, Secret, Slot, Teller, UnitId, Wait,
};
use rulebook::Known;
use std::collections::{BTreeMap, BTreeSet};

/// The steps in which a unit moves up to another and attacks it.
pub(crate) const ALONE: [Step; 3] = [Step::Wave { line: Line::First, wave: 1 }, Step::Tie, Step::Next];

impl TroisCouleurs {
    /// The tests that an answer would start.
    pub(crate) fn prospects_of(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Vec<Prospect> {
        let mut found = Vec::new();
        let one_each = matches!(Question::of(&ask.slot), Some(Question::Moment | Question::Chance));
        let mut taken = BTreeSet::new();
        for (field, reply) in ask.fields.iter().zip(replies) {
            let units = w.units.len();
            let known = |id: &UnitId| usize::from(id.0) < units && w.unit(*id).present();
            let (Some(by), Some(key)) = (about(field).filter(known), reply.key()) else { continue };
            let Some(on) = named(key).filter(known).filter(|on| self.side(*on) != self.side(by)) else { continue };
            if one_each && !taken.insert(by) && self.on(r::L3C_GAP_A18) {
                continue;
            }
            let (does, round) = plain_fire(key);
            match (code_named(&key.does), does) {
                (Some(Code::Assault), _) => found.push(self.prospect_of_assault(w, by, on, false)),
                (Some(Code::FireAdvance), _) => found.push(self.prospect_of_assault(w, by, on, true)),
                (_, Some(Does::Fire)) => found.extend(self.prospect_of_fire(w, by, on, round)),
                (_, Some(Does::Attack)) => {
                    let assault = Question::of(&ask.slot)
                        .and_then(|question| self.chance_foreseen(w, question, (by, on), is_arrow(field)));
                    found.push(match assault {
                        Some(assault) => self.prospect_of(by, on, &assault),
                        None => self.prospect_of_assault(w, by, on, false),
                    });
                }
                _ => {}
            }
        }
        found
    }

    /// A copy of the table on which no unit has an order, so that no other unit fires.
    pub(crate) fn alone<'w>(w: &'w Known<'_, World>) -> Known<'w, World> {
        let mut alone = w.in_mind();
        alone.plans.clear();
        alone.later.clear();
        alone.fellows.clear();
        alone.fused.clear();
        alone.follows.clear();
        alone.cut.clear();
        alone.fires.clear();
        alone.owed.clear();
        alone.offered.clear();
        alone.senses.clear();
        alone.ties = [(); 2].map(|()| Secret::Known(BTreeMap::new()));
        (alone.entry, alone.run, alone.clock) = (None, None, 0);
        (alone.line, alone.first_fires, alone.rested) = (Line::First, false, false);
        for id in w.ids() {
            let unit = alone.unit_mut(id);
            unit.now.second_line = false;
            unit.now.run = 0;
            unit.now.stopped = false;
            unit.now.fought = false;
            unit.body.gait = Gait::Halted;
        }
        alone
    }

    /// Orders one unit to attack another.
    pub(crate) fn ordered(w: &mut World, by: UnitId, on: UnitId, to_fire: bool) {
        let code = if to_fire { Code::FireAdvance } else { Code::Assault };
        let marker = Marker { main: code, ..Marker::default() };
        w.plans.insert(by, OpenedOrder { marker, main: Detail::On(on), ..OpenedOrder::default() });
    }

    /// The assault of a unit that moves up by itself, from the place where it would be judged: the battle's own steps
    /// move it there. If they do not because a unit is in its way, it is judged as if the way were free.
    fn assault_foreseen(&self, w: &Known<'_, World>, by: UnitId, on: UnitId, to_fire: bool) -> Assault {
        match self.come_up(w, by, on, to_fire) {
            Some((there, entry)) => self.assault_of(&there, &entry),
            None => {
                let action = TestCause::Assault { attacker: place_of(by), target: place_of(on), to_fire, come: None };
                self.field(w).assault_of(&self.book, action)
            }
        }
    }

    /// The table and the entry when a unit has moved up to another by itself; `None` if a unit is in its way.
    fn come_up(
        &self,
        w: &Known<'_, World>,
        by: UnitId,
        on: UnitId,
        to_fire: bool,
    ) -> Option<(Known<'static, World>, Later)> {
        let mut alone = Self::alone(w);
        Self::ordered(&mut alone, by, on, to_fire);
        let mut there = alone.after(|alone| {
            let mut play = Play::new(alone, ALONE);
            play.go(&UpToTheFight(self), None);
            // As it was when the fight began: before its first throw, the screens have fired, which is part of the
            // fight.
            play.world
        });
        let entry = there.entry.clone().filter(|entry| entry.attacker == by && entry.target == on)?;
        self.surprised_in_mind(&mut there, &entry);
        Some((there, entry))
    }

    /// A unit surprised on the march takes another formation (L3C-OPS-10).
    pub(crate) fn surprised_in_mind(&self, there: &mut World, entry: &Later) {
        if let Some(formation) = self.wanted_formations(there, entry).first() {
            let body = self.surprised_in(there, entry.target, *formation);
            there.unit_mut(entry.target).body = body;
        }
    }

    /// The table when a unit on its way to contact has moved up, all others letting it pass: up to its entry.
    fn brought_up(&self, w: Known<'_, World>, by: UnitId) -> Known<'static, World> {
        self.brought(w, &[Step::Run, Step::Tie, Step::Next], |entry| entry.attacker == by)
    }

    /// The table when these steps have led to such an entry, with default answers from all.
    pub(crate) fn brought(
        &self,
        w: Known<'_, World>,
        steps: &[Step],
        is: impl Fn(&Later) -> bool,
    ) -> Known<'static, World> {
        w.after(|w| self.played(w, steps, is))
    }

    fn played(&self, w: World, steps: &[Step], is: impl Fn(&Later) -> bool) -> World {
        /// A way meets fewer questions than this.
        const MOST: usize = 40;
        let mut play = Play::new(w, steps.to_vec());
        play.go(&UpToTheFight(self), None);
        for _ in 0..MOST {
            let there = play.world.entry.as_ref().is_some_and(&is);
            let Need::Answers(slots) = self.need(&play) else { break };
            if there {
                break;
            }
            let replies = |slot: &Slot| defaults(&self.ask(&self.redact(&play, slot.side), slot));
            let given = Given::Answers(slots.iter().map(replies).collect());
            play.go(&UpToTheFight(self), Some(given));
        }
        play.world
    }

    /// The odds of an assault for each answer of its target, where it has several.
    pub(crate) fn odds_by_answer(
        &self,
        w: &Known<'_, World>,
        (by, on): (UnitId, UnitId),
        to_fire: bool,
    ) -> Vec<(Key, Odds<Facts>)> {
        let Some((there, entry)) = self.come_up(w, by, on, to_fire) else { return Vec::new() };
        self.odds_of_answers(&there, &entry)
    }

    /// The same for an attacker that has moved up already.
    fn odds_of_answers(&self, there: &Known<'_, World>, entry: &Later) -> Vec<(Key, Odds<Facts>)> {
        let answers = self.answered(there, entry, &self.assault_of(there, entry));
        let several = answers.len() > 1;
        let odds =
            |(key, made, manned): (Key, Assault, Option<Assault>)| Some((key, self.odds_of(&made, manned.as_ref())?));
        answers.into_iter().filter(|_| several).filter_map(odds).collect()
    }

    /// The odds of an assault, with its answer and the garrison that has moved for it.
    fn odds_of(&self, assault: &Assault, manned: Option<&Assault>) -> Option<Odds<Facts>> {
        let bout = AssaultBout { manned, ..AssaultBout::new(&self.book, assault) };
        let odds = game::odds(&bout, &Form, &Wish).ok()?;
        Some(odds.grouped(|end: End| facts_of(&end)))
    }

    pub(crate) fn prospect_of_assault(&self, w: &Known<'_, World>, by: UnitId, on: UnitId, to_fire: bool) -> Prospect {
        self.prospect_of(by, on, &self.assault_foreseen(w, by, on, to_fire))
    }

    /// The attacker's test line by line, and the odds of its assault.
    fn prospect_of(&self, by: UnitId, on: UnitId, assault: &Assault) -> Prospect {
        let lines = self.test_of_attacker(by, assault);
        Prospect::of(Some(Ref::Unit(by)), lines)
            .against(Ref::Unit(on))
            .with(self.odds_of(assault, None))
            .given("target_fires")
            .when("attacker_wins", 1, "wins")
    }

    /// The lines of an attacker's test before its die, asked of the machine, so that they are the lines of the battle.
    fn test_of_attacker(&self, by: UnitId, assault: &Assault) -> Breakdown {
        let mut lines = Breakdown::new("morale", Some(Ref::Unit(by)));
        let mut bout = AssaultBout::new(&self.book, assault);
        loop {
            match bout.wants() {
                BoutRequest::Situation(fact) => match Form.tell(&bout, &fact) {
                    Some(StageInput::Nerve(nerve)) => {
                        morale::modifiers(&self.book, &nerve, &mut lines);
                        return lines;
                    }
                    Some(told) => bout.feed(BoutInput::Situation(told), &mut Quiet),
                    None => return lines,
                },
                BoutRequest::Reply(slot, fields) => {
                    let replies = Wish.reply(&bout, &slot, &fields);
                    bout.feed(BoutInput::Replied(&replies), &mut Quiet);
                }
                BoutRequest::Dice(_) | BoutRequest::Pause(_) | BoutRequest::Done(_) => return lines,
            }
        }
    }

    /// The assault that an opportunity leads to: it is taken on a copy as the battle takes it, from where the attacker
    /// would stand (L3C-OPP-07). `None`: a unit is in its way, or it is part of an assault under way.
    fn chance_foreseen(
        &self,
        w: &Known<'_, World>,
        question: Question,
        who: (UnitId, UnitId),
        is_arrow: bool,
    ) -> Option<Assault> {
        let (there, entry) = self.taken_in_mind(w, question, who, is_arrow)?;
        Some(self.assault_of(&there, &entry))
    }

    /// The table and the entry after taking an opportunity.
    pub(crate) fn taken_in_mind(
        &self,
        w: &Known<'_, World>,
        question: Question,
        (by, on): (UnitId, UnitId),
        is_arrow: bool,
    ) -> Option<(Known<'static, World>, Later)> {
        let cause = match question {
            // An arrow goes on as an assault (L3C-GAP-A35).
            _ if is_arrow => Cause::Arrow,
            // A unit that does not have the other in front turns first (L3C-OPP-04).
            _ if !self.in_front(w, by, on) => Cause::Late,
            _ => Cause::Exposed,
        };
        let chance = Chance { by, on, cause, attack: true, fire: false };
        let mut there = w.in_mind().after(|w| {
            let mut play = Play::new(w, [Step::Run]);
            play.go(&TakenInMind { rules: self, question, chance }, None);
            play.now().clone()
        });
        if cause == Cause::Arrow {
            if let Some(run) = there.run.as_mut() {
                run.movers.retain(|moving| moving.unit == by);
            }
            there.plans.clear();
            there.later.clear();
            there = self.brought_up(there, by);
        }
        let taken = |entry: &&Later| entry.attacker == by && entry.target == on;
        let entry = there.entry.iter().chain(&there.later).find(taken).cloned()?;
        self.surprised_in_mind(&mut there, &entry);
        Some((there, entry))
    }

    fn prospect_of_fire(&self, w: &Known<'_, World>, by: UnitId, on: UnitId, round: bool) -> Option<Prospect> {
        let lines = self.fire_foreseen(w, by, on, round)?;
        Some(Prospect::of(Some(Ref::Unit(by)), lines).against(Ref::Unit(on)))
    }
}

/// An opportunity taken on a copy: one step, which does what the battle does with it.
struct TakenInMind<'a> {
    rules: &'a TroisCouleurs,
    question: Question,
    chance: Chance,
}

impl Script for TakenInMind<'_> {
    type World = World;
    type Step = Step;

    fn run(&self, _: &Step, d: &mut D<'_>) -> Flow<()> {
        self.rules.takes(d, self.question, &self.chance);
        Ok(())
    }

    fn outcome(&self, _: &World) -> Option<game::Outcome> {
        None
    }
}

/// The turn up to the start of a fight: a fight without a question or a die would be over before the turn next waits.
struct UpToTheFight<'a>(&'a TroisCouleurs);

impl Script for UpToTheFight<'_> {
    type World = World;
    type Step = Step;

    fn run(&self, step: &Step, d: &mut D<'_>) -> Flow<()> {
        if matches!(step, Step::Fight) { Err(Wait(Need::Dice(Vec::new()))) } else { self.0.run(step, d) }
    }

    fn outcome(&self, _: &World) -> Option<game::Outcome> {
        None
    }
}

/// The facts of an end that odds group by.
fn facts_of(end: &End) -> Facts {
    facts_by(Ended::of(end.outcome))
}

/// The same facts from the journal's event.
pub(crate) fn facts_by(ended: Ended) -> Facts {
    game::facts([
        ("attacker_wins", i64::from(ended == Ended::Won)),
        ("attacker_stopped", i64::from(ended == Ended::Stopped)),
        ("melee_draw", i64::from(ended == Ended::Drawn)),
    ])
}
