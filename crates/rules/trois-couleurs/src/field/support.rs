//! Other arms in support (L3C-MOR-35 to L3C-MOR-38), and screens (L3C-MOR-53).

use super::about::{concerned, opponents, tactical, within};
use super::frame::{Frame, Spread};
use super::scene::Scene;
use super::unit_field::FieldUnit;
use super::{UnitId, fire_field, ground};
use crate::resolve::nerve::morale::Support;
use crate::resolve::shooting::fire::FireTarget;
use crate::resolve::shooting::screens::{Screen, Screened, before_assault};
use crate::resolve::shooting::skirmishers::{self, Density};
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
    // The guns must have fired on the tester's enemy; their position does not matter (L3C-MOR-36).
    let guns = own.troop.arm != Arm::Artillery && scene.book.on(r::L3C_MOR_36);
    arms[Arm::Artillery as usize] |= guns && fire_field::guns_have_fired(scene, own, &faces);
    let arms = rulebook::saturated::<u8, _>(arms.iter().filter(|&&supports| supports).count());
    Support { arms, own_guns_near: fire_field::own_guns_near(scene, own, &at) }
}

fn supports(
    scene: &Scene<'_>,
    tester: UnitId,
    at: &Frame,
    (id, unit, frame): (UnitId, &FieldUnit, &Frame),
    faces: &[UnitId],
) -> bool {
    let book = scene.book;
    match unit.troop.arm {
        Arm::Artillery => {
            !book.on(r::L3C_MOR_36) && !unit.limbered() && within(scene, at, frame, tactical(scene, unit))
        }
        Arm::Infantry | Arm::Cavalry => {
            let reach = tactical(scene, unit);
            let enemy_near =
                || faces.iter().filter_map(|&face| scene.frame(face)).any(|face| within(scene, &face, frame, reach));
            // An unformed unit is not available (L3C-MOR-37).
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

/// Whether a unit is cavalry that cannot support an attack into ground closed to it (L3C-MOR-38).
fn closed_to(scene: &Scene<'_>, tester: UnitId, unit: &FieldUnit) -> bool {
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

/// The screen that covers a unit, as it fires: it gives way before an attacker that comes too near (L3C-TIR-36).
pub(super) fn screen_of(scene: &Scene<'_>, tester: UnitId) -> Option<Screen> {
    let screen = screen(scene, tester)?;
    let evaded = match scene.attacker() {
        Some(attacker) if attacker != tester => evasion(scene, screen, attacker),
        _ => Distance::default(),
    };
    Some(Screen {
        figures: screen.body.front,
        weapon: screen.troop.weapon,
        status: screen.troop.status,
        state: screen.body.state,
        first_fire: screen.body.first_fire,
        evaded,
        ..Screen::default()
    })
}

/// Distance that skirmishers must move to keep their distance from an attacker (L3C-TIR-09).
fn evasion(scene: &Scene<'_>, screen: &FieldUnit, attacker: UnitId) -> Distance {
    let place = scene.near().find(|(_, unit, _)| std::ptr::eq(*unit, screen)).map(|(_, _, frame)| frame);
    let (Some(at), Some(from), Some((unit, _))) = (place, scene.frame(attacker), scene.field.unit(attacker)) else {
        return Distance::default();
    };
    let keep = scene.book.tables.distance.keep_off.of(unit.troop.arm);
    keep.minus(Distance::from_cm(super::apart(scene.book, &at, &from)))
}

/// Effect of the screens of an action on a tester.
pub(super) fn screened(scene: &Scene<'_>, tester: UnitId) -> Screened {
    let target = opponents(scene, tester).first().copied();
    let Some((attacker, target)) = scene.attacker().zip(target) else {
        return Screened { covered: covered(scene, tester), ..Screened::default() };
    };
    let defender = if attacker == tester { target } else { tester };
    let hit = |id: UnitId| {
        let body = scene.field.unit(id).map_or_else(FireTarget::default, |(unit, _)| FireTarget {
            arm: unit.troop.arm,
            formation: unit.body.formation,
            front: Some(unit.body.front),
            ranks: unit.body.ranks,
            ..FireTarget::default()
        });
        let against = if id == attacker { defender } else { attacker };
        FireTarget { cover: scene.cover(id, against), ..body }
    };
    let screens = [screen_of(scene, attacker), screen_of(scene, defender)];
    let [own, his] = [screens[0].as_ref(), screens[1].as_ref()];
    let effect = before_assault(scene.book, [own, his], [&hit(attacker), &hit(defender)], &mut game::Quiet).effect;
    if attacker == tester { effect.attacker } else { effect.defender }
}

/// The screen that covers a unit.
pub(super) fn screen<'s>(scene: &'s Scene<'_>, tester: UnitId) -> Option<&'s FieldUnit> {
    let book = scene.book;
    let (own, start) = scene.field.unit(tester)?;
    // An attacker's screen moved ahead of it before it moved up (L3C-TIR-36).
    let at = if scene.attacker() == Some(tester) { *start } else { scene.frame(tester)? };
    let ahead = Spread::degrees(book.tables.arc.frontal);
    let before = |frame: &Frame| at.ahead_meets(ahead, frame);
    let found = scene.near().find(|(_, unit, frame)| {
        if unit.covers != Some(tester) || unit.side != own.side || !unit.skirmishes() || !before(frame) {
            return false;
        }
        let density = Density { figures: unit.body.front, arm: own.troop.arm, front: own.body.front };
        let cover = skirmishers::CoveringScreen {
            case: unit.body.case,
            distance_to_unit: Distance::from_cm(frame.gap(&at)),
            covers_half: skirmishers::density(book, &density).covers_half,
            lifted: false,
        };
        // The screen stands between the unit and a unit that confronts it.
        let between = opponents(scene, tester).iter().filter_map(|&id| scene.frame(id)).any(|enemy| before(&enemy));
        skirmishers::active(book, &cover) && between
    });
    found.map(|(_, unit, _)| unit)
}
