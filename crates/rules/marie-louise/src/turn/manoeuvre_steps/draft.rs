//! Computes a plan leg by leg: where it leads, what it costs, and why it is not allowed (chapter 6, ML-GAP-14,
//! ML-GAP-15). Judged by what its player can know, which excludes what the enemy will do.

use super::permit::Permit;
use crate::resolve::movement::March as Mover;
use crate::turn::moving::Way;
use crate::world::{Plan, Positions, SEQUENCE, World};
use crate::{Arm, Formation, Going, MarieLouise, r};
use game::{Refusal, UnitId};
use table::{Angle, Cm, FeatureId, Manoeuvre, Measure, Pose, SLACK, first_within, within_cm};

/// A computed plan.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// The legs as they will be carried out, with obstacles, and their costs.
    pub plan: Plan,
    /// The final pose of the TdC.
    pub end: Pose,
    /// The final formation.
    pub formation: Formation,
    /// The path of the TdC.
    pub path: Vec<Pose>,
    /// Share of the sequence that it takes.
    pub cost: i32,
}

/// The action of a leg.
#[derive(Clone, Debug)]
pub(super) enum LegAct {
    /// A straight move, in centimetres.
    Go { cm: Cm, bearing: Angle },
    /// A change of facing.
    Face,
    /// A change of formation.
    Form(Formation),
    /// Enters a strongpoint.
    Enter,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum LegCost {
    /// A share of the sequence.
    Part(i32),
    /// Pas of the allowance.
    Way(Cm),
}

/// A computed leg.
#[derive(Clone, Debug)]
pub(super) struct WorkedLeg {
    pub leg: usize,
    pub what: Manoeuvre,
    pub act: LegAct,
    pub toll: LegCost,
    pub from: Pose,
    pub to: Pose,
    /// The formation while it is carried out.
    pub formation: Formation,
}

/// The share of the sequence for a distance at an allowance; a whole number for every allowance of the shipped table.
pub(crate) fn part(cm: Cm, allowance: Cm) -> i32 {
    let (cm, allowance) = (i64::from(cm.max(0)), i64::from(allowance.max(1)));
    rulebook::saturated::<i32, _>((cm * i64::from(SEQUENCE) + allowance - 1) / allowance)
}

impl MarieLouise {
    /// Computes a plan.
    ///
    /// # Errors
    /// The first fault, with its leg.
    pub(crate) fn draft(
        &self,
        w: &World,
        positions: &Positions,
        id: UnitId,
        permit: Permit,
        legs: &[Manoeuvre],
    ) -> Result<Draft, Refusal> {
        let stages = self.plan_stages(w, id, permit, legs)?;
        if stages.is_empty() {
            return Ok(self.finished(w, id, Plan::default(), &stages));
        }
        let ways = self.plan_ways(w, id, &stages);
        self.keep_away(w, positions, id, &stages)?;
        match permit {
            Permit::Adjust => self.adjustment(w, id, &stages, &ways)?,
            Permit::Guns => return self.manhandled(w, id, &stages, &ways),
            Permit::Troops | Permit::Limbered => {}
        }
        self.priced(w, id, &stages, &ways)
    }

    /// The movement data of a unit in a formation.
    pub(crate) fn mover_in(&self, w: &World, id: UnitId, formation: Formation) -> Mover {
        Mover { formation, ..self.mover(w, id) }
    }

    /// The ground of every move; for a unit that does not move, the ground it stands on.
    fn plan_ways(&self, w: &World, id: UnitId, stages: &[WorkedLeg]) -> Vec<Way> {
        let goes = stages.iter().filter(|s| matches!(s.act, LegAct::Go { .. }));
        let mut ways: Vec<Way> =
            goes.map(|s| self.way(&self.mover_in(w, id, s.formation), s.from.at, s.to.at)).collect();
        if ways.is_empty() {
            let at = w.unit(id).pose.at;
            ways.push(self.way(&self.mover(w, id), at, at));
        }
        ways
    }

    /// A unit that begins within 2 pas of an enemy may not move nearer (ML-GAP-68).
    fn keep_away(&self, w: &World, positions: &Positions, id: UnitId, stages: &[WorkedLeg]) -> Result<(), Refusal> {
        if !self.on(r::ML_GAP_68) {
            return Ok(());
        }
        let contact = self.book.tables.distance.contact.cm();
        for (enemy, before) in
            self.around(w, positions, id, contact).filter(|(other, _)| self.side(*other) != self.side(id))
        {
            let his = w.unit(enemy).tdc();
            for stage in stages {
                let LegAct::Go { cm, bearing } = stage.act else { continue };
                let nearer = before - 2 * SLACK;
                if nearer > 0 && first_within(&self.tdc_at(stage.from), bearing, cm, &his, nearer).is_some() {
                    let measure = table::distance(&self.tdc_at(stage.to), &his).limited(before);
                    return Err(Refusal::by(r::ML_GAP_68, 0, "too_near").at_leg(stage.leg).measured(measure));
                }
            }
        }
        Ok(())
    }

    /// Checks an adjustment under T: up to 2 pas forward in clear ground or 1 in rough ground, or in clear ground a
    /// change of facing, not both (ML-6.3a, ML-6.3b, ML-GAP-53).
    fn adjustment(&self, w: &World, id: UnitId, stages: &[WorkedLeg], ways: &[Way]) -> Result<(), Refusal> {
        let worst = ways.iter().flat_map(|way| &way.stretches).map(|s| s.beside).max().unwrap_or_default();
        let distance = &self.book.tables.distance;
        let (rule, most) = match worst {
            Going::Road | Going::Clear => (r::ML_6_3A, distance.adjust_clear.cm()),
            Going::Rough => (r::ML_6_3B, distance.adjust_rough.cm()),
            Going::VeryRough | Going::Forbidden => return Err(Refusal::by(r::ML_GAP_53, 0, "forbidden_ground")),
        };
        if ways.iter().any(|way| !way.obstacles.is_empty()) {
            return Err(Refusal::by(r::ML_1_6E, 0, "obstacle"));
        }
        let gone: Cm = stages.iter().map(|s| if let LegAct::Go { cm, .. } = s.act { cm } else { 0 }).sum();
        let faces = stages.iter().filter(|s| matches!(s.act, LegAct::Face)).count();
        if !within_cm(gone, most) {
            let start = w.unit(id).pose.at;
            let end = stages.last().map_or(start, |s| s.to.at);
            let measure = Measure { from: start, to: end, cm: gone, limit: most };
            return Err(Refusal::by(rule, 0, "too_long").measured(measure));
        }
        if faces > 0 && worst == Going::Rough && self.on(r::ML_GAP_53) {
            return Err(Refusal::by(r::ML_6_3B, 0, "no_facing_in_rough_ground"));
        }
        if (faces > 0 && gone > 0 || faces > 1) && self.on(r::ML_GAP_53) {
            return Err(Refusal::by(r::ML_GAP_53, 0, "not_both"));
        }
        Ok(())
    }

    /// Checks a battery turned in place, or pushed by hand at most 1 pas, or both (ML-3.2c): each takes a quarter of a
    /// sequence, so that it fires in phase 5.
    fn manhandled(&self, w: &World, id: UnitId, stages: &[WorkedLeg], ways: &[Way]) -> Result<Draft, Refusal> {
        let most = self.book.tables.distance.manhandle.cm();
        let gone: Cm = stages.iter().map(|s| if let LegAct::Go { cm, .. } = s.act { cm } else { 0 }).sum();
        let start = w.unit(id).pose;
        if !within_cm(gone, most) {
            let end = stages.last().map_or(start.at, |s| s.to.at);
            return Err(Refusal::by(r::ML_3_2C, 0, "too_long").measured(Measure {
                from: start.at,
                to: end,
                cm: gone,
                limit: most,
            }));
        }
        let hauled = self.mover_in(w, id, Formation::Limbered);
        if gone > 0 && self.allowance_over(&hauled, ways.iter()).is_none() {
            return Err(self.forbidden(&hauled, stages, ways));
        }
        if let Some((feature, _)) = ways.iter().flat_map(|way| &way.obstacles).next() {
            return Err(Refusal::by(r::ML_1_6E, 0, "guns_cannot_cross").fact("site", i64::from(*feature)));
        }
        let faces =
            rulebook::saturated::<i32, _>(stages.iter().filter(|s| matches!(s.act, LegAct::Face)).count()).max(1);
        let mut plan = Plan::default();
        for stage in stages {
            plan.legs.push(stage.what.clone());
            plan.costs.push(match stage.act {
                LegAct::Go { cm, .. } => part(cm, most) / 4,
                _ => SEQUENCE / 4 / faces,
            });
        }
        Ok(self.finished(w, id, plan, stages))
    }

    /// The cost of each leg, by the worst ground of the whole turn (ML-GAP-14) and the obstacles (ML-1.6e).
    fn priced(&self, w: &World, id: UnitId, stages: &[WorkedLeg], ways: &[Way]) -> Result<Draft, Refusal> {
        let unit = w.unit(id);
        let mut plan = Plan::default();
        let mut spent: i32 = 0;
        let mut done = 0;
        let mut ways_left = ways.iter();
        for (n, stage) in stages.iter().enumerate() {
            let mover = self.mover_in(w, id, stage.formation);
            // The worst ground of the whole turn counts for every leg (ML-GAP-14).
            let ground = if self.on(r::ML_GAP_14) { ways } else { ways_left.as_slice().get(..1).unwrap_or(ways) };
            let allowance = self.allowance_over(&mover, ground.iter());
            if let (None, LegCost::Way(_)) = (allowance, stage.toll) {
                return Err(self.forbidden(&mover, stages, ways));
            }
            let allowance = allowance.unwrap_or(1);
            let before = spent;
            match stage.act {
                LegAct::Go { cm, .. } => {
                    let obstacles = ways_left.next().map_or(&[][..], |way| way.obstacles.as_slice());
                    let halted = self.go_over(id, unit.obstacle, stage, obstacles, allowance, &mut plan, &mut spent)?;
                    // Too long even up to the obstacle in front of which it would halt: an obstacle out of reach halts
                    // no unit.
                    let over = i64::from(spent - SEQUENCE) * i64::from(allowance) / i64::from(SEQUENCE);
                    if spent > SEQUENCE && over > i64::from(SLACK) {
                        let left = i64::from(SEQUENCE - before) * i64::from(allowance) / i64::from(SEQUENCE);
                        let tolls = obstacles.iter().filter(|(feature, _)| unit.obstacle != Some(*feature)).count();
                        let tolls = if self.on(r::ML_1_6E) { rulebook::saturated::<i64, _>(tolls) } else { 0 };
                        // The cost of the obstacles on the path is not available for marching.
                        let toll = tolls * i64::from(self.book.tables.distance.obstacle_cost.cm());
                        let limit = rulebook::saturated::<Cm, _>((left - toll).max(0));
                        let measure = Measure { from: stage.from.at, to: stage.to.at, cm, limit };
                        let ground = self.slowest(&mover, ground.iter());
                        let refusal = Refusal::by(r::ML_6A, 0, "too_long_over").at_leg(stage.leg).measured(measure);
                        return Err(refusal.fact("ground", ground).fact("obstacles", tolls));
                    }
                    if halted {
                        done = n + 1;
                        break;
                    }
                }
                _ => {
                    let cost = match stage.toll {
                        LegCost::Part(cost) => cost,
                        LegCost::Way(cm) => part(cm, allowance),
                    };
                    spent = spent.saturating_add(cost);
                    plan.legs.push(stage.what.clone());
                    plan.costs.push(cost);
                    if spent > SEQUENCE {
                        return Err(self.too_long(stage, spent));
                    }
                }
            }
            done = n + 1;
        }
        let mut draft = self.finished(w, id, plan, stages.get(..done).unwrap_or(stages));
        self.walked(w, id, &mut draft);
        Ok(draft)
    }

    /// A move over its obstacles: each costs 2 pas of the allowance, unless it was paid last turn; if the rest does not
    /// suffice to cross it, the unit halts in front of it (ML-1.6e). Returns whether it halts.
    #[allow(clippy::too_many_arguments, reason = "one leg of the sum")]
    fn go_over(
        &self,
        id: UnitId,
        paid: Option<FeatureId>,
        stage: &WorkedLeg,
        obstacles: &[(FeatureId, Cm)],
        allowance: Cm,
        plan: &mut Plan,
        spent: &mut i32,
    ) -> Result<bool, Refusal> {
        let LegAct::Go { cm, bearing } = stage.act else { return Ok(false) };
        let mut gone = 0;
        let push = |plan: &mut Plan, spent: &mut i32, length: Cm| {
            if length > 0 {
                plan.legs.push(shortened(&stage.what, length));
                plan.costs.push(part(length, allowance));
                *spent = spent.saturating_add(part(length, allowance));
            }
        };
        for (feature, at) in obstacles.iter().copied().filter(|_| self.on(r::ML_1_6E)) {
            if self.sheet(id).profile.arm == Arm::Artillery {
                let measure = Measure { from: stage.from.at, to: stage.from.at.step(bearing, at), cm: at, limit: 0 };
                let refusal = Refusal::by(r::ML_1_6E, 0, "guns_cannot_cross").at_leg(stage.leg);
                return Err(refusal.fact("site", i64::from(feature)).measured(measure));
            }
            if paid == Some(feature) {
                continue;
            }
            let cost = part(self.book.tables.distance.obstacle_cost.cm(), allowance);
            let there = spent.saturating_add(part(at - gone, allowance));
            if there.saturating_add(cost) >= SEQUENCE {
                let touch = self.first_touch(stage, bearing, at, feature);
                push(plan, spent, touch - gone);
                plan.legs.push(Manoeuvre::Enter(feature));
                plan.costs.push(0);
                return Ok(true);
            }
            push(plan, spent, at - gone);
            gone = at;
            plan.legs.push(Manoeuvre::Enter(feature));
            plan.costs.push(cost);
            *spent = spent.saturating_add(cost);
        }
        push(plan, spent, cm - gone);
        Ok(false)
    }

    /// How far a TdC goes until it touches an obstacle that its centre would cross after `at`.
    fn first_touch(&self, stage: &WorkedLeg, bearing: Angle, at: Cm, feature: FeatureId) -> Cm {
        let tdc = self.tdc_at(stage.from);
        let mut low = 0;
        let mut high = at.max(0);
        // The distance to the line decreases on the way: bisect to the centimetre.
        while low < high {
            let middle = low + (high - low + 1) / 2;
            let there = tdc.moved(bearing, middle);
            if self.terrain.piece_to_feature(&there, feature).is_some_and(|m| m.cm > 0) {
                low = middle
            } else {
                high = middle - 1
            }
        }
        low
    }

    /// The ground that sets the limit, as the texts name it.
    fn slowest<'a>(&self, mover: &Mover, ways: impl Iterator<Item = &'a Way>) -> i64 {
        let stretches = ways.flat_map(|way| &way.stretches);
        let rated = stretches.filter_map(|stretch| Some((self.rate(mover, stretch.beside, stretch.tall)?, stretch)));
        match rated.min_by_key(|(rate, _)| *rate).map(|(_, stretch)| (stretch.beside, stretch.tall)) {
            Some((Going::Rough, _)) => 1,
            Some((Going::VeryRough, false)) => 2,
            Some((Going::VeryRough, true)) => 3,
            _ => 0,
        }
    }

    fn too_long(&self, stage: &WorkedLeg, spent: i32) -> Refusal {
        let rule = if matches!(stage.act, LegAct::Go { .. }) { r::ML_6A } else { r::ML_GAP_15 };
        let refusal = Refusal::by(rule, 0, "too_long").at_leg(stage.leg);
        refusal.fact("cost", i64::from(spent)).fact("budget", i64::from(SEQUENCE))
    }

    /// The first place that may not be entered, or the reason why there is no such move.
    fn forbidden(&self, mover: &Mover, stages: &[WorkedLeg], ways: &[Way]) -> Refusal {
        if self.rate(mover, Going::Clear, false).is_none() {
            let rule = if mover.formation.is_square() { r::ML_6_1I } else { r::ML_1_9H };
            return Refusal::by(rule, 0, "cannot_move_so");
        }
        let goes = stages.iter().filter(|s| matches!(s.act, LegAct::Go { .. }));
        for (stage, way) in goes.zip(ways) {
            let LegAct::Go { bearing, .. } = stage.act else { continue };
            for stretch in &way.stretches {
                if stretch.at_the_edge() || self.rate(mover, stretch.beside, stretch.tall).is_some() {
                    continue;
                }
                let rule = match stretch.beside {
                    Going::Rough => r::ML_1_6C,
                    Going::VeryRough if stretch.tall && mover.arm == Arm::Cavalry => r::ML_6D,
                    Going::VeryRough => r::ML_1_6D,
                    _ => r::ML_6A,
                };
                let to = stage.from.at.step(bearing, stretch.from);
                let measure = Measure { from: stage.from.at, to, cm: stretch.from, limit: stretch.from };
                return Refusal::by(rule, 0, "forbidden_ground").at_leg(stage.leg).measured(measure);
            }
        }
        Refusal::by(r::ML_6A, 0, "forbidden_ground")
    }

    fn finished(&self, w: &World, id: UnitId, plan: Plan, stages: &[WorkedLeg]) -> Draft {
        let unit = w.unit(id);
        let mut path = vec![unit.pose];
        path.extend(stages.iter().map(|s| s.to));
        let cost = plan.costs.iter().fold(0_i32, |sum, cost| sum.saturating_add(*cost));
        let mut formation = unit.formation;
        for stage in stages {
            match stage.act {
                LegAct::Form(to) => formation = to,
                LegAct::Enter => formation = Formation::NoFormation,
                LegAct::Go { .. } if matches!(formation, Formation::NoFormation | Formation::Bastion) => {
                    formation = Formation::Disorder;
                }
                LegAct::Go { .. } | LegAct::Face => {}
            }
        }
        Draft { plan, end: path.last().copied().unwrap_or(unit.pose), formation, path, cost }
    }

    /// The end and the path as they will be carried out: an obstacle may shorten them.
    fn walked(&self, w: &World, id: UnitId, draft: &mut Draft) {
        let track = self.follow_plan(w, id, &draft.plan, SEQUENCE);
        draft.end = track.pose;
        draft.path = track.path;
    }
}

/// The same straight move with another length.
fn shortened(leg: &Manoeuvre, length: Cm) -> Manoeuvre {
    match *leg {
        Manoeuvre::Oblique { by, .. } => Manoeuvre::Oblique { cm: length, by },
        _ => Manoeuvre::Ahead(length),
    }
}
