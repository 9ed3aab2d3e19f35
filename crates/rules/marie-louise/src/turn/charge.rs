//! Being laid.

use super::D;
use crate::MarieLouise;
use crate::question::{Kind, accept, any};
use game::Flow;

pub(crate) const BONUS: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };
pub(crate) const NEW_TARGET: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };
pub(crate) const RECEIVE: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };

impl MarieLouise {
    pub(crate) fn charges(&self, _d: &mut D<'_>) -> Flow<()> {
        Ok(())
    }
}
