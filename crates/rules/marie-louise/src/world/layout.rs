//! Positions of elements around the lead element of a unit (ML-1.9a to ML-1.9h, sizes of ML-GAP-11).

use super::Unit;
use crate::Formation;
use table::{Cm, Footprint, Piece, Point, Pose};

/// One pas: 50 m (ML-1.1c).
pub const PAS: Cm = 5_000;

/// Depth of an element (ML-GAP-11); its front is one pas (ML-1.2a).
pub const ELEMENT_DEPTH: Cm = PAS / 2;

/// Radius of a general's base (ML-GAP-11).
pub const GENERAL_RADIUS: Cm = PAS / 2;

impl Unit {
    /// The lead element (TdC), from which everything is measured (ML-1.7c).
    #[must_use]
    pub const fn tdc(&self) -> Piece {
        Piece { pose: self.pose, front: PAS, depth: ELEMENT_DEPTH, lead: true }
    }

    /// All elements, the TdC first.
    #[must_use]
    pub fn footprint(&self) -> Footprint {
        footprint(self.pose, self.formation, self.elements)
    }
}

/// The base of a general as a piece.
#[must_use]
pub const fn general_piece(at: Point) -> Piece {
    Piece { pose: Pose { at, facing: 0 }, front: 2 * GENERAL_RADIUS, depth: 2 * GENERAL_RADIUS, lead: true }
}

/// The elements of a unit in a formation, the TdC first.
#[must_use]
pub fn footprint(pose: Pose, formation: Formation, elements: u8) -> Footprint {
    let n = Cm::from(elements.max(1));
    let piece = |x: Cm, y: Cm, turned: i32| Piece {
        pose: Pose { at: pose.local(x, y), facing: (pose.facing + turned).rem_euclid(36_000) },
        front: PAS,
        depth: ELEMENT_DEPTH,
        lead: false,
    };
    let mut pieces = vec![Piece { lead: true, ..piece(0, 0, 0) }];
    pieces.reserve(usize::from(elements));
    match formation {
        Formation::Line | Formation::Deployed => side_by_side(n, PAS, &mut pieces, piece),
        Formation::Skirmish => side_by_side(n, PAS + PAS / 2, &mut pieces, piece),
        Formation::AttackColumn => pieces.extend((1..n).map(|i| piece(0, -ELEMENT_DEPTH * i, 0))),
        Formation::MarchColumn | Formation::Limbered => pieces.extend((1..n).map(|i| piece(0, -PAS * 3 / 4 * i, 0))),
        Formation::SolidSquare => {
            pieces.extend((1..n).map(|i| piece(0, -ELEMENT_DEPTH * i, if i + 1 == n { 18_000 } else { 0 })));
        }
        Formation::Square => {
            let half = PAS * 3 / 4;
            // Right, rear and left face, then a second row behind each.
            let faces = [(half, -half, 9_000), (0, -2 * half, 18_000), (-half, -half, 27_000), (0, -ELEMENT_DEPTH, 0)];
            pieces.extend((1..n).map(|i| {
                let (x, y, turned) = faces[((i - 1) % 4) as usize];
                let inward = if i > 4 { ELEMENT_DEPTH } else { 0 };
                match turned {
                    9_000 => piece(x - inward, y, turned),
                    18_000 => piece(x, y + inward, turned),
                    27_000 => piece(x + inward, y, turned),
                    _ => piece(x, y, turned),
                }
            }));
        }
        Formation::Disorder => {
            let others = (n - 1).max(1);
            pieces.extend((1..n).map(|i| {
                let bearing = (pose.facing + 36_000 * i / others + 18_000 / others).rem_euclid(36_000);
                let at = pose.at.step(bearing, PAS);
                Piece {
                    pose: Pose { at, facing: (pose.facing + 2_500 * (i % 3 - 1)).rem_euclid(36_000) },
                    front: PAS,
                    depth: ELEMENT_DEPTH,
                    lead: false,
                }
            }));
        }
        // In a building the lead element stands for the whole unit.
        Formation::NoFormation | Formation::Bastion => {}
    }
    pieces
}

/// ML-GAP-11: floor((n-1)/2) elements to the left of the TdC, the rest to its right.
fn side_by_side(n: Cm, spacing: Cm, pieces: &mut Footprint, piece: impl Fn(Cm, Cm, i32) -> Piece) {
    let left = (n - 1) / 2;
    pieces.extend((1..=left).map(|i| piece(-spacing * i, 0, 0)));
    pieces.extend((1..=n - 1 - left).map(|i| piece(spacing * i, 0, 0)));
}
