//! Morale, flight and rallying.

pub mod flight;
pub mod morale;
pub mod rally;
pub mod reading;
