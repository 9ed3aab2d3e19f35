//! When units fire, and at which targets (chapters 2, 3 and 7, ML-GAP-30 to ML-GAP-32).

use crate::asked_about;
use crate::field::field;
use crate::{at, ground};
use game::UnitId;
use grognard_marie_louise::turn::{Instant, Step};
use grognard_marie_louise::world::{Aim, Life, NamedCharge, Progress, SEQUENCE, World};
use grognard_marie_louise::{Aspect, Book, Formation, r};
use rulebook::proof::prove;
use std::collections::BTreeMap;

const ZERO: [Step; 1] = [Step::Moment(Instant::Zero)];

#[test]
fn a_unit_that_holds_fires_once_at_a_moment_of_its_choice() {
    prove(&[r::ML_2F, r::ML_3_1L, r::ML_7_1A, r::ML_7_2A, r::ML_GAP_30], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 T
                    blue 1 B foot 4 line 36 20 0 M
                    red 1 I foot 4 line 30 23.5 180 T
                    red 1 J foot 4 line 36 23.5 180 T";
        let steps = [Step::Moment(Instant::Zero), Step::Moment(Instant::One)];
        let fought = field(book, "", army).play(&steps, &["A fire fire I"], &[1, 1, 1, 1]);
        assert_eq!(fought.offered("fire", "A").unwrap(), ["hold_fire", "fire I"]);
        assert_eq!(asked_about(&fought, "fire", "A"), 1);
        assert_eq!(asked_about(&fought, "fire", "B"), 0);
        // Four dice and four for the first fire: 8.
        assert_eq!(fought.unit("I").losses, 1);
        assert!(fought.unit("A").has_fired);
    });
}

fn moved(w: &mut World, id: UnitId, part: i32) {
    w.unit_mut(id).now.moved = true;
    w.unit_mut(id).now.used = part;
}

#[test]
fn units_that_moved_no_more_than_half_fire_in_phase_five() {
    let army = "blue 1 A foot 4 line 20 20 0 M
                blue 1 B foot 4 line 30 20 0 M
                blue 1 C foot 4 line 40 20 0 C
                blue 1 D foot 4 line 50 20 0 C
                red 1 I foot 4 line 20 23.5 180 -
                red 1 J foot 4 line 30 23.5 180 -
                red 1 K foot 4 line 40 23.5 180 -
                red 1 L foot 4 line 50 23.5 180 -";
    prove(&[r::ML_2G, r::ML_7_1B, r::ML_3_1K, r::ML_3_1G], |book| {
        let field = field(book, "", army).with(|w, names| {
            moved(w, names["A"], SEQUENCE / 2);
            moved(w, names["B"], SEQUENCE / 2 + 1);
            moved(w, names["C"], SEQUENCE / 4);
            moved(w, names["D"], SEQUENCE / 4);
            w.unit_mut(names["D"]).now.melee = true;
        });
        let fought = field.play(&[Step::Moment(Instant::Six), Step::LateFire], &[], &[]);
        let late = ["A", "B", "C", "D"].map(|name| asked_about(&fought, "late_fire", name));
        assert_eq!(late, [1, 0, 1, 0]);
        assert_eq!(fought.times("fire"), 0);
    });
}

#[test]
fn whoever_stands_still_fires_first() {
    prove(&[r::ML_7_2A], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 T
                    red 1 I foot 1 line 30 22.5 180 M
                    red 1 J foot 4 line 60 40 180 T";
        let field = field(book, "", army).with(|w, names| moved(w, names["I"], SEQUENCE / 4));
        let says = ["A fire fire I", "A late_fire fire I"];
        let fought = field.play(&[Step::Moment(Instant::Six), Step::LateFire], &says, &[6, 6, 6, 6]);
        assert!(matches!(fought.unit("I").life, Life::Gone(_)), "swept away before it could fire");
        assert_eq!(fought.times("late_fire"), 0);
    });
}

#[test]
fn guns_fire_in_their_front_quarter_muskets_all_before_their_front() {
    prove(&[r::ML_7_3A], |book| {
        // I at 60 degrees, J at 30.
        let army = "blue 1 S guns 2 deployed 30 20 0 T
                    red 1 I foot 1 line 35.2 23.25 240 T
                    red 1 J foot 1 line 34 27.2 210 T";
        let fought = field(book, "", army).play(&ZERO, &[], &[]);
        assert_eq!(fought.offered("fire", "S").unwrap(), ["hold_fire", "fire J"]);
    });
    prove(&[r::ML_GAP_09], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 T
                    red 1 I foot 1 line 33.2 22 240 T";
        let fought = field(book, "", army).play(&ZERO, &[], &[]);
        assert_eq!(fought.offered("fire", "A").unwrap(), ["hold_fire", "fire I"]);
    });
}

#[test]
fn the_most_threatening_target_is_taken() {
    prove(&[r::ML_7_3AA, r::ML_GAP_31], |book| {
        // 2.5 pas, 3.8 pas; and for B two targets at nearly the same range, one of which shows its rear.
        let army = "blue 1 A foot 4 line 20 20 0 T
                    blue 1 B foot 4 line 40 20 0 T
                    red 1 I foot 1 line 20 23 180 T
                    red 1 J foot 1 line 22.9 23.4 180 T
                    red 1 K foot 1 line 40 23.5 180 T
                    red 1 L foot 1 line 42.2 23 0 T";
        let fought = field(book, "", army).play(&ZERO, &[], &[]);
        assert_eq!(fought.offered("fire", "A").unwrap(), ["hold_fire", "fire I"]);
        assert_eq!(fought.offered("fire", "B").unwrap(), ["hold_fire", "fire K", "fire L"]);
    });
}

#[test]
fn a_unit_at_which_a_charge_aims_waits_for_it() {
    prove(&[r::ML_GAP_30], |book| {
        let asked = |stage: Progress| {
            let army = "blue 1 A foot 4 line 30 20 0 T
                        red 1 I foot 4 line 30 23.5 180 C";
            let field = field(book, "", army).with(|w, names| charge(w, names, stage));
            asked_about(&field.play(&ZERO, &[], &[]), "fire", "A")
        };
        assert_eq!(asked(Progress::Short), 1, "one that fell short is none");
        assert_eq!(asked(Progress::Broken), 1, "it is over");
        assert_eq!(asked(Progress::Named), 0);
    });
}

fn charge(w: &mut World, names: &BTreeMap<String, UnitId>, stage: Progress) {
    let from = w.unit(names["I"]).pose;
    w.charges.push(NamedCharge {
        by: names["I"],
        aim: Aim::At(names["A"]),
        from,
        began_at: 15_000,
        aspect: Aspect::Front,
        formation: Formation::Line,
        allowance: 40_000,
        bonus: 0,
        gone: 0,
        stage,
        met: None,
    });
}

#[test]
fn distances_are_in_pas_of_fifty_metres_and_not_rounded() {
    prove(&[r::ML_1_1A, r::ML_1_1C], |book| {
        let army = "blue 1 A foot 4 line 20 20 0 T
                    blue 1 B foot 4 line 40 20 0 T
                    red 1 I foot 4 line 20 24.8 180 -
                    red 1 J foot 4 line 40 24.5 180 -";
        let fought = field(book, "", army).play(&ZERO, &[], &[]);
        assert_eq!(fought.offered("fire", "A"), None, "4.3 pas");
        assert_eq!(fought.offered("fire", "B").unwrap(), ["hold_fire", "fire J"], "200 m");
    });
}

#[test]
fn the_line_of_fire_begins_in_the_middle_of_the_front_edge() {
    prove(&[r::ML_7_2E], |book| {
        // 4.1 pas from there, 3.6 from the corner of the TdC.
        let army = "blue 1 A foot 4 line 30 20 0 T
                    red 1 I foot 1 line 34.4 21.7 180 -";
        assert_eq!(field(book, "", army).play(&ZERO, &[], &[]).offered("fire", "A"), None);
    });
}

#[test]
fn howitzers_fire_over_friends_at_what_another_sees() {
    let over_ground = |book: &Book, land: &str, howitzers: bool, friend: i32, general: bool| {
        // Chapter 12 is an option.
        let mut book = book.clone();
        book.options.capabilities = true;
        let own = if howitzers { r#" capabilities=["howitzers"]"# } else { "" };
        let army = format!(
            "blue 1 S guns 2 deployed 30 10 0 T{own}
             blue 1 B foot 4 line 30 13 {friend} T
             red 1 I foot 1 line 30 18 180 -"
        );
        let field = field(&book, land, &army).with(|w, _| {
            if general {
                w.generals[0].at = at(33.0, 14.0);
            } else {
                w.generals[0].life = Life::Gone(grognard_marie_louise::world::Fate::Killed);
            }
        });
        field.play(&ZERO, &[], &[]).offered("fire", "S")
    };
    let offered =
        |book: &Book, howitzers: bool, friend: i32, general: bool| over_ground(book, "", howitzers, friend, general);
    prove(&[r::ML_GAP_32, r::ML_7_3X, r::ML_12C], |book| {
        let over = Some(vec!["hold_fire".to_owned(), "fire I".to_owned()]);
        assert_eq!(offered(book, true, 0, false), over, "the friend sees the target");
        assert_eq!(offered(book, true, 180, true), over, "a general sees it");
        assert_eq!(offered(book, true, 180, false), None, "nobody sees it");
        assert_eq!(offered(book, false, 0, true), None, "no howitzers");
    });
    prove(&[r::ML_GAP_77], |book| {
        let wood = ground("forest", [29.0, 31.0], [15.0, 16.0]);
        assert_eq!(over_ground(book, &wood, true, 0, true), None, "a wood behind the friend hides the target as well");
    });
}

#[test]
fn an_occupier_fires_from_the_wall() {
    let farm = "[[ground.features]]\nkind = \"masonry_building\"\nstrongpoint = true\n\
                area = [[1500, 1100], [1600, 1100], [1600, 1200], [1500, 1200]]\n";
    prove(&[r::ML_GAP_43], |book| {
        // More than 6 pas from the TdC, less from the wall.
        let army = "blue 1 D foot 2 garrison 31 23 0 T weapon=rifled_carbine
                    red 1 I foot 4 line 31 30.1 180 T weapon=none";
        let fought = field(book, farm, army).play(&ZERO, &[], &[]);
        assert_eq!(fought.offered("fire", "D").unwrap(), ["hold_fire", "fire I"]);
    });
}
