//! Chargers whose target is gone or out of sight name a new one (ML-GAP-28).

use crate::question::{Does, Kind, Question, accept, any, pick_one};
use crate::turn::D;
use crate::world::{Aim, NamedCharge, Positions, Progress, World};
use crate::{MarieLouise, r};
use game::{Choice, Deed, Field, Flow, Ref, Slot, UnitId};
use rulebook::Known;

pub(crate) const NEW_TARGET: Kind =
    Kind { rules: &[r::ML_GAP_28, r::ML_8_1E], fields: MarieLouise::fields_new_target, check: accept, suggest: any };

impl MarieLouise {
    /// Chargers that need a new target.
    fn without_target(&self, w: &World, positions: &Positions) -> Vec<UnitId> {
        // A unit that has left its square to charge behind it still sees its target (ML-GAP-27).
        let sees = |c: &NamedCharge, target: UnitId| match self.on(r::ML_GAP_27) {
            true => self.could_see(w, positions, (c.by, c.formation), target),
            false => self.can_see(w, positions, c.by, target),
        };
        // Cavalry cannot reach a unit that has fallen back into a forest or a building (ML-3.1h).
        let lost = |c: &NamedCharge, target: UnitId| {
            !w.unit(target).present()
                || self.closed_to(w, c.by, target)
                || !self.mutual(w, c.by, target) && !sees(c, target)
        };
        w.charges
            .iter()
            .filter(|c| c.stage == Progress::Named && self.still_charges(w, c))
            .filter(|c| matches!(c.aim, Aim::At(target) if lost(c, target)))
            .map(|c| c.by)
            .collect()
    }

    fn fields_new_target(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let positions = self.positions(w);
        let mut fields = Vec::new();
        for id in self.without_target(w, &positions).into_iter().filter(|id| self.side(*id) == slot.side) {
            let mut from: Vec<Choice> =
                self.prey(w, &positions, id).iter().map(crate::turn::naming::Prey::choice).collect();
            if !from.is_empty() {
                from.push(Choice::of(Does::NoCharge.key(), &[r::ML_8_1E]));
                fields.push(pick_one(Ref::Unit(id), from));
            }
        }
        fields
    }

    /// Removes charges that have lapsed, measures the others from their present place, and asks for new targets.
    pub(super) fn new_targets(&self, d: &mut D<'_>) -> Flow<()> {
        let lapsed: Vec<bool> = d.world.charges.iter().map(|c| !self.still_charges(&d.world, c)).collect();
        for (charge, lapsed) in d.world.charges.iter_mut().zip(lapsed) {
            if lapsed && charge.stage == Progress::Named {
                charge.stage = Progress::Short;
            }
        }
        let positions = self.positions(&d.world);
        let mut lost = self.without_target(&d.world, &positions);
        if !self.on(r::ML_GAP_28) {
            lost.retain(|by| {
                !d.world.charges.iter().any(|c| c.by == *by && matches!(c.aim, Aim::At(t) if d.world.unit(t).present()))
            });
        }
        let sheets = if self.on(r::ML_GAP_28) { self.sheets_of(d, Question::NewTarget) } else { Vec::new() };
        let replies = self.ask_units(d, &sheets)?;
        for (_, id, reply) in replies {
            let Some(key) = reply.key() else { continue };
            let Some(Ref::Unit(target)) = key.refs.first().copied() else { continue };
            d.tell(Deed::Declared { by: Ref::Unit(id), key: key.clone() }, &[r::ML_GAP_28]);
            lost.retain(|other| *other != id);
            self.begin_charge(d, id, target);
            if let Some(charge) = d.world.charges.iter_mut().find(|c| c.by == id) {
                charge.aim = Aim::At(target);
            }
        }
        for id in lost {
            for charge in d.world.charges.iter_mut().filter(|c| c.by == id) {
                charge.stage = Progress::Short;
            }
            self.no_charge(d, id);
        }
        self.measure_charges(d, |_| true);
        self.mark_charged(d);
        Ok(())
    }

    /// Measures these charges, which have not moved yet, from their present place.
    pub(super) fn measure_charges(&self, d: &mut D<'_>, which: impl Fn(&NamedCharge) -> bool) {
        let mut charges = std::mem::take(&mut d.world.charges);
        for charge in charges.iter_mut().filter(|c| c.stage == Progress::Named && which(c)) {
            self.remeasure(&d.world, charge);
        }
        d.world.charges = charges;
    }
}
