//! Plane geometry on the picture, in pixels with y downwards, or on the ground, in centimetres.

use crate::svg::{N, put};
use std::ops::{Add, Mul, Sub};

/// A point or a vector.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct V {
    pub x: f64,
    pub y: f64,
}

pub(crate) const fn v(x: f64, y: f64) -> V {
    V { x, y }
}

impl Add for V {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        v(self.x + o.x, self.y + o.y)
    }
}

impl Sub for V {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        v(self.x - o.x, self.y - o.y)
    }
}

impl Mul<f64> for V {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        v(self.x * k, self.y * k)
    }
}

impl V {
    pub(crate) fn dot(self, o: Self) -> f64 {
        self.x * o.x + self.y * o.y
    }

    pub(crate) fn cross(self, o: Self) -> f64 {
        self.x * o.y - self.y * o.x
    }

    pub(crate) fn len(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The same direction with length 1; zero stays zero.
    pub(crate) fn unit(self) -> Self {
        let len = self.len();
        if len > 1e-9 { self * (1.0 / len) } else { Self::default() }
    }

    /// A quarter turn clockwise on a screen.
    pub(crate) fn right(self) -> Self {
        v(-self.y, self.x)
    }

    pub(crate) fn towards(self, o: Self, part: f64) -> Self {
        self + (o - self) * part
    }
}

/// An upright rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Bounds {
    pub min: V,
    pub max: V,
}

impl Bounds {
    pub(crate) fn of(points: &[V]) -> Option<Self> {
        let first = *points.first()?;
        Some(points.iter().fold(Self { min: first, max: first }, |b, p| Self {
            min: v(b.min.x.min(p.x), b.min.y.min(p.y)),
            max: v(b.max.x.max(p.x), b.max.y.max(p.y)),
        }))
    }

    pub(crate) fn around(centre: V, width: f64, height: f64) -> Self {
        let half = v(width / 2.0, height / 2.0);
        Self { min: centre - half, max: centre + half }
    }

    pub(crate) fn grown(self, by: f64) -> Self {
        Self { min: self.min - v(by, by), max: self.max + v(by, by) }
    }

    pub(crate) fn common(self, o: Self) -> Self {
        Self {
            min: v(self.min.x.max(o.min.x), self.min.y.max(o.min.y)),
            max: v(self.max.x.min(o.max.x), self.max.y.min(o.max.y)),
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.max.x <= self.min.x || self.max.y <= self.min.y
    }

    pub(crate) fn meets(self, o: Self) -> bool {
        !self.common(o).is_empty()
    }

    pub(crate) fn holds(self, o: Self) -> bool {
        self.min.x <= o.min.x && self.min.y <= o.min.y && self.max.x >= o.max.x && self.max.y >= o.max.y
    }

    pub(crate) fn size(self) -> V {
        self.max - self.min
    }

    pub(crate) fn centre(self) -> V {
        self.min.towards(self.max, 0.5)
    }
}

/// The sides of a polygon.
pub(crate) fn sides(poly: &[V]) -> impl Iterator<Item = (V, V)> + '_ {
    poly.iter().copied().zip(poly.iter().copied().cycle().skip(1))
}

/// The stretches of a line.
pub(crate) fn stretches(line: &[V]) -> impl Iterator<Item = (V, V)> + '_ {
    line.iter().copied().zip(line.iter().copied().skip(1))
}

pub(crate) fn inside(poly: &[V], p: V) -> bool {
    let mut odd = false;
    for (a, b) in sides(poly) {
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            odd = !odd;
        }
    }
    odd
}

/// Twice the area, positive when the corners run clockwise on a screen.
pub(crate) fn turning(poly: &[V]) -> f64 {
    sides(poly).map(|(a, b)| a.cross(b)).sum()
}

fn to_stretch(p: V, a: V, b: V) -> f64 {
    let ab = b - a;
    let t = if ab.dot(ab) > 0.0 { ((p - a).dot(ab) / ab.dot(ab)).clamp(0.0, 1.0) } else { 0.0 };
    (p - a.towards(b, t)).len()
}

/// Distance to the outline of a polygon.
pub(crate) fn to_outline(poly: &[V], p: V) -> f64 {
    sides(poly).map(|(a, b)| to_stretch(p, a, b)).fold(f64::INFINITY, f64::min)
}

pub(crate) fn length(line: &[V]) -> f64 {
    stretches(line).map(|(a, b)| (b - a).len()).sum()
}

/// The point at a distance along a line and the direction there.
pub(crate) fn along(line: &[V], mut far: f64) -> (V, V) {
    let mut last = (line.first().copied().unwrap_or_default(), v(1.0, 0.0));
    for (a, b) in stretches(line) {
        let len = (b - a).len();
        if len <= 0.0 {
            continue;
        }
        let dir = (b - a).unit();
        if far <= len {
            return (a + dir * far, dir);
        }
        far -= len;
        last = (b, dir);
    }
    last
}

/// Direction of the longest side.
pub(crate) fn main_direction(poly: &[V]) -> V {
    let longest =
        sides(poly).map(|(a, b)| b - a).fold(V::default(), |best, s| if s.len() > best.len() { s } else { best });
    let dir = longest.unit();
    if dir == V::default() {
        v(1.0, 0.0)
    } else if dir.x < 0.0 || (dir.x == 0.0 && dir.y < 0.0) {
        dir * -1.0
    } else {
        dir
    }
}

/// A point well inside a polygon, for its name, and how far it is from the outline.
pub(crate) fn pole(poly: &[V]) -> (V, f64) {
    let Some(bounds) = Bounds::of(poly) else { return (V::default(), 0.0) };
    let mut best =
        (bounds.centre(), if inside(poly, bounds.centre()) { to_outline(poly, bounds.centre()) } else { 0.0 });
    let mut area = bounds;
    for _ in 0..4 {
        let size = area.size();
        for i in 0..=8 {
            for j in 0..=8 {
                let p = area.min + v(size.x * f64::from(i) / 8.0, size.y * f64::from(j) / 8.0);
                if inside(poly, p) {
                    let far = to_outline(poly, p);
                    if far > best.1 {
                        best = (p, far);
                    }
                }
            }
        }
        area = Bounds::around(best.0, size.x / 4.0, size.y / 4.0);
    }
    best
}

/// A strip of a width along a line, as a polygon.
pub(crate) fn strip(line: &[V], width: f64) -> Vec<V> {
    let normals: Vec<V> = stretches(line).map(|(a, b)| (b - a).unit().right()).collect();
    let side = |sign: f64| {
        let normals = &normals;
        line.iter().enumerate().map(move |(i, p)| {
            let before = i.checked_sub(1).and_then(|k| normals.get(k));
            let mean = match (before, normals.get(i)) {
                (Some(a), Some(b)) => (*a + *b).unit(),
                (Some(n), None) | (None, Some(n)) => *n,
                (None, None) => V::default(),
            };
            *p + mean * (sign * width / 2.0)
        })
    };
    let mut out: Vec<V> = side(1.0).collect();
    let mut back: Vec<V> = side(-1.0).collect();
    back.reverse();
    out.append(&mut back);
    out
}

/// Path data of a line or polygon whose corners are rounded by at most `off` pixels, so that the drawing stays true to
/// measurements.
pub(crate) fn rounded(points: &[V], closed: bool, off: f64) -> String {
    let mut d = String::new();
    let n = points.len();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return d };
    if n < 3 {
        put!(d, "M{} {}", N(first.x), N(first.y));
        for p in points.iter().skip(1) {
            put!(d, "L{} {}", N(p.x), N(p.y));
        }
        return d;
    }
    let mut begun = false;
    let mut go = |d: &mut String, p: V| {
        put!(*d, "{}{} {}", if begun { 'L' } else { 'M' }, N(p.x), N(p.y));
        begun = true;
    };
    if !closed {
        go(&mut d, *first);
    }
    for i in 0..n {
        if !closed && (i == 0 || i == n - 1) {
            continue;
        }
        let (a, b, c) = (points[(i + n - 1) % n], points[i], points[(i + 1) % n]);
        let (into, out) = (b - a, c - b);
        let room = into.len().min(out.len()) * 0.48;
        // The curve passes half-way between the corner and the middle of the chord of its two ends.
        let bend = ((into.unit() * -1.0 + out.unit()) * 0.25).len();
        let cut = if bend > 1e-3 { (off / bend).min(room) } else { 0.0 };
        if cut < 0.3 {
            go(&mut d, b);
        } else {
            let (p, q) = (b - into.unit() * cut, b + out.unit() * cut);
            go(&mut d, p);
            put!(d, "Q{} {} {} {}", N(b.x), N(b.y), N(q.x), N(q.y));
        }
    }
    if closed {
        d.push('Z');
    } else {
        go(&mut d, *last);
    }
    d
}

/// A number that depends only on a place: trees and houses never move.
pub(crate) fn hash(x: i64, y: i64, salt: u32) -> u32 {
    let mut h = (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ (u64::from(salt) << 32);
    h = (h ^ (h >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h = (h ^ (h >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((h ^ (h >> 31)) >> 16) as u32
}

/// The same as a part of 1.
pub(crate) fn chance(x: i64, y: i64, salt: u32) -> f64 {
    f64::from(hash(x, y, salt)) / 4_294_967_296.0
}
