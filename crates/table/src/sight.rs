//! Lines of sight, and the obstacles on them.
//!
//! The caller says in a [`Veil`] what blocks sight; this file finds it along the line. A line is cut by
//! - a **crest**: a line of [`Kind::Crest`] between its ends, or, for a hill without a crest line of its own, the top
//!   of that hill when both ends lie below it. A hill is a top when no higher hill has a corner in it, and a crest line
//!   is its own when one of its points lies in it. A unit on a crest sees both ways;
//! - **masking ground** crossed right through: in on one side, out on the other;
//! - **depth**: more than [`Veil::depth`] of masking ground at the ends of the line, taken together (seeing into it,
//!   out of it or within it);
//! - a **unit**: a piece of another unit that the line crosses.
//!
//! Grazing something by less than [`SLACK`] is not crossing it, and an end within [`SLACK`] of masking ground is at its
//! edge. If ground of different kinds blocks sight at different depths, query once with a veil for each and see if all
//! agree.

use crate::geometry::shape::{Outline, Span, Stretches, merge};
use crate::geometry::vector::{Rect, Vector, whole};
use crate::index::{Blocker, chord};
use crate::{Blockers, Cm, FeatureId, Kind, Kinds, Measure, Piece, Point, SLACK, Terrain, beyond};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// When the line passes over an obstacle: one end of the line stands at least as high as the obstacle's top (its own
/// ground plus [`Veil::obstacle_levels`]), and the distances fit. They run along the line to the nearer edge of the
/// obstacle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Over {
    #[default]
    None,
    /// The target is at least as far from the obstacle as the observer, whichever of them is high.
    Literal,
    /// The same, but the other way round when only the target is high: a symmetric reading.
    Mirrored,
    /// The obstacle is at least this far from an end that is high.
    Clear(Cm),
}

/// What blocks sight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Veil {
    /// Kinds of ground that mask the view.
    pub masks: Kinds,
    /// The depth of masking ground at the ends of a line that sight still penetrates.
    pub depth: Cm,
    /// Whether crests block sight.
    pub crests: bool,
    /// How sight passes over obstacles.
    pub over: Over,
    /// Height of masking ground and of units above the ground they stand on, in levels.
    pub obstacle_levels: i32,
}

/// The obstacle that cuts a line of sight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// A crest line or the top of a hill.
    Crest(FeatureId),
    /// An area of masking ground.
    Ground(FeatureId),
    /// A piece of the unit with this tag.
    Unit(u32),
}

/// How an obstacle cuts a line of sight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The ends lie on either side of a crest.
    Crest,
    /// Masking ground is crossed from one side to the other.
    Through,
    /// Too much masking ground at the ends of the line.
    Depth,
    /// Another unit is in the way.
    Unit,
}

/// A line of sight that is cut, with the place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Blocked {
    pub by: Obstacle,
    pub why: Why,
    /// From the observer to the place where it is cut.
    pub at: Measure,
    /// The whole line that was tried.
    pub line: Measure,
    /// Masking ground at the ends of the line; 0 unless that cuts it.
    pub masked: Cm,
}

/// Everything that sight depends on, borrowed for a batch of queries.
///
/// A query costs a walk through two spatial indices; the yes-or-no queries allocate nothing unless more than sixteen
/// things lie near the line.
///
/// ```
/// use grognard_table::*;
/// let wood = Feature {
///     kind: Kind::Forest,
///     shape: Shape::Area(vec![Point::new(1_000, 0), Point::new(2_000, 0), Point::new(2_000, 900), Point::new(1_000, 900)]),
///     name: String::new(), level: 0, strongpoint: false, reconstructed: false,
/// };
/// let terrain = Terrain::new(Ground { width: 9_000, height: 9_000, features: vec![wood] });
/// let nobody = Blockers::none();
/// let veil = Veil { masks: Kinds::of(&[Kind::Forest]), depth: 500, ..Veil::default() };
/// let sight = Sight { terrain: &terrain, veil, blockers: &nobody };
/// assert!(sight.clear(Point::new(0, 500), Point::new(1_500, 500), &[]));
/// let cut = sight.line(Point::new(0, 500), Point::new(3_000, 500), &[]).unwrap_err();
/// assert_eq!((cut.by, cut.why, cut.at.cm), (Obstacle::Ground(0), Why::Through, 1_000));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    pub terrain: &'a Terrain,
    pub veil: Veil,
    /// The pieces that block sight.
    pub blockers: &'a Blockers,
}

impl Sight<'_> {
    /// Is the line between two points free? Symmetric, except with [`Over::Literal`]. The tags in `except` (the two
    /// units themselves) block nothing.
    #[must_use]
    pub fn clear(&self, a: Point, b: Point, except: &[u32]) -> bool {
        let line = Line::new(self, a.into(), b.into());
        let (span, veil) = (&line.span, &self.veil);
        // Most lines that are cut go through the inner disc of something: that is tested first. An obstacle that sight
        // may pass over never cuts for certain.
        let mut doubtful: SmallVec<[(FeatureId, Kind); 16]> = SmallVec::new();
        let parted = self.terrain.parted(
            span,
            |(_, kind)| veil.over == Over::None && veil.masks.has(kind),
            |(id, kind)| {
                if self.hides(kind) {
                    doubtful.push((id, kind));
                }
            },
        );
        !parted && line.uncut(&doubtful, except)
    }

    /// The same, with the first obstacle as seen from `a`.
    ///
    /// # Errors
    /// The obstacle.
    pub fn line(&self, a: Point, b: Point, except: &[u32]) -> Result<Measure, Blocked> {
        let (a, b) = (a.into(), b.into());
        let mut near = MayHide::default();
        self.gather(a, b, 0.0, except, &mut near);
        self.look(a, b, &mut near)
    }

    /// Does a point see any point of a piece? The nearest point and, of the edges turned to the observer, the middles
    /// and the ends are tried; a point behind those is never seen better. An observer in the piece sees it.
    #[must_use]
    pub fn sees(&self, from: Point, to: &Piece, except: &[u32]) -> bool {
        let (from, to) = (from.into(), Rect::from(to));
        let mut near = MayHide::default();
        self.gather(from, to.centre, to.half_front + to.half_depth, except, &mut near);
        aims(from, &to).iter().any(|&aim| self.free(from, aim, &mut near))
    }

    /// The same, with the line to the first point that is seen.
    ///
    /// # Errors
    /// The obstacle on the line to the nearest point, when no point is seen.
    pub fn piece(&self, from: Point, to: &Piece, except: &[u32]) -> Result<Measure, Blocked> {
        let (from, to) = (from.into(), Rect::from(to));
        let mut near = MayHide::default();
        self.gather(from, to.centre, to.half_front + to.half_depth, except, &mut near);
        let aims = aims(from, &to);
        let seen = aims.iter().find(|&&aim| self.free(from, aim, &mut near));
        self.look(from, *seen.unwrap_or(&aims[0]), &mut near)
    }

    fn look(&self, a: Vector, b: Vector, near: &mut MayHide) -> Result<Measure, Blocked> {
        let line = Line::new(self, a, b);
        match line.cut(near, false) {
            None => Ok(Measure::between(a, b)),
            Some(cut) => Err(Blocked {
                by: cut.by,
                why: cut.why,
                at: Measure::between(a, a + line.towards() * cut.at),
                line: Measure::between(a, b),
                masked: cut.masked,
            }),
        }
    }

    fn free(&self, a: Vector, b: Vector, near: &mut MayHide) -> bool {
        Line::new(self, a, b).cut(near, true).is_none()
    }

    /// Whether ground of a kind may block sight.
    fn hides(&self, kind: Kind) -> bool {
        self.veil.masks.has(kind) || (self.veil.crests && matches!(kind, Kind::Crest | Kind::Hill))
    }

    /// Collects everything that may lie within `width` of a segment and block sight.
    fn gather(&self, a: Vector, b: Vector, width: f64, except: &[u32], near: &mut MayHide) {
        let span = Span::new(a, b);
        self.terrain.near_span(&span, width, |(id, kind)| {
            if self.hides(kind) {
                near.ground.push((id, kind));
            }
        });
        self.blockers.along(&span, width, |i, blocker| {
            if !except.contains(&blocker.tag) {
                near.units.push(i);
            }
        });
    }
}

/// Candidates that may cut a line or a bundle of lines; the one that has cut one of them stands first.
#[derive(Default)]
struct MayHide {
    ground: SmallVec<[(FeatureId, Kind); 16]>,
    units: SmallVec<[u32; 16]>,
}

/// The points of a piece that are tried, the nearest first.
fn aims(from: Vector, r: &Rect) -> SmallVec<[Vector; 7]> {
    let mut aims: SmallVec<[Vector; 7]> = SmallVec::new();
    aims.push(r.nearest(from));
    let (l, w, d) = (r.local(from), r.half_front, r.half_depth);
    let x = if l.x.abs() > w { w.copysign(l.x) } else { 0.0 };
    let y = if l.y.abs() > d { d.copysign(l.y) } else { 0.0 };
    if y != 0.0 {
        aims.extend([r.global(0.0, y), r.global(-w, y), r.global(w, y)]);
    }
    if x != 0.0 {
        aims.push(r.global(x, 0.0));
        // The near end is already there when the front or rear is seen too.
        if y == 0.0 {
            aims.extend([r.global(x, d), r.global(x, -d)]);
        } else {
            aims.push(r.global(x, -y));
        }
    }
    aims
}

/// Masking ground at the ends of a line: start, end and feature.
type Ends = SmallVec<[(f64, f64, FeatureId); 4]>;

#[derive(Clone, Copy)]
struct Cut {
    at: f64,
    by: Obstacle,
    why: Why,
    masked: Cm,
}

/// One line under examination. It always runs from its smaller end, so that both directions compute alike; `flipped`
/// when that end is the target.
struct Line<'a> {
    sight: &'a Sight<'a>,
    span: Span,
    flipped: bool,
}

impl<'a> Line<'a> {
    fn new(sight: &'a Sight<'a>, a: Vector, b: Vector) -> Self {
        let flipped = (b.x, b.y) < (a.x, a.y);
        let span = if flipped { Span::new(b, a) } else { Span::new(a, b) };
        Self { sight, span, flipped }
    }

    fn towards(&self) -> Vector {
        if self.flipped { self.span.along * -1.0 } else { self.span.along }
    }

    /// A stretch of the span as distances from the observer.
    fn seen(&self, from: f64, to: f64) -> (f64, f64) {
        if self.flipped { (self.span.length - to, self.span.length - from) } else { (from, to) }
    }

    /// The first obstacle on the line, or any one when `any` is set.
    fn cut(&self, near: &mut MayHide, any: bool) -> Option<Cut> {
        let veil = &self.sight.veil;
        // Of two at one place the one with the smaller name.
        let mut first: Option<Cut> = None;
        let mut keep = |cut: Cut| {
            if first.is_none_or(|f| cut.at.total_cmp(&f.at).then(cut.by.cmp(&f.by)).is_lt()) {
                first = Some(cut);
            }
        };
        let (mut ends, mut stretches) = (Ends::new(), Stretches::new());
        for i in 0..near.ground.len() {
            if let Some(cut) = self.by_ground(near.ground[i], &mut ends, &mut stretches) {
                keep(cut);
                if any {
                    near.ground.swap(0, i);
                    return first;
                }
            }
        }
        for i in 0..near.units.len() {
            if let Some(cut) = self.sight.blockers.get(near.units[i]).and_then(|piece| self.by_unit(piece)) {
                keep(cut);
                if any {
                    near.units.swap(0, i);
                    return first;
                }
            }
        }
        if let Some((at, id, masked)) = too_deep(&ends, veil.depth) {
            keep(Cut { at, by: Obstacle::Ground(id), why: Why::Depth, masked });
        }
        first
    }

    /// Whether neither this ground nor a unit cuts the line.
    fn uncut(&self, ground: &[(FeatureId, Kind)], except: &[u32]) -> bool {
        let Sight { veil, blockers, .. } = self.sight;
        let (mut ends, mut stretches) = (Ends::new(), Stretches::new());
        !ground.iter().any(|&ground| self.by_ground(ground, &mut ends, &mut stretches).is_some())
            && !blockers
                .any_along(&self.span, 0.0, |piece| !except.contains(&piece.tag) && self.by_unit(piece).is_some())
            && too_deep(&ends, veil.depth).is_none()
    }

    /// The cut by one piece of another unit.
    fn by_unit(&self, &Blocker { tag, ref rect }: &Blocker) -> Option<Cut> {
        let (from, to) = chord(rect, &self.span)?;
        let hides = to - from > f64::from(SLACK) && !self.overlooked(from, to, self.sight.veil.obstacle_levels);
        hides.then(|| Cut { at: self.seen(from, to).0, by: Obstacle::Unit(tag), why: Why::Unit, masked: 0 })
    }

    /// The first cut by one feature; masking ground at the ends of the line is recorded in `ends`.
    fn by_ground(&self, (id, kind): (FeatureId, Kind), ends: &mut Ends, stretches: &mut Stretches) -> Option<Cut> {
        let (slack, length, veil) = (f64::from(SLACK), self.span.length, &self.sight.veil);
        let crest = if veil.crests { self.over_crest(id, kind) } else { None };
        let crest = crest.map(|(at, _)| Cut { at, by: Obstacle::Crest(id), why: Why::Crest, masked: 0 });
        if crest.is_some() || !veil.masks.has(kind) {
            return crest;
        }
        let outline = self.sight.terrain.outline(id)?;
        let thin = matches!(outline, Outline::Line { .. });
        let mut through: Option<f64> = None;
        outline.stretches_into(&self.span, stretches);
        for &(from, to) in stretches.iter() {
            if (!thin && to - from <= slack) || self.overlooked(from, to, veil.obstacle_levels) {
                continue;
            }
            let (near, far) = self.seen(from, to);
            if from > slack && to < length - slack {
                through = Some(through.map_or(near, |t| t.min(near)));
            } else {
                ends.push((near, far, id));
            }
        }
        through.map(|at| Cut { at, by: Obstacle::Ground(id), why: Why::Through, masked: 0 })
    }

    /// The stretch on which a feature cuts the line as a crest.
    fn over_crest(&self, id: FeatureId, kind: Kind) -> Option<(f64, f64)> {
        let terrain = self.sight.terrain;
        match kind {
            Kind::Crest => {
                let cuts = self.crossings(terrain.outline(id)?);
                let level = terrain.feature(id)?.level;
                let cuts = cuts.iter().filter(|&&at| {
                    let above = level.saturating_sub(terrain.level_at(self.span.at(at))).max(0).saturating_add(1);
                    !self.overlooked(at, at, above)
                });
                let cuts = cuts.map(|&at| self.seen(at, at));
                cuts.min_by(|a, b| a.0.total_cmp(&b.0))
            }
            Kind::Hill => {
                let level = terrain.open_top(id)?;
                let below = |p: Vector| terrain.level_at(p) < level;
                let stretches = terrain.outline(id)?.stretches(&self.span);
                let deep = stretches.into_iter().filter(|(from, to)| to - from > f64::from(SLACK));
                let first = deep.map(|(from, to)| self.seen(from, to)).min_by(|a, b| a.0.total_cmp(&b.0))?;
                (below(self.span.from) && below(self.span.to)).then_some(first)
            }
            _ => None,
        }
    }

    /// Where the line crosses a crest line, strictly between its ends.
    fn crossings(&self, outline: &Outline) -> SmallVec<[f64; 4]> {
        let (span, slack) = (&self.span, f64::from(SLACK));
        let mut cuts = SmallVec::new();
        for (a, b) in outline.links() {
            let (p, q) = (a - span.from, b - span.from);
            let side = |end: Vector| robust::orient2d(span.from.coord(), span.to.coord(), end.coord());
            let (s, t) = (side(a), side(b));
            if (s >= 0.0) != (t >= 0.0) {
                let at = p.dot(span.along) + (q - p).dot(span.along) * (s / (s - t));
                if at > slack && at < span.length - slack {
                    cuts.push(at);
                }
            }
        }
        cuts
    }

    /// Does sight pass over an obstacle on a stretch of the span, `levels` high?
    fn overlooked(&self, from: f64, to: f64, levels: i32) -> bool {
        let over = self.sight.veil.over;
        if over == Over::None {
            return false;
        }
        let terrain = self.sight.terrain;
        let top = terrain.level_at(self.span.at((from + to) / 2.0)).saturating_add(levels);
        let high = |p: Vector| terrain.level_at(p) >= top;
        let (observer, target) =
            if self.flipped { (self.span.to, self.span.from) } else { (self.span.from, self.span.to) };
        let (near, far) = self.seen(from, to);
        let far = self.span.length - far;
        let fits = |less: f64, more: f64| less <= more + f64::from(SLACK);
        match over {
            Over::None => false,
            Over::Literal => fits(near, far) && (high(observer) || high(target)),
            Over::Mirrored => {
                (high(observer) && fits(near, far)) || (!high(observer) && high(target) && fits(far, near))
            }
            Over::Clear(cm) => {
                (high(observer) && fits(f64::from(cm), near)) || (high(target) && fits(f64::from(cm), far))
            }
        }
    }
}

/// Where the masking ground at the ends of a line exceeds the depth, in which feature, and how much there is.
fn too_deep(ends: &[(f64, f64, FeatureId)], depth: Cm) -> Option<(f64, FeatureId, Cm)> {
    if ends.is_empty() {
        return None;
    }
    let mut union: Stretches = ends.iter().map(|&(from, to, _)| (from, to)).collect();
    merge(&mut union);
    let total = whole(union.iter().map(|(from, to)| to - from).sum());
    if !beyond(total, depth) {
        return None;
    }
    let mut left = f64::from(depth);
    for (from, to) in union {
        if to - from > left {
            let at = from + left;
            let feature = ends.iter().filter(|e| e.0 <= at && at <= e.1).map(|e| e.2).min()?;
            return Some((at, feature, total));
        }
        left -= to - from;
    }
    None
}
