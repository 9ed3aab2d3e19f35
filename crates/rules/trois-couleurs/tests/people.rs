//! Rallying and generals: single rules.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grognard_trois_couleurs::resolve::nerve::morale::{MoraleSituation, Purpose, modifiers};
use grognard_trois_couleurs::resolve::nerve::rally::{Joined, Rally, RallyMove, general_rallies, rally, rally_move};
use grognard_trois_couleurs::resolve::people::composite::{Companies, Composite, composite};
use grognard_trois_couleurs::resolve::people::generals::{
    Danger, FallenGeneral, GeneralAction, GeneralPlan, Nearby, counts, danger, plan, replaced,
};
use grognard_trois_couleurs::{Arm, Book, Case, Cohesion, Distance, Formation, Mover, Seen, Status, r};
use rulebook::proof::prove;

#[test]
fn a_unit_is_its_worst_part() {
    prove(&[r::L3C_GEN_20, r::L3C_GEN_21], |book: &Book| {
        let part = |status: Status, base: i8, recognised: bool| Companies { status, base, class: 2, recognised };
        let parts = vec![part(Status::Elite, 6, true), part(Status::Line, 5, true), part(Status::Conscript, 3, false)];
        let whole = composite(book, &Composite { parts });
        assert_eq!((whole.status, whole.base, whole.seen_status), (Status::Conscript, 3, Status::Line));
    });
}

#[test]
fn how_a_unit_rallies() {
    prove(&[r::L3C_RAL_05, r::L3C_RAL_08, r::L3C_RAL_09, r::L3C_RAL_10, r::L3C_RAL_13], |book: &Book| {
        let beaten =
            Rally { case: Case::Retreat, moved: Distance::of(2), state: Cohesion::Disordered, ..Rally::default() };
        let rallied = rally(book, &beaten);
        assert_eq!((rallied.case, rallied.may_reform, rallied.on_the_spot), (Case::FallBack, false, false));
        assert!(rallied.other_formation && rallied.turns_free);
        let winner = Rally { case: Case::Stand, state: Cohesion::Unformed, in_own_lines: true, ..Rally::default() };
        let rallied = rally(book, &winner);
        assert!(rallied.on_the_spot && rallied.may_reform && !rallied.other_formation);
    });
}

#[test]
fn an_unbeaten_unit_goes_back_to_its_lines() {
    prove(&[r::L3C_RAL_17, r::L3C_RAL_18], |book: &Book| {
        let far = RallyMove {
            arm: Mover::Cavalry,
            formation: Formation::Line,
            distance: Distance::of(11),
            ..RallyMove::default()
        };
        assert_eq!(rally_move(book, &far).turns, 3);
        let horses = Seen { arm: Arm::Cavalry, rallying: true, case: Some(Case::Retreat), ..Seen::default() };
        let sum = |friends: Vec<Seen>| {
            let tester =
                grognard_trois_couleurs::resolve::nerve::morale::Tester { arm: Arm::Cavalry, ..Default::default() };
            modifiers(book, &MoraleSituation { friends, tester, ..MoraleSituation::default() }, &mut game::Quiet)
        };
        assert_eq!(sum(vec![horses]), sum(vec![]), "nobody counts it");
    });
}

#[test]
fn a_general_rallies_once_and_for_his_own() {
    prove(
        &[r::L3C_RAL_19, r::L3C_RAL_20, r::L3C_RAL_21, r::L3C_RAL_22, r::L3C_RAL_23, r::L3C_CHEF_02],
        |book: &Book| {
            let joined = Joined { case: Case::Rout, bonus: 1, ..Joined::default() };
            let raised = general_rallies(book, &joined);
            assert_eq!((raised.may, raised.case, raised.stays_turns), (true, Case::Retreat, 2));
            for barred in [
                Joined { helped: true, ..joined },
                Joined { came_back: true, ..joined },
                Joined { moved: false, ..joined },
                Joined { in_chain: false, ..joined },
            ] {
                assert!(!general_rallies(book, &barred).may);
            }
            assert_eq!(general_rallies(book, &Joined { bonus: 3, case: Case::FallBack, ..joined }).case, Case::Stand);
        },
    );
}

#[test]
fn actions_end_with_a_reverse() {
    prove(&[r::L3C_CHEF_15], |book: &Book| {
        let wish = GeneralPlan {
            ccf: 3,
            actions: vec![GeneralAction::Command; 2],
            reverse_after: Some(1),
            ..GeneralPlan::default()
        };
        assert!(!plan(book, &wish).allowed);
    });
}

#[test]
fn one_die_for_fire_and_melee() {
    prove(&[r::L3C_GAP_C26], |book: &Book| {
        assert!(danger(book, &Danger { steps_in_melee: 3, ..Danger::default() }).is_some());
        let throw = danger(book, &Danger { steps_lost: 6, ..Danger::default() }).unwrap();
        assert_eq!(throw.dice_count(), 1);
    });
}

#[test]
fn whose_bonus_counts() {
    prove(&[r::L3C_CHEF_01, r::L3C_CHEF_02, r::L3C_CHEF_06, r::L3C_CHEF_10], |book: &Book| {
        let near = Nearby { in_chain: true, distance: Distance::of(1), seen: true, between: false };
        let other = |nearby: Nearby| counts(book, &nearby, Purpose::Other);
        assert!(other(near) && !counts(book, &near, Purpose::Assault));
        assert!(!other(Nearby { in_chain: false, ..near }) && !other(Nearby { seen: false, ..near }));
        assert!(counts(book, &Nearby { between: true, ..near }, Purpose::Assault));
    });
}

#[test]
fn who_takes_his_place() {
    prove(&[r::L3C_CHEF_20, r::L3C_CHEF_21], |book: &Book| {
        let after = replaced(book, &FallenGeneral { turn: 3, bonus: 2, successor: None });
        assert_eq!((after.turn, after.bonus, after.without_command), (4, 0, true));
        // At a higher level it is the same: the chain of command holds, the bonus is gone.
        let of_corps = replaced(book, &FallenGeneral { turn: 3, bonus: 3, successor: None });
        assert_eq!((of_corps.turn, of_corps.bonus, of_corps.without_command), (4, 0, true));
        assert_eq!(replaced(book, &FallenGeneral { successor: Some(1), ..FallenGeneral::default() }).bonus, 1);
    });
}
