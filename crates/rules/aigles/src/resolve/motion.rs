//! Movement: rates, wheels, turns, changes of formation.

mod changing;
mod rate;
mod turning;
mod wheel;
mod zone;

pub use changing::{Change, ChangeTime, Changing, change, quarters};
pub use rate::{Going, March, Rate, allowance, can_oblique, can_step_back, forced_march, ground_counts, quarter, rate};
pub use turning::{Turned, after_turn, turned_figures, turning_time};
pub use wheel::{Wheel, wheel_arc, wheel_cost};
pub use zone::{Attacked, Offset, zone};
