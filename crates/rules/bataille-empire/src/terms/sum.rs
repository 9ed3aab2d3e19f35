//! A sum of rows with a book of this ruleset.

use crate::terms::book::Book;

pub(crate) type Sum<'a, T> = rulebook::Sum<'a, Book, T>;
