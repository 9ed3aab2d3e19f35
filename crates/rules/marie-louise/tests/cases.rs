//! The worked cases.

use grognard_marie_louise::terms::book;
use grognard_marie_louise::{Book, resolutions};

#[test]
fn every_case_comes_out_and_needs_its_rules() {
    rulebook::cases::run("marie-louise", book::rule, |book: &Book| Box::new(resolutions(book.clone())));
}
