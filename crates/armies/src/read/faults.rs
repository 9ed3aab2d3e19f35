//! The faults found so far, and the places where values were filled in.

use super::MAX_FAULTS;
use super::place::Place;
use super::source::Source;
use crate::{Fault, Reason, Subject};
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Faults<'s> {
    source: &'s Source<'s>,
    list: Vec<Fault>,
    left_out: usize,
    /// Places whose value was missing or of the wrong sort and was filled in.
    mended: BTreeSet<String>,
}

impl<'s> Faults<'s> {
    pub(super) fn new(source: &'s Source<'s>) -> Self {
        Self { source, list: Vec::new(), left_out: 0, mended: BTreeSet::new() }
    }

    /// A fault of meaning at a place, unless its value was filled in: then it already has a fault.
    pub(super) fn add(&mut self, place: &Place, reason: Reason) {
        if !self.is_mended(place) {
            self.push(self.source.find(place), place.to_string(), reason);
        }
    }

    /// A fault of structure: the value at the place is going to be filled in.
    pub(super) fn mend(&mut self, place: &Place, reason: Reason) {
        let name = place.to_string();
        self.push(self.source.find(place), name.clone(), reason);
        self.mended.insert(name);
    }

    /// A fault of the key itself.
    pub(super) fn key(&mut self, place: &Place, reason: Reason) {
        self.push(self.source.find_key(place), place.to_string(), reason);
    }

    /// Whether the value at a place, or one it is part of, was filled in.
    pub(super) fn is_mended(&self, place: &Place) -> bool {
        let mut at = *place;
        while !self.mended.is_empty() {
            if self.mended.contains(&at.to_string()) {
                return true;
            }
            at = match at {
                Place::Root => return false,
                Place::Key(above, _) | Place::Index(above, _) => *above,
            };
        }
        false
    }

    /// Checks that a text is not empty.
    pub(super) fn not_blank(&mut self, place: &Place, words: &str) {
        if words.trim().is_empty() {
            self.add(place, Reason::Empty);
        }
        let command = |c: &char| c.is_control() && !matches!(c, '\n' | '\r' | '\t') || crate::turns_text(*c);
        if let Some(sign) = words.chars().find(command) {
            self.add(place, Reason::Unprintable { code: u32::from(sign) });
        }
    }

    /// Checks both languages of a text.
    pub(super) fn both(&mut self, place: &Place, text: &game::Bilingual) {
        self.not_blank(&place.key("fr"), &text.fr);
        self.not_blank(&place.key("en"), &text.en);
    }

    /// Checks a name, in one string or in both languages.
    pub(super) fn words(&mut self, place: &Place, words: &crate::setup::Words) {
        match words {
            crate::setup::Words::Same(name) => self.not_blank(place, name),
            crate::setup::Words::Both(text) => self.both(place, text),
        }
    }

    /// Checks an id: its characters, and that it is unique.
    pub(super) fn id(&mut self, place: &Place, id: &str, taken: &mut BTreeMap<String, u32>) {
        if id.is_empty() || !id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
            self.add(place, Reason::BadId { id: id.to_owned() });
            return;
        }
        let line = self.source.fault(self.source.find(place), String::new(), Reason::Empty).line;
        if let Some(first_line) = taken.get(id) {
            self.add(place, Reason::SameId { id: id.to_owned(), first_line: *first_line });
        } else {
            taken.insert(id.to_owned(), line);
        }
    }

    /// Reports a word that was not found on its list.
    pub(super) fn unknown<'w>(
        &mut self,
        place: &Place,
        subject: Subject,
        word: &str,
        known: impl IntoIterator<Item = &'w str>,
    ) {
        // Beyond the limit nobody reads the suggestion, and it takes time.
        let nearest = if self.list.len() < MAX_FAULTS { nearest(word, known) } else { None };
        self.add(place, Reason::Unknown { subject, word: word.to_owned(), nearest });
    }

    /// Whether a list is short enough to be read.
    pub(super) fn short(&mut self, place: &Place, count: usize, limit: usize) -> bool {
        if count > limit {
            self.add(place, Reason::TooMany { count, limit });
        }
        count <= limit
    }

    /// Checks the rulesets that a table of overrides names.
    pub(super) fn rulesets(&mut self, place: &Place, tables: &crate::RuleTables, known: &[String]) {
        if known.is_empty() {
            return;
        }
        for ruleset in tables.keys().filter(|r| !known.contains(r)) {
            let nearest = nearest(ruleset, known.iter().map(String::as_str));
            self.key(
                &place.key(ruleset),
                Reason::Unknown { subject: Subject::Ruleset, word: ruleset.clone(), nearest },
            );
        }
    }

    fn push(&mut self, at: usize, place: String, reason: Reason) {
        if self.list.len() < MAX_FAULTS {
            self.list.push(self.source.fault(at, place, reason));
        } else {
            self.left_out += 1;
        }
    }

    /// All faults, by line.
    pub(super) fn finish(mut self) -> Vec<Fault> {
        self.list.sort_by(|a, b| (a.line, a.column, &a.place, &a.reason).cmp(&(b.line, b.column, &b.place, &b.reason)));
        self.list.dedup();
        if self.left_out > 0 {
            let reason = Reason::MoreFaults { left_out: self.left_out };
            self.list.push(self.source.fault(usize::MAX, String::new(), reason));
        }
        self.list
    }
}

/// The most words of a list that are compared with an unknown one.
const MAX_GUESSES: usize = 1_000;

/// The word of a list that the writer most likely meant, if any is near enough.
pub(super) fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<String> {
    // Long words are not compared: the measure takes time in the product of both lengths.
    if word.len() > 64 {
        return None;
    }
    let length = word.chars().count();
    let limit = if length < 4 { 1 } else { (length / 3).max(2) };
    known
        .into_iter()
        .take(MAX_GUESSES)
        .map(|other| (strsim::osa_distance(word, other), other))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, other)| other.to_owned())
}
