//! What every battle keeps, watched from positions alone: random battles keep it, and old logs show the faults that it
//! was written against.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::battery::invariants::Invariant;
use game::battery::{self, Depth, invariants};
use game::{By, Card, Deed, Event, Picture, Ref, Ruleset, Setup, Side, UnitId};
use grognard_marie_louise::{PAS, RULESET};
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
    for (n, scenario) in (0..).zip(["premier-feu", "premier-feu", "premier-feu", "maida-1806", "saalfeld-1806"]) {
        let depth = Depth { saving: false, answers: 100_000 };
        battery::fight(&RULESET, &setup(scenario, n), n, depth)
            .unwrap_or_else(|failure| panic!("{scenario} {n}: {}", failure.what));
    }
}

/// Events of a battle; of those of version 4 an instant, with everybody's place before it.
fn kept(file: &str) -> Vec<Event> {
    let path = format!("{}/tests/kept/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What is not kept in an instant of a scenario.
fn found(scenario: &str, events: &[Event]) -> Vec<(Invariant, UnitId)> {
    let facts = RULESET.begin(&setup(scenario, 0)).unwrap().invariants();
    // Neighbours were not named before version 5.
    let breaches = invariants::breaches(&facts, events).into_iter().filter(|b| b.invariant != Invariant::Neighbour);
    breaches.map(|breach| (breach.invariant, breach.unit)).collect()
}

#[test]
fn old_faults_are_found() {
    // A unit that had yielded its place to a friend was stopped 3.5 pas from the enemy.
    assert!(found("jakubovo-1812", &kept("near-jakubovo-1812")).contains(&(Invariant::Near, UnitId(33))));
    // A routing unit in contact was eliminated though the way back was open.
    assert!(found("saalfeld-1806", &kept("room-saalfeld-1806")).contains(&(Invariant::Room, UnitId(21))));
    // A unit turned onto its neighbour.
    assert!(found("jakubovo-1812", &kept("place-jakubovo-1812")).contains(&(Invariant::Place, UnitId(30))));
}

/// Whether the kept battle shows a fault once it is altered by hand at one event.
fn shows(invariant: Invariant, change: impl Fn(&Picture, &mut Event) -> bool) {
    shows_in("premier-feu", &kept("premier-feu"), invariant, change);
}

/// Whether a battle shows a fault that it has not once it is altered by hand at one event: of those on which the change
/// takes hold the first that shows it, since who moves in the same instant as another does not meet him.
fn shows_in(scenario: &str, events: &[Event], invariant: Invariant, change: impl Fn(&Picture, &mut Event) -> bool) {
    let facts = RULESET.begin(&setup(scenario, 0)).unwrap().invariants();
    let had = invariants::breaches(&facts, events);
    let mut picture = Picture::default();
    let mut tried = 0;
    for (n, event) in events.iter().enumerate() {
        let mut other = event.clone();
        if tried < 100 && change(&picture, &mut other) {
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

/// A unit that goes a way by a rule.
fn moves(event: &Event, rule: &str) -> Option<UnitId> {
    let by = event.rules.iter().any(|id| id.as_str() == rule);
    match &event.deed {
        Deed::Moved { unit, path, .. } if by && path.len() > 1 => Some(*unit),
        _ => None,
    }
}

fn lead(card: &Card) -> Piece {
    *card.pieces.iter().find(|piece| piece.lead).unwrap()
}

/// The enemies of a unit, nearest first.
fn enemies(picture: &Picture, unit: UnitId) -> Vec<(i32, UnitId, Piece)> {
    let own = &picture.units[&unit];
    let others = picture.units.iter().filter(|(_, card)| card.side != own.side && card.arm != "general");
    let mut found: Vec<_> = others.map(|(id, card)| (distance(&lead(own), &lead(card)).cm, *id, lead(card))).collect();
    found.sort_unstable_by_key(|(cm, id, _)| (*cm, *id));
    found
}

/// A move told anew so that it goes straight from where the unit stands, so far on a bearing.
fn go(picture: &Picture, event: &mut Event, (bearing, cm): (i32, i32)) {
    let Deed::Moved { unit, path, pieces } = &mut event.deed else { panic!("no move") };
    let own = lead(&picture.units[unit]);
    let end = Pose { at: own.pose.at.step(bearing, cm), ..own.pose };
    *pieces = vec![Piece { pose: end, ..own }];
    *path = vec![own.pose, end];
}

/// What no battle of an earlier version has shown is put into a kept battle by hand, at one event.
#[test]
fn what_no_battle_has_shown_is_found_as_well() {
    assert_eq!(found("premier-feu", &kept("premier-feu")), []);
    // Through one enemy after the other.
    shows(Invariant::Way, |picture, event| {
        let Some(unit) = moves(event, "ML-6.1b") else { return false };
        let own = lead(&picture.units[&unit]).pose;
        go(picture, event, (own.facing, 0));
        if let Deed::Moved { path, .. } = &mut event.deed {
            let met = enemies(picture, unit).into_iter().map(|(_, _, his)| his.pose);
            *path = [own].into_iter().chain(met).chain([own]).collect();
        }
        true
    });
    // Farther than anybody can go.
    shows(Invariant::Reach, |picture, event| {
        let Some(unit) = moves(event, "ML-6.1b") else { return false };
        let facing = picture.units[&unit].pieces[0].pose.facing;
        go(picture, event, (facing, 30 * PAS));
        true
    });
    // Towards whom it leaves.
    shows(Invariant::Away, |picture, event| {
        let Some(unit) = moves(event, "ML-3.1c") else { return false };
        let (own, his) = (lead(&picture.units[&unit]), enemies(picture, unit)[0].2);
        go(picture, event, (own.pose.at.bearing_to(his.pose.at), PAS));
        true
    });
    // A hit by the farthest enemy.
    shows(Invariant::Shot, |picture, event| {
        let Deed::Note { of: Ref::Unit(unit), what, facts } = &mut event.deed else { return false };
        if *what != "hit" {
            return false;
        }
        let farthest = enemies(picture, *unit).last().unwrap().1;
        *facts = game::facts([("by", i64::from(farthest.0))]);
        true
    });
}

/// A battle of random players, as it is fought now.
fn fought(scenario: &str, n: u64) -> Vec<Event> {
    let mut battle = RULESET.begin(&setup(scenario, n)).unwrap();
    let mut luck = 0;
    while battle.outcome().is_none() {
        let ask = Side::BOTH.iter().find_map(|side| battle.waiting(*side).first().cloned()).unwrap();
        luck += 1;
        let replies = battle.suggest(ask.slot.side, ask.id, luck).unwrap();
        battle.answer(ask.slot.side, ask.id, replies, By::Staff).unwrap();
    }
    battle.events(None)
}

/// Lines that name a neighbour name one who stands there, or stood there when he ran: supports at the flanks and behind, the
/// general, who attacks from the flank, the friend who is seen to go.
#[test]
fn a_neighbour_who_is_not_there_is_found() {
    let facts = RULESET.begin(&setup("saalfeld-1806", 0)).unwrap().invariants();
    let battles: Vec<Vec<Event>> = (1..5).map(|n| fought("saalfeld-1806", n)).collect();
    for events in &battles {
        assert_eq!(invariants::breaches(&facts, events), []);
    }
    for rule in ["ML-5.2a", "ML-5.2k", "ML-5.2m", "ML-5.2n", "ML-5.2q"] {
        let speaks = |event: &Event| match &event.deed {
            Deed::Tested { breakdown, .. } => breakdown.lines.iter().any(|line| line.rule.as_str() == rule),
            _ => false,
        };
        let events = battles.iter().find(|events| events.iter().any(speaks));
        let events = events.unwrap_or_else(|| panic!("{rule} comes up in none of these battles"));
        shows_in("saalfeld-1806", events, Invariant::Neighbour, |_, event| {
            let Deed::Tested { breakdown, .. } = &mut event.deed else { return false };
            let Some(line) = breakdown.lines.iter_mut().find(|line| line.rule.as_str() == rule) else { return false };
            line.who = vec![UnitId(999)];
            true
        });
    }
}
