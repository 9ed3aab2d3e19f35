//! The shape of the land as a grid of heights: every hill a step of its level, softened into a slope. The rules know
//! only the steps; the slopes are for the eye.

use super::Lay;
use crate::geometry::{V, inside, pole, turning, v};
use crate::view::View;
use table::Kind;

/// Heights in levels over the map and a margin around it, on the picture.
pub(super) struct Heights {
    corner: V,
    step: f64,
    columns: usize,
    rows: usize,
    at: Vec<f32>,
    pub lowest: f64,
    pub highest: f64,
}

/// The extent of a slope on the ground, in centimetres: at most, at least.
pub(super) const SLOPE: (f64, f64) = (4_500.0, 900.0);
/// The fraction to which a steep slope is narrowed.
const STEEPER: f64 = 0.36;

/// A picture of one weight per node of a grid, softened in place.
fn soften(weights: &mut [f32], columns: usize, rows: usize, reach: f64) {
    let r = reach.round().clamp(0.0, 200.0) as usize;
    if r == 0 || columns == 0 || rows == 0 {
        return;
    }
    let mut swept = vec![0.0_f32; weights.len()];
    let sweep = |from: &[f32], into: &mut [f32], count: usize, length: usize, stride: (usize, usize)| {
        for line in 0..count {
            let at = |i: usize| line * stride.0 + i * stride.1;
            // A running sum over 2r + 1 nodes, the border repeated outwards.
            let node = |i: isize| from[at(i.clamp(0, length as isize - 1) as usize)];
            let mut sum: f32 = (-(r as isize)..=r as isize).map(node).sum();
            for i in 0..length {
                into[at(i)] = sum / (2 * r + 1) as f32;
                sum += node(i as isize + r as isize + 1) - node(i as isize - r as isize);
            }
        }
    };
    for _ in 0..3 {
        sweep(weights, &mut swept, rows, columns, (columns, 1));
        sweep(&swept, weights, columns, rows, (1, columns));
    }
}

impl Heights {
    /// The land of these features; `None` if it is flat.
    pub(super) fn of(lays: &[Lay<'_>], view: &View) -> Option<Self> {
        let hills: Vec<&Lay<'_>> = lays
            .iter()
            .filter(|lay| lay.kind() == Kind::Hill && lay.width.is_none() && turning(&lay.px).abs() > 50.0)
            .collect();
        if hills.is_empty() {
            return None;
        }
        let map = view.bounds();
        let step = (view.grid(7.0) * view.scale).max(map.size().x.max(map.size().y) / 260.0);
        let margin = 12.0 * step;
        let area = map.grown(margin);
        let (columns, rows) = ((area.size().x / step) as usize + 2, (area.size().y / step) as usize + 2);
        let mut land =
            Self { corner: area.min, step, columns, rows, at: vec![0.0; columns * rows], lowest: 0.0, highest: 0.0 };
        let steep: Vec<Vec<V>> =
            lays.iter().filter(|lay| lay.kind() == Kind::SteepSlope).map(|lay| lay.area(view).1).collect();
        let mut steepness = vec![0.0_f32; columns * rows];
        if !steep.is_empty() {
            land.mark(&mut steepness, |p| steep.iter().any(|area| inside(area, p)));
            soften(&mut steepness, columns, rows, 2.0);
        }
        for (i, hill) in hills.iter().enumerate() {
            let (middle, radius) = pole(&hill.px);
            let below = hills.iter().take(i).rev().find(|h| inside(&h.px, middle)).map_or(0, |h| h.feature.level);
            let rise = (hill.feature.level - below).clamp(-6, 6) as f32;
            if rise == 0.0 {
                continue;
            }
            let reach = (SLOPE.0 * view.scale).min(radius * 0.38).max(SLOPE.1 * view.scale) / step;
            let mut wide = vec![0.0_f32; columns * rows];
            land.mark(&mut wide, |p| inside(&hill.px, p));
            let mut narrow = if steep.is_empty() { Vec::new() } else { wide.clone() };
            soften(&mut wide, columns, rows, reach.max(1.0));
            if !narrow.is_empty() {
                soften(&mut narrow, columns, rows, (reach * STEEPER).max(1.0));
            }
            for (n, height) in land.at.iter_mut().enumerate() {
                let s = steepness[n];
                *height += rise * if narrow.is_empty() { wide[n] } else { wide[n] * (1.0 - s) + narrow[n] * s };
            }
        }
        (land.lowest, land.highest) =
            land.at.iter().fold((0.0_f64, 0.0_f64), |(lo, hi), h| (lo.min(f64::from(*h)), hi.max(f64::from(*h))));
        Some(land)
    }

    fn mark(&self, weights: &mut [f32], holds: impl Fn(V) -> bool) {
        for j in 0..self.rows {
            for i in 0..self.columns {
                if holds(self.node(i, j)) {
                    weights[j * self.columns + i] = 1.0;
                }
            }
        }
    }

    fn node(&self, i: usize, j: usize) -> V {
        self.corner + v(i as f64, j as f64) * self.step
    }

    fn get(&self, i: usize, j: usize) -> f64 {
        f64::from(self.at[j.min(self.rows - 1) * self.columns + i.min(self.columns - 1)])
    }

    /// The height of a point.
    pub(super) fn height(&self, p: V) -> f64 {
        let q = (p - self.corner) * (1.0 / self.step);
        let (x, y) = (q.x.clamp(0.0, self.columns as f64 - 1.001), q.y.clamp(0.0, self.rows as f64 - 1.001));
        let (i, j) = (x as usize, y as usize);
        let (fx, fy) = (x - i as f64, y - j as f64);
        let top = self.get(i, j) * (1.0 - fx) + self.get(i + 1, j) * fx;
        let bottom = self.get(i, j + 1) * (1.0 - fx) + self.get(i + 1, j + 1) * fx;
        top * (1.0 - fy) + bottom * fy
    }

    /// The gradient, in levels per pixel.
    pub(super) fn uphill(&self, p: V) -> V {
        let e = self.step;
        v(
            self.height(p + v(e, 0.0)) - self.height(p - v(e, 0.0)),
            self.height(p + v(0.0, e)) - self.height(p - v(0.0, e)),
        ) * (0.5 / e)
    }

    /// The lines of one height, by marching squares, in an order that depends only on the land.
    pub(super) fn contours(&self, height: f64) -> Vec<Vec<V>> {
        // Edge 2n runs from node n to the right, edge 2n + 1 downwards.
        let mut links = vec![[u32::MAX; 2]; self.columns * self.rows * 2];
        let mut link = |a: usize, b: usize| {
            for (from, to) in [(a, b), (b, a)] {
                if let Some(free) = links[from].iter_mut().find(|l| **l == u32::MAX) {
                    *free = to as u32;
                }
            }
        };
        for j in 0..self.rows - 1 {
            for i in 0..self.columns - 1 {
                let n = j * self.columns + i;
                let [top, right, bottom, left] = [2 * n, 2 * (n + 1) + 1, 2 * (n + self.columns), 2 * n + 1];
                let above = |i: usize, j: usize| self.get(i, j) > height;
                let corners = [above(i, j), above(i + 1, j), above(i + 1, j + 1), above(i, j + 1)];
                match corners {
                    [a, b, c, d] if a == b && b == c && c == d => {}
                    [a, b, c, d] if a == c && b == d => {
                        let middle =
                            (self.get(i, j) + self.get(i + 1, j) + self.get(i, j + 1) + self.get(i + 1, j + 1)) / 4.0;
                        if (middle > height) == a {
                            link(top, right);
                            link(bottom, left);
                        } else {
                            link(top, left);
                            link(bottom, right);
                        }
                    }
                    [a, b, c, d] => {
                        let cut = [(a != b, top), (b != c, right), (c != d, bottom), (d != a, left)];
                        let mut ends = cut.iter().filter(|(cut, _)| *cut).map(|(_, e)| *e);
                        if let (Some(x), Some(y)) = (ends.next(), ends.next()) {
                            link(x, y);
                        }
                    }
                }
            }
        }
        let mut seen = vec![false; links.len()];
        let mut lines = Vec::new();
        // Open lines begin at an edge with one link; the rest are rings.
        for open in [true, false] {
            for start in 0..links.len() {
                let begins = links[start][0] != u32::MAX && (!open || links[start][1] == u32::MAX);
                if seen[start] || !begins {
                    continue;
                }
                let mut line = Vec::new();
                let mut here = start;
                loop {
                    seen[here] = true;
                    line.push(self.crossing(here, height));
                    let next = links[here].iter().copied().find(|l| *l != u32::MAX && !seen[*l as usize]);
                    match next {
                        Some(next) => here = next as usize,
                        None => break,
                    }
                }
                if !open && let Some(first) = line.first().copied() {
                    line.push(first);
                }
                lines.push(line);
            }
        }
        lines
    }

    fn crossing(&self, edge: usize, height: f64) -> V {
        let (n, down) = (edge / 2, edge % 2);
        let (i, j) = (n % self.columns, n / self.columns);
        let (i2, j2) = (i + 1 - down, j + down);
        let (a, b) = (self.get(i, j), self.get(i2, j2));
        let part = if (b - a).abs() > 1e-9 { (height - a) / (b - a) } else { 0.5 };
        self.node(i, j).towards(self.node(i2, j2), part.clamp(0.0, 1.0))
    }
}
