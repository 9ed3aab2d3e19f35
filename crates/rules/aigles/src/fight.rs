//! The whole charge as one fight: the charger’s test, the answer, the fire at landing, the tests, contact, rounds, the
//! loser’s test and who follows; one machine for the assistant, the odds and the tests.

mod bout;
mod end;
mod explain;
mod form;
mod landing;
mod round;
mod stage;

pub use bout::{ChargeBout, value_key};
pub use end::{End, Outcome};
pub use form::{Form, Party, Surroundings, WholeCharge, Wish, answers};
pub use stage::{Answer, Fact, Onset, PauseFor, Salvo, Situation, Stage, Standing, State, Test, Who};
