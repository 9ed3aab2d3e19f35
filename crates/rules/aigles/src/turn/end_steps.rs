//! H: the end of a period: objectives, break points, the last period (LA-GAP-41, LA-GAP-75).

use super::{D, Step};
use crate::question::Does;
use crate::terms::score::{self, How, Winner};
use crate::world::{Fate, Guns, Life, World, facts};
use crate::{Arm, LesAigles, Order, Tenths, r};
use game::{Deed, Facts, Flow, Outcome, Ref, Side, Term, UnitId};
use table::inside_polygon;

impl LesAigles {
    pub(crate) fn end_period(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::End, &[r::LA_GAP_75]);
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

    /// The holder of each objective: the only side with a formed unit inside, or the last such side.
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

    /// Budget lost by a side, in tenths of a point (LA-GAP-41, LA-GAP-75).
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

    /// Points lost with a unit, in tenths: figures removed, or all of it once it is gone. A detached part counts with
    /// its battalion.
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
        if sheet.profile.arm == Arm::Artillery && self.guns_lost(w, id) {
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

    /// Whether the guns of a battery are spiked, turned, or left to enemies next to them (LA-GAP-55).
    fn guns_lost(&self, w: &World, id: UnitId) -> bool {
        let near = self.book.tables.movement.keep_off.cm() + table::SLACK;
        let guns = self.body(w, id);
        let at_them = |enemy: UnitId| {
            let stands = self.arm(enemy) != Arm::Artillery && !w.unit(enemy).leaves();
            stands && table::within_reach(&guns, &self.body(w, enemy), near)
        };
        match w.unit(id).guns {
            Guns::Served => false,
            Guns::Spiked | Guns::Turned => true,
            Guns::Unmanned => w.unit(id).present() && self.troops(w, self.side(id).other()).any(at_them),
        }
    }

    /// The score of a side: enemy budget lost, and objectives, in tenths.
    pub(crate) fn score(&self, w: &World, side: Side) -> i64 {
        let held = w.holders.iter().zip(&self.scenario.objectives).filter(|(holder, _)| **holder == Some(side));
        let objectives = held.map(|(_, objective)| objective.points).sum();
        let lost = tenths(self.lost(w, side.other()));
        i64::from(score::points(&self.book, lost, objectives).0)
    }

    fn broken(&self, w: &World, side: Side) -> bool {
        let [lost, budget] = [self.lost(w, side), self.scenario.budget[side.index()]].map(tenths);
        let per_cent = self.scenario.breaks[side.index()];
        per_cent > 0 && score::broken(&self.book, lost, budget, Some(per_cent))
    }

    fn decide(&self, w: &World) -> Option<Outcome> {
        let scores = Side::BOTH.map(|side| self.score(w, side));
        let figures: Facts = facts([("blue", scores[0]), ("red", scores[1])]);
        let outcome = |winner: Option<Side>, how: &'static str| Some(Outcome::of(winner, how, figures.clone()));
        let broken = Side::BOTH.map(|side| self.broken(w, side));
        let last = w.period >= self.scenario.periods;
        let held = |side: Side, hold: &[usize]| hold.iter().all(|n| w.holders.get(*n).copied().flatten() == Some(side));
        let decided = || self.scenario.decisions.iter().find(|(side, hold)| held(*side, hold));
        if let Some((side, _)) = decided().filter(|_| last && broken == [false; 2]) {
            return outcome(Some(*side), "decision");
        }
        let (winner, how) = score::decide(&self.book, scores, broken, last);
        let how = if how == How::Broken { "broken" } else { "points" };
        match winner {
            Winner::Nobody => None,
            Winner::Blue => outcome(Some(Side::Blue), how),
            Winner::Red => outcome(Some(Side::Red), how),
            Winner::Draw => outcome(None, how),
        }
    }

    /// At the end, orders and targets never shown are revealed (LA-GAP-60).
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

/// A sum of tenths of a point; larger sums are capped at the largest value.
fn tenths(sum: i64) -> Tenths {
    Tenths(rulebook::saturated(sum))
}
