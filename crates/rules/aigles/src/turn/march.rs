//! The use of a quarter (LA-GAP-57): the moves that fit into it over the ground (LA-GAP-72, LA-GAP-82), or a turn or
//! change that begins with it.

use super::charge_steps::SHORT;
use super::deploy::formation_named;
use crate::resolve::motion::{self, Change, Going, wheel_cost};
use crate::world::{What, World, body, front_of};
use crate::{Arm, Distance, Formation, LesAigles, Order, Status, r};
use game::{Quiet, Rule, UnitId};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use table::{
    Angle, Cm, Course, Crossing, FeatureId, INSTANTS, Kind, Manoeuvre, March, Piece, Pose, SLACK, Trip, facing_to,
    point_to_piece, touched, within_cm,
};

/// The reason why a unit can go no farther.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Barred {
    pub rule: Rule,
    pub why: &'static str,
    /// The leg that is not possible.
    pub leg: usize,
}

/// A marching unit, in a plan or in fact.
#[derive(Clone, Debug)]
pub(crate) struct Marcher {
    pub id: UnitId,
    pub pose: Pose,
    pub formation: Formation,
    pub order: Order,
    /// A forced march (LA-PIV-16).
    pub forced: bool,
    /// Quarters by which its figures have turned (LA-PIV-06).
    pub turned: u8,
    /// Figures left of each kind: a company moves at its own rate (LA-MVT-09, LA-GAP-53). Empty: all of them.
    pub left: SmallVec<[u8; 3]>,
}

/// The part of a march in one quarter.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    /// The moves of this quarter.
    pub course: Course,
    /// Distances covered, with their instants.
    pub places: Vec<(Cm, u32)>,
    /// The pose at the end of it.
    pub end: Pose,
    /// A turn, change or crossing that begins with this quarter, and its number of quarters.
    pub begun: Option<(What, u8)>,
    /// Legs still to be done.
    pub rest: Vec<Manoeuvre>,
    /// It has reached ground that it may not enter.
    pub barred: Option<Barred>,
    /// Time used of the quarter.
    pub used: u32,
    /// The rest of a wheel cut off by the end of the quarter.
    pub wheels: Angle,
    /// It goes through a friend, and not all of its course fits into the quarter (LA-GAP-17).
    pub slowed: bool,
}

impl Slice {
    /// Slows it down from an instant on until it has covered this distance; it ends where that leaves it.
    pub(crate) fn slow_down(&mut self, at: u32, clear: Option<Cm>, by: game::Exact) {
        let from = Trip::timed(0, &self.course, &self.places).gone(at);
        let to = clear.unwrap_or(Cm::MAX);
        let [num, den] = [by.num, by.den].map(|part| f64::from(rulebook::saturated::<i32, _>(part).max(1)));
        let (mut places, mut now) = (vec![(0, 0)], 0.0);
        'quarter: for pair in self.places.windows(2) {
            let ((start, began), (end, ended)) = (pair[0], pair[1]);
            let mut cuts: Vec<Cm> =
                [start, from, to, end].into_iter().filter(|cm| (start..=end).contains(cm)).collect();
            cuts.sort_unstable();
            for part in cuts.windows(2) {
                let share = f64::from(part[1] - part[0]) / f64::from((end - start).max(1));
                let time = share * f64::from(ended.saturating_sub(began));
                let time = if part[0] >= from && part[1] <= to { time * den / num } else { time };
                let left = f64::from(INSTANTS) - now;
                if time > left {
                    let far = part[0] + (f64::from(part[1] - part[0]) * left / time) as Cm;
                    places.push((far, INSTANTS));
                    break 'quarter;
                }
                now += time;
                places.push((part[1], now.round() as u32));
            }
        }
        self.places = places;
        self.slowed = true;
        let there = self.course.at(Trip::timed(0, &self.course, &self.places).gone(INSTANTS));
        self.end = there.first().map_or(self.end, front_of);
    }
}

/// The movement of a unit without a plan: a charge, a rout, a rally.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub id: UnitId,
    pub formation: Formation,
    /// Distance in a quarter over open ground.
    pub quarter: Cm,
    pub over: Over,
    /// Friends that it passes through slow it down (LA-GAP-17).
    pub pressed: bool,
}

/// Effect of ground on such a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    /// None: its distance has no factor (LA-GAP-82).
    All,
    /// Ground slows the unit; an obstacle ends its way by other rules, such as those of a charge (LA-CHA-31).
    Ground,
    /// Ground slows the unit, which must cross obstacles, except the one already crossed.
    Crossing(Option<FeatureId>),
}

/// A part of a leg over the same ground.
struct Stretch {
    to: Cm,
    /// Centimetres in a quarter; `None`: it may not enter.
    rate: Option<Cm>,
    obstacle: Option<FeatureId>,
}

impl LesAigles {
    /// The moves of a quarter, from the start of the rest of a march.
    pub(crate) fn slice(&self, w: &World, marcher: &Marcher, legs: &[Manoeuvre]) -> Slice {
        let unit = w.unit(marcher.id);
        let start = self.marching(unit, marcher);
        let mut here = start;
        let mut left = INSTANTS;
        let (mut done, mut places, mut gone): (Vec<Manoeuvre>, Vec<(Cm, u32)>, Cm) = (Vec::new(), vec![(0, 0)], 0);
        let mut slice = Slice {
            course: Course::new(March { movers: vec![marcher.id.0], legs: Vec::new() }, vec![start]),
            places: Vec::new(),
            end: marcher.pose,
            begun: None,
            rest: Vec::new(),
            barred: None,
            used: 0,
            wheels: 0,
            slowed: false,
        };
        let mut n = 0;
        while let Some(leg) = legs.get(n) {
            if left == 0 {
                break;
            }
            if let Some(begun) = self.standing_leg(marcher, leg) {
                match begun {
                    _ if left < INSTANTS => {}
                    Ok(begun) => {
                        slice.begun = Some(begun);
                        n += 1;
                    }
                    Err(why) => slice.barred = Some(Barred { leg: n, ..why }),
                }
                break;
            }
            if matches!(leg, Manoeuvre::Stand) {
                n += 1;
                break;
            }
            let (far, took, stop) = self.go(marcher, &here, leg, left);
            let single = Course::new(March { movers: vec![marcher.id.0], legs: vec![leg.clone()] }, vec![here]);
            let length = single.length();
            if far >= length {
                done.push(leg.clone());
                here = single.end().first().copied().unwrap_or(here);
                n += 1;
            } else if far > 0 {
                let part = cut_leg(leg, far, length);
                here = Course::new(March { movers: vec![marcher.id.0], legs: vec![part.clone()] }, vec![here])
                    .end()
                    .first()
                    .copied()
                    .unwrap_or(here);
                done.push(part);
            }
            gone += far;
            left = left.saturating_sub(took);
            places.push((gone, INSTANTS - left));
            if far >= length {
                continue;
            }
            // The rest of this leg follows later, from where it was left.
            slice.rest = legs.get(n..).unwrap_or_default().to_vec();
            if let Some(first) = slice.rest.first_mut() {
                *first = rest_of(first, far, length);
                if let Manoeuvre::Wheel(left) = *first {
                    slice.wheels = if far > 0 { left } else { 0 };
                }
            }
            match stop {
                Some(Stopped::Obstacle(feature)) if gone == 0 => {
                    slice.begun = Some((What::Cross(feature), self.crossing_time(marcher, feature)));
                    // The way over it is part of the leg.
                    let over = self.width_of(feature, &here);
                    if let Some(Manoeuvre::Ahead(cm)) = slice.rest.first_mut() {
                        *cm -= over;
                        if *cm <= 0 {
                            slice.rest.remove(0);
                        }
                    }
                }
                Some(Stopped::Barred(rule, why)) => slice.barred = Some(Barred { rule, why, leg: n }),
                _ => {}
            }
            n = legs.len();
            break;
        }
        if n < legs.len() {
            slice.rest = legs[n..].to_vec();
        }
        slice.course.march.legs = done;
        slice.places = places;
        slice.end = front_of(&here);
        slice.used = INSTANTS - left;
        slice
    }

    /// A leg that takes whole quarters without movement: a turn, a change. `None`: it is a move.
    fn standing_leg(&self, marcher: &Marcher, leg: &Manoeuvre) -> Option<Result<(What, u8), Barred>> {
        let sheet = self.sheet(marcher.id);
        let barred = |rule: Rule, why: &'static str| Err(Barred { rule, why, leg: 0 });
        Some(match leg {
            Manoeuvre::Turn(by) => match motion::turning_time(&self.book, sheet.profile.arm, sheet.status) {
                Some(quarters) => Ok((What::Turn(*by), quarters.max(1))),
                None => barred(r::LA_ART_03, "guns_do_not_turn"),
            },
            Manoeuvre::Reform(name) => match formation_named(name.as_str()) {
                // At the end of a move a limbered battery may unlimber (LA-ART-04).
                Some(Formation::InPosition) if marcher.formation == Formation::Limbered && !self.on(r::LA_ART_04) => {
                    barred(r::LA_ART_04, "no_such_change")
                }
                Some(to) => match self.change_time(marcher, to) {
                    Some(quarters) => Ok((What::Form(to), quarters.max(1))),
                    None => barred(r::LA_GAP_11, "no_such_change"),
                },
                None => barred(r::LA_GAP_10, "no_such_formation"),
            },
            Manoeuvre::Ahead(_)
            | Manoeuvre::Oblique { .. }
            | Manoeuvre::Wheel(_)
            | Manoeuvre::Back(_)
            | Manoeuvre::Stand => {
                return None;
            }
            Manoeuvre::Side(_) | Manoeuvre::Enter(_) => barred(r::LA_GAP_61, "not_a_leg"),
        })
    }

    /// Quarters of a change of formation, including a better order of the ranks: the longer of the two (LA-GAP-11,
    /// LA-GAP-12); `None`: there is no such change.
    pub(crate) fn change_time(&self, marcher: &Marcher, to: Formation) -> Option<u8> {
        let sheet = self.sheet(marcher.id);
        let (arm, class, status) = (sheet.profile.arm, sheet.profile.class, sheet.status);
        let horse = sheet.leading.horse;
        let quarters = |change: Change| motion::quarters(&self.book, change, class, status, horse);
        let mend = Change::mending(arm, marcher.order).map(quarters);
        // A disordered unit must first come out of disorder (LA-GAP-12).
        if marcher.order == Order::Disordered && to != marcher.formation {
            return None;
        }
        if to == marcher.formation {
            return mend.flatten();
        }
        if !crate::world::may_stand(&sheet.profile, to) {
            return None;
        }
        let change = quarters(Change::between(arm, marcher.formation, to)?)?;
        let mend = mend.flatten().unwrap_or(0);
        // Guns after a forced march re-form first, then unlimber (LA-ART-05).
        let one_by_one = arm == Arm::Artillery && self.on(r::LA_ART_05);
        Some(if one_by_one { mend + change } else { mend.max(change) })
    }

    pub(crate) fn crossing_time(&self, marcher: &Marcher, feature: FeatureId) -> u8 {
        let row = self.terrain.kind(feature).map(|kind| self.book.tables.ground.of(kind));
        row.and_then(|row| row.cross).and_then(|cross| cross.of(self.mover(marcher))).unwrap_or(1).max(1)
    }

    fn mover(&self, marcher: &Marcher) -> crate::terms::tables::Mover {
        crate::terms::tables::Mover::of(self.arm(marcher.id), marcher.formation)
    }

    /// Distance on a leg in a given time, the time used, and the obstacle that stopped the unit earlier.
    fn go(&self, marcher: &Marcher, from: &Piece, leg: &Manoeuvre, time: u32) -> (Cm, u32, Option<Stopped>) {
        let strip = self.strip(from);
        let course = Course::new(March { movers: vec![marcher.id.0], legs: vec![leg.clone()] }, vec![strip]);
        let length = course.length();
        // The cost of a wheel is the path of the outermost figure (LA-PIV-01): a wheel without cost takes no time.
        if let Manoeuvre::Wheel(by) = leg
            && wheel_cost(&self.book, Distance::from_cm(from.front), by.unsigned_abs(), Status::Regular).cm() == 0
        {
            return (length, 0, None);
        }
        let (mut gone, mut left) = (0, f64::from(time));
        for stretch in self.stretches(marcher, &course, leg) {
            if let Some(feature) = stretch.obstacle {
                let stop = if matches!(leg, Manoeuvre::Ahead(_)) && stretch.rate.is_some() {
                    Stopped::Obstacle(feature)
                } else {
                    Stopped::Barred(r::LA_GAP_72, "obstacle_in_the_way")
                };
                return (gone, spent(time, left), Some(stop));
            }
            let Some(rate) = stretch.rate.filter(|rate| *rate > 0) else {
                return (gone, spent(time, left), Some(Stopped::Barred(r::LA_GAP_72, "impassable_ground")));
            };
            let far = stretch.to - gone;
            let needs = f64::from(far) / f64::from(rate) * f64::from(INSTANTS);
            if needs > left + 1.0 {
                let reached = (left / f64::from(INSTANTS) * f64::from(rate)) as Cm;
                return (gone + reached, time, None);
            }
            left -= needs;
            gone = stretch.to;
        }
        (length, spent(time, left.max(0.0)), None)
    }

    /// Distance to an obstacle straight ahead that takes time to cross, with its id, and whether the unit may cross it
    /// (LA-GAP-72).
    pub(crate) fn obstacle_ahead(&self, marcher: &Marcher, from: &Piece, far: Cm) -> Option<(Cm, FeatureId, bool)> {
        let leg = Manoeuvre::Ahead(far);
        let legs = vec![leg.clone()];
        let course = Course::new(March { movers: vec![marcher.id.0], legs }, vec![self.strip(from)]);
        let mut gone = 0;
        for stretch in self.stretches(marcher, &course, &leg) {
            if let Some(feature) = stretch.obstacle {
                return Some((gone, feature, stretch.rate.is_some()));
            }
            gone = stretch.to;
        }
        None
    }

    /// The order of a unit that has crossed an obstacle (LA-GAP-72).
    pub(crate) fn order_over(&self, marcher: &Marcher, feature: FeatureId) -> Order {
        let row = self.terrain.kind(feature).map(|kind| self.book.tables.ground.of(kind));
        row.and_then(|row| row.order(self.mover(marcher))).unwrap_or(Order::Formed)
    }

    /// A footprint without depth along the front edge: only ground under the front counts.
    fn strip(&self, piece: &Piece) -> Piece {
        body(front_of(piece), (piece.front, piece.depth.min(40)))
    }

    /// The parts of a leg, each over the same ground.
    fn stretches(&self, marcher: &Marcher, course: &Course, leg: &Manoeuvre) -> Vec<Stretch> {
        let length = course.length();
        let march = match leg {
            Manoeuvre::Oblique { .. } => motion::March::Oblique,
            Manoeuvre::Back(_) => motion::March::Back,
            _ if marcher.forced => motion::March::Forced,
            _ => motion::March::Ahead,
        };
        let slow = matches!(leg, Manoeuvre::Wheel(_));
        let touched = touched(course, 0, &self.terrain);
        let mut cuts: BTreeSet<Cm> = BTreeSet::from([length]);
        for crossing in &touched {
            cuts.extend([crossing.from_cm, crossing.to_cm].into_iter().filter(|cm| *cm > 0 && *cm < length));
        }
        let slopes = if slow { Vec::new() } else { self.slopes(course) };
        cuts.extend(slopes.iter().flat_map(|(foot, top)| [*foot, *top]).filter(|cm| *cm > 0 && *cm < length));
        let mut from = 0;
        let mut found = Vec::new();
        for to in cuts {
            let middle = from + (to - from) / 2;
            let uphill = slopes.iter().any(|(foot, top)| *foot <= middle && middle < *top);
            let under: Vec<(FeatureId, Kind)> = touched
                .iter()
                .filter(|c| c.from_cm <= middle && middle <= c.to_cm.max(c.from_cm + 2 * SLACK))
                .filter_map(|c| Some((c.feature, self.terrain.kind(c.feature)?)))
                .collect();
            let obstacle = under.iter().find(|(_, kind)| self.book.tables.ground.of(*kind).cross.is_some());
            // If the middle of the front is on a road or bridge, the unit follows it.
            let at = course.at(middle).first().map(|p| p.pose.at);
            let road = at.and_then(|at| {
                let kinds: Vec<Kind> = self.terrain.at(at).filter_map(|f| self.terrain.kind(f)).collect();
                kinds.into_iter().find(|kind| matches!(kind, Kind::Road | Kind::Bridge))
            });
            let bridged = road == Some(Kind::Bridge);
            let ground: Vec<Kind> = match road {
                Some(road) if marcher.formation.column() || self.arm(marcher.id) == Arm::Artillery => vec![road],
                _ => under
                    .iter()
                    .filter(|(_, kind)| self.book.tables.ground.of(*kind).cross.is_none())
                    .map(|(_, k)| *k)
                    .collect(),
            };
            let rate = self
                .rate(marcher, march, ground, uphill)
                .map(|rate| if slow { self.wheeling(marcher.id, rate) } else { rate });
            let (obstacle, rate) = match obstacle.filter(|_| !bridged && road.is_none()) {
                Some((feature, kind)) => {
                    let may = self.book.tables.ground.of(*kind).cross.and_then(|cross| cross.of(self.mover(marcher)));
                    // An obstacle that takes no time is none.
                    if may == Some(0) { (None, rate) } else { (Some(*feature), may.and(rate)) }
                }
                None => (None, rate),
            };
            found.push(Stretch { to, rate, obstacle });
            from = to;
        }
        found
    }

    /// The uphill parts of a straight way: the ground before each higher level that its middle reaches, whether or not
    /// the way climbs it (LA-GAP-72).
    fn slopes(&self, course: &Course) -> Vec<(Cm, Cm)> {
        let ends = (course.from.first().map(|p| p.pose.at), course.end().first().map(|p| p.pose.at));
        let (Some(from), Some(to)) = ends else { return Vec::new() };
        if from == to {
            return Vec::new();
        }
        let slope = self.book.tables.ground.slope.cm();
        let bearing = from.bearing_to(to);
        let level = |cm: Cm| self.terrain.level(from.step(bearing, cm));
        let hill = |feature: FeatureId| self.terrain.kind(feature) == Some(Kind::Hill);
        let crossed = self.terrain.along(from, from.step(bearing, course.length() + slope));
        let borders = crossed.iter().filter(|c| hill(c.feature)).flat_map(|c| [c.from_cm, c.to_cm]);
        borders.filter(|cm| level(cm + SLACK) > level(cm - SLACK)).map(|cm| (cm - slope, cm)).collect()
    }

    /// Distance that a unit goes straight on in a quarter over the ground ahead, and the obstacle that it then stands
    /// at if it must cross one (LA-GAP-72, LA-GAP-82).
    pub(crate) fn far_over(&self, pace: &Pace, from: &Piece) -> (Cm, Option<FeatureId>) {
        let Pace { id, formation, quarter, .. } = *pace;
        let formation = if formation == Formation::InPosition { Formation::Limbered } else { formation };
        let pose = front_of(from);
        let left = SmallVec::new();
        let marcher = Marcher { id, pose, formation, order: Order::Formed, forced: false, turned: 0, left };
        let open = self.rate(&marcher, motion::March::Ahead, Vec::new(), false).unwrap_or(0);
        // No ground lets it go twice as far.
        let leg = Manoeuvre::Ahead(2 * quarter);
        let legs = vec![leg.clone()];
        if open == 0 || quarter == 0 || pace.over == Over::All {
            return (quarter, None);
        }
        let course = Course::new(March { movers: vec![id.0], legs }, vec![self.strip(from)]);
        let (mut gone, mut left) = (0, 1.0);
        for stretch in self.stretches(&marcher, &course, &leg) {
            if let (Some(feature), Over::Crossing(crossed)) = (stretch.obstacle, pace.over)
                && crossed != Some(feature)
                && stretch.rate.is_some()
            {
                return (gone, Some(feature));
            }
            // Ground that it may not enter bars its way by itself.
            let slowed = stretch.rate.filter(|rate| *rate > 0).unwrap_or(open);
            let rate = f64::from(quarter) * f64::from(slowed) / f64::from(open);
            let needs = f64::from(stretch.to - gone) / rate;
            if needs >= left {
                return (gone + (left * rate).round() as Cm, None);
            }
            left -= needs;
            gone = stretch.to;
        }
        (gone, None)
    }

    /// The quarter move of a charge or entry over the ground ahead, and its distance bonus, which ground does not
    /// reduce.
    pub(crate) fn dash_over(&self, w: &World, id: UnitId, from: &Piece) -> (Cm, Cm) {
        let unit = w.unit(id);
        let (quarter, bonus) = self.dash(unit, id);
        let (far, _) =
            self.far_over(&Pace { id, formation: unit.formation, quarter, over: Over::Ground, pressed: false }, from);
        (far, bonus)
    }

    /// Whether a charge, or an ordinary entry, could touch a unit at this distance in this many quarters over the
    /// ground between them (LA-GAP-19, LA-GAP-72): a charge does not cross an obstacle, an entry takes its time for
    /// one.
    pub(crate) fn in_reach(&self, w: &World, id: UnitId, (at, far): (&Piece, Cm), quarters: u32, enters: bool) -> bool {
        let (own, formation) = (self.body(w, id), w.unit(id).formation);
        let (quarter, bonus) = self.dash(w.unit(id), id);
        let (quarters, bonus) = (rulebook::saturated::<Cm, _>(quarters), if enters { 0 } else { bonus });
        if !within_cm(far, quarters * quarter + bonus) {
            return false;
        }
        let faced = match self.ahead(&own, at) {
            Some(_) => own,
            None => facing_to(&own, point_to_piece(own.pose.at, at).to),
        };
        let pace = |quarters: Cm, over: Over| Pace { id, formation, quarter: quarters * quarter, over, pressed: false };
        let (mut here, mut gone, mut left, mut over) = (faced, 0, quarters, None);
        if !enters {
            let open = !self.obstacle_between(faced.front_middle(), at.pose.at);
            return open && within_cm(far, self.far_over(&pace(quarters, Over::Ground), &here).0 + bonus);
        }
        let barred = |crossing: &Crossing| self.may_not_enter(id, formation, crossing.feature);
        if self.terrain.along(faced.front_middle(), at.pose.at).iter().any(barred) {
            return false;
        }
        let marcher = self.marcher(w, id);
        while left > 0 {
            let (way, before) = self.far_over(&pace(1, Over::Crossing(over)), &here);
            here = here.moved(here.pose.facing, way);
            gone += way;
            match before.filter(|_| way <= SHORT) {
                Some(feature) => {
                    left -= Cm::from(self.crossing_time(&marcher, feature));
                    over = Some(feature);
                }
                None => left -= 1,
            }
        }
        within_cm(far, gone)
    }

    /// The rate of a wheel: slower for SR, M and I (LA-PIV-02).
    pub(crate) fn wheeling(&self, id: UnitId, rate: Cm) -> Cm {
        let slow = self.book.tables.movement.wheel_poor;
        if self.sheet(id).status.good() || !self.on(r::LA_PIV_02) {
            return rate;
        }
        rulebook::saturated::<Cm, _>(i64::from(rate) * slow.num / slow.den.max(1))
    }

    /// Centimetres that a unit moves in a quarter.
    pub(crate) fn rate(&self, marcher: &Marcher, march: motion::March, ground: Vec<Kind>, uphill: bool) -> Option<Cm> {
        let sheet = self.sheet(marcher.id);
        let paces = |of: Formation| -> Vec<u8> {
            let there = |kind: usize| marcher.left.get(kind).is_none_or(|n| *n > 0) || !self.on(r::LA_GAP_53);
            let companies = sheet.profile.companies.iter().enumerate().filter(|(kind, _)| there(*kind)).map(|(_, c)| c);
            let own = companies.filter_map(|c| c.figure.paces(of).or_else(|| c.figure.paces(marcher.formation)));
            own.map(|pace| pace.allowance).collect()
        };
        let mut allowances = paces(marcher.formation);
        let line_allowances = if march == motion::March::Back { paces(Formation::Line) } else { Vec::new() };
        if allowances.is_empty() {
            allowances.push(0);
        }
        let going = Going {
            arm: sheet.profile.arm,
            status: sheet.status,
            formation: marcher.formation,
            order: marcher.order,
            allowances,
            line_allowances,
            march,
            ground,
            uphill,
        };
        motion::rate(&self.book, &going, &mut Quiet).map(|rate| rate.distance().cm())
    }

    /// A unit that begins its march in its place.
    pub(crate) fn marcher(&self, w: &World, id: UnitId) -> Marcher {
        let unit = w.unit(id);
        let (pose, formation, order) = (unit.pose, unit.formation, unit.order);
        Marcher { id, pose, formation, order, forced: false, turned: unit.turned, left: unit.left.clone() }
    }

    /// The footprint of a unit on its march.
    pub(crate) fn marching(&self, unit: &crate::world::Unit, marcher: &Marcher) -> Piece {
        self.laid(marcher.id, unit.figures(), marcher.pose, (marcher.formation, marcher.turned))
    }

    /// The state of a unit after a turn, a change or a crossing.
    pub(crate) fn after(&self, w: &World, marcher: &mut Marcher, what: What) {
        let unit = w.unit(marcher.id);
        match what {
            What::Turn(by) => self.turn_figures(unit, marcher, by),
            What::Form(to) => {
                if marcher.order == Order::Disordered {
                    marcher.order = Order::Unformed;
                } else {
                    // A battery that limbers moves off in the direction opposite to its fire (LA-ART-07).
                    if to == Formation::Limbered && marcher.formation != to && self.on(r::LA_ART_07) {
                        let piece = self.marching(unit, marcher);
                        let pose = Pose { facing: (piece.pose.facing + 18_000).rem_euclid(36_000), ..piece.pose };
                        marcher.pose = front_of(&Piece { pose, ..piece });
                    }
                    marcher.order = Order::Formed;
                    marcher.formation = to;
                    marcher.turned = 0;
                }
            }
            What::Cross(feature) => {
                let piece = self.marching(unit, marcher);
                marcher.pose = marcher.pose.ahead(self.width_of(feature, &piece));
                marcher.order = marcher.order.max(self.order_over(marcher, feature));
            }
            _ => {}
        }
    }

    /// Turns the figures in place: the footprint stays the same, and a line turned by a quarter is one figure wide
    /// (LA-PIV-06). A British double line is then in march column (LA-PIV-08).
    fn turn_figures(&self, unit: &crate::world::Unit, marcher: &mut Marcher, by: i32) {
        let piece = self.marching(unit, marcher);
        let quarters = rulebook::saturated::<u8, _>(by.rem_euclid(36_000) / 9_000);
        let facing = (piece.pose.facing + by).rem_euclid(36_000);
        let across = quarters % 2 == 1 && self.on(r::LA_PIV_06) && !marcher.formation.square();
        let depth = if across { piece.front } else { piece.depth };
        marcher.pose = Pose { at: piece.pose.at, facing }.ahead(depth / 2);
        if !self.on(r::LA_PIV_06) || marcher.formation.square() {
            return;
        }
        let profile = &self.sheet(marcher.id).profile;
        let turned = if quarters == 2 { motion::Turned::About } else { motion::Turned::Quarter };
        let kinds = rulebook::saturated::<u8, _>(profile.companies.iter().count());
        let (formation, _) =
            motion::after_turn(&self.book, marcher.formation, turned, (profile.fighting, kinds), profile.skirmishes);
        marcher.turned = if formation == marcher.formation { (marcher.turned + quarters) % 4 } else { 0 };
        marcher.formation = formation;
    }

    /// Distance that a unit before an obstacle must move to have its front beyond it.
    pub(crate) fn width_of(&self, feature: FeatureId, piece: &Piece) -> Cm {
        let strip = self.strip(piece);
        let far = 6 * crate::CM;
        let course = Course::new(March { movers: vec![0], legs: vec![Manoeuvre::Ahead(far)] }, vec![strip]);
        touched(&course, 0, &self.terrain)
            .iter()
            .filter(|c| c.feature == feature)
            .map(|c| c.to_cm + 2 * SLACK + strip.depth)
            .max()
            .unwrap_or(0)
            .min(far)
    }

    /// The order of a unit in this ground (LA-GAP-72).
    pub(crate) fn order_of_ground(&self, id: UnitId, formation: Formation, piece: &Piece) -> Order {
        let mover = crate::terms::tables::Mover::of(self.arm(id), formation);
        let kinds = self.terrain.touched(piece).into_iter().filter_map(|f| self.terrain.kind(f));
        let kinds = kinds.filter(|kind| motion::ground_counts(&self.book, *kind));
        let rows = kinds.map(|kind| self.book.tables.ground.of(kind)).filter(|row| row.cross.is_none());
        rows.filter_map(|row| row.order(mover)).max().unwrap_or(Order::Formed)
    }
}

/// Reasons why a unit stops on its way.
#[derive(Clone, Copy, Debug)]
enum Stopped {
    Obstacle(FeatureId),
    Barred(Rule, &'static str),
}

fn spent(time: u32, left: f64) -> u32 {
    time.saturating_sub(left as u32)
}

/// A part of a leg.
fn cut_leg(leg: &Manoeuvre, far: Cm, length: Cm) -> Manoeuvre {
    match *leg {
        Manoeuvre::Ahead(_) => Manoeuvre::Ahead(far),
        Manoeuvre::Back(_) => Manoeuvre::Back(far),
        Manoeuvre::Oblique { by, .. } => Manoeuvre::Oblique { cm: far, by },
        Manoeuvre::Wheel(by) => Manoeuvre::Wheel(share(by, far, length)),
        ref other => other.clone(),
    }
}

/// The rest of a leg.
fn rest_of(leg: &Manoeuvre, far: Cm, length: Cm) -> Manoeuvre {
    match *leg {
        Manoeuvre::Ahead(cm) => Manoeuvre::Ahead(cm - far),
        Manoeuvre::Back(cm) => Manoeuvre::Back(cm - far),
        Manoeuvre::Oblique { cm, by } => Manoeuvre::Oblique { cm: cm - far, by },
        Manoeuvre::Wheel(by) => Manoeuvre::Wheel(by - share(by, far, length)),
        ref other => other.clone(),
    }
}

fn share(by: i32, far: Cm, length: Cm) -> i32 {
    rulebook::saturated::<i32, _>(i64::from(by) * i64::from(far) / i64::from(length.max(1)))
}
