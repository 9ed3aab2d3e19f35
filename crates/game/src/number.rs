//! Numbers with their derivation: a breakdown is a list of operations, each with its rule and its facts. It can be
//! recomputed from its lines, and reopened when a later step changes it.

use crate::{Facts, Ref, Rule, RuleId, Term, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The operation of a line on the running value. The value starts as the sum of the dice (once they are thrown) or at
/// `Start`; a breakdown made before the dice has no `Dice` line yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", content = "value", rename_all = "snake_case")]
pub enum Op {
    /// The value begins here.
    Start(i64),
    /// `n` dice are thrown (signed for the negative dice of a difference).
    Throw(i64),
    /// The score of the dice.
    Dice(i64),
    Add(i64),
    /// Adds for each die.
    PerDie(i64),
    /// Multiplies by this factor.
    Times(Exact),
    /// Limits the value to two bounds.
    Clamp(i64, i64),
    /// Divides and rounds down.
    DivideDown(i64),
    /// The value becomes a cell of a table: its row, its column, and its content.
    Cell(i64, i64, i64),
    /// Rounds to the nearest whole number, halves up.
    HalfUp,
    /// A figure read in a table (a threshold, a zone): the value is left alone.
    Read(i64),
    /// A score to be reached: the value is left alone.
    Needs(i64),
    /// Succeeds without dice.
    Automatic,
}

/// One line of a breakdown.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// The rule that it applies.
    pub rule: RuleId,
    /// The operation of the line.
    #[serde(flatten)]
    pub op: Op,
    /// The facts behind the line.
    #[serde(default)]
    pub facts: Facts,
    /// The units that it came from (provenance: no arithmetic reads it).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub who: Vec<UnitId>,
}

/// A test or a fire, line by line.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Breakdown {
    pub test: Term,
    /// The owner of the test.
    pub of: Option<Ref>,
    /// The operations in order.
    pub lines: Vec<Line>,
}

/// An exact value. Written as a whole number, or as text "13/2".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(into = "WrittenExact", try_from = "WrittenExact")]
#[schemars(with = "WrittenExact")]
pub struct Exact {
    pub num: i64,
    /// The denominator, positive.
    pub den: i64,
}

/// The written form of an exact value.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Written", untagged)]
enum WrittenExact {
    Whole(i64),
    Fraction(String),
}

impl From<Exact> for WrittenExact {
    fn from(v: Exact) -> Self {
        if v.den == 1 { Self::Whole(v.num) } else { Self::Fraction(v.to_string()) }
    }
}

impl TryFrom<WrittenExact> for Exact {
    type Error = String;

    fn try_from(written: WrittenExact) -> Result<Self, String> {
        match written {
            WrittenExact::Whole(num) => Ok(Self { num, den: 1 }),
            WrittenExact::Fraction(text) => {
                let parts =
                    text.split_once('/').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
                match parts {
                    Some((num, den)) if den > 0 => Ok(Self { num, den }.reduced()),
                    _ => Err(format!("not a fraction: {text}")),
                }
            }
        }
    }
}

impl std::fmt::Display for Exact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.den == 1 { write!(f, "{}", self.num) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}

/// Receives the lines of a computation. The odds pass [`Quiet`], which never builds one.
pub trait Trace {
    /// Takes a line.
    fn line(&mut self, line: impl FnOnce() -> Line);
}

/// A trace that discards every line.
pub struct Quiet;

impl Trace for Quiet {
    fn line(&mut self, _: impl FnOnce() -> Line) {}
}

impl Trace for Breakdown {
    fn line(&mut self, line: impl FnOnce() -> Line) {
        self.lines.push(line());
    }
}

impl Line {
    /// A line of a rule.
    #[must_use]
    pub fn new(rule: Rule, op: Op) -> Self {
        Self { rule: rule.into(), op, facts: Facts::new(), who: Vec::new() }
    }

    /// Adds a figure.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: i64) -> Self {
        self.facts.insert(Term::of(name), value);
        self
    }
}

impl Breakdown {
    #[must_use]
    pub fn new(test: &'static str, of: Option<Ref>) -> Self {
        Self { test: Term::of(test), of, lines: Vec::new() }
    }

    /// The value after all lines, recomputed from them. `PerDie` uses the dice counted by the `Throw` lines.
    #[must_use]
    pub fn total(&self) -> Exact {
        let dice: i64 = self.lines.iter().map(|l| if let Op::Throw(n) = l.op { n.abs() } else { 0 }).sum();
        let mut v = Exact { num: 0, den: 1 };
        for line in &self.lines {
            v = match line.op {
                Op::Start(n) => Exact { num: n, den: 1 },
                Op::Dice(n) | Op::Add(n) => Exact { num: v.num.saturating_add(n.saturating_mul(v.den)), den: v.den },
                Op::PerDie(n) => {
                    Exact { num: v.num.saturating_add(n.saturating_mul(dice).saturating_mul(v.den)), den: v.den }
                }
                Op::Times(by) => {
                    Exact { num: v.num.saturating_mul(by.num), den: v.den.saturating_mul(by.den.max(1)) }.reduced()
                }
                Op::Clamp(low, high) => {
                    let whole = |n: i64| Exact { num: n, den: 1 };
                    if v.num < low.saturating_mul(v.den) {
                        whole(low)
                    } else if v.num > high.saturating_mul(v.den) {
                        whole(high)
                    } else {
                        v
                    }
                }
                Op::DivideDown(n) => Exact { num: v.num.div_euclid(v.den.saturating_mul(n.max(1))), den: 1 },
                Op::Cell(_, _, cell) => Exact { num: cell, den: 1 },
                Op::HalfUp => Exact {
                    num: v.num.saturating_mul(2).saturating_add(v.den).div_euclid(v.den.saturating_mul(2)),
                    den: 1,
                },
                Op::Throw(_) | Op::Read(_) | Op::Needs(_) | Op::Automatic => v,
            };
        }
        v
    }
}

impl Exact {
    #[must_use]
    pub const fn whole(num: i64) -> Self {
        Self { num, den: 1 }
    }

    pub const HALF: Self = Self { num: 1, den: 2 };

    pub const TWICE: Self = Self { num: 2, den: 1 };

    /// The same value in its lowest terms.
    #[must_use]
    pub fn reduced(self) -> Self {
        let (mut a, mut b) = (self.num.unsigned_abs(), self.den.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let g = i64::try_from(a.max(1)).unwrap_or(1);
        Self { num: self.num / g, den: self.den / g }
    }
}
