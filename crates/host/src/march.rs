//! From a tap on the map to manoeuvres: the ways for a mover to reach a point, tried one after the other. The rules
//! judge each; the cheapest one accepted is taken, or else the one that breaks the fewest.

use crate::error::{ApiError, ApiResult};
use crate::room::Copy;
use crate::wire::Route;
use game::{Field, Measuring, Reply, Shape, Side, UnitId};
use http::StatusCode;
use table::{Angle, Cm, Course, Manoeuvre, March, Piece, Point, turn};

/// Reasons why the unit may not make a leg at all, or not so far.
const NOT_OPEN: [&str; 2] = ["not_offered", "leg_not_open"];

/// Wheels are searched in steps of this angle, then finer.
const STEP: Angle = 300;
/// The deepest nesting of fields.
const DEEPEST: usize = 9;
/// Directions within this angle count as straight.
const STRAIGHT: Angle = 50;
/// A turn to the right or left; twice that is about.
const FACE: Angle = 9_000;

/// How many times the way is halved to find how far a mover may go.
const HALVINGS: u32 = 8;
/// The whole of a way; parts of it are counted in this many.
const WHOLE: i64 = 1 << HALVINGS;

/// The replies with the march filled in. Where measuring is forbidden a point too far means "as far as it goes", and a
/// facing that turns too much "as far round as it goes": a refusal would be a measurement of that place.
pub fn find(room: &Copy, side: Side, wanted: &Route) -> ApiResult<Vec<Reply>> {
    let closed = || ApiError::new(StatusCode::CONFLICT, "not-open");
    let misplaced = || ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "no-march");
    let ask = room.battle.waiting(side).into_iter().find(|ask| ask.id == wanted.ask).ok_or_else(closed)?;
    let field = field_at(&ask.fields, &wanted.replies, &wanted.field).ok_or_else(misplaced)?;
    let Shape::March { movers, allowed, .. } = &field.shape else { return Err(misplaced()) };
    let pieces = leads(room, movers).ok_or_else(misplaced)?;
    let kept = kept_legs(&wanted.replies, &wanted.field);
    let ways = Ways { pieces, allowed, movers, kept };
    let best = |to: Point, facing: Option<Angle>| ways.best(room, side, wanted, to, facing).ok_or_else(misplaced);
    let whole = best(wanted.to, wanted.facing)?;
    if !whole.refused || ask.measuring == Measuring::Free {
        return Ok(whole.replies);
    }
    let from = ways.guide().pose;
    let to = |part: i64| along(from.at, wanted.to, part);
    let round = |part: i64| wanted.facing.map(|facing| from.facing + of_part(turn(from.facing, facing), part));
    // Along the straight line; else less round and less far at once, to the facing wanted or to the side of the point.
    let mut less = as_far(|part| best(to(part), wanted.facing))?;
    if less.is_none() {
        let (right, ahead) = from.seen(wanted.to);
        let bent = |part: i64| from.local(of_part(of_part(right, part), part), of_part(ahead, part));
        less = match wanted.facing {
            Some(_) => as_far(|part| best(to(part), round(part)))?,
            None => as_far(|part| best(bent(part), None))?,
        };
    }
    // A unit that cannot set out after turning still turns.
    if less.is_none() {
        less = ways.begun(room, side, wanted, &whole);
    }
    // No part of the way is legal: the reason of its first small part, not the distance.
    Ok(less.map_or_else(|| best(to(WHOLE >> 4), wanted.facing), Ok)?.replies)
}

/// The farthest of the ways that is not refused, found by halving; `None` if there is none.
fn as_far(way: impl Fn(i64) -> ApiResult<Found>) -> ApiResult<Option<Found>> {
    let (mut near, mut far, mut found) = (0, WHOLE, None);
    while far - near > 1 {
        let part = i64::midpoint(near, far);
        let tried = way(part)?;
        if tried.refused {
            far = part;
        } else {
            (near, found) = (part, Some(tried));
        }
    }
    Ok(found)
}

fn of_part(whole: i32, part: i64) -> i32 {
    i32::try_from(i64::from(whole) * part / WHOLE).unwrap_or_default()
}

/// The point at a part of the way from one to the other.
fn along(from: Point, to: Point, part: i64) -> Point {
    let on = |from: i32, to: i32| from.saturating_add(of_part(to.saturating_sub(from), part));
    Point::new(on(from.x, to.x), on(from.y, to.y))
}

/// Replies with one march in them.
struct Found {
    refused: bool,
    /// Whether one of its legs is not offered.
    closed: bool,
    faults: usize,
    cost: i64,
    legs: usize,
    replies: Vec<Reply>,
}

impl Found {
    const fn rank(&self) -> (bool, bool, usize, i64, usize) {
        (self.refused, self.closed, self.faults, self.cost, self.legs)
    }
}

/// The field at a place: its index, then the pick and the field that it opened, and so on.
fn field_at<'a>(fields: &'a [Field], replies: &[Reply], place: &[u16]) -> Option<&'a Field> {
    let (first, rest) = place.split_first()?;
    let field = fields.get(usize::from(*first))?;
    if rest.is_empty() {
        return Some(field);
    }
    let (pick, rest) = rest.split_first()?;
    let (Shape::Pick { from, .. }, Reply::Picked(picks)) = (&field.shape, replies.get(usize::from(*first))?) else {
        return None;
    };
    let (key, then) = picks.get(usize::from(*pick))?;
    let choice = from.iter().find(|choice| &choice.key == key)?;
    if place.len() > DEEPEST {
        return None;
    }
    field_at(&choice.then, then, rest)
}

/// The reply at the same place.
fn reply_at<'a>(replies: &'a mut [Reply], place: &[u16]) -> Option<&'a mut Reply> {
    let (first, rest) = place.split_first()?;
    let reply = replies.get_mut(usize::from(*first))?;
    let Some((pick, rest)) = rest.split_first() else { return Some(reply) };
    let Reply::Picked(picks) = reply else { return None };
    reply_at(&mut picks.get_mut(usize::from(*pick))?.1, rest)
}

/// A change of formation chosen before the way stays at its head.
fn kept_legs(replies: &[Reply], place: &[u16]) -> Vec<Manoeuvre> {
    let mut replies = replies.to_vec();
    match reply_at(&mut replies, place) {
        Some(Reply::Marched(march)) => {
            march.legs.iter().take_while(|leg| matches!(leg, Manoeuvre::Reform(_))).cloned().collect()
        }
        _ => Vec::new(),
    }
}

/// The lead pieces of the movers, the guide's first.
fn leads(room: &Copy, movers: &[UnitId]) -> Option<Vec<Piece>> {
    let lead = |unit: &UnitId| room.picture.units.get(unit)?.pieces.first().copied();
    let pieces: Option<Vec<Piece>> = movers.iter().map(lead).collect();
    pieces.filter(|pieces| !pieces.is_empty())
}

struct Ways<'a> {
    pieces: Vec<Piece>,
    allowed: &'a [Manoeuvre],
    movers: &'a [UnitId],
    kept: Vec<Manoeuvre>,
}

impl Ways<'_> {
    fn guide(&self) -> Piece {
        self.pieces[0]
    }

    fn may(&self, kind: fn(&Manoeuvre) -> bool) -> bool {
        self.allowed.iter().any(kind)
    }

    fn course(&self, legs: Vec<Manoeuvre>) -> Course {
        let march = March { movers: self.movers.iter().map(|unit| unit.0).collect(), legs };
        Course::new(march, self.pieces.clone())
    }

    fn effort(&self, march: &March) -> i64 {
        i64::from(self.course(march.legs.clone()).length()) + 100 * i64::try_from(march.legs.len()).unwrap_or_default()
    }

    /// The cheapest way to a point that the rules accept, or else the one that breaks the fewest.
    fn best(&self, room: &Copy, side: Side, wanted: &Route, to: Point, facing: Option<Angle>) -> Option<Found> {
        let found = self.cheapest(room, side, wanted, self.to(to, facing))?;
        let beside = facing.map(|facing| self.turned_after(to, facing)).unwrap_or_default();
        if !found.refused || beside.is_empty() {
            return Some(found);
        }
        // A unit that cannot stand in that exact place with this facing may stand beside it.
        let near = self.cheapest(room, side, wanted, beside)?;
        Some(if near.refused { found } else { near })
    }

    /// As many of the first manoeuvres of a way as the rules accept, or the first of them alone with its refusal;
    /// `None` if there is only one.
    fn begun(&self, room: &Copy, side: Side, wanted: &Route, found: &Found) -> Option<Found> {
        let mut replies = found.replies.clone();
        let Reply::Marched(March { legs, .. }) = reply_at(&mut replies, &wanted.field)? else { return None };
        let shorter = |n: usize| self.cheapest(room, side, wanted, vec![legs[..n].to_vec()]);
        let mut tried = None;
        for n in (self.kept.len() + 1..legs.len()).rev() {
            tried = shorter(n);
            if tried.as_ref().is_some_and(|found| !found.refused) {
                break;
            }
        }
        tried
    }

    /// The best of some ways.
    fn cheapest(&self, room: &Copy, side: Side, wanted: &Route, ways: Vec<Vec<Manoeuvre>>) -> Option<Found> {
        let mut best: Option<Found> = None;
        for legs in ways {
            let march = March { movers: self.movers.iter().map(|unit| unit.0).collect(), legs };
            let effort = self.effort(&march);
            let mut replies = wanted.replies.clone();
            let legs = march.legs.len();
            *reply_at(&mut replies, &wanted.field)? = Reply::Marched(march);
            let (refused, closed, faults, cost) = match room.battle.preview(side, wanted.ask, &replies) {
                Ok(preview) => (false, false, 0, preview.costs.iter().map(|(cost, _)| i64::from(*cost)).sum()),
                // Another mover's march may be wrong: this one is not refused for it.
                Err(refusals) => {
                    let mut own = refusals.iter().filter(|one| Some(&one.field) == wanted.field.first()).peekable();
                    (
                        own.peek().is_some(),
                        own.any(|one| NOT_OPEN.contains(&one.reason.as_str())),
                        refusals.len(),
                        effort,
                    )
                }
            };
            let found = Found { refused, closed, faults, cost, legs, replies };
            if best.as_ref().is_none_or(|best| found.rank() < best.rank()) {
                best = Some(found);
            }
        }
        best
    }

    /// Every way to a point made of the manoeuvres allowed.
    fn to(&self, to: Point, facing: Option<Angle>) -> Vec<Vec<Manoeuvre>> {
        let pose = self.guide().pose;
        let (right, ahead) = pose.seen(to);
        let distance = whole(pose.at.to(to));
        let bearing = turn(pose.facing, pose.at.bearing_to(to));
        let may_turn = self.may(|m| matches!(m, Manoeuvre::Turn(_)));
        let may_wheel = self.may(|m| matches!(m, Manoeuvre::Wheel(_)));
        let may_ahead = self.may(|m| matches!(m, Manoeuvre::Ahead(_)));
        let may_side = self.may(|m| matches!(m, Manoeuvre::Side(_)));
        let may_back = self.may(|m| matches!(m, Manoeuvre::Back(_)));
        let mut ways: Vec<Vec<Manoeuvre>> = Vec::new();
        if may_ahead && ahead > 0 && bearing.abs() <= STRAIGHT {
            ways.push(vec![Manoeuvre::Ahead(distance)]);
        }
        if may_turn && may_ahead {
            ways.push(vec![Manoeuvre::Turn(bearing), Manoeuvre::Ahead(distance)]);
        }
        if self.may(|m| matches!(m, Manoeuvre::Oblique { .. })) {
            ways.push(vec![Manoeuvre::Oblique { cm: distance, by: bearing }]);
        }
        if may_side {
            ways.push(match ahead {
                0 => vec![Manoeuvre::Side(right)],
                1.. if may_ahead => vec![Manoeuvre::Ahead(ahead), Manoeuvre::Side(right)],
                _ if may_back => vec![Manoeuvre::Back(-ahead), Manoeuvre::Side(right)],
                _ => vec![Manoeuvre::Side(right)],
            });
        }
        if may_back && ahead < 0 && right.abs() <= distance / 8 {
            ways.push(vec![Manoeuvre::Back(-ahead)]);
        }
        if let Some(wanted) = facing {
            for way in &mut ways {
                let now = self.course(way.clone()).end()[0].pose.facing;
                let by = turn(now, wanted);
                if by != 0 && may_turn {
                    way.push(Manoeuvre::Turn(by));
                } else if by != 0 && may_wheel {
                    way.push(Manoeuvre::Wheel(by));
                }
            }
        }
        if may_wheel && may_ahead {
            ways.extend(self.wheeling(to, facing));
        }
        if may_turn && may_ahead {
            ways.extend(self.faced(to, bearing, facing));
        }
        if ways.is_empty() && may_ahead {
            ways.push(vec![Manoeuvre::Ahead(ahead.max(0))]);
        }
        for way in &mut ways {
            way.splice(0..0, self.kept.iter().cloned());
        }
        ways
    }

    /// A turn to the right, to the left or about, where the rules know no other; then straight on, by a wheel if need
    /// be.
    fn faced(&self, to: Point, bearing: Angle, facing: Option<Angle>) -> Vec<Vec<Manoeuvre>> {
        let faces = (bearing + bearing.signum() * FACE / 2) / FACE;
        let first = Manoeuvre::Turn(faces * FACE);
        if faces == 0 || bearing == faces * FACE {
            return Vec::new();
        }
        let pieces = self.course(vec![first.clone()]).end();
        let then = Ways { pieces, kept: Vec::new(), ..*self };
        let pose = then.guide().pose;
        let straight = turn(pose.facing, pose.at.bearing_to(to)).abs() <= 10 * STRAIGHT && facing.is_none();
        let mut ways = then.wheeling(to, facing);
        if straight {
            ways.push(vec![Manoeuvre::Ahead(whole(pose.at.to(to)))]);
        }
        for way in &mut ways {
            way.insert(0, first.clone());
        }
        ways
    }

    /// Straight on, then a wheel: it ends beside the point with the facing wanted.
    fn turned_after(&self, to: Point, facing: Angle) -> Vec<Vec<Manoeuvre>> {
        let pose = self.guide().pose;
        let by = turn(pose.facing, facing);
        let (_, ahead) = pose.seen(to);
        if by == 0 || ahead < 0 || !self.may(|m| matches!(m, Manoeuvre::Wheel(_))) {
            return Vec::new();
        }
        let mut way = self.kept.clone();
        if ahead > 0 && self.may(|m| matches!(m, Manoeuvre::Ahead(_))) {
            way.push(Manoeuvre::Ahead(ahead));
        }
        way.push(Manoeuvre::Wheel(by));
        vec![way]
    }

    /// Wheel, straight on, and wheel again if a facing is wanted: the first wheel is found where the line through the
    /// place it leads to hits the point.
    fn wheeling(&self, to: Point, facing: Option<Angle>) -> Vec<Vec<Manoeuvre>> {
        let start = self.guide().pose.facing;
        let second = |first: Angle| facing.map_or(0, |wanted| turn(start + first, wanted));
        // The distance of the line beside the point, and of the point ahead.
        let miss = |first: Angle| -> (f64, f64) {
            let mut legs = vec![Manoeuvre::Wheel(first)];
            let wheeled = self.course(legs.clone()).end()[0].pose;
            legs.push(Manoeuvre::Wheel(second(first)));
            let both = self.course(legs).end()[0].pose;
            // The second wheel adds the same wherever it is made.
            let (dx, dy) = (both.at.x - wheeled.at.x, both.at.y - wheeled.at.y);
            let aim = Point::new(to.x.saturating_sub(dx), to.y.saturating_sub(dy));
            let (right, ahead) = wheeled.seen(aim);
            (f64::from(right), f64::from(ahead))
        };
        let mut found = Vec::new();
        let mut before = (-18_000, miss(-18_000));
        let mut at = -18_000 + STEP;
        while at <= 18_000 {
            let now = miss(at);
            if before.1.0.signum() != now.0.signum() && now.1 > 0.0 && before.1.1 > 0.0 {
                let (mut low, mut high) = (before.0, at);
                while high - low > 1 {
                    let middle = low + (high - low) / 2;
                    if miss(middle).0.signum() == before.1.0.signum() { low = middle } else { high = middle }
                }
                let mut legs = Vec::new();
                if high != 0 {
                    legs.push(Manoeuvre::Wheel(high));
                }
                legs.push(Manoeuvre::Ahead(whole(miss(high).1)));
                if second(high) != 0 {
                    legs.push(Manoeuvre::Wheel(second(high)));
                }
                found.push(legs);
            }
            before = (at, now);
            at += STEP;
        }
        found
    }
}

fn whole(cm: f64) -> Cm {
    cm.round().clamp(0.0, f64::from(Cm::MAX)) as Cm
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Pose;

    #[test]
    fn wheels_lead_to_the_point_and_to_the_facing() {
        let guide = Piece { pose: Pose::new(10_000, 20_000, 4_500), front: 6_000, depth: 2_000, lead: true };
        let beside = Piece { pose: Pose::new(14_000, 16_000, 4_500), ..guide };
        let allowed = [Manoeuvre::Ahead(100_000), Manoeuvre::Wheel(18_000)];
        let movers = [UnitId(1), UnitId(2)];
        for pieces in [vec![guide], vec![guide, beside]] {
            let ways =
                Ways { pieces: pieces.clone(), allowed: &allowed, movers: &movers[..pieces.len()], kept: Vec::new() };
            for (to, facing) in [
                (Point::new(40_000, 45_000), None),
                (Point::new(10_000, 60_000), None),
                (Point::new(60_000, 20_000), Some(0)),
                (Point::new(-30_000, 50_000), Some(31_500)),
            ] {
                let found = ways.to(to, facing);
                assert!(!found.is_empty(), "{to:?}");
                for legs in found {
                    let end = ways.course(legs.clone()).end()[0].pose;
                    assert!(end.at.to(to) < 60.0, "{legs:?} leads to {end:?} instead of {to:?}");
                    assert!(facing.is_none_or(|facing| turn(end.facing, facing).abs() <= 2), "{legs:?}: {end:?}");
                }
            }
        }
    }
}
