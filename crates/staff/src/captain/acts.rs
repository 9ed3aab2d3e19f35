//! One unit after another, where the rules let a command act so: the march that is worth most, and its way.

use super::{Plan, Room};
use crate::march;
use crate::scene::Scene;
use crate::{Post, Reason, pick};
use game::{Ask, Choice, Field, Gist, Intent, Rating, Ref, Reply, Shape, Sort, UnitId};
use table::{Cm, Manoeuvre, March, Piece, Point, Pose, overlaps, turn};

/// Shares of a way to try, in eighths.
const SHARES: [Cm; 4] = [8, 6, 4, 2];

/// The least gain of a leader's ride, in hundredths of a point, before any unit has marched, and after.
const RIDES_FIRST: i64 = 150;
const RIDES_AFTER: i64 = 40;

/// Whether a field asks which unit marches next.
pub(crate) fn asked(field: &Field) -> bool {
    let Shape::Pick { from, max, .. } = &field.shape else { return false };
    *max == 1 && from.iter().any(|choice| marched(choice).is_some())
}

/// The march that a choice opens.
fn marched(choice: &Choice) -> Option<&Field> {
    match choice.then.as_slice() {
        [field] if matches!(field.shape, Shape::March { .. }) => Some(field),
        _ => None,
    }
}

/// A unit that can be rallied comes first; then the march worth most of those that a field offers, or to stay if none
/// is worth its price. `None` where a unit must act that is not needed elsewhere.
pub(super) fn best(
    scene: &Scene<'_>,
    post: &Post<'_>,
    ask: &Ask,
    field: &Field,
    gists: &[Gist],
    plan: &Plan,
) -> Option<(Reply, Option<Reason>)> {
    let Shape::Pick { from, .. } = &field.shape else { return None };
    // A leader that can bring more units into reach rides first: it makes everything else cheaper.
    if let Some(ride) = plan.army.as_ref().and_then(|_| ridden(scene, post, ask, from, RIDES_FIRST)) {
        return Some(ride);
    }
    let rally = from.iter().zip(gists).find(|(_, gist)| gist.intent == Intent::Rally);
    if let Some((choice, gist)) = rally {
        return Some((pick::picked(choice), pick::reason(field.about, gist)));
    }
    // A unit that keeps a place and may go into its walls does so before any unit marches.
    let walled = from.iter().zip(gists).find(|(choice, gist)| walls(scene, plan, choice, gist));
    if let Some((choice, gist)) = walled {
        return Some((pick::picked(choice), pick::reason(field.about, gist)));
    }
    let mut open: Vec<(i64, &Choice, &[UnitId], Vec<Manoeuvre>)> = Vec::new();
    for choice in from {
        let Some(field) = marched(choice) else { continue };
        let Shape::March { movers, allowed, .. } = &field.shape else { continue };
        let units: Vec<&Rating> = movers.iter().filter_map(|id| scene.view.unit(*id)).collect();
        let Some(guide) = units.first() else { continue };
        for legs in ways(scene, guide, allowed, field, plan) {
            let ends = ends(&units, &legs);
            let gain: i64 = units.iter().zip(&ends).map(|(unit, end)| gain(scene, plan, unit, *end, &legs)).sum();
            let heaped = if plan.army.is_some() { heaped(scene, &units, &ends, &legs) } else { 0 };
            let value = gain - i64::from(choice.cost) * scene.weights.pains - heaped * scene.weights.crowd;
            if value > scene.weights.stay {
                open.push((value, choice, movers, legs));
            }
        }
    }
    // The best that is legal; of equals, the first found.
    open.sort_by_key(|(value, ..)| std::cmp::Reverse(*value));
    let best = open.into_iter().find_map(|(_, choice, movers, legs)| {
        let march = March { movers: movers.iter().map(|id| id.0).collect(), legs };
        let reply = Reply::Picked(vec![(choice.key.clone(), vec![Reply::Marched(march)])]);
        let legal = post.preview(ask.id, std::slice::from_ref(&reply)).is_ok();
        movers.first().filter(|_| legal).map(|guide| (reply, *guide))
    });
    if let Some((reply, unit)) = best {
        return Some((reply, plan.reason(unit)));
    }
    if let Some(ride) = plan.army.as_ref().and_then(|_| ridden(scene, post, ask, from, RIDES_AFTER)) {
        return Some(ride);
    }
    let stay = from.iter().zip(gists).find(|(choice, gist)| gist.intent == Intent::Hold && choice.then.is_empty());
    stay.map(|(choice, _)| (pick::picked(choice), None))
}

/// Whether a choice brings a unit into a building at the place where it is to stay.
fn walls(scene: &Scene<'_>, plan: &Plan, choice: &Choice, gist: &Gist) -> bool {
    let (Some(Ref::Unit(id)), Some(Ref::Site(_))) = (choice.key.refs.first(), choice.key.refs.get(1)) else {
        return false;
    };
    let stays = |unit: &Rating| {
        let to = match &plan.army {
            Some(army) if army.storms(*id) => None,
            Some(army) => army.slots.get(id).map(|slot| slot.last.at),
            None => plan.missions.get(id).map(|mission| mission.at),
        };
        to.is_some_and(|to| scene.view.goals.iter().any(|goal| goal.holds(unit.pose.at) && goal.holds(to)))
    };
    gist.intent == Intent::Support && gist.gain > gist.cost && scene.view.unit(*id).is_some_and(stays)
}

/// The ride of a leader that is worth most, where a choice places it, if it is worth this much more than staying.
fn ridden(
    scene: &Scene<'_>,
    post: &Post<'_>,
    ask: &Ask,
    from: &[Choice],
    least: i64,
) -> Option<(Reply, Option<Reason>)> {
    let mut best: Option<(i64, Reply)> = None;
    for choice in from {
        let Some(Field { about: Ref::Unit(id), shape: Shape::Place { .. }, .. }) = choice.then.first() else {
            continue;
        };
        let Some(leader) = scene.view.unit(*id).filter(|unit| unit.sort == Sort::Leader) else { continue };
        let mut ends = vec![leader.pose.at];
        for aim in super::marches::aims_of_leader(scene, leader) {
            let (bearing, far) = (leader.pose.at.bearing_to(aim), leader.far(aim).min(leader.reach));
            ends.extend([far, far * 6 / 10].map(|cm| leader.pose.at.step(bearing, cm)));
        }
        let values = super::marches::stands_of_leader(scene, post, leader, &ends);
        let here = values.first().copied().unwrap_or(0);
        for (at, value) in ends.into_iter().zip(values) {
            if value - here < least || best.as_ref().is_some_and(|(most, _)| value - here <= *most) {
                continue;
            }
            let mut then: Vec<Reply> = choice.then.iter().map(|field| field.default.clone()).collect();
            if let Some(reply) = then.first_mut() {
                *reply = Reply::Placed(Pose { at, facing: 0 }, None);
            }
            let reply = Reply::Picked(vec![(choice.key.clone(), then)]);
            if post.preview(ask.id, std::slice::from_ref(&reply)).is_ok() {
                best = Some((value - here, reply));
            }
        }
    }
    best.map(|(_, reply)| (reply, None))
}

/// The ways of a unit to where it is sent; the rules' own proposal comes first.
fn ways(scene: &Scene<'_>, unit: &Rating, allowed: &[Manoeuvre], field: &Field, plan: &Plan) -> Vec<Vec<Manoeuvre>> {
    let mut ways = Vec::new();
    if let Reply::Marched(march) = &field.default {
        ways.push(march.legs.clone());
    }
    if let Some(army) = &plan.army {
        ways.extend(crate::army::army_marches::acts(scene, army, unit, allowed));
        return ways;
    }
    let Some(mission) = plan.missions.get(&unit.unit) else { return ways };
    let ahead = |leg: &Manoeuvre| if let Manoeuvre::Ahead(cm) = leg { Some(*cm) } else { None };
    let far = unit.far(mission.at).min(allowed.iter().find_map(ahead).unwrap_or(0));
    let off = turn(unit.pose.facing, unit.pose.at.bearing_to(mission.at));
    let head = match off.abs() {
        0..=500 => None,
        501..=13_500 => Some(Manoeuvre::Wheel(off.clamp(-9_000, 9_000))),
        _ => Some(Manoeuvre::Turn(18_000)),
    };
    for cm in SHARES.map(|share| far * share / 8).into_iter().filter(|cm| *cm > 0) {
        ways.push(head.iter().cloned().chain([Manoeuvre::Ahead(cm)]).collect());
    }
    ways
}

/// The final poses of units that march together, by geometry: all move as their guide does.
fn ends(units: &[&Rating], legs: &[Manoeuvre]) -> Vec<Pose> {
    let Some(guide) = units.first() else { return Vec::new() };
    let end = march::end(guide.pose, legs);
    let by = (end.at.x - guide.pose.at.x, end.at.y - guide.pose.at.y);
    let moved = |unit: &&Rating| Point::new(unit.pose.at.x + by.0, unit.pose.at.y + by.1);
    units.iter().map(|unit| Pose { at: moved(unit), facing: end.facing }).collect()
}

/// How many more friends would overlap if some units went this way.
fn heaped(scene: &Scene<'_>, units: &[&Rating], ends: &[Pose], legs: &[Manoeuvre]) -> i64 {
    let moves = |friend: &Rating| units.iter().any(|unit| unit.unit == friend.unit);
    let others: Vec<Piece> = scene.friends().filter(|friend| !moves(friend)).map(|f| f.extent.at(f.pose)).collect();
    let count = |places: &[Piece]| {
        let with_others = places.iter().flat_map(|own| others.iter().filter(move |his| overlaps(own, his))).count();
        let pairs = places.iter().enumerate().flat_map(|(n, own)| places.iter().skip(n + 1).map(move |his| (own, his)));
        i64::try_from(with_others + pairs.filter(|(own, his)| overlaps(own, his)).count()).unwrap_or(0)
    };
    let now: Vec<Piece> = units.iter().map(|unit| unit.extent.at(unit.pose)).collect();
    let then: Vec<Piece> = units.iter().zip(ends).map(|(unit, end)| Room::extent(unit, legs).at(*end)).collect();
    count(&then) - count(&now)
}

/// The gain of a unit from standing there rather than here.
fn gain(scene: &Scene<'_>, plan: &Plan, unit: &Rating, end: Pose, legs: &[Manoeuvre]) -> i64 {
    if let Some((army, slot)) =
        plan.army.as_ref().and_then(|army| Some((army, army.slots.get(&unit.unit)?.in_the_end())))
    {
        return crate::army::army_marches::act_value(scene, army, unit, &slot, end, legs);
    }
    plan.value(scene, unit, end) - plan.value(scene, unit, unit.pose)
}
