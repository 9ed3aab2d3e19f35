//! The tests of the invariants that every battle keeps (`game::battery::invariants`), for all rulesets alike: random battles
//! keep them, and a kept battle altered by hand at one event shows that each fault is found.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests call it, and it asserts")]

use game::battery::invariants::{self, Invariant};
use game::battery::{self, Depth};
use game::{By, Card, Deed, Event, Picture, RuleId, Ruleset, Setup, Side, Term, UnitId};
use table::{Cm, Piece, Pose, distance};

/// A ruleset under watch.
pub struct Watched {
    pub ruleset: &'static dyn Ruleset,
    /// The folder of its crate: what it has kept of battles lies in `tests/kept`.
    pub folder: &'static str,
    /// On so many events a change may take hold until one shows the fault: who moves in the same instant as another does
    /// not meet him.
    pub tries: usize,
}

impl Watched {
    /// A battle of a shipped scenario between random players.
    fn setup(scenario: &str, n: u64) -> Setup {
        Setup {
            scenario: armies::Library::embedded().text(scenario).unwrap().to_owned(),
            tables: None,
            options: std::collections::BTreeMap::new(),
            generals: ["random".to_owned(), "random".to_owned()],
            seed: Some(battery::seed(7, n)),
            salt: battery::seed(8, n),
        }
    }

    /// Random battles keep them: one of each scenario, or `BATTLES` of them in turn.
    ///
    /// # Panics
    /// Where one does not.
    pub fn kept_by_random_battles(&self, scenarios: &[&str]) {
        let battles = std::env::var("BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(scenarios.len());
        for (n, scenario) in (0..).zip(scenarios.iter().cycle().take(battles)) {
            let depth = Depth { saving: false, answers: 100_000 };
            battery::fight(self.ruleset, &Self::setup(scenario, n), n, depth)
                .unwrap_or_else(|failure| panic!("{scenario} {n}: {}", failure.what));
        }
    }

    /// Events of a battle that was kept: the whole of it, or an instant with everybody's place before it.
    ///
    /// # Panics
    /// If there is no such file.
    #[must_use]
    pub fn events(&self, file: &str) -> Vec<Event> {
        let text = std::fs::read_to_string(format!("{}/tests/kept/{file}.jsonl", self.folder)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// A battle of random players, as it is fought now.
    ///
    /// # Panics
    /// If what is suggested is refused.
    #[must_use]
    pub fn fought(&self, scenario: &str, n: u64) -> Vec<Event> {
        let mut battle = self.ruleset.begin(&Self::setup(scenario, n)).unwrap();
        let mut luck = 0;
        while battle.outcome().is_none() {
            let ask = Side::BOTH.iter().find_map(|side| battle.waiting(*side).first().cloned()).unwrap();
            luck += 1;
            let replies = battle.suggest(ask.slot.side, ask.id, luck).unwrap();
            battle.answer(ask.slot.side, ask.id, replies, By::Staff).unwrap();
        }
        battle.events(None)
    }

    /// What is not kept in events of a scenario.
    ///
    /// # Panics
    /// If there is no such scenario.
    #[must_use]
    pub fn breaches(&self, scenario: &str, events: &[Event]) -> Vec<invariants::Breach> {
        let facts = self.ruleset.begin(&Self::setup(scenario, 0)).unwrap().invariants();
        invariants::breaches(&facts, events)
    }

    /// What is not kept, and by whom.
    #[must_use]
    pub fn found(&self, scenario: &str, events: &[Event]) -> Vec<(Invariant, UnitId)> {
        self.breaches(scenario, events).into_iter().map(|breach| (breach.invariant, breach.unit)).collect()
    }

    /// A battle shows a fault that it has not once it is altered by hand at one event.
    ///
    /// # Panics
    /// If it does not.
    pub fn shows(
        &self,
        (scenario, events): (&str, &[Event]),
        invariant: Invariant,
        change: impl Fn(&Picture, &mut Event) -> bool,
    ) {
        let facts = self.ruleset.begin(&Self::setup(scenario, 0)).unwrap().invariants();
        let had = invariants::breaches(&facts, events);
        let mut picture = Picture::default();
        let mut tried = 0;
        for (n, event) in events.iter().enumerate() {
            let mut other = event.clone();
            if tried < self.tries && change(&picture, &mut other) {
                tried += 1;
                let mut altered = events.to_vec();
                altered[n] = other;
                let breaches = invariants::breaches(&facts, &altered);
                let new = |breach: &&invariants::Breach| !had.contains(breach);
                if breaches.iter().filter(new).any(|breach| breach.invariant == invariant && breach.event >= n) {
                    return;
                }
            }
            picture.apply(&event.deed);
        }
        panic!("{invariant:?} is not found in {tried} altered battles");
    }
}

/// A change of the moves of units by a rule.
pub fn of_moves<'a>(
    rule: &'a str,
    change: impl Fn(&Picture, &mut Event, UnitId) + 'a,
) -> impl Fn(&Picture, &mut Event) -> bool + 'a {
    move |picture, event| {
        let Deed::Moved { unit, .. } = &event.deed else { return false };
        let (unit, by) = (*unit, event.rules.iter().any(|id| id.as_str() == rule));
        if !by || picture.units.get(&unit).is_none_or(|card| card.arm == "general") {
            return false;
        }
        change(picture, event, unit);
        true
    }
}

/// The same of those moves whose way is told, and not their end alone.
pub fn of_ways<'a>(
    rule: &'a str,
    change: impl Fn(&Picture, &mut Event, UnitId) + 'a,
) -> impl Fn(&Picture, &mut Event) -> bool + 'a {
    let change = of_moves(rule, change);
    move |picture, event| matches!(&event.deed, Deed::Moved { path, .. } if path.len() > 1) && change(picture, event)
}

/// The first piece of a unit.
///
/// # Panics
/// If it has none.
#[must_use]
pub fn lead(card: &Card) -> Piece {
    *card.pieces.iter().find(|piece| piece.lead).or(card.pieces.first()).unwrap()
}

/// The enemies of a unit, nearest first.
#[must_use]
pub fn enemies(picture: &Picture, unit: UnitId) -> Vec<(Cm, UnitId, Piece)> {
    let own = &picture.units[&unit];
    let others = picture.units.iter().filter(|(_, card)| card.side != own.side && card.arm != "general");
    let mut found: Vec<_> = others.map(|(id, card)| (distance(&lead(own), &lead(card)).cm, *id, lead(card))).collect();
    found.sort_unstable_by_key(|(cm, id, _)| (*cm, *id));
    found
}

/// The farthest enemy of a unit.
///
/// # Panics
/// If it has none.
#[must_use]
pub fn farthest_enemy(picture: &Picture, unit: UnitId) -> UnitId {
    enemies(picture, unit).last().unwrap().1
}

/// A move told anew so that it goes straight from where the unit stands to another end.
///
/// # Panics
/// If it is none.
pub fn lead_to(picture: &Picture, event: &mut Event, end: Pose) {
    let Deed::Moved { unit, path, pieces } = &mut event.deed else { panic!("no move") };
    let own = lead(&picture.units[unit]);
    *pieces = vec![Piece { pose: end, ..own }];
    *path = vec![own.pose, end];
}

/// The same, so far on a bearing.
pub fn lead_by(picture: &Picture, event: &mut Event, unit: UnitId, (bearing, cm): (i32, Cm)) {
    let own = lead(&picture.units[&unit]).pose;
    lead_to(picture, event, Pose { at: own.at.step(bearing, cm), ..own });
}

/// The same, backwards.
pub fn lead_back(picture: &Picture, event: &mut Event, unit: UnitId, cm: Cm) {
    let facing = lead(&picture.units[&unit]).pose.facing;
    lead_by(picture, event, unit, (facing + 18_000, cm));
}

/// The same, towards the nearest enemy.
pub fn lead_towards_enemy(picture: &Picture, event: &mut Event, unit: UnitId, cm: Cm) {
    let (own, his) = (lead(&picture.units[&unit]).pose, enemies(picture, unit)[0].2.pose);
    lead_by(picture, event, unit, (own.at.bearing_to(his.at), cm));
}

/// The same, onto the nearest enemy.
pub fn lead_upon_enemy(picture: &Picture, event: &mut Event, unit: UnitId) {
    lead_to(picture, event, enemies(picture, unit)[0].2.pose);
}

/// The same, through one enemy after the other and back to its place.
pub fn lead_through_enemies(picture: &Picture, event: &mut Event, unit: UnitId) {
    let own = lead(&picture.units[&unit]).pose;
    lead_to(picture, event, own);
    if let Deed::Moved { path, .. } = &mut event.deed {
        let met = enemies(picture, unit).into_iter().map(|(_, _, his)| his.pose);
        *path = [own].into_iter().chain(met).chain([own]).collect();
    }
}

/// Instead of what is told the loss of a unit by a rule.
pub fn lose(event: &mut Event, unit: UnitId, why: &'static str, rule: &str) {
    *event = Event { deed: Deed::Gone { unit, why: Term::of(why) }, rules: vec![RuleId::from(rule)], ..event.clone() };
}
