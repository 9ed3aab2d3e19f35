//! Points, moves, onsets, rallying and the gait left after fire, by themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{resolve, told};
use grognard_trois_couleurs::{Book, r};
use rulebook::proof::prove;
use serde_json::{Value, json};

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

#[test]
fn what_a_turn_gives_and_what_a_point_buys() {
    let points = |book: &Book, situation: Value, name: &str| told(book, "points", &situation, name);
    prove(&[r::L3C_PA_01], |book: &Book| {
        assert_eq!(points(book, json!({ "spent": 2, "action": "counter" }), "penalty"), json!(1));
    });
    prove(&[r::L3C_PA_10], |book: &Book| {
        let empty = json!({ "action": "reaction", "manoeuvre": 1, "answer": "fire", "loaded": false });
        assert_eq!(
            points(book, empty, "needed"),
            json!(4),
            "one lost, one for the manoeuvre, one to load, one to fire"
        );
    });
    let moves = |book: &Book, situation: Value| resolve(book, "movement", &situation, &[]).outcome;
    prove(&[r::L3C_PA_03, r::L3C_GEN_24, r::L3C_GAP_A36], |book: &Book| {
        let line = |points: u8| moves(book, json!({ "points": points }));
        assert_eq!((&line(1)["distance"], &line(1)["gait"]), (&json!(2), &json!("ordinary")));
        assert_eq!((&line(2)["distance"], &line(2)["gait"]), (&json!(3), &json!("quick")));
        assert_eq!((&line(3)["distance"], &line(3)["gait"]), (&json!(4), &json!("quick")));
    });
    prove(&[r::L3C_GAP_A03], |book: &Book| {
        let column =
            |road: bool| moves(book, json!({ "formation": "march_column", "road": road }))["distance"].as_i64();
        assert_eq!(column(true), column(false).map(|distance| distance + 1));
    });
    prove(&[r::L3C_MVT_39, r::L3C_MVT_40], |book: &Book| {
        let battery = |formation: &str| {
            moves(book, json!({ "arm": "horse_artillery", "status": "elite", "formation": formation }))["distance"]
                .clone()
        };
        assert_eq!(
            [battery("line"), battery("division_column"), battery("company_column")],
            [4, 5, 6].map(Value::from)
        );
    });
    prove(&[r::L3C_CHEF_11], |book: &Book| {
        assert_eq!(told(book, "manhandling", &json!({ "general": true }), "distance"), json!(2));
    });
    prove(&[r::L3C_GEN_17], |book: &Book| {
        let against =
            |ground: &str| told(book, "budget", &json!({ "figures": 60, "base": 1, "ground": ground }), "against_it");
        assert_eq!([against("much"), against("less"), against("hardly")], [200, 225, 240].map(Value::from));
    });
}

#[test]
fn who_may_launch_an_assault() {
    let onset = |book: &Book, situation: Value| resolve(book, "assault-allowed", &situation, &[]).outcome;
    prove(&[r::L3C_MAC_05], |book: &Book| {
        assert_eq!(onset(book, json!({ "needed": 4 }))["allowed"], json!(false));
        assert_eq!(onset(book, json!({ "needed": 3 }))["allowed"], json!(true));
    });
    prove(&[r::L3C_MAC_15], |book: &Book| {
        assert_eq!(onset(book, json!({ "turned": true }))["gait"], json!("quick"));
    });
    prove(&[r::L3C_GAP_B31], |book: &Book| {
        let guard = json!({ "state": "disordered", "follow_on": true, "status": "guard" });
        assert_eq!(onset(book, guard)["allowed"], json!(true));
    });
    // Two UD in line are one point, three are two; the fire is one more; four cannot be reached.
    prove(&[r::L3C_MAC_06, r::L3C_GAP_A52], |book: &Book| {
        let to_fire = |advance: u8| onset(book, json!({ "to_fire": true, "advance": advance }));
        assert_eq!([to_fire(2)["points"].clone(), to_fire(3)["points"].clone()], [2, 3].map(Value::from));
        assert_eq!(to_fire(4)["allowed"], json!(false));
    });
}

#[test]
fn when_skirmishers_must_give_way() {
    prove(&[r::L3C_TIR_01], |book: &Book| {
        assert_eq!(told(book, "evasion", &json!({ "distance": 2 }), "must"), json!(true));
        assert_eq!(told(book, "evasion", &json!({ "against": "guns", "distance": 2 }), "must"), json!(false));
    });
}

#[test]
fn a_unit_has_rallied_when_it_is_formed_and_in_hand() {
    prove(&[r::L3C_RAL_01, r::L3C_GAP_B16], |book: &Book| {
        let whole = |situation: Value| told(book, "rally", &situation, "whole");
        assert_eq!(whole(json!({ "case": "stand", "state": "unformed" })), json!(false));
        assert_eq!(whole(json!({ "case": "halt", "state": "formed" })), json!(true));
        assert_eq!(whole(json!({ "case": "halt", "state": "formed", "enemy_near": true })), json!(false));
    });
}

#[test]
fn fire_lowers_morale_and_morale_the_gait() {
    let fall = |book: &Book, situation: Value| resolve(book, "fall", &situation, &[]).outcome;
    // On the second level a unit that may charge goes at the quick step: after losing a tenth it keeps that
    // (L3C-MAC-17).
    prove(&[r::L3C_MAC_18], |book: &Book| {
        let shot = fall(book, json!({ "score": 12, "column": "contact", "stopping_percent": 10, "gait": "quick" }));
        assert_eq!((&shot["case"], &shot["gait"]), (&json!("attack"), &json!("quick")));
    });
    prove(&[r::L3C_GAP_B34], |book: &Book| {
        let shot = fall(book, json!({ "score": 10, "column": "contact", "stopping_percent": 10, "gait": "charge" }));
        assert_eq!((&shot["case"], &shot["gait"]), (&json!("advance"), &json!("ordinary")));
    });
}
