//! Duties: a command excused from the duty of its order had no unit that could have done more of it.

use super::{GRAZE, Invariant, Invariants, Unkept, apart, enemies, lead};
use crate::{Card, Deed, Event, Picture, Ref, UnitId};
use std::collections::BTreeSet;
use table::{Angle, Cm, Kind, Piece, distance};

/// A duty that an order gives to half of a command's units while it is active.
#[derive(Clone, Copy, Debug)]
pub struct Duty {
    /// The order, as the card of the command's general shows it.
    pub order: &'static str,
    /// Units with an enemy this near count; `None`: all in order.
    pub near: Option<Cm>,
    pub in_order: fn(&Card) -> bool,
    /// The phase at whose beginning the units are counted.
    pub counted_in: &'static str,
    /// The phase from whose beginning units that could still act are excused.
    pub over_in: &'static str,
    /// Points that pay for the act of any unit.
    pub price: i64,
    /// Whether a general's points pay for a unit.
    pub pays: fn(&Card, &Card) -> bool,
    /// An act that is legal wherever there is room for it: its angle off the front, and its distance.
    pub act: fn(&Card) -> Option<(Angle, Cm)>,
    /// Its least distance from all others.
    pub berth: Cm,
    /// Ground on which it is unhindered.
    pub open: fn(Kind) -> bool,
    /// Whether it leads nearer to an enemy; otherwise it leads away from all.
    pub towards: bool,
}

/// The duty of the command that is active.
#[derive(Default)]
pub(super) struct Duties {
    active: Option<u16>,
    under: Option<Under>,
}

struct Under {
    duty: Duty,
    counted: Vec<UnitId>,
    /// Units that acted or were acted upon.
    touched: BTreeSet<UnitId>,
    /// Units that could still have acted in the end.
    able: Vec<UnitId>,
}

impl Duties {
    /// Follows an event for the present duty.
    pub(super) fn watch(&mut self, facts: &Invariants, now: &Picture, event: &Event) -> Unkept {
        match &event.deed {
            Deed::Declared { by: Ref::Side(_), key } if key.does == "activate" => {
                self.active = key.refs.first().and_then(|of| if let Ref::Command(n) = of { Some(*n) } else { None });
            }
            // Another order, another duty.
            Deed::Marked { mark, .. } if *mark == "order" => self.under = None,
            Deed::Declared { by: Ref::Unit(unit), .. }
            | Deed::Moved { unit, .. }
            | Deed::Marked { unit, .. }
            | Deed::Counted { unit, .. }
            | Deed::Gone { unit, .. } => self.touch(*unit),
            Deed::Clock { phase, .. } => return self.phase(facts, now, phase.as_str()),
            _ => {}
        }
        None
    }

    fn touch(&mut self, unit: UnitId) {
        if let Some(under) = &mut self.under {
            under.touched.insert(unit);
        }
    }

    fn phase(&mut self, facts: &Invariants, now: &Picture, phase: &str) -> Unkept {
        let command = self.active?;
        let general = now.units.values().find(|card| card.arm == "general" && card.command == Some(command));
        if let Some(general) = general {
            let order = general.marks.iter().find(|(mark, _)| **mark == "order").map(|(_, value)| value);
            let bound = |duty: &&Duty| duty.counted_in == phase && order.is_some_and(|order| *order == duty.order);
            if let Some(duty) = facts.duties.iter().find(bound) {
                let counted = counted(facts, now, command, duty);
                self.under = Some(Under { duty: *duty, counted, touched: BTreeSet::new(), able: Vec::new() });
                return None;
            }
        }
        let under = self.under.as_mut()?;
        let points = general.and_then(|card| card.counts.iter().find(|(name, _)| **name == "points")).map(|(_, n)| *n);
        if phase == under.duty.over_in {
            let rich = general.filter(|_| points.is_some_and(|points| points >= under.duty.price));
            let paid = |id: &UnitId| rich.zip(now.units.get(id)).is_some_and(|(by, unit)| (under.duty.pays)(by, unit));
            let idle = under.counted.iter().filter(|id| paid(id) && !under.touched.contains(id));
            under.able = idle.filter(|id| could_act(facts, now, **id, &under.duty)).copied().collect();
            return None;
        }
        if ["charges", "moves"].contains(&phase) {
            return None;
        }
        let under = self.under.take()?;
        let done = under.counted.iter().filter(|id| under.touched.contains(id)).count();
        let needed = under.counted.len().div_ceil(2);
        let idle = under.able.into_iter().find(|id| done < needed && !under.touched.contains(id))?;
        #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the units of a command")]
        Some((Invariant::Duty, idle, None, done as Cm, needed as Cm))
    }
}

/// The units of a command that count for its duty.
fn counted(facts: &Invariants, now: &Picture, command: u16, duty: &Duty) -> Vec<UnitId> {
    let own = now.units.iter().filter(|(_, card)| card.command == Some(command) && facts.takes_part(card));
    let counts = |card: &Card| match duty.near {
        Some(near) => {
            enemies(facts, now, card.side).any(|(_, enemy)| apart(card, enemy).is_some_and(|cm| cm + GRAZE <= near))
        }
        None => (duty.in_order)(card),
    };
    own.filter(|(_, card)| counts(card)).map(|(id, _)| *id).collect()
}

/// Whether there was room for a unit's act, and it would have counted.
fn could_act(facts: &Invariants, now: &Picture, unit: UnitId, duty: &Duty) -> bool {
    let Some(card) = now.units.get(&unit) else { return false };
    let (Some((off, cm)), Some(own), Some(terrain)) = ((duty.act)(card), lead(card), facts.terrain.as_deref()) else {
        return false;
    };
    let bearing = (own.pose.facing + off).rem_euclid(36_000);
    let open = |there: &Piece| {
        let points = there.corners().into_iter().chain([there.pose.at]);
        let mut kinds = points.flat_map(|at| terrain.at(at)).filter_map(|id| terrain.kind(id));
        terrain.holds(there) && kinds.all(duty.open)
    };
    let others: Vec<&Piece> = now
        .units
        .iter()
        .filter(|(id, other)| **id != unit && other.arm != "general")
        .flat_map(|(_, other)| &other.pieces)
        .collect();
    let clear = |there: &Piece| others.iter().all(|other| distance(there, other).cm > duty.berth);
    let mut gone = 0;
    while gone < cm {
        gone = (gone + STEP).min(cm);
        let there = own.moved(bearing, gone);
        if !open(&there) || !clear(&there) {
            return false;
        }
    }
    let end = own.moved(bearing, cm);
    let mut ways = enemies(facts, now, card.side).filter_map(|(_, enemy)| {
        let his = lead(enemy)?;
        Some((distance(own, his).cm, distance(&end, his).cm))
    });
    if duty.towards {
        ways.any(|(before, after)| after + STEP < before)
    } else {
        ways.all(|(before, after)| after > before + GRAZE)
    }
}

/// A step along a way.
const STEP: Cm = 500;
