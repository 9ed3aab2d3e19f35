//! Step 6: what generals risk with their units (L3C-CHEF-16, L3C-GAP-C26), and who takes the place of one who has fallen
//! (L3C-CHEF-20, L3C-CHEF-21).

use super::D;
use crate::generals::{Danger, Fallen, Hazard, danger, hits, replaced, turns_wanted, wound};
use crate::tables::Wound;
use crate::world::{Fate, Life};
use crate::{TroisCouleurs, r};
use dice::Throw;
use game::{Flow, Ref, Toss};

impl TroisCouleurs {
    /// Every general who was with a unit that has lost figures this turn throws for his life.
    pub(crate) fn risk(&self, d: &mut D<'_>) -> Flow<()> {
        for place in 0..d.world.generals.len() {
            let Some(unit) = d.world.generals[place].with.filter(|_| d.world.generals[place].present()) else {
                continue;
            };
            let danger_of = Danger { by: Hazard::Unit, steps_lost: self.lost_now(&d.world, unit), ..Danger::default() };
            let Some(throw) = danger(&self.book, &danger_of) else { continue };
            let of = Ref::Unit(d.world.general_id(place));
            let thrown = d.throw(vec![Toss::new(r::L3C_CHEF_16, of, throw)])?;
            if thrown.first().is_some_and(|thrown| hits(Hazard::Unit, thrown.class)) {
                self.falls(d, place)?;
            }
        }
        Ok(())
    }

    /// A general is hit: he is lost, or by the option perhaps wounded only (L3C-CHEF-19).
    fn falls(&self, d: &mut D<'_>, place: usize) -> Flow<()> {
        let of = Ref::Unit(d.world.general_id(place));
        let mut away = None;
        if self.book.options.wounds {
            let thrown = d.throw(vec![Toss::new(r::L3C_CHEF_19, of, Throw::d6(1))])?;
            let face = thrown.first().and_then(|thrown| thrown.faces.first().copied()).unwrap_or(6);
            away = match wound(&self.book, face) {
                Some(Wound::Fall) => Some(1),
                Some(wound) if turns_wanted(&self.book, wound) => {
                    let thrown = d.throw(vec![Toss::new(r::L3C_GAP_C42, of, Throw::d6(1))])?;
                    thrown.first().and_then(|thrown| thrown.faces.first().copied())
                }
                _ => None,
            };
        }
        let (id, turn) = (d.world.general_id(place), d.world.turn);
        self.alter(d, &[id], &[], &[r::L3C_CHEF_16], |w| {
            let general = &mut w.generals[place];
            general.with = None;
            match away {
                Some(turns) => general.unfit = turns,
                None => {
                    general.life = Life::Gone(Fate::Killed);
                    general.fallen = Some(turn);
                }
            }
        });
        Ok(())
    }

    /// An aide takes over a turn later: he keeps the chain of command and gives no bonus (L3C-CHEF-20).
    pub(crate) fn aides(&self, d: &mut D<'_>) {
        for place in 0..d.world.generals.len() {
            let general = &d.world.generals[place];
            let Some(fell) = general.fallen.filter(|_| !general.present()) else { continue };
            let bonus = self.generals.get(place).map_or(0, |sheet| sheet.leader.bonus.max(0).unsigned_abs());
            let fallen = Fallen { turn: u8::try_from(fell).unwrap_or(u8::MAX), bonus, successor: None };
            let after = replaced(&self.book, &fallen);
            let side = self.generals.get(place).map(|sheet| sheet.side);
            let led = side.and_then(|side| self.troops(&d.world, side).find(|unit| self.commands(place, *unit)));
            let Some(at) = led.map(|unit| d.world.unit(unit).pose.at) else { continue };
            if d.world.turn > u16::from(after.turn) {
                let id = d.world.general_id(place);
                self.alter(d, &[id], &[], &[r::L3C_CHEF_20], |w| {
                    let general = &mut w.generals[place];
                    general.life = Life::Present;
                    general.aide = after.bonus == 0;
                    general.at = at;
                });
            }
        }
    }
}
