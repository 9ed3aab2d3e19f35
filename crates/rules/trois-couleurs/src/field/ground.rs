//! How the ground affects two units: height, obstacles between them, cover, and what an advance crosses.

use super::UnitId;
use super::about::enemies_at_hand;
use super::frame::Frame;
use super::scene::{Scene, TestCause};
use crate::fight::OnTheWay;
use crate::resolve::combat::garrison::{AdHoc, seen_as};
use crate::resolve::combat::pursuit::{GroundBehind, catch_distance};
use crate::resolve::moving::gait::{self, Footing, Pace};
use crate::resolve::moving::movement;
use crate::resolve::moving::moving_ground::{Behind, ObstacleSide, behind};
use crate::resolve::nerve::morale::{Across, GroundBetween, Purpose};
use crate::terms::state::degrade;
use crate::{Band, Book, Case, Cohesion, Cover, Distance, Gait, Ground, Height, Troop, UD, Weapon, r};
use smallvec::{SmallVec, smallvec};
use table::{Angle, Cm, Feature, FeatureId, Kind, Piece, Point, Shape, Stop, Terrain, within_cm};

/// A unit touches an obstacle within this distance.
const TOUCH: Cm = 100;

/// The terrain type of a feature in the rules.
pub(crate) fn ground_of(feature: &Feature) -> Ground {
    let line = matches!(feature.shape, Shape::Line { .. });
    match feature.kind {
        Kind::Stream => Ground::Stream,
        Kind::Hedge | Kind::Barricade => Ground::MinorObstacle,
        Kind::Wall => Ground::MajorObstacle,
        Kind::Fortification if line => Ground::MajorObstacle,
        Kind::Fortification => Ground::StrongBuilding,
        Kind::OpenWood | Kind::Orchard => Ground::OpenWood,
        Kind::Forest => Ground::DenseWood,
        Kind::Marsh => Ground::Marsh,
        Kind::WoodenBuilding | Kind::MasonryBuilding => Ground::BuiltUp,
        Kind::Hill if feature.level >= 3 => Ground::Level3,
        Kind::Hill if feature.level == 2 => Ground::Level2,
        _ => Ground::Open,
    }
}

/// The terrain type that a unit pays for on entering a feature: a unit that is not yet on a low hill has its slope in
/// front (L3C-MVT-32).
pub(crate) fn ground_entered(feature: &Feature, inside: bool) -> Ground {
    match ground_of(feature) {
        Ground::Open if feature.kind == Kind::Hill && !inside => Ground::CrestUp,
        ground => ground,
    }
}

/// Upper bound of the UD that any ground costs.
const MOST_UD: u8 = 12;

/// Whether a unit cannot flee: every straight way within 30 degrees of directly away from the enemy is blocked by
/// enemies, by the zones of other enemies, or by ground that it may not enter (L3C-FUI-01, L3C-GAP-A25).
pub(crate) fn surrounded(
    book: &Book,
    terrain: &Terrain,
    (fled, own): (&Piece, &Troop),
    from: &Piece,
    others: &[Piece],
) -> bool {
    if from.pose.at == fled.pose.at || !book.all(&[r::L3C_FUI_01, r::L3C_GAP_A25]) {
        return false;
    }
    let mover = own.arm.mover(own.horse_guns);
    let closed = |id: FeatureId| {
        let feature = terrain.feature(id);
        let lost = feature.map(|f| movement::lost(book, mover, ground_of(f), own.faculty, false));
        terrain.kind(id) == Some(Kind::Impassable) || lost.is_some_and(|lost| lost.is_none())
    };
    let cm = Cm::from(book.tables.movement.back.of(Case::FallBack, mover.mounted())) * UD;
    let zone = book.tables.distance.control_zone.cm();
    let away = from.pose.at.bearing_to(fled.pose.at);
    // An enemy already in contact does not block the way.
    let apart = |other: &&Piece| table::distance(fled, other).cm > TOUCH / 4;
    let others: Vec<Piece> = others.iter().filter(apart).copied().collect();
    let all: Vec<(u32, Piece)> = (0..).zip(others.iter().chain([from]).copied()).collect();
    let holds =
        |other: &Piece, end: Piece| table::distance(&end, other).cm < zone && super::in_front(book, *other, end);
    let leads_off = |bend: Angle| match table::room(fled, (away + bend).rem_euclid(36_000), cm, terrain, closed, &all) {
        Ok(end) => !others.iter().any(|other| holds(other, end)),
        Err(halt) => halt.what == Stop::Edge,
    };
    ![0, 1_000, -1_000, 2_000, -2_000, 3_000, -3_000].into_iter().any(leads_off)
}

/// The ground that a pursuer finds straight behind a unit: bad ground up to where it would catch up, obstacles as far
/// as the pursuit goes (L3C-POU-10, L3C-POU-11, L3C-GAP-A103).
pub(crate) fn ground_behind(
    book: &Book,
    terrain: &Terrain,
    (fled, own): (&Piece, &Troop),
    (after, his): (&Piece, &Troop),
) -> GroundBehind {
    let mut behind = GroundBehind::default();
    if terrain.ground().features.is_empty() || after.pose.at == fled.pose.at || !book.on(r::L3C_GAP_A103) {
        return behind;
    }
    let caught = fled.depth / 2 + Cm::from(catch_distance(book, his.arm, own.arm)) * UD;
    let whole = caught + Cm::from(book.tables.pursuit.length.of(his.arm)) * UD;
    let away = after.pose.at.bearing_to(fled.pose.at);
    let cost = |troop: &Troop, ground: Ground| {
        let lost = movement::lost(book, troop.arm.mover(troop.horse_guns), ground, troop.faculty, false);
        lost.map(|ud| rulebook::saturated::<u8, _>(ud.max(0)))
    };
    let add = |sum: &mut u8, ud: u8| *sum = sum.saturating_add(ud).min(MOST_UD);
    for crossing in terrain.along(fled.pose.at, fled.pose.at.step(away, whole)) {
        let Some(feature) = terrain.feature(crossing.feature) else { continue };
        let ground = ground_entered(feature, crossing.from_cm == 0);
        if book.tables.terrain.of(ground).linear {
            add(&mut behind.obstacle_ud, cost(own, ground).unwrap_or(0));
            continue;
        }
        if cost(his, ground).is_none() && cost(own, ground).is_some() {
            let near = Distance::from_cm((crossing.from_cm - fled.depth / 2).max(0));
            behind.refuge = Some(behind.refuge.map_or(near, |known| known.min(near)));
        }
        if crossing.from_cm <= caught {
            add(&mut behind.lost_ud, cost(own, ground).unwrap_or(0));
            add(&mut behind.pursuer_lost_ud, cost(his, ground).unwrap_or(MOST_UD));
        }
    }
    behind
}

/// Woods and houses that a line crosses.
pub(super) struct Woods {
    pub open: Cm,
    pub dense: bool,
    pub houses: bool,
    /// Depth of dense wood at each end of the line; `None` if that end is not in one.
    pub deep: [Option<Cm>; 2],
}

pub(super) fn woods(scene: &Scene<'_>, a: Point, b: Point) -> Woods {
    let mut woods = Woods { open: 0, dense: false, houses: false, deep: [None; 2] };
    let whole = a.to(b).round() as Cm;
    let terrain = &scene.field.terrain;
    if terrain.ground().features.is_empty() {
        return woods;
    }
    for crossing in terrain.along(a, b) {
        match terrain.feature(crossing.feature).map(ground_of) {
            Some(Ground::OpenWood) => woods.open += crossing.to_cm - crossing.from_cm,
            Some(Ground::DenseWood) => {
                let ends = [crossing.from_cm <= TOUCH, crossing.to_cm >= whole - TOUCH];
                let long = crossing.to_cm - crossing.from_cm;
                woods.dense |= long > TOUCH && ends == [false, false];
                for (deep, _) in woods.deep.iter_mut().zip(ends).filter(|(_, inside)| *inside && long > TOUCH) {
                    *deep = Some(long);
                }
            }
            Some(Ground::BuiltUp | Ground::StrongBuilding) => woods.houses |= crossing.to_cm - crossing.from_cm > TOUCH,
            _ => {}
        }
    }
    woods
}

/// The ground between a tester and the unit that confronts it, as the test counts it.
pub(super) fn between(scene: &Scene<'_>, tester: UnitId, opponent: UnitId, purpose: Purpose) -> GroundBetween {
    let book = scene.book;
    let terrain = &scene.field.terrain;
    let mut found = GroundBetween::default();
    let (Some(at), Some(other)) = (scene.frame(tester), scene.frame(opponent)) else { return found };
    if terrain.ground().features.is_empty() {
        return found;
    }
    found.height = height(book, terrain, &at, &other);
    let moves = purpose.attacks() || purpose.to_contact();
    for (id, feature) in crossed(terrain, &at, &other) {
        let kind = ground_of(feature);
        // A unit that stands has it in front; a unit that advances must cross it, unless it shelters the enemy
        // (L3C-GAP-C46).
        let contact = touches(terrain, id, if moves { &other } else { &at });
        let linear = Behind { terrain: kind, in_contact: contact, between: true, crosses: moves };
        let across = match kind {
            Ground::Marsh if moves => Across::Cross,
            Ground::Marsh => Across::Behind,
            _ => match behind(book, &linear).morale {
                ObstacleSide::None => Across::None,
                ObstacleSide::Cross => Across::Cross,
                ObstacleSide::Behind => Across::Behind,
            },
        };
        let place = match kind {
            Ground::Stream => &mut found.stream,
            Ground::Marsh => &mut found.marsh,
            Ground::MinorObstacle => &mut found.minor_obstacle,
            Ground::MajorObstacle => &mut found.major_obstacle,
            _ => continue,
        };
        *place = across;
    }
    if purpose.attacks() {
        found.enemy_cover = scene.cover(opponent, tester);
    }
    found
}

/// The ground in a test for another reason: a height, a stream or a marsh counts only if it counts against every enemy
/// concerned that the tester sees (L3C-MOR-31, L3C-MOR-32).
pub(super) fn among(scene: &Scene<'_>, tester: UnitId, opponent: UnitId) -> GroundBetween {
    let mut found = between(scene, tester, opponent, Purpose::Other);
    if scene.field.terrain.ground().features.is_empty() {
        return found;
    }
    for (id, ..) in enemies_at_hand(scene, tester) {
        if id == opponent || !scene.sees(tester, id) {
            continue;
        }
        let other = between(scene, tester, id, Purpose::Other);
        if other.height != found.height {
            found.height = Height::Same;
        }
        for (counted, his) in [(&mut found.stream, other.stream), (&mut found.marsh, other.marsh)] {
            if *counted != his {
                *counted = Across::None;
            }
        }
    }
    found
}

/// A height difference counts only for the whole unit (L3C-MOR-31).
fn height(book: &Book, terrain: &Terrain, at: &Frame, other: &Frame) -> Height {
    let levels = |frame: &Frame| {
        let all: SmallVec<[i32; 4]> = frame.corners().iter().map(|&corner| terrain.level(corner)).collect();
        (all.iter().copied().min().unwrap_or(0), all.iter().copied().max().unwrap_or(0))
    };
    let ((low, high), (their_low, their_high)) = (levels(at), levels(other));
    if !book.on(r::L3C_MOR_31) {
        Height::Same
    } else if low > their_high {
        Height::Higher
    } else if high < their_low {
        Height::Lower
    } else {
        Height::Same
    }
}

/// The features that lie between the whole of a unit and another (L3C-MOR-32).
fn crossed<'t>(terrain: &'t Terrain, at: &Frame, other: &Frame) -> SmallVec<[(FeatureId, &'t Feature); 4]> {
    let middle = at.front_middle();
    let aim = table::point_to_piece(middle, &other.piece).to;
    let [left, right] = at.front();
    let shifted = |p: Point| Point::new(aim.x + p.x - middle.x, aim.y + p.y - middle.y);
    let on = |from: Point| -> SmallVec<[FeatureId; 8]> {
        terrain.along(from, shifted(from)).into_iter().map(|crossing| crossing.feature).collect()
    };
    let (one, two, three) = (on(middle), on(left), on(right));
    one.iter()
        .filter(|id| two.contains(id) && three.contains(id))
        .filter_map(|&id| Some((id, terrain.feature(id)?)))
        .collect()
}

/// Obstacles between the whole of a unit and another, counted by the degrees of order that crossing them costs, and
/// whether the unit may not enter some of them.
pub(super) fn on_the_way(book: &Book, terrain: &Terrain, troop: &Troop, at: &Frame, other: &Frame) -> OnTheWay {
    let mut way = OnTheWay::default();
    if terrain.ground().features.is_empty() {
        return way;
    }
    let rows = &book.tables.terrain;
    let mover = troop.arm.mover(troop.horse_guns);
    for (_, feature) in crossed(terrain, at, other) {
        let lost = movement::lost(book, mover, ground_of(feature), troop.faculty, false);
        way.closed |= feature.kind == Kind::Impassable || lost.is_none();
        match feature.kind {
            Kind::Hill => way.slopes += rows.crest_up.degrade_at_speed,
            _ if rows.of(ground_of(feature)).linear => way.obstacles += rows.of(ground_of(feature)).degrade,
            _ => {}
        }
    }
    OnTheWay { obstacles: way.obstacles.min(4), slopes: way.slopes.min(4), ..way }
}

/// Whether the unit touches an obstacle in front of it (L3C-OBS-04).
fn touches(terrain: &Terrain, id: FeatureId, frame: &Frame) -> bool {
    terrain.point_to_feature(frame.front_middle(), id).is_some_and(|measure| {
        within_cm(measure.cm, TOUCH) && frame.before(frame.local(measure.to)) >= -i64::from(TOUCH)
    })
}

impl Scene<'_> {
    /// Cover of a unit against another: ground that holds all of it, houses that it garrisons, an obstacle that it
    /// touches and faces.
    #[must_use]
    pub fn cover(&self, unit: UnitId, against: UnitId) -> Cover {
        let book = self.book;
        let terrain = &self.field.terrain;
        let (Some((own, _)), Some(at), Some(from)) = (self.field.unit(unit), self.frame(unit), self.frame(against))
        else {
            return Cover::None;
        };
        if let Some(id) = own.garrison {
            return self.garrison_cover(unit, id);
        }
        // A unit caught while crossing an obstacle gets no benefit from it (L3C-MVT-20).
        let crossing = own.caught && book.on(r::L3C_MVT_20);
        if terrain.ground().features.is_empty() || crossing {
            return Cover::None;
        }
        let corners = at.corners();
        let mut best = Cover::None;
        // Only terrain that the unit stands in or touches can cover it.
        let grown = Piece { front: at.piece.front + 4 * TOUCH, depth: at.piece.depth + 4 * TOUCH, ..at.piece };
        for id in terrain.touched(&grown) {
            let Some(feature) = terrain.feature(id) else { continue };
            let kind = ground_of(feature);
            let row = book.tables.terrain.of(kind);
            let cover = if row.linear {
                // The obstacle must lie between the two, not merely beside the unit.
                let contact = touches(terrain, id, &at) && {
                    let (a, b) = (from.front_middle(), at.middle());
                    terrain.along(a, b).iter().any(|crossing| crossing.feature == id)
                };
                behind(book, &Behind { terrain: kind, in_contact: contact, ..Behind::default() }).cover
            } else if row.cover == Cover::None || matches!(kind, Ground::BuiltUp | Ground::StrongBuilding) {
                Cover::None
            } else {
                // Figures outside are seen and shot at without cover (L3C-GEN-15), and the worst figure counts for all
                // (L3C-MVT-15), also for a unit that stops astride an edge by choice (L3C-MVT-16).
                let inside = |p: &Point| terrain.point_to_feature(*p, id).is_some_and(|measure| measure.cm == 0);
                let whole = book.all(&[r::L3C_GEN_15, r::L3C_MVT_15, r::L3C_MVT_16]);
                let held = if whole { corners.iter().all(inside) } else { corners.iter().any(inside) };
                if held && book.on(r::L3C_GAP_B14) { row.cover } else { Cover::None }
            };
            best = best.max(cover);
        }
        best
    }

    /// Two enemies that enter the same houses at once both get their benefit (L3C-ECO-20); without that rule neither
    /// does.
    fn garrison_cover(&self, unit: UnitId, id: FeatureId) -> Cover {
        let side = self.field.unit(unit).map(|(own, _)| own.side);
        let disputed = self.near().any(|(_, other, _)| other.garrison == Some(id) && Some(other.side) != side);
        if disputed && !self.book.on(r::L3C_ECO_20) {
            return Cover::None;
        }
        let kind = self.field.terrain.feature(id).map_or(Ground::BuiltUp, ground_of);
        if self.book.on(r::L3C_GAP_B14) { self.book.tables.terrain.of(kind).cover } else { Cover::None }
    }

    /// Formation of an attacker after its advance on the objective: each obstacle on the way, astride or across, costs
    /// one degree (L3C-MAC-23, L3C-MVT-17).
    #[must_use]
    pub fn state_on_arrival(&self, attacker: UnitId, target: UnitId, gait: Gait) -> Cohesion {
        let Some((unit, start)) = self.field.unit(attacker) else { return Cohesion::default() };
        let (Some(end), state) = (self.frame(target), unit.body.state) else { return unit.body.state };
        let over = self.book.all(&[r::L3C_MAC_23, r::L3C_MVT_17]);
        // At the quick step or faster a slope costs a degree as well (L3C-MOR-85).
        let fast = gait >= Gait::Quick && self.book.on(r::L3C_MOR_85);
        let OnTheWay { obstacles, slopes, .. } = on_the_way(self.book, &self.field.terrain, &unit.troop, start, &end);
        let degrees = if over { obstacles } else { 0 } + if fast { slopes } else { 0 };
        degrade(self.book, state, degrees)
    }

    /// The fastest gait that ground and room allow a unit on its way to another (L3C-MVT-34, L3C-MAC-17, L3C-MAC-23,
    /// L3C-MAC-24): an attacker has the whole way for it, a counter-charger only the rest of it.
    #[must_use]
    pub fn gait_limit(&self, unit: UnitId, other: UnitId) -> Gait {
        let book = self.book;
        let start =
            if self.attacker() == Some(unit) { self.field.unit(unit).map(|(_, at)| *at) } else { self.frame(unit) };
        let (Some((own, _)), Some(from), Some(to)) = (self.field.unit(unit), start, self.frame(other)) else {
            return Gait::Charge;
        };
        let arm = own.troop.arm;
        let (a, b) = (from.front_middle(), table::point_to_piece(from.front_middle(), &to.piece).to);
        // A unit that has been moved up already has gathered speed on that way.
        let come = match self.action {
            TestCause::Assault { attacker, come: Some(way), .. } if attacker == unit => way.cm(),
            _ => 0,
        };
        let left = super::apart(book, &from, &to);
        let whole = left.saturating_add(come);
        let paced = |from: Gait, room: Cm, after_obstacle: bool| {
            let room = Distance::from_cm(room);
            gait::change(book, &Pace { arm, from, to: Gait::Charge, room, after_obstacle }).gait
        };
        let mut most = paced(Gait::Halted, whole, false);
        let terrain = &self.field.terrain;
        if terrain.ground().features.is_empty() {
            return most;
        }
        for crossing in terrain.along(a, b) {
            let Some(kind) = terrain.feature(crossing.feature).map(ground_of) else { continue };
            // The unit jumps obstacles that can be jumped (L3C-GAP-A37).
            let jumps = book.tables.terrain.of(kind).jumpable && book.on(r::L3C_GAP_A37);
            let footing = Footing { arm, terrain: smallvec![kind], jumps };
            let slowed = gait::limit(book, &footing);
            // Behind a linear obstacle the unit may speed up again; in bad ground it may not.
            let rest = left - crossing.to_cm;
            let again = book.tables.terrain.of(kind).linear && slowed < Gait::Charge;
            most = most.min(if again { paced(slowed, rest, true) } else { slowed });
        }
        most
    }

    /// The state in which a unit tests: its present one, not the one after what it still has to cross (L3C-MOR-07,
    /// L3C-MOR-08).
    #[must_use]
    pub fn state_in_test(&self, tester: UnitId, opponent: UnitId) -> Cohesion {
        let state = self.field.unit(tester).map_or(Cohesion::default(), |(unit, _)| unit.body.state);
        let snapshot = self.book.all(&[r::L3C_MOR_07, r::L3C_MOR_08]) || self.attacker() != Some(tester);
        let state = if snapshot { state } else { self.state_on_arrival(tester, opponent, Gait::Charge) };
        self.circumstance(tester, opponent, state)
    }

    /// Cohesion of a unit against another: an improvised front counts only against the unit in the houses that it faces
    /// (L3C-ECO-29).
    pub(super) fn circumstance(&self, unit: UnitId, opponent: UnitId, state: Cohesion) -> Cohesion {
        let Some((own, _)) = self.field.unit(unit) else { return state };
        let holds = self.field.unit(opponent).and_then(|(other, _)| other.garrison);
        let defends_obstacle = holds.is_some() && holds == own.made_for;
        seen_as(self.book, &AdHoc { formation: own.body.formation, state, defends_obstacle })
    }

    /// Distance from the defender at which an attacker stopped by fire at a band stands: in the first UD inside the
    /// band, or where it is if that is nearer (L3C-MOR-130, L3C-MOR-131).
    #[must_use]
    pub fn stopped_at(&self, attacker: UnitId, defender: UnitId, weapon: Weapon, band: Band) -> Distance {
        let here = match (self.frame(attacker), self.frame(defender)) {
            (Some(a), Some(d)) => Distance::from_cm(super::apart(self.book, &a, &d)),
            _ => Distance::default(),
        };
        if !self.book.all(&[r::L3C_MOR_130, r::L3C_MOR_131]) {
            return here;
        }
        let bands = self.book.tables.range.of(weapon).into_iter().flat_map(|ranges| ranges.bands());
        bands.filter(|(known, _)| *known == band).map(|(_, limit)| here.min(limit)).next().unwrap_or(here)
    }
}

/// Whether an objective stands in or behind ground that cavalry cannot enter in order (L3C-MOR-38).
pub(super) fn closed_to_cavalry(scene: &Scene<'_>, attacker: UnitId, objective: UnitId) -> bool {
    let terrain = &scene.field.terrain;
    let (Some((unit, _)), Some(at), Some(from)) =
        (scene.field.unit(objective), scene.frame(objective), scene.frame(attacker))
    else {
        return false;
    };
    let closed = |feature: &Feature| {
        let kind = ground_of(feature);
        let row = scene.book.tables.terrain.of(kind);
        // Cavalry may enter an open wood, but in disorder (L3C-BOI-06).
        let wood = kind != Ground::OpenWood || scene.book.on(r::L3C_BOI_06);
        row.lost.cavalry.is_none() || row.cavalry == Some(Cohesion::Disordered) && wood
    };
    let stands_in = || terrain.touched(&at.piece).into_iter().filter_map(|id| terrain.feature(id)).any(closed);
    let lies_behind = || crossed(terrain, &from, &at).iter().any(|(_, feature)| closed(feature));
    unit.garrison.is_some() || !terrain.ground().features.is_empty() && (stands_in() || lies_behind())
}
