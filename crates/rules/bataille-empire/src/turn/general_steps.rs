//! Generals reached by enemies (BE-GAP-18).

use super::D;
use crate::world::{Life, World};
use crate::{BatailleEmpire, r};
use game::{Side, UnitId};
use table::{Cm, Piece, Pose, SLACK, point_to_piece, within_cm};

impl BatailleEmpire {
    /// Unattached generals reached by an enemy unit join the nearest friend within reach, or are lost (BE-GAP-18).
    pub(crate) fn catch_generals(&self, d: &mut D<'_>) {
        for side in Side::BOTH {
            let enemies: Vec<Piece> = self.troops(&d.world, side.other()).map(|id| self.piece(&d.world, id)).collect();
            for place in self.reached(&d.world, side, &enemies) {
                self.strand(d, place, side);
            }
        }
    }

    /// A unit has moved along these places, up to a distance from the first: enemy generals on its path leave too
    /// (BE-GAP-115).
    pub(crate) fn ride_over(&self, d: &mut D<'_>, id: UnitId, way: (&Piece, Cm), along: impl Fn() -> Vec<Piece>) {
        for place in self.ridden_over(&d.world, id, way, along) {
            self.strand(d, place, self.side(id).other());
        }
    }

    /// The enemy generals on the path of a unit.
    pub(crate) fn ridden_over(
        &self,
        w: &World,
        id: UnitId,
        (from, cm): (&Piece, Cm),
        along: impl Fn() -> Vec<Piece>,
    ) -> Vec<usize> {
        let side = self.side(id).other();
        let reach = cm.saturating_add(self.book.tables.footprint.general.cm()).saturating_add(crate::UD);
        let near = |place: usize| {
            let alone = Some(w.general(place)).filter(|g| g.life == Life::Present && g.attached.is_none());
            let his = self.general_sheet(place).side == side;
            his && alone.is_some_and(|general| within_cm(point_to_piece(general.at, from).cm, reach))
        };
        let met = self.on(r::BE_GAP_115) && (0..w.generals.len()).any(near);
        if met { self.reached(w, side, &along()) } else { Vec::new() }
    }

    /// The unattached generals of a side who stand where an enemy is or was.
    fn reached(&self, w: &World, side: Side, enemies: &[Piece]) -> Vec<usize> {
        let base = self.book.tables.footprint.general.cm() / 2;
        let alone = |place: &usize| {
            let general = &w.generals[*place];
            let his = self.general_sheet(*place).side == side;
            his && general.life == Life::Present
                && general.attached.is_none()
                && enemies.iter().any(|enemy| within_cm(point_to_piece(general.at, enemy).cm, base - SLACK))
        };
        (0..w.generals.len()).filter(|place| self.on(r::BE_GAP_18) && alone(place)).collect()
    }
}

/// The places of a piece that moves from one pose to another, every quarter of a UD, with its final facing.
pub(crate) fn between(from: &Piece, to: &Piece) -> Vec<Piece> {
    let (a, b) = (from.pose.at, to.pose.at);
    #[allow(clippy::cast_possible_truncation, reason = "a distance on the table")]
    let far = a.to(b).round() as Cm;
    let bearing = a.bearing_to(b);
    let steps = far / (crate::UD / 4);
    let place = |n: Cm| Piece { pose: Pose { at: a.step(bearing, n * (crate::UD / 4)), ..to.pose }, ..*to };
    (0..=steps).map(place).chain([*to]).collect()
}
