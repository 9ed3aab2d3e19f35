//! The value of an order of the commander-in-chief: whether a division that does not attack should.

use super::gists::plain;
use crate::question::Does;
use crate::world::{Aspect, World};
use crate::{Arm, BatailleEmpire, Order, UD};
use game::{Choice, Gist, Intent, Ref, Side, UnitId};
use rulebook::Known;
use table::Cm;

/// Cost of a reserve that waits while others fight, in hundredths of a point.
const RESERVE: i64 = 60;
/// Mean number of points that a divisional general has in a turn.
const OWN_POINTS: i64 = 2;
/// A division within this distance of the enemy attacks with its full value; farther away with less.
const NEAR: Cm = 12 * UD;

impl BatailleEmpire {
    /// An order of the commander-in-chief to attack, by the expected result of the attack.
    pub(super) fn chief_gist(&self, w: &Known<'_, World>, side: Side, choice: &Choice) -> Gist {
        let Some(Ref::Command(division)) = choice.key.refs.first().copied() else { return plain(Intent::Hold) };
        let order = choice.then.first().and_then(|field| field.default.key());
        let attacks = order.and_then(|key| crate::turn::order_named(&key.does)) == Some(Order::Attack);
        match Does::of(&choice.key) {
            Some(Does::Release) if self.of_division(w, division).is_empty() => {
                Gist { gain: RESERVE, cost: 1, ..plain(Intent::Support) }
            }
            Some(Does::Order | Does::Release) if attacks && !self.guards(w, division, side) => {
                self.attack_of(w, division)
            }
            // The division leaves the objective that it guards: only for a general with a plan.
            Some(Does::Order | Does::Release) if attacks => {
                Gist { intent: Intent::Lend, ..self.attack_of(w, division) }
            }
            Some(Does::Transfer) => Gist { gain: self.wants(w, division), ..plain(Intent::Lend) },
            _ => Gist::default(),
        }
    }

    /// The value of one more point to a division, in hundredths: by the number of units that would be idle without it.
    fn wants(&self, w: &Known<'_, World>, division: u16) -> i64 {
        let acts = |id: &UnitId| w.unit(*id).present() && w.unit(*id).inside.is_none();
        let units = self.of_division(w, division).into_iter().filter(acts).count();
        let has = i64::from(w.division(division).given) + OWN_POINTS;
        (rulebook::saturated::<i64, _>(units) - has).max(0) * 100
    }

    /// Whether a division guards an objective of its side, where it stays.
    fn guards(&self, w: &Known<'_, World>, division: u16, side: Side) -> bool {
        let state = w.division(division);
        let Some(zone) = state.zone.as_ref().filter(|_| state.order == Order::Hold) else { return false };
        let near = f64::from(self.book.tables.orders.zone.cm() + self.book.tables.orders.objective.cm());
        let held = self.scenario.objectives.iter().zip(&w.holders).filter(|(_, holder)| **holder == Some(side));
        held.into_iter().any(|(objective, _)| objective.middle.to(zone.point) <= near)
    }

    /// The expected gains and losses of a division if each unit attacked its nearest enemy.
    fn attack_of(&self, w: &Known<'_, World>, division: u16) -> Gist {
        let mut there = w.in_mind();
        there.division_mut(division).order = Order::Attack;
        let strikes = |id: &UnitId| self.sheet(*id).body.arm != Arm::Artillery && !w.unit(*id).disorder;
        let (mut chances, mut gain, mut cost, mut units) = (0_i64, 0, 0, 0);
        for id in self.of_division(w, division).into_iter().filter(strikes) {
            let Some((enemy, measure)) = self.tactical(w, id) else { continue };
            let clash = self.weigh(&there, &self.charge_home(&there, id, enemy, Aspect::Front));
            let (near, far) = (i64::from(NEAR), i64::from(measure.cm.max(NEAR)));
            chances += i64::from(clash.chance);
            gain += clash.gain * near / far;
            cost += clash.cost * near / far;
            units += 1;
        }
        if units == 0 {
            return Gist::default();
        }
        let chance = rulebook::saturated::<u16, _>(chances / units);
        Gist { intent: Intent::Attack, target: None, chance, gain, cost }
    }
}
