//! Step M: moves, manoeuvres, buildings, generals (chapters 1.6, 3, 6, 11, 12, 14). Places are in hundredths of a pas.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod field;

use field::{Field, LINE, Stand, ahead, area, line, march, oblique, reform, refused_by, step_m, strongpoint, turn};
use game::{Deed, Key, Ref, Reply, Rule, Side, UnitId};
use grognard_marie_louise::turn::Step;
use grognard_marie_louise::world::{Life, SEQUENCE};
use grognard_marie_louise::{Book, Formation, Marker, Options, Order, r};
use rulebook::proof::{prove, prove_with};
use table::Manoeuvre;

/// Far away and holding: an enemy that takes no part.
const AFAR: Stand = Stand { at: (6000, 4500), facing: 180, order: Order::Hold, ..LINE };

/// A blue unit that carries out a plan by itself.
fn alone(book: &Book, ground: &str, stand: Stand, legs: &[Manoeuvre]) -> Result<Field, Vec<game::Refusal>> {
    Field::new(book, ground, &[stand], &[AFAR]).plans(&[(0, legs.to_vec())]).try_run(&step_m())
}

fn goes(book: &Book, ground: &str, stand: Stand, legs: &[Manoeuvre]) -> Field {
    alone(book, ground, stand, legs).unwrap_or_else(|refusals| panic!("{legs:?} refused: {refusals:?}"))
}

fn refuses(book: &Book, ground: &str, stand: Stand, legs: &[Manoeuvre], by: Rule) {
    assert_eq!(refused_by(alone(book, ground, stand, legs)), by.id, "{legs:?}");
}

fn strip(kind: &str, from: f64, to: f64) -> String {
    area(kind, &[(0.0, from), (72.0, from), (72.0, to), (0.0, to)])
}

const HERE: Stand = Stand { at: (2000, 1000), ..LINE };

// ---------------------------------------------------------------------------------------------- the ground

/// Case ml-1.6-02.
#[test]
fn rough_ground_counts_wherever_it_is_touched() {
    prove(&[r::ML_1_6C, r::ML_GAP_14, r::ML_6A], |book| {
        for wood in [strip("open_wood", 13.0, 30.0), strip("open_wood", 9.0, 10.5), strip("open_wood", 12.0, 13.0)] {
            assert_eq!(goes(book, &wood, HERE, &[ahead(500)]).at(0), (2000, 1500));
            refuses(book, &wood, HERE, &[ahead(550)], r::ML_6A);
        }
        let edge = strip("open_wood", 18.0, 30.0);
        assert_eq!(goes(book, &edge, HERE, &[ahead(800)]).at(0), (2000, 1800));
        // A first leg on clear ground is no cheaper.
        refuses(book, &strip("open_wood", 13.0, 30.0), HERE, &[ahead(300), ahead(250)], r::ML_6A);
    });
}

#[test]
fn very_rough_ground_is_slow_and_closed_to_guns() {
    prove(&[r::ML_1_6D], |book| {
        let marsh = strip("marsh", 11.0, 30.0);
        goes(book, &marsh, HERE, &[ahead(200)]);
        refuses(book, &marsh, HERE, &[ahead(250)], r::ML_6A);
        refuses(book, &marsh, HERE.guns("fr-foot-8", "limbered"), &[ahead(200)], r::ML_1_6D);
    });
}

#[test]
fn horse_keeps_out_of_thick_forest_and_guns_out_of_crops() {
    prove(&[r::ML_6D], |book| {
        let forest = strip("forest", 11.0, 30.0);
        let horse = Stand { kind: "fr-hussars", strength: "men = 525", ..HERE };
        assert_eq!(goes(book, &strip("open_wood", 11.0, 30.0), horse, &[ahead(400)]).at(0), (2000, 1400));
        refuses(book, &strip("open_wood", 11.0, 30.0), horse, &[ahead(450)], r::ML_6A);
        refuses(book, &forest, horse, &[ahead(200)], r::ML_6D);
    });
    prove(&[r::ML_1_6C], |book| {
        let guns = HERE.guns("fr-foot-8", "limbered");
        refuses(book, &strip("tall_crops", 11.0, 30.0), guns, &[ahead(150)], r::ML_1_6C);
        goes(book, &strip("scrub", 11.0, 30.0), guns, &[ahead(200)]);
    });
}

/// Case ml-1.6-03.
#[test]
fn a_wall_halts_who_cannot_finish_the_crossing() {
    prove(&[r::ML_1_6E], |book| {
        // The front edge touches the wall after 7 pas.
        let wall = line("wall", &[(0.0, 17.25), (72.0, 17.25)], 0.0);
        let field = goes(book, &wall, HERE, &[ahead(800)]);
        assert_eq!(field.at(0), (2000, 1700));
        assert_eq!(field.unit(0).obstacle, Some(0));
        assert!(field.noted(0, "halted_at_obstacle"));
        let field = field.next_turn(Order::Manoeuvre).plans(&[(0, vec![ahead(800)])]).run(&step_m());
        assert_eq!(field.at(0), (2000, 2500));
        assert_eq!(field.unit(0).obstacle, None);
        // With enough room the crossing costs 2 pas.
        let near = line("wall", &[(0.0, 12.0), (72.0, 12.0)], 0.0);
        assert_eq!(goes(book, &near, HERE, &[ahead(600)]).at(0), (2000, 1600));
        refuses(book, &near, HERE, &[ahead(650)], r::ML_6A);
        // A wall out of reach halts no unit: the way there is already too long.
        refuses(book, &line("wall", &[(0.0, 25.0), (72.0, 25.0)], 0.0), HERE, &[ahead(1900)], r::ML_6A);
        refuses(book, &wall, HERE.guns("fr-horse-6", "limbered"), &[ahead(800)], r::ML_1_6E);
    });
}

#[test]
fn bridges_are_for_columns() {
    prove(&[r::ML_1_6F], |book| {
        let crossing =
            strip("river", 12.0, 13.0) + &area("bridge", &[(19.0, 11.5), (21.0, 11.5), (21.0, 13.5), (19.0, 13.5)]);
        assert_eq!(goes(book, &crossing, HERE.in_("attack_column"), &[ahead(1000)]).at(0), (2000, 2000));
        refuses(book, &crossing, HERE, &[ahead(500)], r::ML_6A);
    });
}

#[test]
fn steep_slopes_weigh_on_those_who_climb() {
    prove(&[r::ML_1_6K], |book| {
        let hill = "level = 1\n";
        let ground = strip("hill", 14.0, 30.0) + hill + &strip("steep_slope", 12.0, 14.5);
        refuses(book, &ground, HERE, &[ahead(800)], r::ML_6A);
        goes(book, &ground, HERE, &[ahead(500)]);
        goes(book, &ground, HERE.at(2000, 1800).facing(180), &[ahead(800)]);
    });
}

/// Case ml-6.1-01.
#[test]
fn a_march_column_follows_a_road() {
    let road = line("road", &[(20.0, 5.0), (20.0, 16.0), (40.0, 16.0)], 20.0);
    let bends = [ahead(600), turn(90), ahead(600)];
    prove(&[r::ML_1_6A, r::ML_6C, r::ML_6_1B, r::ML_GAP_15], |book| {
        let field = goes(book, &road, HERE.in_("march_column"), &bends);
        assert_eq!(field.at(0), (2600, 1600));
        assert_eq!(field.unit(0).pose.facing, 9_000);
        // Off the road, or in another formation, the rate of the ground applies.
        refuses(book, "", HERE.in_("march_column"), &bends, r::ML_6A);
        let straight = line("road", &[(20.0, 5.0), (20.0, 40.0)], 20.0);
        refuses(book, &straight, HERE.in_("attack_column"), &[ahead(1100)], r::ML_6A);
        refuses(book, &road, HERE, &[ahead(300), oblique(300, 60)], r::ML_6_1B);
        refuses(book, &road, HERE, &bends, r::ML_GAP_15);
    });
}

// ---------------------------------------------------------------------------------------------- manoeuvres

/// Case ml-6.1-02, on the table.
#[test]
fn manoeuvres_take_their_part_of_the_sequence() {
    prove(&[r::ML_6_1C, r::ML_6_1D, r::ML_6_1E, r::ML_6_1F, r::ML_6_1J], |book| {
        let (column, to_line, to_column) = (HERE.in_("attack_column"), reform("line"), reform("attack_column"));
        let of = |kind: &'static str| Stand { kind, ..HERE };
        goes(book, "", HERE, &[turn(30), ahead(400)]);
        refuses(book, "", HERE, &[turn(30), ahead(450)], r::ML_6A);
        assert_eq!(goes(book, "", HERE, &[turn(180), ahead(600)]).at(0), (2000, 400));
        refuses(book, "", HERE, &[turn(180), ahead(650)], r::ML_6A);
        // A change of facing is included.
        let field = goes(book, "", HERE, &[to_column.clone(), turn(90), ahead(500)]);
        assert_eq!((field.at(0), field.formation(0)), ((2500, 1000), Formation::AttackColumn));
        goes(book, "", column, &[to_line.clone(), turn(90), ahead(400)]);
        goes(book, "", column, &[reform("march_column"), ahead(500)]);
        refuses(book, "", of("fr-conscripts"), &[to_column.clone(), ahead(100)], r::ML_6A);
        goes(book, "", of("fr-conscripts"), &[to_column]);
    });
    prove(&[r::ML_6_1G, r::ML_6_1H, r::ML_6_1K, r::ML_6_1I, r::ML_1_4C], |book| {
        let of = |kind: &'static str| Stand { kind, ..HERE };
        let disordered = |kind: &'static str, legs: &[Manoeuvre]| {
            let field = Field::new(book, "", &[of(kind)], &[AFAR]).formed(0, Formation::Disorder);
            field.plans(&[(0, legs.to_vec())]).try_run(&step_m())
        };
        assert_eq!(disordered("fr-line", &[reform("line")]).unwrap().formation(0), Formation::Line);
        assert_eq!(refused_by(disordered("fr-line", &[reform("line"), ahead(100)])), "ML-6a");
        disordered("fr-light", &[reform("line"), ahead(400)]).unwrap();
        assert_eq!(disordered("fr-voltigeurs", &[reform("skirmish")]).unwrap().formation(0), Formation::Skirmish);
        assert_eq!(refused_by(disordered("fr-voltigeurs", &[reform("line")])), "ML-1.4c");
        goes(book, "", of("fr-light"), &[reform("square"), ahead(100)]);
        refuses(book, "", HERE, &[reform("square"), turn(90)], r::ML_GAP_15);
        refuses(book, "", HERE.in_("square"), &[ahead(100)], r::ML_6_1I);
        goes(book, "", of("fr-light"), &[reform("skirmish"), ahead(600)]);
        refuses(book, "", HERE, &[reform("skirmish")], r::ML_6_1K);
        refuses(book, "", Stand { kind: "fr-hussars", strength: "men = 525", ..HERE }, &[reform("square")], r::ML_6_1H);
    });
    prove(&[r::ML_GAP_51], |book| {
        let guard = Stand { kind: "fr-guard-chasseurs", strength: "men = 525", ..HERE };
        assert_eq!(goes(book, "", guard, &[reform("skirmish")]).formation(0), Formation::Skirmish);
    });
}

/// Case ml-14-01.
#[test]
fn doctrine_allows_a_line_along_a_wall() {
    prove(&[r::ML_14B, r::ML_14C], |book| {
        let russians = |ground: &str| {
            let stand = Stand { kind: "ru-musketeers", formation: "attack_column", ..HERE };
            let field = Field::of_nations(book, ground, ("russia", &[stand]), ("france", &[AFAR]), 1812);
            field.plans(&[(0, vec![reform("line")])]).try_run(&step_m())
        };
        assert_eq!(refused_by(russians("")), "ML-14b");
        let wall = line("wall", &[(0.0, 10.5), (72.0, 10.5)], 0.0);
        assert_eq!(russians(&wall).unwrap().formation(0), Formation::Line);
        assert_eq!(russians(&strip("open_wood", 10.5, 30.0)).unwrap().formation(0), Formation::Line);
    });
}

#[test]
fn a_manoeuvre_holds_from_the_end_of_its_last_quarter() {
    prove(&[r::ML_6_1A, r::ML_GAP_30], |book| {
        let field = goes(book, "", HERE, &[reform("attack_column")]);
        let clock = |name: &str| {
            field.events.iter().position(|e| matches!(&e.deed, Deed::Clock { phase, .. } if phase == name))
        };
        let formed =
            field.events.iter().position(|e| matches!(&e.deed, Deed::Marked { mark, .. } if mark == "formation"));
        assert!(clock("moment_3") < formed && formed < clock("moment_4"), "after the second quarter");
    });
}

#[test]
fn plans_that_end_on_one_another_are_refused() {
    prove(&[r::ML_GAP_11], |book| {
        let blue = [HERE.in_("attack_column"), HERE.at(2000, 1500).in_("attack_column")];
        let both = |first: i32, second: i32| {
            let field = Field::new(book, "", &blue, &[AFAR]);
            refused_by(field.plans(&[(0, vec![ahead(first)]), (1, vec![ahead(second)])]).try_run(&step_m()))
        };
        assert_eq!(both(800, 320), "ML-GAP-11");
        assert_eq!(both(500, 500), "accepted");
    });
}

// ---------------------------------------------------------------------------------------------- the enemy

#[test]
fn a_move_stops_at_two_pas_of_the_enemy() {
    prove(&[r::ML_3_1J], |book| {
        let red = [HERE.at(2000, 1800).facing(180).under(Order::Hold)];
        let field = Field::new(book, "", &[HERE], &red).plans(&[(0, vec![ahead(800)])]).run(&step_m());
        // TdC to TdC: 8 pas less a depth of half a pas.
        assert_eq!(field.at(0), (2000, 1550));
        assert_eq!(field.marker(0), Marker::Hesitant);
        assert_eq!(field.marker(1), Marker::None);
        // Two that approach each other evenly meet half way.
        let field = Field::new(book, "", &[HERE], &[HERE.at(2000, 2000).facing(180)]);
        let field = field.plans(&[(0, vec![ahead(800)]), (1, vec![ahead(800)])]).run(&step_m());
        assert_eq!((field.at(0), field.at(1)), ((2000, 1375), (2000, 1625)));
        assert_eq!((field.marker(0), field.marker(1)), (Marker::Hesitant, Marker::Hesitant));
    });
}

#[test]
fn who_begins_within_two_pas_may_not_come_nearer() {
    prove(&[r::ML_GAP_68], |book| {
        let red = [HERE.at(2000, 1200).facing(180).under(Order::Hold)];
        let blue =
            |legs: &[Manoeuvre]| Field::new(book, "", &[HERE], &red).plans(&[(0, legs.to_vec())]).try_run(&step_m());
        assert_eq!(refused_by(blue(&[ahead(100)])), "ML-GAP-68");
        let turned = blue(&[turn(90)]).unwrap();
        assert_eq!(turned.unit(0).pose.facing, 9_000);
        assert_eq!(turned.marker(0), Marker::Hesitant);
        let away = blue(&[turn(180), ahead(600)]).unwrap();
        assert_eq!((away.at(0), away.marker(0)), ((2000, 400), Marker::None));
    });
}

#[test]
fn an_order_to_move_that_is_not_used_makes_hesitant() {
    prove(&[r::ML_3_2F, r::ML_GAP_67], |book| {
        let field = Field::new(book, "", &[HERE, HERE.at(3000, 1000).under(Order::Hold)], &[AFAR]).run(&step_m());
        assert_eq!((field.marker(0), field.marker(1)), (Marker::Hesitant, Marker::None));
    });
}

#[test]
fn enemy_elements_bar_the_way_but_skirmishers_draw_aside() {
    // The outermost of six elements is 3 pas from its TdC.
    let wide = Stand { strength: "men = 1050", order: Order::Hold, ..HERE.at(2000, 1800).facing(180) };
    prove(&[r::ML_6_2B], |book| {
        let field =
            Field::new(book, "", &[HERE.at(1650, 1000)], &[wide]).plans(&[(0, vec![ahead(800)])]).run(&step_m());
        assert_eq!(field.at(0), (1650, 1750));
        assert!(field.noted(0, "barred_by_enemy"));
        assert_eq!(field.marker(0), Marker::None);
    });
    prove(&[r::ML_6_2C], |book| {
        let open = Stand { kind: "fr-voltigeurs", formation: "skirmish", ..wide };
        let field =
            Field::new(book, "", &[HERE.at(1650, 1000)], &[open]).plans(&[(0, vec![ahead(800)])]).run(&step_m());
        assert_eq!(field.at(0), (1650, 1800));
    });
}

#[test]
fn friends_passed_through_are_tested() {
    let column = HERE.in_("attack_column");
    let friend = HERE.at(2000, 1300).under(Order::Hold);
    prove(&[r::ML_6_2A], |book| {
        let field = Field::new(book, "", &[column, friend], &[AFAR]);
        let field = field.plans(&[(0, vec![ahead(1000)])]).dice(&[1, 6]).run(&step_m());
        assert_eq!((field.formation(0), field.formation(1)), (Formation::Disorder, Formation::Line));
        // It is through after two quarters; the other half of the sequence is at the rate of a disorganised unit.
        assert_eq!(field.at(0), (2000, 1800));
        let open = Stand { kind: "fr-voltigeurs", formation: "skirmish", ..friend };
        let field = Field::new(book, "", &[column, open], &[AFAR]).plans(&[(0, vec![ahead(800)])]).run(&step_m());
        assert_eq!(field.at(0), (2000, 1800));
    });
    prove(&[r::ML_GAP_49], |book| {
        let guns = friend.guns("fr-foot-8", "deployed");
        let field = Field::new(book, "", &[column, guns], &[AFAR]);
        let field = field.plans(&[(0, vec![ahead(800)])]).dice(&[6]).run(&step_m());
        assert!(field.unit(1).now.crossed);
        assert_eq!(field.formation(0), Formation::AttackColumn);
        // Foragers pass like skirmishers: no unit tests.
        let foragers = Stand { kind: "fr-hussars", strength: "men = 525", formation: "skirmish", ..friend };
        let field = Field::new(book, "", &[column, foragers], &[AFAR]).plans(&[(0, vec![ahead(800)])]).run(&step_m());
        assert_eq!(field.at(0), (2000, 1800));
    });
}

#[test]
fn who_knows_open_order_only_begins_in_it() {
    prove(&[r::ML_1_4C], |book| {
        let field = Field::new(book, "", &[Stand { kind: "fr-voltigeurs", ..HERE }, HERE.at(3000, 1000)], &[AFAR]);
        assert_eq!([0, 1].map(|id| field.formation(id)), [Formation::Skirmish, Formation::Line]);
    });
}

// ---------------------------------------------------------------------------------------------- orders M and T

#[test]
fn troops_under_m_move_and_those_under_t_do_not() {
    prove(&[r::ML_3_1I, r::ML_3_1L, r::ML_1_6B], |book| {
        assert_eq!(goes(book, "", HERE, &[ahead(800)]).at(0), (2000, 1800));
        refuses(book, "", HERE.under(Order::Hold), &[reform("attack_column")], r::ML_3_1L);
    });
}

/// Case ml-6.3-01.
#[test]
fn adjustments_under_t() {
    let held = HERE.under(Order::Hold);
    prove(&[r::ML_6_3A, r::ML_6_3B, r::ML_GAP_53], |book| {
        let field = goes(book, "", held, &[ahead(200)]);
        assert_eq!(field.at(0), (2000, 1200));
        assert!(field.unit(0).now.adjusted && field.unit(0).now.used <= SEQUENCE / 2);
        refuses(book, "", held, &[ahead(250)], r::ML_6_3A);
        assert_eq!(goes(book, "", held, &[turn(90)]).unit(0).pose.facing, 9_000);
        refuses(book, "", held, &[turn(90), ahead(100)], r::ML_GAP_53);
        let scrub = strip("scrub", 5.0, 30.0);
        let field = goes(book, &scrub, held, &[ahead(100)]);
        assert_eq!(field.at(0), (2000, 1100));
        assert!(field.events.iter().any(|e| e.rules.iter().any(|rule| *rule == r::ML_6_3B.into())));
        refuses(book, &scrub, held, &[ahead(150)], r::ML_6_3B);
        refuses(book, &scrub, held, &[turn(90)], r::ML_6_3B);
        let square = Field::new(book, "", &[held.in_("square")], &[AFAR]).run(&step_m());
        assert!(!square.was_asked("plan", 0));
    });
}

#[test]
fn who_has_fired_in_phase_four_stays() {
    prove(&[r::ML_GAP_30], |book| {
        let field = Field::new(book, "", &[HERE.under(Order::Hold)], &[AFAR]);
        let field = field.with(|w| w.unit_mut(UnitId(0)).now.fired = true).run(&step_m());
        assert!(!field.was_asked("plan", 0));
    });
}

#[test]
fn a_line_that_moves_half_fires_in_phase_five() {
    prove(&[r::ML_7_1B, r::ML_3_1K], |book| {
        let red = [HERE.at(2000, 1800).facing(180).under(Order::Hold)];
        let after = |way: i32| {
            let field = Field::new(book, "", &[HERE], &red).plans(&[(0, vec![ahead(way)])]);
            field.run(&[Step::Plan, Step::AfterMoves, Step::LateFire])
        };
        assert!(after(400).was_asked("late_fire", 0));
        assert!(!after(450).was_asked("late_fire", 0));
    });
}

#[test]
fn batteries_under_m_and_t() {
    let limbered = HERE.guns("fr-foot-8", "limbered");
    let deployed = HERE.guns("fr-foot-8", "deployed").under(Order::Hold);
    prove(&[r::ML_3_2B], |book| {
        assert_eq!(goes(book, "", limbered, &[ahead(500)]).at(0), (2000, 1500));
        let field = goes(book, "", limbered, &[ahead(250), reform("deployed")]);
        assert_eq!((field.at(0), field.formation(0)), ((2000, 1250), Formation::Deployed));
        refuses(book, "", limbered, &[ahead(300), reform("deployed")], r::ML_GAP_15);
        let field = goes(book, "", limbered, &[turn(45), reform("deployed")]);
        assert!(field.unit(0).now.turned && field.unit(0).now.used == SEQUENCE / 2);
    });
    prove(&[r::ML_3_2C, r::ML_GAP_33], |book| {
        let field = goes(book, "", deployed, &[turn(90), ahead(100)]);
        assert_eq!((field.at(0), field.unit(0).pose.facing), ((2100, 1000), 9_000));
        assert!(field.unit(0).now.turned && field.unit(0).now.used <= SEQUENCE / 2);
        assert!(!goes(book, "", deployed, &[ahead(100)]).unit(0).now.turned);
        refuses(book, "", deployed, &[ahead(150)], r::ML_3_2C);
    });
    prove(&[r::ML_1_9H], |book| {
        refuses(book, "", limbered, &[reform("deployed"), ahead(100)], r::ML_1_9H);
        assert_eq!(goes(book, "", limbered, &[turn(90), ahead(500)]).at(0), (2500, 1000));
    });
    prove(&[r::ML_GAP_66], |book| {
        let field = Field::new(book, "", &[limbered.under(Order::Hold)], &[AFAR]).run(&step_m());
        assert!(!field.was_asked("plan", 0));
        assert_eq!(field.marker(0), Marker::None);
    });
}

// ---------------------------------------------------------------------------------------------- buildings

fn farm() -> String {
    strongpoint("masonry_building", &[(19.0, 12.0), (21.0, 12.0), (21.0, 14.0), (19.0, 14.0)])
}

const AT_THE_FARM: Stand = Stand { at: (2000, 1175), ..LINE };

/// Case ml-1.6-04.
#[test]
fn a_building_is_entered_held_and_left() {
    prove(&[r::ML_1_6G, r::ML_1_6I, r::ML_1_6J, r::ML_1_6H, r::ML_GAP_43], |book| {
        let enter = Manoeuvre::Enter(0);
        let field = goes(book, &farm(), AT_THE_FARM, std::slice::from_ref(&enter));
        assert_eq!(
            (field.at(0), field.unit(0).inside, field.formation(0)),
            ((2000, 1300), Some(0), Formation::NoFormation)
        );
        let out = |way: i32| {
            let field = goes(book, &farm(), AT_THE_FARM, std::slice::from_ref(&enter)).next_turn(Order::Manoeuvre);
            field.plans(&[(0, vec![turn(90), ahead(way)])]).try_run(&step_m())
        };
        let left = out(300).unwrap();
        assert_eq!((left.at(0), left.unit(0).inside, left.formation(0)), ((2300, 1300), None, Formation::Disorder));
        assert_eq!(refused_by(out(450)), "ML-6a");
        let bastion = goes(book, &farm(), AT_THE_FARM, &[enter.clone(), reform("bastion")]);
        assert_eq!(bastion.formation(0), Formation::Bastion);
        let later = field.next_turn(Order::Manoeuvre).plans(&[(0, vec![reform("bastion")])]).run(&step_m());
        assert_eq!((later.formation(0), later.unit(0).now.used), (Formation::Bastion, SEQUENCE / 2));
        refuses(book, &farm(), AT_THE_FARM.at(2000, 1100), std::slice::from_ref(&enter), r::ML_GAP_43);
        let horse = Stand { kind: "fr-hussars", strength: "men = 525", ..AT_THE_FARM };
        refuses(book, &farm(), horse, &[enter], r::ML_1_6G);
    });
}

#[test]
fn a_garrison_in_disorder_forms_no_line_in_its_building() {
    prove(&[r::ML_1_6J], |book| {
        let inside = goes(book, &farm(), AT_THE_FARM, &[Manoeuvre::Enter(0)]).formed(0, Formation::Disorder);
        let formed = inside.next_turn(Order::Manoeuvre).plans(&[(0, vec![reform("line")])]).try_run(&step_m());
        assert_eq!(refused_by(formed), "ML-1.6j");
    });
}

#[test]
fn who_only_skirmishes_may_make_a_bastion_of_his_building_later() {
    prove(&[r::ML_1_6I, r::ML_GAP_43], |book| {
        let light = Stand { kind: "fr-voltigeurs", formation: "skirmish", ..AT_THE_FARM };
        let inside = goes(book, &farm(), light, &[Manoeuvre::Enter(0)]);
        let later = inside.next_turn(Order::Manoeuvre).plans(&[(0, vec![reform("bastion")])]).run(&step_m());
        assert_eq!((later.formation(0), later.unit(0).now.used), (Formation::Bastion, SEQUENCE / 2));
    });
}

#[test]
fn lots_decide_who_enters_a_contested_building() {
    prove(&[r::ML_GAP_56], |book| {
        let red = [AT_THE_FARM.at(2000, 1425).facing(180)];
        // They begin 2.5 pas from each other, which is no contact.
        let field = Field::new(book, &farm(), &[AT_THE_FARM], &red);
        let field =
            field.plans(&[(0, vec![Manoeuvre::Enter(0)]), (1, vec![Manoeuvre::Enter(0)])]).dice(&[2]).run(&step_m());
        assert_eq!((field.unit(0).inside, field.unit(1).inside), (None, Some(0)));
    });
}

#[test]
fn nobody_enters_a_building_through_an_enemy() {
    prove(&[r::ML_6_2B], |book| {
        // The column is in the building except its head, which is beyond.
        let enemy = Stand { formation: "march_column", ..AFAR.at(2000, 1400).facing(0) };
        let field = Field::new(book, &farm(), &[AT_THE_FARM], &[enemy]);
        assert_eq!(refused_by(field.plans(&[(0, vec![Manoeuvre::Enter(0)])]).try_run(&step_m())), "ML-6.2b");
    });
}

#[test]
fn a_burning_building_costs_losses_and_is_closed() {
    prove(&[r::ML_12B, r::ML_GAP_57], |book: &Book| {
        let book = &Book { options: Options { capabilities: true, ..book.options.clone() }, ..book.clone() };
        let inside = goes(book, &farm(), AT_THE_FARM, &[Manoeuvre::Enter(0)]).with(|w| w.burning.push(0));
        let field = inside.next_turn(Order::Hold).dice(&[3]).run(&[Step::AfterMoves]);
        assert_eq!(field.unit(0).losses, 3);
        let outside = Field::new(book, &farm(), &[AT_THE_FARM], &[AFAR]).with(|w| w.burning.push(0));
        assert_eq!(refused_by(outside.plans(&[(0, vec![Manoeuvre::Enter(0)])]).try_run(&step_m())), "ML-GAP-57");
    });
}

// ---------------------------------------------------------------------------------------------- generals and guns

#[test]
fn who_yields_a_place_far_from_the_enemy_is_not_stopped_by_him() {
    prove(&[r::ML_GAP_69], |book| {
        // The friend stands where the enemy would be 2 pas away.
        let blue = [LINE.at(3000, 2400), LINE.at(3000, 2740).under(Order::Hold)];
        let field = Field::new(book, "", &blue, &[LINE.at(3000, 3000).facing(180).under(Order::Hold)]);
        let field = field.plans(&[(0, vec![ahead(600)])]).run(&step_m());
        assert_eq!(field.marker(0), Marker::None);
        assert!(!field.noted(0, "stopped_near_enemy"));
        assert!((2_650..2_700).contains(&field.at(0).1), "{:?}", field.at(0));
    });
}

#[test]
fn nobody_turns_onto_a_neighbour() {
    prove(&[r::ML_GAP_11], |book| {
        // The friend is close behind: after a turn to the side the TdCs would overlap.
        let blue = [LINE.at(3000, 2400), LINE.at(3000, 2345).under(Order::Hold)];
        let field = Field::new(book, "", &blue, &[AFAR]).plans(&[(0, vec![turn(90)])]).run(&step_m());
        assert!(!table::overlaps(&field.unit(0).tdc(), &field.unit(1).tdc()));
    });
}

#[test]
fn no_two_generals_stand_on_one_spot() {
    prove(&[r::ML_GAP_80], |book| {
        let spot = table::Point::new(10_000, 85_000);
        let far = AFAR.at(6000, 4000);
        let field = Field::new(book, "", &[HERE.under(Order::Hold)], &[far]).with(|w| w.generals[1].at = spot);
        let ride = [(2, march(2, &[oblique(1600, 0)]))];
        let field = field.answer(Side::Blue, "generals", &ride).run(&step_m());
        let gap = field.play.now().generals[0].at.to(spot);
        assert!((gap - f64::from(grognard_marie_louise::PAS)).abs() < 5.0, "{gap}");
    });
}

#[test]
fn detached_generals_ride_after_the_units() {
    // The blue general is at (2, 1) pas, with two units: his id is 2.
    let ride = |book: &Book, ground: &str, way: i32| {
        let field = Field::new(book, ground, &[HERE.under(Order::Hold)], &[AFAR]);
        field.answer(Side::Blue, "generals", &[(2, march(2, &[oblique(way, 0)]))]).try_run(&step_m())
    };
    // A wall costs two of sixteen pas.
    prove(&[r::ML_1_6E], |book| {
        let wall = line("wall", &[(0.0, 8.0), (10.0, 8.0)], 2.0);
        ride(book, &wall, 1400).unwrap();
        assert_eq!(refused_by(ride(book, &wall, 1450)), "ML-6.4b");
    });
    prove(&[r::ML_6_4B, r::ML_GAP_16], |book| {
        let ride = |ground: &str, way: i32| ride(book, ground, way);
        let field = ride("", 1600).unwrap();
        assert_eq!(field.play.now().generals[0].at, table::Point::new(10_000, 85_000));
        assert_eq!(refused_by(ride("", 1650)), "ML-6.4b");
        ride(&line("road", &[(2.0, 0.0), (2.0, 40.0)], 20.0), 2400).unwrap();
    });
    prove(&[r::ML_6_2B], |book| {
        let barrier = [AFAR.at(200, 1000)];
        let field = Field::new(book, "", &[HERE.under(Order::Hold)], &barrier);
        let field = field.answer(Side::Blue, "generals", &[(2, march(2, &[oblique(1200, 0)]))]);
        assert_eq!(refused_by(field.try_run(&step_m())), "ML-6.2b");
    });
    prove(&[r::ML_6_4A], |book| {
        let field = Field::new(book, "", &[HERE], &[AFAR]).with(|w| {
            w.generals[0].attached = Some(UnitId(0));
            w.generals[0].at = table::Point::new(100_000, 45_000);
        });
        let field = field.plans(&[(0, vec![ahead(800)])]).run(&step_m());
        assert_eq!(field.play.now().generals[0].at, table::Point::new(100_000, 85_000));
        // His side of the unit lies beyond the edge once it has turned its back to that.
        let edge = HERE.at(2000, 4750).facing(90);
        let field = Field::new(book, "", &[edge], &[AFAR]).with(|w| {
            w.generals[0].attached = Some(UnitId(0));
            w.generals[0].at = table::Point::new(96_000, 237_500);
        });
        let field = field.plans(&[(0, vec![turn(90)])]).run(&step_m());
        let at = field.play.now().generals[0].at;
        assert!(at.y <= 240_000 && at != table::Point::new(96_000, 237_500), "{at:?}");
    });
}

#[test]
fn who_stands_by_abandoned_guns_is_counted_by_quarters() {
    prove(&[r::ML_GAP_34], |book| {
        let blue = [HERE.under(Order::Hold), HERE.at(2000, 1400).facing(180)];
        let red = [HERE.at(2000, 1200).guns("fr-foot-8", "deployed")];
        let field = Field::new(book, "", &blue, &red);
        let field = field.with(|w| w.unit_mut(UnitId(2)).life = Life::Abandoned { spiked: false, safe_since: None });
        let field = field.plans(&[(1, vec![turn(90)])]).run(&step_m());
        assert_eq!(field.unit(0).now.still_quarters, 4);
        assert_eq!(field.unit(1).now.still_quarters, 2);
    });
}

// ---------------------------------------------------------------------------------------------- option 11

fn alternate() -> Book {
    Book::new().with_options(Options { alternate_movement: true, ..Options::default() })
}

fn names(does: &'static str, id: u16) -> Reply {
    Reply::pick(Key::about(does, Ref::Unit(UnitId(id))))
}

#[test]
fn units_act_one_after_the_other_by_number() {
    prove_with(&alternate(), &[r::ML_11A, r::ML_11B], |book| {
        // Standard 1 + 1 = 2, levy 1 + 2 = 3: the levy, first on the list, acts last.
        let blue = [Stand { kind: "fr-national-guard", ..HERE }];
        let field = Field::new(book, "", &blue, &[HERE.at(2000, 4000).facing(180)]);
        let field = field.plans(&[(0, vec![ahead(800)]), (1, vec![ahead(800)])]).dice(&[2, 2]).run(&step_m());
        assert_eq!(field.moved(), [1, 0]);
    });
    prove_with(&alternate(), &[r::ML_11C], |book| {
        let field = Field::new(book, "", &[HERE, HERE.at(3000, 1000)], &[AFAR]).dice(&[1, 1]);
        let field = field.answer(Side::Blue, "activate", &[(1, names("activate", 1))]);
        let field = field.answer(Side::Blue, "plan", &[(1, march(1, &[ahead(800)]))]);
        assert_eq!(field.plans(&[(0, vec![ahead(800)])]).run(&step_m()).moved(), [1, 0]);
    });
    prove_with(&alternate(), &[r::ML_11D], |book| {
        // Numbers 2 and 3, with no enemy number between them.
        let field = Field::new(book, "", &[HERE, HERE.at(3000, 1000)], &[AFAR]).dice(&[1, 3]);
        let field = field.answer(Side::Blue, "activate", &[(1, names("activate", 1))]);
        let field = field.answer(Side::Blue, "plan", &[(1, march(1, &[ahead(800)]))]);
        assert_eq!(field.plans(&[(0, vec![ahead(800)])]).run(&step_m()).moved(), [1, 0]);
    });
}

#[test]
fn a_unit_of_higher_status_may_counter() {
    let levy = [Stand { kind: "fr-national-guard", ..HERE }];
    let guard = [Stand { kind: "fr-old-guard", ..HERE.at(2000, 4000).facing(180) }];
    prove_with(&alternate(), &[r::ML_11E, r::ML_11F, r::ML_11G, r::ML_11H, r::ML_GAP_52], |book| {
        // Both have 3; the lot favours the levy; the guard acts before it with a 3 for its reaction.
        let countered = |faces: &[u8]| {
            let field = Field::new(book, "", &levy, &guard).dice(faces);
            field.answer(Side::Red, "counter", &[(0, names("counter", 1))])
        };
        let field = countered(&[1, 6, 1, 3]).plans(&[(0, vec![ahead(800)]), (1, vec![ahead(800)])]).run(&step_m());
        assert_eq!(field.moved(), [1, 0]);
        let field = countered(&[1, 6, 1, 2]).plans(&[(0, vec![ahead(800)])]).run(&step_m());
        assert_eq!((field.moved(), field.marker(1)), (vec![0], Marker::Hesitant));
    });
}

// ---------------------------------------------------------------------------------------------- a crowd

/// Proposals are accepted; no unit does more than a sequence; every unit under M acts or is hesitant; no moving unit
/// ends on the TdC of another.
#[test]
fn a_crowd_moves_by_the_rules() {
    let formations = ["line", "attack_column", "march_column"];
    let mut stands = [Vec::new(), Vec::new()];
    for n in 0..60_usize {
        let (column, rank) = (i32::try_from(n % 12).unwrap(), i32::try_from(n / 12).unwrap());
        let order = if n % 7 == 0 { Order::Hold } else { Order::Manoeuvre };
        let stand = Stand { formation: formations[n % 3], order, ..LINE };
        stands[0].push(stand.at(300 + 550 * column, 1000 + 220 * rank));
        stands[1].push(stand.at(320 + 550 * column, 3700 - 220 * rank).facing(180));
    }
    let ground = strip("scrub", 22.0, 24.0) + &line("hedge", &[(0.0, 25.0), (72.0, 25.0)], 0.0);
    for luck in 0..4 {
        let field = Field::new(&Book::new(), &ground, &stands[0], &stands[1]).by_luck(luck).run(&step_m());
        let w = field.play.now();
        let mut moved = 0;
        for id in w.ids() {
            let unit = w.unit(id);
            assert!(unit.now.used <= SEQUENCE);
            assert!(unit.order != Order::Manoeuvre || unit.now.moved || unit.marker != Marker::None, "{id:?} idle");
            moved += usize::from(unit.now.moved);
            let start = stands.concat()[usize::from(id.0)];
            if unit.pose.facing != start.facing * 100 {
                continue;
            }
            let clash = w.ids().find(|other| {
                let his = w.unit(*other);
                let turned = his.pose.facing != stands.concat()[usize::from(other.0)].facing * 100;
                *other != id && !turned && table::overlaps(&unit.tdc(), &his.tdc())
            });
            assert_eq!(clash, None, "{id:?}");
        }
        assert!(moved > 60, "{moved} moved");
    }
}
