//! The figures of the rules. A club that owns the book can use its own file instead of the one shipped.

mod check;
mod row_tables;
mod units;

pub use row_tables::*;
pub use units::{Degrees, Share, Thousandths};

use crate::terms::profile::Grade;
use table::Kind;

rulebook::tables! {
    include_str!("../../../../../data/tables/bataille-empire.toml");
    scale: ScaleTable,
    footprint: FootprintTable,
    size: SizeTable,
    losses: LossTable,
    status: StatusTable,
    general: Vec<GeneralRow>,
    command: CommandTable,
    orders: OrderTable,
    distance: DistanceTable,
    angle: AngleTable,
    movement: MovementTable,
    pace: PaceTable,
    manoeuvre: ManoeuvreTable,
    manoeuvre_test: DrillTable,
    range: RangeTable,
    fire_losses: FireLossTable,
    fire: FireTable,
    charge: ChargeTable,
    stand: StandTable,
    shock: ShockTable,
    shock_result: Vec<ShockResult>,
    after_shock: AfterShockTable,
    morale: MoraleTable,
    voluntary_flight: ByMount,
    general_loss: GeneralLossTable,
    terrain: TerrainTable,
    cost: CostTable,
    organisation: OrganisationTable,
    field: Vec<FieldRow>,
    set_up: SetUpTable,
    flank_march: FlankMarchTable,
    victory: VictoryTable,
}

impl Tables {
    /// The properties of a kind of ground (BE-GAP-30); a valid file has a row for every kind.
    #[must_use]
    pub fn terrain(&self, kind: Kind) -> &Terrain {
        self.terrain.get(&kind).unwrap_or_else(|| rulebook::ids::at(&[], kind as usize, "kind of ground"))
    }

    /// The row of a grade (BE-CMD-01); a valid file has one for every grade.
    #[must_use]
    pub fn grade(&self, grade: Grade) -> GeneralRow {
        let row = self.general.iter().find(|row| row.grade == grade);
        *row.unwrap_or_else(|| rulebook::ids::at(&[], grade as usize, "grade of general"))
    }
}
