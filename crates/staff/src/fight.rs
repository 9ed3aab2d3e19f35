//! Two generals fight a battle to its end.

use crate::{General, Post};
use game::{Battle, By, Outcome, Refusal, Side};
use thiserror::Error;

/// Why a battle did not end.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FightError {
    /// More answers than allowed, with their number.
    #[error("not over after {0} answers")]
    Endless(u64),
    /// A general had no answer.
    #[error("no answer to the question \"{kind}\"")]
    NoAnswer {
        side: Side,
        /// The kind of the question.
        kind: String,
    },
    /// An answer was refused.
    #[error("the answer to \"{kind}\" was refused: {}", reasons(.refusals))]
    Refused {
        side: Side,
        /// The kind of the question.
        kind: String,
        refusals: Vec<Refusal>,
    },
    /// No question is open and the battle is not over.
    #[error("the battle waits for nobody and is not over")]
    Stuck,
}

fn reasons(refusals: &[Refusal]) -> String {
    refusals.iter().map(|r| format!("{} {}", r.rule, r.reason)).collect::<Vec<_>>().join("; ")
}

/// Lets two generals answer until the battle is over, with at most `limit` answers.
///
/// # Errors
/// If the battle does not end.
pub fn fight(
    battle: &mut dyn Battle,
    blue: &mut dyn General,
    red: &mut dyn General,
    limit: u64,
) -> Result<Outcome, FightError> {
    fight_watched(battle, blue, red, limit, |_| {})
}

/// The same; `watch` sees the battle after each answer.
///
/// # Errors
/// If the battle does not end.
pub fn fight_watched(
    battle: &mut dyn Battle,
    blue: &mut dyn General,
    red: &mut dyn General,
    limit: u64,
    mut watch: impl FnMut(&dyn Battle),
) -> Result<Outcome, FightError> {
    let mut answers = 0;
    loop {
        if let Some(outcome) = battle.outcome() {
            return Ok(outcome);
        }
        let before = answers;
        for side in Side::BOTH {
            let general: &mut dyn General = match side {
                Side::Blue => &mut *blue,
                Side::Red => &mut *red,
            };
            // The first question only: its answer may change or end the rest.
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            if answers == limit {
                return Err(FightError::Endless(limit));
            }
            let kind = || ask.slot.kind.to_string();
            let answer = general.answer(&Post::new(battle, side), &ask);
            let answer = answer.ok_or_else(|| FightError::NoAnswer { side, kind: kind() })?;
            battle.answer(side, ask.id, answer.replies, By::Staff).map_err(|refusals| FightError::Refused {
                side,
                kind: kind(),
                refusals,
            })?;
            answers += 1;
            watch(battle);
        }
        if answers == before && battle.outcome().is_none() {
            return Err(FightError::Stuck);
        }
    }
}
