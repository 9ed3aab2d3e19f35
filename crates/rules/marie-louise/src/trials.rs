//! Trials of the odds shown to players against the steps of the battle that decide them: a charge, a fire, a rally.

mod shown_trials;

use crate::look::odds::Replies;
use crate::question::{Does, Question};
use crate::turn::{Shoot, Step};
use crate::world::{Aim, Fate, Life, NamedCharge, Progress, World};
use crate::{Arm, Formation, MarieLouise, Marker, Order, PAS, r};
use game::drift::{Came, Check, Told, Trial};
use game::{Chance, Deed, Event, Facts, Need, Odds, Play, Prospect, Ref, Reply, Shape, Term, UnitId, facts};
use rulebook::Known;
use rulebook::checks::{TestCheck, of_test, result_told, told_as_shown};
use rulebook::odds::turned;
use shown_trials::hits;
use std::collections::BTreeMap;

type Playing = Play<World, Step>;

/// A charge that involves nobody else: the table before it is named and after.
struct NamedAlone<'a> {
    before: Known<'a, World>,
    state: Known<'a, World>,
}

impl MarieLouise {
    /// The kinds of trials.
    pub(crate) const TRIALS: &'static [&'static str] = &[
        "charge",
        "duel",
        "fire",
        "rally",
        "fire:artillery_fire",
        "fire:infantry_fire",
        "late_fire:artillery_fire",
        "late_fire:infantry_fire",
        "name_charges:artillery_fire",
        "name_charges:impact",
        "name_charges:infantry_fire",
        "name_charges:reaction",
        "answer_charge:impact",
        "receive:artillery_fire",
        "receive:infantry_fire",
        "receive:reaction",
        "counter:reaction",
        "plan:reaction",
        "orders:order_change",
        "orders:rally",
        "orders:reaction",
        "attach:rally",
        "bonus:charge_bonus",
        "next_impact:charge_move",
        "next_impact:impact",
        "pursue:pursuit",
        "join_melee:melee",
    ];

    /// A charge, a duel of two units, a fire and a rally that are possible in this world, chosen at random.
    pub(crate) fn trials_in(&self, w: &Known<'_, World>, luck: u64) -> Vec<Trial<Playing>> {
        let positions = self.positions(w);
        let everybody = self.everybody(w);
        let turn = |ids: &[UnitId], salt: u64| turned(ids, luck.wrapping_add(salt));
        let charges = |salt: u64, alone: bool| {
            let pairs = turn(&everybody, salt).into_iter().flat_map(|by| {
                let near: Vec<UnitId> = self.around(w, &positions, by, 24 * PAS).map(|(id, _)| id).collect();
                turn(&near, salt + 1).into_iter().map(move |target| (by, target))
            });
            let mut trials = pairs.map(|(by, target)| {
                if alone { self.trials_of_duel(w, by, target) } else { self.trials_of_charge(w, by, target, luck) }
            });
            trials.find(|trials| !trials.is_empty()).into_iter().flatten()
        };
        let fire = turn(&everybody, 3).into_iter().find_map(|by| {
            let marks = self.marks(w, &positions, by);
            let mark = marks.first().filter(|_| self.fire_bar(w, by).is_none())?;
            self.trial_of_fire(w, Shoot { by, at: mark.at, band: None, zone: None, blind: mark.blind })
        });
        let rally = turn(&everybody, 5).into_iter().find_map(|id| self.trial_of_rally(w, id));
        let counter = turn(&everybody, 9).into_iter().find_map(|by| {
            let near: Vec<UnitId> = self.around(w, &positions, by, 24 * PAS).map(|(id, _)| id).collect();
            turn(&near, 10).into_iter().find_map(|target| self.trial_of_counter_charge(w, by, target, luck))
        });
        charges(1, false).chain(charges(6, true)).chain(counter).chain(fire).chain(rally).collect()
    }

    /// The chance given to a general for a possible charge, chosen by luck. The odds shown end with the start of a melee;
    /// a general takes the larger side to win it more often.
    pub(crate) fn told_in(&self, w: &Known<'_, World>, luck: u64) -> Vec<Told> {
        let positions = self.positions(w);
        let told = |by: UnitId| {
            let near: Vec<UnitId> = self.around(w, &positions, by, 24 * PAS).map(|(id, _)| id).collect();
            turned(&near, luck.wrapping_add(13)).into_iter().find_map(|target| {
                let mut named = self.named_alone(w, by, target)?.before;
                // Generals assume that a target without an order stands.
                if named.unit(target).order == Order::None {
                    named.unit_mut(target).order = Order::Hold;
                }
                let clash = self.clash_of(&named, by, target);
                let shown = up_to_the_impact(self.odds_of_charge(&named, by, target).filter(|_| clash.reaches)?);
                let chance = |name: &'static str| shown.chance_of(|end| end.contains_key(&Term::of(name))).to_f64();
                let wins = chance("attacker_wins");
                let most = wins + chance("melee") + chance("undecided");
                Some(Told { what: Term::of("charge"), chance: clash.chance, shown: [wins, most], estimate: false })
            })
        };
        turned(&self.everybody(w), luck.wrapping_add(12)).into_iter().find_map(told).into_iter().collect()
    }

    /// A charge of one unit up to its impact: nobody else charges, is passed through or stands in the way. First with
    /// the default reaction of the target, then one trial for each other reaction.
    fn trials_of_charge(&self, w: &Known<'_, World>, by: UnitId, target: UnitId, luck: u64) -> Vec<Trial<Playing>> {
        let Some(named) = self.named_alone(w, by, target) else { return Vec::new() };
        let trial = |shown: Odds<Facts>| {
            let state = Play::new(World::clone(&named.state), [Step::Charges, Step::Impacts]);
            let read = move |events: &[Event], need: &Need| charge_read(events, need, by, target);
            Trial::of_steps("charge", up_to_the_impact(shown), self, state, read)
        };
        let asked = Question::Receive.to(self.side(target));
        let replies = self.odds_by_reply(&named.before, by, target).into_iter();
        let by_reply = replies.map(|(key, shown)| trial(shown).deciding(&asked, Reply::pick(key)));
        let usual = self.odds_of_charge(&named.before, by, target).map(trial);
        let tests = self.prospects_of_charge(&named.before, by, target);
        let tests = tests.iter().filter_map(|prospect| {
            let (what, check) = test_on_the_way(prospect, by, target)?;
            let state = Play::new(World::clone(&named.state), [Step::Charges, Step::Impacts]);
            Some(Trial::of_check(what, check, self, state, (vec![Ref::Unit(by), Ref::Unit(target)], luck)))
        });
        usual.into_iter().chain(by_reply).chain(tests).collect()
    }

    /// A charge that cavalry answers with a charge, between two units, up to the impact, where they meet as they stood.
    fn trial_of_counter_charge(
        &self,
        w: &Known<'_, World>,
        by: UnitId,
        target: UnitId,
        luck: u64,
    ) -> Option<Trial<Playing>> {
        let answers = self.sheet(target).profile.arm == Arm::Cavalry && !w.unit(target).broken();
        let two = answers.then(|| self.two_alone(w, by, target))?;
        let mut named = self.named_alone(&two, by, target)?;
        for table in [&mut named.before, &mut named.state] {
            table.unit_mut(target).order = Order::Hold;
        }
        let (asked, reply) = (Question::AnswerCharge.to(self.side(target)), Does::CounterCharge.about(Ref::Unit(by)));
        let offered = self.fields_answer_charge(&named.state, &asked).into_iter().any(|field| match field.shape {
            Shape::Pick { from, .. } => from.iter().any(|choice| choice.key == reply),
            _ => false,
        });
        let prospects = if offered { self.prospects_of_counter_charge(&named.state, target, by) } else { Vec::new() };
        let odds = prospects.first()?.odds.clone()?;
        let state = Play::new(World::clone(&named.before), [Step::Naming, Step::Charges, Step::Impacts]);
        let read = move |events: &[Event], need: &Need| match charge_read(events, need, target, by) {
            Some(_) if !prospects.iter().all(|shown| told_as_shown(events, &shown.breakdown)) => Came::Otherwise,
            end => end.map(whoever_wins).into(),
        };
        let odds = up_to_the_impact(odds).grouped(whoever_wins);
        let check = Check { odds, read: Box::new(read), with: Vec::new() };
        let parties = vec![Ref::Unit(by), Ref::Unit(target)];
        let trial = Trial::of_check("answer_charge:impact", check, self, state, (parties, luck));
        let names = Question::NameCharges.to(self.side(by));
        let trial = trial.deciding(&names, Reply::pick(Does::Charge.about(Ref::Unit(target))));
        Some(trial.deciding(&asked, Reply::pick(reply)))
    }

    /// The table with only two units on it.
    fn two_alone<'a>(&self, w: &Known<'a, World>, by: UnitId, target: UnitId) -> Known<'a, World> {
        let mut two = w.clone();
        for id in self.everybody(w).into_iter().filter(|id| *id != by && *id != target) {
            two.unit_mut(id).life = Life::Gone(Fate::OffTable);
        }
        two
    }

    /// Two units alone on the table: a charge with its recoil and pursuit, up to the first round of a melee; the winner
    /// asks for the result of its test or for the opposite (ML-8.4d).
    fn trials_of_duel(&self, w: &Known<'_, World>, by: UnitId, target: UnitId) -> Vec<Trial<Playing>> {
        let two = self.two_alone(w, by, target);
        let Some(named) = self.named_alone(&two, by, target) else { return Vec::new() };
        let trial = |inverted: bool| {
            let shown = self.odds_if(&named.before, by, target, Replies { inverted, ..Replies::default() })?;
            let state = Play::new(World::clone(&named.state), [Step::Charges, Step::Impacts]);
            let read = move |events: &[Event], need: &Need| duel_read(events, need, by, target);
            Some(Trial::of_steps("duel", up_to_the_melee(shown), self, state, read))
        };
        let asked = Question::Pursue.to(self.side(by));
        let usual = trial(false);
        // Without a possible pursuit there is no question.
        let other = trial(true).filter(|other| usual.as_ref().is_some_and(|usual| usual.shown != other.shown));
        let inverted = other.map(|trial| trial.deciding(&asked, Reply::pick(Does::Inverted.key())));
        usual.into_iter().chain(inverted).collect()
    }

    /// A charge of one unit that can be named and reaches its target.
    fn named_alone<'a>(&self, w: &Known<'a, World>, by: UnitId, target: UnitId) -> Option<NamedAlone<'a>> {
        let unit = w.unit(by);
        let able = self.sheet(by).profile.arm != Arm::Artillery && unit.marker == Marker::None && unit.inside.is_none();
        if !able || self.side(by) == self.side(target) || w.unit(target).inside.is_some() {
            return None;
        }
        let mut before = w.clone();
        before.charges.clear();
        before.met.clear();
        (before.orders_in_force, before.hurried_moment) = (true, false);
        before.unit_mut(by).order = Order::Charge;
        let charge: NamedCharge = self.new_charge(&before, by, Aim::At(target));
        let positions = self.positions(&before);
        let may = self.prey(&before, &positions, by).iter().any(|prey| prey.at == target);
        let dash = self.dash(&before, &positions, &charge, target);
        let from = table::Pose { facing: dash.bearing, ..unit.pose };
        let crossed = self.friends_crossed(&before, &positions, by, from, dash.bearing, dash.cm);
        if !may || !dash.reaches || !crossed.is_empty() || charge.stage != Progress::Named {
            return None;
        }
        let mut state = before.clone();
        // The state after the charge is named (ML-8.1d, ML-8.4i).
        if self.disorder_of_charge(&before, by, target).is_some() {
            state.unit_mut(by).formation = Formation::Disorder;
        }
        state.charges.push(charge);
        Some(NamedAlone { before, state })
    }

    fn trial_of_fire(&self, w: &Known<'_, World>, shoot: Shoot) -> Option<Trial<Playing>> {
        let shown = self.odds_of_fire(w, &shoot)?;
        let state = Play::new(World::clone(w), [Step::Volleys(vec![shoot])]);
        let read = move |events: &[Event], _: &Need| {
            events.iter().find_map(|event| match &event.deed {
                Deed::Note { of: Ref::Unit(at), what, facts: told } if *at == shoot.at && *what == "hit" => Some(
                    facts([("losses", rulebook::ids::held(told.get(&Term::of("losses")).copied(), "losses by fire"))]),
                ),
                _ => None,
            })
        };
        Some(Trial::of_steps("fire", shown, self, state, read))
    }

    fn trial_of_rally(&self, w: &Known<'_, World>, id: UnitId) -> Option<Trial<Playing>> {
        if !w.unit(id).broken() || self.everybody(w).into_iter().filter(|other| w.unit(*other).broken()).count() > 10 {
            return None;
        }
        let shown = self.prospect_of_rally(w, &self.positions(w), id)?.odds?;
        let state = Play::new(World::clone(w), [Step::Rally]);
        let read = move |events: &[Event], _: &Need| {
            let result = tested(events, "rally", id)?;
            Some(facts([("passed", i64::from(result == "passed"))]))
        };
        Some(Trial::of_steps("rally", shown, self, state, read))
    }
}

/// How a test shown with a charge is compared: the reaction of its target, and the lines of both at the impact.
fn test_on_the_way(prospect: &Prospect, by: UnitId, target: UnitId) -> Option<(&'static str, Check)> {
    let test = of_test(prospect);
    let fire = |test: TestCheck| {
        let wanted = ["test_passed", "test_failed"].into_iter().find(|one| prospect.policy.iter().any(|p| p == one));
        let given = move |events: &[Event]| match wanted {
            Some(wanted) => {
                let passed = result_told(events, "reaction", target)? == "passed";
                Some(passed == (wanted == "test_passed"))
            }
            None => Some(true),
        };
        test.ending(hits(target, by)).given(given).check()
    };
    Some(match prospect.breakdown.test.as_str() {
        "reaction" => ("name_charges:reaction", test.check()),
        "infantry_fire" => ("name_charges:infantry_fire", fire(test)),
        "artillery_fire" => ("name_charges:artillery_fire", fire(test)),
        // Only if fires have not changed the two units.
        "impact" => {
            ("name_charges:impact", test.lines_alone().given(move |events| Some(unhurt(events, by, target))).check())
        }
        _ => return None,
    })
}

/// Whether neither of two units has lost an element or a general, or changed its marker.
fn unhurt(events: &[Event], by: UnitId, target: UnitId) -> bool {
    !events.iter().any(|event| match &event.deed {
        Deed::Counted { unit, what, .. } => [by, target].contains(unit) && *what == "elements",
        Deed::Marked { unit, mark, .. } => [by, target].contains(unit) && *mark == "marker",
        Deed::Gone { .. } => true,
        _ => false,
    })
}

/// The result of a unit's test.
fn tested(events: &[Event], test: &str, id: UnitId) -> Option<String> {
    events.iter().find_map(|event| match &event.deed {
        Deed::Tested { breakdown, result } if breakdown.test == test && breakdown.of == Some(Ref::Unit(id)) => {
            Some(result.to_string())
        }
        _ => None,
    })
}

/// The odds of a charge up to its impact. Pursuit and melee are left out: they may meet third units.
fn up_to_the_impact(odds: Odds<Facts>) -> Odds<Facts> {
    let mut rows: BTreeMap<Facts, Chance> = BTreeMap::new();
    for (mut end, chance) in odds.rows {
        let recoil = end.get(&Term::of("recoil")).copied().unwrap_or(0);
        let melee = end.contains_key(&Term::of("melee"));
        let end = match (melee, recoil) {
            (true, 0) => facts([("melee", 1)]),
            // A melee after a recoil: the winner pursued, so it was the charger.
            (true, _) => facts([("attacker_wins", 1), ("recoil", recoil)]),
            (false, 0) => end,
            (false, _) => {
                end.retain(|name, _| *name != "attacker_gone" && *name != "defender_gone");
                end
            }
        };
        let row = rows.entry(end).or_insert(Chance::NEVER);
        *row = row.or(chance);
    }
    Odds { rows: rows.into_iter().collect(), assumed: odds.assumed }
}

/// An end of a mutual charge: either winner may pursue, so that a melee after a recoil does not tell which one won.
fn whoever_wins(mut end: Facts) -> Facts {
    if end.contains_key(&Term::of("recoil")) {
        end.retain(|name, _| *name == "recoil");
    }
    end
}

/// The odds of a charge up to the first round of a melee.
fn up_to_the_melee(odds: Odds<Facts>) -> Odds<Facts> {
    odds.grouped(|end| {
        let recoil = end.get(&Term::of("recoil")).copied().unwrap_or(0);
        if end.contains_key(&Term::of("melee")) { facts([("melee", 1), ("recoil", recoil)]) } else { end }
    })
}

/// How a charge between two units ended, read from events and the next question: the winner, the recoil of the loser,
/// and whether the loser was lost on the way or caught.
fn duel_read(events: &[Event], need: &Need, by: UnitId, target: UnitId) -> Option<Facts> {
    let mut end = charge_read(events, need, by, target)?;
    let recoil = end.get(&Term::of("recoil")).copied().unwrap_or(0);
    let strikes = matches!(need, Need::Dice(tosses) if tosses.iter().any(|toss| toss.rule.as_str() == "ML-9b"));
    if strikes || end.contains_key(&Term::of("melee")) {
        return Some(facts([("melee", 1), ("recoil", recoil)]));
    }
    if recoil == 0 {
        return Some(end);
    }
    // A loser that recoiled and is gone without having been caught (ML-8.4f) fled afterwards.
    let by_rule = |event: &Event, rule: game::Rule| event.rules.contains(&rule.into());
    for (name, id) in [("attacker_gone", by), ("defender_gone", target)] {
        let of = |event: &Event| matches!(&event.deed, Deed::Moved { unit, .. } if *unit == id);
        let recoiled = events.iter().any(|event| of(event) && by_rule(event, r::ML_8_3N));
        let lost = |event: &Event| matches!(&event.deed, Deed::Gone { unit, .. } if *unit == id);
        if events.iter().any(|event| lost(event) && (!recoiled || by_rule(event, r::ML_8_4F))) {
            end.insert(Term::of(name), 1);
        }
    }
    matches!(need, Need::Over(_)).then_some(end)
}

/// How a charge came to its impact, read from events and the next question.
fn charge_read(events: &[Event], need: &Need, by: UnitId, target: UnitId) -> Option<Facts> {
    let fights = match need {
        Need::Dice(tosses) => tosses.iter().any(|toss| toss.rule.as_str() == "ML-9b"),
        Need::Answers(_) | Need::Over(_) => false,
    };
    let gone = |id: UnitId| {
        events.iter().any(|event| match &event.deed {
            Deed::Gone { unit, .. } => *unit == id,
            Deed::Marked { unit, mark, .. } => *unit == id && *mark == "guns",
            _ => false,
        })
    };
    let shaken = events.iter().any(|event| match &event.deed {
        Deed::Marked { unit, mark, value } => *unit == by && *mark == "marker" && *value == "shaken",
        _ => false,
    });
    let score = |id: UnitId| {
        events.iter().find_map(|event| match &event.deed {
            Deed::Tested { breakdown, .. } if breakdown.test == "impact" && breakdown.of == Some(Ref::Unit(id)) => {
                Some(breakdown.total().num)
            }
            _ => None,
        })
    };
    if let Some((own, his)) = score(by).zip(score(target)) {
        let recoil = ("recoil", (own - his).abs());
        return Some(match own.cmp(&his) {
            std::cmp::Ordering::Greater => facts([("attacker_wins", 1), recoil]),
            std::cmp::Ordering::Less => facts([("defender_wins", 1), recoil]),
            std::cmp::Ordering::Equal => facts([("melee", 1)]),
        });
    }
    if fights {
        return Some(facts([("melee", 1)]));
    }
    let short = events.iter().any(|event| match &event.deed {
        Deed::Note { of, what, .. } => {
            *of == Ref::Unit(by) && (*what == "charge_too_short" || *what == "target_closed_to_horse")
        }
        // A charge that cannot start (ML-8.1e).
        Deed::Marked { unit, mark, value } => *unit == by && *mark == "marker" && *value == "hesitant",
        _ => false,
    });
    if short {
        return Some(facts([("too_short", 1)]));
    }
    let (won, lost) = if gone(target) { ("attacker_wins", "defender_gone") } else { ("broken", "attacker_gone") };
    let mut end = facts([(won, 1)]);
    if gone(target) || gone(by) {
        end.insert(Term::of(lost), 1);
    }
    (gone(target) || gone(by) || shaken || matches!(need, Need::Over(_))).then_some(end)
}
