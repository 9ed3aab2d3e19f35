//! A whole assault read from the field.

use super::frame::Frame;
use super::ground::{ground_behind, on_the_way, surrounded};
use super::scene::{Scene, TestCause};
use super::unit_field::FieldUnit;
use super::{Field, UnitId, support};
use crate::fight::{Aim, Assault, Nerve, OnTheWay, Party};
use crate::resolve::combat::melee::{Fighter, Melee};
use crate::resolve::combat::pursuit::GroundBehind;
use crate::resolve::moving::points;
use crate::resolve::nerve::morale::{Across, MoraleSituation, Purpose};
use crate::resolve::shooting::aim::forbidden;
use crate::resolve::shooting::overlap::{Common, Facing, Front, overlap};
use crate::{Arm, Book, Case, Cohesion, Cover, Distance, Formation, Gait, Height, Shot, r};
use table::{Piece, Stop};

/// Width common to two fronts, the other unit projected on the front line of this one (L3C-GAP-B09).
pub(super) fn common(book: &Book, one: (&FieldUnit, &Frame), other: (&FieldUnit, &Frame)) -> Common {
    let front = |unit: &FieldUnit| Front {
        arm: unit.troop.arm,
        figures: unit.body.front,
        skirmish: unit.skirmishes(),
        square: unit.body.formation == Formation::Square,
    };
    let half = i64::from(book.tables.scale.infantry_front_cm.max(2)) / 2;
    let x = one.1.local(other.1.front_middle()).x;
    let shift = rulebook::saturated::<i16, _>((2 * x + half).div_euclid(2 * half));
    overlap(book, &Facing { one: front(one.0), other: front(other.0), shift })
}

impl Field {
    /// The assault of one unit on another, every circumstance read from the field.
    #[must_use]
    pub fn assault(&self, book: &Book, attacker: UnitId, defender: UnitId) -> Assault {
        self.assault_of(book, TestCause::assault(attacker, defender))
    }

    /// The same for an assault to fire, or by an attacker that has been moved up already.
    #[must_use]
    pub fn assault_of(&self, book: &Book, action: TestCause) -> Assault {
        let scene = Scene::of(book, self, action);
        let TestCause::Assault { attacker, target, to_fire, .. } = action else { return Assault::default() };
        let (Some((one, _)), Some((two, _))) = (self.unit(attacker), self.unit(target)) else {
            return Assault::default();
        };
        let (Some(from), Some(at)) = (scene.frame(attacker), scene.frame(target)) else { return Assault::default() };
        let meets = scene.meets(attacker, target).unwrap_or_else(|| common(book, (one, &from), (two, &at)));
        let purpose = if to_fire { Purpose::FireAdvance } else { Purpose::Assault };
        Assault {
            purpose: if to_fire { Aim::Fire } else { Aim::Contact },
            distance: scene.apart(),
            stands: scene.stands(),
            side: scene.side_attacked(attacker, target),
            width: meets.width,
            attacker_overlaps: meets.one_overlaps,
            defender_overlaps: meets.other_overlaps,
            year: self.year,
            attacker: scene.party(attacker, target, purpose),
            defender: scene.party(target, attacker, Purpose::Stand),
            ..Assault::default()
        }
    }
}

impl Scene<'_> {
    /// The front that an attacker shares with the houses that it attacks: at most its own front and the face, with the
    /// figures that hold that face (L3C-ECO-22, L3C-ECO-24). On a face without defenders, all figures inside count.
    fn meets(&self, attacker: UnitId, target: UnitId) -> Option<Common> {
        let (faced, held) = self.faced(attacker, target)?;
        let inside = self.field.unit(target).map_or(0, |(unit, _)| unit.inside());
        let against = if held == 0 { inside } else { held };
        Some(Common { width: faced.front.min(against).max(1), one_overlaps: faced.overlaps, other_overlaps: 0 })
    }

    /// Figures in front and ranks of a unit; for a garrison, those that hold the face attacked (L3C-ECO-17).
    fn front_and_ranks(&self, id: UnitId, other: UnitId) -> (u8, u8) {
        let Some((unit, _)) = self.field.unit(id) else { return (1, 1) };
        match self.faced(other, id) {
            Some((_, held)) if self.book.on(r::L3C_ECO_17) && held > 0 => (held, 1),
            Some(_) => (unit.inside().max(1), 1),
            None => (unit.body.front, unit.body.ranks),
        }
    }

    /// One side of an assault, as a form would hold it.
    fn party(&self, id: UnitId, other: UnitId, purpose: Purpose) -> Party {
        let Some((unit, _)) = self.field.unit(id) else { return Party::default() };
        let FieldUnit { troop, body, .. } = unit;
        let told = self.nerve(id, purpose);
        let (front, ranks) = self.front_and_ranks(id, other);
        Party {
            arm: troop.arm,
            horse_guns: troop.horse_guns,
            nation: troop.nation,
            status: troop.status,
            seen_status: troop.seen_status,
            cavalry_type: troop.cavalry_type,
            seen_type: troop.seen_type,
            lancers: troop.lancers,
            back_plate: troop.back_plate,
            two_ranks: troop.two_ranks,
            class: troop.class,
            base: troop.base,
            figures: body.figures,
            steps_lost: body.steps_before,
            front,
            ranks,
            formation: body.formation,
            state: told.tester.state,
            case: body.case,
            weapon: troop.weapon,
            shot: self.only_round_shot(id, other).then_some(Shot::Round),
            first_fire: body.first_fire,
            loaded: body.loaded,
            spent: body.points_spent,
            cover: if purpose.stands() { self.cover(id, other) } else { Cover::None },
            houses: self.faced(other, id).is_some(),
            secure_flanks: told.flanks.secure,
            status_used: body.raised > 0,
            on_the_way: match (self.frame(id), self.frame(other)) {
                (Some(from), Some(to)) => on_the_way(self.book, &self.field.terrain, troop, &from, &to),
                _ => OnTheWay::default(),
            },
            ground_behind: self.ground_behind(id, other),
            screen: support::screen_of(self, id),
            gait_limit: told.gait_limit,
            nerve: Self::besides(told),
            ..Party::default()
        }
    }

    /// Whether guns have friends in front of them, over which they fire no canister (L3C-FEU-13, L3C-GAP-B37).
    fn only_round_shot(&self, id: UnitId, other: UnitId) -> bool {
        let guns = self.field.unit(id).is_some_and(|(unit, _)| unit.troop.arm == Arm::Artillery);
        guns && forbidden(self.book, &self.line_of_fire(id, other, Shot::Canister)).contains(&r::L3C_FEU_13)
    }

    /// The ground over which one unit would pursue another.
    fn ground_behind(&self, id: UnitId, other: UnitId) -> GroundBehind {
        let part = |id: UnitId| Some((self.frame(id)?.piece, &self.field.unit(id)?.0.troop));
        let (Some((fled, own)), Some((after, his))) = (part(id), part(other)) else { return GroundBehind::default() };
        let side = self.field.unit(other).map(|(unit, _)| unit.side);
        let enemies = self.near().filter(|(near, unit, _)| *near != other && Some(unit.side) == side);
        let others: Vec<Piece> = enemies.map(|(_, _, frame)| frame.piece).collect();
        let terrain = &self.field.terrain;
        let surrounded = surrounded(self.book, terrain, (&fled, own), &after, &others);
        let behind = ground_behind(self.book, terrain, (&fled, own), (&after, his));
        let refuge = behind.refuge.into_iter().chain(self.shelter(id, &fled, &after)).min();
        GroundBehind { surrounded, refuge, ..behind }
    }

    /// Distance that a unit would flee to reach a friend in order and in hand that stands between it and its pursuer
    /// (L3C-GAP-A55).
    fn shelter(&self, id: UnitId, fled: &Piece, after: &Piece) -> Option<Distance> {
        let side = self.field.unit(id).map(|(unit, _)| unit.side);
        let holds =
            |unit: &FieldUnit| unit.body.case.positive() && unit.body.state <= Cohesion::Loose && !unit.skirmishes();
        let friends: Vec<(u32, Piece)> = self
            .near()
            .filter(|(near, unit, _)| *near != id && Some(unit.side) == side && holds(unit))
            .map(|(near, _, frame)| (rulebook::saturated::<u32, _>(near), frame.piece))
            .collect();
        if friends.is_empty() || after.pose.at == fled.pose.at || !self.book.on(r::L3C_GAP_A55) {
            return None;
        }
        // Skirmishers may shelter behind a friend on any side (L3C-TIR-29).
        if self.field.unit(id).is_some_and(|(unit, _)| unit.skirmishes()) {
            return friends.iter().map(|(_, friend)| Distance::from_cm(table::distance(fled, friend).cm)).min();
        }
        let away = after.pose.at.bearing_to(fled.pose.at);
        let far = Distance::of(u16::from(self.book.tables.movement.back.of(Case::Rout, true))).cm();
        match table::room(fled, away, far, &self.field.terrain, |_| false, &friends) {
            Err(halt) if matches!(halt.what, Stop::Unit(_)) => Some(Distance::from_cm(halt.at.cm)),
            _ => None,
        }
    }

    /// What counts in a test besides the two units: the assault adds those two itself.
    fn besides(told: MoraleSituation) -> Nerve {
        let (mut enemies, mut targets) = (told.enemies, told.targets);
        // The opponent is first in the list; the assault adds it with the gait and the formation of that moment.
        if enemies.first().is_some_and(|seen| seen.confronts) {
            enemies.remove(0);
        }
        if !targets.is_empty() {
            targets.remove(0);
        }
        let mut fire = told.fire;
        if fire.musketry_of_objective {
            fire.musketry = false;
            fire.musketry_of_objective = false;
        }
        if fire.guns_of_objective {
            fire.guns = None;
            fire.guns_of_objective = false;
        }
        Nerve {
            ground: told.ground,
            support: told.support,
            fire,
            enemies,
            friends: told.friends,
            famous: told.famous,
            flanks: told.flanks,
            losses: told.losses,
            status_used: told.status_used,
            out_of_command: told.out_of_command,
            general: told.general,
            targets,
            ..Nerve::default()
        }
    }

    /// A melee of two units, as they stand.
    #[must_use]
    pub fn melee(&self, attacker: UnitId, defender: UnitId, gaits: [Gait; 2]) -> Melee {
        let (Some((one, _)), Some((two, _))) = (self.field.unit(attacker), self.field.unit(defender)) else {
            return Melee::default();
        };
        let (Some(from), Some(at)) = (self.frame(attacker), self.frame(defender)) else { return Melee::default() };
        let met = self.meets(attacker, defender);
        let meets = met.unwrap_or_else(|| common(self.book, (one, &from), (two, &at)));
        let fighter = |id: UnitId, unit: &FieldUnit, other: UnitId, gait: Gait, purpose: Purpose| {
            let ground = super::ground::between(self, id, other, purpose);
            let state: Cohesion =
                if purpose.attacks() { self.state_on_arrival(id, other, gait) } else { unit.body.state };
            Fighter {
                arm: unit.troop.arm,
                status: unit.troop.status,
                cavalry_type: unit.troop.cavalry_type,
                figures: unit.body.figures,
                front: unit.body.front,
                ranks: unit.body.ranks,
                gait,
                formation: unit.body.formation,
                state,
                penalty: points::penalty(self.book, unit.body.points_spent, 0),
                general: self.general_in_contact(id),
                higher: ground.height == Height::Higher,
                cover: if purpose.attacks() { Cover::None } else { self.cover(id, other) },
                behind_stream: ground.stream == Across::Behind,
                marsh: ground.marsh == Across::Behind,
                lancers: unit.troop.lancers,
                status_used: unit.body.raised > 0,
                ..Fighter::default()
            }
        };
        let [ours, theirs] = gaits;
        Melee {
            attacker: fighter(attacker, one, defender, ours, Purpose::Assault),
            defender: fighter(defender, two, attacker, theirs, Purpose::Stand),
            width: meets.width,
            side: self.side_attacked(attacker, defender),
            attacker_overlaps: meets.one_overlaps,
            defender_overlaps: meets.other_overlaps,
            ..Melee::default()
        }
    }
}
