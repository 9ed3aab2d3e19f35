//! The way of units that must move (LA-GAP-63): nine directions, the first that is free.

use super::D;
use super::march::Pace;
use crate::world::{World, front_of};
use crate::{Formation, LesAigles, Order, r};
use game::UnitId;
use rulebook::ids::unit_id;
use table::{Angle, Cm, FeatureId, Halt, Piece, Pose, SLACK, Stop, distance, in_the_way, overlaps, room};

/// The way of a unit that must move, in a quarter.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// The pose at its end.
    pub end: Pose,
    /// Poses at which it turns on its way.
    pub by: Vec<Pose>,
    /// Distance covered, in centimetres on the ground.
    pub gone: Cm,
    /// Distance that it could have covered over the ground.
    pub far: Cm,
    /// The obstacle at which it stands and that it has to cross (LA-GAP-72).
    pub before: Option<FeatureId>,
    /// Friends passed through.
    pub passed: Vec<UnitId>,
    /// It has reached the edge of the table.
    pub edge: bool,
    /// No direction was free: it stopped on the way.
    pub stuck: bool,
    /// Enemies bar every direction.
    pub taken: bool,
}

impl Way {
    /// A way that ends where it begins.
    pub(crate) const fn none(end: Pose) -> Self {
        Self {
            end,
            by: Vec::new(),
            gone: 0,
            far: 0,
            before: None,
            passed: Vec::new(),
            edge: false,
            stuck: false,
            taken: false,
        }
    }
}

/// Footprints on the table, by the tags of their units.
type Bodies = Vec<(u32, Piece)>;

impl LesAigles {
    /// The way of a unit that wants to go in a direction for a quarter. `passes` says which friends it goes through.
    pub(crate) fn escape(
        &self,
        w: &World,
        id: UnitId,
        wanted: Angle,
        pace: &Pace,
        passes: impl Fn(UnitId) -> bool,
    ) -> Way {
        let side = self.side(id);
        let own = self.body(w, id);
        let most = 2 * pace.quarter;
        let mut others: Vec<(u32, Piece)> = Vec::new();
        let mut friends: Vec<(UnitId, Piece)> = Vec::new();
        // The unit leaves enemies in contact: they bar no way except one that ends on them.
        let mut left: Vec<Piece> = Vec::new();
        // An enemy adjacent to it, such as a follower (LA-GAP-50), bars the ways that lead into it, but does not
        // prevent a turn.
        let mut flush: Vec<(u32, Piece)> = Vec::new();
        for other in w.ids().filter(|other| *other != id && w.unit(*other).present()) {
            let body = self.body(w, other);
            if table::at_least(&own, &body) > most + own.front + own.depth {
                continue;
            }
            if self.side(other) == side && passes(other) {
                friends.push((other, body));
            } else if w.enemies_of(id).any(|e| e == other) {
                left.push(body);
            } else if self.side(other) != side && distance(&own, &body).cm <= SLACK {
                flush.push((u32::from(other.0), body));
            } else if self.side(other) != side || !overlaps(&own, &body) {
                others.push((u32::from(other.0), body));
            }
        }
        let formation = w.unit(id).formation;
        let forbidden = |feature: FeatureId| {
            self.may_not_enter(id, formation, feature) && !self.terrain.touched(&own).contains(&feature)
        };
        let turned = |bearing: Angle| own.with_pose(Pose { facing: bearing.rem_euclid(36_000), ..own.pose });
        // A way is barred by units in the strip that its front covers (LA-GAP-63), not by one that it only turns its
        // front over, like an enemy close behind it. Such an enemy bars the ways that lead into it.
        let enemy_of = |tag: u32| self.side(unit_id(tag)) != side;
        let swept = |bearing: Angle| -> (Bodies, Bodies) {
            others.iter().partition(|(tag, his)| enemy_of(*tag) && overlaps(&turned(bearing), his))
        };
        let reach = |bearing: Angle| self.far_over(pace, &turned(bearing));
        // A unit that cannot move at all, as at a hedge, still needs the room to turn.
        let tried = |bearing: Angle, far: Cm| {
            let swept = swept(bearing).1;
            room(&turned(bearing), bearing.rem_euclid(36_000), far.max(1), &self.terrain, forbidden, &swept)
                .map(|piece| if far == 0 { turned(bearing) } else { piece })
        };
        let enemy = self
            .nearest_enemy(w, side, own.pose.at)
            .map(|(_, enemy)| table::angle_off(&Pose { facing: wanted, ..own.pose }, w.unit(enemy).pose.at));
        // Towards the side farther from the nearest enemy first.
        let away = if enemy.is_some_and(|off| off > 0) { -1 } else { 1 };
        let steps: Vec<Angle> = self.book.tables.charge.bearings_hundredths.iter().map(|b| Angle::from(*b)).collect();
        let mut bearings = vec![wanted];
        if self.on(r::LA_GAP_63) {
            bearings.extend(steps.iter().map(|step| wanted + away * step));
            bearings.extend(steps.iter().map(|step| wanted - away * step));
        }
        let keep_off = self.book.tables.movement.keep_off.cm();
        let mut by_enemy = true;
        let enemies =
            || others.iter().filter(|(tag, _)| enemy_of(*tag)).chain(&flush).map(|(_, body)| body).chain(&left);
        let upon = |piece: &Piece| enemies().any(|enemy| overlaps(piece, enemy) && !overlaps(&own, enemy));
        // Places are rounded: adjacent units may overlap slightly.
        let hair = 4 * SLACK;
        let core = Piece { front: own.front - hair, depth: own.depth - hair, ..own };
        let into = |bearing: Angle, far: Cm| -> Option<Cm> {
            let near: Bodies = flush.iter().copied().chain(swept(bearing).0).collect();
            let met = in_the_way(&core, bearing.rem_euclid(36_000), far, &near);
            met.first().map(|(gone, ..)| (gone - hair).max(0))
        };
        for bearing in &bearings {
            let (far, obstacle) = reach(*bearing);
            if let Some(gone) = into(*bearing, far) {
                by_enemy &= gone <= keep_off;
                continue;
            }
            let (piece, edge, before) = match tried(*bearing, far) {
                Ok(piece) => (piece, false, obstacle),
                Err(Halt { what: Stop::Edge, at, .. }) => (turned(*bearing).moved(*bearing, at.cm), true, None),
                Err(Halt { what: Stop::Unit(tag), at, .. }) => {
                    by_enemy &= enemy_of(tag) && at.cm <= keep_off;
                    continue;
                }
                Err(_) => {
                    by_enemy = false;
                    continue;
                }
            };
            if upon(&piece) {
                continue;
            }
            let whole = own.pose.at.to(piece.pose.at).round() as Cm;
            let gone = self.among(w, pace, (&turned(*bearing), *bearing, whole), &friends);
            let passed = self.passed(&turned(*bearing), *bearing, gone, &friends);
            let stood = Way::none(w.unit(id).pose);
            if gone < whole {
                // A unit held up among friends may come to rest where only its wing would have passed.
                let there = turned(*bearing).moved(bearing.rem_euclid(36_000), gone);
                if upon(&there) {
                    continue;
                }
                return Way { end: front_of(&there), gone, far: gone, passed, ..stood };
            }
            return Way { end: front_of(&piece), gone, far, before, passed, edge, ..stood };
        }
        let (far, _) = reach(wanted);
        let free = tried(wanted, far).map_or_else(|halt| halt.at.cm, |_| far);
        let gone = into(wanted, far).map_or(free, |met| met.min(free));
        let piece = turned(wanted).moved(wanted, gone);
        if gone == 0 || upon(&piece) {
            // Without a way it keeps its pose.
            return Way { far, stuck: true, taken: by_enemy, ..Way::none(w.unit(id).pose) };
        }
        let passed = self.passed(&turned(wanted), wanted, gone, &friends);
        Way { end: front_of(&piece), gone, far, passed, stuck: true, ..Way::none(w.unit(id).pose) }
    }

    /// Whether a unit that must move is still crossing an obstacle in this quarter.
    pub(crate) fn gets_across(&self, d: &mut D<'_>, id: UnitId) -> bool {
        let crosses = d.world.unit(id).over.is_some_and(|(_, until)| until >= d.world.quarter);
        d.world.unit_mut(id).now.busy |= crosses;
        crosses
    }

    /// Effect of the ground on a unit at the end of a compelled way (LA-GAP-72): it begins to cross the obstacle at
    /// which it has stood from the start, at the usual cost in time and order, or it has left the last one behind. The
    /// ground in which it stands also costs order.
    pub(crate) fn feel_ground(&self, d: &mut D<'_>, id: UnitId, way: &Way) {
        let quarter = d.world.quarter;
        let marcher = self.marcher(&d.world, id);
        let body = self.body(&d.world, id);
        if let Some(feature) = way.before.filter(|_| way.gone <= SLACK) {
            let until = quarter + u32::from(self.crossing_time(&marcher, feature)) - 1;
            d.world.unit_mut(id).now.busy = true;
            d.world.unit_mut(id).over = Some((feature, until));
            self.worsen(d, id, self.order_over(&marcher, feature), &[r::LA_GAP_72]);
            return;
        }
        let touched = self.terrain.touched(&body);
        let over = &mut d.world.unit_mut(id).over;
        *over = over.filter(|(feature, _)| touched.contains(feature));
        self.worsen(d, id, self.order_of_ground(id, marcher.formation, &body), &[r::LA_GAP_72]);
    }

    /// Whether a unit would overlap any unit that it does not overlap already.
    pub(crate) fn lies_on(&self, w: &World, id: UnitId, own: &Piece, there: &Piece) -> bool {
        w.ids().filter(|other| *other != id && w.unit(*other).present()).any(|other| {
            let body = self.body(w, other);
            overlaps(there, &body) && !overlaps(own, &body)
        })
    }

    /// Whether a unit, in this formation, overlaps a friend: ranks are not re-formed before a passage is over
    /// (LA-RAL-18, LA-GAP-17). Skirmishers do not matter.
    pub(crate) fn passes_still(&self, w: &World, id: UnitId, formation: Formation) -> bool {
        let own = self.body(w, id);
        let close = |friend: &UnitId| {
            let unit = w.unit(*friend);
            *friend != id && unit.formation != Formation::Skirmish && unit.inside.is_none()
        };
        formation != Formation::Skirmish
            && w.unit(id).inside.is_none()
            && self.troops(w, self.side(id)).filter(close).any(|friend| overlaps(&own, &self.body(w, friend)))
    }

    /// Distance that a unit covers on a way of which a part leads through friends, at half speed (LA-GAP-17):
    /// skirmishers do not slow it.
    fn among(
        &self,
        w: &World,
        pace: &Pace,
        (from, bearing, far): (&Piece, Angle, Cm),
        friends: &[(UnitId, Piece)],
    ) -> Cm {
        let close = |id: UnitId| w.unit(id).formation != Formation::Skirmish;
        let pieces: Bodies =
            friends.iter().filter(|(id, _)| close(*id)).map(|(id, piece)| (u32::from(id.0), *piece)).collect();
        if !pace.pressed || w.unit(pace.id).formation == Formation::Skirmish || !self.on(r::LA_GAP_17) {
            return far;
        }
        let by = self.book.tables.movement.passing_friends;
        let scaled = |cm: Cm, num: i64, den: i64| rulebook::saturated::<Cm, _>(i64::from(cm) * num / den.max(1));
        let (mut at, mut left) = (0, far);
        for (enter, clear, _) in in_the_way(from, bearing.rem_euclid(36_000), far.max(1), &pieces) {
            let open = (enter - at).max(0);
            if open >= left {
                break;
            }
            (at, left) = (at + open, left - open);
            let within = (clear - at).max(0);
            let cost = scaled(within, by.den, by.num);
            if cost > left {
                return at + scaled(left, by.num, by.den);
            }
            (at, left) = (at + within, left - cost);
        }
        at + left
    }

    fn passed(&self, from: &Piece, bearing: Angle, far: Cm, friends: &[(UnitId, Piece)]) -> Vec<UnitId> {
        let pieces: Vec<(u32, Piece)> = friends.iter().map(|(id, piece)| (u32::from(id.0), *piece)).collect();
        let found = in_the_way(from, bearing.rem_euclid(36_000), far.max(1), &pieces);
        found.into_iter().map(|(_, _, tag)| unit_id(tag)).collect()
    }

    /// Whether ground is closed to a unit in a formation.
    pub(crate) fn may_not_enter(&self, id: UnitId, formation: Formation, feature: FeatureId) -> bool {
        let Some(kind) = self.terrain.kind(feature) else { return false };
        let formation = if formation == Formation::InPosition { Formation::Limbered } else { formation };
        let mover = crate::terms::tables::Mover::of(self.arm(id), formation);
        let row = self.book.tables.ground.of(kind);
        let may = match row.cross {
            Some(cross) => cross.of(mover).is_some(),
            None => row.rate(mover, formation).is_some(),
        };
        !may && crate::resolve::motion::ground_counts(&self.book, kind)
    }

    /// Whether a friend may not be passed through: guard, elite, squares (LA-RAL-19, LA-ESQ-12).
    pub(crate) fn closed_friend(&self, w: &World, friend: UnitId) -> bool {
        let unit = w.unit(friend);
        let square = unit.formation.square() && unit.order < Order::Unformed;
        self.leading(unit, friend).status.choice() || square
    }
}
