//! A fire as read from the table: arc, sight, range, cover, threats (BE-GAP-50, BE-GAP-54, BE-GAP-58, BE-GAP-95), and
//! the target of a unit (BE-TIR-02).

use crate::question::Bar;
use crate::resolve::fire::permission::FireRight;
use crate::resolve::fire::{self, Fire, FireKind, Shot, Weapon};
use crate::terms::book::r;
use crate::world::World;
use crate::{Ability, Arm, Band, BatailleEmpire, Formation, Order, Ud};
use game::{Quiet, UnitId};
use table::{Cm, SLACK, angle_off};

/// An enemy that a unit may fire at.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenTarget {
    pub(super) at: UnitId,
    pub(super) cm: Cm,
    pub(super) band: Band,
    pub(super) weapon: Weapon,
}

impl BatailleEmpire {
    /// The distance of a target for a fire: a stop at a limit is within it, whatever its rounding.
    pub(super) fn shot_distance(&self, w: &World, by: UnitId, at: UnitId) -> Ud {
        Ud::from_cm(self.apart(w, by, at).cm - SLACK)
    }

    /// Whether a unit has an enemy in arc, range and sight, and the band.
    ///
    /// # Errors
    /// The reason why not.
    pub(crate) fn in_fire(&self, w: &World, by: UnitId, at: UnitId) -> Result<(Weapon, Band), Bar> {
        if w.is_hidden(at) && self.on(r::BE_GAP_82) {
            return Err(Bar::by(r::BE_GAP_82, "hidden"));
        }
        let body = self.figure(w, by);
        let hill = self.level(w, by) > 0;
        let Some(aimed) = fire::band(&self.book, &body, hill, self.shot_distance(w, by, at)) else {
            return Err(Bar::by(r::BE_POR_01, "out_of_range"));
        };
        if !self.in_arc_of_fire(w, by, &self.piece(w, at)) {
            return Err(Bar::by(r::BE_GAP_50, "out_of_arc"));
        }
        if self.on(r::BE_GAP_50) && !self.sees(w, by, at) {
            return Err(Bar::by(r::BE_GAP_50, "out_of_sight"));
        }
        Ok(aimed)
    }

    /// A fire of a unit at an enemy, without supports.
    ///
    /// # Errors
    /// The reason why not.
    pub(crate) fn shot(&self, w: &World, by: UnitId, at: UnitId, kind: FireKind, shot: Shot) -> Result<Fire, Bar> {
        let (weapon, _) = self.in_fire(w, by, at)?;
        Ok(self.aimed(w, by, at, kind, shot, weapon))
    }

    /// The fire of a unit that returns fire or reacts with it.
    pub(crate) fn answering_shot(&self, w: &World, by: UnitId, at: UnitId, kind: FireKind) -> Result<Fire, Bar> {
        let (weapon, _) = self.in_fire(w, by, at)?;
        Ok(self.best_of_shots(self.aimed(w, by, at, kind, Shot::Round, weapon)))
    }

    /// A unit whose player is not asked for its ammunition uses shrapnel, if it has any, where it does more than round
    /// shot (BE-TIR-13).
    pub(super) fn best_of_shots(&self, round: Fire) -> Fire {
        if !round.shooter.has(Ability::Shrapnel) {
            return round;
        }
        let shrapnel = Fire { shot: Shot::Shrapnel, ..round };
        let sum = |fire: &Fire| fire::lay(&self.book, fire, &mut Quiet).map(|laid| laid.modifier);
        if sum(&shrapnel) > sum(&round) { shrapnel } else { round }
    }

    /// The same for a target that is known to be in the line of fire.
    pub(super) fn aimed(&self, w: &World, by: UnitId, at: UnitId, kind: FireKind, shot: Shot, weapon: Weapon) -> Fire {
        let threats = self.threats(w, by, &[at]);
        let from = w.unit(by).pose.at;
        let guns = matches!(weapon, Weapon::Guns | Weapon::BattalionGuns);
        let off = (angle_off(&self.piece(w, at).pose, from).abs() - 9_000).abs();
        let now = &w.unit(by).now;
        Fire {
            shooter: self.figure(w, by),
            target: self.figure(w, at),
            distance: self.shot_distance(w, by, at),
            kind,
            cover: self.cover_of(w, at, from),
            shot,
            on_hill: self.level(w, by) > 0,
            stationary: guns && self.stationary(w, by),
            // In another activation it neither fires nor limbers (BE-TIR-14).
            limbering: kind == FireKind::First && now.unlimbered && self.on(r::BE_GAP_95),
            under_skirmishers: guns && self.under_skirmishers(w, by),
            target_higher: self.level(w, at) > self.level(w, by),
            enfilade: w.unit(at).formation == Formation::Line && off <= self.book.tables.angle.enfilade.0,
            supports: crate::Supports::default(),
            threatened: threats.others,
            threatened_by_cavalry: threats.by_cavalry,
        }
    }

    /// Whether enemy skirmishers in order have a battery in arc, range and sight (BE-GAP-95).
    fn under_skirmishers(&self, w: &World, id: UnitId) -> bool {
        let table = &self.book.tables.range;
        let reach = table.skirmish.plus(table.carbine).cm();
        self.on(r::BE_GAP_95)
            && self
                .around(w, self.piece(w, id), self.side(id).other(), reach)
                .filter(|enemy| self.formation(w, *enemy) == Formation::Skirmish && !w.unit(*enemy).disorder)
                .any(|enemy| self.in_fire(w, enemy, id).is_ok())
    }

    /// The longest range of a unit.
    fn longest(&self, w: &World, id: UnitId) -> Cm {
        let body = self.figure(w, id);
        let table = &self.book.tables.range;
        match body.arm {
            Arm::Artillery => table.guns.of(body.guns).long.plus(table.hill.long).cm(),
            _ if body.has(Ability::BattalionGuns) => table.battalion_guns.cm(),
            _ => table.skirmish.plus(table.carbine).cm(),
        }
    }

    /// The enemies at which a unit may open fire now, by arc, range, sight, order and precedence.
    pub(crate) fn targets(&self, w: &World, id: UnitId) -> Vec<UnitId> {
        self.marks(w, id, self.order_of(w, id)).into_iter().map(|mark| mark.at).collect()
    }

    /// The targets of a unit under its order (BE-TIR-02, BE-GAP-50): the nearest formed enemy in front, or without one
    /// the nearest other enemy. Of equals its player chooses.
    pub(super) fn marks(&self, w: &World, id: UnitId, order: Order) -> Vec<OpenTarget> {
        let body = self.figure(w, id);
        let unmarked = crate::Body { marker: false, ..body };
        let on_hill = self.level(w, id) > 0;
        // Enemies too far for the order are skipped: checking sight is slow.
        let allowed = |enemy: &UnitId| {
            let distance = self.shot_distance(w, id, *enemy);
            FireRight { unit: unmarked, order, distance, on_hill }.judge(&self.book).is_ok()
        };
        let once = |enemy: &UnitId| self.on(r::BE_GAP_60) || !w.unit(*enemy).now.under_fire;
        let mut near: Vec<(bool, Cm, UnitId)> = self
            .around(w, self.piece(w, id), self.side(id).other(), self.longest(w, id))
            .filter(|enemy| allowed(enemy) && once(enemy))
            .map(|enemy| (!self.formed(w, enemy), self.apart(w, id, enemy).cm, enemy))
            .collect();
        let first = self.on(r::BE_TIR_02);
        if first {
            near.sort_unstable();
        } else {
            near.sort_unstable_by_key(|(_, cm, enemy)| (*cm, *enemy));
        }
        let mut marks: Vec<(bool, OpenTarget)> = Vec::new();
        for (loose, cm, at) in near {
            let after =
                |(other, best): &(bool, OpenTarget)| fire::comes_after(&self.book, (!loose, cm), (!*other, best.cm));
            if marks.first().is_some_and(after) {
                break;
            }
            if let Ok((weapon, band)) = self.in_fire(w, id, at) {
                marks.push((loose, OpenTarget { at, cm, band, weapon }));
            }
        }
        marks.into_iter().map(|(_, mark)| mark).collect()
    }
}
