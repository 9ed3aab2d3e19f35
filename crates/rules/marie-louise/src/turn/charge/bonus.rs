//! The charge bonus: chosen unit by unit, rolled once for each brigade and arm (ML-8.2a to ML-8.2c, ML-GAP-27).

use crate::question::{Does, Kind, Luck, Question, accept, pick_one};
use crate::resolve::reach::bonus_dice;
use crate::turn::D;
use crate::turn::fallback::worst;
use crate::world::{Aim, NamedCharge, PAS, Progress, World};
use crate::{Arm, MarieLouise, r};
use dice::{Die, Throw};
use game::{Ask, Choice, Field, Flow, Ref, Reply, Rule, Shape, Slot, Term, Toss, UnitId};
use rulebook::Known;
use std::collections::BTreeMap;
use table::{Cm, Piece, Pose};

pub(crate) const BONUS: Kind = Kind {
    rules: &[r::ML_8_2A, r::ML_8_2B, r::ML_8_2C, r::ML_GAP_27],
    fields: MarieLouise::fields_bonus,
    check: accept,
    suggest: where_it_is_needed,
};

/// A unit that falls short by no more than the dice can give takes the bonus; now and then another one does.
fn where_it_is_needed(_: &MarieLouise, _: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    ask.fields
        .iter()
        .map(|field| {
            let Shape::Pick { from, .. } = &field.shape else { return field.default.clone() };
            let bonus = from.iter().find(|c| Does::Bonus.is(&c.key));
            let fact = |name| bonus.and_then(|c| c.facts.get(&Term::of(name)).copied()).unwrap_or(0);
            let needed = fact("short_by") > 0 && fact("short_by") <= fact("dice") * 4 * i64::from(PAS);
            match bonus {
                Some(choice) if needed && luck.below(4) > 0 || luck.below(16) == 0 => Reply::pick(choice.key.clone()),
                _ => field.default.clone(),
            }
        })
        .collect()
}

/// The sum of the dice of a bonus.
pub(crate) fn bonus_throw(dice: u8) -> Throw {
    Throw::sum(dice, Die::Average)
}

impl MarieLouise {
    /// The dice for the ground of a charge up to the 2-pas point.
    pub(crate) fn charge_dice(&self, w: &World, charge: &NamedCharge) -> u8 {
        if self.charges_again(w, charge.by) || charge.stage != Progress::Named || !self.still_charges(w, charge) {
            return 0;
        }
        let unit = w.unit(charge.by);
        let mut mover = self.mover(w, charge.by);
        mover.formation = charge.formation;
        let (Aim::At(other) | Aim::Beside(other) | Aim::Behind(other)) = charge.aim;
        let to = w.unit(other).pose.at;
        let (bearing, apart) = (unit.pose.at.bearing_to(to), unit.pose.at.to(to).round() as Cm);
        let piece = Piece { pose: Pose { facing: bearing, ..unit.pose }, ..unit.tdc() };
        // A charge ends at 2 pas of the TdC, or of the wall of the building, not of the centre (ML-GAP-25, ML-GAP-43).
        let needed = match charge.aim {
            Aim::At(target) => self.way_to_contact(w, &piece, bearing, apart, target),
            Aim::Beside(_) | Aim::Behind(_) => None,
        };
        let far = needed.unwrap_or_else(|| (apart - self.contact()).max(0));
        let way = self.way(&mover, unit.pose.at, unit.pose.at.step(bearing, far));
        bonus_dice(&self.book, self.sheet(charge.by).profile.arm, worst(&way))
    }

    fn fields_bonus(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        let contact = self.book.tables.distance.contact.cm();
        for charge in w.charges.iter().filter(|c| self.side(c.by) == slot.side) {
            let dice = self.charge_dice(w, charge);
            let needed = charge.began_at - contact;
            if dice == 0 || matches!(charge.aim, Aim::At(_)) && needed <= 0 {
                continue;
            }
            let mut bonus = Choice::of(Does::Bonus.key(), &[r::ML_8_2A, r::ML_8_2B]);
            bonus.facts.insert(Term::of("dice"), i64::from(dice));
            bonus.facts.insert(Term::of("distance"), i64::from(charge.began_at));
            bonus.facts.insert(Term::of("short_by"), i64::from((needed - charge.allowance).max(0)));
            fields.push(pick_one(Ref::Unit(charge.by), vec![Choice::of(Does::NoBonus.key(), &[]), bonus]));
        }
        fields
    }

    /// Asks which units take the bonus and rolls it; they become disorganised at once.
    pub(super) fn take_bonus(&self, d: &mut D<'_>) -> Flow<()> {
        if !self.on(r::ML_8_2A) {
            return Ok(());
        }
        let sheets = self.sheets_of(d, Question::Bonus);
        let replies = self.ask_units(d, &sheets)?;
        d.beat();
        let mut takers = Vec::new();
        for (_, id, reply) in replies {
            if reply.key().is_some_and(|key| Does::Bonus.is(key))
                && let Some(charge) = d.world.charges.iter().find(|c| c.by == id)
            {
                takers.push((id, self.charge_dice(&d.world, charge)));
            }
        }
        let rolled = self.roll_bonus(d, &takers, r::ML_8_2A)?;
        for (id, cm) in rolled {
            for charge in d.world.charges.iter_mut().filter(|c| c.by == id) {
                charge.bonus = cm;
            }
            if self.on(r::ML_8_2B) {
                self.disorder(d, id, &[r::ML_8_2B, r::ML_GAP_27]);
            }
        }
        Ok(())
    }

    /// The groups that share one roll: by brigade, separately for infantry and cavalry, with the number of dice for the
    /// worst ground (ML-8.2c).
    pub(crate) fn bonus_groups(&self, takers: &[(UnitId, u8)]) -> Vec<(u16, Vec<UnitId>, u8)> {
        let mut groups: BTreeMap<(u16, Arm, u16), (Vec<UnitId>, u8)> = BTreeMap::new();
        for (id, dice) in takers {
            let sheet = self.sheet(*id);
            // Without ML-8.2c each unit rolls separately.
            let apart = if self.on(r::ML_8_2C) { 0 } else { id.0 };
            let group = groups.entry((sheet.command, sheet.profile.arm, apart)).or_insert((Vec::new(), u8::MAX));
            group.0.push(*id);
            group.1 = group.1.min(*dice);
        }
        let all = groups.into_iter().map(|((command, ..), (ids, dice))| (command, ids, dice));
        all.filter(|(_, _, n)| *n > 0).collect()
    }

    /// Rolls the bonus of these units and returns the extra distance of each.
    ///
    /// # Errors
    /// `Wait`, for the dice.
    pub(crate) fn roll_bonus(&self, d: &mut D<'_>, takers: &[(UnitId, u8)], rule: Rule) -> Flow<BTreeMap<UnitId, Cm>> {
        let groups = self.bonus_groups(takers);
        let tosses =
            groups.iter().map(|(command, _, n)| Toss::new(rule, Ref::Command(*command), bonus_throw(*n))).collect();
        let mut out = BTreeMap::new();
        for ((_, ids, _), fell) in groups.into_iter().zip(d.throw(tosses)?) {
            out.extend(ids.into_iter().map(|id| (id, Cm::from(fell.class.max(0)) * PAS)));
        }
        Ok(out)
    }
}
