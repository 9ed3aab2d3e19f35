//! A fight as its rows: only the events are read, once, when it is over. It knows no ruleset; the worth of a unit is
//! the first of the usual figures on its card, and it breaks when a mark says so or when it leaves.

use crate::fight::Cause;
use crate::plan::{Fight, Plan};
use crate::roster::Roster;
use crate::rows::{ABSENT, BattleRow, DRAW, EventRow, FAILED, STANDS, UnitRow, key, listed};
use dice::{Die, Dist, Throw};
use game::{Card, Deed, Event, Outcome, Ref, Side, Term, UnitId, UnitPart};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::Point;

/// The marks by which rulesets show that a unit routs or is abandoned.
const BROKEN: [&str; 8] = ["routing", "routed", "rout", "broken", "fleeing", "destroyed", "abandoned", "spiked"];

#[derive(Clone, Default)]
struct Watched {
    strength: Option<Term>,
    start: i64,
    now: i64,
    at: Point,
    broke: Option<u32>,
    gone: Option<(u32, Term)>,
}

impl Watched {
    fn lost(&self) -> i64 {
        if self.gone.is_some() { self.start } else { self.start - self.now }
    }
}

/// Reads the events of a fight.
struct Observer<'a> {
    watch: &'a Watch<'a>,
    roster: &'a Roster,
    odds: &'a Odds,
    units: Vec<Watched>,
    known: BTreeMap<UnitId, usize>,
    /// Generals and other units that are not in the roster.
    others: BTreeMap<UnitId, String>,
    turn: u32,
    first: Option<usize>,
    by_turn: [Vec<i64>; 2],
    dice: BTreeMap<Die, (u64, u64)>,
    /// The last throw of this instant for each party: the other party, and its chance.
    thrown: BTreeMap<Ref, (Option<Ref>, Option<f64>)>,
    beat: u32,
    events: Vec<EventRow>,
}

/// Data of a fight besides its events.
pub(crate) struct Watch<'a> {
    pub plan: &'a Plan,
    pub fight: Fight,
    pub roster: &'a Roster,
    pub ruleset: &'static str,
    /// The figure that is a unit's remaining strength.
    pub strength: &'static str,
    pub ended: Result<&'a Outcome, Cause>,
    pub answers: u64,
    pub points: Option<[i64; 2]>,
}

/// The distributions of throws, each computed once per thread.
#[derive(Default)]
pub(crate) struct Odds(RefCell<BTreeMap<Throw, Option<Dist>>>);

impl Odds {
    /// The chance of a throw's class.
    fn chance(&self, throw: &Throw, class: i16) -> Option<f64> {
        let mut known = self.0.borrow_mut();
        if !known.contains_key(throw) {
            known.insert(throw.clone(), dice::distribution(throw).ok());
        }
        Some(known.get(throw)?.as_ref()?.probability(class).to_f64())
    }
}

/// The rows of a fight.
pub(crate) fn rows(watch: &Watch<'_>, events: &[Event], odds: &Odds) -> (BattleRow, Vec<UnitRow>, Vec<EventRow>) {
    let mut observer = Observer {
        watch,
        roster: watch.roster,
        odds,
        units: vec![Watched::default(); watch.roster.units.len()],
        known: BTreeMap::new(),
        others: BTreeMap::new(),
        turn: 0,
        first: None,
        by_turn: [Vec::new(), Vec::new()],
        dice: BTreeMap::new(),
        thrown: BTreeMap::new(),
        beat: 0,
        events: Vec::new(),
    };
    for event in events {
        if event.beat != observer.beat {
            observer.thrown.clear();
            observer.beat = event.beat;
        }
        observer.see(&event.deed);
    }
    observer.close_turn();
    let (battle, units) = (observer.battle(), observer.unit_rows());
    (battle, units, observer.events)
}

impl Observer<'_> {
    fn see(&mut self, deed: &Deed) {
        match deed {
            Deed::Shown { unit, card } => self.shown(*unit, card),
            Deed::Moved { unit, pieces, .. } => {
                if let (Some(watched), Some(piece)) = (self.unit(*unit), pieces.first()) {
                    watched.at = piece.pose.at;
                }
            }
            Deed::Counted { unit, what, to, .. } => {
                if let Some(watched) = self.unit(*unit).filter(|watched| watched.strength.as_ref() == Some(what)) {
                    watched.now = *to;
                }
            }
            Deed::Marked { unit, value, .. } if BROKEN.contains(&value.as_str()) => {
                self.broke(*unit);
                self.note("broke", Some(Ref::Unit(*unit)), None, None, value);
            }
            Deed::Gone { unit, why } => {
                self.broke(*unit);
                self.note("gone", Some(Ref::Unit(*unit)), None, None, why);
                let turn = self.turn;
                if let Some(watched) = self.unit(*unit) {
                    watched.gone = Some((turn, why.clone()));
                }
            }
            Deed::Declared { by, key } => {
                let at = key.refs.iter().find(|at| *at != by).copied();
                self.note(key.does.as_str(), Some(*by), at, None, &Term::of("declared"));
            }
            Deed::Tested { breakdown, result } => {
                // A test of two parties is told once for each; a test without dice has no throw.
                let (at, chance) = breakdown.of.and_then(|of| self.thrown.remove(&of)).unwrap_or_default();
                self.note(breakdown.test.as_str(), breakdown.of, at, chance, result);
            }
            Deed::Threw(toss, thrown) => {
                let chance = self.odds.chance(&toss.throw, thrown.class);
                for by in &toss.by {
                    self.thrown.insert(*by, (toss.by.iter().find(|other| *other != by).copied(), chance));
                }
                for ((die, _), face) in toss.throw.each().zip(&thrown.faces) {
                    let (thrown, sum) = self.dice.entry(die).or_default();
                    *thrown += 1;
                    *sum += u64::from(*face);
                }
            }
            Deed::Clock { turn, .. } if u32::from(*turn) != self.turn => {
                self.close_turn();
                self.turn = u32::from(*turn);
            }
            _ => {}
        }
    }

    fn note(&mut self, kind: &str, by: Option<Ref>, at: Option<Ref>, chance: Option<f64>, result: &Term) {
        let name = |of: Option<Ref>| of.map(|of| self.name(of)).unwrap_or_default();
        let row = EventRow {
            scenario: self.roster.scenario.clone(),
            ruleset: self.watch.ruleset.to_owned(),
            battle: self.watch.fight.n + 1,
            seed: self.watch.fight.seed,
            turn: self.turn,
            kind: kind.to_owned(),
            by: name(by),
            at: name(at),
            chance,
            result: result.to_string(),
        };
        self.events.push(row);
    }

    /// The name in the scenario.
    fn name(&self, of: Ref) -> String {
        match of {
            Ref::Unit(id) | Ref::Part(id, _) => {
                match self.known.get(&id).and_then(|place| self.roster.units.get(*place)) {
                    Some(unit) => unit.id.clone(),
                    None => self.others.get(&id).cloned().unwrap_or_else(|| id.0.to_string()),
                }
            }
            Ref::Command(n) => {
                self.roster.brigades.get(usize::from(n)).map_or_else(|| n.to_string(), |brigade| brigade.id.clone())
            }
            Ref::Site(n) | Ref::Face(n, _) => format!("site {n}"),
            Ref::Spot(at) => format!("{} {}", at.x, at.y),
            Ref::Side(side) => key(side).to_owned(),
        }
    }

    fn unit(&mut self, id: UnitId) -> Option<&mut Watched> {
        self.units.get_mut(*self.known.get(&id)?)
    }

    fn shown(&mut self, id: UnitId, card: &Card) {
        let place = match self.known.get(&id) {
            Some(place) => *place,
            None => {
                let known = &self.known;
                let Some(place) = self.roster.find(card, |n| known.values().any(|taken| *taken == n)) else {
                    self.others.insert(id, part_name(card));
                    return;
                };
                self.known.insert(id, place);
                place
            }
        };
        let strength = self.watch.strength;
        let Some(watched) = self.units.get_mut(place) else { return };
        let name = Term::of(strength);
        let counted = card.counts.get(&name).copied();
        watched.now = counted.unwrap_or(1);
        if watched.strength.is_none() {
            watched.strength = Some(if counted.is_some() { name } else { Term::of("unit") });
            watched.start = watched.now;
        }
        watched.gone = None;
        watched.at = card.pieces.first().map(|piece| piece.pose.at).unwrap_or_default();
    }

    fn broke(&mut self, id: UnitId) {
        let Some(place) = self.known.get(&id).copied() else { return };
        let turn = self.turn;
        if let Some(watched) = self.units.get_mut(place) {
            watched.broke.get_or_insert(turn);
            self.first.get_or_insert(place);
        }
    }

    fn lost(&self, side: Side) -> i64 {
        let units = self.roster.units.iter().zip(&self.units);
        units.filter(|(unit, _)| unit.side == side).map(|(_, watched)| watched.lost()).sum()
    }

    fn start(&self, side: Side) -> i64 {
        let units = self.roster.units.iter().zip(&self.units);
        units.filter(|(unit, _)| unit.side == side).map(|(_, watched)| watched.start).sum()
    }

    /// Losses before the first turn count with the first.
    fn close_turn(&mut self) {
        if self.turn > 0 {
            for side in Side::BOTH {
                let lost = self.lost(side);
                self.by_turn[side.index()].push(lost);
            }
        }
    }

    fn battle(&self) -> BattleRow {
        let Watch { plan, fight, ended, answers, points, .. } = *self.watch;
        let leaders = plan.leaders(fight);
        let (winner, won_by) = match ended {
            Err(_) => (FAILED, FAILED),
            Ok(Outcome { winner: None, .. }) => (DRAW, DRAW),
            Ok(Outcome { winner: Some(side), .. }) => {
                (key(*side), key(if fight.mirrored { side.other() } else { *side }))
            }
        };
        let mut dice = String::new();
        for (die, (thrown, sum)) in &self.dice {
            let _ = write!(dice, "{}{}:{thrown}:{sum}", if dice.is_empty() { "" } else { " " }, die_name(*die));
        }
        BattleRow {
            scenario: self.roster.scenario.clone(),
            ruleset: self.watch.ruleset.to_owned(),
            battle: fight.n + 1,
            seed: fight.seed,
            blue_general: leaders[0].to_owned(),
            red_general: leaders[1].to_owned(),
            mirrored: u8::from(fight.mirrored),
            winner: winner.to_owned(),
            won_by: won_by.to_owned(),
            how: ended.map_or_else(|cause| cause.key().to_owned(), |outcome| outcome.how.to_string()),
            turns: self.turn,
            answers,
            blue_start: self.start(Side::Blue),
            red_start: self.start(Side::Red),
            blue_lost: self.lost(Side::Blue),
            red_lost: self.lost(Side::Red),
            blue_points: points.map(|[blue, _]| blue),
            red_points: points.map(|[_, red]| red),
            first_broken: self
                .first
                .and_then(|place| self.roster.units.get(place))
                .map(|unit| unit.id.clone())
                .unwrap_or_default(),
            blue_lost_by_turn: listed(&self.by_turn[0]),
            red_lost_by_turn: listed(&self.by_turn[1]),
            dice,
            events: self.events.len() as u64,
        }
    }

    fn unit_rows(&self) -> Vec<UnitRow> {
        let rows = self.roster.units.iter().zip(&self.units).map(|(unit, watched)| {
            let gone = watched.gone.as_ref();
            UnitRow {
                scenario: self.roster.scenario.clone(),
                ruleset: self.watch.ruleset.to_owned(),
                battle: self.watch.fight.n + 1,
                seed: self.watch.fight.seed,
                unit: unit.id.clone(),
                side: key(unit.side).to_owned(),
                brigade: self.roster.brigades.get(unit.brigade).map(|b| b.id.clone()).unwrap_or_default(),
                arm: unit.arm.to_owned(),
                start: watched.start,
                lost: watched.lost(),
                fate: match gone {
                    Some((_, why)) => why.to_string(),
                    None if watched.strength.is_none() => ABSENT.to_owned(),
                    None => STANDS.to_owned(),
                },
                broke_turn: watched.broke,
                gone_turn: gone.map(|(turn, _)| *turn),
                gone_x: gone.map(|_| i64::from(watched.at.x)),
                gone_y: gone.map(|_| i64::from(watched.at.y)),
            }
        });
        rows.collect()
    }
}

/// The die's name in the files.
fn die_name(die: Die) -> String {
    match die {
        Die::Plain(n) => format!("d{n}"),
        Die::Average => "dm".to_owned(),
        Die::Lot(n) => format!("lot{n}"),
    }
}

/// The die with this name; lots are not dice that a player throws.
pub(crate) fn die_named(name: &str) -> Option<Die> {
    match name {
        "dm" => Some(Die::Average),
        _ => Some(Die::Plain(name.strip_prefix('d')?.parse().ok().filter(|n| *n > 0)?)),
    }
}

/// What a part of a unit is called in rows: the name on its card, and which part it is.
fn part_name(card: &Card) -> String {
    match &card.part {
        Some(UnitPart { what, n: Some(n) }) => format!("{} {what} {n}", card.name),
        Some(UnitPart { what, n: None }) => format!("{} {what}", card.name),
        None => card.name.clone(),
    }
}
