//! The points of a test of morale (LA-MOR-01 to LA-MOR-10).

use super::occasion::Occasion;
use crate::resolve::fire::{DieKind, loss_malus, strength_malus};
use crate::terms::book::{Book, r};
use crate::terms::tally::Tally;
use crate::{Arm, Cover, Distance, Formation, Order, Status};
use game::Trace;
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// How a unit is leaving, if it is.
    Retiring {
        /// It is not leaving.
        No,
        Retreat,
        /// In rout or flight.
        Rout,
    } default No
}

/// A general that counts: the unit’s own or the general-in-chief (LA-GAP-26).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct General {
    #[schemars(range(min = 20, max = 100))]
    pub points: u8,
    /// Distance from the unit; 0: in contact.
    #[schemars(range(max = 1000))]
    pub distance: Distance,
}

impl Default for General {
    fn default() -> Self {
        Self { points: 40, distance: Distance::of(12) }
    }
}

/// Losses by one enemy unit's fire in the half.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FireTaken {
    #[schemars(range(min = 0, max = 3600))]
    pub losses: u16,
    /// It was in skirmish order or fired canister.
    pub loose: bool,
}

impl Default for FireTaken {
    fn default() -> Self {
        Self { losses: 15, loose: false }
    }
}

/// A unit that tests its morale.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub struct Nerve {
    #[schemars(range(min = -5, max = 20))]
    pub moral: i8,
    pub status: Status,
    pub occasion: Occasion,
    pub arm: Arm,
    pub formation: Formation,
    pub order: Order,
    /// Cavalry charges it, or it has just fought cavalry (LA-GAP-54).
    #[schemars(extend("x-when" = { "arm": ["infantry", "artillery"] }))]
    pub against_cavalry: bool,
    /// It is moving in a charge, whatever the reason for the test.
    #[schemars(extend("x-when" = { "arm": ["cavalry"], "occasion": ["other"] }))]
    pub charging: bool,
    pub cover: Cover,
    pub village: bool,
    /// How it is leaving already.
    pub leaving: Retiring,
    pub routed_before: bool,
    /// The generals that count: its own, and the general-in-chief; empty: none on the table.
    #[schemars(length(max = 2))]
    pub generals: Vec<General>,
    /// Points of a general in contact who has just been killed or wounded.
    #[schemars(range(min = 20, max = 100))]
    pub general_lost: Option<u8>,
    pub aide: bool,
    /// Friendly units within 30 cm.
    #[schemars(range(min = 0, max = 60))]
    pub friends: u8,
    /// Enemy units within 30 cm.
    #[schemars(range(min = 0, max = 60))]
    pub enemies: u8,
    /// Friends in rout or flight within 30 cm and in sight.
    #[schemars(range(min = 0, max = 30))]
    pub friendly_routs: u8,
    /// Enemies in rout or flight within 30 cm and in sight.
    #[schemars(range(min = 0, max = 30))]
    pub enemy_routs: u8,
    pub enemy_on_flank: bool,
    pub enemy_in_rear: bool,
    /// It has won a melee in this period or the one before.
    pub won_lately: bool,
    /// Melees lost in a row.
    #[schemars(range(min = 0, max = 20))]
    pub lost_in_a_row: u8,
    /// Losses by which the last one was lost.
    #[schemars(range(min = 0, max = 3600))]
    #[schemars(extend("x-when" = { "occasion": ["melee_lost"] }))]
    pub loss_difference: u16,
    /// Losses by each enemy unit's fire in the half.
    #[schemars(length(max = 12))]
    pub fires: Vec<FireTaken>,
    /// Batteries that support it.
    #[schemars(range(min = 0, max = 12))]
    pub batteries: u8,
    /// Figures at the start of the battle.
    #[schemars(range(min = 1, max = 120))]
    pub initial: u8,
    #[schemars(range(min = 1, max = 120))]
    pub figures: u8,
    #[schemars(range(min = 0, max = 3600))]
    pub losses: u16,
}

impl Default for Nerve {
    fn default() -> Self {
        Self {
            moral: 4,
            status: Status::Regular,
            occasion: Occasion::Other,
            arm: Arm::Infantry,
            formation: Formation::Line,
            order: Order::Formed,
            against_cavalry: false,
            charging: false,
            cover: Cover::None,
            village: false,
            leaving: Retiring::No,
            routed_before: false,
            generals: Vec::new(),
            general_lost: None,
            aide: false,
            friends: 0,
            enemies: 0,
            friendly_routs: 0,
            enemy_routs: 0,
            enemy_on_flank: false,
            enemy_in_rear: false,
            won_lately: false,
            lost_in_a_row: 0,
            loss_difference: 0,
            fires: Vec::new(),
            batteries: 0,
            initial: 16,
            figures: 16,
            losses: 0,
        }
    }
}

impl Nerve {
    /// Whether the choice of a square against cavalry is open to it (LA-MOR-02).
    #[must_use]
    pub fn square_against_cavalry(&self, book: &Book) -> bool {
        let holds = self.order < Order::Unformed;
        self.formation.square() && self.against_cavalry && holds && book.on(r::LA_MOR_02)
    }

    /// Whether it fears cavalry in the open (LA-MOR-02): infantry and gunners do, but not garrisons or skirmishers in
    /// shelter (LA-GAP-54).
    fn fears_cavalry(&self, book: &Book) -> bool {
        let square = self.formation.square() && self.order < Order::Unformed;
        let sheltered = self.formation == Formation::Garrison
            || self.formation == Formation::Skirmish && (self.cover != Cover::None || self.village);
        let exempt = sheltered && book.on(r::LA_GAP_54);
        self.against_cavalry && self.arm != Arm::Cavalry && !square && !exempt
    }
}

/// The row of the die: a row of their own for skirmishers still in order (LA-GAP-37, LA-GAP-12).
#[must_use]
pub fn die_kind(book: &Book, nerve: &Nerve) -> DieKind {
    let loose = nerve.order >= Order::Unformed && book.on(r::LA_GAP_12);
    if nerve.formation == Formation::Skirmish && !loose { DieKind::Skirmish } else { DieKind::Usual }
}

/// Value of a general at a distance (LA-MOR-05, LA-GAP-31); within the first step the owner may choose either sign.
#[must_use]
pub fn general_at(book: &Book, distance: Distance) -> i8 {
    let table = &book.tables.morale;
    let step = table.general_step.cm().max(1);
    let [near, far, farther] = table.general_steps;
    let steps = distance.cm() / step;
    if !book.on(r::LA_MOR_05) {
        0
    } else if distance.cm() <= step {
        near
    } else if distance.cm() <= 2 * step {
        far
    } else if distance.cm() < 3 * step || !book.on(r::LA_GAP_31) {
        farther
    } else {
        rulebook::saturated::<i8, _>(-steps)
    }
}

/// The points of a test before the die and before the value that its owner may choose (LA-MOR-01).
pub fn points(book: &Book, nerve: &Nerve, trace: &mut impl Trace) -> i16 {
    let table = &book.tables.morale;
    let mut tally = Tally::start(book, trace, r::LA_MOR_01, "moral", nerve.moral);

    tally.when(nerve.fears_cavalry(book), r::LA_MOR_02, "open_against_cavalry", table.open_against_cavalry);
    match nerve.cover {
        Cover::None => {}
        Cover::Light => tally.when(true, r::LA_MOR_02, "light_cover", table.light_cover),
        Cover::Hard => tally.when(true, r::LA_MOR_02, "hard_cover", table.hard_cover),
        Cover::House => tally.when(true, r::LA_MOR_02, "house", table.house),
    }

    let worst = nerve.leaving == Retiring::Rout || nerve.order == Order::Disordered;
    let bad = nerve.leaving == Retiring::Retreat || nerve.order == Order::Unformed;
    tally.when(worst, r::LA_MOR_03, "rout", table.rout);
    tally.when(bad && !worst, r::LA_MOR_03, "retreat", table.retreat);
    tally.when(nerve.routed_before, r::LA_MOR_03, "routed_before", table.routed_before);
    if let Some(points) = nerve.general_lost {
        tally.by(r::LA_MOR_03, "general_lost", points, -value_of(book, points));
    }
    tally.when(nerve.aide, r::LA_MOR_03, "aide", table.aide);
    let charging = (nerve.occasion.charging() || nerve.charging) && nerve.arm == Arm::Cavalry;
    tally.when(charging, r::LA_MOR_03, "cavalry_charging", table.cavalry_charging);

    tally.when(nerve.friends > nerve.enemies, r::LA_MOR_04, "outnumbering", table.outnumbering);
    tally.when(nerve.enemies > nerve.friends, r::LA_MOR_04, "outnumbered", table.outnumbered);
    tally.times(r::LA_MOR_04, "enemy_routs", table.enemy_rout, nerve.enemy_routs);
    tally.times(r::LA_MOR_04, "friendly_routs", table.friendly_rout, nerve.friendly_routs);
    tally.when(nerve.enemy_in_rear, r::LA_MOR_04, "enemy_in_rear", table.rear);
    tally.when(nerve.enemy_on_flank, r::LA_MOR_04, "enemy_on_flank", table.flank);

    tally.when(nerve.won_lately, r::LA_MOR_06, "won_lately", table.won);
    if nerve.lost_in_a_row > 0 {
        // Each replaces the one before; from the third on the value stays (LA-GAP-54).
        let row = usize::from(nerve.lost_in_a_row) - 1;
        let last = if book.on(r::LA_GAP_54) { table.lost[2] } else { 0 };
        let amount = table.lost.get(row).copied().unwrap_or(last);
        tally.by(r::LA_MOR_06, "lost_in_a_row", nerve.lost_in_a_row, amount);
    }
    tally.times(r::LA_MOR_06, "loss_difference", table.difference, nerve.loss_difference / table.difference_step);

    fires(&mut tally, nerve);
    tally.times(r::LA_MOR_07, "batteries", table.battery, nerve.batteries);

    if book.on(r::LA_MOR_08) {
        let steps = loss_malus(book, nerve.initial, nerve.losses);
        tally.by(r::LA_MOR_09, "losses", nerve.losses, steps);
    }
    let strength = strength_malus(book, nerve.status, nerve.initial, nerve.figures);
    tally.by(r::LA_MOR_08, "figures_left", nerve.figures, strength);
    tally.sum
}

/// A general’s value in morale: points divided by twenty (LA-GAP-26, LA-GEN-06).
pub(super) fn value_of(book: &Book, points: u8) -> i8 {
    let value = points / book.tables.officers.points_per_value.max(1);
    // The morale table only lists 2 to 5, so that 20 points would give nothing.
    let value = if value < 2 && !book.on(r::LA_GAP_26) { 0 } else { value };
    rulebook::saturated::<i8, _>(value)
}

/// Enemy units with at least 15 losses inflicted in the half (LA-MOR-07): -1 each; skirmishers or canister -2 once,
/// instead of one of them (LA-GAP-54).
fn fires<T: Trace>(tally: &mut Tally<'_, T>, nerve: &Nerve) {
    let book = tally.book;
    let table = &book.tables.morale;
    let (from, each, loose) = (table.fire_from, table.under_fire, table.skirmishers_or_canister);
    let hard = nerve.fires.iter().filter(|fire| fire.losses >= from);
    let units = rulebook::saturated::<u16, _>(hard.clone().count());
    let any = hard.clone().any(|fire| fire.loose);
    tally.when(any, r::LA_MOR_07, "loose_fire", loose);
    let instead = u16::from(any && book.on(r::LA_GAP_54));
    tally.times(r::LA_MOR_07, "units_firing", each, units - instead);
}
