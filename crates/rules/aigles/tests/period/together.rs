//! Combined situations: two charges on one enemy, a charge that turns, squadrons around a column, detached companies,
//! guns without gunners, generals of another brigade.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, charging, field, field_of, field_with, half, offered, without_generals};
use game::{Deed, Ref, Side, UnitId};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{
    Bound, Charging, Contact, Fate, Guns, Hit, Hold, Landing, Leave, Leaving, Life, Run, Sort,
};
use grognard_aigles::{Aspect, Book, Formation, Order, r};
use rulebook::proof::prove;
use table::Manoeuvre;

const CM: i32 = 650;

/// The reported lines of the tests of a unit.
fn lines(events: &[game::Event], id: UnitId, test: &str) -> Vec<String> {
    let told = events.iter().filter_map(|event| match &event.deed {
        Deed::Tested { breakdown, .. } if breakdown.of == Some(Ref::Unit(id)) && breakdown.test == test => {
            Some(format!("{:?}", breakdown.lines))
        }
        _ => None,
    });
    told.collect()
}

/// Cavalry that tests under fire on its way counts as charging (LA-MOR-03): it has 1 more than when halted.
#[test]
fn cavalry_on_its_way_charges() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred A pr-line-1813 480 line 90 68 180\n";
    let told = |book: &Book, sort: Option<Sort>| {
        let mut field = field_of(book, army);
        without_generals(&mut field);
        let (own, enemy) = (field.id("H"), field.id("A"));
        field.world.quarter = 2;
        field.world.hits.push(Hit { by: enemy, at: own, losses: 20, loose: false, half: 1 });
        field.world.unit_mut(own).charge = sort.map(charging);
        let played = field.play(&[Step::Close], &[3], &[]).unwrap();
        lines(&played.events, own, "morale")[0].contains("cavalry_charging")
    };
    prove(&[r::LA_MOR_03], |book: &Book| assert!(told(book, Some(Sort::Charge))));
    let book = Book::new();
    assert!(!told(&book, None) && !told(&book, Some(Sort::Entry)));
}

/// A charge that lands on an enemy.
fn landing(on: UnitId, aspect: Aspect) -> Charging {
    let lands = Landing { on, way: 3 * CM, bonus: true, plain: false, aspect };
    Charging { lands: Some(lands), ..charging(Sort::Charge) }
}

/// A line that is charged in front and from behind (LA-CHA-32) counts any cavalry among the chargers, whichever is
/// named first (LA-MOR-02), and is covered only if all of them attack over the cover (LA-GAP-72).
#[test]
fn who_is_charged_on_two_sides_feels_both() {
    let foot = "blue F fr-line 540 march_column 90 40 0\n";
    let horse = "blue H fr-hussars 360 line 90 49 180\n";
    let line = "red M pr-line-1813 480 line 90 44 180\n";
    for army in [format!("{foot}{horse}{line}"), format!("{horse}{foot}{line}")] {
        let mut field = field(&army);
        without_generals(&mut field);
        let [foot, horse, target] = ["F", "H", "M"].map(|name| field.id(name));
        field.world.quarter = 4;
        field.world.unit_mut(foot).charge = Some(landing(target, Aspect::Front));
        field.world.unit_mut(horse).charge = Some(landing(target, Aspect::Rear));
        let played = field.play(&[Step::LandingTests], &[3], &[]).unwrap();
        let told = lines(&played.events, target, "morale");
        assert_eq!(told.len(), 1);
        assert!(told[0].contains("open_against_cavalry"), "{}", told[0]);
    }
}

/// A charge that has turned to its target again has its bonuses only if it then covers a whole quarter straight
/// (LA-CHA-15, LA-GAP-47, 3): its earlier move was on another line.
#[test]
fn a_charge_that_turns_begins_anew() {
    let bonus = |book: &Book, north: &str| {
        let army =
            format!("blue F fr-line 540 march_column 90 40 0\nred A pr-line-1813 480 march_column 97 {north} 180\n");
        let mut field = field_of(book, &army);
        let (own, enemy) = (field.id("F"), field.id("A"));
        field.world.quarter = 2;
        field.world.unit_mut(own).charge = Some(charging(Sort::Charge));
        field.world.papers_mut(Side::Blue).unwrap().targets.insert(own, enemy);
        let steps = [Step::Compelled, Step::Charges, Step::Compelled, Step::Charges];
        let played = field.play(&steps, &[], &[]).unwrap();
        played.world.unit(own).charge.as_ref().and_then(|charge| charge.lands.as_ref()).map(|lands| lands.bonus)
    };
    prove(&[r::LA_CHA_15], |book: &Book| assert_eq!(bonus(book, "43"), Some(false)));
    assert_eq!(bonus(&Book::new(), "46"), Some(true));
}

/// Squadrons that go around the corner of a column have as much room as its flank offers (LA-CHA-37, LA-GAP-48): of 9
/// cm three bases on each side.
#[test]
fn squadrons_find_room_along_a_flank() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred M fr-line 540 march_column 90 48 180\n";
    let field = field(army);
    let mut steps = half();
    steps.truncate(11);
    let played = field.play(&steps, &[4, 1, 6], &[("H", "charge", Some("M"))]).unwrap();
    let own = field.id("H");
    assert_eq!(played.world.contact(own, field.id("M")).unwrap().of(own).wraps, 6);
}

/// Against an unbroken square, only the figures around its faces fight in later rounds, too (LA-GAP-22, 2), including
/// those that have gone around its corners.
#[test]
fn squadrons_round_a_square_stay_there() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred M pr-line-1813 480 square 90 40.02 180\n";
    let mut field = field(army);
    without_generals(&mut field);
    let (own, square) = (field.id("H"), field.id("M"));
    field.world.quarter = 4;
    let came = Hold { came: true, wraps: 4, ..Hold::default() };
    let contact =
        |rounds: u8| Contact { pair: [own, square], hold: [came, Hold::default()], rounds, drawn: 0, since: 1 };
    for rounds in [0, 1] {
        field.world.contacts = vec![contact(rounds)];
        let played = field.play(&[Step::Melee], &[3, 3, 3], &[]).unwrap();
        assert!(lines(&played.events, own, "melee")[0].contains("LA-CHA-37"), "after {rounds} rounds");
    }
}

/// A detached company moves at its own rate, not at that of the battalion that it has left (LA-MVT-09, LA-GAP-53):
/// voltigeurs run at 20 cm by 3/2, fusiliers at 18.
#[test]
fn a_company_goes_at_its_own_pace() {
    let army = "blue F fr-line 540 line 60 69 0\nred A pr-line-1813 480 line 90 110 180\n";
    prove(&[r::LA_GAP_53], |book: &Book| {
        let mut field = field_of(book, army);
        let company = UnitId(2);
        let pose = table::Pose { at: table::Point::new(120 * CM, 69 * CM), facing: 18_000 };
        let unit = field.world.unit_mut(company);
        (unit.life, unit.pose, unit.initial) = (Life::Present, pose, 3);
        unit.left = [0, 0, 3].into_iter().collect();
        (unit.formation, unit.order) = (Formation::Column, Order::Disordered);
        unit.bound = Bound::Leaving(Leaving { how: Leave::Rout, moved: 1, turning: 0 });
        let played = field.play(&[Step::Compelled], &[], &[]).unwrap();
        assert_eq!(pose.at.y - played.world.unit(company).pose.at.y, 15 * CM / 2);
    });
}

/// A battery in front of a battalion, and a line that fires at them.
fn guns(state: Guns) -> Field {
    let army =
        "blue F fr-line 540 line 90 40 0\nblue K fr-foot-8 8 deployed 90 45 0\nred A pr-line-1813 480 line 90 57 180\n";
    let mut field = field(army);
    without_generals(&mut field);
    let battery = field.id("K");
    field.world.unit_mut(battery).guns = state;
    field
}

/// Guns left by their gunners are light cover for units behind them, even when turned or spiked (LA-FEU-02, LA-GAP-55),
/// and are not fired at.
#[test]
fn guns_left_alone_cover_who_stands_behind_them() {
    for state in [Guns::Unmanned, Guns::Turned, Guns::Spiked] {
        let field = guns(state);
        let played = field.play(&half(), &[3, 3, 3], &[]).unwrap();
        let told = lines(&played.events, field.id("A"), "small-arms-fire");
        assert!(told.len() == 1 && told[0].contains("light_cover"), "{state:?}: {told:?}");
        assert_eq!(played.world.unit(field.id("K")).losses, 0);
    }
}

/// Guns without gunners do not test, limber or drive off (LA-GAP-55): spiked ones stay spiked.
#[test]
fn guns_left_alone_stay_as_they_are() {
    for state in [Guns::Unmanned, Guns::Turned, Guns::Spiked] {
        let mut field = guns(state);
        let battery = field.id("K");
        let limber = [Manoeuvre::Reform("limbered".into())];
        assert!(field.play_marching(&[Step::Plans], &[], &[], &[("K", &limber)]).is_err(), "{state:?}");
        field.world.quarter = 1;
        let unit = field.world.unit_mut(battery);
        (unit.now.visited, unit.order) = (true, Order::Disordered);
        assert_eq!(field.play(&[Step::Close], &[], &[]).unwrap().world.unit(battery).guns, state);
    }
}

/// Guns stay on the table without their gunners (LA-GAP-55). Units in flight never return (LA-GAP-25), nor do the dead;
/// routed or retreating ones may.
#[test]
fn guns_stay_without_gunners() {
    let after = |figures: u8| {
        let mut field = guns(Guns::Served);
        let battery = field.id("K");
        field.world.quarter = 1;
        let unit = field.world.unit_mut(battery);
        unit.left = [figures].into_iter().collect();
        (unit.losses, unit.order) = (u16::from(4 - figures) * 30, Order::Disordered);
        (unit.now.visited, unit.memory.tested_at, unit.memory.routs) = (true, [true, true], 1);
        let played = field.play(&[Step::Close], &[1], &[]).unwrap();
        field.world = played.world;
        field
    };
    for (figures, left) in [(2, 0), (3, 3)] {
        let field = after(figures);
        let unit = field.world.unit(field.id("K"));
        assert_eq!((unit.life, unit.guns, unit.figures()), (Life::Present, Guns::Unmanned, left));
        let plans = field.play(&[Step::Plans], &[], &[]).unwrap();
        assert_eq!(offered(&plans, "plan", field.id("K")).iter().any(|does| does == "man"), left > 0);
        assert_eq!(field.rules.lost(&field.world, Side::Blue), i64::from(4 - left) * 200);
    }
    // The last gunner is lost: the guns still cover units behind them.
    let mut field = guns(Guns::Served);
    let battery = field.id("K");
    let unit = field.world.unit_mut(battery);
    (unit.losses, unit.left) = (119, [1].into_iter().collect());
    unit.memory.tested_at = [true, true];
    let mut after = field.play(&half(), &[1, 6], &[("A", "fire", Some("K")), ("F", "hold_fire", None)]).unwrap().world;
    let unit = after.unit(battery);
    assert_eq!((unit.life, unit.guns, unit.figures()), (Life::Present, Guns::Unmanned, 0));
    after.hits.clear();
    field.world = after;
    let played = field.play(&half(), &[1], &[("F", "hold_fire", None)]).unwrap();
    assert!(lines(&played.events, field.id("A"), "small-arms-fire")[0].contains("light_cover"));
}

/// Gunners that run before a charge are not met at their guns (LA-GAP-25, LA-GAP-55): no fight takes place there.
#[test]
fn gunners_who_run_are_not_met() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred K fr-foot-8 8 deployed 90 42 180\n";
    let mut field = field(army);
    without_generals(&mut field);
    let (horse, battery) = (field.id("H"), field.id("K"));
    field.world.quarter = 1;
    field.world.unit_mut(horse).charge = Some(landing(battery, Aspect::Front));
    let unit = field.world.unit_mut(battery);
    (unit.order, unit.memory.routs) = (Order::Disordered, 1);
    let played = field.play(&[Step::LandingTests, Step::Contact], &[4], &[]).unwrap();
    assert_eq!((played.world.unit(battery).guns, played.world.engaged(horse)), (Guns::Unmanned, false));
}

/// A general in contact with a unit of another brigade also adds the general's value (LA-GEN-06).
#[test]
fn a_general_in_contact_counts_whosever_he_is() {
    let second = "[[blue.commands]]\nid = \"second\"\nname = { fr = \"s\", en = \"s\" }\n\
        general = { name = \"s\", rank = \"brigade\", at = [300, 200], overrides = { aigles = { value = 60, aides = 0 } } }\n\
        [[blue.commands.units]]\nid = \"g\"\nname = { fr = \"g\", en = \"g\" }\ntype = \"fr-line\"\nmen = 540\nformation = \"line\"\n\
        at = [300, 260]\nfacing = 0\n";
    let army = "blue F fr-line 540 line 120 60 0\nred A pr-line-1813 480 line 120 100 180\n";
    prove(&[r::LA_GEN_06], |book: &Book| {
        let mut field = field_with(book, "", army, 0, second);
        let own = field.id("F");
        let at = field.rules.beside(&field.world, own);
        field.world.quarter = 1;
        field.world.generals[0].life = Life::Gone(Fate::Left);
        (field.world.generals[1].with, field.world.generals[1].at) = (Some(own), at);
        let unit = field.world.unit_mut(own);
        (unit.now.visited, unit.order, unit.memory.routs) = (true, Order::Disordered, 1);
        let played = field.play(&[Step::Close], &[1], &[]).unwrap();
        assert!(lines(&played.events, own, "morale")[0].contains("general_in_contact"));
    });
}

/// A unit caught evading is attacked from behind (LA-ESQ-13), and stands there; one that is still turning is not.
#[test]
fn an_evader_is_taken_from_behind() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred V pr-jager 240 skirmish 90 42 180\n";
    let taken = |book: &Book, turning: u32| {
        let mut field = field_of(book, army);
        let (horse, loose) = (field.id("H"), field.id("V"));
        field.world.quarter = 3;
        field.world.unit_mut(horse).charge = Some(landing(loose, Aspect::Front));
        let run = Run { from: Some(horse), reacting: 1, turning, moved: 0, past: None };
        field.world.unit_mut(loose).bound = Bound::Evading(run);
        let after = field.play(&[Step::Contact], &[], &[]).unwrap().world;
        (after.contact(horse, loose).unwrap().of(horse).aspect, after.unit(loose).bound.clone())
    };
    prove(&[r::LA_ESQ_13], |book: &Book| assert_eq!(taken(book, 2), (Aspect::Rear, Bound::Free)));
    assert_eq!(taken(&Book::new(), 3), (Aspect::Front, Bound::Free));
}
