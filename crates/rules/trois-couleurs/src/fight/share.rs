//! A unit that fought as part of a larger one: its share of the common losses (L3C-GAP-B30).

use super::{AssaultBout, Who};

impl AssaultBout<'_> {
    /// A copy with other losses of a side, named by its role at the start of the assault.
    #[must_use]
    pub fn with_losses(&self, who: Who, steps: u16) -> Self {
        let mut bout = self.clone();
        let who = bout.at_first(who);
        let side = bout.state.side_mut(who);
        (side.before, side.steps) = (0, steps);
        bout
    }
}
