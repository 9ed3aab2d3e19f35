//! The computer's generals as the table uses them: for the sides they lead, and for advice.

use game::catalogue::Bilingual;
use game::{Ask, Battle, Reply, Side};

/// Whether there is such a general.
pub fn known(name: &str) -> bool {
    staff::general(name, 0).is_some()
}

/// An answer of a general. He looks at the battle through his side's eyes.
pub fn decide(name: &str, luck: u64, battle: &dyn Battle, side: Side, ask: &Ask) -> Option<Vec<Reply>> {
    let answer = staff::general(name, luck)?.answer(battle, side, ask);
    answer.or_else(|| battle.suggest(side, ask.id, luck))
}

/// What the best general would do, and why.
pub fn advise(battle: &dyn Battle, side: Side, ask: &Ask) -> Option<(Vec<Reply>, Vec<Bilingual>)> {
    let best = staff::NAMES.last()?;
    let thought = decide(best, 0, battle, side, ask).filter(|replies| battle.preview(side, ask.id, replies).is_ok());
    Some((thought.or_else(|| battle.suggest(side, ask.id, 0))?, Vec::new()))
}
