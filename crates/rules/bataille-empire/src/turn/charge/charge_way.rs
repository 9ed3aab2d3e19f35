//! The path of a charge (BE-CHA-02, BE-CHA-04, BE-CHA-09, BE-GAP-45): its aim, its reach, and what it meets.

use crate::question::Bar;
use crate::resolve::movement;
use crate::turn::forced::{Friends, Stop, Traffic};
use crate::world::{Aspect, ChargeKind, World};
use crate::{Arm, BatailleEmpire, Body, Formation, Going, UD, r};
use game::UnitId;
use table::{Angle, Cm, Piece, Point, Pose, first_contact, turn};

/// Step in which charges are examined, a twentieth of a UD.
const STEP: Cm = 300;
/// Upper bound of a charge.
const FARTHEST: Cm = 20 * UD;
/// A whole move, in millionths.
const WHOLE: i64 = 1_000_000;

/// A straight path to a target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChargeWay {
    /// The charger turned towards its target.
    pub start: Piece,
    pub bearing: Angle,
    /// Distance to the contact.
    pub contact: Cm,
    /// Total reach of the charge.
    pub reach: Cm,
}

impl BatailleEmpire {
    /// The middle of the edge that is struck, and the facing of the charger there (BE-CHA-04, BE-GAP-45, BE-GAP-97).
    pub(crate) fn edge_struck(&self, w: &World, at: UnitId, aspect: Aspect, from: Point) -> Pose {
        let piece = self.piece(w, at);
        let facing = piece.pose.facing;
        let [left, right] = piece.flank_edges().map(|edge| edge.from.middle(edge.to));
        let edges = [
            (piece.front_middle(), facing + 18_000),
            (piece.rear_middle(), facing),
            (left, facing + 9_000),
            (right, facing + 27_000),
        ];
        let pose = |(at, facing): (Point, Angle)| Pose { at, facing: 0 }.turned(facing);
        let nearest = |edges: &[(Point, Angle)]| {
            let by_distance = |a: &&(Point, Angle), b: &&(Point, Angle)| from.to(a.0).total_cmp(&from.to(b.0));
            edges.iter().min_by(by_distance).map_or(pose(edges[0]), |edge| pose(*edge))
        };
        let formation = w.unit(at).formation;
        let all_round = formation.is_square() || matches!(formation, Formation::Skirmish | Formation::Garrison);
        match aspect {
            _ if all_round => nearest(&edges),
            Aspect::Front => pose(edges[0]),
            Aspect::Rear => pose(edges[1]),
            Aspect::Flank => nearest(&edges[2..]),
        }
    }

    /// The path of a charge in a formation, with the movement that the change of formation costs.
    ///
    /// # Errors
    /// The reason why there is none.
    pub(crate) fn run(
        &self,
        w: &World,
        (by, formation, off): (UnitId, Formation, Option<Cm>),
        (at, aspect): (UnitId, Aspect),
    ) -> Result<ChargeWay, Bar> {
        let own = self.piece_at(by, w.unit(by).pose, formation);
        let target = self.piece(w, at);
        let front = own.front_middle();
        let aim = if self.on(r::BE_CHA_04) { self.edge_struck(w, at, aspect, front).at } else { target.pose.at };
        let bearing = front.bearing_to(aim);
        let pivot = turn(own.pose.facing, bearing).abs();
        if pivot > self.book.tables.angle.charge.0 && self.on(r::BE_CHA_02) && self.on(r::BE_GAP_45) {
            return Err(Bar::by(r::BE_CHA_02, "out_of_arc"));
        }
        let start = own.rotated(front, turn(own.pose.facing, bearing));
        let Some((contact, ..)) = first_contact(&start, bearing, FARTHEST, &[(0, target)]) else {
            return Err(Bar::by(r::BE_GAP_45, "no_way"));
        };
        let reach = self.reach_along(&self.figure_in(w, by, formation), off, start.pose.at, bearing);
        Ok(ChargeWay { start, bearing, contact, reach })
    }

    fn figure_in(&self, w: &World, id: UnitId, formation: Formation) -> Body {
        let now = self.figure(w, id);
        let changed = Body { formation, ..now };
        // The allowance of the slower formation counts (BE-GAP-31).
        let clear = |body: &Body| movement::row(&self.book, body).clear;
        if clear(&changed) < clear(&now) || !self.on(r::BE_GAP_31) { changed } else { now }
    }

    /// The reach of a charge on a bearing (BE-CHA-09): move and bonus, each class of ground in proportion (BE-GAP-30),
    /// in column along a road as in a march (BE-MVT-07), minus the cost of obstacles and of a change of formation.
    pub(crate) fn reach_along(&self, body: &Body, off: Option<Cm>, from: Point, bearing: Angle) -> Cm {
        if !self.on(r::BE_CHA_09) {
            return FARTHEST;
        }
        let pace = &self.book.tables.pace;
        let horse = body.arm == Arm::Cavalry;
        let bonus = if self.on(r::BE_MVT_05) { pace.charge.of(horse).cm() } else { 0 };
        let rate = movement::row(&self.book, body);
        let share = |cm: Cm, allowance: Cm| i64::from(cm) * WHOLE / i64::from(allowance.max(1));
        let mut spent = 0_i64;
        let mut gone = 0;
        let uneven = self.uneven_on(from, from.step(bearing, FARTHEST));
        let obstacles = self.obstacles_on(from, bearing, FARTHEST);
        let roads =
            if movement::uses_road(&self.book, body) { self.roads_on(from, bearing, FARTHEST) } else { Vec::new() };
        while gone < FARTHEST {
            // Clear ground needs no steps.
            let plain = uneven.iter().all(|(from, to)| gone + STEP < *from || gone > *to);
            let at = |cm: Cm| from.step(bearing, cm);
            let road = roads.iter().any(|(from, to)| (*from..=*to).contains(&(gone + STEP)));
            let going = if plain { Going::Clear } else { self.going_at(at(gone + STEP), road) };
            let Some(move_) = rate.of(going) else { return gone };
            let allowance = move_.cm() + bonus + if road { pace.road.cm() } else { 0 };
            if gone == 0 {
                // The share of the move left after a change of formation (BE-CHA-03, BE-MAN-12).
                spent += off.map_or(0, |off| share(off, allowance));
            }
            spent += share(STEP, allowance);
            // Each obstacle costs once, where the path meets it, whatever its width.
            let come_upon = obstacles.iter().filter(|cm| (gone..gone + STEP).contains(*cm) && self.on(r::BE_MVT_06));
            spent += come_upon.map(|_| share(pace.obstacle.of(horse).cm(), allowance)).sum::<i64>();
            if spent > WHOLE {
                return gone;
            }
            gone += STEP;
        }
        FARTHEST
    }

    /// The enemy that a charge strikes, and the path: its target, or another enemy in the way (BE-GAP-45) that could
    /// have been its target too (BE-GAP-102). It does not pass through friends either (BE-GAP-101).
    ///
    /// # Errors
    /// What bars it.
    pub(crate) fn struck(
        &self,
        w: &World,
        who: (UnitId, Formation, Option<Cm>),
        (mut at, mut aspect): (UnitId, Aspect),
        kind: ChargeKind,
    ) -> Result<(UnitId, Aspect, ChargeWay), Bar> {
        let by = who.0;
        let mut met = vec![at];
        loop {
            let run = self.run(w, who, (at, aspect))?;
            if run.contact > run.reach {
                return Err(Bar::by(r::BE_CHA_09, "out_of_reach"));
            }
            match self.met_on_the_way(w, by, at, &run) {
                None => return Ok((at, aspect, run)),
                // Two units in one building block each other.
                Some(Stop::Enemy(other)) if met.contains(&other) || !self.on(r::BE_GAP_45) => {
                    return Ok((at, aspect, run));
                }
                Some(Stop::Enemy(other)) => {
                    met.push(other);
                    (at, aspect) = (other, self.aspect(w, &self.piece(w, by), other));
                    if !self.on(r::BE_GAP_102) {
                        return Ok((at, aspect, self.run(w, who, (at, aspect))?));
                    }
                    match kind {
                        ChargeKind::Opportunity | ChargeKind::Interception => {
                            // The marker given by this charge itself does not count (BE-GAP-102).
                            let unmarked = Body { marker: false, ..self.figure(w, by) };
                            self.may_fall_on(w, (by, unmarked), at, (aspect, false))?;
                        }
                        ChargeKind::Plain | ChargeKind::Pursuit | ChargeKind::Second => {
                            self.may_charge(w, by, at, aspect)?
                        }
                    }
                }
                Some(Stop::Friend(_)) => return Err(Bar::by(r::BE_GAP_101, "friend_in_the_way")),
                Some(Stop::Edge | Stop::Ground) => return Err(Bar::by(r::BE_CHA_09, "out_of_reach")),
            }
        }
    }

    /// What a charger meets before its target: another enemy, which it strikes instead, or a friend or ground that bars
    /// it (BE-GAP-45).
    pub(crate) fn met_on_the_way(&self, w: &World, by: UnitId, at: UnitId, run: &ChargeWay) -> Option<Stop> {
        let traffic =
            Traffic { keep_off: 0, stood: None, except: Some(at), friends: Friends::Formed, open_only: false };
        let body = self.figure(w, by);
        let cm = run.contact.saturating_sub(table::SLACK).max(0);
        self.straight(w, (by, &body), (run.start, run.bearing, cm), &traffic).1
    }
}
