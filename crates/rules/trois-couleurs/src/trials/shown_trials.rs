//! How each test shown before an answer is compared with the test that follows the answer.

use super::ended;
use crate::question::{Question, named};
use crate::world::World;
use crate::{TroisCouleurs, r};
use game::drift::{Came, Check, ShownTest};
use game::{Breakdown, Deed, Event, Need, Ref, UnitId};
use rulebook::Known;
use rulebook::checks::of_test;

impl TroisCouleurs {
    /// Tests that are compared by trials of their own: assaults by order, which depend on the moves of all units.
    pub(crate) const ELSEWHERE: &'static [&'static str] = &[
        "orders:morale",
        "announce:morale",
        "second_line:morale",
        "tie:fire",
        "orders:fire",
        "announce:fire",
        "second_line:fire",
    ];

    pub(crate) fn check_of(&self, _: &Known<'_, World>, shown: &ShownTest<'_>) -> Option<Check> {
        let prospect = shown.prospect;
        let Some(Ref::Unit(id)) = prospect.breakdown.of else { return None };
        match (Question::of(&shown.ask.slot)?, prospect.breakdown.test.as_str()) {
            // After an entry no unit moves, so no unit gets an opportunity to fire (L3C-GAP-A47).
            (Question::FirstFires | Question::FreeFires | Question::Moment, "fire") => {
                let Some(Ref::Unit(on)) = prospect.on else { return None };
                // The first line names the target.
                let at_him = move |fire: &Breakdown| fire.lines.first().is_some_and(|line| line.who.contains(&on));
                // Whether the target fires back at the same moment is not known (L3C-FEU-01).
                let alone = move |events: &[Event]| Some(!events.iter().any(|event| fires(event, on, id)));
                let over = |event: &Event| matches!(event.deed, Deed::Clock { .. });
                Some(of_test(prospect).which(at_him).given(alone).up_to(over).check())
            }
            (Question::Moment | Question::Chance, "morale") => {
                let Some(Ref::Unit(on)) = prospect.on else { return None };
                let read = move |events: &[Event], _: &Need| {
                    if by_themselves(events, id, on) { ended(events, id).into() } else { Came::Otherwise }
                };
                Some(Check { odds: prospect.odds.clone()?, read: Box::new(read), with: Vec::new() })
            }
            _ => None,
        }
    }
}

/// Whether only these two have moved, changed, fired or tested before their assault is fought: the actions of others
/// are not foreseen. A test for losses that the attacker still owes also comes before it, and so does a third unit
/// whose zone of control holds the attacker on its way (L3C-MVT-22).
fn by_themselves(events: &[Event], by: UnitId, on: UnitId) -> bool {
    let fights = |event: &Event, whom: &dyn Fn(UnitId) -> bool| {
        let fought = event.rules.contains(&r::L3C_SIM_05.into());
        matches!(&event.deed, Deed::Declared { by: of, key }
            if *of == Ref::Unit(by) && fought && named(key).is_some_and(whom))
    };
    !events.iter().take_while(|event| !fights(event, &|whom| whom == on)).any(|event| match &event.deed {
        Deed::Moved { unit, .. } | Deed::Marked { unit, .. } | Deed::Gone { unit, .. } => ![by, on].contains(unit),
        Deed::Tested { .. } => true,
        _ => fights(event, &|whom| whom != on),
    })
}

/// Whether the event reports that a unit fired at another.
fn fires(event: &Event, by: UnitId, at: UnitId) -> bool {
    matches!(&event.deed, Deed::Tested { breakdown, .. }
        if breakdown.test == "fire"
            && breakdown.of == Some(Ref::Unit(by))
            && breakdown.lines.first().is_some_and(|line| line.who.contains(&at)))
}
