//! Horse: near the flanks and gaps, where it has a target to charge and no muskets reach it; it stays unless another
//! place is clearly better.

use super::{Army, Form, Slot, place::Places};
use crate::scene::Scene;
use game::{Nerve, Rating, Sort};
use table::{Cm, Point, Pose};

pub(super) fn slot(scene: &Scene<'_>, army: &Army, unit: &Rating, room: &Places) -> Slot {
    let wing = (0..army.wings.len())
        .filter(|n| army.wings.get(*n).is_some_and(|wing| !wing.alone))
        .min_by_key(|n| army.wings.get(*n).map_or(i64::MAX, |wing| unit.pose.at.to(wing.line.at) as i64))
        .unwrap_or(0);
    let stir = scene.conduct.horse_stir;
    let here = value(scene, army, unit, unit.pose) + unit.worth * stir;
    let mut best = (here, unit.pose);
    for at in spots(scene, army, unit) {
        let far = unit.far(at);
        let facing = toward(scene, at).map_or(unit.pose.facing, |enemy| at.bearing_to(enemy));
        let pose = room.free(scene, unit, Pose { at, facing });
        let turns = i64::from(far) * 100 / i64::from(unit.reach.max(1));
        let value = value(scene, army, unit, pose) - unit.worth * turns * stir / 300;
        if value > best.0 {
            best = (value, pose);
        }
    }
    Slot::at(best.1, Form::Any, wing)
}

fn toward(scene: &Scene<'_>, at: Point) -> Option<Point> {
    super::nearest(scene.enemies().filter(|enemy| enemy.nerve < Nerve::Running), at).map(|(_, enemy)| enemy.pose.at)
}

/// The ends of the lines, a little behind, and behind their middle.
fn spots(scene: &Scene<'_>, army: &Army, unit: &Rating) -> Vec<Point> {
    let mut spots = Vec::new();
    let wide: Cm = unit.extent.left + unit.extent.right;
    for (n, wing) in army.wings.iter().enumerate().filter(|(_, wing)| !wing.alone) {
        let row = army.slots.values().filter(|slot| slot.wing == n && slot.first);
        let (mut left, mut right, mut front) = (0, 0, Cm::MIN);
        for slot in row {
            let (x, y) = wing.line.seen(slot.pose.at);
            (left, right, front) = (left.min(x), right.max(x), front.max(y));
        }
        if front == Cm::MIN {
            continue;
        }
        let aside = wide / 2 + scene.view.contact * 2;
        for back in [scene.view.support / 3, scene.view.support] {
            for x in [left - aside, right + aside, i32::midpoint(left, right)] {
                spots.push(wing.line.local(x, front - back));
            }
        }
    }
    spots
}

/// The value of a pose to a regiment.
fn value(scene: &Scene<'_>, army: &Army, unit: &Rating, pose: Pose) -> i64 {
    let mut prey = 0;
    for enemy in scene.enemies() {
        let far = enemy.far(pose.at);
        if unit.strikes == 0 || far > unit.strikes * 9 / 10 || scene.screened(unit, enemy.pose.at, pose.at) {
            continue;
        }
        let (gain, cost) = scene.attack(unit, pose.at, enemy, enemy.pose);
        prey = prey.max(scene.net(gain, cost).max(unit.worth * 2));
    }
    // No horse waits under muskets and canister.
    let fired = scene.enemies().filter(|e| e.sort != Sort::Horse && e.nerve <= Nerve::Halted && e.range > 0);
    let fired = fired.filter(|e| e.far(pose.at) <= e.range).map(|e| e.fire).sum::<i64>();
    let threat = scene.threat(unit, pose);
    let friend = super::nearest(scene.friends().filter(|f| f.unit != unit.unit && f.sort == Sort::Foot), pose.at);
    let alone = friend.map_or(0, |(far, _)| i64::from((far - 2 * scene.view.support).max(0)) * unit.worth / 2_000);
    let wing = army.wings.iter().filter(|w| !w.alone).map(|wing| wing.line.at.to(pose.at) as i64).min().unwrap_or(0);
    prey - fired * scene.conduct.horse_fire / 100 - threat - alone - wing * unit.worth / 20_000
}
