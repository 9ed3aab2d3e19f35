//! Notes that generals write to their units (LA-GAP-14).

use crate::question::pick_one;
use crate::world::{Life, Note, Role, World};
use crate::{LesAigles, r};
use game::{Choice, Field, Key, Ref, Reply, Side, UnitId};

impl LesAigles {
    /// Generals who may write a note now: they have an aide with them, or stand with a unit of theirs (LA-GAP-14).
    pub(super) fn writers(&self, w: &World, side: Side) -> Vec<usize> {
        if !self.on(r::LA_GAP_14) {
            return Vec::new();
        }
        let there = |place: usize| w.generals[place].life == Life::Present;
        (0..w.generals.len())
            .filter(|place| {
                self.officers[*place].side == side
                    && matches!(self.officers[*place].role, Role::General { .. })
                    && there(*place)
            })
            .filter(|place| self.free_aide(w, *place).is_some() || w.generals[*place].with.is_some())
            .collect()
    }

    /// An aide of a general who is with him and carries nothing.
    pub(crate) fn free_aide(&self, w: &World, general: usize) -> Option<usize> {
        let him = u16::try_from(general).ok()?;
        let busy = |place: usize| {
            let id = w.general_id(place);
            w.papers(self.officers[place].side).is_some_and(|papers| papers.notes.contains_key(&id))
                || w.generals[place].returning
        };
        (0..w.generals.len()).find(|n| {
            self.officers[*n].role == (Role::Aide { of: him }) && w.generals[*n].life == Life::Present && !busy(*n)
        })
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
                    Some(here) => at = self.commands.get(usize::from(here)).and_then(|c| c.above),
                    None => return false,
                }
            }
            false
        };
        self.troops(w, sheet.side).filter(|id| chief || below(self.sheet(*id).command)).collect()
    }

    /// One note: to whom, with what order.
    pub(super) fn note_field(&self, w: &World, place: usize) -> Field {
        let aide = self.free_aide(w, place).is_some();
        let with = w.generals[place].with;
        let mut from = vec![Choice::of(Key::plain("no_note"), &[r::LA_GAP_14])];
        for id in self.under(w, place).into_iter().filter(|id| aide || with == Some(*id)) {
            let orders = pick_one(Ref::Unit(id), self.order_choices(w, id));
            from.push(Choice {
                then: vec![orders],
                ..Choice::of(Key::about("note", Ref::Unit(id)), &[r::LA_GAP_14, r::LA_MVT_12])
            });
        }
        pick_one(Ref::Unit(w.general_id(place)), from)
    }

    pub(super) fn note_of(&self, w: &World, field: &Field, reply: &Reply) -> Option<(UnitId, Note)> {
        let Ref::Unit(officer) = field.about else { return None };
        w.general_of(officer)?;
        let key = reply.key()?;
        let Some(Ref::Unit(to)) = key.refs.first().copied().filter(|_| key.does == "note") else { return None };
        let orders = self.orders_named(w, to, reply.opened().first()?.key()?)?;
        Some((officer, Note { to, orders }))
    }
}
