//! Troops as the army files and scenarios give them: values, figures, companies, generals.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use armies::{Library, Quality, Rank, Strength};
use game::{Rules, UnitId};
use grognard_trois_couleurs::resolve::people::budget;
use grognard_trois_couleurs::resolve::people::raising::{companies, figures, may_put_out};
use grognard_trois_couleurs::terms::type_table::{LeaderTable, RaisedUnit, TypeTable};
use grognard_trois_couleurs::world::set_up;
use grognard_trois_couleurs::{Arm, Book, Nation, Status, Troop, Weapon, r};
use rulebook::proof::prove;
use serde::Deserialize;

const ID: &str = "trois-couleurs";

fn raised(book: &Book, key: &str, year: u16) -> RaisedUnit {
    let troops = Library::embedded().troops();
    let kind = troops.get(key).unwrap();
    let table = TypeTable::deserialize(kind.for_ruleset(ID).unwrap().clone()).unwrap();
    table.raise(book, arm(kind.arm), &kind.nation, year, Quality::Usual).unwrap()
}

fn arm(arm: armies::Arm) -> Arm {
    match arm {
        armies::Arm::Infantry => Arm::Infantry,
        armies::Arm::Cavalry => Arm::Cavalry,
        armies::Arm::Artillery => Arm::Artillery,
    }
}

#[test]
fn every_troop_type_has_values_that_fit_its_arm_and_says_that_they_are_reconstructed() {
    let book = Book::default();
    let mut seen = 0;
    for kind in Library::embedded().troops().iter() {
        let table = kind.for_ruleset(ID).unwrap_or_else(|| panic!("{} has no values", kind.key));
        let table = TypeTable::deserialize(table.clone()).unwrap_or_else(|e| panic!("{}: {e}", kind.key));
        assert!(table.reconstructed, "{}", kind.key);
        for year in [kind.years.0, kind.years.1] {
            table.raise(&book, arm(kind.arm), &kind.nation, year, Quality::Usual).unwrap();
        }
        seen += 1;
    }
    assert!(seen > 150);
}

#[test]
fn values_follow_the_words_of_the_text() {
    let book = Book::default();
    let cuirassiers = raised(&book, "fr-cuirassiers", 1809).troop;
    assert_eq!((cuirassiers.status, cuirassiers.base, cuirassiers.cavalry_type), (Status::Elite, Some(6), 3));
    let carabiniers = raised(&book, "nl-carabiniers", 1815).troop;
    assert_eq!((carabiniers.status, carabiniers.base, carabiniers.cavalry_type), (Status::Elite, Some(5), 2));
    let russians = raised(&book, "ru-guard-cavalry", 1807).troop;
    assert_eq!((russians.class, russians.cavalry_type, russians.back_plate), (Some(3), 2, false));
    assert_eq!(raised(&book, "ru-guard-cavalry", 1812).troop.cavalry_type, 3);
    assert_eq!(raised(&book, "ru-cossacks", 1812).troop.cavalry_type, 0);
    assert!(!raised(&book, "ru-cossacks", 1812).troop.lancers, "Cossacks do not count as lancers");
    assert_eq!(raised(&book, "fr-conscripts", 1813).troop.class, Some(1));
    let rifles = raised(&book, "gb-rifles", 1812);
    assert_eq!((rifles.troop.weapon, rifles.troop.two_ranks, rifles.companies), (Weapon::Rifle, true, 10));
    assert_eq!(raised(&book, "po-line", 1811).troop.nation, Nation::Other);
    let guns = raised(&book, "gb-foot-9", 1812);
    assert_eq!((guns.troop.weapon, guns.pounds), (Weapon::EightPounder, 9));
}

#[test]
fn the_quality_of_the_day_moves_morale() {
    prove(&[r::L3C_GAP_A62], |book: &Book| {
        let base = |quality| {
            let table = TypeTable { morale: Some(4), ..TypeTable::default() };
            table.raise(book, Arm::Infantry, "austria", 1809, quality).unwrap().troop.base
        };
        assert_eq!([base(Quality::Raw), base(Quality::Usual), base(Quality::Veteran)], [Some(3), Some(4), Some(5)]);
    });
}

#[test]
fn values_of_another_arm_and_out_of_bounds_are_refused() {
    let book = Book::default();
    let raise = |text: &str, arm| {
        let table: TypeTable = toml::from_str(text).unwrap();
        table.raise(&book, arm, "france", 1809, Quality::Usual).map(|_| ())
    };
    for (text, arm) in [
        ("type = 2", Arm::Infantry),
        ("faculty = 1", Arm::Cavalry),
        ("pounds = 6", Arm::Cavalry),
        ("lancers = true\nweapon = \"six_pounder\"", Arm::Artillery),
        ("weapon = \"musket\"", Arm::Artillery),
        ("weapon = \"six_pounder\"", Arm::Infantry),
        ("", Arm::Artillery),
        ("morale = 13", Arm::Infantry),
        ("class = 0", Arm::Infantry),
        ("faculty = 3", Arm::Infantry),
        ("companies = 0", Arm::Infantry),
        ("before = { year = 1810, type = 4 }", Arm::Cavalry),
    ] {
        assert!(raise(text, arm).is_err(), "{arm:?} with {text}");
    }
    assert!(toml::from_str::<TypeTable>("moral = 4").is_err());
}

#[test]
fn men_become_figures_and_regiments_squadrons() {
    prove(&[r::L3C_GAP_A61, r::L3C_GEN_03], |book: &Book| {
        let foot = Troop::default();
        let british = Troop { two_ranks: true, ..foot };
        let horse = Troop { arm: Arm::Cavalry, ..foot };
        let men = |troop: &Troop, men| figures(book, troop, Strength::Men(men));
        assert_eq!(men(&foot, 700), [14]);
        assert_eq!(men(&foot, 625), [13]);
        assert_eq!(men(&foot, 60), [3]);
        assert_eq!(men(&british, 700), [21]);
        assert_eq!(men(&foot, 2100), [21, 21]);
        assert_eq!(men(&horse, 264), [8]);
        assert_eq!(men(&horse, 300), [5, 4]);
        assert_eq!(men(&horse, 700), [6, 5, 5, 5]);
        assert_eq!(figures(book, &Troop { arm: Arm::Artillery, ..foot }, Strength::Guns(6)), [6]);
    });
    let mut book = Book::default();
    book.options.whole_regiments = true;
    let horse = Troop { arm: Arm::Cavalry, ..Troop::default() };
    assert_eq!(figures(&book, &horse, Strength::Men(700)), [21]);
}

#[test]
fn an_army_list_is_priced_by_figures_morale_and_status() {
    prove(&[r::L3C_GAP_A39], |book: &Book| {
        let line = raised(book, "fr-line", 1806);
        // 14 figures of 4 + 5 points.
        assert_eq!(budget::unit(book, &line, Strength::Men(700)), 126);
        // 21 figures in four squadrons of 8 + 2 × 5 points.
        assert_eq!(budget::unit(book, &raised(book, "fr-hussars", 1806), Strength::Men(700)), 378);
        // 8 guns of 15 + 6 points, a quarter more for the Elite.
        assert_eq!(budget::unit(book, &raised(book, "fr-foot-6", 1806), Strength::Guns(8)), 210);
        // Four bases of a list made in bases are twelve figures.
        assert_eq!(budget::unit(book, &line, Strength::Elements(4)), 108);
        assert_eq!(budget::general(book, 2), 40);
    });
}

#[test]
fn companies_share_the_figures_and_skirmish_by_faculty() {
    prove(&[r::L3C_GAP_A63], |book: &Book| {
        assert_eq!(companies(book, 14, 6), [3, 3, 2, 2, 2, 2]);
        assert_eq!(companies(book, 3, 6), [1, 1, 1]);
    });
    prove(&[r::L3C_GAP_A63, r::L3C_TIR_05], |book: &Book| {
        let may = |faculty, light| may_put_out(book, &Troop { faculty, ..Troop::default() }, 6, light);
        assert_eq!([may(0, true), may(0, false), may(1, true), may(2, true)], [0, 1, 1, 6]);
    });
}

#[test]
fn generals_have_the_values_of_their_rank_unless_the_scenario_says_more() {
    let book = Book::default();
    let led = [Arm::Cavalry, Arm::Infantry, Arm::Cavalry];
    let usual = LeaderTable::default().leader(&book, Rank::Division, &led).unwrap();
    assert_eq!((usual.bonus, usual.actions, usual.arm), (2, 2, Arm::Cavalry));
    let gifted: LeaderTable = toml::from_str("bonus = 3\nactions = 3\narm = \"artillery\"").unwrap();
    let gifted = gifted.leader(&book, Rank::Brigade, &led).unwrap();
    assert_eq!((gifted.bonus, gifted.actions, gifted.arm), (3, 3, Arm::Artillery));
    assert!(LeaderTable { actions: Some(4), ..LeaderTable::default() }.leader(&book, Rank::Army, &[]).is_err());
    assert!(LeaderTable { bonus: Some(4), ..LeaderTable::default() }.leader(&book, Rank::Army, &[]).is_err());
    for scenario in Library::embedded().scenarios() {
        for command in game::Side::BOTH.into_iter().flat_map(|side| &scenario.force(side).commands) {
            let table = command.general.overrides.get(ID).cloned().map(LeaderTable::deserialize);
            let table = table.transpose().unwrap().unwrap_or_default();
            table.leader(&book, command.general.rank, &[]).unwrap();
        }
    }
}

#[test]
fn battalions_of_one_regiment_are_known_by_it() {
    let library = Library::embedded();
    for (id, of_one) in [
        ("maida-1806", ["fr-1-1-leger", "fr-2-1-leger", "fr-1-42-ligne"]),
        ("jakubovo-1812", ["ru-1-23-jager", "ru-2-23-jager", "ru-1-24-jager"]),
        ("saalfeld-1806", ["sx-1-xaver", "sx-2-xaver", "sx-1-clemens"]),
    ] {
        let scenario = armies::parse(library.text(id).unwrap(), id).unwrap_or_else(|faults| panic!("{faults:?}"));
        let rules = set_up(Book::default(), &scenario, library.troops()).unwrap();
        let regiment = |key: &str| {
            let all = (0..u16::try_from(rules.begin().0.world.units.len()).unwrap()).map(|n| rules.sheet(UnitId(n)));
            let mut found = all.filter(|sheet| sheet.key == key);
            found.next().unwrap_or_else(|| panic!("no {key}")).regiment.clone()
        };
        let [first, second, other] = of_one.map(regiment);
        assert!(first.is_some() && first == second && first != other, "{id}: {first:?} {second:?} {other:?}");
    }
}

#[test]
fn french_dragoons_keep_their_muskets_until_1812() {
    prove(&[r::L3C_FEU_39], |book: &Book| {
        let armed = |key: &str, year: u16| raised(book, key, year).troop.weapon;
        assert_eq!([armed("fr-dragoons", 1812), armed("fr-dragoons", 1813)], [Weapon::Musket, Weapon::Carbine]);
        assert_eq!(armed("at-dragoons", 1809), Weapon::Carbine);
    });
}
