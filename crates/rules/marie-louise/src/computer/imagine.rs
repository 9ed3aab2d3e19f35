//! Invents what a side cannot know: the other side's face-down orders and the rest of its plans. Another seed gives
//! others; all are such that the other side could have chosen them.

use crate::MarieLouise;
use crate::question::Question;
use crate::turn::{Step, orders_in};
use crate::world::{Orders, Plan, SEQUENCE, World};
use game::{Play, Reply, Secret, Side, UnitId};
use rulebook::Known;
use rulebook::question::Asks as _;
use std::collections::BTreeMap;

impl MarieLouise {
    /// Fills in the hidden parts of a state that a side sees.
    pub(crate) fn make_up(&self, state: &mut Play<World, Step>, known: &Known<'_, World>, side: Side, luck: u64) {
        let hidden = side.other();
        let place = hidden.index();
        if state.now().orders[place].known().is_none() {
            let orders =
                if orders_lie(&state.agenda) { self.likely_orders(known, hidden, luck) } else { Orders::default() };
            for world in worlds(state) {
                world.orders[place] = Secret::Known(orders.clone());
            }
        }
        if state.now().plans[place].known().is_none() {
            let next = quarter_next(&state.agenda);
            let plans = |n: u8| {
                let mut known = known.in_mind();
                known.orders[place] = state.now().orders[place].clone();
                self.likely_plans(&known, hidden, n, luck)
            };
            let plans = next.map(plans).unwrap_or_default();
            for world in worlds(state) {
                world.plans[place] = Secret::Known(plans.clone());
            }
        }
    }

    /// Orders that a side could have given.
    fn likely_orders(&self, w: &Known<'_, World>, side: Side, luck: u64) -> Orders {
        let ask = self.sheet_for(w, &Question::Orders.to(side));
        orders_in(&ask, &self.propose(w, &ask, luck))
    }

    /// Possible continuations of the units of a side that are moving.
    fn likely_plans(&self, w: &Known<'_, World>, side: Side, quarter: u8, luck: u64) -> BTreeMap<UnitId, Plan> {
        let ask = self.sheet_for(w, &Self::plan_slot(side));
        let replies = self.propose(w, &ask, luck);
        let positions = self.positions(w);
        let mut plans = BTreeMap::new();
        for ((id, permit), reply) in self.planners(w, &ask.slot).into_iter().zip(replies) {
            // A unit that has not moved so far has no plan, or a turn to make.
            let stands = quarter > 1 && !w.unit(id).now.moved;
            let Reply::Marched(march) = reply else { continue };
            if let Ok(draft) = self.draft(w, &positions, id, permit, &march.legs)
                && !stands
                && !draft.plan.legs.is_empty()
            {
                let done = SEQUENCE / 4 * i32::from(quarter.saturating_sub(1));
                plans.insert(id, Plan { done, ..draft.plan });
            }
        }
        plans
    }
}

/// The world at the start of the current step, and now.
fn worlds(state: &mut Play<World, Step>) -> impl Iterator<Item = &mut World> {
    std::iter::once(&mut state.world).chain(state.live.as_mut().map(|live| &mut live.world))
}

/// Whether face-down orders are on the table: they will be revealed before new ones are given.
fn orders_lie(agenda: &[Step]) -> bool {
    let next = agenda.iter().rev().find(|step| matches!(step, Step::Command | Step::LayOrders));
    matches!(next, Some(Step::Command))
}

/// The next quarter of step M, if the plans of this turn are made.
fn quarter_next(agenda: &[Step]) -> Option<u8> {
    agenda.iter().rev().find_map(|step| match step {
        Step::Quarter(n) => Some(Some(*n)),
        Step::Plan => Some(None),
        _ => None,
    })?
}
