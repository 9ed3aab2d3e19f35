//! A computer captain who leads a side changes the orders of its divisions.

use game::{Battle, By, Key, Reply, Ruleset, Setup, Shape, Side, Term};
use grognard_bataille_empire::RULESET;
use staff::{Post, advise, general};
use std::collections::BTreeMap;

/// A battle whose blue army starts with an order, up to the first question of its commander-in-chief.
fn at_the_chief(order: &'static str) -> Option<Box<dyn Battle>> {
    let setup = Setup {
        scenario: armies::Library::embedded().text("maida-1806").expect("a scenario").to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: [String::new(), String::new()],
        seed: Some(game::battery::seed(1, 4)),
        salt: game::battery::seed(2, 4),
    };
    let mut battle = RULESET.begin(&setup).expect("a battle");
    while battle.outcome().is_none() {
        let ask = Side::BOTH.iter().flat_map(|side| battle.waiting(*side)).next()?;
        let side = ask.slot.side;
        if ask.slot.kind == "chief" && side == Side::Blue {
            return Some(battle);
        }
        let wanted = |field: &game::Field| match &field.shape {
            Shape::Pick { from, .. } if side == Side::Blue => {
                let choice = from.iter().find(|choice| choice.key.does == order)?;
                let then = choice.then.iter().map(|field| field.default.clone()).collect();
                Some(Reply::Picked(vec![(choice.key.clone(), then)]))
            }
            _ => None,
        };
        let replies = ask.fields.iter().map(|field| wanted(field).unwrap_or_else(|| field.default.clone())).collect();
        battle.answer(side, ask.id, replies, By::Staff).expect("an answer");
    }
    None
}

#[test]
fn a_bold_captain_orders_an_attack_where_his_army_only_holds() {
    let mut battle = at_the_chief("hold").expect("a chief with points");
    let mut captain = general("captain:bold", 1).expect("a captain");
    // The commander-in-chief may transfer points first.
    while let Some(ask) = battle.waiting(Side::Blue).into_iter().find(|ask| ask.slot.kind == "chief") {
        let answer = advise(&Post::new(battle.as_ref(), Side::Blue), ask.id, captain.as_mut()).expect("an answer");
        let picked = answer.replies.first().expect("a reply");
        if picked.key().is_some_and(|key| key.does == "order") {
            assert_eq!(picked.opened().first().and_then(Reply::key), Some(&Key::plain("attack")));
            return;
        }
        battle.answer(Side::Blue, ask.id, answer.replies, By::Staff).expect("an answer");
    }
    panic!("no order");
}

#[test]
fn an_army_that_attacks_already_gets_no_new_order() {
    let battle = at_the_chief("attack").expect("a chief with points");
    let ask = battle.waiting(Side::Blue).remove(0);
    let post = Post::new(battle.as_ref(), Side::Blue);
    let mut captain = general("captain:bold", 1).expect("a captain");
    let answer = advise(&post, ask.id, captain.as_mut()).expect("an answer");
    // The commander-in-chief may still transfer points to the attacking division (BE-PC-05).
    let done = answer.replies.first().and_then(Reply::key).map(|key| key.does.clone()).expect("a choice");
    assert!([Term::of("done"), Term::of("transfer")].contains(&done), "{done:?}");
}
