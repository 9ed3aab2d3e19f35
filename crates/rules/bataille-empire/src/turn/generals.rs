//! Generals whom the enemy reaches (BE-GAP-18).

use super::D;
use crate::world::Life;
use crate::{BatailleEmpire, r};
use table::{SLACK, point_to_piece, within_cm};

impl BatailleEmpire {
    /// A general who is with nobody and is reached by an enemy unit joins the nearest friend within reach, or is lost
    /// (BE-GAP-18).
    pub(crate) fn catch_generals(&self, d: &mut D<'_>) {
        if !self.on(r::BE_GAP_18) {
            return;
        }
        let base = self.book.tables.footprint.general.cm() / 2;
        for place in 0..d.world.generals.len() {
            let general = &d.world.generals[place];
            if general.life != Life::Present || general.attached.is_some() {
                continue;
            }
            let (Some(sheet), at) = (self.generals.get(place), general.at) else { continue };
            let side = sheet.side;
            let reached = self
                .troops(&d.world, side.other())
                .any(|enemy| within_cm(point_to_piece(at, &self.piece(&d.world, enemy)).cm, base - SLACK));
            if reached {
                self.strand(d, place, side);
            }
        }
    }
}
