//! Start of phase 4: charges are named, cavalry that is a target answers, batteries choose whether they fire first
//! (ML-8.1c, ML-8.6b, ML-8.6c, ML-3.2d, ML-GAP-67).

mod naming_answer;
mod prey;

pub(crate) use prey::Prey;

pub(crate) use naming_answer::{ANSWER_CHARGE, REDEPLOY};

use super::D;
use crate::question::{Does, Kind, Luck, Question, pick_one};
use crate::world::{Aim, Phase, World};
use crate::{MarieLouise, Marker, r};
use game::{Ask, Choice, Deed, Field, Flow, Key, Preview, Ref, Refusal, Reply, Rule, Shape, Side, Slot, Term, UnitId};
use rulebook::Known;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Quarter, quarter};

pub(crate) const NAME_CHARGES: Kind = Kind {
    rules: &[r::ML_8_1C, r::ML_8_1D, r::ML_8_1E, r::ML_8_1P, r::ML_GAP_67],
    fields: MarieLouise::fields_name_charges,
    check: leaders_charge,
    suggest: charge_the_best,
};

/// The aim that a key of this sheet stands for.
fn aim_of(key: &Key) -> Option<Aim> {
    let Some(Ref::Unit(who)) = key.refs.first() else { return None };
    match Does::of(key)? {
        Does::Charge => Some(Aim::At(*who)),
        Does::Beside => Some(Aim::Beside(*who)),
        Does::Behind => Some(Aim::Behind(*who)),
        _ => None,
    }
}

/// A unit may accompany only a friend that itself charges an enemy (ML-8.1p).
fn leaders_charge(
    rules: &MarieLouise,
    _: &Known<'_, World>,
    ask: &Ask,
    replies: &[Reply],
) -> Result<Preview, Vec<Refusal>> {
    let charging: Vec<Ref> = ask
        .fields
        .iter()
        .zip(replies)
        .filter(|(_, reply)| matches!(reply.key().and_then(aim_of), Some(Aim::At(_))))
        .map(|(field, _)| field.about)
        .collect();
    let mut refusals = Vec::new();
    for (n, reply) in replies.iter().enumerate() {
        if let Some(Aim::Beside(friend) | Aim::Behind(friend)) = reply.key().and_then(aim_of)
            && rules.on(r::ML_8_1P)
            && !charging.contains(&Ref::Unit(friend))
        {
            refusals.push(Refusal::by(r::ML_8_1P, n, "friend_does_not_charge").fact("unit", i64::from(friend.0)));
        }
    }
    if refusals.is_empty() { Ok(Preview::default()) } else { Err(refusals) }
}

/// Most units charge the best target, a few another one; some that stand behind a charging friend follow it.
fn charge_the_best(_: &MarieLouise, _: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let mut replies: Vec<Reply> = Vec::with_capacity(ask.fields.len());
    for field in &ask.fields {
        let Shape::Pick { from, .. } = &field.shape else {
            replies.push(field.default.clone());
            continue;
        };
        let front: Vec<&Choice> = from
            .iter()
            .filter(|c| Does::Charge.is(&c.key) && c.facts.get(&Term::of("quarter")) == Some(&(Quarter::Front as i64)))
            .collect();
        let reply = match luck.below(8) {
            0 if !from.is_empty() => Reply::pick(from[luck.below(from.len())].key.clone()),
            1 if !front.is_empty() => Reply::pick(front[luck.below(front.len())].key.clone()),
            2 | 3 => from
                .iter()
                .find(|c| Does::Behind.is(&c.key))
                .map_or_else(|| field.default.clone(), |c| Reply::pick(c.key.clone())),
            _ => field.default.clone(),
        };
        replies.push(reply);
    }
    // Units that would follow a friend that does not charge take their default.
    for _ in 0..2 {
        let charging: Vec<Ref> = ask
            .fields
            .iter()
            .zip(&replies)
            .filter(|(_, reply)| matches!(reply.key().and_then(aim_of), Some(Aim::At(_))))
            .map(|(field, _)| field.about)
            .collect();
        for (field, reply) in ask.fields.iter().zip(&mut replies) {
            if let Some(Aim::Beside(friend) | Aim::Behind(friend)) = reply.key().and_then(aim_of)
                && !charging.contains(&Ref::Unit(friend))
            {
                *reply = field.default.clone();
            }
        }
    }
    replies
}

impl MarieLouise {
    fn fields_name_charges(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let positions = self.positions(w);
        let mut fields = Vec::new();
        let units = self.under_charge(w, slot.side).filter(|id| self.barred(w, *id).is_none());
        let hunts: BTreeMap<UnitId, Vec<Prey>> = units.map(|id| (id, self.prey(w, &positions, id))).collect();
        for (id, prey) in &hunts {
            let id = *id;
            let mut leaders = self.leaders(w, &positions, id, prey);
            // A unit may not accompany a friend that is not under C or has no enemy to charge (ML-8.1p).
            leaders
                .retain(|(_, friend)| hunts.get(friend).is_some_and(|prey| !prey.is_empty()) || !self.on(r::ML_8_1P));
            if prey.is_empty() && leaders.is_empty() {
                continue;
            }
            let mut from: Vec<Choice> = prey.iter().map(Prey::choice).collect();
            // Listed before the choices of accompanying: the default must be legal whatever others choose.
            from.push(Choice::of(Does::NoCharge.key(), &[r::ML_8_1E]));
            for (aim, friend) in leaders {
                let (does, rule) =
                    if matches!(aim, Aim::Beside(_)) { (Does::Beside, r::ML_8_1Q) } else { (Does::Behind, r::ML_8_1R) };
                let mut choice = Choice::of(does.about(Ref::Unit(friend)), &[r::ML_8_1P, rule]);
                choice.facts.insert(Term::of("distance"), i64::from(self.apart(w, id, friend).cm));
                from.push(choice);
            }
            fields.push(pick_one(Ref::Unit(id), from));
        }
        fields
    }

    /// The sheets of a kind for both sides, without a side that has no choice.
    pub(crate) fn sheets_of(&self, d: &mut D<'_>, question: Question) -> Vec<Arc<Ask>> {
        let sheets = Side::BOTH.into_iter().map(|side| self.sheet_at(d, &question.to(side)));
        sheets.filter(|sheet| !sheet.fields.is_empty()).collect()
    }

    /// The sheet of a slot at this place of a step, from what its side knows.
    pub(crate) fn sheet_at(&self, d: &mut D<'_>, slot: &Slot) -> Arc<Ask> {
        rulebook::question::put(self, d, slot)
    }

    /// Asks these sheets together and returns the unit of each field with its reply.
    ///
    /// # Errors
    /// `Wait` until all have answered.
    pub(crate) fn ask_units(&self, d: &mut D<'_>, sheets: &[Arc<Ask>]) -> Flow<Vec<(Slot, UnitId, Reply)>> {
        let answers = d.ask_sheets(sheets)?;
        let mut out = Vec::new();
        for (sheet, replies) in sheets.iter().zip(answers) {
            for (field, reply) in sheet.fields.iter().zip(replies) {
                if let Ref::Unit(id) = field.about {
                    out.push((sheet.slot.clone(), id, reply));
                }
            }
        }
        Ok(out)
    }

    /// Phase 4, naming.
    pub(crate) fn naming(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Naming, &[r::ML_2E, r::ML_GAP_67]);
        if !self.on(r::ML_3_1F) {
            return Ok(());
        }
        let sheets = self.sheets_of(d, Question::NameCharges);
        let mut idle: Vec<UnitId> = Side::BOTH.into_iter().flat_map(|side| self.under_charge(&d.world, side)).collect();
        let replies = self.ask_units(d, &sheets)?;
        d.beat();
        let mut charges = Vec::new();
        for (_, id, reply) in replies {
            let Some(key) = reply.key() else { continue };
            d.tell(Deed::Declared { by: Ref::Unit(id), key: key.clone() }, &[r::ML_8_1C]);
            if let Some(aim) = aim_of(key) {
                idle.retain(|other| *other != id);
                charges.push(self.new_charge(&d.world, id, aim));
            }
        }
        for charge in charges {
            if let Aim::At(target) = charge.aim {
                self.begin_charge(d, charge.by, target);
            }
            d.world.charges.push(charge);
        }
        for id in idle {
            self.no_charge(d, id);
        }
        self.answers(d)?;
        self.mark_charged(d);
        Ok(())
    }

    /// The disorder caused by naming a charge (ML-8.1d, ML-8.4i, ML-GAP-27).
    pub(crate) fn begin_charge(&self, d: &mut D<'_>, by: UnitId, target: UnitId) {
        if let Some(rules) = self.disorder_of_charge(&d.world, by, target) {
            self.disorder(d, by, &rules);
        }
    }

    /// The rules by which a charge disorganises the charger when it is named: a target outside its front quarter, or a
    /// charge last turn too.
    pub(crate) fn disorder_of_charge(&self, w: &World, by: UnitId, target: UnitId) -> Option<[Rule; 2]> {
        let aside = quarter(&w.unit(by).pose, w.unit(target).pose.at) != Quarter::Front;
        if aside && self.on(r::ML_8_1D) {
            Some([r::ML_8_1D, r::ML_GAP_27])
        } else {
            self.charges_again(w, by).then_some([r::ML_8_4I, r::ML_GAP_61])
        }
    }

    /// Whether a unit also made a charge move last turn: it is disorganised and gets no bonus (ML-8.4i, ML-GAP-61).
    pub(crate) fn charges_again(&self, w: &World, id: UnitId) -> bool {
        w.unit(id).before.charge_move && self.on(r::ML_8_4I)
    }

    /// A unit under C that makes no charge move becomes hesitant (ML-8.1e, ML-GAP-40).
    pub(crate) fn no_charge(&self, d: &mut D<'_>, id: UnitId) {
        let barred = self.barred(&d.world, id);
        let rule = if barred == Some(r::ML_3_1H) { r::ML_GAP_40 } else { r::ML_8_1E };
        if self.on(rule) {
            self.mark(d, id, Marker::Hesitant, &[rule, barred.unwrap_or(rule)]);
        }
    }

    /// Notes the targets of charges.
    pub(crate) fn mark_charged(&self, d: &mut D<'_>) {
        for id in d.world.ids() {
            let charged = self.is_charged(&d.world, id);
            d.world.unit_mut(id).now.charged = charged;
        }
    }
}
