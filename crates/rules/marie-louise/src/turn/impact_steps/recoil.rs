//! The loser of an impact recoils along the line of the two TdCs (ML-8.3n to ML-8.3p, ML-GAP-18, ML-GAP-49).

use crate::resolve::movement::March as Mover;
use crate::turn::D;
use crate::turn::charge::Rush;
use crate::turn::fallback::part_used;
use crate::world::{Fate, NamedCharge, PAS, Positions, World};
use crate::{Formation, MarieLouise, Marker, r};
use game::{Flow, UnitId};
use table::{Angle, Cm, Piece, Pose, in_the_way, overlaps, within_cm};

/// The end of a recoil.
enum Back {
    /// At this distance.
    To(Cm),
    /// Blocked by impassable ground or another enemy.
    Blocked,
    /// Off the table.
    Off,
}

/// What may block a recoil.
struct WhatIsBehind {
    /// The movement data of the loser.
    mover: Mover,
    /// Other enemies, each with its distance from the loser.
    enemies: Vec<(Cm, (u32, Piece))>,
    /// Some ground near the line is closed; otherwise the line need not be searched.
    may_be_closed: bool,
}

/// The loser, the winner, and the line of a recoil.
#[derive(Clone, Copy)]
struct Recoil<'a> {
    w: &'a World,
    positions: &'a Positions,
    loser: UnitId,
    winner: UnitId,
    bearing: Angle,
}

impl Recoil<'_> {
    /// The TdC of the loser, turned to its enemy.
    fn tdc(&self) -> Piece {
        let unit = self.w.unit(self.loser);
        Piece { pose: Pose { facing: (self.bearing + 18_000).rem_euclid(36_000), ..unit.pose }, ..unit.tdc() }
    }

    /// Whether it would overlap one of these friends at a distance.
    fn ends_on(&self, friends: &[Piece], cm: Cm) -> bool {
        friends.iter().any(|friend| overlaps(&self.tdc().moved(self.bearing, cm), friend))
    }
}

impl MarieLouise {
    /// Moves the loser back; returns the distance, `None` if it is eliminated.
    ///
    /// # Errors
    /// `Wait`, for the tests of friends passed through.
    pub(super) fn recoil(&self, d: &mut D<'_>, loser: UnitId, winner: UnitId, pas: u16) -> Flow<Option<Cm>> {
        let positions = self.positions(&d.world);
        let from = d.world.unit(loser).pose;
        let bearing = self.line_of_recoil(&d.world, loser, winner);
        let recoil = Recoil { w: &d.world, positions: &positions, loser, winner, bearing };
        let cm = match self.room_behind(&recoil, Cm::from(pas).saturating_mul(PAS)) {
            Back::To(cm) => cm,
            Back::Blocked => {
                self.remove(d, loser, Fate::Eliminated, &[r::ML_8_3O]);
                return Ok(None);
            }
            Back::Off => {
                self.remove(d, loser, Fate::OffTable, &[r::ML_GAP_18]);
                return Ok(None);
            }
        };
        let end = Pose { at: from.at.step(bearing, cm), facing: (bearing + 18_000).rem_euclid(36_000) };
        let yields = Pose { facing: end.facing, ..from };
        let crossed = self.friends_crossed(&d.world, &positions, loser, yields, bearing, cm);
        self.leave_building(d, loser);
        self.place(d, loser, end, &[from, end], &[r::ML_8_3M, r::ML_8_3N]);
        // A recoil is a move for a unit that wants to fire later (ML-7.1b).
        let mover = Mover { formation: Formation::Disorder, marker: Marker::None, ..self.mover(&d.world, loser) };
        let allowance = self.allowance_over(&mover, std::iter::once(&self.way(&mover, from.at, end.at)));
        let unit = d.world.unit_mut(loser);
        unit.now.moved = true;
        unit.now.used = unit.now.used.saturating_add(part_used(cm, allowance.unwrap_or(0)));
        // The obstacle is no longer paid once the unit moves elsewhere (ML-GAP-14).
        unit.obstacle = None;
        // Its other chargers meet the front that it now shows.
        self.shows_front(d, loser, r::ML_GAP_28);
        self.pass_through(d, &[(loser, crossed)], true)?;
        Ok(Some(cm))
    }

    /// Along the line of the two TdCs (ML-8.3n); without it straight back.
    fn line_of_recoil(&self, w: &World, loser: UnitId, winner: UnitId) -> Angle {
        let (from, enemy) = (w.unit(loser).pose, w.unit(winner).pose);
        match (self.on(r::ML_8_3N), enemy.at == from.at) {
            (true, false) => enemy.at.bearing_to(from.at),
            _ => (from.facing + 18_000).rem_euclid(36_000),
        }
    }

    /// Whole pas that a loser can recoil, up to a maximum, before the edge of the table, closed ground or another
    /// enemy; `None`: the maximum. Friends behind change where it ends (ML-8.3p, ML-GAP-75), but not this.
    pub(crate) fn room_to_recoil(
        &self,
        w: &World,
        positions: &Positions,
        (loser, winner): (UnitId, UnitId),
        most: u8,
    ) -> Option<u8> {
        let bearing = self.line_of_recoil(w, loser, winner);
        let recoil = Recoil { w, positions, loser, winner, bearing };
        let least = self.least_recoil(&recoil);
        let far = |pas: u8| (Cm::from(pas) * PAS).max(least);
        let behind = self.what_is_behind(&recoil, far(most));
        let open = |pas: u8| matches!(self.back_to(&recoil, &behind, far(pas)), Back::To(_));
        if open(most) {
            return None;
        }
        (1..=most).find(|pas| !open(*pas)).map(|pas| pas - 1)
    }

    /// The shortest recoil: a garrison leaves through the far side at least (ML-GAP-43).
    fn least_recoil(&self, recoil: &Recoil<'_>) -> Cm {
        let inside = recoil.w.unit(recoil.loser).inside;
        inside.map_or(0, |site| self.out_of(&recoil.tdc(), recoil.bearing, site))
    }

    fn room_behind(&self, recoil: &Recoil<'_>, cm: Cm) -> Back {
        let least = self.least_recoil(recoil);
        let far = cm.max(least);
        let behind = if self.on(r::ML_8_3P) { self.clear_of_friends(recoil, far) } else { far };
        let to = |cm: Cm| self.recoil_to(recoil, cm);
        if behind == far || !self.on(r::ML_GAP_75) {
            return to(behind);
        }
        // First where it would end, then behind the friend there, then in front of that friend (ML-GAP-75).
        match (to(far), to(behind)) {
            (Back::To(_), Back::To(cm)) => Back::To(cm),
            (Back::To(_), _) => to(self.short_of_friends_behind(recoil, far).max(least)),
            (back, _) => back,
        }
    }

    /// Whether a recoil of this length is possible.
    fn recoil_to(&self, recoil: &Recoil<'_>, far: Cm) -> Back {
        self.back_to(recoil, &self.what_is_behind(recoil, far), far)
    }

    /// What a recoil of any length up to this may meet.
    fn what_is_behind(&self, recoil: &Recoil<'_>, most: Cm) -> WhatIsBehind {
        let Recoil { w, positions, loser, winner, bearing } = *recoil;
        let enemies = self
            .around(w, positions, loser, most + PAS)
            .filter(|(other, _)| self.side(*other) != self.side(loser) && *other != winner)
            .map(|(other, apart)| (apart, (u32::from(other.0), w.unit(other).tdc())))
            .collect();
        let mover = Mover { formation: Formation::Disorder, marker: Marker::None, ..self.mover(w, loser) };
        // A strip over the whole path, wider than any rounding error.
        let (from, to) = (w.unit(loser).pose.at, w.unit(loser).pose.at.step(bearing, most));
        let strip = Piece {
            pose: Pose { at: from.middle(to), facing: bearing },
            front: 2 * PAS,
            depth: most.saturating_add(2 * PAS),
            lead: false,
        };
        WhatIsBehind { enemies, may_be_closed: self.may_be_closed(&mover, &strip), mover }
    }

    fn back_to(&self, recoil: &Recoil<'_>, behind: &WhatIsBehind, far: Cm) -> Back {
        let Recoil { w, loser, bearing, .. } = *recoil;
        let unit = w.unit(loser);
        let mover = &behind.mover;
        let closed = behind.may_be_closed && {
            let way = self.way(mover, unit.pose.at, unit.pose.at.step(bearing, far));
            let mut entered = way.stretches.iter().filter(|s| s.to > 0 && !s.at_the_edge());
            entered.any(|s| self.rate(mover, s.beside, s.tall).is_none())
        };
        let near = behind.enemies.iter().filter(|(apart, _)| within_cm(*apart, far + PAS));
        let near: Vec<(u32, Piece)> = near.map(|(_, enemy)| *enemy).collect();
        let met = !near.is_empty() && !in_the_way(&recoil.tdc(), bearing, far, &near).is_empty();
        let off = !self.terrain.inside(unit.pose.at.step(bearing, far));
        if off && self.on(r::ML_GAP_18) {
            Back::Off
        } else if (closed || met || off) && self.on(r::ML_8_3O) {
            Back::Blocked
        } else {
            Back::To(far)
        }
    }

    /// How far a TdC must move to be outside a building.
    fn out_of(&self, tdc: &Piece, bearing: Angle, site: u16) -> Cm {
        let mut cm = 0;
        while cm < 40 * PAS && self.terrain.touched(&tdc.moved(bearing, cm)).contains(&site) {
            cm += PAS / 10;
        }
        cm
    }

    fn friends_behind(&self, recoil: &Recoil<'_>, cm: Cm) -> Vec<Piece> {
        let Recoil { w, positions, loser, .. } = *recoil;
        self.around(w, positions, loser, cm.saturating_add(24 * PAS))
            .filter(|(other, _)| self.side(*other) == self.side(loser))
            .flat_map(|(other, _)| w.unit(other).footprint())
            .collect()
    }

    /// The place just in front of a friend on which a recoil would end (ML-GAP-75).
    fn short_of_friends_behind(&self, recoil: &Recoil<'_>, cm: Cm) -> Cm {
        let friends = self.friends_behind(recoil, cm);
        let mut near = cm;
        while near > 0 && recoil.ends_on(&friends, near) {
            near = (near - PAS / 10).max(0);
        }
        // A little short of touching, so that no friend is passed through.
        if near < cm { (near - PAS / 10).max(0) } else { near }
    }

    /// A recoil that would end on a friend ends just behind it, even if that is longer (ML-8.3p, ML-GAP-49).
    fn clear_of_friends(&self, recoil: &Recoil<'_>, cm: Cm) -> Cm {
        let friends = self.friends_behind(recoil, cm);
        let mut far = cm;
        while far < cm.saturating_add(20 * PAS) && recoil.ends_on(&friends, far) {
            far += PAS / 10;
        }
        far
    }

    /// Moves a unit straight on along its charge, up to a distance, as part of its charge: the worst ground touched
    /// counts for all later movement (ML-GAP-14).
    ///
    /// # Errors
    /// `Wait`, for the tests of friends passed through.
    pub(super) fn advance(&self, d: &mut D<'_>, dash: &Rush, cm: Cm, rules: &[game::Rule]) -> Flow<()> {
        if dash.allowance > 0 && self.on(r::ML_GAP_14) {
            for charge in d.world.charges.iter_mut().filter(|c| c.by == dash.by) {
                charge.allowance = charge.allowance.min(dash.allowance);
            }
        }
        let from = d.world.unit(dash.by).pose;
        let end = Pose { at: from.at.step(dash.bearing, cm.max(0)), facing: dash.bearing };
        self.go_on_to(d, dash.by, end, rules)
    }

    /// The table and the charge after a charger has moved on; tests of friends on its path are not foreseen.
    pub(crate) fn advance_in_mind(&self, w: &mut World, charge: &mut NamedCharge, dash: &Rush) {
        if dash.allowance > 0 && self.on(r::ML_GAP_14) {
            charge.allowance = charge.allowance.min(dash.allowance);
        }
        let from = w.unit(dash.by).pose;
        let end = Pose { at: from.at.step(dash.bearing, dash.cm.max(0)), facing: dash.bearing };
        let end = self.come_to_rest(w, &self.positions(w), dash.by, dash.bearing, end);
        let gone = from.at.to(end.at).round() as Cm;
        charge.gone = charge.gone.saturating_add(gone).saturating_add(self.toll(w, dash.by, dash.bearing, gone));
        let unit = w.unit_mut(dash.by);
        unit.pose = end;
        unit.obstacle = unit.obstacle.filter(|_| gone == 0);
    }

    /// Moves a unit straight on to a place, facing along the move: out of its building, through friends (ML-6.2a),
    /// short of any TdC, and as part of its move.
    fn go_on_to(&self, d: &mut D<'_>, id: UnitId, end: Pose, rules: &[game::Rule]) -> Flow<()> {
        let positions = self.positions(&d.world);
        let from = d.world.unit(id).pose;
        let bearing = end.facing;
        let end = self.come_to_rest(&d.world, &positions, id, bearing, end);
        let gone = from.at.to(end.at).round() as Cm;
        let goes = Pose { facing: bearing, ..from };
        let crossed = self.friends_crossed(&d.world, &positions, id, goes, bearing, gone);
        if gone > 0 {
            self.leave_building(d, id);
        }
        let spent = gone.saturating_add(self.toll(&d.world, id, bearing, gone));
        self.place(d, id, end, &[from, end], rules);
        self.has_gone(d, id, spent);
        self.pass_through(d, &[(id, crossed)], false)
    }

    /// Counts a charger's move as part of its charge and of its sequence (ML-7.1b), with the cost of the obstacles on
    /// its path (ML-GAP-14).
    fn has_gone(&self, d: &mut D<'_>, id: UnitId, gone: Cm) {
        let mut allowance = 0;
        for charge in d.world.charges.iter_mut().filter(|c| c.by == id) {
            charge.gone = charge.gone.saturating_add(gone);
            allowance = charge.allowance;
        }
        let unit = d.world.unit_mut(id);
        unit.now.moved = true;
        unit.now.used = unit.now.used.saturating_add(part_used(gone, allowance));
        if gone > 0 {
            unit.obstacle = None;
        }
    }

    /// Takes the place where another unit stood.
    ///
    /// # Errors
    /// `Wait`, for the tests of friends passed through.
    pub(super) fn take_ground(&self, d: &mut D<'_>, id: UnitId, place: Pose) -> Flow<()> {
        let from = d.world.unit(id).pose;
        if from.at == place.at {
            return Ok(());
        }
        let end = Pose { facing: from.at.bearing_to(place.at), ..place };
        self.go_on_to(d, id, end, &[r::ML_GAP_34, r::ML_8_4B])
    }
}
