//! Distribution of losses over the ranks, and the figures left (LOSS).

use crate::resolve::combat::losses::{percent, steps_of};
use crate::{Arm, Book, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// Cause of losses.
    By {
        /// By small arms.
        Musketry,
        Canister,
        RoundShot,
    } default Musketry
}

/// Losses of one unit in one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Toll {
    pub arm: Arm,
    /// Figures in the front rank.
    #[schemars(range(min = 1, max = 60))]
    pub front: u8,
    #[schemars(range(min = 1, max = 12))]
    pub ranks: u8,
    /// PAP lost before.
    #[schemars(range(min = 0, max = 600))]
    pub steps_before: u16,
    /// PAP lost now.
    #[schemars(range(min = 0, max = 600))]
    pub steps: u16,
    pub by: By,
    /// Losses by round shot are assigned rank by rank (L3C-LOSS-10).
    #[schemars(extend("x-when" = { "by": ["round_shot"] }))]
    pub dealt: bool,
    /// The action is over: the ranks have been closed up.
    pub after_action: bool,
}

impl Default for Toll {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            front: 1,
            ranks: 1,
            steps_before: 0,
            steps: 0,
            by: By::Musketry,
            dealt: false,
            after_action: false,
        }
    }
}

/// What is left after losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Left {
    /// Figures (or guns) removed in total.
    pub figures_lost: u16,
    /// PAP on the ranks that count for a percentage.
    pub share: u16,
    /// Figures in those ranks.
    pub concerned: u16,
    /// Percentage lost of them.
    pub percent: u8,
    /// Figures still standing in those ranks during the action.
    pub leading_figures: u16,
    /// Figures in the front rank.
    pub front: u16,
    pub ranks: u16,
}

/// Figures, or guns, removed by these PAP (L3C-LOSS-01, L3C-LOSS-02): a figure begun is carried on (L3C-GAP-A41).
#[must_use]
pub fn figures_lost(book: &Book, arm: Arm, steps_before: u16, steps: u16) -> u16 {
    let rule = if arm == Arm::Artillery { r::L3C_LOSS_02 } else { r::L3C_LOSS_01 };
    if !book.on(rule) {
        return 0;
    }
    let carried = if book.on(r::L3C_GAP_A41) { steps_before.saturating_add(steps) } else { steps };
    carried / steps_of(book, arm)
}

/// PAP of round shot that fall on the leading ranks: in proportion, rounded in favour of the shooter (L3C-LOSS-09).
#[must_use]
pub fn leading_share(book: &Book, steps: u16, ranks: u8, leading: u8) -> u16 {
    let ranks = u16::from(ranks.max(1));
    let leading = u16::from(leading).min(ranks);
    if book.options.round_shot_dealt && book.on(r::L3C_LOSS_10) {
        return dealt(steps, ranks, leading);
    }
    if book.all(&[r::L3C_LOSS_09, r::L3C_FEU_47]) { (steps * leading).div_ceil(ranks) } else { steps }
}

/// The same, assigned one by one from the front rank on (L3C-LOSS-10, L3C-GAP-A13).
const fn dealt(steps: u16, ranks: u16, leading: u16) -> u16 {
    let rest = steps % ranks;
    (steps / ranks) * leading + if rest < leading { rest } else { leading }
}

/// Ranks that count for a percentage.
fn ranks_hit(book: &Book, toll: &Toll) -> u8 {
    if book.on(r::L3C_FEU_29) { book.tables.fire.ranks_hit.of(toll.arm) } else { toll.ranks }
}

/// Whether losses fall on all ranks alike: those by round shot do (L3C-LOSS-06).
fn spread(book: &Book, by: By) -> bool {
    by == By::RoundShot && book.on(r::L3C_LOSS_06)
}

/// Figures missing in the leading ranks while the action lasts: musketry hits the front first (L3C-LOSS-05), and the
/// gaps are not filled before it is over (L3C-LOSS-07); round shot hits all ranks alike. Gaps of earlier actions have
/// been filled from the last ranks since.
#[must_use]
pub fn missing(book: &Book, toll: &Toll) -> u16 {
    let whole = figures_lost(book, toll.arm, toll.steps_before, toll.steps);
    let now = whole.saturating_sub(figures_lost(book, toll.arm, toll.steps_before, 0));
    let ranks = u16::from(toll.ranks.max(1));
    if spread(book, toll.by) {
        (now * u16::from(ranks_hit(book, toll)).min(ranks)).div_ceil(ranks)
    } else if book.all(&[r::L3C_LOSS_05, r::L3C_LOSS_07]) {
        now
    } else {
        0
    }
}

/// What is left of a unit after losses.
#[must_use]
pub fn toll(book: &Book, toll: &Toll) -> Left {
    let whole = figures_lost(book, toll.arm, toll.steps_before, toll.steps);
    // Gaps of earlier actions have been filled from the last ranks since (L3C-LOSS-07).
    let earlier = figures_lost(book, toll.arm, toll.steps_before, 0);
    let (front, ranks) = (u16::from(toll.front), u16::from(toll.ranks.max(1)));
    let hit = ranks_hit(book, toll);
    let leading = u16::from(hit).min(ranks);
    let round = toll.by == By::RoundShot;
    let share = if !round {
        toll.steps
    } else if toll.dealt && book.all(&[r::L3C_LOSS_10, r::L3C_GAP_A13]) {
        dealt(toll.steps, ranks, leading)
    } else {
        leading_share(book, toll.steps, toll.ranks, hit)
    };
    let concerned = front * leading;
    let percent = percent(book, share, concerned, steps_of(book, toll.arm));
    let spread = spread(book, toll.by);
    let leading_figures = concerned.min((front * ranks).saturating_sub(earlier)).saturating_sub(missing(book, toll));
    let left = (front * ranks).saturating_sub(whole);
    let (front, ranks) = if !toll.after_action || front == 0 {
        (front, ranks)
    } else if spread && book.on(r::L3C_LOSS_08) {
        // The formation keeps its depth: its front shrinks (L3C-LOSS-08).
        (left.div_ceil(ranks), ranks)
    } else {
        (front.min(left), left.div_ceil(front))
    };
    Left { figures_lost: whole, share, concerned, percent, leading_figures, front, ranks }
}
