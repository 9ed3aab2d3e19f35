//! A fault of a file: its place and reason.

use crate::Slip;
use serde::{Deserialize, Serialize};

/// One fault of a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The file's name, as given to the reader.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Place in the file, such as `blue.commands[1].units[0].formation`; empty: the file as a whole.
    pub place: String,
    pub reason: Reason,
}

/// The kind of a list in which a word or id was looked up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    Word,
    Formation,
    Arm,
    TroopType,
    Nation,
    Ruleset,
    Command,
    Unit,
    Objective,
    GroundKind,
    Rank,
}

/// How many of several keys are required.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    ExactlyOne,
    Together,
    AtLeastOne,
}

/// The reason of a fault, with its facts. Lengths are in metres, rounded.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "fault")]
pub enum Reason {
    /// The file is too long to be read.
    TooLong { bytes: usize, limit: usize },
    /// More units, or more features, than the program accepts.
    TooMany { count: usize, limit: usize },
    /// More faults than can be listed.
    MoreFaults { left_out: usize },
    /// Not TOML: the likely error, and the line of the text.
    Syntax { slip: Slip, line: String },
    /// The file matches the schema but cannot be read: schema and type disagree.
    Unread,
    /// A key that the schema does not have.
    UnknownKey { key: String, nearest: Option<String> },
    /// A required key is missing.
    MissingKey { key: String },
    /// A value of the wrong sort.
    WrongSort { expected: Vec<String>, found: String },
    /// A word that is not on its list.
    Unknown { subject: Subject, word: String, nearest: Option<String> },
    /// A number out of its bounds.
    OutOfBounds { value: String, least: String, most: String },
    /// A list of the wrong length.
    WrongLength { length: usize, expected: usize },
    /// A text without content.
    Empty,
    /// A text with a control character: it would affect a terminal instead of being read.
    Unprintable { code: u32 },
    /// An id with characters other than small letters, digits and hyphens.
    BadId { id: String },
    /// An id that is already used.
    SameId { id: String, first_line: u32 },
    /// Not a day of the calendar.
    BadDate { date: String },
    /// A point off the table.
    OffTable { x: i64, y: i64, width: i64, height: i64 },
    /// A line with fewer than two corners, an area with fewer than three.
    TooFewCorners { corners: usize, least: usize },
    /// An area whose edges cross each other.
    Crosses { first: usize, second: usize },
    /// An area without surface.
    Flat,
    /// Keys that exclude or require others.
    Keys { need: Need, keys: Vec<String>, found: Vec<String> },
    /// A type that was not in service that year.
    Anachronism { kind: String, year: u16, from: u16, to: u16 },
    /// The unit has another arm or nation than its type.
    Disagrees { said: String, of_type: String },
    /// A formation that the arm cannot take.
    WrongFormation { formation: String, arm: String },
    /// A garrison outside any strongpoint.
    NoStrongpoint { x: i64, y: i64 },
    /// A unit in impassable ground.
    Impassable { kind: String },
    /// Strength in the wrong measure: guns for infantry, men for a battery, bases in a scenario.
    WrongStrength { key: String, arm: String },
    /// A command with units but without a general.
    NoGeneral { command: String },
    /// A general of units on the table who is not on the table.
    AbsentGeneral { general: String },
    /// A command without units or subordinate commands.
    IdleCommand { command: String },
    /// Commands that are superior to themselves.
    Ring { command: String },
    /// A superior who has a lower rank than the general under him.
    LowerRank { general: String, superior: String },
    /// A side, or an army, without units.
    NoUnits,
    /// A unit with no place, no zone to deploy in and no turn on which it arrives.
    NoPlace { unit: String },
    /// A unit that arrives twice, or arrives although it has a place.
    TwicePlaced { unit: String },
    /// A unit at the same place as another of its side.
    SamePlace { other: String },
    /// An arrival after the last turn.
    AfterTheEnd { turn: u16, turns: u16 },
    /// A place in an army list, which has none.
    PlacedInRoster,
    /// Years in the wrong order.
    YearsReversed { from: u16, to: u16 },
    /// The calibre is missing, or given to troops that have no guns.
    Calibre { arm: String },
}
