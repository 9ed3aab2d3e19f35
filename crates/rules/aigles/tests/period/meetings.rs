//! Meetings on the way: charges, rallies, routs, companies; and the start of a battle.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, charging, field_of, half, offered};
use game::{Deed, Rules, Side};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{
    Bound, Charging, Contact, Hold, Landing, Leave, Leaving, Life, Object, Orders, Run, Sort,
};
use grognard_aigles::{Aspect, Attitude, Book, Formation, LesAigles, Order, r};
use rulebook::proof::prove;
use table::{Manoeuvre, Piece, Point, SLACK, overlaps};

const CM: i32 = 650;

fn joined(field: &mut Field, a: &str, b: &str, rounds: u8) {
    let mut pair = [field.id(a), field.id(b)];
    pair.sort_unstable();
    field.world.contacts.push(Contact { pair, hold: [Hold::default(); 2], rounds, drawn: 0, since: 1 });
}

/// A charge is announced before any move (LA-CHA-04).
#[test]
fn a_charge_is_declared() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 67 180\n";
    prove(&[r::LA_CHA_04], |book: &Book| {
        let field = field_of(book, army);
        let played = field.play(&[Step::Plans, Step::Declarations], &[4], &[("H", "charge", Some("D"))]).unwrap();
        let known = |event: &game::Event| matches!(&event.deed, Deed::Declared { key, .. } if key.does == "charge");
        assert!(played.events.iter().any(known));
    });
}

/// Units in contact have no plans (LA-GAP-61).
#[test]
fn who_fights_has_no_plan() {
    let army =
        "blue H fr-hussars 360 line 90 60 0\nblue F fr-line 540 line 30 40 0\nred D pr-dragoons 360 line 90 60 180\n";
    prove(&[r::LA_GAP_61], |book: &Book| {
        let mut field = field_of(book, army);
        joined(&mut field, "H", "D", 1);
        let played = field.play(&[Step::Plans], &[], &[]).unwrap();
        assert!(offered(&played, "plan", field.id("H")).is_empty());
        assert!(!offered(&played, "plan", field.id("F")).is_empty());
    });
}

/// A charger charged by an enemy from the front deals with that first: its own written target is revealed (LA-CHA-30).
#[test]
fn a_charger_covers_itself() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 78 67 180\nred A pr-line-1813 480 march_column 102 72 180\n";
    prove(&[r::LA_CHA_30], |book: &Book| {
        let field = field_of(book, army);
        let said = [("H", "charge", Some("A")), ("D", "charge", Some("H"))];
        let mut steps = half();
        steps.truncate(15);
        let played = field.play(&steps, &[3, 3], &said).unwrap();
        let about = game::Ref::Unit(field.id("H"));
        let opened = |event: &game::Event| matches!(&event.deed, Deed::Opened { of, key } if *of == about && key.does == "meant");
        assert!(played.events.iter().any(opened));
    });
}

/// Two units that charge each other do not meet through another: a friend of one stops that one, the other meets it
/// first (LA-GAP-47, 6 and 9).
#[test]
fn nobody_charges_through_who_stands_between() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 57 180\nred A pr-line-1813 120 march_column 90 52 180\n";
    for target in ["A", "D"] {
        let field = field_of(&Book::new(), army);
        let said = [("H", "charge", Some(target)), ("D", "charge", Some("H"))];
        let steps = &half()[..6];
        let played = field.play(steps, &[4, 4], &said).unwrap();
        let landed = played.world.unit(field.id("H")).charge.as_ref().and_then(|c| c.lands.as_ref()).map(|l| l.on);
        assert_eq!(landed, Some(field.id("A")), "towards {target}");
        assert!(played.world.unit(field.id("D")).charge.is_none(), "its friend is in its way");
        let bodies = ["H", "A", "D"].map(|name| field.rules.body(&played.world, field.id(name)));
        assert!(!overlaps(&bodies[0], &bodies[1]) && !overlaps(&bodies[0], &bodies[2]));
    }
}

/// The counter-charger is a pace below: the charger covers its whole quarter, the counter-charger the rest (LA-CCH-06).
#[test]
fn a_counter_charger_covers_the_rest() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 60 180\n";
    prove(&[r::LA_CCH_06], |book: &Book| {
        let field = field_of(book, army);
        let said = [("H", "charge", Some("D")), ("D", "counter_charge", None)];
        let mut steps = half();
        steps.truncate(15);
        let played = field.play(&steps, &[4, 4], &said).unwrap();
        assert_eq!(played.world.unit(field.id("H")).pose.at.y, 55 * CM);
    });
}

/// An enemy in between is met by the squadrons that have it in front; the others go on (LA-CHA-36).
#[test]
fn squadrons_meet_who_comes_between() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 96 66 180\nred A pr-line-1813 480 march_column 78 50 180\n";
    prove(&[r::LA_CHA_36], |book: &Book| {
        let mut field = field_of(book, army);
        field.names.push("S".to_owned());
        let (regiment, squadron) = (field.id("H"), field.id("S"));
        let played = field.play(&half()[..6], &[4], &[("H", "charge", Some("D"))]).unwrap();
        let (goes, meets) = (played.world.unit(regiment), played.world.unit(squadron));
        assert_eq!((goes.figures(), meets.figures(), meets.order), (9, 3, Order::Formed));
        let lands = meets.charge.as_ref().and_then(|charge| charge.lands.as_ref()).map(|landing| landing.on);
        assert_eq!(lands, Some(field.id("A")));
        assert!(goes.charge.as_ref().is_some_and(|charge| charge.lands.is_none()), "the rest still charges");
    });
}

/// Light cavalry in line goes around the corners of a square with the squadrons that reach beyond them (LA-CHA-37).
#[test]
fn a_line_wraps_round_a_square() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred M pr-line-1813 480 square 90 48 180\n";
    prove(&[r::LA_CHA_37], |book: &Book| {
        let field = field_of(book, army);
        let mut steps = half();
        steps.truncate(11);
        let played = field.play(&steps, &[4, 1, 4], &[("H", "charge", Some("M"))]).unwrap();
        let contact = played.world.contact(field.id("H"), field.id("M")).unwrap();
        // Two bases find room on each side of 6 cm.
        assert_eq!(contact.of(field.id("H")).wraps, 4);
    });
}

/// A battalion does not enter the melee of its own company (LA-ESQ-07); a company that returns into its battalion's
/// melee counts from the next period on.
#[test]
fn companies_and_their_battalion_in_melee() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 50 180\n";
    let detached = |book: &Book, ahead: i32| {
        let mut field = field_of(book, army);
        field.names.push("V".to_owned());
        let (battalion, company) = (field.id("F"), field.id("V"));
        let pose = field.world.unit(battalion).pose.ahead(ahead);
        let whole = field.world.unit_mut(battalion);
        whole.left[2] = 0;
        whole.initial = 15;
        let part = field.world.unit_mut(company);
        (part.life, part.pose, part.initial) = (Life::Present, pose, 3);
        part.left[2] = 3;
        field
    };
    prove(&[r::LA_ESQ_07], |book: &Book| {
        let mut field = detached(book, 9 * CM);
        joined(&mut field, "V", "A", 0);
        let played = field.play(&[Step::Plans], &[], &[]).unwrap();
        assert!(!offered(&played, "plan", field.id("F")).iter().any(|does| does == "enter"));
    });
    prove(&[r::LA_ESQ_07], |book: &Book| {
        let mut field = detached(book, -3 * CM);
        joined(&mut field, "F", "A", 1);
        let played = field.play(&[Step::Plans], &[], &[]).unwrap();
        assert!(offered(&played, "plan", field.id("V")).iter().any(|does| does == "rejoin"));
    });
}

/// A unit that supports a friend enters only that friend's melee (LA-GAP-76); an attacker enters any.
#[test]
fn a_supporter_enters_the_melee_of_his_friend() {
    let army = "blue F fr-line 540 line 60 40 0\nblue S fr-line 540 march_column 120 30 0\nred A pr-line-1813 480 line 60 40.02 180\nred B pr-line-1813 480 line 120 50 180\n";
    prove(&[r::LA_GAP_76], |book: &Book| {
        let entries = |attitude: Attitude, fights: &str| {
            let mut field = field_of(book, army);
            let (own, friend) = (field.id("S"), field.id("F"));
            joined(&mut field, "F", fights, 1);
            let orders = Orders { attitude, object: Object::Friend(friend) };
            field.world.papers_mut(Side::Blue).unwrap().orders.insert(own, orders);
            let played = field.play(&[Step::Plans], &[], &[]).unwrap();
            offered(&played, "plan", own).iter().filter(|does| *does == "enter").count()
        };
        assert_eq!(entries(Attitude::Support, "A"), 0, "B fights nobody");
        assert_eq!(entries(Attitude::Support, "B"), 1);
        assert!(entries(Attitude::Cover, "A") > 0);
    });
}

/// Dragoons that rally before hussars that follow them in uncontrolled advance.
fn rallying(book: &Book, friend: &str) -> Field {
    let army = format!("blue H fr-hussars 360 line 90 60 0\nred D pr-dragoons 360 line 90 60 180\nred {friend}\n");
    let mut field = field_of(book, &army);
    joined(&mut field, "H", "D", 1);
    let (hunter, prey) = (field.id("H"), field.id("D"));
    field.world.unit_mut(prey).bound =
        Bound::Rallying(Run { from: Some(hunter), reacting: 0, turning: 0, moved: 1, past: None });
    field.world.unit_mut(hunter).bound = Bound::Following { whom: prey, uncontrolled: true, until: 4 };
    field
}

/// Cavalry that rallies with an enemy behind it goes through the friends in its way, both in disorder (LA-RAL-18).
#[test]
fn a_rally_goes_through_friends() {
    prove(&[r::LA_RAL_18], |book: &Book| {
        let field = rallying(book, "A pr-line-1813 480 line 90 68 180");
        let played = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap();
        let order = |name: &str| played.world.unit(field.id(name)).order;
        assert_eq!((order("D"), order("A")), (Order::Disordered, Order::Disordered));
    });
}

/// Dragoons that rally with an enemy at some distance behind them, and friends of theirs.
fn breaking_off(book: &Book, friends: &str) -> Field {
    let army = format!("blue H fr-hussars 360 line 90 50 0\nred D pr-dragoons 360 line 90 60 180\n{friends}");
    let mut field = field_of(book, &army);
    let id = field.id("D");
    field.world.unit_mut(id).bound = Bound::Rallying(Run { from: None, reacting: 0, turning: 0, moved: 1, past: None });
    field
}

/// Quarters of a rally.
fn quarters(n: usize) -> Vec<Step> {
    [Step::Compelled, Step::Rallies].repeat(n)
}

/// A rally that meets a line or a battery in position passes it as a whole on the side that its player chooses
/// (LA-RAL-23).
#[test]
fn a_rally_passes_on_one_side() {
    for friend in ["red A pr-line-1813 480 line 90 70 180\n", "red A fr-foot-8 8 deployed 90 70 180\n"] {
        for (side, east) in [("pass_left", false), ("pass_right", true)] {
            prove(&[r::LA_RAL_23], |book: &Book| {
                let field = breaking_off(book, friend);
                let (rallies, stands) = (field.id("D"), field.id("A"));
                let said = [("D", side, Some("A"))];
                let first = field.play(&quarters(1), &[], &said).unwrap();
                let (unit, was) = (first.world.unit(rallies), field.world.unit(rallies).pose.at);
                assert!((unit.pose.at.x > was.x) == east && unit.pose.at.x != was.x, "{:?}", unit.pose);
                assert_eq!((unit.order, first.world.unit(stands).order), (Order::Unformed, Order::Formed));
                // The question is asked once, and the answer holds until its way is clear.
                let later = field.play(&quarters(3), &[], &said).unwrap();
                let on = later.world.unit(rallies).pose.at;
                assert!((on.x - was.x).abs() > (unit.pose.at.x - was.x).abs(), "{on:?}");
                assert_eq!(later.asked.iter().filter(|(slot, _)| slot.kind == "way_round").count(), 1);
            });
        }
    }
    // A limbered battery need not be passed around.
    let field = breaking_off(&Book::new(), "red A fr-foot-8 8 limbered 90 70 180\n");
    let played = field.play(&quarters(1), &[], &[]).unwrap();
    assert!(played.asked.is_empty());
}

/// Columns with lanes between them: through a lane of one base the regiment flows in rows of one figure, for 36 cm of
/// its movement, and no unit is in disorder; a narrower gap is no lane, and it goes through the columns (LA-RAL-17,
/// LA-RAL-20).
#[test]
fn a_rally_flows_between_columns() {
    let columns = |gap: i32| {
        let column = |name: &str, x: i32| format!("red {name} pr-line-1813 480 march_column {x} 70 180\n");
        // Four figures abreast: 6 cm.
        column("A", 90) + &column("B", 90 - 6 - gap) + &column("C", 90 + 6 + gap)
    };
    prove(&[r::LA_RAL_17, r::LA_RAL_20], |book: &Book| {
        let field = breaking_off(book, &columns(3));
        let rallies = field.id("D");
        let after = |n: usize| field.play(&quarters(n), &[], &[]).unwrap().world;
        let waits = after(2);
        assert_eq!(waits.unit(rallies).order, Order::Unformed);
        assert!(waits.unit(rallies).pose.at.y < 70 * CM && waits.unit(rallies).figures() == 12);
        let through = after(6);
        assert!(through.unit(rallies).pose.at.y > 75 * CM, "{:?}", through.unit(rallies).pose);
        for name in ["A", "B", "C"] {
            assert_eq!(through.unit(field.id(name)).order, Order::Formed);
        }
    });
    let field = breaking_off(&Book::new(), &columns(2));
    let pressed = field.play(&quarters(2), &[], &[]).unwrap().world;
    assert_eq!(pressed.unit(field.id("D")).order, Order::Disordered);
    assert_eq!(pressed.unit(field.id("A")).order, Order::Disordered);
}

/// Before a square, and before guard or elite, it takes the nearest gap, even beyond other friends (LA-RAL-19).
#[test]
fn a_rally_looks_for_a_gap() {
    prove(&[r::LA_RAL_19], |book: &Book| {
        let square = |name: &str, x: i32| format!("red {name} pr-line-1813 480 square {x} 70 180\n");
        let field = breaking_off(book, &(square("A", 90) + &square("B", 82) + &square("C", 98)));
        let played = field.play(&quarters(3), &[], &[]).unwrap().world;
        for name in ["A", "B", "C"] {
            assert_eq!(played.unit(field.id(name)).order, Order::Formed);
        }
        assert_eq!(played.unit(field.id("D")).order, Order::Unformed);
        assert!(played.unit(field.id("D")).pose.at.y > 74 * CM, "{:?}", played.unit(field.id("D")).pose);
    });
}

/// A unit that the follower reaches after the rallying unit has gone through it fights in disorder, guns too
/// (LA-RAL-25).
#[test]
fn a_follower_finds_disorder() {
    prove(&[r::LA_RAL_25], |book: &Book| {
        // Others block the way around the guns.
        let beside = ["A pr-line-1813 480 line 75.9 67 180", "B pr-line-1813 480 line 104.1 67 180"].join("\nred ");
        let mut field = rallying(book, &format!("K fr-foot-8 8 deployed 90 65 180\nred {beside}"));
        // A slower follower is left behind.
        let (hunter, whom) = (field.id("H"), field.id("D"));
        field.world.unit_mut(hunter).bound = Bound::Following { whom, uncontrolled: false, until: 4 };
        let played = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap();
        assert!(played.world.contact(field.id("H"), field.id("K")).is_some());
        assert_eq!(played.world.unit(field.id("K")).order, Order::Disordered);
    });
}

/// A line that rallies stays a line (LA-RAL-22).
#[test]
fn a_rally_keeps_its_front() {
    prove(&[r::LA_RAL_22], |book: &Book| {
        let field = rallying(book, "A pr-line-1813 480 line 40 100 180");
        let played = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap();
        let unit = played.world.unit(field.id("D"));
        // 32 cm a period, the rate of its column.
        assert_eq!((unit.formation, unit.pose.at.y), (Formation::Line, 71 * CM));
    });
}

/// A unit that must run goes around friends in the way that cannot be passed through (LA-GAP-63).
#[test]
fn a_rout_finds_its_way_round() {
    let army = "blue F fr-line 300 line 90 50 180\nblue G fr-young-guard 240 line 97 46 0\nred A pr-line-1813 480 line 90 105 180\n";
    prove(&[r::LA_GAP_63], |book: &Book| {
        let mut field = field_of(book, army);
        let id = field.id("F");
        field.world.unit_mut(id).bound = Bound::Leaving(Leaving { how: Leave::Rout, moved: 1, turning: 0 });
        let played = field.play(&[Step::Compelled], &[], &[]).unwrap();
        let gone = played.world.unit(id).pose.at.x - 90 * CM;
        assert!(gone.abs() > CM, "{gone}");
    });
}

/// A unit held up among friends does not come to rest on an enemy that only its wing would have passed over: it takes
/// another way (LA-GAP-63).
#[test]
fn a_rout_kept_up_among_friends_ends_on_nobody() {
    let army = "blue F fr-line 300 line 90 50 90\nblue G fr-line 300 line 83 50 285\n\
                red A pr-line-1813 480 line 90 55 270\nred B pr-dragoons 360 line 98 40 90\n";
    let mut field = field_of(&Book::new(), army);
    let id = field.id("F");
    field.world.unit_mut(id).bound = Bound::Leaving(Leaving { how: Leave::Rout, moved: 1, turning: 0 });
    let played = field.play(&[Step::Compelled], &[], &[]).unwrap();
    let body = |name: &str| field.rules.body(&played.world, field.id(name));
    assert_ne!(played.world.unit(id).pose.at, field.world.unit(id).pose.at);
    assert!(!overlaps(&body("F"), &body("A")) && !overlaps(&body("F"), &body("B")));
}

/// A wheel that ends on the way, since its outer end cannot move farther, does not leave the unit on its target: it
/// touches at its former angle (LA-GAP-48).
#[test]
fn a_wheel_cut_short_ends_on_nobody() {
    let army = "blue F fr-line 90 line 90 50 0\nred A pr-line-1813 480 line 93.6 52 85\n";
    let mut field = field_of(&Book::new(), army);
    let (id, on) = (field.id("F"), field.id("A"));
    let lands = Some(Landing { on, way: 3 * CM, bonus: false, plain: false, aspect: Aspect::Front });
    field.world.unit_mut(id).charge = Some(Charging { lands, ..charging(Sort::Charge) });
    let world = field.play(&[Step::Contact], &[], &[]).unwrap().world;
    assert!(world.contact(id, on).is_some());
    let (own, his) = (field.rules.body(&world, id), field.rules.body(&world, on));
    let hair = 4 * SLACK;
    assert!(!overlaps(&Piece { front: own.front - hair, depth: own.depth - hair, ..own }, &his));
}

/// No order forbids limbering (LA-ART-01).
#[test]
fn guns_limber_whatever_their_order() {
    let army = "blue K fr-foot-8 8 deployed 90 20 0\nred A pr-line-1813 480 line 90 105 180\n";
    prove(&[r::LA_ART_01], |book: &Book| {
        let mut field = field_of(book, army);
        let id = field.id("K");
        let object = Object::Place(Point::new(90 * CM, 23 * CM));
        let orders = Orders { attitude: Attitude::Hold, object };
        field.world.papers_mut(Side::Blue).unwrap().orders.insert(id, orders);
        // Its front will look the other way, 7 cm from its place.
        let way = [Manoeuvre::Reform("limbered".into())];
        assert!(field.play_marching(&[Step::Plans], &[], &[], &[("K", &way)]).is_ok());
    });
}

fn shipped(book: &Book, text: &str) -> LesAigles {
    let library = armies::Library::embedded();
    let scenario = armies::parse_with(text, "test", library.troops()).unwrap();
    LesAigles::for_scenario(book.clone(), &scenario, library).unwrap()
}

/// Both sides place their units and generals, unseen by each other (LA-GAP-56); a general without a value in the
/// scenario has that of the rank (LA-GAP-71).
#[test]
fn a_battle_begins() {
    let text = armies::Library::embedded().text("premier-feu").unwrap();
    prove(&[r::LA_GAP_56], |book: &Book| {
        let rules = shipped(book, text);
        let state = rules.begin().0;
        let sheet = rules.ask(&rules.redact(&state, Side::Blue), &game::Slot::new(Side::Blue, "deploy"));
        let places = sheet.fields.iter().filter(|field| matches!(field.shape, game::Shape::Place { .. })).count();
        assert_eq!(places, 4);
    });
    prove(&[r::LA_GAP_71], |book: &Book| {
        let rules = shipped(book, &text.replace("aigles = { value = 40 }, ", ""));
        let seen = rules.redact(&rules.begin().0, Side::Blue);
        let leader = rules.appraise(&seen).units.into_iter().find(|unit| unit.sort == game::Sort::Leader).unwrap();
        assert_eq!(leader.worth, 400);
    });
}

/// Figures turn in place: a line that has turned to a side is one figure wide (LA-PIV-06).
#[test]
fn figures_turn_and_the_ground_stays() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 105 180\n";
    prove(&[r::LA_PIV_06], |book: &Book| {
        let field = field_of(book, army);
        let way = [Manoeuvre::Turn(9_000)];
        let played = field.play_marching(&half(), &[], &[], &[("F", &way)]).unwrap();
        let (before, after) = (&field.world, &played.world);
        let bodies = [before, after].map(|world| field.rules.body(world, field.id("F")));
        assert_eq!((bodies[1].front, bodies[1].depth), (bodies[0].depth, bodies[0].front));
        assert_eq!((bodies[1].pose.at, bodies[1].pose.facing), (bodies[0].pose.at, 9_000));
    });
}

/// A charge does not go through skirmishers in a melee (LA-CHA-31): they are not pushed aside like others, and it stops
/// before them.
#[test]
fn a_charge_stops_before_skirmishers_in_a_melee() {
    let army = "blue H fr-hussars 360 line 90 40 0\nblue F fr-line 540 march_column 93.02 52 270\nred J pr-jager 120 skirmish 88 53 180\nred D pr-dragoons 360 line 90 64 180\n";
    prove(&[r::LA_CHA_31], |book: &Book| {
        let mut field = field_of(book, army);
        joined(&mut field, "F", "J", 1);
        let mut steps = half();
        steps.truncate(3 + 9 + 3);
        let played = field.play(&steps, &[4], &[("H", "charge", Some("D"))]).unwrap();
        let [charger, loose] = ["H", "J"].map(|name| field.rules.body(&played.world, field.id(name)));
        assert!(!overlaps(&charger, &loose), "{charger:?} {loose:?}");
        let unit = played.world.unit(field.id("H"));
        assert_eq!((unit.charge.is_none(), unit.order), (true, Order::Unformed));
        assert_eq!(played.world.unit(field.id("J")).pose, field.world.unit(field.id("J")).pose);
    });
}
