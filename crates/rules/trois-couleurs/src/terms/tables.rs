//! The figures of the rules. A club that owns the book can replace the shipped file with its own.

mod by;
mod check;
mod fights;
mod morale_tables;
mod move_tables;
mod people_tables;

pub use by::{ByArm, ByBand, ByCase, ByCover, ByFoot, ByGait, ByMover, ByStatus};
pub use fights::{
    ControlTable, FireTable, LossTable, MeleeTable, PercentTable, PursuitTable, RangeTable, Ranges, ResultTable,
};
pub use morale_tables::{ChanceTable, MoraleTable, ReadingTable};
pub use move_tables::{
    ActionTable, ArcTable, BackMoves, ChangingTable, Degrading, DistanceTable, GarrisonTable, ManhandlingTable,
    MovementTable, MovingAs, Paces, ScaleTable, Terrain, TerrainTable, TurningTable,
};
pub use people_tables::{
    Base, BudgetTable, CompanyTable, GeneralTable, InitiativeTable, MeetingTable, NationRow, NationTable, OrderTable,
    RaisingTable, Shares, VictoryTable, Wound,
};

use table::Cm;

/// The unit of distance (UD) on the ground (L3C-GEN-04).
pub const UD: Cm = 6000;

rulebook::tables! {
    include_str!("../../../../../data/tables/trois-couleurs.toml");
    scale: ScaleTable,
    action: ActionTable,
    distance: DistanceTable,
    arc: ArcTable,
    movement: MovementTable,
    terrain: TerrainTable,
    turning: TurningTable,
    manhandling: ManhandlingTable,
    changing: ChangingTable,
    garrison: GarrisonTable,
    percent: PercentTable,
    losses: LossTable,
    range: RangeTable,
    fire: FireTable,
    melee: MeleeTable,
    result: ResultTable,
    pursuit: PursuitTable,
    control: ControlTable,
    morale: MoraleTable,
    chance: ChanceTable,
    reading: ReadingTable,
    nations: NationTable,
    general: GeneralTable,
    order: OrderTable,
    budget: BudgetTable,
    raising: RaisingTable,
    companies: CompanyTable,
    initiative: InitiativeTable,
    meeting: MeetingTable,
    victory: VictoryTable,
}

macro_rules! marked {
    ($tables:ident: $($name:ident),+) => { [$((stringify!($name), $tables.$name.reconstructed)),+] };
}

impl Tables {
    /// The sections with figures that the text does not print: derived from its examples, or chosen.
    #[must_use]
    pub fn reconstructed(&self) -> Vec<&'static str> {
        let sections = marked!(self: scale, action, distance, arc, movement, terrain, turning, manhandling, changing,
            garrison, percent, losses, range, fire, melee, result, pursuit, control, morale, chance, reading, nations,
            general, order, budget, raising, companies, initiative, meeting, victory);
        sections.into_iter().filter(|(_, marked)| *marked).map(|(name, _)| name).collect()
    }
}
