//! A battle as the other crates hold it: with no ruleset in sight.

use crate::seal::{Bytes32, Bytes64};
use crate::sign::SignedAct;
use crate::{
    Ask, By, Dossier, Entry, Event, Insight, Lens, LogError, Outcome, Picture, Preview, Prospect, Refusal, Reply, Side,
    Slot, Standing, Toss, UnitId,
};
use serde::{Deserialize, Serialize};

/// A battle under way.
pub trait Battle: Send {
    /// The open questions of a side.
    fn waiting(&self, side: Side) -> Vec<Ask>;

    /// The number of questions put to a side so far; they are numbered from 1.
    fn asked(&self, side: Side) -> u64;

    /// Whether the other side also has a question open (never its kind or subject).
    fn table_waits(&self, side: Side) -> bool;

    /// An answer that would be accepted; another luck gives another one.
    fn suggest(&self, side: Side, ask: u64, luck: u64) -> Option<Vec<Reply>>;

    /// The effect of an answer.
    ///
    /// # Errors
    /// Every reason why it would be refused.
    fn preview(&self, side: Side, ask: u64, replies: &[Reply]) -> Result<Preview, Vec<Refusal>>;

    /// Every test that an answer would start, line by line, with its odds. Empty for an answer that would be refused,
    /// and while measuring is not free.
    fn prospects(&self, side: Side, ask: u64, replies: &[Reply]) -> Vec<Prospect>;

    /// A lens on a unit for a side. Empty while measuring is not free.
    fn lens(&self, side: Side, unit: UnitId, lens: Lens) -> Insight;

    /// Whether a side may measure now.
    fn may_measure(&self, side: Side) -> bool;

    /// Whether a side may measure between these ends now; `None`: a spot of the ground.
    fn may_tape(&self, side: Side, ends: [Option<UnitId>; 2]) -> bool;

    /// A unit's card as a side may know it; without measurements while measuring is not free.
    fn dossier(&self, side: Side, unit: UnitId) -> Option<Dossier>;

    /// Answers a question.
    ///
    /// # Errors
    /// Every reason why it is refused; the battle stays as it was.
    fn answer(&mut self, side: Side, ask: u64, replies: Vec<Reply>, by: By) -> Result<(), Vec<Refusal>>;

    /// Answers as a person whose seat has signed the answer.
    ///
    /// # Errors
    /// Every reason why it is refused; the battle stays as it was. A signature that does not fit is one.
    fn answer_signed(
        &mut self,
        side: Side,
        ask: u64,
        replies: Vec<Reply>,
        signature: Bytes64,
    ) -> Result<(), Vec<Refusal>>;

    fn seat_key(&self, side: Side) -> Option<Bytes32>;

    /// Sets the key with which a seat signs from now on; false: it is no key, or too late.
    fn set_seat_key(&mut self, side: Side, key: Bytes32) -> bool;

    /// Records the signature of a seat's next act: resigning, or a message about a draw. False: it does not fit.
    fn note_signature(&mut self, side: Side, act: SignedAct, signature: Bytes64) -> bool;

    /// The hash of the first line, which identifies this battle; seats sign it with their answers.
    fn identity(&self) -> Bytes32;

    /// Whether the open questions form a bracket, so that an answer is sealed until all are in.
    fn sealing(&self) -> bool;

    /// The questions of a side whose answers wait, sealed.
    fn sealed(&self, side: Side) -> Vec<u64>;

    /// The same questions whole, with the side's answers: for the side itself, which may look at them and take them
    /// back.
    fn sealed_answers(&self, side: Side) -> Vec<(Ask, Vec<Reply>)>;

    /// Takes a sealed answer back while the other side has not answered; false: too late.
    fn withdraw(&mut self, side: Side, ask: u64) -> bool;

    /// Takes the last answer back.
    ///
    /// # Errors
    /// The barrier that prevents it.
    fn undo(&mut self, side: Side) -> Result<(), Barrier>;

    /// Whether the last answer could be taken back.
    ///
    /// # Errors
    /// The barrier that prevents it.
    fn undo_possible(&self, side: Side) -> Result<(), Barrier>;

    /// Sets a standing answer.
    fn stand(&mut self, side: Side, standing: Standing);

    /// Revokes a standing answer; false: there was no such answer.
    fn revoke(&mut self, side: Side, standing: &Standing) -> bool;

    /// The standing answers of a side.
    fn standing(&self, side: Side) -> &[Standing];

    fn resign(&mut self, side: Side);

    /// Offers a draw; when both have offered it, it is agreed.
    fn offer_draw(&mut self, side: Side);

    /// Declines the other side's offer, or withdraws one's own; false: there was none.
    fn decline_draw(&mut self, side: Side) -> bool;

    /// Whether each side has offered a draw (blue, red).
    fn draw_offered(&self) -> [bool; 2];

    /// Dice that are to be typed in, where players throw their own.
    fn dice_wanted(&self) -> Vec<Toss>;

    /// Types dice in, all faces in order.
    ///
    /// # Errors
    /// Their fault.
    fn type_dice(&mut self, faces: &[Vec<u8>]) -> Result<(), dice::DiceError>;

    /// The table as a side (`None`: the umpire) sees it.
    fn picture(&self, side: Option<Side>) -> Picture;

    /// The events that a side (`None`: the umpire) may know, in order, without those undone.
    fn events(&self, side: Option<Side>) -> Vec<Event>;

    /// The number of the log's lines; lines are only ever added.
    fn lines(&self) -> usize;

    /// The lines of the log from this number on (the head is line 0) as a side may have them; `None`: whole, with the
    /// seed once the battle is over.
    fn lines_since(&self, line: usize, side: Option<Side>) -> Vec<&Entry>;

    /// The log as a side may have it; `None`: whole, with the seed once the battle is over.
    fn log(&self, side: Option<Side>) -> Vec<Entry> {
        self.lines_since(0, side).into_iter().cloned().collect()
    }

    /// The lines of the log from this number on (the head is line 0), whole: for the umpire, who stores them.
    fn log_since(&self, line: usize) -> Vec<Entry> {
        self.lines_since(line, None).into_iter().cloned().collect()
    }

    /// The umpire's state beside the log, with which the battle can resume after its program ended.
    fn keep(&self) -> UmpireState;

    /// The outcome, once the battle is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Hash of the state.
    fn fingerprint(&self) -> Bytes32;

    /// Hash of everything that a side can learn: its view, its questions, its events.
    fn knowledge(&self, side: Side) -> Bytes32 {
        self.knowledge_since(0, side)
    }

    /// The same, of the events from this line of the log on: to compare two battles whose lines before it are the same.
    fn knowledge_since(&self, line: usize, side: Side) -> Bytes32;

    /// Writes the state and reads it back; true: it is the same.
    fn survives_saving(&self) -> bool;

    /// An exact copy, secrets and all: for the umpire and for tests, never for a player.
    fn fork(&self) -> Box<dyn Battle>;

    /// The same battle from its beginning, with other dice and perhaps other generals: nothing is parsed again.
    fn again(&self, generals: [String; 2], seed: Option<Bytes32>, salt: Bytes32) -> Box<dyn Battle>;

    /// The same battle from its beginning, as evidence: its dice depend on its head, and the umpire signs its end. The
    /// same seed gives other dice than `again`.
    fn witnessed(&self, seed: Option<Bytes32>, salt: Bytes32) -> Box<dyn Battle>;

    /// The values that a side's general needs.
    fn appraise(&self, side: Side) -> std::sync::Arc<crate::Appraisal>;

    /// The meaning of a question's choices: for each field that is a pick, one per choice, in order. Empty where the
    /// ruleset gives none.
    fn gists(&self, side: Side, ask: u64) -> Vec<Vec<crate::Gist>>;

    /// The odds of units against each other from where they stand, as far as a side knows.
    fn clashes(&self, side: Side, pairs: &[(UnitId, UnitId)]) -> Vec<crate::Clash>;

    /// The worth of a leader's units within reach of orders from each of some places, in points. Empty where that does
    /// not matter.
    fn led(&self, side: Side, leader: UnitId, from: &[table::Point]) -> Vec<i64>;

    /// The possible results of the test in a line of the log, with their odds; `None` where it had no dice, or too many
    /// to run.
    fn hindsight(&self, line: usize) -> Option<crate::Hindsight>;

    /// Whether the odds shown to players are those of the battle itself.
    fn drift(&self, luck: u64) -> crate::drift::Drift;

    /// Whether the odds shown of an answer to an open question, proposed by luck, are those of this battle.
    fn drift_of(&self, side: Side, ask: u64, luck: u64) -> crate::drift::Drift;

    /// The figures of its rules by which the battery checks positions alone.
    fn invariants(&self) -> crate::battery::invariants::Invariants;

    /// A copy to search in, with the side's open questions, and those it has answered with the same answers: it holds
    /// nothing that the side cannot know.
    fn imagine(&self, side: Side, luck: u64) -> Box<dyn Battle>;
}

/// The umpire's state that is not in the log of a battle under way and must not be lost: the sealed seed, and the
/// answers that wait for the other side. Only the umpire may see it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UmpireState {
    /// The seed of the dice; `None`: players throw their own.
    pub seed: Option<Bytes32>,
    /// The random bytes of the seals.
    pub salt: Bytes32,
    /// Answers that wait, sealed.
    pub sealed: Vec<(Slot, Vec<Reply>, By)>,
}

/// Why an answer can no longer be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barrier {
    /// There is no answer to take back.
    Nothing,
    /// Dice were thrown since.
    Dice,
    /// Something hidden was opened since.
    Opened,
    /// The other side was asked since.
    Asked,
}

pub const SWITCH: std::ops::RangeInclusive<i64> = 0..=1;

/// The rules of a game: one value per ruleset, the only way to open a battle.
pub trait Ruleset: Sync {
    fn id(&self) -> &'static str;

    /// Version of its code: changes when the same answers and dice may give other events.
    fn version(&self) -> u32;

    fn catalogue(&self) -> crate::catalogue::Catalogue;

    /// Its resolutions on their own.
    fn assistant(&self) -> Box<dyn crate::Assistant>;

    /// Its resolutions on their own, with a club's own tables and options by name.
    ///
    /// # Errors
    /// Every fault of the tables or the options.
    fn assistant_of(
        &self,
        tables: Option<&str>,
        options: &std::collections::BTreeMap<crate::Term, i64>,
    ) -> Result<Box<dyn crate::Assistant>, Vec<crate::Fault>>;

    /// The unit in which its players measure: name and length in centimetres.
    fn measure(&self) -> (&'static str, i32);

    /// The figure of a card that is a unit's remaining strength.
    fn strength(&self) -> &'static str;

    /// Its options, with their defaults: each is a [`SWITCH`].
    fn options(&self) -> Vec<(&'static str, i64)>;

    /// The kinds of its questions (`question-...` in the texts).
    fn questions(&self) -> Vec<&'static str>;

    /// The deeds of its choices (`does-...` in the texts), except orders, formations and figures.
    fn choices(&self) -> Vec<&'static str>;

    /// The cost of an army list, given as its file; `None`: the ruleset gives units no cost.
    fn bill(&self, list: &str) -> Option<Result<ArmyBill, Vec<crate::Fault>>> {
        let _ = list;
        None
    }

    /// The rating of a general in a battle made from a seed, as the fields of `overrides` in the file; `None`: the
    /// ruleset's default.
    fn made_general(&self, place: MadeGeneral) -> Option<&'static str> {
        let _ = place;
        None
    }

    /// How many turns a battle made from a seed has under it by its units a side; nothing: as many as under any ruleset.
    fn made_turns(&self, units: u16) -> Option<u16> {
        let _ = units;
        None
    }

    /// Begins a battle.
    ///
    /// # Errors
    /// Every fault of the scenario, the tables or the options.
    fn begin(&self, setup: &Setup) -> Result<Box<dyn Battle>, Vec<crate::Fault>>;

    /// Opens a battle from its log and verifies every line: the same answers and dice must give the same events.
    ///
    /// # Errors
    /// The first line that differs, and how.
    fn reopen(&self, entries: &[Entry]) -> Result<Box<dyn Battle>, LogError>;

    /// The same, stopping at every throw as where players type their dice in: the result must be the same.
    ///
    /// # Errors
    /// The first line that differs, and how.
    fn retrace(&self, entries: &[Entry]) -> Result<Box<dyn Battle>, LogError>;

    /// Opens a battle from its log and the umpire's state, verified in the same way: it continues as if its program had
    /// never ended.
    ///
    /// # Errors
    /// The first line that differs, and how.
    fn resume(&self, entries: &[Entry], keep: &UmpireState) -> Result<Box<dyn Battle>, LogError>;

    /// A new battle that continues from the end of a log, under other generals and with new dice.
    ///
    /// # Errors
    /// The first line that differs, and how.
    fn branch(&self, entries: &[Entry], generals: [String; 2], keep: &UmpireState)
    -> Result<Box<dyn Battle>, LogError>;
}

/// A general of a battle made from a seed, by the units under it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MadeGeneral {
    /// Several brigades, each with a brigadier.
    Chief,
    /// One brigade of several.
    Brigadier,
    /// The only one.
    Alone,
}

/// The cost of an army list under a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyBill {
    /// The cost of each command.
    pub commands: Vec<CommandBill>,
    /// The orders of battle open to it, as the texts name them (`doctrine-thin`); `None`: the ruleset has none; empty:
    /// none for this nation.
    pub doctrines: Option<Vec<&'static str>>,
}

/// The cost of a command of an army list, in tenths of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandBill {
    pub general: i64,
    /// Its units: elements and cost.
    pub units: Vec<(u32, i64)>,
}

impl ArmyBill {
    /// The sum, in tenths of a point.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.commands.iter().map(|item| item.general + item.units.iter().map(|(_, cost)| cost).sum::<i64>()).sum()
    }
}

/// The settings with which a battle begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The scenario file.
    pub scenario: String,
    /// The club's own tables.
    pub tables: Option<String>,
    /// Values of options and rulings that differ from the defaults.
    pub options: std::collections::BTreeMap<crate::Term, i64>,
    /// The leader of each side, as the log names it.
    pub generals: [String; 2],
    /// The seed of the dice; `None`: players throw their own.
    pub seed: Option<Bytes32>,
    /// Random bytes for the seals.
    pub salt: Bytes32,
}
