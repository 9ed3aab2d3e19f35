//! The end of step M: units that have not acted or are too near to an enemy, generals, burning buildings (ML-GAP-67).

use crate::turn::D;
use crate::world::{Life, Phase, Plan, SEQUENCE, Unit};
use crate::{MarieLouise, Marker, Order, r};
use game::{Flow, Secret, UnitId};
use std::collections::BTreeMap;
use table::{distance, within_cm};

impl MarieLouise {
    /// After the last quarter: hesitant units, then generals, then burning buildings.
    pub(crate) fn after_moves(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::AfterMoves, &[r::ML_GAP_67]);
        d.world.plans = [Secret::Known(BTreeMap::new()), Secret::Known(BTreeMap::new())];
        if self.alternate() {
            self.count_still_at_once(d);
        }
        self.mark_the_idle(d);
        self.move_generals(d)?;
        self.burn_buildings(d)
    }

    /// A unit under M that has not acted becomes hesitant (ML-3.2f); so does one that began within 2 pas of an enemy
    /// and is still there (ML-GAP-68).
    fn mark_the_idle(&self, d: &mut D<'_>) {
        let positions = self.positions(&d.world);
        let mut idle = Vec::new();
        for id in d.world.ids() {
            let unit = d.world.unit(id);
            if !unit.present() || unit.order != Order::Manoeuvre {
                continue;
            }
            if self.idles(unit) {
                idle.push((id, r::ML_3_2F));
            } else if unit.now.began_near && self.on(r::ML_GAP_68) && self.enemy_in_contact(&d.world, &positions, id) {
                idle.push((id, r::ML_GAP_68));
            }
        }
        for (id, rule) in idle {
            self.mark(d, id, Marker::Hesitant, &[rule]);
        }
    }

    /// Whether a unit becomes hesitant if it does nothing more: it is under M and has not moved.
    pub(super) fn idles(&self, unit: &Unit) -> bool {
        unit.order == Order::Manoeuvre && !unit.now.moved && self.on(r::ML_3_2F) && self.on(r::ML_GAP_67)
    }

    /// Counts the quarters that units stay immobile within 2 pas of abandoned guns (ML-8.7f, ML-GAP-34); units that
    /// carry out a plan do not count.
    pub(super) fn count_still(&self, d: &mut D<'_>, plans: &BTreeMap<UnitId, Plan>, quarters: u8) {
        for id in self.spikers(d) {
            if !plans.contains_key(&id) {
                let now = &mut d.world.unit_mut(id).now;
                now.still_quarters = now.still_quarters.saturating_add(quarters);
            }
        }
    }

    /// The same where units act one after another: by the unused share of their sequence.
    fn count_still_at_once(&self, d: &mut D<'_>) {
        for id in self.spikers(d) {
            let now = &mut d.world.unit_mut(id).now;
            let left = (SEQUENCE - now.used.clamp(0, SEQUENCE)) / (SEQUENCE / 4);
            now.still_quarters = rulebook::saturated::<u8, _>(left);
        }
    }

    /// Units within 2 pas of abandoned enemy guns that are not yet spiked.
    fn spikers(&self, d: &D<'_>) -> Vec<UnitId> {
        let w = &d.world;
        let reach = self.book.tables.distance.spike.cm();
        let guns: Vec<UnitId> =
            w.ids().filter(|id| matches!(w.unit(*id).life, Life::Abandoned { spiked: false, .. })).collect();
        if guns.is_empty() || !self.on(r::ML_GAP_34) {
            return Vec::new();
        }
        let near = |id: UnitId, gun: UnitId| {
            self.side(gun) != self.side(id) && within_cm(distance(&w.unit(id).tdc(), &w.unit(gun).tdc()).cm, reach)
        };
        w.ids().filter(|id| w.unit(*id).present() && guns.iter().any(|gun| near(*id, *gun))).collect()
    }
}
