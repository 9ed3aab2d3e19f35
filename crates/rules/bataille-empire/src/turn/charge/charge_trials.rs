//! Manoeuvre and control tests in charges, and the generals with the fighting units.

use crate::resolve::discipline::{self, Botched, Control, Drill, Restraint};
use crate::resolve::generals::{self, Exposed};
use crate::turn::D;
use crate::world::{Charging, Fate, Life, World};
use crate::{BatailleEmpire, Formation, r};
use game::{Breakdown, Deed, Flow, Ref, Rule, Term, Toss, UnitId};

impl BatailleEmpire {
    /// The input of a manoeuvre test (BE-TM-02).
    pub(crate) fn drill(
        &self,
        w: &World,
        id: UnitId,
        change_to: Option<Formation>,
        charge: Option<&Charging>,
    ) -> Drill {
        let except: Vec<UnitId> = charge.iter().map(|charge| charge.by).collect();
        Drill {
            unit: self.body(w, id),
            change_to,
            turn: change_to.is_none(),
            charged_by: charge.map(|charge| self.sheet(charge.by).body.arm),
            charged_from: charge.map(|charge| self.charged_from(charge)),
            threatened: self.threats(w, id, &except).any(),
        }
    }

    /// A manoeuvre test; returns whether it is passed.
    pub(crate) fn throw_drill(&self, d: &mut D<'_>, id: UnitId, drill: &Drill) -> Flow<bool> {
        let mut lines = Breakdown::new("manoeuvre-test", Some(Ref::Unit(id)));
        let trial = discipline::manoeuvre(&self.book, drill, &mut lines);
        self.throw_trial(d, id, trial.throw, lines, r::BE_TM_02)
    }

    /// Applies a failed manoeuvre test (BE-TM-03).
    pub(crate) fn botch(&self, d: &mut D<'_>, id: UnitId, botched: Botched) {
        match botched {
            Botched::Nothing => {}
            Botched::Disorder => self.disorder(d, id, r::BE_TM_03),
            Botched::Eliminated => self.remove(d, id, Fate::Eliminated, r::BE_TM_03),
        }
    }

    /// A control test (BE-TM-04); returns whether it is passed.
    pub(crate) fn try_control(&self, d: &mut D<'_>, id: UnitId, to: Restraint) -> Flow<bool> {
        let control = Control { unit: self.body(&d.world, id), to };
        self.throw_control(d, id, &control)
    }

    /// A control test with a given input; returns whether it is passed.
    pub(crate) fn throw_control(&self, d: &mut D<'_>, id: UnitId, control: &Control) -> Flow<bool> {
        let mut lines = Breakdown::new("control-test", Some(Ref::Unit(id)));
        let trial = discipline::control(&self.book, control, &mut lines);
        self.throw_trial(d, id, trial.throw, lines, r::BE_TM_04)
    }

    fn throw_trial(
        &self,
        d: &mut D<'_>,
        id: UnitId,
        throw: dice::Throw,
        mut lines: Breakdown,
        rule: Rule,
    ) -> Flow<bool> {
        let fell = d.throw_one(Toss::new(r::BE_TM_01, Ref::Unit(id), throw))?;
        let face = fell.face();
        rulebook::dice_in(&mut lines, r::BE_TM_01, i64::from(face));
        let passed = fell.class > 0;
        let result = Term::of(if passed { "passed" } else { "failed" });
        d.tell(Deed::Tested { breakdown: lines, result }, &[rule]);
        Ok(passed)
    }

    /// Generals with units that fought a shock are at risk (BE-GEN-02, BE-GAP-77, BE-GAP-96): thrown together.
    pub(crate) fn risk_generals(&self, d: &mut D<'_>, places: &[usize], exposed: Exposed) -> Flow<()> {
        let mut risks = Vec::new();
        // A general who found no friend to join is already lost (BE-GAP-77).
        let there = |place: &&usize| d.world.general(**place).life == Life::Present;
        for place in places.iter().filter(there) {
            let of = Ref::Unit(d.world.general_id(*place));
            let mut lines = Breakdown::new("general-loss", Some(of));
            let throw = generals::risk(&self.book, exposed, &mut lines);
            risks.push((*place, of, lines, throw));
        }
        risks.retain(|(.., throw)| !throw.dice.is_empty());
        let tosses = risks.iter().map(|(_, of, _, throw)| Toss::new(r::BE_GEN_01, *of, throw.clone())).collect();
        let thrown = d.throw(tosses)?;
        for ((place, _, mut lines, _), fell) in risks.into_iter().zip(thrown) {
            let sum = fell.faces.iter().map(|face| i64::from(*face)).sum();
            rulebook::dice_in(&mut lines, r::BE_GEN_01, sum);
            let lost = fell.class > 0;
            let result = Term::of(if lost { "killed" } else { "unhurt" });
            d.tell(Deed::Tested { breakdown: lines, result }, &[r::BE_GEN_01]);
            if lost {
                self.lose_general(d, place, r::BE_GEN_01);
            }
        }
        Ok(())
    }
}
