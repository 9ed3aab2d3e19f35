//! The whole charge as one fight: the charger’s test, the answer, the fire at landing, the tests, contact, rounds, the
//! loser’s test and the pursuit; one machine for the assistant, the odds and the tests. A round of melee is a machine
//! of its own ([`Round`]): the turn drives one for each melee, of any number of units.

mod bout;
mod brawl;
mod duel;
mod end;
mod explain;
mod form;
mod landing;
mod round;
mod stage;

pub use bout::{ChargeBout, value_key};
pub use brawl::{Beaten, Blow, Brawler, Grip, Hunt, Led, Link, Pages, Parting, Pursuer, Pursues, Sheets};
pub use end::{End, Outcome};
pub use form::{Form, Party, Surroundings, WholeCharge, Wish, answers};
pub use round::{Moment, Round};
pub use stage::{Answer, Fact, Onset, PauseFor, Salvo, Situation, Stage, Standing, State, Test, Who};
