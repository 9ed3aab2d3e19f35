//! Movement over ground: what a path crosses, how far a unit gets, which friends it passes through, where routing units
//! go.

use super::D;
use crate::resolve::movement::{self, March as Mover};
use crate::world::{Fate, PAS, Positions, Unit, World};
use crate::{Arm, Formation, Going, MarieLouise, Marker, r};
use game::{Flow, UnitId};
use table::{
    Angle, Cm, FeatureId, Kind, Piece, Point, Pose, SLACK, distance, first_contact, in_the_way, overlaps, within_cm,
};

/// Tolerance within which a point is at an edge.
const EDGE: Cm = 5 * SLACK;

/// A stretch of a path on one kind of ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    pub from: Cm,
    pub to: Cm,
    /// Class of the ground, road included.
    pub going: Going,
    /// The class for units without a road rate.
    pub beside: Going,
    /// Tall vegetation (ML-6d).
    pub tall: bool,
}

impl Stretch {
    /// Whether the stretch is only the edge of the ground where the path begins: places are rounded, and a unit that
    /// stopped at an edge may leave it (ML-GAP-14).
    pub(crate) const fn at_the_edge(&self) -> bool {
        self.from == 0 && self.to > 0 && self.to <= 2 * EDGE
    }
}

/// Where a unit stops in front of ground at a distance that it does not enter: clearly outside, since places are
/// rounded (ML-GAP-14).
fn short_of(edge: Cm) -> Cm {
    (edge - EDGE).max(0)
}

/// What a straight path crosses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Way {
    /// The ground, in order.
    pub stretches: Vec<Stretch>,
    /// Linear obstacles crossed (ML-1.6e), with their distance along the path.
    pub obstacles: Vec<(FeatureId, Cm)>,
}

/// The result of a move along a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveMade {
    /// The distance that it has moved.
    pub cm: Cm,
    /// The final allowance.
    pub allowance: Cm,
    /// Halted in front of this obstacle (ML-1.6e).
    pub halted: Option<FeatureId>,
    /// Stopped by an element of this enemy (ML-6.2b).
    pub blocked: Option<UnitId>,
    /// Stopped by ground that it may not enter.
    pub barred: bool,
    pub left_table: bool,
}

/// Whether a piece that turns to a bearing and goes straight on it only leaves another that it touches at the start.
fn brushes(unit: &Piece, bearing: Angle, cm: Cm, other: &Piece) -> bool {
    let turned = Piece { pose: Pose { facing: bearing, ..unit.pose }, ..*unit };
    let touched = distance(unit, other).cm <= SLACK || distance(&turned, other).cm == 0;
    let (soon, late) = (turned.moved(bearing, cm.min(PAS / 10)), turned.moved(bearing, cm));
    // It moves away from elements that only its corner or flank touches while passing, not from those its middle would
    // cross.
    let side = unit.front.min(unit.depth);
    let middle = Piece { front: side, depth: side, ..turned };
    let through = || !overlaps(&middle, other) && !in_the_way(&middle, bearing, cm, &[(0, *other)]).is_empty();
    let clear = || if overlaps(&turned, other) { !overlaps(&late, other) } else { !overlaps(&soon, other) };
    touched && clear() && !through()
}

impl MarieLouise {
    /// The movement data of a unit: its row of the movement table (ML-6a, ML-GAP-16).
    #[must_use]
    pub fn mover(&self, w: &World, id: UnitId) -> Mover {
        let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
        Mover {
            arm: profile.arm,
            class: profile.class,
            horse: profile.horse,
            general: false,
            formation: unit.formation,
            marker: unit.marker,
            falling_back: false,
            manoeuvre_training: profile.manoeuvre_training,
            going: Going::Clear,
            beside_road: Going::Clear,
            tall_vegetation: false,
        }
    }

    /// The class of the ground at a point: on a road or bridge that of the road, otherwise the worst class at that
    /// point (ML-1.6a to ML-1.6d, ML-GAP-13, ML-GAP-14). `up`: the move goes uphill here (ML-1.6k).
    fn going_at(&self, mover: &Mover, p: Point, up: bool) -> Stretch {
        let (mut road, mut ford, mut worst, mut tall) = (false, false, self.open_ground(), false);
        for feature in self.terrain.at(p) {
            let Some(kind) = self.terrain.kind(feature) else { continue };
            let ground = self.ground(kind);
            match kind {
                // Only columns, limbered batteries and generals use bridges and fords (ML-1.6f, ML-GAP-14).
                Kind::Bridge | Kind::Ford if !self.may_use_passage(mover) => {}
                Kind::Road | Kind::Track | Kind::Bridge if ground.going == Going::Road => road = true,
                Kind::Road | Kind::Track | Kind::Bridge | Kind::Ford => ford = true,
                _ if ground.obstacle => {}
                _ => {
                    let feels = !ground.uphill_only || up && self.on(r::ML_1_6K);
                    if feels {
                        worst = worst.max(self.class_of(kind, ground.going));
                    }
                    tall |= ground.tall;
                }
            }
        }
        let beside = if road || ford { Going::Clear } else { worst };
        let going = if road { Going::Road } else { beside };
        Stretch { from: 0, to: 0, going, beside, tall: tall && !road && !ford }
    }

    /// Open ground has the rate of clear ground (ML-1.6b).
    fn open_ground(&self) -> Going {
        if self.on(r::ML_1_6B) { Going::Clear } else { Going::Rough }
    }

    /// Whether any ground that a piece touches may be closed to a mover, whatever else lies there: if not, no path
    /// there is barred.
    pub(super) fn may_be_closed(&self, mover: &Mover, about: &Piece) -> bool {
        let mut classes = vec![Going::Clear, self.open_ground()];
        let mut heights = vec![false];
        for kind in self.terrain.touched(about).into_iter().filter_map(|feature| self.terrain.kind(feature)) {
            let ground = self.ground(kind);
            if !ground.obstacle && !matches!(kind, Kind::Road | Kind::Track | Kind::Bridge | Kind::Ford) {
                classes.push(self.class_of(kind, ground.going));
                heights.extend(ground.tall.then_some(true));
            }
        }
        classes.iter().any(|going| heights.iter().any(|tall| self.rate(mover, *going, *tall).is_none()))
    }

    /// The class of a kind of ground: rough (ML-1.6c), very rough (ML-1.6d), buildings like rough ground (ML-1.6h).
    fn class_of(&self, kind: Kind, going: Going) -> Going {
        movement::felt(&self.book, going, matches!(kind, Kind::WoodenBuilding | Kind::MasonryBuilding))
    }

    fn may_use_passage(&self, mover: &Mover) -> bool {
        !self.on(r::ML_1_6F) || mover.general || mover.formation.is_column() || mover.formation == Formation::Limbered
    }

    /// What the centre of the TdC crosses on a straight path (ML-1.7d).
    #[must_use]
    pub fn way(&self, mover: &Mover, from: Point, to: Point) -> Way {
        let length = from.to(to).round() as Cm;
        let crossings = self.terrain.along(from, to);
        let mut cuts: Vec<Cm> = vec![0, length];
        let mut obstacles = Vec::new();
        for crossing in &crossings {
            let linear = self.terrain.kind(crossing.feature).is_some_and(|k| self.ground(k).obstacle);
            if linear {
                obstacles.push((crossing.feature, crossing.from_cm.max(0)));
            } else {
                cuts.extend([crossing.from_cm.clamp(0, length), crossing.to_cm.clamp(0, length)]);
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let bearing = from.bearing_to(to);
        let mut way = Way { stretches: Vec::with_capacity(cuts.len()), obstacles };
        for pair in cuts.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let middle = from.step(bearing, i32::midpoint(a, b));
            let up = self.terrain.level(from.step(bearing, b)) > self.terrain.level(from.step(bearing, a))
                || self.climbs(from.step(bearing, a), bearing, b - a);
            let here = self.going_at(mover, middle, up);
            way.stretches.push(Stretch { from: a, to: b, ..here });
        }
        if way.stretches.is_empty() {
            way.stretches.push(Stretch { to: 0, ..self.going_at(mover, from, false) });
        }
        way
    }

    /// Whether a stretch leads uphill: the ground just beyond it is higher than the ground just before it.
    fn climbs(&self, from: Point, bearing: Angle, cm: Cm) -> bool {
        let back = from.step(bearing, -PAS / 2);
        let beyond = from.step(bearing, cm + PAS / 2);
        self.terrain.level(beyond) > self.terrain.level(back)
    }

    /// The allowance of a mover over a class of ground; `None`: it may not enter (ML-6a, ML-6d).
    #[must_use]
    pub fn rate(&self, mover: &Mover, going: Going, tall: bool) -> Option<Cm> {
        let over = Mover { going, beside_road: going, tall_vegetation: tall, ..*mover };
        movement::allowance(&self.book, &over, &mut game::Quiet).map(crate::Distance::cm)
    }

    /// The allowance over a whole path: that of the worst class touched, the road rate only if all of it is on road
    /// (ML-1.6a, ML-1.6c, ML-GAP-14); `None`: some of it is closed.
    #[must_use]
    pub fn allowance_over<'a>(&self, mover: &Mover, ways: impl Iterator<Item = &'a Way> + Clone) -> Option<Cm> {
        let stretches = || ways.clone().flat_map(|w| &w.stretches);
        let all_road = self.on(r::ML_1_6A) && stretches().all(|s| s.going == Going::Road);
        if all_road && let Some(rate) = self.rate(mover, Going::Road, false) {
            return Some(rate);
        }
        let mut least: Option<Cm> = None;
        for stretch in stretches() {
            let Some(rate) = self.rate(mover, stretch.beside, stretch.tall) else {
                if stretch.at_the_edge() {
                    continue;
                }
                return None;
            };
            least = Some(least.map_or(rate, |l| l.min(rate)));
        }
        least
    }

    /// The longest distance along a straight path, for a move whose length is not chosen (ML-GAP-14): `allowance` plus
    /// `extra` for the worst ground touched so far. The move stops at an edge beyond which the distance would be too
    /// long. The road rate counts while all of the path is on the road (ML-1.6a). Returns the allowance with it, and
    /// the obstacle in front of which it halts.
    #[must_use]
    pub fn longest(&self, mover: &Mover, way: &Way, extra: Cm, paid: Option<FeatureId>) -> (Cm, Cm, Option<FeatureId>) {
        let off = self.longest_at(mover, way, (extra, paid), |s| self.rate(mover, s.beside, s.tall));
        let stretches = way.stretches.iter().copied().take_while(|s| s.going == Going::Road).collect::<Vec<_>>();
        if stretches.is_empty() || !self.on(r::ML_1_6A) {
            return off;
        }
        let road = Way { stretches, obstacles: way.obstacles.clone() };
        let on = self.longest_at(mover, &road, (extra, paid), |_| self.rate(mover, Going::Road, false));
        if on.0 > off.0 { on } else { off }
    }

    /// The same with a rate for each stretch.
    fn longest_at(
        &self,
        mover: &Mover,
        way: &Way,
        (extra, paid): (Cm, Option<FeatureId>),
        rate: impl Fn(&Stretch) -> Option<Cm>,
    ) -> (Cm, Cm, Option<FeatureId>) {
        let mut least = Cm::MAX;
        let mut reached = 0;
        let mut spent = 0;
        let cost = self.book.tables.distance.obstacle_cost.cm();
        let mut obstacles = way.obstacles.iter().filter(|(f, _)| paid != Some(*f)).copied().peekable();
        for stretch in &way.stretches {
            let Some(rate) = rate(stretch) else {
                if stretch.at_the_edge() {
                    continue;
                }
                return (short_of(reached), least, None);
            };
            let limit = least.min(rate).saturating_add(extra);
            if limit - spent < stretch.from && reached > 0 {
                return (short_of(reached), least, None);
            }
            least = least.min(rate);
            while let Some((feature, at)) = obstacles.peek().copied().filter(|(_, at)| *at <= stretch.to) {
                obstacles.next();
                if !self.on(r::ML_1_6E) {
                    continue;
                }
                if mover.arm == Arm::Artillery || limit - spent - cost <= at {
                    return (at.min((limit - spent).max(0)), least, Some(feature));
                }
                spent += cost;
            }
            reached = stretch.to.min((limit - spent).max(0));
            if reached < stretch.to {
                return (reached, least, None);
            }
        }
        (reached, least, None)
    }

    /// What the obstacles crossed on a straight move cost in allowance: counted as pas moved, except for the obstacle
    /// paid last turn (ML-1.6e, ML-GAP-14).
    pub(crate) fn toll(&self, w: &World, id: UnitId, bearing: Angle, cm: Cm) -> Cm {
        let unit = w.unit(id);
        if cm <= 0 || !self.on(r::ML_1_6E) {
            return 0;
        }
        let crossed = self.terrain.along(unit.pose.at, unit.pose.at.step(bearing, cm)).into_iter().filter(|crossing| {
            self.is_obstacle(crossing.feature)
                && unit.obstacle != Some(crossing.feature)
                && crossing.from_cm.saturating_add(SLACK) < cm
        });
        let each = self.book.tables.distance.obstacle_cost.cm();
        crossed.fold(0, |sum: Cm, _| sum.saturating_add(each))
    }

    /// Enemy elements that may block the path of a unit within a distance (ML-6.2b); skirmish elements other than the
    /// TdC give way (ML-6.2c, ML-GAP-51).
    #[must_use]
    pub(super) fn enemy_elements(&self, w: &World, id: UnitId, reach: Cm) -> Vec<(u32, Piece)> {
        if !self.on(r::ML_6_2B) {
            return Vec::new();
        }
        let at = w.unit(id).pose.at;
        // No element is farther from its TdC.
        let reach = reach.saturating_add(12 * PAS);
        let near = |p: Point| (p.x - at.x).abs() <= reach && (p.y - at.y).abs() <= reach;
        let mut out = Vec::new();
        for other in self.troops(w, self.side(id).other()) {
            let unit = w.unit(other);
            if near(unit.pose.at) {
                let open = unit.formation == Formation::Skirmish && self.on(r::ML_6_2C);
                let pieces = self.footprint(unit).into_iter().filter(|p| p.lead || !open);
                out.extend(pieces.map(|p| (u32::from(other.0), p)));
            }
        }
        out
    }

    /// Friends passed through on a straight path: the TdC of one crosses an element of the other (ML-6.2a). `from`: the
    /// unit as it moves, with the facing that it has on the way.
    #[must_use]
    pub fn friends_crossed(
        &self,
        w: &World,
        positions: &Positions,
        id: UnitId,
        from: Pose,
        bearing: Angle,
        cm: Cm,
    ) -> Vec<UnitId> {
        if cm <= 0 {
            return Vec::new();
        }
        let unit = w.unit(id);
        let moving = Unit { pose: from, ..unit.clone() };
        // A unit that turns on its place may brush a neighbour without going through it.
        let brushed = |p: &Piece| from.facing == bearing && brushes(&unit.tdc(), bearing, cm, p);
        let reach = (unit.pose.at.to(from.at).ceil() as Cm).saturating_add(cm).saturating_add(8 * PAS);
        let mut crossed = Vec::new();
        let own = self.footprint(&moving);
        for (friend, _) in self.around(w, positions, id, reach).filter(|(o, _)| self.side(*o) == self.side(id)) {
            let theirs: Vec<(u32, Piece)> = self.footprint(w.unit(friend)).into_iter().map(|p| (0, p)).collect();
            let lead: Vec<(u32, Piece)> = theirs.iter().take(1).copied().collect();
            let met: Vec<(u32, Piece)> = theirs.iter().filter(|(_, p)| !brushed(p)).copied().collect();
            let tdc_crosses = !in_the_way(&moving.tdc(), bearing, cm, &met).is_empty();
            let tdc_crossed = own.iter().any(|p| !in_the_way(p, bearing, cm, &lead).is_empty());
            let already = theirs.iter().any(|(_, p)| overlaps(&unit.tdc(), p));
            if (tdc_crosses || tdc_crossed) && !already {
                crossed.push(friend);
            }
        }
        crossed
    }

    /// Whether a unit at `end` would be nearer than now to an enemy that counts: not routing, and within 24 pas at the
    /// start (ML-GAP-17, ML-GAP-18).
    #[must_use]
    pub fn approaches(&self, w: &World, positions: &Positions, id: UnitId, end: Pose) -> Option<(UnitId, Cm, Cm)> {
        let horizon = self.book.tables.distance.flight_horizon.cm();
        let unit = w.unit(id);
        let tdc = Piece { pose: end, ..unit.tdc() };
        let enemies = self.about(w, positions, id, horizon).into_iter();
        let enemies = enemies.filter(|o| self.side(*o) != self.side(id) && w.unit(*o).marker != Marker::Routing);
        enemies.into_iter().find_map(|other| {
            // A corner is at most 0.6 pas from the centre of its TdC: most enemies are clearly not approached.
            let theirs = w.unit(other).pose.at;
            if end.at.to(theirs) > unit.pose.at.to(theirs) + f64::from(PAS) * 2.4 {
                return None;
            }
            let before = self.apart(w, id, other).cm;
            let after = distance(&tdc, &w.unit(other).tdc()).cm;
            (after < before && !within_cm(before, after) && within_cm(before, horizon))
                .then_some((other, before, after))
        })
    }

    /// The rout move of one unit.
    ///
    /// # Errors
    /// `Wait`, for the tests of friends passed through.
    pub fn rout_move(&self, d: &mut D<'_>, id: UnitId) -> Flow<()> {
        self.rout_moves(d, &[id])
    }

    /// Rout moves of one instant (ML-5.2v, ML-2c, ML-GAP-18): straight away from the nearest enemy, turning up to 90
    /// degrees; without a path it is eliminated. A deployed battery abandons its guns instead (ML-GAP-34).
    ///
    /// # Errors
    /// `Wait`, for the tests of friends passed through.
    pub fn rout_moves(&self, d: &mut D<'_>, ids: &[UnitId]) -> Flow<()> {
        let mut crossings = Vec::new();
        for id in ids.iter().copied() {
            if !d.world.unit(id).present() {
                continue;
            }
            if self.deployed_battery(&d.world, id) && self.on(r::ML_GAP_34) {
                self.abandon(d, id, &[r::ML_GAP_18, r::ML_GAP_34]);
                continue;
            }
            let positions = self.positions(&d.world);
            match self.rout_line(&d.world, &positions, id) {
                None => self.remove(d, id, Fate::Eliminated, &[r::ML_5_2W]),
                Some((_, _, run)) if run.left_table => self.remove(d, id, Fate::OffTable, &[r::ML_GAP_18]),
                Some((end, bearing, run)) => {
                    let from = d.world.unit(id).pose;
                    // Up to where it stops, which a friend may shorten (ML-GAP-11).
                    let gone = from.at.to(end.at).round() as Cm;
                    let flees = Pose { facing: bearing, ..from };
                    crossings.push((id, self.friends_crossed(&d.world, &positions, id, flees, bearing, gone)));
                    self.leave_building(d, id);
                    self.place(d, id, Pose { facing: bearing, ..end }, &[from, end], &[r::ML_5_2V, r::ML_GAP_18]);
                    let unit = d.world.unit_mut(id);
                    unit.now.moved = true;
                    // A unit that stopped short of a friend has not reached the obstacle (ML-1.6e).
                    let whole = within_cm(run.cm, gone);
                    unit.obstacle = run.halted.filter(|_| whole);
                }
            }
        }
        self.pass_through(d, &crossings, true)
    }

    /// Whether a routing unit has a path to flee.
    #[must_use]
    pub fn can_flee(&self, w: &World, id: UnitId) -> bool {
        self.rout_line(w, &self.positions(w), id).is_some()
    }

    fn rout_line(&self, w: &World, positions: &Positions, id: UnitId) -> Option<(Pose, Angle, MoveMade)> {
        self.line_of_flight(w, positions, id, &Mover { marker: Marker::Routing, ..self.mover(w, id) })
    }

    /// Where gunners go who leave their guns: on foot, as routing units (ML-GAP-79).
    pub(crate) fn flight_of_gunners(&self, w: &World, id: UnitId) -> Option<Point> {
        let on_foot =
            Mover { arm: Arm::Infantry, formation: Formation::Disorder, marker: Marker::Routing, ..self.mover(w, id) };
        let (end, _, run) = self.line_of_flight(w, &self.positions(w), id, &on_foot)?;
        (!run.left_table).then_some(end.at)
    }

    /// The path of a unit that routs: the smallest turn that works, right before left. Enemy elements and impassable
    /// ground block a line (ML-GAP-18); if ground closes every line, the longest move up to it is made (ML-GAP-73).
    pub(super) fn line_of_flight(
        &self,
        w: &World,
        positions: &Positions,
        id: UnitId,
        mover: &Mover,
    ) -> Option<(Pose, Angle, MoveMade)> {
        let unit = w.unit(id);
        let away =
            self.nearest_enemy(w, positions, id).map_or(self.scenario.home[self.side(id).index()], |(enemy, _)| {
                w.unit(enemy).pose.at.bearing_to(unit.pose.at)
            });
        let enemies = self.enemy_elements(w, id, self.farthest(mover));
        let bends = (0..=18).flat_map(|n| if n == 0 { vec![0] } else { vec![n * 500, -n * 500] });
        let mut short: Option<(Pose, Angle, MoveMade)> = None;
        for bend in bends {
            let bearing = (away + bend).rem_euclid(36_000);
            let run = self.run(w, id, mover, bearing, 0, &enemies);
            if run.left_table {
                return Some((unit.pose, bearing, run));
            }
            let closed = run.barred && !self.on(r::ML_GAP_73);
            if run.blocked.is_some() || closed || run.cm < PAS / 10 {
                continue;
            }
            let end = Pose { at: unit.pose.at.step(bearing, run.cm), facing: bearing };
            let end = self.short_of_friends(w, positions, id, unit.pose, bearing, end);
            if self.on(r::ML_5_2W) && self.approaches(w, positions, id, end).is_some() {
                continue;
            }
            if !run.barred {
                return Some((end, bearing, run));
            }
            if short.as_ref().is_none_or(|(_, _, best)| run.cm > best.cm) {
                short = Some((end, bearing, run));
            }
        }
        short
    }

    /// Elements that bar a straight path, without those that the unit touches at the start and moves away from
    /// (ML-GAP-73).
    pub(crate) fn barring(&self, unit: &Piece, bearing: Angle, cm: Cm, others: &[(u32, Piece)]) -> Vec<(u32, Piece)> {
        let leaves = |other: &Piece| self.on(r::ML_GAP_73) && brushes(unit, bearing, cm, other);
        others.iter().filter(|(_, other)| !leaves(other)).copied().collect()
    }

    /// The greatest allowance of a mover.
    pub(super) fn farthest(&self, mover: &Mover) -> Cm {
        let rate = |going: Going| self.rate(mover, going, false).unwrap_or(0);
        rate(Going::Clear).max(rate(Going::Road))
    }

    /// The move of a unit straight on a bearing, up to its allowance, the edge of the table or these enemy elements,
    /// which must include all within reach.
    #[must_use]
    pub fn run(
        &self,
        w: &World,
        id: UnitId,
        mover: &Mover,
        bearing: Angle,
        extra: Cm,
        enemies: &[(u32, Piece)],
    ) -> MoveMade {
        let unit = w.unit(id);
        let most = self.farthest(mover) + extra;
        let way = self.way(mover, unit.pose.at, unit.pose.at.step(bearing, most));
        let (mut cm, allowance, halted) = self.longest(mover, &way, extra, unit.obstacle);
        let ahead = |s: &Stretch| short_of(s.from) <= cm && cm < s.to && !s.at_the_edge();
        let closed = |s: &Stretch| ahead(s) && self.rate(mover, s.beside, s.tall).is_none();
        let barred = way.stretches.iter().any(closed) || halted.is_some() && mover.arm == Arm::Artillery;
        let mut blocked = None;
        let facing = Piece { pose: Pose { facing: bearing, ..unit.pose }, ..unit.tdc() };
        if let Some((gone, who, _)) =
            first_contact(&facing, bearing, cm, &self.barring(&unit.tdc(), bearing, cm, enemies))
        {
            cm = gone;
            blocked = Some(rulebook::ids::unit_id(who));
        }
        let left_table = !self.terrain.inside(unit.pose.at.step(bearing, cm));
        MoveMade { cm, allowance, halted, blocked, barred, left_table }
    }

    /// The last place on a straight path where the TdC overlaps no other TdC (ML-GAP-11): just short of a friend.
    #[must_use]
    pub fn short_of_friends(
        &self,
        w: &World,
        positions: &Positions,
        id: UnitId,
        from: Pose,
        bearing: Angle,
        end: Pose,
    ) -> Pose {
        let mut cm = from.at.to(end.at).round() as Cm;
        let mut pose = end;
        while cm > 0 && !self.tdc_free(w, positions, id, pose) {
            cm = (cm - PAS / 10).max(0);
            pose = Pose { at: from.at.step(bearing, cm), facing: end.facing };
        }
        pose
    }

    /// A unit that leaves a building becomes disorganised (ML-1.6j).
    pub fn leave_building(&self, d: &mut D<'_>, id: UnitId) {
        if d.world.unit(id).inside.is_some() {
            self.change(d, id, &[r::ML_1_6J], |u| {
                u.inside = None;
                u.now.building = true;
                if self.on(r::ML_1_6J) {
                    u.formation = Formation::Disorder;
                }
            });
        }
    }
}
