//! The resolutions by themselves: every test of the ruleset for a player with real figures in front of him.

use crate::Book;
use rulebook::assistant::Entry;

/// All resolutions, made with this book.
#[must_use]
pub const fn resolutions(book: Book) -> rulebook::assistant::Resolutions<Book> {
    rulebook::assistant::Resolutions::new(book, TESTS)
}

const TESTS: &[Entry<Book>] = &[];
