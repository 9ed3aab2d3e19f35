//! Courses on one clock: several movers, each with a pace of its own and with wheels, over one fraction of time, and
//! their first meetings. [`crate::lockstep`] handles straight moves alone.

use crate::approach::{when_touching, when_within};
use crate::geometry::vector::{Bounds, Rect, Vector, whole, whole_below};
use crate::index::Boxed;
use crate::measure::{gap, measure_rects};
use crate::{Cm, Course, INSTANTS, Meeting, Piece, SLACK, Watch};
use rstar::RTree;

/// The way of one unit through a fraction of time: all its pieces, moving or standing.
///
/// ```
/// use grognard_table::{Course, INSTANTS, Manoeuvre, March, Piece, Pose, Trip};
/// let piece = Piece { pose: Pose::new(0, 0, 0), front: 6_000, depth: 2_000, lead: true };
/// let march = March { movers: vec![7], legs: vec![Manoeuvre::Ahead(1_000)] };
/// let trip = Trip::at_pace(7, &Course::new(march, vec![piece]), 4_000);
/// assert_eq!(trip.gone(INSTANTS / 8), 500);
/// assert_eq!(trip.gone(INSTANTS), 1_000);
/// assert_eq!(trip.at(INSTANTS / 8)[0].pose, Pose::new(0, 500, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Trip {
    pub tag: u32,
    shapes: Vec<Piece>,
    ways: Vec<Vec<Beat>>,
    marks: Vec<(f64, f64)>,
    until: f64,
    bounds: Bounds,
}

/// A straight stroke of a piece between two instants.
#[derive(Clone, Copy, Debug)]
struct Beat {
    rect: Rect,
    facing: crate::Angle,
    by: Vector,
    from: f64,
    to: f64,
}

impl Beat {
    fn at(&self, instant: f64) -> Rect {
        if self.to <= self.from {
            return self.rect.moved(self.by);
        }
        let part = ((instant - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.rect.moved(self.by * part)
    }
}

const END: f64 = INSTANTS as f64;

impl Trip {
    /// A unit that stands.
    #[must_use]
    pub fn still(tag: u32, pieces: &[Piece]) -> Self {
        let ways = pieces.iter().map(|piece| vec![resting(Rect::from(piece), piece.pose.facing, 0.0)]).collect();
        Self::made(tag, pieces.to_vec(), ways, Vec::new(), 0.0)
    }

    /// A course at an even pace: `pace` centimetres in the whole fraction of time. A unit that ends earlier stands;
    /// what is longer is not done.
    #[must_use]
    pub fn at_pace(tag: u32, course: &Course, pace: Cm) -> Self {
        let (length, pace) = (f64::from(course.length()), f64::from(pace.max(0)));
        if pace <= 0.0 {
            return Self::still(tag, &course.from);
        }
        let far = length.min(pace);
        Self::on_the_clock(tag, course, vec![(0.0, 0.0), (far, END * far / pace)])
    }

    /// A course with changes of pace: at these places, in centimetres from its start, it is at these instants, both
    /// rising; between two of them it moves evenly. The part beyond the last place is not done.
    #[must_use]
    pub fn timed(tag: u32, course: &Course, places: &[(Cm, u32)]) -> Self {
        let length = f64::from(course.length());
        let marks =
            places.iter().map(|(cm, instant)| (f64::from(*cm).min(length), f64::from((*instant).min(INSTANTS))));
        let mut rising: Vec<(f64, f64)> = Vec::with_capacity(places.len());
        for (cm, instant) in marks {
            let (last, before) = rising.last().copied().unwrap_or_default();
            rising.push((cm.max(last), instant.max(before)));
        }
        if rising.last().is_none_or(|(far, _)| *far <= 0.0) {
            return Self::still(tag, &course.from);
        }
        Self::on_the_clock(tag, course, rising)
    }

    fn on_the_clock(tag: u32, course: &Course, marks: Vec<(f64, f64)>) -> Self {
        let far = marks.last().map_or(0.0, |(cm, _)| *cm);
        let ways = (0..course.from.len()).map(|mover| beats(course, mover, &marks, far)).collect();
        let until = marks.last().map_or(0.0, |(_, instant)| *instant);
        Self::made(tag, course.from.clone(), ways, marks, until)
    }

    fn made(tag: u32, shapes: Vec<Piece>, ways: Vec<Vec<Beat>>, marks: Vec<(f64, f64)>, until: f64) -> Self {
        let bounds = ways.iter().flatten().fold(Bounds::EMPTY, |all, beat| {
            let one = beat.rect.bounds().swept(beat.by);
            all.with(one.min).with(one.max)
        });
        Self { tag, shapes, ways, marks, until, bounds }
    }

    #[must_use]
    pub const fn moves(&self) -> bool {
        self.until > 0.0
    }

    /// How much of its course it has covered at an instant, rounded down: cut there, it has not gone too far.
    #[must_use]
    pub fn gone(&self, instant: u32) -> Cm {
        let instant = f64::from(instant.min(INSTANTS));
        let mut last = (0.0, 0.0);
        for &(cm, at) in &self.marks {
            if instant < at {
                let part = (instant - last.1) / (at - last.1);
                return whole_below(last.0 + (cm - last.0) * part.max(0.0));
            }
            last = (cm, at);
        }
        whole_below(last.0)
    }

    /// Its pieces at an instant, rounded.
    #[must_use]
    pub fn at(&self, instant: u32) -> Vec<Piece> {
        let instant = f64::from(instant.min(INSTANTS));
        let here = |(shape, way): (&Piece, &Vec<Beat>)| {
            let beat = way.iter().find(|beat| instant < beat.to).or_else(|| way.last())?;
            let at = beat.at(instant).centre.round();
            Some(shape.with_pose(crate::Pose { at, facing: beat.facing.rem_euclid(36_000) }))
        };
        self.shapes.iter().zip(&self.ways).filter_map(here).collect()
    }

    /// The same way as far as an instant: from then on it stands.
    #[must_use]
    pub fn stopped(&self, instant: u32) -> Self {
        let stop = f64::from(instant.min(INSTANTS));
        let ways = self.ways.iter().map(|way| {
            let mut kept: Vec<Beat> = Vec::new();
            let mut rest = None;
            for beat in way {
                if beat.to <= stop {
                    kept.push(*beat);
                    continue;
                }
                let here = beat.at(stop);
                if beat.from < stop {
                    kept.push(Beat { by: here.centre - beat.rect.centre, to: stop, ..*beat });
                }
                rest = Some(resting(here, beat.facing, stop));
                break;
            }
            kept.extend(rest);
            kept
        });
        let ways = ways.collect();
        let mut marks: Vec<(f64, f64)> = self.marks.iter().copied().filter(|(_, at)| *at <= stop).collect();
        if self.until > stop {
            marks.push((f64::from(self.gone(instant)), stop));
        }
        Self::made(self.tag, self.shapes.clone(), ways, marks, self.until.min(stop))
    }
}

const fn resting(rect: Rect, facing: crate::Angle, from: f64) -> Beat {
    Beat { rect, facing, by: Vector::new(0.0, 0.0), from, to: END }
}

/// The strokes of a mover on the clock, cut where the pace changes; at the end it stands.
fn beats(course: &Course, mover: usize, marks: &[(f64, f64)], far: f64) -> Vec<Beat> {
    let mut beats = Vec::new();
    let mut rest = None;
    let start = marks.first().map_or(0.0, |(_, at)| *at);
    for stroke in course.strokes(mover) {
        let facing = crate::geometry::vector::bearing(stroke.rect.ahead);
        if beats.is_empty() && start > 0.0 {
            beats.push(Beat { rect: stroke.rect, facing, by: Vector::default(), from: 0.0, to: start });
        }
        let way = stroke.to - stroke.from;
        let done = stroke.to.min(far);
        rest = Some((stroke.rect.moved(stroke.by), facing));
        if way > 0.0 {
            let mut from = stroke.from;
            for leg in marks.windows(2) {
                let ((a, t_a), (b, t_b)) = (leg[0], leg[1]);
                let to = done.min(b);
                if to <= from || b <= a {
                    continue;
                }
                let when = |cm: f64| t_a + (t_b - t_a) * (cm - a) / (b - a);
                let rect = stroke.rect.moved(stroke.by * ((from - stroke.from) / way));
                beats.push(Beat { rect, facing, by: stroke.by * ((to - from) / way), from: when(from), to: when(to) });
                from = to;
            }
        }
        if stroke.to >= far && way > 0.0 {
            rest = Some((stroke.rect.moved(stroke.by * ((done - stroke.from) / way)), facing));
            if stroke.to > far {
                break;
            }
        }
    }
    let end = marks.last().map_or(0.0, |(_, at)| *at);
    beats.extend(rest.map(|(rect, facing)| resting(rect, facing, end)));
    beats
}

/// The first time that each two of several trips do what is watched for between them, the earliest first, then by tags.
/// Two that stand never meet.
///
/// `watch` gives the watch of two tags, at distances up to `most`. [`Watch::Within`]: they come within the distance or,
/// if they are within it already, nearer than they were. [`Watch::Touches`]: they touch and would go on into one
/// another. The ground that a course enters is a query of the course ([`crate::sweep`]), so [`Watch::Enters`] never
/// occurs here.
///
/// Cost: near-linear in the number of trips as long as each has few others about it, times strokes.
#[must_use]
pub fn meetings(trips: &[Trip], most: Cm, watch: impl Fn(u32, u32) -> Option<Watch>) -> Vec<Meeting> {
    let boxes = (0_u32..).zip(trips).map(|(n, trip)| Boxed { what: n, bounds: trip.bounds }).collect();
    let tree = RTree::bulk_load(boxes);
    let mut found = Vec::new();
    for (n, trip) in (0_u32..).zip(trips).filter(|(_, trip)| trip.moves()) {
        for other in tree.locate_in_envelope_intersecting(trip.bounds.grown(f64::from(most) + 1.0).aabb()) {
            let Some(his) = trips.get(other.what as usize) else { continue };
            // Each pair of movers is tested once.
            if other.what == n || his.tag == trip.tag || (his.moves() && other.what < n) {
                continue;
            }
            if let Some(what) = watch(trip.tag, his.tag) {
                found.extend(first(trip, his, what));
            }
        }
    }
    found.sort_unstable();
    found
}

/// When two trips first meet.
fn first(a: &Trip, b: &Trip, watch: Watch) -> Option<Meeting> {
    let near = match watch {
        Watch::Within(cm) => Some(f64::from(cm)),
        Watch::Touches => None,
        Watch::Enters(_) => return None,
    };
    let near = near.map(|cm| {
        let starts = |trip: &Trip| trip.ways.iter().filter_map(|way| way.first().map(|b| b.rect)).collect::<Vec<_>>();
        let (one, other) = (starts(a), starts(b));
        let gaps = one.iter().flat_map(|x| other.iter().map(move |y| gap(x, y)));
        let least = gaps.fold(f64::INFINITY, f64::min);
        if least <= cm + f64::from(SLACK) { least - f64::from(SLACK) } else { cm }
    });
    let mut best: Option<(f64, Rect, Rect)> = None;
    for mine in &a.ways {
        for his in &b.ways {
            let when = meet(mine, his, near, best.map_or(END, |(t, ..)| t));
            if let Some(met) = when
                && best.is_none_or(|(t, ..)| met.0 < t)
            {
                best = Some(met);
            }
        }
    }
    let (t, one, other) = best?;
    let at = measure_rects(&one, &other).limited(near.map_or(0, whole).max(0));
    let (who, at) = if a.tag < b.tag { ((a.tag, b.tag), at) } else { ((b.tag, a.tag), at.reversed()) };
    let after = u32::try_from(whole(t)).unwrap_or(0).min(INSTANTS);
    Some(Meeting { after, watch: 0, who, at })
}

/// When two pieces first meet, before an instant.
fn meet(mine: &[Beat], his: &[Beat], near: Option<f64>, before: f64) -> Option<(f64, Rect, Rect)> {
    let (mut i, mut j) = (0, 0);
    while let (Some(a), Some(b)) = (mine.get(i), his.get(j)) {
        let (from, to) = (a.from.max(b.from), a.to.min(b.to));
        if from > before {
            return None;
        }
        if from <= to {
            let (one, other) = (a.at(from), b.at(from));
            let (by, his_by) = (a.at(to).centre - one.centre, b.at(to).centre - other.centre);
            let t = match near {
                Some(limit) => when_within(&one, by - his_by, &other, limit),
                None => when_touching(&one, by - his_by, &other),
            };
            if let Some(t) = t {
                return Some((from + t * (to - from), one.moved(by * t), other.moved(his_by * t)));
            }
        }
        if a.to <= b.to { i += 1 } else { j += 1 }
    }
    None
}
