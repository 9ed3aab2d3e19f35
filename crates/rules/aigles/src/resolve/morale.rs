//! Morale: the points of a test, its result, and the meaning of the result on each occasion.

mod choice;
mod occasion;
mod points;
mod result;

pub use choice::{Chosen, best_value, is_asked, results_of, values};
pub use occasion::{Effect, Occasion, Reader, charged_tests, charger_tests, effect, read_as};
pub use points::{FireTaken, General, Nerve, Retiring, die_kind, general_at, points};
pub use result::{MoraleResult, result};
