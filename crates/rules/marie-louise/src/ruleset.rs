//! The ruleset set up for one battle.

use crate::resolve::movement;
use crate::terms::tables::Terrain as GroundRow;
use crate::world::{CommandSheet, GeneralSheet, ScenarioSheet, Sheet, Unit, World};
use crate::{Book, Formation, Shelter, r};
use game::{Extent, Rating, Rule, UnitId};
use rulebook::Lookup;
use table::{Kinds, Over, Terrain, Veil};

/// Marie-Louise for one battle: ground, profiles, tables and options. It does not change.
#[derive(Debug)]
pub struct MarieLouise {
    /// Figures, options, rules in force.
    pub book: Book,
    /// The ground.
    pub terrain: Terrain,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) generals: Vec<GeneralSheet>,
    pub(crate) commands: Vec<CommandSheet>,
    pub(crate) scenario: ScenarioSheet,
    pub(crate) start: World,
    pub(crate) veil: Veil,
    /// The room that units take about a pose, by formation and elements.
    pub(crate) known_extent: Lookup<Stood, Extent>,
    /// The shelter of who stands somewhere, against nobody in particular.
    pub(crate) known_shelter: Lookup<Stood, Shelter>,
    /// What units are worth in their states, the question of command left open.
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

    /// Whether a rule is in force.
    #[must_use]
    #[track_caller]
    pub fn on(&self, rule: Rule) -> bool {
        self.book.on(rule)
    }

    /// What a kind of ground does (ML-GAP-13).
    #[must_use]
    pub(crate) fn ground(&self, kind: table::Kind) -> GroundRow {
        movement::ground(&self.book, kind)
    }

    /// What does not change of a unit.
    #[must_use]
    #[track_caller]
    pub fn sheet(&self, id: UnitId) -> &Sheet {
        rulebook::ids::of_unit(&self.sheets, id)
    }

    /// What does not change of a general, by his place.
    #[must_use]
    #[track_caller]
    pub(crate) fn general_sheet(&self, place: usize) -> &GeneralSheet {
        rulebook::ids::at(&self.generals, place, "general")
    }

    /// What does not change of a command.
    #[must_use]
    #[track_caller]
    pub(crate) fn command_sheet(&self, place: usize) -> &CommandSheet {
        rulebook::ids::at(&self.commands, place, "command")
    }
}

/// What hides from sight (ML-1.8c, ML-1.8d, ML-GAP-13, ML-GAP-62).
fn veil(book: &Book) -> Veil {
    let masking: Vec<table::Kind> =
        table::Kind::ALL.into_iter().filter(|kind| movement::ground(book, *kind).masks).collect();
    let cut = book.on(r::ML_1_8C);
    // The letter of the text, whoever stands high (ML-GAP-62).
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
