//! What players are shown the odds of, and the steps of the battle that decide it: an assault from the march up to its end.

use crate::prospects::facts_by;
use crate::turn::Step;
use crate::world::{Code, Detail, Line, Marker, Phase, Plan, World};
use crate::{Gait, State as Cohesion, TroisCouleurs};
use game::drift::Trial;
use game::{Deed, Event, Need, Play, Ref, UnitId};

type State = Play<World, Step>;

impl TroisCouleurs {
    /// An assault to contact and one to fire that could be made in this world, chosen by luck.
    pub(crate) fn trials_in(&self, w: &World, luck: u64) -> Vec<Trial<State>> {
        let all: Vec<UnitId> = w.present().collect();
        let turn = |salt: u64| {
            let n = all.len().max(1) as u64;
            let from = usize::try_from(luck.wrapping_add(salt) % n).unwrap_or(0);
            all.iter().cycle().skip(from).take(all.len()).copied()
        };
        let find = |to_fire: bool| {
            turn(1).find_map(|by| turn(7).find_map(|target| self.trial_of_assault(w, by, target, to_fire)))
        };
        find(false).into_iter().chain(find(true)).collect()
    }

    /// An assault by itself: nobody else has an order, so nobody else moves or fires.
    fn trial_of_assault(&self, w: &World, by: UnitId, target: UnitId, to_fire: bool) -> Option<Trial<State>> {
        if self.side(by) == self.side(target) {
            return None;
        }
        let mut alone = w.clone();
        alone.plans.clear();
        alone.later.clear();
        alone.fellows.clear();
        alone.cut.clear();
        alone.fires.clear();
        alone.owed.clear();
        alone.offered.clear();
        alone.senses.clear();
        (alone.entry, alone.run, alone.clock) = (None, None, 0);
        alone.phase = Phase::FirstLine;
        for id in w.ids() {
            let unit = alone.unit_mut(id);
            unit.now.second_line = false;
            unit.now.run = 0;
            unit.now.stopped = false;
            unit.now.fought = false;
            unit.body.gait = Gait::Halted;
        }
        let formed = alone.unit(by).body.state != Cohesion::Disordered;
        let may = alone.unit(by).in_hand() && alone.unit(target).in_hand() && alone.unit(target).garrison.is_none();
        if !formed || !may || self.may_assault(&alone, by, target, to_fire).is_err() {
            return None;
        }
        let code = if to_fire { Code::FireAdvance } else { Code::Assault };
        let marker = Marker { main: code, ..Marker::default() };
        alone.plans.insert(by, Plan { marker, main: Detail::On(target), ..Plan::default() });
        let shown = self.prospect_of_assault(&alone, by, target, to_fire).odds?;
        let steps = [Step::Wave { line: Line::First, wave: 1 }, Step::Tie, Step::Next];
        let read = move |events: &[Event], _: &Need| ended(events, by);
        let what = if to_fire { "fire_advance" } else { "assault" };
        let trial = Trial::of_steps(what, shown, self, Play::new(alone, steps), read);
        // A friend or an enemy in its way may keep it from coming up.
        let entry = trial.state.now().entry.as_ref();
        entry.is_some_and(|entry| entry.attacker == by && entry.target == target).then_some(trial)
    }
}

/// How the assault of a unit ended, once it is told.
fn ended(events: &[Event], by: UnitId) -> Option<game::Facts> {
    events.iter().find_map(|event| match &event.deed {
        Deed::Note { of, what, .. } if *of == Ref::Unit(by) && what.as_str().starts_with("assault_") => {
            Some(facts_by(what.as_str()))
        }
        _ => None,
    })
}
