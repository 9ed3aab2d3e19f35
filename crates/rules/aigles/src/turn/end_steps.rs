//! H: the end of a period: objectives, break points, the last period (LA-GAP-41, LA-GAP-75).

use super::D;
use crate::question::Does;
use crate::world::{Fate, Guns, Life, World, facts};
use crate::{Arm, LesAigles, Order, r};
use game::{Deed, Facts, Flow, Outcome, Ref, Side, Term, UnitId};
use table::inside_polygon;

impl LesAigles {
    pub(crate) fn end_period(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, crate::world::Phase::End, &[r::LA_GAP_75]);
        self.take_objectives(d);
        let period = d.world.period;
        for id in d.world.ids() {
            let unit = d.world.unit_mut(id);
            if unit.memory.fought_in < period {
                unit.memory.lost_in_a_row = 0;
            }
            if unit.present() && unit.forced > 0 && unit.now.moved == 0 {
                unit.forced = 0;
            }
        }
        let half = d.world.half();
        d.world.hits.retain(|hit| hit.half >= half);
        match self.decide(&d.world) {
            Some(outcome) => {
                self.open_papers(d);
                d.world.outcome = Some(outcome.clone());
                d.tell(Deed::Ended(outcome), &[r::LA_GAP_75]);
            }
            None => d.then(self.steps_of_a_turn()),
        }
        Ok(())
    }

    /// Who holds each objective: the only side with a formed unit inside, or the last to have been so.
    fn take_objectives(&self, d: &mut D<'_>) {
        for (n, objective) in self.scenario.objectives.iter().enumerate() {
            let inside = |side: Side| {
                self.troops(&d.world, side).any(|id| {
                    let unit = d.world.unit(id);
                    let formed = unit.order <= Order::Disorganised && !unit.leaves() && unit.guns == Guns::Served;
                    formed && inside_polygon(self.body(&d.world, id).pose.at, &objective.area)
                })
            };
            let holder = match (inside(Side::Blue), inside(Side::Red)) {
                (true, false) => Some(Side::Blue),
                (false, true) => Some(Side::Red),
                _ => continue,
            };
            if d.world.holders[n] != holder {
                d.world.holders[n] = holder;
                if let Some(side) = holder {
                    let of = Ref::Spot(objective.middle);
                    d.tell(
                        Deed::Note {
                            of,
                            what: Term::of("objective_taken"),
                            facts: facts([("side", side.index() as i64)]),
                        },
                        &[r::LA_GAP_75],
                    );
                }
            }
        }
    }

    /// Budget that a side has lost, in tenths (LA-GAP-41, LA-GAP-75).
    #[must_use]
    pub fn lost(&self, w: &World, side: Side) -> i64 {
        let mut lost = 0_i64;
        for id in w.ids().filter(|id| self.side(*id) == side) {
            lost += self.lost_of(w, id);
        }
        for (place, sheet) in self.officers.iter().enumerate().filter(|(_, sheet)| sheet.side == side) {
            if matches!(w.generals[place].life, Life::Gone(Fate::Killed | Fate::Taken)) {
                lost += i64::from(sheet.points) * 10;
            }
        }
        lost
    }

    /// What a unit has lost, in tenths: figures removed, or all of it once it has gone. A part counts with its battalion.
    pub(crate) fn lost_of(&self, w: &World, id: UnitId) -> i64 {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        if sheet.part_of.is_some() {
            return 0;
        }
        let part = sheet.part.map(|part| w.unit(part));
        let left = |n: usize| {
            let own = if matches!(unit.life, Life::Gone(_)) { 0 } else { unit.left.get(n).copied().unwrap_or(0) };
            let his =
                part.filter(|p| !matches!(p.life, Life::Gone(_))).and_then(|p| p.left.get(n)).copied().unwrap_or(0);
            own.saturating_add(his)
        };
        let guns_lost = sheet.profile.arm == Arm::Artillery && matches!(unit.guns, Guns::Spiked | Guns::Turned);
        if guns_lost {
            return i64::from(sheet.cost.0);
        }
        sheet
            .profile
            .companies
            .iter()
            .enumerate()
            .map(|(n, c)| i64::from(c.figures.saturating_sub(left(n))) * i64::from(c.figure.budget.0))
            .sum()
    }

    /// The score of a side: enemy budget lost, and objectives, in tenths.
    pub(crate) fn score(&self, w: &World, side: Side) -> i64 {
        let times = i64::from(self.book.tables.setting.objective_times) * 10;
        let held = w.holders.iter().zip(&self.scenario.objectives).filter(|(holder, _)| **holder == Some(side));
        self.lost(w, side.other()) + held.map(|(_, o)| i64::from(o.points) * times).sum::<i64>()
    }

    fn broken(&self, w: &World, side: Side) -> bool {
        let per_cent = i64::from(self.scenario.breaks[side.index()]);
        per_cent > 0 && self.lost(w, side) * 100 >= self.scenario.budget[side.index()] * per_cent
    }

    fn decide(&self, w: &World) -> Option<Outcome> {
        let scores = Side::BOTH.map(|side| self.score(w, side));
        let figures: Facts = facts([("blue", scores[0]), ("red", scores[1])]);
        let outcome = |winner: Option<Side>, how: &'static str| {
            Some(Outcome { winner, how: Term::of(how), facts: figures.clone() })
        };
        let better = || match scores[0].cmp(&scores[1]) {
            std::cmp::Ordering::Greater => Some(Side::Blue),
            std::cmp::Ordering::Less => Some(Side::Red),
            std::cmp::Ordering::Equal => None,
        };
        match Side::BOTH.map(|side| self.broken(w, side)) {
            [true, false] => return outcome(Some(Side::Red), "broken"),
            [false, true] => return outcome(Some(Side::Blue), "broken"),
            [true, true] => return outcome(better(), "points"),
            [false, false] => {}
        }
        if w.period < self.scenario.periods {
            return None;
        }
        let held = |side: Side, hold: &[usize]| hold.iter().all(|n| w.holders.get(*n).copied().flatten() == Some(side));
        if let Some((side, _)) = self.scenario.decisions.iter().find(|(side, hold)| held(*side, hold)) {
            return outcome(Some(*side), "decision");
        }
        outcome(better(), "points")
    }

    /// At the end orders and targets never shown are opened (LA-GAP-60).
    fn open_papers(&self, d: &mut D<'_>) {
        for side in Side::BOTH {
            let Some(papers) = d.world.papers(side).cloned() else { continue };
            for (id, orders) in &papers.orders {
                if !d.world.unit(*id).present() {
                    continue;
                }
                let key = self.order_key(orders);
                d.tell(Deed::Opened { of: Ref::Unit(*id), key }, &[r::LA_GAP_60]);
            }
            for (id, target) in &papers.targets {
                d.tell(
                    Deed::Opened { of: Ref::Unit(*id), key: Does::Meant.about(Ref::Unit(*target)) },
                    &[r::LA_GAP_60],
                );
            }
        }
    }
}
