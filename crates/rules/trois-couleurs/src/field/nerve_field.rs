//! A whole test of morale read from the field.

use super::about::{about, opponents};
use super::scene::{Scene, TestCause};
use super::unit_field::FieldUnit;
use super::{UnitId, arcs, fire_field, flanks, ground, support};
use crate::resolve::combat::losses;
use crate::resolve::combat::losses::steps_of;
use crate::resolve::nerve::morale::{
    AttackTarget, Backwards, Losses, MoraleSituation, Points, Purpose, ScreenCover, Tester,
};
use crate::{Arm, Aspect, Gait, r};

impl Scene<'_> {
    /// The test of a unit that takes part, as the field gives it. Announcements and the points that an answer costs are
    /// the player's choice.
    #[must_use]
    pub fn nerve(&self, tester: UnitId, purpose: Purpose) -> MoraleSituation {
        let Some((unit, _)) = self.field.unit(tester) else { return MoraleSituation::default() };
        let faces = opponents(self, tester);
        let opponent = faces.first().copied().unwrap_or(tester);
        let counted = about(self, tester);
        let screened = support::screened(self, tester);
        MoraleSituation {
            purpose,
            tester: self.tester(tester, unit, opponent),
            year: self.field.year,
            points: Points { spent: unit.body.points_spent, ..Points::default() },
            ground: match purpose {
                Purpose::Other => ground::among(self, tester, opponent),
                _ => ground::between(self, tester, opponent, purpose),
            },
            support: support::support(self, tester),
            fire: fire_field::under_fire(self, tester),
            enemies: counted.enemies,
            friends: counted.friends,
            famous: counted.famous,
            status_used: unit.body.status_used,
            flanks: flanks::flanks(self, tester),
            targets: if purpose.attacks() {
                faces.iter().filter_map(|&id| self.target(tester, id)).collect()
            } else {
                Vec::new()
            },
            losses: self.lost(tester, unit),
            screen: ScreenCover { covered: screened.covered, lost: screened.harassed },
            out_of_command: self.out_of_command(tester),
            general: self.leader(tester, purpose),
            gait_limit: self.gait_limit(tester, opponent),
            ..MoraleSituation::default()
        }
    }

    fn tester(&self, id: UnitId, unit: &FieldUnit, opponent: UnitId) -> Tester {
        let (troop, body) = (&unit.troop, &unit.body);
        Tester {
            arm: troop.arm,
            horse_guns: troop.horse_guns,
            status: troop.status,
            cavalry_type: troop.cavalry_type,
            figures: body.figures,
            figures_left: Some(unit.figures_left(self.book)),
            two_ranks: troop.two_ranks,
            state: self.state_in_test(id, opponent),
            formation: body.formation,
            independent: unit.covers.is_none(),
            case: body.case,
            // An attacker tests before it moves up; other units test while moving.
            gait: if self.attacker() == Some(id) { Gait::Halted } else { body.gait },
            backwards: self.backwards(id, unit, opponent),
            nation: troop.nation,
            base: troop.base,
            ..Tester::default()
        }
    }

    /// Whether a unit is moving away from the enemy that makes it test: stepping back with its front to that enemy, or
    /// with its back turned (L3C-MOR-25, L3C-MOR-26).
    fn backwards(&self, id: UnitId, unit: &FieldUnit, opponent: UnitId) -> Backwards {
        let (Some(at), Some(from)) = (self.frame(id), self.frame(opponent)) else { return Backwards::None };
        let behind = arcs::bearing(self.book, &at, &from).aspect == Aspect::Rear;
        match unit.body.gait > Gait::Halted && self.attacker().is_none() {
            true if unit.steps_back => Backwards::Facing,
            true if behind => Backwards::Away,
            _ => Backwards::None,
        }
    }

    /// A unit attacked, as the attacker counts it.
    fn target(&self, attacker: UnitId, id: UnitId) -> Option<AttackTarget> {
        let (unit, _) = self.field.unit(id)?;
        let side = self.side_attacked(attacker, id);
        let secure_flanks = if side == Aspect::Front { flanks::flanks(self, id).secure } else { 0 };

        Some(AttackTarget {
            arm: unit.troop.arm,
            formation: unit.body.formation,
            state: self.circumstance(id, attacker, unit.body.state),
            moving: unit.infantry_moving()
                && self.field.unit(attacker).is_some_and(|(a, _)| a.troop.arm == Arm::Cavalry),
            side,
            secure_flanks,
        })
    }

    /// The side of the target from which the attack comes.
    #[must_use]
    pub fn side_attacked(&self, attacker: UnitId, target: UnitId) -> Aspect {
        // Houses are defended on every side, except on a face without defenders (L3C-ECO-21, L3C-ECO-25).
        if let Some((faced, _)) = self.faced(attacker, target) {
            return faced.side;
        }
        match (self.frame(attacker), self.frame(target)) {
            (Some(from), Some(at)) => arcs::bearing(self.book, &at, &from).aspect,
            _ => Aspect::Front,
        }
    }

    /// A test for another reason in this scene.
    #[must_use]
    pub fn other_test(&self) -> Option<MoraleSituation> {
        match self.action {
            TestCause::Losses { tester, .. } | TestCause::Witness { tester } => {
                Some(self.nerve(tester, Purpose::Other))
            }
            TestCause::Assault { .. } => None,
        }
    }
}

impl Scene<'_> {
    /// Losses before the action, exact; in it, to the nearest five percent (L3C-MOR-111, L3C-MOR-112). An attacker also
    /// counts its losses on the way before the point at two thirds (L3C-FEU-35).
    fn lost(&self, id: UnitId, unit: &FieldUnit) -> Losses {
        let per = steps_of(self.book, unit.troop.arm);
        let whole = u32::from(unit.body.figures) * u32::from(per);
        let before = (100 * u32::from(unit.body.steps_before)).checked_div(whole).unwrap_or(0);
        let now = unit.body.steps_lost.saturating_sub(unit.body.steps_before);
        let counts = self.attacker() != Some(id) || self.book.on(r::L3C_FEU_35);
        Losses {
            before: rulebook::saturated::<u8, _>(before.min(100)),
            action: if counts { losses::percent(self.book, now, unit.body.figures.into(), per) } else { 0 },
        }
    }
}
