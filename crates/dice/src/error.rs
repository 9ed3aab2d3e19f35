//! Errors of a throw.

use crate::Die;
use thiserror::Error;

/// Why dice could not be read, written or counted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DiceError {
    /// More or fewer faces than dice.
    #[error("{throw} is thrown with {wanted} dice, but {got} faces are given")]
    Count {
        /// The throw, as written.
        throw: String,
        /// The number of its dice.
        wanted: usize,
        /// The number of faces given.
        got: usize,
    },
    /// A face that the die does not have.
    #[error("die {place} of {throw} is {}: it has no face {face}", die.named())]
    Face {
        /// The throw, as written.
        throw: String,
        /// The number of the die, from 1.
        place: usize,
        die: Die,
        face: u8,
    },
    /// A die without faces.
    #[error("{} has no faces", die.named())]
    NoFaces { die: Die },
    /// The total or the number of outcomes is too large.
    #[error("{throw} has too many dice to be counted exactly")]
    TooLarge {
        /// The throw, as written.
        throw: String,
    },
    /// The text is not a throw.
    #[error(
        "\"{text}\" is not a throw: {wrong} at character {at} (as in \"4d6\", \"d6-d6\", \"2dm\", \"lot 2\", \"6d6 >=4\", \"4d6 | 5 10 15\")"
    )]
    Text {
        text: String,
        /// The error in the text.
        wrong: &'static str,
        /// The place of the error, from 1.
        at: usize,
    },
    #[error("\"{text}\" is not a ratio (as in \"7/36\", \"1\", \"-5/2\")")]
    Ratio { text: String },
    #[error("a seed is 64 hexadecimal digits")]
    Seed,
    /// A script that has run out.
    #[error("the script has {left} dice left, {throw} needs {wanted}")]
    ScriptShort {
        /// The throw, as written.
        throw: String,
        /// The number of its dice.
        wanted: usize,
        /// The number of faces left in the script.
        left: usize,
    },
    /// A script with dice left over.
    #[error("{} dice of the script were not thrown: {left:?}", left.len())]
    ScriptLeft {
        /// The faces left over.
        left: Vec<u8>,
    },
}
