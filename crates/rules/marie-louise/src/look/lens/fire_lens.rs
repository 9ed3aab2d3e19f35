//! Bands of fire with their arcs, and the enemies in them.

use crate::resolve::fire;
use crate::resolve::guns;
use crate::turn::Shoot;
use crate::world::{PAS, Unit, World};
use crate::{Arm, Distance, MarieLouise, r};
use game::{Figure, Insight, Ref, UnitId};
use rulebook::Known;
use table::{Angle, Cm, Measure, Point, Pose, Shape};

/// Step of the corners of an arc, in hundredths of a degree.
const STEP: Angle = 500;

/// Ranges of distance in which a rule gives the same value, found by calling it.
fn bands(longest: Cm, read: impl Fn(Distance) -> Option<u8>) -> Vec<(u8, Cm, Cm)> {
    let step = PAS / 100;
    let mut all: Vec<(u8, Cm, Cm)> = Vec::new();
    for cm in (0..=longest / step).map(|n| n * step) {
        let Some(band) = read(Distance::from_cm(cm)) else { continue };
        match all.last_mut() {
            Some((last, _, to)) if *last == band => *to = cm,
            _ => {
                let from = all.last().map_or(0, |(_, _, to)| *to);
                all.push((band, from, cm));
            }
        }
    }
    all
}

impl MarieLouise {
    pub(super) fn fire_of(&self, w: &Known<'_, World>, id: UnitId) -> Insight {
        let mut insight = Insight::default();
        let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
        let guns = profile.arm == Arm::Artillery;
        let found = bands(self.longest_range(id), |distance| {
            if guns {
                guns::zone(&self.book, profile.class, distance)
            } else {
                fire::band(&self.book, profile.weapon, distance).map(|band| band as u8)
            }
        });
        for (band, from, to) in found {
            let outline = self.outline_of_band(w, id, from, to);
            insight.figures.push(if guns {
                let rules = [r::ML_7_3A, r::ML_7_3B];
                Figure::area("zone", outline, &rules).fact("zone", i64::from(band)).fact("limit", i64::from(to))
            } else {
                let what = if band == fire::Band::Short as u8 { "short_range" } else { "effective_range" };
                Figure::area(what, outline, &[r::ML_7_2D, r::ML_7_2E]).fact("limit", i64::from(to))
            });
        }
        if unit.formation == crate::Formation::Limbered || unit.marker == crate::Marker::Routing {
            return insight;
        }
        let positions = self.positions(w);
        let marks = self.marks(w, &positions, id);
        for mark in self.eligible(w, &positions, id) {
            let free = marks.iter().any(|other| other.at == mark.at);
            let (what, rules) = if free {
                ("mark", [r::ML_7_2E, r::ML_7_3AA])
            } else {
                ("less_threatening", [r::ML_7_3AA, r::ML_GAP_31])
            };
            let mut line = Figure::line(what, mark.range, Ref::Unit(id), Ref::Unit(mark.at), &rules);
            if mark.blind {
                line = line.fact("blind", 1);
            }
            insight.figures.push(line);
            if free && self.fire_bar(w, id).is_none() {
                let shoot = Shoot { by: id, at: mark.at, band: None, zone: None, blind: mark.blind };
                insight.prospects.push(self.prospect_of_fire(w, &shoot));
            }
        }
        insight
    }

    /// The area between two ranges, in the arc of a unit.
    fn outline_of_band(&self, w: &Known<'_, World>, id: UnitId, from: Cm, to: Cm) -> Vec<Vec<Point>> {
        let unit = w.unit(id);
        if self.all_round(unit) {
            let body = self.body(unit);
            let mut outlines = vec![around(&body, to)];
            outlines.extend((from > 0).then(|| around(&body, from)));
            return outlines;
        }
        let muzzle = Pose { at: unit.tdc().front_middle(), facing: unit.pose.facing };
        // The width is found with the rule for targets at its edge (ML-7.3a, ML-GAP-09).
        let aims = |off: Angle| {
            let there = muzzle.at.step((muzzle.facing + off).rem_euclid(36_000), to.max(PAS));
            self.in_arc(w, id, &Measure { from: muzzle.at, to: there, cm: to.max(PAS), limit: 0 })
        };
        let half = if aims(6_000) { 9_000 } else { 4_500 };
        let arc = |cm: Cm| (-half..=half).step_by(STEP as usize).map(move |off| (off, cm));
        let place = |(off, cm): (Angle, Cm)| muzzle.at.step((muzzle.facing + off).rem_euclid(36_000), cm);
        let mut outline: Vec<Point> = arc(to).map(place).collect();
        if from > 0 {
            let inner: Vec<Point> = arc(from).map(place).collect();
            outline.extend(inner.into_iter().rev());
        } else {
            outline.push(muzzle.at);
        }
        vec![outline]
    }

    /// The outline from which a unit without a front fires: its TdC, or the walls that it holds (ML-GAP-43).
    fn body(&self, unit: &Unit) -> Vec<Point> {
        let held = unit.inside.filter(|_| self.on(r::ML_GAP_43)).and_then(|site| self.terrain.feature(site));
        match held.map(|feature| &feature.shape) {
            Some(Shape::Area(corners) | Shape::Line { points: corners, .. }) => corners.clone(),
            None => unit.tdc().corners().to_vec(),
        }
    }
}

/// The line at a distance around the hull of some corners.
fn around(corners: &[Point], cm: Cm) -> Vec<Point> {
    let corner_towards = |bearing: Angle| {
        let far = Point::default().step(bearing, 10_000);
        let along = |p: &Point| i64::from(p.x) * i64::from(far.x) + i64::from(p.y) * i64::from(far.y);
        corners.iter().copied().max_by_key(|p| (along(p), *p)).unwrap_or_default()
    };
    (0..36_000 / STEP).map(|n| n * STEP).map(|bearing| corner_towards(bearing).step(bearing, cm)).collect()
}
