//! A charge that reaches guns: the gunners fight or flee (ML-8.7d, ML-GAP-34).

use super::clash::Pair;
use crate::morale::Cause;
use crate::turn::D;
use crate::world::Life;
use crate::{MarieLouise, r};
use game::Flow;
use table::Pose;

impl MarieLouise {
    /// The battery takes a morale test: passed, the gunners fight in melee; failed, they leave their guns.
    pub(super) fn guns_reached(&self, d: &mut D<'_>, pair: Pair) -> Flow<()> {
        let lie = self.lie(&d.world);
        let from = d.world.unit(pair.attacker).pose.at;
        let nerve = self.nerve_of(&d.world, &lie, pair.defender, Cause::Attack, pair.aspect, Some(from));
        let passed = self.try_morale(d, &[(pair.defender, nerve)], "gunners")?;
        let place = d.world.unit(pair.defender).pose;
        if passed.first().copied().unwrap_or(true) {
            self.melee(d, pair)?;
        } else {
            self.abandon(d, pair.defender, &[r::ML_8_7D, r::ML_GAP_34]);
        }
        let fled = d.world.unit(pair.defender).life != Life::Present;
        let stands = d.world.unit(pair.attacker).present() && !d.world.unit(pair.attacker).broken();
        if fled && stands && self.on(r::ML_GAP_34) {
            self.take_ground(d, pair.attacker, place);
        }
        Ok(())
    }

    /// Takes the place where somebody stood, facing on along the way there.
    pub(super) fn take_ground(&self, d: &mut D<'_>, id: game::UnitId, place: Pose) {
        let from = d.world.unit(id).pose;
        if from.at == place.at {
            return;
        }
        let bearing = from.at.bearing_to(place.at);
        let lie = self.lie(&d.world);
        let end = self.come_to_rest(&d.world, &lie, id, bearing, Pose { at: place.at, facing: bearing });
        self.place(d, id, end, &[from, end], &[r::ML_GAP_34, r::ML_8_4B]);
        d.world.unit_mut(id).now.moved = true;
    }
}
