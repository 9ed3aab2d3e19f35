//! How each test shown before an answer is compared with the test that follows the answer.

use super::{by_verdict, gathered, read_charge};
use crate::BatailleEmpire;
use crate::question::Question;
use crate::world::World;
use game::drift::{Check, ShownTest};
use game::{Breakdown, Deed, Event, Facts, Need, Ref, Term, UnitId};
use rulebook::Known;
use rulebook::checks::{TestCheck, Told, of_test};

const fn unit(of: Option<Ref>) -> Option<UnitId> {
    match of {
        Some(Ref::Unit(id)) => Some(id),
        _ => None,
    }
}

impl BatailleEmpire {
    /// What is shown and compared by separate trials: a charge before it moves, which meets other units on its path.
    pub(crate) const ELSEWHERE: &'static [&'static str] = &["charge:shock"];

    pub(crate) fn check_of(&self, w: &Known<'_, World>, shown: &ShownTest<'_>) -> Option<Check> {
        let prospect = shown.prospect;
        let id = unit(prospect.breakdown.of)?;
        let question = Question::of(&shown.ask.slot)?;
        let test = of_test(prospect);
        let test = if question == Question::React { up_to_the_march(test, id) } else { test };
        match (question, prospect.breakdown.test.as_str()) {
            (Question::Fire | Question::Return | Question::React, "fire") => {
                let losses = gathered(prospect.odds.clone()?, |end| end.retain(|name, _| *name == "losses"));
                let read = |told: &Told<'_>| Some(Facts::from([(Term::of("losses"), losses_told(told.lines)?)]));
                Some(test.odds(losses).ending(read).check())
            }
            (Question::Fire | Question::Return | Question::React, "morale") => {
                // It loses the number of halves that completes a whole loss (BE-MOR-06).
                let whole = i64::from(2 - w.unit(id).losses.in_halves() % 2);
                let duel = question == Question::Return;
                let given = move |events: &[Event]| {
                    let fires: Vec<&Breakdown> = events.iter().filter_map(fire_told).collect();
                    let answered = fires.iter().any(|fire| fire.of == Some(Ref::Unit(id)));
                    let hit = fires.iter().find(|fire| fire.of != Some(Ref::Unit(id)))?;
                    let general = events.iter().any(|event| {
                        matches!(&event.deed, Deed::Tested { breakdown, result }
                            if breakdown.test == "general-loss" && *result == "killed")
                    });
                    Some(losses_told(hit)? == whole && answered == duel && !general)
                };
                let shooter = |fire: &&game::Prospect| fire.breakdown.test == "fire" && fire.on == Some(Ref::Unit(id));
                let fires = shown.beside.iter().find(shooter).and_then(|fire| fire.by);
                let test = test.given(given).with(fires);
                Some(if question == Question::React { test } else { test.up_to(clock_goes_on) }.check())
            }
            (Question::Reply, "manoeuvre-test") | (Question::CallOff | Question::Pursue, "control-test") => {
                Some(test.check())
            }
            (Question::Reply | Question::React, "shock") => {
                let Some(odds) = prospect.odds.clone() else { return Some(test.check()) };
                let on = unit(prospect.on)?;
                let read = move |events: &[Event], need: &Need| read_charge(events, need, id, on).into();
                Some(Check { odds: by_verdict(odds), read: Box::new(read), with: Vec::new() })
            }
            _ => None,
        }
    }
}

/// Reactions whose moment has gone lapse (BE-GAP-88), and none is carried out after the march.
fn up_to_the_march(test: TestCheck, by: UnitId) -> TestCheck {
    let over = move |event: &Event| match &event.deed {
        Deed::Note { of, what, .. } => *of == Ref::Unit(by) && *what == "reaction_lapsed",
        _ => clock_goes_on(event),
    };
    let next = |slot: &game::Slot| matches!(Question::of(slot), Some(Question::Act | Question::React));
    test.up_to(over).until(move |need| matches!(need, Need::Answers(slots) if slots.iter().any(next)))
}

const fn clock_goes_on(event: &Event) -> bool {
    matches!(event.deed, Deed::Clock { .. })
}

fn fire_told(event: &Event) -> Option<&Breakdown> {
    match &event.deed {
        Deed::Tested { breakdown, .. } if breakdown.test == "fire" => Some(breakdown),
        _ => None,
    }
}

fn losses_told(fire: &Breakdown) -> Option<i64> {
    fire.lines.iter().find_map(|line| line.facts.get(&Term::of("losses")).copied())
}
