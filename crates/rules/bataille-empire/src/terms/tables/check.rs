//! Checks the figures.

use super::{Share, Tables};
use crate::terms::profile::{Grade, ShockRow};
use crate::{UD, Ud};
use game::Fault;
use rulebook::FigureCheck;
use rulebook::FigureFault as F;

game::faults! {
    /// Faults that only the figures of Bataille Empire can have.
    TableFault {
        SmallAboveLarge "small_above_large"
    }
}

impl Tables {
    /// Checks all figures.
    pub(super) fn check(&self, faults: &mut Vec<Fault>) {
        let mut figures = FigureCheck::new(faults);
        let positive = |d: Ud| d.cm() > 0;
        figures.want(self.scale.ud_cm == UD, "scale.ud_cm", F::FixedScale);
        let prints = &self.footprint;
        for (place, [front, depth]) in [
            ("footprint.infantry_line", prints.infantry_line),
            ("footprint.infantry_column", prints.infantry_column),
            ("footprint.solid_square", prints.solid_square),
            ("footprint.hollow_square", prints.hollow_square),
            ("footprint.skirmish", prints.skirmish),
            ("footprint.cavalry_line", prints.cavalry_line),
            ("footprint.cavalry_column", prints.cavalry_column),
            ("footprint.deployed", prints.deployed),
            ("footprint.limbered", prints.limbered),
        ] {
            figures.want(positive(front) && positive(depth), place, F::FrontAndDepth);
        }
        figures.want(prints.large.0 > 0 && prints.small.0 > 0, "footprint", F::MoreThanZero);
        for (place, limits) in [
            ("size.infantry", &self.size.infantry),
            ("size.cavalry", &self.size.cavalry),
            ("size.artillery", &self.size.artillery),
        ] {
            figures.want(limits.small <= limits.large, place, TableFault::SmallAboveLarge);
        }
        for (place, row) in [
            ("losses.infantry", self.losses.infantry),
            ("losses.cavalry", self.losses.cavalry),
            ("losses.artillery", self.losses.artillery),
        ] {
            figures.want(row.small > 0 && row.normal > 0 && row.large > 0, place, F::MoreThanZero);
        }
        figures.want(self.losses.per_point > 0 && self.losses.large_per_point > 0, "losses", F::MoreThanZero);
        let grades = [Grade::Poor, Grade::Ordinary, Grade::Competent, Grade::Brilliant, Grade::Strategist];
        figures.want(self.general.iter().map(|row| row.grade).eq(grades), "general", F::EachOnceInOrder);
        figures.want(self.command.points_divisor > 0, "command.points_divisor", F::MoreThanZero);
        figures.want(self.command.most_in_group > 0, "command.most_in_group", F::MoreThanZero);
        for (place, Share([_, den])) in [
            ("orders.duty", self.orders.duty),
            ("orders.lost_share", self.orders.lost_share),
            ("orders.reserve_share", self.orders.reserve_share),
            ("manoeuvre.change.b", self.manoeuvre.change.b),
            ("manoeuvre.change.c", self.manoeuvre.change.c),
            ("organisation.artillery_share", self.organisation.artillery_share),
            ("set_up.assault_reserve", self.set_up.assault_reserve),
            ("set_up.hidden_share", self.set_up.hidden_share),
        ] {
            figures.want(den > 0, place, F::SecondMoreThanZero);
        }
        figures.want(self.manoeuvre.pivot_divisor > 0, "manoeuvre.pivot_divisor", F::MoreThanZero);
        figures.want(self.manoeuvre.half_speed > 0, "manoeuvre.half_speed", F::MoreThanZero);
        let guns = &self.range.guns;
        for (place, bands) in [
            ("range.guns.three_four", guns.three_four),
            ("range.guns.six", guns.six),
            ("range.guns.eight_nine", guns.eight_nine),
            ("range.guns.twelve", guns.twelve),
        ] {
            let grow = bands.short < bands.effective && bands.effective < bands.long;
            figures.want(grow && positive(bands.short), place, F::GrowingFromZero);
        }
        figures.want(self.fire_losses.from.is_sorted_by(|a, b| a < b), "fire_losses.from", F::Growing);
        for (place, column) in [
            ("fire_losses.a", self.fire_losses.a),
            ("fire_losses.b", self.fire_losses.b),
            ("fire_losses.c", self.fire_losses.c),
        ] {
            figures.want(column.is_sorted(), place, F::NotFalling);
        }
        figures.want(self.fire.support_skirmishers[1] > 0, "fire.support_skirmishers", F::SecondMoreThanZero);
        figures.want(self.shock.support_skirmishers[1] > 0, "shock.support_skirmishers", F::SecondMoreThanZero);
        let rows = [ShockRow::Melee, ShockRow::Defeat, ShockRow::Rout, ShockRow::Eliminated];
        figures.want(self.shock_result.iter().map(|row| row.row).eq(rows), "shock_result", F::EachOnceInOrder);
        figures.want(self.shock_result.is_sorted_by(|a, b| a.from < b.from), "shock_result", F::Growing);
        figures.between(self.general_loss.dice, 1..=4, "general_loss.dice");
        for kind in table::Kind::ALL {
            figures.want(self.terrain.contains_key(&kind), &format!("terrain.{}", rulebook::word(&kind)), F::NoRow);
        }
        figures.want(!self.field.is_empty(), "field", F::NoRow);
        figures.want(self.field.iter().all(|row| row.turns > 0), "field", F::MoreThanZero);
    }
}
