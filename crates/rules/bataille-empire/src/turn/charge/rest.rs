//! Where a charge, a counter-charge or a march comes to rest that would end on another (BE-GAP-116).

use crate::turn::D;
use crate::turn::forced::{Friends, Traffic};
use crate::world::{Charging, Marching, World};
use crate::{BatailleEmpire, UD, r};
use game::UnitId;
use table::{Angle, Cm, Piece, overlaps};

impl BatailleEmpire {
    /// A charge that is over upon another: who has only turned stands again as it stood, otherwise it goes on to the first
    /// free place, or back to the last on its way.
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
        let unit = d.world.unit(by);
        let before = (unit.pose.at == charge.from.at).then(|| self.piece_at(by, charge.from, unit.formation));
        self.leave_others(d, by, before.into_iter().chain(ahead).chain(back(own, charge.gone)));
    }

    /// Movers whose march is at an end before its time, upon friends, go on with it to the first free place, or straight
    /// back.
    pub(in crate::turn) fn come_clear_of_friends(&self, d: &mut D<'_>, march: &Marching, stopped: &[UnitId]) {
        if stopped.is_empty() {
            return;
        }
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
        let others = self.all_but(&d.world, id);
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

    /// The pieces of everybody else who stands on the table.
    fn all_but(&self, w: &World, id: UnitId) -> Vec<Piece> {
        let others = self.everybody(w).into_iter().filter(|other| *other != id && w.unit(*other).inside.is_none());
        others.map(|other| self.piece(w, other)).collect()
    }

    /// How far at most a unit goes straight so as to lie on nobody; nothing: not even where it begins.
    pub(super) fn clear_by(&self, w: &World, id: UnitId, (start, bearing, cm): (Piece, Angle, Cm)) -> Option<Cm> {
        if !self.on(r::BE_GAP_116) {
            return Some(cm);
        }
        let others = self.all_but(w, id);
        let free = |gone: &Cm| !others.iter().any(|other| overlaps(&start.moved(bearing, *gone), other));
        [cm].into_iter().chain((0..=cm / STEP).rev().map(|n| n * STEP)).find(free)
    }
}

/// Places straight behind a piece, as far as it came.
fn back(own: Piece, cm: Cm) -> impl Iterator<Item = Piece> {
    (1..=cm / STEP).map(move |n| own.moved(own.pose.facing + 18_000, n * STEP))
}

/// Places are looked for by tenths of a UD.
const STEP: Cm = UD / 10;
