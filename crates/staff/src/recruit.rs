//! A general without a plan that does nothing absurd: a unit on foot goes for each place (with few units, for one place
//! after another), the others go for the nearest enemy; they fire when they can. Horse stays behind them and attacks
//! when it should go well.

use crate::captain::approach;
use crate::captain::marches::{self, rides};
use crate::captain::{Mission, Plan, Room, Task, drawn_up, in_line, movers, share_out};
use crate::march::{self, Drill};
use crate::pick::{self, Nerves};
use crate::scene::Scene;
use crate::straight;
use crate::weights::Genes;
use crate::{Answer, General, Luck, Post, Reason, Temperament};
use game::{Ask, Clash, Field, Gist, Intent, Rating, Ref, Reply, Shape, Sort, UnitId};
use std::collections::BTreeMap;
use table::{Manoeuvre, Point};

/// The recruit attacks when success is fairly likely.
const NERVES: Nerves = Nerves { least: 400, keen: 100 };

#[derive(Clone, Copy, Debug)]
pub struct Recruit {
    temper: Temperament,
    luck: Luck,
}

impl Recruit {
    /// A recruit of this temperament; the luck decides between equal choices.
    #[must_use]
    pub const fn new(temper: Temperament, luck: u64) -> Self {
        Self { temper, luck: Luck::new(luck) }
    }
}

impl General for Recruit {
    fn answer(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer> {
        let view = post.appraise();
        if view.units.is_empty() {
            // Without an appraisal only the ruleset's suggestion is known.
            return post.suggest(ask.id, self.luck.next()).map(Answer::from);
        }
        let genes = Genes::in_force();
        let scene = Scene {
            side: post.side(),
            view: &view,
            temper: self.temper,
            weights: &genes.recruit,
            conduct: &genes.army,
        };
        let gists = post.gists(ask.id);
        let mut options = Vec::with_capacity(ask.fields.len());
        let mut reasons = Vec::new();
        let mut room = Room::new(&scene, &movers(ask));
        let told = orders(&scene, post, ask, &gists);
        let aims = aims(&scene);
        for (n, field) in ask.fields.iter().enumerate() {
            let gists = gists.get(n).map_or(&[][..], Vec::as_slice);
            let (replies, reason) = match &field.shape {
                Shape::March { allowed, .. } => ways(&scene, post, field, allowed, &aims, &mut room),
                Shape::Pick { .. } if pick::is_order(gists) => {
                    let wanted = told.get(n).copied().flatten();
                    let aim = |head: &Rating| aims.get(&head.unit).copied();
                    match approach::reply(&view, field, gists, aim).filter(|_| wanted == Some(Intent::Advance)) {
                        Some(reply) => (vec![reply], None),
                        None => {
                            let (reply, reason) = order(field, gists, wanted);
                            (vec![reply], reason)
                        }
                    }
                }
                Shape::Place { formations, .. } => (vec![drawn_up(&scene, field, formations)], None),
                _ => {
                    let (reply, reason) = pick::best(&scene, field, gists, NERVES, &mut Vec::new());
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

/// The aim of each unit: one unit on foot for each place, the nearest first; the others go for the nearest enemy. With
/// few units only one place is to be taken at a time: they stay together. Horse stays behind the nearest friend until
/// it has an enemy to charge.
fn aims(scene: &Scene<'_>) -> BTreeMap<UnitId, Point> {
    let mut free: Vec<&Rating> = scene.friends().filter(|unit| unit.able()).collect();
    let mut aims = BTreeMap::new();
    let mut taking = false;
    for (unit, goal) in share_out(scene, &mut free) {
        let ours = goal.holder == Some(scene.side);
        if !ours && taking && !in_line(scene.view, scene.side, scene.conduct) {
            free.push(unit);
        } else {
            aims.insert(unit.unit, goal.at);
        }
        taking |= !ours;
    }
    for unit in free {
        let nearest = |all: &mut dyn Iterator<Item = Point>| all.min_by_key(|at| (unit.far(*at), *at));
        let enemy = nearest(&mut scene.enemies().map(|enemy| enemy.pose.at));
        let friend = nearest(&mut scene.friends().filter(|f| f.unit != unit.unit).map(|friend| friend.pose.at));
        let aim = match (enemy, friend) {
            (Some(enemy), Some(friend)) if unit.sort == Sort::Horse => {
                Some(friend.step(enemy.bearing_to(friend), scene.view.contact * 2))
            }
            _ => enemy,
        };
        aims.extend(aim.map(|at| (unit.unit, at)));
    }
    aims
}

/// The order that a unit should have. Horse attacks if that should go well; the others stand if they are where they
/// should be or have a target to fire at, and else go on. Horse that is where it should be never makes its command
/// stand still.
fn wanted(scene: &Scene<'_>, post: &Post<'_>, unit: &Rating, aims: &BTreeMap<UnitId, Point>) -> Intent {
    let near: Vec<_> = scene
        .enemies()
        .filter(|enemy| unit.strikes > 0 && unit.far(enemy.pose.at) <= unit.strikes + scene.view.contact)
        .map(|enemy| (unit.unit, enemy.unit))
        .collect();
    let least = if scene.kept_back(unit) { scene.weights.sure } else { i64::from(NERVES.least) };
    let good = |clash: &Clash| {
        clash.reaches
            && i64::from(clash.chance) >= least
            && scene.net(clash.gain, clash.cost * scene.stake(unit) / 100) > 0
    };
    if unit.sort == Sort::Horse && post.clashes(&near).iter().any(good) {
        return Intent::Attack;
    }
    let fires = scene.enemies().any(|enemy| unit.range > 0 && unit.far(enemy.pose.at) <= unit.range);
    let there = aims.get(&unit.unit).is_some_and(|at| unit.far(*at) <= scene.view.contact);
    if unit.formed && unit.sort != Sort::Horse && (fires || there) { Intent::Hold } else { Intent::Advance }
}

/// Orders: each command does what most of its units should; the others have orders of their own.
fn orders(scene: &Scene<'_>, post: &Post<'_>, ask: &Ask, gists: &[Vec<Gist>]) -> Vec<Option<Intent>> {
    let aims = aims(scene);
    let wanted: BTreeMap<UnitId, Intent> =
        scene.friends().filter(|u| u.able()).map(|u| (u.unit, wanted(scene, post, u, &aims))).collect();
    let most = |command: u16| {
        let count = |intent: Intent| {
            let units = scene.friends().filter(|u| u.command == Some(command) && u.sort != Sort::Guns);
            units.filter(|u| wanted.get(&u.unit) == Some(&intent)).map(|u| u.worth).sum::<i64>()
        };
        [Intent::Advance, Intent::Hold, Intent::Attack].into_iter().max_by_key(|intent| count(*intent))
    };
    let order = |(n, field): (usize, &Field)| {
        gists.get(n).filter(|gists| pick::is_order(gists))?;
        match field.about {
            Ref::Command(command) => most(command),
            Ref::Unit(id) => {
                let intent = wanted.get(&id).copied()?;
                let unit = scene.view.unit(id).filter(|u| u.sort != Sort::Guns);
                // A unit whose command has the same order on this sheet needs none of its own.
                let command = unit.and_then(|u| u.command).filter(|n| commands(ask).any(|asked| asked == *n));
                (command.and_then(most) != Some(intent)).then_some(intent)
            }
            _ => None,
        }
    };
    ask.fields.iter().enumerate().map(order).collect()
}

pub(crate) fn commands(ask: &Ask) -> impl Iterator<Item = u16> + '_ {
    ask.fields.iter().filter_map(|field| match field.about {
        Ref::Command(command) => Some(command),
        _ => None,
    })
}

/// The order of a field with this intent.
fn order(field: &Field, gists: &[Gist], wanted: Option<Intent>) -> (Reply, Option<Reason>) {
    let Shape::Pick { from, .. } = &field.shape else { return (field.default.clone(), None) };
    let found = wanted.and_then(|wanted| pick::meaning(gists, wanted)).and_then(|n| from.get(n).zip(gists.get(n)));
    found.map_or_else(
        || (field.default.clone(), None),
        |(choice, gist)| (pick::picked(choice), pick::reason(field.about, gist)),
    )
}

/// Ways to go, the best first.
fn ways(
    scene: &Scene<'_>,
    post: &Post<'_>,
    field: &Field,
    allowed: &[Manoeuvre],
    aims: &BTreeMap<UnitId, Point>,
    room: &mut Room,
) -> (Vec<Reply>, Option<Reason>) {
    let Ref::Unit(id) = field.about else { return (Vec::new(), None) };
    let Some(unit) = scene.view.unit(id) else { return (Vec::new(), None) };
    let drill = Drill::of(allowed);
    if unit.sort == Sort::Leader {
        let mut rides = rides(scene, post, unit, &drill);
        rides.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        return (rides.into_iter().map(|(_, legs)| march::reply(field, legs)).collect(), None);
    }
    let Some(at) = aims.get(&id).copied() else { return (Vec::new(), None) };
    let task = if straight::arrived(scene, unit, at) { "stand" } else { "advance" };
    let reason = Some(Reason::of(field.about, task).on(Ref::Spot(at)));
    if in_line(scene.view, scene.side, scene.conduct) {
        let ways = straight::ways(scene, unit, &drill, at, room);
        return (ways.into_iter().map(|legs| march::reply(field, legs)).collect(), reason);
    }
    let plan = Plan::of(unit.unit, mission(scene, at));
    let mut ways = marches::ways(scene, post, field, allowed, &plan, room).0;
    // Never away from the aim.
    let nearer = |legs: &[Manoeuvre]| march::end(unit.pose, legs).at.to(at) <= unit.pose.at.to(at);
    ways.retain(|reply| matches!(reply, Reply::Marched(march) if nearer(&march.legs)));
    (ways, reason)
}

/// The mission of a unit that goes to a place.
fn mission(scene: &Scene<'_>, at: Point) -> Mission {
    let goal = scene.view.goals.iter().find(|goal| goal.at == at);
    Mission {
        task: Task::Take,
        at,
        radius: goal.map_or(scene.view.contact, |goal| goal.radius * 7 / 10),
        worth: goal.map_or(scene.weights.support_worth, |goal| goal.worth * 100),
    }
}

/// A leader's place behind the middle of the units of the command.
pub(crate) fn post_of_leader(scene: &Scene<'_>, leader: &Rating) -> Option<Point> {
    let own: Vec<&Rating> = scene.friends().filter(|u| u.command == leader.command).collect();
    let all: Vec<&Rating> = if own.is_empty() { scene.friends().collect() } else { own };
    let count = i64::try_from(all.len()).ok().filter(|n| *n > 0)?;
    let mean = |of: fn(&Point) -> i32| {
        i32::try_from(all.iter().map(|u| i64::from(of(&u.pose.at))).sum::<i64>() / count).unwrap_or(0)
    };
    let middle = Point::new(mean(|p| p.x), mean(|p| p.y));
    let enemy = scene.enemies().map(|e| e.pose.at).min_by_key(|at| (middle.far(*at), *at));
    Some(enemy.map_or(middle, |enemy| middle.step(enemy.bearing_to(middle), scene.view.contact * 2)))
}
