//! Tests of morale inside a step (LA-GAP-65): all from the state before it, all dice together, then the signs.

use super::D;
use crate::fight::value_key;
use crate::question::{Kind, Question, accept, any, pick_one};
use crate::resolve::fire::{DieUse, die_value, throw};
use crate::resolve::morale::{self, Chosen, FireTaken, General, MoraleResult, Nerve, Occasion, Reader, Retiring};
use crate::world::{Bound, Doing, Landing, Leave, Role, Scene, Sort, Trial, What, World};
use crate::{Arm, Aspect, CM, Cover, Distance, Formation, LesAigles, Order, r};
use game::{Breakdown, Choice, Deed, Facts, Field, Flow, Line, Op, Ref, Reply, Slot, Term, Toss, Trace, UnitId};
use rulebook::Known;
use rulebook::ids::held;
use rulebook::word;
use smallvec::SmallVec;
use table::{distance, within_cm};

pub(crate) const SIGN: Kind =
    Kind { rules: &[r::LA_GAP_65, r::LA_GAP_26], fields: LesAigles::fields_sign, check: accept, suggest: any };

/// A test that is due.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Due {
    pub unit: UnitId,
    pub occasion: Occasion,
    /// Cavalry charges it or has fought it.
    pub against_cavalry: bool,
    pub charger: Option<UnitId>,
    /// Losses by which a melee was lost.
    pub difference: u16,
    /// The half whose fire counts (LA-GAP-54).
    pub half: u32,
}

impl Due {
    pub(crate) const fn new(unit: UnitId, occasion: Occasion, half: u32) -> Self {
        Self { unit, occasion, against_cavalry: false, charger: None, difference: 0, half }
    }
}

impl LesAigles {
    /// Tests units together, except those out of the battle, and returns their results.
    pub(crate) fn test(&self, d: &mut D<'_>, due: &[Due]) -> Flow<Vec<(Due, MoraleResult)>> {
        // Each part of a split unit tests for itself (LA-ESQ-15).
        let tests = |due: &Due| if d.world.unit(due.unit).parted && self.on(r::LA_ESQ_15) { 2 } else { 1 };
        let there = due.iter().filter(|due| d.world.unit(due.unit).present());
        let due: Vec<Due> = there.flat_map(|due| std::iter::repeat_n(*due, tests(due))).collect();
        if due.is_empty() {
            return Ok(Vec::new());
        }
        d.beat();
        // Its losses count in this test, whatever the reason: it does not test for them again (LA-GAP-24, 4,
        // LA-GAP-65).
        for due in &due {
            let unit = d.world.unit_mut(due.unit);
            let reached = strength_reached(unit);
            for (tested, reached) in unit.memory.tested_at.iter_mut().zip(reached) {
                *tested |= reached && self.on(r::LA_GAP_65);
            }
        }
        let scene = self.scene(&d.world);
        let nerves: Vec<Nerve> = due.iter().map(|due| self.nerve(&d.world, &scene, due)).collect();
        let dice = |nerve: &Nerve| morale::die_kind(&self.book, nerve);
        let tosses = due.iter().zip(&nerves).map(|(due, nerve)| {
            Toss::new(r::LA_MOR_01, Ref::Unit(due.unit), throw(&self.book, dice(nerve), DieUse::Morale))
        });
        let fell = d.throw(tosses.collect())?;
        let mut trials = Vec::new();
        let mut sheets = Vec::new();
        for ((due, nerve), thrown) in due.iter().zip(nerves).zip(&fell) {
            let mut lines = Breakdown::new("morale", Some(Ref::Unit(due.unit)));
            let value = die_value(&self.book, dice(&nerve), DieUse::Morale, thrown.class);
            let points = morale::points(&self.book, &nerve, &mut lines) + i16::from(value);
            lines.line(|| Line::new(r::LA_FEU_05, Op::Dice(value.into())));
            trials.push(Trial { unit: due.unit, points, nerve });
            sheets.push(lines);
        }
        d.world.trials = trials;
        let asked = self.put(d, Question::Sign);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        let trials = std::mem::take(&mut d.world.trials);
        let mut out: Vec<(Due, MoraleResult)> = Vec::new();
        for ((due, trial), mut lines) in due.into_iter().zip(trials).zip(sheets) {
            let values = self.results_of(&trial);
            let said = asked.iter().zip(&answers).flat_map(|(sheet, replies)| sheet.fields.iter().zip(replies));
            let picked = said.filter(|(field, _)| field.about == Ref::Unit(due.unit)).find_map(|(_, reply)| {
                let key = reply.key()?;
                values.iter().copied().find(|(chosen, _)| value_key(chosen.sum()) == *key)
            });
            let (chosen, result) = picked.unwrap_or_else(|| morale::best_value(&values));
            chosen.trace(&mut lines);
            d.tell(Deed::Tested { breakdown: lines, result: word(&result) }, &[r::LA_MOR_01, r::LA_RES_02]);
            match out.last_mut() {
                // The worse of the two results applies to the whole unit.
                Some((last, worst)) if last.unit == due.unit => {
                    if result.rank() > worst.rank() {
                        *worst = result;
                    }
                }
                _ => out.push((due, result)),
            }
        }
        Ok(out)
    }

    fn fields_sign(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mine = w.trials.iter().filter(|trial| self.side(trial.unit) == slot.side);
        let asked = mine.filter(|trial| morale::is_asked(&self.book, &self.results_of(trial)));
        asked
            .map(|trial| {
                let values = self.results_of(trial);
                let (usual, _) = morale::best_value(&values);
                let choice = |n: usize| {
                    let (chosen, result) = values[n];
                    let key = value_key(chosen.sum());
                    let facts =
                        Facts::from([(Term::of("value"), i64::from(chosen.sum())), (Term::of(result_fact(result)), 1)]);
                    Choice { facts, ..Choice::of(key, &[r::LA_GAP_65]) }
                };
                let first = held(values.iter().position(|(chosen, _)| *chosen == usual), "the usual value");
                let order = std::iter::once(first).chain((0..values.len()).filter(|n| *n != first));
                pick_one(Ref::Unit(trial.unit), order.map(choice).collect())
            })
            .collect()
    }

    /// The result for each value that its owner may add.
    fn results_of(&self, trial: &Trial) -> SmallVec<[(Chosen, MoraleResult); 16]> {
        let values = morale::values(&self.book, &trial.nerve);
        morale::results_of(&self.book, trial.nerve.status, &values, trial.points)
    }

    /// The situation of a unit's test of morale (LA-MOR-02 to LA-MOR-08, LA-GAP-54).
    pub(crate) fn nerve(&self, w: &World, scene: &Scene, due: &Due) -> Nerve {
        let id = due.unit;
        let (unit, sheet, side) = (w.unit(id), self.sheet(id), self.side(id));
        let table = &self.book.tables.morale;
        let leading = self.leading(unit, id);
        let own = self.body(w, id);
        let near = |other: UnitId, limit: table::Cm| within_cm(distance(&own, &self.body(w, other)).cm, limit);
        let routs = |of: game::Side| {
            let running = self.troops(w, of).filter(|other| *other != id && w.unit(*other).runs());
            let counted = running.filter(|other| self.sheet(*other).part_of.is_none_or(|whole| whole == id));
            let seen = counted.filter(|other| near(*other, table.within.cm()) && self.sees(scene, id, *other));
            rulebook::saturated::<u8, _>(seen.count())
        };
        let threats = self.threats(w, id);
        let generals = self
            .generals_of(w, id)
            .into_iter()
            .map(|(place, far)| General { points: self.officers[place].points, distance: Distance::from_cm(far) });
        let aide = self.officers_with(w, id).any(|place| matches!(self.officers[place].role, Role::Aide { .. }));
        let melee = due.occasion == Occasion::MeleeLost;
        let fires = w.hits_in(id, due.half).into_values().map(|(losses, loose)| FireTaken { losses, loose });
        Nerve {
            moral: leading.moral.saturating_add(sheet.profile.moral),
            status: leading.status,
            occasion: due.occasion,
            arm: sheet.profile.arm,
            formation: unit.formation,
            order: self.order_now(unit),
            against_cavalry: due.against_cavalry,
            charging: unit.charge.as_ref().is_some_and(|charge| Self::is_charge(charge.sort)),
            cover: self.cover_in_test(w, due),
            village: self.in_village(w, id),
            leaving: match unit.bound {
                Bound::Leaving(leaving) if leaving.how == Leave::Retreat => Retiring::Retreat,
                Bound::Leaving(_) => Retiring::Rout,
                _ => Retiring::No,
            },
            routed_before: unit.routed_before(),
            generals: generals.collect(),
            general_lost: (unit.now.bereaved > 0).then_some(unit.now.bereaved),
            aide,
            friends: self.count_within(w, scene, id, side, table.within.cm()),
            enemies: self.count_within(w, scene, id, side.other(), table.within.cm()),
            friendly_routs: routs(side),
            enemy_routs: routs(side.other()),
            enemy_on_flank: threats.iter().any(|(_, aspect)| *aspect == Aspect::Flank),
            enemy_in_rear: threats.iter().any(|(_, aspect)| *aspect == Aspect::Rear),
            won_lately: unit.memory.won_in > 0 && unit.memory.won_in + 1 >= w.period,
            lost_in_a_row: if melee { unit.memory.lost_in_a_row } else { 0 },
            loss_difference: if melee { due.difference } else { 0 },
            fires: fires.collect(),
            batteries: self.batteries_for(w, id, due.half),
            initial: unit.initial.max(1),
            figures: unit.figures(),
            losses: unit.losses,
        }
    }

    /// Cover of a unit in a test: the least from the enemies that it has fought or that charge it, otherwise from the
    /// unit whose fire has cost it most, and without any of these from its front (LA-GAP-72).
    fn cover_in_test(&self, w: &World, due: &Due) -> Cover {
        let id = due.unit;
        if let Some(least) = w.enemies_of(id).map(|enemy| self.covered_from(w, id, enemy)).min() {
            return least;
        }
        let lands = |(_, landing, sort): &(UnitId, Landing, Sort)| landing.on == id && Self::is_charge(*sort);
        let landing = self.landing(w).into_iter().filter(|by| due.occasion == Occasion::Charged && lands(by));
        if let Some(least) = landing.map(|(by, ..)| self.cover(w, id, w.unit(by).pose.at)).min() {
            return least;
        }
        let hits = w.hits_in(id, due.half);
        let worst = hits.iter().max_by_key(|(by, (losses, _))| (*losses, std::cmp::Reverse(**by))).map(|(by, _)| *by);
        let from = due.charger.or(worst).map_or_else(|| w.unit(id).pose.ahead(20 * CM), |enemy| w.unit(enemy).pose);
        self.cover(w, id, from.at)
    }

    /// Enemies on the flank or in the rear of a unit that have it in their front zone (LA-MOR-04, LA-GAP-54).
    pub(crate) fn threats(&self, w: &World, id: UnitId) -> Vec<(UnitId, Aspect)> {
        let table = &self.book.tables.morale;
        let own = self.body(w, id);
        let mut found = Vec::new();
        for enemy in self.troops(w, self.side(id).other()) {
            let other = w.unit(enemy);
            if other.runs() || other.leaves() || other.figures() == 0 || !other.manned() {
                continue;
            }
            let foot = self.arm(enemy) == Arm::Infantry;
            let limit = if foot { table.flank_foot.cm() } else { table.flank_others.cm() };
            let body = self.body(w, enemy);
            if !table::within_reach(&own, &body, limit) {
                continue;
            }
            let aspect = self.aspect(w, id, other.pose.at);
            if aspect != Aspect::Front && self.in_front(&body, &own) {
                found.push((enemy, aspect));
            }
        }
        found
    }

    /// Batteries that support a unit (LA-MOR-07, LA-GAP-54).
    fn batteries_for(&self, w: &World, id: UnitId, half: u32) -> u8 {
        let table = &self.book.tables.morale;
        let own = self.body(w, id);
        let supports = |battery: &UnitId| {
            let guns = w.unit(*battery);
            if *battery == id
                || self.arm(*battery) != Arm::Artillery
                || guns.formation != Formation::InPosition
                || !Self::serves_guns(guns)
            {
                return false;
            }
            let lately = guns.fired_in > 0 && guns.fired_in + 1 >= half;
            let target = guns.last_target.filter(|t| lately && w.unit(*t).present());
            let fired = target.is_some_and(|t| table::within_reach(&own, &self.body(w, t), table.within.cm()));
            let body = self.body(w, *battery);
            let masked = || {
                let near = |friend: UnitId| self.ahead(&body, &self.body(w, friend));
                let mut before = self.troops(w, self.side(id)).filter(|friend| friend != battery);
                before.any(|friend| near(friend).is_some_and(|far| far <= table.battery_within.cm()))
            };
            fired || table::within_reach(&own, &body, table.battery_within.cm()) && !masked()
        };
        rulebook::saturated::<u8, _>(self.troops(w, self.side(id)).filter(supports).count())
    }

    /// The order of a unit's ranks in a test: unformed while it changes formation (LA-GAP-11).
    fn order_now(&self, unit: &crate::world::Unit) -> Order {
        let changes = matches!(unit.doing, Some(Doing { what: What::Form(to), .. }) if to != unit.formation);
        if changes && self.on(r::LA_GAP_11) { unit.order.max(Order::Unformed) } else { unit.order }
    }

    /// The unit that reads a result.
    pub(crate) fn reader(&self, w: &World, due: &Due) -> Reader {
        let unit = w.unit(due.unit);
        Reader {
            formation: unit.formation,
            order: self.order_now(unit),
            against_cavalry: due.against_cavalry,
            bound: matches!(unit.bound, Bound::Evading(_) | Bound::Rallying(_) | Bound::Following { .. })
                || w.engaged(due.unit) && due.occasion != Occasion::MeleeLost,
        }
    }

    /// How a unit leaves with a result.
    pub(crate) const fn leaving_by(result: MoraleResult) -> Leave {
        match result {
            MoraleResult::Rout => Leave::Rout,
            MoraleResult::Flight => Leave::Flight,
            _ => Leave::Retreat,
        }
    }
}

/// Whether a unit is down to two thirds, and to half, of its figures (LA-MOR-10).
pub(crate) fn strength_reached(unit: &crate::world::Unit) -> [bool; 2] {
    let (initial, figures) = (u16::from(unit.initial), u16::from(unit.figures()));
    [figures <= initial * 2 / 3, figures <= initial / 2]
}

/// The name of the figure that reports a result.
const fn result_fact(result: MoraleResult) -> &'static str {
    match result {
        MoraleResult::Uncontrolled => "uncontrolled",
        MoraleResult::Obey => "obey",
        MoraleResult::Halt => "halt",
        MoraleResult::Retreat => "retreat",
        MoraleResult::Rout => "rout",
        MoraleResult::Flight => "flight",
    }
}

/// The reply of the first pick of a field about a unit.
pub(crate) fn reply_for<'a>(
    asked: &'a [std::sync::Arc<game::Ask>],
    answers: &'a [Vec<Reply>],
    id: UnitId,
) -> Option<&'a Reply> {
    let said = asked.iter().zip(answers).flat_map(|(sheet, replies)| sheet.fields.iter().zip(replies));
    said.filter(|(field, _)| field.about == Ref::Unit(id)).map(|(_, reply)| reply).next()
}
