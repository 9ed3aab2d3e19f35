//! The option of chapter 11: units under M act one after another, by activation numbers.

use super::carry::Window;
use super::permit::Permit;
use crate::question::{Does, Kind, Question, accept, any, pick_one, reply, unit_picked};
use crate::resolve::activation::{self, Waiting};
use crate::turn::{D, Instant, Step};
use crate::world::{Plan, SEQUENCE, World};
use crate::{MarieLouise, Marker, Status, r};
use game::{Breakdown, Choice, Deed, Field, Flow, Ref, Reply, Secret, Side, Slot, Term, Toss, UnitId};
use rulebook::Known;
use std::collections::BTreeMap;

pub(crate) const ACTIVATE: Kind =
    Kind { rules: &[r::ML_11B, r::ML_11C, r::ML_11D], fields: fields_activate, check: accept, suggest: any };

pub(crate) const COUNTER: Kind =
    Kind { rules: &[r::ML_11F, r::ML_GAP_52], fields: fields_counter, check: accept, suggest: any };

fn named(slot: &Slot) -> impl Iterator<Item = UnitId> + '_ {
    slot.about.iter().filter_map(|about| if let Ref::Unit(id) = about { Some(*id) } else { None })
}

/// Which of these units acts now.
fn fields_activate(_: &MarieLouise, _: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
    let from = named(slot).map(|id| Choice::of(Does::Activate.about(Ref::Unit(id)), &[r::ML_11C, r::ML_11D]));
    vec![pick_one(Ref::Side(slot.side), from.collect())]
}

/// The first unit of the slot is about to act; the others may act before it.
fn fields_counter(_: &MarieLouise, _: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
    let Some(about) = named(slot).next() else { return Vec::new() };
    let mut from = vec![Choice::of(Does::LetPass.key(), &[])];
    from.extend(named(slot).skip(1).map(|id| Choice::of(Does::Counter.about(Ref::Unit(id)), &[r::ML_11F, r::ML_11G])));
    vec![pick_one(Ref::Unit(about), from)]
}

/// The unit named by a reply.
fn unit_of(replies: &[Reply]) -> Option<UnitId> {
    match replies.first()?.key()?.refs.first()? {
        Ref::Unit(id) => Some(*id),
        _ => None,
    }
}

impl MarieLouise {
    /// Rolls the activation number of every unit under M that may act (ML-11a).
    pub(super) fn draw_numbers(&self, d: &mut D<'_>) -> Flow<()> {
        let waits = |w: &World, id: UnitId| self.permit(w, id).is_some_and(|permit| !permit.holds());
        let waiting: Vec<UnitId> = d.world.ids().filter(|id| waits(&d.world, *id)).collect();
        let situation = |id: UnitId| Waiting { status: self.sheet(id).profile.status };
        let mut lines = Vec::with_capacity(waiting.len());
        let mut tosses = Vec::with_capacity(waiting.len());
        for id in &waiting {
            let mut breakdown = Breakdown::new("activation", Some(Ref::Unit(*id)));
            let throw = activation::dice(&self.book, &situation(*id), &mut breakdown);
            tosses.push(Toss::new(r::ML_11A, Ref::Unit(*id), throw));
            lines.push(breakdown);
        }
        let thrown = d.throw(tosses)?;
        let mut plans = BTreeMap::new();
        for ((id, mut breakdown), fell) in waiting.into_iter().zip(lines).zip(thrown) {
            let face = fell.face();
            let number = activation::number(&self.book, &situation(id), face);
            let of_three = *rulebook::ids::at(&self.book.tables.activation.of_face, usize::from(face) - 1, "face");
            rulebook::dice_in(&mut breakdown, r::ML_11A, i64::from(of_three));
            d.tell(Deed::Tested { breakdown, result: Term::of("numbered") }, &[r::ML_11A]);
            let number = rulebook::saturated::<u8, _>(number.max(0).unsigned_abs());
            plans.insert(id, Plan { number, ..Plan::default() });
        }
        self.keep_plans(d, plans);
        Ok(())
    }

    /// The units of a side still to act, with their numbers.
    fn waiting(&self, w: &World, side: Side) -> Vec<(UnitId, u8)> {
        let plans = w.plans[side.index()].known();
        let all = plans.into_iter().flatten().map(|(id, plan)| (*id, plan.number));
        all.filter(|(id, _)| self.permit(w, *id).is_some_and(|permit| !permit.holds())).collect()
    }

    /// The next unit acts (ML-11b), unless an enemy of higher status acts before it (ML-11f to ML-11h).
    pub(crate) fn activate(&self, d: &mut D<'_>) -> Flow<()> {
        let waiting = Side::BOTH.map(|side| self.waiting(&d.world, side));
        let first = waiting.each_ref().map(|units| units.iter().map(|(_, number)| *number).min());
        let side = match first {
            [None, None] => {
                d.then([Step::Moment(Instant::Six)]);
                return Ok(());
            }
            [Some(_), None] => Side::Blue,
            [None, Some(_)] => Side::Red,
            [Some(blue), Some(red)] if blue < red => Side::Blue,
            [Some(blue), Some(red)] if red < blue => Side::Red,
            // Lots decide which side acts first among equal numbers (ML-11e).
            _ if !self.on(r::ML_11E) || self.lot(d, r::ML_11E)? => Side::Blue,
            _ => Side::Red,
        };
        let (own, his) = (&waiting[side.index()], &waiting[side.other().index()]);
        let lowest = rulebook::ids::held(first[side.index()], "the lowest number of who goes first");
        let barrier = first[side.other().index()];
        // Units that act before the next enemy act in any order their player likes (ML-11c, ML-11d).
        let runs =
            |number: u8| number == lowest || barrier.is_none_or(|barrier| number < barrier) && self.on(r::ML_11D);
        let mut may: Vec<UnitId> = own.iter().filter(|(_, number)| runs(*number)).map(|(id, _)| *id).collect();
        if !self.on(r::ML_11C) {
            may.truncate(1);
        }
        let designated = self.designate(d, side, &may)?;
        let number = own.iter().find(|(id, _)| *id == designated).map_or(lowest, |(_, number)| *number);
        let counters: Vec<UnitId> =
            his.iter().filter(|(id, n)| self.counters(*id, *n, designated, number)).map(|(id, _)| *id).collect();
        self.offer_counter(d, side.other(), designated, &counters)?;
        // Then the normal order resumes (ML-11h).
        if d.world.plans[side.index()].known().is_some_and(|plans| plans.contains_key(&designated)) {
            self.act_on(d, designated)?;
        }
        d.then(self.moment_after(&d.world, number));
        d.then([Step::Activate]);
        Ok(())
    }

    fn designate(&self, d: &mut D<'_>, side: Side, may: &[UnitId]) -> Flow<UnitId> {
        let only = *rulebook::ids::at(may, 0, "unit to activate");
        let chosen = if may.len() > 1 {
            let about = may.iter().map(|id| Ref::Unit(*id)).collect();
            unit_picked(&d.ask_one(Question::Activate.about(side, about))?)
        } else {
            only
        };
        d.beat();
        d.tell(Deed::Declared { by: Ref::Side(side), key: Does::Activate.about(Ref::Unit(chosen)) }, &[r::ML_11B]);
        Ok(chosen)
    }

    /// Whether a waiting unit may act before another (ML-11f, ML-GAP-52).
    fn counters(&self, own: UnitId, own_number: u8, his: UnitId, his_number: u8) -> bool {
        let of = |id: UnitId, number: u8| -> (Status, i16) { (self.sheet(id).profile.status, i16::from(number)) };
        activation::may_counter(&self.book, of(own, own_number), of(his, his_number))
    }

    /// Asks the opponent: one of its units acts first if it passes a reaction test and becomes hesitant if not
    /// (ML-11g).
    fn offer_counter(&self, d: &mut D<'_>, side: Side, designated: UnitId, counters: &[UnitId]) -> Flow<()> {
        if counters.is_empty() {
            return Ok(());
        }
        let about = std::iter::once(designated).chain(counters.iter().copied()).map(Ref::Unit).collect();
        let replies = d.ask_one(Question::Counter.about(side, about))?;
        let chosen = unit_of(&replies).filter(|id| counters.contains(id));
        let Some(id) = chosen else { return Ok(()) };
        d.beat();
        d.tell(Deed::Declared { by: Ref::Unit(id), key: Does::Counter.about(Ref::Unit(designated)) }, &[r::ML_11F]);
        let passed =
            !self.on(r::ML_11G) || *rulebook::ids::at(&self.react(d, &[(id, None)], r::ML_11G)?, 0, "reaction");
        if passed {
            self.act_on(d, id)?;
            if !self.on(r::ML_11H) {
                self.has_acted(d, designated);
            }
            return Ok(());
        }
        self.mark(d, id, Marker::Hesitant, &[r::ML_11G, r::ML_GAP_52]);
        self.has_acted(d, id);
        Ok(())
    }

    /// A unit is given its plan and carries out all of it.
    fn act_on(&self, d: &mut D<'_>, id: UnitId) -> Flow<()> {
        let Some(permit) = self.permit(&d.world, id).filter(|permit| *permit != Permit::Adjust) else {
            self.has_acted(d, id);
            return Ok(());
        };
        let slot = Question::Plan.about(self.side(id), vec![Ref::Unit(id)]);
        let replies = d.ask_one(slot)?;
        let positions = self.positions(&d.world);
        if let Reply::Marched(march) = reply(&replies)
            && let Ok(draft) = self.draft(&d.world, &positions, id, permit, &march.legs)
        {
            let mut plans = BTreeMap::from([(id, draft.plan)]);
            self.carry_out(d, &mut plans, Window { until: SEQUENCE, long: SEQUENCE })?;
        }
        self.has_acted(d, id);
        Ok(())
    }

    fn has_acted(&self, d: &mut D<'_>, id: UnitId) {
        if let Secret::Known(plans) = &mut d.world.plans[self.side(id).index()] {
            plans.remove(&id);
        }
    }

    /// A moment of fire when the last unit of a number has acted and others wait (ML-GAP-30); the final one follows
    /// when none waits.
    fn moment_after(&self, w: &World, number: u8) -> Option<Step> {
        let waiting = || Side::BOTH.into_iter().flat_map(|side| self.waiting(w, side));
        let next = waiting().map(|(_, n)| n).min()?;
        let instant = match number {
            0 | 1 => Instant::Three,
            2 => Instant::Four,
            3 => Instant::Five,
            _ => return None,
        };
        (next > number).then_some(Step::Moment(instant))
    }
}
