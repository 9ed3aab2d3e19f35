//! Written orders of generals to their units (LA-GAP-14).

use crate::question::{Does, pick_one};
use crate::world::{Life, Note, Role, World};
use crate::{LesAigles, r};
use game::{Choice, Field, Ref, Reply, Side, UnitId};

impl LesAigles {
    /// Officers who can take a note now: every aide who is with the general and carries nothing, and generals who are
    /// with a unit (LA-GAP-14).
    pub(super) fn writers(&self, w: &World, side: Side) -> Vec<usize> {
        if !self.on(r::LA_GAP_14) {
            return Vec::new();
        }
        let takes = |place: &usize| match self.officers[*place].role {
            Role::General { .. } => w.generals[*place].with.is_some(),
            Role::Aide { of } => w.generals[usize::from(of)].life == Life::Present && self.idle(w, *place),
        };
        let there = |place: &usize| self.officers[*place].side == side && w.generals[*place].life == Life::Present;
        (0..w.generals.len()).filter(there).filter(takes).collect()
    }

    /// Whether an aide is with the general and carries nothing.
    fn idle(&self, w: &World, aide: usize) -> bool {
        let id = w.general_id(aide);
        let carries = w.papers(self.officers[aide].side).is_some_and(|papers| papers.notes.contains_key(&id));
        !carries && !w.generals[aide].returning
    }

    /// The units that a general may write to (LA-GAP-14).
    fn under(&self, w: &World, place: usize) -> Vec<UnitId> {
        let sheet = &self.officers[place];
        let chief = sheet.role == (Role::General { chief: true });
        let below = |command: u16| {
            let mut at = Some(command);
            for _ in 0..self.commands.len() {
                match at {
                    Some(here) if here == sheet.command => return true,
                    Some(here) => at = rulebook::ids::at(&self.commands, usize::from(here), "command").above,
                    None => return false,
                }
            }
            false
        };
        self.troops(w, sheet.side).filter(|id| chief || below(self.sheet(*id).command)).collect()
    }

    /// The field of one note: its unit and the new order. An aide carries it to a unit under the general; a general
    /// speaks in person to the unit that the general is with.
    pub(super) fn note_field(&self, w: &World, place: usize) -> Field {
        let (writer, speaks) = match self.officers[place].role {
            Role::General { .. } => (place, true),
            Role::Aide { of } => (usize::from(of), false),
        };
        let with = w.generals[writer].with;
        let mut from = vec![Choice::of(Does::NoNote.key(), &[r::LA_GAP_14])];
        for id in self.under(w, writer).into_iter().filter(|id| (with == Some(*id)) == speaks) {
            let orders = pick_one(Ref::Unit(id), self.order_choices(w, id));
            from.push(Choice {
                then: vec![orders],
                ..Choice::of(Does::Note.about(Ref::Unit(id)), &[r::LA_GAP_14, r::LA_MVT_12])
            });
        }
        pick_one(Ref::Unit(w.general_id(place)), from)
    }

    pub(super) fn note_of(&self, w: &World, field: &Field, reply: &Reply) -> Option<(UnitId, Note)> {
        let Ref::Unit(officer) = field.about else { return None };
        w.general_of(officer)?;
        let key = reply.key()?;
        let Some(Ref::Unit(to)) = key.refs.first().copied().filter(|_| Does::of(key) == Some(Does::Note)) else {
            return None;
        };
        let orders = self.orders_named(w, to, reply.opened().first()?.key()?)?;
        Some((officer, Note { to, orders }))
    }
}
