//! Reports: a battle's events turn by turn in sentences, its report as a page, its scenario in words and pictures. The
//! command line and the browser both use them.

mod chronicle;
pub mod html;
pub mod scene;
pub mod short;

pub use chronicle::{Chronicle, Phase, Sentence, Turn, tell};
