//! Being laid.

use super::D;
use crate::MarieLouise;
use crate::question::{Kind, accept, any};
use game::Flow;

pub(crate) const FALL_BACK: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };

impl MarieLouise {
    pub(crate) fn fall_back(&self, _d: &mut D<'_>) -> Flow<()> {
        Ok(())
    }
}
