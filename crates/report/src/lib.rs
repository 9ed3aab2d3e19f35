//! A battle told: its events turn by turn in sentences, its report as a page, its scenario in words and pictures. What
//! the command line prints and what the browser shows come from here.

mod chronicle;
pub mod html;
pub mod scene;
pub mod short;

pub use chronicle::{Chronicle, Phase, Sentence, Turn, tell};
