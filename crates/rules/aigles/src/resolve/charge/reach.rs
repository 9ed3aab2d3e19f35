//! When a charge touches, with which bonuses, and for how long its target fires (LA-CHA-13 to LA-CHA-19, LA-CHA-26,
//! LA-GAP-19).

use crate::resolve::fire::{Did, Quarter, counts};
use crate::resolve::motion::quarter;
use crate::terms::book::{Book, r};
use crate::{Calibre, Distance, Weapon};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Cm;

/// A charge at a halted target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Charge {
    /// Allowance of a period in its formation.
    #[schemars(range(min = 1, max = 60))]
    pub allowance: u8,
    /// Distance bonus of that formation.
    #[schemars(range(min = 0, max = 20))]
    pub bonus: u8,
    /// Distance to the target.
    #[schemars(range(max = 1000), extend("exclusiveMinimum" = 0))]
    pub distance: Distance,
    /// Declared in the second half of the period.
    pub second_half: bool,
    /// It has to turn to the target first.
    pub reorient: bool,
    /// The quarter before contact is not straight.
    pub crooked: bool,
    pub target_weapon: Weapon,
    /// Weight of shot of a charged battery.
    #[schemars(extend("x-when" = { "target_weapon": ["guns"] }))]
    pub target_calibre: Calibre,
}

impl Default for Charge {
    fn default() -> Self {
        Self {
            allowance: 18,
            bonus: 4,
            distance: Distance::of(13),
            second_half: false,
            reorient: false,
            crooked: false,
            target_weapon: Weapon::Musket,
            target_calibre: Calibre::Eight,
        }
    }
}

/// Time and bonuses of a charge's contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct ChargeTime {
    /// The quarter of contact, counted from the declaration; `None`: it does not reach.
    pub contact: Option<u8>,
    /// All bonuses of a charge count.
    pub bonuses: bool,
    /// Quarters for which the target fires.
    pub fire_quarters: u8,
    /// Its longest reach.
    pub reach: Distance,
}

impl Charge {
    /// Range of the target's fire (LA-FEU-06, LA-FEU-09); `None`: it does not fire.
    #[must_use]
    pub fn target_range(&self, book: &Book) -> Option<Distance> {
        match self.target_weapon {
            Weapon::Guns => Some(book.tables.guns.of(self.target_calibre).range),
            small => book.tables.small_arms.range.of(small),
        }
    }

    /// Quarters available: four if declared in the first half, otherwise two (LA-CHA-26).
    #[must_use]
    pub fn quarters(&self, book: &Book) -> u8 {
        if self.second_half || !book.on(r::LA_CHA_26) { 2 } else { 4 }
    }

    /// Whether the bonuses apply: it starts at least a quarter’s move away and comes in straight (LA-CHA-15).
    #[must_use]
    pub fn bonuses(&self, book: &Book) -> bool {
        let far = from_far(book, self.distance.cm(), quarter(book, self.allowance).cm());
        far && (!self.crooked || !book.on(r::LA_CHA_15))
    }

    /// Distance covered after this many quarters, without bonus: the first may be used to turn to the target
    /// (LA-CHA-13).
    #[must_use]
    pub fn plain(&self, book: &Book, quarters: u8) -> Distance {
        let lost = if self.reorient && book.on(r::LA_CHA_13) { book.tables.time.reorientation } else { 0 };
        let moved = i32::from(quarters.saturating_sub(lost));
        Distance::from_cm(quarter(book, self.allowance).cm() * moved)
    }

    /// Distance added by its distance bonus (LA-CHA-16).
    #[must_use]
    pub fn bonus(&self, book: &Book) -> Distance {
        if book.on(r::LA_CHA_16) { Distance::of(self.bonus.into()) } else { Distance::of(0) }
    }
}

/// Whether a charge that begins this far from its target has its bonuses: it covers at least a whole quarter
/// (LA-CHA-15).
#[must_use]
pub fn from_far(book: &Book, far: Cm, quarter: Cm) -> bool {
    far >= quarter || !book.on(r::LA_CHA_15)
}

/// Whether a charger and a unit that approaches it, or stands, touch in a quarter that begins at this distance: their
/// moves and bonuses reach (LA-CHA-16). Just touching counts as touching (LA-GAP-06, 4).
#[must_use]
pub const fn touch(far: Cm, moves: Cm, bonuses: Cm) -> bool {
    far <= moves + bonuses
}

/// The time of contact: the first quarter at whose end the move and the whole bonus reach (LA-CHA-16, LA-CHA-17).
#[must_use]
pub fn reach(book: &Book, charge: &Charge) -> ChargeTime {
    let all = charge.quarters(book);
    let bonuses = charge.bonuses(book);
    let bonus = if bonuses { charge.bonus(book) } else { Distance::of(0) };
    let moves = |n: u8| charge.plain(book, n).cm() > 0;
    // Once, and whole: an unused part of it is lost (LA-CHA-17).
    let added = |n: u8| if book.on(r::LA_CHA_17) { bonus } else { Distance::from_cm(bonus.cm() * i32::from(n)) };
    let contact =
        (1..=all).find(|n| moves(*n) && touch(charge.distance.cm(), charge.plain(book, *n).cm(), added(*n).cm()));
    let range = charge.target_range(book);
    // Up to and including the landing quarter, without the bonus (LA-CHA-19).
    let fires = |n: &u8| {
        let at = |n: u8| {
            let landed = contact == Some(n) && !book.on(r::LA_CHA_19);
            if landed { Distance::of(0) } else { charge.distance.minus(charge.plain(book, n)) }
        };
        let quarter = Quarter { did: Did::Stand, from: at(n - 1), to: at(*n), seen: true };
        range.is_some_and(|range| counts(book, range, false, &quarter))
    };
    let fire_quarters = (1..=contact.unwrap_or(all)).filter(fires).count();
    ChargeTime {
        contact,
        bonuses: bonuses && contact.is_some(),
        fire_quarters: rulebook::saturated::<u8, _>(fire_quarters),
        // The charge distance (LA-GAP-19).
        reach: if book.on(r::LA_GAP_19) { charge.plain(book, all).plus(charge.bonus(book)) } else { charge.distance },
    }
}
