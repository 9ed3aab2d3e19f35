//! Where a charge that passed through friends comes to rest (BE-GAP-116).

use crate::turn::D;
use crate::turn::forced::{Friends, Traffic};
use crate::world::Charging;
use crate::{BatailleEmpire, UD, r};
use table::{Piece, overlaps};

impl BatailleEmpire {
    /// A charge that is over upon a friend goes on to the first free place, or back to the last on its way.
    pub(super) fn come_clear(&self, d: &mut D<'_>, charge: &Charging) {
        let by = charge.by;
        let unit = d.world.unit(by);
        if !unit.present() || unit.inside.is_some() || !self.on(r::BE_GAP_116) {
            return;
        }
        let others: Vec<Piece> = self
            .everybody(&d.world)
            .into_iter()
            .filter(|id| *id != by && d.world.unit(*id).inside.is_none())
            .map(|id| self.piece(&d.world, id))
            .collect();
        let free = |piece: &Piece| self.terrain.holds(piece) && !others.iter().any(|other| overlaps(piece, other));
        let own = self.piece(&d.world, by);
        if free(&own) {
            return;
        }
        let keep_off = self.book.tables.distance.contact.cm();
        let traffic = Traffic { keep_off, stood: None, except: None, friends: Friends::Formed, open_only: false };
        let (body, bearing) = (self.figure(&d.world, by), own.pose.facing);
        let (far, _) = self.straight(&d.world, (by, &body), (own, bearing, self.charge_left(charge)), &traffic);
        let ahead = (1..=far / STEP).map(|n| own.moved(bearing, n * STEP));
        let back = (1..=charge.gone / STEP).map(|n| own.moved(bearing + 18_000, n * STEP));
        if let Some(end) = ahead.chain(back).find(free) {
            let (from, end) = (self.pose_of(&own), self.pose_of(&end));
            self.place(d, by, end, &[from, end], &[r::BE_GAP_116]);
        }
    }
}

/// Places are looked for by tenths of a UD.
const STEP: table::Cm = UD / 10;
