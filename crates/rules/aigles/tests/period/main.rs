//! Steps of the period played with given answers and dice.

mod aftermath;
mod asked;
mod borders;
mod charges;
mod field;
mod ground;
mod meetings;
mod moments;
mod nerves;
mod odds;
mod places;
mod principles;
mod rules;
mod secrets;
mod targets;
mod together;
mod walked;
