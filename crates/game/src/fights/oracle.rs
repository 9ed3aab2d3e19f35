//! The odds of a bout: the bout itself is run against all dice, never a second copy of the rules.
//!
//! [`graph`] finds the states in which a bout waits for dice and where each throw leads; [`flow`] pushes the whole
//! chance from the first state through that graph to the ends.

mod fan;
mod graph;
mod oracle_flow;

use crate::{Bout, BoutInput, BoutRequest, Chance, Defaults, Field, Key, Policy, Quiet, Reply, Shape, Slot, Teller};
use dice::DiceError;
use graph::{Ending, Graph};
use oracle_flow::Masses;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

/// The ends of a bout, each with its chance.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Odds<E> {
    /// Every possible end, in ascending order, with its chance; they add up to 1.
    pub rows: Vec<(E, Chance)>,
    /// Replies assumed on the way, in ascending order.
    pub assumed: Vec<(Slot, Key)>,
}

/// One distribution for each reply of another player.
pub type Columns<E> = Vec<(Key, Odds<E>)>;

/// Why there are no odds.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OddsError {
    /// Only a person can give a situation.
    #[error("the odds depend on a situation that a person must tell")]
    NeedsPerson,
    /// A throw whose classes cannot be enumerated.
    #[error("the odds cannot be counted: {0}")]
    Dice(#[from] DiceError),
    /// The bout may reach a state that it never leaves.
    #[error("the odds cannot be counted: the bout may go on for ever")]
    Endless,
    /// The bout has too many states.
    #[error("the odds cannot be counted: the bout has more than {MOST_STATES} states")]
    TooManyStates,
}

/// The most states; a battle's longest melee has some thousands.
const MOST_STATES: usize = 1 << 20;
/// The most ways to an end.
const MOST_ENDINGS: usize = 1 << ENDING_BITS;
/// Bits for the place of a way to an end.
const ENDING_BITS: u32 = 24;
/// A bout that makes this many requests in a row without dice will never throw any.
const MOST_WAITS: usize = 10_000;

/// The odds of a bout from its present state. `teller` gives situations, `policy` takes decisions; nothing happens in
/// pauses.
///
/// # Errors
/// If a person would have to be asked, or the bout cannot be enumerated to its end.
pub fn odds<B: Bout>(from: &B, teller: &impl Teller<B>, policy: &impl Policy<B>) -> Result<Odds<B::End>, OddsError> {
    odds_after(from.clone(), teller, policy, Vec::new())
}

/// The odds of a bout whose next decision, still before any dice, is another player's: one column for each reply, in
/// the order in which they are offered, never averaged. Later decisions are taken by `policy`. A pick that may be left
/// out has a column under the key `none`. Without such a decision there are no columns.
///
/// Where the sheet has several fields, the first pick among them makes the columns, and the others are filled in by
/// `policy`; where a pick allows several choices, each has a column by itself.
///
/// # Errors
/// As for [`odds`].
pub fn odds_by_reply<B: Bout>(
    from: &B,
    teller: &impl Teller<B>,
    policy: &impl Policy<B>,
) -> Result<Columns<B::End>, OddsError> {
    let mut bout = from.clone();
    let Some((slot, fields)) = next_decision(&mut bout, teller)? else { return Ok(Vec::new()) };
    let pick = fields.iter().enumerate().find_map(|(place, field)| match &field.shape {
        Shape::Pick { from, min, .. } => Some((place, from, *min)),
        _ => None,
    });
    let Some((place, choices, min)) = pick else { return Ok(Vec::new()) };
    let mut replies = policy.reply(&bout, &slot, &fields);
    let mut columns = Vec::with_capacity(choices.len() + 1);
    let picks = choices.iter().map(|choice| {
        let then = Policy::<B>::reply(&Defaults, &bout, &slot, &choice.then);
        (choice.key.clone(), Reply::Picked(vec![(choice.key.clone(), then)]))
    });
    let none = (min == 0).then(|| (Key::plain("none"), Reply::Picked(Vec::new())));
    for (key, picked) in picks.chain(none) {
        if let Some(reply) = replies.get_mut(place) {
            *reply = picked;
        }
        let assumed =
            assumptions(&slot, replies.iter().enumerate().filter(|&(n, _)| n != place).map(|(_, reply)| reply));
        let mut then = bout.clone();
        then.feed(BoutInput::Replied(&replies), &mut Quiet);
        columns.push((key, odds_after(then, teller, policy, assumed.collect())?));
    }
    Ok(columns)
}

/// Lets a bout continue to its next decision, if that comes before any dice.
fn next_decision<B: Bout>(bout: &mut B, teller: &impl Teller<B>) -> Result<Option<(Slot, Vec<Field>)>, OddsError> {
    for _ in 0..MOST_WAITS {
        match bout.wants() {
            BoutRequest::Situation(fact) => {
                let situation = teller.tell(bout, &fact).ok_or(OddsError::NeedsPerson)?;
                bout.feed(BoutInput::Situation(situation), &mut Quiet);
            }
            BoutRequest::Pause(_) => bout.feed(BoutInput::Resumed, &mut Quiet),
            BoutRequest::Reply(slot, fields) => return Ok(Some((slot, fields))),
            BoutRequest::Dice(_) | BoutRequest::Done(_) => return Ok(None),
        }
    }
    Err(OddsError::Endless)
}

fn odds_after<B: Bout>(
    from: B,
    teller: &impl Teller<B>,
    policy: &impl Policy<B>,
    assumed: Vec<(Slot, Key)>,
) -> Result<Odds<B::End>, OddsError> {
    let mut graph = Graph::explore(from.unseen(), teller, policy)?;
    let masses = oracle_flow::run(&mut graph)?;
    let rows = rows(&graph.endings, graph.keys, &masses);
    let mut assumed: Vec<_> = assumed.into_iter().chain(graph.assumed).collect();
    assumed.sort();
    assumed.dedup();
    let odds = Odds { rows, assumed };
    debug_assert!(odds.whole(), "the chances of a bout add up to {}", odds.chance_of(|_| true));
    Ok(odds)
}

/// The ends in order, with equal ones merged.
fn rows<E: Clone + Ord>(endings: &[Ending<E>], mut keys: Vec<u64>, masses: &Masses) -> Vec<(E, Chance)> {
    keys.sort_unstable();
    let at = |key: u64| &endings[key as usize & (MOST_ENDINGS - 1)];
    let mut rows: Vec<(E, Chance)> = Vec::with_capacity(endings.len());
    for level in keys.chunk_by_mut(|&a, &b| a >> ENDING_BITS == b >> ENDING_BITS) {
        if let [key] = *level {
            let ending = at(key);
            rows.push((ending.end.clone(), masses.chance(ending)));
            continue;
        }
        level.sort_by(|&a, &b| at(a).end.cmp(&at(b).end));
        for alike in level.chunk_by(|&a, &b| at(a).end == at(b).end) {
            rows.push((at(alike[0]).end.clone(), masses.chance_together(alike.iter().map(|&key| at(key)))));
        }
    }
    rows
}

/// The assumptions in a sheet of replies: each key picked; for a reply of another shape, its term.
fn assumptions<'a>(
    slot: &'a Slot,
    replies: impl Iterator<Item = &'a Reply> + 'a,
) -> impl Iterator<Item = (Slot, Key)> + 'a {
    replies
        .flat_map(|reply| match reply {
            Reply::Picked(picks) => picks.iter().map(|(key, _)| key.clone()).collect(),
            Reply::Shared(_) => vec![Key::plain("share")],
            Reply::Marched(_) => vec![Key::plain("march")],
            Reply::Placed(..) => vec![Key::plain("place")],
            Reply::At(_) => vec![Key::plain("along")],
        })
        .map(|key| (slot.clone(), key))
}

impl<E> Odds<E> {
    /// The chance of all ends of a kind together.
    #[must_use]
    pub fn chance_of(&self, kind: impl Fn(&E) -> bool) -> Chance {
        self.rows.iter().filter(|(end, _)| kind(end)).fold(Chance::NEVER, |sum, &(_, chance)| sum.or(chance))
    }

    /// The same odds in fewer words: ends with the same name are merged.
    #[must_use]
    pub fn grouped<F: Ord>(self, call: impl Fn(E) -> F) -> Odds<F> {
        let mut rows: Vec<(F, Chance)> = self.rows.into_iter().map(|(end, chance)| (call(end), chance)).collect();
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        rows.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = kept.1.or(next.1);
            }
            same
        });
        Odds { rows, assumed: self.assumed }
    }

    /// Whether the chances add up to 1, exactly or as nearly as they claim.
    fn whole(&self) -> bool {
        match self.chance_of(|_| true) {
            Chance::Exact(sum) => sum == dice::Ratio::ONE,
            Chance::Near { p, error } => (p - 1.0).abs() <= error,
        }
    }
}
