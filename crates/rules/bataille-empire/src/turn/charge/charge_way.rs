//! The way of a charge (BE-CHA-02, BE-CHA-04, BE-CHA-09, BE-GAP-45): where it aims, how far it may go, what it meets.

use crate::question::Bar;
use crate::resolve::movement;
use crate::turn::forced::{Friends, Stop, Traffic};
use crate::world::{Aspect, ChargeKind, World};
use crate::{Arm, BatailleEmpire, Body, Formation, Going, UD, r};
use game::UnitId;
use table::{Angle, Cm, Piece, Point, Pose, first_contact, turn};

/// Charges are looked at in steps of a twentieth of a UD.
const STEP: Cm = 300;
/// No charge goes farther than this.
const FARTHEST: Cm = 20 * UD;
/// A whole move, in millionths.
const WHOLE: i64 = 1_000_000;

/// A straight way to a target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChargeWay {
    /// The charger turned towards its target.
    pub start: Piece,
    /// Where it goes.
    pub bearing: Angle,
    /// How far it is to the contact.
    pub contact: Cm,
    /// How far it may go in all.
    pub reach: Cm,
}

impl BatailleEmpire {
    /// The middle of the edge that is struck, and the facing of who stands against it (BE-CHA-04, BE-GAP-45, BE-GAP-97).
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

    /// The way of a charge in a formation; what the change of formation takes off the move is known.
    ///
    /// # Errors
    /// Why there is none.
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
        // The allowance is that of the slower of the two formations (BE-GAP-31).
        let clear = |body: &Body| movement::row(&self.book, body).clear;
        if clear(&changed) < clear(&now) || !self.on(r::BE_GAP_31) { changed } else { now }
    }

    /// How far a charge may go on a bearing (BE-CHA-09): move and bonus, each class of ground in proportion (BE-GAP-30), in
    /// column along a road as in a march (BE-MVT-07), less what obstacles and a change of formation take.
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
            // On plain ground there is nothing to look at.
            let plain = uneven.iter().all(|(from, to)| gone + STEP < *from || gone > *to);
            let at = |cm: Cm| from.step(bearing, cm);
            let road = roads.iter().any(|(from, to)| (*from..=*to).contains(&(gone + STEP)));
            let going = if plain { Going::Clear } else { self.going_at(at(gone + STEP), road) };
            let Some(move_) = rate.of(going) else { return gone };
            let allowance = move_.cm() + bonus + if road { pace.road.cm() } else { 0 };
            if gone == 0 {
                // A change of formation leaves so much of the move (BE-CHA-03, BE-MAN-12).
                spent += off.map_or(0, |off| share(off, allowance));
            }
            spent += share(STEP, allowance);
            // Each obstacle takes its price once, where it is come upon, however broad it is.
            let come_upon = obstacles.iter().filter(|cm| (gone..gone + STEP).contains(*cm) && self.on(r::BE_MVT_06));
            spent += come_upon.map(|_| share(pace.obstacle.of(horse).cm(), allowance)).sum::<i64>();
            if spent > WHOLE {
                return gone;
            }
            gone += STEP;
        }
        FARTHEST
    }

    /// Whom a charge strikes and how it gets there: its target, or another enemy in its way (BE-GAP-45) on whom it might
    /// have been declared as well (BE-GAP-102); friends are not gone through on the way to him either (BE-GAP-101).
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
                // Two who hold one building stand in each other's way.
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
                            // The marker that this charge itself has given takes no right from it (BE-GAP-102).
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

    /// What a charger meets before its target: another enemy, whom it strikes instead, or a friend or ground that bars
    /// it (BE-GAP-45).
    pub(crate) fn met_on_the_way(&self, w: &World, by: UnitId, at: UnitId, run: &ChargeWay) -> Option<Stop> {
        let traffic =
            Traffic { keep_off: 0, stood: None, except: Some(at), friends: Friends::Formed, open_only: false };
        let body = self.figure(w, by);
        let cm = run.contact.saturating_sub(table::SLACK).max(0);
        self.straight(w, (by, &body), (run.start, run.bearing, cm), &traffic).1
    }
}
