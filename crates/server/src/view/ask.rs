//! Questions with their words.

use crate::voice::{Naming, Voice};
use crate::wire::{AskView, ChoiceWords, FieldWords};
use game::catalogue::Bilingual;
use game::{Ask, Choice, Field, Shape};
use table::Manoeuvre;

/// A question; `coach` says whether a beginner is to be helped with it.
pub fn ask(voice: &Voice, names: &Naming, ask: &Ask, secret: bool, coach: bool) -> AskView {
    let kind = &ask.slot.kind;
    AskView {
        title: voice.word("question", kind.as_str()),
        fields: ask.fields.iter().map(|one| field(voice, names, one)).collect(),
        secret,
        coach: if coach { voice.find(&format!("coach-{kind}")) } else { None },
        ask: ask.clone(),
    }
}

fn field(voice: &Voice, names: &Naming, field: &Field) -> FieldWords {
    let choices = match &field.shape {
        Shape::Pick { from, .. } => from.iter().map(|one| choice(voice, names, one)).collect(),
        Shape::March { allowed, .. } => allowed.iter().map(|one| plain(manoeuvre(voice, names, one))).collect(),
        Shape::Place { formations, .. } => {
            formations.iter().map(|one| plain(voice.word("term", one.as_str()))).collect()
        }
        Shape::Share { among, .. } => {
            among.iter().map(|(of, ..)| plain(voice.named(names, |words, names| words.name(of, names)))).collect()
        }
        Shape::Along { .. } => Vec::new(),
    };
    FieldWords { about: voice.named(names, |words, names| words.name(&field.about, names)), choices }
}

fn plain(title: Bilingual) -> ChoiceWords {
    ChoiceWords { title, facts: Bilingual::default(), then: Vec::new() }
}

fn choice(voice: &Voice, names: &Naming, choice: &Choice) -> ChoiceWords {
    ChoiceWords {
        title: voice.named(names, |words, names| words.key(&choice.key, names)),
        facts: voice.named(names, |words, names| words.facts(&choice.facts, Some(names))),
        then: choice.then.iter().map(|one| field(voice, names, one)).collect(),
    }
}

/// A manoeuvre that is open: what it is, and of a change what into.
fn manoeuvre(voice: &Voice, names: &Naming, manoeuvre: &Manoeuvre) -> Bilingual {
    match manoeuvre {
        Manoeuvre::Ahead(_) => voice.say("manoeuvre-ahead"),
        Manoeuvre::Oblique { .. } => voice.say("manoeuvre-oblique"),
        Manoeuvre::Wheel(_) => voice.say("manoeuvre-wheel"),
        Manoeuvre::Turn(_) => voice.say("manoeuvre-turn"),
        Manoeuvre::Side(_) => voice.say("manoeuvre-side"),
        Manoeuvre::Back(_) => voice.say("manoeuvre-back"),
        Manoeuvre::Reform(into) => voice.with("manoeuvre-reform", &[("formation", &voice.word("term", into.as_str()))]),
        Manoeuvre::Enter(site) => {
            let site = game::Ref::Site(*site);
            let place = voice.named(names, |words, names| words.name(&site, names));
            voice.with("manoeuvre-enter", &[("site", &place)])
        }
        Manoeuvre::Stand => voice.say("manoeuvre-stand"),
    }
}
