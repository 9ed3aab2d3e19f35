//! What the computer's generals must know of the ruleset.

use crate::TroisCouleurs;
use crate::world::World;
use game::{Appraisal, Ask, Clash, Gist, UnitId};
use table::Point;

impl TroisCouleurs {
    pub(crate) fn value(&self, _: &World) -> Appraisal {
        Appraisal::default()
    }

    pub(crate) fn gists_of(&self, _: &World, _: &Ask) -> Vec<Vec<Gist>> {
        Vec::new()
    }

    pub(crate) fn clash_of(&self, _: &World, _: UnitId, _: UnitId) -> Clash {
        Clash::default()
    }

    pub(crate) fn led_from(&self, _: &World, _: UnitId, _: &[Point]) -> Vec<i64> {
        Vec::new()
    }
}
