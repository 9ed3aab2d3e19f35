//! The `f64` side of the crate: vectors and rectangles between two roundings. Nothing here is stored.

use crate::{Angle, Cm, Piece, Point};
use std::ops::{Add, Mul, Sub};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A vector in centimetres, not rounded.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Vector {
    pub x: f64,
    pub y: f64,
}

impl Vector {
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub fn dot(self, o: Self) -> f64 {
        self.x * o.x + self.y * o.y
    }

    /// Positive when `o` lies to the left of `self`.
    pub fn cross(self, o: Self) -> f64 {
        self.x * o.y - self.y * o.x
    }

    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The only place where a computed position becomes a stored one.
    pub fn round(self) -> Point {
        Point { x: whole(self.x), y: whole(self.y) }
    }

    pub fn coord(self) -> robust::Coord<f64> {
        robust::Coord { x: self.x, y: self.y }
    }
}

impl From<Point> for Vector {
    fn from(p: Point) -> Self {
        Self { x: f64::from(p.x), y: f64::from(p.y) }
    }
}

impl Add for Vector {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y }
    }
}

impl Sub for Vector {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y }
    }
}

impl Mul<f64> for Vector {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        Self { x: self.x * k, y: self.y * k }
    }
}

/// Nearest whole number, halves away from zero; beyond the range of `i32` its nearest end.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a cast cuts off and saturates, which is what is wanted")]
pub(crate) fn whole(x: f64) -> Cm {
    // The last number below a half: added to less than a half it stays below the next whole number, added to a half it
    // rounds up to it.
    const NEARLY_HALF: f64 = 0.499_999_999_999_999_94;
    (x + NEARLY_HALF.copysign(x)) as Cm
}

/// Greatest whole number not above, but a value just below a whole number counts as that number.
#[expect(clippy::cast_possible_truncation, reason = "casts from f64 saturate, which is what is wanted")]
pub(crate) fn whole_below(x: f64) -> Cm {
    libm::floor(x + 1e-6) as Cm
}

pub(crate) fn radians(a: Angle) -> f64 {
    f64::from(a) * (core::f64::consts::PI / 18_000.0)
}

/// Sines and cosines computed so far, as bits; zero: not yet. There are 36000 bearings and every piece has one, so they
/// are needed again and again.
static HEADINGS: [[AtomicU64; 2]; 36_000] = [const { [const { AtomicU64::new(0) }; 2] }; 36_000];

/// Unit vector of a bearing; exact for the four points of the compass.
pub(crate) fn heading(bearing: Angle) -> Vector {
    // Nearly every bearing is already in range.
    let bearing = if (0..36_000).contains(&bearing) { bearing } else { bearing.rem_euclid(36_000) };
    match bearing {
        0 => Vector::new(0.0, 1.0),
        9_000 => Vector::new(1.0, 0.0),
        18_000 => Vector::new(0.0, -1.0),
        27_000 => Vector::new(-1.0, 0.0),
        b => {
            // Neither is zero here, and two threads compute the same values.
            let [sin, cos] = &HEADINGS[b as usize];
            match (sin.load(Relaxed), cos.load(Relaxed)) {
                (0, _) | (_, 0) => {
                    let v = Vector::new(libm::sin(radians(b)), libm::cos(radians(b)));
                    sin.store(v.x.to_bits(), Relaxed);
                    cos.store(v.y.to_bits(), Relaxed);
                    v
                }
                (x, y) => Vector::new(f64::from_bits(x), f64::from_bits(y)),
            }
        }
    }
}

/// Bearing of a vector in 0..36000; 0 for the null vector.
pub(crate) fn bearing(v: Vector) -> Angle {
    if v.x == 0.0 && v.y == 0.0 {
        return 0;
    }
    whole(libm::atan2(v.x, v.y) * (18_000.0 / core::f64::consts::PI)).rem_euclid(36_000)
}

/// A box with sides along the axes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Bounds {
    pub min: Vector,
    pub max: Vector,
}

impl Bounds {
    pub const EMPTY: Self =
        Self { min: Vector::new(f64::INFINITY, f64::INFINITY), max: Vector::new(f64::NEG_INFINITY, f64::NEG_INFINITY) };

    pub fn of(points: impl IntoIterator<Item = Vector>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::with)
    }

    pub fn with(self, p: Vector) -> Self {
        Self {
            min: Vector::new(self.min.x.min(p.x), self.min.y.min(p.y)),
            max: Vector::new(self.max.x.max(p.x), self.max.y.max(p.y)),
        }
    }

    /// Its edges belong to it.
    pub fn holds(&self, p: Vector) -> bool {
        p.x >= self.min.x && p.x <= self.max.x && p.y >= self.min.y && p.y <= self.max.y
    }

    pub fn meets(&self, o: &Self) -> bool {
        self.min.x <= o.max.x && o.min.x <= self.max.x && self.min.y <= o.max.y && o.min.y <= self.max.y
    }

    /// The distance of two boxes; 0 when they meet.
    pub fn apart(&self, o: &Self) -> f64 {
        let gap = |low: f64, high: f64| (low - high).max(0.0);
        let x = gap(self.min.x, o.max.x).max(gap(o.min.x, self.max.x));
        let y = gap(self.min.y, o.max.y).max(gap(o.min.y, self.max.y));
        Vector::new(x, y).length()
    }

    pub fn grown(self, by: f64) -> Self {
        Self { min: self.min - Vector::new(by, by), max: self.max + Vector::new(by, by) }
    }

    pub fn swept(self, by: Vector) -> Self {
        self.with(self.min + by).with(self.max + by)
    }

    pub fn aabb(self) -> rstar::AABB<[f64; 2]> {
        rstar::AABB::from_corners([self.min.x, self.min.y], [self.max.x, self.max.y])
    }
}

/// A rectangle with its own axes: `right` and `ahead` are unit vectors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rect {
    pub centre: Vector,
    pub right: Vector,
    pub ahead: Vector,
    pub half_front: f64,
    pub half_depth: f64,
}

impl From<&Piece> for Rect {
    fn from(p: &Piece) -> Self {
        let ahead = heading(p.pose.facing);
        Self {
            centre: p.pose.at.into(),
            right: Vector::new(ahead.y, -ahead.x),
            ahead,
            half_front: f64::from(p.front) / 2.0,
            half_depth: f64::from(p.depth) / 2.0,
        }
    }
}

impl Rect {
    /// A point as a rectangle without size.
    pub fn point(p: Vector) -> Self {
        Self { centre: p, right: Vector::new(1.0, 0.0), ahead: Vector::new(0.0, 1.0), half_front: 0.0, half_depth: 0.0 }
    }

    pub fn global(&self, x: f64, y: f64) -> Vector {
        self.centre + self.right * x + self.ahead * y
    }

    pub fn local(&self, p: Vector) -> Vector {
        let d = p - self.centre;
        Vector::new(d.dot(self.right), d.dot(self.ahead))
    }

    /// Front left, front right, rear right, rear left.
    pub fn corners(&self) -> [Vector; 4] {
        let (w, d) = (self.half_front, self.half_depth);
        [self.global(-w, d), self.global(w, d), self.global(w, -d), self.global(-w, -d)]
    }

    pub fn bounds(&self) -> Bounds {
        let x = self.half_front * self.right.x.abs() + self.half_depth * self.ahead.x.abs();
        let y = self.half_front * self.right.y.abs() + self.half_depth * self.ahead.y.abs();
        Bounds { min: self.centre - Vector::new(x, y), max: self.centre + Vector::new(x, y) }
    }

    pub fn moved(&self, by: Vector) -> Self {
        Self { centre: self.centre + by, ..*self }
    }

    /// Smaller by `by` on every side, but not negative.
    pub fn shrunk(&self, by: f64) -> Self {
        Self { half_front: (self.half_front - by).max(0.0), half_depth: (self.half_depth - by).max(0.0), ..*self }
    }

    /// Nearest point of the rectangle; `p` itself when inside.
    pub fn nearest(&self, p: Vector) -> Vector {
        let l = self.local(p);
        let x = l.x.clamp(-self.half_front, self.half_front);
        let y = l.y.clamp(-self.half_depth, self.half_depth);
        if x == l.x && y == l.y { p } else { self.global(x, y) }
    }

    /// Half the extent of the rectangle along a unit vector.
    pub fn reach(&self, axis: Vector) -> f64 {
        self.half_front * self.right.dot(axis).abs() + self.half_depth * self.ahead.dot(axis).abs()
    }

    /// The depth of overlap of two rectangles: the least translation that separates them. Zero when they touch,
    /// negative when they are apart.
    pub fn depth_in(&self, o: &Self) -> f64 {
        let d = o.centre - self.centre;
        [self.right, self.ahead, o.right, o.ahead]
            .into_iter()
            .map(|axis| self.reach(axis) + o.reach(axis) - d.dot(axis).abs())
            .fold(f64::INFINITY, f64::min)
    }
}

/// Nearest point of the segment `a b` to `p`.
pub(crate) fn nearest_on_segment(a: Vector, b: Vector, p: Vector) -> Vector {
    let d = b - a;
    let l = d.dot(d);
    if l == 0.0 { a } else { a + d * ((p - a).dot(d) / l).clamp(0.0, 1.0) }
}
