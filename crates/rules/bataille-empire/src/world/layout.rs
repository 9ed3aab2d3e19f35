//! The area that a unit covers (BE-GAP-04).

use super::Unit;
use crate::{Arm, Body, Book, Formation, Size, Ud, r};
use table::{Cm, Footprint, Piece, Point, Pose};

/// The base of a general as a piece (BE-GAP-04).
#[must_use]
pub fn general_piece(book: &Book, at: Point) -> Piece {
    let base = book.tables.footprint.general.cm();
    Piece { pose: Pose { at, facing: 0 }, front: base, depth: base, lead: true }
}

/// Front and depth of a unit in a formation.
#[must_use]
pub fn extent(book: &Book, body: &Body, formation: Formation) -> (Cm, Cm) {
    let table = &book.tables.footprint;
    let horse = body.arm == Arm::Cavalry;
    let [front, depth] = match formation {
        Formation::Line if horse => table.cavalry_line,
        Formation::Line => table.infantry_line,
        Formation::Column if horse => table.cavalry_column,
        Formation::Column | Formation::Garrison => table.infantry_column,
        Formation::SolidSquare => table.solid_square,
        Formation::HollowSquare => table.hollow_square,
        Formation::Skirmish => table.skirmish,
        Formation::Deployed => table.deployed,
        Formation::Limbered => table.limbered,
    }
    // Fractions of a UD are legal (BE-SEQ-07).
    .map(|side| if book.on(r::BE_SEQ_07) { side.cm() } else { Ud::of(side.whole().max(1)).cm() });
    if !book.on(r::BE_GAP_04) {
        return (front, depth);
    }
    let factor = match body.size {
        Size::Small => table.small,
        Size::Normal => return (front, depth),
        Size::Large => table.large,
    };
    let scaled = |cm: Cm| factor.of(cm);
    match formation {
        Formation::Line | Formation::Deployed => (scaled(front), depth),
        Formation::Column | Formation::Limbered => (front, scaled(depth)),
        _ => (front, depth),
    }
}

/// The piece used for measuring, aiming and contact.
#[must_use]
pub fn piece(book: &Book, body: &Body, pose: Pose, formation: Formation) -> Piece {
    let (front, depth) = extent(book, body, formation);
    Piece { pose: pose.ahead(-depth / 2), front, depth, lead: true }
}

/// Everything that a unit covers: a deployed battery has its limbers behind it, which are no target.
#[must_use]
pub fn footprint(book: &Book, body: &Body, unit: &Unit) -> Footprint {
    let lead = piece(book, body, unit.pose, unit.formation);
    let mut pieces = vec![lead];
    if unit.formation == Formation::Deployed {
        let depth = book.tables.footprint.limbers_behind.cm();
        let behind = unit.pose.ahead(-lead.depth - depth / 2);
        pieces.push(Piece { pose: behind, front: lead.front, depth, lead: false });
    }
    pieces
}

/// The middle of the front edge of a piece, which is the pose of a unit.
#[must_use]
pub fn front(piece: &Piece) -> Pose {
    piece.pose.ahead(piece.depth / 2)
}
