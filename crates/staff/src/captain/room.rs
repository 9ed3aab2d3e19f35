//! Room for everybody: friends who march through each other fall into disorder in most rulesets, and look foolish in all.

use crate::march;
use crate::scene::Scene;
use game::{Extent, Rating, UnitId};
use table::{Manoeuvre, Pose, overlaps, turn};

/// Moments of a march at which friends are looked for, in twelfths: a line is thin.
const MOMENTS: [i32; 8] = [2, 3, 5, 6, 7, 9, 10, 12];

/// Who goes from where to where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    ways: Vec<(UnitId, Pose, Pose, Extent)>,
    /// What it costs to march through a friend, in hundredths of a point.
    cost: i64,
}

impl Room {
    /// Everybody but these stands where he is.
    pub fn new(scene: &Scene<'_>, movers: &[UnitId]) -> Self {
        let still = scene.friends().filter(|unit| !movers.contains(&unit.unit));
        Self {
            ways: still.map(|unit| (unit.unit, unit.pose, unit.pose, unit.extent)).collect(),
            cost: scene.weights.crowd,
        }
    }

    fn extent(unit: &Rating, legs: &[Manoeuvre]) -> Extent {
        let form = legs.iter().find_map(|leg| match leg {
            Manoeuvre::Reform(name) => unit.stances.iter().find(|stance| stance.name.as_str() == name.as_str()),
            _ => None,
        });
        form.map_or(unit.extent, |stance| stance.extent)
    }

    /// What it costs a unit to go this way beside the others.
    pub fn crowded(&self, unit: &Rating, legs: &[Manoeuvre]) -> i64 {
        let (to, extent) = (march::end(unit.pose, legs), Self::extent(unit, legs));
        let now = unit.extent.at(unit.pose);
        let size = |extent: &Extent| extent.left.max(extent.right) + extent.ahead.max(extent.behind);
        let meets = |(other, from, end, his): &(UnitId, Pose, Pose, Extent)| {
            // Ways that are farther apart than both are long never meet.
            let apart = unit.pose.at.to(from.at) - unit.pose.at.to(to.at) - from.at.to(end.at);
            *other != unit.unit
                && apart <= f64::from(size(&extent) + size(his))
                && !overlaps(&now, &his.at(*from))
                && MOMENTS.iter().any(|moment| {
                    overlaps(&extent.at(between(unit.pose, to, *moment)), &his.at(between(*from, *end, *moment)))
                })
        };
        self.cost * i64::try_from(self.ways.iter().filter(|way| meets(way)).count()).unwrap_or(0)
    }

    /// A unit goes this way.
    pub fn take(&mut self, unit: &Rating, legs: &[Manoeuvre]) {
        self.ways.push((unit.unit, unit.pose, march::end(unit.pose, legs), Self::extent(unit, legs)));
    }
}

/// A pose on the way, so many twelfths of it.
fn between(from: Pose, to: Pose, twelfths: i32) -> Pose {
    let part = |a: i32, b: i32| a + (b - a) / 12 * twelfths;
    let facing = from.facing + turn(from.facing, to.facing) / 12 * twelfths;
    Pose::new(part(from.at.x, to.at.x), part(from.at.y, to.at.y), facing)
}
