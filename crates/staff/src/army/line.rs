//! A brigade on foot: two lines on one front, each unit in its place, at the pace of the slowest.

use super::{Form, Posture, Role, Slot, Wing, nearest};
use crate::scene::Scene;
use game::{Extent, Nerve, Rating, Sort};
use table::{Cm, Pose, turn};

/// A unit with less than this of its brigade's mean strength does not lead, in hundredths.
const SMALL: i64 = 50;
/// A unit this near to its place stays, in hundredths of the contact distance.
const SETTLED: Cm = 120;

/// The cover from which a unit counts as behind walls.
pub(super) const WALLED: i32 = 100;

/// The places of a brigade.
pub(super) fn slots<'a>(scene: &Scene<'a>, wing: &Wing, n: usize, posture: Posture) -> Vec<(&'a Rating, Slot)> {
    let units: Vec<&Rating> = wing.of(scene);
    if units.is_empty() {
        return Vec::new();
    }
    let form = form(scene, wing, &units);
    let behind = |unit: &Rating| -wing.line.seen(unit.pose.at).1;
    let pace = units.iter().map(|unit| reach(scene, unit, form)).min().unwrap_or(1).max(1);
    let mut depths: Vec<Cm> = units.iter().map(|unit| behind(unit)).collect();
    depths.sort_unstable();
    let median = depths.get(depths.len() / 2).copied().unwrap_or(0);
    // The line goes forward as fast as its slowest part, and never goes back by itself.
    let left = (median - pace).max(0);
    let line = Pose { at: wing.line.local(0, -left), ..wing.line };
    let mean = units.iter().map(|unit| unit.worth).sum::<i64>() / i64::try_from(units.len()).unwrap_or(1).max(1);
    let (mut first, mut second): (Vec<&Rating>, Vec<&Rating>) =
        units.iter().partition(|unit| unit.worth * 100 >= mean * SMALL);
    first.sort_by_key(|unit| (behind(unit), unit.unit));
    let most = if first.len() <= 2 { first.len() } else { (first.len() * 2).div_ceil(3) };
    second.extend(first.split_off(most));
    let deep =
        first.iter().map(|unit| shaped(scene, unit, form).ahead + shaped(scene, unit, form).behind).max().unwrap_or(0);
    let back = Pose { at: line.local(0, -(deep + scene.view.support * 6 / 10)), ..line };
    let mut places = Vec::new();
    for (row, pose, leads) in [(first, line, true), (second, back, false)] {
        for (unit, pose) in abreast(scene, row, pose, form) {
            // A unit behind walls in a place that counts stays there.
            if unit.cover >= WALLED && !wing.assault && scene.view.goals.iter().any(|goal| goal.holds(unit.pose.at)) {
                places.push((unit, Slot { first: leads, ..Slot::at(unit.pose, Form::Any, n) }));
                continue;
            }
            let last = settle(scene, unit, Pose { at: pose.local(0, left), ..pose }, posture, wing);
            let pose = settle(scene, unit, pose, posture, wing);
            places.push((unit, Slot { pose, last, form: form_of(scene, unit, form), wing: n, first: leads }));
        }
    }
    places
}

/// The units of a line, from left to right as they stand.
fn abreast<'a>(scene: &Scene<'_>, mut row: Vec<&'a Rating>, line: Pose, form: Form) -> Vec<(&'a Rating, Pose)> {
    let gap = scene.view.contact / 2;
    row.sort_by_key(|unit| (line.seen(unit.pose.at).0, unit.unit));
    let wide = |unit: &Rating| shaped(scene, unit, form);
    let whole: Cm = row.iter().map(|unit| wide(unit).left + wide(unit).right + gap).sum::<Cm>() - gap;
    let mut x = -whole / 2;
    let mut places = Vec::new();
    for unit in row {
        let extent = wide(unit);
        x += extent.left;
        places.push((unit, Pose { at: line.local(x, 0), ..line }));
        x += extent.right + gap;
    }
    places
}

/// A unit close to its place stays unless the whole line advances.
fn settle(scene: &Scene<'_>, unit: &Rating, pose: Pose, posture: Posture, wing: &Wing) -> Pose {
    // A unit slightly ahead waits there for the others.
    let (_, ahead) = pose.seen(unit.pose.at);
    let pose =
        if ahead > 0 && ahead <= 2 * scene.view.contact { Pose { at: pose.local(0, ahead), ..pose } } else { pose };
    let near = scene.view.contact * SETTLED / 100;
    let far = unit.far(pose.at);
    // In defence no unit moves only to straighten the line.
    let there = scene.view.goals.iter().all(|goal| goal.at != wing.aim);
    let keeps = posture == Posture::Hold && wing.role == Role::Keep && (there || far <= 3 * near);
    if far > near && !keeps {
        return pose;
    }
    let off = turn(unit.pose.facing, pose.facing).abs();
    if off <= 3_500 { unit.pose } else { Pose { at: unit.pose.at, facing: pose.facing } }
}

/// The formation in which a brigade moves: closed up while it is far from all enemies, or when it is to storm.
fn form(scene: &Scene<'_>, wing: &Wing, units: &[&Rating]) -> Form {
    if wing.assault {
        return Form::Shock;
    }
    let enemies = || scene.enemies().filter(|enemy| enemy.nerve <= Nerve::Halted);
    // By its fastest formation, so that what counts as near does not change with the formation.
    let near = units.iter().any(|unit| {
        nearest(enemies(), unit.pose.at)
            .is_some_and(|(far, enemy)| far <= (enemy.strikes.max(enemy.range.min(unit.range * 2)) + fastest(unit)))
    });
    match near {
        true => Form::Fire,
        false if units.iter().any(|unit| saves_time(unit, unit.far(wing.line.at))) => Form::March,
        false => Form::Any,
    }
}

/// A unit's move in a turn in its fastest formation.
pub(super) fn fastest(unit: &Rating) -> Cm {
    unit.stances.iter().map(|stance| stance.reach).chain([unit.reach]).max().unwrap_or(1).max(1)
}

/// Whether a unit arrives sooner in its fastest formation, though it loses a turn by changing into it and by forming up
/// again there.
fn saves_time(unit: &Rating, way: Cm) -> bool {
    let [way, now, fast] = [way, unit.reach.max(1), fastest(unit)].map(i64::from);
    // A unit already in march formation goes on.
    !unit.formed && now == fast && way > fast || way * (fast - now) > now * fast
}

/// The formation of a unit that may have to receive horse.
fn form_of(scene: &Scene<'_>, unit: &Rating, form: Form) -> Form {
    let square = unit.stances.iter().map(|stance| stance.against_horse).max().unwrap_or(0);
    let ridden = scene.enemies().any(|horse| {
        horse.sort == Sort::Horse
            && horse.nerve == Nerve::Steady
            && horse.far(unit.pose.at) <= horse.strikes
            && turn(horse.pose.facing, horse.pose.at.bearing_to(unit.pose.at)).abs() <= 4_500
            && scene.guess(horse, horse.pose.at, unit, unit.pose) >= 550
            && !scene.screened(unit, horse.pose.at, unit.pose.at)
    });
    // A square is shot at: only where no muskets are near.
    let muskets = scene.enemies().any(|foot| foot.sort != Sort::Horse && foot.far(unit.pose.at) <= foot.range);
    let in_square = unit.against_horse > unit.shock + 20;
    if ridden && !muskets && (square > unit.against_horse + 20 || in_square) {
        return Form::Square;
    }
    form
}

/// The stance of a unit that fits a formation best, if it is better than the present one.
pub(crate) fn stance<'a>(scene: &Scene<'_>, unit: &'a Rating, form: Form) -> Option<&'a game::Stance> {
    if unit.sort == Sort::Guns {
        // In action, or on the move.
        return match form {
            Form::Fire if unit.fire == 0 => unit.stances.iter().max_by_key(|s| s.fire),
            Form::March if unit.fire > 0 => unit.stances.iter().find(|s| s.fire == 0),
            _ => None,
        };
    }
    let fastest = fastest(unit);
    let quick = |reach: Cm| reach * 10 >= fastest * 7;
    // No unit marches or storms in open order.
    let open = |exposure: i32| exposure < 80 && matches!(form, Form::March | Form::Shock);
    let value = |fire: i64, shock: i32, horse: i32, reach: Cm, exposure: i32| match form {
        Form::Any | Form::Fire => fire + i64::from(shock) / 4,
        // Units in close order lose more to fire on the way.
        Form::Shock if quick(reach) => {
            i64::from(shock) * 10 + fire / 100 - i64::from(exposure) * scene.conduct.exposed / 10
        }
        Form::March if quick(reach) => i64::from(reach) / 100 + i64::from(shock),
        Form::Shock | Form::March => i64::MIN / 2,
        Form::Square => i64::from(horse) * 10 - i64::from(shock),
    };
    let now = if unit.formed {
        value(unit.fire, unit.shock, unit.against_horse, unit.reach, unit.exposure)
    } else {
        i64::MIN
    };
    let rated = unit
        .stances
        .iter()
        .filter(|s| !open(s.exposure))
        .map(|s| (value(s.fire, s.shock, s.against_horse, s.reach, s.exposure), s));
    let best = rated.max_by_key(|(value, s)| (*value, std::cmp::Reverse(s.exposure)))?;
    // A change must be worth the time.
    let worth_it = match form {
        Form::Any => !unit.formed,
        Form::March => best.0 > now.saturating_add(60),
        _ => best.0 > now.saturating_add(50),
    };
    worth_it.then_some(best.1)
}

/// The room that a unit needs at its place.
pub(super) fn shaped(scene: &Scene<'_>, unit: &Rating, form: Form) -> Extent {
    // Room is kept for the line, whatever the formation of the march.
    let fire = stance(scene, unit, Form::Fire).map_or(unit.extent, |s| s.extent);
    let then = stance(scene, unit, form).map_or(unit.extent, |s| s.extent);
    Extent { left: fire.left.max(then.left), right: fire.right.max(then.right), ..then }
}

fn reach(scene: &Scene<'_>, unit: &Rating, form: Form) -> Cm {
    stance(scene, unit, form).map_or(unit.reach, |s| unit.reach.max(s.reach / 2)).max(1)
}
