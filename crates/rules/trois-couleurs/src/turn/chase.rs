//! Flights without attack (L3C-FUI-01, L3C-GAP-A25), and pursuits by those who took no part (L3C-POU-01, L3C-POU-07,
//! L3C-GAP-A56).

use super::D;
use super::moment::Chance;
use crate::field::{ground_behind, surrounded};
use crate::question::Question;
use crate::resolve::combat::losses;
use crate::resolve::combat::pursuit::{Part, Pursued, Pursuer, Pursuit, pursuit};
use crate::resolve::moving::movement;
use crate::resolve::nerve::flight::{Flight, Refuge, flee, sheltered};
use crate::world::{Cause, World};
use crate::{Case, Distance, TroisCouleurs, r};
use game::{Flow, Side, UnitId};
use table::Piece;

impl TroisCouleurs {
    /// Whether a unit may flee before anybody attacks it.
    pub(crate) fn may_flee(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let enclosed = || self.nearest_enemy(w, id).is_some_and(|(enemy, _)| self.surrounded(w, id, enemy));
        unit.in_hand() && unit.garrison.is_none() && self.on(r::L3C_FUI_01) && self.threatened(w, id) && !enclosed()
    }

    /// Whether enemies and ground leave a unit no way off from one of them.
    fn surrounded(&self, w: &World, id: UnitId, from: UnitId) -> bool {
        let others = self.troops(w, self.side(from)).filter(|enemy| *enemy != from);
        let others: Vec<Piece> = others.map(|enemy| self.piece(w, enemy)).collect();
        surrounded(&self.book, &self.terrain, (&self.piece(w, id), self.troop(id)), &self.piece(w, from), &others)
    }

    /// A unit takes to flight before anybody attacks it: whom it leaves, or nothing if it may not.
    pub(crate) fn flees(&self, d: &mut D<'_>, id: UnitId) -> Option<UnitId> {
        let unit = d.world.unit(id);
        let (enemy, gap) = self.nearest_enemy(&d.world, id)?;
        let flight = Flight {
            arm: self.mover(id),
            formation: unit.body.formation,
            state: unit.body.state,
            surrounded: self.surrounded(&d.world, id, enemy),
            enemy_at: Some(Distance::from_cm(gap)),
            enemy: self.troop(enemy).arm,
            ..Flight::default()
        };
        let fled = flee(&self.book, &flight);
        if !fled.allowed {
            return None;
        }
        self.spend(d, id, fled.points, r::L3C_FUI_02);
        self.set_case(d, id, fled.case, fled.state, &[r::L3C_FUI_06]);
        d.world.unit_mut(id).now.driven = false;
        Some(enemy)
    }

    /// Those of a side who have taken to flight: an enemy in whose reach one began it may pursue it at once (L3C-FUI-04), the others
    /// get away.
    pub(crate) fn flights(&self, d: &mut D<'_>, side: Side, fled: &[(UnitId, UnitId)]) -> Flow<()> {
        let mut chances = Vec::new();
        for (id, _) in fled.iter().filter(|_| self.on(r::L3C_FUI_04)) {
            let pursuers = self.troops(&d.world, side.other()).filter(|by| !d.world.engaged(*by));
            chances.extend(pursuers.filter_map(|by| self.pursuit_chance(&d.world, by, *id)));
        }
        self.offer(d, side.other(), Question::Chance, chances)?;
        for (id, enemy) in fled {
            let unit = d.world.unit(*id);
            if unit.present() && unit.now.back == 0 && unit.body.case != Case::Rout {
                self.flies(d, *id, Some(*enemy));
            }
        }
        Ok(())
    }

    /// The chance that somebody who took no part has to pursue a unit that flees.
    pub(crate) fn pursuit_chance(&self, w: &World, by: UnitId, on: UnitId) -> Option<Chance> {
        let (unit, quarry) = (w.unit(by), w.unit(on));
        let flees = quarry.present() && quarry.body.case <= Case::Retreat;
        let able = unit.in_hand() && unit.garrison.is_none() && self.in_front(w, by, on) && self.sees(w, by, on);
        let may = flees && able && pursuit(&self.book, &self.pursuit_of(w, by, on)).may;
        may.then_some(Chance { by, on, cause: Cause::Fleeing, attack: true, fire: false })
    }

    fn pursuit_of(&self, w: &World, by: UnitId, on: UnitId) -> Pursuit {
        let (unit, quarry, troop, prey) = (w.unit(by), w.unit(on), self.troop(by), self.troop(on));
        let way = self.assault_capacity(w, by, 1).cm() - unit.now.run;
        let behind = ground_behind(&self.book, &self.terrain, (&self.piece(w, on), prey), (&self.piece(w, by), troop));
        // On foot it may be first where horses cannot follow (L3C-FUI-05).
        let flight = movement::due(&self.book, self.mover(on).mounted(), quarry.body.case);
        let enemy = Distance::from_cm(self.gap(w, by, on));
        let race = Refuge { pursuer: troop.arm, enemy, flight, ..Refuge::default() };
        let safe = sheltered(&self.book, prey.arm, behind.refuge, &race);
        Pursuit {
            pursuer: Pursuer {
                arm: troop.arm,
                cavalry_type: troop.cavalry_type,
                lancers: troop.lancers,
                figures: self.left(&unit.body, by),
                state: unit.body.state,
                part: Part::Outsider,
                spent: unit.body.points_spent,
                distance: Some(enemy),
                way_left: Some(Distance::from_cm(way)),
                lost_ud: if safe { u8::MAX } else { behind.pursuer_lost_ud },
                ..Pursuer::default()
            },
            pursued: Pursued {
                arm: prey.arm,
                status: prey.status,
                status_used: quarry.now.raised > 0,
                back_plate: prey.back_plate,
                formation: quarry.body.formation,
                figures: self.left(&quarry.body, on).max(1),
                case: quarry.body.case,
                state: quarry.body.state,
                lost_ud: behind.lost_ud,
                obstacle_ud: behind.obstacle_ud,
            },
            ..Pursuit::default()
        }
    }

    /// A pursuit is made at once: it needs no test (L3C-GAP-A47).
    pub(crate) fn pursues(&self, d: &mut D<'_>, by: UnitId, on: UnitId) {
        let chase = pursuit(&self.book, &self.pursuit_of(&d.world, by, on));
        if !chase.may {
            return;
        }
        self.spend(d, by, chase.points, r::L3C_POU_07);
        d.world.unit_mut(by).now.seized = true;
        d.world.unit_mut(by).now.assaulted = true;
        let gap = self.gap(&d.world, by, on);
        let each = losses::steps_of(&self.book, self.troop(on).arm);
        let steps = u16::from(chase.figures_lost).saturating_mul(each);
        if chase.prisoners > 0 {
            self.hurt(d, on, chase.prisoners, r::L3C_POU_12);
        } else if chase.caught && !self.hurt(d, on, steps, r::L3C_POU_15) {
            self.set_case(d, on, chase.case, chase.state, &[r::L3C_POU_05]);
            let due = movement::due(&self.book, self.mover(on).mounted(), chase.case).cm();
            let more = due - d.world.unit(on).now.back;
            self.retires(d, on, Some(by), more, r::L3C_GAP_A56);
        }
        self.change(d, by, &[r::L3C_POU_05], |u| u.body.state = chase.pursuer_state);
        let met = self.rushes(d, by, on, gap.saturating_add(chase.length.cm()));
        self.mingles(d, by, on, met);
    }
}
