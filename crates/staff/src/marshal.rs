//! A general that searches. With an army it weighs plans once a turn: each is led by a captain in playouts against
//! every opponent model, and the best of them is kept for the turn; single decisions that matter are weighed separately
//! with the rest of the budget. With a handful of units it weighs the answers of captains of different styles, question
//! by question.

mod foe;
mod marshal_plan;
mod playout;
mod search;

use crate::captain::{Captain, Lean, Style};
use crate::{Answer, Budget, General, Luck, Post, Reason, Temperament};
use foe::Foes;
use game::{Appraisal, Ask, Gist, Intent, Ref, Reply, Shape, Sort};
use marshal_plan::Draft;
use search::{Candidate, Clock, FEWEST, MOST_CANDIDATES, PLAN_SHARE, SHARE, Search};

/// With this many units on the table or fewer a playout goes to the end of the battle.
const FEW_UNITS: usize = 16;
/// The length of a playout of a plan or a single decision, in hundredths of all turns, and its least number of turns.
const PLAN_SPAN: u16 = 60;
const SINGLE_SPAN: u16 = 20;
const SPAN: u16 = 3;
/// The greatest number of times a plan is reconsidered in a battle.
const PLANS: u16 = 14;
/// The share of a plan in the budget of a decision, counted in playouts; by the clock it never takes longer than one
/// decision.
const FOR_PLAN: u32 = 2;
/// The budget of all other decisions of a turn, in budgets of a decision, and the part of the rest for each.
const FOR_REST: u32 = 2;
const PART: u32 = 4;

/// The standard errors by which a plan or an answer must beat the one that would be taken anyway. With an army a
/// captain knows what to do with a single unit: more evidence is needed to do otherwise.
const DOUBT: f64 = 1.0;
const SINGLE_DOUBT: f64 = 1.5;

#[derive(Clone, Debug)]
pub struct Marshal {
    temper: Temperament,
    budget: Budget,
    luck: Luck,
    /// The plan followed, or the style, since the last decision that was searched.
    plan: Draft,
    /// The turn in which the plan was made.
    planned: Option<u16>,
    /// The budget left for the other decisions of the turn.
    rest: Budget,
    foes: Foes,
    /// The turn in which the guesses about the enemy are checked.
    expected: Option<u16>,
}

/// Progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    pub playouts: u32,
}

/// The result of a search.
struct Found {
    best: Candidate,
    /// The other candidates weighed, the best first.
    others: Vec<Candidate>,
    playouts: u32,
    used: Budget,
}

impl Marshal {
    /// A marshal of this temperament with this budget for a decision.
    #[must_use]
    pub const fn new(temper: Temperament, budget: Budget, luck: u64) -> Self {
        Self {
            temper,
            budget,
            luck: Luck::new(luck),
            plan: Draft::own(temper),
            planned: None,
            rest: budget,
            foes: Foes::new(),
            expected: None,
        }
    }

    /// The styles asked where a handful of units fights: its own first.
    fn minds(&self) -> Vec<Draft> {
        let own = Style::of(self.temper);
        let mut minds = vec![self.plan.style, own, Style { lined: true, ..own }];
        for temper in [Temperament::Bold, Temperament::Prudent, Temperament::Balanced] {
            minds.push(Style { temper, ..own });
        }
        for lean in [Lean::Forward, Lean::Stand, Lean::Back] {
            minds.push(Style { lean, ..own });
        }
        for temper in [Temperament::Bold, Temperament::Prudent] {
            minds.push(Style { temper, lined: true, ..own });
        }
        minds.push(Style { goals: 220, ..own });
        minds.push(Style { goals: 35, attack: 150, ..own });
        minds.push(Style { attack: 60, ..own });
        minds.push(Style { goals: 220, lean: Lean::Stand, ..own });
        minds.push(Style { temper: Temperament::Bold, attack: 170, lean: Lean::Forward, ..own });
        drafts(minds)
    }

    /// The plans to weigh: the present one first.
    fn plans(&mut self, view: &Appraisal, post: &Post<'_>, most: usize) -> Vec<Draft> {
        let (first, mut others) = marshal_plan::plans(view, post.side(), self.temper);
        shuffle(&mut self.luck, &mut others);
        let mut plans = vec![self.plan];
        for draft in first.into_iter().chain(others) {
            if plans.iter().all(|plan| plan.style != draft.style) {
                plans.push(draft);
            }
        }
        plans.truncate(most);
        plans
    }

    /// The answers of captains that follow each plan; equal answers are one, unless their plans are weighed.
    fn asked(&mut self, post: &Post<'_>, ask: &Ask, plans: Vec<Draft>, clock: Clock, alike: bool) -> Vec<Candidate> {
        let luck = self.luck.next();
        let mut found: Vec<Candidate> = Vec::new();
        for plan in plans {
            // Asking must leave time for the search.
            if !found.is_empty() && clock.spent(0) > 0.25 {
                break;
            }
            let Some(answer) = Captain::styled(plan.style, luck).answer(post, ask) else { continue };
            if alike || !found.iter().any(|c| c.answer.replies == answer.replies) {
                found.push(Candidate::new(plan, answer));
            }
        }
        found
    }

    /// The answers of some styles, and the first of them with one reply exchanged.
    fn answers(&mut self, post: &Post<'_>, ask: &Ask, minds: Vec<Draft>, clock: Clock) -> Vec<Candidate> {
        let mut found = self.asked(post, ask, minds, clock, false);
        let most = clock.most_candidates(SHARE);
        // Styles first, but at most half of the candidates.
        let minds = found.len().min(most.div_ceil(2).max(2));
        let mut others = self.deviations(ask, &found);
        found.truncate(minds);
        others.retain(|other| !found.iter().any(|c| c.answer.replies == other.answer.replies));
        for other in others {
            if found.len() >= most || clock.spent(0) > 0.25 {
                break;
            }
            if post.preview(ask.id, &other.answer.replies).is_ok() {
                found.push(other);
            }
        }
        found
    }

    /// The first answer with one reply exchanged: for another style's reply, or for another choice of the sheet.
    fn deviations(&mut self, ask: &Ask, found: &[Candidate]) -> Vec<Candidate> {
        let Some(first) = found.first() else { return Vec::new() };
        let mut swaps: Vec<(usize, Reply)> = Vec::new();
        for (n, field) in ask.fields.iter().enumerate() {
            let usual = first.answer.replies.get(n);
            let minds = found.iter().filter_map(|c| c.answer.replies.get(n).cloned());
            let choices = match &field.shape {
                Shape::Pick { from, min: 1, .. } => from.as_slice(),
                _ => &[],
            };
            for reply in minds.chain(choices.iter().map(crate::pick::picked)) {
                if Some(&reply) != usual && !swaps.contains(&(n, reply.clone())) {
                    swaps.push((n, reply));
                }
            }
        }
        // A small budget must not always try the same ones.
        shuffle(&mut self.luck, &mut swaps);
        let swapped = |(n, reply): (usize, Reply)| {
            let mut answer = first.answer.clone();
            *answer.replies.get_mut(n)? = reply;
            Some(Candidate::new(first.plan, answer))
        };
        swaps.into_iter().take(4 * MOST_CANDIDATES).filter_map(swapped).collect()
    }

    /// Weighs candidates and takes the first, unless another is better by more than luck.
    fn weigh(&mut self, search: Weighing<'_>, mut all: Vec<Candidate>, told: &mut dyn FnMut(Thought)) -> Option<Found> {
        let Weighing { post, ask, view, clock, farthest, doubt } = search;
        let mut others = Vec::new();
        let few = view.units.len() <= FEW_UNITS;
        let search = Search { post, ask, foes: &self.foes, temper: self.temper, clock, turn: view.turn, farthest, few };
        let mut told = |playouts| told(Thought { playouts });
        let playouts = if all.len() > 1 { search.run(&mut self.luck, &mut all, &mut others, &mut told) } else { 0 };
        let used = clock.used(playouts);
        let first = all.first()?;
        let rivals = all.iter().enumerate().skip(1).filter(|(_, c)| c.surpasses(first, doubt));
        let best = rivals.max_by_key(|(_, c)| c.mean()).map_or(0, |(n, _)| n);
        let best = all.remove(best);
        others.extend(all);
        others.retain(|candidate| !candidate.values.is_empty());
        others.sort_by_key(|candidate| std::cmp::Reverse(candidate.mean()));
        if playouts > 0 {
            self.foes.forget();
            for (foe, enemies) in &best.guesses {
                self.foes.expect(*foe, enemies);
            }
            self.expected = Some(view.turn + 1);
        }
        Some(Found { best, others, playouts, used })
    }

    /// Compares what the enemy has done since the last turn with the guesses.
    fn learn(&mut self, view: &Appraisal, post: &Post<'_>) {
        if let Some(turn) = self.expected.filter(|turn| *turn <= view.turn) {
            if turn == view.turn {
                self.foes.learn(view, post.side());
            }
            self.foes.forget();
            self.expected = None;
        }
    }

    /// Answers, and reports the progress of the search.
    pub fn think(&mut self, post: &Post<'_>, ask: &Ask, told: &mut dyn FnMut(Thought)) -> Option<Answer> {
        let view = post.appraise();
        self.learn(&view, post);
        if view.units.len() <= FEW_UNITS {
            return self.decide(post, ask, &view, told);
        }
        let step = (view.turns / PLANS).max(1);
        if self.planned.is_none_or(|turn| view.turn < turn || view.turn >= turn + step) {
            return self.make_plan(post, ask, &view, told);
        }
        let share = self.rest.times(1, PART);
        let enough = match share {
            Budget::Playouts(most) => usize::try_from(most).is_ok_and(|most| most >= 2 * FEWEST),
            Budget::Time(most) => !most.is_zero(),
        };
        let gists = post.gists(ask.id);
        if !enough || !gists.iter().any(|gists| matters(gists) && !crate::pick::is_order(gists)) {
            return self.follow(post, ask);
        }
        let clock = Clock::new(share);
        let own = self.plan.style;
        let tempers = [Temperament::Bold, Temperament::Prudent].map(|temper| Style { temper, ..own });
        let mut minds = drafts([own].into_iter().chain(tempers).collect());
        minds.iter_mut().for_each(|mind| mind.told = self.plan.told);
        let all = self.answers(post, ask, minds, clock);
        let farthest = (view.turns * SINGLE_SPAN / 100).max(SPAN);
        let found = self.weigh(Weighing { post, ask, view: &view, clock, farthest, doubt: SINGLE_DOUBT }, all, told)?;
        // The plan stands: only the answer changes.
        self.rest = self.rest.less(found.used);
        Some(found.told(post))
    }

    /// Answers as the plan says.
    fn follow(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer> {
        let luck = self.luck.next();
        Captain::styled(self.plan.style, luck).answer(post, ask)
    }

    /// A handful of units: every decision separately, to the end of the battle.
    fn decide(
        &mut self,
        post: &Post<'_>,
        ask: &Ask,
        view: &Appraisal,
        told: &mut dyn FnMut(Thought),
    ) -> Option<Answer> {
        if !worth_a_thought(post, ask, view) {
            return self.follow(post, ask);
        }
        let clock = Clock::new(self.budget);
        let minds = self.minds();
        let all = self.answers(post, ask, minds, clock);
        let farthest = view.turns.max(SPAN);
        let found = self.weigh(Weighing { post, ask, view, clock, farthest, doubt: DOUBT }, all, told)?;
        self.plan = found.best.plan;
        Some(found.told(post))
    }

    /// Weighs plans of the army, and keeps the best for the turn.
    fn make_plan(
        &mut self,
        post: &Post<'_>,
        ask: &Ask,
        view: &Appraisal,
        told: &mut dyn FnMut(Thought),
    ) -> Option<Answer> {
        let budget = match self.budget {
            Budget::Playouts(_) => self.budget.times(FOR_PLAN, 1),
            Budget::Time(_) => self.budget,
        };
        let clock = Clock::new(budget);
        let plans = self.plans(view, post, clock.most_candidates(PLAN_SHARE));
        let all = self.asked(post, ask, plans, clock, true);
        let farthest = (view.turns * PLAN_SPAN / 100).max(SPAN);
        let found = self.weigh(Weighing { post, ask, view, clock, farthest, doubt: DOUBT }, all, told)?;
        self.plan = found.best.plan;
        self.planned = Some(view.turn);
        self.rest = self.budget.times(FOR_REST, 1);
        let mut reasons = found.reasons(post, view);
        if found.playouts > 0 {
            reasons.extend(self.foes.reasons(post.side(), &found.best.values));
        }
        let mut answer = found.told(post);
        let rest = answer.reasons.split_off(usize::from(!reasons.is_empty()));
        answer.reasons.extend(reasons);
        answer.reasons.extend(rest);
        Some(answer)
    }
}

/// The subject of a search.
struct Weighing<'a> {
    post: &'a Post<'a>,
    ask: &'a Ask,
    view: &'a Appraisal,
    clock: Clock,
    farthest: u16,
    doubt: f64,
}

impl Found {
    /// Every plan that was weighed, the one taken first.
    fn reasons(&self, post: &Post<'_>, view: &Appraisal) -> Vec<Reason> {
        if self.playouts == 0 {
            return Vec::new();
        }
        let tell = |candidate: &Candidate, chosen: bool| {
            candidate.plan.reason(view, post.side(), candidate.mean() / 1_000, candidate.values.len(), chosen)
        };
        let first = [tell(&self.best, true)];
        first.into_iter().chain(self.others.iter().map(|other| tell(other, false))).collect()
    }

    /// The answer, with the result of the search before its other reasons.
    fn told(self, post: &Post<'_>) -> Answer {
        let lead = self.best.mean() / 1_000;
        let mut answer = self.best.answer;
        if self.playouts > 0 {
            let reason = Reason::of(Ref::Side(post.side()), "search").fact("playouts", i64::from(self.playouts));
            answer.reasons.insert(0, reason.fact("lead", lead / 10));
        }
        answer
    }
}

impl General for Marshal {
    fn answer(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer> {
        self.think(post, ask, &mut |_| {})
    }
}

/// Styles as plans, without repetitions.
fn drafts(minds: Vec<Style>) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    for style in minds {
        if drafts.iter().all(|draft| draft.style != style) {
            drafts.push(Draft { told: "weighed-own", style });
        }
    }
    drafts
}

fn shuffle<T>(luck: &mut Luck, all: &mut [T]) {
    for n in (1..all.len()).rev() {
        let other = usize::try_from(luck.next() % (n as u64 + 1)).unwrap_or(0);
        all.swap(n, other);
    }
}

/// Whether an attack is possible, or the rules do not say what a choice is worth (whether to pursue).
fn matters(gists: &[Gist]) -> bool {
    let untold = gists.len() > 1 && gists.iter().all(|gist| gist.intent == Intent::None);
    untold || gists.iter().any(|gist| gist.intent == Intent::Attack)
}

/// Whether a question is worth a search: orders, marches and attacks are; fires and the like are not.
fn worth_a_thought(post: &Post<'_>, ask: &Ask, view: &Appraisal) -> bool {
    let leaders_only = || {
        ask.fields.iter().all(|field| match field.about {
            Ref::Unit(id) => view.unit(id).is_some_and(|unit| unit.sort == Sort::Leader),
            _ => false,
        })
    };
    let marches = ask.fields.iter().any(|field| matches!(field.shape, Shape::March { .. }));
    if marches {
        return !leaders_only();
    }
    post.gists(ask.id).iter().any(|gists| crate::pick::is_order(gists) || matters(gists))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::*;
    use game::{Battle, Side};
    use std::collections::BTreeMap;
    use std::time::{Duration, Instant};

    pub(super) fn begin() -> Box<dyn Battle> {
        begin_at("premier-feu")
    }

    fn begin_at(scenario: &str) -> Box<dyn Battle> {
        let setup = game::Setup {
            scenario: armies::Library::embedded().text(scenario).expect("a scenario").to_owned(),
            tables: None,
            options: BTreeMap::new(),
            generals: [String::new(), String::new()],
            seed: Some(game::battery::seed(1, 1)),
            salt: game::battery::seed(2, 1),
        };
        game::Ruleset::begin(&marie_louise::RULESET, &setup).expect("a battle")
    }

    #[test]
    fn without_time_he_answers_like_a_captain() {
        let battle = begin();
        let ask = battle.waiting(Side::Blue).into_iter().next().expect("a question");
        let post = Post::new(battle.as_ref(), Side::Blue);
        let budget = Budget::Time(Duration::ZERO);
        let answer = Marshal::new(Temperament::Balanced, budget, 4).answer(&post, &ask).expect("an answer");
        let captain = Captain::new(Temperament::Balanced, 4).answer(&post, &ask).expect("an answer");
        assert_eq!(answer, captain);
    }

    #[test]
    fn by_the_clock_he_keeps_his_time() {
        let battle = begin_at("maida-1806");
        let ask = battle.waiting(Side::Blue).into_iter().next().expect("a question");
        let post = Post::new(battle.as_ref(), Side::Blue);
        let start = Instant::now();
        Captain::new(Temperament::Balanced, 4).answer(&post, &ask).expect("an answer");
        let one = start.elapsed().max(Duration::from_millis(20));
        let time = Duration::from_millis(300);
        let start = Instant::now();
        let mut marshal = Marshal::new(Temperament::Balanced, Budget::Time(time), 4);
        marshal.answer(&post, &ask).expect("an answer");
        // One answer on every core may be under way when the time is over.
        assert!(start.elapsed() < time + 20 * one, "{:?}, an answer takes {one:?}", start.elapsed());
    }

    #[test]
    fn a_temperament_has_plans_of_its_own() {
        let view = begin_at("maida-1806").appraise(Side::Blue);
        let [bold, prudent] = [Temperament::Bold, Temperament::Prudent].map(|temper| {
            let (first, others) = marshal_plan::plans(&view, Side::Blue, temper);
            assert!(first.iter().chain(&others).all(|plan| plan.style.temper == temper));
            first.into_iter().map(|plan| plan.told).collect::<Vec<_>>()
        });
        assert_eq!(bold, ["weighed-own", "weighed-storm", "weighed-stand"]);
        assert_eq!(prudent, ["weighed-own", "weighed-stand", "weighed-storm"]);
    }
}
