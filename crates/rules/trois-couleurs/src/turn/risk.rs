//! Risks of generals: under fire, after it is delivered (L3C-CHEF-17, L3C-CHEF-18), with their units in step 6
//! (L3C-CHEF-16, L3C-GAP-C26); and replacements of fallen generals (L3C-CHEF-20, L3C-CHEF-21).

use super::D;
use crate::field::{in_front, in_view};
use crate::resolve::people::generals::{Danger, FallenGeneral, Hazard, danger, hits, replaced, turns_wanted, wound};
use crate::resolve::shooting::range;
use crate::terms::tables::Wound;
use crate::world::{Fate, Life, Owed, Peril, Reason};
use crate::{Arm, Band, Distance, Formation, TroisCouleurs, Weapon, r};
use dice::Throw;
use game::{Flow, Ref, Rule, Toss, UnitId};
use table::{Cm, Piece};

impl TroisCouleurs {
    /// Throws for every general attached to a unit that has lost figures this turn.
    pub(crate) fn risk(&self, d: &mut D<'_>) -> Flow<()> {
        for place in 0..d.world.generals.len() {
            let Some(unit) = d.world.generals[place].with.filter(|_| d.world.generals[place].present()) else {
                continue;
            };
            let danger_of = Danger { by: Hazard::Unit, steps_lost: self.lost_now(&d.world, unit), ..Danger::default() };
            let Some(throw) = danger(&self.book, &danger_of) else { continue };
            let of = Ref::Unit(d.world.general_id(place));
            let thrown = d.throw_one(Toss::new(r::L3C_CHEF_16, of, throw))?;
            if hits(Hazard::Unit, thrown.class) {
                self.falls(d, place, r::L3C_CHEF_16)?;
                self.owe(d, Owed { unit, reason: Reason::General, by: unit });
            }
        }
        Ok(())
    }

    /// A unit has fired: this endangers generals of the other side, all those in the cone of a battery (L3C-CHEF-18),
    /// and the nearest unattached one in front of rifles or skirmishers (L3C-CHEF-17).
    pub(crate) fn imperils(&self, d: &mut D<'_>, by: UnitId) {
        let (unit, troop) = (d.world.unit(by), self.troop(by));
        let guns = troop.arm == Arm::Artillery;
        let marksmen = unit.body.formation == Formation::Skirmish || troop.weapon == Weapon::Rifle;
        if unit.present() && (guns || marksmen) {
            let (own, left) = (self.piece(&d.world, by), self.left(&unit.body, by));
            self.imperils_before(d, by, own, left);
        }
    }

    /// The same for this many figures at that place: a screen of the unit, or all of it.
    pub(crate) fn imperils_before(&self, d: &mut D<'_>, by: UnitId, own: Piece, left: u8) {
        let troop = self.troop(by);
        let guns = troop.arm == Arm::Artillery;
        let other = self.side(by).other();
        let mut found: Vec<(Cm, usize, Band)> = Vec::new();
        for (place, (general, sheet)) in d.world.generals.iter().zip(&self.generals).enumerate() {
            let base = super::concealed::base_of(general.at);
            let cm = table::distance(&own, &base).cm;
            let free = sheet.side == other && general.present() && (guns || general.with.is_none());
            let before = || in_front(&self.book, own, base) && in_view(&self.book, &self.terrain, own, base);
            let band = range::band(&self.book, troop.weapon, Distance::from_cm(cm));
            if let Some(band) = band.filter(|_| free && before()) {
                found.push((cm, place, band));
            }
        }
        found.sort_unstable_by_key(|(cm, place, _)| (*cm, *place));
        let Some((_, _, band)) = found.first().copied() else { return };
        let by = if guns { Hazard::Cone } else { Hazard::Marksmen };
        let most = if guns { found.len() } else { 1 };
        let generals = found.into_iter().take(most).map(|(_, place, _)| place).collect();
        d.world.perils.push(Peril { danger: Danger { by, figures: left, band, ..Danger::default() }, generals });
    }

    /// The dice for generals in the way of delivered fires.
    pub(crate) fn perils(&self, d: &mut D<'_>) -> Flow<()> {
        for Peril { danger: of, generals } in std::mem::take(&mut d.world.perils) {
            let rule = if of.by == Hazard::Cone { r::L3C_CHEF_18 } else { r::L3C_CHEF_17 };
            let here: Vec<usize> = generals.into_iter().filter(|place| d.world.generals[*place].present()).collect();
            let (Some(first), Some(throw)) = (here.first().copied(), danger(&self.book, &of)) else { continue };
            let about = Ref::Unit(d.world.general_id(first));
            let thrown = d.throw_one(Toss::new(rule, about, throw))?;
            if !hits(of.by, thrown.class) {
                continue;
            }
            let place = self.drawn(d, &here, Toss::new(rule, about, Throw::d6(1)))?.unwrap_or(first);
            let with = d.world.generals[place].with;
            self.falls(d, place, rule)?;
            if let Some(unit) = with {
                self.owe(d, Owed { unit, reason: Reason::General, by: unit });
            }
        }
        Ok(())
    }

    /// One of several, by lot: a face that stands for none of them is thrown again.
    fn drawn(&self, d: &mut D<'_>, among: &[usize], toss: Toss) -> Flow<Option<usize>> {
        let n = among.len().clamp(1, 6);
        let each = 6 / n;
        for _ in 0..if n > 1 { 12 } else { 0 } {
            let face = d.throw_one(toss.clone())?.face();
            let place = usize::from(face).saturating_sub(1) / each;
            if place < n {
                return Ok(among.get(place).copied());
            }
        }
        Ok(among.first().copied())
    }

    /// A general is hit: lost, or by option perhaps only wounded (L3C-CHEF-19).
    fn falls(&self, d: &mut D<'_>, place: usize, rule: Rule) -> Flow<()> {
        let of = Ref::Unit(d.world.general_id(place));
        let mut away = None;
        if self.book.options.wounds {
            let face = d.throw_one(Toss::new(r::L3C_CHEF_19, of, Throw::d6(1)))?.face();
            away = match wound(&self.book, face) {
                Some(Wound::Fall) => Some(1),
                Some(wound) if turns_wanted(&self.book, wound) => {
                    Some(d.throw_one(Toss::new(r::L3C_GAP_C42, of, Throw::d6(1)))?.face())
                }
                _ => None,
            };
        }
        let (id, turn) = (d.world.general_id(place), d.world.turn);
        self.alter(d, &[id], &[], &[rule], |w| {
            let general = &mut w.generals[place];
            general.with = None;
            general.fallen = Some(turn);
            // Until recovered the general counts as fallen.
            match away {
                Some(turns) => (general.unfit, general.aide) = (turns, false),
                None => general.life = Life::Gone(Fate::Killed),
            }
        });
        Ok(())
    }

    /// An aide takes over a turn later, keeps the chain of command and gives no bonus (L3C-CHEF-20).
    pub(crate) fn aides(&self, d: &mut D<'_>) {
        for place in 0..d.world.generals.len() {
            let general = &d.world.generals[place];
            let Some(fell) = general.fallen.filter(|_| !general.present()) else { continue };
            let bonus = self.generals[place].leader.bonus.max(0).unsigned_abs();
            let fallen = FallenGeneral { turn: rulebook::saturated::<u8, _>(fell), bonus, successor: None };
            let after = replaced(&self.book, &fallen);
            let side = self.general_sheet(place).side;
            let led = self.troops(&d.world, side).find(|unit| self.commands(place, *unit));
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
