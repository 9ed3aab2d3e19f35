//! The odds shown to players are those of the battle itself: assaults from the march to their end, by one attacker and
//! by several, by order and on an opportunity, the lines of an attacker's test and of a fire.
#![allow(clippy::unwrap_used)]

use game::drift::{Drift, in_battle};
use game::{Ruleset, Setup, Term, battery};
use grognard_trois_couleurs::RULESET;
use rulebook::odds::{RandomBattle, compared, compared_in};
use std::collections::BTreeMap;

/// Tests shown before an answer that takes an opportunity to attack. They are compared if no other unit moves, fires or
/// tests before the attack, which is rare in large battles.
const SELDOM: [&str; 2] = ["moment:morale", "chance:morale"];

#[test]
fn the_odds_shown_are_those_of_the_battle() {
    let drift = compared(&RULESET, &["premier-feu", "maida-1806", "saalfeld-1806"], 44);
    let wanting = drift.compared.iter().filter(|(_, count)| **count == 0).map(|(kind, _)| kind);
    let wanting: Vec<&Term> = wanting.filter(|kind| !SELDOM.contains(&kind.as_str())).collect();
    assert!(wanting.is_empty(), "{wanting:?} {drift:?}");
    assert!(drift.compared.values().sum::<u64>() > 30, "{drift:?}");
    // Generals are given an estimate: in 2,000 positions its mean error is 51 thousandths.
    let told = drift.told[&Term::of("assault")];
    assert!(told.count > 10 && told.mean_error() < 120, "{told:?}");
    let replies = ["fire", "stand", "counter", "flee"];
    assert!(replies.map(Term::of).iter().all(|does| drift.by_reply.contains_key(does)), "{drift:?}");
}

/// Small battles have what is rare in the sample above; no trials are run in them, so that they cost little.
#[test]
fn the_odds_of_a_chance_are_those_of_what_comes_of_it() {
    let mut drift = Drift::default();
    for n in 10..20 {
        let battle = RandomBattle { scenario: "ecole-3-charge", run: 1, n, luck: 1_000_003 + n * 7_919 };
        drift.add(compared_in(&RULESET, &battle, u64::MAX, 1));
    }
    assert!(SELDOM.iter().all(|kind| drift.count(kind) > 0), "{drift:?}");
}

/// The screen of a target delivers its first fire before the attacker tests: the odds begin before that.
#[test]
fn the_first_fire_of_a_screen_is_in_the_odds() {
    let battle = RandomBattle { scenario: "ecole-3-charge", run: 1, n: 46, luck: 1_000_003 + 46 * 7_919 };
    let drift = compared_in(&RULESET, &battle, 14, 1);
    assert!(drift.by_reply.contains_key(&Term::of("square_fire")), "{drift:?}");
}

/// An arrow that has just made its whole way when it may attack still goes on as an assault (L3C-GAP-A35): the odds
/// judge it from its place at that time.
#[test]
fn the_odds_of_an_arrow_at_its_end_are_those_of_its_assault() {
    let battle = RandomBattle { scenario: "ecole-6-combat", run: 1, n: 40, luck: 1_000_003 + 40 * 7_919 };
    let drift = compared_in(&RULESET, &battle, 7, 1);
    assert!(drift.count("chance") > 0, "{drift:?}");
}

/// Two battalions of the Guard within one UD of each other.
const HELD: &str = r#"
id = "held"
date = 1809-07-06
turns = 8
title = { fr = "h", en = "h" }
text = { fr = "h", en = "h" }
ground = { width = 1200, height = 900 }
overrides.trois-couleurs = { attacker = "blue" }
victory = { blue_breaks = 90, red_breaks = 90, text = { fr = "h", en = "h" } }

[blue]
name = { fr = "b", en = "b" }
nation = "france"
commander = "blue"

[[blue.commands]]
id = "blue"
name = { fr = "b", en = "b" }
general = { name = "b", rank = "brigade", at = [600, 300] }
units = [{ id = "a", name = { fr = "a", en = "a" }, type = "fr-guard-grenadiers", men = 600, at = [600, 420], facing = 0, formation = "line" }]

[red]
name = { fr = "r", en = "r" }
nation = "austria"
commander = "red"

[[red.commands]]
id = "red"
name = { fr = "r", en = "r" }
general = { name = "r", rank = "brigade", at = [600, 600] }
units = [{ id = "i", name = { fr = "i", en = "i" }, type = "fr-guard-grenadiers", men = 600, at = [600, 470], facing = 180, formation = "line" }]
"#;

/// Two units within one UD of each other fight a melee at once: the odds are those of the coming fight, not of its
/// result.
#[test]
fn the_odds_are_read_before_the_fight() {
    let setup = Setup {
        scenario: HELD.to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: ["random".to_owned(), "random".to_owned()],
        seed: Some(battery::seed(1, 0)),
        salt: battery::seed(2, 0),
    };
    let mut battle = RULESET.begin(&setup).unwrap();
    let mut total = Drift::default();
    in_battle(battle.as_mut(), 1, 1, 3, |_, drift| {
        assert!(drift.differs.is_empty(), "{drift:?}");
        total.add(drift);
    });
    assert!(total.count("assault") > 0, "{total:?}");
}
