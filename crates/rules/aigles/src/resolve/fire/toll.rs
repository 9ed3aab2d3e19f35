//! Effect of losses on a unit: figures removed, steps of morale, lines of strength (LA-MOR-08 to LA-MOR-10, LA-GAP-02,
//! LA-GAP-29, LA-GAP-30).

use crate::Status;
use crate::terms::book::{Book, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit that takes losses, one after the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Toll {
    /// Figures at the start of the battle.
    #[schemars(range(min = 1, max = 120))]
    pub initial: u8,
    pub status: Status,
    /// Losses in the battle so far.
    #[schemars(range(min = 0, max = 3600))]
    pub so_far: u16,
    /// Its new losses, one after the other.
    #[schemars(length(max = 12), inner(range(min = 0, max = 3600)))]
    pub hits: Vec<u16>,
}

impl Default for Toll {
    fn default() -> Self {
        Self { initial: 18, status: Status::Regular, so_far: 0, hits: vec![40] }
    }
}

/// State of a unit after losses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Left {
    /// Losses in total.
    pub cumulative: u16,
    pub figures_left: u8,
    /// Losses that have not yet removed a figure.
    pub remainder: u16,
    /// Morale for losses per figure.
    pub per_figure: i8,
    /// Morale for strength.
    pub strength: i8,
    /// The sum of both.
    pub total: i8,
}

/// Figures left, and losses left over (LA-GAP-02).
#[must_use]
pub fn left(book: &Book, initial: u8, losses: u16) -> (u8, u16) {
    let each = book.tables.scale.losses_per_figure.max(1);
    if !book.on(r::LA_GAP_02) {
        return (initial, losses);
    }
    let off = losses / each;
    let figures = u16::from(initial).saturating_sub(off);
    (rulebook::saturated::<u8, _>(figures), if figures == 0 { 0 } else { losses % each })
}

/// The accumulated losses for each step of morale of a unit of this many figures (LA-MOR-09): as printed, otherwise
/// five for each figure and step (LA-GAP-29).
#[must_use]
pub fn steps_of(book: &Book, initial: u8) -> [u16; 5] {
    let row = book.tables.loss_steps.iter().find(|row| row.figures == initial).filter(|_| book.on(r::LA_GAP_29));
    let each = book.tables.morale.loss_step.saturating_mul(initial.into());
    std::array::from_fn(|step| {
        let by_rule = each.saturating_mul(rulebook::saturated::<u16, _>(step) + 1);
        row.and_then(|row| row.losses.get(step)).copied().unwrap_or(by_rule)
    })
}

/// Morale for accumulated losses: -1 for each step reached (LA-MOR-08, LA-MOR-09).
#[must_use]
pub fn loss_malus(book: &Book, initial: u8, losses: u16) -> i8 {
    if !book.on(r::LA_MOR_09) || initial == 0 {
        return 0;
    }
    let reached = steps_of(book, initial).iter().filter(|step| losses >= **step).count();
    -rulebook::saturated::<i8, _>(reached)
}

/// Morale for strength: at or below two thirds or half of the figures at the start (LA-MOR-08, LA-MOR-10); half
/// replaces two thirds (LA-GAP-30).
#[must_use]
pub fn strength_malus(book: &Book, status: Status, initial: u8, figures: u8) -> i8 {
    if !book.all(&[r::LA_MOR_08, r::LA_MOR_10]) {
        return 0;
    }
    let table = &book.tables.morale;
    let thirds = u16::from(figures) <= u16::from(initial) * 2 / 3;
    let half = figures <= initial / 2;
    match (thirds, half) {
        (_, true) if book.on(r::LA_GAP_30) => table.half.of(status),
        (true, true) => table.half.of(status).saturating_add(table.two_thirds.of(status)),
        (true, false) => table.two_thirds.of(status),
        (false, _) => 0,
    }
}

impl Toll {
    /// The state of the unit at these total losses.
    #[must_use]
    pub fn at(&self, book: &Book, losses: u16) -> Left {
        let (figures_left, remainder) = left(book, self.initial, losses);
        let per_figure = loss_malus(book, self.initial, losses);
        let strength = strength_malus(book, self.status, self.initial, figures_left);
        Left {
            cumulative: losses,
            figures_left,
            remainder,
            per_figure,
            strength,
            total: per_figure.saturating_add(strength),
        }
    }

    /// The state after each of the new losses.
    #[must_use]
    pub fn course(&self, book: &Book) -> Vec<Left> {
        let mut losses = self.so_far;
        let after = |hit: &u16| {
            losses = losses.saturating_add(*hit);
            self.at(book, losses)
        };
        self.hits.iter().map(after).collect()
    }
}
