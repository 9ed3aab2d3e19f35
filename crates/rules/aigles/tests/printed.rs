//! The tables compared with their printed sources: losses cell by cell, kinds of figure, budgets, troop types.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use armies::Library;
use game::Quiet;
use grognard_aigles::resolve::fire::cell;
use grognard_aigles::terms::troops::{Figure, budget_of_figure};
use grognard_aigles::{Arm, Book, Calibre, Class, Fighting, Skirmishes, Status, Tenths, TypeTable, Weapon, r};
use rulebook::proof::prove;
use serde::Deserialize;

/// The rows of a file of figures, each keyed by the names of its columns.
fn rows(text: &'static str) -> Vec<std::collections::BTreeMap<&'static str, &'static str>> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines.map(|line| names.iter().copied().zip(line.split(',')).collect()).collect()
}

fn status(letter: &str) -> Status {
    match letter {
        "G" => Status::Guard,
        "E" => Status::Elite,
        "R" => Status::Regular,
        "SR" => Status::SemiRegular,
        "M" => Status::Militia,
        "I" => Status::Irregular,
        other => panic!("no status {other}"),
    }
}

fn points(text: &str) -> Tenths {
    Tenths((text.parse::<f64>().unwrap() * 10.0).round() as i32)
}

#[test]
fn the_losses_table_is_as_printed_cell_by_cell() {
    prove(&[r::LA_RES_01, r::LA_GAP_28], |book: &Book| {
        let mut read = 0;
        for row in rows(include_str!("printed/losses.csv")) {
            let factor: i16 = row["fact"].parse().unwrap();
            for figures in 1..=24u16 {
                let printed: u32 = row[figures.to_string().as_str()].parse().unwrap();
                assert_eq!(cell(book, factor, figures, &mut Quiet), printed, "factor {factor}, {figures} figures");
                read += 1;
            }
        }
        assert_eq!(read, 21 * 24);
    });
}

#[test]
fn outside_the_table_the_ruling_holds() {
    prove(&[r::LA_GAP_04], |book: &Book| {
        assert_eq!(cell(book, -6, 24, &mut Quiet), 0);
        assert_eq!(cell(book, 30, 10, &mut Quiet), cell(book, 15, 10, &mut Quiet));
        assert_eq!(cell(book, 4, 34, &mut Quiet), 80 + 30);
        assert_eq!(cell(book, 4, 0, &mut Quiet), 0);
    });
}

#[test]
fn every_kind_of_figure_is_as_the_list_has_it() {
    let book = Book::new();
    let all = rows(include_str!("printed/figures.csv"));
    assert_eq!(all.len(), 131);
    assert_eq!(book.tables.figures.rows().count(), all.len());
    for row in all {
        let key = row["figure"];
        let (_, figure) = book.tables.figures.find(key).unwrap_or_else(|| panic!("{key} is missing"));
        let number = |name: &str| row[name].parse::<i8>().unwrap_or(0);
        let paces = |name: &str| row[name].parse::<u8>().ok();
        assert_eq!(figure.status, status(row["status"]), "{key}");
        let values = [figure.fire, figure.combat, figure.bonus, figure.moral];
        assert_eq!(values, ["feu", "combat", "bonus", "moral"].map(number), "{key}");
        assert_eq!(figure.line, paces("line"), "{key}");
        assert_eq!(figure.column, paces("column").unwrap(), "{key}");
        assert_eq!(figure.skirmish, paces("skirmish"), "{key}");
        let bonuses = [figure.line_bonus, figure.column_bonus];
        assert_eq!(bonuses, ["line_bonus", "column_bonus"].map(|name| paces(name).unwrap_or(0)), "{key}");
        assert_eq!((figure.cuirass, figure.lance), (row["cuirass"] == "yes", row["lance"] == "yes"), "{key}");
        assert_eq!(figure.budget, points(row["budget"]), "{key}");
        assert_eq!(figure.most, row["max_per_unit"].parse().ok(), "{key}");
        assert_eq!(figure.printed, row["source"] == "LA-NAT-01", "{key}");
        let weapon = match row["weapon"] {
            "" => Weapon::None,
            "musket" => Weapon::Musket,
            "rifle" => Weapon::Rifle,
            "carbine" => Weapon::Carbine,
            _ => Weapon::Guns,
        };
        assert_eq!(figure.weapon, weapon, "{key}");
        if let Some(gun) = row["weapon"].strip_prefix("calibre ") {
            let (pounds, drawn) = gun.split_once(' ').unwrap();
            assert_eq!(figure.calibre, Calibre::of(pounds.parse().unwrap()), "{key}");
            assert_eq!(figure.horse, drawn == "horse", "{key}");
        }
        // All distance bonuses are a quarter of the move, rounded down (LA-GAP-34).
        if let (Some(line), Arm::Infantry | Arm::Cavalry) = (figure.line, figure.arm) {
            assert_eq!(bonuses, [line / 4, figure.column / 4], "{key}");
        }
    }
}

#[test]
fn the_rule_of_the_budgets_gives_every_price() {
    prove(&[r::LA_GAP_41], |book: &Book| {
        let mut priced = 0;
        for (key, figure) in book.tables.figures.rows().filter(|(_, figure)| figure.arm != Arm::Artillery) {
            // The rule is printed up to Combat 7 on foot.
            let Some(price) = budget_of_figure(book, figure, &mut Quiet) else { panic!("{key} has no price") };
            assert_eq!(price, figure.budget, "{key}");
            priced += 1;
        }
        assert_eq!(priced, 117);
        assert_eq!(budget_of_figure(book, &Figure { arm: Arm::Artillery, ..Figure::default() }, &mut Quiet), None);
    });
}

#[test]
fn every_type_of_the_army_lists_is_as_the_list_has_it() {
    let book = Book::new();
    let library = Library::embedded();
    let all = rows(include_str!("printed/troops.csv"));
    assert_eq!(all.len(), 197);
    // Two types are only in Bataille Empire's list (BE-GAP-08); their values here are reconstructed.
    let listed = |key: &str| all.iter().any(|row| row["type"] == key);
    let mut beyond: Vec<&str> =
        library.troops().iter().map(|kind| kind.key.as_str()).filter(|key| !listed(key)).collect();
    beyond.sort_unstable();
    assert_eq!(beyond, ["at-conscripts", "es-militia"]);
    for row in all {
        let key = row["type"];
        let kind = library.troops().get(key).unwrap_or_else(|| panic!("{key} is missing"));
        let table = kind.for_ruleset("aigles").unwrap_or_else(|| panic!("{key} has no values"));
        let table = TypeTable::deserialize(table.clone()).unwrap_or_else(|error| panic!("{key}: {error}"));
        let class = match row["class"] {
            "A" => Class::A,
            "B" => Class::B,
            "C" => Class::C,
            _ => Class::D,
        };
        assert_eq!(table.class, class, "{key}");
        let companies: Vec<(String, u8)> = row["companies"]
            .split(' ')
            .map(|part| part.split_once(':').map(|(kind, number)| (kind.to_owned(), number.parse().unwrap())).unwrap())
            .collect();
        assert_eq!(table.companies, companies, "{key}");
        let skirmishes = match row["skirmishes"] {
            "none" => Skirmishes::None,
            "last" => Skirmishes::Last,
            _ => Skirmishes::All,
        };
        assert_eq!(table.skirmishes, skirmishes, "{key}");
        let formations = if row["fighting_formations"] == "british" { Fighting::British } else { Fighting::All };
        assert_eq!(table.formations, formations, "{key}");
        let arm = match kind.arm {
            armies::Arm::Infantry => Arm::Infantry,
            armies::Arm::Cavalry => Arm::Cavalry,
            armies::Arm::Artillery => Arm::Artillery,
        };
        for year in [1806, 1813] {
            let profile = table.profile(&book, arm, year, 18).unwrap_or_else(|error| panic!("{key}: {error}"));
            assert_eq!(profile.figures(), 18, "{key}");
            assert!(profile.cost().0 > 0, "{key}");
            // A unit that may skirmish has an allowance for it.
            let able = profile.skirmishers().is_none_or(|company| company.figure.skirmish.is_some());
            assert!(able, "{key}");
        }
    }
}

#[test]
fn types_change_with_the_years() {
    let book = Book::new();
    let of = |key: &str, year: u16| {
        let kind = Library::embedded().troops().get(key).unwrap();
        let table = TypeTable::deserialize(kind.for_ruleset("aigles").unwrap().clone()).unwrap();
        let arm = if kind.arm == armies::Arm::Cavalry { Arm::Cavalry } else { Arm::Infantry };
        table.profile(&book, arm, year, 16).unwrap()
    };
    assert_eq!([of("at-line", 1808).class, of("at-line", 1809).class], [Class::C, Class::B]);
    let armoured = |year: u16| of("fr-carabiniers", year).companies[0].figure.cuirass;
    assert_eq!([armoured(1809), armoured(1810)], [false, true]);
}

#[test]
fn a_french_battalion_has_its_elite_companies() {
    prove(&[r::LA_GAP_68, r::LA_GAP_45], |book: &Book| {
        let kind = Library::embedded().troops().get("fr-line").unwrap();
        let table = TypeTable::deserialize(kind.for_ruleset("aigles").unwrap().clone()).unwrap();
        let figures = grognard_aigles::terms::troops::figures_of_men(book, 710);
        let profile = table.profile(book, Arm::Infantry, 1809, figures).unwrap();
        let shares: Vec<u8> = profile.companies.iter().map(|company| company.figures).collect();
        assert_eq!(shares, [4, 16, 4], "grenadiers, fusiliers, voltigeurs");
        // Status and Moral of the most numerous kind.
        assert_eq!((profile.status(book), profile.moral(book)), (Status::Regular, 5));
    });
}

#[test]
fn a_club_table_with_faults_says_them_all() {
    let text = grognard_aigles::Tables::shipped_text();
    let bad = text
        .replace("cm = 650 ", "cm = 651 ")
        .replace("losses_per_figure = 30 ", "losses_per_figure = 0 ")
        .replace("usual = [0, 0, 1, 1, 2, 2]", "usual = [2, 0, 1, 1, 2, 2]");
    let faults = grognard_aigles::Tables::parse(&bad).expect_err("it is refused");
    let places: Vec<&str> = faults.iter().map(|fault| fault.place.as_str()).collect();
    assert_eq!(places, ["scale.cm", "scale.losses_per_figure", "die.usual"]);
    assert!(grognard_aigles::Tables::parse("").is_err());
}
