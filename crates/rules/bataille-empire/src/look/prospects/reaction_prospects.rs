//! Reactions to a march, with the mover at the point named by the reply.

use crate::resolve::fire::FireKind;
use crate::resolve::reaction::Line;
use crate::turn::mover_of;
use crate::world::{ChargeKind, Marching, Under, World};
use crate::{BatailleEmpire, word};
use game::{Ask, Prospect, Reply, UnitId};
use rulebook::Known;
use table::Cm;

impl BatailleEmpire {
    /// The fires and charges of every unit that would react (BE-REA-04, BE-REA-05).
    pub(super) fn prospects_of_reactions(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Vec<Prospect> {
        let Some(Under::March(march)) = w.under.last() else { return Vec::new() };
        let named = ask.fields.iter().zip(replies).filter_map(|(field, reply)| {
            let (by, key) = (super::unit(&field.about)?, reply.key()?);
            let at = reply.opened().first().and_then(|inner| match inner {
                Reply::At(cm) => Some(*cm),
                _ => None,
            })?;
            Some((by, key, at))
        });
        let mut found = Vec::new();
        for (by, key, at) in named {
            let Some(to) = mover_of(march, key) else { continue };
            let there = self.halted(w, march, at);
            if key.does == word(&Line::Fire) || key.does == word(&Line::FallBackAndFire) {
                found.extend(self.opportunity_fire_foreseen(&there, by, to));
            } else if key.does == word(&Line::Charge) {
                let offer = self.opportunity(&there, by, to, self.is_changing(&there, to));
                let charge = offer.map(|offer| offer.begin(ChargeKind::Opportunity, there.unit(by).pose, Vec::new()));
                found.extend(charge.into_iter().flat_map(|charge| self.prospects_of_shock(&there, &charge)));
            }
        }
        found
    }

    fn opportunity_fire_foreseen(&self, there: &Known<'_, World>, by: UnitId, to: UnitId) -> Vec<Prospect> {
        let Ok(fire) = self.answering_shot(there, by, to, FireKind::Opportunity) else { return Vec::new() };
        self.prospects_of_shot(there, &self.fire_on(there, fire, by, to), by, to)
    }

    /// The world with the movers at a point of their course.
    fn halted<'w>(&self, w: &'w Known<'_, World>, march: &Marching, at: Cm) -> Known<'w, World> {
        let mut there = w.in_mind();
        let cm = at.saturating_sub(march.course.gone).clamp(0, march.course.length());
        for (id, piece) in march.movers.iter().zip(march.course.at(cm)) {
            there.unit_mut(*id).pose = self.pose_of(&piece);
        }
        if let Some(Under::March(march)) = there.under.last_mut() {
            march.course = march.course.cut(cm);
        }
        there
    }
}
