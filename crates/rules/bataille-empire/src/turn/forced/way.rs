//! How far a unit can go straight, and what stops it.

use crate::movement;
use crate::world::World;
use crate::{Arm, BatailleEmpire, Body, r};
use game::UnitId;
use table::{Angle, Cm, Piece, SLACK, distance, overlaps, within_reach};

/// Ways are looked at in steps of a twentieth of a UD.
const STEP: Cm = 300;

/// What stops a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The edge of the table.
    Edge,
    /// Ground it may not enter.
    Ground,
    /// An enemy.
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
    /// All.
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
struct Barrier {
    id: UnitId,
    piece: Piece,
    /// How near he was before the way began.
    apart: Cm,
    /// How far his middle is from where the way begins, if the unit stands upon him there.
    under: Option<f64>,
}

impl Barrier {
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
        let mut enemies: Vec<Barrier> = self
            .around(w, piece, side.other(), reach)
            .filter(|enemy| Some(*enemy) != traffic.except)
            .map(|enemy| Barrier::new(enemy, self.piece(w, enemy), &piece, traffic))
            .collect();
        enemies.sort_unstable_by_key(|enemy| enemy.id);
        let friends: Vec<(UnitId, Piece)> = self
            .around(w, piece, side, reach)
            .filter(|friend| {
                *friend != id && Some(*friend) != traffic.except && self.stops(w, id, *friend, traffic.friends)
            })
            .map(|friend| (friend, self.piece(w, friend)))
            .filter(|(_, other)| !overlaps(&piece, other))
            .collect();
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
            friends.iter().find(|(_, other)| overlaps(&here, other)).map(|(friend, _)| Stop::Friend(*friend))
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
        let (here, there) = (self.going_at(from.pose.at, false), self.going_at(to.pose.at, false));
        let entered = there != here;
        let rate = movement::row(&self.book, body);
        let forbidden = entered && rate.of(there).is_none() && self.on(r::BE_MVT_02);
        let rough = open_only && entered && there >= crate::Going::Difficult;
        let guns = body.arm == Arm::Artillery && self.on(r::BE_MVT_06);
        let crossed = || self.terrain.along(from.pose.at, to.pose.at);
        forbidden || rough || guns && crossed().iter().any(|c| self.row(c.feature).is_some_and(|row| row.obstacle))
    }

    /// The nearest place on a way that is clear of other units: from so far on, up to 2 UD farther, otherwise nearer
    /// (BE-GAP-96).
    pub(crate) fn free_place(&self, w: &World, id: UnitId, (piece, bearing, cm): (Piece, Angle, Cm)) -> Option<Cm> {
        let farther = self.book.tables.distance.free_place.cm();
        let around: Vec<Piece> = self
            .everybody(w)
            .into_iter()
            .filter(|other| *other != id)
            .map(|other| self.piece(w, other))
            .filter(|other| within_reach(&piece, other, cm.saturating_add(farther)))
            .collect();
        let clear = |at: Cm| {
            let here = piece.moved(bearing, at);
            self.terrain.holds(&here) && !around.iter().any(|other| overlaps(&here, other))
        };
        if !self.on(r::BE_GAP_96) || clear(cm) {
            return Some(cm);
        }
        let on = (1..=farther / (2 * STEP)).map(|n| cm + n * 2 * STEP);
        let back = (0..=cm / (2 * STEP)).rev().map(|n| n * 2 * STEP);
        on.chain(back).find(|at| clear(*at))
    }
}
