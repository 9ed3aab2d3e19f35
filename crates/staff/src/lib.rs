//! The computer's generals. They see a battle through [`game::Battle`] alone: the questions of their side, what may be
//! answered, what their side can see. They know no ruleset.

mod fight;
mod luck;
mod random;

pub use fight::{FightError, fight, fight_watched};
pub use luck::Luck;
pub use random::Random;

use game::{Ask, Battle, Reply, Side};

/// Somebody who answers questions.
pub trait General {
    /// Answers a question of his side, field by field. No answer at all: he does not know any.
    fn answer(&mut self, battle: &dyn Battle, side: Side, ask: &Ask) -> Option<Vec<Reply>>;
}

/// The names of the generals there are, as the command line writes them.
pub const NAMES: [&str; 1] = ["random"];

/// A general by his name; the luck is his own.
#[must_use]
pub fn general(name: &str, luck: u64) -> Option<Box<dyn General>> {
    match name {
        "random" => Some(Box::new(Random::new(luck))),
        _ => None,
    }
}
