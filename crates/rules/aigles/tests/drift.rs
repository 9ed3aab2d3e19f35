//! The odds shown to players are those of the battle itself: landing charges, up to the end of their first round,
//! fires, and tests of morale as the assistant resolves them.

use game::Term;
use grognard_aigles::RULESET;
use rulebook::odds::compared;

#[test]
fn the_odds_shown_are_those_of_the_battle() {
    let drift = compared(&RULESET, &["premier-feu", "maida-1806"], 8);
    assert!(drift.count("charge") > 1 && drift.count("fire") > 1 && drift.count("morale") > 1, "{drift:?}");
    assert!(drift.by_reply.contains_key(&Term::of("hold_fire")), "{drift:?}");
    assert!(drift.told[&Term::of("charge")].count > 0, "{drift:?}");
}
