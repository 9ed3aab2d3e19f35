//! After a round: destroyed units, attached officers, houses to be left, followers that let go, charges that stop,
//! fires without losses.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, charging, field, field_of, field_on, half, offered, without_generals};
use game::{Deed, Ref, Side, UnitId};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{
    Bound, Charging, Contact, Doing, Fate, Guns, Hit, Hold, Landing, Leave, Leaving, Life, Object, Orders, Run, Sort,
    What, World,
};
use grognard_aigles::{Aspect, Attitude, Book, Formation, Order, r};
use rulebook::proof::prove;
use table::Manoeuvre;

const CM: i32 = 650;

fn in_contact(field: &mut Field, a: &str, b: &str, aspect: Aspect) {
    let pair = [field.id(a), field.id(b)];
    let hold = [Hold { came: true, aspect, ..Hold::default() }, Hold::default()];
    field.world.quarter = 4;
    field.world.contacts.push(Contact { pair, hold, rounds: 0, drawn: 0, since: 4 });
}

/// Leaves one figure of a regiment of twelve, with this many losses until it is removed.
fn last_figure(field: &mut Field, name: &str, to_go: u16) {
    let id = field.id(name);
    let unit = field.world.unit_mut(id);
    unit.losses = u16::from(unit.initial) * 30 - to_go;
    unit.left.iter_mut().for_each(|n| *n = 0);
    unit.left[0] = 1;
    unit.memory.tested_at = [true; 2];
}

fn tests_of(events: &[game::Event], id: UnitId) -> usize {
    let of = |event: &&game::Event| matches!(&event.deed, Deed::Tested { breakdown, .. } if breakdown.of == Some(Ref::Unit(id)) && breakdown.test == "morale");
    events.iter().filter(of).count()
}

/// A square that destroys cavalry after receiving more losses than it inflicted is not broken (LA-GAP-22, 7).
#[test]
fn a_square_that_destroys_its_enemy_holds() {
    let mut field = field("blue H fr-hussars 360 line 90 40 0\nred M pr-line-1813 480 square 90 40 180\n");
    without_generals(&mut field);
    in_contact(&mut field, "H", "M", Aspect::Front);
    last_figure(&mut field, "H", 5);
    let after = field.play(&[Step::Melee], &[1, 1], &[]).unwrap().world;
    assert_eq!(after.unit(field.id("H")).life, Life::Gone(Fate::Destroyed));
    let square = after.unit(field.id("M"));
    assert_eq!((square.losses, square.order), (5, Order::Disorganised));
}

/// The general of a destroyed unit is tested with it, in melee (LA-GEN-07) and under fire (LA-GEN-03): a friend that
/// the general could have joined is no protection.
#[test]
fn an_officer_shares_the_fate_of_his_unit() {
    let army = "blue H fr-hussars 360 line 90 40 0\nblue F fr-line 540 line 90 33 0\nred M pr-line-1813 480 square 90 40 180\n";
    let with_his_unit = |army: &str, to_go: u16| {
        let mut field = field(army);
        last_figure(&mut field, "H", to_go);
        let at = field.rules.beside(&field.world, field.id("H"));
        (field.world.generals[0].with, field.world.generals[0].at) = (Some(field.id("H")), at);
        field
    };
    let mut field = with_his_unit(army, 5);
    in_contact(&mut field, "H", "M", Aspect::Front);
    let after = field.play(&[Step::Melee], &[1, 1, 6], &[]).unwrap().world;
    let fate = |after: &World| (after.unit(UnitId(0)).life, after.generals[0].life);
    assert_eq!(fate(&after), (Life::Gone(Fate::Destroyed), Life::Gone(Fate::Killed)));
    let field = with_his_unit(&army.replace("square 90 40", "line 90 50"), 1);
    let said = [("M", "fire", Some("H")), ("F", "hold_fire", None), ("H", "hold_fire", None)];
    let after = field.play(&half()[3..], &[6, 6, 6], &said).unwrap().world;
    assert_eq!(fate(&after), (Life::Gone(Fate::Destroyed), Life::Gone(Fate::Killed)));
}

/// A garrison sent away by a test leaves its house, which takes a quarter (LA-GAP-25, LA-GAP-74), and goes on from
/// there.
#[test]
fn a_garrison_that_must_leave_leaves_its_house() {
    let army = "blue F fr-line 540 garrison 90 45 0\nred A pr-line-1813 480 line 90 75 180\n";
    let mut field = field_on(&Book::new(), "masonry_building 80 40 100 50", army);
    let id = field.id("F");
    let unit = field.world.unit_mut(id);
    (unit.bound, unit.order) = (Bound::Leaving(Leaving { how: Leave::Rout, moved: 0, turning: 0 }), Order::Disordered);
    let first = field.play(&[Step::Compelled], &[], &[]).unwrap().world;
    let out = first.unit(id);
    assert_eq!((out.inside, out.formation), (None, Formation::Column));
    assert!(matches!(out.bound, Bound::Leaving(Leaving { moved: 1, .. })), "{:?}", out.bound);
    assert!(field.rules.body(&first, id).pose.at.y < 40 * CM);
    let then = field.play(&[Step::Compelled, Step::Compelled], &[], &[]).unwrap().world;
    assert!(then.unit(id).pose.at.y < out.pose.at.y - 4 * CM, "{:?}", then.unit(id).pose);
}

/// A unit that has followed a beaten enemy for a period and does not follow on after the round lets it go (LA-GAP-50,
/// LA-GAP-67).
#[test]
fn a_follower_lets_go() {
    let mut field = field("blue H fr-hussars 360 line 90 60 0\nred D pr-dragoons 360 line 90 63 0\n");
    without_generals(&mut field);
    in_contact(&mut field, "H", "D", Aspect::Rear);
    let (hunter, prey) = (field.id("H"), field.id("D"));
    field.world.contacts[0].hold[0].following = true;
    let unit = field.world.unit_mut(prey);
    (unit.bound, unit.order) = (Bound::Leaving(Leaving { how: Leave::Rout, moved: 4, turning: 0 }), Order::Disordered);
    field.world.unit_mut(hunter).bound = Bound::Following { whom: prey, uncontrolled: false, until: 4 };
    let holds = Orders { attitude: Attitude::Hold, object: Object::None };
    field.world.papers_mut(Side::Blue).unwrap().orders.insert(hunter, holds);
    let after = field.play(&[Step::Melee], &[6, 1, 1], &[]).unwrap().world;
    assert!(after.unit(prey).leaves() && !after.engaged(hunter));
    assert_eq!(after.unit(hunter).bound, Bound::Free);
}

/// A regiment that breaks off goes directly away from its enemy for a quarter, then towards its edge (LA-RAL-08).
#[test]
fn a_rally_goes_away_from_its_enemy_first() {
    let army = "blue H fr-hussars 360 line 90 60 90\nblue F fr-line 540 line 150 20 0\nblue G fr-line 540 line 165 20 0\n\
        red D pr-dragoons 360 line 90.02 60 270\nred A pr-line-1813 480 line 150 110 180\nred B pr-line-1813 480 line 165 110 180\n";
    prove(&[r::LA_RAL_08], |book: &Book| {
        let mut field = field_of(book, army);
        let (rallies, enemy) = (field.id("H"), field.id("D"));
        let run = Run { from: Some(enemy), reacting: 0, turning: 0, moved: 0, past: None };
        field.world.unit_mut(rallies).bound = Bound::Rallying(run);
        let at = |world: &World| field.rules.body(world, rallies).pose.at;
        let first = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap().world;
        let (from, to) = (at(&field.world), at(&first));
        assert!(to.x < from.x - 5 * CM && (to.y - from.y).abs() < CM, "{from:?} {to:?}");
        field.world = first;
        let then = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap().world;
        let last = field.rules.body(&then, rallies).pose.at;
        assert!(last.y < to.y - 5 * CM, "{to:?} {last:?}");
    });
}

/// Of two equal regiments that must rally after a draw (LA-RAL-26) the one attacked from behind need not turn (LA-GAP-51).
#[test]
fn who_was_attacked_from_behind_rallies_without_turning() {
    let mut field = field("blue H fr-hussars 360 line 90 60 0\nred D pr-hussars 360 line 90 63 0\n");
    in_contact(&mut field, "H", "D", Aspect::Rear);
    without_generals(&mut field);
    // 5, fresh and 2 for the rear with a 1; 5 and fresh with a 6.
    let after = field.play(&[Step::Melee], &[1, 6], &[]).unwrap().world;
    let turns = |name: &str| match after.unit(field.id(name)).bound {
        Bound::Rallying(run) => run.turning,
        _ => 0,
    };
    assert_eq!((turns("H"), turns("D")), (6, 4));
}

/// Skirmishers neither disorder nor are disordered by cavalry that rallies or by units that evade through them; nor do
/// evading infantry and a battery in position affect each other (LA-GAP-17).
#[test]
fn passages_that_nobody_feels() {
    let steps = [Step::Compelled, Step::Rallies, Step::Charges];
    let run = Run { from: None, reacting: 0, turning: 0, moved: 1, past: None };
    let mut field = field(
        "blue H fr-hussars 360 line 90 50 0\nred D pr-dragoons 360 line 90 60 180\nred V fr-voltigeurs 360 skirmish 90 66 180\n",
    );
    let rallies = field.id("D");
    field.world.unit_mut(rallies).bound = Bound::Rallying(run);
    let after = field.play(&steps, &[], &[]).unwrap().world;
    assert!(after.unit(rallies).pose.at.y > 70 * CM);
    assert_eq!((after.unit(rallies).order, after.unit(field.id("V")).order), (Order::Unformed, Order::Formed));
    for friend in ["pr-fusiliers-1813 60 skirmish", "fr-foot-8 8 deployed"] {
        let army = format!(
            "blue V fr-voltigeurs 60 skirmish 90 50 180\nblue F {friend} 90 47 0\nred A pr-line-1813 480 line 90 105 180\n"
        );
        let mut field = crate::field::field(&army);
        let evades = field.id("V");
        let unit = field.world.unit_mut(evades);
        (unit.bound, unit.order) = (Bound::Evading(run), Order::Unformed);
        let after = field.play(&steps, &[], &[]).unwrap().world;
        let passed = after.unit(field.id("F"));
        assert!(passed.now.passed, "{friend} {:?}", after.unit(evades).pose);
        assert_eq!((after.unit(evades).order, passed.order), (Order::Unformed, Order::Formed), "{friend}");
        assert!(!passed.now.silenced);
    }
}

/// A unit that reads Retraite before a charge which fire then stops is not caught: it goes back (LA-GAP-25).
#[test]
fn who_is_not_caught_goes_back() {
    let mut field = field("blue H fr-hussars 360 line 90 40 0\nred A pr-line-1813 480 line 90 44 180\n");
    without_generals(&mut field);
    let (own, enemy) = (field.id("H"), field.id("A"));
    field.world.quarter = 1;
    field.world.hits.push(Hit { by: enemy, at: own, losses: 20, loose: true, half: 1 });
    let unit = field.world.unit_mut(own);
    let lands = Landing { on: enemy, way: 5 * CM, bonus: true, plain: false, aspect: Aspect::Front };
    unit.charge = Some(Charging { lands: Some(lands), ..charging(Sort::Charge) });
    (unit.losses, unit.memory.routs) = (119, 1);
    unit.left[0] -= 3;
    field.world.unit_mut(enemy).memory.routs = 1;
    let steps = [Step::LandingTests, Step::Contact];
    // Arrêt for the hussars: they halt; the line turns back.
    let after = field.play(&steps, &[1, 1], &[]).unwrap().world;
    assert!(!after.engaged(own) && after.unit(own).charge.is_none());
    assert!(matches!(after.unit(enemy).bound, Bound::Leaving(Leaving { how: Leave::Retreat, .. })));
    // Obéir: they catch it turning.
    let after = field.play(&steps, &[1, 6], &[]).unwrap().world;
    assert!(after.engaged(own) && !after.unit(enemy).leaves());
}

/// A charge that stops moves its quarter in full and no more (LA-CHA-33): its distance bonus does not bring it to the
/// enemy.
#[test]
fn a_charge_that_stops_has_no_bonus() {
    let lands = |far: i32| {
        let army = format!("blue H fr-hussars 360 line 90 40 0\nred A pr-line-1813 480 line 90 {} 180\n", 40 + far);
        let mut field = field(&army);
        let (own, enemy) = (field.id("H"), field.id("A"));
        field.world.quarter = 3;
        let charge = Charging { stops: Some(3), ..charging(Sort::Charge) };
        field.world.unit_mut(own).charge = Some(charge);
        field.world.papers_mut(Side::Blue).unwrap().targets.insert(own, enemy);
        let after = field.play(&[Step::Charges], &[], &[]).unwrap().world;
        let unit = after.unit(own).clone();
        (unit.charge.is_some_and(|charge| charge.lands.is_some()), unit.pose.at.y - 40 * CM, unit.order)
    };
    assert!(lands(7).0);
    assert_eq!(lands(12), (false, 15 * CM / 2, Order::Unformed));
}

/// Semi-regulars test at the first fire that they receive, even without losses (LA-GAP-24, 7), and at no later one.
#[test]
fn a_first_fire_without_losses_is_felt() {
    let mut field = field("blue L pr-landwehr 480 line 90 40 0\nred A pr-line-1813 60 line 90 58 180\n");
    without_generals(&mut field);
    let played = field.play(&half()[3..], &[1, 3], &[("L", "hold_fire", None)]).unwrap();
    assert_eq!(played.world.unit(field.id("L")).losses, 0);
    assert_eq!(tests_of(&played.events, field.id("L")), 1);
    field.world = played.world;
    let played = field.play(&half()[3..], &[1], &[("L", "hold_fire", None)]).unwrap();
    assert_eq!(tests_of(&played.events, field.id("L")), 0);
}

/// A unit that has fired at a landing charge for the first quarter may still fire for the second, at an enemy that came
/// within range only then (LA-GAP-64).
#[test]
fn only_the_quarters_that_were_fired_are_spent() {
    let army = "blue X fr-hussars 360 line 60 50 0\nblue Y fr-line 540 line 95 40 0\n\
        red A pr-line-1813 480 line 60 60 180\nred T pr-line-1813 480 line 75 64 180\n";
    let mut field = field(army);
    without_generals(&mut field);
    let (own, far) = (field.id("X"), field.id("A"));
    let charge = Charging { sort: Sort::Charge, since: 1, until: 4, quarters: 0, ..charging(Sort::Charge) };
    field.world.unit_mut(own).charge = Some(charge);
    field.world.papers_mut(Side::Blue).unwrap().targets.insert(own, far);
    let said = [("T", "fire", Some("X")), ("A", "hold_fire", None), ("Y", "hold_fire", None)];
    let way: [Manoeuvre; 2] = [Manoeuvre::Ahead(7 * CM / 2), Manoeuvre::Stand];
    let steps: Vec<Step> = std::iter::once(Step::Plans).chain(half().into_iter().skip(3)).collect();
    let played = field.play_marching(&steps, &[1, 6, 1], &said, &[("Y", &way)]).unwrap();
    assert!(offered(&played, "fire", field.id("T")).iter().any(|does| does == "fire"));
}

/// Guns caught while they unlimber finish it and are in disorder (LA-ART-11); caught limbering or re-forming they are
/// only unformed, like any unit that changes (LA-GAP-12).
#[test]
fn guns_are_in_disorder_only_when_caught_unlimbering() {
    let changes = [
        ("limbered", Formation::InPosition, Formation::InPosition, Order::Disordered),
        ("limbered", Formation::Limbered, Formation::Limbered, Order::Unformed),
        ("deployed", Formation::Limbered, Formation::InPosition, Order::Unformed),
    ];
    for (from, to, stands, order) in changes {
        let mut field = field(&format!("blue H fr-hussars 360 line 90 40 0\nred K fr-foot-8 8 {from} 90 42 180\n"));
        without_generals(&mut field);
        let (own, guns) = (field.id("H"), field.id("K"));
        field.world.quarter = 1;
        let lands = Landing { on: guns, way: 5 * CM, bonus: true, plain: false, aspect: Aspect::Front };
        field.world.unit_mut(own).charge = Some(Charging { lands: Some(lands), ..charging(Sort::Charge) });
        field.world.unit_mut(guns).doing = Some(Doing { what: What::Form(to), until: 2 });
        let after = field.play(&[Step::Contact], &[], &[]).unwrap().world;
        assert!(after.engaged(guns));
        assert_eq!((after.unit(guns).formation, after.unit(guns).order), (stands, order), "{from} {to:?}");
    }
}

/// A unit that has lost a melee and goes back is put clear facing its own edge: it pays for no turn and moves from the
/// next quarter on (LA-GAP-25).
#[test]
fn who_leaves_a_melee_does_not_turn() {
    let mut field = field("blue H fr-hussars 360 line 90 40 0\nred M pr-line-1813 480 line 90 40 180\n");
    without_generals(&mut field);
    in_contact(&mut field, "H", "M", Aspect::Front);
    let line = field.id("M");
    let going_back = (1..=6).find_map(|die| {
        let after = field.play(&[Step::Melee], &[4, 1, die], &[]).unwrap().world;
        let leaves = matches!(after.unit(line).bound, Bound::Leaving(Leaving { how: Leave::Retreat, .. }));
        leaves.then_some(after)
    });
    let after = going_back.unwrap();
    assert_eq!((after.unit(line).pose.facing, after.unit(line).order), (0, Order::Unformed));
    let was = after.unit(line).pose.at.y;
    field.world = after;
    let after = field.play(&[Step::Compelled], &[], &[]).unwrap().world;
    // A quarter of the column's 16 cm.
    assert_eq!(after.unit(line).pose.at.y - was, 4 * CM);
}

/// A unit caught while turning about to evade is unformed, but not attacked from behind (LA-GAP-52).
#[test]
fn an_evader_caught_turning_is_not_taken_from_behind() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred V pr-jager 240 skirmish 90 54 180\n";
    let mut field = field(army);
    without_generals(&mut field);
    let (horse, loose) = (field.id("H"), field.id("V"));
    field.world.unit_mut(horse).charge = Some(Charging { quarters: 0, ..charging(Sort::Charge) });
    field.world.papers_mut(Side::Blue).unwrap().targets.insert(horse, loose);
    let run = Run { from: Some(horse), reacting: 0, turning: 1, moved: 0, past: None };
    field.world.unit_mut(loose).bound = Bound::Evading(run);
    let steps = [Step::Compelled, Step::Charges, Step::Contact];
    let after = field.play(&steps, &[], &[]).unwrap().world;
    assert_eq!(after.contact(horse, loose).unwrap().of(horse).aspect, Aspect::Front);
    assert_eq!((after.unit(loose).order, after.unit(loose).pose.facing), (Order::Unformed, 0));
}

/// Guns left by their gunners are lost while an enemy stands at them (LA-GAP-55).
#[test]
fn guns_in_enemy_hands_are_lost() {
    let lost = |y: f64| {
        let mut field = field(&format!("blue F fr-line 540 line 90 {y} 0\nred K fr-foot-8 8 deployed 90 40.9 180\n"));
        let guns = field.id("K");
        field.world.unit_mut(guns).guns = Guns::Unmanned;
        field.rules.lost(&field.world, Side::Red)
    };
    // Four gunners of 20 points, in tenths.
    assert_eq!((lost(40.0), lost(30.0)), (800, 0));
}

/// A unit that enters a melee of its own does not charge: a charge that lands on it makes it test (LA-GAP-24, 2), once
/// even if it is under fire, too.
#[test]
fn who_enters_tests_before_a_charge() {
    let army =
        "blue H fr-hussars 360 line 90 40 0\nred M pr-line-1813 480 line 90 44 180\nblue F fr-line 540 line 60 30 0\n";
    let mut field = field(army);
    without_generals(&mut field);
    let (horse, line, other) = (field.id("H"), field.id("M"), field.id("F"));
    field.world.quarter = 1;
    let lands = |on| Some(Landing { on, way: 5 * CM, bonus: true, plain: false, aspect: Aspect::Front });
    field.world.unit_mut(horse).charge = Some(Charging { lands: lands(line), ..charging(Sort::Charge) });
    field.world.unit_mut(line).charge = Some(Charging { lands: lands(other), ..charging(Sort::Entry) });
    field.world.hits.push(Hit { by: other, at: line, losses: 20, loose: false, half: 1 });
    let played = field.play(&[Step::LandingTests], &[6], &[]).unwrap();
    assert_eq!(tests_of(&played.events, line), 1);
    let charged = |event: &game::Event| matches!(&event.deed, Deed::Tested { breakdown, .. } if breakdown.of == Some(Ref::Unit(line)) && format!("{:?}", breakdown.lines).contains("open_against_cavalry"));
    assert!(played.events.iter().any(charged));
}

/// Two units that charge each other meet with their bonuses, even if one has to leave squadrons behind on its way
/// (LA-GAP-47, 1, LA-CHA-35).
#[test]
fn who_splits_on_its_way_to_a_charger_charges_home() {
    let army = "blue H fr-hussars 360 line 90 40 0\nblue F fr-line 540 march_column 78 52 0\nred D pr-dragoons 360 line 97 62 180\n";
    prove(&[r::LA_CHA_35], |book: &Book| {
        let mut field = field_of(book, army);
        without_generals(&mut field);
        let (own, other) = (field.id("H"), field.id("D"));
        let said = [("H", "charge", Some("D")), ("D", "charge", Some("H"))];
        let after = field.play(&half()[..11], &[4, 4], &said).unwrap().world;
        assert_eq!(after.unit(own).figures(), 9, "three squadrons of four go on");
        let contact = after.contact(own, other).unwrap();
        assert!(contact.of(own).bonus && contact.of(other).bonus);
    });
}

/// The bonus of the first fire is for close order: skirmishers have none (LA-GAP-07).
#[test]
fn skirmishers_have_no_first_fire() {
    let first = |formation: &str| {
        let army = format!("blue V fr-voltigeurs 240 {formation} 90 40 0\nred A pr-line-1813 480 line 90 55 180\n");
        let mut field = field(&army);
        without_generals(&mut field);
        let played = field.play(&half()[3..], &[1, 1], &[]).unwrap();
        let fires = played.events.iter().filter_map(|event| match &event.deed {
            Deed::Tested { breakdown, .. } if breakdown.of == Some(Ref::Unit(field.id("V"))) => {
                Some(format!("{:?}", breakdown.lines))
            }
            _ => None,
        });
        fires.filter(|lines| lines.contains("fire_value")).map(|lines| lines.contains("first_fire")).next()
    };
    assert_eq!((first("line"), first("skirmish")), (Some(true), Some(false)));
}

/// A charge whose target runs before it in the last quarter goes on by its distance bonus, and is unformed (LA-CHA-27).
#[test]
fn a_charge_that_finds_nobody_runs_out() {
    let mut field = field("blue H fr-hussars 360 line 90 40 0\nred A pr-line-1813 480 line 90 60 180\n");
    without_generals(&mut field);
    let (own, target) = (field.id("H"), field.id("A"));
    field.world.quarter = 4;
    let lands = Landing { on: target, way: 7 * CM, bonus: true, plain: false, aspect: Aspect::Front };
    field.world.unit_mut(own).charge = Some(Charging { lands: Some(lands), ..charging(Sort::Charge) });
    let after = field.play(&[Step::Contact], &[], &[]).unwrap().world;
    let unit = after.unit(own);
    assert_eq!((unit.pose.at.y, unit.order, unit.charge.is_none()), (47 * CM, Order::Unformed, true));
}
