//! Figures of a unit that bear on a target (LA-GAP-05, LA-GAP-10, LA-GAP-64).

use crate::terms::troops::{Figure, square_faces};
use crate::world::{Counting, SPREAD, World};
use crate::{Arm, Formation, LesAigles, r};
use game::UnitId;
use table::{Piece, Point, Pose, Quarter, angle_off, point_to_piece};

impl LesAigles {
    /// The figures of the front of a unit from left to right (LA-GAP-05).
    pub(crate) fn front_row(&self, w: &World, id: UnitId) -> Vec<Figure> {
        let unit = w.unit(id);
        let kinds: Vec<Figure> =
            self.kinds(unit, id).flat_map(|(figure, n)| std::iter::repeat_n(figure, usize::from(n))).collect();
        let abreast = usize::from(unit.abreast(&self.book, self.sheet(id).front));
        let mut row: Vec<Figure> = match unit.formation {
            Formation::HollowSquare | Formation::SolidSquare => kinds.into_iter().take(abreast).collect(),
            Formation::Garrison => {
                let half = kinds.len().div_ceil(2);
                kinds.into_iter().take(half).collect()
            }
            _ if unit.across() => kinds.into_iter().take(abreast).collect(),
            // Only the front rank of cavalry; both ranks of a British double line.
            Formation::DoubleLine if self.arm(id) == Arm::Cavalry => kinds.into_iter().take(abreast).collect(),
            Formation::DoubleLine
            | Formation::Line
            | Formation::Skirmish
            | Formation::InPosition
            | Formation::Limbered => kinds,
            Formation::Column | Formation::DivisionColumn => kinds.into_iter().take(abreast).collect(),
        };
        // The first named stands on the right.
        row.reverse();
        row
    }

    /// The places of the figures along a face of a square among all its figures, beginning in front and going round by
    /// the right; for a solid square, the bases along that side of its column (LA-GAP-10).
    fn face_places(&self, w: &World, id: UnitId, face: Quarter) -> Vec<usize> {
        let unit = w.unit(id);
        let figures = usize::from(unit.figures());
        if unit.formation == Formation::SolidSquare {
            let front = usize::from(unit.abreast(&self.book, self.sheet(id).front)).max(1);
            let ranks = (0..figures).step_by(front);
            return match face {
                Quarter::Front => (0..front.min(figures)).collect(),
                Quarter::Rear => (figures.saturating_sub(front)..figures).collect(),
                Quarter::Right => ranks.collect(),
                Quarter::Left => ranks.map(|first| (first + front).min(figures) - 1).collect(),
            };
        }
        let faces = square_faces(&self.book, unit.figures()).map(usize::from);
        let place = match face {
            Quarter::Front => 0,
            Quarter::Right => 1,
            Quarter::Rear => 2,
            Quarter::Left => 3,
        };
        let from: usize = faces[..place].iter().sum();
        (from..from + faces[place]).collect()
    }

    /// The figures along a face of a square.
    pub(crate) fn face_row(&self, w: &World, id: UnitId, face: Quarter) -> Vec<Figure> {
        let kinds: Vec<Figure> =
            self.kinds(w.unit(id), id).flat_map(|(figure, n)| std::iter::repeat_n(figure, usize::from(n))).collect();
        self.face_places(w, id, face).into_iter().filter_map(|place| kinds.get(place).copied()).collect()
    }

    /// The face of a square that is turned to a target (LA-GAP-05).
    fn face_to(counting: &Counting) -> Quarter {
        table::zone(&counting.own, SPREAD, point_to_piece(counting.own.pose.at, &counting.to).to)
    }

    /// Number of figures that bear on a target in the last quarter that counts (LA-GAP-64).
    pub(crate) fn bearing(&self, w: &World, by: UnitId, counting: &Counting) -> u16 {
        rulebook::saturated::<u16, _>(self.bearing_figures(w, by, counting).len())
    }

    pub(super) fn bearing_figures(&self, w: &World, by: UnitId, counting: &Counting) -> Vec<Figure> {
        self.bearing_row(w, by, counting).into_iter().filter_map(|(figure, bears)| bears.then_some(figure)).collect()
    }

    /// The figures that bear on a target but not on the first one.
    pub(super) fn bearing_beside(&self, w: &World, by: UnitId, first: &Counting, counting: &Counting) -> Vec<Figure> {
        if w.unit(by).inside.is_some() {
            // Those at another wall than the one facing the first target (LA-GAP-74).
            let wall = |target: &Piece| table::zone(&self.body(w, by), SPREAD, target.pose.at);
            let kinds = self.kinds(w.unit(by), by).flat_map(|(figure, n)| std::iter::repeat_n(figure, usize::from(n)));
            let half = usize::from(w.unit(by).figures().div_ceil(2));
            return if wall(&first.to) == wall(&counting.to) { Vec::new() } else { kinds.skip(half).collect() };
        }
        if w.unit(by).formation.square() {
            // Those of another face, each base once (LA-GAP-10).
            let kinds = self.kinds(w.unit(by), by).flat_map(|(figure, n)| std::iter::repeat_n(figure, usize::from(n)));
            let [taken, other] = [first, counting].map(|counting| self.face_places(w, by, Self::face_to(counting)));
            let free = |place: &usize| other.contains(place) && !taken.contains(place);
            return kinds.enumerate().filter(|(place, _)| free(place)).map(|(_, figure)| figure).collect();
        }
        let (one, other) = (self.bearing_row(w, by, first), self.bearing_row(w, by, counting));
        let rest = one.into_iter().zip(other).filter(|((_, first), (_, bears))| *bears && !first);
        rest.map(|(_, (figure, _))| figure).collect()
    }

    /// The front figures of a unit, and whether each bears on a target.
    fn bearing_row(&self, w: &World, by: UnitId, counting: &Counting) -> Vec<(Figure, bool)> {
        let unit = w.unit(by);
        let row = match unit.formation.square() && self.on(r::LA_GAP_05) {
            true => self.face_row(w, by, Self::face_to(counting)),
            false => self.front_row(w, by),
        };
        let lands =
            |at: &UnitId| w.unit(*at).charge.as_ref().and_then(|c| c.lands.as_ref()).is_some_and(|l| l.on == by);
        let whole = self.book.options.whole_line_fires_at_charger && w.ids().any(|at| lands(&at));
        if unit.formation.square() || unit.inside.is_some() || whole || !self.on(r::LA_GAP_64) {
            return row.into_iter().map(|figure| (figure, true)).collect();
        }
        let guns = self.arm(by) == Arm::Artillery;
        let tables = &self.book.tables;
        let arc = i32::from(if guns { tables.guns.arc_hundredths } else { tables.small_arms.arc_hundredths });
        // A unit that has moved since fired from its earlier place.
        let body = counting.own;
        let ranks = if unit.formation == Formation::DoubleLine { 2 } else { 1 };
        let abreast = if guns { 1 } else { row.len().div_ceil(ranks).max(1) };
        let step = if guns { 0 } else { body.front / rulebook::saturated::<i32, _>(abreast) };
        let eye = |n: usize| -> Point {
            let place = rulebook::saturated::<i32, _>(n % abreast);
            body.pose.local(-body.front / 2 + step / 2 + place * step, body.depth / 2)
        };
        let bears = |n: usize| {
            let pose = Pose { at: eye(n), facing: body.pose.facing };
            [&counting.from, &counting.to].into_iter().any(|target| {
                let near = point_to_piece(pose.at, target).to;
                near == pose.at || angle_off(&pose, near).abs() <= arc
            })
        };
        row.into_iter().enumerate().map(|(n, figure)| (figure, bears(if guns { 0 } else { n }))).collect()
    }
}
