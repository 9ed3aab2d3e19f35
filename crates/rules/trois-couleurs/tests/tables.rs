//! The file of figures: the shipped one, a club's own, and faults.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grognard_trois_couleurs::{Band, Book, Distance, Nation, Status, Tables, catalogue};

#[test]
fn the_shipped_figures_and_the_catalogue_read() {
    let tables = Tables::shipped();
    assert_eq!(tables.nations.base(Nation::Austria, Status::Guard), 5);
    assert_eq!(tables.range.six_pounder.band(Distance::of(7)), Some(Band::P2Bis));
    let catalogue = catalogue();
    assert_eq!(catalogue.entries.len(), 746);
    assert!(catalogue.cited.iter().chain(catalogue.proved).all(|id| catalogue.find(id).is_some()));
}

#[test]
fn a_club_that_owns_the_book_puts_its_own_figures_and_they_are_no_longer_called_reconstructed() {
    let shipped = Tables::shipped();
    assert!(shipped.reconstructed().contains(&"losses"));
    assert!(!shipped.reconstructed().contains(&"chance"));
    let text = Tables::shipped_text()
        .replace("[losses]\nreconstructed = true", "[losses]")
        .replace("rate = [65, 80", "rate = [70, 80");
    let book = Book::with_tables(Tables::parse(&text).unwrap());
    assert_eq!(book.tables.losses.rate[0], 70);
    assert!(!book.tables.reconstructed().contains(&"losses"));
}

#[test]
fn all_faults_of_a_file_are_told_at_once() {
    let places =
        |text: &str| -> Vec<String> { Tables::parse(text).unwrap_err().into_iter().map(|f| f.place).collect() };
    let text = Tables::shipped_text()
        .replace("rate = [65, 80", "rate = [85, 80")
        .replace("musket = { p1 = 1, p2 = 2", "musket = { p1 = 2, p2 = 2")
        .replace("down = [0, 0,", "down = [0,");
    assert_eq!(places(&text), ["losses.rate", "range.musket", "reading.down"]);

    let text = Tables::shipped_text().replace("[order]", "[disorder]").replace("flank = 120", "flank = \"120\"");
    assert_eq!(places(&text), ["arc.flank", "order", "disorder"]);
    assert_eq!(places("what = ["), ["l. 1, c. 9"]);
}
