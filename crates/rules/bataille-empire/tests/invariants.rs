//! The invariants of every battle, checked from positions alone (`rulebook::invariants`).
#![allow(clippy::unwrap_used, clippy::panic)]

use game::battery::invariants::{Breach, Invariant};
use game::{Deed, Event, Key, Picture, Ref, RuleId, UnitId};
use grognard_bataille_empire::{RULESET, UD};
use rulebook::invariants::{
    Watched, enemies, farthest_enemy, lead, lead_back, lead_to, lead_towards_enemy, lose, of_ways,
};
use table::Pose;

const WATCHED: Watched = Watched { ruleset: &RULESET, folder: env!("CARGO_MANIFEST_DIR"), tries: 1 };

#[test]
fn random_battles_keep_them() {
    WATCHED.kept_by_random_battles(&["premier-feu", "premier-feu", "premier-feu", "maida-1806", "saalfeld-1806"]);
}

#[test]
fn a_kept_battle_keeps_them() {
    assert_eq!(WATCHED.found("premier-feu", &WATCHED.events("premier-feu")), []);
}

/// Parts of random battles played before a fix, or without it: the rule named was switched off.
#[test]
fn old_faults_are_found() {
    let shows = |file: &str, breach: (Invariant, UnitId)| {
        let (_, scenario) = file.split_once('-').unwrap();
        let found = WATCHED.found(scenario, &WATCHED.events(file));
        assert!(found.contains(&breach), "{file}: {found:?}");
    };
    // Without BE-GAP-103: eliminated for lack of a free place although the path was open.
    shows("room-ecole-1-marche", (Invariant::Room, UnitId(1)));
    // Without BE-GAP-106: a duty that a unit could still have fulfilled was dropped.
    shows("duty-ecole-1-marche", (Invariant::Duty, UnitId(0)));
    // Without BE-GAP-38: a march through an enemy.
    shows("way-ecole-1-marche", (Invariant::Way, UnitId(2)));
    // Version 5: a charger stopped by its own marker stayed turned onto the enemy in its way (BE-GAP-102).
    shows("place-ecole-1-marche", (Invariant::Place, UnitId(0)));
    // Version 5: a counter-charger turned onto a battery of its own side and stayed there (BE-GAP-116).
    shows("place-saalfeld-1806", (Invariant::Place, UnitId(14)));
    // Version 6: skirmishers at the edge without a path back only turned, and a flank came nearer (BE-GAP-118).
    shows("away-ecole-1-marche", (Invariant::Away, UnitId(2)));
    // A unit may give way to a winner that the shock itself destroys (BE-GAP-96).
    assert_eq!(WATCHED.found("ecole-1-marche", &WATCHED.events("lost-ecole-1-marche")), []);
}

/// For faults that no battle has shown, an event of a stored battle is altered by hand.
#[test]
fn faults_are_found() {
    let events = WATCHED.events("premier-feu");
    let shows = |invariant: Invariant, change: &dyn Fn(&Picture, &mut Event) -> bool| {
        WATCHED.shows(("premier-feu", &events), invariant, change);
    };
    // A march that ends behind the enemy goes through it and too far.
    shows(
        Invariant::Way,
        &of_ways("BE-PC-07", |picture, event, unit| {
            let (own, (cm, _, his)) = (lead(&picture.units[&unit]).pose, enemies(picture, unit)[0]);
            let bearing = own.at.bearing_to(his.pose.at);
            lead_to(picture, event, Pose { at: own.at.step(bearing, cm + 4 * UD), facing: bearing });
        }),
    );
    // Twenty moves in one.
    shows(Invariant::Reach, &of_ways("BE-PC-07", |picture, event, unit| lead_back(picture, event, unit, 100 * UD)));
    // A march that ends on a friend.
    shows(
        Invariant::Place,
        &of_ways("BE-PC-07", |picture, event, unit| {
            let side = picture.units[&unit].side;
            let mut friends =
                picture.units.iter().filter(|(id, card)| **id != unit && card.side == side && card.arm != "general");
            let (_, friend) = friends.next().unwrap();
            lead_to(picture, event, lead(friend).pose);
        }),
    );
    // A retreat towards the enemy.
    shows(Invariant::Away, &of_ways("BE-FUI-07", |picture, event, unit| lead_towards_enemy(picture, event, unit, UD)));
    // A unit marched against is eliminated for lack of room in the open.
    shows(Invariant::Room, &of_ways("BE-PC-07", |_, event, unit| lose(event, unit, "eliminated", "BE-GAP-96")));
    // A fire at the enemy farthest away.
    shows(Invariant::Shot, &|picture, event| {
        let Deed::Declared { by: Ref::Unit(by), key } = &mut event.deed else { return false };
        if key.does != "fire" {
            return false;
        }
        let farthest = farthest_enemy(picture, *by);
        let changes = key.refs != [Ref::Unit(farthest)];
        key.refs = vec![Ref::Unit(farthest)];
        changes
    });
    // A threat by a unit that is not on the table.
    shows(Invariant::Neighbour, &|_, event| {
        let Deed::Tested { breakdown, .. } = &mut event.deed else { return false };
        let Some(line) = breakdown.lines.iter_mut().find(|line| line.rule.as_str() == "BE-MOR-11") else {
            return false;
        };
        line.who = vec![UnitId(999)];
        true
    });
    // A division reported to have an enemy near at the start.
    shows(Invariant::Near, &|_, event| {
        let Deed::Clock { .. } = event.deed else { return false };
        event.deed = Deed::Declared { by: Ref::Command(0), key: Key::plain("hold") };
        event.rules = vec![RuleId::from("BE-ORD-15")];
        true
    });
}

/// The turn that lays the front of a charger along the edge it strikes is not part of its path (BE-GAP-45).
#[test]
fn a_charge_is_measured_up_to_the_contact() {
    let events = WATCHED.events("premier-feu");
    let comes_home = |event: &Event| match &event.deed {
        Deed::Moved { path, .. } => path.len() == 2 && event.rules.contains(&RuleId::from("BE-CHA-04")),
        _ => false,
    };
    let n = events.iter().position(comes_home).unwrap();
    // An infantry line moves 5 UD; at an angle a flank touches before the middle does.
    for (slant, hundredths, too_far) in
        [(0, 500, false), (0, 525, true), (4_000, 525, false), (-4_000, 525, false), (4_000, 650, true)]
    {
        let mut told = events.clone();
        let Deed::Moved { path, .. } = &mut told[n].deed else { panic!("no move") };
        let [from, end] = path.as_mut_slice() else { panic!("no way") };
        *from = Pose { at: end.at, facing: 0 }.turned(end.facing + slant).ahead(-hundredths * UD / 100);
        let reach = |breach: &Breach| breach.event == n && breach.invariant == Invariant::Reach;
        let found = WATCHED.breaches("premier-feu", &told).iter().any(reach);
        assert_eq!(found, too_far, "{hundredths} hundredths of a UD at {slant}");
    }
}
