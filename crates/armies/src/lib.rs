//! Nations, troop types, rosters and scenarios: files in, checked values out.
//!
//! A file may contain anything (a *setup*, in metres); a [`Scenario`], a [`Roster`] or a [`Troops`] list is right by
//! construction, in whole centimetres. The only bridge is [`parse`] and its sisters, which report *all* faults of a
//! file at once, each with its line, its place in the file and its reason.
//!
//! This crate knows no rule. A ruleset's values of a troop type, a unit or a general are stored as an opaque table
//! under the ruleset's name; [`Unit::for_ruleset`] returns it with the unit's own values laid over its type's. How many
//! bases a battalion of 700 men has, or what it costs, is for the ruleset.

mod fault;
mod fault_facts;
mod force;
mod geometry;
mod library;
mod read;
mod roster;
mod scenario;
mod schema;
mod setup;
mod syntax;
mod text;
mod troops;
mod unit;

pub use fault::{Fault, Need, Reason, Subject};
pub use force::{Arrival, Command, Entry, Force, General, Rank, Zone};
pub use game::Lang;
pub use library::{Library, NotFound};
pub use read::{
    MAX_BYTES, MAX_FAULTS, MAX_FEATURES, MAX_UNITS, Part, parse, parse_mended, parse_roster, parse_troops, parse_with,
};
pub use roster::Roster;
pub use scenario::{Area, Date, Decision, History, Lesson, LessonGoal, Losses, Objective, Scenario, Victory, Weather};
pub use schema::{SCHEMAS, schema};
pub use syntax::{Slip, position};
pub use text::turns_text;
pub use troops::{Nation, Trait, TroopType, Troops};
pub use unit::{Arm, Formation, Quality, RuleTables, Strength, Unit};
