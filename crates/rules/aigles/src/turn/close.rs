//! 9: counter-charges are announced, the half's fire is delivered, every other test is made, and actions in progress
//! end.

use super::march::Marcher;
use super::nerves::{Due, strength_reached};
use super::{D, Step};
use crate::resolve::morale::{self, Effect, MoraleResult, Occasion};
use crate::world::{Bound, Doing, Fate, Guns, Life, Object, Orders, Reaction, Sort, What, World, facts, front_of};
use crate::{Arm, Attitude, CM, Formation, LesAigles, Order, Status, r};
use game::{Flow, Side, UnitId};
use table::{Pose, distance, overlaps};

impl LesAigles {
    pub(crate) fn close_quarter(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::Close, &[r::LA_GAP_08]);
        if d.world.second_quarter() {
            self.fire_of_the_half(d)?;
        } else {
            self.announce_counters(d)?;
        }
        let due = self.tests_due(d);
        let results = self.test(d, &due)?;
        for (due, result) in results {
            self.carry_out(d, due, result);
        }
        // After the second quarter they are asked at the start of the next half (F).
        if !d.world.second_quarter() {
            self.ask_for_reactions(d)?;
        }
        for id in d.world.ids() {
            let now = &mut d.world.unit_mut(id).now;
            (now.run_through, now.visited, now.overtaken, now.at_edge) = (false, false, false, false);
            now.first_fire = false;
        }
        // A unit in contact tests after its melee (LA-GAP-24).
        for id in d.world.ids().filter(|id| !d.world.engaged(*id)).collect::<Vec<_>>() {
            d.world.unit_mut(id).now.bereaved = 0;
        }
        self.finish_things(d);
        self.orders_take_effect(d);
        self.end_advances(d);
        Ok(())
    }

    /// Counter-charges: only the target's is accepted, and tested (LA-CCH-03, LA-CCH-05, LA-GAP-46, 2).
    fn announce_counters(&self, d: &mut D<'_>) -> Flow<()> {
        let mut due = Vec::new();
        for side in Side::BOTH {
            let Some(papers) = d.world.papers(side) else { continue };
            let wanting: Vec<UnitId> =
                papers.reactions.iter().filter(|(_, r)| **r == Reaction::Counter).map(|(id, _)| *id).collect();
            for id in wanting {
                let charger = d.world.papers(side.other()).and_then(|papers| {
                    papers
                        .targets
                        .iter()
                        .find(|(charger, target)| {
                            **target == id
                                && d.world.unit(**charger).charge.as_ref().is_some_and(|c| Self::is_charge(c.sort))
                        })
                        .map(|(c, _)| *c)
                });
                let free = self.may_counter(&d.world, id);
                let foot = charger.is_some_and(|c| self.arm(c) == Arm::Cavalry)
                    && self.arm(id) == Arm::Infantry
                    && self.on(r::LA_CCH_04);
                match charger.filter(|_| free && !foot) {
                    Some(charger) => {
                        self.declare_attack(d, id, charger, Sort::Counter);
                        let test = Due::new(id, Occasion::CounterCharging, d.world.half());
                        due.push(Due { charger: Some(charger), ..test });
                    }
                    None => self.whisper(d, id, "counter_charge_refused", facts([]), &[r::LA_GAP_46]),
                }
            }
        }
        for (due, result) in self.test(d, &due)? {
            let reader = self.reader(&d.world, &due);
            match morale::effect(&self.book, due.occasion, result, &reader) {
                Effect::CounterCharges => {}
                Effect::CaughtTurning | Effect::Runs => {
                    self.begin_leaving(d, due.unit, Self::leaving_by(result), &[r::LA_GAP_25])
                }
                _ => self.abandon_charge(d, due.unit),
            }
        }
        Ok(())
    }

    /// Every test due in this quarter (LA-GAP-24): one for each unit, none for units in contact.
    fn tests_due(&self, d: &mut D<'_>) -> Vec<Due> {
        let half = d.world.half();
        let second = d.world.second_quarter();
        let mut due = Vec::new();
        let ids: Vec<UnitId> =
            d.world.ids().filter(|id| d.world.unit(*id).present() && !d.world.engaged(*id)).collect();
        let scene = self.scene(&d.world);
        for id in ids {
            let unit = d.world.unit(id);
            let flight = matches!(unit.bound, Bound::Leaving(l) if l.how == crate::world::Leave::Flight);
            if unit.figures() == 0 || flight || !unit.manned() {
                continue;
            }
            if unit.now.at_edge && self.on(r::LA_ESQ_09) {
                due.push(Due::new(id, Occasion::TableEdge, half));
                continue;
            }
            let [thirds, halved] = strength_reached(unit);
            let thirds = thirds && !unit.memory.tested_at[0];
            let halved = halved && !unit.memory.tested_at[1];
            let hits = d.world.hits_in(id, half);
            // Once for a half (6): a unit that charged home under that fire has tested for it.
            let hard = second
                && hits.values().any(|(losses, _)| *losses >= self.book.tables.morale.fire_from)
                && unit.memory.fire_tested < half;
            let green =
                matches!(self.leading(unit, id).status, Status::SemiRegular | Status::Militia | Status::Irregular);
            let first = green && unit.now.first_fire;
            let behind: Vec<UnitId> = self.threats(&d.world, id).into_iter().map(|(enemy, _)| enemy).collect();
            let limit = self.book.tables.morale.flank_foot.cm();
            let close =
                |enemy: &UnitId| table::within_reach(&self.body(&d.world, id), &self.body(&d.world, *enemy), limit);
            let appeared: Vec<UnitId> = behind.iter().copied().filter(close).collect();
            let new_behind = appeared.iter().any(|enemy| !unit.memory.tested_for.contains(enemy));
            let status = self.leading(unit, id).status;
            let routs = self.troops(&d.world, self.side(id)).any(|other| {
                let running = d.world.unit(other);
                let began = matches!(running.bound, Bound::Leaving(l) if l.moved == 1 && running.runs());
                let part = self.sheet(other).part_of;
                other != id
                    && began
                    && part.is_none_or(|whole| whole == id)
                    && self.leading(running, other).status <= status
                    && table::within_reach(
                        &self.body(&d.world, id),
                        &self.body(&d.world, other),
                        self.book.tables.morale.within.cm(),
                    )
                    && self.sees(&scene, id, other)
            });
            let causes = thirds
                || halved
                || hard
                || first
                || new_behind
                || routs
                || unit.now.bereaved > 0
                || unit.now.run_through
                || unit.now.visited
                || unit.now.overtaken;
            let memory = &mut d.world.unit_mut(id).memory;
            memory.tested_at[0] |= thirds;
            memory.tested_at[1] |= halved;
            if hard {
                memory.fire_tested = half;
            }
            // Once for each enemy, until that enemy is gone (8).
            memory.tested_for =
                behind.into_iter().filter(|id| memory.tested_for.contains(id) || appeared.contains(id)).collect();
            // A unit that leaves tests when it may recover, with all of this; a unit that evades, rallies or follows
            // tests like any other (LA-GAP-66).
            if causes && !d.world.unit(id).leaves() && self.on(r::LA_GAP_24) {
                due.push(Due::new(id, Occasion::Other, half));
            }
        }
        due
    }

    /// Effect of a result outside charges and melees, from the next quarter on (LA-GAP-25).
    fn carry_out(&self, d: &mut D<'_>, due: Due, result: MoraleResult) {
        let id = due.unit;
        let reader = self.reader(&d.world, &due);
        let effect = morale::effect(&self.book, due.occasion, result, &reader);
        match effect {
            // A unit that evades or rallies and is still among its friends goes on until it is past them (LA-GAP-17).
            Effect::Halts if self.among_friends(&d.world, id) => {}
            Effect::Halts => {
                let (period, quarter) = (d.world.period, d.world.quarter);
                // A charger moves the next quarter in full and then halts, unformed (LA-CHA-33).
                let charge = d.world.unit(id).charge.as_ref();
                if !charge.is_some_and(|charge| Self::is_charge(charge.sort)) || !self.on(r::LA_CHA_33) {
                    self.abandon_charge(d, id);
                }
                self.change(d, id, &[r::LA_GAP_25], |u| {
                    u.bound = Bound::Halted { period };
                    if let Some(charge) = &mut u.charge {
                        charge.stops.get_or_insert(quarter + 1);
                    }
                });
                self.forget_plan(d, id);
            }
            Effect::Leaves => self.begin_leaving(d, id, Self::leaving_by(result), &[r::LA_GAP_25]),
            // An uncharged square opens and advances (LA-GAP-66).
            Effect::Opens => {
                self.ranks_after(d, id, effect);
                self.begin_advance(d, id);
            }
            Effect::Advances => self.begin_advance(d, id),
            Effect::LeavesTable => self.remove(d, id, Fate::Left, &[r::LA_ESQ_09]),
            Effect::StaysOnTable => self.change(d, id, &[r::LA_ESQ_09], |u| u.bound = Bound::Free),
            _ => {}
        }
    }

    /// Whether an evading or rallying unit passes through friends, or around them in two parts.
    fn among_friends(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let runs = matches!(unit.bound, Bound::Evading(_) | Bound::Rallying(_));
        runs && (unit.parted || self.passes_still(w, id, unit.formation))
    }

    /// An uncontrolled advance begins with the next quarter (LA-GAP-66).
    fn begin_advance(&self, d: &mut D<'_>, id: UnitId) {
        if d.world.unit(id).charge.is_some() {
            self.change(d, id, &[r::LA_GAP_66], |u| {
                if let Some(charge) = &mut u.charge {
                    charge.sort = if charge.sort == Sort::Entry { Sort::Entry } else { Sort::Uncontrolled };
                }
            });
            return;
        }
        let quarters = u32::from(self.book.tables.time.uncontrolled);
        let until = d.world.quarter + quarters;
        let scene = self.scene(&d.world);
        let at = self.nearest_in_front(&scene, id).filter(|near| {
            let (own, his) = (self.body(&d.world, id), self.body(&d.world, *near));
            self.in_reach(&d.world, id, (&his, distance(&own, &his).cm), quarters, false)
                && self.may_charge_uncontrolled(&d.world, id, *near)
        });
        self.forget_plan(d, id);
        self.change(d, id, &[r::LA_GAP_66], |u| {
            u.bound = Bound::Advancing { until, at };
            u.doing = None;
        });
        self.note(d, id, "uncontrolled_advance", facts([]), &[r::LA_GAP_66]);
        if let Some(target) = at {
            self.declare_attack(d, id, target, Sort::Uncontrolled);
            self.change(d, id, &[r::LA_GAP_66], |u| {
                if let Some(charge) = &mut u.charge {
                    charge.until = until;
                }
            });
            self.compel_evasions(d);
        }
    }

    /// Uncontrolled advances and halts end (LA-GAP-66).
    fn end_advances(&self, d: &mut D<'_>) {
        let (quarter, period) = (d.world.quarter, d.world.period);
        for id in d.world.ids() {
            match d.world.unit(id).bound {
                Bound::Advancing { until, .. } if until <= quarter || d.world.engaged(id) => {
                    if d.world.unit(id).charge.is_some() {
                        self.abandon_charge(d, id);
                    }
                    self.change(d, id, &[r::LA_GAP_66], |u| u.bound = Bound::Free);
                    self.worsen(d, id, Order::Disorganised, &[r::LA_GAP_66]);
                }
                Bound::Halted { period: until } if until <= period && quarter % 4 == 0 => {
                    self.change(d, id, &[r::LA_GAP_25], |u| u.bound = Bound::Free);
                }
                _ => {}
            }
        }
    }

    /// Ends the actions that were to end in this quarter.
    fn finish_things(&self, d: &mut D<'_>) {
        let quarter = d.world.quarter;
        let done: Vec<(UnitId, What)> = d
            .world
            .ids()
            .filter(|id| d.world.unit(*id).present())
            .filter_map(|id| match &d.world.unit(id).doing {
                Some(Doing { what, until }) if *until <= quarter => Some((id, *what)),
                _ => None,
            })
            .collect();
        for (id, what) in done {
            self.change(d, id, &[], |u| u.doing = None);
            self.finish(d, id, what);
        }
    }

    fn finish(&self, d: &mut D<'_>, id: UnitId, what: What) {
        let rules = Self::effect_of(what);
        match what {
            What::Turn(_) | What::Form(_) | What::Cross(_) => {
                let mut marcher: Marcher = self.marcher(&d.world, id);
                self.after(&d.world, &mut marcher, what);
                let body = self.marching(d.world.unit(id), &marcher);
                let own = self.body(&d.world, id);
                let keep = self.book.tables.movement.keep_off.cm();
                let barred = d.world.ids().any(|other| {
                    if other == id || !d.world.unit(other).present() {
                        return false;
                    }
                    let his = self.body(&d.world, other);
                    let enemy = self.side(other) != self.side(id);
                    overlaps(&body, &his) && !overlaps(&own, &his)
                        || enemy && distance(&body, &his).cm < keep.min(distance(&own, &his).cm)
                });
                if barred || self.passes_still(&d.world, id, marcher.formation) || !self.terrain.holds(&body) {
                    self.note(d, id, "no_room", facts([]), rules);
                    return;
                }
                if marcher.pose != d.world.unit(id).pose {
                    self.place(d, id, marcher.pose, &[], rules);
                }
                self.change(d, id, rules, |u| {
                    // After re-forming or changing formation it has closed its gaps (LA-GAP-02).
                    let formed = matches!(what, What::Form(_)) && marcher.order == Order::Formed;
                    if formed || u.formation != marcher.formation {
                        u.gone.clear();
                    }
                    u.formation = marcher.formation;
                    u.turned = marcher.turned;
                    u.order = marcher.order;
                    u.flank = None;
                });
                let ground = self.order_of_ground(id, marcher.formation, &self.body(&d.world, id));
                self.worsen(d, id, ground, &[r::LA_GAP_72]);
            }
            What::Flank(wing) => self.change(d, id, rules, |u| u.flank = Some(wing)),
            What::Push { ahead } => {
                let by = self.book.tables.movement.manhandling.cm();
                let pose = d.world.unit(id).pose;
                let to = pose.ahead(if ahead { by } else { -by });
                let body = self.body_at(id, d.world.unit(id), to, Formation::InPosition);
                let clear = !d
                    .world
                    .ids()
                    .any(|o| o != id && d.world.unit(o).present() && overlaps(&body, &self.body(&d.world, o)));
                if clear && self.terrain.holds(&body) {
                    self.place(d, id, to, &[pose, to], rules);
                }
            }
            What::Detach(part) => self.detach(d, id, part),
            What::Rejoin(whole) => self.rejoin(d, id, whole),
            What::Garrison(site) => self.enter_house(d, id, site),
            What::LeaveHouse => {
                let home = self.home(self.side(id));
                self.leave_house(d, id, home);
            }
            What::Spike(guns) => self.change(d, guns, rules, |u| u.guns = Guns::Spiked),
            What::TurnGuns(guns) => self.change(d, guns, rules, |u| u.guns = Guns::Turned),
            What::Man => self.change(d, id, rules, |u| {
                if u.guns == Guns::Unmanned {
                    u.guns = Guns::Served;
                }
            }),
        }
    }

    /// Figures of the company that a battalion may send out now, by kind (LA-GAP-78).
    pub(crate) fn part_strength(&self, w: &World, id: UnitId) -> Option<(usize, u8)> {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let last = unit.left.len().checked_sub(1)?;
        let company = sheet.profile.companies.get(last)?;
        let each = (company.figures / company.number.max(1)).max(1);
        let n = unit.left.get(last).copied()?.min(each);
        (n > 0 && unit.figures() > n && company.figure.skirmish.is_some()).then_some((last, n))
    }

    /// Places the company in skirmish order in front of the battalion (LA-GAP-78): leaving creates or loses nothing.
    fn detach(&self, d: &mut D<'_>, id: UnitId, part: UnitId) {
        let Some((kind, n)) = self.part_strength(&d.world, id) else { return };
        let gap = self.book.tables.scale.skirmish_gap.cm();
        let mut company = d.world.unit(part).clone();
        company.left = d.world.unit(id).left.iter().enumerate().map(|(k, _)| if k == kind { n } else { 0 }).collect();
        company.formation = Formation::Skirmish;
        let (front, depth) =
            crate::world::extent(&self.book, Arm::Infantry, Formation::Skirmish, n, self.sheet(id).front);
        let pose = d.world.unit(id).pose.ahead(gap + depth);
        let piece = crate::world::body(pose, (front, depth));
        let keep = self.book.tables.movement.keep_off.cm();
        let taken = d.world.ids().any(|other| {
            if other == id || !d.world.unit(other).present() {
                return false;
            }
            let body = self.body(&d.world, other);
            overlaps(&piece, &body) || self.side(other) != self.side(id) && table::within_reach(&piece, &body, keep)
        });
        if taken || !self.terrain.holds(&piece) {
            self.note(d, id, "no_room", facts([]), &[r::LA_GAP_78]);
            return;
        }
        self.alter(d, &[id, part], &[], &[r::LA_GAP_78], |w| {
            let whole = w.unit_mut(id);
            whole.left[kind] -= n;
            whole.initial = whole.initial.saturating_sub(n);
            let (fresh_muskets, memory) = (whole.fresh_muskets, whole.memory.of_part());
            let unit = w.unit_mut(part);
            *unit = crate::world::Unit {
                life: Life::Present,
                pose,
                // It stands in front of the battalion, even if that is in a house.
                inside: None,
                gone: smallvec::SmallVec::new(),
                initial: n,
                losses: 0,
                order: Order::Formed,
                bound: Bound::Free,
                doing: None,
                charge: None,
                // Leaving creates nothing: a company whose battalion has fought or fired has done so too (LA-GAP-07,
                // LA-GAP-23).
                memory,
                fresh_muskets,
                ..company
            };
        });
        let side = self.side(id);
        if let Some(papers) = d.world.papers_mut(side) {
            papers.orders.insert(part, Orders { attitude: Attitude::Harass, object: Object::None });
        }
    }

    /// A company returns: strengths and losses are added (LA-ESQ-06, LA-GAP-53).
    fn rejoin(&self, d: &mut D<'_>, part: UnitId, whole: UnitId) {
        let near = self.book.tables.orders.detached_before.cm();
        let close = d.world.unit(whole).present()
            && !d.world.engaged(part)
            && table::within_reach(&self.body(&d.world, part), &self.body(&d.world, whole), near);
        if !close {
            return;
        }
        // The battalion grows by its company and needs the room (LA-GAP-53).
        let own = self.body(&d.world, whole);
        let mut grown = d.world.unit(whole).clone();
        for (own, his) in grown.left.iter_mut().zip(&d.world.unit(part).left) {
            *own = own.saturating_add(*his);
        }
        let body = self.body_at(whole, &grown, grown.pose, grown.formation);
        let crowded = d.world.ids().filter(|o| ![part, whole].contains(o) && d.world.unit(*o).present()).any(|other| {
            let his = self.body(&d.world, other);
            overlaps(&body, &his) && !overlaps(&own, &his)
        });
        if crowded || !self.terrain.holds(&body) {
            self.note(d, part, "no_room", facts([]), &[r::LA_GAP_53]);
            return;
        }
        let along: Vec<usize> = self.officers_with(&d.world, part).collect();
        for place in along {
            let id = d.world.general_id(place);
            self.alter(d, &[id], &[], &[r::LA_ESQ_06], |w| w.generals[place].with = Some(whole));
        }
        let (fights, period) = (d.world.engaged(whole) && self.on(r::LA_ESQ_07), d.world.period);
        self.alter(d, &[part, whole], &[], &[r::LA_ESQ_06, r::LA_GAP_53], |w| {
            let company = w.unit(part).clone();
            // A company that returns into a melee counts in it from the next period on.
            if fights {
                w.unit_mut(whole).memory.late = (period, company.figures());
            }
            let unit = w.unit_mut(whole);
            for (own, his) in unit.left.iter_mut().zip(&company.left) {
                *own = own.saturating_add(*his);
            }
            unit.initial = unit.initial.saturating_add(company.initial);
            unit.losses = unit.losses.saturating_add(company.losses);
            unit.memory.add(&company.memory);
            unit.fresh_muskets &= company.fresh_muskets;
            let part = w.unit_mut(part);
            part.life = Life::Folded;
            part.left.iter_mut().for_each(|n| *n = 0);
            part.initial = 0;
            part.losses = 0;
        });
        // Remainders are added too: if they reach thirty, a figure is removed.
        let (left, _) = crate::resolve::fire::left(&self.book, d.world.unit(whole).initial, d.world.unit(whole).losses);
        if d.world.unit(whole).figures() > left {
            self.change(d, whole, &[r::LA_GAP_53], |u| {
                while u.figures() > left {
                    let Some(most) = (0..u.left.len()).max_by_key(|n| u.left[*n]) else { break };
                    u.left[most] -= 1;
                }
            });
        }
        self.forget_plan(d, part);
    }

    /// A unit enters an empty house (LA-GAP-74).
    fn enter_house(&self, d: &mut D<'_>, id: UnitId, site: u16) {
        if !d.world.units.iter().any(|u| u.present() && u.inside == Some(site)) {
            self.man_walls(d, id, site);
        }
    }

    /// Places a unit along the walls of a house.
    pub(crate) fn man_walls(&self, d: &mut D<'_>, id: UnitId, site: u16) {
        let Some(walls) = self.walls(site) else { return };
        self.alter(d, &[id], &[], &[r::LA_GAP_74], |w| {
            let unit = w.unit_mut(id);
            unit.formation = Formation::Garrison;
            unit.gone.clear();
            unit.turned = 0;
            unit.inside = Some(site);
            unit.pose = front_of(&walls);
        });
    }

    /// A garrison leaves in a direction, or by another side of its house without an enemy, unformed (LA-GAP-74); false:
    /// there is no such side.
    pub(crate) fn leave_house(&self, d: &mut D<'_>, id: UnitId, away: table::Angle) -> bool {
        let from = self.body(&d.world, id);
        let unit = d.world.unit(id).clone();
        let (friends, enemies): (Vec<UnitId>, Vec<UnitId>) = d
            .world
            .ids()
            .filter(|other| *other != id && d.world.unit(*other).present())
            .partition(|other| self.side(*other) == self.side(id));
        let upon =
            |them: &[UnitId], piece: &table::Piece| them.iter().any(|t| overlaps(&self.body(&d.world, *t), piece));
        let facing = (away + 18_000).rem_euclid(36_000);
        let place = |bearing: table::Angle, far: i32| {
            let at = from.pose.at.step(bearing.rem_euclid(36_000), far);
            self.body_at(id, &unit, Pose { at, facing }, Formation::Column)
        };
        let free = |piece: &table::Piece| {
            self.terrain.holds(piece) && !self.closed_to(id, Formation::Column, piece) && !upon(&friends, piece)
        };
        // As far out of the house as necessary, but through no enemy.
        let by_side = |by: &table::Angle| {
            let outwards = (1..30).map(|k| place(away + by, k * CM));
            outwards.take_while(|piece| !upon(&enemies, piece)).find(free)
        };
        let Some(piece) = [0, 9_000, 27_000, 18_000].iter().find_map(by_side) else { return false };
        self.change(d, id, &[r::LA_GAP_74], |u| {
            u.inside = None;
            u.formation = Formation::Column;
            u.gone.clear();
            u.turned = 0;
            u.order = u.order.max(Order::Unformed);
        });
        self.place(d, id, front_of(&piece), &[], &[r::LA_GAP_74]);
        true
    }

    /// Written orders that have been read take effect (LA-MVT-12), known only to their side.
    fn orders_take_effect(&self, d: &mut D<'_>) {
        let quarter = d.world.quarter;
        for side in Side::BOTH {
            let Some(papers) = d.world.papers_mut(side) else { continue };
            let ready: Vec<UnitId> =
                papers.coming.iter().filter(|(_, (_, at))| *at <= quarter).map(|(id, _)| *id).collect();
            for id in &ready {
                if let Some((orders, _)) = papers.coming.remove(id) {
                    papers.orders.insert(*id, orders);
                }
            }
            for id in ready {
                self.whisper(d, id, "new_order", facts([]), &[r::LA_MVT_12]);
            }
        }
    }
}
