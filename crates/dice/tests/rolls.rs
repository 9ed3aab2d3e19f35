//! The sources of faces: seeds and scripts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use dice::{DiceError, Die, Roller, Script, Seed, Throw, distribution, read};
use proptest::prelude::*;

fn seed(first: u8) -> Seed {
    Seed(std::array::from_fn(|place| first.wrapping_add(u8::try_from(place).unwrap())))
}

/// A battle is replayed from its seed: these values may never change. They are those of ChaCha with 8 rounds, die n being
/// word 0 of stream n, as computed by another program from the definition of the cipher.
#[test]
fn the_generator_is_the_same_for_ever() {
    let roller = Roller::new(&seed(0));
    let of = |die| (0..24).map(|n| roller.face(n, die)).collect::<Vec<_>>();
    assert_eq!(of(Die::D6), [5, 4, 5, 3, 5, 5, 4, 3, 3, 1, 5, 2, 2, 1, 6, 2, 1, 1, 1, 3, 2, 1, 3, 6]);
    assert_eq!(of(Die::Average), [4, 4, 4, 3, 4, 4, 4, 3, 3, 2, 4, 3, 3, 2, 5, 3, 2, 2, 2, 3, 3, 2, 3, 5]);
    assert_eq!(of(Die::Lot(2)), [1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 2, 1, 2, 2, 1, 1, 1, 1, 2, 1, 1, 2]);
    assert_eq!(
        of(Die::Plain(100)),
        [37, 92, 79, 11, 75, 71, 92, 75, 9, 29, 51, 32, 100, 73, 78, 34, 67, 19, 67, 71, 14, 9, 11, 98]
    );
    assert_eq!(roller.face(u64::MAX, Die::Plain(255)), 98);
}

proptest! {
    #[test]
    fn a_die_does_not_depend_on_those_asked_before(start in any::<u8>(), mut order in Just((0_u64..40).collect::<Vec<_>>()).prop_shuffle()) {
        let roller = Roller::new(&seed(start));
        let mut counter = 0;
        let together = roller.throw(&mut counter, &Throw::d6(40));
        prop_assert_eq!(counter, 40);
        let mut apart: Vec<(u64, u8)> = order.drain(..).map(|n| (n, roller.face(n, Die::D6))).collect();
        apart.sort_unstable();
        prop_assert_eq!(apart.into_iter().map(|(_, face)| face).collect::<Vec<_>>(), together);
    }
}

/// Chi-square against the exact distribution; the limits are those of one in ten thousand.
#[test]
fn dice_fall_evenly() {
    let roller = Roller::new(&seed(7));
    let mut counter = 0;
    for (throw, limit) in [
        (Throw::d6(1), 25.7),
        (Throw::sum(1, Die::Average), 21.1),
        (Throw::lot(2), 15.1),
        (Throw::sum(1, Die::Plain(20)), 50.8),
        (Throw::against(), 55.2),
    ] {
        let dist = distribution(&throw).unwrap();
        let rounds = 60_000_u32;
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..rounds {
            let faces = roller.throw(&mut counter, &throw);
            *seen.entry(read(&throw, &faces).unwrap()).or_insert(0_u32) += 1;
        }
        let chi: f64 = dist
            .iter()
            .map(|(class, _)| {
                let expected = dist.probability(class).to_f64() * f64::from(rounds);
                (f64::from(*seen.get(&class).unwrap_or(&0)) - expected).powi(2) / expected
            })
            .sum();
        assert!(chi < limit, "{throw}: {chi}");
    }
}

#[test]
fn a_seed_is_sealed_and_written_in_hexadecimal() {
    let seed = seed(250);
    assert_eq!(seed.to_hex().parse::<Seed>().unwrap(), seed);
    assert!(seed.to_hex().starts_with("fafbfcfdfeff0001"));
    assert!(!format!("{seed:?}{:?}", Roller::new(&seed)).contains("250"));
    let wrong = "g".repeat(64);
    for text in ["", "00", wrong.as_str(), "é"] {
        assert_eq!(text.parse::<Seed>(), Err(DiceError::Seed));
    }
}

#[test]
fn a_script_is_used_up_exactly() {
    let mut script = Script::new([6, 1, 2, 5]);
    assert_eq!(script.throw(&Throw::difference()), Ok(vec![6, 1]));
    assert!(matches!(script.throw(&Throw::d6(3)), Err(DiceError::ScriptShort { wanted: 3, left: 2, .. })));
    assert!(matches!(script.throw(&Throw::lot(1)), Err(DiceError::Face { face: 2, .. })));
    assert_eq!(script.clone().finish(), Err(DiceError::ScriptLeft { left: vec![2, 5] }));
    assert_eq!(script.throw(&Throw::sum(2, Die::Average)), Ok(vec![2, 5]));
    assert_eq!(script.finish(), Ok(()));
}
