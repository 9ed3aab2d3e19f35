//! Which units see each other (LA-GAP-15).

use super::World;
use crate::{Formation, LesAigles, r};
use game::UnitId;
use table::{Blockers, Cm, Piece, Point, Sight, distance, within_cm};

/// A world prepared for many questions: footprints, and the units that hide others.
pub struct Scene {
    /// All units on the table, with their footprints.
    pub bodies: Vec<(UnitId, Piece)>,
    blockers: Blockers,
    /// Units in houses.
    garrisons: Vec<UnitId>,
}

/// Added to the walls of a house so that its windows lie outside.
const OUTSIDE: Cm = 40;

impl Scene {
    #[must_use]
    pub fn body(&self, id: UnitId) -> Option<&Piece> {
        self.bodies.binary_search_by_key(&id, |(other, _)| *other).ok().map(|n| &self.bodies[n].1)
    }
}

impl LesAigles {
    /// Prepares a world for questions of sight.
    #[must_use]
    pub fn scene(&self, w: &World) -> Scene {
        let bodies: Vec<(UnitId, Piece)> =
            w.ids().filter(|id| w.unit(*id).present()).map(|id| (id, self.body(w, id))).collect();
        let hides = |id: UnitId| {
            !matches!(w.unit(id).formation, Formation::Skirmish | Formation::InPosition | Formation::Garrison)
        };
        let blockers: Vec<(u32, Piece)> =
            bodies.iter().filter(|(id, _)| hides(*id)).map(|(id, piece)| (u32::from(id.0), *piece)).collect();
        let garrisons = bodies.iter().map(|(id, _)| *id).filter(|id| w.unit(*id).inside.is_some()).collect();
        Scene { bodies, blockers: Blockers::new(&blockers), garrisons }
    }

    /// Visibility in this weather (LA-GAP-15, LA-GAP-73).
    #[must_use]
    pub fn visibility(&self) -> Cm {
        let ground = &self.book.tables.ground;
        let wet = self.scenario.rain && !self.book.options.rain_is_nothing && self.on(r::LA_GAP_73);
        if wet { ground.rain_sight.cm() } else { ground.sight.cm() }
    }

    /// Whether a unit sees another: from the middle or an end of its front to some part of it.
    #[must_use]
    pub fn sees(&self, scene: &Scene, from: UnitId, to: UnitId) -> bool {
        let (Some(own), Some(his)) = (scene.body(from), scene.body(to)) else { return false };
        let except = [u32::from(from.0), u32::from(to.0)];
        self.sees_piece(scene, own, (his, scene.garrisons.contains(&to)), &except, scene.garrisons.contains(&from))
    }

    /// Whether a unit sees a footprint; a garrison is seen at its walls, and sees from all of them.
    pub(crate) fn sees_piece(
        &self,
        scene: &Scene,
        own: &Piece,
        (his, walls): (&Piece, bool),
        except: &[u32],
        from_walls: bool,
    ) -> bool {
        if !within_cm(distance(own, his).cm, self.visibility()) {
            return false;
        }
        let outside = |piece: &Piece| Piece { front: piece.front + OUTSIDE, depth: piece.depth + OUTSIDE, ..*piece };
        let his = if walls { outside(his) } else { *his };
        let front = [own.front_middle(), own.front_left(), own.front_right()];
        let mut eyes: Vec<Point> = front.to_vec();
        if from_walls {
            let round = outside(own);
            let [left, right] = round.flank_edges().map(|side| side.from.middle(side.to));
            eyes = vec![round.front_middle(), round.rear_middle(), left, right];
            eyes.extend(round.corners());
        }
        eyes.into_iter().any(|eye| {
            self.veils.iter().all(|veil| {
                Sight { terrain: &self.terrain, veil: *veil, blockers: &scene.blockers }.sees(eye, &his, except)
            })
        })
    }
}
