//! A general who searches: he takes what captains of different minds would answer, plays each on in the mind, both sides
//! led by captains under the real rules, and keeps what comes out best.

use crate::captain::{Captain, Lean, Style};
use crate::{Answer, Budget, General, Luck, Post, Reason, Temperament};
use game::{Ask, Battle, By, Reply, Shape, Side};
use std::time::Instant;

/// So many turns are played on before a battle in the mind is valued as it stands.
const HORIZON: u16 = 3;
/// A battle in the mind that takes longer than this has gone astray.
const MOST_ANSWERS: u32 = 20_000;
/// What a battle won is worth, in thousandths; one under way never comes near it.
const WON: i64 = 2_000;

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
    sum: i64,
    tries: i64,
}

impl Candidate {
    const fn mean(&self) -> i64 {
        if self.tries == 0 { i64::MIN } else { self.sum * 1_000 / self.tries }
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
        let mut minds = vec![self.mind, own];
        for temper in [Temperament::Bold, Temperament::Prudent, Temperament::Balanced] {
            minds.push(Style { temper, ..own });
        }
        for lean in [Lean::Forward, Lean::Stand, Lean::Back] {
            minds.push(Style { lean, ..own });
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

    fn candidates(&mut self, post: &Post<'_>, ask: &Ask) -> Vec<Candidate> {
        let luck = self.luck.next();
        let mut found: Vec<Candidate> = Vec::new();
        for mind in self.minds() {
            let Some(answer) = Captain::styled(mind, luck).answer(post, ask) else { continue };
            if !found.iter().any(|c| c.answer.replies == answer.replies) {
                found.push(Candidate { mind, answer, sum: 0, tries: 0 });
            }
        }
        found
    }

    /// Plays candidates on until the budget is spent: all of them first, then the better half, and so on.
    fn search(&mut self, post: &Post<'_>, ask: &Ask, all: &mut Vec<Candidate>, told: &mut dyn FnMut(Thought)) -> u32 {
        let start = Instant::now();
        let spent = |done: u32| match self.budget {
            Budget::Playouts(most) => f64::from(done) / f64::from(most.max(1)),
            Budget::Time(most) => start.elapsed().as_secs_f64() / most.as_secs_f64().max(1e-3),
        };
        let lucks = self.luck.next();
        let rounds = f64::from(u32::try_from(all.len()).unwrap_or(1)).log2().ceil().max(1.0);
        let (mut done, mut stage) = (0_u32, 0.0);
        let turn = post.appraise().turn;
        let mut round = 0_u64;
        'search: while all.len() > 1 {
            for candidate in all.iter_mut() {
                if spent(done) >= 1.0 {
                    break 'search;
                }
                // The same luck for all: only their answers differ.
                let luck = lucks.wrapping_add(round.wrapping_mul(0x9e37_79b9));
                let value = play_on(post, ask, candidate, turn, luck);
                candidate.sum += value;
                candidate.tries += 1;
                done += 1;
                told(Thought { playouts: done });
            }
            round += 1;
            // Each halving has an equal share of the budget.
            if spent(done) >= (stage + 1.0) / rounds {
                stage += 1.0;
                all.sort_by_key(|c| std::cmp::Reverse(c.mean()));
                all.truncate(all.len().div_ceil(2));
            }
        }
        all.sort_by_key(|c| std::cmp::Reverse(c.mean()));
        done
    }

    /// Answers, telling how far the thought has come.
    pub fn think(&mut self, post: &Post<'_>, ask: &Ask, told: &mut dyn FnMut(Thought)) -> Option<Answer> {
        if !worth_a_thought(post, ask) {
            let luck = self.luck.next();
            return Captain::styled(self.mind, luck).answer(post, ask);
        }
        let mut all = self.candidates(post, ask);
        let playouts = if all.len() > 1 { self.search(post, ask, &mut all, told) } else { 0 };
        let best = all.into_iter().next()?;
        self.mind = best.mind;
        let mut answer = best.answer;
        if playouts > 0 {
            let reason = Reason::of(game::Ref::Side(post.side()), "search").fact("playouts", i64::from(playouts));
            answer.reasons.insert(0, reason.fact("lead", best.sum / best.tries.max(1) / 10));
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
    gists.iter().any(|g| crate::pick::is_order(g) || g.iter().any(|gist| gist.intent == game::Intent::Attack))
}

/// What comes of an answer in a battle as it may be, in thousandths for the side.
fn play_on(post: &Post<'_>, ask: &Ask, candidate: &Candidate, turn: u16, luck: u64) -> i64 {
    let side = post.side();
    let mut battle = post.imagine(luck);
    let replies: Vec<Reply> = candidate.answer.replies.clone();
    if battle.answer(side, ask.id, replies, By::Staff).is_err() {
        return -WON;
    }
    let mut captains = [Captain::new(Temperament::Balanced, luck), Captain::new(Temperament::Balanced, luck ^ 1)];
    captains[side.index()] = Captain::styled(candidate.mind, luck);
    play(battle.as_mut(), &mut captains, turn + HORIZON);
    value(battle.as_ref(), side)
}

/// Plays a battle on until it is over or a turn has begun.
fn play(battle: &mut dyn Battle, captains: &mut [Captain; 2], until: u16) {
    for _ in 0..MOST_ANSWERS {
        let mut asked = false;
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            asked = true;
            let captain = &mut captains[side.index()];
            let Some(answer) = captain.answer(&Post::new(battle, side), &ask) else { return };
            if captain.turn() > until || battle.answer(side, ask.id, answer.replies, By::Staff).is_err() {
                return;
            }
        }
        if !asked || battle.outcome().is_some() {
            return;
        }
    }
}

fn value(battle: &dyn Battle, side: Side) -> i64 {
    match battle.outcome().map(|outcome| outcome.winner) {
        Some(Some(winner)) if winner == side => WON,
        Some(Some(_)) => -WON,
        Some(None) => 0,
        None => battle.appraise(side).lead(side).clamp(-WON * 3 / 4, WON * 3 / 4),
    }
}
