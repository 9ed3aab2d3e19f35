//! Questions, answers, dice, events, breakdowns, bouts and odds, the log, views, undo and standing answers.
//! It knows no ruleset.

mod assist;
pub mod battery;
mod battle;
pub mod cases;
pub mod catalogue;
pub mod drift;
mod event;
mod evidence;
mod faults;
mod fights;
mod finished;
pub mod form;
mod host;
mod lang;
mod looks;
mod name;
mod number;
#[cfg(feature = "places")]
mod places;
mod play;
mod question;
mod reason;
mod rules;
pub mod standing;
mod toss;
pub mod unique;

pub use assist::{
    Assistant, Column, Faces, Fault, FaultReason, FaultSubject, FileFact, Found, Lead, OwnedLine, Resolution, Row,
    TestCard, ValueSort,
};
use evidence::replay;
pub use evidence::{chain, log, seal, sign};
pub use faults::ResolutionFault;
use fights::chance;
pub use looks::appraisal::{Appraisal, Army, Clash, Doctrine, Extent, Gist, Goal, Intent, Nerve, Rating, Sort, Stance};
use looks::hindsight;

pub use battle::{ArmyBill, Barrier, Battle, CommandBill, MadeGeneral, Ruleset, SWITCH, Setup, UmpireState};
pub use event::{Audience, Card, Deed, Event, Picture, UnitPart};
pub use evidence::difference::LogDifference;
pub use evidence::log::{Entry, Head, LineFault, Log, LogError};
pub use fights::bout::{Bout, BoutInput, BoutRequest, Defaults, Policy, Teller};
pub use fights::chance::Chance;
pub use fights::follow::{Chosen, Fallen, Followed, FollowedStep, Handed, Narrated, Next, Offer, Wanted, follow};
pub use fights::oracle::{Columns, Odds, OddsError, odds, odds_by_reply};
pub use finished::FinishedBattle;
pub use host::Host;
pub use lang::{Bilingual, Lang};
pub use looks::dossier::{Act, Dossier, Shown, Trait};
pub use looks::hindsight::{Hindsight, Past};
pub use looks::lens::{Figure, Insight, Lens};
pub use looks::prospect::{Prospect, Threshold};
pub use name::{Facts, Ref, Rule, RuleId, Side, Term, UnitId, facts};
pub use number::{Breakdown, Exact, Line, Op, Quiet, Trace};
pub use play::{DIVERGED, Flow, Live, Output, Play, RAN_DRY, Script, StepContext, Thrower, Wait};
pub use question::{
    Ask, By, Choice, Consequence, Field, Key, Measuring, Need, Outcome, Preview, Refusal, Reply, Shape, Slot,
};
pub use reason::Reason;
pub use rules::{Given, Rules, Secret, Seen};
pub use standing::Standing;
pub use toss::{Thrown, Toss};
