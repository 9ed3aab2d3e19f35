//! The path of a unit through a stretch of time: its place and formation at each instant, and the rest of its plan.

use crate::world::{Plan, World, footprint};
use crate::{Arm, Formation, MarieLouise, Order, r};
use game::{Rule, UnitId};
use table::{Cm, FeatureId, Footprint, Manoeuvre, Piece, Point, Pose};

/// A stretch of time in which a unit moves straight or stands. Times count from the start of the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bit {
    pub from: i32,
    pub to: i32,
    pub start: Pose,
    pub end: Pose,
    pub formation: Formation,
}

/// The movement of a unit in a window of time.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    pub id: UnitId,
    pub bits: Vec<Bit>,
    /// The final pose and formation.
    pub pose: Pose,
    pub formation: Formation,
    pub elements: u8,
    /// The rest of the plan.
    pub rest: Plan,
    /// The path of its TdC.
    pub path: Vec<Pose>,
    /// The strongpoint it has entered.
    pub entered: Option<FeatureId>,
    /// The obstacle in front of which it has halted (ML-1.6e).
    pub halted: Option<FeatureId>,
    /// The distance that it has moved.
    pub went: Cm,
    /// It has turned or unlimbered.
    pub turned: bool,
    /// It has started to act.
    pub acted: bool,
    /// The rules of what it did.
    pub rules: Vec<Rule>,
}

impl MarieLouise {
    /// Follows a plan from its present state to a time of the sequence. A manoeuvre takes effect at the end of its time
    /// (ML-GAP-30).
    pub(crate) fn follow_plan(&self, w: &World, id: UnitId, plan: &Plan, until: i32) -> Track {
        let unit = w.unit(id);
        let mut track = Track::still(w, id);
        track.rest = plan.clone();
        let mut now = plan.done;
        let mut used = 0;
        for (leg, cost) in plan.legs.iter().zip(&plan.costs) {
            let left = until - now;
            if left < 0 || (left == 0 && *cost > 0) {
                break;
            }
            let took = left.min(*cost);
            let whole = took == *cost;
            track.acted = true;
            let start = track.pose;
            let gone = match leg {
                Manoeuvre::Ahead(cm) => Some((*cm, 0)),
                Manoeuvre::Oblique { cm, by } => Some((*cm, *by)),
                _ => None,
            };
            let mut end = start;
            let formation = track.formation;
            let mut unfinished = leg.clone();
            if let Some((cm, by)) = gone {
                let far = if whole { cm } else { share(cm, took, *cost) };
                end.at = start.at.step((start.facing + by).rem_euclid(36_000), far);
                track.went += far;
                track.rule(r::ML_6_1B);
                // A unit that leaves a building becomes disorganised (ML-1.6j).
                if unit.inside.is_some() && track.entered.is_none() && self.on(r::ML_1_6J) {
                    track.formation = Formation::Disorder;
                }
                unfinished = match leg {
                    Manoeuvre::Oblique { .. } => Manoeuvre::Oblique { cm: cm - far, by },
                    _ => Manoeuvre::Ahead(cm - far),
                };
            }
            track.bits.push(Bit { from: now - plan.done, to: now - plan.done + took, start, end, formation });
            track.pose = end;
            now += took;
            if !whole {
                track.rest.legs.drain(..used);
                track.rest.costs.drain(..used);
                if let (Some(first), Some(price)) = (track.rest.legs.first_mut(), track.rest.costs.first_mut()) {
                    *first = unfinished;
                    *price -= took;
                }
                track.rest.done = now;
                track.path.push(track.pose);
                return track;
            }
            used += 1;
            self.take_effect(&mut track, leg, *cost, used == plan.legs.len());
            track.path.push(track.pose);
        }
        track.rest.legs.drain(..used);
        track.rest.costs.drain(..used);
        track.rest.done = now;
        track
    }

    /// Applies a leg at its end.
    fn take_effect(&self, track: &mut Track, leg: &Manoeuvre, cost: i32, last: bool) {
        match leg {
            Manoeuvre::Turn(by) => {
                track.pose = track.pose.turned(*by);
                track.turned = true;
                track.rule(match by.abs() {
                    // A bend of the path, or one included in a change of formation.
                    _ if cost == 0 => r::ML_GAP_15,
                    18_000 => r::ML_6_1J,
                    _ => r::ML_6_1C,
                });
            }
            Manoeuvre::Reform(name) => {
                if let Some(to) = super::permit::formation_named(name) {
                    let rule = match (track.formation, to) {
                        (_, Formation::Deployed) => r::ML_3_2B,
                        (_, Formation::Bastion | Formation::NoFormation) => r::ML_1_6I,
                        (_, Formation::Square) => r::ML_6_1H,
                        (Formation::Disorder | Formation::Square | Formation::SolidSquare | Formation::Skirmish, _) => {
                            r::ML_6_1G
                        }
                        (_, Formation::Skirmish) => r::ML_6_1K,
                        (Formation::Line, _) => r::ML_6_1E,
                        (_, Formation::Line) => r::ML_6_1D,
                        _ => r::ML_6_1F,
                    };
                    track.rule(rule);
                    track.turned |= to == Formation::Deployed;
                    track.formation = to;
                }
            }
            Manoeuvre::Enter(site) if self.is_obstacle(*site) => track.halted = last.then_some(*site),
            Manoeuvre::Enter(site) => {
                track.entered = Some(*site);
                track.formation = Formation::NoFormation;
                track.pose = self.garrison_pose(*site, track.pose);
                track.rule(r::ML_1_6G);
            }
            _ => {}
        }
    }

    /// Whether a feature is a linear obstacle (ML-1.6e).
    pub(crate) fn is_obstacle(&self, feature: FeatureId) -> bool {
        self.terrain.kind(feature).is_some_and(|kind| self.ground(kind).obstacle)
    }

    /// Whether a unit moves as an adjustment under T (ML-6.3a).
    pub(crate) fn adjusts(&self, w: &World, id: UnitId) -> bool {
        w.unit(id).order == Order::Hold && self.sheet(id).profile.arm == Arm::Infantry
    }
}

/// A share of a length.
fn share(cm: Cm, took: i32, cost: i32) -> Cm {
    let (cm, took, cost) = (i64::from(cm), i64::from(took), i64::from(cost.max(1)));
    rulebook::saturated::<Cm, _>((2 * cm * took + cost) / (2 * cost))
}

impl Track {
    /// A unit that does not move.
    pub(crate) fn still(w: &World, id: UnitId) -> Self {
        let unit = w.unit(id);
        Self {
            id,
            bits: Vec::new(),
            pose: unit.pose,
            formation: unit.formation,
            elements: unit.elements,
            rest: Plan::default(),
            path: vec![unit.pose],
            entered: None,
            halted: None,
            went: 0,
            turned: false,
            acted: false,
            rules: Vec::new(),
        }
    }

    /// A unit that goes straight from one place to another in a time and then stands.
    pub(crate) fn straight(w: &World, id: UnitId, from: Pose, to: Pose, time: i32) -> Self {
        let still = Self::still(w, id);
        let time = time.max(1);
        let bits = vec![Bit { from: 0, to: time, start: from, end: to, formation: still.formation }];
        Self { bits, pose: to, path: vec![from, to], went: from.at.to(to.at).round() as Cm, ..still }
    }

    fn rule(&mut self, rule: Rule) {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
    }

    /// The same path in a window of another length: a unit that started later moves faster.
    pub(crate) fn stretched(mut self, time: i32, window: i32) -> Self {
        if time != window && time > 0 {
            let scaled = |t: i32| rulebook::saturated::<i32, _>(i64::from(t) * i64::from(window) / i64::from(time));
            for bit in &mut self.bits {
                bit.from = scaled(bit.from);
                bit.to = scaled(bit.to);
            }
        }
        self
    }

    /// The straight motion at a time: its start, the place at another time of the same bit, and the formation.
    pub(crate) fn span(&self, from: i32, to: i32) -> (Pose, Pose, Formation) {
        match self.bits.iter().find(|bit| bit.from <= from && from < bit.to) {
            Some(bit) => (bit.at(from), bit.at(to), bit.formation),
            None => {
                // Between two bits (turns take no time) or after the last one the unit stands.
                let next = self.bits.iter().find(|bit| bit.from >= from);
                let (pose, formation) = next.map_or((self.pose, self.formation), |bit| (bit.start, bit.formation));
                (pose, pose, formation)
            }
        }
    }

    /// Whether its place changes at all.
    pub(crate) fn goes(&self) -> bool {
        self.bits.iter().any(|bit| bit.start.at != bit.end.at)
    }

    /// Its pose at the beginning.
    pub(crate) fn start(&self) -> Pose {
        self.path.first().copied().unwrap_or(self.pose)
    }

    /// Whether its place or its facing changes.
    pub(crate) fn stirs(&self) -> bool {
        self.goes() || self.entered.is_some() || self.pose != self.start()
    }

    /// The box that it covers in the window.
    pub(crate) fn bounds(&self) -> Piece {
        let mut corners: Vec<Point> = Vec::new();
        let mut add = |pieces: Footprint| corners.extend(pieces.iter().flat_map(Piece::corners));
        add(footprint(self.pose, self.formation, self.elements));
        for bit in &self.bits {
            add(footprint(bit.start, bit.formation, self.elements));
            add(footprint(bit.end, bit.formation, self.elements));
        }
        let least = |of: fn(&Point) -> Cm| corners.iter().map(of).min().unwrap_or(0);
        let most = |of: fn(&Point) -> Cm| corners.iter().map(of).max().unwrap_or(0);
        let (west, east, south, north) = (least(|p| p.x), most(|p| p.x), least(|p| p.y), most(|p| p.y));
        let middle = Point::new(i32::midpoint(west, east), i32::midpoint(south, north));
        Piece { pose: Pose { at: middle, facing: 0 }, front: east - west + 2, depth: north - south + 2, lead: true }
    }
}

impl Bit {
    /// Its pose at a time.
    pub(crate) fn at(&self, time: i32) -> Pose {
        let (took, whole) = (i64::from(time.clamp(self.from, self.to) - self.from), i64::from(self.to - self.from));
        if whole == 0 {
            return self.end;
        }
        let between = |a: Cm, b: Cm| {
            let moved = i64::from(b - a) * took;
            let rounded = (2 * moved + whole * moved.signum()) / (2 * whole);
            a + rulebook::saturated::<Cm, _>(rounded)
        };
        Pose {
            at: Point::new(between(self.start.at.x, self.end.at.x), between(self.start.at.y, self.end.at.y)),
            ..self.start
        }
    }
}
