//! A file's text with its values and their positions.

use super::MAX_BYTES;
use super::place::{Place, Step};
use crate::{Fault, Reason};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub(super) struct Source<'t> {
    text: &'t str,
    name: &'t str,
    root: Spanned<DeTable<'t>>,
    /// Byte at which each line begins.
    lines: Vec<usize>,
}

impl<'t> Source<'t> {
    /// Reads the text as TOML; all faults of syntax if it is not.
    pub(super) fn new(text: &'t str, name: &'t str) -> Result<Self, Vec<Fault>> {
        if text.len() > MAX_BYTES {
            let reason = Reason::TooLong { bytes: text.len(), limit: MAX_BYTES };
            return Err(vec![Fault { file: name.to_owned(), line: 1, column: 1, place: String::new(), reason }]);
        }
        let lines = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1))
            .collect();
        let (root, errors) = DeTable::parse_recoverable(text);
        let source = Self { text, name, root, lines };
        if errors.is_empty() {
            return Ok(source);
        }
        let mut faults: Vec<Fault> = errors
            .iter()
            .take(super::MAX_FAULTS)
            .map(|error| {
                let at = error.span().map_or(0, |span| span.start);
                source.fault(at, String::new(), Reason::syntax(text, error.span()))
            })
            .collect();
        faults.sort();
        faults.dedup();
        Err(faults)
    }

    pub(super) fn root(&self) -> &DeTable<'t> {
        self.root.get_ref()
    }

    /// A fault at a byte of the text.
    pub(super) fn fault(&self, at: usize, place: String, reason: Reason) -> Fault {
        let (line, column) = self.position(at);
        Fault { file: self.name.to_owned(), line, column, place, reason }
    }

    /// Line and column of a byte, both from 1.
    fn position(&self, at: usize) -> (u32, u32) {
        let at = at.min(self.text.len());
        let line = self.lines.partition_point(|start| *start <= at).saturating_sub(1);
        let start = self.lines.get(line).copied().unwrap_or(0);
        let column = self.text.get(start..at).map_or(0, |head| head.chars().count());
        (u32::try_from(line + 1).unwrap_or(u32::MAX), u32::try_from(column + 1).unwrap_or(u32::MAX))
    }

    /// The line of a place, from 1.
    pub(super) fn line(&self, place: &Place) -> u32 {
        self.position(self.find(place)).0
    }

    /// First byte of the value at a place; if it has none, of its nearest parent.
    pub(super) fn find(&self, place: &Place) -> usize {
        self.walk(place, false)
    }

    /// First byte of the key that leads to a place.
    pub(super) fn find_key(&self, place: &Place) -> usize {
        self.walk(place, true)
    }

    fn walk(&self, place: &Place, key_wanted: bool) -> usize {
        let mut table = Some(self.root());
        let mut value: Option<&DeValue> = None;
        let mut found: Range<usize> = 0..0;
        let steps = place.steps();
        for (n, step) in steps.iter().enumerate() {
            let next = match step {
                Step::Key(key) => table.and_then(|t| t.get_key_value(*key)).map(|(key, value)| {
                    if key_wanted && n + 1 == steps.len() {
                        found = key.span();
                    } else {
                        found = value.span();
                    }
                    value.get_ref()
                }),
                Step::Index(index) => {
                    value.and_then(DeValue::as_array).and_then(|list| list.get(*index)).map(|value| {
                        found = value.span();
                        value.get_ref()
                    })
                }
            };
            let Some(next) = next else { break };
            table = next.as_table();
            value = Some(next);
        }
        found.start
    }
}
