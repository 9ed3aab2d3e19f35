//! The whole assault: its answers and its ends, its odds, and its steps; points and onsets by themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{column_on_line, lines_to_fire, resolve, told};
use game::{Assistant, Bout, BoutInput, BoutRequest, Handed, Next, Policy, Quiet, Teller, Term};
use grognard_trois_couleurs::fight::{
    Assault, AssaultBout, AssaultEnd, AssaultState, Form, Stage, StageInput, Wish, answers,
};
use grognard_trois_couleurs::resolve::combat::melee_figures::fighting;
use grognard_trois_couleurs::{Band, Book, Case, r, resolutions};
use rulebook::cases::Dice;
use rulebook::proof::prove;
use serde_json::{Value, json};

fn replies(book: &Book, situation: &Value) -> Vec<String> {
    let columns = resolve(book, "assault", situation, &[]).columns;
    columns.iter().map(|column| column.reply.to_string()).collect()
}

/// The situations of an assault on its way to the end.
fn on_the_way(book: &Book, situation: &Value) -> Vec<StageInput> {
    driven(book, situation).0
}

/// The same with its state at the end, without luck on either side.
fn driven(book: &Book, situation: &Value) -> (Vec<StageInput>, AssaultState) {
    let assault: Assault = serde_json::from_value(situation.clone()).unwrap();
    let mut bout = AssaultBout::new(book, &assault);
    let mut told = Vec::new();
    loop {
        match bout.wants() {
            BoutRequest::Done(_) => return (told, bout.state),
            BoutRequest::Situation(fact) => {
                let situation = Form.tell(&bout, &fact).unwrap();
                told.push(situation.clone());
                bout.feed(BoutInput::Situation(situation), &mut Quiet);
            }
            BoutRequest::Reply(slot, fields) => {
                let replies = Wish.reply(&bout, &slot, &fields);
                bout.feed(BoutInput::Replied(&replies), &mut Quiet);
            }
            BoutRequest::Dice(_) => bout.feed(BoutInput::Thrown(&[1]), &mut Quiet),
            BoutRequest::Pause(_) => bout.feed(BoutInput::Resumed, &mut Quiet),
        }
    }
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
        assert!(!has(
            book,
            &[("width", json!(3)), ("defender/formation", json!("square")), ("defender/front", json!(3))],
            "counter"
        ));
    });
    prove(&[r::L3C_MVT_21], |book: &Book| {
        assert!(!has(book, &[("attacker/arm", json!("cavalry")), ("attacker/formation", json!("line"))], "counter"));
    });
    prove(&[r::L3C_MAC_27], |book: &Book| {
        assert!(!has(book, &[("defender/formation", json!("closed_column"))], "counter"));
    });
    prove(&[r::L3C_TIR_02], |book: &Book| {
        let skirmishers = column_on_line(&[("defender/formation", json!("skirmish"))]);
        let assault: Assault = serde_json::from_value(skirmishers).unwrap();
        assert!(answers(book, &assault).all(|answer| !answer.counters()));
    });
    // A unit on its way to contact stops first.
    prove(&[r::L3C_REA_06], |book: &Book| {
        let reaction = json!({ "stops_from": "quick", "assaulting": true });
        assert!(!has(book, &[("reaction", reaction)], "fire"));
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
    let lines = lines_to_fire;
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
    let end = follow(&[choice("charge"), Handed::Dice(vec![3]), choice("fire"), choice("p1"), Handed::Dice(vec![3])]);
    let mut whole = Dice::new(&[3, 3]);
    let at_once = assistant.resolve("assault", &situation, &mut whole).unwrap();
    assert_eq!(end.end.unwrap().get("outcome"), at_once.outcome.get("outcome"));
    assert!(assistant.follow("assault", &situation, &[choice("hold")]).is_err());
    assert_eq!(follow(&so_far).next, answering.next, "the last step left out is a step taken back");
}

#[test]
fn who_may_not_assault_is_told_why() {
    let refused = |book: &Book, changes: &[(&str, Value)]| {
        let mut none = Dice::new(&[]);
        let faults = resolutions(book.clone()).resolve("assault", &column_on_line(changes), &mut none).err();
        faults.map(|faults| faults[0].place.clone())
    };
    prove(&[r::L3C_MAC_01], |book: &Book| {
        assert_eq!(refused(book, &[("attacker/spent", json!(2))]).as_deref(), Some("attacker.spent"));
    });
    prove(&[r::L3C_CAC_16], |book: &Book| {
        assert_eq!(refused(book, &[("attacker/state", json!("disordered"))]).as_deref(), Some("attacker.state"));
    });
    prove(&[r::L3C_MAC_27], |book: &Book| {
        assert_eq!(
            refused(book, &[("attacker/formation", json!("closed_column"))]).as_deref(),
            Some("attacker.formation")
        );
    });
}

/// Text 231-240: a Polish column of four by three that has lost two PAP loses more from the front as it advances: the
/// figures that these make up are missing in its first ranks as long as the action lasts.
#[test]
fn who_falls_on_the_way_does_not_fight() {
    let polish =
        [("attacker/steps_lost", json!(2)), ("attacker/base", json!(19)), ("attacker/gait_limit", json!("quick"))];
    let situation = column_on_line(&polish);
    prove(&[r::L3C_LOSS_05, r::L3C_LOSS_07, r::L3C_GAP_A41], |book: &Book| {
        let told = on_the_way(book, &situation);
        let fought = told.iter().find_map(|told| match told {
            StageInput::Melee(fought) => Some(*fought),
            _ => None,
        });
        let fought = fought.expect("they come to blows");
        assert_eq!((fought.attacker.missing, fighting(book, &fought.ranked(book)).attacker), (1, 7));
    });
    // The example itself: two figures from two ranks.
    let column = json!({ "attacker": { "front": 4, "ranks": 3, "gait": "quick", "missing": 2 }, "defender": { "front": 12 }, "width": 4 });
    assert_eq!(told(&Book::new(), "melee-figures", &column, "attacker"), json!(6));
}

/// A unit that answers the volley that stopped it is under that volley, whichever fired first, and fires with the
/// figures left.
#[test]
fn who_fires_back_is_under_the_fire_that_stopped_him() {
    let line = [
        ("attacker/formation", json!("line")),
        ("attacker/front", json!(12)),
        ("attacker/ranks", json!(1)),
        ("width", json!(12)),
        ("defender_overlaps", json!(0)),
        ("attacker/base", json!(9)),
        ("defender/base", json!(9)),
        ("stopped", json!("fire_back")),
    ];
    prove(&[r::L3C_FEU_01], |book: &Book| {
        let told = on_the_way(book, &column_on_line(&line));
        let fires = told.iter().filter_map(|told| match told {
            StageInput::Fire(fire) => Some(*fire),
            _ => None,
        });
        let fires: Vec<_> = fires.collect();
        let [stopping, back] = fires.as_slice() else { panic!("{} fires", fires.len()) };
        assert!(!stopping.shooter.under_musketry && back.shooter.under_musketry);
        assert!(back.shooter.figures < stopping.shooter.figures, "{back:?}");
    });
}

/// A pursuer counts with its present figures, not those of the start: ten figures left of eighteen cost one, not two.
#[test]
fn a_victor_pursues_with_what_it_has_left() {
    let flee = [
        ("answer", json!("flee")),
        ("distance", json!(3)),
        ("attacker/figures", json!(18)),
        ("attacker/steps_lost", json!(24)),
        ("attacker/ranks", json!(5)),
        ("defender/figures", json!(18)),
    ];
    let end = resolve(&Book::new(), "assault", &column_on_line(&flee), &[3]).outcome;
    assert_eq!((&end["outcome"], &end["defender"]["steps"]), (&json!("attacker_pursues"), &json!(3)));
}

/// Conscripts drop a case after the first melee of the turn that they have not won: a drawn one uses it up
/// (L3C-GAP-C39).
#[test]
fn a_draw_lowers_conscripts_for_the_turn() {
    let horse = json!({
        "arm": "cavalry", "status": "conscript", "figures": 4, "front": 4, "base": 7, "weapon": "none", "formation": "line",
    });
    let situation = json!({ "distance": 6, "width": 8, "answer": "counter", "attacker": horse, "defender": horse });
    prove(&[r::L3C_GAP_C39], |book: &Book| {
        let (_, state) = driven(book, &situation);
        assert_eq!(state.stage, Stage::Done(AssaultEnd::Draw));
        for side in [state.attacker, state.defender] {
            assert_eq!((side.case, side.raised), (Case::Halt, 1));
        }
    });
}

/// A defender names the band at which it fires at a unit coming to contact, before its test.
#[test]
fn who_stands_may_fire_from_farther_off() {
    let named = |band: &str| column_on_line(&[("defender/base", json!(12)), ("defender_band", json!(band))]);
    prove(&[r::L3C_MOR_06], |book: &Book| {
        let told = on_the_way(book, &named("p2"));
        assert!(told.iter().any(|told| matches!(told, StageInput::Fire(fire) if fire.band == Band::P2)));
    });
}

/// A garrison moves to the face attacked in its answer, after the attacker's test (L3C-ECO-26): the attacker is stopped
/// as often as if it had not moved, and then meets it in its new place.
#[test]
fn a_garrison_moves_after_the_attackers_test() {
    let book = Book::new();
    let told = |changes: &[(&str, Value)]| -> Assault {
        let stands = [("answer", json!("stand")), ("attacker/base", json!(-2))];
        serde_json::from_value(column_on_line(&[&stands, changes].concat())).unwrap()
    };
    // An unmanned face fires once it is manned.
    let empty = told(&[("defender/weapon", json!("none"))]);
    let bout = AssaultBout { manned: Some(&empty), ..AssaultBout::new(&book, &empty) };
    let held = told(&[]);
    let manned = AssaultBout { manned: Some(&held), ..bout.clone() };
    let offers = |bout: &AssaultBout<'_>| {
        let mut bout = bout.clone();
        bout.state.stage = Stage::Answer;
        matches!(bout.wants(), BoutRequest::Reply(_, fields) if format!("{fields:?}").contains("\"fire\""))
    };
    assert_eq!([offers(&bout), offers(&manned)], [false, true]);
    let (plain, fresh) = (told(&[]), told(&[("attacker/base", json!(-12)), ("defender/base", json!(-12))]));
    let chance = |manned: Option<&Assault>, end: AssaultEnd| {
        let bout = AssaultBout { manned, ..AssaultBout::new(&book, &plain) };
        let rows = game::odds(&bout, &Form, &Wish).unwrap().rows;
        rows.iter().filter(|(row, _)| row.outcome == end).map(|(_, chance)| chance.to_f64()).sum::<f64>()
    };
    let stopped = chance(None, AssaultEnd::Stopped);
    assert!(stopped > 0.0 && stopped < 1.0, "{stopped}");
    assert_eq!(chance(Some(&fresh), AssaultEnd::Stopped), stopped);
    assert!(chance(Some(&fresh), AssaultEnd::Defender) < chance(None, AssaultEnd::Defender));
}
