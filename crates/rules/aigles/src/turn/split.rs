//! Light cavalry in line whose charge a friend or an obstacle hampers: the squadrons concerned stop, the others go on
//! (LA-CHA-34, LA-CHA-35, LA-GAP-80).

use super::D;
use super::nerves::reply_for;
use crate::question::{Kind, Question, accept, any, pick_one};
use crate::world::{Bound, Life, Memory, Object, Orders, Unit, Wing, World, facts, front_of};
use crate::{Arm, Attitude, Formation, LesAigles, Order, r};
use game::{Choice, Field, Flow, Key, Ref, Slot, UnitId};
use table::{Cm, Piece, Pose};

pub(crate) const SPLIT: Kind =
    Kind { rules: &[r::LA_CHA_34, r::LA_CHA_35], fields: LesAigles::fields_split, check: accept, suggest: any };

impl LesAigles {
    /// Owners of hampered regiments say whether the squadrons that can go on do so.
    pub(crate) fn ask_to_split(&self, d: &mut D<'_>) -> Flow<()> {
        let asked = self.put(d, Question::Split);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        for id in d.world.ids() {
            let halts =
                reply_for(&asked, &answers, id).and_then(|reply| reply.key()).is_some_and(|k| k.does == "halt_whole");
            d.world.unit_mut(id).now.whole |= halts;
        }
        Ok(())
    }

    fn fields_split(&self, w: &World, slot: &Slot) -> Vec<Field> {
        let hampered = |id: &UnitId| {
            let unit = w.unit(*id);
            let charges = unit.charge.as_ref().is_some_and(|c| c.since <= w.quarter && c.lands.is_none());
            let go = self.dash(unit, *id).0;
            charges
                && !w.engaged(*id)
                && self.free_way(w, *id, &self.body(w, *id), go, self.meant(w, *id)).is_some()
                && self.hampered(w, *id, go, self.meant(w, *id)).is_some()
        };
        let choices = || ["split", "halt_whole"].map(|name| Choice::of(Key::plain(name), &[r::LA_CHA_35])).to_vec();
        let mine = self.troops(w, slot.side).filter(hampered);
        mine.map(|id| pick_one(Ref::Unit(id), choices())).collect()
    }

    /// Whether a regiment may leave squadrons behind: light cavalry in line, none of it detached (LA-GAP-80).
    fn may_split(&self, w: &World, id: UnitId) -> bool {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let light = sheet.leading.splits() && self.on(r::LA_GAP_80) || self.book.options.any_cavalry_splits;
        sheet.profile.arm == Arm::Cavalry
            && light
            && unit.formation == Formation::Line
            && sheet.part.is_some_and(|part| w.unit(part).life == Life::Folded)
            && self.on(r::LA_CHA_34)
            && self.on(r::LA_CHA_35)
    }

    /// The squadrons of a regiment in line from its left: figures, and what each covers.
    fn squadrons(&self, w: &World, id: UnitId) -> Vec<(u8, Piece)> {
        let (own, figures) = (self.body(w, id), w.unit(id).figures());
        let number = self.sheet(id).profile.companies.number().max(1);
        let base = own.front / i32::from(figures.max(1));
        let mut from = -own.front / 2;
        let mut all = Vec::new();
        for n in 0..number {
            let size = figures / number + u8::from(n < figures % number);
            let front = i32::from(size) * base;
            let at = own.pose.local(from + front / 2, 0);
            all.push((size, Piece { pose: Pose { at, ..own.pose }, front, ..own }));
            from += front;
        }
        all.into_iter().filter(|(size, _)| *size > 0).collect()
    }

    /// The figures of a regiment that something stops while the others can go on, and at which end they ride; none: all of
    /// it is stopped, or its middle, or too few would be left to charge.
    pub(crate) fn hampered(&self, w: &World, id: UnitId, go: Cm, on: Option<UnitId>) -> Option<(u8, Wing)> {
        if !self.may_split(w, id) || w.unit(id).now.whole {
            return None;
        }
        let squadrons = self.squadrons(w, id);
        let stopped: Vec<bool> =
            squadrons.iter().map(|(_, piece)| self.free_way(w, id, piece, go, on).is_some()).collect();
        let all = stopped.iter().filter(|stopped| **stopped).count();
        let left = stopped.iter().take_while(|stopped| **stopped).count();
        let right = stopped.iter().rev().take_while(|stopped| **stopped).count();
        let wing = match all {
            0 => return None,
            _ if left == all => Wing::Left,
            _ if right == all => Wing::Right,
            _ => return None,
        };
        let figures = squadrons.iter().zip(&stopped).filter(|(_, stopped)| **stopped).map(|((n, _), _)| n).sum();
        let least = self.book.tables.scale.least_to_charge.of(Arm::Cavalry).unwrap_or(1);
        (w.unit(id).figures().saturating_sub(figures) >= least).then_some((figures, wing))
    }

    /// Leaves squadrons behind where they are, in line and to be formed again (LA-GAP-53); the rest has a shorter front.
    pub(crate) fn split_off(&self, d: &mut D<'_>, id: UnitId, (figures, wing): (u8, Wing)) {
        let Some(part) = self.sheet(id).part else { return };
        let own = self.body(&d.world, id);
        let base = own.front / i32::from(d.world.unit(id).figures().max(1));
        let behind = i32::from(figures) * base;
        let side = if wing == Wing::Left { -1 } else { 1 };
        let place = |front: Cm, middle: Cm| {
            let at = own.pose.local(middle, 0);
            front_of(&Piece { pose: Pose { at, ..own.pose }, front, ..own })
        };
        let stays = place(behind, side * (own.front - behind) / 2);
        let goes = place(own.front - behind, -side * behind / 2);
        self.alter(d, &[id, part], &[], &[r::LA_CHA_35, r::LA_GAP_80], |w| {
            let whole = w.unit_mut(id);
            let mut left = whole.left.clone();
            let mut rest = figures;
            for (own, his) in whole.left.iter_mut().zip(&mut left).rev() {
                let n = rest.min(*own);
                (*own, *his) = (*own - n, n);
                rest -= n;
            }
            whole.initial = whole.initial.saturating_sub(figures);
            whole.pose = goes;
            *w.unit_mut(part) = Unit {
                life: Life::Present,
                pose: stays,
                formation: Formation::Line,
                order: Order::Unformed,
                left,
                initial: figures,
                bound: Bound::Free,
                memory: Memory::default(),
                ..Unit::default()
            };
        });
        let owner = self.side(id);
        if let Some(papers) = d.world.papers_mut(owner) {
            // They are to rejoin as soon as they can.
            papers.orders.insert(part, Orders { attitude: Attitude::Support, object: Object::Friend(id) });
        }
        self.note(d, part, "squadrons_stop", facts([("figures", i64::from(figures))]), &[r::LA_CHA_35]);
    }
}
