//! The computer's generals as the table uses them: for the sides they lead, and for advice. A general sees the battle from
//! his post alone.

use crate::voice::{Naming, Voice};
use game::catalogue::Bilingual;
use game::{Ask, Battle, Reply, Side};
use staff::{General, Post};

/// Whether there is such a general.
pub fn known(name: &str) -> bool {
    staff::general(name, 0).is_some()
}

/// An answer of a general.
pub fn decide(general: &mut dyn General, battle: &dyn Battle, side: Side, ask: &Ask) -> Option<Vec<Reply>> {
    let answer = general.answer(&Post::new(battle, side), ask);
    answer.map(|answer| answer.replies).or_else(|| battle.suggest(side, ask.id, 0))
}

/// Who gives advice: the best of those who answer at once.
const ADVISER: &str = "captain";

/// What a general would do in one's place, and why.
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
