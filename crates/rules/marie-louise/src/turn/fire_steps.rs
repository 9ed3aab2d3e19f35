//! Fire: which units may fire, at which targets, and the joint resolution of all fires of one instant (chapter 7,
//! ML-GAP-30, ML-GAP-31).

mod fire_resolution;
mod offer;

pub use fire_resolution::Shoot;
pub(crate) use offer::{FIRE, LATE_FIRE};

use super::{D, Step};
use crate::MarieLouise;
use crate::question::Question;
use crate::r;
use crate::world::Phase;
use game::Flow;
use serde::{Deserialize, Serialize};

/// The moments of phase 4 at which immobile units may fire (ML-GAP-30); moment C belongs to step C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Instant {
    Zero,
    One,
    Two,
    Three,
    Four,
    Five,
    Six,
}

impl Instant {
    const fn phase(self) -> Phase {
        match self {
            Self::Zero => Phase::Moment0,
            Self::One => Phase::Moment1,
            Self::Two => Phase::Moment2,
            Self::Three => Phase::Moment3,
            Self::Four => Phase::Moment4,
            Self::Five => Phase::Moment5,
            Self::Six => Phase::Moment6,
        }
    }
}

impl MarieLouise {
    /// A moment: both sides secretly name the immobile units that fire, and their targets (ML-2f).
    pub(crate) fn moment(&self, d: &mut D<'_>, instant: Instant) -> Flow<()> {
        // Immobile units fire before units that move (ML-7.2a).
        if !self.on(r::ML_2F) || !self.on(r::ML_GAP_30) || !self.on(r::ML_7_2A) {
            return Ok(());
        }
        self.clock(d, instant.phase(), &[r::ML_2F]);
        d.world.hurried_moment = instant == Instant::Zero;
        self.fire_sheets(d, Question::Fire)
    }

    /// Phase 5: units that moved no more than half a sequence fire, all together (ML-2g, ML-7.1b).
    pub(crate) fn late_fire(&self, d: &mut D<'_>) -> Flow<()> {
        if !self.on(r::ML_2G) {
            return Ok(());
        }
        self.clock(d, Phase::LateFire, &[r::ML_2G]);
        self.fire_sheets(d, Question::LateFire)
    }

    fn fire_sheets(&self, d: &mut D<'_>, question: Question) -> Flow<()> {
        self.uncover_guns(d);
        let sheets = self.sheets_of(d, question);
        let answers = d.ask_sheets(&sheets)?;
        let shoots: Vec<Shoot> =
            sheets.iter().zip(&answers).flat_map(|(sheet, replies)| self.shoots(&d.world, sheet, replies)).collect();
        // Resolved in a separate step, so that the sheets are not made again for every throw.
        if !shoots.is_empty() {
            d.then([Step::Volleys(shoots)]);
        }
        Ok(())
    }
}
