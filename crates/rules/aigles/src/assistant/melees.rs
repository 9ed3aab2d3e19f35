//! Melees.

use super::morale_forms::GENERAL_POINTS;
use super::{Checks, Outcome, Test, TestRun, count, limits, object, spread};
use crate::resolve::fire::{DieUse, throw};
use crate::resolve::melee::{
    Drawn, Faced, Fighter, Hands, Melee, SquareAfter, Verdict, after_draw, after_round, before, die_kind, inflicted,
    verdict,
};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Arm, Aspect, Cover, Formation, Order};
use game::{Breakdown, Chance, Quiet, Rule};
use serde_json::{Value, json};

/// Refuses an impossible fighter.
fn check_fighter(book: &Book, place: &str, (fighter, other): (&Fighter, &Fighter), checks: &mut Checks) {
    let at = |name: &str| format!("{place}.{name}");
    checks.want(fighter.formation.suits(fighter.arm), &at("formation"), F::FormationOfOtherArm);
    checks.want(fighter.figures() > 0, &at("hands"), F::NobodyFights);
    let charges = fighter.arm != Arm::Artillery && (fighter.formation.line() || fighter.formation.column());
    checks.want(charges || !fighter.charging, &at("charging"), F::CannotCharge);
    let able = fighter.order == Order::Formed || fighter.uncontrolled && fighter.order == Order::Disorganised;
    checks.want(able || !fighter.charging || fighter.round > 1, &at("order"), F::ChargeUnformed);
    let flank = fighter.side != Aspect::Front;
    checks.want(flank || !fighter.into_melee, &at("into_melee"), F::JoinsInFront);
    let horse = fighter.arm == Arm::Cavalry;
    checks.want(horse || !(fighter.light || fighter.cuirass), &at("arm"), F::CavalryEquipment);
    checks.want(!horse || fighter.cover != Cover::House, &at("cover"), F::CavalryInBuilding);
    if let Some(points) = fighter.officer {
        let aide = i64::from(book.tables.officers.aide_budget);
        checks.one_of(&at("officer"), points, &[&[aide][..], &GENERAL_POINTS].concat());
    }
    // By a charge or a counter-charge (LA-CHA-31, LA-CCH-04).
    let at_horse = fighter.charging && fighter.arm == Arm::Infantry && other.arm == Arm::Cavalry;
    checks.want(!at_horse, &at("charging"), F::InfantryChargesCavalry);
    let house = other.cover == Cover::House;
    checks.want(house || !fighter.undefended_side, &at("undefended_side"), F::SideWithoutHouse);
    // A unit that gives way has fought a round before (LA-GAP-22, 5, LA-RAL-09, LA-GAP-50).
    checks.want(fighter.round > 1 || !fighter.following, &at("following"), F::FirstRound);
    let stands =
        fighter.formation == Formation::Garrison || fighter.formation.square() && fighter.order < Order::Unformed;
    let follows = fighter.arm != Arm::Artillery && !stands;
    checks.want(follows || !fighter.following, &at("following"), F::CannotFollow);
    let closed = other.arm == Arm::Infantry && (other.formation.square() || other.formation.column());
    let rides = horse && fighter.formation == Formation::Line;
    checks.want(rides && closed || fighter.wrapped == 0, &at("wrapped"), F::CannotWrap);
}

/// The reported result of a round.
fn told(on_defender: u16, on_attacker: u16) -> Value {
    object([
        ("attacker_inflicts", json!(on_defender)),
        ("defender_inflicts", json!(on_attacker)),
        ("difference", json!(i32::from(on_defender) - i32::from(on_attacker))),
        ("verdict", json!(verdict(on_attacker.into(), on_defender.into()))),
    ])
}

pub(super) struct MeleeTest;

impl Test for MeleeTest {
    type Book = Book;
    const NAME: &'static str = "melee";
    const RULES: &'static [Rule] = &[
        r::LA_COM_01,
        r::LA_COM_02,
        r::LA_COM_03,
        r::LA_COM_04,
        r::LA_COM_05,
        r::LA_COM_06,
        r::LA_COM_07,
        r::LA_CHA_21,
        r::LA_CHA_22,
        r::LA_CHA_23,
        r::LA_CHA_24,
        r::LA_CHA_25,
        r::LA_GEN_05,
        r::LA_FEU_05,
        r::LA_RES_01,
        r::LA_RAL_15,
        r::LA_RAL_16,
        r::LA_GAP_12,
        r::LA_GAP_22,
        r::LA_GAP_23,
        r::LA_GAP_45,
        r::LA_GAP_49,
        r::LA_GAP_58,
        r::LA_GAP_67,
    ];
    type Situation = Melee;

    fn example() -> Melee {
        Melee {
            attacker: Fighter {
                formation: Formation::Column,
                hands: vec![Hands { combat: 5, bonus: 2, figures: 3 }],
                charging: true,
                ranks: vec![3, 3, 2, 3, 3, 3],
                lost_to_fire: true,
                fire_losses: 30,
                ..Fighter::default()
            },
            defender: Fighter { hands: vec![Hands { combat: 4, bonus: 1, figures: 5 }], ..Fighter::default() },
        }
    }

    fn check(book: &Book, s: &Melee, checks: &mut Checks) {
        limits::check(s, checks);
        check_fighter(book, "attacker", (&s.attacker, &s.defender), checks);
        check_fighter(book, "defender", (&s.defender, &s.attacker), checks);
        let level = !(s.attacker.higher && s.defender.higher);
        checks.want(level, "defender.higher", F::BothHigher);
        let both = s.attacker.following && s.defender.following;
        checks.want(!both, "defender.following", F::BothFollow);
        // Each would have the other in front and also beside or behind it.
        let flanks = s.attacker.side != Aspect::Front && s.defender.side != Aspect::Front;
        checks.want(!flanks, "defender.side", F::BothFlank);
    }

    fn resolve(s: &Melee, mut run: TestRun<'_>) -> Outcome {
        let book = run.book;
        let (attacker, defender) = (&s.attacker, &s.defender);
        let dice = [attacker, defender].map(|fighter| throw(book, die_kind(book, fighter), DieUse::Combat));
        let (ours, theirs) = (spread(&dice[0])?, spread(&dice[1])?);
        let mut known: Vec<(Value, Chance)> = Vec::new();
        for (one, _) in ours.iter() {
            for (other, _) in theirs.iter() {
                let row = told(
                    inflicted(book, attacker, defender, one, &mut Quiet),
                    inflicted(book, defender, attacker, other, &mut Quiet),
                );
                let part = Chance::Exact(ours.probability(one)).and(Chance::Exact(theirs.probability(other)));
                count(&mut known, row, part);
            }
        }
        for (row, part) in known {
            run.row(row, part);
        }
        let (mut own, mut his) = (Breakdown::new(Self::NAME, None), Breakdown::new(Self::NAME, None));
        let Some(first) = run.throw(&dice[0])? else {
            run.tell("attacker_factor", before(book, attacker, defender, &mut own));
            run.tell("defender_factor", before(book, defender, attacker, &mut his));
            run.lines(Some("attacker"), &own);
            run.lines(Some("defender"), &his);
            return run.done(false);
        };
        let second = run.throw(&dice[1])?.map_or(0, |fall| fall.class);
        let on_defender = inflicted(book, attacker, defender, first.class, &mut own);
        let on_attacker = inflicted(book, defender, attacker, second, &mut his);
        run.lines(Some("attacker"), &own);
        run.lines(Some("defender"), &his);
        run.tell_all(told(on_defender, on_attacker));
        run.done(false)
    }
}

plain! {
    Square "square";
    [LA_GAP_22];
    Faced = Faced::default();
    |_, s, checks| checks.want(s.by != Arm::Artillery, "by", F::GunsCharge);
    |book, s, run| {
        let after = after_round(book, s);
        run.tell("square", after);
        run.tell("broken", after == SquareAfter::Broken);
    }
}

plain! {
    Draw "draw";
    [LA_RAL_26, LA_RAL_27, LA_GAP_39, LA_GAP_49];
    Drawn = Drawn::default();
    |_, s, checks| checks.want(s.round > 1 || !s.drawn_before, "drawn_before", F::FirstRound);
    |book, s, run| {
        run.tell("verdict", Verdict::Draw);
        run.tell("then", after_draw(book, s));
    }
}
