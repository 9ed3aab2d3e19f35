//! Arcs of a unit: front, dead angle, flank and rear (L3C-MVT-01, L3C-MVT-02, L3C-MOR-98, L3C-MOR-102).

use super::frame::{Frame, Local, Spread};
use super::{Field, UnitId};
use crate::{Aspect, Book, r};
use table::Quarter;

/// Left or right side of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wing {
    Left,
    Right,
}

/// Where a place or a unit lies around a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Bearing {
    pub aspect: Aspect,
    /// The side of a flank.
    pub wing: Wing,
}

/// The zone in which a point lies: lines run from the corners of the footprint, 60 degrees outwards before and behind
/// (L3C-GAP-A22, L3C-GAP-C16); the dead angles beside the front count as front (L3C-MOR-102, L3C-MVT-02).
fn zone(book: &Book, of: &Frame, p: Local) -> Bearing {
    let wing = if p.x < 0 { Wing::Left } else { Wing::Right };
    let arc = &book.tables.arc;
    let frontal = if book.all(&[r::L3C_MOR_102, r::L3C_MVT_02]) { arc.frontal } else { arc.front };
    let aspect = if of.ahead_holds(Spread::degrees(frontal), p) || inside(of, p) {
        Aspect::Front
    } else if of.rear_holds(Spread::degrees(180 - arc.flank.min(180)), p) {
        Aspect::Rear
    } else {
        Aspect::Flank
    };
    Bearing { aspect, wing }
}

fn inside(of: &Frame, p: Local) -> bool {
    of.before(p) < 0 && of.behind(p) < 0 && p.x.abs() < of.half_front()
}

/// The zone of one unit in which another stands, judged by the whole front of the other's first rank (L3C-MOR-98): rear
/// if all of it is in the rear, flank if all of it is beside or behind, otherwise front.
pub(crate) fn bearing(book: &Book, of: &Frame, other: &Frame) -> Bearing {
    let [a, b] = other.front().map(|end| zone_of(book, of, end));
    if !book.on(r::L3C_MOR_98) {
        // Without the rule its middle decides.
        return zone_of(book, of, other.front_middle());
    }
    let aspect = match (a.aspect, b.aspect) {
        (Aspect::Rear, Aspect::Rear) => Aspect::Rear,
        (Aspect::Front, _) | (_, Aspect::Front) => Aspect::Front,
        _ => Aspect::Flank,
    };
    let wing = if a.aspect == Aspect::Flank { a.wing } else { b.wing };
    Bearing { aspect, wing }
}

fn zone_of(book: &Book, of: &Frame, p: table::Point) -> Bearing {
    if book.all(&[r::L3C_GAP_A22, r::L3C_GAP_C16]) {
        return zone(book, of, of.local(p));
    }
    // Without these rulings no text defines the arcs: quarters around the middle.
    let wing = if of.local(p).x < 0 { Wing::Left } else { Wing::Right };
    let aspect = match table::quarter(&of.piece.pose, p) {
        Quarter::Front => Aspect::Front,
        Quarter::Rear => Aspect::Rear,
        Quarter::Left | Quarter::Right => Aspect::Flank,
    };
    Bearing { aspect, wing }
}

/// Whether a unit has some figure of another in the 30 degrees of its front (L3C-MVT-01).
pub(crate) fn in_front(book: &Book, of: &Frame, other: &Frame) -> bool {
    let arc = &book.tables.arc;
    let half = if book.on(r::L3C_MVT_01) { arc.front } else { arc.frontal };
    // Any figure will do (L3C-GEN-06); without that rule only the middle of the front rank.
    if !book.on(r::L3C_GEN_06) {
        return of.ahead_holds(Spread::degrees(half), of.local(other.front_middle()));
    }
    of.ahead_meets(Spread::degrees(half), other)
}

impl Field {
    /// The side of one unit on which another stands (L3C-MOR-98).
    #[must_use]
    pub fn aspect(&self, book: &Book, of: UnitId, other: UnitId) -> Aspect {
        match (self.unit(of), self.unit(other)) {
            (Some((_, of)), Some((_, other))) => bearing(book, of, other).aspect,
            _ => Aspect::Front,
        }
    }

    /// Whether a unit has another in the 30 degrees of its front (L3C-MVT-01).
    #[must_use]
    pub fn in_front(&self, book: &Book, of: UnitId, other: UnitId) -> bool {
        match (self.unit(of), self.unit(other)) {
            (Some((_, of)), Some((_, other))) => in_front(book, of, other),
            _ => false,
        }
    }
}
