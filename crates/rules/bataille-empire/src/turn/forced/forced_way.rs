//! How far a unit can go straight, and what stops it.

use crate::resolve::movement;
use crate::world::World;
use crate::{Arm, BatailleEmpire, Body, r};
use game::UnitId;
use table::{Angle, Cm, Piece, SLACK, distance, overlaps, turn, within_reach};

/// Ways are looked at in steps of a twentieth of a UD.
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

/// Which friends stop a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Friends {
    /// Only those that cannot be passed by who gives way: squares and garrisons (BE-GAP-29).
    Solid,
    /// All but skirmishers, who pass and are passed freely (BE-GAP-29).
    Formed,
    All,
}

/// What counts on a way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traffic {
    /// Enemies nearer than this stop it, unless the way leads away from them (BE-GAP-49).
    pub keep_off: Cm,
    /// Where it stood before it turned to go: an enemy who was as near then does not stop it either.
    pub stood: Option<Piece>,
    /// An enemy who does not: the one it gives way to, or the one it charges.
    pub except: Option<UnitId>,
    /// Which friends stop it.
    pub friends: Friends,
    /// It also stops before difficult ground and buildings (BE-GAP-91).
    pub open_only: bool,
}

/// An enemy near a way.
struct EnemyNear {
    id: UnitId,
    piece: Piece,
    /// How near he was before the way began.
    apart: Cm,
    /// How far his middle is from where the way begins, if the unit stands upon him there.
    under: Option<f64>,
}

impl EnemyNear {
    fn new(id: UnitId, piece: Piece, start: &Piece, traffic: &Traffic) -> Self {
        let before = traffic.stood.unwrap_or(*start);
        let keeps = traffic.keep_off > 0;
        let apart = if keeps { distance(start, &piece).cm.min(distance(&before, &piece).cm) } else { 0 };
        // A corner thrown upon him by the turn alone is no way through him.
        let under = (keeps && overlaps(start, &piece)).then(|| start.pose.at.to(piece.pose.at));
        Self { id, piece, apart, under }
    }

    /// Whether he stops a unit that comes there: nearer to him than it was and within the distance kept, or upon him
    /// (BE-GAP-49). A way that leads away from him is not barred by him, as with marches (BE-GAP-38).
    fn bars(&self, here: &Piece, keep_off: Cm) -> bool {
        if keep_off > 0 && !within_reach(here, &self.piece, keep_off) {
            return false;
        }
        let leaves = || self.under.is_some_and(|far| here.pose.at.to(self.piece.pose.at) > far);
        let nearer = || keep_off > 0 && distance(here, &self.piece).cm < self.apart.saturating_sub(SLACK);
        overlaps(here, &self.piece) && !leaves() || nearer()
    }
}

/// A friend near a way.
struct Fellow {
    id: UnitId,
    piece: Piece,
    /// The unit is upon him before it goes: the turn has thrown a corner on him.
    under: bool,
}

impl Fellow {
    /// Whether he stops a unit that comes there. Whom the turn alone has thrown it upon stops it only if its leading edge
    /// runs into him: who is left behind is not gone through (BE-GAP-101).
    fn bars(&self, here: &Piece, bearing: Angle, ruled: bool) -> bool {
        overlaps(here, &self.piece) && (!self.under || ruled && overlaps(&leading(here, bearing), &self.piece))
    }
}

/// The edge with which a piece goes on a bearing, straight ahead or straight back, as a narrow strip: what lies before it
/// is entered, what lies behind it is left.
pub(super) fn leading(piece: &Piece, bearing: Angle) -> Piece {
    let depth = (4 * SLACK).min(piece.depth);
    let ahead = turn(piece.pose.facing, bearing).abs() <= 9_000;
    let off = (piece.depth - depth) / 2;
    Piece { pose: piece.pose.ahead(if ahead { off } else { -off }), depth, ..*piece }
}

impl BatailleEmpire {
    /// How far a piece of a unit can be moved straight on a bearing, at most so far, and what stops it.
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
            // Upon whom it stood before it turned it can only leave.
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

    /// Whether a step leads into ground that a unit may not enter, or across an obstacle that guns do not cross
    /// (BE-MVT-02, BE-MVT-06).
    fn closed(&self, body: &Body, from: &Piece, to: &Piece, open_only: bool) -> bool {
        // A column goes on a road as in the open (BE-MVT-07).
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

    /// How far a unit goes on a way of several legs to stand clear of others: as far as it should, otherwise up to 2 UD
    /// farther where nothing stops it, otherwise to the last free place on its way (BE-GAP-96, BE-GAP-103). Nothing: there
    /// is none.
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

/// A forced way: straight legs one after another, the unit turned into each.
pub(super) struct Way {
    start: Piece,
    legs: Vec<(Angle, Cm)>,
}

impl Way {
    /// From a piece turned to go on the first leg.
    pub(super) fn new(start: Piece, legs: &[(Angle, Cm)]) -> Self {
        Self { start, legs: legs.to_vec() }
    }

    /// How long it is.
    pub(super) fn length(&self) -> Cm {
        self.legs.iter().map(|leg| leg.1).sum()
    }

    /// Each leg by the piece at its beginning, its bearing and its length, as far as a unit goes; the last leg goes on
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

    /// Where a unit is that has gone so far, and whereto it goes there.
    pub(super) fn at(&self, cm: Cm) -> (Piece, Angle) {
        match self.parts(cm).last() {
            Some((from, bearing, gone)) => (from.moved(*bearing, *gone), *bearing),
            None => (self.start, self.start.pose.facing),
        }
    }
}
