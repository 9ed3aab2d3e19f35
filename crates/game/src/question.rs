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

/// How a battle ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The side that won; nobody: a draw.
    pub winner: Option<Side>,
    /// In what way (broken, points, resigned, agreed...).
    pub how: Term,
    /// What it rests on.
    pub facts: Facts,
    /// The step of the rules that a fault of theirs has ended it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Term>,
}

impl Outcome {
    pub fn of(winner: Option<Side>, how: &'static str, facts: Facts) -> Self {
        Self { winner, how: Term::of(how), facts, step: None }
    }
}

/// Who decides what; not what he may choose. It may name only what the asked side sees.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Slot {
    /// Who is asked.
    pub side: Side,
    /// What kind of decision.
    pub kind: Term,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Ref>,
}

/// One question as the asked side sees it: a sheet of fields.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ask {
    /// Number of the question in this battle: a late answer to an old question is refused.
    pub id: u64,
    /// Who decides what.
    pub slot: Slot,
    /// What is to be filled in.
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
    /// Always.
    Free,
    /// Only once the decision is declared.
    AfterDeclaring,
    /// Distances are judged by eye.
    Never,
}

/// One thing to fill in.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Field {
    pub about: Ref,
    /// In what form it is answered.
    pub shape: Shape,
    /// What "go on" means.
    pub default: Reply,
}

/// The form of an answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Choose between `min` and `max` of these; `budget` bounds the sum of their costs.
    Pick {
        /// What may be chosen.
        from: Vec<Choice>,
        /// At least.
        min: u8,
        /// At most.
        max: u8,
        /// Bound on the sum of the costs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        budget: Option<i32>,
    },
    /// Share a total among these, each between its bounds.
    Share {
        /// What is to be shared out.
        total: u16,
        /// Who may get how much: at least, at most.
        among: Vec<(Ref, u16, u16)>,
    },
    /// A march; judged by `check`, helped by `suggest`.
    March {
        /// Who moves.
        movers: Vec<UnitId>,
        /// The manoeuvres open to them, with the largest amount each.
        allowed: Vec<Manoeuvre>,
        /// What it may cost at most, in the ruleset's unit of cost.
        budget: i32,
    },
    /// A place in this area.
    Place {
        /// Corners of the area.
        ground: Vec<Point>,
        /// Facings allowed (from, to), clockwise; none: free.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<(Angle, Angle)>,
        /// Formations that may be chosen; empty: as it is.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        formations: Vec<Term>,
    },
    /// A point of somebody's path, in one of these windows.
    Along {
        /// Whose path.
        mover: UnitId,
        /// The path, corner by corner.
        path: Vec<Point>,
        /// From and to, in centimetres along it.
        at: Vec<(Cm, Cm)>,
    },
}

/// What a choice does: stable, this is what the log holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Key {
    /// The deed.
    pub does: Term,
    /// To whom or what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refs: Vec<Ref>,
}

/// One option of a pick.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// What it does.
    pub key: Key,
    /// What it costs of the field's budget.
    #[serde(default)]
    pub cost: i32,
    /// What the player should know of it (distances, quarters...).
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
    /// The rules that allow it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
    /// What it opens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Field>,
}

/// The answer to one field.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The choices picked, each with the replies to the fields it opened.
    Picked(Vec<(Key, Vec<Reply>)>),
    /// How much each gets, in the order of the field.
    Shared(Vec<u16>),
    Marched(March),
    /// A place, and the formation taken there if one may be chosen.
    Placed(Pose, Option<Term>),
    /// A point of a path, in centimetres.
    At(Cm),
}

/// Who gave an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    Person,
    /// The computer.
    Staff,
    /// A standing answer.
    Standing,
    /// The default of every field.
    Default,
}

/// Why an answer was refused: the rule and the measurement that failed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// Which field of the sheet.
    pub field: u16,
    /// Which leg of the march, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leg: Option<u16>,
    /// The rule broken; for faults of form, the empty id.
    pub rule: RuleId,
    /// What is wrong.
    pub reason: Term,
    /// The figures.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
    /// The measurement to draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
}

/// What an answer would do, before it is given.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Preview {
    /// What it costs and of what, in the ruleset's unit of cost; per field.
    pub costs: Vec<(i32, i32)>,
    /// Where units would stand.
    pub ghosts: Vec<(UnitId, Vec<Piece>)>,
    /// The paths they would take.
    pub paths: Vec<(UnitId, Vec<Pose>)>,
    /// What the player should know besides.
    pub facts: Facts,
    /// What comes of it by the rules, for certain and without dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<Consequence>,
}

/// Something that an answer brings for certain: whoever stays where he is hesitates...
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Consequence {
    /// To whom.
    pub of: Ref,
    /// What (`brings-...` in the texts).
    pub what: Term,
    pub rule: RuleId,
}

impl Key {
    /// A key without referents.
    #[must_use]
    pub fn plain(does: &'static str) -> Self {
        Self { does: Term::of(does), refs: Vec::new() }
    }

    /// A key about something.
    #[must_use]
    pub fn about(does: &'static str, of: Ref) -> Self {
        Self { does: Term::of(does), refs: vec![of] }
    }
}

impl Choice {
    /// A choice that costs and opens nothing.
    #[must_use]
    pub fn of(key: Key, rules: &[crate::Rule]) -> Self {
        Self { key, cost: 0, facts: Facts::new(), rules: rules.iter().map(|r| (*r).into()).collect(), then: Vec::new() }
    }
}

impl Reply {
    /// One choice picked, nothing opened.
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

    /// The replies that the first pick opened.
    #[must_use]
    pub fn opened(&self) -> &[Self] {
        match self {
            Self::Picked(picks) => picks.first().map_or(&[], |(_, then)| then.as_slice()),
            _ => &[],
        }
    }
}

impl Slot {
    /// A slot about nothing in particular.
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

    /// With a figure.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: i64) -> Self {
        self.facts.insert(Term::of(name), value);
        self
    }

    /// With the measurement that failed.
    #[must_use]
    pub fn measured(mut self, measure: Measure) -> Self {
        self.measure = Some(measure);
        self
    }

    /// At a leg of the march.
    #[must_use]
    pub fn at_leg(mut self, leg: usize) -> Self {
        self.leg = u16::try_from(leg).ok();
        self
    }
}
