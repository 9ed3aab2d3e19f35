//! Duels of fire outside assaults (L3C-DUEL-01 to L3C-DUEL-09): a unit that fires at P1 at an enemy halted in front of
//! it fights a duel, whether or not that enemy answers.

use super::FireResult;
use crate::resolve::combat::result::{Fight, Fought, Loser, result};
use crate::resolve::shooting::duel::{Duel, Duellist, is_duel};
use crate::turn::D;
use crate::world::{Reason, World};
use crate::{Case, Distance, Formation, TroisCouleurs, r};
use game::UnitId;
use std::collections::{BTreeMap, BTreeSet};

impl TroisCouleurs {
    /// Results of simultaneous fires for the units in duels: the difference over all its duels decides for each
    /// (L3C-CAC-13, L3C-GAP-B29); losses that have decided a duel cause no further test (L3C-GAP-B28). Returns the
    /// units that must go back, and from which enemy.
    pub(crate) fn duels(&self, d: &mut D<'_>, fired: &[FireResult]) -> Vec<(UnitId, Option<UnitId>)> {
        let mut inflicted: BTreeMap<(UnitId, UnitId), u16> = BTreeMap::new();
        for one in fired.iter().filter(|one| one.strikes == one.volley.on) {
            *inflicted.entry((one.volley.by, one.volley.on)).or_default() += one.steps;
        }
        let steps = |by: UnitId, on: UnitId| inflicted.get(&(by, on)).copied().unwrap_or(0);
        let pairs: BTreeSet<(UnitId, UnitId)> = inflicted.keys().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
        let mut gains: BTreeMap<UnitId, (i32, UnitId, bool)> = BTreeMap::new();
        let mut settled: BTreeSet<UnitId> = BTreeSet::new();
        for (one, other) in pairs {
            let duel = self.duel_of(&d.world, (one, steps(one, other)), (other, steps(other, one)));
            if !is_duel(&self.book, &duel) {
                continue;
            }
            let gain = i32::from(steps(one, other)) - i32::from(steps(other, one));
            let skirmish = duel.one.skirmish && duel.other.skirmish;
            for (unit, by, gain) in [(one, other, gain), (other, one, -gain)] {
                let sum = gains.entry(unit).or_insert((0, by, skirmish));
                sum.0 += gain;
                if gain != 0 && self.on(r::L3C_GAP_B28) {
                    settled.insert(unit);
                }
            }
        }
        d.world.owed.retain(|owed| owed.reason != Reason::Losses || !settled.contains(&owed.unit));
        let mut beaten = Vec::new();
        for (unit, (gain, by, skirmish)) in gains {
            if let Ok(behind) = u16::try_from(-gain)
                && behind > 0
                && self.loses_duel(d, unit, by, behind, skirmish)
            {
                beaten.push((unit, Some(by)));
            }
        }
        beaten
    }

    fn duel_of(&self, w: &World, one: (UnitId, u16), other: (UnitId, u16)) -> Duel {
        let duellist = |(id, steps): (UnitId, u16)| {
            let (troop, body) = (self.troop(id), &w.unit(id).body);
            Duellist {
                arm: troop.arm,
                weapon: troop.weapon,
                steps,
                skirmish: body.formation == Formation::Skirmish,
                status: troop.status,
                formation: body.formation,
                state: body.state,
            }
        };
        let ((a, _), (b, _)) = (one, other);
        let stand = w.unit(a).present() && w.unit(b).present();
        Duel {
            one: duellist(one),
            other: duellist(other),
            distance: Distance::from_cm(self.gap(w, a, b)),
            frontal: stand && self.in_front(w, a, b) && self.in_front(w, b, a),
        }
    }

    /// Result of a lost duel for a unit: whether it gives way, which it does at once (L3C-SIM-18).
    fn loses_duel(&self, d: &mut D<'_>, id: UnitId, by: UnitId, behind: u16, skirmish: bool) -> bool {
        let (unit, troop) = (d.world.unit(id), self.troop(id));
        if !unit.present() || unit.body.case <= Case::Rout {
            return false;
        }
        let loser = Loser {
            arm: troop.arm,
            status: troop.status,
            formation: unit.body.formation,
            state: unit.body.state,
            status_used: unit.now.raised > 0,
            horse_guns: troop.horse_guns,
        };
        let after = if skirmish { Fight::Skirmish } else { Fight::Duel };
        let outcome = result(&self.book, &Fought { difference: behind, after, loser, winner: None, raise: 0 });
        let (before, case) = (unit.body.case, outcome.case.min(unit.body.case));
        self.note(d, id, "duel_lost", game::facts([("by", i64::from(by.0))]), &[r::L3C_DUEL_01]);
        self.set_case(d, id, case, outcome.state, &[r::L3C_DUEL_01]);
        // The fire that broke it does not prevent it from rallying (L3C-GAP-A32).
        if case < before && !case.positive() {
            d.world.unit_mut(id).now.hit = false;
        }
        case <= Case::FallBack && case < before
    }
}
