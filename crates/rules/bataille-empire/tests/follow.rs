//! A whole charge followed step by step, as two players at a real table do.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use dice::{DiceError, Roller, Script, Seed, Throw};
use game::{Assistant, Faces, Followed, Handed, Next, Row, Term};
use grognard_bataille_empire::{Book, resolutions};
use serde_json::{Value, json};

struct Dice(Script);

impl Faces for Dice {
    fn throw(&mut self, throw: &Throw) -> Result<Vec<u8>, DiceError> {
        self.0.throw(throw)
    }
}

/// Heavy cavalry on a line that may form square.
fn charge() -> Value {
    resolutions(Book::new()).example("charge").unwrap()
}

fn follow(situation: &Value, handed: &[Handed]) -> Followed {
    resolutions(Book::new()).follow("charge", situation, handed).expect("what was waited for")
}

/// Plays to the end with this reply of the target and dice from a seed.
fn to_the_end(situation: &Value, reply: &Term, seed: u8) -> (Vec<u8>, Followed) {
    let (roller, mut count) = (Roller::new(&Seed([seed; 32])), 0);
    let mut handed = vec![Handed::Choice(reply.clone())];
    let mut all = Vec::new();
    loop {
        let now = follow(situation, &handed);
        let Some(next) = &now.next else { return (all, now) };
        // All other decisions take the default.
        if let Next::Choose { default, .. } = next {
            handed.push(Handed::Choice(default.clone()));
            continue;
        }
        let Next::Throw(wanted) = next else { panic!("{next:?}") };
        let faces: Vec<u8> = wanted.iter().flat_map(|w| roller.throw(&mut count, &w.throw)).collect();
        all.extend(&faces);
        handed.push(Handed::Dice(faces));
    }
}

#[test]
fn every_reply_comes_to_the_same_end_step_by_step_and_at_once() {
    let situation = charge();
    let first = follow(&situation, &[]);
    let Some(Next::Choose { who, kind, options, .. }) = &first.next else { panic!("{:?}", first.next) };
    assert_eq!((who[0].as_str(), kind.as_str()), ("defender", "reply"));
    assert!(options.len() > 1 && options.len() == first.columns.len(), "{options:?}");
    let mut tested = 0;
    for (seed, offer) in (0..).zip(options.iter().cycle().take(4 * options.len())) {
        // After the choice the odds are those of its column.
        let after = follow(&situation, &[Handed::Choice(offer.does.clone())]);
        let column = first.columns.iter().find(|column| column.reply == offer.does).unwrap();
        assert_eq!(after.distribution, column.distribution, "{}", offer.does);
        let (faces, followed) = to_the_end(&situation, &offer.does, seed);
        let mut typed = situation.clone();
        typed["reply"] = json!(offer.does);
        let mut script = Dice(Script::new(faces.clone()));
        let at_once = resolutions(Book::new()).resolve("charge", &typed, &mut script).unwrap();
        script.0.finish().expect("every die is used");
        for (name, value) in followed.end.as_ref().expect("an end") {
            assert_eq!(at_once.outcome.get(name), Some(value), "{} by {faces:?}: {name}", offer.does);
        }
        let told = followed.steps.iter().flat_map(|step| step.dice.iter().flat_map(|fallen| fallen.faces.clone()));
        assert_eq!(told.collect::<Vec<_>>(), faces, "every die is told, in its order");
        tested += followed.steps.iter().filter(|step| step.step == "drill").count();
    }
    assert!(tested > 0, "some reply needs a test");
}

#[test]
fn a_shock_is_counted_for_both_before_it_is_thrown() {
    let (stand, home) = (Handed::Choice(Term::of("stand")), Handed::Choice(Term::of("charge_home")));
    let called = follow(&charge(), std::slice::from_ref(&stand));
    let Some(Next::Choose { who, kind, .. }) = &called.next else { panic!("{:?}", called.next) };
    assert_eq!((who[0].as_str(), kind.as_str()), ("attacker", "call_off"), "cavalry may be called off");
    let waits = follow(&charge(), &[stand.clone(), home.clone()]);
    let shock = waits.steps.last().unwrap();
    assert_eq!(shock.step, "shock");
    let of = |who: &str| shock.breakdown.iter().any(|line| line.of.as_ref().is_some_and(|of| *of == who));
    assert!(of("attacker") && of("defender"), "{:?}", shock.breakdown);
    let Some(Next::Throw(wanted)) = &waits.next else { panic!("{:?}", waits.next) };
    assert_eq!(wanted[0].who.len(), 2, "both throw");
    let certain = |rows: &[Row]| rows.iter().map(|row| row.chance.to_f64()).sum::<f64>();
    assert!((certain(&waits.distribution) - 1.0).abs() < 1e-9);
    let fault =
        |handed: &[Handed]| resolutions(Book::new()).follow("charge", &charge(), handed).unwrap_err().remove(0).place;
    assert_eq!(fault(&[Handed::Dice(vec![3, 4])]), "handed.0", "a choice is waited for");
    assert_eq!(fault(&[stand, home, Handed::Dice(vec![3])]), "handed.2", "two dice");
}
