//! The battery: checks that every ruleset must pass, on whole battles between random players. Each battle ends, and no
//! answer leads back to its own question; its replay gives the same events and state; whatever is offered or suggested
//! is accepted; other answers are refused with a reason and change nothing; no side ever learns of a sealed answer, not
//! by lenses or odds either; a side's view is the fold of its events; and its [`invariants`] hold at every event.

pub mod invariants;

use self::invariants::{Breach, Invariant};
use crate::seal::{Bytes32, hash};
use crate::{
    Ask, Battle, By, Deed, Dossier, Entry, Event, Insight, Key, Lens, Log, Picture, Prospect, Reply, Ruleset, Setup,
    Shape, Side, UnitId,
};
use table::{Manoeuvre, March};

/// How much of the battery runs on a battle.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// Save and load at each step, open the log cut off at many lines.
    pub saving: bool,
    /// Most answers that a battle may take.
    pub answers: usize,
}

/// What a battle has checked.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub answers: usize,
    /// Answers outside the offer that were refused.
    pub refused: usize,
    /// Offers tried apart from the suggestion.
    pub offers: usize,
    /// Sealed answers played two ways.
    pub seals: usize,
    pub turns: u16,
    pub outcome: Option<crate::Outcome>,
}

/// A failed check, and the log that shows it.
#[derive(Clone, Debug)]
pub struct Failure {
    pub what: String,
    /// The log up to there.
    pub log: String,
    /// Whether it breaks only invariants that are still on trial for its ruleset.
    pub on_trial: bool,
}

/// Fights one battle with random players and puts it through the battery.
///
/// # Errors
/// The check that the battle failed, with its log.
pub fn fight(ruleset: &dyn Ruleset, setup: &Setup, luck: u64, depth: Depth) -> Result<Record, Box<Failure>> {
    let mut battle = ruleset.begin(setup).map_err(|faults| {
        Box::new(Failure {
            what: faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
            log: String::new(),
            on_trial: false,
        })
    })?;
    let mut record = Record::default();
    match play(ruleset, battle.as_mut(), luck, depth, &mut record)
        .and_then(|()| replay(ruleset, battle.as_ref(), depth))
        .map_err(|what| (what, false))
        .and_then(|()| kept(battle.as_ref()))
    {
        Ok(()) => {
            record.turns = battle.picture(None).turn;
            record.outcome = battle.outcome();
            match &record.outcome {
                Some(end) if broke_down(end) => {
                    let step = end.step.as_ref().map(|step| format!(" in {step}")).unwrap_or_default();
                    let (what, log) = (format!("{}{step}", end.how), crate::log::write(&battle.log(None)));
                    Err(Box::new(Failure { what, log, on_trial: false }))
                }
                _ => Ok(record),
            }
        }
        Err((what, on_trial)) => Err(Box::new(Failure { what, log: crate::log::write(&battle.log(None)), on_trial })),
    }
}

/// Whether a battle has ended by a fault of its ruleset.
fn broke_down(end: &crate::Outcome) -> bool {
    [crate::DIVERGED, crate::RAN_DRY, crate::host::flow::UNREADABLE].contains(&end.how.as_str())
}

fn play(
    ruleset: &dyn Ruleset,
    battle: &mut dyn Battle,
    luck: u64,
    depth: Depth,
    record: &mut Record,
) -> Result<(), String> {
    let mut n = 0_u64;
    let mut told = Heard::default();
    while battle.outcome().is_none() {
        if record.answers >= depth.answers {
            return Err(format!("not over after {} answers", depth.answers));
        }
        let waiting = Side::BOTH.map(|side| battle.waiting(side));
        let Some(ask) = waiting.iter().flatten().next().cloned() else {
            return Err("nobody is asked, no dice are thrown, and it is not over".to_owned());
        };
        let side = ask.slot.side;
        n += 1;
        let chance = mix(luck, n);
        let Some(replies) = battle.suggest(side, ask.id, chance) else {
            return Err(format!("no suggestion for {}", ask.slot.kind));
        };
        if chance.is_multiple_of(5) {
            offers(battle, &ask, chance, record)?;
            outside(battle, &ask, chance, record)?;
        }
        let sealed = waiting.iter().all(|asks| !asks.is_empty());
        if sealed && chance.is_multiple_of(3) {
            two_ways(battle, &ask, &replies, chance, record)?;
        }
        battle
            .answer(side, ask.id, replies, By::Staff)
            .map_err(|r| format!("a suggested answer to {} was refused: {:?}", ask.slot.kind, r.first()))?;
        record.answers += 1;
        if battle.waiting(side).iter().any(|next| asks_again(&ask, next)) && came_to_nothing(battle) {
            return Err(format!("an answer to {} came to nothing: the same is asked again", ask.slot.kind));
        }
        if chance.is_multiple_of(7) || depth.saving {
            told.pictures(battle)?;
        }
        if chance.is_multiple_of(if depth.saving { 11 } else { 101 }) {
            resumes(ruleset, battle)?;
        }
        if depth.saving && !battle.survives_saving() {
            return Err("the state is not the same after saving and loading".to_owned());
        }
    }
    told.pictures(battle)?;
    // The events that a side is told as they come are those that it is told of the whole.
    for (side, picture) in SEERS.into_iter().zip(&told.pictures) {
        let mut whole = Picture::fold(&battle.events(side), side);
        whole.outcome.clone_from(&picture.outcome);
        if whole != *picture {
            return Err(format!("the events of {side:?} are not those it was told"));
        }
    }
    Ok(())
}

/// Whether a question is put again unchanged: the same answer would repeat for ever.
fn asks_again(ask: &Ask, next: &Ask) -> bool {
    next.id != ask.id && next.slot == ask.slot && next.fields == ask.fields
}

/// Whether the log ends with an answer without any event or dice after it.
fn came_to_nothing(battle: &dyn Battle) -> bool {
    let last = battle.lines_since(0, None).into_iter().rfind(|entry| !matches!(entry, Entry::Check { .. }));
    matches!(last, Some(Entry::Given { .. }))
}

/// The battle resumes as it stands from its log and the umpire's record, waiting answers included.
fn resumes(ruleset: &dyn Ruleset, battle: &dyn Battle) -> Result<(), String> {
    let again = ruleset
        .resume(&battle.log_since(0), &battle.keep())
        .map_err(|error| format!("the battle under way does not resume: {error}"))?;
    let same = |of: fn(&dyn Battle, Side) -> Bytes32| {
        Side::BOTH.iter().all(|side| of(battle, *side) == of(again.as_ref(), *side))
    };
    let asked = |battle: &dyn Battle, side: Side| battle.waiting(side);
    let waits = Side::BOTH.iter().all(|side| asked(battle, *side) == asked(again.as_ref(), *side));
    if again.fingerprint() == battle.fingerprint() && same(|battle, side| battle.knowledge(side)) && waits {
        Ok(())
    } else {
        Err("the battle is not the same after it was resumed".to_owned())
    }
}

/// One option in one field, everything else by default: it must be accepted.
fn offers(battle: &dyn Battle, ask: &Ask, chance: u64, record: &mut Record) -> Result<(), String> {
    let defaults: Vec<Reply> = ask.fields.iter().map(|f| f.default.clone()).collect();
    battle
        .preview(ask.slot.side, ask.id, &defaults)
        .map_err(|r| format!("the defaults of {} are refused: {:?}", ask.slot.kind, r.first()))?;
    if ask.fields.is_empty() {
        return Ok(());
    }
    let n = (mix(chance, 1) % ask.fields.len() as u64) as usize;
    if let Shape::Pick { from, min: 0 | 1, budget: None, .. } = &ask.fields[n].shape
        && !from.is_empty()
    {
        let choice = &from[(mix(chance, 2) % from.len() as u64) as usize];
        let then = choice.then.iter().map(|f| f.default.clone()).collect();
        let mut replies = defaults;
        replies[n] = Reply::Picked(vec![(choice.key.clone(), then)]);
        record.offers += 1;
        battle
            .preview(ask.slot.side, ask.id, &replies)
            .map_err(|r| format!("the offer {} of {} is refused: {:?}", choice.key.does, ask.slot.kind, r.first()))?;
    }
    Ok(())
}

/// Answers outside the offer: refused with a reason, nothing changed.
fn outside(battle: &mut dyn Battle, ask: &Ask, chance: u64, record: &mut Record) -> Result<(), String> {
    let side = ask.slot.side;
    let defaults: Vec<Reply> = ask.fields.iter().map(|f| f.default.clone()).collect();
    let mut wrong: Vec<(u64, Vec<Reply>)> = vec![
        (ask.id + 1_000, defaults.clone()),
        (ask.id, {
            let mut more = defaults.clone();
            more.push(Reply::At(0));
            more
        }),
    ];
    if !ask.fields.is_empty() {
        let n = (mix(chance, 3) % ask.fields.len() as u64) as usize;
        let absurd = match &ask.fields[n].shape {
            Shape::Pick { .. } => Reply::pick(Key::plain("no_such_thing")),
            Shape::Share { total, .. } => Reply::Shared(vec![total.saturating_add(1)]),
            Shape::March { movers, .. } => Reply::Marched(March {
                movers: movers.iter().map(|m| m.0).collect(),
                legs: vec![Manoeuvre::Ahead(100_000_000)],
            }),
            Shape::Place { .. } => Reply::Placed(table::Pose::new(-1_000_000, -1_000_000, 0), None),
            Shape::Along { .. } => Reply::At(i32::MAX),
        };
        for reply in [absurd, Reply::Shared(vec![1, 2, 3])] {
            let mut replies = defaults.clone();
            replies[n] = reply;
            wrong.push((ask.id, replies));
        }
    }
    let before = battle.fingerprint();
    for (id, replies) in wrong {
        match battle.answer(side, id, replies.clone(), By::Person) {
            Ok(()) => return Err(format!("{} took an answer outside the offer: {replies:?}", ask.slot.kind)),
            Err(reasons) if reasons.is_empty() => return Err(format!("{} refused without a reason", ask.slot.kind)),
            Err(_) => record.refused += 1,
        }
    }
    if battle.fingerprint() == before { Ok(()) } else { Err("a refused answer changed the state".to_owned()) }
}

/// A sealed answer leaves the other side's knowledge as it was, and two different answers leave it equal until opened.
fn two_ways(battle: &dyn Battle, ask: &Ask, replies: &[Reply], chance: u64, record: &mut Record) -> Result<(), String> {
    let (side, other) = (ask.slot.side, ask.slot.side.other());
    // A copy has the lines of the battle up to here: new knowledge stands in the lines that follow.
    let line = battle.lines();
    let before = battle.knowledge_since(line, other);
    let Some(second) = battle.suggest(side, ask.id, mix(chance, 9)) else { return Ok(()) };
    // One lens, every other time: lenses cost more than the rest.
    let looks = chance.is_multiple_of(2);
    let shown = looks.then(|| aids(battle, other, chance));
    let mut streams = Vec::new();
    for way in [replies.to_vec(), second] {
        let mut copy = battle.fork();
        if copy.answer(side, ask.id, way, By::Staff).is_err() {
            return Err(format!("a suggested answer to {} was refused", ask.slot.kind));
        }
        if copy.knowledge_since(line, other) != before {
            return Err(format!("{other:?} learns of a sealed answer to {}", ask.slot.kind));
        }
        if copy.lines_since(0, Some(other)).into_iter().any(|entry| of_side(entry, side)) {
            return Err(format!("the export of {other:?} holds an answer or seal of {side:?}"));
        }
        if looks && Some(aids(&*copy, other, chance)) != shown {
            return Err(format!("what {other:?} is shown tells of a sealed answer to {}", ask.slot.kind));
        }
        // The other side answers the same in both; until the answer is opened it must be told the same.
        let mine = copy.waiting(other);
        for ask in mine {
            let Some(replies) = copy.suggest(other, ask.id, mix(chance, 11)) else { continue };
            copy.answer(other, ask.id, replies, By::Staff).map_err(|r| format!("refused: {:?}", r.first()))?;
        }
        streams.push(events_of(copy.lines_since(line, Some(other))).cloned().collect::<Vec<Event>>());
    }
    record.seals += 1;
    if let [a, b] = streams.as_slice() {
        let opened = |events: &[Event]| events.iter().position(|e| matches!(e.deed, Deed::Opened { .. }));
        if let (Some(x), Some(y)) = (opened(a), opened(b))
            && a[..x] != b[..y]
        {
            return Err(format!(
                "{other:?} is told something of a sealed answer to {} before it is opened",
                ask.slot.kind
            ));
        }
    }
    Ok(())
}

/// A side's look at a unit on the table, and the tests that its own answer would start.
fn aids(battle: &dyn Battle, side: Side, chance: u64) -> (Insight, Option<Dossier>, Vec<Prospect>) {
    let seen: Vec<UnitId> = battle.picture(Some(side)).units.into_keys().collect();
    let Some(unit) = seen.get((mix(chance, 13) % seen.len().max(1) as u64) as usize).copied() else {
        return (Insight::default(), None, Vec::new());
    };
    let lens = Lens::ALL[(mix(chance, 15) % Lens::ALL.len() as u64) as usize];
    let would = battle.waiting(side).into_iter().flat_map(|ask| {
        let replies = battle.suggest(side, ask.id, mix(chance, 17)).unwrap_or_default();
        battle.prospects(side, ask.id, &replies)
    });
    (battle.lens(side, unit, lens), battle.dossier(side, unit), would.collect())
}

fn of_side(entry: &Entry, side: Side) -> bool {
    matches!(entry, Entry::Sealed { slot, .. } | Entry::Given { slot, .. } if slot.side == side)
}

fn events_of(lines: Vec<&Entry>) -> impl Iterator<Item = &Event> {
    lines.into_iter().filter_map(|entry| if let Entry::Event(event) = entry { Some(event) } else { None })
}

/// The umpire and both sides.
const SEERS: [Option<Side>; 3] = [None, Some(Side::Blue), Some(Side::Red)];

/// The events told to every viewer in a battle without undo.
#[derive(Default)]
struct Heard {
    /// The number of the log's lines in it.
    lines: usize,
    pictures: [Picture; 3],
}

impl Heard {
    /// Every viewer's picture is the fold of the events told to that viewer.
    fn pictures(&mut self, battle: &dyn Battle) -> Result<(), String> {
        let from = std::mem::replace(&mut self.lines, battle.lines());
        for (side, told) in SEERS.into_iter().zip(&mut self.pictures) {
            for event in events_of(battle.lines_since(from, side)) {
                told.apply(&event.deed);
            }
            let seen = battle.picture(side);
            told.outcome.clone_from(&seen.outcome);
            if *told != seen {
                let differs = seen.units.iter().find(|(id, card)| told.units.get(id) != Some(card));
                return Err(format!(
                    "what {side:?} sees is not what it was told: {differs:?}, told {:?}",
                    differs.and_then(|(id, _)| told.units.get(id))
                ));
            }
        }
        Ok(())
    }
}

/// The invariants hold at every event.
fn kept(battle: &dyn Battle) -> Result<(), (String, bool)> {
    let facts = battle.invariants();
    verdict(facts.on_trial, &invariants::breaches(&facts, &battle.events(None)))
}

/// The breach to report, and whether it is only on trial: the others come first.
fn verdict(on_trial: &[Invariant], breaches: &[Breach]) -> Result<(), (String, bool)> {
    let tried = |breach: &Breach| on_trial.contains(&breach.invariant);
    match breaches.iter().find(|breach| !tried(breach)).or(breaches.first()) {
        Some(breach) => Err((breach.to_string(), tried(breach))),
        None => Ok(()),
    }
}

/// The same answers and dice give the same events and state; a log cut off still opens.
fn replay(ruleset: &dyn Ruleset, battle: &dyn Battle, depth: Depth) -> Result<(), String> {
    let text = crate::log::write(&battle.log(None));
    let log = Log::read(&text).map_err(|e| e.to_string())?;
    let again = ruleset.retrace(&log.entries).map_err(|e| format!("replay: {e}"))?;
    if again.fingerprint() != battle.fingerprint() || again.events(None) != battle.events(None) {
        return Err("the replay gives another battle".to_owned());
    }
    if depth.saving {
        let lines = log.entries.len();
        for cut in (1..=40).map(|n| n * lines / 41).chain([1, 2, 3]).filter(|cut| *cut > 0 && *cut < lines) {
            ruleset.reopen(&log.entries[..cut]).map_err(|e| format!("cut after line {cut}: {e}"))?;
            let bytes = text.lines().take(cut).map(|l| l.len() + 1).sum::<usize>() + 7;
            let torn = text.get(..bytes.min(text.len())).unwrap_or_default();
            Log::read(torn).map_err(|e| format!("torn after line {cut}: {e}"))?;
        }
    }
    Ok(())
}

/// The seed of the n-th battle of a run.
#[must_use]
pub fn seed(run: u64, n: u64) -> Bytes32 {
    hash(&[b"battery", &run.to_le_bytes(), &n.to_le_bytes()])
}

fn mix(a: u64, b: u64) -> u64 {
    let bytes = hash(&[b"luck", &a.to_le_bytes(), &b.to_le_bytes()]);
    bytes.0.iter().take(8).fold(0, |n, byte| n << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_on_trial_does_not_fail() {
        let breach = |invariant, event| Breach { invariant, event, unit: UnitId(1), other: None, cm: 0, limit: 0 };
        let (place, way) = (breach(Invariant::Place, 3), breach(Invariant::Way, 9));
        assert_eq!(verdict(&[Invariant::Place], &[]), Ok(()));
        assert_eq!(verdict(&[Invariant::Place], std::slice::from_ref(&place)), Err((place.to_string(), true)));
        assert_eq!(verdict(&[], std::slice::from_ref(&place)), Err((place.to_string(), false)));
        assert_eq!(verdict(&[Invariant::Place], &[place, way.clone()]), Err((way.to_string(), false)));
    }

    #[test]
    fn ends_that_are_faults_of_the_rules_are_known() {
        let ended = |how: &'static str| broke_down(&crate::Outcome::of(None, how, crate::Facts::new()));
        assert!([crate::DIVERGED, crate::RAN_DRY, "dice_unreadable"].into_iter().all(ended));
        assert!(!["agreed", "time_is_up"].into_iter().any(ended));
    }
}
