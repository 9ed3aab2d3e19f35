//! The end of a charge, counter-charge or march that would overlap another unit (BE-GAP-116).

use crate::turn::D;
use crate::turn::forced::{Friends, Traffic};
use crate::world::{Charging, Marching, World};
use crate::{BatailleEmpire, UD, r};
use game::UnitId;
use table::{Angle, Cm, Piece, overlaps};

impl BatailleEmpire {
    /// The end of a charge that overlaps another unit: a unit that has only turned takes its former pose, otherwise it
    /// moves on to the first free place, or back to the last one on its path.
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

    /// Movers whose march ends early, overlapping friends, move on to the first free place, or straight back.
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

    /// A unit that overlaps another moves to the first free one of these places.
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

    /// The pieces of all other units on the table.
    fn all_but(&self, w: &World, id: UnitId) -> Vec<Piece> {
        let others = self.everybody(w).into_iter().filter(|other| *other != id && w.unit(*other).inside.is_none());
        others.map(|other| self.piece(w, other)).collect()
    }

    /// The longest straight move of a unit that ends on no other unit; `None`: not even its start is free.
    pub(super) fn clear_by(&self, w: &World, id: UnitId, (start, bearing, cm): (Piece, Angle, Cm)) -> Option<Cm> {
        if !self.on(r::BE_GAP_116) {
            return Some(cm);
        }
        let others = self.all_but(w, id);
        let free = |gone: &Cm| !others.iter().any(|other| overlaps(&start.moved(bearing, *gone), other));
        [cm].into_iter().chain((0..=cm / STEP).rev().map(|n| n * STEP)).find(free)
    }
}

/// Places straight behind a piece, up to the distance it came.
fn back(own: Piece, cm: Cm) -> impl Iterator<Item = Piece> {
    (1..=cm / STEP).map(move |n| own.moved(own.pose.facing + 18_000, n * STEP))
}

/// Step in which places are searched, a tenth of a UD.
const STEP: Cm = UD / 10;
