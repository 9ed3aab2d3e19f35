//! Checks for impossible figures.

use super::Tables;
use crate::{Arm, CM, Status, Weapon};
use game::Fault;
use rulebook::FigureCheck;
use rulebook::FigureFault as F;

game::faults! {
    /// Faults that only the figures of Les Aigles can have.
    TableFault {
        RatioBounds { most } "ratio_bounds"
        BaseSize { most } "base_size"
        NoLineAllowance "no_line_allowance"
        LessThanWounded "less_than_wounded"
        LossRow { most } "loss_row"
        LossSteps { losses } "loss_steps"
        RowLength { cells } "row_length"
        ResultsOfStatus "results_of_status"
        RoutRows "rout_rows"
        DieValues { most } "die_values"
        GunsAndCalibre "guns_and_calibre"
    }
}

/// Columns of the table of losses.
const COLUMNS: usize = 24;
/// No cell of that table is higher.
const MOST_LOSSES: u16 = 2000;
/// Steps of losses in morale.
const LOSS_STEPS: usize = 5;
/// No side of a base is longer, in centimetres of the table.
const MOST_BASE: i32 = 20;
/// No face of a die is worth more.
const MOST_OF_DIE: i8 = 10;
/// Nothing multiplies a movement by more.
const MOST_RATIO: i64 = 10;

impl Tables {
    /// Adds every fault of the figures.
    pub(super) fn check(&self, faults: &mut Vec<Fault>) {
        let mut figures = FigureCheck::new(faults);
        let scale = &self.scale;
        figures.want(scale.cm == CM, "scale.cm", F::FixedScale);
        figures.want(scale.men_per_figure > 0, "scale.men_per_figure", F::MoreThanZero);
        figures.want(scale.losses_per_figure > 0, "scale.losses_per_figure", F::MoreThanZero);
        figures.want(scale.guns_per_gunner > 0, "scale.guns_per_gunner", F::MoreThanZero);
        figures.between(scale.least_figures, 1..=12, "scale.least_figures");
        for (place, base) in [
            ("scale.infantry", scale.infantry),
            ("scale.cavalry", scale.cavalry),
            ("scale.artillery", scale.artillery),
            ("scale.officer", scale.officer),
        ] {
            let good = [base.front, base.depth].iter().all(|side| (1..=MOST_BASE * CM).contains(&side.cm()));
            figures.want(good, place, TableFault::BaseSize { most: MOST_BASE.into() });
        }
        figures.between(self.time.table_of_losses, 1..=16, "time.table_of_losses");
        for (place, die) in [
            ("die.usual", self.die.usual),
            ("die.skirmish", self.die.skirmish),
            ("die.general_20", self.die.general_20),
            ("die.general_60", self.die.general_60),
            ("die.general_100", self.die.general_100),
        ] {
            let good = die.is_sorted() && die[0] >= 0 && die[5] <= MOST_OF_DIE;
            figures.want(good, place, TableFault::DieValues { most: MOST_OF_DIE.into() });
        }
        let losses = &self.losses;
        figures.entries(losses.cells.len(), 1..=60, "losses.cells");
        figures.between(losses.lowest, -20..=0, "losses.lowest");
        let whole = losses.cells.iter().all(|row| row.len() == COLUMNS);
        figures.want(whole, "losses.cells", TableFault::RowLength { cells: COLUMNS as i64 });
        let growing = losses.cells.iter().all(|row| row.is_sorted() && row.iter().all(|cell| *cell <= MOST_LOSSES));
        figures.want(growing, "losses.cells", TableFault::LossRow { most: MOST_LOSSES.into() });

        let arms = &self.small_arms;
        for (place, weapon) in [("carbine", Weapon::Carbine), ("musket", Weapon::Musket), ("rifle", Weapon::Rifle)] {
            let bands = [arms.third.of(weapon), arms.two_thirds.of(weapon), arms.range.of(weapon)];
            figures.want(bands.is_sorted_by(|a, b| a < b), &format!("small_arms.range.{place}"), F::Growing);
        }
        let guns = &self.guns;
        for (place, row) in [
            ("guns.calibre_3", guns.calibre_3),
            ("guns.calibre_4", guns.calibre_4),
            ("guns.calibre_6", guns.calibre_6),
            ("guns.calibre_8", guns.calibre_8),
            ("guns.calibre_9", guns.calibre_9),
            ("guns.calibre_12", guns.calibre_12),
        ] {
            let bands = [row.canister, row.half, row.three_quarters, row.range];
            figures.want(bands.is_sorted_by(|a, b| a < b), place, F::Growing);
        }
        figures.between(guns.doubling, 1..=10, "guns.doubling");
        figures.want(self.melee.fire_step > 0, "melee.fire_step", F::MoreThanZero);
        figures.between(self.melee.mixed_bonus_percent, 0..=100, "melee.mixed_bonus_percent");

        let morale = &self.morale;
        figures.want(morale.difference_step > 0, "morale.difference_step", F::MoreThanZero);
        figures.want(morale.loss_step > 0, "morale.loss_step", F::MoreThanZero);
        figures.want(morale.general_step.cm() > 0, "morale.general_step", F::MoreThanZero);
        for row in &self.loss_steps {
            let good = row.figures > 0 && row.losses.len() == LOSS_STEPS && row.losses.is_sorted_by(|a, b| a < b);
            figures.want(good, "loss_steps", TableFault::LossSteps { losses: LOSS_STEPS as i64 });
        }
        let result = &self.result;
        let falling = result.from.is_sorted_by(|a, b| a > b) && !result.from.is_empty();
        figures.want(falling, "result.from", F::Falling);
        for status in
            [Status::Guard, Status::Elite, Status::Regular, Status::SemiRegular, Status::Militia, Status::Irregular]
        {
            let whole = result.of(status).len() == result.from.len() + 1;
            figures.want(whole, "result", TableFault::ResultsOfStatus);
        }
        let rout = &self.rout;
        let good = rout.routers.len() == rout.through.len() && rout.routers.is_sorted() && rout.through.is_sorted();
        figures.want(good, "rout", TableFault::RoutRows);
        let officers = &self.officers;
        figures.want(officers.points_per_value > 0, "officers.points_per_value", F::MoreThanZero);
        figures.want(
            officers.wounded_from <= officers.killed_from,
            "officers.killed_from",
            TableFault::LessThanWounded,
        );

        for (place, by) in [
            ("movement.oblique", self.movement.oblique),
            ("movement.backward", self.movement.backward),
            ("movement.wheel_poor", self.movement.wheel_poor),
            ("movement.forced_march", self.movement.forced_march),
            ("movement.square", self.movement.square),
            ("movement.disordered", self.movement.disordered),
            ("movement.passing_friends", self.movement.passing_friends),
            ("movement.rout", self.movement.rout),
            ("movement.skirmish_fire", self.movement.skirmish_fire),
        ] {
            figures.want(
                by.num > 0 && by.num <= MOST_RATIO * by.den,
                place,
                TableFault::RatioBounds { most: MOST_RATIO },
            );
        }
        figures.want(self.figures.rows().count() > 0, "figures", F::NoRow);
        for (key, figure) in self.figures.rows() {
            let place = format!("figures.{key}");
            for value in [figure.fire, figure.combat, figure.bonus, figure.moral] {
                figures.between(value, 0..=20, &place);
            }
            figures.between(figure.column, 1..=60, &place);
            let guns = figure.arm == Arm::Artillery;
            figures.want(guns == figure.calibre.is_some(), &place, TableFault::GunsAndCalibre);
            figures.want(guns || figure.line.is_some(), &place, TableFault::NoLineAllowance);
            figures.want(figure.budget.0 > 0, &place, F::MoreThanZero);
        }
    }
}
