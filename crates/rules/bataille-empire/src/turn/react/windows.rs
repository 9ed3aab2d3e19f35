//! The parts of a march at which a unit may react, and its possible reactions (BE-GAP-39, BE-GAP-40).

use crate::resolve::fire;
use crate::resolve::flight;
use crate::resolve::reaction::{self, Line, Prey, Reaction, Stimulus};
use crate::world::{Aspect, Marching, World};
use crate::{Arm, BatailleEmpire, UD, Ud, r};
use game::{Rule, UnitId};
use table::{Cm, Piece, distance, within_reach};

/// A march is examined every half UD and at its end.
const STEP: Cm = UD / 2;

/// A line of the table open to a unit at some points of a march.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub line: Line,
    pub rule: Rule,
    /// The mover concerned.
    pub to: UnitId,
    /// The intervals of the course at which it is open.
    pub at: Vec<(Cm, Cm)>,
    /// The smallest distance of the mover there.
    pub nearest: Cm,
}

impl Opening {
    /// The default point: as early as possible.
    pub(crate) fn default(&self) -> Cm {
        self.at.first().map_or(0, |window| window.0)
    }
}

/// The places of a mover along a march.
pub(crate) struct Track {
    mover: UnitId,
    pieces: Vec<(Cm, Piece)>,
}

/// The places of all movers of a march, step by step.
pub(crate) fn tracks(march: &Marching) -> Vec<Track> {
    let course = &march.course;
    let length = course.length();
    let mut points: Vec<Cm> = (0..=length / STEP).map(|n| n * STEP).collect();
    if points.last() != Some(&length) {
        points.push(length);
    }
    let mut tracks: Vec<Track> =
        march.movers.iter().map(|mover| Track { mover: *mover, pieces: Vec::with_capacity(points.len()) }).collect();
    for cm in points {
        for (track, piece) in tracks.iter_mut().zip(course.at(cm)) {
            track.pieces.push((course.gone.saturating_add(cm), piece));
        }
    }
    tracks
}

impl BatailleEmpire {
    /// The lines open to a unit on a march, for each mover, with the parts of the course.
    pub(crate) fn openings(&self, w: &World, march: &Marching, tracks: &[Track], id: UnitId) -> Vec<Opening> {
        let own = self.piece(w, id);
        let far = self.farthest_reaction(&self.sheet(id).body);
        let passers_only = self.book.options.opportunity_fire_at_passers_only;
        let mut found: Vec<Opening> = Vec::new();
        for Track { mover, pieces } in tracks {
            if !pieces.iter().any(|(_, piece)| within_reach(&own, piece, far)) {
                continue;
            }
            let known = self.reacting(w, id, *mover, march);
            let may_change = !self.changes_on_the_spot(w, id, *mover).is_empty();
            // The alternative reading: only at units that pass (BE-GAP-40).
            let spared = passers_only && pieces.last().is_some_and(|(_, piece)| self.fire_bears(w, id, *mover, piece));
            for (cm, piece) in pieces {
                let apart = distance(&own, piece).cm;
                for (line, rule) in self.lines_at(w, id, *mover, piece, apart, &known) {
                    if matches!(line, Line::Change | Line::Turn) && !may_change {
                        continue;
                    }
                    if line == Line::Fire && spared {
                        continue;
                    }
                    note(&mut found, (line, rule, *mover), *cm, apart);
                }
            }
        }
        found
    }

    fn farthest_reaction(&self, body: &crate::Body) -> Cm {
        let table = &self.book.tables;
        let fire = match body.arm {
            Arm::Artillery => table.range.guns.of(body.guns).long.plus(table.range.hill.long),
            Arm::Infantry => table.range.battalion_guns,
            Arm::Cavalry => Ud::default(),
        };
        fire.max(table.distance.reaction).cm()
    }

    /// The lines open while the mover is at a piece; `known` is the part that does not depend on this place.
    fn lines_at(
        &self,
        w: &World,
        id: UnitId,
        mover: UnitId,
        piece: &Piece,
        apart: Cm,
        known: &Reaction,
    ) -> Vec<(Line, Rule)> {
        let flank_attack = self.aspect_of(w, &self.piece(w, id), mover, piece) != Aspect::Front;
        let situation = Reaction {
            // A stop at a limit is within it, whatever its rounding.
            distance: Ud::from_cm(apart.saturating_sub(table::SLACK)),
            mover: Prey { flank_attack, ..known.mover },
            ..*known
        };
        let mut lines = reaction::reactions(&self.book, &situation);
        let inside = w.unit(id).inside.is_some();
        lines.retain(|(line, _)| match line {
            Line::Charge => !inside && self.in_arc_of_charge(w, id, piece),
            Line::Fire => self.fire_bears(w, id, mover, piece),
            // The mover must still be in range after the fall-back.
            Line::FallBackAndFire => flight::fall_back(&self.book, &situation.unit, situation.distance).fires,
            _ => true,
        });
        lines
    }

    /// The part of a reaction that does not depend on the place of the mover.
    fn reacting(&self, w: &World, id: UnitId, mover: UnitId, march: &Marching) -> Reaction {
        let changing = (march.before.is_some() || march.changes_at_the_end()) && march.course.length() == 0;
        Reaction {
            unit: self.figure(w, id),
            order: self.order_of(w, id),
            to: Stimulus::Movement,
            on_hill: self.level(w, id) > 0,
            rear_threatened: self.threats(w, id, &[]).zones[2],
            mover: Prey { body: self.figure(w, mover), flank_attack: false, changing },
            ..Reaction::default()
        }
    }

    /// Whether a unit has a mover at a piece in arc, range and sight (BE-GAP-40).
    fn fire_bears(&self, w: &World, id: UnitId, mover: UnitId, piece: &Piece) -> bool {
        let apart = distance(&self.piece(w, id), piece).cm.saturating_sub(table::SLACK);
        let hill = self.level(w, id) > 0;
        fire::band(&self.book, &self.figure(w, id), hill, Ud::from_cm(apart)).is_some()
            && self.in_arc_of_fire(w, id, piece)
            && (!self.on(r::BE_GAP_50) || self.sees_piece(w, id, mover, piece))
    }

    /// The side on which a unit would strike a mover at a piece.
    fn aspect_of(&self, w: &World, own: &Piece, mover: UnitId, piece: &Piece) -> Aspect {
        // A unit without flanks has none while moving either (BE-GAP-36, BE-GAP-37).
        if self.piece(w, mover) == *piece || self.has_no_flanks(w, mover) {
            return self.aspect(w, own, mover);
        }
        if table::share_behind(piece, own.front_edge()) > 500 { Aspect::Flank } else { Aspect::Front }
    }
}

/// Notes that a line is open at a point: extends the last interval or starts a new one.
fn note(found: &mut Vec<Opening>, (line, rule, to): (Line, Rule, UnitId), at: Cm, apart: Cm) {
    match found.iter_mut().find(|opening| opening.line == line && opening.to == to) {
        Some(opening) => {
            opening.nearest = opening.nearest.min(apart);
            match opening.at.last_mut() {
                Some(window) if at - window.1 <= STEP => window.1 = at,
                _ => opening.at.push((at, at)),
            }
        }
        None => found.push(Opening { line, rule, to, at: vec![(at, at)], nearest: apart }),
    }
}
