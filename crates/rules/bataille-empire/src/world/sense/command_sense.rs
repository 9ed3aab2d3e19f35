//! Command ranges on the table (BE-CMD-04, BE-CMD-05, BE-GAP-17).

use crate::resolve::command::authority;
use crate::world::{Life, World};
use crate::{BatailleEmpire, Ud, r};
use game::{Side, UnitId};
use table::{Measure, Piece, point_to_piece, within_cm};

impl BatailleEmpire {
    /// Whether a unit is within the range of its divisional general and not cut off (BE-CMD-04, BE-GAP-17).
    #[must_use]
    pub fn in_command(&self, w: &World, id: UnitId) -> bool {
        let place = usize::from(self.sheet(id).command);
        self.reached_by(w, place, id).is_some()
    }

    /// The distance of a unit from a general who commands it; `None` if it is out of his range.
    #[must_use]
    pub fn reached_by(&self, w: &World, place: usize, id: UnitId) -> Option<Measure> {
        let general = Some(w.general(place)).filter(|g| g.life == Life::Present)?;
        let piece = self.piece(w, id);
        let range = self.command_range(w, place, id).cm();
        let measure = point_to_piece(general.at, &piece).limited(range);
        if general.attached == Some(id) {
            return Some(measure);
        }
        let near = !self.on(r::BE_CMD_04) || within_cm(measure.cm, range);
        let free = || !self.on(r::BE_GAP_17) || !self.cut_off(w, &measure, &piece, self.side(id));
        (near && free()).then_some(measure)
    }

    /// The range of a general to a unit: longer to skirmishers and light cavalry (BE-CMD-01, BE-CMD-05).
    #[must_use]
    pub fn command_range(&self, w: &World, place: usize, id: UnitId) -> Ud {
        authority::range(&self.book, w.general(place).grade, Some(&self.sheet(id).body_in(self.formation(w, id))))
    }

    /// Whether a formed enemy lies across the line, near the unit (BE-GAP-17).
    fn cut_off(&self, w: &World, line: &Measure, piece: &Piece, side: Side) -> bool {
        let reach = self.book.tables.command.cut_by_enemy.cm();
        let near: Vec<(u32, Piece)> = self
            .around(w, *piece, side.other(), reach)
            .filter(|enemy| self.formed(w, *enemy))
            .map(|enemy| (u32::from(enemy.0), self.piece(w, enemy)))
            .collect();
        !near.is_empty() && !table::on_the_line(line.from, line.to, &near).is_empty()
    }

    /// The commander-in-chief of a side, if on the table.
    #[must_use]
    pub fn chief(&self, w: &World, side: Side) -> Option<usize> {
        let place = w.chief[side.index()];
        (w.general(place).life == Life::Present).then_some(place)
    }

    /// Whether a divisional general is within the range of his commander-in-chief (BE-CMD-04, BE-PC-03).
    #[must_use]
    pub fn general_in_range(&self, w: &World, place: usize) -> bool {
        let Some(chief) = self.chief(w, self.general_sheet(place).side) else { return false };
        let general = w.general(place);
        if general.life != Life::Present {
            return false;
        }
        let range = authority::range(&self.book, w.generals[chief].grade, None).cm();
        chief == place
            || !self.on(r::BE_CMD_04)
            || w.generals[chief].at.to(general.at) <= f64::from(range + table::SLACK)
    }
}
