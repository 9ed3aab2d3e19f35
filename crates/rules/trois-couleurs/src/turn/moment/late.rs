//! Opportunities that need a turn first: they come after all moves and assaults (L3C-OPP-04, L3C-GAP-A49).

use super::Chance;
use crate::question::Question;
use crate::turn::{D, Step};
use crate::world::{Cause, World};
use crate::{Cohesion, TroisCouleurs, r};
use game::{Flow, Side, UnitId};
use rulebook::Known;

impl TroisCouleurs {
    /// Both sides choose units that turn to attack an enemy at fault; then that is fought.
    pub(crate) fn late_chances(&self, d: &mut D<'_>) -> Flow<()> {
        for side in self.in_order(&d.world) {
            self.offer(d, side, Question::Chance, |w| self.late_for(w, side))?;
        }
        if !d.world.later.is_empty() {
            d.then([Step::Next]);
        }
        Ok(())
    }

    /// The opportunities of a side against enemies beside or behind one of its units: the nearest for each.
    fn late_for(&self, w: &Known<'_, World>, side: Side) -> Vec<Chance> {
        if !self.book.all(&[r::L3C_OPP_04, r::L3C_GAP_A49]) {
            return Vec::new();
        }
        let free = |id: &UnitId| {
            let unit = w.unit(*id);
            let rested = unit.now.run == 0 && !unit.now.fought && !unit.now.assaulted;
            unit.in_hand() && unit.body.state <= Cohesion::Loose && unit.garrison.is_none() && rested
        };
        let own: Vec<UnitId> = self.troops(w, side).filter(free).collect();
        own.into_iter().filter_map(|by| self.late_chance(w, by)).collect()
    }

    /// The opportunity of a unit against the nearest enemy that it must turn to.
    pub(crate) fn late_chance(&self, w: &Known<'_, World>, by: UnitId) -> Option<Chance> {
        let reach = self.book.tables.distance.opportunity.of(self.troop(by).arm).cm();
        let enemies = self.troops(w, self.side(by).other()).map(|enemy| (self.gap(w, by, enemy), enemy));
        let mut near: Vec<(table::Cm, UnitId)> =
            enemies.filter(|(gap, enemy)| table::within_cm(*gap, reach) && !self.in_front(w, by, *enemy)).collect();
        near.sort_unstable();
        near.into_iter().find_map(|(_, on)| {
            let turned = self.facing_in_mind(w, by, on);
            let chance = self.chance_of(&turned, by, on, None).filter(|chance| chance.attack)?;
            self.in_front(&turned, by, on).then_some(Chance { cause: Cause::Late, fire: false, ..chance })
        })
    }

    /// The table after a unit has turned to an enemy not in front of it, and paid for it.
    pub(crate) fn facing_in_mind<'w>(&self, w: &'w Known<'_, World>, by: UnitId, on: UnitId) -> Known<'w, World> {
        let piece = self.turned_to(w, by, on);
        let mut turned = w.in_mind();
        if self.in_front(w, by, on) || !self.has_room(w, by, &piece) {
            return turned;
        }
        let points = self.points_to_face(w, by, on);
        let unit = turned.unit_mut(by);
        unit.pose = piece.pose.ahead(piece.depth / 2);
        unit.body.points_spent = unit.body.points_spent.saturating_add(points);
        turned
    }

    fn points_to_face(&self, w: &World, by: UnitId, on: UnitId) -> u8 {
        let turn = table::turn(w.unit(by).pose.facing, self.turned_to(w, by, on).pose.facing);
        self.turning_points(w, by, turn).max(1)
    }

    /// A unit turns to the enemy that it is about to attack.
    pub(super) fn faces_for_a_chance(&self, d: &mut D<'_>, by: UnitId, on: UnitId) {
        let (piece, points) = (self.turned_to(&d.world, by, on), self.points_to_face(&d.world, by, on));
        self.spend(d, by, points, r::L3C_OPP_04);
        d.world.unit_mut(by).now.changed = true;
        self.place(d, by, piece.pose.ahead(piece.depth / 2), &[], &[r::L3C_OPP_04]);
    }
}
