//! Companies of skirmishers that leave their battalion or come back to it (CHF).

use crate::resolve::moving::changing::{Changing, Shape, class, cost};
use crate::resolve::moving::movement::{March, reach};
use crate::resolve::moving::points::credit;
use crate::terms::tables::MovingAs;
use crate::{Book, Distance, Formation, Gait, Status, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Companies that are detached, or taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub struct Detaching {
    /// Status of the troops.
    pub status: Status,
    /// Class of manoeuvre, 1 to 3; `None`: that of the status.
    #[schemars(range(min = 1, max = 3))]
    pub class: Option<u8>,
    /// They come back.
    pub back: bool,
    #[schemars(range(min = 1, max = 12))]
    pub companies: u8,
    /// Companies in the rank of figures that they leave or join.
    #[schemars(range(min = 1, max = 12))]
    pub in_rank: u8,
    /// Companies of both the first and the last rank.
    pub both_ranks: bool,
    /// Formation of the battalion.
    pub formation: Formation,
    /// Gait of the battalion.
    pub gait: Gait,
    /// The formation that the battalion must take if it cannot keep its own (L3C-CHF-08).
    pub alters: Option<Formation>,
    /// Distance that the skirmishers move.
    pub distance: Distance,
    pub fire: bool,
    /// PA that they have already spent.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
}

impl Default for Detaching {
    fn default() -> Self {
        Self {
            status: Status::Line,
            class: None,
            back: false,
            companies: 1,
            in_rank: 2,
            both_ranks: false,
            formation: Formation::DivisionColumn,
            gait: Gait::Ordinary,
            alters: None,
            distance: Distance::default(),
            fire: false,
            spent: 0,
        }
    }
}

/// The cost of detaching or recalling companies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Detached {
    pub allowed: bool,
    /// PA of each company for its change of formation.
    pub change: u8,
    pub way: u8,
    pub fire: u8,
    /// Total, with those spent before.
    pub points: u8,
    /// PA of the battalion.
    pub battalion: u8,
    /// The battalion may charge with them this turn.
    pub charge: bool,
}

/// Each company pays for its change (L3C-CHF-11) and, separately, for its way (L3C-CHF-10) and its fire (L3C-CHF-15),
/// out of its own points (L3C-CHF-09); the battalion pays nothing (L3C-CHF-07) unless its own formation changes
/// (L3C-CHF-08). From a column only one rank leaves at a time (L3C-CHF-13).
#[must_use]
pub fn detaching(book: &Book, s: &Detaching) -> Detached {
    let row = usize::from(class(book, s.class, s.status).clamp(1, 3)) - 1;
    let change = if book.on(r::L3C_CHF_11) { book.tables.changing.line_skirmish[row] } else { 0 };
    let reaches = |points: &u8| {
        let march = March { formation: MovingAs::Skirmish, status: s.status, points: *points, ..March::default() };
        reach(book, &march).is_some_and(|reach| s.distance <= reach)
    };
    let needs = s.distance.cm() > 0 && book.on(r::L3C_CHF_10);
    let way = if needs { (1..=credit(book)).find(reaches) } else { Some(0) };
    let fire = if s.fire && book.on(r::L3C_CHF_15) { book.tables.action.fire } else { 0 };
    let points = s.spent.saturating_add(change + way.unwrap_or(0) + fire);
    let affords = points <= credit(book) && way.is_some() || !book.on(r::L3C_CHF_09);
    let line = s.formation == Formation::Line;
    let ranks = line || !s.both_ranks && s.companies <= s.in_rank || !book.on(r::L3C_CHF_13);
    // At the quick step too, but not at the charge (L3C-CHF-07).
    let slow = s.gait < Gait::Charge || !book.on(r::L3C_CHF_07);
    // A battalion that cannot keep its formation pays for the change as usual (L3C-CHF-08).
    let altered = s.alters.filter(|_| book.on(r::L3C_CHF_08)).map_or(0, |to| {
        let (from, to) = (Shape::of(s.formation), Shape::of(to));
        cost(book, &Changing { from, to, class: s.class, status: s.status, ..Changing::default() })
    });
    let battalion = altered + if book.on(r::L3C_CHF_07) { 0 } else { change };
    Detached {
        allowed: affords && ranks && slow,
        change,
        way: way.unwrap_or(0),
        fire,
        points,
        battalion,
        // Recalled companies have spent points that a charge would need (L3C-CHF-09).
        charge: !(s.back && points > 0 && book.on(r::L3C_CHF_09)),
    }
}
