//! Figures that cannot be.

use super::Tables;
use crate::{Arm, CM, Status, Weapon};
use game::Fault;
use rulebook::fault;

/// Columns of the table of losses.
const COLUMNS: usize = 24;

impl Tables {
    /// Adds every fault of the figures.
    pub(super) fn check(&self, faults: &mut Vec<Fault>) {
        let mut want = |holds: bool, place: &str, reason: &str| {
            if !holds {
                faults.push(fault(place, reason));
            }
        };
        let scale = &self.scale;
        want(scale.cm == CM, "scale.cm", "must be 650: distances are kept in it");
        want(scale.men_per_figure > 0, "scale.men_per_figure", "must be more than 0");
        want(scale.losses_per_figure > 0, "scale.losses_per_figure", "must be more than 0");
        want(scale.guns_per_gunner > 0, "scale.guns_per_gunner", "must be more than 0");
        want((1..=12).contains(&scale.least_figures), "scale.least_figures", "must be 1 to 12");
        for (place, base) in [
            ("scale.infantry", scale.infantry),
            ("scale.cavalry", scale.cavalry),
            ("scale.artillery", scale.artillery),
            ("scale.officer", scale.officer),
        ] {
            let good = (1..=20 * CM).contains(&base.front.cm()) && (1..=20 * CM).contains(&base.depth.cm());
            want(good, place, "a base measures more than 0 and at most 20");
        }
        want((1..=16).contains(&self.time.table_of_losses), "time.table_of_losses", "must be 1 to 16");
        for (place, die) in [
            ("die.usual", self.die.usual),
            ("die.skirmish", self.die.skirmish),
            ("die.general_20", self.die.general_20),
            ("die.general_60", self.die.general_60),
            ("die.general_100", self.die.general_100),
        ] {
            want(die.is_sorted() && die[0] >= 0 && die[5] <= 10, place, "six values from 0 to 10 that do not fall");
        }
        let losses = &self.losses;
        want(!losses.cells.is_empty() && losses.cells.len() <= 60, "losses.cells", "must have 1 to 60 rows");
        want((-20..=0).contains(&losses.lowest), "losses.lowest", "must be -20 to 0");
        let whole = losses.cells.iter().all(|row| row.len() == COLUMNS);
        want(whole, "losses.cells", "each row has 24 cells");
        let growing = losses.cells.iter().all(|row| row.is_sorted() && row.iter().all(|cell| *cell <= 2000));
        want(growing, "losses.cells", "a row does not fall and stays below 2000");

        let arms = &self.small_arms;
        for (place, weapon) in [("carbine", Weapon::Carbine), ("musket", Weapon::Musket), ("rifle", Weapon::Rifle)] {
            let bands = [arms.third.of(weapon), arms.two_thirds.of(weapon), arms.range.of(weapon)];
            want(bands.is_sorted_by(|a, b| a < b), &format!("small_arms.range.{place}"), "bands must grow");
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
            want(bands.is_sorted_by(|a, b| a < b), place, "bands must grow");
        }
        want((1..=10).contains(&guns.doubling), "guns.doubling", "must be 1 to 10");
        want(self.melee.fire_step > 0, "melee.fire_step", "must be more than 0");
        want((0..=100).contains(&self.melee.mixed_bonus_percent), "melee.mixed_bonus_percent", "must be 0 to 100");

        let morale = &self.morale;
        want(morale.difference_step > 0, "morale.difference_step", "must be more than 0");
        want(morale.loss_step > 0, "morale.loss_step", "must be more than 0");
        want(morale.general_step.cm() > 0, "morale.general_step", "must be more than 0");
        for row in &self.loss_steps {
            let good = row.figures > 0 && row.losses.len() == 5 && row.losses.is_sorted_by(|a, b| a < b);
            want(good, "loss_steps", "a row has figures and five losses that grow");
        }
        let result = &self.result;
        let falling = result.from.is_sorted_by(|a, b| a > b) && !result.from.is_empty();
        want(falling, "result.from", "the points of the rows must fall");
        for status in
            [Status::Guard, Status::Elite, Status::Regular, Status::SemiRegular, Status::Militia, Status::Irregular]
        {
            let whole = result.of(status).len() == result.from.len() + 1;
            want(whole, "result", "a status has one result more than there are limits");
        }
        let rout = &self.rout;
        let good = rout.routers.len() == rout.through.len() && rout.routers.is_sorted() && rout.through.is_sorted();
        want(good, "rout", "routers and friends are two rows of the same length that do not fall");
        let officers = &self.officers;
        want(officers.points_per_value > 0, "officers.points_per_value", "must be more than 0");
        want(
            officers.wounded_from <= officers.killed_from,
            "officers.killed_from",
            "must not be less than wounded_from",
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
            want(by.num > 0 && by.num <= 10 * by.den, place, "must be more than 0 and at most 10");
        }
        want(self.figures.rows().count() > 0, "figures", "must have rows");
        for (key, figure) in self.figures.rows() {
            let place = format!("figures.{key}");
            let values = [figure.fire, figure.combat, figure.bonus, figure.moral];
            want(values.iter().all(|value| (0..=20).contains(value)), &place, "values are 0 to 20");
            want((1..=60).contains(&figure.column), &place, "goes 1 to 60 in column");
            let guns = figure.arm == Arm::Artillery;
            want(guns == figure.calibre.is_some(), &place, "guns have a calibre, others none");
            want(guns || figure.line.is_some(), &place, "needs an allowance in line");
            want(figure.budget.0 > 0, &place, "costs more than 0");
        }
    }
}
