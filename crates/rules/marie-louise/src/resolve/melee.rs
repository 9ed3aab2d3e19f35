//! Melee (chapter 9): a round of one unit against another.

use crate::resolve::losses::{self, Left, LossCount};
use crate::resolve::score::{Modifiers, Power};
use crate::terms::book::{Book, r};
use crate::terms::de::Reading;
use crate::terms::profile::{Arm, Class, Level, Marker};
use game::{Quiet, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// A unit in melee.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Brawler {
    /// Category. Gunners fight at half strength.
    pub arm: Arm,
    pub class: Class,
    pub cohesion: Level,
    /// Elements left, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub elements: u8,
    /// Losses on its counter.
    #[schemars(range(min = 0, max = 4))]
    pub counter: u16,
    pub marker: Marker,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub lances: bool,
}

impl Default for Brawler {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            class: Class::Middle,
            cohesion: Level::Standard,
            elements: 1,
            counter: 0,
            marker: Marker::None,
            lances: false,
        }
    }
}

/// A round of melee.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Round {
    /// The unit that charges.
    #[serde(deserialize_with = "brawler")]
    pub attacker: Brawler,
    /// The charged unit.
    #[serde(deserialize_with = "brawler")]
    pub defender: Brawler,
}

/// Fields of a unit at an impact that have no effect in the round of melee after it.
const OF_THE_IMPACT: &[&str] = &[
    "status",
    "formation",
    "order",
    "elements_lost",
    "aspect",
    "isolated",
    "flanks_supported",
    "rear_support",
    "charisma",
    "shelter",
    "unseen",
    "cuirassed",
    "lower",
    "ground",
];

fn brawler<'de, D: Deserializer<'de>>(from: D) -> Result<Brawler, D::Error> {
    Reading { without: OF_THE_IMPACT, ..Reading::default() }.read(from)
}

/// The throw of a unit in a round (ML-9b to ML-9f).
pub fn power(book: &Book, unit: &Brawler, trace: &mut impl Trace) -> Power {
    let table = &book.tables.melee;
    let class = book.class(unit.arm, unit.class);
    let shaken = matches!(unit.marker, Marker::Shaken | Marker::Routing);
    let mut found = Modifiers::default();
    found.die(book, r::ML_9C, unit.arm != Arm::Artillery && class == Class::High, table.high_class);
    found.die(book, r::ML_9D, unit.lances, table.lancers);
    found.factor(book, r::ML_9E, table.factor(unit.arm, shaken));
    let dice = unit.elements.saturating_mul(book.tables.fire.melee_dice_per_element);
    let dice = if book.on(r::ML_9B) { dice } else { 0 };
    found.power(book, (r::ML_9B, dice), r::ML_9F, trace)
}

/// The effect of losses on a unit in melee.
#[must_use]
pub fn suffer(book: &Book, unit: &Brawler, losses: u16) -> Left {
    let toll =
        LossCount { arm: unit.arm, cohesion: unit.cohesion, elements: unit.elements, counter: unit.counter, losses };
    losses::suffer(book, &toll, &mut Quiet)
}

/// Shares the losses of a side among its units, as evenly as possible, the front unit first (ML-GAP-35).
#[must_use]
pub fn share(book: &Book, losses: u16, units: usize) -> smallvec::SmallVec<[u16; 4]> {
    let count = rulebook::saturated::<u16, _>(units.max(1));
    if !book.on(r::ML_GAP_35) {
        return (0..count).map(|place| if place == 0 { losses } else { 0 }).collect();
    }
    (0..count).map(|place| losses / count + u16::from(place < losses % count)).collect()
}
