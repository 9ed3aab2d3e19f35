//! A battle continues after its program was killed: from its log and the umpire's state, at every step.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod toy;

use game::seal::Bytes32;
use game::{Battle, By, Entry, Host, Key, LogError, Reply, Side, Standing, Term, UmpireState};
use proptest::prelude::*;
use std::sync::Arc;
use toy::{Toy, begin, play_to_the_end, reopen, seeded};

fn resume(battle: &dyn Battle) -> Host<Toy> {
    // The umpire's state goes through the disk as text.
    let keep: UmpireState = serde_json::from_str(&serde_json::to_string(&battle.keep()).unwrap()).unwrap();
    Host::resume(Arc::new(Toy::default()), &battle.log_since(0), &keep).expect("it goes on")
}

fn assert_same(one: &dyn Battle, other: &dyn Battle) {
    assert_eq!(one.fingerprint(), other.fingerprint());
    assert_eq!(one.log_since(0), other.log_since(0));
    assert_eq!(one.keep(), other.keep());
    assert_eq!(one.draw_offered(), other.draw_offered());
    assert_eq!(one.sealing(), other.sealing());
    for side in Side::BOTH {
        assert_eq!(one.waiting(side), other.waiting(side));
        assert_eq!(one.sealed(side), other.sealed(side));
        assert_eq!(one.standing(side), other.standing(side));
        assert_eq!(one.undo_possible(side), other.undo_possible(side));
        assert_eq!(one.knowledge(side), other.knowledge(side));
    }
}

/// One act of a player.
fn act(battle: &mut dyn Battle, what: u8, side: Side) {
    let standing = Standing { kind: Term::of("walk"), about: None, when: Vec::new(), does: Term::of("right") };
    match what {
        0 => drop(battle.undo(side)),
        1 => {
            if let Some(ask) = battle.sealed(side).first() {
                assert!(battle.withdraw(side, *ask));
            }
        }
        2 => battle.stand(side, standing),
        3 => drop(battle.revoke(side, &standing)),
        4 => battle.offer_draw(side),
        5 => drop(battle.decline_draw(side)),
        n => {
            let Some(ask) = battle.waiting(side).pop() else { return };
            let walk = ask.slot.kind == "walk";
            let does = match (walk, n % 2) {
                (true, 0) => "left",
                (true, _) => "right",
                (false, 0) => "low",
                (false, _) => "high",
            };
            battle.answer(side, ask.id, vec![Reply::pick(Key::plain(does))], By::Person).unwrap();
        }
    }
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Blue), Just(Side::Red)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn at_every_step_it_goes_on_as_if_nothing_had_happened(acts in prop::collection::vec((0_u8..14, side()), 1..60)) {
        let mut battle: Box<dyn Battle> = Box::new(seeded());
        for (what, side) in acts {
            if battle.outcome().is_some() {
                break;
            }
            act(battle.as_mut(), what, side);
            let resumed = resume(battle.as_ref());
            assert_same(battle.as_ref(), &resumed);
            let mut one = battle.fork();
            let mut other = resumed.fork();
            play_to_the_end(one.as_mut());
            play_to_the_end(other.as_mut());
            prop_assert_eq!(one.log_since(0), other.log_since(0));
            // From here on the copy is the battle: anything lost in a resume would show later.
            battle = Box::new(resumed);
        }
        play_to_the_end(battle.as_mut());
        reopen(&battle.log_since(0)).expect("the whole log verifies");
    }
}

#[test]
fn dice_of_ones_own_are_still_wanted_after_a_resume() {
    let mut battle = begin(None);
    for (side, what) in [(Side::Blue, 6), (Side::Blue, 6), (Side::Blue, 6), (Side::Red, 6)] {
        act(&mut battle, what, side);
    }
    let mut again = resume(&battle);
    assert_eq!(again.dice_wanted(), battle.dice_wanted());
    again.type_dice(&[vec![6, 5]]).unwrap();
    assert_eq!(again.picture(None).turn, 1);
}

#[test]
fn an_answer_that_waits_is_not_taken_twice_nor_lost() {
    let mut battle = seeded();
    for what in [6, 6, 7] {
        act(&mut battle, what, Side::Blue);
    }
    let mut again = resume(&battle);
    assert!(again.waiting(Side::Blue).is_empty());
    act(&mut again, 6, Side::Red);
    let opened: Vec<_> = again
        .log_since(0)
        .into_iter()
        .filter_map(|entry| if let Entry::Given { slot, replies, .. } = entry { Some((slot, replies)) } else { None })
        .filter(|(slot, _)| slot.kind == "bid")
        .collect();
    assert_eq!(opened[0].1, [Reply::pick(Key::plain("high"))]);
    // Without the stored state the question is put again.
    let lost = UmpireState { sealed: Vec::new(), ..battle.keep() };
    let asked = Host::resume(Arc::new(Toy::default()), &battle.log_since(0), &lost).unwrap();
    assert_eq!(asked.waiting(Side::Blue).len(), 1);
}

#[test]
fn a_battle_goes_on_from_a_moment_with_new_dice() {
    let mut battle = seeded();
    play_to_the_end(&mut battle);
    let log = battle.log_since(0);
    let first = log.iter().position(|entry| matches!(entry, Entry::Check(_))).unwrap();
    let generals = ["person".to_owned(), "random".to_owned()];
    let new = |seed: u8| {
        let (seed, salt) = (Some(Bytes32([seed; 32])), Bytes32([9; 32]));
        Host::branch(Arc::new(Toy::default()), &log[..=first], generals.clone(), seed, salt).unwrap()
    };
    let mut branch = new(5);
    assert_eq!(branch.picture(None).turn, 1);
    assert!(branch.undo(Side::Blue).is_err(), "what was before is another battle's");
    assert_same(&branch, &resume(&branch));
    play_to_the_end(&mut branch);
    let told = branch.log_since(0);
    reopen(&told).expect("dice before the new seed are not held against it, dice after it are");
    let mut other = new(6);
    play_to_the_end(&mut other);
    assert_ne!(told, other.log_since(0), "the dice are new");
    // The new seed must match its seal and its dice.
    let mut forged = told.clone();
    let dice = forged.iter().rposition(|entry| matches!(entry, Entry::Dice(_))).unwrap();
    let seeds = forged.iter().rposition(|entry| matches!(entry, Entry::SeedOpened { .. })).unwrap();
    let (Entry::SeedOpened { salt, .. }, true) = (forged[seeds].clone(), dice < seeds) else { panic!() };
    forged[seeds] = Entry::SeedOpened { seed: Bytes32([4; 32]), salt };
    assert!(matches!(reopen(&forged), Err(LogError::Differs { .. })));
}

#[test]
fn a_draw_is_offered_for_all_to_see_declined_and_agreed() {
    let mut battle = seeded();
    battle.offer_draw(Side::Blue);
    assert_eq!(battle.draw_offered(), [true, false]);
    assert!(battle.log(Some(Side::Red)).contains(&Entry::DrawOffered(Side::Blue)));
    assert!(battle.decline_draw(Side::Red));
    assert!(!battle.decline_draw(Side::Red));
    battle.offer_draw(Side::Red);
    assert!(battle.outcome().is_none(), "the old offer is gone");
    battle.offer_draw(Side::Blue);
    assert_eq!(battle.outcome().unwrap().how, "agreed");
    reopen(&battle.log_since(0)).unwrap();
}
