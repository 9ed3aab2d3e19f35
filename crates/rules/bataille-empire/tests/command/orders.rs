//! What orders require and forbid (BE-ORD, BE-GAP-19 to BE-GAP-23, BE-GAP-94, BE-GAP-98).

use crate::field::{field, ground};
use game::Side;
use grognard_bataille_empire::resolve::command::orders::{MoveUnderOrder, move_right};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::Life;
use grognard_bataille_empire::{Book, Formation, Order, UD, Ud, r};
use rulebook::proof::prove;

#[test]
fn who_holds_stays_in_his_zone_and_comes_back_to_it() {
    let stride = MoveUnderOrder { order: Order::Hold, zone_after: Ud::of(2), ..MoveUnderOrder::default() };
    prove(&[r::BE_ORD_12, r::BE_ORD_14, r::BE_GAP_98], |book: &Book| {
        assert!(move_right(book, &stride).is_err());
        assert!(move_right(book, &MoveUnderOrder { skirmishers: true, ..stride }).is_ok(), "up to 4 UD");
        assert!(move_right(book, &MoveUnderOrder { skirmishers: true, zone_after: Ud::of(5), ..stride }).is_err());
        assert!(move_right(book, &MoveUnderOrder { zone_before: Ud::of(3), ..stride }).is_ok(), "nearer than before");
    });
}

#[test]
fn a_step_of_duty_cannot_be_left() {
    let army = "blue 1 A foot column 20 10 0 A
                blue 1 B foot column 30 10 0 A
                red 1 I foot line 25 30 180 M";
    prove(&[r::BE_ORD_07, r::BE_GAP_19, r::BE_GAP_94], |book| {
        // One of two must act: the step cannot end before.
        let bound = || {
            let f = field(book, "", army).active(0, 1);
            let duty = vec![f.id("A"), f.id("B")];
            f.with(|w, _| w.activation.as_mut().unwrap().counted = duty)
        };
        let fought = bound().play(&[Step::Moves(0)], &["act move A"], &[]);
        assert!(!fought.offered("act", 0).contains(&"done".to_owned()));
        assert!(fought.unit("A").now.complied);
        assert!(fought.offered("act", 1).contains(&"done".to_owned()));
        // A marker from before the activation is no excuse; one received in the meantime is.
        let marked = |before: bool| {
            let f = bound().with(|w, names| {
                w.unit_mut(names["A"]).marker = true;
                if before {
                    w.activation.as_mut().unwrap().marked = vec![names["A"]];
                }
            });
            let fought = f.play(&[Step::Moves(0)], &["act move A"], &[]);
            fought.offered("act", 0).contains(&"done".to_owned())
        };
        assert_eq!((marked(true), marked(false)), (false, true));
    });
}

#[test]
fn what_can_still_be_fired_lets_a_step_be_left() {
    // Any fire counts for Engager, within the range of the weapon: 3 UD for skirmishers, 2 for a battalion (BE-GAP-20).
    let army = "blue 1 A foot column 20 10 0 E
                red 1 I foot line 20 12.8 180 M";
    let leaves = |formation: Formation| {
        let f = field(&Book::new(), "", army).active(0, 2).with(|w, names| {
            w.activation.as_mut().unwrap().counted = vec![names["A"]];
            w.unit_mut(names["A"]).formation = formation;
        });
        let fought = f.play(&[Step::Moves(0)], &["act move A"], &[]);
        fought.offered("act", 0).contains(&"done".to_owned())
    };
    assert_eq!((leaves(Formation::Skirmish), leaves(Formation::Column)), (true, false));
}

#[test]
fn cavalry_under_engager_must_close() {
    let army = "blue 1 A foot column 20 10 0 E
                blue 1 C horse line 30 10 0 E
                red 1 I foot line 25 30 180 M";
    prove(&[r::BE_ORD_10], |book| {
        let f = field(book, "", army).active(0, 3);
        // The infantry has done enough; the cavalry is idle.
        let duty = vec![f.id("A"), f.id("C")];
        let f = f.with(|w, names| {
            w.activation.as_mut().unwrap().counted = duty;
            w.unit_mut(names["A"]).now.complied = true;
        });
        let fought = f.play(&[Step::Moves(0)], &["act move C"], &[]);
        assert!(!fought.offered("act", 0).contains(&"done".to_owned()));
        assert!(fought.offered("act", 1).contains(&"done".to_owned()));
    });
}

#[test]
fn a_division_that_manoeuvres_near_the_enemy_goes_over_to_holding() {
    let army = "blue 1 A foot column 20 10 0 M
                red 1 I foot line 20 13.5 180 A";
    prove(&[r::BE_ORD_15, r::BE_GAP_22], |book| {
        // Losing half takes precedence: the lone unit in Disorder withdraws.
        let fought = field(book, "", army).active(0, 0).play(&[Step::Close(0)], &[], &[]);
        assert_eq!(fought.world.divisions[0].order, Order::Hold);
        assert_eq!(fought.times("zone"), 1);
        let f = field(book, "", army).active(0, 0).with(|w, names| w.unit_mut(names["A"]).disorder = true);
        assert_eq!(f.play(&[Step::Close(0)], &[], &[]).world.divisions[0].order, Order::Withdraw);
    });
}

#[test]
fn an_enemy_whom_nobody_sees_changes_no_order_and_binds_nobody() {
    let army = |order: char| {
        format!(
            "blue 1 A foot column 20 10 0 {order}
             red 1 I foot line 20 13.9 180 A"
        )
    };
    prove(&[r::BE_GAP_82], |book| {
        let f = |order: char| {
            let wood = ground("forest", [10.0, 30.0], [10.5, 20.0]);
            let f = field(book, &wood, &army(order)).active(0, 0);
            f.with(|w, names| w.hidden[1] = game::Secret::Known([names["I"]].into()))
        };
        assert_eq!(f('M').play(&[Step::Close(0)], &[], &[]).world.divisions[0].order, Order::Manoeuvre);
        let reserve = f('N').with(|w, _| w.divisions[0].reserve = true);
        assert!(reserve.play(&[Step::Close(0)], &[], &[]).world.divisions[0].reserve);
        let opened = f('W').play(&[Step::Open(0)], &[], &[1]);
        assert!(opened.world.activation.is_some_and(|activation| activation.counted.is_empty()));
    });
}

#[test]
fn a_reserve_rolls_no_points_and_wakes_when_the_enemy_is_near() {
    let army = "blue 1 A foot column 20 10 0 M
                red 1 I foot line 20 13.5 180 A
                red 2 J foot line 40 35 180 A";
    prove(&[r::BE_GAP_23], |book| {
        let reserve = || {
            field(book, "", army).with(|w, _| {
                w.divisions[0].reserve = true;
                w.divisions[0].order = Order::None;
            })
        };
        let woken = reserve().active(2, 0).play(&[Step::Close(2)], &[], &[]);
        assert!(!woken.world.divisions[0].reserve);
        assert_eq!(woken.world.divisions[0].order, Order::Hold);
        let f = reserve().with(|w, names| w.unit_mut(names["I"]).pose.at.y = 30 * 6_000);
        assert_eq!(f.rules.order_of(&f.world, f.id("A")), Order::Hold, "it reacts as if it held");
        let fought = f.with(|w, _| w.chief_points = [1, 0]).play(&[Step::Open(0)], &[], &[]);
        assert_eq!(fought.world.divisions[0].points, 0);
        let _ = Side::Blue;
    });
}

#[test]
fn a_reserve_is_released_by_the_chief() {
    let army = "blue 1 A foot column 20 10 0 M
                blue 2 B foot column 24 10 0 M
                red 1 I foot line 20 35 180 A";
    prove(&[r::BE_PC_04], |book| {
        let f = field(book, "", army).with(|w, _| {
            w.divisions[1].reserve = true;
            w.divisions[1].order = Order::None;
            w.chief_points = [1, 0];
        });
        let fought = f.play(&[Step::Chief(Side::Blue)], &["chief release #1 attack"], &[6]);
        assert!(!fought.world.divisions[1].reserve);
        assert_eq!(fought.world.divisions[1].order, Order::Attack);
    });
}

#[test]
fn a_reserve_off_the_table_comes_on_where_its_owner_says() {
    let army = "blue 1 A foot column 20 10 0 M
                blue 1 C foot column 26 10 0 M
                blue 1 D foot column 32 10 0 M
                blue 2 B foot line 24 10 0 M
                red 1 I foot line 20 35 180 A";
    prove(&[r::BE_GAP_23], |book| {
        let held = field(book, "", army).play(&[Step::Deploy], &["deploy #1 reserve_off_table"], &[]);
        assert_eq!((held.unit("B").life, held.world.generals[1].life), (Life::OffTable(0), Life::OffTable(0)));
        assert!(held.world.divisions[1].reserve);
        let released = |points: u8, says: &[&str], dice: &[u8]| {
            let f = field(book, "", army).with(|w, _| {
                *w = held.world.clone();
                w.chief_points = [points, 0];
            });
            f.play(&[Step::Chief(Side::Blue)], says, dice)
        };
        let poor = released(1, &[], &[]);
        assert!(!poor.asked.iter().any(|_| poor.offered("chief", 0).contains(&"release".to_owned())), "2 points");
        let come = released(2, &["chief release #1 attack", "enter x=50 y=1"], &[6]);
        let b = come.unit("B");
        assert_eq!((b.life, b.formation), (Life::Present, Formation::Column));
        assert_eq!(come.at("B"), (5_000, 100), "its rear on the edge");
        assert_eq!(b.pose.facing, 0);
        assert_eq!((come.world.chief_points[0], come.world.generals[1].life), (0, Life::Present));
        // By default behind the middle of the army. On the table there is no question.
        let usual = released(2, &["chief release #1 attack"], &[6]);
        assert_eq!((usual.times("enter"), usual.at("B")), (1, (2_600, 100)));
        let holds = released(2, &["chief release #1 hold"], &[6]);
        let zone = holds.world.divisions[1].zone.as_ref().unwrap();
        assert_eq!((zone.point.x, zone.point.y), (26 * UD, UD), "what it would hold lies where it comes on");
        let failed = released(2, &["chief release #1 attack"], &[1]);
        assert_eq!((failed.times("enter"), failed.unit("B").life), (0, Life::OffTable(0)), "the order does not arrive");
    });
    let f = field(&Book::new(), "", army).with(|w, _| {
        w.divisions[1].reserve = true;
        w.chief_points = [2, 0];
    });
    assert_eq!(f.play(&[Step::Chief(Side::Blue)], &["chief release #1 attack"], &[6]).times("enter"), 0);
}

#[test]
fn who_finds_no_room_on_his_edge_comes_a_turn_later() {
    let lake = ground("river", [0.0, 60.0], [0.0, 8.0]);
    let army = "blue 1 A foot column 20 10 0 M
                blue 2 B foot line 24 10 0 M
                red 1 I foot line 20 35 180 A";
    let f = field(&Book::new(), &lake, army).with(|w, names| {
        w.divisions[1].reserve = true;
        w.unit_mut(names["B"]).life = Life::OffTable(0);
        w.chief_points = [2, 0];
    });
    let fought = f.play(&[Step::Chief(Side::Blue)], &["chief release #1 attack"], &[6]);
    assert_eq!(fought.unit("B").life, Life::OffTable(2));
}

#[test]
fn a_reserve_fired_on_while_it_marches_goes_over_to_holding() {
    let army = "blue 1 A foot column 20 10 0 H
                blue 2 B foot line 50 10 0 H
                red 1 G guns deployed 20 22 180 H";
    prove(&[r::BE_GAP_23], |book| {
        let f = field(book, "", army).active(0, 3).with(|w, _| {
            w.divisions[0].reserve = true;
            w.divisions[0].order = Order::None;
        });
        let fought = f.play(&[Step::Moves(0)], &["act move A go=ahead:2", "react fire at=1"], &[1]);
        assert!(!fought.world.divisions[0].reserve);
        assert_eq!(fought.world.divisions[0].order, Order::Hold);
    });
}

#[test]
fn a_general_behind_his_edge_is_near_no_chief() {
    let army = "blue 1 A foot column 20 10 0 M
                blue 2 B foot column 22 10 0 M
                red 1 I foot line 20 35 180 A";
    prove(&[r::BE_GAP_13], |book| {
        let helped = |waits: bool| {
            let f = field(book, "", army).with(|w, names| {
                w.divisions[1].reserve = true;
                w.divisions[1].order = Order::None;
                w.chief_points = [2, 0];
                if waits {
                    w.unit_mut(names["B"]).life = Life::OffTable(0);
                    w.generals[1].life = Life::OffTable(0);
                }
            });
            let fought = f.play(&[Step::Chief(Side::Blue)], &["chief release #1 attack"], &[6]);
            fought.added("order-test", "blue-2").iter().any(|(rule, _)| rule == "BE-GAP-13")
        };
        assert!(helped(false) && !helped(true));
    });
}
