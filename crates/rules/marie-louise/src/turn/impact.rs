//! Being laid.

use super::D;
use crate::MarieLouise;
use crate::question::{Kind, accept, any};
use game::Flow;

pub(crate) const JOIN_MELEE: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };
pub(crate) const NEXT_IMPACT: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };
pub(crate) const PURSUE: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };

impl MarieLouise {
    pub(crate) fn impacts(&self, _d: &mut D<'_>) -> Flow<()> {
        Ok(())
    }
}
