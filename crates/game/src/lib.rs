//! Questions, answers, dice, events, breakdowns, bouts and odds, the log, views, undo and standing answers.
//! It knows no ruleset.

mod appraisal;
mod assist;
pub mod battery;
mod battle;
mod bout;
pub mod cases;
pub mod catalogue;
pub mod chain;
mod chance;
mod dossier;
pub mod drift;
mod event;
mod follow;
pub mod form;
mod hindsight;
mod host;
mod lens;
pub mod log;
mod name;
mod number;
mod oracle;
#[cfg(feature = "places")]
mod places;
mod play;
mod prospect;
mod question;
mod reason;
mod replay;
mod rules;
pub mod seal;
pub mod sign;
pub mod standing;
mod toss;
pub mod unique;

pub use appraisal::{Appraisal, Army, Clash, Doctrine, Extent, Gist, Goal, Intent, Nerve, Rating, Sort, Stance};
pub use assist::{
    Assistant, Column, Faces, Fault, FaultReason, Found, Lead, OwnedLine, Resolution, Row, TestCard, ValueSort,
};
pub use battle::{ArmyBill, Barrier, Battle, CommandBill, Keep, Ruleset, Setup};
pub use bout::{Bout, Defaults, Fed, Policy, Teller, Wants};
pub use chance::Chance;
pub use dossier::{Act, Dossier, Shown, Trait};
pub use event::{Audience, Card, Deed, Event, Picture};
pub use follow::{Chosen, Fallen, Followed, Handed, Next, Offer, Stride, Tale, Wanted, follow};
pub use hindsight::{Hindsight, Past};
pub use host::Host;
pub use lens::{Figure, Insight, Lens};
pub use log::{Entry, Head, Log, LogError};
pub use name::{Facts, Ref, Rule, RuleId, Side, Term, UnitId, facts};
pub use number::{Breakdown, Exact, Line, Op, Quiet, Trace};
pub use oracle::{Columns, Odds, OddsError, odds, odds_by_reply};
pub use play::{DIVERGED, Desk, Flow, Live, Play, Script, Thrower, Told, Wait};
pub use prospect::{Prospect, Threshold};
pub use question::{
    Ask, By, Choice, Consequence, Field, Key, Measuring, Need, Outcome, Preview, Refusal, Reply, Shape, Slot,
};
pub use reason::Reason;
pub use rules::{Given, Rules, Secret, Seen};
pub use standing::Standing;
pub use toss::{Thrown, Toss};
