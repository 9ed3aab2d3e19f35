//! The shock.

use super::{Checks, Outcome, Run, Test, check_body, check_threats};
use crate::resolve::movement;
use crate::resolve::reaction::{self, ChargeRight, Prey, charge_right};
use crate::resolve::shock::{self, Fighter, Reply, Shock, Who};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Ability, Arm, Body, Going, Order, ShockRow, Status, Weight};
use crate::terms::situation_fault::SituationFault as F;
use game::{Breakdown, Chance, Line, Op, Rule};
use rulebook::assistant::{count, spread};
use rulebook::dice_in;
use serde_json::json;

pub(super) struct ShockTest;

impl Test for ShockTest {
    type Book = Book;
    const NAME: &'static str = "shock";
    const RULES: &'static [Rule] = &[
        r::BE_CHO_01,
        r::BE_CHO_02,
        r::BE_CHO_03,
        r::BE_CHO_04,
        r::BE_CHO_05,
        r::BE_CHO_06,
        r::BE_CHO_07,
        r::BE_CHO_08,
        r::BE_CHO_09,
        r::BE_GAP_61,
        r::BE_GAP_63,
    ];
    type Situation = Shock;

    fn example() -> Shock {
        let cuirassiers = Body {
            arm: Arm::Cavalry,
            weight: Weight::Heavy,
            status: Status::Elite,
            morale: 4,
            abilities: crate::Abilities::of(&[Ability::Cuirass]),
            ..Body::default()
        };
        Shock {
            attacker: Fighter { body: cuirassiers, order: Order::Attack, ..Fighter::default() },
            defender: Fighter { secure_flanks: 1, ..Fighter::default() },
            reply: Reply::Stand,
        }
    }

    fn check(book: &Book, shock: &Shock, checks: &mut Checks) {
        check_body(book, "attacker", &shock.attacker.body, checks);
        check_body(book, "defender", &shock.defender.body, checks);
        let attacker = &shock.attacker.body;
        checks.want(attacker.arm != Arm::Artillery, "attacker.arm", F::GunsCharge);
        let formation = attacker.formation;
        let set = formation.is_square() || attacker.indoors();
        checks.want(!set, "attacker.formation", F::SquareCharges);
        let garrison = shock.defender.body.indoors();
        let ridden = attacker.arm == Arm::Cavalry && garrison && book.on(r::BE_GAP_70);
        checks.want(!ridden, "defender.formation", F::GarrisonChargedByCavalry);
        check_right(book, shock, checks);
        let counter = shock.reply == Reply::Stand || reaction::meets_charge(book, &shock.defender.body, attacker.arm);
        checks.want(counter, "reply", F::CounterChargeNotOpen);
        // The target of an opportunity charge and of a pursuer may only stand (BE-GAP-40, BE-GAP-91), and a
        // counter-charge is in front (BE-GAP-47).
        let Fighter { opportunity, pursuit, flank_attack, .. } = shock.attacker;
        let met = [(opportunity, r::BE_GAP_40), (pursuit, r::BE_GAP_91), (flank_attack, r::BE_GAP_47)];
        let barred = shock.reply == Reply::CounterCharge && met.iter().any(|(so, rule)| *so && book.on(*rule));
        checks.want(!barred, "reply", F::ChargeNotMet);
        checks.want(!(opportunity && pursuit), "attacker.pursuit", F::OpportunityInPursuit);
        checks.want(!shock.attacker.bank, "attacker.bank", F::BankOfAttacker);
        let struck = &shock.defender;
        checks.want(!(struck.charging && struck.body.arm == Arm::Artillery), "defender.charging", F::GunsCharge);
        let level = !(shock.attacker.height && shock.defender.height);
        checks.want(level, "defender.height", F::BothHigher);
        for (side, fighter) in [("attacker", &shock.attacker), ("defender", &shock.defender)] {
            checks.within(&format!("{side}.secure_flanks"), fighter.secure_flanks, 0, 2);
            // A threatened flank is never secure (BE-GAP-66): each of two flanks and the rear is one or the other.
            let threats = u16::from(fighter.threatened) + u16::from(fighter.threatened_by_cavalry);
            let fair = threats > 3 || u16::from(fighter.secure_flanks) + threats <= 3 || !book.on(r::BE_GAP_66);
            checks.want(fair, &format!("{side}.secure_flanks"), F::SecureAndThreatened);
            let starred = !fighter.penalised || may_be_penalised(book, &fighter.body);
            checks.want(starred, &format!("{side}.penalised"), F::NeverPenalised);
            check_threats(&format!("{side}."), fighter.threatened, fighter.threatened_by_cavalry, checks);
        }
    }

    fn resolve(shock: &Shock, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let mut lines = [Breakdown::new(Self::NAME, None), Breakdown::new(Self::NAME, None)];
        let [plus, minus] =
            [Who::Attacker, Who::Defender].map(|who| shock::modifiers(book, shock, who, &mut lines[who as usize]));
        run.tell("attacker_modifier", plus);
        run.tell("defender_modifier", minus);
        rows(&mut run, shock, plus - minus)?;
        let fall = run.throw(&shock::dice(book))?;
        let told = fall.is_some();
        if let Some(fall) = &fall {
            let (own, his) = match fall.faces.as_slice() {
                [own, his] => (i16::from(*own), i16::from(*his)),
                _ => (0, 0),
            };
            for (breakdown, face) in lines.iter_mut().zip([own, his]) {
                breakdown.lines.push(Line::new(r::BE_CHO_01, Op::Throw(1)));
                dice_in(breakdown, r::BE_CHO_01, i64::from(face));
            }
            run.tell("attacker_total", plus + own);
            run.tell("defender_total", minus + his);
            run.tell_all(shock::verdict(book, shock, plus + own - minus - his));
        }
        // Each side has a total of its own, shown under its name: there is no common total.
        let [own, his] = lines;
        run.lines(Some("attacker"), &own);
        run.lines(Some("defender"), &his);
        run.done(told)
    }
}

/// Whether any ground penalises such a unit (BE-MVT-03, BE-MVT-04).
fn may_be_penalised(book: &Book, unit: &Body) -> bool {
    [Going::Clear, Going::Rough, Going::Difficult].iter().any(|going| movement::penalised(book, unit, *going, false))
}

/// A declared charge must be permitted; an opportunity charge and a pursuit depend on no order, and their unit is
/// already marked.
fn check_right(book: &Book, shock: &Shock, checks: &mut Checks) {
    let Shock { attacker, defender, .. } = shock;
    if attacker.opportunity || attacker.pursuit || attacker.order == Order::None {
        return;
    }
    let target = Prey { body: defender.body, flank_attack: attacker.flank_attack, changing: false };
    let right = ChargeRight { unit: attacker.body, order: attacker.order, target, outside_zone: false };
    if let Err(bar) = charge_right(book, &right) {
        let (place, why) = if bar.rule == r::BE_MA_05 {
            ("attacker.marker", F::MarkedCharges)
        } else {
            ("attacker.order", F::ChargeNotOpen)
        };
        checks.fault(place, why);
    }
}

/// Every end with its chance, from the defender's best to the attacker's.
fn rows(run: &mut Run<'_>, shock: &Shock, gap: i16) -> Result<(), Vec<game::Fault>> {
    type End = (Who, ShockRow, ShockRow, bool);
    let book = run.book;
    let dist = spread(&shock::dice(book))?;
    let mut ends: Vec<(End, Chance)> = Vec::new();
    let mut wins = [Chance::NEVER; 2];
    for (difference, _) in dist.iter() {
        let p = Chance::Exact(dist.probability(difference));
        let verdict = shock::verdict(book, shock, gap + difference);
        let end = (verdict.winner, verdict.printed, verdict.row, verdict.eliminated);
        let place = verdict.winner as usize;
        wins[place] = wins[place].or(p);
        count(&mut ends, end, p);
    }
    for ((winner, printed, row, eliminated), p) in ends {
        run.row(json!({ "winner": winner, "printed": printed, "row": row, "eliminated": eliminated }), p);
    }
    run.tell("chances", json!({ "attacker": wins[0].exact(), "defender": wins[1].exact() }));
    Ok(())
}
