//! The odds that players are shown are those of the battle itself: assaults from the march to their end, by one attacker and by
//! several, by order and on a chance, and the lines of an attacker's test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::battery;
use game::{By, Ruleset, Setup, Side};
use grognard_trois_couleurs::RULESET;
use rulebook::odds::{RandomBattle, compared_in};
use std::collections::BTreeMap;

#[test]
fn the_odds_shown_are_those_of_the_battle() {
    let mut compared: BTreeMap<game::Term, u64> = BTreeMap::new();
    let mut answered: BTreeMap<game::Term, u64> = BTreeMap::new();
    let mut differs: Vec<String> = Vec::new();
    for (n, scenario) in (0..).zip(["premier-feu", "maida-1806", "saalfeld-1806"]) {
        let setup = Setup {
            scenario: armies::Library::embedded().text(scenario).unwrap().to_owned(),
            tables: None,
            options: BTreeMap::new(),
            generals: ["random".to_owned(), "random".to_owned()],
            seed: Some(battery::seed(7, n)),
            salt: battery::seed(8, n),
        };
        let mut battle = RULESET.begin(&setup).unwrap();
        for answers in 1_u64..=400 {
            let Some(ask) = Side::BOTH.iter().find_map(|side| battle.waiting(*side).into_iter().next()) else { break };
            let replies = battle.suggest(ask.slot.side, ask.id, answers * 7_919 + n).unwrap();
            battle.answer(ask.slot.side, ask.id, replies, By::Staff).unwrap();
            if answers.is_multiple_of(9) && battle.picture(None).turn > 0 {
                let drift = battle.drift(answers);
                differs.extend(drift.differs.iter().map(|one| format!("{scenario}, answer {answers}: {one}")));
                for (sum, more) in [(&mut compared, drift.compared), (&mut answered, drift.by_reply)] {
                    for (what, n) in more {
                        *sum.entry(what).or_default() += n;
                    }
                }
            }
        }
    }
    assert!(differs.is_empty(), "{differs:#?}");
    let kinds = ["assault", "fire_advance", "morale", "chance"];
    assert!(kinds.map(game::Term::of).iter().all(|what| compared.contains_key(what)), "{compared:?}");
    assert!(compared.values().sum::<u64>() > 30, "{compared:?}");
    assert!(
        ["fire", "stand", "counter", "flee"].map(game::Term::of).iter().all(|does| answered.contains_key(does)),
        "{answered:?}"
    );
}

/// The screen of a target fires before the attacker tests, for the first time: the odds begin before that.
#[test]
fn the_first_fire_of_a_screen_is_in_the_odds() {
    let battle = RandomBattle { scenario: "ecole-3-charge", run: 1, n: 46, luck: 1_000_003 + 46 * 7_919 };
    let drift = compared_in(&RULESET, &battle, 14, 1);
    assert!(drift.by_reply.contains_key(&game::Term::of("square_fire")), "{drift:?}");
}
