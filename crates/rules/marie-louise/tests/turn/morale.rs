//! Losses, morale, witnesses, rout and rally in play (chapters 5.2, 5.3, 7.2, 10; ML-GAP-05).

use crate::field::{Fought, field};
use crate::{at, ground};
use game::{Ask, Need, Reply, Rules, Side, Slot, UnitId};
use grognard_marie_louise::turn::{Instant, Step};
use grognard_marie_louise::world::{Fate, Life};
use grognard_marie_louise::{Book, Formation, Marker, Rank, r};
use rulebook::proof::prove;
use table::{Manoeuvre, March};

const SIX: [Step; 1] = [Step::Moment(Instant::Six)];

#[test]
fn an_element_lost_costs_a_morale_test_and_the_tdc_goes_last() {
    prove(&[r::ML_1_7B, r::ML_5_2B, r::ML_7_2Z], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 T
                    red 1 I foot 4 line 30 22.5 180 T
                    red 1 J foot 4 line 30 31 180 T";
        // 8 and 4 for the first fire, doubled at 2 pas: 24, so 4 losses; then -1 for the element: 3 - 3 fails.
        let fought = field(book, "", army).play(&SIX, &["A fire fire I"], &[2, 2, 2, 2, 3, 3]);
        let unit = fought.unit("I");
        assert_eq!((unit.elements, unit.lost, unit.losses, unit.marker), (3, 1, 0, Marker::Shaken));
        assert_eq!(fought.at("I"), (3_000, 2_250));
        assert_eq!(fought.tests("morale", "I"), 1);
    });
}

#[test]
fn all_losses_of_a_moment_make_one_test_with_the_worst_aspect() {
    prove(&[r::ML_GAP_05, r::ML_5_2X], |book| {
        // B fires into the flank.
        let army = "blue 1 A foot 4 line 30 20 0 T
                    blue 1 B foot 4 line 33.6 23.3 270 T
                    red 1 I foot 4 line 30 22.5 180 T
                    red 1 J foot 4 line 30 31 180 T";
        let faces = [1, 1, 1, 1, 1, 1, 1, 1, 6, 1];
        let fought = field(book, "", army).play(&SIX, &["A fire fire I", "B fire fire I"], &faces);
        assert_eq!((fought.unit("I").elements, fought.unit("I").losses), (3, 2), "3 losses from each");
        assert_eq!(fought.tests("morale", "I"), 1);
        let flank = game::Op::Add(-2);
        assert!(fought.lines("morale", "I").contains(&("ML-5.2k".to_owned(), flank)));
    });
}

#[test]
fn troops_of_open_order_frighten_nobody_in_disorder_either() {
    prove(&[r::ML_GAP_51, r::ML_GAP_23], |book| {
        // I loses an element and routs; J and K see it and do not test.
        let army = "blue 1 A foot 4 line 30 20 0 T
                    red 1 I foot 4 disorder 30 22.5 180 - marker=shaken skirmish_only=true
                    red 1 J foot 4 line 36 26 180 T
                    red 1 K foot 4 line 40 28 180 T";
        let fought = field(book, "", army).play(&SIX, &["A fire fire I"], &[1, 1, 1, 1, 1, 1]);
        assert_eq!(fought.unit("I").marker, Marker::Routing);
        assert_eq!(fought.tests("witness", "J") + fought.tests("witness", "K"), 0);
    });
}

/// I is shaken, loses an element and routs; J and K see it.
fn rout(book: &Book, own: &str, officers: &[u8]) -> Fought {
    let army = format!(
        "blue 1 A foot 4 line 30 20 0 T
         red 1 I foot 4 line 30 22.5 180 T marker=shaken{own}
         red 1 J foot 4 line 36 26 180 T
         red 1 K foot 4 line 40 28 180 T"
    );
    let mut faces = vec![2, 2, 2, 2];
    faces.extend(officers);
    // I fails; J and K, side by side, pass.
    faces.extend([1, 1, 1, 1, 1, 1]);
    field(book, "", &army).play(&SIX, &["A fire fire I"], &faces)
}

#[test]
fn a_shaken_unit_that_fails_routs_before_its_friends() {
    prove(&[r::ML_5_2A, r::ML_5_2V, r::ML_1_10C], |book| {
        let fought = rout(book, "", &[]);
        let unit = fought.unit("I");
        assert_eq!((unit.marker, unit.formation), (Marker::Routing, Formation::Disorder));
        assert_eq!(fought.at("I"), (3_000, 3_450), "12 pas straight away from the enemy");
        for witness in ["J", "K"] {
            assert_eq!(fought.tests("witness", witness), 1, "{witness}");
            assert_eq!(fought.unit(witness).marker, Marker::None);
        }
    });
}

#[test]
fn a_routing_unit_in_contact_runs_where_it_can() {
    prove(&[r::ML_GAP_73], |book| {
        // An element of A touches the TdC of I; the way back is open.
        let army = "blue 1 A foot 4 line 30 20 0 T
                    red 1 I foot 4 disorder 29 20.5 0 - marker=routing
                    red 1 J foot 4 line 60 40 180 T";
        let fought = field(book, "", army).play(&[Step::Flight], &[], &[]);
        assert!(fought.unit("I").present());
        assert!(fought.apart("A", "I") > 500);
    });
    prove(&[r::ML_GAP_73], |book| {
        // Cavalry in front of a wood that closes every direction moves up to it.
        let wood = ground("forest", [0.0, 72.0], [30.0, 48.0])
            + &ground("forest", [0.0, 20.0], [0.0, 30.0])
            + &ground("forest", [40.0, 72.0], [0.0, 30.0]);
        let army = "blue 1 A foot 4 line 30 20 0 T
                    red 1 K horse 4 disorder 30 24 0 - marker=routing
                    red 1 J foot 4 line 60 40 180 T";
        let fought = field(book, &wood, army).play(&[Step::Flight], &[], &[]);
        assert!(fought.unit("K").present());
        assert!(fought.apart("A", "K") > 500);
    });
}

#[test]
fn an_attached_general_shares_the_fate_of_his_unit() {
    prove(&[r::ML_10D, r::ML_6_4A], |book| {
        // Four losses: four dice for the general, none of them a 1.
        let fought = rout(book, " charisma=0", &[6, 6, 6, 6]);
        assert_eq!(fought.world.generals[1].at, fought.unit("I").pose.at);
        assert_eq!(fought.world.generals[1].attached, Some(fought.id("I")));
    });
    prove(&[r::ML_10D], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 T
                    red 1 I foot 1 line 30 22.5 180 T charisma=0
                    red 1 J foot 4 line 60 40 180 T";
        let fought = field(book, "", army).play(&SIX, &["A fire fire I"], &[2, 2, 2, 2]);
        assert_eq!(fought.unit("I").life, Life::Gone(Fate::Destroyed));
        assert_eq!(fought.world.generals[1].life, Life::Gone(Fate::Killed));
        assert_eq!(fought.world.commands[1].general_lost, Some(1));
    });
}

#[test]
fn rally() {
    let army = "blue 1 S foot 4 line 15 20 0 - marker=shaken
                blue 1 T foot 4 line 23 20 0 - marker=shaken
                blue 1 U foot 4 disorder 31 20 0 - marker=routing
                blue 1 V foot 4 disorder 23 13 0 - marker=routing
                red 1 I foot 4 line 31 44 180 -";
    prove(&[r::ML_2C, r::ML_5_3B, r::ML_5_3C, r::ML_5_3D, r::ML_GAP_19], |book| {
        // Shaken -2, routing -3: S and V just pass.
        let fought = field(book, "", army).play(&[Step::Rally], &[], &[3, 1, 1, 1, 1, 1, 4, 1]);
        assert_eq!(fought.unit("S").marker, Marker::Hesitant);
        assert_eq!((fought.unit("T").marker, fought.unit("T").now.may_fall_back), (Marker::Shaken, true));
        assert_eq!((fought.unit("U").marker, fought.at("U")), (Marker::Routing, (3_100, 800)));
        assert_eq!((fought.unit("V").marker, fought.unit("V").formation), (Marker::Shaken, Formation::Disorder));
        assert!(fought.offered("reface", "V").is_some() && fought.offered("reface", "S").is_none());
        assert_eq!(fought.times("reface"), 1);
    });
}

#[test]
fn a_rallied_unit_that_turns_is_not_immobile() {
    prove(&[r::ML_GAP_30], |book| {
        let army = "blue 1 A foot 4 line 31 20 0 T
                    red 1 D foot 2 line 31 23 0 - marker=routing
                    red 1 E foot 2 line 34 26 0 T weapon=none";
        let steps = [Step::Rally, Step::Moment(Instant::Zero)];
        let fought = field(book, "", army).play(&steps, &["D reface about"], &[6, 1]);
        assert_eq!((fought.unit("D").marker, fought.unit("D").pose.facing), (Marker::Shaken, 18_000));
        assert!(!fought.unit("D").immobile());
        assert_eq!(fought.offered("fire", "D"), None);
        // A unit that keeps its facing of the rout keeps its place among those that stand.
        let fought = field(book, "", army).play(&[Step::Rally], &[], &[6, 1]);
        assert!(fought.unit("D").immobile());
    });
}

#[test]
fn a_rallied_unit_does_not_turn_onto_a_friend() {
    // 0.1 pas behind W: facing east their TdCs would overlap.
    let army = "blue 1 V foot 4 disorder 23 20 0 - marker=routing
                blue 1 W foot 4 line 23 20.6 0 -
                red 1 I foot 4 line 60 20 270 -";
    let turned = |book: &Book, degrees: i32| {
        let field = field(book, "", army).with(|w, _| w.unit_mut(UnitId(0)).marker = Marker::Shaken);
        let step = Step::Reface(vec![UnitId(0)]);
        let legs = vec![Manoeuvre::Turn(degrees * 100)];
        let reply = |_: &Slot, _: &Ask| vec![Reply::Marched(March { movers: vec![0], legs: legs.clone() })];
        rulebook::steps::play(&field.rules, &field.world, &[step], &[], reply)
            .map(|played| played.world.unit(UnitId(0)).pose)
    };
    prove(&[r::ML_GAP_11], |book| {
        let refusals = turned(book, 90).expect_err("no room");
        assert_eq!((refusals[0].rule.as_str(), refusals[0].reason.as_str()), ("ML-GAP-11", "place_taken"));
        assert_eq!(turned(book, 180).expect("room").facing, 18_000);
    });
    let battle = field(&Book::new(), "", army);
    let play = battle.standing_in(Step::Reface(vec![UnitId(0)]));
    let seen = battle.rules.redact(&play, Side::Blue);
    let Some(Need::Answers(slots)) = play.need() else { panic!("nobody is asked") };
    let ask = battle.rules.ask(&seen, &slots[0]);
    let proposed = battle.rules.suggest(&seen, &ask, 1);
    assert_eq!(proposed, [Reply::Marched(March { movers: vec![0], legs: Vec::new() })]);
}

#[test]
fn shaken_and_routing_units_receive_no_orders() {
    prove(&[r::ML_1_10B, r::ML_1_10C], |book| {
        let army = "blue 1 A foot 4 line 15 20 0 -
                    blue 1 S foot 4 line 20 20 0 - marker=shaken
                    blue 1 U foot 4 disorder 31 20 0 - marker=routing
                    red 1 I foot 4 line 31 44 180 -";
        let fought = field(book, "", army).play(&[Step::LayOrders], &[], &[]);
        assert!(fought.offered("orders", "A").is_some());
        assert_eq!(fought.offered("orders", "S"), None);
        assert_eq!(fought.offered("orders", "U"), None);
    });
}

/// A routing unit flees to the nearest open side; ground it may not enter bars a line.
#[test]
fn a_rout_goes_round_ground_that_may_not_be_entered() {
    let wood = ground("forest", [25.0, 37.0], [12.0, 16.0]);
    let army = "blue 1 F horse 3 disorder 31 20 0 - marker=routing
                blue 1 B foot 4 line 40 24 0 -
                red 1 I foot 4 line 31 44 180 -";
    let fought = field(&Book::new(), &wood, army).play(&[Step::Rally], &[], &[1, 1]);
    let (x, y) = fought.at("F");
    assert!(fought.unit("F").present());
    let gone = f64::from((x - 3_100).pow(2) + (y - 2_000).pow(2)).sqrt();
    assert!((gone - 1_600.0).abs() < 2.0, "its whole move, past the wood: {x} {y}");
}

#[test]
fn a_divisional_general_helps_only_those_under_him() {
    let army = "blue 1 A foot 4 line 30 20 0 -
                blue 2 B foot 4 line 36 14 0 - general=division
                red 1 I foot 4 line 60 44 180 -";
    let field = field(&Book::new(), "", army);
    assert_eq!(field.rules.general_for_reaction(&field.world, field.id("B")), Some(Rank::Division));
    let field = field.with(|w, names| {
        w.generals[1].attached = Some(names["A"]);
        w.generals[1].at = at(30.0, 19.3);
    });
    assert_eq!(field.rules.general_for_reaction(&field.world, field.id("A")), None);
}
