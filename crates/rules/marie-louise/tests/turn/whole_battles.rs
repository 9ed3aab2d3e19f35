//! The shipped scenarios played from deployment to the end with proposed answers and random dice.

use game::{Given, Need, Picture, Rules, Thrown, Toss};
use grognard_marie_louise::{Book, MarieLouise};

/// A stream of numbers, the same for the same seed.
fn numbers(mut from: u64) -> impl FnMut() -> u64 {
    move || {
        from = from.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from >> 33
    }
}

fn throw(toss: &Toss, next: &mut impl FnMut() -> u64) -> Thrown {
    let faces: Vec<u8> = toss
        .throw
        .each()
        .map(|(die, _)| die.faces().nth((next() % u64::from(die.sides())) as usize).unwrap())
        .collect();
    let class = dice::read(&toss.throw, &faces).unwrap();
    Thrown { faces, class }
}

/// Plays a scenario; returns the number of turns.
fn play(id: &str, luck: u64) -> u16 {
    let library = armies::Library::embedded();
    let rules = MarieLouise::for_scenario(Book::new(), &library.find(id).unwrap(), library).unwrap();
    let mut next = numbers(luck);
    let (mut state, events) = rules.begin();
    let mut picture = Picture::fold(&events, None);
    for _ in 0..50_000 {
        assert_eq!(picture, rules.picture(&state), "the picture is the fold of the events");
        let given = match rules.need(&state) {
            Need::Over(_) => return state.now().turn,
            Need::Dice(tosses) => Given::Dice(tosses.iter().map(|toss| throw(toss, &mut next)).collect()),
            Need::Answers(slots) => {
                let mut answers = Vec::new();
                for slot in &slots {
                    let seen = rules.redact(&state, slot.side);
                    let ask = rules.ask(&seen, slot);
                    assert!(!ask.fields.is_empty(), "asked for nothing: {slot:?}");
                    let replies = rules.suggest(&seen, &ask, next());
                    rules.check(&seen, &ask, &replies).expect("what is proposed stands");
                    answers.push(replies);
                }
                Given::Answers(answers)
            }
        };
        rules.advance(&mut state, given).iter().for_each(|event| picture.apply(&event.deed));
    }
    panic!("no end in sight: {:?}", rules.need(&state));
}

#[test]
fn every_shipped_scenario_comes_to_an_end() {
    for scenario in armies::Library::embedded().scenarios() {
        let turns = play(&scenario.id, 11);
        assert!((1..=scenario.turns("marie-louise")).contains(&turns), "{}: {turns}", scenario.id);
    }
}

#[test]
fn a_small_battle_comes_to_an_end_however_it_goes() {
    for luck in 0..12 {
        assert!(play("premier-feu", luck) >= 1);
    }
}
