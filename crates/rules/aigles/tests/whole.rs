//! The whole charge: its steps in order, its odds compared with played charges, its answers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{resolve, says};
use dice::{Roller, Seed, Throw};
use game::{Assistant, Bout, BoutInput, BoutRequest, Handed, Next, Policy, Quiet, Teller, Term, odds};
use grognard_aigles::fight::{ChargeBout, End, Form, WholeCharge, Wish};
use grognard_aigles::{Book, r, resolutions};
use rulebook::proof::prove;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A French column on a Prussian line, with changes.
fn charge(changes: &[(&str, Value)]) -> Value {
    let nerve = json!({"generals": [{"points": 40, "distance": 12}], "friends": 1, "enemies": 1});
    let mut situation = json!({
        "distance": 13, "second_half": true,
        "charger": {"moral": 5, "class": "a", "formation": "column", "initial": 18, "allowance": 18, "distance_bonus": 4,
            "column": 18, "ranks": [3, 3, 3, 3, 3, 3], "hands": [{"combat": 5, "bonus": 2, "figures": 3}], "nerve": nerve},
        "target": {"attitude": "hold", "fires": [{"fire": 4, "figures": 8}], "first_fire": true,
            "hands": [{"combat": 4, "bonus": 1, "figures": 5}], "nerve": nerve},
    });
    for (place, value) in changes {
        match place.split_once('/') {
            Some((side, name)) => situation[side][name] = value.clone(),
            None => situation[*place] = value.clone(),
        }
    }
    situation
}

#[test]
fn the_charge_of_the_walked_battle() {
    // F1 on M1 in period 2: tests 2 and 1, fire 4, test under fire 5, melee 3 against 5 without M1's brigadier.
    prove(&[r::LA_GAP_24, r::LA_GAP_08, r::LA_CHA_19], |book: &Book| {
        let outcome = resolve(book, "whole-charge", &charge(&[]), &[2, 4, 1, 5, 3, 5]).outcome;
        assert_eq!(outcome["charger_losses"], 28 + 30);
        assert_eq!(outcome["target_losses"], 30);
        assert_eq!(outcome["outcome"], "draw");
    });
}

/// Plays a charge to its end with dice from a seed.
fn played(book: &Book, situation: &WholeCharge, roller: &Roller, counter: &mut u64) -> End {
    let (form, wish) = (Form(situation), Wish(situation));
    let mut bout = ChargeBout::new(book);
    loop {
        match bout.wants() {
            BoutRequest::Done(end) => return end,
            BoutRequest::Pause(_) => bout.feed(BoutInput::Resumed, &mut Quiet),
            BoutRequest::Reply(slot, fields) => {
                let replies = wish.reply(&bout, &slot, &fields);
                bout.feed(BoutInput::Replied(&replies), &mut Quiet);
            }
            BoutRequest::Situation(fact) => {
                let told = form.tell(&bout, &fact).expect("a form knows everything");
                bout.feed(BoutInput::Situation(told), &mut Quiet);
            }
            BoutRequest::Dice(tosses) => {
                let mut class = |throw: &Throw| dice::read(throw, &roller.throw(counter, throw)).expect("good dice");
                let classes: Vec<i16> = tosses.iter().map(|toss| class(&toss.throw)).collect();
                bout.feed(BoutInput::Thrown(&classes), &mut Quiet);
            }
        }
    }
}

#[test]
fn the_odds_are_those_of_played_charges() {
    const PLAYED: u32 = 10_000;
    let book = Book::new();
    let shaken = [("target/moral", json!(2)), ("charger/moral", json!(3)), ("rounds", json!(2))];
    for situation in [charge(&[]), charge(&shaken)] {
        let situation: WholeCharge = serde_json::from_value(situation).expect("a charge");
        let (roller, mut counter) = (Roller::new(&Seed([7; 32])), 0);
        let all = odds(&ChargeBout::new(&book), &Form(&situation), &Wish(&situation)).expect("odds");
        let mut counts: BTreeMap<End, u32> = BTreeMap::new();
        for _ in 0..PLAYED {
            *counts.entry(played(&book, &situation, &roller, &mut counter)).or_default() += 1;
        }
        let mut sum = 0.0;
        for (end, chance) in &all.rows {
            let chance = chance.to_f64();
            sum += chance;
            let seen = f64::from(counts.remove(end).unwrap_or(0)) / f64::from(PLAYED);
            let spread = (chance * (1.0 - chance) / f64::from(PLAYED)).sqrt();
            assert!((seen - chance).abs() <= 5.0 * spread + 1e-9, "{end:?}: {seen} played, {chance} computed");
        }
        assert!((sum - 1.0_f64).abs() < 1e-9, "the odds add up to {sum}");
        assert!(counts.is_empty(), "ends without odds: {counts:?}");
    }
}

#[test]
fn each_answer_of_the_target_has_a_column() {
    let open = charge(&[("target/attitude", json!("attack")), ("second_half", json!(false)), ("distance", json!(20))]);
    let columns = resolve(&Book::new(), "whole-charge", &open, &[]).columns;
    let replies: Vec<&str> = columns.iter().map(|column| column.reply.as_str()).collect();
    assert_eq!(replies, ["carry_on", "counter_charge", "change_formation"]);
    assert!(columns.iter().all(|column| !column.distribution.is_empty()));
    // Skirmishers in the open have no choice.
    let loose = charge(&[("target/formation", json!("skirmish"))]);
    let columns = resolve(&Book::new(), "whole-charge", &loose, &[]).columns;
    assert_eq!(columns.iter().map(|column| column.reply.as_str()).collect::<Vec<_>>(), ["evade"]);
}

#[test]
fn the_reaction_quarter_may_be_used_to_fire() {
    // From 20 cm contact comes in the fourth quarter: the square stands at the end of the third.
    prove(&[r::LA_MVT_11], |book: &Book| {
        let square = charge(&[
            ("second_half", json!(false)),
            ("distance", json!(20)),
            ("answer", json!("change_formation")),
            ("rounds", json!(1)),
        ]);
        // A quarter of fire in each half, from 15.5 and 2 cm: 25 and 55 in a whole period.
        let outcome = resolve(book, "whole-charge", &square, &[3, 6, 6, 3, 3, 3, 3]).outcome;
        assert_eq!(outcome["charger_losses"], 6 + 14 + 25, "two quarters of fire and the round");
    });
}

/// A charge that lands in the second half is fired at by halves, each with a die of its own, and a charger hit hard in
/// the first tests between them (LA-GAP-06, LA-GAP-24, 6): on Arrêt it does not charge home (LA-CHA-33). In the melee
/// the fires of the half of contact count (LA-GAP-06, 7).
#[test]
fn a_long_charge_is_fired_at_by_halves() {
    let fires = json!([{"fire": 6, "figures": 16}]);
    let long = [
        ("second_half", json!(false)),
        ("distance", json!(20)),
        ("target/fires", fires),
        ("target/initial", json!(20)),
        ("rounds", json!(1)),
    ];
    let outcome = resolve(&Book::new(), "whole-charge", &charge(&long), &[3, 6, 3, 6, 3, 3, 3, 3, 3]).outcome;
    // 110 and 145 in a whole period; 5 + 2 + 3 of the charge, 4 less for 73 losses, the die: 20 of the round.
    assert_eq!((&outcome["charger_losses"], &outcome["target_losses"]), (&json!(55 + 73 + 25), &json!(20)));
    let steps: Vec<String> =
        outcome["course"].as_array().unwrap().iter().map(|step| step["step"].to_string()).collect();
    let begins = ["morale", "landing_fire", "morale", "landing_fire", "morale"].map(|step| format!("\"{step}\""));
    assert_eq!(steps[..5], begins);
    // With low morale it does not come on.
    let mut alone = charge(&long);
    alone["charger"]["moral"] = json!(3);
    alone["charger"]["nerve"] = json!({"enemies": 3, "routed_before": true});
    let outcome = resolve(&Book::new(), "whole-charge", &alone, &[6, 6, 1]).outcome;
    assert_eq!((&outcome["outcome"], &outcome["charger_losses"]), (&json!("stopped"), &json!(55)));
}

#[test]
fn a_counter_charge_is_met_half_way() {
    prove(&[r::LA_CCH_07], |book: &Book| {
        let met = charge(&[
            ("distance", json!(12.9)),
            ("target/attitude", json!("attack")),
            ("target/formation", json!("column")),
            ("target/allowance", json!(16)),
            ("target/distance_bonus", json!(4)),
            ("target/ranks", json!([4, 4, 4, 4])),
            ("target/fires", json!([])),
            ("answer", json!("counter_charge")),
        ]);
        // A millimetre too near: only the charger has its bonuses, 4 + 1 for the target with five figures.
        says(book, "whole-charge", met, &[1, 1, 1, 1, 3], json!({"charger_losses": 25, "target_losses": 30}));
    });
}

#[test]
fn it_is_followed_step_by_step() {
    let assistant = resolutions(Book::new());
    let situation = charge(&[]);
    let mut handed = Vec::new();
    let mut steps = Vec::new();
    loop {
        let course = assistant.follow("whole-charge", &situation, &handed).expect("it goes on");
        match course.next {
            Some(Next::Throw(wanted)) => {
                let dice = wanted.iter().map(|wanted| wanted.throw.dice_count()).sum();
                handed.push(Handed::Dice(vec![3; dice]));
            }
            Some(Next::Choose { default, kind, .. }) => {
                steps.push(kind.clone());
                handed.push(Handed::Choice(default));
            }
            None => {
                assert!(course.end.is_some());
                let labels: Vec<Term> = course.steps.iter().map(|stride| stride.step.clone()).collect();
                for label in ["morale", "reaction", "landing_fire", "melee"] {
                    assert!(labels.contains(&Term::of(label)), "{label} is among {labels:?}");
                }
                break;
            }
        }
    }
    assert_eq!(steps.first(), Some(&Term::of("react")));
}

/// Number of lines of a charge in which something is named.
fn named(situation: &Value, dice: &[u8], what: &str) -> usize {
    let resolution = resolve(&Book::new(), "whole-charge", situation, dice);
    resolution.breakdown.iter().filter(|line| format!("{line:?}").contains(what)).count()
}

/// Hussars instead of the column.
const HUSSARS: [(&str, &str); 7] = [
    ("charger/arm", "\"cavalry\""),
    ("charger/light", "true"),
    ("charger/formation", "\"line\""),
    ("charger/weapon", "\"carbine\""),
    ("charger/initial", "12"),
    ("charger/ranks", "[]"),
    ("charger/hands", "[{\"combat\": 5, \"bonus\": 3, \"figures\": 3}]"),
];

fn hussars(allowance: u8, bonus: u8, changes: &[(&str, Value)]) -> Value {
    let own = HUSSARS.iter().map(|(place, value)| (*place, serde_json::from_str(value).unwrap()));
    let pace = [("charger/allowance", json!(allowance)), ("charger/distance_bonus", json!(bonus))];
    charge(&own.chain(pace).chain(changes.iter().cloned()).collect::<Vec<_>>())
}

/// A unit that has declared its evasion turns at once and does not fire (LA-ESQ-03); one that must evade fires in the
/// quarter of its reaction (LA-MVT-11): one die more.
#[test]
fn a_declared_evasion_does_not_fire() {
    let evades = |declared: bool| {
        let changes = [
            ("distance", json!(20)),
            ("target/attitude", json!("harass")),
            ("target/formation", json!("skirmish")),
            ("evasion_declared", json!(declared)),
            ("answer", json!("evade")),
        ];
        hussars(36, 9, &changes)
    };
    assert_eq!(named(&evades(true), &[3, 3, 3, 3], "quarters"), 0);
    assert_eq!(named(&evades(false), &[3, 3, 3, 3, 3], "quarters"), 1);
}

/// A unit caught running is fought from behind (LA-ESQ-13), one caught turning is not.
#[test]
fn who_is_caught_running_is_fought_from_behind() {
    let caught = |distance: f64| {
        let changes = [
            ("second_half", json!(false)),
            ("distance", json!(distance)),
            ("target/attitude", json!("harass")),
            ("target/formation", json!("skirmish")),
            ("target/fires", json!([])),
            ("answer", json!("evade")),
        ];
        let situation = hussars(36, 9, &changes);
        let outcome = resolve(&Book::new(), "whole-charge", &situation, &[3, 3, 3, 3]).outcome;
        (outcome["rounds"].clone(), named(&situation, &[3, 3, 3, 3], "\"flank\""))
    };
    assert_eq!(caught(30.5), (json!(1), 1));
    assert_eq!(caught(27.0), (json!(1), 0));
}

/// The loser of a round counts the fire of the second half of its period (LA-GAP-54), not that on a charge that landed
/// in the first.
#[test]
fn the_fire_of_the_first_half_is_forgotten() {
    let fired = |second: bool| {
        let hands = json!([{"combat": 4, "bonus": 1, "figures": 8}]);
        charge(&[("second_half", json!(second)), ("target/hands", hands)])
    };
    // The test of the charger under fire, and that of the loser.
    let dice = [2, 4, 1, 5, 1, 6, 3];
    assert_eq!(named(&fired(true), &dice, "units_firing"), 2);
    assert_eq!(named(&fired(false), &dice, "units_firing"), 1);
}

/// Against an unbroken square only the figures around its faces fight in later rounds, too (LA-GAP-22, 2).
#[test]
fn a_square_is_fought_round_its_faces() {
    let changes = [
        ("distance", json!(8.5)),
        ("target/formation", json!("hollow_square")),
        ("target/fires", json!([{"fire": 4, "figures": 4}])),
        ("target/first_fire", json!(false)),
        ("target/hands", json!([{"combat": 4, "bonus": 1, "figures": 4}])),
        ("rounds", json!(2)),
    ];
    let outcome = resolve(&Book::new(), "whole-charge", &hussars(30, 7, &changes), &[3, 1, 3, 1, 1, 1, 1, 3]).outcome;
    // By fire 4; 25 each; then 5 - 2 - 1 with three figures against 4 + 2 - 1 with four.
    assert_eq!((&outcome["charger_losses"], &outcome["target_losses"]), (&json!(4 + 25 + 20), &json!(25 + 5)));
}

/// Cavalry that is hit on its way tests as charging (LA-MOR-03), in every test until contact.
#[test]
fn cavalry_charges_all_the_way() {
    let changes = [
        ("second_half", json!(false)),
        ("distance", json!(26)),
        ("target/fires", json!([{"fire": 6, "figures": 16}])),
        ("target/initial", json!(16)),
    ];
    let dice = [3, 6, 3, 1, 3, 3, 3, 3, 3];
    assert_eq!(named(&hussars(30, 7, &changes), &dice, "cavalry_charging"), 3);
}

/// A unit that has won the round before has 1 more in the test of the next (LA-MOR-06).
#[test]
fn a_round_won_is_remembered() {
    let hands = json!([{"combat": 1, "bonus": 6, "figures": 3}]);
    let situation = charge(&[("charger/hands", hands), ("rounds", json!(2))]);
    assert_eq!(named(&situation, &[2, 4, 1, 5, 6, 1, 6, 1, 6, 3], "won_lately"), 1);
}

/// A unit that routs instead of charging back runs from its place (LA-GAP-25): the charger's bonus must also cover the
/// distance left between them.
#[test]
fn who_routs_in_a_counter_charge_runs_from_where_it_stands() {
    let situation = charge(&[
        ("distance", json!(17)),
        ("charger/distance_bonus", json!(8)),
        ("target/moral", json!(-4)),
        ("target/attitude", json!("attack")),
        ("target/formation", json!("column")),
        ("target/ranks", json!([4, 4, 4, 4])),
        ("target/allowance", json!(16)),
        ("answer", json!("counter_charge")),
    ]);
    says(&Book::new(), "whole-charge", situation, &[3, 1], json!({"outcome": "target_gone"}));
}

/// A unit that reads Arrêt under fire on its way moves its third quarter in full (LA-CHA-33): that reaches the enemy
/// from 13.4 cm, but not from 15, since a unit that stops has no distance bonus.
#[test]
fn a_halt_on_the_way_lasts_a_quarter() {
    let outcome = |distance: f64, dice: &[u8]| {
        let changes = [
            ("second_half", json!(false)),
            ("distance", json!(distance)),
            ("charger/moral", json!(-1)),
            ("charger/status", json!("guard")),
            ("target/moral", json!(9)),
            ("target/fires", json!([{"fire": 9, "figures": 12}])),
        ];
        resolve(&Book::new(), "whole-charge", &charge(&changes), dice).outcome["outcome"].clone()
    };
    // 2 to charge with a 5; -1 under fire with a 1: Arrêt.
    assert_eq!(outcome(15.0, &[5, 1, 1]), "stopped");
    assert_ne!(outcome(13.4, &[5, 1, 1, 1, 6, 6, 3]), "stopped");
}
