//! The first leg of a charge (BE-CHA-05, BE-GAP-44, BE-GAP-45).

use super::charge_way::ChargeWay;
use super::{ChargeStage, Entry, next, update};
use crate::terms::marker::Did;
use crate::turn::D;
use crate::turn::forced::{Friends, Stop, Traffic};
use crate::world::{Aspect, ChargeKind, Charging, World};
use crate::{BatailleEmpire, r};
use game::{Facts, Flow, UnitId};
use table::{Cm, first_within};

/// How a charge starts towards its target.
enum FirstWay {
    /// The target is so close that there is no need to turn.
    Close,
    /// Straight at the target.
    Free(ChargeWay),
    /// Another enemy is in the way: it is struck instead (BE-GAP-45), or may not be charged and ends the declared path
    /// (BE-GAP-102).
    Met(UnitId, Result<(UnitId, Aspect, ChargeWay), ChargeWay>),
}

impl BatailleEmpire {
    /// The charger turns towards its target and moves half way.
    pub(super) fn first_leg(&self, d: &mut D<'_>, charge: &Charging) -> Flow<()> {
        let by = charge.by;
        let mut at = charge.at;
        let mut aspect = charge.aspect;
        if !d.world.unit(at).present() {
            next(d, ChargeStage::Over);
            return Ok(());
        }
        let run = match self.first_way(&d.world, charge) {
            FirstWay::Close => {
                self.wake(d, self.sheet(at).command)?;
                next(d, self.after_leg(charge));
                return Ok(());
            }
            FirstWay::Free(run) => run,
            FirstWay::Met(other, struck) => {
                self.reveal(d, other, r::BE_GAP_45);
                self.note(d, other, "in_the_way_of_a_charge", Facts::new(), &[r::BE_GAP_45]);
                let run;
                (at, aspect, run) = match struck {
                    Ok(struck) => struck,
                    Err(declared) => {
                        self.stop_before(d, charge, &declared);
                        return Ok(());
                    }
                };
                let apart = self.apart(&d.world, by, at).cm;
                update(d, |charge| {
                    charge.at = at;
                    charge.aspect = aspect;
                    charge.declared = apart;
                });
                run
            }
        };
        let gone = self.leg_along(&d.world, (by, at), &run);
        let end = run.start.moved(run.bearing, gone);
        let path = [d.world.unit(by).pose, self.pose_of(&run.start), self.pose_of(&end)];
        self.place(d, by, self.pose_of(&end), &path, &[r::BE_CHA_04, r::BE_CHA_05, r::BE_GAP_45]);
        update(d, |charge| charge.gone = charge.gone.saturating_add(gone));
        if aspect != Aspect::Front {
            self.note(d, at, "taken_in_flank", Facts::new(), &[r::BE_GAP_45]);
        }
        self.wake(d, self.sheet(at).command)?;
        next(d, self.after_leg(charge));
        Ok(())
    }

    /// How a charge starts towards its target.
    fn first_way(&self, w: &World, charge: &Charging) -> FirstWay {
        let who = (charge.by, w.unit(charge.by).formation, None);
        let Ok(declared) = self.run(w, who, (charge.at, charge.aspect)) else { return FirstWay::Close };
        match self.met_on_the_way(w, charge.by, charge.at, &declared) {
            Some(Stop::Enemy(other)) if self.on(r::BE_GAP_45) => {
                let struck = self.struck(w, who, (charge.at, charge.aspect), charge.kind);
                FirstWay::Met(other, struck.map_err(|_| declared))
            }
            _ => FirstWay::Free(declared),
        }
    }

    /// The length of the first leg on a path (BE-CHA-05, BE-GAP-44).
    fn leg_along(&self, w: &World, (by, at): (UnitId, UnitId), run: &ChargeWay) -> Cm {
        let leg = self.leg_of(self.apart(w, by, at).cm);
        first_within(&run.start, run.bearing, run.contact, &self.piece(w, at), leg.stops_at.cm()).unwrap_or(0)
    }

    /// The charge after its first leg, on a copy of the world: its target, and the place of the charger.
    pub(crate) fn after_first_leg(&self, w: &World, charge: &Charging) -> (World, Charging) {
        let (mut there, mut charge) = (w.clone(), charge.clone());
        let begun = w.unit(charge.by).pose != charge.from || charge.gone > 0 || charge.kind == ChargeKind::Second;
        if begun {
            return (there, charge);
        }
        let (at, aspect, run) = match self.first_way(w, &charge) {
            FirstWay::Free(run) => (charge.at, charge.aspect, run),
            FirstWay::Met(_, Ok(struck)) => struck,
            FirstWay::Close | FirstWay::Met(_, Err(_)) => return (there, charge),
        };
        let gone = self.leg_along(w, (charge.by, at), &run);
        let end = self.pose_of(&run.start.moved(run.bearing, gone));
        self.place_in_mind(&mut there, charge.by, end);
        if at != charge.at {
            charge.declared = self.apart(w, charge.by, at).cm;
        }
        // A target charged by chance may only stand, and its player is not asked which unit fights.
        let names = matches!(charge.kind, ChargeKind::Plain | ChargeKind::Pursuit);
        let fights = if names { self.fights_unless_named(&there, at) } else { at };
        (charge.at, charge.aspect, charge.gone) = (fights, aspect, gone);
        (there, charge)
    }

    /// A charge that meets an enemy it may not charge, hidden when it was declared, ends 1 UD in front of it
    /// (BE-GAP-102).
    fn stop_before(&self, d: &mut D<'_>, charge: &Charging, run: &ChargeWay) {
        let by = charge.by;
        let keep_off = self.book.tables.distance.contact.cm();
        let traffic = Traffic { keep_off, stood: None, except: None, friends: Friends::Formed, open_only: false };
        let body = self.figure(&d.world, by);
        let (free, _) = self.straight(&d.world, (by, &body), (run.start, run.bearing, run.contact), &traffic);
        let end = self.pose_of(&run.start.moved(run.bearing, free));
        let path = [d.world.unit(by).pose, self.pose_of(&run.start), end];
        self.place(d, by, end, &path, &[r::BE_CHA_05, r::BE_GAP_102]);
        self.mark_for(d, by, Did::ChargeCalledOff);
        next(d, ChargeStage::Over);
    }

    /// The stage after the first leg (BE-CHA-10): a target charged by chance may only stand (BE-GAP-40, BE-GAP-89).
    fn after_leg(&self, charge: &Charging) -> ChargeStage {
        match charge.kind {
            ChargeKind::Plain if self.on(r::BE_CHA_10) => ChargeStage::Support,
            ChargeKind::Opportunity if self.on(r::BE_GAP_40) => ChargeStage::Fight(Entry::Leash),
            ChargeKind::Interception => ChargeStage::Fight(Entry::Leash),
            ChargeKind::Plain | ChargeKind::Pursuit | ChargeKind::Opportunity | ChargeKind::Second => {
                ChargeStage::Fight(Entry::Reply)
            }
        }
    }
}
