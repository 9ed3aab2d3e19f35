//! The whole assault: its answers and its ends, its odds, following it step by step; points and onsets by themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{Assistant, Handed, Next, Resolution, Term};
use grognard_trois_couleurs::{Book, r, resolutions};
use rulebook::cases::Dice;
use rulebook::proof::prove;
use serde_json::{Value, json};

fn resolve(book: &Book, test: &str, situation: &Value, faces: &[u8]) -> Resolution {
    let mut dice = Dice::new(faces);
    let resolution = resolutions(book.clone()).resolve(test, situation, &mut dice).expect("a good situation");
    dice.finish();
    resolution
}

/// One figure of the outcome.
fn told(book: &Book, test: &str, situation: &Value, name: &str) -> Value {
    resolve(book, test, situation, &[]).outcome.get(name).cloned().unwrap_or_default()
}

/// A French column on an Austrian line, with changes.
fn column_on_line(changes: &[(&str, Value)]) -> Value {
    let mut situation = json!({
        "distance": 4, "width": 4, "defender_overlaps": 2,
        "attacker": { "figures": 12, "front": 4, "ranks": 3, "formation": "division_column", "base": 6, "attack_bonus": 1 },
        "defender": { "base": 4, "first_fire": true },
    });
    for (place, value) in changes {
        match place.split_once('/') {
            Some((side, name)) => situation[side][name] = value.clone(),
            None => situation[*place] = value.clone(),
        }
    }
    situation
}

fn replies(book: &Book, situation: &Value) -> Vec<String> {
    let columns = resolve(book, "assault", situation, &[]).columns;
    columns.iter().map(|column| column.reply.to_string()).collect()
}

#[test]
fn every_answer_has_its_odds_and_they_add_up() {
    let book = Book::new();
    let situation = column_on_line(&[]);
    assert_eq!(replies(&book, &situation), ["fire", "stand", "counter", "flee"]);
    for column in resolve(&book, "assault", &situation, &[]).columns {
        let sum: f64 = column.distribution.iter().map(|row| row.chance.to_f64()).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{}: {sum}", column.reply);
    }
}

#[test]
fn who_may_answer_how() {
    let has = |book: &Book, changes: &[(&str, Value)], answer: &str| {
        replies(book, &column_on_line(changes)).iter().any(|reply| reply == answer)
    };
    prove(&[r::L3C_MVT_38], |book: &Book| {
        assert!(!has(book, &[("defender/formation", json!("square")), ("defender/front", json!(3))], "counter"));
    });
    prove(&[r::L3C_MVT_21], |book: &Book| {
        assert!(!has(book, &[("attacker/arm", json!("cavalry")), ("attacker/formation", json!("line"))], "counter"));
    });
    prove(&[r::L3C_MAC_27], |book: &Book| {
        assert!(!has(book, &[("defender/formation", json!("closed_column"))], "counter"));
    });
    prove(&[r::L3C_GAP_A43, r::L3C_PA_06], |book: &Book| {
        assert_eq!(replies(book, &column_on_line(&[("defender/spent", json!(7))])), ["stand", "flee"]);
    });
    prove(&[r::L3C_FUI_01], |book: &Book| {
        assert!(has(book, &[("defender/spent", json!(7))], "flee"));
    });
}

#[test]
fn a_flight_is_a_retreat_in_disorder() {
    let flee = |distance: i32| column_on_line(&[("answer", json!("flee")), ("distance", json!(distance))]);
    prove(&[r::L3C_FUI_06, r::L3C_GAP_A15, r::L3C_MAC_20], |book: &Book| {
        let end = resolve(book, "assault", &flee(3), &[3]).outcome;
        assert_eq!((&end["outcome"], &end["defender"]["case"]), (&json!("attacker_pursues"), &json!("rout")));
    });
    prove(&[r::L3C_FUI_03], |book: &Book| {
        let end = resolve(book, "assault", &flee(6), &[3, 6]).outcome;
        assert_eq!((&end["outcome"], &end["defender"]["state"]), (&json!("defender_gone"), &json!("unformed")));
    });
    // Out of reach, the attacker has charged without contact: it may get out of hand.
    prove(&[r::L3C_GAP_A14], |book: &Book| {
        let end = resolve(book, "assault", &flee(6), &[3, 2]).outcome;
        assert_ne!(end["attacker"]["state"], json!("formed"));
    });
}

#[test]
fn the_tolerance_costs_order_and_the_gait_weighs() {
    prove(&[r::L3C_GAP_A50, r::L3C_MAC_08, r::L3C_GEN_22], |book: &Book| {
        let from = |distance: i32| {
            let firm = [("distance", json!(distance)), ("answer", json!("stand")), ("defender/base", json!(9))];
            resolve(book, "assault", &column_on_line(&firm), &[3, 3]).outcome
        };
        let (far, near) = (from(6), from(5));
        assert_eq!((&far["attacker"]["state"], &near["attacker"]["state"]), (&json!("disordered"), &json!("unformed")));
    });
    prove(&[r::L3C_MOR_28], |book: &Book| {
        // 1 for the answer, 4 against the charge, 1 formed, 3 strength, 4 base.
        let end = resolve(book, "assault", &column_on_line(&[("answer", json!("fire"))]), &[3, 3]).outcome;
        assert_eq!(end["defender_score"], json!(5 - 6));
    });
    prove(&[r::L3C_MAC_19], |book: &Book| {
        let slow = column_on_line(&[("attacker/gait_limit", json!("ordinary"))]);
        assert_eq!(resolve(book, "assault", &slow, &[3, 3]).outcome["defender_score"], json!(7 - 3));
    });
}

#[test]
fn an_advance_to_fire() {
    let lines = |changes: &[(&str, Value)]| {
        let mut all = vec![
            ("purpose", json!("fire")),
            ("width", json!(12)),
            ("attacker/formation", json!("line")),
            ("attacker/front", json!(12)),
            ("attacker/ranks", json!(1)),
        ];
        all.extend(changes.iter().cloned());
        column_on_line(&all)
    };
    // Both at P1: a duel, judged by the difference.
    prove(&[r::L3C_MAF_09], |book: &Book| {
        let end = resolve(book, "fire-advance", &lines(&[("defender/base", json!(8))]), &[6, 6]).outcome;
        assert_ne!(end["outcome"], json!("exchange"));
    });
    prove(&[r::L3C_MAF_07], |book: &Book| {
        let far = lines(&[("announced", json!({ "band": "p3" })), ("defender_band", json!("p3"))]);
        let end = resolve(book, "fire-advance", &far, &[6, 6]).outcome;
        assert_eq!((&end["outcome"], &end["defender"]["steps"]), (&json!("exchange"), &json!(1)));
    });
    prove(&[r::L3C_MAF_11], |book: &Book| {
        let counter = lines(&[("answer", json!("counter")), ("defender/base", json!(9)), ("attacker/base", json!(3))]);
        let end = resolve(book, "fire-advance", &counter, &[3, 3]).outcome;
        assert!(end["attacker_score"].as_i64().unwrap() < 0, "{end:?}");
    });
    // A draw at P1 costs both more than a tenth: each may be made to test at once.
    prove(&[r::L3C_MOR_29], |book: &Book| {
        let even = [("defender/base", json!(8)), ("attacker/first_fire", json!(true)), ("demand", json!(true))];
        let mut script = Dice::new(&[6, 6, 3, 3]);
        let end = resolutions(book.clone()).resolve("fire-advance", &lines(&even), &mut script).unwrap();
        assert_eq!(end.dice.len(), 4, "{:?}", end.outcome);
    });
    prove(&[r::L3C_MAF_01], |book: &Book| {
        let onset = json!({ "to_fire": true });
        assert_eq!(told(book, "assault-allowed", &onset, "gait"), json!("ordinary"));
    });
}

#[test]
fn an_assault_is_followed_step_by_step_and_a_step_is_taken_back() {
    let book = Book::new();
    let assistant = resolutions(book);
    let situation = column_on_line(&[]);
    let follow = |handed: &[Handed]| assistant.follow("assault", &situation, handed).unwrap();
    let choice = |word: &str| Handed::Choice(Term::from(word));
    let Some(Next::Choose { kind, options, .. }) = follow(&[]).next else { panic!("the attacker announces") };
    assert_eq!((kind.as_str(), options.len()), ("announced_gait", 3));
    let so_far = [choice("charge"), Handed::Dice(vec![3])];
    let answering = follow(&so_far);
    let Some(Next::Choose { kind, .. }) = &answering.next else { panic!("the defender answers") };
    assert_eq!(kind.as_str(), "answer");
    assert_eq!(answering.columns.len(), 4);
    let end = follow(&[choice("charge"), Handed::Dice(vec![3]), choice("fire"), Handed::Dice(vec![3])]);
    let mut whole = Dice::new(&[3, 3]);
    let at_once = assistant.resolve("assault", &situation, &mut whole).unwrap();
    assert_eq!(end.end.unwrap().get("outcome"), at_once.outcome.get("outcome"));
    assert!(assistant.follow("assault", &situation, &[choice("hold")]).is_err());
    assert_eq!(follow(&so_far).next, answering.next, "the last step left out is a step taken back");
}

#[test]
fn points_and_onsets() {
    let points = |book: &Book, situation: Value, name: &str| told(book, "points", &situation, name);
    prove(&[r::L3C_GAP_A05], |book: &Book| {
        assert_eq!(points(book, json!({ "spent": 3, "action": "fire", "loaded": false }), "next_credit"), json!(1));
    });
    prove(&[r::L3C_SAU_03], |book: &Book| {
        assert_eq!(points(book, json!({ "spent": 3, "action": "safeguard", "needed": 0 }), "allowed"), json!(false));
    });
    prove(&[r::L3C_SIM_17, r::L3C_PA_07], |book: &Book| {
        assert_eq!(points(book, json!({ "action": "sidestep" }), "needed"), json!(1));
        assert_eq!(points(book, json!({ "spent": 3, "action": "sidestep" }), "allowed"), json!(false));
    });
    prove(&[r::L3C_MVT_36], |book: &Book| {
        assert_eq!(points(book, json!({ "action": "cavalry_back" }), "needed"), json!(3));
    });
    prove(&[r::L3C_MVT_07], |book: &Book| {
        let wheel = json!({ "arm": "cavalry", "gait": "charge", "degrees": 30 });
        assert_eq!(told(book, "turning", &wheel, "allowed"), json!(false));
    });
    prove(&[r::L3C_CHF_01], |book: &Book| {
        let dear = json!({ "degrees": 90, "class": 1, "spent": 1 });
        assert_eq!(told(book, "turning", &dear, "allowed"), json!(false));
    });
    let onset = |book: &Book, situation: Value, name: &str| told(book, "assault-allowed", &situation, name);
    prove(&[r::L3C_MVT_03], |book: &Book| {
        assert_eq!(onset(book, json!({ "in_front": false }), "allowed"), json!(false));
    });
    prove(&[r::L3C_MAC_02], |book: &Book| assert_eq!(onset(book, json!({}), "points"), json!(3)));
    let race = |book: &Book, situation: Value, name: &str| told(book, "manoeuvre-in-time", &situation, name);
    prove(&[r::L3C_INT_09, r::L3C_GAP_A19], |book: &Book| {
        let own = json!({ "attacker": "infantry", "distance": 2, "points": 1, "own_assault": true });
        assert_eq!(race(book, own, "done"), json!(false));
    });
    prove(&[r::L3C_CHF_05], |book: &Book| {
        assert_eq!(race(book, json!({ "attacker": "infantry", "distance": 30, "points": 3 }), "done"), json!(false));
    });
    prove(&[r::L3C_GAP_A38], |book: &Book| {
        let loose = json!({ "attacker": "infantry", "distance": 1, "points": 1, "state": "unformed" });
        assert_eq!(race(book, loose, "state"), json!("unformed"));
    });
    let moves = |book: &Book, situation: Value| told(book, "movement", &situation, "distance");
    prove(&[r::L3C_GAP_A02], |book: &Book| {
        assert_eq!(moves(book, json!({ "status": "elite", "points": 3 })), json!(5));
    });
    prove(&[r::L3C_GAP_A37], |book: &Book| {
        let jump = json!({ "arm": "cavalry", "terrain": ["minor_obstacle"], "jumps": true });
        assert_eq!(moves(book, jump), json!(3));
    });
    prove(&[r::L3C_GAP_A39, r::L3C_GEN_16], |book: &Book| {
        let guard = json!({ "arm": "infantry", "status": "guard", "base": 7, "figures": 12 });
        assert_eq!(told(book, "budget", &guard, "cost"), json!(198));
        assert_eq!(told(book, "budget", &guard, "against_it"), json!(132));
    });
}
