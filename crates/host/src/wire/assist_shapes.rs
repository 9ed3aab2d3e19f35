//! The assistant: tests of a ruleset for players with real figures, and worked examples to learn by.

use super::{LineView, OddsView, VerdictView};
use game::Bilingual;
use game::{Handed, RuleId, Term};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The contents of the assistant. `GET /api/assistant`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AssistantCard {
    /// The rulesets, in the order of the house.
    pub rulesets: Vec<AssistantRuleset>,
}

/// A ruleset with its tests.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AssistantRuleset {
    pub id: String,
    /// The name of the ruleset.
    pub title: Bilingual,
    /// Author and edition.
    pub about: Bilingual,
    /// Its tests, those of one chapter together.
    pub chapters: Vec<AssistantChapter>,
    /// How many worked examples it has.
    pub cases: u32,
}

/// Tests of one chapter of the book.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AssistantChapter {
    pub title: Bilingual,
    pub tests: Vec<TestEntry>,
}

/// A test in the list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestEntry {
    pub name: String,
    pub title: Bilingual,
    /// The rules that it applies.
    pub rules: Vec<RuleId>,
    /// Whether it is a whole fight that can be followed step by step.
    pub follows: bool,
}

/// A test with its form. `GET /api/assistant/{ruleset}/tests/{test}`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestForm {
    pub ruleset: String,
    pub test: TestEntry,
    /// The fields to fill in, in the order in which players think.
    pub fields: Vec<FormField>,
    /// A realistic situation to begin with.
    pub example: Value,
    /// Worked examples that use it.
    pub cases: Vec<CaseCard>,
    /// Tables of the ruleset whose figures its text does not print; a club may replace them with its own.
    pub reconstructed: Vec<Bilingual>,
}

/// The kind of a form field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormKind {
    /// Fields that belong together.
    Group,
    /// Yes or no.
    Flag,
    /// A figure within bounds.
    Number,
    /// One of several words.
    Pick,
    /// A list of equal items.
    List,
    /// One of several forms, each with fields of its own.
    Variant,
    /// Text typed by the user.
    Text,
    /// Any other value, as JSON.
    Raw,
}

/// A value to fill in.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct FormField {
    /// Its name in the situation.
    pub name: String,
    /// The label of the field.
    pub label: Bilingual,
    /// An explanation of the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<Bilingual>,
    pub kind: FormKind,
    /// Whether it may be left open (`null`).
    pub optional: bool,
    /// The value unless the user enters another.
    pub default: Value,
    /// When the field matters: for each place, the value required there; empty: always.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub when: Map<String, Value>,
    /// Of a group: its fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FormField>,
    /// Of a pick or a variant: the options to choose from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<FormOption>,
    /// Of a list: the form of one item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<Box<FormField>>,
    /// Of a figure: the least value; of a list: the fewest items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    /// Of a figure: the greatest value; of a list: the most items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// Of a figure: whether it has no fractions.
    pub whole: bool,
    /// Of a pick: whether it is a state, which changes in the course of a battle.
    pub state: bool,
    /// Of a figure: its unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Bilingual>,
}

/// An option to choose from.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct FormOption {
    /// The value in the situation.
    pub value: String,
    /// The value in words.
    pub label: Bilingual,
    /// Of a variant: its content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Box<FormField>>,
}

/// `POST /api/assistant/{ruleset}/tests/{test}/resolve`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Resolve {
    pub situation: Value,
    /// Dice thrown on the table, as far as they have been typed in.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// Whether the program throws the missing dice.
    #[serde(default)]
    pub roll: bool,
}

/// A resolution in words. A situation with faults has nothing else.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Resolved {
    /// All faults, each at its place.
    pub faults: Vec<PlacedFault>,
    /// The lines, part by part.
    pub parts: Vec<PartView>,
    /// The total, once it is known.
    pub total: Option<Bilingual>,
    /// The throws in order; the last one may still be wanted.
    pub throws: Vec<ThrowView>,
    /// All dice thrown, in order.
    pub dice: Vec<u8>,
    /// The outcome, or the part known already.
    pub outcome: Vec<ToldView>,
    /// The odds in a sentence.
    pub verdict: Option<VerdictView>,
    /// How much the odds cover, where that is not obvious.
    pub scope: Option<Bilingual>,
    /// The odds before the dice: the deciding figure first.
    pub odds: Vec<OddsView>,
    /// Where another player decides: the odds for each reply.
    pub columns: Vec<ColumnView>,
    /// The tests that it brings about, once the dice are thrown.
    pub leads: Vec<LeadView>,
}

/// A test that another one brings about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LeadView {
    /// The id of the test.
    pub test: String,
    pub title: Bilingual,
    /// Its situation, as far as it is known.
    pub situation: Value,
    /// Whether it must be made; otherwise that depends on facts not given.
    pub due: bool,
}

/// A fault of a situation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlacedFault {
    /// The place of the fault (`shooter.elements`, `dice`); empty: the whole.
    pub place: String,
    /// A description of the fault.
    pub text: Bilingual,
}

/// Lines that belong together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PartView {
    /// The owner or subject of the lines.
    pub title: Option<Bilingual>,
    pub lines: Vec<LineView>,
    /// Their sum, where they are added up.
    pub sum: Option<Bilingual>,
}

/// Dice thrown together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ThrowView {
    /// The dice to throw, in words.
    pub text: Bilingual,
    /// The rule that asks for it, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// The faces of each die, in order.
    pub faces: Vec<Vec<u8>>,
    /// The dice that count negatively, as in a difference; empty: all count positively.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub minus: Vec<bool>,
    /// The faces thrown; empty: the throw is wanted.
    pub fell: Vec<u8>,
    /// Of a single die that is wanted: the result of each face.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub means: Vec<Bilingual>,
}

/// One value of an outcome.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ToldView {
    pub name: String,
    pub label: Bilingual,
    pub value: Bilingual,
    /// Whether it decides: it is shown first and large.
    pub main: bool,
}

/// The odds for one reply of another player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ColumnView {
    pub reply: Term,
    /// The reply in words.
    pub label: Bilingual,
    /// The odds in a sentence.
    pub verdict: Option<VerdictView>,
    /// The odds for this reply.
    pub odds: Vec<OddsView>,
}

/// `POST /api/assistant/{ruleset}/tests/{test}/follow`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Follow {
    pub situation: Value,
    /// All answers and dice handed in so far, in order.
    #[serde(default)]
    pub handed: Vec<Handed>,
    /// Whether the program throws the dice wanted next.
    #[serde(default)]
    pub roll: bool,
}

/// A fight so far, in words. A faulty request has only faults.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct FollowedView {
    /// All faults, each at its place.
    pub faults: Vec<PlacedFault>,
    /// Everything handed in, with the dice thrown by the program.
    pub handed: Vec<Handed>,
    /// The steps so far; the last one may still wait.
    pub steps: Vec<StepView>,
    /// What the fight waits for; nothing: it is over.
    pub next: Option<NextView>,
    pub end: Vec<ToldView>,
    /// The present state of both sides.
    pub stands: Vec<ToldView>,
    /// The odds in a sentence.
    pub verdict: Option<VerdictView>,
    /// How much the odds cover, where that is not obvious.
    pub scope: Option<Bilingual>,
    /// The odds of the end from here.
    pub odds: Vec<OddsView>,
    /// Where a decision comes next: the odds for each reply.
    pub columns: Vec<ColumnView>,
    /// Decisions that the odds take for granted.
    pub assumed: Vec<Bilingual>,
}

/// One step of a fight.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StepView {
    /// The title of the step.
    pub title: Bilingual,
    /// The lines of the step.
    pub parts: Vec<PartView>,
    /// The dice thrown.
    pub throws: Vec<ThrowView>,
    /// The decision, and who took it.
    pub chosen: Option<Bilingual>,
    /// The changes that the step made.
    pub changed: Vec<Bilingual>,
}

/// What a fight waits for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NextView {
    pub who: Bilingual,
    /// The decision or the throw wanted, in words.
    pub text: Bilingual,
    /// The dice; empty: a decision.
    pub throws: Vec<ThrowView>,
    /// The choices offered.
    pub options: Vec<OfferView>,
}

/// A choice that is offered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OfferView {
    pub does: Term,
    /// The choice in words.
    pub label: Bilingual,
    /// The rules that allow it.
    pub rules: Vec<RuleId>,
    /// Whether it is the usual choice, "go on".
    pub usual: bool,
}

/// A worked example in the list. `GET /api/assistant/{ruleset}/cases`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CaseCard {
    pub id: String,
    pub title: Bilingual,
    /// The tests used.
    pub tests: Vec<String>,
    /// The number of steps; 0: a story that waits for its figures.
    pub steps: u32,
}

/// A worked example. `GET /api/assistant/{ruleset}/cases/{id}`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CaseView {
    pub id: String,
    pub title: Bilingual,
    /// The story of the example.
    pub text: Option<Bilingual>,
    /// The result of the example.
    pub says: Option<Bilingual>,
    /// The rules applied.
    pub rules: Vec<RuleId>,
    pub steps: Vec<CaseStep>,
}

/// A step of a worked example.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CaseStep {
    /// The title of the step.
    pub label: Bilingual,
    pub test: String,
    /// The test in words.
    pub title: Bilingual,
    /// The situation, in words.
    pub told: Vec<ToldView>,
    /// The situation as data, to open in the form.
    pub situation: Value,
    pub dice: Vec<u8>,
    /// The result of the step.
    pub resolved: Resolved,
}

/// An entry for a phone that wants the assistant and no seat. `POST /api/assistant/invite`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Invitation {
    /// Links, one per address; the last is for another browser of this computer.
    pub links: Vec<String>,
    /// The links for other devices as QR codes.
    pub codes: Vec<String>,
}
