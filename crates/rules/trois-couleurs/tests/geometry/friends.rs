//! Friends, enemies and other arms.

use crate::sets::{area, at, bare, battalion, battery, company, facing, ground, squadron, worth};
use grognard_trois_couleurs::field::{Field, FireLine, Role, Scene, TestCause};
use grognard_trois_couleurs::resolve::nerve::morale::{Backwards, MoraleSituation, Purpose};
use grognard_trois_couleurs::{Arm, Book, Case, Cohesion, Gait, Shot, Status, r};
use rulebook::proof::prove;
use table::Kind;

fn attack(book: &Book, field: &Field, attacker: usize, target: usize) -> MoraleSituation {
    Scene::of(book, field, TestCause::placed(attacker, target)).nerve(attacker, Purpose::Assault)
}

fn answer(book: &Book, field: &Field, attacker: usize, target: usize) -> MoraleSituation {
    Scene::of(book, field, TestCause::placed(attacker, target)).nerve(target, Purpose::Stand)
}

/// l3c-mor-08: formed infantry two UD from the enemy, with a point left, supports the cavalry that attacks it.
#[test]
fn infantry_supports_a_charge() {
    prove(&[r::L3C_MOR_35, r::L3C_MOR_37, r::L3C_MOR_64, r::L3C_MOR_66, r::L3C_GAP_C14], |book: &Book| {
        let set = |change: &dyn Fn(&mut grognard_trois_couleurs::field::FieldUnit)| {
            let mut field = bare();
            let horses = field.add(book, squadron(0, 4, facing(0, 0, 0)));
            let target = field.add(book, battalion(1, 12, 1, facing(0, 200, 180)));
            let mut friend = battalion(0, 4, 3, facing(290, 150, 290));
            friend.body.points_spent = 2;
            change(&mut friend);
            field.add(book, friend);
            let told = attack(book, &field, horses, target);
            worth(book, &told, r::L3C_MOR_35)
        };
        assert_eq!(set(&|_| {}), 1);
        assert_eq!(set(&|friend| friend.body.state = Cohesion::Unformed), 0, "without formation");
        assert_eq!(set(&|friend| friend.body.points_spent = 3), 0, "without points");
        assert_eq!(set(&|friend| friend.at = facing(290, 150, 110)), 0, "facing elsewhere");
        assert_eq!(set(&|friend| friend.at = facing(400, 150, 290)), 0, "too far from both");
    });
}

/// l3c-mor-23: two battalions and cavalry in second line count for the line attacked, not against the attacker, which
/// does not see them.
#[test]
fn a_second_line_counts_for_its_own_side() {
    prove(&[r::L3C_MOR_71, r::L3C_MOR_60, r::L3C_MOR_35, r::L3C_MOR_67, r::L3C_GEN_14], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(1, 4, 3, facing(0, 70, 180)));
        let white = field.add(book, battalion(0, 12, 1, facing(0, 0, 0)));
        field.add(book, battalion(0, 4, 3, facing(-40, -110, 0)));
        field.add(book, battalion(0, 4, 3, facing(45, -110, 0)));
        field.add(book, squadron(0, 2, facing(0, -280, 0)));
        let told = answer(book, &field, column, white);
        assert_eq!(worth(book, &told, r::L3C_MOR_35), 1);
        assert_eq!(worth(book, &told, r::L3C_MOR_62), 2 - 1, "two friends, one attacker");
        let grey = attack(book, &field, column, white);
        assert_eq!(worth(book, &grey, r::L3C_MOR_62), -1);
        assert_eq!(worth(book, &grey, r::L3C_MOR_35), 0);
    });
}

/// l3c-mor-24: a squadron attacks the middle of three columns; the right-hand one faces the wrong way.
#[test]
fn cavalry_counts_only_whom_it_runs_into() {
    prove(&[r::L3C_MOR_71, r::L3C_MOR_66, r::L3C_MOR_73, r::L3C_GAP_C20], |book: &Book| {
        let mut field = bare();
        let horses = field.add(book, squadron(1, 4, facing(-42, 130, 180)));
        let centre = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        field.add(book, battalion(0, 4, 3, facing(-68, 0, 0)));
        field.add(book, battalion(0, 4, 3, facing(120, -40, 90)));
        field.add(book, battalion(0, 4, 3, facing(-60, -120, 0)));
        field.add(book, battalion(0, 4, 3, facing(60, -120, 0)));
        field.add(book, squadron(0, 1, facing(0, -240, 0)));
        let told = answer(book, &field, horses, centre);
        assert_eq!(worth(book, &told, r::L3C_MOR_35), 1);
        assert_eq!(worth(book, &told, r::L3C_MOR_62), 3 - 1, "one beside, two behind, the squadron");
        let grey = attack(book, &field, horses, centre);
        assert_eq!(worth(book, &grey, r::L3C_MOR_62), -2, "the two battalions that its width engages");
        assert_eq!(grey.targets.len(), 2);
    });
}

/// Infantry also attacks the neighbours of its objective, on the same line and in its front.
#[test]
fn neighbours_on_the_line_are_objectives() {
    prove(&[r::L3C_MOR_74, r::L3C_MOR_65], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(1, 4, 3, facing(0, 130, 180)));
        let centre = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let mut beside = battalion(0, 4, 3, facing(100, 0, 0));
        beside.body.state = Cohesion::Disordered;
        let beside = field.add(book, beside);
        let scene = Scene::of(book, &field, TestCause::placed(column, centre));
        assert_eq!(scene.objectives(), [centre, beside]);
        let told = scene.nerve(column, Purpose::Assault);
        assert_eq!(worth(book, &told, r::L3C_MOR_62), -2, "whatever its state");
    });
}

/// Each unit counts within its own tactical distance; a company is no unit, a limbered battery is harmless.
#[test]
fn each_counts_within_its_own_distance() {
    prove(&[r::L3C_MOR_61, r::L3C_MOR_68], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(1, 4, 3, facing(0, 130, 180)));
        let line = field.add(book, battalion(0, 12, 1, facing(0, 0, 0)));
        field.add(book, company(1, 2, column, facing(200, 60, 200)));
        let mut guns = battery(1, 6, facing(-350, 200, 120));
        guns.body.formation = grognard_trois_couleurs::Formation::Limbered;
        field.add(book, guns);
        field.add(book, battalion(1, 4, 3, facing(0, 240, 180)));
        field.add(book, squadron(1, 3, facing(250, 260, 200)));
        let told = answer(book, &field, column, line);
        // The attacker and the cavalry: the second battalion is more than two UD away.
        assert_eq!(worth(book, &told, r::L3C_MOR_62), -2);
    });
}

/// A unit that goes back counts up to four UD, also as it passed; a famous unit that goes back counts for its friends.
#[test]
fn a_rout_is_seen_as_it_passes() {
    prove(&[r::L3C_MOR_70, r::L3C_MOR_46], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(1, 4, 3, facing(0, 130, 180)));
        let line = field.add(book, battalion(0, 12, 1, facing(0, 0, 0)));
        let mut gone = battalion(0, 4, 3, facing(550, -600, 180));
        gone.body.case = Case::Rout;
        gone.troop.status = Status::Guard;
        gone.driven_back = true;
        gone.trail = [at(300, 300), at(450, 0), at(550, -600)].into_iter().collect();
        field.add(book, gone);
        let told = answer(book, &field, column, line);
        assert_eq!(worth(book, &told, r::L3C_MOR_62), -3 - 1);
        assert_eq!(worth(book, &told, r::L3C_MOR_46), -2);
    });
}

/// Guns support only by firing on the tester's enemy; fire near friends has its cost.
#[test]
fn guns_support_by_firing() {
    prove(&[r::L3C_MOR_36, r::L3C_FEU_41, r::L3C_FEU_36], |book: &Book| {
        let set = |fires: &[FireLine]| {
            let mut field = bare();
            let column = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
            let target = field.add(book, battalion(1, 12, 1, facing(0, 90, 180)));
            field.add(book, battery(0, 8, facing(-300, -50, 60)));
            field.add(book, battery(1, 8, facing(300, 500, 200)));
            for fire in fires {
                field.note_fire(*fire);
            }
            attack(book, &field, column, target)
        };
        let ours = FireLine { shooter: 2, target: 1, shot: Some(Shot::Round), effective: true };
        assert_eq!(set(&[]).support.arms, 0);
        let told = set(&[ours]);
        assert_eq!((told.support.arms, worth(book, &told, r::L3C_FEU_41)), (1, -1));
        let theirs = FireLine { shooter: 3, target: 0, shot: Some(Shot::Round), effective: false };
        assert_eq!(set(&[theirs]).fire.guns, None, "without effect");
        assert_eq!(set(&[FireLine { effective: true, ..theirs }]).fire.guns, Some(Shot::Round));
    });
}

/// The fire of the objective is expected as long as the attacker comes into its front, and can be given back.
#[test]
fn the_fire_of_the_objective_is_expected() {
    prove(&[r::L3C_MOR_09, r::L3C_FEU_37, r::L3C_GAP_C44], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let target = field.add(book, battalion(1, 12, 1, facing(0, 130, 180)));
        let told = attack(book, &field, column, target);
        assert!(told.fire.musketry && told.fire.musketry_of_objective);
        assert_eq!(grognard_trois_couleurs::resolve::nerve::morale::expected_fire(book, &told.fire), 1);
        assert!(!answer(book, &field, column, target).fire.musketry, "who marches to contact does not fire");
        field.change(book, target, |unit| unit.at = facing(0, 130, 90));
        assert!(!attack(book, &field, column, target).fire.musketry, "nobody fires to a flank");
    });
}

/// Friends count within their distance on any side of the tester; the ground hides, and so does a plateau.
#[test]
fn who_is_near_and_in_view() {
    prove(&[r::L3C_MOR_69, r::L3C_GAP_C13], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(1, 4, 3, facing(0, 130, 180)));
        let line = field.add(book, battalion(0, 12, 1, facing(0, 0, 0)));
        // One behind, one too far behind.
        field.add(book, battalion(0, 4, 3, facing(0, -150, 0)));
        field.add(book, battalion(0, 4, 3, facing(60, -280, 0)));
        assert_eq!(answer(book, &field, column, line).friends.len(), 1);
    });
    prove(&[r::L3C_GEN_08, r::L3C_GEN_13], |book: &Book| {
        let hill = area(Kind::Hill, 1, (-900, 50), (900, 900));
        let house = area(Kind::MasonryBuilding, 0, (-330, -40), (-310, 40));
        let mut field = ground(vec![hill, house]);
        let line = field.add(book, battalion(0, 12, 1, facing(0, 0, 0)));
        let column = field.add(book, battalion(1, 4, 3, facing(0, 130, 180)));
        // Behind the house; near the edge of the plateau; deep on it.
        field.add(book, squadron(1, 2, facing(-420, 0, 90)));
        field.add(book, squadron(1, 2, facing(250, 100, 225)));
        field.add(book, squadron(1, 2, facing(0, 350, 180)));
        let told = answer(book, &field, column, line);
        assert_eq!(told.enemies.len(), 2, "the attacker, and the cavalry near the edge");
    });
}

/// A unit is in second line behind a friend that stands two UD nearer to the enemy and covers it.
#[test]
fn a_second_line() {
    prove(&[r::L3C_RAL_07, r::L3C_GAP_A28], |book: &Book| {
        let mut field = bare();
        let first = field.add(book, battalion(0, 12, 1, facing(0, 0, 0)));
        let second = field.add(book, battalion(0, 4, 3, facing(0, -210, 0)));
        let aside = field.add(book, battalion(0, 4, 3, facing(250, -210, 0)));
        let near = field.add(book, battalion(0, 4, 3, facing(-40, -100, 0)));
        let enemy = field.add(book, battalion(1, 12, 1, facing(0, 300, 180)));
        let scene = Scene::of(book, &field, TestCause::placed(enemy, first));
        let lines = [first, second, aside, near].map(|unit| scene.second_line(unit));
        assert_eq!(lines, [false, true, false, false]);
    });
}

/// Cavalry does not support an attack into ground closed to it.
#[test]
fn cavalry_does_not_support_into_woods() {
    prove(&[r::L3C_MOR_38, r::L3C_BOI_06], |book: &Book| {
        let mut field = ground(vec![area(Kind::OpenWood, 0, (-200, 120), (200, 260))]);
        let column = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let target = field.add(book, battalion(1, 12, 1, facing(0, 140, 180)));
        field.add(book, squadron(0, 4, facing(150, -50, 0)));
        assert_eq!(attack(book, &field, column, target).support.arms, 0);
        assert_eq!(answer(book, &field, column, target).support.arms, 0);
    });
}

/// The gait, the part and the state of a friend or an enemy are read from the field.
#[test]
fn what_others_do_is_read_from_them() {
    prove(&[r::L3C_GAP_C12, r::L3C_MOR_72, r::L3C_MOR_62], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let target = field.add(book, battalion(1, 12, 1, facing(0, 130, 180)));
        let mut friend = battalion(0, 4, 3, facing(100, 0, 0));
        friend.role = Role::Attacks { target, tested: false };
        field.add(book, friend);
        let mut support = battalion(0, 4, 3, facing(-100, 0, 0));
        support.role = Role::Supports;
        support.body.gait = Gait::Quick;
        field.add(book, support);
        let mut horses = squadron(1, 4, facing(250, 300, 215));
        horses.rallying = true;
        field.add(book, horses);
        let told = attack(book, &field, column, target);
        let friends: Vec<_> = told.friends.iter().map(|friend| (friend.untested, friend.support)).collect();
        assert_eq!(friends, [(true, false), (false, true)]);
        assert!(told.enemies.iter().any(|enemy| enemy.rallying && enemy.arm == Arm::Cavalry));
        assert_eq!(
            worth(book, &told, r::L3C_MOR_62),
            2 + 1 - 1,
            "untested, in support, the objective; who rallies, nothing"
        );
    });
}

/// A unit that sees a friend in rout behind it tests against the enemies at hand, not that friend: it does not march
/// away from an enemy (L3C-GAP-C03), and the friend counts by its case (L3C-MOR-62).
#[test]
fn a_friend_in_rout_is_no_enemy() {
    let book = Book::new();
    let mut field = bare();
    let mut tester = battalion(0, 4, 3, facing(0, 0, 0));
    tester.body.gait = Gait::Ordinary;
    let tester = field.add(&book, tester);
    let mut friend = battalion(0, 4, 3, facing(0, -250, 180));
    friend.body.case = Case::Rout;
    field.add(&book, friend);
    field.add(&book, battalion(1, 4, 3, facing(0, 180, 180)));
    let told = Scene::of(&book, &field, TestCause::Witness { tester }).other_test().unwrap();
    assert_eq!(told.tester.backwards, Backwards::None);
    assert!(told.flanks.frontal, "the enemy before it");
    assert_eq!(told.friends.len(), 1);
    assert_eq!(told.enemies.len(), 1);
}
