//! Threats, sight and ricochets (BE-GAP-108 to BE-GAP-110, BE-GAP-112, BE-GAP-117).

use crate::field::field;
use grognard_bataille_empire::r;
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::Life;
use rulebook::proof::prove;

#[test]
fn a_shooter_on_the_flank_who_gets_no_answer_threatens() {
    let army = "blue 1 A foot line 20 10 0 H
                red 1 K foot line 22.9 9.75 270 H";
    prove(&[r::BE_GAP_109], |book| {
        let field = field(book, "", army).active(1, 3);
        let fought = field.play(&[Step::Fires { division: 1, last: true }], &["fire fire K target=A"], &[6, 6]);
        assert!(
            fought.added("morale", "A").contains(&("BE-MOR-11".to_owned(), -1)),
            "{:?}",
            fought.added("morale", "A")
        );
    });
}

#[test]
fn a_square_threatens_nobody() {
    let army = "blue 1 A foot line 20 10 0 H
                red 1 K foot solid_square 22.9 9.75 270 H";
    prove(&[r::BE_GAP_110], |book| {
        let field = field(book, "", army);
        assert!(!field.rules.threats(&field.world, field.id("A"), &[]).any());
    });
}

#[test]
fn round_shot_bounces_on_after_opportunity_and_return_fire_too() {
    let army = "blue 1 A foot column 20 10 0 H
                blue 1 B foot column 20 8 0 H
                red 1 G guns deployed 20 17 180 H";
    prove(&[r::BE_GAP_108], |book| {
        let says = ["act move A go=ahead:1", "react fire"];
        let fought = field(book, "", army).active(0, 3).play(&[Step::Moves(0)], &says, &[1, 1]);
        assert_eq!(fought.tests("fire", "G"), 2, "one at A, one on to B");
        let battery = "blue 1 A guns deployed 20 10 0 H
                       blue 1 B foot column 20 8 0 H
                       red 1 G guns deployed 20 16 180 H";
        let steps = [Step::Fires { division: 0, last: true }];
        let says = ["fire fire A target=G", "return return"];
        let fought = field(book, "", battery).active(0, 3).play(&steps, &says, &[1, 1, 1]);
        assert_eq!(fought.tests("fire", "G"), 2);
    });
}

#[test]
fn the_ball_of_a_battery_that_falls_in_the_exchange_goes_on() {
    let army = "blue 1 A guns deployed 20 10 0 H losses=3
                red 1 G guns deployed 20 16 180 H
                red 1 J foot line 20 18 180 H";
    prove(&[r::BE_GAP_55, r::BE_GAP_57], |book| {
        let steps = [Step::Fires { division: 0, last: true }];
        let says = ["fire fire A target=G", "return return"];
        let fought = field(book, "", army).active(0, 3).play(&steps, &says, &[1, 6, 1]);
        assert!(matches!(fought.unit("A").life, Life::Gone(_)));
        assert_eq!(fought.tests("fire", "A"), 2, "one at G, one on to J");
    });
}

#[test]
fn who_is_lost_for_what_it_saw_is_seen_in_its_turn() {
    // K destroys A by fire; B, already in Disorder, sees it and is lost; C sees B, and only B.
    let army = "blue 1 A foot line 20 10 0 H losses=7
                blue 1 B foot line 22.1 10 0 H losses=6 disorder
                blue 1 C foot line 25.5 10 0 H
                red 1 K foot line 20 11.9 180 H";
    prove(&[r::BE_GAP_112], |book| {
        let field = field(book, "", army).active(1, 3);
        let steps = [Step::Fires { division: 1, last: true }];
        let fought = field.play(&steps, &["fire fire K target=A", "return hold"], &[1, 1, 6]);
        assert!(matches!(fought.unit("B").life, Life::Gone(_)));
        assert_eq!(fought.tests("morale", "C"), 1);
    });
}

#[test]
fn who_loses_heart_for_a_friend_gives_way_to_the_nearest_enemy() {
    // K, north-west of B, destroys A by fire; B sees it and moves south-east.
    let army = "blue 1 A foot line 20 10 0 H losses=7
                blue 1 B foot line 22.1 10 0 H
                red 1 K foot line 20 11.9 180 H";
    prove(&[r::BE_GAP_117], |book| {
        let field = field(book, "", army).active(1, 3);
        let steps = [Step::Fires { division: 1, last: true }];
        let fought = field.play(&steps, &["fire fire K target=A", "return hold"], &[1, 1]);
        let (x, y) = fought.at("B");
        assert!(x > 2_300 && y < 1_000, "{x} {y}");
    });
}
