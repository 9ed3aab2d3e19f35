//! The data and the state of a unit or a general.

use crate::world::{Life, World};
use crate::{Arm, Going, MarieLouise, Weapon, r, word};
use game::{Shown, Term, Trait, UnitId};
use rulebook::Known;

impl MarieLouise {
    pub(super) fn profile_of(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Trait> {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let profile = &sheet.profile;
        let yes = || Term::of("yes");
        let class = Term::from(format!("{}_{}", word(&profile.arm), word(&profile.class)).as_str());
        let mut all = vec![
            Trait::word("arm", word(&profile.arm), &[r::ML_1_4A]),
            Trait::word("class", class, &[r::ML_1_4B]),
            Trait::word("cohesion", word(&profile.cohesion), &[r::ML_1_4D]),
            Trait::word("status", word(&profile.status), &[r::ML_1_4F]),
            Trait::word("fire_training", word(&profile.fire_training), &[r::ML_1_4E]),
            Trait::word("manoeuvre_training", word(&profile.manoeuvre_training), &[r::ML_1_4E]),
        ];
        if profile.arm == Arm::Infantry && !profile.skirmish_only {
            let order = w.command(usize::from(sheet.command)).doctrine;
            all.push(Trait::word("doctrine", word(&order), &[r::ML_14A]));
        }
        if profile.arm != Arm::Artillery && profile.weapon != Weapon::None {
            all.push(Trait::word("weapon", word(&profile.weapon), &[r::ML_1_5A]));
        }
        let special = [
            (profile.no_light_company, Trait::word("no_light_company", yes(), &[r::ML_8_1H])),
            (profile.skirmish_only, Trait::word("skirmish_only", yes(), &[r::ML_1_4C])),
            (profile.lances, Trait::word("lances", yes(), &[r::ML_8_3J])),
            (profile.cuirassed, Trait::word("cuirassed", yes(), &[r::ML_8_3L])),
            (profile.overconfident, Trait::word("overconfident", yes(), &[r::ML_8_4H])),
            (profile.horse, Trait::word("horse", yes(), &[r::ML_6A])),
            (profile.howitzers, Trait::word("howitzers", yes(), &[r::ML_12A])),
            (profile.dragoons, Trait::word("dragoons", yes(), &[r::ML_12E])),
            (profile.sharpshooters, Trait::word("sharpshooters", yes(), &[r::ML_12G])),
        ];
        all.extend(special.into_iter().filter(|(holds, _)| *holds).map(|(_, line)| line));
        all.push(Trait::figure("elements", unit.elements, &[r::ML_1_2D]));
        all.push(Trait::figure("elements_start", sheet.elements, &[r::ML_1_2D]));
        all.push(Trait::figure("losses", unit.losses, &[r::ML_7_2Z]));
        if let Some((losses, _)) = self.losses_to_an_element(w, id) {
            all.push(Trait::figure("losses_to_an_element", losses, &[r::ML_7_2AA]));
        }
        all.push(Trait::word("formation", word(&unit.formation), &[]));
        all.push(Trait::word("marker", word(&unit.marker), &[r::ML_1_10D]));
        if let Life::Abandoned { spiked, .. } = unit.life {
            let guns = Term::of(if spiked { "spiked" } else { "abandoned" });
            all.push(Trait::word("guns", guns, &[r::ML_8_7D]));
        }
        all.extend(self.order_traits(w, id));
        let mover = self.mover(w, id);
        if let Some(clear) = self.rate(&mover, Going::Clear, false) {
            all.push(Trait::new("allowance", Shown::Length(clear), &[r::ML_6A]));
        }
        if unit.has_fired || profile.weapon == Weapon::None || profile.arm == Arm::Artillery {
            return self.with_general(w, id, all);
        }
        all.push(Trait::word("first_fire", yes(), &[r::ML_7_2J]));
        self.with_general(w, id, all)
    }

    /// The order in force, or the order laid face down if this side knows it.
    fn order_traits(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Trait> {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let mut all = Vec::new();
        if !self.undecided(w) {
            all.push(Trait::word("order", word(&unit.order), &[r::ML_3_1A]));
            all.extend(unit.specific.then(|| Trait::word("specific", Term::of("yes"), &[r::ML_4_2A])));
        }
        if let Some(orders) = w.laid(sheet.side) {
            let own = orders.units.get(&id).map(|order| Trait::word("laid", word(order), &[r::ML_2B, r::ML_4_2A]));
            let brigade = orders.brigades.get(&sheet.command);
            all.extend(own.or_else(|| brigade.map(|order| Trait::word("laid", word(order), &[r::ML_2B, r::ML_3_1A]))));
        }
        all
    }

    fn with_general(&self, w: &Known<'_, World>, id: UnitId, mut all: Vec<Trait>) -> Vec<Trait> {
        let place = usize::from(self.sheet(id).command);
        if w.general(place).life == Life::Present {
            all.push(Trait::new("general", Shown::Unit(w.general_id(place)), &[r::ML_3_1B]));
        }
        if let Some(place) = self.attached(w, id) {
            all.push(Trait::new("attached", Shown::Unit(w.general_id(place)), &[r::ML_6_4A]));
        }
        all
    }

    pub(super) fn profile_of_general(&self, w: &Known<'_, World>, place: usize) -> Vec<Trait> {
        let (general, sheet) = (w.general(place), self.general_sheet(place));
        let mut all = vec![
            Trait::word("rank", word(&sheet.rank), &[]),
            Trait::figure("charisma", general.charisma, &[r::ML_1_3C]),
            Trait::figure("competence", general.competence, &[r::ML_1_3D]),
        ];
        if let Some(unit) = general.attached {
            all.push(Trait::new("attached_to", Shown::Unit(unit), &[r::ML_6_4A]));
        }
        if let Some(superior) = sheet.superior {
            all.push(Trait::new("superior", Shown::Unit(w.general_id(superior)), &[r::ML_4_1C]));
        }
        let laid = w.laid(sheet.side).and_then(|orders| orders.brigades.get(&sheet.command));
        all.extend(laid.map(|order| Trait::word("laid", word(order), &[r::ML_2B, r::ML_3_1A])));
        let last = Some(w.command(place).order).filter(|order| *order != crate::Order::None);
        all.extend(last.map(|order| Trait::word("brigade_order", word(&order), &[r::ML_3_1A])));
        all
    }
}
