//! Which enemies a unit may charge, and which friends it may accompany.

use crate::question::{Bar, Does};
use crate::world::{Aim, NamedCharge, PAS, Positions, Progress, World};
use crate::{Arm, Going, MarieLouise, Marker, Order, r};
use game::{Choice, Ref, Rule, Side, Term, UnitId};
use table::{Cm, Quarter, quarter, within_cm};

/// An enemy in sight of a unit under C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Prey {
    pub at: UnitId,
    /// The distance, TdC to TdC, or to the wall of the building it holds.
    pub cm: Cm,
    /// The quarter of the charger in which it is.
    pub quarter: Quarter,
}

/// Distances within which a unit under C looks for a target: first the longest possible charge (16 pas, 10 of bonus, 2
/// of contact), farther only if no enemy nearer is in sight.
const RINGS: [Cm; 3] = [28 * PAS, 60 * PAS, Cm::MAX / 4];

impl Prey {
    /// The charge as a choice.
    pub(crate) fn choice(&self) -> Choice {
        let mut choice = Choice::of(Does::Charge.about(Ref::Unit(self.at)), &[r::ML_8_1C]);
        choice.facts.insert(Term::of("distance"), i64::from(self.cm));
        choice.facts.insert(Term::of("quarter"), self.quarter as i64);
        if self.quarter != Quarter::Front {
            choice.rules.push(r::ML_8_1D.into());
        }
        choice
    }
}

impl MarieLouise {
    /// Units of a side under order C.
    pub(crate) fn under_charge<'a>(&'a self, w: &'a World, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        self.troops(w, side).filter(|id| self.order_to_charge(w, *id).is_ok())
    }

    /// Whether a unit executes a charge.
    ///
    /// # Errors
    /// The reason why not.
    fn order_to_charge(&self, w: &World, id: UnitId) -> Result<(), Bar> {
        let unit = w.unit(id);
        if unit.order == Order::Charge && unit.marker == Marker::None {
            return Ok(());
        }
        Err(self.marker_bar(unit).unwrap_or(Bar::by(r::ML_3_1F, "not_ordered_to_charge")))
    }

    /// The reason why a unit does not charge; `None`: it may.
    pub(crate) fn charge_bar(&self, w: &World, id: UnitId) -> Option<Bar> {
        if self.sheet(id).profile.arm == Arm::Artillery {
            return Some(Bar::by(r::ML_3_2A, "guns_do_not_charge"));
        }
        if let Err(bar) = self.order_to_charge(w, id) {
            return Some(bar);
        }
        let rule = self.barred(w, id)?;
        Some(Bar::by(rule, if rule == r::ML_3_1H { "skirmishers_do_not_charge" } else { "melee_last_turn" }))
    }

    /// The rule that forbids a unit to charge (ML-3.1h, ML-GAP-51, ML-GAP-61); `None`: it may.
    pub(crate) fn barred(&self, w: &World, id: UnitId) -> Option<Rule> {
        let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
        // Foragers may charge, skirmishers on foot may not (ML-GAP-51).
        let mounted = profile.arm == Arm::Cavalry && self.on(r::ML_GAP_51);
        if self.open_order(w, id) && !mounted && self.on(r::ML_3_1H) {
            return Some(r::ML_3_1H);
        }
        let after_melee = unit.before.charge_move && unit.before.melee && !self.book.options.charge_after_melee;
        (after_melee && self.on(r::ML_GAP_61)).then_some(r::ML_GAP_61)
    }

    /// Cavalry does not charge an enemy in forest or in a building (ML-3.1h).
    pub(crate) fn closed_to(&self, w: &World, charger: UnitId, target: UnitId) -> bool {
        let unit = w.unit(target);
        self.sheet(charger).profile.arm == Arm::Cavalry
            && self.on(r::ML_3_1H)
            && (unit.inside.is_some()
                || self
                    .terrain
                    .at(unit.pose.at)
                    .any(|f| self.terrain.kind(f).is_some_and(|kind| self.ground(kind).closed_to_cavalry_charges)))
    }

    /// The distance of a unit from another: TdC to TdC, or to the wall of the building it holds (ML-GAP-43).
    pub(crate) fn gap_to(&self, w: &World, id: UnitId, target: UnitId) -> Cm {
        w.unit(target)
            .inside
            .filter(|_| self.on(r::ML_GAP_43))
            .and_then(|site| self.terrain.piece_to_feature(&w.unit(id).tdc(), site))
            .map_or_else(|| self.apart(w, id, target).cm, |measure| measure.cm)
    }

    /// The enemies that a unit may charge, those in its front quarter first, then by distance (ML-8.1c, ML-8.1d).
    pub(crate) fn prey(&self, w: &World, positions: &Positions, id: UnitId) -> Vec<Prey> {
        let unit = w.unit(id);
        let mut found: Vec<Prey> = Vec::new();
        let mut looked = -1;
        for ring in RINGS {
            for (other, cm) in self.around(w, positions, id, ring) {
                if self.side(other) == self.side(id) || cm <= looked || self.closed_to(w, id, other) {
                    continue;
                }
                let there = quarter(&unit.pose, w.unit(other).pose.at);
                let allowed = there == Quarter::Front || self.on(r::ML_8_1D);
                if allowed && (!self.on(r::ML_8_1C) || self.can_see(w, positions, id, other)) {
                    found.push(Prey { at: other, cm: self.gap_to(w, id, other), quarter: there });
                }
            }
            if !found.is_empty() {
                break;
            }
            looked = ring;
        }
        found.sort_unstable_by_key(|prey| (prey.quarter != Quarter::Front, prey.cm, prey.at));
        found
    }

    /// Friends that a unit may accompany if they charge, and its place beside or behind them (ML-8.1q, ML-8.1r). `own`:
    /// the enemies that it could charge itself.
    pub(crate) fn leaders(&self, w: &World, positions: &Positions, id: UnitId, own: &[Prey]) -> Vec<(Aim, UnitId)> {
        let limit = self.book.tables.distance.support.cm();
        // Only a unit without an enemy of its own to charge, none in front within a full move, may accompany beside.
        let reach =
            self.rate(&self.mover(w, id), Going::Clear, false).unwrap_or(0) + self.book.tables.distance.contact.cm();
        let free = !own.iter().any(|prey| prey.quarter == Quarter::Front && within_cm(prey.cm, reach));
        let mut out = Vec::new();
        for (friend, _) in self.around(w, positions, id, limit) {
            let other = w.unit(friend);
            if self.side(friend) != self.side(id) || self.barred(w, friend).is_some() {
                continue;
            }
            match quarter(&other.pose, w.unit(id).pose.at) {
                Quarter::Left | Quarter::Right if free && self.on(r::ML_8_1Q) => {
                    out.push((Aim::Beside(friend), friend))
                }
                Quarter::Rear if self.on(r::ML_8_1R) => out.push((Aim::Behind(friend), friend)),
                _ => {}
            }
        }
        out
    }

    pub(crate) fn new_charge(&self, w: &World, by: UnitId, aim: Aim) -> NamedCharge {
        let unit = w.unit(by);
        let mut charge = NamedCharge {
            by,
            aim,
            from: unit.pose,
            began_at: 0,
            aspect: crate::Aspect::Front,
            formation: unit.formation,
            allowance: self.rate(&self.mover(w, by), Going::Clear, false).unwrap_or(0),
            bonus: 0,
            gone: 0,
            stage: Progress::Named,
            met: None,
        };
        self.remeasure(w, &mut charge);
        charge
    }

    /// Measures a charge from its start: distance and aspect (ML-5.2x, ML-5.2y, ML-GAP-09).
    pub(crate) fn remeasure(&self, w: &World, charge: &mut NamedCharge) {
        if let Aim::At(target) = charge.aim {
            charge.from = w.unit(charge.by).pose;
            charge.began_at = self.gap_to(w, charge.by, target);
            charge.aspect = self.aspect(w.unit(target), charge.from.at);
        }
    }
}
