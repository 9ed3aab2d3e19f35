//! Another enemy charges the charger (BE-GAP-89).

use super::declare::Offer;
use super::{ChargeStage, Entry, next, top};
use crate::question::{Bar, Does, Kind, Question, accept, any, choices, pick_one};
use crate::resolve::reaction::{self, Opportunity, Prey};
use crate::terms::marker::Did;
use crate::turn::{D, Step};
use crate::world::{Aspect, ChargeKind, Charging, World};
use crate::{Arm, BatailleEmpire, Body, Ud, r};
use game::{Choice, Deed, Field, Flow, Ref, Reply, Slot, UnitId};
use rulebook::Known;

pub(crate) const INTERCEPT: Kind = Kind {
    rules: &[r::BE_GAP_89, r::BE_GAP_40],
    fields: BatailleEmpire::fields_intercept,
    check: accept,
    suggest: any,
};

impl BatailleEmpire {
    /// One enemy other than the target may make an opportunity charge on the charger (BE-GAP-89).
    pub(super) fn intercept(&self, d: &mut D<'_>, charge: &Charging) -> Flow<()> {
        let side = self.side(charge.at);
        let about = vec![Ref::Unit(charge.by), Ref::Unit(charge.at)];
        let sheet = self.put(d, &Question::Intercept.about(side, about));
        let reply = if choices(&sheet).len() < 2 {
            None
        } else {
            let answers = d.ask_sheets(&[sheet])?;
            answers.into_iter().next().and_then(|replies| replies.into_iter().next())
        };
        let known = d.world.known_to(side);
        let picked = reply.as_ref().and_then(Reply::key).and_then(|key| match key.refs.first() {
            Some(Ref::Unit(by)) => self.opportunity(&known, *by, charge.by, false),
            _ => None,
        });
        let Some(offer) = &picked else {
            next(d, ChargeStage::Fight(Entry::Reply));
            return Ok(());
        };
        self.fall_on(d, offer, ChargeKind::Interception);
        d.then([Step::Charge(ChargeStage::Leg), Step::Charge(ChargeStage::Resume)]);
        Ok(())
    }

    /// Starts an opportunity charge, which marks the unit at once (BE-MA-03, BE-GAP-90).
    pub(crate) fn fall_on(&self, d: &mut D<'_>, offer: &Offer, kind: ChargeKind) {
        let key = Does::OpportunityCharge.about(Ref::Unit(offer.at));
        self.reveal(d, offer.by, r::BE_GAP_40);
        d.tell(Deed::Declared { by: Ref::Unit(offer.by), key }, &[r::BE_GAP_40]);
        self.mark_for(d, offer.by, Did::OpportunityCharge);
        d.world.unit_mut(offer.by).now.reacted_to = d.world.activation.as_ref().map(|activation| activation.number);
        self.begin_charge(d, offer, kind, Vec::new());
    }

    /// The possible interceptions of a charger (BE-GAP-89), as far as known in this world.
    pub(crate) fn interceptions(&self, w: &World, charge: &Charging) -> Vec<Offer> {
        if !self.on(r::BE_GAP_89) || charge.kind != ChargeKind::Plain {
            return Vec::new();
        }
        let far =
            self.book.tables.distance.opportunity_cavalry.max(self.book.tables.distance.opportunity_infantry).cm();
        let piece = self.piece(w, charge.by);
        let units: Vec<UnitId> =
            self.around(w, piece, self.side(charge.at), far).filter(|id| *id != charge.at).collect();
        units.into_iter().filter_map(|by| self.opportunity(w, by, charge.by, false)).collect()
    }

    /// An opportunity charge on a moving unit at its present place (BE-REA-04, BE-REA-12, BE-GAP-39, BE-GAP-40).
    pub(crate) fn opportunity(&self, w: &World, by: UnitId, at: UnitId, changing: bool) -> Option<Offer> {
        let unit = w.unit(by);
        let number = w.activation.as_ref().map(|activation| activation.number);
        let reacted = unit.now.reacted_to.is_some() && unit.now.reacted_to == number && self.on(r::BE_GAP_39);
        if reacted || !unit.present() || unit.inside.is_some() || self.sheet(by).body.arm == Arm::Artillery {
            return None;
        }
        let target = self.piece(w, at);
        let apart = self.apart(w, by, at).cm;
        let aspect = self.aspect(w, &self.piece(w, by), at);
        self.may_fall_on(w, (by, self.figure(w, by)), at, (aspect, changing)).ok()?;
        if !self.in_arc_of_charge(w, by, &target) {
            return None;
        }
        let run = self.run(w, (by, unit.formation, None), (at, aspect)).ok()?;
        self.struck(w, (by, unit.formation, None), (at, aspect), ChargeKind::Opportunity).ok()?;
        Some(Offer { by, at, aspect, apart, reach: run.reach, price: 0, formations: vec![(unit.formation, run.reach)] })
    }

    /// Whether a unit may make an opportunity charge on an enemy that moves, or stands in its way (BE-GAP-39,
    /// BE-GAP-40).
    ///
    /// # Errors
    /// The rule against it.
    pub(super) fn may_fall_on(
        &self,
        w: &World,
        (by, unit): (UnitId, Body),
        at: UnitId,
        (aspect, changing): (Aspect, bool),
    ) -> Result<(), Bar> {
        let mover = Prey { body: self.figure(w, at), flank_attack: aspect != Aspect::Front, changing };
        // The tolerance counts in favour of the reacting unit: 4 UD with a rounding error is within 4 UD.
        let distance = Ud::from_cm(self.apart(w, by, at).cm.saturating_sub(table::SLACK));
        let wish = Opportunity { unit, order: self.order_of(w, by), mover, distance };
        reaction::opportunity_charge(&self.book, &wish)
    }

    fn fields_intercept(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(charge) = top(w) else { return Vec::new() };
        let mut choices = vec![Choice::of(Does::Pass.key(), &[r::BE_GAP_89])];
        for offer in self.interceptions(w, charge) {
            let mut choice = offer.choice();
            choice.key = Does::Charge.about(Ref::Unit(offer.by));
            choices.push(choice);
        }
        slot.about.first().map(|about| pick_one(*about, choices)).into_iter().collect()
    }
}
