//! Les Aigles as a scripted game: the knowledge of a side, and guesses for the rest.

use crate::turn::Step;
use crate::world::{Papers, World};
use crate::{LesAigles, r};
use game::{Play, Secret, Side, UnitId};
use rulebook::{Hides as _, Known};

rulebook::scripted!(LesAigles, World, Step, watched, trials_in);

impl LesAigles {
    /// Removes what a side may not know.
    fn hide(&self, state: &mut Play<World, Step>, side: Side) {
        if self.on(r::LA_GAP_60) {
            state.worlds_mut().for_each(|world| world.hide_from(side));
        }
    }

    /// Replaces the other side's hidden written orders with plausible ones: the usual orders, and for each charger the
    /// nearest enemy straight ahead.
    fn make_up(&self, state: &mut Play<World, Step>, _: &Known<'_, World>, side: Side, _: u64) {
        let other = side.other();
        for world in state.worlds_mut() {
            if matches!(world.papers[other.index()], Secret::Unknown) {
                let ids: Vec<UnitId> = world.ids().filter(|id| self.side(*id) == other).collect();
                let orders = ids.iter().map(|id| (*id, self.usual_orders(world, *id))).collect();
                let mut papers = Papers { orders, ..Papers::default() };
                for id in
                    ids.into_iter().filter(|id| world.unit(*id).charge.as_ref().is_some_and(|c| c.lands.is_none()))
                {
                    let own = self.body(world, id);
                    let near = self
                        .troops(world, side)
                        .filter_map(|t| Some((self.ahead(&own, &self.body(world, t))?, t)))
                        .min();
                    if let Some((_, target)) = near {
                        papers.targets.insert(id, target);
                    }
                }
                world.papers[other.index()] = Secret::Known(papers);
            }
        }
    }
}
