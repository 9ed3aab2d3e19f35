//! The first leg of a charge (BE-CHA-05, BE-GAP-44, BE-GAP-45).

use super::{Stage, next, update};
use crate::turn::D;
use crate::turn::forced::Stop;
use crate::world::{Aspect, Charging, Kind};
use crate::{BatailleEmpire, r};
use game::{Facts, Flow};
use table::first_within;

impl BatailleEmpire {
    /// The charger turns towards its target and goes half way.
    pub(super) fn first_leg(&self, d: &mut D<'_>, charge: &Charging) -> Flow<()> {
        let by = charge.by;
        let formation = d.world.unit(by).formation;
        let mut at = charge.at;
        let mut aspect = charge.aspect;
        if !d.world.unit(at).present() {
            next(d, Stage::Over);
            return Ok(());
        }
        let mut run = self.run(&d.world, (by, formation, None), (at, aspect)).ok();
        // Another enemy in the way is struck instead (BE-GAP-45).
        if let Some(Stop::Enemy(other)) = run.as_ref().and_then(|run| self.met_on_the_way(&d.world, by, at, run))
            && self.on(r::BE_GAP_45)
        {
            let own = self.piece(&d.world, by);
            self.reveal(d, other, r::BE_GAP_45);
            self.note(d, other, "in_the_way_of_a_charge", Facts::new(), &[r::BE_GAP_45]);
            at = other;
            aspect = self.aspect(&d.world, &own, other);
            let apart = self.apart(&d.world, by, other).cm;
            update(d, |charge| {
                charge.at = other;
                charge.aspect = aspect;
                charge.declared = apart;
            });
            run = self.run(&d.world, (by, formation, None), (at, aspect)).ok();
        }
        let Some(run) = run else {
            // It stands so close that there is nothing to turn for.
            next(d, self.after_leg(charge));
            return Ok(());
        };
        let leg = self.leg_of(self.apart(&d.world, by, at).cm);
        let target = self.piece(&d.world, at);
        let gone = first_within(&run.start, run.bearing, run.contact, &target, leg.stops_at.cm()).unwrap_or(0);
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

    /// What comes after the first leg (BE-CHA-10): whoever is fallen on by chance may only stand (BE-GAP-40, BE-GAP-89).
    fn after_leg(&self, charge: &Charging) -> Stage {
        match charge.kind {
            Kind::Plain if self.on(r::BE_CHA_10) => Stage::Support,
            Kind::Opportunity if self.on(r::BE_GAP_40) => Stage::CallOff,
            Kind::Interception => Stage::CallOff,
            Kind::Plain | Kind::Pursuit | Kind::Opportunity | Kind::Second => Stage::Reply,
        }
    }
}
