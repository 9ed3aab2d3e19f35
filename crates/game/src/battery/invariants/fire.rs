//! Shots: range, arc and sight from where the two stand.

use super::{Found, GRAZE, Invariant, Invariants, Sector, Shot, lead};
use crate::{Picture, UnitId};
use table::{Cm, Piece, Point, Pose, ahead_of_front, angle_off, point_to_piece};

/// A step of a look along a line.
const STEP: Cm = 250;

/// So many parts of each side of a target are looked at.
const PARTS: Cm = 20;

/// Whether a shot breaks what its shooter can do.
pub(super) fn shot(facts: &Invariants, now: &Picture, claim: &Shot, by: UnitId, at: UnitId) -> Found {
    let (shooter, target) = (now.units.get(&by)?, now.units.get(&at)?);
    let (reach, sector) = (claim.reach)(shooter)?;
    let (own, his) = (lead(shooter)?, lead(target)?);
    let eye = if sector == Sector::AllRound { own.pose.at } else { own.front_middle() };
    let range = point_to_piece(eye, his);
    if range.cm > reach + GRAZE {
        return Some((Invariant::Shot, by, Some(at), range.cm, reach));
    }
    let off = angle_off(&Pose { at: eye, facing: own.pose.facing }, range.to).abs();
    let aimed = match sector {
        Sector::AllRound => true,
        Sector::Half => his.corners().iter().chain([&his.pose.at]).any(|p| ahead_of_front(own, *p)),
        // A degree for places that are rounded.
        Sector::Quarter => range.cm == 0 || off <= 4_500 + 100,
    };
    if !aimed {
        return Some((Invariant::Shot, by, Some(at), off, 4_500));
    }
    let taken_as_seen = claim.seen_in.iter().any(|phase| now.phase == *phase);
    (!taken_as_seen && hidden(facts, claim, eye, his)).then_some((Invariant::Shot, by, Some(at), range.cm, 0))
}

/// Whether ground right across the line hides every point of the target. Only on the flat: from heights one sees over it.
fn hidden(facts: &Invariants, claim: &Shot, eye: Point, his: &Piece) -> bool {
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
        flat && through
    };
    // Many points of it: seeing one is enough.
    let parts = |size: Cm| (0..=PARTS).map(move |n| size * (2 * n - PARTS) / (2 * PARTS));
    let mut aims = parts(his.front).flat_map(|x| parts(his.depth).map(move |y| his.pose.local(x, y)));
    !masked(eye) && aims.all(blocked)
}
