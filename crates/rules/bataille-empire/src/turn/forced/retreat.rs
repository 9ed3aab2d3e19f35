//! Retreat and flight (BE-FUI, BE-GAP-49, BE-GAP-96).

use super::way::{Friends, Stop, Traffic, Way, leading};
use crate::give_way;
pub(crate) use crate::give_way::How;
use crate::marker::{self, Did};
use crate::question::{Kind, accept, any, pick_one};
use crate::turn::{D, between};
use crate::world::{Fate, World};
use crate::{BatailleEmpire, r};
use game::{Choice, Facts, Field, Flow, Key, Ref, Reply, Slot, UnitId};
use table::{Angle, Cm, Piece, Pose, in_the_way};

pub(crate) const GIVE_WAY: Kind = Kind {
    rules: &[r::BE_FUI_04, r::BE_GAP_49],
    fields: |_, _, slot| give_way_fields(slot),
    check: accept,
    suggest: any,
};

/// Angles at which a barred unit turns aside, in hundredths of a degree.
const ASIDE: [Angle; 6] = [1_500, 3_000, 4_500, 6_000, 7_500, 9_000];

fn give_way_fields(slot: &Slot) -> Vec<Field> {
    let Some(about) = slot.about.first() else { return Vec::new() };
    let choice = |does| Choice::of(Key::plain(does), &[r::BE_FUI_04]);
    vec![pick_one(*about, vec![choice("left"), choice("right")])]
}

impl BatailleEmpire {
    /// A unit retreats or flees before an enemy, or towards its own edge if there is none. False: it is lost on the way.
    ///
    /// # Errors
    /// `Wait`, where it may turn aside to the left or to the right.
    pub(crate) fn give_way(&self, d: &mut D<'_>, id: UnitId, from: Option<UnitId>, how: How, cm: Cm) -> Flow<bool> {
        if !d.world.unit(id).present() {
            return Ok(false);
        }
        let before = self.piece(&d.world, id);
        let bearing = from.map_or(self.scenario.home[self.side(id).index()], |enemy| {
            self.piece(&d.world, enemy).pose.at.bearing_to(before.pose.at)
        });
        let facing = match how {
            How::Retreat if self.on(r::BE_FUI_01) => bearing + 18_000,
            How::Flight if self.on(r::BE_FUI_02) => bearing,
            _ => before.pose.facing,
        };
        // Without BE-FUI-07 nothing says how far.
        let cm = if self.on(r::BE_FUI_07) { cm } else { 0 };
        let support = self.supporters(&d.world, id).into_iter().next();
        self.leave_formation(d, id);
        let body = self.figure(&d.world, id);
        let pose = Pose { at: before.pose.at, facing: 0 }.turned(facing);
        let start = Piece { pose, ..self.piece(&d.world, id) };
        let cm = support.map_or(cm, |friend| self.behind_support(&d.world, friend, &start, bearing, cm));
        let traffic = Traffic {
            // An enemy near the way bars it (BE-GAP-49).
            keep_off: if self.on(r::BE_GAP_49) { self.book.tables.distance.barred.cm() } else { 0 },
            stood: Some(before),
            except: from,
            friends: Friends::Solid,
            open_only: false,
        };
        let first = cm.min(self.book.tables.distance.straight.cm());
        let (gone, stop) = self.straight(&d.world, (id, &body), (start, bearing, first), &traffic);
        if let Some(stop) = stop {
            let way = Way::new(start, &[(bearing, gone)]);
            return Ok(self.barred(d, (id, how), &way, &traffic, (stop, true)));
        }
        let turning = start.moved(bearing, first);
        let rest = cm - first;
        let (gone, stop) = self.straight(&d.world, (id, &body), (turning, bearing, rest), &traffic);
        let Some(stop) = stop else {
            let way = Way::new(start, &[(bearing, first), (bearing, rest)]);
            return Ok(self.come_to_rest(d, (id, how), &way, &traffic));
        };
        if !(stop == Stop::Edge && how == How::Flight)
            && let Some(aside) = self.turn_aside(d, id, (turning, bearing, rest), &traffic)?
        {
            let way = Way::new(start, &[(bearing, first), (bearing + aside, rest)]);
            return Ok(self.come_to_rest(d, (id, how), &way, &traffic));
        }
        let way = Way::new(start, &[(bearing, first + gone)]);
        Ok(self.barred(d, (id, how), &way, &traffic, (stop, false)))
    }

    /// How far a unit, turned to go, goes if it ends just behind a friend in rear support (BE-FUI-03, BE-GAP-49,
    /// BE-GAP-67).
    fn behind_support(&self, w: &World, friend: UnitId, start: &Piece, bearing: Angle, cm: Cm) -> Cm {
        if !self.on(r::BE_FUI_03) || !self.on(r::BE_GAP_49) {
            return cm;
        }
        let along = Pose { at: start.pose.at, facing: 0 }.turned(bearing);
        let farthest =
            |piece: &Piece| piece.corners().into_iter().map(|corner| along.seen(corner).1).max().unwrap_or(0);
        // Half of its base lies along the way: of its depth, since it has turned.
        let own = farthest(start);
        let behind = farthest(&self.piece(w, friend)) + own + self.book.tables.distance.behind_support.cm();
        if behind > 0 { cm.min(behind) } else { cm }
    }

    /// Squares and garrisons go in column, guns limbered (BE-GAP-96).
    pub(crate) fn leave_formation(&self, d: &mut D<'_>, id: UnitId) {
        let unit = d.world.unit(id);
        let formation = give_way::formation(&self.book, unit.formation, unit.detached);
        if (formation != unit.formation || unit.inside.is_some()) && self.on(r::BE_GAP_96) {
            let centre = self.piece(&d.world, id).pose;
            self.change(d, id, &[r::BE_GAP_96], |u| {
                u.formation = formation;
                u.inside = None;
            });
            let depth = self.piece(&d.world, id).depth;
            self.place(d, id, centre.ahead(depth / 2), &[], &[r::BE_GAP_96]);
        }
    }

    /// To which side a unit turns that cannot go on straight (BE-FUI-04): by the smallest angle; its owner says to which
    /// side if both are free.
    fn turn_aside(
        &self,
        d: &mut D<'_>,
        id: UnitId,
        (piece, bearing, cm): (Piece, Angle, Cm),
        traffic: &Traffic,
    ) -> Flow<Option<Angle>> {
        if !self.on(r::BE_FUI_04) {
            return Ok(None);
        }
        let body = self.figure(&d.world, id);
        for by in ASIDE {
            let free = |by: Angle| {
                let turned = Piece { pose: piece.pose.turned(by), ..piece };
                self.straight(&d.world, (id, &body), (turned, bearing + by, cm), traffic).1.is_none()
            };
            match (free(-by), free(by)) {
                (false, false) => {}
                (true, false) => return Ok(Some(-by)),
                (false, true) => return Ok(Some(by)),
                (true, true) => {
                    let slot = Slot { about: vec![Ref::Unit(id)], ..Slot::new(self.side(id), "give_way") };
                    let answers = d.ask(vec![slot])?;
                    let key = answers.first().and_then(|replies| replies.first()).and_then(Reply::key);
                    let right = key.is_some_and(|key| key.does.as_str() == "right");
                    return Ok(Some(if right { by } else { -by }));
                }
            }
        }
        Ok(None)
    }

    /// A unit whose way is barred: lost within its first 2 UD (BE-FUI-06) and when it flees off the table (BE-GAP-38,
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
                self.come_to_rest(d, (id, how), way, traffic);
                self.remove(d, id, Fate::OffTable, r::BE_GAP_38);
                false
            }
            Some(rule) => {
                self.remove(d, id, Fate::Eliminated, rule);
                false
            }
        }
    }

    /// A unit has gone its way, leg by leg, and stands where there is room (BE-GAP-96); where there is none anywhere it
    /// stays where it stood, in Disorder (BE-GAP-103). False: it is lost.
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
            // Who stands behind it when it turns is not run through (BE-GAP-29).
            let passed = in_the_way(&leading(from, *bearing), *bearing, *cm, &friends);
            through.extend(passed.into_iter().filter_map(|(_, _, tag)| u16::try_from(tag).ok()).map(UnitId));
            path.push(self.pose_of(&from.moved(*bearing, *cm)));
        }
        let Some(end) = path.last().copied() else { return true };
        let rule = if how == How::Flight { r::BE_FUI_02 } else { r::BE_FUI_01 };
        self.put_at(d, id, end, &path, &[rule, r::BE_FUI_07]);
        for (from, bearing, cm) in &parts {
            self.ride_over(d, id, (from, *cm), || between(from, &from.moved(*bearing, *cm)));
        }
        d.world.unit_mut(id).now.moved = true;
        if how == How::Flight {
            self.has_fled(d, id, &through);
        }
        true
    }

    /// Who has fled is marked (BE-MA-02); whom it ran through is marked too (BE-GAP-29) and may lose heart (BE-GAP-73).
    fn has_fled(&self, d: &mut D<'_>, id: UnitId, through: &[UnitId]) {
        d.world.unit_mut(id).now.fled = true;
        if let Some(rule) = marker::given(&self.book, Did::Flee) {
            self.mark(d, id, rule);
        }
        let mut passed = through.to_vec();
        passed.sort_unstable();
        passed.dedup();
        for friend in passed {
            self.mark(d, friend, r::BE_GAP_29);
            let ranks = &self.book.tables.status;
            if ranks.of(self.sheet(id).body.status) >= ranks.of(self.sheet(friend).body.status) {
                self.owe_witness(d, friend);
            }
        }
    }
}
