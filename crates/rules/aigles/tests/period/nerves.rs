//! Tests of units, the cover in them, and their memory.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, field, field_of, field_on, half, offered};
use game::{Deed, Ref, UnitId};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Bound, Contact, Fate, Hit, Hold, Leave, Leaving, Life, Run};
use grognard_aigles::{Book, Order, r};
use rulebook::proof::prove;

fn without_generals(field: &mut Field) {
    for general in &mut field.world.generals {
        general.life = Life::Gone(Fate::Left);
    }
}

/// The tests of morale of a unit: their lines and results.
fn tests(events: &[game::Event], id: UnitId) -> Vec<(String, String)> {
    let told = events.iter().filter_map(|event| match &event.deed {
        Deed::Tested { breakdown, result } if breakdown.of == Some(Ref::Unit(id)) && breakdown.test == "morale" => {
            Some((format!("{:?}", breakdown.lines), result.to_string()))
        }
        _ => None,
    });
    told.collect()
}

/// An Arrêt keeps a unit in place for the period (LA-GAP-25): it does not charge back.
#[test]
fn who_must_stand_does_not_charge_back() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 60 180\n";
    let steps = [Step::Plans, Step::Declarations, Step::Reactions];
    prove(&[r::LA_GAP_25], |book: &Book| {
        let mut field = field_of(book, army);
        let id = field.id("D");
        field.world.unit_mut(id).bound = Bound::Halted { period: 1 };
        let played = field.play(&steps, &[4], &[("H", "charge", Some("D"))]).unwrap();
        let open = offered(&played, "react", id);
        assert!(open.iter().any(|does| does == "halt"), "{open:?}");
        assert!(open.iter().all(|does| does != "counter_charge"), "{open:?}");
    });
}

/// A unit that evades, rallies or follows tests under fire like any other (LA-GAP-24, LA-GAP-66) and halts by an Arrêt;
/// a unit that leaves tests when it may recover.
#[test]
fn who_rallies_tests_under_fire() {
    let army = "blue H fr-hussars 360 line 90 60 0\nred A pr-line-1813 480 line 90 110 180\n";
    let tested = |bound: Bound, dice: &[u8], figures: u8| {
        let mut field = field(army);
        without_generals(&mut field);
        let (own, enemy) = (field.id("H"), field.id("A"));
        (field.world.quarter, field.world.period) = (2, 1);
        field.world.hits.push(Hit { by: enemy, at: own, losses: 20, loose: false, half: 1 });
        let unit = field.world.unit_mut(own);
        unit.bound = bound;
        unit.pose.facing = 18_000;
        (unit.losses, unit.order) = (u16::from(12 - figures) * 30 + 20, Order::Unformed);
        unit.left = [figures].into_iter().collect();
        let played = field.play(&[Step::Close], dice, &[]).unwrap();
        let bound = played.world.unit(own).bound.clone();
        (tests(&played.events, own).into_iter().map(|(_, result)| result).collect::<Vec<_>>(), bound)
    };
    let run = Run { from: None, reacting: 0, turning: 0, moved: 1, past: None };
    for bound in [Bound::Rallying(run), Bound::Evading(run)] {
        let (results, after) = tested(bound.clone(), &[6], 12);
        assert_eq!((results, after), (vec!["obey".to_owned()], bound));
    }
    let (results, after) = tested(Bound::Rallying(run), &[5], 8);
    assert_eq!((results, after), (vec!["halt".to_owned()], Bound::Halted { period: 1 }));
    // It has turned its back already.
    let (results, after) = tested(Bound::Rallying(run), &[1], 8);
    let retreat = Bound::Leaving(Leaving { how: Leave::Retreat, moved: 0, turning: 2 });
    assert_eq!((results, after), (vec!["retreat".to_owned()], retreat));
    let leaving = Bound::Leaving(Leaving { how: Leave::Retreat, moved: 2, turning: 0 });
    assert!(tested(leaving, &[], 8).0.is_empty());
}

/// A hedge covers in a test from fire over it, not from fire in the back (LA-MOR-02, LA-GAP-72).
#[test]
fn cover_counts_from_where_the_fire_comes() {
    let army =
        "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 60 180\nred B pr-line-1813 480 line 90 15 0\n";
    let covered = |by: &str| {
        let mut field = field_on(&Book::new(), "hedge 60 40.3 120 40.5", army);
        without_generals(&mut field);
        let (own, enemy) = (field.id("F"), field.id(by));
        (field.world.quarter, field.world.period) = (2, 1);
        field.world.hits.push(Hit { by: enemy, at: own, losses: 20, loose: false, half: 1 });
        field.world.unit_mut(own).losses = 20;
        let played = field.play(&[Step::Close], &[3], &[]).unwrap();
        let found = tests(&played.events, own);
        assert_eq!(found.len(), 1);
        found[0].0.contains("light_cover")
    };
    assert_eq!((covered("A"), covered("B")), (true, false));
}

/// Attackers need not follow a beaten enemy into a fresh square (LA-GAP-13); a square that has fought does not count.
#[test]
fn nobody_must_follow_upon_a_fresh_square() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred A pr-line-1813 480 line 90 40.02 180\nred S pr-line-1813 480 square 90 50 180\n";
    let asked = |fresh: bool| {
        let mut field = field(army);
        without_generals(&mut field);
        let [own, beaten, square] = ["H", "A", "S"].map(|name| field.id(name));
        let unit = field.world.unit_mut(beaten);
        (unit.losses, unit.memory.tested_at) = (240, [true, true]);
        unit.left = [8].into_iter().collect();
        field.world.unit_mut(square).memory.fought = !fresh;
        let came = Hold { came: true, bonus: true, ..Hold::default() };
        field.world.contacts.push(Contact {
            pair: [own, beaten],
            hold: [came, Hold::default()],
            rounds: 0,
            drawn: 0,
            since: 4,
        });
        field.world.quarter = 4;
        let played = field.play(&[Step::Melee], &[6, 1, 1], &[]).unwrap();
        assert!(played.world.unit(beaten).leaves(), "{:?}", played.world.unit(beaten).bound);
        let follows = matches!(played.world.unit(own).bound, Bound::Following { .. });
        (offered(&played, "follow_up", own).iter().any(|does| does == "follow"), follows)
    };
    assert_eq!((asked(true), asked(false)), ((true, false), (false, true)));
}

/// A company is as fresh as its battalion when it leaves, and the battalion as its company when that comes back (LA-GAP-23,
/// LA-GAP-78).
#[test]
fn nothing_is_forgotten_by_leaving_and_coming_back() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 110 180\n";
    let mut field = field(army);
    field.names.push("V".to_owned());
    let (battalion, company) = (field.id("F"), field.id("V"));
    let memory = &mut field.world.unit_mut(battalion).memory;
    (memory.fought, memory.hit, memory.under_fire, memory.tested_at) = (true, true, true, [true, false]);
    let out = field.play(&half(), &[], &[("F", "detach", Some("V"))]).unwrap().world;
    let taken = &out.unit(company).memory;
    assert_eq!((taken.fought, taken.hit, taken.under_fire, taken.tested_at), (true, true, true, [false, false]));
    let mut back = Field { world: out, ..field };
    back.world.unit_mut(battalion).memory = grognard_aigles::world::Memory::default();
    back.world.unit_mut(company).fresh_muskets = false;
    let then = back.play(&half(), &[], &[("V", "rejoin", Some("F"))]).unwrap().world;
    let whole = then.unit(battalion);
    assert_eq!((whole.figures(), whole.fresh_muskets), (18, false));
    assert_eq!((whole.memory.fought, whole.memory.hit, whole.memory.under_fire), (true, true, true));
}
