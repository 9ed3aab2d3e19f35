//! What a side does not know of the other: troops that are hidden, and markers of type instead of units.

mod hidden;
mod tokens;

pub(crate) use hidden::base_of;
