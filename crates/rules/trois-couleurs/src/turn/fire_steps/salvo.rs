//! Fires delivered together: guns that miss and hit friends beside their target (L3C-FEU-42), neighbours that fire as
//! one (L3C-FEU-38), round shot that carries on through its target (L3C-FEU-46).

use super::{AimedFire, FireResult};
use crate::field::{Field as Ground, FireLine, cut_by, ground_of};
use crate::resolve::shooting::shots::{
    Barrier, FigureGroup, NearFriends, Portion, SecondUnit, Slope, Split, Together, joint, penetrates, split,
};
use crate::turn::D;
use crate::world::{DeliveredFire, World};
use crate::{Arm, Distance, Ground as Terrain, Shot, TroisCouleurs, r};
use game::{Flow, Ref, Rule, Toss};
use std::collections::BTreeSet;
use table::{Cm, Kind, Point};

impl TroisCouleurs {
    /// Fires are computed from one state and delivered together; then losses are applied.
    pub(crate) fn deliver(&self, d: &mut D<'_>, volleys: &[AimedFire], rule: Rule) -> Flow<Vec<FireResult>> {
        let mut field = self.field(&d.world);
        self.exchange_fires(&mut field, volleys);
        let mut results = Vec::new();
        for volley in volleys {
            if let Some(result) = self.resolve(&field, *volley) {
                results.push(self.strays(d, &field, result)?);
            }
        }
        self.fire_together(&d.world, &mut results);
        let through: Vec<(FireResult, bool)> =
            results.iter().filter_map(|result| self.goes_through(&d.world, &field, result)).collect();
        for result in &results {
            self.fired(d, result, rule);
        }
        for (result, supports) in &through {
            self.recognised(d, result.volley.on);
            self.tell_fire(d, result, r::L3C_GAP_B20);
            if *supports {
                let AimedFire { by, on, .. } = result.volley;
                let (shot, effective) = (result.shot, result.effective);
                let first = d.world.first_fires;
                d.world.fires.push(DeliveredFire { shooter: by, target: on, shot, effective, first });
            }
        }
        for result in results.iter().chain(through.iter().map(|(result, _)| result)) {
            self.struck(d, result, rule);
        }
        Ok(results)
    }

    /// Units that fire at each other in one phase are under each other's fire, whatever their order (L3C-FEU-01).
    fn exchange_fires(&self, field: &mut Ground, volleys: &[AimedFire]) {
        let back = |one: &FireResult| volleys.iter().any(|him| him.by == one.volley.on && him.on == one.volley.by);
        let fires: Vec<FireResult> =
            volleys.iter().filter_map(|volley| self.resolve(field, *volley)).filter(back).collect();
        for FireResult { volley, shot, .. } in fires.into_iter().filter(|_| self.on(r::L3C_FEU_01)) {
            let (shooter, target) = (crate::world::place_of(volley.by), crate::world::place_of(volley.on));
            field.note_fire(FireLine { shooter, target, shot, effective: true });
        }
    }

    /// Guns that fire at an enemy near their friends may hit the nearest of these instead (L3C-FEU-42, L3C-GAP-B21).
    /// Hidden friends are left out: the die would reveal them (L3C-GAP-A66).
    pub(crate) fn strays(&self, d: &mut D<'_>, field: &Ground, result: FireResult) -> Flow<FireResult> {
        let (AimedFire { by, on, .. }, w) = (result.volley, &d.world);
        let friends = self.troops(w, self.side(by)).filter(|id| *id != by && !w.is_hidden(*id));
        let nearest = friends.map(|id| (self.gap(w, id, on), id)).min();
        let guns = self.troop(by).arm == Arm::Artillery;
        let Some(((gap, friend), band)) = nearest.zip(self.band_of(w, by, on)).filter(|_| guns) else {
            return Ok(result);
        };
        let near = NearFriends { band, status: self.troop(by).status, friends: Distance::from_cm(gap) };
        if !near.possible(&self.book) {
            return Ok(result);
        }
        self.reveal(d, by, r::L3C_GEN_12);
        let thrown = d.throw_one(Toss::new(r::L3C_FEU_42, Ref::Unit(by), near.throw(&self.book)))?;
        if thrown.class > 0 {
            return Ok(result);
        }
        let round = result.shot == Some(Shot::Round);
        let hit = self.resolve(field, AimedFire { by, on: friend, round });
        let (steps, effective) = hit.map_or((0, false), |hit| (hit.steps, hit.effective));
        Ok(FireResult { strikes: friend, steps, effective, percent: 0, ..result })
    }

    /// Neighbours of different kinds that fire small arms at one target, each without effect, fire as one (L3C-FEU-38).
    fn fire_together(&self, w: &World, results: &mut [FireResult]) {
        let limit = self.book.tables.distance.joint_fire.cm();
        let mut grouped: BTreeSet<usize> = BTreeSet::new();
        for first in 0..results.len() {
            if results[first].shot.is_some() || !grouped.insert(first) {
                continue;
            }
            let (mut group, mut apart, mut at): (Vec<usize>, Cm, usize) = (vec![first], 0, 0);
            while let Some(one) = group.get(at).map(|place| results[*place].volley) {
                for (place, other) in results.iter().enumerate().filter(|(_, other)| other.shot.is_none()) {
                    let gap = self.gap(w, one.by, other.volley.by);
                    if other.volley.on == one.on && gap < limit && grouped.insert(place) {
                        group.push(place);
                        apart = apart.max(gap);
                    }
                }
                at += 1;
            }
            let kinds: BTreeSet<i8> = group.iter().map(|place| results[*place].factor).collect();
            if kinds.len() < 2 {
                continue;
            }
            let groups = group.iter().map(|place| &results[*place]);
            let groups = groups.map(|one| FigureGroup { figures: one.figures, factor: one.factor }).collect();
            let joined = joint(&self.book, &Together { groups, apart: Distance::from_cm(apart) });
            if !joined.joint {
                continue;
            }
            for place in group {
                results[place].together = joined.factor;
                results[place].effective = joined.effective;
                results[place].steps = if place == first { joined.steps } else { 0 };
            }
        }
    }

    /// The fire of round shot on the enemy that it reaches through its target, and whether it supports an assault on
    /// that enemy (L3C-FEU-04, L3C-FEU-46, L3C-GAP-B20).
    fn goes_through(&self, w: &World, field: &Ground, result: &FireResult) -> Option<(FireResult, bool)> {
        let AimedFire { by, on, .. } = result.volley;
        let (own, his) = (self.piece(w, by), self.piece(w, on));
        if result.shot != Some(Shot::Round) || result.strikes != on {
            return None;
        }
        let from = own.front_middle();
        let to = table::point_to_piece(from, &his).to;
        let reach = self.book.tables.distance.penetration.cm().saturating_add(his.front.max(his.depth));
        let end = to.step(from.bearing_to(to), reach);
        let behind = self.troops(w, self.side(on)).filter(|id| *id != on && !w.is_hidden(*id));
        // A line of fire stays in the arc of the guns (L3C-MVT-01).
        let cut = behind.filter(|id| self.in_front(w, by, *id) && cut_by(self.piece(w, *id), to, end));
        let (gap, second) = cut.map(|id| (self.gap(w, on, id), id)).min()?;
        let at = table::point_to_piece(to, &self.piece(w, second)).to;
        let unit = SecondUnit {
            shot: Shot::Round,
            behind: Distance::from_cm(gap),
            between: self.barrier(from, at),
            slope: self.slope([from, to, at]),
        };
        if !penetrates(&self.book, &unit) {
            return None;
        }
        let fired = self.resolve_as(field, AimedFire { by, on: second, round: true }, true)?;
        let first = Portion { figures: result.figures, factor: result.factor, ..Portion::default() };
        let next = Portion { figures: 0, factor: fired.factor, penetrated: true, ..Portion::default() };
        let struck = split(&self.book, &Split { figures: result.figures, targets: vec![first, next] })?;
        struck.get(1).map(|struck| (fired, struck.supports))
    }

    /// The obstacle to round shot on its way.
    fn barrier(&self, from: Point, to: Point) -> Barrier {
        let crossed = self.terrain.along(from, to).into_iter().filter_map(|crossing| {
            let feature = self.terrain.feature(crossing.feature)?;
            match (feature.kind, ground_of(feature)) {
                (Kind::Crest, _) => Some(Barrier::Crest),
                (_, Terrain::BuiltUp | Terrain::StrongBuilding) => Some(Barrier::BuiltUp),
                (_, Terrain::MajorObstacle | Terrain::DenseWood) => Some(Barrier::MajorObstacle),
                _ => None,
            }
        });
        crossed.into_iter().next().unwrap_or_default()
    }

    /// The slope along a line of fire: round shot carries through neither uphill nor on to a lower unit.
    fn slope(&self, way: [Point; 3]) -> Slope {
        let [from, first, second] = way.map(|at| self.terrain.level(at));
        match (first.max(second) > from, first.min(second) < from) {
            (true, _) => Slope::Up,
            (_, true) => Slope::Down,
            _ => Slope::Level,
        }
    }
}
