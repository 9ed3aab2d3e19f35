//! A charge is declared (BE-CHA-01 to BE-CHA-03, BE-CHA-09, BE-CHA-10).

use super::ChargeStage;
use crate::question::{Bar, Does, Kind, Luck, Question, accept, choices, pick_one, reply};
use crate::resolve::command::duty::DutyDeed;
use crate::resolve::flight;
use crate::resolve::reaction::{self, ChargeRight, Prey};
use crate::turn::activation::Act;
use crate::turn::duty_steps::DutyStep;
use crate::turn::{D, Step};
use crate::world::{Aspect, ChargeKind, Charging, Part as Begun, Phase, Under, World};
use crate::{Arm, BatailleEmpire, Class, Formation, Ud, r, word};
use game::{Ask, Choice, Deed, Field, Flow, Key, Ref, Reply, Slot, Term, UnitId};
use rulebook::Known;
use table::{Cm, Pose, closer, within_cm};

pub(crate) const CHARGE: Kind = Kind {
    rules: &[r::BE_CHA_01, r::BE_CHA_02, r::BE_CHA_09, r::BE_CHA_10],
    fields: BatailleEmpire::fields_charge,
    check: accept,
    suggest: BatailleEmpire::suggest_charge,
};

/// A possible charge.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    /// The unit that charges.
    pub by: UnitId,
    /// The unit aimed at.
    pub at: UnitId,
    pub aspect: Aspect,
    /// Distance between the two.
    pub apart: Cm,
    pub reach: Cm,
    pub price: u8,
    /// The formations in which it reaches the target, with its reach in each: the present one first (BE-CHA-03).
    pub formations: Vec<(Formation, Cm)>,
}

impl Offer {
    /// The charge at its start, with the units near enough to move in support.
    pub(crate) fn begin(&self, kind: ChargeKind, from: Pose, near: Vec<UnitId>) -> Charging {
        Charging {
            by: self.by,
            at: self.at,
            kind,
            declared: self.apart,
            from,
            aspect: self.aspect,
            reach: self.reach,
            gone: 0,
            reply: None,
            countered: None,
            near,
            over: false,
        }
    }
}

impl BatailleEmpire {
    /// A unit of the division charges, then the next (BE-SEQ-04).
    pub(crate) fn charges(&self, d: &mut D<'_>, division: u16) -> Flow<()> {
        if d.world.enters(Begun::Charges) {
            self.clock(d, Phase::Charges, &[r::BE_SEQ_04, r::BE_CHA_10]);
        }
        let side = self.division_sheet(division).side;
        let slot = Question::Charge.about(side, vec![Ref::Command(division)]);
        let sheet = self.put(d, &slot);
        if !choices(&sheet).iter().any(|choice| !Does::Done.is(&choice.key)) {
            return Ok(());
        }
        let replies = d.ask_sheet(&sheet)?;
        let known = d.world.known_to(side);
        let Some((offer, formation)) = self.picked(&known, reply(&replies)) else { return Ok(()) };
        self.declare(d, &offer, formation);
        d.then([Step::Charge(ChargeStage::Leg), Step::Settle, Step::Charges(division)]);
        Ok(())
    }

    /// Every charge that a division may declare, as far as its side knows.
    pub(crate) fn charge_offers(&self, w: &World, division: u16) -> Vec<Offer> {
        let units = self.of_division(w, division);
        units.into_iter().flat_map(|id| self.charges_of(w, id)).collect()
    }

    /// The charges that a unit may declare: an enemy within 2 UD comes first (BE-CHA-01).
    pub(crate) fn charges_of(&self, w: &World, by: UnitId) -> Vec<Offer> {
        let Some(price) = self.may_start(w, by) else { return Vec::new() };
        let piece = self.piece(w, by);
        let far = 16 * crate::UD;
        let enemies: Vec<UnitId> = self.around(w, piece, self.side(by).other(), far).collect();
        let mut offers: Vec<Offer> =
            enemies.into_iter().filter_map(|at| self.charge_offer(w, by, at, price).ok()).collect();
        reaction::nearest_first(&self.book, &mut offers, |offer| offer.apart);
        offers
    }

    /// Whether a unit can charge at all now, and its price (BE-GAP-15, BE-GAP-16).
    fn may_start(&self, w: &World, by: UnitId) -> Option<u8> {
        let unit = w.unit(by);
        let free = unit.present() && unit.now.moves == 0 && !unit.now.charged && unit.inside.is_none();
        let left = unit.now.left_building && self.on(r::BE_GAP_24);
        if !free || left || self.sheet(by).body.arm == Arm::Artillery {
            return None;
        }
        let paid = w.activation.as_ref().is_some_and(|activation| activation.paid.contains(&by));
        if paid {
            return Some(0);
        }
        self.price(w, by, Act::Activate).filter(|price| self.may_spend(w, by, *price))
    }

    /// The chosen charge, and its formation.
    fn picked(&self, w: &World, reply: &Reply) -> Option<(Offer, Formation)> {
        let [Ref::Unit(by), Ref::Unit(at)] = reply.key()?.refs.as_slice() else { return None };
        let offer = self.charge_offer(w, *by, *at, self.may_start(w, *by)?).ok()?;
        let wanted = reply.opened().first().and_then(Reply::key).map(|key| key.does.clone());
        let named = offer.formations.iter().find(|(formation, _)| wanted.as_ref() == Some(&word(formation)));
        let (formation, reach) = *named.or(offer.formations.first())?;
        Some((Offer { reach, ..offer }, formation))
    }

    /// The group of a charger, whose units charge one after another for one activation (BE-GAP-16).
    fn charging_group(&self, w: &World, by: UnitId) -> Vec<UnitId> {
        let mut rest: Vec<(Cm, UnitId)> = self
            .of_division(w, self.sheet(by).command)
            .into_iter()
            .filter(|id| *id != by && w.unit(*id).now.moves == 0)
            .map(|id| (self.apart(w, by, id).cm, id))
            .collect();
        rest.sort_unstable();
        let mut group = vec![by];
        for (_, id) in rest {
            group.push(id);
            if !self.is_group(w, &group) {
                group.pop();
            }
        }
        group
    }

    /// The units whose charges are paid for with this one: those of its group (BE-GAP-16) that would not cost more
    /// themselves, out of command; none if this charge was itself paid for with another.
    fn paid_with(&self, w: &World, by: UnitId, price: u8) -> Vec<UnitId> {
        if w.activation.as_ref().is_some_and(|activation| activation.paid.contains(&by)) {
            return Vec::new();
        }
        let mut group = self.charging_group(w, by);
        group.retain(|id| *id == by || self.cost(w, *id, Act::Activate).is_some_and(|cost| cost <= price));
        group
    }

    /// A charge at an enemy, if it may be declared.
    ///
    /// # Errors
    /// The reason why not.
    pub(crate) fn charge_offer(&self, w: &World, by: UnitId, at: UnitId, price: u8) -> Result<Offer, Bar> {
        let target = self.piece(w, at);
        let own = self.piece(w, by);
        // A second charge meets a target as the first has left it (BE-GAP-71).
        if w.unit(at).now.fought && !self.on(r::BE_GAP_71) {
            return Err(Bar::by(r::BE_GAP_71, "has_fought"));
        }
        if !self.in_arc_of_charge(w, by, &target) {
            return Err(Bar::by(r::BE_CHA_02, "out_of_arc"));
        }
        let aspect = self.aspect(w, &own, at);
        self.may_charge(w, by, at, aspect)?;
        let apart = self.apart(w, by, at).cm;
        let mut formations = Vec::new();
        for (formation, off) in self.charging_formations(w, by) {
            let run = match self.run(w, (by, formation, off), (at, aspect)) {
                Ok(run) => run,
                Err(bar) if formations.is_empty() => return Err(bar),
                Err(_) => continue,
            };
            if self.struck(w, (by, formation, off), (at, aspect), ChargeKind::Plain).is_ok() {
                formations.push((formation, run.reach));
            }
        }
        let Some((_, reach)) = formations.first().copied() else {
            return Err(Bar::by(r::BE_CHA_09, "out_of_reach"));
        };
        Ok(Offer { by, at, aspect, apart, reach, price, formations })
    }

    /// Whether the order and the state of a unit let it charge an enemy (BE-ORD, BE-MA-05, BE-GAP-37).
    ///
    /// # Errors
    /// The rule against it.
    pub(super) fn may_charge(&self, w: &World, by: UnitId, at: UnitId, aspect: Aspect) -> Result<(), Bar> {
        let prey = Prey { body: self.figure(w, at), flank_attack: aspect != Aspect::Front, changing: false };
        let division = self.sheet(by).command;
        let edge = self.edge_struck(w, at, aspect, self.piece(w, by).front_middle()).at;
        let outside_zone = self.out_of_zone(w, division, edge) > Ud::of(0);
        let order = if w.division(division).reserve { crate::Order::None } else { self.order_of(w, by) };
        let right = ChargeRight { unit: self.figure(w, by), order, target: prey, outside_zone };
        reaction::charge_right(&self.book, &right)
    }

    /// The formations in which a unit may charge, with the share of its move that a change costs: other than the
    /// present one only outside tactical distance (BE-CHA-03, BE-MAN-12).
    fn charging_formations(&self, w: &World, by: UnitId) -> Vec<(Formation, Option<Cm>)> {
        let (unit, body) = (w.unit(by), &self.sheet(by).body);
        let mut found = vec![(unit.formation, None)];
        let other = match unit.formation {
            Formation::Line => Formation::Column,
            Formation::Column => Formation::Line,
            _ => return found,
        };
        let tactical = self.book.tables.distance.tactical.cm();
        let near = self.tactical(w, by).is_some_and(|(_, measure)| within_cm(measure.cm, tactical));
        if near || !self.on(r::BE_CHA_03) {
            return found;
        }
        let change = &self.book.tables.manoeuvre.change;
        let clear = |body: &crate::Body| crate::resolve::movement::row(&self.book, body).clear.unwrap_or_default();
        let slower = |formation: Formation| clear(&self.sheet(by).body_in(formation));
        // The share is of the move without the charge bonus.
        let whole = slower(unit.formation).min(slower(other));
        let share = |share: crate::terms::tables::Share| {
            let cm = rulebook::saturated::<usize, _>(whole.cm());
            rulebook::saturated::<Cm, _>(share.up(cm))
        };
        let off = match body.class {
            Class::A => change.a.of(body.arm).cm(),
            Class::B => share(change.b),
            Class::C => share(change.c),
        };
        found.push((other, Some(off)));
        found
    }

    fn fields_charge(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(Ref::Command(division)) = slot.about.first() else { return Vec::new() };
        let offers = self.charge_offers(w, *division);
        // A unit that owes a charge to its order may not be able to leave the step (BE-GAP-94).
        let leaves = self.may_leave(w, DutyStep::Charges, |id| offers.iter().any(|offer| offer.by == id)).is_ok();
        let done = leaves.then(|| Choice::of(Does::Done.key(), &[r::BE_SEQ_04]));
        let choices = done.into_iter().chain(offers.iter().map(|offer| offer.choice())).collect();
        vec![pick_one(Ref::Command(*division), choices)]
    }

    fn suggest_charge(&self, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
        // Charges are offered wherever they are possible; mostly one is made.
        if luck.below(4) == 0 {
            return crate::question::defaults(ask);
        }
        crate::question::any(self, w, ask, luck)
    }

    /// Declares a charge: pays for it, reports it, and starts it.
    fn declare(&self, d: &mut D<'_>, offer: &Offer, formation: Formation) {
        let group = self.paid_with(&d.world, offer.by, offer.price);
        self.pay(d, offer.by, offer.price);
        if let Some(activation) = &mut d.world.activation {
            activation.paid.extend(group);
        }
        let key = Does::Charge.about(Ref::Unit(offer.at));
        d.tell(Deed::Declared { by: Ref::Unit(offer.by), key }, &[r::BE_CHA_10]);
        self.reveal(d, offer.by, r::BE_CHA_10);
        let near = self.near_charger(&d.world, offer.by);
        if formation != d.world.unit(offer.by).formation {
            self.reform(d, offer.by, formation, &[r::BE_CHA_03, r::BE_MAN_12]);
        }
        self.begin_charge(d, offer, ChargeKind::Plain, near);
        self.complied(d, offer.by, DutyDeed::Charge);
    }

    /// Starts a charge.
    pub(crate) fn begin_charge(&self, d: &mut D<'_>, offer: &Offer, kind: ChargeKind, near: Vec<UnitId>) {
        let from = d.world.unit(offer.by).pose;
        // Only a charge in its own activation counts as its move of the turn.
        if kind == ChargeKind::Plain {
            let now = &mut d.world.unit_mut(offer.by).now;
            now.charged = true;
            now.moved = true;
            now.moves = now.moves.saturating_add(1);
        }
        d.world.under.push(Under::Charge(offer.begin(kind, from, near)));
    }

    /// The distance of a charge for BE-TM-11.
    pub(crate) fn charged_from(&self, charge: &Charging) -> Ud {
        let near = self.book.tables.distance.near_cavalry;
        // The 2 cm tolerance counts against the charger.
        if closer(charge.declared, near.cm()) {
            Ud::from_cm(charge.declared)
        } else {
            near.max(Ud::from_cm(charge.declared))
        }
    }

    /// The first leg for a distance.
    pub(crate) fn leg_of(&self, apart: Cm) -> flight::FirstLeg {
        flight::first_leg(&self.book, Ud::from_cm(apart))
    }
}

impl Offer {
    /// The choice, with the figures that the player should know.
    pub(crate) fn choice(&self) -> Choice {
        let key = Key { refs: vec![Ref::Unit(self.by), Ref::Unit(self.at)], ..Does::Charge.key() };
        let mut choice = Choice::of(key, &[r::BE_CHA_01, r::BE_CHA_09]);
        choice.cost = i32::from(self.price);
        choice.facts.insert(Term::of("distance"), i64::from(self.apart));
        choice.facts.insert(Term::of("reach"), i64::from(self.reach));
        let side = match self.aspect {
            Aspect::Front => None,
            Aspect::Flank => Some("flank"),
            Aspect::Rear => Some("rear"),
        };
        choice.facts.extend(side.map(|side| (Term::of(side), 1)));
        if self.formations.len() > 1 {
            let formation = |(formation, reach): &(Formation, Cm)| {
                let mut choice = Choice::of(Key { does: word(formation), refs: Vec::new() }, &[r::BE_CHA_03]);
                choice.facts.insert(Term::of("reach"), i64::from(*reach));
                choice
            };
            choice.then = vec![pick_one(Ref::Unit(self.by), self.formations.iter().map(formation).collect())];
        }
        choice
    }
}
