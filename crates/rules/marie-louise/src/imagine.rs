//! What a side cannot know, made up: the other side's orders face down and the rest of its plans. Other luck, other
//! secrets; all of them such as its owner could have laid.

use crate::question::Luck;
use crate::turn::{Step, order_of};
use crate::world::{Orders, Plan, SEQUENCE, World};
use crate::{MarieLouise, Order};
use game::{Play, Ref, Reply, Secret, Side, Slot, UnitId};
use std::collections::BTreeMap;

impl MarieLouise {
    /// Fills in what is hidden in a state that a side sees.
    pub(crate) fn make_up(&self, state: &mut Play<World, Step>, side: Side, luck: u64) {
        let hidden = side.other();
        let orders =
            if orders_lie(&state.agenda) { self.likely_orders(state.now(), hidden, luck) } else { Orders::default() };
        let plans = match quarter_next(&state.agenda) {
            Some(n) => self.likely_plans(state.now(), hidden, n, luck),
            None if self.alternate() => self.likely_numbers(state.now(), hidden, luck),
            None => BTreeMap::new(),
        };
        for world in std::iter::once(&mut state.world).chain(state.live.as_mut().map(|live| &mut live.world)) {
            world.orders[hidden.index()] = Secret::Known(orders.clone());
            world.plans[hidden.index()] = Secret::Known(plans.clone());
        }
    }

    /// Orders that a side could have laid.
    fn likely_orders(&self, w: &World, side: Side, luck: u64) -> Orders {
        let ask = self.sheet_for(w, &Slot::new(side, "orders"));
        let mut orders = Orders::default();
        for (field, reply) in ask.fields.iter().zip(self.propose(w, &ask, luck)) {
            let Some(order) = reply.key().and_then(order_of) else { continue };
            match field.about {
                Ref::Command(command) => {
                    orders.brigades.insert(command, order);
                }
                Ref::Unit(unit) => {
                    orders.units.insert(unit, order);
                }
                _ => {}
            }
        }
        orders
    }

    /// How the units of a side that are on the move may go on.
    fn likely_plans(&self, w: &World, side: Side, quarter: u8, luck: u64) -> BTreeMap<UnitId, Plan> {
        let ask = self.sheet_for(w, &Self::plan_slot(side));
        let replies = self.propose(w, &ask, luck);
        let lie = self.lie(w);
        let mut plans = BTreeMap::new();
        for ((id, permit), reply) in self.planners(w, &ask.slot).into_iter().zip(replies) {
            // Whoever has not stirred so far has no plan, or a turn to make.
            let stands = quarter > 1 && !w.unit(id).now.moved;
            let Reply::Marched(march) = reply else { continue };
            if let Ok(draft) = self.draft(w, &lie, id, permit, &march.legs)
                && !stands
                && !draft.plan.legs.is_empty()
            {
                let done = SEQUENCE / 4 * i32::from(quarter.saturating_sub(1));
                plans.insert(id, Plan { done, ..draft.plan });
            }
        }
        plans
    }

    /// Activation numbers of those who have not acted yet (option of chapter 11).
    fn likely_numbers(&self, w: &World, side: Side, luck: u64) -> BTreeMap<UnitId, Plan> {
        let mut luck = Luck::new(luck);
        let waits = |id: &UnitId| {
            let unit = w.unit(*id);
            unit.order == Order::Manoeuvre
                && !unit.now.moved
                && self.permit(w, *id).is_some_and(|permit| !permit.holds())
        };
        let waiting: Vec<UnitId> = self.troops(w, side).filter(waits).collect();
        let number = |luck: &mut Luck| u8::try_from(luck.between(1, 3)).unwrap_or(1);
        waiting.into_iter().map(|id| (id, Plan { number: number(&mut luck), ..Plan::default() })).collect()
    }
}

/// Whether orders lie on the table face down: they will be opened before any are laid.
fn orders_lie(agenda: &[Step]) -> bool {
    let next = agenda.iter().rev().find(|step| matches!(step, Step::Command | Step::LayOrders));
    matches!(next, Some(Step::Command))
}

/// The quarter of step M that comes next, if the plans of this turn are laid.
fn quarter_next(agenda: &[Step]) -> Option<u8> {
    agenda.iter().rev().find_map(|step| match step {
        Step::Quarter(n) => Some(Some(*n)),
        Step::Plan => Some(None),
        _ => None,
    })?
}
