//! Orders in the turn: the duty of a division, automatic changes, and the zone of a holding division (BE-ORD,
//! BE-GAP-21, BE-GAP-22, BE-GAP-94, BE-GAP-99).

use super::{Act, D};
use crate::question::{Bar, Question, reply};
use crate::resolve::command::duty::{self, DutyDeed, Member};
use crate::resolve::command::orders::{self, NearEnemy, Standing};
use crate::resolve::fire;
use crate::terms::book::r;
use crate::world::{Activation, Life, World, Zone};
use crate::{Arm, BatailleEmpire, Formation, Order, Ud};
use game::{Flow, Ref, Reply, Rule, Side, UnitId};
use table::{Piece, Point, closer, distance, point_to_piece, within_cm, within_reach};

/// A step of an activation that a duty may keep open (BE-GAP-94).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DutyStep {
    /// Step c of the activation.
    Charges,
    /// Step d of the activation.
    Moves,
    /// Step e of the activation.
    Fires,
}

/// Points reserved for a duty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Held {
    points: u8,
    /// The commander-in-chief can pay for every unit that may fulfil it.
    reached: bool,
}

impl BatailleEmpire {
    /// The data for the automatic order of a division (BE-GAP-99: a detached battalion counts as one unit).
    #[must_use]
    pub fn standing(&self, w: &World, division: u16) -> Standing {
        let sheet = self.division_sheet(division);
        let (mut eliminated, mut disordered) = (0_u8, 0_u8);
        for id in &sheet.units {
            let parts: Vec<UnitId> = if self.on(r::BE_GAP_99) {
                [Some(*id), self.sheet(*id).twin].into_iter().flatten().collect()
            } else {
                vec![*id]
            };
            let there: Vec<UnitId> =
                parts.into_iter().filter(|part| !matches!(w.unit(*part).life, Life::Gone(_) | Life::Folded)).collect();
            if there.is_empty() {
                eliminated = eliminated.saturating_add(1);
            } else if there.iter().all(|part| w.unit(*part).disorder) {
                disordered = disordered.saturating_add(1);
            }
        }
        let far = self.book.tables.distance.tactical.cm();
        let mine: Vec<Piece> = self.of_division(w, division).into_iter().map(|id| self.piece(w, id)).collect();
        // An order that changed for a hidden enemy would tell where it is (BE-GAP-82).
        let shown = |enemy: &UnitId| !w.is_hidden(*enemy) || !self.on(r::BE_GAP_82);
        let enemies = self.troops(w, sheet.side.other()).filter(shown).filter_map(|enemy| {
            let other = self.piece(w, enemy);
            let near = mine.iter().filter(|piece| within_reach(piece, &other, far));
            let near = near.map(|piece| distance(piece, &other).cm).min()?;
            let body = self.figure(w, enemy);
            let (arm, formation, abilities) = (body.arm, body.formation, body.abilities);
            Some(NearEnemy { arm, formation, abilities, distance: Ud::from_cm(near) })
        });
        let units = w.division(division).started;
        let order = w.division(division).order;
        Standing { order, units, eliminated, disordered, captured: false, enemies: enemies.collect() }
    }

    /// Automatic changes of orders of all divisions (BE-ORD-15, BE-ORD-17, BE-GAP-22); reserves that become active
    /// (BE-GAP-23).
    pub(crate) fn check_orders(&self, d: &mut D<'_>) -> Flow<()> {
        for division in self.real_divisions() {
            let standing = self.standing(&d.world, division);
            if d.world.division(division).reserve {
                self.wake_if_near(d, division)?;
                continue;
            }
            let (order, rule) = orders::automatic(&self.book, &standing);
            let lost = orders::half_lost(&self.book, &standing);
            d.world.division_mut(division).forced = lost;
            if let Some(rule) = rule
                && order != standing.order
            {
                self.change_order(d, division, order, rule)?;
            }
        }
        Ok(())
    }

    /// Every division that has units, by place.
    pub(crate) fn real_divisions(&self) -> Vec<u16> {
        let places = (0_u16..).zip(&self.divisions);
        places.filter(|(_, sheet)| sheet.real).map(|(place, _)| place).collect()
    }

    /// A division receives an order automatically; for a holding order its player names the zone (BE-GAP-21).
    pub(crate) fn change_order(&self, d: &mut D<'_>, division: u16, order: Order, rule: Rule) -> Flow<()> {
        self.give_order(d, division, order, rule);
        if order != Order::Hold || !self.on(r::BE_GAP_21) {
            return Ok(());
        }
        let side = self.division_sheet(division).side;
        let slot = Question::Zone.about(side, vec![Ref::Command(division)]);
        let replies = d.ask_one(slot)?;
        let point = match reply(&replies) {
            Reply::Placed(pose, _) => pose.at,
            _ => self.heart_of(&d.world, division),
        };
        self.set_zone(d, division, point);
        Ok(())
    }

    /// A reserve with a formed enemy near changes to holding (BE-GAP-23).
    fn wake_if_near(&self, d: &mut D<'_>, division: u16) -> Flow<()> {
        let far = self.book.tables.orders.reserve_wakes.cm();
        let sheet = self.division_sheet(division);
        let mine = self.of_division(&d.world, division);
        let wakes = |enemy: &UnitId| {
            let hidden = d.world.is_hidden(*enemy) && self.on(r::BE_GAP_82);
            self.formed(&d.world, *enemy) && !hidden
        };
        let near = self
            .troops(&d.world, sheet.side.other())
            .filter(wakes)
            .any(|enemy| mine.iter().any(|id| self.within(&d.world, *id, enemy, far)));
        if near { self.wake(d, division) } else { Ok(()) }
    }

    /// A reserve that is charged, fired on or met changes to holding for good (BE-GAP-23).
    pub(crate) fn wake(&self, d: &mut D<'_>, division: u16) -> Flow<()> {
        if !d.world.division(division).reserve || !self.on(r::BE_GAP_23) {
            return Ok(());
        }
        self.change_division(d, division, &[r::BE_GAP_23], |division| division.reserve = false);
        self.change_order(d, division, Order::Hold, r::BE_GAP_23)
    }

    /// The middle of a division.
    #[must_use]
    pub fn heart_of(&self, w: &World, division: u16) -> Point {
        let placed: Vec<Point> = self.of_division(w, division).iter().map(|id| w.unit(*id).pose.at).collect();
        rulebook::set_up::middle_of(&placed)
    }

    /// Sets the zone that a division must defend (BE-GAP-21).
    pub(crate) fn set_zone(&self, d: &mut D<'_>, division: u16, point: Point) {
        let around = self.of_division(&d.world, division).iter().map(|id| self.piece(&d.world, *id)).collect();
        d.world.division_mut(division).zone = Some(Zone { point, around });
        let facts = game::Facts::new();
        let of = Ref::Spot(point);
        d.tell(game::Deed::Note { of, what: game::Term::of("zone"), facts }, &[r::BE_GAP_21]);
    }

    /// The distance of a point outside the zone of a division; 0 inside it, or without a zone.
    #[must_use]
    pub fn out_of_zone(&self, w: &World, division: u16, at: Point) -> Ud {
        let state = w.division(division);
        let Some(zone) = state.zone.as_ref().filter(|_| state.order == Order::Hold) else { return Ud::of(0) };
        let near = zone.around.iter().map(|piece| point_to_piece(at, piece).cm);
        #[allow(clippy::cast_possible_truncation, reason = "a distance on the table")]
        let to_point = zone.point.to(at).round() as i32;
        let nearest = near.min().unwrap_or(i32::MAX).min(to_point);
        Ud::from_cm(nearest).minus(self.book.tables.orders.zone)
    }

    /// The units that count for the duty of a division, fixed when it is activated (BE-GAP-19, BE-GAP-94).
    pub(crate) fn duty_bound(&self, w: &World, division: u16) -> Vec<UnitId> {
        let state = w.division(division);
        if state.reserve || duty::obliged(&self.book, state.order).is_none() {
            return Vec::new();
        }
        let far = self.book.tables.distance.tactical.cm();
        let counts = |id: &UnitId| {
            let near = self.tactical(w, *id).is_some_and(|(_, measure)| within_cm(measure.cm, far));
            let member = Member { disorder: w.unit(*id).disorder, near, ..Member::default() };
            duty::counts(&self.book, state.order, &member)
        };
        self.of_division(w, division).into_iter().filter(counts).collect()
    }

    /// Notes an act of a unit that its order may require.
    pub fn complied(&self, d: &mut D<'_>, id: UnitId, did: DutyDeed) {
        let order = d.world.division(self.sheet(id).command).order;
        if duty::complies(&self.book, order, did) {
            d.world.unit_mut(id).now.complied = true;
        }
    }

    /// Whether a counted unit has done its duty or is excused (BE-GAP-94): excused by what the enemy does to it in the
    /// meantime, not by its own acts or state (BE-GAP-105).
    fn excused(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let ruled = self.on(r::BE_GAP_105);
        let was = |of: fn(&Activation) -> &Vec<UnitId>| {
            w.activation.as_ref().is_some_and(|activation| of(activation).contains(&id))
        };
        let marked = unit.marker && !was(|activation| &activation.marked) && !(unit.now.marked_itself && ruled);
        let disordered = unit.disorder && !(was(|activation| &activation.disordered) && ruled);
        let struck = unit.now.cut || unit.now.fled && ruled;
        unit.now.complied || self.on(r::BE_GAP_94) && (struck || marked || disordered || !unit.present())
    }

    /// The unfulfilled part of the active division's duty: its rule, the units that have not complied, and how many of
    /// them must before the step can end (BE-GAP-94).
    fn debt(&self, w: &World, part: DutyStep) -> Option<(Rule, Vec<UnitId>, usize)> {
        let activation = w.activation.as_ref().filter(|_| self.on(r::BE_GAP_94))?;
        let order = w.division(activation.division).order;
        let rule = duty::obliged(&self.book, order)?;
        let open: Vec<UnitId> = activation.counted.iter().copied().filter(|id| !self.excused(w, *id)).collect();
        let done = activation.counted.len() - open.len();
        let later = open.iter().filter(|id| self.may_comply_later(w, part, order, **id)).count();
        let owed = duty::owed(&self.book, activation.counted.len(), done + later);
        Some((rule, open, owed))
    }

    /// Whether the player may end a step of the activation (BE-GAP-94): not while too few units have complied or can
    /// still comply later, and a counted unit can do so now. `now` tells whether a unit can comply in this step.
    ///
    /// # Errors
    /// The rule that keeps the step open.
    pub(crate) fn may_leave(&self, w: &World, part: DutyStep, now: impl Fn(UnitId) -> bool) -> Result<(), Bar> {
        let Some((rule, open, owed)) = self.debt(w, part) else { return Ok(()) };
        if owed > 0 && open.iter().any(|id| now(*id)) {
            return Err(Bar::by(rule, "duty"));
        }
        if part == DutyStep::Moves && self.idle_horse(w).into_iter().any(now) {
            return Err(Bar::by(r::BE_ORD_10, "cavalry_must_close"));
        }
        Ok(())
    }

    /// Cavalry of the active division that still owes what Engager requires of each of its units (BE-ORD-10).
    fn idle_horse(&self, w: &World) -> Vec<UnitId> {
        let Some(activation) = w.activation.as_ref().filter(|_| self.book.all(&[r::BE_ORD_10, r::BE_GAP_94])) else {
            return Vec::new();
        };
        if w.division(activation.division).order != Order::Engage {
            return Vec::new();
        }
        self.of_division(w, activation.division).into_iter().filter(|id| self.idle_cavalry(w, *id)).collect()
    }

    /// The units of the active division that must still act for its duty in step d; empty once it is fulfilled.
    pub(crate) fn owing(&self, w: &World, division: u16) -> Vec<UnitId> {
        if w.activation.as_ref().is_none_or(|activation| activation.division != division) {
            return Vec::new();
        }
        let mut owing = match self.debt(w, DutyStep::Moves) {
            Some((_, open, owed)) if owed > 0 => open,
            _ => Vec::new(),
        };
        owing.extend(self.idle_horse(w));
        owing.sort_unstable();
        owing.dedup();
        owing
    }

    /// The points reserved for a duty (BE-GAP-19, BE-GAP-106): of the units that can still fulfil it, each with its
    /// price, all that must and the cheapest of the others, as far as the points go.
    pub(crate) fn held(&self, w: &World, division: u16, able: &[(UnitId, u8)]) -> Held {
        let owed = self.debt(w, DutyStep::Moves).map_or(0, |(_, _, owed)| owed);
        let horse = self.idle_horse(w);
        let mut able = able.to_vec();
        able.sort_unstable_by_key(|(id, price)| (!horse.contains(id), *price, *id));
        able.dedup_by_key(|(id, _)| *id);
        let must = able.iter().filter(|(id, _)| horse.contains(id)).count().max(owed);
        able.truncate(must);
        let reached = able.iter().all(|(id, _)| self.purse(w, *id) > w.division(division).points);
        let side = self.division_sheet(division).side;
        let chief = if reached { w.chief_points[side.index()] } else { 0 };
        let mut left = w.division(division).points.saturating_add(chief);
        let mut points = 0_u8;
        for (_, price) in able {
            if price > left || !self.on(r::BE_GAP_106) {
                break;
            }
            left -= price;
            points = points.saturating_add(price);
        }
        Held { points, reached }
    }

    /// Whether a price can be paid for a unit out of the points not reserved for the duty of its division.
    pub(crate) fn spares(&self, w: &World, id: UnitId, price: u8, held: &Held) -> bool {
        if held.points == 0 {
            return true;
        }
        let side = self.side(id);
        let own = w.division(self.sheet(id).command).points;
        let rest = price.saturating_sub(own);
        let chief = if held.reached { w.chief_points[side.index()].saturating_sub(rest) } else { 0 };
        own.saturating_sub(price).saturating_add(chief) >= held.points
    }

    /// Whether points may be spent in step c on a unit that does not fulfil a duty by it: the points that its division
    /// needs for its duty in step d are reserved (BE-GAP-106).
    pub(crate) fn may_spend(&self, w: &World, id: UnitId, price: u8) -> bool {
        let division = self.sheet(id).command;
        let owing = self.owing(w, division);
        if price == 0 || owing.contains(&id) {
            return true;
        }
        let free = |id: &UnitId| w.unit(*id).now.moves == 0;
        let able: Vec<(UnitId, u8)> =
            owing.into_iter().filter(free).filter_map(|id| Some((id, self.price(w, id, Act::Activate)?))).collect();
        self.spares(w, id, price, &self.held(w, division, &able))
    }

    /// Whether a unit that has not complied may still do so in a later step: by a move if it can be paid for, or by
    /// fire.
    fn may_comply_later(&self, w: &World, part: DutyStep, order: Order, id: UnitId) -> bool {
        let fires = || order != Order::Withdraw && self.has_volley(w, id, order);
        match part {
            DutyStep::Charges => w.unit(id).now.moves == 0 && self.purse(w, id) > 0 || fires(),
            DutyStep::Moves => fires(),
            DutyStep::Fires => false,
        }
    }

    /// Cavalry under Engager that is not near the enemy and has not tried to be (BE-ORD-10).
    fn idle_cavalry(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let far = self.book.tables.distance.tactical.cm();
        let cavalry = self.sheet(id).body.arm == Arm::Cavalry;
        // For cavalry any marker is an excuse.
        if !cavalry || self.excused(w, id) || unit.marker || unit.now.charged {
            return false;
        }
        let close = self.tactical(w, id).is_none_or(|(_, measure)| within_cm(measure.cm, far));
        duty::idle(&self.book, Order::Engage, &Member { cavalry, close, ..Member::default() })
    }

    /// Whether a unit could fire now as its order requires: a volley for Attaquer, any fire for Engager (BE-GAP-20).
    fn has_volley(&self, w: &World, id: UnitId, order: Order) -> bool {
        let unit = w.unit(id);
        let body = self.figure(w, id);
        if unit.marker || body.arm == Arm::Cavalry || !unit.present() {
            return false;
        }
        let tables = &self.book.tables;
        let reach = match (order, body.arm) {
            (Order::Attack, Arm::Artillery) => tables.range.guns.of(body.guns).short,
            (Order::Attack, _) if body.formation == Formation::Skirmish => return false,
            (Order::Attack, _) => tables.orders.volley,
            _ => {
                let limits = fire::limits(&self.book, &body, self.level(w, id) > 0);
                limits.into_iter().map(|(_, _, limit)| limit).max().unwrap_or_default()
            }
        };
        self.around(w, self.piece(w, id), self.side(id).other(), reach.cm())
            .any(|enemy| self.in_arc_of_fire(w, id, &self.piece(w, enemy)) && self.sees(w, id, enemy))
    }

    /// Whether a unit is nearer to an enemy than before, or to an objective that its side does not hold: such a move
    /// fulfils a duty.
    #[must_use]
    pub fn approaches(&self, w: &World, id: UnitId, from: Point, to: Point) -> bool {
        let enemies = self.troops(w, self.side(id).other()).map(|enemy| w.unit(enemy).pose.at);
        let goals = self.goals(w, self.side(id));
        enemies.chain(goals).any(|at| at.to(to) < at.to(from))
    }

    /// The objectives that a side does not hold.
    pub(crate) fn goals(&self, w: &World, side: Side) -> Vec<Point> {
        let held = self.scenario.objectives.iter().zip(&w.holders);
        held.filter(|(_, holder)| **holder != Some(side)).map(|(objective, _)| objective.middle).collect()
    }

    /// Whether a unit ends a move as near to the enemy as a full move may stop (BE-GAP-19).
    pub(crate) fn close_enough(&self, w: &World, piece: &Piece, side: Side) -> bool {
        let stop = self.book.tables.orders.full_move_stops.cm();
        self.nearest_to(w, piece, side.other()).is_some_and(|(_, m)| closer(m.cm, stop) || within_cm(m.cm, stop))
    }
}
