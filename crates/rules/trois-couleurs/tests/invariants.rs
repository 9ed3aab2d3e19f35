//! Invariants of every battle, checked by positions alone (`rulebook::invariants`).
#![allow(clippy::unwrap_used, clippy::panic)]

use game::battery::invariants::Invariant;
use game::{Card, Deed, Event, Facts, Picture, Ref, RuleId, Side, Term};
use grognard_trois_couleurs::{RULESET, UD};
use rulebook::invariants::{
    Watched, farthest_enemy, lead_back, lead_through_enemies, lead_towards_enemy, lead_upon_enemy, lose, of_moves,
};
use table::{Piece, Point, Pose};

const WATCHED: Watched = Watched { ruleset: &RULESET, folder: env!("CARGO_MANIFEST_DIR"), tries: 100 };

#[test]
fn random_battles_keep_them() {
    WATCHED.kept_by_random_battles(&["premier-feu", "premier-feu", "premier-feu", "maida-1806"]);
}

/// The stored battle was fought under version 2, in which a unit that turned its back to go back came to stand on a
/// friend.
#[test]
fn an_old_fault_is_found() {
    let found = WATCHED.found("premier-feu", &WATCHED.events("premier-feu"));
    assert!(matches!(found[..], [(Invariant::Place, _)]), "{found:?}");
}

#[test]
fn faults_are_found() {
    let events = WATCHED.events("premier-feu");
    let shows = |invariant: Invariant, change: &dyn Fn(&Picture, &mut Event) -> bool| {
        WATCHED.shows(("premier-feu", &events), invariant, change);
    };
    shows(Invariant::Way, &of_moves("L3C-INT-16", lead_through_enemies));
    // At the end of a turn.
    shows(Invariant::Place, &of_moves("L3C-SAU-01", lead_upon_enemy));
    // Farther than any unit can move.
    shows(Invariant::Reach, &of_moves("L3C-INT-16", |picture, event, unit| lead_back(picture, event, unit, 60 * UD)));
    // Towards the enemy that it leaves.
    shows(Invariant::Away, &|picture, event| {
        let rallies = event.rules.iter().any(|id| id.as_str() == "L3C-RAL-03");
        let towards = |picture: &Picture, event: &mut Event, unit| lead_towards_enemy(picture, event, unit, UD);
        !rallies && of_moves("L3C-GAP-A54", towards)(picture, event)
    });
    // At its tactical distance at the start of the battle.
    shows(Invariant::Near, &|picture, event| {
        let Deed::Clock { turn: 1, .. } = event.deed else { return false };
        let (unit, _) = picture.units.iter().find(|(_, card)| card.arm != "general").unwrap();
        event.deed = Deed::Note { of: Ref::Unit(*unit), what: Term::of("met"), facts: Facts::new() };
        true
    });
    // In the open, lost for lack of room.
    shows(Invariant::Room, &of_moves("L3C-INT-16", |_, event, unit| lose(event, unit, "surrendered", "L3C-GAP-A54")));
    // At the farthest enemy, named in the first line of the test.
    shows(Invariant::Shot, &|picture, event| {
        let Deed::Tested { breakdown, .. } = &mut event.deed else { return false };
        let Some(Ref::Unit(unit)) = breakdown.of.filter(|_| breakdown.test == "fire") else { return false };
        breakdown.lines[0].who = vec![farthest_enemy(picture, unit)];
        true
    });
}

/// Limits of one way back: cavalry 8 UD in rout and 6 around friends; a general at the head of the longest column is
/// swung round by its depth besides (L3C-RAL-15, L3C-GAP-A54).
#[test]
fn a_way_back_has_an_end() {
    let too_far = |arm: &str, ud: i32| {
        let mut events = WATCHED.events("premier-feu");
        let n = events.iter().position(|event| matches!(event.deed, Deed::Clock { turn: 1, .. })).unwrap();
        events.truncate(n + 1);
        let mut picture = Picture::default();
        events.iter().for_each(|event| picture.apply(&event.deed));
        let (unit, card) = picture.units.iter().find(|(_, card)| card.arm == arm).unwrap();
        let own = card.pieces[0];
        let end = Piece { pose: Pose { at: own.pose.at.step(own.pose.facing, ud * UD), ..own.pose }, ..own };
        events[n].deed = Deed::Moved { unit: *unit, path: vec![own.pose, end.pose], pieces: vec![end] };
        events[n].rules = vec![RuleId::from("L3C-GAP-A54")];
        let breaches = WATCHED.breaches("premier-feu", &events);
        breaches.iter().any(|breach| breach.invariant == Invariant::Reach && breach.event == n)
    };
    for (arm, ud) in [("infantry", 10), ("cavalry", 14), ("general", 20)] {
        assert_eq!([too_far(arm, ud), too_far(arm, ud + 1)], [false, true], "{arm}");
    }
}

/// Cavalry with a wall at its back has no room, although the wall is thinner than a step of the search and no step from
/// these places ends in it; beyond the end of the wall it has room (L3C-GAP-A03, L3C-GAP-A54).
#[test]
fn a_wall_bars_the_way_back() {
    let had_room = |x: i32, y: i32| {
        let mut events = WATCHED.events("premier-feu");
        let n = events.iter().position(|event| matches!(event.deed, Deed::Clock { turn: 1, .. })).unwrap();
        events.truncate(n + 1);
        let mut picture = Picture::default();
        events.iter().for_each(|event| picture.apply(&event.deed));
        let hussars = |card: &Card| card.arm == "cavalry" && card.side == Side::Red;
        let (unit, card) = picture.units.iter().find(|(_, card)| hussars(card)).unwrap();
        let own = card.pieces[0];
        let end = Piece { pose: Pose { at: Point { x, y }, facing: 18_000 }, ..own };
        events[n].deed = Deed::Moved { unit: *unit, path: vec![own.pose, end.pose], pieces: vec![end] };
        let mut lost = events[n].clone();
        lose(&mut lost, *unit, "surrendered", "L3C-GAP-A54");
        events.push(lost);
        WATCHED.breaches("premier-feu", &events).iter().any(|breach| breach.invariant == Invariant::Room)
    };
    for (x, y) in [(90_500, 47_200), (92_000, 46_300), (95_000, 46_900), (95_000, 47_900)] {
        assert!(!had_room(x, y), "{x} {y}");
    }
    assert!(had_room(103_000, 47_000));
}
