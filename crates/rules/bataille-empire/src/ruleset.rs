//! The ruleset for one battle.

use crate::terms::tables::Terrain as Row;
use crate::turn::{Held, KnownTrips};
use crate::world::{DivisionSheet, GeneralSheet, ScenarioSheet, Sheet, Unit, World};
use crate::{Body, Book, Cover, Going, Grade, r};
use game::{Rating, Rule, Side, UnitId};
use rulebook::{Lookup, Recent};
use table::{Cm, Kind, Kinds, Over, Piece, Terrain, Veil};

/// Bataille Empire for one battle: ground, profiles, tables and options. Immutable.
#[derive(Debug)]
pub struct BatailleEmpire {
    /// Figures, options, rules in force.
    pub book: Book,
    pub terrain: Terrain,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) generals: Vec<GeneralSheet>,
    pub(crate) divisions: Vec<DivisionSheet>,
    pub(crate) scenario: ScenarioSheet,
    pub(crate) start: World,
    /// What blocks sight: one veil for each depth of view.
    pub(crate) veils: Vec<Veil>,
    /// Kinds of ground slower than clear ground.
    pub(crate) slow: Kinds,
    /// The same, with obstacles and bridges.
    pub(crate) uneven: Kinds,
    /// The class of ground under pieces.
    pub(crate) known_going: Lookup<Piece, Going>,
    /// The cover of a unit in a place against an attack from ahead; the key includes the building that it holds.
    pub(crate) known_cover: Lookup<(Piece, Option<u16>), Cover>,
    /// The values of units in a typical fight: fire, shock, and standing against cavalry.
    pub(crate) known_usual: Lookup<Body, (i64, i32, i32)>,
    /// The values of units in their states, with or without a general, without the question of command.
    pub(crate) known_rating: Lookup<(UnitId, Unit, bool), Rating, 5_000>,
    /// The points reserved for duties when sheets of step d were made: they limit a march.
    pub(crate) known_held: Recent<(World, u16, Side), Option<Held>>,
    /// Computed marches of units and groups.
    pub(crate) known_trips: KnownTrips,
}

impl BatailleEmpire {
    pub(crate) fn new(
        book: Book,
        terrain: Terrain,
        sheets: Vec<Sheet>,
        generals: Vec<GeneralSheet>,
        divisions: Vec<DivisionSheet>,
        scenario: ScenarioSheet,
        start: World,
    ) -> Self {
        let veils = veils(&book);
        let of = |chosen: fn(&Row) -> bool| {
            let kinds = Kind::ALL.into_iter().filter(|kind| chosen(book.tables.terrain(*kind)));
            kinds.fold(Kinds::NONE, Kinds::with)
        };
        let slow = of(|row| row.going != Going::Clear);
        let uneven = of(|row| row.going != Going::Clear || row.obstacle || row.bridge);
        Self {
            book,
            terrain,
            sheets,
            generals,
            divisions,
            scenario,
            start,
            veils,
            slow,
            uneven,
            known_going: Lookup::default(),
            known_cover: Lookup::default(),
            known_usual: Lookup::default(),
            known_rating: Lookup::default(),
            known_held: Recent::default(),
            known_trips: KnownTrips::default(),
        }
    }

    #[must_use]
    #[track_caller]
    pub fn on(&self, rule: Rule) -> bool {
        self.book.on(rule)
    }

    /// The grade of a general at the start, by his place in the list.
    #[must_use]
    #[track_caller]
    pub fn grade_at_start(&self, place: usize) -> Grade {
        self.start.general(place).grade
    }

    /// The fixed data of a general, by his place in the list.
    #[must_use]
    #[track_caller]
    pub(crate) fn general_sheet(&self, place: usize) -> &GeneralSheet {
        rulebook::ids::at(&self.generals, place, "general")
    }

    /// The fixed data of a division.
    #[must_use]
    #[track_caller]
    pub(crate) fn division_sheet(&self, place: u16) -> &DivisionSheet {
        rulebook::ids::at(&self.divisions, usize::from(place), "division")
    }

    /// The fixed data of a unit.
    #[must_use]
    #[track_caller]
    pub fn sheet(&self, id: UnitId) -> &Sheet {
        rulebook::ids::of_unit(&self.sheets, id)
    }
}

/// What blocks sight (BE-GAP-30, BE-GAP-50): buildings and crests completely, woods and tall crops beyond a depth.
fn veils(book: &Book) -> Vec<Veil> {
    if !book.on(r::BE_GAP_50) {
        return Vec::new();
    }
    let mut depths: Vec<Cm> = vec![0];
    depths.extend(Kind::ALL.into_iter().filter_map(|kind| book.tables.terrain(kind).sight.map(|ud| ud.cm())));
    depths.sort_unstable();
    depths.dedup();
    let masks = |depth: Cm| {
        let kinds: Vec<Kind> = Kind::ALL
            .into_iter()
            .filter(|kind| {
                let ground = book.tables.terrain(*kind);
                if depth == 0 { ground.blocks_sight } else { ground.sight.is_some_and(|ud| ud.cm() == depth) }
            })
            .collect();
        Kinds::of(&kinds)
    };
    let veil =
        |depth: Cm| Veil { masks: masks(depth), depth, crests: depth == 0, over: Over::None, obstacle_levels: 1 };
    depths.into_iter().map(veil).collect()
}
