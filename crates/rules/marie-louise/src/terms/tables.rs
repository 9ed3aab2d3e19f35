//! The figures of the rules. A club that owns the book can use its own file instead of the one shipped.

mod check;
mod rows;

pub use rows::{
    ActivationTable, Bonus, BudgetTable, ByClass, ByLevel, ByStatus, DistanceTable, DoctrineRow, ElementTable,
    FireTable, FormationsTable, Heavy, ImpactTable, ManoeuvreTable, MeleeTable, MoraleTable, MovementTable,
    OfficerTable, RangeTable, Rate, ReactionTable, ReserveTable, Terrain, ThresholdTable, VictoryTable,
};

use crate::terms::profile::{Arm, Level};
use rows::{BonusTable, DoctrineTable, TerrainTable};
use table::{Cm, Kind};

/// One pas on the ground (ML-1.1c).
pub const PAS: Cm = 5000;

rulebook::tables! {
    include_str!("../../../../../data/tables/marie-louise.toml");
    element: ElementTable,
    distance: DistanceTable,
    movement: MovementTable,
    manoeuvre: ManoeuvreTable,
    range: RangeTable,
    fire: FireTable,
    threshold: ThresholdTable,
    reaction: ReactionTable,
    morale: MoraleTable,
    impact: ImpactTable,
    melee: MeleeTable,
    charge_bonus: BonusTable,
    officer: OfficerTable,
    activation: ActivationTable,
    budget: BudgetTable,
    terrain: TerrainTable,
    doctrine: DoctrineTable,
    formations: FormationsTable,
    reserve: ReserveTable,
    victory: VictoryTable,
}

impl Tables {
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

    /// The properties of a kind of ground (ML-GAP-13); a valid file has a row for every kind.
    #[must_use]
    pub fn terrain(&self, kind: Kind) -> &Terrain {
        self.terrain.get(&kind).unwrap_or_else(|| rulebook::ids::at(&[], kind as usize, "kind of ground"))
    }
}
