//! The whole charge: the state machine with a player's dice, and its odds.

use super::charge_forms::check_fighter;
use super::{Checks, Outcome, Run, Test, counter, elements, heights};
use crate::Distance;
use crate::fight::{Charge, ChargeBout, End, Follow, Form, From, Party, Stage, Wish, explain};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Class, Formation, Level, Marker, Order};
use crate::terms::situation_fault::SituationFault as F;
use game::{
    Bout, BoutInput, BoutRequest, Breakdown, Column, Fault, Followed, Handed, Policy, Rule, Teller, follow, odds,
    odds_by_reply,
};
use rulebook::assistant::{odds_fault, rows};
use serde_json::{Value, json};

pub(super) struct WholeCharge;

impl Test for WholeCharge {
    type Book = Book;
    const NAME: &'static str = "charge";
    const RULES: &'static [Rule] = &[
        r::ML_3_1H,
        r::ML_8_1G,
        r::ML_8_1H,
        r::ML_8_1I,
        r::ML_8_1J,
        r::ML_8_1K,
        r::ML_8_1L,
        r::ML_8_1M,
        r::ML_8_1N,
        r::ML_8_1O,
        r::ML_8_3A,
        r::ML_8_3B,
        r::ML_8_3M,
        r::ML_8_3O,
        r::ML_8_3P,
        r::ML_8_4A,
        r::ML_8_7A,
        r::ML_8_7B,
        r::ML_8_7C,
        r::ML_8_7D,
        r::ML_8_7E,
        r::ML_9A,
        r::ML_9G,
        r::ML_10A,
        r::ML_10B,
        r::ML_GAP_05,
        r::ML_GAP_25,
        r::ML_GAP_28,
        r::ML_GAP_30,
        r::ML_GAP_33,
        r::ML_GAP_35,
    ];
    type Situation = Charge;

    fn example() -> Charge {
        let mut charge = Charge::default();
        charge.attacker = Party {
            arm: Arm::Cavalry,
            class: Class::High,
            cohesion: Level::Superior,
            weapon: crate::Weapon::None,
            cuirassed: true,
            elements: 3,
            ..charge.attacker
        };
        charge.defender = Party { formation: Formation::AttackColumn, ..charge.defender };
        charge.distance = Distance::of(10);
        charge
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    const ALWAYS_SAID: bool = false;
    const UNSAID_WITH: Option<(&'static str, &'static [&'static str])> = Some(("from", &["impact", "melee"]));

    fn must_say(charge: &Charge) -> bool {
        charge.from == From::Reaction
    }

    fn check(book: &Book, charge: &Charge, checks: &mut Checks) {
        heights(checks, charge.attacker.lower, charge.defender.lower);
        for (place, party) in [("attacker", &charge.attacker), ("defender", &charge.defender)] {
            let most = book.tables.element.most_in_unit;
            let fits =
                party.elements > most || party.elements_lost > most || party.elements + party.elements_lost <= most;
            // A unit that has lost every element is a fault reported by its morale.
            let all = party.elements_lost >= book.tables.element.most_in_unit;
            checks.want(fits || all, &format!("{place}.elements_lost"), F::MoreThanUnit { most: most.into() });
            let foot = party.arm == Arm::Infantry;
            checks.want(foot || !party.sharpshooters, &format!("{place}.sharpshooters"), F::InfantryOnly);
            checks.want(foot || !party.no_light_company, &format!("{place}.no_light_company"), F::InfantryOnly);
            check_fighter(book, place, &party.fighter(charge.aspect), checks);
            elements(checks, book, &format!("{place}.elements"), party.elements);
            counter(checks, book, &format!("{place}.counter"), party.arm, party.counter);
        }
        checks.want(charge.attacker.arm != Arm::Artillery, "attacker.arm", F::GunsCharge);
        if charge.from == From::Reaction {
            check_onset(book, charge, checks);
            if charge.defender.arm == Arm::Artillery {
                check_guns(book, charge, checks);
            }
        }
    }

    fn resolve(charge: &Charge, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let form = Form { charge };
        let wish = Wish { defence: charge.defence, inverted: charge.inverted };
        let bout = charge.bout(book);
        let all = odds(&bout, &form, &wish).map_err(|error| odds_fault(Self::NAME, &error))?;
        run.ends(&all);
        for (name, outcome) in [
            ("broken", crate::fight::Outcome::Broken),
            ("attacker", crate::fight::Outcome::Attacker),
            ("defender", crate::fight::Outcome::Defender),
            ("undecided", crate::fight::Outcome::Undecided),
        ] {
            run.tell(&format!("chance_{name}"), all.chance_of(|end| end.outcome == outcome));
        }
        let columns = odds_by_reply(&bout, &form, &wish).map_err(|error| odds_fault(Self::NAME, &error))?;
        let columns = columns.into_iter().filter(|_| bout_asks_defender(&bout, &form));
        run.columns(columns.map(|(key, odds)| Column { reply: key.does, distribution: rows(&odds) }).collect());
        let end = fight(&mut run, bout, &form, &wish)?;
        if let Some(end) = end {
            run.tell_all(end);
        }
        run.done(false)
    }

    const FOLLOWED: bool = true;

    /// To the end of the melee, whatever range the form has for its odds: a player who follows a charge may stop
    /// anywhere.
    fn follow(book: &Book, charge: &Charge, handed: &[Handed]) -> Result<Followed, Vec<Fault>> {
        let charge = Charge { follow: Follow::Melee, ..*charge };
        let wish = Wish { defence: charge.defence, inverted: charge.inverted };
        follow(charge.bout(book), &Form { charge: &charge }, &wish, handed)
    }
}

/// Charges that are not allowed (ML-3.1h).
fn check_onset(book: &Book, charge: &Charge, checks: &mut Checks) {
    let Charge { attacker, defender, .. } = charge;
    checks.want(attacker.marker == Marker::None, "attacker.marker", F::MarkedCharges);
    let ordered = attacker.order == Order::Charge || attacker.marker != Marker::None;
    checks.want(ordered, "attacker.order", F::OrderOfCharge);
    let barred = book.on(r::ML_3_1H);
    let on_foot = attacker.arm == Arm::Infantry || !book.on(r::ML_GAP_51);
    let open_order = attacker.formation == Formation::Skirmish && on_foot && barred;
    checks.want(!open_order, "attacker.formation", F::SkirmishersCharge);
    let inside = matches!(defender.formation, Formation::NoFormation | Formation::Bastion);
    let ridden = attacker.arm == Arm::Cavalry && inside && barred;
    checks.want(!ridden, "defender.formation", F::BuildingChargedByCavalry);
}

/// What a charged battery cannot have done (ML-8.7a to ML-8.7c).
fn check_guns(book: &Book, charge: &Charge, checks: &mut Checks) {
    let Charge { attacker, defender, .. } = charge;
    let leaves = book.order(defender.order, defender.marker) == Order::FallBack && book.on(r::ML_8_7A);
    checks.want(!leaves, "defender.order", F::BatteryRetires);
    if !charge.turned {
        return;
    }
    let table = &book.tables.distance;
    let limit = if attacker.arm == Arm::Cavalry { table.turn_battery_horse } else { table.turn_battery };
    let time = charge.distance > limit || !book.on(r::ML_8_7C);
    checks.want(time, "turned", F::TooNearToTurn);
    checks.want(!charge.outside_arc, "outside_arc", F::TurnedOutsideArc);
}

/// Whether the first decision of a charge belongs to the defender.
fn bout_asks_defender(bout: &ChargeBout<'_>, form: &Form<'_>) -> bool {
    let mut bout = *bout;
    if let BoutRequest::Situation(fact) = bout.wants()
        && let Some(situation) = form.tell(&bout, &fact)
    {
        bout.feed(BoutInput::Situation(situation), &mut game::Quiet);
    }
    matches!(bout.state.stage, Stage::Choice { .. })
}

/// Resolves a charge with the given dice; `None` without dice.
fn fight<'a>(
    run: &mut Run<'_>,
    mut bout: ChargeBout<'a>,
    form: &Form<'_>,
    wish: &Wish,
) -> Result<Option<End>, Vec<Fault>> {
    /// More steps than any charge has: a melee ends long before.
    const MOST_STEPS: usize = 100_000;
    let mut steps: Vec<Value> = Vec::new();
    for _ in 0..MOST_STEPS {
        let mut breakdown = Breakdown::new(WholeCharge::NAME, None);
        let label = bout.state.stage.label();
        match bout.wants() {
            BoutRequest::Done(end) => {
                run.tell("steps", steps);
                return Ok(Some(end));
            }
            BoutRequest::Pause(_) => bout.feed(BoutInput::Resumed, &mut breakdown),
            BoutRequest::Reply(slot, fields) => {
                let replies = wish.reply(&bout, &slot, &fields);
                bout.feed(BoutInput::Replied(&replies), &mut breakdown);
            }
            BoutRequest::Situation(fact) => {
                let Some(situation) = form.tell(&bout, &fact) else { return Ok(None) };
                for (of, lines) in explain(bout.book, fact, &situation, label) {
                    run.lines(Some(of), &lines);
                }
                bout.feed(BoutInput::Situation(situation), &mut game::Quiet);
                continue;
            }
            BoutRequest::Dice(tosses) => {
                let mut classes: smallvec::SmallVec<[i16; 2]> = smallvec::SmallVec::new();
                for toss in &tosses {
                    let Some(fall) = run.throw(&toss.throw)? else { return Ok(None) };
                    classes.push(fall.class);
                    steps.push(json!({ "step": label, "rule": toss.rule, "faces": fall.faces, "class": fall.class }));
                }
                bout.feed(BoutInput::Thrown(&classes), &mut breakdown);
            }
        }
        run.lines(Some(label), &breakdown);
    }
    Err(vec![Fault::at("dice", game::ResolutionFault::NoEnd)])
}
