//! The line of battle: where many units fight, none goes off by itself.

use super::plan::{Mission, Task};
use crate::army::{Army, Role, Slot};
use crate::scene::Scene;
use crate::weights::Conduct;
use game::{Appraisal, Goal, Rating, Side, Sort, UnitId};
use std::collections::BTreeMap;

/// Whether a side is large enough to fight in line; with fewer units each has a mission of its own.
pub(crate) fn formed_by(view: &Appraisal, side: Side, conduct: &Conduct) -> bool {
    i64::try_from(view.troops(side).count()).is_ok_and(|units| units >= conduct.line_from)
}

/// The mission of every unit, by the plan of the army.
pub(super) fn missions(scene: &Scene<'_>, army: &Army) -> BTreeMap<UnitId, Mission> {
    let mission = |(id, slot): (&UnitId, &Slot)| {
        let wing = army.wings.get(slot.wing)?;
        let goal = scene.view.goals.iter().find(|goal| goal.at == wing.aim);
        let unit = scene.view.unit(*id)?;
        let enemy = nearest(unit, scene.enemies());
        let task = match (wing.role, goal, enemy) {
            (Role::Main, Some(_), _) => Task::Take,
            (Role::Keep, _, _) => Task::Keep,
            (_, _, Some(enemy)) => Task::Hunt(enemy.unit),
            _ => Task::Keep,
        };
        let at = goal.map_or(slot.pose.at, |goal| goal.at);
        let worth = goal.map_or(scene.weights.support_worth, |goal| goal.worth * 100);
        Some((*id, Mission { task, at, radius: scene.view.contact, worth }))
    };
    army.slots.iter().filter_map(mission).collect()
}

/// One unit on foot for each place, the nearest pairs first; the units taken leave the free ones.
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
