//! The end of a battle: what was hidden, what it cost, where it turned, how the dice fell.

use crate::room::Room;
use crate::sight::Sight;
use crate::view::unit;
use crate::voice::Naming;
use crate::wire::{DiceBalance, EndSheet, JournalEntry};
use game::catalogue::Bilingual;
use game::{Card, Deed, Entry, Event, Ref, Side, UnitId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many turning points.
const TURNING_POINTS: usize = 6;

/// The sheet; nothing while the battle goes on.
pub fn sheet(room: &mut Room) -> Option<EndSheet> {
    let outcome = room.battle.outcome()?;
    let seed = seed(room);
    let voice = Arc::clone(&room.about.voice);
    let sight = room.sight(None);
    let names = sight.names().clone();
    let events: Vec<Event> = sight.events().cloned().collect();
    let turning_points = turning_points(sight);
    let mut opened = Vec::new();
    let mut turn = 0;
    for event in &events {
        match &event.deed {
            Deed::Clock { turn: now, .. } => turn = *now,
            Deed::Opened { of, key } => {
                let whose = voice.named(&names, |words, names| words.name(of, names));
                let what = if key.refs.is_empty() {
                    voice.word("term", key.does.as_str())
                } else {
                    voice.named(&names, |words, names| words.key(key, names))
                };
                opened.push((turn, whose, what));
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

/// The seed, once it is open, and whether every die came from it.
pub fn seed(room: &Room) -> Option<(String, bool)> {
    let entries = room.battle.log_since(0);
    let seed = entries.iter().rev().find_map(|entry| match entry {
        Entry::SeedOpened { seed, .. } => Some(String::from(*seed)),
        _ => None,
    })?;
    Some((seed, room.about.ruleset.reopen(&entries).is_ok()))
}

/// Every unit that was ever on the table: at the start, left, and what became of it.
fn losses(room: &Room, names: &Naming, events: &[Event]) -> [Vec<(Bilingual, i64, i64, Bilingual)>; 2] {
    let voice = &room.about.voice;
    let mut first: BTreeMap<UnitId, Card> = BTreeMap::new();
    let mut fates: BTreeMap<UnitId, Bilingual> = BTreeMap::new();
    for event in events {
        match &event.deed {
            Deed::Shown { unit, card } => {
                first.entry(*unit).or_insert_with(|| card.clone());
            }
            Deed::Gone { unit, why } => {
                fates.insert(
                    *unit,
                    voice.find(&format!("fate-{why}")).unwrap_or_else(|| voice.word("term", why.as_str())),
                );
            }
            _ => {}
        }
    }
    let picture = game::Picture::fold(events, None);
    let mut sides: [Vec<(Bilingual, i64, i64, Bilingual)>; 2] = Default::default();
    for (id, card) in &first {
        let start = unit::unit(voice, names, card);
        let now = picture.units.get(id).map(|card| unit::unit(voice, names, card));
        let left = now.as_ref().map_or(0, |now| now.strength.0);
        let fate = fates.get(id).cloned().unwrap_or_else(|| {
            now.and_then(|now| now.state.map(|(_, words)| words)).unwrap_or_else(|| voice.say("fate-stands"))
        });
        sides[card.side.index()].push((start.name, start.strength.1, left, fate));
    }
    sides
}

/// The entries at which most was lost at once: units that left count for all they had.
fn turning_points(sight: &Sight) -> Vec<JournalEntry> {
    let mut weights: Vec<(i64, u32)> = Vec::new();
    let mut strength: BTreeMap<UnitId, i64> = BTreeMap::new();
    let mut entry = 0;
    for (event, own) in sight.entries() {
        entry = own.unwrap_or(entry);
        let weight = match &event.deed {
            Deed::Shown { unit, card } => {
                strength.insert(*unit, card.counts.values().copied().max().unwrap_or_default());
                0
            }
            Deed::Counted { unit, from, to, .. } if to < from => {
                strength.insert(*unit, *to);
                10 * (from - to)
            }
            Deed::Gone { unit, .. } => 10 * strength.get(unit).copied().unwrap_or(1).max(1) + 5,
            _ => 0,
        };
        if weight > 0 {
            weights.push((weight, entry));
        }
    }
    weights.sort_by_key(|(weight, n)| (std::cmp::Reverse(*weight), *n));
    let mut chosen: Vec<u32> = weights.into_iter().map(|(_, n)| n).take(TURNING_POINTS).collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen.iter().filter_map(|n| sight.journal().get(usize::try_from(*n).ok()?).cloned()).collect()
}

/// How the dice of each side fell, against what is to be expected of them.
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
