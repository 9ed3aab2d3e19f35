//! The parts of a march on which something holds: "fire at it anywhere between here and there".

use crate::{Cm, Course, Piece};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of a course, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Window {
    /// The start, along the course...
    pub from: Cm,
    pub to: Cm,
}

/// The parts of a course on which `holds` is true of one mover's piece: within reach, in arc and in sight, or any other
/// condition of the caller's rule.
///
/// Tested every `step` centimetres and at the end, with each change found to the centimetre by halving; a change that
/// reverts between two tests is missed. Cost: length / step calls, and some fifteen more for each change.
///
/// ```
/// use grognard_table::{Course, Manoeuvre, March, Piece, Point, Pose, Window, point_to_piece, windows};
/// let piece = Piece { pose: Pose::new(0, 0, 0), front: 6_000, depth: 2_000, lead: true };
/// let course = Course::new(March { movers: vec![1], legs: vec![Manoeuvre::Ahead(60_000)] }, vec![piece]);
/// let gun = Point::new(10_000, 30_000);
/// let reach = windows(&course, 0, 1_000, |p| point_to_piece(gun, p).is_within(12_000));
/// assert_eq!(reach, [Window { from: 19_251, to: 40_749 }]);
/// ```
#[must_use]
pub fn windows(course: &Course, mover: usize, step: Cm, holds: impl Fn(&Piece) -> bool) -> Vec<Window> {
    let (length, step) = (course.length(), step.max(1));
    let at = |cm: Cm| course.at(cm).get(mover).is_some_and(&holds);
    let mut found: Vec<Window> = Vec::new();
    let (mut last, mut held) = (0, at(0));
    let mut open = held.then_some(0);
    while last < length {
        let next = last.saturating_add(step).min(length);
        let holds = at(next);
        if holds != held {
            let (mut low, mut high) = (last, next);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if at(middle) == held { low = middle } else { high = middle }
            }
            match open.take() {
                Some(from) => found.push(Window { from, to: low }),
                None => open = Some(high),
            }
        }
        (last, held) = (next, holds);
    }
    found.extend(open.map(|from| Window { from, to: length }));
    found
}
