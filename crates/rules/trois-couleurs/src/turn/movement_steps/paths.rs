//! Ways of units: their cost, their end, and the ground that takes time.

use crate::field::{ground_entered, ground_of};
use crate::resolve::combat::onset::{self, Distant, Onset};
use crate::resolve::moving::changing;
use crate::resolve::moving::encounter::{Walker, fraction};
use crate::resolve::moving::movement::{self, March, Way, ud};
use crate::resolve::moving::points::{PointUse, Spending, fastest, left, spend};
use crate::resolve::moving::turning;
use crate::terms::tables::MovingAs;
use crate::world::{Code, World};
use crate::{Arm, Distance, Formation, Gait, Ground, TroisCouleurs, UD, r};
use game::{Refusal, Rule, UnitId};
use table::{Angle, Cm, Course, INSTANTS, Kind, Manoeuvre, March as Steps, Piece, Pose, Stop, room};

/// A possible way of a unit.
#[derive(Clone, Debug)]
pub(crate) struct Trip {
    pub legs: Vec<Manoeuvre>,
    /// PA that it costs.
    pub points: u8,
    /// PA of these for its pivot.
    pub pivot: u8,
    pub gait: Gait,
    /// Ground on the way: its distance in centimetres, and the number of instants that it costs.
    pub ground: Vec<(Cm, u32)>,
    pub end: Piece,
    /// Length of the straight way, and its largest possible length over this ground.
    pub used: (Cm, Cm),
    /// The front to which the ground narrows it (L3C-MVT-25).
    pub narrow: Option<u8>,
}

/// Actions of a unit in its move before it assaults.
#[derive(Clone, Copy, Default)]
pub(crate) struct DoneBefore {
    /// PA of a manoeuvre.
    pub points: u8,
    /// It has turned towards its target.
    pub turned: bool,
    /// Its way so far is not that of a charge (L3C-MAC-15).
    pub bent: bool,
    /// Distance covered: a move that becomes an assault is one move (L3C-GAP-A35).
    pub gone: Cm,
}

/// Why a way is not allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Barred {
    pub rule: Rule,
    pub why: &'static str,
    /// The longest distance allowed, if the way is too long.
    pub most: Option<Cm>,
}

impl Barred {
    pub(crate) const fn by(rule: Rule, why: &'static str) -> Self {
        Self { rule, why, most: None }
    }

    /// The same as a refusal of a field.
    pub(crate) fn refusal(&self, field: usize) -> Refusal {
        let refusal = Refusal::by(self.rule, field, self.why);
        match self.most {
            Some(most) => refusal.fact("most", Distance::from_cm(most).hundredths()),
            None => refusal,
        }
    }
}

/// Longer than any move.
const WHOLE: Cm = 40 * UD;
/// A wheel by less than this angle, in hundredths of a degree, counts as none.
pub(crate) const LEAST_TURN: Angle = 100;

impl TroisCouleurs {
    /// The situation of a move of this many points over some ground.
    pub(crate) fn plain_march(&self, w: &World, id: UnitId, points: u8, ground: &Way) -> March {
        let (unit, troop) = (w.unit(id), self.troop(id));
        let along = self.terrain.at(unit.pose.at).any(|f| self.terrain.kind(f) == Some(Kind::Road));
        March {
            arm: self.mover(id),
            formation: MovingAs::of(unit.body.formation),
            status: troop.status,
            points,
            general: self.led(w, id),
            road: along && unit.body.formation == Formation::MarchColumn,
            faculty: troop.faculty,
            terrain: ground.clone(),
            jumps: self.jumps(w, id),
        }
    }

    /// Distance that a unit covers in a fraction (L3C-INT-07, L3C-INT-16, L3C-INT-18).
    pub(crate) fn fraction(&self, w: &World, id: UnitId) -> Cm {
        let (arm, deployed, general) = (self.mover(id), self.in_battery(w, id), self.led(w, id));
        let step = fraction(&self.book, &Walker { arm, deployed, general, ..Walker::default() });
        // Moves that may interfere are divided; otherwise each is made at once (L3C-INT-13).
        step.filter(|_| self.on(r::L3C_INT_13)).map_or(WHOLE, |step| step.cm())
    }

    /// PA of a turn by an angle, in hundredths of a degree.
    pub(crate) fn turning_points(&self, w: &World, id: UnitId, by: Angle) -> u8 {
        let (unit, troop) = (w.unit(id), self.troop(id));
        let degrees = rulebook::saturated::<u16, _>((by.abs() + 50) / 100);
        if degrees == 0 {
            return 0;
        }
        let class = changing::class(&self.book, troop.class, troop.status);
        turning::cost(&self.book, troop.arm, unit.body.formation, class, degrees)
    }

    /// PA of a move backwards with the front to the enemy; `None`: guns cannot (L3C-MVT-36).
    pub(crate) fn backward_points(&self, id: UnitId) -> Option<u8> {
        match self.troop(id).arm {
            Arm::Infantry => Some(self.book.tables.action.gait.ordinary),
            Arm::Cavalry => {
                let back = Spending { action: PointUse::CavalryBack, ..Spending::default() };
                Some(spend(&self.book, &back).needed)
            }
            Arm::Artillery => None,
        }
    }

    /// The movement row of a unit in square or moving backwards (L3C-MVT-12): a second point adds to its way as usual
    /// (L3C-GAP-A01).
    fn creeps(&self, w: &World, id: UnitId, code: Code) -> Option<MovingAs> {
        let square = w.unit(id).body.formation == Formation::Square;
        match (code, self.troop(id).arm) {
            (Code::SlowBack, Arm::Infantry) => Some(MovingAs::Backwards),
            (Code::SlowAhead, _) if square => Some(MovingAs::Square),
            _ => None,
        }
    }

    /// Distance of such a unit for these points over some ground.
    fn crept(&self, w: &World, id: UnitId, code: Code, points: u8, way: &Way) -> Option<Distance> {
        let formation = self.creeps(w, id, code)?;
        movement::reach(&self.book, &March { formation, ..self.plain_march(w, id, points, way) })
    }

    /// PA and distance of stepping back at the ordinary step with the front to the enemy, over open ground; `None`:
    /// guns cannot (L3C-MVT-36).
    pub(crate) fn retirement(&self, w: &World, id: UnitId) -> Option<(u8, Cm)> {
        let way = match self.crept(w, id, Code::SlowBack, self.book.tables.action.gait.ordinary, &Way::new()) {
            Some(way) => way,
            None => movement::reach(&self.book, &self.plain_march(w, id, 1, &Way::new()))?,
        };
        self.backward_points(id).map(|points| (points, way.cm())).filter(|(_, cm)| *cm > 0)
    }

    /// The longest distance of such a unit over open ground, with the points left; `None`: it is neither in square nor
    /// moving backwards.
    pub(crate) fn farthest_creep(&self, w: &World, id: UnitId, code: Code) -> Option<Cm> {
        let most = left(&self.book, w.unit(id).body.points_spent).min(self.book.tables.action.gait.quick);
        self.crept(w, id, code, most.max(1), &Way::new()).map(Distance::cm)
    }

    /// A way by an arrow (L3C-SIM-14, L3C-SIM-15, L3C-SIM-17, L3C-GAP-A23).
    pub(crate) fn trip(&self, w: &World, id: UnitId, code: Code, legs: &[Manoeuvre], free: u8) -> Result<Trip, Barred> {
        let unit = w.unit(id);
        let table = &self.book.tables;
        let mut turned = 0;
        let (mut straight, mut pivots) = (0, 0);
        for leg in legs {
            let fits = match (code, leg) {
                (Code::SlowAhead | Code::Fast, Manoeuvre::Ahead(cm)) => {
                    straight += cm.max(&0);
                    *cm >= 0
                }
                (Code::SlowAhead | Code::Fast, Manoeuvre::Wheel(by)) => {
                    pivots += 1;
                    turned = *by;
                    by.abs() >= LEAST_TURN && by.abs() <= 9_000
                }
                (Code::SlowBack, Manoeuvre::Back(cm)) => {
                    straight += cm.max(&0);
                    *cm >= 0
                }
                (Code::Sidestep, Manoeuvre::Side(cm)) => {
                    straight += cm.abs();
                    true
                }
                _ => false,
            };
            if !fits {
                return Err(Barred::by(r::L3C_GAP_A23, "not_so"));
            }
        }
        // One pivot in each move (L3C-GAP-A23).
        if pivots > 1 && self.on(r::L3C_GAP_A23) {
            return Err(Barred::by(r::L3C_GAP_A23, "one_pivot"));
        }
        let from = self.piece(w, id);
        let course = Course::new(Steps { movers: vec![id.0], legs: legs.to_vec() }, vec![from]);
        let (way, ground) = self.ground_on(w, id, &course);
        let gait = if code == Code::Fast { Gait::Quick } else { Gait::Ordinary };
        let by_hand = self.in_battery(w, id) && self.on(r::L3C_GAP_A89);
        let (most, moving) = match code {
            Code::Sidestep => (table.distance.sidestep, table.action.sidestep),
            _ if by_hand => {
                let pounds = self.sheet(id).pounds;
                let status = self.troop(id).status;
                let level = |piece: &Piece| self.terrain.level(piece.front_middle());
                let uphill = course.end().first().is_some_and(|end| level(end) > level(&from));
                let hand = movement::Manhandling { pounds, status, uphill, general: self.led(w, id), spent: 0 };
                let by_hand = movement::manhandling(&self.book, &hand);
                (by_hand.distance, by_hand.points)
            }
            Code::SlowBack if self.troop(id).arm == Arm::Cavalry => {
                let paces = movement::paces(&self.book, self.mover(id), MovingAs::of(unit.body.formation));
                let points = self.backward_points(id).ok_or(Barred::by(r::L3C_MVT_36, "not_so"))?;
                let status = movement::by_status(&self.book, self.mover(id), self.troop(id).status);
                let whole =
                    i16::from(paces.at(Gait::Ordinary)) + status + movement::by_general(&self.book, self.led(w, id));
                (ud(whole.max(0)), points)
            }
            _ if self.creeps(w, id, code).is_some() => {
                let points = table.action.gait.ordinary;
                let reach = |points: u8| {
                    let reach = self.crept(w, id, code, points, &way);
                    reach.ok_or(Barred::by(r::L3C_GAP_A03, "impassable_ground"))
                };
                match (reach(points)?, points.saturating_add(1)) {
                    (most, more) if straight > most.cm() && more <= free => (reach(more)?, more),
                    (most, _) => (most, points),
                }
            }
            _ => {
                let points = table.action.gait.of(gait);
                let reach = |points: u8| movement::reach(&self.book, &self.plain_march(w, id, points, &way));
                let most = reach(points).ok_or(Barred::by(r::L3C_GAP_A03, "impassable_ground"))?;
                // Where the ground takes distance off, a third point buys distance (L3C-MVT-30, L3C-GAP-A36).
                let slowed = self.taken_off(w, id, &way) > 0 && self.on(r::L3C_GAP_A36);
                let more = points.saturating_add(1);
                let farther = reach(more).filter(|_| code == Code::Fast && slowed && straight > most.cm());
                match farther.filter(|_| more <= table.action.credit) {
                    Some(most) => (most, more),
                    None => (most, points),
                }
            }
        };
        if straight > most.cm() {
            return Err(Barred { most: Some(most.cm()), ..Barred::by(r::L3C_MVT_30, "too_far") });
        }
        let pivot = self.turning_points(w, id, turned);
        let points = if legs.is_empty() { 0 } else { moving + pivot };
        // A unit does not overspend by choice (L3C-PA-07).
        if points > free && self.on(r::L3C_PA_07) {
            return Err(Barred::by(r::L3C_PA_07, "no_points"));
        }
        if unit.garrison.is_some() && !legs.is_empty() {
            return Err(Barred::by(r::L3C_ECO_06, "in_houses"));
        }
        let narrow = match self.clear_way(id, &course) {
            Ok(()) => None,
            // A front too wide for the gap is narrowed at no cost (L3C-MVT-25).
            Err(barred) if barred.rule == r::L3C_GAP_A03 && self.on(r::L3C_MVT_25) => {
                let fits = |front: u8| {
                    let slim = self.slimmed(w, id, front);
                    self.clear_way(id, &Course::new(course.march.clone(), vec![slim])).is_ok()
                };
                Some(self.narrowed(w, id, fits).ok_or(barred)?)
            }
            Err(barred) => return Err(barred),
        };
        let end = course.end().first().copied().unwrap_or(from);
        Ok(Trip { legs: legs.to_vec(), points, pivot, gait, ground, end, used: (straight, most.cm()), narrow })
    }

    /// Whether a way stays on the table and off ground that is closed to the unit.
    fn clear_way(&self, id: UnitId, course: &Course) -> Result<(), Barred> {
        let mut place = course.from.first().copied();
        for (n, leg) in course.march.legs.iter().enumerate() {
            let Some(piece) = place else { break };
            let (bearing, cm) = straight(piece.pose, leg);
            if cm > 0 {
                match room(&piece, bearing, cm, &self.terrain, |f| self.closed(id, f), &[]).map_err(|halt| halt.what) {
                    Err(Stop::Edge) => return Err(Barred::by(r::L3C_GAP_A65, "off_the_table")),
                    Err(_) => return Err(Barred::by(r::L3C_GAP_A03, "impassable_ground")),
                    Ok(_) => {}
                }
            }
            let legs = course.march.legs[..=n].to_vec();
            let so_far = Course::new(Steps { movers: course.march.movers.clone(), legs }, course.from.clone());
            place = so_far.end().first().copied();
            if place.is_some_and(|piece| !self.terrain.holds(&piece)) {
                return Err(Barred::by(r::L3C_GAP_A65, "off_the_table"));
            }
        }
        Ok(())
    }

    /// The ground on a way: its kinds, and where and how long the unit waits for it (L3C-INT-17, L3C-MVT-13).
    fn ground_on(&self, w: &World, id: UnitId, course: &Course) -> (Way, Vec<(Cm, u32)>) {
        let (mut kinds, mut waits) = (Way::new(), Vec::new());
        if self.terrain.ground().features.is_empty() {
            return (kinds, waits);
        }
        let step = self.fraction(w, id).max(1);
        let (faculty, jumps) = (self.troop(id).faculty, self.jumps(w, id));
        let mut gone = 0;
        let mut seen = Vec::new();
        // An area costs UD in every turn in which some figure moves in it, even if the front is out already
        // (L3C-MVT-19).
        if self.on(r::L3C_MVT_19) {
            for inside in w.unit(id).ground.keys() {
                let Some(feature) = self.terrain.feature(*inside) else { continue };
                let area = matches!(feature.shape, table::Shape::Area(_));
                let ground = ground_of(feature);
                let lost = movement::lost(&self.book, self.mover(id), ground, faculty, jumps).filter(|_| area);
                if let Some(lost) = lost {
                    seen.push(*inside);
                    kinds.push(ground);
                    let fractions = ud(lost).cm().max(0).div_euclid(step) + i32::from(ud(lost).cm() % step > 0);
                    if fractions > 0 && self.on(r::L3C_INT_17) {
                        waits.push((0, fractions.unsigned_abs().saturating_mul(INSTANTS)));
                    }
                }
            }
        }
        let mut place = course.from.first().copied();
        for (n, leg) in course.march.legs.iter().enumerate() {
            let Some(piece) = place else { break };
            let (bearing, cm) = straight(piece.pose, leg);
            if cm > 0 {
                let front = piece.front_middle();
                for crossing in self.terrain.along(front, front.step(bearing, cm)) {
                    let Some(feature) = self.terrain.feature(crossing.feature) else { continue };
                    let ground = ground_entered(feature, crossing.from_cm == 0);
                    // A linear obstacle is crossed anew each time (L3C-MVT-14); inside an area nothing more is lost.
                    let line = matches!(feature.shape, table::Shape::Line { .. }) && self.on(r::L3C_MVT_14);
                    if ground == Ground::Open || seen.contains(&crossing.feature) && !line {
                        continue;
                    }
                    seen.push(crossing.feature);
                    let Some(lost) = movement::lost(&self.book, self.mover(id), ground, faculty, jumps) else {
                        continue;
                    };
                    kinds.push(ground);
                    let fractions = ud(lost).cm().max(0).div_euclid(step) + i32::from(ud(lost).cm() % step > 0);
                    if fractions > 0 && self.on(r::L3C_INT_17) {
                        let instants = fractions.unsigned_abs().saturating_mul(INSTANTS);
                        // Before the front enters (L3C-MVT-13); without that rule, after it has left.
                        let at = if self.on(r::L3C_MVT_13) { crossing.from_cm } else { crossing.to_cm };
                        waits.push((gone + at, instants));
                    }
                }
                gone += cm;
            }
            let legs = course.march.legs[..=n].to_vec();
            let so_far = Course::new(Steps { movers: course.march.movers.clone(), legs }, course.from.clone());
            place = so_far.end().first().copied();
        }
        waits.sort_unstable();
        (kinds, waits)
    }

    /// The ground on a straight way of a unit: where the unit waits for it, and the UD that it takes off the move
    /// (L3C-INT-17, L3C-MAC-07).
    pub(crate) fn straight_over(&self, w: &World, id: UnitId, bearing: Angle, cm: Cm) -> (Vec<(Cm, u32)>, u8) {
        let own = self.piece(w, id);
        let leg = Manoeuvre::Oblique { cm, by: table::turn(own.pose.facing, bearing) };
        let course = Course::new(Steps { movers: vec![id.0], legs: vec![leg] }, vec![own]);
        let (kinds, waits) = self.ground_on(w, id, &course);
        (waits, self.taken_off(w, id, &kinds))
    }

    /// UD that some ground takes off a unit's move.
    fn taken_off(&self, w: &World, id: UnitId, kinds: &Way) -> u8 {
        let (faculty, jumps) = (self.troop(id).faculty, self.jumps(w, id));
        let lost = |ground: &Ground| movement::lost(&self.book, self.mover(id), *ground, faculty, jumps);
        let all = if self.on(r::L3C_MVT_30) { kinds.iter().filter_map(lost).sum::<i16>() } else { 0 };
        rulebook::saturated::<u8, _>(all.max(0))
    }

    /// UD that the ground in front of an attacker takes off its reach: on its whole way to contact, or on that to the
    /// firing position in an advance to fire (L3C-MAC-06, L3C-MAC-07).
    pub(crate) fn ground_to(&self, w: &World, id: UnitId, target: UnitId, to_fire: bool) -> u8 {
        let (own, his) = (self.piece(w, id), self.piece(w, target));
        // For guns moved by hand a slope costs points instead (L3C-MVT-37).
        if self.in_battery(w, id) {
            return 0;
        }
        let gap = table::distance(&own, &his).cm;
        let cm = if to_fire { gap / 3 * 2 } else { gap };
        self.straight_over(w, id, crate::field::bearing_to(own, his), cm).1
    }

    /// Reach of an assault without tolerance, with the points that a unit has left (L3C-GAP-A50).
    pub(crate) fn assault_capacity(&self, w: &World, id: UnitId, spent: u8) -> Distance {
        self.capacity_at(w, id, fastest(&self.book, spent))
    }

    /// The same of an assault at this gait at most.
    fn capacity_at(&self, w: &World, id: UnitId, gait: Gait) -> Distance {
        let (unit, troop) = (w.unit(id), self.troop(id));
        let paces = movement::paces(&self.book, self.mover(id), MovingAs::of(unit.body.formation));
        let whole = i16::from(paces.at(gait))
            + movement::by_status(&self.book, self.mover(id), troop.status)
            + movement::by_general(&self.book, self.led(w, id));
        ud(whole.max(0))
    }

    /// Whether a unit may assault another from its present place (L3C-MAC-01, L3C-MAC-05, L3C-MAC-07, L3C-GAP-A50).
    pub(crate) fn may_assault(&self, w: &World, id: UnitId, target: UnitId, to_fire: bool) -> Result<Distance, Barred> {
        self.may_assault_after(w, id, target, to_fire, DoneBefore::default())
    }

    /// Whether it may assault another after these earlier actions.
    pub(crate) fn may_assault_after(
        &self,
        w: &World,
        id: UnitId,
        target: UnitId,
        to_fire: bool,
        before: DoneBefore,
    ) -> Result<Distance, Barred> {
        let DoneBefore { points, turned, bent, gone } = before;
        let (unit, troop) = (w.unit(id), self.troop(id));
        let distance = Distance::from_cm(self.gap(w, id, target));
        let spent = unit.body.points_spent.saturating_add(points);
        // Bad ground on the way reduces the reach (L3C-MAC-06, L3C-MAC-07).
        let lost_ud = self.ground_to(w, id, target, to_fire);
        let onset = Onset {
            arm: troop.arm,
            formation: unit.body.formation,
            state: unit.body.state,
            status: troop.status,
            spent,
            in_front: turned || self.in_front(w, id, target),
            turned: turned || bent,
            advance: Distance::from_cm(self.way_up(w, id, distance.cm())),
            lost_ud,
            heavy: self.heavy(id),
            uphill: to_fire && self.uphill(w, id, target),
            to_fire,
            ..Onset::default()
        };
        if to_fire && !self.may_shoot(w, id) {
            return Err(Barred::by(r::L3C_SIM_09, "cannot_fire"));
        }
        let Some(gait) = onset::allowed(&self.book, &onset).gait else {
            let marches = unit.body.formation == Formation::MarchColumn && !to_fire;
            let spent_all = left(&self.book, spent) < self.book.tables.action.assault_least;
            return Err(match onset.in_front {
                _ if marches => Barred::by(r::L3C_GAP_A97, "march_column"),
                _ if spent_all => Barred::by(r::L3C_MAC_01, "no_points"),
                false => Barred::by(r::L3C_MVT_03, "not_in_front"),
                true => Barred::by(r::L3C_MAC_01, "may_not_attack"),
            });
        };
        let whole = self.capacity_at(w, id, gait);
        let capacity = whole.minus(ud(i16::from(lost_ud))).minus(Distance::from_cm(gone));
        let distant = Distant { arm: troop.arm, status: troop.status, capacity, distance };
        let reached = onset::reaches(&self.book, &distant);
        if !to_fire && !reached.reaches {
            return Err(Barred { most: Some(reached.reach.cm()), ..Barred::by(r::L3C_GAP_A50, "too_far") });
        }
        if unit.garrison.is_some() {
            return Err(Barred::by(r::L3C_ECO_06, "in_houses"));
        }
        // Closed ground bars its way now as it would when it sets out (L3C-GAP-A03).
        if !turned && self.on(r::L3C_GAP_A03) {
            let cm = if to_fire { distance.cm() / 3 * 2 } else { distance.cm() };
            let bearing = crate::field::bearing_to(self.piece(w, id), self.piece(w, target));
            self.gap_for(w, id, target, bearing, cm)?;
        }
        Ok(distance)
    }

    /// Whether ground closed to an attacker keeps it from contact with another unit (L3C-GAP-A03).
    pub(crate) fn barred_from(&self, w: &World, id: UnitId, target: UnitId) -> bool {
        let (own, his) = (self.piece(w, id), self.piece(w, target));
        let cm = table::distance(&own, &his).cm;
        self.on(r::L3C_GAP_A03) && self.gap_for(w, id, target, crate::field::bearing_to(own, his), cm).is_err()
    }

    /// Distance that an attacker moves up before it is judged: two thirds of the way (L3C-MAC-28), an unlimbered
    /// battery as far as it can be moved by hand (L3C-MVT-37, L3C-GAP-A52).
    pub(crate) fn way_up(&self, w: &World, id: UnitId, distance: Cm) -> Cm {
        let whole = distance - distance / 3;
        let hand = movement::Manhandling { general: self.led(w, id), ..movement::Manhandling::default() };
        match self.in_battery(w, id) && self.on(r::L3C_GAP_A52) {
            true => whole.min(movement::manhandling(&self.book, &hand).distance.cm()),
            false => whole,
        }
    }

    /// Whether the guns of a unit are of 8 pounds or more.
    fn heavy(&self, id: UnitId) -> bool {
        self.sheet(id).pounds >= self.book.tables.manhandling.heavy_from_pounds
    }

    /// Whether guns moved up by hand to fire at an enemy go up a slope (L3C-MVT-37).
    pub(crate) fn uphill(&self, w: &World, id: UnitId, target: UnitId) -> bool {
        let (own, his) = (self.piece(w, id), self.piece(w, target));
        let cm = self.way_up(w, id, table::distance(&own, &his).cm);
        let end = own.moved(crate::field::bearing_to(own, his), cm);
        let level = |piece: &Piece| self.terrain.level(piece.front_middle());
        self.in_battery(w, id) && level(&end) > level(&own)
    }

    /// Whether a unit has arms and a formation that allows it to fire at all.
    pub(crate) fn may_shoot(&self, w: &World, id: UnitId) -> bool {
        let (body, troop) = (&w.unit(id).body, self.troop(id));
        let armed = troop.weapon != crate::Weapon::None;
        let horse = troop.arm == Arm::Cavalry && self.on(r::L3C_FEU_39) && !self.book.options.cavalry_fire;
        armed && !horse && crate::resolve::shooting::figures::can_fire(&self.book, troop.arm, body.formation, body.case)
    }
}

/// The bearing and length of a straight leg from a pose.
pub(crate) fn straight(pose: Pose, leg: &Manoeuvre) -> (Angle, Cm) {
    match *leg {
        Manoeuvre::Ahead(cm) => (pose.facing, cm.max(0)),
        Manoeuvre::Oblique { cm, by } => ((pose.facing + by).rem_euclid(36_000), cm.max(0)),
        Manoeuvre::Back(cm) => ((pose.facing + 18_000).rem_euclid(36_000), cm.max(0)),
        Manoeuvre::Side(cm) if cm < 0 => ((pose.facing + 27_000).rem_euclid(36_000), -cm),
        Manoeuvre::Side(cm) => ((pose.facing + 9_000).rem_euclid(36_000), cm),
        _ => (pose.facing, 0),
    }
}
