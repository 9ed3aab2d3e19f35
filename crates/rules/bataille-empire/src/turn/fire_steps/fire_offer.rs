//! Which units may fire and at which targets, and the question of a fire.

use super::Volley;
use super::aim::OpenTarget;
use crate::question::{Does, Kind, accept, any, choices, pick_one};
use crate::resolve::fire::permission::FireRight;
use crate::resolve::fire::{Shot, Weapon};
use crate::terms::book::r;
use crate::turn::duty_steps::DutyStep;
use crate::world::World;
use crate::{Ability, Arm, Band, BatailleEmpire, Order, Ud};
use game::{Ask, Choice, Field, Ref, Reply, Shape, Slot, Term, UnitId};
use rulebook::Known;

pub(crate) const FIRE: Kind = Kind {
    rules: &[r::BE_TIR_01, r::BE_TIR_02, r::BE_GAP_50, r::BE_GAP_94],
    fields: BatailleEmpire::fields_fire,
    check: accept,
    suggest: any,
};

/// A unit that may fire, with its targets.
pub(super) struct FireOffer {
    pub(super) by: UnitId,
    pub(super) marks: Vec<OpenTarget>,
}

impl BatailleEmpire {
    /// The units of a division that may open fire now.
    pub(super) fn offers(&self, w: &World, division: u16) -> Vec<FireOffer> {
        let reserve = w.division(division).reserve && self.on(r::BE_GAP_23);
        let order = if reserve { Order::Hold } else { w.division(division).order };
        let may = |id: &UnitId| {
            let unit = w.unit(*id);
            // One shot a turn: a marked unit does not open fire (BE-MA-05), in step e as in step b (BE-SEQ-05).
            let marked = unit.marker && self.book.all(&[r::BE_MA_05, r::BE_SEQ_05]);
            !marked && !unit.now.fired && !unit.now.supported && self.sheet(*id).body.arm != Arm::Cavalry
        };
        let offer = |by: UnitId| FireOffer { by, marks: self.marks(w, by, order) };
        let units = self.of_division(w, division).into_iter().filter(may);
        units.map(offer).filter(|offer| !offer.marks.is_empty()).collect()
    }

    /// Whether a fire would fulfil the order (BE-ORD-07, BE-ORD-09, BE-GAP-20).
    fn obeys(&self, w: &World, offer: &FireOffer) -> bool {
        let order = self.order_of(w, offer.by);
        order == Order::Engage
            || order == Order::Attack && offer.marks.iter().any(|mark| self.is_volley(w, offer.by, mark.cm))
    }

    /// Whether a fire at this distance is a volley (BE-GAP-20).
    pub(super) fn is_volley(&self, w: &World, by: UnitId, cm: i32) -> bool {
        let unit = crate::Body { marker: false, ..self.figure(w, by) };
        let distance = Ud::from_cm(cm - table::SLACK);
        let right = FireRight { unit, order: self.order_of(w, by), distance, on_hill: self.level(w, by) > 0 };
        right.volley(&self.book)
    }

    fn fields_fire(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(Ref::Command(division)) = slot.about.first() else { return Vec::new() };
        let offers = self.offers(w, *division);
        let last = w.activation.as_ref().is_some_and(|activation| activation.part == crate::world::Part::Fire);
        let now = |id: UnitId| offers.iter().any(|offer| offer.by == id && self.obeys(w, offer));
        let leave = !last || self.may_leave(w, DutyStep::Fires, now).is_ok();
        let mut from = Vec::new();
        if leave {
            from.push(Choice::of(Does::Done.key(), &[r::BE_SEQ_04]));
        }
        from.extend(offers.iter().map(|offer| self.fire_choice(w, offer, last)));
        vec![pick_one(Ref::Command(*division), from)]
    }

    fn fire_choice(&self, w: &World, offer: &FireOffer, last: bool) -> Choice {
        let mut choice = Choice::of(Does::Fire.about(Ref::Unit(offer.by)), &[r::BE_TIR_01]);
        let Some(first) = offer.marks.first() else { return choice };
        choice.facts.insert(Term::of("distance"), i64::from(first.cm));
        let about = Ref::Unit(offer.by);
        // The target is always shown on the sheet; a single target is no choice.
        let targets = offer.marks.iter().map(|mark| {
            let mut target = Choice::of(Does::Target.about(Ref::Unit(mark.at)), &[r::BE_TIR_02]);
            target.facts.insert(Term::of("distance"), i64::from(mark.cm));
            target
        });
        choice.then.push(pick_one(about, targets.collect()));
        let battery = first.weapon == Weapon::Guns;
        if battery && first.band != Band::Short && self.sheet(offer.by).body.has(Ability::Shrapnel) {
            let shots = [Does::Shrapnel, Does::Round].map(|does| Choice::of(does.key(), &[r::BE_TIR_13]));
            choice.then.push(pick_one(about, shots.to_vec()));
        }
        if battery && !last && self.on(r::BE_GAP_95) {
            let ways =
                [Does::Stay, Does::LimberAfter].map(|does| Choice::of(does.key(), &[r::BE_TIR_14, r::BE_GAP_95]));
            choice.then.push(pick_one(about, ways.to_vec()));
        }
        let supports: Vec<Choice> = self
            .volley_supports(w, offer.by, &offer.marks)
            .into_iter()
            .map(|id| Choice::of(Does::Support.about(Ref::Unit(id)), &[r::BE_TIR_18, r::BE_GAP_56]))
            .collect();
        if !supports.is_empty() {
            let max = rulebook::saturated::<u8, _>(supports.len());
            let shape = Shape::Pick { from: supports, min: 0, max, budget: None };
            choice.then.push(Field { about, shape, default: Reply::Picked(Vec::new()) });
        }
        choice
    }

    /// The units that can support a fire at any of these targets.
    fn volley_supports(&self, w: &World, by: UnitId, marks: &[OpenTarget]) -> Vec<UnitId> {
        let mut found: Vec<UnitId> = marks.iter().flat_map(|mark| self.supports_at(w, by, mark.at)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The units that can support a fire at a target: those that may open fire at it themselves (BE-GAP-56).
    fn supports_at(&self, w: &World, by: UnitId, at: UnitId) -> Vec<UnitId> {
        let may = |id: &UnitId| {
            let (unit, order) = (self.figure(w, *id), self.order_of(w, *id));
            let right = FireRight { unit, order, distance: self.shot_distance(w, *id, at), on_hill: false };
            !w.unit(*id).now.fired && right.judge(&self.book).is_ok()
        };
        self.supporting_fire(w, by, at).into_iter().map(|(id, _)| id).filter(may).collect()
    }

    /// The fire named by a reply; `None`: done.
    pub(crate) fn volley_named(&self, w: &World, ask: &Ask, reply: &Reply) -> Option<Volley> {
        let key = reply.key()?;
        let Some(Ref::Unit(by)) = key.refs.first().copied() else { return None };
        let choice = choices(ask).iter().find(|choice| choice.key == *key)?;
        let targets = match choice.then.first().map(|field| &field.shape) {
            Some(Shape::Pick { from, .. }) => from.as_slice(),
            _ => &[],
        };
        let Some(Ref::Unit(at)) = targets.first()?.key.refs.first().copied() else { return None };
        let mut volley = Volley { by, at, shot: Shot::Round, limbering: false, supports: Vec::new() };
        let picks = reply.opened().iter().filter_map(|reply| match reply {
            Reply::Picked(picks) => Some(picks),
            _ => None,
        });
        for (key, _) in picks.flatten() {
            match (Does::of(key), key.refs.first()) {
                (Some(Does::Target), Some(Ref::Unit(at))) if targets.iter().any(|target| target.key == *key) => {
                    volley.at = *at
                }
                (Some(Does::Shrapnel), _) => volley.shot = Shot::Shrapnel,
                (Some(Does::LimberAfter), _) => volley.limbering = true,
                (Some(Does::Support), Some(Ref::Unit(id))) => volley.supports.push(*id),
                _ => {}
            }
        }
        if !volley.supports.is_empty() {
            let able = self.supports_at(w, by, volley.at);
            volley.supports.retain(|id| able.contains(id));
        }
        Some(volley)
    }
}
