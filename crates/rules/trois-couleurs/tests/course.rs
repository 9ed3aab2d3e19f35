//! The course of a whole assault: the effect of each of its rules on the end.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{column_on_line, lines_to_fire, resolve};
use grognard_trois_couleurs::{Book, r};
use rulebook::proof::prove;
use serde_json::{Map, Value, json};

fn end(book: &Book, changes: &[(&str, Value)], faces: &[u8]) -> Map<String, Value> {
    resolve(book, "assault", &column_on_line(changes), faces).outcome
}

fn advance(book: &Book, changes: &[(&str, Value)], faces: &[u8]) -> Map<String, Value> {
    resolve(book, "fire-advance", &lines_to_fire(changes), faces).outcome
}

#[test]
fn a_charge_costs_all_there_is_and_an_advance_its_way() {
    prove(&[r::L3C_MAC_03], |book: &Book| {
        assert_eq!(end(book, &[("attacker/base", json!(-6))], &[3])["attacker"]["points"], json!(3));
    });
    prove(&[r::L3C_MAC_06, r::L3C_GAP_A52], |book: &Book| {
        let spent = |distance: u8| {
            let changes = [("distance", json!(distance)), ("attacker/base", json!(12)), ("answer", json!("stand"))];
            advance(book, &changes, &[3, 3])["attacker"]["points"].clone()
        };
        assert_eq!([spent(3), spent(4)], [2, 3].map(Value::from));
    });
}

#[test]
fn a_charge_without_contact_is_tested() {
    let flee = [("answer", json!("flee")), ("distance", json!(6))];
    prove(&[r::L3C_MAC_09], |book: &Book| {
        assert_eq!(end(book, &flee, &[3, 2])["attacker"]["state"], json!("unformed"));
    });
    // Five UD and two more to catch up are too far for a column, with or without a stream; three are not.
    prove(&[r::L3C_MAC_21], |book: &Book| {
        let over = json!({ "ground": { "stream": "cross" } });
        let near =
            [("answer", json!("flee")), ("distance", json!(4)), ("attacker/nerve", over), ("attacker/base", json!(9))];
        assert_eq!(end(book, &near, &[3])["outcome"], json!("attacker_pursues"));
    });
}

/// Flanks are secure against enemies in front: a unit attacked in the flank has no secure flanks (L3C-MOR-89).
#[test]
fn who_is_taken_in_flank_has_no_secure_flanks() {
    prove(&[r::L3C_MOR_89], |book: &Book| {
        let score = |side: &str, secure: u8| {
            let told = [("side", json!(side)), ("defender/secure_flanks", json!(secure)), ("answer", json!("stand"))];
            end(book, &told, &[3, 3])["defender_score"].as_i64().unwrap()
        };
        assert_eq!(score("front", 2) - score("front", 0), 2);
        assert_eq!(score("flank", 2), score("flank", 0));
    });
}

#[test]
fn who_does_nothing_tests_all_the_same() {
    prove(&[r::L3C_GAP_A11], |book: &Book| {
        let timid = [("answer", json!("stand")), ("defender/base", json!(-6))];
        assert_ne!(end(book, &timid, &[3, 3])["defender"]["case"], json!("stand"));
    });
}

#[test]
fn an_advance_to_fire_is_answered_and_each_fires_once() {
    prove(&[r::L3C_MAF_02], |book: &Book| {
        let weak = [("attacker/base", json!(-1)), ("answer", json!("stand"))];
        let all = resolve(
            book,
            "fire-advance",
            &column_on_line(&[("purpose", json!("fire")), weak[0].clone(), weak[1].clone()]),
            &[3],
        );
        assert_eq!(all.outcome["outcome"], json!("stopped"));
    });
    prove(&[r::L3C_MAF_03], |book: &Book| {
        let counter = [("answer", json!("counter")), ("defender/base", json!(9)), ("attacker/base", json!(3))];
        assert_eq!(advance(book, &counter, &[3, 3])["outcome"], json!("defender"));
    });
    prove(&[r::L3C_MAF_08], |book: &Book| {
        let far = [("announced", json!({ "band": "p3" })), ("defender_band", json!("p3"))];
        let end = advance(book, &far, &[6, 6]);
        assert_eq!((&end["attacker"]["steps"], &end["defender"]["steps"]), (&json!(1), &json!(1)));
    });
    // One PAP on fourteen figures is less than five percent: the unit is not forced to the other's band.
    prove(&[r::L3C_GAP_B26], |book: &Book| {
        let big = [
            ("width", json!(14)),
            ("attacker/figures", json!(14)),
            ("attacker/front", json!(14)),
            ("defender_band", json!("p3")),
            ("defender/figures", json!(14)),
            ("defender/front", json!(14)),
        ];
        let end = advance(book, &big, &[6, 6]);
        assert_eq!((&end["attacker_score"], &end["attacker"]["steps"]), (&json!(11), &json!(1)), "{end:?}");
    });
}

/// A line that has fired and still has two PA goes over to a counter-charge on a column that its fire has left unformed.
#[test]
fn fire_and_then_a_counter_charge() {
    let shot_up = [
        ("counter_after_fire", json!(true)),
        ("attacker/gait_limit", json!("ordinary")),
        ("attacker/base", json!(3)),
        ("defender/base", json!(9)),
    ];
    prove(&[r::L3C_MAC_26], |book: &Book| {
        let end = end(book, &shot_up, &[3, 3, 3, 3]);
        assert_eq!((&end["counter_charged"], &end["outcome"]), (&json!(true), &json!("defender")), "{end:?}");
    });
    // Without the points it stays in place.
    let book = Book::new();
    let mut spent = shot_up.to_vec();
    spent.push(("defender/spent", json!(1)));
    assert_eq!(end(&book, &spent, &[3, 3]).get("counter_charged"), None);
}

#[test]
fn who_is_driven_back_by_fire_may_be_pursued() {
    prove(&[r::L3C_POU_07], |book: &Book| {
        let broken = [("attacker/base", json!(1)), ("defender/base", json!(10)), ("defender/status", json!("elite"))];
        let end = end(book, &broken, &[3, 3]);
        assert_eq!((&end["outcome"], &end["pursued"]), (&json!("stopped_by_fire"), &json!(true)), "{end:?}");
        assert_eq!(end["defender"]["points"], json!(3), "one for the fire, two for the pursuit");
    });
}

/// An elite unit that drops in a test for losses may be raised, once; a test for another reason says by how much.
#[test]
fn status_raises_after_a_test_for_losses() {
    prove(&[r::L3C_STA_01, r::L3C_STA_02], |book: &Book| {
        let shaken = |changes: Value| {
            let mut situation = json!({
                "purpose": "other", "tester": { "status": "elite", "base": 0 }, "losses": { "action": 20 }, "raise": 1,
            });
            for (name, value) in changes.as_object().unwrap() {
                situation[name] = value.clone();
            }
            resolve(book, "morale", &situation, &[3]).outcome
        };
        let plain = shaken(json!({}));
        assert_eq!(
            (&plain["down"], &plain["case"], &plain["may_raise"]),
            (&json!(1), &json!("stand"), &json!(1)),
            "{plain:?}"
        );
        assert_eq!(shaken(json!({ "raised": true }))["case"], json!("halt"));
    });
}

/// Arms are loaded first (L3C-PA-10); a reaction costs one point more (L3C-REA-03), but not for a unit that keeps its
/// order (L3C-REA-05).
#[test]
fn what_an_answer_takes() {
    let points = |book: &Book, answer: &str, changes: &[(&str, Value)]| {
        let told = [&[("answer", json!(answer)), ("defender/base", json!(9))], changes].concat();
        end(book, &told, &[3, 3])["defender"]["points"].as_u64().unwrap()
    };
    prove(&[r::L3C_PA_10], |book: &Book| {
        assert_eq!(points(book, "fire", &[("defender/loaded", json!(false))]), points(book, "fire", &[]) + 1);
    });
    let square = |kept: bool| {
        let reaction =
            json!({ "points": 1, "formation": "square", "front": 3, "ranks": 1, "turns": true, "order_kept": kept });
        [("width", json!(3)), ("reaction", reaction)]
    };
    prove(&[r::L3C_REA_03, r::L3C_REA_05], |book: &Book| {
        let taken = |kept: bool| points(book, "react_stand", &square(kept));
        assert_eq!(taken(false), taken(true) + 1);
    });
}

/// Slopes cost order at the quick step or faster (L3C-MOR-85).
#[test]
fn slopes_cost_order_at_a_run() {
    let state = |book: &Book, slopes: u8, gait: &str| {
        let told = [
            ("answer", json!("stand")),
            ("attacker/on_the_way", json!({ "slopes": slopes })),
            ("attacker/gait_limit", json!(gait)),
            ("attacker/base", json!(9)),
            ("defender/base", json!(9)),
        ];
        end(book, &told, &[3, 3])["attacker"]["state"].clone()
    };
    prove(&[r::L3C_MOR_85], |book: &Book| {
        assert_eq!(state(book, 1, "ordinary"), state(book, 0, "ordinary"));
        assert_ne!(state(book, 1, "charge"), state(book, 0, "charge"));
    });
}

/// A halted unit that has announced a longer band fires at that band.
#[test]
fn an_announced_band_holds() {
    prove(&[r::L3C_MOR_06], |book: &Book| {
        let situation = json!({ "purpose": "stand", "tester": { "base": 9 }, "announced_band": "p3" });
        let read = resolve(book, "morale", &situation, &[3]).outcome;
        assert_eq!((&read["case"], &read["band"]), (&json!("charge"), &json!("p3")));
    });
}

/// Infantry caught at the quick step by cavalry: the cavalry does not count a formed front, the infantry must stop first.
#[test]
fn infantry_caught_on_the_move() {
    let caught = |book: &Book, gait: &str| {
        let mut situation = column_on_line(&[("answer", json!("react_fire")), ("opportunity", json!(true))]);
        situation["attacker"] =
            json!({ "arm": "cavalry", "figures": 4, "front": 4, "cavalry_type": 1, "base": 6, "weapon": "none" });
        situation["reaction"] = json!({ "stops_from": gait });
        let resolution = resolve(book, "assault", &situation, &[3, 3]);
        let of = |whose: &str, rule: &str| {
            let lines = resolution.breakdown.iter().filter(|line| line.of.as_ref().is_some_and(|of| *of == whose));
            lines.filter(|line| line.line.rule.to_string() == rule).count()
        };
        (of("morale_of_attacker", "L3C-MOR-93"), of("morale_of_defender", "L3C-REA-02"))
    };
    prove(&[r::L3C_REA_02], |book: &Book| assert_eq!(caught(book, "quick"), (0, 1)));
    // At the ordinary step it stops at no cost and counts as formed.
    prove(&[r::L3C_REA_06], |book: &Book| assert_eq!(caught(book, "ordinary"), (1, 0)));
}

/// The fire of a screen is not added to that of the line that it covers.
#[test]
fn a_screen_adds_nothing_to_the_fire_of_its_line() {
    prove(&[r::L3C_GAP_C32], |book: &Book| {
        let situation = |fire: bool| json!({ "purpose": "assault", "tester": { "base": 4 }, "fire": { "musketry": fire }, "screen": { "lost": true } });
        let score = |fire: bool| resolve(book, "morale", &situation(fire), &[3]).outcome["score"].clone();
        assert_eq!(score(true), score(false));
    });
}

/// A line that advanced to fire gives way before a counter-charge, and is caught.
#[test]
fn who_gives_way_to_a_counter_charge_is_caught() {
    prove(&[r::L3C_MAC_20, r::L3C_GAP_A15], |book: &Book| {
        let timid = [("answer", json!("counter")), ("defender/base", json!(12)), ("attacker/base", json!(1))];
        let end = advance(book, &timid, &[3, 3]);
        assert_eq!(
            (&end["outcome"], &end["attacker"]["case"]),
            (&json!("defender_pursues"), &json!("rout")),
            "{end:?}"
        );
    });
}
