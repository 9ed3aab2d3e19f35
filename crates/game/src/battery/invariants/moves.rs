//! Ways: what they cross, where they lead, how long they are, and whether there was one at all.

use super::{Cornered, Crossing, Found, GRAZE, Instant, Invariant, Invariants, apart, core, drawn_in, enemies, lead};
use crate::{Card, Picture, RuleId, UnitId};
use std::collections::BTreeMap;
use table::{Angle, Cm, Piece, Point, Pose, Terrain, distance, in_the_way, overlaps, turn};

/// What units have gone in the turn, in parts of what each could.
#[derive(Default)]
pub(super) struct Gone {
    turn: u16,
    parts: BTreeMap<UnitId, f64>,
}

impl Gone {
    /// A turn begins, or goes on.
    pub(super) fn turn(&mut self, turn: u16) {
        if turn != self.turn {
            self.turn = turn;
            self.parts.clear();
        }
    }

    /// Whether a unit goes farther in the turn than it can.
    pub(super) fn reach(
        &mut self,
        facts: &Invariants,
        before: &Picture,
        unit: UnitId,
        path: &[Pose],
        rules: &[RuleId],
    ) -> Found {
        let most = facts.longest?(before.units.get(&unit)?, rules)?;
        let cm: f64 = path.windows(2).map(|leg| leg[0].at.to(leg[1].at)).sum();
        let part = self.parts.entry(unit).or_default();
        *part += cm / f64::from(most.max(1));
        // A hundredth for the roundings of each leg.
        (*part > 1.01).then(|| (Invariant::Reach, unit, None, whole(*part * f64::from(most)), most))
    }
}

impl Instant<'_> {
    /// Whether a way passes through a piece that bars it, of somebody who stands.
    pub(super) fn way(&self, now: &Picture, unit: UnitId, path: &[Pose], rules: &[RuleId]) -> Found {
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
            *id != unit && stays && self.facts.takes_part(card)
        };
        for (id, other) in self.before.units.iter().filter(|(id, card)| standing(id, card)) {
            let barring = |piece: &&Piece| {
                let crossing = Crossing { mover, rules, other, piece, nearest: nearest == Some(*id) };
                distance(own, piece).cm > 0 && bars(&crossing)
            };
            let pieces: Vec<(u32, Piece)> = other.pieces.iter().filter(barring).map(|p| (0, drawn_in(p))).collect();
            for leg in path.windows(2).filter(|leg| leg[0].at != leg[1].at && !pieces.is_empty()) {
                let (bearing, cm) = (leg[0].at.bearing_to(leg[1].at), whole(leg[0].at.to(leg[1].at)));
                let piece = core(&Piece { pose: leg[0], ..*own });
                if !in_the_way(&piece, bearing, cm, &pieces).is_empty() {
                    return Some((Invariant::Way, unit, Some(*id), cm, 0));
                }
            }
        }
        None
    }

    /// Whether somebody who gives way is nearer to an enemy that stands.
    pub(super) fn away(&self, now: &Picture, unit: UnitId, pieces: &[Piece], rules: &[RuleId]) -> Found {
        let rule = self.facts.retreats.iter().find(|rule| rules.iter().any(|by| by.as_str() == rule.rule))?;
        // Where it stands by now: it may have been driven back in the same instant.
        let card = now.units.get(&unit)?;
        let end = pieces.iter().find(|p| p.lead).or_else(|| pieces.first())?;
        let there = if rule.straight { now } else { self.before };
        let mut feared: Vec<(Cm, UnitId, &Piece)> = enemies(self.facts, there, card.side)
            // A winner may follow at once: he is left where he stood.
            .filter(|(id, enemy)| (rule.straight || !self.moves.contains(id)) && self.facts.is_feared(enemy))
            .filter_map(|(id, enemy)| Some((apart(card, enemy)?, id, lead(enemy)?)))
            .filter(|(cm, _, _)| *cm <= rule.horizon)
            .collect();
        if rule.straight {
            // From whom it goes straight away.
            let way = card_way(card, end)?;
            feared.retain(|(_, _, his)| turn(his.pose.at.bearing_to(way.0), way.1).abs() <= DEGREES);
            if feared.is_empty() {
                return Some((Invariant::Away, unit, None, 0, rule.horizon));
            }
        }
        feared.into_iter().find_map(|(before, id, enemy)| {
            let after = distance(end, enemy).cm;
            (after + GRAZE < before).then_some((Invariant::Away, unit, Some(id), after, before))
        })
    }

    /// Whether a unit that was removed for want of room had a way to go.
    pub(super) fn room(&self, unit: UnitId, rules: &[RuleId]) -> Found {
        let rule = self.facts.cornered.iter().find(|rule| rules.iter().any(|by| by.as_str() == rule.rule))?;
        let card = self.before.units.get(&unit)?;
        if (rule.excused)(card) && self.failed.contains(&unit) {
            return None;
        }
        let own = lead(card)?;
        let reach = (rule.reach)(card)?;
        let (_, from) = enemies(self.facts, self.before, card.side)
            .filter(|(_, enemy)| self.facts.is_feared(enemy))
            .filter_map(|(_, enemy)| Some((apart(card, enemy)?, lead(enemy)?.pose.at)))
            .min_by_key(|(cm, _)| *cm)?;
        let away = if from == own.pose.at { own.pose.facing } else { from.bearing_to(own.pose.at) };
        let mut bearings = (0..72).map(|n| n * 500).filter(|bearing| turn(away, *bearing).abs() <= rule.spread);
        let free = bearings.any(|bearing| self.open(card, rule, bearing, reach));
        free.then_some((Invariant::Room, unit, None, reach, 0))
    }

    /// Whether a unit can run so far on a bearing: on the table, over open ground, through no enemy, nearer to none.
    fn open(&self, card: &Card, rule: &Cornered, bearing: Angle, reach: Cm) -> bool {
        let (Some(own), Some(terrain)) = (lead(card), self.facts.terrain.as_deref()) else { return false };
        let enemies: Vec<&Card> = enemies(self.facts, self.before, card.side).map(|(_, enemy)| enemy).collect();
        let closed = |terrain: &Terrain, at| {
            terrain.at(at).filter_map(|id| terrain.kind(id)).any(|kind| (rule.closed)(card, kind))
        };
        let mut gone = 0;
        while gone < reach {
            gone = (gone + STRIDE).min(reach);
            let there = Piece { pose: Pose { at: own.pose.at.step(bearing, gone), facing: bearing }, ..*own };
            if !terrain.holds(&there) || closed(terrain, there.pose.at) {
                return false;
            }
            let bad = |enemy: &Card| {
                let touched = enemy.pieces.iter().any(|p| overlaps(&there, p) && distance(own, p).cm > GRAZE);
                let nearer = apart(card, enemy).zip(lead(enemy)).is_some_and(|(before, his)| {
                    before <= rule.horizon && distance(&there, his).cm < before && self.facts.is_feared(enemy)
                });
                touched || nearer
            };
            if enemies.iter().any(|enemy| bad(enemy)) {
                return false;
            }
        }
        true
    }
}

/// Where a unit stood, and the bearing on which it went from there.
fn card_way(card: &Card, end: &Piece) -> Option<(Point, Angle)> {
    let from = lead(card)?.pose.at;
    (from != end.pose.at).then(|| (from, from.bearing_to(end.pose.at)))
}

/// Bearings of short ways are rounded.
const DEGREES: Angle = 300;

/// A tenth of a base's front.
const STRIDE: Cm = 500;

#[allow(clippy::cast_possible_truncation, reason = "a length on a table")]
fn whole(cm: f64) -> Cm {
    cm.round() as Cm
}
