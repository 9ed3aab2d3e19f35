//! 3: charges, counter-charges and the evasions before them, all together (LA-CHA-12 to LA-CHA-33, LA-CCH, LA-ESQ,
//! LA-GAP-47).

use super::march::{Over, Pace};
use super::nerves::reply_for;
use super::{D, Step};
use crate::question::{Does, Kind, Question, accept, any, pick_one};
use crate::resolve::charge::{from_far, touch};
use crate::world::{Bound, Charging, Fate, Landing, Run, Sort, World, base_of, facts, front_of};
use crate::{Arm, Formation, LesAigles, Order, r};
use game::{Choice, Deed, Field, Flow, Ref, Slot, UnitId};
use rulebook::Known;
use table::{Cm, FeatureId, Piece, Pose, distance, facing_to, overlaps, room};

pub(crate) const STOP_CHARGE: Kind =
    Kind { rules: &[r::LA_CHA_33], fields: LesAigles::fields_stop_charge, check: accept, suggest: any };

/// Distance from its enemy at which a landing charger is placed.
pub(crate) const SHORT: Cm = 20;

impl LesAigles {
    pub(crate) fn charges(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::Charges, &[r::LA_CHA_01, r::LA_GAP_47]);
        self.ask_to_stop(d)?;
        self.ask_to_split(d)?;
        self.evasions(d);
        let mut chargers: Vec<UnitId> = d
            .world
            .ids()
            .filter(|id| d.world.unit(*id).present() && !d.world.engaged(*id))
            .filter(|id| {
                d.world
                    .unit(*id)
                    .charge
                    .as_ref()
                    .is_some_and(|c| c.sort != Sort::Entry && c.since <= d.world.quarter && c.lands.is_none())
            })
            .collect();
        // Positions before any move: the order of units does not matter.
        let before = d.world.clone();
        let pairs: Vec<(UnitId, UnitId)> = chargers
            .iter()
            .filter_map(|id| Some((*id, self.meant(&before, *id)?)))
            .filter(|(id, target)| {
                id < target && chargers.contains(target) && self.meant(&before, *target) == Some(*id)
            })
            .collect();
        for (a, b) in pairs {
            self.collide(d, &before, a, b);
            chargers.retain(|id| *id != a && *id != b);
        }
        for (id, enemy) in self.diverted(&before, &chargers) {
            // A unit about to be charged deals with that first: its own written target is revealed (LA-CHA-30).
            if let Some(target) = self.meant(&before, id) {
                let key = Does::Meant.about(Ref::Unit(target));
                d.tell(Deed::Opened { of: Ref::Unit(id), key }, &[r::LA_CHA_30, r::LA_GAP_47]);
            }
            self.collide(d, &before, id, enemy);
            chargers.retain(|other| *other != id && *other != enemy);
        }
        for id in chargers {
            if d.world.unit(id).charge.is_none() {
                continue;
            }
            match self.interposed(&before, id) {
                Some(met) => self.meet_between(d, &before, id, met),
                None => self.charge_on(d, &before, id),
            }
        }
        Ok(())
    }

    /// Chargers that an enemy charge from their front zone would touch in this quarter, with that enemy (LA-GAP-47, 7).
    fn diverted(&self, w: &World, chargers: &[UnitId]) -> Vec<(UnitId, UnitId)> {
        let mut found: Vec<(UnitId, UnitId)> = Vec::new();
        if !self.on(r::LA_CHA_30) {
            return found;
        }
        for id in chargers {
            let own = self.body(w, *id);
            let comes = |enemy: &&UnitId| {
                let his = self.body(w, **enemy);
                let (quarter, bonus) = self.dash_over(w, **enemy, &his);
                self.meant(w, **enemy) == Some(*id)
                    && self.in_front(&own, &his)
                    && self.ahead(&his, &own).is_some_and(|far| touch(far, quarter, bonus))
                    && self.clear_between(w, *id, **enemy)
            };
            let taken = |unit: UnitId| found.iter().any(|(a, b)| *a == unit || *b == unit);
            let enemy = chargers.iter().filter(|enemy| !taken(**enemy)).find(comes).filter(|_| !taken(*id));
            found.extend(enemy.map(|enemy| (*id, *enemy)));
        }
        found
    }

    /// The written target of a charger, if it may be known.
    pub(crate) fn meant(&self, w: &World, id: UnitId) -> Option<UnitId> {
        w.papers(self.side(id))?.targets.get(&id).copied()
    }

    /// Asks owners whether charges go on whose target evades: a charge that stops still moves this quarter in full
    /// (LA-CHA-33).
    fn ask_to_stop(&self, d: &mut D<'_>) -> Flow<()> {
        let asked = self.put(d, Question::StopCharge);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        let quarter = d.world.quarter;
        for id in d.world.ids() {
            let stops = Does::StopCharge.picked(reply_for(&asked, &answers, id));
            if let Some(charge) = &mut d.world.unit_mut(id).charge
                && stops
            {
                charge.stops = Some(quarter);
            }
        }
        Ok(())
    }

    fn fields_stop_charge(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let choices = || [Does::GoOn, Does::StopCharge].map(|does| Choice::of(does.key(), &[r::LA_CHA_33])).to_vec();
        let mine = self.troops(w, slot.side).filter(|id| self.prey_evades(w, *id));
        mine.map(|id| pick_one(Ref::Unit(id), choices())).collect()
    }

    /// Whether the target of a charge under way evades, as far as its side knows: then it may be stopped, from its
    /// second quarter on (LA-CHA-33).
    fn prey_evades(&self, w: &World, id: UnitId) -> bool {
        let charge = w.unit(id).charge.as_ref();
        let going = charge.is_some_and(|c| {
            let stops = matches!(c.sort, Sort::Charge | Sort::Counter) && c.stops.is_none();
            stops && c.since < w.quarter && c.lands.is_none()
        });
        let prey = self.meant(w, id).is_some_and(|target| matches!(w.unit(target).bound, Bound::Evading(_)));
        going && prey && self.on(r::LA_CHA_33)
    }

    /// Evading units react, turn and run (LA-ESQ-03, LA-ESQ-04).
    fn evasions(&self, d: &mut D<'_>) {
        let runners: Vec<(UnitId, Run)> = d
            .world
            .ids()
            .filter_map(|id| match d.world.unit(id).bound {
                Bound::Evading(run) if d.world.unit(id).present() && !d.world.engaged(id) => Some((id, run)),
                _ => None,
            })
            .collect();
        for (id, run) in runners {
            let quarter = d.world.quarter;
            if quarter <= run.reacting {
                continue;
            }
            let threat = run.from.filter(|from| d.world.unit(*from).present());
            let home = self.home(self.side(id));
            let (pose, body) = (d.world.unit(id).pose, self.body(&d.world, id));
            let away =
                threat.map_or(home, |from| d.world.unit(from).pose.at.bearing_to(self.body(&d.world, id).pose.at));
            if quarter <= run.turning {
                self.worsen(d, id, Order::Unformed, &[r::LA_ESQ_05]);
                d.world.unit_mut(id).now.busy = true;
                if quarter == run.turning {
                    self.turn_to_leave(d, id, away, &[r::LA_ESQ_03, r::LA_PIV_06]);
                }
                continue;
            }
            self.worsen(d, id, Order::Unformed, &[r::LA_ESQ_05]);
            let far = i32::from(self.book.tables.movement.evasion) * crate::CM / 4;
            // First directly away from the threat, then towards the unit's own table edge (LA-GAP-32).
            let wanted = if run.moved == 0 && self.on(r::LA_GAP_32) { away } else { home };
            let bent = self.bend(&d.world, id, wanted).filter(|_| self.on(r::LA_GAP_52));
            let wanted = bent.unwrap_or(wanted);
            let parts: Vec<UnitId> = self
                .troops(&d.world, self.side(id))
                .filter(|friend| self.parts_round(&d.world, id, *friend, wanted))
                .collect();
            let pace =
                Pace { id, formation: d.world.unit(id).formation, quarter: far, over: Over::All, pressed: false };
            let mut way = self.escape(&d.world, id, wanted, &pace, |friend| {
                parts.contains(&friend) || !(self.closed_friend(&d.world, friend) && self.on(r::LA_ESQ_12))
            });
            self.place(d, id, way.end, &[pose, way.end], &[r::LA_ESQ_04, r::LA_GAP_63]);
            // Once past the friend that it passed on both sides it closes up again (LA-ESQ-14).
            let there = self.body(&d.world, id);
            let parted = parts.iter().any(|friend| overlaps(&there, &self.body(&d.world, *friend)));
            self.change(d, id, &[r::LA_ESQ_05], |u| {
                u.now.moved = way.gone;
                u.parted = parted;
                u.bound = Bound::Evading(Run { moved: run.moved.saturating_add(1), ..run });
            });
            way.passed.retain(|friend| !parts.contains(friend));
            // Through a lane of one base the unit flows between its friends (LA-ESQ-10).
            let turned = body.with_pose(Pose { facing: way.end.facing, ..body.pose });
            let passed: Vec<Piece> = way.passed.iter().map(|friend| self.body(&d.world, *friend)).collect();
            let base = self.book.tables.scale.infantry.front.cm();
            let flows = self.arm(id) == Arm::Infantry && has_lane(&turned, &passed, base) && self.on(r::LA_ESQ_10);
            for friend in way.passed.into_iter().filter(|_| !flows) {
                if self.on(r::LA_ESQ_11) && self.run_through(d, id, friend, false) {
                    self.worsen(d, id, Order::Disordered, &[r::LA_ESQ_11]);
                }
            }
            if way.edge && way.gone < way.far {
                // At the end of the quarter it tests whether it leaves the table (LA-ESQ-09).
                d.world.unit_mut(id).now.at_edge = true;
            } else if run.moved >= 1 && self.may_stop_running(&d.world, id) {
                self.change(d, id, &[r::LA_ESQ_08], |u| u.bound = Bound::Free);
            }
        }
    }

    /// Whether an evading unit splits in two and passes both ends of a friend in its way: there is a lane of one base
    /// beside each (LA-ESQ-10, LA-ESQ-14).
    fn parts_round(&self, w: &World, id: UnitId, friend: UnitId, way: table::Angle) -> bool {
        let unit = w.unit(id);
        let close = w.unit(friend).formation != Formation::Skirmish && w.unit(friend).inside.is_none();
        if !self.book.options.split_evasion || !self.on(r::LA_ESQ_14) || friend == id || !close || unit.figures() < 2 {
            return false;
        }
        let base = base_of(&self.book, self.arm(id)).cm();
        let goes = Pose { facing: way, at: self.body(w, id).pose.at };
        let corners = self.body(w, friend).corners().map(|corner| goes.seen(corner));
        let span = |of: fn(&(Cm, Cm)) -> Cm| {
            let all = corners.iter().map(of);
            (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
        };
        let ((left, right), (near, far)) = (span(|c| c.0), span(|c| c.1));
        let beside = |aside: Cm| {
            let at = goes.local(aside, near + (far - near) / 2);
            Piece { pose: Pose { at, facing: way }, front: base, depth: (far - near).max(1), lead: true }
        };
        let gap = table::SLACK + base / 2;
        [beside(left - gap), beside(right + gap)].iter().all(|lane| {
            let held = |other: UnitId| {
                other != id && other != friend && w.unit(other).present() && overlaps(lane, &self.body(w, other))
            };
            self.terrain.holds(lane) && !self.closed_to(id, unit.formation, lane) && !w.ids().any(held)
        })
    }

    /// Whether an evading or rallying unit may stop: behind a formed friend that faces the enemy (LA-ESQ-08,
    /// LA-RAL-06), a company behind its battalion in any state (LA-GAP-52), cavalry also out of range of small arms.
    pub(crate) fn may_stop_running(&self, w: &World, id: UnitId) -> bool {
        let own = self.body(w, id);
        let (limit, range) = (self.book.tables.charge.behind_friend.cm(), self.book.tables.charge.rally_range.cm());
        let behind = self.troops(w, self.side(id)).any(|friend| {
            let body = self.body(w, friend);
            let rear = body.with_pose(Pose { facing: (body.pose.facing + 18_000).rem_euclid(36_000), ..body.pose });
            self.shelters(w, id, friend) && self.ahead(&rear, &own).is_some_and(|far| far <= limit)
        });
        // Measured to every enemy unit of infantry or cavalry (LA-GAP-51).
        let shoots = |enemy: &UnitId| self.arm(*enemy) != Arm::Artillery;
        let mut enemies = self.troops(w, self.side(id).other()).filter(shoots);
        let clear = !enemies.any(|enemy| table::within_reach(&own, &self.body(w, enemy), range));
        let rallies = matches!(w.unit(id).bound, Bound::Rallying(_));
        let rule = if rallies { r::LA_RAL_06 } else { r::LA_ESQ_08 };
        let over = !w.unit(id).parted && !self.passes_still(w, id, w.unit(id).formation);
        (behind || clear && rallies || !self.on(rule)) && over
    }

    /// Whether a unit may stop behind a friend: the friend is formed and faces the enemy, or the unit is its company.
    fn shelters(&self, w: &World, id: UnitId, friend: UnitId) -> bool {
        let (unit, body) = (w.unit(friend), self.body(w, friend));
        let faces = self
            .nearest_enemy(w, self.side(id), body.pose.at)
            .is_none_or(|(_, enemy)| table::angle_off(&body.pose, w.unit(enemy).pose.at).abs() <= 9_000);
        let formed = unit.order <= Order::Disorganised && !unit.leaves() && faces;
        friend != id && (formed || self.sheet(id).part_of == Some(friend))
    }

    /// The direction in which an evading unit turns aside to the nearest place where it may stop, if that is near
    /// enough to its way (LA-GAP-52, LA-GAP-63).
    fn bend(&self, w: &World, id: UnitId, wanted: table::Angle) -> Option<table::Angle> {
        let own = self.body(w, id);
        let most = i32::from(self.book.tables.charge.bend_degrees) * 100;
        let behind = |friend: UnitId| {
            let body = self.body(w, friend);
            let back = (body.pose.facing + 18_000).rem_euclid(36_000);
            body.pose.at.step(back, body.depth / 2 + own.depth / 2 + crate::CM)
        };
        let friends = self.troops(w, self.side(id)).filter(|friend| self.shelters(w, id, *friend));
        let near = friends.map(behind).filter(|at| table::turn(wanted, own.pose.at.bearing_to(*at)).abs() <= most);
        near.min_by_key(|at| own.pose.at.to(*at).round() as Cm).map(|at| own.pose.at.bearing_to(at))
    }

    /// Two units that charge each other (LA-GAP-47, 1 and 2).
    fn collide(&self, d: &mut D<'_>, before: &World, a: UnitId, b: UnitId) {
        let (one, other) = (self.body(before, a), self.body(before, b));
        let ((qa, ba), (qb, bb)) = (self.dash_over(before, a, &one), self.dash_over(before, b, &other));
        let far = distance(&one, &other).cm;
        let counter = |id: UnitId| before.unit(id).charge.as_ref().is_some_and(|c| c.sort == Sort::Counter);
        let quarters = |id: UnitId| before.unit(id).charge.as_ref().map_or(0, |c| c.quarters);
        let moved = quarters(a) > 0 || quarters(b) > 0;
        // Both have their bonuses if they come from far enough; an ineffective counter-charge has none (LA-CCH-07).
        let both = moved || from_far(&self.book, far, qa + qb);
        let (mut bonus_a, mut bonus_b) = (both, both);
        // Judged once, after the charger's second quarter and the counter-charger's first (LA-CCH-09): a unit that has
        // moved a whole quarter without contact is charging.
        for (id, bonus, charger, own) in [(a, &mut bonus_a, qb, qa), (b, &mut bonus_b, qa, qb)] {
            if counter(id) {
                *bonus = quarters(id) > 0 || crate::resolve::charge::effective(&self.book, far - charger, own, ba + bb);
            }
        }
        if counter(a) {
            bonus_b = quarters(b) > 0 || from_far(&self.book, far, qb);
        }
        if counter(b) {
            bonus_a = quarters(a) > 0 || from_far(&self.book, far, qa);
        }
        let plus = |has: bool, bonus: Cm| if has { bonus } else { 0 };
        let meet = touch(far, qa + qb, plus(bonus_a, ba) + plus(bonus_b, bb));
        if !meet || !self.clear_between(before, a, b) {
            // A hampered unit leaves the squadrons concerned behind and meets the enemy with the others (LA-CHA-35).
            if meet && let Some(rest) = self.split_before(d, before, a, b) {
                return self.collide(d, &rest, a, b);
            }
            for id in [a, b] {
                self.charge_on(d, before, id);
            }
            return;
        }
        let gap = (far - 2 * SHORT).max(0);
        // They meet where their plain moves bring them; the counter-charger is a pace below the charger and covers the
        // rest (LA-CCH-06).
        let paces = self.on(r::LA_CCH_06);
        let (go_a, go_b) = match (counter(a) && paces, counter(b) && paces) {
            (false, true) => (qa.min(gap), qb.min(gap - qa.min(gap))),
            (true, false) => (qa.min(gap - qb.min(gap)), qb.min(gap)),
            _ if qa + qb >= gap => {
                let share = rulebook::saturated::<Cm, _>(i64::from(gap) * i64::from(qa) / i64::from((qa + qb).max(1)));
                (share, gap - share)
            }
            _ => (qa, qb),
        };
        for (id, on, go, rest, bonus) in [(a, b, go_a, qa - go_a + ba, bonus_a), (b, a, go_b, qb - go_b + bb, bonus_b)]
        {
            // A unit that has to turn to its target has done so before.
            let from = before.unit(id).pose;
            let to = from.ahead(go);
            self.place(d, id, to, &[from, to], &[r::LA_GAP_47]);
            let aspect = self.aspect(before, on, from.at);
            self.overtake(d, id, Some(on));
            let way = rest.max(0) + 2 * SHORT + gap;
            self.land(d, id, Landing { on, way, bonus, plain: touch(far, qa + qb, 0), aspect }, go);
        }
    }

    /// Leaves behind the squadrons that a friend or an obstacle hampers between two charging units, and returns the
    /// world as it then was before the moves; `None`: neither can go on with a part.
    fn split_before(&self, d: &mut D<'_>, before: &World, a: UnitId, b: UnitId) -> Option<World> {
        let mut rest: Option<World> = None;
        for (id, on) in [(a, b), (b, a)] {
            let own = self.body(before, id);
            let far = distance(&own, &self.body(before, on)).cm;
            let go = self.dash_over(before, id, &own).0.min((far - SHORT).max(0));
            if self.free_way(before, id, &own, go, Some(on)).is_none() {
                continue;
            }
            let (Some(split), Some(part)) = (self.hampered(before, id, go, Some(on)), self.sheet(id).part) else {
                continue;
            };
            self.split_off(d, id, split);
            let world = rest.get_or_insert_with(|| before.clone());
            for unit in [id, part] {
                *world.unit_mut(unit) = d.world.unit(unit).clone();
            }
        }
        rest
    }

    /// Whether no unit stands between two units that charge each other: a friend or an obstacle stops a charge, an
    /// enemy is met first (LA-GAP-47, 6 and 9).
    fn clear_between(&self, w: &World, a: UnitId, b: UnitId) -> bool {
        [(a, b), (b, a)].into_iter().all(|(id, on)| {
            let own = self.body(w, id);
            let far = distance(&own, &self.body(w, on)).cm;
            let go = self.dash_over(w, id, &own).0.min((far - SHORT).max(0));
            let first = self.first_ahead(w, id, &own, Some(on));
            let met = first.is_some_and(|(near, enemy)| enemy != on && near < go);
            !met && self.free_way(w, id, &own, go, Some(on)).is_none()
        })
    }

    /// A charger lands: its target is revealed (LA-CHA-09).
    fn land(&self, d: &mut D<'_>, id: UnitId, landing: Landing, gone: Cm) {
        let side = self.side(id);
        if let Some(papers) = d.world.papers_mut(side) {
            papers.targets.remove(&id);
        }
        let on = landing.on;
        self.change(d, id, &[r::LA_CHA_09, r::LA_CHA_16], |u| {
            u.now.moved = gone.max(1);
            if let Some(charge) = &mut u.charge {
                charge.lands = Some(landing);
            }
        });
        d.tell(Deed::Opened { of: Ref::Unit(id), key: Does::Charge.about(Ref::Unit(on)) }, &[r::LA_CHA_09]);
    }

    /// One quarter of a charge at a unit that does not charge back.
    pub(crate) fn charge_on(&self, d: &mut D<'_>, before: &World, id: UnitId) {
        let Some(charge) = before.unit(id).charge.clone() else { return };
        let own = self.body(before, id);
        let (quarter, bonus) = self.dash_over(before, id, &own);
        let prey = self.meant(before, id).filter(|target| d.world.unit(*target).present());
        let there = prey.map(|target| self.body(&d.world, target));
        let straight = there.and_then(|body| self.ahead(&own, &body));
        if straight.is_none()
            && let Some(body) = there.filter(|body| self.in_front(&own, body))
            && charge.reorients.is_none_or(|at| at + 1 < d.world.quarter)
            && self.on(r::LA_CHA_13)
        {
            self.reorient(d, id, &own, &body);
            return;
        }
        // The bonus applies after a whole quarter of its own, covered in a straight line (LA-CHA-15).
        let enemy = self.first_ahead(&d.world, id, &own, prey);
        let far = enemy.map(|(far, _)| far);
        let bonus_holds = charge.quarters > 0 || far.is_none_or(|far| from_far(&self.book, far, quarter));
        // A unit that stops still moves its quarter in full, and no more (LA-CHA-33).
        let stops = charge.stops.is_some_and(|at| at <= d.world.quarter);
        let bonus = if bonus_holds && !stops { bonus } else { 0 };
        let reach = quarter + bonus;
        if let Some((far, on)) = enemy.filter(|(far, _)| touch(*far, quarter, bonus)) {
            let plain = touch(far, quarter, 0);
            let go = quarter.min((far - SHORT).max(0));
            if let Some(free) = self.free_way(&d.world, id, &own, go, Some(on)) {
                self.hindered(d, before, id, free, (go, Some(on)));
                return;
            }
            let from = before.unit(id).pose;
            let to = from.ahead(go);
            let aspect = self.aspect(&d.world, on, from.at);
            self.place(d, id, to, &[from, to], &[r::LA_CHA_16, r::LA_GAP_08]);
            self.overtake(d, id, Some(on));
            // Against another unit than the written target the bonuses apply too (LA-GAP-47).
            self.land(d, id, Landing { on, way: reach - go, bonus: bonus_holds, plain, aspect }, go);
            return;
        }
        let last = d.world.quarter >= charge.until;
        let go = if last { reach } else { quarter };
        let go = far.map_or(go, |far| go.min((far - crate::CM).max(0)));
        if let Some(free) = self.free_way(&d.world, id, &own, go, None) {
            self.hindered(d, before, id, free, (go, None));
            return;
        }
        let from = before.unit(id).pose;
        let to = from.ahead(go);
        self.place(d, id, to, &[from, to], &[r::LA_CHA_27]);
        self.change(d, id, &[], |u| {
            u.now.moved = go.max(1);
            if let Some(charge) = &mut u.charge {
                charge.quarters = charge.quarters.saturating_add(1);
            }
        });
        self.overtake(d, id, prey);
        if last || stops {
            // It has failed, or was stopped: unformed (LA-CHA-27, LA-CHA-33).
            self.abandon_charge(d, id);
            let rule = if stops { r::LA_CHA_33 } else { r::LA_CHA_27 };
            if self.on(rule) {
                self.worsen(d, id, Order::Unformed, &[rule]);
            }
            self.note(d, id, if stops { "charge_stopped" } else { "charge_failed" }, facts([]), &[r::LA_CHA_27]);
        }
    }

    /// Turns the front of a charger to its target, which takes a quarter (LA-CHA-13).
    fn reorient(&self, d: &mut D<'_>, id: UnitId, own: &Piece, target: &Piece) {
        let near = table::point_to_piece(own.pose.at, target).to;
        let turned = facing_to(own, near);
        let free = self.terrain.holds(&turned) && !self.lies_on(&d.world, id, own, &turned);
        let quarter = d.world.quarter;
        if free {
            self.place(d, id, front_of(&turned), &[], &[r::LA_CHA_13]);
        }
        self.change(d, id, &[r::LA_CHA_13], |u| {
            u.now.busy = true;
            if let Some(Charging { reorients, quarters, .. }) = &mut u.charge {
                // The distance covered so far was on another line (LA-CHA-15).
                (*reorients, *quarters) = (Some(quarter), 0);
            }
        });
        if !free || self.ahead(&self.body(&d.world, id), target).is_none() {
            self.blocked(d, id, 0);
        }
    }

    /// The first enemy straight ahead of a charger, and its distance; skirmishers on the way are ignored unless they
    /// are the target (LA-CHA-08).
    pub(super) fn first_ahead(&self, w: &World, id: UnitId, own: &Piece, prey: Option<UnitId>) -> Option<(Cm, UnitId)> {
        let enemies = self.troops(w, self.side(id).other()).filter(|enemy| {
            let unit = w.unit(*enemy);
            let screen = unit.formation == Formation::Skirmish && prey != Some(*enemy) && self.on(r::LA_CHA_08);
            !screen && unit.guns == crate::world::Guns::Served && unit.inside.is_none()
        });
        enemies.filter_map(|enemy| Some((self.ahead(own, &self.body(w, enemy))?, enemy))).min()
    }

    /// Distance that a charger can move before a friend, a melee of skirmishers or an obstacle stops it; `None`: the
    /// way is free.
    pub(crate) fn free_way(&self, w: &World, id: UnitId, own: &Piece, go: Cm, on: Option<UnitId>) -> Option<Cm> {
        let friends: Vec<(u32, Piece)> = w
            .ids()
            .filter(|other| *other != id && Some(*other) != on && w.unit(*other).present())
            .filter(|other| {
                let skirmishes = w.unit(*other).formation == Formation::Skirmish;
                let friend = self.side(*other) == self.side(id);
                // Skirmishers in a melee cannot be pushed aside, and may not be charged (LA-CHA-31).
                let fights = skirmishes && !friend && w.engaged(*other) && self.on(r::LA_CHA_31);
                (friend || w.unit(*other).inside.is_some()) && !skirmishes || fights
            })
            .map(|other| (u32::from(other.0), self.body(w, other)))
            .filter(|(_, body)| !overlaps(own, body))
            .collect();
        let under = self.terrain.touched(own);
        let obstacle = |feature: FeatureId| {
            let kind = self.terrain.kind(feature);
            kind.is_some_and(|kind| self.book.tables.ground.of(kind).obstacle)
                && !under.contains(&feature)
                && self.on(r::LA_CHA_31)
        };
        room(own, own.pose.facing, go, &self.terrain, obstacle, &friends).err().map(|halt| halt.at.cm)
    }

    /// The way of a charger is blocked: the squadrons that can go on do so (LA-CHA-35), otherwise all of it halts.
    fn hindered(&self, d: &mut D<'_>, before: &World, id: UnitId, free: Cm, (go, on): (Cm, Option<UnitId>)) {
        let Some(split) = self.hampered(&d.world, id, go, on) else {
            self.blocked(d, id, free);
            return;
        };
        self.split_off(d, id, split);
        let mut rest = before.clone();
        *rest.unit_mut(id) = d.world.unit(id).clone();
        self.charge_on(d, &rest, id);
    }

    /// A blocked charger halts there, unformed (LA-GAP-47, 9).
    fn blocked(&self, d: &mut D<'_>, id: UnitId, free: Cm) {
        let from = d.world.unit(id).pose;
        let to = from.ahead((free - crate::CM / 2).max(0));
        self.place(d, id, to, &[from, to], &[r::LA_GAP_47]);
        d.world.unit_mut(id).now.moved = free.max(1);
        self.abandon_charge(d, id);
        self.worsen(d, id, Order::Unformed, &[r::LA_GAP_47]);
        self.note(d, id, "charge_blocked", facts([]), &[r::LA_GAP_47]);
    }

    /// Skirmishers run over by a charge on its way are pushed aside, in disorder, and test (LA-GAP-47, 5, LA-GAP-79).
    pub(crate) fn overtake(&self, d: &mut D<'_>, id: UnitId, except: Option<UnitId>) {
        if !self.on(r::LA_GAP_79) {
            return;
        }
        let own = self.body(&d.world, id);
        let over: Vec<UnitId> = self
            .troops(&d.world, self.side(id).other())
            .filter(|other| {
                Some(*other) != except
                    && d.world.unit(*other).formation == Formation::Skirmish
                    && !d.world.engaged(*other)
            })
            .filter(|other| {
                overlaps(&own, &self.body(&d.world, *other))
                    || distance(&own, &self.body(&d.world, *other)).cm < crate::CM
            })
            .collect();
        for other in over {
            let body = self.body(&d.world, other);
            let (aside, _) = own.pose.seen(body.pose.at);
            let width = own.front / 2 + crate::CM + (body.front.max(body.depth)) / 2;
            let near = if aside >= 0 { 1 } else { -1 };
            let (_, ahead) = own.pose.seen(body.pose.at);
            // The nearer end first, then farther out, where no enemy stands.
            let beside = (0..20).flat_map(|n| [near, -near].map(|side| side * (width + n * crate::CM)));
            let mut places = beside.map(|aside| {
                let at = self.on_the_table(own.pose.local(aside, ahead));
                body.with_pose(Pose { at, ..body.pose })
            });
            let free = |moved: &Piece| {
                self.terrain.holds(moved)
                    && !self.troops(&d.world, self.side(id)).any(|enemy| overlaps(moved, &self.body(&d.world, enemy)))
            };
            let Some(moved) = places.find(free) else {
                self.remove(d, other, Fate::Taken, &[r::LA_GAP_63]);
                continue;
            };
            self.place(d, other, front_of(&moved), &[], &[r::LA_GAP_79]);
            self.worsen(d, other, Order::Disordered, &[r::LA_GAP_79]);
            self.change(d, other, &[r::LA_GAP_79], |u| {
                u.now.overtaken = true;
                if matches!(u.bound, Bound::Evading(_)) {
                    u.bound = Bound::Free;
                }
            });
        }
    }
}

/// Whether the other pieces leave a lane of this width within the front of a piece that goes straight on.
fn has_lane(piece: &Piece, others: &[Piece], least: Cm) -> bool {
    let end = piece.front / 2;
    let across = |other: &Piece| {
        let aside = other.corners().map(|corner| piece.pose.seen(corner).0);
        (aside.iter().copied().min().unwrap_or(0), aside.iter().copied().max().unwrap_or(0))
    };
    let mut held: Vec<(Cm, Cm)> = others.iter().map(across).collect();
    held.sort_unstable();
    let mut from = -end;
    for (left, right) in held {
        if left - from >= least {
            return true;
        }
        from = from.max(right);
    }
    end - from >= least
}
