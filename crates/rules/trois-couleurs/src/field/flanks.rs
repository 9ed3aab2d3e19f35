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

/// Sources of threats: the units that confront the tester; in a test for losses, the fire and any cavalry within its
/// tactical distance (L3C-MOR-101).
pub(super) fn sources(scene: &Scene<'_>, tester: UnitId) -> SmallVec<[Frame; 4]> {
    let mut found: SmallVec<[Frame; 4]> =
        opponents(scene, tester).into_iter().filter_map(|id| scene.frame(id)).collect();
    if let TestCause::Losses { shooter, .. } = scene.action {
        // Without the rule every enemy at hand is a threat.
        let only_horse = scene.book.on(r::L3C_MOR_101);
        let another = |(id, unit, _): &(UnitId, &FieldUnit, Frame)| {
            *id != shooter && (unit.troop.arm == Arm::Cavalry || !only_horse)
        };
        found.extend(enemies_at_hand(scene, tester).filter(another).map(|(_, _, frame)| frame));
    }
    found
}

pub(super) fn flanks(scene: &Scene<'_>, tester: UnitId) -> Flanks {
    let (Some((unit, _)), Some(at)) = (scene.field.unit(tester), scene.frame(tester)) else { return Flanks::default() };
    let book = scene.book;
    if let Some(flanks) = of_houses(scene, tester) {
        return flanks;
    }
    // A flank is secured only against enemies in front (L3C-MOR-89).
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

/// The flanks of a garrison: the faces beside the attacked one, secure if they are held (L3C-ECO-23). Houses are
/// defended on every side, so nothing threatens their flanks (L3C-ECO-21).
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

/// Whether a flank is secure: covered by a friend that faces the same action, by impassable ground or by ground that
/// friends hold (L3C-MOR-87).
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
            // Skirmishers secure a flank only from an obstacle that they occupy.
            let near = within_cm(front_distance(scene, at, &frame).cm(), limit.cm());
            return near && holds_obstacle(scene, &frame) && book.on(r::L3C_MOR_87);
        }
        let near_horse = || enemies_at_hand(scene, id).any(|(_, enemy, _)| enemy.troop.arm == Arm::Cavalry);
        // Infantry moving before cavalry is not formed itself (L3C-OPP-09).
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

/// Distance from front to front (L3C-MOR-88); without that rule, the usual distance.
fn front_distance(scene: &Scene<'_>, at: &Frame, other: &Frame) -> Distance {
    let cm = if scene.book.on(r::L3C_MOR_88) { at.front_gap(other) } else { at.gap(other) };
    Distance::from_cm(cm)
}

/// Whether another unit stands beside this flank, rather than in front or behind.
fn on_wing(at: &Frame, other: &Frame, wing: Wing) -> bool {
    let x = at.local(other.front_middle()).x;
    let beside = x.abs() > at.half_front();
    beside && (x < 0) == (wing == Wing::Left)
}

/// Degrees between the front line of a unit and the axis of an attack on this bearing; 0 if the unit turns its back
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

/// Whether impassable ground, or a wood or houses that friends hold, lies within reach of this end of the front.
fn ground_secures(scene: &Scene<'_>, (tester, unit, at): (UnitId, &FieldUnit, &Frame), wing: Wing) -> bool {
    let book = scene.book;
    let terrain = &scene.field.terrain;
    if terrain.ground().features.is_empty() || !book.on(r::L3C_MOR_87) {
        return false;
    }
    let end = at.front()[usize::from(wing == Wing::Right)];
    let limit = book.tables.distance.secure_flank.cm();
    // Everything within reach lies in a square around this end of the front.
    let square = Piece {
        pose: Pose { at: end, facing: 0 },
        front: 2 * (limit + SLACK) + SLACK,
        depth: 2 * (limit + SLACK) + SLACK,
        lead: true,
    };
    let mut about = terrain.touched(&square).into_iter().filter_map(|id| Some((id, terrain.feature(id)?)));
    // Ground closed only to cavalry is no obstacle to infantry.
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

/// Threats by enemies beside and behind, and by fires from there (L3C-MOR-97 to L3C-MOR-99).
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
        // Availability does not matter; without L3C-MOR-97 it does.
        let able = book.on(r::L3C_MOR_97) || enemy.available(book);
        // Only ground hides a threat, not units in between (L3C-MOR-99).
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
            // A friend may secure a flank even if the fire comes through that friend (L3C-GAP-C18).
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

/// The worse of two threats to a side counts.
fn threaten(flanks: &mut Flanks, bearing: Bearing, by: Threat) {
    let place = match (bearing.aspect, bearing.wing) {
        (Aspect::Front, _) => return,
        (Aspect::Rear, _) => &mut flanks.rear,
        (Aspect::Flank, Wing::Left) => &mut flanks.left,
        (Aspect::Flank, Wing::Right) => &mut flanks.right,
    };
    *place = (*place).max(by);
}
