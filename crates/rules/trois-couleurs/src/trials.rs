//! What players are shown the odds of, and the steps of the battle that decide it: an assault from the march up to its end.

use crate::look::prospects::{ALONE, facts_by};
use crate::question::Question;
use crate::turn::Step;
use crate::world::World;
use crate::{Cohesion, TroisCouleurs};
use game::drift::Trial;
use game::{Deed, Event, Facts, Need, Odds, Play, Ref, Reply, UnitId};

type PlayState = Play<World, Step>;

impl TroisCouleurs {
    /// An assault to contact and one to fire that could be made in this world, chosen by luck.
    pub(crate) fn trials_in(&self, w: &World, luck: u64) -> Vec<Trial<PlayState>> {
        let all: Vec<UnitId> = w.present().collect();
        let turn = |salt: u64| {
            let n = all.len().max(1) as u64;
            let from = usize::try_from(luck.wrapping_add(salt) % n).unwrap_or(0);
            all.iter().cycle().skip(from).take(all.len()).copied()
        };
        let find = |to_fire: bool| {
            turn(1).find_map(|by| turn(7).find_map(|target| self.trials_of_assault(w, by, target, to_fire)))
        };
        find(false).into_iter().chain(find(true)).flatten().collect()
    }

    /// An assault by itself: nobody else has an order, so nobody else moves or fires. First its target does what goes without
    /// saying, then whatever it may answer, one trial for each.
    fn trials_of_assault(&self, w: &World, by: UnitId, target: UnitId, to_fire: bool) -> Option<Vec<Trial<PlayState>>> {
        if self.side(by) == self.side(target) {
            return None;
        }
        let mut alone = Self::alone(w);
        let formed = alone.unit(by).body.state != Cohesion::Disordered;
        let may = alone.unit(by).in_hand() && alone.unit(target).in_hand() && alone.unit(target).garrison.is_none();
        if !formed || !may || self.may_assault(&alone, by, target, to_fire).is_err() {
            return None;
        }
        Self::ordered(&mut alone, by, target, to_fire);
        let shown = self.prospect_of_assault(&alone, by, target, to_fire).odds?;
        let what = if to_fire { "fire_advance" } else { "assault" };
        let trial = |shown: Odds<Facts>| {
            let read = move |events: &[Event], _: &Need| ended(events, by);
            Trial::of_steps(what, shown, self, Play::new(alone.clone(), ALONE), read)
        };
        let usual = trial(shown);
        // A friend or an enemy in its way may keep it from coming up.
        let entry = usual.state.now().entry.as_ref();
        entry.filter(|entry| entry.attacker == by && entry.target == target)?;
        let asked = Question::Answer.to(self.side(target), Vec::new());
        let answers = self.odds_by_answer(&alone, (by, target), to_fire);
        // Where no answer makes a difference the attacker never comes so far that anybody is asked.
        let matters = answers.iter().any(|(_, shown)| *shown != usual.shown);
        let by_answer =
            answers.into_iter().filter(|_| matters).map(|(key, shown)| trial(shown).deciding(&asked, Reply::pick(key)));
        Some(std::iter::once(usual).chain(by_answer).collect())
    }
}

/// How the assault of a unit ended, once it is told.
fn ended(events: &[Event], by: UnitId) -> Option<Facts> {
    events.iter().find_map(|event| match &event.deed {
        Deed::Note { of, what, .. } if *of == Ref::Unit(by) && what.as_str().starts_with("assault_") => {
            Some(facts_by(what.as_str()))
        }
        _ => None,
    })
}
