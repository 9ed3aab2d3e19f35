//! Checks for impossible figures.

use super::MovingAs;
use super::Tables;
use crate::{Mover, UD};
use game::Fault;
use rulebook::FigureCheck;
use rulebook::FigureFault as F;

game::faults! {
    /// Faults that only the figures of Les Trois Couleurs can have.
    TableFault {
        NoLineRow "no_line_row"
        LessThanCredit "less_than_credit"
        HighestScore "highest_score"
        ScoreSpan "score_span"
        Gaits { most } "gaits"
        Shares "shares"
    }
}

/// Figures of the table of losses.
const RATES: usize = 21;
/// No unit has more gaits.
const GAITS: usize = 3;

impl Tables {
    /// Adds every fault of the figures.
    pub(super) fn check(&self, faults: &mut Vec<Fault>) {
        let mut figures = FigureCheck::new(faults);
        let scale = &self.scale;
        figures.want(scale.ud_cm == UD, "scale.ud_cm", F::FixedScale);
        figures.want(scale.steps_per_figure > 0 && scale.steps_per_gun > 0, "scale", F::MoreThanZero);
        figures.want(scale.guns_per_gunner > 0, "scale.guns_per_gunner", F::MoreThanZero);
        figures.want(self.action.credit <= self.action.ceiling, "action.ceiling", TableFault::LessThanCredit);
        figures.between(self.action.ceiling, 0..=12, "action.ceiling");

        for (place, mover) in [
            ("movement.infantry", Mover::Infantry),
            ("movement.cavalry", Mover::Cavalry),
            ("movement.foot_artillery", Mover::FootArtillery),
            ("movement.horse_artillery", Mover::HorseArtillery),
        ] {
            let paces = self.movement.paces(mover, MovingAs::Line);
            figures.want(!paces.0.is_empty(), place, TableFault::NoLineRow);
            let rows = match mover {
                Mover::Infantry => &self.movement.infantry,
                Mover::Cavalry => &self.movement.cavalry,
                Mover::FootArtillery => &self.movement.foot_artillery,
                Mover::HorseArtillery => &self.movement.horse_artillery,
            };
            let good = rows.values().all(|row| row.0.len() <= GAITS && row.0.is_sorted());
            figures.want(good, place, TableFault::Gaits { most: GAITS as i64 });
        }

        figures.want(self.percent.step > 0, "percent.step", F::MoreThanZero);
        let losses = &self.losses;
        figures.entries(losses.rate.len(), RATES..=RATES, "losses.rate");
        figures.want(losses.rate.is_sorted(), "losses.rate", F::NotFalling);
        figures.want(losses.step > 0, "losses.step", F::MoreThanZero);

        let ranges = &self.range;
        for (place, weapon) in [
            ("range.musket", &ranges.musket),
            ("range.rifle", &ranges.rifle),
            ("range.carbine", &ranges.carbine),
            ("range.four_pounder", &ranges.four_pounder),
            ("range.six_pounder", &ranges.six_pounder),
            ("range.eight_pounder", &ranges.eight_pounder),
            ("range.twelve_pounder", &ranges.twelve_pounder),
            ("range.howitzer", &ranges.howitzer),
        ] {
            let limits: Vec<_> = weapon.bands().map(|(_, limit)| limit).collect();
            figures.want(limits.is_sorted_by(|a, b| a < b) && weapon.p1.cm() > 0, place, F::GrowingFromZero);
        }

        let morale = &self.morale;
        figures.want(morale.least < 0 && morale.most > 0, "morale", TableFault::ScoreSpan);
        for (place, per) in [
            ("morale.losses_before_percent", morale.losses_before_percent),
            ("morale.losses_in_action_percent", morale.losses_in_action_percent),
            ("morale.strength.infantry", morale.strength.infantry),
            ("morale.strength.infantry_two_ranks", morale.strength.infantry_two_ranks),
            ("morale.strength.cavalry", morale.strength.cavalry),
            ("morale.strength.artillery", morale.strength.artillery),
            ("pursuit.infantry_figures", self.pursuit.infantry_figures),
            ("general.marksmen_group", self.general.marksmen_group),
        ] {
            figures.want(per > 0, place, F::MoreThanZero);
        }
        let raising = &self.raising;
        figures.want(raising.least_figures > 0, "raising.least_figures", F::MoreThanZero);
        figures.want(raising.squadron_most > 0, "raising.squadron_most", F::MoreThanZero);
        figures.want(raising.battalion_most > 0, "raising.battalion_most", F::MoreThanZero);
        figures.between(self.companies.battalion, 1..=20, "companies.battalion");
        figures.between(self.initiative.dice, 1..=4, "initiative.dice");
        let victory = &self.victory;
        figures.between(victory.breaks_at, 1..=100, "victory.breaks_at");
        let shares = |s: &super::Shares| s.destroyed <= 100 && s.rout <= s.destroyed && s.retreat <= s.rout;
        figures.want(shares(&victory.broken), "victory.broken", TableFault::Shares);
        figures.want(shares(&victory.lost), "victory.lost", TableFault::Shares);
        figures.want(victory.turns > 0, "victory.turns", F::MoreThanZero);
        let span = usize::from(morale.most.abs_diff(morale.least)) + 1;
        let reading = &self.reading;
        figures.want(reading.highest == morale.most, "reading.highest", TableFault::HighestScore);
        for (place, cases) in [("reading.contact", &reading.contact), ("reading.fire", &reading.fire)] {
            figures.entries(cases.len(), span..=span, place);
            figures.want(cases.is_sorted_by(|a, b| a >= b), place, F::NotRising);
        }
        figures.entries(reading.down.len(), span..=span, "reading.down");
        figures.want(reading.down.is_sorted(), "reading.down", F::NotFalling);
    }
}
