//! Retreat and flight (BE-FUI, BE-GAP-49, BE-GAP-96).

use super::forced_way::{Friends, Stop, Traffic, Way, leading};
use crate::question::{Does, Kind, Question, accept, any, pick_one, picked};
use crate::resolve::give_way;
pub(crate) use crate::resolve::give_way::How;
use crate::terms::marker::Did;
use crate::turn::{D, between};
use crate::world::{Fate, World};
use crate::{BatailleEmpire, Formation, r};
use game::{Choice, Facts, Field, Flow, Ref, Slot, UnitId};
use table::{Angle, Cm, Piece, Pose, distance, in_the_way};

pub(crate) const GIVE_WAY: Kind = Kind {
    rules: &[r::BE_FUI_04, r::BE_GAP_49],
    fields: |_, _, slot| give_way_fields(slot),
    check: accept,
    suggest: any,
};

/// Angles by which a barred unit turns aside, in hundredths of a degree.
const ASIDE: [Angle; 6] = [1_500, 3_000, 4_500, 6_000, 7_500, 9_000];

/// The path of a unit that gives way.
enum Course {
    /// The full path.
    To(Way),
    /// The player chooses the side: left or right (BE-FUI-04).
    Aside([Way; 2]),
    /// A shorter path, with what stops it; true: within its first 2 UD.
    Barred(Way, Stop, bool),
}

fn give_way_fields(slot: &Slot) -> Vec<Field> {
    let Some(about) = slot.about.first() else { return Vec::new() };
    let choice = |does: Does| Choice::of(does.key(), &[r::BE_FUI_04]);
    vec![pick_one(*about, vec![choice(Does::Left), choice(Does::Right)])]
}

impl BatailleEmpire {
    /// A unit retreats or flees from an enemy, or without one towards its own edge. Returns false if it is lost on the
    /// way.
    ///
    /// # Errors
    /// `Wait`, where it may turn aside to the left or to the right.
    pub(crate) fn give_way(&self, d: &mut D<'_>, id: UnitId, from: Option<UnitId>, how: How, cm: Cm) -> Flow<bool> {
        if !d.world.unit(id).present() {
            return Ok(false);
        }
        let before = self.piece(&d.world, id);
        let support = self.supporters(&d.world, id).into_iter().next();
        self.leave_formation(d, id);
        let (course, traffic) = self.course(&d.world, id, (from, how, cm), (before, support));
        match course {
            Course::To(way) => Ok(self.come_to_rest(d, (id, how), &way, &traffic)),
            Course::Aside([left, right]) => {
                let slot = Question::GiveWay.about(self.side(id), vec![Ref::Unit(id)]);
                let to_the_right = Does::Right.is(picked(&d.ask_one(slot)?));
                let way = if to_the_right { right } else { left };
                Ok(self.come_to_rest(d, (id, how), &way, &traffic))
            }
            Course::Barred(way, stop, early) => Ok(self.barred(d, (id, how), &way, &traffic, (stop, early))),
        }
    }

    /// The same on a copy of the world; a unit that may turn aside to both sides turns left. Returns false if it is
    /// lost on the way.
    pub(crate) fn give_way_in_mind(&self, w: &mut World, id: UnitId, from: UnitId, how: How, cm: Cm) -> bool {
        let before = self.piece(w, id);
        let support = self.supporters(w, id).into_iter().next();
        if let Some((formation, pose)) = self.formation_left(w, id) {
            let unit = w.unit_mut(id);
            (unit.formation, unit.inside) = (formation, None);
            self.place_in_mind(w, id, pose);
        }
        let (course, traffic) = self.course(w, id, (Some(from), how, cm), (before, support));
        let way = match course {
            Course::To(way) | Course::Aside([way, _]) => way,
            Course::Barred(way, stop, early) => {
                if give_way::lost_by(&self.book, how, stop == Stop::Edge, early).is_some() {
                    return false;
                }
                way
            }
        };
        match self.free_place(w, (id, &self.figure(w, id)), &way, &traffic) {
            Some(cm) => {
                let end = self.pose_of(&way.at(cm).0);
                w.unit_mut(id).pose = end;
                true
            }
            // A unit without any room stays (BE-GAP-103).
            None => self.on(r::BE_GAP_103),
        }
    }

    /// The path of a unit that gives way, after it has left its formation; `before` is its piece before that, `support`
    /// a friend behind it.
    fn course(
        &self,
        w: &World,
        id: UnitId,
        (from, how, cm): (Option<UnitId>, How, Cm),
        (before, support): (Piece, Option<UnitId>),
    ) -> (Course, Traffic) {
        let bearing = from.map_or(self.scenario.home[self.side(id).index()], |enemy| {
            self.piece(w, enemy).pose.at.bearing_to(before.pose.at)
        });
        let facing = match how {
            How::Retreat if self.on(r::BE_FUI_01) => bearing + 18_000,
            How::Flight if self.on(r::BE_FUI_02) => bearing,
            _ => before.pose.facing,
        };
        // Without BE-FUI-07 no distance is given.
        let cm = if self.on(r::BE_FUI_07) { cm } else { 0 };
        let body = self.figure(w, id);
        let pose = Pose { at: before.pose.at, facing: 0 }.turned(facing);
        let start = Piece { pose, ..self.piece(w, id) };
        let cm = support.map_or(cm, |friend| self.behind_support(w, friend, &start, bearing, cm));
        let traffic = Traffic {
            // An enemy near the path bars it (BE-GAP-49).
            keep_off: if self.on(r::BE_GAP_49) { self.book.tables.distance.barred.cm() } else { 0 },
            stood: Some(before),
            except: from,
            friends: Friends::Solid,
            open_only: false,
        };
        let first = cm.min(self.book.tables.distance.straight.cm());
        let (gone, stop) = self.straight(w, (id, &body), (start, bearing, first), &traffic);
        if let Some(stop) = stop {
            return (Course::Barred(Way::new(start, &[(bearing, gone)]), stop, true), traffic);
        }
        let turning = start.moved(bearing, first);
        let rest = cm - first;
        let (gone, stop) = self.straight(w, (id, &body), (turning, bearing, rest), &traffic);
        let Some(stop) = stop else {
            return (Course::To(Way::new(start, &[(bearing, first), (bearing, rest)])), traffic);
        };
        let off = stop == Stop::Edge && how == How::Flight;
        let aside = |by: Angle| Way::new(start, &[(bearing, first), (bearing + by, rest)]);
        let course = match self.turn_aside(w, id, (turning, bearing, rest), &traffic).filter(|_| !off) {
            Some((by, false)) => Course::To(aside(by)),
            Some((by, true)) => Course::Aside([-by, by].map(aside)),
            None => Course::Barred(Way::new(start, &[(bearing, first + gone)]), stop, false),
        };
        (course, traffic)
    }

    /// The distance of a unit, turned to go, that ends just behind a friend in rear support (BE-FUI-03, BE-GAP-49,
    /// BE-GAP-67).
    fn behind_support(&self, w: &World, friend: UnitId, start: &Piece, bearing: Angle, cm: Cm) -> Cm {
        if !self.on(r::BE_FUI_03) || !self.on(r::BE_GAP_49) {
            return cm;
        }
        let along = Pose { at: start.pose.at, facing: 0 }.turned(bearing);
        let farthest =
            |piece: &Piece| piece.corners().into_iter().map(|corner| along.seen(corner).1).max().unwrap_or(0);
        // Half of its base along the path: half of its depth, since it has turned.
        let own = farthest(start);
        let behind = farthest(&self.piece(w, friend)) + own + self.book.tables.distance.behind_support.cm();
        if behind > 0 { cm.min(behind) } else { cm }
    }

    /// Squares and garrisons move in column, guns limbered (BE-GAP-96).
    pub(crate) fn leave_formation(&self, d: &mut D<'_>, id: UnitId) {
        if let Some((formation, pose)) = self.formation_left(&d.world, id) {
            self.change(d, id, &[r::BE_GAP_96], |u| {
                u.formation = formation;
                u.inside = None;
            });
            self.place(d, id, pose, &[], &[r::BE_GAP_96]);
        }
    }

    /// The formation that a unit takes to move, and its pose then; `None`: it keeps its formation.
    fn formation_left(&self, w: &World, id: UnitId) -> Option<(Formation, Pose)> {
        let unit = w.unit(id);
        let formation = give_way::formation(&self.book, unit.formation, unit.detached);
        if formation == unit.formation && unit.inside.is_none() || !self.on(r::BE_GAP_96) {
            return None;
        }
        let depth = self.piece_at(id, unit.pose, formation).depth;
        Some((formation, self.piece(w, id).pose.ahead(depth / 2)))
    }

    /// The angle by which a unit turns that cannot go straight on (BE-FUI-04): the smallest one; and whether both sides
    /// are free.
    fn turn_aside(
        &self,
        w: &World,
        id: UnitId,
        (piece, bearing, cm): (Piece, Angle, Cm),
        traffic: &Traffic,
    ) -> Option<(Angle, bool)> {
        let body = self.figure(w, id);
        let free = |by: Angle| {
            let turned = Piece { pose: piece.pose.turned(by), ..piece };
            self.straight(w, (id, &body), (turned, bearing + by, cm), traffic).1.is_none()
        };
        ASIDE.into_iter().filter(|_| self.on(r::BE_FUI_04)).find_map(|by| match (free(-by), free(by)) {
            (false, false) => None,
            (true, false) => Some((-by, false)),
            (false, true) => Some((by, false)),
            (true, true) => Some((by, true)),
        })
    }

    /// A unit whose path is barred: lost within its first 2 UD (BE-FUI-06) and when it flees off the table (BE-GAP-38,
    /// BE-GAP-49), otherwise it stops.
    fn barred(
        &self,
        d: &mut D<'_>,
        (id, how): (UnitId, How),
        way: &Way,
        traffic: &Traffic,
        (stop, early): (Stop, bool),
    ) -> bool {
        match give_way::lost_by(&self.book, how, stop == Stop::Edge, early) {
            None => self.come_to_rest(d, (id, how), way, traffic),
            Some(r::BE_GAP_38) => {
                let body = self.figure(&d.world, id);
                let place = self.free_place(&d.world, (id, &body), way, traffic);
                // A unit at the edge that hardly moves before it leaves would only turn, one flank towards the enemy.
                let turns = |cm: Cm| {
                    let enemy = traffic.except.map(|enemy| self.piece(&d.world, enemy));
                    let apart = |piece: &Piece| enemy.map(|enemy| distance(piece, &enemy).cm);
                    apart(&way.at(cm).0) < apart(&traffic.stood.unwrap_or(way.at(0).0))
                };
                if place.is_some_and(|cm| !turns(cm)) {
                    self.come_to_rest(d, (id, how), way, traffic);
                }
                self.remove(d, id, Fate::OffTable, r::BE_GAP_38);
                false
            }
            Some(rule) => {
                self.remove(d, id, Fate::Eliminated, rule);
                false
            }
        }
    }

    /// A unit has moved along its path, leg by leg, and stops where there is room (BE-GAP-96); without any it stays
    /// where it stood, in Disorder (BE-GAP-103). Returns false if it is lost.
    pub(super) fn come_to_rest(&self, d: &mut D<'_>, (id, how): (UnitId, How), way: &Way, traffic: &Traffic) -> bool {
        let body = self.figure(&d.world, id);
        let Some(cm) = self.free_place(&d.world, (id, &body), way, traffic) else {
            if self.on(r::BE_GAP_103) {
                self.note(d, id, "no_room_to_give_way", Facts::new(), &[r::BE_GAP_103]);
                self.disorder(d, id, r::BE_GAP_103);
                return true;
            }
            self.remove(d, id, Fate::Eliminated, r::BE_GAP_96);
            return false;
        };
        let side = self.side(id);
        let friends: Vec<(u32, Piece)> = self
            .troops(&d.world, side)
            .filter(|friend| *friend != id)
            .map(|friend| (u32::from(friend.0), self.piece(&d.world, friend)))
            .collect();
        let parts = way.parts(cm);
        let mut path: Vec<Pose> = parts.first().map(|(from, ..)| self.pose_of(from)).into_iter().collect();
        let mut through: Vec<UnitId> = Vec::new();
        for (from, bearing, cm) in &parts {
            // A friend behind it when it turns is not passed through (BE-GAP-29).
            let passed = in_the_way(&leading(from, *bearing), *bearing, *cm, &friends);
            through.extend(passed.into_iter().map(|(_, _, tag)| rulebook::ids::unit_id(tag)));
            path.push(self.pose_of(&from.moved(*bearing, *cm)));
        }
        let Some(end) = path.last().copied() else { return true };
        let rule = if how == How::Flight { r::BE_FUI_02 } else { r::BE_FUI_01 };
        self.put_at(d, id, end, &path, &[rule, r::BE_FUI_07]);
        if let Some((start, ..)) = parts.first() {
            self.leave_guns(d, id, *start, &path);
        }
        for (from, bearing, cm) in &parts {
            self.ride_over(d, id, (from, *cm), || between(from, &from.moved(*bearing, *cm)));
        }
        self.find_hidden(d, &[id]);
        d.world.unit_mut(id).now.moved = true;
        if how == How::Flight {
            self.has_fled(d, id, &through);
        }
        true
    }

    /// A unit that has fled is marked (BE-MA-02); friends that it passed through are marked too (BE-GAP-29) and may
    /// have to test (BE-GAP-73).
    fn has_fled(&self, d: &mut D<'_>, id: UnitId, through: &[UnitId]) {
        d.world.unit_mut(id).now.fled = true;
        self.mark_for(d, id, Did::Flee);
        let mut passed = through.to_vec();
        passed.sort_unstable();
        passed.dedup();
        for friend in passed {
            self.mark(d, friend, r::BE_GAP_29);
            let ranks = &self.book.tables.status;
            if ranks.of(self.sheet(id).body.status) >= ranks.of(self.sheet(friend).body.status) {
                self.owe_witness(d, friend, id);
            }
        }
    }
}
