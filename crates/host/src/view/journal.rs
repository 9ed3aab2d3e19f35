//! The journal: one entry for each event that says something.

use crate::view::look::breakdown;
use crate::voice::{Naming, Voice};
use crate::wire::JournalEntry;
use game::{Deed, Event, Ref, Term, UnitId};

/// An event as an entry; `None` for one that only changes the drawing.
pub fn entry(voice: &Voice, names: &Naming, event: &Event, n: u32, turn: u16) -> Option<JournalEntry> {
    let text = voice.maybe(names, |words, names| words.describe(event, names))?;
    let (dice, breakdown) = match &event.deed {
        Deed::Threw(_, thrown) => (thrown.faces.clone(), None),
        Deed::Tested { breakdown: lines, result } => {
            (Vec::new(), Some(breakdown(voice, names, lines, Some(result.as_str()))))
        }
        _ => (Vec::new(), None),
    };
    let paths = match &event.deed {
        Deed::Moved { unit, path, .. } => vec![(*unit, path.clone())],
        _ => Vec::new(),
    };
    Some(JournalEntry {
        n,
        turn,
        what: what(voice, event),
        text,
        units: units(&event.deed),
        rules: event.rules.clone(),
        dice,
        breakdown,
        paths,
    })
}

/// The kind of an entry. A test, a declared deed and a mark say by their texts (`test-...`, `does-...`, `term-...`)
/// what the map shows: `event = fire`, `charge`, `fight`, `rout`. A figure that a rule lowers without a loss says so by
/// the text of that rule (`count-<figure>-by-<rule>`).
fn what(voice: &Voice, event: &Event) -> Term {
    let deed = &event.deed;
    let seen = match deed {
        Deed::Tested { breakdown, .. } => voice.attribute(&format!("test-{}", breakdown.test), "event"),
        Deed::Declared { key, .. } => voice.attribute(&format!("does-{}", key.does), "event"),
        Deed::Marked { value, .. } => {
            let grave = voice.attribute(&format!("term-{value}"), "step").as_deref() == Some("3");
            grave.then(|| "rout".to_owned())
        }
        Deed::Counted { what, from, to, .. } => {
            let said = event.rules.iter().find_map(|rule| voice.attribute(&format!("count-{what}-by-{rule}"), "event"));
            let grown = to > from && voice.attribute(&format!("fact-{what}"), "shows").as_deref() == Some("strength");
            said.or_else(|| grown.then(|| "state".to_owned()))
        }
        _ => None,
    };
    if let Some(seen) = seen {
        return Term::from(seen.as_str());
    }
    Term::of(match deed {
        Deed::Shown { .. } => "shown",
        Deed::Hidden(_) => "hidden",
        Deed::Moved { .. } => "move",
        Deed::Marked { .. } | Deed::Site { .. } => "state",
        Deed::Counted { .. } => "loss",
        Deed::Gone { .. } => "gone",
        Deed::Declared { .. } => "declared",
        Deed::Opened { .. } => "order",
        Deed::Threw(..) => "dice",
        Deed::Tested { .. } => "test",
        Deed::Note { .. } => "note",
        Deed::Clock { .. } => "clock",
        Deed::Ended(_) => "end",
    })
}

/// The units that an event concerns.
fn units(deed: &Deed) -> Vec<UnitId> {
    let mut all = Vec::new();
    let mut of = |one: &Ref| {
        if let Ref::Unit(unit) | Ref::Part(unit, _) = one
            && !all.contains(unit)
        {
            all.push(*unit);
        }
    };
    match deed {
        Deed::Shown { unit, .. }
        | Deed::Hidden(unit)
        | Deed::Moved { unit, .. }
        | Deed::Marked { unit, .. }
        | Deed::Counted { unit, .. }
        | Deed::Gone { unit, .. } => of(&Ref::Unit(*unit)),
        Deed::Declared { by: who, key } | Deed::Opened { of: who, key } => {
            of(who);
            key.refs.iter().for_each(of);
        }
        Deed::Threw(toss, _) => toss.by.iter().for_each(of),
        Deed::Tested { breakdown, .. } => {
            breakdown.of.iter().for_each(&mut of);
            breakdown.lines.iter().flat_map(|line| &line.who).for_each(|unit| of(&Ref::Unit(*unit)));
        }
        Deed::Note { of: who, facts, .. } => {
            of(who);
            for name in ["by", "unit"] {
                let unit = facts.get(&Term::of(name)).and_then(|n| u16::try_from(*n).ok());
                unit.into_iter().for_each(|unit| of(&Ref::Unit(UnitId(unit))));
            }
        }
        Deed::Site { .. } | Deed::Clock { .. } | Deed::Ended(_) => {}
    }
    all
}
