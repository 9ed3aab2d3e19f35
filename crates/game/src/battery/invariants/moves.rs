//! Ways: what they cross, where they end, how long they are, and whether there was one at all.

use super::{
    Cornered, Crossing, GRAZE, Instant, Invariant, Invariants, Left, Unkept, apart, core, drawn_in, enemies, lead,
};
use crate::{Card, Picture, RuleId, UnitId};
use std::collections::BTreeMap;
use table::{Angle, Cm, Piece, Point, Pose, distance, first_contact, in_the_way, overlaps, point_to_piece, turn};

/// The moves of units in the turn, in parts of their allowances.
#[derive(Default)]
pub(super) struct Gone {
    turn: u16,
    parts: BTreeMap<UnitId, f64>,
}

impl Gone {
    /// A turn begins, or goes on; true: it begins.
    pub(super) fn turn(&mut self, turn: u16) -> bool {
        let begins = turn != self.turn;
        if begins {
            self.turn = turn;
            self.parts.clear();
        }
        begins
    }

    /// Whether a unit exceeds its move in the turn.
    pub(super) fn reach(
        &mut self,
        facts: &Invariants,
        before: &Picture,
        unit: UnitId,
        (path, pieces): (&[Pose], &[Piece]),
        rules: &[RuleId],
    ) -> Unkept {
        let card = before.units.get(&unit)?;
        let most = facts.longest?(card, rules)?;
        let part = self.parts.entry(unit).or_default();
        *part += length(path) / f64::from(most.max(1));
        // A hundredth for the roundings of each leg.
        if *part <= 1.01 {
            return None;
        }
        let gone = whole(*part * f64::from(most));
        let Some(again) = facts.again.as_ref().filter(|again| *part <= 1.01 * again.moves) else {
            return Some((Invariant::Reach, unit, None, gone, most));
        };
        let end = pieces.iter().find(|p| p.lead).or_else(|| pieces.first())?;
        let near = enemies(facts, before, card.side).filter(|(id, enemy)| (again.from)(*id, enemy));
        let kept = |id: UnitId, his: &Piece| {
            let seen = super::fire::in_plain_sight(facts, before, again.hides, (unit, end), (id, his));
            if seen { again.keep } else { again.unseen }
        };
        let near = near.filter_map(|(id, enemy)| Some((distance(end, lead(enemy)?).cm, kept(id, lead(enemy)?), id)));
        let (cm, keep, enemy) = near.filter(|(cm, keep, _)| cm + GRAZE < *keep).min()?;
        Some((Invariant::Reach, unit, Some(enemy), cm, keep))
    }
}

/// The length of a way up to the first contact of its last leg with an enemy at its end; `None`: it ends at none.
fn to_contact(facts: &Invariants, now: &Picture, card: &Card, path: &[Pose]) -> Option<Cm> {
    let own = lead(card)?;
    let [before @ .., to] = path else { return None };
    let [start, end] = [before.last()?, to].map(|pose| Piece { pose: *pose, ..*own });
    let near = |his: &Piece| distance(&end, his).cm <= GRAZE;
    let struck: Vec<(u32, Piece)> = enemies(facts, now, card.side)
        .filter_map(|(_, his)| lead(his))
        .filter(|his| near(his))
        .map(|his| (0, *his))
        .collect();
    // It goes in its facing, by the middle of its front.
    let (front, aim) = (start.front_middle(), end.front_middle());
    let (cm, ..) = first_contact(&start, front.bearing_to(aim), whole(front.to(aim)) + GRAZE, &struck)?;
    Some(whole(length(before)).saturating_add(cm))
}

/// The way of the centre of a unit's lead piece, also where it is given by the middles of its front.
pub(super) fn centres(path: &[Pose], pieces: &[Piece]) -> Vec<Pose> {
    let lead = pieces.iter().find(|p| p.lead).or_else(|| pieces.first());
    let by_fronts = lead.zip(path.last()).filter(|(lead, last)| {
        lead.pose.at.to(last.at) > f64::from(lead.depth) / 4.0 && lead.front_middle().to(last.at) < f64::from(GRAZE)
    });
    match by_fronts {
        Some((lead, _)) => {
            // A turn about the middle of the front is not a way.
            let turns = |n: &usize| path.get(n + 1).is_some_and(|next| next.at.to(path[*n].at) <= 2.0);
            let gone = (0..path.len()).filter(|n| !turns(n));
            gone.map(|n| path[n].ahead(-lead.depth / 2)).collect()
        }
        None => path.to_vec(),
    }
}

/// A way with its start, also where only its end is given.
pub(super) fn whole_way(facts: &Invariants, stood: Option<Pose>, path: &[Pose], pieces: &[Piece]) -> Vec<Pose> {
    let end = pieces.iter().find(|p| p.lead).or_else(|| pieces.first()).map(|piece| piece.pose);
    match (stood, path, end) {
        (Some(stood), [_], Some(end)) if facts.jumps => vec![stood, end],
        _ => path.to_vec(),
    }
}

fn length(path: &[Pose]) -> f64 {
    path.windows(2).map(|leg| leg[0].at.to(leg[1].at)).sum()
}

impl Instant<'_> {
    /// Whether a single way is too long.
    pub(super) fn stride(&self, now: &Picture, unit: UnitId, path: &[Pose], rules: &[RuleId]) -> Unkept {
        let most = self.facts.stride?(self.before.units.get(&unit)?, rules)?;
        let touches = self.facts.to_contact.is_some_and(|to_contact| to_contact(rules));
        let contact = touches.then(|| to_contact(self.facts, now, now.units.get(&unit)?, path)).flatten();
        let cm = contact.unwrap_or_else(|| whole(length(path)));
        (f64::from(cm) > 1.01 * f64::from(most)).then_some((Invariant::Reach, unit, None, cm, most))
    }

    /// Whether a way passes through a piece that bars it, of a unit that stands.
    pub(super) fn way(&self, now: &Picture, unit: UnitId, path: &[Pose], rules: &[RuleId]) -> Unkept {
        let bars = self.facts.bars?;
        let mover = now.units.get(&unit).filter(|card| self.facts.takes_part(card))?;
        let own = lead(mover)?;
        let last = Piece { pose: *path.last()?, ..*own };
        let nearest = enemies(self.facts, self.before, mover.side)
            .filter_map(|(id, card)| Some((distance(&last, lead(card)?).cm, id)))
            .min()
            .map(|(_, id)| id);
        let standing = |id: &UnitId, card: &Card| {
            let stays = now.units.contains_key(id) && !self.moves.contains(id);
            *id != unit && stays && self.facts.takes_part(card) && self.facts.has_footing(card)
        };
        for (id, other) in self.before.units.iter().filter(|(id, card)| standing(id, card)) {
            let barring = |piece: &&Piece| {
                let crossing = Crossing { mover, rules, other, piece, nearest: nearest == Some(*id) };
                distance(own, piece).cm > 0 && bars(&crossing)
            };
            let pieces: Vec<(u32, Piece)> = other.pieces.iter().filter(barring).map(|p| (0, drawn_in(p))).collect();
            for leg in path.windows(2).filter(|leg| leg[0].at != leg[1].at && !pieces.is_empty()) {
                let (bearing, cm) = (leg[0].at.bearing_to(leg[1].at), whole(leg[0].at.to(leg[1].at)));
                let piece = Piece { pose: leg[0], ..*own };
                // A wheel is given by its two ends: the way of the middle between them is approximate.
                let wheels = self.facts.broad && leg[0].facing != leg[1].facing;
                let core = |piece: &Piece| if wheels { middle(piece) } else { core(piece) };
                let straight = self.facts.broad && !wheels;
                let edge = edge(&piece, bearing).filter(|_| straight).unwrap_or_else(|| core(&piece));
                // A unit under a corner of this one by the turn alone is ignored, unless the mover's middle goes
                // through it.
                let (under, ahead): (Vec<_>, Vec<_>) = pieces.iter().copied().partition(|(_, p)| overlaps(&edge, p));
                let met = |piece: &Piece, them: &[(u32, Piece)]| !in_the_way(piece, bearing, cm, them).is_empty();
                if met(&edge, &ahead) || met(&core(&piece), &under) {
                    return Some((Invariant::Way, unit, Some(*id), cm, 0));
                }
            }
        }
        None
    }

    /// Whether a unit that gives way is nearer to an enemy that stands.
    pub(super) fn away(
        &self,
        now: &Picture,
        unit: UnitId,
        (path, pieces): (&[Pose], &[Piece]),
        rules: &[RuleId],
    ) -> Unkept {
        // A unit that turns, limbers up or makes room in place does not give way.
        if path.len() < 2 {
            return None;
        }
        let rule = self.facts.retreats.iter().find(|rule| rules.iter().any(|by| by.as_str() == rule.rule))?;
        // By its place now: it may have been driven back in the same instant. A general goes with the troops.
        let card = now.units.get(&unit).filter(|card| self.facts.takes_part(card))?;
        let end = pieces.iter().find(|p| p.lead).or_else(|| pieces.first())?;
        let there = if rule.from_one.is_some() { now } else { self.before };
        // A unit lost in the same instant counts where it stood.
        let lost = enemies(self.facts, self.before, card.side).filter(|(id, _)| !there.units.contains_key(id));
        let mut feared: Vec<(Cm, UnitId, &Piece)> = enemies(self.facts, there, card.side)
            .chain(lost)
            // A winner may follow at once: it counts where it stood. A removed unit need not be avoided.
            .filter(|(id, _)| rule.from_one.is_some() || !self.moves.contains(id) && now.units.contains_key(id))
            .filter(|(_, enemy)| self.facts.is_feared(enemy))
            .filter_map(|(id, enemy)| Some((apart(card, enemy)?, id, lead(enemy)?)))
            .filter(|(cm, _, _)| *cm <= rule.horizon)
            .collect();
        if let Some(spread) = rule.from_one {
            // The enemy that it goes away from: one is enough.
            let leg = path.windows(2).find(|leg| leg[0].at != leg[1].at)?;
            let (from, bearing) = (lead(card)?.pose.at, leg[0].at.bearing_to(leg[1].at));
            feared.retain(|(before, _, his)| {
                // Without a required bearing, its middle may come no nearer to the other's nearest point: a unit that
                // touches a long line could otherwise go farther into it.
                let middle = |at: Point| point_to_piece(at, his).cm;
                let away = match spread {
                    18_000.. => middle(end.pose.at) + GRAZE >= middle(from),
                    _ => turn(his.pose.at.bearing_to(from), bearing).abs() <= spread,
                };
                away && distance(end, his).cm + GRAZE >= *before
            });
            return feared.is_empty().then_some((Invariant::Away, unit, None, 0, rule.horizon));
        }
        feared.into_iter().find_map(|(before, id, enemy)| {
            let after = distance(end, enemy).cm;
            (after + GRAZE < before).then_some((Invariant::Away, unit, Some(id), after, before))
        })
    }

    /// Whether a unit that was removed for want of room had a way out, from its place now: it may have gone as far as
    /// it could in the same instant.
    pub(super) fn room(&self, now: &Picture, unit: UnitId, why: &str, rules: &[RuleId]) -> Unkept {
        let so = |rule: &&Cornered| rule.why.is_empty() || rule.why == why;
        let rule =
            self.facts.cornered.iter().filter(so).find(|rule| rules.iter().any(|by| by.as_str() == rule.rule))?;
        let began = self.before.units.get(&unit)?;
        let card = &Card { pieces: now.units.get(&unit)?.pieces.clone(), ..began.clone() };
        if (rule.excused)(card) && self.failed.contains(&unit) {
            return None;
        }
        let own = lead(card)?;
        let reach = (rule.reach)(card)?;
        let mut left: Vec<(Cm, UnitId, Point)> = enemies(self.facts, self.before, card.side)
            .filter(|(_, enemy)| self.facts.is_feared(enemy))
            .filter_map(|(id, enemy)| Some((apart(card, enemy)?, id, lead(enemy)?.pose.at)))
            .collect();
        left.sort_unstable_by_key(|(cm, id, _)| (*cm, *id));
        if rule.from == Left::Nearest {
            left.truncate(1);
        }
        let free = |(_, enemy, from): &(Cm, UnitId, Point)| {
            let away = if *from == own.pose.at { own.pose.facing } else { from.bearing_to(own.pose.at) };
            // Every 5 degrees, straight away first.
            let mut bearings = (0..=rule.spread / 500).flat_map(|n| [n * 500, -n * 500]);
            bearings.any(|bend| self.open(unit, card, rule, (away + bend).rem_euclid(36_000), reach, *enemy))
        };
        (!left.is_empty() && left.iter().all(free)).then_some((Invariant::Room, unit, None, reach, 0))
    }

    /// Whether a unit can run this far on a bearing: on the table, over open ground, past no enemy but the one it
    /// leaves, into none of those in contact when the instant began, through no friend that bars it, nearer to none.
    fn open(&self, unit: UnitId, card: &Card, rule: &Cornered, bearing: Angle, reach: Cm, left: UnitId) -> bool {
        let (Some(own), Some(terrain)) = (lead(card), self.facts.terrain.as_deref()) else { return false };
        let began = self.before.units.get(&unit).and_then(lead).unwrap_or(own);
        // Along the whole way: a wall is thinner than a stride. A unit in closed ground may leave it in the first one.
        let crossed = terrain.along(own.pose.at, own.pose.at.step(bearing, reach)).into_iter();
        let mut entered = crossed.filter(|stretch| stretch.from_cm > 0 || stretch.to_cm >= STRIDE.min(reach));
        if entered.any(|stretch| terrain.kind(stretch.feature).is_some_and(|kind| (rule.closed)(card, kind))) {
            return false;
        }
        let bars = |there: &Piece, id: UnitId, other: &Card| {
            if other.side == card.side {
                return (rule.barred_by)(other) && other.pieces.iter().any(|p| overlaps(there, p));
            }
            let barred = |p: &Piece| {
                let touched = if rule.berth > 0 { distance(there, p).cm <= rule.berth } else { overlaps(there, p) };
                // A unit in contact bars only the ways into it, and those on which a wing sweeps through it.
                let into = point_to_piece(there.pose.at, p).cm + GRAZE < point_to_piece(own.pose.at, p).cm;
                let nearer = there.pose.at.to(p.pose.at) + f64::from(GRAZE) < own.pose.at.to(p.pose.at);
                touched && (into || nearer && overlaps(there, p) || distance(began, p).cm > GRAZE)
            };
            let touched = (rule.berth == 0 || id != left) && other.pieces.iter().any(barred);
            let nearer = apart(card, other).zip(lead(other)).is_some_and(|(before, his)| {
                before <= rule.horizon && distance(there, his).cm < before && self.facts.is_feared(other)
            });
            touched || nearer
        };
        let mut others = self.before.units.iter().filter(|(id, other)| **id != unit && self.facts.takes_part(other));
        let mut gone = 0;
        while gone < reach {
            gone = (gone + STRIDE).min(reach);
            let there = Piece { pose: Pose { at: own.pose.at.step(bearing, gone), facing: bearing }, ..*own };
            if !terrain.holds(&there) {
                return false;
            }
            if others.clone().any(|(id, other)| bars(&there, *id, other)) {
                return false;
            }
        }
        others.next().is_some()
    }
}

/// A tenth of a base's front.
const STRIDE: Cm = 500;

/// The middle quarter of a piece.
fn middle(piece: &Piece) -> Piece {
    let side = (piece.front.min(piece.depth) / 4).max(1);
    Piece { front: side, depth: side, ..*piece }
}

/// The edge with which a piece goes on a bearing; `None` if it goes sideways.
fn edge(piece: &Piece, bearing: Angle) -> Option<Piece> {
    let piece = drawn_in(piece);
    let off = turn(piece.pose.facing, bearing).abs();
    let ahead = match off {
        0..=500 => piece.depth / 2 - 1,
        17_500.. => 1 - piece.depth / 2,
        _ => return None,
    };
    Some(Piece { pose: piece.pose.ahead(ahead), depth: 2, ..piece })
}

#[allow(clippy::cast_possible_truncation, reason = "a length on a table")]
fn whole(cm: f64) -> Cm {
    cm.round() as Cm
}
