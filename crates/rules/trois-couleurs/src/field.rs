//! Units on the ground: reads every circumstance of a test, a fire or a melee that depends on positions from a table,
//! so that nobody has to type it in.
//!
//! A [`Field`] holds the ground, the units and generals on it, and what has happened in the turn that later tests look back
//! on: fires and the ways of units going back. One pass collects the units about an action ([`Scene`]); every question is
//! then asked of those few.

mod about;
mod arcs;
mod assault;
mod command;
mod fire_field;
mod flanks;
mod frame;
mod ground;
mod nerve_field;
mod scene;
mod sight;
mod support;
mod unit_field;
mod walls;

pub use arcs::Wing;
pub use command::{Chain, FieldGeneral};
pub use fire_field::FireLine;
pub(crate) use ground::{ground_behind, ground_entered, ground_of, surrounded};
pub use scene::{Scene, TestCause};
pub use unit_field::{FieldUnit, Role};
pub use walls::Walls;

use crate::{Book, Distance, r};
use frame::Frame;
use std::sync::Arc;
use table::{Cm, Piece, Terrain};

/// A unit on a field, by its place in the order in which units were set down.
pub type UnitId = usize;

/// Units on the ground.
#[derive(Clone, Debug)]
pub struct Field {
    pub(crate) terrain: Arc<Terrain>,
    units: Vec<FieldUnit>,
    frames: Vec<Frame>,
    pub(crate) generals: Vec<FieldGeneral>,
    /// The sides that have a chain of command, even if none of its generals is left on the field (L3C-CHEF-21).
    pub(crate) commanded: [bool; 2],
    pub(crate) fires: Vec<FireLine>,
    /// The year, for national bonuses.
    pub year: u16,
}

impl Field {
    /// Ground without units.
    #[must_use]
    pub fn new(terrain: impl Into<Arc<Terrain>>) -> Self {
        Self {
            terrain: terrain.into(),
            units: Vec::new(),
            frames: Vec::new(),
            generals: Vec::new(),
            commanded: [false; 2],
            fires: Vec::new(),
            year: 1809,
        }
    }

    /// Adds a unit and returns its id.
    pub fn add(&mut self, book: &Book, unit: FieldUnit) -> UnitId {
        self.frames.push(Frame::of(unit.piece(book)));
        self.units.push(unit);
        self.units.len() - 1
    }

    pub fn change(&mut self, book: &Book, id: UnitId, change: impl FnOnce(&mut FieldUnit)) {
        if let (Some(unit), Some(frame)) = (self.units.get_mut(id), self.frames.get_mut(id)) {
            change(unit);
            *frame = Frame::of(unit.piece(book));
        }
    }

    pub fn add_general(&mut self, general: FieldGeneral) {
        self.generals.push(general);
    }

    /// Records a fire of this action.
    pub fn note_fire(&mut self, fire: FireLine) {
        self.fires.push(fire);
    }

    #[must_use]
    pub fn units(&self) -> &[FieldUnit] {
        &self.units
    }

    /// The company of skirmishers detached from a unit.
    #[must_use]
    pub fn screen_of(&self, unit: UnitId) -> Option<UnitId> {
        self.units.iter().position(|screen| screen.covers == Some(unit))
    }

    pub(crate) fn unit(&self, id: UnitId) -> Option<(&FieldUnit, &Frame)> {
        Some((self.units.get(id).filter(|unit| unit.present)?, self.frames.get(id)?))
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (UnitId, &FieldUnit, &Frame)> {
        let all = self.units.iter().zip(&self.frames).enumerate();
        all.filter(|(_, (unit, _))| unit.present).map(|(id, (unit, frame))| (id, unit, frame))
    }

    /// Distance between the nearest figures of two units (L3C-GEN-05); without that rule, from middle to middle.
    #[must_use]
    pub fn distance(&self, book: &Book, a: UnitId, b: UnitId) -> Distance {
        let (Some((_, a)), Some((_, b))) = (self.unit(a), self.unit(b)) else { return Distance::default() };
        Distance::from_cm(apart(book, a, b))
    }
}

pub(crate) fn apart(book: &Book, a: &Frame, b: &Frame) -> Cm {
    if book.on(r::L3C_GEN_05) { a.gap(b) } else { a.middles(b) }
}

/// Whether some part of the other footprint lies within 30 degrees of the front of this one (L3C-MVT-01).
pub(crate) fn in_front(book: &Book, of: Piece, other: Piece) -> bool {
    arcs::in_front(book, &Frame::of(of), &Frame::of(other))
}

/// Whether a line passes through a footprint.
pub(crate) fn cut_by(piece: Piece, from: table::Point, to: table::Point) -> bool {
    Frame::of(piece).cut_by(from, to)
}

/// The side of one footprint on which another stands (L3C-MOR-98).
pub(crate) fn aspect(book: &Book, of: Piece, other: Piece) -> crate::Aspect {
    arcs::bearing(book, &Frame::of(of), &Frame::of(other)).aspect
}

/// Whether terrain alone leaves one footprint in view of another.
pub(crate) fn in_view(book: &Book, terrain: &Terrain, from: Piece, to: Piece) -> bool {
    sight::in_the_open(book, terrain, &Frame::of(from), &Frame::of(to))
}

/// The bearing on which one footprint goes to attack another.
pub(crate) fn bearing_to(from: Piece, to: Piece) -> table::Angle {
    scene::charge_bearing(&Frame::of(from), &Frame::of(to))
}
