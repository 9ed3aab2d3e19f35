//! A footprint with its axes precomputed in integers: most questions about two units use these.

use table::{Angle, Cm, Piece, Point, SLACK};

/// Axes are stored in millionths.
const UNIT: i64 = 1_000_000;

/// A footprint and its axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub piece: Piece,
    right: (i64, i64),
    ahead: (i64, i64),
    half_front: i64,
    half_depth: i64,
    corners: [Point; 4],
}

/// A point relative to a unit: distance to the right and ahead of its middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Local {
    pub x: i64,
    pub y: i64,
}

/// An area that opens from a unit's corners: sine and cosine of its limits, in millionths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spread {
    sin: i64,
    cos: i64,
}

impl Spread {
    /// Limits that open outwards by this angle.
    pub fn degrees(degrees: u16) -> Self {
        let (sin, cos) = heading(Angle::from(degrees) * 100);
        Self { sin, cos }
    }
}

fn heading(bearing: Angle) -> (i64, i64) {
    let tip = Point::new(0, 0).step(bearing, 1_000_000);
    (i64::from(tip.x), i64::from(tip.y))
}

impl Frame {
    pub fn of(piece: Piece) -> Self {
        let ahead = heading(piece.pose.facing);
        Self {
            piece,
            right: (ahead.1, -ahead.0),
            ahead,
            half_front: i64::from(piece.front) / 2,
            half_depth: i64::from(piece.depth) / 2,
            corners: piece.corners(),
        }
    }

    pub const fn facing(&self) -> Angle {
        self.piece.pose.facing
    }

    pub const fn middle(&self) -> Point {
        self.piece.pose.at
    }

    /// In the order front left, front right, rear right, rear left.
    pub const fn corners(&self) -> [Point; 4] {
        self.corners
    }

    pub fn front(&self) -> [Point; 2] {
        [self.corners[0], self.corners[1]]
    }

    pub fn front_middle(&self) -> Point {
        let [a, b] = self.front();
        Point::new(a.x.midpoint(b.x), a.y.midpoint(b.y))
    }

    /// This footprint moved straight on a bearing.
    pub fn moved(&self, bearing: Angle, cm: Cm) -> Self {
        let piece = self.piece.moved(bearing, cm);
        Self { piece, corners: piece.corners(), ..*self }
    }

    pub fn local(&self, p: Point) -> Local {
        let at = self.middle();
        let (dx, dy) = (i64::from(p.x) - i64::from(at.x), i64::from(p.y) - i64::from(at.y));
        let along = |axis: (i64, i64)| (dx * axis.0 + dy * axis.1 + UNIT / 2).div_euclid(UNIT);
        Local { x: along(self.right), y: along(self.ahead) }
    }

    /// Distance in front of the front line; negative behind it.
    pub const fn before(&self, p: Local) -> i64 {
        p.y - self.half_depth
    }

    /// Distance behind the rear edge; negative before it.
    pub const fn behind(&self, p: Local) -> i64 {
        -p.y - self.half_depth
    }

    /// Half width of an area that opens at the corners, at this distance from them.
    const fn width(&self, spread: Spread, far: i64) -> i64 {
        self.half_front + SLACK as i64 + if spread.cos > 0 { far * spread.sin / spread.cos } else { i64::MAX / 4 }
    }

    /// Whether a place lies before the front, between lines that open from its corners.
    pub const fn ahead_holds(&self, spread: Spread, p: Local) -> bool {
        let far = self.before(p);
        far >= -(SLACK as i64) && p.x.abs() <= self.width(spread, far)
    }

    /// The same behind the rear edge.
    pub const fn rear_holds(&self, spread: Spread, p: Local) -> bool {
        let far = self.behind(p);
        far >= -(SLACK as i64) && p.x.abs() <= self.width(spread, far)
    }

    /// Whether some part of another footprint lies between those lines, in front.
    pub fn ahead_meets(&self, spread: Spread, other: &Self) -> bool {
        let corners = other.corners().map(|corner| self.local(corner));
        if corners.iter().any(|&corner| self.ahead_holds(spread, corner)) {
            return true;
        }
        // With no corner inside, an edge may still cross the area, or the area may end inside the footprint.
        (0..4).any(|i| self.crosses(spread, corners[i], corners[(i + 1) % 4]))
    }

    /// Whether the segment between two places outside the area passes through it.
    fn crosses(&self, spread: Spread, a: Local, b: Local) -> bool {
        // In front of the front line, a segment from one side of the area to the other crosses it.
        let (before_a, before_b) = (self.before(a), self.before(b));
        if before_a < 0 && before_b < 0 {
            return false;
        }
        let at_line = |from: Local, to: Local| {
            let (f, t) = (self.before(from), self.before(to));
            Local { x: from.x + (to.x - from.x) * f / (f - t), y: self.half_depth }
        };
        let a2 = if before_a < 0 { at_line(b, a) } else { a };
        let b2 = if before_b < 0 { at_line(a, b) } else { b };
        let side = |p: Local| if self.ahead_holds(spread, p) { 0 } else { p.x.signum() };
        side(a2) == 0 || side(b2) == 0 || side(a2) != side(b2)
    }

    pub fn middles(&self, other: &Self) -> Cm {
        let (a, b) = (self.middle(), other.middle());
        let (dx, dy) = (i64::from(a.x) - i64::from(b.x), i64::from(a.y) - i64::from(b.y));
        whole_root(dx * dx + dy * dy)
    }

    /// Upper bound of the distance from the middle to the farthest corner.
    pub const fn reach(&self) -> i64 {
        self.half_front + self.half_depth
    }

    /// Distance between the nearest points of two footprints; 0 when they touch.
    pub fn gap(&self, other: &Self) -> Cm {
        let mut least = i64::MAX;
        for (one, two) in [(self, other), (other, self)] {
            for corner in two.corners {
                let p = one.local(corner);
                let (x, y) = ((p.x.abs() - one.half_front).max(0), (p.y.abs() - one.half_depth).max(0));
                least = least.min(x * x + y * y);
            }
        }
        // Footprints that cross like a plus sign have all corners outside each other.
        if least > 0 && self.cut_by(other.corners[0], other.corners[2]) { 0 } else { whole_root(least) }
    }

    /// Whether it reaches into the bounding box of two others.
    pub fn about(&self, a: &Self, b: &Self) -> bool {
        let (at, one, two) = (self.middle(), a.middle(), b.middle());
        let between = |p: Cm, q: Cm, r: Cm| {
            let reach = self.reach() + a.reach().max(b.reach());
            i64::from(p) >= i64::from(q.min(r)) - reach && i64::from(p) <= i64::from(q.max(r)) + reach
        };
        between(at.x, one.x, two.x) && between(at.y, one.y, two.y)
    }

    /// Whether two footprints are certainly farther apart than this distance.
    pub fn farther(&self, other: &Self, limit: Cm) -> bool {
        let (a, b) = (self.middle(), other.middle());
        let reach = i64::from(limit) + self.reach() + other.reach() + i64::from(2 * SLACK);
        let (dx, dy) = ((i64::from(a.x) - i64::from(b.x)).abs(), (i64::from(a.y) - i64::from(b.y)).abs());
        dx > reach || dy > reach
    }

    /// Distance between the nearest points of two front edges.
    pub fn front_gap(&self, other: &Self) -> Cm {
        let one = self.front_edge();
        let two = other.front_edge();
        one.gap(&two)
    }

    /// The front edge, as a footprint without depth.
    fn front_edge(&self) -> Self {
        let [from, to] = self.front();
        let middle = self.front_middle();
        let pose = table::Pose { at: middle, facing: self.facing() };
        let piece = Piece { pose, depth: 0, ..self.piece };
        Self { piece, half_depth: 0, corners: [from, to, to, from], ..*self }
    }

    /// Whether a segment passes through the footprint, not merely along its edge.
    pub fn cut_by(&self, a: Point, b: Point) -> bool {
        let (a, b) = (self.local(a), self.local(b));
        let slack = i64::from(SLACK);
        let (w, d) = (self.half_front - slack, self.half_depth - slack);
        // The part of the segment within both strips, as fractions of its length.
        let mut range = (0_i128, 1_i128, 1_i128);
        for (from, to, half) in [(a.x, b.x, w), (a.y, b.y, d)] {
            let (from, to, half) = (i128::from(from), i128::from(to), i128::from(half));
            if from == to {
                if from.abs() > half {
                    return false;
                }
                continue;
            }
            let span = (to - from).abs();
            let (near, far) = if to > from { (-half - from, half - from) } else { (from - half, from + half) };
            // near/span <= t <= far/span
            let (low, high, by) = range;
            range = ((low * span).max(near * by), (high * span).min(far * by), by * span);
        }
        range.0 < range.1
    }

    pub const fn half_front(&self) -> i64 {
        self.half_front
    }

    pub const fn half_depth(&self) -> i64 {
        self.half_depth
    }
}

/// The integer square root, rounded.
fn whole_root(square: i64) -> Cm {
    let root = square.max(0).isqrt();
    let up = square - root * root > root;
    rulebook::saturated::<Cm, _>(root + i64::from(up))
}
