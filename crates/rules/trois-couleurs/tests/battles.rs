//! Whole battles between random players (`rulebook::battles`).

use grognard_trois_couleurs::RULESET;
use rulebook::battles::{fight, many, scenario_or};

#[test]
fn small_battles_pass_the_battery() {
    for n in many(3) {
        fight(&RULESET, "premier-feu", n, n % 8 == 0);
    }
}

#[test]
fn a_battle_of_many_brigades_passes_the_battery() {
    let scenario = scenario_or("maida-1806");
    for n in many(1) {
        fight(&RULESET, &scenario, n, false);
    }
}
