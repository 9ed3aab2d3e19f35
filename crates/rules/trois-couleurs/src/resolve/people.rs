//! Units as they are raised, generals, and what they cost.

pub mod budget;
pub mod composite;
pub mod generals;
pub mod raising;
