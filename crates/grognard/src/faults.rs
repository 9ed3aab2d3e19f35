//! Faults of a log in the player's language.

use crate::context::Context;
use game::{FaultReason, LineFault, LogDifference};

/// Why a line of a log is refused, in words.
pub fn log_reason(context: &Context, reason: &LogDifference) -> String {
    let (id, facts) = match reason {
        LogDifference::MadeNothing { said } => ("log-made-nothing", vec![said.clone()]),
        LogDifference::MadeOther { made, said } => ("log-made-other", vec![made.clone(), said.clone()]),
        LogDifference::OtherAnswer => ("log-other-answer", Vec::new()),
        LogDifference::NoSeal => ("log-no-seal", Vec::new()),
        LogDifference::SealNotOpen(kind) => ("log-seal-not-open", vec![kind.to_string()]),
        LogDifference::OtherSeed => ("log-other-seed", Vec::new()),
        LogDifference::ForeignDice => ("log-foreign-dice", Vec::new()),
        LogDifference::NoDiceHere => ("log-no-dice-here", Vec::new()),
        LogDifference::Dice(error) => return context.words.fault(&FaultReason::from(error)),
        LogDifference::Misread { read, said } => ("log-dice-misread", vec![read.to_string(), said.to_string()]),
        LogDifference::ThrowCount { said, wanted } => ("log-throw-count", vec![said.to_string(), wanted.to_string()]),
        LogDifference::State => ("log-state-differs", Vec::new()),
        LogDifference::NoUndo => ("log-no-undo", Vec::new()),
        LogDifference::OtherUndo => ("log-other-undo", Vec::new()),
        LogDifference::AnswerMissing => ("log-answer-missing", Vec::new()),
        LogDifference::NotAsked => ("log-not-asked", Vec::new()),
        LogDifference::NotOpen(kind) => ("log-not-open", vec![kind.to_string()]),
        LogDifference::Refused(why) => ("log-answer-refused", vec![why.clone()]),
        LogDifference::Waiting(kind) => ("log-waiting-misfits", vec![kind.to_string()]),
        LogDifference::Signature => ("log-wrong-signature", Vec::new()),
        LogDifference::NoKey => ("log-no-key", Vec::new()),
        LogDifference::Umpire => ("log-wrong-umpire", Vec::new()),
    };
    let fact = |n: usize| facts.get(n).cloned().unwrap_or_default();
    context.say(id, &[("first", fact(0).into()), ("second", fact(1).into())])
}

/// Why a line of a log cannot be read, in words.
pub fn line_reason(context: &Context, reason: &LineFault) -> String {
    match reason {
        LineFault::TooLong { most } => context.say("log-line-too-long", &[("most", (*most).into())]),
        LineFault::NoJson { column } => context.say("log-line-no-json", &[("column", (*column).into())]),
        LineFault::NoEntry { column } => context.say("log-line-no-entry", &[("column", (*column).into())]),
        LineFault::OtherVersion { played, current } => {
            context.say("log-line-other-version", &[("version", (*played).into()), ("current", (*current).into())])
        }
        LineFault::SetUp(faults) => {
            faults.iter().map(|fault| context.words.placed_fault(fault)).collect::<Vec<_>>().join("; ")
        }
    }
}
