//! The computer's generals as the table uses them: for the sides they lead, and for advice.

use crate::room::Copy;
use game::catalogue::Bilingual;
use game::{Ask, Battle, Reply, Side};
use staff::{Answer, General, Post};

/// Who is asked for advice: the best who answers at once.
const ADVISER: &str = "captain";

/// Whether there is such a general.
pub fn known(name: &str) -> bool {
    staff::general(name, 0).is_some()
}

/// An answer of a general. He looks at the battle through his side's eyes.
pub fn decide(general: &mut dyn General, battle: &dyn Battle, side: Side, ask: &Ask) -> Option<Answer> {
    let answer = general.answer(&Post::new(battle, side), ask);
    answer.or_else(|| Some(battle.suggest(side, ask.id, 0)?.into()))
}

/// What a general would do in a person's place, and why.
pub fn advise(copy: &Copy, side: Side, ask: &Ask) -> Option<(Vec<Reply>, Vec<Bilingual>)> {
    let mut adviser = staff::general(ADVISER, 0)?;
    let answer = decide(adviser.as_mut(), copy.battle.as_ref(), side, ask)?;
    let why = |reason| copy.voice.named(&copy.names, |words, names| words.why(reason, names));
    let reasons = answer.reasons.iter().map(why).collect();
    Some((answer.replies, reasons))
}
