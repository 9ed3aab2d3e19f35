//! A general without a plan who does nothing absurd: he goes for the nearest thing worth having, fires when he can,
//! attacks when it should go well, and otherwise stands.

use crate::captain::{Room, movers};
use crate::march::{self, Drill};
use crate::pick::{self, Nerves};
use crate::scene::Scene;
use crate::{Answer, General, Luck, Post, Reason, Temperament};
use game::{Ask, Field, Gist, Intent, Rating, Ref, Reply, Shape, Sort};
use table::{Cm, Manoeuvre, Point, turn};

/// He wants to be rather sure.
const NERVES: Nerves = Nerves { least: 500 };

/// The general.
#[derive(Clone, Copy, Debug)]
pub struct Recruit {
    temper: Temperament,
    luck: Luck,
}

impl Recruit {
    /// A recruit of this temperament; his luck decides where he would not care.
    #[must_use]
    pub const fn new(temper: Temperament, luck: u64) -> Self {
        Self { temper, luck: Luck::new(luck) }
    }
}

impl General for Recruit {
    fn answer(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer> {
        let view = post.appraise();
        if view.units.is_empty() {
            // Nothing is known of this ruleset but what it suggests.
            return post.suggest(ask.id, self.luck.next()).map(Answer::from);
        }
        let scene = Scene { side: post.side(), view: &view, temper: self.temper };
        let gists = post.gists(ask.id);
        let mut options = Vec::with_capacity(ask.fields.len());
        let mut reasons = Vec::new();
        let mut room = Room::new(&scene, &movers(ask));
        for (n, field) in ask.fields.iter().enumerate() {
            let gists = gists.get(n).map_or(&[][..], Vec::as_slice);
            let (replies, reason) = match &field.shape {
                Shape::March { allowed, .. } => marches(&scene, field, allowed, &mut room),
                Shape::Pick { .. } if pick::is_order(gists) => {
                    let (reply, reason) = order(&scene, post, field, gists);
                    (vec![reply], reason)
                }
                _ => {
                    let (reply, reason) = pick::best(&scene, field, gists, NERVES);
                    (vec![reply], reason)
                }
            };
            options.push(replies);
            reasons.extend(reason);
        }
        let settled = march::settle(post, ask, &options, 24).map(|(replies, _)| Answer { replies, reasons });
        settled.or_else(|| post.suggest(ask.id, self.luck.next()).map(Answer::from))
    }
}

/// The nearest thing to go for: a goal that is not ours, or else an enemy.
fn aim(scene: &Scene<'_>, unit: &Rating) -> Option<Point> {
    let goals = scene.view.goals.iter().filter(|goal| goal.holder != Some(scene.side)).map(|goal| goal.at);
    let enemies = scene.enemies().map(|enemy| enemy.pose.at);
    let nearest = |all: &mut dyn Iterator<Item = Point>| all.min_by_key(|at| (unit.far(*at), *at));
    nearest(&mut goals.into_iter()).or_else(|| nearest(&mut enemies.into_iter()))
}

/// An order for a command or a unit: attack if most would do well, stand if there is somebody to fire at, else go on.
fn order(scene: &Scene<'_>, post: &Post<'_>, field: &Field, gists: &[Gist]) -> (Reply, Option<Reason>) {
    let Shape::Pick { from, .. } = &field.shape else { return (field.default.clone(), None) };
    let units: Vec<&Rating> = match field.about {
        Ref::Command(command) => scene.friends().filter(|u| u.command == Some(command) && u.able()).collect(),
        // A unit goes with its command; only guns have orders of their own.
        Ref::Unit(id) => scene.view.unit(id).into_iter().filter(|u| u.sort == Sort::Guns).collect(),
        _ => Vec::new(),
    };
    if units.is_empty() {
        return (field.default.clone(), None);
    }
    let attack = |unit: &&Rating| {
        let near: Vec<_> = scene
            .enemies()
            .filter(|enemy| unit.strikes > 0 && unit.far(enemy.pose.at) <= unit.strikes + scene.view.contact)
            .map(|enemy| (unit.unit, enemy.unit))
            .collect();
        let clashes = post.clashes(&near);
        let good = clashes.iter().filter(|clash| clash.reaches && clash.chance >= NERVES.least);
        good.map(|clash| scene.net(clash.gain, clash.cost)).filter(|net| *net > 0).max()
    };
    let fires = |unit: &&Rating| scene.enemies().any(|enemy| unit.range > 0 && unit.far(enemy.pose.at) <= unit.range);
    let guns = units.iter().all(|unit| unit.sort == Sort::Guns);
    let half = units.len().div_ceil(2);
    let wanted = if !guns && units.iter().filter(|u| attack(u).is_some()).count() >= half {
        Intent::Attack
    } else if units.iter().filter(|u| fires(u)).count() >= half {
        Intent::Hold
    } else {
        Intent::Advance
    };
    let found = from.iter().zip(gists).find(|(_, gist)| gist.intent == wanted);
    found.map_or_else(
        || (field.default.clone(), None),
        |(choice, gist)| (pick::picked(choice), pick::reason(field.about, gist)),
    )
}

/// Ways to go, the best first.
fn marches(scene: &Scene<'_>, field: &Field, allowed: &[Manoeuvre], room: &mut Room) -> (Vec<Reply>, Option<Reason>) {
    let Ref::Unit(id) = field.about else { return (Vec::new(), None) };
    let Some(unit) = scene.view.unit(id) else { return (Vec::new(), None) };
    let drill = Drill::of(allowed);
    let mut ways = Vec::new();
    if unit.sort == Sort::Leader {
        if let Some(at) = post_of_leader(scene, unit) {
            march::towards(&drill, unit.pose, at, &mut ways);
        }
        return (ways.into_iter().map(|legs| march::reply(field, legs)).collect(), None);
    }
    let Some(at) = aim(scene, unit) else { return (Vec::new(), None) };
    let on_goal = scene.view.goals.iter().any(|goal| goal.holds(unit.pose.at) && goal.holder != Some(scene.side));
    let enemy = scene.enemies().map(|e| e.far(unit.pose.at)).min().unwrap_or(Cm::MAX);
    if !unit.formed
        && let Some(stance) = unit.stances.iter().max_by_key(|s| (s.fire, s.shock))
    {
        ways.push(vec![Manoeuvre::Reform(stance.name.0.clone())]);
    }
    // Near enough to fire, or there already: he only faces the enemy.
    let there = on_goal || unit.range > 0 && enemy <= unit.range;
    let facing = scene.enemies().min_by_key(|e| e.far(unit.pose.at)).map_or(at, |e| e.pose.at);
    let off = turn(unit.pose.facing, unit.pose.at.bearing_to(facing));
    if there {
        ways.extend(drill.enters.iter().map(|enter| vec![enter.clone()]));
        if off.abs() > 4_500 && drill.turn >= off.abs() {
            ways.push(vec![Manoeuvre::Turn(off)]);
        }
        ways.push(Vec::new());
    } else {
        ways.extend(drill.enters.iter().map(|enter| vec![enter.clone()]));
        march::towards(&drill, unit.pose, at, &mut ways);
    }
    // Through nobody, if there is a way round.
    ways.sort_by_key(|legs| room.crowded(unit, legs));
    if let Some(legs) = ways.first() {
        room.take(unit, legs);
    }
    let reason = Reason::of(field.about, if there { "stand" } else { "advance" }).on(Ref::Spot(at));
    (ways.into_iter().map(|legs| march::reply(field, legs)).collect(), Some(reason))
}

/// A leader stays behind the middle of his units.
pub(crate) fn post_of_leader(scene: &Scene<'_>, leader: &Rating) -> Option<Point> {
    let own: Vec<&Rating> = scene.friends().filter(|u| u.command == leader.command).collect();
    let all: Vec<&Rating> = if own.is_empty() { scene.friends().collect() } else { own };
    let count = i64::try_from(all.len()).ok().filter(|n| *n > 0)?;
    let mean = |of: fn(&Point) -> i32| {
        i32::try_from(all.iter().map(|u| i64::from(of(&u.pose.at))).sum::<i64>() / count).unwrap_or(0)
    };
    let middle = Point::new(mean(|p| p.x), mean(|p| p.y));
    let enemy = scene.enemies().map(|e| e.pose.at).min_by_key(|at| (middle.to(*at).round() as i64, *at));
    Some(enemy.map_or(middle, |enemy| middle.step(enemy.bearing_to(middle), scene.view.contact * 2)))
}
