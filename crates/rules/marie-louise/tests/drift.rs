//! The odds shown to players are those of the battle itself: charges up to their impact, for every reaction of the
//! target, duels up to the melee, fires, rallies.

use game::Term;
use grognard_marie_louise::RULESET;
use rulebook::odds::RandomBattle;

#[test]
fn the_odds_shown_are_those_of_the_battle() {
    let drift = rulebook::odds::compared(&RULESET, &["maida-1806", "saalfeld-1806", "jakubovo-1812"], 45);
    assert!(
        drift.count("charge") > 30 && drift.count("duel") > 50 && drift.count("fire") > 20 && drift.count("rally") > 5,
        "{drift:?}"
    );
    // Squares and turning guns are rare in random battles: see `tests/charges/odds.rs`.
    assert!(drift.told[&Term::of("charge")].count > 20, "{drift:?}");
    assert!(drift.by_reply.contains_key(&Term::of("inverted")), "{drift:?}");
}

#[test]
fn a_charger_who_ends_before_an_obstacle_pursues_over_it() {
    let battle = RandomBattle { scenario: "premier-feu", run: 1, n: 14, luck: 1_000_003 + 14 * 7_919 };
    let drift = rulebook::odds::compared_in(&RULESET, &battle, 28, 1);
    assert!(drift.count("duel") > 0, "{drift:?}");
}
