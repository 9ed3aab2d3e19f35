//! A battlefield as a general weighs it: which units can hurt which from where, by ratings alone, in hundredths of a
//! point.

use crate::Temperament;
use crate::weights::{Conduct, Weights};
use game::{Appraisal, Nerve, Rating, Side, Sort};
use table::{Cm, Point, Pose, turn};

/// A side's view, with values.
pub(crate) struct Scene<'a> {
    pub side: Side,
    pub view: &'a Appraisal,
    pub temper: Temperament,
    pub weights: &'a Weights,
    pub conduct: &'a Conduct,
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

    pub fn leader(&self, of: &Rating) -> Option<&'a Rating> {
        self.view.units.iter().find(|r| r.sort == Sort::Leader && r.side == of.side && r.command == of.command)
    }

    /// The chance, in thousandths, that an attack by one unit on another at a pose succeeds, by their ratings.
    pub fn guess(&self, by: &Rating, from: Point, at: &Rating, stands: Pose) -> i64 {
        let w = self.weights;
        let off = turn(stands.facing, stands.at.bearing_to(from)).abs();
        let aspect = match off {
            _ if at.cover >= 100 => 0,
            0..=6_000 => 0,
            6_001..=13_500 => w.flank,
            _ => w.rear,
        };
        let his = if by.sort == Sort::Horse { at.against_horse } else { at.shock };
        let nerve = match at.nerve {
            Nerve::Steady => 0,
            Nerve::Halted => w.halted,
            Nerve::Shaken => w.shaken,
            Nerve::Running => w.running,
        };
        // A target met in front fires first; horse hardly does.
        let fire = if aspect == 0 && at.nerve <= Nerve::Halted && at.sort != Sort::Horse {
            at.fire * i64::from(by.exposure) / 100 / by.full.max(1) * w.fire_met / 100
        } else {
            0
        };
        let difference = i64::from(by.shock - his - at.cover / 4) + w.edge + aspect + nerve - fire;
        (500 + w.slope * difference).clamp(40, 960)
    }

    /// The mean gain and cost of an attack.
    pub fn attack(&self, by: &Rating, from: Point, at: &Rating, stands: Pose) -> (i64, i64) {
        let w = self.weights;
        let chance = self.guess(by, from, at, stands);
        let prize = match at.nerve {
            Nerve::Steady | Nerve::Halted => w.prize_steady,
            Nerve::Shaken => w.prize_shaken,
            Nerve::Running => w.prize_running,
        };
        // A target met in front fires before contact.
        let off = turn(stands.facing, stands.at.bearing_to(from)).abs();
        let fire = if off <= FRONT && at.nerve <= Nerve::Halted {
            at.fire * w.fire_cost / 100 * i64::from(by.exposure) / 100
        } else {
            0
        };
        (chance * at.worth * prize / 1_000, (1_000 - chance) * by.worth * w.loss / 1_000 + fire)
    }

    /// The weight of a unit's loss, in hundredths: more if its army breaks by it.
    pub fn stake(&self, unit: &Rating) -> i64 {
        if self.precious(unit) { self.weights.last_straw } else { 100 }
    }

    /// Whether its army breaks if this unit is lost.
    pub fn precious(&self, unit: &Rating) -> bool {
        let army = self.view.armies[unit.side.index()];
        army.breaks > 0 && army.lost + unit.full >= army.breaks
    }

    /// Horse that the whole army depends on: it is kept back until an attack is nearly certain.
    pub fn kept_back(&self, unit: &Rating) -> bool {
        let [own, his] = [self.side, self.side.other()].map(|side| self.view.armies[side.index()]);
        // At the end every unit is needed that can still turn the battle.
        let last = self.view.turn + 1 >= self.view.turns && own.points - his.points <= self.view.margin;
        unit.sort == Sort::Horse
            && self.precious(unit)
            && !last
            && self.friends().filter(|friend| friend.able()).count() > 1
    }

    /// Whether a friend stands in the way of an enemy that comes straight from a point.
    pub fn screened(&self, unit: &Rating, from: Point, to: Point) -> bool {
        let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
        let whole = dx * dx + dy * dy;
        self.friends().filter(|f| f.unit != unit.unit && f.nerve < Nerve::Running).any(|friend| {
            let (x, y) = (i64::from(friend.pose.at.x - from.x), i64::from(friend.pose.at.y - from.y));
            let along = x * dx + y * dy;
            let aside = (x * dy - y * dx).abs();
            let half = i64::from(friend.extent.left.max(friend.extent.right)) * 8 / 10;
            // Between the two, and the way leads through it.
            along > 0 && along < whole && aside / whole.isqrt().max(1) < half
        })
    }

    /// The share left of something that is done best to the front.
    const fn aspect(off: i32, aside: i64, behind: i64) -> i64 {
        if off <= FRONT {
            100
        } else if off <= 9_000 {
            aside
        } else {
            behind
        }
    }

    /// Gains less losses, as the general weighs them.
    pub fn net(&self, gain: i64, cost: i64) -> i64 {
        gain - cost * self.caution() / 100
    }

    /// The weight of a loss beside an equal gain, in hundredths.
    pub const fn caution(&self) -> i64 {
        self.weights.caution * self.temper.caution() / 100
    }

    /// What an enemy may do next to a unit at a pose: the worst attack and all fires.
    pub fn threat(&self, unit: &Rating, pose: Pose) -> i64 {
        let mut worst = 0;
        let mut second = 0;
        let mut fire = 0;
        for enemy in self.enemies().filter(|e| e.nerve <= Nerve::Halted) {
            let far = enemy.far(pose.at);
            if enemy.strikes > 0 && far <= enemy.strikes && enemy.nerve == Nerve::Steady {
                let (gain, cost) = self.attack(enemy, enemy.pose.at, unit, pose);
                let harm = (gain - cost / 2).max(0);
                let harm =
                    if self.screened(unit, enemy.pose.at, pose.at) { harm * self.weights.screen / 100 } else { harm };
                // An enemy does not attack a unit that it does not see, and seldom one on its flank.
                let off = turn(enemy.pose.facing, enemy.pose.at.bearing_to(pose.at)).abs();
                let harm = harm * Self::aspect(off, self.weights.harm_aside, self.weights.harm_behind) / 100;
                second = second.max(harm.min(worst));
                worst = worst.max(harm);
            }
            if enemy.range > 0 && far <= enemy.range {
                let off = turn(enemy.pose.facing, enemy.pose.at.bearing_to(pose.at)).abs();
                let sheltered = 100 - i64::from(unit.cover.clamp(0, 80));
                fire += enemy.fire * sheltered * i64::from(unit.exposure) / 100 / if off <= FRONT { 100 } else { 250 };
            }
        }
        let w = self.weights;
        let all = (worst * w.worst + second * w.second + fire * w.fires) / 100;
        all * self.stake(unit) / 100
    }

    /// What a unit at a pose may do next: its best fire and its best attack.
    pub fn chances(&self, unit: &Rating, pose: Pose) -> i64 {
        let (mut fire, mut attack) = (0, 0);
        for enemy in self.enemies() {
            let far = enemy.far(pose.at);
            let off = turn(pose.facing, pose.at.bearing_to(enemy.pose.at)).abs();
            if unit.range > 0 && far <= unit.range {
                let part = if off <= FRONT { 100 } else { self.weights.fire_aside };
                let near = if far * 2 <= unit.range { 140 } else { 100 };
                let sheltered = 100 - i64::from(enemy.cover.clamp(0, 70));
                fire = fire.max(unit.fire * part * near * sheltered / 1_000_000 * i64::from(enemy.exposure) / 100);
            }
            if unit.strikes > 0 && far <= unit.strikes && unit.nerve <= Nerve::Halted {
                let (gain, cost) = self.attack(unit, pose.at, enemy, enemy.pose);
                let ready = Self::aspect(off, self.weights.attack_aside, self.weights.attack_behind);
                attack = attack.max(self.net(gain, cost) * ready / 100);
            }
        }
        fire * i64::from(unit.doctrine.fire) * self.weights.chance_fire / 10_000
            + attack * i64::from(self.shock_of(unit)) * self.weights.chance_attack / 10_000
    }

    /// How much a unit's nation likes to close.
    pub fn shock_of(&self, unit: &Rating) -> i32 {
        if unit.sort == Sort::Horse {
            unit.doctrine.cavalry
        } else {
            unit.doctrine.shock * self.weights.foot_keen as i32 / 100
        }
    }

    /// The value to a unit of friends near a place, and the cost of being alone or out of command.
    pub fn company(&self, unit: &Rating, pose: Pose) -> i64 {
        let mut value = 0;
        let mut nearest = Cm::MAX;
        for friend in self.friends().filter(|f| f.unit != unit.unit && f.nerve < Nerve::Running) {
            let far = friend.far(pose.at);
            nearest = nearest.min(far);
            if far <= self.view.support && friend.formed {
                value += self.weights.friend;
            }
        }
        let value = value.min(self.weights.friends);
        let alone = if self.view.command > 0 && nearest > self.view.command { -self.weights.alone } else { 0 };
        let led = self.leader(unit).is_none_or(|leader| leader.far(pose.at) <= self.view.command + leader.reach / 2);
        value + alone + if led || self.view.command == 0 { 0 } else { -self.weights.unled }
    }
}
