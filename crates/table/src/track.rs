//! A course queried many times: what does not change on the way is computed once.

use crate::geometry::vector::whole;
use crate::march::Placed;
use crate::{Cm, Course, Piece};

/// One mover of a [`Course`], for queries at many places. The same answers as [`Course::at`] and [`Course::end`].
///
/// ```
/// use grognard_table::{Course, Manoeuvre, March, Piece, Pose, Track};
/// let piece = Piece { pose: Pose::new(0, 0, 0), front: 6_000, depth: 2_000, lead: true };
/// let legs = vec![Manoeuvre::Wheel(3_000), Manoeuvre::Ahead(1_000)];
/// let course = Course::new(March { movers: vec![1], legs }, vec![piece]);
/// let track = Track::of(&course, 0).unwrap();
/// assert_eq!(track.at(3_500), course.at(3_500)[0]);
/// assert_eq!(track.end(), course.end()[0]);
/// ```
#[derive(Clone, Debug)]
pub struct Track<'a> {
    course: &'a Course,
    piece: Piece,
    extent: (f64, f64),
    /// For each leg its length, and the places of the guide and the mover at its start; and their places at the end.
    legs: Vec<(f64, [Placed; 2])>,
    last: [Placed; 2],
}

impl<'a> Track<'a> {
    /// The track of a mover by its place in the march; `None` when there is no such mover.
    #[must_use]
    pub fn of(course: &'a Course, mover: usize) -> Option<Self> {
        let start = course.start();
        let mut here = [*start.first()?, *start.get(mover)?];
        let extent = course.extent();
        let mut legs = Vec::with_capacity(course.march.legs.len());
        for leg in &course.march.legs {
            legs.push((course.way_of(leg, || extent), here));
            course.lead(here[0], &mut here, leg, 1.0, || extent);
        }
        Some(Self { course, piece: *course.from.get(mover)?, extent, legs, last: here })
    }

    #[must_use]
    pub fn length(&self) -> Cm {
        whole(self.legs.iter().map(|(way, _)| way).sum())
    }

    /// The piece after `cm` of the course.
    #[must_use]
    pub fn at(&self, cm: Cm) -> Piece {
        self.look(cm).0
    }

    /// The leg under way after `cm`, as its place in the march; the number of legs when all have been done.
    #[must_use]
    pub fn leg_at(&self, cm: Cm) -> usize {
        self.look(cm).1
    }

    /// The piece at the end of the course.
    #[must_use]
    pub fn end(&self) -> Piece {
        self.settled(self.last)
    }

    fn look(&self, cm: Cm) -> (Piece, usize) {
        let mut left = f64::from(cm.max(0));
        for (n, ((way, start), leg)) in self.legs.iter().zip(&self.course.march.legs).enumerate() {
            if left <= 0.0 {
                return (self.settled(*start), n);
            }
            if left < *way {
                let mut here = *start;
                self.course.lead(start[0], &mut here, leg, left / way, || self.extent);
                return (self.settled(here), n);
            }
            left -= way;
        }
        (self.end(), self.legs.len())
    }

    fn settled(&self, [_, here]: [Placed; 2]) -> Piece {
        here.settled(&self.piece)
    }
}
