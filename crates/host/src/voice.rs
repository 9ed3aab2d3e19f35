//! Both languages at once: every text is made in French and in English.

use armies::Scenario;
use game::Bilingual;
use game::{Deed, Ruleset};
use words::{Lang, Names, Value, Words};

/// The words of a ruleset (or of the program alone) in both languages.
pub struct Voice {
    fr: Words,
    en: Words,
}

/// The names of units, sites and commands in both languages.
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

    pub const fn words(&self, lang: Lang) -> &Words {
        match lang {
            Lang::Fr => &self.fr,
            Lang::En => &self.en,
        }
    }

    /// A text made in both languages.
    pub fn both(&self, say: impl Fn(&Words) -> String) -> Bilingual {
        Bilingual { fr: say(&self.fr), en: say(&self.en) }
    }

    /// A text made in both languages, with the names.
    pub fn named(&self, names: &Naming, say: impl Fn(&Words, &Names) -> String) -> Bilingual {
        Bilingual { fr: say(&self.fr, &names.fr), en: say(&self.en, &names.en) }
    }

    /// An optional sentence; `None` if either language has none.
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

    /// The explanation of a text, in both languages: its attribute `help`.
    pub fn help(&self, id: &str) -> Option<Bilingual> {
        Some(Bilingual { fr: self.fr.attribute(id, "help")?, en: self.en.attribute(id, "help")? })
    }

    /// A word of a kind.
    pub fn word(&self, kind: &str, term: &str) -> Bilingual {
        self.both(|words| words.word(kind, term))
    }

    /// An attribute of a text: the same in both languages.
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

    /// The side of a unit, if its name is known.
    pub fn side(&self, unit: game::UnitId) -> Option<game::Side> {
        self.fr.side(unit)
    }

    /// A name of a file in both languages.
    pub fn written(&self, name: &str) -> Bilingual {
        Bilingual { fr: self.fr.written(name), en: self.en.written(name) }
    }
}

/// An empty text in both languages.
pub fn silence() -> Bilingual {
    Bilingual::default()
}

/// The same words in both languages.
pub fn same(text: &str) -> Bilingual {
    Bilingual::same(text)
}

/// Several texts joined.
pub fn joined(parts: &[Bilingual], between: &str) -> Bilingual {
    let join = |of: fn(&Bilingual) -> &str| {
        parts.iter().map(of).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(between)
    };
    Bilingual { fr: join(|text| &text.fr), en: join(|text| &text.en) }
}
