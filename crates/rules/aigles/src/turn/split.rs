//! Light cavalry in line whose charge a friend or an obstacle hampers: the squadrons concerned stop, the others go on
//! (LA-CHA-34, LA-CHA-35, LA-GAP-80). An enemy that comes between is met only by the squadrons that have it in front
//! (LA-CHA-36).

use super::D;
use super::nerves::reply_for;
use crate::question::{Does, Kind, Question, accept, any, pick_one};
use crate::world::{Bound, Life, Object, Orders, Unit, Wing, World, facts, front_of};
use crate::{Arm, Attitude, Formation, LesAigles, Order, r};
use game::{Choice, Field, Flow, Ref, Slot, UnitId};
use rulebook::Known;
use table::{Cm, Piece, Pose};

pub(crate) const SPLIT: Kind =
    Kind { rules: &[r::LA_CHA_34, r::LA_CHA_35], fields: LesAigles::fields_split, check: accept, suggest: any };

impl LesAigles {
    /// Asks owners of hampered regiments whether the squadrons that can go on do so.
    pub(crate) fn ask_to_split(&self, d: &mut D<'_>) -> Flow<()> {
        let asked = self.put(d, Question::Split);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        for id in d.world.ids() {
            let halts = Does::HaltWhole.picked(reply_for(&asked, &answers, id));
            d.world.unit_mut(id).now.whole |= halts;
        }
        Ok(())
    }

    fn fields_split(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let hampered = |id: &UnitId| {
            let unit = w.unit(*id);
            let charges = unit.charge.as_ref().is_some_and(|c| c.since <= w.quarter && c.lands.is_none());
            let go = self.dash_over(w, *id, &self.body(w, *id)).0;
            let barred = || {
                self.free_way(w, *id, &self.body(w, *id), go, self.meant(w, *id)).is_some()
                    && self.hampered(w, *id, go, self.meant(w, *id)).is_some()
            };
            charges && !w.engaged(*id) && (barred() || self.interposed(w, *id).is_some())
        };
        let choices = || [Does::Split, Does::HaltWhole].map(|does| Choice::of(does.key(), &[r::LA_CHA_35])).to_vec();
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

    /// The squadrons of a regiment in line from its left: their figures and footprints.
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

    /// The figures of a regiment that are stopped while the others can go on, and the end at which they ride; `None`:
    /// all of it is stopped, or its middle, or too few would be left to charge.
    pub(crate) fn hampered(&self, w: &World, id: UnitId, go: Cm, on: Option<UnitId>) -> Option<(u8, Wing)> {
        if !self.may_split(w, id) || w.unit(id).now.whole {
            return None;
        }
        self.wing_that(w, id, |piece| self.free_way(w, id, piece, go, on).is_some())
    }

    /// The figures at one end of a regiment whose squadrons meet something that the others do not; `None`: all or none
    /// of them do, those in the middle do, or too few would be left to charge.
    fn wing_that(&self, w: &World, id: UnitId, meets: impl Fn(&Piece) -> bool) -> Option<(u8, Wing)> {
        let squadrons = self.squadrons(w, id);
        let stopped: Vec<bool> = squadrons.iter().map(|(_, piece)| meets(piece)).collect();
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

    /// An enemy that has come between a regiment in line and its target, and the squadrons that meet it (LA-CHA-36).
    pub(crate) fn interposed(&self, w: &World, id: UnitId) -> Option<(UnitId, (u8, Wing))> {
        if !self.may_split(w, id) || !self.on(r::LA_CHA_36) {
            return None;
        }
        let (own, prey) = (self.body(w, id), self.meant(w, id)?);
        let (quarter, bonus) = self.dash_over(w, id, &own);
        let far = self.ahead(&own, &self.body(w, prey))?;
        let between = |enemy: &UnitId| {
            let unit = w.unit(*enemy);
            *enemy != prey
                && unit.formation != Formation::Skirmish
                && unit.charge.is_none()
                && unit.inside.is_none()
                && unit.guns == crate::world::Guns::Served
        };
        let (near, enemy) = self
            .troops(w, self.side(id).other())
            .filter(between)
            .filter_map(|enemy| Some((self.ahead(&own, &self.body(w, enemy))?, enemy)))
            .min()
            .filter(|(near, _)| *near < far && *near <= quarter + bonus)?;
        let body = self.body(w, enemy);
        let meets = |piece: &Piece| self.ahead(piece, &body).is_some_and(|far| far <= near + quarter);
        Some((enemy, self.wing_that(w, id, meets)?))
    }

    /// The squadrons in front of which an enemy has come meet it; the others go on to the target or stop, by their
    /// owner's choice (LA-CHA-36).
    pub(crate) fn meet_between(&self, d: &mut D<'_>, before: &World, id: UnitId, (enemy, wing): (UnitId, (u8, Wing))) {
        let Some(part) = self.sheet(id).part else { return };
        let (figures, side) = wing;
        let stops = d.world.unit(id).now.whole;
        let mut rest = before.clone();
        if stops {
            // The squadrons that do not meet it stay behind: the rest forms the regiment.
            let others = d.world.unit(id).figures().saturating_sub(figures);
            let away = if side == Wing::Left { Wing::Right } else { Wing::Left };
            self.split_off(d, id, (others, away));
            let owner = self.side(id);
            if let Some(papers) = d.world.papers_mut(owner) {
                papers.targets.insert(id, enemy);
            }
            *rest.unit_mut(id) = d.world.unit(id).clone();
            rest.papers = d.world.papers.clone();
            self.charge_on(d, &rest, id);
            return;
        }
        let charge = d.world.unit(id).charge.clone();
        self.split_off(d, id, wing);
        self.change(d, part, &[r::LA_CHA_36], |u| {
            u.order = Order::Formed;
            u.charge = charge;
        });
        let owner = self.side(id);
        if let Some(papers) = d.world.papers_mut(owner) {
            papers.targets.insert(part, enemy);
        }
        for unit in [part, id] {
            *rest.unit_mut(part) = d.world.unit(part).clone();
            *rest.unit_mut(id) = d.world.unit(id).clone();
            rest.papers = d.world.papers.clone();
            self.charge_on(d, &rest, unit);
        }
    }

    /// Leaves squadrons behind in place, in line and to be re-formed (LA-GAP-53); the rest has a shorter front.
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
            let (memory, fresh_muskets) = (whole.memory.of_part(), whole.fresh_muskets);
            *w.unit_mut(part) = Unit {
                life: Life::Present,
                pose: stays,
                formation: Formation::Line,
                order: Order::Unformed,
                left,
                initial: figures,
                bound: Bound::Free,
                memory,
                fresh_muskets,
                ..Unit::default()
            };
        });
        let owner = self.side(id);
        if let Some(papers) = d.world.papers_mut(owner) {
            // Their order is to rejoin as soon as they can.
            papers.orders.insert(part, Orders { attitude: Attitude::Support, object: Object::Friend(id) });
        }
        self.note(d, part, "squadrons_stop", facts([("figures", i64::from(figures))]), &[r::LA_CHA_35]);
    }
}
