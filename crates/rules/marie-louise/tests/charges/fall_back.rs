//! Step R (ML-3.1c to ML-3.1e, ML-3.2f, ML-5.3c, ML-GAP-17).

use crate::field::{CHARGES, field};
use grognard_marie_louise::turn::Step;
use grognard_marie_louise::{Book, Formation, Marker, Options, PAS, r};
use rulebook::proof::{prove, prove_with};

const ONE: &str = "blue 1 A foot 4 line 30 20 0 R
                   red 1 I foot 4 line 30 28 180 T";

#[test]
fn a_unit_falls_back_in_disorder_facing_the_enemy() {
    prove(&[r::ML_3_1C, r::ML_3_1E], |book| {
        let fought = field(book, "", ONE).play(&CHARGES, &[], &[]);
        assert_eq!(fought.at("A"), (3000, 1400));
        assert_eq!(fought.unit("A").formation, Formation::Disorder);
        assert_eq!(fought.unit("A").pose.facing, 0);
        assert!(fought.unit("A").now.fell_back);
    });
}

#[test]
fn it_may_face_about_and_take_the_bonus_of_a_charge() {
    prove(&[r::ML_3_1C, r::ML_8_2A], |book| {
        let fought = field(book, "", ONE).play(&CHARGES, &["A fall_back fall_back about bonus"], &[3]);
        assert_eq!(fought.at("A"), (3000, 1100));
        assert_eq!(fought.unit("A").pose.facing, 18_000);
    });
}

#[test]
fn it_goes_away_from_the_nearest_enemy_and_at_least_one_pas() {
    prove(&[r::ML_GAP_17], |book| {
        for (say, reason) in [("by=90 pas=4", "not_away"), ("by=180 pas=0.5", "too_short")] {
            let said = format!("A fall_back fall_back {say}");
            let refused = field(book, "", ONE).try_play(&CHARGES, &[&said], &[]).map(|_| ()).unwrap_err();
            assert_eq!((refused[0].rule.as_str(), refused[0].reason.as_str()), ("ML-GAP-17", reason));
        }
        let refused =
            field(book, "", ONE).try_play(&CHARGES, &["A fall_back fall_back pas=7"], &[]).map(|_| ()).unwrap_err();
        assert_eq!(refused[0].rule.as_str(), "ML-6a");
        let fought = field(book, "", ONE).play(&CHARGES, &["A fall_back fall_back by=-140 pas=3"], &[]);
        assert_eq!(fought.at("A"), (2807, 1770));
    });
}

#[test]
fn skirmishers_keep_their_order_and_pace() {
    let army = "blue 1 A foot 3 skirmish 30 20 0 R
                red 1 I foot 4 line 30 28 180 T";
    prove(&[r::ML_GAP_17], |book| {
        let fought = field(book, "", army).play(&CHARGES, &[], &[]);
        assert_eq!(fought.at("A"), (3000, 800));
        assert_eq!(fought.unit("A").formation, Formation::Skirmish);
    });
    let book = Book::new().with_options(Options { skirmishers_fall_back_disordered: true, ..Options::default() });
    prove_with(&book, &[r::ML_3_1C], |book| {
        let fought = field(book, "", army).play(&CHARGES, &[], &[]);
        assert_eq!(fought.at("A"), (3000, 1400));
        assert_eq!(fought.unit("A").formation, Formation::Disorder);
    });
}

#[test]
fn the_bonus_of_a_fall_back_costs_skirmishers_their_order() {
    prove(&[r::ML_8_2B, r::ML_GAP_17], |book| {
        let army = "blue 1 A foot 3 skirmish 30 30 0 R
                    red 1 I foot 4 line 30 38 180 T";
        let fought = field(book, "", army).play(&CHARGES, &["A fall_back fall_back bonus"], &[3]);
        assert_eq!(fought.at("A"), (3000, 1500));
        assert_eq!(fought.unit("A").formation, Formation::Disorder);
    });
}

#[test]
fn a_unit_that_cannot_get_away_is_hesitant() {
    prove(&[r::ML_3_1D], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 R
                    red 1 I foot 4 line 30 26 180 T
                    red 1 J foot 4 line 30 14 0 T";
        let fought = field(book, "", army).play(&CHARGES, &[], &[]);
        assert_eq!(fought.unit("A").marker, Marker::Hesitant);
        assert_eq!(fought.at("A"), (3000, 2000));
        assert!(fought.offered("fall_back", "A").is_none());
    });
}

#[test]
fn a_unit_that_does_not_use_its_order_is_hesitant() {
    prove(&[r::ML_3_2F], |book| {
        let fought = field(book, "", ONE).play(&CHARGES, &["A fall_back stay"], &[]);
        assert_eq!(fought.unit("A").marker, Marker::Hesitant);
    });
}

#[test]
fn a_shaken_unit_may_slip_away() {
    prove(&[r::ML_5_3C], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 - marker=shaken may_fall_back
                    red 1 I foot 4 line 30 28 180 T";
        let stayed = field(book, "", army).play(&CHARGES, &[], &[]);
        assert_eq!((stayed.at("A"), stayed.unit("A").marker), ((3000, 2000), Marker::Shaken));
        let fought = field(book, "", army).play(&CHARGES, &["A fall_back fall_back"], &[]);
        assert_eq!((fought.at("A"), fought.unit("A").marker), ((3000, 1400), Marker::Shaken));
        assert!(fought.unit("A").now.fell_back);
    });
}

#[test]
fn two_who_want_one_place_draw_lots() {
    prove(&[r::ML_6_1A], |book| {
        let army = "blue 1 A foot 1 line 29 20 0 R
                    blue 1 B foot 1 line 31 20 0 R
                    red 1 I foot 4 line 30 32 180 T";
        let says = ["A fall_back fall_back by=165.96 pas=4.123", "B fall_back fall_back by=-165.96 pas=4.123"];
        let fought = field(book, "", army).play(&CHARGES, &says, &[2]);
        assert_eq!(fought.at("B"), (3000, 1600));
        assert_ne!(fought.at("A"), (3000, 1600));
    });
}

#[test]
fn a_unit_whose_friends_leave_it_no_room_is_hesitant() {
    prove(&[r::ML_3_2F, r::ML_GAP_17], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 R
                    blue 1 B foot 1 line 30 18.9 0 T
                    red 1 I foot 4 line 30 28 180 T";
        let fought = field(book, "", army).play(&CHARGES, &["A fall_back fall_back by=180 pas=1"], &[]);
        assert_eq!(fought.at("A"), (3000, 2000));
        assert_eq!((fought.unit("A").marker, fought.unit("A").formation), (Marker::Hesitant, Formation::Line));
        assert!(!fought.unit("A").now.moved && !fought.unit("A").now.fell_back);
    });
}

#[test]
fn a_unit_that_stops_short_of_a_friend_comes_no_nearer_to_an_enemy() {
    prove(&[r::ML_3_1D], |book| {
        // Past J the path is legal only at its end, where B stands.
        let army = "blue 1 A foot 4 line 30 20 0 R
                    blue 1 B foot 1 line 30 14 0 T
                    red 1 I foot 1 line 30 24 180 T weapon=none
                    red 1 J foot 1 line 26 17.2 90 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES, &["A fall_back fall_back by=180 pas=6"], &[]);
        assert_eq!((fought.at("A"), fought.unit("A").marker), ((3000, 2000), Marker::Hesitant));
    });
}

#[test]
fn the_bonus_of_a_fall_back_leads_up_to_the_edge() {
    prove(&[r::ML_3_1C], |book| {
        // Six pas in disorder leave one to the edge; the die gives two.
        let army = "blue 1 A foot 4 line 30 7 0 R
                    red 1 I foot 4 line 30 15 180 T weapon=none";
        let fought = field(book, "", army).play(&[Step::FallBack], &["A fall_back fall_back bonus"], &[2]);
        assert_eq!(fought.at("A"), (3000, 0));
    });
}

#[test]
fn a_unit_stops_outside_ground_that_it_may_not_enter_and_leaves_its_edge() {
    let forest = "[[ground.features]]\nkind = \"forest\"\narea = [[0, 0], [3600, 0], [3600, 750], [0, 750]]\n";
    prove(&[r::ML_1_6D], |book| {
        let army = "blue 1 K horse 3 line 30 20 0 R
                    red 1 I foot 4 line 30 28 180 T";
        let fought = field(book, forest, army).play(&CHARGES, &[], &[]);
        assert_eq!(fought.at("K"), (3000, 1500));
        assert!(fought.unit("K").pose.at.y > 75_000, "not on the edge, which is in the wood");
        // A little inside, it may still go.
        let army = "blue 1 K horse 3 line 30 14.9998 180 R
                    red 1 I foot 4 line 30 11 0 T weapon=none";
        let fought = field(book, forest, army).play(&CHARGES, &[], &[]);
        assert_eq!((fought.at("K"), fought.unit("K").marker), ((3000, 3100), Marker::None));
    });
}

#[test]
fn a_shaken_unit_that_has_fired_stays() {
    prove(&[r::ML_GAP_30], |book| {
        let army = "blue 1 A foot 1 line 30 20 0 - marker=shaken may_fall_back
                    red 1 I foot 4 line 30 24 180 T weapon=none";
        let says = ["A fire fire I", "A fall_back fall_back"];
        let fought = field(book, "", army).play(&CHARGES, &says, &[1]);
        assert!(fought.unit("A").now.fired);
        assert_eq!(fought.at("A"), (3000, 2000));
    });
}

#[test]
fn the_way_proposed_leads_where_friends_leave_room() {
    let scrub = "[[ground.features]]\nkind = \"scrub\"\narea = [[0, 0], [3600, 0], [3600, 1100], [0, 1100]]\n";
    // Four pas at most, and the units behind leave none of them.
    let file: Vec<String> =
        (1..9).map(|n| format!("blue 1 B{n} foot 1 line 30 {} 0 T", 20.0 - 0.55 * f64::from(n))).collect();
    let army = format!(
        "blue 1 A foot 1 line 30 20 0 R
         {}
         red 1 I foot 4 line 30 24 180 T weapon=none",
        file.join("\n")
    );
    // Units of the file that it only brushes keep their formation.
    let fought = field(&Book::new(), scrub, &army).play(&CHARGES, &[], &[6; 7]);
    assert_eq!((fought.unit("A").marker, fought.unit("A").now.fell_back), (Marker::None, true));
    assert!(fought.unit("A").pose.at.x != 30 * PAS, "beside the file");
}

#[test]
fn a_battery_that_goes_back_keeps_off_the_enemy_on_its_way() {
    prove(&[r::ML_3_1J], |book| {
        let army = "blue 1 G guns 1 limbered 30 20 0 R
                    red 1 I foot 4 line 30 25 180 T
                    red 1 J foot 1 line 32.4 12 180 T";
        let way = |pas: u8| {
            let said = format!("G fall_back fall_back by=180 pas={pas}");
            field(book, "", army).try_play(&CHARGES, &[&said], &[]).map(|fought| fought.at("G"))
        };
        assert_eq!(way(4).unwrap(), (3000, 1600));
        let refused = way(12).unwrap_err();
        assert_eq!((refused[0].rule.as_str(), refused[0].reason.as_str()), ("ML-3.1j", "too_near"));
    });
}

/// A wall on the path back costs 2 pas of the move, and guns do not cross it (ML-1.6e).
#[test]
fn a_wall_on_the_way_back_costs_two_pas() {
    let wall = "[[ground.features]]\nkind = \"wall\"\nline = [[1000, 850], [2000, 850]]\n";
    prove(&[r::ML_1_6E], |book| {
        let falls = |say: &str| {
            let said = format!("A fall_back fall_back {say}");
            field(book, wall, ONE).try_play(&CHARGES, &[&said], &[]).map(|fought| fought.at("A"))
        };
        assert_eq!(falls("pas=4"), Ok((3000, 1600)));
        let refused = falls("pas=5").unwrap_err();
        assert_eq!((refused[0].rule.as_str(), refused[0].reason.as_str()), ("ML-6a", "too_far"));
    });
}

const WALL: &str = "[[ground.features]]\nkind = \"wall\"\nwidth = 2\nline = ";

#[test]
fn a_wall_behind_halts_who_falls_back_and_is_paid_then() {
    // Three pas behind: 6 less 2 lead one pas beyond it, or all 6 if paid last turn.
    let near = format!("{WALL}[[0, 850], [3600, 850]]\n");
    // Five behind: it cannot be crossed, and next turn it is free.
    let far = format!("{WALL}[[0, 750], [3600, 750]]\n");
    prove(&[r::ML_1_6E], |book| {
        let fought = field(book, &near, ONE).play(&CHARGES, &[], &[]);
        assert_eq!(fought.at("A"), (3000, 1600));
        let paid = field(book, &near, ONE).with(|w, names| w.unit_mut(names["A"]).obstacle = Some(0));
        assert_eq!(paid.play(&CHARGES, &[], &[]).at("A"), (3000, 1400));
        let halted = field(book, &far, ONE).play(&CHARGES, &[], &[]);
        assert!((1_498..=1_504).contains(&halted.at("A").1), "{:?}", halted.at("A"));
        assert_eq!(halted.unit("A").obstacle, Some(0));
        let again = field(book, &far, ONE).play(&[CHARGES.to_vec(), CHARGES.to_vec()].concat(), &[], &[]);
        assert!((898..=904).contains(&again.at("A").1), "{:?}", again.at("A"));
    });
}

#[test]
fn guns_fall_back_over_no_wall() {
    let army = "blue 1 G guns 1 limbered 30 20 0 R
                red 1 I foot 4 line 30 28 180 T";
    prove(&[r::ML_1_6E], |book| {
        let wall = format!("{WALL}[[0, 850], [3600, 850]]\n");
        let refused = field(book, &wall, army).try_play(&CHARGES, &["G fall_back fall_back by=180 pas=5"], &[]);
        let refused = refused.map(|_| ()).unwrap_err();
        assert_eq!((refused[0].rule.as_str(), refused[0].reason.as_str()), ("ML-1.6e", "obstacle"));
    });
}

#[test]
fn who_falls_back_has_no_road_rate() {
    let road = "[[ground.features]]\nkind = \"road\"\nline = [[1500, 0], [1500, 2400]]\nwidth = 20\n";
    let army = "blue 1 K horse 3 march_column 30 40 0 R
                red 1 I foot 4 line 30 46 180 T";
    prove(&[r::ML_3_1C], |book| {
        // In disorder it is not a march column: 16 pas, not 24.
        let refused = field(book, road, army).try_play(&CHARGES, &["K fall_back fall_back pas=20"], &[]);
        assert_eq!(refused.map(|_| ()).unwrap_err()[0].rule.as_str(), "ML-6a");
        assert_eq!(field(book, road, army).play(&CHARGES, &[], &[]).at("K"), (3000, 2400));
    });
    // Guns that limber have the road rate.
    let guns = "blue 1 G guns 1 deployed 30 40 0 R
                red 1 I foot 4 line 30 46 180 T weapon=none";
    prove(&[r::ML_1_6A], |book| {
        assert_eq!(field(book, road, guns).play(&CHARGES, &[], &[]).at("G"), (3000, 3000));
    });
}
