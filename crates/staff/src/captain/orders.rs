//! Orders: the best action of each unit this turn, and the orders of commands and units that bring most of it about.

use super::{Lean, Plan, Style, approach, marches, sent};
use crate::scene::Scene;
use crate::{Post, Reason, pick};
use game::{Ask, Clash, Field, Gist, Intent, Nerve, Rating, Ref, Reply, Shape, Sort, UnitId};
use std::collections::BTreeMap;

/// The value to a unit of each thing that it can be told, in hundredths of a point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Worths {
    pub attack: i64,
    pub advance: i64,
    pub hold: i64,
    pub withdraw: i64,
    /// It loses its orders and stands.
    pub halted: i64,
    /// The unit that it would attack, and the odds.
    pub prey: Option<(UnitId, Clash)>,
}

impl Worths {
    const fn of(&self, intent: Intent) -> i64 {
        match intent {
            Intent::Attack => self.attack,
            Intent::Advance => self.advance,
            Intent::Withdraw => self.withdraw,
            _ => self.hold,
        }
    }
}

/// A field that gives an order.
struct Line<'a> {
    place: usize,
    field: &'a Field,
    gists: &'a [Gist],
}

pub(super) fn decide(
    scene: &Scene<'_>,
    post: &Post<'_>,
    ask: &Ask,
    gists: &[Vec<Gist>],
    plan: &Plan,
    style: Style,
) -> (Vec<Vec<Reply>>, Vec<Reason>) {
    let worths = match &plan.army {
        Some(army) => crate::army::worths(scene, post, army, style),
        None => worths(scene, post, plan, style),
    };
    let lines = || {
        ask.fields.iter().enumerate().filter_map(|(place, field)| {
            let gists = gists.get(place).map(Vec::as_slice).filter(|gists| pick::is_order(gists))?;
            Some(Line { place, field, gists })
        })
    };
    let own: BTreeMap<UnitId, Line<'_>> = lines()
        .filter_map(|line| match line.field.about {
            Ref::Unit(id) => Some((id, line)),
            _ => None,
        })
        .collect();
    let mut options = vec![Vec::new(); ask.fields.len()];
    let mut reasons = Vec::new();
    let mut put = |line: &Line<'_>, n: usize, reason: Option<Reason>| {
        if let (Shape::Pick { from, .. }, Some(replies)) = (&line.field.shape, options.get_mut(line.place)) {
            *replies = from.get(n).map(pick::picked).into_iter().collect();
        }
        reasons.extend(reason);
    };
    let (mut done, mut approached) = (Vec::new(), Vec::new());
    for line in lines() {
        let Ref::Command(command) = line.field.about else { continue };
        // A side that must attack comes as near as it may before the battle begins; each of a handful of units goes
        // where it is sent.
        let aim = |head: &Rating| match &plan.army {
            Some(_) => crate::army::nearest(scene.enemies(), head.pose.at).map(|(_, enemy)| enemy.pose.at),
            None => plan.missions.get(&head.unit).map(|mission| mission.at),
        };
        if let Some(reply) = approach::reply(scene.view, line.field, line.gists, aim)
            && !crate::army::wins(scene.view, scene.side)
        {
            approached.push((line.place, line.field.about, reply));
            continue;
        }
        let units: Vec<&Rating> =
            scene.friends().filter(|u| u.command == Some(command) && u.sort != Sort::Guns).collect();
        let usual = usual(&line);
        let rated = line.gists.iter().enumerate().map(|(n, gist)| {
            let sum: i64 = units.iter().map(|u| follow(&worths, &own, u, gist, usual, scene.weights.own_order).0).sum();
            (sum, n)
        });
        let Some((_, n)) = rated.max_by_key(|(sum, n)| (*sum, std::cmp::Reverse(*n))) else { continue };
        let Some(gist) = line.gists.get(n).copied() else { continue };
        put(&line, n, pick::reason(line.field.about, &gist).map(|reason| reason.fact("units", units.len() as i64)));
        for unit in units {
            done.push(unit.unit);
            let Some(line) = own.get(&unit.unit) else { continue };
            let (_, choice) = follow(&worths, &own, unit, &gist, usual, scene.weights.own_order);
            let told = choice.and_then(|n| line.gists.get(n)).map_or(gist.intent, |gist| gist.intent);
            put(line, choice.unwrap_or(0), explain(unit, told, &worths, plan));
        }
    }
    // Guns, and units without a command above them.
    for (id, line) in own.iter().filter(|(id, _)| !done.contains(id)) {
        let Some(worth) = worths.get(id) else { continue };
        // Of two ways to do the same, the one that promises more.
        let rated = line.gists.iter().enumerate().map(|(n, gist)| (expected(worth, gist), gist.gain - gist.cost, n));
        let best = rated.max_by_key(|(sum, more, n)| (*sum, *more, std::cmp::Reverse(*n)));
        let Some((_, _, n)) = best else { continue };
        let intent = line.gists.get(n).map_or(Intent::None, |gist| gist.intent);
        put(line, n, scene.view.unit(*id).and_then(|unit| explain(unit, intent, &worths, plan)));
    }
    for (place, who, reply) in approached {
        if let Some(replies) = options.get_mut(place) {
            *replies = vec![reply];
        }
        reasons.push(Reason::of(who, "advance"));
    }
    (options, reasons)
}

fn explain(unit: &Rating, intent: Intent, worths: &BTreeMap<UnitId, Worths>, plan: &Plan) -> Option<Reason> {
    match intent {
        Intent::Attack => worths.get(&unit.unit).and_then(|w| w.prey).and_then(|(at, clash)| {
            let Clash { chance, gain, cost, .. } = clash;
            pick::reason(Ref::Unit(unit.unit), &Gist { intent, target: Some(at), chance, gain, cost })
        }),
        Intent::Withdraw => Some(Reason::of(Ref::Unit(unit.unit), "withdraw")),
        _ => plan.reason(unit.unit),
    }
}

/// The meaning of "go on" for a line.
fn usual(line: &Line<'_>) -> Intent {
    let Shape::Pick { from, .. } = &line.field.shape else { return Intent::Hold };
    let key = line.field.default.key();
    from.iter()
        .zip(line.gists)
        .find(|(choice, _)| Some(&choice.key) == key)
        .map_or(Intent::Hold, |(_, gist)| gist.intent)
}

/// An order that may fail leaves the unit halted.
fn expected(worth: &Worths, gist: &Gist) -> i64 {
    let chance = i64::from(gist.chance);
    (worth.of(gist.intent) * chance + worth.halted * (1_000 - chance)) / 1_000
}

/// A unit's result under an order of its command, and the order of its own that is better, if there is one.
fn follow(
    worths: &BTreeMap<UnitId, Worths>,
    own: &BTreeMap<UnitId, Line<'_>>,
    unit: &Rating,
    gist: &Gist,
    usual: Intent,
    own_order: i64,
) -> (i64, Option<usize>) {
    let Some(worth) = worths.get(&unit.unit) else { return (0, None) };
    let chance = i64::from(gist.chance);
    // If the order fails, the previous one goes on.
    let mut best = (worth.of(gist.intent) * chance + worth.of(usual) * (1_000 - chance)) / 1_000;
    if !unit.commanded {
        best = worth.halted;
    }
    let mut choice = None;
    if let Some(line) = own.get(&unit.unit) {
        for (n, gist) in line.gists.iter().enumerate().filter(|(_, gist)| gist.intent != Intent::None) {
            let value = expected(worth, gist);
            // An order of its own must be worth the trouble.
            if value > best + own_order {
                (best, choice) = (value, Some(n));
            }
        }
    }
    (best, choice)
}

fn worths(scene: &Scene<'_>, post: &Post<'_>, plan: &Plan, style: Style) -> BTreeMap<UnitId, Worths> {
    let units: Vec<&Rating> = scene.friends().filter(|u| sent(u)).collect();
    let pairs: Vec<(UnitId, UnitId)> = units
        .iter()
        .filter(|u| u.strikes.max(u.range) > 0)
        .flat_map(|u| {
            let mut near: Vec<&Rating> =
                scene.enemies().filter(|e| u.far(e.pose.at) <= u.strikes.max(u.range) + scene.view.contact).collect();
            near.sort_by_key(|e| (u.far(e.pose.at), e.unit));
            near.into_iter().take(4).map(|e| (u.unit, e.unit))
        })
        .collect();
    let clashes: BTreeMap<(UnitId, UnitId), Clash> = pairs.iter().copied().zip(post.clashes(&pairs)).collect();
    let feared: Vec<(UnitId, UnitId)> = if scene.weights.exact > 0 {
        let strikers = |u: &&Rating| {
            let mut near: Vec<&Rating> =
                scene.enemies().filter(|e| e.nerve == Nerve::Steady && e.far(u.pose.at) <= e.strikes).collect();
            near.sort_by_key(|e| (e.far(u.pose.at), e.unit));
            near.into_iter().take(3).map(|e| (e.unit, u.unit)).collect::<Vec<_>>()
        };
        units.iter().flat_map(strikers).collect()
    } else {
        Vec::new()
    };
    let harms = feared.iter().copied().zip(post.clashes(&feared)).collect::<Vec<_>>();
    let worst = |unit: &Rating| {
        let harm = |clash: &Clash| (clash.gain - clash.cost / 2).max(0) * scene.stake(unit) / 100;
        let of = harms.iter().filter(|((_, at), clash)| *at == unit.unit && clash.reaches);
        of.map(|(_, clash)| harm(clash)).max().unwrap_or(0) * scene.weights.worst / 100
    };
    units.into_iter().map(|unit| (unit.unit, worth(scene, plan, style, unit, &clashes, worst(unit)))).collect()
}

fn worth(
    scene: &Scene<'_>,
    plan: &Plan,
    style: Style,
    unit: &Rating,
    clashes: &BTreeMap<(UnitId, UnitId), Clash>,
    worst: i64,
) -> Worths {
    let w = scene.weights;
    let guess = scene.threat(unit, unit.pose);
    // By the rules where it stands, by ratings where it might come to stand.
    let threat = (guess * (100 - w.exact.min(100)) + worst * w.exact.min(100)) / 100;
    let here = plan.value(scene, unit, unit.pose) + (guess - threat) * scene.caution() / 100;
    let keen = i64::from(scene.shock_of(unit)) * style.attack / 100;
    let attacks = clashes.range((unit.unit, UnitId(0))..=(unit.unit, UnitId(u16::MAX)));
    let fire = attacks.clone().map(|(_, clash)| clash.fire).max().unwrap_or(0);
    let fire = fire * i64::from(unit.doctrine.fire) / 100 * w.hold_fire / 100;
    let prey = attacks
        .filter(|(_, clash)| clash.reaches)
        .filter(|(_, clash)| !scene.kept_back(unit) || i64::from(clash.chance) >= w.sure)
        .map(|((_, at), clash)| {
            // A unit that drives an enemy off a place takes it.
            let on_goal = scene.view.unit(*at).map_or(0, |enemy| {
                let goals = scene.view.goals.iter().filter(|goal| goal.holds(enemy.pose.at));
                goals.map(|goal| goal.worth * i64::from(clash.chance) * w.goal_part / 1_000).sum::<i64>()
            });
            let cost = clash.cost * scene.stake(unit) / 100;
            (scene.net(clash.gain * keen / 100, cost) + on_goal, *at, *clash)
        })
        .max_by_key(|(value, at, _)| (*value, std::cmp::Reverse(*at)));
    // The target may be gone or have charged by then.
    let attack = prey.map_or(here - w.no_prey, |(value, _, clash)| {
        here + value * w.attack_part / 100 + threat * i64::from(clash.chance) * w.attack_threat / 100_000
    });
    let march = marches::prospect(scene, unit, plan);
    // On the move it is caught at a disadvantage.
    let advance = march - threat * w.advance_threat / 100;
    let hold = here + fire;
    // A unit that goes back loses its order and its place.
    let withdraw =
        here - w.withdraw_base - unit.worth * w.withdraw_worth + threat * scene.caution() * w.withdraw_threat / 10_000;
    let lean = |wanted: Lean| if style.lean == wanted { 500 } else { 0 };
    Worths {
        attack: attack + lean(Lean::Forward),
        advance: advance + lean(Lean::Forward) / 2,
        hold: hold + lean(Lean::Stand),
        withdraw: withdraw + lean(Lean::Back),
        halted: here + fire * w.idle_fire / 100 - w.idle,
        prey: prey.map(|(_, at, clash)| (at, clash)),
    }
}
