//! What a seat is shown: units, journal, questions, guide, previews, cards.

pub mod ask;
pub mod card;
pub mod end;
pub mod guide;
pub mod house;
pub mod journal;
pub mod look;
pub mod unit;
pub mod why;
