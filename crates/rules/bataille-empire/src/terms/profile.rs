//! The characteristics and states of a unit: the vocabulary of the ruleset (BE-GAP-01).

mod abilities;
mod body;
mod type_table;
mod words;

pub use abilities::{Abilities, Ability};
pub use body::{Body, Supports};
pub use type_table::{TypeTable, Variant};
pub use words::{
    Arm, Band, Class, Column, Cover, Formation, Going, Grade, Guns, Order, ShockRow, Size, Status, Weight,
};
