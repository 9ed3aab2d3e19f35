//! A score already read that moves: fire given back, counter-charges, stopping fire, the gait still kept.

use crate::resolve::nerve::reading::{band, clamp, read};
use crate::terms::state::after;
use crate::terms::tally::Tally;
use crate::{Band, Book, Case, Cohesion, Column, Gait, r};
use game::{Line, Op, Rule, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What happens to a score after it was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fall {
    /// The score as it was added up.
    #[schemars(range(min = -99, max = 99))]
    pub score: i16,
    /// The column in which it is read.
    pub column: Column,
    /// Points given back because the objective did not fire.
    #[schemars(range(min = 0, max = 3))]
    pub given_back: u8,
    /// Steps of gait that enemies who counter-charge have gained, all together.
    #[schemars(range(min = 0, max = 12))]
    pub counter_steps: u8,
    /// Loss by stopping fire, in percent of the figures concerned.
    #[schemars(range(min = 0, max = 100))]
    pub stopping_percent: u8,
    /// Marching to fire, it was hit with effect from farther than it wants to fire.
    #[schemars(extend("x-when" = { "column": ["fire"] }))]
    pub outranged: bool,
    /// The gait that an attacker still has when he comes on a unit that stands.
    #[schemars(extend("x-when" = { "column": ["fire"] }))]
    pub residual: Gait,
    /// The unit's own gait, as far as ground and room allow.
    #[schemars(extend("x-when" = { "column": ["contact"] }))]
    pub gait: Gait,
    /// How well it held together.
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

/// What a score has become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FallenScore {
    pub score: i8,
    pub case: Case,
    /// The gait left: physical, never above the case (L3C-MOR-13, L3C-MAC-16).
    pub gait: Gait,
    /// The band of fire that the case allows.
    pub band: Option<Band>,
    /// What it leaves of the formation.
    pub state: Cohesion,
}

/// Moves a score. The limit of L3C-MOR-04 comes before stopping fire (L3C-MOR-05) and once more at the end
/// (L3C-GAP-C41).
pub fn fall(book: &Book, s: &Fall, trace: &mut impl Trace) -> FallenScore {
    let table = &book.tables.morale;
    // What the enemy does afterwards moves the sum of the test (L3C-MOR-01).
    let from = if book.on(r::L3C_MOR_01) { s.score } else { 0 };
    trace.line(|| Line::new(r::L3C_MOR_01, Op::Start(i64::from(from))));
    let mut tally = Tally::new(book, trace);
    tally.when(true, r::L3C_FEU_37, "given_back", rulebook::saturated::<i8, _>(s.given_back));
    let steps = rulebook::saturated::<i8, _>(s.counter_steps);
    let counter = table.counter_per_step.saturating_mul(steps);
    let counter = if book.on(r::L3C_MOR_12) { counter.max(table.most_counter) } else { counter };
    // Who marches to fire is counter-charged just as well (L3C-MAF-10).
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

/// The gait that is left: losses lower morale (L3C-MAC-18), and the case that is left caps the gait (L3C-GAP-B34), which
/// ground and room had capped already (L3C-MOR-13, L3C-MAC-16).
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

/// A score within the limits, with a line if they bite.
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
    /// It had not yet come two thirds of the way.
    #[schemars(extend("x-when" = { "assault": [true] }))]
    pub before_two_thirds: bool,
}

/// Whether losses are those of stopping fire (L3C-FEU-29), which they are only from two thirds of the way on
/// (L3C-FEU-35).
#[must_use]
pub fn stops(book: &Book, s: &LossFall) -> bool {
    let far = s.before_two_thirds && book.on(r::L3C_FEU_35);
    s.frontal && s.assault && !far && book.on(r::L3C_FEU_29)
}

/// What losses cost (L3C-MOR-112).
#[must_use]
pub fn loss_fall(book: &Book, s: &LossFall) -> i8 {
    let lost = rulebook::saturated::<i8, _>(fives(book, s.percent));
    if book.on(r::L3C_MOR_112) { for_five(book, stops(book, s)).saturating_mul(lost) } else { 0 }
}

/// Whole fives of a percentage lost in an action, which are what costs points (L3C-MOR-112).
pub(super) fn fives(book: &Book, percent: u8) -> u8 {
    percent / book.tables.morale.losses_in_action_percent.max(1)
}

/// What one of them costs: stopping fire more than other losses, which the cut sentence of the text leaves out
/// (L3C-GAP-C07).
pub(super) fn for_five(book: &Book, stopping: bool) -> i8 {
    let table = &book.tables.morale;
    if stopping && book.on(r::L3C_GAP_C07) { table.stopping_fire } else { table.losses_in_action }
}
