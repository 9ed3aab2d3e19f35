//! Rallies in step d (BE-RAL, BE-GAP-78).

use super::D;
use crate::question::{Bar, Does};
use crate::resolve::command::duty::DutyDeed;
use crate::resolve::rally::{self, Rallied, Rally, Recover};
use crate::terms::book::r;
use crate::world::World;
use crate::{BatailleEmpire, Order, Ud};
use game::{Deed, Ref, UnitId};
use table::{beyond, on_the_line};

impl Recover {
    pub(crate) const fn does(self) -> Does {
        match self {
            Self::Order => Does::RallyOrder,
            Self::Loss => Does::RallyLoss,
        }
    }
}

impl BatailleEmpire {
    /// The input of a rally, read from the table.
    fn rally_situation(&self, w: &World, id: UnitId, recover: Recover) -> Rally {
        let reach = self.book.tables.distance.rally.cm();
        let enemy = self.tactical(w, id).map(|(enemy, measure)| (enemy, measure.cm));
        // Strictly more than 4 UD, whatever the rounding of a stop.
        let far =
            enemy.map_or(Ud::of(u16::MAX), |(_, cm)| Ud::from_cm(if beyond(cm, reach) { cm } else { cm.min(reach) }));
        let division = w.division(self.sheet(id).command);
        Rally {
            unit: self.body(w, id),
            enemy: Some(far),
            screened: enemy.is_some_and(|(enemy, _)| self.screened(w, id, enemy)),
            sheltered: self.sheltered(w, id),
            points: self.purse(w, id),
            recover,
            order: if division.reserve { Order::None } else { division.order },
            free_spent: division.free_rally,
        }
    }

    /// Whether a formed friend in order lies across the line to the nearest enemy (BE-GAP-78).
    fn screened(&self, w: &World, id: UnitId, enemy: UnitId) -> bool {
        if !self.on(r::BE_GAP_78) {
            return false;
        }
        let own = self.piece(w, id);
        let near = self.book.tables.distance.rally_screen.cm();
        let friends: Vec<(u32, table::Piece)> = self
            .around(w, own, self.side(id), near)
            .filter(|friend| *friend != id && self.formed_in_order(w, *friend))
            .map(|friend| (u32::from(friend.0), self.piece(w, friend)))
            .collect();
        !friends.is_empty() && !on_the_line(own.pose.at, self.piece(w, enemy).pose.at, &friends).is_empty()
    }

    /// Whether a unit may rally now, and the result: one rally a turn, instead of a move (BE-GAP-78).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_rally(&self, w: &World, id: UnitId, recover: Recover) -> Result<Rallied, Bar> {
        let now = &w.unit(id).now;
        if (now.moves > 0 || now.rallied) && self.on(r::BE_GAP_78) {
            return Err(Bar::by(r::BE_GAP_78, "has_acted"));
        }
        rally::rally(&self.book, &self.rally_situation(w, id, recover))
    }

    /// What a unit may recover now.
    pub(crate) fn rallies(&self, w: &World, id: UnitId) -> Vec<(Recover, Rallied)> {
        let both = [Recover::Order, Recover::Loss];
        both.into_iter().filter_map(|recover| Some((recover, self.may_rally(w, id, recover).ok()?))).collect()
    }

    pub(crate) fn carry_rally(&self, d: &mut D<'_>, id: UnitId, recover: Recover) {
        // Units that the side does not see do not restrict it: the sheet is made from the same knowledge.
        let known = d.world.known_to(self.side(id));
        let Ok(rallied) = self.may_rally(&known, id, recover) else { return };
        let key = recover.does().about(Ref::Unit(id));
        d.tell(Deed::Declared { by: Ref::Unit(id), key }, &[r::BE_RAL_01]);
        if rallied.free {
            d.world.division_mut(self.sheet(id).command).free_rally = true;
        } else {
            self.pay(d, id, rallied.cost);
        }
        let rule = match recover {
            Recover::Order => r::BE_RAL_03,
            Recover::Loss => r::BE_RAL_04,
        };
        self.change(d, id, &[rule], |unit| {
            unit.losses = rallied.losses;
            unit.disorder &= recover == Recover::Loss;
        });
        d.world.unit_mut(id).now.rallied = true;
        if rallied.marked {
            self.mark(d, id, r::BE_MA_04);
        }
        self.complied(d, id, DutyDeed::Rally);
    }
}
