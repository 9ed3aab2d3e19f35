//! Where a text stops being TOML, and the likely error. Judged by the text itself: the message of the TOML parser is a
//! sentence in one language.

use crate::Reason;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The likely cause of a syntax error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slip {
    /// A duplicate key.
    SameKey,
    /// No value after a `=`.
    NoValue,
    /// No `=` after a key.
    NoEquals,
    /// A line ends inside a string or a bracket.
    Open,
    Unexpected,
}

/// The part of a faulty line that is shown, in characters.
const SHOWN: usize = 60;

impl Reason {
    /// A syntax error in a text, at the place where the TOML parser found it.
    #[must_use]
    pub fn syntax(text: &str, found: Option<Range<usize>>) -> Self {
        let found = found.unwrap_or_default();
        let (before, rest) = text.split_at_checked(found.start).unwrap_or((text, ""));
        let (here, rest) = rest.split_at_checked(found.len()).unwrap_or((rest, ""));
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let slip = slip(before, &before[start..], here, rest.lines().next().unwrap_or_default());
        // For a text that ends too early its last line is shown.
        let line = text[start..].lines().next().filter(|line| !line.trim().is_empty());
        let line = line.or_else(|| before.lines().rfind(|line| !line.trim().is_empty())).unwrap_or_default().trim();
        let line = line.chars().filter(|sign| !sign.is_control()).take(SHOWN).collect();
        Self::Syntax { slip, line }
    }
}

/// The error at `here`, with the text and the line before it, and the rest of the line.
fn slip(before: &str, line: &str, here: &str, rest: &str) -> Slip {
    let (line, rest) = (line.trim(), rest.trim_start());
    let in_header = line.starts_with('[') && rest.starts_with(']');
    if is_key(here) && (in_header || rest.starts_with(['=', '.'])) && before.contains(here) {
        Slip::SameKey
    } else if line.ends_with('=') {
        Slip::NoValue
    } else if here.is_empty() && is_key(line) {
        Slip::NoEquals
    } else if here.is_empty() && rest.is_empty() {
        Slip::Open
    } else {
        Slip::Unexpected
    }
}

/// Whether a text is a key of TOML, with or without quotation marks.
fn is_key(text: &str) -> bool {
    let quoted = ['"', '\''].iter().any(|mark| text.len() > 1 && text.starts_with(*mark) && text.ends_with(*mark));
    let bare = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_');
    quoted || !text.is_empty() && text.chars().all(bare)
}

/// Line and column of a byte of a text, both from 1, the column in characters.
#[must_use]
pub fn position(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}
