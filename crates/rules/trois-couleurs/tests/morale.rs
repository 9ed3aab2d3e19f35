//! The test of morale: single rules, and invariants for random situations.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{Breakdown, Op, Quiet, Rule};
use grognard_trois_couleurs::resolve::nerve::morale::{
    self, AttackTarget, Attacked, Backwards, Fall, Famous, Fires, Flanks, Formed, Known, LossFall, MoraleSituation,
    National, Points, Purpose, Rout, Start, Tester, Threat, TurnSoFar, UnitStrength, Whose, attacked, fall, fires,
    formed, loss_fall, national, of_start, of_strength,
};
use grognard_trois_couleurs::{
    Arm, Aspect, Book, Case, Cohesion, Column, Distance, Formation, Gait, Nation, Seen, Shot, Status, r,
};
use proptest::prelude::*;
use rulebook::proof::prove;

const NOTHING: [i64; 0] = [];

fn seen(arm: Arm, status: Status, cavalry_type: u8) -> Seen {
    Seen { arm, status, cavalry_type, ..Seen::default() }
}

/// The amounts of the lines of a rule.
fn lines(book: &Book, s: &MoraleSituation, rule: Rule) -> Vec<i64> {
    let mut breakdown = Breakdown::new("test", None);
    morale::modifiers(book, s, &mut breakdown);
    let of_rule = breakdown.lines.iter().filter(|line| line.rule.to_string() == rule.id);
    of_rule.filter_map(|line| if let Op::Add(amount) = line.op { Some(amount) } else { None }).collect()
}

fn confronted(tester: Tester, enemies: Vec<Seen>) -> MoraleSituation {
    MoraleSituation { tester, enemies, ..MoraleSituation::default() }
}

#[test]
fn what_is_believed_of_an_enemy_counts() {
    prove(&[r::L3C_MOR_44, r::L3C_MOR_45, r::L3C_MOR_47, r::L3C_MOR_10, r::L3C_GAP_C10], |book: &Book| {
        let believed = |arm: Arm| Seen { seen_status: Some(Status::Line), ..seen(arm, Status::Elite, 0) };
        let line = Tester::default();
        let status = |s: &MoraleSituation| lines(book, s, r::L3C_MOR_42);
        assert_eq!(status(&confronted(line, vec![believed(Arm::Infantry)])), NOTHING);
        assert_eq!(status(&confronted(line, vec![believed(Arm::Artillery)])), [-1], "gunners are always known");
        let used =
            MoraleSituation { status_used: true, ..confronted(line, vec![seen(Arm::Cavalry, Status::Guard, 3)]) };
        assert_eq!((status(&used), lines(book, &used, r::L3C_MOR_43)), (vec![], vec![-2]), "the type is not limited");
        let guns = Tester { arm: Arm::Artillery, ..line };
        assert_eq!(lines(book, &confronted(guns, vec![seen(Arm::Cavalry, Status::Line, 3)]), r::L3C_MOR_43), [-2]);
        let two = vec![seen(Arm::Cavalry, Status::Elite, 2), seen(Arm::Infantry, Status::Guard, 0)];
        assert_eq!(status(&confronted(line, two)), [-2], "the highest, once");
    });
}

#[test]
fn guns_on_their_limbers_frighten_nobody() {
    prove(&[r::L3C_MOR_68], |book: &Book| {
        let guns = |limbered: bool| Seen { limbered, ..seen(Arm::Artillery, Status::Line, 0) };
        let counted = |limbered: bool| lines(book, &confronted(Tester::default(), vec![guns(limbered)]), r::L3C_MOR_62);
        assert_eq!((counted(false), counted(true)), (vec![-1], vec![]));
    });
}

#[test]
fn famous_units_that_go_back() {
    prove(&[r::L3C_MOR_46, r::L3C_GAP_C10], |book: &Book| {
        let famous = |of: Whose, status: Status| Famous { of, status, ..Famous::default() };
        let cuirassiers = Famous { arm: Arm::Cavalry, cavalry_type: 3, ..famous(Whose::Enemy, Status::Elite) };
        let s = MoraleSituation {
            famous: vec![famous(Whose::Friend, Status::Elite), famous(Whose::Enemy, Status::Guard), cuirassiers],
            // While it goes back it does not frighten the tester.
            enemies: vec![Seen { case: Some(Case::Retreat), ..seen(Arm::Infantry, Status::Guard, 0) }],
            ..MoraleSituation::default()
        };
        assert_eq!(lines(book, &s, r::L3C_MOR_46), [-1, 2, 1 + 2]);
        assert_eq!(lines(book, &s, r::L3C_MOR_42), NOTHING);
    });
}

#[test]
fn points_of_counter_charges_and_reactions() {
    prove(&[r::L3C_MOR_51, r::L3C_MOR_52, r::L3C_REA_03, r::L3C_REA_05], |book: &Book| {
        let penalty = |purpose: Purpose, spent: u8, needed: u8, order_kept: bool| {
            let points = Points { spent, needed, order_kept };
            lines(book, &MoraleSituation { purpose, points, ..MoraleSituation::default() }, r::L3C_MOR_50)
        };
        assert_eq!(penalty(Purpose::Counter, 2, 3, false), [-1], "always as if it took two");
        assert_eq!(penalty(Purpose::ReactStand, 1, 2, false), [-1]);
        assert_eq!(penalty(Purpose::ReactStand, 1, 2, true), NOTHING);
        assert_eq!(penalty(Purpose::ReactStand, 3, 3, false), [-3], "never more than three");
    });
}

#[test]
fn starts_of_every_kind() {
    prove(&[r::L3C_MOR_23, r::L3C_RAL_24, r::L3C_MOR_26, r::L3C_GAP_C04], |book: &Book| {
        let start = |purpose: Purpose, case: Case, backwards: Backwards| {
            of_start(book, &Start { purpose, case, backwards, gait: Gait::Ordinary, ..Start::default() }, &mut Quiet)
        };
        assert_eq!(start(Purpose::Counter, Case::Stand, Backwards::None), 1);
        assert_eq!(start(Purpose::Stand, Case::Retreat, Backwards::None), -2, "it still answers");
        assert_eq!(start(Purpose::Other, Case::Stand, Backwards::Away), -1);
        assert_eq!(start(Purpose::Other, Case::Stand, Backwards::Facing), 1);
    });
}

#[test]
fn infantry_before_cavalry() {
    prove(&[r::L3C_MOR_82, r::L3C_REA_06, r::L3C_GAP_C34], |book: &Book| {
        let told = |gait: Gait, assaulting: bool| {
            let tester = Tester { gait, assaulting, ..Tester::default() };
            let enemies = vec![seen(Arm::Cavalry, Status::Line, 1)];
            MoraleSituation { purpose: Purpose::ReactStand, tester, enemies, ..MoraleSituation::default() }
        };
        let formed = |s: &MoraleSituation| lines(book, s, r::L3C_MOR_80);
        // At the ordinary step it stops at no cost: an ordinary answer, and formed.
        let slow = told(Gait::Ordinary, false);
        assert_eq!((lines(book, &slow, r::L3C_MOR_20), formed(&slow)), (vec![1], vec![1]));
        let attacking = told(Gait::Ordinary, true);
        assert_eq!((lines(book, &attacking, r::L3C_REA_02), formed(&attacking)), (vec![-1], vec![]));
        let quick = told(Gait::Quick, false);
        assert_eq!((lines(book, &quick, r::L3C_REA_02), formed(&quick)), (vec![-2], vec![]));
    });
    prove(&[r::L3C_MOR_82, r::L3C_MOR_94], |book: &Book| {
        let worth = |target: AttackTarget| {
            attacked(book, &Attacked { attacker: Arm::Cavalry, targets: vec![target] }, &mut Quiet)
        };
        assert_eq!(worth(AttackTarget { moving: true, ..AttackTarget::default() }), 0);
        assert_eq!(worth(AttackTarget { side: Aspect::Flank, ..AttackTarget::default() }), 2);
    });
}

#[test]
fn the_verdict_of_a_reaction() {
    prove(&[r::L3C_REA_01, r::L3C_REA_07, r::L3C_RAL_25, r::L3C_RAL_13], |book: &Book| {
        let verdict = |purpose: Purpose, case: Case, score: i8| {
            let tester = Tester { case, ..Tester::default() };
            morale::verdict(book, &MoraleSituation { purpose, tester, ..MoraleSituation::default() }, score)
        };
        assert_eq!(verdict(Purpose::ReactCounter, Case::Stand, 7).gait, Gait::Quick);
        assert!(!verdict(Purpose::ReactStand, Case::Stand, -1).done);
        assert!(verdict(Purpose::ReactCounter, Case::FallBack, 4).done, "beaten troops reform to counter-charge");
        assert!(!verdict(Purpose::ReactStand, Case::FallBack, 4).done);
    });
}

#[test]
fn columns_ladder_and_limits() {
    prove(&[r::L3C_MOR_02, r::L3C_MOR_03, r::L3C_MOR_13, r::L3C_MOR_15], |book: &Book| {
        let s = |purpose: Purpose| MoraleSituation { purpose, ..MoraleSituation::default() };
        assert_eq!(morale::verdict(book, &s(Purpose::Assault), 9).case, Case::Charge);
        assert_eq!(morale::verdict(book, &s(Purpose::Stand), 9).case, Case::Attack);
        assert_eq!(morale::verdict(book, &s(Purpose::Other), 0).case, Case::FallBack, "two down from standing");
        let slow = MoraleSituation { gait_limit: Gait::Quick, ..s(Purpose::Assault) };
        let verdict = morale::verdict(book, &slow, 10);
        assert_eq!((verdict.case, verdict.gait), (Case::Charge, Gait::Quick));
        assert!(!morale::tests(book, Formation::Skirmish, false) && morale::tests(book, Formation::Skirmish, true));
    });
}

#[test]
fn fires_that_count() {
    prove(&[r::L3C_MOR_09, r::L3C_MOR_41, r::L3C_FEU_36], |book: &Book| {
        let counts = |musketry: Known, guns_result: Known| {
            fires(book, &Fires { musketry, guns: Some(Shot::Canister), guns_result }, &mut Quiet)
        };
        assert_eq!(counts(Known::Expected, Known::None), -1);
        assert_eq!(counts(Known::None, Known::Announced), -2);
        assert_eq!(counts(Known::Ineffective, Known::Ineffective), 0);
        assert_eq!(counts(Known::Effective, Known::Effective), -3);
    });
}

#[test]
fn strength_of_guns_and_losses() {
    prove(&[r::L3C_GAP_C21, r::L3C_GAP_C22, r::L3C_GEN_03], |book: &Book| {
        let worth = |s: UnitStrength| of_strength(book, &s, &mut Quiet);
        assert_eq!(
            worth(UnitStrength { arm: Arm::Artillery, figures: 4, ..UnitStrength::default() }),
            2,
            "gunners, not guns"
        );
        assert_eq!(
            worth(UnitStrength { figures: 4, before_percent: 35, ..UnitStrength::default() }),
            1 - 3,
            "no floor"
        );
        assert_eq!(worth(UnitStrength { figures: 11, two_ranks: true, ..UnitStrength::default() }), 1);
    });
}

#[test]
fn numbers_and_nations() {
    prove(&[r::L3C_GAP_C11, r::L3C_MOR_123, r::L3C_GAP_C23], |book: &Book| {
        let enemy = |figures: u8| Seen { figures: Some(figures), ..Seen::default() };
        let s = confronted(Tester::default(), vec![enemy(20), enemy(20)]);
        assert_eq!(lines(book, &s, r::L3C_MOR_63), NOTHING, "only the strongest is compared");
        let horse = Tester { arm: Arm::Cavalry, defence_bonus: Some(2), figures: 4, ..Tester::default() };
        assert_eq!(lines(book, &confronted(horse, vec![]), r::L3C_MOR_121), NOTHING);
        let prussia = |year: u16| {
            let purpose = Purpose::Assault;
            national(book, &National { nation: Nation::Prussia, year, arm: Arm::Infantry, purpose }, &mut Quiet)
        };
        assert_eq!((prussia(1806), prussia(1813)), (0, 1));
        let guard = Tester { nation: Nation::Russia, status: Status::Guard, ..Tester::default() };
        assert_eq!(lines(book, &confronted(guard, vec![]), r::L3C_MOR_120), [7]);
    });
}

#[test]
fn flanks_secure_and_threatened() {
    prove(&[r::L3C_MOR_100, r::L3C_GAP_C48, r::L3C_MOR_91], |book: &Book| {
        let worth = |arm: Arm, formation: Formation, state: Cohesion, flanks: Flanks| {
            formed(book, &Formed { tester: Tester { arm, formation, state, ..Tester::default() }, flanks }, &mut Quiet)
        };
        let beset = Flanks { secure: 1, left: Threat::Foot, ..Flanks::default() };
        assert_eq!(worth(Arm::Infantry, Formation::Line, Cohesion::Formed, beset), 1 + 1 - 1);
        let horse = Flanks { rear: Threat::Cavalry, ..Flanks::default() };
        assert_eq!(worth(Arm::Artillery, Formation::Deployed, Cohesion::Loose, horse), -4);
        assert_eq!(worth(Arm::Infantry, Formation::Square, Cohesion::Formed, horse), 1 + 2);
    });
}

#[test]
fn when_a_test_is_due() {
    prove(&[r::L3C_GAP_C03, r::L3C_GAP_C08, r::L3C_MOR_60], |book: &Book| {
        let due = |moment: TurnSoFar| !morale::due(book, &moment).is_empty();
        let moment = TurnSoFar { steps_at_start: 36, ..TurnSoFar::default() };
        assert!(!due(TurnSoFar { steps_lost: 3, ..moment }), "3 of 36 are less than a tenth");
        assert!(due(TurnSoFar { steps_lost: 4, ..moment }));
        assert!(!due(TurnSoFar { steps_lost: 7, steps_at_test: 4, ..moment }), "not yet another tenth");
        assert!(due(TurnSoFar { steps_lost: 8, steps_at_test: 4, ..moment }));
        let rout = |arm: Arm, uds: u16| Some(Rout { arm, distance: Distance::of(uds), unseen: false });
        assert!(due(TurnSoFar { rout: rout(Arm::Infantry, 4), ..moment }));
        assert!(!due(TurnSoFar { rout: rout(Arm::Infantry, 5), ..moment }));
        assert!(!due(TurnSoFar { rout: rout(Arm::Cavalry, 2), ..moment }), "of another arm");
        assert!(due(TurnSoFar { general_hit: true, ..moment }));
    });
}

#[test]
fn stopping_fire_and_other_losses() {
    prove(&[r::L3C_GAP_C07, r::L3C_MOR_112, r::L3C_MOR_01], |book: &Book| {
        let s = Fall { score: 9, stopping_percent: 10, column: Column::Contact, ..Fall::default() };
        let mut breakdown = Breakdown::new("test", None);
        assert_eq!(fall(book, &s, &mut breakdown).score, 3);
        assert_eq!(breakdown.total(), game::Exact::whole(3), "it starts from the score");
        let beside = LossFall { percent: 10, frontal: false, assault: true, before_two_thirds: false };
        assert_eq!(loss_fall(book, &beside), -2);
    });
}

#[test]
fn the_general_and_the_die() {
    prove(&[r::L3C_CHEF_07, r::L3C_CHEF_09, r::L3C_GAP_C38], |book: &Book| {
        let helped = |purpose: Purpose| {
            let s = morale::Helped { bonus: 3, distance: Distance::of(2), purpose };
            morale::helped(book, &s, &mut Quiet)
        };
        assert_eq!((helped(Purpose::Other), helped(Purpose::Assault)), (2, 0));
        let classes: Vec<i8> = (0..3).map(|class| morale::luck(book, class)).collect();
        assert_eq!(classes, [-1, 0, 1]);
        assert_eq!(morale::throw(book).dice_count(), 1);
    });
}

#[test]
fn two_assaults_that_meet() {
    prove(&[r::L3C_GAP_C43, r::L3C_GAP_A51], |book: &Book| {
        let comer = |score: i16| morale::CrossingUnit { score, ..morale::CrossingUnit::default() };
        let met = |one: i16, other: i16| {
            let s = morale::Crossing { one: comer(one), other: comer(other) };
            let crossed = morale::crossing(book, &s, &mut Quiet, &mut Quiet);
            (crossed.one.score, crossed.other.score, crossed.covers)
        };
        assert_eq!(met(10, 7), (10 - 2, 7 - 3, morale::Covers::First));
        assert_eq!(met(14, 10), (14 - 3, 10 - 3, morale::Covers::First), "the limit comes after the other's gait");
        assert_eq!(met(8, 8), (6, 6, morale::Covers::Both));
        assert_eq!(met(4, 12), (1, 11, morale::Covers::Second));
        assert_eq!(met(2, 1), (2, 1, morale::Covers::Neither));
    });
}

fn any_seen() -> impl Strategy<Value = Seen> {
    let arm = prop_oneof![Just(Arm::Infantry), Just(Arm::Cavalry), Just(Arm::Artillery)];
    let case = prop::option::of((0..8_usize).prop_map(|i| Case::ALL[i]));
    (arm, 0..4_u8, 0..4_usize, case, any::<bool>(), 1..4_u8, prop::option::of(1..40_u8)).prop_map(
        |(arm, cavalry_type, gait, case, support, count, figures)| Seen {
            arm,
            cavalry_type,
            gait: Gait::ALL[gait],
            case,
            support,
            count,
            figures,
            ..Seen::default()
        },
    )
}

fn any_situation() -> impl Strategy<Value = MoraleSituation> {
    let purpose = prop_oneof![
        Just(Purpose::Assault),
        Just(Purpose::FireAdvance),
        Just(Purpose::Stand),
        Just(Purpose::Counter),
        Just(Purpose::ReactStand),
        Just(Purpose::ReactCounter),
        Just(Purpose::Other),
    ];
    let state = prop_oneof![
        Just(Cohesion::Formed),
        Just(Cohesion::Loose),
        Just(Cohesion::Unformed),
        Just(Cohesion::Disordered)
    ];
    let tester = (-2..9_i8, 1..30_u8, state, 0..8_usize, 0..4_usize);
    let units = || prop::collection::vec(any_seen(), 0..4);
    (purpose, tester, units(), units(), 0..7_u8, 0..3_u8, 0..101_u8).prop_map(
        |(purpose, (base, figures, state, case, gait), enemies, friends, spent, secure, lost)| MoraleSituation {
            purpose,
            tester: Tester {
                base: Some(base),
                figures,
                state,
                case: Case::ALL[case],
                gait: Gait::ALL[gait],
                ..Tester::default()
            },
            enemies,
            friends,
            points: Points { spent, needed: 1, order_kept: false },
            flanks: Flanks { secure, left: Threat::Cavalry, ..Flanks::default() },
            losses: morale::Losses { before: lost, action: lost / 2 },
            ..MoraleSituation::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// The lines add up to the sum; the limits hold; a better score is never worse.
    #[test]
    fn lines_make_the_sum_and_limits_hold(s in any_situation(), luck in -1..2_i8) {
        let book = Book::new();
        let mut breakdown = Breakdown::new("test", None);
        let sum = morale::modifiers(&book, &s, &mut breakdown);
        prop_assert_eq!(breakdown.total(), game::Exact::whole(i64::from(sum)));
        prop_assert_eq!(sum, morale::modifiers(&book, &s, &mut Quiet));
        let score = morale::limited(&book, sum + i16::from(luck), &mut Quiet);
        prop_assert!((-12..=12).contains(&score));
        let verdict = morale::verdict(&book, &s, score);
        let better = morale::verdict(&book, &s, (score + 1).min(12));
        prop_assert!(verdict.case <= better.case && verdict.gait <= better.gait);
        prop_assert!(verdict.gait <= verdict.case.gait().max(Gait::Halted));
        prop_assert!(verdict.state >= s.tester.state, "a test never puts ranks in order");
    }

    /// More base morale adds exactly its difference; another friend in support never harms, another enemy never helps.
    #[test]
    fn base_morale_friends_and_enemies_weigh_their_way(s in any_situation(), more in 1..5_i8) {
        let book = Book::new();
        let sum = |s: &MoraleSituation| morale::modifiers(&book, s, &mut Quiet);
        let mut braver = s.clone();
        braver.tester.base = s.tester.base.map(|base| base + more);
        prop_assert_eq!(sum(&braver), sum(&s) + i16::from(more));
        let mut helped = s.clone();
        helped.friends.push(Seen { arm: s.tester.arm, ..Seen::default() });
        prop_assert_eq!(sum(&helped), sum(&s) + 1);
        let mut pressed = s.clone();
        pressed.enemies.push(Seen { gait: Gait::Charge, ..Seen::default() });
        prop_assert!(sum(&pressed) <= sum(&s) - 4);
    }

    /// Falls only lower a score, except for fire that is given back; more of them lower it more.
    #[test]
    fn falls_lower_a_score(score in -20..20_i16, steps in 0..9_u8, percent in 0..101_u8, gait in 0..4_usize) {
        let book = Book::new();
        let s = Fall { score, counter_steps: steps, stopping_percent: percent, residual: Gait::ALL[gait], ..Fall::default() };
        let fallen = fall(&book, &s, &mut Quiet);
        let unhurt = fall(&book, &Fall { score, ..Fall::default() }, &mut Quiet);
        prop_assert!(fallen.score <= unhurt.score && fallen.case <= unhurt.case);
        let mut breakdown = Breakdown::new("test", None);
        prop_assert_eq!(fall(&book, &s, &mut breakdown), fallen);
        prop_assert_eq!(breakdown.total(), game::Exact::whole(i64::from(fallen.score)));
    }
}
