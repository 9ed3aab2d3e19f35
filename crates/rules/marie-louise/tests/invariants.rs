//! The invariants of every battle, checked from positions alone (`rulebook::invariants`).
#![allow(clippy::unwrap_used, clippy::panic)]

use game::battery::invariants::Invariant;
use game::{Deed, Event, Picture, Ref, UnitId};
use grognard_marie_louise::{PAS, RULESET};
use rulebook::invariants::{Watched, farthest_enemy, lead, lead_by, lead_through_enemies, lead_towards_enemy, of_ways};

const WATCHED: Watched = Watched { ruleset: &RULESET, folder: env!("CARGO_MANIFEST_DIR"), tries: 100 };

#[test]
fn random_battles_keep_them() {
    WATCHED.kept_by_random_battles(&["premier-feu", "premier-feu", "premier-feu", "maida-1806", "saalfeld-1806"]);
}

/// Broken invariants of a battle of version 4: neighbours were not named before version 5.
fn found(scenario: &str, file: &str) -> Vec<(Invariant, UnitId)> {
    let mut found = WATCHED.found(scenario, &WATCHED.events(file));
    found.retain(|(invariant, _)| *invariant != Invariant::Neighbour);
    found
}

#[test]
fn old_faults_are_found() {
    // A unit that had yielded its place to a friend was stopped 3.5 pas from the enemy.
    assert!(found("jakubovo-1812", "near-jakubovo-1812").contains(&(Invariant::Near, UnitId(33))));
    // A routing unit in contact was eliminated although the path back was open.
    assert!(found("saalfeld-1806", "room-saalfeld-1806").contains(&(Invariant::Room, UnitId(21))));
    // A unit turned onto its neighbour.
    assert!(found("jakubovo-1812", "place-jakubovo-1812").contains(&(Invariant::Place, UnitId(30))));
}

/// For faults that no battle of an earlier version has, an event of a stored battle is altered by hand.
#[test]
fn what_no_battle_has_shown_is_found_as_well() {
    assert_eq!(found("premier-feu", "premier-feu"), []);
    let events = WATCHED.events("premier-feu");
    let shows = |invariant: Invariant, change: &dyn Fn(&Picture, &mut Event) -> bool| {
        WATCHED.shows(("premier-feu", &events), invariant, change);
    };
    shows(Invariant::Way, &of_ways("ML-6.1b", lead_through_enemies));
    // Farther than any unit can move.
    shows(
        Invariant::Reach,
        &of_ways("ML-6.1b", |picture, event, unit| {
            let facing = lead(&picture.units[&unit]).pose.facing;
            lead_by(picture, event, unit, (facing, 30 * PAS));
        }),
    );
    // Towards the enemy that it moves away from.
    shows(Invariant::Away, &of_ways("ML-3.1c", |picture, event, unit| lead_towards_enemy(picture, event, unit, PAS)));
    // A hit by the enemy farthest away.
    shows(Invariant::Shot, &|picture, event| {
        let Deed::Note { of: Ref::Unit(unit), what, facts } = &mut event.deed else { return false };
        if *what != "hit" {
            return false;
        }
        *facts = game::facts([("by", i64::from(farthest_enemy(picture, *unit).0))]);
        true
    });
}

/// A line that names a neighbour names one that stands there, or stood there when it routed: supports on flanks and
/// behind, the general, an attacker from the flank, the friend that is seen to rout.
#[test]
fn a_neighbour_who_is_not_there_is_found() {
    let battles: Vec<Vec<Event>> = (1..9).map(|n| WATCHED.fought("saalfeld-1806", n)).collect();
    for events in &battles {
        assert_eq!(WATCHED.breaches("saalfeld-1806", events), []);
    }
    for rule in ["ML-5.2a", "ML-5.2k", "ML-5.2m", "ML-5.2n", "ML-5.2q"] {
        let speaks = |event: &Event| match &event.deed {
            Deed::Tested { breakdown, .. } => breakdown.lines.iter().any(|line| line.rule.as_str() == rule),
            _ => false,
        };
        let events = battles.iter().find(|events| events.iter().any(speaks));
        let events = events.unwrap_or_else(|| panic!("{rule} comes up in none of these battles"));
        WATCHED.shows(("saalfeld-1806", events), Invariant::Neighbour, |_, event| {
            let Deed::Tested { breakdown, .. } = &mut event.deed else { return false };
            let Some(line) = breakdown.lines.iter_mut().find(|line| line.rule.as_str() == rule) else { return false };
            line.who = vec![UnitId(999)];
            true
        });
    }
}
