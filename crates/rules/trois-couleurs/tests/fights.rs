//! Fire and melee for random situations: invariants, and the other readings that a club may choose.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{Assistant, Breakdown, Quiet};
use grognard_trois_couleurs::resolve::combat::losses;
use grognard_trois_couleurs::resolve::combat::melee::{self, Fighter, Melee, MeleeSide};
use grognard_trois_couleurs::resolve::combat::pursuit::{Pursuer, PursuerPart, Pursuit, pursuit};
use grognard_trois_couleurs::resolve::combat::result::{self, Fight};
use grognard_trois_couleurs::resolve::combat::toll;
use grognard_trois_couleurs::resolve::shooting::fire::{self, Fire, FireTarget, Shooter};
use grognard_trois_couleurs::{
    Arm, Aspect, Band, Book, Case, Cohesion, Cover, Distance, Formation, Gait, Options, Shot, Status, Weapon, r,
    resolutions,
};
use proptest::prelude::*;
use rulebook::proof::prove;
use serde_json::Value;

fn one<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    prop::sample::select(all)
}

const STATUS: &[Status] =
    &[Status::Irregular, Status::Militia, Status::Conscript, Status::Line, Status::Elite, Status::Guard];
const STATE: &[Cohesion] = &[Cohesion::Formed, Cohesion::Loose, Cohesion::Unformed, Cohesion::Disordered];
const COVER: &[Cover] = &[Cover::None, Cover::Light, Cover::Medium, Cover::Hard];

prop_compose! {
    fn shooter()(
        guns in any::<bool>(), figures in 1_u8..=30, status in one(STATUS), state in one(STATE), first_fire in any::<bool>(),
        general in any::<bool>(), penalty in 0_u8..=3, under_musketry in any::<bool>(),
        under_guns in one(&[None, Some(Shot::Round), Some(Shot::Canister)]),
    ) -> Shooter {
        let (arm, weapon) = if guns { (Arm::Artillery, Weapon::SixPounder) } else { (Arm::Infantry, Weapon::Musket) };
        Shooter { arm, weapon, figures, status, state, first_fire, general, penalty, under_musketry, under_guns, ..Shooter::default() }
    }
}

prop_compose! {
    fn volley()(
        shooter in shooter(), cavalry in any::<bool>(), front in 1_u8..=16, ranks in 1_u8..=4, cover in one(COVER),
        side in one(&[Aspect::Front, Aspect::Flank, Aspect::Rear]), left in 0_u16..=60,
        band in one(&[Band::P1, Band::P2, Band::P3]), canister in any::<bool>(),
    ) -> Fire {
        let arm = if cavalry { Arm::Cavalry } else { Arm::Infantry };
        let shot = (shooter.arm == Arm::Artillery).then_some(if canister { Shot::Canister } else { Shot::Round });
        let target = FireTarget {
            arm, front: Some(front), ranks, concerned: Some(front * ranks.min(2)), steps_left: Some(left), cover, side,
            ..FireTarget::default()
        };
        Fire { shooter, target, band, distance: Distance::of(2), shot, ..Fire::default() }
    }
}

prop_compose! {
    fn fighter()(
        cavalry in any::<bool>(), status in one(STATUS), cavalry_type in 0_u8..=3, front in 1_u8..=12, ranks in 1_u8..=4,
        gait in one(&Gait::ALL), state in one(STATE), penalty in 0_u8..=3, general in any::<bool>(),
        higher in any::<bool>(), cover in one(COVER), lancers in any::<bool>(), square in any::<bool>(),
    ) -> Fighter {
        let arm = if cavalry { Arm::Cavalry } else { Arm::Infantry };
        let formation = if square && !cavalry { Formation::Square } else { Formation::Line };
        Fighter {
            arm, status, cavalry_type, front, ranks, gait, formation, state, penalty, general, higher, cover,
            lancers: lancers && cavalry, ..Fighter::default()
        }
    }
}

prop_compose! {
    fn clash()(
        attacker in fighter(), defender in fighter(), width in 0_u8..=16,
        side in one(&[Aspect::Front, Aspect::Flank, Aspect::Rear]), attacker_overlaps in 0_u8..=2,
        defender_overlaps in 0_u8..=2, raise in 0_u8..=2,
    ) -> Melee {
        Melee { attacker, defender, width, side, attacker_overlaps, defender_overlaps, raise, ..Melee::default() }
    }
}

proptest! {
    #[test]
    fn more_muskets_never_do_less_and_better_cover_never_costs_more(fire in volley()) {
        let book = Book::new();
        let fired = fire::fire(&book, &fire, &mut Quiet);
        let mut lines = Breakdown::new("fire", None);
        prop_assert_eq!(fire::fire(&book, &fire, &mut lines), fired);
        prop_assert_eq!(lines.total(), game::Exact::whole(i64::from(fired.factor)));

        let mut more = fire;
        more.shooter.figures += 1;
        prop_assert!(fire::fire(&book, &more, &mut Quiet).loss.steps >= fired.loss.steps);
        let mut behind = fire;
        behind.target.cover = Cover::Hard;
        prop_assert!(fire::fire(&book, &behind, &mut Quiet).loss.steps <= fired.loss.steps);

        prop_assert!(fired.loss.steps <= fire.target.steps_left.unwrap());
        prop_assert!(fired.share <= fired.loss.steps);
        prop_assert!(fired.percent.unwrap_or(0) <= 100);
    }

    #[test]
    fn a_melee_separates_both_and_only_the_loser_gives_way(melee in clash()) {
        let book = Book::new();
        let (mut attack, mut defence) = (Breakdown::new("melee", None), Breakdown::new("melee", None));
        let clash = melee::melee(&book, &melee, &mut attack, &mut defence);
        prop_assert_eq!(attack.total(), game::Exact::whole(i64::from(clash.attacker.factor)));
        prop_assert_eq!(defence.total(), game::Exact::whole(i64::from(clash.defender.factor)));

        let outcome = clash.outcome;
        let (loser, winner) =
            if clash.difference >= 0 { (melee.defender, melee.attacker) } else { (melee.attacker, melee.defender) };
        if clash.difference == 0 {
            prop_assert!(outcome.case <= Case::Stand && outcome.push == Distance::of(0));
        } else {
            prop_assert_eq!(outcome.state, Cohesion::Disordered);
            prop_assert!(outcome.back >= Distance::of(1));
            prop_assert!(outcome.case < Case::Stand || outcome.by_status > 0);
            prop_assert_eq!(outcome.winner_case, Some(winner.gait.case()));
        }
        prop_assert!(outcome.winner_state.unwrap() >= winner.state && outcome.state >= loser.state);
        prop_assert!(!clash.passes_through || melee.defender.ranks == 1);

        // A gait counts only for the side that is faster.
        if melee.attacker.gait > melee.defender.gait {
            let mut slower = melee;
            slower.attacker.gait = melee.defender.gait;
            let factor = |melee: &Melee| melee::factor(&book, melee, MeleeSide::Attacker, &mut Quiet);
            prop_assert!(factor(&slower) <= factor(&melee) || slower.attacker.gait == Gait::Halted);
        }
    }
}

#[test]
fn a_club_may_choose_the_other_readings() {
    let with = |set: fn(&mut Options)| {
        let mut options = Options::default();
        set(&mut options);
        Book::new().with_options(options)
    };
    let ruled = Book::new();
    let percent = |book: &Book| losses::percent(book, 1, 4, 3);
    assert_eq!((percent(&ruled), percent(&with(|o| o.one_pap_on_four_is_5 = true))), (10, 5));

    let share = |book: &Book| toll::leading_share(book, 6, 4, 2);
    assert_eq!((share(&ruled), share(&with(|o| o.round_shot_dealt = true))), (3, 4));

    let again = |book: &Book, taken: u8| result::may_raise(book, Fight::Melee, Status::Guard, taken);
    let twice = with(|o| o.guard_raises_twice = true);
    assert_eq!([0, 1, 2].map(|taken| again(&ruled, taken)), [2, 0, 0]);
    assert_eq!([0, 1, 2].map(|taken| again(&twice, taken)), [2, 1, 0]);
}

/// A unit without a part in the defeat pursues only if it is available; a victor also when unformed (L3C-POU-01,
/// L3C-POU-03).
#[test]
fn an_outsider_without_formation_does_not_pursue() {
    let may = |book: &Book, part: PursuerPart, state: Cohesion| {
        let pursuer = Pursuer { part, state, ..Pursuer::default() };
        pursuit(book, &Pursuit { pursuer, ..Pursuit::default() }).may
    };
    prove(&[r::L3C_POU_01, r::L3C_GAP_A18], |book: &Book| {
        assert!(may(book, PursuerPart::Outsider, Cohesion::Loose));
        assert!(!may(book, PursuerPart::Outsider, Cohesion::Unformed));
        assert!(may(book, PursuerPart::Victor, Cohesion::Unformed));
    });
}

/// Every extreme value for each leaf of a situation.
fn extremes(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(flag) => vec![Value::Bool(!flag)],
        Value::Number(_) | Value::Null => {
            [0_i64, 1, -1, 7, 127, -128, 255, 65_535, 100_000_000].map(Value::from).to_vec()
        }
        _ => Vec::new(),
    }
}

fn leaves(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(name, value)| leaves(value, &format!("{at}/{name}"), found)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(n, value)| leaves(value, &format!("{at}/{n}"), found));
        }
        _ => found.push(at.to_owned()),
    }
}

#[test]
fn whatever_is_typed_in_is_resolved_or_refused() {
    let assistant = resolutions(Book::new());
    for card in assistant.tests() {
        let example = assistant.example(card.name).unwrap();
        let mut places = Vec::new();
        leaves(&example, "", &mut places);
        for place in &places {
            for value in extremes(example.pointer(place).unwrap()) {
                let mut situation = example.clone();
                *situation.pointer_mut(place).unwrap() = value.clone();
                let mut dice = rulebook::cases::Dice::new(&[]);
                if let Err(faults) = assistant.resolve(card.name, &situation, &mut dice) {
                    assert!(!faults.is_empty(), "{} {place} = {value}", card.name);
                }
            }
        }
    }
}
