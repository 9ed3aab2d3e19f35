//! Sight and measuring (chapters 1.7 and 1.8, the definitions of 5.2).

use crate::field::{Field, field};
use crate::{at, ground, hill};
use grognard_marie_louise::{Aspect, Book, PAS, Shelter, r};
use rulebook::proof::prove;

fn sees(field: &Field, a: &str, b: &str) -> bool {
    let positions = field.rules.positions(&field.world);
    let told = field.rules.sees(&field.world, &positions, field.id(a), field.id(b)).is_ok();
    assert_eq!(
        told,
        field.rules.can_see(&field.world, &positions, field.id(a), field.id(b)),
        "both ways of asking agree"
    );
    told
}

/// A at 30, 20, facing north; other units as lines of text.
fn scene(book: &Book, ground: &str, others: &str) -> Field {
    field(book, ground, &format!("blue 1 A foot 4 line 30 20 0 T\n{others}"))
}

#[test]
fn five_pas_of_wood() {
    prove(&[r::ML_1_8C, r::ML_1_7A], |book| {
        let deep = ground("forest", [20.0, 40.0], [22.0, 40.0]);
        assert!(sees(&scene(book, &deep, "red 1 I foot 1 line 30 27.25 180 T"), "A", "I"), "5 pas into the wood");
        assert!(!sees(&scene(book, &deep, "red 1 I foot 1 line 30 27.35 180 T"), "A", "I"), "5.1 pas");
        let thin = ground("forest", [20.0, 40.0], [22.0, 23.0]);
        assert!(!sees(&scene(book, &thin, "red 1 I foot 1 line 30 27 180 T"), "A", "I"), "right through");
        let unit = |x: f64| format!("blue 1 B foot 4 line {x} 23 0 T\nred 1 I foot 1 line 30 27 180 T");
        assert!(!sees(&scene(book, "", &unit(30.0)), "A", "I"), "a TdC on the line");
        assert!(sees(&scene(book, "", &unit(31.0)), "A", "I"), "another element on the line");
    });
}

#[test]
fn a_unit_sees_forward_of_its_front_line_any_point_of_a_tdc() {
    prove(&[r::ML_1_8A], |book| {
        let field = scene(
            book,
            "",
            "blue 1 B foot 1 line 29.6 23 0 T
             red 1 I foot 1 line 30 27 180 T
             red 1 J foot 1 line 36 20.5 270 T
             red 1 K foot 1 line 30 14 0 T",
        );
        assert!(sees(&field, "A", "I"), "B hides all but a corner");
        assert!(sees(&field, "A", "J"), "far to the side");
        assert!(!sees(&field, "A", "K"), "behind");
    });
}

#[test]
fn seeing_over_a_wood_from_a_height() {
    prove(&[r::ML_1_8D], |book| {
        let seen = |wood: f64, target: f64| {
            let land = hill([20.0, 40.0], [10.0, 21.0]) + &ground("forest", [20.0, 40.0], [wood, wood + 1.0]);
            sees(&scene(book, &land, &format!("red 1 I foot 1 line 30 {target} 180 T")), "A", "I")
        };
        assert!(seen(24.25, 29.5), "4 pas to the wood, 4 beyond it");
        assert!(seen(24.25, 31.5), "4 and 6");
        assert!(!seen(26.25, 31.5), "6 and 4");
    });
    prove(&[r::ML_GAP_62], |book| {
        let land = hill([20.0, 40.0], [30.0, 40.0]) + &ground("forest", [20.0, 40.0], [26.25, 27.25]);
        assert!(
            !sees(&scene(book, &land, "red 1 I foot 1 line 30 31.5 180 T"), "A", "I"),
            "to the letter, whoever is high"
        );
    });
}

#[test]
fn a_unit_is_where_its_tdc_is() {
    let wood = ground("forest", [27.0, 30.7], [18.0, 22.0]);
    let shelter = |book: &Book, x: f64| {
        let field = field(book, &wood, &format!("blue 1 A foot 4 line {x} 20 0 T\nred 1 I foot 4 line 60 40 180 T"));
        field.rules.shelter(&field.world, field.id("A"), None)
    };
    prove(&[r::ML_1_7D, r::ML_1_7E], |book| {
        assert_eq!(shelter(book, 30.0), Shelter::Dense, "its right-hand elements stand outside");
        assert_eq!(shelter(book, 31.5), Shelter::None, "its left-hand element stands inside");
    });
}

/// ML-GAP-13: a wall shelters a unit that touches it, against what comes across it.
#[test]
fn a_wall_shelters_against_what_crosses_it() {
    let wall = "[[ground.features]]\nkind = \"wall\"\nline = [[1300, 1035], [1700, 1035]]\nwidth = 2\n";
    let sheltered = |book: &Book, y: f64, from: Option<table::Point>| {
        let army = format!("blue 1 A foot 4 line 30 {y} 0 T\nred 1 I foot 4 line 60 40 180 T");
        let field = field(book, wall, &army);
        field.rules.shelter(&field.world, field.id("A"), from)
    };
    let shelter = |y: f64, from: Option<table::Point>| sheltered(&Book::new(), y, from);
    prove(&[r::ML_GAP_76], |book| {
        assert_eq!(sheltered(book, 20.0, None), Shelter::None, "nothing comes across it");
    });
    assert_eq!(shelter(20.0, Some(at(30.0, 25.0))), Shelter::Light, "0.45 pas behind it");
    assert_eq!(shelter(19.8, Some(at(30.0, 25.0))), Shelter::None, "0.65 pas behind it");
    assert_eq!(shelter(20.0, Some(at(30.0, 15.0))), Shelter::None, "taken from behind");
}

#[test]
fn distances_run_from_tdc_to_tdc() {
    prove(&[r::ML_1_7C], |book| {
        let field = scene(book, "", "red 1 I foot 4 line 37 20 180 T");
        assert_eq!(field.rules.apart(&field.world, field.id("A"), field.id("I")).cm, 6 * PAS);
    });
}

#[test]
fn flank_and_rear() {
    prove(&[r::ML_5_2X, r::ML_5_2Y], |book| {
        let field = scene(book, "", "red 1 I foot 4 line 60 40 180 T");
        let from = |x, y| field.rules.aspect(field.world.unit(field.id("A")), at(x, y));
        assert_eq!(from(34.0, 19.0), Aspect::Flank);
        assert_eq!(from(34.0, 21.5), Aspect::Front, "beside, but before the front line");
        assert_eq!(from(31.0, 15.0), Aspect::Rear);
        assert_eq!(from(26.0, 16.5), Aspect::Flank, "131 degrees");
        assert_eq!(from(26.0, 15.5), Aspect::Rear, "138 degrees");
    });
    prove(&[r::ML_1_9D, r::ML_GAP_10], |book| {
        let field = field(book, "", "blue 1 A foot 4 square 30 20 0 T\nred 1 I foot 4 line 60 40 180 T");
        assert_eq!(field.rules.aspect(field.world.unit(field.id("A")), at(30.0, 15.0)), Aspect::Front);
    });
    prove(&[r::ML_1_9H], |book| {
        let field = field(book, "", "blue 1 A guns 2 limbered 30 20 0 T\nred 1 I foot 4 line 60 40 180 T");
        assert_eq!(field.rules.aspect(field.world.unit(field.id("A")), at(30.0, 15.0)), Aspect::Front, "limbered guns");
    });
}

#[test]
fn supports() {
    prove(&[r::ML_5_2Z, r::ML_5_2AA, r::ML_5_2AB], |book| {
        let field = scene(
            book,
            "",
            "blue 1 B foot 4 line 34.5 20 0 T
             blue 1 C foot 4 line 30 16 0 T
             blue 1 D foot 4 skirmish 26 20 0 T
             blue 1 E foot 4 line 33.5 20 180 T marker=routing
             red 1 I foot 4 line 60 40 180 T",
        );
        let positions = field.rules.positions(&field.world);
        let (flanks, rear, who) = field.rules.supports(&field.world, &positions, field.id("A"));
        assert_eq!((flanks, rear), (1, true));
        assert_eq!(who, [field.id("B"), field.id("C")]);
    });
}

#[test]
fn friends_behind_count_but_not_those_out_of_sight() {
    let isolated = |book: &Book, ground: &str| {
        let field = scene(book, ground, "blue 1 B foot 4 line 30 14 0 T\nred 1 I foot 4 line 60 40 180 T");
        let positions = field.rules.positions(&field.world);
        field.rules.isolated(&field.world, &positions, field.id("A"))
    };
    prove(&[r::ML_GAP_21], |book| {
        assert!(!isolated(book, ""));
        assert!(isolated(book, &ground("forest", [20.0, 40.0], [16.0, 17.0])));
    });
}

#[test]
fn witnesses_look_from_the_front_of_the_tdc() {
    prove(&[r::ML_GAP_74], |book| {
        // A strip of wood under the TdC: behind its front, in front of its rear.
        let wood = ground("forest", [20.0, 40.0], [19.9, 20.1]);
        let field = scene(book, &wood, "blue 1 B foot 4 line 30 14 0 T\nred 1 I foot 4 line 60 40 180 T");
        assert!(field.rules.isolated(&field.world, &field.rules.positions(&field.world), field.id("A")));
    });
}

#[test]
fn a_square_measures_from_the_centre_of_its_tdc() {
    prove(&[r::ML_GAP_78], |book| {
        let army = "blue 1 A foot 4 square 30 20 0 T\nred 1 I foot 1 line 30 27 180 T";
        let field = field(book, "", army);
        assert_eq!(field.rules.range(&field.world, field.id("A"), field.id("I")).cm, 675 * PAS / 100);
    });
}

#[test]
fn it_is_the_enemy_who_must_see() {
    prove(&[r::ML_GAP_22], |book| {
        let unseen = |facing: i32| {
            let field = scene(book, "", &format!("red 1 I foot 4 line 30 28 {facing} T"));
            let positions = field.rules.positions(&field.world);
            field.rules.unseen(&field.world, &positions, field.id("A"))
        };
        assert!(unseen(0), "he shows his back");
        assert!(!unseen(180));
    });
}
