//! Rectangles by the cell of their centre: built in one pass, for the queries of one instant.

use crate::geometry::vector::{Bounds, Rect, Vector};

/// Rectangles with their tags, cell by cell, the cells row by row.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    from: Vector,
    cell: f64,
    columns: usize,
    rows: usize,
    /// The start of each cell's items; one more for the end of the last.
    starts: Vec<u32>,
    items: Vec<(u32, Rect)>,
    /// The greatest distance of a corner from its centre.
    corner: f64,
}

impl Grid {
    /// About one item a cell.
    pub fn new(items: Vec<(u32, Rect)>) -> Self {
        let bounds = Bounds::of(items.iter().map(|(_, r)| r.centre));
        let corner = items.iter().map(|(_, r)| r.half_front + r.half_depth).fold(0.0, f64::max);
        let (from, size) = if items.is_empty() { Default::default() } else { (bounds.min, bounds.max - bounds.min) };
        let count = f64::from(u32::try_from(items.len()).unwrap_or(u32::MAX)).max(1.0);
        let cell = (size.x * size.y / count).sqrt().max(size.x.max(size.y) / count).max(1.0);
        let (columns, rows) = (place(size.x, cell) + 1, place(size.y, cell) + 1);
        let of = |r: &Rect| place(r.centre.y - from.y, cell) * columns + place(r.centre.x - from.x, cell);
        let mut starts = vec![0_u32; columns * rows + 1];
        for (_, r) in &items {
            starts[of(r) + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut sorted = items.clone();
        for item in &items {
            let at = &mut next[of(&item.1)];
            sorted[*at as usize] = *item;
            *at += 1;
        }
        Self { from, cell, columns, rows, starts, items: sorted, corner }
    }

    pub const fn len(&self) -> usize {
        self.items.len()
    }

    /// All items that may touch a box, in no order.
    pub fn touching(&self, bounds: Bounds) -> impl Iterator<Item = &(u32, Rect)> {
        let bounds = bounds.grown(self.corner);
        let (low, high) = (bounds.min - self.from, bounds.max - self.from);
        let none = self.items.is_empty() || high.x < 0.0 || high.y < 0.0;
        let (left, right) = (place(low.x, self.cell), place(high.x, self.cell).min(self.columns - 1));
        let rows = if none || left > right { 1..1 } else { place(low.y, self.cell)..self.rows };
        let rows = rows.start..rows.end.min(place(high.y, self.cell) + 1);
        rows.flat_map(move |row| {
            let start = |column: usize| self.starts[row * self.columns + column] as usize;
            &self.items[start(left)..start(right + 1)]
        })
    }
}

/// The cell at a distance from the first; a negative distance is in the first.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts saturate, which is what is wanted")]
fn place(far: f64, cell: f64) -> usize {
    // Bounded, so that adding one does not overflow.
    (far / cell).min(1e9) as usize
}
