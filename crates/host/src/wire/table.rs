//! Everything a seat knows of its battle, and changes to it.

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
    /// The side of the seat; nothing: the umpire's chair of a battle that is over.
    pub side: Option<Side>,
    pub scenario: ScenarioCard,
    /// Id of the ruleset.
    pub ruleset: String,
    /// The ruleset: its title, its unit of length.
    pub rules: RulesetCard,
    /// The appearance of the nations of this battle.
    pub nations: BTreeMap<Term, NationLook>,
    /// Options of this battle.
    pub options: BTreeMap<Term, i64>,
    /// The leaders of blue and red.
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
    /// The changing part: everything at once.
    pub now: Update,
}

/// A named feature of the ground.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SiteCard {
    pub name: Bilingual,
    pub kind: Term,
    /// The centre of the site.
    pub at: Point,
}

/// An objective or a zone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlaceCard {
    pub name: Bilingual,
    /// objective or zone.
    pub what: Term,
    /// The side of the zone, or the side that holds the objective at the start.
    pub side: Option<Side>,
    pub outline: Vec<Point>,
    /// The points that it is worth.
    pub points: Option<u32>,
}

/// A change. The WebSocket sends these; the first after a connection holds everything (`whole`).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Update {
    /// Number of this update; a client that reconnects sends the last one it has.
    pub seq: u64,
    /// Whether units not named here are no longer on the table.
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
    /// Entries of the journal from number `journal_from` on: they replace those that a client has from there on (an
    /// undo shortens the journal). The first update holds the last entries only; earlier ones: `GET /api/seat/journal`.
    pub journal: Vec<JournalEntry>,
    /// Number of the first of these entries.
    pub journal_from: u32,
    /// The open questions of this seat.
    pub asks: Vec<AskView>,
    /// Answers of this seat that wait, sealed, for the other side; they can be taken back.
    pub sealed: Vec<SealedView>,
    /// The score; nothing where the ruleset gives none.
    pub score: Option<ScoreView>,
    /// Of a problem of the school: whether its goal is reached.
    pub reached: Option<bool>,
    /// The guide: whose decision is open, what to do, why.
    pub guide: Guide,
    /// Dice to be typed in.
    pub dice_wanted: Vec<DiceWanted>,
    /// Whether the last answer can be taken back.
    pub undo: Undo,
    /// Standing answers of this seat.
    pub standing: Vec<StandingView>,
    /// The sides that have offered a draw.
    pub draw_offered: Vec<Side>,
    /// The end of the battle, once it is over.
    pub outcome: Option<OutcomeView>,
}

/// The score, as a side may know it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ScoreView {
    /// The scores of blue and red.
    pub sides: [SideScore; 2],
    /// The places to hold.
    pub goals: Vec<GoalView>,
}

/// The points of one side.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SideScore {
    /// Points that the side would have if the battle ended now.
    pub points: i64,
    /// Those of the points that are for places.
    pub places: i64,
    /// The points lost.
    pub lost: i64,
    /// The loss at which the side is beaten; 0: it fights to the end.
    pub breaks: i64,
}

/// A place and the side that holds it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct GoalView {
    pub name: Bilingual,
    /// The points that it is worth.
    pub points: i64,
    pub holder: Option<Side>,
}

/// A phase of the turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Step {
    /// The name of the phase.
    pub title: Bilingual,
    /// done, now or next.
    pub state: Term,
}

/// A unit or general on the table.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct UnitView {
    /// The card that the rules show.
    pub card: Card,
    pub name: Bilingual,
    /// A short name that fits a plate.
    pub short: Bilingual,
    /// Its formation in words.
    pub formation: Option<Bilingual>,
    /// The state drawn beside it: step of gravity 1 (circle), 2 (triangle), 3 (diamond), and its word.
    pub state: Option<(u8, Bilingual)>,
    /// Whether it is in disorder (broken square).
    pub disordered: bool,
    /// The marker that it has acted, in words (a counter beside it), where the ruleset has one.
    pub acted: Option<Bilingual>,
    pub order: Option<OrderChip>,
    /// Whether its guns have lost their crews (crossed out).
    pub abandoned: bool,
    /// Elements or figures left and at the start; 0: unknown.
    pub strength: (i64, i64),
    /// Its other marks and figures in words, in order, for its card: without those in the fields above, and zero
    /// entries are left out.
    pub lines: Vec<(Bilingual, Bilingual)>,
    /// Rank of a general, 1 to 4 dots; 0: not a general.
    pub rank: u8,
    /// Command radius of a general.
    pub radius: Option<Cm>,
    /// How it is drawn: formed, open (figures without a base), limbered, deployed.
    pub manner: Term,
    /// The text for screen readers: name, formation, facing, strength, state, order.
    pub label: Bilingual,
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct OrderChip {
    pub letter: Option<String>,
    /// The order in words.
    pub words: Bilingual,
    /// given, specific or laid (one's own, face down).
    pub how: Term,
}

/// The text of the guide.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Guide {
    /// Whose decision is open: mine, theirs, both, nobody (dice), over.
    pub whose: Term,
    /// The owner of the decision, in words.
    pub who: Bilingual,
    /// The next thing to do.
    pub what: Bilingual,
    /// The reason, or what the other side is doing.
    pub why: Bilingual,
    /// Whether the computer is thinking.
    pub thinking: bool,
}

/// Dice to be typed in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DiceWanted {
    pub toss: Toss,
    /// Who throws them and for what, in words.
    pub text: Bilingual,
    /// The faces of each die, in order.
    pub faces: Vec<Vec<u8>>,
}

/// Whether the last answer can be taken back.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Undo {
    /// Whether it can be taken back.
    pub possible: bool,
    /// The answer that would be taken back, or why that is not possible.
    pub text: Bilingual,
}

/// A standing answer in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StandingView {
    /// The standing answer.
    pub standing: Standing,
    /// The answer in words.
    pub text: Bilingual,
}

/// The end of a battle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OutcomeView {
    pub outcome: Outcome,
    /// The end in words.
    pub text: Bilingual,
}

/// First message of a client on the WebSocket (`/api/seat/ws`): the token travels in no address.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The token of the seat.
    pub token: String,
    /// The last update that the client has; nothing: none.
    #[serde(default)]
    pub after: Option<u64>,
}

/// A message of the server on the WebSocket.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Push {
    /// Everything that the seat knows.
    Table(Box<Table>),
    /// A change to what the seat knows.
    Update(Box<Update>),
    /// The battle was deleted, or the token is not known.
    Closed {
        /// The reason for it.
        text: Bilingual,
    },
}
