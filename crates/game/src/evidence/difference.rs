//! How a line of a log differs from the line that the rules make.

use crate::Term;
use dice::DiceError;

/// A difference. The sentences are for readers of a trace; players are told by texts `log-…`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LogDifference {
    /// The rules make no line here.
    #[error("the rules make nothing here, the log says {said}")]
    MadeNothing {
        /// The line, shortened.
        said: String,
    },
    /// The rules make another line.
    #[error("the rules make {made} here, the log says {said}")]
    MadeOther {
        /// The line of the rules, shortened.
        made: String,
        /// The line, shortened.
        said: String,
    },
    #[error("the answer is not the one that was sealed")]
    OtherAnswer,
    #[error("an answer without its seal")]
    NoSeal,
    /// The answer's seal, by the kind of the question.
    #[error("a seal for a question that is not open: {0}")]
    SealNotOpen(Term),
    #[error("the seed is not the one that was sealed")]
    OtherSeed,
    #[error("these dice do not come from the seed")]
    ForeignDice,
    #[error("dice where none are thrown")]
    NoDiceHere,
    /// Faces that the dice do not have, or too few of them.
    #[error("{0}")]
    Dice(DiceError),
    /// Dice that are read differently.
    #[error("the dice read {read}, not {said}")]
    Misread {
        /// The class of their faces.
        read: i16,
        /// The class in the line.
        said: i16,
    },
    /// More or fewer throws than were asked for.
    #[error("{said} throws instead of {wanted}")]
    ThrowCount {
        /// The number in the line.
        said: usize,
        /// The number that the rules ask for.
        wanted: usize,
    },
    #[error("the state differs here")]
    State,
    #[error("nothing that may be undone")]
    NoUndo,
    #[error("undone to another line")]
    OtherUndo,
    #[error("an answer of the other side is missing")]
    AnswerMissing,
    #[error("an answer where none is asked")]
    NotAsked,
    /// By the kind of the question.
    #[error("an answer to a question that is not open: {0}")]
    NotOpen(Term),
    /// By rule and reason.
    #[error("the answer is refused: {0}")]
    Refused(String),
    /// A stored waiting answer, by the kind of its question.
    #[error("the answer that waits does not fit the question: {0}")]
    Waiting(Term),
    #[error("the signature does not fit")]
    Signature,
    #[error("this is no key")]
    NoKey,
    #[error("the umpire has not signed these lines")]
    Umpire,
}
