//! Raising units, generals, and the cost of troops.

pub mod budget;
pub mod composite;
pub mod generals;
pub mod raising;
