//! Bad and contradictory input is refused, and the limits of a form's schema are those that are checked.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::refuses;
use game::Assistant;
use grognard_aigles::{Book, resolutions};
use rulebook::cases::Dice;
use serde_json::{Value, json};

/// Every number of a schema that has a limit, with its path (names; `#` stands for the first entry of a list).
fn limited(root: &Value, node: &Value, way: &[String], found: &mut Vec<(Vec<String>, Option<f64>, Option<f64>)>) {
    let limit = |name: &str| node.get(name).and_then(Value::as_f64);
    if limit("minimum").is_some() || limit("maximum").is_some() {
        found.push((way.to_vec(), limit("minimum"), limit("maximum")));
    }
    let named = node.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix("#/$defs/"));
    if let Some(definition) = named.and_then(|name| root.get("$defs")?.get(name)) {
        limited(root, definition, way, found);
    }
    for part in node.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
        limited(root, part, way, found);
    }
    for (name, property) in node.get("properties").and_then(Value::as_object).into_iter().flatten() {
        limited(root, property, &[way, std::slice::from_ref(name)].concat(), found);
    }
    if let Some(items) = node.get("items") {
        limited(root, items, &[way, &["#".to_owned()]].concat(), found);
    }
}

/// Sets the value at a path; does nothing if the example has no such path.
fn put(situation: &mut Value, way: &[String], value: &Value) -> Option<()> {
    let mut at = situation;
    for name in way {
        at = if name == "#" { at.as_array_mut()?.first_mut()? } else { at.as_object_mut()?.get_mut(name)? };
    }
    *at = value.clone();
    Some(())
}

#[test]
fn what_a_schema_forbids_is_refused() {
    let assistant = resolutions(Book::new());
    let mut tried = 0;
    for card in assistant.tests() {
        let schema = assistant.schema(card.name).unwrap();
        let example = assistant.example(card.name).unwrap();
        let mut all = Vec::new();
        limited(&schema, &schema, &[], &mut all);
        for (way, least, most) in all {
            for beyond in [least.map(|least| least - 1.0), most.map(|most| most + 1.0)].into_iter().flatten() {
                let mut situation = example.clone();
                let value = json!(beyond as i64);
                if put(&mut situation, &way, &value).is_none() {
                    continue;
                }
                let refused = assistant.resolve(card.name, &situation, &mut Dice::new(&[])).is_err();
                assert!(refused, "{}: {beyond} at {way:?} is taken", card.name);
                tried += 1;
            }
        }
    }
    assert!(tried > 150, "{tried} limits were tried");
}

#[test]
fn every_example_resolves_and_every_test_has_two_titles() {
    let assistant = resolutions(Book::new());
    let names: Vec<&str> = assistant.tests().iter().map(|card| card.name).collect();
    for wanted in [
        "small-arms-fire",
        "artillery-fire",
        "fire-time",
        "losses",
        "melee",
        "square",
        "morale",
        "officer-under-fire",
        "officer-in-melee",
        "charge-reach",
        "counter-charge",
        "evasion",
        "formation-change",
        "movement",
        "wheel",
        "rally",
        "pursuit",
        "flow",
        "rout-through",
        "order-time",
        "budget",
        "whole-charge",
    ] {
        assert!(names.contains(&wanted), "{wanted} is missing");
    }
    for card in assistant.tests() {
        let example = assistant.example(card.name).unwrap();
        let resolution = assistant.resolve(card.name, &example, &mut Dice::new(&[]));
        assert!(resolution.is_ok(), "{}: {resolution:?}", card.name);
        assert!(!card.rules.is_empty(), "{}", card.name);
    }
}

/// Situations that look contradictory but are possible: a charge’s bonus has brought it into contact, a unit is
/// destroyed to the last figure, rounds are counted from each unit’s own entry (LA-GAP-49, 2), a front rank is not all
/// in contact (LA-GAP-48), and ranks that do not matter need not be given.
#[test]
fn what_can_be_is_taken() {
    let assistant = resolutions(Book::new());
    for (test, situation) in [
        ("fire-time", json!({"range": 21, "quarters": [{"from": 8, "to": 4}, {"from": 0, "to": 0}]})),
        ("losses", json!({"initial": 4, "so_far": 100, "hits": [20]})),
        ("rally", json!({"attacked_from": "rear", "faces_home": true})),
        ("melee", json!({"attacker": {"round": 2, "officer": 10}})),
        ("movement", json!({"formation": "skirmish", "march": "back", "allowances": [20], "line_allowances": []})),
        ("turning", json!({"formation": "line"})),
        (
            "melee",
            json!({"attacker": {"formation": "column", "charging": true, "ranks": [5, 5], "hands": [{"figures": 3}]}}),
        ),
    ] {
        let taken = assistant.resolve(test, &situation, &mut Dice::new(&[]));
        assert!(taken.is_ok(), "{test}: {taken:?}");
    }
}

#[test]
fn contradictions_are_refused_at_their_place() {
    let book = Book::new();
    let cases = [
        ("small-arms-fire", json!({"volley": {"weapon": "guns"}}), "volley.weapon"),
        ("small-arms-fire", json!({"volley": {"target": {"ranks": 3}}}), "volley.target.ranks"),
        ("small-arms-fire", json!({"volley": {"target": {"cuirass": true}}}), "volley.target.cuirass"),
        (
            "artillery-fire",
            json!({"fire": {"target": {"arm": "cavalry", "formation": "hollow_square"}}}),
            "fire.target.formation",
        ),
        ("melee", json!({"attacker": {"charging": true, "formation": "skirmish"}}), "attacker.charging"),
        ("melee", json!({"attacker": {"charging": true, "order": "unformed"}}), "attacker.order"),
        ("melee", json!({"attacker": {"into_melee": true}}), "attacker.into_melee"),
        ("melee", json!({"attacker": {"hands": [{"figures": 0}]}}), "attacker.hands"),
        ("morale", json!({"occasion": "melee_lost"}), "lost_in_a_row"),
        ("morale", json!({"figures": 20}), "figures"),
        ("morale", json!({"generals": [{"points": 30}]}), "generals[0].points"),
        ("morale", json!({"occasion": "recovering"}), "leaving"),
        ("draw", json!({"drawn_before": true}), "drawn_before"),
        ("charge-reach", json!({"distance": 0}), "distance"),
        ("pursuit", json!({"follower_arm": "artillery"}), "follower_arm"),
        ("budget", json!({"kind": "nobody"}), "kind"),
        ("small-arms-fire", json!({"volley": {"distance": 0}}), "volley.distance"),
        ("artillery-fire", json!({"fire": {"distance": 0}}), "fire.distance"),
        ("small-arms-fire", json!({"volley": {"target": {"formation": "double_line"}}}), "volley.target.ranks"),
        (
            "small-arms-fire",
            json!({"volley": {"target": {"formation": "skirmish", "ranks": 3}}}),
            "volley.target.ranks",
        ),
        (
            "artillery-fire",
            json!({"fire": {"target": {"arm": "artillery", "formation": "in_position", "ranks": 3}}}),
            "fire.target.ranks",
        ),
        ("artillery-fire", json!({"fire": {"target": {"arm": "cavalry", "cover": "house"}}}), "fire.target.cover"),
        (
            "small-arms-fire",
            json!({"volley": {"target": {"arm": "cavalry", "formation": "skirmish", "charging": true}}}),
            "volley.target.charging",
        ),
        (
            "artillery-fire",
            json!({"fire": {"target": {"officer": true, "formation": "column", "ranks": 3}}}),
            "fire.target.officer",
        ),
        (
            "small-arms-fire",
            json!({"volley": {"target": {"officer": true, "formation": "hollow_square"}}}),
            "volley.target.officer",
        ),
        (
            "small-arms-fire",
            json!({"volley": {"target": {"officer": true, "arm": "cavalry", "cuirass": true}}}),
            "volley.target.officer",
        ),
        (
            "fire-time",
            json!({"range": 21, "quarters": [{"from": 20, "to": 16}, {"from": 12, "to": 10}]}),
            "quarters[1].from",
        ),
        ("losses", json!({"initial": 4, "so_far": 121, "hits": []}), "so_far"),
        ("losses", json!({"initial": 4, "so_far": 100, "hits": [21]}), "hits"),
        ("rally", json!({"attacked_from": "front", "faces_home": true}), "faces_home"),
        ("rally", json!({"attacked_from": "flank", "faces_home": true}), "faces_home"),
        ("officer-under-fire", json!({"alone": true, "accumulated": 40}), "accumulated"),
        ("officer-under-fire", json!({"figures": 4, "losses": 121}), "losses"),
        ("officer-in-melee", json!({"figures": 4, "losses": 121}), "losses"),
        ("draw", json!({"figures": [0, 12]}), "figures[0]"),
        ("square", json!({"by": "artillery"}), "by"),
        ("melee", json!({"attacker": {"charging": true}, "defender": {"arm": "cavalry"}}), "attacker.charging"),
        ("melee", json!({"attacker": {"officer": 50}}), "attacker.officer"),
        ("melee", json!({"defender": {"arm": "cavalry", "cover": "house"}}), "defender.cover"),
        ("morale", json!({"figures": 10}), "figures"),
        ("morale", json!({"losses": 100}), "figures"),
        ("morale", json!({"figures": 1, "losses": 481}), "losses"),
        ("movement", json!({"formation": "skirmish", "march": "back", "allowances": [20]}), "line_allowances"),
        ("morale", json!({"general_lost": 50}), "general_lost"),
        ("whole-charge", json!({"distance": 13, "target": {"higher": true}}), "target.higher"),
        ("whole-charge", json!({"distance": 13, "charger": {"higher": true}}), "charger.higher"),
        ("whole-charge", json!({"distance": 13, "target": {"cover": "hard"}}), "target.cover"),
        (
            "whole-charge",
            json!({"distance": 13, "target": {"formation": "garrison", "cover": "house"}}),
            "target.formation",
        ),
        ("melee", json!({"attacker": {"undefended_side": true}}), "attacker.undefended_side"),
        ("melee", json!({"attacker": {"following": true}}), "attacker.following"),
        (
            "melee",
            json!({"attacker": {"round": 2, "following": true, "arm": "artillery", "formation": "in_position"}}),
            "attacker.following",
        ),
        (
            "melee",
            json!({"attacker": {"round": 2}, "defender": {"round": 2, "following": true, "formation": "solid_square"}}),
            "defender.following",
        ),
        (
            "melee",
            json!({"attacker": {"round": 2, "following": true}, "defender": {"round": 2, "following": true}}),
            "defender.following",
        ),
        ("melee", json!({"attacker": {"side": "flank"}, "defender": {"side": "rear"}}), "defender.side"),
        ("melee", json!({"attacker": {"arm": "cavalry", "wrapped": 3}}), "attacker.wrapped"),
        ("morale", json!({"occasion": "charging", "formation": "hollow_square"}), "formation"),
        ("morale", json!({"occasion": "charger_under_fire", "formation": "skirmish"}), "formation"),
        ("morale", json!({"occasion": "charging", "order": "disorganised"}), "order"),
        ("morale", json!({"occasion": "melee_lost", "lost_in_a_row": 1}), "loss_difference"),
        ("morale", json!({"occasion": "recovering", "leaving": "rout"}), "order"),
        ("morale", json!({"occasion": "charged", "formation": "garrison", "cover": "house"}), "occasion"),
        ("morale", json!({"occasion": "table_edge", "formation": "solid_square"}), "formation"),
        ("score", json!({"blue": {"budget": 0}}), "blue.budget"),
        ("score", json!({"blue": {"budget": 100, "units_gone": [500]}}), "blue"),
        ("score", json!({"red": {"units_gone": [100_001]}}), "red.units_gone[0]"),
        ("zone", json!({"right": 0, "ahead": 0}), "ahead"),
        ("zone", json!({"right": 1001}), "right"),
        ("evasion", json!({"formation": "in_position"}), "attitude"),
        ("whole-charge", json!({"charger": {"formation": "column", "initial": 18, "ranks": [3, 3]}}), "charger.ranks"),
        ("whole-charge", json!({"target": {"ranks": [8, 8]}}), "target.ranks"),
        ("whole-charge", json!({"target": {"weapon": "guns"}}), "target.weapon"),
        (
            "whole-charge",
            json!({"target": {"arm": "artillery", "formation": "in_position", "fires": [{"figures": 4}]}}),
            "target.weapon",
        ),
        (
            "whole-charge",
            json!({"target": {"arm": "artillery", "formation": "limbered", "weapon": "guns", "fires": [{}]}}),
            "target.fires",
        ),
        (
            "whole-charge",
            json!({"target": {"arm": "artillery", "formation": "in_position", "attitude": "harass"}}),
            "target.attitude",
        ),
        ("whole-charge", json!({"charger": {"attitude": "hold"}}), "charger.attitude"),
        ("whole-charge", json!({"target": {"arm": "cavalry"}}), "target.arm"),
        ("whole-charge", json!({"answer": "evade"}), "answer"),
        ("whole-charge", json!({"charger": {"order": "disorganised"}}), "charger.order"),
    ];
    for (test, situation, place) in cases {
        refuses(&book, test, &situation, place);
    }
}
