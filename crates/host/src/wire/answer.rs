//! Questions in words, and the requests of a seat about them: answer, preview, advice, draw, dice.

use super::ProspectView;
use game::Bilingual;
use game::{Ask, Preview, Ref, Refusal, Reply, RuleId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Angle, Point};

/// A question, with its words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AskView {
    /// The question with its fields.
    pub ask: Ask,
    pub title: Bilingual,
    /// The words of each field, in order.
    pub fields: Vec<FieldWords>,
    /// Whether its answer is sealed until the other side has answered too.
    pub secret: bool,
    /// Advice for a beginner, in a guided scenario's first turn.
    pub coach: Option<Bilingual>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FieldWords {
    pub about: Bilingual,
    /// The words of its choices, in order, with the words of the fields that each opens; of a march: its manoeuvres.
    pub choices: Vec<ChoiceWords>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChoiceWords {
    /// The name of the choice.
    pub title: Bilingual,
    /// Facts that the player should know.
    pub facts: Bilingual,
    /// Explanation of the word for a beginner.
    pub help: Option<Bilingual>,
    /// The words of the fields that it opens.
    pub then: Vec<FieldWords>,
}

/// `POST /api/seat/answer`, `/preview`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Number of the question.
    pub ask: u64,
    /// The replies, in the order of the fields.
    pub replies: Vec<Reply>,
}

/// The act of a seat is done: it is in the update with this number, and in all later ones.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Done {
    /// Number of the update.
    pub seq: u64,
}

/// The effect of an answer, or why it is refused. Status 200 for a preview either way; 422 for a refused answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Looked {
    /// The effect of the answer.
    pub preview: Option<Preview>,
    /// The cost and the rest, in the ruleset's words, per field.
    pub costs: Vec<Bilingual>,
    /// Other facts that the player should know.
    pub facts: Bilingual,
    /// Its certain effects, without dice.
    pub brings: Vec<BringsView>,
    /// The refusals; `preview` and `costs` are then of the other fields, as if these were left as proposed.
    pub refusals: Vec<RefusalView>,
    /// The tests that it would start.
    pub prospects: Vec<ProspectView>,
}

/// A certain effect of an answer, without dice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BringsView {
    /// The unit, command or place concerned.
    pub of: Ref,
    /// The effect, in words.
    pub what: Bilingual,
    /// The whole sentence.
    pub text: Bilingual,
    pub rule: RuleId,
}

/// An answer of this seat that waits, sealed, for the other side: shown to its owner alone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SealedView {
    /// The question that it answers.
    pub ask: AskView,
    /// The replies given.
    pub replies: Vec<Reply>,
    /// The positions of the units after it.
    pub preview: Option<Preview>,
}

/// A refusal in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RefusalView {
    /// The refusal, with the measurement to draw.
    pub refusal: Refusal,
    /// The refusal in words.
    pub text: Bilingual,
    /// The figure measured and the figure required, short, for the pill on the map.
    pub pill: Option<Bilingual>,
}

/// `POST /api/seat/suggest`: an answer by the computer, with its reasons (the hint button).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskOnly {
    /// Number of the question.
    pub ask: u64,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Suggestion {
    /// The replies, in the order of the fields.
    pub replies: Vec<Reply>,
    /// The reasons for the answer.
    pub reasons: Vec<Bilingual>,
}

/// `POST /api/seat/route`: the manoeuvres that bring a mover to a point (a drag or a tap on the map).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// Number of the question.
    pub ask: u64,
    /// Everything filled in so far.
    pub replies: Vec<Reply>,
    /// Place of the march field: its index, then index of the pick and of the field it opened, and so on.
    pub field: Vec<u16>,
    /// The point that the lead piece is to reach.
    pub to: Point,
    /// Its facing there; nothing: any.
    #[serde(default)]
    pub facing: Option<Angle>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Routed {
    /// The replies with the march filled in.
    pub replies: Vec<Reply>,
    /// The effect of the replies, or why they are refused.
    pub looked: Looked,
}

/// `POST /api/seat/dice`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TypedDice {
    /// The faces of each toss wanted, in order.
    pub faces: Vec<Vec<u8>>,
}

/// `POST /api/seat/draw`
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Draw {
    /// Offer a draw, or accept the other side's offer.
    Offer,
    /// Decline the other side's offer, or withdraw one's own.
    Decline,
}
