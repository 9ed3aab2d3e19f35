//! The ruleset for one battle.

use crate::resolve::movement;
use crate::terms::tables::Terrain as GroundRow;
use crate::world::{CommandSheet, GeneralSheet, ScenarioSheet, Sheet, Unit, World};
use crate::{Book, Formation, Shelter, r};
use game::{Extent, Rating, Rule, UnitId};
use rulebook::Lookup;
use table::{Kinds, Over, Terrain, Veil};

/// Marie-Louise for one battle: ground, profiles, tables and options. Immutable.
#[derive(Debug)]
pub struct MarieLouise {
    /// Figures, options, rules in force.
    pub book: Book,
    pub terrain: Terrain,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) generals: Vec<GeneralSheet>,
    pub(crate) commands: Vec<CommandSheet>,
    pub(crate) scenario: ScenarioSheet,
    pub(crate) start: World,
    pub(crate) veil: Veil,
    /// The area that units cover around a pose, by formation and elements.
    pub(crate) known_extent: Lookup<Stood, Extent>,
    /// The shelter of a unit in a place, against no shooter in particular.
    pub(crate) known_shelter: Lookup<Stood, Shelter>,
    /// The value of units in their states, without the question of command.
    pub(crate) known_rating: Lookup<(UnitId, Unit), Rating, 5_000>,
}

/// How a unit stands: pose, formation, elements.
pub(crate) type Stood = (table::Pose, Formation, u8);

impl MarieLouise {
    pub(crate) fn new(
        book: Book,
        terrain: Terrain,
        sheets: Vec<Sheet>,
        generals: Vec<GeneralSheet>,
        commands: Vec<CommandSheet>,
        scenario: ScenarioSheet,
        start: World,
    ) -> Self {
        let veil = veil(&book);
        Self {
            book,
            terrain,
            sheets,
            generals,
            commands,
            scenario,
            start,
            veil,
            known_extent: Lookup::default(),
            known_shelter: Lookup::default(),
            known_rating: Lookup::default(),
        }
    }

    #[must_use]
    #[track_caller]
    pub fn on(&self, rule: Rule) -> bool {
        self.book.on(rule)
    }

    /// The row of a kind of ground (ML-GAP-13).
    #[must_use]
    pub(crate) fn ground(&self, kind: table::Kind) -> GroundRow {
        movement::ground(&self.book, kind)
    }

    /// The fixed data of a unit.
    #[must_use]
    #[track_caller]
    pub fn sheet(&self, id: UnitId) -> &Sheet {
        rulebook::ids::of_unit(&self.sheets, id)
    }

    /// The fixed data of a general, by his place in the list.
    #[must_use]
    #[track_caller]
    pub(crate) fn general_sheet(&self, place: usize) -> &GeneralSheet {
        rulebook::ids::at(&self.generals, place, "general")
    }

    /// The fixed data of a command.
    #[must_use]
    #[track_caller]
    pub(crate) fn command_sheet(&self, place: usize) -> &CommandSheet {
        rulebook::ids::at(&self.commands, place, "command")
    }
}

/// What blocks sight (ML-1.8c, ML-1.8d, ML-GAP-13, ML-GAP-62).
fn veil(book: &Book) -> Veil {
    let masking: Vec<table::Kind> =
        table::Kind::ALL.into_iter().filter(|kind| movement::ground(book, *kind).masks).collect();
    let cut = book.on(r::ML_1_8C);
    // The literal reading: no difference who stands higher (ML-GAP-62).
    let over = match (book.on(r::ML_1_8D), book.options.mirrored_overlook || !book.on(r::ML_GAP_62)) {
        (false, _) => Over::None,
        (true, false) => Over::Literal,
        (true, true) => Over::Mirrored,
    };
    Veil {
        masks: if cut { Kinds::of(&masking) } else { Kinds::of(&[]) },
        depth: book.tables.distance.sight_in_cover.cm(),
        crests: cut,
        over,
        obstacle_levels: 1,
    }
}
