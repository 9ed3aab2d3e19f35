//! The whole charge: the machine driven by the dice of a player, and its odds.

use super::morale_forms::GENERAL_POINTS;
use super::{Checks, Outcome, Test, TestRun, limits};
use crate::fight::{Answer, ChargeBout, End, Form, Party, Surroundings, WholeCharge, Wish, answers};
use crate::resolve::charge::{Charger, Prey, may_charge};
use crate::resolve::fire::left;
use crate::resolve::morale::General;
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Arm, Attitude, Cover, Distance, Fighting, Formation, Status, Weapon};
use dice::read;
use game::{
    Bout, BoutInput, BoutRequest, Breakdown, Column, Fault, Followed, Handed, Narrated, Policy, ResolutionFault, Rule,
    Teller, follow, odds,
};
use rulebook::assistant::{dice_fault, odds_fault, rows};
use serde_json::{Value, json};

/// A charge takes fewer steps than this.
const MOST_STEPS: usize = 1000;

pub(super) struct WholeChargeTest;

/// Refuses impossible figures of a unit that takes part.
fn check_party(book: &Book, place: &str, party: &Party, checks: &mut Checks) {
    let at = |name: &str| format!("{place}.{name}");
    checks.want(party.formation.suits(party.arm), &at("formation"), F::FormationOfOtherArm);
    let figures = left(book, party.initial, party.losses).0;
    checks.want(figures > 0, &at("losses"), F::NoFigures);
    let fighting: u32 = party.hands.iter().map(|hands| u32::from(hands.figures)).sum();
    let too_many = F::MoreThanInitial { initial: party.initial.into() };
    checks.want(fighting > 0, &at("hands"), F::NobodyFights);
    checks.want(fighting <= u32::from(party.initial), &at("hands"), too_many);
    let firing: u32 = party.fires.iter().map(|group| u32::from(group.figures)).sum();
    checks.want(firing <= u32::from(party.initial), &at("fires"), too_many);
    let guns = party.arm == Arm::Artillery;
    let fits = if guns { party.weapon == Weapon::Guns || firing == 0 } else { party.weapon != Weapon::Guns };
    checks.want(fits, &at("weapon"), F::WeaponOfOtherArm);
    // LA-GAP-13.
    let harasses = guns && party.attitude == Attitude::Harass;
    checks.want(!harasses, &at("attitude"), F::BatteryOrder);
    checks.want(!guns || party.fires.len() <= 1, &at("fires"), F::GunnersOfTwoKinds);
    checks.want(party.formation != Formation::Limbered || firing == 0, &at("fires"), F::LimberedFire);
    if let Some(ranks) = super::fires::ranks_of(party.formation) {
        let holds = party.ranks.is_empty() || party.ranks.len() == usize::from(ranks);
        checks.want(holds, &at("ranks"), F::WrongRanks { ranks: ranks.into() });
    }
    let ranked: u32 = party.ranks.iter().map(|rank| u32::from(*rank)).sum();
    let held = figures == 0 || party.ranks.is_empty() || ranked == u32::from(figures);
    checks.want(held, &at("ranks"), F::RanksAgainstFigures { figures: figures.into() });
    for (number, general) in party.nerve.generals.iter().enumerate() {
        checks.one_of(&at(&format!("nerve.generals[{number}].points")), general.points, &GENERAL_POINTS);
    }
}

impl Test for WholeChargeTest {
    type Book = Book;
    const NAME: &'static str = "whole-charge";
    const RULES: &'static [Rule] = &[
        r::LA_CHA_01,
        r::LA_CHA_15,
        r::LA_CHA_16,
        r::LA_CHA_19,
        r::LA_CHA_20,
        r::LA_CHA_21,
        r::LA_CHA_23,
        r::LA_CHA_26,
        r::LA_CCH_05,
        r::LA_CCH_07,
        r::LA_ESQ_02,
        r::LA_MVT_10,
        r::LA_MVT_11,
        r::LA_FEU_01,
        r::LA_COM_01,
        r::LA_MOR_01,
        r::LA_MOR_06,
        r::LA_RES_01,
        r::LA_RES_02,
        r::LA_GEN_05,
        r::LA_GEN_07,
        r::LA_GAP_06,
        r::LA_GAP_08,
        r::LA_GAP_22,
        r::LA_GAP_24,
        r::LA_GAP_25,
        r::LA_GAP_45,
        r::LA_GAP_47,
        r::LA_GAP_65,
        r::LA_GAP_67,
        r::LA_GAP_77,
    ];
    type Situation = WholeCharge;

    fn example() -> WholeCharge {
        let near = |points: u8| Surroundings {
            generals: vec![General { points, distance: Distance::of(12) }],
            friends: 1,
            enemies: 1,
            ..Surroundings::default()
        };
        let usual = WholeCharge::default();
        WholeCharge {
            second_half: true,
            charger: Party { nerve: near(40), ..usual.charger },
            target: Party { moral: 4, status: Status::Regular, nerve: near(40), ..usual.target },
            ..WholeCharge::default()
        }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(book: &Book, s: &WholeCharge, checks: &mut Checks) {
        limits::check(s, checks);
        check_party(book, "charger", &s.charger, checks);
        check_party(book, "target", &s.target, checks);
        checks.want(s.distance.cm() > 0, "distance", F::ChargeInContact);
        let level = !(s.charger.higher && s.target.higher);
        checks.want(level, "target.higher", F::BothHigher);
        let own = &s.charger;
        let charger = Charger {
            arm: own.arm,
            formation: own.formation,
            order: own.order,
            fighting: Fighting::All,
            attitude: own.attitude,
            figures: left(book, own.initial, own.losses).0,
            detached: false,
            uncontrolled: false,
        };
        // A house, a wall and rocks are obstacles; light cover may be guns without gunners (LA-GAP-55, LA-GAP-72).
        let walled = matches!(s.target.cover, Cover::Hard | Cover::House);
        let housed = s.target.formation == Formation::Garrison;
        let other_level = s.charger.higher || s.target.higher;
        let prey = Prey { arm: s.target.arm, other_level, obstacle: walled || housed, ..Prey::default() };
        if let Err(why) = may_charge(book, &charger, &prey) {
            let place = match why {
                crate::resolve::charge::Refused::Attitude => "charger.attitude",
                crate::resolve::charge::Refused::Disorganised => "charger.order",
                crate::resolve::charge::Refused::AgainstCavalry => "target.arm",
                crate::resolve::charge::Refused::TooWeak => "charger.losses",
                crate::resolve::charge::Refused::Artillery => "charger.arm",
                crate::resolve::charge::Refused::Slope if s.target.higher => "target.higher",
                crate::resolve::charge::Refused::Slope => "charger.higher",
                crate::resolve::charge::Refused::Obstacle if housed => "target.formation",
                crate::resolve::charge::Refused::Obstacle => "target.cover",
                _ => "charger.formation",
            };
            checks.fault(place, F::ChargeNotOpen);
        }
        // Refuse an answer that this target does not have, rather than fight with another one.
        let open = s.answer == Answer::CarryOn || answers(book, s).contains(&s.answer);
        checks.want(open, "answer", F::AnswerNotOpen);
        let horse = s.target.arm == Arm::Cavalry && s.target.formation.square();
        checks.want(!horse, "target.formation", F::SquareNotInfantry);
    }

    fn resolve(s: &WholeCharge, mut run: TestRun<'_>) -> Outcome {
        let book = run.book;
        let bout = ChargeBout::new(book);
        let all = odds(&bout, &Form(s), &Wish(s)).map_err(|error| odds_fault("charge", &error))?;
        run.ends(&all);
        run.columns(columns(book, s)?);
        if let Some(end) = fight(&mut run, bout, s)? {
            run.tell_all(end);
        }
        run.done(false)
    }

    const FOLLOWED: bool = true;

    fn follow(book: &Book, s: &WholeCharge, handed: &[Handed]) -> Result<Followed, Vec<Fault>> {
        follow(ChargeBout::new(book), &Form(s), &Wish(s), handed)
    }
}

/// The results for each answer of the target.
fn columns(book: &Book, s: &WholeCharge) -> Result<Vec<Column>, Vec<Fault>> {
    let column = |answer: Answer| {
        let charge = WholeCharge { answer, ..s.clone() };
        let all = odds(&ChargeBout::new(book), &Form(&charge), &Wish(&charge));
        let all = all.map_err(|error| odds_fault("charge", &error))?;
        Ok(Column { reply: answer.does().term(), distribution: rows(&all) })
    };
    answers(book, s).into_iter().map(column).collect()
}

/// Fights a charge with the dice given; `None` without dice.
fn fight(run: &mut TestRun<'_>, mut bout: ChargeBout<'_>, s: &WholeCharge) -> Result<Option<End>, Vec<Fault>> {
    let (form, wish) = (Form(s), Wish(s));
    let mut steps: Vec<Value> = Vec::new();
    for _ in 0..MOST_STEPS {
        let mut breakdown = Breakdown::new("whole-charge", None);
        let label = bout.state.stage.label();
        match bout.wants() {
            BoutRequest::Done(end) => {
                run.tell("course", steps);
                run.tell("charger_losses", bout.state.charger.losses);
                run.tell("target_losses", bout.state.target.losses);
                return Ok(Some(end));
            }
            BoutRequest::Pause(_) => bout.feed(BoutInput::Resumed, &mut breakdown),
            BoutRequest::Reply(slot, fields) => {
                let replies = wish.reply(&bout, &slot, &fields);
                bout.feed(BoutInput::Replied(&replies), &mut breakdown);
            }
            BoutRequest::Situation(fact) => {
                let Some(situation) = form.tell(&bout, &fact) else { return Ok(None) };
                bout.feed(BoutInput::Situation(situation), &mut breakdown);
            }
            BoutRequest::Dice(tosses) => {
                let mut classes: smallvec::SmallVec<[i16; 2]> = smallvec::SmallVec::new();
                for toss in &tosses {
                    let Some(fall) = run.throw(&toss.throw)? else { return Ok(None) };
                    let class = read(&toss.throw, &fall.faces).map_err(|error| dice_fault(&error))?;
                    let who = toss.by.first().map(|of| bout.who(of));
                    classes.push(class);
                    steps.push(
                        json!({ "step": label, "of": who, "rule": toss.rule, "faces": fall.faces, "class": class }),
                    );
                }
                bout.feed(BoutInput::Thrown(&classes), &mut breakdown);
            }
        }
        run.lines(Some(label), &breakdown);
    }
    Err(vec![Fault::at("dice", ResolutionFault::NoEnd)])
}
