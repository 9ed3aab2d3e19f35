//! The Fluent files, embedded and read once.

use crate::Lang;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::sync::OnceLock;

static TEXTS: Dir<'static> = include_dir!("$OUT_DIR/texts");

/// A value in a text.
pub type Value<'a> = FluentValue<'a>;

/// The texts of one set of files in one language.
pub(crate) struct Texts(FluentBundle<FluentResource>);

struct Shelf {
    common: Texts,
    rulesets: BTreeMap<&'static str, Texts>,
}

impl Shelf {
    fn of(lang: Lang) -> &'static Self {
        static SHELVES: [OnceLock<Shelf>; 2] = [OnceLock::new(), OnceLock::new()];
        SHELVES[lang as usize].get_or_init(|| {
            let rulesets = files(lang, "rulesets").map(|(name, text)| (name, Texts::read(lang, [text]))).collect();
            Self { common: Texts::read(lang, files(lang, "").map(|(_, text)| text)), rulesets }
        })
    }
}

impl Texts {
    fn read(lang: Lang, texts: impl IntoIterator<Item = &'static str>) -> Self {
        let language = lang.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // Isolation marks are for texts of mixed direction; a terminal shows them as garbage.
        bundle.set_use_isolating(false);
        // Adding fails only for a duplicate name: there is only this function.
        let _ = bundle.add_function("DE", |given, _| match given {
            [Value::String(name)] => Value::from(of_name(name)),
            _ => Value::Error,
        });
        for text in texts {
            // A file that cannot be read is left out, and its texts show as ids; a test keeps the files clean.
            let text = match lang {
                Lang::Fr => spaced(text),
                Lang::En => text.to_owned(),
            };
            let resource = FluentResource::try_new(text).unwrap_or_else(|(resource, _)| resource);
            let _ = bundle.add_resource(resource);
        }
        Self(bundle)
    }

    /// The program's own texts.
    pub(crate) fn common(lang: Lang) -> &'static Self {
        &Shelf::of(lang).common
    }

    /// The texts of a ruleset.
    pub(crate) fn of_ruleset(lang: Lang, ruleset: &str) -> Option<&'static Self> {
        Shelf::of(lang).rulesets.get(ruleset)
    }

    /// A text by its id.
    pub(crate) fn find(&self, id: &str, values: &[(&str, Value<'_>)]) -> Option<String> {
        let pattern = self.0.get_message(id)?.value()?;
        let mut arguments = FluentArgs::with_capacity(values.len());
        for (name, value) in values {
            arguments.set((*name).to_owned(), value.clone());
        }
        Some(self.0.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned())
    }

    /// The ids of the texts with this prefix, as the files write them.
    pub(crate) fn beginning(lang: Lang, ruleset: &str, start: &str) -> Vec<&'static str> {
        let all = files(lang, "rulesets").filter(|(name, _)| *name == ruleset).flat_map(|(_, text)| text.lines());
        all.filter_map(|line| line.split_once(" = ").map(|(id, _)| id)).filter(|id| id.starts_with(start)).collect()
    }

    /// An attribute of a text.
    pub(crate) fn attribute(&self, id: &str, attribute: &str) -> Option<String> {
        let pattern = self.0.get_message(id)?.get_attribute(attribute)?.value();
        Some(self.0.format_pattern(pattern, None, &mut Vec::new()).into_owned())
    }
}

/// "de" before a name in French, in texts `DE($name)`: "d’Oswald", "de Reille". Numerals are read as words ("I/21e" as premier).
fn of_name(name: &str) -> String {
    let mut letters = name.chars();
    let vowel = letters
        .next()
        .is_some_and(|first| "aeiouàâäéèêëîïôöûüœæ".contains(first.to_lowercase().next().unwrap_or(first)));
    let word = letters.next().is_some_and(char::is_lowercase);
    if vowel && word { format!("d’{name}") } else { format!("de {name}") }
}

/// French punctuation stays with its word: no line begins with a colon.
fn spaced(text: &str) -> String {
    let pairs = [
        (" :", "\u{a0}:"),
        (" ;", "\u{202f};"),
        (" !", "\u{202f}!"),
        (" ?", "\u{202f}?"),
        ("« ", "«\u{a0}"),
        (" »", "\u{a0}»"),
    ];
    pairs.into_iter().fold(text.to_owned(), |text, (plain, kept)| text.replace(plain, kept))
}

/// The embedded files of a language: name without its ending, and text.
fn files(lang: Lang, folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let path = if folder.is_empty() { lang.code().to_owned() } else { format!("{}/{folder}", lang.code()) };
    let mut all: Vec<(&str, &str)> = TEXTS
        .get_dir(path)
        .into_iter()
        .flat_map(Dir::files)
        .filter_map(|file| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?)))
        .collect();
    all.sort_unstable();
    all.into_iter()
}

/// The names of the embedded files of a language with their texts: those of the program, and `rulesets/<id>`.
#[must_use]
pub fn ids(lang: Lang) -> Vec<(String, &'static str)> {
    let own = files(lang, "").map(|(name, text)| (name.to_owned(), text));
    own.chain(files(lang, "rulesets").map(|(name, text)| (format!("rulesets/{name}"), text))).collect()
}

/// The rulesets that have texts of their own.
#[must_use]
pub fn rulesets(lang: Lang) -> Vec<&'static str> {
    files(lang, "rulesets").map(|(name, _)| name).collect()
}
