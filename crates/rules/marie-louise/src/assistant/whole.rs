//! The whole charge: the machine driven by the dice of a player, and its odds.

use super::charges::check_fighter;
use super::{Checks, Outcome, Run, Test, dice_fault, elements};
use crate::Distance;
use crate::book::{Book, r};
use crate::charge::{Charge, ChargeBout, End, Fact, Form, Party, Situation, Stage, Wish};
use crate::impact::{self, Impact, Who};
use crate::melee::{self, Round};
use crate::profile::{Arm, Class, Formation, Level, Marker};
use dice::read;
use game::{
    Bout, Breakdown, Column, Fault, Fed, Odds, OddsError, Policy, Row, Rule, Teller, Wants, odds, odds_by_reply,
};
use serde_json::{Map, Value, json};

pub(super) struct WholeCharge;

impl Test for WholeCharge {
    type Book = Book;
    const NAME: &'static str = "charge";
    const FR: &'static str = "Une charge entière";
    const EN: &'static str = "A whole charge";
    const RULES: &'static [Rule] = &[
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
        r::ML_8_7B,
        r::ML_8_7D,
        r::ML_8_7E,
        r::ML_9A,
        r::ML_9G,
        r::ML_10A,
        r::ML_10B,
        r::ML_GAP_05,
        r::ML_GAP_25,
        r::ML_GAP_28,
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

    fn check(book: &Book, charge: &Charge, checks: &mut Checks) {
        for (place, party) in [("attacker", &charge.attacker), ("defender", &charge.defender)] {
            check_fighter(book, place, &party.fighter(charge.aspect), checks);
            elements(checks, book, &format!("{place}.elements"), party.elements);
            let most = book.tables.threshold(party.arm, party.cohesion);
            checks.within(&format!("{place}.counter"), party.counter, 0, i64::from(most) - 1);
        }
        checks.want(charge.attacker.arm != Arm::Artillery, "attacker.arm", "guns do not charge");
        let steady = matches!(charge.attacker.marker, Marker::None);
        let begins = charge.from == crate::charge::From::Reaction;
        checks.want(steady || !begins, "attacker.marker", "a unit with a marker does not charge");
    }

    fn resolve(charge: &Charge, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let form = Form { charge };
        let wish = Wish { defence: charge.defence, inverted: charge.inverted };
        let bout = charge.bout(book);
        let all = odds(&bout, &form, &wish).map_err(|error| odds_fault(&error))?;
        for row in rows(&all) {
            run.row(Value::Object(row.outcome), row.chance);
        }
        for (name, outcome) in [
            ("broken", crate::charge::Outcome::Broken),
            ("attacker", crate::charge::Outcome::Attacker),
            ("defender", crate::charge::Outcome::Defender),
            ("undecided", crate::charge::Outcome::Undecided),
        ] {
            run.tell(&format!("chance_{name}"), all.chance_of(|end| end.outcome == outcome));
        }
        let columns = odds_by_reply(&bout, &form, &wish).map_err(|error| odds_fault(&error))?;
        let columns = columns.into_iter().filter(|_| bout_asks_defender(&bout, &form));
        run.columns(columns.map(|(key, odds)| Column { reply: key.does, distribution: rows(&odds) }).collect());
        let end = fight(&mut run, bout, &form, &wish)?;
        if let Some(end) = end {
            run.tell_all(end);
        }
        run.done(false)
    }
}

/// Whether the first decision of a charge is the defender's.
fn bout_asks_defender(bout: &ChargeBout<'_>, form: &Form<'_>) -> bool {
    let mut bout = *bout;
    if let Wants::Told(fact) = bout.wants()
        && let Some(situation) = form.tell(&bout, &fact)
    {
        bout.feed(Fed::Told(situation), &mut game::Quiet);
    }
    matches!(bout.state.stage, Stage::Choice { .. })
}

fn rows(odds: &Odds<End>) -> Vec<Row> {
    let object = |end: &End| match serde_json::to_value(end) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    };
    odds.rows.iter().map(|(end, chance)| Row { outcome: object(end), chance: *chance }).collect()
}

fn odds_fault(error: &OddsError) -> Vec<Fault> {
    vec![Fault { place: "charge".to_owned(), reason: error.to_string() }]
}

/// Fights a charge with the dice given; nothing if there are none.
fn fight<'a>(
    run: &mut Run<'_>,
    mut bout: ChargeBout<'a>,
    form: &Form<'_>,
    wish: &Wish,
) -> Result<Option<End>, Vec<Fault>> {
    /// So many steps no charge has: a melee ends long before.
    const MOST_STEPS: usize = 100_000;
    let mut steps: Vec<Value> = Vec::new();
    for _ in 0..MOST_STEPS {
        let mut breakdown = Breakdown::new(WholeCharge::NAME, None);
        let label = label(&bout.state.stage);
        match bout.wants() {
            Wants::Done(end) => {
                run.tell("steps", steps);
                return Ok(Some(end));
            }
            Wants::Pause(_) => bout.feed(Fed::Resumed, &mut breakdown),
            Wants::Reply(slot, fields) => {
                let replies = wish.reply(&bout, &slot, &fields);
                bout.feed(Fed::Replied(&replies), &mut breakdown);
            }
            Wants::Told(fact) => {
                let Some(situation) = form.tell(&bout, &fact) else { return Ok(None) };
                explain(run, bout.book, &fact, &situation, label);
                bout.feed(Fed::Told(situation), &mut game::Quiet);
                continue;
            }
            Wants::Dice(tosses) => {
                let mut classes: smallvec::SmallVec<[i16; 2]> = smallvec::SmallVec::new();
                for toss in &tosses {
                    let Some(fall) = run.throw(&toss.throw)? else { return Ok(None) };
                    let class = read(&toss.throw, &fall.faces).map_err(|error| dice_fault(&error))?;
                    classes.push(class);
                    steps.push(json!({ "step": label, "rule": toss.rule, "faces": fall.faces, "class": class }));
                }
                bout.feed(Fed::Thrown(&classes), &mut breakdown);
            }
        }
        run.lines(Some(label), &breakdown);
    }
    Err(vec![Fault { place: "dice".to_owned(), reason: "the charge does not come to an end".to_owned() }])
}

/// Shows the lines of a step, each side's under its name.
fn explain(run: &mut Run<'_>, book: &Book, fact: &Fact, situation: &Situation, label: &'static str) {
    match situation {
        Situation::Impact(Impact { attacker, defender }) => {
            let mut own = Breakdown::new(WholeCharge::NAME, None);
            let mut his = Breakdown::new(WholeCharge::NAME, None);
            impact::modifiers(book, attacker, defender, &mut own);
            impact::modifiers(book, defender, attacker, &mut his);
            run.lines(Some("impact_of_attacker"), &own);
            run.lines(Some("impact_of_defender"), &his);
        }
        Situation::Melee(Round { attacker, defender }) => {
            let mut own = Breakdown::new(WholeCharge::NAME, None);
            let mut his = Breakdown::new(WholeCharge::NAME, None);
            melee::power(book, attacker, &mut own);
            melee::power(book, defender, &mut his);
            run.lines(Some("melee_of_attacker"), &own);
            run.lines(Some("melee_of_defender"), &his);
        }
        Situation::Answer(answer, reaction) if answer.fire || answer.square => {
            let mut lines = Breakdown::new(WholeCharge::NAME, None);
            crate::reaction::reaction(book, reaction, &mut lines);
            run.lines(Some(label), &lines);
        }
        Situation::Volley(volley) => {
            let mut lines = Breakdown::new(WholeCharge::NAME, None);
            crate::fire::volley(book, volley, &mut lines);
            run.lines(Some(label), &lines);
        }
        Situation::Cannonade(fire) => {
            let mut lines = Breakdown::new(WholeCharge::NAME, None);
            let laid = crate::guns::lay(book, fire, &mut lines);
            crate::guns::effect(book, fire, laid.zone, laid.impact_dice, &mut lines);
            run.lines(Some(label), &lines);
        }
        Situation::Nerve(nerve) => {
            let mut lines = Breakdown::new(WholeCharge::NAME, None);
            crate::morale::test(book, nerve, &mut lines);
            let of = if *fact == Fact::Nerve(Who::Attacker) { "morale_of_attacker" } else { "morale_of_defender" };
            run.lines(Some(of), &lines);
        }
        Situation::Answer(..) | Situation::Pursuit(_) => {}
    }
}

/// What a step is called.
const fn label(stage: &Stage) -> &'static str {
    match stage {
        Stage::Begin | Stage::Choice { .. } | Stage::Reaction { .. } => "reaction",
        Stage::Ready { .. } | Stage::Fire { .. } | Stage::Shoot(_) => "defensive_fire",
        Stage::Risk { .. } | Stage::Blow { .. } | Stage::Peril { .. } => "officers",
        Stage::Nerve { .. } | Stage::Hold { .. } => "morale",
        Stage::Contact | Stage::Impact | Stage::Clash { .. } => "impact",
        Stage::Pursuit { .. } | Stage::Wish { .. } | Stage::Test { .. } => "pursuit",
        Stage::Pause | Stage::Melee | Stage::Strike { .. } => "melee",
        Stage::Done(_) => "end",
    }
}
