//! The line of battle: where many fight, nobody goes off by himself. One unit on foot takes or keeps each place, the others go
//! where the enemy is nearest and stand when they can fire; horse waits behind them until it has somebody to charge.

use super::plan::{Mission, Task};
use crate::scene::Scene;
use game::{Appraisal, Goal, Rating, Side, Sort, UnitId};
use std::collections::BTreeMap;
use table::Cm;

/// With fewer friends than this each has a mission of its own: there is no line to keep.
const ENOUGH: usize = 6;

/// Whether a side is large enough to fight in line.
pub(crate) fn formed_by(view: &Appraisal, side: Side) -> bool {
    view.troops(side).count() >= ENOUGH
}

/// What everybody is for.
pub(super) fn missions(scene: &Scene<'_>) -> BTreeMap<UnitId, Mission> {
    let mut free: Vec<&Rating> = scene.friends().filter(|unit| unit.able()).collect();
    let mut missions = BTreeMap::new();
    for (unit, goal) in share_out(scene, &mut free) {
        let task = if goal.holder == Some(scene.side) { Task::Keep } else { Task::Take };
        let mission = Mission { task, at: goal.at, radius: goal.radius * 7 / 10, worth: goal.worth * 100 };
        missions.insert(unit.unit, mission);
    }
    for unit in free {
        let Some(enemy) = nearest(unit, scene.enemies()) else { continue };
        let friends = scene.friends().filter(|friend| friend.unit != unit.unit && friend.sort != Sort::Horse);
        let (task, at) = match nearest(unit, friends) {
            Some(friend) if unit.sort == Sort::Horse => {
                let away = enemy.pose.at.bearing_to(friend.pose.at);
                let behind = scene.view.support * scene.weights.reserve as Cm / 100;
                (Task::Support(friend.unit), friend.pose.at.step(away, behind))
            }
            _ => (Task::Hunt(enemy.unit), enemy.pose.at),
        };
        let mission = Mission { task, at, radius: scene.view.contact, worth: scene.weights.support_worth };
        missions.insert(unit.unit, mission);
    }
    missions
}

/// One unit on foot for each place, the nearest pairs first; they are free no longer.
pub(crate) fn share_out<'a>(scene: &Scene<'a>, free: &mut Vec<&'a Rating>) -> Vec<(&'a Rating, &'a Goal)> {
    let mut sent = Vec::new();
    let mut places: Vec<&Goal> = scene.view.goals.iter().collect();
    loop {
        let pairs = places.iter().enumerate().flat_map(|(p, goal)| {
            let fit = free.iter().enumerate().filter(|(_, unit)| unit.sort == Sort::Foot);
            fit.map(move |(u, unit)| (unit.far(goal.at), p, u))
        });
        let Some((_, p, u)) = pairs.min() else { return sent };
        sent.push((free.remove(u), places.remove(p)));
    }
}

fn nearest<'a>(unit: &Rating, all: impl Iterator<Item = &'a Rating>) -> Option<&'a Rating> {
    all.min_by_key(|other| (unit.far(other.pose.at), other.pose.at))
}
