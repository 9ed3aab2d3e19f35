//! The guide: whose decision is open, what to do, the reason or what the other side is doing.

use crate::view::unit::side_name;
use crate::voice::{Naming, Voice, same, silence};
use crate::wire::{Guide, Leader};
use game::Bilingual;
use game::{Ask, Battle, Side, Term};

/// The state that the guide needs.
pub struct Now<'a> {
    pub battle: &'a dyn Battle,
    /// The side of the seat.
    pub side: Option<Side>,
    /// Turn and phase in words.
    pub clock: &'a Bilingual,
    pub leaders: &'a [Leader; 2],
    /// Whether the computer is thinking.
    pub thinking: bool,
}

/// The guide of a seat.
pub fn guide(voice: &Voice, names: &Naming, now: &Now<'_>) -> Guide {
    let mut guide = spoken(voice, names, now);
    guide.thinking = now.thinking;
    guide
}

fn spoken(voice: &Voice, names: &Naming, now: &Now<'_>) -> Guide {
    let made = |whose: &'static str, who: Bilingual, what: Bilingual, why: Bilingual| Guide {
        whose: Term::of(whose),
        who,
        what,
        why,
        thinking: false,
    };
    if let Some(outcome) = now.battle.outcome() {
        let ended = voice.named(names, |words, names| words.outcome(&outcome, names));
        return made("over", voice.say("guide-over"), ended, voice.say("guide-over-why"));
    }
    if !now.battle.dice_wanted().is_empty() {
        return made("nobody", voice.say("guide-dice"), voice.say("guide-dice-what"), now.clock.clone());
    }
    let Some(side) = now.side else {
        return made("theirs", voice.say("guide-watching"), now.clock.clone(), silence());
    };
    let mine = now.battle.waiting(side);
    let theirs = now.battle.table_waits(side);
    let me = side_name(voice, names, side);
    let other = side_name(voice, names, side.other());
    let computer = matches!(now.leaders[side.other().index()], Leader::Staff(_));
    match (mine.first(), theirs) {
        (Some(ask), _) => {
            let secret = now.battle.sealing();
            let why = if secret {
                voice.with(if theirs { "guide-sealed" } else { "guide-sealed-last" }, &[("other", &other)])
            } else {
                by_rule(voice, ask)
            };
            let whose = if theirs { "both" } else { "mine" };
            made(whose, voice.with("guide-mine", &[("side", &me)]), what(voice, names, ask, mine.len()), why)
        }
        (None, true) => {
            let id = if computer { "guide-theirs-computer" } else { "guide-theirs" };
            let why = if now.battle.sealed(side).is_empty() { silence() } else { voice.say("guide-withdraw") };
            made("theirs", voice.with(id, &[("other", &other)]), voice.say("guide-wait"), why)
        }
        (None, false) => made("nobody", now.clock.clone(), voice.say("guide-wait"), silence()),
    }
}

/// The rule that asks.
fn by_rule(voice: &Voice, ask: &Ask) -> Bilingual {
    ask.rules.first().map_or_else(silence, |rule| {
        let title = voice.both(|words| words.title(rule).to_owned());
        voice.with("guide-by-rule", &[("title", &title), ("rule", &same(rule.as_str()))])
    })
}

/// What to do: the question, its unit, and how many there are.
fn what(voice: &Voice, names: &Naming, ask: &Ask, count: usize) -> Bilingual {
    let kind = ask.slot.kind.as_str();
    let sentence = voice.find(&format!("guide-{kind}"));
    let about_first = sentence.is_some();
    let title = sentence.unwrap_or_else(|| voice.word("question", kind));
    let about = voice.named(names, |words, names| {
        words.list(&ask.slot.about.iter().map(|of| words.name(of, names)).collect::<Vec<_>>())
    });
    let text = if about.fr.is_empty() {
        title
    } else {
        voice.with(
            if about_first { "guide-about-first" } else { "guide-about" },
            &[("question", &title), ("about", &about)],
        )
    };
    let text = capital(&text);
    if count < 2 {
        return text;
    }
    let more = crate::view::look::figure(i64::try_from(count).unwrap_or(i64::MAX));
    voice.with("guide-several", &[("question", &text), ("n", &more)])
}

/// A sentence with a capital first letter.
fn capital(text: &Bilingual) -> Bilingual {
    let raised = |text: &str| {
        let mut letters = text.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    Bilingual { fr: raised(&text.fr), en: raised(&text.en) }
}
