//! The roll for the attacker and the kind of battle before the armies deploy, and its effect on which units are on the
//! table (BE-GAP-80).

use super::D;
use crate::question::Does;
use crate::resolve::set_up::{self, Army, Battle};
use crate::terms::book::r;
use crate::world::{Life, World};
use crate::{Ability, Arm, BatailleEmpire, Order, Weight, word};
use dice::Throw;
use game::{Breakdown, Deed, Facts, Flow, Line, Op, Ref, Rule, Side, Term, Toss};

/// Maximum number of throws to decide the attacker between equals.
const MOST_THROWS: usize = 32;

impl BatailleEmpire {
    /// The roll before a battle whose attacker the scenario does not fix.
    pub(super) fn roll_battle(&self, d: &mut D<'_>) -> Flow<()> {
        if !self.book.options.battle_is_rolled || !self.on(r::BE_GAP_80) || d.world.battle.is_some() {
            return Ok(());
        }
        let adds = Side::BOTH.map(|side| set_up::scouting(&self.book, &self.army_of(&d.world, side)));
        let faces = self.die_each(d)?;
        let totals = [0, 1].map(|n| adds[n] + faces[n]);
        let (higher, kind) = set_up::battle(&self.book, totals);
        let attacker = match higher {
            Some(side) => side,
            None => self.plain_dice(d)?,
        };
        for side in Side::BOTH {
            let n = side.index();
            let mut lines = Breakdown::new("battle-kind", Some(Ref::Side(side)));
            lines.lines.push(Line::new(r::BE_GAP_80, Op::Throw(1)));
            lines.lines.push(Line::new(r::BE_GAP_80, Op::Add(adds[n])));
            rulebook::dice_in(&mut lines, r::BE_GAP_80, faces[n]);
            let result = Term::of(if side == attacker { "attacker" } else { "defender" });
            d.tell(Deed::Tested { breakdown: lines, result }, &[r::BE_GAP_80]);
        }
        d.world.attacker = attacker;
        d.world.first = attacker;
        d.world.battle = Some(kind);
        let key = Does::Attacks.key();
        d.tell(Deed::Declared { by: Ref::Side(attacker), key }, &[r::BE_GAP_80]);
        d.tell(Deed::Note { of: Ref::Side(attacker), what: word(&kind), facts: Facts::new() }, &[r::BE_GAP_80]);
        self.array(d, attacker, kind);
        Ok(())
    }

    /// What a side adds to the roll: its commander-in-chief and its light cavalry.
    fn army_of(&self, w: &World, side: Side) -> Army {
        let grade = rulebook::ids::at(&w.generals, w.chief[side.index()], "commander-in-chief").grade;
        let light = w.ids().filter(|id| {
            let sheet = self.sheet(*id);
            let light = sheet.body.weight == Weight::Light || sheet.body.has(Ability::Irregular);
            sheet.side == side && !sheet.half && sheet.body.arm == Arm::Cavalry && light
        });
        Army { grade, light_cavalry: rulebook::saturated::<u8, _>(light.count()) }
    }

    fn die_each(&self, d: &mut D<'_>) -> Flow<[i64; 2]> {
        let toss = |side: Side| Toss::new(r::BE_GAP_80, Ref::Side(side), Throw::d6(1));
        let fell = d.throw(Side::BOTH.map(toss).to_vec())?;
        Ok([0, 1].map(|n| i64::from(rulebook::ids::at(&fell, n, "throw").face())))
    }

    /// Between equals each side throws a plain die until one is higher.
    fn plain_dice(&self, d: &mut D<'_>) -> Flow<Side> {
        for _ in 0..MOST_THROWS {
            let [blue, red] = self.die_each(d)?;
            if blue != red {
                return Ok(if blue > red { Side::Blue } else { Side::Red });
            }
        }
        Ok(self.scenario.attacker)
    }

    /// Determines by the kind of battle which units are on the table, which objectives are held, and the orders.
    fn array(&self, d: &mut D<'_>, attacker: Side, kind: Battle) {
        let table = &self.book.tables.set_up;
        let defender = attacker.other();
        let objectives = set_up::objectives(&self.book, kind);
        for holder in d.world.holders.iter_mut().take(usize::from(objectives)) {
            *holder = Some(defender);
        }
        let holds = |w: &World, side: Side| w.holders.contains(&Some(side));
        for division in self.real_divisions() {
            let side = self.division_sheet(division).side;
            let order = match (side == attacker, holds(&d.world, side)) {
                (true, _) => Order::Attack,
                (false, true) => Order::Hold,
                (false, false) => Order::Engage,
            };
            self.change_division(d, division, &[r::BE_GAP_80], |division| division.order = order);
        }
        match kind {
            Battle::Encounter => {
                for side in Side::BOTH {
                    let own = self.divisions_of(&d.world, side);
                    let stay = own.len().div_ceil(2);
                    for division in own.into_iter().skip(stay) {
                        self.hold_back(d, division, table.encounter_turn, r::BE_GAP_80);
                    }
                }
            }
            Battle::Assault => {
                let own = self.divisions_of(&d.world, defender);
                let cost = |division: u16| -> usize {
                    self.of_division(&d.world, division)
                        .iter()
                        .map(|id| rulebook::saturated::<usize, _>(self.sheet(*id).cost))
                        .sum()
                };
                let costs: Vec<(u16, usize)> = own.iter().map(|division| (*division, cost(*division))).collect();
                let total: usize = costs.iter().map(|(_, cost)| cost).sum();
                let mut kept = 0;
                for (division, cost) in costs.iter().skip(1).rev() {
                    if table.assault_reserve.reached(kept, total) {
                        break;
                    }
                    kept += cost;
                    self.hold_back(d, *division, table.assault_reserve_turn, r::BE_GAP_80);
                }
            }
            Battle::Battle | Battle::Attack => {}
        }
    }

    /// The divisions of a side with a unit or general on the table.
    fn divisions_of(&self, w: &World, side: Side) -> Vec<u16> {
        let own = |division: &u16| self.division_sheet(*division).side == side;
        let there = |division: &u16| !self.of_division(w, *division).is_empty();
        self.real_divisions().into_iter().filter(own).filter(there).collect()
    }

    /// A division waits behind its own edge until a turn; turn 0: until called (BE-GAP-23).
    pub(super) fn hold_back(&self, d: &mut D<'_>, division: u16, turn: u16, rule: Rule) {
        let units = self.of_division(&d.world, division);
        let place = usize::from(division);
        let mut ids = units.clone();
        let leads = !d.world.chief.contains(&place);
        ids.extend(leads.then(|| d.world.general_id(place)));
        self.alter(d, &ids, &[], &[rule], |w| {
            for id in &units {
                w.unit_mut(*id).life = Life::OffTable(turn);
            }
            if leads {
                let general = w.general_mut(place);
                general.life = Life::OffTable(turn);
                general.attached = None;
            }
        });
        // After their own side has received the event that they left.
        for id in &units {
            self.show(&mut d.world, *id);
        }
    }
}
