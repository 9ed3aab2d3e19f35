//! Ground under units without a plan: charges, routs, retreats, rallies; slopes.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, QUARTER, field, field_of, field_on, field_with, half, offered};
use game::drift::compare;
use game::{Ask, Play, Ref, Reply, Rules, Shape, Slot, Term};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Bound, Leave, Leaving, Run};
use grognard_aigles::{Book, Order, r};
use rulebook::proof::prove;
use rulebook::steps::Played;
use table::{Manoeuvre, Point, Pose};

const CM: i32 = 650;

/// Distance that the middle of a unit has gone south.
fn south(field: &Field, played: &Played<grognard_aigles::world::World>, name: &str) -> i32 {
    let id = field.id(name);
    field.rules.body(&field.world, id).pose.at.y - field.rules.body(&played.world, id).pose.at.y
}

/// Plough slows a charge but not its bonus (LA-GAP-72, LA-GAP-82): 7.5 + 7 cm reach 14 in the open, 5.625 + 7 do not.
#[test]
fn plough_slows_a_charge() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 54 180\n";
    let charge = |ground: &str| {
        let field = field_on(&Book::new(), ground, army);
        let played = field.play(&half()[..6], &[4], &[("H", "charge", Some("D"))]).unwrap();
        let lands = played.world.unit(field.id("H")).charge.as_ref().unwrap().lands.is_some();
        (lands, -south(&field, &played, "H"))
    };
    assert_eq!(charge(""), (true, 15 * CM / 2));
    assert_eq!(charge("plough 60 30 120 60"), (false, 45 * CM / 8));
    // Half of the quarter in the open.
    let (lands, gone) = charge("plough 60 43.75 120 60");
    assert!(!lands && (gone - (15 * CM / 4 + 45 * CM / 16)).abs() <= 10, "{gone}");
}

/// An ordinary entry moves over the ground like a march.
#[test]
fn scrub_slows_an_entry() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 46 180\n";
    let enters = |ground: &str| {
        let field = field_on(&Book::new(), ground, army);
        let played = field.play(&half()[..7], &[], &[("H", "enter", Some("D"))]).unwrap();
        played.world.unit(field.id("H")).charge.as_ref().is_some_and(|charge| charge.lands.is_some())
    };
    assert!(enters("") && !enters("scrub 60 30 120 60"));
}

/// A battalion that leaves for home for this many quarters.
fn leaves(ground: &str, how: Leave, quarters: usize) -> (Field, Played<grognard_aigles::world::World>) {
    let army = "blue F fr-line 540 march_column 90 69 0\nred A pr-line-1813 480 line 90 110 180\n";
    let mut field = field_on(&Book::new(), ground, army);
    let id = field.id("F");
    let unit = field.world.unit_mut(id);
    unit.bound = Bound::Leaving(Leaving { how, moved: 0, turning: 0 });
    unit.order = if how == Leave::Retreat { Order::Formed } else { Order::Disordered };
    let steps: Vec<Step> = std::iter::repeat_n(QUARTER, quarters).flatten().collect();
    let played = field.play(&steps, &[], &[]).unwrap();
    (field, played)
}

/// A wood halves the way of a rout, and costs a retreat its formation (LA-GAP-72).
#[test]
fn a_wood_slows_who_leaves() {
    let gone = |ground: &str, how: Leave| {
        let (field, played) = leaves(ground, how, 1);
        (south(&field, &played, "F"), played.world.unit(field.id("F")).order)
    };
    // 18 x 3/2 / 4, and half of it; 4.5 and half of it.
    assert_eq!(gone("", Leave::Rout).0, 27 * CM / 4);
    assert_eq!(gone("forest 60 20 120 70", Leave::Rout).0, 27 * CM / 8);
    assert_eq!(gone("", Leave::Retreat), (9 * CM / 2, Order::Formed));
    assert_eq!(gone("forest 60 20 120 70", Leave::Retreat), (9 * CM / 4, Order::Unformed));
}

/// A hedge costs a leaving unit a quarter, and the order of its ranks (LA-GAP-72).
#[test]
fn a_hedge_costs_who_leaves_a_quarter() {
    let hedge = "hedge 0 57 180 57.2";
    let at = |quarters: usize| {
        let (field, played) = leaves(hedge, Leave::Retreat, quarters);
        (south(&field, &played, "F"), played.world.unit(field.id("F")).order)
    };
    let (before, after) = (28 * CM / 10, 28 * CM / 10 + 9 * CM / 2);
    // Up to it, over it, and on.
    for (quarters, far, order) in
        [(1, before, Order::Formed), (2, before, Order::Disorganised), (3, after, Order::Disorganised)]
    {
        let (gone, ranks) = at(quarters);
        assert!((gone - far).abs() <= 60, "{quarters}: {gone}, {far}");
        assert_eq!(ranks, order, "{quarters}");
    }
}

/// Marsh slows a rally: a quarter of the 9 cm of its column; before a wall that cavalry cannot cross it turns aside at
/// once.
#[test]
fn marsh_slows_a_rally() {
    let army = "blue H fr-hussars 360 march_column 90 70 0\nred A pr-line-1813 480 line 90 110 180\n";
    let gone = |ground: &str| {
        let mut field = field_on(&Book::new(), ground, army);
        let id = field.id("H");
        let run = Run { from: None, reacting: 0, turning: 0, moved: 1, past: None };
        field.world.unit_mut(id).bound = Bound::Rallying(run);
        let played = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap();
        (south(&field, &played, "H"), played.world.unit(id).pose.at.x - field.world.unit(id).pose.at.x)
    };
    assert_eq!((gone(""), gone("marsh 60 20 120 70")), ((9 * CM, 0), (9 * CM / 4, 0)));
    let (_, aside) = gone("wall 80 55 100 55.2");
    assert!(aside.abs() > CM, "{aside}");
}

/// The odds of a charge include the ground behind its target: a unit that runs before it is caught in a wood.
#[test]
fn odds_know_the_ground() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred M pr-line-1813 480 line 90 53 180\n";
    let mut charges = 0;
    for ground in ["forest 60 54.8 120 90", "plough 60 30 120 90", "hedge 60 57 120 57.2"] {
        let mut field = field_on(&Book::new(), ground, army);
        let id = field.id("M");
        let unit = field.world.unit_mut(id);
        (unit.losses, unit.memory.tested_at) = (240, [true, true]);
        unit.left = [8].into_iter().collect();
        let state = Play::new(field.world.clone(), [Step::Plans]);
        for luck in 0..3 {
            let drift = compare(&field.rules, &state, luck);
            let differs: Vec<String> = drift.differs.iter().map(ToString::to_string).collect();
            assert!(differs.is_empty(), "{ground}, {luck}: {differs:#?}");
            charges += drift.compared.get(&Term::of("charge")).copied().unwrap_or(0);
        }
    }
    assert!(charges > 0, "{charges}");
}

/// A way uphill costs the same in one leg and in several (LA-GAP-72): the last 5 cm before a higher level rise, the top
/// is flat.
#[test]
fn a_slope_costs_the_same_in_any_number_of_legs() {
    let army = "blue F fr-line 540 march_column 90 40 0\nred A pr-line-1813 480 line 90 110 180\n";
    let fits = |legs: &[i32]| {
        let field = field_on(&Book::new(), "hill 60 47 120 80 1", army);
        let legs: Vec<Manoeuvre> = legs.iter().map(|mm| Manoeuvre::Ahead(mm * CM / 10)).collect();
        field.play_marching(&[Step::Plans], &[], &[], &[("F", &legs)]).is_ok()
    };
    // Of 9 cm 2 in the open and 5 at three quarters: a third of a centimetre is left for the top.
    for first in [10, 20, 45, 60, 69, 70] {
        assert!(fits(&[first, 73 - first]) && !fits(&[first, 75 - first]), "{first}");
    }
    assert!(fits(&[73]) && !fits(&[75]));
}

/// Four figures that run before a charge go round a battalion too large for them to pass through (LA-RES-03,
/// LA-GAP-38).
#[test]
fn who_runs_at_once_goes_round_a_large_friend() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred M pr-line-1813 480 line 90 52 180\nred G pr-line-1813 480 line 90 56 180\n";
    let mut field = field(army);
    let (runs, friend) = (field.id("M"), field.id("G"));
    let unit = field.world.unit_mut(runs);
    (unit.losses, unit.memory.tested_at) = (360, [true, true]);
    unit.left = [4].into_iter().collect();
    // The charger's test, M's fire, M's test.
    let played = field.play(&half()[..10], &[4, 1, 1], &[("H", "charge", Some("M"))]).unwrap();
    assert!(played.world.unit(runs).runs(), "{:?}", played.world.unit(runs).bound);
    assert_eq!((played.world.unit(friend).order, played.world.unit(friend).now.passed), (Order::Formed, false));
}

/// Half speed through friends (LA-GAP-17): a column that goes through a line, and a rout through a battalion.
#[test]
fn nobody_hurries_through_friends() {
    let army = "blue F fr-hussars 360 march_column 90 38 0\nblue L fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 110 180\n";
    prove(&[r::LA_GAP_17], |book: &Book| {
        let field = field_of(book, army);
        let way = [Manoeuvre::Ahead(16 * CM)];
        let played = field.play_marching(&half(), &[], &[], &[("F", &way)]).unwrap();
        // Half a centimetre to the rear of the line, 8.5 cm of the quarter and the 9 of the next by halves.
        let gone = -south(&field, &played, "F");
        assert!((gone - 37 * CM / 4).abs() <= 20, "{gone}");
        for name in ["F", "L"] {
            assert_eq!(played.world.unit(field.id(name)).order, Order::Disorganised);
        }
    });
    let army = "blue F fr-line 540 march_column 90 69 0\nblue G fr-line 360 line 90 58 0\nred A pr-line-1813 480 line 90 110 180\n";
    let mut field = field(army);
    let id = field.id("F");
    let unit = field.world.unit_mut(id);
    unit.bound = Bound::Leaving(Leaving { how: Leave::Rout, moved: 1, turning: 0 });
    unit.order = Order::Disordered;
    let played = field.play(&[Step::Compelled], &[], &[]).unwrap();
    assert_eq!(played.world.unit(field.id("G")).order, Order::Disordered);
    // Of 6.75 cm 2 in the open.
    let gone = south(&field, &played, "F");
    assert!((gone - 2 * CM - 19 * CM / 8).abs() <= 20, "{gone}");
}

/// A place is checked for the formation that the unit is to take there (LA-GAP-56, LA-GAP-72): skirmishers may stand
/// among rocks, a line may not.
#[test]
fn a_place_is_judged_by_the_formation_taken_there() {
    let zone = "[[blue.zones]]\narea = [[0, 0], [1170, 0], [1170, 300], [0, 300]]\n";
    let placed = |stood: &str, takes: &'static str| {
        let army = format!("blue V fr-voltigeurs 360 {stood} 90 10 0\nred A pr-line-1813 480 line 90 110 180\n");
        let field = field_with(&Book::new(), "rocks 86 30 94 36", &army, 0, zone);
        let about = Ref::Unit(field.id("V"));
        let there = Pose { at: Point::new(90 * CM, 33 * CM), facing: 0 };
        let reply = |_: &Slot, ask: &Ask| -> Vec<Reply> {
            let placed = |field: &game::Field| field.about == about && matches!(field.shape, Shape::Place { .. });
            let reply = |field: &game::Field| match placed(field) {
                true => Reply::Placed(there, Some(Term::of(takes))),
                false => field.default.clone(),
            };
            ask.fields.iter().map(reply).collect()
        };
        rulebook::steps::play(&field.rules, &field.world, &[Step::Deploy], &[], reply).is_ok()
    };
    assert!(placed("line", "skirmish") && !placed("skirmish", "line"));
}

/// A retreating unit at a hedge that cannot move to either side does not turn onto a friend beside it (LA-GAP-63).
#[test]
fn who_cannot_go_a_step_turns_upon_nobody() {
    let army = "blue F fr-line 540 line 90 60 90\nblue G fr-line 540 march_column 94 61 0\nred A pr-line-1813 480 line 90 110 180\n";
    for hedge in ["hedge 0 58.7 180 58.9", "hedge 0 59 180 59.2", "hedge 0 59.3 180 59.5", ""] {
        let mut field = field_on(&Book::new(), hedge, army);
        let [id, friend] = ["F", "G"].map(|name| field.id(name));
        field.world.unit_mut(id).bound = Bound::Leaving(Leaving { how: Leave::Retreat, moved: 0, turning: 0 });
        let played = field.play(&[Step::Compelled], &[], &[]).unwrap();
        let [own, his] = [id, friend].map(|unit| field.rules.body(&played.world, unit));
        assert!(!table::overlaps(&own, &his), "{hedge}: {own:?} {his:?}");
    }
}

/// Threats take the ground into account (LA-GAP-46, LA-GAP-72): 30 cm are within 4 x 7.5 + 7, but not over plough; a
/// charge does not cross a hedge, and an entry of half speed reaches half as far.
#[test]
fn a_threat_goes_over_the_ground() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 70 180\nred A pr-line-1813 480 march_column 110 60 180\n";
    let asked = |ground: &str, does: &'static str, at: &'static str| {
        let field = field_on(&Book::new(), ground, army);
        let steps = [Step::Plans, Step::Declarations, Step::Reactions];
        let dice: &[u8] = if does == "charge" { &[4] } else { &[] };
        let played = field.play(&steps, dice, &[("H", does, Some(at))]).unwrap();
        ["D", "A"].map(|name| !offered(&played, "react", field.id(name)).is_empty())
    };
    assert_eq!(asked("", "charge", "D"), [true, true]);
    assert_eq!(asked("plough 60 30 120 80", "charge", "D"), [false, true]);
    assert_eq!(asked("hedge 100 55 120 55.2", "charge", "D"), [true, false]);
    let enters = |ground: &str, far: i32| {
        let army = format!("blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 {} 180\n", 40 + far);
        let field = field_on(&Book::new(), ground, &army);
        let steps = [Step::Plans, Step::Declarations, Step::Reactions];
        let played = field.play(&steps, &[], &[("H", "enter", Some("D"))]).unwrap();
        !offered(&played, "react", field.id("D")).is_empty()
    };
    assert!(enters("", 14) && !enters("", 16));
    assert!(enters("scrub 60 30 120 80", 7) && !enters("scrub 60 30 120 80", 9));
    // It moves up to the hedge, and over it, and the half is over; a unit already at the hedge has a quarter left.
    assert!(!enters("hedge 60 42 120 42.2", 7) && enters("hedge 60 40.02 120 40.2", 7));
    assert!(!enters("hedge 60 40.02 120 40.2", 9) && !enters("wall 60 40.02 120 40.2", 7), "no horse crosses a wall");
}

/// A unit does not evade before an enemy that the ground keeps off (LA-ESQ-01, LA-GAP-19, LA-GAP-52).
#[test]
fn an_evasion_needs_somebody_who_could_come() {
    let army = "blue V fr-voltigeurs 240 skirmish 90 40 0\nred H fr-hussars 360 line 90 70 180\n";
    let evades = |ground: &str| {
        let field = field_on(&Book::new(), ground, army);
        let played = field.play(&[Step::Plans, Step::Declarations], &[], &[("V", "evade", None)]).unwrap();
        matches!(played.world.unit(field.id("V")).bound, Bound::Evading(_))
    };
    assert!(evades("") && !evades("plough 60 30 120 80") && !evades("hedge 60 60 120 60.2"));
}

/// The computer's generals expect of a charge and of an entry only what the ground allows.
#[test]
fn what_is_expected_of_an_attack_goes_over_the_ground() {
    let reaches = |ground: &str, far: i32| {
        let army = format!("blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 {} 180\n", 40 + far);
        let field = field_on(&Book::new(), ground, &army);
        let play = Play::new(field.world.clone(), [Step::Plans]);
        let seen = field.rules.redact(&play, game::Side::Blue);
        field.rules.clash(&seen, field.id("H"), field.id("D")).reaches
    };
    // A distance is estimated to within a tenth (LA-CHA-05): 37 cm in the open, 29.5 over plough.
    assert!(reaches("", 33) && !reaches("", 42));
    assert!(reaches("plough 60 30 120 80", 26) && !reaches("plough 60 30 120 80", 33));
    assert!(!reaches("hedge 60 60 120 60.2", 26));
}

/// An uncontrolled advance charges an enemy that it could reach over the ground, otherwise it goes on towards it
/// (LA-GAP-25, LA-GAP-66).
#[test]
fn an_uncontrolled_advance_charges_whom_it_could_reach() {
    let army = "blue F fr-line 540 march_column 90 40 0\nblue G fr-line 540 march_column 100 38 0\nred A pr-line-1813 480 line 90 59 180\n";
    let advances = |ground: &str| {
        let mut field = field_on(&Book::new(), ground, army);
        let id = field.id("F");
        field.world.quarter = 1;
        field.world.generals[0].with = Some(id);
        field.world.unit_mut(id).now.visited = true;
        let played = field.play(&[Step::Close], &[6], &[("F", "plus_3", None)]).unwrap();
        let unit = played.world.unit(id);
        (matches!(unit.bound, Bound::Advancing { .. }), unit.charge.is_some())
    };
    // 19 cm are within 4 x 4.5 + 4; over scrub it comes 13.5 + 4, and over a hedge it does not charge.
    assert_eq!(advances(""), (true, true));
    assert_eq!(advances("scrub 60 40 120 80"), (true, false));
    assert_eq!(advances("hedge 60 50 120 50.2"), (true, false));
}

/// A march is shown as it will go: at half speed through the line on its way (LA-GAP-17), no farther than a friend that
/// blocks it (LA-GAP-62), at full speed if that friend marches off itself.
#[test]
fn a_march_is_shown_as_it_goes_through_friends() {
    let army = |friend: &str| {
        format!(
            "blue F fr-hussars 360 march_column 90 38 0\nblue L fr-line {friend} 0\nred A pr-line-1813 480 line 90 110 180\n"
        )
    };
    let way = [Manoeuvre::Ahead(18 * CM)];
    for (friend, shown) in [("540 line 90 40", 37 * CM / 4), ("90 march_column 90 43.5", 5 * CM / 2)] {
        let field = field(&army(friend));
        let mut play = Play::new(field.world.clone(), [Step::Plans]);
        play.go(&field.rules, None);
        let seen = field.rules.redact(&play, game::Side::Blue);
        let need = play.need().cloned().unwrap();
        let slots = if let game::Need::Answers(slots) = need { slots } else { Vec::new() };
        let slot = slots.iter().find(|slot| slot.side == game::Side::Blue).unwrap();
        let ask = field.rules.ask(&seen, slot);
        let replies: Vec<Reply> = ask.fields.iter().map(|f| f.default.clone()).collect();
        let marching = |replies: &[Reply], who: &str, legs: &[Manoeuvre]| {
            let mut replies = replies.to_vec();
            let id = field.id(who);
            let at = ask.fields.iter().position(|f| f.about == Ref::Unit(id) && matches!(f.shape, Shape::March { .. }));
            replies[at.unwrap()] = Reply::Marched(table::March { movers: vec![id.0], legs: legs.to_vec() });
            replies
        };
        let goes = |replies: &[Reply]| {
            let preview = field.rules.check(&seen, &ask, replies).unwrap();
            let (_, ghost) = preview.ghosts.iter().find(|(id, _)| *id == field.id("F")).unwrap();
            ghost[0].front_middle().y - 38 * CM
        };
        let alone = marching(&replies, "F", &way);
        let (gone, played) = (goes(&alone), field.play_marching(&half(), &[], &[], &[("F", &way)]).unwrap());
        assert_eq!(gone, -south(&field, &played, "F"), "{friend}: what is shown is what happens");
        assert!((gone - shown).abs() <= CM / 2, "{friend}: {gone}");
        let both = marching(&marching(&replies, "F", &[Manoeuvre::Ahead(5 * CM)]), "L", &[Manoeuvre::Ahead(7 * CM)]);
        assert_eq!(goes(&both), 5 * CM, "nobody stands there");
    }
}

/// Rallying cavalry turns aside at once before a wall, however near it stands to it: cavalry cannot cross one
/// (LA-GAP-72, LA-GAP-63).
#[test]
fn nobody_gets_over_what_is_closed_to_it() {
    let army = "blue H fr-hussars 360 march_column 90 70 0\nred A pr-line-1813 480 line 90 110 180\n";
    for twentieths in 0..60 {
        let south = 58.0 - f64::from(twentieths) / 20.0;
        let mut field = field_on(&Book::new(), &format!("wall 80 {} 100 {south}", south - 0.2), army);
        let id = field.id("H");
        let run = Run { from: None, reacting: 0, turning: 0, moved: 1, past: None };
        field.world.unit_mut(id).bound = Bound::Rallying(run);
        let played = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap();
        let (unit, was) = (played.world.unit(id), field.world.unit(id).pose.at);
        // It moves along the wall for its whole quarter: nothing keeps it there.
        let aside = (unit.pose.at.x - was.x).abs();
        assert!(unit.over.is_none() && aside > 9 * CM, "{south}: {:?} {:?}", unit.over, unit.pose);
    }
}

/// A unit that has crossed a hedge on its way has done so, whatever becomes of its retreat; one that was free in
/// between has to cross it again (LA-GAP-72).
#[test]
fn an_obstacle_is_got_over_once_on_a_way() {
    // It stands at a hedge on its way, which it has crossed in the last quarter, and then runs.
    let army = "blue F fr-hussars 360 line 90 63 0\nred A pr-line-1813 480 line 90 110 180\n";
    let goes = |free: bool| {
        let mut field = field_on(&Book::new(), "hedge 0 59.78 180 59.98", army);
        let id = field.id("F");
        let ends = [55, 65].map(|y| Point::new(90 * CM, y * CM));
        let hedge = field.rules.terrain.along(ends[0], ends[1])[0].feature;
        (field.world.quarter, field.world.generals[0].with) = (1, Some(id));
        let unit = field.world.unit_mut(id);
        unit.pose = Pose { at: Point::new(90 * CM, 60 * CM), facing: 18_000 };
        (unit.over, unit.now.visited) = (Some((hedge, 1)), !free);
        (unit.losses, unit.memory.tested_at) = (270, [true, true]);
        unit.left = [3].into_iter().collect();
        unit.bound = Bound::Rallying(Run { from: None, reacting: 0, turning: 0, moved: 1, past: None });
        let mut world = field.world.clone();
        if free {
            world.unit_mut(id).bound = Bound::Free;
            let stood = Field { world, ..field };
            world = stood.play(&[Step::Compelled], &[], &[]).unwrap().world;
            world.unit_mut(id).bound = Bound::Leaving(Leaving { how: Leave::Rout, moved: 1, turning: 0 });
            let then = Field { world, ..stood };
            let played = then.play(&[Step::Compelled], &[], &[]).unwrap();
            return south(&then, &played, "F");
        }
        let played = field.play(&[Step::Close, Step::Compelled], &[1], &[("F", "minus_3", None)]).unwrap();
        assert!(played.world.unit(id).runs(), "{:?}", played.world.unit(id).bound);
        south(&field, &played, "F")
    };
    assert!(goes(false) > 5 * CM, "{}", goes(false));
    assert!(goes(true) < CM / 10, "{}", goes(true));
}
