//! A sum of the rows of a sheet of this book.

use crate::terms::book::Book;

pub(crate) type Sum<'a, T> = rulebook::Sum<'a, Book, T>;
