//! The value to a unit of each thing that it can be told, apart from its place in the plan.

use super::line::WALLED;
use super::{Army, Posture, Role, Wing, army_marches};
use crate::Post;
use crate::captain::{Style, Worths};
use crate::scene::Scene;
use game::{Clash, Nerve, Rating, Sort, UnitId};
use std::collections::BTreeMap;
use table::turn;

pub(crate) fn worths(scene: &Scene<'_>, post: &Post<'_>, army: &Army, style: Style) -> BTreeMap<UnitId, Worths> {
    let units: Vec<&Rating> = scene.friends().filter(|unit| unit.able()).collect();
    let reach = |u: &Rating| u.strikes.max(u.range) + scene.view.contact;
    let pairs: Vec<(UnitId, UnitId)> = units
        .iter()
        .filter(|u| u.strikes.max(u.range) > 0)
        .flat_map(|u| {
            let mut near: Vec<&Rating> = scene.enemies().filter(|e| u.far(e.pose.at) <= reach(u)).collect();
            near.sort_by_key(|e| (e.nerve < Nerve::Shaken, u.far(e.pose.at), e.unit));
            near.into_iter().take(4).map(|e| (u.unit, e.unit))
        })
        .collect();
    let clashes: BTreeMap<(UnitId, UnitId), Clash> = pairs.iter().copied().zip(post.clashes(&pairs)).collect();
    let mut worths: BTreeMap<UnitId, Worths> =
        units.iter().map(|unit| (unit.unit, worth(scene, army, style, unit, &clashes))).collect();
    // A unit beside a friend that attacks can go with it.
    let leads: Vec<&Rating> = units
        .iter()
        .copied()
        .filter(|unit| {
            army.storms(unit.unit) && worths.get(&unit.unit).is_some_and(|w| w.attack > w.hold.max(w.advance))
        })
        .collect();
    for unit in units.iter().filter(|unit| army.storms(unit.unit) && unit.sort == Sort::Foot) {
        let with = leads.iter().any(|lead| {
            lead.unit != unit.unit && lead.command == unit.command && lead.far(unit.pose.at) <= 2 * scene.view.support
        });
        if let Some(worth) = worths.get_mut(&unit.unit).filter(|worth| with && worth.prey.is_none()) {
            worth.attack = worth.attack.max(worth.hold);
        }
    }
    worths
}

fn worth(
    scene: &Scene<'_>,
    army: &Army,
    style: Style,
    unit: &Rating,
    clashes: &BTreeMap<(UnitId, UnitId), Clash>,
) -> Worths {
    let (w, c) = (scene.weights, scene.conduct);
    let attacks = clashes.range((unit.unit, UnitId(0))..=(unit.unit, UnitId(u16::MAX)));
    let fire = attacks.clone().map(|(_, clash)| clash.fire).max().unwrap_or(0) * w.hold_fire / 100;
    let storms = army.storms(unit.unit);
    let keen = i64::from(scene.shock_of(unit)) * style.attack / 100;
    let allowed = |at: UnitId, clash: &Clash| {
        let Some(enemy) = scene.view.unit(at) else { return false };
        let weak = enemy.nerve >= Nerve::Shaken || !enemy.formed;
        let off = turn(enemy.pose.facing, enemy.pose.at.bearing_to(unit.pose.at)).abs();
        let least = match (storms, army.posture) {
            // No unit leaves its walls for less than a certainty.
            _ if unit.cover >= WALLED => c.chance_walls,
            (true, _) => c.storm,
            _ if weak || off > 6_000 => c.chance_weak,
            (_, Posture::Hold) if unit.sort == Sort::Foot => c.chance_held_foot,
            (_, Posture::Hold) => c.chance_held,
            // By itself before the others are there.
            _ if unit.sort == Sort::Foot => c.chance_foot,
            _ => c.chance,
        };
        let least = match scene.temper {
            crate::Temperament::Bold => least - 80,
            crate::Temperament::Balanced => least,
            crate::Temperament::Prudent => least + 80,
        };
        let price = match army.posture {
            _ if storms => c.price_storm,
            Posture::Hold => c.price_held,
            _ => c.price,
        };
        let chance = i64::from(clash.chance);
        clash.reaches
            && clash.gain * 100 >= clash.cost * price
            && chance >= least
            && (!scene.kept_back(unit) || chance >= w.sure)
    };
    let prey = attacks
        .filter(|((_, at), clash)| allowed(*at, clash))
        .map(|((_, at), clash)| {
            let on_goal = scene.view.unit(*at).map_or(0, |enemy| {
                let goals = scene.view.goals.iter().filter(|goal| goal.holds(enemy.pose.at));
                goals.map(|goal| goal.worth * i64::from(clash.chance) * w.goal_part / 1_000).sum::<i64>()
            });
            let cost = clash.cost * scene.stake(unit) / 100;
            let wanted = if storms { unit.worth * c.wanted } else { 0 };
            (scene.net(clash.gain * keen / 100, cost) + on_goal + wanted, *at, *clash)
        })
        .filter(|(value, ..)| *value > 0)
        .max_by_key(|(value, at, _)| (*value, std::cmp::Reverse(*at)));
    let goes = army.slots.get(&unit.unit).map_or(0, |slot| {
        let drill = crate::march::Drill {
            ahead: unit.reach,
            oblique: Some((unit.reach, 4_500)),
            turn: 18_000,
            reforms: unit.stances.iter().map(|s| table::Manoeuvre::Reform(s.name.0.clone())).collect(),
            ..crate::march::Drill::default()
        };
        let here = army_marches::value(scene, army, unit, slot, &[]);
        let far = unit.far(slot.pose.at);
        let near = table::Pose {
            at: unit.pose.at.step(unit.pose.at.bearing_to(slot.pose.at), far.min(unit.reach)),
            facing: slot.pose.facing,
        };
        let go = army_marches::standing(scene, unit, slot, near) - army_marches::standing(scene, unit, slot, unit.pose);
        let forms = army_marches::reform(scene, unit, &drill, slot.form)
            .map_or(0, |change| army_marches::value(scene, army, unit, slot, &[change]) - here)
            * c.reform_part
            / 100;
        let disordered = if !unit.formed && unit.sort == Sort::Horse { 800 } else { 0 };
        // A unit slightly out of its place counts as in it.
        (if far <= scene.view.contact / 2 && go < 250 { 0 } else { go }).max(forms).max(disordered)
    });
    // Before the battle a command is told its purpose. Where places count before points, a command that is to take one
    // is told to attack, and no command with such a unit beside it is told to stay for good.
    let (mut for_attack, mut for_hold) = (0, 0);
    if scene.view.turn == 0 {
        let takes = |wing: &Wing| wing.command == unit.command && wing.alone && wing.role == Role::Main;
        let sent = scene.view.places_first && army.wings.iter().any(takes);
        match army.wing_of(unit.unit).map(|wing| wing.role) {
            Some(Role::Main) if army.posture == Posture::Storm || scene.view.places_first => for_attack = 2_000,
            Some(Role::Pin) if scene.view.places_first => for_attack = 1_000,
            Some(Role::Keep) if !sent => for_hold = 1_500,
            _ => {}
        }
    }
    let stirs = if fire > 0 { unit.fire * w.stir / 100 } else { 0 };
    let advance = if goes > 0 { goes - stirs } else { -150 - stirs };
    Worths {
        attack: for_attack + prey.map_or(-w.no_prey, |(value, _, _)| value * w.attack_part / 100),
        advance,
        hold: fire + 20 + for_hold,
        withdraw: -1_000,
        halted: fire * w.idle_fire / 100 - w.idle,
        prey: prey.map(|(_, at, clash)| (at, clash)),
    }
}
