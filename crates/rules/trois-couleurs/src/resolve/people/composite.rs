//! Units made up of companies of different quality (L3C-GEN-20, L3C-GEN-21).

use crate::{Book, Status, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Companies of one quality.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Companies {
    pub status: Status,
    pub base: i8,
    /// 1 to 3.
    #[schemars(range(min = 1, max = 3))]
    pub class: u8,
    /// The enemy recognises them: elite companies at the head of the column.
    pub recognised: bool,
}

impl Default for Companies {
    fn default() -> Self {
        Self { status: Status::default(), base: 4, class: 2, recognised: true }
    }
}

/// A unit of several qualities.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Composite {
    /// Its parts, the head of the column first.
    pub parts: Vec<Companies>,
}

/// The values that the whole unit counts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Whole {
    pub status: Status,
    pub base: i8,
    /// 1 to 3.
    pub class: u8,
    /// The status that the enemy believes.
    pub seen_status: Status,
}

/// The unit moves, forms and tests as its worst part (L3C-GEN-20); the enemy sees the worst recognised status,
/// whichever part marches at the head (L3C-GEN-21).
#[must_use]
pub fn composite(book: &Book, s: &Composite) -> Whole {
    let Some(&head) = s.parts.first() else { return Whole::default() };
    let counted = if book.on(r::L3C_GEN_20) { s.parts.as_slice() } else { std::slice::from_ref(&head) };
    let known = |part: &&Companies| part.recognised;
    let seen = if book.on(r::L3C_GEN_21) { s.parts.as_slice() } else { std::slice::from_ref(&head) };
    Whole {
        status: counted.iter().map(|part| part.status).min().unwrap_or_default(),
        base: counted.iter().map(|part| part.base).min().unwrap_or_default(),
        class: counted.iter().map(|part| part.class).min().unwrap_or_default(),
        seen_status: seen.iter().filter(known).map(|part| part.status).min().unwrap_or_default(),
    }
}
