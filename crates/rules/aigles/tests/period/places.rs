//! End places of units: no overlaps, no contact after leaving a melee, no unit taken that has a way out.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, Said, field_of, field_on};
use game::Side;
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Bound, Contact, Fate, Hold, Leave, Leaving, Life, Object, Orders, Plan, Run, World};
use grognard_aigles::{Attitude, Book, Formation, Order, r};
use rulebook::proof::prove;
use table::{Manoeuvre, distance, overlaps};

const CM: i32 = 650;

/// One quarter of normal moves by these plans, in the order given.
fn moved(field: &mut Field, side: Side, plans: &[(&str, Manoeuvre)]) -> World {
    for (who, leg) in plans {
        let id = field.id(who);
        field.world.papers_mut(side).unwrap().plans.insert(id, Plan::March(vec![leg.clone()]));
    }
    field.play(&[Step::Compelled, Step::Moves], &[], &[]).unwrap().world
}

/// A unit that leaves.
fn leaves(field: &mut Field, who: &str, how: Leave) {
    let id = field.id(who);
    field.world.unit_mut(id).bound = Bound::Leaving(Leaving { how, moved: 1, turning: 0 });
}

/// A line whose wheel a friend stops does not overlap that friend even slightly, wherever on its arc they meet: from an
/// overlap it would go on through the friend (LA-GAP-62).
#[test]
fn a_wheel_stops_clear_of_a_friend() {
    prove(&[r::LA_GAP_62], |book: &Book| {
        for tenths in 0..12 {
            let y = 40.5 + f64::from(tenths) / 10.0;
            let army = format!(
                "blue F fr-line 540 line 90 40 0\nblue G fr-line 540 march_column 78 {y} 180\nred A pr-line-1813 480 line 90 110 180\n"
            );
            let mut field = field_of(book, &army);
            let after = moved(&mut field, Side::Blue, &[("F", Manoeuvre::Wheel(4_500))]);
            let body = |name: &str| field.rules.body(&after, field.id(name));
            assert!(!overlaps(&body("F"), &body("G")), "{y}");
            assert!(after.unit(field.id("F")).pose != field.world.unit(field.id("F")).pose, "{y}");
        }
    });
}

/// A column that goes through a line coming towards it disorganises both, whichever is processed first (LA-GAP-17).
#[test]
fn a_column_passes_through_a_line_that_comes_towards_it() {
    for army in [
        "blue L fr-line 540 line 90 40 0\nblue C fr-line 540 march_column 90 41 180\nred A pr-line-1813 480 line 90 110 180\n",
        "blue C fr-line 540 march_column 90 41 180\nblue L fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 110 180\n",
    ] {
        let mut field = field_of(&Book::new(), army);
        let ahead = Manoeuvre::Ahead(3 * CM);
        let after = moved(&mut field, Side::Blue, &[("L", ahead.clone()), ("C", ahead)]);
        let orders = ["L", "C"].map(|name| after.unit(field.id(name)).order);
        assert_eq!(orders, [Order::Disorganised; 2]);
    }
}

/// A leaving unit caught by an enemy that does not follow stays in contact until they have fought (LA-GAP-84); a unit
/// that is followed moves on (LA-GAP-50).
#[test]
fn a_leaver_in_contact_stays_for_the_melee() {
    let army = "blue H fr-hussars 360 line 90 50 0\nred M pr-line-1813 480 line 90 51.5 0\n";
    prove(&[r::LA_GAP_84], |book: &Book| {
        for (follows, how) in [(false, Leave::Retreat), (false, Leave::Rout), (true, Leave::Rout)] {
            let mut field = field_of(book, army);
            let (hussars, prey) = (field.id("H"), field.id("M"));
            leaves(&mut field, "M", how);
            if follows {
                field.world.unit_mut(hussars).bound = Bound::Following { whom: prey, uncontrolled: false, until: 8 };
            }
            let contact = Contact { pair: [hussars, prey], hold: [Hold::default(); 2], rounds: 0, drawn: 0, since: 1 };
            field.world.contacts.push(contact);
            let after = field.play(&[Step::Compelled], &[], &[]).unwrap().world;
            assert!(after.engaged(prey));
            assert_eq!(after.unit(prey).pose != field.world.unit(prey).pose, follows, "{how:?}");
        }
    });
}

/// A follower that another enemy has entered stands there until they have fought (LA-GAP-84): the unit that it followed
/// is free.
#[test]
fn a_follower_who_is_entered_stays_for_the_melee() {
    let army = "blue H fr-hussars 360 line 90 50 0\nred M pr-line-1813 480 line 90 51.5 0\nred A pr-line-1813 480 march_column 74.98 48 90\n";
    prove(&[r::LA_GAP_84], |book: &Book| {
        for entered in [false, true] {
            let mut field = field_of(book, army);
            let (hussars, prey, other) = (field.id("H"), field.id("M"), field.id("A"));
            leaves(&mut field, "M", Leave::Rout);
            field.world.unit_mut(hussars).bound = Bound::Following { whom: prey, uncontrolled: true, until: 8 };
            for enemy in [prey, other].into_iter().take(1 + usize::from(entered)) {
                let pair = [hussars, enemy];
                field.world.contacts.push(Contact { pair, hold: [Hold::default(); 2], rounds: 0, drawn: 0, since: 1 });
            }
            let after = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap().world;
            let (was, is) = (field.world.unit(hussars).pose, after.unit(hussars).pose);
            assert_eq!(is == was, entered, "{was:?} {is:?}");
            assert_eq!(after.contact(hussars, prey).is_none(), entered);
            assert_eq!(after.contact(hussars, other).is_some(), entered);
            assert_eq!(after.unit(hussars).bound == Bound::Free, entered);
            let fights = distance(&field.rules.body(&after, hussars), &field.rules.body(&after, other)).cm;
            assert!(!entered || fights < CM / 10, "it fights where it stands: {fights}");
        }
    });
}

/// A rallying unit that an enemy comes into contact with on its way, without following it, stands there until they have
/// fought, and rallies no more (LA-GAP-84); before a follower it goes on, and an enemy engaged before the rally is left
/// behind (LA-RAL-03).
#[test]
fn a_rally_that_is_held_stays_for_the_melee() {
    let army = "blue H fr-hussars 360 line 90 50 0\nred D pr-dragoons 360 line 90 51.5 0\n";
    prove(&[r::LA_GAP_84], |book: &Book| {
        for (follows, moved, held) in [(false, 1, true), (true, 1, false), (false, 0, false)] {
            let mut field = field_of(book, army);
            let (hussars, prey) = (field.id("H"), field.id("D"));
            let run = Run { from: Some(hussars), reacting: 0, turning: 0, moved, past: None };
            field.world.unit_mut(prey).bound = Bound::Rallying(run);
            if follows {
                field.world.unit_mut(hussars).bound = Bound::Following { whom: prey, uncontrolled: false, until: 8 };
            }
            let pair = [hussars, prey];
            field.world.contacts.push(Contact { pair, hold: [Hold::default(); 2], rounds: 0, drawn: 0, since: 1 });
            let after = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap().world;
            let (was, is) = (field.world.unit(prey), after.unit(prey));
            assert_eq!(is.pose == was.pose, held, "{:?} {:?}", was.pose, is.pose);
            assert_eq!(is.bound == Bound::Free, held, "{:?}", is.bound);
            assert!(!held || after.contact(hussars, prey).is_some());
        }
    });
}

/// An enemy close behind a line that must leave bars no way merely by standing where its wings turn (LA-GAP-63): the
/// line is not taken and moves away.
#[test]
fn an_enemy_behind_a_line_does_not_take_it() {
    // The other units define the home edge: to the south.
    let army = "blue F fr-line 540 line 90 60 197\nblue X fr-line 540 line 30 20 0\nblue Y fr-line 540 line 150 20 0\nred A pr-line-1813 480 march_column 90 61.6 197\n";
    let mut field = field_of(&Book::new(), army);
    leaves(&mut field, "F", Leave::Retreat);
    let before =
        distance(&field.rules.body(&field.world, field.id("F")), &field.rules.body(&field.world, field.id("A")));
    assert!((1..CM).contains(&before.cm), "{}", before.cm);
    let after = field.play(&[Step::Compelled], &[], &[]).unwrap().world;
    assert!(after.unit(field.id("F")).present());
    let far = distance(&field.rules.body(&after, field.id("F")), &field.rules.body(&after, field.id("A"))).cm;
    let (was, is) = (field.world.unit(field.id("F")).pose, after.unit(field.id("F")).pose);
    assert!(is.at.y < was.at.y - CM && far >= before.cm, "{was:?} {is:?} {} {far}", before.cm);
}

/// A recoiling unit goes back from the point of contact (LA-GAP-49, 6), even if the middle of the enemy's long line
/// lies behind it.
#[test]
fn a_line_touched_at_its_end_recoils_from_it() {
    let army = "blue F fr-line 540 line 90 60 0\nred A pr-line-1813 960 line 63.88 50.17 141\n";
    let mut field = field_of(&Book::new(), army);
    let pair = [field.id("F"), field.id("A")];
    field.world.contacts.push(Contact { pair, hold: [Hold::default(); 2], rounds: 0, drawn: 0, since: 1 });
    let after = field.play(&[Step::Melee], &[1, 6, 3], &[]).unwrap().world;
    let [was, is] = [&field.world, &after].map(|w| field.rules.body(w, pair[0]));
    assert_eq!(is.pose.at.y, was.pose.at.y - 3 * CM);
    // The touched end: a figure has been removed from the other (LA-GAP-69).
    let end = |piece: &table::Piece| piece.pose.at.x - piece.front / 2;
    assert!((end(&was) - end(&is)).abs() <= table::SLACK, "{was:?} {is:?}");
}

/// A line touched at one end loses its figures at the other (LA-GAP-69): no gap opens between it and its enemy.
#[test]
fn a_line_loses_figures_on_the_flank_away_from_the_enemy() {
    let army = "blue F fr-line 540 line 90 60 0\nred A pr-line-1813 960 march_column 103.5 59.25 270\n";
    prove(&[r::LA_GAP_69], |book: &Book| {
        let mut field = field_of(book, army);
        let pair = [field.id("F"), field.id("A")];
        field.world.contacts.push(Contact { pair, hold: [Hold::default(); 2], rounds: 1, drawn: 0, since: 1 });
        let after = field.play(&[Step::Melee], &[1, 6, 3], &[]).unwrap().world;
        let [was, is] = [&field.world, &after].map(|w| field.rules.body(w, pair[0]));
        assert!(is.front < was.front - 3 * CM, "{was:?} {is:?}");
        let end = |piece: &table::Piece| piece.pose.at.x + piece.front / 2;
        assert!((end(&was) - end(&is)).abs() <= table::SLACK, "{was:?} {is:?}");
    });
}

/// A house of 20 by 10 cm.
const HOUSE: &str = "masonry_building 80 40 100 50";

/// Two figures in a house, attacked from the side of their own edge, after this many melees lost in a row: one lost
/// round, with the die of their test.
fn stormed(book: &Book, lost: u8, die: u8, said: &[Said<'_>]) -> (Field, World) {
    let army = "blue F fr-line 60 garrison 90 45 0\nred A pr-line-1813 480 march_column 90 39.98 0\n";
    let mut field = field_on(book, HOUSE, army);
    let pair = [field.id("F"), field.id("A")];
    field.world.quarter = 4;
    field.world.contacts.push(Contact { pair, hold: [Hold::default(); 2], rounds: 0, drawn: 0, since: 4 });
    let memory = &mut field.world.unit_mut(pair[0]).memory;
    (memory.lost_in_a_row, memory.routs) = (lost, 1);
    for general in &mut field.world.generals {
        general.life = Life::Gone(Fate::Left);
    }
    let after = field.play(&[Step::Melee], &[1, 6, die], said).unwrap().world;
    (field, after)
}

/// A garrison that has lost keeps its house on Obéir; on Arrêt it leaves it on the far side, unformed, and a winner
/// enters, disorganised, or not, by its owner's choice (LA-GAP-49, 7, LA-GAP-74).
#[test]
fn a_garrison_is_turned_out() {
    prove(&[r::LA_GAP_49], |book: &Book| {
        let (field, after) = stormed(book, 1, 3, &[]);
        let garrison = after.unit(field.id("F"));
        assert_eq!((garrison.formation, garrison.order), (Formation::Garrison, Order::Disorganised));
        assert!(after.engaged(field.id("F")));

        let (field, after) = stormed(book, 1, 1, &[]);
        let (out, winner) = (after.unit(field.id("F")), after.unit(field.id("A")));
        assert_eq!((out.inside, out.formation, out.order), (None, Formation::Column, Order::Unformed));
        assert_eq!(out.bound, Bound::Free);
        // To the north, away from the enemy that came from the south, and not far.
        assert!((50 * CM..53 * CM).contains(&out.pose.at.y), "{:?}", out.pose);
        assert_eq!((winner.inside.is_some(), winner.order), (true, Order::Disorganised));
        assert!(!after.engaged(field.id("F")) && !after.engaged(field.id("A")));

        let (field, after) = stormed(book, 1, 1, &[("A", "halt", None)]);
        assert_eq!(after.unit(field.id("F")).inside, None);
        assert_eq!(after.unit(field.id("A")).formation, Formation::Column);
    });
}

/// On a result worse than Arrêt it leaves from there (LA-GAP-25); with enemies at every wall it is taken.
#[test]
fn a_garrison_leaves_from_its_house() {
    let (field, after) = stormed(&Book::new(), 2, 1, &[]);
    let out = after.unit(field.id("F"));
    assert!(matches!(out.bound, Bound::Leaving(Leaving { how: Leave::Retreat, .. })), "{:?}", out.bound);
    assert!(out.inside.is_none() && out.pose.at.y >= 50 * CM, "{:?}", out.pose);

    let army = "blue F fr-line 120 garrison 90 45 0\nred A pr-line-1813 480 line 90 39.98 0\nred B pr-line-1813 480 line 90 50.02 180\nred C pr-line-1813 480 march_column 79.98 45 90\nred D pr-line-1813 480 march_column 100.02 45 270\n";
    let mut field = field_on(&Book::new(), HOUSE, army);
    field.world.quarter = 4;
    let garrison = field.id("F");
    field.world.unit_mut(garrison).memory.lost_in_a_row = 2;
    for name in ["A", "B", "C", "D"] {
        let pair = [garrison, field.id(name)];
        field.world.contacts.push(Contact { pair, hold: [Hold::default(); 2], rounds: 0, drawn: 0, since: 4 });
    }
    let after = field.play(&[Step::Melee], &[1, 6, 6, 6, 6, 1], &[]).unwrap().world;
    assert_eq!(after.unit(garrison).life, Life::Gone(Fate::Taken));
    assert!(["A", "B", "C", "D"].iter().any(|name| after.unit(field.id(name)).inside.is_some()));
}

/// A hedge costs an ordinary entry a quarter, as it does a march, and the order of its ranks (LA-GAP-72); a unit
/// without a hedge comes into contact in that time.
#[test]
fn a_hedge_costs_an_entry_a_quarter() {
    let army = "blue F fr-line 540 march_column 90 40 0\nred A pr-line-1813 480 line 90 46 180\n";
    let enters = |hedge: &str| {
        let mut field = field_on(&Book::new(), hedge, army);
        let id = field.id("F");
        let orders = Orders { attitude: Attitude::Attack, object: Object::None };
        field.world.papers_mut(Side::Blue).unwrap().orders.insert(id, orders);
        let mut steps = vec![Step::Plans, Step::Declarations, Step::Reactions];
        steps.extend([Step::Compelled, Step::Moves, Step::Compelled, Step::Moves]);
        let played = field.play(&steps, &[], &[("F", "enter", Some("A"))]).unwrap();
        let unit = played.world.unit(id);
        let lands = unit.charge.as_ref().is_some_and(|charge| charge.lands.is_some());
        (lands, unit.order)
    };
    assert_eq!(enters("hedge 0 41 180 41.2"), (false, Order::Disorganised));
    assert_eq!(enters(""), (true, Order::Formed));
}
