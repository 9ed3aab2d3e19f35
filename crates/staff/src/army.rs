//! The army as a whole: which side must attack, what each command does, and where each of its battalions, regiments and
//! batteries stands this turn. From six units a side on a captain leads by it; the plan is data, and is reported
//! afterwards.

pub(crate) mod army_marches;
mod design;
mod errand;
mod guns;
mod horse;
mod lend;
mod line;
mod place;
mod worths;

use crate::captain::Style;
use crate::scene::Scene;
use game::{Nerve, Rating, Reason, Ref, Sort, UnitId};
use std::collections::BTreeMap;
use table::{Cm, Point, Pose};

pub(crate) use design::{Posture, Role, Wing, wins};
pub(crate) use lend::lend;
pub(crate) use worths::worths;

/// The formation that a unit should take, as far as every ruleset knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Any,
    /// Drawn up for fire.
    Fire,
    /// Closed up for the assault.
    Shock,
    /// The fastest formation.
    March,
    /// Closed against horse on all sides.
    Square,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    /// Position and front this turn.
    pub pose: Pose,
    /// Position and front at the end of the way.
    pub last: Pose,
    pub form: Form,
    /// The part of the army that it belongs to.
    pub wing: usize,
    /// Whether it is in the first line.
    pub first: bool,
}

impl Slot {
    /// A place behind or beside the lines.
    pub const fn at(pose: Pose, form: Form, wing: usize) -> Self {
        Self { pose, last: pose, form, wing, first: false }
    }

    /// The place at the end of the way, for a unit moved so seldom that the pace of the others does not bind it.
    pub const fn in_the_end(&self) -> Self {
        Self { pose: self.last, ..*self }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Army {
    pub posture: Posture,
    pub wings: Vec<Wing>,
    pub slots: BTreeMap<UnitId, Slot>,
}

impl Army {
    pub fn make(scene: &Scene<'_>, style: Style) -> Self {
        let (posture, wings) = design::wings(scene, style);
        let mut army = Self { posture, wings, slots: BTreeMap::new() };
        let mut room = place::Places::default();
        let sent: Vec<UnitId> =
            army.wings.iter().filter(|wing| wing.alone).flat_map(|wing| wing.units.iter().copied()).collect();
        for (n, wing) in army.wings.iter().enumerate() {
            for (unit, slot) in line::slots(scene, wing, n, posture) {
                let slot = room.take(scene, unit, slot);
                army.slots.insert(unit.unit, slot);
            }
        }
        let guns: Vec<&Rating> = scene.friends().filter(|u| u.able() && u.sort == Sort::Guns).collect();
        for unit in guns {
            if let Some(slot) = guns::slot(scene, &army, unit) {
                let slot = room.take(scene, unit, slot);
                army.slots.insert(unit.unit, slot);
            }
        }
        let horse: Vec<&Rating> = scene.friends().filter(|u| u.able() && u.sort == Sort::Horse).collect();
        for unit in horse.into_iter().filter(|unit| !sent.contains(&unit.unit)) {
            let slot = horse::slot(scene, &army, unit, &room);
            let slot = room.take(scene, unit, slot);
            army.slots.insert(unit.unit, slot);
        }
        for unit in scene.friends().filter(|unit| unit.nerve == Nerve::Shaken && unit.sort != Sort::Guns) {
            let slot = recovery(scene, &army, unit).map(|slot| room.take(scene, unit, slot));
            army.slots.extend(slot.map(|slot| (unit.unit, slot)));
        }
        army
    }

    /// How far a unit's place is behind the front of its wing: the foremost moves first.
    pub fn depth(&self, unit: UnitId) -> Cm {
        let slot = self.slots.get(&unit);
        slot.and_then(|slot| Some(-self.wings.get(slot.wing)?.line.seen(slot.pose.at).1)).unwrap_or(Cm::MAX)
    }

    /// The plan in reasons: what the army does and why, and the part of each command in it.
    pub fn reasons(&self, scene: &Scene<'_>) -> Vec<Reason> {
        let why = match self.posture {
            Posture::Hold => "plan-hold",
            Posture::Contend => "plan-contend",
            Posture::Storm => "plan-storm",
        };
        let [own, his] = [scene.side, scene.side.other()].map(|side| scene.view.armies[side.index()].points);
        let mut reasons = vec![Reason::of(Ref::Side(scene.side), why).fact("lead", own - his)];
        for wing in &self.wings {
            let Some(command) = wing.command.filter(|_| !wing.alone) else { continue };
            let why = match (wing.role, wing.assault) {
                (_, true) => "main-now",
                (Role::Main, _) => "main",
                (Role::Pin, _) => "pin",
                (Role::Keep, _) => "line",
            };
            reasons.push(Reason::of(Ref::Command(command), why).on(Ref::Spot(wing.aim)));
        }
        reasons
    }

    pub fn wing_of(&self, unit: UnitId) -> Option<&Wing> {
        self.slots.get(&unit).and_then(|slot| self.wings.get(slot.wing))
    }

    /// Whether a unit belongs to a wing that is to close with the enemy now.
    pub fn storms(&self, unit: UnitId) -> bool {
        self.wing_of(unit).is_some_and(|wing| wing.assault)
    }
}

/// Where a shaken unit recovers: out of the reach of the nearest enemy, facing it.
fn recovery(scene: &Scene<'_>, army: &Army, unit: &Rating) -> Option<Slot> {
    let enemies = scene.enemies().filter(|enemy| enemy.nerve <= Nerve::Halted && enemy.sort != Sort::Guns);
    let (far, enemy) = nearest(enemies, unit.pose.at)?;
    let safe = enemy.strikes.max(enemy.range) + scene.view.contact;
    let wing = army.wings.iter().position(|wing| wing.command == unit.command)?;
    let at = unit.pose.at.step(enemy.pose.at.bearing_to(unit.pose.at), (safe - far).max(0));
    Some(Slot::at(Pose { at, facing: at.bearing_to(enemy.pose.at) }, Form::Any, wing))
}

/// The middle of some units.
pub(crate) fn middle<'a>(units: impl Iterator<Item = &'a Rating>) -> Option<Point> {
    let (mut x, mut y, mut count) = (0_i64, 0_i64, 0_i64);
    for unit in units {
        x += i64::from(unit.pose.at.x);
        y += i64::from(unit.pose.at.y);
        count += 1;
    }
    let mean = |sum: i64| i32::try_from(sum / count.max(1)).unwrap_or(0);
    (count > 0).then(|| Point::new(mean(x), mean(y)))
}

/// The nearest of some units to a place, with the distance.
pub(crate) fn nearest<'a>(units: impl Iterator<Item = &'a Rating>, at: Point) -> Option<(Cm, &'a Rating)> {
    units.map(|unit| (unit.far(at), unit)).min_by_key(|(far, unit)| (*far, unit.unit))
}
