//! The ruleset set up for one battle.

use crate::turn::Item;
use crate::world::{GeneralSheet, GroupSheet, ScenarioSheet, Sheet, World};
use crate::{Book, Troop};
use game::{Rule, Side, Slot, UnitId};
use rulebook::{Lookup, OfWorlds};
use std::sync::Arc;
use table::{Angle, Cm, FeatureId, Piece, Terrain};

/// Les Trois Couleurs for one battle: ground, profiles, tables and options. It does not change.
#[derive(Debug)]
pub struct TroisCouleurs {
    /// Figures, options, rules in force.
    pub book: Book,
    pub terrain: Arc<Terrain>,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) generals: Vec<GeneralSheet>,
    pub(crate) groups: Vec<GroupSheet>,
    pub(crate) scenario: ScenarioSheet,
    pub(crate) start: World,
    /// Announcements due from a side, by what it knew of the world.
    pub(crate) known_items: OfWorlds<World, Slot, Arc<Vec<Item>>>,
    /// Whether closed ground lies on a straight way of a unit, by unit, footprint, direction, length and target
    /// building.
    pub(crate) known_shut: Lookup<(UnitId, Piece, Angle, Cm, Option<FeatureId>), bool>,
}

impl TroisCouleurs {
    /// Whether a rule is in force.
    #[must_use]
    #[track_caller]
    pub fn on(&self, rule: Rule) -> bool {
        self.book.on(rule)
    }

    /// The fixed data of a unit.
    #[must_use]
    #[track_caller]
    pub fn sheet(&self, id: UnitId) -> &Sheet {
        rulebook::ids::of_unit(&self.sheets, id)
    }

    #[must_use]
    pub fn troop(&self, id: UnitId) -> &Troop {
        &self.sheet(id).troop
    }

    /// Sets the place where a unit that is not yet on the table arrives.
    pub fn enters_at(&mut self, id: UnitId, pose: table::Pose) {
        self.scenario.entries.insert(id.0, pose);
    }

    /// The fixed data of a general, by place in the list.
    #[must_use]
    #[track_caller]
    pub(crate) fn general_sheet(&self, place: usize) -> &GeneralSheet {
        rulebook::ids::at(&self.generals, place, "general")
    }

    /// The side of a unit or general.
    #[must_use]
    pub fn side(&self, id: UnitId) -> Side {
        match usize::from(id.0).checked_sub(self.sheets.len()).and_then(|place| self.generals.get(place)) {
            Some(general) => general.side,
            None => self.sheet(id).side,
        }
    }
}
