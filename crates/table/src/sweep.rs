//! What a march passes over: ground, lines, height, and other units' pieces.

use crate::approach::meetings;
use crate::geometry::shape::{Boxes, Outline, Span, Stretches, merge};
use crate::geometry::vector::{Bounds, Rect, whole, whole_below};
use crate::overlap::passage;
use crate::{Cm, Course, Crossing, FeatureId, Kind, Piece, SLACK, Terrain};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A stretch of a path on which one piece is over another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Passage {
    /// Their first contact, from the start of the path.
    pub from_cm: Cm,
    /// Where they separate.
    pub to_cm: Cm,
    /// The tag of the other piece.
    pub tag: u32,
}

/// What one mover's piece passes over on a course. All distances run along the course from its start.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Sweep {
    /// Length of the course.
    pub length: Cm,
    /// The features that the centre of the piece crosses, in order; lines without width have no length.
    pub ground: Vec<Crossing>,
    /// The features that any part of the piece touches, in order; a unit that stops at an edge does not touch the
    /// ground beyond.
    pub touched: Vec<Crossing>,
    /// Levels climbed by the centre, descents not set off.
    pub climbed: i32,
    /// The pieces it passes over, in order.
    pub passed: Vec<Passage>,
}

impl Sweep {
    /// The length of the centre's way through features chosen by the caller, overlaps counted once.
    #[must_use]
    pub fn through(&self, chosen: impl Fn(FeatureId) -> bool) -> Cm {
        let chosen = self.ground.iter().filter(|c| chosen(c.feature));
        let mut stretches: Stretches = chosen.map(|c| (f64::from(c.from_cm), f64::from(c.to_cm))).collect();
        merge(&mut stretches);
        whole(stretches.iter().map(|(from, to)| to - from).sum())
    }
}

/// Sweeps one mover (by its place in the march) along its course. Exact for straight legs; wheels go in chords of a degree.
///
/// Cost: strokes times their neighbours.
#[must_use]
pub fn sweep(course: &Course, mover: usize, terrain: &Terrain, others: &[(u32, Piece)]) -> Sweep {
    let strokes = course.strokes(mover);
    let mut ground: BTreeMap<FeatureId, Stretches> = BTreeMap::new();
    let mut touched: BTreeMap<FeatureId, Stretches> = BTreeMap::new();
    let mut passed: BTreeMap<u32, Stretches> = BTreeMap::new();
    let mut levels = strokes.first().map(|s| terrain.level_at(s.rect.centre)).into_iter().collect::<Vec<_>>();
    for stroke in &strokes {
        let way = stroke.to - stroke.from;
        let scaled = |(from, to): (f64, f64)| (stroke.from + from * way, stroke.from + to * way);
        let inner = stroke.rect.shrunk(f64::from(SLACK));
        let span = Span::new(stroke.rect.centre, stroke.rect.centre + stroke.by);
        let mut heights = vec![0.0, 1.0];
        for id in terrain.near_box(stroke.rect.bounds().swept(stroke.by)) {
            let Some(outline) = terrain.outline(id) else { continue };
            touched.entry(id).or_default().extend(meetings(outline, &inner, stroke.by).into_iter().map(scaled));
            if span.length > 0.0 {
                let inside = outline.stretches(&span).into_iter().map(|(f, t)| (f / span.length, t / span.length));
                let inside: Stretches = inside.collect();
                if terrain.kind(id) == Some(Kind::Hill) {
                    heights.extend(inside.iter().flat_map(|&(f, t)| [f, t]));
                }
                ground.entry(id).or_default().extend(inside.into_iter().map(scaled));
            }
        }
        heights.sort_by(f64::total_cmp);
        levels.extend(heights.windows(2).map(|w| terrain.level_at(span.at((w[0] + w[1]) / 2.0 * span.length))));
        for (tag, other) in others {
            let Some((from, to)) = passage(&stroke.rect, stroke.by, &Rect::from(other)) else { continue };
            let (from, to) = (from.max(0.0), to.min(1.0));
            if from <= to && (from < 1.0 || way == 0.0) {
                passed.entry(*tag).or_default().push(scaled((from, to)));
            }
        }
    }
    let rises = levels.windows(2).map(|w| w[1].saturating_sub(w[0]).max(0));
    let climbed = rises.fold(0, i32::saturating_add);
    let mut passed: Vec<Passage> =
        merged(passed).map(|(tag, from, to)| Passage { from_cm: whole_below(from), to_cm: whole(to), tag }).collect();
    passed.sort_unstable();
    Sweep { length: course.length(), ground: crossings(ground), touched: crossings(touched), climbed, passed }
}

/// The features that any part of one mover's piece touches: [`Sweep::touched`] alone, for a fraction of the cost.
#[must_use]
pub fn touched(course: &Course, mover: usize, terrain: &Terrain) -> Vec<Crossing> {
    let Some(start) = course.from.get(mover) else { return Vec::new() };
    // The centre of a piece that is not deeper than wide goes no farther than the length of the course.
    let far = f64::from(course.length()) + f64::from(start.front) + f64::from(start.depth) + f64::from(2 * SLACK);
    let about = Rect::point(start.pose.at.into()).bounds().grown(far);
    if start.front >= start.depth && terrain.near_box(about).is_empty() {
        return Vec::new();
    }
    let mut touched: BTreeMap<FeatureId, Stretches> = BTreeMap::new();
    for stroke in &course.strokes(mover) {
        let way = stroke.to - stroke.from;
        let inner = stroke.rect.shrunk(f64::from(SLACK));
        for id in terrain.near_box(stroke.rect.bounds().swept(stroke.by)) {
            let Some(outline) = terrain.outline(id) else { continue };
            let met = meetings(outline, &inner, stroke.by).into_iter();
            touched
                .entry(id)
                .or_default()
                .extend(met.map(|(from, to)| (stroke.from + from * way, stroke.from + to * way)));
        }
    }
    crossings(touched)
}

/// The chosen features that the centre of one mover crosses: [`Sweep::ground`] of these alone, for a fraction of the
/// cost.
#[must_use]
pub fn crossed(course: &Course, mover: usize, terrain: &Terrain, chosen: impl Fn(FeatureId) -> bool) -> Vec<Crossing> {
    let Some(start) = course.from.get(mover) else { return Vec::new() };
    // No centre goes farther than the length of the course.
    let far = f64::from(course.length()) + f64::from(2 * SLACK);
    let about: Vec<(FeatureId, &Outline, Boxes)> = terrain
        .near_box(Rect::point(start.pose.at.into()).bounds().grown(far))
        .into_iter()
        .filter(|id| chosen(*id))
        .filter_map(|id| terrain.outline(id).map(|outline| (id, outline, outline.boxes(f64::from(SLACK)))))
        .collect();
    if about.is_empty() {
        return Vec::new();
    }
    let mut ground: BTreeMap<FeatureId, Stretches> = BTreeMap::new();
    let near = |here: &Bounds| about.iter().any(|(.., boxes)| boxes.iter().any(|bounds| bounds.meets(here)));
    for stroke in &course.strokes_where(mover, near) {
        let span = Span::new(stroke.rect.centre, stroke.rect.centre + stroke.by);
        if span.length > 0.0 {
            let way = stroke.to - stroke.from;
            let here = Bounds::of([span.from, span.to]);
            let met = about.iter().filter(|(.., boxes)| boxes.iter().any(|bounds| bounds.meets(&here)));
            for (id, outline, _) in met {
                let inside = outline.stretches(&span).into_iter().map(|(f, t)| (f / span.length, t / span.length));
                let scaled = inside.map(|(from, to)| (stroke.from + from * way, stroke.from + to * way));
                ground.entry(*id).or_default().extend(scaled);
            }
        }
    }
    crossings(ground)
}

fn merged<K: Copy>(found: BTreeMap<K, Stretches>) -> impl Iterator<Item = (K, f64, f64)> {
    found.into_iter().flat_map(|(key, mut stretches)| {
        merge(&mut stretches);
        stretches.into_iter().map(move |(from, to)| (key, from, to))
    })
}

fn crossings(found: BTreeMap<FeatureId, Stretches>) -> Vec<Crossing> {
    let mut found: Vec<Crossing> =
        merged(found).map(|(feature, from, to)| Crossing { from_cm: whole(from), to_cm: whole(to), feature }).collect();
    found.sort_unstable();
    found
}
