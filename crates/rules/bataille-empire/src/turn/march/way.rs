//! Judges a march leg by leg: its cost, and what is in the way (BE-MVT, BE-MAN, BE-GAP-27 to BE-GAP-38).

mod clear;
mod way_price;

use super::trip::{Judged, Trip};
use crate::question::Bar;
use crate::resolve::movement;
use crate::resolve::operational;
use crate::terms::book::r;
use crate::turn::deploy::formation_named;
use crate::world::World;
use crate::{BatailleEmpire, Body, Formation, Going, UD, Ud};
use game::{Refusal, Term, UnitId};
use rulebook::ids::at;
use table::{Cm, Course, Crossing, Manoeuvre, March, Measure, Piece, Pose, Track, crossed};
pub(crate) use way_price::share_of;

/// A whole move, in a unit that every allowance of the table in centimetres divides, so that shares of it are whole
/// numbers.
pub(crate) const WHOLE: i32 = 840 * 6_000;

/// Step in which a path is examined.
const STEP: Cm = UD / 4;

/// A legal march.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// The change of formation at the start.
    pub before: Option<Formation>,
    /// The path between the changes.
    pub course: Course,
    /// The change of formation at the end.
    pub after: Option<Formation>,
    /// The final place of the guide: the middle of its front.
    pub end: Pose,
    /// The final place of each mover.
    pub ends: Vec<Pose>,
    /// The final formation.
    pub formation: Formation,
    /// The cost, of [`WHOLE`].
    pub cost: i32,
    /// The units that lose their battalion guns on the path (BE-GAP-06).
    pub loses_guns: Vec<UnitId>,
}

/// Why a march is not legal, and at which leg.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub bar: Bar,
    pub leg: Option<usize>,
    /// By how much the march is too long.
    pub over: Option<Over>,
}

/// How a march is too long.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Over {
    /// It takes more than the move, both in shares of [`WHOLE`].
    Move { cost: i32, most: i32 },
    /// It is longer than any move.
    Any,
}

impl From<Bar> for Fault {
    fn from(bar: Bar) -> Self {
        Self { bar, leg: None, over: None }
    }
}

fn fault(rule: game::Rule, why: &'static str, leg: usize) -> Fault {
    Fault { leg: Some(leg), ..Fault::from(Bar::by(rule, why)) }
}

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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
    /// Judges the march of one unit.
    pub(crate) fn draft(&self, w: &World, id: UnitId, legs: &[Manoeuvre], sort: Sort) -> Result<Draft, Fault> {
        self.draft_all(w, &[id], legs, sort)
    }

    /// Judges the march of a unit or of a group, the guide first: all make the same movement at the speed of the
    /// slowest, and the lowest class sets every cost (BE-GAP-16).
    pub(crate) fn draft_all(&self, w: &World, ids: &[UnitId], legs: &[Manoeuvre], sort: Sort) -> Result<Draft, Fault> {
        let scene = self.scene(w);
        self.judged(&self.trip(&scene, ids, sort), legs)
    }

    /// The same, with the results of other marches of these units.
    pub(crate) fn drafted(&self, trip: &Trip<'_>, legs: &[Manoeuvre]) -> Judged {
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
            // The pace of a march with a change of formation is that of the slower one, whichever comes first
            // (BE-GAP-31).
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
            self.may_end((trip, n), &self.piece_at(*id, *end, formation))?;
        }
        let end = *at(&ends, 0, "end of a march");
        Ok(Draft { before, course, after, end, ends, formation, cost, loses_guns })
    }

    /// The refusal of a march with its figures: for one longer than the move its length, the length of a move in the
    /// open, the ground, and the share that is possible. Not part of the fault itself, since generals try many marches
    /// that nobody is shown.
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
        // Rounded up, so that a small excess is not shown as exactly the whole.
        let share = |part: i32| (i64::from(part) * 100 + i64::from(WHOLE) - 1) / i64::from(WHOLE);
        let refusal = refusal.fact("share", share(cost)).fact("share_most", share(most)).fact("way", i64::from(length));
        let (Some(body), Some(track)) = (trip.bodies.first(), Track::of(&course, 0)) else { return refusal };
        let other = after.or(before.map(|_| body.formation));
        let body = Body { formation: before.unwrap_or(body.formation), ..*body };
        let going = |at: Cm| self.going_under(&track.at(at));
        let rough = (1..=length / STEP).filter(|n| going(n * STEP) != Going::Clear).map(|_| i64::from(STEP)).sum();
        let lines = self.obstacles_crossed(&self.lines_met(&course, 0), &track);
        let lines = rulebook::saturated::<i64, _>(lines);
        let clear = self.pace(&body, other, Going::Clear, None).map_or(0, Ud::cm);
        let refusal = refusal
            .fact("allowance", i64::from(clear) * i64::from(most) / i64::from(WHOLE))
            .fact("rough_way", rough)
            .fact("obstacles", lines);
        // The excess is taken off the end, if the march ends straight on.
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

    /// The obstacles and waters on the path of a mover.
    fn lines_met(&self, course: &Course, mover: usize) -> Vec<Crossing> {
        crossed(course, mover, &self.terrain, |feature| {
            self.row(feature).is_some_and(|row| row.obstacle || row.going == Going::Closed)
        })
    }

    /// The number of obstacles that a mover crosses without a bridge (BE-MVT-06).
    fn obstacles_crossed(&self, met: &[Crossing], track: &Track<'_>) -> usize {
        let obstacles = met.iter().filter(|c| self.row(c.feature).is_some_and(|row| row.obstacle));
        obstacles.filter(|c| !self.bridged(track.at(c.from_cm.midpoint(c.to_cm)).pose.at)).count()
    }

    /// Rivers of any width are crossed only on bridges and at fords (BE-MVT-02, BE-GAP-30).
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

    /// The road bonus of a move of these units; for each part of a multiple its share, since it is given once
    /// (BE-MVT-07, BE-GAP-33).
    fn road_bonus(&self, trip: &Trip<'_>) -> Ud {
        match trip.sort {
            Sort::Operational => operational::road_bonus(&self.book, self.times(trip.ids)),
            _ => self.book.tables.pace.road,
        }
    }

    /// The longest possible move of these units: in their fastest formation, all on road.
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

    /// Refuses a march longer than any move before anything is computed.
    fn bounded(&self, trip: &Trip<'_>, legs: &[Manoeuvre]) -> Result<(), Fault> {
        let table = &self.book.tables;
        // A slide is free (BE-MAN-04), and so is moving guns by hand (BE-MAN-18).
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

    /// The maximum cost of a march, of [`WHOLE`].
    fn most_of(&self, trip: &Trip<'_>) -> i32 {
        let class = at(&trip.bodies, 0, "unit of a march").class;
        match trip.sort {
            Sort::Rally if self.on(r::BE_GAP_78) => WHOLE / 2,
            Sort::Operational => WHOLE * i32::from(self.book.tables.manoeuvre.operational.of(class)),
            _ => WHOLE,
        }
    }

    /// Whether a march is legal. Most illegal ones are too long or fail at their end, which is checked first.
    pub(crate) fn fits(&self, trip: &Trip<'_>, legs: &[Manoeuvre]) -> bool {
        let fits = || !self.too_long(trip, legs) && self.ends_well(trip, legs) && self.drafted(trip, legs).is_ok();
        trip.found.fits.get(legs, fits)
    }

    /// Whether the straight distance alone takes more than the move, on any ground.
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
                self.may_end((trip, n), &self.piece_at(*id, end, formation)).is_ok()
            })
    }

    /// The path between the changes of formation.
    fn course_of(&self, trip: &Trip<'_>, before: Option<Formation>, legs: &[Manoeuvre]) -> Course {
        let piece = |id: &UnitId| {
            let unit = trip.scene.w.unit(*id);
            self.piece_at(*id, unit.pose, before.unwrap_or(unit.formation))
        };
        let march = March { movers: trip.ids.iter().map(|id| id.0).collect(), legs: legs.to_vec() };
        Course::new(march, trip.ids.iter().map(piece).collect())
    }

    /// The final place of each mover.
    fn ends_of(&self, trip: &Trip<'_>, course: &Course) -> Vec<Pose> {
        let stays = course.march.legs.is_empty();
        let end = |(id, piece): (&UnitId, Piece)| {
            if stays { trip.scene.w.unit(*id).pose } else { self.pose_of(&piece) }
        };
        trip.ids.iter().zip(course.end()).map(end).collect()
    }

    /// The final place of the guide's front.
    pub(super) fn end_of(&self, trip: &Trip<'_>, legs: &[Manoeuvre]) -> Option<table::Point> {
        let (before, middle, _) = split(legs);
        self.ends_of(trip, &self.course_of(trip, before, middle)).first().map(|end| end.at)
    }
}

/// The width of a unit or group, across the facing of the guide.
fn breadth(pieces: &[Piece]) -> Cm {
    let Some(guide) = pieces.first() else { return UD };
    let across =
        pieces.iter().flat_map(|piece| [piece.front_left(), piece.front_right()].map(|p| guide.pose.seen(p).0));
    let (low, high) = across.fold((0, 0), |(low, high): (Cm, Cm), x| (low.min(x), high.max(x)));
    (high - low).max(guide.front)
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
