//! What every battle keeps, watched from positions alone: random battles keep it, and old logs show the faults that it
//! was written against.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::battery::invariants::Invariant;
use game::battery::{self, Depth, invariants};
use game::{Audience, Card, Deed, Event, Ref, RuleId, Ruleset, Setup, Side, Term, UnitId};
use grognard_marie_louise::{PAS, RULESET};
use table::{Piece, Pose};

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

/// An instant of a battle of version 4, with everybody's place before it.
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

#[test]
fn what_no_battle_has_shown_is_found_as_well() {
    let moved = |rule: &'static str, unit: u16, from: (i32, i32), to: (i32, i32)| {
        let piece = |(x, y)| Piece { pose: Pose::new(x, y, 0), front: PAS, depth: PAS / 2, lead: true };
        let card = |side: Side, at| Card {
            side,
            name: String::new(),
            nation: Term::of("france"),
            arm: Term::of("infantry"),
            command: None,
            pieces: vec![piece(at)],
            marks: [(Term::of("formation"), Term::of("line"))].into_iter().collect(),
            counts: std::collections::BTreeMap::new(),
        };
        let event = |beat, deed, rules: &[&'static str]| Event {
            beat,
            deed,
            rules: rules.iter().map(|rule| RuleId::from(*rule)).collect(),
            seen: Audience::All,
        };
        let pas = |(x, y): (i32, i32)| (x * PAS, y * PAS);
        vec![
            event(0, Deed::Shown { unit: UnitId(0), card: card(Side::Blue, pas(from)) }, &[]),
            event(0, Deed::Shown { unit: UnitId(1), card: card(Side::Red, pas((20, 20))) }, &[]),
            event(
                1,
                Deed::Moved {
                    unit: UnitId(unit),
                    path: vec![piece(pas(from)).pose, piece(pas(to)).pose],
                    pieces: vec![piece(pas(to))],
                },
                &[rule],
            ),
        ]
    };
    let way = moved("ML-6.1b", 0, (20, 16), (20, 24));
    assert_eq!(found("premier-feu", &way), [(Invariant::Way, UnitId(0))]);
    let reach = moved("ML-6.1b", 0, (20, 2), (20, 15));
    assert_eq!(found("premier-feu", &reach), [(Invariant::Reach, UnitId(0))]);
    let away = moved("ML-3.1c", 0, (20, 10), (20, 14));
    assert_eq!(found("premier-feu", &away), [(Invariant::Away, UnitId(0))]);
    let mut shot = moved("ML-6.1b", 0, (20, 10), (20, 11));
    shot.push(Event {
        beat: 2,
        deed: Deed::Note { of: Ref::Unit(UnitId(1)), what: Term::of("hit"), facts: game::facts([("by", 0)]) },
        rules: Vec::new(),
        seen: Audience::All,
    });
    assert_eq!(found("premier-feu", &shot), [(Invariant::Shot, UnitId(0))], "8 pas");
}
