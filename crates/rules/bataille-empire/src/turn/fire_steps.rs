//! Steps b and e: fire (BE-SEQ-04, BE-SEQ-05). A step declares and resolves one fire, then repeats.

mod aim;
mod fire_offer;
mod fire_resolution;

pub(crate) use fire_offer::FIRE;
pub(crate) use fire_resolution::RETURN;

use super::{D, Step};
use crate::question::{Does, Question, choices, reply};
use crate::resolve::fire::Shot;
use crate::terms::book::r;
use crate::world::{Part, Phase};
use crate::{BatailleEmpire, Formation};
use game::{Flow, Ref, UnitId};
use serde::{Deserialize, Serialize};

/// A declared fire.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Volley {
    /// The unit that fires.
    pub by: UnitId,
    /// The unit aimed at.
    pub at: UnitId,
    /// The ammunition of guns beyond short range.
    pub shot: Shot,
    /// The battery will limber afterwards (BE-GAP-95).
    pub limbering: bool,
    /// Units that support it (BE-GAP-56).
    pub supports: Vec<UnitId>,
}

impl BatailleEmpire {
    /// A unit of the division fires, then the next; in step b, or in step e if `last`.
    pub(crate) fn fires(&self, d: &mut D<'_>, division: u16, last: bool) -> Flow<()> {
        let (part, phase) = if last { (Part::Fire, Phase::Fire) } else { (Part::Preparatory, Phase::Preparatory) };
        if d.world.enters(part) {
            self.clock(d, phase, &[r::BE_SEQ_04]);
            self.begin_fire(d);
        }
        let side = self.division_sheet(division).side;
        let slot = Question::Fire.about(side, vec![Ref::Command(division)]);
        let sheet = self.put(d, &slot);
        if !choices(&sheet).iter().any(|choice| Does::Fire.is(&choice.key)) {
            d.then([Step::Settle]);
            return Ok(());
        }
        let replies = d.ask_sheet(&sheet)?;
        // Units that the side does not see do not restrict it: the sheet is made from the same knowledge.
        let known = d.world.known_to(side);
        match self.volley_named(&known, &sheet, reply(&replies)) {
            Some(volley) => d.then([Step::Volley(volley), Step::Fires { division, last }]),
            None => d.then([Step::Settle]),
        }
        Ok(())
    }

    /// A step of fire begins: units that fired before may fire again, unless another rule forbids it.
    fn begin_fire(&self, d: &mut D<'_>) {
        for id in d.world.ids().collect::<Vec<_>>() {
            let now = &mut d.world.unit_mut(id).now;
            now.under_fire = false;
            now.fired = false;
        }
    }

    /// Whether a battery has not moved, turned, limbered or unlimbered this turn (BE-GAP-32, BE-GAP-95).
    pub(crate) fn stationary(&self, w: &crate::world::World, id: UnitId) -> bool {
        let now = &w.unit(id).now;
        let turned = (now.turned && self.on(r::BE_GAP_32) || now.unlimbered) && self.on(r::BE_GAP_95);
        w.unit(id).formation != Formation::Limbered && !now.moved && !turned
    }
}
