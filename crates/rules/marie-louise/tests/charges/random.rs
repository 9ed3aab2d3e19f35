//! Whole battles at random.

use crate::field::field;
use grognard_marie_louise::Book;
use std::collections::BTreeSet;

/// Two armies at close quarters, with a wood, a farm, a wall and a marsh between them.
const MELEE_GROUND: &str = r#"
[[ground.features]]
kind = "forest"
area = [[1000, 1000], [1300, 1000], [1300, 1250], [1000, 1250]]
[[ground.features]]
kind = "masonry_building"
area = [[1500, 1100], [1600, 1100], [1600, 1200], [1500, 1200]]
strongpoint = true
[[ground.features]]
kind = "wall"
line = [[1700, 1150], [2000, 1150]]
width = 2
[[ground.features]]
kind = "marsh"
area = [[2100, 1000], [2300, 1000], [2300, 1300], [2100, 1300]]
"#;

const MELEE_ARMY: &str = "
    blue 1 A foot 4 line 20 18 0 -
    blue 1 B foot 4 attack_column 25 18 0 -
    blue 1 C foot 4 attack_column 25 14 0 -
    blue 1 D foot 3 garrison 31 23 0 -
    blue 1 E foot 3 skirmish 33 20 0 - skirmish_only=true
    blue 2 F horse 4 line 36 18 0 -
    blue 2 G horse 3 line 42 18 0 - class=battle
    blue 2 H horse 3 skirmish 46 18 0 - class=irregular
    blue 2 J guns 2 deployed 29 17 0 -
    red 1 K foot 4 line 20 30 180 -
    red 1 L foot 4 attack_column 25 29 180 -
    red 1 M foot 6 line 31 30 180 - status=levy cohesion=poor
    red 1 N foot 4 attack_column 25 33 180 -
    red 2 O horse 4 line 38 30 180 - lances=true overconfident=true
    red 2 P horse 3 line 43 30 180 - cuirassed=true class=battle
    red 2 Q foot 4 square 34 30 180 - manoeuvre=superior
    red 2 S guns 2 deployed 28 31 180 -
    red 2 U guns 1 limbered 46 31 180 -";

#[test]
fn random_battles_come_to_an_end_and_ask_every_question_of_a_charge() {
    let mut asked = BTreeSet::new();
    for luck in 0..40 {
        let (turns, kinds) = field(&Book::new(), MELEE_GROUND, MELEE_ARMY).at_random(luck);
        assert!(turns <= 6);
        asked.extend(kinds);
    }
    let kinds = [
        "name_charges",
        "answer_charge",
        "redeploy",
        "fall_back",
        "new_target",
        "bonus",
        "receive",
        "next_impact",
        "pursue",
        "join_melee",
    ];
    for kind in kinds {
        assert!(asked.contains(kind), "never asked: {kind} (asked: {asked:?})");
    }
}
