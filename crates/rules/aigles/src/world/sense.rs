//! Questions to a world: places, distances, zones, orders.

use super::{Bound, Guns, Life, Object, Orders, Role, Scene, Unit, World, layout};
use crate::resolve::command::UnderFire;
use crate::resolve::fire::Target;
use crate::terms::troops::{Bonuses, Figure};
use crate::{Arm, Aspect, Attitude, CM, Cover, Formation, LesAigles, Order, r};
use game::{Side, UnitId};
use table::{
    Cm, FeatureId, Kind, Piece, Point, Pose, Quarter, distance, point_to_piece, straight_ahead, within_cm, zone,
};

/// Half the opening of a front zone (LA-GAP-21).
pub(crate) const SPREAD: table::Angle = 4_500;

impl LesAigles {
    /// The units of a side on the table.
    pub fn troops<'w>(&'w self, w: &'w World, side: Side) -> impl Iterator<Item = UnitId> + 'w {
        w.ids().filter(move |id| w.unit(*id).present() && self.side(*id) == side)
    }

    /// The footprint of a unit.
    #[must_use]
    pub fn body(&self, w: &World, id: UnitId) -> Piece {
        let unit = w.unit(id);
        self.body_at(id, unit, unit.pose, unit.formation)
    }

    /// The footprint of a unit at a place, in a formation.
    #[must_use]
    pub fn body_at(&self, id: UnitId, unit: &Unit, pose: Pose, formation: Formation) -> Piece {
        // A garrison stands along the walls of its house (LA-GAP-74).
        if let Some(walls) = unit.inside.filter(|_| formation == Formation::Garrison).and_then(|site| self.walls(site))
        {
            return walls;
        }
        self.laid(id, unit.figures(), pose, (formation, if formation == unit.formation { unit.turned } else { 0 }))
    }

    /// The walls of a house.
    #[must_use]
    pub fn walls(&self, site: FeatureId) -> Option<Piece> {
        self.terrain.feature(site).and_then(|feature| layout::walls(&feature.shape))
    }

    /// The footprint of this many of its figures in a formation, turned by some quarters.
    #[must_use]
    pub fn laid(&self, id: UnitId, figures: u8, pose: Pose, (formation, turned): (Formation, u8)) -> Piece {
        let sheet = self.sheet(id);
        let (front, depth) = layout::extent(&self.book, sheet.profile.arm, formation, figures, sheet.front);
        layout::body(pose, if turned % 2 == 1 { (depth, front) } else { (front, depth) })
    }

    /// The arm of a unit.
    #[must_use]
    pub fn arm(&self, id: UnitId) -> Arm {
        self.sheet(id).profile.arm
    }

    /// Its kinds of figure with the number left of each.
    pub fn kinds<'w>(&'w self, unit: &'w Unit, id: UnitId) -> impl Iterator<Item = (Figure, u8)> + 'w {
        self.sheet(id).profile.companies.iter().zip(&unit.left).map(|(c, n)| (c.figure, *n)).filter(|(_, n)| *n > 0)
    }

    /// Its most numerous kind left, which gives its status (LA-GAP-45).
    #[must_use]
    pub fn leading(&self, unit: &Unit, id: UnitId) -> Figure {
        let most = self.kinds(unit, id).max_by_key(|(figure, n)| (*n, figure.status));
        most.map_or(self.sheet(id).leading, |(figure, _)| figure)
    }

    /// Allowances and distance bonuses of its kinds in a formation.
    #[must_use]
    pub fn paces(&self, unit: &Unit, id: UnitId, formation: Formation) -> Vec<Bonuses> {
        self.kinds(unit, id).filter_map(|(figure, _)| figure.paces(formation)).collect()
    }

    /// The quarter move of a charge and its distance bonus, over open ground (LA-CHA-16): the smallest of its kinds.
    #[must_use]
    pub fn dash(&self, unit: &Unit, id: UnitId) -> (Cm, Cm) {
        let paces = self.paces(unit, id, unit.formation);
        let allowance = crate::resolve::motion::allowance(&self.book, paces.iter().map(|p| p.allowance));
        let bonus = paces.iter().map(|p| p.distance).min().unwrap_or(0);
        (crate::resolve::motion::quarter(&self.book, allowance).cm(), i32::from(bonus) * CM)
    }

    /// The zone of a unit in which a point lies (LA-GAP-21); squares and garrisons have only front zones.
    #[must_use]
    pub fn aspect(&self, w: &World, of: UnitId, at: Point) -> Aspect {
        let unit = w.unit(of);
        let square = unit.formation.square() && unit.order < Order::Unformed;
        if square || unit.formation == Formation::Garrison || !self.on(r::LA_GAP_21) {
            return Aspect::Front;
        }
        match zone(&self.body(w, of), SPREAD, at) {
            Quarter::Front => Aspect::Front,
            Quarter::Rear => Aspect::Rear,
            Quarter::Left | Quarter::Right => Aspect::Flank,
        }
    }

    /// Whether some part of a unit lies in the front zone of another.
    #[must_use]
    pub fn in_front(&self, of: &Piece, other: &Piece) -> bool {
        let points = [other.front_middle(), other.pose.at, other.rear_middle()];
        points
            .into_iter()
            .chain(other.corners())
            .any(|p| zone(of, SPREAD, p) == Quarter::Front && table::before_front(of, p) >= 0)
    }

    /// Distance of another unit straight ahead, if it is there (LA-GAP-21).
    #[must_use]
    pub fn ahead(&self, of: &Piece, other: &Piece) -> Option<Cm> {
        straight_ahead(of, other)
    }

    /// The enemies of a side that count as units within a distance of a unit (LA-MOR-04, LA-GAP-54).
    #[must_use]
    pub fn count_within(&self, w: &World, scene: &Scene, id: UnitId, of: Side, limit: Cm) -> u8 {
        let Some(own) = scene.body(id) else { return 0 };
        let counted = scene.bodies.iter().filter(|(other, piece)| {
            *other != id
                && self.side(*other) == of
                && self.sheet(*other).part_of.is_none()
                && !w.unit(*other).runs()
                && w.unit(*other).manned()
                && within_cm(distance(own, piece).cm, limit)
        });
        rulebook::saturated::<u8, _>(counted.count())
    }

    /// Cover of a unit from a point (LA-GAP-72): a house, the ground in which it stands, a line within a centimetre of
    /// it on the side of the attack.
    #[must_use]
    pub fn cover(&self, w: &World, id: UnitId, from: Point) -> Cover {
        let unit = w.unit(id);
        if unit.inside.is_some() {
            return Cover::House;
        }
        let body = self.body(w, id);
        let behind_guns = w.ids().any(|guns| guns != id && self.guns_cover(w, guns, &body, from));
        self.cover_of(&body, from).max(if behind_guns { Cover::Light } else { Cover::None })
    }

    /// Whether guns without gunners, turned or spiked, stand between a unit close to them and a point: they cover it
    /// like a hedge (LA-FEU-02, LA-GAP-55).
    fn guns_cover(&self, w: &World, guns: UnitId, body: &Piece, from: Point) -> bool {
        let unit = w.unit(guns);
        if !unit.present() || unit.manned() || !self.on(r::LA_GAP_55) {
            return false;
        }
        let piece = self.body(w, guns);
        let crossed = |to: Point| {
            let eye = Piece { pose: Pose { at: from, facing: 0 }, front: 2, depth: 2, lead: true };
            let far = from.to(to).round() as Cm;
            !table::in_the_way(&eye, from.bearing_to(to), far.max(1), &[(0, piece)]).is_empty()
        };
        table::within_reach(body, &piece, self.book.tables.ground.cover_within.cm())
            && (crossed(point_to_piece(from, body).to) || crossed(body.pose.at))
    }

    /// Cover of a footprint by the ground from a point.
    fn cover_of(&self, body: &Piece, from: Point) -> Cover {
        let ground = &self.book.tables.ground;
        let near = ground.cover_within.cm();
        let mut best = Cover::None;
        for feature in self.terrain.touched(&grown(body, near)) {
            let Some(kind) = self.terrain.kind(feature) else { continue };
            let cover = ground.of(kind).cover;
            if cover <= best {
                continue;
            }
            let line = ground.of(kind).cross.is_some();
            let covers = if line { self.lies_between(feature, body, from) } else { self.wholly_in(feature, body) };
            if covers {
                best = cover;
            }
        }
        best
    }

    fn wholly_in(&self, feature: FeatureId, body: &Piece) -> bool {
        body.corners().into_iter().all(|corner| self.terrain.covers(feature, corner))
            && self.terrain.covers(feature, body.pose.at)
    }

    /// Whether a thin obstacle lies between a unit close to it and a point.
    fn lies_between(&self, feature: FeatureId, body: &Piece, from: Point) -> bool {
        let to = point_to_piece(from, body).to;
        let crossed = |a: Point, b: Point| self.terrain.along(a, b).iter().any(|c| c.feature == feature);
        crossed(from, to) || crossed(from, body.pose.at)
    }

    /// Whether a unit stands in a village or touches a house (LA-GAP-72).
    #[must_use]
    pub fn in_village(&self, w: &World, id: UnitId) -> bool {
        let near = grown(&self.body(w, id), self.book.tables.ground.cover_within.cm());
        let house = |f: FeatureId| matches!(self.terrain.kind(f), Some(Kind::WoodenBuilding | Kind::MasonryBuilding));
        w.unit(id).inside.is_some() || self.terrain.touched(&near).into_iter().any(house)
    }

    /// Level of the ground under the middle of a unit's front.
    #[must_use]
    pub fn level(&self, w: &World, id: UnitId) -> i32 {
        self.terrain.level(w.unit(id).pose.at)
    }

    /// A unit as a target of fire from another.
    #[must_use]
    pub fn target(&self, w: &World, by: UnitId, at: UnitId) -> Target {
        let (unit, sheet) = (w.unit(at), self.sheet(at));
        let leading = self.leading(unit, at);
        let lands = |u: &Unit| u.charge.as_ref().and_then(|c| c.lands.as_ref()).is_some_and(|l| l.on == by);
        Target {
            arm: sheet.profile.arm,
            formation: unit.formation,
            ranks: unit.ranks(&self.book, sheet.front).max(1),
            status: leading.status,
            cover: self.cover(w, at, w.unit(by).pose.at),
            charging: sheet.profile.arm == Arm::Cavalry && lands(unit),
            higher: self.level(w, at) > self.level(w, by),
            cuirass: leading.cuirass,
            officer: false,
        }
    }

    /// A lone officer as a target of fire from a unit (LA-FEU-03, LA-FEU-04).
    #[must_use]
    pub fn lone_target(&self, w: &World, by: UnitId, place: usize) -> Target {
        let at = w.generals[place].at;
        let piece = layout::officer_piece(&self.book, at);
        Target {
            formation: Formation::Column,
            cover: self.cover_of(&piece, w.unit(by).pose.at),
            higher: self.terrain.level(at) > self.level(w, by),
            officer: true,
            ..Target::default()
        }
    }

    /// Whether an officer is an isolated figure that may be fired at: in contact with no friend, and more than 5 cm
    /// from every enemy unit (LA-GEN-01, LA-GAP-42). An aide who stays with the general is at the general's place.
    #[must_use]
    pub fn lone(&self, w: &World, place: usize) -> bool {
        let (officer, sheet) = (&w.generals[place], &self.officers[place]);
        let with_him = match sheet.role {
            Role::Aide { of } if !officer.returning => Some(w.general(usize::from(of))),
            _ => None,
        };
        let near = |other: &super::Officer| officer.at.to(other.at) <= f64::from(2 * CM);
        let covered =
            with_him.is_some_and(|general| general.life == Life::Present && near(general) && general.with.is_some());
        let touches = |id: UnitId| within_cm(self.officer_to(officer.at, &self.body(w, id)), 0);
        if officer.life != Life::Present || officer.with.is_some() || covered || self.troops(w, sheet.side).any(touches)
        {
            return false;
        }
        let enemies = self.troops(w, sheet.side.other()).map(|id| self.officer_to(officer.at, &self.body(w, id)));
        let enemy = crate::Distance::from_cm(enemies.min().unwrap_or(Cm::MAX));
        crate::resolve::command::watched(
            &self.book,
            &UnderFire { alone: true, enemy, losses: 0, ..UnderFire::default() },
        )
        .target
    }

    /// The order of a unit, if the holder of this world may know it (LA-GAP-13). A unit whose object is gone holds its
    /// place (LA-GAP-76).
    #[must_use]
    pub fn orders(&self, w: &World, id: UnitId) -> Option<Orders> {
        let orders = *w.papers(self.side(id))?.orders.get(&id)?;
        let gone = match orders.object {
            Object::Friend(friend) => !w.unit(friend).present(),
            Object::Objective(n) => {
                orders.attitude == Attitude::Attack
                    && w.holders.get(usize::from(n)).copied().flatten() == Some(self.side(id))
            }
            Object::None | Object::Place(_) => false,
        };
        Some(if gone && self.on(r::LA_GAP_76) {
            Orders { attitude: Attitude::Hold, object: Object::Place(w.unit(id).pose.at) }
        } else {
            orders
        })
    }

    /// The attitude of a unit; attack if it may not be known.
    #[must_use]
    pub fn attitude(&self, w: &World, id: UnitId) -> Attitude {
        self.orders(w, id).map_or(Attitude::Attack, |orders| orders.attitude)
    }

    /// The default order of a unit (LA-GAP-70).
    #[must_use]
    pub fn usual_orders(&self, w: &World, id: UnitId) -> Orders {
        let (unit, side) = (w.unit(id), self.side(id));
        let here = Object::Place(unit.pose.at);
        if self.arm(id) == Arm::Artillery {
            return Orders { attitude: Attitude::Hold, object: here };
        }
        if unit.formation == Formation::Skirmish || self.sheet(id).part_of.is_some() {
            return Orders { attitude: Attitude::Harass, object: Object::None };
        }
        let objectives = || self.scenario.objectives.iter().enumerate();
        let holds = |n: usize| w.holders.get(n).copied().flatten() == Some(side);
        let inside = |area: &[Point]| table::inside_polygon(unit.pose.at, area);
        if objectives().any(|(n, o)| holds(n) && inside(&o.area)) {
            return Orders { attitude: Attitude::Hold, object: here };
        }
        let far = |at: Point| unit.pose.at.to(at).round() as i64;
        let nearest = objectives().filter(|(n, _)| !holds(*n)).min_by_key(|(n, o)| (far(o.middle), *n));
        let marching = unit.formation == Formation::Column && self.scenario.zones[side.index()].is_empty();
        match nearest {
            Some((n, _)) if marching && self.arm(id) == Arm::Infantry && unit.life != Life::Present => {
                Orders { attitude: Attitude::Manoeuvre, object: Object::Objective(rulebook::ids::number(n)) }
            }
            Some((n, _)) => Orders { attitude: Attitude::Attack, object: Object::Objective(rulebook::ids::number(n)) },
            // Without objectives in the scenario it attacks the enemy.
            None if self.scenario.objectives.is_empty() => {
                Orders { attitude: Attitude::Attack, object: Object::Place(self.enemy_edge(w, id)) }
            }
            None => Orders { attitude: Attitude::Hold, object: here },
        }
    }

    /// The point on the enemy's table edge straight ahead of a unit, in its side's direction.
    pub(crate) fn enemy_edge(&self, w: &World, id: UnitId) -> Point {
        let ground = self.terrain.ground();
        let ahead = (self.home(self.side(id)) + 18_000).rem_euclid(36_000);
        self.on_the_table(w.unit(id).pose.at.step(ahead, ground.width + ground.height))
    }

    /// The place that an order leads to.
    #[must_use]
    pub fn aim_of(&self, w: &World, orders: &Orders) -> Option<Point> {
        match orders.object {
            Object::None => None,
            Object::Objective(n) => self.scenario.objectives.get(usize::from(n)).map(|o| o.middle),
            Object::Friend(friend) => Some(w.unit(friend).pose.at),
            Object::Place(at) => Some(at),
        }
    }

    /// The generals that count for a unit, with their distances: its own and the general-in-chief (LA-GAP-26), and any
    /// in contact with it (LA-GEN-06).
    #[must_use]
    pub fn generals_of(&self, w: &World, id: UnitId) -> Vec<(usize, Cm)> {
        let (side, command) = (self.side(id), self.sheet(id).command);
        let body = self.body(w, id);
        let mut found = Vec::new();
        for (place, (officer, sheet)) in w.generals.iter().zip(&self.officers).enumerate() {
            let counts = match sheet.role {
                Role::General { chief } => {
                    let with = officer.with == Some(id) && self.on(r::LA_GEN_06);
                    sheet.side == side && (chief || sheet.command == command || with)
                }
                Role::Aide { .. } => false,
            };
            if counts && officer.life == Life::Present {
                let far = if officer.with == Some(id) { 0 } else { self.officer_to(officer.at, &body).max(1) };
                found.push((place, far));
            }
        }
        found
    }

    /// Distance of an officer from a unit, from the rim of the officer's base.
    #[must_use]
    pub fn officer_to(&self, at: Point, body: &Piece) -> Cm {
        distance(&layout::officer_piece(&self.book, at), body).cm
    }

    /// The officers in contact with a unit.
    pub fn officers_with<'w>(&self, w: &'w World, id: UnitId) -> impl Iterator<Item = usize> + use<'w> {
        w.generals
            .iter()
            .enumerate()
            .filter(move |(_, o)| o.life == Life::Present && o.with == Some(id))
            .map(|(n, _)| n)
    }

    /// Whether a unit's guns can fire at all.
    #[must_use]
    pub fn serves_guns(unit: &Unit) -> bool {
        unit.guns == Guns::Served && unit.figures() > 0
    }

    /// Whether a unit is in retreat, rout, flight, evasion, rally, pursuit or an uncontrolled advance.
    #[must_use]
    pub const fn compelled(unit: &Unit) -> bool {
        !matches!(unit.bound, Bound::Free | Bound::Halted { .. })
    }

    /// The nearest enemy that a unit sees in its front zone.
    #[must_use]
    pub fn nearest_in_front(&self, scene: &Scene, id: UnitId) -> Option<UnitId> {
        let own = scene.body(id)?;
        let mut near: Vec<(Cm, UnitId)> = scene
            .bodies
            .iter()
            .filter(|(other, piece)| self.side(*other) != self.side(id) && self.in_front(own, piece))
            .map(|(other, piece)| (distance(own, piece).cm, *other))
            .collect();
        near.sort_unstable();
        near.into_iter().map(|(_, other)| other).find(|other| self.sees(scene, id, *other))
    }

    /// The nearest enemy of a point.
    #[must_use]
    pub fn nearest_enemy(&self, w: &World, side: Side, at: Point) -> Option<(Cm, UnitId)> {
        self.troops(w, side.other()).map(|id| (point_to_piece(at, &self.body(w, id)).cm, id)).min()
    }
}

/// A footprint enlarged by a rim.
fn grown(piece: &Piece, by: Cm) -> Piece {
    Piece { front: piece.front + 2 * by, depth: piece.depth + 2 * by, ..*piece }
}
