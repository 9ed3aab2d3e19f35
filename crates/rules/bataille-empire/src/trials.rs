//! Trials of the odds shown to players against the steps of the battle that decide them: a charge up to the verdict of
//! its shock, a fire with the test that it causes.

mod shown_trials;

use crate::question::Question;
use crate::resolve::fire::{FireKind, Shot};
use crate::resolve::reaction::Line;
use crate::terms::profile::ShockRow;
use crate::turn::{ChargeStage, Step, Volley};
use crate::world::{ChargeKind, Fate, Life, Under, World};
use crate::{Arm, BatailleEmpire, UD, r, word};
use game::drift::{Told, Trial};
use game::{Breakdown, Chance, Deed, Event, Facts, Need, Odds, Play, Ref, Term, UnitId};
use rulebook::Known;
use rulebook::checks::of_test;
use rulebook::odds::turned;
use std::collections::BTreeMap;

type State = Play<World, Step>;

/// The rows of a shock, in order.
const ROWS: [ShockRow; 4] = [ShockRow::Melee, ShockRow::Defeat, ShockRow::Rout, ShockRow::Eliminated];

/// Enemies farther apart neither charge nor fire at each other.
const FAR: table::Cm = 16 * UD;

impl BatailleEmpire {
    /// The kinds of trials.
    pub(crate) const TRIALS: &'static [&'static str] = &[
        "charge",
        "fire",
        "fire_and_morale",
        "fire:fire",
        "fire:morale",
        "return:fire",
        "return:morale",
        "react:fire",
        "react:morale",
        "react:shock",
        "reply:manoeuvre-test",
        "reply:shock",
        "charge:shock",
        "call_off:control-test",
        "pursue:control-test",
    ];

    /// A charge and a fire that are possible in this world, chosen at random.
    pub(crate) fn trials_in(&self, w: &Known<'_, World>, luck: u64) -> Vec<Trial<State>> {
        let mut alone = w.clone();
        alone.under.clear();
        alone.owed.clear();
        let mut charges = self.pairs(&alone, luck).map(|(by, at)| self.trials_of_charge(&alone, by, at, luck));
        let charge = charges.find(|trials| !trials.is_empty());
        let fire = self.pairs(&alone, luck.wrapping_add(3)).find_map(|(by, at)| self.trial_of_fire(&alone, by, at));
        charge.into_iter().flatten().chain(fire).collect()
    }

    /// The chance given to a general for a possible charge, chosen by luck.
    pub(crate) fn told_in(&self, w: &Known<'_, World>, luck: u64) -> Vec<Told> {
        let told = |(by, at): (UnitId, UnitId)| {
            let clash = self.clash_of(w, by, at);
            let offer = self.charge_offer(w, by, at, 0).ok().filter(|_| clash.reaches)?;
            let charge = offer.begin(ChargeKind::Plain, w.unit(by).pose, Vec::new());
            let shown = self.odds_of_charge(&self.dressed(w, &offer), &charge)?;
            let wins = shown.chance_of(|end| end.get(&Term::of("attacker_wins")) == Some(&1)).to_f64();
            Some(Told { what: Term::of("charge"), chance: clash.chance, shown: [wins; 2], estimate: false })
        };
        self.pairs(w, luck.wrapping_add(5)).find_map(told).into_iter().collect()
    }

    /// All pairs of a unit and an enemy near it, from a random start.
    fn pairs<'a>(&'a self, w: &'a World, luck: u64) -> impl Iterator<Item = (UnitId, UnitId)> + 'a {
        turned(&self.everybody(w), luck).into_iter().flat_map(move |by| {
            let near: Vec<UnitId> = self.around(w, self.piece(w, by), self.side(by).other(), FAR).collect();
            turned(&near, luck).into_iter().map(move |at| (by, at))
        })
    }

    /// A charge of one unit without supports and interceptions. First with the default reply of the target, then one
    /// trial for each other reply.
    fn trials_of_charge(&self, w: &Known<'_, World>, by: UnitId, at: UnitId, luck: u64) -> Vec<Trial<State>> {
        let able = self.sheet(by).body.arm != Arm::Artillery && w.unit(by).inside.is_none();
        let Some(offer) = able.then(|| self.charge_offer(w, by, at, 0).ok()).flatten() else { return Vec::new() };
        let w = &self.dressed(w, &offer);
        let charge = offer.begin(ChargeKind::Plain, w.unit(by).pose, Vec::new());
        let charge_shown = charge.clone();
        let Some(shown) = self.odds_of_charge(w, &charge) else { return Vec::new() };
        let replies = self.odds_by_reply(w, &charge);
        let (_, struck) = self.after_first_leg(w, &charge);
        let target = struck.at;
        let mut under_way = World::clone(w);
        let now = &mut under_way.unit_mut(by).now;
        (now.charged, now.moved, now.moves) = (true, true, now.moves.saturating_add(1));
        // A unit that declares a charge becomes visible (BE-GAP-82).
        self.show(&mut under_way, by);
        under_way.under.push(Under::Charge(charge));
        let trial = |shown: Odds<Facts>| {
            let state = Play::new(under_way.clone(), [Step::Charge(ChargeStage::Leg)]);
            let read = move |events: &[Event], need: &Need| read_charge(events, need, by, target);
            Trial::of_steps("charge", by_verdict(shown), self, state, read)
        };
        let asked = Question::Reply.to(self.side(target));
        // The lines of both sides if the target stands.
        let stands = replies
            .iter()
            .map(|(reply, _)| reply)
            .find(|reply| reply.key().is_some_and(|key| key.does == word(&Line::Stand)));
        let lines = self.prospects_of_shock(w, &charge_shown).into_iter().map(|prospect| {
            let state = Play::new(under_way.clone(), [Step::Charge(ChargeStage::Leg)]);
            let told =
                |event: &Event| matches!(&event.deed, Deed::Tested { breakdown, .. } if breakdown.test == "shock");
            let check = of_test(&prospect).lines_alone().up_to(told).check();
            let parties = vec![Ref::Unit(by), Ref::Unit(target)];
            let trial = Trial::of_check("charge:shock", check, self, state, (parties, luck));
            match stands {
                Some(reply) => trial.deciding(&asked, reply.clone()),
                None => trial,
            }
        });
        let lines: Vec<Trial<State>> = lines.collect();
        let by_reply = replies.iter().cloned().map(|(reply, shown)| trial(shown).deciding(&asked, reply));
        std::iter::once(trial(shown)).chain(by_reply).chain(lines).collect()
    }

    /// A fire. Its morale test is included only if it involves just the two units: not if the target fires back, which
    /// makes it a duel (BE-GAP-57), nor if a ricochet (BE-GAP-55) may remove what steadies the target.
    fn trial_of_fire(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Option<Trial<State>> {
        let volley = Volley { by, at, shot: Shot::Round, limbering: false, supports: Vec::new() };
        let form = self.fire_foreseen(w, &volley)?;
        let shown = self.odds_of_fire(&form)?;
        let returned = self.answering_shot(w, at, by, FireKind::Return).is_ok();
        let whole = !returned && self.steady_without(w, self.behind(w, &volley, &form.fire), at, by);
        let (what, shown) = if whole {
            ("fire_and_morale", gathered(shown, |_| {}))
        } else {
            ("fire", gathered(shown, |end| end.retain(|name, _| *name == "losses")))
        };
        let state = Play::new(World::clone(w), [Step::Volley(volley), Step::Settle]);
        let read = move |events: &[Event], need: &Need| read_fire(events, need, by, at, whole);
        Some(Trial::of_steps(what, shown, self, state, read))
    }

    /// Whether the modifiers of a unit's test after a fire are the same without a friend and the general attached to
    /// it.
    fn steady_without(&self, w: &World, friend: Option<UnitId>, at: UnitId, by: UnitId) -> bool {
        let Some(friend) = friend else { return true };
        let mut then = w.clone();
        then.unit_mut(friend).life = Life::Gone(Fate::Eliminated);
        if let Some(place) = self.attached(w, friend) {
            self.without_general(&mut then, place);
        }
        self.nerve(&then, at, Some(by), false) == self.nerve(w, at, Some(by), false)
    }
}

/// Odds with the ends merged that look alike after a change.
fn gathered(odds: Odds<Facts>, change: impl Fn(&mut Facts)) -> Odds<Facts> {
    let mut rows: BTreeMap<Facts, Chance> = BTreeMap::new();
    for (mut end, chance) in odds.rows {
        change(&mut end);
        let row = rows.entry(end).or_insert(Chance::NEVER);
        *row = row.or(chance);
    }
    Odds { rows: rows.into_iter().collect(), assumed: odds.assumed }
}

/// The odds of a charge: the winner, the row, and which unit is gone.
fn by_verdict(odds: Odds<Facts>) -> Odds<Facts> {
    gathered(odds, |end| end.retain(|name, _| *name == "attacker_wins" || *name == "row" || *name == "eliminated"))
}

fn fact(name: &'static str, value: bool) -> (Term, i64) {
    (Term::of(name), i64::from(value))
}

fn gone(events: &[Event], id: UnitId) -> bool {
    events.iter().any(|event| matches!(&event.deed, Deed::Gone { unit, .. } if *unit == id))
}

/// How a charge came to its verdict, read from its events.
fn read_charge(events: &[Event], need: &Need, by: UnitId, at: UnitId) -> Option<Facts> {
    // A charger that rides on after a fled target may fight another unit.
    let first = events
        .iter()
        .position(|event| matches!(&event.deed, Deed::Tested { breakdown, .. } if breakdown.test == "shock"));
    let with_another = first.is_some_and(|n| {
        events[n..].iter().take(2).any(|event| match &event.deed {
            Deed::Tested { breakdown, .. } => {
                breakdown.of != Some(Ref::Unit(by)) && breakdown.of != Some(Ref::Unit(at))
            }
            _ => false,
        })
    });
    let verdict = events.iter().filter(|_| !with_another).find_map(|event| match &event.deed {
        Deed::Opened { of: Ref::Unit(loser), key } if *loser == by || *loser == at => {
            let row = ROWS.into_iter().find(|row| word(row) == key.does)?;
            Some((*loser, row))
        }
        _ => None,
    });
    if let Some((loser, row)) = verdict {
        // A unit caught or driven off the table later was not eliminated by the shock.
        let by_shock = |event: &Event| {
            let gone = matches!(&event.deed, Deed::Gone { unit, .. } if *unit == loser);
            gone && [r::BE_CHO_02, r::BE_GAP_02].iter().any(|rule| event.rules.contains(&(*rule).into()))
        };
        let eliminated = events.iter().any(by_shock);
        let mut end = Facts::from([fact("attacker_wins", loser == at), fact("eliminated", eliminated)]);
        end.insert(Term::of("row"), row as i64);
        return Some(end);
    }
    // Without a shock it is over when the target is gone, or when nothing is left to do.
    let over = gone(events, at) || with_another || matches!(need, Need::Over(_));
    over.then(|| Facts::from([fact("attacker_wins", gone(events, at)), fact("eliminated", gone(events, at))]))
}

/// How a fire ended; `whole`: with the test that it causes.
fn read_fire(events: &[Event], need: &Need, by: UnitId, at: UnitId, whole: bool) -> Option<Facts> {
    let result = |test: &str, id: UnitId| {
        events.iter().find_map(|event| match &event.deed {
            Deed::Tested { breakdown, result } if breakdown.test == test && breakdown.of == Some(Ref::Unit(id)) => {
                Some(result.clone())
            }
            _ => None,
        })
    };
    let read = events.iter().find_map(|event| match &event.deed {
        Deed::Tested { breakdown, .. } if breakdown.test == "fire" && breakdown.of == Some(Ref::Unit(by)) => {
            breakdown.lines.iter().find_map(|line| line.facts.get(&Term::of("losses")).copied())
        }
        _ => None,
    });
    let losses = (Term::of("losses"), read?);
    if !whole {
        return Some(Facts::from([losses]));
    }
    let tests = |event: &Event| {
        let own = |breakdown: &Breakdown| breakdown.test == "morale" && breakdown.of == Some(Ref::Unit(at));
        matches!(&event.deed, Deed::Tested { breakdown, .. } if own(breakdown))
    };
    let tested = events.iter().position(tests);
    // A unit lost by its test was not eliminated by the fire; and a test for a friend is not a test for this fire.
    let eliminated = gone(&events[..tested.unwrap_or(events.len())], at);
    let for_itself = |n: usize| !events[n].rules.contains(&r::BE_GAP_73.into());
    let failed = tested.is_some_and(for_itself) && result("morale", at).is_some_and(|result| result == "failed");
    let decided = eliminated || tested.is_some() || matches!(need, Need::Over(_));
    decided.then(|| Facts::from([losses, fact("eliminated", eliminated), fact("fails_morale", failed)]))
}
