//! Figures of the text by which the battery watches a battle from positions alone. Nothing here is computed by the rules
//! that it watches.

use crate::{CM, LesAigles};
use game::battery::invariants::Invariants;
use game::{Card, RuleId};
use table::Cm;

impl LesAigles {
    /// What the battery measures a battle by.
    pub(crate) fn watched(&self) -> Invariants {
        Invariants { longest: Some(longest), ..Invariants::default() }
    }
}

/// What a unit can march in a period at most: the largest allowance of its arm (LA-GAP-34), on a road and in a forced
/// march. Charges, evasions, rallies and routs have lengths of their own.
fn longest(card: &Card, rules: &[RuleId]) -> Option<Cm> {
    if !rules.iter().any(|rule| rule.as_str() == "LA-MVT-08") {
        return None;
    }
    let allowance = match card.arm.as_str() {
        "infantry" => 20,
        "cavalry" => 40,
        "artillery" => 30,
        _ => return None,
    };
    // Five quarters on a road (LA-GAP-72), three halves in a forced march (LA-PIV-16).
    Some(allowance * CM * 15 / 8)
}
