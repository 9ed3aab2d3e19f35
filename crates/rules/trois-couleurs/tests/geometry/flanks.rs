//! Secure and threatened flanks.

use crate::sets::{area, bare, battalion, battery, company, facing, ground, line, squadron};
use game::Quiet;
use grognard_trois_couleurs::field::{Field, FireLine, Scene, TestCause};
use grognard_trois_couleurs::resolve::nerve::morale::{Flanks, Formed, MoraleSituation, Purpose, Threat, formed};
use grognard_trois_couleurs::{Book, Case, Cohesion, Gait, Shot, r};
use rulebook::proof::prove;
use table::Kind;

fn answer(book: &Book, field: &Field, attacker: usize, target: usize) -> MoraleSituation {
    Scene::of(book, field, TestCause::placed(attacker, target)).nerve(target, Purpose::Stand)
}

fn attack(book: &Book, field: &Field, attacker: usize, target: usize) -> Flanks {
    Scene::of(book, field, TestCause::placed(attacker, target)).nerve(attacker, Purpose::Assault).flanks
}

fn losses(book: &Book, field: &Field, tester: usize, shooter: usize) -> MoraleSituation {
    Scene::of(book, field, TestCause::Losses { tester, shooter }).other_test().unwrap()
}

/// The sum for formation and flanks.
fn total(book: &Book, told: &MoraleSituation) -> i16 {
    formed(book, &Formed { tester: told.tester, flanks: told.flanks }, &mut Quiet)
}

fn threats(flanks: &Flanks) -> usize {
    [flanks.left, flanks.right, flanks.rear].iter().filter(|&&threat| threat != Threat::None).count()
}

/// l3c-mor-33: cavalry attacks A in flank; B beside A is threatened too, since A hides nothing, and A secures B's flank
/// only against enemies in front.
#[test]
fn who_stands_between_hides_no_threat() {
    prove(&[r::L3C_MOR_96, r::L3C_MOR_99, r::L3C_MOR_89, r::L3C_MOR_93], |book: &Book| {
        let mut field = bare();
        let a = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let b = field.add(book, battalion(0, 4, 3, facing(-100, 0, 0)));
        let horses = field.add(book, squadron(1, 1, facing(150, -40, 270)));
        let told = answer(book, &field, horses, a);
        assert_eq!((told.flanks.right, told.flanks.frontal, total(book, &told)), (Threat::Cavalry, false, 1 - 2));
        let other = field.add(book, battalion(1, 4, 3, facing(-100, 130, 180)));
        let told = answer(book, &field, other, b);
        assert_eq!((told.flanks.secure, total(book, &told)), (1, 1 + 1 - 2));
        // A friend that faces the cavalry does not secure the flank of a unit attacked in the flank.
        field.change(book, b, |unit| unit.at = facing(-50, -40, 90));
        let told = answer(book, &field, horses, a);
        assert_eq!(total(book, &told), 1 - 2);
    });
}

/// l3c-mor-36: A has lost a tenth to a battery in its flank. Without cavalry the fire alone is the threat; with cavalry at
/// hand there are two axes.
#[test]
fn a_test_for_losses_faces_the_fire() {
    prove(&[r::L3C_MOR_101, r::L3C_GAP_C15], |book: &Book| {
        let mut field = bare();
        let a = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        field.add(book, battalion(0, 4, 3, facing(100, 0, 0)));
        let guns = field.add(book, battery(1, 8, facing(750, -20, 270)));
        field.note_fire(FireLine { shooter: guns, target: a, shot: Some(Shot::Round), effective: true });
        let foot = field.add(book, battalion(1, 4, 3, facing(0, 150, 180)));
        let told = losses(book, &field, a, guns);
        assert_eq!((told.flanks.secure, threats(&told.flanks)), (0, 1));
        field.change(book, foot, |unit| unit.at = facing(0, 900, 180));
        assert!(losses(book, &field, a, guns).friends.is_empty(), "B faces another way");
        field.add(book, squadron(1, 4, facing(0, 300, 180)));
        let told = losses(book, &field, a, guns);
        assert_eq!((told.flanks.secure, threats(&told.flanks)), (1, 1));
        assert_eq!((told.friends.len(), told.enemies.len()), (1, 1), "B, and the cavalry");
    });
}

/// l3c-mor-37 and l3c-mor-38: A, B and C attack D under fire from both sides.
#[test]
fn three_battalions_attack_under_fire() {
    prove(&[r::L3C_MOR_86, r::L3C_MOR_96, r::L3C_MOR_101, r::L3C_MOR_97], |book: &Book| {
        let mut field = bare();
        let a = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let b = field.add(book, battalion(0, 4, 3, facing(-117, 0, 0)));
        let c = field.add(book, battalion(0, 4, 3, facing(117, 0, 0)));
        let d = field.add(book, battalion(1, 12, 1, facing(0, 130, 180)));
        let foot = field.add(book, battalion(1, 6, 1, facing(-420, -40, 90)));
        let guns = field.add(book, battery(1, 8, facing(-850, -30, 90)));
        field.add(book, squadron(1, 2, facing(350, -40, 270)));
        // Own cavalry, too far to secure C.
        field.add(book, squadron(0, 2, facing(330, 80, 0)));
        let fire =
            |target: usize, shooter: usize, shot: Option<Shot>| FireLine { shooter, target, shot, effective: true };
        field.note_fire(fire(a, foot, None));
        field.note_fire(fire(b, guns, Some(Shot::Round)));
        field.note_fire(fire(c, guns, Some(Shot::Round)));
        let both = |flanks: Flanks| {
            let worth = formed(book, &Formed { flanks, ..Formed::default() }, &mut Quiet);
            (flanks.secure, threats(&flanks), worth)
        };
        assert_eq!(both(attack(book, &field, a, d)), (2, 2, 1 + 2 - 1 - 2));
        assert_eq!(both(attack(book, &field, b, d)), (1, 1, 1 + 1 - 1));
        assert_eq!(both(attack(book, &field, c, d)), (1, 2, 1 + 1 - 1 - 2));
        assert_eq!(both(losses(book, &field, b, guns).flanks), (0, 1, 1 - 1));
        assert_eq!(both(losses(book, &field, c, guns).flanks), (0, 2, 1 - 1 - 2));
    });
}

/// Flanks are secured by formed friends that face the action, by impassable ground, and by ground that friends hold.
#[test]
fn what_secures_a_flank() {
    prove(&[r::L3C_MOR_87, r::L3C_MOR_88, r::L3C_MOR_90, r::L3C_GAP_C17], |book: &Book| {
        let secure = |features: Vec<table::Feature>, others: &[grognard_trois_couleurs::field::FieldUnit]| {
            let mut field = ground(features);
            let unit = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
            let enemy = field.add(book, battalion(1, 4, 3, facing(0, 130, 180)));
            for other in others {
                field.add(book, other.clone());
            }
            answer(book, &field, enemy, unit).flanks.secure
        };
        let beside = battalion(0, 4, 3, facing(100, 0, 0));
        assert_eq!(secure(vec![], std::slice::from_ref(&beside)), 1);
        assert_eq!(secure(vec![], &[battalion(0, 4, 3, facing(150, 0, 0))]), 1, "one UD from front to front");
        assert_eq!(secure(vec![], &[battalion(0, 4, 3, facing(200, 0, 0))]), 0);
        let refused = battalion(0, 4, 3, facing(90, -140, 0));
        assert_eq!(secure(vec![], &[refused]), 0, "its figures are near, its front is not");
        let mut unformed = beside.clone();
        unformed.body.state = Cohesion::Unformed;
        assert_eq!(secure(vec![], &[unformed]), 0);
        assert_eq!(secure(vec![], &[battery(0, 4, facing(100, 0, 0))]), 0, "guns never");
        assert_eq!(secure(vec![], &[squadron(0, 2, facing(100, 0, 50))]), 1, "cavalry, its front well off the axis");
        assert_eq!(secure(vec![], &[squadron(0, 2, facing(90, -20, 70))]), 0, "its front along the axis");
        let wall = area(Kind::Impassable, 0, (60, -200), (90, 200));
        assert_eq!(secure(vec![wall], &[]), 1);
        let wood = area(Kind::OpenWood, 0, (60, -200), (260, 200));
        assert_eq!(secure(vec![wood.clone()], &[]), 0, "a wood that nobody holds");
        let inside = battalion(0, 4, 3, facing(200, -100, 0));
        assert_eq!(secure(vec![wood], &[inside]), 1);
        let hedge = line(Kind::Hedge, (50, 5), (250, 5));
        let screen = company(0, 2, 0, facing(120, 10, 0));
        assert_eq!(secure(vec![], std::slice::from_ref(&screen)), 0);
        assert_eq!(secure(vec![hedge], &[screen]), 1, "skirmishers in an obstacle");
    });
}

/// A flank may be secure and threatened at once, even by fire that comes through the same friend.
#[test]
fn a_flank_is_secure_and_under_fire() {
    prove(&[r::L3C_GAP_C18, r::L3C_MOR_100], |book: &Book| {
        let mut field = bare();
        let a = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        field.add(book, battalion(0, 4, 3, facing(100, 0, 0)));
        let enemy = field.add(book, squadron(1, 2, facing(0, 250, 180)));
        let guns = field.add(book, battery(1, 8, facing(700, -30, 270)));
        field.note_fire(FireLine { shooter: guns, target: a, shot: Some(Shot::Round), effective: true });
        let told = answer(book, &field, enemy, a);
        assert_eq!((told.flanks.secure, told.flanks.right, total(book, &told)), (1, Threat::Foot, 1 + 1 - 1));
    });
}

/// Infantry moving before enemy cavalry secures no flank; a routed enemy is no threat, a disordered one is.
#[test]
fn state_and_gait_of_those_beside() {
    prove(&[r::L3C_MOR_97], |book: &Book| {
        let mut field = bare();
        let unit = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let enemy = field.add(book, squadron(1, 2, facing(0, 250, 180)));
        let friend = field.add(book, battalion(0, 4, 3, facing(-100, 0, 0)));
        let other = field.add(book, squadron(1, 2, facing(300, -40, 270)));
        assert_eq!(answer(book, &field, enemy, unit).flanks.secure, 1);
        field.change(book, friend, |unit| unit.body.gait = Gait::Ordinary);
        assert_eq!(answer(book, &field, enemy, unit).flanks.secure, 0);
        field.change(book, other, |unit| unit.body.state = Cohesion::Disordered);
        assert_eq!(answer(book, &field, enemy, unit).flanks.right, Threat::Cavalry);
        field.change(book, other, |unit| unit.body.case = Case::Rout);
        assert_eq!(answer(book, &field, enemy, unit).flanks.right, Threat::None);
    });
}

/// An open wood does not hide cavalry beside a unit; it hides infantry.
#[test]
fn an_open_wood_hides_no_cavalry() {
    prove(&[r::L3C_BOI_05], |book: &Book| {
        let mut field = ground(vec![area(Kind::OpenWood, 0, (50, -200), (280, 200))]);
        let a = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let front = field.add(book, battalion(1, 4, 3, facing(0, 130, 180)));
        field.add(book, squadron(1, 1, facing(330, -40, 270)));
        assert_eq!(answer(book, &field, front, a).flanks.right, Threat::Cavalry);
    });
}

/// Empty houses secure a flank against cavalry, which cannot enter them, but not against infantry.
#[test]
fn houses_secure_a_flank_against_cavalry() {
    prove(&[r::L3C_MOR_87], |book: &Book| {
        let mut field = ground(vec![area(Kind::MasonryBuilding, 0, (60, -50), (150, 50))]);
        let line = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let horses = field.add(book, squadron(1, 4, facing(0, 250, 180)));
        assert_eq!(answer(book, &field, horses, line).flanks.secure, 1);
        let foot = field.add(book, battalion(1, 4, 3, facing(0, 130, 180)));
        assert_eq!(answer(book, &field, foot, line).flanks.secure, 0);
    });
}
