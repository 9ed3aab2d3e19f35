//! Generals on the field: which units are in command, and which general gives the bonus (L3C-CHEF-01 to L3C-CHEF-10).

use super::frame::Frame;
use super::scene::Scene;
use super::unit_field::{FieldUnit, Role};
use super::{UnitId, sight};
use crate::resolve::nerve::morale::{LeaderNear, Purpose};
use crate::resolve::people::generals::{Nearby, counts};
use crate::{Arm, Distance, UD, r};
use table::{Point, point_to_piece, within_cm};

/// The units that a general commands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Chain {
    Brigade(u8),
    /// The brigades whose bit is set (L3C-GAP-A64).
    Brigades(u128),
    /// The whole side.
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldGeneral {
    /// 0 or 1.
    pub side: u8,
    pub at: Point,
    /// 0 to 3.
    pub bonus: u8,
    pub chain: Chain,
    /// The arm that the general knows; an aide who replaces a general knows none (L3C-CHEF-20).
    pub arm: Option<Arm>,
}

impl FieldGeneral {
    fn commands(&self, side: u8, brigade: u8) -> bool {
        let own = match self.chain {
            Chain::All => true,
            Chain::Brigade(one) => one == brigade,
            Chain::Brigades(set) => brigade < 128 && set >> brigade & 1 == 1,
        };
        self.side == side && own
    }
}

impl Scene<'_> {
    /// Generals of a unit's side, with their distance and whether they command it.
    fn generals_of(&self, unit: UnitId) -> impl Iterator<Item = (FieldGeneral, Distance, bool)> + '_ {
        let own = self.field.unit(unit).map(|(own, _)| (own.side, own.brigade));
        let frame = self.frame(unit);
        self.field.generals.iter().filter_map(move |general| {
            let ((side, brigade), frame) = (own?, frame?);
            let distance = Distance::from_cm(point_to_piece(general.at, &frame.piece).cm);
            (general.side == side).then(|| (*general, distance, general.commands(side, brigade)))
        })
    }

    /// Whether every general of the unit's chain is too far (L3C-CHEF-04) or has fallen (L3C-CHEF-21). A field without
    /// generals has no chain of command.
    #[must_use]
    pub fn out_of_command(&self, unit: UnitId) -> bool {
        let limit = self.book.tables.distance.command.cm();
        let side = self.field.unit(unit).map(|(own, _)| usize::from(own.side));
        let commanded = side.and_then(|side| self.field.commanded.get(side)).copied().unwrap_or(false);
        let mut any = commanded && self.book.on(r::L3C_CHEF_21);
        let near = self.generals_of(unit).any(|(_, distance, chain)| {
            any = true;
            chain && within_cm(distance.cm(), limit)
        });
        any && !near && self.book.on(r::L3C_CHEF_04)
    }

    /// The general whose bonus counts in a unit's test: only the one that gives most (L3C-CHEF-07).
    #[must_use]
    pub fn leader(&self, unit: UnitId, purpose: Purpose) -> Option<LeaderNear> {
        let worth = |general: &FieldGeneral, distance: Distance| {
            let off = if distance.cm() == 0 { 0 } else { distance.cm().saturating_add(UD - 1) / UD - 1 };
            i32::from(general.bonus) - off
        };
        self.generals_of(unit)
            .filter(|&(general, distance, in_chain)| {
                let seen = self.shows(unit, &general);
                counts(self.book, &Nearby { in_chain, distance, seen, between: self.between(unit, &general) }, purpose)
            })
            .filter(|(general, distance, _)| worth(general, *distance) > 0)
            .max_by_key(|(general, distance, _)| (general.bonus, worth(general, *distance)))
            .map(|(general, distance, _)| {
                let with = self.between(unit, &general) && self.book.on(r::L3C_CHEF_10);
                let other_arm = !self.knows(unit, &general);
                LeaderNear {
                    bonus: general.bonus,
                    distance: if with { Distance::default() } else { distance },
                    other_arm,
                }
            })
    }

    /// Whether some part of a unit sees a general past the ground.
    fn shows(&self, unit: UnitId, general: &FieldGeneral) -> bool {
        self.frame(unit).is_some_and(|frame| sight::shows(self.book, &self.field.terrain, general.at, &frame))
    }

    /// Whether a general stands between a unit and a neighbour of its brigade that attacks with it (L3C-CHEF-10).
    fn between(&self, unit: UnitId, general: &FieldGeneral) -> bool {
        let Some((own, _)) = self.field.unit(unit) else { return false };
        let attacks = |unit: &FieldUnit| matches!(unit.role, Role::Attacks { .. });
        let near = |frame: &Frame| point_to_piece(general.at, &frame.piece).cm < UD;
        let beside = |(id, other, frame): (UnitId, &FieldUnit, Frame)| {
            id != unit && other.side == own.side && other.brigade == own.brigade && attacks(other) && near(&frame)
        };
        attacks(own) && self.frame(unit).is_some_and(|frame| near(&frame)) && self.near().any(beside)
    }

    /// Whether a general who commands a unit and knows its arm is in contact with it (L3C-CHEF-05).
    #[must_use]
    pub fn general_in_contact(&self, unit: UnitId) -> bool {
        let mut generals = self.generals_of(unit);
        generals.any(|(general, distance, chain)| chain && distance.cm() == 0 && self.knows(unit, &general))
    }

    /// Whether a general knows the arm of a unit.
    fn knows(&self, unit: UnitId, general: &FieldGeneral) -> bool {
        let arm = self.field.unit(unit).map(|(unit, _)| unit.troop.arm);
        arm == general.arm || !self.book.on(r::L3C_CHEF_05)
    }
}
