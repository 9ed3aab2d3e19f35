//! Cavalry may try to stop its charge after the target has declared (BE-CHA-08, BE-GAP-93).

use super::{ChargeStage, Entry, next, top, update};
use crate::question::{Does, Kind, accept, any, pick_one};
use crate::resolve::reaction::Line;
use crate::turn::D;
use crate::world::{Aspect, ChargeKind, Charging, Under, World};
use crate::{Ability, BatailleEmpire, Formation, r};
use game::{Choice, Facts, Field, Slot};

pub(crate) const CALL_OFF: Kind =
    Kind { rules: &[r::BE_CHA_08, r::BE_TM_04], fields: |_, _, slot| fields(slot), check: accept, suggest: any };

fn fields(slot: &Slot) -> Vec<Field> {
    let Some(about) = slot.about.first() else { return Vec::new() };
    let choice = |does: Does| Choice::of(does.key(), &[r::BE_CHA_08]);
    vec![pick_one(*about, vec![choice(Does::ChargeHome), choice(Does::CallOff)])]
}

impl BatailleEmpire {
    /// The charger stays at the end of its first leg; an Impetuous counter-charger charges it (BE-GAP-93).
    pub(super) fn called_off(&self, d: &mut D<'_>, charge: &Charging) {
        self.note(d, charge.by, "charge_called_off", Facts::new(), &[r::BE_CHA_08]);
        self.mark_for(d, charge.by, crate::terms::marker::Did::ChargeCalledOff);
        let countered = charge.reply == Some(Line::CounterCharge);
        let wild = self.sheet(charge.at).body.has(Ability::Impetuous) && self.on(r::BE_GAP_06);
        if countered && wild && self.on(r::BE_GAP_93) && d.world.unit(charge.at).present() {
            // It comes from where its own charge began (BE-GAP-111).
            let began = top(&d.world).and_then(|frame| frame.countered);
            let from = began.unwrap_or(d.world.unit(charge.at).pose);
            update(d, |frame| {
                (frame.by, frame.at) = (charge.at, charge.by);
                (frame.from, frame.countered) = (from, None);
                frame.aspect = Aspect::Front;
                frame.reply = None;
            });
            next(d, ChargeStage::Fight(Entry::Meet));
            return;
        }
        // The charge below continues: this one did not reach it (BE-GAP-89).
        next(d, ChargeStage::Over);
    }

    /// The formation of a target charged at the start of a march that begins with a change of formation: it has not made
    /// the change (BE-GAP-40).
    pub(crate) fn change_not_made(&self, w: &World, charge: &Charging) -> Option<Formation> {
        let caught = charge.kind == ChargeKind::Opportunity && self.on(r::BE_GAP_40);
        let began = caught && self.begins_with_change(w, charge.at);
        w.unit(charge.at).now.was.filter(|_| began)
    }

    /// A charge that reached its target ends the charge or march of that target (BE-GAP-88, BE-GAP-89).
    pub(super) fn ends_what_it_struck(&self, d: &mut D<'_>, charge: &Charging) {
        match charge.kind {
            ChargeKind::Interception => {}
            ChargeKind::Opportunity => {
                if let Some(was) = self.change_not_made(&d.world, charge) {
                    self.reform(d, charge.at, was, &[r::BE_GAP_40]);
                }
                d.world.unit_mut(charge.at).now.cut = true;
                return;
            }
            ChargeKind::Plain | ChargeKind::Pursuit | ChargeKind::Second => return,
        }
        let below = d.world.under.iter_mut().rev().nth(1);
        if let Some(Under::Charge(below)) = below {
            below.over = true;
        }
    }
}
