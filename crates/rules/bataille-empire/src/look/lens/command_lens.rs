//! Supports that count in a unit's tests and shocks, and the generals that command it.

use crate::world::{Life, World};
use crate::{BatailleEmpire, r};
use game::{Figure, Insight, Ref, UnitId};
use rulebook::Known;
use table::point_to_piece;

impl BatailleEmpire {
    /// Friends that count (BE-GAP-67), the attached general, and the morale test in which they count.
    pub(super) fn supports_of(&self, w: &Known<'_, World>, id: UnitId) -> Insight {
        let support = |friend: UnitId| {
            let measure = self.apart(w, id, friend).limited(self.book.tables.distance.support.cm());
            let rules = [r::BE_GAP_67, r::BE_MOR_07, r::BE_CHO_30];
            Figure::line("rear_support", measure, Ref::Unit(friend), Ref::Unit(id), &rules)
        };
        let mut figures: Vec<Figure> = self.supporters(w, id).into_iter().map(support).collect();
        if let Some(place) = self.attached(w, id) {
            let measure = point_to_piece(w.general(place).at, &self.piece(w, id));
            let of = Ref::Unit(w.general_id(place));
            figures.push(Figure::line("general_attached", measure, of, Ref::Unit(id), &[r::BE_CMD_07]));
        }
        let test = self.prospect_of_morale(&self.nerve(w, id, None, false), id);
        Insight { figures, prospects: vec![test.given("as_it_stands")] }
    }

    /// The reach of a unit's divisional general and the line to it (BE-CMD-04, BE-GAP-17).
    pub(super) fn command_of(&self, w: &Known<'_, World>, id: UnitId) -> Insight {
        let place = usize::from(self.sheet(id).command);
        let mut figures = Vec::new();
        if w.general(place).life == Life::Present {
            figures.push(self.command_circle(w, place));
            figures.push(self.command_line(w, place, id));
        }
        Insight { figures, prospects: Vec::new() }
    }

    /// A general's reach and the lines to his units.
    pub(super) fn command_of_general(&self, w: &Known<'_, World>, place: usize) -> Insight {
        let mut figures = vec![self.command_circle(w, place)];
        let own = w.ids().filter(|id| usize::from(self.sheet(*id).command) == place && w.unit(*id).present());
        figures.extend(own.map(|id| self.command_line(w, place, id)));
        Insight { figures, prospects: Vec::new() }
    }

    fn command_circle(&self, w: &Known<'_, World>, place: usize) -> Figure {
        let general = w.general(place);
        let range = self.book.tables.grade(general.grade).range.cm();
        Figure::circle("command_radius", general.at, range, &[r::BE_CMD_01, r::BE_CMD_04])
    }

    fn command_line(&self, w: &Known<'_, World>, place: usize, id: UnitId) -> Figure {
        let reached = self.reached_by(w, place, id);
        let at = w.general(place).at;
        let range = self.command_range(w, place, id).cm();
        let measure = reached.unwrap_or_else(|| point_to_piece(at, &self.piece(w, id)).limited(range));
        let what = match reached {
            Some(_) => "in_command",
            None if measure.is_within(measure.limit) => "cut_off",
            None => "out_of_command",
        };
        Figure::line(what, measure, Ref::Unit(w.general_id(place)), Ref::Unit(id), &[r::BE_CMD_04, r::BE_GAP_17])
    }
}
