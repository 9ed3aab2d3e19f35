//! The cost of a march: changes of formation, legs by the ground under them, obstacles crossed (BE-MVT, BE-MAN).

use super::{Fault, STEP, WHOLE, breadth, fault};
use crate::question::Bar;
use crate::resolve::manoeuvre::{Manoeuvring, manoeuvre, may_change, pivot_cost};
use crate::resolve::movement;
use crate::terms::book::r;
use crate::turn::march::trip::Trip;
use crate::world::World;
use crate::{BatailleEmpire, Body, Formation, Going, Ud};
use game::UnitId;
use table::{Cm, Course, Manoeuvre, Piece, Track, nearest_of};

/// What a straight stretch may cross.
#[derive(Clone, Copy)]
struct Beneath {
    /// Ground slower than clear ground.
    slow: bool,
    road: bool,
}

impl Beneath {
    const fn is_plain(self, marches: bool) -> bool {
        !(self.slow || marches && self.road)
    }
}

impl BatailleEmpire {
    /// The cost of a change of formation (BE-MAN-12, BE-GAP-31).
    pub(super) fn change_price(&self, w: &World, id: UnitId, body: &Body, to: Formation) -> Result<i32, Fault> {
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

    /// The cost of the legs between the changes, by the ground under each stretch.
    pub(super) fn legs_price(
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
        use crate::resolve::manoeuvre::Manoeuvre as M;
        for (n, leg) in course.march.legs.iter().enumerate() {
            let length = course.leg_length(leg);
            let clear = self.pace(body, other, Going::Clear, None).unwrap_or(Ud::of(1));
            let ask = |what| {
                // Sideways, in the direction of the leg (BE-MAN-05).
                let sideways = what == M::Lateral;
                let enemy = sideways.then(|| self.formed_near(trip, mover, track, (gone, length))).flatten();
                manoeuvre(&self.book, &Manoeuvring { unit: *body, manoeuvre: what, enemy, ..Default::default() })
            };
            let at = |bar: Bar| Fault { leg: Some(n), ..Fault::from(bar) };
            let guns = body.formation == Formation::Deployed;
            match leg {
                Manoeuvre::Ahead(cm) | Manoeuvre::Back(cm) if guns => {
                    let most = ask(M::Prolonge).map_err(at)?.most.unwrap_or_default();
                    if *cm > most.cm() || course.march.legs.len() > 1 || spent {
                        return Err(fault(r::BE_MAN_18, "prolonge", n));
                    }
                    // Guns are moved by hand on clear ground only (BE-MVT-08).
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
                        // Free, but not over ground closed to it (BE-MVT-02).
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
                    // It may not turn into ground closed to it either (BE-MVT-02).
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

    /// The formed enemy nearest to a leg of the path, from its start to its end.
    fn formed_near(&self, trip: &Trip<'_>, mover: usize, track: &Track<'_>, (from, length): (Cm, Cm)) -> Option<Ud> {
        let enemy = self.side(*trip.ids.get(mover)?).other();
        let nearest = |at: Cm| {
            let formed = trip.scene.bases.iter().filter(|base| base.side == enemy && base.formed);
            nearest_of(&track.at(at), formed.map(|base| ((), base.piece))).map(|(_, measure)| measure.cm)
        };
        std::iter::once(from).chain(places(from, length)).filter_map(nearest).min().map(Ud::from_cm)
    }

    /// The allowance on a class of ground; with a change of formation in the move, that of the slower one (BE-GAP-31).
    pub(super) fn pace(&self, body: &Body, other: Option<Formation>, going: Going, road: Option<Ud>) -> Option<Ud> {
        match other {
            Some(to) => movement::slower(&self.book, body, to, going, road),
            None => movement::allowance(&self.book, body, going, road),
        }
    }

    /// The cost of a straight stretch of the course: each part by the ground under it (BE-GAP-30).
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

    /// The allowance for a turn at a place: a road is clear ground and adds nothing.
    fn pace_at(&self, (body, other): (&Body, Option<Formation>), trip: &Trip<'_>, piece: &Piece) -> Option<Ud> {
        let road = self.road_in(trip.scene, piece.pose.at).then_some(Ud::of(0));
        self.pace(body, other, self.going_under(piece), road)
    }

    /// The cost of a pivot equal to a length of path: each part by the ground under it, as in a straight stretch
    /// (BE-GAP-30). The ground may not be closed to the unit, unless it already stands in such ground (BE-MVT-02).
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
        let parts = rulebook::saturated::<i32, _>(paces.len()).max(1);
        let part = Ud::from_cm(way.cm() / parts);
        Ok(paces.into_iter().fold(0_i32, |sum, pace| sum.saturating_add(share_of(part, pace))))
    }

    /// What a piece moving straight from one place to another may touch: if there is only clear ground, and no road for
    /// units that may use it, the stretch need not be examined step by step.
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

    /// The cost of the obstacles crossed on the path (BE-MVT-06).
    pub(super) fn obstacles(&self, body: &Body, other: Option<Formation>, lines: usize) -> Result<i32, Fault> {
        if lines == 0 {
            return Ok(0);
        }
        let Some(each) = movement::obstacle(&self.book, body.arm) else {
            return Err(Bar::by(r::BE_MVT_06, "obstacle").into());
        };
        let clear = self.pace(body, other, Going::Clear, None).unwrap_or(Ud::of(1));
        Ok(share_of(each, clear).saturating_mul(rulebook::saturated::<i32, _>(lines)))
    }
}

/// Evenly spaced places along a part of a path, with its end but without its start.
fn places(from: Cm, length: Cm) -> impl Iterator<Item = Cm> {
    let parts = (length / STEP).max(1);
    (1..=parts).map(move |n| from + length / parts * n + if n == parts { length % parts } else { 0 })
}

/// The share of a whole move for a distance, at an allowance.
pub(crate) fn share_of(way: Ud, allowance: Ud) -> i32 {
    let whole = i64::from(way.cm()) * i64::from(WHOLE);
    rulebook::saturated::<i32, _>(whole.div_euclid(i64::from(allowance.cm().max(1))))
}
