//! Advance and pursuit (BE-POU, BE-GAP-48, BE-GAP-91), and charges without a shock (BE-GAP-43, BE-GAP-93).

use crate::field::{FOOT, Field, GUNS, HORSE, Stand, area, moves};
use game::{Deed, Key, Ref, Reply, Side, UnitId};
use grognard_bataille_empire::world::Life;
use grognard_bataille_empire::{Book, Formation, Order, UD, r};
use rulebook::proof::prove;

const COLUMN: Stand = Stand { formation: "attack_column", ..FOOT };

#[test]
fn foot_ridden_down_in_the_open_is_lost() {
    prove(&[r::BE_POU_06, r::BE_POU_07, r::BE_FUI_05, r::BE_POU_04, r::BE_CHO_05], |book| {
        let field = Field::new(book, "", &[HORSE.at(2000, 1000)], &[FOOT.at(2000, 1200).facing(180)]);
        // 5 + 2 + 1 against 4 + 2: a defeat by cavalry is a rout.
        let field = field.charge(0, 1).dice(&[5, 4]).charges();
        assert!(!field.there(1));
        // The pursuer goes on to the end of its 6 UD.
        assert!(field.place(0).1 > 1700, "it stands at {:?}", field.place(0));
    });
}

#[test]
fn a_friend_to_hide_behind_saves_it() {
    let red = [FOOT.at(2000, 1200).facing(180), FOOT.at(2000, 1300).facing(180)];
    let field = Field::new(&Book::new(), "", &[HORSE.at(2000, 1000)], &red);
    // The friend through which it flees passes its test, and the pursuer stops in front of it.
    let field = field.charge(0, 1).dice(&[6, 2, 6]).charges();
    assert!(field.there(1) && field.unit(1).now.fled);
    assert!(field.place(0).1 <= 1300);
}

#[test]
fn cavalry_that_cannot_be_held_pursues_into_a_new_enemy() {
    prove(&[r::BE_POU_03, r::BE_POU_05, r::BE_GAP_91, r::BE_TM_04], |book| {
        let red = [FOOT.at(2000, 1200).facing(180), FOOT.at(2150, 1600).facing(180)];
        let field = Field::new(book, "", &[HORSE.at(2000, 1000)], &red).orders(Order::Engage, Order::Hold);
        let field = field
            .charge(0, 1)
            .pick(Side::Blue, "pursue", "stay")
            .pick_unit(Side::Blue, "strike", "strike", 2)
            .dice(&[6, 1, 1, 1, 6, 6]);
        let field = field.charges();
        assert_eq!(field.tested("control-test", 0).as_deref(), Some("failed"));
        // No weight, but the bonus of a pursuit; a line that stands gains nothing from its marker.
        assert_eq!(field.tested("shock", 2).as_deref(), Some("won"));
        assert!(!field.there(1));
        assert!(field.unit(0).disorder);
    });
}

#[test]
fn nobody_goes_to_meet_a_pursuer() {
    prove(&[r::BE_GAP_91], |book| {
        // Fresh dragoons see the pursuers come: against a charge they would have counter-charged.
        let red = [FOOT.at(2000, 1200).facing(180), HORSE.at(2250, 1600).facing(180)];
        let field = Field::new(book, "", &[HORSE.at(2000, 1000)], &red).orders(Order::Engage, Order::Engage);
        let field = field.charge(0, 1).pick_unit(Side::Blue, "strike", "strike", 2).dice(&[6, 1, 6, 6, 6]).charges();
        assert!(field.tested("shock", 2).is_some());
        let asked = field.asked.iter().filter(|slot| slot.kind == "reply").count();
        assert_eq!(asked, 2, "both are asked what they do");
        assert!(!field.offered.contains(&"counter_charge".to_owned()), "{:?}", field.offered);
    });
}

#[test]
fn a_pursuer_turns_on_a_new_enemy_where_its_owner_says() {
    let red = [FOOT.at(2000, 1200).facing(180), FOOT.at(2150, 1600).facing(180)];
    let turned_at = |point: Option<i32>| {
        let field = Field::new(&Book::new(), "", &[HORSE.at(2000, 1000)], &red).orders(Order::Engage, Order::Hold);
        let key = Key::about("strike", Ref::Unit(UnitId(2)));
        let strike = Reply::Picked(vec![(key, point.map(Reply::At).into_iter().collect())]);
        let field = field
            .charge(0, 1)
            .pick(Side::Blue, "pursue", "stay")
            .answer(Side::Blue, "strike", strike)
            .dice(&[6, 1, 1, 1, 6, 6])
            .charges();
        moves(&field, 0)
    };
    // By default as early as possible; by 45 degrees at most.
    assert_eq!(turned_at(None), turned_at(Some(0)));
    assert!(turned_at(Some(0)).contains(&(2000, 1300, 27)));
    assert!(turned_at(Some(3 * UD / 2)).contains(&(2000, 1450, 45)));
}

#[test]
fn nobody_pursues_out_of_difficult_ground() {
    prove(&[r::BE_POU_02], |book| {
        let wood = area("marsh", &[(18.0, 11.0), (22.0, 11.0), (22.0, 14.0), (18.0, 14.0)]);
        let field = Field::new(book, &wood, &[COLUMN.at(2000, 1050)], &[FOOT.at(2000, 1200).facing(180)]);
        let field = field.charge(0, 1).dice(&[6, 1]).charges();
        assert!(!field.was_asked("pursue"));
    });
}

#[test]
fn who_stood_may_stay_where_he_is() {
    prove(&[r::BE_GAP_48, r::BE_CHO_08], |book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FOOT.at(2000, 1200).facing(180)]);
        let stays = field.charge(0, 1).pick(Side::Red, "advance", "stay").dice(&[1, 4]).charges();
        assert_eq!(stays.place(1), (2000, 1200, 180));
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FOOT.at(2000, 1200).facing(180)]);
        let goes = field.charge(0, 1).dice(&[1, 4]).charges();
        assert_eq!(goes.place(1), (2000, 1100, 180));
    });
}

#[test]
fn a_target_that_flees_is_caught_if_the_charge_reaches_it() {
    prove(&[r::BE_GAP_43, r::BE_POU_06, r::BE_REA_33], |book| {
        let field = |far: i32| {
            let red = FOOT.at(2000, 800 + far).facing(180);
            let field = Field::new(book, "", &[HORSE.at(2000, 800)], &[red]).formed(1, Formation::Skirmish);
            field.charge(0, 1).charges()
        };
        // From 6 UD, 7 are left for 9; from 2, 9 for 7.
        let away = field(600);
        assert!(away.there(1) && away.unit(1).now.fled && !away.unit(1).disorder);
        assert!(!field(200).there(1));
    });
}

#[test]
fn who_flees_behind_a_friend_is_not_ridden_down_through_him() {
    prove(&[r::BE_GAP_45], |book| {
        // Skirmishers flee through the line behind them; without the line the dragoons could reach them.
        let red = [FOOT.at(2000, 1000).facing(180), FOOT.at(2000, 1150).facing(180)];
        let field = Field::new(book, "", &[HORSE.at(2000, 800)], &red).formed(1, Formation::Skirmish);
        // The line passes its test.
        let screened = field.charge(0, 1).pick(Side::Blue, "onward", "to_the_end").dice(&[6]).charges();
        assert!(screened.there(1) && screened.unit(1).now.fled);
        assert!(screened.place(0).1 <= 1050, "1 UD short of the line: {:?}", screened.place(0));
        assert!(screened.offered.contains(&"strike 2".to_owned()), "the line is on their way");
    });
    // The same with no unit behind them.
    let red = [FOOT.at(2000, 1000).facing(180), FOOT.at(2600, 1150).facing(180)];
    let field = Field::new(&Book::new(), "", &[HORSE.at(2000, 800)], &red).formed(1, Formation::Skirmish);
    assert!(!field.charge(0, 1).charges().there(1));
}

#[test]
fn a_charge_that_goes_on_may_strike_a_back() {
    prove(&[r::BE_GAP_93], |book| {
        // The battery fails to limber; a battalion behind it faces the other way.
        let red = [GUNS.at(2000, 1200).facing(180), FOOT.at(2000, 1500)];
        let field = Field::new(book, "", &[HORSE.at(2000, 800)], &red).orders(Order::Attack, Order::Hold);
        let field = field.charge(0, 1).pick(Side::Red, "reply", "limber_and_flee");
        let field = field.pick_unit(Side::Blue, "onward", "strike", 2).dice(&[1, 6, 1]).charges();
        assert_eq!(field.line("shock", 0, "BE-CHO-20"), Some(4));
    });
}

#[test]
fn a_charge_whose_target_is_gone_goes_on() {
    prove(&[r::BE_GAP_93, r::BE_TM_03], |book| {
        let field = Field::new(book, "", &[HORSE.at(2000, 800)], &[GUNS.at(2000, 1200).facing(180)]);
        let field = field.charge(0, 1).pick(Side::Red, "reply", "limber_and_flee").dice(&[1]).charges();
        assert!(!field.there(1));
        // No shock, no marker; 10 UD from where it began.
        assert!(!field.unit(0).marker);
        assert_eq!(field.place(0), (2000, 1800, 0));
    });
}

#[test]
fn cavalry_calls_a_charge_off() {
    prove(&[r::BE_CHA_08, r::BE_GAP_93], |book| {
        let field = Field::new(book, "", &[HORSE.at(2000, 800)], &[HORSE.at(2000, 1200).facing(180)]);
        let field = field.charge(0, 1).pick(Side::Blue, "call_off", "call_off").dice(&[4]).charges();
        assert_eq!(field.place(0), (2000, 1000, 0));
        assert!(!field.unit(0).marker && field.unit(0).now.charged);
    });
}

#[test]
fn gunners_take_refuge_in_a_square_and_lose_their_guns() {
    prove(&[r::BE_REA_29, r::BE_GAP_43], |book| {
        let red = [GUNS.at(2000, 1200).facing(180), COLUMN.at(2290, 1300).facing(180)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &red).formed(2, Formation::SolidSquare);
        // The column stops among the guns; the square sees them lost.
        let halt = Reply::Picked(vec![(Key::plain("stop"), vec![Reply::At(UD * 13 / 10)])]);
        let field = field.charge(0, 1).pick(Side::Red, "reply", "flee_to_square").answer(Side::Blue, "onward", halt);
        let field = field.dice(&[6]).charges();
        assert!(matches!(field.unit(1).life, Life::Gone(_)), "it is {:?}", field.unit(1).life);
    });
}

#[test]
fn a_general_rolls_for_each_shock_of_his_unit() {
    prove(&[r::BE_GEN_01, r::BE_GEN_02], |book| {
        // Routed cavalry flees through its second line, which the pursuers then strike.
        let red = [HORSE.at(2000, 1200).facing(180), FOOT.at(2000, 1600).facing(180)];
        let field = Field::new(book, "", &[HORSE.of("fr-cuirassiers").at(2000, 1000)], &red).with(|w| {
            w.generals[0].attached = Some(UnitId(0));
            w.generals[0].at = w.unit(UnitId(0)).pose.at;
        });
        let field = field
            .charge(0, 1)
            .pick_unit(Side::Blue, "strike", "strike", 2)
            // The shock, the general's first roll, the second shock, his second roll: he is lost; the line tests for
            // the flight.
            .dice(&[2, 2, 3, 3, 2, 5, 6, 5, 6]);
        let field = field.charges();
        let rolls = field
            .events
            .iter()
            .filter(|e| matches!(&e.deed, Deed::Tested { breakdown, .. } if breakdown.test == "general-loss"));
        assert_eq!(rolls.count(), 2);
        assert!(matches!(field.play.now().generals[0].life, Life::Gone(_)));
    });
}

#[test]
fn a_general_whose_unit_is_gone_and_who_has_no_friend_near_is_lost() {
    prove(&[r::BE_GAP_77], |book| {
        let field = Field::new(book, "", &[HORSE.at(2000, 800)], &[FOOT.at(2000, 1000).facing(180)]).with(|w| {
            w.generals[1].attached = Some(UnitId(1));
            w.generals[1].at = w.unit(UnitId(1)).pose.at;
        });
        let field = field.formed(1, Formation::Skirmish).charge(0, 1).charges();
        assert!(!field.there(1));
        assert!(matches!(field.play.now().generals[1].life, Life::Gone(_)));
    });
}

#[test]
fn impetuous_cavalry_is_neither_called_off_nor_held_and_strikes_the_first_on_its_way() {
    prove(&[r::BE_GAP_06], |book| {
        let red = [FOOT.at(2000, 1200).facing(180), FOOT.at(2000, 1600).facing(180)];
        let field = Field::new(book, "", &[HORSE.of("gb-heavy-dragoons").at(2000, 1000)], &red);
        let field = field.orders(Order::Attack, Order::Hold).charge(0, 1).dice(&[6, 1, 6, 1, 6]).charges();
        assert!(!["call_off", "pursue", "strike"].iter().any(|kind| field.was_asked(kind)));
        assert!(field.tested("shock", 2).is_some());
    });
}
