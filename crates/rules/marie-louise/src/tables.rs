//! The figures of the rules. A club that owns the book can put its own file in the place of the one shipped.

mod check;
mod rows;

pub use rows::{
    ActivationTable, Bonus, BudgetTable, ByClass, ByLevel, ByStatus, DistanceTable, DoctrineRow, ElementTable,
    FireTable, FormationsTable, Heavy, ImpactTable, ManoeuvreTable, MeleeTable, MoraleTable, MovementTable,
    OfficerTable, RangeTable, Rate, ReactionTable, Terrain, ThresholdTable, VictoryTable,
};

use crate::profile::{Arm, Level};
use game::Fault;
use rows::{BonusTable, DoctrineTable, TerrainTable};
use serde::de::DeserializeOwned;
use table::{Cm, Kind};

/// One pas on the ground (ML-1.1c).
pub const PAS: Cm = 5000;

const SHIPPED: &str = include_str!("../../../../data/tables/marie-louise.toml");

/// All figures.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "named after the sections of the file, which says what each is")]
pub struct Tables {
    pub element: ElementTable,
    pub distance: DistanceTable,
    pub movement: MovementTable,
    pub manoeuvre: ManoeuvreTable,
    pub range: RangeTable,
    pub fire: FireTable,
    pub threshold: ThresholdTable,
    pub reaction: ReactionTable,
    pub morale: MoraleTable,
    pub impact: ImpactTable,
    pub melee: MeleeTable,
    pub charge_bonus: BonusTable,
    pub officer: OfficerTable,
    pub activation: ActivationTable,
    pub budget: BudgetTable,
    pub terrain: TerrainTable,
    pub doctrine: DoctrineTable,
    pub formations: FormationsTable,
    pub victory: VictoryTable,
}

impl Tables {
    /// The figures shipped with the program.
    ///
    /// # Panics
    /// Never: a test reads the file that is embedded here.
    #[must_use]
    #[allow(clippy::panic, reason = "the embedded file is read by a test")]
    pub fn shipped() -> Self {
        Self::parse(SHIPPED).unwrap_or_else(|faults| panic!("the shipped tables are faulty: {faults:?}"))
    }

    /// The text of the file shipped: a beginning for a club's own.
    #[must_use]
    pub const fn shipped_text() -> &'static str {
        SHIPPED
    }

    /// Reads a file of figures.
    ///
    /// # Errors
    /// All faults at once: sections missing, unknown or wrongly written, and figures that cannot be.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        let whole: toml::Table = match text.parse() {
            Ok(table) => table,
            Err(error) => return Err(vec![fault("", error.message())]),
        };
        let mut reader = Reader { whole, faults: Vec::new() };
        let tables = (|| {
            // Every section is read before the first missing one ends it: so all faults are found.
            let element = reader.section("element");
            let distance = reader.section("distance");
            let movement = reader.section("movement");
            let manoeuvre = reader.section("manoeuvre");
            let range = reader.section("range");
            let fire = reader.section("fire");
            let threshold = reader.section("threshold");
            let reaction = reader.section("reaction");
            let morale = reader.section("morale");
            let impact = reader.section("impact");
            let melee = reader.section("melee");
            let charge_bonus = reader.section("charge_bonus");
            let officer = reader.section("officer");
            let activation = reader.section("activation");
            let budget = reader.section("budget");
            let terrain = reader.section("terrain");
            let doctrine = reader.section("doctrine");
            let formations = reader.section("formations");
            let victory = reader.section("victory");
            Some(Self {
                element: element?,
                distance: distance?,
                movement: movement?,
                manoeuvre: manoeuvre?,
                range: range?,
                fire: fire?,
                threshold: threshold?,
                reaction: reaction?,
                morale: morale?,
                impact: impact?,
                melee: melee?,
                charge_bonus: charge_bonus?,
                officer: officer?,
                activation: activation?,
                budget: budget?,
                terrain: terrain?,
                doctrine: doctrine?,
                formations: formations?,
                victory: victory?,
            })
        })();
        let mut faults = reader.faults;
        faults.extend(reader.whole.keys().map(|name| fault(name, "unknown section")));
        if let Some(tables) = &tables {
            tables.check(&mut faults);
        }
        match tables {
            Some(tables) if faults.is_empty() => Ok(tables),
            _ => Err(faults),
        }
    }

    /// The losses that cost one element (ML-7.2aa).
    #[must_use]
    pub const fn threshold(&self, arm: Arm, cohesion: Level) -> u8 {
        let by_level = match arm {
            Arm::Infantry => &self.threshold.infantry,
            Arm::Cavalry => &self.threshold.cavalry,
            Arm::Artillery => &self.threshold.artillery,
        };
        *by_level.of(cohesion)
    }

    /// What a kind of ground does (ML-GAP-13).
    #[must_use]
    pub fn terrain(&self, kind: Kind) -> &Terrain {
        static OPEN: Terrain = Terrain::open();
        self.terrain.get(&kind).unwrap_or(&OPEN)
    }
}

struct Reader {
    whole: toml::Table,
    faults: Vec<Fault>,
}

impl Reader {
    fn section<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let Some(value) = self.whole.remove(name) else {
            self.faults.push(fault(name, "missing section"));
            return None;
        };
        value.try_into().map_err(|error: toml::de::Error| self.faults.push(fault(name, error.message()))).ok()
    }
}

fn fault(place: &str, reason: &str) -> Fault {
    Fault { place: place.to_owned(), reason: reason.to_owned() }
}
