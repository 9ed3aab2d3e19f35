//! The worked cases.

use grognard_aigles::terms::book;
use grognard_aigles::{Book, resolutions};

#[test]
fn every_case_comes_out_and_needs_its_rules() {
    rulebook::cases::run("aigles", book::rule, |book: &Book| Box::new(resolutions(book.clone())));
}
