//! What the computer's generals need to know of the ruleset: worth of units in tenths of a point (LA-GAP-41), reach,
//! fire, objectives, and the expected result of an attack or a fire. They may not measure before a charge either
//! (LA-CHA-05): distances to enemies are estimates, as for a person.

mod gists;

use crate::fight::Outcome;
use crate::resolve::fire::{self, DieUse};
use crate::resolve::morale::MoraleResult;
use crate::turn::Shooting;
use crate::world::{Bound, Guns, Leave, Leaving, Life, Role, Unit, World};
use crate::{Arm, CM, Formation, LesAigles, Order, r};
use game::{Appraisal, Army, Clash, Doctrine, Extent, Goal, Nerve, Quiet, Rating, Side, Sort, Stance, UnitId};
use rulebook::Known;
use rulebook::question::Luck;
use table::{Cm, Point, distance};

impl LesAigles {
    /// Remaining worth of a unit, in tenths of a point.
    pub(crate) fn left_of(&self, w: &Known<'_, World>, id: UnitId) -> i64 {
        let unit = w.unit(id);
        if matches!(unit.life, Life::Gone(_) | Life::Folded) || unit.guns == Guns::Spiked || unit.guns == Guns::Turned {
            return 0;
        }
        let figures: i64 = self.kinds(unit, id).map(|(figure, n)| i64::from(figure.budget.0) * i64::from(n)).sum();
        let kept = match unit.bound {
            Bound::Leaving(Leaving { how: Leave::Flight, .. }) => 5,
            Bound::Leaving(Leaving { how: Leave::Rout, .. }) => 35,
            Bound::Leaving(_) => 75,
            _ => 100,
        };
        let order = match unit.order {
            Order::Formed => 100,
            Order::Disorganised => 97,
            Order::Unformed => 90,
            Order::Disordered => 80,
        };
        figures * kept / 100 * order / 100
    }

    pub(crate) fn value(&self, w: &Known<'_, World>) -> Appraisal {
        let mut units: Vec<Rating> = w.ids().filter(|id| w.unit(*id).present()).map(|id| self.rating(w, id)).collect();
        if let Some(looks) = w.viewer() {
            for rating in units.iter_mut().filter(|rating| rating.side != looks) {
                rating.pose.at = self.estimated_place(w, looks, rating.unit);
            }
        }
        for (place, (officer, sheet)) in w.generals.iter().zip(&self.officers).enumerate() {
            if officer.life == Life::Present && matches!(sheet.role, Role::General { .. }) {
                units.push(self.leader(w, place, officer.at));
            }
        }
        Appraisal {
            ruleset: <crate::edition::Aigles as rulebook::Edition>::ID,
            turn: w.period,
            turns: self.scenario.periods,
            units,
            goals: self.goals(w),
            armies: Side::BOTH.map(|side| self.army(w, side)),
            margin: 0,
            places_first: false,
            command: self.book.tables.morale.general_step.cm(),
            support: self.book.tables.morale.within.cm(),
            contact: self.book.tables.movement.keep_off.cm(),
        }
    }

    fn army(&self, w: &Known<'_, World>, side: Side) -> Army {
        let whole = self.scenario.budget[side.index()];
        let running: i64 = self.troops(w, side).filter(|id| w.unit(*id).runs()).map(|id| self.left_of(w, id) / 2).sum();
        Army {
            whole,
            lost: self.lost(w, side) + running,
            breaks: i64::from(self.scenario.breaks[side.index()]) * whole / 100,
            points: self.score(w, side),
        }
    }

    pub(crate) fn goals(&self, w: &Known<'_, World>) -> Vec<Goal> {
        let decides =
            |n: usize| self.scenario.decisions.iter().find(|(_, hold)| hold.contains(&n)).map(|(side, _)| *side);
        let times = i64::from(self.book.tables.setting.objective_times) * 10;
        let objectives = self.scenario.objectives.iter().enumerate();
        // The middle of a footprint counts for an objective, while a general moves the front edge.
        let present = w.ids().filter(|id| w.unit(*id).present());
        let depth = present.map(|id| self.body(w, id).depth / 2).max().unwrap_or(0);
        objectives
            .map(|(n, objective)| {
                let near = objective.area.iter().map(|p| objective.middle.to(*p).round() as Cm).min().unwrap_or(0);
                Goal {
                    at: objective.middle,
                    radius: (near * 95 / 100 - depth).max(near / 4),
                    worth: i64::from(objective.points) * times,
                    holder: w.holders.get(n).copied().flatten(),
                    decides: decides(n),
                }
            })
            .collect()
    }

    /// Tenths of a point lost with a general.
    pub(crate) fn leader_worth(&self, place: usize) -> i64 {
        i64::from(self.officers[place].points) * 10
    }

    fn leader(&self, w: &Known<'_, World>, place: usize, at: Point) -> Rating {
        let sheet = &self.officers[place];
        let worth = self.leader_worth(place);
        Rating::leader(
            w.general_id(place),
            sheet.side,
            Some(sheet.command),
            at,
            worth,
            self.book.tables.officers.ride.cm(),
        )
    }

    fn rating(&self, w: &Known<'_, World>, id: UnitId) -> Rating {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let reach =
            self.rate(&self.marcher(w, id), crate::resolve::motion::March::Ahead, Vec::new(), false).unwrap_or(0) * 4;
        let (quarter, bonus) = self.dash(unit, id);
        let charges = self.may_charge(w, id).is_ok();
        Rating {
            unit: id,
            side: sheet.side,
            command: Some(sheet.command),
            sort: match sheet.profile.arm {
                Arm::Infantry => Sort::Foot,
                Arm::Cavalry => Sort::Horse,
                Arm::Artillery => Sort::Guns,
            },
            pose: unit.pose,
            extent: Extent::of(unit.pose, &[self.body(w, id)]),
            full: i64::from(sheet.cost.0),
            worth: self.left_of(w, id),
            nerve: match unit.bound {
                Bound::Free => Nerve::Steady,
                Bound::Halted { .. } => Nerve::Halted,
                Bound::Leaving(Leaving { how: Leave::Retreat, .. })
                | Bound::Advancing { .. }
                | Bound::Evading(_)
                | Bound::Rallying(_)
                | Bound::Following { .. } => Nerve::Shaken,
                Bound::Leaving(_) => Nerve::Running,
            },
            commanded: self.generals_of(w, id).iter().any(|(_, far)| *far <= self.book.tables.morale.general_step.cm()),
            // A unit does not re-form where the ground breaks its order again (LA-GAP-72).
            formed: unit.order <= self.order_of_ground(id, unit.formation, &self.body(w, id)).max(Order::Disorganised)
                && unit.formation != Formation::Limbered,
            cover: match self.cover(w, id, unit.pose.ahead(20 * CM).at) {
                crate::Cover::None => 0,
                crate::Cover::Light => 30,
                crate::Cover::Hard => 60,
                crate::Cover::House => 100,
            },
            fire: self.usual_fire(unit, id, unit.formation),
            exposure: exposure(unit.formation),
            shock: self.usual_shock(unit, id, unit.formation),
            against_horse: against_horse(sheet.profile.arm, unit.formation),
            reach,
            range: self.range(w, id).unwrap_or(0) / 2,
            strikes: if charges { 4 * quarter + bonus } else { 0 },
            doctrine: Doctrine::default(),
            stances: self.stances(w, id),
        }
    }

    /// Expected loss of an average enemy by half a period of fire, in hundredths of a tenth: a line at a third of the
    /// range.
    fn usual_fire(&self, unit: &Unit, id: UnitId, formation: Formation) -> i64 {
        let leading = self.leading(unit, id);
        let figures = match formation {
            Formation::Line | Formation::Skirmish | Formation::InPosition => unit.figures(),
            Formation::DoubleLine => unit.figures(),
            Formation::Limbered => 0,
            Formation::HollowSquare => unit.figures() / 4,
            _ => self.sheet(id).front,
        };
        if leading.weapon == crate::Weapon::None {
            return 0;
        }
        let losses = fire::cell(&self.book, i16::from(leading.fire) - 1, figures.into(), &mut Quiet);
        // A figure of thirty losses is worth about fifty tenths.
        i64::from(losses) * 100 * 50 / (30 * 2)
    }

    fn usual_shock(&self, unit: &Unit, id: UnitId, formation: Formation) -> i32 {
        let leading = self.leading(unit, id);
        let depth = if formation.column() { 2 } else { 0 };
        let loose = if formation == Formation::Skirmish { -3 } else { 0 };
        100 + 12 * (i32::from(leading.combat) + i32::from(leading.bonus) + depth + loose - 6)
    }

    fn stances(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Stance> {
        let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
        if profile.arm == Arm::Cavalry || unit.inside.is_some() {
            return Vec::new();
        }
        let marcher = self.marcher(w, id);
        let stance = |formation: Formation| {
            self.change_time(&marcher, formation)?;
            let then = crate::turn::Marcher { formation, ..marcher.clone() };
            Some(Stance {
                name: rulebook::word(&formation),
                fire: self.usual_fire(unit, id, formation),
                exposure: exposure(formation),
                shock: self.usual_shock(unit, id, formation),
                against_horse: against_horse(profile.arm, formation),
                reach: self.rate(&then, crate::resolve::motion::March::Ahead, Vec::new(), false).unwrap_or(0) * 4,
                extent: Extent::of(unit.pose, &[self.body_at(id, unit, unit.pose, formation)]),
            })
        };
        crate::turn::FORMATIONS
            .into_iter()
            .filter(|formation| *formation != unit.formation)
            .filter_map(stance)
            .collect()
    }

    /// A distance as a person would estimate it: some percent off, the same for a pair of units during a period, and
    /// different in another battle (LA-CHA-05).
    fn estimate(&self, w: &Known<'_, World>, a: UnitId, b: UnitId) -> Cm {
        let far = distance(&self.body(w, a), &self.body(w, b)).cm;
        if !self.on(r::LA_CHA_05) {
            return far;
        }
        let glance = (u64::from(a.0) << 32) | (u64::from(b.0) << 16) | u64::from(w.period);
        far * Luck::new(w.hunch() ^ glance).between(90, 110) / 100
    }

    /// The estimated place of an enemy: in the direction from the side's nearest unit, at the distance that this unit
    /// estimates (LA-CHA-05). An enemy in contact need not be estimated.
    fn estimated_place(&self, w: &Known<'_, World>, looks: Side, enemy: UnitId) -> Point {
        let (at, body) = (w.unit(enemy).pose.at, self.body(w, enemy));
        let near = self.troops(w, looks).map(|own| (distance(&self.body(w, own), &body).cm, own)).min();
        let Some((far, own)) = near.filter(|(_, own)| w.contact(*own, enemy).is_none()) else { return at };
        let by = self.estimate(w, own, enemy) - far;
        let bearing = self.body(w, own).pose.at.bearing_to(body.pose.at);
        self.on_the_table(at.step(if by < 0 { (bearing + 18_000).rem_euclid(36_000) } else { bearing }, by.abs()))
    }

    pub(crate) fn clash_of(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Clash {
        let known = |id: UnitId| usize::from(id.0) < w.units.len() && w.unit(id).present();
        if !known(by) || !known(at) || self.side(by) == self.side(at) {
            return Clash::default();
        }
        let attack = self.guess_attack(w, by, at).unwrap_or_default();
        Clash { fire: self.guess_fire(w, by, at), ..attack }
    }

    /// Expected result of an attack: by the odds of the charge if it lands now, otherwise by the known factors of its
    /// first round.
    fn guess_attack(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Option<Clash> {
        self.may_charge(w, by).ok()?;
        let (own, his) = (w.unit(by), w.unit(at));
        let foot_on_horse = self.arm(by) == Arm::Infantry && self.arm(at) == Arm::Cavalry;
        if foot_on_horse || w.engaged(at) || his.inside.is_some() || his.guns != Guns::Served {
            return None;
        }
        let (body, target) = (self.body(w, by), self.body(w, at));
        // One of the remaining quarters of the period is used to face the target (LA-CHA-13).
        let left = if w.quarter.is_multiple_of(4) { 4 } else { 2 };
        let left = if self.ahead(&body, &target).is_some() { left } else { left - 1 };
        let far = self.estimate(w, by, at);
        let reaches = self.in_front(&body, &target) && self.in_reach(w, by, (&target, far), left, false);
        let (own_worth, his_worth) = (self.left_of(w, by) * 100, self.left_of(w, at) * 100);
        if reaches && let Some((chance, gain, cost)) = self.weighed(w, by, at) {
            let part = |worth: i64, share: f64| (worth as f64 * share) as i64;
            let (gain, cost) = (part(his_worth, gain), part(own_worth, cost));
            return Some(Clash { reaches, chance: (chance * 1_000.0) as u16, gain, cost, fire: 0 });
        }
        let (mine, ranks) = (self.leading(own, by), own.formation.column() && self.arm(by) == Arm::Infantry);
        let charging = i32::from(mine.bonus) + if ranks { 2 } else { 0 };
        Some(self.by_factors(w, (by, at), charging, reaches))
    }

    /// Expected result of an ordinary entry: it has no bonus and goes straight ahead (LA-GAP-20).
    fn guess_entry(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Clash {
        let (body, target) = (self.body(w, by), self.body(w, at));
        let far = self.estimate(w, by, at);
        let way = body.moved(body.pose.facing, (far - 2 * CM).max(0));
        let reaches = self.in_reach(w, by, (&target, far), 2, true)
            && self.ahead(&body, &target).is_some()
            && !self.closed_to(by, w.unit(by).formation, &way);
        // An attack on an enemy already in a melee gets 2 points more.
        self.by_factors(w, (by, at), if w.engaged(at) { 2 } else { 0 }, reaches)
    }

    /// Result of an attack by the factors of its first round.
    fn by_factors(&self, w: &Known<'_, World>, (by, at): (UnitId, UnitId), more: i32, reaches: bool) -> Clash {
        let (own, his) = (w.unit(by), w.unit(at));
        let (own_worth, his_worth) = (self.left_of(w, by) * 100, self.left_of(w, at) * 100);
        let flank = self.aspect(w, at, own.pose.at) != crate::Aspect::Front;
        let square = his.formation.square() && self.arm(by) == Arm::Cavalry;
        let order = |unit: &Unit| match unit.order {
            Order::Formed => 0,
            Order::Disorganised => -1,
            Order::Unformed => -3,
            Order::Disordered => -5,
        };
        let factor = i32::from(self.leading(own, by).combat) + more + if flank { 2 } else { 0 } + order(own);
        let answer = i32::from(self.leading(his, at).combat)
            + order(his)
            + if square { 3 } else { 0 }
            + if his.formation == Formation::Skirmish { -2 } else { 0 };
        let chance = (500 + 90 * (factor - answer)).clamp(30, 970);
        let gain = his_worth * i64::from(chance) / 1_000 * 45 / 100;
        let cost = own_worth * i64::from(1_000 - chance) / 1_000 * 45 / 100 + own_worth * 8 / 100;
        Clash { reaches, chance: rulebook::saturated::<u16, _>(chance), gain, cost, fire: 0 }
    }

    /// The chance to win a charge, and the mean losses of both sides, by the odds of the charge where it lands.
    fn weighed(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Option<(f64, f64, f64)> {
        let ends = self.ends_of_landing(&self.landed(w, by, at)?, by, false)?;
        // The cost of a result until the unit is usable again; a unit that recoils has only lost some figures.
        let toll = |result: Option<MoraleResult>| match result {
            Some(MoraleResult::Flight) => 1.0,
            Some(MoraleResult::Rout) => 0.7,
            Some(MoraleResult::Retreat) => 0.45,
            _ => 0.2,
        };
        let (mut chance, mut gain, mut cost) = (0.0, 0.0, 0.0);
        for (end, p) in &ends.rows {
            let p = p.to_f64();
            let (better, his, own) = match end.outcome {
                Outcome::TargetLoses => (1.0, toll(end.result), 0.1),
                Outcome::TargetGone => (1.0, toll(end.result), 0.02),
                Outcome::ChargerLoses | Outcome::Stopped => (0.0, 0.1, toll(end.result)),
                Outcome::Draw => (0.5, 0.12, 0.12),
                Outcome::Destroyed => (0.5, 0.5, 0.5),
                Outcome::NoCharge | Outcome::FallsShort | Outcome::Evaded => (0.0, 0.0, 0.1),
            };
            chance += p * better;
            gain += p * his;
            cost += p * own;
        }
        Some((chance, gain, cost))
    }

    /// Expected loss of the target by half a period of fire of a halted unit, in hundredths of a tenth.
    fn guess_fire(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> i64 {
        let Some(range) = self.range(w, by) else { return 0 };
        let far = self.estimate(w, by, at);
        if far > range || !self.in_front(&self.body(w, by), &self.body(w, at)) {
            return 0;
        }
        let usual = self.usual_fire(w.unit(by), by, w.unit(by).formation);
        let near = i64::from(range - far) * 100 / i64::from(range.max(1)) + 20;
        usual * near / 100 * i64::from(exposure(w.unit(at).formation)) / 100
    }

    /// Mean losses of a fire that is possible now, in hundredths of a tenth of the target's points: fire may be
    /// measured.
    pub(crate) fn mean_of_fire(&self, w: &Known<'_, World>, shot: &Shooting) -> i64 {
        let Some(fire) = self.fire_of(w, shot) else { return 0 };
        let throw = fire::throw(&self.book, fire.die(self), DieUse::Fire);
        let Ok(dist) = dice::distribution(&throw) else { return 0 };
        let losses = |class: i16| f64::from(fire.losses(self, class, &mut Quiet));
        if let Some(place) = w.general_of(shot.at) {
            // A general is tested from ten losses on; about one test in ten is fatal (LA-GEN-03, LA-GEN-04).
            let from = f64::from(self.book.tables.officers.tested_alone);
            let hit: f64 =
                dist.iter().filter(|(n, _)| losses(*n) >= from).map(|(n, _)| dist.probability(n).to_f64()).sum();
            return (hit * f64::from(self.officers[place].points) * 100.0) as i64;
        }
        let mean: f64 = dist.iter().map(|(class, _)| dist.probability(class).to_f64() * losses(class)).sum();
        let unit = w.unit(shot.at);
        let each = self.left_of(w, shot.at) as f64 / f64::from(unit.figures().max(1));
        (mean / 30.0 * each * 100.0) as i64
    }

    /// The worth of a general's presence to the units at each of these places: each step of distance reduces it
    /// (LA-MOR-05).
    pub(crate) fn led_from(&self, w: &Known<'_, World>, leader: UnitId, from: &[Point]) -> Vec<i64> {
        let Some(place) = w.general_of(leader) else { return Vec::new() };
        let (side, command) = (self.officers[place].side, self.officers[place].command);
        let chief = self.officers[place].role == (Role::General { chief: true });
        let step = self.book.tables.morale.general_step.cm().max(1);
        from.iter()
            .map(|at| {
                let mine = self.troops(w, side).filter(|id| chief || self.sheet(*id).command == command);
                let part = |id: UnitId| {
                    let steps = i64::from((self.officer_to(*at, &self.body(w, id)) - 1).max(0) / step);
                    self.left_of(w, id) * (4 - steps).max(0) / 4
                };
                mine.map(part).sum()
            })
            .collect()
    }

    /// The place within one ride from which a general leads the most units; only own units are considered (LA-GAP-60).
    pub(crate) fn best_ride(&self, w: &Known<'_, World>, place: usize, reach: Cm) -> Point {
        let (here, id) = (w.generals[place].at, w.general_id(place));
        let own: Vec<Point> = self
            .troops(w, self.officers[place].side)
            .filter(|id| self.sheet(*id).command == self.officers[place].command)
            .map(|id| self.beside(w, id))
            .collect();
        let to =
            |aim: Point| if here.to(aim) <= f64::from(reach) { aim } else { here.step(here.bearing_to(aim), reach) };
        let middles = own.iter().enumerate().flat_map(|(n, a)| own[n + 1..].iter().map(|b| a.middle(*b)));
        let mut aims: Vec<Point> = vec![here];
        aims.extend(middles.chain(own.iter().copied()).map(to));
        aims.retain(|aim| *aim == here || self.terrain.inside(*aim) && !self.crosses_impassable(here, *aim));
        let led = self.led_from(w, id, &aims);
        let best = led.into_iter().zip(aims).enumerate().max_by_key(|(n, (led, _))| (*led, std::cmp::Reverse(*n)));
        best.map_or(here, |(_, (_, at))| at)
    }

    /// Whether a unit fights a square that it has not broken.
    fn faces_square(&self, w: &Known<'_, World>, id: UnitId) -> bool {
        w.enemies_of(id).any(|enemy| w.unit(enemy).formation.square() && w.unit(enemy).order < Order::Unformed)
    }

    /// The value of a result for the unit's owner, in thousandths of the unit's worth.
    pub(crate) const fn worth_of(result: MoraleResult) -> i64 {
        match result {
            MoraleResult::Obey => 1_000,
            MoraleResult::Halt => 900,
            MoraleResult::Uncontrolled => 850,
            MoraleResult::Retreat => 600,
            MoraleResult::Rout => 300,
            MoraleResult::Flight => 0,
        }
    }
}

const fn exposure(formation: Formation) -> i32 {
    match formation {
        Formation::Line => 100,
        Formation::DoubleLine => 115,
        Formation::Column | Formation::DivisionColumn => 140,
        Formation::HollowSquare | Formation::SolidSquare => 150,
        Formation::Skirmish => 45,
        Formation::Garrison => 40,
        Formation::Limbered => 110,
        Formation::InPosition => 70,
    }
}

const fn against_horse(arm: Arm, formation: Formation) -> i32 {
    match (arm, formation) {
        (Arm::Cavalry, _) => 100,
        (_, Formation::HollowSquare) => 170,
        (_, Formation::SolidSquare) => 150,
        (_, Formation::Garrison) => 180,
        (_, Formation::Skirmish) => 30,
        (_, Formation::Line | Formation::DoubleLine) => 60,
        (_, Formation::Column | Formation::DivisionColumn) => 75,
        (_, Formation::Limbered | Formation::InPosition) => 20,
    }
}
