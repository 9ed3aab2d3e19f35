//! Charging a building (ML-GAP-43).

use crate::field::{CHARGES, field};
use game::UnitId;
use grognard_marie_louise::turn::{Instant, Step};
use grognard_marie_louise::world::World;
use grognard_marie_louise::{Aspect, Formation, Marker, PAS, r};
use rulebook::proof::prove;
use std::collections::BTreeMap;

const FARM: &str = "[[ground.features]]\nkind = \"masonry_building\"\nstrongpoint = true\n\
                    area = [[1500, 1100], [1600, 1100], [1600, 1200], [1500, 1200]]\n";

#[test]
fn infantry_charges_to_the_wall_and_the_winner_enters() {
    prove(&[r::ML_GAP_43], |book| {
        let army = "blue 1 A foot 4 attack_column 31 15 0 C
                    red 1 D foot 2 garrison 31 23 180 T weapon=none";
        let stopped = field(book, FARM, army).play(&CHARGES[..5], &[], &[1]);
        // The wall is 22 pas away: contact at 20.
        assert_eq!(stopped.at("A"), (3100, 1975));
        assert_eq!(stopped.charge("A").unwrap().began_at, 675 * PAS / 100);
        let fought = field(book, FARM, army).play(&CHARGES, &[], &[1, 6, 1, 1, 6, 4]);
        assert_eq!(fought.unit("A").inside, Some(0));
        assert_eq!(fought.unit("A").formation, Formation::NoFormation);
        assert_eq!(fought.at("A"), (3100, 2300));
        // The garrison has left through the far side.
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

#[test]
fn nobody_takes_the_place_of_a_garrison_in_a_burning_building() {
    prove(&[r::ML_GAP_57], |book| {
        let army = "blue 1 A foot 4 attack_column 31 15 0 C
                    red 1 D foot 2 garrison 31 23 180 T weapon=none";
        let fought = field(book, FARM, army).with(|w, _| w.burning.push(0)).play(&CHARGES, &[], &[1, 6, 1, 1, 6, 4]);
        assert_eq!((fought.unit("D").inside, fought.unit("D").marker), (None, Marker::Shaken));
        assert_eq!((fought.unit("A").inside, fought.at("A")), (None, (3100, 1975)));
    });
}

#[test]
fn a_garrison_in_disorder_still_fires_from_every_wall() {
    prove(&[r::ML_GAP_43], |book| {
        // After a melee in the building: A stands behind it.
        let army = "blue 1 A foot 4 line 31 20 0 T
                    red 1 D foot 2 garrison 31 23 0 T";
        let disorder = |w: &mut World, names: &BTreeMap<String, UnitId>| {
            w.unit_mut(names["D"]).formation = Formation::Disorder;
        };
        let fought = field(book, FARM, army).with(disorder).play(&[Step::Moment(Instant::Two)], &[], &[]);
        assert_eq!(fought.offered("fire", "D").unwrap(), ["hold_fire", "fire A"]);
        // It still has flanks and rear.
        let rear = fought.unit("A").pose.at;
        let unit = fought.unit("D");
        assert_eq!(field(book, FARM, army).rules.aspect(unit, rear), Aspect::Rear);
    });
}
