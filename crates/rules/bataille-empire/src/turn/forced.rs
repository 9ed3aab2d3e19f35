//! Forced moves (BE-FUI, BE-POU, BE-GAP-49, BE-GAP-91, BE-GAP-96): units that give way, winners that follow, charges
//! that go on.

mod evade;
mod forced_way;
mod onward;
mod pursue;
mod retreat;

pub(crate) use evade::WITHDRAW;
pub(crate) use forced_way::{Friends, Stop, Traffic};
pub(crate) use onward::ONWARD;
pub(crate) use pursue::{ADVANCE, PURSUE, STRIKE};
pub(crate) use retreat::{GIVE_WAY, How};
