//! 4: normal moves, all at once on one clock (LA-MVT-03, LA-GAP-62); changes and turns begin; entries land; arrivals.

use super::D;
use super::march::{Marcher, Slice};
use crate::world::{Bound, Doing, Life, Plan, Reaction, What, World, body};
use crate::{Formation, LesAigles, Order, r};
use game::{Flow, Side, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use table::{INSTANTS, Piece, Pose, SLACK, Trip, Watch, distance, meetings, overlaps};

impl LesAigles {
    pub(crate) fn moves(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, "moves", &[r::LA_MVT_01, r::LA_GAP_62]);
        self.arrive(d);
        let mut slices: BTreeMap<UnitId, Slice> = BTreeMap::new();
        let ids: Vec<UnitId> = d.world.ids().filter(|id| d.world.unit(*id).present()).collect();
        for id in ids {
            if let Some(slice) = self.begin_quarter(d, id) {
                slices.insert(id, slice);
            }
        }
        self.advance_uncontrolled(d, &mut slices);
        // Both sides at the same time: nobody has the initiative (LA-MVT-03).
        let (first, then) =
            slices.into_iter().partition(|(id, _)| self.on(r::LA_MVT_03) || self.side(*id) == Side::Blue);
        for slices in [first, then] {
            let stops = self.all_at_once(&d.world, &slices);
            for (id, slice) in slices {
                self.settle(d, id, &slice, stops.get(&id).copied().unwrap_or(INSTANTS));
            }
        }
        self.entries(d);
        Ok(())
    }

    /// What a unit does with this quarter: the moves of it, if it moves.
    fn begin_quarter(&self, d: &mut D<'_>, id: UnitId) -> Option<Slice> {
        let (unit, side) = (d.world.unit(id), self.side(id));
        if !unit.free() || d.world.engaged(id) {
            return None;
        }
        let wheels = unit.now.wheels;
        let papers = d.world.papers(side)?;
        let second = d.world.second_quarter();
        let reaction = papers.reactions.get(&id).cloned();
        let plan = papers.plans.get(&id).cloned();
        if !second && !matches!(plan, Some(Plan::Forced(_))) {
            // Only marches in a row count (LA-PIV-17).
            d.world.unit_mut(id).forced = 0;
        }
        match reaction {
            Some(Reaction::Halt) => return None,
            Some(Reaction::Counter) if second => return None,
            // A wheel is finished first: nobody dresses his ranks on the way (LA-PIV-04).
            Some(Reaction::Flank(_) | Reaction::March(_)) if second && wheels != 0 && self.on(r::LA_PIV_04) => {
                let mut legs = vec![table::Manoeuvre::Wheel(wheels)];
                if let Some(Reaction::March(more)) = reaction {
                    legs.extend(more);
                }
                return self.go_on(d, id, legs, false, true);
            }
            Some(Reaction::Flank(wing)) if second => {
                self.begin(d, id, What::Flank(wing), 1);
                return None;
            }
            Some(Reaction::March(legs)) if second => return self.go_on(d, id, legs, false, true),
            _ => {}
        }
        match plan? {
            Plan::March(legs) => self.go_on(d, id, legs, false, false),
            Plan::Forced(legs) => self.go_on(d, id, legs, true, false),
            Plan::GoOn => {
                d.world.unit_mut(id).now.busy = d.world.unit(id).doing.is_some();
                None
            }
            other => {
                self.begin_other(d, id, &other);
                None
            }
        }
    }

    /// The legs of a march that fall into this quarter; what takes time begins.
    fn go_on(
        &self,
        d: &mut D<'_>,
        id: UnitId,
        legs: Vec<table::Manoeuvre>,
        forced: bool,
        reaction: bool,
    ) -> Option<Slice> {
        // A new plan drops what was under way; what it has begun itself in the first quarter goes on in the second.
        if d.world.unit(id).doing.is_some() {
            let ours = d.world.second_quarter() && !reaction;
            if legs.is_empty() || ours {
                // It turns or changes in this quarter, too: it does not fire (LA-GAP-06).
                d.world.unit_mut(id).now.busy = true;
                return None;
            }
            self.change(d, id, &[r::LA_GAP_61], |u| u.doing = None);
        }
        if legs.is_empty() {
            return None;
        }
        let marcher = Marcher { forced, ..self.marcher(&d.world, id) };
        let slice = self.slice(&d.world, &marcher, &legs);
        d.world.unit_mut(id).now.wheels = slice.wheels;
        let side = self.side(id);
        if let Some(papers) = d.world.papers_mut(side) {
            if reaction {
                papers.reactions.insert(id, Reaction::March(slice.rest.clone()));
            } else {
                let rest = if forced { Plan::Forced(slice.rest.clone()) } else { Plan::March(slice.rest.clone()) };
                papers.plans.insert(id, rest);
            }
        }
        if let Some((what, quarters)) = slice.begun {
            self.begin(d, id, what, quarters);
            return None;
        }
        if forced && !slice.course.march.legs.is_empty() {
            // Without formation on the march and on arrival (LA-PIV-18).
            if self.on(r::LA_PIV_18) {
                self.worsen(d, id, Order::Unformed, &[r::LA_PIV_18]);
            }
            if !d.world.second_quarter() {
                d.world.unit_mut(id).forced += 1;
            }
        }
        (!slice.course.march.legs.is_empty()).then_some(slice)
    }

    /// Something that takes time begins with this quarter.
    pub(crate) fn begin(&self, d: &mut D<'_>, id: UnitId, what: What, quarters: u8) {
        let until = d.world.quarter + u32::from(quarters.max(1)) - 1;
        self.change(d, id, Self::effect_of(what), |u| {
            u.doing = Some(Doing { what, until });
            u.now.busy = true;
            u.forced = 0;
        });
    }

    /// Plans that are no marches: they begin with the half.
    fn begin_other(&self, d: &mut D<'_>, id: UnitId, plan: &Plan) {
        let time = &self.book.tables.time;
        let sheet = self.sheet(id);
        let (what, quarters) = match *plan {
            Plan::Detach(part) => {
                let change = crate::resolve::motion::Change::Deploy;
                let quarters =
                    crate::resolve::motion::quarters(&self.book, change, sheet.profile.class, sheet.status, false);
                (What::Detach(part), quarters.unwrap_or(1))
            }
            Plan::Rejoin(whole) => (What::Rejoin(whole), if self.on(r::LA_ESQ_06) { time.rejoining } else { 1 }),
            Plan::Push { ahead } => (What::Push { ahead }, if self.on(r::LA_ART_13) { time.manhandling } else { 1 }),
            Plan::Garrison(site) => (What::Garrison(site), time.entering_house),
            Plan::LeaveHouse => (What::LeaveHouse, time.entering_house),
            Plan::Spike(guns) => (What::Spike(guns), time.guns_handled),
            Plan::TurnGuns(guns) => (What::TurnGuns(guns), time.guns_handled),
            Plan::Man => (What::Man, time.guns_handled),
            Plan::Dress => (What::Dress, 1),
            Plan::March(_)
            | Plan::Forced(_)
            | Plan::GoOn
            | Plan::Charge(_)
            | Plan::Enter(_)
            | Plan::Evade
            | Plan::Rally
            | Plan::StopCharge => return,
        };
        if d.world.second_quarter() {
            d.world.unit_mut(id).now.busy |= d.world.unit(id).doing.is_some();
            return;
        }
        self.begin(d, id, what, quarters);
    }

    /// An uncontrolled advance without anybody to charge goes at the nearest enemy, straight on (LA-GAP-66).
    fn advance_uncontrolled(&self, d: &D<'_>, slices: &mut BTreeMap<UnitId, Slice>) {
        for id in d.world.ids() {
            let unit = d.world.unit(id);
            let advances = matches!(unit.bound, Bound::Advancing { .. }) && unit.present() && unit.charge.is_none();
            if advances && !d.world.engaged(id) {
                let marcher = self.marcher(&d.world, id);
                let far = self.rate(&marcher, crate::resolve::motion::March::Ahead, Vec::new(), false).unwrap_or(0);
                let slice = self.slice(&d.world, &marcher, &[table::Manoeuvre::Ahead(far)]);
                if slice.begun.is_none() && !slice.course.march.legs.is_empty() {
                    slices.insert(id, slice);
                }
            }
        }
    }

    /// Who is stopped when: the earliest meeting first, then looked at again (LA-GAP-62). No order of units matters.
    fn all_at_once(&self, w: &World, slices: &BTreeMap<UnitId, Slice>) -> BTreeMap<UnitId, u32> {
        let mut stops: BTreeMap<UnitId, u32> = BTreeMap::new();
        if !self.on(r::LA_GAP_62) {
            return stops;
        }
        let mut trips: Vec<Trip> = w
            .ids()
            .filter(|id| w.unit(*id).present())
            .map(|id| match slices.get(&id) {
                Some(slice) => Trip::timed(u32::from(id.0), &slice.course, &slice.places),
                None => Trip::still(u32::from(id.0), &[self.body(w, id)]),
            })
            .collect();
        let keep_off = self.book.tables.movement.keep_off.cm();
        let unit = |tag: u32| UnitId(u16::try_from(tag).unwrap_or(u16::MAX));
        let watch = |a: u32, b: u32| {
            let (a, b) = (unit(a), unit(b));
            if self.side(a) != self.side(b) {
                let guns = |id: UnitId| w.unit(id).guns != crate::world::Guns::Served;
                // Who stands flush with an enemy after a melee cannot come nearer, only into him.
                let flush = distance(&self.body(w, a), &self.body(w, b)).cm <= SLACK;
                return Some(if guns(a) || guns(b) || flush { Watch::Touches } else { Watch::Within(keep_off) });
            }
            let apart = !overlaps(&self.body(w, a), &self.body(w, b));
            let leads = |id: UnitId, other: UnitId| slices.get(&id).is_some_and(|s| self.leads_into(w, s, id, other));
            let passes = self.may_pass(w, a, b, leads(a, b)) || self.may_pass(w, b, a, leads(b, a));
            (apart && !passes && !self.presses_through(w, a, b)).then_some(Watch::Touches)
        };
        for _ in 0..4 * slices.len() + 1 {
            let Some(first) = meetings(&trips, keep_off, watch).into_iter().find(|m| {
                [m.who.0, m.who.1].iter().any(|tag| {
                    slices.contains_key(&unit(*tag)) && stops.get(&unit(*tag)).is_none_or(|at| *at > m.after)
                })
            }) else {
                break;
            };
            let pair = [unit(first.who.0), unit(first.who.1)];
            let movers: Vec<UnitId> = pair
                .into_iter()
                .filter(|id| slices.contains_key(id) && stops.get(id).is_none_or(|at| *at > first.after))
                .collect();
            let nearing: Vec<UnitId> = movers
                .iter()
                .copied()
                .filter(|id| approaches(&trips, u32::from(id.0), first.who, first.after))
                .collect();
            for id in if nearing.is_empty() { movers } else { nearing } {
                stops.insert(id, first.after);
                if let Some(trip) = trips.iter_mut().find(|trip| trip.tag == u32::from(id.0)) {
                    *trip = trip.stopped(first.after);
                }
            }
        }
        stops
    }

    /// Whether the way of a unit in this quarter leads into another where that stands: a line that comes up behind a column
    /// does not go through it.
    fn leads_into(&self, w: &World, slice: &Slice, id: UnitId, other: UnitId) -> bool {
        let (from, end) = (w.unit(id).pose, slice.end);
        let far = from.at.to(end.at).round() as i32;
        let his = [(u32::from(other.0), self.body(w, other))];
        !table::in_the_way(&self.body(w, id), from.at.bearing_to(end.at), far.max(1), &his).is_empty()
    }

    /// Whether a friend passes through another: a column that goes through a line, skirmishers through anybody (LA-GAP-17).
    fn may_pass(&self, w: &World, a: UnitId, b: UnitId, goes: bool) -> bool {
        if !self.on(r::LA_GAP_17) {
            return false;
        }
        let (one, other) = (w.unit(a), w.unit(b));
        let loose = |u: &crate::world::Unit| u.formation == Formation::Skirmish;
        loose(one) || loose(other) || goes && one.formation.column() && other.formation == Formation::Line
    }

    /// Whether friends who bar each other's way go through one another in disorder where the table wants it so: nobody
    /// through guards, elite or squares (LA-GAP-17, the other reading of LA-GAP-62).
    fn presses_through(&self, w: &World, a: UnitId, b: UnitId) -> bool {
        let closed = self.closed_friend(w, a) || self.closed_friend(w, b);
        self.book.options.blocked_friends_pass && !closed
    }

    /// Puts a unit where its quarter has led it.
    fn settle(&self, d: &mut D<'_>, id: UnitId, slice: &Slice, stop: u32) {
        let trip = Trip::timed(u32::from(id.0), &slice.course, &slice.places);
        let gone = trip.gone(stop);
        let cut = slice.course.cut(gone);
        let Some(piece) = cut.from.first().copied() else { return };
        let whole = stop >= INSTANTS;
        let end = if whole { slice.end } else { crate::world::front_of(&piece) };
        let from = d.world.unit(id).pose;
        if !whole {
            // A march whose leg was stopped goes on with the rest of it in the next quarter (LA-GAP-62).
            let mut legs = cut.march.legs.clone();
            legs.extend(slice.rest.iter().cloned());
            let side = self.side(id);
            let plan = d.world.papers_mut(side).and_then(|papers| papers.plans.get_mut(&id));
            if let Some(Plan::March(rest) | Plan::Forced(rest)) = plan {
                *rest = legs;
            }
            self.note(d, id, "stopped_on_the_way", crate::world::facts([]), &[r::LA_GAP_62]);
        }
        if end != from {
            self.place(d, id, end, &[from, end], &[r::LA_MVT_08, r::LA_GAP_62]);
        }
        self.change(d, id, &[], |u| {
            u.now.moved = gone.max(i32::from(end != from));
            u.flank = None;
        });
        let formation = d.world.unit(id).formation;
        let ground = self.order_of_ground(id, formation, &self.body(&d.world, id));
        if ground > Order::Formed {
            self.worsen(d, id, ground, &[r::LA_GAP_72]);
        }
        self.passages(d, id, from, end);
    }

    /// Friends that a column went through are disorganised, and so is it; any other passage puts both in disorder
    /// (LA-GAP-17).
    fn passages(&self, d: &mut D<'_>, id: UnitId, from: Pose, end: Pose) {
        let unit = d.world.unit(id);
        if unit.formation == Formation::Skirmish || from == end {
            return;
        }
        let piece = self.body_at(id, unit, from, unit.formation);
        let friends: Vec<(u32, Piece)> = self
            .troops(&d.world, self.side(id))
            .filter(|other| *other != id && d.world.unit(*other).formation != Formation::Skirmish)
            .map(|other| (u32::from(other.0), self.body(&d.world, other)))
            .filter(|(_, body)| !overlaps(&piece, body))
            .collect();
        let bearing = from.at.bearing_to(end.at);
        let far = from.at.to(end.at).round() as i32;
        let own = self.body(&d.world, id);
        let mut passed: BTreeSet<u32> =
            table::in_the_way(&piece, bearing, far.max(1), &friends).into_iter().map(|(_, _, tag)| tag).collect();
        passed.extend(friends.iter().filter(|(_, body)| overlaps(&own, body)).map(|(tag, _)| *tag));
        for tag in passed {
            let other = UnitId(u16::try_from(tag).unwrap_or(u16::MAX));
            let order = if self.may_pass(&d.world, id, other, true) {
                Order::Disorganised
            } else if self.presses_through(&d.world, id, other) {
                Order::Disordered
            } else {
                continue;
            };
            for unit in [id, other] {
                self.worsen(d, unit, order, &[r::LA_GAP_17]);
            }
        }
    }

    /// Who arrives in this period, in the first quarter of it (LA-GAP-70).
    fn arrive(&self, d: &mut D<'_>) {
        if d.world.quarter % 4 != 1 {
            return;
        }
        let period = d.world.period;
        let due: Vec<UnitId> =
            d.world.ids().filter(|id| matches!(d.world.unit(*id).life, Life::Arrives(at) if at <= period)).collect();
        for id in due {
            let Some(entry) = self.scenario.entries.get(&id.0).copied() else { continue };
            let unit = d.world.unit(id);
            let size =
                crate::world::extent(&self.book, self.arm(id), unit.formation, unit.figures(), self.sheet(id).front);
            let taken: Vec<Piece> =
                d.world.ids().filter(|o| d.world.unit(*o).present()).map(|o| self.body(&d.world, o)).collect();
            let free = |pose: &Pose| {
                let piece = body(*pose, size);
                self.terrain.holds(&piece)
                    && !taken.iter().any(|t| overlaps(t, &piece))
                    && !self.closed_to(id, unit.formation, &piece)
            };
            let steps = (0..=60).flat_map(|k| [k, -k]).map(|k| k * crate::CM);
            let inward = steps.flat_map(|aside| [1, 4, 8, 12].map(|ahead| (aside, ahead * crate::CM)));
            let found = inward.map(|(x, y)| Pose { at: entry.local(x, size.1 + y), ..entry }).find(free);
            // No room: it waits for the next period.
            let Some(pose) = found else { continue };
            self.alter(d, &[id], &[], &[r::LA_GAP_70], |w| {
                let unit = w.unit_mut(id);
                unit.life = Life::Present;
                unit.pose = pose;
                unit.now.moved = 1;
            });
        }
        for place in 0..d.world.generals.len() {
            let life = d.world.generals[place].life;
            if matches!(life, Life::Arrives(at) if at <= period) {
                let id = d.world.general_id(place);
                let at = self.scenario.entries.get(&id.0).map_or(d.world.generals[place].at, |pose| pose.at);
                self.alter(d, &[id], &[], &[r::LA_GAP_70], |w| {
                    w.generals[place].life = Life::Present;
                    w.generals[place].at = self.on_the_table(at);
                });
            }
        }
    }
}

/// Whether a mover comes nearer to the other of a pair by its own move at an instant.
fn approaches(trips: &[Trip], tag: u32, who: (u32, u32), at: u32) -> bool {
    let other = if who.0 == tag { who.1 } else { who.0 };
    let find = |tag: u32| trips.iter().find(|trip| trip.tag == tag);
    let (Some(own), Some(his)) = (find(tag), find(other)) else { return true };
    let later = at.saturating_add(INSTANTS / 50).min(INSTANTS);
    let far =
        |a: &[Piece], b: &[Piece]| a.iter().flat_map(|x| b.iter().map(move |y| distance(x, y).cm)).min().unwrap_or(0);
    let there = his.at(at);
    far(&own.at(later), &there) < far(&own.at(at), &there) || far(&own.at(at), &there) == 0
}
