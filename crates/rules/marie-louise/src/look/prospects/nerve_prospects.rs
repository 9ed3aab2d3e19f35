//! Tests of a single unit or general: orders, reaction, rally, pursuit, melee.

use super::{certain, odds_of_class, units_chosen};
use crate::question::Does;
use crate::resolve::melee;
use crate::resolve::morale::{self, Cause, Nerve};
use crate::resolve::pursuit::{self, Pursuit};
use crate::resolve::reaction::{self, Check};
use crate::turn::order_of;
use crate::world::{Life, Positions, World};
use crate::{Arm, Aspect, MarieLouise, r};
use game::{Ask, Breakdown, Key, Prospect, Ref, Reply, UnitId};
use rulebook::Known;

/// A test of one die with its odds.
fn checked(lines: Breakdown, check: &Check) -> Prospect {
    let odds = check.throw().map_or_else(|| Some(certain("passed", 1)), |throw| odds_of_class(&throw, "passed"));
    Prospect::of(lines.of, lines).with(odds)
}

impl MarieLouise {
    /// A reaction test; `charger`: the unit whose charge is the reason.
    pub(crate) fn prospect_of_reaction(&self, w: &Known<'_, World>, id: UnitId, charger: Option<UnitId>) -> Prospect {
        let mut lines = Breakdown::new("reaction", Some(Ref::Unit(id)));
        let check = reaction::reaction(&self.book, &self.reaction_of(w, id, charger), &mut lines);
        checked(lines, &check)
    }

    /// Orders before they are laid: the tests of phase 3 that they lead to (chapter 4), and before them the rally tests
    /// of phase 2.
    pub(super) fn prospects_of_orders(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Vec<Prospect> {
        let mut all = Vec::new();
        for (field, reply) in ask.fields.iter().zip(replies) {
            let Some(order) = reply.key().and_then(order_of) else { continue };
            match field.about {
                Ref::Command(command) => {
                    let place = usize::from(command);
                    if w.general(place).life != Life::Present {
                        continue;
                    }
                    let change = self.order_change_of(w, place, order, w.command(place).order);
                    let mut lines = Breakdown::new("order_change", Some(Ref::Unit(w.general_id(place))));
                    let check = reaction::order_change(&self.book, &change, &mut lines);
                    all.push(checked(lines, &check).against(field.about).when("passed", 1, "order_taken"));
                }
                Ref::Unit(id) => {
                    let battery = self.sheet(id).profile.arm == Arm::Artillery && self.on(r::ML_3_2A);
                    if !battery && self.os_needs_test(w, id, order) {
                        all.push(self.prospect_of_reaction(w, id, None).when("passed", 1, "order_taken"));
                    }
                }
                _ => {}
            }
        }
        let positions = self.positions(w);
        let broken = self.troops(w, ask.slot.side).filter(|id| w.unit(*id).broken());
        all.extend(broken.filter_map(|id| self.prospect_of_rally(w, &positions, id)));
        all
    }

    /// Generals before they attach: the rally tests of the units that they join.
    pub(super) fn prospects_of_attaching(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Vec<Prospect> {
        let mut then = w.in_mind();
        let mut led = Vec::new();
        for (general, key) in units_chosen(ask, replies) {
            let Some(place) = w.general_of(general) else { continue };
            let to = match key.refs.first() {
                Some(Ref::Unit(unit)) => Some(*unit),
                _ => None,
            };
            then.general_mut(place).attached = to;
            led.extend(to.filter(|unit| w.unit(*unit).broken()));
        }
        let positions = self.positions(&then);
        led.into_iter().filter_map(|id| self.prospect_of_rally(&then, &positions, id)).collect()
    }

    /// The rally test of a shaken or routing unit (ML-5.3a).
    pub(crate) fn prospect_of_rally(
        &self,
        w: &Known<'_, World>,
        positions: &Positions,
        id: UnitId,
    ) -> Option<Prospect> {
        if !self.on(r::ML_2C) || !self.on(r::ML_5_3A) {
            return None;
        }
        let nerve = self.nerve_of(w, positions, id, Cause::Rally, Aspect::Front, None);
        let mut rally = self.prospect_of_morale(id, &nerve, "rally").when("passed", 1, "rallies");
        self.name_neighbours(w, positions, id, &[], &mut rally.breakdown);
        Some(rally)
    }

    /// A morale test in a situation.
    pub(crate) fn prospect_of_morale(&self, id: UnitId, nerve: &Nerve, test: &'static str) -> Prospect {
        let mut lines = Breakdown::new(test, Some(Ref::Unit(id)));
        let (_, throw) = morale::test(&self.book, nerve, &mut lines);
        Prospect::of(Some(Ref::Unit(id)), lines).with(odds_of_class(&throw, "passed"))
    }

    /// The pursuit test of a winner (ML-8.4a to ML-8.4d).
    pub(super) fn prospect_of_pursuit(&self, w: &Known<'_, World>, id: UnitId, key: &Key) -> Option<Prospect> {
        let overconfident = self.sheet(id).profile.overconfident;
        let pursuit = Pursuit { unit: self.reaction_of(w, id, None), overconfident, ..Pursuit::default() };
        let mut lines = Breakdown::new("pursuit", Some(Ref::Unit(id)));
        let check = pursuit::test(&self.book, &pursuit, &mut lines)?;
        let means = if Does::Inverted.is(key) { "runs_on" } else { "takes_place" };
        Some(checked(lines, &check).when("passed", 1, means))
    }

    /// A unit in the next round of a melee (ML-9b to ML-9f).
    pub(super) fn prospect_of_melee(&self, w: &Known<'_, World>, id: UnitId) -> Prospect {
        let mut lines = Breakdown::new("melee", Some(Ref::Unit(id)));
        let power = melee::power(&self.book, &self.brawler(w, id), &mut lines);
        Prospect::of(Some(Ref::Unit(id)), lines).with(odds_of_class(&power.throw(), "losses"))
    }
}
