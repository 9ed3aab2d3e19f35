//! The ground with its index: the features and the height at a place, the features on a segment.

use crate::geometry::cells::{self, Cells};
use crate::geometry::discs::Discs;
use crate::geometry::packed_tree::PackedTree;
use crate::geometry::shape::{Outline, Span, link_rect};
use crate::geometry::vector::{Bounds, Rect, Vector, whole};
use crate::index::Boxed;
use crate::{Cm, Face, Feature, FeatureId, Ground, Kind, Kinds, Measure, Piece, Point, SLACK, Shape};
use rstar::RTree;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A stretch of a path that lies in a feature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Crossing {
    /// Its start, from the start of the path.
    pub from_cm: Cm,
    /// Its end; the same for a line without width.
    pub to_cm: Cm,
    pub feature: FeatureId,
}

/// Some features, in rising order: usually few.
pub type Features = SmallVec<[FeatureId; 8]>;

/// A [`Ground`] and a spatial index over it: built once, never changed, never stored.
#[derive(Clone, Debug)]
pub struct Terrain {
    ground: Ground,
    outlines: Vec<Outline>,
    /// The box of each outline; for one without points, a box that meets nothing.
    boxes: Vec<Bounds>,
    cells: Cells,
    tree: RTree<Boxed<FeatureId>>,
    packed: PackedTree<(FeatureId, Kind)>,
    hills: Vec<Hill>,
    tops: Vec<Option<i32>>,
}

/// A hill with its level; `open` when it is a top without a crest line of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hill {
    pub feature: FeatureId,
    pub level: i32,
    pub bounds: Bounds,
    pub open: bool,
}

impl Terrain {
    /// Prepares a ground. Cost: `n log n` in the number of features, plus hills times hills and crests.
    #[must_use]
    pub fn new(ground: Ground) -> Self {
        let outlines: Vec<Outline> = ground.features.iter().map(|f| Outline::from(&f.shape)).collect();
        let ids = 0..=FeatureId::MAX;
        let boxed = ids.clone().zip(&outlines).zip(&ground.features);
        let boxed = boxed.map(|((id, o), f)| (o.bounds(), Discs::of(o), (id, f.kind)));
        let boxed: Vec<_> = boxed.filter(|(b, ..)| b.min.x <= b.max.x).collect();
        let tree = RTree::bulk_load(boxed.iter().map(|&(bounds, _, (what, _))| Boxed { what, bounds }).collect());
        let packed = PackedTree::new(boxed);
        let of_kind = |kind| {
            let features = ids.clone().zip(&ground.features);
            features.filter(move |(_, f)| f.kind == kind).map(|(id, _)| id)
        };
        let crests: Vec<FeatureId> = of_kind(Kind::Crest).collect();
        let hills = of_kind(Kind::Hill).filter(|&id| matches!(outlines[usize::from(id)], Outline::Area(_)));
        let mut hills: Vec<Hill> = hills
            .map(|feature| Hill {
                feature,
                level: ground.features[usize::from(feature)].level,
                bounds: outlines[usize::from(feature)].bounds(),
                open: false,
            })
            .collect();
        let corners = |id: FeatureId| match &outlines[usize::from(id)] {
            Outline::Area(points) | Outline::Line { points, .. } => points.as_slice(),
        };
        for i in 0..hills.len() {
            let Hill { feature, level, .. } = hills[i];
            let over = |p: &Vector| outlines[usize::from(feature)].holds(*p);
            let topped = hills.iter().any(|h| h.level > level && corners(h.feature).iter().any(over));
            let marked = crests.iter().any(|&c| corners(c).iter().any(over));
            hills[i].open = !topped && !marked;
        }
        let mut tops = vec![None; outlines.len()];
        for h in hills.iter().filter(|h| h.open) {
            tops[usize::from(h.feature)] = Some(h.level);
        }
        let boxes: Vec<Bounds> = outlines.iter().map(Outline::bounds).collect();
        let cells = Cells::new(&boxes);
        Self { ground, outlines, boxes, cells, tree, packed, hills, tops }
    }

    /// The ground itself.
    #[must_use]
    pub const fn ground(&self) -> &Ground {
        &self.ground
    }

    /// A feature by its place.
    #[must_use]
    pub fn feature(&self, id: FeatureId) -> Option<&Feature> {
        self.ground.features.get(usize::from(id))
    }

    #[must_use]
    pub fn kind(&self, id: FeatureId) -> Option<Kind> {
        self.feature(id).map(|f| f.kind)
    }

    pub(crate) fn outline(&self, id: FeatureId) -> Option<&Outline> {
        self.outlines.get(usize::from(id))
    }

    /// The level of a hill that is a top without a crest line of its own.
    pub(crate) fn open_top(&self, id: FeatureId) -> Option<i32> {
        self.tops.get(usize::from(id)).copied().flatten()
    }

    /// Visits the features that may be within `width` of a segment, in no order.
    pub(crate) fn near_span(&self, span: &Span, width: f64, visit: impl FnMut((FeatureId, Kind))) {
        self.packed.along(span, width, visit);
    }

    /// Whether a segment passes right through an area that `counts`, as far as that is quickly seen; if it is not,
    /// every feature that may be touched is visited, in no order.
    pub(crate) fn parted(
        &self,
        span: &Span,
        counts: impl FnMut((FeatureId, Kind)) -> bool,
        visit: impl FnMut((FeatureId, Kind)),
    ) -> bool {
        self.packed.parted(span, counts, visit)
    }

    /// Features whose boxes touch a box, in rising order.
    pub(crate) fn near_box(&self, bounds: Bounds) -> Features {
        // This number is found faster by squares than by a tree.
        if self.boxes.len() <= cells::MOST {
            let mut ids = Features::new();
            let mut about = self.cells.about(&bounds);
            while about != 0 {
                let n = about.trailing_zeros();
                about &= about - 1;
                if self.boxes.get(n as usize).is_some_and(|b| b.meets(&bounds)) {
                    ids.extend(FeatureId::try_from(n));
                }
            }
            return ids;
        }
        let mut ids: Features = self.tree.locate_in_envelope_intersecting(bounds.aabb()).map(|b| b.what).collect();
        ids.sort_unstable();
        ids
    }

    /// The features that cover a point, in rising order, so that the last is uppermost. The boundary belongs to an
    /// area; a line covers points within half its width.
    pub fn at(&self, p: Point) -> impl Iterator<Item = FeatureId> {
        let v = Vector::from(p);
        let ids = self.near_box(Bounds { min: v, max: v });
        ids.into_iter().filter(move |&id| self.outlines[usize::from(id)].holds(v))
    }

    /// Height of the ground at a point: the highest level of the hills that hold it, 0 in the plain.
    #[must_use]
    pub fn level(&self, p: Point) -> i32 {
        self.level_at(p.into())
    }

    pub(crate) fn level_at(&self, v: Vector) -> i32 {
        let inside = |h: &&Hill| h.bounds.holds(v) && self.outlines[usize::from(h.feature)].holds(v);
        self.hills.iter().filter(inside).map(|h| h.level).max().unwrap_or(0)
    }

    /// The features that a piece overlaps, in rising order. A unit that has stopped at an edge (within [`SLACK`]) is
    /// not in.
    #[must_use]
    pub fn touched(&self, piece: &Piece) -> Features {
        self.touched_by(&Rect::from(piece).shrunk(f64::from(SLACK)))
    }

    /// The same for features of some kinds only.
    #[must_use]
    pub fn touched_of(&self, piece: &Piece, kinds: Kinds) -> Features {
        let r = Rect::from(piece).shrunk(f64::from(SLACK));
        let mut ids = self.near_box(r.bounds());
        ids.retain(|id| self.kind(*id).is_some_and(|k| kinds.has(k)) && self.outlines[usize::from(*id)].meets(&r));
        ids
    }

    /// Whether a feature covers a point, as in [`Terrain::at`].
    #[must_use]
    pub fn covers(&self, id: FeatureId, p: Point) -> bool {
        self.outline(id).is_some_and(|outline| outline.holds(p.into()))
    }

    pub(crate) fn touched_by(&self, r: &Rect) -> Features {
        let mut ids = self.near_box(r.bounds());
        ids.retain(|id| self.outlines[usize::from(*id)].meets(r));
        ids
    }

    /// The walls of an area, in the order of its corners but turned so that the inside is on the left hand; none for
    /// a line.
    #[must_use]
    pub fn faces(&self, id: FeatureId) -> Vec<Face> {
        let Some(Feature { shape: Shape::Area(points), .. }) = self.feature(id) else { return Vec::new() };
        let next = points.iter().cycle().skip(1);
        let doubled: i128 = points
            .iter()
            .zip(next.clone())
            .map(|(a, b)| i128::from(a.x) * i128::from(b.y) - i128::from(b.x) * i128::from(a.y))
            .sum();
        let faces = points.iter().zip(next).map(|(&from, &to)| Face { from, to });
        if doubled >= 0 { faces.collect() } else { faces.map(|f| Face { from: f.to, to: f.from }).collect() }
    }

    /// Is a point on the table? Its edges belong to it.
    #[must_use]
    pub const fn inside(&self, p: Point) -> bool {
        p.x >= 0 && p.y >= 0 && p.x <= self.ground.width && p.y <= self.ground.height
    }

    /// Is a piece wholly on the table, within [`SLACK`]?
    #[must_use]
    pub fn holds(&self, piece: &Piece) -> bool {
        let (b, slack) = (Rect::from(piece).bounds(), f64::from(SLACK));
        b.min.x >= -slack
            && b.min.y >= -slack
            && b.max.x <= f64::from(self.ground.width) + slack
            && b.max.y <= f64::from(self.ground.height) + slack
    }

    /// The stretches of a segment in each feature, in order of entry, then of exit, then of features. Thin lines give
    /// stretches without length where they are crossed. Exact to the centimetre.
    #[must_use]
    pub fn along(&self, a: Point, b: Point) -> Vec<Crossing> {
        let span = Span::new(a.into(), b.into());
        let mut found = Vec::new();
        self.near_span(&span, 0.0, |(feature, _)| {
            let stretches = self.outlines[usize::from(feature)].stretches(&span);
            found.extend(stretches.iter().map(|&(from, to)| Crossing {
                from_cm: whole(from),
                to_cm: whole(to),
                feature,
            }));
        });
        found.sort_unstable();
        found
    }

    /// Shortest distance from a point to a feature; 0 inside it. None when there is no such feature.
    #[must_use]
    pub fn point_to_feature(&self, p: Point, id: FeatureId) -> Option<Measure> {
        self.rect_to_feature(&Rect::point(p.into()), id)
    }

    /// Shortest distance from a piece to a feature; 0 when they touch or overlap. None when there is no such feature.
    #[must_use]
    pub fn piece_to_feature(&self, piece: &Piece, id: FeatureId) -> Option<Measure> {
        self.rect_to_feature(&piece.into(), id)
    }

    fn rect_to_feature(&self, r: &Rect, id: FeatureId) -> Option<Measure> {
        let (to, from, far) = self.outline(id)?.nearest(r);
        far.is_finite().then(|| Measure { from: from.round(), to: to.round(), cm: whole(far), limit: 0 })
    }

    /// Shortest distance from a piece to one wall of an area.
    #[must_use]
    pub fn piece_to_face(&self, piece: &Piece, face: Face) -> Measure {
        crate::measure::measure_rects(&piece.into(), &link_rect(face.from.into(), face.to.into()))
    }
}
