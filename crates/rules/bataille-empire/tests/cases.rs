//! The worked cases.

use grognard_bataille_empire::terms::book;
use grognard_bataille_empire::{Book, resolutions};

#[test]
fn every_case_comes_out_and_needs_its_rules() {
    rulebook::cases::run("bataille-empire", book::rule, |book: &Book| Box::new(resolutions(book.clone())));
}
