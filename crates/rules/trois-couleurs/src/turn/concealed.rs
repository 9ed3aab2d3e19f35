//! What is hidden from the other side: troops not on view, and markers of type instead of units.

mod hidden;
mod tokens;

pub(crate) use hidden::base_of;
