//! Generals whom the enemy reaches (BE-GAP-18).

use super::D;
use crate::world::Life;
use crate::{BatailleEmpire, r};
use game::{Side, UnitId};
use table::{Cm, Piece, Pose, SLACK, point_to_piece, within_cm};

impl BatailleEmpire {
    /// A general who is with nobody and is reached by an enemy unit joins the nearest friend within reach, or is lost
    /// (BE-GAP-18).
    pub(crate) fn catch_generals(&self, d: &mut D<'_>) {
        for side in Side::BOTH {
            let enemies: Vec<Piece> = self.troops(&d.world, side.other()).map(|id| self.piece(&d.world, id)).collect();
            self.reach_generals(d, side, &enemies);
        }
    }

    /// A unit has gone along these places, so far from the first: enemy generals whom it rode over make off too
    /// (BE-GAP-115).
    pub(crate) fn ride_over(
        &self,
        d: &mut D<'_>,
        id: UnitId,
        (from, cm): (&Piece, Cm),
        along: impl Fn() -> Vec<Piece>,
    ) {
        let side = self.side(id).other();
        let reach = cm.saturating_add(self.book.tables.footprint.general.cm()).saturating_add(crate::UD);
        let near = |place: usize| {
            let alone = d.world.generals.get(place).filter(|g| g.life == Life::Present && g.attached.is_none());
            let his = self.generals.get(place).is_some_and(|sheet| sheet.side == side);
            his && alone.is_some_and(|general| within_cm(point_to_piece(general.at, from).cm, reach))
        };
        if self.on(r::BE_GAP_115) && (0..d.world.generals.len()).any(near) {
            self.reach_generals(d, side, &along());
        }
    }

    /// The generals of a side who are with nobody and stand where an enemy is or was.
    fn reach_generals(&self, d: &mut D<'_>, side: Side, enemies: &[Piece]) {
        if !self.on(r::BE_GAP_18) {
            return;
        }
        let base = self.book.tables.footprint.general.cm() / 2;
        for place in 0..d.world.generals.len() {
            let general = &d.world.generals[place];
            let his = self.generals.get(place).is_some_and(|sheet| sheet.side == side);
            if !his || general.life != Life::Present || general.attached.is_some() {
                continue;
            }
            let at = general.at;
            if enemies.iter().any(|enemy| within_cm(point_to_piece(at, enemy).cm, base - SLACK)) {
                self.strand(d, place, side);
            }
        }
    }
}

/// The places of a piece that goes from one pose to another, every quarter of a UD, turned as it ends.
pub(crate) fn between(from: &Piece, to: &Piece) -> Vec<Piece> {
    let (a, b) = (from.pose.at, to.pose.at);
    #[allow(clippy::cast_possible_truncation, reason = "a distance on the table")]
    let far = a.to(b).round() as Cm;
    let bearing = a.bearing_to(b);
    let steps = far / (crate::UD / 4);
    let place = |n: Cm| Piece { pose: Pose { at: a.step(bearing, n * (crate::UD / 4)), ..to.pose }, ..*to };
    (0..=steps).map(place).chain([*to]).collect()
}
