//! What every ruleset makes of a scenario alike: whose a camp is, where an army stands, which edge is its own, where those who come later
//! come on.

use armies::Camp;
use game::Side;
use table::{Angle, Cm, Point, Pose};

/// A side of the game for a camp of the scenario.
#[must_use]
pub const fn side(camp: Camp) -> Side {
    match camp {
        Camp::Blue => Side::Blue,
        Camp::Red => Side::Red,
    }
}

/// The middle of some points; of none the corner of the table.
#[must_use]
pub fn middle_of(points: &[Point]) -> Point {
    let n = i64::try_from(points.len()).unwrap_or(1).max(1);
    let mean = |of: fn(&Point) -> Cm| Cm::try_from(points.iter().map(|p| i64::from(of(p))).sum::<i64>() / n);
    Point::new(mean(|p| p.x).unwrap_or(0), mean(|p| p.y).unwrap_or(0))
}

/// The bearing of each side's own edge: away from the enemy, as the armies are placed.
#[must_use]
pub fn homes(placed: impl Fn(Side) -> Vec<Point>) -> [Angle; 2] {
    let [blue, red] = Side::BOTH.map(|side| middle_of(&placed(side)));
    let home = |own: Point, enemy: Point| {
        let (dx, dy) = (own.x - enemy.x, own.y - enemy.y);
        match (dx.abs() > dy.abs(), dx > 0, dy > 0) {
            (true, true, _) => 9_000,
            (true, false, _) => 27_000,
            (false, _, true) => 0,
            (false, _, false) => 18_000,
        }
    };
    [home(blue, red), home(red, blue)]
}

/// Where the unit of this number comes on, so far inside the table: to the right and left of the place by turns.
#[must_use]
pub fn abreast(entry: Pose, n: usize, apart: Cm, inside: Cm) -> Pose {
    let step = Cm::try_from(n.div_ceil(2)).unwrap_or(0) * apart;
    let aside = if n.is_multiple_of(2) { step } else { -step };
    Pose { at: entry.local(aside, inside), facing: entry.facing }
}
