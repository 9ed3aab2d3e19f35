//! The file of figures: the one shipped, a club's own, and its faults.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grognard_marie_louise::resolve::budget::{self, Purchase};
use grognard_marie_louise::{Arm, Book, Class, Level, Profile, Status, Tables, Weapon, catalogue};

#[test]
fn the_shipped_figures_and_the_catalogue_read() {
    assert_eq!(Tables::shipped().threshold(Arm::Cavalry, Level::Superior), 4);
    let catalogue = catalogue();
    assert!(catalogue.entries.len() > 300);
    assert!(catalogue.cited.iter().chain(catalogue.proved).all(|id| catalogue.find(id).is_some()));
}

#[test]
fn a_club_may_have_its_own() {
    let text = Tables::shipped_text().replace("musket = 4", "musket = 5");
    let book = Book::with_tables(Tables::parse(&text).unwrap());
    assert_eq!(book.tables.range.musket.whole(), 5);
}

#[test]
fn all_faults_of_a_file_are_told_at_once() {
    let text = Tables::shipped_text()
        .replace("points_per_loss = 5", "points_per_loss = 0")
        .replace("guns.low = [2, 4, 6, 9, 12, 15]", "guns.low = [2, 4, 4, 9, 12, 15]");
    let places =
        |text: &str| -> Vec<String> { Tables::parse(text).unwrap_err().into_iter().map(|f| f.place).collect() };
    assert_eq!(places(&text), ["range.guns.low", "fire.points_per_loss"]);

    let text = Tables::shipped_text().replace("[victory]", "[glory]").replace("shaken = -2", "shaken = \"-2\"");
    assert_eq!(places(&text), ["morale.shaken", "victory", "glory"]);
    assert_eq!(places("what = ["), ["l. 1, c. 9"]);
}

#[test]
fn every_nation_has_a_doctrine_that_holds_until_its_next_row() {
    use doctrine::Doctrine::{Deep, Mixed, Thin};
    use grognard_marie_louise::Book;
    use grognard_marie_louise::terms::doctrine;
    let book = Book::new();
    let of = |nation, year| doctrine::doctrines(&book, nation, year);
    assert_eq!(of("austria", 1808), [Thin]);
    assert_eq!(of("austria", 1811), [Thin, Deep]);
    assert_eq!(of("france", 1806), [Mixed]);
    assert_eq!(of("saxony", 1809), [Thin]);
    // A year before the first row uses the first row.
    assert_eq!(of("austria", 1792), [Thin]);
    for (nation, _) in armies::Library::embedded().troops().nations() {
        assert!(!of(nation, 1809).is_empty(), "{nation}");
    }
}

#[test]
fn guards_are_elite_and_those_of_sweden_and_wurttemberg_at_their_cost() {
    let troops = armies::Library::embedded().troops();
    let table = |kind: &armies::TroopType| kind.for_ruleset("marie-louise").unwrap().clone();
    // L.172: élite are the units of the Guard and their equals.
    for kind in troops.iter().filter(|kind| kind.traits.contains(&armies::Trait::Guard)) {
        assert_eq!(table(kind)["status"].as_str(), Some("elite"), "{}", kind.key);
    }
    let guard = Profile {
        class: Class::High,
        cohesion: Level::Superior,
        status: Status::Elite,
        weapon: Weapon::Musket,
        ..Profile::default()
    };
    let purchase = Purchase { elements: 3, unit: guard, mounted: false };
    // Chapter 13: 10 points an element, and 2 each for cohesion, shock and élite.
    let cost = budget::unit(&Book::new(), &purchase, &mut game::Quiet).cost;
    assert_eq!(cost, 3 * (10 + 2 + 2 + 2));
    for key in ["se-guard", "wu-guard"] {
        let kind = troops.iter().find(|kind| kind.key == key).unwrap();
        let table = table(kind);
        let words = ["class", "cohesion", "fire", "manoeuvre"].map(|word| table[word].as_str().unwrap());
        assert_eq!(words, ["shock", "superior", "standard", "standard"], "{key}");
        let figures = ["elements", "cost"].map(|figure| table[figure].as_integer());
        assert_eq!(figures, [Some(3), Some(cost)], "{key}");
    }
}
