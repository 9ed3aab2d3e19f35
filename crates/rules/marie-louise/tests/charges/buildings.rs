//! Charging a building (ML-GAP-43).

use crate::field::{CHARGES, field};
use grognard_marie_louise::{Formation, Marker, PAS, r};
use rulebook::proof::prove;

const FARM: &str = "[[ground.features]]\nkind = \"masonry_building\"\nstrongpoint = true\n\
                    area = [[1500, 1100], [1600, 1100], [1600, 1200], [1500, 1200]]\n";

#[test]
fn infantry_charges_to_the_wall_and_the_winner_enters() {
    prove(&[r::ML_GAP_43], |book| {
        let army = "blue 1 A foot 4 attack_column 31 15 0 C
                    red 1 D foot 2 garrison 31 23 180 T weapon=none";
        let stopped = field(book, FARM, army).play(&CHARGES[..5], &[], &[1]);
        // The wall stands 22 pas up: contact at 20.
        assert_eq!(stopped.at("A"), (3100, 1975));
        assert_eq!(stopped.charge("A").unwrap().began_at, 675 * PAS / 100);
        let fought = field(book, FARM, army).play(&CHARGES, &[], &[1, 6, 1, 1, 6, 4]);
        assert_eq!(fought.unit("A").inside, Some(0));
        assert_eq!(fought.unit("A").formation, Formation::NoFormation);
        assert_eq!(fought.at("A"), (3100, 2300));
        // The occupier has left through the far side.
        assert_eq!(fought.unit("D").inside, None);
        assert!(fought.at("D").1 >= 2425);
        assert_eq!((fought.unit("D").marker, fought.unit("D").formation), (Marker::Shaken, Formation::Disorder));
    });
}

#[test]
fn who_charges_out_of_a_building_has_left_it() {
    prove(&[r::ML_1_6J], |book| {
        let army = "blue 1 D foot 2 garrison 31 23 0 C
                    red 1 I foot 2 line 31 25.2 180 T weapon=none";
        let fought = field(book, FARM, army).play(&CHARGES, &[], &[6, 1, 1, 6, 4]);
        assert_eq!(fought.at("D"), (3100, 2520));
        assert_eq!((fought.unit("D").inside, fought.unit("D").formation), (None, Formation::Disorder));
    });
}
