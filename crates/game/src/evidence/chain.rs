//! The chain of a log: every line carries a hash of itself and of all lines before it, so that none can be changed,
//! left out or inserted unnoticed. It belongs to the text of a log and is made when a log is written: a battle that is
//! not written has none.

use crate::Entry;
use crate::seal::{Bytes32, hexadecimal};
use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// The text between a line's content and its link.
const LINK: &str = ",\"link\":\"";
/// Digits of a link: the first of the hash.
const DIGITS: usize = 16;
/// Length of the text that a link adds to a line.
const TAIL: usize = LINK.len() + DIGITS + 1;

/// The hash of all lines so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chain(Bytes32);

impl Chain {
    /// The chain after these entries.
    #[must_use]
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self {
        let mut chain = Self::default();
        for entry in entries {
            chain.add(&bare(&entry.line()));
        }
        chain
    }

    #[must_use]
    pub const fn hash(&self) -> Bytes32 {
        self.0
    }

    fn add(&mut self, bare: &str) {
        let mut sha = Sha256::new();
        sha.update(self.0.0);
        sha.update(bare.as_bytes());
        self.0 = Bytes32(sha.finalize().into());
    }

    fn digits(&self) -> String {
        hexadecimal(&self.0.0[..DIGITS / 2])
    }

    /// The line of an entry with its link.
    #[must_use]
    pub fn linked(&mut self, entry: &Entry) -> String {
        let line = entry.line();
        let bare = bare(&line);
        self.add(&bare);
        let open = bare.strip_suffix('}').unwrap_or(&bare);
        format!("{open}{LINK}{}\"}}", self.digits())
    }

    /// Takes a line of a file: its content without the link, and whether it has one. `None`: its link is wrong.
    #[must_use]
    pub fn take<'a>(&mut self, text: &'a str) -> Option<(Cow<'a, str>, bool)> {
        let Some((said, link)) = parts(text) else {
            self.add(&bare(text));
            return Some((Cow::Borrowed(text), false));
        };
        self.add(&said);
        (link == self.digits()).then_some((Cow::Owned(said), true))
    }
}

/// The content of a line, as an object into which a link can be put: an entry that is a single word becomes an object
/// with null.
fn bare(line: &str) -> Cow<'_, str> {
    if line.starts_with('{') { Cow::Borrowed(line) } else { Cow::Owned(format!("{{{line}:null}}")) }
}

/// A line without its link and its last brace, and the link.
fn split(text: &str) -> Option<(&str, &str)> {
    let said = text.strip_suffix("\"}")?;
    let at = said.len().checked_sub(TAIL - 1)?;
    let (said, tail) = (said.get(..at)?, said.get(at..)?);
    Some((said, tail.strip_prefix(LINK)?))
}

/// The content of a line and its link. A line with other spacing is read as the original one.
fn parts(text: &str) -> Option<(String, Cow<'_, str>)> {
    if let Some((said, link)) = split(text) {
        return Some((format!("{said}}}"), Cow::Borrowed(link)));
    }
    if !text.contains("\"link\"") {
        return None;
    }
    let serde_json::Value::Object(mut fields) = serde_json::from_str(text).ok()? else { return None };
    let serde_json::Value::String(link) = fields.shift_remove("link")? else { return None };
    Some((serde_json::Value::Object(fields).to_string(), Cow::Owned(link)))
}

/// The content of a line of a file without its link, whether that is right or wrong.
pub(crate) fn unlinked(text: &str) -> Cow<'_, str> {
    parts(text).map_or(Cow::Borrowed(text), |(said, _)| Cow::Owned(said))
}

/// The content of an entry in a file without its link.
#[must_use]
pub fn said(entry: &Entry) -> String {
    bare(&entry.line()).into_owned()
}
