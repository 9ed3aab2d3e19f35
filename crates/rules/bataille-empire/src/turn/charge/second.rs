//! The winner of a shock that already touches a second enemy fights it next (BE-GAP-71).

use super::{Beaten, ChargeStage, Entry, next, update};
use crate::turn::D;
use crate::world::{ChargeKind, Charging, World};
use crate::{BatailleEmpire, UD, r};
use game::UnitId;
use table::SLACK;

impl BatailleEmpire {
    /// The second enemy that a winner touches; of several the first. There is no third.
    pub(super) fn second_enemy(&self, w: &World, charge: &Charging, beaten: &Beaten) -> Option<UnitId> {
        let winner = beaten.winner;
        let may = w.unit(winner).present() && w.unit(winner).inside.is_none() && charge.kind != ChargeKind::Second;
        if !may || !self.on(r::BE_GAP_71) {
            return None;
        }
        let open = |id: &UnitId| *id != beaten.loser && w.unit(*id).inside.is_none() && !w.is_hidden(*id);
        self.around(w, self.piece(w, winner), self.side(winner).other(), SLACK).find(open)
    }

    /// They fight where they stand, the winner marked by the shock it has won (BE-MA-02): a winner that charged is the
    /// attacker, one that stood is the defender.
    pub(super) fn fights_next(&self, d: &mut D<'_>, beaten: &Beaten, second: UnitId) {
        let winner = beaten.winner;
        let (by, at) = if beaten.charged { (winner, second) } else { (second, winner) };
        // The aspect is taken from a point just before they touched (BE-GAP-45).
        let touching = self.piece(&d.world, by);
        let aspect = self.aspect(&d.world, &touching.moved(touching.pose.facing, -UD / 2), at);
        let from = d.world.unit(by).pose;
        update(d, |charge| {
            *charge = Charging {
                by,
                at,
                kind: ChargeKind::Second,
                declared: 0,
                from,
                aspect,
                reach: 0,
                gone: 0,
                reply: None,
                countered: None,
                near: Vec::new(),
                over: charge.over,
            };
        });
        next(d, ChargeStage::Fight(Entry::Meet));
    }
}
