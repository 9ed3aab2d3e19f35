//! Where a march may end: every direction is tried with the function that judges plans; enemies are assumed not to
//! move.

use crate::world::{Aim, PAS, Plan, Positions, SEQUENCE, World};
use crate::{MarieLouise, Order, r};
use game::{Figure, Insight, Rule, UnitId};
use rulebook::Known;
use rulebook::longest;
use table::{Angle, Cm, Manoeuvre, Point, turn};

/// Step of the directions tried, in hundredths of a degree: it includes the edges of the front quarter.
const STEP: Angle = 500;
/// Precision of lengths, in centimetres.
const FINE: Cm = PAS / 50;
/// An enemy farther than this from the end of the longest march cannot stop it: elements are up to 12 pas from their
/// TdC.
const MARGIN: Cm = 15 * PAS;

fn directions() -> impl Iterator<Item = Angle> {
    (0..36_000 / STEP).map(|n| n * STEP)
}

impl MarieLouise {
    pub(super) fn reach_of(&self, w: &Known<'_, World>, id: UnitId) -> Insight {
        let mut insight = Insight::default();
        let marching = self.as_if_ordered(w, id, Order::Manoeuvre);
        let positions = self.positions(&marching);
        if self.permit(&marching, id).is_some() {
            let holds = marching.unit(id).order == Order::Hold;
            let rules: &[Rule] =
                if holds { &[r::ML_6_3A, r::ML_6_3B, r::ML_3_2C] } else { &[r::ML_6A, r::ML_6_1B, r::ML_3_1J] };
            let what = if holds { "adjustment" } else { "reach" };
            insight.figures.extend(self.march_area(&marching, &positions, id, what, SEQUENCE, rules));
            if !holds {
                let still_fires =
                    self.march_area(&marching, &positions, id, "reach_and_fire", SEQUENCE / 2, &[r::ML_7_1B]);
                insight.figures.extend(still_fires.filter(|_| self.fire_bar(&marching, id).is_none()));
            }
        }
        let charging = self.as_if_ordered(w, id, Order::Charge);
        if self.charge_bar(&charging, id).is_none() {
            insight.figures.extend(self.charge_area(&charging, id));
        }
        insight
    }

    /// The ends of all straight marches within a share of the sequence, with a turn first outside the front quarter.
    fn march_area(
        &self,
        w: &Known<'_, World>,
        positions: &Positions,
        id: UnitId,
        what: &'static str,
        within: i32,
        rules: &[Rule],
    ) -> Option<Figure> {
        let permit = self.permit(w, id)?;
        let unit = w.unit(id);
        let distance = &self.book.tables.distance;
        let most = self.longest_move(w, id).max(distance.adjust_clear.cm()).max(distance.manhandle.cm());
        let plan = |legs: &[Manoeuvre]| {
            let draft = self.draft(w, positions, id, permit, legs).ok()?;
            (draft.cost <= within).then_some(draft.plan)
        };
        let mut outline = Vec::new();
        let mut farthest = 0;
        for bearing in directions() {
            let off = turn(0, bearing);
            let ways: [&dyn Fn(Cm) -> Vec<Manoeuvre>; 2] = [&|cm| vec![Manoeuvre::Oblique { cm, by: off }], &|cm| {
                vec![Manoeuvre::Turn(off), Manoeuvre::Ahead(cm)]
            }];
            // Both lead along the same line: the turn is tried only where no oblique move leads there.
            let end = ways.into_iter().find_map(|legs| {
                plan(&legs(FINE))?;
                let plan = plan(&legs(longest(most, FINE, |cm| plan(&legs(cm)).is_some())))?;
                Some(self.halted_by_enemies(w, positions, id, &plan, most))
            });
            let end = end.unwrap_or(unit.pose.at);
            let gone = |end: &Point| unit.pose.at.to(*end).round() as Cm;
            farthest = farthest.max(gone(&end));
            outline.push(end);
        }
        outline.dedup();
        let area = || Figure::area(what, vec![outline], rules).fact("distance", i64::from(farthest));
        (farthest > 0).then(area)
    }

    /// Where a plan ends if no other unit moves (ML-3.1j, ML-6.2b).
    fn halted_by_enemies(
        &self,
        w: &Known<'_, World>,
        positions: &Positions,
        id: UnitId,
        plan: &Plan,
        most: Cm,
    ) -> Point {
        let track = self.follow_plan(w, id, plan, SEQUENCE);
        let enemies =
            self.around(w, positions, id, most + MARGIN).filter(|(other, _)| self.side(*other) != self.side(id));
        let times = enemies.filter_map(|(enemy, _)| {
            let still = self.follow_plan(w, enemy, &Plan::default(), SEQUENCE);
            self.halt_of(&track, &still, 0, SEQUENCE).map(|halt| halt.time)
        });
        match times.min() {
            Some(time) => self.follow_plan(w, id, plan, time).pose.at,
            None => track.pose.at,
        }
    }

    /// The reach of a charge in the front quarter without bonus (ML-8.1a, ML-8.1c).
    fn charge_area(&self, w: &Known<'_, World>, id: UnitId) -> Option<Figure> {
        let positions = self.positions(w);
        let unit = w.unit(id);
        let charge = self.new_charge(w, id, Aim::Beside(id));
        let mover = self.charge_mover(w, &charge);
        let most = self.longest_move(w, id);
        let mut outline = vec![unit.pose.at];
        let mut farthest = 0;
        for bearing in (-4_500..=4_500).step_by(500).map(|off| (unit.pose.facing + off).rem_euclid(36_000)) {
            let dash = self.straight(w, &positions, &charge, &mover, (bearing, most), &[]);
            farthest = farthest.max(dash.cm);
            outline.push(unit.pose.at.step(bearing, dash.cm));
        }
        let rules = [r::ML_6A, r::ML_8_1A, r::ML_8_1C];
        let area = || Figure::area("charge_reach", vec![outline], &rules).fact("distance", i64::from(farthest));
        (farthest > 0).then(area)
    }

    pub(super) fn reach_of_general(&self, w: &Known<'_, World>, place: usize) -> Insight {
        let general = w.general(place);
        if general.attached.is_some() {
            return Insight::default();
        }
        let most = self.longest_ride();
        let ride = |bearing: Angle| {
            let cm = longest(most, FINE, |cm| self.may_ride(w, place, bearing, cm));
            general.at.step(bearing, cm)
        };
        let outline: Vec<Point> = directions().map(ride).collect();
        let area = Figure::area("reach", vec![outline], &[r::ML_6_4B, r::ML_6A]).fact("distance", i64::from(most));
        Insight { figures: vec![area], prospects: Vec::new() }
    }
}
