//! A fight as its rows: only the events are read, once, when it is over. No ruleset is known here; what a unit is worth
//! is the first of the usual figures that its card shows, and it breaks when a mark says so or when it leaves.

use crate::plan::{Fight, Plan};
use crate::roster::Roster;
use crate::rows::{ABSENT, BattleRow, DRAW, FAILED, STANDS, UnitRow, key, listed};
use dice::Die;
use game::{Card, Deed, Event, Outcome, Side, Term, UnitId};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::Point;

/// The marks by which rulesets say that a unit runs or is given up.
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

/// What the events of a fight tell.
struct Observer<'a> {
    roster: &'a Roster,
    units: Vec<Watched>,
    known: BTreeMap<UnitId, usize>,
    turn: u32,
    first: Option<usize>,
    by_turn: [Vec<i64>; 2],
    dice: BTreeMap<Die, (u64, u64)>,
}

/// The rows of a fight.
pub(crate) fn rows(
    plan: &Plan,
    fight: Fight,
    roster: &Roster,
    events: &[Event],
    ended: Result<&Outcome, &str>,
    answers: u64,
) -> (BattleRow, Vec<UnitRow>) {
    let mut observer = Observer {
        roster,
        units: vec![Watched::default(); roster.units.len()],
        known: BTreeMap::new(),
        turn: 0,
        first: None,
        by_turn: [Vec::new(), Vec::new()],
        dice: BTreeMap::new(),
    };
    for event in events {
        observer.see(&event.deed);
    }
    observer.close_turn();
    (observer.battle(plan, fight, ended, answers), observer.unit_rows(fight))
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
            Deed::Marked { unit, value, .. } if BROKEN.contains(&value.as_str()) => self.broke(*unit),
            Deed::Gone { unit, why } => {
                self.broke(*unit);
                let turn = self.turn;
                if let Some(watched) = self.unit(*unit) {
                    watched.gone = Some((turn, why.clone()));
                }
            }
            Deed::Threw(toss, thrown) => {
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

    fn unit(&mut self, id: UnitId) -> Option<&mut Watched> {
        self.units.get_mut(*self.known.get(&id)?)
    }

    fn shown(&mut self, id: UnitId, card: &Card) {
        let place = match self.known.get(&id) {
            Some(place) => *place,
            None => {
                let known = &self.known;
                let Some(place) = self.roster.find(card, |n| known.values().any(|taken| *taken == n)) else { return };
                self.known.insert(id, place);
                place
            }
        };
        let Some(watched) = self.units.get_mut(place) else { return };
        let strength = card.strength();
        watched.now = strength.map_or(1, |(_, n)| n);
        if watched.strength.is_none() {
            watched.strength = Some(Term::of(strength.map_or("unit", |(name, _)| name)));
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

    /// What was lost before the first turn counts with the first.
    fn close_turn(&mut self) {
        if self.turn > 0 {
            for side in Side::BOTH {
                let lost = self.lost(side);
                self.by_turn[side.index()].push(lost);
            }
        }
    }

    fn battle(&self, plan: &Plan, fight: Fight, ended: Result<&Outcome, &str>, answers: u64) -> BattleRow {
        let leaders = plan.leaders(fight);
        let (winner, won_by) = match ended {
            Err(_) => (FAILED, FAILED),
            Ok(Outcome { winner: None, .. }) => (DRAW, DRAW),
            Ok(Outcome { winner: Some(side), .. }) => {
                (key(*side), key(if fight.mirrored { side.other() } else { *side }))
            }
        };
        let fact = |name| ended.ok().and_then(|outcome| outcome.facts.get(&Term::of(name)).copied());
        let mut dice = String::new();
        for (die, (thrown, sum)) in &self.dice {
            let _ = write!(dice, "{}{}:{thrown}:{sum}", if dice.is_empty() { "" } else { " " }, die_name(*die));
        }
        BattleRow {
            battle: fight.n + 1,
            seed: fight.seed,
            blue_general: leaders[0].to_owned(),
            red_general: leaders[1].to_owned(),
            mirrored: u8::from(fight.mirrored),
            winner: winner.to_owned(),
            won_by: won_by.to_owned(),
            how: ended.map_or_else(str::to_owned, |outcome| outcome.how.to_string()),
            turns: self.turn,
            answers,
            blue_start: self.start(Side::Blue),
            red_start: self.start(Side::Red),
            blue_lost: self.lost(Side::Blue),
            red_lost: self.lost(Side::Red),
            blue_points: fact("blue_points"),
            red_points: fact("red_points"),
            first_broken: self
                .first
                .and_then(|place| self.roster.units.get(place))
                .map(|unit| unit.id.clone())
                .unwrap_or_default(),
            blue_lost_by_turn: listed(&self.by_turn[0]),
            red_lost_by_turn: listed(&self.by_turn[1]),
            dice,
        }
    }

    fn unit_rows(&self, fight: Fight) -> Vec<UnitRow> {
        let rows = self.roster.units.iter().zip(&self.units).map(|(unit, watched)| {
            let gone = watched.gone.as_ref();
            UnitRow {
                battle: fight.n + 1,
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

/// The die as the files call it.
fn die_name(die: Die) -> String {
    match die {
        Die::Plain(n) => format!("d{n}"),
        Die::Average => "dm".to_owned(),
        Die::Lot(n) => format!("lot{n}"),
    }
}

/// The die of such a name; lots are no dice that a player throws.
pub(crate) fn die_named(name: &str) -> Option<Die> {
    match name {
        "dm" => Some(Die::Average),
        _ => Some(Die::Plain(name.strip_prefix('d')?.parse().ok().filter(|n| *n > 0)?)),
    }
}
