//! What a unit or a general may do now, and what it may not.

use crate::question::{Bar, Question};
use crate::turn::FORMATIONS;
use crate::world::{SEQUENCE, World};
use crate::{Arm, Formation, MarieLouise, Order, r};
use game::{Act, Ref, Refusal, Rule, Term, UnitId};
use rulebook::Known;
use rulebook::question::Asks as _;
use table::Manoeuvre;

/// Acts sorted into allowed and refused.
#[derive(Default)]
pub(super) struct Acts {
    pub may: Vec<Act>,
    pub may_not: Vec<Act>,
}

impl Acts {
    fn put(&mut self, act: Act) {
        if act.reason.is_some() { self.may_not.push(act) } else { self.may.push(act) }
    }

    /// An act that only a rule can forbid.
    fn unless(&mut self, bar: Option<Bar>, act: Act) {
        let barred = |bar: Bar| Act { rules: vec![bar.rule.into()], reason: Some(Term::of(bar.why)), ..act.clone() };
        self.put(bar.map_or_else(|| act.clone(), barred));
    }

    /// An act judged like an answer: its cost, or why it is refused.
    fn judged(&mut self, what: Term, judged: Result<i32, Refusal>, rules: &[Rule]) {
        let act = match judged {
            Ok(cost) => {
                let halves = (i64::from(cost) * 2 + i64::from(SEQUENCE) - 1) / i64::from(SEQUENCE);
                Act::allowed("march", rules).fact("halves", halves)
            }
            Err(refusal) => Act::refused_as("march", refusal),
        };
        self.put(Act { what, ..act });
    }

    /// Marks the acts added since as depending on an order still to come.
    fn if_ordered(&mut self, since: (usize, usize)) {
        let new = self.may.iter_mut().skip(since.0).chain(self.may_not.iter_mut().skip(since.1));
        for act in new {
            act.facts.insert(Term::of("if_ordered"), 1);
        }
    }
}

impl MarieLouise {
    pub(super) fn acts_of(&self, w: &Known<'_, World>, id: UnitId) -> Acts {
        let mut acts = Acts::default();
        self.acts_of_command(w, id, &mut acts);
        let hypothetical = self.undecided(w) && self.order_bar(w, id).is_none();
        let since = (acts.may.len(), acts.may_not.len());
        self.acts_of_march(&self.as_if_ordered(w, id, Order::Manoeuvre), id, &mut acts);
        self.act_of_fire(&self.as_if_ordered(w, id, Order::Hold), id, &mut acts);
        self.act_of_charge(&self.as_if_ordered(w, id, Order::Charge), id, &mut acts);
        if hypothetical {
            acts.if_ordered(since);
        }
        self.acts_under_attack(w, id, &mut acts);
        acts
    }

    /// Orders, rally, falling back, support.
    fn acts_of_command(&self, w: &Known<'_, World>, id: UnitId, acts: &mut Acts) {
        let unit = w.unit(id);
        let guns = self.sheet(id).profile.arm == Arm::Artillery;
        let rule = if guns { r::ML_3_2A } else { r::ML_3_1A };
        acts.unless(self.order_bar(w, id), Act::allowed("receive_orders", &[rule]));
        if !guns && unit.present() {
            let (commanded, measure) = self.commanded(w, &self.positions(w), id);
            let act = Act { measure: Some(measure), ..Act::allowed("follow_brigade", &[r::ML_3_1B]) };
            acts.unless((!commanded).then(|| Bar::by(r::ML_4_3A, "out_of_command")), act);
        }
        if unit.present() && unit.broken() {
            acts.put(Act::allowed("rally", &[r::ML_5_3A]));
        }
        if self.ordered_back(w, id) && !self.undecided(w) {
            acts.put(Act::allowed("fall_back", &[if guns { r::ML_3_2D } else { r::ML_3_1C }]));
        } else if self.may_slip_away(w, id) {
            acts.put(Act::allowed("fall_back", &[r::ML_5_3C]));
        }
        let excluded = self.cannot_support(unit).then(|| Bar::by(r::ML_5_2AB, "excluded_from_support"));
        acts.unless(excluded, Act::allowed("support", &[r::ML_5_2Z, r::ML_5_2AA]));
    }

    /// Moves and changes of formation, each judged as a plan of its own.
    fn acts_of_march(&self, w: &Known<'_, World>, id: UnitId, acts: &mut Acts) {
        let permit = match self.may_plan(w, id) {
            Ok(permit) => permit,
            Err(bar) => return acts.unless(Some(bar), Act::allowed("march", &[])),
        };
        let positions = self.positions(w);
        let unit = w.unit(id);
        let plan = |leg: Manoeuvre| self.draft(w, &positions, id, permit, &[leg]).map(|draft| draft.cost);
        let step = self.book.tables.distance.touching.cm().max(1);
        let advance = plan(Manoeuvre::Ahead(step)).map(|_| 0);
        acts.judged(Term::of("advance"), advance, &[r::ML_6A, r::ML_6_1B]);
        if let Some(act) = acts.may.last_mut().filter(|act| act.what == "advance") {
            act.facts.clear();
            act.facts.insert(Term::of("allowance"), i64::from(self.longest_move(w, id)));
        }
        acts.judged(Term::of("turn"), plan(Manoeuvre::Turn(9_000)), &[r::ML_6_1C]);
        acts.judged(Term::of("about_face"), plan(Manoeuvre::Turn(18_000)), &[r::ML_6_1J]);
        let guns = self.sheet(id).profile.arm == Arm::Artillery;
        for (name, formation) in FORMATIONS.into_iter().filter(|(_, formation)| *formation != unit.formation) {
            let fits = match formation {
                Formation::Deployed => guns,
                Formation::NoFormation | Formation::Bastion => unit.inside.is_some(),
                _ => !guns,
            };
            if fits {
                let what = Term::from(format!("form_{name}").as_str());
                acts.judged(what, plan(Manoeuvre::Reform(name.into())), &[r::ML_3_1I]);
            }
        }
        for site in self.strongpoints_touched(w, id).filter(|_| unit.inside.is_none()) {
            let enters = plan(Manoeuvre::Enter(site));
            acts.judged(Term::of("enter"), enters, &[r::ML_1_6G]);
        }
    }

    /// Fire: in phase 4 for units that have not moved, in phase 5 for units that have.
    fn act_of_fire(&self, w: &Known<'_, World>, id: UnitId, acts: &mut Acts) {
        let guns = self.sheet(id).profile.arm == Arm::Artillery;
        let moved = !w.unit(id).immobile();
        let (what, bar) = match self.halted_fire_bar(w, id) {
            None => ("fire", None),
            Some(_) if self.late_fire_bar(w, id).is_none() => ("late_fire", None),
            Some(_) if moved => ("late_fire", self.late_fire_bar(w, id)),
            Some(bar) => ("fire", Some(bar)),
        };
        let rule = if guns { r::ML_7_3B } else { r::ML_7_2E };
        let marks = if bar.is_none() { self.marks(w, &self.positions(w), id) } else { Vec::new() };
        let bar = bar.or_else(|| marks.is_empty().then(|| Bar::by(rule, "no_target")));
        let mut act = Act { what: Term::of(what), ..Act::allowed("fire", &[rule, r::ML_7_3AA]) };
        if let Some(mark) = marks.first() {
            act.measure = Some(mark.range);
            act = act.fact("targets", rulebook::saturated::<i64, _>(marks.len()));
        }
        acts.unless(bar, act);
    }

    fn act_of_charge(&self, w: &Known<'_, World>, id: UnitId, acts: &mut Acts) {
        let bar = self.charge_bar(w, id);
        let prey = if bar.is_none() { self.prey(w, &self.positions(w), id) } else { Vec::new() };
        let bar = bar.or_else(|| prey.is_empty().then(|| Bar::by(r::ML_8_1C, "nobody_in_sight")));
        let mut act = Act::allowed("charge", &[r::ML_3_1F, r::ML_8_1C]);
        if let Some(nearest) = prey.first() {
            act.measure = Some(self.apart(w, id, nearest.at));
            act = act.fact("targets", rulebook::saturated::<i64, _>(prey.len()));
        }
        acts.unless(bar, act);
    }

    /// What a unit may do against chargers in contact.
    fn acts_under_attack(&self, w: &Known<'_, World>, id: UnitId, acts: &mut Acts) {
        for choice in self.receptions(w, id) {
            let what = Term::from(format!("receive_{}", choice.key.does).as_str());
            acts.put(Act { what, rules: choice.rules, facts: choice.facts, ..Act::allowed("receive", &[]) });
        }
    }

    pub(super) fn acts_of_general(&self, w: &Known<'_, World>, place: usize) -> Acts {
        let mut acts = Acts::default();
        let (general, sheet) = (w.general(place), self.general_sheet(place));
        let bound = general.attached.map(|_| Bar::by(r::ML_6_4A, "moves_with_his_unit"));
        let ride = Act::allowed("ride", &[r::ML_6_4B]).fact("allowance", i64::from(self.longest_ride()));
        acts.unless(bound, ride);
        if general.attached.is_none() {
            let about = Ref::Unit(w.general_id(place));
            let sheet = self.sheet_for(w, &Question::Attach.to(sheet.side));
            let touches = sheet.fields.iter().any(|field| field.about == about);
            let alone = (!touches).then(|| Bar::by(r::ML_6_4A, "touches_nobody"));
            acts.unless(alone, Act::allowed("attach", &[r::ML_6_4A]));
        }
        acts
    }
}
