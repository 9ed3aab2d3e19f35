//! Being laid.

use super::D;
use crate::MarieLouise;
use crate::question::{Kind, accept, any};
use game::Flow;

pub(crate) const ACTIVATE: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };
pub(crate) const COUNTER: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };
pub(crate) const GENERALS: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };
pub(crate) const PLAN: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };

impl MarieLouise {
    pub(crate) fn plan(&self, _d: &mut D<'_>) -> Flow<()> {
        Ok(())
    }
    pub(crate) fn quarter(&self, _d: &mut D<'_>, _n: u8) -> Flow<()> {
        Ok(())
    }
    pub(crate) fn activate(&self, _d: &mut D<'_>) -> Flow<()> {
        Ok(())
    }
    pub(crate) fn after_moves(&self, _d: &mut D<'_>) -> Flow<()> {
        Ok(())
    }
}
