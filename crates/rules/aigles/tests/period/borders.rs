//! Borderline situations of the rules, each produced by its steps.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, charging, field, field_of, field_on, half, offered, told, without_generals};
use game::{Deed, Ref, Side, UnitId};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Bound, Contact, Counting, Doing, Fate, Hold, Leave, Leaving, Life, Run, Sort, What};
use grognard_aigles::{Book, Formation, Order, r};
use rulebook::proof::prove;
use table::Manoeuvre;

const CM: i32 = 650;

/// Two units in contact; the second has attacked the first.
fn in_contact(field: &mut Field, (stands, comes): (&str, &str), rounds: u8) {
    let mut pair = [field.id(stands), field.id(comes)];
    let came = Hold { came: true, ..Hold::default() };
    let mut hold = [Hold::default(), came];
    if pair[0] > pair[1] {
        pair.reverse();
        hold.reverse();
    }
    field.world.contacts.push(Contact { pair, hold, rounds, drawn: 0, since: 4 });
    field.world.quarter = 4;
}

/// The words of the lines of a unit's test.
fn lines(events: &[game::Event], id: UnitId, test: &str) -> Vec<String> {
    let told = events.iter().filter_map(|event| match &event.deed {
        Deed::Tested { breakdown, .. } if breakdown.of == Some(Ref::Unit(id)) && breakdown.test == test => {
            Some(breakdown)
        }
        _ => None,
    });
    told.flat_map(|breakdown| breakdown.lines.iter().map(|line| format!("{line:?}"))).collect()
}

fn says(lines: &[String], word: &str) -> bool {
    lines.iter().any(|line| line.contains(word))
}

/// Figures are removed from the hindmost rank of the fusiliers: behind the gap the voltigeurs do not push until the
/// column is formed again (LA-GAP-02, LA-GAP-69, LA-CHA-25).
#[test]
fn a_gap_in_a_column_stays() {
    let army = "blue F fr-line 540 march_column 90 40 0\nred A pr-line-1813 480 line 90 40.02 180\n";
    let struck = |book: &Book, dressed: bool| {
        let mut field = field_of(book, army);
        let (own, enemy) = (field.id("F"), field.id("A"));
        let unit = field.world.unit_mut(own);
        // Four fusiliers of twelve: ranks of 3, 3, 3, 2, none and 3.
        unit.losses = 120;
        unit.left[1] -= 4;
        unit.gone = if dressed { [].into_iter().collect() } else { [0, 4, 0].into_iter().collect() };
        in_contact(&mut field, ("A", "F"), 0);
        for contact in &mut field.world.contacts {
            contact.of_mut(own).bonus = true;
        }
        let played = field.play(&[Step::Melee], &[3, 1, 3], &[]).unwrap();
        told(&played.events, enemy, "struck")
    };
    prove(&[r::LA_GAP_69], |book: &Book| {
        // 5 + 2 + 1 fresh, two ranks, die 3: row 11, 3 figures.
        assert_eq!(struck(book, false), [30]);
    });
    // Three ranks once it has closed up.
    assert_eq!(struck(&Book::new(), true), [35]);
    let mut field = field(army);
    let own = field.id("F");
    let hit = field.play(&[Step::Close], &[], &[]).unwrap();
    assert!(hit.world.unit(own).gone.is_empty());
    let unit = field.world.unit_mut(own);
    unit.gone = [0, 4, 0].into_iter().collect();
    unit.order = Order::Unformed;
    field.world.unit_mut(field.id("A")).pose.at.y = 100 * CM;
    let way = [Manoeuvre::Reform("column".into())];
    let after = field.play_marching(&half(), &[], &[], &[("F", &way)]).unwrap().world;
    assert_eq!((after.unit(own).order, after.unit(own).gone.len()), (Order::Formed, 0));
}

/// A friend that went back in order and now runs makes the units that see it test (LA-GAP-24, 5).
#[test]
fn a_retreat_that_becomes_a_rout_is_seen() {
    let army =
        "blue F fr-line 540 line 90 40 0\nblue G fr-line 540 line 60 30 0\nred A pr-line-1813 480 line 150 110 180\n";
    prove(&[r::LA_GAP_24], |book: &Book| {
        let mut field = field_of(book, army);
        without_generals(&mut field);
        let (runs, sees) = (field.id("F"), field.id("G"));
        field.world.quarter = 4;
        let unit = field.world.unit_mut(runs);
        unit.bound = Bound::Leaving(Leaving { how: Leave::Retreat, moved: 4, turning: 0 });
        (unit.losses, unit.order, unit.memory.routs) = (300, Order::Unformed, 1);
        unit.left = [1, 6, 1].into_iter().collect();
        unit.memory.tested_at = [true, true];
        // 5 - 1 - 1 - 3 - 5 + 2, die 1: -3, rout; then G tests.
        let played = field.play(&[Step::Recovering, Step::Compelled, Step::Close], &[1, 3], &[]).unwrap();
        assert!(played.world.unit(runs).runs());
        assert!(says(&lines(&played.events, sees, "morale"), "friendly_routs"));
    });
}

/// An earlier rout counts in the tests of a second one (LA-MOR-03), the rout under way does not.
#[test]
fn a_second_rout_remembers_the_first() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 150 110 180\n";
    for (routs, before) in [(1, false), (2, true)] {
        let mut field = field(army);
        let runs = field.id("F");
        field.world.quarter = 4;
        let unit = field.world.unit_mut(runs);
        unit.bound = Bound::Leaving(Leaving { how: Leave::Rout, moved: 4, turning: 0 });
        (unit.order, unit.memory.routs) = (Order::Disordered, routs);
        let played = field.play(&[Step::Recovering], &[3], &[]).unwrap();
        assert_eq!(says(&lines(&played.events, runs, "morale"), "routed_before"), before, "{routs}");
    }
}

/// A unit that turns to go back when a charge comes home is caught turning: unformed and from behind (LA-PIV-11,
/// LA-GAP-25).
#[test]
fn a_retreat_is_caught_turning() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred M pr-line-1813 480 line 90 47 180\n";
    prove(&[r::LA_PIV_11], |book: &Book| {
        let mut field = field_of(book, army);
        let (own, target) = (field.id("H"), field.id("M"));
        field.world.unit_mut(target).bound = Bound::Leaving(Leaving { how: Leave::Retreat, moved: 0, turning: 1 });
        let played = field.play(&half()[..11], &[4], &[("H", "charge", Some("M"))]).unwrap();
        let contact = played.world.contact(own, target).unwrap();
        assert_eq!(contact.of(own).aspect, grognard_aigles::Aspect::Rear);
        assert_eq!(played.world.unit(target).order, Order::Unformed);
    });
}

/// A rally ends out of range of infantry and cavalry, measured from unit to unit; guns do not count (LA-RAL-06,
/// LA-GAP-51).
#[test]
fn a_rally_is_measured_from_unit_to_unit() {
    let stops = |enemy: &str| {
        let army = format!("blue H fr-hussars 360 line 90 60 180\n{enemy}\n");
        let mut field = field(&army);
        let id = field.id("H");
        let run = Run { from: None, reacting: 0, turning: 0, moved: 1, past: None };
        field.world.unit_mut(id).bound = Bound::Rallying(run);
        let after = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap().world;
        after.unit(id).bound == Bound::Free
    };
    // The front of 30 cm ends at 51 cm, 15 cm to either side of 90.
    assert!(!stops("red A pr-line-1813 120 line 120 54 180"), "12 cm from the end of its front");
    assert!(stops("red A pr-line-1813 120 line 132 54 180"));
    assert!(stops("red K pr-foot-6 8 deployed 90 66 180"), "guns do not count");
}

/// A square fires with the figures of the face towards its target, and those of another face have a second target
/// (LA-GAP-05, LA-GAP-10, LA-GAP-64).
#[test]
fn a_square_fires_face_by_face() {
    // Eighteen figures: faces of 5, 4, 5 and 4.
    let army = "blue F fr-line 540 square 90 40 0\nred A pr-cuirassiers 360 line 90 50 180\nred B pr-cuirassiers 180 line 104 36 270\n";
    let field = field(army);
    let said = [("F", "fire", Some("A")), ("F", "second_target", Some("B"))];
    let played = field.play(&half()[3..], &[1, 1], &said).unwrap();
    // 4 + 1 first fire - 2 beyond 7 cm = 3: three grenadiers and two fusiliers in front, 10 each; four fusiliers on the right, 15;
    // half of it.
    assert_eq!(told(&played.events, field.id("A"), "fired_at"), [10]);
    assert_eq!(told(&played.events, field.id("B"), "fired_at"), [8]);
}

/// Cavalry in double line fires only with its front rank (LA-GAP-05).
#[test]
fn the_second_rank_of_cavalry_does_not_fire() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred A pr-line-1813 480 line 90 50 180\n";
    let fired = |formation: Formation| {
        let mut field = field(army);
        let own = field.id("H");
        field.world.unit_mut(own).formation = formation;
        let body = field.rules.card(&field.world, own).unwrap().pieces[0];
        let enemy = field.rules.card(&field.world, field.id("A")).unwrap().pieces[0];
        let counting = Counting { quarters: 3, own: body, from: enemy, to: enemy, last: 2 };
        field.world.counting.insert((own, field.id("A")), counting);
        field.world.quarter = 2;
        let played = field.play(&[Step::Close], &[6], &[]).unwrap();
        told(&played.events, field.id("A"), "fired_at")
    };
    // 2 - 2 beyond 5 cm, die 6: row 2; 12 figures 25, 6 figures 10; half of it.
    assert_eq!((fired(Formation::Line), fired(Formation::DoubleLine)), (vec![13], vec![5]));
}

/// A unit's losses in a melee count in the test of its defeat; it does not test for them again (LA-GAP-24, 4,
/// LA-GAP-65).
#[test]
fn a_strength_limit_is_tested_once() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 40.02 180\n";
    prove(&[r::LA_GAP_65], |book: &Book| {
        let mut field = field_of(book, army);
        let own = field.id("F");
        let unit = field.world.unit_mut(own);
        unit.losses = 175;
        unit.left[1] -= 5;
        in_contact(&mut field, ("F", "A"), 0);
        // Ten losses take the sixth figure: 12 of 18. F loses and tests.
        let played = field.play(&[Step::Melee], &[1, 6, 6], &[]).unwrap();
        assert!(played.world.unit(own).figures() <= 12);
        assert!(played.world.unit(own).memory.tested_at[0]);
    });
}

/// A unit that changes its formation is unformed meanwhile, in its tests too (LA-GAP-11, LA-MOR-03).
#[test]
fn a_unit_that_changes_tests_without_formation() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 150 110 180\n";
    prove(&[r::LA_GAP_11], |book: &Book| {
        let mut field = field_of(book, army);
        let own = field.id("F");
        field.world.quarter = 1;
        let unit = field.world.unit_mut(own);
        unit.now.visited = true;
        unit.doing = Some(Doing { what: What::Form(Formation::Column), until: 2 });
        let played = field.play(&[Step::Close], &[3], &[]).unwrap();
        assert!(says(&lines(&played.events, own, "morale"), "retreat"), "-1: without formation");
    });
}

/// Two units may charge a line on opposite sides and a square on different ones, but no more; a charge that is still
/// under way counts (LA-CHA-32).
#[test]
fn one_charger_for_each_target_and_side() {
    let army = |target: &str| {
        format!(
            "blue N fr-hussars 180 line 90 30 0\nblue P fr-hussars 180 line 70 29 0\nblue S fr-hussars 180 line 90 90 180\n\
             blue E fr-hussars 180 line 120 59 270\nblue W fr-hussars 180 line 60 59 90\n{target}\n"
        )
    };
    let both = |book: &Book, target: &str, one: &str, other: &str| {
        let field = field_of(book, &army(target));
        let said = [(one, "charge", Some("M")), (other, "charge", Some("M"))];
        field.play(&[Step::Plans], &[], &said).is_ok()
    };
    let (line, square) = ("red M pr-line-1813 240 line 90 60 180", "red M pr-line-1813 480 square 90 62 180");
    prove(&[r::LA_CHA_32], |book: &Book| {
        assert!(both(book, line, "N", "S") && both(book, line, "E", "W"), "opposite sides");
        assert!(!both(book, line, "N", "E"), "front and flank");
        assert!(both(book, square, "N", "E"), "two sides of a square");
        assert!(!both(book, square, "N", "P"), "one side of it");
    });
    prove(&[r::LA_CHA_32], |book: &Book| {
        let mut field = field_of(book, &army(line));
        let (first, target) = (field.id("N"), field.id("M"));
        field.world.quarter = 2;
        field.world.unit_mut(first).charge = Some(charging(Sort::Charge));
        field.world.papers_mut(Side::Blue).unwrap().targets.insert(first, target);
        let played = field.play(&[Step::Plans], &[], &[]).unwrap();
        let charges = |who: &str| offered(&played, "plan", field.id(who)).iter().any(|does| does == "charge");
        assert!(!charges("P") && charges("S"));
    });
}

/// A unit that followed a recoil has 2 more in the next round, but not after a draw (LA-COM-02, LA-GAP-49, 6).
#[test]
fn following_counts_once() {
    let army = "blue F pr-line-1813 480 line 90 40 0\nred A pr-line-1813 480 line 90 40.02 180\n";
    let mut field = field(army);
    in_contact(&mut field, ("F", "A"), 1);
    for contact in &mut field.world.contacts {
        contact.hold[1].following = true;
    }
    // 4 and the die, 4 and 2 for following: 80 each.
    let after = field.play(&[Step::Melee], &[6, 1], &[]).unwrap().world;
    assert!(
        after.contacts.iter().all(|contact| contact.hold.iter().all(|hold| !hold.following)),
        "{:?}",
        after.contacts
    );
}

/// Cover prevents the additional figure of an overlap (LA-GAP-22, 2).
#[test]
fn no_overlap_over_a_hedge() {
    let army = "blue F fr-line 540 march_column 90 40 0\nred A pr-line-1813 480 line 90 41.2 180\n";
    let hands = |ground: &str| {
        let mut field = field_on(&Book::new(), ground, army);
        in_contact(&mut field, ("F", "A"), 0);
        let played = field.play(&[Step::Melee], &[1, 1, 3], &[]).unwrap();
        told(&played.events, field.id("F"), "struck")
    };
    // 4 + 1 fresh: row 5 of 3 and 2 overlapping, 25; over a hedge row 3 of 3: 10.
    assert_eq!((hands(""), hands("hedge 60 40.3 120 40.9")), (vec![25], vec![10]));
}

/// A company that has fired with its battalion has had its first fire (LA-GAP-07, LA-GAP-78).
#[test]
fn a_company_takes_no_first_fire_along() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 110 180\n";
    for fresh in [true, false] {
        let mut field = field(army);
        field.names.push("V".to_owned());
        let own = field.id("F");
        field.world.unit_mut(own).fresh_muskets = fresh;
        let after = field.play(&half(), &[], &[("F", "detach", Some("V"))]).unwrap().world;
        let company = after.unit(field.id("V"));
        assert_eq!((company.life, company.fresh_muskets), (Life::Present, fresh));
    }
}

/// When both sides are broken the better score decides (LA-GAP-75).
#[test]
fn both_broken_is_decided_by_points() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 110 180\n";
    let mut field = field(army);
    for name in ["F", "A"] {
        let id = field.id(name);
        field.world.unit_mut(id).life = Life::Gone(Fate::Fled);
    }
    let outcome = field.play(&[Step::End], &[], &[]).unwrap().world.outcome.unwrap();
    assert_eq!(outcome.how, "points");
}
