//! D: charges, entries, evasions and rallies are announced, without their targets (LA-CHA-04). E: chargers test
//! (LA-GAP-24).

use super::nerves::Due;
use super::{D, Step};
use crate::question::Does;
use crate::resolve::charge::{self, Charger, Prey, Refused};
use crate::resolve::morale::{self, Effect, Occasion};
use crate::world::{Bound, Charging, Object, Plan, Run, Scene, Sort, World, facts};
use crate::{Arm, Attitude, Cover, Formation, LesAigles, Order, r};
use game::{Deed, Flow, Ref, Rule, Side, UnitId};
use table::{FeatureId, distance, within_cm};

impl LesAigles {
    pub(crate) fn declare(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::Declarations, &[r::LA_CHA_04, r::LA_GAP_08]);
        let mut chargers = Vec::new();
        let written: Vec<(UnitId, Plan)> = Side::BOTH
            .iter()
            .filter_map(|side| d.world.papers(*side))
            .flat_map(|papers| papers.plans.iter().map(|(id, plan)| (*id, plan.clone())))
            .collect();
        for side in Side::BOTH {
            // From here on plans become visible by being carried out (LA-GAP-60).
            d.tell(Deed::Opened { of: Ref::Side(side), key: Does::Plans.key() }, &[r::LA_GAP_60]);
        }
        for (id, plan) in written {
            match plan {
                // A written charge that may not be declared is no charge (LA-CHA-10).
                Plan::Charge(target) if self.charge_holds(&d.world, id, target) || !self.on(r::LA_CHA_10) => {
                    self.declare_attack(d, id, target, Sort::Charge);
                    chargers.push(Due::new(id, Occasion::Charging, d.world.half()));
                }
                Plan::Charge(_) => self.whisper(d, id, "charge_void", facts([]), &[r::LA_CHA_07, r::LA_CHA_10]),
                Plan::Enter(target) => self.declare_attack(d, id, target, Sort::Entry),
                Plan::Evade => {
                    let from = self.threat_to(&d.world, id);
                    let quarter = d.world.quarter;
                    let turning = quarter + u32::from(self.book.tables.turning.evasion);
                    if from.is_some() || !self.on(r::LA_GAP_52) {
                        self.begin_run(d, id, from, (quarter, turning), true);
                    } else {
                        self.whisper(d, id, "evasion_void", facts([]), &[r::LA_ESQ_01, r::LA_GAP_52]);
                    }
                }
                Plan::Rally => {
                    let quarter = d.world.quarter;
                    let facing = self.faces_home(&d.world, id);
                    let turning = if facing { 0 } else { u32::from(self.book.tables.turning.rally) };
                    self.begin_run(d, id, None, (quarter, quarter + turning), false);
                }
                _ => {}
            }
        }
        for (due, result) in self.test(d, &chargers)? {
            let reader = self.reader(&d.world, &due);
            match morale::effect(&self.book, due.occasion, result, &reader) {
                Effect::ChargesUnstoppable => self.change(d, due.unit, &[r::LA_GAP_66], |u| {
                    if let Some(charge) = &mut u.charge {
                        charge.sort = Sort::Uncontrolled;
                    }
                }),
                Effect::StandsThisHalf => {
                    self.abandon_charge(d, due.unit);
                    self.forget_plan(d, due.unit);
                    self.note(d, due.unit, "does_not_charge", facts([]), &[r::LA_GAP_25]);
                }
                Effect::Leaves => self.begin_leaving(d, due.unit, Self::leaving_by(result), &[r::LA_GAP_25]),
                _ => {}
            }
        }
        self.compel_evasions(d);
        Ok(())
    }

    /// A unit announces its attack; the target stays secret.
    pub(crate) fn declare_attack(&self, d: &mut D<'_>, id: UnitId, target: UnitId, sort: Sort) {
        let since = d.world.quarter + 1;
        let until = if sort == Sort::Entry { d.world.quarter + 2 } else { d.world.end_of_period() };
        let side = self.side(id);
        if let Some(papers) = d.world.papers_mut(side) {
            papers.targets.insert(id, target);
        }
        let rules: &[Rule] = if sort == Sort::Entry { &[r::LA_GAP_83] } else { &[r::LA_CHA_04, r::LA_CHA_09] };
        self.change(d, id, rules, |u| {
            u.charge = Some(Charging {
                sort,
                since,
                until,
                reorients: None,
                quarters: 0,
                stops: None,
                over: None,
                lands: None,
            });
            u.doing = None;
            u.flank = None;
            u.forced = 0;
        });
        let does = match sort {
            Sort::Charge => Does::Charge,
            Sort::Counter => Does::CounterCharge,
            Sort::Uncontrolled => Does::UncontrolledCharge,
            Sort::Entry => Does::Enter,
        };
        let known = !self.book.options.entries_unannounced && self.on(r::LA_GAP_83);
        let told = if sort == Sort::Charge { self.on(r::LA_CHA_04) } else { sort != Sort::Entry || known };
        if told {
            // The target stays secret until the charge lands (LA-CHA-09). An uncontrolled advance is announced with its
            // target (LA-GAP-66).
            let secret = self.on(r::LA_CHA_09) && sort != Sort::Uncontrolled;
            let key = if secret { does.key() } else { does.about(Ref::Unit(target)) };
            d.tell(Deed::Declared { by: Ref::Unit(id), key }, rules);
        }
    }

    /// A unit begins to evade or rally; it reacts and turns until the ends of these quarters.
    pub(crate) fn begin_run(
        &self,
        d: &mut D<'_>,
        id: UnitId,
        from: Option<UnitId>,
        (reacting, turning): (u32, u32),
        evades: bool,
    ) {
        let run = Run { from, reacting, turning, moved: 0, past: None };
        self.change(d, id, &[if evades { r::LA_ESQ_03 } else { r::LA_RAL_05 }], |u| {
            u.bound = if evades { Bound::Evading(run) } else { Bound::Rallying(run) };
            u.doing = None;
            u.flank = None;
        });
        let does = if evades { Does::Evade } else { Does::Rally };
        d.tell(
            Deed::Declared { by: Ref::Unit(id), key: does.key() },
            &[if evades { r::LA_ESQ_01 } else { r::LA_RAL_07 }],
        );
    }

    /// Whether a unit already faces in the direction of its move (LA-GAP-51).
    pub(crate) fn faces_home(&self, w: &World, id: UnitId) -> bool {
        let home = self.home(self.side(id));
        table::turn(w.unit(id).pose.facing, home).abs() <= 4_500 && self.on(r::LA_GAP_51)
    }

    /// Whether a written charge is valid when it is declared: a unit that covers a friend charges only enemies close to
    /// that friend (LA-GAP-13). It is not refused earlier, since that would reveal a distance (LA-GAP-60).
    fn charge_holds(&self, w: &World, id: UnitId, target: UnitId) -> bool {
        if !w.unit(target).present() || self.may_charge(w, id).is_err() {
            return false;
        }
        let Some(orders) = self.orders(w, id) else { return true };
        match (orders.attitude, orders.object) {
            (Attitude::Cover, Object::Friend(friend)) => {
                let limit = self.book.tables.orders.cover.cm();
                within_cm(distance(&self.body(w, friend), &self.body(w, target)).cm, limit)
            }
            _ => true,
        }
    }

    /// Whether a unit may charge at all; otherwise the rule that forbids it (LA-CHA-02, LA-CHA-06, LA-CHA-31,
    /// LA-GAP-09).
    pub(crate) fn may_charge(&self, w: &World, id: UnitId) -> Result<(), Rule> {
        charge::fit(&self.book, &self.charger(w, id)).map_err(Refused::rule)?;
        self.free_to_charge(w, id)
    }

    /// Whether a unit sent forward by a test may charge another: it needs no order (LA-CHA-11) and may be disorganised
    /// (LA-GAP-25); all other prohibitions of a charge apply. Obstacles between the two are checked where its reach is
    /// measured.
    pub(crate) fn may_charge_uncontrolled(&self, w: &World, id: UnitId, on: UnitId) -> bool {
        let charger = Charger { uncontrolled: true, ..self.charger(w, id) };
        let prey = Prey {
            arm: self.arm(on),
            in_melee: w.engaged(on),
            company_only: false,
            other_level: self.level(w, id) != self.level(w, on) && self.on(r::LA_GAP_21),
            obstacle: w.unit(on).inside.is_some(),
        };
        charge::may_charge(&self.book, &charger, &prey).is_ok() && self.free_to_charge(w, id).is_ok()
    }

    fn charger(&self, w: &World, id: UnitId) -> Charger {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        Charger {
            arm: sheet.profile.arm,
            formation: unit.formation,
            order: unit.order,
            fighting: sheet.profile.fighting,
            attitude: self.attitude(w, id),
            figures: unit.figures(),
            detached: sheet.part_of.is_some(),
            uncontrolled: false,
        }
    }

    /// Whether no action of a unit prevents it from charging.
    fn free_to_charge(&self, w: &World, id: UnitId) -> Result<(), Rule> {
        let unit = w.unit(id);
        // Figures turned across their line are in no fighting formation (LA-PIV-10).
        if unit.across() && self.on(r::LA_PIV_10) {
            return Err(r::LA_PIV_10);
        }
        if w.engaged(id) || unit.inside.is_some() || unit.doing.is_some() {
            return Err(r::LA_CHA_31);
        }
        Ok(())
    }

    /// Possible written targets: every visible enemy in the unit's front zone that may be charged, at any distance
    /// (LA-CHA-12, LA-CHA-13, LA-GAP-60, LA-GAP-61).
    pub(crate) fn charge_targets(&self, w: &World, scene: &Scene, id: UnitId) -> Vec<UnitId> {
        let Some(own) = scene.body(id) else { return Vec::new() };
        let foot = self.arm(id) == Arm::Infantry;
        let enemies = scene.bodies.iter().filter(|(other, _)| self.side(*other) != self.side(id));
        enemies
            .filter(|(other, body)| {
                let target = w.unit(*other);
                let barred = foot && self.arm(*other) == Arm::Cavalry && self.on(r::LA_CHA_31);
                let fights = w.engaged(*other) && self.on(r::LA_CHA_31);
                !(barred || fights)
                    && target.inside.is_none()
                    && target.guns == crate::world::Guns::Served
                    && (self.level(w, id) == self.level(w, *other) || !self.on(r::LA_GAP_21))
                    && self.in_front(own, body)
                    && !self.obstacle_between(own.front_middle(), body.pose.at)
                    && (self.sees(scene, id, *other) || !self.on(r::LA_CHA_12))
            })
            .map(|(other, _)| *other)
            .collect()
    }

    /// Whether an obstacle lies on a line: charges do not go onto or across one (LA-CHA-31, LA-GAP-72).
    pub(crate) fn obstacle_between(&self, from: table::Point, to: table::Point) -> bool {
        let obstacle = |feature: FeatureId| {
            self.terrain.kind(feature).is_some_and(|kind| self.book.tables.ground.of(kind).obstacle)
        };
        self.on(r::LA_CHA_31) && self.terrain.along(from, to).iter().any(|crossing| obstacle(crossing.feature))
    }

    /// Whether a unit may enter a melee by a normal move (LA-GAP-20).
    pub(crate) fn may_enter(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        self.arm(id) != Arm::Artillery
            && unit.order <= Order::Disorganised
            && unit.formation != Formation::Skirmish
            && unit.inside.is_none()
            && unit.doing.is_none()
    }

    /// Enemies straight ahead, and those in a friend's melee in front (LA-GAP-61).
    pub(crate) fn entry_targets(&self, w: &World, scene: &Scene, id: UnitId) -> Vec<UnitId> {
        let Some(own) = scene.body(id) else { return Vec::new() };
        let foot = self.arm(id) == Arm::Infantry;
        let enemies = scene.bodies.iter().filter(|(other, _)| self.side(*other) != self.side(id));
        enemies
            .filter(|(other, body)| {
                let melee = w.engaged(*other);
                // A battalion does not join its own companies caught in a melee.
                let part = self.sheet(id).part.filter(|_| self.on(r::LA_ESQ_07));
                if part.is_some_and(|part| w.contact(part, *other).is_some()) {
                    return false;
                }
                let horse = foot && self.arm(*other) == Arm::Cavalry && !melee && self.on(r::LA_GAP_20);
                let way = self.ahead(own, body).is_some() || melee && self.in_front(own, body);
                !horse && way && w.unit(*other).guns == crate::world::Guns::Served && self.sees(scene, id, *other)
            })
            .map(|(other, _)| *other)
            .collect()
    }

    /// The nearest enemy that threatens a unit: it may charge the unit, and has it in its front zone and within its
    /// charge distance (LA-GAP-19, LA-GAP-52). Evasion is allowed only before such an enemy (LA-ESQ-01); it is not
    /// refused when it is written, since that would reveal a distance (LA-GAP-60).
    fn threat_to(&self, w: &World, id: UnitId) -> Option<UnitId> {
        let his = self.body(w, id);
        let left = if w.quarter.is_multiple_of(4) { 4 } else { 2 };
        let comes = |enemy: UnitId| {
            let own = self.body(w, enemy);
            let far = distance(&own, &his).cm;
            let barred = self.arm(enemy) == Arm::Infantry && self.arm(id) == Arm::Cavalry;
            let near = self.in_front(&own, &his) && self.in_reach(w, enemy, (&his, far), left, false);
            (near && !barred && self.may_charge(w, enemy).is_ok()).then_some((far, enemy))
        };
        self.troops(w, self.side(id).other()).filter_map(comes).min().map(|(_, enemy)| enemy)
    }

    /// Skirmishers and harassing units that are charged, or stand in the strip between a charger and its target, must
    /// evade unless they have shelter (LA-ESQ-02, LA-GAP-46, 3). Their owner does not learn which of the two applies.
    pub(crate) fn compel_evasions(&self, d: &mut D<'_>) {
        if !self.on(r::LA_ESQ_02) {
            return;
        }
        let mut fleeing: Vec<(UnitId, UnitId)> = Vec::new();
        for side in Side::BOTH {
            let Some(papers) = d.world.papers(side) else { continue };
            for (charger, target) in &papers.targets {
                let charges =
                    d.world.unit(*charger).charge.as_ref().is_some_and(|c| c.sort != Sort::Entry && c.lands.is_none());
                if !charges || !d.world.unit(*charger).present() {
                    continue;
                }
                let (own, his) = (self.body(&d.world, *charger), self.body(&d.world, *target));
                // The strip to a target beside its axis is the one after the charger has turned to it (LA-CHA-13).
                let own = match self.ahead(&own, &his) {
                    Some(_) => own,
                    None => table::facing_to(&own, table::point_to_piece(own.pose.at, &his).to),
                };
                let far = self.ahead(&own, &his).unwrap_or_else(|| distance(&own, &his).cm);
                for id in self.troops(&d.world, side.other()) {
                    let meant = id == *target;
                    let between = self.ahead(&own, &self.body(&d.world, id)).is_some_and(|d| d < far);
                    if (meant || between) && self.must_evade(&d.world, id, own.front_middle()) {
                        fleeing.push((id, *charger));
                    }
                }
            }
        }
        fleeing.sort_unstable();
        fleeing.dedup_by_key(|(id, _)| *id);
        let quarter = d.world.quarter;
        let time = &self.book.tables;
        for (id, from) in fleeing {
            let reacting = quarter + u32::from(time.time.reaction);
            let turning = reacting + u32::from(time.turning.evasion);
            self.begin_run(d, id, Some(from), (reacting, turning), true);
            self.whisper(d, id, "must_evade", facts([]), &[r::LA_ESQ_02, r::LA_GAP_46]);
            self.forget_plan(d, id);
        }
    }

    /// Whether a unit must evade an enemy that comes from a place.
    fn must_evade(&self, w: &World, id: UnitId, from: table::Point) -> bool {
        let unit = w.unit(id);
        let loose = unit.formation == Formation::Skirmish || self.attitude(w, id) == Attitude::Harass;
        let free = matches!(unit.bound, Bound::Free | Bound::Halted { .. }) && unit.charge.is_none() && !w.engaged(id);
        let sheltered = self.cover(w, id, from) != Cover::None || self.in_village(w, id);
        loose && free && !sheltered && self.arm(id) != Arm::Artillery && unit.inside.is_none()
    }
}
