//! The computer's generals as the table uses them: for the sides they lead, and for advice. A general sees the battle
//! from its post alone.

use crate::room::Room;
use crate::view::why;
use crate::voice::{Naming, Voice};
use crate::wire::Leader;
use game::Bilingual;
use game::seal::{Bytes32, hash};
use game::{Ask, Battle, By, Reply, Side};
use staff::{Answer, General, Post};

#[must_use]
pub fn known(name: &str) -> bool {
    staff::general(name, 0).is_some()
}

/// A general's answer, with its reasons.
fn decide(general: &mut dyn General, battle: &dyn Battle, side: Side, ask: &Ask) -> Option<Answer> {
    let answer = general.answer(&Post::new(battle, side), ask);
    answer.or_else(|| battle.suggest(side, ask.id, 0).map(Answer::from))
}

/// The general that gives advice: the best of those that answer at once.
const ADVISER: &str = "captain";

/// What a general would answer in the player's place, and why.
pub fn advise(
    voice: &Voice,
    names: &Naming,
    battle: &dyn Battle,
    side: Side,
    ask: u64,
) -> Option<(Vec<Reply>, Vec<Bilingual>)> {
    let adviser = staff::general(ADVISER, 0);
    let advice = adviser.and_then(|mut general| staff::advise(&Post::new(battle, side), ask, general.as_mut()));
    let sound = advice.filter(|advice| battle.preview(side, ask, &advice.replies).is_ok());
    let Some(advice) = sound else { return Some((battle.suggest(side, ask, 0)?, Vec::new())) };
    let why = advice.reasons.iter().map(|reason| voice.named(names, |words, names| words.why(reason, names)));
    Some((advice.replies, why.collect()))
}

/// A general at its question, over a copy of the battle: the table goes on meanwhile.
pub struct Thinking {
    side: Side,
    battle: Box<dyn Battle>,
    general: Box<dyn General>,
}

/// The answer that a general has found.
pub struct Decision {
    ask: u64,
    replies: Vec<Reply>,
    thought: Option<String>,
    general: Box<dyn General>,
}

impl Thinking {
    /// Searches for the answer; `None` if the question no longer exists.
    #[must_use]
    pub fn decide(mut self) -> Option<Decision> {
        let ask = self.battle.waiting(self.side).into_iter().next()?;
        // A general is given the battle to look at, never the view of the other players.
        let answer = decide(self.general.as_mut(), self.battle.as_ref(), self.side, &ask)?;
        let thought = why::thought(self.battle.as_ref(), self.side, &ask, answer.reasons);
        Some(Decision { ask: ask.id, replies: answer.replies, thought, general: self.general })
    }
}

/// The effect of a decision: whether the computer has answered, and the reasons to store.
#[derive(Default)]
pub struct Decided {
    /// Whether it has answered, or had nothing left to answer.
    pub answered: bool,
    pub thought: Option<String>,
}

/// The computer's side that is to answer now, and its general.
#[must_use]
pub fn to_answer(room: &Room) -> Option<(Side, String)> {
    Side::BOTH.into_iter().find_map(|side| match &room.about.leaders[side.index()] {
        Leader::Staff(name) if !room.thinking[side.index()] && !room.battle.waiting(side).is_empty() => {
            Some((side, name.clone()))
        }
        _ => None,
    })
}

/// Prepares a general for its question.
pub fn sit_down(room: &mut Room, side: Side, name: &str) -> Option<Thinking> {
    let battle = room.battle.fork();
    let general = match room.generals[side.index()].take() {
        Some(general) => general,
        None => staff::general(name, luck(battle.as_ref(), side))?,
    };
    Some(Thinking { side, battle, general })
}

/// Takes a general's answer.
pub fn take(room: &mut Room, side: Side, decision: Option<Decision>) -> Decided {
    room.thinking[side.index()] = false;
    let Some(Decision { ask, replies, thought, general }) = decision else { return Decided::default() };
    room.generals[side.index()] = Some(general);
    // The question may be gone: a player resigned, or took an answer back.
    if room.battle.answer(side, ask, replies, By::Staff).is_ok() {
        return Decided { answered: true, thought };
    }
    let Some(ask) = room.battle.waiting(side).into_iter().next() else {
        return Decided { answered: true, thought: None };
    };
    let fallback = room.battle.suggest(side, ask.id, 0);
    let answered = fallback.is_some_and(|replies| room.battle.answer(side, ask.id, replies, By::Staff).is_ok());
    Decided { answered, thought: None }
}

/// The luck of a general for this question.
fn luck(battle: &dyn Battle, side: Side) -> u64 {
    let ask = battle.waiting(side).first().map_or(0, |ask| ask.id);
    let Bytes32(bytes) = hash(&[b"staff", &battle.keep().salt.0, &[side.index() as u8], &ask.to_le_bytes()]);
    let mut low = [0; 8];
    low.copy_from_slice(&bytes[..8]);
    u64::from_le_bytes(low)
}
