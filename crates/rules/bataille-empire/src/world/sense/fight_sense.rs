//! Two units in contact, as a shock needs them.

use crate::resolve::shock::Fighter;
use crate::world::{Aspect, ChargeKind, Charging, World};
use crate::{BatailleEmpire, Cover, Formation, Going, r};
use game::UnitId;
use table::{Piece, share_behind};

impl BatailleEmpire {
    /// The side of a unit that a charger at a piece would strike (BE-GAP-45).
    #[must_use]
    pub fn aspect(&self, w: &World, charger: &Piece, target: UnitId) -> Aspect {
        if self.has_no_flanks(w, target) || !self.on(r::BE_GAP_45) {
            return Aspect::Front;
        }
        let piece = self.piece(w, target);
        // The line of the rear edge is the front line of the same base, moved back by its depth.
        let rear = piece.moved(piece.pose.facing, -piece.depth);
        let edge = charger.front_edge();
        match (share_behind(&piece, edge) > 500, share_behind(&rear, edge) > 500) {
            (_, true) if table::zone(&piece, 4_500, charger.pose.at) == table::Quarter::Rear => Aspect::Rear,
            (true, _) => Aspect::Flank,
            _ => Aspect::Front,
        }
    }

    /// Whether a unit has neither flank nor rear: squares, skirmishers and garrisons (BE-GAP-36, BE-GAP-37, BE-GAP-97).
    pub(crate) fn has_no_flanks(&self, w: &World, id: UnitId) -> bool {
        match w.unit(id).formation {
            Formation::SolidSquare | Formation::HollowSquare => self.on(r::BE_GAP_36),
            Formation::Skirmish => self.on(r::BE_GAP_37),
            Formation::Garrison => self.on(r::BE_GAP_97),
            _ => false,
        }
    }

    /// A side of a shock, without the supports by fire, which players choose. `charge` is the charge being fought; the
    /// unit is one of its two (BE-CHO-09, BE-GAP-61).
    #[must_use]
    pub fn fighter(&self, w: &World, id: UnitId, against: UnitId, charge: &Charging) -> Fighter {
        let body = self.body(w, id);
        let piece = self.piece(w, id);
        let going = self.going_under(&piece);
        let threats = self.threats(w, id, &[against]);
        let attacks = charge.by == id;
        // In contact the middles of both fronts coincide: height, bank and cover are judged from where the charge
        // began; in a second shock, without a charge, from where both stand (BE-CHO-25, BE-CHO-33, BE-GAP-111).
        let came = if self.on(r::BE_GAP_111) { charge.from.at } else { w.unit(charge.by).pose.at };
        let cover = if attacks { Cover::None } else { self.cover_of(w, id, came) };
        let level = |of: UnitId| self.terrain.level(if of == charge.by { came } else { w.unit(of).pose.at });
        let site = w.unit(id).inside.and_then(|site| self.row(site));
        Fighter {
            body,
            order: self.order_of(w, id),
            charging: false,
            opportunity: attacks && matches!(charge.kind, ChargeKind::Opportunity | ChargeKind::Interception),
            pursuit: attacks && charge.kind == ChargeKind::Pursuit,
            flank_attack: attacks && charge.aspect != Aspect::Front,
            penalised: crate::resolve::movement::penalised(&self.book, &body, going, false),
            difficult_ground: going == Going::Difficult && site.is_none(),
            bridge: self.half_in(&piece, |row| row.bridge),
            building: site.is_some_and(|row| row.garrison == 1) || self.half_in(&piece, |row| row.garrison == 1),
            village: site.is_some_and(|row| row.garrison > 1) || self.half_in(&piece, |row| row.garrison > 1),
            secure_flanks: self.secure(w, id),
            cover,
            height: level(id) > level(against),
            bank: !attacks && self.bank_before(&piece, came),
            morale_supports: rulebook::saturated::<u8, _>(self.supporters(w, id).len()),
            supports: crate::Supports::default(),
            threatened: threats.others,
            threatened_by_cavalry: threats.by_cavalry,
        }
    }
}
