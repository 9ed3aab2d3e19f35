//! Where a unit may fall back to, and whether a path is legal (ML-3.1c, ML-3.1d, ML-GAP-17).

use crate::resolve::movement::March as Mover;
use crate::turn::moving::Way;
use crate::world::{PAS, Positions, World};
use crate::{Arm, Formation, MarieLouise, Marker, Order, r};
use game::{Refusal, Rule, UnitId};
use rulebook::ids::held;
use table::{
    Angle, Cm, FeatureId, Manoeuvre, Measure, Piece, Point, Pose, SLACK, distance, first_contact, first_within, turn,
    within_cm,
};

/// The largest angle off "directly away" for a fall-back.
const SPREAD: Angle = 4_500;

/// The reason why a fall-back is not legal.
pub(super) struct Fault {
    pub rule: Rule,
    pub reason: &'static str,
    pub cm: Cm,
    pub limit: Cm,
    pub measure: Option<Measure>,
    pub leg: usize,
}

impl Fault {
    const fn new(rule: Rule, reason: &'static str, cm: Cm, limit: Cm) -> Self {
        Self { rule, reason, cm, limit, measure: None, leg: 0 }
    }

    pub(super) fn refusal(&self, field: usize) -> Refusal {
        let refusal = Refusal::by(self.rule, field, self.reason)
            .fact("cm", i64::from(self.cm))
            .fact("limit", i64::from(self.limit))
            .at_leg(self.leg);
        match self.measure {
            Some(measure) => refusal.measured(measure),
            None => refusal,
        }
    }
}

/// A legal fall-back.
#[derive(Clone, Debug)]
pub(super) struct Retreat {
    /// The path: start, bends, end; the last pose with the final facing.
    pub path: Vec<Pose>,
    /// Bearing of the last leg.
    pub bearing: Angle,
    pub cm: Cm,
    /// The cost of obstacles in addition (ML-1.6e).
    pub toll: Cm,
    /// The allowance over the ground of the path.
    pub allowance: Cm,
    /// Halted in front of this obstacle, which it could not cross (ML-1.6e).
    pub halted: Option<FeatureId>,
}

impl Retreat {
    pub(super) fn end(&self) -> Pose {
        *held(self.path.last(), "the end of a way back")
    }
}

impl MarieLouise {
    /// Units of a side that may or must fall back now.
    pub(super) fn retreating(&self, w: &World, side: game::Side) -> Vec<UnitId> {
        self.troops(w, side)
            .filter(|id| self.ordered_back(w, *id) || self.may_slip_away(w, *id))
            // Batteries under R act before C and M by a separate rule (ML-3.2e).
            .filter(|id| !self.redeploys(w, *id) || self.on(r::ML_3_2E))
            .collect()
    }

    pub(crate) fn ordered_back(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        unit.order == Order::FallBack && unit.marker == Marker::None
    }

    /// Whether a shaken unit that failed to rally may fall back (ML-5.3c); not if it has fired (ML-GAP-30).
    pub(crate) fn may_slip_away(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        if unit.now.fired && self.on(r::ML_GAP_30) {
            return false;
        }
        unit.marker == Marker::Shaken && unit.now.may_fall_back && self.on(r::ML_5_3C)
    }

    /// Whether a battery under R redeploys: it moves freely, limbered (ML-3.2d, ML-GAP-15).
    pub(super) fn redeploys(&self, w: &World, id: UnitId) -> bool {
        self.sheet(id).profile.arm == Arm::Artillery && self.ordered_back(w, id)
    }

    /// The movement data of a unit that falls back (ML-3.1c, ML-GAP-17).
    pub(super) fn falling_mover(&self, w: &World, id: UnitId) -> Mover {
        let formation =
            if self.sheet(id).profile.arm == Arm::Artillery { Formation::Limbered } else { w.unit(id).formation };
        Mover { falling_back: true, formation, ..self.mover(w, id) }
    }

    /// The direction straight away from the nearest enemy in sight, or towards the own table edge (ML-GAP-17).
    pub(super) fn away(&self, w: &World, positions: &Positions, id: UnitId) -> Angle {
        let here = w.unit(id).pose.at;
        let counts =
            |(other, _): &(UnitId, Cm)| self.side(*other) != self.side(id) && w.unit(*other).marker != Marker::Routing;
        let mut looked = -1;
        for ring in [12 * PAS, 24 * PAS, 60 * PAS] {
            let near = self.around(w, positions, id, ring).filter(counts).filter(|(_, cm)| *cm > looked);
            let mut near: Vec<(Cm, UnitId)> = near.map(|(other, cm)| (cm, other)).collect();
            near.sort_unstable();
            if let Some((_, enemy)) = near.into_iter().find(|(_, other)| self.can_see(w, positions, id, *other)) {
                return w.unit(enemy).pose.at.bearing_to(here);
            }
            looked = ring + SLACK;
        }
        self.scenario.home[self.side(id).index()]
    }

    /// The share of a sequence available: half for a battery that has fired before limbering (ML-3.2d, ML-8.7a).
    fn part(&self, w: &World, id: UnitId, allowance: Cm) -> Cm {
        let half = self.redeploys(w, id) && w.unit(id).now.hurried && w.unit(id).now.fired;
        if half { allowance / 2 } else { allowance }
    }

    /// Enemy elements near a place that block the path (ML-6.2b, ML-6.2c), without those of `except`.
    pub(crate) fn obstructions(
        &self,
        w: &World,
        positions: &Positions,
        id: UnitId,
        reach: Cm,
        except: &[UnitId],
    ) -> Vec<(u32, Piece)> {
        let mut out = Vec::new();
        if !self.on(r::ML_6_2B) {
            return out;
        }
        // No element is farther than 6 pas from its TdC. Rounded to steps, so that one answer serves for all bends of a
        // path.
        let reach = reach.saturating_add(8 * PAS).div_euclid(8 * PAS) + 1;
        for other in self.about(w, positions, id, reach.saturating_mul(8 * PAS)) {
            if self.side(other) == self.side(id) || except.contains(&other) {
                continue;
            }
            let open = w.unit(other).formation == Formation::Skirmish && self.on(r::ML_6_2C);
            let pieces = w.unit(other).footprint();
            out.extend(pieces.into_iter().filter(|p| p.lead || !open).map(|p| (u32::from(other.0), p)));
        }
        out
    }

    /// Judges a fall-back: legs relative to the facing, a face-about at the end is free.
    pub(super) fn judge_retreat(
        &self,
        w: &World,
        positions: &Positions,
        id: UnitId,
        away: Angle,
        legs: &[Manoeuvre],
    ) -> Result<Retreat, Fault> {
        let (unit, battery) = (w.unit(id), self.redeploys(w, id));
        let mover = self.falling_mover(w, id);
        let mut path = vec![unit.pose];
        let mut ways = Vec::new();
        let (mut at, mut facing, mut bearing, mut cm) = (unit.pose.at, unit.pose.facing, unit.pose.facing, 0);
        for (leg, manoeuvre) in legs.iter().enumerate() {
            match *manoeuvre {
                Manoeuvre::Oblique { cm: far, by } if far > 0 && (battery || cm == 0) => {
                    bearing = (facing + by).rem_euclid(36_000);
                    let end = at.step(bearing, far);
                    self.judge_leg(w, positions, id, (at, bearing, far), away)
                        .map_err(|fault| Fault { leg, ..fault })?;
                    ways.push(self.way(&mover, at, end));
                    cm += far;
                    at = end;
                    // Limbered batteries face along the end of their path (ML-GAP-15); other units keep their facing.
                    if self.sheet(id).profile.arm == Arm::Artillery {
                        facing = bearing;
                    }
                    path.push(Pose { at, facing });
                }
                Manoeuvre::Turn(by) if by.abs() == 18_000 && leg + 1 == legs.len() && !battery => {
                    facing = (facing + by).rem_euclid(36_000);
                    path.push(Pose { at, facing });
                }
                _ => return Err(Fault { leg, ..Fault::new(r::ML_GAP_17, "no_such_leg", 0, 0) }),
            }
        }
        let least = self.book.tables.distance.least_fall_back.cm();
        let too_short = |cm: Cm| cm < least && self.on(r::ML_GAP_17);
        if too_short(cm) {
            return Err(Fault::new(r::ML_GAP_17, "too_short", cm, least));
        }
        let Some(allowance) = self.allowance_over(&mover, ways.iter()) else {
            return Err(Fault::new(r::ML_6A, "ground_not_open", cm, 0));
        };
        if ways.iter().any(|way| !way.obstacles.is_empty()) && mover.arm == Arm::Artillery && self.on(r::ML_1_6E) {
            return Err(Fault::new(r::ML_1_6E, "obstacle", cm, 0));
        }
        let limit = self.part(w, id, allowance);
        let (gone, toll, halted) = self.over_obstacles(&ways, unit.obstacle, cm, limit);
        if !within_cm(gone, limit - toll) {
            return Err(Fault::new(r::ML_6A, "too_far", gone, limit - toll));
        }
        if halted.is_some() {
            (at, cm) = (unit.pose.at.step(bearing, gone), gone);
            path = vec![unit.pose, Pose { at, facing }];
            if too_short(cm) {
                return Err(Fault::new(r::ML_GAP_17, "too_short", cm, least));
            }
        }
        self.judge_end(w, positions, id, Pose { at, facing })?;
        Ok(Retreat { path, bearing, cm, toll, allowance, halted })
    }

    /// How far a fall-back of a given length leads over its obstacles, and their cost: each that was not paid last turn
    /// costs its toll; the unit halts in front of the one it cannot cross (ML-1.6e). Only guns go by more than one leg,
    /// and they cross none.
    fn over_obstacles(&self, ways: &[Way], paid: Option<FeatureId>, cm: Cm, limit: Cm) -> (Cm, Cm, Option<FeatureId>) {
        let cost = self.book.tables.distance.obstacle_cost.cm();
        let mut toll = 0;
        let unpaid = ways.iter().flat_map(|way| &way.obstacles).filter(|(feature, _)| paid != Some(*feature));
        for (feature, at) in unpaid.filter(|_| self.on(r::ML_1_6E)) {
            if limit - toll - cost <= *at {
                return ((*at).min(cm), toll, Some(*feature));
            }
            toll += cost;
        }
        (cm, toll, None)
    }

    /// A leg: its direction, and whether the path is free.
    fn judge_leg(
        &self,
        w: &World,
        positions: &Positions,
        id: UnitId,
        (at, bearing, cm): (Point, Angle, Cm),
        away: Angle,
    ) -> Result<(), Fault> {
        let battery = self.redeploys(w, id);
        let off = turn(away, bearing).abs();
        if !battery && off > SPREAD && self.on(r::ML_GAP_17) {
            return Err(Fault::new(r::ML_GAP_17, "not_away", off, SPREAD));
        }
        if !self.terrain.inside(at.step(bearing, cm)) {
            return Err(Fault::new(r::ML_GAP_18, "off_the_table", cm, 0));
        }
        let piece = Piece { pose: Pose { at, facing: bearing }, ..w.unit(id).tdc() };
        let moved = w.unit(id).pose.at.to(at).ceil() as Cm;
        let others = self.obstructions(w, positions, id, cm + moved, &[]);
        let stands = Piece { pose: Pose { at, ..w.unit(id).pose }, ..piece };
        let barring = self.barring(&stands, bearing, cm, &others);
        if let Some((gone, _, measure)) = first_contact(&piece, bearing, cm, &barring) {
            return Err(Fault { measure: Some(measure), ..Fault::new(r::ML_6_2B, "enemy_in_the_way", gone, cm) });
        }
        // A moving battery keeps its distance from enemies like manoeuvring units (ML-3.1j).
        let contact = self.book.tables.distance.contact.cm();
        let leads = others.iter().filter(|(_, p)| p.lead);
        for (_, enemy) in leads.filter(|_| battery && self.on(r::ML_3_1J)) {
            let before = distance(&piece, enemy).cm;
            if !within_cm(before, contact) && first_within(&piece, bearing, cm, enemy, contact).is_some() {
                return Err(Fault::new(r::ML_3_1J, "too_near", before, contact));
            }
        }
        Ok(())
    }

    /// The end of a fall-back may not be nearer to any enemy (ML-3.1d).
    fn judge_end(&self, w: &World, positions: &Positions, id: UnitId, end: Pose) -> Result<(), Fault> {
        if self.redeploys(w, id) || !self.on(r::ML_3_1D) {
            return Ok(());
        }
        match self.approaches(w, positions, id, end) {
            None => Ok(()),
            Some((enemy, before, after)) => {
                let there = Piece { pose: end, ..w.unit(id).tdc() };
                let measure = distance(&there, &w.unit(enemy).tdc()).limited(before);
                Err(Fault { measure: Some(measure), ..Fault::new(r::ML_3_1D, "nearer_to_enemy", after, before) })
            }
        }
    }

    /// The best legal fall-back: the smallest turn, the longest distance, preferably to a free place; `None`: there is
    /// none (ML-3.1d).
    pub(super) fn best_retreat(
        &self,
        w: &World,
        positions: &Positions,
        id: UnitId,
        away: Angle,
    ) -> Option<Vec<Manoeuvre>> {
        let unit = w.unit(id);
        let mover = self.falling_mover(w, id);
        let most = self.farthest(&mover);
        let least = self.book.tables.distance.least_fall_back.cm();
        let reach = if self.redeploys(w, id) { 36 } else { 9 };
        let bends = (0..=reach).flat_map(|n| if n == 0 { vec![0] } else { vec![n * 500, -n * 500] });
        let mut held = None;
        for bend in bends {
            let bearing = (away + bend).rem_euclid(36_000);
            let way = self.way(&mover, unit.pose.at, unit.pose.at.step(bearing, most));
            let (far, ..) = self.longest(&mover, &way, 0, unit.obstacle);
            let far = self.part(w, id, far);
            for cm in [far, far / 2, least] {
                let legs = vec![Manoeuvre::Oblique { cm, by: turn(unit.pose.facing, bearing) }];
                if cm < least {
                    continue;
                }
                let Ok(retreat) = self.judge_retreat(w, positions, id, away, &legs) else { continue };
                // Friends that stand there shorten it.
                let end = self.short_of_friends(w, positions, id, unit.pose, bearing, retreat.end());
                let room = self.tdc_free(w, positions, id, end) && unit.pose.at.to(end.at).round() as Cm >= least;
                if room && self.judge_end(w, positions, id, end).is_ok() {
                    return Some(legs);
                }
                held.get_or_insert(legs);
            }
        }
        held
    }
}
