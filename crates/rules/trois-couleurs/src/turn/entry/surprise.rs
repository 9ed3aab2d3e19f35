//! Step 5: a unit engaged in march column stands in the formation that it intended to take, and loses order for the
//! points that it lacked (L3C-OPS-10, L3C-GAP-A101).

use crate::question::Question;
use crate::resolve::moving::operational::{CaughtMarching, surprised};
use crate::turn::D;
use crate::world::{Code, Detail, Later, World, formations};
use crate::{Body, Formation, TroisCouleurs, r};
use game::{Choice, Flow, Key, Ref, UnitId};
use rulebook::ids::held;
use rulebook::{Known, word};

impl TroisCouleurs {
    /// The formation that a unit was ordered to take.
    fn ordered_formation(&self, w: &World, id: UnitId) -> Option<Formation> {
        match w.plans.get(&id)?.detail(Code::manoeuvre)? {
            Detail::Into(formation) => Some(*formation),
            _ => None,
        }
    }

    /// The formations that the target of an entry may have intended, the usual one first; empty: it is not surprised.
    pub(crate) fn wanted_formations(&self, w: &World, entry: &Later) -> Vec<Formation> {
        let (id, unit) = (entry.target, w.unit(entry.target));
        let marching = unit.body.formation == Formation::MarchColumn && unit.in_hand() && unit.garrison.is_none();
        // At any such engagement, not only before the turn (L3C-GAP-A101).
        if !marching || !self.book.all(&[r::L3C_OPS_10, r::L3C_GAP_A101]) {
            return Vec::new();
        }
        let ordered = self.ordered_formation(w, id);
        let wanted = formations(self.troop(id).arm).iter().copied().filter(|formation| match ordered {
            Some(ordered) => ordered == *formation,
            None => *formation != Formation::MarchColumn,
        });
        wanted.filter(|formation| self.fits(w, id, *formation)).collect()
    }

    /// Applies the surprise of a unit before it had taken a formation.
    pub(crate) fn surprised_in(&self, w: &World, id: UnitId, formation: Formation) -> Body {
        let done = if self.ordered_formation(w, id).is_some() { w.clock } else { 0 };
        // A unit still in column lacks at least one point (L3C-GAP-A101).
        let lacking = self.forming_points(w, id, formation).saturating_sub(done).max(1);
        let state = surprised(&self.book, &CaughtMarching { lacking, state: w.unit(id).body.state });
        Body { state, ..self.formed(w, id, formation) }
    }

    /// The target of an entry is surprised on the march: asks its owner for the intended formation.
    pub(crate) fn surprise(&self, d: &mut D<'_>, entry: &Later) -> Flow<()> {
        let id = entry.target;
        let wanted = self.wanted_formations(&d.world.known_to(self.side(id)), entry);
        let Some(first) = wanted.first().copied() else { return Ok(()) };
        let formation = if wanted.len() > 1 {
            let choice =
                |formation: &Formation| Choice::of(Key { does: word(formation), refs: vec![] }, &[r::L3C_OPS_10]);
            let choices =
                |w: &Known<'_, World>| self.wanted_formations(w, entry).iter().map(choice).collect::<Vec<Choice>>();
            let slot = Question::Surprise.about(self.side(id), vec![Ref::Unit(id), Ref::Unit(entry.attacker)]);
            let key = held(self.choose(d, slot, Ref::Unit(id), choices, &[r::L3C_OPS_10])?, "a formation");
            held(rulebook::named(&key.does.0), "a formation that was offered")
        } else {
            first
        };
        let body = self.surprised_in(&d.world, id, formation);
        d.world.plans.entry(id).and_modify(|plan| plan.finish(Code::manoeuvre));
        self.note(d, id, "surprised", game::Facts::new(), &[r::L3C_OPS_10]);
        self.change(d, id, &[r::L3C_OPS_10], |u| u.body = body);
        Ok(())
    }
}
