//! Who sees whom (LA-GAP-15).

use super::World;
use crate::{Formation, LesAigles, r};
use game::UnitId;
use table::{Blockers, Cm, Piece, Sight, distance, within_cm};

/// A world looked at many times: where everybody stands, and who hides what.
pub struct Scene {
    /// Everybody on the table, with his ground.
    pub bodies: Vec<(UnitId, Piece)>,
    blockers: Blockers,
}

impl Scene {
    /// Where a unit stands.
    #[must_use]
    pub fn body(&self, id: UnitId) -> Option<&Piece> {
        self.bodies.binary_search_by_key(&id, |(other, _)| *other).ok().map(|n| &self.bodies[n].1)
    }
}

impl LesAigles {
    /// A world to be looked at.
    #[must_use]
    pub fn scene(&self, w: &World) -> Scene {
        let bodies: Vec<(UnitId, Piece)> =
            w.ids().filter(|id| w.unit(*id).present()).map(|id| (id, self.body(w, id))).collect();
        let hides = |id: UnitId| {
            !matches!(w.unit(id).formation, Formation::Skirmish | Formation::InPosition | Formation::Garrison)
        };
        let blockers: Vec<(u32, Piece)> =
            bodies.iter().filter(|(id, _)| hides(*id)).map(|(id, piece)| (u32::from(id.0), *piece)).collect();
        Scene { bodies, blockers: Blockers::new(&blockers) }
    }

    /// How far one sees in this weather (LA-GAP-15, LA-GAP-73).
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
        if !within_cm(distance(own, his).cm, self.visibility()) {
            return false;
        }
        let except = [u32::from(from.0), u32::from(to.0)];
        [own.front_middle(), own.front_left(), own.front_right()].into_iter().any(|eye| {
            self.veils.iter().all(|veil| {
                Sight { terrain: &self.terrain, veil: *veil, blockers: &scene.blockers }.sees(eye, his, &except)
            })
        })
    }
}
