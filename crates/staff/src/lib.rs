//! The computer's generals. They see a battle through a [`Post`] alone: the questions of their side, what may be
//! answered, what their side can see and what the ruleset says it is worth. They know no ruleset.

mod answer;
mod army;
mod bred;
mod captain;
mod fight;
mod luck;
mod march;
mod marshal;
mod pick;
mod post;
mod random;
mod recruit;
mod scene;
mod settings;
mod sparring;
mod straight;
mod weights;

pub use answer::Answer;
pub use bred::Bred;
pub use captain::Captain;
pub use fight::{FightError, fight, fight_watched};
pub use game::Reason;
pub use luck::Luck;
pub use marshal::{Marshal, Thought};
pub use post::Post;
pub use random::Random;
pub use recruit::Recruit;
pub use settings::{Budget, Temperament};
pub use weights::{Genes, Part, Untold};

use game::Ask;

/// Somebody who answers questions.
pub trait General: Send {
    /// Answers a question of his side, field by field, and says why. No answer at all: he does not know any.
    fn answer(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer>;
}

/// What a general would answer to one of the questions that a person has before him, and why: nothing of it is done.
/// Nothing for a question that is not open to the side.
pub fn advise(post: &Post<'_>, ask: u64, general: &mut dyn General) -> Option<Answer> {
    let ask = post.waiting().into_iter().find(|open| open.id == ask)?;
    general.answer(post, &ask)
}

/// The names of the generals there are, as the command line writes them.
pub const NAMES: [&str; 4] = ["random", "recruit", "captain", "marshal"];

/// The ablest of those who answer at once: for battles by the hundred, in which a marshal would think for days.
pub const ABLEST: &str = "captain";

/// Generals of one idea, against whom the others are measured; nobody is asked to play against them.
pub const SPARRING: [&str; 5] = ["stand", "rush", "refuse", "ride", "wait"];

/// A general by his name and settings; the luck is his own. A temperament and, for the marshal, a number of playouts for
/// each decision follow the name: `captain:bold`, `marshal:40`, `marshal:40:prudent`. Without a number the marshal
/// thinks two seconds.
#[must_use]
pub fn general(name: &str, luck: u64) -> Option<Box<dyn General>> {
    let mut parts = name.split(':');
    let rank = parts.next()?;
    let (mut temper, mut budget) = (Temperament::default(), Budget::default());
    for setting in parts {
        match (Temperament::named(setting), setting.parse::<u32>()) {
            (Some(named), _) if rank != "random" => temper = named,
            (None, Ok(playouts)) if rank == "marshal" && playouts > 0 => budget = Budget::Playouts(playouts),
            _ => return None,
        }
    }
    if let Some(idea) = sparring::Idea::named(name) {
        return Some(Box::new(sparring::Sparring::new(idea, luck)));
    }
    match rank {
        "random" => Some(Box::new(Random::new(luck))),
        "recruit" => Some(Box::new(Recruit::new(temper, luck))),
        "captain" => Some(Box::new(Captain::new(temper, luck))),
        "marshal" => Some(Box::new(Marshal::new(temper, budget, luck))),
        _ => None,
    }
}
