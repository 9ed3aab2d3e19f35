//! Compares what players are shown before a decision with the steps of the battle that decide it: assaults from the
//! march to their end, by one attacker or several, by order or on an opportunity, the lines of an attacker's test, and
//! those of a fire.

mod shown_trials;

use crate::fight::{Assault, Form, JoinedAssaults, JointBout, JointEnd, Who, Wish};
use crate::look::prospects::{ALONE, facts_by};
use crate::question::{Does, Question, about, named};
use crate::turn::{Ended, Step, is_arrow};
use crate::world::{Code, Detail, Later, Line, Marker, OpenedOrder, World};
use crate::{Arm, Cohesion, TroisCouleurs, UD, r};
use dice::Ratio;
use game::drift::{Told, Trial};
use game::{
    Ask, Breakdown, Chance, Deed, Event, Facts, Field, Key, Need, Odds, Op, Play, Ref, Reply, Rules, Shape, Term,
    UnitId,
};
use rulebook::Known;
use rulebook::odds::{chosen, turned};
use table::{Angle, Cm, Manoeuvre, Pose};

type PlayState = Play<World, Step>;

/// Number of units sent forward to see whether that gives the enemy an opportunity.
const MOVERS: usize = 6;
/// Names of joint attackers in the results of a trial.
const ATTACKERS: [&str; JoinedAssaults::MOST] = ["first", "second", "third"];
const FULL_TURN: Angle = 36_000;
/// Distance between two units placed side by side.
const APART: Cm = UD / 4;
/// The steps in which a unit moves, and the choice of the entry that follows.
const MARCH: [Step; 3] = [Step::Wave { line: Line::First, wave: 1 }, Step::Tie, Step::Next];

impl TroisCouleurs {
    /// The trials that are compared.
    pub(crate) const TRIALS: &'static [&'static str] = &[
        "assault",
        "fire_advance",
        "morale",
        "joint_assault",
        "late_chance",
        "chance",
        "fire",
        "first_fires:fire",
        "free_fires:fire",
        "moment:fire",
        "moment:morale",
        "chance:morale",
    ];

    /// Assaults to contact and to fire that are possible in this world, a joint assault, opportunities, and a fire,
    /// chosen by seed.
    pub(crate) fn trials_in(&self, w: &Known<'_, World>, luck: u64) -> Vec<Trial<PlayState>> {
        let all: Vec<UnitId> = w.present().collect();
        let turn = |salt: u64| turned(&all, luck.wrapping_add(salt)).into_iter();
        let alone = Self::alone(w);
        let find = |to_fire: bool| {
            turn(1).find_map(|by| turn(7).find_map(|target| self.trials_of_assault(&alone, by, target, to_fire)))
        };
        let joint = turn(3).find_map(|by| turn(5).find_map(|target| self.trials_of_joint(&alone, by, target)));
        let late = self.trial_of_late(&alone, &all, luck);
        let mut marches = turn(11).filter_map(|id| self.marching(&alone, id)).take(MOVERS);
        let moment = marches.find_map(|w| self.trial_of_chance(w, &MARCH, Question::Moment, luck));
        let assaults = find(false).into_iter().chain(find(true)).flatten();
        let fire = turn(13).find_map(|by| self.trial_of_fire(&alone, by, luck));
        assaults.chain(joint.into_iter().flatten()).chain(late).chain(moment).chain(fire).collect()
    }

    /// The chance given to a general for a possible assault, chosen by luck. It is an estimate: generals weigh every pair,
    /// and the turn's own steps cost too much for that.
    pub(crate) fn told_in(&self, w: &Known<'_, World>, luck: u64) -> Vec<Told> {
        let all: Vec<UnitId> = w.present().collect();
        let turn = |salt: u64| turned(&all, luck.wrapping_add(salt)).into_iter();
        let alone = Self::alone(w);
        let told = |by: UnitId, target: UnitId| {
            if !self.may_try(&alone, by, target, false) {
                return None;
            }
            let shown = self.prospect_of_assault(&alone, by, target, false).odds?;
            let wins = shown.chance_of(|end| end.get(&Term::of("attacker_wins")) == Some(&1)).to_f64();
            let chance = self.weigh(&alone, by, target, false).chance;
            Some(Told { what: Term::of("assault"), chance, shown: [wins; 2], estimate: true })
        };
        turn(1).find_map(|by| turn(7).find_map(|target| told(by, target))).into_iter().collect()
    }

    /// Whether a unit could assault another by itself.
    fn may_try(&self, alone: &World, by: UnitId, target: UnitId, to_fire: bool) -> bool {
        let formed = alone.unit(by).body.state != Cohesion::Disordered;
        let in_hand = alone.unit(by).in_hand() && alone.unit(target).in_hand();
        self.side(by) != self.side(target) && formed && in_hand && self.may_assault(alone, by, target, to_fire).is_ok()
    }

    /// An assault by itself: no other unit has an order, so none moves or fires. One trial with the target's default
    /// answer and one for each possible answer; then the lines of its test.
    fn trials_of_assault(
        &self,
        w: &Known<'_, World>,
        by: UnitId,
        target: UnitId,
        to_fire: bool,
    ) -> Option<Vec<Trial<PlayState>>> {
        if !self.may_try(w, by, target, to_fire) {
            return None;
        }
        let mut alone = w.in_mind();
        Self::ordered(&mut alone, by, target, to_fire);
        let prospect = self.prospect_of_assault(&alone, by, target, to_fire);
        let shown = prospect.odds?;
        let what = if to_fire { "fire_advance" } else { "assault" };
        let trial = |shown: Odds<Facts>| {
            let read = move |events: &[Event], _: &Need| ended(events, by);
            Trial::of_steps(what, shown, self, Play::new(World::clone(&alone), ALONE), read)
        };
        let test = shown.clone().grouped(|_| sum_of(&prospect.breakdown));
        let usual = trial(shown);
        // A friend or an enemy in its way may stop it.
        let entry = usual.state.now().entry.as_ref();
        entry.filter(|entry| entry.attacker == by && entry.target == target)?;
        let asked = Question::Answer.to(self.side(target));
        let answers = self.odds_by_answer(&alone, (by, target), to_fire);
        // If no answer makes a difference, the attacker never comes far enough for the question.
        let matters = answers.iter().any(|(_, shown)| shown.rows != usual.shown.rows);
        let by_answer =
            answers.into_iter().filter(|_| matters).map(|(key, shown)| trial(shown).deciding(&asked, Reply::pick(key)));
        let read = move |events: &[Event], _: &Need| tested(events, by);
        let test = Trial::of_steps("morale", test, self, Play::new(World::clone(&alone), ALONE), read);
        Some([usual, test].into_iter().chain(by_answer).collect())
    }

    /// Two units of one brigade that attack one enemy together (L3C-MAC-25): results for both, with the target's
    /// default answer and with each of its answers. If no two units could attack, one is placed next to the other.
    fn trials_of_joint(&self, w: &Known<'_, World>, by: UnitId, target: UnitId) -> Option<Vec<Trial<PlayState>>> {
        if !self.may_try(w, by, target, false) {
            return None;
        }
        let (group, arm) = (self.sheet(by).command, self.troop(by).arm);
        let alike = |id: &UnitId| *id != by && self.sheet(*id).command == group && self.troop(*id).arm == arm;
        w.present().filter(alike).find_map(|fellow| {
            let mut alone = self.with_fellow(w, by, fellow, target)?;
            Self::ordered(&mut alone, by, target, false);
            Self::ordered(&mut alone, fellow, target, false);
            // A separate die decides which of them is resolved first (L3C-MAC-13).
            alone.senses.insert(group, true);
            self.joint_of(alone, target)
        })
    }

    /// The trials of units with orders to attack one enemy, if they reach it together.
    fn joint_of(&self, alone: Known<'_, World>, target: UnitId) -> Option<Vec<Trial<PlayState>>> {
        let mut there = self.brought(alone.clone(), &ALONE, |entry| entry.target == target);
        let entry = there.entry.clone().filter(|entry| entry.target == target)?;
        self.surprised_in_mind(&mut there, &entry);
        let parties = self.parties(&there, &self.together(&there, &entry));
        if parties.len() < 2 {
            return None;
        }
        let pairs: Vec<Assault> = parties.iter().map(|party| self.assault_among(&there, party, &parties)).collect();
        let attackers: Vec<UnitId> = parties.iter().flatten().map(|one| one.attacker).collect();
        let odds = |pairs: Vec<Assault>| {
            let joint = JoinedAssaults { lone: Who::Defender, pairs, ..JoinedAssaults::default() }.settled();
            let bout = JointBout::new(&self.book, &joint).read_from_the_table();
            let odds = game::odds(&bout, &Form, &Wish).ok()?;
            Some(odds.grouped(|end: JointEnd| ends_of(end.others.iter().map(|one| Ended::of(one.outcome)))))
        };
        let trial = |shown: Odds<Facts>| {
            let attackers = attackers.clone();
            let read = move |events: &[Event], _: &Need| {
                let ends: Option<Vec<Ended>> = attackers.iter().map(|by| ended_as(events, *by)).collect();
                Some(ends_of(ends?.into_iter()))
            };
            Trial::of_steps("joint_assault", shown, self, Play::new(World::clone(&alone), ALONE), read)
        };
        let usual = odds(pairs.clone())?;
        let answers = self.plain_answers(&there, &parties, &pairs);
        let met = |made: &Assault| {
            let met = |pair: &Assault| Assault { answer: made.answer, round_shot: made.round_shot, ..pair.clone() };
            odds(pairs.iter().map(met).collect())
        };
        let answers: Vec<(Key, Odds<Facts>)> =
            answers.into_iter().filter_map(|(key, made)| Some((key, met(&made)?))).collect();
        // If no answer makes a difference, the assault never comes far enough for the question.
        let matters = answers.iter().any(|(_, shown)| shown.rows != usual.rows);
        let asked = Question::Answer.to(self.side(target));
        let by_answer =
            answers.into_iter().filter(|_| matters).map(|(key, shown)| trial(shown).deciding(&asked, Reply::pick(key)));
        Some(std::iter::once(trial(usual)).chain(by_answer).collect())
    }

    /// The target's answers to each of several attackers, except those by which it moves first, which would be against
    /// one of them.
    fn plain_answers(
        &self,
        there: &Known<'_, World>,
        parties: &[Vec<Later>],
        pairs: &[Assault],
    ) -> Vec<(Key, Assault)> {
        let mut each = parties.iter().zip(pairs).map(|(party, pair)| {
            let answers = party.first().map(|entry| self.answered(there, entry, pair)).unwrap_or_default();
            let plain = answers.into_iter().filter(|(key, _, manned)| key.refs.is_empty() && manned.is_none());
            plain.map(|(key, made, _)| (key, made)).collect::<Vec<_>>()
        });
        let mut common = each.next().unwrap_or_default();
        for others in each {
            common.retain(|(key, _)| others.iter().any(|(other, _)| other == key));
        }
        common
    }

    /// A table on which another unit may assault the same enemy: from its place, or from beside the first.
    fn with_fellow<'w>(
        &self,
        w: &'w Known<'_, World>,
        by: UnitId,
        fellow: UnitId,
        target: UnitId,
    ) -> Option<Known<'w, World>> {
        if self.may_try(w, fellow, target, false) {
            return Some(w.in_mind());
        }
        let pose = w.unit(by).pose;
        let aside = (self.piece(w, by).front + self.piece(w, fellow).front) / 2 + APART;
        [aside, -aside].into_iter().find_map(|x| {
            let there = self.stood(w, fellow, Pose { at: pose.local(x, 0), ..pose })?;
            self.may_try(&there, fellow, target, false).then_some(there)
        })
    }

    /// The table with a unit at another place, if there is room and its ground does not change.
    fn stood<'w>(&self, w: &'w Known<'_, World>, id: UnitId, pose: Pose) -> Option<Known<'w, World>> {
        let (was, piece) = (self.piece(w, id), self.piece_of(id, &w.unit(id).body, pose));
        let same = self.terrain.touched(&was) == self.terrain.touched(&piece);
        if w.unit(id).garrison.is_some() || !same || !self.has_room(w, id, &piece) {
            return None;
        }
        let mut there = w.in_mind();
        there.unit_mut(id).pose = pose;
        Some(there)
    }

    /// An opportunity that needs a turn (L3C-OPP-04): one on this table, or that of a unit placed beside or behind an
    /// enemy, with its back or flank to it.
    fn trial_of_late(&self, w: &Known<'_, World>, all: &[UnitId], luck: u64) -> Option<Trial<PlayState>> {
        let trial = |w: Known<'_, World>| self.trial_of_chance(w, &[Step::Late], Question::Chance, luck);
        let pairs = turned(all, luck.wrapping_add(17))
            .into_iter()
            .flat_map(|by| turned(all, luck.wrapping_add(19)).into_iter().map(move |on| (by, on)));
        trial(w.in_mind()).or_else(|| pairs.filter_map(|(by, on)| self.turned_away(w, by, on, luck)).find_map(trial))
    }

    /// The table on which a unit stands near an enemy that is not in front of it, so that it would have to turn.
    fn turned_away<'w>(&self, w: &'w Known<'_, World>, by: UnitId, on: UnitId, luck: u64) -> Option<Known<'w, World>> {
        let in_hand = w.unit(by).in_hand() && w.unit(on).in_hand();
        if self.side(by) == self.side(on) || !in_hand || self.troop(by).arm == Arm::Artillery {
            return None;
        }
        let (own, his) = (self.piece(w, by), self.piece(w, on));
        let reach = self.book.tables.distance.opportunity.of(self.troop(by).arm).cm();
        let apart = (his.front.max(his.depth) + own.front.max(own.depth) + reach) / 2;
        turned(&[9_000, 18_000, 27_000], luck).into_iter().find_map(|side| {
            let away = (his.pose.facing + side).rem_euclid(FULL_TURN);
            let stands = |turn: Angle| {
                let facing = (away + turn).rem_euclid(FULL_TURN);
                let piece = own.with_pose(Pose { at: his.pose.at.step(away, apart), facing });
                let there = self.stood(w, by, piece.pose.ahead(piece.depth / 2))?;
                self.late_chance(&there, by).is_some_and(|chance| chance.on == on).then_some(there)
            };
            turned(&[0, 9_000, 27_000], luck).into_iter().find_map(stands)
        })
    }

    /// The table on which only this unit moves, straight ahead and fast.
    fn marching<'w>(&self, w: &'w Known<'_, World>, id: UnitId) -> Option<Known<'w, World>> {
        if !w.unit(id).in_hand() || !self.codes(w, id).contains(&Code::Fast) {
            return None;
        }
        let legs = vec![Manoeuvre::Ahead(3 * UD)];
        self.trip(w, id, Code::Fast, &legs, self.book.tables.action.credit).ok()?;
        let mut alone = w.in_mind();
        let marker = Marker { main: Code::Fast, ..Marker::default() };
        alone.plans.insert(id, OpenedOrder { marker, main: Detail::Way(legs), ..OpenedOrder::default() });
        Some(alone)
    }

    /// An opportunity to attack, offered when these steps first wait.
    fn trial_of_chance(
        &self,
        w: Known<'_, World>,
        steps: &[Step],
        question: Question,
        luck: u64,
    ) -> Option<Trial<PlayState>> {
        let (_, ask) = self.first_asked(&w, steps, question)?;
        let offered: Vec<(UnitId, Key)> = ask.fields.iter().flat_map(attacks).collect();
        let (by, key) = chosen(&offered, luck)?.clone();
        // No other unit of its side takes one.
        let mut alone = w;
        for id in alone.ids().filter(|id| *id != by && self.side(*id) == self.side(by)) {
            alone.unit_mut(id).now.seized = true;
        }
        let (there, ask) = self.first_asked(&alone, steps, question)?;
        let takes = |field: &Field| attacks(field).contains(&(by, key.clone()));
        let reply = |field: &Field| if takes(field) { Reply::pick(key.clone()) } else { field.default.clone() };
        let replies: Vec<Reply> = ask.fields.iter().map(reply).collect();
        let on = named(&key).filter(|on| there.unit(*on).in_hand())?;
        let arrow = ask.fields.iter().any(|field| takes(field) && is_arrow(field));
        // Leave out a unit that cannot move up, and one that gets into another fight on its way: a third unit holds it
        // by its zone.
        let (came, entry) = self.taken_in_mind(&there, question, (by, on), arrow)?;
        let other = |one: &Later| *one != entry && [one.attacker, one.target].iter().any(|id| [by, on].contains(id));
        if came.entry.iter().chain(&came.later).any(other) {
            return None;
        }
        let shown = self.prospects_of(&there, &ask, &replies).into_iter().next()?.odds?;
        let what = if question == Question::Moment { "chance" } else { "late_chance" };
        let read = move |events: &[Event], _: &Need| ended(events, by);
        let trial = Trial::of_steps(what, shown, self, Play::new(World::clone(&alone), steps.to_vec()), read);
        Some(trial.deciding(&ask.slot, Reply::pick(key)))
    }

    /// A fire that is tied to no entry, with no other fires: it has no die, so its lines are all that is shown.
    fn trial_of_fire(&self, w: &Known<'_, World>, by: UnitId, luck: u64) -> Option<Trial<PlayState>> {
        let mut alone = w.in_mind();
        let marker = Marker { main: Code::Fire, ..Marker::default() };
        alone.plans.insert(by, OpenedOrder { marker, main: Detail::Fires, ..OpenedOrder::default() });
        let steps = [Step::FreeFires];
        let (there, ask) = self.first_asked(&alone, &steps, Question::FreeFires)?;
        let fires = |field: &Field| keys(field).filter(|key| named(key).is_some()).cloned().collect::<Vec<Key>>();
        let offered: Vec<Key> = ask.fields.iter().flat_map(fires).collect();
        let reply = Reply::pick(chosen(&offered, luck)?.clone());
        let lines = self.prospects_of(&there, &ask, std::slice::from_ref(&reply)).into_iter().next()?.breakdown;
        let shown = Odds { rows: vec![(fire_of(&lines), Chance::Exact(Ratio::ONE))], assumed: Vec::new() };
        let read = move |events: &[Event], _: &Need| {
            events.iter().find_map(|event| match &event.deed {
                Deed::Tested { breakdown, .. } if breakdown.test == "fire" && breakdown.of == Some(Ref::Unit(by)) => {
                    Some(fire_of(breakdown))
                }
                _ => None,
            })
        };
        Some(
            Trial::of_steps("fire", shown, self, Play::new(World::clone(&alone), steps), read)
                .deciding(&ask.slot, reply),
        )
    }

    /// The table and the sheet when steps first wait, if they wait for an answer to this question.
    fn first_asked(
        &self,
        w: &Known<'_, World>,
        steps: &[Step],
        question: Question,
    ) -> Option<(Known<'static, World>, Ask)> {
        let mut asked = None;
        let there = w.in_mind().after(|w| {
            let mut play = Play::new(w, steps.to_vec());
            play.go(self, None);
            let Need::Answers(slots) = self.need(&play) else { return play.world };
            let slot = slots.first().filter(|slot| Question::of(slot) == Some(question));
            asked = slot.map(|slot| self.ask(&self.redact(&play, slot.side), slot));
            play.now().clone()
        });
        Some((there, asked?))
    }
}

/// The attacks that a field offers, with their units.
fn attacks(field: &Field) -> Vec<(UnitId, Key)> {
    let keys = keys(field).filter(|key| Does::Attack.is(key));
    keys.filter_map(|key| Some((about(field)?, key.clone()))).collect()
}

/// The keys that a field offers.
fn keys(field: &Field) -> impl Iterator<Item = &Key> {
    let from = if let Shape::Pick { from, .. } = &field.shape { from.as_slice() } else { &[] };
    from.iter().map(|choice| &choice.key)
}

/// How the assault of a unit ended, if the events report it.
fn ended_as(events: &[Event], by: UnitId) -> Option<Ended> {
    events.iter().find_map(|event| match &event.deed {
        Deed::Note { of, what, .. } if *of == Ref::Unit(by) => Ended::told(what),
        _ => None,
    })
}

/// The same, as its odds name it.
fn ended(events: &[Event], by: UnitId) -> Option<Facts> {
    ended_as(events, by).map(facts_by)
}

/// The ends of several assaults, by place.
fn ends_of(ends: impl Iterator<Item = Ended>) -> Facts {
    ATTACKERS.into_iter().zip(ends).map(|(name, ended)| (Term::of(name), ended as i64)).collect()
}

/// The sum of a unit's first test before its die, if the events report it.
fn tested(events: &[Event], by: UnitId) -> Option<Facts> {
    events.iter().find_map(|event| match &event.deed {
        Deed::Tested { breakdown, .. } if breakdown.test == "morale" && breakdown.of == Some(Ref::Unit(by)) => {
            Some(sum_of(breakdown))
        }
        _ => None,
    })
}

/// The factor of a fire, by its lines.
fn fire_of(fire: &Breakdown) -> Facts {
    let adds = fire.lines.iter().map(|line| if let Op::Add(n) = line.op { n } else { 0 });
    game::facts([("factor", adds.sum()), ("lines", rulebook::saturated(fire.lines.len()))])
}

/// The sum of the lines of a test without its die.
fn sum_of(test: &Breakdown) -> Facts {
    let lines = test.lines.iter().filter(|line| line.rule != r::L3C_MOR_124.into());
    let sum = lines.map(|line| if let Op::Add(n) = line.op { n } else { 0 }).sum();
    game::facts([("sum", sum)])
}
