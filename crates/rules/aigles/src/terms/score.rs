//! Losses, points and victory (LA-GAP-41, LA-GAP-75).

use crate::Tenths;
use crate::terms::book::{Book, r};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Figures of one price that were lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fallen {
    #[schemars(range(min = 0, max = 10_000))]
    pub figures: u16,
    /// Points of one figure.
    pub each: Tenths,
}

/// A side at the end of a period.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Army {
    /// Its points at the start.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub budget: Tenths,
    /// Percentage of losses at which the army breaks.
    #[schemars(range(min = 1, max = 100))]
    pub breaks: Option<u8>,
    #[schemars(length(max = 60))]
    pub figures: Vec<Fallen>,
    /// Points of units that fled, left the table or were taken.
    #[schemars(length(max = 60))]
    pub units_gone: Vec<Tenths>,
    /// Points of officers killed; the wounded do not count.
    #[schemars(length(max = 60))]
    pub officers_killed: Vec<Tenths>,
    /// Points of the objectives it holds.
    #[schemars(range(min = 0, max = 10_000))]
    pub objectives: i32,
}

impl Default for Army {
    fn default() -> Self {
        Self {
            budget: Tenths::points(1000),
            breaks: None,
            figures: Vec::new(),
            units_gone: Vec::new(),
            officers_killed: Vec::new(),
            objectives: 0,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Score {
    pub blue: Army,
    pub red: Army,
    /// The last period is over.
    pub last_period: bool,
}

words! {
    Winner {
        /// Neither side yet.
        Nobody,
        Blue,
        Red,
        /// Neither side: a draw.
        Draw,
    } default Nobody

    How {
        /// The battle goes on.
        GoesOn,
        /// The other side is broken.
        Broken,
        Points,
    } default GoesOn
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct SideScore {
    /// Points that each side has lost.
    pub lost: [Tenths; 2],
    /// Points that each side has won.
    pub points: [Tenths; 2],
    /// Whether each side is broken.
    pub broken: [bool; 2],
    pub winner: Winner,
    pub how: How,
}

impl Army {
    /// Points that it has lost (LA-GAP-41): its killed officers count (LA-GEN-02, LA-GEN-07).
    #[must_use]
    pub fn lost(&self, book: &Book) -> Tenths {
        let figures = self.figures.iter().map(|fallen| fallen.each.times(fallen.figures.into()));
        let killed = self.officers_killed.iter().copied().filter(|_| book.on(r::LA_GEN_07));
        figures.chain(self.units_gone.iter().copied()).chain(killed).fold(Tenths::default(), Tenths::plus)
    }
}

/// Whether a side with these losses of its budget is broken (LA-GAP-75).
#[must_use]
pub fn broken(book: &Book, lost: Tenths, budget: Tenths, percent: Option<u8>) -> bool {
    let percent = i64::from(percent.unwrap_or(book.tables.setting.break_percent));
    book.on(r::LA_GAP_75) && budget.0 > 0 && i64::from(lost.0) * 100 >= percent * i64::from(budget.0)
}

/// Points that a side has won: the enemy’s losses, and three times its objectives (LA-GAP-41, LA-GAP-75).
#[must_use]
pub fn points(book: &Book, enemy_lost: Tenths, objectives: i32) -> Tenths {
    let held = if book.on(r::LA_GAP_75) { objectives.saturating_mul(book.tables.setting.objective_times) } else { 0 };
    let lost = if book.on(r::LA_GAP_41) { enemy_lost } else { Tenths::default() };
    lost.plus(Tenths::points(held))
}

/// The winner at the end of a period: a single broken side has lost; if both are broken, and after the last period, the
/// better score wins.
#[must_use]
pub fn decide<P: Ord>(book: &Book, points: [P; 2], broken: [bool; 2], last: bool) -> (Winner, How) {
    let better = match points[0].cmp(&points[1]) {
        std::cmp::Ordering::Greater => Winner::Blue,
        std::cmp::Ordering::Less => Winner::Red,
        std::cmp::Ordering::Equal => Winner::Draw,
    };
    match broken {
        [true, false] => (Winner::Red, How::Broken),
        [false, true] => (Winner::Blue, How::Broken),
        [true, true] => (better, How::Points),
        [false, false] if last && book.on(r::LA_GAP_75) => (better, How::Points),
        [false, false] => (Winner::Nobody, How::GoesOn),
    }
}

#[must_use]
pub fn standing(book: &Book, score: &Score) -> SideScore {
    let lost = [score.blue.lost(book), score.red.lost(book)];
    let points = [points(book, lost[1], score.blue.objectives), points(book, lost[0], score.red.objectives)];
    let broken = [
        broken(book, lost[0], score.blue.budget, score.blue.breaks),
        broken(book, lost[1], score.red.budget, score.red.breaks),
    ];
    let (winner, how) = decide(book, points, broken, score.last_period);
    SideScore { lost, points, broken, winner, how }
}
