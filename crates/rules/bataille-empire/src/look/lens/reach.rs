//! How far a unit can move: its march, its charge, and the move of a general.

use crate::resolve::movement;
use crate::turn::Sort;
use crate::world::World;
use crate::{Arm, BatailleEmpire, Going, r};
use game::{Figure, Insight, UnitId};
use rulebook::Known;
use rulebook::longest;
use table::{Angle, Cm, Manoeuvre, Point};

/// Step of the directions tried, in hundredths of a degree.
const STEP: Angle = 500;
/// Precision of lengths, in centimetres.
const FINE: Cm = crate::UD / 20;
/// Step of the pivots tried, in hundredths of a degree.
const TURN: usize = 1_500;

impl BatailleEmpire {
    /// Where a march with one pivot may end, and the sector in which a charge may strike.
    pub(super) fn reach_of(&self, w: &Known<'_, World>, id: UnitId) -> Insight {
        let mut figures = Vec::new();
        let unit = w.unit(id);
        let body = self.figure(w, id);
        let most = movement::allowance(&self.book, &body, Going::Clear, None).unwrap_or_default();
        figures.extend(self.march_area(w, id, most.cm()));
        if body.arm != Arm::Artillery && !unit.marker && unit.inside.is_none() {
            let far = most.plus(movement::charge_bonus(&self.book, body.arm)).cm();
            let half = self.book.tables.angle.charge.0;
            let steps = (2 * half / STEP).max(1);
            let bearing = |n: Angle| (unit.pose.facing - half + 2 * half * n / steps).rem_euclid(36_000);
            let arc = (0..=steps).map(|n| unit.pose.at.step(bearing(n), far));
            let outline: Vec<Point> = std::iter::once(unit.pose.at).chain(arc).collect();
            let rules = [r::BE_CHA_02, r::BE_CHA_09, r::BE_MVT_05];
            figures.push(Figure::area("charge_reach", vec![outline], &rules).fact("distance", i64::from(far)));
        }
        Insight { figures, prospects: Vec::new() }
    }

    /// The ends of all straight marches after a pivot of up to a quarter turn, as the turn judges them.
    fn march_area(&self, w: &Known<'_, World>, id: UnitId, most: Cm) -> Option<Figure> {
        let unit = w.unit(id);
        let (scene, own) = (self.scene(w), [id]);
        let trip = self.trip(&scene, &own, Sort::First);
        let mut outline = vec![unit.pose.at];
        let mut farthest = 0;
        for off in (-9_000..=9_000).step_by(TURN) {
            let legs = |cm: Cm| {
                let pivot = (off != 0).then_some(Manoeuvre::Wheel(off));
                pivot.into_iter().chain([Manoeuvre::Ahead(cm)]).collect::<Vec<_>>()
            };
            let cm = longest(most, FINE, |cm| self.fits(&trip, &legs(cm)));
            let Some(at) = self.drafted(&trip, &legs(cm)).ok().map(|draft| draft.end.at) else { continue };
            farthest = farthest.max(unit.pose.at.to(at).round() as Cm);
            outline.push(at);
        }
        let area = || Figure::area("reach", vec![outline], &[r::BE_MVT_01, r::BE_MAN_03]);
        (farthest > 0).then(|| area().fact("distance", i64::from(farthest)))
    }

    pub(super) fn reach_of_general(&self, w: &Known<'_, World>, place: usize) -> Insight {
        let general = w.general(place);
        if general.attached.is_some() {
            return Insight::default();
        }
        let most = movement::general(&self.book, Going::Clear).unwrap_or_default().cm();
        let ride = |bearing: Angle| {
            let cm = longest(most, FINE, |cm| self.may_ride(w, place, general.at.step(bearing, cm)));
            general.at.step(bearing, cm)
        };
        let outline: Vec<Point> = (0..36_000 / STEP).map(|n| ride(n * STEP)).collect();
        let area = Figure::area("reach", vec![outline], &[r::BE_MVT_10]).fact("distance", i64::from(most));
        Insight { figures: vec![area], prospects: Vec::new() }
    }
}
