//! The end of a battle: hidden orders, losses, turning points, dice.

use crate::room::Room;
use crate::sight::Sight;
use crate::view::unit;
use crate::voice::{Naming, Voice};
use crate::wire::{DiceBalance, EndSheet, JournalEntry};
use game::Bilingual;
use game::{Card, Deed, Entry, Event, Ref, Side, Term, UnitId};
use std::collections::BTreeMap;
use std::sync::Arc;

const TURNING_POINTS: usize = 6;

/// The loss counted for a unit without a strength: a general, a unit of a ruleset that counts none.
const UNCOUNTED: i64 = 6;

/// The sheet; `None` while the battle goes on.
pub fn sheet(room: &mut Room) -> Option<EndSheet> {
    let outcome = room.battle.outcome()?;
    let seed = seed(room);
    let voice = Arc::clone(&room.about.voice);
    let sight = room.sight(None);
    let names = sight.names().clone();
    let events: Vec<Event> = sight.events().cloned().collect();
    let turning_points = turning_points(&voice, sight);
    let mut opened = Vec::new();
    let mut turn = 0;
    for event in &events {
        match &event.deed {
            Deed::Clock { turn: now, .. } => turn = *now,
            Deed::Opened { of, key } => {
                let whose = voice.named(&names, |words, names| words.name(of, names));
                let what = voice.maybe(&names, |words, names| words.hidden(key, names));
                opened.extend(what.map(|what| (turn, whose, what)));
            }
            _ => {}
        }
    }
    Some(EndSheet {
        seed,
        opened,
        losses: losses(room, &names, &events),
        turning_points,
        dice: dice(&events),
        outcome: room.outcome(&names, outcome),
    })
}

/// The seed, once it is open, and whether every die came from it, where the present rules can tell.
pub fn seed(room: &Room) -> Option<(String, Option<bool>)> {
    let entries = room.battle.log_since(0);
    let seed = entries.iter().rev().find_map(|entry| match entry {
        Entry::SeedOpened { seed, .. } => Some(String::from(*seed)),
        _ => None,
    })?;
    Some((seed, room.verified().then(|| room.about.ruleset.reopen(&entries).is_ok())))
}

/// Every unit that was ever on the table: strength at the start, strength left, fate. A detachment takes its figures
/// along, and one that rejoined is counted in its unit.
fn losses(room: &Room, names: &Naming, events: &[Event]) -> [Vec<(Bilingual, i64, i64, Bilingual)>; 2] {
    let voice = &room.about.voice;
    let mut first: BTreeMap<UnitId, Card> = BTreeMap::new();
    let mut fates: BTreeMap<UnitId, &Term> = BTreeMap::new();
    for event in events {
        match &event.deed {
            Deed::Shown { unit, card } => {
                first.entry(*unit).or_insert_with(|| card.clone());
                fates.remove(unit);
            }
            Deed::Counted { unit, what, to, .. } if shows(voice, what).as_deref() == Some("strength_at_start") => {
                first.get_mut(unit).and_then(|card| card.counts.insert(what.clone(), *to));
            }
            Deed::Gone { unit, why } => {
                fates.insert(*unit, why);
            }
            _ => {}
        }
    }
    let picture = game::Picture::fold(events, None);
    let mut sides: [Vec<(Bilingual, i64, i64, Bilingual)>; 2] = Default::default();
    for (id, card) in &first {
        let why = fates.get(id).copied();
        if why.is_some_and(|why| voice.attribute(&format!("fate-{why}"), "shows").as_deref() == Some("nothing")) {
            continue;
        }
        let start = unit::unit(voice, names, card);
        let now = picture.units.get(id).map(|card| unit::unit(voice, names, card));
        let left = now.as_ref().map_or(0, |now| now.strength.0);
        let fate = match why {
            Some(why) => voice.find(&format!("fate-{why}")).unwrap_or_else(|| voice.word("term", why.as_str())),
            None => now.and_then(|now| now.state.map(|(_, words)| words)).unwrap_or_else(|| voice.say("fate-stands")),
        };
        sides[card.side.index()].push((start.name, start.strength.0.max(start.strength.1), left, fate));
    }
    sides
}

/// The meaning of a figure on a card.
fn shows(voice: &Voice, what: &Term) -> Option<String> {
    voice.attribute(&format!("fact-{what}"), "shows")
}

/// The entries with the largest losses at once: removed units count their full strength. A loss without an entry of its
/// own belongs to the entry before it, or, where that only gives the hour, to the next.
fn turning_points(voice: &Voice, sight: &Sight) -> Vec<JournalEntry> {
    let entry = |n: u32| sight.journal().get(usize::try_from(n).ok()?);
    let mut weights: BTreeMap<u32, i64> = BTreeMap::new();
    let mut strength: BTreeMap<UnitId, i64> = BTreeMap::new();
    let (mut last, mut pending) = (None, 0);
    for (event, own) in sight.entries() {
        if let Some(own) = own {
            let tells = entry(own).is_some_and(|entry| entry.what != "clock");
            last = tells.then_some(own);
            if !tells {
                pending = 0;
            }
        }
        let weight = match &event.deed {
            Deed::Shown { unit, card } => {
                let counted = card.counts.iter().find(|(what, _)| shows(voice, what).as_deref() == Some("strength"));
                if let Some((_, n)) = counted {
                    strength.insert(*unit, *n);
                }
                0
            }
            Deed::Counted { unit, what, from, to } if shows(voice, what).as_deref() == Some("strength") => {
                strength.insert(*unit, *to);
                // Figures that a rule takes from a unit alive are no loss.
                let lost = own.and_then(entry).is_none_or(|entry| entry.what == "loss");
                if lost { 10 * (from - to).max(0) } else { 0 }
            }
            // Where no strength is counted, losses are.
            Deed::Counted { unit, what, from, to } if *what == "losses" && !strength.contains_key(unit) => {
                10 * (to - from).max(0)
            }
            Deed::Gone { unit, why } => {
                let left = voice.attribute(&format!("fate-{why}"), "shows").as_deref() != Some("nothing");
                if left { 10 * strength.get(unit).copied().unwrap_or(UNCOUNTED).max(1) + 5 } else { 0 }
            }
            _ => 0,
        } + pending;
        match last {
            Some(last) if weight > 0 => *weights.entry(last).or_default() += weight,
            _ => {}
        }
        pending = if last.is_none() { weight } else { 0 };
    }
    let mut order: Vec<(i64, u32)> = weights.into_iter().map(|(n, weight)| (weight, n)).collect();
    order.sort_by_key(|(weight, n)| (std::cmp::Reverse(*weight), *n));
    let mut chosen: Vec<u32> = order.into_iter().map(|(_, n)| n).take(TURNING_POINTS).collect();
    chosen.sort_unstable();
    chosen.into_iter().filter_map(|n| entry(n).cloned()).collect()
}

/// The dice of each side, against expectation.
fn dice(events: &[Event]) -> [DiceBalance; 2] {
    let mut sides: BTreeMap<UnitId, Side> = BTreeMap::new();
    let mut sums = [Sum::default(), Sum::default()];
    for event in events {
        match &event.deed {
            Deed::Shown { unit, card } => {
                sides.insert(*unit, card.side);
            }
            Deed::Threw(toss, thrown) => {
                let whose = toss.by.first().and_then(|of| match of {
                    Ref::Unit(unit) | Ref::Part(unit, _) => sides.get(unit).copied(),
                    Ref::Side(side) => Some(*side),
                    _ => None,
                });
                let Some(side) = whose else { continue };
                for ((die, _), face) in toss.throw.each().zip(&thrown.faces) {
                    sums[side.index()].add(die.sides(), *face);
                }
            }
            _ => {}
        }
    }
    sums.map(Sum::balance)
}

#[derive(Default)]
struct Sum {
    count: u64,
    thrown: f64,
    expected: f64,
    variance: f64,
    faces: Vec<u64>,
    expected_faces: Vec<f64>,
}

impl Sum {
    fn add(&mut self, sides: u8, face: u8) {
        let n = f64::from(sides.max(1));
        self.count += 1;
        self.thrown += f64::from(face);
        self.expected += f64::midpoint(n, 1.0);
        self.variance += (n * n - 1.0) / 12.0;
        let place = usize::from(face).saturating_sub(1);
        if self.faces.len() <= place {
            self.faces.resize(place + 1, 0);
        }
        self.faces[place] += 1;
        let most = usize::from(sides);
        if self.expected_faces.len() < most {
            self.expected_faces.resize(most, 0.0);
        }
        self.expected_faces[..most].iter_mut().for_each(|expected| *expected += 1.0 / n);
    }

    fn balance(self) -> DiceBalance {
        let n = (self.count.max(1)) as f64;
        let deviations = if self.variance > 0.0 { (self.thrown - self.expected) / self.variance.sqrt() } else { 0.0 };
        DiceBalance {
            count: self.count,
            mean: self.thrown / n,
            expected: self.expected / n,
            deviations,
            faces: self.faces,
            expected_faces: self.expected_faces,
        }
    }
}
