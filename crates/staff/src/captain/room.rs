//! Room for all units: friends that march through each other become disordered in most rulesets, and look foolish in
//! all.

use crate::march;
use crate::scene::Scene;
use game::{Extent, Rating, UnitId};
use table::{Manoeuvre, Piece, Pose, overlaps, turn};

/// Moments of a march at which friends are looked for, in twelfths: a line is thin.
const MOMENTS: [i32; 7] = [2, 3, 5, 6, 7, 9, 10];
const END: i32 = 12;

/// The start and end of each unit's march.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    ways: Vec<(UnitId, Pose, Pose, Extent)>,
    /// Units that are still to be sent, and may have to stay where they are.
    waiting: Vec<(UnitId, Piece)>,
    /// Cost of marching through a friend, in hundredths of a point.
    cost: i64,
}

impl Room {
    /// Every unit except these stands where it is.
    pub fn new(scene: &Scene<'_>, movers: &[UnitId]) -> Self {
        let still = scene.friends().filter(|unit| !movers.contains(&unit.unit));
        Self {
            ways: still.map(|unit| (unit.unit, unit.pose, unit.pose, unit.extent)).collect(),
            waiting: Vec::new(),
            cost: scene.weights.crowd,
        }
    }

    /// A unit may not end where one of these stands that has not been sent away.
    pub fn minding(mut self, scene: &Scene<'_>, movers: &[UnitId]) -> Self {
        let waits = scene.friends().filter(|unit| movers.contains(&unit.unit));
        self.waiting = waits.map(|unit| (unit.unit, unit.extent.at(unit.pose))).collect();
        self
    }

    /// The room that a unit takes at the end of a way.
    pub fn extent(unit: &Rating, legs: &[Manoeuvre]) -> Extent {
        let form = legs.iter().find_map(|leg| match leg {
            Manoeuvre::Reform(name) => unit.stances.iter().find(|stance| stance.name.as_str() == name.as_str()),
            _ => None,
        });
        form.map_or(unit.extent, |stance| stance.extent)
    }

    /// Cost to a unit of going this way beside the others.
    pub fn crowded(&self, unit: &Rating, legs: &[Manoeuvre]) -> i64 {
        let (to, extent) = (march::end(unit.pose, legs), Self::extent(unit, legs));
        let now = unit.extent.at(unit.pose);
        let size = |extent: &Extent| extent.left.max(extent.right) + extent.ahead.max(extent.behind);
        let meets = |(other, from, end, his): &(UnitId, Pose, Pose, Extent)| {
            // Units on ways that are farther apart than both are long never meet.
            let apart = unit.pose.at.to(from.at) - unit.pose.at.to(to.at) - from.at.to(end.at);
            // A unit that overlaps a friend may pass through it to get out, but not stay.
            let inside = || overlaps(&now, &his.at(*from));
            let meet = |moment: i32| {
                overlaps(&extent.at(between(unit.pose, to, moment)), &his.at(between(*from, *end, moment)))
            };
            *other != unit.unit
                && apart <= f64::from(size(&extent) + size(his))
                && (meet(END) || !inside() && MOMENTS.into_iter().any(meet))
        };
        let there = extent.at(to);
        let on = |(other, place): &&(UnitId, Piece)| *other != unit.unit && overlaps(&there, place);
        let count = 2 * self.ways.iter().filter(|way| meets(way)).count() + self.waiting.iter().filter(on).count();
        self.cost * i64::try_from(count).unwrap_or(0) / 2
    }

    /// A unit goes this way.
    pub fn take(&mut self, unit: &Rating, legs: &[Manoeuvre]) {
        self.waiting.retain(|(other, _)| *other != unit.unit);
        self.ways.push((unit.unit, unit.pose, march::end(unit.pose, legs), Self::extent(unit, legs)));
    }
}

/// A pose on the way, after this many twelfths of it.
fn between(from: Pose, to: Pose, twelfths: i32) -> Pose {
    let part = |a: i32, b: i32| a + (b - a) / 12 * twelfths;
    let facing = from.facing + turn(from.facing, to.facing) / 12 * twelfths;
    Pose::new(part(from.at.x, to.at.x), part(from.at.y, to.at.y), facing)
}
