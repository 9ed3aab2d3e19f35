//! Les Trois Couleurs as a ruleset of the house: its resolutions. The whole turn is still to come.

use crate::book::catalogue;
use crate::{Book, Options, UD};
use game::Term;
use rulebook::{Desk, Resolving};
use std::collections::BTreeMap;

/// The ruleset.
pub struct TroisCouleurs;

/// The one value of it.
pub static RULESET: Resolving<TroisCouleurs> = Resolving(TroisCouleurs);

impl Desk for TroisCouleurs {
    const ID: &'static str = "trois-couleurs";
    const MEASURE: (&'static str, i32) = ("ud", UD);

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
