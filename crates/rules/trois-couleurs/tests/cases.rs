//! The worked cases.

use grognard_trois_couleurs::terms::book;
use grognard_trois_couleurs::{Book, resolutions};

#[test]
fn every_case_comes_out_and_needs_its_rules() {
    rulebook::cases::run("trois-couleurs", book::rule, |book: &Book| Box::new(resolutions(book.clone())));
}
