//! 4, 7 and 8: ordinary entries land, the tests of landing, and contact closed up flush (LA-GAP-20, LA-GAP-25, LA-GAP-48,
//! LA-GAP-83).

use super::charge_steps::SHORT;
use super::nerves::Due;
use super::{D, Step};
use crate::question::Does;
use crate::resolve::morale::{self, Effect, MoraleResult, Occasion};
use crate::resolve::motion::{Turned, after_turn};
use crate::world::{Bound, Doing, Hold, Landing, Leave, Sort, What, World, facts, front_of};
use crate::{Arm, Aspect, Formation, LesAigles, Order, r};
use game::{Deed, Flow, Ref, Rule, UnitId};
use table::{Piece, Pose, Quarter, SLACK, close_up, facing_to, overlaps};

impl LesAigles {
    /// Ordinary entries into melee: they move with the normal moves and land like charges (LA-GAP-83).
    pub(crate) fn entries(&self, d: &mut D<'_>) {
        let entering: Vec<UnitId> = d
            .world
            .ids()
            .filter(|id| {
                d.world.unit(*id).present()
                    && d.world.unit(*id).charge.as_ref().is_some_and(|c| c.sort == Sort::Entry && c.lands.is_none())
            })
            .collect();
        for id in entering {
            let Some(target) = self.meant(&d.world, id).filter(|t| d.world.unit(*t).present()) else {
                self.abandon_charge(d, id);
                continue;
            };
            let own = self.body(&d.world, id);
            let his = self.body(&d.world, target);
            let own = if self.ahead(&own, &his).is_none() && d.world.engaged(target) {
                facing_to(&own, his.pose.at)
            } else {
                own
            };
            let Some(far) = self.ahead(&own, &his) else {
                self.misses_entry(d, id);
                continue;
            };
            let (quarter, _) = self.dash_over(&d.world, id, &own);
            let go = quarter.min((far - SHORT).max(0));
            let from = d.world.unit(id).pose;
            if self.gets_over(d, id, &own, go) {
                continue;
            }
            let to = front_of(&own).ahead(go);
            if !self.goes_freely(&d.world, id, &own, to) {
                self.misses_entry(d, id);
                continue;
            }
            let aspect = self.aspect(&d.world, target, from.at);
            self.place(d, id, to, &[from, to], &[r::LA_GAP_83]);
            d.world.unit_mut(id).now.moved = go.max(1);
            if far <= quarter {
                let side = self.side(id);
                if let Some(papers) = d.world.papers_mut(side) {
                    papers.targets.remove(&id);
                }
                self.change(d, id, &[r::LA_GAP_83], |u| {
                    if let Some(charge) = &mut u.charge {
                        charge.lands =
                            Some(Landing { on: target, way: quarter - go, bonus: false, plain: true, aspect });
                    }
                });
                d.tell(Deed::Opened { of: Ref::Unit(id), key: Does::Enter.about(Ref::Unit(target)) }, &[r::LA_GAP_83]);
            } else if d.world.unit(id).charge.as_ref().is_some_and(|c| c.until <= d.world.quarter) {
                self.abandon_charge(d, id);
            }
        }
    }

    /// An obstacle in front of an entering unit costs it the usual quarters, and its order (LA-GAP-72): it moves up to
    /// it, crosses it and goes on. False: nothing is in its way in this quarter.
    fn gets_over(&self, d: &mut D<'_>, id: UnitId, own: &Piece, go: table::Cm) -> bool {
        let (quarter, marcher) = (d.world.quarter, self.marcher(&d.world, id));
        let Some(charge) = d.world.unit(id).charge.clone() else { return false };
        let crosses = charge.over.is_some_and(|(_, until)| until >= quarter);
        let ahead = self.obstacle_ahead(&marcher, own, go.max(SHORT));
        let ahead = ahead.filter(|(_, feature, _)| charge.over.is_none_or(|(over, _)| over != *feature));
        match ahead {
            _ if crosses => d.world.unit_mut(id).now.busy = true,
            None => return false,
            Some((near, ..)) if near > SHORT => {
                let (from, to) = (d.world.unit(id).pose, front_of(own).ahead(near));
                if !self.goes_freely(&d.world, id, own, to) {
                    self.misses_entry(d, id);
                    return true;
                }
                self.place(d, id, to, &[from, to], &[r::LA_GAP_83, r::LA_GAP_72]);
                d.world.unit_mut(id).now.moved = near;
            }
            Some((.., false)) => {
                self.misses_entry(d, id);
                return true;
            }
            Some((_, feature, true)) => {
                let until = quarter + u32::from(self.crossing_time(&marcher, feature)) - 1;
                let order = self.order_over(&marcher, feature);
                self.change(d, id, &[r::LA_GAP_72], |u| {
                    u.now.busy = true;
                    u.order = u.order.max(order);
                    if let Some(charge) = &mut u.charge {
                        charge.over = Some((feature, until));
                    }
                });
            }
        }
        if charge.until <= quarter {
            self.misses_entry(d, id);
        }
        true
    }

    /// Whether an entering unit can stand at a place: on no other unit, and on no ground closed to it.
    fn goes_freely(&self, w: &World, id: UnitId, own: &Piece, to: Pose) -> bool {
        let moved = crate::world::body(to, (own.front, own.depth));
        !self.lies_on(w, id, &self.body(w, id), &moved)
            && self.terrain.holds(&moved)
            && !self.closed_to(id, w.unit(id).formation, &moved)
    }

    fn misses_entry(&self, d: &mut D<'_>, id: UnitId) {
        self.abandon_charge(d, id);
        self.note(d, id, "entry_missed", facts([]), &[r::LA_GAP_83]);
    }

    /// 7: halted targets of landing charges, and landing chargers with 15 losses from one unit, test at once.
    pub(crate) fn landing_tests(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::LandingTests, &[r::LA_GAP_08, r::LA_GAP_24]);
        let half = d.world.half();
        let landing: Vec<(UnitId, Landing, Sort)> = self.landing(&d.world);
        let mut due: Vec<Due> = Vec::new();
        for (id, landing, sort) in &landing {
            let target = d.world.unit(landing.on);
            // A unit that only enters a melee of its own does not charge (LA-GAP-20): it tests.
            let charges = target.charge.as_ref().is_some_and(|charge| Self::is_charge(charge.sort));
            let moving = charges
                || matches!(
                    target.bound,
                    Bound::Evading(_) | Bound::Leaving(_) | Bound::Rallying(_) | Bound::Following { .. }
                );
            let stands = *sort != Sort::Entry && !moving && !d.world.engaged(landing.on);
            if morale::charged_tests(&self.book, stands) {
                let against_cavalry = self.arm(*id) == Arm::Cavalry && self.arm(landing.on) != Arm::Cavalry;
                match due.iter_mut().find(|due| due.unit == landing.on) {
                    // A unit charged on two sides (LA-CHA-32) tests once, and any cavalry among the chargers counts
                    // (LA-MOR-02).
                    Some(known) => known.against_cavalry |= against_cavalry,
                    None => {
                        let test = Due::new(landing.on, Occasion::Charged, half);
                        due.push(Due { against_cavalry, charger: Some(*id), ..test });
                    }
                }
            }
            if morale::charger_tests(&self.book, d.world.hits_in(*id, half).values().map(|(losses, _)| *losses)) {
                due.push(Due::new(*id, Occasion::ChargerUnderFire, half));
                d.world.unit_mut(*id).memory.fire_tested = half;
            }
        }
        // A unit charged while it enters a melee under fire tests once (LA-GAP-24).
        let charged: Vec<UnitId> = due.iter().filter(|due| due.occasion == Occasion::Charged).map(|d| d.unit).collect();
        due.retain(|due| due.occasion == Occasion::Charged || !charged.contains(&due.unit));
        for (due, result) in self.test(d, &due)? {
            let reader = self.reader(&d.world, &due);
            self.land_effect(d, due, result, morale::effect(&self.book, due.occasion, result, &reader));
        }
        Ok(())
    }

    /// The charges that land in this quarter.
    pub(crate) fn landing(&self, w: &World) -> Vec<(UnitId, Landing, Sort)> {
        let lands = |id: UnitId| {
            let charge = w.unit(id).charge.as_ref()?;
            Some((id, charge.lands.clone()?, charge.sort))
        };
        w.ids().filter(|id| w.unit(*id).present()).filter_map(lands).collect()
    }

    fn land_effect(&self, d: &mut D<'_>, due: Due, result: MoraleResult, effect: Effect) {
        let id = due.unit;
        match effect {
            Effect::StandsAndFollows => d.world.unit_mut(id).now.follows = true,
            Effect::CaughtTurning => {
                self.abandon_charge(d, id);
                d.world.unit_mut(id).now.caught = true;
            }
            // The order of ranks in a rout is reported where it begins.
            Effect::Runs => {
                self.begin_leaving(d, id, Self::leaving_by(result), &[r::LA_GAP_25]);
                self.run_at_once(d, id);
                return;
            }
            Effect::HaltsUnformed => self.abandon_charge(d, id),
            Effect::HaltsAndLeaves => self.begin_leaving(d, id, Self::leaving_by(result), &[r::LA_GAP_25]),
            _ => {}
        }
        self.ranks_after(d, id, effect);
    }

    /// Effect of a test on the order of a unit's ranks in place.
    pub(crate) fn ranks_after(&self, d: &mut D<'_>, id: UnitId, effect: Effect) {
        if let Some(order) = effect.ranks() {
            self.worsen(d, id, order, &[if effect == Effect::Opens { r::LA_GAP_66 } else { r::LA_GAP_25 }]);
        }
    }

    /// A unit that runs before a charge moves one quarter at once (LA-GAP-25).
    fn run_at_once(&self, d: &mut D<'_>, id: UnitId) {
        if let Bound::Leaving(leaving) = d.world.unit(id).bound {
            self.goes_off(d, id, leaving.how);
        }
    }

    /// 8: landing chargers that still charge and still reach are placed in contact (LA-GAP-48).
    pub(crate) fn contacts(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::Contact, &[r::LA_GAP_48, r::LA_CHA_18]);
        let busy: Vec<UnitId> = d.world.ids().filter(|id| d.world.engaged(*id)).collect();
        for (id, landing, sort) in self.landing(&d.world) {
            if d.world.unit(id).charge.as_ref().is_none_or(|c| c.lands.is_none()) {
                continue;
            }
            let on = landing.on;
            let met = d.world.contact(id, on).is_some();
            let from = d.world.unit(id).pose.at;
            // Gunners who have left their guns are not met there (LA-GAP-55).
            let there = d.world.unit(on).present() && d.world.unit(on).manned();
            if !(met || there && self.close(d, id, &landing)) {
                self.goes_on(d, id);
                continue;
            }
            self.caught_busy(d, on);
            let (hold, other) = self.holds(&d.world, id, &landing, sort, busy.contains(&on));
            let gone = from.to(d.world.unit(id).pose.at).round() as table::Cm;
            let hold = Hold { wraps: self.wrapping(&d.world, id, on, landing.way - gone), ..hold };
            self.join(d, id, on, hold, other, &[r::LA_GAP_48]);
            for unit in [id, on] {
                self.change(d, unit, &[r::LA_GAP_48], |u| {
                    if unit == id || u.charge.as_ref().is_some_and(|c| c.lands.as_ref().is_some_and(|l| l.on == id)) {
                        u.charge = None;
                    }
                });
                if unit == on && d.world.unit(on).charge.is_some() {
                    self.abandon_charge(d, on);
                }
                self.forget_plan(d, unit);
            }
            if matches!(d.world.unit(on).bound, Bound::Evading(_) | Bound::Rallying(_)) {
                self.change(d, on, &[r::LA_ESQ_13], |u| u.bound = Bound::Free);
            }
        }
        // A turning unit that was not caught goes back (LA-GAP-25).
        for id in d.world.ids().filter(|id| d.world.unit(*id).now.caught).collect::<Vec<_>>() {
            d.world.unit_mut(id).now.caught = false;
            if d.world.unit(id).present() && !d.world.engaged(id) {
                self.begin_leaving(d, id, Leave::Retreat, &[r::LA_GAP_25]);
            }
        }
        self.officers_touched(d);
        Ok(())
    }

    /// The contact between a charging or entering unit and its target.
    pub(crate) fn holds(&self, w: &World, id: UnitId, landing: &Landing, sort: Sort, into_melee: bool) -> (Hold, Hold) {
        let target = w.unit(landing.on);
        let evades = matches!(target.bound, Bound::Evading(run) if w.quarter > run.turning) && self.on(r::LA_ESQ_13);
        let caught = target.now.caught || target.runs() || evades || target.turns_to_retreat(w.quarter);
        // A unit caught while turning to evade already has its back to the enemy and is not attacked from behind
        // (LA-GAP-52).
        let turns = matches!(target.bound, Bound::Evading(run) if run.reacting < w.quarter && w.quarter <= run.turning);
        let aspect = match landing.aspect {
            _ if caught => Aspect::Rear,
            Aspect::Rear if turns && self.on(r::LA_GAP_52) => Aspect::Front,
            aspect => aspect,
        };
        let hold = Hold {
            came: true,
            bonus: landing.bonus && sort != Sort::Entry && self.on(r::LA_CHA_14),
            aspect,
            into_melee,
            uncontrolled: sort == Sort::Uncontrolled,
            ..Hold::default()
        };
        let mutual = target.charge.as_ref().and_then(|c| c.lands.as_ref()).filter(|l| l.on == id);
        let other = Hold {
            came: mutual.is_some(),
            bonus: mutual.is_some_and(|l| l.bonus),
            aspect: mutual.map_or(Aspect::Front, |l| l.aspect),
            uncontrolled: target.now.follows,
            ..Hold::default()
        };
        (hold, other)
    }

    /// Figures of light cavalry in line that go around the corners of a square or column just touched: whole squadrons
    /// beyond the corner, as far as the rest of their move in the half allows (LA-CHA-37, LA-GAP-48).
    pub(crate) fn wrapping(&self, w: &World, id: UnitId, on: UnitId, way: table::Cm) -> u8 {
        let (unit, target) = (w.unit(id), w.unit(on));
        let closed = target.formation.square() || target.formation.column();
        let light = self.sheet(id).leading.splits() && self.on(r::LA_GAP_80) || self.book.options.any_cavalry_splits;
        let rides = self.arm(id) == Arm::Cavalry && unit.formation == Formation::Line && light;
        if !rides || !closed || self.arm(on) != Arm::Infantry || !self.on(r::LA_CHA_37) {
            return 0;
        }
        let (own, his) = (self.body(w, id), self.body(w, on));
        let (quarter, _) = self.dash_over(w, id, &own);
        let left = way.max(0) + if w.second_quarter() { 0 } else { quarter };
        let base = (own.front / i32::from(unit.figures().max(1))).max(1);
        let squadron = unit.figures() / self.sheet(id).profile.companies.number().max(1);
        let front = i32::from(squadron.max(1)) * base;
        let aside = his.corners().map(|corner| own.pose.seen(corner).0);
        let (a, b) = (aside.iter().min().copied().unwrap_or(0), aside.iter().max().copied().unwrap_or(0));
        // On the adjacent side there is room for this many bases.
        let across = matches!(Self::edge_to(&his, &own).0, Quarter::Left | Quarter::Right);
        let room = if across { his.front } else { his.depth } / base;
        // From the end of the front that extends beyond each corner.
        let round = |beyond: table::Cm| {
            let whole = (beyond / front).max(0);
            let corner = beyond - whole * front;
            if whole > 0 && corner + front <= left { i32::from(squadron).min(room.max(0)) } else { 0 }
        };
        rulebook::saturated::<u8, _>(round(a + own.front / 2) + round(own.front / 2 - b))
    }

    /// Closes a charger up to its target; false: it does not reach.
    fn close(&self, d: &mut D<'_>, id: UnitId, landing: &Landing) -> bool {
        let Some(to) = self.closed(&d.world, id, landing) else { return false };
        let from = d.world.unit(id).pose;
        self.place(d, id, to, &[from, to], &[r::LA_CHA_18, r::LA_GAP_48]);
        true
    }

    /// The place of a charger after closing up to its target (LA-GAP-48); `None`: it does not reach.
    pub(crate) fn closed(&self, w: &World, id: UnitId, landing: &Landing) -> Option<Pose> {
        let (own, his) = (self.body(w, id), self.body(w, landing.on));
        let way = landing.way + 2 * SHORT;
        // The arc of its outer end is paid out of the rest of the move (LA-CHA-18).
        let arc = |gone: i32| if self.on(r::LA_CHA_18) { (way - gone).max(0) } else { 0 };
        let closed = close_up(&own, &his, way, 0).and_then(|touch| close_up(&own, &his, way, arc(touch.gone)))?;
        let others: Vec<Piece> = w
            .ids()
            .filter(|other| *other != id && *other != landing.on && w.unit(*other).present())
            .map(|other| self.body(w, other))
            .filter(|body| !overlaps(&own, body))
            .collect();
        let free = |piece: &Piece| self.terrain.holds(piece) && !others.iter().any(|other| overlaps(piece, other));
        // A wheel that ends on the way may leave a corner of the charger on its target.
        let upon = |piece: &Piece| {
            let hair = 4 * SLACK;
            overlaps(&Piece { front: piece.front - hair, depth: piece.depth - hair, ..*piece }, &his)
        };
        // Without room to wheel, it touches at its present angle.
        let straight = own.moved(own.pose.facing, closed.gone);
        let piece = if free(&closed.piece) && !upon(&closed.piece) { closed.piece } else { straight };
        free(&piece).then(|| front_of(&piece))
    }

    /// A charger whose target is out of reach goes on, or has failed (LA-CHA-27).
    fn goes_on(&self, d: &mut D<'_>, id: UnitId) {
        let quarter = d.world.quarter;
        let over = d.world.unit(id).charge.as_ref().is_none_or(|c| c.until <= quarter || c.sort == Sort::Entry);
        if over {
            let charge = d.world.unit(id).charge.as_ref().filter(|c| c.sort != Sort::Entry);
            let way = charge.and_then(|c| c.lands.as_ref()).map(|landing| landing.way);
            self.abandon_charge(d, id);
            if let Some(way) = way {
                self.runs_out(d, id, way);
                self.worsen(d, id, Order::Unformed, &[r::LA_CHA_27]);
            }
            self.note(d, id, "charge_failed", facts([]), &[r::LA_CHA_27]);
            return;
        }
        self.change(d, id, &[r::LA_CHA_27], |u| {
            if let Some(charge) = &mut u.charge {
                charge.lands = None;
                charge.quarters = charge.quarters.saturating_add(1);
            }
        });
    }

    /// A charger whose target has gone back makes the rest of its move, including the bonus, and stops short of any
    /// unit there (LA-CHA-27).
    fn runs_out(&self, d: &mut D<'_>, id: UnitId, way: table::Cm) {
        let own = self.body(&d.world, id);
        let enemy = self.first_ahead(&d.world, id, &own, None).map(|(far, _)| (far - crate::CM).max(0));
        let go = enemy.map_or(way, |far| far.min(way));
        let free = self.free_way(&d.world, id, &own, go, None).map(|free| (free - crate::CM / 2).max(0));
        let from = d.world.unit(id).pose;
        let to = from.ahead(free.unwrap_or(go));
        self.place(d, id, to, &[from, to], &[r::LA_CHA_27]);
        self.overtake(d, id, None);
    }

    /// A unit caught while it turns or changes formation is unformed (LA-CHA-20, LA-PIV-11); guns caught unlimbering
    /// are in disorder (LA-ART-11). Evading units are caught by LA-GAP-52.
    pub(crate) fn caught_busy(&self, d: &mut D<'_>, id: UnitId) {
        let doing = d.world.unit(id).doing.as_ref().map(|doing| doing.what);
        if let Some((rule, order)) = self.caught_order(&d.world, id) {
            if doing == Some(What::Form(Formation::InPosition)) {
                self.change(d, id, &[rule], |u| u.formation = Formation::InPosition);
            }
            self.worsen(d, id, order, &[rule]);
        }
        // In a melee figures no longer turn (LA-PIV-12).
        let turns = matches!(d.world.unit(id).doing, Some(Doing { what: What::Flank(_), .. }));
        if !turns || self.on(r::LA_PIV_12) {
            self.change(d, id, &[r::LA_PIV_12], |u| u.doing = None);
        }
    }

    /// A unit whose figures have turned fights unformed if its companies are no longer in their places (LA-PIV-10).
    fn turned_order(&self, w: &World, id: UnitId) -> Option<(Rule, Order)> {
        let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
        let turned = match unit.turned {
            0 => return None,
            2 => Turned::About,
            _ => Turned::Quarter,
        };
        let kinds = rulebook::saturated::<u8, _>(profile.companies.iter().count());
        let (_, order) = after_turn(&self.book, unit.formation, turned, (profile.fighting, kinds), profile.skirmishes);
        (order > Order::Formed).then_some((r::LA_PIV_10, order))
    }

    /// The order of a unit caught in the middle of an action, and its rule.
    pub(crate) fn caught_order(&self, w: &World, id: UnitId) -> Option<(Rule, Order)> {
        let unit = w.unit(id);
        // A unit that turns to go back is caught turning, too (LA-GAP-25).
        if unit.turns_to_retreat(w.quarter) && self.on(r::LA_PIV_11) {
            return Some((r::LA_PIV_11, Order::Unformed));
        }
        let Some(doing) = unit.doing.as_ref() else { return self.turned_order(w, id) };
        // Guns are in disorder only when caught unlimbering; when limbering or re-forming they are caught like other
        // units (LA-GAP-12).
        let unlimbers = unit.formation == Formation::Limbered && doing.what == What::Form(Formation::InPosition);
        let (rule, order) = match doing.what {
            What::Turn(_) | What::Flank(_) => (r::LA_PIV_11, Order::Unformed),
            What::Form(_) if unlimbers => (r::LA_ART_11, Order::Disordered),
            What::Form(_) => (r::LA_CHA_20, Order::Unformed),
            _ => return None,
        };
        self.on(rule).then_some((rule, order))
    }
}
