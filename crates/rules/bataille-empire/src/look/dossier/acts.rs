//! What a unit or a general may do now, and what it may not.

use crate::question::Bar;
use crate::resolve::manoeuvre;
use crate::resolve::movement;
use crate::resolve::rally::Recover;
use crate::world::World;
use crate::{Arm, BatailleEmpire, Formation, Going, r, word};
use game::{Act, Term, UnitId};
use rulebook::Known;

/// Acts sorted into allowed and refused.
#[derive(Default)]
pub(super) struct Acts {
    pub may: Vec<Act>,
    pub may_not: Vec<Act>,
}

impl Acts {
    /// An act that only a rule can forbid.
    fn unless(&mut self, bar: Option<Bar>, act: Act) {
        match bar {
            Some(bar) => {
                self.may_not.push(Act { rules: vec![bar.rule.into()], reason: Some(Term::of(bar.why)), ..act });
            }
            None => self.may.push(act),
        }
    }
}

impl BatailleEmpire {
    pub(super) fn acts_of(&self, w: &Known<'_, World>, id: UnitId) -> Acts {
        let mut acts = Acts::default();
        if !w.unit(id).present() {
            return acts;
        }
        self.act_of_fire(w, id, &mut acts);
        self.act_of_charge(w, id, &mut acts);
        self.acts_of_formation(w, id, &mut acts);
        for (recover, what) in [(Recover::Order, "rally_order"), (Recover::Loss, "rally_loss")] {
            let due = match recover {
                Recover::Order => w.unit(id).disorder,
                Recover::Loss => w.unit(id).losses.whole() > 0,
            };
            if due {
                let judged = self.may_rally(w, id, recover);
                let cost = judged.map_or(0, |rallied| i64::from(rallied.cost));
                acts.unless(judged.err(), Act::allowed(what, &[r::BE_RAL_01]).fact("points", cost));
            }
        }
        let supports = self.formed_in_order(w, id);
        let bar = (!supports).then(|| Bar::by(r::BE_GAP_67, "not_formed_in_order"));
        acts.unless(bar, Act::allowed("support", &[r::BE_GAP_67]));
        acts
    }

    /// Opening fire from its place.
    fn act_of_fire(&self, w: &Known<'_, World>, id: UnitId, acts: &mut Acts) {
        let body = &self.sheet(id).body;
        if body.arm == Arm::Cavalry {
            return acts.unless(Some(Bar::by(r::BE_POR_07, "cavalry")), Act::allowed("fire", &[]));
        }
        let targets = self.targets(w, id);
        let bar = if w.unit(id).marker && self.on(r::BE_MA_05) {
            Some(Bar::by(r::BE_MA_05, "marked"))
        } else {
            targets.is_empty().then(|| Bar::by(r::BE_TIR_02, "no_target"))
        };
        let mut act = Act::allowed("fire", &[r::BE_TIR_01, r::BE_TIR_02]);
        if let Some(at) = targets.first() {
            act.measure = Some(self.apart(w, id, *at));
            act = act.fact("targets", rulebook::saturated::<i64, _>(targets.len()));
        }
        acts.unless(bar, act);
    }

    fn act_of_charge(&self, w: &Known<'_, World>, id: UnitId, acts: &mut Acts) {
        let act = Act::allowed("charge", &[r::BE_CHA_01, r::BE_CHA_02, r::BE_CHA_09]);
        if self.sheet(id).body.arm == Arm::Artillery {
            return acts.unless(Some(Bar::by(r::BE_CHA_09, "guns")), act);
        }
        let offers: Vec<UnitId> = self
            .troops(w, self.side(id).other())
            .filter(|enemy| !w.unit(id).marker && self.charge_offer(w, id, *enemy, 0).is_ok())
            .collect();
        let bar = if w.unit(id).marker && self.on(r::BE_MA_05) {
            Some(Bar::by(r::BE_MA_05, "marked"))
        } else {
            offers.is_empty().then(|| Bar::by(r::BE_CHA_02, "nobody_in_reach"))
        };
        let nearest = offers.iter().map(|enemy| self.apart(w, id, *enemy)).min_by_key(|measure| measure.cm);
        let act = act.fact("targets", rulebook::saturated::<i64, _>(offers.len()));
        acts.unless(bar, Act { measure: nearest, ..act });
    }

    /// Changes of formation (BE-GAP-31).
    fn acts_of_formation(&self, w: &Known<'_, World>, id: UnitId, acts: &mut Acts) {
        use Formation::{Column, Deployed, HollowSquare, Limbered, Line, SolidSquare};
        let body = self.figure(w, id);
        let open: &[Formation] = match body.arm {
            Arm::Infantry => &[Line, Column, SolidSquare, HollowSquare],
            Arm::Cavalry => &[Line, Column],
            Arm::Artillery => &[Limbered, Deployed],
        };
        for to in open.iter().filter(|to| **to != body.formation) {
            let what = Term::from(format!("form_{}", word(to)).as_str());
            let act = Act { what, ..Act::allowed("form", &[r::BE_MAN_12, r::BE_GAP_31]) };
            acts.unless(manoeuvre::may_change(&self.book, &body, *to).err(), act);
        }
    }

    pub(super) fn acts_of_general(&self, w: &Known<'_, World>, place: usize) -> Acts {
        let mut acts = Acts::default();
        let general = w.general(place);
        let bound = general.attached.map(|_| Bar::by(r::BE_GAP_18, "moves_with_his_unit"));
        let spent = general.moved.then(|| Bar::by(r::BE_GAP_18, "has_moved"));
        let far = movement::general(&self.book, Going::Clear).unwrap_or_default().cm();
        let ride = Act::allowed("ride", &[r::BE_MVT_10, r::BE_GAP_18]).fact("allowance", i64::from(far));
        acts.unless(bound.or(spent), ride);
        if general.attached.is_none() {
            let near = self.attach_choices(w, place).len() > 1;
            let alone = (!near).then(|| Bar::by(r::BE_GAP_18, "nobody_near"));
            acts.unless(alone, Act::allowed("attach", &[r::BE_GAP_18]));
        }
        acts
    }
}
