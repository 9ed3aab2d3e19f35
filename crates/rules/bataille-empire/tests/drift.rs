//! The odds shown to players are those of the battle itself: charges up to the verdict of their shock, for every reply
//! of the target, fires with the test that they cause.

use game::Term;
use grognard_bataille_empire::RULESET;
use rulebook::odds::RandomBattle;

#[test]
fn the_odds_shown_are_those_of_the_battle() {
    let drift = rulebook::odds::compared(&RULESET, &["premier-feu", "maida-1806", "saalfeld-1806"], 40);
    assert!(drift.count("charge") > 30 && drift.count("fire") + drift.count("fire_and_morale") > 10, "{drift:?}");
    assert!(drift.by_reply.len() > 2, "{drift:?}");
    assert!(drift.told[&Term::of("charge")].count > 20, "{drift:?}");
}

#[test]
fn a_friend_beside_the_way_keeps_no_charger_back() {
    // Every answer of the opening, where battalions stand side by side.
    let battle = RandomBattle { scenario: "saalfeld-1806", run: 1, n: 0, luck: 1_000_003 };
    let drift = rulebook::odds::compared_in(&RULESET, &battle, 1, 100);
    assert!(drift.by_reply.contains_key(&Term::of("change")), "{drift:?}");
}
