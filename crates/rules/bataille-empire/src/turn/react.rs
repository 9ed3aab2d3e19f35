//! Reactions to a movement (BE-REA-01, BE-GAP-39, BE-GAP-88).

mod windows;

use super::charge::ChargeStage;
use super::{D, Step};
use crate::question::{Does, Kind, Question, accept, any, pick_one};
use crate::resolve::reaction::{Line, marker_bars};
use crate::terms::marker::Did;
use crate::world::{ChargeKind, Marching, Named, Under, World};
use crate::{BatailleEmpire, Formation, r, word};
use game::{Choice, Deed, Facts, Field, Flow, Key, Ref, Reply, Shape, Side, Slot, Term, UnitId};
use rulebook::Known;
use table::{Cm, Point};
use windows::Opening;

pub(crate) const REACT: Kind = Kind {
    rules: &[r::BE_REA_01, r::BE_GAP_39, r::BE_GAP_88],
    fields: BatailleEmpire::fields_react,
    check: accept,
    suggest: any,
};

pub(crate) const ORDER_OF_REACTIONS: Kind =
    Kind { rules: &[r::BE_GAP_88], fields: BatailleEmpire::fields_order_of_reactions, check: accept, suggest: any };

impl BatailleEmpire {
    /// The passive side declares its reactions to a fully declared march, each at a point of its course; returns them
    /// in the order of resolution.
    pub(crate) fn name_reactions(&self, d: &mut D<'_>, march: &Marching) -> Flow<Vec<Named>> {
        let Some(guide) = march.movers.first().filter(|_| self.on(r::BE_GAP_88)) else { return Ok(Vec::new()) };
        let side = self.side(*guide).other();
        let about = march.movers.iter().map(|id| Ref::Unit(*id)).collect();
        let sheet = self.put(d, &Question::React.about(side, about));
        // A side with hidden units is asked at every march: otherwise the question would reveal where they are
        // (BE-GAP-82).
        let hides = d.world.hidden[side.index()].known().is_some_and(|hidden| !hidden.is_empty());
        let react = sheet.fields.iter().any(|field| matches!(field.about, Ref::Unit(_)));
        if !(react || hides && self.on(r::BE_GAP_82)) {
            return Ok(Vec::new());
        }
        let replies = d.ask_sheet(&sheet)?;
        let replies = sheet.fields.iter().zip(&replies);
        let mut named: Vec<Named> = replies.filter_map(|(field, reply)| reaction_named(field, reply)).collect();
        // In the order of their points (BE-GAP-88).
        named.sort_by_key(|named| (named.at, named.by));
        self.order_ties(d, side, named)
    }

    /// Reactions at one point are resolved in the order chosen by the passive side (BE-GAP-88).
    fn order_ties(&self, d: &mut D<'_>, side: Side, mut named: Vec<Named>) -> Flow<Vec<Named>> {
        if !named.windows(2).any(|pair| matches!(pair, [a, b] if a.at == b.at)) {
            return Ok(named);
        }
        if let Some(Under::March(march)) = d.world.under.last_mut() {
            march.named.clone_from(&named);
        }
        let replies = d.ask_one(Question::OrderOfReactions.to(side))?;
        let order = super::charge::picked_units(replies.first());
        let place = |by: UnitId| order.iter().position(|id| *id == by).unwrap_or(usize::MAX);
        named.sort_by_key(|named| (named.at, place(named.by), named.by));
        Ok(named)
    }

    fn fields_order_of_reactions(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(Under::March(march)) = w.under.last() else { return Vec::new() };
        let choice = |named: &Named| Choice::of(Does::Reacts.about(Ref::Unit(named.by)), &[r::BE_GAP_88]);
        let from: Vec<Choice> = march.named.iter().map(choice).collect();
        let default = Reply::Picked(from.iter().map(|choice| (choice.key.clone(), Vec::new())).collect());
        let all = rulebook::saturated::<u8, _>(from.len());
        vec![Field {
            about: Ref::Side(slot.side),
            shape: Shape::Pick { from, min: all, max: all, budget: None },
            default,
        }]
    }

    fn fields_react(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(Under::March(march)) = w.under.last() else { return Vec::new() };
        let path = path(march);
        let mut fields = Vec::new();
        for (by, openings) in self.reactors(w, march) {
            let mut choices = vec![Choice::of(Does::Pass.key(), &[r::BE_GAP_88])];
            for opening in openings {
                let mut choice = self.line_choice(w, by, opening.to, opening.line, opening.rule);
                // Against a group the player names the unit concerned (BE-GAP-88).
                if march.movers.len() > 1 {
                    choice.key.refs = vec![Ref::Unit(opening.to)];
                }
                let shape = Shape::Along { mover: opening.to, path: path.clone(), at: opening.at.clone() };
                let default = Reply::At(opening.default());
                choice.then.insert(0, Field { about: Ref::Unit(opening.to), shape, default });
                choice.facts.insert(Term::of("distance"), i64::from(opening.nearest));
                choices.push(choice);
            }
            fields.push(pick_one(Ref::Unit(by), choices));
        }
        if fields.is_empty() {
            // Asked so that a march near hidden units looks like any other (BE-GAP-82).
            let pass = Choice::of(Does::Pass.key(), &[r::BE_GAP_82]);
            fields.push(pick_one(Ref::Side(slot.side), vec![pass]));
        }
        fields
    }

    /// Units of the passive side that may react to a march, each with its lines (BE-GAP-39), as far as known in this
    /// world.
    pub(crate) fn reactors(&self, w: &World, march: &Marching) -> Vec<(UnitId, Vec<Opening>)> {
        let Some(guide) = march.movers.first() else { return Vec::new() };
        let number = w.activation.as_ref().map(|activation| activation.number);
        let fresh = |id: &UnitId| {
            let reacted = w.unit(*id).now.reacted_to;
            reacted.is_none() || reacted != number || !self.on(r::BE_GAP_39)
        };
        let units: Vec<UnitId> = self.troops(w, self.side(*guide).other()).filter(fresh).collect();
        let tracks = windows::tracks(march);
        let found = units.into_iter().map(|id| (id, self.openings(w, march, &tracks, id)));
        found.filter(|(_, openings)| !openings.is_empty()).collect()
    }

    /// Carries out a reaction with the mover at its point; a charge that it starts goes on the agenda.
    pub(crate) fn reaction(&self, d: &mut D<'_>, named: &Named) -> Flow<()> {
        let (by, to) = (named.by, named.to);
        if !d.world.unit(by).present() || !d.world.unit(to).present() {
            return Ok(());
        }
        let line = named.line;
        d.beat();
        // A friend that fled through it since it was named has marked it (BE-GAP-29, BE-GAP-39).
        let marked = d.world.unit(by).marker;
        if marker_bars(&self.book, line, marked) {
            self.lapses(d, by);
            return Ok(());
        }
        let key = Key { does: word(&line), refs: vec![Ref::Unit(to)] };
        match line {
            Line::Charge => {
                let changing = self.is_changing(&d.world, to);
                let Some(offer) = self.opportunity(&d.world, by, to, changing) else {
                    self.lapses(d, by);
                    return Ok(());
                };
                self.fall_on(d, &offer, ChargeKind::Opportunity);
                d.then([Step::Charge(ChargeStage::Leg), Step::Settle]);
                return Ok(());
            }
            Line::Fire => {
                if self.in_fire(&d.world, by, to).is_err() {
                    self.lapses(d, by);
                    return Ok(());
                }
                d.tell(Deed::Declared { by: Ref::Unit(by), key }, &[r::BE_GAP_40]);
                self.opportunity_fire(d, by, to)?;
            }
            _ => {
                d.tell(Deed::Declared { by: Ref::Unit(by), key }, &[r::BE_REA_02]);
                let how = named.formation.map(|formation| Key {
                    does: word(&formation),
                    refs: if named.turn { vec![Ref::Unit(to)] } else { Vec::new() },
                });
                self.carry_out(d, by, line, how.as_ref(), to)?;
                // Its own marker does not affect the fire of the same reaction; without a shot it only fell back
                // (BE-REA-32).
                let fires = line == Line::FallBackAndFire && !marker_bars(&self.book, Line::Fire, marked);
                if fires && self.in_fire(&d.world, by, to).is_ok() {
                    self.opportunity_fire(d, by, to)?;
                    self.mark_for(d, by, Did::FallBackAndFire);
                }
            }
        }
        d.world.unit_mut(by).now.reacted_to = d.world.activation.as_ref().map(|activation| activation.number);
        Ok(())
    }

    /// A reaction that has become impossible lapses without a marker (BE-GAP-88).
    fn lapses(&self, d: &mut D<'_>, by: UnitId) {
        self.note(d, by, "reaction_lapsed", Facts::new(), &[r::BE_GAP_88]);
    }

    /// Whether a mover is at the point of its change of formation.
    pub(crate) fn is_changing(&self, w: &World, id: UnitId) -> bool {
        let ends = march_of(w, id).is_some_and(|march| march.changes_at_the_end() && march.course.length() == 0);
        ends || self.begins_with_change(w, id)
    }

    /// Whether a mover is at the start of a march that begins with a change of formation.
    pub(crate) fn begins_with_change(&self, w: &World, id: UnitId) -> bool {
        march_of(w, id).is_some_and(|march| march.before.is_some() && march.course.gone == 0)
    }
}

/// The reaction named by a unit's reply; `None`: it does not react.
fn reaction_named(field: &Field, reply: &Reply) -> Option<Named> {
    let (Ref::Unit(by), Shape::Pick { from, .. }) = (field.about, &field.shape) else { return None };
    let key = reply.key()?;
    let opening = from.iter().find(|choice| choice.key == *key)?.then.first()?;
    let Ref::Unit(to) = opening.about else { return None };
    let at = match (reply.opened().first(), &opening.default) {
        (Some(Reply::At(cm)), _) | (_, Reply::At(cm)) => *cm,
        _ => return None,
    };
    let change = reply.opened().get(1).and_then(Reply::key);
    Some(Named {
        by,
        to,
        line: line_of(&key.does)?,
        formation: change.and_then(|key| formation_of(&key.does)),
        turn: change.is_some_and(|key| !key.refs.is_empty()),
        at,
    })
}

/// The mover that the reaction of a key answers.
pub(crate) fn mover_of(march: &Marching, key: &Key) -> Option<UnitId> {
    match key.refs.first() {
        Some(Ref::Unit(id)) => march.movers.iter().find(|mover| *mover == id).copied(),
        _ => march.movers.first().copied(),
    }
}

/// The march that a unit is part of.
fn march_of(w: &World, id: UnitId) -> Option<&Marching> {
    w.under.iter().rev().find_map(|under| match under {
        Under::March(march) if march.movers.contains(&id) => Some(march),
        _ => None,
    })
}

/// The corners of a march, for display.
fn path(march: &Marching) -> Vec<Point> {
    let course = &march.course;
    let length = course.length();
    let step = crate::UD;
    let points = (0..=length / step).map(|n| n * step).chain([length]);
    let at = |cm: Cm| course.at(cm).first().map(|piece| piece.front_middle());
    let mut corners: Vec<Point> = points.filter_map(at).collect();
    corners.dedup();
    corners
}

fn line_of(term: &Term) -> Option<Line> {
    rulebook::named(term.as_str())
}

fn formation_of(term: &Term) -> Option<Formation> {
    super::deploy::formation_named(term)
}
