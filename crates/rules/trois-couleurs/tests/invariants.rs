//! What every battle keeps, watched from positions alone: random battles keep it, and a kept battle altered by hand at one
//! event shows that each fault is found.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::battery::invariants::Invariant;
use game::battery::{self, Depth, invariants};
use game::{Deed, Event, Facts, Picture, Ref, RuleId, Ruleset, Setup, Term, UnitId};
use grognard_trois_couleurs::{RULESET, UD};
use table::{Piece, Pose, distance};

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

#[test]
fn random_battles_keep_them() {
    let more = std::env::var("BATTLES").ok().and_then(|n| n.parse::<usize>().ok());
    let scenarios = ["premier-feu", "premier-feu", "premier-feu", "maida-1806"].into_iter().cycle();
    for (n, scenario) in (0..).zip(scenarios.take(more.unwrap_or(4))) {
        let depth = Depth { saving: false, answers: 100_000 };
        battery::fight(&RULESET, &setup(scenario, n), n, depth)
            .unwrap_or_else(|failure| panic!("{scenario} {n}: {}", failure.what));
    }
}

/// What is not kept in events of the kept battle.
fn found(events: &[Event]) -> Vec<Invariant> {
    let facts = RULESET.begin(&setup("premier-feu", 0)).unwrap().invariants();
    invariants::breaches(&facts, events).into_iter().map(|breach| breach.invariant).collect()
}

/// A whole battle, as its log tells it: what positions need of it.
fn kept() -> Vec<Event> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kept/premier-feu.jsonl");
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Whether the kept battle shows a fault once it is altered by hand at one event: of those on which the change takes hold
/// the first that shows it, since who moves in the same instant as another does not meet him.
fn shows(invariant: Invariant, change: impl Fn(&Picture, &mut Event) -> bool) {
    let facts = RULESET.begin(&setup("premier-feu", 0)).unwrap().invariants();
    let mut picture = Picture::default();
    let events = kept();
    let mut tried = 0;
    for (n, event) in events.iter().enumerate() {
        let mut other = event.clone();
        if tried < 100 && change(&picture, &mut other) {
            tried += 1;
            let mut altered = events.clone();
            altered[n] = other;
            let breaches = invariants::breaches(&facts, &altered);
            if breaches.iter().any(|breach| breach.invariant == invariant && breach.event >= n) {
                return;
            }
        }
        picture.apply(&event.deed);
    }
    panic!("{invariant:?} is not found in {tried} altered battles");
}

/// A unit that moves by a rule.
fn moves(picture: &Picture, event: &Event, rule: &str) -> Option<UnitId> {
    let Deed::Moved { unit, .. } = &event.deed else { return None };
    let by = event.rules.iter().any(|id| id.as_str() == rule);
    picture.units.get(unit).filter(|card| by && card.arm != "general").map(|_| *unit)
}

/// The enemies of a unit, nearest first.
fn enemies(picture: &Picture, unit: UnitId) -> Vec<(i32, UnitId, Piece)> {
    let own = &picture.units[&unit];
    let others = picture.units.iter().filter(|(_, card)| card.side != own.side && card.arm != "general");
    let mut found: Vec<_> =
        others.map(|(id, card)| (distance(&own.pieces[0], &card.pieces[0]).cm, *id, card.pieces[0])).collect();
    found.sort_unstable_by_key(|(cm, id, _)| (*cm, *id));
    found
}

/// A move told anew so that it goes straight from where the unit stands to another end.
fn lead_to(picture: &Picture, event: &mut Event, end: Pose) {
    let Deed::Moved { unit, path, pieces } = &mut event.deed else { panic!("no move") };
    let own = picture.units[unit].pieces[0];
    *pieces = vec![Piece { pose: end, ..own }];
    *path = vec![own.pose, end];
}

/// The kept battle was fought under version 2: who turned his back to go back stood upon a friend then.
#[test]
fn an_old_fault_is_found() {
    assert_eq!(found(&kept()), [Invariant::Place]);
}

#[test]
fn faults_are_found() {
    // Through one enemy after the other.
    shows(Invariant::Way, |picture, event| {
        let Some(unit) = moves(picture, event, "L3C-INT-16") else { return false };
        let end = picture.units[&unit].pieces[0].pose;
        lead_to(picture, event, end);
        if let Deed::Moved { path, .. } = &mut event.deed {
            let met = enemies(picture, unit).into_iter().map(|(_, _, his)| his.pose);
            *path = [end].into_iter().chain(met).chain([end]).collect();
        }
        true
    });
    // Upon the nearest enemy, at the end of a turn.
    shows(Invariant::Place, |picture, event| {
        let Some(unit) = moves(picture, event, "L3C-SAU-01") else { return false };
        let his = enemies(picture, unit)[0].2.pose;
        lead_to(picture, event, his);
        true
    });
    // Farther than anybody can go.
    shows(Invariant::Reach, |picture, event| {
        let Some(unit) = moves(picture, event, "L3C-INT-16") else { return false };
        let own = picture.units[&unit].pieces[0].pose;
        lead_to(picture, event, Pose { at: own.at.step(own.facing + 18_000, 60 * UD), ..own });
        true
    });
    // Towards whom it leaves.
    shows(Invariant::Away, |picture, event| {
        let Some(unit) = moves(picture, event, "L3C-GAP-A54") else { return false };
        if event.rules.iter().any(|id| id.as_str() == "L3C-RAL-03") {
            return false;
        }
        let (own, his) = (picture.units[&unit].pieces[0].pose, enemies(picture, unit)[0].2);
        lead_to(picture, event, Pose { at: own.at.step(own.at.bearing_to(his.pose.at), UD), ..own });
        true
    });
    // At its tactical distance when the battle begins.
    shows(Invariant::Near, |picture, event| {
        let Deed::Clock { turn: 1, .. } = event.deed else { return false };
        let (unit, _) = picture.units.iter().find(|(_, card)| card.arm != "general").unwrap();
        event.deed = Deed::Note { of: Ref::Unit(*unit), what: Term::of("met"), facts: Facts::new() };
        true
    });
    // In the open, lost for want of room.
    shows(Invariant::Room, |picture, event| {
        let Some(unit) = moves(picture, event, "L3C-INT-16") else { return false };
        *event = Event {
            deed: Deed::Gone { unit, why: Term::of("surrendered") },
            rules: vec![RuleId::from("L3C-GAP-A54")],
            ..event.clone()
        };
        true
    });
    // At the farthest enemy, whom the first line of the test names.
    shows(Invariant::Shot, |picture, event| {
        let Deed::Tested { breakdown, .. } = &mut event.deed else { return false };
        let Some(Ref::Unit(unit)) = breakdown.of.filter(|_| breakdown.test == "fire") else { return false };
        breakdown.lines[0].who = vec![enemies(picture, unit).last().unwrap().1];
        true
    });
}
