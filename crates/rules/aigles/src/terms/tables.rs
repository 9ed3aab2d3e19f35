//! The figures of the rules. A club that owns the booklets can replace the shipped file with its own.

mod by;
mod check;
mod fights;
mod figures;
mod move_tables;
mod people_tables;

pub use by::{ByArm, ByClass, ByMover, BySmallArm, ByStatus, Mover};
pub use fights::{CalibreRow, DieTable, FireTable, GunTable, LossTable, MeleeTable, SmallArmsTable};
pub use figures::FigureTable;
pub use move_tables::{
    Base, ChangingTable, ChargeTable, Crossing, GroundRow, GroundTable, MovementTable, OrderTable, Rates, ScaleTable,
    TimeTable, TurningTable, in_first_list,
};
pub use people_tables::{
    BudgetTable, LossSteps, MoraleTable, OfficerTable, PrussianTable, ResultTable, RoutTable, SettingTable,
};

rulebook::tables! {
    include_str!("../../../../../data/tables/aigles.toml");
    scale: ScaleTable,
    time: TimeTable,
    die: DieTable,
    losses: LossTable,
    fire: FireTable,
    small_arms: SmallArmsTable,
    guns: GunTable,
    melee: MeleeTable,
    morale: MoraleTable,
    loss_steps: Vec<LossSteps>,
    result: ResultTable,
    rout: RoutTable,
    officers: OfficerTable,
    movement: MovementTable,
    turning: TurningTable,
    changing: ChangingTable,
    ground: GroundTable,
    charge: ChargeTable,
    orders: OrderTable,
    setting: SettingTable,
    budget: BudgetTable,
    prussians: PrussianTable,
    figures: FigureTable,
}

macro_rules! marked {
    ($tables:ident: $($name:ident),+) => { [$((stringify!($name), $tables.$name.reconstructed)),+] };
}

impl Tables {
    /// The sections with figures that the text does not print: derived from its examples, or chosen.
    #[must_use]
    pub fn reconstructed(&self) -> Vec<&'static str> {
        let sections = marked!(self: scale, time, die, losses, fire, small_arms, guns, melee, morale, result, rout, officers,
            movement, turning, changing, ground, charge, orders, setting, budget, prussians);
        let mut marked: Vec<_> = sections.into_iter().filter(|(_, marked)| *marked).map(|(name, _)| name).collect();
        if self.figures.rows().any(|(_, figure)| !figure.printed) {
            marked.push("figures");
        }
        marked
    }
}
