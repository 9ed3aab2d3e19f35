//! Battles made from a seed: whatever the seed, the file is valid, both armies cost the same, the ground is the same
//! seen from both sides, and it is fought to its end under every ruleset.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use armies::Scenario;
use game::{Setup, Side};
use grognard_shipped::all;
use grognard_shipped::make::{EVEN, LEAST_UNITS, MOST_UNITS, Unmade, Wish, make, prices};
use std::collections::{BTreeMap, BTreeSet};

fn wish(seed: u64, units: u16) -> Wish {
    Wish { seed, units, year: None, nations: [None, None] }
}

fn made(wish: &Wish) -> (String, Scenario) {
    let text = make(wish).unwrap_or_else(|unmade| panic!("{wish:?}: {unmade}"));
    let scenario = armies::parse(&text, "made").unwrap_or_else(|faults| panic!("{wish:?}: {faults:?}\n{text}"));
    (text, scenario)
}

fn setup(text: &str, seed: u64) -> Setup {
    Setup {
        scenario: text.to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: [String::new(), String::new()],
        seed: Some(game::battery::seed(41, seed)),
        salt: game::battery::seed(42, seed),
    }
}

/// A side of the file as an army list, without its places: as `grognard army check` would price it.
fn list(text: &str, side: &str, year: u16) -> String {
    let file: toml::Table = toml::from_str(text).unwrap();
    let force = file[side].as_table().unwrap();
    let mut commands = force["commands"].as_array().unwrap().clone();
    for command in &mut commands {
        let command = command.as_table_mut().unwrap();
        command["general"].as_table_mut().unwrap().remove("at");
        for unit in command.get_mut("units").and_then(toml::Value::as_array_mut).into_iter().flatten() {
            unit.as_table_mut().unwrap().remove("at");
        }
    }
    let mut list = toml::Table::new();
    list.insert("id".to_owned(), side.into());
    list.insert("title".to_owned(), file["title"].clone());
    list.insert("nation".to_owned(), force["nation"].clone());
    list.insert("year".to_owned(), i64::from(year).into());
    list.insert("commands".to_owned(), commands.into());
    toml::to_string(&list).unwrap()
}

/// Corners of everything on the ground with its kind, and the same turned by half a circle.
fn ground(scenario: &Scenario, turned: bool) -> BTreeSet<String> {
    let (width, height) = (scenario.ground.width, scenario.ground.height);
    let turn = |p: &table::Point| if turned { (width - p.x, height - p.y) } else { (p.x, p.y) };
    let shapes = scenario.ground.features.iter().map(|feature| {
        let (table::Shape::Area(points) | table::Shape::Line { points, .. }) = &feature.shape;
        let mut corners: Vec<(i32, i32)> = points.iter().map(turn).collect();
        corners.sort_unstable();
        format!("{:?} {} {} {corners:?}", feature.kind, feature.level, feature.strongpoint)
    });
    let objectives = scenario.objectives.iter().map(|objective| match &objective.area {
        armies::Area::Around { at, radius } => format!("{:?} {radius} {:?}", objective.points, turn(at)),
        armies::Area::Polygon(_) => panic!("objectives are round"),
    });
    shapes.chain(objectives).collect()
}

#[test]
fn every_seed_makes_an_even_battle_that_every_ruleset_sets_up() {
    let mut nations = BTreeSet::new();
    for seed in 0..24 {
        let units = LEAST_UNITS + u16::try_from(seed % u64::from(MOST_UNITS - LEAST_UNITS + 1)).unwrap();
        let (text, scenario) = made(&wish(seed, units));
        if seed % 6 == 0 {
            assert_eq!(made(&wish(seed, units)).0, text, "the same seed, the same file");
        }
        for side in Side::BOTH {
            assert_eq!(scenario.force(side).units().count(), usize::from(units), "seed {seed}");
        }
        let year = scenario.date.year;
        let [south, north] = ["blue", "red"].map(|side| prices(&list(&text, side, year)).expect("a price"));
        assert_eq!(south.len(), all().len(), "every ruleset has prices");
        for (blue, red) in south.iter().zip(&north) {
            let [blue, red] = [blue, red].map(|cost| cost.generals + cost.units.iter().sum::<i64>());
            assert!((blue - red).abs() * 1_000 <= EVEN * blue.max(red), "seed {seed}: {blue} and {red}");
        }
        assert_eq!(ground(&scenario, false), ground(&scenario, true), "seed {seed}: the same from both sides");
        for ruleset in all() {
            if let Err(faults) = ruleset.begin(&setup(&text, seed)) {
                panic!("seed {seed}, {units} units, {}: {faults:?}", ruleset.id());
            }
        }
        nations.extend(Side::BOTH.map(|side| scenario.force(side).nation.clone()));
    }
    assert!(nations.len() >= 4, "{nations:?}");
    assert_ne!(made(&wish(1, 8)).0, made(&wish(2, 8)).0);
}

#[test]
fn wishes_are_kept_and_what_cannot_be_had_is_told() {
    let asked = |blue: &str, red: &str, year| Wish {
        seed: 5,
        units: 7,
        year,
        nations: [Some(blue.to_owned()), Some(red.to_owned())],
    };
    let (_, scenario) = made(&asked("france", "russia", Some(1812)));
    assert_eq!(scenario.date.year, 1812);
    assert_eq!(Side::BOTH.map(|side| scenario.force(side).nation.as_str()), ["france", "russia"]);
    let (_, scenario) = made(&asked("france", "france", None));
    let names = |side| scenario.force(side).commands.iter().map(|command| command.general.name.clone());
    let all: BTreeSet<String> = Side::BOTH.into_iter().flat_map(names).collect();
    assert_eq!(all.len(), 2 * scenario.force(Side::Blue).commands.len(), "no name twice: {all:?}");
    let refused = |wish: &Wish| make(wish).unwrap_err();
    assert_eq!(refused(&wish(1, 2)), Unmade::Size { units: 2 });
    assert!(matches!(refused(&asked("france", "prusia", None)), Unmade::Nation { name, .. } if name == "prusia"));
    let swiss = Unmade::NoTroops { nation: "switzerland, france".to_owned(), year: None };
    assert_eq!(refused(&asked("switzerland", "france", None)), swiss, "they have neither horse nor guns");
    let early = Unmade::NoTroops { nation: "france, portugal".to_owned(), year: Some(1805) };
    assert_eq!(refused(&asked("france", "portugal", Some(1805))), early);
}

#[test]
fn made_battles_are_fought_to_their_end_under_every_ruleset() {
    for (seed, units) in [(3, 4), (11, 7)] {
        let (text, _) = made(&wish(seed, units));
        for ruleset in all() {
            let mut battle = ruleset.begin(&setup(&text, seed)).unwrap();
            let mut generals = [1, 2].map(|luck| staff::general("recruit", luck + seed).unwrap());
            let [blue, red] = &mut generals;
            let outcome = staff::fight(battle.as_mut(), blue.as_mut(), red.as_mut(), 100_000)
                .unwrap_or_else(|error| panic!("seed {seed}, {}: {error}", ruleset.id()));
            assert_eq!(battle.outcome().as_ref(), Some(&outcome), "seed {seed}, {}", ruleset.id());
        }
    }
}
