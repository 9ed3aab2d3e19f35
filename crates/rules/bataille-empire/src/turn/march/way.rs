//! A march judged leg by leg: what it costs, and what is in its way (BE-MVT, BE-MAN, BE-GAP-27 to BE-GAP-38).

use crate::book::r;
use crate::manoeuvre::{Manoeuvring, manoeuvre, may_change, pivot_cost};
use crate::movement;
use crate::operational;
use crate::orders::{self, Stride};
use crate::passage::{Passage, passage};
use crate::question::Bar;
use crate::turn::deploy::formation_named;
use crate::world::World;
use crate::{Arm, BatailleEmpire, Body, Formation, Going, UD, Ud};
use game::{Term, UnitId};
use table::{Cm, Course, Manoeuvre, March, Piece, Pose, closer, distance, overlaps, sweep, turn, within_reach};

/// A whole move: divisible by every allowance of the table in centimetres, so that parts of it are whole numbers.
pub(crate) const WHOLE: i32 = 840 * 6_000;

/// The way is looked at so often.
const STEP: Cm = UD / 4;

/// A march that may be made.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// The change of formation at the start.
    pub before: Option<Formation>,
    /// The way between the changes.
    pub course: Course,
    /// The change of formation at the end.
    pub after: Option<Formation>,
    /// Where the guide ends: the middle of its front.
    pub end: Pose,
    /// Where each mover ends.
    pub ends: Vec<Pose>,
    /// The formation in which it ends.
    pub formation: Formation,
    /// What it costs, of [`WHOLE`].
    pub cost: i32,
    /// Who loses his battalion guns on the way (BE-GAP-06).
    pub loses_guns: Vec<UnitId>,
}

/// Why a march may not be made, and at which leg.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub bar: Bar,
    pub leg: Option<usize>,
}

impl From<Bar> for Fault {
    fn from(bar: Bar) -> Self {
        Self { bar, leg: None }
    }
}

fn fault(rule: game::Rule, why: &'static str, leg: usize) -> Fault {
    Fault { bar: Bar::by(rule, why), leg: Some(leg) }
}

/// Of which kind a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    /// The first of the activation.
    First,
    /// A second or third one (BE-MAN-22).
    Again,
    /// In column, a multiple of the move (BE-MAN-21).
    Operational,
    /// While rallying: up to half a move, out of reach of the enemy (BE-RAL-02, BE-GAP-78).
    Rally,
}

impl BatailleEmpire {
    /// Judges a march of one unit.
    pub(crate) fn draft(&self, w: &World, id: UnitId, legs: &[Manoeuvre], sort: Sort) -> Result<Draft, Fault> {
        self.draft_all(w, &[id], legs, sort)
    }

    /// Judges a march of a unit or of a group, the guide first: all make the same movement at the speed of the slowest,
    /// and the lowest class sets every cost (BE-GAP-16).
    pub(crate) fn draft_all(&self, w: &World, ids: &[UnitId], legs: &[Manoeuvre], sort: Sort) -> Result<Draft, Fault> {
        let Some(guide) = ids.first().copied() else { return Err(Bar::by(r::BE_GAP_16, "nobody").into()) };
        let class = ids.iter().map(|id| self.sheet(*id).body.class).max().unwrap_or_default();
        let bodies: Vec<Body> = ids.iter().map(|id| Body { class, ..self.figure(w, *id) }).collect();
        let (before, middle, after) = split(legs);
        let pieces = ids.iter().map(|id| self.piece_at(*id, w.unit(*id).pose, before.unwrap_or(w.unit(*id).formation)));
        let march = March { movers: ids.iter().map(|id| id.0).collect(), legs: middle.to_vec() };
        let course = Course::new(march, pieces.collect());
        if (before.is_some() || after.is_some()) && matches!(sort, Sort::Operational | Sort::Rally) {
            return Err(Bar::by(r::BE_GAP_33, "formation").into());
        }
        let mut cost = 0;
        let mut loses_guns = Vec::new();
        for (n, (id, body)) in ids.iter().zip(&bodies).enumerate() {
            let mut own = 0;
            let mut moving = *body;
            if let Some(to) = before {
                own += self.change_price(w, *id, body, to)?;
                moving.formation = to;
            }
            own += self.legs_price(w, *id, &moving, &course, n, after)?;
            if let Some(to) = after {
                own += self.change_price(w, *id, &moving, to)?;
            }
            cost = cost.max(own);
            if self.look_along(w, (n, ids), &moving, &course, sort)? {
                loses_guns.push(*id);
            }
        }
        let most = match sort {
            Sort::Rally if self.on(r::BE_GAP_78) => WHOLE / 2,
            Sort::Operational => WHOLE * i32::from(self.book.tables.manoeuvre.operational.of(class)),
            _ => WHOLE,
        };
        if cost > most {
            return Err(Bar::by(r::BE_MVT_01, "too_far").into());
        }
        let placed = course.end();
        let ends: Vec<Pose> = ids
            .iter()
            .zip(&placed)
            .map(|(id, piece)| if middle.is_empty() { w.unit(*id).pose } else { self.pose_of(piece) })
            .collect();
        let formation = after.or(before).unwrap_or(w.unit(guide).formation);
        for (id, end) in ids.iter().zip(&ends) {
            let formation = after.or(before).unwrap_or(w.unit(*id).formation);
            self.may_end(w, *id, ids, &self.piece_at(*id, *end, formation), sort)?;
        }
        let end = ends.first().copied().unwrap_or_default();
        Ok(Draft { before, course, after, end, ends, formation, cost, loses_guns })
    }

    /// What a change of formation costs (BE-MAN-12, BE-GAP-31).
    fn change_price(&self, w: &World, id: UnitId, body: &Body, to: Formation) -> Result<i32, Fault> {
        may_change(&self.book, body, to)?;
        let unit = w.unit(id);
        if to == Formation::Limbered && unit.now.stationary_taken && self.on(r::BE_GAP_95) {
            return Err(Bar::by(r::BE_GAP_95, "fired_stationary").into());
        }
        if to == Formation::Limbered && unit.now.fired && !unit.now.limbering && self.on(r::BE_GAP_95) {
            return Err(Bar::by(r::BE_GAP_95, "did_not_say_so").into());
        }
        let whole = movement::slower(&self.book, body, to, Going::Clear, false).unwrap_or(Ud::of(1));
        Ok(share_of(movement::change_cost(&self.book, body, whole), whole))
    }

    /// What the legs between the changes cost, by the ground under each stretch.
    fn legs_price(
        &self,
        w: &World,
        id: UnitId,
        body: &Body,
        course: &Course,
        mover: usize,
        after: Option<Formation>,
    ) -> Result<i32, Fault> {
        let mut cost = 0_i32;
        let mut gone = 0;
        let mut pivoted = 0;
        let mut slid = false;
        for (n, leg) in course.march.legs.iter().enumerate() {
            let length = course.leg_length(leg);
            let clear = self.pace(body, after, Going::Clear, false).unwrap_or(Ud::of(1));
            let near = self.formed_near(w, id);
            let ask = |what| {
                manoeuvre(&self.book, &Manoeuvring { unit: *body, manoeuvre: what, enemy: near, ..Default::default() })
            };
            let at = |bar: Bar| Fault { bar, leg: Some(n) };
            use crate::manoeuvre::Manoeuvre as M;
            let guns = body.formation == Formation::Deployed;
            match leg {
                Manoeuvre::Ahead(cm) | Manoeuvre::Back(cm) if guns => {
                    let most = ask(M::Prolonge).map_err(at)?.most.unwrap_or_default();
                    if *cm > most.cm() || course.march.legs.len() > 1 || w.unit(id).now.stationary_taken {
                        return Err(fault(r::BE_MAN_18, "prolonge", n));
                    }
                    cost = WHOLE;
                }
                Manoeuvre::Turn(_) if guns => {
                    ask(M::Reorient).map_err(at)?;
                    if course.march.legs.len() > 1 || w.unit(id).now.stationary_taken {
                        return Err(fault(r::BE_MAN_19, "prolonge", n));
                    }
                    cost = WHOLE;
                }
                _ if guns => return Err(fault(r::BE_MAN_20, "deployed", n)),
                Manoeuvre::Ahead(_) => {
                    cost = cost.saturating_add(self.stretch((body, after), (course, mover), gone, length, n)?)
                }
                Manoeuvre::Back(_) => {
                    ask(M::Back).map_err(at)?;
                    let price = self.stretch((body, after), (course, mover), gone, length, n)?;
                    cost = cost.saturating_add(price * i32::from(self.book.tables.manoeuvre.half_speed));
                }
                Manoeuvre::Side(cm) => {
                    let advance = match course.march.legs.get(n + 1) {
                        Some(Manoeuvre::Ahead(ahead)) => *ahead,
                        _ => 0,
                    };
                    let table = &self.book.tables.manoeuvre;
                    let slides = !slid && cm.abs() <= table.slide.cm() && advance >= table.slide_advance.cm();
                    if slides && self.on(r::BE_MAN_04) {
                        slid = true;
                    } else {
                        ask(M::Lateral).map_err(at)?;
                        let price = self.stretch((body, after), (course, mover), gone, length, n)?;
                        cost = cost.saturating_add(price * i32::from(table.half_speed));
                    }
                }
                Manoeuvre::Wheel(by) => {
                    pivoted += by.abs();
                    let front = breadth(&course.from);
                    let way = Ud::from_cm(pivot_cost(&self.book, front, *by));
                    cost = cost.saturating_add(share_of(way, clear));
                    let back = course.march.legs.iter().any(|leg| matches!(leg, Manoeuvre::Back(_)));
                    let most = if back { self.book.tables.angle.back_pivot.0 } else { self.book.tables.angle.pivot.0 };
                    if pivoted > most && self.on(r::BE_MAN_03) {
                        return Err(fault(if back { r::BE_MAN_06 } else { r::BE_MAN_03 }, "pivot", n));
                    }
                }
                Manoeuvre::Turn(by) => {
                    let what = if by.abs() == 18_000 { M::AboutFace } else { M::Reorient };
                    let price = ask(what).map_err(at)?;
                    cost = cost.saturating_add(share_of(price.cost, clear));
                }
                Manoeuvre::Stand => {}
                Manoeuvre::Oblique { .. } | Manoeuvre::Reform(_) | Manoeuvre::Enter(_) => {
                    return Err(fault(r::BE_MAN_12, "no_such_manoeuvre", n));
                }
            }
            gone += length;
        }
        Ok(cost.saturating_add(self.obstacles(body, course, mover)?))
    }

    /// The allowance on a class of ground; with a change of formation to come, that of the slower (BE-GAP-31).
    fn pace(&self, body: &Body, after: Option<Formation>, going: Going, road: bool) -> Option<Ud> {
        match after {
            Some(to) => movement::slower(&self.book, body, to, going, road),
            None => movement::allowance(&self.book, body, going, road),
        }
    }

    /// What a straight stretch of the course costs: each part by the ground under it (BE-GAP-30).
    fn stretch(
        &self,
        (body, after): (&Body, Option<Formation>),
        (course, mover): (&Course, usize),
        from: Cm,
        length: Cm,
        leg: usize,
    ) -> Result<i32, Fault> {
        let mut cost = 0_i32;
        let mut at = 0;
        while at < length {
            let step = STEP.min(length - at);
            let Some(piece) = course.at(from + at + step).get(mover).copied() else { break };
            let going = self.going_under(&piece);
            let road = self.terrain.at(piece.pose.at).any(|f| self.row(f).is_some_and(|row| row.road));
            let Some(pace) = self.pace(body, after, going, road) else {
                return Err(fault(r::BE_MVT_02, "impassable_ground", leg));
            };
            cost = cost.saturating_add(share_of(Ud::from_cm(step), pace));
            at += step;
        }
        Ok(cost)
    }

    /// Lines crossed on the way (BE-MVT-06).
    fn obstacles(&self, body: &Body, course: &Course, mover: usize) -> Result<i32, Fault> {
        if course.march.legs.is_empty() {
            return Ok(0);
        }
        let swept = sweep(course, mover, &self.terrain, &[]);
        let lines = swept.ground.iter().filter(|c| self.row(c.feature).is_some_and(|row| row.obstacle)).count();
        if lines == 0 {
            return Ok(0);
        }
        let Some(each) = movement::obstacle(&self.book, body.arm) else {
            return Err(Bar::by(r::BE_MVT_06, "obstacle").into());
        };
        let clear = movement::allowance(&self.book, body, Going::Clear, false).unwrap_or(Ud::of(1));
        Ok(share_of(each, clear).saturating_mul(i32::try_from(lines).unwrap_or(i32::MAX)))
    }

    /// The nearest formed enemy.
    fn formed_near(&self, w: &World, id: UnitId) -> Option<Ud> {
        let piece = self.piece(w, id);
        self.troops(w, self.side(id).other())
            .filter(|enemy| self.formed(w, *enemy))
            .map(|enemy| Ud::from_cm(distance(&piece, &self.piece(w, enemy)).cm))
            .min()
    }

    /// Looks along the way: the table's edge, enemies who keep one off, friends who may or may not be passed. Tells
    /// whether battalion guns are left behind.
    fn look_along(
        &self,
        w: &World,
        (mover, group): (usize, &[UnitId]),
        body: &Body,
        course: &Course,
        sort: Sort,
    ) -> Result<bool, Fault> {
        let Some(id) = group.get(mover).copied() else { return Ok(false) };
        let start = self.piece(w, id);
        let enemy = self.side(id).other();
        let reach = course.length() + 4 * UD;
        let others: Vec<(UnitId, Piece, bool)> = w
            .ids()
            .filter(|other| !group.contains(other) && w.unit(*other).present())
            .map(|other| (other, self.piece(w, other), self.side(other) == enemy))
            .filter(|(_, piece, _)| within_reach(&start, piece, reach))
            .collect();
        let contact = self.book.tables.distance.contact.cm();
        let length = course.length();
        let mut at = 0;
        let mut rough = false;
        while let Some(piece) = (if at >= length { course.end() } else { course.at(at) }).get(mover).copied() {
            let leg = course.leg_at(at).min(course.march.legs.len().saturating_sub(1));
            if at > 0 && !self.terrain.holds(&piece) && self.on(r::BE_GAP_38) {
                return Err(fault(r::BE_GAP_38, "off_the_table", leg));
            }
            for (other, base, hostile) in &others {
                let touches = overlaps(&piece, base);
                if *hostile {
                    let near = touches || closer(distance(&piece, base).cm, contact) && self.formed(w, *other);
                    let nearer = distance(&piece, base).cm < distance(&start, base).cm - table::SLACK;
                    if near && (touches || nearer) && self.on(r::BE_GAP_38) {
                        return Err(fault(r::BE_GAP_38, "enemy_near", leg));
                    }
                } else if touches && !overlaps(&start, base) {
                    self.may_pass(w, id, *other).map_err(|bar| Fault { bar, leg: Some(leg) })?;
                }
            }
            if matches!(sort, Sort::Again | Sort::Operational) {
                self.keeps_off(w, id, &piece).map_err(|bar| Fault { bar, leg: Some(leg) })?;
            }
            rough |= self.going_under(&piece) == Going::Difficult;
            if at >= length {
                break;
            }
            at = (at + STEP * 2).min(length);
        }
        let crossed = sweep(course, mover, &self.terrain, &[])
            .ground
            .iter()
            .any(|c| self.row(c.feature).is_some_and(|row| row.obstacle));
        Ok(self.on(r::BE_GAP_06) && body.arm == Arm::Infantry && w.unit(id).battalion_guns && (rough || crossed))
    }

    /// Second, third and operational moves keep well away from the enemy and his edge (BE-MAN-22, BE-MAN-23).
    fn keeps_off(&self, w: &World, id: UnitId, piece: &Piece) -> Result<(), Bar> {
        let side = self.side(id);
        for enemy in self.troops(w, side.other()) {
            let body = self.figure(w, enemy);
            let other = self.piece(w, enemy);
            let unseen = w.unit(enemy).inside.is_some();
            let enemy = operational::Enemy {
                arm: body.arm,
                formation: body.formation,
                abilities: body.abilities,
                distance: Ud::from_cm(distance(piece, &other).cm),
                unseen,
            };
            if operational::too_near(&self.book, &enemy) {
                return Err(Bar::by(r::BE_MAN_22, "enemy_near"));
            }
        }
        if operational::edge_too_near(&self.book, self.off_edge(side.other(), piece)) {
            return Err(Bar::by(r::BE_MAN_22, "edge"));
        }
        Ok(())
    }

    /// How far a piece is from a side's own edge of the table.
    pub(crate) fn off_edge(&self, side: game::Side, piece: &Piece) -> Cm {
        let (width, height) = self.scenario.ground;
        let corners = piece.corners();
        let off = |of: fn(&table::Point) -> Cm| corners.iter().map(of).min().unwrap_or(0);
        let far = |of: fn(&table::Point) -> Cm| corners.iter().map(of).max().unwrap_or(0);
        match self.scenario.home[side.index()] {
            9_000 => width - far(|p| p.x),
            27_000 => off(|p| p.x),
            0 => height - far(|p| p.y),
            _ => off(|p| p.y),
        }
    }

    /// Whether a unit may pass through a friend (BE-MAN-08, BE-MAN-09, BE-GAP-29).
    fn may_pass(&self, w: &World, id: UnitId, friend: UnitId) -> Result<(), Bar> {
        let (own, other) = (w.unit(id), w.unit(friend));
        let nearest = |id: UnitId| self.tactical(w, id).map_or(Cm::MAX, |(_, measure)| measure.cm);
        let degrees = turn(own.pose.facing, other.pose.facing).abs() / 100;
        let [interval_left, interval_right] = [false, true].map(|right| self.interval(w, id, friend, right));
        passage(
            &self.book,
            &Passage {
                enemy: Ud::from_cm(nearest(id).min(nearest(friend))),
                interval_left,
                interval_right,
                passing: own.formation,
                passed: other.formation,
                turned: u16::try_from(degrees).unwrap_or(u16::MAX),
            },
        )
    }

    /// The free interval beside a unit, up to what a passage needs.
    fn interval(&self, w: &World, mover: UnitId, id: UnitId, right: bool) -> Ud {
        let piece = self.piece(w, id);
        let room = self.book.tables.distance.passage_interval;
        let aside = (piece.front / 2 + room.cm() / 2) * if right { 1 } else { -1 };
        let strip = Piece {
            pose: Pose { at: piece.pose.local(aside, piece.depth / 4), ..piece.pose },
            front: room.cm() - 2 * table::SLACK,
            depth: piece.depth / 2,
            lead: false,
        };
        let taken = self
            .troops(w, self.side(id))
            .any(|other| other != id && other != mover && overlaps(&strip, &self.piece(w, other)));
        let closed =
            self.terrain.touched(&strip).into_iter().any(|f| self.row(f).is_some_and(|row| row.going == Going::Closed));
        if taken || closed { Ud::of(0) } else { room }
    }

    /// Whether a unit may end a move there: room, its order, its reserve, its rally.
    fn may_end(&self, w: &World, id: UnitId, group: &[UnitId], last: &Piece, sort: Sort) -> Result<(), Fault> {
        let from = w.unit(id).pose;
        let side = self.side(id);
        let start = self.piece(w, id);
        let stands_on = |other: &UnitId| {
            let base = self.piece(w, *other);
            !group.contains(other) && overlaps(last, &base) && !overlaps(&start, &base)
        };
        if self.everybody(w).iter().any(stands_on) {
            return Err(Bar::by(r::BE_GAP_38, "overlaps").into());
        }
        if !self.terrain.holds(last) && self.terrain.holds(&start) {
            return Err(Bar::by(r::BE_GAP_38, "off_the_table").into());
        }
        let (before, after) = (self.nearest_cm(w, &start, side), self.nearest_cm(w, last, side));
        let division = self.sheet(id).command;
        let end = self.pose_of(last);
        if w.division(division).reserve && self.on(r::BE_GAP_23) {
            let keeps = self.book.tables.orders.reserve_keeps_off;
            let nearer = after.is_some_and(|after| after <= keeps) && after < before;
            return if nearer { Err(Bar::by(r::BE_GAP_23, "enemy_near").into()) } else { Ok(()) };
        }
        if sort == Sort::Rally && end != from && self.on(r::BE_RAL_02) {
            let off = self.book.tables.distance.rally;
            if after.is_some_and(|after| after <= off) {
                return Err(Bar::by(r::BE_RAL_02, "enemy_near").into());
            }
        }
        let stride = Stride {
            order: w.division(division).order,
            skirmishers: w.unit(id).formation == Formation::Skirmish,
            enemy_before: before,
            enemy_after: after,
            zone_before: self.out_of_zone(w, division, from.at),
            zone_after: self.out_of_zone(w, division, end.at),
        };
        if end.at == from.at {
            return Ok(());
        }
        orders::move_right(&self.book, &stride).map_err(Fault::from)
    }
}

/// The whole front of a unit or group, across the way the guide faces.
fn breadth(pieces: &[Piece]) -> Cm {
    let Some(guide) = pieces.first() else { return UD };
    let across =
        pieces.iter().flat_map(|piece| [piece.front_left(), piece.front_right()].map(|p| guide.pose.seen(p).0));
    let (low, high) = across.fold((0, 0), |(low, high): (Cm, Cm), x| (low.min(x), high.max(x)));
    (high - low).max(guide.front)
}

/// The share of a whole move that a way is, at an allowance.
pub(crate) fn share_of(way: Ud, allowance: Ud) -> i32 {
    let whole = i64::from(way.cm()) * i64::from(WHOLE);
    i32::try_from(whole.div_euclid(i64::from(allowance.cm().max(1)))).unwrap_or(i32::MAX)
}

/// A change of formation at the start, the legs between, a change at the end.
fn split(legs: &[Manoeuvre]) -> (Option<Formation>, &[Manoeuvre], Option<Formation>) {
    let named = |leg: Option<&Manoeuvre>| match leg {
        Some(Manoeuvre::Reform(name)) => formation_named(&Term(name.clone())),
        _ => None,
    };
    if let Some(before) = named(legs.first()) {
        return (Some(before), legs.get(1..).unwrap_or_default(), None);
    }
    match named(legs.last()) {
        Some(after) => (None, legs.get(..legs.len() - 1).unwrap_or_default(), Some(after)),
        None => (None, legs, None),
    }
}
