//! Errors that end a command early, with their exit codes.

use crate::context::Context;
use crate::files;

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// The answer is no: a file has faults, a log does not verify. Exit code 1.
    No(String),
    /// Bad usage or a bad file. Exit code 2.
    Bad(String),
    /// An internal error. Exit code 3.
    Internal(String),
    /// The output cannot be written. Exit code 2.
    Unwritten(std::io::Error),
    /// The reader closed the pipe (EPIPE). Exit code 0.
    Unread,
}

/// The result of a command.
pub type Done<T = ()> = Result<T, Failure>;

impl Failure {
    pub const fn code(&self) -> u8 {
        match self {
            Self::Unread => 0,
            Self::No(_) => 1,
            Self::Bad(_) | Self::Unwritten(_) => 2,
            Self::Internal(_) => 3,
        }
    }

    /// Prints it on the error output.
    pub fn print(&self, context: &Context) {
        match self {
            Self::Unwritten(error) => {
                let values = [
                    ("file", context.say("standard-output", &[]).into()),
                    ("reason", files::reason(context, error).into()),
                ];
                eprintln!("{}", context.say("file-unwritable", &values));
            }
            Self::No(message) | Self::Bad(message) | Self::Internal(message) => eprintln!("{}", message.trim_end()),
            Self::Unread => {}
        }
    }
}
