//! Step C up to the impacts: new targets, bonus, charge moves, reactions and the fires of moment C (ML-3.1f, chapters
//! 8.1, 8.2, 8.6 and 8.7, ML-GAP-25 to ML-GAP-30).

mod bonus;
mod onset;
mod receive;
mod support;
mod target;

pub(crate) use bonus::{BONUS, bonus_throw};
pub(crate) use onset::{Landing, Rush};
pub(crate) use receive::RECEIVE;
pub(crate) use target::NEW_TARGET;

use super::D;
use crate::world::{Aim, NamedCharge, Phase, Progress, World};
use crate::{Aspect, MarieLouise, Marker, Order, r};
use game::{Flow, Rule, Side, Toss, UnitId};
use std::collections::BTreeSet;
use table::{Cm, Near, Piece, Pose, SLACK, overlaps};

impl MarieLouise {
    /// Step C until the chargers are at 2 pas. Reactions are a separate step, so that the moves are not computed again
    /// for every die of the fires.
    pub(crate) fn charges(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Charges, &[r::ML_2E, r::ML_3_1F]);
        if d.world.charges.is_empty() {
            return Ok(());
        }
        self.new_targets(d)?;
        self.take_bonus(d)?;
        self.charge_moves(d)?;
        self.clock(d, Phase::MomentC, &[r::ML_GAP_30]);
        d.then([super::Step::Reception]);
        Ok(())
    }

    /// The chargers are at 2 pas: reactions and fires, then the side with the first impacts.
    pub(crate) fn meet_charges(&self, d: &mut D<'_>) -> Flow<()> {
        self.reception(d)?;
        self.draw_initiative(d)?;
        self.clock(d, Phase::Impacts, &[r::ML_8_3A]);
        Ok(())
    }

    /// Whether a charge can still be made: the charger is steady and keeps its order (ML-GAP-28).
    pub(crate) fn still_charges(&self, w: &World, charge: &NamedCharge) -> bool {
        let unit = w.unit(charge.by);
        unit.present() && unit.order == Order::Charge && unit.marker == Marker::None
    }

    /// Impacts that are due: charges at 2 pas.
    pub(crate) fn due<'a>(&'a self, w: &'a World) -> impl Iterator<Item = (&'a NamedCharge, UnitId)> + 'a {
        w.charges.iter().filter(|c| c.stage == Progress::Contact).filter_map(|c| match c.aim {
            Aim::At(target) => Some((c, target)),
            Aim::Beside(_) | Aim::Behind(_) => None,
        })
    }

    /// The charge of a unit at another.
    pub(crate) fn charge_mut<'a>(&self, w: &'a mut World, by: UnitId, target: UnitId) -> Option<&'a mut NamedCharge> {
        w.charges.iter_mut().find(|c| c.by == by && c.aim == Aim::At(target))
    }

    /// Whether two units charge each other (ML-8.6a).
    pub(crate) fn mutual(&self, w: &World, a: UnitId, b: UnitId) -> bool {
        let open = |by: UnitId, at: UnitId| {
            w.charges
                .iter()
                .any(|c| c.by == by && c.aim == Aim::At(at) && matches!(c.stage, Progress::Named | Progress::Contact))
        };
        self.on(r::ML_8_6A) && open(a, b) && open(b, a)
    }

    /// The side from which a charge strikes its target; in a mutual charge both are met in front (ML-GAP-81).
    pub(crate) fn struck_from(&self, charge: &NamedCharge, mutual: bool) -> Aspect {
        if mutual && self.on(r::ML_GAP_81) { Aspect::Front } else { charge.aspect }
    }

    /// If both sides have impacts, lots decide which side resolves first (ML-8.5b); the list of charges is sorted
    /// accordingly.
    fn draw_initiative(&self, d: &mut D<'_>) -> Flow<()> {
        let pairs: BTreeSet<(UnitId, UnitId)> =
            self.due(&d.world).map(|(c, target)| (c.by.min(target), c.by.max(target))).collect();
        let has = |side: Side| self.due(&d.world).any(|(c, _)| self.side(c.by) == side);
        let first = if pairs.len() > 1 && has(Side::Blue) && has(Side::Red) && self.on(r::ML_8_5B) {
            if self.lot(d, r::ML_8_5B)? { Side::Blue } else { Side::Red }
        } else {
            Side::Blue
        };
        d.world.charges.sort_by_key(|c| (self.side(c.by) != first, c.by));
        Ok(())
    }

    /// The order in which movers of one instant take their places: the shorter move first; for equal moves to one place
    /// lots (ML-8.1b, ML-GAP-30, ML-GAP-56).
    ///
    /// # Errors
    /// `Wait`, for the lots.
    pub(crate) fn order_of_arrival(
        &self,
        d: &mut D<'_>,
        movers: &[(UnitId, Pose, Cm)],
        rule: Rule,
    ) -> Flow<Vec<UnitId>> {
        let mut order: Vec<&(UnitId, Pose, Cm)> = movers.iter().collect();
        order.sort_unstable_by_key(|(id, _, cm)| (*cm, *id));
        let there = |id: UnitId, pose: Pose| Piece { pose, ..d.world.unit(id).tdc() };
        let near = Near::of_pieces((0_u32..).zip(&order).map(|(n, (id, pose, _))| (n, there(*id, *pose))));
        let mut contested = Vec::new();
        for (n, (id, pose, cm)) in order.iter().enumerate() {
            let here = there(*id, *pose);
            for other in near.around(&here, 0).into_iter().map(|tag| tag as usize).filter(|other| *other > n) {
                if let Some((rival, place, way)) = order.get(other)
                    && (way - cm).abs() <= SLACK
                    && overlaps(&here, &there(*rival, *place))
                {
                    contested.push((*id, *rival));
                }
            }
        }
        let contested = if self.on(rule) { contested } else { Vec::new() };
        let toss = |a: UnitId, b: UnitId| Toss {
            rule: rule.into(),
            by: [game::Ref::Unit(a), game::Ref::Unit(b)].into_iter().collect(),
            throw: dice::Throw::lot(2),
        };
        let lots = d.throw(contested.iter().map(|(a, b)| toss(*a, *b)).collect())?;
        let mut out: Vec<UnitId> = order.into_iter().map(|(id, _, _)| *id).collect();
        for ((a, b), lot) in contested.into_iter().zip(lots) {
            let place = |id: UnitId, out: &[UnitId]| out.iter().position(|other| *other == id);
            if lot.class == 2
                && let (Some(first), Some(second)) = (place(a, &out), place(b, &out))
                && first < second
            {
                out.swap(first, second);
            }
        }
        Ok(out)
    }

    /// Tests of units that pass through friends in one instant, thrown together (ML-6.2a, ML-GAP-49). `beaten`: the
    /// movers are disordered by their move anyway, so only the friends test.
    ///
    /// # Errors
    /// `Wait`, for the dice.
    pub(crate) fn pass_through(&self, d: &mut D<'_>, crossings: &[(UnitId, Vec<UnitId>)], beaten: bool) -> Flow<()> {
        if !self.on(r::ML_6_2A) {
            return Ok(());
        }
        let open = |w: &World, id: UnitId| self.passes_freely(w, id);
        let mut tests: BTreeSet<UnitId> = BTreeSet::new();
        let mut crossed = Vec::new();
        for (mover, friends) in crossings.iter().filter(|(mover, _)| !open(&d.world, *mover)) {
            for friend in friends.iter().filter(|f| d.world.unit(**f).present() && !open(&d.world, **f)) {
                // A deployed battery does not test, but may not fire for the rest of the turn.
                if self.deployed_battery(&d.world, *friend) && self.on(r::ML_GAP_49) {
                    crossed.push(*friend);
                } else {
                    tests.insert(*friend);
                }
                if !(beaten && self.on(r::ML_GAP_49)) {
                    tests.insert(*mover);
                }
            }
        }
        for battery in crossed {
            d.world.unit_mut(battery).now.crossed = true;
        }
        let tests: Vec<(UnitId, Option<UnitId>)> = tests.into_iter().map(|id| (id, None)).collect();
        let passed = self.react(d, &tests, r::ML_6_2A)?;
        for ((id, _), passed) in tests.into_iter().zip(passed) {
            if !passed && d.world.unit(id).formation != crate::Formation::Disorder {
                self.disorder(d, id, &[r::ML_6_2A]);
            }
        }
        Ok(())
    }
}
