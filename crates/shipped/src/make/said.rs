//! What a made battle says, in both languages: the texts `made-…`.

use armies::Text;
use words::{Lang, Words};

/// A text with what stands in it.
pub(super) fn said(id: &str, with: &[(&str, &Text)]) -> Text {
    let [fr, en] = Lang::BOTH.map(|lang| {
        let values: Vec<(&str, words::Value<'_>)> =
            with.iter().map(|(name, text)| (*name, text.get(lang).into())).collect();
        Words::plain(lang).say(&format!("made-{id}"), &values)
    });
    Text { fr, en }
}

/// Something that is the same in every language: a name, a figure.
pub(super) fn same(text: impl ToString) -> Text {
    Text::same(&text.to_string())
}

/// A text as a scenario file writes it.
pub(super) fn inline(text: &Text) -> String {
    format!("{{ fr = \"{}\", en = \"{}\" }}", text.fr, text.en)
}
