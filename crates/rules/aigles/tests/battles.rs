//! Whole battles between random players (`rulebook::battles`).

use grognard_aigles::RULESET;
use rulebook::battles::{fight, many, scenario_or};

#[test]
fn battles_between_random_players_pass_the_battery() {
    let scenario = scenario_or("premier-feu");
    for n in many(1) {
        fight(&RULESET, &scenario, n, n % 4 == 0);
    }
}
