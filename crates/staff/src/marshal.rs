//! A general who searches: he takes what captains of different minds would answer, plays each on in the mind, both sides
//! led by captains under the real rules, and keeps what comes out best.

use crate::captain::{Captain, Lean, Style};
use crate::{Answer, Budget, General, Luck, Post, Reason, Temperament};
use game::{Ask, Battle, By, Reply, Shape, Side};
use std::time::Instant;

/// So many turns are played on before a battle in the mind is valued as it stands.
const HORIZON: u16 = 3;
/// He looks farther than a turn ahead if a round of all candidates took no more than one part in so many of the budget.
const DEEPER: f64 = 12.0;
/// The share of a time that is used: one answer may be under way when it is up.
const KEPT: f64 = 0.95;
/// A battle in the mind that takes longer than this has gone astray.
const MOST_ANSWERS: u32 = 20_000;
/// How many standard errors another answer must be better than the first.
const DOUBT: f64 = 1.0;
/// So many playouts are compared at least before an answer is dropped or preferred.
const FEWEST: usize = 4;
/// What a battle won is worth, in thousandths; one under way never comes near it.
const WON: i64 = 2_000;
/// What the points at the end add to that at most: a narrow victory is still a victory.
const CLEAR: i64 = 800;
/// With this many units on the table or fewer a battle in the mind is fought to its end.
const FEW_UNITS: usize = 16;
/// So many playouts fall to each answer that is tried, at least.
const SHARE: u32 = 4;
/// No more answers than these are tried.
const MOST_CANDIDATES: usize = 24;

/// The general.
#[derive(Clone, Debug)]
pub struct Marshal {
    temper: Temperament,
    budget: Budget,
    luck: Luck,
    /// The mind he is of since the last decision that he thought about.
    mind: Style,
}

/// Something that could be answered.
struct Candidate {
    mind: Style,
    answer: Answer,
    /// What came of it, playout by playout.
    values: Vec<i64>,
}

impl Candidate {
    fn mean(&self) -> i64 {
        let tries = i64::try_from(self.values.len()).unwrap_or(i64::MAX);
        if tries == 0 { i64::MIN } else { self.values.iter().sum::<i64>() * 1_000 / tries }
    }

    /// By how many standard errors it did better than another on the same luck.
    fn edge(&self, other: &Self) -> f64 {
        let gains: Vec<f64> = self.values.iter().zip(&other.values).map(|(own, his)| (own - his) as f64).collect();
        let count = gains.len() as f64;
        if gains.len() < 2 {
            return 0.0;
        }
        let mean = gains.iter().sum::<f64>() / count;
        let spread = gains.iter().map(|gain| (gain - mean) * (gain - mean)).sum::<f64>() / (count - 1.0);
        let error = (spread / count).sqrt();
        // Alike in every playout but by the same: sure, if there is anything in it.
        if error > 0.0 { mean / error } else { mean.signum() * f64::from(u8::MAX) }
    }

    /// Whether it did better than another by more than luck explains.
    fn surpasses(&self, other: &Self) -> bool {
        self.values.len() >= FEWEST && self.edge(other) > DOUBT
    }
}

/// How much of a budget is left.
#[derive(Clone, Copy)]
struct Clock {
    start: Instant,
    budget: Budget,
}

impl Clock {
    fn new(budget: Budget) -> Self {
        Self { start: Instant::now(), budget }
    }

    /// A budget in playouts: the clock is never looked at.
    const fn is_counted(self) -> bool {
        matches!(self.budget, Budget::Playouts(_))
    }

    /// The share that is spent, after so many playouts.
    fn spent(self, done: u32) -> f64 {
        match self.budget {
            Budget::Playouts(most) => f64::from(done) / f64::from(most.max(1)),
            Budget::Time(most) => self.start.elapsed().as_secs_f64() / (most.as_secs_f64() * KEPT).max(1e-6),
        }
    }

    /// How many answers can be told apart with it.
    fn most_candidates(self) -> usize {
        match self.budget {
            Budget::Playouts(most) => usize::try_from(most / SHARE).unwrap_or(0).clamp(2, MOST_CANDIDATES),
            Budget::Time(_) => MOST_CANDIDATES,
        }
    }

    /// Time is up, whatever is under way.
    fn is_over(self) -> bool {
        !self.is_counted() && self.spent(0) >= 1.0
    }
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Battles played in the mind so far.
    pub playouts: u32,
}

impl Marshal {
    /// A marshal of this temperament who thinks so long about a decision.
    #[must_use]
    pub const fn new(temper: Temperament, budget: Budget, luck: u64) -> Self {
        Self { temper, budget, luck: Luck::new(luck), mind: Style::of(temper) }
    }

    /// The minds that are asked: his own first.
    fn minds(&self) -> Vec<Style> {
        let own = Style::of(self.temper);
        let mut minds = vec![self.mind, own, Style { lined: true, ..own }];
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
        let mut seen = Vec::new();
        minds.retain(|mind| {
            !seen.contains(mind) && {
                seen.push(*mind);
                true
            }
        });
        minds
    }

    fn candidates(&mut self, post: &Post<'_>, ask: &Ask, clock: Clock) -> Vec<Candidate> {
        let luck = self.luck.next();
        let mut found: Vec<Candidate> = Vec::new();
        let most = clock.most_candidates();
        for mind in self.minds() {
            // Asking must leave time to think.
            if !found.is_empty() && clock.spent(0) > 0.25 {
                break;
            }
            let Some(answer) = Captain::styled(mind, luck).answer(post, ask) else { continue };
            if !found.iter().any(|c| c.answer.replies == answer.replies) {
                found.push(Candidate { mind, answer, values: Vec::new() });
            }
        }
        // Minds first, but not alone: the half at most.
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

    /// The first answer with one reply exchanged: for what another mind would reply, or for another choice of the sheet.
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
        // Shuffled: a small budget must not always try the same.
        for n in (1..swaps.len()).rev() {
            let other = usize::try_from(self.luck.next() % (n as u64 + 1)).unwrap_or(0);
            swaps.swap(n, other);
        }
        let swapped = |(n, reply): (usize, Reply)| {
            let mut answer = first.answer.clone();
            *answer.replies.get_mut(n)? = reply;
            Some(Candidate { mind: first.mind, answer, values: Vec::new() })
        };
        swaps.into_iter().take(4 * MOST_CANDIDATES).filter_map(swapped).collect()
    }

    /// Plays candidates on until the budget is spent: all of them first, then the better half, and so on.
    fn search(
        &mut self,
        post: &Post<'_>,
        ask: &Ask,
        all: &mut Vec<Candidate>,
        clock: Clock,
        told: &mut dyn FnMut(Thought),
    ) -> u32 {
        let lucks = self.luck.next();
        let rounds = f64::from(u32::try_from(all.len()).unwrap_or(1)).log2().ceil().max(1.0);
        let (mut done, mut stage) = (0_u32, 0.0);
        let view = post.appraise();
        let turn = view.turn;
        let mut round = 0_u64;
        let few = view.units.len() <= FEW_UNITS;
        let farthest = if few { view.turns.max(HORIZON) } else { HORIZON };
        // By the clock he looks one turn ahead at first: in a large battle there is no time for more.
        let mut horizon = if clock.is_counted() || few { farthest } else { 1 };
        'search: while all.len() > 1 {
            for candidate in all.iter_mut() {
                if clock.spent(done) >= 1.0 {
                    break 'search;
                }
                // The same luck for all: only their answers differ.
                let luck = lucks.wrapping_add(round.wrapping_mul(0x9e37_79b9));
                let over = || clock.is_over();
                // What was broken off says nothing.
                let Some(value) = play_on(post, ask, candidate, turn + horizon, luck, &over) else { break 'search };
                candidate.values.push(value);
                done += 1;
                told(Thought { playouts: done });
            }
            round += 1;
            if horizon < farthest && clock.spent(done) * DEEPER < 1.0 {
                horizon = farthest;
                for candidate in all.iter_mut() {
                    candidate.values.clear();
                }
                continue;
            }
            // Each halving has an equal share of the budget.
            if clock.spent(done) >= (stage + 1.0) / rounds {
                stage += 1.0;
                // What he would do without thinking stays in to the last: the others are measured by it.
                let half = all.len().div_ceil(2);
                if let [_, others @ ..] = all.as_mut_slice() {
                    others.sort_by_key(|c| std::cmp::Reverse(c.mean()));
                }
                all.truncate(half.max(2));
            }
            // Whoever does no better than that is not tried any longer; if nobody does, there is nothing to think about.
            if round >= FEWEST as u64
                && let Some(first) = all.first()
            {
                let bar = first.mean();
                let mut place = 0;
                all.retain(|candidate| {
                    place += 1;
                    place == 1 || candidate.mean() > bar
                });
            }
        }
        done
    }

    /// Answers, telling how far the thought has come.
    pub fn think(&mut self, post: &Post<'_>, ask: &Ask, told: &mut dyn FnMut(Thought)) -> Option<Answer> {
        if !worth_a_thought(post, ask) {
            let luck = self.luck.next();
            return Captain::styled(self.mind, luck).answer(post, ask);
        }
        let clock = Clock::new(self.budget);
        let mut all = self.candidates(post, ask, clock);
        let playouts = if all.len() > 1 { self.search(post, ask, &mut all, clock, told) } else { 0 };
        let mut all = all.into_iter();
        let first = all.next()?;
        // The first would be done anyway: another must be better by more than luck.
        let rival = all.filter(|c| !c.values.is_empty() && c.surpasses(&first)).max_by_key(Candidate::mean);
        let best = rival.unwrap_or(first);
        self.mind = best.mind;
        let Candidate { mut answer, values, .. } = best;
        if playouts > 0 {
            let reason = Reason::of(game::Ref::Side(post.side()), "search").fact("playouts", i64::from(playouts));
            let lead = values.iter().sum::<i64>() / i64::try_from(values.len().max(1)).unwrap_or(1);
            answer.reasons.insert(0, reason.fact("lead", lead / 10));
        }
        Some(answer)
    }
}

impl General for Marshal {
    fn answer(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer> {
        self.think(post, ask, &mut |_| {})
    }
}

/// Orders, marches and attacks are; fires and the like are not.
fn worth_a_thought(post: &Post<'_>, ask: &Ask) -> bool {
    let leaders_only = || {
        let view = post.appraise();
        ask.fields.iter().all(|field| match field.about {
            game::Ref::Unit(id) => view.unit(id).is_some_and(|unit| unit.sort == game::Sort::Leader),
            _ => false,
        })
    };
    let marches = ask.fields.iter().any(|field| matches!(field.shape, Shape::March { .. }));
    if marches {
        return !leaders_only();
    }
    let gists = post.gists(ask.id);
    // What the rules say nothing of (whether to pursue) is for him to find out.
    let untold = |gists: &[game::Gist]| gists.len() > 1 && gists.iter().all(|gist| gist.intent == game::Intent::None);
    gists
        .iter()
        .any(|g| crate::pick::is_order(g) || untold(g) || g.iter().any(|gist| gist.intent == game::Intent::Attack))
}

/// What comes of an answer in a battle as it may be, in thousandths for the side; nothing if it was broken off.
fn play_on(
    post: &Post<'_>,
    ask: &Ask,
    candidate: &Candidate,
    until: u16,
    luck: u64,
    over: &dyn Fn() -> bool,
) -> Option<i64> {
    let side = post.side();
    let mut battle = post.imagine(luck);
    let replies: Vec<Reply> = candidate.answer.replies.clone();
    if battle.answer(side, ask.id, replies, By::Staff).is_err() {
        return Some(-WON);
    }
    let mut captains = [Captain::new(Temperament::Balanced, luck), Captain::new(Temperament::Balanced, luck ^ 1)];
    captains[side.index()] = Captain::styled(candidate.mind, luck);
    play(battle.as_mut(), &mut captains, until, over).then(|| value(battle.as_ref(), side))
}

/// Plays a battle on until it is over or a turn has begun. No: it was broken off.
fn play(battle: &mut dyn Battle, captains: &mut [Captain; 2], until: u16, over: &dyn Fn() -> bool) -> bool {
    for _ in 0..MOST_ANSWERS {
        let mut asked = false;
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            if over() {
                return false;
            }
            asked = true;
            let captain = &mut captains[side.index()];
            let Some(answer) = captain.answer(&Post::new(battle, side), &ask) else { return true };
            if captain.turn() > until || battle.answer(side, ask.id, answer.replies, By::Staff).is_err() {
                return true;
            }
        }
        if !asked || battle.outcome().is_some() {
            break;
        }
    }
    true
}

/// How a battle in the mind came out, in thousandths: who has won, and how clearly.
fn value(battle: &dyn Battle, side: Side) -> i64 {
    let view = battle.appraise(side);
    let Some(outcome) = battle.outcome() else { return view.lead(side).clamp(-WON * 3 / 4, WON * 3 / 4) };
    let [own, his] = [side, side.other()].map(|s| view.armies[s.index()]);
    let whole = (own.whole + his.whole).max(1) / 2;
    let clear = (CLEAR * (own.points - his.points) / whole.max(1)).clamp(-CLEAR, CLEAR);
    match outcome.winner {
        Some(winner) if winner == side => WON + clear,
        Some(_) => -WON + clear,
        None => clear,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::*;
    use std::cell::Cell;
    use std::collections::BTreeMap;

    fn begin() -> Box<dyn Battle> {
        let setup = game::Setup {
            scenario: armies::Library::embedded().text("premier-feu").expect("a scenario").to_owned(),
            tables: None,
            options: BTreeMap::new(),
            generals: [String::new(), String::new()],
            seed: Some(game::battery::seed(1, 1)),
            salt: game::battery::seed(2, 1),
        };
        game::Ruleset::begin(&marie_louise::RULESET, &setup).expect("a battle")
    }

    #[test]
    fn a_playout_is_broken_off_between_two_answers() {
        for most in [0, 1, 7] {
            let mut battle = begin();
            let asked = Cell::new(0);
            let over = || {
                asked.set(asked.get() + 1);
                asked.get() > most
            };
            let mut captains = [1, 2].map(|luck| Captain::new(Temperament::Balanced, luck));
            assert!(!play(battle.as_mut(), &mut captains, 3, &over));
            let answers = battle.log(None).iter().filter(|e| matches!(e, game::Entry::Given { .. })).count();
            assert!(answers <= most, "{answers} answers after {most}");
        }
        let mut captains = [1, 2].map(|luck| Captain::new(Temperament::Balanced, luck));
        let mut battle = begin();
        assert!(play(battle.as_mut(), &mut captains, 2, &|| false));
        assert!(battle.appraise(Side::Blue).turn > 2 || battle.outcome().is_some());
    }

    #[test]
    fn without_time_he_answers_like_a_captain() {
        let battle = begin();
        let ask = battle.waiting(Side::Blue).into_iter().next().expect("a question");
        let post = Post::new(battle.as_ref(), Side::Blue);
        let budget = Budget::Time(std::time::Duration::ZERO);
        let answer = Marshal::new(Temperament::Balanced, budget, 4).answer(&post, &ask).expect("an answer");
        let captain = Captain::new(Temperament::Balanced, 4).answer(&post, &ask).expect("an answer");
        assert_eq!(answer, captain);
    }
}
