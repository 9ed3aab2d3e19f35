//! 4: normal moves, all at once on one clock (LA-MVT-03, LA-GAP-62); changes and turns begin; entries land; arrivals.

use super::march::{Marcher, Slice};
use super::{D, Step};
use crate::world::{Bound, Doing, Life, Plan, Reaction, What, World, body};
use crate::{Formation, LesAigles, Order, r};
use game::{Flow, Side, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use table::{Cm, INSTANTS, Meeting, Piece, Pose, SLACK, Trip, Watch, distance, meetings, overlaps};

/// Two friends, one of which went through the other, and the order of their ranks afterwards.
type Passed = ([UnitId; 2], Order);
/// The instant since which a unit goes through a friend, and the distance at which it is clear of it; `None`: not in
/// this quarter.
type Within = (u32, Option<Cm>);

impl LesAigles {
    pub(crate) fn moves(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::Moves, &[r::LA_MVT_01, r::LA_GAP_62]);
        self.arrive(d);
        let mut slices: BTreeMap<UnitId, Slice> = BTreeMap::new();
        let ids: Vec<UnitId> = d.world.ids().filter(|id| d.world.unit(*id).present()).collect();
        for id in ids {
            if let Some(slice) = self.begin_quarter(d, id) {
                slices.insert(id, slice);
            }
        }
        self.advance_uncontrolled(d, &mut slices);
        // Both sides at the same time: neither has the initiative (LA-MVT-03).
        let (first, then) =
            slices.into_iter().partition(|(id, _)| self.on(r::LA_MVT_03) || self.side(*id) == Side::Blue);
        for slices in [first, then] {
            let mut slices = slices;
            let (stops, passages) = self.all_at_once(&d.world, &mut slices);
            for (id, slice) in slices {
                self.settle(d, id, &slice, stops.get(&id).copied().unwrap_or(INSTANTS));
            }
            for (pair, order) in passages {
                for unit in pair {
                    self.worsen(d, unit, order, &[r::LA_GAP_17]);
                }
            }
        }
        self.entries(d);
        Ok(())
    }

    /// The moves of a unit in this quarter; `None` if it does not move.
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
            // Only consecutive marches count (LA-PIV-17).
            d.world.unit_mut(id).forced = 0;
        }
        match reaction {
            Some(Reaction::Halt) => return None,
            Some(Reaction::Counter) if second => return None,
            // A wheel is finished first: ranks are not dressed on the way (LA-PIV-04).
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

    /// The legs of a march in this quarter; actions that take time begin.
    fn go_on(
        &self,
        d: &mut D<'_>,
        id: UnitId,
        legs: Vec<table::Manoeuvre>,
        forced: bool,
        reaction: bool,
    ) -> Option<Slice> {
        // A new plan cancels the action in progress; an action that the plan itself began in the first quarter goes on
        // in the second.
        if d.world.unit(id).doing.is_some() {
            let ours = d.world.second_quarter() && !reaction;
            if legs.is_empty() || ours {
                // It also turns or changes in this quarter, and so does not fire (LA-GAP-06).
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
            // Unformed on the march and on arrival (LA-PIV-18).
            if self.on(r::LA_PIV_18) {
                self.worsen(d, id, Order::Unformed, &[r::LA_PIV_18]);
            }
            if !d.world.second_quarter() {
                d.world.unit_mut(id).forced += 1;
            }
        }
        (!slice.course.march.legs.is_empty()).then_some(slice)
    }

    /// An action that takes time begins with this quarter.
    pub(crate) fn begin(&self, d: &mut D<'_>, id: UnitId, what: What, quarters: u8) {
        let until = d.world.quarter + u32::from(quarters.max(1)) - 1;
        self.change(d, id, Self::effect_of(what), |u| {
            u.doing = Some(Doing { what, until });
            u.now.busy = true;
            u.forced = 0;
        });
    }

    /// Plans other than marches: they begin with the half.
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
            Plan::March(_)
            | Plan::Forced(_)
            | Plan::GoOn
            | Plan::Charge(_)
            | Plan::Enter(_)
            | Plan::Evade
            | Plan::Rally => return,
        };
        if d.world.second_quarter() {
            d.world.unit_mut(id).now.busy |= d.world.unit(id).doing.is_some();
            return;
        }
        self.begin(d, id, what, quarters);
    }

    /// An uncontrolled advance without a target to charge goes straight at the nearest visible enemy in front, by a
    /// wheel like any march, or straight on (LA-GAP-25, LA-GAP-66).
    fn advance_uncontrolled(&self, d: &D<'_>, slices: &mut BTreeMap<UnitId, Slice>) {
        let scene = self.scene(&d.world);
        for id in d.world.ids() {
            let unit = d.world.unit(id);
            let advances = matches!(unit.bound, Bound::Advancing { .. }) && unit.present() && unit.charge.is_none();
            if advances && !d.world.engaged(id) {
                let marcher = self.marcher(&d.world, id);
                let far = self.rate(&marcher, crate::resolve::motion::March::Ahead, Vec::new(), false).unwrap_or(0);
                let enemy = self.nearest_in_front(&scene, id).map(|enemy| self.body(&d.world, enemy));
                let aside = enemy.filter(|his| self.ahead(&self.body(&d.world, id), his).is_none());
                let wheel = aside.map(|his| table::Manoeuvre::Wheel(table::angle_off(&unit.pose, his.pose.at)));
                let legs: Vec<table::Manoeuvre> = wheel.into_iter().chain([table::Manoeuvre::Ahead(far)]).collect();
                let slice = self.slice(&d.world, &marcher, &legs);
                if slice.begun.is_none() && !slice.course.march.legs.is_empty() {
                    slices.insert(id, slice);
                }
            }
        }
    }

    /// All stops, and passages through friends: such a unit moves at half speed from then on (LA-GAP-17), and the
    /// consequences are computed again.
    pub(super) fn all_at_once(
        &self,
        w: &World,
        slices: &mut BTreeMap<UnitId, Slice>,
    ) -> (BTreeMap<UnitId, u32>, Vec<Passed>) {
        let by = self.book.tables.movement.passing_friends;
        loop {
            let (stops, passages, since) = self.on_one_clock(w, slices);
            let mut again = false;
            for (id, (at, clear)) in since.into_iter().filter(|_| self.on(r::LA_GAP_17)) {
                if let Some(slice) = slices.get_mut(&id).filter(|slice| !slice.slowed) {
                    slice.slow_down(at, clear, by);
                    again = true;
                }
            }
            if !again {
                return (stops, passages);
            }
        }
    }

    /// Stops of all units, the earliest meeting first, then computed again (LA-GAP-62); passages through friends, with
    /// their start and length. The order of units does not matter.
    fn on_one_clock(
        &self,
        w: &World,
        slices: &BTreeMap<UnitId, Slice>,
    ) -> (BTreeMap<UnitId, u32>, Vec<Passed>, BTreeMap<UnitId, Within>) {
        let mut stops: BTreeMap<UnitId, u32> = BTreeMap::new();
        let mut trips: Vec<Trip> = w
            .ids()
            .filter(|id| w.unit(*id).present())
            .map(|id| match slices.get(&id) {
                Some(slice) => Trip::timed(u32::from(id.0), &slice.course, &slice.places),
                None => Trip::still(u32::from(id.0), &[self.body(w, id)]),
            })
            .collect();
        let keep_off = self.book.tables.movement.keep_off.cm();
        let unit = |tag: u32| rulebook::ids::unit_id(tag);
        let watch = |a: u32, b: u32| {
            let (a, b) = (unit(a), unit(b));
            if self.side(a) != self.side(b) {
                let guns = |id: UnitId| w.unit(id).guns != crate::world::Guns::Served;
                // A unit adjacent to an enemy after a melee cannot come nearer, except into it.
                let flush = distance(&self.body(w, a), &self.body(w, b)).cm <= SLACK;
                return Some(if guns(a) || guns(b) || flush { Watch::Touches } else { Watch::Within(keep_off) });
            }
            let apart = !overlaps(&self.body(w, a), &self.body(w, b));
            (apart && !self.goes_through(w, slices, a, b)).then_some(Watch::Touches)
        };
        let rounds = if self.on(r::LA_GAP_62) { 4 * slices.len() + 1 } else { 0 };
        for _ in 0..rounds {
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
        if self.on(r::LA_GAP_62) {
            self.stand_clear(w, slices, &mut stops, |a, b| watch(u32::from(a.0), u32::from(b.0)).is_some());
        }
        let (passages, since) = self.passages(w, slices, &stops, &trips);
        (stops, passages, since)
    }

    /// On the clock a wheel is made in chords, while a unit that stops in one stands on its arc: a unit that would then
    /// slightly overlap another that it may not pass stops earlier by that much, both if both move. No unit started
    /// overlapping, so this ends.
    fn stand_clear(
        &self,
        w: &World,
        slices: &BTreeMap<UnitId, Slice>,
        stops: &mut BTreeMap<UnitId, u32>,
        bars: impl Fn(UnitId, UnitId) -> bool,
    ) {
        let starts: Vec<(UnitId, Piece)> =
            w.ids().filter(|id| w.unit(*id).present()).map(|id| (id, self.body(w, id))).collect();
        let mut ends: Vec<(UnitId, Piece)> = starts.clone();
        for (id, piece) in &mut ends {
            if let Some(slice) = slices.get(id) {
                *piece = self.body_after(w, *id, slice, stops);
            }
        }
        loop {
            let mut back: BTreeSet<UnitId> = BTreeSet::new();
            for (n, (id, piece)) in ends.iter().enumerate().filter(|(_, (id, _))| slices.contains_key(id)) {
                for (m, (other, his)) in ends.iter().enumerate().filter(|(_, (other, _))| other != id) {
                    let began = || overlaps(&starts[n].1, &starts[m].1);
                    if overlaps(piece, his) && !began() && bars(*id, *other) && stops.get(id) != Some(&0) {
                        back.insert(*id);
                    }
                }
            }
            if back.is_empty() {
                return;
            }
            for (id, piece) in ends.iter_mut().filter(|(id, _)| back.contains(id)) {
                let Some(slice) = slices.get(id) else { continue };
                let stop = stops.get(id).copied().unwrap_or(INSTANTS);
                stops.insert(*id, stop.saturating_sub(NOTCH));
                *piece = self.body_after(w, *id, slice, stops);
            }
        }
    }

    /// The footprint of a unit after a quarter with these stops.
    fn body_after(&self, w: &World, id: UnitId, slice: &Slice, stops: &BTreeMap<UnitId, u32>) -> Piece {
        let (end, _) = stand(id, slice, stops.get(&id).copied().unwrap_or(INSTANTS));
        self.body_at(id, w.unit(id), end, w.unit(id).formation)
    }

    /// Whether the way of a unit in this quarter leads into another at its place: a line that comes up behind a column
    /// does not go through it.
    fn leads_into(&self, w: &World, slice: &Slice, id: UnitId, other: UnitId) -> bool {
        let (from, end) = (w.unit(id).pose, slice.end);
        let far = from.at.to(end.at).round() as i32;
        let his = [(u32::from(other.0), self.body(w, other))];
        !table::in_the_way(&self.body(w, id), from.at.bearing_to(end.at), far.max(1), &his).is_empty()
    }

    /// Whether a friend passes through another: a column through a line, skirmishers through any unit (LA-GAP-17).
    fn may_pass(&self, w: &World, a: UnitId, b: UnitId, goes: bool) -> bool {
        if !self.on(r::LA_GAP_17) {
            return false;
        }
        let (one, other) = (w.unit(a), w.unit(b));
        let loose = |u: &crate::world::Unit| u.formation == Formation::Skirmish;
        loose(one) || loose(other) || goes && one.formation.column() && other.formation == Formation::Line
    }

    /// Whether friends that block each other pass through each other in disorder, if that option is on: none through
    /// guards, elite or squares (LA-GAP-17, the other reading of LA-GAP-62).
    fn presses_through(&self, w: &World, a: UnitId, b: UnitId) -> bool {
        let closed = self.closed_friend(w, a) || self.closed_friend(w, b);
        self.book.options.blocked_friends_pass && !closed
    }

    /// Places a unit at the end of its quarter.
    fn settle(&self, d: &mut D<'_>, id: UnitId, slice: &Slice, stop: u32) {
        let (end, gone) = stand(id, slice, stop);
        let from = d.world.unit(id).pose;
        if stop < INSTANTS || slice.slowed {
            // A march whose leg was stopped goes on with the rest of it in the next quarter (LA-GAP-62).
            let mut legs = slice.course.cut(gone).march.legs;
            legs.extend(slice.rest.iter().cloned());
            let side = self.side(id);
            let plan = d.world.papers_mut(side).and_then(|papers| papers.plans.get_mut(&id));
            if let Some(Plan::March(rest) | Plan::Forced(rest)) = plan {
                *rest = legs;
            }
        }
        if stop < INSTANTS {
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
    }

    /// Friends that went through each other in a quarter, wherever each began: a unit passed by a column is
    /// disorganised, and so is the column; any other passage puts both in disorder, but skirmishers harm no unit
    /// (LA-GAP-17).
    fn passages(
        &self,
        w: &World,
        slices: &BTreeMap<UnitId, Slice>,
        stops: &BTreeMap<UnitId, u32>,
        trips: &[Trip],
    ) -> (Vec<Passed>, BTreeMap<UnitId, Within>) {
        let close = |id: UnitId| w.unit(id).formation != Formation::Skirmish;
        let meets = |a: UnitId, b: UnitId| {
            let friends = self.side(a) == self.side(b) && close(a) && close(b);
            friends && !overlaps(&self.body(w, a), &self.body(w, b)) && self.goes_through(w, slices, a, b)
        };
        let unit = |tag: u32| rulebook::ids::unit_id(tag);
        let met = meetings(trips, 0, |a, b| meets(unit(a), unit(b)).then_some(Watch::Touches));
        let since = self.passing_since(w, slices, &met);
        let mut pairs: BTreeSet<(UnitId, UnitId)> =
            met.into_iter().map(|meeting| (unit(meeting.who.0), unit(meeting.who.1))).collect();
        // On the clock a wheel is made in chords but ends on its arc: units that overlap at the end have met, too.
        let end = |id: UnitId| match slices.get(&id) {
            Some(slice) => self.body_after(w, id, slice, stops),
            None => self.body(w, id),
        };
        let ends: Vec<(UnitId, Piece)> = w.ids().filter(|id| w.unit(*id).present()).map(|id| (id, end(id))).collect();
        for (id, piece) in ends.iter().filter(|(id, _)| slices.contains_key(id)) {
            let under = ends.iter().filter(|(other, his)| other != id && overlaps(piece, his) && meets(*id, *other));
            pairs.extend(under.map(|(other, _)| (*id.min(other), *id.max(other))));
        }
        let columns = |a: UnitId, b: UnitId| self.may_pass(w, a, b, slices.contains_key(&a));
        let order = |(a, b)| if columns(a, b) || columns(b, a) { Order::Disorganised } else { Order::Disordered };
        (pairs.into_iter().map(|pair| ([pair.0, pair.1], order(pair))).collect(), since)
    }

    /// The start and the distance of each passage through a friend: from their meeting, or from the beginning if they
    /// already overlap, until the mover is clear of a friend that stands.
    fn passing_since(&self, w: &World, slices: &BTreeMap<UnitId, Slice>, met: &[Meeting]) -> BTreeMap<UnitId, Within> {
        let unit = |tag: u32| rulebook::ids::unit_id(tag);
        let mut since: BTreeMap<UnitId, Within> = BTreeMap::new();
        let close = |id: UnitId| w.unit(id).formation != Formation::Skirmish && w.unit(id).inside.is_none();
        for (id, slice) in slices.iter().filter(|(id, _)| close(**id)) {
            let upon = |friend: &UnitId| {
                *friend != *id && close(*friend) && overlaps(&self.body(w, *id), &self.body(w, *friend))
            };
            let start = self.troops(w, self.side(*id)).filter(upon).map(|friend| (0, friend));
            let later = met.iter().filter_map(|meeting| {
                let (a, b) = (unit(meeting.who.0), unit(meeting.who.1));
                let friend = if a == *id { b } else { a };
                let passes = (a == *id || b == *id) && self.leads_into(w, slice, *id, friend);
                passes.then_some((meeting.after, friend))
            });
            let Some((at, friend)) = start.chain(later).min() else { continue };
            let his = [(u32::from(friend.0), self.body(w, friend))];
            let (from, far) = (w.unit(*id).pose, slice.course.length());
            let bearing = from.at.bearing_to(slice.end.at);
            let over = table::in_the_way(&self.body(w, *id), bearing, far.max(1), &his);
            let clear = over.first().filter(|_| !slices.contains_key(&friend)).map(|(_, clear, _)| *clear);
            since.insert(*id, (at, clear));
        }
        since
    }

    /// Whether friends that meet on their ways go through each other.
    fn goes_through(&self, w: &World, slices: &BTreeMap<UnitId, Slice>, a: UnitId, b: UnitId) -> bool {
        let leads = |id: UnitId, other: UnitId| slices.get(&id).is_some_and(|s| self.leads_into(w, s, id, other));
        let passes = self.may_pass(w, a, b, leads(a, b)) || self.may_pass(w, b, a, leads(b, a));
        passes || self.presses_through(w, a, b)
    }

    /// Arrivals of this period, in its first quarter (LA-GAP-70).
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
            // Without room it waits for the next period.
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

/// Step by which a unit stops earlier: a hundredth of the quarter.
const NOTCH: u32 = INSTANTS / 100;

/// The place of a unit when its quarter ends at an instant, and the distance covered.
pub(super) fn stand(id: UnitId, slice: &Slice, stop: u32) -> (Pose, Cm) {
    let gone = Trip::timed(u32::from(id.0), &slice.course, &slice.places).gone(stop);
    let there = slice.course.at(gone).first().map(crate::world::front_of);
    (there.filter(|_| stop < INSTANTS).unwrap_or(slice.end), gone)
}

/// Whether a moving unit approaches the other of a pair by its own move at an instant.
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
