//! Step 0: who arrives, and marches of whole groups before the turn (L3C-GAP-A67, L3C-GAP-A68).

use super::D;
use crate::question::{Kind, Question, any, pick_one};
use crate::world::{Life, Phase, World};
use crate::{Formation, TroisCouleurs, UD, r};
use game::{Choice, Field, Flow, Key, Preview, Ref, Reply, Side, Slot, UnitId};
use table::{Cm, Pose, Stop, overlaps, room, within_reach};

pub(crate) const OPERATIONAL: Kind = Kind {
    rules: &[r::L3C_OPS_01, r::L3C_GAP_A67],
    fields: TroisCouleurs::fields_operational,
    check: |_, _, _, _| Ok(Preview::default()),
    suggest: any,
};

/// Legs of an operational march, for both sides together (L3C-OPS-03).
const LEGS: i32 = 5;

impl TroisCouleurs {
    pub(crate) fn operational(&self, d: &mut D<'_>) -> Flow<()> {
        self.arrivals(d);
        if d.world.turn > 1 || !self.book.all(&[r::L3C_GAP_A67, r::L3C_OPS_01]) {
            return Ok(());
        }
        self.clock(d, Phase::Operational, &[r::L3C_OPS_01]);
        let sheets: Vec<_> = Side::BOTH.map(|side| self.put(d, &Question::Operational.to(side, Vec::new()))).into();
        let asked: Vec<_> = sheets.into_iter().filter(|sheet| !sheet.fields.is_empty()).collect();
        let answers = d.ask_sheets(&asked)?;
        let mut marches: Vec<(u16, Cm)> = Vec::new();
        for (sheet, replies) in asked.iter().zip(&answers) {
            marches.extend(sheet.fields.iter().zip(replies).filter_map(|(field, reply)| self.marched(field, reply)));
        }
        for leg in 0..LEGS {
            for (group, whole) in &marches {
                self.march_group(d, *group, whole / LEGS, leg);
            }
        }
        Ok(())
    }

    fn marched(&self, field: &Field, reply: &Reply) -> Option<(u16, Cm)> {
        let Ref::Command(group) = field.about else { return None };
        match reply.opened().first() {
            Some(Reply::At(cm)) => Some((group, *cm)),
            _ => None,
        }
    }

    fn fields_operational(&self, w: &World, slot: &Slot) -> Vec<Field> {
        let groups = self.groups.iter().enumerate().filter(|(_, group)| group.side == slot.side);
        let mut fields = Vec::new();
        for (place, _) in groups {
            let Ok(group) = u16::try_from(place) else { continue };
            let Some((head, reach)) = self.group_reach(w, group) else { continue };
            let pose = w.unit(head).pose;
            let stay = Choice::of(Key::plain("stay"), &[r::L3C_GAP_A67]);
            let mut march = Choice::of(Key::plain("march"), &[r::L3C_OPS_03]);
            march.then = vec![Field {
                about: Ref::Unit(head),
                shape: game::Shape::Along {
                    mover: head,
                    path: vec![pose.at, pose.ahead(reach).at],
                    at: vec![(0, reach)],
                },
                default: Reply::At(0),
            }];
            fields.push(pick_one(Ref::Command(group), vec![stay, march]));
        }
        fields
    }

    /// The head of a group that may march, and how far it may go (L3C-OPS-02, L3C-OPS-03, L3C-OPS-07, L3C-OPS-12).
    fn group_reach(&self, w: &World, group: u16) -> Option<(UnitId, Cm)> {
        let units: Vec<UnitId> = self.groups.get(usize::from(group))?.units.clone();
        let units: Vec<UnitId> = units.into_iter().filter(|id| w.unit(*id).present()).collect();
        let head = *units.first()?;
        let able = units.iter().all(|id| w.unit(*id).body.case.positive() && w.unit(*id).garrison.is_none());
        let clear = units.iter().all(|id| !self.at_stopping_distance(w, *id));
        // Only a general gives such orders (L3C-CHEF-03).
        let general = |place: usize| w.generals[place].present() && self.commands(place, head);
        let ordered = (0..w.generals.len()).any(general) || !self.on(r::L3C_CHEF_03);
        let slowest = units.iter().map(|id| {
            let march = self.plain_march(w, *id, 1, &crate::movement::Way::new());
            crate::movement::reach(&self.book, &march).unwrap_or_default().cm()
        });
        let slowest = slowest.min().unwrap_or(0);
        let times = Cm::from(self.book.tables.distance.operational_moves);
        (able && clear && ordered && slowest > 0).then_some((head, slowest * times))
    }

    /// Whether a unit stands where operational marches end (L3C-GAP-A08).
    fn at_stopping_distance(&self, w: &World, id: UnitId) -> bool {
        let stop = &self.book.tables.distance.operational_stop;
        let piece = self.piece(w, id);
        self.troops(w, self.side(id).other()).any(|enemy| {
            let horse = [id, enemy].iter().any(|unit| self.troop(*unit).arm == crate::Arm::Cavalry);
            let limit = if horse { stop.cavalry } else { stop.foot };
            within_reach(&piece, &self.piece(w, enemy), limit.cm())
        })
    }

    /// A leg of a group's march: everybody straight ahead, as far as nobody comes to a stopping distance.
    fn march_group(&self, d: &mut D<'_>, group: u16, cm: Cm, leg: i32) {
        let Some(sheet) = self.groups.get(usize::from(group)) else { return };
        let units: Vec<UnitId> = sheet.units.iter().copied().filter(|id| d.world.unit(*id).present()).collect();
        if cm <= 0 || units.iter().any(|id| self.at_stopping_distance(&d.world, *id)) {
            return;
        }
        for id in units {
            let piece = self.piece(&d.world, id);
            let facing = d.world.unit(id).pose.facing;
            let others = self.others(&d.world, id);
            let gone = match room(&piece, facing, cm, &self.terrain, |f| self.closed(id, f), &others) {
                Ok(_) => cm,
                Err(halt) if matches!(halt.what, Stop::Unit(_)) => (halt.at.cm - UD / 6).max(0),
                Err(halt) => halt.at.cm,
            };
            if leg == 0 && self.on(r::L3C_PA_04) {
                self.spend(d, id, self.book.tables.action.operational_march, r::L3C_GAP_A07);
            }
            if gone > 0 {
                let pose = d.world.unit(id).pose.ahead(gone);
                self.place(d, id, pose, &[], &[r::L3C_OPS_03]);
            }
        }
    }

    /// Units and generals whose turn has come stand at their entry (L3C-GAP-A68, L3C-OPS-14).
    fn arrivals(&self, d: &mut D<'_>) {
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

    /// The nearest free place at an entry, clear of enemies (L3C-GAP-A68); none: it waits a turn.
    fn entry_place(&self, w: &World, id: UnitId) -> Option<Pose> {
        let pose = *self.scenario.entries.get(&id.0)?;
        let body = self.formed(w, id, Formation::MarchColumn);
        // Nobody is kept off the table by an enemy at his entry (L3C-OPS-14).
        let aside = if self.on(r::L3C_OPS_14) { self.book.tables.raising.arrival_aside.cm() } else { 0 };
        let step = UD / 2;
        let shifts = std::iter::once(0).chain((1..=aside / step).flat_map(|n| [n * step, -n * step]));
        shifts.map(|aside| Pose { at: pose.local(aside, 0), ..pose }).find_map(|pose| {
            let piece = self.piece_of(id, &body, pose);
            // A column too long for the table stands as far back as it can.
            let deep = (0..24).map(|n| n * UD / 2).map(|cm| (pose.ahead(cm), piece.moved(pose.facing, cm)));
            let (pose, piece) = deep.into_iter().find(|(_, piece)| self.terrain.holds(piece))?;
            let free = !self.others(w, id).iter().any(|(_, other)| overlaps(&piece, other));
            let clear = !self.troops(w, self.side(id).other()).any(|enemy| {
                within_reach(&piece, &self.piece(w, enemy), self.book.tables.distance.operational_stop.foot.cm())
            });
            (free && clear).then_some(pose)
        })
    }
}
