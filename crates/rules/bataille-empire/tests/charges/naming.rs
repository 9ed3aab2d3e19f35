//! Declaring a charge (BE-CHA-01 to BE-CHA-04, BE-CHA-09).

use crate::field::{FOOT, Field, GUNS, HORSE, Stand, area, charges_offered, choices, moves, targets};
use game::{Key, Ref, Reply, Side, UnitId};
use grognard_bataille_empire::{Book, Formation, r};
use rulebook::proof::prove;

const COLUMN: Stand = Stand { formation: "attack_column", ..FOOT };

#[test]
fn an_enemy_within_2_ud_in_the_arc_must_be_charged_first() {
    prove(&[r::BE_CHA_01], |book| {
        let red = [GUNS.at(2000, 1600).facing(180), COLUMN.at(2129, 1153).facing(220)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &red);
        assert_eq!(targets(&field, 0), [2]);
    });
    // An enemy at 60 degrees does not count.
    let red = [GUNS.at(2000, 1600).facing(180), COLUMN.at(2190, 1110).facing(240)];
    let field = Field::new(&Book::new(), "", &[COLUMN.at(2000, 1000)], &red);
    assert_eq!(targets(&field, 0), [1]);
}

#[test]
fn the_target_lies_within_45_degrees_of_the_front() {
    prove(&[r::BE_CHA_02], |book| {
        let red = [COLUMN.at(2400, 1150).facing(250)];
        assert!(targets(&Field::new(book, "", &[COLUMN.at(2000, 1000)], &red), 0).is_empty());
    });
}

#[test]
fn a_charge_goes_no_farther_than_its_reach() {
    prove(&[r::BE_CHA_09, r::BE_MVT_05], |book| {
        // Cavalry in line moves 8 + 2.
        let field = |far: i32| Field::new(book, "", &[HORSE.at(2000, 800)], &[HORSE.at(2000, 800 + far).facing(180)]);
        assert_eq!(targets(&field(990), 0), [1]);
        assert!(targets(&field(1010), 0).is_empty());
    });
}

#[test]
fn the_charger_aims_at_the_middle_of_the_front_and_stops_half_way() {
    prove(&[r::BE_CHA_04, r::BE_CHA_05, r::BE_GAP_44], |book| {
        let field = Field::new(book, "", &[HORSE.at(2000, 800)], &[FOOT.at(2300, 1300).facing(180)]);
        let field = field.charge(0, 1).dice(&[1, 6]).charges();
        // 3 to the right and 5 ahead: 31 degrees; the bases are about 3.5 apart, so it stops at half of that.
        let (x, y, facing) = moves(&field, 0)[0];
        assert_eq!(facing, 31);
        assert!((2090..2150).contains(&x) && (950..1050).contains(&y), "stopped at {x}, {y}");
    });
}

#[test]
fn the_target_declares_what_it_does_and_its_owner_chooses() {
    prove(&[r::BE_CHA_06, r::BE_CHA_07, r::BE_REA_02, r::BE_GAP_47], |book| {
        let field = Field::new(book, "", &[HORSE.at(2000, 800)], &[HORSE.at(2000, 1600).facing(180)]);
        let field = field.charge(0, 1).pick(Side::Red, "reply", "counter_charge").dice(&[6, 1]).charges();
        // The charger stops at 4; the other counter-charges half way.
        assert_eq!(moves(&field, 0)[0], (2000, 1200, 0));
        assert_eq!(moves(&field, 1)[0], (2000, 1400, 180));
        assert_eq!(field.line("shock", 1, "BE-CHO-10"), Some(2));
    });
}

#[test]
fn the_order_of_a_charge_leaves_room_for_others() {
    prove(&[r::BE_CHA_10, r::BE_GAP_89], |book| {
        let red = [FOOT.at(2000, 1600).facing(180), HORSE.at(2300, 1130).facing(270)];
        let field = Field::new(book, "", &[HORSE.at(2000, 800)], &red);
        let field = field.charge(0, 1).pick_unit(Side::Red, "intercept", "charge", 2).dice(&[1, 6]).charges();
        // Struck in flank by the second, the charger has no bonus, and the first charge is over.
        assert_eq!(field.line("shock", 2, "BE-CHO-20"), Some(4));
        assert!(!field.was_asked("reply"));
        assert!(!field.unit(1).marker);
    });
}

#[test]
fn a_second_charge_comes_on_the_target_as_the_first_has_left_it() {
    prove(&[r::BE_GAP_71], |book| {
        let blue = [COLUMN.at(1950, 1350), COLUMN.at(2060, 1350)];
        let field = Field::new(book, "", &blue, &[FOOT.at(2000, 1500).facing(180)]);
        // A tie: the line keeps its ground with a loss; the second column meets it marked.
        let field = field.charge(0, 2).pick(Side::Red, "advance", "stay").charge(1, 2).dice(&[2, 2, 1, 6, 6]).charges();
        assert_eq!(field.losses(2).in_halves(), 2);
        assert_eq!(field.line("shock", 1, "BE-CHO-17"), Some(1));
    });
}

#[test]
fn a_winner_who_touches_a_second_enemy_fights_him_next() {
    prove(&[r::BE_GAP_71], |book| {
        // The line is wide enough to touch both columns, which stand side by side.
        let red = [COLUMN.at(2000, 1500).facing(180), COLUMN.at(2060, 1500).facing(180)];
        let field = Field::new(book, "", &[FOOT.at(2000, 1350)], &red);
        let field = field.charge(0, 1).dice(&[6, 1, 1, 6, 6]).charges();
        assert_eq!(field.tested("shock", 0).as_deref(), Some("won"));
        assert_eq!(field.tested("shock", 2).as_deref(), Some("won"));
    });
}

#[test]
fn an_enemy_behind_weighs_in_the_shock() {
    prove(&[r::BE_GAP_58], |book| {
        let blue = [COLUMN.at(2000, 1000), COLUMN.at(2000, 1400).facing(180)];
        let field = Field::new(book, "", &blue, &[FOOT.at(2000, 1200).facing(180)]);
        let field = field.charge(0, 2).dice(&[1, 6]).charges();
        assert_eq!(field.line("shock", 2, "BE-CHO-36"), Some(-1));
    });
}

#[test]
fn a_hidden_enemy_in_the_way_is_struck_instead() {
    prove(&[r::BE_GAP_45], |book| {
        let red = [FOOT.at(2000, 1600).facing(180), FOOT.at(2000, 1350).facing(180)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &red).with(|w| {
            w.hidden[1] = game::Secret::Known([UnitId(2)].into());
        });
        assert_eq!(targets(&field, 0), [1]);
        let field = field.charge(0, 1).dice(&[1, 6]).charges();
        assert_eq!(field.tested("shock", 2).as_deref(), Some("won"));
        assert!(!field.play.now().is_hidden(UnitId(2)));
    });
}

#[test]
fn who_comes_near_by_a_charge_or_a_retreat_finds_hidden_enemies() {
    prove(&[r::BE_GAP_82], |book| {
        let red = [FOOT.at(2000, 1300).facing(180), FOOT.at(2350, 1000).facing(180), FOOT.at(1700, 500)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &red).with(|w| {
            w.hidden[1] = game::Secret::Known([UnitId(2), UnitId(3)].into());
        });
        // The repelled charger has come within 4 UD of one enemy before the shock, and of the other after it.
        let field = field.charge(0, 1).dice(&[1, 6]).charges();
        assert_eq!(field.tested("shock", 0).as_deref(), Some("lost"));
        let hidden = [2, 3].map(|id| field.play.now().is_hidden(UnitId(id)));
        assert_eq!(hidden, [false, false], "it has come to {:?}", field.place(0));
    });
}

#[test]
fn a_change_before_a_charge_takes_its_share_of_the_move_alone() {
    prove(&[r::BE_CHA_03], |book| {
        // Cavalry of class B: 8 - 4 + 2 are 6.
        let dragoons = Stand { formation: "march_column", ..HORSE.of("at-dragoons") };
        let field = Field::new(book, "", &[dragoons.at(2000, 800)], &[FOOT.at(2000, 1380).facing(180)]);
        let refs = vec![Ref::Unit(UnitId(0)), Ref::Unit(UnitId(1))];
        let key = Key { does: "charge".into(), refs };
        let charge = || Reply::Picked(vec![(key.clone(), vec![Reply::pick(Key::plain("line"))])]);
        let field = field.answer(Side::Blue, "charge", charge()).dice(&[6, 1]).charges();
        assert_eq!(field.unit(0).formation, Formation::Line);
        assert_eq!(field.tested("shock", 0).as_deref(), Some("won"));
        // Following a fleeing target it also goes no farther than those 6 UD.
        let field = Field::new(book, "", &[dragoons.at(2000, 800)], &[FOOT.at(2000, 1380).facing(180)]);
        let field = field.formed(1, Formation::Skirmish).answer(Side::Blue, "charge", charge()).charges();
        assert!(field.unit(1).now.fled && field.place(0).1 <= 1400, "it stands at {:?}", field.place(0));
    });
}

#[test]
fn a_charge_that_begins_with_a_change_goes_at_the_slower_pace() {
    prove(&[r::BE_GAP_31], |book| {
        // In column it would move 10, but starting in line no more than its 8: minus 4 for the change, plus 2 for the
        // charge.
        let dragoons = HORSE.of("at-dragoons");
        let forms_column = |far: i32| {
            let field = Field::new(book, "", &[dragoons.at(2000, 800)], &[FOOT.at(2000, 800 + far).facing(180)]);
            let opened = charges_offered(&field).into_iter().flat_map(|choice| choice.then);
            opened.flat_map(choices).any(|choice| choice.key.does == "column")
        };
        assert!(forms_column(590) && !forms_column(620));
    });
}

#[test]
fn the_odds_of_a_charge_are_of_the_formation_in_which_it_comes_home() {
    // Friends leave room for a column, not for a line: in its present formation it would have its bonus against columns
    // (BE-CHO-13).
    prove(&[r::BE_CHA_03], |book| {
        let column = Stand { formation: "march_column", ..HORSE };
        let blue = [HORSE.at(2000, 800), COLUMN.at(1890, 1000), COLUMN.at(2110, 1000)];
        let field = Field::new(book, "", &blue, &[column.at(2000, 1350).facing(180)]).charge(0, 3).dice(&[6, 1]);
        let field = field.pick(Side::Red, "reply", "stand").charges();
        assert_eq!(field.unit(0).formation, Formation::Column);
        for id in [0, 3] {
            let [told, foreseen] = field.told_and_foreseen("shock", id);
            assert!(told.is_some());
            assert_eq!(told, foreseen, "of unit {id}");
        }
    });
}

#[test]
fn a_disordered_unit_that_fails_its_test_is_not_marked_for_it() {
    prove(&[r::BE_GAP_46], |book| {
        let field = Field::new(book, "", &[HORSE.at(2000, 800)], &[FOOT.at(2000, 1400).facing(180)]);
        let field = field.unit_with(1, |unit| unit.disorder = true).charge(0, 1);
        let field = field.pick(Side::Red, "reply", "change").dice(&[1, 6, 1]).charges();
        assert_eq!(field.tested("manoeuvre-test", 1).as_deref(), Some("failed"));
        assert_eq!(field.line("shock", 0, "BE-CHO-17"), None);
    });
}

#[test]
fn horse_in_open_order_charges_as_one_unit_in_line() {
    // Only infantry breaks up into skirmishers (BE-GAP-31, BE-GAP-37).
    let cossacks = Stand { formation: "skirmish", ..HORSE.of("ru-cossacks") };
    let field = Field::new(&Book::new(), "", &[cossacks.at(2000, 800)], &[HORSE.at(2000, 1200).facing(180)]);
    assert_eq!((field.unit(0).formation, field.unit(0).detached), (Formation::Line, false));
    assert_eq!(targets(&field, 0), [1]);
}

#[test]
fn an_obstacle_is_paid_once_however_broad_it_is() {
    let lines = |kind: &str, width: i32, at: &[i32]| -> String {
        let line = |y: &i32| {
            format!(
                "[[ground.features]]\nkind = \"{kind}\"\nline = [[600, {y}], [1800, {y}]]\n{}",
                if width > 0 { format!("width = {width}\n") } else { String::new() }
            )
        };
        at.iter().map(line).collect()
    };
    prove(&[r::BE_MVT_06], |book| {
        let reaches = |ground: &str, far: i32| {
            let field = Field::new(book, ground, &[HORSE.at(2000, 800)], &[HORSE.at(2000, 800 + far).facing(180)]);
            !targets(&field, 0).is_empty()
        };
        // Cavalry in line moves 8 + 2, minus 2 for each.
        for width in [0, 2, 8, 40] {
            let stream = lines("stream", width, &[660]);
            assert!(reaches(&stream, 790) && !reaches(&stream, 810), "{width} m");
        }
        let hedges = lines("hedge", 2, &[600, 700]);
        assert!(reaches(&hedges, 590) && !reaches(&hedges, 610));
    });
}

#[test]
fn battalion_guns_do_not_charge_over_a_hedge() {
    let hedge = "[[ground.features]]\nkind = \"hedge\"\nline = [[600, 660], [1800, 660]]\n";
    prove(&[r::BE_GAP_06], |book| {
        let guns = |ground: &str| {
            let field = Field::new(book, ground, &[COLUMN.at(2000, 1000)], &[FOOT.at(2000, 1200).facing(180)]);
            field
                .unit_with(0, |unit| unit.battalion_guns = true)
                .charge(0, 1)
                .dice(&[3, 3])
                .charges()
                .unit(0)
                .battalion_guns
        };
        assert!(guns("") && !guns(hedge));
    });
}

#[test]
fn who_is_out_of_command_pays_for_his_own_charge() {
    prove(&[r::BE_PC_02], |book| {
        let blue = [COLUMN.at(2000, 1000), COLUMN.at(2150, 1000)];
        let red = [FOOT.at(2000, 1200).facing(180), FOOT.at(2250, 1200).facing(180)];
        let field = Field::new(book, "", &blue, &red).with(|w| {
            w.divisions[0].points = 1;
            // The general has the first of the two in range, and not the second.
            w.generals[0].grade = grognard_bataille_empire::Grade::Ordinary;
            let far = book.tables.grade(w.generals[0].grade).range.cm();
            w.generals[0].at = table::Point::new(20 * 6_000 + 4_500 - far, 10 * 6_000);
            w.chief_points = [0, 0];
        });
        let field = field.charge(0, 2).dice(&[3, 3]).charges();
        assert_eq!(field.play.now().divisions[0].points, 0);
        let asked = field.asked.iter().filter(|slot| slot.kind == "charge").count();
        assert_eq!(asked, 1, "nobody else can charge");
    });
}

#[test]
fn who_stood_and_touches_a_second_enemy_is_marked_for_the_next_fight() {
    prove(&[r::BE_GAP_71], |book| {
        // Standing does not mark; the second column touches the end of the line before the first arrives.
        let blue = [COLUMN.at(2000, 1350), COLUMN.at(3000, 1500)];
        let field = Field::new(book, "", &blue, &[FOOT.at(2000, 1500).facing(180)]);
        let [column, line] = [1, 2].map(|id| field.rules.piece(field.play.now(), UnitId(id)));
        let beside = line.front / 2 + column.front / 2;
        let field = field.unit_with(1, |unit| {
            unit.pose = table::Pose { at: line.pose.local(beside, 0), facing: line.pose.facing };
        });
        let field = field.charge(0, 2).dice(&[1, 6, 3, 3]).charges();
        assert_eq!(field.tested("shock", 0).as_deref(), Some("lost"));
        assert_eq!(field.line("shock", 1, "BE-CHO-17"), Some(1));
    });
}

#[test]
fn a_column_charges_along_a_road_as_it_marches_there() {
    // A road through a wood closed to cavalry: 10 UD and 2, and 2 more along the road.
    let wood = area("forest", &[(15.0, 11.0), (25.0, 11.0), (25.0, 13.0), (15.0, 13.0)]);
    let road = "[[ground.features]]\nkind = \"road\"\nline = [[1200, 0], [1200, 1620]]\nwidth = 30\n";
    let horse = Stand { formation: "attack_column", ..HORSE };
    prove(&[r::BE_MVT_07], |book| {
        let may = |ground: &str, far: i32| {
            let red = [HORSE.at(2000, 1000 + far).facing(180)];
            !targets(&Field::new(book, ground, &[horse.at(2000, 1000)], &red), 0).is_empty()
        };
        let through = road.to_owned() + &wood;
        assert!(may(&through, 1390) && !may(&through, 1410));
        assert!(may("", 1190) && !may("", 1210) && !may(&wood, 1190));
    });
}
