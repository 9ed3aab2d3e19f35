//! Plans of march: friends that would pass through each other.

use crate::MarieLouise;
use crate::world::{Plan, World};
use game::{Ask, Prospect, Reply, UnitId};
use rulebook::Known;
use std::collections::BTreeMap;

impl MarieLouise {
    /// The reaction tests of friends that pass through each other if no other unit moves (ML-6.2a, ML-GAP-49).
    pub(super) fn prospects_of_plans(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Vec<Prospect> {
        let positions = self.positions(w);
        let mut plans: BTreeMap<UnitId, Plan> = BTreeMap::new();
        for ((id, permit), reply) in self.planners(w, &ask.slot).into_iter().zip(replies) {
            if let Reply::Marched(march) = reply
                && let Ok(draft) = self.draft(w, &positions, id, permit, &march.legs)
                && !draft.plan.legs.is_empty()
            {
                plans.insert(id, draft.plan);
            }
        }
        let test = |id: UnitId| self.prospect_of_reaction(w, id, None).given("nobody_else_moves");
        self.would_test(w, &plans).into_iter().map(|id| test(id).when("passed", 1, "keeps_order")).collect()
    }
}
