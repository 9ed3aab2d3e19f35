//! Questions in words, and what a seat does about them: answer, look first, be advised, draw, throw.

use super::ProspectView;
use game::Bilingual;
use game::{Ask, Preview, Ref, Refusal, Reply, RuleId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Angle, Point};

/// A question, with its words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AskView {
    /// The question.
    pub ask: Ask,
    pub title: Bilingual,
    /// What each field is about, in its order.
    pub fields: Vec<FieldWords>,
    /// Whether its answer is sealed until the other side has answered too.
    pub secret: bool,
    /// What a beginner is told about it, in a guided scenario's first turn.
    pub coach: Option<Bilingual>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FieldWords {
    pub about: Bilingual,
    /// The words of its choices, in their order, with the words of what each opens; of a march: its manoeuvres.
    pub choices: Vec<ChoiceWords>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChoiceWords {
    /// What it does.
    pub title: Bilingual,
    /// What the player should know of it.
    pub facts: Bilingual,
    /// What the word itself means, for who does not know it.
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
    /// Field by field.
    pub replies: Vec<Reply>,
}

/// What a seat did is done: it is in the update of this number, and in all later ones.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Done {
    /// Number of the update.
    pub seq: u64,
}

/// What an answer would do, or why it is refused. Status 200 for a preview either way; 422 for a refused answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Looked {
    /// What it would do.
    pub preview: Option<Preview>,
    /// What it costs and what remains, in the ruleset's words, per field.
    pub costs: Vec<Bilingual>,
    /// What else the player should know.
    pub facts: Bilingual,
    /// What it brings for certain.
    pub brings: Vec<BringsView>,
    /// Why it is refused; `preview` and `costs` are then of the other fields, as if these were left as proposed.
    pub refusals: Vec<RefusalView>,
    /// The tests that it would start.
    pub prospects: Vec<ProspectView>,
}

/// Something that an answer brings for certain, without dice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BringsView {
    /// To whom.
    pub of: Ref,
    /// What, in words.
    pub what: Bilingual,
    /// Whole, in words.
    pub text: Bilingual,
    pub rule: RuleId,
}

/// An answer of this seat that waits, sealed, for the other side: shown to its owner alone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SealedView {
    /// The question.
    pub ask: AskView,
    /// What was answered.
    pub replies: Vec<Reply>,
    /// Where units would stand by it.
    pub preview: Option<Preview>,
}

/// A refusal in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RefusalView {
    /// The refusal, with the measurement to draw.
    pub refusal: Refusal,
    /// In words.
    pub text: Bilingual,
    /// The figure measured and the figure required, short, for the pill on the map.
    pub pill: Option<Bilingual>,
}

/// `POST /api/seat/suggest`: an answer by the staff, with its reasons (the hint button).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskOnly {
    /// Number of the question.
    pub ask: u64,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Suggestion {
    /// Field by field.
    pub replies: Vec<Reply>,
    /// Why.
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
    /// Where the lead piece is to come.
    pub to: Point,
    /// What it is to face there; nothing: as it comes.
    #[serde(default)]
    pub facing: Option<Angle>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Routed {
    /// The replies with the march filled in.
    pub replies: Vec<Reply>,
    /// What they would do, or why not.
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
    /// Decline the other side's offer, or take one's own back.
    Decline,
}
