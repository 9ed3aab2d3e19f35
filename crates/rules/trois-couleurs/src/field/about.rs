//! Friends and enemies that count (L3C-MOR-60 to L3C-MOR-74).

use super::frame::Frame;
use super::scene::{Scene, TestCause};
use super::unit_field::{FieldUnit, Role};
use super::{UnitId, arcs};
use crate::resolve::nerve::morale::{Famous, Whose, perceived};
use crate::{Arm, Distance, Seen, Status, r};
use table::{Cm, point_to_piece, within_cm};

/// Units that a tester counts.
#[derive(Default)]
pub(super) struct About {
    pub friends: Vec<Seen>,
    pub enemies: Vec<Seen>,
    pub famous: Vec<Famous>,
}

/// The units that count for a tester. Those that confront it come first among the enemies.
pub(super) fn about(scene: &Scene<'_>, tester: UnitId) -> About {
    let mut about = About::default();
    let (Some((own, _)), Some(at)) = (scene.field.unit(tester), scene.frame(tester)) else { return about };
    let faces = opponents(scene, tester);
    let mut confronting = 0;
    for (id, unit, frame) in scene.near() {
        if id == tester {
            continue;
        }
        let friend = unit.side == own.side;
        if unit.goes_back() && !scene.takes_part(id) {
            if counts_going_back(scene, tester, &at, (id, unit, &frame)) {
                let seen = seen(scene, id, unit, false);
                if friend {
                    about.friends.push(seen)
                } else {
                    about.enemies.push(seen)
                }
                famous(scene, own.troop.arm, (unit, friend), &mut about.famous);
            }
            continue;
        }
        // Companies are parts of a unit, not units (L3C-MOR-61).
        let part = unit.covers.is_some() && scene.book.on(r::L3C_MOR_61);
        if part || !counts(scene, tester, &at, (id, unit, &frame), friend, faces.as_slice()) {
            continue;
        }
        let confronts = faces.contains(&id);
        let seen = seen(scene, id, unit, confronts);
        if friend {
            about.friends.push(seen);
        } else if confronts {
            // The unit aimed at comes first, its neighbours after it.
            let place = if faces.first() == Some(&id) { 0 } else { confronting };
            about.enemies.insert(place, seen);
            confronting += 1;
        } else {
            about.enemies.push(seen);
        }
    }
    about
}

/// Units that confront a tester: its objectives, its attacker, the unit that fired on it.
pub(super) fn opponents(scene: &Scene<'_>, tester: UnitId) -> smallvec::SmallVec<[UnitId; 4]> {
    match scene.action {
        TestCause::Assault { attacker, .. } if attacker == tester => scene.objectives().into(),
        TestCause::Assault { attacker, .. } => [attacker].into_iter().collect(),
        TestCause::Losses { shooter, .. } => [shooter].into_iter().collect(),
        // A unit that sees a friend in rout is not under attack: the enemies at hand count, nearest first.
        TestCause::Witness { .. } => {
            let Some(at) = scene.frame(tester) else { return smallvec::SmallVec::new() };
            let mut found: Vec<(Cm, UnitId)> = enemies_at_hand(scene, tester)
                .map(|(id, _, frame)| (super::apart(scene.book, &at, &frame), id))
                .collect();
            found.sort_unstable();
            found.into_iter().map(|(_, id)| id).collect()
        }
    }
}

/// Whether a unit that is not going back counts.
fn counts(
    scene: &Scene<'_>,
    tester: UnitId,
    at: &Frame,
    (id, unit, frame): (UnitId, &FieldUnit, &Frame),
    friend: bool,
    faces: &[UnitId],
) -> bool {
    let book = scene.book;
    // Attacker and target always count, whatever their state (L3C-MOR-65).
    if scene.takes_part(id) && !friend && book.on(r::L3C_MOR_65) {
        return faces.contains(&id);
    }
    if unit.limbered() && book.on(r::L3C_MOR_68) {
        return false;
    }
    // Attacking cavalry ignores units that it does not run into (L3C-MOR-73).
    let own = scene.field.unit(tester).map(|(unit, _)| unit.troop.arm);
    let chooses = scene.attacker() == Some(tester) && own == Some(Arm::Cavalry) && unit.troop.arm != Arm::Cavalry;
    if !friend && chooses && book.on(r::L3C_MOR_73) {
        return false;
    }
    // Friends count within their own distance of the tester (L3C-MOR-69), on any side of it (L3C-GAP-C13).
    let near = within(scene, at, frame, tactical(scene, unit)) || friend && !book.on(r::L3C_MOR_69);
    let looked_for = !friend || book.on(r::L3C_GAP_C13) || arcs::in_front(book, at, frame);
    near
        && looked_for
        && unit.available(book)
        && concerned(scene, tester, (id, unit, frame), friend)
        // A unit that the enemy does not see does not weigh on its test (L3C-MOR-71).
        && (scene.sees(tester, id) || !friend && !book.on(r::L3C_MOR_71))
}

/// The tactical distance of a unit (L3C-MOR-68).
pub(super) fn tactical(scene: &Scene<'_>, unit: &FieldUnit) -> Distance {
    scene.book.tables.distance.tactical.of(unit.troop.arm)
}

pub(super) fn within(scene: &Scene<'_>, a: &Frame, b: &Frame, limit: Distance) -> bool {
    !a.farther(b, limit.cm()) && within_cm(super::apart(scene.book, a, b), limit.cm())
}

/// Whether a unit faces the action (L3C-MOR-66): it has an enemy of the action, or the tester, in its front. In a test
/// for losses that enemy is the firer, or one within the unit's tactical distance (L3C-GAP-C15).
pub(super) fn concerned(
    scene: &Scene<'_>,
    tester: UnitId,
    (id, unit, frame): (UnitId, &FieldUnit, &Frame),
    friend: bool,
) -> bool {
    let book = scene.book;
    if !book.on(r::L3C_MOR_66) {
        return true;
    }
    let faces = |other: UnitId| scene.frame(other).is_some_and(|other| arcs::in_front(book, frame, &other));
    match scene.action {
        TestCause::Assault { attacker, .. } => {
            let attackers_side = scene.field.unit(attacker).is_some_and(|(a, _)| a.side == unit.side);
            let theirs = if attackers_side {
                scene.objectives().iter().any(|&objective| faces(objective))
            } else {
                faces(attacker)
            };
            theirs || tester != id && faces(tester)
        }
        TestCause::Losses { shooter, .. } if friend => {
            faces(shooter) || book.on(r::L3C_GAP_C15) && enemies_at_hand(scene, tester).any(|(enemy, ..)| faces(enemy))
        }
        TestCause::Witness { .. } if friend => enemies_at_hand(scene, tester).any(|(enemy, ..)| faces(enemy)),
        TestCause::Losses { .. } | TestCause::Witness { .. } => faces(tester),
    }
}

/// Enemies of positive morale that have the tester within their tactical distance.
pub(super) fn enemies_at_hand<'s>(
    scene: &'s Scene<'_>,
    tester: UnitId,
) -> impl Iterator<Item = (UnitId, &'s FieldUnit, Frame)> {
    let own = scene.field.unit(tester).map(|(unit, _)| unit.side);
    let at = scene.frame(tester);
    scene.near().filter(move |(_, unit, frame)| {
        let enemy = own.is_some_and(|side| side != unit.side);
        enemy
            && !unit.limbered()
            && unit.body.case.positive()
            && at.is_some_and(|at| within(scene, &at, frame, tactical(scene, unit)))
    })
}

/// Whether a unit going back counts: up to four UD, now or as it passed, if it is seen (L3C-MOR-68, L3C-MOR-70).
fn counts_going_back(
    scene: &Scene<'_>,
    tester: UnitId,
    at: &Frame,
    (id, unit, frame): (UnitId, &FieldUnit, &Frame),
) -> bool {
    let limit = scene.book.tables.distance.witness;
    let near = within(scene, at, frame, limit);
    let passed = || scene.book.on(r::L3C_MOR_70) && unit.trail.windows(2).any(|way| passes(at, way, limit.cm()));
    (near || passed()) && (scene.sees(tester, id) || !near)
}

/// Whether a segment of a path comes within this distance of a unit.
fn passes(at: &Frame, way: &[table::Point], limit: Cm) -> bool {
    let &[from, to] = way else { return false };
    // Sampled every half base: fine enough for a distance of several UD.
    let length = (i64::from(to.x) - i64::from(from.x)).abs().max((i64::from(to.y) - i64::from(from.y)).abs());
    let steps = (length / 500).max(1);
    (0..=steps).any(|step| {
        let part = |a: Cm, b: Cm| {
            let along = i64::from(a) + (i64::from(b) - i64::from(a)) * step / steps;
            rulebook::saturated::<Cm, _>(along)
        };
        let p = table::Point::new(part(from.x, to.x), part(from.y, to.y));
        within_cm(point_to_piece(p, &at.piece).cm, limit)
    })
}

/// A unit as the tester counts it.
fn seen(scene: &Scene<'_>, id: UnitId, unit: &FieldUnit, confronts: bool) -> Seen {
    let case = unit.body.case;
    Seen {
        arm: unit.troop.arm,
        status: unit.troop.status,
        seen_status: unit.troop.seen_status,
        cavalry_type: unit.troop.cavalry_type,
        seen_type: unit.troop.seen_type,
        confronts: confronts || scene.attacker().is_none(),
        gait: unit.body.gait,
        case: (!case.positive()).then_some(case),
        support: unit.role == Role::Supports,
        untested: matches!(unit.role, Role::Attacks { tested: false, .. }) && scene.attacker() != Some(id),
        rallying: unit.rallying,
        figures: confronts.then(|| unit.figures_left(scene.book)),
        limbered: unit.limbered(),
        objective: scene.takes_part(id),
        count: 1,
    }
}

/// A famous unit that goes back, as a tester of this arm counts it (L3C-MOR-44, L3C-MOR-46).
fn famous(scene: &Scene<'_>, tester: Arm, (unit, friend): (&FieldUnit, bool), found: &mut Vec<Famous>) {
    let known = unit.troop.status >= Status::Elite || unit.troop.arm == Arm::Cavalry && !friend;
    if unit.driven_back && known {
        let of = if friend { Whose::Friend } else { Whose::Enemy };
        found.push(Famous {
            of,
            arm: unit.troop.arm,
            status: unit.troop.seen_status.unwrap_or(unit.troop.status),
            cavalry_type: perceived(scene.book, tester, unit.troop.seen_type, unit.troop.cavalry_type),
        });
    }
}
