//! Each rule of the resolutions by itself: its effect, and that no other rule has it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{resolve, says};
use grognard_aigles::fight::value_key;
use grognard_aigles::resolve::charge::{Passage, Runner, meeting, passage};
use grognard_aigles::resolve::command::{PlanKind, allows, follows_up};
use grognard_aigles::resolve::melee::{overlapping, touching};
use grognard_aigles::resolve::morale::{Effect, General, MoraleResult, Nerve, Occasion, Reader, effect, values};
use grognard_aigles::{Arm, Attitude, Book, Distance, Formation, Order, Status, r};
use rulebook::proof::{prove, prove_with};
use serde_json::json;

#[test]
fn movement() {
    prove(&[r::LA_MVT_07, r::LA_MVT_09], |book: &Book| {
        says(book, "movement", json!({"allowances": [20, 18, 20]}), &[], json!({"quarter_cm": "9/2"}));
    });
    prove(&[r::LA_PIV_13], |book: &Book| {
        let militia = json!({"formation": "line", "status": "militia", "allowances": [12], "march": "oblique"});
        says(book, "movement", militia, &[], json!({"allowed": false}));
        let line = json!({"formation": "line", "allowances": [14], "march": "oblique"});
        says(book, "movement", line, &[], json!({"period_cm": 7}));
    });
    prove(&[r::LA_PIV_14], |book: &Book| {
        says(book, "movement", json!({"march": "back"}), &[], json!({"allowed": false}));
        let line = json!({"formation": "line", "allowances": [14], "march": "back"});
        says(book, "movement", line, &[], json!({"period_cm": 7}));
    });
    prove(&[r::LA_PIV_15, r::LA_PIV_19], |book: &Book| {
        for formation in ["division_column", "skirmish"] {
            let forced = json!({"formation": formation, "march": "forced"});
            says(book, "movement", forced, &[], json!({"allowed": false}));
        }
    });
    prove(&[r::LA_GAP_17], |book: &Book| {
        says(book, "movement", json!({"march": "through"}), &[], json!({"period_cm": 9}));
    });
    prove(&[r::LA_GAP_82, r::LA_GAP_25], |book: &Book| {
        says(book, "movement", json!({"order": "disordered"}), &[], json!({"period_cm": 9}));
        let square = json!({"formation": "hollow_square", "allowances": [12]});
        says(book, "movement", square, &[], json!({"period_cm": 6}));
        // A rout is not slowed by the unit's own disorder.
        says(book, "movement", json!({"order": "disordered", "march": "rout"}), &[], json!({"period_cm": 27}));
    });
    prove(&[r::LA_GAP_72], |book: &Book| {
        says(book, "movement", json!({"ground": ["river"]}), &[], json!({"allowed": false}));
        says(book, "movement", json!({"ground": ["road", "marsh"]}), &[], json!({"period_cm": 9}));
        says(book, "movement", json!({"formation": "line", "ground": ["bridge"]}), &[], json!({"allowed": false}));
    });
}

/// Obstacles take quarters and do not change the rate (LA-GAP-72); skirmishers step back by their line's allowance
/// (LA-GAP-43).
#[test]
fn crossing_and_stepping_back() {
    prove(&[r::LA_GAP_72, r::LA_GAP_16], |book: &Book| {
        let over = |formation: &str, kind: &str| json!({"formation": formation, "ground": [kind]});
        for (formation, kind, quarters, half, period) in [
            ("column", "stream", 1, json!("9/2"), json!("27/2")),
            ("column", "wall", 2, json!(0), json!(9)),
            ("column", "fortification", 2, json!(0), json!(9)),
            ("skirmish", "barricade", 0, json!(9), json!(18)),
            ("skirmish", "wall", 1, json!("9/2"), json!("27/2")),
        ] {
            let crossed = json!({"allowed": true, "crossing_quarters": quarters, "quarter_cm": "9/2",
                "half_cm": half, "period_cm": period});
            says(book, "movement", over(formation, kind), &[], crossed);
        }
        let horse = json!({"arm": "cavalry", "ground": ["wall"]});
        says(book, "movement", horse, &[], json!({"allowed": false}));
        let guns = json!({"arm": "artillery", "formation": "limbered", "ground": ["hedge"]});
        says(book, "movement", guns, &[], json!({"allowed": false}));
    });
    prove(&[r::LA_GAP_43], |book: &Book| {
        let back = |line: &[u8]| json!({"formation": "skirmish", "march": "back", "allowances": [20], "line_allowances": line});
        says(book, "movement", back(&[14]), &[], json!({"period_cm": 7}));
        // Troops without a line.
        says(book, "movement", back(&[]), &[], json!({"period_cm": 10}));
    });
}

/// A lone officer is in no line, is tested at 10 losses and removed at 40, and not fired at within 5 cm.
#[test]
fn fire_at_an_officer() {
    prove(&[r::LA_GEN_01], |book: &Book| {
        let near = json!({"volley": {"distance": 5, "target": {"officer": true}}});
        says(book, "small-arms-fire", near, &[], json!({"allowed": false}));
        let close = json!({"fire": {"distance": 5, "target": {"officer": true}}});
        says(book, "artillery-fire", close, &[], json!({"allowed": false}));
    });
    prove(&[r::LA_GEN_02, r::LA_GEN_03], |book: &Book| {
        let shot = |before: u16| json!({"fire": {"distance": 40, "target": {"officer": true}}, "accumulated": before});
        let stays = json!({"factor": 4, "losses": 15, "figures_off": 0, "accumulated": 39, "test_due": true});
        says(book, "artillery-fire", shot(24), &[1], stays);
        says(book, "artillery-fire", shot(25), &[1], json!({"figures_off": 1, "removed": true, "accumulated": 40}));
        let few = json!({"volley": {"distance": 6, "groups": [{"fire": 4, "figures": 4}], "quarters": 2,
            "target": {"officer": true, "status": "irregular"}}});
        says(book, "small-arms-fire", few, &[1], json!({"factor": 2, "losses": 5, "test_due": false}));
    });
    let shot = json!({"fire": {"distance": 40, "target": {"officer": true}}, "accumulated": 5});
    let leads = resolve(&Book::new(), "artillery-fire", &shot, &[1]).leads;
    let leads: Vec<_> = leads.iter().map(|lead| (lead.test, &lead.situation["accumulated"])).collect();
    assert_eq!(leads, [("officer-under-fire", &json!(5))]);
    // The morale test caused by a fire is a situation that is accepted.
    let hard = json!({"fire": {"distance": 20, "figures": 8, "target": {"formation": "column", "ranks": 4}}});
    let lead = resolve(&Book::new(), "artillery-fire", &hard, &[6]).leads.remove(0);
    assert_eq!(lead.test, "morale");
    resolve(&Book::new(), lead.test, &lead.situation, &[1]);
}

#[test]
fn turning_and_changing() {
    prove(&[r::LA_GAP_11], |book: &Book| {
        let slow =
            json!({"changing": {"change": "limber", "status": "semi_regular", "reaction": false}, "charge": null});
        says(book, "formation-change", slow, &[], json!({"quarters": 3}));
    });
    prove(&[r::LA_PIV_09], |book: &Book| {
        let skirmish = json!({"formation": "skirmish", "turned": "about"});
        says(book, "turning", skirmish, &[], json!({"order": "formed"}));
    });
    prove(&[r::LA_ART_03], |book: &Book| {
        let limbered = json!({"arm": "artillery", "formation": "limbered"});
        says(book, "turning", limbered, &[], json!({"turn_quarters": null}));
    });
    prove(&[r::LA_GAP_57], |book: &Book| {
        says(book, "turning", json!({"formation": "column", "ranks": 6}), &[], json!({"flank_figures": 6}));
    });
    prove(&[r::LA_ART_11], |book: &Book| {
        let caught = json!({"changing": {"change": "limber", "class": "b", "contact": 1}});
        says(book, "formation-change", caught, &[], json!({"formed": false, "order": "disordered"}));
    });
}

#[test]
fn fire() {
    prove(&[r::LA_FEU_06], |book: &Book| {
        says(book, "small-arms-fire", json!({"volley": {"distance": 21.1}}), &[], json!({"allowed": false}));
    });
    prove(&[r::LA_FEU_09], |book: &Book| {
        let far = json!({"fire": {"calibre": "six", "distance": 91}});
        says(book, "artillery-fire", far, &[], json!({"allowed": false}));
    });
    prove(&[r::LA_FEU_11], |book: &Book| {
        let edge = json!({"fire": {"calibre": "nine", "distance": 25, "shot": "canister"}});
        says(book, "artillery-fire", edge, &[], json!({"allowed": false, "canister_open": false}));
    });
    prove(&[r::LA_GAP_07], |book: &Book| {
        // Canister has no malus for a line, and beyond three quarters the malus replaces the one beyond half.
        let near = json!({"fire": {"distance": 20, "shot": "canister"}});
        says(book, "artillery-fire", near, &[], json!({"factor_before_die": 11}));
        let far = json!({"fire": {"distance": 76, "target": {"formation": "column", "ranks": 4}}});
        says(book, "artillery-fire", far, &[], json!({"factor_before_die": 4}));
        // The first fire counts only for formed infantry.
        let loose = json!({"volley": {"distance": 7, "first_fire": true, "order": "disorganised"}});
        says(book, "small-arms-fire", loose, &[], json!({"factor_before_die": 4}));
    });
    prove(&[r::LA_FEU_02], |book: &Book| {
        let target =
            json!({"arm": "cavalry", "status": "irregular", "cover": "light", "charging": true, "higher": true});
        let volley = json!({"volley": {"distance": 7, "target": target}});
        says(book, "small-arms-fire", volley, &[], json!({"factor_before_die": 0}));
        let hidden = json!({"volley": {"distance": 7, "target": {"formation": "skirmish", "cover": "hard"}}});
        says(book, "small-arms-fire", hidden, &[], json!({"factor_before_die": -2}));
    });
    prove(&[r::LA_GAP_73], |book: &Book| {
        let wet = json!({"volley": {"distance": 7, "rain": true, "first_fire": true}});
        says(book, "small-arms-fire", wet, &[], json!({"factor_before_die": 2}));
    });
    let dry = Book::new();
    let options = grognard_aigles::Options { rain_is_nothing: true, ..dry.options.clone() };
    let wet = json!({"volley": {"distance": 7, "rain": true, "first_fire": true}});
    says(&dry.with_options(options), "small-arms-fire", wet, &[], json!({"factor_before_die": 5}));
    prove(&[r::LA_GAP_12], |book: &Book| {
        // Skirmishers in disorder have neither their die nor their malus in melee.
        let volley = json!({"volley": {"distance": 7, "skirmish": true, "order": "disordered"}});
        says(book, "small-arms-fire", volley, &[1], json!({"factor": 0}));
    });
    let book = Book::new();
    let options = grognard_aigles::Options { table_is_half: true, ..book.options.clone() };
    let half = json!({"volley": {"distance": 7, "quarters": 2}});
    says(&book.with_options(options), "small-arms-fire", half, &[1], json!({"losses": 40}));
}

#[test]
fn melee() {
    prove(&[r::LA_CHA_24], |book: &Book| {
        let horse = json!({"attacker": {"arm": "cavalry", "formation": "column", "charging": true, "ranks": [4, 4, 4],
            "hands": [{"combat": 5, "bonus": 3, "figures": 4}]}});
        says(book, "melee", horse, &[], json!({"attacker_factor": 9}));
    });
    prove(&[r::LA_COM_03, r::LA_COM_04, r::LA_COM_06], |book: &Book| {
        // The third round: no bonus for fresh troops, for the flank, or for the fire before contact.
        let third = json!({"attacker": {"round": 3, "side": "flank", "fire_losses": 30}});
        says(book, "melee", third, &[], json!({"attacker_factor": 4}));
    });
    prove(&[r::LA_COM_07], |book: &Book| {
        // Nor for the undefended side of a house.
        let third = json!({"attacker": {"round": 3, "undefended_side": true},
            "defender": {"formation": "garrison", "cover": "house"}});
        says(book, "melee", third, &[], json!({"attacker_factor": -1}));
    });
    prove(&[r::LA_GAP_21], |book: &Book| {
        // A house has neither flank nor rear.
        let beside = json!({"attacker": {"side": "flank"}, "defender": {"formation": "garrison", "cover": "house"}});
        says(book, "melee", beside, &[], json!({"attacker_factor": 0}));
    });
    prove(&[r::LA_COM_05], |book: &Book| {
        // An unformed follower in uncontrolled advance has the bonuses of a charge, but no depth.
        let run = json!({"attacker": {"formation": "column", "round": 2, "following": true, "uncontrolled": true,
            "order": "unformed", "ranks": [3, 3, 3, 3]}});
        says(book, "melee", run, &[], json!({"attacker_factor": 4}));
    });
    prove(&[r::LA_CHA_23, r::LA_RAL_16], |book: &Book| {
        // An uncontrolled advance that is only disorganised has all bonuses of a charge, including its depth.
        let run = json!({"attacker": {"formation": "column", "charging": true, "uncontrolled": true,
            "order": "disorganised", "ranks": [3, 3, 3, 3]}});
        says(book, "melee", run, &[], json!({"attacker_factor": 9}));
    });
    prove(&[r::LA_RAL_16], |book: &Book| {
        let run = json!({"attacker": {"arm": "cavalry", "round": 2, "following": true, "uncontrolled": true,
            "order": "disorganised", "hands": [{"combat": 5, "bonus": 3, "figures": 12}]}});
        says(book, "melee", run, &[], json!({"attacker_factor": 10}));
    });
    prove(&[r::LA_GAP_23], |book: &Book| {
        let shot = json!({"attacker": {"lost_to_fire": true}});
        says(book, "melee", shot, &[], json!({"attacker_factor": 4}));
    });
    prove(&[r::LA_GAP_12], |book: &Book| {
        let caught = json!({"attacker": {"formation": "skirmish", "order": "unformed"}});
        says(book, "melee", caught, &[], json!({"attacker_factor": 2}));
    });
    prove(&[r::LA_GAP_22], |book: &Book| {
        // The bonus of a charge counts only in its first round.
        let later = json!({"attacker": {"charging": true, "round": 2}});
        says(book, "melee", later, &[], json!({"attacker_factor": 4}));
    });
    prove(&[r::LA_GAP_49], |book: &Book| {
        let joins = json!({"attacker": {"side": "flank", "into_melee": true}});
        says(book, "melee", joins, &[], json!({"attacker_factor": 6}));
        let double = json!({"attacker": {"formation": "double_line", "charging": true, "ranks": [8, 8]}});
        says(book, "melee", double, &[], json!({"attacker_factor": 6}));
    });
    prove(&[r::LA_GAP_21], |book: &Book| {
        let square = json!({"attacker": {"side": "rear"}, "defender": {"formation": "hollow_square"}});
        says(book, "melee", square, &[], json!({"attacker_factor": 5}));
    });
    prove(&[r::LA_GEN_05, r::LA_GAP_67], |book: &Book| {
        let led = json!({"attacker": {"officer": 100}});
        says(book, "melee", led, &[1, 1], json!({"attacker_inflicts": 25}));
        // Not in the third round.
        let third = json!({"attacker": {"officer": 100, "round": 3}, "defender": {"round": 3}});
        says(book, "melee", third, &[1, 1], json!({"attacker_inflicts": 15}));
    });
    prove(&[r::LA_GAP_37], |book: &Book| {
        let loose = json!({"attacker": {"formation": "skirmish", "hands": [{"combat": 4, "bonus": 1, "figures": 8}]}});
        says(book, "melee", loose, &[1, 1], json!({"attacker_inflicts": 25}));
    });
    prove(&[r::LA_GAP_58], |book: &Book| {
        let again = json!({"attacker": {"arm": "cavalry", "light": true, "round": 2},
            "defender": {"formation": "hollow_square", "round": 2}});
        says(book, "melee", again, &[], json!({"attacker_factor": 2}));
        let of = |key: &str| book.tables.figures.find(key).unwrap().1;
        assert!(of("fr-hussar").light_cavalry());
        assert!(!of("fr-lancer").light_cavalry() && !of("fr-cuirassier").light_cavalry());
    });
    prove(&[r::LA_GAP_48], |book: &Book| {
        let cm = |mm: i32| Distance::from_cm(mm * 65);
        assert_eq!(touching(book, cm(60), cm(25), 12), 3, "a face of 6 cm: three cavalry bases");
        assert_eq!(touching(book, cm(45), cm(15), 2), 2, "never more than there are");
    });
    prove(&[r::LA_GAP_22], |book: &Book| {
        let base = Distance::from_cm(975);
        assert_eq!(overlapping(book, [base, Distance::of(1)], base, true), 1);
        assert_eq!(overlapping(book, [base, base], base, false), 0, "never against a square or behind cover");
    });
}

#[test]
fn morale() {
    prove(&[r::LA_GAP_27], |book: &Book| {
        let beaten = json!({"moral": -5, "status": "guard", "enemies": 1, "enemy_in_rear": true});
        says(book, "morale", beaten, &[1], json!({"points": -9, "result": "rout"}));
    });
    prove(&[r::LA_GAP_31], |book: &Book| {
        let far = json!({"generals": [{"points": 40, "distance": 61}]});
        says(book, "morale", far, &[1], json!({"points": 0}));
    });
    prove(&[r::LA_GAP_54, r::LA_MOR_07], |book: &Book| {
        let fires = json!([{"losses": 20}, {"losses": 15, "loose": true}, {"losses": 14}]);
        says(book, "morale", json!({"fires": fires, "batteries": 1}), &[], json!({"points_before_die": 2}));
    });
    prove(&[r::LA_GAP_37], |book: &Book| {
        says(book, "morale", json!({"formation": "skirmish"}), &[1], json!({"points": 5}));
    });
    prove(&[r::LA_GAP_26], |book: &Book| {
        // Of two generals the better for the player counts, here the farther one, without a question.
        let far = json!([{"points": 40, "distance": 75}, {"points": 40, "distance": 105}]);
        let wild = json!({"moral": 12, "status": "irregular", "generals": far});
        let asked = [false; 6];
        says(book, "morale", wild, &[1], json!({"value": -7, "points": 5, "result": "obey", "asked": asked}));
        let calm = json!({"moral": 5, "generals": far});
        says(book, "morale", calm, &[1], json!({"value": -5, "points": 0, "asked": asked}));
        // A near one is preferred if the result is the same.
        let near = json!([{"points": 40, "distance": 10}, {"points": 40, "distance": 40}]);
        says(book, "morale", json!({"moral": 4, "generals": near}), &[1], json!({"value": 1, "result": "obey"}));
    });
    prove(&[r::LA_GAP_26, r::LA_GEN_06], |book: &Book| {
        // A general in contact replaces one at a distance; a general of 20 points gives 1.
        let both = json!([{"points": 20, "distance": 0}]);
        let values = json!([{"value": -1}, {"value": 0}, {"value": 1}]);
        let outcome = resolve(book, "morale", &json!({"generals": both}), &[]).outcome;
        let found: Vec<_> = outcome["by_value"].as_array().unwrap().iter().map(|row| row["value"].clone()).collect();
        let wanted: Vec<_> = values.as_array().unwrap().iter().map(|row| row["value"].clone()).collect();
        assert_eq!(found, wanted);
    });
    prove(&[r::LA_MOR_02], |book: &Book| {
        let square = json!({"formation": "hollow_square", "against_cavalry": true, "occasion": "charged", "moral": 5});
        let outcome = resolve(book, "morale", &square, &[]).outcome;
        assert_eq!(outcome["by_value"].as_array().unwrap().len(), 2, "plus or minus 2");
        let open = json!({"formation": "line", "against_cavalry": true, "occasion": "charged"});
        says(book, "morale", open, &[], json!({"points_before_die": 2}));
    });
    prove(&[r::LA_MOR_03, r::LA_MOR_04], |book: &Book| {
        let many = json!({"order": "disordered", "routed_before": true, "general_lost": 60, "aide": true,
            "friends": 1, "enemy_routs": 1, "friendly_routs": 2, "enemy_in_rear": true, "enemy_on_flank": true});
        // 4 - 4 - 1 - 3 + 1 + 2 + 2 - 4 - 2 - 1
        says(book, "morale", many, &[], json!({"points_before_die": -6}));
    });
    prove(&[r::LA_MOR_08, r::LA_MOR_09, r::LA_MOR_10], |book: &Book| {
        let weak = json!({"initial": 18, "figures": 12, "losses": 185});
        says(book, "morale", weak, &[], json!({"points_before_die": -1}));
    });
    prove(&[r::LA_GAP_30], |book: &Book| {
        says(book, "losses", json!({"initial": 18, "hits": [270]}), &[], json!({"strength": -5}));
    });
    prove(&[r::LA_GAP_65], |book: &Book| {
        let near = json!({"moral": 3, "status": "militia", "generals": [{"points": 40, "distance": 12}], "enemies": 1});
        let outcome = resolve(book, "morale", &near, &[]).outcome;
        assert_eq!(outcome["asked"][0], true);
    });
}

#[test]
fn what_a_result_means_on_each_occasion() {
    prove(&[r::LA_GAP_25], |book: &Book| {
        use MoraleResult::{Flight, Halt, Obey, Retreat, Rout, Uncontrolled};
        let stands = Reader::default();
        let table = [
            (Occasion::Charging, [Effect::Charges, Effect::StandsThisHalf, Effect::Leaves, Effect::ChargesUnstoppable]),
            (
                Occasion::CounterCharging,
                [Effect::CounterCharges, Effect::Stands, Effect::CaughtTurning, Effect::CounterCharges],
            ),
            (Occasion::Charged, [Effect::Stands, Effect::Stands, Effect::CaughtTurning, Effect::StandsAndFollows]),
            (
                Occasion::ChargerUnderFire,
                [Effect::GoesOn, Effect::HaltsUnformed, Effect::HaltsAndLeaves, Effect::GoesOn],
            ),
            (Occasion::MeleeLost, [Effect::Recoils, Effect::Recoils, Effect::PutClear, Effect::Recoils]),
            (Occasion::Recovering, [Effect::Recovers, Effect::RecoversHalted, Effect::Worsens, Effect::Recovers]),
            (
                Occasion::TableEdge,
                [Effect::StaysOnTable, Effect::LeavesTable, Effect::LeavesTable, Effect::StaysOnTable],
            ),
            (Occasion::Other, [Effect::GoesOn, Effect::Halts, Effect::Leaves, Effect::Advances]),
        ];
        for (occasion, wanted) in table {
            let found = [Obey, Halt, Retreat, Uncontrolled].map(|result| effect(book, occasion, result, &stands));
            assert_eq!(found, wanted, "{occasion:?}");
        }
        for result in [Rout, Flight] {
            assert_eq!(effect(book, Occasion::Charged, result, &stands), Effect::Runs);
        }
        let loose = Reader { order: Order::Unformed, ..stands };
        assert_eq!(effect(book, Occasion::Other, Uncontrolled, &loose), Effect::GoesOn);
    });
    prove(&[r::LA_GAP_66], |book: &Book| {
        let square = Reader { formation: Formation::HollowSquare, against_cavalry: true, ..Reader::default() };
        assert_eq!(effect(book, Occasion::Charged, MoraleResult::Uncontrolled, &square), Effect::Opens);
        let guns = Reader { formation: Formation::InPosition, ..Reader::default() };
        assert_eq!(effect(book, Occasion::Other, MoraleResult::Uncontrolled, &guns), Effect::GoesOn);
    });
    let options = grognard_aigles::Options { squares_never_burst: true, ..Book::new().options };
    let square = Reader { formation: Formation::HollowSquare, against_cavalry: true, ..Reader::default() };
    let held = effect(&Book::new().with_options(options), Occasion::Charged, MoraleResult::Uncontrolled, &square);
    assert_eq!(held, Effect::StandsAndFollows);
    prove(&[r::LA_GAP_49], |book: &Book| {
        let square = Reader { formation: Formation::SolidSquare, ..Reader::default() };
        assert_eq!(effect(book, Occasion::MeleeLost, MoraleResult::Obey, &square), Effect::Stands);
    });
    // A battery stands by its guns (8), a garrison keeps its house only on Obéir (7).
    for (formation, result, does) in [
        (Formation::InPosition, MoraleResult::Obey, Effect::Stands),
        (Formation::InPosition, MoraleResult::Halt, Effect::Stands),
        (Formation::Limbered, MoraleResult::Halt, Effect::Stands),
        (Formation::Garrison, MoraleResult::Obey, Effect::Stands),
        (Formation::Garrison, MoraleResult::Uncontrolled, Effect::Stands),
        (Formation::Garrison, MoraleResult::Halt, Effect::LeavesHouse),
    ] {
        prove(&[r::LA_GAP_49], |book: &Book| {
            let reader = Reader { formation, ..Reader::default() };
            assert_eq!(effect(book, Occasion::MeleeLost, result, &reader), does);
        });
    }
}

#[test]
fn officers_and_orders() {
    prove(&[r::LA_GEN_01], |book: &Book| {
        let near = json!({"alone": true, "enemy": 5, "losses": 20});
        says(book, "officer-under-fire", near, &[], json!({"target": false, "tested": false}));
    });
    prove(&[r::LA_GAP_14], |book: &Book| {
        let himself = json!({"half": 2, "distance": 0});
        says(book, "order-time", himself, &[], json!({"delivered_at": 2, "in_force_from": 3}));
    });
    let book = Book::new();
    let options = grognard_aigles::Options { officers_each_quarter: true, ..book.options.clone() };
    let note = json!({"half": 1, "distance": 23});
    says(&book.with_options(options), "order-time", note, &[], json!({"delivered_at": 3, "in_force_from": 4}));
    prove(&[r::LA_RAL_02, r::LA_GAP_20, r::LA_GAP_76, r::LA_GAP_13, r::LA_ESQ_01], |book: &Book| {
        assert!(allows(book, Attitude::Hold, PlanKind::Rally));
        assert!(!allows(book, Attitude::Hold, PlanKind::Enter) && allows(book, Attitude::Support, PlanKind::Enter));
        assert!(!allows(book, Attitude::Hold, PlanKind::ForcedMarch));
        assert!(!allows(book, Attitude::Harass, PlanKind::Charge) && !allows(book, Attitude::Attack, PlanKind::Evade));
    });
    prove(&[r::LA_GAP_13, r::LA_GAP_50, r::LA_GAP_49], |book: &Book| {
        let line = (Arm::Infantry, Formation::Line);
        assert_eq!(follows_up(book, Attitude::Attack, false, line), Some(true));
        assert_eq!(follows_up(book, Attitude::Hold, false, line), Some(false));
        assert_eq!(follows_up(book, Attitude::Cover, false, line), None);
        assert_eq!(follows_up(book, Attitude::Attack, false, (Arm::Infantry, Formation::HollowSquare)), Some(false));
    });
}

#[test]
fn rights_of_a_charge() {
    let refused = |book: &Book, situation: serde_json::Value, because: &str| {
        says(book, "charge-right", situation, &[], json!({"allowed": false, "because": because}));
    };
    prove(&[r::LA_CHA_31], |book: &Book| {
        refused(book, json!({"arm": "artillery", "formation": "in_position"}), "artillery");
        refused(book, json!({"formation": "hollow_square"}), "square");
        refused(book, json!({"formation": "skirmish"}), "skirmishers");
        refused(book, json!({"order": "disorganised"}), "disorganised");
        refused(book, json!({"enemy": "cavalry"}), "against_cavalry");
        refused(book, json!({"other_level": true}), "slope");
        refused(book, json!({"in_melee": true}), "into_melee");
        refused(book, json!({"obstacle": true}), "obstacle");
    });
    prove(&[r::LA_CHA_02], |book: &Book| {
        refused(book, json!({"arm": "cavalry", "formation": "skirmish"}), "formation");
    });
    prove(&[r::LA_CHA_06], |book: &Book| {
        refused(book, json!({"formation": "division_column", "fighting": "british"}), "not_fighting");
    });
    prove(&[r::LA_CHA_11], |book: &Book| {
        says(book, "charge-right", json!({"attitude": "hold", "uncontrolled": true}), &[], json!({"allowed": true}));
    });
    prove(&[r::LA_CHA_32], |book: &Book| {
        let joined = json!({"in_melee": true, "company_only": true});
        says(book, "charge-right", joined, &[], json!({"allowed": true}));
    });
    prove(&[r::LA_GAP_09], |book: &Book| refused(book, json!({"figures": 3}), "too_weak"));
    prove(&[r::LA_GAP_53], |book: &Book| refused(book, json!({"detached": true}), "detached"));
    prove(&[r::LA_GAP_13], |book: &Book| refused(book, json!({"attitude": "support"}), "attitude"));
    prove(&[r::LA_CCH_01], |book: &Book| {
        refused(book, json!({"counter": true, "order": "disorganised"}), "disorganised");
    });
    prove(&[r::LA_CCH_02], |book: &Book| refused(book, json!({"counter": true, "attitude": "hold"}), "attitude"));
    prove(&[r::LA_CCH_04], |book: &Book| {
        refused(book, json!({"counter": true, "enemy": "cavalry"}), "against_cavalry");
    });
}

#[test]
fn charges_rallies_and_evasions() {
    prove(&[r::LA_GAP_19], |book: &Book| {
        says(book, "charge-reach", json!({"reorient": true, "distance": 13}), &[], json!({"reach": 17.5}));
    });
    prove(&[r::LA_CHA_15], |book: &Book| {
        says(
            book,
            "charge-reach",
            json!({"crooked": true, "distance": 8}),
            &[],
            json!({"contact_quarter": 2, "charge_bonuses": false}),
        );
    });
    prove(&[r::LA_ESQ_01], |book: &Book| {
        let threatened = json!({"charged": false, "formation": "line"});
        says(book, "evasion", threatened, &[], json!({"duty": "may"}));
    });
    prove(&[r::LA_GAP_19, r::LA_GAP_52], |book: &Book| {
        let at = |distance: f64, second_half: bool| {
            let charge = json!({"allowance": 18, "bonus": 4, "distance": distance, "second_half": second_half});
            json!({"charged": false, "declared": true, "charge": charge})
        };
        for (distance, second_half, duty) in
            [(22.0, false, "may"), (22.1, false, "no"), (13.0, true, "may"), (13.1, true, "no")]
        {
            says(book, "evasion", at(distance, second_half), &[], json!({"duty": duty}));
        }
    });
    prove(&[r::LA_CHA_26], |book: &Book| {
        let pair = |distance: f64, reorient: bool| {
            json!({"charger": {"allowance": 10, "bonus": 2}, "counter": {"allowance": 12, "bonus": 3},
                "distance": distance, "reorient": reorient})
        };
        says(book, "counter-charge", pair(51.17, true), &[], json!({"possible": true, "contact_quarter": null}));
        says(book, "counter-charge", pair(24.0, false), &[], json!({"contact_quarter": 4}));
        says(book, "counter-charge", pair(24.1, false), &[], json!({"contact_quarter": null}));
    });
    prove(&[r::LA_CHA_19], |book: &Book| {
        let guns = |distance: u16, calibre: &str| {
            json!({"allowance": 60, "bonus": 20, "distance": distance, "target_weapon": "guns",
                "target_calibre": calibre})
        };
        let column = json!({"distance": 13, "target_weapon": "guns"});
        says(book, "charge-reach", column, &[], json!({"fire_quarters": 2}));
        says(book, "charge-reach", guns(70, "three"), &[], json!({"contact_quarter": 4, "fire_quarters": 3}));
        says(book, "charge-reach", guns(70, "four"), &[], json!({"contact_quarter": 4, "fire_quarters": 4}));
    });
    prove(&[r::LA_GAP_06], |book: &Book| {
        // A unit that begins in contact neither fires nor is fired at, so one that left a melee is fired at a quarter
        // later.
        let left = json!({"range": 21, "quarters": [{"from": 0, "to": 9}, {"from": 9, "to": 18}]});
        says(book, "fire-time", left, &[], json!({"counting": [false, true]}));
    });
    prove(&[r::LA_ESQ_05], |book: &Book| {
        let away = json!({"charge": {"allowance": 18, "bonus": 4, "distance": 25}});
        says(book, "evasion", away, &[], json!({"caught_quarter": null, "order": "unformed"}));
    });
    prove(&[r::LA_ESQ_13], |book: &Book| {
        let late = json!({"charge": {"allowance": 36, "bonus": 9, "distance": 30.5}});
        says(book, "evasion", late, &[], json!({"caught": "running", "order": "unformed"}));
    });
    prove(&[r::LA_GAP_52], |book: &Book| {
        let at = |distance: i32| json!({"charge": {"allowance": 36, "bonus": 9, "distance": distance}});
        says(book, "evasion", at(18), &[], json!({"caught": "standing", "order": "formed"}));
        says(book, "evasion", at(27), &[], json!({"caught": "turning", "order": "unformed"}));
    });
    prove(&[r::LA_RAL_04, r::LA_GAP_51], |book: &Book| {
        says(
            book,
            "rally",
            json!({"attacked_from": "rear"}),
            &[],
            json!({"turn": 0, "moved": 36, "order": "unformed"}),
        );
    });
    prove(&[r::LA_RAL_08], |book: &Book| {
        says(book, "rally", json!({"second_half": true}), &[], json!({"allowed": false}));
    });
    prove(&[r::LA_RAL_09, r::LA_RAL_12, r::LA_RAL_15], |book: &Book| {
        let same = json!({"column": 34, "follower": 34});
        let fight = json!({"contact_kept": true, "leaver_order": "unformed", "follower_order": "disorganised"});
        says(book, "pursuit", same, &[], fight);
    });
    prove(&[r::LA_RAL_13], |book: &Book| {
        let foot = json!({"follower_arm": "infantry", "follower": 40});
        says(book, "pursuit", foot, &[], json!({"may_follow": false, "contact_kept": false}));
    });
    prove(&[r::LA_RAL_16], |book: &Book| {
        let run = json!({"follower": 30, "uncontrolled": true});
        says(book, "pursuit", run, &[], json!({"follower_feels_it": false, "charge_bonuses": true}));
    });
    prove(&[r::LA_RAL_17, r::LA_RAL_19, r::LA_RAL_21, r::LA_RAL_23, r::LA_GAP_17], |book: &Book| {
        let line = |status: Status| (Arm::Infantry, Formation::Line, status);
        let column = (Arm::Infantry, Formation::Column, Status::Regular);
        let lane = Distance::of(3);
        assert_eq!(passage(book, line(Status::Elite), true, lane), Passage::NearestGap);
        assert_eq!(passage(book, line(Status::Regular), true, lane), Passage::Through);
        assert_eq!(passage(book, line(Status::Regular), false, lane), Passage::Round);
        assert_eq!(passage(book, column, false, lane), Passage::Flow);
        assert_eq!(passage(book, column, false, Distance::of(2)), Passage::Through);
        let loose = (Arm::Infantry, Formation::Skirmish, Status::Elite);
        assert_eq!(passage(book, loose, true, lane), Passage::Free);
    });
    prove(&[r::LA_GAP_47], |book: &Book| {
        let runner = Runner { allowance: 18, bonus: 4 };
        assert_eq!(meeting(book, runner, runner, Distance::of(17)), Some((1, true)));
        assert_eq!(meeting(book, runner, runner, Distance::of(8)), Some((1, false)), "too near for any bonus");
        assert_eq!(meeting(book, runner, runner, Distance::of(18)), Some((2, true)));
    });
    prove(&[r::LA_GAP_18], |book: &Book| {
        says(book, "figures", json!({"arm": "artillery", "strength": 8}), &[], json!({"figures": 4}));
    });
}

#[test]
fn the_score() {
    prove(&[r::LA_GAP_75], |book: &Book| {
        let held = json!({"blue": {"objectives": 20}, "last_period": true});
        says(book, "score", held, &[], json!({"winner": "blue", "how": "points"}));
    });
    prove(&[r::LA_GEN_07], |book: &Book| {
        let killed = json!({"red": {"budget": 100, "officers_killed": [60]}});
        says(book, "score", killed, &[], json!({"red_broken": true, "winner": "blue", "how": "broken"}));
    });
    let book = Book::new();
    prove_with(&book, &[r::LA_GAP_41], |book: &Book| {
        let lost = json!({"red": {"figures": [{"figures": 4, "each": 5.5}]}, "last_period": true});
        says(book, "score", lost, &[], json!({"points": {"blue": 22, "red": 0}, "winner": "blue"}));
    });
}

/// A square with a distant general chooses between two values, each with a key of its own (LA-GAP-65).
#[test]
fn every_value_has_its_key() {
    let nerve = Nerve {
        formation: Formation::HollowSquare,
        against_cavalry: true,
        generals: vec![General { points: 40, distance: Distance::of(140) }],
        ..Nerve::default()
    };
    let keys: Vec<String> =
        values(&Book::new(), &nerve).iter().map(|chosen| value_key(chosen.sum()).does.to_string()).collect();
    assert_eq!(keys, ["minus_11", "minus_7"]);
}
