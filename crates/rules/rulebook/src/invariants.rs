//! Tests of the invariants that every battle keeps (`game::battery::invariants`), for all rulesets: random battles keep
//! them, and a stored battle with one event altered by hand shows that each fault is found.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests call it, and it asserts")]

use game::battery::invariants::{self, Invariant};
use game::battery::{self, Depth};
use game::{By, Card, Deed, Event, Picture, RuleId, Ruleset, Setup, Side, Term, UnitId};
use table::{Cm, Piece, Pose, distance};

/// A ruleset whose invariants are tested.
pub struct Watched {
    pub ruleset: &'static dyn Ruleset,
    /// The folder of its crate; stored battles are in `tests/kept`.
    pub folder: &'static str,
    /// Number of events to alter in turn until one alteration is found to break the invariant. Some alterations break
    /// nothing: units that move in the same instant do not meet.
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

    /// Checks that random battles keep the invariants: one of each scenario, or `BATTLES` of them in turn.
    ///
    /// # Panics
    /// If one breaks an invariant.
    pub fn kept_by_random_battles(&self, scenarios: &[&str]) {
        let battles = std::env::var("BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(scenarios.len());
        for (n, scenario) in (0..).zip(scenarios.iter().cycle().take(battles)) {
            let depth = Depth { saving: false, answers: 100_000 };
            battery::fight(self.ruleset, &Self::setup(scenario, n), n, depth)
                .unwrap_or_else(|failure| panic!("{scenario} {n}: {}", failure.what));
        }
    }

    /// Events of a stored battle: all of them, or one instant after everybody's place.
    ///
    /// # Panics
    /// If there is no such file.
    #[must_use]
    pub fn events(&self, file: &str) -> Vec<Event> {
        let text = std::fs::read_to_string(format!("{}/tests/kept/{file}.jsonl", self.folder)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The events of a new battle between random players.
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

    /// The invariants that events of a scenario break.
    ///
    /// # Panics
    /// If there is no such scenario.
    #[must_use]
    pub fn breaches(&self, scenario: &str, events: &[Event]) -> Vec<invariants::Breach> {
        let facts = self.ruleset.begin(&Self::setup(scenario, 0)).unwrap().invariants();
        invariants::breaches(&facts, events)
    }

    /// The broken invariants, and the units that break them.
    #[must_use]
    pub fn found(&self, scenario: &str, events: &[Event]) -> Vec<(Invariant, UnitId)> {
        self.breaches(scenario, events).into_iter().map(|breach| (breach.invariant, breach.unit)).collect()
    }

    /// Checks that a battle without a fault shows it once one event is altered by hand.
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

/// Alters the moves that units make by a rule.
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

/// Alters the moves of that kind that have a path, not only an end.
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

/// Alters a move so that it goes straight from where the unit stands to another end.
///
/// # Panics
/// If it is none.
pub fn lead_to(picture: &Picture, event: &mut Event, end: Pose) {
    let Deed::Moved { unit, path, pieces } = &mut event.deed else { panic!("no move") };
    let own = lead(&picture.units[unit]);
    *pieces = vec![Piece { pose: end, ..own }];
    *path = vec![own.pose, end];
}

/// The same, over a distance on a bearing.
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

/// Replaces an event by the loss of a unit under a rule.
pub fn lose(event: &mut Event, unit: UnitId, why: &'static str, rule: &str) {
    *event = Event { deed: Deed::Gone { unit, why: Term::of(why) }, rules: vec![RuleId::from(rule)], ..event.clone() };
}
