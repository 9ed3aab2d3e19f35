//! The computer's generals. They see a battle through a [`Post`] alone: the questions of their side, the legal answers,
//! what their side can see and what the ruleset says it is worth. They know no ruleset.

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

/// A player of one side, by computer.
pub trait General: Send {
    /// Answers a question of the general's side, field by field, with reasons; `None` if it knows no answer.
    fn answer(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer>;
}

/// A general's answer to one of the questions open to a person, with reasons; it is not carried out. `None` for a
/// question that is not open to the side.
pub fn advise(post: &Post<'_>, ask: u64, general: &mut dyn General) -> Option<Answer> {
    let ask = post.waiting().into_iter().find(|open| open.id == ask)?;
    general.answer(post, &ask)
}

/// The names of the generals, as the command line writes them.
pub const NAMES: [&str; 4] = ["random", "recruit", "captain", "marshal"];

/// The ablest general that answers at once: for battles by the hundred, in which a marshal would think for days.
pub const ABLEST: &str = "captain";

/// Generals of one idea, against which the others are measured; they are not offered as opponents.
pub const SPARRING: [&str; 5] = ["stand", "rush", "refuse", "ride", "wait"];

/// A general by name and settings, with its own luck. A temperament and, for the marshal, a number of playouts for each
/// decision follow the name: `captain:bold`, `marshal:40`, `marshal:40:prudent`. Without a number the marshal thinks
/// for two seconds.
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
