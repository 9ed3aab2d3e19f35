//! The end of a turn: objectives, broken armies, the clock (L3C-GAP-A91, L3C-GAP-A92).

use super::D;
use crate::terms::tables::Shares;
use crate::world::{GeneralSheet, Life, Phase, World};
use crate::{Case, TroisCouleurs, r};
use game::{Deed, Facts, Flow, Outcome, Side, Term};
use table::inside_polygon;

impl TroisCouleurs {
    pub(crate) fn end_turn(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::End, &[r::L3C_GAP_A91]);
        self.take_objectives(d);
        match self.judged(&d.world) {
            Some(outcome) => {
                d.tell(Deed::Ended(outcome.clone()), &[r::L3C_GAP_A91]);
                d.world.outcome = Some(outcome);
            }
            None => d.then(self.steps_of_a_turn()),
        }
        Ok(())
    }

    /// An objective belongs to the last side that had a formed unit in hand in it, without such an enemy there.
    fn take_objectives(&self, d: &mut D<'_>) {
        for (n, objective) in self.scenario.objectives.iter().enumerate() {
            let there = |side: Side| {
                self.troops(&d.world, side).any(|id| {
                    let unit = d.world.unit(id);
                    let formed = unit.body.state <= crate::Cohesion::Loose && unit.body.case.positive();
                    formed && inside_polygon(self.piece(&d.world, id).pose.at, &objective.area)
                })
            };
            let holder = match (there(Side::Blue), there(Side::Red)) {
                (true, false) => Some(Side::Blue),
                (false, true) => Some(Side::Red),
                _ => continue,
            };
            if let Some(held) = d.world.holders.get_mut(n) {
                *held = holder;
            }
        }
    }

    /// Points of a side at the start: units and generals (L3C-GAP-A39).
    pub(crate) fn points_at_start(&self, side: Side) -> i64 {
        let generals = self.generals.iter().filter(|sheet| sheet.side == side);
        (self.units_at_start(side) + generals.map(|sheet| self.value_of(sheet)).sum::<i64>()).max(1)
    }

    /// Points of its units alone, from which the breaking point is computed (L3C-GAP-A91).
    fn units_at_start(&self, side: Side) -> i64 {
        self.sheets.iter().filter(|sheet| sheet.side == side).map(|sheet| sheet.cost).sum()
    }

    /// The worth of a general (L3C-GAP-A39).
    fn value_of(&self, sheet: &GeneralSheet) -> i64 {
        i64::from(sheet.leader.bonus) * i64::from(self.book.tables.budget.general)
    }

    /// Points that a side has lost up to the last turn: units by their fate, and generals (L3C-GAP-A91).
    pub(crate) fn points_lost(&self, w: &World, side: Side) -> i64 {
        let table = &self.book.tables.victory;
        let fallen = w.generals.iter().zip(&self.generals);
        let fallen = fallen.filter(|(general, sheet)| sheet.side == side && general.fallen.is_some());
        let generals: i64 = fallen.map(|(_, sheet)| self.value_of(sheet) * i64::from(table.general_lost) / 100).sum();
        self.units_lost(w, side, &table.lost) + generals
    }

    /// Points of its units lost that count for breaking (L3C-GAP-A91).
    pub(crate) fn broken_points(&self, w: &World, side: Side) -> i64 {
        self.units_lost(w, side, &self.book.tables.victory.broken)
    }

    fn units_lost(&self, w: &World, side: Side, shares: &Shares) -> i64 {
        let mut lost = 0;
        for id in w.ids().filter(|id| self.side(*id) == side) {
            let (unit, cost) = (w.unit(id), self.sheet(id).cost);
            let share = match unit.life {
                Life::Gone(_) => shares.destroyed,
                _ if unit.body.case == Case::Rout => shares.rout,
                _ if unit.body.case == Case::Retreat => shares.retreat,
                _ => 0,
            };
            lost += cost * i64::from(share) / 100;
        }
        lost
    }

    /// Points of the objectives that a side holds.
    pub(crate) fn points_held(&self, w: &World, side: Side) -> i64 {
        let held = self.scenario.objectives.iter().zip(&w.holders).filter(|(_, holder)| **holder == Some(side));
        held.map(|(objective, _)| objective.points).sum()
    }

    /// The points that an army may lose before it breaks.
    pub(crate) fn breaks_at(&self, side: Side) -> i64 {
        self.units_at_start(side) * i64::from(self.scenario.breaks[side.index()]) / 100
    }

    fn broken(&self, w: &World, side: Side) -> bool {
        if self.book.options.break_by_units {
            let all = w.ids().filter(|id| self.side(*id) == side);
            let (mut whole, mut gone) = (0_i64, 0_i64);
            for id in all {
                whole += 1;
                gone += i64::from(!w.unit(id).counts());
            }
            return gone * 100 >= whole * i64::from(self.scenario.breaks[side.index()]);
        }
        let none = !w.ids().any(|id| self.side(id) == side && w.unit(id).counts());
        none || self.broken_points(w, side) >= self.breaks_at(side).max(1)
    }

    /// The result of the battle, once it is decided.
    fn judged(&self, w: &World) -> Option<Outcome> {
        let table = &self.book.tables.victory;
        let score = |side: Side| self.points_lost(w, side.other()) + self.points_held(w, side);
        let [blue, red] = Side::BOTH.map(score);
        let mut facts = Facts::new();
        facts.insert(Term::of("blue"), blue);
        facts.insert(Term::of("red"), red);
        let outcome = |winner, how| Some(Outcome::of(winner, how, facts.clone()));
        match Side::BOTH.map(|side| self.on(r::L3C_GAP_A91) && self.broken(w, side)) {
            [true, true] => return outcome(None, "both_broken"),
            [true, false] => return outcome(Some(Side::Red), "broken"),
            [false, true] => return outcome(Some(Side::Blue), "broken"),
            [false, false] => {}
        }
        let last = if self.on(r::L3C_GAP_A92) { self.scenario.turns } else { table.turns };
        if w.turn < last {
            return None;
        }
        for (side, hold) in &self.scenario.decisions {
            if hold.iter().all(|n| w.holders.get(*n).copied().flatten() == Some(*side)) {
                return outcome(Some(*side), "objectives");
            }
        }
        let smaller = Side::BOTH.map(|side| self.points_at_start(side)).into_iter().min().unwrap_or(0);
        let margin = smaller * i64::from(table.margin) / 100;
        match blue - red {
            lead if lead > margin => outcome(Some(Side::Blue), "points"),
            lead if -lead > margin => outcome(Some(Side::Red), "points"),
            _ => outcome(None, "draw"),
        }
    }
}
