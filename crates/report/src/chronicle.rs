//! A battle as a chronicle: its events turn by turn, in sentences, with the losses of each turn.

use game::{Deed, Event, Picture, Side, Term};
use words::{Names, Words};

/// A sentence of the chronicle.
pub struct Sentence {
    pub text: String,
    /// The lines of a test, as details.
    pub details: Vec<String>,
    /// Whether it is small print, like dice.
    pub small: bool,
    alike: Option<Alike>,
}

/// Events that may be told together within a phase: the same of several units, or several marches of one.
enum Alike {
    /// The same deed of units is told per side: the orders of the two armies are not one list.
    Said {
        kind: Term,
        value: Term,
        side: Option<Side>,
        who: Vec<String>,
    },
    Marched {
        unit: String,
        cm: i64,
    },
}

/// A phase of a turn.
pub struct Phase {
    /// Its name; empty before the first clock.
    pub name: String,
    pub told: Vec<Sentence>,
}

pub struct Turn {
    /// The number; 0: before the battle.
    pub number: u16,
    pub phases: Vec<Phase>,
    /// Losses by side.
    pub losses: [i64; 2],
    /// Units and generals that left, by side.
    pub gone: [Vec<String>; 2],
    /// The number of tests.
    pub tests: usize,
    pub picture: Picture,
}

/// A whole battle.
pub struct Chronicle {
    /// Its turns, the deployment first.
    pub turns: Vec<Turn>,
    /// The names learnt so far.
    pub names: Names,
    /// The seed, once it is open.
    pub seed: Option<String>,
    /// How often each face of a six-sided die was thrown.
    pub faces: [u64; 6],
    /// The table at the end.
    pub picture: Picture,
}

/// The chronicle of a battle as a side may know it; `None`: the umpire.
#[must_use]
pub fn tell(words: &Words, mut names: Names, events: &[Event], side: Option<Side>) -> Chronicle {
    let mut turns = vec![Turn::new(0)];
    let mut picture = Picture::default();
    let mut faces = [0; 6];
    let mut begun = false;
    for event in events.iter().filter(|event| event.seen_by(side)) {
        names.learn(&event.deed);
        if let Deed::Clock { turn, phase } = &event.deed {
            if turns.last().is_some_and(|last| last.number != *turn) {
                close(&mut turns, &picture);
                turns.push(Turn::new(*turn));
            }
            begun = true;
            let name = words.word("phase", phase.as_str());
            // Instants of one step have one name: they are told together.
            if let Some(last) = turns.last_mut()
                && last.phases.last().is_none_or(|before| before.name != name)
            {
                last.phases.push(Phase { name, told: Vec::new() });
            }
            picture.apply(&event.deed);
            continue;
        }
        count_faces(&event.deed, &mut faces);
        let Some(turn) = turns.last_mut() else { continue };
        turn.count(&event.deed, &picture, words, &names);
        picture.apply(&event.deed);
        // The units at the start are in the picture; the end is told separately.
        if matches!(event.deed, Deed::Shown { .. }) && !begun || matches!(event.deed, Deed::Ended(_)) {
            continue;
        }
        let alike = alike(words, &event.deed, &names);
        if alike.as_ref().is_some_and(|alike| turn.joined(alike, words)) {
            continue;
        }
        if let Some(text) = words.describe(event, &names) {
            let small = matches!(event.deed, Deed::Threw(..));
            turn.say(Sentence { text, details: details(words, &event.deed), small, alike });
        }
    }
    close(&mut turns, &picture);
    turns.retain(|turn| turn.number > 0 || turn.phases.iter().any(|phase| !phase.told.is_empty()));
    Chronicle { turns, names, seed: None, faces, picture }
}

/// The event of a sentence that others of the same phase may join.
fn alike(words: &Words, deed: &Deed, names: &Names) -> Option<Alike> {
    let said = |kind: &Term, value: &Term, side: Option<Side>, who: String| Alike::Said {
        kind: kind.clone(),
        value: value.clone(),
        side,
        who: vec![who],
    };
    match deed {
        Deed::Marked { unit, mark, value } => Some(said(mark, value, names.side(*unit), words.unit(*unit, names))),
        Deed::Opened { of, key } if key.refs.is_empty() => {
            Some(said(&Term::of("opened"), &key.does, None, words.name(of, names)))
        }
        Deed::Moved { unit, path, .. } => Some(Alike::Marched { unit: words.unit(*unit, names), cm: words::way(path) }),
        _ => None,
    }
}

fn close(turns: &mut [Turn], picture: &Picture) {
    if let Some(last) = turns.last_mut() {
        last.picture = picture.clone();
    }
}

fn details(words: &Words, deed: &Deed) -> Vec<String> {
    match deed {
        Deed::Tested { breakdown, .. } => breakdown.lines.iter().map(|line| words.line(line)).collect(),
        _ => Vec::new(),
    }
}

fn count_faces(deed: &Deed, faces: &mut [u64; 6]) {
    let Deed::Threw(toss, thrown) = deed else { return };
    for ((die, _), face) in toss.throw.each().zip(&thrown.faces) {
        if die == dice::Die::D6
            && let Some(count) = faces.get_mut(usize::from(*face).wrapping_sub(1))
        {
            *count += 1;
        }
    }
}

impl Turn {
    const fn new(number: u16) -> Self {
        Self {
            number,
            phases: Vec::new(),
            losses: [0; 2],
            gone: [Vec::new(), Vec::new()],
            tests: 0,
            picture: Picture {
                turn: 0,
                phase: Term::of(""),
                units: std::collections::BTreeMap::new(),
                sites: std::collections::BTreeMap::new(),
                outcome: None,
            },
        }
    }

    fn say(&mut self, sentence: Sentence) {
        if self.phases.is_empty() {
            self.phases.push(Phase { name: String::new(), told: Vec::new() });
        }
        if let Some(phase) = self.phases.last_mut() {
            phase.told.push(sentence);
        }
    }

    /// Joins an event to one told in this phase already, if both fit in one sentence.
    fn joined(&mut self, new: &Alike, words: &Words) -> bool {
        let Some(phase) = self.phases.last_mut() else { return false };
        for sentence in &mut phase.told {
            let text = match (&mut sentence.alike, new) {
                (
                    Some(Alike::Said { kind, value, side, who }),
                    Alike::Said { kind: k, value: v, side: s, who: more },
                ) if kind == k && value == v && side == s => {
                    let all = [who.as_slice(), more.as_slice()].concat();
                    let text = words.group(kind.as_str(), value.as_str(), &all);
                    if text.is_some() {
                        *who = all;
                    }
                    text
                }
                (Some(Alike::Marched { unit, cm }), Alike::Marched { unit: u, cm: more }) if unit == u && *cm > 0 => {
                    *cm += more;
                    Some(words.marched(unit, *cm))
                }
                _ => continue,
            };
            if let Some(text) = text {
                sentence.text = text;
                return true;
            }
        }
        false
    }

    fn count(&mut self, deed: &Deed, before: &Picture, words: &Words, names: &Names) {
        match deed {
            Deed::Tested { .. } => self.tests += 1,
            Deed::Counted { unit, what, from, to } if to < from => {
                if let Some(side) = names.side(*unit).filter(|_| words.counts_strength(what)) {
                    self.losses[side.index()] += from - to;
                }
            }
            Deed::Gone { unit, .. } => {
                if let Some(side) = names.side(*unit) {
                    self.gone[side.index()].push(words.unit(*unit, names));
                    self.losses[side.index()] += before.units.get(unit).map_or(0, |card| words.signs(card).strength.0);
                }
            }
            _ => {}
        }
    }
}
