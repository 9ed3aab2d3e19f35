//! The reverse view: which enemies could fire at a unit or charge it now, and with what result.

use crate::turn::Shoot;
use crate::world::{Aim, PAS, Positions, World};
use crate::{MarieLouise, Order, r};
use game::{Figure, Insight, Ref, UnitId};
use rulebook::Known;

impl MarieLouise {
    pub(super) fn threats_to(&self, w: &Known<'_, World>, id: UnitId) -> Insight {
        let mut insight = Insight::default();
        let positions = self.positions(w);
        for enemy in self.troops(w, self.side(id).other()) {
            self.threat_of_fire(w, &positions, enemy, id, &mut insight);
            self.threat_of_charge(w, enemy, id, &mut insight);
        }
        insight
    }

    /// A fire by an enemy from its present place, if it has not fired yet.
    fn threat_of_fire(
        &self,
        w: &Known<'_, World>,
        positions: &Positions,
        enemy: UnitId,
        id: UnitId,
        insight: &mut Insight,
    ) {
        if self.fire_bar(w, enemy).is_some() {
            return;
        }
        let Some(mark) = self.marks(w, positions, enemy).into_iter().find(|mark| mark.at == id) else { return };
        let rules = [r::ML_7_2E, r::ML_7_3AA];
        insight.figures.push(Figure::line("threat_of_fire", mark.range, Ref::Unit(enemy), Ref::Unit(id), &rules));
        let shoot = Shoot { by: enemy, at: id, band: None, zone: None, blind: mark.blind };
        insight.prospects.push(self.prospect_of_fire(w, &shoot));
    }

    /// A charge that reaches the unit without bonus: by an enemy under C, or, while orders are face down, by any that
    /// could be under C.
    fn threat_of_charge(&self, w: &Known<'_, World>, enemy: UnitId, id: UnitId, insight: &mut Insight) {
        if !self.undecided(w) && w.unit(enemy).order != Order::Charge {
            return;
        }
        let measure = self.apart(w, enemy, id);
        if measure.cm > self.longest_move(w, enemy) + self.contact() + PAS {
            return;
        }
        let then = self.as_if_ordered(w, enemy, Order::Charge);
        let positions = self.positions(&then);
        if self.charge_bar(&then, enemy).is_some()
            || !self.prey(&then, &positions, enemy).iter().any(|prey| prey.at == id)
        {
            return;
        }
        let charge = self.new_charge(&then, enemy, Aim::At(id));
        let dash = self.dash(&then, &positions, &charge, id);
        if !self.landing(&then, &positions, &dash, &[]).reaches {
            return;
        }
        let rules = [r::ML_8_1C, r::ML_8_1F];
        insight.figures.push(Figure::line("threat_of_charge", measure, Ref::Unit(enemy), Ref::Unit(id), &rules));
        insight.prospects.extend(self.prospects_of_charge(&then, enemy, id));
    }
}
