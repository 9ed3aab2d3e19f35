//! Faults of a log in the player's language.

use crate::context::Context;
use game::{Difference, FaultReason};

/// Why a line of a log is refused, in words.
pub fn log_reason(context: &Context, reason: &Difference) -> String {
    let (id, facts) = match reason {
        Difference::MadeNothing { said } => ("log-made-nothing", vec![said.clone()]),
        Difference::MadeOther { made, said } => ("log-made-other", vec![made.clone(), said.clone()]),
        Difference::OtherAnswer => ("log-other-answer", Vec::new()),
        Difference::NoSeal => ("log-no-seal", Vec::new()),
        Difference::SealNotOpen(kind) => ("log-seal-not-open", vec![kind.to_string()]),
        Difference::OtherSeed => ("log-other-seed", Vec::new()),
        Difference::ForeignDice => ("log-foreign-dice", Vec::new()),
        Difference::NoDiceHere => ("log-no-dice-here", Vec::new()),
        Difference::Dice(error) => return context.words.fault(&FaultReason::from(error)),
        Difference::Misread { read, said } => ("log-dice-misread", vec![read.to_string(), said.to_string()]),
        Difference::ThrowCount { said, wanted } => ("log-throw-count", vec![said.to_string(), wanted.to_string()]),
        Difference::State => ("log-state-differs", Vec::new()),
        Difference::NoUndo => ("log-no-undo", Vec::new()),
        Difference::OtherUndo => ("log-other-undo", Vec::new()),
        Difference::AnswerMissing => ("log-answer-missing", Vec::new()),
        Difference::NotAsked => ("log-not-asked", Vec::new()),
        Difference::NotOpen(kind) => ("log-not-open", vec![kind.to_string()]),
        Difference::Refused(why) => ("log-answer-refused", vec![why.clone()]),
        Difference::Waiting(kind) => ("log-waiting-misfits", vec![kind.to_string()]),
        Difference::Signature => ("log-wrong-signature", Vec::new()),
        Difference::NoKey => ("log-no-key", Vec::new()),
        Difference::Umpire => ("log-wrong-umpire", Vec::new()),
    };
    let fact = |n: usize| facts.get(n).cloned().unwrap_or_default();
    context.say(id, &[("first", fact(0).into()), ("second", fact(1).into())])
}
