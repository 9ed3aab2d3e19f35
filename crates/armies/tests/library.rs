//! All embedded data reads without a fault and fits on its ground.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::Side;
use grognard_armies as armies;

use armies::{Arm, Formation, Library, Scenario, Strength, Unit};
use table::{Kind, Point, Shape};

#[test]
fn every_shipped_file_reads_without_fault() {
    let library = Library::embedded();
    let faults: Vec<String> = library.faults().iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let ids: Vec<&str> = library.scenarios().iter().map(|s| s.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "ecole-1-marche",
            "ecole-2-feu",
            "ecole-3-charge",
            "ecole-4-chefs",
            "ecole-5-canons",
            "ecole-6-combat",
            "jakubovo-1812",
            "maida-1806",
            "premier-feu",
            "saalfeld-1806"
        ]
    );
    for id in ids {
        assert!(library.text(id).is_some(), "{id}: the file is named after the scenario");
    }
}

/// A rectangle on the ground: centre, unit vectors along the front and forwards, half sizes; metres.
struct Rect {
    at: (f64, f64),
    along: (f64, f64),
    ahead: (f64, f64),
    half: (f64, f64),
}

impl Rect {
    /// The approximate footprint of a unit: bases of 50 by 25 m, one for 175 men or 6 guns.
    fn of(unit: &Unit) -> Option<Self> {
        let pose = unit.pose?;
        let n = f64::from(match unit.strength {
            Strength::Men(men) => ((men + 87) / 175).clamp(1, 6),
            Strength::Guns(guns) => guns.div_ceil(6),
            Strength::Elements(n) => n,
        });
        let (front, depth) = match unit.formation {
            Formation::Line | Formation::Deployed => (n * 50.0, 25.0),
            Formation::Skirmish => (n * 75.0 - 25.0, 25.0),
            Formation::AttackColumn => (50.0, n * 25.0),
            Formation::MarchColumn | Formation::Limbered => (50.0, n * 37.5),
            Formation::Square => (75.0, 75.0),
            Formation::Garrison => (50.0, 50.0),
        };
        let bearing = f64::from(pose.facing) / 100.0;
        let (sin, cos) = bearing.to_radians().sin_cos();
        let (x, y) = (f64::from(pose.at.x) / 100.0, f64::from(pose.at.y) / 100.0);
        let behind = if unit.formation == Formation::Garrison { 0.0 } else { depth / 2.0 };
        Some(Self {
            at: (x - sin * behind, y - cos * behind),
            along: (cos, -sin),
            ahead: (sin, cos),
            half: (front / 2.0, depth / 2.0),
        })
    }

    fn corners(&self) -> Vec<(f64, f64)> {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .iter()
            .map(|(a, b)| {
                let (w, d) = (a * self.half.0, b * self.half.1);
                (self.at.0 + self.along.0 * w + self.ahead.0 * d, self.at.1 + self.along.1 * w + self.ahead.1 * d)
            })
            .collect()
    }

    /// Points all over it, close enough to find a house between them.
    fn spots(&self) -> Vec<(f64, f64)> {
        let steps = |half: f64| (0..=16).map(move |n| half * (f64::from(n) / 8.0 - 1.0));
        let place = |w: f64, d: f64| {
            (self.at.0 + self.along.0 * w + self.ahead.0 * d, self.at.1 + self.along.1 * w + self.ahead.1 * d)
        };
        steps(self.half.0).flat_map(|w| steps(self.half.1).map(move |d| (w, d))).map(|(w, d)| place(w, d)).collect()
    }

    /// Separating axes: the four side directions of two rectangles suffice.
    fn overlaps(&self, other: &Self) -> bool {
        [self.along, self.ahead, other.along, other.ahead].iter().all(|axis| {
            let reach = |r: &Self| {
                let on = r.corners().into_iter().map(|(x, y)| x * axis.0 + y * axis.1);
                (on.clone().fold(f64::MAX, f64::min), on.fold(f64::MIN, f64::max))
            };
            let (a, b) = (reach(self), reach(other));
            a.0 < b.1 && b.0 < a.1
        })
    }
}

fn placed(scenario: &Scenario) -> Vec<(&Unit, Rect)> {
    scenario.units().filter_map(|(_, _, unit)| Some((unit, Rect::of(unit)?))).collect()
}

#[test]
fn units_stand_inside_the_table_and_do_not_overlap() {
    for scenario in Library::embedded().scenarios() {
        let (width, height) = (f64::from(scenario.ground.width) / 100.0, f64::from(scenario.ground.height) / 100.0);
        let units = placed(scenario);
        for (n, (unit, rect)) in units.iter().enumerate() {
            for (x, y) in rect.corners() {
                assert!(
                    (0.0..=width).contains(&x) && (0.0..=height).contains(&y),
                    "{}: {} sticks out at {x} {y}",
                    scenario.id,
                    unit.id
                );
            }
            for (other, other_rect) in units.iter().skip(n + 1) {
                assert!(!rect.overlaps(other_rect), "{}: {} overlaps {}", scenario.id, unit.id, other.id);
            }
        }
    }
}

/// Kinds under a point, the uppermost last.
fn under(scenario: &Scenario, x: f64, y: f64) -> Vec<Kind> {
    let covers = |shape: &Shape| match shape {
        Shape::Area(corners) => within(corners, x, y),
        Shape::Line { points, width } => {
            points.windows(2).any(|pair| distance(pair[0], pair[1], x, y) <= f64::from(*width) / 200.0)
        }
    };
    scenario.ground.features.iter().filter(|f| covers(&f.shape)).map(|f| f.kind).collect()
}

fn within(corners: &[Point], x: f64, y: f64) -> bool {
    let mut inside = false;
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let (ax, ay, bx, by) =
            (f64::from(a.x) / 100.0, f64::from(a.y) / 100.0, f64::from(b.x) / 100.0, f64::from(b.y) / 100.0);
        if (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax) {
            inside = !inside;
        }
    }
    inside
}

fn distance(a: Point, b: Point, x: f64, y: f64) -> f64 {
    let (ax, ay, bx, by) =
        (f64::from(a.x) / 100.0, f64::from(a.y) / 100.0, f64::from(b.x) / 100.0, f64::from(b.y) / 100.0);
    let length = (bx - ax).powi(2) + (by - ay).powi(2);
    let t = if length == 0.0 { 0.0 } else { (((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length).clamp(0.0, 1.0) };
    (x - ax - t * (bx - ax)).hypot(y - ay - t * (by - ay))
}

#[test]
fn units_stand_on_ground_their_arm_can_stand_on() {
    let closed_to_all = [Kind::River, Kind::Impassable];
    let closed_to_foot = [Kind::MasonryBuilding, Kind::WoodenBuilding];
    let closed_to_horse = [Kind::Forest, Kind::MasonryBuilding, Kind::WoodenBuilding];
    let closed_to_guns = [
        Kind::Forest,
        Kind::OpenWood,
        Kind::Orchard,
        Kind::TallCrops,
        Kind::Marsh,
        Kind::Rocks,
        Kind::Stream,
        Kind::MasonryBuilding,
        Kind::WoodenBuilding,
    ];
    for scenario in Library::embedded().scenarios() {
        for (unit, rect) in placed(scenario).iter().filter(|(u, _)| u.formation != Formation::Garrison) {
            let spots = rect.spots();
            for (x, y) in spots {
                let kinds = under(scenario, x, y);
                let closed: &[Kind] = match unit.arm {
                    Arm::Infantry => &closed_to_foot,
                    Arm::Cavalry => &closed_to_horse,
                    Arm::Artillery => &closed_to_guns,
                };
                let bad = kinds.iter().find(|k| closed_to_all.contains(k) || closed.contains(k));
                assert!(bad.is_none(), "{}: {} stands in {bad:?} at {x:.0} {y:.0}", scenario.id, unit.id);
            }
        }
    }
}

#[test]
fn generals_are_near_their_units_and_battalions_are_not_too_strong() {
    for scenario in Library::embedded().scenarios() {
        for (side, command, unit) in scenario.units() {
            if let Strength::Men(men) = unit.strength {
                assert!(men <= 1_050, "{}: {} is to be split", scenario.id, unit.id);
            }
            let general = &scenario.force(side).commands[command].general;
            if let (Some(at), Some(pose)) = (general.at, unit.pose) {
                let metres = f64::from(at.x - pose.at.x).hypot(f64::from(at.y - pose.at.y)) / 100.0;
                assert!(metres <= 600.0, "{}: {} is {metres:.0} m from {}", scenario.id, general.name, unit.id);
            }
        }
    }
}

#[test]
fn a_whole_side_is_on_the_table_or_on_its_way_under_a_chain_of_command() {
    for scenario in Library::embedded().scenarios() {
        for side in Side::BOTH {
            let force = scenario.force(side);
            let commander = force.commander.expect("a commander in chief");
            for (n, command) in force.commands.iter().enumerate() {
                assert!(
                    n == commander || force.chain(n).last() == Some(&commander),
                    "{}: {} is out of the chain",
                    scenario.id,
                    command.id
                );
            }
            for (_, unit) in force.units() {
                let comes = force.arrivals.iter().any(|a| a.units.contains(&unit.id));
                assert!(unit.pose.is_some() != comes, "{}: {}", scenario.id, unit.id);
            }
        }
    }
}

#[test]
fn the_marie_louise_table_of_every_type_is_whole() {
    for kind in Library::embedded().troops().iter() {
        let table = kind.for_ruleset("marie-louise").unwrap_or_else(|| panic!("{} has no table", kind.key));
        for key in ["class", "cohesion", "status", "fire", "manoeuvre", "weapon", "elements", "cost"] {
            assert!(table.contains_key(key), "{}: {key}", kind.key);
        }
        assert_eq!(table.contains_key("light_company"), kind.arm == Arm::Infantry, "{}", kind.key);
    }
}

#[test]
fn the_first_battle_is_even_by_the_declared_costs() {
    let library = Library::embedded();
    let scenario = library.find("premier-feu").unwrap();
    let cost = |side| -> i64 {
        let units =
            scenario.force(side).units().map(|(_, unit)| unit.for_ruleset("marie-louise", library.troops()).unwrap());
        units.map(|table| table["cost"].as_integer().unwrap()).sum()
    };
    assert_eq!(scenario.units().count(), 6);
    assert_eq!(cost(Side::Blue), cost(Side::Red));
}

#[test]
fn a_unit_lays_its_own_values_over_those_of_its_type() {
    let library = Library::embedded();
    let mut unit = library.find("premier-feu").unwrap().sides[0].commands[0].units[0].clone();
    let plain = unit.for_ruleset("marie-louise", library.troops()).unwrap();
    assert_eq!(plain["cohesion"].as_str(), Some("standard"));
    unit.overrides.insert("marie-louise".to_owned(), toml::toml! { cohesion = "superior" });
    let own = unit.for_ruleset("marie-louise", library.troops()).unwrap();
    assert_eq!(own["cohesion"].as_str(), Some("superior"));
    assert_eq!(own["class"], plain["class"]);
    assert_eq!(unit.for_ruleset("nobody", library.troops()), None);
}
