//! The file of figures: the one shipped, a club's own, and its faults.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grognard_bataille_empire::{Book, Grade, Tables, catalogue};

#[test]
fn the_shipped_figures_and_the_catalogue_read() {
    assert_eq!(Tables::shipped().grade(Grade::Strategist).range.whole(), 12);
    let catalogue = catalogue();
    assert!(catalogue.entries.len() > 300);
    assert!(catalogue.cited.iter().chain(catalogue.proved).all(|id| catalogue.find(id).is_some()));
}

#[test]
fn a_club_may_have_its_own() {
    let text = Tables::shipped_text().replace("battalion_guns = 6", "battalion_guns = 5");
    let book = Book::with_tables(Tables::parse(&text).unwrap());
    assert_eq!(book.tables.range.battalion_guns.whole(), 5);
}

#[test]
fn all_faults_of_a_file_are_told_at_once() {
    let text = Tables::shipped_text()
        .replace("pivot_divisor = 60", "pivot_divisor = 0")
        .replace("from = [1, 3, 5, 7, 9]", "from = [1, 3, 3, 7, 9]");
    let places =
        |text: &str| -> Vec<String> { Tables::parse(text).unwrap_err().into_iter().map(|f| f.place).collect() };
    assert_eq!(places(&text), ["manoeuvre.pivot_divisor", "fire_losses.from"]);

    let text = Tables::shipped_text().replace("[victory]", "[glory]").replace("passes_from = 6", "passes_from = \"6\"");
    assert_eq!(places(&text), ["morale.passes_from", "victory", "glory"]);
    assert_eq!(places("what = ["), ["l. 1, c. 9"]);
}
