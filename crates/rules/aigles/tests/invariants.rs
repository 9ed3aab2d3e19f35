//! What every battle keeps, watched from positions alone: random battles keep it, and a kept battle altered by hand at one
//! event shows that each fault is found.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::battery::invariants::Invariant;
use game::battery::{self, Depth, invariants};
use game::{Deed, Event, Picture, Ref, RuleId, Ruleset, Setup, Term, UnitId};
use grognard_aigles::{CM, RULESET};
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
    for (n, scenario) in (0..).zip(["premier-feu", "premier-feu", "premier-feu", "maida-1806"]) {
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

/// What a kept log tells: what positions need of it.
fn events_of(name: &str) -> Vec<Event> {
    let path = format!("{}/tests/kept/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A whole battle.
fn kept() -> Vec<Event> {
    events_of("premier-feu")
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

#[test]
fn the_kept_battle_keeps_them() {
    assert_eq!(found(&kept()), []);
}

/// A line that skirmishers touched at its end went forward, farther into them, since the middle of their long line lay behind
/// it: an instant of a battle of version 6.
#[test]
fn a_recoil_into_a_long_line_is_found() {
    assert_eq!(found(&events_of("long-line")), [Invariant::Away]);
}

#[test]
fn faults_are_found() {
    // Through one enemy after the other.
    shows(Invariant::Way, |picture, event| {
        let Some(unit) = moves(picture, event, "LA-MVT-08") else { return false };
        let end = picture.units[&unit].pieces[0].pose;
        lead_to(picture, event, end);
        if let Deed::Moved { path, .. } = &mut event.deed {
            let met = enemies(picture, unit).into_iter().map(|(_, _, his)| his.pose);
            *path = [end].into_iter().chain(met).chain([end]).collect();
        }
        true
    });
    // Upon the nearest enemy.
    shows(Invariant::Place, |picture, event| {
        let Some(unit) = moves(picture, event, "LA-MVT-08") else { return false };
        let his = enemies(picture, unit)[0].2.pose;
        lead_to(picture, event, his);
        true
    });
    // Upon a friend in close order, both in good order.
    shows(Invariant::Place, |picture, event| {
        let Some(unit) = moves(picture, event, "LA-MVT-08") else { return false };
        let own = &picture.units[&unit];
        let mut friends = picture.units.iter().filter(|(id, card)| {
            **id != unit && card.side == own.side && card.arm != "general" && card.marks.len() == 1
        });
        let Some((_, friend)) = friends.find(|(_, card)| card.marks.values().all(|mark| *mark != "skirmish")) else {
            return false;
        };
        lead_to(picture, event, friend.pieces[0].pose);
        true
    });
    // Farther than anybody can go.
    shows(Invariant::Reach, |picture, event| {
        let Some(unit) = moves(picture, event, "LA-MVT-08") else { return false };
        let own = picture.units[&unit].pieces[0].pose;
        lead_to(picture, event, Pose { at: own.at.step(own.facing + 18_000, 120 * CM), ..own });
        true
    });
    // Towards whom it leaves.
    shows(Invariant::Away, |picture, event| {
        let Some(unit) = moves(picture, event, "LA-GAP-49") else { return false };
        event.rules = vec![RuleId::from("LA-GAP-22")];
        let (own, his) = (picture.units[&unit].pieces[0].pose, enemies(picture, unit)[0].2);
        lead_to(picture, event, Pose { at: own.at.step(own.at.bearing_to(his.pose.at), CM), ..own });
        true
    });
    // In the open, lost for want of room.
    shows(Invariant::Room, |picture, event| {
        let Some(unit) = moves(picture, event, "LA-MVT-08") else { return false };
        *event = Event {
            deed: Deed::Gone { unit, why: Term::of("taken") },
            rules: vec![RuleId::from("LA-GAP-63")],
            ..event.clone()
        };
        true
    });
    // By the farthest enemy.
    shows(Invariant::Shot, |picture, event| {
        let Deed::Note { of: Ref::Unit(unit), what, facts } = &mut event.deed else { return false };
        if *what != "fired_at" || !picture.units.contains_key(unit) {
            return false;
        }
        let farthest = enemies(picture, *unit).last().unwrap().1;
        *facts = game::facts([("by", i64::from(farthest.0))]);
        true
    });
}
