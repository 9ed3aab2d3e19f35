//! An index of a few boxes: the table in squares, and for each square the boxes that reach into it, one bit each.

use crate::geometry::vector::{Bounds, Vector};

/// The most boxes, one bit each.
pub(crate) const MOST: usize = 64;

/// Squares along each side.
const SIDE: usize = 32;

/// A box over more squares than this counts as everywhere.
const FEW: usize = 16;

/// The squares, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    from: Vector,
    /// Squares per centimetre.
    scale: Vector,
    squares: Vec<u64>,
}

impl Cells {
    /// Of the first [`MOST`] boxes; an empty box is nowhere.
    pub fn new(boxes: &[Bounds]) -> Self {
        let real = || boxes.iter().take(MOST).enumerate().filter(|(_, b)| b.min.x <= b.max.x);
        let all = real().fold(Bounds::EMPTY, |all, (_, b)| all.with(b.min).with(b.max));
        let scale = |low: f64, high: f64| if high > low { SIDE as f64 / (high - low) } else { 0.0 };
        let scale = Vector::new(scale(all.min.x, all.max.x), scale(all.min.y, all.max.y));
        let mut cells = Self { from: all.min, scale, squares: vec![0; SIDE * SIDE] };
        for (bit, b) in real() {
            let ([left, low], [right, high]) = (cells.place(b.min), cells.place(b.max));
            for row in low..=high {
                for square in &mut cells.squares[row * SIDE + left..=row * SIDE + right] {
                    *square |= 1 << bit;
                }
            }
        }
        cells
    }

    /// The boxes that may meet a box: those of the squares that it covers. A box outside all squares counts in the
    /// nearest, so that two boxes that meet always share a square.
    pub fn about(&self, b: &Bounds) -> u64 {
        let ([left, low], [right, high]) = (self.place(b.min), self.place(b.max));
        if left > right || low > high || (right - left + 1) * (high - low + 1) > FEW {
            return u64::MAX;
        }
        let row = |row: usize| self.squares[row * SIDE + left..=row * SIDE + right].iter();
        (low..=high).flat_map(row).fold(0, |all, square| all | square)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts saturate, which is what is wanted"
    )]
    fn place(&self, p: Vector) -> [usize; 2] {
        let square = |far: f64, scale: f64| ((far * scale) as usize).min(SIDE - 1);
        [square(p.x - self.from.x, self.scale.x), square(p.y - self.from.y, self.scale.y)]
    }
}
