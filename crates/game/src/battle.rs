//! What everybody else holds: a battle with no ruleset in sight.

use crate::seal::{Bytes32, Bytes64};
use crate::sign::SignedAct;
use crate::{
    Ask, By, Dossier, Entry, Event, Insight, Lens, LogError, Outcome, Picture, Preview, Prospect, Refusal, Reply, Side,
    Slot, Standing, Toss, UnitId,
};
use serde::{Deserialize, Serialize};

/// A battle under way.
pub trait Battle: Send {
    /// The questions that a side has still to answer.
    fn waiting(&self, side: Side) -> Vec<Ask>;

    /// How many questions a side has been put so far; they are numbered from 1.
    fn asked(&self, side: Side) -> u64;

    /// Whether the other side, too, has something to answer (never what nor about whom).
    fn table_waits(&self, side: Side) -> bool;

    /// An answer that would be accepted; another one for another luck.
    fn suggest(&self, side: Side, ask: u64, luck: u64) -> Option<Vec<Reply>>;

    /// What an answer would do.
    ///
    /// # Errors
    /// Every reason why it would be refused.
    fn preview(&self, side: Side, ask: u64, replies: &[Reply]) -> Result<Preview, Vec<Refusal>>;

    /// Every test that an answer would start, line by line, with its odds. Nothing for an answer that would be refused,
    /// and nothing while measuring is not free.
    fn prospects(&self, side: Side, ask: u64, replies: &[Reply]) -> Vec<Prospect>;

    /// What a lens shows a side of a unit. Nothing while measuring is not free.
    fn lens(&self, side: Side, unit: UnitId, lens: Lens) -> Insight;

    /// Whether a side may measure now.
    fn may_measure(&self, side: Side) -> bool;

    /// Whether a side may lay a tape between these ends now; none: a spot of the ground.
    fn may_tape(&self, side: Side, ends: [Option<UnitId>; 2]) -> bool;

    /// A unit's card as a side may know it; without measurements while measuring is not free.
    fn dossier(&self, side: Side, unit: UnitId) -> Option<Dossier>;

    /// Answers.
    ///
    /// # Errors
    /// Every reason why it is refused; the battle stays as it was.
    fn answer(&mut self, side: Side, ask: u64, replies: Vec<Reply>, by: By) -> Result<(), Vec<Refusal>>;

    /// Answers as a person whose seat has signed it.
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

    /// The key with which a seat signs.
    fn seat_key(&self, side: Side) -> Option<Bytes32>;

    /// A seat signs with this key from now on; false: it is no key, or too late.
    fn set_seat_key(&mut self, side: Side, key: Bytes32) -> bool;

    /// Notes the signature of what a seat does next: giving up, or a word about a draw. False: it does not fit.
    fn note_signature(&mut self, side: Side, act: SignedAct, signature: Bytes64) -> bool;

    /// What tells this battle from every other: the hash of its first line, which seats sign with their answers.
    fn identity(&self) -> Bytes32;

    /// Whether the open questions form a bracket, so that an answer is sealed until all are in.
    fn sealing(&self) -> bool;

    /// The questions of a side whose answers wait, sealed.
    fn sealed(&self, side: Side) -> Vec<u64>;

    /// The same questions whole, with what the side answered: for the side itself, who may look at it and take it back.
    fn sealed_answers(&self, side: Side) -> Vec<(Ask, Vec<Reply>)>;

    /// Takes a sealed answer back while the other side has not answered; false: too late.
    fn withdraw(&mut self, side: Side, ask: u64) -> bool;

    /// Takes the last answer back.
    ///
    /// # Errors
    /// What stands in the way.
    fn undo(&mut self, side: Side) -> Result<(), Barrier>;

    /// Whether the last answer could be taken back.
    ///
    /// # Errors
    /// What stands in the way.
    fn undo_possible(&self, side: Side) -> Result<(), Barrier>;

    /// Sets a standing answer.
    fn stand(&mut self, side: Side, standing: Standing);

    /// Revokes a standing answer; false: there was none such.
    fn revoke(&mut self, side: Side, standing: &Standing) -> bool;

    /// The standing answers of a side.
    fn standing(&self, side: Side) -> &[Standing];

    /// Gives up.
    fn resign(&mut self, side: Side);

    /// Offers a draw; when both have offered it, it is agreed.
    fn offer_draw(&mut self, side: Side);

    /// Declines the other side's offer, or takes one's own back; false: there was none.
    fn decline_draw(&mut self, side: Side) -> bool;

    /// Who has offered a draw (blue, red).
    fn draw_offered(&self) -> [bool; 2];

    /// Dice that are to be typed in, where players throw their own.
    fn dice_wanted(&self) -> Vec<Toss>;

    /// Types dice in, all faces in order.
    ///
    /// # Errors
    /// What is wrong with them.
    fn type_dice(&mut self, faces: &[Vec<u8>]) -> Result<(), dice::DiceError>;

    /// What a side (nobody: the umpire) can see.
    fn picture(&self, side: Option<Side>) -> Picture;

    /// The events that a side (nobody: the umpire) may know, in order, without those undone.
    fn events(&self, side: Option<Side>) -> Vec<Event>;

    /// How many lines the log has; they are only ever added to.
    fn lines(&self) -> usize;

    /// The lines of the log from this number on (the head is line 0) as a side may have them; nobody: whole, with the seed
    /// once the battle is over.
    fn lines_since(&self, line: usize, side: Option<Side>) -> Vec<&Entry>;

    /// The log as a side may have it; nobody: whole, with the seed once the battle is over.
    fn log(&self, side: Option<Side>) -> Vec<Entry> {
        self.lines_since(0, side).into_iter().cloned().collect()
    }

    /// The lines of the log from this number on (the head is line 0), whole: for the umpire who keeps them.
    fn log_since(&self, line: usize) -> Vec<Entry> {
        self.lines_since(line, None).into_iter().cloned().collect()
    }

    /// What the umpire keeps beside the log so that the battle can go on after its program ended.
    fn keep(&self) -> UmpireState;

    /// How it ended, once it has.
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

    /// The same battle from its beginning, with other dice and perhaps other generals: nothing is read again.
    fn again(&self, generals: [String; 2], seed: Option<Bytes32>, salt: Bytes32) -> Box<dyn Battle>;

    /// The same battle from its beginning, to be kept as evidence: its dice depend on its head, and the umpire signs its
    /// end. The same seed gives other dice than `again`.
    fn witnessed(&self, seed: Option<Bytes32>, salt: Bytes32) -> Box<dyn Battle>;

    /// What a general of a side needs to value the battle.
    fn appraise(&self, side: Side) -> std::sync::Arc<crate::Appraisal>;

    /// What the choices of a question mean: for each field that is a pick, one per choice, in order. Empty where the
    /// ruleset does not say.
    fn gists(&self, side: Side, ask: u64) -> Vec<Vec<crate::Gist>>;

    /// What units, each against another, could do from where they stand, as far as a side knows.
    fn clashes(&self, side: Side, pairs: &[(UnitId, UnitId)]) -> Vec<crate::Clash>;

    /// What a leader would command from places where he might go: the worth of his units that his orders would reach, in
    /// points, place by place. Empty where that does not matter.
    fn led(&self, side: Side, leader: UnitId, from: &[table::Point]) -> Vec<i64>;

    /// What the test told in a line of the log could have come to, and how likely; nothing where no dice fell for it, or too
    /// many to run.
    fn hindsight(&self, line: usize) -> Option<crate::Hindsight>;

    /// Whether the odds that players are shown here are those of the battle itself.
    fn drift(&self, luck: u64) -> crate::drift::Drift;

    /// Whether what is shown of an answer to an open question, proposed by luck, is what comes of it in this battle.
    fn drift_of(&self, side: Side, ask: u64, luck: u64) -> crate::drift::Drift;

    /// What its rules say of themselves so that the battery can watch it from positions alone.
    fn invariants(&self) -> crate::battery::invariants::Invariants;

    /// A copy to search in, with the questions that are open to the side, those it has answered answered likewise: it
    /// cannot hold what the side cannot know.
    fn imagine(&self, side: Side, luck: u64) -> Box<dyn Battle>;
}

/// What is not in the log of a battle under way and must not be lost: the seed that is still sealed, and the answers
/// that wait for the other side. Nobody but the umpire may see it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UmpireState {
    /// The seed of the dice; nothing: players throw their own.
    pub seed: Option<Bytes32>,
    /// The random bytes of the seals.
    pub salt: Bytes32,
    /// Answers that wait, sealed.
    pub sealed: Vec<(Slot, Vec<Reply>, By)>,
}

/// Why an answer can no longer be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barrier {
    /// There is nothing to take back.
    Nothing,
    /// Dice have fallen since.
    Dice,
    /// Something hidden was opened since.
    Opened,
    /// The other side was asked since.
    Asked,
}

/// The values of an option: off and on.
pub const SWITCH: std::ops::RangeInclusive<i64> = 0..=1;

/// What opens a battle: one value per ruleset, the only way in.
pub trait Ruleset: Sync {
    fn id(&self) -> &'static str;

    /// Version of its code: changes when the same answers and dice may give other events.
    fn version(&self) -> u32;

    fn catalogue(&self) -> crate::catalogue::Catalogue;

    /// Its resolutions by themselves.
    fn assistant(&self) -> Box<dyn crate::Assistant>;

    /// Its resolutions by themselves, with a club's own tables and options by name.
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

    /// The figure of a card that counts what is left of a unit.
    fn strength(&self) -> &'static str;

    /// The options it knows, with their defaults: each is a [`SWITCH`].
    fn options(&self) -> Vec<(&'static str, i64)>;

    /// The words of all that it may ask (`question-...` in the texts).
    fn questions(&self) -> Vec<&'static str>;

    /// The words of all that its choices do (`does-...` in the texts), but for orders, formations and figures.
    fn choices(&self) -> Vec<&'static str>;

    /// What an army list, given as its file, is under it; nothing: it gives units no cost.
    fn bill(&self, list: &str) -> Option<Result<ArmyBill, Vec<crate::Fault>>> {
        let _ = list;
        None
    }

    /// What a general of a battle made from a seed is worth under it, as the fields of his `overrides` in the file; nothing: what the
    /// ruleset takes where nothing is said.
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

    /// The same, stopping at every throw as where players type their dice in: nothing else may come of it.
    ///
    /// # Errors
    /// The first line that differs, and how.
    fn retrace(&self, entries: &[Entry]) -> Result<Box<dyn Battle>, LogError>;

    /// Opens a battle from its log and what was kept beside it, verified in the same way: it goes on as if its program
    /// had never ended.
    ///
    /// # Errors
    /// The first line that differs, and how.
    fn resume(&self, entries: &[Entry], keep: &UmpireState) -> Result<Box<dyn Battle>, LogError>;

    /// A new battle that goes on from where a log ends, under other generals and with new dice.
    ///
    /// # Errors
    /// The first line that differs, and how.
    fn branch(&self, entries: &[Entry], generals: [String; 2], keep: &UmpireState)
    -> Result<Box<dyn Battle>, LogError>;
}

/// A general of a battle made from a seed, by what he leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MadeGeneral {
    /// Several brigades, each with a brigadier.
    Chief,
    /// One brigade of several.
    Brigadier,
    /// The only one.
    Alone,
}

/// What an army list is under a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyBill {
    /// What its commands cost, one after the other.
    pub commands: Vec<CommandBill>,
    /// The orders of battle open to it, as the texts name them (`doctrine-thin`); nothing: the ruleset has none; an empty
    /// list: none for this nation.
    pub doctrines: Option<Vec<&'static str>>,
}

/// What a command of an army list costs, in tenths of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandBill {
    pub general: i64,
    /// Its units: elements and cost.
    pub units: Vec<(u32, i64)>,
}

impl ArmyBill {
    /// Everything together, in tenths of a point.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.commands.iter().map(|item| item.general + item.units.iter().map(|(_, cost)| cost).sum::<i64>()).sum()
    }
}

/// Everything that a battle begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The scenario file.
    pub scenario: String,
    /// The club's own tables.
    pub tables: Option<String>,
    /// Options and rulings switched.
    pub options: std::collections::BTreeMap<crate::Term, i64>,
    /// Who leads each side, in words.
    pub generals: [String; 2],
    /// The seed of the dice; nothing: players throw their own.
    pub seed: Option<Bytes32>,
    /// Random bytes for the seals.
    pub salt: Bytes32,
}
