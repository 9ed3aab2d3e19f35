//! Melees (chapter 9, ML-GAP-35).

use crate::field::{CHARGES, field};
use game::Side;
use grognard_marie_louise::world::{Fate, Life};
use grognard_marie_louise::{Formation, Marker, r};
use rulebook::proof::prove;

#[test]
fn equal_scores_make_a_melee_fought_until_somebody_goes() {
    prove(&[r::ML_9A, r::ML_9B, r::ML_9F, r::ML_9G], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 28 180 T weapon=none";
        // A: 0 + 1 - 3; I: 1 - 3.
        let equal = [1, 1, 1, 2, 1];
        // One loss each; nine losses and one, and I is shaken; nine more destroy it, and its two dice have no effect.
        let rounds: &[u8] = &[1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 1, 1];
        let faces: Vec<u8> = equal.iter().chain(rounds).copied().collect();
        let fought = field(book, "", army).play(&CHARGES, &[], &faces);
        assert_eq!(fought.unit("I").life, Life::Gone(Fate::Destroyed));
        assert_eq!((fought.unit("A").elements, fought.unit("A").losses), (4, 2));
        assert_eq!((fought.unit("A").formation, fought.unit("A").marker), (Formation::Disorder, Marker::None));
        assert_eq!(fought.tests("melee", "A"), 3);
        assert_eq!(fought.at("A"), (3000, 2550));
    });
}

#[test]
fn rear_supports_may_join_from_the_second_round_and_share_the_losses() {
    prove(&[r::ML_9H, r::ML_GAP_35], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    blue 1 B foot 4 line 30 16.5 0 C
                    red 1 I foot 4 line 30 28 180 T weapon=none
                    red 1 J foot 4 line 30 32 180 T weapon=none";
        let says = ["B name_charges behind A", "B join_melee join"];
        // A: 0 + 1 + 1 for B behind it; I: 1 + 1 for J behind it.
        let equal: &[u8] = &[1, 1, 1, 2, 1];
        let first: &[u8] = &[1, 1, 1, 1, 1, 1, 1, 1];
        // A, B, then I: 9 losses and 1; 3 losses shared 2 and 1. I fails its test with two elements lost: shaken.
        let second: &[u8] = &[6, 6, 6, 6, 1, 1, 1, 1, 2, 2, 2, 2, 1, 6];
        // Ten more destroy it; J sees it and stands.
        let third: &[u8] = &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 6, 1];
        let faces: Vec<u8> = [equal, first, second, third].concat();
        let fought = field(book, "", army).play(&CHARGES, &says, &faces);
        assert_eq!(fought.sides("join_melee")[..2], [Side::Blue, Side::Red]);
        assert_eq!(fought.unit("B").formation, Formation::Disorder);
        assert!(fought.unit("B").now.melee && !fought.unit("J").now.melee);
        assert_eq!(fought.unit("I").life, Life::Gone(Fate::Destroyed));
        assert_eq!((fought.unit("A").losses, fought.unit("B").losses), (3, 1));
    });
}
