//! The loser of a shock gives way (BE-GAP-96).

use super::Beaten;
use crate::BatailleEmpire;
use crate::turn::D;
use crate::turn::forced::How;
use game::Flow;

impl BatailleEmpire {
    /// The loser retreats or flees from the winner.
    pub(super) fn loser_gives_way(&self, d: &mut D<'_>, beaten: Beaten) -> Flow<()> {
        let Beaten { winner, loser, retreat, flight, .. } = beaten;
        if flight > 0 {
            self.give_way(d, loser, Some(winner), How::Flight, flight)?;
        } else if retreat > 0 {
            self.give_way(d, loser, Some(winner), How::Retreat, retreat)?;
        }
        Ok(())
    }
}
