//! Tests of morale.

mod result;

pub use result::MoraleResult;
