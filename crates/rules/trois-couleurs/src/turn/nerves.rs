//! Tests for another reason: losses, friends in rout, a general hit; in waves (L3C-GAP-C03, L3C-GAP-A60, L3C-GAP-A70).

use super::D;
use super::screen_steps::left_alone;
use crate::field::{Scene, TestCause};
use crate::question::{Does, Question, offer};
use crate::resolve::combat::result::raises;
use crate::resolve::nerve::morale::{self, Purpose, Rout, TurnSoFar, due};
use crate::resolve::nerve::reading::clamp;
use crate::world::{Owed, Reason, World, place_of};
use crate::{Case, Distance, TroisCouleurs, r};
use game::{Breakdown, Deed, Flow, Ref, Toss, UnitId};
use rulebook::word;

impl TroisCouleurs {
    /// Runs all tests that are due, wave by wave: each wave is judged from one position, then carried out.
    pub(crate) fn nerves(&self, d: &mut D<'_>) -> Flow<()> {
        self.perils(d)?;
        // No unit tests twice for one reason, so this ends; the bound is a safeguard.
        for _ in 0..d.world.units.len().max(8) {
            let owed = self.demanded(d, self.due_now(&d.world))?;
            d.world.owed.clear();
            if owed.is_empty() {
                return Ok(());
            }
            // All are judged in the same position and carried out together (L3C-GAP-A60).
            let at_once = !self.on(r::L3C_GAP_A60);
            let (mut fallen, mut beaten) = (Vec::new(), Vec::new());
            for owed in &owed {
                if let Some(fall) = self.test_nerve(d, owed)? {
                    fallen.push((owed, fall));
                }
                if at_once {
                    for (owed, fall) in fallen.drain(..) {
                        let beaten: Vec<_> = self.falls_to(d, owed, fall)?.into_iter().collect();
                        self.driven_back(d, &beaten, r::L3C_GAP_A54)?;
                    }
                }
            }
            for (owed, fall) in fallen {
                beaten.extend(self.falls_to(d, owed, fall)?);
            }
            self.driven_back(d, &beaten, r::L3C_GAP_A54)?;
        }
        d.world.owed.clear();
        Ok(())
    }

    /// The program demands a test for losses as soon as it is due; by an option the opponent decides whether to demand
    /// it (L3C-GAP-A70).
    fn demanded(&self, d: &mut D<'_>, owed: Vec<Owed>) -> Flow<Vec<Owed>> {
        if !self.book.options.ask_for_tests {
            return Ok(owed);
        }
        let mut found = Vec::new();
        for owed in owed {
            let of = Ref::Unit(owed.unit);
            let asked = if owed.reason == Reason::Losses {
                let slot = Question::Demand.about(self.side(owed.unit).other(), vec![of]);
                self.choose(d, slot, of, offer([Does::Yes, Does::No], r::L3C_GAP_A70), &[r::L3C_GAP_A70])?
            } else {
                None
            };
            if asked.is_none_or(|key| Does::Yes.is(&key)) {
                found.push(owed);
            }
        }
        Ok(found)
    }

    /// Applies a test for another reason; returns the unit if it must go back, and from which enemy.
    fn falls_to(
        &self,
        d: &mut D<'_>,
        owed: &Owed,
        (case, state): (Case, crate::Cohesion),
    ) -> Flow<Option<(UnitId, Option<UnitId>)>> {
        if owed.reason == Reason::Skirmishers {
            self.screen_falls_to(d, owed.unit, (case, state));
            return Ok(None);
        }
        let before = d.world.unit(owed.unit).body.case;
        let case = self.rises(d, owed.unit, before, case)?;
        self.set_case(d, owed.unit, case, state, &[r::L3C_MOR_29]);
        // The fire that broke it does not prevent it from rallying (L3C-GAP-A32).
        if owed.reason == Reason::Losses && case < before && !case.positive() {
            d.world.unit_mut(owed.unit).now.hit = false;
        }
        Ok((case < before && case <= Case::FallBack).then(|| {
            let from = Some(owed.by).filter(|by| self.side(*by) != self.side(owed.unit));
            (owed.unit, from.or_else(|| self.nearest_enemy(&d.world, owed.unit).map(|(enemy, _)| enemy)))
        }))
    }

    /// The tests that are really due, at most one for each unit.
    fn due_now(&self, w: &World) -> Vec<Owed> {
        let mut found: Vec<Owed> = Vec::new();
        for owed in &w.owed {
            let unit = w.unit(owed.unit);
            let apart = |owed: &Owed| owed.reason == Reason::Skirmishers;
            let known = found.iter().any(|known| known.unit == owed.unit && apart(known) == apart(owed));
            let able = unit.present() && (unit.body.case > Case::Rout || apart(owed));
            if !known && able && self.is_due(w, owed) {
                found.push(*owed);
            }
        }
        found.sort_unstable();
        found
    }

    fn is_due(&self, w: &World, owed: &Owed) -> bool {
        let unit = w.unit(owed.unit);
        if owed.reason == Reason::Skirmishers {
            return !unit.now.rout_tested && self.screen_tests(w, owed.unit);
        }
        let rout = (owed.reason == Reason::Rout).then(|| Rout {
            arm: self.troop(owed.by).arm,
            distance: Distance::default(),
            unseen: false,
        });
        let moment = TurnSoFar {
            arm: self.troop(owed.unit).arm,
            steps_at_start: self.steps_at_start(w, owed.unit),
            steps_lost: self.lost_now(w, owed.unit),
            steps_at_test: unit.now.lost_at_test,
            rout,
            rout_tested: unit.now.rout_tested,
            general_hit: owed.reason == Reason::General,
        };
        !due(&self.book, &moment).is_empty()
    }

    /// Records the test due for a unit with enough losses (L3C-MOR-29, L3C-GAP-C08).
    pub(crate) fn owe_for_losses(&self, d: &mut D<'_>, unit: UnitId, by: UnitId) {
        let owed = Owed { unit, reason: Reason::Losses, by };
        if self.is_due(&d.world, &owed) && self.book.all(&[r::L3C_MOR_29, r::L3C_GAP_A70]) {
            self.owe(d, owed);
        }
    }

    /// Runs one test and returns its result for the unit.
    fn test_nerve(&self, d: &mut D<'_>, owed: &Owed) -> Flow<Option<(Case, crate::Cohesion)>> {
        let id = owed.unit;
        let apart = owed.reason == Reason::Skirmishers;
        self.reveal(d, id, r::L3C_GEN_12);
        self.recognised(d, id);
        {
            let lost = self.lost_now(&d.world, id);
            let now = &mut d.world.unit_mut(id).now;
            now.lost_at_test = if apart { now.lost_at_test } else { lost };
            now.rout_tested |= apart || owed.reason == Reason::Rout;
        }
        let field = self.field(&d.world);
        let action = match owed.reason {
            Reason::Losses => TestCause::Losses { tester: place_of(id), shooter: place_of(owed.by) },
            // In a test for a rout or for a lost general there is no firer.
            Reason::Rout | Reason::General => TestCause::Witness { tester: place_of(id) },
            Reason::Skirmishers => match field.screen_of(place_of(id)) {
                Some(tester) => TestCause::Witness { tester },
                None => return Ok(None),
            },
        };
        let Some(mut situation) = Scene::of(&self.book, &field, action).other_test() else { return Ok(None) };
        debug_assert_eq!(situation.purpose, Purpose::Other);
        situation.tester.independent |=
            d.world.unit(id).screen.is_some_and(|s| apart && left_alone(d.world.unit(id), &s));
        // Skirmishers test only by battalion, or when left alone (L3C-MOR-15, L3C-TIR-28).
        if !morale::tests(&self.book, situation.tester.formation, situation.tester.independent) {
            return Ok(None);
        }
        let mut lines = Breakdown::new("morale", Some(Ref::Unit(id)));
        let mut score = morale::modifiers(&self.book, &situation, &mut lines);
        d.world.unit_mut(id).body.status_used |= !apart && morale::status_counts(&self.book, &situation);
        if self.on(r::L3C_MOR_124) {
            let thrown = d.throw_one(Toss::new(r::L3C_MOR_124, Ref::Unit(id), morale::throw(&self.book)))?;
            let luck = morale::luck(&self.book, thrown.class);
            lines.lines.push(morale::die_line(luck));
            score += i16::from(luck);
        }
        let verdict = morale::verdict(&self.book, &situation, clamp(&self.book, score));
        d.tell(Deed::Tested { breakdown: lines, result: word(&verdict.case) }, &[r::L3C_MOR_29]);
        Ok(Some((verdict.case, verdict.state)))
    }

    /// Elite and guard units may rise after a test in which they dropped (L3C-STA-01).
    fn rises(&self, d: &mut D<'_>, id: UnitId, before: Case, case: Case) -> Flow<Case> {
        let most = raises(&self.book, self.troop(id).status, d.world.unit(id).now.raised);
        let down = rulebook::saturated::<u8, _>(before as i16 - case as i16);
        self.raised_by(d, id, case, most.min(down))
    }

    /// Asks the owner of a unit by how many cases it rises by its status, up to this limit.
    pub(crate) fn raised_by(&self, d: &mut D<'_>, id: UnitId, case: Case, most: u8) -> Flow<Case> {
        if most == 0 || !d.world.unit(id).present() {
            return Ok(case);
        }
        let slot = Question::Raise.about(self.side(id), vec![Ref::Unit(id)]);
        // The Guard may use only one of its two cases.
        let all = [(Does::Yes, most), (Does::One, 1), (Does::No, 0)];
        let offered = all.iter().filter(|(does, _)| *does != Does::One || most > 1);
        let offered = offered.map(|(does, _)| *does);
        let key = self.choose(d, slot, Ref::Unit(id), offer(offered, r::L3C_STA_01), &[r::L3C_STA_01])?;
        let taken = all.iter().find(|(does, _)| key.as_ref().is_some_and(|key| does.is(key)));
        let cases = taken.map_or(0, |(_, cases)| *cases);
        let now = &mut d.world.unit_mut(id).now;
        now.raised = now.raised.saturating_add(cases);
        Ok(case.step(rulebook::saturated::<i8, _>(cases)))
    }
}
