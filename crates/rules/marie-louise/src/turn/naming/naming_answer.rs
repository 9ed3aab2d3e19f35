//! Answers of cavalry named as a target (ML-8.6b, ML-8.6c, ML-GAP-29), and of batteries under R that may fire first
//! (ML-3.2d, ML-8.7a).

use crate::question::{Does, Kind, Question, accept, any, pick_one};
use crate::turn::D;
use crate::world::{Aim, NamedCharge, Positions, Progress, World};
use crate::{Arm, Aspect, Formation, MarieLouise, Marker, Order, r};
use game::{Choice, Deed, Field, Flow, Ref, Slot, Term, UnitId};
use rulebook::Known;
use table::{Cm, beyond};

pub(crate) const ANSWER_CHARGE: Kind = Kind {
    rules: &[r::ML_8_6B, r::ML_8_6C, r::ML_GAP_29],
    fields: MarieLouise::fields_answer_charge,
    check: accept,
    suggest: any,
};

pub(crate) const REDEPLOY: Kind =
    Kind { rules: &[r::ML_3_2D, r::ML_8_7A], fields: MarieLouise::fields_redeploy, check: accept, suggest: any };

impl MarieLouise {
    /// The charges named against a unit.
    fn named_against<'a>(&self, w: &'a World, id: UnitId) -> impl Iterator<Item = &'a NamedCharge> + use<'a> {
        w.charges.iter().filter(move |c| c.aim == Aim::At(id) && c.stage == Progress::Named)
    }

    /// Whether a charge is frontal: neither in flank nor in rear, nor from 2 pas or less (ML-GAP-29).
    fn frontal(&self, charge: &NamedCharge) -> bool {
        let near = !beyond(charge.began_at, self.book.tables.distance.contact.cm());
        !self.on(r::ML_GAP_29) || charge.aspect == Aspect::Front && !near
    }

    /// The allowance over the ground of a path: straight at the target, or straight away from the charger.
    fn pace(&self, w: &World, id: UnitId, bearing: i32) -> Cm {
        let mover = self.mover(w, id);
        let from = w.unit(id).pose.at;
        let most = self.rate(&mover, crate::Going::Clear, false).unwrap_or(0);
        let way = self.way(&mover, from, from.step(bearing, most));
        let (_, allowance, _) = self.longest(&mover, &way, 0, None);
        if allowance == Cm::MAX { 0 } else { allowance }
    }

    /// Whether a unit is faster than a charger: a greater allowance without bonus (ML-8.6c, ML-GAP-29).
    fn faster_than(&self, w: &World, id: UnitId, charger: UnitId) -> bool {
        let bearing = w.unit(charger).pose.at.bearing_to(w.unit(id).pose.at);
        self.pace(w, id, bearing) > self.pace(w, charger, bearing)
    }

    pub(crate) fn fields_answer_charge(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        for id in self.troops(w, slot.side) {
            let unit = w.unit(id);
            let ready = matches!(unit.order, Order::Hold | Order::Manoeuvre) && unit.marker == Marker::None;
            if self.sheet(id).profile.arm != Arm::Cavalry || !ready {
                continue;
            }
            let mut from = vec![Choice::of(Does::Stand.key(), &[])];
            let frontal: Vec<&NamedCharge> = self.named_against(w, id).filter(|c| self.frontal(c)).collect();
            if self.on(r::ML_8_6B) && self.barred(w, id).is_none() {
                // An order to charge is also useless against a unit that cavalry may not charge (ML-3.1h).
                from.extend(frontal.iter().filter(|charge| !self.closed_to(w, id, charge.by)).map(|charge| {
                    let mut choice =
                        Choice::of(Does::CounterCharge.about(Ref::Unit(charge.by)), &[r::ML_8_6B, r::ML_GAP_29]);
                    choice.facts.insert(Term::of("distance"), i64::from(charge.began_at));
                    choice
                }));
            }
            let outpaces = self.named_against(w, id).all(|charge| self.faster_than(w, id, charge.by));
            if !frontal.is_empty() && self.on(r::ML_8_6C) && outpaces {
                from.push(Choice::of(Does::Evade.key(), &[r::ML_8_6C, r::ML_GAP_29]));
            }
            if from.len() > 1 {
                fields.push(pick_one(Ref::Unit(id), from));
            }
        }
        fields
    }

    fn fields_redeploy(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        if !self.on(r::ML_3_2D) {
            return Vec::new();
        }
        let positions = self.positions(w);
        self.troops(w, slot.side)
            .filter(|id| self.may_fire_hurriedly(w, &positions, *id))
            .map(|id| {
                let choices = [(Does::MoveAtOnce, r::ML_3_2D), (Does::FireFirst, r::ML_3_2D)];
                pick_one(Ref::Unit(id), choices.map(|(does, rule)| Choice::of(does.key(), &[rule])).to_vec())
            })
            .collect()
    }

    /// Whether a deployed battery under R has a target; a charged one only by ML-8.7a.
    fn may_fire_hurriedly(&self, w: &World, positions: &Positions, id: UnitId) -> bool {
        let unit = w.unit(id);
        let charged = self.named_against(w, id).next().is_some();
        self.sheet(id).profile.arm == Arm::Artillery
            && unit.formation != Formation::Limbered
            && unit.order == Order::FallBack
            && unit.marker == Marker::None
            && (!charged || self.on(r::ML_8_7A))
            && !self.marks(w, positions, id).is_empty()
    }

    /// Asks both questions of this instant, in secret.
    pub(super) fn answers(&self, d: &mut D<'_>) -> Flow<()> {
        let mut sheets = self.sheets_of(d, Question::AnswerCharge);
        sheets.extend(self.sheets_of(d, Question::Redeploy));
        let replies = self.ask_units(d, &sheets)?;
        d.beat();
        for (_, id, reply) in replies {
            let Some(key) = reply.key().cloned() else { continue };
            let charger = match key.refs.first() {
                Some(Ref::Unit(charger)) => Some(*charger),
                _ => None,
            };
            match (Does::of(&key), charger) {
                (Some(Does::CounterCharge), Some(charger)) => {
                    d.tell(Deed::Declared { by: Ref::Unit(id), key }, &[r::ML_8_6B]);
                    self.take_order(d, id, Order::Charge, r::ML_8_6B);
                    let charge = self.new_charge(&d.world, id, Aim::At(charger));
                    self.begin_charge(d, id, charger);
                    d.world.charges.push(charge);
                }
                (Some(Does::Evade), _) => {
                    d.tell(Deed::Declared { by: Ref::Unit(id), key }, &[r::ML_8_6C]);
                    self.take_order(d, id, Order::FallBack, r::ML_8_6C);
                }
                (Some(Does::FireFirst), _) => {
                    d.tell(Deed::Declared { by: Ref::Unit(id), key }, &[r::ML_3_2D]);
                    d.world.unit_mut(id).now.hurried = true;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn take_order(&self, d: &mut D<'_>, id: UnitId, order: Order, rule: game::Rule) {
        self.change(d, id, &[rule, r::ML_GAP_29], |u| {
            u.order = order;
            u.now.executed = order;
        });
    }
}
