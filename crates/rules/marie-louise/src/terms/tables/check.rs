//! Checks the figures.

use super::Tables;
use crate::Distance;
use game::Fault;
use rulebook::FigureCheck;
use rulebook::FigureFault as F;

game::faults! {
    /// Faults that only the figures of Marie-Louise can have.
    TableFault {
        RowWithoutOrder "row_without_order"
        LessThanShortRange "less_than_short_range"
    }
}

impl Tables {
    /// Checks all figures.
    pub(super) fn check(&self, faults: &mut Vec<Fault>) {
        let mut figures = FigureCheck::new(faults);
        figures.between(self.element.most_in_unit, 1..=12, "element.most_in_unit");
        figures.want(self.element.front_cm > 0 && self.element.depth_cm > 0, "element", F::FrontAndDepth);
        figures.want(self.element.men > 0 && self.element.guns > 0, "element", F::MoreThanZero);

        let ranges = &self.range;
        let positive = |d: Distance| d.cm() > 0;
        figures.want(positive(ranges.short), "range.short", F::MoreThanZero);
        for (place, range) in
            [("range.musket", ranges.musket), ("range.rifle", ranges.rifle), ("range.musketoon", ranges.musketoon)]
        {
            figures.want(range >= ranges.short, place, TableFault::LessThanShortRange);
        }
        for (place, zones) in [
            ("range.guns.low", &ranges.guns.low),
            ("range.guns.middle", &ranges.guns.middle),
            ("range.guns.high", &ranges.guns.high),
        ] {
            figures.want(zones.is_sorted_by(|a, b| a < b) && positive(zones[0]), place, F::GrowingFromZero);
        }

        figures.want(self.fire.points_per_loss > 0, "fire.points_per_loss", F::MoreThanZero);
        figures.between(self.fire.dice_per_element, 0..=4, "fire.dice_per_element");
        figures.between(self.fire.impact_dice_per_element, 0..=4, "fire.impact_dice_per_element");
        figures.between(self.fire.melee_dice_per_element, 0..=4, "fire.melee_dice_per_element");
        for (place, row) in [
            ("threshold.infantry", &self.threshold.infantry),
            ("threshold.cavalry", &self.threshold.cavalry),
            ("threshold.artillery", &self.threshold.artillery),
        ] {
            figures.want(row.poor > 0 && row.standard > 0 && row.superior > 0, place, F::MoreThanZero);
        }
        for (place, [_, den]) in [
            ("melee.steady", self.melee.steady),
            ("melee.shaken", self.melee.shaken),
            ("melee.gunners", self.melee.gunners),
            ("melee.shaken_gunners", self.melee.shaken_gunners),
            ("budget.mounted", self.budget.mounted),
        ] {
            figures.want(den > 0, place, F::SecondMoreThanZero);
        }
        for competence in self.officer.replacement_competence {
            figures.between(competence, 1..=4, "officer.replacement_competence");
        }
        figures.between(self.officer.at_risk_up_to, 0..=6, "officer.at_risk_up_to");
        figures.between(self.officer.hit_up_to, 0..=6, "officer.hit_up_to");
        for (nation, rows) in &self.doctrine {
            let place = format!("doctrine.{nation}");
            figures.want(!rows.is_empty(), &place, F::NoRow);
            figures.want(rows.is_sorted_by(|a, b| a.from < b.from), &place, F::Growing);
            figures.want(rows.iter().all(|row| !row.orders.is_empty()), &place, TableFault::RowWithoutOrder);
        }
        for kind in table::Kind::ALL {
            figures.want(self.terrain.contains_key(&kind), &format!("terrain.{}", rulebook::word(&kind)), F::NoRow);
        }
        figures.want(self.reserve.apart > 0, "reserve.apart", F::MoreThanZero);
        figures.want(self.victory.turns > 0, "victory.turns", F::MoreThanZero);
    }
}
