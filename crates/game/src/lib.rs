//! Questions, answers, dice, events, breakdowns, bouts and odds, the log, views, undo and standing answers.
//! It knows no ruleset.

mod bout;
mod event;
mod name;
mod number;
mod question;
mod toss;

pub use bout::{Bout, Defaults, Fed, Policy, Teller, Wants};
pub use event::{Audience, Card, Deed, Event, Picture};
pub use name::{Facts, Ref, Rule, RuleId, Side, Term, UnitId, facts};
pub use number::{Breakdown, Exact, Line, Op, Quiet, Trace};
pub use question::{
    Ask, By, Choice, Field, Key, Measuring, Need, Outcome, Preview, Refusal, Reply, Shape, Slot,
};
pub use toss::{Thrown, Toss};
