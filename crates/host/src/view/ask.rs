//! Questions with their words.

use crate::voice::{Naming, Voice};
use crate::wire::{AskView, ChoiceWords, FieldWords};
use game::Bilingual;
use game::{Ask, Choice, Field, Shape, Term};
use table::Manoeuvre;

/// A question; `coach` says whether a beginner is to be helped with it.
pub fn ask(voice: &Voice, names: &Naming, ask: &Ask, secret: bool, coach: bool) -> AskView {
    let kind = &ask.slot.kind;
    AskView {
        title: voice.word("question", kind.as_str()),
        fields: ask.fields.iter().map(|one| field(voice, names, kind, one)).collect(),
        secret,
        coach: if coach { voice.find(&format!("coach-{kind}")) } else { None },
        ask: ask.clone(),
    }
}

fn field(voice: &Voice, names: &Naming, kind: &Term, field: &Field) -> FieldWords {
    let choices = match &field.shape {
        Shape::Pick { from, .. } => from.iter().map(|one| choice(voice, names, kind, one)).collect(),
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
    ChoiceWords { title, facts: Bilingual::default(), help: None, then: Vec::new() }
}

/// A choice; where the same word means something else in this question, the text is `does-<question>-<does>`.
fn choice(voice: &Voice, names: &Naming, kind: &Term, choice: &Choice) -> ChoiceWords {
    let own = voice.find(&format!("does-{kind}-{}", choice.key.does)).filter(|_| choice.key.refs.is_empty());
    ChoiceWords {
        title: own.unwrap_or_else(|| voice.named(names, |words, names| words.key(&choice.key, names))),
        facts: voice.named(names, |words, names| words.facts(&choice.facts, Some(names))),
        help: voice.help(&format!("does-{}", choice.key.does)),
        then: choice.then.iter().map(|one| field(voice, names, kind, one)).collect(),
    }
}

/// A manoeuvre that is open: its name, and the new formation of a change.
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
