//! Shots: range, arc and sight from the positions of the two units.

use super::{GRAZE, Invariant, Invariants, Sector, Shot, Unkept, drawn_in, lead};
use crate::{Card, Picture, UnitId};
use table::{Angle, Cm, Kind, Piece, Point, Pose, ahead_of_front, angle_off, distance, point_to_piece};

/// The step along a line of sight.
const STEP: Cm = 250;

/// A unit farther from a line than this hides nothing on it, whatever room between units a ruleset wants for sight.
const BESIDE: Cm = 12_000;

/// The number of sample points on each side of a target.
const PARTS: Cm = 20;

/// Whether a shot exceeds the shooter's limits.
fn shot(facts: &Invariants, now: &Picture, claim: &Shot, by: UnitId, at: UnitId) -> Unkept {
    let stands = |card: &&Card| facts.has_footing(card);
    let (shooter, target) = (now.units.get(&by).filter(stands)?, now.units.get(&at).filter(stands)?);
    let (reach, sector) = (claim.reach)(by, shooter)?;
    let (own, his) = (lead(shooter)?, lead(target)?);
    let eye = if sector == Sector::AllRound { own.pose.at } else { own.front_middle() };
    let range = if let Sector::Fan(_) = sector { distance(own, his) } else { point_to_piece(eye, his) };
    if range.cm > reach + GRAZE {
        return Some((Invariant::Shot, by, Some(at), range.cm, reach));
    }
    let off = angle_off(&Pose { at: eye, facing: own.pose.facing }, range.to).abs();
    let (aimed, limit) = match sector {
        Sector::AllRound => (true, 18_000),
        Sector::Half => (his.corners().iter().chain([&his.pose.at]).any(|p| ahead_of_front(own, *p)), 9_000),
        // A degree for places that are rounded.
        Sector::Quarter => (range.cm == 0 || off <= 4_500 + 100, 4_500),
        Sector::Fan(side) => (side >= 18_000 || parts_of(his).any(|p| fanned(own, side + 100, p)), side),
    };
    if !aimed {
        return Some((Invariant::Shot, by, Some(at), off, limit));
    }
    let taken_as_seen = claim.seen_in.iter().any(|phase| now.phase == *phase);
    let eyes = match sector {
        Sector::Fan(_) => own.corners().into_iter().chain([eye, own.pose.at]).collect(),
        _ => vec![eye],
    };
    let screens: Vec<Piece> = now
        .units
        .iter()
        .filter(|(id, card)| **id != by && **id != at && facts.takes_part(card) && (claim.screens)(card))
        .flat_map(|(_, card)| card.pieces.iter().map(drawn_in))
        .collect();
    let hidden = !taken_as_seen && eyes.into_iter().all(|eye| hidden(facts, claim, eye, his, &screens));
    hidden.then_some((Invariant::Shot, by, Some(at), range.cm, 0))
}

/// The places of all units when the rules judged which bear on which.
#[derive(Default)]
pub(super) struct Looks(Vec<Picture>);

impl Looks {
    /// A phase begins.
    pub(super) fn phase(&mut self, facts: &Invariants, now: &Picture, phase: &str) {
        let judged = facts.shots.iter().filter_map(|shot| shot.judged_in).find(|(names, _)| names.contains(&phase));
        if let Some((_, most)) = judged {
            self.0.push(now.clone());
            let old = self.0.len().saturating_sub(most);
            self.0.drain(..old);
        }
    }

    /// A shot, from the present positions or from those when it was judged.
    pub(super) fn shot(&self, facts: &Invariants, now: &Picture, claim: &Shot, by: UnitId, at: UnitId) -> Unkept {
        let found = shot(facts, now, claim, by, at)?;
        let both = |then: &&Picture| then.units.contains_key(&by) && then.units.contains_key(&at);
        let bore = |then: &Picture| shot(facts, then, claim, by, at).is_none();
        let earlier = claim.judged_in.is_some() && self.0.iter().filter(both).any(bore);
        (!earlier).then_some(found)
    }
}

/// Whether a point lies in front of a front edge, or within the angle to the side of it from the corners.
fn fanned(own: &Piece, side: Angle, at: Point) -> bool {
    let front = Pose { at: own.front_middle(), facing: own.pose.facing };
    let (right, ahead) = front.seen(at);
    let half = own.front / 2;
    let corner = front.local(half * right.signum(), 0);
    let before = ahead + GRAZE >= 0 && right.abs() <= half + GRAZE;
    before || angle_off(&Pose { at: corner, ..front }, at).abs() <= side
}

/// Many points of a piece.
fn parts_of(piece: &Piece) -> impl Iterator<Item = Point> {
    let parts = |size: Cm| (0..=PARTS).map(move |n| size * (2 * n - PARTS) / (2 * PARTS));
    parts(piece.front).flat_map(move |x| parts(piece.depth).map(move |y| piece.pose.local(x, y)))
}

/// Whether a unit at the end of a move sees another beyond any doubt: flat ground all the way from its nearest point to
/// the middle of the other, no cover on it and no unit near it.
pub(super) fn in_plain_sight(
    facts: &Invariants,
    now: &Picture,
    hides: fn(Kind) -> bool,
    (unit, own): (UnitId, &Piece),
    (other, his): (UnitId, &Piece),
) -> bool {
    let Some(terrain) = facts.terrain.as_deref() else { return true };
    let (eye, to) = (distance(own, his).from, his.pose.at);
    let level = terrain.level(eye);
    let open = |at: &Point| {
        let masked = terrain.at(*at).filter_map(|id| terrain.kind(id)).any(hides);
        let mut others = now.units.iter().filter(|(id, card)| **id != unit && **id != other && facts.takes_part(card));
        let taken = others.any(|(_, card)| card.pieces.iter().any(|piece| point_to_piece(*at, piece).cm <= BESIDE));
        terrain.level(*at) == level && !masked && !taken
    };
    #[allow(clippy::cast_possible_truncation, reason = "a length on a table")]
    let steps = eye.to(to) as Cm / STEP;
    (0..=steps).map(|n| eye.step(eye.bearing_to(to), n * STEP)).chain([to]).all(|at| open(&at))
}

/// Whether ground or units right across the line hide every point of the target. Only on the flat: from heights one
/// sees over them.
fn hidden(facts: &Invariants, claim: &Shot, eye: Point, his: &Piece, screens: &[Piece]) -> bool {
    let Some(terrain) = facts.terrain.as_deref() else { return false };
    let masked = |at: Point| terrain.at(at).filter_map(|id| terrain.kind(id)).any(|kind| (claim.hides)(kind));
    let level = terrain.level(eye);
    let blocked = |to: Point| {
        let bearing = eye.bearing_to(to);
        #[allow(clippy::cast_possible_truncation, reason = "a length on a table")]
        let steps = eye.to(to) as Cm / STEP;
        let line: Vec<Point> = (0..=steps).map(|n| eye.step(bearing, n * STEP)).chain([to]).collect();
        let flat = line.iter().all(|at| terrain.level(*at) == level);
        // Into it and out again before the target.
        let through = line.windows(2).any(|pair| masked(pair[0]) && !masked(pair[1]));
        let screened = |at: &Point| screens.iter().any(|piece| point_to_piece(*at, piece).cm == 0);
        flat && (through || line.iter().any(screened))
    };
    // Seeing one point is enough.
    !masked(eye) && parts_of(his).all(blocked)
}
