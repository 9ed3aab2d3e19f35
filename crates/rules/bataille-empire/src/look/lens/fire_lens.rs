//! Where a unit may fire and at which targets, what it sees, and which enemies could fire at it or charge it.

use crate::resolve::fire::Shot;
use crate::turn::Volley;
use crate::world::World;
use crate::{Arm, BatailleEmpire, Formation, Ud, r};
use game::{Figure, Insight, Ref, Rule, UnitId};
use rulebook::Known;
use table::{Angle, Cm, Piece, Point};

/// Step of the points of an outline, in hundredths of a degree.
const STEP: Angle = 500;

impl BatailleEmpire {
    /// The bands of its fire, and its targets with the effect of a fire.
    pub(super) fn fire_seen(&self, w: &Known<'_, World>, id: UnitId) -> Insight {
        let mut insight = Insight::default();
        let piece = self.piece(w, id);
        for (what, reach) in self.bands(w, id) {
            let outline = self.band(w, id, &piece, reach.cm());
            let area = Figure::area(what, vec![outline], &[r::BE_POR_01, r::BE_GAP_50]);
            insight.figures.push(area.fact("distance", i64::from(reach.cm())));
        }
        for at in self.targets(w, id) {
            let measure = self.apart(w, id, at);
            let rules = [r::BE_TIR_02, r::BE_GAP_50];
            insight.figures.push(Figure::line("target", measure, Ref::Unit(id), Ref::Unit(at), &rules));
            let volley = Volley { by: id, at, shot: Shot::Round, limbering: false, supports: Vec::new() };
            insight.prospects.extend(self.prospects_of_fire(w, &volley));
        }
        insight
    }

    /// Its ranges, band by band, the farthest first.
    fn bands(&self, w: &Known<'_, World>, id: UnitId) -> Vec<(&'static str, Ud)> {
        let body = self.figure(w, id);
        let table = &self.book.tables.range;
        let hill = self.level(w, id) > 0 && self.on(r::BE_POR_05);
        let plus = |limit: Ud, more: Ud| if hill { limit.plus(more) } else { limit };
        let all = match (body.arm, body.formation) {
            (Arm::Cavalry, _) | (_, Formation::Limbered) => Vec::new(),
            (Arm::Artillery, _) => {
                let bands = table.guns.of(body.guns);
                vec![
                    ("band_long", plus(bands.long, table.hill.long)),
                    ("band_effective", plus(bands.effective, table.hill.effective)),
                    ("band_short", bands.short),
                ]
            }
            (Arm::Infantry, formation) => {
                let musket = if formation == Formation::Skirmish { table.skirmish } else { table.infantry };
                let carbine = if body.has(crate::Ability::Carbine) { table.carbine } else { Ud::of(0) };
                let guns = body.has(crate::Ability::BattalionGuns).then_some(("band_guns", table.battalion_guns));
                guns.into_iter().chain([("band_effective", musket.plus(carbine))]).collect()
            }
        };
        let reaches = |reach: Ud| crate::resolve::fire::band(&self.book, &body, hill, reach).is_some();
        all.into_iter().filter(|(_, reach)| reaches(*reach)).collect()
    }

    /// The outline of its arc to a distance: from the front corners, or all round.
    fn band(&self, w: &Known<'_, World>, id: UnitId, piece: &Piece, cm: Cm) -> Vec<Point> {
        let facing = piece.pose.facing;
        let Some(half) = self.arc_of_fire(w, id) else {
            let around = (0..36_000 / STEP).map(|n| n * STEP);
            return around.map(|bearing| piece.pose.at.step(bearing, cm + piece.front / 2)).collect();
        };
        let front = piece.pose.ahead(piece.depth / 2);
        let (left, right) = (front.local(-piece.front / 2, 0), front.local(piece.front / 2, 0));
        let arc = |from: Point, low: Angle, high: Angle| {
            let steps = ((high - low) / STEP).max(1);
            (0..=steps).map(move |n| from.step((facing + low + (high - low) * n / steps).rem_euclid(36_000), cm))
        };
        std::iter::once(left).chain(arc(left, -half, 0)).chain(arc(right, 0, half)).chain([right]).collect()
    }

    /// Lines of sight to every enemy, free or blocked.
    pub(super) fn sight_of(&self, w: &Known<'_, World>, id: UnitId) -> Insight {
        let line = |enemy: UnitId| {
            let what = if self.sees(w, id, enemy) { "sight_free" } else { "sight_cut" };
            Figure::line(what, self.apart(w, id, enemy), Ref::Unit(id), Ref::Unit(enemy), &[r::BE_GAP_50])
        };
        Insight { figures: self.troops(w, self.side(id).other()).map(line).collect(), prospects: Vec::new() }
    }

    /// The reverse view: which enemies could fire at a unit or charge it, and which threaten its flanks.
    pub(super) fn threats_to(&self, w: &Known<'_, World>, id: UnitId) -> Insight {
        let mut insight = Insight::default();
        let threats = self.threats(w, id, &[]);
        for enemy in self.troops(w, self.side(id).other()) {
            let measure = self.apart(w, enemy, id);
            let mut show = |what, rules: &[Rule]| {
                insight.figures.push(Figure::line(what, measure, Ref::Unit(enemy), Ref::Unit(id), rules));
            };
            if threats.who.contains(&enemy) {
                show("threatens_flank", &[r::BE_GAP_58]);
            }
            if self.targets(w, enemy).contains(&id) {
                show("threat_of_fire", &[r::BE_TIR_02]);
                let volley = Volley { by: enemy, at: id, shot: Shot::Round, limbering: false, supports: Vec::new() };
                insight.prospects.extend(self.prospects_of_fire(w, &volley).into_iter().take(1));
            }
            let charges = self.sheet(enemy).body.arm != Arm::Artillery && !w.unit(enemy).marker;
            if charges && self.charge_offer(w, enemy, id, 0).is_ok() {
                let rules = [r::BE_CHA_02, r::BE_CHA_09];
                insight.figures.push(Figure::line(
                    "threat_of_charge",
                    measure,
                    Ref::Unit(enemy),
                    Ref::Unit(id),
                    &rules,
                ));
            }
        }
        insight
    }
}
