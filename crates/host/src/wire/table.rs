//! Everything a seat knows of its battle, and what changed.

use super::{AskView, JournalEntry, Leader, NationLook, RulesetCard, ScenarioCard, SealedView};
use game::Bilingual;
use game::{Card, Measuring, Outcome, Side, Standing, Term, Toss, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{Cm, Point};

/// Everything a seat knows. `GET /api/seat`, and the first message of the WebSocket.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Table {
    /// Id of the battle.
    pub battle: String,
    pub name: String,
    /// Whose seat; nobody: the umpire's chair of a battle that is over.
    pub side: Option<Side>,
    pub scenario: ScenarioCard,
    /// Id of the ruleset.
    pub ruleset: String,
    /// The ruleset: its title, its unit of length.
    pub rules: RulesetCard,
    /// How the nations of this battle look.
    pub nations: BTreeMap<Term, NationLook>,
    /// Options of this battle.
    pub options: BTreeMap<Term, i64>,
    /// Who leads each side.
    pub leaders: [Leader; 2],
    /// Size of the ground.
    pub width: Cm,
    /// Size of the ground.
    pub height: Cm,
    /// Names of commands and sites.
    pub commands: BTreeMap<u16, Bilingual>,
    /// Names and centres of the sites.
    pub sites: BTreeMap<u16, SiteCard>,
    /// Objectives and deployment zones, to be drawn.
    pub places: Vec<PlaceCard>,
    /// What changes: everything at once.
    pub now: Update,
}

/// A named feature of the ground.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SiteCard {
    pub name: Bilingual,
    pub kind: Term,
    /// Its centre.
    pub at: Point,
}

/// An objective or a zone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlaceCard {
    pub name: Bilingual,
    /// objective, zone.
    pub what: Term,
    /// Whose zone, or who holds it at the start.
    pub side: Option<Side>,
    pub outline: Vec<Point>,
    /// What it is worth.
    pub points: Option<u32>,
}

/// What changed. The WebSocket sends these; the first after a connection holds everything (`whole`).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Update {
    /// Number of this update; a client that comes back says the last one it has.
    pub seq: u64,
    /// Units not named here are no longer on the table.
    pub whole: bool,
    /// Turn number; 0: before the first.
    pub turn: u16,
    /// Number of turns of the scenario under these rules.
    pub turns: u16,
    /// Turn and phase in words.
    pub clock: Bilingual,
    /// The phases of the turn; empty: the ruleset names none.
    pub steps: Vec<Step>,
    /// Whether this seat may measure now.
    pub measuring: Measuring,
    /// Units that came, changed or moved.
    pub units: BTreeMap<UnitId, UnitView>,
    /// Units that are no longer on the table or in view.
    pub gone: Vec<UnitId>,
    /// Marks of sites (burning, held).
    pub marks: BTreeMap<u16, BTreeMap<Term, Term>>,
    /// Entries of the journal from number `journal_from` on: what a client has from there on is replaced (an undo cuts
    /// the journal back). The first update holds the last entries only; earlier ones: `GET /api/seat/journal`.
    pub journal: Vec<JournalEntry>,
    /// Number of the first of these entries.
    pub journal_from: u32,
    /// What this seat is asked.
    pub asks: Vec<AskView>,
    /// Answers of this seat that wait, sealed, for the other side; they can be taken back.
    pub sealed: Vec<SealedView>,
    /// How the battle stands; nothing where the ruleset does not value it.
    pub score: Option<ScoreView>,
    /// Of a problem of the school: whether its goal is reached.
    pub reached: Option<bool>,
    /// The guide: whose decision it is, what to do, why.
    pub guide: Guide,
    /// Dice that are to be typed in.
    pub dice_wanted: Vec<DiceWanted>,
    /// Whether the last answer can be taken back.
    pub undo: Undo,
    /// Standing answers of this seat.
    pub standing: Vec<StandingView>,
    /// Who has offered a draw.
    pub draw_offered: Vec<Side>,
    /// How it ended, once it has.
    pub outcome: Option<OutcomeView>,
}

/// How the battle stands, as a side may know it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ScoreView {
    /// Blue and red.
    pub sides: [SideScore; 2],
    /// What there is to hold.
    pub goals: Vec<GoalView>,
}

/// What one side has so far.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SideScore {
    /// Points that it would have if the battle ended now.
    pub points: i64,
    /// Of them, for places.
    pub places: i64,
    /// What it has lost.
    pub lost: i64,
    /// It is beaten when it has lost so much; 0: it fights to the end.
    pub breaks: i64,
}

/// A place and who holds it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct GoalView {
    pub name: Bilingual,
    /// What it is worth.
    pub points: i64,
    pub holder: Option<Side>,
}

/// A phase of the turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Step {
    /// Its name.
    pub title: Bilingual,
    /// done, now, next.
    pub state: Term,
}

/// A unit or general on the table.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct UnitView {
    /// As the rules show it.
    pub card: Card,
    pub name: Bilingual,
    /// A short name that fits a plate.
    pub short: Bilingual,
    /// Its formation in words.
    pub formation: Option<Bilingual>,
    /// The state that is drawn beside it: step of gravity 1 (circle), 2 (triangle), 3 (diamond), and its word.
    pub state: Option<(u8, Bilingual)>,
    /// Whether it is in disorder (broken square).
    pub disordered: bool,
    /// The marker that it has acted, in words (a counter beside it), where the ruleset has one.
    pub acted: Option<Bilingual>,
    pub order: Option<OrderChip>,
    /// Whether nobody serves its guns any more (crossed out).
    pub abandoned: bool,
    /// Elements or figures left and at the start; 0: not told.
    pub strength: (i64, i64),
    /// Its other marks and figures in words, in order, for its card: without what stands in the fields above, and
    /// without what is nought.
    pub lines: Vec<(Bilingual, Bilingual)>,
    /// Rank of a general, 1 to 4 dots; 0: not a general.
    pub rank: u8,
    /// Command radius of a general.
    pub radius: Option<Cm>,
    /// How it is drawn: formed, open (figures without a base), limbered, deployed.
    pub manner: Term,
    /// What is read aloud: name, formation, facing, strength, state, order.
    pub label: Bilingual,
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct OrderChip {
    pub letter: Option<String>,
    /// The order in words.
    pub words: Bilingual,
    /// given, specific, laid (one's own, face down).
    pub how: Term,
}

/// What the guide says.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Guide {
    /// Whose decision is open: mine, theirs, both, nobody (dice), over.
    pub whose: Term,
    /// Whose, in words.
    pub who: Bilingual,
    /// What to do.
    pub what: Bilingual,
    /// Why, or what the other side is doing.
    pub why: Bilingual,
    /// The computer is thinking.
    pub thinking: bool,
}

/// Dice to be typed in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DiceWanted {
    pub toss: Toss,
    /// By whom and for what, in words.
    pub text: Bilingual,
    /// What each die can show, in order.
    pub faces: Vec<Vec<u8>>,
}

/// Whether the last answer can be taken back.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Undo {
    /// It can.
    pub possible: bool,
    /// What would be taken back, or why it cannot be.
    pub text: Bilingual,
}

/// A standing answer in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StandingView {
    /// The standing answer.
    pub standing: Standing,
    /// In words.
    pub text: Bilingual,
}

/// How it ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OutcomeView {
    pub outcome: Outcome,
    /// In words.
    pub text: Bilingual,
}

/// First message of a client on the WebSocket (`/api/seat/ws`): the token travels in no address.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The seat's token.
    pub token: String,
    /// The last update the client has; nothing: it has none.
    #[serde(default)]
    pub after: Option<u64>,
}

/// What the server sends on the WebSocket.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Push {
    /// Everything.
    Table(Box<Table>),
    /// What changed.
    Update(Box<Update>),
    /// The battle was deleted, or the token is not known.
    Closed {
        /// Why.
        text: Bilingual,
    },
}
