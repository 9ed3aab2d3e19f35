//! Charges: the move, the defence, the impact, the bonus.

use super::{certain, odds_of_class};
use crate::resolve::impact;
use crate::resolve::morale;
use crate::turn::{ComingUp, bonus_throw};
use crate::world::{Aim, NamedCharge, PAS, Positions, World};
use crate::{Arm, Aspect, Distance, Formation, MarieLouise, Marker, Order, r};
use game::{Breakdown, Facts, Line, Odds, Op, Prospect, Ref, Rule, Side, UnitId};
use rulebook::Known;
use table::Cm;

impl MarieLouise {
    /// A charge without bonus at a unit that receives it standing: its defence, and both scores at the impact. The
    /// charger's prospect has the odds of the whole charge.
    pub(crate) fn prospects_of_charge(&self, w: &Known<'_, World>, by: UnitId, target: UnitId) -> Vec<Prospect> {
        let (positions, mut charge) = (self.positions(w), self.new_charge(w, by, Aim::At(target)));
        let dash = self.dash(w, &positions, &charge, target);
        let landing = self.landing(w, &positions, &dash, &[]);
        let odds = self.odds_of_charge(w, by, target).map(|odds| self.told_of(odds, by, target));
        if !landing.reaches {
            let move_of = self.lines_of_charge_move(&charge, dash.allowance);
            let short = Prospect::of(Some(Ref::Unit(by)), move_of).against(Ref::Unit(target)).with(odds);
            return vec![short.given("no_bonus")];
        }
        let mut then = w.in_mind();
        self.come_to_contact(&mut then, &mut charge, target, &landing);
        let mut all = if self.answer_to(&then, &charge, target).fire {
            self.prospects_of_defence(&then, target, by)
        } else {
            Vec::new()
        };
        let receives = self.sheet(target).profile.arm != Arm::Artillery && w.unit(target).marker != Marker::Routing;
        if receives {
            let mut impact = self.prospects_of_impact(&then, by, target, charge.aspect);
            if let Some(first) = impact.first_mut() {
                first.odds = odds;
            }
            all.extend(impact.into_iter().map(|prospect| prospect.given("no_bonus").given("target_receives")));
        } else {
            // Guns and routing units have no score to compare (ML-8.3a, ML-8.7d).
            let move_of = self.lines_of_charge_move(&charge, dash.allowance);
            let ridden_down = Prospect::of(Some(Ref::Unit(by)), move_of).against(Ref::Unit(target)).with(odds);
            all.push(ridden_down.given("no_bonus").given("target_receives"));
        }
        all
    }

    /// A counter-charge: both scores with the units as they stand now, both charging (ML-8.6a, ML-8.6b).
    pub(crate) fn prospects_of_counter_charge(
        &self,
        w: &Known<'_, World>,
        id: UnitId,
        charger: UnitId,
    ) -> Vec<Prospect> {
        let mut then = w.in_mind();
        then.unit_mut(id).order = Order::Charge;
        let charge = self.new_charge(&then, id, Aim::At(charger));
        if self.disorder_of_charge(&then, id, charger).is_some() {
            then.unit_mut(id).formation = Formation::Disorder;
        }
        // Both charge, so either winner may pursue (ML-GAP-29).
        then.charges.push(charge.clone());
        let mut all = self.prospects_of_impact(&then, id, charger, Aspect::Front);
        if let Some(first) = all.first_mut() {
            first.odds = self.odds_from_impact(&then, &charge, charger).map(|odds| self.told_of(odds, id, charger));
        }
        all.into_iter().map(|prospect| prospect.given("as_they_stand")).collect()
    }

    pub(super) fn prospects_of_due_impact(&self, w: &Known<'_, World>, by: UnitId, target: UnitId) -> Vec<Prospect> {
        let Some((charge, _)) = self.due(w).find(|(charge, at)| charge.by == by && *at == target) else {
            return Vec::new();
        };
        let mut charge = charge.clone();
        let mut then = w.in_mind();
        match self.coming_up(w, &charge, target) {
            ComingUp::Stands => {}
            ComingUp::Follows(dash) => self.advance_in_mind(&mut then, &mut charge, &dash),
            ComingUp::Closed | ComingUp::Short => {
                let left = (charge.allowance + charge.bonus - charge.gone).max(0);
                charge.began_at = self.gap_to(w, by, target);
                let move_of = self.lines_of_charge_move(&charge, left);
                let short = Prospect::of(Some(Ref::Unit(by)), move_of).against(Ref::Unit(target));
                return vec![short.with(Some(certain("too_short", 1)))];
            }
        }
        let aspect = self.struck_from(&charge, self.mutual(w, by, target));
        let mut all = self.prospects_of_impact(&then, by, target, aspect);
        if let Some(first) = all.first_mut() {
            first.odds = self.odds_from_impact(&then, &charge, target).map(|odds| self.told_of(odds, by, target));
        }
        all
    }

    /// The scores of both sides at the impact (ML-8.3b), computed as at the impact itself.
    fn prospects_of_impact(&self, w: &Known<'_, World>, by: UnitId, target: UnitId, aspect: Aspect) -> Vec<Prospect> {
        let positions: Positions = self.positions(w);
        let own = self.fighter_of(w, &positions, by, target, Aspect::Front);
        let his = self.fighter_of(w, &positions, target, by, aspect);
        [(by, target, &own, &his), (target, by, &his, &own)]
            .into_iter()
            .map(|(id, on, fighter, enemy)| {
                let mut lines = Breakdown::new("impact", Some(Ref::Unit(id)));
                let _ = morale::dice(&self.book, &mut lines);
                impact::modifiers(&self.book, fighter, enemy, &mut lines);
                Prospect::of(Some(Ref::Unit(id)), lines).against(Ref::Unit(on))
            })
            .collect()
    }

    /// The movement of a charger compared with what it needs (ML-8.1f).
    fn lines_of_charge_move(&self, charge: &NamedCharge, allowance: Cm) -> Breakdown {
        let mut lines = Breakdown::new("charge_move", Some(Ref::Unit(charge.by)));
        let length = |rule: Rule, op: fn(i64) -> Op, cm: Cm| {
            Line::new(rule, op(Distance::from_cm(cm).hundredths())).fact("hundredths_of_pas", 1)
        };
        lines.lines.push(length(r::ML_6A, Op::Start, allowance));
        lines.lines.push(length(r::ML_8_1F, Op::Needs, (charge.began_at - self.contact()).max(0)));
        lines
    }

    /// The bonus of these units: one throw for each brigade and arm (ML-8.2a, ML-8.2c).
    pub(super) fn prospects_of_bonus(&self, w: &Known<'_, World>, takers: &[UnitId]) -> Vec<Prospect> {
        let charge_of = |id: UnitId| w.charges.iter().find(|charge| charge.by == id);
        let takers: Vec<(UnitId, u8)> =
            takers.iter().filter_map(|id| Some((*id, self.charge_dice(w, charge_of(*id)?)))).collect();
        let mut all = Vec::new();
        for (_, ids, dice) in self.bonus_groups(&takers) {
            for charge in ids.into_iter().filter_map(charge_of) {
                let short = (charge.began_at - self.contact() - charge.allowance).max(0);
                let mut lines = Breakdown::new("charge_bonus", Some(Ref::Unit(charge.by)));
                lines.lines.push(Line::new(r::ML_8_2A, Op::Throw(i64::from(dice))));
                let prospect = Prospect::of(Some(Ref::Unit(charge.by)), lines);
                let prospect = prospect.with(odds_of_class(&bonus_throw(dice), "bonus"));
                let needs = i64::from((short + PAS - 1) / PAS);
                all.push(match charge.aim {
                    Aim::At(target) => prospect.against(Ref::Unit(target)).when("bonus", needs, "reaches"),
                    Aim::Beside(_) | Aim::Behind(_) => prospect,
                });
            }
        }
        all
    }

    /// Odds whose assumed replies name the units concerned: a bout calls them 0 and 1.
    fn told_of(&self, mut odds: Odds<Facts>, by: UnitId, target: UnitId) -> Odds<Facts> {
        let name = |about: &mut Ref| match *about {
            Ref::Unit(UnitId(0)) => *about = Ref::Unit(by),
            Ref::Unit(UnitId(1)) => *about = Ref::Unit(target),
            _ => {}
        };
        for (slot, key) in &mut odds.assumed {
            if self.side(by) == Side::Red {
                slot.side = slot.side.other();
            }
            slot.about.iter_mut().chain(&mut key.refs).for_each(name);
        }
        odds
    }
}
