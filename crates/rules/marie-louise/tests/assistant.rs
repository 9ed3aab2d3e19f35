//! The resolutions as players use them: forms, faults, breakdowns and odds that add up.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Dice, resolve, try_resolve};
use dice::{Ratio, Roller, Seed, Throw};
use game::{Assistant, Breakdown, Chance, Faces, FaultReason, Op, Resolution, Row};
use grognard_marie_louise::{Book, resolutions};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Dice from a seed, for any throw.
struct Thrower(Roller, u64);

impl Faces for Thrower {
    fn throw(&mut self, throw: &Throw) -> Result<Vec<u8>, dice::DiceError> {
        Ok(self.0.throw(&mut self.1, throw))
    }
}

fn sums_to_one(rows: &[Row]) -> bool {
    match rows.iter().fold(Chance::NEVER, |sum, row| sum.or(row.chance)) {
        Chance::Exact(sum) => sum == Ratio::ONE,
        Chance::Near { p, error } => (p - 1.0).abs() <= error,
    }
}

#[test]
fn every_test_has_a_form_an_example_and_known_rules() {
    let assistant = resolutions(Book::new());
    let catalogue = grognard_marie_louise::catalogue();
    let tests = assistant.tests();
    assert!(tests.len() > 20);
    for card in tests {
        let schema = assistant.schema(card.name).expect(card.name);
        assert!(schema.get("properties").is_some(), "{}: {schema}", card.name);
        let example = assistant.example(card.name).expect(card.name);
        let mut dice = Thrower(Roller::new(&Seed([7; 32])), 0);
        let resolution =
            assistant.resolve(card.name, &example, &mut dice).unwrap_or_else(|f| panic!("{}: {f:?}", card.name));
        assert!(!resolution.outcome.is_empty(), "{}", card.name);
        assert!(resolution.distribution.is_empty() || sums_to_one(&resolution.distribution), "{}", card.name);
        assert!(resolution.columns.iter().all(|column| sums_to_one(&column.distribution)), "{}", card.name);
        for id in card.rules {
            assert!(catalogue.find(id).is_some(), "{}: {id}", card.name);
        }
        for line in &resolution.breakdown {
            assert!(catalogue.find(line.line.rule.as_str()).is_some(), "{}: {}", card.name, line.line.rule);
        }
    }
    assert!(assistant.schema("no-such-test").is_none());
}

#[test]
fn all_faults_are_told_at_once_with_their_places() {
    let situation = json!({
        "shooter": { "elements": 9, "formation": "wedge", "musket": true },
        "target": { "arm": "cavalry", "formation": "square", "order": 3 },
        "distance": -2,
    });
    let faults = try_resolve(&Book::new(), "infantry-fire", &situation, &mut Dice::new(&[])).unwrap_err();
    let places: Vec<&str> = faults.iter().map(|fault| fault.place.as_str()).collect();
    for place in ["shooter.formation", "shooter.musket", "target.order", "distance"] {
        assert!(places.contains(&place), "{place} is missing in {faults:?}");
    }
    let situation =
        json!({ "shooter": { "elements": 9 }, "target": { "arm": "cavalry", "formation": "square" }, "distance": 3 });
    let faults = try_resolve(&Book::new(), "infantry-fire", &situation, &mut Dice::new(&[])).unwrap_err();
    let places: Vec<&str> = faults.iter().map(|fault| fault.place.as_str()).collect();
    assert_eq!(places, ["shooter.elements", "target.formation"]);
    // The same holds for sides with default or partly given fields.
    let situation = json!({
        "attacker": { "elements": "many", "wings": 2, "formation": "wedge" },
        "defender": { "order": "dance", "counter": 1 },
    });
    let places = |test: &str| -> Vec<String> {
        let faults = try_resolve(&Book::new(), test, &situation, &mut Dice::new(&[])).unwrap_err();
        let mut places: Vec<String> = faults.into_iter().map(|fault| fault.place).collect();
        places.sort();
        places
    };
    assert_eq!(places("charge"), ["attacker.elements", "attacker.formation", "attacker.wings", "defender.order"]);
    assert_eq!(places("melee"), ["attacker.elements", "attacker.wings"]);
    assert_eq!(places("impact"), ["attacker.formation", "attacker.wings", "defender.order"]);
    let faults = try_resolve(&Book::new(), "duel", &json!({}), &mut Dice::new(&[])).unwrap_err();
    assert_eq!(faults[0].place, "test");
}

/// The places of the faults in a situation.
fn blamed(test: &str, situation: Value) -> Vec<String> {
    let faults = try_resolve(&Book::new(), test, &situation, &mut Dice::new(&[])).err().unwrap_or_default();
    faults.into_iter().map(|fault| fault.place).collect()
}

#[test]
fn what_contradicts_itself_is_refused() {
    let fire = |shooter: Value, target: Value| json!({ "shooter": shooter, "target": target, "distance": 3 });
    for (test, situation, place) in [
        ("infantry-fire", json!({ "shooter": { "elements": 4 }, "target": {} }), "distance"),
        ("infantry-fire", fire(json!({}), json!({ "falling_back": true })), "target.falling_back"),
        ("infantry-fire", fire(json!({ "arm": "cavalry", "sharpshooters": true }), json!({})), "shooter.sharpshooters"),
        ("infantry-fire", fire(json!({ "dragoons": true }), json!({})), "shooter.dragoons"),
        ("artillery-fire", json!({ "battery": { "order": "charge" }, "target": {}, "distance": 3 }), "battery.order"),
        ("artillery-fire", json!({ "battery": {}, "target": {} }), "distance"),
        ("impact", json!({ "attacker": { "lower": true }, "defender": { "lower": true } }), "defender.lower"),
        ("morale", json!({ "isolated": true, "flanks_supported": 1 }), "isolated"),
        ("morale", json!({ "isolated": true, "rear_support": true }), "isolated"),
        ("morale", json!({ "unseen": true, "aspect": "flank" }), "unseen"),
        ("morale", json!({ "arm": "artillery", "formation": "deployed", "order": "charge" }), "order"),
        ("charge", json!({ "attacker": { "order": "hold" }, "distance": 6 }), "attacker.order"),
        ("charge", json!({ "attacker": {}, "defender": {} }), "distance"),
        (
            "charge",
            json!({ "attacker": { "elements": 4, "elements_lost": 3 }, "distance": 6 }),
            "attacker.elements_lost",
        ),
        ("charge-bonus", json!({ "unit": {} }), "distance"),
        ("doctrine", json!({ "nation": "france", "year": 1650 }), "year"),
        ("strength", json!({ "guns": 2 }), "guns"),
    ] {
        assert_eq!(blamed(test, situation.clone()), [place], "{test} {situation}");
    }
    // A given range or zone replaces the distance.
    assert!(blamed("infantry-fire", json!({ "shooter": {}, "target": {}, "range": "short" })).is_empty());
    assert!(blamed("artillery-fire", json!({ "battery": {}, "target": {}, "zone": 2 })).is_empty());
    assert!(blamed("charge", json!({ "from": "impact" })).is_empty());
}

/// Every whole number with limits in a form: its place, and the limits.
fn limits(schema: &Value, form: &Value, place: &str, found: &mut Vec<(String, i64, i64)>) {
    let form = match form.get("$ref").and_then(Value::as_str) {
        Some(at) => schema.pointer(at.trim_start_matches('#')).unwrap(),
        None => form,
    };
    if let (Some(least), Some(most)) = (form.get("minimum"), form.get("maximum")) {
        found.push((place.to_owned(), least.as_i64().unwrap(), most.as_i64().unwrap()));
    }
    for (name, inner) in form.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
        limits(schema, inner, &place, found);
    }
}

/// A situation with a number in its place.
fn with_number(example: &Value, place: &str, number: i64) -> Value {
    let mut situation = example.clone();
    let at = place
        .split('.')
        .fold(&mut situation, |value, name| value.as_object_mut().unwrap().entry(name).or_insert(Value::Null));
    *at = json!(number);
    // The widest limit of a counter is that of infantry (ML-7.2aa).
    if let Some(unit) = place.strip_suffix("counter") {
        let unit = unit.trim_end_matches('.');
        let unit = if unit.is_empty() { &mut situation } else { &mut situation[unit] };
        unit["arm"] = json!("infantry");
    }
    situation
}

#[test]
fn the_form_says_the_limits_that_are_checked() {
    let assistant = resolutions(Book::new());
    let mut checked = 0;
    for card in assistant.tests() {
        let (schema, example) = (assistant.schema(card.name).unwrap(), assistant.example(card.name).unwrap());
        let mut found = Vec::new();
        limits(&schema, &schema, "", &mut found);
        for (place, least, most) in found {
            let told = |number: i64| {
                let situation = with_number(&example, &place, number);
                let faults = try_resolve(&Book::new(), card.name, &situation, &mut Dice::new(&[])).err();
                let fault = faults.unwrap_or_default().into_iter().find(|fault| fault.place == place);
                fault.map(|fault| fault.reason)
            };
            for beyond in [least - 1, most + 1] {
                let reason = FaultReason::between(least, most, beyond);
                assert_eq!(told(beyond), Some(reason), "{}: {place}", card.name);
            }
            let fits = |reason: Option<FaultReason>| !matches!(reason, Some(FaultReason::Between { .. }));
            assert!(fits(told(least)) && fits(told(most)), "{}: {place}", card.name);
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn a_test_without_dice_throws_none() {
    let needs_none = [
        ("reaction", json!({ "general": "corps" }), "passed"),
        ("order-change", json!({ "same_order": true }), "changed"),
        ("order-change", json!({ "commander_adjacent": true }), "changed"),
    ];
    for (test, situation, word) in needs_none {
        let result = resolve(&Book::new(), test, &situation, &[]);
        assert_eq!((&result.outcome[word], result.dice.len()), (&json!(true), 0), "{test}");
        assert!(try_resolve(&Book::new(), test, &situation, &mut Dice::new(&[4])).is_ok(), "no die is asked for");
    }
    let canister = json!({ "battery": { "elements": 2 }, "target": {}, "distance": 2 });
    let result = resolve(&Book::new(), "artillery-fire", &canister, &[1, 1, 1, 1]);
    assert_eq!((&result.outcome["impact_dice"], &result.outcome["impacts"]), (&json!(0), &json!(4)));
    // Gunners fire at a charge without a reaction test, and a limbered battery has no flank, even in rout.
    let charge = json!({ "attacker": { "elements": 2 }, "defender": { "arm": "artillery", "formation": "deployed" }, "distance": 8 });
    let result = resolve(&Book::new(), "charge", &charge, &[]);
    assert!(!result.breakdown.iter().any(|line| line.line.rule.as_str() == "ML-5.1b"));
    let routing = json!({ "arm": "artillery", "formation": "limbered", "marker": "routing", "aspect": "flank" });
    let result = resolve(&Book::new(), "morale", &routing, &[]);
    assert!(!result.breakdown.iter().any(|line| line.line.rule.as_str() == "ML-5.2k"));
}

#[test]
fn the_assistant_knows_a_battery_that_turned_a_friend_behind_and_a_general_who_flees() {
    let book = Book::new();
    let charge = |defender: Value, more: Value| {
        let mut charge = json!({ "attacker": { "elements": 4 }, "defender": defender, "distance": 12 });
        charge.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        charge
    };
    let guns = json!({ "arm": "artillery", "formation": "deployed", "flanks_supported": 2, "elements": 1, "general": "brigade" });
    let turned = charge(guns, json!({ "aspect": "rear", "turned": true, "follow": "melee" }));
    // Canister, then 1 - 3 and +2 for the flanks: if attacked in rear it would flee.
    let result = resolve(&book, "charge", &turned, &[1, 1, 1, 3, 6, 6, 6, 6, 1]);
    assert_eq!(result.outcome["melee"], json!(true));
    // They flee; the general goes with them.
    let result = resolve(&book, "charge", &turned, &[1, 1, 1, 4]);
    assert_eq!(result.outcome["defender"]["general_lost"], json!(false));
    // Two pas would end on a friend, with no room behind it: one pas, in front of it.
    let behind = json!({ "behind": { "free": 3, "friend_from": 2, "friend_to": 5 }, "isolated": true });
    let result = resolve(&book, "charge", &charge(behind, json!({ "from": "impact" })), &[1, 3, 1, 1]);
    assert_eq!((&result.outcome["recoil"], &result.outcome["outcome"]), (&json!(1), &json!("attacker")));
    assert_eq!(result.outcome["defender"]["elements"], json!(4));
}

#[test]
fn dice_that_cannot_be_are_refused() {
    let example = resolutions(Book::new()).example("infantry-fire").unwrap();
    for faces in [&[1, 2][..], &[1, 2, 3, 7], &[0, 1, 2, 3]] {
        let faults = try_resolve(&Book::new(), "infantry-fire", &example, &mut Dice::new(faces)).unwrap_err();
        assert_eq!(faults[0].place, "dice", "{faces:?}");
    }
    let before = resolve(&Book::new(), "infantry-fire", &example, &[]);
    assert_eq!(before.total, None);
    assert!(before.dice.is_empty() && !before.distribution.is_empty());
}

/// The total is what the lines of the last part give with the dice.
fn recomputed(resolution: &Resolution) -> game::Exact {
    let last = resolution.breakdown.last().and_then(|line| line.of.clone());
    let lines = resolution.breakdown.iter().filter(|line| line.of == last).map(|line| line.line.clone());
    Breakdown { test: "again".into(), of: None, lines: lines.collect() }.total()
}

fn words(list: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(list)
}

prop_compose! {
    fn any_volley()(
        elements in 1_u8..=6,
        formation in words(&["line", "attack_column", "march_column", "square", "skirmish", "disorder", "no_formation", "bastion"]),
        weapon in words(&["musket", "rifle", "musketoon"]),
        order in words(&["none", "hold", "manoeuvre", "charge", "fall_back"]),
        marker in words(&["none", "hesitant", "shaken"]),
        training in words(&["poor", "standard", "superior"]),
        flags in any::<[bool; 5]>(),
        target in words(&["line", "attack_column", "skirmish", "disorder", "bastion", "march_column"]),
        mounted in any::<bool>(),
        shelter in words(&["none", "light", "dense", "fortified"]),
        aspect in words(&["front", "flank", "rear"]),
        distance in 0_u16..=700,
    ) -> Value {
        json!({
            "shooter": {
                "elements": elements, "formation": formation, "weapon": weapon, "order": order, "marker": marker,
                "fire_training": training, "general": flags[0], "first_fire": flags[1], "adjusted": flags[2],
                "sharpshooters": flags[3],
            },
            "target": { "arm": if mounted { "cavalry" } else { "infantry" }, "formation": target, "shelter": shelter },
            "aspect": aspect, "rain": flags[4], "distance": f64::from(distance) / 100.0,
        })
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The lines give the total; losses follow from it; the result is a row of the distribution.
    #[test]
    fn a_volley_explains_itself(situation in any_volley(), faces in prop::collection::vec(1_u8..=6, 6)) {
        let book = Book::new();
        let dice = resolve(&book, "infantry-fire", &situation, &[]).outcome["dice"].as_u64().unwrap();
        let faces = &faces[..usize::try_from(dice).unwrap()];
        let result = resolve(&book, "infantry-fire", &situation, faces);
        prop_assert!(sums_to_one(&result.distribution));
        if dice > 0 {
            let total = recomputed(&result);
            prop_assert_eq!(result.total, Some(total));
            let losses = result.outcome["losses"].as_i64().unwrap();
            prop_assert_eq!(losses, total.num.div_euclid(total.den * 5));
            prop_assert!(result.distribution.iter().any(|row| row.outcome["losses"] == json!(losses)));
            let shown: i64 = result.breakdown.iter().map(|l| if let Op::Dice(n) = l.line.op { n } else { 0 }).sum();
            prop_assert_eq!(shown, faces.iter().map(|f| i64::from(*f)).sum::<i64>());
        }
    }
}

/// A charge counted by hand: no reaction, no fire, two lines, the attacker under C: the chances of the impact.
#[test]
fn the_odds_of_a_charge_are_those_of_its_steps() {
    let bare = json!({ "attacker": { "order": "charge" }, "defender": { "order": "hold" }, "distance": 2 });
    let result = resolve(&Book::new(), "charge", &bare, &[]);
    assert_eq!(result.outcome["chance_attacker"]["p"], "721/1296");
    assert_eq!(result.outcome["chance_undecided"]["p"], "35/324");
    assert_eq!(result.outcome["chance_defender"]["p"], "145/432");

    // With one element in defence at effective or short range, a die of 5 or 6 costs one or two losses at most: a unit
    // of four elements loses none, so nothing changes.
    let fired = json!({
        "attacker": { "order": "charge" }, "defender": { "order": "hold", "elements": 1 }, "distance": 6,
    });
    let result = resolve(&Book::new(), "charge", &fired, &[]);
    assert_eq!(result.outcome["chance_attacker"]["p"], "721/1296");

    // A single element of poor cohesion is lost with 3 losses: 15 points, which one die at short range (12) cannot
    // reach. Two dice reach it at short range with 8 or more: 15/36, half of the time. A destroyed unit counts as
    // broken.
    let frail = json!({
        "attacker": { "order": "charge", "elements": 1, "cohesion": "poor" },
        "defender": { "order": "hold", "elements": 2 }, "distance": 6,
    });
    let result = resolve(&Book::new(), "charge", &frail, &[]);
    assert_eq!(result.outcome["chance_broken"]["p"], "5/24");
}

#[test]
fn a_choice_of_the_other_player_makes_columns() {
    let example = resolutions(Book::new()).example("charge").unwrap();
    let result = resolve(&Book::new(), "charge", &example, &[]);
    let replies: Vec<&str> = result.columns.iter().map(|column| column.reply.as_str()).collect();
    assert_eq!(replies, ["fire", "solid_square"]);
    let mut square = example.clone();
    square["defence"] = json!("solid_square");
    let chosen = resolve(&Book::new(), "charge", &square, &[]);
    let same = |a: &[Row], b: &[Row]| serde_json::to_value(a).unwrap() == serde_json::to_value(b).unwrap();
    assert!(same(&result.columns[0].distribution, &result.distribution));
    assert!(same(&result.columns[1].distribution, &chosen.distribution));
}

/// A melee followed to its end has odds with a bound, and ends with dice.
#[test]
fn a_melee_comes_to_an_end() {
    let melee = json!({
        "attacker": { "order": "charge", "elements": 3, "class": "high" },
        "defender": { "order": "hold", "elements": 3 }, "from": "melee", "follow": "melee",
    });
    let assistant = resolutions(Book::new());
    let mut dice = Thrower(Roller::new(&Seed([7; 32])), 0);
    let result = assistant.resolve("charge", &melee, &mut dice).unwrap();
    assert!(sums_to_one(&result.distribution));
    assert_eq!(result.outcome["melee"], true);
    assert!(result.distribution.iter().any(|row| row.outcome["outcome"] == result.outcome["outcome"]));
}

#[test]
fn who_moves_charges_and_pursues_is_no_contradiction() {
    let impact = |attacker: Value| json!({ "attacker": attacker, "defender": {} });
    for (test, situation, place) in [
        ("movement", json!({ "general": true, "formation": "square" }), "general"),
        ("movement", json!({ "marker": "routing", "falling_back": true }), "falling_back"),
        ("charge-bonus", json!({ "unit": { "horse": true }, "distance": 8 }), "unit.horse"),
        ("charge-bonus", json!({ "unit": { "general": true }, "distance": 8 }), "unit.general"),
        ("charge-bonus", json!({ "distance": 8, "melee_last_turn": true }), "melee_last_turn"),
        ("pursuit", json!({ "unit": { "charged": true }, "loser": "shaken" }), "unit.charged"),
        ("morale", json!({ "elements_lost": 6 }), "elements_lost"),
        ("impact", impact(json!({ "marker": "shaken" })), "attacker.marker"),
        ("impact", impact(json!({ "aspect": "rear" })), "attacker.aspect"),
        ("budget", json!({ "unit": { "lances": true } }), "unit.lances"),
        ("budget", json!({ "unit": { "cuirassed": true } }), "unit.cuirassed"),
        ("doctrine", json!({ "nation": "france", "year": 1812, "arm": "artillery" }), "formation"),
    ] {
        assert_eq!(blamed(test, situation.clone()), [place], "{test} {situation}");
    }
}

#[test]
fn what_must_be_said_is_required_by_the_form_too() {
    let assistant = resolutions(Book::new());
    let required = |test: &str| assistant.schema(test).unwrap()["required"].clone();
    assert_eq!(required("terrain"), json!(["kind"]));
    assert_eq!(required("doctrine"), json!(["nation", "year"]));
    assert_eq!(blamed("doctrine", json!({})), ["nation", "year"]);
    let unsaid = json!({ "required": ["from"], "properties": { "from": { "enum": ["impact", "melee"] } } });
    let either = json!([{ "anyOf": [{ "required": ["distance"] }, unsaid] }]);
    assert_eq!(assistant.schema("charge").unwrap()["allOf"], either);
    assert_eq!(blamed("charge", json!({})), ["distance"]);
    assert!(blamed("charge", json!({ "from": "impact" })).is_empty());
}

#[test]
fn markers_hold_a_unit_and_a_fall_back_is_made_in_disorder() {
    let moves = |march: Value| resolve(&Book::new(), "movement", &march, &[]).outcome["may_move"].clone();
    assert_eq!(moves(json!({ "marker": "hesitant" })), false);
    assert_eq!(moves(json!({ "marker": "shaken" })), false);
    assert_eq!(moves(json!({ "marker": "shaken", "falling_back": true })), true);
    let dash = |unit: Value| {
        let outcome = resolve(&Book::new(), "charge-bonus", &json!({ "unit": unit, "distance": 8 }), &[]).outcome;
        (outcome["may_charge"].clone(), outcome["disorganised"].clone())
    };
    assert_eq!(dash(json!({ "falling_back": true })), (json!(true), json!(true)));
    // Skirmishers may not charge (ML-3.1h); they fall back in formation (ML-GAP-17).
    assert_eq!(dash(json!({ "formation": "skirmish" })), (json!(false), json!(false)));
    assert_eq!(dash(json!({ "formation": "skirmish", "falling_back": true })), (json!(true), json!(false)));
    assert_eq!(dash(json!({ "going": "forbidden" })).0, json!(false));
}

#[test]
fn an_exact_figure_is_text_whether_it_is_whole_or_not() {
    let fire = |formation: &str| {
        let shooter = json!({ "elements": 1, "formation": formation });
        let situation = json!({ "shooter": shooter, "target": {}, "distance": 3 });
        resolve(&Book::new(), "infantry-fire", &situation, &[5]).outcome["total"].clone()
    };
    assert_eq!((fire("line"), fire("disorder")), (json!("5"), json!("5/2")));
}
