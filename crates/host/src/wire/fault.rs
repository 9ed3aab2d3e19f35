//! Faults of a request or a file.

use super::RefusalView;
use game::Bilingual;
use game::Term;
use schemars::JsonSchema;
use serde::Serialize;

/// A fault: every status from 400 on carries one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Fault {
    /// Short name of the fault, for programs.
    pub what: Term,
    /// A description of the fault and its remedy.
    pub text: Bilingual,
    /// Refusals, where an answer was refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<RefusalView>,
    /// Faults of a file, all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultLine>,
}

/// One fault of a file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FaultLine {
    /// The line in the file, from 1.
    pub line: Option<u32>,
    /// Its place in the file (`blue.commands[1].units[0].formation`).
    pub place: String,
    /// A description of the fault.
    pub text: Bilingual,
}
