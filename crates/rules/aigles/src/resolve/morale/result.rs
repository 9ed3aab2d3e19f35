//! The result of a test of morale (LA-RES-02).

use crate::Status;
use crate::terms::book::{Book, r};

rulebook::words! {
    /// Results of a test of morale, from the boldest.
    MoraleResult {
        /// *Avance incontrôlée*.
        Uncontrolled,
        /// *Obéir*.
        Obey,
        /// *Arrêt*.
        Halt,
        /// *Retraite*.
        Retreat,
        /// *Déroute*.
        Rout,
        /// *Fuite*.
        Flight,
    } default Obey
}

impl MoraleResult {
    /// Whether a unit with this result leaves.
    #[must_use]
    pub const fn leaves(self) -> bool {
        matches!(self, Self::Retreat | Self::Rout | Self::Flight)
    }

    /// Place in the owner's preference, the best first (LA-GAP-65).
    #[must_use]
    pub const fn rank(self) -> u8 {
        match self {
            Self::Obey => 0,
            Self::Halt => 1,
            Self::Uncontrolled => 2,
            Self::Retreat => 3,
            Self::Rout => 4,
            Self::Flight => 5,
        }
    }
}

/// The result for these points and a status (LA-RES-02); beyond the last row LA-GAP-27.
#[must_use]
pub fn result(book: &Book, status: Status, points: i16) -> MoraleResult {
    if !book.on(r::LA_RES_02) {
        return MoraleResult::Obey;
    }
    let table = &book.tables.result;
    let column = table.of(status);
    let row = table.from.iter().position(|from| points >= i16::from(*from));
    let last = if book.on(r::LA_GAP_27) { table.from.len() } else { table.from.len() - 1 };
    *rulebook::ids::at(column, row.unwrap_or(last), "row of the results")
}
