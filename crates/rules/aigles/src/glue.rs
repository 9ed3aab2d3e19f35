//! Les Aigles as a ruleset of the house: its resolutions.

use crate::book::catalogue;
use crate::{Book, CM, LesAigles, Options};
use game::Term;
use rulebook::{Desk, Published, Resolving};
use std::collections::BTreeMap;

/// The ruleset.
pub struct Aigles;

/// The one value of it.
pub static RULESET: Resolving<Aigles> = Resolving(Aigles);

/// Whole battles with it, for the proofs of the turn; the house opens them once every check passes.
pub static PLAYING: Published<Aigles> = Published(Aigles);

rulebook::edition!(Aigles, LesAigles, {
    const ID: &'static str = "aigles";
    const VERSION: u32 = 1;
    const MEASURE: (&'static str, i32) = ("cm", CM);
});

impl Desk for Aigles {
    const ID: &'static str = "aigles";
    const MEASURE: (&'static str, i32) = ("cm", CM);

    fn catalogue() -> game::catalogue::Catalogue {
        catalogue()
    }

    fn assistant(tables: Option<&str>, options: &BTreeMap<Term, i64>) -> Result<Box<dyn game::Assistant>, Vec<String>> {
        let book = Book::of_club(tables, options)?;
        let reconstructed = book.tables.reconstructed();
        Ok(Box::new(crate::assistant::resolutions(book).reconstructed(reconstructed)))
    }

    fn options() -> Vec<(&'static str, i64)> {
        Options::switches()
    }
}
