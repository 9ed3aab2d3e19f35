//! Single rules of the period, each by the steps that apply it.
#![allow(clippy::unwrap_used)]

use crate::field::{charging, field_of, field_on, half, offered, told, without_generals};
use game::{Deed, Op, Ref, Rules, Shape};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Bound, Contact, Doing, Hit, Hold, Leave, Leaving, Life, Sort, What, Wing, World};
use grognard_aigles::{Book, Formation, Order, r};
use rulebook::proof::prove;
use table::Manoeuvre;

const CM: i32 = 650;

/// A column that has made a forced march for three periods in a row may not make another (LA-PIV-17).
#[test]
fn forced_marches_end_after_three_periods() {
    let army = "blue F fr-line 540 march_column 90 20 0\nred A pr-line-1813 480 line 90 110 180\n";
    prove(&[r::LA_PIV_17], |book: &Book| {
        for (halves, may) in [(5, true), (6, false)] {
            let mut field = field_of(book, army);
            let id = field.id("F");
            field.world.unit_mut(id).forced = halves;
            let played = field.play(&[Step::Plans], &[], &[]).unwrap();
            assert_eq!(offered(&played, "plan", id).iter().any(|does| does == "forced_march"), may);
        }
    });
}

/// A forced march leaves a column unformed (LA-PIV-18).
#[test]
fn a_forced_march_costs_the_formation() {
    let army = "blue F fr-line 540 march_column 90 20 0\nred A pr-line-1813 480 line 90 110 180\n";
    prove(&[r::LA_PIV_18], |book: &Book| {
        let field = field_of(book, army);
        let way = [Manoeuvre::Ahead(10 * CM)];
        let played = field.play_marching(&half(), &[], &[("F", "forced_march", None)], &[("F", &way)]).unwrap();
        let unit = played.world.unit(field.id("F"));
        assert_eq!((unit.order, unit.forced), (Order::Unformed, 1));
    });
}

/// Limbered guns may make a forced march (LA-ART-08); guns in position are pushed straight ahead or back (LA-ART-12),
/// which takes the whole half (LA-ART-13).
#[test]
fn guns_are_driven_and_pushed() {
    let army = "blue K fr-foot-8 8 deployed 90 20 0\nblue L fr-foot-8 8 limbered 60 20 0\nred A pr-line-1813 480 line 90 105 180\n";
    prove(&[r::LA_ART_08, r::LA_ART_12], |book: &Book| {
        let field = field_of(book, army);
        let played = field.play(&[Step::Plans], &[], &[]).unwrap();
        let has = |who: &str, what: &str| offered(&played, "plan", field.id(who)).iter().any(|does| does == what);
        // Batteries are to hold (LA-GAP-70), which forbids a forced march: one under way has another order.
        assert!(has("K", "push_ahead") && has("K", "push_back") && !has("K", "forced_march"));
        let mut driven = field_of(book, army);
        let id = driven.id("L");
        let orders =
            grognard_aigles::world::Orders { attitude: grognard_aigles::Attitude::Manoeuvre, ..Default::default() };
        driven.world.papers_mut(game::Side::Blue).unwrap().orders.insert(id, orders);
        let played = driven.play(&[Step::Plans], &[], &[]).unwrap();
        assert!(offered(&played, "plan", id).iter().any(|does| does == "forced_march"));
    });
    prove(&[r::LA_ART_13], |book: &Book| {
        let field = field_of(book, army);
        let steps = half();
        let gone = |steps: &[Step]| {
            let played = field.play(steps, &[], &[("K", "push_ahead", None)]).unwrap();
            played.world.unit(field.id("K")).pose.at.y - field.world.unit(field.id("K")).pose.at.y
        };
        assert_eq!((gone(&steps[..12]), gone(&steps)), (0, 3 * CM));
    });
}

/// A battery that limbers faces away from its fire (LA-ART-07), may unlimber at the end of a move (LA-ART-04), and one
/// that arrives by forced march re-forms first (LA-ART-05).
#[test]
fn guns_limber_and_unlimber() {
    let army = "blue K fr-foot-8 8 deployed 90 20 0\nred A pr-line-1813 480 line 90 105 180\n";
    prove(&[r::LA_ART_07], |book: &Book| {
        let field = field_of(book, army);
        let way = [Manoeuvre::Reform("limbered".into())];
        let played = field.play_marching(&half(), &[], &[], &[("K", &way)]).unwrap();
        let unit = played.world.unit(field.id("K"));
        assert_eq!((unit.formation, unit.pose.facing), (Formation::Limbered, 18_000));
    });
    let army = "blue K fr-horse-6 6 limbered 90 20 0\nred A pr-line-1813 480 line 90 105 180\n";
    prove(&[r::LA_ART_04], |book: &Book| {
        let field = field_of(book, army);
        let way = [Manoeuvre::Ahead(3 * CM), Manoeuvre::Reform("in_position".into())];
        let played = field.play_marching(&half(), &[], &[], &[("K", &way)]).unwrap();
        assert_eq!(played.world.unit(field.id("K")).formation, Formation::InPosition);
    });
    prove(&[r::LA_ART_05], |book: &Book| {
        let mut field = field_of(book, army);
        let id = field.id("K");
        field.world.unit_mut(id).order = Order::Unformed;
        let way = [Manoeuvre::Reform("in_position".into())];
        let steps = half();
        let formation =
            |steps: &[Step]| field.play_marching(steps, &[], &[], &[("K", &way)]).unwrap().world.unit(id).formation;
        // A quarter to re-form, a quarter to unlimber.
        assert_eq!((formation(&steps[..12]), formation(&steps)), (Formation::Limbered, Formation::InPosition));
    });
}

/// Charges are declared at the start of either half (LA-CHA-03).
#[test]
fn charges_are_written_in_either_half() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 67 180\n";
    prove(&[r::LA_CHA_03], |book: &Book| {
        for quarter in [0, 2] {
            let mut field = field_of(book, army);
            field.world.quarter = quarter;
            let played = field.play(&[Step::Plans], &[], &[]).unwrap();
            assert!(offered(&played, "plan", field.id("H")).iter().any(|does| does == "charge"), "{quarter}");
        }
    });
}

/// A unit that turns its figures when a charge comes home is unformed (LA-PIV-11), and turns no more (LA-PIV-12).
#[test]
fn a_unit_is_caught_turning() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred M pr-line-1813 480 line 90 60 180\n";
    let mut steps = half();
    steps.truncate(20);
    prove(&[r::LA_PIV_11], |book: &Book| {
        let mut field = field_of(book, army);
        let id = field.id("M");
        field.world.unit_mut(id).doing = Some(Doing { what: What::Turn(9_000), until: 4 });
        let played = field.play(&steps, &[4, 4], &[("H", "charge", Some("M"))]).unwrap();
        assert!(played.world.engaged(id));
        assert_eq!(played.world.unit(id).order, Order::Unformed);
    });
    prove(&[r::LA_PIV_12], |book: &Book| {
        let mut field = field_of(book, army);
        let id = field.id("M");
        field.world.unit_mut(id).doing = Some(Doing { what: What::Flank(Wing::Right), until: 4 });
        let played = field.play(&steps, &[4, 4], &[("H", "charge", Some("M"))]).unwrap();
        assert!(played.world.engaged(id) && played.world.unit(id).doing.is_none());
    });
}

/// A charge that does not reach goes on to the end of the period and leaves the unit unformed (LA-CHA-27).
#[test]
fn a_charge_that_falls_short_has_failed() {
    let army = "blue H fr-hussars 360 line 90 20 0\nred D pr-dragoons 360 line 90 75 180\n";
    prove(&[r::LA_CHA_27], |book: &Book| {
        let field = field_of(book, army);
        let mut steps = half();
        steps.extend(half());
        let played = field.play(&steps, &[3], &[("H", "charge", Some("D"))]).unwrap();
        let unit = played.world.unit(field.id("H"));
        assert!(unit.charge.is_none());
        assert_eq!(unit.order, Order::Unformed);
        let opened = |event: &game::Event| matches!(&event.deed, Deed::Opened { key, .. } if key.does == "meant");
        assert!(played.events.iter().any(opened), "what was written is opened");
    });
}

/// A charge under way is not planned anew: it keeps the formation and front of its declaration (LA-CHA-29).
#[test]
fn a_charge_under_way_is_not_planned() {
    let army = "blue H fr-hussars 360 line 90 20 0\nred D pr-dragoons 360 line 90 75 180\n";
    prove(&[r::LA_CHA_29], |book: &Book| {
        let field = field_of(book, army);
        let mut steps = half();
        let before = field.play(&steps, &[3], &[("H", "charge", Some("D"))]).unwrap();
        steps.push(Step::Plans);
        let after = field.play(&steps, &[3], &[("H", "charge", Some("D"))]).unwrap();
        let sheets = |played: &rulebook::steps::Played<_>| offered(played, "plan", field.id("H")).len();
        assert_eq!(sheets(&before), sheets(&after));
    });
}

/// Units threatened by a charge may react (LA-GAP-46, LA-GAP-77); a unit that enters by a normal move is announced like
/// a charger (LA-GAP-83).
#[test]
fn the_threatened_are_asked() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 60 180\n";
    prove(&[r::LA_CCH_08, r::LA_GAP_77], |book: &Book| {
        let field = field_of(book, army);
        let steps = [Step::Plans, Step::Declarations, Step::Reactions];
        let played = field.play(&steps, &[4], &[("H", "charge", Some("D"))]).unwrap();
        let answers = offered(&played, "react", field.id("D"));
        for does in ["carry_on", "halt", "react_march", "counter_charge"] {
            assert!(answers.iter().any(|answer| answer == does), "{does}: {answers:?}");
        }
    });
    prove(&[r::LA_GAP_83], |book: &Book| {
        let field = field_of(book, army);
        let played = field.play(&[Step::Plans, Step::Declarations], &[], &[("H", "enter", Some("D"))]).unwrap();
        let known = |event: &game::Event| matches!(&event.deed, Deed::Declared { key, .. } if key.does == "enter");
        assert!(played.events.iter().any(known));
    });
}

/// Two units that march at each other stop 1 cm apart (LA-GAP-62).
#[test]
fn marchers_stop_before_an_enemy() {
    let army = "blue F fr-line 540 march_column 90 50 0\nred A pr-line-1813 480 march_column 90 54 180\n";
    prove(&[r::LA_GAP_62], |book: &Book| {
        let field = field_of(book, army);
        let way = [Manoeuvre::Ahead(4 * CM)];
        let steps = [
            Step::Plans,
            Step::Declarations,
            Step::Reactions,
            Step::Compelled,
            Step::Rallies,
            Step::Charges,
            Step::Moves,
        ];
        let played = field.play_marching(&steps, &[], &[], &[("F", &way)]).unwrap();
        let (own, his) = (played.world.unit(field.id("F")).pose.at.y, played.world.unit(field.id("A")).pose.at.y);
        let gap = his - own;
        assert!((CM - 10..=CM + 40).contains(&gap), "{gap}");
    });
}

/// Skirmishers in the way of a charge on a unit behind them are pushed aside in disorder (LA-CHA-08, LA-GAP-79).
#[test]
fn a_charge_passes_over_a_screen() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred M pr-line-1813 480 line 90 62 180\nred J pr-jager 120 skirmish 90 52 180\n";
    prove(&[r::LA_CHA_08, r::LA_GAP_79], |book: &Book| {
        let field = field_of(book, army);
        let mut steps = half();
        steps.truncate(20);
        let screen = field.id("J");
        // The charger's test; M fires at it and is tested.
        let played = field.play(&steps, &[4, 1, 4], &[("H", "charge", Some("M"))]).unwrap();
        assert_eq!(played.world.unit(screen).order, Order::Disordered);
        assert!(played.world.engaged(field.id("M")), "the charge came home on the line");
    });
}

/// Losses make a battery fire with fewer gunners (LA-ART-06).
#[test]
fn losses_silence_gunners() {
    let army = "blue K fr-foot-8 8 deployed 90 20 0\nred A pr-line-1813 480 line 90 60 180\n";
    prove(&[r::LA_ART_06], |book: &Book| {
        let mut field = field_of(book, army);
        let id = field.id("K");
        let guns = field.world.unit_mut(id);
        guns.left = [2].into_iter().collect();
        guns.losses = 60;
        guns.memory.tested_at = [true, true];
        let played = field.play(&half(), &[1], &[]).unwrap();
        // 8 - 1 (line, ball) = 7, die 1: row 7, 2 gunners: 10, half of it.
        assert_eq!(told(&played.events, field.id("A"), "fired_at"), [5]);
    });
}

/// Skirmishers step back by the allowance of their line (LA-GAP-43).
#[test]
fn skirmishers_step_back_as_a_line_does() {
    let army = "blue V fr-voltigeurs 360 skirmish 90 40 0\nred A pr-line-1813 480 line 90 110 180\n";
    prove(&[r::LA_GAP_43], |book: &Book| {
        let field = field_of(book, army);
        let back = |cm: i32| {
            let way = [Manoeuvre::Back(cm)];
            field.play_marching(&[Step::Plans], &[], &[], &[("V", &way)]).is_ok()
        };
        // 14 cm a period, half of it backwards: 3.5 in a half.
        assert!(back(3 * CM) && !back(4 * CM + CM / 2));
    });
}

/// A rallying regiment stops out of range of small arms or behind a formed friend, not before (LA-RAL-06).
#[test]
fn a_rally_goes_on_within_range() {
    let army = "blue H fr-hussars 360 line 90 60 180\nred A pr-line-1813 480 line 90 70 180\n";
    prove(&[r::LA_RAL_06], |book: &Book| {
        let mut field = field_of(book, army);
        let id = field.id("H");
        let run = grognard_aigles::world::Run { from: None, reacting: 0, turning: 0, moved: 1, past: None };
        field.world.unit_mut(id).bound = Bound::Rallying(run);
        let played = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap();
        // 9 cm farther: 19 from the enemy, whose muskets reach 21.
        assert!(matches!(played.world.unit(id).bound, Bound::Rallying(_)), "{:?}", played.world.unit(id).bound);
        assert_eq!(played.world.unit(id).life, Life::Present);
    });
}

/// A company returns to its battalion in half a period (LA-ESQ-06).
#[test]
fn a_company_rejoins_in_half_a_period() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 105 180\n";
    prove(&[r::LA_ESQ_06], |book: &Book| {
        let mut field = field_of(book, army);
        field.names.push("V".to_owned());
        let (battalion, company) = (field.id("F"), field.id("V"));
        assert_eq!(field.rules.sheet(battalion).part, Some(company));
        let pose = field.world.unit(battalion).pose.ahead(3 * CM);
        let whole = field.world.unit_mut(battalion);
        whole.left[2] = 0;
        whole.initial = 15;
        let part = field.world.unit_mut(company);
        (part.life, part.pose, part.initial) = (Life::Present, pose, 3);
        part.left[2] = 3;
        let steps = half();
        let figures = |steps: &[Step]| {
            let played = field.play(steps, &[], &[("V", "rejoin", Some("F"))]).unwrap();
            played.world.unit(battalion).figures()
        };
        assert_eq!((figures(&steps[..12]), figures(&steps)), (15, 18));
    });
}

/// A field whose unit V evades and has moved for a quarter.
fn evading(book: &Book, army: &str) -> crate::field::Field {
    let mut field = field_of(book, army);
    let id = field.id("V");
    let run = grognard_aigles::world::Run { from: None, reacting: 0, turning: 0, moved: 1, past: None };
    let unit = field.world.unit_mut(id);
    unit.bound = Bound::Evading(run);
    unit.order = Order::Unformed;
    field
}

const RUN: [Step; 3] = [Step::Compelled, Step::Rallies, Step::Charges];

/// Evading skirmishers run on until a formed friend covers them (LA-ESQ-08).
#[test]
fn evaders_run_on_until_a_friend_covers_them() {
    let army = "blue V fr-voltigeurs 360 skirmish 90 60 180\nred A pr-line-1813 480 line 90 105 180\n";
    prove(&[r::LA_ESQ_08], |book: &Book| {
        let field = evading(book, army);
        let played = field.play(&RUN, &[], &[]).unwrap();
        let bound = &played.world.unit(field.id("V")).bound;
        assert!(matches!(bound, Bound::Evading(run) if run.moved == 2), "{bound:?}");
    });
}

/// Evading units go through friends, both in disorder (LA-ESQ-11), unless there is a lane of one base (LA-ESQ-10);
/// never through elite or guard (LA-ESQ-12).
#[test]
fn evaders_and_friends_in_their_way() {
    let through = |book: &Book, friend: &str, men: u16| {
        let army = format!(
            "blue V fr-voltigeurs 360 skirmish 90 50 180\nblue F {friend} {men} line 90 47 0\nred A pr-line-1813 480 line 90 105 180\n"
        );
        let field = evading(book, &army);
        let played = field.play(&RUN, &[], &[]).unwrap();
        (played.world.unit(field.id("V")).order, played.world.unit(field.id("F")).order)
    };
    prove(&[r::LA_ESQ_11], |book: &Book| {
        assert_eq!(through(book, "fr-line", 720), (Order::Disordered, Order::Disordered));
    });
    // A battalion narrower than the skirmish line leaves a lane beside it.
    prove(&[r::LA_ESQ_10], |book: &Book| {
        assert_eq!(through(book, "fr-line", 540), (Order::Unformed, Order::Formed));
    });
    prove(&[r::LA_ESQ_12], |book: &Book| {
        assert_eq!(through(book, "fr-young-guard", 720).1, Order::Formed);
    });
}

/// A unit that evades to the edge of the table tests whether it leaves (LA-ESQ-09).
#[test]
fn evaders_test_at_the_edge() {
    let army = "blue F fr-line 540 line 40 20 0\nblue V fr-voltigeurs 360 skirmish 90 4 180\nred A pr-line-1813 480 line 90 105 180\n";
    prove(&[r::LA_ESQ_09], |book: &Book| {
        let mut field = evading(book, army);
        field.world.generals[0].at = table::Point::new(90 * CM, 10 * CM);
        let steps = [Step::Compelled, Step::Rallies, Step::Charges, Step::Close];
        let played = field.play(&steps, &[6], &[]).unwrap();
        assert_eq!(played.world.unit(field.id("V")).bound, Bound::Free);
    });
}

/// A general who reaches a charger in the first half stops it: it moves the third quarter and halts (LA-CHA-33).
#[test]
fn a_general_stops_a_charge() {
    let army = "blue H fr-hussars 360 line 90 20 0\nred D pr-dragoons 360 line 90 75 180\n";
    prove(&[r::LA_CHA_33], |book: &Book| {
        let field = field_of(book, army);
        let mut steps = half();
        steps.extend(&half()[..12]);
        let said = [("H", "charge", Some("D")), ("blue", "join_and_stop", Some("H"))];
        let played = field.play(&steps, &[3], &said).unwrap();
        let unit = played.world.unit(field.id("H"));
        assert!(unit.charge.is_none());
        assert_eq!(unit.order, Order::Unformed);
        assert_eq!(unit.pose.at.y, field.world.unit(field.id("H")).pose.at.y + 3 * 30 * CM / 4);
    });
}

/// Only visible units may be charged (LA-CHA-12).
#[test]
fn nobody_charges_what_it_does_not_see() {
    let army = "blue H fr-hussars 120 line 90 40 0\nred A pr-line-1813 480 line 90 60 180\nred D pr-dragoons 120 line 90 75 180\n";
    prove(&[r::LA_CHA_12], |book: &Book| {
        let field = field_of(book, army);
        let played = field.play(&[Step::Plans], &[], &[]).unwrap();
        let about = Ref::Unit(field.id("H"));
        let sheets = played.asked.iter().flat_map(|(_, fields)| fields).filter(|field| field.about == about);
        let charges: Vec<game::Key> = sheets
            .filter_map(|field| match &field.shape {
                Shape::Pick { from, .. } => Some(from.iter().map(|choice| choice.key.clone())),
                _ => None,
            })
            .flatten()
            .filter(|key| key.does == "charge")
            .collect();
        assert_eq!(charges, [game::Key::about("charge", Ref::Unit(field.id("A")))]);
    });
}

/// A charger closes up on an enemy at an angle (LA-CHA-18).
#[test]
fn a_charger_closes_up() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 60 190\n";
    prove(&[r::LA_CHA_18], |book: &Book| {
        let field = field_of(book, army);
        let mut steps = half();
        steps.truncate(20);
        let played = field.play(&steps, &[4, 1, 4], &[("H", "charge", Some("D"))]).unwrap();
        assert!(played.world.engaged(field.id("H")));
        assert_ne!(played.world.unit(field.id("H")).pose.facing, 0);
    });
}

/// Guns without gunners are spiked by a unit that touches them (LA-GAP-55).
#[test]
fn guns_left_alone_may_be_spiked() {
    let army = "blue F fr-line 540 line 90 40 0\nred K fr-foot-8 8 deployed 90 40.9 180\n";
    prove(&[r::LA_GAP_55], |book: &Book| {
        let mut field = field_of(book, army);
        let guns = field.id("K");
        field.world.unit_mut(guns).guns = grognard_aigles::world::Guns::Unmanned;
        let played = field.play(&half(), &[], &[("F", "spike", Some("K"))]).unwrap();
        assert_eq!(played.world.unit(guns).guns, grognard_aigles::world::Guns::Spiked);
    });
}

/// A turn of the scenario is three periods (LA-GAP-70).
#[test]
fn a_turn_is_three_periods() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 105 180\n";
    prove(&[r::LA_GAP_70], |book: &Book| {
        let field = field_of(book, army);
        let seen = field.rules.redact(&game::Play::new(field.world.clone(), []), game::Side::Blue);
        assert_eq!(field.rules.appraise(&seen).turns, 12);
    });
}

/// Light cavalry in line leaves the squadrons behind that a friend hampers; the others go on (LA-CHA-34, LA-CHA-35).
#[test]
fn hampered_squadrons_stop_and_the_others_go_on() {
    let army = "blue H fr-hussars 360 line 90 40 0\nblue F fr-line 540 march_column 78 52 0\nred D pr-dragoons 360 line 95 80 180\n";
    prove(&[r::LA_CHA_34, r::LA_CHA_35, r::LA_GAP_80], |book: &Book| {
        let mut field = field_of(book, army);
        field.names.push("S".to_owned());
        let (regiment, squadron) = (field.id("H"), field.id("S"));
        assert_eq!(field.rules.sheet(regiment).part, Some(squadron));
        let steps = &half()[..6];
        let played = field.play(steps, &[4], &[("H", "charge", Some("D"))]).unwrap();
        let (goes, stays) = (played.world.unit(regiment), played.world.unit(squadron));
        assert_eq!((goes.figures(), stays.figures(), stays.life), (9, 3, Life::Present));
        assert!(goes.charge.is_some(), "the rest still charges");
        assert_eq!(goes.pose.at.y, field.world.unit(regiment).pose.at.y + 30 * CM / 4);
        assert_eq!(stays.pose.at.y, field.world.unit(regiment).pose.at.y);
    });
}

/// A unit that changes its formation for two quarters fires in neither (LA-GAP-06).
#[test]
fn nobody_fires_while_it_changes() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 55 180\n";
    let field = field_of(&Book::new(), army);
    let way = [Manoeuvre::Reform("column".into())];
    // Only the enemy fires, for half a period.
    let played = field.play_marching(&half(), &[1], &[], &[("F", &way)]).unwrap();
    assert_eq!(played.world.unit(field.id("F")).formation, Formation::Column);
    assert!(told(&played.events, field.id("A"), "fired_at").is_empty());
}

/// Figures that do not bear on the target may have a second one, with a die of its own (LA-GAP-64).
#[test]
fn figures_that_do_not_bear_have_a_second_target() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 march_column 79 58 180\nred B pr-line-1813 480 march_column 101 58 180\n";
    let field = field_of(&Book::new(), army);
    let silent = [("A", "hold_fire", None), ("B", "hold_fire", None)];
    let said = [("F", "fire", Some("A")), ("F", "second_target", Some("B")), silent[0], silent[1]];
    let steps = &half()[3..];
    let mut start = field;
    start.world.quarter = 0;
    let played = start.play(steps, &[1, 1], &said).unwrap();
    assert_eq!(told(&played.events, start.id("A"), "fired_at").len(), 1);
    assert_eq!(told(&played.events, start.id("B"), "fired_at").len(), 1);
}

/// A house may be entered by a battalion next to its wall (LA-GAP-74).
#[test]
fn a_house_is_entered() {
    let army = "blue F fr-line 540 march_column 90 40 0\nred A pr-line-1813 480 line 90 105 180\n";
    prove(&[r::LA_GAP_74], |book: &Book| {
        let field = field_on(book, "masonry_building 85 40.2 95 48", army);
        let played = field.play(&[Step::Plans], &[], &[]).unwrap();
        assert!(offered(&played, "plan", field.id("F")).iter().any(|does| does == "garrison"));
    });
}

/// A unit hidden by a house is not fired at (LA-GAP-15).
#[test]
fn a_house_hides_who_is_behind_it() {
    let army = "blue K fr-foot-8 8 deployed 90 20 0\nred A pr-line-1813 480 line 90 60 180\n";
    prove(&[r::LA_GAP_15], |book: &Book| {
        let field = field_on(book, "masonry_building 78 30 102 36", army);
        let played = field.play(&half(), &[], &[]).unwrap();
        assert!(told(&played.events, field.id("A"), "fired_at").is_empty());
    });
}

/// Hussars and dragoons already in melee for a round.
fn engaged(book: &Book, army: &str) -> crate::field::Field {
    let mut field = field_of(book, army);
    let pair = [field.id("H"), field.id("D")];
    let hold = [Hold::default(); 2];
    field.world.contacts.push(Contact { pair, hold, rounds: 1, drawn: 0, since: 1 });
    field
}

/// A rally is followed for a whole period (LA-RAL-11).
#[test]
fn a_rally_is_followed_for_a_period() {
    let army = "blue H fr-hussars 360 line 90 60 0\nred D pr-dragoons 360 line 90 60 180\n";
    prove(&[r::LA_RAL_11], |book: &Book| {
        let field = engaged(book, army);
        let said = [("D", "rally", None), ("H", "follow", Some("D"))];
        let played = field.play(&[Step::Period], &[], &said).unwrap();
        let bound = &played.world.unit(field.id("H")).bound;
        assert!(matches!(bound, Bound::Following { until: 4, .. }), "{bound:?}");
    });
}

/// Dragoons break off and hussars follow: the state after this many quarters.
fn followed(book: &Book, formation: &str, quarters: usize) -> (crate::field::Field, World) {
    let army = format!("blue H fr-hussars 360 {formation} 90 60 0\nred D pr-dragoons 360 line 90 60 180\n");
    let field = engaged(book, &army);
    let mut steps = vec![Step::Period];
    steps.extend([Step::Compelled, Step::Rallies].repeat(quarters));
    let played = field.play(&steps, &[], &[("D", "rally", None), ("H", "follow", Some("D"))]).unwrap();
    (field, played.world)
}

/// A unit that breaks off stays in contact while it turns, its follower behind its old front; then it moves directly
/// away, the follower after it, and never through it (LA-RAL-05, LA-RAL-08, LA-GAP-40, LA-GAP-51).
#[test]
fn a_follower_moves_after_whom_it_follows() {
    prove(&[r::LA_RAL_05, r::LA_GAP_51], |book: &Book| {
        for formation in ["march_column", "line"] {
            for turning in 1..=2 {
                let (field, after) = followed(book, formation, turning);
                let (hunter, prey) = (field.id("H"), field.id("D"));
                assert!(after.contact(hunter, prey).is_some());
                assert_eq!(after.unit(hunter).pose, field.world.unit(hunter).pose);
                // About, on its former footprint.
                let stands = field.rules.body(&after, prey).pose.at;
                assert_eq!(stands, field.rules.body(&field.world, prey).pose.at);
                assert_eq!(after.unit(prey).pose.facing, if turning == 2 { 0 } else { 18_000 });
            }
        }
        let mut was = 60 * CM;
        for quarters in 3..=4 {
            let (field, after) = followed(book, "march_column", quarters);
            let (hunter, prey) = (field.id("H"), field.id("D"));
            let (behind, before) = (field.rules.body(&after, hunter), field.rules.body(&after, prey));
            // 8 cm a quarter, the follower's front at its rear.
            assert_eq!(before.pose.at.y - before.depth / 2, was + 8 * CM);
            assert_eq!((after.unit(hunter).pose.at.y, after.unit(hunter).pose.facing), (was + 8 * CM, 0));
            assert!(after.contact(hunter, prey).is_some() && behind.pose.at.y < before.pose.at.y);
            was += 8 * CM;
        }
    });
}

/// A slower follower goes straight on for all the remaining quarters of the period, including the last, and is free
/// then (LA-RAL-11, LA-GAP-50).
#[test]
fn a_slower_follower_goes_on_to_the_end_of_the_period() {
    prove(&[r::LA_RAL_11], |book: &Book| {
        for (quarters, far, free) in [(3, 15, false), (4, 30, true)] {
            let (field, after) = followed(book, "line", quarters);
            let hunter = field.id("H");
            assert!(!after.engaged(hunter));
            assert_eq!(after.unit(hunter).pose.at.y, 60 * CM + far * CM / 2);
            assert_eq!(after.unit(hunter).bound == Bound::Free, free);
        }
    });
}

/// A slower follower loses contact: there is no combat (LA-RAL-14).
#[test]
fn a_slower_follower_loses_touch() {
    let army = "blue H fr-hussars 360 line 90 60 0\nred D pr-dragoons 360 line 90 63 0\n";
    prove(&[r::LA_RAL_14], |book: &Book| {
        let mut field = engaged(book, army);
        let (hunter, prey) = (field.id("H"), field.id("D"));
        let run = grognard_aigles::world::Run { from: Some(hunter), reacting: 0, turning: 0, moved: 0, past: None };
        field.world.unit_mut(prey).bound = Bound::Rallying(run);
        field.world.unit_mut(hunter).bound = Bound::Following { whom: prey, uncontrolled: false, until: 4 };
        let played = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap();
        assert!(!played.world.engaged(hunter));
    });
}

/// A follower that is too slow goes straight on and enters a melee with the first enemy met (LA-RAL-24).
#[test]
fn a_follower_runs_into_others() {
    let army = "blue H fr-hussars 360 line 90 46 0\nred D pr-dragoons 360 line 60 60 0\nred A pr-line-1813 480 line 110 52 180\n";
    prove(&[r::LA_RAL_24], |book: &Book| {
        let mut field = field_of(book, army);
        let (hunter, prey) = (field.id("H"), field.id("D"));
        let leaving = Leaving { how: Leave::Rout, moved: 1, turning: 0 };
        field.world.unit_mut(prey).bound = Bound::Leaving(leaving);
        field.world.unit_mut(hunter).bound = Bound::Following { whom: prey, uncontrolled: false, until: 4 };
        let played = field.play(&[Step::Compelled, Step::Rallies], &[], &[]).unwrap();
        assert!(played.world.contact(hunter, field.id("A")).is_some());
        assert_eq!(played.world.unit(hunter).order, Order::Disorganised);
    });
}

/// Fire is computed from the firer's place in the last quarter that counts, wherever it has moved since (LA-GAP-64).
#[test]
fn who_goes_on_has_fired_from_where_it_stood() {
    let army = "blue F fr-line 540 line 90 62 0\nred M pr-line-1813 480 line 90 72 180\n";
    let field = field_of(&Book::new(), army);
    let line = field.id("M");
    let way = [Manoeuvre::Stand, Manoeuvre::Ahead(2 * CM)];
    let held = [("F", "hold_fire", None), ("M", "hold_fire", None)];
    let played = field.play_marching(&half(), &[], &held, &[("M", &way)]).unwrap();
    let gone = field.world.unit(line).pose.at.to(played.world.unit(line).pose.at);
    assert!((gone - f64::from(2 * CM)).abs() < 2.0, "{gone}");
    let sheets = played.asked.iter().filter(|(slot, _)| slot.kind == "fire").flat_map(|(_, fields)| fields);
    let choices = sheets.filter(|field| field.about == Ref::Unit(line)).filter_map(|field| match &field.shape {
        Shape::Pick { from, .. } => from.first(),
        _ => None,
    });
    let far: Vec<i64> = choices.filter_map(|choice| choice.facts.get(&"distance".into()).copied()).collect();
    assert!(matches!(far[..], [cm] if (cm - i64::from(10 * CM)).abs() <= 2), "{far:?}");
}

/// A unit that must leave moves away from an adjacent follower (LA-GAP-50), which bars the ways into itself, not the
/// others (LA-GAP-63).
#[test]
fn a_follower_does_not_bar_every_way() {
    let army = "blue F fr-line 540 march_column 90 40 10\nred M pr-line-1813 480 line 90 40 190\n";
    let mut field = field_of(&Book::new(), army);
    let id = field.id("F");
    field.world.unit_mut(id).bound = Bound::Leaving(Leaving { how: Leave::Retreat, moved: 1, turning: 0 });
    let played = field.play(&[Step::Compelled], &[], &[]).unwrap();
    let unit = played.world.unit(id);
    assert!(unit.present() && unit.pose.at.y < field.world.unit(id).pose.at.y - 2 * CM, "{:?}", unit.pose);
}

/// Rounds are counted from each unit's own entry (LA-GAP-49, 2): a unit joined by a second enemy in its third round no
/// longer has its general's die (LA-GEN-05).
#[test]
fn rounds_are_counted_from_the_own_entry() {
    let army = "blue F fr-line 540 line 90 60 0\nred B pr-line-1813 480 march_column 103.52 59 270\nred X pr-line-1813 480 line 90 60.02 180\n";
    let value = |fought: u8| {
        let mut field = field_of(&Book::new(), army);
        let own = field.id("F");
        field.world.quarter = 4;
        for (enemy, rounds) in [("B", 0), ("X", fought)] {
            let pair = [own, field.id(enemy)];
            field.world.contacts.push(Contact { pair, hold: [Hold::default(); 2], rounds, drawn: 0, since: 4 });
        }
        field.world.generals[0].with = Some(own);
        // Only its own dice matter here: the officer's, and that of its test.
        let played = field.play(&[Step::Melee], &[1, 6, 6, 1, 6], &[]).unwrap();
        let lines = played.events.iter().find_map(|event| match &event.deed {
            Deed::Tested { breakdown, .. } if breakdown.of == Some(Ref::Unit(own)) && breakdown.test == "melee" => {
                Some(breakdown.lines.clone())
            }
            _ => None,
        });
        let die = lines.unwrap().into_iter().find_map(|line| match line.op {
            Op::Dice(value) => Some(value),
            _ => None,
        });
        die.unwrap()
    };
    assert_eq!((value(0), value(2)), (1, 0));
}

/// An uncontrolled advance without a target to charge goes at the nearest visible enemy in front (LA-GAP-66).
#[test]
fn an_uncontrolled_advance_makes_for_the_enemy() {
    let army = "blue F fr-line 540 march_column 90 40 0\nred A pr-line-1813 480 march_column 125 100 210\n";
    let mut field = field_of(&Book::new(), army);
    let id = field.id("F");
    field.world.unit_mut(id).bound = Bound::Advancing { until: 8, at: None };
    let after = field.play(&[Step::Compelled, Step::Moves], &[], &[]).unwrap().world;
    assert!((2_900..3_100).contains(&after.unit(id).pose.facing), "{:?}", after.unit(id).pose);
}

/// A unit tests once for each enemy within 15 cm of its flank (LA-GAP-24, 8), not for one farther away: a test for
/// another reason while the enemy is far does not replace the one when it has come.
#[test]
fn a_flank_is_tested_when_the_enemy_is_near() {
    let army = "blue F fr-line 540 line 90 60 0\nred H pr-dragoons 360 line 128 59 270\n";
    let mut field = field_of(&Book::new(), army);
    let (own, enemy) = (field.id("F"), field.id("H"));
    field.world.quarter = 1;
    field.world.unit_mut(own).now.visited = true;
    field.world = field.play(&[Step::Close], &[3], &[]).unwrap().world;
    field.world.unit_mut(enemy).pose.at.x -= 12 * CM;
    field.world = field.play(&[Step::Close], &[3], &[]).unwrap().world;
    field.play(&[Step::Close], &[], &[]).unwrap();
}

/// A charger on its way tests after heavy fire like any unit (LA-GAP-24, 6); on Arrêt it moves its next quarter in full
/// and then halts unformed (LA-GAP-25, LA-CHA-33). A charger that has charged home under that fire has tested for it.
#[test]
fn a_charger_is_stopped_by_fire_on_its_way() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred A pr-line-1813 480 line 90 68 180\n";
    prove(&[r::LA_CHA_33, r::LA_GAP_24], |book: &Book| {
        let mut field = field_of(book, army);
        let (own, enemy) = (field.id("H"), field.id("A"));
        field.world.quarter = 2;
        field.world.hits.push(Hit { by: enemy, at: own, losses: 20, loose: true, half: 1 });
        without_generals(&mut field);
        let unit = field.world.unit_mut(own);
        (unit.losses, unit.memory.routs) = (119, 1);
        unit.left[0] -= 3;
        unit.charge = Some(charging(Sort::Charge));
        // 5 and 1 for its charge, 2 less for the fire, 2 for the enemies, 1 for the rout before, 1 for its losses.
        let mut after = field.play(&[Step::Close], &[1], &[]).unwrap().world;
        assert_eq!(after.unit(own).charge.as_ref().map(|charge| charge.stops), Some(Some(3)));
        after.quarter = 3;
        field.world = after;
        let from = field.world.unit(own).pose.at.y;
        let after = field.play(&[Step::Charges], &[], &[]).unwrap().world;
        let unit = after.unit(own);
        assert_eq!((unit.pose.at.y - from, unit.order), (15 * CM / 2, Order::Unformed));
        assert!(unit.charge.is_none());
    });
    let mut field = field_of(&Book::new(), army);
    let (own, enemy) = (field.id("H"), field.id("A"));
    field.world.quarter = 2;
    field.world.hits.push(Hit { by: enemy, at: own, losses: 20, loose: false, half: 1 });
    field.world.unit_mut(own).memory.fire_tested = 1;
    field.play(&[Step::Close], &[], &[]).unwrap();
}
