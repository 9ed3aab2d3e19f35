//! F: units that an enemy threatens may react (LA-MVT-10, LA-GAP-46, LA-GAP-77).

use super::{D, Step};
use crate::question::{Does, Judged, Kind, Luck, Question, defaults, pick_one};
use crate::resolve::command;
use crate::world::{Bound, Charging, Reaction, Sort, Wing, World};
use crate::{Arm, LesAigles, Order, r};
use game::{Ask, Choice, Field, Flow, Preview, Ref, Refusal, Reply, Shape, Side, Slot, UnitId};
use rulebook::Known;
use std::collections::BTreeSet;
use table::{Manoeuvre, March};

pub(crate) const REACT: Kind = Kind {
    rules: &[r::LA_GAP_46, r::LA_GAP_77, r::LA_MVT_10],
    fields: LesAigles::fields_react,
    check: LesAigles::check_react,
    suggest: any_reaction,
};

impl LesAigles {
    pub(crate) fn react(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::Reactions, &[r::LA_MVT_10, r::LA_GAP_46]);
        self.ask_for_reactions(d)
    }

    /// Asks all threatened units; those threatened by an uncontrolled advance at once (LA-GAP-66): the next quarter is
    /// that of their reaction, and later quarters are planned in the next half.
    pub(crate) fn ask_for_reactions(&self, d: &mut D<'_>) -> Flow<()> {
        let asked = self.put(d, Question::React);
        let answers = d.ask_sheets(&asked)?;
        for (sheet, replies) in asked.iter().zip(&answers) {
            let side = sheet.slot.side;
            let reactions: Vec<(UnitId, Reaction)> = sheet
                .fields
                .iter()
                .zip(replies)
                .filter_map(|(field, reply)| match field.about {
                    Ref::Unit(id) => Some((id, reaction_of(reply)?)),
                    _ => None,
                })
                .collect();
            if let Some(papers) = d.world.papers_mut(side) {
                papers.reactions.extend(reactions);
            }
        }
        self.opened(d, &asked);
        Ok(())
    }

    /// Units of a side threatened by a declared attack: in its front zone and within its reach, whether or not they are
    /// its target (LA-GAP-46, LA-GAP-83).
    pub(crate) fn threatened(&self, w: &World, side: Side) -> Vec<UnitId> {
        let mut found = BTreeSet::new();
        if !self.on(r::LA_GAP_46) {
            return Vec::new();
        }
        for charger in self.troops(w, side.other()) {
            let unit = w.unit(charger);
            let begins = |charge: &&Charging| {
                let asked = w.step != Step::Close || charge.sort == Sort::Uncontrolled;
                asked && charge.since > w.quarter && charge.lands.is_none()
            };
            let Some(charge) = unit.charge.as_ref().filter(begins) else { continue };
            let (left, enters) = (charge.until.saturating_sub(w.quarter), charge.sort == Sort::Entry);
            let own = self.body(w, charger);
            for id in self.troops(w, side) {
                let his = self.body(w, id);
                let far = table::distance(&own, &his).cm;
                let near = self.in_front(&own, &his) && self.in_reach(w, charger, (&his, far), left, enters);
                if near && self.may_react(w, id) {
                    found.insert(id);
                }
            }
        }
        found.into_iter().collect()
    }

    /// Whether a unit may react: it is not compelled to anything (LA-GAP-77).
    fn may_react(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        unit.free() && unit.manned() && !w.engaged(id)
    }

    /// Whether a unit may charge back: it may charge, and no Arrêt keeps it in place (LA-GAP-25).
    pub(crate) fn may_counter(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let stands = matches!(unit.bound, Bound::Halted { .. }) && self.on(r::LA_GAP_25);
        !stands && unit.charge.is_none() && !w.engaged(id) && self.may_charge(w, id).is_ok()
    }

    fn fields_react(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let threatened = self.threatened(w, slot.side);
        threatened.into_iter().map(|id| pick_one(Ref::Unit(id), self.reactions(w, slot.side, id))).collect()
    }

    fn reactions(&self, w: &World, side: Side, id: UnitId) -> Vec<Choice> {
        let unit = w.unit(id);
        let plain = |does: Does| Choice::of(does.key(), &[r::LA_GAP_77]);
        let mut all = vec![plain(Does::CarryOn)];
        if !self.on(r::LA_GAP_77) {
            return all;
        }
        all.push(plain(Does::Halt));
        if unit.inside.is_some() || w.step == Step::Close {
            return all;
        }
        let march = Field {
            about: Ref::Unit(id),
            shape: Shape::March { movers: vec![id], allowed: self.reaction_moves(w, id), budget: 1_000 },
            default: Reply::Marched(March { movers: vec![id.0], legs: Vec::new() }),
        };
        all.push(Choice { then: vec![march], ..plain(Does::ReactMarch) });
        if self.arm(id) != Arm::Artillery
            && (unit.formation.line() || unit.formation.column())
            && unit.order == Order::Formed
            && self.on(r::LA_PIV_07)
        {
            all.push(Choice::of(Does::FlankLeft.key(), &[r::LA_PIV_07]));
            all.push(Choice::of(Does::FlankRight.key(), &[r::LA_PIV_07]));
        }
        // Infantry does not counter-charge cavalry (LA-CCH-04): it may not know which enemy charges it.
        let horse_only = self
            .troops(w, side.other())
            .filter(|e| w.unit(*e).charge.as_ref().is_some_and(|c| c.since > w.quarter && c.sort != Sort::Entry))
            .all(|e| self.arm(e) == Arm::Cavalry);
        let foot = self.arm(id) == Arm::Infantry;
        let charged = self
            .troops(w, side.other())
            .any(|e| w.unit(e).charge.as_ref().is_some_and(|c| c.since > w.quarter && c.sort != Sort::Entry));
        let allowed = command::counter_charge_allowed(&self.book, self.attitude(w, id));
        if allowed && self.may_counter(w, id) && charged && !(foot && horse_only && self.on(r::LA_CCH_04)) {
            all.push(Choice::of(Does::CounterCharge.key(), &[r::LA_CCH_03, r::LA_CCH_08]));
            // A counter-charge is voluntary (LA-CCH-08).
            if !self.on(r::LA_CCH_08) {
                all.drain(..all.len() - 1);
            }
        }
        all
    }

    fn reaction_moves(&self, w: &World, id: UnitId) -> Vec<Manoeuvre> {
        let marcher = self.marcher(w, id);
        let far = self.straight_on(&marcher);
        let mut all = Vec::new();
        if far > 0 && !matches!(w.unit(id).bound, Bound::Halted { .. }) {
            all.extend([Manoeuvre::Ahead(far), Manoeuvre::Wheel(9_000)]);
        }
        if self.arm(id) != Arm::Artillery {
            all.push(Manoeuvre::Turn(18_000));
        }
        for formation in super::deploy::FORMATIONS {
            if formation != w.unit(id).formation && self.change_time(&marcher, formation).is_some() {
                all.push(Manoeuvre::Reform(rulebook::word(&formation).as_str().into()));
            }
        }
        all
    }

    fn check_react(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Judged {
        let mut refusals = Vec::new();
        for (n, (field, reply)) in ask.fields.iter().zip(replies).enumerate() {
            let (Ref::Unit(id), Some(Reaction::March(legs))) = (field.about, reaction_of(reply)) else { continue };
            if legs.is_empty() {
                continue;
            }
            let open = self.reaction_moves(w, id);
            let most = self.straight_on(&self.marcher(w, id));
            let fine = |leg: &Manoeuvre| match leg {
                Manoeuvre::Ahead(_) => open.iter().any(|m| matches!(m, Manoeuvre::Ahead(_))),
                Manoeuvre::Wheel(by) => open.iter().any(|m| matches!(m, Manoeuvre::Wheel(_))) && by.abs() <= 18_000,
                Manoeuvre::Turn(by) => {
                    open.iter().any(|m| matches!(m, Manoeuvre::Turn(_))) && matches!(by.abs(), 9_000 | 18_000)
                }
                Manoeuvre::Reform(_) => open.contains(leg),
                _ => false,
            };
            if let Some(leg) = legs.iter().position(|leg| !fine(leg)) {
                refusals.push(Refusal::by(r::LA_GAP_77, n, "not_offered").at_leg(leg));
                continue;
            }
            let farther = |leg: &Manoeuvre| matches!(leg, Manoeuvre::Ahead(cm) if *cm > most);
            let too_far = Refusal::by(r::LA_GAP_77, n, "too_far").fact("most", most.into());
            if let Some(leg) = legs.iter().position(farther) {
                refusals.push(too_far.at_leg(leg));
                continue;
            }
            let slice = self.slice(w, &self.marcher(w, id), &legs);
            if let Some(barred) = slice.barred {
                refusals.push(Refusal::by(barred.rule, n, barred.why).at_leg(barred.leg));
            } else if !slice.rest.is_empty() {
                refusals.push(too_far);
            } else if !self.terrain.holds(&self.body_at(id, w.unit(id), slice.end, w.unit(id).formation)) {
                refusals.push(Refusal::by(r::LA_GAP_61, n, "off_the_table"));
            }
        }
        if refusals.is_empty() { Ok(Preview::default()) } else { Err(refusals) }
    }
}

fn reaction_of(reply: &Reply) -> Option<Reaction> {
    Some(match Does::of(reply.key()?)? {
        Does::Halt => Reaction::Halt,
        Does::CounterCharge => Reaction::Counter,
        Does::FlankLeft => Reaction::Flank(Wing::Left),
        Does::FlankRight => Reaction::Flank(Wing::Right),
        Does::ReactMarch => match reply.opened().first() {
            Some(Reply::Marched(march)) => Reaction::March(march.legs.clone()),
            _ => Reaction::March(Vec::new()),
        },
        _ => return None,
    })
}

/// Any reaction; marches are a change or a turn.
fn any_reaction(rules: &LesAigles, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let mut replies = defaults(ask);
    for (n, field) in ask.fields.iter().enumerate() {
        let (Shape::Pick { from, .. }, Ref::Unit(id)) = (&field.shape, field.about) else { continue };
        if from.is_empty() {
            continue;
        }
        let choice = &from[luck.below(from.len())];
        let then = choice.then.iter().map(|opened| {
            let moves = rules.reaction_moves(w, id);
            let leg = (!moves.is_empty()).then(|| moves[luck.below(moves.len())].clone());
            match (&opened.shape, leg) {
                (Shape::March { .. }, Some(leg @ (Manoeuvre::Reform(_) | Manoeuvre::Turn(_)))) => {
                    Reply::Marched(March { movers: vec![id.0], legs: vec![leg] })
                }
                _ => opened.default.clone(),
            }
        });
        let reply = Reply::Picked(vec![(choice.key.clone(), then.collect())]);
        let old = std::mem::replace(&mut replies[n], reply);
        if rules.check_react(w, ask, &replies).is_err() {
            replies[n] = old;
        }
    }
    replies
}
