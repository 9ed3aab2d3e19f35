//! Names of things in the log, the questions and the breakdowns. All are written as text; a name that this version does
//! not know (in an old or a newer log) is kept as it is.

use crate::catalogue::Switches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::fmt;
use table::Point;

/// A word of a ruleset other than a rule id: an order, a formation, a kind of question...
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Term(pub SmolStr);

/// The id of a rule or ruling, as text ("ML-8.3m"). Code cites a [`Rule`]; this is what logs and messages carry.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct RuleId(pub SmolStr);

/// A rule of a catalogue that code cites. The constants are generated from the catalogue when a ruleset is built,
/// so that an unknown id does not compile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule {
    /// Place in the catalogue.
    pub(crate) index: u16,
    /// The id as written.
    pub id: &'static str,
}

impl Rule {
    /// The rule at a place of its catalogue.
    ///
    /// # Panics
    /// If there is no switch for it; of a constant, so that such a catalogue does not compile.
    #[must_use]
    pub const fn new(index: u16, id: &'static str) -> Self {
        assert!(index < Switches::MOST, "the catalogue has more rules than there are switches: raise Switches::MOST");
        Self { index, id }
    }
}

/// One of the two sides of a battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The first side of the scenario.
    Blue,
    /// The second side of the scenario.
    Red,
}

/// A unit or a general on the table. Never reused; gaps have no meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct UnitId(pub u16);

/// The subject of a question, an option or a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ref {
    /// A unit or general.
    Unit(UnitId),
    /// A part of a unit (company, squadron, face).
    Part(UnitId, u8),
    /// A brigade or division.
    Command(u16),
    /// A feature of the ground.
    Site(u16),
    /// One wall of a building.
    Face(u16, u8),
    /// A point on the ground.
    Spot(Point),
    /// A whole side.
    Side(Side),
}

/// The facts behind a line, an option or a refusal: named whole numbers.
pub type Facts = BTreeMap<Term, i64>;

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self::Blue, Self::Red];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Blue,
        }
    }

    /// 0 for blue, 1 for red.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Term {
    /// A term from a constant; allocates nothing.
    #[must_use]
    pub const fn of(text: &'static str) -> Self {
        Self(SmolStr::new_static(text))
    }

    /// A term from a value's `Display`.
    #[must_use]
    pub fn written(value: &impl fmt::Display) -> Self {
        Self(smol_str::format_smolstr!("{value}"))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl RuleId {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Term {
    fn from(text: &str) -> Self {
        Self(SmolStr::new(text))
    }
}

impl From<&str> for RuleId {
    fn from(text: &str) -> Self {
        Self(SmolStr::new(text))
    }
}

impl From<Rule> for RuleId {
    fn from(rule: Rule) -> Self {
        Self(SmolStr::new_static(rule.id))
    }
}

impl PartialEq<str> for Term {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Term {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Facts from a list of pairs.
#[must_use]
pub fn facts<const N: usize>(pairs: [(&'static str, i64); N]) -> Facts {
    pairs.into_iter().map(|(name, value)| (Term::of(name), value)).collect()
}
