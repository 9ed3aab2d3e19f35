//! An answer with its reasons.

use game::{Reason, Reply};
use schemars::JsonSchema;
use serde::Serialize;

/// A general's answer and the reasons for it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Answer {
    /// The replies, field by field.
    pub replies: Vec<Reply>,
    /// The reasons, in the order of the fields; an obvious reply has none.
    pub reasons: Vec<Reason>,
}

impl From<Vec<Reply>> for Answer {
    fn from(replies: Vec<Reply>) -> Self {
        Self { replies, reasons: Vec::new() }
    }
}
