//! Threats, secure flanks and supports (BE-GAP-58, BE-GAP-66, BE-GAP-67).

use crate::world::World;
use crate::{Arm, BatailleEmpire, Formation, Going, Status, r};
use game::UnitId;
use table::{Piece, Quarter, SLACK, common_length, distance, share_behind, within_cm, within_reach, zone};

/// Threats on the flanks and rear of a unit, and their sources (BE-GAP-58).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Threats {
    /// Other threatened flanks and rear.
    pub others: u8,
    /// Flanks and rear of infantry threatened by cavalry.
    pub by_cavalry: u8,
    /// The threatening units.
    pub who: Vec<UnitId>,
    /// Left flank, right flank, rear.
    pub zones: [bool; 3],
}

impl Threats {
    #[must_use]
    pub const fn any(&self) -> bool {
        self.others + self.by_cavalry > 0
    }
}

impl BatailleEmpire {
    /// The threats on a unit's flanks and rear, except by units that it fights or fires at (BE-GAP-58).
    #[must_use]
    pub fn threats(&self, w: &World, id: UnitId, except: &[UnitId]) -> Threats {
        let unit = w.unit(id);
        let mut threats = Threats::default();
        let sheltered = unit.formation.is_square() && self.on(r::BE_GAP_36)
            || matches!(unit.formation, Formation::Skirmish | Formation::Garrison);
        if sheltered || !self.on(r::BE_GAP_58) {
            return threats;
        }
        let piece = self.piece(w, id);
        let table = &self.book.tables.distance;
        let far = table.threat_infantry.max(table.threat_cavalry).cm();
        let spread = self.book.tables.angle.threat.0;
        let infantry = self.sheet(id).body.arm == Arm::Infantry;
        let mut horse = [false; 3];
        for enemy in self.around(w, piece, self.side(id).other(), far) {
            let arm = self.sheet(enemy).body.arm;
            let reach = if arm == Arm::Cavalry { table.threat_cavalry } else { table.threat_infantry }.cm();
            let other = self.piece(w, enemy);
            let there = match zone(&piece, spread, other.pose.at) {
                Quarter::Front => continue,
                Quarter::Left => 0,
                Quarter::Right => 1,
                Quarter::Rear => 2,
            };
            let threatens = arm != Arm::Artillery
                && !except.contains(&enemy)
                && self.formed_in_order(w, enemy)
                // A square does not charge (BE-GAP-110).
                && !(w.unit(enemy).formation.is_square() && self.on(r::BE_GAP_110))
                && w.unit(enemy).inside.is_none()
                && within_reach(&piece, &other, reach)
                && zone(&other, self.book.tables.angle.charge.0, piece.pose.at) == Quarter::Front
                && !self.friend_between(w, id, &piece, enemy, &other);
            if threatens {
                threats.zones[there] = true;
                horse[there] |= infantry && arm == Arm::Cavalry;
                threats.who.push(enemy);
            }
        }
        for (threatened, horse) in threats.zones.iter().zip(horse) {
            if *threatened {
                *(if horse { &mut threats.by_cavalry } else { &mut threats.others }) += 1;
            }
        }
        threats
    }

    fn friend_between(&self, w: &World, id: UnitId, piece: &Piece, enemy: UnitId, other: &Piece) -> bool {
        let line = distance(piece, other);
        let side = self.side(id);
        let reach = line.cm;
        let friends: Vec<(u32, Piece)> = self
            .around(w, *piece, side, reach)
            .filter(|friend| *friend != id && *friend != enemy && self.formed(w, *friend))
            .map(|friend| (u32::from(friend.0), self.piece(w, friend)))
            .collect();
        !friends.is_empty() && !table::on_the_line(piece.pose.at, other.pose.at, &friends).is_empty()
    }

    /// How many flanks of a unit are secure (BE-GAP-66): a threatened flank never is.
    #[must_use]
    pub fn secure(&self, w: &World, id: UnitId) -> u8 {
        if !self.on(r::BE_GAP_66) {
            return 0;
        }
        let threats = self.threats(w, id, &[]);
        let piece = self.piece(w, id);
        let reach = self.book.tables.distance.secure_flank.cm();
        let guns = self.sheet(id).body.arm == Arm::Artillery;
        let secure = |right: bool| {
            let aside = (piece.front / 2 + reach / 2) * if right { 1 } else { -1 };
            let at = piece.pose.local(aside, 0);
            let strip = Piece { pose: table::Pose { at, ..piece.pose }, front: reach, depth: piece.depth, lead: false };
            let friend = || {
                self.around(w, strip, self.side(id), SLACK)
                    .any(|friend| friend != id && self.formed_in_order(w, friend) && self.same_way(w, id, friend))
            };
            let ground = || {
                self.terrain.touched(&strip).into_iter().any(|feature| {
                    self.terrain.kind(feature).is_some_and(|kind| {
                        let ground = self.book.tables.terrain(kind);
                        ground.garrison > 0 || ground.going >= Going::Difficult || guns && ground.obstacle
                    })
                })
            };
            !threats.zones[usize::from(right)] && (friend() || ground())
        };
        u8::from(secure(false)) + u8::from(secure(true))
    }

    /// Units in morale support of a unit, the nearest first (BE-GAP-67).
    #[must_use]
    pub fn supporters(&self, w: &World, id: UnitId) -> Vec<UnitId> {
        if !self.on(r::BE_GAP_67) {
            return Vec::new();
        }
        let table = &self.book.tables.distance;
        let skirmishers = self.formation(w, id) == Formation::Skirmish;
        let reach = if skirmishers { table.support_of_skirmishers } else { table.support }.cm();
        let piece = self.piece(w, id);
        let mut found: Vec<(i32, UnitId)> = self
            .around(w, piece, self.side(id), reach)
            .filter(|friend| *friend != id && self.formed_in_order(w, *friend))
            .filter(|friend| self.sheet(*friend).body.status >= Status::Militia && self.same_way(w, id, *friend))
            .filter(|friend| {
                let other = self.piece(w, *friend);
                let behind = share_behind(&piece, other.front_edge()) >= 999;
                behind && common_length(piece.front_edge(), other.front_edge()) > 0 && !self.in_contact(w, *friend)
            })
            .map(|friend| (self.apart(w, id, friend).cm, friend))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, friend)| friend).collect()
    }

    /// Whether an enemy touches a unit.
    #[must_use]
    pub fn in_contact(&self, w: &World, id: UnitId) -> bool {
        let piece = self.piece(w, id);
        self.tactical(w, id).is_some_and(|(enemy, _)| within_cm(distance(&piece, &self.piece(w, enemy)).cm, SLACK))
    }
}
