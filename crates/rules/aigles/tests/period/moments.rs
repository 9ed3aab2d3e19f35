//! Questions and counts at their moments: fire of a reaction, charges that stop, evasions, pursuits, notes.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, charging, field_of, field_on, field_staffed, half, offered, told, without_generals};
use game::{Deed, Quiet, Ref, Side};
use grognard_aigles::resolve::fire::cell;
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Bound, Charging, Fate, Leave, Leaving, Life, Object, Orders, Run, Sort, Unit};
use grognard_aigles::{Attitude, Book, Formation, Order, r};
use rulebook::proof::prove;
use table::Point;

const CM: i32 = 650;

/// In the quarter of its reaction an evading unit still fires (LA-MVT-11): 12.5 of 20 cm are left at its end.
#[test]
fn an_evader_fires_in_its_reaction() {
    let army = "blue V fr-voltigeurs 240 skirmish 90 40 0\nred H fr-hussars 360 line 90 60 180\n";
    prove(&[r::LA_MVT_11], |book: &Book| {
        let field = field_of(book, army);
        let played = field.play(&half()[..18], &[4, 3], &[("H", "charge", Some("V"))]).unwrap();
        assert_eq!(told(&played.events, field.id("H"), "fired_at").len(), 1);
        assert!(matches!(played.world.unit(field.id("V")).bound, Bound::Evading(_)));
    });
}

/// So does a counter-charging unit; carbines reach 15 cm.
#[test]
fn a_counter_charger_fires_in_its_reaction() {
    let army = "blue M fr-line 540 line 90 40 0\nred F fr-line 540 march_column 90 58 180\n";
    prove(&[r::LA_MVT_11], |book: &Book| {
        let field = field_of(book, army);
        let said = [("F", "charge", Some("M")), ("M", "counter_charge", None)];
        // The tests of both; M has stood in the first quarter, from 18 to 13.5 cm.
        let played = field.play(&half(), &[4, 4, 3], &said).unwrap();
        assert_eq!(told(&played.events, field.id("F"), "fired_at").len(), 1);
    });
}

/// A charge whose target evades may stop in its second quarter, which it moves in full (LA-CHA-33): the printed
/// example.
#[test]
fn a_charge_stops_when_its_prey_evades() {
    let army = "blue V fr-voltigeurs 240 skirmish 90 40 0\nred H fr-hussars 360 line 90 70 180\n";
    prove(&[r::LA_CHA_33], |book: &Book| {
        let field = field_of(book, army);
        let said = [("V", "evade", None), ("H", "charge", Some("V")), ("H", "stop_charge", None)];
        let played = field.play(&half()[..15], &[4], &said).unwrap();
        let hussars = played.world.unit(field.id("H"));
        assert_eq!((hussars.pose.at.y, hussars.order), (55 * CM, Order::Unformed));
        assert!(hussars.charge.is_none());
        let asked = played.asked.iter().filter(|(slot, _)| slot.kind == "stop_charge").count();
        assert_eq!(asked, 1, "not in its first quarter");
    });
}

/// A unit that follows a beaten, running enemy fights it with all figures, with 2 for following and nothing in addition
/// for the rear (LA-RAL-15, LA-GAP-50).
#[test]
fn a_pursuit_is_no_first_round() {
    // The other units define the home edge: to the north.
    let army = "blue H fr-hussars 360 line 90 50 0\nred M pr-line-1813 480 line 90 51.5 0\nred X pr-line-1813 480 line 30 110 180\nred Y pr-line-1813 480 line 150 110 180\n";
    let mut field = field_of(&Book::new(), army);
    let (hussars, prey) = (field.id("H"), field.id("M"));
    field.world.unit_mut(prey).bound = Bound::Leaving(Leaving { how: Leave::Rout, moved: 1, turning: 0 });
    field.world.unit_mut(prey).order = Order::Disordered;
    field.world.unit_mut(hussars).bound = Bound::Following { whom: prey, uncontrolled: false, until: 8 };
    field.world.unit_mut(hussars).memory.fought = true;
    let after = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap().world;
    assert!(after.contact(hussars, prey).is_some(), "{:?} {:?}", after.unit(hussars), after.unit(prey));
    field.world = after;
    field.world.quarter = 4;
    let played = field.play(&[Step::Melee], &[3, 3, 4], &[]).unwrap();
    // 5 - 1 disorganised + 2 = 6, die 3: row 7, all 12 figures.
    let losses = i64::from(cell(&Book::new(), 7, 12, &mut Quiet));
    assert_eq!(told(&played.events, prey, "struck"), [losses]);
    // All 16 answer: 4 - 5 in disorder = -1, die 3: row 0.
    let losses = i64::from(cell(&Book::new(), 0, 16, &mut Quiet));
    assert_eq!(told(&played.events, hussars, "struck"), [losses]);
}

/// So does a unit that follows a rallying one: all figures of both fight, the follower disorganised with 2 for
/// following, the rallying unit unformed (LA-RAL-15).
#[test]
fn a_rally_that_is_followed_is_no_first_round() {
    let army = "blue H fr-hussars 360 line 90 50 0\nred D pr-cuirassiers 360 line 90 53 0\nred X pr-line-1813 480 line 30 110 180\nred Y pr-line-1813 480 line 150 110 180\n";
    prove(&[r::LA_RAL_12, r::LA_RAL_15], |book: &Book| {
        let mut field = field_of(book, army);
        let (hussars, prey) = (field.id("H"), field.id("D"));
        field.world.unit_mut(prey).bound =
            Bound::Rallying(Run { from: Some(hussars), reacting: 0, turning: 0, moved: 1, past: None });
        field.world.unit_mut(hussars).bound = Bound::Following { whom: prey, uncontrolled: false, until: 8 };
        field.world.unit_mut(hussars).memory.fought = true;
        let after = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap().world;
        assert!(after.contact(hussars, prey).is_some(), "{:?} {:?}", after.unit(hussars), after.unit(prey));
        assert_eq!((after.unit(hussars).order, after.unit(prey).order), (Order::Disorganised, Order::Unformed));
        field.world = after;
        field.world.quarter = 4;
        let played = field.play(&[Step::Melee], &[3, 3, 4], &[]).unwrap();
        // 5 - 1 disorganised + 2 = 6, die 3: row 7, all 12 figures.
        let losses = i64::from(cell(book, 7, 12, &mut Quiet));
        assert_eq!(told(&played.events, prey, "struck"), [losses]);
    });
}

/// A unit does not evade before an enemy that cannot reach it (LA-ESQ-01, LA-GAP-52); its first quarter goes directly
/// away from the one that can (LA-GAP-32).
#[test]
fn an_evasion_has_a_cause() {
    prove(&[r::LA_GAP_52], |book: &Book| {
        let army = "blue V fr-voltigeurs 240 skirmish 90 40 0\nred H fr-hussars 360 line 90 100 180\n";
        let field = field_of(book, army);
        let played = field.play(&[Step::Plans, Step::Declarations], &[], &[("V", "evade", None)]).unwrap();
        assert_eq!(played.world.unit(field.id("V")).bound, Bound::Free);
        let void = |event: &game::Event| matches!(&event.deed, Deed::Note { what, .. } if *what == "evasion_void");
        let told: Vec<&game::Event> = played.events.iter().filter(|event| void(event)).collect();
        assert!(matches!(told[..], [event] if !event.seen_by(Some(Side::Red))), "known to its side alone");
    });
    prove(&[r::LA_GAP_32], |book: &Book| {
        let army = "blue V fr-voltigeurs 240 skirmish 90 60 90\nblue X fr-line 540 line 125 10 0\nblue Y fr-line 540 line 155 10 0\nred H fr-hussars 360 line 120 60 270\n";
        let field = field_of(book, army);
        let played = field.play(&half()[..15], &[], &[("V", "evade", None)]).unwrap();
        let (was, is) = (field.world.unit(field.id("V")).pose.at, played.world.unit(field.id("V")).pose.at);
        assert!(is.x < was.x - 4 * CM && (is.y - was.y).abs() < CM, "{was:?} {is:?}");
    });
}

/// A unit between a charger and its target is in the strip that the charger has after turning to its target (LA-GAP-46,
/// 3, LA-CHA-13).
#[test]
fn evaders_stand_between_the_charger_and_its_target() {
    let army = "red H fr-hussars 360 line 90 40 0\nblue M fr-line 540 march_column 118 70 180\nblue J fr-voltigeurs 120 skirmish 84 76 180\nblue K fr-voltigeurs 120 skirmish 108 58 180\n";
    let field = field_of(&Book::new(), army);
    let played = field.play(&[Step::Plans, Step::Declarations], &[4], &[("H", "charge", Some("M"))]).unwrap();
    let evades = |name: &str| matches!(played.world.unit(field.id(name)).bound, Bound::Evading(_));
    assert_eq!((evades("J"), evades("K")), (false, true));
}

/// An uncontrolled advance is announced with its target, and the units that it threatens are asked at once: to carry
/// on, or to halt and fire in the quarter of their reaction (LA-GAP-66).
#[test]
fn an_uncontrolled_advance_is_answered() {
    let army = "blue F fr-line 540 march_column 90 40 0\nred A pr-line-1813 480 line 90 55 180\n";
    let mut field = field_of(&Book::new(), army);
    let (own, enemy) = (field.id("F"), field.id("A"));
    (field.world.quarter, field.world.step) = (1, Step::Contact);
    field.world.unit_mut(own).bound = Bound::Advancing { until: 5, at: Some(enemy) };
    let charge = |sort: Sort| Charging { since: 2, until: 5, quarters: 0, ..charging(sort) };
    field.world.unit_mut(own).charge = Some(charge(Sort::Uncontrolled));
    let played = field.play(&[Step::Close], &[], &[]).unwrap();
    assert_eq!(offered(&played, "react", enemy), ["carry_on", "halt"]);
    // A charge that was declared in time is answered then (F), and a counter-charge is not answered.
    field.world.unit_mut(own).charge = Some(charge(Sort::Counter));
    let played = field.play(&[Step::Close], &[], &[]).unwrap();
    assert!(offered(&played, "react", enemy).is_empty());
}

/// An advance caused by a test is announced to both sides at once, with its charge, and the threatened units are asked
/// in the same step (LA-GAP-66).
#[test]
fn an_uncontrolled_advance_is_announced() {
    let army = "blue F fr-line 540 march_column 90 40 0\nblue G fr-line 540 march_column 100 38 0\nred A pr-line-1813 480 line 90 55 180\n";
    let mut field = field_of(&Book::new(), army);
    let (own, enemy) = (field.id("F"), field.id("A"));
    (field.world.quarter, field.world.step) = (1, Step::Contact);
    field.world.generals[0].with = Some(own);
    field.world.unit_mut(own).now.visited = true;
    let said = |value: &'static str| [("F", value, None)];
    let played = field.play(&[Step::Close], &[6], &said("plus_3")).unwrap();
    let place = |found: &dyn Fn(&Deed) -> bool| {
        played.events.iter().position(|event| found(&event.deed) && event.seen == game::Audience::All)
    };
    let told = place(&|deed| matches!(deed, Deed::Note { what, .. } if *what == "uncontrolled_advance")).unwrap();
    let charge = place(&|deed| matches!(deed, Deed::Declared { by, .. } if *by == Ref::Unit(own))).unwrap();
    assert!(told < charge);
    assert_eq!(offered(&played, "react", enemy), ["carry_on", "halt"]);
    assert!(matches!(played.world.unit(own).bound, Bound::Advancing { until: 5, .. }));
    // Held back by its general it obeys, and no unit is asked anything.
    let played = field.play(&[Step::Close], &[6], &said("minus_3")).unwrap();
    assert!(offered(&played, "react", enemy).is_empty());
    assert_eq!(played.world.unit(own).bound, Bound::Free);
}

/// A unit in uncontrolled advance charges whatever its order (LA-CHA-11), also disorganised (LA-GAP-25). It makes no
/// charge forbidden to all: with its figures across their line (LA-PIV-10), up a hill (LA-CHA-31).
#[test]
fn an_uncontrolled_advance_charges_without_an_order() {
    let army = "blue F fr-line 540 march_column 90 40 0\nblue G fr-line 540 march_column 100 38 0\nred A pr-line-1813 480 line 90 55 180\n";
    let charges = |book: &Book, ground: &str, change: &dyn Fn(&mut Unit)| {
        let mut field = field_on(book, ground, army);
        let own = field.id("F");
        field.world.quarter = 1;
        field.world.generals[0].with = Some(own);
        let orders = Orders { attitude: Attitude::Hold, object: Object::None };
        field.world.papers_mut(Side::Blue).unwrap().orders.insert(own, orders);
        field.world.unit_mut(own).now.visited = true;
        change(field.world.unit_mut(own));
        let played = field.play(&[Step::Close], &[6], &[("F", "plus_3", None)]).unwrap();
        let unit = played.world.unit(own);
        let charge = unit.charge.as_ref().map(|charge| charge.sort);
        (matches!(unit.bound, Bound::Advancing { .. }), charge)
    };
    let (charged, advanced) = ((true, Some(Sort::Uncontrolled)), (true, None));
    let loose = |unit: &mut Unit| unit.order = Order::Disorganised;
    let across = |unit: &mut Unit| (unit.turned, unit.order) = (1, Order::Disorganised);
    let hill = "hill 60 50 120 80 1";
    prove(&[r::LA_CHA_11], |book: &Book| assert_eq!(charges(book, "", &|_| ()), charged));
    assert_eq!(charges(&Book::new(), "", &loose), charged);
    prove(&[r::LA_PIV_10], |book: &Book| assert_eq!(charges(book, "", &across), advanced));
    prove(&[r::LA_CHA_31, r::LA_GAP_21], |book: &Book| assert_eq!(charges(book, hill, &|_| ()), advanced));
}

/// The fire of others at a charged unit ends with the quarter before the landing (LA-GAP-06, 6): even if the charge is
/// stopped by fire and does not arrive, they have fired for a quarter of the period, not for two.
#[test]
fn fire_at_who_is_charged_ends_before_the_landing() {
    let army =
        "blue H fr-hussars 360 line 90 52 0\nblue F fr-line 540 line 74 64 60\nred A pr-line-1813 480 line 90 68 180\n";
    prove(&[r::LA_GAP_06], |book: &Book| {
        let mut field = field_of(book, army);
        without_generals(&mut field);
        let [own, friend, enemy] = ["H", "F", "A"].map(|name| field.id(name));
        field.world.unit_mut(enemy).memory.tested_for = [own, friend].into_iter().collect();
        let unit = field.world.unit_mut(own);
        (unit.losses, unit.memory.routs, unit.memory.tested_at) = (119, 1, [true, true]);
        unit.left[0] -= 3;
        // Its own test, the fire of the charged unit, the tests of both, the fire of the half.
        let played = field.play(&half(), &[4, 6, 6, 1, 3], &[("H", "charge", Some("A"))]).unwrap();
        assert!(!played.world.engaged(enemy));
        assert_eq!(told(&played.events, enemy, "fired_at"), [4]);
    });
}

/// Infantry does not enter a melee against cavalry that is not fighting (LA-GAP-20).
#[test]
fn infantry_does_not_enter_against_cavalry() {
    let enters = |book: &Book, enemy: &str| {
        let army = format!("blue F fr-line 540 march_column 90 50 0\nred D {enemy} line 90 62 180\n");
        let field = field_of(book, &army);
        let played = field.play(&[Step::Plans], &[], &[]).unwrap();
        offered(&played, "plan", field.id("F")).contains(&"enter".to_owned())
    };
    prove(&[r::LA_GAP_20], |book: &Book| assert!(!enters(book, "pr-dragoons 360")));
    assert!(enters(&Book::new(), "pr-line-1813 480"));
}

/// A unit whose covered friend is gone holds its place (LA-GAP-76), and does not charge.
#[test]
fn who_covers_a_friend_that_is_gone_holds() {
    let army =
        "blue H fr-hussars 360 line 90 40 0\nblue F fr-line 540 line 120 40 0\nred A pr-line-1813 480 line 90 60 180\n";
    let charges = |book: &Book, gone: bool| {
        let mut field = field_of(book, army);
        let (own, friend) = (field.id("H"), field.id("F"));
        let orders = Orders { attitude: Attitude::Cover, object: Object::Friend(friend) };
        field.world.papers_mut(Side::Blue).unwrap().orders.insert(own, orders);
        if gone {
            field.world.unit_mut(friend).life = Life::Gone(Fate::Left);
        }
        let played = field.play(&[Step::Plans], &[], &[]).unwrap();
        offered(&played, "plan", own).contains(&"charge".to_owned())
    };
    prove(&[r::LA_GAP_76], |book: &Book| assert!(!charges(book, true)));
    assert!(charges(&Book::new(), false));
}

/// Each aide carries a note (LA-GAP-14): two orders leave at once.
#[test]
fn every_aide_takes_a_note() {
    let army =
        "blue F fr-line 540 line 60 60 0\nblue G fr-line 540 line 120 60 0\nred A pr-line-1813 480 line 90 110 180\n";
    let field = field_staffed(&Book::new(), "", army, 2);
    let played = field.play(&[Step::Plans], &[], &[]).unwrap();
    let sheets = played.asked.iter().filter(|(slot, _)| slot.side == Side::Blue).flat_map(|(_, fields)| fields);
    let officers: Vec<&game::Field> =
        sheets.filter(|field| matches!(field.about, Ref::Unit(id) if played.world.general_of(id).is_some())).collect();
    assert_eq!(officers.len(), 2);
    // A general who is with a unit speaks to it in person.
    let mut near = field_staffed(&Book::new(), "", army, 0);
    near.world.generals[0].with = Some(near.id("F"));
    let played = near.play(&[Step::Plans], &[], &[]).unwrap();
    let chief = near.world.general_id(0);
    assert_eq!(offered(&played, "plan", chief), ["no_note", "note"]);
}

/// Officers do not ride over impassable ground, not even to a unit (LA-GAP-59).
#[test]
fn nobody_joins_across_a_river() {
    let army = "blue F fr-line 540 line 60 60 0\nred A pr-line-1813 480 line 90 110 180\n";
    let joins = |ground: &str| {
        let field = field_on(&Book::new(), ground, army);
        let mut then = Field { world: field.world.clone(), ..field };
        then.world.quarter = 2;
        let played = then.play(&[Step::Officers], &[], &[]).unwrap();
        offered(&played, "officers", then.world.general_id(0)).iter().any(|does| does == "join")
    };
    assert!(joins(""));
    assert!(!joins("river 0 54 180 57"));
    assert!(joins("river 0 54 180 57\nbridge 55 53 65 58"));
}

/// A general who stands in a river with a unit may ride out of it, and over no other (LA-GAP-59).
#[test]
fn a_general_leaves_the_river_he_stands_in() {
    let army = "blue F fr-line 540 line 60 64 0\nred A pr-line-1813 480 line 90 110 180\n";
    let joins = |ground: &str| {
        let mut field = field_on(&Book::new(), ground, army);
        field.world.quarter = 2;
        field.world.generals[0].at = Point::new(60 * 650, 111 * 325);
        let played = field.play(&[Step::Officers], &[], &[]).unwrap();
        offered(&played, "officers", field.world.general_id(0)).iter().any(|does| does == "join")
    };
    assert!(joins("river 0 54 180 57"));
    assert!(!joins("river 0 54 180 57\nriver 0 58 180 59"));
    assert!(!joins("river 0 56 180 57"), "he stands before it");
}

/// A general lost in a won melee counts in the next step of tests (LA-GAP-24, 9, LA-GAP-65).
#[test]
fn a_general_lost_is_mourned_later() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 110 180\n";
    let mut field = field_of(&Book::new(), army);
    let own = field.id("F");
    field.world.quarter = 4;
    field.world.unit_mut(own).now.bereaved = 40;
    let played = field.play(&[Step::Compelled, Step::Close], &[3], &[]).unwrap();
    assert_eq!(played.world.unit(own).now.bereaved, 0, "once");
}

/// A target in the arc at the start of the quarter counts, even if it ends beside the arc (LA-GAP-64).
#[test]
fn who_rides_out_of_the_arc_has_been_under_fire() {
    let army = "blue F fr-line 540 line 90 40 0\nred H fr-hussars 240 line 90 56 180\n";
    let mut field = field_of(&Book::new(), army);
    let (own, enemy) = (field.id("F"), field.id("H"));
    field.world = field.play(&[Step::Compelled], &[], &[]).unwrap().world;
    field.world.unit_mut(enemy).pose.at = Point::new(124 * CM, 47 * CM);
    let after = field.play(&[Step::LandingFire], &[], &[]).unwrap().world;
    assert_eq!(after.counting.get(&(own, enemy)).map(|counting| counting.quarters), Some(1));
}

/// Guns with friends in front support no unit by mere nearness (LA-GAP-54).
#[test]
fn masked_guns_support_nobody() {
    let test = |x: u8, y: u8| {
        let army = format!(
            "blue F fr-line 540 line 90 40 0\nblue K fr-foot-8 8 deployed {x} {y} 0\nred A pr-line-1813 480 line 30 110 180\n"
        );
        let mut field = field_of(&Book::new(), &army);
        let own = field.id("F");
        field.world.quarter = 1;
        field.world.unit_mut(own).now.visited = true;
        let played = field.play(&[Step::Close], &[3], &[]).unwrap();
        let points = played.events.iter().find_map(|event| match &event.deed {
            Deed::Tested { breakdown, .. } => Some(breakdown.total()),
            _ => None,
        });
        points.unwrap().to_string()
    };
    let (beside, behind) = (test(108, 40), test(90, 36));
    assert_eq!(beside.parse::<i32>().unwrap(), behind.parse::<i32>().unwrap() + 1);
}

/// A square that reads an uncontrolled advance opens and advances (LA-GAP-66); one that has lost a melee and does not
/// open stands (LA-GAP-49, 7).
#[test]
fn a_square_leaves_its_square() {
    use grognard_aigles::resolve::morale::{Effect, MoraleResult, Occasion, Reader, effect};
    let book = Book::new();
    let square = Reader { formation: Formation::HollowSquare, ..Reader::default() };
    assert_eq!(effect(&book, Occasion::MeleeLost, MoraleResult::Uncontrolled, &square), Effect::Stands);
    assert_eq!(effect(&book, Occasion::Other, MoraleResult::Uncontrolled, &square), Effect::Opens);
}

/// The table is read for each kind of figure (LA-GAP-45): 12 fusiliers and 3 grenadiers of Feu 4, 3 voltigeurs of Feu 5
/// at 10 cm: 4 - 2 beyond a third, die 3: rows 3, 3 and 4, half of 30 + 10 + 15.
#[test]
fn companies_fire_by_themselves() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 840 line 90 50 180\n";
    let mut field = field_of(&Book::new(), army);
    let own = field.id("F");
    field.world.unit_mut(own).fresh_muskets = false;
    let said = [("F", "fire", Some("A")), ("A", "hold_fire", None)];
    let played = field.play(&half()[3..], &[3, 3], &said).unwrap();
    assert_eq!(told(&played.events, field.id("A"), "fired_at"), [28]);
}

/// Evading units turn aside to a place behind a friend where they may stop, once it is near enough to their way
/// (LA-GAP-63).
#[test]
fn evaders_bend_to_their_friends() {
    let army = "blue V fr-voltigeurs 240 skirmish 90 60 180\nblue F fr-line 540 line 108 40 0\nred A pr-line-1813 480 line 90 110 180\n";
    prove(&[r::LA_GAP_52], |book: &Book| {
        let mut field = field_of(book, army);
        let id = field.id("V");
        let run = Run { from: None, reacting: 0, turning: 0, moved: 1, past: None };
        field.world.unit_mut(id).bound = Bound::Evading(run);
        let after = field.play(&[Step::Compelled, Step::Rallies, Step::Charges], &[], &[]).unwrap().world;
        // To the battalion in the south-east: that way differs from the straight one by about 40 degrees.
        assert!(after.unit(id).pose.at.x > 90 * CM + 2 * CM, "{:?}", after.unit(id).pose);
    });
}

/// Two friends side by side: a unit that covers one does not charge an enemy far from it, and only its owner is told
/// (LA-GAP-13, LA-GAP-76).
#[test]
fn who_covers_a_friend_charges_near_him() {
    let army =
        "blue C fr-hussars 360 line 60 40 0\nblue F fr-line 540 line 120 40 0\nred A pr-dragoons 240 line 60 70 180\n";
    let mut field = field_of(&Book::new(), army);
    let (own, friend) = (field.id("C"), field.id("F"));
    let orders = Orders { attitude: Attitude::Cover, object: Object::Friend(friend) };
    field.world.papers_mut(Side::Blue).unwrap().orders.insert(own, orders);
    let played = field.play(&[Step::Plans, Step::Declarations], &[], &[("C", "charge", Some("A"))]).unwrap();
    assert!(played.world.unit(own).charge.is_none());
    let seen = played.events.iter().filter(|event| event.seen_by(Some(Side::Red)));
    let declared = |event: &&game::Event| matches!(event.deed, Deed::Declared { .. });
    assert_eq!(seen.filter(declared).count(), 0);
}

/// A unit that attacks over a hedge is at a disadvantage, a unit behind it is covered (LA-COM-02, LA-GAP-72), also
/// against an ordinary entry.
#[test]
fn a_hedge_covers_who_stands_behind_it() {
    let army = "blue F fr-line 540 line 90 52 180\nred A pr-line-1813 480 march_column 90 51.29 0\n";
    let field = field_on(&Book::new(), "hedge 60 51.3 120 51.5", army);
    let mut steps = half();
    steps.truncate(20);
    let said = [("A", "enter", Some("F")), ("F", "hold_fire", None)];
    let met = field.play(&steps, &[], &said).unwrap().world;
    assert!(met.contact(field.id("A"), field.id("F")).is_some(), "{:?}", met.unit(field.id("A")).pose);
    let then = Field { world: met, ..field };
    let played = then.play(&[Step::Melee], &[3, 3, 4], &[]).unwrap();
    let covered = |name: &str| {
        let of = Some(Ref::Unit(then.id(name)));
        played.events.iter().any(|event| match &event.deed {
            Deed::Tested { breakdown, .. } => {
                breakdown.of == of
                    && breakdown.test == "melee"
                    && breakdown.lines.iter().any(|line| format!("{line:?}").contains("light_cover"))
            }
            _ => false,
        })
    };
    // The malus is that of the unit striking at a covered one.
    assert_eq!((covered("A"), covered("F")), (true, false));
}

/// A scenario without objectives still has something to attack: an order names a place (LA-GAP-13).
#[test]
fn an_order_leads_to_a_place() {
    let text = armies::Library::embedded().text("premier-feu").unwrap();
    let start = text.find("[[objectives]]").unwrap();
    let end = start + text[start..].find("[victory").unwrap();
    let bare = format!("{}{}", &text[..start], &text[end..]);
    let library = armies::Library::embedded();
    let scenario = armies::parse_with(&bare, "bare", library.troops()).unwrap();
    let rules = grognard_aigles::LesAigles::for_scenario(Book::new(), &scenario, library).unwrap();
    let world = game::Rules::begin(&rules).0.world;
    let foot = game::UnitId(0);
    let orders = rules.usual_orders(&world, foot);
    assert_eq!(orders.attitude, Attitude::Attack);
    assert!(rules.aim_of(&world, &orders).is_some());
}
