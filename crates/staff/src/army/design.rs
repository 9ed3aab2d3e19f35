//! The plan of the army: whether to hold, to contend or to storm; where the main effort goes, which commands pin, which
//! keep a place.

use super::errand::{Errand, errands};
use super::{middle, nearest};
use crate::Temperament;
use crate::captain::{Effort, Lean, Style};
use crate::scene::Scene;
use game::{Appraisal, Goal, Nerve, Rating, Side, Sort, UnitId};
use table::{Cm, Point, Pose};

/// Which side must attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Posture {
    /// Time works for this side: let the enemy come.
    #[default]
    Hold,
    /// Neither side wins by waiting.
    Contend,
    /// Time works for the enemy: the places must be taken.
    Storm,
}

/// Whether the time for the assault has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Time {
    Early,
    /// For each command with enough support beside it.
    Due,
    /// For every command, as planned.
    Now,
}

/// The purpose of a wing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Makes the main effort, against a place or the enemy there.
    Main,
    /// Keeps the enemy in front of it busy.
    Pin,
    /// Keeps a place, or the place where it stands.
    Keep,
}

/// A command with its part in the plan.
#[derive(Clone, Debug)]
pub(crate) struct Wing {
    pub command: Option<u16>,
    pub role: Role,
    /// The point that it is sent to or defends.
    pub aim: Point,
    /// The middle of its first line at the end of its way, and the front there.
    pub line: Pose,
    /// Whether it closes with the enemy now.
    pub assault: bool,
    /// Whether it is a unit sent by itself.
    pub alone: bool,
    /// Its units, without guns and the horse of the army.
    pub units: Vec<UnitId>,
}

impl Wing {
    fn new(body: &Body<'_>, role: Role, aim: Point, line: Pose) -> Self {
        let units = body.units.iter().map(|unit| unit.unit).collect();
        Self { command: body.command, role, aim, line, assault: false, alone: false, units }
    }

    pub fn of<'a>(&self, scene: &Scene<'a>) -> Vec<&'a Rating> {
        self.units.iter().filter_map(|id| scene.view.unit(*id)).collect()
    }
}

/// A unit that suffers less from fire than this, in hundredths of a line's losses, is in open order.
const CLOSED: i32 = 80;

/// Whether a side wins if nothing more happens.
pub(crate) fn wins(view: &Appraisal, side: Side) -> bool {
    let [own, his] = [side, side.other()].map(|s| view.armies[s.index()]);
    let deciding = || view.goals.iter().filter(|goal| goal.decides.is_some());
    let all = |holder: Side| deciding().next().is_some() && deciding().all(|goal| goal.holder == Some(holder));
    let held = |s: Side| view.goals.iter().filter(|goal| goal.holder == Some(s)).count();
    let ahead = match held(side).cmp(&held(side.other())) {
        std::cmp::Ordering::Greater if view.places_first => true,
        std::cmp::Ordering::Less if view.places_first => false,
        _ => own.points - his.points > view.margin,
    };
    let decides_for = |s: Side| deciding().any(|goal| goal.decides == Some(s));
    (all(side) && decides_for(side)) || (ahead && !(all(side.other()) && decides_for(side.other())))
}

fn posture(scene: &Scene<'_>, style: Style) -> Posture {
    if scene.view.turn < style.from {
        return Posture::Hold;
    }
    match style.lean {
        Lean::Stand | Lean::Back => return Posture::Hold,
        Lean::Forward => return Posture::Storm,
        Lean::Even => {}
    }
    let posture = if wins(scene.view, scene.side) {
        Posture::Hold
    } else if wins(scene.view, scene.side.other()) && gone(scene) >= scene.conduct.hurry {
        Posture::Storm
    } else if lets_come(scene) {
        Posture::Hold
    } else {
        Posture::Contend
    };
    if scene.view.places_first { by_strength(scene, posture) } else { posture }
}

/// Where places count before points, a side that wins by waiting and is the stronger attacks while it is, since the
/// rest of the enemy may be on its way; and where neither side wins by waiting the weaker lets the other come.
fn by_strength(scene: &Scene<'_>, posture: Posture) -> Posture {
    let (ratio, c) = (ratio(scene), scene.conduct);
    let left = i64::from(scene.view.turns) - i64::from(scene.view.turn);
    match posture {
        Posture::Hold if ratio >= c.sally && left > c.late => Posture::Storm,
        Posture::Contend if ratio < c.meet => Posture::Hold,
        posture => posture,
    }
}

/// The strength of the army in hundredths of the enemy's.
fn ratio(scene: &Scene<'_>) -> i64 {
    let [own, his] = [scene.side, scene.side.other()].map(|side| scene.view.troops(side).map(strength).sum::<i64>());
    own * 100 / his.max(1)
}

/// Whether there is time to let the enemy come: a unit that stands fires first. Where places count before points, or
/// neither side has them yet, time is for the side that goes for them.
fn lets_come(scene: &Scene<'_>) -> bool {
    let nobodys = scene.view.goals.iter().any(|goal| goal.holder.is_none());
    let patience = if nobodys { scene.conduct.patient_bare } else { scene.conduct.patient };
    let patience = match scene.temper {
        Temperament::Bold => 0,
        Temperament::Balanced => patience,
        Temperament::Prudent => 2 * patience,
    };
    !scene.view.places_first && gone(scene) < patience
}

/// The enemy's bodies, which a front is turned to; without those in open order if there are others.
pub(super) fn bodies_of_his<'a>(scene: &Scene<'a>, worst: Nerve) -> Vec<&'a Rating> {
    let all: Vec<&Rating> = scene.enemies().filter(|enemy| enemy.nerve <= worst).collect();
    let closed: Vec<&Rating> = all.iter().copied().filter(|e| e.sort != Sort::Foot || e.exposure >= CLOSED).collect();
    if closed.is_empty() { all } else { closed }
}

/// A unit's remaining strength for a fight.
fn strength(unit: &Rating) -> i64 {
    match unit.nerve {
        Nerve::Steady => unit.worth,
        Nerve::Halted => unit.worth * 9 / 10,
        Nerve::Shaken => unit.worth / 3,
        Nerve::Running => 0,
    }
}

fn about<'a>(units: impl Iterator<Item = &'a Rating>, at: Point, within: Cm) -> i64 {
    units.filter(|unit| unit.far(at) <= within).map(strength).sum()
}

/// The range of a musket, as the units of both sides show it.
pub(super) fn musket(scene: &Scene<'_>) -> Cm {
    let foot = scene.view.units.iter().filter(|unit| unit.sort == Sort::Foot && unit.range > 0);
    let mut ranges: Vec<Cm> = foot.map(|unit| unit.range).collect();
    ranges.sort_unstable();
    ranges.get(ranges.len() / 2).copied().unwrap_or(scene.view.contact * 2).max(scene.view.contact)
}

/// A share of a distance.
fn part(whole: Cm, hundredths: i64) -> Cm {
    Cm::try_from(i64::from(whole) * hundredths / 100).unwrap_or(whole)
}

/// How much of the army's time has passed, in hundredths.
fn gone(scene: &Scene<'_>) -> i64 {
    i64::from(scene.view.turn) * 100 / i64::from(scene.view.turns.max(1))
}

/// A command with foot that can be sent, with its middle and strength.
struct Body<'a> {
    command: Option<u16>,
    units: Vec<&'a Rating>,
    at: Point,
    strength: i64,
    reach: Cm,
}

fn bodies<'a>(scene: &Scene<'a>, sent: &[Errand<'a>]) -> Vec<Body<'a>> {
    let mut commands: Vec<Option<u16>> = scene.friends().map(|unit| unit.command).collect();
    commands.sort_unstable();
    commands.dedup();
    let body = |command: Option<u16>| {
        let units: Vec<&Rating> = scene
            .friends()
            .filter(|unit| unit.command == command && unit.sort == Sort::Foot && unit.able())
            .filter(|unit| sent.iter().all(|errand| errand.unit.unit != unit.unit))
            .collect();
        let at = middle(units.iter().copied())?;
        let strength = units.iter().map(|unit| strength(unit)).sum();
        let reach = units.iter().map(|unit| unit.reach).min().unwrap_or(1).max(1);
        Some(Body { command, units, at, strength, reach })
    };
    commands.into_iter().filter_map(body).collect()
}

/// The wings of the army, the weightiest first.
pub(super) fn wings(scene: &Scene<'_>, style: Style) -> (Posture, Vec<Wing>) {
    let posture = posture(scene, style);
    let sent = errands(scene, style);
    let mut free = bodies(scene, &sent);
    let mut wings = Vec::new();
    let musket = musket(scene);
    if posture == Posture::Hold {
        keep(scene, &mut free, &mut wings);
        wings.extend(sent.iter().map(|errand| detached(scene, errand)));
        return (posture, wings);
    }
    let taken = |goal: &&Goal| sent.iter().any(|errand| !errand.keeps && errand.goal.at == goal.at);
    let mut goals: Vec<&Goal> =
        scene.view.goals.iter().filter(|goal| goal.holder != Some(scene.side) && !taken(goal)).collect();
    let weight = |goal: &Goal| goal.worth * if goal.decides.is_some() { 2 } else { 1 };
    let wanted = match style.effort {
        Effort::Place(n) => scene.view.goals.get(usize::from(n)).map(|goal| goal.at),
        _ => None,
    };
    goals.sort_by_key(|goal| (Some(goal.at) != wanted, std::cmp::Reverse(weight(goal)), goal.at));
    // Where places count before points there is no time to wait.
    let time = match ready(scene, posture) {
        _ if style.lean == Lean::Forward || style.effort != Effort::Whole => Time::Now,
        true if scene.view.places_first => Time::Now,
        true => Time::Due,
        false => Time::Early,
    };
    let mut refused = refused(scene, style, &mut free);
    for goal in goals {
        let defence = about(scene.enemies(), goal.at, part(musket, scene.conduct.about)).max(1);
        let mut sent = 0;
        // The nearest first, until they are enough.
        while sent * 100 < defence * scene.conduct.superior
            && !free.is_empty()
            && (posture == Posture::Storm || sent == 0)
        {
            let turns = |body: &Body<'_>| body.at.to(goal.at) as i64 * 100 / i64::from(body.reach);
            let Some((n, body)) = free.iter().enumerate().min_by_key(|(_, body)| turns(body)) else { break };
            let left = i64::from(scene.view.turns.saturating_sub(scene.view.turn)) + 1;
            if turns(body) > left * 110 + 100 {
                break;
            }
            sent += body.strength;
            let body = free.remove(n);
            wings.push(sent_to(scene, &body, Role::Main, goal.at, musket, time));
        }
    }
    for body in free {
        let aim = aim_of(scene, &body);
        wings.push(sent_to(scene, &body, Role::Pin, aim, musket, time));
    }
    keep(scene, &mut refused, &mut wings);
    spread(scene, &mut wings);
    wings.extend(sent.iter().map(|errand| detached(scene, errand)));
    (posture, wings)
}

/// The nearest enemy in front of a body.
fn aim_of(scene: &Scene<'_>, body: &Body<'_>) -> Point {
    nearest(scene.enemies().filter(|e| e.nerve < Nerve::Running), body.at).map_or(body.at, |(_, e)| e.pose.at)
}

/// Bodies that keep their place while others press on.
fn refused<'a>(scene: &Scene<'a>, style: Style, free: &mut Vec<Body<'a>>) -> Vec<Body<'a>> {
    let (Some(own), Some(his)) = (middle(scene.friends()), middle(scene.enemies())) else { return Vec::new() };
    let front = Pose { at: own, facing: own.bearing_to(his) };
    let aside = |body: &Body<'_>| front.seen(body.at).0;
    let whole: i64 = free.iter().map(|body| body.strength).sum();
    free.sort_by_key(|body| (aside(body), body.command));
    let (mut before, mut refused, mut left) = (0, Vec::new(), Vec::new());
    for body in free.drain(..) {
        // The strength to the left of its middle, in quarters.
        let part = (before + body.strength / 2) * 4;
        before += body.strength;
        let presses = match style.effort {
            Effort::Whole | Effort::Place(_) => true,
            Effort::Left => part <= 2 * whole,
            Effort::Centre => part >= whole && part <= 3 * whole,
            Effort::Right => part >= 2 * whole,
        };
        if presses { left.push(body) } else { refused.push(body) }
    }
    *free = left;
    refused
}

/// A unit sent by itself.
fn detached(scene: &Scene<'_>, errand: &Errand<'_>) -> Wing {
    let Errand { unit, goal, keeps, by } = *errand;
    let enemy = nearest(scene.enemies().filter(|enemy| enemy.nerve <= Nerve::Halted), goal.at);
    let at = if goal.holds(unit.pose.at) { unit.pose.at } else { by };
    // On the way it faces where it goes, and so goes straight.
    let facing = match enemy {
        _ if unit.far(at) > unit.reach => unit.pose.at.bearing_to(at),
        Some((_, enemy)) => goal.at.bearing_to(enemy.pose.at),
        None => unit.pose.facing,
    };
    let role = if keeps { Role::Keep } else { Role::Main };
    let units = vec![unit.unit];
    Wing { command: unit.command, role, aim: goal.at, line: Pose { at, facing }, assault: false, alone: true, units }
}

/// Commands whose places would overlap are set side by side, on the side from which they come.
fn spread(scene: &Scene<'_>, wings: &mut [Wing]) {
    let of = |wing: &Wing| wing.of(scene);
    let half = |wing: &Wing| {
        let row = of(wing).iter().map(|unit| unit.extent.left + unit.extent.right + scene.view.contact / 2).sum::<Cm>();
        row * 2 / 3 / 2
    };
    for n in 1..wings.len() {
        for _ in 0..4 {
            let (before, rest) = wings.split_at_mut(n);
            let Some(wing) = rest.first_mut() else { break };
            let room = half(wing);
            let near = before.iter().find_map(|other| {
                let (x, y) = other.line.seen(wing.line.at);
                let both = half(other) + room;
                (x.abs() < both && y.abs() < scene.view.support).then_some((other.line, x, both))
            });
            let Some((line, x, both)) = near else { break };
            let from = middle(of(wing).into_iter()).map_or(x, |at| line.seen(at).0);
            let side = if from + x >= 0 { 1 } else { -1 };
            let (_, y) = line.seen(wing.line.at);
            wing.line.at = line.local(side * (both + scene.view.contact / 2), y);
        }
    }
}

/// Whether the time for the assault has come: guns have fired long enough, or no time is left.
fn ready(scene: &Scene<'_>, posture: Posture) -> bool {
    let (ratio, c) = (ratio(scene), scene.conduct);
    let (enough, due, keen) = match scene.temper {
        Temperament::Bold => (c.enough - 10, c.due + 3, 0),
        Temperament::Balanced => (c.enough, c.due, c.keen),
        Temperament::Prudent => (c.enough + 35, c.due - 2, 2 * c.keen),
    };
    let left = i64::from(scene.view.turns) - i64::from(scene.view.turn);
    // A command that has closed goes through with it: to waver under fire is the worst choice.
    let musket = musket(scene);
    let close = |unit: &&Rating| {
        unit.sort == Sort::Foot
            && unit.able()
            && scene.enemies().any(|e| e.nerve <= Nerve::Halted && e.far(unit.pose.at) <= musket)
    };
    let closed = scene.friends().filter(close).count() >= 2 && ratio * 100 >= enough * c.through;
    match posture {
        Posture::Hold => false,
        Posture::Contend => gone(scene) >= keen && (ratio >= enough || closed),
        Posture::Storm => left <= due || ratio >= enough + c.sooner || closed,
    }
}

/// A body sent against an aim: up to charge range, or to firing range; before the assault, beyond the enemy's muskets.
fn sent_to(scene: &Scene<'_>, body: &Body<'_>, role: Role, aim: Point, musket: Cm, time: Time) -> Wing {
    let his = bodies_of_his(scene, Nerve::Shaken);
    let enemies = || his.iter().copied();
    // An enemy in the way is met first.
    let met = enemies().filter(|enemy| {
        let (whole, part) = (body.at.to(aim), body.at.to(enemy.pose.at));
        part + enemy.pose.at.to(aim) < whole * 1.15 + f64::from(musket)
    });
    let first = nearest(met, body.at);
    let front = body.at.bearing_to(first.map_or(aim, |(_, enemy)| enemy.pose.at));
    let strikes = body.units.iter().map(|unit| unit.strikes).filter(|strikes| *strikes > 0).min().unwrap_or(0);
    let c = scene.conduct;
    let local = first.map_or(0, |(_, enemy)| about(scene.enemies(), enemy.pose.at, part(musket, c.about)));
    let own = first.map_or(0, |(far, enemy)| {
        // Commands that wait as far off as this one go in with it.
        let beside = if time == Time::Due { far + scene.view.support } else { 0 };
        about(scene.friends(), enemy.pose.at, strikes.max(part(musket, c.about)).max(beside))
    });
    // No command goes in before the others are there, unless the fight has begun or no time is left.
    let left = scene.view.turns.saturating_sub(scene.view.turn);
    let met = first.is_some_and(|(far, _)| far <= musket * 5 / 4);
    let goes = match time {
        Time::Now => true,
        Time::Due => met || i64::from(left) <= c.last || own * 100 >= local * c.local,
        Time::Early => false,
    };
    let ready = time != Time::Early;
    let far = |close: Cm| first.map_or(0, |(far, _)| (far - close).max(0));
    let halt = || part(musket, c.halt).min(strikes.max(musket * 5 / 4)).max(part(strikes, c.hover));
    let at = match first {
        None => aim,
        Some(_) if goes => body.at.step(front, far(part(musket, c.near))),
        Some(_) if scene.view.places_first => body.at.step(front, far(halt())),
        Some(_) => body.at.step(front, under_no_more_guns(scene, body.at, front, far(halt()))),
    };
    let near = first.is_some_and(|(far, _)| far <= strikes.max(musket) + musket);
    let assault = near && (ready && own * 100 >= local * c.local || role == Role::Main && own * 100 >= local * c.alone);
    Wing { assault, ..Wing::new(body, role, aim, Pose { at, facing: front }) }
}

/// The part of a way that leads into the range of no guns that do not already reach its beginning.
fn under_no_more_guns(scene: &Scene<'_>, from: Point, front: i32, far: Cm) -> Cm {
    let step = scene.view.contact.max(1);
    let guns =
        scene.enemies().filter(|enemy| enemy.sort == Sort::Guns && enemy.nerve <= Nerve::Halted && enemy.fire > 0);
    let guns: Vec<&Rating> = guns.collect();
    let under = |at: Point| guns.iter().filter(|gun| gun.far(at) <= gun.range).count();
    let now = under(from);
    let safe = |n: &Cm| under(from.step(front, (n * step).min(far))) <= now;
    let steps = (1..=far / step + 1).take_while(safe).count();
    Cm::try_from(steps).map_or(far, |steps| (steps * step).min(far))
}

/// Every command keeps the places of its side, where it stands if that will do.
fn keep(scene: &Scene<'_>, free: &mut Vec<Body<'_>>, wings: &mut Vec<Wing>) {
    let enemies = || scene.enemies().filter(|enemy| enemy.nerve <= Nerve::Halted);
    let his = bodies_of_his(scene, Nerve::Halted);
    let mut goals: Vec<&Goal> = scene.view.goals.iter().filter(|goal| goal.holder == Some(scene.side)).collect();
    // Enemies that can be there within three turns.
    let pressed = |goal: &Goal| {
        enemies().filter(|enemy| enemy.far(goal.at) <= 3 * enemy.reach + goal.radius).map(strength).sum::<i64>()
    };
    goals.sort_by_key(|goal| (std::cmp::Reverse((goal.worth, pressed(goal))), goal.at));
    let facing =
        |at: Point, or: i32| nearest(his.iter().copied(), at).map_or(or, |(_, enemy)| at.bearing_to(enemy.pose.at));
    for goal in goals {
        if pressed(goal) == 0 {
            continue;
        }
        let own = about(
            scene.friends().filter(|unit| unit.sort != Sort::Guns),
            goal.at,
            goal.radius + 2 * scene.view.support,
        );
        if own >= pressed(goal) {
            continue;
        }
        // A command without an enemy in front of it comes.
        let idle = |body: &Body<'_>| {
            nearest(enemies(), body.at).is_none_or(|(far, enemy)| far > 2 * enemy.strikes.max(enemy.range))
        };
        let found = free.iter().enumerate().filter(|(_, body)| idle(body));
        let Some((n, _)) = found.min_by_key(|(_, body)| body.at.to(goal.at) as i64) else { continue };
        let body = free.remove(n);
        let front = facing(goal.at, body.at.bearing_to(goal.at));
        let line = Pose { at: goal.at.step(front, goal.radius / 2), facing: front };
        wings.push(Wing::new(&body, Role::Keep, goal.at, line));
    }
    for body in free.drain(..) {
        let own = body.units.first().map_or(0, |unit| unit.pose.facing);
        let line = Pose { at: body.at, facing: facing(body.at, own) };
        wings.push(Wing::new(&body, Role::Keep, body.at, line));
    }
}
