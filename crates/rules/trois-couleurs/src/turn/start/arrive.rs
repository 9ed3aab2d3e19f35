//! Step 0: arrivals (L3C-GAP-A68, L3C-OPS-14).

use crate::turn::D;
use crate::world::{Life, World};
use crate::{Formation, TroisCouleurs, UD, r};
use game::UnitId;
use table::{Pose, overlaps};

impl TroisCouleurs {
    /// Places units and generals that arrive this turn at their entry (L3C-GAP-A68, L3C-OPS-14).
    pub(crate) fn arrivals(&self, d: &mut D<'_>) {
        let turn = d.world.turn;
        let due: Vec<UnitId> =
            d.world.ids().filter(|id| matches!(d.world.unit(*id).life, Life::OffTable(when) if when <= turn)).collect();
        for id in due {
            if let Some(pose) = self.entry_place(&d.world, id) {
                let arm = self.troop(id).arm;
                let formation = match arm {
                    crate::Arm::Artillery => Formation::Limbered,
                    _ if self.on(r::L3C_GAP_A68) => Formation::MarchColumn,
                    _ => Formation::Line,
                };
                let body = self.formed(&d.world, id, formation);
                self.change(d, id, &[r::L3C_OPS_14, r::L3C_GAP_A68], |u| {
                    u.life = Life::Present;
                    u.pose = pose;
                    u.body = body;
                    u.now.arrived = true;
                });
            }
        }
        for place in 0..d.world.generals.len() {
            let id = d.world.general_id(place);
            let due = matches!(d.world.generals[place].life, Life::OffTable(when) if when > 0 && when <= turn);
            let pose = self.scenario.entries.get(&id.0).copied();
            if due {
                let at = pose.map_or(d.world.generals[place].at, |pose| self.on_the_table(pose.at));
                self.alter(d, &[id], &[], &[r::L3C_OPS_14], |w| {
                    w.generals[place].life = Life::Present;
                    w.generals[place].at = at;
                });
            }
        }
    }

    /// The nearest free place at an entry, beyond the stopping distance of every enemy in sight (L3C-GAP-A08,
    /// L3C-GAP-A68); `None`: the unit waits a turn.
    fn entry_place(&self, w: &World, id: UnitId) -> Option<Pose> {
        let pose = *self.scenario.entries.get(&id.0)?;
        let body = self.formed(w, id, Formation::MarchColumn);
        // An enemy at the entry does not keep a unit off the table (L3C-OPS-14).
        let aside = if self.on(r::L3C_OPS_14) { self.book.tables.raising.arrival_aside.cm() } else { 0 };
        let step = UD / 2;
        let shifts = std::iter::once(0).chain((1..=aside / step).flat_map(|n| [n * step, -n * step]));
        shifts.map(|aside| Pose { at: pose.local(aside, 0), ..pose }).find_map(|pose| {
            let piece = self.piece_of(id, &body, pose);
            // A column too long for the table stands as far back as possible.
            let deep = (0..24).map(|n| n * UD / 2).map(|cm| (pose.ahead(cm), piece.moved(pose.facing, cm)));
            let (pose, piece) = deep.into_iter().find(|(_, piece)| self.terrain.holds(piece))?;
            let free = !self.others(w, id).iter().any(|(_, other)| overlaps(&piece, other));
            (free && !self.stops_at(w, id, &piece)).then_some(pose)
        })
    }
}
