//! Supports that count in a unit's tests, and the generals that command it.

use crate::resolve::morale::Cause;
use crate::world::{Life, World};
use crate::{Aspect, MarieLouise, r};
use game::{Figure, Insight, Ref, UnitId};
use rulebook::Known;
use table::{Quarter, disc_to_disc, point_to_piece, quarter};

impl MarieLouise {
    /// Friends that count (ML-5.2l to ML-5.2q), each with its modifier; and the morale test in which they count, as for
    /// an attack in front.
    pub(super) fn supports_of(&self, w: &Known<'_, World>, id: UnitId) -> Insight {
        let positions = self.positions(w);
        let table = &self.book.tables.morale;
        let unit = w.unit(id);
        let (_, _, friends) = self.supports(w, &positions, id);
        let support = |friend: UnitId| {
            let (what, adds, rules) = if quarter(&unit.pose, w.unit(friend).pose.at) == Quarter::Rear {
                ("rear_support", table.rear_support, [r::ML_5_2N, r::ML_5_2AA])
            } else {
                ("flank_support", table.flank_supported, [r::ML_5_2M, r::ML_5_2Z])
            };
            let measure = self.apart(w, id, friend).limited(self.book.tables.distance.support.cm());
            Figure::line(what, measure, Ref::Unit(friend), Ref::Unit(id), &rules).fact("modifier", i64::from(adds))
        };
        let mut figures: Vec<Figure> = friends.into_iter().map(support).collect();
        if let Some(place) = self.attached(w, id) {
            let measure = point_to_piece(w.general(place).at, &unit.tdc());
            let of = Ref::Unit(w.general_id(place));
            let line = Figure::line("general_attached", measure, of, Ref::Unit(id), &[r::ML_5_2Q, r::ML_1_3C]);
            figures.push(line.fact("modifier", i64::from(w.general(place).charisma)));
        }
        if self.isolated(w, &positions, id) && self.on(r::ML_5_2L) {
            let radius = self.book.tables.distance.witness.cm();
            let circle = Figure::circle("isolated", unit.pose.at, radius, &[r::ML_5_2L]);
            figures.push(circle.fact("modifier", i64::from(table.isolated)));
        }
        let nerve = self.nerve_of(w, &positions, id, Cause::Attack, Aspect::Front, None);
        let test = self.prospect_of_morale(id, &nerve, "morale").given("attacked_in_front");
        Insight { figures, prospects: vec![test.when("passed", 1, "holds_firm")] }
    }

    /// The reach of a unit's brigadier and the line to it (ML-3.1b, ML-1.8b, ML-4.3a).
    pub(super) fn command_of(&self, w: &Known<'_, World>, id: UnitId) -> Insight {
        let place = usize::from(self.sheet(id).command);
        let mut figures = Vec::new();
        if w.general(place).life == Life::Present {
            figures.extend(self.command_circle(w, place));
            figures.push(self.command_line(w, place, id));
        }
        Insight { figures, prospects: Vec::new() }
    }

    /// A brigadier's reach and the lines to his units; for a higher general the lines to his immediate subordinates,
    /// whose changes of order he helps if their bases touch (ML-4.1c).
    pub(super) fn command_of_general(&self, w: &Known<'_, World>, place: usize) -> Insight {
        let mut figures: Vec<Figure> = self.command_circle(w, place).into_iter().collect();
        let own =
            self.troops(w, self.general_sheet(place).side).filter(|id| usize::from(self.sheet(*id).command) == place);
        figures.extend(own.map(|id| self.command_line(w, place, id)));
        let below = self.generals.iter().enumerate().filter(|(_, other)| other.superior == Some(place));
        for (other, _) in below {
            let (general, subordinate) = (w.general(place), w.general(other));
            if subordinate.life != Life::Present {
                continue;
            }
            let radius = crate::world::GENERAL_RADIUS;
            let measure = disc_to_disc(general.at, radius, subordinate.at, radius);
            let touches = self.generals_adjacent(general.at, subordinate.at);
            let what = if touches { "superior_adjacent" } else { "superior_apart" };
            let (of, to) = (Ref::Unit(w.general_id(place)), Ref::Unit(w.general_id(other)));
            figures.push(Figure::line(what, measure, of, to, &[r::ML_4_1C]));
        }
        Insight { figures, prospects: Vec::new() }
    }

    fn command_circle(&self, w: &Known<'_, World>, place: usize) -> Option<Figure> {
        let radius = self.book.tables.distance.command.cm();
        let circle = || Figure::circle("command_radius", w.general(place).at, radius, &[r::ML_3_1B]);
        (self.command_sheet(place).brigade && self.on(r::ML_3_1B)).then(circle)
    }

    fn command_line(&self, w: &Known<'_, World>, place: usize, id: UnitId) -> Figure {
        let positions = self.positions(w);
        let (commanded, measure) = self.commanded(w, &positions, id);
        let (what, rules) = if commanded {
            ("in_command", [r::ML_3_1B, r::ML_1_8B])
        } else if measure.is_within(measure.limit) {
            ("out_of_his_sight", [r::ML_1_8B, r::ML_4_3A])
        } else {
            ("out_of_command", [r::ML_3_1B, r::ML_4_3A])
        };
        Figure::line(what, measure, Ref::Unit(w.general_id(place)), Ref::Unit(id), &rules)
    }
}
