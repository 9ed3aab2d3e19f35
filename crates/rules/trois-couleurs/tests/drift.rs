//! The odds that players are shown are those of the battle itself: assaults from the march to their end, by one attacker and by
//! several, by order and on a chance, the lines of an attacker's test and of a fire.

use game::Term;
use grognard_trois_couleurs::RULESET;
use rulebook::odds::{RandomBattle, compared, compared_in};

#[test]
fn the_odds_shown_are_those_of_the_battle() {
    let drift = compared(&RULESET, &["premier-feu", "maida-1806", "saalfeld-1806"], 44);
    assert!(drift.compared.values().all(|count| *count > 0), "{drift:?}");
    assert!(drift.compared.values().sum::<u64>() > 30, "{drift:?}");
    let replies = ["fire", "stand", "counter", "flee"];
    assert!(replies.map(Term::of).iter().all(|does| drift.by_reply.contains_key(does)), "{drift:?}");
}

/// The screen of a target fires before the attacker tests, for the first time: the odds begin before that.
#[test]
fn the_first_fire_of_a_screen_is_in_the_odds() {
    let battle = RandomBattle { scenario: "ecole-3-charge", run: 1, n: 46, luck: 1_000_003 + 46 * 7_919 };
    let drift = compared_in(&RULESET, &battle, 14, 1);
    assert!(drift.by_reply.contains_key(&Term::of("square_fire")), "{drift:?}");
}

/// An arrow that has just made its whole way when it may attack still goes on as an assault (L3C-GAP-A35): the odds judge it from
/// where it then comes.
#[test]
fn the_odds_of_an_arrow_at_its_end_are_those_of_its_assault() {
    let battle = RandomBattle { scenario: "ecole-6-combat", run: 1, n: 40, luck: 1_000_003 + 40 * 7_919 };
    let drift = compared_in(&RULESET, &battle, 7, 1);
    assert!(drift.count("chance") > 0, "{drift:?}");
}

/// Who is held by a zone of control fights with neither a question nor a die (L3C-GAP-A79): the odds are of what is to be fought,
/// not of what it has come to.
#[test]
fn the_odds_are_read_before_the_fight() {
    let battle = RandomBattle { scenario: "maida-1806", run: 1, n: 51, luck: 1_000_003 + 51 * 7_919 };
    let drift = compared_in(&RULESET, &battle, 266, 1);
    assert!(drift.count("assault") > 0, "{drift:?}");
}
