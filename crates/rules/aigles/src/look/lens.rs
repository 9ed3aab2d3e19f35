//! The lenses of a unit, while measuring is free (LA-GAP-60): otherwise the host keeps every lens closed.

use crate::LesAigles;
use crate::turn::Shooting;
use crate::world::World;
use crate::{CM, r};
use game::{Figure, Insight, Lens, Ref, UnitId};
use rulebook::Known;
use table::distance;

impl LesAigles {
    pub(crate) fn insight(&self, w: &Known<'_, World>, id: UnitId, lens: Lens) -> Insight {
        if w.general_of(id).is_some() || usize::from(id.0) >= w.units.len() || !w.unit(id).present() {
            return Insight::default();
        }
        let scene = self.scene(w);
        let own = self.body(w, id);
        let enemy = self.side(id).other();
        let mut insight = Insight::default();
        let line = |what: &'static str, other: UnitId, rules: &[game::Rule]| {
            Figure::line(what, distance(&own, &self.body(w, other)), Ref::Unit(id), Ref::Unit(other), rules)
        };
        match lens {
            Lens::Fire => {
                for at in w
                    .counting
                    .range((id, UnitId(0))..=(id, UnitId(u16::MAX)))
                    .map(|((_, at), _)| *at)
                    .filter(|at| w.general_of(*at).is_none() && w.unit(*at).present())
                {
                    insight.figures.push(line("target", at, &[r::LA_FEU_07, r::LA_GAP_64]));
                    insight
                        .prospects
                        .extend(self.prospect_of_fire(w, &Shooting { by: id, at, canister: false, beside: None }));
                }
            }
            Lens::Sight => {
                let open = |other: &UnitId| self.sees(&scene, id, *other) && self.measured(w, id, *other);
                for other in self.troops(w, enemy).filter(open) {
                    insight.figures.push(line("seen", other, &[r::LA_GAP_15]));
                }
            }
            Lens::Threats => {
                for ((by, _), _) in w.counting.iter().filter(|((_, at), _)| *at == id) {
                    insight.figures.push(line("under_fire", *by, &[r::LA_FEU_07]));
                }
            }
            Lens::Supports => {
                let within = self.book.tables.morale.within.cm();
                for other in self
                    .troops(w, self.side(id))
                    .filter(|other| *other != id && distance(&own, &self.body(w, *other)).cm <= within)
                {
                    insight.figures.push(line("support", other, &[r::LA_MOR_04]));
                }
            }
            Lens::Command => {
                for (place, _) in self.generals_of(w, id) {
                    let at = w.generals[place].at;
                    insight.figures.push(Figure::circle(
                        "command",
                        at,
                        self.book.tables.morale.general_step.cm(),
                        &[r::LA_MOR_05],
                    ));
                }
            }
            Lens::Reach => {
                let far = self
                    .rate(&self.marcher(w, id), crate::resolve::motion::March::Ahead, Vec::new(), false)
                    .unwrap_or(0);
                if far > CM {
                    insight.figures.push(Figure::circle("half_move", w.unit(id).pose.at, 2 * far, &[r::LA_MVT_08]));
                }
            }
        }
        insight
    }
}
