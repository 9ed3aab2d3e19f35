//! Errands: one unit by itself takes a place where nobody is, or keeps one to which somebody may come. The others fight the
//! battle; a whole brigade is not sent for what a battalion or a squadron can do.

use super::design::musket;
use crate::captain::{Lean, Style};
use crate::scene::Scene;
use game::{Goal, Nerve, Rating, Sort};
use table::{Cm, Point};

/// A unit and the place that it is sent to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errand<'a> {
    pub unit: &'a Rating,
    pub goal: &'a Goal,
    /// It is ours already.
    pub keeps: bool,
}

/// Whoever can be there in so many hundredths of a turn threatens a place.
const COMING: i64 = 400;
/// A keeper comes so much, in hundredths of a turn, before the enemy.
const BEFORE: i64 = 150;
/// Nobody goes so far, in hundredths of a turn, that he is lost to the battle.
const FAR: i64 = 900;
/// One of so many units at most is sent to take something.
const PART: usize = 5;

/// How long a unit needs to a place, in hundredths of a turn.
fn turns(unit: &Rating, at: Point) -> i64 {
    let fastest = unit.stances.iter().map(|stance| stance.reach).chain([unit.reach]).max().unwrap_or(1);
    i64::from(unit.far(at)) * 100 / i64::from(fastest.max(1))
}

fn steady<'a>(scene: &Scene<'a>) -> impl Iterator<Item = &'a Rating> {
    scene.enemies().filter(|enemy| enemy.nerve <= Nerve::Halted)
}

/// Who may be sent: nobody who is at grips or under muskets.
fn free(scene: &Scene<'_>, unit: &Rating) -> bool {
    let busy = |enemy: &Rating| {
        let reach = if enemy.sort == Sort::Guns { scene.view.contact } else { enemy.range };
        enemy.far(unit.pose.at) <= reach.max(unit.range).max(2 * scene.view.contact)
    };
    unit.able() && unit.sort != Sort::Guns && !scene.kept_back(unit) && !steady(scene).any(busy)
}

/// Whether a unit comes to a place without passing under anybody's muskets.
fn open_way(scene: &Scene<'_>, unit: &Rating, to: Point, musket: Cm) -> bool {
    let from = unit.pose.at;
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

/// Everybody who is sent by himself this turn.
pub(super) fn errands<'a>(scene: &Scene<'a>, style: Style) -> Vec<Errand<'a>> {
    // At the end a place is worth more than the unit that takes it; who has been told one thing does that.
    let dash = scene.view.places_first
        && style.lean == Lean::Even
        && i64::from(scene.view.turns.saturating_sub(scene.view.turn)) < scene.conduct.dash;
    let mut sent: Vec<Errand<'a>> = Vec::new();
    let mut goals: Vec<&'a Goal> = scene.view.goals.iter().collect();
    goals.sort_by_key(|goal| (std::cmp::Reverse(goal.worth), goal.at));
    for goal in goals.iter().copied().filter(|goal| goal.holder == Some(scene.side)) {
        sent.extend(keeper(scene, goal, &sent));
    }
    let most = scene.friends().filter(|unit| unit.able()).count() / if dash { 1 } else { PART };
    let takes = takers(scene, &goals, &sent, most.max(1), dash);
    sent.extend(takes);
    sent
}

/// Who keeps a place of ours, if anybody must.
fn keeper<'a>(scene: &Scene<'a>, goal: &'a Goal, sent: &[Errand<'a>]) -> Option<Errand<'a>> {
    let comes = steady(scene).filter(|enemy| enemy.sort != Sort::Guns).map(|enemy| turns(enemy, goal.at)).min()?;
    let at_hand =
        |unit: &&Rating| unit.sort != Sort::Guns && unit.able() && sent.iter().all(|s| s.unit.unit != unit.unit);
    let inside = scene.friends().filter(at_hand).filter(|unit| goal.holds(unit.pose.at));
    if let Some(unit) = inside.min_by_key(|unit| (unit.sort != Sort::Foot, unit.cover == 0, unit.worth, unit.unit)) {
        // Who would have to be sent back next turn stays.
        return (comes <= COMING).then_some(Errand { unit, goal, keeps: true });
    }
    let near = scene.friends().filter(at_hand).filter(|unit| free(scene, unit));
    let (far, unit) = near.map(|unit| (turns(unit, goal.at), unit)).min_by_key(|(far, unit)| (*far, unit.unit))?;
    (comes <= COMING && comes <= far + BEFORE).then_some(Errand { unit, goal, keeps: true })
}

/// Who takes the places where nobody is: the nearest pairs first, the weak rather than the strong.
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
        let sendable = |unit: &&Rating| if dash { unit.able() && unit.sort != Sort::Guns } else { free(scene, unit) };
        for unit in scene.friends().filter(sendable) {
            let far = turns(unit, goal.at);
            let kept = sent.iter().any(|errand| errand.unit.unit == unit.unit);
            if kept || far > left.min(FAR) || !dash && !open_way(scene, unit, goal.at, musket) {
                continue;
            }
            let weight = (unit.worth * 100 / mean.max(1)).clamp(60, 140);
            pairs.push((far * weight, Errand { unit, goal, keeps: false }));
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
