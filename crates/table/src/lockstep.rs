//! Simultaneous moves: several pieces that move evenly over one common fraction of time, and their first meetings.

use crate::approach::{when_entering, when_touching, when_within};
use crate::geometry::vector::{Bounds, Rect, Vector, whole};
use crate::index::Boxed;
use crate::measure::measure_rects;
use crate::{Cm, FeatureId, Measure, Piece, Pose, Terrain};
use rstar::RTree;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number of instants in a fraction of time: fine enough that even the longest move covers far less than
/// [`crate::SLACK`] in one of them.
pub const INSTANTS: u32 = 1_000_000;

/// A piece that moves straight and evenly, or stands still; a unit may have several, under one tag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Mover {
    pub tag: u32,
    /// The piece at its start.
    pub piece: Piece,
    /// Its move eastwards in the whole fraction.
    pub east: Cm,
    /// Its move northwards in the whole fraction.
    pub north: Cm,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Watch {
    /// Two pieces come within this distance, rectangle to rectangle.
    Within(Cm),
    /// Two pieces touch and would go on into one another.
    Touches,
    /// A piece enters a feature.
    Enters(FeatureId),
}

/// A watched event. Meetings are ordered by instant, then by watch, then by tags.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Meeting {
    /// The instant, in parts of the fraction: 0..=[`INSTANTS`].
    pub after: u32,
    /// The watch, by its place in the list; the list is read up to 256.
    pub watch: u8,
    /// The two tags, the smaller first; for [`Watch::Enters`] the mover and the feature.
    pub who: (u32, u32),
    /// The distance at that instant.
    pub at: Measure,
}

impl Mover {
    /// A mover from the piece's places at the start and at the end; the facing is that of the start.
    #[must_use]
    pub const fn between(tag: u32, piece: Piece, end: Pose) -> Self {
        Self {
            tag,
            piece,
            east: end.at.x.saturating_sub(piece.pose.at.x),
            north: end.at.y.saturating_sub(piece.pose.at.y),
        }
    }

    /// A piece that stands still.
    #[must_use]
    pub const fn still(tag: u32, piece: Piece) -> Self {
        Self { tag, piece, east: 0, north: 0 }
    }

    /// The piece at an instant, rounded.
    #[must_use]
    pub fn at(&self, after: u32) -> Piece {
        let part = f64::from(after.min(INSTANTS)) / f64::from(INSTANTS);
        let at = (Vector::from(self.piece.pose.at) + self.by() * part).round();
        self.piece.with_pose(Pose { at, ..self.piece.pose })
    }

    fn by(&self) -> Vector {
        Vector::new(f64::from(self.east), f64::from(self.north))
    }
}

/// The first time that each pair of units (or unit and feature) does each thing watched for, in full order: the
/// earliest meetings come first. What holds at the start is reported at instant 0, except between two pieces that stand
/// still.
///
/// `pairs` gives the watches of two tags. Pieces of one tag never meet.
///
/// Cost: near-linear in the number of movers as long as each has few others within its move and the greatest distance
/// watched for.
#[must_use]
pub fn lockstep(
    movers: &[Mover],
    watch: &[Watch],
    terrain: &Terrain,
    pairs: impl Fn(u32, u32) -> bool,
) -> Vec<Meeting> {
    let limit = watch.iter().map(|w| if let Watch::Within(cm) = w { *cm } else { 0 }).max().unwrap_or(0);
    let tree = RTree::bulk_load(
        (0_u32..)
            .zip(movers)
            .map(|(i, m)| Boxed { what: i, bounds: Rect::from(&m.piece).bounds().swept(m.by()) })
            .collect(),
    );
    let mut found = Vec::new();
    let paired = watch.iter().any(|w| !matches!(w, Watch::Enters(_)));
    for (i, m) in (0_u32..).zip(movers).filter(|_| paired) {
        let (rect, by) = (Rect::from(&m.piece), m.by());
        let about = rect.bounds().swept(by).grown(f64::from(limit) + 1.0);
        for near in tree.locate_in_envelope_intersecting(about.aabb()) {
            if near.what <= i {
                continue;
            }
            let Some(o) = movers.get(near.what as usize) else { continue };
            if m.tag == o.tag || (by == Vector::default() && o.by() == Vector::default()) || !pairs(m.tag, o.tag) {
                continue;
            }
            meet((m, rect, by), o, watch, &mut found);
        }
    }
    for (n, id) in
        (0..=u8::MAX).zip(watch).filter_map(|(n, w)| if let Watch::Enters(id) = w { Some((n, *id)) } else { None })
    {
        enter(movers, &tree, terrain, (n, id), &mut found);
    }
    // Of several pieces of one unit the first to meet counts.
    found.sort_unstable_by_key(|m| (m.watch, m.who, m.after, m.at));
    found.dedup_by_key(|m| (m.watch, m.who));
    found.sort_unstable();
    found
}

fn meet((m, rect, by): (&Mover, Rect, Vector), o: &Mover, watch: &[Watch], found: &mut Vec<Meeting>) {
    let other = Rect::from(&o.piece);
    let relative = by - o.by();
    for (n, w) in (0..=u8::MAX).zip(watch) {
        let (t, limit) = match *w {
            Watch::Within(cm) => (when_within(&rect, relative, &other, f64::from(cm)), cm),
            Watch::Touches => (when_touching(&rect, relative, &other), 0),
            Watch::Enters(_) => (None, 0),
        };
        if let Some(t) = t {
            let at = measure_rects(&rect.moved(by * t), &other.moved(o.by() * t)).limited(limit);
            let (who, at) = if m.tag < o.tag { ((m.tag, o.tag), at) } else { ((o.tag, m.tag), at.reversed()) };
            found.push(Meeting { after: instant(t), watch: n, who, at });
        }
    }
}

fn enter(
    movers: &[Mover],
    tree: &RTree<Boxed<u32>>,
    terrain: &Terrain,
    (n, id): (u8, FeatureId),
    found: &mut Vec<Meeting>,
) {
    let Some(outline) = terrain.outline(id) else { return };
    let about: Bounds = outline.bounds();
    if about.min.x > about.max.x {
        return;
    }
    for near in tree.locate_in_envelope_intersecting(about.aabb()) {
        let Some(m) = movers.get(near.what as usize) else { continue };
        let rect = Rect::from(&m.piece);
        if let Some(t) = when_entering(outline, &rect, m.by()) {
            let (to, from, far) = outline.nearest(&rect.moved(m.by() * t));
            let at = Measure { from: from.round(), to: to.round(), cm: whole(far), limit: 0 };
            found.push(Meeting { after: instant(t), watch: n, who: (m.tag, u32::from(id)), at });
        }
    }
}

fn instant(t: f64) -> u32 {
    u32::try_from(whole(t * f64::from(INSTANTS))).unwrap_or(0).min(INSTANTS)
}
