//! Figures that cannot be.

use super::MovingAs;
use super::Tables;
use crate::{Mover, UD};
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
        let scale = &self.scale;
        want(scale.ud_cm == UD, "scale.ud_cm", "must be 6000: distances are kept in it");
        want(scale.steps_per_figure > 0 && scale.steps_per_gun > 0, "scale", "a figure is worth at least one PAP");
        want(scale.guns_per_gunner > 0, "scale.guns_per_gunner", "must_more_than_0");
        want(self.action.credit <= self.action.ceiling, "action.ceiling", "must not be less than the credit");
        want(self.action.ceiling <= 12, "action.ceiling", "must be 12 at most");

        for (place, mover) in [
            ("movement.infantry", Mover::Infantry),
            ("movement.cavalry", Mover::Cavalry),
            ("movement.foot_artillery", Mover::FootArtillery),
            ("movement.horse_artillery", Mover::HorseArtillery),
        ] {
            let paces = self.movement.paces(mover, MovingAs::Line);
            want(!paces.0.is_empty(), place, "needs a row for the line");
            let rows = match mover {
                Mover::Infantry => &self.movement.infantry,
                Mover::Cavalry => &self.movement.cavalry,
                Mover::FootArtillery => &self.movement.foot_artillery,
                Mover::HorseArtillery => &self.movement.horse_artillery,
            };
            let good = rows.values().all(|row| row.0.len() <= 3 && row.0.is_sorted());
            want(good, place, "a row has up to three gaits, which do not get slower");
        }

        want(self.percent.step > 0, "percent.step", "must_more_than_0");
        let losses = &self.losses;
        want(losses.rate.len() == 21, "losses.rate", "must have 21 figures");
        want(losses.rate.is_sorted(), "losses.rate", "must not fall");
        want(losses.step > 0, "losses.step", "must_more_than_0");

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
            want(limits.is_sorted_by(|a, b| a < b) && weapon.p1.cm() > 0, place, "bands must grow from more than 0");
        }

        let morale = &self.morale;
        want(morale.least < 0 && morale.most > 0, "morale", "the least score is under 0, the most above");
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
            want(per > 0, place, "must_more_than_0");
        }
        let raising = &self.raising;
        want(raising.least_figures > 0, "raising.least_figures", "must_more_than_0");
        want(raising.squadron_most > 0, "raising.squadron_most", "must_more_than_0");
        want(raising.battalion_most > 0, "raising.battalion_most", "must_more_than_0");
        want((1..=20).contains(&self.companies.battalion), "companies.battalion", "must be 1 to 20");
        want((1..=4).contains(&self.initiative.dice), "initiative.dice", "must be 1 to 4");
        let victory = &self.victory;
        want((1..=100).contains(&victory.breaks_at), "victory.breaks_at", "must be 1 to 100");
        let shares = |s: &super::Shares| s.destroyed <= 100 && s.rout <= s.destroyed && s.retreat <= s.rout;
        want(shares(&victory.broken), "victory.broken", "must be 100 at most, and less for who is less badly off");
        want(shares(&victory.lost), "victory.lost", "must be 100 at most, and less for who is less badly off");
        want(victory.turns > 0, "victory.turns", "must_more_than_0");
        let span = usize::from(morale.most.abs_diff(morale.least)) + 1;
        let reading = &self.reading;
        want(reading.highest == morale.most, "reading.highest", "must be the most a score can be");
        for (place, cases) in [("reading.contact", &reading.contact), ("reading.fire", &reading.fire)] {
            want(cases.len() == span, place, "must have one case for each score");
            want(cases.is_sorted_by(|a, b| a >= b), place, "must not rise");
        }
        want(reading.down.len() == span, "reading.down", "must have one figure for each score");
        want(reading.down.is_sorted(), "reading.down", "must not fall");
    }
}
