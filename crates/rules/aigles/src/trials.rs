//! Compares the odds shown to players with the steps of the battle that decide: a landing charge, a fire, a test of
//! morale.

mod shown_trials;

use crate::question::{Does, Question};
use crate::resolve::morale::{MoraleResult, Occasion, Reader, read_as};
use crate::turn::{Due, Shooting, Step};
use crate::world::{Bound, Charging, Counting, Fate, Landing, Life, Now, Sort, World};
use crate::{Arm, CM, LesAigles, resolutions};
use game::drift::{Told, Trial};
use game::{Assistant, Choice, Deed, Event, Facts, Need, Odds, Play, Ref, Reply, Side, Term, UnitId, facts};
use rulebook::Known;
use rulebook::cases::Dice;
use rulebook::odds::turned;
use rulebook::word;
use table::overlaps;

type BattleState = Play<World, Step>;

/// Distance from its target at which a landing charger is placed.
const GAP: table::Cm = 3 * CM;

impl LesAigles {
    /// The trials that are compared.
    pub(crate) const TRIALS: &'static [&'static str] = &[
        "charge",
        "fire",
        "morale",
        "fire:artillery-fire",
        "fire:small-arms-fire",
        "landing_fire:artillery-fire",
        "landing_fire:small-arms-fire",
    ];

    /// A charge, a fire and a test that are possible in this world, chosen by seed.
    pub(crate) fn trials_in(&self, w: &Known<'_, World>, luck: u64) -> Vec<Trial<BattleState>> {
        let everybody: Vec<UnitId> = w.ids().filter(|id| w.unit(*id).present()).collect();
        let turn = |salt: u64| turned(&everybody, luck.wrapping_add(salt)).into_iter();
        let found = |trials: Vec<Trial<BattleState>>| (!trials.is_empty()).then_some(trials);
        let charges = turn(1).find_map(|by| turn(2).find_map(|at| found(self.trials_of_charge(w, (by, at), luck)?)));
        let fires = turn(3).find_map(|by| turn(4).find_map(|at| found(self.trials_of_fire(w, by, at)?)));
        let test = turn(5).find_map(|id| self.trial_of_test(w, id));
        charges.into_iter().chain(fires).flatten().chain(test).collect()
    }

    /// The chance given to a general for a possible charge, chosen by luck, with the odds shown of it where it lands. A
    /// general counts half of a draw, and tells apart a target that flees from a charger that stops: the odds shown do
    /// not.
    pub(crate) fn told_in(&self, w: &Known<'_, World>, luck: u64) -> Vec<Told> {
        let everybody: Vec<UnitId> = w.ids().filter(|id| w.unit(*id).present()).collect();
        let turn = |salt: u64| turned(&everybody, luck.wrapping_add(salt)).into_iter();
        let told = |by: UnitId, at: UnitId| {
            if self.side(by) == self.side(at) {
                return None;
            }
            let clash = self.clash_of(w, by, at);
            let landed = if clash.reaches { self.landed(w, by, at) } else { None };
            let shown = self.odds_of_landing(&landed?, by, false)?;
            let chance = |name: &'static str| shown.chance_of(|end| end.contains_key(&Term::of(name))).to_f64();
            let apart = shown.chance_of(|end| end.get(&Term::of("contact")) == Some(&0)).to_f64();
            let least = chance("attacker_wins") + (chance("drawn") + chance("destroyed")) / 2.0;
            let shown = [least, least + apart];
            Some(Told { what: Term::of("charge"), chance: clash.chance, shown, estimate: false })
        };
        turn(6).find_map(|by| turn(7).find_map(|at| told(by, at))).into_iter().collect()
    }

    /// A charge of one unit on another without others, in the last quarter of a period: it lands. Its results if the
    /// target fires, and if it holds its fire. By seed it comes from too near for its bonuses (LA-CHA-15), or is
    /// uncontrolled.
    fn trials_of_charge(
        &self,
        w: &Known<'_, World>,
        (by, at): (UnitId, UnitId),
        luck: u64,
    ) -> Option<Vec<Trial<BattleState>>> {
        let (unit, target) = (w.unit(by), w.unit(at));
        let free = matches!(unit.bound, Bound::Free) && matches!(target.bound, Bound::Free);
        let foot_on_horse = self.arm(by) == Arm::Infantry && self.arm(at) == Arm::Cavalry;
        if self.side(by) == self.side(at)
            || !free
            || foot_on_horse
            || self.arm(at) == Arm::Artillery
            || target.inside.is_some()
            || target.charge.is_some()
            || w.engaged(at)
            || self.may_charge(w, by).is_err()
        {
            return None;
        }
        let mut alone = w.clone();
        for id in w.ids().filter(|id| *id != by && *id != at && w.unit(*id).present()) {
            alone.unit_mut(id).life = Life::Gone(Fate::Left);
        }
        alone.contacts.clear();
        let mut alone = self.landed(&alone, by, at)?;
        if let Some(charge) = &mut alone.unit_mut(by).charge {
            charge.sort = if luck.is_multiple_of(3) { Sort::Uncontrolled } else { charge.sort };
            charge.lands.iter_mut().for_each(|landing| landing.bonus = !luck.is_multiple_of(5));
        }
        let trial = |holds: bool| {
            let shown = self.odds_of_landing(&alone, by, holds)?;
            let steps = [Step::LandingFire, Step::LandingTests, Step::Contact, Step::Melee];
            let read = move |events: &[Event], need: &Need| charge_read(events, need, by, at);
            Some(Trial::of_steps("charge", shown, self, Play::new(World::clone(&alone), steps), read))
        };
        let asked = Question::LandingFire.to(self.side(at));
        let usual = trial(false);
        // If no unit can fire there is no question.
        let other = trial(true).filter(|other| usual.as_ref().is_some_and(|usual| usual.shown != other.shown));
        let held = other.map(|trial| trial.deciding(&asked, Reply::pick(Does::HoldFire.key())));
        Some(usual.into_iter().chain(held).collect())
    }

    /// The table on which a charge at an enemy straight ahead lands now, in the last quarter of its period; `None`: it
    /// has no way there.
    pub(crate) fn landed<'w>(&self, w: &Known<'w, World>, by: UnitId, at: UnitId) -> Option<Known<'w, World>> {
        let (unit, his) = (w.unit(by), self.body(w, at));
        let far = self.ahead(&self.body(w, by), &his).filter(|far| *far > GAP)?;
        let mut then = w.clone();
        then.hits.clear();
        then.counting.clear();
        then.ranged.clear();
        then.trials.clear();
        then.period = then.period.max(1);
        then.quarter = then.end_of_period();
        let aspect = self.aspect(w, at, unit.pose.at);
        let quarter = then.quarter;
        for id in [by, at] {
            then.unit_mut(id).now = Now::default();
        }
        let landing = Landing { on: at, way: GAP, bonus: true, plain: false, aspect };
        let charger = then.unit_mut(by);
        charger.pose = unit.pose.ahead(far - GAP);
        charger.now.moved = 1;
        charger.charge = Some(Charging {
            sort: Sort::Charge,
            since: quarter,
            until: quarter,
            reorients: None,
            quarters: 1,
            stops: None,
            over: None,
            lands: Some(landing),
        });
        let body = self.body(&then, by);
        if overlaps(&body, &his) || !self.terrain.holds(&body) {
            return None;
        }
        let far = table::distance(&his, &body).cm;
        then.ranged.insert((at, by), (body, far));
        Some(then)
    }

    /// A fire of one unit at another for half a period, without other fires: first with the default shot, then with any
    /// other.
    fn trials_of_fire(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Option<Vec<Trial<BattleState>>> {
        let (own, his) = (self.body(w, by), self.body(w, at));
        let range = self.range(w, by).filter(|_| self.side(by) != self.side(at) && self.may_fire(w, by))?;
        if !table::within_reach(&own, &his, range) || w.engaged(at) || w.unit(at).figures() == 0 {
            return None;
        }
        let mut alone = w.clone();
        alone.period = alone.period.max(1);
        alone.quarter = alone.end_of_period();
        alone.counting.clear();
        let last = alone.quarter;
        let own = self.body(&alone, by);
        alone.counting.insert((by, at), Counting { quarters: 3, own, from: his, to: his, last });
        alone.unit_mut(by).now = Now::default();
        self.counted(&alone, by).find(|target| *target == at)?;
        let asked = Question::Fire.to(self.side(by));
        let trial = |choice: &Choice| {
            let canister = Does::of(&choice.key) == Some(Does::FireCanister);
            let shown = self.prospect_of_fire(&alone, &Shooting { by, at, canister, beside: None })?.odds?;
            let read = Box::new(move |events: &[Event], _: &Need| {
                events.iter().find_map(|event| match &event.deed {
                    Deed::Note { of: Ref::Unit(hit), what, facts: told } if *hit == at && *what == "fired_at" => {
                        Some(facts([(
                            "losses",
                            rulebook::ids::held(told.get(&Term::of("losses")).copied(), "losses by fire"),
                        )]))
                    }
                    _ => None,
                })
            });
            let trial = Trial::of_steps("fire", shown, self, Play::new(World::clone(&alone), [Step::Close]), read);
            Some(trial.deciding(&asked, Reply::pick(choice.key.clone())))
        };
        Some(self.fire_choices(&alone, by, at).iter().filter_map(trial).collect())
    }

    /// A test of morale caused by the arrival of a general (LA-GAP-24, 12), under the last fire on the unit: the
    /// assistant's result for the situation read from the table.
    fn trial_of_test(&self, w: &World, id: UnitId) -> Option<Trial<BattleState>> {
        let unit = w.unit(id);
        let tests = unit.figures() > 0 && unit.manned() && !unit.leaves() && !unit.parted && !w.engaged(id);
        if !tests {
            return None;
        }
        let mut then = w.clone();
        then.period = then.period.max(1);
        // In the first quarter of a half there is no fire at its end.
        then.quarter = then.end_of_period() - 1;
        let half = then.half();
        then.hits.retain(|hit| hit.at == id);
        then.hits.iter_mut().for_each(|hit| hit.half = half);
        then.trials.clear();
        for side in Side::BOTH {
            then.papers_mut(side)?.reactions.clear();
        }
        for other in w.ids() {
            let unit = then.unit_mut(other);
            unit.now = Now { visited: other == id, ..Now::default() };
            (unit.memory.tested_at, unit.memory.under_fire) = ([true; 2], true);
        }
        let due = Due::new(id, Occasion::Other, half);
        let situation = serde_json::to_value(self.nerve(&then, &self.scene(&then), &due)).ok()?;
        // Situations that cannot be typed in, such as a third general, are left out.
        let said = resolutions(self.book.clone()).resolve("morale", &situation, &mut Dice::new(&[])).ok()?;
        let row = |row: game::Row| Some((result_facts(&Term::from(row.outcome.get("result")?.as_str()?)), row.chance));
        let rows: Option<Vec<_>> = said.distribution.into_iter().map(row).collect();
        let shown = Odds { rows: rows?, assumed: Vec::new() };
        // A unit that evades or rallies reads it in another way, which cannot be typed in.
        let reader = Reader { bound: false, ..self.reader(&then, &due) };
        let read_so = RESULTS.map(|result| (word(&result), word(&read_as(&self.book, result, &reader))));
        let read = move |events: &[Event], _: &Need| {
            events.iter().find_map(|event| match &event.deed {
                Deed::Tested { breakdown, result }
                    if breakdown.test == "morale" && breakdown.of == Some(Ref::Unit(id)) =>
                {
                    read_so.iter().find(|(told, _)| told == result).map(|(_, read)| result_facts(read))
                }
                _ => None,
            })
        };
        Some(Trial::of_steps("morale", shown, self, Play::new(then, [Step::Close]), read))
    }
}

/// A result as the facts of a trial's end.
fn result_facts(result: &Term) -> Facts {
    Facts::from([(result.clone(), 1)])
}

/// Possible results of a unit in a test of morale.
const RESULTS: [MoraleResult; 6] = [
    MoraleResult::Uncontrolled,
    MoraleResult::Obey,
    MoraleResult::Halt,
    MoraleResult::Retreat,
    MoraleResult::Rout,
    MoraleResult::Flight,
];

/// The end of a charge, once its steps are over.
fn charge_read(events: &[Event], need: &Need, by: UnitId, at: UnitId) -> Option<Facts> {
    if !matches!(need, Need::Over(_)) {
        return None;
    }
    let gone = events.iter().any(|event| matches!(&event.deed, Deed::Gone { unit, .. } if *unit == by || *unit == at));
    let struck = |id: UnitId| {
        events.iter().enumerate().find_map(|(n, event)| match &event.deed {
            Deed::Note { of: Ref::Unit(unit), what, facts } if *unit == id && *what == "struck" => {
                Some((n, rulebook::ids::held(facts.get(&Term::of("losses")).copied(), "losses of a round")))
            }
            _ => None,
        })
    };
    let Some(((first, own), (second, his))) = struck(by).zip(struck(at)) else {
        // A unit that ran off the table was not met.
        return Some(facts([("contact", 0)]));
    };
    let (winner, loser) = match own.cmp(&his) {
        _ if gone => return Some(facts([("destroyed", 1)])),
        std::cmp::Ordering::Equal => return Some(facts([("contact", 1), ("drawn", 1)])),
        std::cmp::Ordering::Less => ("attacker_wins", at),
        std::cmp::Ordering::Greater => ("defender_wins", by),
    };
    let tested = events.iter().skip(first.max(second)).find_map(|event| match &event.deed {
        Deed::Tested { breakdown, result } if breakdown.test == "morale" && breakdown.of == Some(Ref::Unit(loser)) => {
            Some(result.clone())
        }
        _ => None,
    });
    let leaving = [MoraleResult::Retreat, MoraleResult::Rout, MoraleResult::Flight];
    let away = leaving.iter().any(|result| tested == Some(word(result)));
    Some(facts([("contact", 1), (winner, 1), ("loser_leaves", i64::from(away))]))
}
