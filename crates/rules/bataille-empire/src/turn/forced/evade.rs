//! Units that leave voluntarily: flight, withdrawal of cavalry, fall-back of skirmishers.

use super::forced_way::{Friends, Traffic, Way};
use super::retreat::How;
use crate::question::{Kind, Question, accept, any, reply};
use crate::resolve::flight;
use crate::terms::marker::Did;
use crate::turn::D;
use crate::world::World;
use crate::{Arm, BatailleEmpire, Formation, r};
use game::{Field, Flow, Ref, Reply, Shape, Slot, UnitId};
use rulebook::Known;
use table::{Angle, Cm, Piece, Pose, beyond, closer, distance, overlaps};

pub(crate) const WITHDRAW: Kind = Kind {
    rules: &[r::BE_REA_14, r::BE_GAP_42, r::BE_GAP_104],
    fields: BatailleEmpire::fields_withdraw,
    check: accept,
    suggest: any,
};

impl BatailleEmpire {
    /// A unit flees from an enemy (BE-GAP-43); formed units end in Disorder. Returns false if it is lost on the way.
    ///
    /// # Errors
    /// As [`BatailleEmpire::give_way`].
    pub(crate) fn flee(&self, d: &mut D<'_>, id: UnitId, from: UnitId) -> Flow<bool> {
        let body = self.figure(&d.world, id);
        let limbered = body.arm == Arm::Artillery;
        let formed = body.formed(&self.book) && !limbered;
        let kept = self.give_way(d, id, Some(from), How::Flight, flight::voluntary(&self.book, &body).cm())?;
        if kept && formed && self.on(r::BE_GAP_43) {
            self.disorder(d, id, r::BE_GAP_43);
        }
        Ok(kept)
    }

    /// The same on a copy of the world. Returns false if it is lost on the way.
    pub(crate) fn flee_in_mind(&self, w: &mut World, id: UnitId, from: UnitId) -> bool {
        let body = self.figure(w, id);
        // Guns limber first (BE-MAN-16).
        if body.arm == Arm::Artillery {
            w.unit_mut(id).formation = Formation::Limbered;
        }
        let cm = flight::voluntary(&self.book, &body).cm();
        self.give_way_in_mind(w, id, from, How::Flight, cm)
    }

    /// Cavalry withdraws by up to its move, out of 4 UD if it can, and faces the enemy again (BE-REA-14, BE-GAP-42);
    /// its player chooses the distance (BE-GAP-104).
    ///
    /// # Errors
    /// `Wait`, where there is a choice.
    pub(crate) fn withdraw(&self, d: &mut D<'_>, id: UnitId, from: UnitId) -> Flow<()> {
        let places = self.withdrawals(&d.world, id, from);
        let far = match places.as_slice() {
            [] => return Ok(()),
            [first, _, ..] if self.on(r::BE_GAP_104) => {
                let about = vec![Ref::Unit(id), Ref::Unit(from)];
                let replies = d.ask_one(Question::Withdraw.about(self.side(id), about))?;
                match reply(&replies) {
                    Reply::At(cm) => *cm,
                    _ => *first,
                }
            }
            [first, ..] => *first,
        };
        let Some(most) = self.ride_away(&d.world, id) else { return Ok(()) };
        self.back_off(d, (id, from), (far, most), &[r::BE_REA_14, r::BE_GAP_42]);
        self.mark_for(d, id, Did::Withdraw);
        Ok(())
    }

    /// How far a unit can move from its place.
    fn ride_away(&self, w: &World, id: UnitId) -> Option<Cm> {
        let body = self.figure(w, id);
        crate::resolve::movement::row(&self.book, &body).of(self.going(w, id)).map(|allowance| allowance.cm())
    }

    /// The distances by which cavalry may withdraw from an enemy: every tenth of a UD at which it is clear of other
    /// units, from more than 4 UD off to the end of its move; if it cannot get so far, the farthest.
    fn withdrawals(&self, w: &World, id: UnitId, from: UnitId) -> Vec<Cm> {
        let Some(most) = self.ride_away(w, id) else { return Vec::new() };
        let keep = self.book.tables.distance.reaction.cm();
        let (start, bearing, traffic) = self.away(w, id, from);
        let body = self.figure(w, id);
        let (free, _) = self.straight(w, (id, &body), (start, bearing, most), &traffic);
        let gap = distance(&self.piece(w, from), &start).cm;
        let enough = if beyond(gap, keep) { 0 } else { keep.saturating_sub(gap).saturating_add(crate::UD / 10) };
        let least = enough.min(free);
        let others: Vec<Piece> =
            self.everybody(w).into_iter().filter(|other| *other != id).map(|other| self.piece(w, other)).collect();
        let clear = |cm: &Cm| {
            let here = start.moved(bearing, *cm);
            self.terrain.holds(&here) && !others.iter().any(|other| overlaps(&here, other))
        };
        let steps = (0..=(free - least) / (crate::UD / 10)).map(|n| least + n * (crate::UD / 10));
        let places: Vec<Cm> = steps.filter(clear).collect();
        if places.is_empty() { vec![least] } else { places }
    }

    fn fields_withdraw(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let [Ref::Unit(id), Ref::Unit(from)] = slot.about.as_slice() else { return Vec::new() };
        let places = self.withdrawals(w, *id, *from);
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return Vec::new() };
        let (start, bearing, _) = self.away(w, *id, *from);
        let path = [0, *last].map(|cm| start.moved(bearing, cm).front_middle()).to_vec();
        let mut windows: Vec<(Cm, Cm)> = Vec::new();
        for cm in &places {
            match windows.last_mut() {
                Some(window) if cm - window.1 <= crate::UD / 10 => window.1 = *cm,
                _ => windows.push((*cm, *cm)),
            }
        }
        let shape = Shape::Along { mover: *id, path, at: windows };
        vec![Field { about: Ref::Unit(*id), shape, default: Reply::At(*first) }]
    }

    /// Skirmishers fall back 2 UD, facing the enemy (BE-REA-31, BE-REA-32).
    pub(crate) fn fall_back(&self, d: &mut D<'_>, id: UnitId, from: UnitId) {
        let cm = flight::fall_back(&self.book, &self.figure(&d.world, id), crate::Ud::default()).distance.cm();
        self.back_off(d, (id, from), (cm, cm), &[r::BE_REA_32]);
    }

    /// A unit turned to move straight away from an enemy, facing it; its direction, and what stops it.
    fn away(&self, w: &World, id: UnitId, from: UnitId) -> (Piece, Angle, Traffic) {
        let own = self.piece(w, id);
        let bearing = self.piece(w, from).pose.at.bearing_to(own.pose.at);
        let pose = Pose { at: own.pose.at, facing: 0 }.turned(bearing + 18_000);
        let traffic = Traffic {
            keep_off: self.book.tables.distance.contact.cm(),
            stood: Some(own),
            except: Some(from),
            friends: if w.unit(id).formation == Formation::Skirmish { Friends::Solid } else { Friends::Formed },
            open_only: false,
        };
        (Piece { pose, ..own }, bearing, traffic)
    }

    /// A unit moves straight away from an enemy and ends facing it; if its path is barred it stops, and it keeps its
    /// pose if that would bring it nearer (BE-GAP-118).
    fn back_off(&self, d: &mut D<'_>, (id, from): (UnitId, UnitId), (far, most): (Cm, Cm), rules: &[game::Rule]) {
        let (start, bearing, traffic) = self.away(&d.world, id, from);
        let body = self.figure(&d.world, id);
        let (free, _) = self.straight(&d.world, (id, &body), (start, bearing, most), &traffic);
        let way = Way::new(start, &[(bearing, far.min(free))]);
        let place = self.free_place(&d.world, (id, &body), &way, &traffic);
        let Some(cm) = place.filter(|cm| *cm <= most) else { return };
        let (own, enemy, there) = (self.piece(&d.world, id), self.piece(&d.world, from), start.moved(bearing, cm));
        // A unit that hardly moves has only turned, and one of its flanks may be nearer than before.
        if self.on(r::BE_GAP_118) && closer(distance(&there, &enemy).cm, distance(&own, &enemy).cm) {
            return;
        }
        let end = self.pose_of(&there);
        let path = [self.pose_of(&start), end];
        self.place(d, id, end, &path, rules);
        d.world.unit_mut(id).now.moved = true;
    }
}
