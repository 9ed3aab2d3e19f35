//! How far a unit can move straight, and what stops it.

use crate::resolve::movement;
use crate::world::World;
use crate::{Arm, BatailleEmpire, Body, r};
use game::UnitId;
use table::{Angle, Cm, Piece, SLACK, distance, overlaps, turn, within_reach};

/// Step in which paths are examined, a twentieth of a UD.
const STEP: Cm = 300;

/// What stops a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The edge of the table.
    Edge,
    /// Ground it may not enter.
    Ground,
    Enemy(UnitId),
    /// A friend it cannot pass.
    Friend(UnitId),
}

/// The friends that stop a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Friends {
    /// Only those that a unit giving way cannot pass: squares and garrisons (BE-GAP-29).
    Solid,
    /// All but skirmishers, which pass and are passed freely (BE-GAP-29).
    Formed,
    All,
}

/// What is considered on a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traffic {
    /// Enemies nearer than this stop it, unless the path leads away from them (BE-GAP-49).
    pub keep_off: Cm,
    /// Its pose before it turned: an enemy that was as near then does not stop it either.
    pub stood: Option<Piece>,
    /// An enemy that does not stop it: the one it gives way to, or the one it charges.
    pub except: Option<UnitId>,
    pub friends: Friends,
    /// It also stops in front of difficult ground and buildings (BE-GAP-91).
    pub open_only: bool,
}

/// An enemy near a path.
struct EnemyNear {
    id: UnitId,
    piece: Piece,
    /// Its distance before the move.
    apart: Cm,
    /// The distance of its middle from the start of the path, if the unit overlaps it there.
    under: Option<f64>,
}

impl EnemyNear {
    fn new(id: UnitId, piece: Piece, start: &Piece, traffic: &Traffic) -> Self {
        let before = traffic.stood.unwrap_or(*start);
        let keeps = traffic.keep_off > 0;
        let apart = if keeps { distance(start, &piece).cm.min(distance(&before, &piece).cm) } else { 0 };
        // A corner that overlaps the enemy only because of the turn allows no path through it.
        let under = (keeps && overlaps(start, &piece)).then(|| start.pose.at.to(piece.pose.at));
        Self { id, piece, apart, under }
    }

    /// Whether it stops a unit at a place: nearer than before and within the distance to keep, or overlapping
    /// (BE-GAP-49). A path that leads away from the enemy is not barred by it, as in marches (BE-GAP-38).
    fn bars(&self, here: &Piece, keep_off: Cm) -> bool {
        if keep_off > 0 && !within_reach(here, &self.piece, keep_off) {
            return false;
        }
        let leaves = || self.under.is_some_and(|far| here.pose.at.to(self.piece.pose.at) > far);
        let nearer = || keep_off > 0 && distance(here, &self.piece).cm < self.apart.saturating_sub(SLACK);
        overlaps(here, &self.piece) && !leaves() || nearer()
    }
}

/// A friend near a path.
struct Fellow {
    id: UnitId,
    piece: Piece,
    /// The unit overlaps it before it moves, because the turn has brought a corner onto it.
    under: bool,
}

impl Fellow {
    /// Whether it stops a unit at a place. A friend that the unit overlaps only because of the turn stops it only if
    /// the leading edge runs into it: a unit left behind is not passed through (BE-GAP-101).
    fn bars(&self, here: &Piece, bearing: Angle, ruled: bool) -> bool {
        overlaps(here, &self.piece) && (!self.under || ruled && overlaps(&leading(here, bearing), &self.piece))
    }
}

/// The leading edge of a piece on a bearing, straight ahead or straight back, as a narrow strip: the piece enters what
/// is in front of it and leaves what is behind it.
pub(super) fn leading(piece: &Piece, bearing: Angle) -> Piece {
    let depth = (4 * SLACK).min(piece.depth);
    let ahead = turn(piece.pose.facing, bearing).abs() <= 9_000;
    let off = (piece.depth - depth) / 2;
    Piece { pose: piece.pose.ahead(if ahead { off } else { -off }), depth, ..*piece }
}

impl BatailleEmpire {
    /// How far a piece of a unit can move straight on a bearing, up to a maximum, and what stops it.
    pub(crate) fn straight(
        &self,
        w: &World,
        (id, body): (UnitId, &Body),
        (piece, bearing, cm): (Piece, Angle, Cm),
        traffic: &Traffic,
    ) -> (Cm, Option<Stop>) {
        let reach = cm.saturating_add(traffic.keep_off).saturating_add(SLACK);
        let side = self.side(id);
        let mut enemies: Vec<EnemyNear> = self
            .around(w, piece, side.other(), reach)
            .filter(|enemy| Some(*enemy) != traffic.except)
            .map(|enemy| EnemyNear::new(enemy, self.piece(w, enemy), &piece, traffic))
            .collect();
        enemies.sort_unstable_by_key(|enemy| enemy.id);
        let stood = self.piece(w, id);
        let friends: Vec<Fellow> = self
            .around(w, piece, side, reach)
            .filter(|friend| {
                *friend != id && Some(*friend) != traffic.except && self.stops(w, id, *friend, traffic.friends)
            })
            .map(|friend| (friend, self.piece(w, friend)))
            // It can only leave units that it overlapped before it turned.
            .filter(|(_, other)| !overlaps(&stood, other))
            .map(|(id, other)| Fellow { id, piece: other, under: overlaps(&piece, &other) })
            .collect();
        let ruled = self.on(r::BE_GAP_101);
        let uneven = self.uneven_on(piece.pose.at, piece.pose.at.step(bearing, cm));
        let blocked = |gone: Cm, before: Cm| -> Option<Stop> {
            let here = piece.moved(bearing, gone);
            if !self.terrain.holds(&here) {
                return Some(Stop::Edge);
            }
            let plain = uneven.iter().all(|(from, to)| gone < *from || before > *to);
            if !plain && self.closed(body, &piece.moved(bearing, before), &here, traffic.open_only) {
                return Some(Stop::Ground);
            }
            if let Some(enemy) = enemies.iter().find(|enemy| enemy.bars(&here, traffic.keep_off)) {
                return Some(Stop::Enemy(enemy.id));
            }
            friends.iter().find(|friend| friend.bars(&here, bearing, ruled)).map(|friend| Stop::Friend(friend.id))
        };
        let mut gone = 0;
        while gone < cm {
            let next = gone.saturating_add(STEP).min(cm);
            if let Some(stop) = blocked(next, gone) {
                return (gone, Some(stop));
            }
            gone = next;
        }
        (cm, None)
    }

    fn stops(&self, w: &World, id: UnitId, friend: UnitId, friends: Friends) -> bool {
        use crate::Formation::{Garrison, Skirmish};
        let formation = w.unit(friend).formation;
        let free = formation == Skirmish || w.unit(id).formation == Skirmish;
        match friends {
            Friends::Solid => (formation.is_square() || formation == Garrison) && self.on(r::BE_GAP_29),
            Friends::Formed => !(free && self.on(r::BE_GAP_29)),
            Friends::All => true,
        }
    }

    /// Whether a step leads into ground that a unit may not enter, or across an obstacle that guns cannot cross
    /// (BE-MVT-02, BE-MVT-06).
    fn closed(&self, body: &Body, from: &Piece, to: &Piece, open_only: bool) -> bool {
        // A column on a road moves as on clear ground (BE-MVT-07).
        let road = movement::uses_road(&self.book, body);
        let (here, there) = (self.going_at(from.pose.at, road), self.going_at(to.pose.at, road));
        let entered = there != here;
        let rate = movement::row(&self.book, body);
        let forbidden = entered && rate.of(there).is_none() && self.on(r::BE_MVT_02);
        let rough = open_only && entered && there >= crate::Going::Difficult;
        let guns = body.arm == Arm::Artillery && self.on(r::BE_MVT_06);
        let crossed = || self.terrain.along(from.pose.at, to.pose.at);
        forbidden || rough || guns && crossed().iter().any(|c| self.row(c.feature).is_some_and(|row| row.obstacle))
    }

    /// How far a unit moves on a path of several legs to be clear of others: the full distance, else up to 2 UD more
    /// where nothing stops it, else to the last free place on its path (BE-GAP-96, BE-GAP-103). `None`: there is none.
    pub(super) fn free_place(
        &self,
        w: &World,
        (id, body): (UnitId, &Body),
        way: &Way,
        traffic: &Traffic,
    ) -> Option<Cm> {
        let cm = way.length();
        let most = self.book.tables.distance.free_place.cm();
        let start = way.at(0).0;
        let around: Vec<Piece> = self
            .everybody(w)
            .into_iter()
            .filter(|other| *other != id)
            .map(|other| self.piece(w, other))
            .filter(|other| within_reach(&start, other, cm.saturating_add(most)))
            .collect();
        let clear = |at: Cm| {
            let (here, _) = way.at(at);
            self.terrain.holds(&here) && !around.iter().any(|other| overlaps(&here, other))
        };
        if !self.on(r::BE_GAP_96) || clear(cm) {
            return Some(cm);
        }
        let (end, bearing) = way.at(cm);
        let (farther, _) = self.straight(w, (id, body), (end, bearing, most), traffic);
        let on = (1..=farther / (2 * STEP)).map(|n| cm + n * 2 * STEP);
        let back = (0..=cm / (2 * STEP)).rev().map(|n| n * 2 * STEP).filter(|at| *at < cm);
        on.chain(back.filter(|_| self.on(r::BE_GAP_103))).find(|at| clear(*at))
    }
}

/// A forced path: straight legs one after another, the unit turned into each.
pub(super) struct Way {
    start: Piece,
    legs: Vec<(Angle, Cm)>,
}

impl Way {
    /// From a piece turned in the direction of the first leg.
    pub(super) fn new(start: Piece, legs: &[(Angle, Cm)]) -> Self {
        Self { start, legs: legs.to_vec() }
    }

    pub(super) fn length(&self) -> Cm {
        self.legs.iter().map(|leg| leg.1).sum()
    }

    /// Each leg by the piece at its start, its bearing and its length, up to a distance; the last leg continues
    /// straight.
    pub(super) fn parts(&self, cm: Cm) -> Vec<(Piece, Angle, Cm)> {
        let first = self.legs.first().map_or(self.start.pose.facing, |leg| leg.0);
        let mut piece = self.start;
        let mut left = cm;
        let mut parts = Vec::new();
        for (n, (bearing, length)) in self.legs.iter().enumerate() {
            let facing = self.start.pose.turned(turn(first, *bearing)).facing;
            let from = Piece { pose: table::Pose { at: piece.pose.at, facing }, ..self.start };
            let gone = if n + 1 == self.legs.len() { left } else { left.min(*length) };
            parts.push((from, *bearing, gone));
            piece = from.moved(*bearing, gone);
            left -= gone;
            if left <= 0 && cm < self.length() {
                break;
            }
        }
        parts
    }

    /// The place of a unit after a distance, and its direction there.
    pub(super) fn at(&self, cm: Cm) -> (Piece, Angle) {
        match self.parts(cm).last() {
            Some((from, bearing, gone)) => (from.moved(*bearing, *gone), *bearing),
            None => (self.start, self.start.pose.facing),
        }
    }
}
