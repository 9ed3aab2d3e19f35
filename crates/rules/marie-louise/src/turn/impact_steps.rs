//! Step C, the impacts: one after another, each with recoil, pursuit, melee, rout and witnesses before the next
//! (chapters 8.3 to 8.5 and 9, ML-GAP-24 to ML-GAP-26, ML-GAP-67).

mod clash;
mod fight_steps;
mod melee_steps;
mod pursuit_steps;
mod recoil;

pub(crate) use clash::{ComingUp, Pair};
pub(crate) use melee_steps::JOIN_MELEE;
pub(crate) use pursuit_steps::PURSUE;

use super::D;
use crate::question::{Does, Kind, Question, accept, any, pick_one};
use crate::world::{Progress, World};
use crate::{MarieLouise, r};
use game::{Choice, Field, Flow, Key, Ref, Side, Slot, UnitId};
use rulebook::Known;

pub(crate) const NEXT_IMPACT: Kind =
    Kind { rules: &[r::ML_8_5A], fields: MarieLouise::fields_next_impact, check: accept, suggest: any };

impl MarieLouise {
    /// The impacts of the side that resolves first: that of the first charge still due (ML-8.5b).
    fn next_impacts(&self, w: &World) -> (Option<Side>, Vec<(UnitId, UnitId)>) {
        let side = self.due(w).next().map(|(charge, _)| self.side(charge.by));
        let all = self.due(w).filter(|(charge, _)| Some(self.side(charge.by)) == side);
        (side, all.map(|(charge, target)| (charge.by, target)).collect())
    }

    fn fields_next_impact(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let (_, impacts) = self.next_impacts(w);
        let choice = |(by, target): &(UnitId, UnitId)| {
            Choice::of(Key { refs: vec![Ref::Unit(*by), Ref::Unit(*target)], ..Does::Impact.key() }, &[r::ML_8_5A])
        };
        vec![pick_one(Ref::Side(slot.side), impacts.iter().map(choice).collect())]
    }

    /// Resolves the next impact; the step repeats until none is left.
    pub(crate) fn impacts(&self, d: &mut D<'_>) -> Flow<()> {
        self.strike_off(d);
        let (side, impacts) = self.next_impacts(&d.world);
        let Some(side) = side else { return Ok(()) };
        let mut next = impacts.first().copied();
        if impacts.len() > 1 && self.on(r::ML_8_5A) {
            let slot = Question::NextImpact.to(side);
            let replies = d.ask(vec![slot])?;
            let key = replies.first().and_then(|replies| replies.first()).and_then(|reply| reply.key());
            if let Some([Ref::Unit(by), Ref::Unit(target)]) = key.map(|key| key.refs.as_slice()) {
                next = Some((*by, *target)).filter(|pair| impacts.contains(pair)).or(next);
            }
        }
        let Some((by, target)) = next else { return Ok(()) };
        d.beat();
        let mutual = self.mutual(&d.world, by, target);
        if mutual && let Some(charge) = self.charge_mut(&mut d.world, target, by) {
            charge.stage = Progress::Done;
        }
        if let Some(charge) = self.charge_mut(&mut d.world, by, target) {
            charge.stage = Progress::Done;
        }
        self.resolve_charge(d, by, target, mutual)?;
        self.supports_waver(d);
        d.then([super::Step::Impacts]);
        Ok(())
    }

    /// Removes charges that no longer apply: the charger is shaken, routs, has recoiled or is gone (ML-GAP-28), or its
    /// target is gone.
    fn strike_off(&self, d: &mut D<'_>) {
        let vain: Vec<(UnitId, UnitId)> = self
            .due(&d.world)
            .filter(|(charge, target)| !self.still_charges(&d.world, charge) || !d.world.unit(*target).present())
            .map(|(charge, target)| (charge.by, target))
            .collect();
        for (by, target) in vain {
            if let Some(charge) = self.charge_mut(&mut d.world, by, target) {
                charge.stage = Progress::Done;
            }
        }
    }
}
