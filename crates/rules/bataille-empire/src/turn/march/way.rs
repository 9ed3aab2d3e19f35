//! A march judged leg by leg: what it costs, and what is in its way (BE-MVT, BE-MAN, BE-GAP-27 to BE-GAP-38).

use super::trip::Trip;
use crate::question::Bar;
use crate::resolve::command::orders::{self, MoveUnderOrder};
use crate::resolve::manoeuvre::{Manoeuvring, manoeuvre, may_change, pivot_cost};
use crate::resolve::movement;
use crate::resolve::operational;
use crate::resolve::passage::{Passage, passage};
use crate::terms::book::r;
use crate::turn::deploy::formation_named;
use crate::world::World;
use crate::{Arm, BatailleEmpire, Body, Formation, Going, Order, UD, Ud};
use game::{Refusal, Term, UnitId};
use table::{
    Cm, Course, Crossing, Manoeuvre, March, Measure, Piece, Pose, Track, crossed, distance, overlaps, turn,
    within_reach,
};

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
    /// Where the march is too long: by how much.
    pub over: Option<Over>,
}

/// How a march is too long.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Over {
    /// It takes more than the move, both in parts of [`WHOLE`].
    Move { cost: i32, most: i32 },
    /// It is longer than any move.
    Any,
}

/// What may lie under a straight stretch.
#[derive(Clone, Copy)]
struct Beneath {
    /// Ground on which one does not go as on a plain.
    slow: bool,
    road: bool,
}

impl Beneath {
    const fn is_plain(self, marches: bool) -> bool {
        !(self.slow || marches && self.road)
    }
}

impl From<Bar> for Fault {
    fn from(bar: Bar) -> Self {
        Self { bar, leg: None, over: None }
    }
}

fn fault(rule: game::Rule, why: &'static str, leg: usize) -> Fault {
    Fault { leg: Some(leg), ..Fault::from(Bar::by(rule, why)) }
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
        let scene = self.scene(w);
        self.drafted(&self.trip(&scene, ids, sort), legs)
    }

    /// The same, with what is known of other marches of these units.
    pub(crate) fn drafted(&self, trip: &Trip<'_>, legs: &[Manoeuvre]) -> Result<Draft, Fault> {
        trip.judged(legs, || self.judged(trip, legs))
    }

    fn judged(&self, trip: &Trip<'_>, legs: &[Manoeuvre]) -> Result<Draft, Fault> {
        let (w, ids, sort) = (trip.scene.w, trip.ids, trip.sort);
        let Some(guide) = ids.first().copied() else { return Err(Bar::by(r::BE_GAP_16, "nobody").into()) };
        self.bounded(trip, legs)?;
        let (before, middle, after) = split(legs);
        let course = self.course_of(trip, before, middle);
        if !legs.is_empty() && self.on(r::BE_GAP_95) && ids.iter().any(|id| w.unit(*id).now.stationary_taken) {
            return Err(Bar::by(r::BE_GAP_95, "fired_stationary").into());
        }
        if (before.is_some() || after.is_some()) && matches!(sort, Sort::Operational | Sort::Rally) {
            return Err(Bar::by(r::BE_GAP_33, "formation").into());
        }
        let mut cost = 0;
        let mut loses_guns = Vec::new();
        for (n, (id, body)) in ids.iter().zip(&trip.bodies).enumerate() {
            let Some(track) = Track::of(&course, n) else { continue };
            let mut own = 0;
            let mut moving = *body;
            if let Some(to) = before {
                own += self.change_price(w, *id, body, to)?;
                moving.formation = to;
            }
            let met = self.lines_met(&course, n);
            self.wades_through_nothing(&met, &track)?;
            let lines = self.obstacles_crossed(&met, &track);
            // The pace of a march with a change of formation is that of the slower, whichever comes first (BE-GAP-31).
            let other = after.or(before.map(|_| body.formation));
            own += self.legs_price((trip, n), &moving, &course, &track, other)?;
            own = own.saturating_add(self.obstacles(&moving, other, lines)?);
            if let Some(to) = after {
                own += self.change_price(w, *id, &moving, to)?;
            }
            cost = cost.max(own);
            if self.look_along((trip, n), &moving, &course, &track, lines > 0)? {
                loses_guns.push(*id);
            }
        }
        let most = self.most_of(trip);
        if cost > most {
            return Err(Fault {
                over: Some(Over::Move { cost, most }),
                ..Fault::from(Bar::by(r::BE_MVT_01, "beyond_move"))
            });
        }
        let ends = self.ends_of(trip, &course);
        let formation = after.or(before).unwrap_or(w.unit(guide).formation);
        for (n, (id, end)) in ids.iter().zip(&ends).enumerate() {
            let formation = after.or(before).unwrap_or(w.unit(*id).formation);
            self.may_end((trip, n), *id, &self.piece_at(*id, *end, formation))?;
        }
        let end = ends.first().copied().unwrap_or_default();
        Ok(Draft { before, course, after, end, ends, formation, cost, loses_guns })
    }

    /// Why a march is refused, as the player is told: of one that takes more than the move, how far it goes, how far a move
    /// goes in the open, over what ground, and how much of it may be gone. Not part of the fault itself, since generals
    /// try many marches that nobody is told of.
    pub(crate) fn march_refused(&self, trip: &Trip<'_>, legs: &[Manoeuvre], fault: Fault) -> Refusal {
        let refusal = Refusal::by(fault.bar.rule, 0, fault.bar.why);
        let refusal = fault.leg.into_iter().fold(refusal, Refusal::at_leg);
        let (before, middle, after) = split(legs);
        let course = self.course_of(trip, before, middle);
        let length = course.length();
        let (cost, most) = match fault.over {
            Some(Over::Move { cost, most }) => (cost, most),
            Some(Over::Any) => {
                let best = i64::from(self.farthest(trip));
                return refusal.fact("way", i64::from(length)).fact("way_best", best);
            }
            None => return refusal,
        };
        // Rounded up: what is too much by a hair is not told as the whole.
        let share = |part: i32| (i64::from(part) * 100 + i64::from(WHOLE) - 1) / i64::from(WHOLE);
        let refusal = refusal.fact("share", share(cost)).fact("share_most", share(most)).fact("way", i64::from(length));
        let (Some(body), Some(track)) = (trip.bodies.first(), Track::of(&course, 0)) else { return refusal };
        let other = after.or(before.map(|_| body.formation));
        let body = Body { formation: before.unwrap_or(body.formation), ..*body };
        let going = |at: Cm| self.going_under(&track.at(at));
        let rough = (1..=length / STEP).filter(|n| going(n * STEP) != Going::Clear).map(|_| i64::from(STEP)).sum();
        let lines = self.obstacles_crossed(&self.lines_met(&course, 0), &track);
        let lines = i64::try_from(lines).unwrap_or_default();
        let clear = self.pace(&body, other, Going::Clear, None).map_or(0, Ud::cm);
        let refusal = refusal
            .fact("allowance", i64::from(clear) * i64::from(most) / i64::from(WHOLE))
            .fact("rough_way", rough)
            .fact("obstacles", lines);
        // What is too much is taken off the end, where the march goes straight on.
        let Some(Manoeuvre::Ahead(last)) = middle.last() else { return refusal };
        let (mut over, mut at) = (cost - most, length);
        while over > 0 && at > length - last {
            let step = STEP.min(at);
            over -= self.pace(&body, other, going(at), None).map_or(WHOLE, |pace| share_of(Ud::from_cm(step), pace));
            at -= step;
        }
        if at <= 0 || over > 0 {
            return refusal;
        }
        let (from, to) = (track.at(0).pose.at, track.at(length).pose.at);
        refusal.measured(Measure { from, to, cm: length, limit: at })
    }

    /// The obstacles and the waters that a mover comes upon.
    fn lines_met(&self, course: &Course, mover: usize) -> Vec<Crossing> {
        crossed(course, mover, &self.terrain, |feature| {
            self.row(feature).is_some_and(|row| row.obstacle || row.going == Going::Closed)
        })
    }

    /// Obstacles that a mover crosses and no bridge carries it over (BE-MVT-06).
    fn obstacles_crossed(&self, met: &[Crossing], track: &Track<'_>) -> usize {
        let obstacles = met.iter().filter(|c| self.row(c.feature).is_some_and(|row| row.obstacle));
        obstacles.filter(|c| !self.bridged(track.at(c.from_cm.midpoint(c.to_cm)).pose.at)).count()
    }

    /// However narrow they are, rivers are crossed on bridges and at fords only (BE-MVT-02, BE-GAP-30).
    fn wades_through_nothing(&self, met: &[Crossing], track: &Track<'_>) -> Result<(), Fault> {
        let closed = |line: &&Crossing| self.row(line.feature).is_some_and(|row| row.going == Going::Closed);
        if !self.on(r::BE_GAP_30) || !self.on(r::BE_MVT_02) {
            return Ok(());
        }
        for line in met.iter().filter(closed) {
            let length = line.to_cm - line.from_cm;
            let middle = line.from_cm.midpoint(line.to_cm);
            let inside = (1..length / STEP).map(|n| line.from_cm + n * STEP).chain([middle]);
            let wet = |at: Cm| self.going_at(track.at(at).pose.at, true) == Going::Closed;
            if line.from_cm > 0 && inside.into_iter().any(wet) {
                return Err(fault(r::BE_MVT_02, "impassable_ground", track.leg_at(middle)));
            }
        }
        Ok(())
    }

    /// What a road adds to a move of these units; to each part of a multiple its share, since it is given once
    /// (BE-MVT-07, BE-GAP-33).
    fn road_bonus(&self, trip: &Trip<'_>) -> Ud {
        match trip.sort {
            Sort::Operational => operational::road_bonus(&self.book, self.times(trip.ids)),
            _ => self.book.tables.pace.road,
        }
    }

    /// How far units could go in a move at the very best: in their fastest formation, on a road all the way.
    pub(super) fn farthest(&self, trip: &Trip<'_>) -> Cm {
        let road = Some(self.road_bonus(trip));
        let best = |body: &Body| {
            let in_formation = |formation| {
                let body = Body { formation, ..*body };
                movement::allowance(&self.book, &body, Going::Clear, road).map_or(0, Ud::cm)
            };
            super::sheet::FORMATIONS.into_iter().map(in_formation).max().unwrap_or(0)
        };
        let times = if trip.sort == Sort::Operational { self.times(trip.ids) } else { 1 };
        trip.bodies.iter().map(best).min().unwrap_or(0).saturating_mul(Cm::from(times))
    }

    /// Whether a march is of a length at which it is worth looking: what is longer than any move is refused before
    /// anything is computed.
    fn bounded(&self, trip: &Trip<'_>, legs: &[Manoeuvre]) -> Result<(), Fault> {
        let table = &self.book.tables;
        // A slide is free (BE-MAN-04), and so is what guns are moved by hand (BE-MAN-18).
        let most = i64::from(self.farthest(trip)) + i64::from(table.manoeuvre.slide.cm()) + i64::from(2 * UD);
        let (mut gone, mut turned) = (0_i64, 0_i64);
        for (n, leg) in legs.iter().enumerate() {
            match leg {
                Manoeuvre::Ahead(cm) | Manoeuvre::Back(cm) if *cm < 0 => return Err(fault(r::BE_MVT_01, "too_far", n)),
                Manoeuvre::Ahead(cm) | Manoeuvre::Back(cm) | Manoeuvre::Side(cm) => gone += i64::from(*cm).abs(),
                Manoeuvre::Wheel(by) => turned += i64::from(*by).abs(),
                Manoeuvre::Turn(by) if i64::from(*by).abs() > i64::from(table.angle.pivot.0) => {
                    return Err(fault(r::BE_MAN_03, "pivot", n));
                }
                Manoeuvre::Turn(_) | Manoeuvre::Stand | Manoeuvre::Reform(_) => {}
                Manoeuvre::Oblique { .. } | Manoeuvre::Enter(_) => {
                    return Err(fault(r::BE_MAN_12, "no_such_manoeuvre", n));
                }
            }
            if gone > most {
                return Err(Fault { over: Some(Over::Any), ..fault(r::BE_MVT_01, "beyond_any_move", n) });
            }
            if turned > 2 * i64::from(table.angle.pivot.0) {
                return Err(fault(r::BE_MAN_03, "pivot", n));
            }
        }
        Ok(())
    }

    /// The most that a march may cost, of [`WHOLE`].
    fn most_of(&self, trip: &Trip<'_>) -> i32 {
        let class = trip.bodies.first().map(|body| body.class).unwrap_or_default();
        match trip.sort {
            Sort::Rally if self.on(r::BE_GAP_78) => WHOLE / 2,
            Sort::Operational => WHOLE * i32::from(self.book.tables.manoeuvre.operational.of(class)),
            _ => WHOLE,
        }
    }

    /// Whether a march may be made. Most of those that may not are too long or fail at their end, which is looked at first.
    pub(crate) fn fits(&self, trip: &Trip<'_>, legs: &[Manoeuvre]) -> bool {
        !self.too_long(trip, legs) && self.ends_well(trip, legs) && self.drafted(trip, legs).is_ok()
    }

    /// Whether the way ahead alone takes more than the move, on whatever ground it leads.
    fn too_long(&self, trip: &Trip<'_>, legs: &[Manoeuvre]) -> bool {
        let (before, middle, after) = split(legs);
        let ahead = |leg: &Manoeuvre| if let Manoeuvre::Ahead(cm) = leg { *cm / STEP } else { 0 };
        let steps = middle.iter().map(ahead).fold(0, i32::saturating_add);
        let bonus = self.road_bonus(trip);
        trip.bodies.iter().any(|body| {
            let other = after.or(before.map(|_| body.formation));
            let body = Body { formation: before.unwrap_or(body.formation), ..*body };
            let roads = [None, Some(Ud::of(0)), Some(bonus)];
            let pace = |going: &Going| roads.into_iter().filter_map(|road| self.pace(&body, other, *going, road)).max();
            let grounds = [Going::Clear, Going::Rough, Going::Difficult, Going::Closed];
            let best = grounds.iter().filter_map(pace).max();
            best.is_some_and(|best| share_of(Ud::from_cm(STEP), best).saturating_mul(steps) > self.most_of(trip))
        })
    }

    fn ends_well(&self, trip: &Trip<'_>, legs: &[Manoeuvre]) -> bool {
        let (before, middle, after) = split(legs);
        let course = self.course_of(trip, before, middle);
        let goes = course.length() > 0;
        let placed = course.end();
        let clear = placed.iter().enumerate().all(|(n, piece)| {
            let off = goes && !self.terrain.holds(piece);
            !off && self.hindered(trip, n, piece).is_ok()
        });
        let ends = trip.ids.iter().zip(self.ends_of(trip, &course)).enumerate();
        clear
            && ends.into_iter().all(|(n, (id, end))| {
                let formation = after.or(before).unwrap_or(trip.scene.w.unit(*id).formation);
                self.may_end((trip, n), *id, &self.piece_at(*id, end, formation)).is_ok()
            })
    }

    /// The way between the changes of formation.
    fn course_of(&self, trip: &Trip<'_>, before: Option<Formation>, legs: &[Manoeuvre]) -> Course {
        let piece = |id: &UnitId| {
            let unit = trip.scene.w.unit(*id);
            self.piece_at(*id, unit.pose, before.unwrap_or(unit.formation))
        };
        let march = March { movers: trip.ids.iter().map(|id| id.0).collect(), legs: legs.to_vec() };
        Course::new(march, trip.ids.iter().map(piece).collect())
    }

    /// Where each mover ends.
    fn ends_of(&self, trip: &Trip<'_>, course: &Course) -> Vec<Pose> {
        let stays = course.march.legs.is_empty();
        let end = |(id, piece): (&UnitId, Piece)| {
            if stays { trip.scene.w.unit(*id).pose } else { self.pose_of(&piece) }
        };
        trip.ids.iter().zip(course.end()).map(end).collect()
    }

    /// Where the front of the guide ends.
    pub(super) fn end_of(&self, trip: &Trip<'_>, legs: &[Manoeuvre]) -> Option<table::Point> {
        let (before, middle, _) = split(legs);
        self.ends_of(trip, &self.course_of(trip, before, middle)).first().map(|end| end.at)
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
        let whole = movement::slower(&self.book, body, to, Going::Clear, None).unwrap_or(Ud::of(1));
        Ok(share_of(movement::change_cost(&self.book, body, whole), whole))
    }

    /// What the legs between the changes cost, by the ground under each stretch.
    fn legs_price(
        &self,
        (trip, mover): (&Trip<'_>, usize),
        body: &Body,
        course: &Course,
        track: &Track<'_>,
        other: Option<Formation>,
    ) -> Result<i32, Fault> {
        let spent = trip.ids.get(mover).is_some_and(|id| trip.scene.w.unit(*id).now.stationary_taken);
        let mut cost = 0_i32;
        let mut gone = 0;
        let mut pivoted = 0;
        let mut slid = false;
        for (n, leg) in course.march.legs.iter().enumerate() {
            let length = course.leg_length(leg);
            let clear = self.pace(body, other, Going::Clear, None).unwrap_or(Ud::of(1));
            let ask = |what| {
                let enemy = self.formed_near(trip, mover);
                manoeuvre(&self.book, &Manoeuvring { unit: *body, manoeuvre: what, enemy, ..Default::default() })
            };
            let at = |bar: Bar| Fault { leg: Some(n), ..Fault::from(bar) };
            use crate::resolve::manoeuvre::Manoeuvre as M;
            let guns = body.formation == Formation::Deployed;
            match leg {
                Manoeuvre::Ahead(cm) | Manoeuvre::Back(cm) if guns => {
                    let most = ask(M::Prolonge).map_err(at)?.most.unwrap_or_default();
                    if *cm > most.cm() || course.march.legs.len() > 1 || spent {
                        return Err(fault(r::BE_MAN_18, "prolonge", n));
                    }
                    // By hand they go on clear ground only (BE-MVT-08).
                    let clear = |at: Cm| self.going_under(&track.at(at)) == Going::Clear;
                    if !places(gone, length).all(clear) && self.on(r::BE_MVT_08) {
                        return Err(fault(r::BE_MVT_08, "forbidden_ground", n));
                    }
                    cost = WHOLE;
                }
                Manoeuvre::Turn(_) if guns => {
                    ask(M::Reorient).map_err(at)?;
                    if course.march.legs.len() > 1 || spent {
                        return Err(fault(r::BE_MAN_19, "prolonge", n));
                    }
                    cost = WHOLE;
                }
                _ if guns => return Err(fault(r::BE_MAN_20, "deployed", n)),
                Manoeuvre::Ahead(_) => {
                    cost = cost.saturating_add(self.stretch((body, other), (trip, track), gone, length, n)?)
                }
                Manoeuvre::Back(_) => {
                    ask(M::Back).map_err(at)?;
                    let price = self.stretch((body, other), (trip, track), gone, length, n)?;
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
                        // Free, but over no ground that is closed to it (BE-MVT-02).
                        self.stretch((body, other), (trip, track), gone, length, n)?;
                        slid = true;
                    } else {
                        ask(M::Lateral).map_err(at)?;
                        let price = self.stretch((body, other), (trip, track), gone, length, n)?;
                        cost = cost.saturating_add(price * i32::from(table.half_speed));
                    }
                }
                Manoeuvre::Wheel(by) => {
                    pivoted += by.abs();
                    let front = breadth(&course.from);
                    let way = Ud::from_cm(pivot_cost(&self.book, front, *by));
                    let price = self.wheel_price((body, other), (trip, track), (gone, length), (way, n))?;
                    cost = cost.saturating_add(price);
                    let back = course.march.legs.iter().any(|leg| matches!(leg, Manoeuvre::Back(_)));
                    let most = if back { self.book.tables.angle.back_pivot.0 } else { self.book.tables.angle.pivot.0 };
                    if pivoted > most && self.on(r::BE_MAN_03) {
                        return Err(fault(if back { r::BE_MAN_06 } else { r::BE_MAN_03 }, "pivot", n));
                    }
                }
                Manoeuvre::Turn(by) => {
                    let what = if by.abs() == 18_000 { M::AboutFace } else { M::Reorient };
                    let price = ask(what).map_err(at)?;
                    // Nor does it turn into ground that is closed to it (BE-MVT-02).
                    let turned = if gone >= track.length() { track.end() } else { track.at(gone + 1) };
                    let open = |piece: &Piece| self.pace_at((body, other), trip, piece).is_some();
                    if !open(&turned) && open(&track.at(gone)) {
                        return Err(fault(r::BE_MVT_02, "impassable_ground", n));
                    }
                    cost = cost.saturating_add(share_of(price.cost, clear));
                }
                Manoeuvre::Stand => {}
                Manoeuvre::Oblique { .. } | Manoeuvre::Reform(_) | Manoeuvre::Enter(_) => {
                    return Err(fault(r::BE_MAN_12, "no_such_manoeuvre", n));
                }
            }
            gone += length;
        }
        Ok(cost)
    }

    /// The allowance on a class of ground; with a change of formation in the move, that of the slower (BE-GAP-31).
    fn pace(&self, body: &Body, other: Option<Formation>, going: Going, road: Option<Ud>) -> Option<Ud> {
        match other {
            Some(to) => movement::slower(&self.book, body, to, going, road),
            None => movement::allowance(&self.book, body, going, road),
        }
    }

    /// What a straight stretch of the course costs: each part by the ground under it (BE-GAP-30).
    fn stretch(
        &self,
        (body, other): (&Body, Option<Formation>),
        (trip, track): (&Trip<'_>, &Track<'_>),
        from: Cm,
        length: Cm,
        leg: usize,
    ) -> Result<i32, Fault> {
        // Only columns and limbered guns use roads (BE-MVT-07).
        let marching = |formation| matches!(formation, Formation::Column | Formation::Limbered);
        let marches = marching(body.formation) || other.is_some_and(marching);
        let beneath = self.between(&track.at(from + STEP.min(length)), &track.at(from + length));
        if length > 0 && beneath.is_plain(marches) {
            let Some(pace) = self.pace(body, other, Going::Clear, None) else {
                return Err(fault(r::BE_MVT_02, "impassable_ground", leg));
            };
            let rest = if length % STEP > 0 { share_of(Ud::from_cm(length % STEP), pace) } else { 0 };
            return Ok(share_of(Ud::from_cm(STEP), pace).saturating_mul(length / STEP).saturating_add(rest));
        }
        let bonus = marches.then(|| self.road_bonus(trip));
        let mut cost = 0_i32;
        let mut at = 0;
        while at < length {
            let step = STEP.min(length - at);
            let piece = track.at(from + at + step);
            let going = if beneath.slow { self.going_under(&piece) } else { Going::Clear };
            let road = bonus.filter(|_| beneath.road && self.road_in(trip.scene, piece.pose.at));
            let Some(pace) = self.pace(body, other, going, road) else {
                return Err(fault(r::BE_MVT_02, "impassable_ground", leg));
            };
            cost = cost.saturating_add(share_of(Ud::from_cm(step), pace));
            at += step;
        }
        Ok(cost)
    }

    /// The allowance of who turns at a place: a road is clear ground, and adds nothing.
    fn pace_at(&self, (body, other): (&Body, Option<Formation>), trip: &Trip<'_>, piece: &Piece) -> Option<Ud> {
        let road = self.road_in(trip.scene, piece.pose.at).then_some(Ud::of(0));
        self.pace(body, other, self.going_under(piece), road)
    }

    /// What a pivot costs that comes to so much of a way: each part by the ground under it, as in a straight stretch
    /// (BE-GAP-30); none of it ground that is closed to the unit, unless it stands in such ground already (BE-MVT-02).
    fn wheel_price(
        &self,
        (body, other): (&Body, Option<Formation>),
        (trip, track): (&Trip<'_>, &Track<'_>),
        (from, length): (Cm, Cm),
        (way, leg): (Ud, usize),
    ) -> Result<i32, Fault> {
        let clear = self.pace(body, other, Going::Clear, None).unwrap_or(Ud::of(1));
        let start = track.at(from);
        let reach = 2 * (length + start.front + start.depth);
        if self.terrain.touched_of(&Piece { front: reach, depth: reach, ..start }, self.slow).is_empty() {
            return Ok(share_of(way, clear));
        }
        let pace = |at: Cm| self.pace_at((body, other), trip, &track.at(at));
        let stuck = pace(from).is_none();
        let paces: Option<Vec<Ud>> = places(from, length).map(|at| pace(at).or(stuck.then_some(clear))).collect();
        let Some(paces) = paces else { return Err(fault(r::BE_MVT_02, "impassable_ground", leg)) };
        if paces.iter().all(|pace| *pace == clear) {
            return Ok(share_of(way, clear));
        }
        let parts = i32::try_from(paces.len()).unwrap_or(1).max(1);
        let part = Ud::from_cm(way.cm() / parts);
        Ok(paces.into_iter().fold(0_i32, |sum, pace| sum.saturating_add(share_of(part, pace))))
    }

    /// What a piece that goes straight from one place to another may touch on the way: where there is only clear ground,
    /// and no road for those who may use it, there is no need to look at it step by step.
    fn between(&self, from: &Piece, to: &Piece) -> Beneath {
        const SPARE: Cm = 10;
        if from.pose.facing != to.pose.facing {
            return Beneath { slow: true, road: true };
        }
        let swept = game::Extent::of(from.pose, &[*from, *to]).at(from.pose);
        let swept = Piece { front: swept.front + SPARE, depth: swept.depth + SPARE, ..swept };
        let mut beneath = Beneath { slow: false, road: false };
        for feature in self.terrain.touched(&swept) {
            beneath.slow |= self.terrain.kind(feature).is_none_or(|kind| self.slow.has(kind));
            beneath.road |= self.row(feature).is_some_and(|row| row.road);
        }
        beneath
    }

    /// What the lines crossed on the way cost (BE-MVT-06).
    fn obstacles(&self, body: &Body, other: Option<Formation>, lines: usize) -> Result<i32, Fault> {
        if lines == 0 {
            return Ok(0);
        }
        let Some(each) = movement::obstacle(&self.book, body.arm) else {
            return Err(Bar::by(r::BE_MVT_06, "obstacle").into());
        };
        let clear = self.pace(body, other, Going::Clear, None).unwrap_or(Ud::of(1));
        Ok(share_of(each, clear).saturating_mul(i32::try_from(lines).unwrap_or(i32::MAX)))
    }

    /// Looks along the way: the table's edge, enemies who keep one off, friends who may or may not be passed. Tells
    /// whether battalion guns are left behind.
    fn look_along(
        &self,
        (trip, mover): (&Trip<'_>, usize),
        body: &Body,
        course: &Course,
        track: &Track<'_>,
        crossed: bool,
    ) -> Result<bool, Fault> {
        let Some(id) = trip.ids.get(mover).copied() else { return Ok(false) };
        let guns = self.on(r::BE_GAP_06) && body.arm == Arm::Infantry && trip.scene.w.unit(id).battalion_guns;
        let length = track.length();
        let mut at = 0;
        let mut rough = false;
        loop {
            let piece = if at >= length { track.end() } else { track.at(at) };
            let leg = || track.leg_at(at).min(course.march.legs.len().saturating_sub(1));
            if at > 0 && !self.terrain.holds(&piece) && self.on(r::BE_GAP_38) {
                return Err(fault(r::BE_GAP_38, "off_the_table", leg()));
            }
            self.hindered(trip, mover, &piece).map_err(|bar| Fault { leg: Some(leg()), ..Fault::from(bar) })?;
            rough |= guns && self.going_under(&piece) == Going::Difficult;
            if at >= length {
                break;
            }
            at = (at + STEP * 2).min(length);
        }
        Ok(guns && (rough || crossed))
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
    pub(super) fn may_pass(&self, w: &World, id: UnitId, friend: UnitId) -> Result<(), Bar> {
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
    fn may_end(&self, (trip, mover): (&Trip<'_>, usize), id: UnitId, last: &Piece) -> Result<(), Fault> {
        let (w, sort) = (trip.scene.w, trip.sort);
        let from = w.unit(id).pose;
        let start = self.piece(w, id);
        let stands_on = |base: &super::trip::Base| {
            !trip.ids.contains(&base.id) && overlaps(last, &base.piece) && !overlaps(&start, &base.piece)
        };
        if trip.scene.bases.iter().any(stands_on) {
            return Err(Bar::by(r::BE_GAP_38, "overlaps").into());
        }
        if !self.terrain.holds(last) && self.terrain.holds(&start) {
            return Err(Bar::by(r::BE_GAP_38, "off_the_table").into());
        }
        let (before, after) = (self.enemy_near(trip, mover), trip.scene.nearest(last, self.side(id)));
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
        if end.at == from.at {
            return Ok(());
        }
        let stride = MoveUnderOrder {
            order: w.division(division).order,
            skirmishers: w.unit(id).formation == Formation::Skirmish,
            enemy_before: before,
            enemy_after: after,
            zone_before: self.out_of_zone(w, division, from.at),
            zone_after: self.out_of_zone(w, division, end.at),
        };
        orders::move_right(&self.book, &stride)?;
        self.approaches_nobody((trip, mover), last, &stride)
    }

    /// Under orders that forbid to come near, every enemy counts, not only the nearest (BE-GAP-98, BE-GAP-107).
    fn approaches_nobody(
        &self,
        (trip, mover): (&Trip<'_>, usize),
        last: &Piece,
        stride: &MoveUnderOrder,
    ) -> Result<(), Fault> {
        let near = self.book.tables.distance.tactical.cm();
        let (Some(id), Some(start)) = (trip.ids.get(mover), trip.starts.get(mover)) else { return Ok(()) };
        if !matches!(stride.order, Order::Withdraw | Order::Manoeuvre) || !self.on(r::BE_GAP_107) {
            return Ok(());
        }
        for base in trip.scene.bases.iter().filter(|base| base.side == self.side(*id).other()) {
            if !within_reach(last, &base.piece, near) {
                continue;
            }
            let apart = |piece: &Piece| Some(Ud::from_cm(distance(piece, &base.piece).cm));
            let one = MoveUnderOrder { enemy_before: apart(start), enemy_after: apart(last), ..*stride };
            orders::move_right(&self.book, &one)?;
        }
        Ok(())
    }
}

/// Places along a part of a way, evenly spread, its end the last and its beginning not among them.
fn places(from: Cm, length: Cm) -> impl Iterator<Item = Cm> {
    let parts = (length / STEP).max(1);
    (1..=parts).map(move |n| from + length / parts * n + if n == parts { length % parts } else { 0 })
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
