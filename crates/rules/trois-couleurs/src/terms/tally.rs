//! A sum of modifiers of this book.

use crate::Book;

pub(crate) type Tally<'a, T> = rulebook::Sum<'a, Book, T>;
