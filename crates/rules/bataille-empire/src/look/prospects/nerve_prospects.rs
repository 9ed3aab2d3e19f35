//! Tests of a single unit: morale, manoeuvre, control.

use super::{formation_of, odds_of_passing};
use crate::resolve::discipline::{self, Control, Restraint};
use crate::resolve::morale::{self, Morale};
use crate::resolve::reaction::Line;
use crate::world::{Under, World};
use crate::{Arm, BatailleEmpire, Formation, word};
use game::{Breakdown, Key, Prospect, Ref, Reply, UnitId};
use rulebook::Known;

impl BatailleEmpire {
    /// A morale test in a situation.
    pub(crate) fn prospect_of_morale(&self, test: &Morale, id: UnitId) -> Prospect {
        let mut lines = Breakdown::new("morale", Some(Ref::Unit(id)));
        let (_, throw) = morale::test(&self.book, test, &mut lines);
        Prospect::of(Some(Ref::Unit(id)), lines).with(odds_of_passing(&throw)).when("passed", 1, "holds_firm")
    }

    /// The reply of the target of the present charge: the test that its line needs, and the shock if it stands.
    pub(super) fn prospects_of_reply(&self, w: &Known<'_, World>, key: &Key, reply: &Reply) -> Vec<Prospect> {
        let Some(Under::Charge(charge)) = w.under.last() else { return Vec::new() };
        let id = charge.at;
        let opened = reply.opened().first().and_then(Reply::key).and_then(formation_of);
        let is = |line: Line| key.does == word(&line);
        let change = if is(Line::Change) {
            Some(opened)
        } else if is(Line::Turn) {
            Some(None)
        } else if is(Line::Unlimber) {
            Some(Some(Formation::Deployed))
        } else if is(Line::LimberAndFlee) {
            Some(Some(Formation::Limbered))
        } else {
            None
        };
        if let Some(to) = change {
            let drill = self.drill(w, id, to.filter(|to| *to != w.unit(id).formation), Some(charge));
            let mut lines = Breakdown::new("manoeuvre-test", Some(Ref::Unit(id)));
            let trial = discipline::manoeuvre(&self.book, &drill, &mut lines);
            let test = Prospect::of(Some(Ref::Unit(id)), lines).with(odds_of_passing(&trial.throw));
            return vec![test.when("passed", 1, "manoeuvre_made")];
        }
        if is(Line::Stand) { self.prospects_of_shock(w, charge) } else { Vec::new() }
    }

    /// The control test to call off a charge (BE-CHA-08).
    pub(super) fn prospect_of_calling_off(&self, w: &Known<'_, World>, id: UnitId) -> Prospect {
        self.prospect_of_control(w, id, Restraint::CallOff).when("passed", 1, "charge_called_off")
    }

    /// The control test of cavalry that is not to pursue (BE-POU-03).
    pub(super) fn prospect_of_restraint(&self, w: &Known<'_, World>, id: UnitId) -> Option<Prospect> {
        let horse = self.sheet(id).body.arm == Arm::Cavalry;
        horse.then(|| self.prospect_of_control(w, id, Restraint::NotPursue).when("passed", 1, "does_not_pursue"))
    }

    fn prospect_of_control(&self, w: &Known<'_, World>, id: UnitId, to: Restraint) -> Prospect {
        let mut lines = Breakdown::new("control-test", Some(Ref::Unit(id)));
        let trial = discipline::control(&self.book, &Control { unit: self.body(w, id), to }, &mut lines);
        Prospect::of(Some(Ref::Unit(id)), lines).with(odds_of_passing(&trial.throw))
    }
}
