//! What holds in every battle, whatever its rules: checked on the positions that its events give, by code that asks no
//! rule.
//!
//! A ruleset gives figures of its text ([`Invariants`]): which pieces bar a way, how near is near, how far a unit can
//! go and fire, which events claim what. [`breaches`] folds the events and measures. Events of one beat are one
//! instant: a mover is measured against the units that stand.

mod duty;
mod fire;
mod moves;

pub use duty::Duty;

use crate::{Card, Deed, Event, Picture, Ref, RuleId, Side, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::{Angle, Cm, Kind, Piece, Terrain, distance, overlaps};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Invariant {
    /// No way passes through a piece that bars it.
    Way,
    /// No unit ends on another.
    Place,
    /// A unit said to be near an enemy is near one.
    Near,
    /// A unit removed for want of room had none.
    Room,
    /// A unit that gave way is not nearer to the enemy it left.
    Away,
    /// A way is no longer than the mover can go in a turn.
    Reach,
    /// A shot is within range, arc and sight.
    Shot,
    /// A modifier that names a neighbour names one that is there.
    Neighbour,
    /// A command excused from its duty had no unit that could have done it.
    Duty,
}

/// A piece on the way of a mover.
pub struct Crossing<'a> {
    pub mover: &'a Card,
    pub rules: &'a [RuleId],
    /// The unit that the piece belongs to.
    pub other: &'a Card,
    pub piece: &'a Piece,
    /// No unit of the other side is nearer to the mover's end.
    pub nearest: bool,
}

/// The enemy that a unit is said to be near.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whom {
    /// The enemy that this fact names.
    Named(&'static str),
    Enemy,
}

/// A note that says that a unit is near an enemy.
#[derive(Clone, Copy, Debug)]
pub struct Nearness {
    /// The note that says so.
    pub note: &'static str,
    /// The enemy that it is near.
    pub to: Whom,
    /// The greatest distance that counts as near.
    pub within: Cm,
}

/// A rule by which a unit gives way.
#[derive(Clone, Copy, Debug)]
pub struct Retreat {
    pub rule: &'static str,
    /// Enemies farther than this do not count.
    pub horizon: Cm,
    /// It gives way to one enemy only, away from it within this angle; half a circle: on any bearing that brings its
    /// middle no nearer.
    pub from_one: Option<Angle>,
}

/// The enemy that a unit without a way out would have left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    Nearest,
    /// An unnamed enemy: there was a way if there was one away from each.
    Any,
}

/// A rule by which a unit is removed because it has nowhere to go.
#[derive(Clone, Copy, Debug)]
pub struct Cornered {
    pub rule: &'static str,
    /// The reason of its removal; `None`: any.
    pub why: &'static str,
    /// Units that may have been removed for a failed test instead.
    pub excused: fn(&Card) -> bool,
    /// The distance that the unit would have to go.
    pub reach: fn(&Card) -> Option<Cm>,
    /// The enemy that it goes away from.
    pub from: Left,
    /// The greatest angle from straight away from that enemy.
    pub spread: Angle,
    /// It comes no nearer to enemies within this distance.
    pub horizon: Cm,
    /// Enemies this near to its way bar it.
    pub berth: Cm,
    /// Friends that bar its way.
    pub barred_by: fn(&Card) -> bool,
    /// Whether it may not enter this ground.
    pub closed: fn(&Card, Kind) -> bool,
}

/// Directions in which a unit can fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sector {
    /// In every direction.
    AllRound,
    /// In front of the line of its front.
    Half,
    Quarter,
    /// In front of its front edge, and within this angle on either side of it from the corners.
    Fan(Angle),
}

/// The range and sector of a unit's fire; `None`: it does not fire from its lead piece.
pub type Range = Arc<dyn Fn(UnitId, &Card) -> Option<(Cm, Sector)> + Send + Sync>;

/// The event that says that a shot was fired at a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fired {
    /// A note of the target, with the fact that names the shooter.
    Noted(&'static str, &'static str),
    /// A deed that the shooter declares, with the target.
    Declared(&'static str),
    /// A test of this name of the shooter, whose first line names the target.
    Tested(&'static str),
}

#[derive(Clone)]
pub struct Shot {
    /// The event that tells of the shots.
    pub told: Fired,
    /// The range and sector of a shooter.
    pub reach: Range,
    /// Ground that hides units beyond it.
    pub hides: fn(Kind) -> bool,
    /// Units that hide others behind them.
    pub screens: fn(&Card) -> bool,
    /// Phases in which the rules assume that the target is seen.
    pub seen_in: &'static [&'static str],
    /// The phases at whose beginning the rules judge which units bear on which, where that is before the shot, and how
    /// many of the last ones may count: the target may have gone on since.
    pub judged_in: Option<(&'static [&'static str], usize)>,
}

/// A rule whose line in a breakdown names neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Neighbour {
    pub rule: &'static str,
    /// Whether they are of the other side.
    pub enemies: bool,
    /// The greatest distance of such a neighbour.
    pub within: fn(&Card) -> Cm,
    /// The line has other grounds as well: it may name no neighbour.
    pub or_nobody: bool,
    /// Neighbours may have gone or run since: their places in this turn count.
    pub stood: bool,
}

/// A rule by which a command is said to have an enemy near.
#[derive(Clone, Copy, Debug)]
pub struct Alarm {
    pub rule: &'static str,
    /// The greatest distance that counts as near.
    pub within: Cm,
    /// Which enemies count.
    pub by: fn(&Card) -> bool,
}

/// Which units count.
pub type Which = Arc<dyn Fn(UnitId, &Card) -> bool + Send + Sync>;

/// Further moves in one turn.
#[derive(Clone)]
pub struct Again {
    /// The most moves in all.
    pub moves: f64,
    /// After a second move a unit must stay this far from enemies,
    pub keep: Cm,
    /// and this far from those not in plain sight.
    pub unseen: Cm,
    /// Ground that hides units beyond it.
    pub hides: fn(Kind) -> bool,
    /// Only those enemies count.
    pub from: Which,
}

/// The greatest move of a unit in a turn by moves of some rules.
pub type Longest = fn(&Card, &[RuleId]) -> Option<Cm>;

/// The figures by which a ruleset's battles are checked. An empty field is not checked.
#[derive(Clone, Default)]
pub struct Invariants {
    pub terrain: Option<Arc<Terrain>>,
    /// Whether a unit takes part at all: generals and abandoned guns may not.
    pub counts: Option<fn(&Card) -> bool>,
    /// Whether a piece bars the way of a mover.
    pub bars: Option<fn(&Crossing<'_>) -> bool>,
    /// The pieces that may not overlap other such pieces.
    pub footing: Option<fn(&Card) -> Vec<Piece>>,
    /// Whether two units may overlap all the same.
    pub may_share: Option<fn(&Card, &Card) -> bool>,
    /// A move given by its end alone is a way as well: straight from where the unit stood.
    pub jumps: bool,
    /// Ways are given in parts, between which others act: overlaps at the end are judged when the phase is over.
    pub in_parts: bool,
    /// Claims of nearness.
    pub near: &'static [Nearness],
    /// Rules of giving way.
    pub retreats: &'static [Retreat],
    /// Whether an enemy counts for a unit that gives way.
    pub feared: Option<fn(&Card) -> bool>,
    /// Removals for want of room.
    pub cornered: &'static [Cornered],
    /// The greatest move of a unit in a turn by moves of these rules; `None`: no such limit.
    pub longest: Option<Longest>,
    /// Invariants for which long runs find breaches that are not yet explained: they are counted and do not fail a run.
    pub on_trial: &'static [Invariant],
    /// A unit that may move again in its turn.
    pub again: Option<Again>,
    /// The greatest length of a single way by these rules.
    pub stride: Option<Longest>,
    /// Whether such a way is measured up to its first contact with the unit at its end: aligning with that front is not
    /// part of the way.
    pub to_contact: Option<fn(&[RuleId]) -> bool>,
    /// Ways are given with their facings: whole pieces are swept along them, not only their cores.
    pub broad: bool,
    /// Claims that a command has an enemy near.
    pub alarms: &'static [Alarm],
    /// Duties that orders impose.
    pub duties: &'static [Duty],
    /// Claims of fire.
    pub shots: Vec<Shot>,
    /// Lines that name neighbours.
    pub neighbours: &'static [Neighbour],
}

impl Invariants {
    fn takes_part(&self, card: &Card) -> bool {
        self.counts.is_none_or(|counts| counts(card))
    }

    /// Whether a unit stands where its pieces are: a unit in a house may not.
    fn has_footing(&self, card: &Card) -> bool {
        self.footing.is_none_or(|footing| !footing(card).is_empty())
    }

    fn is_feared(&self, card: &Card) -> bool {
        self.feared.is_none_or(|feared| feared(card))
    }
}

impl Shot {
    /// The deed declared with a fire; empty where notes tell of it.
    const fn declared(&self) -> &'static str {
        match self.told {
            Fired::Declared(what) => what,
            Fired::Noted(..) | Fired::Tested(_) => "",
        }
    }
}

/// A breach of an invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    pub invariant: Invariant,
    /// The number of the event.
    pub event: usize,
    pub unit: UnitId,
    pub other: Option<UnitId>,
    /// The value measured.
    pub cm: Cm,
    pub limit: Cm,
}

impl Breach {
    fn at(event: usize, (invariant, unit, other, cm, limit): Measured) -> Self {
        Self { invariant, event, unit, other, cm, limit }
    }
}

impl std::fmt::Display for Breach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { invariant, event, unit, other, cm, limit } = self;
        write!(f, "event {event}: {invariant:?} not kept by {unit:?}, {other:?}: {cm} cm, limit {limit} cm")
    }
}

/// Half a per cent of a base: roundings of places and facings.
const GRAZE: Cm = 25;

/// The places of all units at one instant, and what happens in it.
struct Instant<'a> {
    facts: &'a Invariants,
    /// The picture before the instant.
    before: &'a Picture,
    /// Units that move or appear in it.
    moves: &'a BTreeSet<UnitId>,
    /// Units that fail a test in it.
    failed: &'a BTreeSet<UnitId>,
}

/// All breaches of the invariants in a battle's events.
#[must_use]
pub fn breaches(facts: &Invariants, events: &[Event]) -> Vec<Breach> {
    let mut found = Vec::new();
    // Now, and before the instant.
    let (mut now, mut before) = (Picture::default(), Picture::default());
    let mut gone = moves::Gone::default();
    let mut duties = duty::Duties::default();
    let mut looks = fire::Looks::default();
    // The places when overlaps were judged last, the number of events by then, and the units that have moved since.
    let mut judged: (Picture, usize, BTreeSet<UnitId>) = Default::default();
    // Earlier places of each unit in this turn.
    let mut stood: BTreeMap<UnitId, Vec<Card>> = BTreeMap::new();
    let mut from = 0;
    while from < events.len() {
        let beat = events[from].beat;
        let to = events[from..].iter().position(|event| event.beat != beat).map_or(events.len(), |n| from + n);
        let instant = &events[from..to];
        let moves: BTreeSet<UnitId> = instant.iter().filter_map(mover).collect();
        let failed: BTreeSet<UnitId> = instant.iter().filter_map(failure).collect();
        let at = Instant { facts, before: &before, moves: &moves, failed: &failed };
        for (n, event) in (from..).zip(instant) {
            // Where moves have parts, overlaps are judged when a phase is over: what follows its end belongs to the
            // next.
            if facts.in_parts && matches!(event.deed, Deed::Clock { .. } | Deed::Ended(_)) {
                let (stood, known, moved) = &mut judged;
                found.extend(
                    moved.iter().filter_map(|unit| stands_on(facts, stood, &now, *unit)).map(|b| Breach::at(n, b)),
                );
                events[*known..n].iter().for_each(|event| stood.apply(&event.deed));
                *known = n;
                moved.clear();
            }
            judged.2.extend(mover(event));
            let mut note = |breach: Unkept| found.extend(breach.map(|breach| Breach::at(n, breach)));
            note(duties.watch(facts, &now, event));
            match &event.deed {
                Deed::Moved { unit, path, pieces } => {
                    let stood = now.units.get(unit).and_then(lead).map(|piece| piece.pose);
                    let path = &moves::whole_way(facts, stood, path, pieces);
                    let way = &moves::centres(path, pieces);
                    note(at.way(&now, *unit, way, &event.rules));
                    note(at.away(&now, *unit, (way, pieces), &event.rules));
                    note(gone.reach(facts, &before, *unit, (way, pieces), &event.rules));
                    note(at.stride(&now, *unit, way, &event.rules));
                }
                Deed::Declared { by: Ref::Unit(by), key } => {
                    let Some(Ref::Unit(target)) = key.refs.first() else { continue };
                    for shot in facts.shots.iter().filter(|shot| key.does == *shot.declared()) {
                        note(looks.shot(facts, &now, shot, *by, *target));
                    }
                }
                Deed::Declared { by: Ref::Command(command), .. } => {
                    for alarm in
                        facts.alarms.iter().filter(|alarm| event.rules.iter().any(|r| r.as_str() == alarm.rule))
                    {
                        note(alarmed(facts, &now, *command, alarm));
                    }
                }
                Deed::Gone { unit, why } => note(at.room(&now, *unit, why.as_str(), &event.rules)),
                Deed::Note { of: Ref::Unit(unit), what, facts: values } => {
                    let named = |name: &str| {
                        let id = values.iter().find(|(term, _)| **term == name).map(|(_, id)| *id)?;
                        u16::try_from(id).ok().map(UnitId)
                    };
                    for claim in facts.near.iter().filter(|claim| *what == claim.note) {
                        note(nearness(facts, &now, *unit, claim, named));
                    }
                    for shot in &facts.shots {
                        let Fired::Noted(noted, by) = shot.told else { continue };
                        let by = named(by).filter(|_| *what == noted);
                        note(by.and_then(|by| looks.shot(facts, &now, shot, by, *unit)));
                    }
                }
                Deed::Tested { breakdown, .. } => {
                    let Some(Ref::Unit(unit)) = breakdown.of else { continue };
                    let target = breakdown.lines.first().and_then(|line| line.who.first());
                    for shot in &facts.shots {
                        let Fired::Tested(test) = shot.told else { continue };
                        let target = target.filter(|_| breakdown.test == test);
                        note(target.and_then(|target| looks.shot(facts, &now, shot, unit, *target)));
                    }
                    for line in &breakdown.lines {
                        for rule in facts.neighbours.iter().filter(|rule| line.rule.as_str() == rule.rule) {
                            note(neighbour(&now, &stood, unit, &line.who, rule));
                        }
                    }
                }
                Deed::Clock { turn, phase, .. } => {
                    if gone.turn(*turn) {
                        stood.clear();
                    }
                    looks.phase(facts, &now, phase.as_str());
                }
                _ => {}
            }
            if let Deed::Moved { unit, .. } | Deed::Gone { unit, .. } = &event.deed {
                stood.entry(*unit).or_default().extend(now.units.get(unit).cloned());
            }
            now.apply(&event.deed);
        }
        if !facts.in_parts {
            for unit in &moves {
                found.extend(stands_on(facts, &before, &now, *unit).map(|breach| Breach::at(to - 1, breach)));
            }
        }
        instant.iter().for_each(|event| before.apply(&event.deed));
        from = to;
    }
    found
}

/// The unit whose place an event changes.
fn mover(event: &Event) -> Option<UnitId> {
    match &event.deed {
        Deed::Moved { unit, .. } | Deed::Shown { unit, .. } => Some(*unit),
        _ => None,
    }
}

/// The unit that failed a test.
fn failure(event: &Event) -> Option<UnitId> {
    match &event.deed {
        Deed::Tested { breakdown, result } if *result == "failed" => match breakdown.of {
            Some(Ref::Unit(unit)) => Some(unit),
            _ => None,
        },
        _ => None,
    }
}

fn lead(card: &Card) -> Option<&Piece> {
    card.pieces.iter().find(|piece| piece.lead).or_else(|| card.pieces.first())
}

/// Lead piece to lead piece.
fn apart(a: &Card, b: &Card) -> Option<Cm> {
    Some(distance(lead(a)?, lead(b)?).cm)
}

/// The units of the other side that take part.
fn enemies<'a>(facts: &'a Invariants, picture: &'a Picture, side: Side) -> impl Iterator<Item = (UnitId, &'a Card)> {
    let taking_part = picture.units.iter().filter(move |(_, card)| card.side != side && facts.takes_part(card));
    taking_part.map(|(id, card)| (*id, card))
}

/// The core of a piece, the same for every facing: ways are made facing this way or that.
fn core(piece: &Piece) -> Piece {
    let side = (piece.front.min(piece.depth) * 7 / 10).max(1);
    Piece { front: side, depth: side, ..*piece }
}

/// A piece drawn in a little on every side, so that touching is not overlapping.
fn drawn_in(piece: &Piece) -> Piece {
    Piece { front: (piece.front - 2 * GRAZE).max(1), depth: (piece.depth - 2 * GRAZE).max(1), ..*piece }
}

/// The invariant broken, the unit, the other unit, the value measured, and its limit.
type Measured = (Invariant, UnitId, Option<UnitId>, Cm, Cm);
type Unkept = Option<Measured>;

fn nearness(
    facts: &Invariants,
    now: &Picture,
    unit: UnitId,
    claim: &Nearness,
    named: impl Fn(&str) -> Option<UnitId>,
) -> Unkept {
    let own = now.units.get(&unit)?;
    let (cm, other) = match claim.to {
        Whom::Named(by) => {
            let enemy = named(by)?;
            (apart(own, now.units.get(&enemy)?)?, enemy)
        }
        Whom::Enemy => enemies(facts, now, own.side).filter_map(|(id, card)| Some((apart(own, card)?, id))).min()?,
    };
    (cm > claim.within + GRAZE).then_some((Invariant::Near, unit, Some(other), cm, claim.within))
}

/// Whether a command that is said to have an enemy near has none.
fn alarmed(facts: &Invariants, now: &Picture, command: u16, alarm: &Alarm) -> Unkept {
    let own = |card: &&Card| card.command == Some(command) && facts.takes_part(card);
    let mut near = None;
    for (id, card) in now.units.iter().filter(|(_, card)| own(card)) {
        let by = enemies(facts, now, card.side).filter(|(_, enemy)| (alarm.by)(enemy));
        let cm = by.filter_map(|(_, enemy)| apart(card, enemy)).min().unwrap_or(Cm::MAX);
        near = near.into_iter().chain([(cm, *id)]).min();
    }
    let (cm, unit) = near?;
    (cm > alarm.within + GRAZE).then_some((Invariant::Near, unit, None, cm, alarm.within))
}

/// Each unit named must be of the right side, on the table and near; at least one must be named.
fn neighbour(
    now: &Picture,
    stood: &BTreeMap<UnitId, Vec<Card>>,
    unit: UnitId,
    who: &[UnitId],
    rule: &Neighbour,
) -> Unkept {
    let own = now.units.get(&unit)?;
    if who.is_empty() && !rule.or_nobody {
        return Some((Invariant::Neighbour, unit, None, 0, 0));
    }
    who.iter().find_map(|id| {
        let earlier = stood.get(id).filter(|_| rule.stood).into_iter().flatten();
        let places =
            now.units.get(id).into_iter().chain(earlier).filter(|card| (card.side != own.side) == rule.enemies);
        let near = places.filter_map(|card| Some((apart(own, card)?, (rule.within)(card)))).min();
        let (cm, within) = near.unwrap_or((Cm::MAX, 0));
        (cm > within + GRAZE).then_some((Invariant::Neighbour, unit, Some(*id), cm, within))
    })
}

/// The units that a unit overlaps now and did not before.
fn stands_on(facts: &Invariants, before: &Picture, now: &Picture, unit: UnitId) -> Unkept {
    let footing = facts.footing?;
    let counts = |card: &&Card| facts.takes_part(card);
    let over = |picture: &Picture, other: UnitId| {
        let (one, two) = (picture.units.get(&unit), picture.units.get(&other));
        let pair = one.filter(counts).zip(two.filter(counts));
        let pair = pair.filter(|(one, two)| !facts.may_share.is_some_and(|may| may(one, two)));
        pair.is_some_and(|(one, two)| {
            let theirs = footing(two);
            footing(one).iter().any(|piece| theirs.iter().any(|p| overlaps(&drawn_in(piece), &drawn_in(p))))
        })
    };
    let mut others = now.units.keys().filter(|other| **other != unit).copied();
    let on = others.find(|other| over(now, *other) && !over(before, *other))?;
    Some((Invariant::Place, unit, Some(on), 0, 0))
}
