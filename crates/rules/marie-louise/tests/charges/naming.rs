//! Which units may charge which (ML-3.1h, ML-8.1c to ML-8.1e, ML-8.1p to ML-8.1r, ML-8.4i).

use crate::field::{CHARGES, field};
use grognard_marie_louise::turn::Step;
use grognard_marie_louise::world::{Aim, Progress};
use grognard_marie_louise::{Book, Formation, Marker, Options, Order, r};
use rulebook::proof::{prove, prove_with};

const NAMING: [Step; 1] = [Step::Naming];

#[test]
fn a_target_must_be_in_sight() {
    prove(&[r::ML_8_1C, r::ML_3_1F], |book| {
        // J stands right behind I, whose TdC blocks the view.
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 26 180 T
                    red 1 J foot 4 line 30 30 180 T";
        let fought = field(book, "", army).play(&NAMING, &[], &[]);
        assert_eq!(fought.offered("name_charges", "A").unwrap(), ["charge I", "no_charge"]);
        let charge = fought.charge("A").unwrap();
        assert_eq!((charge.aim, charge.stage), (Aim::At(fought.id("I")), Progress::Named));
        assert!(fought.unit("I").now.charged);
    });
}

#[test]
fn a_target_outside_the_front_quarter_costs_order_but_not_pace() {
    prove(&[r::ML_8_1D, r::ML_GAP_27], |book| {
        // 59 degrees to the right, 7.1 pas to go to contact: a line has 8, a disordered unit 6.
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 1 line 38.25 25 180 T";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[1, 1]);
        assert_eq!(fought.unit("A").formation, Formation::Disorder);
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Contact);
        assert_eq!(fought.apart("A", "I"), 200);
    });
}

#[test]
fn who_leaves_his_square_to_charge_behind_it_still_sees_whom_he_charges() {
    prove(&[r::ML_GAP_27], |book| {
        let army = "blue 1 A foot 4 square 30 20 0 C manoeuvre=superior
                    red 1 I foot 1 line 30 16.5 180 T";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[]);
        assert_eq!(fought.unit("A").formation, Formation::Disorder);
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Contact);
    });
}

#[test]
fn a_unit_that_cannot_or_will_not_charge_is_hesitant() {
    prove(&[r::ML_8_1E], |book| {
        // B has its back to the enemy.
        let army = "blue 1 A foot 4 line 30 20 0 C
                    blue 1 B foot 4 line 40 20 180 C
                    red 1 I foot 4 line 30 28 180 T";
        let fought = field(book, "", army).play(&NAMING, &["A name_charges no_charge"], &[]);
        for unit in ["A", "B"] {
            assert_eq!(fought.unit(unit).marker, Marker::Hesitant);
            assert_eq!(fought.unit(unit).order, Order::None);
        }
        assert!(fought.offered("name_charges", "B").is_none());
    });
}

#[test]
fn skirmishers_on_foot_may_not_charge_foragers_may() {
    prove(&[r::ML_3_1H, r::ML_GAP_40, r::ML_GAP_51], |book| {
        let army = "blue 1 A foot 3 skirmish 30 20 0 C
                    blue 2 F horse 3 skirmish 36 20 0 C
                    red 1 I foot 4 line 30 28 180 T";
        let fought = field(book, "", army).play(&NAMING, &[], &[]);
        assert_eq!(fought.unit("A").marker, Marker::Hesitant);
        assert_eq!(fought.charge("F").unwrap().aim, Aim::At(fought.id("I")));
    });
}

#[test]
fn cavalry_does_not_charge_into_forest_or_building() {
    prove(&[r::ML_3_1H], |book| {
        let ground = "[[ground.features]]\nkind = \"forest\"\narea = [[1400, 1350], [1600, 1350], [1600, 1450], [1400, 1450]]\n\
                      [[ground.features]]\nkind = \"open_wood\"\narea = [[1700, 1350], [1900, 1350], [1900, 1450], [1700, 1450]]\n";
        let army = "blue 1 K horse 3 line 33 20 0 C
                    red 1 I foot 1 line 30 27.5 180 T
                    red 1 J foot 1 line 36 27.5 180 T";
        let fought = field(book, ground, army).play(&NAMING, &[], &[]);
        assert_eq!(fought.offered("name_charges", "K").unwrap(), ["charge J", "no_charge"]);
    });
}

#[test]
fn a_second_charge_in_a_row_is_disordered_and_has_no_bonus() {
    prove(&[r::ML_8_4I], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C charged_last
                    red 1 I foot 4 line 30 35 180 T";
        let fought = field(book, "", army).play(&CHARGES, &[], &[]);
        assert_eq!(fought.unit("A").formation, Formation::Disorder);
        assert!(fought.offered("bonus", "A").is_none());
        // The allowance is still that of the line.
        assert_eq!(fought.at("A"), (3000, 2800));
    });
}

#[test]
fn after_a_melee_the_charger_may_not_charge_again() {
    let army = "blue 1 A foot 4 line 30 20 0 C charged_last melee_last
                red 1 I foot 4 line 30 28 180 T";
    prove(&[r::ML_GAP_61], |book| {
        let fought = field(book, "", army).play(&NAMING, &[], &[]);
        assert_eq!(fought.unit("A").marker, Marker::Hesitant);
    });
    let book = Book::new().with_options(Options { charge_after_melee: true, ..Options::default() });
    prove_with(&book, &[r::ML_8_4I], |book| {
        let fought = field(book, "", army).play(&NAMING, &[], &[]);
        assert!(fought.charge("A").is_some());
        assert_eq!(fought.unit("A").formation, Formation::Disorder);
    });
}

#[test]
fn a_support_must_be_under_c_and_follow_somebody_who_charges() {
    let army = "blue 1 A foot 4 attack_column 30 20 0 C
                blue 1 B foot 4 attack_column 30 17 0 C
                blue 1 D foot 4 attack_column 30 14 0 C
                blue 2 E foot 4 attack_column 33 17 0 T
                red 1 I foot 4 line 30 28 180 T";
    prove(&[r::ML_8_1P], |book| {
        // B could charge J, so D may follow it; but B itself follows A.
        let army = format!("{army}\nred 1 J foot 4 line 37 28 180 T");
        let refused = field(book, "", &army)
            .try_play(&NAMING, &["B name_charges behind A", "D name_charges behind B"], &[])
            .map(|_| ())
            .unwrap_err();
        assert_eq!(refused[0].rule, r::ML_8_1P.into());
        assert_eq!(refused[0].reason, "friend_does_not_charge");
    });
    prove(&[r::ML_8_1R, r::ML_8_1P], |book| {
        let fought = field(book, "", army).play(&NAMING, &["B name_charges behind A", "D name_charges no_charge"], &[]);
        assert_eq!(fought.charge("B").unwrap().aim, Aim::Behind(fought.id("A")));
        // E is not under C: it has no question, and no unit may accompany it.
        assert!(fought.offered("name_charges", "E").is_none());
        let of_b = fought.offered("name_charges", "B").unwrap();
        assert!(!of_b.iter().any(|choice| choice.ends_with('E')), "{of_b:?}");
    });
}
