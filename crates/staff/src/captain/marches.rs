//! Marches: every way worth trying, the best first.

use super::{Plan, Room};
use crate::march::{self, Drill};
use crate::scene::Scene;
use crate::{Post, Reason};
use game::{Field, Nerve, Rating, Ref, Reply, Sort, Stance};
use table::{Cm, Manoeuvre, Point, Pose, turn};

/// A leader within this distance is with a unit, and nearly touches it.
const BESIDE: Cm = 800;

/// The ways of a field, the best first, with their reasons.
pub(crate) fn ways(
    scene: &Scene<'_>,
    post: &Post<'_>,
    field: &Field,
    allowed: &[Manoeuvre],
    plan: &Plan,
    room: &mut Room,
) -> (Vec<Reply>, Option<Reason>) {
    let Ref::Unit(id) = field.about else { return (Vec::new(), None) };
    let Some(unit) = scene.view.unit(id) else { return (Vec::new(), None) };
    let drill = Drill::of(allowed);
    if let Some(army) = plan.army.as_ref().filter(|_| unit.sort != Sort::Leader) {
        let ways = crate::army::army_marches::ways(scene, army, unit, &drill, room);
        return (ways.into_iter().map(|legs| march::reply(field, legs)).collect(), plan.reason(id));
    }
    let mut rated: Vec<(i64, Vec<Manoeuvre>)> = if unit.sort == Sort::Leader {
        rides(scene, post, unit, &drill)
    } else {
        let rate = |legs: Vec<Manoeuvre>| {
            let crowded = room.crowded(unit, &legs);
            (worth(scene, unit, plan, &legs) - crowded, legs)
        };
        let mut ways = all(scene, unit, &drill, plan);
        let mut known = std::collections::HashSet::new();
        ways.retain(|legs| known.insert(legs.clone()));
        ways.into_iter().map(rate).collect()
    };
    // A stable order: of equals, the first found stays first.
    rated.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    if let Some((_, legs)) = rated.first() {
        room.take(unit, legs);
    }
    let replies = rated.into_iter().map(|(_, legs)| march::reply(field, legs)).collect();
    (replies, plan.reason(id))
}

/// The best result of a march for the unit, in hundredths of a point.
pub(super) fn prospect(scene: &Scene<'_>, unit: &Rating, plan: &Plan) -> i64 {
    let drill = Drill { ahead: unit.reach, oblique: Some((unit.reach, 4_500)), turn: 18_000, ..Drill::default() };
    all(scene, unit, &drill, plan).iter().map(|legs| worth(scene, unit, plan, legs)).max().unwrap_or(0)
}

/// All ways that a unit might take.
fn all(scene: &Scene<'_>, unit: &Rating, drill: &Drill, plan: &Plan) -> Vec<Vec<Manoeuvre>> {
    let mut ways = vec![Vec::new()];
    let goal = plan.missions.get(&unit.unit).map(|mission| mission.at);
    if let Some(at) = goal {
        march::towards(drill, unit.pose, at, &mut ways);
        march::backwards(drill, unit.pose, at, &mut ways);
    }
    let nearest = scene.enemies().min_by_key(|enemy| (enemy.far(unit.pose.at), enemy.unit));
    if let Some(enemy) = nearest {
        let off = turn(unit.pose.facing, unit.pose.at.bearing_to(enemy.pose.at));
        if off.abs() > 500 && drill.turn >= off.abs() {
            ways.push(vec![Manoeuvre::Turn(off)]);
        }
        // Up to where it fires, and no farther.
        let far = enemy.far(unit.pose.at);
        for keep in [unit.range * 9 / 10, scene.view.contact * 3 / 2, enemy.strikes + scene.view.contact] {
            if unit.range > 0 && far > keep && keep > 0 {
                let at =
                    unit.pose.at.step(unit.pose.at.bearing_to(enemy.pose.at), (far - keep).min(drill.ahead.max(0)));
                short(drill, unit.pose, at, &mut ways);
            }
        }
        // Out of the enemy's reach.
        let back = unit.pose.at.step(enemy.pose.at.bearing_to(unit.pose.at), unit.reach / 2);
        short(drill, unit.pose, back, &mut ways);
        march::backwards(drill, unit.pose, back, &mut ways);
        // Half of a way, and then a turn to the nearest enemy there.
        let turned = |legs: &Vec<Manoeuvre>| {
            let [Manoeuvre::Oblique { cm, .. }] = legs.as_slice() else { return None };
            let end = march::end(unit.pose, legs);
            let enemy = super::plan::nearest_enemy(scene, end.at)?;
            let off = turn(end.facing, end.at.bearing_to(enemy.pose.at));
            (*cm <= unit.reach / 2 && off.abs() > 2_500 && off.abs() <= drill.turn)
                .then(|| legs.iter().cloned().chain([Manoeuvre::Turn(off)]).collect())
        };
        let facing: Vec<Vec<Manoeuvre>> = ways.iter().filter_map(turned).take(4).collect();
        ways.extend(facing);
    }
    ways.extend(drill.enters.iter().map(|enter| vec![enter.clone()]));
    let reforms = drill.reforms.clone();
    for reform in reforms {
        ways.push(vec![reform.clone()]);
        if let (Some(at), Some(stance)) = (goal, stance_of(unit, &reform)) {
            let half = (stance.reach / 2).min(unit.pose.at.far(at));
            let off = turn(unit.pose.facing, unit.pose.at.bearing_to(at));
            if half > 0 && off.abs() <= 4_500 {
                ways.push(vec![reform, Manoeuvre::Oblique { cm: half, by: off }]);
            }
        }
    }
    ways
}

fn short(drill: &Drill, from: Pose, to: Point, ways: &mut Vec<Vec<Manoeuvre>>) {
    let mut found = Vec::new();
    march::towards(drill, from, to, &mut found);
    ways.extend(found.into_iter().take(4));
}

fn stance_of<'a>(unit: &'a Rating, leg: &Manoeuvre) -> Option<&'a Stance> {
    let Manoeuvre::Reform(name) = leg else { return None };
    unit.stances.iter().find(|stance| stance.name.as_str() == name.as_str())
}

/// The value of some legs to a unit.
fn worth(scene: &Scene<'_>, unit: &Rating, plan: &Plan, legs: &[Manoeuvre]) -> i64 {
    let end = march::end(unit.pose, legs);
    let mut then = None;
    let mut extra = 0;
    for leg in legs {
        match leg {
            Manoeuvre::Reform(_) => {
                if let Some(stance) = stance_of(unit, leg) {
                    let changed = Rating {
                        fire: stance.fire,
                        exposure: stance.exposure,
                        shock: stance.shock,
                        against_horse: stance.against_horse,
                        reach: stance.reach,
                        formed: true,
                        ..unit.clone()
                    };
                    then = Some(changed);
                    // A change of formation alone is not worth the time.
                    extra += if unit.formed { -scene.weights.reform } else { scene.weights.unformed };
                } else if !unit.formed {
                    // Horse has only one formation to get into.
                    then = Some(Rating { formed: true, ..unit.clone() });
                    extra += scene.weights.unformed;
                }
            }
            // Walls are worth much to a unit that is to stay.
            Manoeuvre::Enter(_) => {
                then = Some(Rating { cover: 120, ..unit.clone() });
                extra += scene.weights.enter;
            }
            Manoeuvre::Turn(by) if by.abs() > 4_500 => extra -= 40,
            _ => {}
        }
    }
    // On the move it fires worse or not at all.
    if !legs.is_empty() && unit.range > 0 && scene.enemies().any(|enemy| enemy.far(unit.pose.at) <= unit.range) {
        extra -= unit.fire * scene.weights.stir / 100;
    }
    plan.value(scene, then.as_ref().unwrap_or(unit), end) + extra
}

/// Where a leader might ride: behind the units of the command, between them, and with those about to fight.
pub(super) fn aims_of_leader(scene: &Scene<'_>, leader: &Rating) -> Vec<Point> {
    let units = led_by(scene, leader);
    let mut aims: Vec<Point> = crate::recruit::post_of_leader(scene, leader).into_iter().collect();
    for (n, one) in units.iter().enumerate() {
        aims.push(one.pose.local(0, -scene.view.contact));
        // To a unit that is about to fight: the leader can join it.
        if scene.enemies().any(|enemy| enemy.far(one.pose.at) <= one.strikes.max(one.range)) {
            aims.push(one.pose.local(0, -BESIDE));
        }
        aims.extend(units.iter().skip(n + 1).map(|two| one.pose.at.middle(two.pose.at)));
    }
    aims.truncate(24);
    aims
}

fn led_by<'a>(scene: &Scene<'a>, leader: &Rating) -> Vec<&'a Rating> {
    let own: Vec<&Rating> = scene.friends().filter(|u| u.command == leader.command).collect();
    if own.is_empty() { scene.friends().collect() } else { own }
}

/// The value to a leader of each of these places: best where most units of the command are within reach and no enemy
/// reaches the leader.
pub(super) fn stands_of_leader(scene: &Scene<'_>, post: &Post<'_>, leader: &Rating, ends: &[Point]) -> Vec<i64> {
    let units = led_by(scene, leader);
    let enemies: Vec<(Point, Nerve)> = scene.enemies().map(|e| (e.pose.at, e.nerve)).collect();
    let middle = crate::recruit::post_of_leader(scene, leader).unwrap_or(leader.pose.at);
    let led = post.led(leader.unit, ends);
    let value = |n: usize, at: Point| {
        let reach = i64::from(scene.view.command.max(1));
        let near: i64 = units.iter().map(|u| (reach - i64::from(u.far(at))).min(0) * u.worth / reach).sum();
        let danger: i64 = enemies
            .iter()
            .filter(|(his, nerve)| *nerve <= Nerve::Halted && his.far(at) < scene.view.contact * 2)
            .map(|_| leader.worth * 30)
            .sum();
        let with = units.iter().filter(|u| u.far(at) <= 2 * BESIDE && u.able()).map(|u| u.worth * 2).max().unwrap_or(0);
        let fights = enemies.iter().any(|(his, _)| his.far(at) <= 2 * scene.view.support);
        led.get(n).map_or(0, |led| led * 10) + near * 3 + if fights { with } else { 0 }
            - danger
            - i64::from(at.far(middle)) / 500
    };
    ends.iter().enumerate().map(|(n, at)| value(n, *at)).collect()
}

/// Rides of a leader to places where most units of the command are within reach and no enemy reaches the leader.
pub(crate) fn rides(scene: &Scene<'_>, post: &Post<'_>, leader: &Rating, drill: &Drill) -> Vec<(i64, Vec<Manoeuvre>)> {
    let mut ways = vec![Vec::new()];
    for at in aims_of_leader(scene, leader) {
        short(drill, leader.pose, at, &mut ways);
    }
    let ends: Vec<Point> = ways.iter().map(|legs| march::end(leader.pose, legs).at).collect();
    let values = stands_of_leader(scene, post, leader, &ends);
    values.into_iter().zip(ways).collect()
}
