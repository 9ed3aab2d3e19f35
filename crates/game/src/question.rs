//! Questions and answers. A question is a sheet of fields in a few shapes, answered and committed at once.

use crate::{Facts, Ref, RuleId, Side, Term, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Angle, Cm, Manoeuvre, March, Measure, Piece, Point, Pose};

/// What a ruleset waits for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// Decisions; those of one bracket are sealed together.
    Answers(Vec<Slot>),
    Dice(Vec<crate::Toss>),
    /// Nothing: the battle is over.
    Over(Outcome),
}

/// The end of a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The side that won; nothing: a draw.
    pub winner: Option<Side>,
    /// The kind of end (broken, points, resigned, agreed...).
    pub how: Term,
    /// The facts behind it.
    pub facts: Facts,
    /// The step of the rules in which a fault of theirs ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Term>,
}

impl Outcome {
    pub fn of(winner: Option<Side>, how: &'static str, facts: Facts) -> Self {
        Self { winner, how: Term::of(how), facts, step: None }
    }
}

/// The decision and its side, without the choices. It may name only what the asked side sees.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Slot {
    /// The side that is asked.
    pub side: Side,
    /// The kind of decision.
    pub kind: Term,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Ref>,
}

/// One question as the asked side sees it: a sheet of fields.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ask {
    /// Number of the question in this battle: a late answer to an old question is refused.
    pub id: u64,
    /// The decision and its side.
    pub slot: Slot,
    /// The fields to fill in.
    pub fields: Vec<Field>,
    /// Whether rulers, previews and odds are allowed while it is open.
    pub measuring: Measuring,
    /// The rules that ask.
    pub rules: Vec<RuleId>,
}

/// When measuring is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Measuring {
    /// Allowed at any time.
    Free,
    /// Only once the decision is declared.
    AfterDeclaring,
    /// Distances are judged by eye.
    Never,
}

/// A field to fill in.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Field {
    pub about: Ref,
    /// The form of its answer.
    pub shape: Shape,
    /// The reply that "go on" means.
    pub default: Reply,
}

/// The form of an answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Choose between `min` and `max` of these; `budget` bounds the sum of their costs.
    Pick {
        /// The choices on offer.
        from: Vec<Choice>,
        /// The fewest choices.
        min: u8,
        /// The most choices.
        max: u8,
        /// Bound on the sum of the costs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        budget: Option<i32>,
    },
    /// Share a total among these, each between its bounds.
    Share {
        /// The total to share out.
        total: u16,
        /// The least and the most for each.
        among: Vec<(Ref, u16, u16)>,
    },
    /// A march; judged by `check`, helped by `suggest`.
    March {
        /// The units that move.
        movers: Vec<UnitId>,
        /// The manoeuvres open to them, with the largest amount each.
        allowed: Vec<Manoeuvre>,
        /// The greatest cost, in the ruleset's unit of cost.
        budget: i32,
    },
    /// A place in this area.
    Place {
        /// Corners of the area.
        ground: Vec<Point>,
        /// Facings allowed (from, to), clockwise; nothing: free.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<(Angle, Angle)>,
        /// Formations that may be chosen; empty: as it is.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        formations: Vec<Term>,
    },
    /// A point of a unit's path, in one of these windows.
    Along {
        /// The unit on the path.
        mover: UnitId,
        /// The path, corner by corner.
        path: Vec<Point>,
        /// From and to, in centimetres along it.
        at: Vec<(Cm, Cm)>,
    },
}

/// The identity of a choice: stable, because the log stores it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Key {
    /// The deed of the choice.
    pub does: Term,
    /// The units or places concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refs: Vec<Ref>,
}

/// One option of a pick.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// The identity of the choice.
    pub key: Key,
    /// Its cost in the field's budget.
    #[serde(default)]
    pub cost: i32,
    /// Facts that the player should know (distances, quarters...).
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
    /// The rules that allow it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
    /// The fields that it opens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Field>,
}

/// The answer to one field.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The choices picked, each with the replies to the fields it opened.
    Picked(Vec<(Key, Vec<Reply>)>),
    /// The amount for each, in the order of the field.
    Shared(Vec<u16>),
    Marched(March),
    /// A place, and the formation taken there if one may be chosen.
    Placed(Pose, Option<Term>),
    /// A point of a path, in centimetres.
    At(Cm),
}

/// The author of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    Person,
    /// A general of the computer.
    Staff,
    /// A standing answer.
    Standing,
    /// The default of every field.
    Default,
}

/// Why an answer was refused: the rule and the measurement that failed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// The number of the field on the sheet.
    pub field: u16,
    /// The number of the leg, in a march.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leg: Option<u16>,
    /// The rule broken; for faults of form, the empty id.
    pub rule: RuleId,
    /// The reason of the refusal.
    pub reason: Term,
    /// The figures of the refusal.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
    /// The measurement to draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
}

/// The effect of an answer, before it is given.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Preview {
    /// The cost and the budget, in the ruleset's unit of cost; per field.
    pub costs: Vec<(i32, i32)>,
    /// The positions of the units after it.
    pub ghosts: Vec<(UnitId, Vec<Piece>)>,
    /// The paths that they would take.
    pub paths: Vec<(UnitId, Vec<Pose>)>,
    /// Other facts that the player should know.
    pub facts: Facts,
    /// Its certain effects by the rules, without dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<Consequence>,
}

/// A certain effect of an answer: a unit that stays in place hesitates...
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Consequence {
    /// The unit or party affected.
    pub of: Ref,
    /// The effect (`brings-...` in the texts).
    pub what: Term,
    pub rule: RuleId,
}

impl Key {
    /// A key without objects.
    #[must_use]
    pub fn plain(does: &'static str) -> Self {
        Self { does: Term::of(does), refs: Vec::new() }
    }

    /// A key with an object.
    #[must_use]
    pub fn about(does: &'static str, of: Ref) -> Self {
        Self { does: Term::of(does), refs: vec![of] }
    }
}

impl Choice {
    /// A choice without cost or further fields.
    #[must_use]
    pub fn of(key: Key, rules: &[crate::Rule]) -> Self {
        Self { key, cost: 0, facts: Facts::new(), rules: rules.iter().map(|r| (*r).into()).collect(), then: Vec::new() }
    }
}

impl Reply {
    /// One choice picked, with no further fields.
    #[must_use]
    pub fn pick(key: Key) -> Self {
        Self::Picked(vec![(key, Vec::new())])
    }

    /// The single key picked, if it is a pick of one.
    #[must_use]
    pub fn key(&self) -> Option<&Key> {
        match self {
            Self::Picked(picks) => picks.first().map(|(key, _)| key),
            _ => None,
        }
    }

    /// The replies to the fields that the first pick opened.
    #[must_use]
    pub fn opened(&self) -> &[Self] {
        match self {
            Self::Picked(picks) => picks.first().map_or(&[], |(_, then)| then.as_slice()),
            _ => &[],
        }
    }
}

impl Slot {
    /// A slot without a subject.
    #[must_use]
    pub fn new(side: Side, kind: &'static str) -> Self {
        Self { side, kind: Term::of(kind), about: Vec::new() }
    }
}

impl Refusal {
    /// A refusal by a rule.
    #[must_use]
    pub fn by(rule: crate::Rule, field: usize, reason: &'static str) -> Self {
        Self {
            field: u16::try_from(field).unwrap_or(u16::MAX),
            leg: None,
            rule: rule.into(),
            reason: Term::of(reason),
            facts: Facts::new(),
            measure: None,
        }
    }

    /// A refusal for a fault of form.
    #[must_use]
    pub fn form(field: usize, reason: &'static str) -> Self {
        Self {
            field: u16::try_from(field).unwrap_or(u16::MAX),
            leg: None,
            rule: RuleId::default(),
            reason: Term::of(reason),
            facts: Facts::new(),
            measure: None,
        }
    }

    /// Adds a figure.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: i64) -> Self {
        self.facts.insert(Term::of(name), value);
        self
    }

    /// Adds the measurement that failed.
    #[must_use]
    pub fn measured(mut self, measure: Measure) -> Self {
        self.measure = Some(measure);
        self
    }

    /// Sets the leg of the march.
    #[must_use]
    pub fn at_leg(mut self, leg: usize) -> Self {
        self.leg = u16::try_from(leg).ok();
        self
    }
}
