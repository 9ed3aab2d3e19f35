//! What is in the way of a march, and where it may end (BE-GAP-38, BE-MAN-08, BE-GAP-98).

use super::{Fault, STEP, Sort, fault};
use crate::question::Bar;
use crate::resolve::command::orders::{self, MoveUnderOrder};
use crate::resolve::passage::Passage;
use crate::terms::book::r;
use crate::turn::march::trip::Trip;
use crate::world::World;
use crate::{Arm, BatailleEmpire, Body, Formation, Going, Order, Ud};
use game::UnitId;
use table::{Cm, Course, Piece, Pose, Track, apart_cm, overlaps, within_reach};

impl BatailleEmpire {
    /// Examines the path: the edge of the table, enemies to keep away from, friends that may or may not be passed.
    /// Returns whether battalion guns are left behind.
    pub(super) fn look_along(
        &self,
        (trip, mover): (&Trip<'_>, usize),
        body: &Body,
        course: &Course,
        track: &Track<'_>,
        crossed: bool,
    ) -> Result<bool, Fault> {
        let Some(id) = trip.ids.get(mover).copied() else { return Ok(false) };
        let guns = self.on(r::BE_GAP_06) && body.arm == Arm::Infantry && trip.scene.w.unit(id).battalion_guns;
        let length = track.length();
        let mut at = 0;
        let mut rough = false;
        loop {
            let piece = if at >= length { track.end() } else { track.at(at) };
            let leg = || track.leg_at(at).min(course.march.legs.len().saturating_sub(1));
            if at > 0 && !self.terrain.holds(&piece) && self.on(r::BE_GAP_38) {
                return Err(fault(r::BE_GAP_38, "off_the_table", leg()));
            }
            self.hindered(trip, mover, &piece).map_err(|bar| Fault { leg: Some(leg()), ..Fault::from(bar) })?;
            rough |= guns && self.going_under(&piece) == Going::Difficult;
            if at >= length {
                break;
            }
            at = (at + STEP * 2).min(length);
        }
        Ok(guns && (rough || crossed))
    }

    /// The distance of a piece from a side's own edge of the table.
    pub(crate) fn off_edge(&self, side: game::Side, piece: &Piece) -> Cm {
        let (width, height) = self.scenario.ground;
        let corners = piece.corners();
        let off = |of: fn(&table::Point) -> Cm| corners.iter().map(of).min().unwrap_or(0);
        let far = |of: fn(&table::Point) -> Cm| corners.iter().map(of).max().unwrap_or(0);
        match self.scenario.home[side.index()] {
            9_000 => width - far(|p| p.x),
            27_000 => off(|p| p.x),
            0 => height - far(|p| p.y),
            _ => off(|p| p.y),
        }
    }

    /// The passage of a unit through a friend, without what depends on the place of the passing unit (BE-MAN-08,
    /// BE-MAN-09, BE-GAP-29).
    pub(in crate::turn::march) fn passage_of(&self, w: &World, id: UnitId, friend: UnitId) -> Passage {
        let nearest = self.tactical(w, friend).map_or(Cm::MAX, |(_, measure)| measure.cm);
        let [interval_left, interval_right] = [false, true].map(|right| self.interval(w, id, friend, right));
        Passage {
            enemy: Ud::from_cm(nearest),
            interval_left,
            interval_right,
            passing: w.unit(id).formation,
            passed: w.unit(friend).formation,
            turned: 0,
        }
    }

    /// The free gap beside a unit, up to what a passage needs.
    fn interval(&self, w: &World, mover: UnitId, id: UnitId, right: bool) -> Ud {
        let piece = self.piece(w, id);
        let room = self.book.tables.distance.passage_interval;
        let aside = (piece.front / 2 + room.cm() / 2) * if right { 1 } else { -1 };
        let strip = Piece {
            pose: Pose { at: piece.pose.local(aside, piece.depth / 4), ..piece.pose },
            front: room.cm() - 2 * table::SLACK,
            depth: piece.depth / 2,
            lead: false,
        };
        let taken = self
            .troops(w, self.side(id))
            .any(|other| other != id && other != mover && overlaps(&strip, &self.piece(w, other)));
        let closed =
            self.terrain.touched(&strip).into_iter().any(|f| self.row(f).is_some_and(|row| row.going == Going::Closed));
        if taken || closed { Ud::of(0) } else { room }
    }

    /// Whether a unit may end a move at a place: room, its order, its reserve, its rally.
    pub(super) fn may_end(&self, (trip, mover): (&Trip<'_>, usize), last: &Piece) -> Result<(), Fault> {
        trip.found.ends.get(&(mover, *last), || {
            trip.found.look_at(*last);
            self.ends_there((trip, mover), last)
        })
    }

    fn ends_there(&self, (trip, mover): (&Trip<'_>, usize), last: &Piece) -> Result<(), Fault> {
        let Some(id) = trip.ids.get(mover).copied() else { return Ok(()) };
        let (w, sort) = (trip.scene.w, trip.sort);
        let from = w.unit(id).pose;
        let start = self.piece(w, id);
        let stands_on = |base: &crate::turn::march::trip::Base| {
            !trip.ids.contains(&base.id) && overlaps(last, &base.piece) && !overlaps(&start, &base.piece)
        };
        if trip.scene.bases.iter().any(stands_on) {
            return Err(Bar::by(r::BE_GAP_38, "overlaps").into());
        }
        if !self.terrain.holds(last) && self.terrain.holds(&start) {
            return Err(Bar::by(r::BE_GAP_38, "off_the_table").into());
        }
        let (before, after) = (self.enemy_near(trip, mover), trip.scene.nearest(last, self.side(id)));
        let division = self.sheet(id).command;
        let end = self.pose_of(last);
        if w.division(division).reserve && self.on(r::BE_GAP_23) {
            let keeps = self.book.tables.orders.reserve_keeps_off;
            let nearer = after.is_some_and(|after| after <= keeps) && after < before;
            return if nearer { Err(Bar::by(r::BE_GAP_23, "enemy_near").into()) } else { Ok(()) };
        }
        if sort == Sort::Rally && end != from && self.on(r::BE_RAL_02) {
            let off = self.book.tables.distance.rally;
            if after.is_some_and(|after| after <= off) {
                return Err(Bar::by(r::BE_RAL_02, "enemy_near").into());
            }
        }
        if end.at == from.at {
            return Ok(());
        }
        let stride = MoveUnderOrder {
            order: w.division(division).order,
            skirmishers: w.unit(id).formation == Formation::Skirmish,
            enemy_before: before,
            enemy_after: after,
            zone_before: self.out_of_zone(w, division, from.at),
            zone_after: self.out_of_zone(w, division, end.at),
        };
        orders::move_right(&self.book, &stride)?;
        self.approaches_nobody((trip, mover), last, &stride)
    }

    /// Under orders that forbid approaching, every enemy counts, not only the nearest (BE-GAP-98, BE-GAP-107).
    fn approaches_nobody(
        &self,
        (trip, mover): (&Trip<'_>, usize),
        last: &Piece,
        stride: &MoveUnderOrder,
    ) -> Result<(), Fault> {
        let near = self.book.tables.distance.tactical.cm();
        let (Some(id), Some(start)) = (trip.ids.get(mover), trip.starts.get(mover)) else { return Ok(()) };
        if !matches!(stride.order, Order::Withdraw | Order::Manoeuvre) || !self.on(r::BE_GAP_107) {
            return Ok(());
        }
        for base in trip.scene.bases.iter().filter(|base| base.side == self.side(*id).other()) {
            if !within_reach(last, &base.piece, near) {
                continue;
            }
            let apart = |piece: &Piece| Some(Ud::from_cm(apart_cm(piece, &base.piece)));
            let one = MoveUnderOrder { enemy_before: apart(start), enemy_after: apart(last), ..*stride };
            orders::move_right(&self.book, &one)?;
        }
        Ok(())
    }
}
