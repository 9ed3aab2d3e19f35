//! The legs of a plan in order: places, formations, and checks that do not depend on ground (chapter 6).

use super::draft::{LegAct, LegCost, WorkedLeg};
use super::permit::{Permit, formation_named};
use crate::resolve::manoeuvre::{Evolution, price};
use crate::world::{SEQUENCE, World};
use crate::{Formation, MarieLouise, r};
use game::{Refusal, UnitId};
use table::{Angle, Cm, FeatureId, Manoeuvre, Pose, turn};

/// The largest angle of an oblique move off the facing (ML-6.1b, ML-GAP-09).
const FRONT_QUARTER: Angle = 4_500;

/// A turn beyond this angle leads into the rear quarter: for a march column an about-face (ML-GAP-15).
const REAR_QUARTER: Angle = 13_500;

/// The longest leg that is read.
const LONGEST: Cm = 10_000_000;

/// The state of a unit between two legs.
struct Standing {
    pose: Pose,
    formation: Formation,
    inside: bool,
    entered: bool,
    /// The last change of formation includes a free change of facing.
    facing_free: bool,
}

impl MarieLouise {
    /// The legs in order: places, formations, and checks that do not depend on ground.
    pub(super) fn plan_stages(
        &self,
        w: &World,
        id: UnitId,
        permit: Permit,
        legs: &[Manoeuvre],
    ) -> Result<Vec<WorkedLeg>, Refusal> {
        let unit = w.unit(id);
        let mut at = Standing {
            pose: unit.pose,
            formation: unit.formation,
            inside: unit.inside.is_some(),
            entered: false,
            facing_free: false,
        };
        let mut stages = Vec::with_capacity(legs.len());
        for (n, leg) in legs.iter().enumerate() {
            let stage = match leg {
                Manoeuvre::Stand => continue,
                Manoeuvre::Ahead(cm) => self.leg_move(permit, n, &mut at, *cm, 0),
                Manoeuvre::Oblique { cm, by } => self.leg_move(permit, n, &mut at, *cm, *by),
                Manoeuvre::Back(cm) => self.leg_move(permit, n, &mut at, *cm, 18_000),
                Manoeuvre::Side(cm) => {
                    self.leg_move(permit, n, &mut at, cm.saturating_abs(), if *cm < 0 { -9_000 } else { 9_000 })
                }
                Manoeuvre::Turn(by) => {
                    let moves_on = legs.get(n + 1).is_some_and(is_move);
                    self.leg_turn(id, permit, n, &mut at, *by, moves_on)
                }
                Manoeuvre::Reform(name) => self.leg_form(w, id, permit, n, &mut at, name),
                Manoeuvre::Enter(site) => self.leg_enter(w, id, permit, n, &mut at, *site),
                Manoeuvre::Wheel(_) => Err(Refusal::by(r::ML_6_1B, 0, "not_open")),
            };
            stages.extend(stage.map_err(|refusal| refusal.at_leg(n))?);
        }
        // A unit that already stands over the edge may stay there or come back step by step.
        let held = |pose: Pose| self.terrain.holds(&self.tdc_at(pose));
        if at.pose.at != unit.pose.at && !held(at.pose) && (held(unit.pose) || !self.terrain.inside(at.pose.at)) {
            return Err(Refusal::by(r::ML_6_1B, 0, "off_table"));
        }
        Ok(stages)
    }

    /// A straight move, at an angle off the facing.
    fn leg_move(
        &self,
        permit: Permit,
        leg: usize,
        at: &mut Standing,
        cm: Cm,
        by: Angle,
    ) -> Result<Option<WorkedLeg>, Refusal> {
        let by = turn(0, by);
        if cm <= 0 {
            return Ok(None);
        }
        if cm > LONGEST {
            return Err(Refusal::by(r::ML_6A, 0, "too_long").fact("distance", i64::from(cm)));
        }
        if at.entered {
            return Err(Refusal::by(r::ML_GAP_43, 0, "whole_sequence"));
        }
        if permit == Permit::Limbered && at.formation != Formation::Limbered {
            return Err(Refusal::by(r::ML_1_9H, 0, "unlimbered"));
        }
        // Straight ahead or within the front quarter without turning (ML-6.1b); guns are pushed in any direction, and a
        // building is left through any wall.
        let any_way = permit == Permit::Guns || at.inside;
        if by.abs() > FRONT_QUARTER && self.on(r::ML_6_1B) && !any_way {
            let refusal = Refusal::by(r::ML_6_1B, 0, "outside_front_quarter");
            return Err(refusal.fact("angle", i64::from(by)).fact("limit", i64::from(FRONT_QUARTER)));
        }
        let formation = at.formation;
        let bearing = (at.pose.facing + by).rem_euclid(36_000);
        let from = at.pose;
        at.pose = Pose { at: from.at.step(bearing, cm), ..from };
        at.facing_free = false;
        if at.inside {
            // A unit that leaves a building becomes disorganised (ML-1.6j); it faces the way it leaves.
            at.inside = false;
            if self.on(r::ML_1_6J) {
                at.formation = Formation::Disorder;
            }
        }
        let what = if by == 0 { Manoeuvre::Ahead(cm) } else { Manoeuvre::Oblique { cm, by } };
        Ok(Some(WorkedLeg {
            leg,
            what,
            act: LegAct::Go { cm, bearing },
            toll: LegCost::Way(cm),
            from,
            to: at.pose,
            formation,
        }))
    }

    /// A change of facing (ML-6.1c), an about-face (ML-6.1j), or the bend of a column on its way (ML-GAP-15).
    fn leg_turn(
        &self,
        id: UnitId,
        permit: Permit,
        leg: usize,
        at: &mut Standing,
        by: Angle,
        moves_on: bool,
    ) -> Result<Option<WorkedLeg>, Refusal> {
        let by = turn(0, by);
        if by == 0 {
            return Ok(None);
        }
        let profile = &self.sheet(id).profile;
        let evolution = |face: bool, about_face: bool| Evolution {
            arm: profile.arm,
            manoeuvre_training: profile.manoeuvre_training,
            from: at.formation,
            to: at.formation,
            face,
            about_face,
            ..Evolution::default()
        };
        let cost =
            |face, about_face| price(&self.book, &evolution(face, about_face), &mut game::Quiet).unwrap_or_default();
        let about = LegCost::Way(cost(false, true).pas.cm());
        let bend = moves_on && self.bends(at.formation, at.inside);
        let toll = if permit == Permit::Guns {
            LegCost::Part(SEQUENCE / 4)
        } else if at.facing_free || at.entered || at.formation == Formation::Limbered && self.on(r::ML_1_9H) {
            LegCost::Part(0)
        } else if bend {
            let column = at.formation == Formation::MarchColumn;
            if column && by.abs() > REAR_QUARTER { about } else { LegCost::Part(0) }
        } else if by.abs() == 18_000 {
            about
        } else {
            LegCost::Part(i32::from(cost(true, false).halves) * (SEQUENCE / 2))
        };
        let from = at.pose;
        at.pose = from.turned(by);
        at.facing_free = false;
        let formation = at.formation;
        Ok(Some(WorkedLeg { leg, what: Manoeuvre::Turn(by), act: LegAct::Face, toll, from, to: at.pose, formation }))
    }

    /// A change of formation (ML-6.1d to ML-6.1k), or unlimbering (ML-3.2b).
    fn leg_form(
        &self,
        w: &World,
        id: UnitId,
        permit: Permit,
        leg: usize,
        at: &mut Standing,
        name: &str,
    ) -> Result<Option<WorkedLeg>, Refusal> {
        let Some(to) = formation_named(name) else { return Err(Refusal::form(0, "unknown_formation")) };
        if permit.holds() && self.on(r::ML_3_1L) {
            return Err(Refusal::by(r::ML_3_1L, 0, "not_open"));
        }
        if to == at.formation {
            return Ok(None);
        }
        let from = at.formation;
        let cost = match (permit, to) {
            // Half a sequence: the rest after a half move; in place it may still fire in phase 5.
            (Permit::Limbered, Formation::Deployed) => SEQUENCE / 2,
            (_, Formation::Deployed) | (Permit::Limbered, _) => return Err(Refusal::by(r::ML_1_9H, 0, "not_drilled")),
            // A bastion is declared on entry, or takes time later (ML-1.6i, ML-GAP-43).
            (_, Formation::Bastion) if at.entered && self.on(r::ML_1_6I) => 0,
            (_, Formation::Bastion | Formation::NoFormation) if !at.inside => {
                return Err(Refusal::by(r::ML_1_6I, 0, "not_in_a_building"));
            }
            // In a building there is no other formation, even for a unit disordered by a melee.
            (_, other)
                if at.inside
                    && !matches!(other, Formation::Bastion | Formation::NoFormation)
                    && self.on(r::ML_1_6J) =>
            {
                return Err(Refusal::by(r::ML_1_6J, 0, "not_open"));
            }
            (_, Formation::Bastion) if !self.on(r::ML_1_6I) => return Err(Refusal::by(r::ML_1_6I, 0, "not_open")),
            _ => match self.evolution_price(id, from, to) {
                Some(cost) => cost,
                None => return Err(self.no_evolution(id, to)),
            },
        };
        let cover = self.along_cover(&self.tdc_at(at.pose));
        if !self.by_doctrine(w, id, to, cover) {
            return Err(Refusal::by(r::ML_14B, 0, "against_doctrine"));
        }
        let column_or_line = |f: Formation| f == Formation::Line || f.is_column();
        at.facing_free = column_or_line(from) && column_or_line(to) && self.on(r::ML_GAP_15);
        at.formation = to;
        let stage = WorkedLeg {
            leg,
            what: Manoeuvre::Reform(name.into()),
            act: LegAct::Form(to),
            toll: LegCost::Part(cost),
            from: at.pose,
            to: at.pose,
            formation: from,
        };
        Ok(Some(stage))
    }

    /// The reason why a unit cannot take a formation.
    fn no_evolution(&self, id: UnitId, to: Formation) -> Refusal {
        let profile = &self.sheet(id).profile;
        let rule = match to {
            _ if profile.skirmish_only => r::ML_1_4C,
            Formation::Square | Formation::SolidSquare => r::ML_6_1H,
            Formation::Skirmish => r::ML_6_1K,
            _ => r::ML_6_1G,
        };
        Refusal::by(rule, 0, "not_drilled")
    }

    /// Entering a strongpoint takes the whole sequence, starting in contact (ML-1.6g, ML-GAP-43).
    fn leg_enter(
        &self,
        w: &World,
        id: UnitId,
        permit: Permit,
        leg: usize,
        at: &mut Standing,
        site: FeatureId,
    ) -> Result<Option<WorkedLeg>, Refusal> {
        if permit != Permit::Troops {
            return Err(Refusal::by(r::ML_1_6G, 0, "not_open"));
        }
        if at.inside || at.entered || at.pose != w.unit(id).pose && self.on(r::ML_GAP_43) {
            return Err(Refusal::by(r::ML_GAP_43, 0, "whole_sequence"));
        }
        self.may_occupy(w, id, site)?;
        let (from, formation) = (at.pose, at.formation);
        at.pose = self.garrison_pose(site, from);
        at.formation = Formation::NoFormation;
        at.inside = true;
        at.entered = true;
        let act = LegAct::Enter;
        Ok(Some(WorkedLeg {
            leg,
            what: Manoeuvre::Enter(site),
            act,
            toll: LegCost::Part(SEQUENCE),
            from,
            to: at.pose,
            formation,
        }))
    }
}

/// Whether a leg changes the place.
fn is_move(leg: &Manoeuvre) -> bool {
    matches!(leg, Manoeuvre::Ahead(_) | Manoeuvre::Oblique { .. } | Manoeuvre::Back(_) | Manoeuvre::Side(_))
}
