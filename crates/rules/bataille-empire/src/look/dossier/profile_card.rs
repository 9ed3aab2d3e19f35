//! The data and the state of a unit or a general.

use crate::resolve::movement;
use crate::world::{Life, World};
use crate::{Arm, BatailleEmpire, Going, r, word};
use game::{Shown, Term, Trait, UnitId};
use rulebook::Known;

impl BatailleEmpire {
    pub(super) fn profile_of(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Trait> {
        let (unit, body) = (w.unit(id), self.figure(w, id));
        let mut all = vec![Trait::word("arm", word(&body.arm), &[r::BE_GAP_01])];
        match body.arm {
            Arm::Infantry => all.push(Trait::figure("ft", body.ft, &[r::BE_GAP_37])),
            Arm::Cavalry => all.push(Trait::word("weight", word(&body.weight), &[r::BE_CHO_10])),
            Arm::Artillery => all.push(Trait::word("guns", word(&body.guns), &[r::BE_POR_01])),
        }
        all.extend([
            Trait::word("status", word(&body.status), &[r::BE_GAP_01]),
            Trait::figure("morale", body.morale, &[r::BE_MOR_01]),
            Trait::word("class", word(&body.class), &[r::BE_TM_01]),
            Trait::word("size", word(&body.size), &[r::BE_GAP_05]),
        ]);
        all.extend(body.abilities.iter().map(|ability| Trait::word("ability", word(&ability), &[r::BE_GAP_06])));
        // In halves, as the card counts them.
        all.push(Trait::figure("losses", unit.losses.in_halves(), &[r::BE_GAP_03]));
        all.push(Trait::figure("capacity", self.capacity(w, id).in_halves(), &[r::BE_GAP_02]));
        all.push(Trait::word("formation", word(&unit.formation), &[r::BE_GAP_31]));
        let yes = || Term::of("yes");
        let states = [
            (unit.disorder, Trait::word("disorder", yes(), &[r::BE_GAP_100])),
            (unit.marker, Trait::word("marker", yes(), &[r::BE_MA_05])),
            (unit.detached, Trait::word("detached", yes(), &[r::BE_GAP_37])),
            (!self.in_command(w, id), Trait::word("out_of_command", yes(), &[r::BE_CMD_04, r::BE_CMD_06])),
        ];
        all.extend(states.into_iter().filter(|(holds, _)| *holds).map(|(_, line)| line));
        let division = w.division(self.sheet(id).command);
        if division.reserve {
            all.push(Trait::word("reserve", yes(), &[r::BE_GAP_23]));
        } else {
            all.push(Trait::word("order", word(&division.order), &[r::BE_ORD_01]));
        }
        if let Some(far) = movement::allowance(&self.book, &body, Going::Clear, None) {
            all.push(Trait::new("allowance", Shown::Length(far.cm()), &[r::BE_MVT_01]));
        }
        let place = usize::from(self.sheet(id).command);
        if w.general(place).life == Life::Present {
            all.push(Trait::new("general", Shown::Unit(w.general_id(place)), &[r::BE_CMD_04]));
        }
        if let Some(place) = self.attached(w, id) {
            all.push(Trait::new("attached", Shown::Unit(w.general_id(place)), &[r::BE_CMD_07]));
        }
        all
    }

    pub(super) fn profile_of_general(&self, w: &Known<'_, World>, place: usize) -> Vec<Trait> {
        let (general, sheet) = (w.general(place), self.general_sheet(place));
        let row = self.book.tables.grade(general.grade);
        let chief = w.chief[sheet.side.index()] == place;
        let rank = Term::of(if chief { "commander_in_chief" } else { "divisional" });
        let mut all = vec![
            Trait::word("rank", rank, &[r::BE_GAP_09]),
            Trait::word("grade", word(&general.grade), &[r::BE_CMD_01]),
            Trait::figure("value", row.value, &[r::BE_CMD_02]),
            Trait::figure("test", row.test, &[r::BE_CMD_03]),
            Trait::new("command_range", Shown::Length(row.range.cm()), &[r::BE_CMD_04]),
        ];
        if let Some(unit) = general.attached {
            all.push(Trait::new("attached_to", Shown::Unit(unit), &[r::BE_GAP_18]));
        }
        if chief {
            all.push(Trait::figure("points", w.chief_points[sheet.side.index()], &[r::BE_PC_01]));
        }
        let command = rulebook::ids::number(place);
        if !self.division_sheet(command).real {
            return all;
        }
        let division = w.division(command);
        all.push(Trait::figure("division_points", division.points, &[r::BE_PC_01]));
        if division.reserve {
            all.push(Trait::word("reserve", Term::of("yes"), &[r::BE_GAP_23]));
        } else {
            all.push(Trait::word("order", word(&division.order), &[r::BE_ORD_01]));
        }
        all
    }
}
