//! Throws: reading, writing, distributions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use dice::{DiceError, Die, Dist, Handful, Ratio, Throw, distribution, read};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn weights(dist: &Dist) -> Vec<(i16, u128)> {
    dist.iter().collect()
}

fn ratio(text: &str) -> Ratio {
    text.parse().unwrap()
}

fn throw(text: &str) -> Throw {
    text.parse().unwrap()
}

/// Every outcome of a throw, read one by one.
fn by_hand(throw: &Throw) -> BTreeMap<i16, u128> {
    let dice: Vec<Vec<u8>> = throw.each().map(|(die, _)| die.faces().collect()).collect();
    let mut falls = vec![Vec::new()];
    for faces in &dice {
        falls =
            falls.iter().flat_map(|fall| faces.iter().map(move |&face| [fall.as_slice(), &[face]].concat())).collect();
    }
    let mut counts = BTreeMap::new();
    for fall in falls {
        *counts.entry(read(throw, &fall).unwrap()).or_insert(0) += 1;
    }
    counts
}

fn any_die() -> impl Strategy<Value = Die> {
    prop_oneof![(1_u8..=12).prop_map(Die::Plain), Just(Die::Average), (1_u8..=6).prop_map(Die::Lot)]
}

/// Throws of up to `handfuls` times `most` dice.
fn any_throw(handfuls: usize, most: u8) -> impl Strategy<Value = Throw> {
    let handful = (0..=most, any_die(), any::<bool>()).prop_map(|(n, die, minus)| Handful { n, die, minus });
    (vec(handful, 0..=handfuls), proptest::option::of(0_u8..=8), vec(-30_i16..60, 0..12)).prop_map(
        |(dice, count_from, cuts)| Throw { dice: dice.into(), count_from, cuts: Default::default() }.cuts(cuts),
    )
}

proptest! {
    #[test]
    fn weights_add_up_to_the_denominator(throw in any_throw(4, 8)) {
        let dist = distribution(&throw).unwrap();
        let falls: u128 = throw.each().map(|(die, _)| u128::from(die.sides())).product();
        prop_assert_eq!(dist.denominator(), falls);
        prop_assert_eq!(dist.iter().map(|(_, weight)| weight).sum::<u128>(), falls);
        prop_assert_eq!(dist.at_least(i16::MIN), Ratio::ONE);
    }

    #[test]
    fn counting_agrees_with_every_fall(throw in any_throw(2, 2)) {
        prop_assert_eq!(weights(&distribution(&throw).unwrap()), by_hand(&throw).into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn text_and_json_come_back(throw in any_throw(4, 255)) {
        prop_assert_eq!(&throw.to_string().parse::<Throw>().unwrap(), &throw);
        let json = serde_json::to_string(&throw).unwrap();
        prop_assert_eq!(serde_json::from_str::<Throw>(&json).unwrap(), throw);
    }

    #[test]
    fn no_text_is_too_strange(text in "\\PC*") {
        if let Ok(throw) = text.parse::<Throw>() {
            prop_assert_eq!(throw.to_string().parse::<Throw>().unwrap(), throw);
        }
    }

    #[test]
    fn ratios_compare_and_compute_as_fractions_do(a in -999_i128..999, b in 1_u128..999, c in -999_i128..999, d in 1_u128..999) {
        let (x, y) = (Ratio::new(a, b).unwrap(), Ratio::new(c, d).unwrap());
        let (sb, sd) = (b as i128, d as i128);
        prop_assert_eq!(x.cmp(&y), (a * sd).cmp(&(c * sb)));
        prop_assert_eq!(x.checked_add(y), Ratio::new(a * sd + c * sb, b * d));
        prop_assert_eq!(x.checked_sub(y), Ratio::new(a * sd - c * sb, b * d));
        prop_assert_eq!(x.checked_mul(y), Ratio::new(a * c, b * d));
        prop_assert_eq!(x.checked_div(y).is_none(), c == 0);
        if let Some(quotient) = x.checked_div(y) {
            prop_assert_eq!(quotient.checked_mul(y), Some(x));
        }
        prop_assert_eq!(x.to_string().parse::<Ratio>().unwrap(), x);
    }
}

#[test]
fn known_distributions() {
    let average = distribution(&throw("2dm")).unwrap();
    assert_eq!(weights(&average), [(4, 1), (5, 4), (6, 8), (7, 10), (8, 8), (9, 4), (10, 1)]);
    assert_eq!(average.denominator(), 36);

    // Four elements at 4 pas: a loss for every 5 points (check figure of Marie-Louise).
    let fire = distribution(&Throw::d6(4).cuts([5, 10, 15, 20])).unwrap();
    assert_eq!(fire.mean(), Some(ratio("1555/648")));

    let difference = distribution(&Throw::difference()).unwrap();
    assert_eq!(difference.at_least(0), ratio("7/12"));
    assert_eq!(difference.mean(), Some(Ratio::ZERO));

    // Impact between equal lines, the attacker one modifier better: attacker wins, melee, attacker loses.
    let impact = distribution(&Throw::against().cuts([-1, 0])).unwrap();
    assert_eq!([2, 1, 0].map(|class| impact.probability(class).to_string()), ["721/1296", "35/324", "145/432"]);

    // One die of 1, 2, 2, 3, 3, 4 and two of 1, 1, 2, 2, 3, 3: command points of three generals.
    let points = distribution(&throw("dm+2d3")).unwrap();
    let expected: Vec<(i16, u128)> = (4..=11).zip([1, 4, 9, 13, 13, 9, 4, 1]).collect();
    assert_eq!(weights(&points), expected);

    let hits = distribution(&throw("3d6 >=5")).unwrap();
    assert_eq!(weights(&hits), [(0, 64), (1, 96), (2, 48), (3, 8)]);
    assert_eq!(hits.mean(), Some(Ratio::ONE));

    let as_d3 = distribution(&throw("d6 | 1 3 5")).unwrap();
    let d3 = distribution(&throw("d3")).unwrap();
    assert!((0..5).all(|class| as_d3.probability(class) == d3.probability(class)));
}

#[test]
fn texts_are_read_as_people_write_them() {
    assert_eq!(throw(" 4 D6 "), Throw::d6(4));
    assert_eq!(throw("d6 − d6"), Throw::difference());
    assert_eq!(throw("d6-d6-d6+d6"), Throw::against());
    assert_eq!(throw("2dM"), Throw::sum(2, Die::Average));
    assert_eq!(throw("lot 2"), Throw::lot(2));
    assert_eq!(throw("6d6 ≥ 4"), Throw::d6(6).count_from(4));
    assert_eq!(throw("d6-d6 | -2, 0, 3"), Throw::difference().cuts([-2, 0, 3]));
    assert_eq!(throw("0"), Throw::default());
    for wrong in ["", "6", "d", "d0", "lot 0", "300d6", "d6+", "d6 >4", "d6 |", "d6 | 5 3", "d6 | 40000", "d6 x", "l2"]
    {
        let error = wrong.parse::<Throw>().unwrap_err();
        assert!(matches!(error, DiceError::Text { .. }), "{wrong}: {error}");
    }
}

#[test]
fn wrong_faces_are_named() {
    let faults = [
        ("2d6", vec![3], "2d6 is thrown with 2 dice, but 1 faces are given"),
        ("d6+dm", vec![1, 6], "die 2 of d6+dm is an average die (dm): it has no face 6"),
        ("d3", vec![0], "die 1 of d3 is a d3: it has no face 0"),
        ("lot 2", vec![3], "die 1 of lot 2 is a lot of 2: it has no face 3"),
    ];
    for (text, faces, said) in faults {
        assert_eq!(read(&throw(text), &faces).unwrap_err().to_string(), said);
    }
    assert!(serde_json::from_str::<Die>(r#"{"plain":0}"#).unwrap_err().to_string().contains("at least one face"));
    assert!(matches!(distribution(&Throw::sum(1, Die::Plain(0))), Err(DiceError::NoFaces { .. })));
}

#[test]
fn what_cannot_be_counted_is_refused() {
    assert!(distribution(&Throw::d6(49)).is_ok());
    for throw in [Throw::d6(50), Throw::sum(255, Die::Plain(255))] {
        assert!(matches!(distribution(&throw), Err(DiceError::TooLarge { .. })));
    }
    assert!(matches!(read(&Throw::sum(255, Die::Plain(255)), &[255; 255]), Err(DiceError::TooLarge { .. })));
}

#[test]
fn ratios_of_great_size() {
    let most = i128::MAX as u128;
    let (near_one, nearer) = (Ratio::of(most - 2, most - 1).unwrap(), Ratio::of(most - 1, most).unwrap());
    assert!(near_one < nearer && nearer < Ratio::ONE);
    assert_eq!(near_one.checked_add(nearer), None);
    assert_eq!(nearer.checked_mul(near_one), Ratio::of(most - 2, most));
    assert_eq!(Ratio::new(1, 0), None);
    assert_eq!(Ratio::new(i128::MIN, 1), None);
    for wrong in ["", "/", "1/0", "1/-2", "x", "1/2/3", "170141183460469231731687303715884105728"] {
        assert!(wrong.parse::<Ratio>().is_err(), "{wrong}");
    }
    assert_eq!(serde_json::to_string(&ratio("14/72")).unwrap(), "\"7/36\"");
    assert!(serde_json::from_str::<Ratio>("\"1/0\"").is_err());
}
