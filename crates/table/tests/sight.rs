//! Sight: the worked examples of Marie-Louise (ml-1.8-01, ml-1.8-02, GAP-50, GAP-62) and its symmetry.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
use common::*;
use grognard_table::*;
use proptest::prelude::*;

const MASKS: Kinds =
    Kinds::of(&[Kind::OpenWood, Kind::Forest, Kind::TallCrops, Kind::WoodenBuilding, Kind::MasonryBuilding]);

fn veil(over: Over) -> Veil {
    Veil { masks: MASKS, depth: 5 * PAS, crests: true, over, obstacle_levels: 1 }
}

/// The obstacle on the line to a piece, if any.
fn cut(
    features: Vec<Feature>,
    others: &[(u32, Piece)],
    over: Over,
    from: (Cm, Cm),
    to: &Piece,
) -> Option<(Obstacle, Why, Cm)> {
    let (terrain, blockers) = (terrain(features), Blockers::new(others));
    let sight = Sight { terrain: &terrain, veil: veil(over), blockers: &blockers };
    let from = Point::new(from.0, from.1);
    let answer = sight.piece(from, to, &[1, 2]);
    assert_eq!(answer.is_ok(), sight.sees(from, to, &[1, 2]), "the short answer is the long one");
    answer.err().map(|b| (b.by, b.why, b.at.cm))
}

/// A target facing west whose front edge lies in `x`, seen from the origin of the row.
fn target(x: Cm) -> Piece {
    piece(x + PAS / 4, 100_000, 27_000)
}

#[test]
fn five_pas_of_wood() {
    let eye = (100_000, 100_000);
    let wood = |from: Cm, to: Cm| block(Kind::Forest, (from, 50_000), (to, 150_000));
    let seen = |features, others: &[(u32, Piece)], to: &Piece| cut(features, others, Over::None, eye, to);
    // The wood begins at 150,000; the target's front stands 5 or 5.1 pas inside.
    assert_eq!(seen(vec![wood(150_000, 250_000)], &[], &target(150_000 + 5 * PAS)), None);
    let (by, why, at) = seen(vec![wood(150_000, 250_000)], &[], &target(150_000 + 5 * PAS + PAS / 10)).unwrap();
    assert_eq!((by, why, at), (Obstacle::Ground(0), Why::Depth, 50_000 + 5 * PAS));
    // Out of a wood, and from one wood into another: the two depths together.
    assert_eq!(seen(vec![wood(50_000, 120_000)], &[], &target(150_000)), None);
    assert_eq!(seen(vec![wood(50_000, 112_000), wood(140_000, 250_000)], &[], &target(152_000)), None);
    assert_eq!(seen(vec![wood(50_000, 115_000), wood(140_000, 250_000)], &[], &target(152_000)).unwrap().1, Why::Depth);
    // Right through a wood of one pas.
    let through = seen(vec![wood(150_000, 150_000 + PAS)], &[], &target(200_000));
    assert_eq!(through, Some((Obstacle::Ground(0), Why::Through, 50_000)));
    // Ground that masks nothing.
    assert_eq!(seen(vec![block(Kind::Marsh, (150_000, 50_000), (160_000, 150_000))], &[], &target(200_000)), None);
    // Another unit's lead piece on the line; the two units themselves block nothing.
    let wide = Piece { front: 40_000, ..piece(150_000, 100_000, 27_000) };
    let unit = seen(vec![], &[(1, piece(100_000, 100_000, 9_000)), (2, target(200_000)), (9, wide)], &target(200_000));
    assert_eq!(unit, Some((Obstacle::Unit(9), Why::Unit, 50_000 - PAS / 4)));
    // A unit that leaves a part of the target free does not hide it.
    assert_eq!(
        seen(vec![], &[(9, piece(150_000, 100_000, 27_000))], &Piece { front: 40_000, ..target(200_000) }),
        None
    );
}

#[test]
fn over_an_obstacle_from_a_height() {
    let wood = |a: Cm| block(Kind::Forest, (100_000 + a, 50_000), (100_000 + a + PAS, 150_000));
    let line = |a: Cm, b: Cm, hill_at: (Cm, Cm), over| {
        let crest = line(Kind::Crest, &[(hill_at.0, 10_000), (hill_at.0, 11_000)], 0);
        let features = vec![hill(1, (hill_at.0, 10_000), (hill_at.1, 190_000)), crest, wood(a * PAS)];
        cut(features, &[], over, (100_000, 100_000), &target(100_000 + (a + 1 + b) * PAS)).is_none()
    };
    let (observer, beyond) = ((80_000, 101_000), (150_000, 290_000));
    for (a, b, valid) in [(4, 4, true), (4, 6, true), (6, 4, false)] {
        assert_eq!(line(a, b, observer, Over::Literal), valid, "observer high, {a} and {b}");
        assert_eq!(line(a, b, observer, Over::Mirrored), valid);
        assert!(!line(a, b, observer, Over::None));
        // The target is high: literally the same, mirrored the other way round.
        let hill = (100_000 + (a + 1 + b) * PAS - 100, beyond.1);
        assert_eq!(line(a, b, hill, Over::Literal), valid, "target high, {a} and {b}");
        assert_eq!(line(a, b, hill, Over::Mirrored), b <= a);
    }
    // Guns on a hill fire over friends on the plain in front of them, but not over those on the hill.
    let friend = Piece { front: 50_000, ..piece(110_000, 100_000, 9_000) };
    let on = |to: Cm| vec![hill(1, (80_000, 10_000), (to, 190_000))];
    assert_eq!(cut(on(101_000), &[(5, friend)], Over::Literal, (100_000, 100_000), &target(140_000)), None);
    assert!(cut(on(115_000), &[(5, friend)], Over::Literal, (100_000, 100_000), &target(140_000)).is_some());
}

#[test]
fn crests() {
    let eye = (100_000, 100_000);
    let seen = |features, to: Cm| cut(features, &[], Over::Literal, eye, &target(to));
    let crest = |x: Cm, ends: (Cm, Cm)| line(Kind::Crest, &[(x, ends.0), (x, 100_000), (x, ends.1)], 0);
    // On either side of a marked crest, though the line passes exactly through one of its corners.
    assert_eq!(seen(vec![crest(150_000, (50_000, 150_000))], 200_000), Some((Obstacle::Crest(0), Why::Crest, 50_000)));
    assert_eq!(seen(vec![crest(150_000, (110_000, 150_000))], 140_000), None, "this side of it");
    assert_eq!(seen(vec![crest(200_000, (50_000, 150_000))], 200_000), None, "on the crest itself");
    // A hill without a crest line hides what is behind its top from units below, not what is on it.
    let top = || hill(2, (140_000, 50_000), (160_000, 150_000));
    let slope = || hill(1, (120_000, 40_000), (180_000, 160_000));
    assert_eq!(seen(vec![slope(), top()], 200_000), Some((Obstacle::Crest(1), Why::Crest, 40_000)));
    assert_eq!(seen(vec![slope(), top()], 150_000), None);
    assert_eq!(seen(vec![slope(), hill(2, (140_000, 140_000), (160_000, 150_000))], 200_000), None, "past the top");
    let marked = vec![slope(), top(), line(Kind::Crest, &[(150_000, 140_000), (150_000, 150_000)], 0)];
    assert_eq!(seen(marked, 200_000), None, "past the end of the crest that is marked");
}

fn any_ground() -> impl Strategy<Value = Vec<Feature>> {
    let wood = any_area().prop_map(|a| feature(Kind::Forest, Shape::Area(a), 0));
    let rise = (any_area(), 1..3).prop_map(|(a, level)| feature(Kind::Hill, Shape::Area(a), level));
    let crest = prop::collection::vec(any_point(), 2..5)
        .prop_map(|points| feature(Kind::Crest, Shape::Line { points, width: 0 }, 0));
    let hedge = prop::collection::vec(any_point(), 2..4)
        .prop_map(|points| feature(Kind::WoodenBuilding, Shape::Line { points, width: 700 }, 0));
    prop::collection::vec(prop_oneof![4 => wood, 2 => rise, 1 => crest, 1 => hedge], 0..6)
}

proptest! {
    #[test]
    fn a_line_is_free_both_ways_or_neither(
        features in any_ground(),
        others in prop::collection::vec((0..9_u32, any_piece()), 0..6),
        ends in prop::collection::vec(any_point(), 2..8),
        mirrored in any::<bool>(),
    ) {
        let (terrain, blockers) = (terrain(features), Blockers::new(&others));
        let over = if mirrored { Over::Clear(3_000) } else { Over::None };
        let sight = Sight { terrain: &terrain, veil: veil(over), blockers: &blockers };
        for pair in ends.windows(2) {
            let (there, back) = (sight.line(pair[0], pair[1], &[3]), sight.line(pair[1], pair[0], &[3]));
            prop_assert_eq!(there.is_ok(), back.is_ok(), "{:?} but {:?}", there, back);
            prop_assert_eq!(there.is_ok(), sight.clear(pair[0], pair[1], &[3]));
            if let (Err(there), Err(back)) = (there, back) {
                prop_assert!(there.at.cm <= there.line.cm);
                // Seen from the other end the cut is not nearer than the far end of this one.
                prop_assert!(there.why == Why::Depth || back.why == Why::Depth || there.at.cm + back.at.cm <= there.line.cm + 1);
            }
        }
    }
}
