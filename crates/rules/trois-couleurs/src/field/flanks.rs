//! Secure and threatened flanks (L3C-MOR-86 to L3C-MOR-101).

use super::about::{self, enemies_at_hand, opponents};
use super::arcs::{self, Bearing, Wing};
use super::frame::Frame;
use super::ground::ground_of;
use super::scene::{Scene, TestCause};
use super::unit_field::FieldUnit;
use super::{UnitId, sight};
use crate::resolve::nerve::morale::{Flanks, Menace, Securing, Threat, secures, threatens};
use crate::{Arm, Aspect, Distance, Ground, r};
use smallvec::SmallVec;
use table::{Angle, Kind, Piece, Pose, SLACK, turn, within_cm};

/// Where threats come from: those who confront the tester; in a test for losses the fire, and cavalry within its tactical
/// distance (L3C-MOR-101).
pub(super) fn sources(scene: &Scene<'_>, tester: UnitId) -> SmallVec<[Frame; 4]> {
    let mut found: SmallVec<[Frame; 4]> =
        opponents(scene, tester).into_iter().filter_map(|id| scene.frame(id)).collect();
    if let TestCause::Losses { shooter, .. } = scene.action {
        // Without the rule every enemy at hand would be a threat of its own.
        let only_horse = scene.book.on(r::L3C_MOR_101);
        let another = |(id, unit, _): &(UnitId, &FieldUnit, Frame)| {
            *id != shooter && (unit.troop.arm == Arm::Cavalry || !only_horse)
        };
        found.extend(enemies_at_hand(scene, tester).filter(another).map(|(_, _, frame)| frame));
    }
    found
}

/// The flanks of a tester.
pub(super) fn flanks(scene: &Scene<'_>, tester: UnitId) -> Flanks {
    let (Some((unit, _)), Some(at)) = (scene.field.unit(tester), scene.frame(tester)) else { return Flanks::default() };
    let book = scene.book;
    if let Some(flanks) = of_houses(scene, tester) {
        return flanks;
    }
    // Secure only against what comes from the front (L3C-MOR-89).
    let frontal: SmallVec<[Frame; 4]> = sources(scene, tester)
        .into_iter()
        .filter(|source| arcs::bearing(book, &at, source).aspect == Aspect::Front || !book.on(r::L3C_MOR_89))
        .collect();
    let mut flanks = Flanks { frontal: !frontal.is_empty(), ..Flanks::default() };
    for wing in [Wing::Left, Wing::Right] {
        flanks.secure += u8::from(secure(scene, (tester, unit, &at), wing, &frontal));
    }
    threats(scene, (tester, unit, &at), &mut flanks);
    flanks
}

/// The flanks of a garrison: the faces beside the one attacked, if somebody stands there (L3C-ECO-23). Houses that are held
/// are defended from every side, so that nothing threatens them from aside (L3C-ECO-21).
fn of_houses(scene: &Scene<'_>, tester: UnitId) -> Option<Flanks> {
    let against = opponents(scene, tester).first().copied()?;
    let (faced, _) = scene.faced(against, tester)?;
    let mut flanks = Flanks { frontal: faced.side == Aspect::Front, secure: faced.secure_flanks, ..Flanks::default() };
    if !scene.book.on(r::L3C_ECO_21) {
        let (unit, at) = (scene.field.unit(tester)?.0, scene.frame(tester)?);
        threats(scene, (tester, unit, &at), &mut flanks);
    }
    Some(flanks)
}

/// Whether a flank is secure: by a friend who faces the same action, by ground that nobody passes, by ground that friends
/// hold (L3C-MOR-87).
fn secure(scene: &Scene<'_>, (tester, unit, at): (UnitId, &FieldUnit, &Frame), wing: Wing, sources: &[Frame]) -> bool {
    let book = scene.book;
    if sources.is_empty() {
        return false;
    }
    let limit = book.tables.distance.secure_flank;
    let friend = scene.near().any(|(id, other, frame)| {
        if id == tester || other.side != unit.side || at.farther(&frame, limit.cm()) || !on_wing(at, &frame, wing) {
            return false;
        }
        if other.garrison.is_some() {
            return within_cm(at.gap(&frame), limit.cm()) && book.on(r::L3C_MOR_87);
        }
        if !other.close_order() {
            // Skirmishers secure a flank only from an obstacle that they hold.
            let near = within_cm(front_distance(scene, at, &frame).cm(), limit.cm());
            return near && holds_obstacle(scene, &frame) && book.on(r::L3C_MOR_87);
        }
        let near_horse = || enemies_at_hand(scene, id).any(|(_, enemy, _)| enemy.troop.arm == Arm::Cavalry);
        // Infantry on the move before cavalry is not formed itself (L3C-OPP-09).
        let moving_before_cavalry = book.on(r::L3C_OPP_09) && other.infantry_moving() && near_horse();
        let (arm, state) = (other.troop.arm, other.body.state);
        sources.iter().any(|source| {
            let front_to_axis = front_to_axis(&frame, source.front_middle().bearing_to(at.middle()));
            let distance = front_distance(scene, at, &frame);
            secures(book, &Securing { arm, state, moving_before_cavalry, distance, front_to_axis })
        })
    });
    friend || ground_secures(scene, (tester, unit, at), wing)
}

/// Measured from front to front (L3C-MOR-88); without that rule like any distance.
fn front_distance(scene: &Scene<'_>, at: &Frame, other: &Frame) -> Distance {
    let cm = if scene.book.on(r::L3C_MOR_88) { at.front_gap(other) } else { at.gap(other) };
    Distance::from_cm(cm)
}

/// Whether another stands beside a unit on this hand, rather than before or behind it.
fn on_wing(at: &Frame, other: &Frame, wing: Wing) -> bool {
    let x = at.local(other.front_middle()).x;
    let beside = x.abs() > at.half_front();
    beside && (x < 0) == (wing == Wing::Left)
}

/// Degrees between the front line of a unit and the axis of an attack that comes on this bearing; 0 if it turns its back
/// (L3C-MOR-90, L3C-GAP-C17).
fn front_to_axis(frame: &Frame, coming: Angle) -> u8 {
    let off = turn(frame.facing(), coming + 18_000).abs();
    rulebook::saturated::<u8, _>((9_000 - off).max(0) / 100)
}

fn holds_obstacle(scene: &Scene<'_>, frame: &Frame) -> bool {
    const HELD: [Kind; 7] =
        [Kind::OpenWood, Kind::Orchard, Kind::Forest, Kind::Hedge, Kind::Wall, Kind::Barricade, Kind::Fortification];
    let terrain = &scene.field.terrain;
    terrain.touched(&frame.piece).into_iter().any(|id| terrain.kind(id).is_some_and(|kind| HELD.contains(&kind)))
}

/// Ground that those who come cannot enter, or a wood or houses that friends hold, within reach of the front on that hand.
fn ground_secures(scene: &Scene<'_>, (tester, unit, at): (UnitId, &FieldUnit, &Frame), wing: Wing) -> bool {
    let book = scene.book;
    let terrain = &scene.field.terrain;
    if terrain.ground().features.is_empty() || !book.on(r::L3C_MOR_87) {
        return false;
    }
    let end = at.front()[usize::from(wing == Wing::Right)];
    let limit = book.tables.distance.secure_flank.cm();
    // Whatever is within reach lies about a square round that end of the front.
    let square = Piece {
        pose: Pose { at: end, facing: 0 },
        front: 2 * (limit + SLACK) + SLACK,
        depth: 2 * (limit + SLACK) + SLACK,
        lead: true,
    };
    let mut about = terrain.touched(&square).into_iter().filter_map(|id| Some((id, terrain.feature(id)?)));
    // What is closed to cavalry alone is no obstacle to infantry.
    let comes: SmallVec<[Arm; 4]> =
        opponents(scene, tester).into_iter().filter_map(|id| Some(scene.field.unit(id)?.0.troop.arm)).collect();
    let closed = |kind: Ground| {
        let row = &book.tables.terrain.of(kind).lost;
        !comes.is_empty() && comes.iter().all(|arm| row.of(arm.mover(false)).is_none())
    };
    about.any(|(id, feature)| {
        let near = || {
            terrain.point_to_feature(end, id).is_some_and(|measure| {
                let x = at.local(measure.to).x;
                within_cm(measure.cm, limit) && (x.abs() >= at.half_front() - 2) && (x < 0) == (wing == Wing::Left)
            })
        };
        match feature.kind {
            Kind::Impassable | Kind::River => near(),
            _ if closed(ground_of(feature)) => near(),
            Kind::OpenWood | Kind::Orchard | Kind::Forest | Kind::WoodenBuilding | Kind::MasonryBuilding => {
                let held = || {
                    scene.near().any(|(_, other, frame)| {
                        other.side == unit.side
                            && (other.garrison == Some(id) || terrain.touched(&frame.piece).contains(&id))
                            && frame.middle() != at.middle()
                    })
                };
                near() && held()
            }
            _ => false,
        }
    })
}

/// Enemies beside and behind, and fires from there (L3C-MOR-97 to L3C-MOR-99).
fn threats(scene: &Scene<'_>, (tester, unit, at): (UnitId, &FieldUnit, &Frame), flanks: &mut Flanks) {
    let book = scene.book;
    for (id, enemy, frame) in scene.near() {
        if enemy.side == unit.side || enemy.limbered() || enemy.skirmishes() {
            continue;
        }
        let reach = about::tactical(scene, enemy);
        if at.farther(&frame, reach.cm()) {
            continue;
        }
        let menace = Menace { arm: enemy.troop.arm, case: enemy.body.case };
        // Whether it is available does not matter; without L3C-MOR-97 it would.
        let able = book.on(r::L3C_MOR_97) || enemy.available(book);
        // Only ground hides a threat, not who stands between (L3C-MOR-99).
        let visible = || {
            if book.on(r::L3C_MOR_99) {
                sight::threatening(book, &scene.field.terrain, at, &frame, enemy.troop.arm == Arm::Cavalry)
            } else {
                scene.sees(tester, id)
            }
        };
        let distance = Distance::from_cm(super::apart(book, at, &frame));
        let bearing = arcs::bearing(book, at, &frame);
        if bearing.aspect != Aspect::Front && able && threatens(book, menace, distance) && visible() {
            threaten(flanks, bearing, if enemy.troop.arm == Arm::Cavalry { Threat::Cavalry } else { Threat::Foot });
        }
    }
    for fire in scene.field.fires.iter().filter(|fire| fire.target == tester && fire.felt(book)) {
        if let Some(frame) = scene.frame(fire.shooter) {
            let bearing = arcs::bearing(book, at, &frame);
            // A flank may be secured by the very friend through whom the fire comes (L3C-GAP-C18).
            let through =
                !book.on(r::L3C_GAP_C18) && crossed_by_fire(scene, unit.side, (fire.shooter, &frame), (tester, at));
            if bearing.aspect != Aspect::Front && !through && book.on(r::L3C_MOR_97) {
                threaten(flanks, bearing, Threat::Foot);
            }
        }
    }
}

/// Whether a fire comes through a friend.
fn crossed_by_fire(scene: &Scene<'_>, side: u8, from: (UnitId, &Frame), to: (UnitId, &Frame)) -> bool {
    let (a, b) = (from.1.front_middle(), to.1.middle());
    scene.near().any(|(id, unit, frame)| unit.side == side && id != from.0 && id != to.0 && frame.cut_by(a, b))
}

/// The worse threat of a side counts.
fn threaten(flanks: &mut Flanks, bearing: Bearing, by: Threat) {
    let place = match (bearing.aspect, bearing.wing) {
        (Aspect::Front, _) => return,
        (Aspect::Rear, _) => &mut flanks.rear,
        (Aspect::Flank, Wing::Left) => &mut flanks.left,
        (Aspect::Flank, Wing::Right) => &mut flanks.right,
    };
    *place = (*place).max(by);
}
