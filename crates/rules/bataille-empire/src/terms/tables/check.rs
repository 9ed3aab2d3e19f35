//! Figures that cannot be.

use super::{Share, Tables};
use crate::terms::profile::{Grade, ShockRow};
use crate::{UD, Ud};
use game::Fault;
use rulebook::fault;

impl Tables {
    /// Adds every fault of the figures.
    pub(super) fn check(&self, faults: &mut Vec<Fault>) {
        let mut want = |holds: bool, place: &str, reason: &str| {
            if !holds {
                faults.push(fault(place, reason));
            }
        };
        let positive = |d: Ud| d.cm() > 0;
        want(self.scale.ud_cm == UD, "scale.ud_cm", "must be 6000: distances are kept by it");
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
            want(positive(front) && positive(depth), place, "a base needs a front and a depth");
        }
        want(prints.large.0 > 0 && prints.small.0 > 0, "footprint", "a factor must be more than 0");
        for (place, limits) in [
            ("size.infantry", &self.size.infantry),
            ("size.cavalry", &self.size.cavalry),
            ("size.artillery", &self.size.artillery),
        ] {
            want(limits.small <= limits.large, place, "the small limit must not be above the large one");
        }
        for (place, row) in [
            ("losses.infantry", self.losses.infantry),
            ("losses.cavalry", self.losses.cavalry),
            ("losses.artillery", self.losses.artillery),
        ] {
            want(row.small > 0 && row.normal > 0 && row.large > 0, place, "must be more than 0");
        }
        want(self.losses.per_point > 0 && self.losses.large_per_point > 0, "losses", "must be more than 0");
        let grades = [Grade::Poor, Grade::Ordinary, Grade::Competent, Grade::Brilliant, Grade::Strategist];
        want(self.general.iter().map(|row| row.grade).eq(grades), "general", "every grade once, worst first");
        want(self.command.points_divisor > 0, "command.points_divisor", "must be more than 0");
        want(self.command.most_in_group > 0, "command.most_in_group", "must be more than 0");
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
            want(den > 0, place, "the second figure must be more than 0");
        }
        want(self.manoeuvre.pivot_divisor > 0, "manoeuvre.pivot_divisor", "must be more than 0");
        want(self.manoeuvre.half_speed > 0, "manoeuvre.half_speed", "must be more than 0");
        let guns = &self.range.guns;
        for (place, bands) in [
            ("range.guns.three_four", guns.three_four),
            ("range.guns.six", guns.six),
            ("range.guns.eight_nine", guns.eight_nine),
            ("range.guns.twelve", guns.twelve),
        ] {
            let grow = bands.short < bands.effective && bands.effective < bands.long;
            want(grow && positive(bands.short), place, "bands must grow from more than 0");
        }
        want(self.fire_losses.from.is_sorted_by(|a, b| a < b), "fire_losses.from", "scores must grow");
        for (place, column) in [
            ("fire_losses.a", self.fire_losses.a),
            ("fire_losses.b", self.fire_losses.b),
            ("fire_losses.c", self.fire_losses.c),
        ] {
            want(column.is_sorted(), place, "losses must not fall");
        }
        want(self.fire.support_skirmishers[1] > 0, "fire.support_skirmishers", "the second figure must be more than 0");
        want(
            self.shock.support_skirmishers[1] > 0,
            "shock.support_skirmishers",
            "the second figure must be more than 0",
        );
        let rows = [ShockRow::Melee, ShockRow::Defeat, ShockRow::Rout, ShockRow::Eliminated];
        want(self.shock_result.iter().map(|row| row.row).eq(rows), "shock_result", "every row once, mildest first");
        want(self.shock_result.is_sorted_by(|a, b| a.from < b.from), "shock_result", "differences must grow");
        want((1..=4).contains(&self.general_loss.dice), "general_loss.dice", "must be 1 to 4");
        want(!self.field.is_empty(), "field", "needs a row");
        want(self.field.iter().all(|row| row.turns > 0), "field", "a battle lasts a turn");
    }
}
