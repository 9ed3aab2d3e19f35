//! Marches in the turn (BE-MAN, BE-MVT, BE-GAP-16, BE-GAP-24, BE-GAP-27 to BE-GAP-38).

use crate::field::{field, ground};
use game::{Deed, Ref};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::Life;
use grognard_bataille_empire::{Formation, UD, r};
use rulebook::proof::prove;

#[test]
fn nobody_comes_too_near_an_enemy_outside_a_charge() {
    let army = "blue 1 A foot column 20 10 0 A
                red 1 I foot line 20 14.5 180 H";
    prove(&[r::BE_GAP_38], |book| {
        let f = || field(book, "", army).active(0, 3);
        let refused = f().try_play(&[Step::Moves(0)], &["act move A go=ahead:4"], &[]).err().unwrap();
        assert_eq!(refused[0].rule.as_str(), "BE-GAP-38");
        let fought = f().play(&[Step::Moves(0)], &["act move A go=ahead:3"], &[]);
        assert_eq!(fought.at("A").1, 1_300);
    });
}

#[test]
fn a_general_who_goes_along_stays_on_the_table() {
    let army = "blue 1 A foot line 20 4 0 A
                red 1 I foot line 20 34 180 H";
    prove(&[r::BE_GAP_18], |book| {
        let f = field(book, "", army).active(0, 3).with(|w, names| {
            w.generals[0].attached = Some(names["A"]);
            w.generals[0].at = table::Point::new(20 * UD, 3 * UD);
        });
        // The line moves back to the edge, with the enemy behind it.
        let fought = f.play(&[Step::Moves(0)], &["act move A go=back:1.5"], &[]);
        assert_eq!(fought.at("A").1, 250);
        assert_eq!(fought.world.generals[0].at.y, 3 * UD / 2);
        let f = field(book, "", army).active(0, 3).with(|w, names| {
            w.unit_mut(names["A"]).pose.at.y = 2 * UD;
            w.generals[0].attached = Some(names["A"]);
            w.generals[0].at = table::Point::new(20 * UD, UD);
        });
        let fought = f.play(&[Step::Moves(0)], &["act move A go=back:1.25"], &[]);
        assert_eq!(fought.world.generals[0].at.y, 0);
    });
}

#[test]
fn a_second_move_is_bought_marks_and_keeps_off() {
    let army = "blue 1 A foot column 20 5 0 A
                red 1 I foot line 20 24 180 H";
    prove(&[r::BE_MAN_10, r::BE_MAN_22, r::BE_MA_01], |book| {
        let f = || field(book, "", army).active(0, 3);
        let says = ["act move A go=ahead:6", "act again A go=ahead:1"];
        let fought = f().play(&[Step::Moves(0)], &says, &[]);
        assert_eq!(fought.at("A").1, 1_200);
        assert!(fought.unit("A").marker);
        let near = ["act move A go=ahead:6", "act again A go=ahead:6"];
        let refused = f().try_play(&[Step::Moves(0)], &near, &[]).err().unwrap();
        assert_eq!(refused[0].rule.as_str(), "BE-MAN-22");
        // A side that cannot know of the enemy is not restricted by it.
        let unknown = f().with(|w, names| w.hidden[1] = game::Secret::Known([names["I"]].into()));
        assert_eq!(unknown.play(&[Step::Moves(0)], &near, &[]).at("A").1, 1_700);
    });
}

#[test]
fn a_marked_unit_makes_one_move_and_no_more() {
    let army = "blue 1 A foot column 20 5 0 A class=a marker
                blue 1 B foot column 26 5 0 A class=a
                red 1 I foot line 20 34 180 H";
    prove(&[r::BE_GAP_26], |book| {
        let says =
            ["act move A go=ahead:2", "act move B go=ahead:2", "act again B go=ahead:2", "act again B go=ahead:2"];
        let fought = field(book, "", army).active(0, 6).play(&[Step::Moves(0)], &says, &[]);
        // The marker of its second move does not bar a third.
        assert_eq!((fought.at("A").1, fought.at("B").1), (700, 1_100));
        let offered =
            |what: &str| (0..fought.times("act")).any(|n| fought.offered("act", n).contains(&what.to_owned()));
        assert!(offered("move A") && offered("operational B"));
        assert!(!offered("again A"));
    });
    prove(&[r::BE_GAP_26], |book| {
        let fought = field(book, "", army).active(0, 6).play(&[Step::Moves(0)], &[], &[]);
        assert!(!fought.offered("act", 0).contains(&"operational A".to_owned()));
    });
}

#[test]
fn a_battery_does_not_unlimber_in_its_second_move() {
    let army = "blue 1 G guns limbered 20 5 0 A
                red 1 I foot line 20 34 180 H";
    prove(&[r::BE_MA_01, r::BE_MA_06], |book| {
        let f = || field(book, "", army).active(0, 3);
        let says = ["act move G go=ahead:2", "act again G go=ahead:1,reform:deployed"];
        let refused = f().try_play(&[Step::Moves(0)], &says, &[]).err().unwrap();
        assert_eq!((refused[0].rule.as_str(), refused[0].reason.as_str()), ("BE-MA-06", "marked"));
        let fought = f().play(&[Step::Moves(0)], &["act move G go=ahead:2,reform:deployed"], &[]);
        assert_eq!(fought.unit("G").formation, Formation::Deployed);
    });
}

#[test]
fn second_moves_stay_away_from_the_enemys_edge() {
    let army = "blue 1 A foot column 20 27 0 A
                red 1 I foot line 28 39 180 H";
    prove(&[r::BE_MAN_02], |book| {
        let f = || field(book, "", army).active(0, 3);
        let says = ["act move A go=ahead:4", "act again A go=ahead:2"];
        let refused = f().try_play(&[Step::Moves(0)], &says, &[]).err().unwrap();
        assert_eq!((refused[0].rule.as_str(), refused[0].reason.as_str()), ("BE-MAN-22", "edge"));
    });
}

#[test]
fn a_column_far_from_the_enemy_makes_an_operational_movement() {
    let army = "blue 1 A foot column 20 2 0 A class=a
                red 1 I foot line 20 39 180 H";
    prove(&[r::BE_MAN_21, r::BE_GAP_33], |book| {
        let f = field(book, "", army).active(0, 1);
        let fought = f.play(&[Step::Moves(0)], &["act operational A go=ahead:20"], &[]);
        assert_eq!(fought.at("A").1, 2_200);
        assert!(fought.unit("A").marker && fought.world.divisions[0].points == 0);
    });
}

#[test]
fn units_of_a_group_march_together_on_one_activation() {
    let army = "blue 1 A foot line 20 5 0 A
                blue 1 B foot line 22.5 5 0 A class=c
                red 1 I foot line 20 35 180 H";
    prove(&[r::BE_GAP_16], |book| {
        let fought = field(book, "", army).active(0, 1).play(&[Step::Moves(0)], &["act group A B go=ahead:4"], &[]);
        assert_eq!((fought.at("A").1, fought.at("B").1), (900, 900));
        assert_eq!(fought.world.divisions[0].points, 0);
    });
}

#[test]
fn a_march_is_judged_again_after_a_reaction() {
    // Limbered guns may be approached; in battery in front of B they keep it 1 UD away, and A goes on alone.
    let army = "blue 1 A foot line 20 11 0 A
                blue 1 B foot line 22.5 11 0 A
                red 1 G guns limbered 23.5 15.5 180 H";
    prove(&[r::BE_GAP_38, r::BE_GAP_88], |book| {
        let says = ["act group A B go=ahead:4", "react unlimber A at=2"];
        let fought = field(book, "", army).active(0, 1).play(&[Step::Moves(0)], &says, &[6]);
        assert_eq!(fought.unit("G").formation, Formation::Deployed);
        let piece = |name| fought.rules.piece(&fought.world, fought.id(name));
        let apart = table::distance(&piece("B"), &piece("G")).cm;
        assert!((UD..UD + UD / 10).contains(&apart), "{apart} cm apart");
        assert_eq!(fought.at("A").1, 1_500);
    });
}

#[test]
fn against_a_group_one_says_to_which_of_its_units_one_reacts() {
    let army = "blue 1 A foot line 20 11 0 A
                blue 1 B foot line 22.5 11 0 A
                red 1 G guns deployed 21 18 180 H";
    prove(&[r::BE_GAP_88], |book| {
        for (shot, spared) in [("A", "B"), ("B", "A")] {
            let says = ["act group A B go=ahead:4", &format!("react fire {shot} at=1")];
            let fought = field(book, "", army).active(0, 1).play(&[Step::Moves(0)], &says, &[6]);
            assert!(fought.losses(shot) > 0 && fought.losses(spared) == 0, "at {shot}");
        }
    });
}

#[test]
fn a_group_that_loses_its_guide_does_not_stay_upon_friends() {
    // B passes through the skirmishers S when A is destroyed: it goes on until it is clear of them.
    let army = "blue 1 A foot line 20 11 0 A losses=7
                blue 1 B foot line 22.5 11 0 A
                blue 1 S foot skirmish 22.5 12 0 A
                red 1 G guns deployed 20 18 180 H";
    prove(&[r::BE_GAP_116], |book| {
        let says = ["act group A B go=ahead:4", "react fire A at=1"];
        let fought = field(book, "", army).active(0, 1).play(&[Step::Moves(0)], &says, &[6, 6, 6]);
        assert!(matches!(fought.unit("A").life, Life::Gone(_)));
        let piece = |name| fought.rules.piece(&fought.world, fought.id(name));
        assert!(!table::overlaps(&piece("B"), &piece("S")), "{:?}", fought.at("B"));
        assert!(fought.at("B").1 > 1_200);
    });
}

#[test]
fn a_battalion_goes_into_a_building_and_out_again() {
    let farm = ground("masonry_building", [19.5, 20.5], [10.5, 11.5]);
    let army = "blue 1 A foot column 20 10.3 0 A
                red 1 I foot line 40 35 180 H";
    prove(&[r::BE_PC_08, r::BE_GAP_24], |book| {
        let f = || field(book, &farm, army).active(0, 1);
        let fought = f().play(&[Step::Moves(0)], &["act enter A @0"], &[]);
        assert_eq!((fought.unit("A").inside, fought.unit("A").formation), (Some(0), Formation::Garrison));
        assert_eq!(fought.world.divisions[0].points, 0);
        // Its base lies around the middle of the building; its own walls block no view, on any side.
        assert_eq!(fought.at("A").1, 1_150);
        for (x, y) in [(20, 14), (20, 8), (23, 11), (17, 11)] {
            let mut world = fought.world.clone();
            world.unit_mut(fought.id("I")).pose.at = table::Point::new(x * UD, y * UD);
            let (a, b) = (fought.id("A"), fought.id("I"));
            assert!(fought.rules.sees(&world, a, b) && fought.rules.sees(&world, b, a), "({x}, {y})");
        }
        let inside = || {
            f().with(|w, names| {
                let unit = w.unit_mut(names["A"]);
                unit.inside = Some(0);
                unit.formation = Formation::Garrison;
                unit.pose.at.y = 11 * UD;
            })
        };
        let out = inside().play(&[Step::Moves(0)], &["act leave A"], &[]);
        assert_eq!((out.unit("A").inside, out.unit("A").formation), (None, Formation::Column));
        assert!(out.unit("A").now.left_building);
        // A hidden enemy in front of the entrance, unknown to the player: the attempt was its move (BE-GAP-82).
        let barred = inside().with(|w, names| {
            w.hidden[1] = game::Secret::Known([names["I"]].into());
            w.unit_mut(names["I"]).pose.at = table::Point::new(20 * UD, 12 * UD);
        });
        let barred = barred.play(&[Step::Moves(0)], &["act leave A"], &[]);
        assert_eq!((barred.unit("A").inside, barred.unit("A").now.moves), (Some(0), 1));
        // Half of a battalion enters and leaves as skirmishers.
        let half = f().with(|w, names| {
            let unit = w.unit_mut(names["A"]);
            unit.detached = true;
            unit.formation = Formation::Skirmish;
        });
        let half = half.play(&[Step::Moves(0)], &["act enter A @0"], &[]);
        let body = half.rules.figure(&half.world, half.id("A"));
        assert!(body.inside && body.formation == Formation::Skirmish);
    });
}

#[test]
fn a_light_battalion_breaks_up_and_re_forms() {
    let army = "blue 1 A fr-light line 20 10 0 A losses=3
                red 1 I foot line 40 35 180 H";
    prove(&[r::BE_GAP_37], |book| {
        let apart = field(book, "", army).active(0, 1).play(&[Step::Moves(0)], &["act detach A"], &[]);
        let second = apart.world.units.last().unwrap();
        assert_eq!((second.life, second.formation, second.losses.in_halves()), (Life::Present, Formation::Skirmish, 2));
        assert_eq!(apart.losses("A"), 2, "halved upward");
        let f = field(book, "", army).active(0, 1).with(|w, _| {
            *w = apart.world.clone();
            w.divisions[0].points = 1;
            for unit in &mut w.units {
                unit.now.moves = 0;
            }
        });
        let whole = f.play(&[Step::Moves(0)], &["act reform A"], &[]);
        assert_eq!((whole.unit("A").formation, whole.losses("A")), (Formation::Line, 4), "added");
        assert_eq!(whole.world.units.last().unwrap().life, Life::Folded);
    });
}

#[test]
fn a_general_rides_by_himself() {
    let army = "blue 1 A foot line 20 10 0 A
                red 1 I foot line 40 35 180 H";
    prove(&[r::BE_MVT_10], |book| {
        let f = || field(book, "", army).active(0, 0);
        let fought = f().play(&[Step::Moves(0)], &["act ride blue-1 x=28 y=9"], &[]);
        assert_eq!(fought.world.generals[0].at.x, 28 * UD);
        assert!(f().try_play(&[Step::Moves(0)], &["act ride blue-1 x=31 y=9"], &[]).is_err(), "beyond 10 UD");
        let brook = ground("river", [24.1, 24.2], [0.0, 40.0]);
        let wet = field(book, &brook, army).active(0, 0);
        assert!(wet.try_play(&[Step::Moves(0)], &["act ride blue-1 x=28 y=9"], &[]).is_err(), "through no river");
    });
}

#[test]
fn who_rallies_may_move_out_of_reach_of_the_enemy() {
    let army = "blue 1 A foot line 20 10 0 A disorder
                red 1 I foot line 20 17 180 H";
    prove(&[r::BE_RAL_02, r::BE_GAP_78], |book| {
        let f = || field(book, "", army).active(0, 1);
        let fought = f().play(&[Step::Moves(0)], &["act rally_order A go=ahead:2"], &[]);
        assert!(!fought.unit("A").disorder);
        assert_eq!(fought.at("A").1, 1_200);
        let far = field(book, "", &army.replace("20 17", "20 25")).active(0, 1);
        let long = far.try_play(&[Step::Moves(0)], &["act rally_order A go=ahead:3"], &[]);
        assert!(long.is_err(), "half a move is 2 UD");
        let near = field(book, "", &army.replace("20 17", "20 15.8")).active(0, 1);
        assert!(near.try_play(&[Step::Moves(0)], &["act rally_order A go=ahead:2"], &[]).is_err(), "within 4 UD");
    });
}

#[test]
fn deployed_guns_are_moved_by_hand_or_turned() {
    let army = "blue 1 A guns deployed 20 10 0 A
                red 1 I foot line 40 35 180 H";
    prove(&[r::BE_MAN_18, r::BE_MAN_19], |book| {
        let f = || field(book, "", army).active(0, 1);
        let fought = f().play(&[Step::Moves(0)], &["act move A go=ahead:1"], &[]);
        assert_eq!(fought.at("A").1, 1_100);
        let turned = f().play(&[Step::Moves(0)], &["act move A go=turn:60"], &[]);
        assert_eq!(turned.unit("A").pose.facing, 6_000);
        assert!(f().try_play(&[Step::Moves(0)], &["act move A go=ahead:2"], &[]).is_err());
        assert!(f().try_play(&[Step::Moves(0)], &["act move A go=turn:60,ahead:1"], &[]).is_err(), "one or the other");
    });
}

#[test]
fn a_march_too_long_is_refused_with_what_it_takes() {
    let army = "blue 1 A foot column 20 5 0 A
                red 1 I foot line 20 39 180 H";
    prove(&[], |book| {
        let refused = |go: &str| {
            let f = field(book, "", army).active(0, 3);
            f.try_play(&[Step::Moves(0)], &[format!("act move A go=ahead:{go}").as_str()], &[]).err().unwrap().remove(0)
        };
        let fact = |refusal: &game::Refusal, name: &'static str| refusal.facts[&game::Term::of(name)];
        // Seven of six.
        let far = refused("7");
        assert_eq!((far.rule.as_str(), far.reason.as_str()), ("BE-MVT-01", "beyond_move"));
        assert_eq!((fact(&far, "share"), fact(&far, "share_most")), (117, 100));
        assert_eq!((fact(&far, "way"), fact(&far, "allowance")), (i64::from(7 * UD), i64::from(6 * UD)));
        assert_eq!((fact(&far, "rough_way"), fact(&far, "obstacles")), (0, 0));
        let measure = far.measure.unwrap();
        assert_eq!((measure.cm, measure.limit), (7 * UD, 6 * UD));
        let farther = refused("9,ahead:9");
        assert_eq!((farther.rule.as_str(), farther.reason.as_str()), ("BE-MVT-01", "beyond_any_move"));
        assert_eq!(fact(&farther, "way"), i64::from(18 * UD));
        assert!(fact(&farther, "way_best") < fact(&farther, "way"));
    });
}

#[test]
fn a_march_that_begins_with_a_change_goes_at_the_slower_pace() {
    let army = "blue 1 A foot line 20 5 0 A class=a
                blue 1 B foot hollow_square 30 5 0 A
                red 1 I foot line 20 39 180 H";
    prove(&[r::BE_GAP_31], |book| {
        let goes = |go: &str| {
            let f = field(book, "", army).active(0, 3);
            f.try_play(&[Step::Moves(0)], &[format!("act move {go}").as_str()], &[]).is_ok()
        };
        // A line of class A moves 4, minus 1 for the change; as a column it would move 6.
        assert!(goes("A go=reform:column,ahead:3") && !goes("A go=reform:column,ahead:3.1"));
        assert!(goes("A go=ahead:3,reform:column") && !goes("A go=ahead:3.1,reform:column"));
        // A square moves 2, of which class B gives half.
        assert!(goes("B go=reform:line,ahead:1") && !goes("B go=reform:line,ahead:1.1"));
    });
}

#[test]
fn a_road_adds_its_two_ud_to_an_operational_movement_once() {
    let road = "[[ground.features]]\nkind = \"road\"\nline = [[60, 600], [3540, 600]]\nwidth = 10\n";
    let army = "blue 1 A foot column 4 10 90 A class=a
                red 1 I foot line 55 38 180 H";
    prove(&[r::BE_GAP_33], |book| {
        let goes = |ud: &str| {
            let f = field(book, road, army).active(0, 1);
            f.try_play(&[Step::Moves(0)], &[format!("act operational A go=ahead:{ud}").as_str()], &[]).is_ok()
        };
        // Five times six, and two.
        assert!(goes("32") && !goes("32.5"));
    });
}

#[test]
fn an_enemy_out_of_sight_is_kept_off_less_far() {
    let wood = ground("forest", [10.0, 30.0], [13.5, 17.0]);
    let army = "blue 1 A foot column 20 5 0 A
                red 1 I foot line 20 20 180 H";
    let goes = |book: &grognard_bataille_empire::Book, ground: &str, says: [&str; 2]| {
        field(book, ground, army).active(0, 3).try_play(&[Step::Moves(0)], &says, &[]).is_ok()
    };
    prove(&[r::BE_MAN_23, r::BE_GAP_119], |book| {
        let nearer = ["act move A go=ahead:6", "act again A go=ahead:2"];
        assert!(goes(book, &wood, nearer));
    });
    prove(&[r::BE_MAN_22], |book| {
        assert!(!goes(book, "", ["act move A go=ahead:6", "act again A go=ahead:2"]));
    });
    // It moves along a wood as long as the wood hides the enemy, and not to where it would see it.
    let army = "blue 1 A foot column 17 12.5 90 A
                red 1 I foot line 22 20 180 H";
    let wood = ground("forest", [10.0, 21.0], [14.5, 17.0]);
    prove(&[r::BE_MAN_22], |book| {
        let goes = |again: &str| {
            let says = ["act move A go=ahead:1", again];
            field(book, &wood, army).active(0, 3).try_play(&[Step::Moves(0)], &says, &[]).is_ok()
        };
        assert!(goes("act again A go=ahead:1") && !goes("act again A go=ahead:6"));
    });
}

#[test]
fn nobody_turns_or_is_pushed_into_ground_that_is_closed_to_him() {
    let water = ground("river", [10.0, 30.0], [10.1, 14.0]);
    let army = "blue 1 A horse line 20 10 0 A
                red 1 I foot line 40 35 180 H";
    let refused = |book: &grognard_bataille_empire::Book, ground: &str, army: &str, go: &str| {
        let f = field(book, ground, army).active(0, 1);
        f.try_play(&[Step::Moves(0)], &[format!("act move A go={go}").as_str()], &[])
            .err()
            .map(|mut all| all.remove(0).rule.to_string())
    };
    prove(&[r::BE_MVT_02, r::BE_GAP_30], |book| {
        for go in ["ahead:1", "wheel:90", "wheel:-90"] {
            assert_eq!(refused(book, &water, army, go).as_deref(), Some("BE-MVT-02"), "{go}");
        }
        assert_eq!(refused(book, "", army, "wheel:90"), None);
        // A river of any width is crossed by a bridge.
        let brook = ground("river", [10.0, 30.0], [12.0, 12.2]);
        let column = "blue 1 A foot column 20 10 0 A
                      red 1 I foot line 40 35 180 H";
        assert_eq!(refused(book, &brook, column, "ahead:5").as_deref(), Some("BE-MVT-02"));
        let bridge = ground("bridge", [19.5, 20.5], [11.9, 12.3]);
        assert_eq!(refused(book, &(brook + &bridge), column, "ahead:5"), None);
    });
    prove(&[r::BE_MVT_08], |book| {
        let guns = army.replace("horse line", "guns deployed");
        let marsh = ground("marsh", [10.0, 30.0], [10.0, 14.0]);
        assert_eq!(refused(book, &marsh, &guns, "ahead:1").as_deref(), Some("BE-MVT-08"));
    });
    prove(&[r::BE_GAP_30], |book| {
        // A pivot in rough ground takes its share of the pace there: for cavalry in line half of a move.
        let brush = ground("scrub", [10.0, 30.0], [5.0, 15.0]);
        assert_eq!(refused(book, &brush, army, "wheel:90,wheel:45").as_deref(), Some("BE-MVT-01"));
        assert_eq!(refused(book, "", army, "wheel:90,wheel:45"), None);
    });
}

#[test]
fn a_bridge_carries_guns_over_a_stream() {
    let stream = "[[ground.features]]\nkind = \"stream\"\nline = [[600, 720], [1800, 720]]\nwidth = 6\n";
    let army = "blue 1 A guns limbered 20 10 0 A
                red 1 I foot line 40 35 180 H";
    prove(&[r::BE_MVT_06], |book| {
        let crosses = |ground: &str| {
            let f = field(book, ground, army).active(0, 1);
            f.try_play(&[Step::Moves(0)], &["act move A go=ahead:4"], &[]).is_ok()
        };
        let bridge = ground("bridge", [19.5, 20.5], [11.8, 12.2]);
        assert!(!crosses(stream) && crosses(&(stream.to_owned() + &bridge)));
    });
}

#[test]
fn a_battalion_too_worn_does_not_break_up() {
    let army = "blue 1 A fr-light line 20 10 0 A losses=7
                red 1 I foot line 40 35 180 H";
    prove(&[r::BE_GAP_02], |book| {
        let offers = |army: &str| {
            let fought = field(book, "", army).active(0, 1).play(&[Step::Moves(0)], &["act done"], &[]);
            fought.offered("act", 0).contains(&"detach A".to_owned())
        };
        assert!(offers(&army.replace("losses=7", "losses=6")) && !offers(army));
    });
}

#[test]
fn who_breaks_up_or_goes_into_a_house_gives_a_chance_like_any_mover() {
    // Cavalry 3.5 UD away may charge a unit that changes formation or moves, before the change is done (BE-MAN-13).
    let army = "blue 1 A fr-light line 20 10 0 A
                red 1 K horse line 20 13.5 180 A";
    prove(&[r::BE_GAP_88, r::BE_MAN_13], |book| {
        let says = ["act detach A", "react charge"];
        let fought = field(book, "", army).active(0, 1).play(&[Step::Moves(0)], &says, &[6, 1]);
        assert!(!fought.unit("A").detached, "it stood to receive the charge in line");
        assert_eq!(fought.tests("shock", "A"), 1);
        // Caught as it changes, it counts as marked (BE-GAP-40).
        assert!(fought.added("shock", "K").contains(&("BE-CHO-17".to_owned(), 1)));
    });
    let farm = ground("masonry_building", [19.5, 20.5], [10.5, 11.5]);
    let army = "blue 1 A foot column 20 10.3 0 A
                red 1 K horse line 24 10 270 A";
    prove(&[r::BE_GAP_88], |book| {
        let fought =
            field(book, &farm, army).active(0, 1).play(&[Step::Moves(0)], &["act enter A @0", "react charge"], &[6, 1]);
        assert_eq!((fought.unit("A").inside, fought.tests("shock", "A")), (None, 1));
        // The enemy is shown what it reacts to.
        let first = fought.events.iter().find_map(|event| match &event.deed {
            Deed::Declared { by, key } => Some((*by, key.does.to_string())),
            _ => None,
        });
        assert_eq!(first, Some((Ref::Unit(fought.id("A")), "goes_inside".to_owned())));
        // And as it leaves.
        let inside = field(book, &farm, army).active(0, 1).with(|w, names| {
            let unit = w.unit_mut(names["A"]);
            unit.inside = Some(0);
            unit.formation = Formation::Garrison;
            unit.pose.at.y = 11 * UD;
        });
        let fought = inside.play(&[Step::Moves(0)], &["act leave A x=20 y=10.4", "react charge"], &[6, 1]);
        assert_eq!((fought.unit("A").inside, fought.tests("shock", "A")), (None, 1));
    });
}

#[test]
fn nobody_moves_sideways_where_the_way_has_led_him_near_a_formed_enemy() {
    let army = "blue 1 A foot column 20 10 0 A
                red 1 I foot line 20 17 180 H";
    prove(&[r::BE_MAN_05], |book| {
        let refused = |go: &str| {
            let said = format!("act move A go={go}");
            let tried = field(book, "", army).active(0, 1).try_play(&[Step::Moves(0)], &[&said], &[]);
            tried.err().map(|refusals| refusals[0].rule.to_string())
        };
        // At 7 UD it may, and after 3 of them no longer.
        assert_eq!(refused("side:2"), None);
        assert_eq!(refused("ahead:1,side:2"), None);
        assert_eq!(refused("ahead:3,side:1.25").as_deref(), Some("BE-MAN-05"));
    });
}

#[test]
fn lines_are_passed_by_who_faces_the_same_way_when_he_passes() {
    // A is turned aside; it wheels, and passes through B in the direction B faces.
    let army = "blue 1 A foot column 20 8 90 A
                blue 1 B foot line 20.5 11 0 A
                red 1 I foot line 40 35 180 H";
    prove(&[r::BE_MAN_08], |book| {
        let refused = |army: &str, go: &str| {
            let said = format!("act move A go={go}");
            let tried = field(book, "", army).active(0, 1).try_play(&[Step::Moves(0)], &[&said], &[]);
            tried.err().map(|refusals| refusals[0].rule.to_string())
        };
        assert_eq!(refused(army, "wheel:-90,ahead:4.4"), None);
        // Across its line it does not.
        let across = army.replace("A foot column 20 8 90", "A foot column 18.4 10.8 0");
        assert_eq!(refused(&across, "wheel:90,ahead:4.4").as_deref(), Some("BE-MAN-08"));
    });
}

#[test]
fn a_unit_that_the_chief_leads_himself_is_in_command() {
    // B is far from its own general, with the commander-in-chief attached.
    let army = "blue 1 A foot column 20 10 0 A
                blue 2 B foot column 50 10 0 A
                red 1 I foot line 40 35 180 H";
    prove(&[r::BE_PC_02], |book| {
        let left = |led: bool| {
            let f = field(book, "", army).active(1, 2).with(|w, names| {
                w.generals[1].at = table::Point::new(2 * UD, 2 * UD);
                w.generals[0].attached = led.then_some(names["B"]);
                w.generals[0].at = table::Point::new(50 * UD, 9 * UD);
            });
            f.play(&[Step::Moves(1)], &["act move B go=ahead:2"], &[]).world.divisions[1].points
        };
        assert_eq!((left(true), left(false)), (1, 0));
    });
}
