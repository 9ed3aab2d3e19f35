//! Friends in the way of a rally (LA-RAL-17 to LA-RAL-23, LA-GAP-51): around one end of a line or battery, through the
//! lane beside other friends, or through the friend itself if there is none.

use super::super::D;
use super::super::charge_steps::SHORT;
use super::super::march::Pace;
use super::super::nerves::reply_for;
use super::super::ways::Way;
use crate::question::{Does, Kind, Question, accept, any, pick_one};
use crate::resolve::charge::{Flow as Passing, Passage, flow, passage};
use crate::world::{Bound, Past, Run, Wing, World, front_of};
use crate::{Distance, Formation, LesAigles, Order, r};
use game::{Choice, Field, Flow, Ref, Slot, UnitId};
use rulebook::Known;
use rulebook::ids::unit_id;
use table::{Angle, Cm, Piece, Pose, in_the_way, overlaps};

pub(crate) const WAY_ROUND: Kind =
    Kind { rules: &[r::LA_RAL_23, r::LA_GAP_51], fields: LesAigles::fields_way_round, check: accept, suggest: any };

/// The choice of a side.
const SIDES: [(Wing, Does); 2] = [(Wing::Left, Does::PassLeft), (Wing::Right, Does::PassRight)];

/// A quarter of a rally: its direction (0 to 359 degrees), its longest distance, its rules for ground, and whether an
/// enemy follows it.
#[derive(Clone, Copy)]
pub(super) struct Leg {
    pub wanted: Angle,
    pub far: Cm,
    pub pace: Pace,
    pub followed: bool,
}

/// How a rally passes a friend.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// Around one end.
    Side(Wing),
    /// Through the lane beside the friend.
    Lane,
    /// Through the nearest lane, beyond any other friends beside this one.
    Nearest,
}

/// A lane beside friends, on the axes of a way.
struct Lane {
    /// Offset of its middle to the right.
    middle: Cm,
    /// Its width, in whole bases.
    width: Cm,
}

/// The extent of a footprint on the axes of a way: to the right and ahead of the start.
struct Span {
    right: (Cm, Cm),
    ahead: (Cm, Cm),
}

impl Span {
    fn of(axes: &Pose, piece: &Piece) -> Self {
        let seen = piece.corners().map(|corner| axes.seen(corner));
        let range = |of: fn(&(Cm, Cm)) -> Cm| {
            let all = seen.iter().map(of);
            (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
        };
        Self { right: range(|p| p.0), ahead: range(|p| p.1) }
    }
}

impl LesAigles {
    /// Asks owners of rallying regiments that meet a line or a battery on which side they pass it (LA-RAL-23).
    pub(super) fn ask_way_round(&self, d: &mut D<'_>) -> Flow<()> {
        let asked = self.put(d, Question::WayRound);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        for id in d.world.ids() {
            let Some(key) = reply_for(&asked, &answers, id).and_then(|reply| reply.key()) else { continue };
            let side = SIDES.iter().find(|(_, does)| Does::of(key) == Some(*does)).map(|(side, _)| *side);
            let (Some(side), Some(Ref::Unit(whom))) = (side, key.refs.first().copied()) else { continue };
            if let Bound::Rallying(run) = &mut d.world.unit_mut(id).bound {
                run.past = Some(Past { whom, side: Some(side), paid: 0 });
            }
        }
        Ok(())
    }

    fn fields_way_round(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let field = |id: UnitId| {
            let Bound::Rallying(run) = w.unit(id).bound else { return None };
            let leg = self.rally_leg(w, id, run)?;
            let friend = self.met(w, id, leg)?;
            let known = run.past.is_some_and(|past| past.whom == friend && past.side.is_some());
            let round = self.passed_by_lane(w, friend, leg.followed, Distance::of(0)) == Passage::Round;
            if known || !round {
                return None;
            }
            let sides = self.sides_of(w, id, friend, leg.wanted);
            // The question must not reveal the places of enemies (LA-GAP-60).
            let own = |other: UnitId| self.side(other) == slot.side;
            let leads = |side: &Wing| self.lane_past(w, id, friend, (leg.wanted, By::Side(*side)), own).is_some();
            let open: Vec<Wing> = sides.into_iter().filter(leads).collect();
            let choice = |side: &Wing| {
                let (_, does) = SIDES.iter().find(|(wing, _)| wing == side)?;
                Some(Choice::of(does.about(Ref::Unit(friend)), &[r::LA_RAL_23]))
            };
            (open.len() > 1).then(|| pick_one(Ref::Unit(id), open.iter().filter_map(choice).collect()))
        };
        self.troops(w, slot.side).filter_map(field).collect()
    }

    /// The sides of a friend, the shorter way around first.
    fn sides_of(&self, w: &World, id: UnitId, friend: UnitId, wanted: Angle) -> [Wing; 2] {
        let axes = Pose { facing: wanted, ..self.body(w, id).pose };
        let span = Span::of(&axes, &self.body(w, friend));
        if span.right.1 < -span.right.0 { [Wing::Right, Wing::Left] } else { [Wing::Left, Wing::Right] }
    }

    /// Footprints of those chosen that a way can meet and that the unit does not overlap already, by tag.
    fn bodies_in_reach(&self, w: &World, id: UnitId, far: Cm, of: impl Fn(UnitId) -> bool) -> Vec<(u32, Piece)> {
        let own = self.body(w, id);
        w.ids()
            .filter(|other| *other != id && w.unit(*other).present() && of(*other))
            .map(|other| (u32::from(other.0), self.body(w, other)))
            .filter(|(_, body)| table::at_least(&own, body) <= far + own.front + own.depth && !overlaps(&own, body))
            .collect()
    }

    /// The first friend that a rally meets in its direction: skirmishers do not hinder it (LA-GAP-17).
    fn met(&self, w: &World, id: UnitId, leg: Leg) -> Option<UnitId> {
        let own = self.body(w, id);
        let turned = own.with_pose(Pose { facing: leg.wanted, ..own.pose });
        let hinders = |other: UnitId| {
            self.side(other) == self.side(id)
                && self.passed_by_lane(w, other, leg.followed, Distance::of(0)) != Passage::Free
        };
        let friends = self.bodies_in_reach(w, id, leg.far, hinders);
        let found = in_the_way(&turned, leg.wanted, leg.far, &friends);
        found.first().map(|(_, _, tag)| unit_id(*tag))
    }

    fn passed_by_lane(&self, w: &World, friend: UnitId, followed: bool, lane: Distance) -> Passage {
        let unit = w.unit(friend);
        // A square whose ranks are broken is no square.
        let broken = unit.formation.square() && unit.order >= Order::Unformed;
        let formation = if broken { Formation::Column } else { unit.formation };
        passage(&self.book, (self.arm(friend), formation, self.leading(unit, friend).status), followed, lane)
    }

    /// How a rally passes a friend (LA-GAP-51).
    fn passed_by(&self, w: &World, id: UnitId, friend: UnitId, leg: Leg) -> Passage {
        let lane = self.lane_past(w, id, friend, (leg.wanted, By::Lane), |_| true).map_or(0, |lane| lane.width);
        self.passed_by_lane(w, friend, leg.followed, Distance::from_cm(lane))
    }

    /// The lane past a friend that is at least one base wide, the nearer one if there are two.
    fn lane_past(
        &self,
        w: &World,
        id: UnitId,
        friend: UnitId,
        (wanted, by): (Angle, By),
        among: impl Fn(UnitId) -> bool,
    ) -> Option<Lane> {
        let own = self.body(w, id);
        let axes = Pose { facing: wanted, ..own.pose };
        let band = Span::of(&axes, &self.body(w, friend));
        let base = crate::world::base_of(&self.book, self.arm(id)).cm().max(1);
        let beside: Vec<Span> = w
            .ids()
            .filter(|other| ![id, friend].contains(other) && w.unit(*other).present() && among(*other))
            .filter(|other| !self.passes_freely(w, id, *other))
            .map(|other| Span::of(&axes, &self.body(w, other)))
            .filter(|span| span.ahead.0 < band.ahead.1 && span.ahead.1 > band.ahead.0)
            .collect();
        let formation = w.unit(id).formation;
        let deep = (band.ahead.1 - band.ahead.0).max(1);
        let open = |from: Cm, to: Cm| {
            let at = axes.local(from + (to - from) / 2, band.ahead.0 + deep / 2);
            let piece = Piece { pose: Pose { at, ..axes }, front: to - from, depth: deep, ..own };
            self.terrain.holds(&piece) && !self.closed_to(id, formation, &piece)
        };
        let most = i32::from(w.unit(id).figures().max(1)) * base;
        let lane = |side: Wing| {
            // Mirrored, so that both sides are computed as the right one.
            let mirrored = |(from, to): (Cm, Cm)| if side == Wing::Left { (-to, -from) } else { (from, to) };
            let spans: Vec<(Cm, Cm)> = beside.iter().map(|span| mirrored(span.right)).collect();
            let mut edge = mirrored(band.right).1;
            for _ in 0..=spans.len() {
                let next = spans.iter().filter(|(_, to)| *to > edge).min();
                let free = next.map_or(most, |(from, _)| (from - edge).clamp(0, most));
                let fits = (1..=free / base).rev().map(|n| (edge, edge + n * base));
                let found = fits.map(mirrored).find(|(from, to)| open(*from, *to));
                if let Some((from, to)) = found {
                    return Some(Lane { middle: from + (to - from) / 2, width: to - from });
                }
                edge = next.filter(|_| by == By::Nearest)?.1;
            }
            None
        };
        let sides = [Wing::Left, Wing::Right].into_iter();
        let sides = sides.filter(|side| !matches!(by, By::Side(chosen) if chosen != *side));
        sides.filter_map(lane).min_by_key(|lane| lane.middle.abs())
    }

    fn passes_freely(&self, w: &World, id: UnitId, other: UnitId) -> bool {
        self.side(other) == self.side(id) && w.unit(other).formation == Formation::Skirmish && self.on(r::LA_GAP_17)
    }

    /// The action of a rally in a quarter about the friends in its way, and what it has to remember.
    pub(super) fn way_past(&self, w: &World, id: UnitId, run: Run, leg: Leg) -> (Way, Option<Past>) {
        let Leg { wanted, pace, followed, .. } = leg;
        let loose = |friend: UnitId| self.passes_freely(w, id, friend);
        let through = |friend: UnitId| !self.closed_friend(w, friend);
        let plain = || {
            let way = self.escape(w, id, wanted, &pace, |friend| followed && through(friend) || loose(friend));
            let pressed = || self.escape(w, id, wanted, &pace, |friend| through(friend) || loose(friend));
            (if way.stuck { pressed() } else { way }, None)
        };
        let forced = || (self.escape(w, id, wanted, &pace, |friend| through(friend) || loose(friend)), None);
        let Some(friend) = self.met(w, id, leg) else { return plain() };
        match self.passed_by(w, id, friend, leg) {
            Passage::Round => {
                let chosen = run.past.filter(|past| past.whom == friend).and_then(|past| past.side);
                let [shorter, longer] = self.sides_of(w, id, friend, wanted);
                let first = chosen.unwrap_or(shorter);
                let other = if first == shorter { longer } else { shorter };
                let round =
                    [first, other].into_iter().find_map(|side| self.goes_by(w, id, (friend, By::Side(side)), run, leg));
                round.unwrap_or_else(forced)
            }
            Passage::Flow => self.goes_by(w, id, (friend, By::Lane), run, leg).unwrap_or_else(forced),
            // Neither an end nor a gap is free: it halts there (LA-GAP-51).
            Passage::NearestGap => self.goes_by(w, id, (friend, By::Nearest), run, leg).unwrap_or_else(plain),
            Passage::Through | Passage::Free => forced(),
        }
    }

    /// Passes a friend through the lane beside it, on one side or on the nearer: aside in front of the friend if all of
    /// the unit has room there, otherwise in rows for as long as all of it needs (LA-RAL-20); it moves on with the
    /// rest. `None`: there is no lane, or no room to move.
    fn goes_by(
        &self,
        w: &World,
        id: UnitId,
        (friend, by): (UnitId, By),
        run: Run,
        leg: Leg,
    ) -> Option<(Way, Option<Past>)> {
        let Leg { wanted, far, .. } = leg;
        let own = self.body(w, id);
        let turned = own.with_pose(Pose { facing: wanted, ..own.pose });
        let side = if let By::Side(side) = by { Some(side) } else { None };
        let lane = self.lane_past(w, id, friend, (wanted, by), |_| true);
        let band = Span::of(&turned.pose, &self.body(w, friend));
        let up = (band.ahead.0 - turned.depth / 2 - SHORT).clamp(0, far);
        let all = self.bodies_in_reach(w, id, 2 * far + own.front, |other| !self.passes_freely(w, id, other));
        // A unit that it only turns its front over does not hold it.
        let others: Vec<(u32, Piece)> = all.iter().filter(|(_, body)| !overlaps(&turned, body)).copied().collect();
        let formation = w.unit(id).formation;
        let forbidden = |feature| self.may_not_enter(id, formation, feature);
        let run_on = |piece: &Piece, bearing: Angle, far: Cm| {
            let room = table::room(piece, bearing.rem_euclid(36_000), far, &self.terrain, forbidden, &others);
            let gone = room.map_or_else(|halt| halt.at.cm, |_| far);
            (piece.moved(bearing.rem_euclid(36_000), gone), gone)
        };
        let free = |piece: &Piece| {
            self.terrain.holds(piece)
                && !self.closed_to(id, formation, piece)
                && !all.iter().any(|(_, other)| overlaps(piece, other))
        };
        let (before, came) = run_on(&turned, wanted, up);
        let way = |piece: &Piece, path: &[Piece], gone: Cm| Way {
            end: front_of(piece),
            by: path.iter().map(front_of).collect(),
            gone,
            far,
            ..Way::none(w.unit(id).pose)
        };
        let past = |paid: Cm| Some(Past { whom: friend, side, paid });
        let whole = lane.as_ref().filter(|lane| side.is_some() && lane.width >= turned.front);
        if let Some(lane) = whole {
            // The whole unit moves aside until its way is clear, and then on.
            let (bearing, aside) =
                if lane.middle < 0 { (wanted - 9_000, -lane.middle) } else { (wanted + 9_000, lane.middle) };
            let (beside, gone) = run_on(&before, bearing, aside.min(far - came));
            if came + gone == 0 {
                return None;
            }
            let (end, on) = run_on(&beside, wanted, far - came - gone);
            return free(&end).then(|| (way(&end, &[before, beside], came + gone + on), past(0)));
        }
        let width = lane.as_ref().map_or(0, |lane| lane.width);
        let column = rulebook::saturated::<u8, _>(far * 4 / crate::CM);
        let passing = Passing { figures: w.unit(id).figures(), gap: Distance::from_cm(width), column };
        let time = flow(&self.book, &passing);
        if time.abreast == 0 {
            return None;
        }
        let middle = lane.as_ref().map_or(0, |lane| lane.middle);
        // To the lane, and through it by rows: never less than the direct way.
        let beyond = band.ahead.1 + turned.depth / 2 + SHORT;
        let aside = (middle.abs() - width / 2 - turned.front / 2).max(0);
        let cost = aside + time.cost.cm().max(beyond - up);
        let paid = run.past.filter(|past| past.whom == friend && past.side == side).map_or(0, |past| past.paid);
        let left = paid + far - came - cost;
        if left < 0 {
            // Not all of it is through: the rest stands before the lane.
            return free(&before).then(|| (way(&before, &[], came), past(paid + far - came)));
        }
        let there = |right: Cm| turned.with_pose(Pose { at: turned.pose.local(right, beyond), ..turned.pose });
        let through = [0, middle].into_iter().map(there).find(free)?;
        let gate = |ahead: Cm| before.with_pose(Pose { at: turned.pose.local(middle, ahead), ..turned.pose });
        let path = [before, gate(up), gate(beyond)];
        // The way does not pass over an enemy.
        let side = self.side(id);
        let enemy = |tag: u32| self.side(unit_id(tag)) != side;
        let foes: Vec<(u32, Piece)> = others.iter().filter(|(tag, _)| enemy(*tag)).copied().collect();
        let over = |(from, to): (&Piece, &Piece)| {
            let (a, b) = (from.pose.at, to.pose.at);
            a != b && !in_the_way(from, a.bearing_to(b), a.to(b).round() as Cm, &foes).is_empty()
        };
        if path.iter().zip(path.iter().skip(1).chain([&through])).any(over) {
            return None;
        }
        let (end, on) = run_on(&through, wanted, left);
        Some((way(&end, &path, far.min(beyond + on)), None))
    }
}
