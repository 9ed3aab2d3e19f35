//! A whole charge followed step by step, as two players at a real table do.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::resolve;
use dice::{Roller, Seed};
use game::{Assistant, Chance, Followed, Handed, Next, Row, Term};
use grognard_marie_louise::{Book, resolutions};
use serde_json::{Value, json};

fn charge() -> Value {
    let mut situation = resolutions(Book::new()).example("charge").unwrap();
    situation["follow"] = json!("melee");
    situation["remaining"] = json!(8);
    situation
}

fn follow(situation: &Value, handed: &[Handed]) -> Followed {
    resolutions(Book::new()).follow("charge", situation, handed).expect("what was waited for")
}

fn choice(does: &'static str) -> Handed {
    Handed::Choice(Term::of(does))
}

/// Goes on to the end, with dice from a seed and decisions by `choose`.
fn to_the_end(situation: &Value, seed: u8, mut choose: impl FnMut(&Term, &Term) -> Term) -> (Vec<Handed>, Followed) {
    let (roller, mut count) = (Roller::new(&Seed([seed; 32])), 0);
    let mut handed = Vec::new();
    loop {
        let now = follow(situation, &handed);
        match now.next.clone() {
            None => return (handed, now),
            Some(Next::Throw(wanted)) => {
                let faces = wanted.iter().flat_map(|w| roller.throw(&mut count, &w.throw)).collect();
                handed.push(Handed::Dice(faces));
            }
            Some(Next::Choose { kind, default, options, .. }) => {
                let does = choose(&kind, &default);
                assert!(options.iter().any(|offer| offer.does == does), "{does} in {options:?}");
                handed.push(Handed::Choice(does));
            }
        }
        assert!(handed.len() < 1000, "a charge ends");
    }
}

fn sum(rows: &[Row], of: impl Fn(&Row) -> bool) -> f64 {
    rows.iter().filter(|row| of(row)).map(|row| row.chance.to_f64()).sum()
}

#[test]
fn the_same_dice_come_to_the_same_end_step_by_step_and_at_once() {
    for (seed, defence) in (0..6).zip(["fire", "solid_square"].into_iter().cycle()) {
        let mut situation = charge();
        situation["defence"] = json!(defence);
        let (handed, followed) =
            to_the_end(
                &situation,
                seed,
                |kind, default| {
                    if *kind == "defence" { Term::from(defence) } else { default.clone() }
                },
            );
        let faces: Vec<u8> = handed
            .iter()
            .flat_map(|one| match one {
                Handed::Dice(faces) => faces.clone(),
                Handed::Choice(_) => Vec::new(),
            })
            .collect();
        let at_once = resolve(&Book::new(), "charge", &situation, &faces);
        for (name, value) in followed.end.as_ref().expect("an end") {
            assert_eq!(at_once.outcome.get(name), Some(value), "seed {seed}: {name}");
        }
        let thrown: Vec<u8> =
            followed.steps.iter().flat_map(|step| step.dice.iter().flat_map(|fallen| fallen.faces.clone())).collect();
        assert_eq!(thrown, faces, "every die is told, in its order");
        let decided = followed.steps.iter().filter(|step| step.chosen.is_some()).count();
        assert_eq!(decided, handed.len() - handed.iter().filter(|one| matches!(one, Handed::Dice(_))).count());
        // The changes of all steps lead from the start to the final state.
        let mut elements = follow(&situation, &[]).stands["attacker"]["elements"].clone();
        for step in &followed.steps {
            if let Some(now) = step.changed.get("attacker").and_then(|side| side.get("elements")) {
                elements = now.clone();
            }
        }
        assert_eq!(elements, followed.stands["attacker"]["elements"], "seed {seed}");
    }
}

#[test]
fn both_players_are_asked_and_each_reply_has_its_odds() {
    let situation = charge();
    let first = follow(&situation, &[]);
    let Some(Next::Choose { who, kind, .. }) = &first.next else { panic!("the defender chooses: {:?}", first.next) };
    assert_eq!((who[0].as_str(), kind.as_str()), ("defender", "defence"));
    assert_eq!(first.columns.len(), 2);
    assert!(!first.steps[0].breakdown.is_empty(), "the reaction test is explained before it is thrown");
    // After the choice the odds are those of its column.
    let after = follow(&situation, &[choice("solid_square")]);
    let column = first.columns.iter().find(|column| column.reply == "solid_square").unwrap();
    assert_eq!(after.distribution, column.distribution);
    // At some point the attacker is asked whether to pursue.
    let asked = (0..20).any(|seed| {
        let (_, followed) = to_the_end(&situation, seed, |_, default| default.clone());
        followed.steps.iter().any(|step| {
            step.chosen.as_ref().is_some_and(|chosen| chosen.kind == "pursuit" && chosen.who[0] == "attacker")
        })
    });
    assert!(asked);
}

#[test]
fn the_odds_before_a_die_are_the_mean_of_the_odds_after_each_face() {
    let situation = charge();
    let handed = [choice("solid_square")];
    let before = follow(&situation, &handed);
    let Some(Next::Throw(wanted)) = &before.next else { panic!("a reaction test") };
    assert_eq!(wanted[0].throw.dice_count(), 1);
    let after: Vec<Followed> =
        (1..=6).map(|face| follow(&situation, &[handed[0].clone(), Handed::Dice(vec![face])])).collect();
    for outcome in ["attacker", "defender", "undecided", "broken"] {
        let of = |row: &Row| row.outcome["outcome"] == outcome;
        let mean = after.iter().map(|after| sum(&after.distribution, of)).sum::<f64>() / 6.0;
        assert!((sum(&before.distribution, of) - mean).abs() < 1e-9, "{outcome}");
    }
}

#[test]
fn what_does_not_fit_is_refused_at_its_place() {
    let assistant = resolutions(Book::new());
    let fault = |handed: &[Handed]| assistant.follow("charge", &charge(), handed).unwrap_err().remove(0).place;
    assert_eq!(fault(&[Handed::Dice(vec![3])]), "handed.0", "a choice is waited for");
    assert_eq!(fault(&[choice("run_away")]), "handed.0");
    assert_eq!(fault(&[choice("fire"), choice("fire")]), "handed.1", "dice are waited for");
    assert_eq!(fault(&[choice("fire"), Handed::Dice(vec![3, 4])]), "handed.1", "one die is waited for");
    assert_eq!(fault(&[choice("fire"), Handed::Dice(vec![7])]), "handed.1", "no such face");
    let (mut handed, over) = to_the_end(&charge(), 3, |_, default| default.clone());
    assert_eq!(over.distribution[0].chance, Chance::CERTAIN);
    handed.push(choice("fire"));
    assert_eq!(fault(&handed), format!("handed.{}", handed.len() - 1), "it is over");
    assert!(assistant.follows("charge") && !assistant.follows("morale"));
    assert_eq!(assistant.follow("morale", &json!({}), &[]).unwrap_err()[0].place, "test");
}
