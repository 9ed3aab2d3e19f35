//! Pure resolutions: a situation in, a breakdown and dice out. They depend on no table and no turn.

pub(crate) mod bill;
pub mod combat;
pub mod moving;
pub mod nerve;
pub mod people;
pub mod shooting;
