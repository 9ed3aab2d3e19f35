//! An action on the field: where each unit is when it is judged, and which units are near enough to matter.

use super::frame::Frame;
use super::unit_field::FieldUnit;
use super::{Field, UnitId, apart, arcs, sight};
use crate::{Arm, Book, Distance, UD, r};
use smallvec::SmallVec;
use table::{Angle, Cm, within_cm};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestCause {
    Assault {
        attacker: UnitId,
        target: UnitId,
        /// The assault is made to fire, not to contact.
        to_fire: bool,
        /// The attacker stands where it is judged, having moved this far; `None`: it is still at its start.
        come: Option<Distance>,
    },
    /// A unit has lost a tenth to fire.
    Losses { tester: UnitId, shooter: UnitId },
    /// A unit sees a friend in rout.
    Witness { tester: UnitId },
}

impl TestCause {
    /// An assault to contact from the attacker's start.
    #[must_use]
    pub const fn assault(attacker: UnitId, target: UnitId) -> Self {
        Self::Assault { attacker, target, to_fire: false, come: None }
    }

    /// The same by an attacker that is judged where it stands and has not moved.
    #[must_use]
    pub const fn placed(attacker: UnitId, target: UnitId) -> Self {
        Self::come(attacker, target, Distance::of(0))
    }

    /// The same by an attacker that has already moved this far.
    #[must_use]
    pub const fn come(attacker: UnitId, target: UnitId, way: Distance) -> Self {
        Self::Assault { attacker, target, to_fire: false, come: Some(way) }
    }
}

/// An action, and the units around it.
#[derive(Debug)]
pub struct Scene<'a> {
    pub book: &'a Book,
    pub field: &'a Field,
    pub action: TestCause,
    /// The attacker at the place where it is judged.
    moved: Option<(UnitId, Frame)>,
    /// Units near enough to matter, in order of id, each at the place where it is judged.
    near: Vec<(UnitId, Frame)>,
    /// The units attacked.
    objectives: SmallVec<[UnitId; 4]>,
    /// Distance between the two at the start.
    apart: Distance,
    /// Distance between the two when they are judged, if the attacker has been moved up already.
    stands: Option<Distance>,
}

/// Units farther than this cannot matter: the tactical distance of guns.
const MOST: Cm = 6 * UD;

impl<'a> Scene<'a> {
    /// The scene of an action.
    #[must_use]
    pub fn of(book: &'a Book, field: &'a Field, action: TestCause) -> Self {
        let mut scene = Self {
            book,
            field,
            action,
            moved: None,
            near: Vec::with_capacity(24),
            objectives: SmallVec::new(),
            apart: Distance::default(),
            stands: None,
        };
        let (one, two) = match action {
            TestCause::Assault { attacker, target, come, .. } => {
                scene.move_up(attacker, target, come);
                (attacker, target)
            }
            TestCause::Losses { tester, shooter } => (tester, shooter),
            TestCause::Witness { tester } => (tester, tester),
        };
        let centres: SmallVec<[Frame; 2]> = [one, two].into_iter().filter_map(|id| scene.frame(id)).collect();
        for (id, unit, frame) in field.all() {
            let about = centres.iter().any(|centre| !centre.farther(frame, MOST));
            if about || !unit.trail.is_empty() {
                let frame = scene.moved.filter(|(moved, _)| *moved == id).map_or(*frame, |(_, frame)| frame);
                scene.near.push((id, frame));
            }
        }
        if let TestCause::Assault { attacker, target, .. } = action {
            scene.objectives = scene.objectives_of(attacker, target);
        }
        scene
    }

    /// A unit and all other units at any distance: its place in the lines depends on them (L3C-GAP-A28).
    #[must_use]
    pub fn wide(book: &'a Book, field: &'a Field, unit: UnitId) -> Self {
        let mut scene = Self::of(book, field, TestCause::Losses { tester: unit, shooter: unit });
        scene.near = field.all().map(|(id, _, frame)| (id, *frame)).collect();
        scene
    }

    /// An attacker is judged at two thirds of its way (L3C-MAC-28), straight on, with its facing unchanged
    /// (L3C-MVT-03).
    fn move_up(&mut self, attacker: UnitId, target: UnitId, come: Option<Distance>) {
        let (Some((_, from)), Some((_, to))) = (self.field.unit(attacker), self.field.unit(target)) else { return };
        let gap = apart(self.book, from, to);
        let between = Distance::from_cm(gap);
        self.apart = come.map_or(between, |way| between.plus(way));
        self.stands = come.map(|_| between);
        let steps = if come.is_some() || !self.book.on(r::L3C_MAC_28) { 0 } else { gap / 3 * 2 };
        let bearing = charge_bearing(from, to);
        self.moved = Some((attacker, from.moved(bearing, steps)));
    }

    /// The footprint of a unit at the place where it is judged.
    pub(crate) fn frame(&self, id: UnitId) -> Option<Frame> {
        match &self.moved {
            Some((moved, frame)) if *moved == id => Some(*frame),
            _ => self.field.unit(id).map(|(_, frame)| *frame),
        }
    }

    /// Units near, with their footprints at the place where they are judged.
    pub(crate) fn near(&self) -> impl Iterator<Item = (UnitId, &'a FieldUnit, Frame)> + '_ {
        self.near.iter().filter_map(|&(id, frame)| Some((id, self.field.unit(id)?.0, frame)))
    }

    /// The footprints of the matching units near, at the place where they are judged.
    pub(crate) fn footprints(&self, counts: impl Fn(UnitId, &FieldUnit, &Frame) -> bool) -> SmallVec<[&Frame; 16]> {
        let matching =
            |(id, frame): &&(UnitId, Frame)| self.field.unit(*id).is_some_and(|(unit, _)| counts(*id, unit, frame));
        self.near.iter().filter(matching).map(|(_, frame)| frame).collect()
    }

    /// The units attacked, beginning with the one aimed at.
    #[must_use]
    pub fn objectives(&self) -> &[UnitId] {
        &self.objectives
    }

    /// Distance between attacker and objective at the start.
    #[must_use]
    pub const fn apart(&self) -> Distance {
        self.apart
    }

    /// Distance between the two, if the attacker has been moved up already.
    #[must_use]
    pub const fn stands(&self) -> Option<Distance> {
        self.stands
    }

    /// The attacker that is judged here.
    pub(crate) const fn attacker(&self) -> Option<UnitId> {
        match self.action {
            TestCause::Assault { attacker, .. } => Some(attacker),
            TestCause::Losses { .. } | TestCause::Witness { .. } => None,
        }
    }

    /// Whether this unit attacks, or is attacked.
    pub(crate) fn takes_part(&self, id: UnitId) -> bool {
        self.attacker() == Some(id) || self.objectives.contains(&id)
    }

    /// The objectives of an attack: the unit aimed at, and its neighbours on the same line in the front of the attacker
    /// (L3C-MOR-74); cavalry takes only those that it would run into (L3C-MOR-73, L3C-GAP-C20).
    fn objectives_of(&self, attacker: UnitId, target: UnitId) -> SmallVec<[UnitId; 4]> {
        let mut found = SmallVec::from_slice(&[target]);
        let book = self.book;
        let (Some((unit, _)), Some(from), Some(at)) =
            (self.field.unit(attacker), self.frame(attacker), self.frame(target))
        else {
            return found;
        };
        let bearing = charge_bearing(&from, &at);
        for (id, other, frame) in self.near() {
            if id == target || other.side == unit.side || other.skirmishes() || !book.on(r::L3C_MOR_74) {
                continue;
            }
            let chooses = unit.troop.arm == Arm::Cavalry && book.all(&[r::L3C_MOR_73, r::L3C_GAP_C20]);
            let engaged = if chooses {
                in_the_way(&from, bearing, &frame)
            } else {
                let beside = within_cm(at.gap(&frame), book.tables.distance.secure_flank.cm());
                let abreast = at.local(frame.front_middle()).y - at.half_depth();
                beside
                    && abreast.abs() <= 2 * at.half_depth().max(frame.half_depth())
                    && arcs::in_front(book, &from, &frame)
            };
            // Only units on the same line: no farther behind than the objective is deep.
            let depth = from.local(frame.front_middle()).y - from.local(at.front_middle()).y;
            let same_line = depth.abs() <= i64::from(book.tables.distance.secure_flank.cm());
            if engaged && same_line && !found.contains(&id) {
                found.push(id);
            }
        }
        found
    }

    /// Whether a unit stands in second line (L3C-RAL-07): a friend in close order stands between it and the nearest
    /// enemy, two UD nearer to that enemy, and covers at least half of its width (L3C-GAP-A28).
    #[must_use]
    pub fn second_line(&self, unit: UnitId) -> bool {
        let book = self.book;
        let (Some((own, _)), Some(at)) = (self.field.unit(unit), self.frame(unit)) else { return false };
        let enemies = self.near().filter(|(_, other, _)| other.side != own.side);
        let Some((_, _, enemy)) = enemies.min_by_key(|(_, _, frame)| at.gap(frame)) else { return false };
        let nearer = book.tables.distance.second_line.cm();
        let from = enemy.middle();
        self.near().any(|(id, friend, frame)| {
            if id == unit || friend.side != own.side || !friend.close_order() || !book.on(r::L3C_RAL_07) {
                return false;
            }
            let gain = at.front_gap(&enemy) - frame.front_gap(&enemy);
            // The figures of the unit's front rank that the friend hides from that enemy.
            let files = 8;
            let [a, b] = at.front();
            let hidden = (0..=files)
                .filter(|file| {
                    let part = |from: Cm, to: Cm| from + (to - from) / files * file;
                    frame.cut_by(from, table::Point::new(part(a.x, b.x), part(a.y, b.y)))
                })
                .count();
            let covered = 2 * hidden > rulebook::saturated::<usize, _>(files) || !book.on(r::L3C_GAP_A28);
            gain >= nearer && covered
        })
    }

    /// Whether one unit sees another (L3C-MOR-67).
    pub(crate) fn sees(&self, observer: UnitId, other: UnitId) -> bool {
        match (self.frame(observer), self.frame(other)) {
            (Some(from), Some(to)) => sight::sees(self, (observer, &from), (other, &to)),
            _ => false,
        }
    }
}

/// The bearing of an attack: straight ahead if that leads to the objective, otherwise towards its nearest point.
pub(crate) fn charge_bearing(from: &Frame, to: &Frame) -> Angle {
    if table::straight_ahead(&from.piece, &to.piece).is_some() {
        return from.facing();
    }
    let straight = to.local(from.front_middle());
    let aim = if straight.x.abs() <= to.half_front() {
        // Part of the objective lies straight ahead of the middle: the shortest way.
        nearest_on(to, from)
    } else {
        to.front_middle()
    };
    let start = from.front_middle();
    if start == aim { from.facing() } else { start.bearing_to(aim) }
}

fn nearest_on(to: &Frame, from: &Frame) -> table::Point {
    table::point_to_piece(from.front_middle(), &to.piece).to
}

/// Whether a footprint that goes straight on a bearing would run into another.
fn in_the_way(from: &Frame, bearing: Angle, other: &Frame) -> bool {
    let way = [(0, other.piece)];
    !table::in_the_way(&from.piece, bearing, MOST, &way).is_empty()
}
