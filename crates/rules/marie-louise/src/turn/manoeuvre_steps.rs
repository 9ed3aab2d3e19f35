//! Step M: both sides plan in secret, then all units move together, a quarter of a sequence at a time (ML-2e, ML-6.1a,
//! ML-GAP-30, ML-GAP-67); then generals and burning buildings.

mod activation_steps;
mod after;
mod buildings;
mod carry;
mod draft;
mod generals;
mod legs;
mod meet;
mod permit;
mod sheet;
mod suggest;
pub(crate) mod track;

pub(crate) use activation_steps::{ACTIVATE, COUNTER};
pub(crate) use generals::{ESCAPE, GENERALS};
pub(crate) use permit::FORMATIONS;
pub(crate) use sheet::PLAN;

use super::{D, Instant, Step};
use crate::world::{Phase, Plan, SEQUENCE, World};
use crate::{MarieLouise, Order, r};
use carry::Window;
use game::{Flow, Reply, Secret, Side, UnitId};
use std::collections::BTreeMap;

impl MarieLouise {
    /// Secret plans of both sides, with adjustments under T (ML-GAP-67).
    pub(crate) fn plan(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Manoeuvre, &[r::ML_2E, r::ML_GAP_67]);
        self.remember_the_near(d);
        let slots = Side::BOTH.map(Self::plan_slot).into_iter();
        let slots: Vec<_> = slots.filter(|slot| !self.planners(&d.world, slot).is_empty()).collect();
        let answers = d.ask(slots.clone())?;
        let mut plans = [BTreeMap::new(), BTreeMap::new()];
        let positions = self.positions(&d.world);
        for (slot, replies) in slots.iter().zip(&answers) {
            for ((id, permit), reply) in self.planners(&d.world, slot).into_iter().zip(replies) {
                if let Reply::Marched(march) = reply
                    && let Ok(draft) = self.draft(&d.world, &positions, id, permit, &march.legs)
                    && !draft.plan.legs.is_empty()
                {
                    plans[slot.side.index()].insert(id, draft.plan);
                }
            }
        }
        d.world.plans = plans.map(Secret::Known);
        if self.alternate() {
            d.then([Step::Quarter(0), Step::Activate]);
        } else {
            let instants = [Instant::Three, Instant::Four, Instant::Five, Instant::Six];
            d.then((1..).zip(instants).flat_map(|(n, instant)| [Step::Quarter(n), Step::Moment(instant)]));
        }
        Ok(())
    }

    /// Notes units under M that begin within 2 pas of an enemy (ML-GAP-68).
    fn remember_the_near(&self, d: &mut D<'_>) {
        let positions = self.positions(&d.world);
        let near: Vec<UnitId> = d.world.ids().filter(|id| self.enemy_in_contact(&d.world, &positions, *id)).collect();
        for id in near {
            d.world.unit_mut(id).now.began_near = true;
        }
    }

    /// Whether a unit under M has an enemy TdC within 2 pas of its own.
    fn enemy_in_contact(&self, w: &World, positions: &crate::world::Positions, id: UnitId) -> bool {
        let unit = w.unit(id);
        let contact = self.book.tables.distance.contact.cm();
        unit.present()
            && unit.order == Order::Manoeuvre
            && self.around(w, positions, id, contact).any(|(other, _)| self.side(other) != self.side(id))
    }

    /// Carries out a quarter of a sequence of every plan; 0 stands for the whole sequence (with the option of chapter
    /// 11).
    pub(crate) fn quarter(&self, d: &mut D<'_>, n: u8) -> Flow<()> {
        let mut plans = all_plans(&d.world);
        let cut = n > 0 && self.on(r::ML_6_1A) && self.on(r::ML_GAP_30);
        let window = if cut {
            Window { until: SEQUENCE / 4 * i32::from(n), long: SEQUENCE / 4 }
        } else {
            Window { until: SEQUENCE, long: SEQUENCE }
        };
        self.count_still(d, &plans, if n == 0 { 0 } else { 1 });
        self.carry_out(d, &mut plans, window)?;
        self.keep_plans(d, plans);
        if n == 0 { self.draw_numbers(d) } else { Ok(()) }
    }

    /// Stores the rest of the plans.
    fn keep_plans(&self, d: &mut D<'_>, plans: BTreeMap<UnitId, Plan>) {
        let mut by_side = [BTreeMap::new(), BTreeMap::new()];
        for (id, plan) in plans {
            by_side[self.side(id).index()].insert(id, plan);
        }
        d.world.plans = by_side.map(Secret::Known);
    }
}

/// The plans of both sides.
fn all_plans(w: &World) -> BTreeMap<UnitId, Plan> {
    w.plans.iter().filter_map(Secret::known).flatten().map(|(id, plan)| (*id, plan.clone())).collect()
}
