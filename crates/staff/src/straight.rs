//! Marches of units that keep in line: straight to their place and through no friend, until they can fire.

use crate::captain::Room;
use crate::march::{self, Drill};
use crate::scene::Scene;
use game::{Rating, Sort};
use table::{Cm, Manoeuvre, Point, turn};

/// Whether a unit is where it should be: at its place, or near enough to fire.
pub(crate) fn arrived(scene: &Scene<'_>, unit: &Rating, at: Point) -> bool {
    let enemy = scene.enemies().map(|e| e.far(unit.pose.at)).min().unwrap_or(Cm::MAX);
    unit.far(at) <= scene.view.contact || unit.sort != Sort::Horse && enemy <= unit.range
}

/// The ways of a unit to a place, the best first; the first is taken.
pub(crate) fn ways(scene: &Scene<'_>, unit: &Rating, drill: &Drill, at: Point, room: &mut Room) -> Vec<Vec<Manoeuvre>> {
    let mut ways = Vec::new();
    let in_range = || scene.enemies().any(|enemy| enemy.far(unit.pose.at) <= unit.range);
    // Guns unlimber where they have a target in range, and no sooner.
    if !unit.formed && (unit.sort != Sort::Guns || in_range()) {
        let best = unit.stances.iter().max_by_key(|s| (s.fire, s.shock)).map(|s| Manoeuvre::Reform(s.name.0.clone()));
        ways.extend(best.or_else(|| drill.reforms.first().cloned()).map(|reform| vec![reform]));
    }
    let facing = scene.enemies().min_by_key(|e| e.far(unit.pose.at)).map_or(at, |e| e.pose.at);
    let off = turn(unit.pose.facing, unit.pose.at.bearing_to(facing));
    ways.extend(drill.enters.iter().map(|enter| vec![enter.clone()]));
    if arrived(scene, unit, at) {
        // Only turns to the enemy.
        if off.abs() > 4_500 && drill.turn >= off.abs() {
            ways.push(vec![Manoeuvre::Turn(off)]);
        }
        ways.push(Vec::new());
    } else {
        march::towards(drill, unit.pose, at, &mut ways);
        ways.push(vec![Manoeuvre::Turn(off)]);
    }
    // Through no friend, if there is a way round.
    ways.sort_by_key(|legs| room.crowded(unit, legs));
    if let Some(legs) = ways.first() {
        room.take(unit, legs);
    }
    ways
}
