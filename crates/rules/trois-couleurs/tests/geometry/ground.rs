//! Effects of the ground.

use crate::sets::{area, bare, battalion, battery, facing, ground, line, squadron, ud};
use grognard_trois_couleurs::field::{FireLine, Scene, TestCause};
use grognard_trois_couleurs::resolve::nerve::morale::{Across, Purpose};
use grognard_trois_couleurs::{Band, Book, Cohesion, Cover, Distance, Gait, Height, Shot, Weapon, r};
use rulebook::proof::prove;
use table::Kind;

/// l3c-gen-05: the leading ranks in a wood, the rear ranks outside: those can be shot at without cover.
#[test]
fn figures_left_outside_have_no_cover() {
    prove(&[r::L3C_GEN_15, r::L3C_MVT_15], |book: &Book| {
        let mut field = ground(vec![area(Kind::OpenWood, 0, (-200, 0), (200, 300))]);
        let column = field.add(book, battalion(0, 4, 4, facing(0, 50, 0)));
        let shooter = field.add(book, battalion(1, 12, 1, facing(0, -200, 0)));
        let scene = Scene::of(book, &field, TestCause::placed(shooter, column));
        assert_eq!(scene.cover(column, shooter), Cover::None);
        field.change(book, column, |unit| unit.at = facing(0, 150, 0));
        let scene = Scene::of(book, &field, TestCause::placed(shooter, column));
        assert_eq!(scene.cover(column, shooter), Cover::Light);
    });
}

/// l3c-mac-08: an attack across a hedge costs the attacker a degree of formation, whichever side attacks.
#[test]
fn an_obstacle_on_the_way_costs_formation() {
    prove(&[r::L3C_MAC_23, r::L3C_MVT_17], |book: &Book| {
        for cavalry in [false, true] {
            let mut field = ground(vec![line(Kind::Hedge, (-300, 150), (300, 150))]);
            let place = facing(0, 0, 0);
            let attacker = if cavalry { squadron(0, 4, place) } else { battalion(0, 4, 3, place) };
            let attacker = field.add(book, attacker);
            let target = field.add(book, battalion(1, 12, 1, facing(0, 400, 180)));
            let scene = Scene::of(book, &field, TestCause::assault(attacker, target));
            assert_eq!(scene.state_on_arrival(attacker, target, Gait::Ordinary), Cohesion::Unformed);
            assert_eq!(
                scene.melee(attacker, target, [Gait::Ordinary, Gait::Halted]).attacker.state,
                Cohesion::Unformed
            );
        }
    });
}

/// Going fast up or down a slope costs a degree of formation.
#[test]
fn a_slope_at_speed_costs_formation() {
    prove(&[r::L3C_MOR_85], |book: &Book| {
        let mut field = ground(vec![area(Kind::Hill, 1, (-300, 200), (300, 600))]);
        let attacker = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let target = field.add(book, battalion(1, 12, 1, facing(0, 300, 180)));
        let scene = Scene::of(book, &field, TestCause::assault(attacker, target));
        let state = |gait: Gait| scene.melee(attacker, target, [gait, Gait::Halted]).attacker.state;
        assert_eq!((state(Gait::Ordinary), state(Gait::Quick)), (Cohesion::Formed, Cohesion::Unformed));
    });
}

/// Ground still to be crossed does not count in the test: units test in their present state.
#[test]
fn a_test_takes_things_as_they_stand() {
    prove(&[r::L3C_MOR_07, r::L3C_MOR_08], |book: &Book| {
        let mut field = ground(vec![line(Kind::Hedge, (-300, 300), (300, 300))]);
        let attacker = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let target = field.add(book, battalion(1, 12, 1, facing(0, 400, 180)));
        let scene = Scene::of(book, &field, TestCause::assault(attacker, target));
        assert_eq!(scene.nerve(attacker, Purpose::Assault).tester.state, Cohesion::Formed);
    });
}

/// l3c-obs-01: an obstacle still between the two after the advance, the defender in contact with it or behind it.
#[test]
fn an_obstacle_shelters_who_touches_it() {
    prove(&[r::L3C_OBS_03, r::L3C_OBS_04, r::L3C_OBS_05, r::L3C_GAP_C46, r::L3C_GAP_B14], |book: &Book| {
        let set = |wall: i32| {
            let mut field = ground(vec![line(Kind::Hedge, (-300, wall), (300, wall))]);
            let attacker = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
            let target = field.add(book, battalion(1, 12, 1, facing(0, 600, 180)));
            let scene = Scene::of(book, &field, TestCause::assault(attacker, target));
            let ours = scene.nerve(attacker, Purpose::Assault);
            let theirs = scene.nerve(target, Purpose::Stand);
            let fire = scene.fire(attacker, target, None).unwrap();
            let melee = scene.melee(attacker, target, [Gait::Quick, Gait::Halted]);
            let counts = |told: &_| crate::sets::worth(book, told, r::L3C_GAP_C46);
            let covers = [ours.ground.enemy_cover, fire.target.cover, melee.defender.cover];
            ((counts(&ours), counts(&theirs)), covers, theirs.ground.minor_obstacle)
        };
        assert_eq!(set(599), ((0, 1), [Cover::Light; 3], Across::Behind), "in contact");
        assert_eq!(set(500), ((-1, 1), [Cover::None; 3], Across::Behind), "behind it");
    });
}

/// Height counts when all of a unit stands higher; streams and marshes for the unit that has to cross them.
#[test]
fn height_streams_and_marshes() {
    prove(&[r::L3C_MOR_31, r::L3C_OBS_03], |book: &Book| {
        let hill = area(Kind::Hill, 1, (-300, 200), (300, 600));
        let stream = line(Kind::Stream, (-300, 130), (300, 130));
        let marsh = area(Kind::Marsh, 0, (-300, 140), (300, 160));
        let mut field = ground(vec![hill, stream, marsh]);
        let attacker = field.add(book, battalion(0, 4, 3, facing(0, 100, 0)));
        let target = field.add(book, battalion(1, 12, 1, facing(0, 230, 180)));
        let scene = Scene::of(book, &field, TestCause::placed(attacker, target));
        let ours = scene.nerve(attacker, Purpose::Assault).ground;
        let theirs = scene.nerve(target, Purpose::Stand).ground;
        assert_eq!((ours.height, ours.stream, ours.marsh), (Height::Lower, Across::Cross, Across::Cross));
        assert_eq!((theirs.height, theirs.stream, theirs.marsh), (Height::Higher, Across::Behind, Across::Behind));
        // Partly up the hill is not higher.
        field.change(book, target, |unit| unit.at = facing(0, 190, 180));
        let scene = Scene::of(book, &field, TestCause::placed(attacker, target));
        assert_eq!(scene.nerve(target, Purpose::Stand).ground.height, Height::Same);
    });
}

/// l3c-eco-05: two enemies in the same houses from different sides both have their benefit.
#[test]
fn both_have_the_benefit_of_the_same_houses() {
    prove(&[r::L3C_ECO_20], |book: &Book| {
        let mut field = ground(vec![area(Kind::MasonryBuilding, 0, (-50, -50), (50, 50))]);
        let mut one = battalion(0, 4, 3, facing(0, -10, 0));
        one.garrison = Some(0);
        let mut two = battalion(1, 4, 3, facing(0, 10, 180));
        two.garrison = Some(0);
        let (one, two) = (field.add(book, one), field.add(book, two));
        let scene = Scene::of(book, &field, TestCause::placed(one, two));
        assert_eq!([scene.cover(one, two), scene.cover(two, one)], [Cover::Medium; 2]);
    });
}

/// l3c-eco-09: guns fire on the south face, infantry attacks the north face: the whole garrison is under fire, and the
/// attack is supported by another arm.
#[test]
fn fire_on_one_face_is_fire_on_all() {
    prove(&[r::L3C_ECO_27], |book: &Book| {
        let mut field = ground(vec![area(Kind::MasonryBuilding, 0, (-50, -50), (50, 50))]);
        let mut garrison = battalion(1, 4, 3, facing(0, 20, 0));
        garrison.garrison = Some(0);
        let garrison = field.add(book, garrison);
        let attacker = field.add(book, battalion(0, 4, 3, facing(0, 180, 180)));
        let guns = field.add(book, battery(0, 8, facing(0, -500, 0)));
        field.note_fire(FireLine { shooter: guns, target: garrison, shot: Some(Shot::Round), effective: true });
        let scene = Scene::of(book, &field, TestCause::placed(attacker, garrison));
        assert_eq!(scene.nerve(garrison, Purpose::Stand).fire.guns, Some(Shot::Round));
        assert_eq!(scene.nerve(attacker, Purpose::Assault).support.arms, 1);
    });
}

/// l3c-mor-46: a column at two thirds of its way, in the second UD, is stopped by fire at P1: it then stands in the UD
/// next to the line.
#[test]
fn who_is_stopped_at_close_range_stands_close() {
    prove(&[r::L3C_MOR_130, r::L3C_MOR_131], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let target = field.add(book, battalion(1, 12, 1, facing(0, 450, 180)));
        let scene = Scene::of(book, &field, TestCause::assault(column, target));
        assert_eq!(scene.stopped_at(column, target, Weapon::Musket, Band::P1), Distance::of(1));
        let near = scene.stopped_at(column, target, Weapon::Musket, Band::P2);
        assert_eq!(near, Distance::from_cm(ud(150)), "already inside P2");
    });
}
