//! Figures that cannot be.

use super::Tables;
use crate::Distance;
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
        want((1..=12).contains(&self.element.most_in_unit), "element.most_in_unit", "must be 1 to 12");
        want(self.element.front_cm > 0 && self.element.depth_cm > 0, "element", "a base needs a front and a depth");
        want(self.element.men > 0 && self.element.guns > 0, "element", "an element stands for somebody");

        let ranges = &self.range;
        let positive = |d: Distance| d.cm() > 0;
        want(positive(ranges.short), "range.short", "must be more than 0");
        for (place, range) in
            [("range.musket", ranges.musket), ("range.rifle", ranges.rifle), ("range.musketoon", ranges.musketoon)]
        {
            want(range >= ranges.short, place, "must not be less than the short range");
        }
        for (place, zones) in [
            ("range.guns.low", &ranges.guns.low),
            ("range.guns.middle", &ranges.guns.middle),
            ("range.guns.high", &ranges.guns.high),
        ] {
            want(zones.is_sorted_by(|a, b| a < b) && positive(zones[0]), place, "zones must grow from more than 0");
        }

        want(self.fire.points_per_loss > 0, "fire.points_per_loss", "must be more than 0");
        want(self.fire.dice_per_element <= 4, "fire.dice_per_element", "must be 4 at most");
        want(self.fire.impact_dice_per_element <= 4, "fire.impact_dice_per_element", "must be 4 at most");
        want(self.fire.melee_dice_per_element <= 4, "fire.melee_dice_per_element", "must be 4 at most");
        for (place, row) in [
            ("threshold.infantry", &self.threshold.infantry),
            ("threshold.cavalry", &self.threshold.cavalry),
            ("threshold.artillery", &self.threshold.artillery),
        ] {
            want(row.poor > 0 && row.standard > 0 && row.superior > 0, place, "must be more than 0");
        }
        for (place, [_, den]) in [
            ("melee.steady", self.melee.steady),
            ("melee.shaken", self.melee.shaken),
            ("melee.gunners", self.melee.gunners),
            ("melee.shaken_gunners", self.melee.shaken_gunners),
            ("budget.mounted", self.budget.mounted),
        ] {
            want(den > 0, place, "the second figure must be more than 0");
        }
        want(
            self.officer.replacement_competence.iter().all(|c| (1..=4).contains(c)),
            "officer.replacement_competence",
            "competence is 1 to 4",
        );
        want(self.officer.at_risk_up_to <= 6 && self.officer.hit_up_to <= 6, "officer", "a die shows 6 at most");
        for (nation, rows) in &self.doctrine {
            let place = format!("doctrine.{nation}");
            want(!rows.is_empty(), &place, "needs a row");
            want(rows.is_sorted_by(|a, b| a.from < b.from), &place, "years must grow");
            want(rows.iter().all(|row| !row.orders.is_empty()), &place, "a row needs an order");
        }
        want(self.reserve.apart > 0, "reserve.apart", "must be more than 0");
        want(self.victory.turns > 0, "victory.turns", "must be more than 0");
    }
}
