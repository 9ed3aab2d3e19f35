//! Odds of what an answer starts, for a player who asks before he commits it.

use crate::fire::Fire;
use crate::shock::{self, Shock, Verdict, Who};
use crate::turn::Volley;
use crate::volley::{self, FireMorale, Form};
use crate::world::{Charging, Kind, World};
use crate::{BatailleEmpire, Supports};
use dice::distribution;
use game::{Chance, Defaults, Facts, Key, Odds, Ref, Term, UnitId, odds};

impl BatailleEmpire {
    /// A fire and the morale of its target (BE-GAP-73): losses are counted in halves.
    pub(crate) fn odds_of_fire(&self, form: &FireMorale) -> Option<Odds<Facts>> {
        let ends = odds(&volley::Volley::new(&self.book, form), &Form, &Defaults).ok()?;
        let row = |(end, chance): &(volley::End, Chance)| {
            let fact = |name: &'static str, value: i64| (Term::of(name), value);
            let facts = Facts::from([
                fact("losses", i64::from(end.losses.in_halves())),
                fact("eliminated", i64::from(end.eliminated)),
                fact("fails_morale", i64::from(!end.passed)),
            ]);
            (facts, *chance)
        };
        Some(Odds { rows: ends.rows.iter().map(row).collect(), assumed: Vec::new() })
    }

    /// A fire as it would be resolved, and what surrounds its target.
    pub(crate) fn fire_foreseen(&self, w: &World, volley: &Volley) -> Option<FireMorale> {
        self.fire_of(w, volley).map(|fire| self.fire_on(w, fire, volley.by, volley.at))
    }

    /// A fire, and what surrounds its target.
    pub(crate) fn fire_on(&self, w: &World, fire: Fire, by: UnitId, at: UnitId) -> FireMorale {
        FireMorale { fire, nerve: self.nerve(w, at, Some(by), false).nerve }
    }

    /// A charge as it would be declared now, from what the side knows.
    pub(crate) fn charge_foreseen(&self, w: &World, by: UnitId, at: UnitId) -> Option<Charging> {
        let offer = self.charges_of(w, by).into_iter().find(|offer| offer.at == at)?;
        Some(offer.begin(Kind::Plain, w.unit(by).pose, Vec::new()))
    }

    /// The shock of a charge that comes home on a target that stands, everybody supporting who can.
    pub(crate) fn shock_foreseen(&self, w: &World, charge: &Charging) -> Shock {
        let mut shock = Shock {
            attacker: self.fighter(w, charge.by, charge.at, charge),
            defender: self.fighter(w, charge.at, charge.by, charge),
            reply: shock::Reply::Stand,
        };
        shock.attacker.supports = self.all_supports(w, charge.by, charge.at);
        shock.defender.supports = self.all_supports(w, charge.at, charge.by);
        shock
    }

    fn all_supports(&self, w: &World, of: UnitId, enemy: UnitId) -> Supports {
        self.supporting_fire(w, of, enemy).into_iter().fold(Supports::default(), |sum, (_, kind)| Supports {
            fire: sum.fire.saturating_add(kind.fire),
            canister: sum.canister.saturating_add(kind.canister),
            skirmishers: sum.skirmishers.saturating_add(kind.skirmishers),
        })
    }

    /// Every verdict of a shock with its chance, from the defender's best to the attacker's.
    pub(crate) fn verdicts(&self, shock: &Shock) -> Vec<(Verdict, Chance)> {
        let [plus, minus] =
            [Who::Attacker, Who::Defender].map(|who| shock::modifiers(&self.book, shock, who, &mut game::Quiet));
        let Ok(dist) = distribution(&shock::dice(&self.book)) else { return Vec::new() };
        let mut rows: Vec<(Verdict, Chance)> = Vec::new();
        for (difference, _) in dist.iter() {
            let verdict = shock::verdict(&self.book, shock, plus - minus + difference);
            let chance = Chance::Exact(dist.probability(difference));
            match rows.last_mut() {
                Some((last, sum)) if *last == verdict => *sum = sum.or(chance),
                _ => rows.push((verdict, chance)),
            }
        }
        rows
    }

    /// The odds of a charge: who wins, by what row, and what the loser suffers.
    pub(crate) fn odds_of_charge(&self, w: &World, charge: &Charging) -> Option<Odds<Facts>> {
        let shock = self.shock_foreseen(w, charge);
        let row = |(verdict, chance): (Verdict, Chance)| {
            let fact = |name: &'static str, value: i64| (Term::of(name), value);
            let facts = Facts::from([
                fact("attacker_wins", i64::from(verdict.winner == Who::Attacker)),
                fact("row", verdict.row as i64),
                fact("eliminated", i64::from(verdict.eliminated)),
                fact("loser_losses", i64::from(verdict.loser_losses.in_halves())),
                fact("winner_losses", i64::from(verdict.winner_losses.in_halves())),
            ]);
            (facts, chance)
        };
        let rows: Vec<(Facts, Chance)> = self.verdicts(&shock).into_iter().map(row).collect();
        (!rows.is_empty()).then_some(Odds { rows, assumed: Vec::new() })
    }
}

/// The charge that a key names: who, and at whom.
pub(crate) fn charge_named(key: &Key) -> Option<(UnitId, UnitId)> {
    match key.refs.as_slice() {
        [Ref::Unit(by), Ref::Unit(at)] if key.does == "charge" => Some((*by, *at)),
        _ => None,
    }
}
