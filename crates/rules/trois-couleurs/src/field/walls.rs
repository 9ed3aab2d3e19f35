//! The four faces of houses that a unit holds (L3C-GAP-A104): the figures on each, and the face that an enemy is in
//! front of or attacks.

use super::frame::{Frame, Spread};
use super::scene::Scene;
use super::{UnitId, arcs};
use crate::resolve::combat::garrison::{FaceAttack, Faced, Measured, Millimetres, capacity, face_attack};
use crate::resolve::shooting::figures;
use crate::{Arm, Book, r};
use smallvec::SmallVec;
use table::{Cm, Piece, Point, Pose};

/// Number of faces of houses.
const FACES: usize = 4;

/// Houses held by a unit: a rectangle, its faces numbered clockwise from the one that looks most to the north.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walls {
    /// The middle, and the direction of the first face.
    at: Pose,
    /// Length of the first face and of the one behind it.
    wide: Cm,
    /// Length of the other two.
    deep: Cm,
    /// Figures that each face can take.
    pub room: [u8; FACES],
    /// Figures on each face.
    pub held: [u8; FACES],
}

impl Walls {
    /// The bounding rectangle of an outline along its longest side (L3C-GAP-A104), without figures.
    #[must_use]
    pub fn about(book: &Book, corners: &[Point], skirmish: bool) -> Option<Self> {
        let sides = corners.iter().zip(corners.iter().cycle().skip(1)).filter(|(a, b)| a != b);
        let (a, b) = sides.max_by_key(|(a, b)| a.to(**b).round() as i64)?;
        // The direction nearest to north among the four in which the sides look.
        let along = a.bearing_to(*b).rem_euclid(9_000);
        let facing = if along > 4_500 { along + 27_000 } else { along };
        let origin = Frame::of(Piece { pose: Pose { at: *a, facing }, front: 0, depth: 0, lead: true });
        let seen: Vec<_> = corners.iter().map(|corner| origin.local(*corner)).collect();
        let (west, east) = (seen.iter().map(|p| p.x).min()?, seen.iter().map(|p| p.x).max()?);
        let (south, north) = (seen.iter().map(|p| p.y).min()?, seen.iter().map(|p| p.y).max()?);
        let cm = |of: i64| rulebook::saturated::<Cm, _>(of);
        let middle = Pose { at: *a, facing }.local(cm(west.midpoint(east)), cm(south.midpoint(north)));
        let (wide, deep) = (cm(east - west), cm(north - south));
        let faces_mm = [wide, deep, wide, deep].map(Millimetres::from_cm);
        let base_mm = Millimetres::from_cm(book.tables.scale.infantry_front_cm);
        let room = capacity(book, &Measured { faces_mm, base_mm, figures: None, skirmish }).faces;
        Some(Self { at: Pose { at: middle, facing }, wide, deep, room, held: [0; FACES] })
    }

    /// The same with these numbers of figures on the faces.
    #[must_use]
    pub const fn holding(self, held: [u8; FACES]) -> Self {
        Self { held, ..self }
    }

    /// The footprint of the houses.
    #[must_use]
    pub const fn piece(&self) -> Piece {
        Piece { pose: self.at, front: self.wide, depth: self.deep, lead: true }
    }

    /// One face, as a front that looks outwards.
    #[must_use]
    pub fn face(&self, face: usize) -> Piece {
        let across = face % 2 == 1;
        let (front, out) = if across { (self.deep, self.wide / 2) } else { (self.wide, self.deep / 2) };
        let turned = Pose { facing: (self.at.facing + 9_000 * (face % FACES) as i32).rem_euclid(36_000), ..self.at };
        Piece { pose: turned.ahead(out), front, depth: 0, lead: true }
    }

    /// Figures spread evenly over the faces, first over those named, never beyond their room.
    #[must_use]
    pub fn spread(&self, figures: u8, first: &[u8]) -> [u8; FACES] {
        let named = |face: usize| first.iter().any(|n| usize::from(*n) % FACES == face);
        let beside = |face: usize| named((face + 1) % FACES) || named((face + FACES - 1) % FACES);
        let mut held = [0_u8; FACES];
        let mut left = figures;
        // Fill the attacked faces first, one figure on each face beside them, then all alike.
        for face in (0..FACES).filter(|face| named(*face)).cycle().take(FACES * usize::from(figures)) {
            if left > 0 && held[face] < self.room[face] {
                (held[face], left) = (held[face] + 1, left - 1);
            }
        }
        let order = (0..FACES).filter(|face| !named(*face) && beside(*face)).chain(0..FACES);
        let order: SmallVec<[usize; 8]> = order.collect();
        for face in order.iter().copied().cycle().take(order.len() * usize::from(figures)) {
            let least = held.iter().zip(&self.room).filter(|(held, room)| held < room).map(|(held, _)| *held).min();
            if left > 0 && held[face] < self.room[face] && Some(held[face]) == least {
                (held[face], left) = (held[face] + 1, left - 1);
            }
        }
        held
    }

    /// The distribution after losses down to this number of figures: the fullest faces lose first.
    #[must_use]
    pub fn thinned(mut held: [u8; FACES], figures: u8) -> [u8; FACES] {
        while held.iter().map(|n| u16::from(*n)).sum::<u16>() > u16::from(figures) {
            let fullest = (0..FACES).max_by_key(|face| held[*face]).unwrap_or(0);
            held[fullest] -= 1;
        }
        held
    }

    /// The face attacked from a point: the one whose 30 degrees contain it, or the two that meet at a corner
    /// (L3C-ECO-28, L3C-GAP-B19).
    #[must_use]
    pub fn attacked(&self, book: &Book, from: Point) -> SmallVec<[u8; 2]> {
        let arc = Spread::degrees(book.tables.arc.front);
        let mut before: SmallVec<[(bool, u8); 4]> = SmallVec::new();
        let mut nearest = (i64::MIN, 0);
        for face in 0..FACES {
            let frame = Frame::of(self.face(face));
            let place = frame.local(from);
            let (ahead, face) = (frame.before(place), rulebook::saturated::<u8, _>(face));
            if ahead >= 0 {
                before.push((frame.ahead_holds(arc, place), face));
            }
            nearest = nearest.max((ahead, face));
        }
        // Rounding may have put who touches the houses a little inside them.
        if before.is_empty() {
            return SmallVec::from_slice(&[nearest.1]);
        }
        match before.iter().find(|(within, _)| *within).or(if before.len() == 1 { before.first() } else { None }) {
            Some((_, face)) => SmallVec::from_slice(&[*face]),
            None => before.iter().map(|(_, face)| *face).take(2).collect(),
        }
    }

    /// The compass direction of a face: north, east, south or west.
    #[must_use]
    pub const fn compass(face: u8) -> &'static str {
        match face % 4 {
            0 => "north",
            1 => "east",
            2 => "south",
            _ => "west",
        }
    }
}

impl Scene<'_> {
    /// The face through which an attack on occupied houses comes (L3C-ECO-21 to L3C-ECO-25, L3C-ECO-28).
    #[must_use]
    pub fn faced(&self, attacker: UnitId, target: UnitId) -> Option<(Faced, u8)> {
        let walls = self.field.unit(target)?.0.walls?;
        let ((one, _), from) = (self.field.unit(attacker)?, self.frame(attacker)?);
        let attacked = walls.attacked(self.book, from.front_middle());
        let counted = if self.book.on(r::L3C_ECO_28) { attacked.len() } else { 1 };
        let held = attacked.iter().take(counted).map(|face| walls.held[usize::from(*face)]).sum();
        let attack = FaceAttack {
            capacity: walls.room,
            held: walls.held,
            attacked: attacked.to_vec(),
            front: figures::in_bases_of(self.book, Arm::Infantry, one.troop.arm, one.body.front),
        };
        Some((face_attack(self.book, &attack), held))
    }

    /// A unit as another has it in front: for houses, the face that looks there.
    pub(crate) fn towards(&self, id: UnitId, other: UnitId) -> Option<Frame> {
        let (own, to) = (self.frame(id)?, self.frame(other)?);
        let Some(walls) = self.field.unit(id)?.0.walls else { return Some(own) };
        let sees = |face: &usize| arcs::in_front(self.book, &Frame::of(walls.face(*face)), &to);
        let fullest =
            (0..FACES).filter(|face| walls.held[*face] > 0 && sees(face)).max_by_key(|face| walls.held[*face]);
        let nearest = || walls.attacked(self.book, to.front_middle()).first().map(|face| usize::from(*face));
        fullest.or_else(nearest).map(|face| Frame::of(walls.face(face)))
    }

    /// Figures of a garrison on the faces that have the other unit in front (L3C-ECO-17).
    pub(crate) fn on_faces(&self, id: UnitId, other: UnitId) -> Option<u8> {
        let (walls, to) = (self.field.unit(id)?.0.walls?, self.frame(other)?);
        let sees = |face: &usize| arcs::in_front(self.book, &Frame::of(walls.face(*face)), &to);
        Some((0..FACES).filter(sees).map(|face| walls.held[face]).sum())
    }
}
