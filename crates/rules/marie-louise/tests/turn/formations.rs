//! Where the elements of a unit stand (chapter 1.9, ML-GAP-11).

use crate::field::field;
use grognard_marie_louise::{Book, PAS, r};
use rulebook::proof::prove;
use table::Pose;

/// The elements as shown, relative to the TdC: to the right and ahead, in hundredths of a pas.
fn shown(book: &Book, arm: &str, formation: &str, elements: u8) -> Vec<(i32, i32)> {
    let army = format!("blue 1 A {arm} {elements} {formation} 30 20 90 -\nred 1 I foot 4 line 60 40 180 -");
    let field = field(book, "", &army);
    let pose: Pose = field.world.unit(field.id("A")).pose;
    let card = field.rules.picture_of(&field.world).units.remove(&field.id("A")).unwrap();
    assert!(card.pieces[0].lead && card.pieces.iter().skip(1).all(|p| !p.lead));
    assert!(card.pieces.iter().all(|p| (p.front, p.depth) == (PAS, PAS / 2)));
    let hundredths = |cm: i32| (cm + PAS / 200).div_euclid(PAS / 100);
    let seen = |at| {
        let (right, ahead) = pose.seen(at);
        (hundredths(right), hundredths(ahead))
    };
    card.pieces.iter().map(|p| seen(p.pose.at)).collect()
}

#[test]
fn a_solid_square_lies_as_the_column_that_forms_it() {
    prove(&[r::ML_GAP_47], |book| {
        let column = shown(book, "foot", "attack_column", 4);
        assert_eq!(shown(book, "foot", "solid_square", 4), column);
        assert!(column.iter().any(|element| *element != (0, 0)));
    });
}

#[test]
fn formations_lay_their_elements() {
    prove(&[r::ML_1_9A, r::ML_1_9B, r::ML_1_9C, r::ML_1_9D, r::ML_1_9E, r::ML_1_9F, r::ML_1_9H], |book| {
        assert_eq!(shown(book, "foot", "line", 4), [(0, 0), (-100, 0), (100, 0), (200, 0)]);
        assert_eq!(shown(book, "foot", "march_column", 3), [(0, 0), (0, -75), (0, -150)]);
        assert_eq!(shown(book, "foot", "attack_column", 3), [(0, 0), (0, -50), (0, -100)]);
        assert_eq!(shown(book, "foot", "square", 4), [(0, 0), (75, -75), (0, -150), (-75, -75)]);
        assert_eq!(shown(book, "foot", "skirmish", 3), [(0, 0), (-150, 0), (150, 0)]);
        assert_eq!(shown(book, "guns", "deployed", 2), [(0, 0), (100, 0)]);
        let scattered = shown(book, "foot", "disorder", 4);
        assert_eq!(scattered.len(), 4);
        for (x, y) in &scattered[1..] {
            let apart = f64::from(x * x + y * y).sqrt();
            assert!((apart - 100.0).abs() < 2.0, "1 pas from the TdC: {scattered:?}");
        }
    });
}
