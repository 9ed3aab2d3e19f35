//! Both languages at once: whatever is said is said in French and in English.

use armies::Scenario;
use game::Bilingual;
use game::{Deed, Ruleset};
use words::{Lang, Names, Value, Words};

/// The words of a ruleset (or of the program alone) in both languages.
pub struct Voice {
    fr: Words,
    en: Words,
}

/// What things are called in both languages.
#[derive(Clone, Debug, Default)]
pub struct Naming {
    fr: Names,
    en: Names,
}

impl Voice {
    /// The program's own words.
    pub const fn plain() -> Self {
        Self { fr: Words::plain(Lang::Fr), en: Words::plain(Lang::En) }
    }

    /// The words of a ruleset.
    pub fn of(ruleset: &dyn Ruleset) -> Self {
        Self { fr: Words::of(Lang::Fr, ruleset), en: Words::of(Lang::En, ruleset) }
    }

    /// One language.
    pub const fn words(&self, lang: Lang) -> &Words {
        match lang {
            Lang::Fr => &self.fr,
            Lang::En => &self.en,
        }
    }

    /// The same in both languages.
    pub fn both(&self, say: impl Fn(&Words) -> String) -> Bilingual {
        Bilingual { fr: say(&self.fr), en: say(&self.en) }
    }

    /// The same in both languages, with what things are called.
    pub fn named(&self, names: &Naming, say: impl Fn(&Words, &Names) -> String) -> Bilingual {
        Bilingual { fr: say(&self.fr, &names.fr), en: say(&self.en, &names.en) }
    }

    /// A sentence that there may be nothing for; nothing if either language leaves it unsaid.
    pub fn maybe(&self, names: &Naming, say: impl Fn(&Words, &Names) -> Option<String>) -> Option<Bilingual> {
        Some(Bilingual { fr: say(&self.fr, &names.fr)?, en: say(&self.en, &names.en)? })
    }

    /// A text by its id.
    pub fn say(&self, id: &str) -> Bilingual {
        self.both(|words| words.say(id, &[]))
    }

    /// A text by its id, if there is one.
    pub fn find(&self, id: &str) -> Option<Bilingual> {
        Some(Bilingual { fr: self.fr.find(id, &[])?, en: self.en.find(id, &[])? })
    }

    /// A text with something of both languages in it.
    pub fn with(&self, id: &str, values: &[(&str, &Bilingual)]) -> Bilingual {
        self.both(|words| {
            let values: Vec<(&str, Value<'_>)> =
                values.iter().map(|(name, value)| (*name, Value::from(value.get(words.lang())))).collect();
            words.say(id, &values)
        })
    }

    /// What a text means, in both languages: its attribute `help`.
    pub fn help(&self, id: &str) -> Option<Bilingual> {
        Some(Bilingual { fr: self.fr.attribute(id, "help")?, en: self.en.attribute(id, "help")? })
    }

    /// A word of a kind.
    pub fn word(&self, kind: &str, term: &str) -> Bilingual {
        self.both(|words| words.word(kind, term))
    }

    /// What a text says of itself beside its words: the same in both languages.
    pub fn attribute(&self, id: &str, attribute: &str) -> Option<String> {
        self.fr.attribute(id, attribute)
    }
}

impl Naming {
    /// The names of a scenario.
    pub fn of(voice: &Voice, scenario: &Scenario) -> Self {
        Self { fr: report::scene::names(&voice.fr, scenario), en: report::scene::names(&voice.en, scenario) }
    }

    /// Learns the names that an event shows.
    pub fn learn(&mut self, deed: &Deed) {
        self.fr.learn(deed);
        self.en.learn(deed);
    }

    /// Whose a unit is, as far as its name is known.
    pub fn side(&self, unit: game::UnitId) -> Option<game::Side> {
        self.fr.side(unit)
    }

    /// A name of a file in both languages.
    pub fn written(&self, name: &str) -> Bilingual {
        Bilingual { fr: self.fr.written(name), en: self.en.written(name) }
    }
}

/// Nothing, in both languages.
pub fn silence() -> Bilingual {
    Bilingual::default()
}

/// The same words in both languages.
pub fn same(text: &str) -> Bilingual {
    Bilingual::same(text)
}

/// Several in a row.
pub fn joined(parts: &[Bilingual], between: &str) -> Bilingual {
    let join = |of: fn(&Bilingual) -> &str| {
        parts.iter().map(of).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(between)
    };
    Bilingual { fr: join(|text| &text.fr), en: join(|text| &text.en) }
}
