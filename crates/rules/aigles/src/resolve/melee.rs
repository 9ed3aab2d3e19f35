//! Close combat: factors, figures in contact, squares, the winner, and effects of a draw.

mod contact;
mod fighter;
mod melee_round;
mod square;
mod verdict;

pub use contact::{overlapping, touching};
pub use fighter::{Fighter, Hands};
pub use melee_round::{Melee, before, die_kind, inflicted, ranks_of_pressure};
pub use square::{Faced, SquareAfter, after_round, stands_square};
pub use verdict::{AfterDraw, Drawn, Verdict, after_draw, verdict};
