//! The texts of a made battle, in both languages: `made-…`.

use game::Bilingual;
use words::{Lang, Words};

/// A text with its values.
pub(super) fn said(id: &str, with: &[(&str, &Bilingual)]) -> Bilingual {
    let [fr, en] = Lang::BOTH.map(|lang| {
        let values: Vec<(&str, words::Value<'_>)> =
            with.iter().map(|(name, text)| (*name, text.get(lang).into())).collect();
        Words::plain(lang).say(&format!("made-{id}"), &values)
    });
    Bilingual { fr, en }
}

/// A text that is the same in every language: a name, a figure.
pub(super) fn same(text: impl ToString) -> Bilingual {
    Bilingual::same(&text.to_string())
}

/// A text as a scenario file writes it.
pub(super) fn inline(text: &Bilingual) -> String {
    format!("{{ fr = \"{}\", en = \"{}\" }}", text.fr, text.en)
}
