//! An answer with its reasons.

use game::{Reason, Reply};
use schemars::JsonSchema;
use serde::Serialize;

/// What a general answers, and why.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Answer {
    /// The replies, field by field.
    pub replies: Vec<Reply>,
    /// Why, in the order of the fields; what goes without saying has none.
    pub reasons: Vec<Reason>,
}

impl From<Vec<Reply>> for Answer {
    fn from(replies: Vec<Reply>) -> Self {
        Self { replies, reasons: Vec::new() }
    }
}
