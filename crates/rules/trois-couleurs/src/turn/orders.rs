//! Step 0: a marker for every unit in hand, face down (L3C-SIM-08 to L3C-SIM-17, L3C-GAP-A40, L3C-GAP-A45); step 2: they
//! are opened.

use super::D;
use crate::question::{Does, Kind, Luck, Question, about, accept, pick_one};
use crate::resolve::moving::points::left;
use crate::world::{Code, Marker, OpenedOrder, Phase, World};
use crate::{Arm, Formation, TroisCouleurs, r};
use dice::Throw;
use game::{Ask, Choice, Deed, Field, Flow, Key, Ref, Reply, Secret, Shape, Side, Slot, Term, Toss, UnitId};
use rulebook::Known;
use rulebook::word;
use std::collections::BTreeMap;

pub(crate) const ORDERS: Kind = Kind {
    rules: &[r::L3C_GAP_A45],
    fields: TroisCouleurs::fields_orders,
    check: accept,
    suggest: TroisCouleurs::suggest_orders,
};

impl TroisCouleurs {
    pub(crate) fn orders(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Orders, &[r::L3C_GAP_A45]);
        let sheets: Vec<_> = Side::BOTH.map(|side| self.put(d, &Question::Orders.to(side))).into();
        let asked: Vec<_> = sheets.into_iter().filter(|sheet| !sheet.fields.is_empty()).collect();
        let answers = d.ask_sheets(&asked)?;
        d.world.markers = [Secret::Known(BTreeMap::new()), Secret::Known(BTreeMap::new())];
        for (sheet, replies) in asked.iter().zip(&answers) {
            let mut markers: BTreeMap<UnitId, Marker> = BTreeMap::new();
            for (field, reply) in sheet.fields.iter().zip(replies) {
                let (Some(id), Some(key)) = (about(field), reply.key()) else { continue };
                let marker = markers.entry(id).or_default();
                if Does::AtOnce.is(key) {
                    marker.at_once = true;
                } else if let Some(code) = code_named(&key.does) {
                    marker.main = code;
                    let second = reply.opened().first().and_then(Reply::key);
                    marker.second = second.and_then(|key| code_named(&key.does)).filter(|code| *code != Code::Blank);
                }
            }
            d.world.markers[sheet.slot.side.index()] = Secret::Known(markers);
        }
        Ok(())
    }

    /// The codes that a unit may be given: only the requirements of the code itself are checked (L3C-GAP-A45).
    pub(crate) fn codes(&self, w: &World, id: UnitId) -> Vec<Code> {
        let (body, troop) = (&w.unit(id).body, self.troop(id));
        let free = left(&self.book, body.points_spent);
        let open = |code: &Code| match code {
            Code::Blank => true,
            Code::Assault => {
                let closed = body.formation == Formation::ClosedColumn && self.on(r::L3C_MAC_27);
                free >= 2 && troop.arm != Arm::Artillery && !closed && body.formation != Formation::Skirmish
            }
            Code::FireAdvance => free >= 2 && self.may_shoot(w, id),
            Code::Fire => free >= 1 && self.may_shoot(w, id),
            Code::Support => free >= 1 && troop.arm != Arm::Artillery,
            Code::Form | Code::Face => free >= 1,
            Code::SlowAhead => free >= 1,
            // Cavalry does not step backwards: half a turn, forward, half a turn (L3C-MVT-36).
            Code::SlowBack => free >= self.backward_points(id).unwrap_or(u8::MAX),
            Code::Fast => free >= 2 && body.formation != Formation::Square && !self.in_battery(w, id),
            Code::Sidestep => free >= 1 && troop.arm != Arm::Artillery,
        };
        let housed = w.unit(id).garrison.is_some();
        let inside = |code: &Code| !housed || matches!(code, Code::Blank | Code::Fire | Code::Form);
        Code::ALL.into_iter().filter(|code| self.on(rule_of(*code))).filter(open).filter(inside).collect()
    }

    fn fields_orders(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        for id in self.troops(w, slot.side).filter(|id| w.unit(*id).in_hand()) {
            let codes = self.codes(w, id);
            if codes.is_empty() {
                continue;
            }
            let choices = codes.iter().map(|code| {
                let mut choice = Choice::of(Key { does: word(code), refs: Vec::new() }, &[rule_of(*code)]);
                let seconds: Vec<Code> =
                    code.followed_by().iter().copied().filter(|second| codes.contains(second)).collect();
                if !seconds.is_empty() && self.on(r::L3C_GAP_A40) {
                    let none = Choice::of(Does::NothingMore.key(), &[r::L3C_GAP_A40]);
                    let more = seconds.iter().map(|second| {
                        Choice::of(Key { does: word(second), refs: Vec::new() }, &[rule_of(*second), r::L3C_GAP_A40])
                    });
                    choice.then = vec![pick_one(Ref::Unit(id), std::iter::once(none).chain(more).collect())];
                }
                choice
            });
            fields.push(pick_one(Ref::Unit(id), choices.collect()));
            let ready = self.may_shoot(w, id) && left(&self.book, w.unit(id).body.points_spent) > 0;
            if ready && self.on(r::L3C_SIM_01) && !self.first_targets(w, id).is_empty() {
                let choices = [Does::HoldFire, Does::AtOnce].map(|does| Choice::of(does.key(), &[r::L3C_SIM_11]));
                fields.push(pick_one(Ref::Unit(id), choices.to_vec()));
            }
        }
        fields
    }

    /// Orders that lead to action: assaults where an enemy is within reach, otherwise moves.
    fn suggest_orders(&self, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
        let mut replies = Vec::with_capacity(ask.fields.len());
        for field in &ask.fields {
            let Shape::Pick { from, .. } = &field.shape else {
                replies.push(field.default.clone());
                continue;
            };
            let wanted = about(field).map_or(Code::Blank, |id| self.likely(w, id, luck));
            let fitting = from.iter().position(|choice| choice.key.does == word(&wanted));
            let place = match luck.below(4) {
                0 => luck.below(from.len()),
                _ => fitting.unwrap_or_else(|| luck.below(from.len())),
            };
            let Some(choice) = from.get(place) else {
                replies.push(field.default.clone());
                continue;
            };
            let then = choice.then.iter().map(|field| match &field.shape {
                Shape::Pick { from, .. } if luck.below(3) == 0 && !from.is_empty() => {
                    Reply::pick(from[luck.below(from.len())].key.clone())
                }
                _ => field.default.clone(),
            });
            replies.push(Reply::Picked(vec![(choice.key.clone(), then.collect())]));
        }
        replies
    }

    /// A plausible order for a unit.
    pub(crate) fn likely(&self, w: &Known<'_, World>, id: UnitId, luck: &mut Luck) -> Code {
        let enemies: Vec<UnitId> = self.troops(w, self.side(id).other()).collect();
        let reached = enemies.iter().any(|enemy| self.may_assault(w, id, *enemy, false).is_ok());
        let fires = self.may_shoot(w, id) && !self.first_targets(w, id).is_empty();
        if w.unit(id).body.state >= crate::Cohesion::Unformed {
            return Code::Form;
        }
        match (reached, fires) {
            (true, _) if luck.below(3) > 0 => Code::Assault,
            (_, true) if luck.below(2) > 0 => Code::Fire,
            _ if self.troop(id).arm == Arm::Artillery && luck.below(2) > 0 => Code::Fire,
            _ if luck.below(2) > 0 => Code::Fast,
            _ => Code::SlowAhead,
        }
    }

    /// Step 2: opens every marker, decides the lines, throws for the initiative (L3C-SIM-02, L3C-GAP-A72).
    pub(crate) fn open(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Opening, &[r::L3C_SIM_02]);
        d.world.first_fires = false;
        for side in Side::BOTH {
            d.tell(Deed::Opened { of: Ref::Side(side), key: Does::Markers.key() }, &[r::L3C_SIM_02]);
            let markers = match std::mem::replace(&mut d.world.markers[side.index()], Secret::Known(BTreeMap::new())) {
                Secret::Known(markers) => markers,
                Secret::Unknown => BTreeMap::new(),
            };
            for (id, marker) in markers {
                // A unit out of hand has no order (L3C-GAP-A45).
                if !d.world.unit(id).in_hand() && self.on(r::L3C_GAP_A45) {
                    continue;
                }
                self.alter(d, &[id], &[], &[rule_of(marker.main)], |w| {
                    w.plans.insert(id, OpenedOrder { marker, ..OpenedOrder::default() });
                });
            }
        }
        self.judge_lines(d);
        let first = self.initiative(d)?;
        d.world.initiative = first;
        d.then(self.steps_after_opening(first));
        Ok(())
    }

    /// The units in second line this turn (L3C-GAP-A28, L3C-GAP-A72).
    fn judge_lines(&self, d: &mut D<'_>) {
        let field = self.field(&d.world);
        let ids: Vec<UnitId> = d.world.present().collect();
        for id in ids {
            let second = self.book.all(&[r::L3C_GAP_A72, r::L3C_SIM_03]) && self.stands_behind(&field, id);
            if second != d.world.unit(id).now.second_line {
                self.change(d, id, &[r::L3C_GAP_A28], |u| u.now.second_line = second);
            }
        }
    }

    /// The side with the initiative: the attacker, or the higher throw with the commander's bonus (L3C-GAP-A10); a tie
    /// is settled by lot (L3C-GAP-A71).
    fn initiative(&self, d: &mut D<'_>) -> Flow<Side> {
        if let Some(attacker) = self.scenario.attacker.filter(|_| self.on(r::L3C_GAP_A10)) {
            return Ok(attacker);
        }
        let dice = self.book.tables.initiative.dice;
        let toss = |side: Side| Toss::new(r::L3C_GAP_A10, Ref::Side(side), Throw::d6(dice));
        let thrown = d.throw(Side::BOTH.map(toss).to_vec())?;
        let total = |side: Side| {
            let faces: i64 = thrown[side.index()].faces.iter().map(|f| i64::from(*f)).sum();
            let chief =
                self.generals.iter().zip(&d.world.generals).find(|(sheet, _)| sheet.side == side && sheet.chief);
            let bonus =
                chief.filter(|(_, general)| general.present()).map_or(0, |(sheet, general)| self.bonus(general, sheet));
            faces + i64::from(bonus)
        };
        let [blue, red] = Side::BOTH.map(total);
        if blue != red || !self.on(r::L3C_GAP_A71) {
            return Ok(if blue > red { Side::Blue } else { Side::Red });
        }
        let lot = d.throw_one(Toss::new(r::L3C_GAP_A71, Ref::Side(Side::Blue), Throw::d6(1).cuts([4])))?;
        Ok(if lot.class > 0 { Side::Blue } else { Side::Red })
    }
}

/// The code that a term names.
pub(crate) fn code_named(term: &Term) -> Option<Code> {
    rulebook::named(term.as_str())
}

/// The rule of an order.
pub(crate) const fn rule_of(code: Code) -> game::Rule {
    match code {
        Code::Blank => r::L3C_SIM_16,
        Code::Assault => r::L3C_SIM_08,
        Code::FireAdvance => r::L3C_SIM_09,
        Code::Support => r::L3C_SIM_10,
        Code::Fire => r::L3C_SIM_11,
        Code::Form => r::L3C_SIM_12,
        Code::Face => r::L3C_SIM_13,
        Code::SlowAhead | Code::SlowBack => r::L3C_SIM_14,
        Code::Fast => r::L3C_SIM_15,
        Code::Sidestep => r::L3C_SIM_17,
    }
}
