//! Values that the owner of a unit may add after the die: for a general in contact, for one at a distance, for a square
//! against cavalry (LA-GEN-06, LA-GAP-26, LA-GAP-65).

use super::points::{Nerve, general_at, value_of};
use super::result::{MoraleResult, result};
use crate::Status;
use crate::terms::book::{Book, r};
use game::{Line, Op, Trace};
use smallvec::SmallVec;

/// A value that the owner may add, with its parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Chosen {
    /// For a general in contact.
    pub contact: i8,
    /// For a general at a distance.
    pub near: i8,
    /// That general is beyond the first step: the owner may not choose the sign.
    pub far: bool,
    /// For a square against cavalry.
    pub square: i8,
}

impl Chosen {
    #[must_use]
    pub const fn sum(self) -> i8 {
        self.contact + self.near + self.square
    }

    pub fn trace(self, trace: &mut impl Trace) {
        let parts = [
            (r::LA_GEN_06, "general_in_contact", self.contact),
            (r::LA_MOR_05, "general_near", self.near),
            (r::LA_MOR_02, "square", self.square),
        ];
        for (rule, what, amount) in parts {
            if amount != 0 {
                trace.line(|| Line::new(rule, Op::Add(amount.into())).fact(what, 1));
            }
        }
    }
}

/// The values that the owner may add, each sum once, from the lowest. There is always at least one.
#[must_use]
pub fn values(book: &Book, nerve: &Nerve) -> SmallVec<[Chosen; 16]> {
    let table = &book.tables.morale;
    let mut of_generals: SmallVec<[Chosen; 12]> = SmallVec::new();
    let mut push = |chosen: Chosen| {
        if !of_generals.iter().any(|known| known.sum() == chosen.sum()) {
            of_generals.push(chosen);
        }
    };
    // A general in contact replaces one at a distance (LA-GAP-26).
    for general in nerve.generals.iter().filter(|general| general.distance.cm() == 0) {
        let value = if book.on(r::LA_GEN_06) { value_of(book, general.points) } else { 0 };
        (-value..=value).for_each(|contact| push(Chosen { contact, ..Chosen::default() }));
    }
    let apart = || nerve.generals.iter().filter(|general| general.distance.cm() > 0);
    for general in apart().filter(|general| general.distance <= table.general_step) {
        let near = general_at(book, general.distance);
        push(Chosen { near, ..Chosen::default() });
        // Within the first step with either sign (LA-MOR-04, LA-GAP-26).
        if book.all(&[r::LA_MOR_04, r::LA_GAP_26]) {
            push(Chosen { near: -near, ..Chosen::default() });
        }
    }
    // Either of them, whichever is better for the player (LA-GAP-26).
    for general in apart().filter(|general| general.distance > table.general_step && book.on(r::LA_GAP_26)) {
        push(Chosen { near: general_at(book, general.distance), far: true, ..Chosen::default() });
    }
    if of_generals.is_empty() {
        // Without a general on the table there is no line at all.
        let near = apart().map(|general| general_at(book, general.distance)).max().unwrap_or(0);
        of_generals.push(Chosen { near, ..Chosen::default() });
    }
    let squares: &[i8] = if nerve.square_against_cavalry(book) { &[-1, 1] } else { &[0] };
    let mut all: SmallVec<[Chosen; 16]> = SmallVec::new();
    for general in &of_generals {
        for sign in squares {
            let chosen = Chosen { square: sign * table.square, ..*general };
            if !all.iter().any(|known| known.sum() == chosen.sum()) {
                all.push(chosen);
            }
        }
    }
    all.sort_by_key(|chosen| chosen.sum());
    all
}

/// The result of each value for these points, die included. A general beyond the first step is no choice of the owner’s
/// (LA-GAP-65): such a general counts where that is better than the other value (LA-GAP-26).
pub fn results_of(
    book: &Book,
    status: Status,
    values: &[Chosen],
    points: i16,
) -> SmallVec<[(Chosen, MoraleResult); 16]> {
    let read = |chosen: &Chosen| (*chosen, result(book, status, points + i16::from(chosen.sum())));
    let mut all: SmallVec<[(Chosen, MoraleResult); 16]> = values.iter().map(read).collect();
    let (best, _) = best_value(&all);
    all.retain(|(chosen, _)| !chosen.far || best.far && chosen.near == best.near);
    all
}

/// Whether the owner is asked: only if two values lead to different results (LA-GAP-65).
#[must_use]
pub fn is_asked(book: &Book, results: &[(Chosen, MoraleResult)]) -> bool {
    let first = results.first().map(|(_, result)| *result);
    results.iter().any(|(_, result)| Some(*result) != first) && book.on(r::LA_GAP_65)
}

/// The value taken without a question (LA-GAP-65): the best result, and among its values the smallest, plus before
/// minus.
#[must_use]
pub fn best_value(results: &[(Chosen, MoraleResult)]) -> (Chosen, MoraleResult) {
    let best = results.iter().min_by_key(|(chosen, result)| {
        let sum = chosen.sum();
        (result.rank(), sum.unsigned_abs(), sum < 0)
    });
    *rulebook::ids::held(best, "value of a test")
}
