//! Odds of what an answer starts, before the player commits it.

mod charge_odds;

pub(crate) use charge_odds::Replies;

use crate::resolve::fire;
use crate::resolve::guns;
use crate::turn::Shoot;
use crate::world::World;
use crate::{Arm, MarieLouise};
use dice::distribution;
use game::{Chance, Facts, Odds, Term};
use rulebook::Known;

impl MarieLouise {
    pub(crate) fn odds_of_fire(&self, w: &Known<'_, World>, shoot: &Shoot) -> Option<Odds<Facts>> {
        let quiet = &mut game::Quiet;
        if self.sheet(shoot.by).profile.arm != Arm::Artillery {
            let shot = fire::volley(&self.book, &self.volley_of(w, shoot), quiet);
            let rows = distribution(&shot.power.throw()).ok()?;
            return Some(losses(rows.iter().map(|(class, _)| (class, Chance::Exact(rows.probability(class))))));
        }
        let cannonade = self.cannonade_of(w, shoot);
        let laid = guns::lay(&self.book, &cannonade, quiet);
        let impacts = match laid.throw() {
            Some(throw) => {
                let dist = distribution(&throw).ok()?;
                dist.iter().map(|(class, _)| (class, dist.probability(class))).collect()
            }
            None => vec![(i16::from(laid.impact_dice), dice::Ratio::ONE)],
        };
        let mut rows: Vec<(i16, Chance)> = Vec::new();
        for (count, p) in impacts {
            let power = guns::effect(&self.book, &cannonade, laid.zone, rulebook::counted(count), quiet);
            let effects = distribution(&power.throw()).ok()?;
            for (class, _) in effects.iter() {
                let both = Chance::Exact(p.checked_mul(effects.probability(class))?);
                match rows.iter_mut().find(|(known, _)| *known == class) {
                    Some((_, chance)) => *chance = chance.or(both),
                    None => rows.push((class, both)),
                }
            }
        }
        rows.sort_by_key(|(class, _)| *class);
        Some(losses(rows.into_iter()))
    }
}

fn losses(rows: impl Iterator<Item = (i16, Chance)>) -> Odds<Facts> {
    let rows = rows.map(|(class, chance)| (Facts::from([(Term::of("losses"), i64::from(class))]), chance)).collect();
    Odds { rows, assumed: Vec::new() }
}
