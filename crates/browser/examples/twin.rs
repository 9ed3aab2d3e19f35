//! Plays the battle that the tests of the site play in a browser, and writes its log: both must be the same, byte for byte.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

fn main() {
    let ruleset = std::env::args().nth(1).expect("the id of a ruleset");
    print!("{}", common::whole_battle(&mut common::Page::default(), &ruleset));
}
