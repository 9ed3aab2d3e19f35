//! Errands: one unit by itself takes an empty place, or keeps one that an enemy may reach. The others fight the battle;
//! a whole brigade is not sent where a battalion or a squadron will do.

use super::design::musket;
use super::line::fastest;
use crate::captain::{Lean, Style};
use crate::scene::Scene;
use game::{Goal, Nerve, Rating, Sort};
use table::{Cm, Point};

/// A unit and the place that it is sent to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errand<'a> {
    pub unit: &'a Rating,
    pub goal: &'a Goal,
    /// Whether the place is its side's already.
    pub keeps: bool,
    /// Its first stop: the place itself, or a point on the way round.
    pub by: Point,
}

/// An enemy that can arrive within this many hundredths of a turn threatens a place.
const COMING: i64 = 400;
/// A keeper arrives this many hundredths of a turn before the enemy.
const BEFORE: i64 = 150;
/// No unit goes farther than this, in hundredths of a turn: it would be lost to the battle.
const FAR: i64 = 900;
/// Time allowed for a way round, in hundredths of the time that it takes: orders fail, corners cost.
const SLOWER: i64 = 150;
/// Time to spare beyond that, in hundredths of a turn.
const SPARE: i64 = 200;
/// Number of turns for which fire is counted.
const UNDER_FIRE: i64 = 5;
/// A unit that loses this part of its worth to fire is not sent, in hundredths.
const SHOT_DOWN: i64 = 40;

/// Time that a unit needs to reach a place, in hundredths of a turn.
fn turns(unit: &Rating, at: Point) -> i64 {
    i64::from(unit.far(at)) * 100 / i64::from(fastest(unit))
}

fn steady<'a>(scene: &Scene<'a>) -> impl Iterator<Item = &'a Rating> {
    scene.enemies().filter(|enemy| enemy.nerve <= Nerve::Halted)
}

/// Whether a unit may be sent: not one in melee or within musket range.
fn free(scene: &Scene<'_>, unit: &Rating) -> bool {
    let busy = |enemy: &Rating| {
        let reach = if enemy.sort == Sort::Guns { scene.view.contact } else { enemy.range };
        enemy.far(unit.pose.at) <= reach.max(unit.range).max(2 * scene.view.contact)
    };
    unit.able() && unit.sort != Sort::Guns && !scene.kept_back(unit) && !steady(scene).any(busy)
}

/// Whether cavalry that is worth more than an objective would be shot down there before it counts. Infantry may find walls
/// or a hollow.
fn shot_down(scene: &Scene<'_>, unit: &Rating, goal: &Goal) -> bool {
    let left = i64::from(scene.view.turns) - i64::from(scene.view.turn);
    if unit.sort != Sort::Horse || scene.view.places_first || unit.worth <= goal.worth {
        return false;
    }
    let at = if goal.holds(unit.pose.at) { unit.pose.at } else { goal.at };
    let shoots = |enemy: &&Rating| enemy.range > 0 && enemy.far(at) <= enemy.range;
    let fire: i64 = steady(scene).filter(shoots).map(|enemy| enemy.fire).sum();
    fire * i64::from(unit.exposure) / 100 * left.min(UNDER_FIRE) > unit.worth * SHOT_DOWN
}

/// Whether the straight way leads within musket range of no enemy.
fn open_way(scene: &Scene<'_>, from: Point, to: Point, musket: Cm) -> bool {
    let (dx, dy) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
    let whole = (dx * dx + dy * dy).max(1.0);
    let passes = |enemy: &Rating| {
        let at = enemy.pose.at;
        let along = ((f64::from(at.x - from.x) * dx + f64::from(at.y - from.y) * dy) / whole).clamp(0.0, 1.0);
        let nearest = Point::new(from.x + (along * dx).round() as Cm, from.y + (along * dy).round() as Cm);
        enemy.far(nearest) < if enemy.sort == Sort::Horse { enemy.strikes / 2 } else { musket }
    };
    !steady(scene).any(passes)
}

/// Ways round the enemy to a place: stops from which it is open, straight or by one more stop, and the distance of the
/// place from each.
fn round(scene: &Scene<'_>, goal: &Goal, musket: Cm) -> Vec<(Point, i64)> {
    let (mut low, mut high) = (goal.at, goal.at);
    for enemy in steady(scene) {
        let Point { x, y } = enemy.pose.at;
        low = Point::new(low.x.min(x), low.y.min(y));
        high = Point::new(high.x.max(x), high.y.max(y));
    }
    let off = musket + scene.view.contact;
    let [xs, ys] = [
        [low.x - off, i32::midpoint(low.x, high.x), high.x + off],
        [low.y - off, i32::midpoint(low.y, high.y), high.y + off],
    ];
    let corners: Vec<Point> = xs.iter().flat_map(|x| ys.iter().map(|y| Point::new(*x, *y))).collect();
    let long = |from: Point, to: Point| from.to(to).round() as i64;
    let last: Vec<(Point, i64)> = corners
        .iter()
        .filter(|stop| open_way(scene, **stop, goal.at, musket))
        .map(|stop| (*stop, long(*stop, goal.at)))
        .collect();
    let mut stops = last.clone();
    for first in corners.iter().filter(|first| last.iter().all(|(stop, _)| stop != *first)) {
        let then = last.iter().filter(|(stop, _)| open_way(scene, *first, *stop, musket));
        stops.extend(then.map(|(stop, left)| long(*first, *stop) + left).min().map(|left| (*first, left)));
    }
    stops
}

/// Every unit that is sent by itself this turn.
pub(super) fn errands<'a>(scene: &Scene<'a>, style: Style) -> Vec<Errand<'a>> {
    // At the end a place is worth more than the unit that takes it; a unit told to do it goes on.
    let c = scene.conduct;
    let dash = if scene.view.places_first { c.dash } else { c.dash_points };
    let dash = style.lean == Lean::Even && i64::from(scene.view.turns.saturating_sub(scene.view.turn)) < dash;
    let mut sent: Vec<Errand<'a>> = Vec::new();
    let mut goals: Vec<&'a Goal> = scene.view.goals.iter().collect();
    goals.sort_by_key(|goal| (std::cmp::Reverse(goal.worth), goal.at));
    for goal in goals.iter().copied().filter(|goal| goal.holder == Some(scene.side)) {
        sent.extend(keeper(scene, goal, &sent));
    }
    let part = if dash { 1 } else { usize::try_from(c.part).unwrap_or(1).max(1) };
    let most = scene.friends().filter(|unit| unit.able()).count() / part;
    let takes = takers(scene, &goals, &sent, most.max(1), dash);
    sent.extend(takes);
    sent
}

/// The unit that keeps a place of its side, if one is needed.
fn keeper<'a>(scene: &Scene<'a>, goal: &'a Goal, sent: &[Errand<'a>]) -> Option<Errand<'a>> {
    let comes = steady(scene).filter(|enemy| enemy.sort != Sort::Guns).map(|enemy| turns(enemy, goal.at)).min()?;
    let at_hand =
        |unit: &&Rating| unit.sort != Sort::Guns && unit.able() && sent.iter().all(|s| s.unit.unit != unit.unit);
    let safe = |unit: &&Rating| !shot_down(scene, unit, goal);
    let inside = scene.friends().filter(at_hand).filter(|unit| goal.holds(unit.pose.at)).filter(safe);
    if let Some(unit) = inside.min_by_key(|unit| (unit.sort != Sort::Foot, unit.cover == 0, unit.worth, unit.unit)) {
        // A unit that would be called back next turn stays.
        return (comes <= COMING).then_some(Errand { unit, goal, keeps: true, by: goal.at });
    }
    let near = scene.friends().filter(at_hand).filter(|unit| free(scene, unit)).filter(safe);
    let (far, unit) = near.map(|unit| (turns(unit, goal.at), unit)).min_by_key(|(far, unit)| (*far, unit.unit))?;
    (comes <= COMING && comes <= far + BEFORE).then_some(Errand { unit, goal, keeps: true, by: goal.at })
}

/// A unit's first stop on the way to a place, and how long the way is: straight if that is open, or the shortest way
/// round.
fn first_stop(
    scene: &Scene<'_>,
    unit: &Rating,
    goal: &Goal,
    stops: &[(Point, i64)],
    musket: Cm,
) -> Option<(Point, i64)> {
    let from = unit.pose.at;
    if open_way(scene, from, goal.at, musket) {
        return Some((goal.at, i64::from(unit.far(goal.at))));
    }
    let open =
        stops.iter().filter(|(stop, _)| unit.far(*stop) > scene.view.contact && open_way(scene, from, *stop, musket));
    open.map(|(stop, left)| (*stop, i64::from(unit.far(*stop)) + left)).min_by_key(|(stop, way)| (*way, *stop))
}

/// The units that take empty places: the nearest pairs first, the weak rather than the strong.
fn takers<'a>(scene: &Scene<'a>, goals: &[&'a Goal], sent: &[Errand<'a>], most: usize, dash: bool) -> Vec<Errand<'a>> {
    let musket = musket(scene);
    let clear = if dash { scene.view.contact } else { musket };
    let left = (i64::from(scene.view.turns) - i64::from(scene.view.turn) + 1) * 100;
    let bare = |goal: &&&Goal| {
        goal.holder != Some(scene.side) && !steady(scene).any(|enemy| enemy.far(goal.at) <= goal.radius + clear)
    };
    let mean = scene.friends().map(|unit| unit.worth).sum::<i64>() / (scene.friends().count().max(1) as i64);
    let mut pairs: Vec<(i64, Errand<'a>)> = Vec::new();
    for goal in goals.iter().filter(bare) {
        let stops = round(scene, goal, musket);
        let sendable = |unit: &&Rating| if dash { unit.able() && unit.sort != Sort::Guns } else { free(scene, unit) };
        for unit in scene.friends().filter(sendable) {
            let kept = sent.iter().any(|errand| errand.unit.unit == unit.unit);
            if kept || turns(unit, goal.at) > left.min(FAR) {
                continue;
            }
            let stop = match dash {
                true => Some((goal.at, i64::from(unit.far(goal.at)))),
                false => first_stop(scene, unit, goal, &stops, musket),
            };
            let Some((by, way)) = stop else { continue };
            let far = way * 100 / i64::from(fastest(unit));
            // A unit that goes round leaves as late as it can: until then it is of use here.
            let early = by != goal.at && far * SLOWER / 100 + SPARE < left;
            if far > left.min(FAR) || early || shot_down(scene, unit, goal) {
                continue;
            }
            let weight = (unit.worth * 100 / mean.max(1)).clamp(60, 140);
            pairs.push((far * weight, Errand { unit, goal, keeps: false, by }));
        }
    }
    pairs.sort_by_key(|(far, errand)| (*far, errand.unit.unit, errand.goal.at));
    let mut takes: Vec<Errand<'a>> = Vec::new();
    for (_, errand) in pairs {
        let taken = |other: &Errand<'_>| other.unit.unit == errand.unit.unit || other.goal.at == errand.goal.at;
        if takes.len() < most && !takes.iter().any(taken) {
            takes.push(errand);
        }
    }
    takes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Temperament;
    use crate::weights::Genes;
    use game::{Appraisal, Side, UnitId};

    fn unit(id: u16, side: Side, sort: Sort, at: (Cm, Cm)) -> Rating {
        let leader = Rating::leader(UnitId(id), side, Some(0), Point::new(at.0, at.1), 40, 12_000);
        let (shock, against_horse, strikes) = (100, 100, if sort == Sort::Guns { 0 } else { 20_000 });
        Rating { sort, shock, against_horse, strikes, ..leader }
    }

    /// The friend that is sent to a neutral place worth 20 points at the origin.
    fn sent(turn: u16, friends: &[(Sort, (Cm, Cm))], enemies: &[Rating]) -> Vec<UnitId> {
        let own = friends.iter().zip(0..).map(|((sort, at), id)| unit(id, Side::Blue, *sort, *at));
        let goal = Goal { at: Point::new(0, 0), radius: 2_000, worth: 20, holder: None, decides: None };
        let view = Appraisal {
            turn,
            turns: 8,
            units: own.chain(enemies.iter().cloned()).collect(),
            goals: vec![goal],
            support: 6_000,
            contact: 1_500,
            ..Appraisal::default()
        };
        let genes = Genes::in_force();
        let (weights, conduct) = (&genes.line, &genes.army);
        let scene = Scene { side: Side::Blue, view: &view, temper: Temperament::Balanced, weights, conduct };
        errands(&scene, Style::of(Temperament::Balanced)).iter().map(|errand| errand.unit.unit).collect()
    }

    #[test]
    fn cavalry_does_not_wait_under_the_fire_of_a_battery() {
        let guns = Rating { fire: 500, range: 30_000, ..unit(9, Side::Red, Sort::Guns, (0, 25_000)) };
        let foot = [(Sort::Foot, (0, -20_000))];
        let horse = [(Sort::Horse, (0, -20_000))];
        assert_eq!(sent(3, &foot, std::slice::from_ref(&guns)).len(), 1);
        assert!(sent(3, &horse, std::slice::from_ref(&guns)).is_empty());
        let near = [(Sort::Horse, (0, -10_000))];
        assert_eq!(sent(8, &near, std::slice::from_ref(&guns)).len(), 1, "nobody has the time any more");
        assert_eq!(sent(3, &horse, &[Rating { fire: 50, ..guns }]).len(), 1, "a shot now and then");
    }
}
