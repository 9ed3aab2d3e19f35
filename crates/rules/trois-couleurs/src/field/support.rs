//! Other arms in support (L3C-MOR-35 to L3C-MOR-38), and screens (L3C-MOR-53).

use super::about::{concerned, opponents, tactical, within};
use super::frame::{Frame, Spread};
use super::scene::Scene;
use super::unit::Unit;
use super::{UnitId, fires, ground};
use crate::morale::Support;
use crate::skirmishers::{self, Density};
use crate::{Arm, Distance, r};

/// The other arms that support a tester.
pub(super) fn support(scene: &Scene<'_>, tester: UnitId) -> Support {
    let (Some((own, _)), Some(at)) = (scene.field.unit(tester), scene.frame(tester)) else { return Support::default() };
    let faces = opponents(scene, tester);
    let mut arms = [false; 3];
    for (id, unit, frame) in scene.near() {
        let other = id != tester && unit.side == own.side && unit.troop.arm != own.troop.arm;
        let place = unit.troop.arm as usize;
        if other && !arms[place] && supports(scene, tester, &at, (id, unit, &frame), &faces) {
            arms[place] = true;
        }
    }
    let arms = u8::try_from(arms.iter().filter(|&&supports| supports).count()).unwrap_or(0);
    Support { arms, own_guns_near: fires::own_guns_near(scene, own, &at) }
}

fn supports(
    scene: &Scene<'_>,
    tester: UnitId,
    at: &Frame,
    (id, unit, frame): (UnitId, &Unit, &Frame),
    faces: &[UnitId],
) -> bool {
    let book = scene.book;
    match unit.troop.arm {
        // Guns must have fired on the enemy of the tester; being seen is not needed (L3C-MOR-36).
        Arm::Artillery => {
            if book.on(r::L3C_MOR_36) {
                fires::has_fired(scene, id, faces)
            } else {
                !unit.limbered() && within(scene, at, frame, tactical(scene, unit))
            }
        }
        Arm::Infantry | Arm::Cavalry => {
            let reach = tactical(scene, unit);
            let enemy_near =
                || faces.iter().filter_map(|&face| scene.frame(face)).any(|face| within(scene, &face, frame, reach));
            // A unit without formation is not available (L3C-MOR-37).
            let together = unit.available(book) || !book.on(r::L3C_MOR_37);
            !unit.skirmishes()
                && unit.body.case.positive()
                && together
                && (within(scene, at, frame, reach) || book.on(r::L3C_GAP_C14) && enemy_near())
                && !closed_to(scene, tester, unit)
                && concerned(scene, tester, (id, unit, frame), true)
                && scene.sees(tester, id)
        }
    }
}

/// Cavalry does not support an attack into ground that is closed to it (L3C-MOR-38).
fn closed_to(scene: &Scene<'_>, tester: UnitId, unit: &Unit) -> bool {
    let attacks = scene.attacker() == Some(tester);
    unit.troop.arm == Arm::Cavalry
        && attacks
        && scene.book.on(r::L3C_MOR_38)
        && scene.objectives().iter().any(|&objective| ground::closed_to_cavalry(scene, tester, objective))
}

/// Whether an active screen covers a unit against its opponents (L3C-TIR-37, L3C-GAP-C30).
pub(super) fn covered(scene: &Scene<'_>, tester: UnitId) -> bool {
    screen(scene, tester).is_some()
}

/// The screen that covers a unit.
pub(super) fn screen<'s>(scene: &'s Scene<'_>, tester: UnitId) -> Option<&'s Unit> {
    let book = scene.book;
    let (own, _) = scene.field.unit(tester)?;
    let at = scene.frame(tester)?;
    let ahead = Spread::degrees(book.tables.arc.frontal);
    let before = |frame: &Frame| at.ahead_meets(ahead, frame);
    let found = scene.near().find(|(_, unit, frame)| {
        if unit.covers != Some(tester) || unit.side != own.side || !unit.skirmishes() || !before(frame) {
            return false;
        }
        let density = Density { figures: unit.body.front, arm: own.troop.arm, front: own.body.front };
        let cover = skirmishers::Cover {
            case: unit.body.case,
            distance_to_unit: Distance::from_cm(frame.gap(&at)),
            covers_half: skirmishers::density(book, &density).covers_half,
            lifted: false,
        };
        // It stands between the unit and somebody who confronts it.
        let between = opponents(scene, tester).iter().filter_map(|&id| scene.frame(id)).any(|enemy| before(&enemy));
        skirmishers::active(book, &cover) && between
    });
    found.map(|(_, unit, _)| unit)
}
