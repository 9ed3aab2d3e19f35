//! Shock (BE-CHO): two units in contact, the modifiers of both, the dice and their result.

mod charging;
mod common;
mod standing;
mod verdict;

pub use verdict::{Verdict, verdict};

use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Body, Cover, Formation, Order, Supports};
use crate::terms::sum::Sum;
use dice::{Die, Throw};
use game::Trace;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit in contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a row of the sheet")]
pub struct Fighter {
    /// Profile and state.
    #[serde(flatten)]
    pub body: Body,
    /// Order of its division.
    pub order: Order,
    /// It was charging when it was struck in front (BE-GAP-89).
    pub charging: bool,
    /// Its charge is an opportunity charge.
    pub opportunity: bool,
    /// It is pursuing.
    pub pursuit: bool,
    /// It strikes the flank or the rear.
    pub flank_attack: bool,
    /// Penalised by the ground (BE-MVT-03).
    pub penalised: bool,
    pub difficult_ground: bool,
    pub bridge: bool,
    pub building: bool,
    pub village: bool,
    /// Secure flanks, 0 to 2 (BE-GAP-66).
    #[schemars(range(min = 0, max = 2))]
    pub secure_flanks: u8,
    /// The cover that it defends.
    pub cover: Cover,
    /// It stands higher.
    pub height: bool,
    /// It defends a river bank.
    pub bank: bool,
    /// Units in morale support (BE-GAP-67).
    pub morale_supports: u8,
    /// Supports by fire (BE-GAP-56).
    pub supports: Supports,
    /// Threatened flanks and rear; for infantry, without those threatened by cavalry (BE-GAP-58).
    #[schemars(range(min = 0, max = 3))]
    pub threatened: u8,
    /// Flanks and rear threatened by cavalry.
    #[schemars(range(min = 0, max = 3))]
    pub threatened_by_cavalry: u8,
}

impl Fighter {
    /// It fights on ground where there is no pursuit (BE-POU-02).
    const fn hemmed(&self) -> bool {
        self.difficult_ground || self.village || self.indoors()
    }

    const fn indoors(&self) -> bool {
        self.building || self.body.indoors()
    }

    /// Whether its attack on a flank or the rear counts: squares, skirmishers and garrisons have neither (BE-GAP-36,
    /// BE-GAP-37, BE-GAP-97).
    fn strikes_flank(&self, book: &Book, enemy: &Self) -> bool {
        let skirmishers = enemy.body.formation == Formation::Skirmish;
        self.flank_attack
            && !(enemy.square() && book.on(r::BE_GAP_36))
            && !(skirmishers && book.on(r::BE_GAP_37))
            && !(enemy.indoors() && book.on(r::BE_GAP_97))
    }

    const fn square(&self) -> bool {
        self.body.formation.is_square()
    }

    fn is(&self, arm: Arm) -> bool {
        self.body.arm == arm
    }
}

rulebook::words! {
    /// The reply of a charged unit, for the shock.
    Reply {
        /// It receives the charge in place.
        Stand,
        CounterCharge,
    } default Stand

    /// One side of a shock.
    Who {
        /// The unit that charges.
        Attacker,
        /// The target of the charge.
        Defender,
    } default Attacker
}

impl Who {
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// Two units in contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Shock {
    /// The unit that charges.
    pub attacker: Fighter,
    /// The target of the charge.
    pub defender: Fighter,
    /// The reply of the target.
    pub reply: Reply,
}

impl Shock {
    #[must_use]
    pub const fn side(&self, who: Who) -> &Fighter {
        match who {
            Who::Attacker => &self.attacker,
            Who::Defender => &self.defender,
        }
    }

    /// Whether a side charges or counter-charges (BE-CHO-09, BE-GAP-47, BE-GAP-89).
    #[must_use]
    pub fn charges(&self, book: &Book, who: Who) -> bool {
        who == Who::Attacker || self.counter_charges(book) || self.defender.charging && book.on(r::BE_GAP_89)
    }

    /// Whether the target counter-charges (BE-REA-08, BE-REA-16).
    fn counter_charges(&self, book: &Book) -> bool {
        let line = if self.defender.is(Arm::Cavalry) { r::BE_REA_16 } else { r::BE_REA_08 };
        self.reply == Reply::CounterCharge && book.on(line) && book.on(r::BE_GAP_47)
    }

    /// Whether a side has a marker in the shock: that of a counter-charge is placed when it is declared (BE-MA-03,
    /// BE-GAP-90).
    fn marked(&self, book: &Book, who: Who) -> bool {
        if who == Who::Defender && self.counter_charges(book) {
            return book.on(r::BE_MA_03) && book.on(r::BE_GAP_90) && !book.options.counter_charge_marked_after;
        }
        self.side(who).body.marker
    }
}

/// The modifiers of one side: those of a charge or of a stand, and those of both (BE-CHO-09, BE-GAP-61).
pub fn modifiers(book: &Book, shock: &Shock, who: Who, trace: &mut impl Trace) -> i16 {
    let mut sum = Sum::new(book, trace);
    if book.on(r::BE_CHO_09) {
        let charges = shock.charges(book, who);
        // Without BE-GAP-61 a charging side also has the rows of the defender.
        if charges {
            charging::rows(&mut sum, shock, who);
        } else {
            charging::standing_horse(&mut sum, shock, who);
        }
        if !charges || !book.on(r::BE_GAP_61) {
            standing::rows(&mut sum, shock, who);
        }
    }
    common::rows(&mut sum, shock, who);
    sum.sum
}

/// The throw: the attacker's die minus the defender's (BE-CHO-01; average dice by BE-GAP-86).
#[must_use]
pub fn dice(book: &Book) -> Throw {
    if !book.on(r::BE_CHO_01) {
        return Throw::default();
    }
    let die = if book.options.average_dice && book.on(r::BE_GAP_86) { Die::Average } else { Die::D6 };
    Throw::sum(1, die).minus(1, die)
}
