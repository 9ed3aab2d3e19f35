//! Arcs and sight (BE-GAP-50).

use crate::resolve::fire;
use crate::world::World;
use crate::{BatailleEmpire, r};
use game::UnitId;
use table::{Angle, Blockers, Cm, Piece, Point, Pose, Quarter, Sight, ahead_of_front, distance, point_to_piece, zone};

/// How far in front of its wall a garrison looks out: more than any rounding error.
const OUT_OF_THE_WALL: Cm = 10;

impl BatailleEmpire {
    /// Whether any part of a piece lies in the arc in front of another, whose sides leave the front corners at an
    /// angle.
    #[must_use]
    pub fn in_arc(&self, of: &Piece, half: Angle, other: &Piece) -> bool {
        let nearest = point_to_piece(of.front_middle(), other).to;
        let close = distance(of, other).to;
        let points = other.corners().into_iter().chain([other.pose.at, nearest, close]);
        // A point where the two touch may be in the zone by rounding, even at the rear.
        points.into_iter().any(|p| ahead_of_front(of, p) && zone(of, half, p) == Quarter::Front)
    }

    /// The half-angle of a unit's arc of fire; `None`: it fires all round (BE-GAP-24, BE-GAP-36, BE-GAP-50).
    #[must_use]
    pub fn arc_of_fire(&self, w: &World, id: UnitId) -> Option<Angle> {
        fire::arc(&self.book, self.sheet(id).body.arm, w.unit(id).formation)
    }

    /// Whether an enemy lies in a unit's arc of fire.
    #[must_use]
    pub fn in_arc_of_fire(&self, w: &World, id: UnitId, target: &Piece) -> bool {
        self.arc_of_fire(w, id).is_none_or(|half| self.in_arc(&self.piece(w, id), half, target))
    }

    /// Whether an enemy lies in the arc in which a unit may charge (BE-CHA-02).
    #[must_use]
    pub fn in_arc_of_charge(&self, w: &World, id: UnitId, target: &Piece) -> bool {
        !self.on(r::BE_CHA_02) || self.in_arc(&self.piece(w, id), self.book.tables.angle.charge.0, target)
    }

    /// Whether a unit sees another, past ground and units, which leave no narrow gaps (BE-GAP-50).
    #[must_use]
    pub fn sees(&self, w: &World, a: UnitId, b: UnitId) -> bool {
        self.sees_piece(w, a, b, &self.piece(w, b))
    }

    /// The same for a target elsewhere.
    #[must_use]
    pub fn sees_piece(&self, w: &World, a: UnitId, b: UnitId, target: &Piece) -> bool {
        let own = self.piece(w, a);
        let all_round = self.arc_of_fire(w, a).is_none();
        let from = if all_round { distance(&own, target).from } else { own.front_middle() };
        let from = self.window(w, a, &own, target.pose.at).unwrap_or(from);
        let window = self.window(w, b, target, from).map(|at| Piece {
            pose: Pose { at, facing: 0 },
            front: 2,
            depth: 2,
            ..*target
        });
        self.looks(w, from, window.as_ref().unwrap_or(target), &[a, b])
    }

    /// The point of a building from which a garrison sees a point and is seen from there (BE-GAP-24): its own walls
    /// block no view.
    fn window(&self, w: &World, id: UnitId, piece: &Piece, towards: Point) -> Option<Point> {
        let site = w.unit(id).inside.filter(|_| self.piece(w, id) == *piece)?;
        let eye = Piece { pose: Pose { at: towards, facing: 0 }, front: 2, depth: 2, ..*piece };
        let wall = self.terrain.piece_to_feature(&eye, site)?.to;
        Some(wall.step(wall.bearing_to(towards), OUT_OF_THE_WALL))
    }

    /// Whether one piece sees another from its nearest point, whatever unit stands there.
    #[must_use]
    pub fn sees_from(&self, w: &World, own: &Piece, target: &Piece, except: &[UnitId]) -> bool {
        self.looks(w, distance(own, target).from, target, except)
    }

    fn looks(&self, w: &World, from: Point, target: &Piece, except: &[UnitId]) -> bool {
        let ground = |blockers: &Blockers, except: &[u32]| {
            self.veils
                .iter()
                .all(|veil| Sight { terrain: &self.terrain, veil: *veil, blockers }.sees(from, target, except))
        };
        let high = self.terrain.level(from) > 0 || self.terrain.level(target.pose.at) > 0;
        if high {
            return ground(&Blockers::none(), &[]);
        }
        let blockers = self.blockers(w, from, target.pose.at, except);
        ground(&Blockers::new(&blockers), &[])
    }

    /// The pieces that may hide a target, each grown by half of the gap required between two.
    fn blockers(&self, w: &World, from: Point, to: Point, except: &[UnitId]) -> Vec<(u32, Piece)> {
        let gap = self.book.tables.distance.passage_interval.cm();
        let margin = 3 * crate::UD;
        let (low, high) = (
            Point::new(from.x.min(to.x) - margin, from.y.min(to.y) - margin),
            Point::new(from.x.max(to.x) + margin, from.y.max(to.y) + margin),
        );
        w.ids()
            .filter(|id| w.unit(*id).present() && !except.contains(id))
            .map(|id| (id, self.piece(w, id)))
            .filter(|(_, p)| {
                let at = p.pose.at;
                at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y
            })
            .map(|(id, p)| (u32::from(id.0), Piece { front: p.front + gap, ..p }))
            .collect()
    }
}
