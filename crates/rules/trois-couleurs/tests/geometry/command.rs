//! Generals, screens, and a whole assault.

use crate::sets::{area, at, bare, battalion, company, facing, ground, line, squadron};
use grognard_trois_couleurs::field::{Chain, FieldGeneral, Role, Scene, TestCause};
use grognard_trois_couleurs::fight::Aim;
use grognard_trois_couleurs::resolve::nerve::morale::Purpose;
use grognard_trois_couleurs::{Arm, Aspect, Book, Cohesion, Distance, Gait, r};
use rulebook::proof::prove;
use table::Kind;

/// Out of command beyond four UD from every general of the chain; a bonus only from one of them, attached or near.
#[test]
fn generals_command_and_help() {
    prove(&[r::L3C_CHEF_01, r::L3C_CHEF_02, r::L3C_CHEF_04, r::L3C_CHEF_06], |book: &Book| {
        let told = |general: FieldGeneral, purpose: Purpose| {
            // A house on one side, which hides.
            let mut field = ground(vec![area(Kind::MasonryBuilding, 0, (140, -300), (160, 300))]);
            let unit = field.add(book, battalion(0, 12, 1, facing(0, 0, 0)));
            let enemy = field.add(book, battalion(1, 4, 3, facing(0, 130, 180)));
            field.add_general(general);
            let action = match purpose {
                Purpose::Other => TestCause::Losses { tester: unit, shooter: enemy },
                _ => TestCause::placed(enemy, unit),
            };
            let told = Scene::of(book, &field, action).nerve(unit, purpose);
            (told.out_of_command, told.general.map(|leader| (leader.bonus, leader.distance)))
        };
        let general = |south: i32, chain: Chain| FieldGeneral {
            side: 0,
            at: at(0, -25 - south),
            bonus: 2,
            chain,
            arm: Some(Arm::Infantry),
        };
        let own = Chain::Brigade(0);
        assert_eq!(told(general(0, own), Purpose::Stand), (false, Some((2, Distance::default()))));
        assert_eq!(told(general(100, own), Purpose::Stand), (false, None), "he must be with the unit");
        assert_eq!(told(general(100, own), Purpose::Other), (false, Some((2, Distance::of(1)))));
        assert_eq!(told(general(350, own), Purpose::Other), (false, None), "too far to help");
        assert_eq!(told(general(450, own), Purpose::Stand), (true, None));
        assert_eq!(told(general(0, Chain::Brigade(7)), Purpose::Stand), (true, None), "of another brigade");
        assert!(!told(general(0, Chain::All), Purpose::Stand).0);
        let hidden = FieldGeneral { at: at(190, 0), ..general(0, own) };
        assert_eq!(told(hidden, Purpose::Other), (false, None), "nobody sees him");
    });
}

/// A general between two neighbours that attack together counts for both.
#[test]
fn a_general_between_two_units() {
    prove(&[r::L3C_CHEF_10], |book: &Book| {
        let mut field = bare();
        let target = field.add(book, battalion(1, 12, 1, facing(0, 130, 180)));
        let attacker = |east: i32| {
            let mut unit = battalion(0, 4, 3, facing(east, 0, 0));
            unit.role = Role::Attacks { target, tested: false };
            unit
        };
        let both = [field.add(book, attacker(-50)), field.add(book, attacker(50))];
        field.add_general(FieldGeneral {
            side: 0,
            at: at(0, -10),
            bonus: 1,
            chain: Chain::Brigade(0),
            arm: Some(Arm::Infantry),
        });
        for unit in both {
            let told = Scene::of(book, &field, TestCause::placed(unit, target)).nerve(unit, Purpose::Assault);
            assert_eq!(told.general.map(|leader| (leader.bonus, leader.distance.cm())), Some((1, 0)));
        }
    });
}

/// A whole assault: both sides with all that is read from the table.
#[test]
fn a_whole_assault_is_read_from_the_table() {
    prove(&[r::L3C_GAP_C30], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let target = field.add(book, battalion(1, 12, 1, facing(0, 450, 180)));
        field.add(book, battalion(0, 4, 3, facing(100, 0, 0)));
        field.add(book, battalion(1, 12, 1, facing(220, 450, 180)));
        field.add(book, squadron(1, 2, facing(-150, 560, 180)));
        let screen = field.add(book, company(1, 2, target, facing(0, 400, 180)));
        let assault = field.assault(book, column, target);
        assert_eq!((assault.purpose, assault.side, assault.width), (Aim::Contact, Aspect::Front, 4));
        assert_eq!((assault.attacker_overlaps, assault.defender_overlaps), (0, 2));
        assert_eq!(assault.distance, Distance::from_cm(27_000));
        assert_eq!((assault.defender.secure_flanks, assault.defender.nerve.support.arms), (1, 1));
        assert!(assault.defender.screen.is_some());
        assert!(!assault.attacker.nerve.fire.musketry, "the assault itself expects the objective's fire");
        assert_eq!(assault.attacker.nerve.enemies.len(), 2, "the neighbour in line, and the cavalry");
        // A single figure covers too little of twelve.
        field.change(book, screen, |unit| unit.body.front = 1);
        assert!(field.assault(book, column, target).defender.screen.is_none());
    });
}

/// The unit aimed at is the opponent; its neighbours stay among the enemies, and their formation counts too.
#[test]
fn neighbours_of_an_objective_are_told_besides() {
    prove(&[r::L3C_MOR_74], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(1, 4, 3, facing(0, 130, 180)));
        let mut big = battalion(0, 4, 3, facing(0, 0, 0));
        big.body.figures = 36;
        let centre = field.add(book, big);
        let mut beside = battalion(0, 4, 3, facing(100, 0, 0));
        beside.body.state = Cohesion::Disordered;
        field.add(book, beside);
        let nerve = field.assault(book, column, centre).attacker.nerve;
        assert_eq!(nerve.enemies.iter().map(|seen| seen.figures).collect::<Vec<_>>(), [Some(12)]);
        assert_eq!(nerve.targets.iter().map(|target| target.state).collect::<Vec<_>>(), [Cohesion::Disordered]);
    });
}

/// The gait of an attacker is limited by the room and the obstacles on its way; a counter-charger has a third of the
/// way.
#[test]
fn room_and_obstacles_limit_the_gait() {
    let limits = |book: &Book, kind: Option<Kind>, north: i32| {
        let mut field = ground(kind.map(|kind| line(kind, (-300, 380), (300, 380))).into_iter().collect());
        let horses = field.add(book, squadron(0, 4, facing(0, 0, 0)));
        let target = field.add(book, battalion(1, 12, 1, facing(0, north, 180)));
        let assault = field.assault(book, horses, target);
        (assault.attacker.gait_limit, assault.defender.gait_limit)
    };
    prove(&[r::L3C_MVT_34, r::L3C_MAC_23, r::L3C_MAC_24, r::L3C_GAP_A37], |book: &Book| {
        assert_eq!(limits(book, None, 450).0, Gait::Charge);
        assert_eq!(limits(book, None, 250).0, Gait::Quick, "two UD and a little");
        assert_eq!(limits(book, None, 250).1, Gait::Quick, "less than a UD");
        // Jumped at the quick step, without room to go faster behind it; with room for one more step of gait it
        // charges.
        assert_eq!(limits(book, Some(Kind::Stream), 450).0, Gait::Quick);
        assert_eq!(limits(book, Some(Kind::Stream), 550).0, Gait::Charge);
    });
}

/// A tester counts the earlier effects of the screens.
#[test]
fn screens_act_before_a_test() {
    prove(&[r::L3C_TIR_38, r::L3C_TIR_37], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let target = field.add(book, battalion(1, 12, 1, facing(0, 450, 180)));
        field.add(book, company(0, 3, column, facing(0, 100, 0)));
        let scene = Scene::of(book, &field, TestCause::assault(column, target));
        let (attack, answer) =
            (scene.nerve(column, Purpose::Assault).screen, scene.nerve(target, Purpose::Stand).screen);
        assert!(attack.covered && !attack.lost && !answer.covered && answer.lost);
    });
}
