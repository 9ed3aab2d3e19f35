//! Overlays for a unit that a player may ask for: figures to draw over the table, with their measures and rules.

use crate::{Facts, Prospect, Ref, Rule, RuleId, Term};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Cm, Measure, Point};

/// An overlay for a unit that a player may ask for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Lens {
    /// Where its march may end.
    Reach,
    /// Where it may fire, and its targets.
    Fire,
    /// The units that it sees, and what blocks its sight.
    Sight,
    /// The enemies that could fire at it or charge it now.
    Threats,
    /// The friends that count in its tests.
    Supports,
    /// The generals over it and their command radii.
    Command,
}

/// The overlay of a lens.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Insight {
    /// The figures to draw.
    pub figures: Vec<Figure>,
    /// The tests behind it.
    pub prospects: Vec<Prospect>,
}

/// A figure drawn over the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// An area: where a march may end, a band of fire...
    Area {
        what: Term,
        /// Its outlines; a later one inside an earlier one is a hole.
        outline: Vec<Vec<Point>>,
        /// The figures (distances...).
        facts: Facts,
        rules: Vec<RuleId>,
    },
    /// A segment with its length: a line of sight, a threat, a support that counts.
    Line {
        what: Term,
        /// The segment with its length.
        measure: Measure,
        /// The point where it is cut.
        cut: Option<Point>,
        /// The unit at which it begins...
        of: Option<Ref>,
        /// ...and at which it ends; of a cut line, `facts` and `what` say what cuts it.
        to: Option<Ref>,
        /// The figures of the line.
        facts: Facts,
        rules: Vec<RuleId>,
    },
    /// A circle around a point: a command radius.
    Circle {
        what: Term,
        /// The centre of the circle.
        at: Point,
        radius: Cm,
        /// The figures of the circle.
        facts: Facts,
        rules: Vec<RuleId>,
    },
}

impl Lens {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Reach, Self::Fire, Self::Sight, Self::Threats, Self::Supports, Self::Command];

    #[must_use]
    pub const fn term(self) -> Term {
        Term::of(match self {
            Self::Reach => "reach",
            Self::Fire => "fire",
            Self::Sight => "sight",
            Self::Threats => "threats",
            Self::Supports => "supports",
            Self::Command => "command",
        })
    }
}

impl Figure {
    #[must_use]
    pub fn area(what: &'static str, outline: Vec<Vec<Point>>, rules: &[Rule]) -> Self {
        Self::Area { what: Term::of(what), outline, facts: Facts::new(), rules: ids(rules) }
    }

    /// A line between two units, uncut.
    #[must_use]
    pub fn line(what: &'static str, measure: Measure, of: Ref, to: Ref, rules: &[Rule]) -> Self {
        Self::Line {
            what: Term::of(what),
            measure,
            cut: None,
            of: Some(of),
            to: Some(to),
            facts: Facts::new(),
            rules: ids(rules),
        }
    }

    #[must_use]
    pub fn circle(what: &'static str, at: Point, radius: Cm, rules: &[Rule]) -> Self {
        Self::Circle { what: Term::of(what), at, radius, facts: Facts::new(), rules: ids(rules) }
    }

    /// Adds a figure.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: i64) -> Self {
        let (Self::Area { facts, .. } | Self::Line { facts, .. } | Self::Circle { facts, .. }) = &mut self;
        facts.insert(Term::of(name), value);
        self
    }

    #[must_use]
    pub const fn what(&self) -> &Term {
        let (Self::Area { what, .. } | Self::Line { what, .. } | Self::Circle { what, .. }) = self;
        what
    }

    #[must_use]
    pub const fn facts(&self) -> &Facts {
        let (Self::Area { facts, .. } | Self::Line { facts, .. } | Self::Circle { facts, .. }) = self;
        facts
    }

    #[must_use]
    pub fn rules(&self) -> &[RuleId] {
        let (Self::Area { rules, .. } | Self::Line { rules, .. } | Self::Circle { rules, .. }) = self;
        rules
    }
}

fn ids(rules: &[Rule]) -> Vec<RuleId> {
    rules.iter().map(|rule| (*rule).into()).collect()
}
