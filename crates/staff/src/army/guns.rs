//! Batteries: beside their line, where they have the enemy in range, and in action there.

use super::{Army, Form, Posture, Slot, nearest};
use crate::scene::Scene;
use game::{Nerve, Rating};
use table::{Cm, Pose};

pub(super) fn slot(scene: &Scene<'_>, army: &Army, unit: &Rating) -> Option<Slot> {
    let enemies = || scene.enemies().filter(|enemy| enemy.nerve < Nerve::Running);
    let range = unit.range;
    // The share of its range at which it goes into action.
    let keep = Cm::try_from(i64::from(range) * scene.conduct.action / 100).unwrap_or(range);
    let seen = |pose: Pose| {
        let near = enemies().filter(|enemy| enemy.far(pose.at) <= range);
        near.filter(|enemy| !scene.screened(unit, enemy.pose.at, pose.at))
            .min_by_key(|enemy| (enemy.far(pose.at), enemy.unit))
    };
    let own = army.wings.iter().position(|wing| !wing.alone && wing.command == unit.command);
    let by_distance = || {
        (0..army.wings.len())
            .filter(|n| army.wings.get(*n).is_some_and(|wing| !wing.alone))
            .min_by_key(|n| army.wings.get(*n).map_or(i64::MAX, |wing| unit.pose.at.to(wing.line.at) as i64))
    };
    let wing = own.or_else(by_distance)?;
    let line = army.wings.get(wing)?.line;
    let deployed = unit.fire > 0;
    let target = seen(unit.pose);
    if let Some(enemy) = target.filter(|enemy| deployed || enemy.far(unit.pose.at) <= keep) {
        let facing = unit.pose.at.bearing_to(enemy.pose.at);
        let off = table::turn(unit.pose.facing, facing).abs();
        let facing = if off <= 4_000 { unit.pose.facing } else { facing };
        return Some(Slot::at(Pose { at: unit.pose.at, facing }, Form::Fire, wing));
    }
    let (far, enemy) = nearest(enemies(), line.at)?;
    // Guns that can only be pushed by hand are not moved: they would be out of action for longer than the enemy needs
    // to come.
    let by_hand = unit.reach == 0 && unit.stances.iter().all(|stance| stance.reach == 0);
    if deployed && (by_hand || army.posture == Posture::Hold && far > range) {
        let facing = unit.pose.at.bearing_to(enemy.pose.at);
        let off = table::turn(unit.pose.facing, facing).abs();
        let facing = if off <= 4_000 { unit.pose.facing } else { facing };
        return Some(Slot::at(Pose { at: unit.pose.at, facing }, Form::Fire, wing));
    }
    // To either end of the first line, level with it, as near as possible.
    let row = army.slots.iter().filter(|(_, slot)| slot.wing == wing && slot.first);
    let wide = row.map(|(_, slot)| line.seen(slot.pose.at).0.abs()).max().unwrap_or(0) + scene.view.contact * 2;
    let ahead = (far - keep).clamp(-scene.view.support, 0);
    let ends = [-wide, wide].map(|x| line.local(x, ahead));
    let at = ends.into_iter().min_by_key(|at| unit.far(*at)).unwrap_or(line.at);
    let form = if deployed && unit.far(at) <= scene.view.contact * 2 { Form::Fire } else { Form::March };
    Some(Slot::at(Pose { at, facing: at.bearing_to(enemy.pose.at) }, form, wing))
}
