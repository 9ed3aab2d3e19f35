//! Moves in support of a charge (BE-GAP-92), and fire that supports in the shock (BE-GAP-56).

use super::{Stage, next};
use crate::question::{Kind, accept, any};
use crate::turn::D;
use crate::world::{Charging, World};
use crate::{Arm, Band, BatailleEmpire, Formation, Supports, Ud, fire, r};
use game::{Field, Flow, Slot, UnitId};
use table::within_cm;

pub(crate) const SUPPORT: Kind =
    Kind { rules: &[r::BE_GAP_92, r::BE_MA_06], fields: BatailleEmpire::fields_support, check: accept, suggest: any };

impl BatailleEmpire {
    /// Units of the charger's division near enough to move in support when the charge is declared (BE-GAP-92).
    pub(super) fn near_charger(&self, w: &World, by: UnitId) -> Vec<UnitId> {
        let reach = self.book.tables.distance.support_move.cm();
        let near = |id: &UnitId| *id != by && self.within(w, by, *id, reach);
        self.of_division(w, self.sheet(by).command).into_iter().filter(near).collect()
    }

    /// The active side may bring units up before the target declares (BE-CHA-10, BE-GAP-92).
    pub(super) fn support_charge(&self, d: &mut D<'_>, charge: &Charging) -> Flow<()> {
        let _ = charge;
        next(d, Stage::Intercept);
        Ok(())
    }

    fn fields_support(&self, w: &World, slot: &Slot) -> Vec<Field> {
        let _ = (w, slot);
        Vec::new()
    }

    /// Friends of a unit who can support it by fire against an enemy, each with its kind: who could fire at him, in
    /// order and unmarked, and has not supported yet (BE-GAP-56).
    pub(crate) fn supporting_fire(&self, w: &World, of: UnitId, enemy: UnitId) -> Vec<(UnitId, Supports)> {
        if !self.on(r::BE_GAP_56) {
            return Vec::new();
        }
        let target = self.piece(w, enemy);
        let near = self.book.tables.distance.fire_support.cm();
        let kind = |id: UnitId| -> Option<Supports> {
            let unit = w.unit(id);
            if unit.marker || unit.disorder || unit.now.supported || !self.in_arc_of_fire(w, id, &target) {
                return None;
            }
            let apart = self.apart(w, id, enemy).cm;
            let body = self.figure(w, id);
            let (_, band) = fire::band(&self.book, &body, self.level(w, id) > 0, Ud::from_cm(apart))?;
            let kind = match (body.arm, body.formation) {
                (Arm::Artillery, _) if band == Band::Short => Supports { canister: 1, ..Supports::default() },
                (Arm::Infantry, Formation::Skirmish) => Supports { skirmishers: 1, ..Supports::default() },
                (Arm::Infantry, _) if within_cm(apart, near) => Supports { fire: 1, ..Supports::default() },
                _ => return None,
            };
            self.sees(w, id, enemy).then_some(kind)
        };
        let friends = self.around(w, target, self.side(of), crate::UD * 6).filter(|id| *id != of);
        friends.filter_map(|id| Some((id, kind(id)?))).collect()
    }
}
