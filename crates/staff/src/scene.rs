//! A battlefield as a general weighs it: who can hurt whom from where, by ratings alone, in hundredths of a point.

use crate::Temperament;
use game::{Appraisal, Nerve, Rating, Side, Sort};
use table::{Cm, Point, Pose, turn};

/// What a side sees, valued.
pub(crate) struct Scene<'a> {
    pub side: Side,
    pub view: &'a Appraisal,
    pub temper: Temperament,
}

/// Half of the front arc in which a unit fights at its best.
const FRONT: i32 = 4_500;

impl<'a> Scene<'a> {
    pub fn friends(&self) -> impl Iterator<Item = &'a Rating> {
        self.view.troops(self.side)
    }

    pub fn enemies(&self) -> impl Iterator<Item = &'a Rating> {
        self.view.troops(self.side.other())
    }

    /// The leader of a unit's command.
    pub fn leader(&self, of: &Rating) -> Option<&'a Rating> {
        self.view.units.iter().find(|r| r.sort == Sort::Leader && r.side == of.side && r.command == of.command)
    }

    /// The chance, in thousandths, that one unit has the better of an attack on another that stands somewhere, by
    /// their ratings.
    pub fn guess(&self, by: &Rating, from: Point, at: &Rating, stands: Pose) -> i64 {
        let off = turn(stands.facing, stands.at.bearing_to(from)).abs();
        let aspect = match off {
            _ if at.cover >= 100 => 0,
            0..=6_000 => 0,
            6_001..=13_500 => 22,
            _ => 32,
        };
        let his = if by.sort == Sort::Horse { at.against_horse } else { at.shock };
        let nerve = match at.nerve {
            Nerve::Steady => 0,
            Nerve::Halted => 8,
            Nerve::Shaken => 25,
            Nerve::Running => 60,
        };
        // Whoever is met in front fires first.
        let fire = if aspect == 0 && at.nerve <= Nerve::Halted {
            at.fire * i64::from(by.exposure) / 100 / by.full.max(1) / 2
        } else {
            0
        };
        let difference = i64::from(by.shock + 14 + aspect + nerve - his - at.cover / 4) - fire;
        (500 + 12 * difference).clamp(40, 960)
    }

    /// What an attack brings and costs on the mean.
    pub fn attack(&self, by: &Rating, from: Point, at: &Rating, stands: Pose) -> (i64, i64) {
        let chance = self.guess(by, from, at, stands);
        let prize = match at.nerve {
            Nerve::Steady | Nerve::Halted => 48,
            Nerve::Shaken => 80,
            Nerve::Running => 95,
        };
        // Those in front fire before they are met.
        let off = turn(stands.facing, stands.at.bearing_to(from)).abs();
        let fire =
            if off <= FRONT && at.nerve <= Nerve::Halted { at.fire * 6 / 10 * i64::from(by.exposure) / 100 } else { 0 };
        (chance * at.worth * prize / 1_000, (1_000 - chance) * by.worth * 42 / 1_000 + fire)
    }

    /// Gains less losses, as the general feels them.
    pub fn net(&self, gain: i64, cost: i64) -> i64 {
        gain - cost * self.temper.caution() / 100
    }

    /// What an enemy may do next to a unit that stands somewhere: the worst attack and all fires.
    pub fn threat(&self, unit: &Rating, pose: Pose) -> i64 {
        let mut worst = 0;
        let mut second = 0;
        let mut fire = 0;
        for enemy in self.enemies().filter(|e| e.nerve <= Nerve::Halted) {
            let far = enemy.far(pose.at);
            if enemy.strikes > 0 && far <= enemy.strikes && enemy.nerve == Nerve::Steady {
                let (gain, cost) = self.attack(enemy, enemy.pose.at, unit, pose);
                let harm = (gain - cost / 2).max(0);
                second = second.max(harm.min(worst));
                worst = worst.max(harm);
            }
            if enemy.range > 0 && far <= enemy.range {
                let off = turn(enemy.pose.facing, enemy.pose.at.bearing_to(pose.at)).abs();
                let sheltered = 100 - i64::from(unit.cover.clamp(0, 80));
                fire += enemy.fire * sheltered * i64::from(unit.exposure) / 100 / if off <= FRONT { 100 } else { 250 };
            }
        }
        worst * 6 / 10 + second * 3 / 10 + fire / 2
    }

    /// What a unit that stands somewhere may do next: its best fire and its best attack.
    pub fn chances(&self, unit: &Rating, pose: Pose) -> i64 {
        let (mut fire, mut attack) = (0, 0);
        for enemy in self.enemies() {
            let far = enemy.far(pose.at);
            let off = turn(pose.facing, pose.at.bearing_to(enemy.pose.at)).abs();
            if unit.range > 0 && far <= unit.range {
                let part = if off <= FRONT { 100 } else { 45 };
                let near = if far * 2 <= unit.range { 140 } else { 100 };
                let sheltered = 100 - i64::from(enemy.cover.clamp(0, 70));
                fire = fire.max(unit.fire * part * near * sheltered / 1_000_000 * i64::from(enemy.exposure) / 100);
            }
            if unit.strikes > 0 && far <= unit.strikes && unit.nerve <= Nerve::Halted {
                let (gain, cost) = self.attack(unit, pose.at, enemy, enemy.pose);
                let ready = if off <= FRONT { 100 } else { 60 };
                attack = attack.max(self.net(gain, cost) * ready / 100);
            }
        }
        fire * i64::from(unit.doctrine.fire) / 160 + attack * i64::from(self.shock_of(unit)) / 220
    }

    /// How much a unit's nation likes to close.
    pub fn shock_of(&self, unit: &Rating) -> i32 {
        if unit.sort == Sort::Horse { unit.doctrine.cavalry } else { unit.doctrine.shock }
    }

    /// What friends near a place are worth to a unit there, and what it costs to be alone or out of command.
    pub fn company(&self, unit: &Rating, pose: Pose) -> i64 {
        let mut value = 0;
        let mut nearest = Cm::MAX;
        for friend in self.friends().filter(|f| f.unit != unit.unit && f.nerve < Nerve::Running) {
            let far = friend.far(pose.at);
            nearest = nearest.min(far);
            if far <= self.view.support && friend.formed {
                value += 160;
            }
        }
        let value = value.min(480);
        let alone = if self.view.command > 0 && nearest > self.view.command { -500 } else { 0 };
        let led = self.leader(unit).is_none_or(|leader| leader.far(pose.at) <= self.view.command + leader.reach / 2);
        value + alone + if led || self.view.command == 0 { 0 } else { -500 }
    }
}
