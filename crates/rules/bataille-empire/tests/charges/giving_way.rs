//! Retreat and flight (BE-FUI, BE-GAP-49, BE-GAP-96).

use crate::field::{FOOT, Field, HORSE, Stand, area};
use game::Side;
use grognard_bataille_empire::{Formation, Losses, UD, r};
use rulebook::proof::prove;

const COLUMN: Stand = Stand { formation: "attack_column", ..FOOT };

#[test]
fn a_retreat_faces_the_enemy_and_a_flight_turns_its_back() {
    prove(&[r::BE_FUI_02, r::BE_FUI_07, r::BE_MA_02], |book| {
        let field = |dice: &[u8]| {
            let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FOOT.at(2000, 1200).facing(180)]);
            field.charge(0, 1).dice(dice).charges()
        };
        // The line received the column standing: beaten by one it retreats 4 UD, its middle from 12.25 to 16.25.
        let beaten = field(&[5, 3]);
        assert_eq!(beaten.place(1), (2000, 1600, 180));
        assert!(beaten.unit(1).disorder && !beaten.unit(1).now.fled);
        // In a rout it flees 6 UD, and is marked.
        let routed = field(&[6, 1]);
        assert_eq!(routed.place(1), (2000, 1850, 0));
        assert!(routed.unit(1).disorder && routed.unit(1).now.fled && routed.unit(1).marker);
    });
}

#[test]
fn struck_in_flank_it_goes_straight_away_and_faces_who_struck_it() {
    prove(&[r::BE_FUI_01, r::BE_GAP_45, r::BE_GAP_69], |book| {
        let field = Field::new(book, "", &[COLUMN.at(1700, 1215).facing(90)], &[FOOT.at(2000, 1200).facing(180)]);
        let field = field.charge(0, 1).dice(&[1, 3]).charges();
        assert_eq!(field.line("shock", 0, "BE-CHO-20"), Some(4));
        let (x, _, facing) = field.place(1);
        assert_eq!((x > 2300, facing), (true, 270));
    });
}

#[test]
fn it_goes_behind_a_friend_in_rear_support() {
    prove(&[r::BE_FUI_03, r::BE_GAP_49, r::BE_GAP_67], |book| {
        // The support is 1 UD behind: its base ends at 13.75; the loser stops half a UD beyond that.
        let red = [FOOT.at(2000, 1100).facing(180), FOOT.at(2000, 1225).facing(180)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 950)], &red);
        let field = field.charge(0, 1).dice(&[6, 2]).charges();
        let (x, _, facing) = field.place(1);
        assert_eq!((x, facing), (2000, 180));
        let [loser, support] = [1, 2].map(|id| field.rules.piece(field.play.now(), game::UnitId(id)));
        let gap = table::distance(&loser, &support).cm;
        assert!((gap - UD / 2).abs() <= table::SLACK, "{gap} cm behind it");
        assert!(loser.pose.at.y > support.pose.at.y);
    });
}

#[test]
fn a_unit_barred_within_2_ud_is_lost() {
    prove(&[r::BE_FUI_06, r::BE_GAP_49], |book| {
        // A second blue column 1.5 UD behind the line.
        let blue = [COLUMN.at(2000, 1000), COLUMN.at(2000, 1450).facing(180)];
        let field = Field::new(book, "", &blue, &[FOOT.at(2000, 1200).facing(180)]);
        let field = field.charge(0, 2).dice(&[4, 2]).charges();
        assert!(!field.there(2));
        // Beside the winner, 0.8 UD in front of the line, it bars nothing: the path leads away from it.
        let blue = [COLUMN.at(2000, 1000), COLUMN.at(2120, 1120)];
        let field = Field::new(book, "", &blue, &[FOOT.at(2000, 1200).facing(180)]);
        let field = field.charge(0, 2).dice(&[4, 2]).charges();
        assert_eq!(field.place(2), (2000, 1600, 180));
    });
}

#[test]
fn after_2_ud_it_turns_aside_before_water() {
    prove(&[r::BE_FUI_04, r::BE_MVT_02], |book| {
        let lake = area("river", &[(19.0, 15.5), (26.0, 15.5), (26.0, 17.0), (19.0, 17.0)]);
        let field = Field::new(book, &lake, &[COLUMN.at(2000, 1000)], &[FOOT.at(2000, 1200).facing(180)]);
        let field = field.charge(0, 1).dice(&[5, 3]).charges();
        let (x, y, _) = field.place(1);
        assert!(x < 1950 && y > 1450, "it stands at {x}, {y}");
    });
}

#[test]
fn where_it_cannot_turn_it_stops() {
    prove(&[r::BE_GAP_49], |book| {
        // At the edge of the table a retreat stops, a flight is lost.
        let field = |dice: &[u8]| {
            let field = Field::new(book, "", &[COLUMN.at(2000, 2350)], &[FOOT.at(2000, 2550).facing(180)]);
            field.unit_with(1, |unit| unit.losses = Losses::halves(2)).charge(0, 1).dice(dice).charges()
        };
        let beaten = field(&[5, 3]);
        assert!(beaten.there(1) && beaten.place(1).1 > 2600);
        assert!(!field(&[6, 1]).there(1));
    });
}

#[test]
fn guns_and_squares_leave_their_formation_and_stand_clear_of_others() {
    prove(&[r::BE_GAP_96], |book| {
        // Infantry beats a square, which retreats in column; a friend stands where it would end.
        let red = [COLUMN.at(2000, 1200).facing(180), COLUMN.at(2080, 1620).facing(90)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &red).formed(1, Formation::SolidSquare);
        let field = field.charge(0, 1).dice(&[2, 2]).charges();
        assert_eq!(field.unit(1).formation, Formation::Column);
        let piece = |id| field.rules.piece(field.play.now(), game::UnitId(id));
        assert!(!table::overlaps(&piece(1), &piece(2)), "they stand on one another");
    });
}

#[test]
fn both_ways_round_are_asked_for() {
    let wall = area("river", &[(19.4, 14.9), (20.6, 14.9), (20.6, 15.5), (19.4, 15.5)]);
    let field = Field::new(
        &grognard_bataille_empire::Book::new(),
        &wall,
        &[COLUMN.at(2000, 1000)],
        &[FOOT.at(2000, 1200).facing(180)],
    );
    let field = field.charge(0, 1).pick(Side::Red, "give_way", "right").dice(&[5, 3]).charges();
    assert!(field.was_asked("give_way"));
    assert!(field.place(1).0 > 2000);
}

#[test]
fn who_flees_through_a_friend_marks_him() {
    prove(&[r::BE_GAP_29], |book| {
        let red = [FOOT.at(2000, 1200).facing(180), HORSE.at(2000, 1500).facing(0)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &red);
        let field = field.charge(0, 1).dice(&[6, 1, 6]).charges();
        assert!(field.unit(2).marker);
    });
}
