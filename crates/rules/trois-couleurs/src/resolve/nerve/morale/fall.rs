//! Changes of a score after it was read: fire given back, counter-charges, stopping fire, the enemy's remaining gait.

use crate::resolve::nerve::reading::{band, clamp, read};
use crate::terms::state::after;
use crate::terms::tally::Tally;
use crate::{Band, Book, Case, Cohesion, Column, Gait, r};
use game::{Line, Op, Rule, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Later effects on a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fall {
    /// The sum of the test.
    #[schemars(range(min = -99, max = 99))]
    pub score: i16,
    /// The column in which it is read.
    pub column: Column,
    /// Points given back because the objective did not fire.
    #[schemars(range(min = 0, max = 3))]
    pub given_back: u8,
    /// Steps of gait gained by counter-charging enemies, in total.
    #[schemars(range(min = 0, max = 12))]
    pub counter_steps: u8,
    /// Losses by stopping fire, in percent of the figures concerned.
    #[schemars(range(min = 0, max = 100))]
    pub stopping_percent: u8,
    /// In an advance to fire, it was hit with effect from farther than its intended band.
    #[schemars(extend("x-when" = { "column": ["fire"] }))]
    pub outranged: bool,
    /// The gait that an attacker still has when it reaches a halted unit.
    #[schemars(extend("x-when" = { "column": ["fire"] }))]
    pub residual: Gait,
    /// The unit's own gait, limited by ground and room.
    #[schemars(extend("x-when" = { "column": ["contact"] }))]
    pub gait: Gait,
    /// The state before.
    pub state: Cohesion,
}

impl Default for Fall {
    fn default() -> Self {
        Self {
            score: 0,
            column: Column::default(),
            given_back: 0,
            counter_steps: 0,
            stopping_percent: 0,
            outranged: false,
            residual: Gait::Halted,
            gait: Gait::Charge,
            state: Cohesion::default(),
        }
    }
}

/// The score afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FallenScore {
    pub score: i8,
    pub case: Case,
    /// The remaining gait: physical, never above the case (L3C-MOR-13, L3C-MAC-16).
    pub gait: Gait,
    /// The band of fire that the case allows.
    pub band: Option<Band>,
    pub state: Cohesion,
}

/// Moves a score. The limit of L3C-MOR-04 applies before stopping fire (L3C-MOR-05) and again at the end (L3C-GAP-C41).
pub fn fall(book: &Book, s: &Fall, trace: &mut impl Trace) -> FallenScore {
    let table = &book.tables.morale;
    // Later actions of the enemy move the sum of the test (L3C-MOR-01).
    let from = if book.on(r::L3C_MOR_01) { s.score } else { 0 };
    trace.line(|| Line::new(r::L3C_MOR_01, Op::Start(i64::from(from))));
    let mut tally = Tally::new(book, trace);
    tally.when(true, r::L3C_FEU_37, "given_back", rulebook::saturated::<i8, _>(s.given_back));
    let steps = rulebook::saturated::<i8, _>(s.counter_steps);
    let counter = table.counter_per_step.saturating_mul(steps);
    let counter = if book.on(r::L3C_MOR_12) { counter.max(table.most_counter) } else { counter };
    // An advance to fire can be counter-charged as well (L3C-MAF-10).
    let counter = if s.column == Column::Fire && !book.on(r::L3C_MAF_10) { 0 } else { counter };
    tally.by(r::L3C_MOR_11, "counter_steps", s.counter_steps, counter);
    let mut score = from + tally.sum;
    if book.on(r::L3C_MOR_05) {
        score = limited(book, score, r::L3C_MOR_04, trace);
    }
    let mut tally = Tally::new(book, trace);
    let fives = fives(book, s.stopping_percent);
    tally.times(r::L3C_MOR_112, "fives_stopped", for_five(book, true), fives);
    if s.outranged {
        tally.when(true, r::L3C_MAF_05, "outranged", table.outranged);
    }
    let kept = if book.on(r::L3C_GAP_C37) { s.residual } else { s.residual.min(Gait::Quick) };
    tally.times(r::L3C_MOR_14, "residual_gait", table.residual_gait, kept.rank());
    score += tally.sum;
    if !book.on(r::L3C_MOR_05) {
        score = limited(book, score, r::L3C_MOR_04, trace);
    }
    score = limited(book, score, r::L3C_GAP_C41, trace);
    let score = rulebook::saturated::<i8, _>(score);
    let case = read(book, s.column, score);
    let gait = left(book, s, case, fives);
    FallenScore { score, case, gait, band: band(book, case), state: after(book, s.state, case) }
}

/// The remaining gait: losses lower morale (L3C-MAC-18), and the remaining case limits the gait (L3C-GAP-B34), which
/// ground and room had limited already (L3C-MOR-13, L3C-MAC-16).
fn left(book: &Book, s: &Fall, case: Case, fives: u8) -> Gait {
    let own = if book.all(&[r::L3C_MOR_13, r::L3C_MAC_16]) { s.gait } else { Gait::Charge };
    let slowed = if book.on(r::L3C_MAC_18) { 0 } else { fives };
    let own = Gait::of_rank(own.rank().saturating_sub(slowed));
    match case {
        _ if book.on(r::L3C_GAP_B34) => own.min(case.gait()),
        _ if case >= Case::Advance => own,
        _ => Gait::Halted,
    }
}

/// A score within the limits, with a line if it was cut.
pub(super) fn limited(book: &Book, score: i16, rule: Rule, trace: &mut impl Trace) -> i16 {
    if !book.on(rule) {
        return score;
    }
    let within = i16::from(clamp(book, score));
    if within != score {
        let table = &book.tables.morale;
        trace.line(|| Line::new(rule, Op::Clamp(i64::from(table.least), i64::from(table.most))));
    }
    within
}

/// Losses by fire in an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LossFall {
    /// In percent of the figures concerned.
    #[schemars(range(min = 0, max = 100))]
    pub percent: u8,
    /// The fire came from the front.
    pub frontal: bool,
    /// The unit marches to contact or counter-charges.
    pub assault: bool,
    /// The unit had not yet moved two thirds of the way.
    #[schemars(extend("x-when" = { "assault": [true] }))]
    pub before_two_thirds: bool,
}

/// Whether losses are those of stopping fire (L3C-FEU-29), which counts only from two thirds of the way on
/// (L3C-FEU-35).
#[must_use]
pub fn stops(book: &Book, s: &LossFall) -> bool {
    let far = s.before_two_thirds && book.on(r::L3C_FEU_35);
    s.frontal && s.assault && !far && book.on(r::L3C_FEU_29)
}

/// Points that losses cost (L3C-MOR-112).
#[must_use]
pub fn loss_fall(book: &Book, s: &LossFall) -> i8 {
    let lost = rulebook::saturated::<i8, _>(fives(book, s.percent));
    if book.on(r::L3C_MOR_112) { for_five(book, stops(book, s)).saturating_mul(lost) } else { 0 }
}

/// Whole multiples of five percent lost in an action, each of which costs points (L3C-MOR-112).
pub(super) fn fives(book: &Book, percent: u8) -> u8 {
    percent / book.tables.morale.losses_in_action_percent.max(1)
}

/// Points that each costs: stopping fire more than other losses, which the incomplete sentence of the text leaves out
/// (L3C-GAP-C07).
pub(super) fn for_five(book: &Book, stopping: bool) -> i8 {
    let table = &book.tables.morale;
    if stopping && book.on(r::L3C_GAP_C07) { table.stopping_fire } else { table.losses_in_action }
}
