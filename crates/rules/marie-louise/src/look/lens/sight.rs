//! Lines of sight to every enemy, free or blocked, and by what.

use crate::world::World;
use crate::{MarieLouise, r};
use game::{Figure, Insight, Ref, UnitId};
use rulebook::Known;
use table::{Blocked, Measure, Obstacle, Why, distance};

/// A blocked line, with the place and the obstacle.
fn cut(blocked: &Blocked, of: UnitId, to: UnitId) -> Figure {
    let (what, fact, number) = match blocked.by {
        Obstacle::Crest(site) => ("sight_cut_by_crest", "site", i64::from(site)),
        Obstacle::Ground(site) if blocked.why == Why::Depth => ("sight_lost_in_cover", "site", i64::from(site)),
        Obstacle::Ground(site) => ("sight_cut_by_ground", "site", i64::from(site)),
        Obstacle::Unit(unit) => ("sight_cut_by_unit", "unit", i64::from(unit)),
    };
    let mut figure = Figure::line(what, blocked.line, Ref::Unit(of), Ref::Unit(to), &[r::ML_1_8C]).fact(fact, number);
    if let Figure::Line { cut, .. } = &mut figure {
        *cut = Some(blocked.at.to);
    }
    figure
}

fn free(measure: Measure, of: UnitId, to: UnitId, rule: game::Rule) -> Figure {
    Figure::line("sight_free", measure, Ref::Unit(of), Ref::Unit(to), &[rule])
}

impl MarieLouise {
    pub(super) fn sight_of(&self, w: &Known<'_, World>, id: UnitId) -> Insight {
        let positions = self.positions(w);
        let line = |enemy: UnitId| match self.sees(w, &positions, id, enemy) {
            Ok(measure) => free(measure, id, enemy, r::ML_1_8A),
            Err(Some(blocked)) => cut(&blocked, id, enemy),
            Err(None) => {
                let measure = distance(&w.unit(id).tdc(), &w.unit(enemy).tdc());
                Figure::line("behind_the_front", measure, Ref::Unit(id), Ref::Unit(enemy), &[r::ML_1_8A])
            }
        };
        Insight { figures: self.troops(w, self.side(id).other()).map(line).collect(), prospects: Vec::new() }
    }

    pub(super) fn sight_of_general(&self, w: &Known<'_, World>, place: usize) -> Insight {
        let (general, sheet) = (w.general(place), self.general_sheet(place));
        let (positions, id) = (self.positions(w), w.general_id(place));
        let line = |enemy: UnitId| match self.general_looks(&positions, general, w, enemy) {
            Ok(measure) => free(measure, id, enemy, r::ML_1_8B),
            Err(blocked) => cut(&blocked, id, enemy),
        };
        Insight { figures: self.troops(w, sheet.side.other()).map(line).collect(), prospects: Vec::new() }
    }
}
