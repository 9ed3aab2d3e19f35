//! Step 0: points carried over, arms loaded, status effects restored, morale recovered (L3C-GAP-A44).

mod approach;
mod arrive;
mod redeploy;

pub(crate) use approach::OPERATIONAL;

use super::D;
use crate::resolve::moving::points::{left, owed};
use crate::resolve::nerve::rally::{Rally, rally};
use crate::world::{Life, Now, Phase, Reason, World};
use crate::{Case, Distance, Gait, TroisCouleurs, r};
use game::{Flow, UnitId};

impl TroisCouleurs {
    pub(crate) fn start_turn(&self, d: &mut D<'_>) -> Flow<()> {
        d.world.turn += 1;
        self.clock(d, Phase::Start, &[r::L3C_GAP_A44]);
        let ordered: Vec<UnitId> = d.world.plans.keys().copied().collect();
        self.alter(d, &ordered, &[], &[r::L3C_GAP_A44], |w| w.plans.clear());
        d.world.fires.clear();
        // A general hit in the last step makes the unit test now: no test is declared there (L3C-GAP-A59, L3C-GAP-C03).
        d.world.owed.retain(|owed| owed.reason == Reason::General);
        d.world.offered.clear();
        d.world.senses.clear();
        d.world.later.clear();
        d.world.cut.clear();
        (d.world.clock, d.world.rested) = (0, false);
        d.world.together.clear();
        // Once revealed, a unit stays known (L3C-GEN-12); without that rule units out of sight are hidden again.
        if !self.on(r::L3C_GEN_12) {
            let now = d.world.clone();
            self.hides(d, &now);
        }
        self.aides(d);
        self.lead_again(d);
        let ids: Vec<UnitId> = d.world.present().collect();
        for id in ids {
            let risen = self.recovers(&d.world, id);
            let unit = d.world.unit(id);
            let spent = owed(&self.book, unit.body.points_spent);
            // Unused points are lost (L3C-PA-02): without that rule they would pay debts.
            let saved = if self.on(r::L3C_PA_02) { 0 } else { left(&self.book, unit.body.points_spent) };
            let spent = spent.saturating_add(unit.pledged).saturating_sub(saved);
            let case = risen.unwrap_or(unit.body.case);
            // Paths of units that went back are deleted at the end of the turn (L3C-MOR-70).
            let now = Now { lost_at_start: unit.body.steps_lost, recovered: risen.is_some(), ..Now::default() };
            self.change(d, id, &[r::L3C_GAP_A44], |u| {
                u.body.points_spent = spent;
                u.body.loaded = true;
                u.body.case = case;
                u.body.gait = Gait::Halted;
                u.body.status_used = false;
                u.body.steps_before = u.body.steps_lost;
                u.pledged = 0;
                u.now = now;
            });
            self.screen_recovers(d, id);
            self.widens(d, id);
        }
        Ok(())
    }

    /// The case to which a unit rises (L3C-RAL-13, L3C-RAL-16, L3C-GAP-A32).
    fn recovers(&self, w: &World, id: UnitId) -> Option<Case> {
        let unit = w.unit(id);
        if unit.body.case.positive() {
            return None;
        }
        // A unit that went back to uncover a friend stands again (L3C-FUI-07).
        if unit.now.unmasks && unit.body.case == Case::FallBack && self.on(r::L3C_FUI_07) {
            return Some(Case::Stand);
        }
        // The move due is that of the case in which it went back; the step up starts from the case to which a general
        // has raised it since (L3C-RAL-21).
        let went_as = unit.now.went_as.unwrap_or(unit.body.case);
        let due = crate::resolve::moving::movement::due(&self.book, self.mover(id).mounted(), went_as);
        let exact = Distance::from_cm(unit.now.back);
        let moved = if (exact.cm() - due.cm()).abs() <= crate::UD / 10 { due } else { exact };
        let recovery = Rally {
            arm: self.mover(id),
            case: went_as,
            moved,
            enemy_near: self.threatened(w, id),
            effective_fire: unit.now.hit,
            state: unit.body.state,
            in_own_lines: true,
            general: self.led(w, id),
        };
        (rally(&self.book, &recovery).case != went_as).then(|| unit.body.case.step(1))
    }

    /// Generals have their actions again; wounded ones recover by one turn (L3C-CHEF-19).
    fn lead_again(&self, d: &mut D<'_>) {
        for place in 0..d.world.generals.len() {
            let id = d.world.general_id(place);
            self.alter(d, &[id], &[], &[r::L3C_CHEF_14], |w| {
                let general = &mut w.generals[place];
                general.used = 0;
                if general.unfit == 1 {
                    (general.aide, general.fallen) = (false, None);
                }
                general.unfit = general.unfit.saturating_sub(1);
                // A general is free again once the unit to rally halts (L3C-RAL-22).
                let flees = |unit: UnitId| w.units[usize::from(unit.0)].body.case < Case::Halt;
                general.rallies &= general.with.is_some_and(flees);
                let gone = general.with.is_some_and(|unit| !matches!(w.units[usize::from(unit.0)].life, Life::Present));
                if gone {
                    w.generals[place].with = None;
                }
            });
        }
    }
}
