//! Where a charge or a march that passed through friends comes to rest (BE-GAP-116).

use crate::turn::D;
use crate::turn::forced::{Friends, Traffic};
use crate::world::{Charging, Marching};
use crate::{BatailleEmpire, UD, r};
use game::UnitId;
use table::{Piece, overlaps};

impl BatailleEmpire {
    /// A charge that is over upon a friend goes on to the first free place, or back to the last on its way.
    pub(super) fn come_clear(&self, d: &mut D<'_>, charge: &Charging) {
        let by = charge.by;
        if !d.world.unit(by).present() {
            return;
        }
        let own = self.piece(&d.world, by);
        let keep_off = self.book.tables.distance.contact.cm();
        let traffic = Traffic { keep_off, stood: None, except: None, friends: Friends::Formed, open_only: false };
        let (body, bearing) = (self.figure(&d.world, by), own.pose.facing);
        let (far, _) = self.straight(&d.world, (by, &body), (own, bearing, self.charge_left(charge)), &traffic);
        let ahead = (1..=far / STEP).map(|n| own.moved(bearing, n * STEP));
        self.leave_others(d, by, ahead.chain(back(own, charge.gone)));
    }

    /// Movers whose march is at an end before its time, upon friends, go on with it to the first free place, or straight
    /// back.
    pub(in crate::turn) fn come_clear_of_friends(&self, d: &mut D<'_>, march: &Marching, stopped: &[UnitId]) {
        let left = self.clear_of_enemies(&d.world, march).min(march.course.length());
        for (n, id) in march.movers.iter().enumerate().filter(|(_, id)| stopped.contains(id)) {
            let ahead = (1..=left / STEP).filter_map(|step| march.course.at(step * STEP).get(n).copied());
            let own = self.piece(&d.world, *id);
            self.leave_others(d, *id, ahead.chain(back(own, march.course.gone)));
        }
    }

    /// A unit that stands upon another goes to the first of these places that is free.
    fn leave_others(&self, d: &mut D<'_>, id: UnitId, mut places: impl Iterator<Item = Piece>) {
        if d.world.unit(id).inside.is_some() || !self.on(r::BE_GAP_116) {
            return;
        }
        let others: Vec<Piece> = self
            .everybody(&d.world)
            .into_iter()
            .filter(|other| *other != id && d.world.unit(*other).inside.is_none())
            .map(|other| self.piece(&d.world, other))
            .collect();
        let free = |piece: &Piece| self.terrain.holds(piece) && !others.iter().any(|other| overlaps(piece, other));
        let own = self.piece(&d.world, id);
        if free(&own) {
            return;
        }
        if let Some(end) = places.find(free) {
            let (from, end) = (self.pose_of(&own), self.pose_of(&end));
            self.place(d, id, end, &[from, end], &[r::BE_GAP_116]);
        }
    }
}

/// Places straight behind a piece, as far as it came.
fn back(own: Piece, cm: table::Cm) -> impl Iterator<Item = Piece> {
    (1..=cm / STEP).map(move |n| own.moved(own.pose.facing + 18_000, n * STEP))
}

/// Places are looked for by tenths of a UD.
const STEP: table::Cm = UD / 10;
