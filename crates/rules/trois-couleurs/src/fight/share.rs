//! A unit that fought as part of another: its share of what that one has lost (L3C-GAP-B30).

use super::{AssaultBout, Who};

impl AssaultBout<'_> {
    /// The same with other losses of a side, named as it was when the assault began.
    #[must_use]
    pub fn with_losses(&self, who: Who, steps: u16) -> Self {
        let mut bout = self.clone();
        let who = bout.at_first(who);
        let side = bout.state.side_mut(who);
        (side.before, side.steps) = (0, steps);
        bout
    }
}
