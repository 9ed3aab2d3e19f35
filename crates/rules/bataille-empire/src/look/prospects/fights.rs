//! Fires and shocks.

use crate::resolve::fire::volley::FireMorale;
use crate::resolve::fire::{self, FireKind};
use crate::resolve::shock::{self, Who};
use crate::turn::Volley;
use crate::world::{Charging, World};
use crate::{BatailleEmpire, Losses, r};
use game::{Breakdown, Line, Op, Prospect, Ref, UnitId};
use rulebook::Known;

impl BatailleEmpire {
    /// A fire before its die, and the test that a loss would cause.
    pub(crate) fn prospects_of_fire(&self, w: &Known<'_, World>, volley: &Volley) -> Vec<Prospect> {
        let Some(form) = self.fire_foreseen(w, volley) else { return Vec::new() };
        let mut found = self.prospects_of_shot(w, &form, volley.by, volley.at);
        let lines = found.iter_mut().flat_map(|prospect| &mut prospect.breakdown.lines);
        for line in lines.filter(|line| line.rule == r::BE_TIR_18.into()) {
            line.who.clone_from(&volley.supports);
        }
        found
    }

    /// The return fire of a unit at its shooter (BE-GAP-57).
    pub(super) fn prospects_of_return(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Vec<Prospect> {
        let Ok(fire) = self.answering_shot(w, by, at, FireKind::Return) else { return Vec::new() };
        self.prospects_of_shot(w, &self.fire_on(w, fire, by, at), by, at)
    }

    /// A fire of any kind.
    pub(super) fn prospects_of_shot(
        &self,
        w: &Known<'_, World>,
        form: &FireMorale,
        by: UnitId,
        at: UnitId,
    ) -> Vec<Prospect> {
        let mut lines = Breakdown::new("fire", Some(Ref::Unit(by)));
        if fire::lay(&self.book, &form.fire, &mut lines).is_none() {
            return Vec::new();
        }
        let fire = Prospect::of(Some(Ref::Unit(by)), lines).against(Ref::Unit(at)).with(self.odds_of_fire(form));
        let had = w.unit(at).losses;
        let left = self.capacity(w, at).minus(had).in_halves();
        let whole = 2 - had.in_halves() % 2;
        let fire = if left <= whole {
            fire.when("losses", i64::from(left), "destroyed")
        } else {
            fire.when("losses", i64::from(whole), "must_test_morale")
        };
        let test = self.prospect_of_morale(&form.test(&self.book, Losses::halves(whole), false), at);
        vec![fire, test.given("it_loses_enough")]
    }

    /// A charge that reaches a standing target, with the lines of both sides.
    pub(crate) fn prospects_of_charge(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Vec<Prospect> {
        self.charge_foreseen(w, by, at).map_or_else(Vec::new, |(w, charge)| self.prospects_of_shock(&w, &charge))
    }

    pub(crate) fn prospects_of_shock(&self, w: &Known<'_, World>, charge: &Charging) -> Vec<Prospect> {
        let (shock, at) = self.shock_foreseen(w, charge);
        let side = |who: Who, own: UnitId, other: UnitId| {
            let mut lines = Breakdown::new("shock", Some(Ref::Unit(own)));
            lines.lines.push(Line::new(r::BE_CHO_01, Op::Throw(1)));
            shock::modifiers(&self.book, &shock, who, &mut lines);
            Prospect::of(Some(Ref::Unit(own)), lines).against(Ref::Unit(other)).given("target_stands")
        };
        let attack = side(Who::Attacker, charge.by, at).with(self.odds_of_charge(w, charge));
        vec![attack.when("attacker_wins", 1, "wins"), side(Who::Defender, at, charge.by)]
    }
}
