//! Fires, and reactions of charged units.

use crate::question::Does;
use crate::resolve::fire::{self, Band};
use crate::resolve::guns;
use crate::resolve::losses::{self, LossCount};
use crate::turn::Shoot;
use crate::world::{Aim, World};
use crate::{Arm, MarieLouise, r};
use game::{Breakdown, Key, Op, Prospect, Quiet, Ref, UnitId};
use rulebook::Known;

impl MarieLouise {
    /// A fire before its throw.
    pub(crate) fn prospect_of_fire(&self, w: &Known<'_, World>, shoot: &Shoot) -> Prospect {
        let by = Ref::Unit(shoot.by);
        let prospect = Prospect::of(Some(by), self.lines_of_fire(w, shoot)).against(Ref::Unit(shoot.at));
        let prospect = prospect.with(self.odds_of_fire(w, shoot));
        match self.losses_to_an_element(w, shoot.at) {
            Some((losses, last)) => prospect.when("losses", losses, if last { "destroyed" } else { "element_lost" }),
            None => prospect,
        }
    }

    fn lines_of_fire(&self, w: &Known<'_, World>, shoot: &Shoot) -> Breakdown {
        let by = Some(Ref::Unit(shoot.by));
        if self.sheet(shoot.by).profile.arm != Arm::Artillery {
            let mut lines = Breakdown::new("infantry_fire", by);
            fire::volley(&self.book, &self.volley_of(w, shoot), &mut lines);
            return lines;
        }
        let mut lines = Breakdown::new("artillery_fire", by);
        let cannonade = self.cannonade_of(w, shoot);
        let laid = guns::lay(&self.book, &cannonade, &mut lines);
        let mut effect = Breakdown::new("artillery_fire", by);
        guns::effect(&self.book, &cannonade, laid.zone, laid.impact_dice, &mut effect);
        // The number of dice that cause losses is known beforehand only in zone 1; elsewhere the dice to hit are thrown
        // first.
        if laid.hits_from.is_some() {
            effect.lines.retain(|line| !matches!(line.op, Op::Throw(_)));
        }
        lines.lines.extend(effect.lines);
        lines
    }

    /// Losses that cost the next element (ML-7.2z, ML-7.2aa), and whether it is the last.
    pub(crate) fn losses_to_an_element(&self, w: &Known<'_, World>, id: UnitId) -> Option<(i64, bool)> {
        if !self.on(r::ML_7_2AA) || !self.on(r::ML_7_2Z) {
            return None;
        }
        let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
        let (counter, elements) = (u16::from(unit.losses), unit.elements);
        let toll = LossCount { arm: profile.arm, cohesion: profile.cohesion, elements, counter, losses: 0 };
        let left = losses::suffer(&self.book, &toll, &mut Quiet);
        Some(((i64::from(left.threshold) - i64::from(counter)).max(1), elements <= 1))
    }

    /// The reaction of a charged unit when the charger is at 2 pas: its reaction test and its fire.
    pub(super) fn prospects_of_reception(&self, w: &Known<'_, World>, id: UnitId, key: &Key) -> Vec<Prospect> {
        let charger = match key.refs.first() {
            Some(Ref::Unit(charger)) => Some(*charger),
            _ => None,
        };
        match (Does::of(key), charger) {
            (Some(Does::Turn), Some(charger)) => {
                let mut turned = w.in_mind();
                self.turn_in_mind(&mut turned, &mut self.new_charge(w, charger, Aim::At(id)), id);
                vec![self.defensive_fire(&turned, id, charger, None)]
            }
            (Some(Does::Fire), Some(charger)) => self.prospects_of_defence(w, id, charger),
            (Some(Does::SolidSquare), _) => {
                let charger = self.due(w).find(|(_, at)| *at == id).map(|(charge, _)| charge.by);
                vec![self.prospect_of_reaction(w, id, charger).when("passed", 1, "square_formed")]
            }
            _ => Vec::new(),
        }
    }

    /// The fire of a unit at its charger: guns at once in zone 1 (ML-8.7b), others after a reaction test that decides the
    /// range (ML-8.1g, ML-8.1i, ML-8.1j).
    pub(super) fn prospects_of_defence(&self, w: &Known<'_, World>, id: UnitId, charger: UnitId) -> Vec<Prospect> {
        if self.sheet(id).profile.arm == Arm::Artillery {
            return vec![self.defensive_fire(w, id, charger, None)];
        }
        let test = self.prospect_of_reaction(w, id, Some(charger)).against(Ref::Unit(charger));
        let mut all = vec![test.when("passed", 1, "fires_short")];
        all.push(self.defensive_fire(w, id, charger, Some(Band::Short)).given("test_passed"));
        // Without ML-8.1j a failed test has no effect.
        if self.on(r::ML_8_1J) {
            all.push(self.defensive_fire(w, id, charger, Some(Band::Effective)).given("test_failed"));
        }
        all
    }

    fn defensive_fire(&self, w: &Known<'_, World>, by: UnitId, at: UnitId, band: Option<Band>) -> Prospect {
        let zone = band.is_none().then_some(1);
        self.prospect_of_fire(w, &Shoot { by, at, band, zone, blind: false })
    }
}
