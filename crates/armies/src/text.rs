//! Characters allowed in a text.

/// Whether a character changes the direction of the text after it: harmless in a language that is written from right to
/// left, and a trick in a name among other words.
#[must_use]
pub const fn turns_text(c: char) -> bool {
    matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
