//! The odds that players are shown are those of the battle itself: charges that land, up to the end of their first round,
//! fires, and tests of morale as the assistant has them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::battery;
use game::{By, Ruleset, Setup, Side};
use grognard_aigles::RULESET;

#[test]
fn the_odds_shown_are_those_of_the_battle() {
    let (mut compared, mut charges, mut held, mut tests) = (0, 0, 0, 0);
    for (n, scenario) in (0..).zip(["premier-feu", "maida-1806"]) {
        let setup = Setup {
            scenario: armies::Library::embedded().text(scenario).unwrap().to_owned(),
            tables: None,
            options: std::collections::BTreeMap::new(),
            generals: ["random".to_owned(), "random".to_owned()],
            seed: Some(battery::seed(7, n)),
            salt: battery::seed(8, n),
        };
        let mut battle = RULESET.begin(&setup).unwrap();
        for answers in 1_u64..=70 {
            let Some(ask) = Side::BOTH.iter().find_map(|side| battle.waiting(*side).into_iter().next()) else { break };
            let replies = battle.suggest(ask.slot.side, ask.id, answers * 7_919 + n).unwrap();
            battle.answer(ask.slot.side, ask.id, replies, By::Staff).unwrap();
            if answers.is_multiple_of(10) {
                let drift = battle.drift(answers);
                let differs: Vec<String> = drift.differs.iter().map(ToString::to_string).collect();
                assert!(differs.is_empty(), "{scenario}, answer {answers}: {differs:#?}");
                compared += drift.compared.values().sum::<u64>();
                held += drift.by_reply.get(&game::Term::of("hold_fire")).copied().unwrap_or(0);
                tests += drift.compared.get(&game::Term::of("morale")).copied().unwrap_or(0);
                charges += drift.compared.get(&game::Term::of("charge")).copied().unwrap_or(0);
            }
        }
    }
    let all = format!("{compared} compared, {charges} of them charges, {held} unshot, {tests} tests");
    assert!(compared > 3 && charges > 1 && held > 0 && tests > 1, "{all}");
}
