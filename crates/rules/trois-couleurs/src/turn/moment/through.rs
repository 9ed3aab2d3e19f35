//! After a unit has gone through an enemy (L3C-CAC-08 to L3C-CAC-12): it may engage another, or it slows down.

use super::Chance;
use crate::resolve::combat::onset::{Onset, allowed};
use crate::resolve::combat::passage::{Slowing, slow_down};
use crate::terms::state::degrade;
use crate::turn::D;
use crate::world::{Cause, Class, Later, Placement, World};
use crate::{Case, Distance, Gait, TroisCouleurs, UD, r};
use game::UnitId;
use rulebook::Known;
use table::{Cm, room};

impl TroisCouleurs {
    /// Distance left to a unit that has attacked.
    pub(crate) fn way_left(&self, w: &World, id: UnitId) -> Cm {
        let now = &w.unit(id).now;
        (self.assault_capacity(w, id, 0).cm() - Cm::from(now.slowed) * UD - now.run).max(0)
    }

    /// The nearest enemy in front of a unit that has gone through another: the unit may engage it if its status
    /// suffices for the order that it still has.
    pub(crate) fn onward(&self, w: &Known<'_, World>, by: UnitId) -> Option<Chance> {
        let (unit, troop) = (w.unit(by), self.troop(by));
        if unit.now.pace == Gait::Halted || !unit.in_hand() || !self.on(r::L3C_CAC_09) {
            return None;
        }
        let onset = Onset {
            arm: troop.arm,
            formation: unit.body.formation,
            state: unit.body.state,
            status: troop.status,
            in_front: true,
            follow_on: true,
            ..Onset::default()
        };
        let enemies = self.troops(w, self.side(by).other()).filter(|enemy| {
            self.in_front(w, by, *enemy) && self.sees(w, by, *enemy) && w.unit(*enemy).body.case > Case::Retreat
        });
        let (gap, on) = enemies.map(|enemy| (self.gap(w, by, enemy), enemy)).min()?;
        let reached = gap <= self.way_left(w, by) && allowed(&self.book, &onset).allowed;
        reached.then_some(Chance { by, on, cause: Cause::Onward, attack: true, fire: false })
    }

    /// A unit that has gone through an enemy and does not go on slows down: straight on, as far as it must and can;
    /// without enough room it becomes disordered (L3C-CAC-11), without movement left it stops (L3C-CAC-12).
    pub(crate) fn slow_all(&self, d: &mut D<'_>) {
        for id in d.world.ids() {
            let unit = d.world.unit(id);
            let attacks = d.world.later.iter().any(|entry| entry.attacker == id);
            if unit.now.pace == Gait::Halted || attacks {
                continue;
            }
            if let Some(entry) = self.runs_into(&d.world, id) {
                d.world.later.insert(0, entry);
                continue;
            }
            let attacked = d.world.later.iter().any(|entry| entry.target == id && entry.class != Class::Ordered);
            if unit.in_hand() && !attacked {
                self.slows(d, id);
            }
            d.world.unit_mut(id).now.pace = Gait::Halted;
            if d.world.unit(id).in_hand() {
                self.change(d, id, &[r::L3C_GAP_A87], |u| {
                    u.body.case = Case::Stand;
                    u.body.gait = Gait::Halted;
                    u.body.steps_before = u.body.steps_lost;
                });
            }
        }
    }

    /// The fight of a unit that has gone through one enemy into the zone of another, voluntary or not (L3C-POU-13):
    /// melee without tests (L3C-GAP-A79).
    fn runs_into(&self, w: &World, id: UnitId) -> Option<Later> {
        let zone = self.book.tables.distance.control_zone.cm();
        let fresh = |enemy: &UnitId| w.unit(*enemy).in_hand() && !w.unit(*enemy).now.fought && !w.engaged(*enemy);
        let enemies = self.troops(w, self.side(id).other()).filter(fresh);
        let near = enemies.map(|enemy| (self.gap(w, id, enemy), enemy));
        let held = |(gap, enemy): &(Cm, UnitId)| *gap < zone && self.holds(w, *enemy, id, false);
        let (distance, target) = near.filter(held).min().filter(|_| w.unit(id).in_hand() && self.on(r::L3C_POU_13))?;
        Some(Later {
            attacker: id,
            target,
            to_fire: false,
            class: Class::Met,
            instant: 0,
            distance,
            placement: Placement::Zone,
            stops_from: w.unit(id).now.pace,
            assaulting: false,
        })
    }

    fn slows(&self, d: &mut D<'_>, id: UnitId) {
        let w = &d.world;
        let left = self.way_left(w, id);
        let slowing = Slowing {
            arm: self.troop(id).arm,
            from: w.unit(id).now.pace,
            to: Gait::Halted,
            room: Distance::default(),
            spent: false,
        };
        let wanted = Cm::from(slow_down(&self.book, &slowing).needed) * UD;
        let (piece, facing) = (self.piece(w, id), w.unit(id).pose.facing);
        let far = wanted.min(left);
        let gone = match room(&piece, facing, far, &self.terrain, |f| self.closed(id, f), &self.others(w, id)) {
            Ok(_) => far,
            Err(halt) => (halt.at.cm - 10).max(0),
        };
        let spent = left < wanted && gone == left;
        let slowed = slow_down(&self.book, &Slowing { room: Distance::from_cm(gone), spent, ..slowing });
        if gone > 0 {
            let end = piece.moved(facing, gone);
            self.place(d, id, end.pose.ahead(end.depth / 2), &[], &[r::L3C_CAC_11]);
        }
        if slowed.degrade > 0 {
            let state = degrade(&self.book, d.world.unit(id).body.state, slowed.degrade);
            self.change(d, id, &[r::L3C_CAC_11], |u| u.body.state = state);
        }
    }
}
