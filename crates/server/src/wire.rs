//! What the browser and the server say to each other. The published OpenAPI and the client's types are made from this
//! file; nothing here names a ruleset. Whatever is said in words is said in both languages at once, so that a player can
//! switch at once and no language lives in a connection.

use game::catalogue::{Bilingual, Kind};
use game::{
    Ask, Card, Facts, Measuring, Op, Outcome, Preview, Ref, Refusal, Reply, RuleId, Side, Standing, Term, Toss, UnitId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{Angle, Cm, Measure, Point, Pose};

// ---------------------------------------------------------------- the house: chooser, battles kept, rules

/// What this program has. `GET /api/house`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct House {
    /// Version of the program.
    pub version: String,
    /// The rulesets it plays.
    pub rulesets: Vec<RulesetCard>,
    /// The scenarios it has.
    pub scenarios: Vec<ScenarioCard>,
    /// The computer's generals, weakest first.
    pub generals: Vec<GeneralCard>,
    /// Where battles are kept on the disk.
    pub folder: String,
    /// Addresses at which other devices reach this table; empty: loopback only.
    pub addresses: Vec<String>,
    /// How each nation looks: coat, hatching, cockade.
    pub nations: BTreeMap<Term, NationLook>,
}

/// A ruleset. Its words are everything that the client needs to show its terms.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RulesetCard {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: Bilingual,
    /// Author and edition.
    pub about: Bilingual,
    /// Its unit of length in words.
    pub unit: Bilingual,
    /// The unit on the ground.
    pub unit_cm: Cm,
    /// Whether whole battles can be played with it.
    pub whole: bool,
    /// Options and rulings that can be switched.
    pub options: Vec<OptionCard>,
}

/// A named switch.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OptionCard {
    /// Its name.
    pub name: String,
    /// What it is.
    pub title: Bilingual,
    /// What it does.
    pub text: Bilingual,
    /// The option or ruling of the catalogue it belongs to.
    pub rule: Option<RuleId>,
    /// Whether it is an option of the book or a ruling.
    pub kind: Kind,
    /// Its value unless changed.
    pub default: i64,
    /// Whether it is on or off; otherwise a figure.
    pub switch: bool,
}

/// A scenario in the chooser.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScenarioCard {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: Bilingual,
    /// The day, as YYYY-MM-DD.
    pub date: String,
    /// Number of turns.
    pub turns: u16,
    /// The story and what each side must do.
    pub text: Bilingual,
    /// What wins.
    pub victory: Bilingual,
    /// The forces.
    pub sides: [ForceCard; 2],
    /// Whether something in it is reconstructed.
    pub reconstructed: bool,
    /// Whether it is the owner's own, not one that ships.
    pub own: bool,
    /// Whether its first turn is guided for a beginner.
    pub guided: bool,
}

/// One side of a scenario.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ForceCard {
    /// Its name.
    pub name: Bilingual,
    /// Its leading nation.
    pub nation: Term,
    /// Its commands and their units.
    pub commands: Vec<CommandCard>,
}

/// A brigade or division of a scenario.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CommandCard {
    /// Its name.
    pub name: Bilingual,
    /// Its general.
    pub general: Bilingual,
    /// Its units: name and arm.
    pub units: Vec<(Bilingual, Term)>,
}

/// A general of the computer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GeneralCard {
    /// His id.
    pub id: String,
    /// His name.
    pub title: Bilingual,
    /// How he plays.
    pub text: Bilingual,
}

/// How a nation looks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NationLook {
    /// Its name.
    pub name: Bilingual,
    /// Colour of the coat.
    pub coat: String,
    /// Second half of horse, where the coat is too light to tell.
    pub half: Option<String>,
    /// Colour of figures on it.
    pub figures: String,
    /// Hatching: none, along (the front), across, slant_right, slant_left, crossed, lozenges, dots, saltires, chevrons,
    /// pairs_along, pairs_across, dashes.
    pub hatching: String,
    /// Cockade, rings from outside.
    pub cockade: Vec<String>,
}

/// Who leads a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leader {
    /// A person.
    Person,
    /// A general of the computer.
    Staff(String),
}

/// `POST /api/battles`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBattle {
    /// Id of a scenario.
    pub scenario: String,
    /// Id of a ruleset.
    pub ruleset: String,
    /// Options and rulings switched.
    #[serde(default)]
    pub options: BTreeMap<Term, i64>,
    /// Who leads blue and red.
    pub leaders: [Leader; 2],
    /// Players throw real dice and type them in.
    #[serde(default)]
    pub real_dice: bool,
    /// Its name in the list; nothing: the scenario's title.
    #[serde(default)]
    pub name: Option<String>,
}

/// A battle that was begun, imported or continued.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Opened {
    /// Its id.
    pub battle: String,
    /// The seats of the persons in it.
    pub seats: Vec<Seat>,
}

/// A person's seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Seat {
    /// Which side; nobody: the umpire's chair of a battle that is over (replay).
    pub side: Option<Side>,
    /// The token that every request carries.
    pub token: String,
    /// Links with the token in the fragment: those for other devices first, the one for this machine last.
    pub links: Vec<String>,
    /// The links for other devices as QR codes, each a whole SVG document.
    pub codes: Vec<String>,
    /// Whether somebody sits there now.
    pub connected: bool,
}

/// A battle kept. `GET /api/battles`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BattleCard {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Title of the scenario.
    pub scenario: Bilingual,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Begun, in seconds since 1970.
    pub begun: i64,
    /// Last touched, in seconds since 1970.
    pub touched: i64,
    /// Turn number.
    pub turn: u16,
    /// Where in the turn.
    pub phase: Bilingual,
    /// Who leads each side.
    pub leaders: [Leader; 2],
    /// Whether players throw their own dice.
    pub real_dice: bool,
    /// Whether somebody sits there now, for blue and red.
    pub seated: [bool; 2],
    /// How it ended, in words.
    pub outcome: Option<Bilingual>,
    /// Why it cannot be opened by this version (it can still be exported), if so.
    pub closed: Option<Bilingual>,
}

/// `PATCH /api/battles/{id}`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The new name.
    pub name: String,
}

/// `POST /api/battles/{id}/continue`: a new battle from a moment of this one, with new dice.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Continue {
    /// The journal entry after which it goes on.
    pub after: u32,
    /// Who leads each side.
    pub leaders: [Leader; 2],
    /// Its name.
    #[serde(default)]
    pub name: Option<String>,
}

/// A rule of a ruleset. `GET /api/rules/{ruleset}`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuleCard {
    /// Its id.
    pub id: RuleId,
    /// Rule, option, ruling or table etiquette.
    pub kind: Kind,
    /// Title.
    pub title: Bilingual,
    /// Statement in our own words.
    pub text: Bilingual,
    /// Chapter of the book.
    pub source: String,
    /// Rulings that bear on it.
    pub rulings: Vec<RuleId>,
    /// Of a ruling: its other reading, where there is a switch for it.
    pub alternative: Option<Bilingual>,
}

// ---------------------------------------------------------------- the seat: one side of one battle

/// Everything a seat knows. `GET /api/seat`, and the first message of the WebSocket.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Table {
    /// Id of the battle.
    pub battle: String,
    /// Its name.
    pub name: String,
    /// Whose seat; nobody: the umpire's chair of a battle that is over.
    pub side: Option<Side>,
    /// The scenario.
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
    /// Its name.
    pub name: Bilingual,
    /// What it is.
    pub kind: Term,
    /// Its centre.
    pub at: Point,
}

/// An objective or a zone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlaceCard {
    /// Its name.
    pub name: Bilingual,
    /// objective, zone.
    pub what: Term,
    /// Whose zone, or who holds it at the start.
    pub side: Option<Side>,
    /// Its outline.
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
    pub sealed: Vec<u64>,
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
    /// Its name.
    pub name: Bilingual,
    /// A short name that fits a plate.
    pub short: Bilingual,
    /// Its formation in words.
    pub formation: Option<Bilingual>,
    /// The state that is drawn beside it: step of gravity 1 (circle), 2 (triangle), 3 (diamond), and its word.
    pub state: Option<(u8, Bilingual)>,
    /// Whether it is in disorder (broken square).
    pub disordered: bool,
    /// Its order.
    pub order: Option<OrderChip>,
    /// Elements or figures left and at the start.
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

/// An order as a chip.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct OrderChip {
    /// The letter; nothing: hidden or still to be given.
    pub letter: Option<String>,
    /// The order in words.
    pub words: Bilingual,
    /// given, specific, laid (one's own, face down), hidden, missing.
    pub how: Term,
}

/// One entry of the journal.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JournalEntry {
    /// Its number, from 0.
    pub n: u32,
    /// The turn.
    pub turn: u16,
    /// clock, move, fire, test, dice, order, loss, gone, note, end...: for the sign beside it and the filter.
    pub what: Term,
    /// The sentence.
    pub text: Bilingual,
    /// Whom it concerns: for the filter and the table.
    pub units: Vec<UnitId>,
    /// The rules.
    pub rules: Vec<RuleId>,
    /// The dice, if any fell.
    pub dice: Vec<u8>,
    /// The breakdown, if it is a test.
    pub breakdown: Option<BreakdownView>,
    /// Ways taken, to be shown as movement.
    pub paths: Vec<(UnitId, Vec<Pose>)>,
}

/// A breakdown in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BreakdownView {
    /// What is tested.
    pub title: Bilingual,
    /// By whom.
    pub of: Option<Bilingual>,
    /// Line by line.
    pub lines: Vec<LineView>,
    /// The total, if it is known already.
    pub total: Option<Bilingual>,
    /// The result, if it is known already.
    pub result: Option<Bilingual>,
}

/// One line of a breakdown.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LineView {
    /// The rule.
    pub rule: RuleId,
    /// Why.
    pub reason: Bilingual,
    /// How much.
    pub amount: Bilingual,
    /// The operation, for programs.
    pub op: Op,
}

/// A question, with its words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AskView {
    /// The question.
    pub ask: Ask,
    /// Its title.
    pub title: Bilingual,
    /// What each field is about, in its order.
    pub fields: Vec<FieldWords>,
    /// Whether its answer is sealed until the other side has answered too.
    pub secret: bool,
    /// What a beginner is told about it, in a guided scenario's first turn.
    pub coach: Option<Bilingual>,
}

/// The words of a field.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FieldWords {
    /// What it is about.
    pub about: Bilingual,
    /// The words of its choices, in their order, with the words of what each opens; of a march: its manoeuvres.
    pub choices: Vec<ChoiceWords>,
}

/// The words of a choice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChoiceWords {
    /// What it does.
    pub title: Bilingual,
    /// What the player should know of it.
    pub facts: Bilingual,
    /// The words of the fields that it opens.
    pub then: Vec<FieldWords>,
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
    /// The toss.
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
    /// The outcome.
    pub outcome: Outcome,
    /// In words.
    pub text: Bilingual,
}

// ---------------------------------------------------------------- what a seat asks and does

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

/// `POST /api/seat/draw`
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Draw {
    /// Offer a draw, or accept the other side's offer.
    Offer,
    /// Decline the other side's offer, or take one's own back.
    Decline,
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
    /// Why it is refused.
    pub refusals: Vec<RefusalView>,
    /// The tests that it would start.
    pub prospects: Vec<ProspectView>,
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

/// A test before its dice, in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProspectView {
    /// Who.
    pub by: Option<Ref>,
    /// On whom.
    pub on: Option<Ref>,
    /// The lines.
    pub breakdown: BreakdownView,
    /// The odds.
    pub odds: Option<OddsView>,
}

/// Odds, ready to be drawn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OddsView {
    /// Every end with its chance.
    pub rows: Vec<OddsRow>,
    /// "At least n": figure and chance, where the ends are one figure.
    pub at_least: Vec<(i64, f64)>,
    /// What the figure is ("losses").
    pub figure: Option<Bilingual>,
    /// The mean, where the ends are one figure.
    pub mean: Option<f64>,
    /// The figure that matters, and what it means.
    pub threshold: Option<(i64, Bilingual)>,
    /// Replies taken for granted on the way, in words.
    pub assumed: Vec<Bilingual>,
}

/// One end and its chance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OddsRow {
    /// The end in words.
    pub text: Bilingual,
    /// The end as data.
    pub facts: Facts,
    /// Its chance.
    pub probability: f64,
    /// As an exact ratio, where there is one.
    pub p: Option<String>,
}

/// `POST /api/seat/suggest`: an answer by the staff, with its reasons (the hint button).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskOnly {
    /// Number of the question.
    pub ask: u64,
}

/// A suggestion.
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

/// A route.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Routed {
    /// The replies with the march filled in.
    pub replies: Vec<Reply>,
    /// What they would do, or why not.
    pub looked: Looked,
}

/// `POST /api/seat/lens`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LensAsked {
    /// Of which unit.
    pub unit: UnitId,
    /// reach, fire, sight, threats, supports, command.
    pub lens: game::Lens,
}

/// What a lens shows.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LensView {
    /// To be drawn.
    pub figures: Vec<FigureView>,
    /// Tests that could be started (what the enemy can do to me).
    pub prospects: Vec<ProspectView>,
}

/// A figure and its label.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FigureView {
    /// The figure.
    pub figure: game::Figure,
    /// Its label.
    pub text: Bilingual,
}

/// A unit's card. `GET /api/seat/units/{id}`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DossierView {
    /// Profile: name and value.
    pub profile: Vec<(Bilingual, Bilingual)>,
    /// What it may do now.
    pub may: Vec<ActView>,
    /// What it may not do, and why.
    pub may_not: Vec<ActView>,
}

/// Something a unit may or may not do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ActView {
    /// What.
    pub what: Bilingual,
    /// Why (not).
    pub why: Bilingual,
    /// The rules that say so.
    pub rules: Vec<RuleId>,
    /// The measurement, if one decides.
    pub measure: Option<Measure>,
}

/// One end of the tape.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TapeEnd {
    /// A place.
    Spot(Point),
    /// A unit: its nearest edge.
    Unit(UnitId),
}

/// `POST /api/seat/measure`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tape {
    /// From here.
    pub from: TapeEnd,
    /// To there.
    pub to: TapeEnd,
}

/// A distance. Refused with 403 where the ruleset forbids measuring now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Measured {
    /// The segment.
    pub measure: Measure,
    /// Its length in the ruleset's unit.
    pub text: Bilingual,
}

/// `POST /api/seat/dice`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TypedDice {
    /// The faces of each toss wanted, in order.
    pub faces: Vec<Vec<u8>>,
}

/// The table at a moment of the past. `GET /api/seat/moments/{n}`: after journal entry n.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Moment {
    /// The entry.
    pub entry: JournalEntry,
    /// Every unit then.
    pub units: BTreeMap<UnitId, UnitView>,
    /// Marks of sites then.
    pub marks: BTreeMap<u16, BTreeMap<Term, Term>>,
    /// Turn and phase.
    pub clock: Bilingual,
}

/// The end of a battle. `GET /api/seat/end`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EndSheet {
    /// How it ended.
    pub outcome: OutcomeView,
    /// The seed, opened, and whether the dice were checked against it; nothing: real dice.
    pub seed: Option<(String, bool)>,
    /// Orders and plans that were hidden, opened: turn, whose, what.
    pub opened: Vec<(u16, Bilingual, Bilingual)>,
    /// Losses of each side: a line per unit: name, at the start, left, fate.
    pub losses: [Vec<(Bilingual, i64, i64, Bilingual)>; 2],
    /// Turning points: journal entries with the largest change of fortune.
    pub turning_points: Vec<JournalEntry>,
    /// Dice of each side: how many, mean thrown, mean expected, chance of one so far off.
    pub dice: [DiceBalance; 2],
}

/// Dice against expectation.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct DiceBalance {
    /// How many dice.
    pub count: u64,
    /// Mean of the faces thrown.
    pub mean: f64,
    /// Mean expected.
    pub expected: f64,
    /// Standard deviations off.
    pub deviations: f64,
    /// How often each face fell, from 1.
    pub faces: Vec<u64>,
    /// How often each face was to be expected.
    pub expected_faces: Vec<f64>,
}

/// What went wrong: every status from 400 on carries one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Fault {
    /// Short name of the fault, for programs.
    pub what: Term,
    /// What is wrong and what to do.
    pub text: Bilingual,
    /// Refusals, where an answer was refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<RefusalView>,
    /// Faults of a file, all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultLine>,
}

/// One fault of a file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FaultLine {
    /// Its line, from 1.
    pub line: Option<u32>,
    /// Its place in the file (`blue.commands[1].units[0].formation`).
    pub place: String,
    /// What is wrong.
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
