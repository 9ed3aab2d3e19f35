//! Possible results of an answer before it is given: fires, by the code of the battle.

use crate::LesAigles;
use crate::question::{Does, Question};
use crate::resolve::fire::{DieUse, throw};
use crate::turn::Shooting;
use crate::world::World;
use game::{Ask, Breakdown, Chance, Facts, Odds, Prospect, Quiet, Ref, Reply, Term, UnitId};
use rulebook::Known;
use std::collections::BTreeMap;

impl LesAigles {
    pub(crate) fn prospects_of(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Vec<Prospect> {
        if !matches!(Question::of(&ask.slot), Some(Question::Fire | Question::LandingFire)) {
            return Vec::new();
        }
        let shot = |(field, reply): (&game::Field, &Reply)| {
            let (Ref::Unit(by), Some(Ref::Unit(at))) = (field.about, reply.key()?.refs.first().copied()) else {
                return None;
            };
            let canister = Does::FireCanister.picked(Some(reply));
            self.prospect_of_fire(w, &Shooting { by, at, canister, beside: None })
        };
        let mut all: Vec<Prospect> = ask.fields.iter().zip(replies).filter_map(shot).collect();
        let charged = |(field, reply): (&game::Field, &Reply)| {
            let (Ref::Unit(at), key) = (field.about, reply.key()?) else { return None };
            // A unit that holds its fire is shown the result of the charge.
            let holds = Does::of(key) == Some(Does::HoldFire);
            let by = match key.refs.first().copied() {
                Some(Ref::Unit(by)) => by,
                _ => self.landing(w).into_iter().find(|(_, landing, _)| holds && landing.on == at)?.0,
            };
            self.prospect_of_landing(w, by, at, holds)
        };
        all.extend(ask.fields.iter().zip(replies).filter_map(charged));
        all
    }

    /// Possible results of a charge that lands on a unit which fires at it, or holds its fire.
    fn prospect_of_landing(&self, w: &Known<'_, World>, by: UnitId, at: UnitId, holds: bool) -> Option<Prospect> {
        // A lone officer may be fired at, but cannot be charged.
        if w.general_of(by).is_some() {
            return None;
        }
        let lands = w.unit(by).charge.as_ref()?.lands.as_ref()?;
        let odds = (lands.on == at).then(|| self.odds_of_landing(w, by, holds))??;
        let lines = Breakdown::new("whole-charge", Some(Ref::Unit(by)));
        Some(Prospect::of(Some(Ref::Unit(by)), lines).against(Ref::Unit(at)).with(Some(odds)))
    }

    /// A fire with its odds.
    pub(crate) fn prospect_of_fire(&self, w: &Known<'_, World>, shot: &Shooting) -> Option<Prospect> {
        let fire = self.fire_of(w, shot)?;
        let mut lines = Breakdown::new(fire.test(), Some(Ref::Unit(shot.by)));
        fire.before(self, &mut lines);
        let dist = dice::distribution(&throw(&self.book, fire.die(self), DieUse::Fire)).ok()?;
        let mut rows: BTreeMap<Facts, Chance> = BTreeMap::new();
        for (class, _) in dist.iter() {
            let losses = fire.losses(self, class, &mut Quiet);
            let facts = Facts::from([(Term::of("losses"), i64::from(losses))]);
            let chance = Chance::Exact(dist.probability(class));
            let sum = rows.get(&facts).map_or(chance, |known| known.or(chance));
            rows.insert(facts, sum);
        }
        let odds = Odds { rows: rows.into_iter().collect(), assumed: Vec::new() };
        let (next, means) = match w.general_of(shot.at) {
            Some(_) => (i64::from(self.book.tables.officers.tested_alone), "officer_tested"),
            None => (self.losses_to_a_figure(w, shot.at), "figure_lost"),
        };
        let prospect = Prospect::of(Some(Ref::Unit(shot.by)), lines).against(Ref::Unit(shot.at)).with(Some(odds));
        Some(prospect.when("losses", next, means))
    }

    /// Losses needed to remove the next figure (LA-GAP-02).
    fn losses_to_a_figure(&self, w: &Known<'_, World>, id: UnitId) -> i64 {
        let each = self.book.tables.scale.losses_per_figure.max(1);
        i64::from(each - w.unit(id).losses % each)
    }
}
