//! Random scenes, the same in every run.

use staff::Luck;

/// A number from `low` up to and including `high`.
pub fn between(luck: &mut Luck, low: i32, high: i32) -> i32 {
    let span = u64::from(high.abs_diff(low)) + 1;
    low + i32::try_from(luck.next() % span).unwrap_or(0)
}
