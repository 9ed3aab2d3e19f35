//! What every battle keeps, watched from positions alone: random battles keep it, and a kept battle altered by
//! hand shows that each fault is found.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::battery::invariants::Invariant;
use game::battery::{self, Depth, invariants};
use game::{Deed, Event, Key, Picture, Ref, RuleId, Ruleset, Setup, Term, UnitId};
use grognard_bataille_empire::{RULESET, UD};
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

/// What is not kept in events of a scenario.
fn found(scenario: &str, events: &[Event]) -> Vec<(Invariant, UnitId)> {
    let facts = RULESET.begin(&setup(scenario, 0)).unwrap().invariants();
    invariants::breaches(&facts, events).into_iter().map(|breach| (breach.invariant, breach.unit)).collect()
}

/// Events of a battle, as its log tells them, with everybody's place before them.
fn part(file: &str) -> Vec<Event> {
    let path = format!("{}/tests/kept/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A whole battle.
fn kept() -> Vec<Event> {
    part("premier-feu")
}

/// The kept battle altered by hand at one event: the first on which the change takes hold.
fn altered(change: impl Fn(&Picture, &mut Event) -> bool) -> Vec<Event> {
    let mut events = kept();
    let mut picture = Picture::default();
    for event in &mut events {
        if change(&picture, event) {
            return events;
        }
        picture.apply(&event.deed);
    }
    panic!("no such event in the kept battle");
}

fn by(event: &Event, rule: &str) -> bool {
    event.rules.iter().any(|id| id.as_str() == rule)
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

/// A move told anew so that it ends elsewhere.
fn lead_to(deed: &mut Deed, end: Pose) {
    let Deed::Moved { path, pieces, .. } = deed else { panic!("no move") };
    pieces[0].pose = end;
    *path = vec![path[0], end];
}

#[test]
fn a_kept_battle_keeps_them() {
    assert_eq!(found("premier-feu", &kept()), []);
}

/// Parts of random battles that were played before a mend, or with it taken out again: the rule named was switched off.
#[test]
fn old_faults_are_found() {
    let shows = |file: &str, breach: (Invariant, UnitId)| {
        let (_, scenario) = file.split_once('-').unwrap();
        let found = found(scenario, &part(file));
        assert!(found.contains(&breach), "{file}: {found:?}");
    };
    // Without BE-GAP-103: eliminated for want of a free place though the way was open.
    shows("room-ecole-1-marche", (Invariant::Room, UnitId(1)));
    // Without BE-GAP-106: a duty that somebody could still have done was let go.
    shows("duty-ecole-1-marche", (Invariant::Duty, UnitId(0)));
    // Without BE-GAP-38: a march through an enemy.
    shows("way-ecole-1-marche", (Invariant::Way, UnitId(2)));
    // Version 5: whose charge was stopped by its own marker stayed turned upon the enemy in its way (BE-GAP-102).
    shows("place-ecole-1-marche", (Invariant::Place, UnitId(0)));
    // Version 5: a counter-charger turned on to a battery of its own and stayed there (BE-GAP-116).
    shows("place-saalfeld-1806", (Invariant::Place, UnitId(14)));
    // Version 6: skirmishers at the edge who had no way back only turned, and a wing came nearer (BE-GAP-118).
    shows("away-ecole-1-marche", (Invariant::Away, UnitId(2)));
    // Nobody is blamed who gives way to a winner whom the shock itself destroys (BE-GAP-96).
    assert_eq!(found("ecole-1-marche", &part("lost-ecole-1-marche")), []);
}

/// What no battle has shown is put into a kept battle by hand, at one event.
#[test]
fn faults_are_found() {
    let shows = |invariant: Invariant, events: &[Event]| {
        let found = found("premier-feu", events);
        assert!(found.iter().any(|(one, _)| *one == invariant), "{invariant:?} in {found:?}");
    };
    let marches = |event: &Event| match &event.deed {
        Deed::Moved { unit, path, .. } if by(event, "BE-PC-07") && path.len() > 1 => Some(*unit),
        _ => None,
    };
    // A march that ends behind the enemy goes through him and too far.
    let through = altered(|picture, event| {
        let Some(unit) = marches(event) else { return false };
        let (own, (cm, _, his)) = (picture.units[&unit].pieces[0], enemies(picture, unit)[0]);
        let bearing = own.pose.at.bearing_to(his.pose.at);
        lead_to(&mut event.deed, Pose { at: own.pose.at.step(bearing, cm + 4 * UD), facing: bearing });
        true
    });
    shows(Invariant::Way, &through);
    // Twenty moves in one.
    let far = altered(|picture, event| {
        let Some(unit) = marches(event) else { return false };
        let own = picture.units[&unit].pieces[0];
        lead_to(&mut event.deed, Pose { at: own.pose.at.step(own.pose.facing + 18_000, 100 * UD), ..own.pose });
        true
    });
    shows(Invariant::Reach, &far);
    // A march that ends on a friend.
    let upon = altered(|picture, event| {
        let Some(unit) = marches(event) else { return false };
        let side = picture.units[&unit].side;
        let mut friends =
            picture.units.iter().filter(|(id, card)| **id != unit && card.side == side && card.arm != "general");
        let (_, friend) = friends.next().unwrap();
        lead_to(&mut event.deed, friend.pieces[0].pose);
        true
    });
    shows(Invariant::Place, &upon);
    // A retreat towards the enemy.
    let towards = altered(|picture, event| {
        let Deed::Moved { unit, path, .. } = &event.deed else { return false };
        if !by(event, "BE-FUI-07") || path.len() < 2 {
            return false;
        }
        let (own, (_, _, his)) = (picture.units[unit].pieces[0], enemies(picture, *unit)[0]);
        lead_to(&mut event.deed, Pose { at: own.pose.at.step(own.pose.at.bearing_to(his.pose.at), UD), ..own.pose });
        true
    });
    shows(Invariant::Away, &towards);
    // A unit marched against is eliminated for want of room in the open.
    let cornered = altered(|_, event| {
        let Some(unit) = marches(event) else { return false };
        *event = Event {
            deed: Deed::Gone { unit, why: Term::of("eliminated") },
            rules: vec![RuleId::from("BE-GAP-96")],
            ..event.clone()
        };
        true
    });
    shows(Invariant::Room, &cornered);
    // A fire at the farthest enemy.
    let wild = altered(|picture, event| {
        let Deed::Declared { by: Ref::Unit(by), key } = &mut event.deed else { return false };
        if key.does != "fire" {
            return false;
        }
        let (_, farthest, _) = *enemies(picture, *by).last().unwrap();
        let changes = key.refs != [Ref::Unit(farthest)];
        key.refs = vec![Ref::Unit(farthest)];
        changes
    });
    shows(Invariant::Shot, &wild);
    // A threat by somebody who is not on the table.
    let nobody = altered(|_, event| {
        let Deed::Tested { breakdown, .. } = &mut event.deed else { return false };
        let Some(line) = breakdown.lines.iter_mut().find(|line| line.rule.as_str() == "BE-MOR-11") else {
            return false;
        };
        line.who = vec![UnitId(999)];
        true
    });
    shows(Invariant::Neighbour, &nobody);
    // A division that is said to have an enemy near at the start.
    let alarm = altered(|_, event| {
        let Deed::Clock { .. } = event.deed else { return false };
        event.deed = Deed::Declared { by: Ref::Command(0), key: Key::plain("hold") };
        event.rules = vec![RuleId::from("BE-ORD-15")];
        true
    });
    shows(Invariant::Near, &alarm);
}
