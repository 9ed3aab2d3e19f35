//! Adds neighbours to the lines that depend on them, so that a reader of the log can look for them.

use crate::world::World;
use crate::{BatailleEmpire, r};
use game::{Breakdown, Op, Rule, UnitId};

impl BatailleEmpire {
    /// Adds the units that support a unit, those that threaten it except its opponents, and the general attached to it.
    pub(crate) fn name_neighbours(&self, w: &World, id: UnitId, except: &[UnitId], lines: &mut Breakdown) {
        for line in &mut lines.lines {
            let Op::Add(amount) = line.op else { continue };
            let is = |rules: &[Rule]| rules.iter().any(|rule| line.rule == (*rule).into());
            if is(&[r::BE_CHO_30, r::BE_MOR_07]) {
                let block = self.garrison_of(w, id).into_iter().filter(|other| *other != id);
                line.who = self.supporters(w, id).into_iter().chain(block).collect();
            } else if is(&[r::BE_TIR_24, r::BE_CHO_36, r::BE_MOR_11]) {
                line.who = self.threats(w, id, except).who;
            } else if amount > 0 && is(&[r::BE_CHO_34, r::BE_MOR_08]) {
                line.who = self.attached(w, id).map(|place| w.general_id(place)).into_iter().collect();
            }
        }
    }
}
