//! The assistant: tests of a ruleset for players with real figures, and worked examples to learn by.

use super::{LineView, OddsView, VerdictView};
use game::Bilingual;
use game::{Handed, RuleId, Term};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What the assistant has. `GET /api/assistant`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AssistantCard {
    /// The rulesets, in the order of the house.
    pub rulesets: Vec<AssistantRuleset>,
}

/// A ruleset with its tests.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AssistantRuleset {
    pub id: String,
    /// Its name.
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
    /// What is to be filled in, in the order in which players think.
    pub fields: Vec<FormField>,
    /// A realistic situation to begin with.
    pub example: Value,
    /// Worked examples that use it.
    pub cases: Vec<CaseCard>,
    /// Tables of the ruleset whose figures its text does not print; a club may put its own in their place.
    pub reconstructed: Vec<Bilingual>,
}

/// What kind of thing is filled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormKind {
    /// Fields that belong together.
    Group,
    /// Yes or no.
    Flag,
    /// A figure.
    Number,
    /// One of a few words.
    Pick,
    /// Several of a kind.
    List,
    /// One of several forms, each with fields of its own.
    Variant,
    /// A text that is typed in.
    Text,
    /// Whatever else a situation may say, as JSON.
    Raw,
}

/// One thing to be filled in.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct FormField {
    /// Its name in the situation.
    pub name: String,
    /// What it is called.
    pub label: Bilingual,
    /// What it means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<Bilingual>,
    pub kind: FormKind,
    /// It may be left open (`null`).
    pub optional: bool,
    /// What it is unless somebody says otherwise.
    pub default: Value,
    /// When it matters: for each place, what must stand there; empty: always.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub when: Map<String, Value>,
    /// Of a group: its fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FormField>,
    /// Of a pick or a variant: what there is to choose from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<FormOption>,
    /// Of a list: what one of them is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<Box<FormField>>,
    /// Of a figure: the least; of a list: how many at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    /// Of a figure: the most; of a list: how many at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// Of a figure: it has no fractions.
    pub whole: bool,
    /// Of a pick: it is a state, which changes in the course of a battle.
    pub state: bool,
    /// Of a figure: its unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Bilingual>,
}

/// One of the things to choose from.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct FormOption {
    /// As the situation has it.
    pub value: String,
    /// In words.
    pub label: Bilingual,
    /// Of a variant: what it holds.
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
    /// Throw whatever is still wanted here.
    #[serde(default)]
    pub roll: bool,
}

/// A resolution in words. Where the situation has faults there is nothing else.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Resolved {
    /// Everything that is wrong, each at its place.
    pub faults: Vec<PlacedFault>,
    /// The lines, part by part.
    pub parts: Vec<PartView>,
    /// The total, once it is known.
    pub total: Option<Bilingual>,
    /// The throws in order; the last one may still be wanted.
    pub throws: Vec<ThrowView>,
    /// All dice that have fallen, in order.
    pub dice: Vec<u8>,
    /// What came of it, or is known already.
    pub outcome: Vec<ToldView>,
    /// What they come to, in a sentence.
    pub verdict: Option<VerdictView>,
    /// How far the odds go, where it can be doubted.
    pub scope: Option<Bilingual>,
    /// What may come of it, before the dice: what decides first.
    pub odds: Vec<OddsView>,
    /// Where another player decides: the same for each of his replies.
    pub columns: Vec<ColumnView>,
    /// The tests that it brings about, once the dice have fallen.
    pub leads: Vec<LeadView>,
}

/// A test that another one brings about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LeadView {
    /// Its name.
    pub test: String,
    pub title: Bilingual,
    /// Its situation, as far as it is known.
    pub situation: Value,
    /// It must be made; otherwise that depends on what was not told.
    pub due: bool,
}

/// A fault of a situation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlacedFault {
    /// Where (`shooter.elements`, `dice`); empty: of the whole.
    pub place: String,
    /// What is wrong.
    pub text: Bilingual,
}

/// Lines that belong together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PartView {
    /// Whose, or what they are about.
    pub title: Option<Bilingual>,
    pub lines: Vec<LineView>,
    /// What they come to, where they are added up.
    pub sum: Option<Bilingual>,
}

/// Dice thrown together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ThrowView {
    /// What is thrown.
    pub text: Bilingual,
    /// The rule that asks for it, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// What each die can show, in order.
    pub faces: Vec<Vec<u8>>,
    /// The dice that count negatively, as those of a difference; none: all count positively.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub minus: Vec<bool>,
    /// What fell; nothing: it is wanted.
    pub fell: Vec<u8>,
    /// Of one die that is wanted: what would come of each face.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub means: Vec<Bilingual>,
}

/// Something of an outcome.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ToldView {
    pub name: String,
    pub label: Bilingual,
    pub value: Bilingual,
    /// It decides: it is shown first and large.
    pub main: bool,
}

/// What may come of it by one reply of another player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ColumnView {
    pub reply: Term,
    /// In words.
    pub label: Bilingual,
    /// What they come to, in a sentence.
    pub verdict: Option<VerdictView>,
    /// What may come of it.
    pub odds: Vec<OddsView>,
}

/// `POST /api/assistant/{ruleset}/tests/{test}/follow`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Follow {
    pub situation: Value,
    /// Everything handed in so far, in order.
    #[serde(default)]
    pub handed: Vec<Handed>,
    /// Throw here what is wanted next.
    #[serde(default)]
    pub roll: bool,
}

/// A fight as far as it has come, in words. Where something is wrong there is nothing else.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct FollowedView {
    /// Everything that is wrong, each at its place.
    pub faults: Vec<PlacedFault>,
    /// Everything handed in, with what was thrown here.
    pub handed: Vec<Handed>,
    /// What has happened; the last one may still wait.
    pub steps: Vec<StepView>,
    /// What it waits for; nothing: it is over.
    pub next: Option<NextView>,
    pub end: Vec<ToldView>,
    /// How both sides stand now.
    pub stands: Vec<ToldView>,
    /// What they come to, in a sentence.
    pub verdict: Option<VerdictView>,
    /// How far the odds go, where it can be doubted.
    pub scope: Option<Bilingual>,
    /// How it may end from here.
    pub odds: Vec<OddsView>,
    /// Where a decision comes next: the same for each reply.
    pub columns: Vec<ColumnView>,
    /// Decisions that the odds take for granted.
    pub assumed: Vec<Bilingual>,
}

/// One step of a fight.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StepView {
    /// What it is called.
    pub title: Bilingual,
    /// Its lines.
    pub parts: Vec<PartView>,
    /// What was thrown.
    pub throws: Vec<ThrowView>,
    /// What was chosen, and by whom.
    pub chosen: Option<Bilingual>,
    /// What is different afterwards.
    pub changed: Vec<Bilingual>,
}

/// What a fight waits for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NextView {
    pub who: Bilingual,
    /// What he has to decide or to throw.
    pub text: Bilingual,
    /// The dice; none: a decision.
    pub throws: Vec<ThrowView>,
    /// What may be chosen.
    pub options: Vec<OfferView>,
}

/// A choice that is offered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OfferView {
    pub does: Term,
    /// In words.
    pub label: Bilingual,
    /// The rules that allow it.
    pub rules: Vec<RuleId>,
    /// What "go on" means.
    pub usual: bool,
}

/// A worked example in the list. `GET /api/assistant/{ruleset}/cases`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CaseCard {
    pub id: String,
    pub title: Bilingual,
    /// The tests it goes through.
    pub tests: Vec<String>,
    /// How many steps it has; none: it is a story that waits for its figures.
    pub steps: u32,
}

/// A worked example. `GET /api/assistant/{ruleset}/cases/{id}`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CaseView {
    pub id: String,
    pub title: Bilingual,
    /// The story.
    pub text: Option<Bilingual>,
    /// What comes of it.
    pub says: Option<Bilingual>,
    /// The rules it shows.
    pub rules: Vec<RuleId>,
    pub steps: Vec<CaseStep>,
}

/// A step of a worked example.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CaseStep {
    /// What it is called.
    pub label: Bilingual,
    pub test: String,
    /// The test in words.
    pub title: Bilingual,
    /// What the situation says, in words.
    pub told: Vec<ToldView>,
    /// The situation, to be opened in the form.
    pub situation: Value,
    pub dice: Vec<u8>,
    /// What comes of it.
    pub resolved: Resolved,
}

/// A way in for a phone that wants the assistant and no seat. `POST /api/assistant/invite`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Invitation {
    /// Links, one an address; the last is for another browser of this computer.
    pub links: Vec<String>,
    /// The links for other devices as QR codes.
    pub codes: Vec<String>,
}
