//! Setting up a table.

use game::{Breakdown, Op, Rule};
use grognard_trois_couleurs::field::{Field, FieldUnit};
use grognard_trois_couleurs::resolve::nerve::morale::{self, MoraleSituation};
use grognard_trois_couleurs::{Arm, Body, Book, Cohesion, Formation, Troop, UD, Weapon};
use table::{Cm, Feature, Ground, Kind, Point, Pose, Shape, Terrain};

/// Hundredths of a UD on the ground.
pub fn ud(hundredths: i32) -> Cm {
    hundredths * UD / 100
}

/// The middle of the table.
pub const MIDDLE: Cm = 30 * UD;

/// A place, in hundredths of a UD east and north of the middle of the table.
pub fn at(east: i32, north: i32) -> Point {
    Point::new(MIDDLE + ud(east), MIDDLE + ud(north))
}

/// A pose at this place, facing this many degrees from north.
pub fn facing(east: i32, north: i32, degrees: i32) -> Pose {
    let place = at(east, north);
    Pose::new(place.x, place.y, degrees * 100)
}

/// A table with these things on it.
pub fn ground(features: Vec<Feature>) -> Field {
    Field::new(Terrain::new(Ground { width: 60 * UD, height: 60 * UD, features }))
}

pub fn bare() -> Field {
    ground(Vec::new())
}

fn feature(kind: Kind, shape: Shape, level: i32) -> Feature {
    Feature { kind, shape, name: String::new(), level, strongpoint: false, reconstructed: false }
}

/// An area between two opposite corners.
pub fn area(kind: Kind, level: i32, south_west: (i32, i32), north_east: (i32, i32)) -> Feature {
    let (west, south) = south_west;
    let (east, north) = north_east;
    let corners = [(west, south), (east, south), (east, north), (west, north)];
    feature(kind, Shape::Area(corners.iter().map(|&(x, y)| at(x, y)).collect()), level)
}

/// A line from one place to another.
pub fn line(kind: Kind, from: (i32, i32), to: (i32, i32)) -> Feature {
    feature(kind, Shape::Line { points: vec![at(from.0, from.1), at(to.0, to.1)], width: 0 }, 0)
}

/// A battalion: figures in front, ranks of figures.
pub fn battalion(side: u8, front: u8, ranks: u8, pose: Pose) -> FieldUnit {
    let formation = if ranks == 1 { Formation::Line } else { Formation::DivisionColumn };
    let body = Body { figures: front * ranks, front, ranks, formation, loaded: true, ..Body::default() };
    FieldUnit::new(side, Troop { arm: Arm::Infantry, base: Some(4), ..Troop::default() }, body, pose)
}

/// A squadron in line.
pub fn squadron(side: u8, front: u8, pose: Pose) -> FieldUnit {
    let body = Body { figures: front, front, ranks: 1, ..Body::default() };
    let troop = Troop { arm: Arm::Cavalry, cavalry_type: 1, weapon: Weapon::None, base: Some(5), ..Troop::default() };
    FieldUnit::new(side, troop, body, pose)
}

/// A battery in action with this many guns.
pub fn battery(side: u8, guns: u8, pose: Pose) -> FieldUnit {
    let front = guns.div_ceil(2);
    let body = Body {
        figures: guns,
        front,
        ranks: 1,
        formation: Formation::Deployed,
        state: Cohesion::Loose,
        loaded: true,
        ..Body::default()
    };
    let troop = Troop { arm: Arm::Artillery, weapon: Weapon::SixPounder, base: Some(4), ..Troop::default() };
    FieldUnit::new(side, troop, body, pose)
}

/// A company of skirmishers in front of a unit.
pub fn company(side: u8, figures: u8, covers: usize, pose: Pose) -> FieldUnit {
    let mut unit = battalion(side, figures, 1, pose);
    unit.body.formation = Formation::Skirmish;
    unit.body.state = Cohesion::Loose;
    unit.covers = Some(covers);
    unit
}

/// The sum of the lines of a rule in a test.
pub fn worth(book: &Book, situation: &MoraleSituation, rule: Rule) -> i64 {
    let mut breakdown = Breakdown::new("test", None);
    morale::modifiers(book, situation, &mut breakdown);
    let of_rule = breakdown.lines.iter().filter(|line| line.rule.to_string() == rule.id);
    of_rule.map(|line| if let Op::Add(amount) = line.op { amount } else { 0 }).sum()
}
