//! The ruleset set up for one battle.

use crate::turn::{Barred, Draft};
use crate::world::{CommandSheet, OfficerSheet, ScenarioSheet, Sheet, World};
use crate::{Book, r};
use game::{Rule, Side, UnitId};
use rulebook::OfWorlds;
use table::{Cm, Kind, Kinds, Manoeuvre, Over, Terrain, Veil};

/// Les Aigles for one battle: ground, profiles, tables and options. It does not change.
#[derive(Debug)]
pub struct LesAigles {
    /// Figures, options, rules in force.
    pub book: Book,
    pub terrain: Terrain,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) officers: Vec<OfficerSheet>,
    pub(crate) commands: Vec<CommandSheet>,
    pub(crate) scenario: ScenarioSheet,
    pub(crate) start: World,
    /// Kinds of ground that hide; ground of different depth of view has a veil of its own.
    pub(crate) veils: Vec<Veil>,
    /// Marches that were judged, forced or not, by a side's knowledge of the world.
    pub(crate) known_drafts: OfWorlds<World, Laid, Result<Draft, Barred>>,
}

/// A unit, whether its march is forced, and the legs of its march.
type Laid = (UnitId, bool, Vec<Manoeuvre>);

impl LesAigles {
    pub(crate) fn new(
        book: Book,
        terrain: Terrain,
        sheets: Vec<Sheet>,
        officers: Vec<OfficerSheet>,
        commands: Vec<CommandSheet>,
        scenario: ScenarioSheet,
        start: World,
    ) -> Self {
        let veils = veils(&book);
        let known_drafts = OfWorlds::default();
        Self { book, terrain, sheets, officers, commands, scenario, start, veils, known_drafts }
    }

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

    /// Cost of the general of a command and of the general's aides, in tenths of a point (LA-GAP-41).
    #[must_use]
    pub fn cost_of_officers(&self, command: usize) -> i64 {
        let his = self.officers.iter().filter(|officer| usize::from(officer.command) == command);
        his.map(|officer| i64::from(officer.points) * 10).sum()
    }

    /// The side of a unit or officer.
    #[must_use]
    pub fn side(&self, id: UnitId) -> Side {
        let officer = usize::from(id.0).checked_sub(self.sheets.len()).and_then(|place| self.officers.get(place));
        officer.map_or_else(|| self.sheet(id).side, |sheet| sheet.side)
    }

    /// The direction of a side's own table edge.
    #[must_use]
    pub const fn home(&self, side: Side) -> table::Angle {
        self.scenario.home[side.index()]
    }
}

/// Kinds of ground that hide (LA-GAP-15, LA-GAP-72): buildings and crests wholly, woods and tall crops beyond a depth.
/// A higher unit sees over others at some distance.
fn veils(book: &Book) -> Vec<Veil> {
    if !book.on(r::LA_GAP_15) {
        return Vec::new();
    }
    let ground = &book.tables.ground;
    let blocks = |kind: Kind| matches!(kind, Kind::WoodenBuilding | Kind::MasonryBuilding);
    let mut depths: Vec<Cm> = vec![0];
    depths.extend(Kind::ALL.into_iter().filter_map(|kind| ground.of(kind).sight_inside.map(|d| d.cm())));
    depths.sort_unstable();
    depths.dedup();
    let masks = |depth: Cm| {
        let kinds: Vec<Kind> = Kind::ALL
            .into_iter()
            .filter(|kind| {
                let inside = ground.of(*kind).sight_inside;
                if depth == 0 { blocks(*kind) && inside.is_none() } else { inside.is_some_and(|d| d.cm() == depth) }
            })
            .collect();
        Kinds::of(&kinds)
    };
    let over = Over::Clear(ground.over_heads.cm());
    let veil = |depth: Cm| Veil { masks: masks(depth), depth, crests: depth == 0, over, obstacle_levels: 1 };
    depths.into_iter().map(veil).collect()
}
