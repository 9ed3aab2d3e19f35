//! Charges and the answers to them: timing and rights, without a table.

mod counter;
mod evasion;
mod pursuit;
mod rally;
mod reach;
mod right;
mod rout;

pub use counter::{Counter, CounterTime, Runner, counter, effective, meeting};
pub use evasion::{Caught, Duty, Evasion, EvasionTime, duty, evasion};
pub use pursuit::{Chase, Departure, Kept, Together, kept, together};
pub use rally::{Flow, FlowTime, Passage, Rally, RallyMove, flow, passage, rally, rally_order, rally_turn};
pub use reach::{Charge, ChargeTime, from_far, reach, touch};
pub use right::{Charger, Prey, Refused, fit, may_charge, may_counter};
pub use rout::{Encounter, Through, limit, through};
