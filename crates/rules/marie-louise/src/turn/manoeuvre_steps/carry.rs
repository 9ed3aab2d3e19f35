//! Carries out plans: units move evenly through a window of time and stop where the rules stop them; passages through
//! friends are tested (ML-6.1a, ML-6.2a, ML-6.2b, ML-3.1j, ML-GAP-30).

use super::meet::{Halt, Why};
use super::track::Track;
use crate::turn::D;
use crate::turn::fallback::worst;
use crate::world::{PAS, Plan, World};
use crate::{Arm, Formation, Going, MarieLouise, Marker, Order, r};
use dice::Throw;
use game::{Flow, Ref, Rule, Toss, UnitId, facts};
use std::collections::{BTreeMap, BTreeSet};
use table::{Near, Piece, Pose, distance, overlaps, within_cm};

/// A window of time of the sequence in which plans are carried out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// The end of the window, as a time of the sequence.
    pub until: i32,
    pub long: i32,
}

/// The moving units, and the units that each may meet.
struct Scene {
    window: Window,
    tracks: BTreeMap<UnitId, Track>,
    still: BTreeMap<UnitId, Track>,
    near: BTreeMap<UnitId, Vec<UnitId>>,
    /// The box that each unit covers in the whole window.
    boxes: BTreeMap<UnitId, Piece>,
    stops: BTreeMap<UnitId, (i32, Why)>,
    /// The time at which each unit stops; absent: it moves to the end.
    until: BTreeMap<UnitId, i32>,
    /// Units moved back because another takes their place.
    held: BTreeSet<UnitId>,
}

impl Scene {
    fn track(&self, id: UnitId) -> Option<&Track> {
        self.tracks.get(&id).or_else(|| self.still.get(&id))
    }

    fn neighbours(&self, id: UnitId) -> &[UnitId] {
        self.near.get(&id).map_or(&[], Vec::as_slice)
    }
}

impl MarieLouise {
    /// Carries out plans through a window; the rest of them stays in the map.
    ///
    /// # Errors
    /// `Wait`, for lots and for the tests of units that pass through each other.
    pub(crate) fn carry_out(&self, d: &mut D<'_>, plans: &mut BTreeMap<UnitId, Plan>, window: Window) -> Flow<()> {
        plans.retain(|id, plan| !plan.legs.is_empty() && self.goes_on(&d.world, *id));
        if plans.is_empty() {
            return Ok(());
        }
        let mut scene = self.scene(&d.world, plans, window);
        let mut lost = BTreeSet::new();
        // A unit that yields a place may end the stop of others, which move on and may want a place in turn.
        for _ in 0..8 {
            self.stop_the_near(&d.world, plans, &mut scene);
            self.share_places(d, plans, &mut scene, &mut lost)?;
            if !self.release_the_far(&d.world, plans, &mut scene) {
                break;
            }
        }
        let crossed = self.passages(&scene);
        d.beat();
        for track in scene.tracks.values() {
            self.settle_move(d, track);
        }
        self.tell_stops(d, &scene);
        let tracks = std::mem::take(&mut scene.tracks);
        for (id, track) in tracks {
            let stopped = scene.stops.contains_key(&id);
            if stopped || track.rest.legs.is_empty() {
                plans.remove(&id);
            } else {
                plans.insert(id, track.rest);
            }
        }
        self.test_passages(d, plans, &crossed)
    }

    /// Whether a unit continues its plan: a marker, or fire in phase 4, ends it (ML-GAP-30).
    fn goes_on(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        unit.present() && !(self.on(r::ML_GAP_30) && (unit.marker != Marker::None || unit.now.fired))
    }

    fn scene(&self, w: &World, plans: &BTreeMap<UnitId, Plan>, window: Window) -> Scene {
        let tracks: BTreeMap<UnitId, Track> =
            plans.iter().map(|(id, plan)| (*id, self.tracked(w, *id, plan, window, window.until))).collect();
        let still: BTreeMap<UnitId, Track> = w
            .ids()
            .filter(|id| w.unit(*id).present() && !tracks.contains_key(id))
            .map(|id| (id, Track::still(w, id)))
            .collect();
        let boxes: BTreeMap<UnitId, Piece> =
            tracks.values().chain(still.values()).map(|t| (t.id, t.bounds())).collect();
        let index = Near::of_pieces(boxes.iter().map(|(id, piece)| (u32::from(id.0), *piece)));
        let reach = self.book.tables.distance.contact.cm() + PAS / 10;
        let near = boxes
            .iter()
            .filter(|(id, _)| tracks.contains_key(id))
            .map(|(id, covered)| {
                let about = index.around(covered, reach).into_iter();
                let ids = about.map(rulebook::ids::unit_id).filter(|other| other != id);
                (*id, ids.collect())
            })
            .collect();
        Scene {
            window,
            tracks,
            still,
            near,
            boxes,
            stops: BTreeMap::new(),
            until: BTreeMap::new(),
            held: BTreeSet::new(),
        }
    }

    /// The path of a unit in a window, up to a time of the sequence.
    fn tracked(&self, w: &World, id: UnitId, plan: &Plan, window: Window, until: i32) -> Track {
        self.follow_plan(w, id, plan, until).stretched(window.until - plan.done, window.long)
    }

    /// Converts a time of the window to a time of the sequence for a plan.
    fn clock_of(plan: &Plan, window: Window, time: i32) -> i32 {
        let whole = i64::from(window.until - plan.done);
        let into = i64::from(time) * whole / i64::from(window.long.max(1));
        plan.done + rulebook::saturated::<i32, _>(into)
    }

    /// Stops, in order of time, units that come to 2 pas of an enemy or run into an enemy element.
    fn stop_the_near(&self, w: &World, plans: &BTreeMap<UnitId, Plan>, scene: &mut Scene) {
        let mut due: BTreeSet<(i32, UnitId, UnitId)> = BTreeSet::new();
        let mut halts: BTreeMap<(UnitId, UnitId), Halt> = BTreeMap::new();
        let movers: Vec<UnitId> = scene.tracks.values().filter(|t| t.goes()).map(|t| t.id).collect();
        for id in &movers {
            self.watch_enemies(scene, *id, 0, &mut due, &mut halts);
        }
        while let Some(first) = due.pop_first() {
            let (time, one, two) = first;
            let Some(halt) = halts.remove(&(one, two)) else { continue };
            for (id, why) in halt.who {
                let Some(plan) = plans.get(&id) else { continue };
                if scene.stops.contains_key(&id) {
                    continue;
                }
                scene.stops.insert(id, (time, why));
                scene.until.insert(id, time);
                let cut = self.tracked(w, id, plan, scene.window, Self::clock_of(plan, scene.window, time));
                scene.tracks.insert(id, cut);
                for other in scene.neighbours(id).to_vec() {
                    let key = (id.min(other), id.max(other));
                    if let Some(old) = halts.remove(&key) {
                        due.remove(&(old.time, key.0, key.1));
                    }
                }
                self.watch_enemies(scene, id, time, &mut due, &mut halts);
            }
        }
    }

    /// Finds when a unit and the enemies near it stop because of each other, from a given time.
    fn watch_enemies(
        &self,
        scene: &Scene,
        id: UnitId,
        from: i32,
        due: &mut BTreeSet<(i32, UnitId, UnitId)>,
        halts: &mut BTreeMap<(UnitId, UnitId), Halt>,
    ) {
        let Some(track) = scene.track(id) else { return };
        for other in scene.neighbours(id).iter().filter(|other| self.side(**other) != self.side(id)) {
            let Some(his) = scene.track(*other) else { continue };
            let key = (id.min(*other), id.max(*other));
            if halts.contains_key(&key) || !(track.goes() || his.goes()) {
                continue;
            }
            let (one, two) = if id < *other { (track, his) } else { (his, track) };
            let Some(mut halt) = self.halt_of(one, two, from, scene.window.long) else { continue };
            halt.who.retain(|(who, _)| !scene.stops.contains_key(who));
            if !halt.who.is_empty() {
                due.insert((halt.time, key.0, key.1));
                halts.insert(key, halt);
            }
        }
    }

    /// No two TdCs may overlap (ML-GAP-11): the unit with the shorter path gets the place, lots decide between equals
    /// (ML-GAP-30), and the other stops just short of it. Of two that enter one building lots decide too.
    fn share_places(
        &self,
        d: &mut D<'_>,
        plans: &BTreeMap<UnitId, Plan>,
        scene: &mut Scene,
        lost: &mut BTreeSet<(UnitId, UnitId)>,
    ) -> Flow<()> {
        for _ in 0..64 {
            let clashes = self.clashes(scene);
            if clashes.is_empty() {
                break;
            }
            let mut yields: BTreeSet<UnitId> = BTreeSet::new();
            let mut draws = Vec::new();
            for (one, two) in clashes {
                // A unit that has not moved, or was moved back to its start, stays there.
                let way = |id: UnitId| scene.track(id).map_or(0, |t| t.went);
                let stirs = |id: UnitId| scene.tracks.get(&id).is_some_and(Track::stirs);
                if !stirs(one) || stirs(two) && (lost.contains(&(two, one)) || way(one) < way(two)) {
                    yields.insert(two);
                } else if !stirs(two) || lost.contains(&(one, two)) || way(one) > way(two) || !self.on(r::ML_GAP_56) {
                    yields.insert(one);
                } else {
                    draws.push((one, two));
                }
            }
            let lots = |(one, two): &(UnitId, UnitId)| {
                let mut toss = Toss::new(r::ML_GAP_56, Ref::Unit(*one), Throw::lot(2));
                toss.by.push(Ref::Unit(*two));
                toss
            };
            let drawn = d.throw(draws.iter().map(lots).collect())?;
            for ((one, two), fell) in draws.into_iter().zip(drawn) {
                let loser = if fell.class == 1 { (two, one) } else { (one, two) };
                lost.insert(loser);
                yields.insert(loser.0);
            }
            for id in yields {
                self.hold_back(&d.world, plans, scene, id);
            }
        }
        Ok(())
    }

    /// Pairs whose TdCs would overlap at the end of the window. A unit that only turns and overlapped the other before
    /// does not count.
    fn clashes(&self, scene: &Scene) -> BTreeSet<(UnitId, UnitId)> {
        let mut found = BTreeSet::new();
        for track in scene.tracks.values().filter(|t| t.stirs()) {
            let tdc = self.tdc_at(track.pose);
            for other in scene.neighbours(track.id) {
                let Some(his) = scene.track(*other) else { continue };
                // A unit that only turns may do so where it overlapped a neighbour before.
                let moves = track.goes() || track.entered.is_some();
                let already = || overlaps(&self.tdc_at(track.start()), &self.tdc_at(his.start()));
                if !moves && (already() || !self.on(r::ML_GAP_11)) {
                    continue;
                }
                let same_building = track.entered.is_some() && track.entered == his.entered;
                if same_building || overlaps(&tdc, &self.tdc_at(his.pose)) {
                    found.insert((track.id.min(*other), track.id.max(*other)));
                }
            }
        }
        found
    }

    /// Moves a unit back along its path until its TdC is free, or to its start.
    fn hold_back(&self, w: &World, plans: &BTreeMap<UnitId, Plan>, scene: &mut Scene, id: UnitId) {
        let (Some(plan), Some(track)) = (plans.get(&id), scene.tracks.get(&id)) else { return };
        let window = scene.window;
        let mut time = scene.until.get(&id).copied().unwrap_or(window.long);
        // A tenth of a pas at a time, whatever its speed.
        let steps = (track.went / (PAS / 10)).clamp(1, 1_000);
        let step = (window.long / steps).max(1);
        loop {
            time = (time - step).max(0);
            let cut = self.tracked(w, id, plan, window, Self::clock_of(plan, window, time));
            let tdc = self.tdc_at(cut.pose);
            let taken = |other: &UnitId| scene.track(*other).is_some_and(|his| overlaps(&tdc, &self.tdc_at(his.pose)));
            let free = cut.entered.is_none() && !scene.neighbours(id).iter().any(taken);
            if free || time == 0 {
                scene.until.insert(id, time);
                scene.held.insert(id);
                // At the start nothing has been done yet.
                let cut = if time == 0 { Track { rest: plan.clone(), ..Track::still(w, id) } } else { cut };
                scene.tracks.insert(id, cut);
                return;
            }
        }
    }

    /// Ends the stop of units that are no longer near an enemy, because one of the two yielded a place (ML-GAP-69).
    /// Returns whether there were any.
    fn release_the_far(&self, w: &World, plans: &BTreeMap<UnitId, Plan>, scene: &mut Scene) -> bool {
        if !self.on(r::ML_GAP_69) || scene.held.is_empty() {
            return false;
        }
        let contact = self.book.tables.distance.contact.cm();
        let near = |id: UnitId, enemy: UnitId| {
            let places = scene.track(id).zip(scene.track(enemy));
            places.is_some_and(|(own, his)| {
                within_cm(distance(&self.tdc_at(own.pose), &self.tdc_at(his.pose)).cm, contact)
            })
        };
        let far: Vec<UnitId> = scene
            .stops
            .iter()
            .filter(|(id, (_, why))| match why {
                Why::Near(by) => (scene.held.contains(id) || scene.held.contains(by)) && !near(**id, *by),
                Why::Barred(by) => scene.held.contains(id) || scene.held.contains(by),
            })
            .map(|(id, _)| *id)
            .collect();
        for id in &far {
            scene.stops.remove(id);
            if !scene.held.contains(id)
                && let Some(plan) = plans.get(id)
            {
                scene.until.remove(id);
                scene.tracks.insert(*id, self.tracked(w, *id, plan, scene.window, scene.window.until));
            }
        }
        !far.is_empty()
    }

    /// Friends who pass through each other in the window (ML-6.2a).
    fn passages(&self, scene: &Scene) -> Vec<(UnitId, UnitId)> {
        let mut found = BTreeSet::new();
        if !self.on(r::ML_6_2A) {
            return Vec::new();
        }
        for track in scene.tracks.values().filter(|t| t.goes()) {
            for other in scene.neighbours(track.id).iter().filter(|other| self.side(**other) == self.side(track.id)) {
                let key = (track.id.min(*other), track.id.max(*other));
                let Some(his) = scene.track(*other) else { continue };
                let apart = scene.boxes.get(&key.0).zip(scene.boxes.get(&key.1)).is_some_and(|(a, b)| !overlaps(a, b));
                if !apart && !found.contains(&key) && self.crosses(track, his, scene.window.long) {
                    found.insert(key);
                }
            }
        }
        found.into_iter().collect()
    }

    /// Places a unit at the end of its path.
    fn settle_move(&self, d: &mut D<'_>, track: &Track) {
        let id = track.id;
        if !track.acted {
            return;
        }
        let (arm, adjusts) = (self.sheet(id).profile.arm, self.adjusts(&d.world, id));
        let holds = d.world.unit(id).order == Order::Hold;
        let now = &mut d.world.unit_mut(id).now;
        now.moved = true;
        now.used = track.rest.done;
        now.adjusted |= adjusts;
        // A battery that turned or unlimbered fires at half effect (ML-7.3s); one only pushed by hand does not
        // (ML-GAP-33).
        let turned = track.turned && (holds || track.formation == Formation::Deployed);
        now.turned |= arm == Arm::Artillery && (turned || !self.on(r::ML_GAP_33));
        let leaves = d.world.unit(id).inside.is_some() && track.went > 0;
        if leaves {
            self.leave_building(d, id);
        }
        let general = self.attached(&d.world, id).filter(|_| self.on(r::ML_6_4A));
        let mut ids = vec![id];
        ids.extend(general.map(|place| d.world.general_id(place)));
        let mut rules: Vec<Rule> = track.rules.clone();
        if adjusts {
            // In rough ground another rule applies (ML-6.3b).
            let mover = self.mover(&d.world, id);
            let rough = |legs: &[Pose]| worst(&self.way(&mover, legs[0].at, legs[1].at)) == Going::Rough;
            rules.push(if track.path.windows(2).any(rough) { r::ML_6_3B } else { r::ML_6_3A });
        }
        let path = if track.went > 0 || track.entered.is_some() { track.path.as_slice() } else { &[] };
        self.alter(d, &ids, path, &rules, |w| {
            let unit = w.unit_mut(id);
            let old = unit.pose;
            unit.pose = track.pose;
            unit.formation = track.formation;
            if track.went > 0 {
                // The flag of an obstacle stays until the unit moves elsewhere (ML-GAP-14).
                unit.obstacle = None;
            }
            if let Some(obstacle) = track.halted {
                unit.obstacle = Some(obstacle);
            }
            if let Some(site) = track.entered {
                unit.inside = Some(site);
                unit.now.building = true;
            }
            if let Some(place) = general {
                self.carry_along(w, place, id, old);
            }
        });
        if let Some(obstacle) = track.halted {
            self.note(d, id, "halted_at_obstacle", facts([("site", i64::from(obstacle))]), &[r::ML_1_6E]);
        }
    }

    /// Reports stops with their causes.
    fn tell_stops(&self, d: &mut D<'_>, scene: &Scene) {
        for (id, (_, why)) in &scene.stops {
            match why {
                Why::Near(enemy) => {
                    self.note(d, *id, "stopped_near_enemy", facts([("by", i64::from(enemy.0))]), &[r::ML_3_1J]);
                    self.mark(d, *id, Marker::Hesitant, &[r::ML_3_1J]);
                }
                Why::Barred(enemy) => {
                    self.note(d, *id, "barred_by_enemy", facts([("by", i64::from(enemy.0))]), &[r::ML_6_2B]);
                }
            }
        }
    }

    /// Friends that pass through each other each take a reaction test and become disorganised if they fail, unless one
    /// of them skirmishes; deployed guns only lose their fire (ML-6.2a, ML-GAP-49, ML-GAP-51).
    fn test_passages(
        &self,
        d: &mut D<'_>,
        plans: &mut BTreeMap<UnitId, Plan>,
        crossed: &[(UnitId, UnitId)],
    ) -> Flow<()> {
        let (tests, silenced) = self.who_tests(&d.world, crossed);
        for battery in silenced {
            d.world.unit_mut(battery).now.crossed = true;
        }
        if tests.is_empty() {
            return Ok(());
        }
        d.beat();
        let tests: Vec<(UnitId, Option<UnitId>)> = tests.into_iter().map(|id| (id, None)).collect();
        let passed = self.react(d, &tests, r::ML_6_2A)?;
        for ((id, _), passed) in tests.into_iter().zip(passed) {
            if !passed && d.world.unit(id).formation != Formation::Disorder {
                let before = d.world.unit(id).formation;
                self.disorder(d, id, &[r::ML_6_2A]);
                if let Some(plan) = plans.get_mut(&id) {
                    self.slowed(&d.world, id, before, plan);
                }
            }
        }
        Ok(())
    }

    /// Of units that pass through each other, those that test and the batteries that lose their fire.
    fn who_tests(&self, w: &World, crossed: &[(UnitId, UnitId)]) -> (BTreeSet<UnitId>, Vec<UnitId>) {
        let open = |id: UnitId| self.passes_freely(w, id);
        let pairs = crossed.iter().filter(|(one, two)| !open(*one) && !open(*two));
        let (silenced, tests): (Vec<UnitId>, Vec<UnitId>) = pairs
            .flat_map(|(one, two)| [*one, *two])
            .partition(|id| self.deployed_battery(w, *id) && self.on(r::ML_GAP_49));
        (tests.into_iter().collect(), silenced)
    }

    /// The units that would test for passing through friends if these plans were carried out and no other unit moved.
    pub(crate) fn would_test(&self, w: &World, plans: &BTreeMap<UnitId, Plan>) -> BTreeSet<UnitId> {
        let whole = Window { until: crate::world::SEQUENCE, long: crate::world::SEQUENCE };
        let mut scene = self.scene(w, plans, whole);
        self.stop_the_near(w, plans, &mut scene);
        self.who_tests(w, &self.passages(&scene)).0
    }

    /// Skirmishers and foragers pass through others, and others through them, without a test (ML-6.2a, ML-GAP-49).
    pub(crate) fn passes_freely(&self, w: &World, id: UnitId) -> bool {
        let foragers = self.sheet(id).profile.arm == Arm::Cavalry && !self.on(r::ML_GAP_49);
        self.open_order(w, id) && !foragers
    }

    /// The rest of a plan of a unit that has become disordered: at the rate and the costs of a disorganised unit, as
    /// far as the sequence lasts (ML-GAP-15).
    fn slowed(&self, w: &World, id: UnitId, before: Formation, plan: &mut Plan) {
        use table::Manoeuvre;
        let going = self.ground_of(w.unit(id));
        let rate = |formation| self.rate(&self.mover_in(w, id, formation), going, false);
        let (old, new) = (rate(before), rate(Formation::Disorder));
        let mut left = crate::world::SEQUENCE - plan.done;
        let mut formation = Formation::Disorder;
        let (mut legs, mut costs) = (Vec::new(), Vec::new());
        for (leg, cost) in plan.legs.iter().zip(&plan.costs) {
            let (leg, cost) = match leg {
                Manoeuvre::Reform(name) => {
                    let Some(to) = super::permit::formation_named(name) else { break };
                    let Some(price) = self.evolution_price(id, formation, to) else { break };
                    formation = to;
                    (leg.clone(), price)
                }
                Manoeuvre::Ahead(cm) | Manoeuvre::Oblique { cm, .. } if formation == Formation::Disorder => {
                    let (Some(old), Some(new)) = (old, new) else { break };
                    let price = i64::from(*cost) * i64::from(old) / i64::from(new.max(1));
                    let price = rulebook::saturated::<i32, _>(price);
                    let far = if price > left {
                        i64::from(*cm) * i64::from(left) / i64::from(price.max(1))
                    } else {
                        i64::from(*cm)
                    };
                    let far = rulebook::saturated::<i32, _>(far);
                    let leg = match leg {
                        Manoeuvre::Oblique { by, .. } => Manoeuvre::Oblique { cm: far, by: *by },
                        _ => Manoeuvre::Ahead(far),
                    };
                    (leg, price.min(left))
                }
                _ => (leg.clone(), *cost),
            };
            if cost > left {
                break;
            }
            left -= cost;
            legs.push(leg);
            costs.push(cost);
        }
        plan.legs = legs;
        plan.costs = costs;
    }
}
