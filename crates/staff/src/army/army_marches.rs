//! Ways to a place in the order of battle, with the formation and front that it asks for, through no friend.

use super::{Army, Form, Slot, line};
use crate::captain::Room;
use crate::march::{self, Drill};
use crate::scene::Scene;
use game::{Nerve, Rating, Sort};
use table::{Manoeuvre, Pose, turn};

/// Value of being formed at all.
const FORMED: i64 = 900;
/// Value of walls to a unit that is to stay.
const WALLS: i64 = 700;
/// The angle of a minimal turn in place, in hundredths of a degree.
const DRESS: i32 = 200;
/// Cost of running into an enemy on the march.
const RUN_INTO: i64 = 900;

/// The ways of a unit, the best first; the first is taken.
pub(crate) fn ways(
    scene: &Scene<'_>,
    army: &Army,
    unit: &Rating,
    drill: &Drill,
    room: &mut Room,
) -> Vec<Vec<Manoeuvre>> {
    let Some(slot) = army.slots.get(&unit.unit) else { return Vec::new() };
    let mut all = vec![Vec::new()];
    let at = slot.pose.at;
    let change = reform(scene, unit, drill, slot.form);
    march::towards(drill, unit.pose, at, &mut all);
    march::backwards(drill, unit.pose, at, &mut all);
    let off = turn(unit.pose.facing, slot.pose.facing);
    if off != 0 && drill.turn >= off.abs() {
        all.push(vec![Manoeuvre::Turn(off)]);
    }
    all.extend(drill.enters.iter().map(|enter| vec![enter.clone()]));
    // Half of a way, and then a turn to the front.
    let turned: Vec<Vec<Manoeuvre>> = all.iter().filter_map(|legs| turned(unit, drill, slot, legs)).take(6).collect();
    all.extend(turned);
    if let Some(change) = change {
        all.push(vec![change.clone()]);
        let (bearing, far) = (unit.pose.at.bearing_to(at), unit.far(at));
        let by = turn(unit.pose.facing, bearing);
        let half = line::stance(scene, unit, slot.form).map_or(unit.reach, |s| s.reach) / 2;
        for cm in [half, half * 3 / 4, half / 2].map(|cm| cm.min(far)) {
            if cm <= 0 {
                continue;
            }
            if by.abs() <= 4_500 {
                all.push(vec![change.clone(), Manoeuvre::Oblique { cm, by }]);
                all.push(vec![Manoeuvre::Oblique { cm, by }, change.clone()]);
            } else if unit.sort == Sort::Guns {
                all.push(vec![Manoeuvre::Turn(by), Manoeuvre::Ahead(cm), change.clone()]);
            }
        }
        if off.abs() > 2_000 && drill.turn >= off.abs() {
            all.push(vec![change, Manoeuvre::Turn(off)]);
        }
    }
    let told = unit.reach > 0 && drill.ahead * 2 >= unit.reach;
    if told && drill.turn > 0 {
        all.push(vec![Manoeuvre::Turn(DRESS)]);
    }
    let rate = |legs: &Vec<Manoeuvre>| {
        // In most rulesets a unit ordered to move that stays becomes hesitant; a minimal turn avoids it.
        let idle = if legs.is_empty() && told { 60 } else { 0 };
        value(scene, army, unit, slot, legs) - value(scene, army, unit, slot, &[]) - room.crowded(unit, legs) - idle
    };
    let mut rated: Vec<(i64, Vec<Manoeuvre>)> = all.into_iter().map(|legs| (rate(&legs), legs)).collect();
    rated.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    if let Some((_, legs)) = rated.first() {
        room.take(unit, legs);
    }
    rated.into_iter().map(|(_, legs)| legs).collect()
}

/// The change of formation that a place asks for, if it is open.
pub(crate) fn reform(scene: &Scene<'_>, unit: &Rating, drill: &Drill, form: Form) -> Option<Manoeuvre> {
    let named = line::stance(scene, unit, form).map(|stance| Manoeuvre::Reform(stance.name.0.clone()));
    match named {
        Some(change) => Some(change).filter(|change| drill.reforms.contains(change)),
        None if !unit.formed && unit.sort != Sort::Guns => drill.reforms.first().cloned(),
        None => None,
    }
}

fn turned(unit: &Rating, drill: &Drill, slot: &Slot, legs: &[Manoeuvre]) -> Option<Vec<Manoeuvre>> {
    let [Manoeuvre::Oblique { cm, .. }] = legs else { return None };
    let end = march::end(unit.pose, legs);
    let off = turn(end.facing, slot.pose.facing);
    (*cm <= unit.reach / 2 && off.abs() > 2_500 && off.abs() <= drill.turn)
        .then(|| legs.iter().cloned().chain([Manoeuvre::Turn(off)]).collect())
}

/// The value of some legs to a unit that has a place.
pub(crate) fn value(scene: &Scene<'_>, army: &Army, unit: &Rating, slot: &Slot, legs: &[Manoeuvre]) -> i64 {
    let end = march::end(unit.pose, legs);
    let mut value = standing(scene, unit, slot, end);
    let (wanted, order) = (line::stance(scene, unit, slot.form), scene.conduct.order);
    for leg in legs {
        match leg {
            Manoeuvre::Reform(name) => {
                let right = wanted.is_some_and(|stance| stance.name.as_str() == name.as_str());
                let forms = !unit.formed && unit.sort != Sort::Guns;
                value += if right { order } else { -order } + if forms { FORMED } else { 0 };
                // Guns are of use where they are in action.
                if right && unit.sort == Sort::Guns {
                    let far = end.at.far(slot.pose.at);
                    value += if far <= scene.view.contact { order } else { -2 * order };
                }
            }
            Manoeuvre::Enter(_) => {
                let counts = scene.view.goals.iter().any(|goal| unit.far(goal.at) <= goal.radius + scene.view.contact);
                let storms = army.wings.get(slot.wing).is_some_and(|wing| wing.assault);
                value += if counts {
                    2 * WALLS
                } else if storms {
                    -WALLS
                } else {
                    WALLS
                };
            }
            Manoeuvre::Turn(by) if by.abs() > 4_500 => value -= 40,
            _ => {}
        }
    }
    // On the move it fires worse or not at all.
    let fires = unit.range > 0 && unit.fire > 0 && scene.enemies().any(|enemy| enemy.far(unit.pose.at) <= unit.range);
    if !legs.is_empty() && fires {
        value -= unit.fire * scene.weights.stir / 100;
    }
    value
}

/// The value to a unit of a pose.
pub(crate) fn standing(scene: &Scene<'_>, unit: &Rating, slot: &Slot, end: Pose) -> i64 {
    let far = i64::from(end.at.far(slot.pose.at));
    let off = i64::from(turn(end.facing, slot.pose.facing).abs());
    let enemies = || scene.enemies().filter(|enemy| enemy.nerve < Nerve::Running);
    let (mut near, mut run_into) = (false, 0);
    for enemy in enemies() {
        let apart = enemy.far(end.at);
        near |= apart <= enemy.strikes.max(enemy.range) + unit.reach;
        if apart < scene.view.contact * 5 / 4 && apart < enemy.far(unit.pose.at) {
            run_into = RUN_INTO;
        }
    }
    let front = if near { (off - 2_000).max(0) * 500 / 9_000 } else { (off - 4_500).max(0) * 100 / 9_000 };
    -far * scene.conduct.nearer / i64::from(unit.reach.max(1)) - front - run_into
}

/// Ways of a unit that moves by itself, where it wheels and turns on the way.
pub(crate) fn acts(scene: &Scene<'_>, army: &Army, unit: &Rating, allowed: &[Manoeuvre]) -> Vec<Vec<Manoeuvre>> {
    let Some(slot) = army.slots.get(&unit.unit).map(Slot::in_the_end) else { return Vec::new() };
    let drill = Drill::of(allowed);
    let (at, far) = (slot.pose.at, unit.far(slot.pose.at));
    let mut ways: Vec<Vec<Manoeuvre>> = Vec::new();
    let off = turn(unit.pose.facing, unit.pose.at.bearing_to(at));
    let head = match off.abs() {
        0..=500 => None,
        501..=13_500 => Some(Manoeuvre::Wheel(off.clamp(-9_000, 9_000))),
        _ => Some(Manoeuvre::Turn(18_000)),
    };
    let change = reform(scene, unit, &drill, slot.form);
    let limbers = unit.sort == Sort::Guns && unit.fire > 0 && slot.form == Form::March;
    for share in [8, 6, 4, 2] {
        let cm = far.min(drill.ahead) * share / 8;
        if cm <= scene.view.contact / 8 {
            continue;
        }
        let go = || head.iter().cloned().chain([Manoeuvre::Ahead(cm)]);
        if limbers {
            ways.extend(change.clone().map(|change| vec![change, Manoeuvre::Ahead(cm)]));
        } else {
            ways.push(go().collect());
            // Units that face alike march together.
            let after = march::end(unit.pose, &go().collect::<Vec<_>>());
            let front = turn(after.facing, slot.pose.facing);
            if share == 8 && (1_000..=9_000).contains(&front.abs()) {
                ways.push(go().chain([Manoeuvre::Wheel(front)]).collect());
            }
            ways.extend(change.clone().map(|change| go().chain([change]).collect()));
        }
    }
    ways.extend(change.map(|change| vec![change]));
    let front = turn(unit.pose.facing, slot.pose.facing);
    if front.abs() > 2_000 {
        ways.push(vec![Manoeuvre::Turn(front)]);
        ways.push(vec![Manoeuvre::Wheel(front.clamp(-9_000, 9_000))]);
    }
    ways
}

/// The value of such a way compared with staying.
pub(crate) fn act_value(
    scene: &Scene<'_>,
    army: &Army,
    unit: &Rating,
    slot: &Slot,
    end: Pose,
    legs: &[Manoeuvre],
) -> i64 {
    let changes: Vec<Manoeuvre> = legs.iter().filter(|leg| matches!(leg, Manoeuvre::Reform(_))).cloned().collect();
    let order = value(scene, army, unit, slot, &changes) - value(scene, army, unit, slot, &[]);
    let goes = standing(scene, unit, slot, end) - standing(scene, unit, slot, unit.pose);
    // A unit a step or two away counts as in its place.
    let goes = if unit.far(slot.pose.at) <= scene.view.contact / 2 { goes.min(0) } else { goes };
    goes + order
}
