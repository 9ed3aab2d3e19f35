//! Marches: lists of manoeuvres, and courses under way that can be cut, re-based, resumed or dropped.

use crate::geometry::vector::{Bounds, Rect, Vector, heading, radians, whole};
use crate::{Angle, Cm, FeatureId, Piece, Pose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// One leg of a march. Lengths below zero count as zero, wheels beyond a full circle as one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Manoeuvre {
    /// Straight ahead, by this length.
    Ahead(Cm),
    /// Straight on, `by` off the facing, which is kept.
    Oblique {
        cm: Cm,
        /// Angle off the facing, positive to the right.
        by: Angle,
    },
    /// About the inner front corner, positive to the right; its length is the way of the outer front corner.
    Wheel(Angle),
    /// On the spot, positive to the right.
    Turn(Angle),
    /// Sideways, facing kept: to the right, or to the left when negative.
    Side(Cm),
    /// Backwards, facing kept.
    Back(Cm),
    /// Into another formation, by the ruleset's name for it. The ruleset lays the pieces out again.
    Reform(SmolStr),
    /// Into a building or work. The ruleset places the garrison.
    Enter(FeatureId),
    /// Stays in place.
    Stand,
}

/// The march of a unit or a group: several movers keep their places relative to the first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct March {
    /// The units that march.
    pub movers: Vec<u16>,
    /// Their manoeuvres, in order.
    pub legs: Vec<Manoeuvre>,
}

/// A march under way. `from` holds the lead piece of each mover, the guide first, where the remaining legs begin.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Course {
    /// The legs still to be done.
    pub march: March,
    /// Its start, one piece for each mover.
    pub from: Vec<Piece>,
    /// The distance covered before it.
    pub gone: Cm,
}

/// A straight stroke of one mover's path; `from` and `to` in centimetres of the course.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stroke {
    pub rect: Rect,
    pub by: Vector,
    pub from: f64,
    pub to: f64,
}

/// A piece on its way, not rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub at: Vector,
    pub facing: Angle,
}

impl Placed {
    /// The piece at rest there.
    pub fn settled(&self, piece: &Piece) -> Piece {
        piece.with_pose(Pose { at: self.at.round(), facing: self.facing.rem_euclid(36_000) })
    }
}

/// Wheels are followed in chords of at most one degree.
const CHORD: Angle = 100;

impl Course {
    /// A march from the present places of its movers.
    #[must_use]
    pub const fn new(march: March, from: Vec<Piece>) -> Self {
        Self { march, from, gone: 0 }
    }

    /// Length of the remaining legs: the way of the guide, for wheels of the outer corner. Turns, changes of formation
    /// and the like have none; their cost is the ruleset's.
    ///
    /// ```
    /// use grognard_table::{Course, Manoeuvre, March, Piece, Pose};
    /// let piece = Piece { pose: Pose::new(0, 0, 0), front: 6_000, depth: 2_000, lead: true };
    /// let legs = vec![Manoeuvre::Ahead(1_000), Manoeuvre::Wheel(9_000)];
    /// let course = Course::new(March { movers: vec![1], legs }, vec![piece]);
    /// assert_eq!(course.length(), 1_000 + 9_425);
    /// assert_eq!(course.end()[0].pose, Pose::new(3_000 - 1_000, 1_000 + 1_000 + 3_000, 9_000));
    /// ```
    #[must_use]
    pub fn length(&self) -> Cm {
        whole(self.lengths().sum())
    }

    #[must_use]
    pub fn leg_length(&self, leg: &Manoeuvre) -> Cm {
        whole(self.way(leg))
    }

    /// The pieces after `cm` of the course, rounded. A leg without length is done only when something beyond it has
    /// been covered: at the very place of a turn or a change of formation it is still to come.
    #[must_use]
    pub fn at(&self, cm: Cm) -> Vec<Piece> {
        let (placed, ..) = self.walk(f64::from(cm.max(0)));
        self.settle(&placed)
    }

    /// The pieces at the end of the course.
    #[must_use]
    pub fn end(&self) -> Vec<Piece> {
        let mut placed = self.start();
        for leg in &self.march.legs {
            self.go(&mut placed, leg, 1.0);
        }
        self.settle(&placed)
    }

    /// The course cut after `cm`: the rest of it, from the rounded places there. Resume it or drop it.
    #[must_use]
    pub fn cut(&self, cm: Cm) -> Self {
        let cm = cm.max(0);
        let (placed, leg, part) = self.walk(f64::from(cm));
        let mut legs = self.march.legs.get(leg..).unwrap_or_default().to_vec();
        if let Some(first) = legs.first_mut() {
            *first = rest(first, part);
        }
        let march = March { movers: self.march.movers.clone(), legs };
        Self { march, from: self.settle(&placed), gone: self.gone.saturating_add(cm.min(self.length())) }
    }

    /// The leg under way after `cm`, as its place in the march; the number of legs when all have been done.
    #[must_use]
    pub fn leg_at(&self, cm: Cm) -> usize {
        self.walk(f64::from(cm.max(0))).1
    }

    fn lengths(&self) -> impl Iterator<Item = f64> {
        self.march.legs.iter().map(|leg| self.way(leg))
    }

    fn way(&self, leg: &Manoeuvre) -> f64 {
        self.way_of(leg, || self.extent())
    }

    /// The length of a leg, where the extent of the movers may be known already.
    pub(crate) fn way_of(&self, leg: &Manoeuvre, extent: impl FnOnce() -> (f64, f64)) -> f64 {
        match *leg {
            Manoeuvre::Ahead(cm) | Manoeuvre::Oblique { cm, .. } | Manoeuvre::Back(cm) => f64::from(cm.max(0)),
            Manoeuvre::Side(cm) => f64::from(cm).abs(),
            Manoeuvre::Wheel(by) => {
                let (left, right) = extent();
                (right - left) * radians(at_most_round(by)).abs()
            }
            Manoeuvre::Turn(_) | Manoeuvre::Reform(_) | Manoeuvre::Enter(_) | Manoeuvre::Stand => 0.0,
        }
    }

    /// The extent of the movers to the left and right of the guide's centre. They keep their places, so it does not
    /// change.
    pub(crate) fn extent(&self) -> (f64, f64) {
        let Some(guide) = self.from.first().map(Rect::from) else { return (0.0, 0.0) };
        let corners = self.from.iter().flat_map(|p| Rect::from(p).corners());
        corners.map(|c| guide.local(c).x).fold((0.0, 0.0), |(l, r), x| (l.min(x), r.max(x)))
    }

    pub(crate) fn start(&self) -> Vec<Placed> {
        self.from.iter().map(|p| Placed { at: p.pose.at.into(), facing: p.pose.facing.rem_euclid(36_000) }).collect()
    }

    fn settle(&self, placed: &[Placed]) -> Vec<Piece> {
        self.from.iter().zip(placed).map(|(piece, placed)| placed.settled(piece)).collect()
    }

    /// Places after `cm`, the leg under way and the part of it that is done.
    fn walk(&self, cm: f64) -> (Vec<Placed>, usize, f64) {
        let (mut placed, mut left) = (self.start(), cm);
        for (i, leg) in self.march.legs.iter().enumerate() {
            let way = self.way(leg);
            if left <= 0.0 {
                return (placed, i, 0.0);
            }
            if left < way {
                self.go(&mut placed, leg, left / way);
                return (placed, i, left / way);
            }
            self.go(&mut placed, leg, 1.0);
            left -= way;
        }
        (placed, self.march.legs.len(), 0.0)
    }

    /// Carries out a part of a leg.
    fn go(&self, placed: &mut [Placed], leg: &Manoeuvre, part: f64) {
        if let Some(&guide) = placed.first() {
            self.lead(guide, placed, leg, part, || self.extent());
        }
    }

    /// Carries out a part of a leg with the movers that follow a guide.
    pub(crate) fn lead(
        &self,
        guide: Placed,
        placed: &mut [Placed],
        leg: &Manoeuvre,
        part: f64,
        extent: impl FnOnce() -> (f64, f64),
    ) {
        let mut shift = |off: Angle, cm: f64| {
            let by = heading(guide.facing + off.rem_euclid(36_000)) * cm;
            placed.iter_mut().for_each(|p| p.at = p.at + by);
        };
        match *leg {
            Manoeuvre::Ahead(cm) => shift(0, f64::from(cm.max(0)) * part),
            Manoeuvre::Oblique { cm, by } => shift(by, f64::from(cm.max(0)) * part),
            Manoeuvre::Back(cm) => shift(18_000, f64::from(cm.max(0)) * part),
            Manoeuvre::Side(cm) => shift(9_000, f64::from(cm) * part),
            Manoeuvre::Turn(by) => placed.iter_mut().for_each(|p| p.facing = turned(p.facing, by)),
            Manoeuvre::Wheel(by) => {
                let by = whole(f64::from(at_most_round(by)) * part);
                let pivot = self.pivot(guide, by, extent());
                let north = heading(by);
                for p in placed {
                    let d = p.at - pivot;
                    p.at = pivot + Vector::new(d.x * north.y + d.y * north.x, d.y * north.y - d.x * north.x);
                    p.facing = turned(p.facing, by);
                }
            }
            Manoeuvre::Reform(_) | Manoeuvre::Enter(_) | Manoeuvre::Stand => {}
        }
    }

    /// The inner front corner of the whole group.
    fn pivot(&self, guide: Placed, by: Angle, (left, right): (f64, f64)) -> Vector {
        let ahead = heading(guide.facing);
        let side = if by < 0 { left } else { right };
        let depth = self.from.first().map_or(0, |p| p.depth);
        guide.at + ahead * (f64::from(depth) / 2.0) + Vector::new(ahead.y, -ahead.x) * side
    }

    /// A box that the centre of a mover does not leave on a wheel.
    fn wheel_box(&self, [guide, own]: [Placed; 2], by: Angle, extent: (f64, f64)) -> Bounds {
        let pivot = self.pivot(guide, by, extent);
        Bounds::of([pivot]).grown((own.at - pivot).length() + 1.0)
    }

    /// The path of one mover as straight strokes. Legs without length give a stroke without length; the last one is the
    /// end of the path.
    pub(crate) fn strokes(&self, mover: usize) -> Vec<Stroke> {
        self.strokes_where(mover, |_| true)
    }

    /// The same without the wheels on which the centre of the mover stays in a box that `wanted` excludes.
    pub(crate) fn strokes_where(&self, mover: usize, wanted: impl Fn(&Bounds) -> bool) -> Vec<Stroke> {
        let Some(piece) = self.from.get(mover) else { return Vec::new() };
        let start = self.start();
        let (Some(guide), Some(own)) = (start.first(), start.get(mover)) else { return Vec::new() };
        let extent = self.extent();
        let (mut placed, mut gone, mut strokes) = ([*guide, *own], 0.0, Vec::new());
        let rect = |p: &Placed| {
            let upright = Rect::from(&piece.with_pose(Pose { facing: p.facing, ..Pose::default() }));
            Rect { centre: p.at, ..upright }
        };
        for leg in &self.march.legs {
            let (way, before) = (self.way_of(leg, || extent), placed);
            let chords = match *leg {
                Manoeuvre::Wheel(by) => at_most_round(by).abs().div_euclid(CHORD) + 1,
                _ => 1,
            };
            if let Manoeuvre::Wheel(by) = *leg
                && !wanted(&self.wheel_box(before, at_most_round(by), extent))
            {
                self.lead(before[0], &mut placed, leg, 1.0, || extent);
                // Added up chord by chord, so that the next leg begins at the very same place.
                (0..chords).for_each(|_| gone += way / f64::from(chords));
                continue;
            }
            for n in 1..=chords {
                let part = f64::from(n) / f64::from(chords);
                let mut next = before;
                self.lead(before[0], &mut next, leg, part, || extent);
                let to = gone + way / f64::from(chords);
                strokes.push(Stroke { rect: rect(&placed[1]), by: next[1].at - placed[1].at, from: gone, to });
                (placed, gone) = (next, to);
            }
        }
        strokes.push(Stroke { rect: rect(&placed[1]), by: Vector::default(), from: gone, to: gone });
        strokes
    }
}

/// No wheel exceeds a full circle; a greater angle in an answer counts as one.
fn at_most_round(by: Angle) -> Angle {
    by.clamp(-36_000, 36_000)
}

fn turned(facing: Angle, by: Angle) -> Angle {
    (facing + by.rem_euclid(36_000)).rem_euclid(36_000)
}

/// The rest of a leg of which a part is done.
fn rest(leg: &Manoeuvre, part: f64) -> Manoeuvre {
    let less = |n: i32| n - whole(f64::from(n) * part);
    match *leg {
        Manoeuvre::Ahead(cm) => Manoeuvre::Ahead(less(cm)),
        Manoeuvre::Oblique { cm, by } => Manoeuvre::Oblique { cm: less(cm), by },
        Manoeuvre::Back(cm) => Manoeuvre::Back(less(cm)),
        Manoeuvre::Side(cm) => Manoeuvre::Side(less(cm)),
        Manoeuvre::Wheel(by) => Manoeuvre::Wheel(less(at_most_round(by))),
        ref whole_leg => whole_leg.clone(),
    }
}
