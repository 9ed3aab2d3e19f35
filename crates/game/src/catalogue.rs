//! The rule catalogue of a ruleset: every rule, option and ruling with its statement in our own words, the code that
//! cites it and the test that proves it.

use crate::{Bilingual, Rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kind of a catalogue entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A rule of the text.
    Rule,
    /// A rule that players may agree to use.
    Option,
    /// A decision where the text is silent or contradicts itself.
    Ruling,
    /// A matter of figures, basing or manners: not part of play.
    Etiquette,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Entry")]
pub struct RuleEntry {
    /// Its id ("ML-8.3m", "ML-GAP-24").
    pub id: String,
    pub kind: Kind,
    /// A short title: the reason shown in a breakdown.
    pub title: Bilingual,
    /// The rule in our own words.
    pub text: Bilingual,
    /// The chapter that it comes from.
    pub source: String,
    /// The rulings that concern it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<String>,
    /// Name of the switch that takes the other reading, where the ruling names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
    /// The effect of the switch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alternative: Option<Bilingual>,
    /// Why no code can apply it, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apart: Option<Apart>,
}

/// Why an entry is applied by no code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Apart {
    /// It states data that is in the data files.
    Data,
    /// It states that the text has no such rule.
    Absence,
    /// It belongs to another way of playing, which a ruling leaves out.
    OtherPlay,
    /// It applies to army lists only: the code that costs a list applies it, no battle does.
    Lists,
}

/// All entries of a ruleset, and the code that cites them.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The ruleset's id.
    pub ruleset: &'static str,
    /// The entries, in the order of the book.
    pub entries: Vec<RuleEntry>,
    /// Ids cited by code, collected when the ruleset was built.
    pub cited: &'static [&'static str],
    /// Ids cited by code that a battle can reach: the others are only cited by resolutions for players.
    pub played: &'static [&'static str],
    /// Ids proved by tests, collected when the ruleset was built.
    pub proved: &'static [&'static str],
}

/// The coverage of a catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Coverage {
    /// Rules and options that concern play.
    pub rules: usize,
    /// Of these, cited by code.
    pub cited: usize,
    /// Of these, applied in a battle and not only in a resolution on its own.
    pub played: usize,
    /// Of these, applying to army lists only: the code that costs them applies them.
    pub lists: usize,
    /// Of these, proved by tests.
    pub proved: usize,
    pub rulings: usize,
    /// Rulings cited by code.
    pub rulings_cited: usize,
    /// Rulings applied in a battle.
    pub rulings_played: usize,
    /// Rulings proved by tests.
    pub rulings_proved: usize,
    /// Everything else, each with the reason.
    pub waiting: Vec<Waiting>,
}

/// An entry that is not both cited and proved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Waiting {
    pub id: String,
    pub why: Uncovered,
}

/// Why an entry is not both cited and proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename = "Reason", rename_all = "snake_case")]
pub enum Uncovered {
    /// A matter of figures, basing or manners: not part of play.
    Etiquette,
    /// Held in the data files.
    Data,
    /// The text has no such rule.
    Absence,
    /// It belongs to a way of playing that a ruling leaves out.
    OtherPlay,
    /// It applies to army lists, and the code that costs them applies it.
    Lists,
    /// No code cites it.
    NotCited,
    /// Code cites it, but no test proves it.
    NotProved,
    /// A resolution applies it, but the battle does not.
    NotPlayed,
}

impl Uncovered {
    /// Whether nothing is missing: there is nothing more for code to apply.
    #[must_use]
    pub const fn settled(self) -> bool {
        matches!(self, Self::Etiquette | Self::Data | Self::Absence | Self::OtherPlay | Self::Lists)
    }

    /// The reason as the texts name it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Etiquette => "etiquette",
            Self::Data => "data",
            Self::Absence => "absence",
            Self::OtherPlay => "other-play",
            Self::Lists => "lists",
            Self::NotCited => "not-cited",
            Self::NotProved => "not-proved",
            Self::NotPlayed => "not-played",
        }
    }
}

impl Catalogue {
    /// The entry of an id, written in any case.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&RuleEntry> {
        self.entries.iter().find(|e| e.id.eq_ignore_ascii_case(id))
    }

    /// Counts what is cited and proved.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        let mut c = Coverage {
            rules: 0,
            cited: 0,
            played: 0,
            lists: 0,
            proved: 0,
            rulings: 0,
            rulings_cited: 0,
            rulings_played: 0,
            rulings_proved: 0,
            waiting: Vec::new(),
        };
        for entry in &self.entries {
            let cited = self.cited.contains(&entry.id.as_str());
            let played = self.played.contains(&entry.id.as_str());
            let proved = self.proved.contains(&entry.id.as_str());
            let settled = match (entry.apart, entry.kind) {
                (Some(Apart::Data), _) => Some(Uncovered::Data),
                (Some(Apart::Absence), _) => Some(Uncovered::Absence),
                (Some(Apart::OtherPlay), _) => Some(Uncovered::OtherPlay),
                (_, Kind::Etiquette) => Some(Uncovered::Etiquette),
                _ => None,
            };
            if let Some(why) = settled {
                c.waiting.push(Waiting { id: entry.id.clone(), why });
                continue;
            }
            if entry.kind == Kind::Ruling {
                c.rulings += 1;
                c.rulings_cited += usize::from(cited);
                c.rulings_played += usize::from(played);
                c.rulings_proved += usize::from(proved);
            } else {
                c.rules += 1;
                c.cited += usize::from(cited);
                c.played += usize::from(played);
                c.proved += usize::from(proved);
            }
            let why = match (cited, proved) {
                (true, true) if played => continue,
                (true, true) if entry.apart == Some(Apart::Lists) => {
                    c.lists += usize::from(entry.kind != Kind::Ruling);
                    Uncovered::Lists
                }
                (true, true) => Uncovered::NotPlayed,
                (true, false) => Uncovered::NotProved,
                (false, _) => Uncovered::NotCited,
            };
            c.waiting.push(Waiting { id: entry.id.clone(), why });
        }
        c
    }
}

/// The rules in force. All are, unless a test has switched one off to see that its proof fails without it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Switches {
    off: [u64; WORDS],
}

const WORDS: usize = Switches::MOST as usize / 64;

impl Switches {
    /// Rules that a catalogue may have: [`Rule::new`] makes none beyond.
    pub const MOST: u16 = 1_024;

    /// Whether the rule is in force.
    #[cfg(not(feature = "places"))]
    #[must_use]
    pub const fn on(&self, rule: Rule) -> bool {
        self.in_force(rule)
    }

    /// Whether the rule is in force at the place that asks.
    #[cfg(feature = "places")]
    #[must_use]
    #[track_caller]
    pub fn on(&self, rule: Rule) -> bool {
        self.in_force(rule) && crate::places::asked(rule, std::panic::Location::caller())
    }

    const fn in_force(&self, rule: Rule) -> bool {
        // No proofs run in a browser: a module of the site is smaller and faster without the check.
        cfg!(target_arch = "wasm32") || self.off[(rule.index >> 6) as usize % WORDS] & (1 << (rule.index & 63)) == 0
    }

    /// The same with one rule switched off.
    #[must_use]
    pub const fn without(mut self, rule: Rule) -> Self {
        self.off[(rule.index >> 6) as usize % WORDS] |= 1 << (rule.index & 63);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_switch_of_its_own() {
        let rules: Vec<Rule> = (0..Switches::MOST).map(|index| Rule::new(index, "")).collect();
        for off in &rules {
            let switches = Switches::default().without(*off);
            assert!(rules.iter().all(|rule| switches.in_force(*rule) == (rule != off)));
        }
    }

    #[test]
    #[should_panic(expected = "more rules than there are switches")]
    fn a_catalogue_beyond_the_switches_is_refused() {
        let _ = Rule::new(Switches::MOST, "");
    }
}
