//! Step d: movements and rallies (BE-MAN, BE-MVT, BE-GAP-88).

mod carry;
mod dutiful;
mod found;
mod garrison;
mod held;
mod march_offer;
mod sheet;
mod trip;
mod way;

pub(crate) use carry::SHORTEN;
pub(crate) use found::KnownTrips;
pub(crate) use garrison::halved;
pub(crate) use sheet::ACT;
pub(crate) use way::{Sort, WHOLE};

use serde::{Deserialize, Serialize};

/// A stage of the march under way: the one on top of `World::under`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchStage {
    /// It has been declared to its end: the passive side names its reactions.
    Declared,
    /// The next reaction, or the rest of the way.
    Next,
    /// The same after a reaction: what is left of the way is judged again (BE-GAP-38).
    Resumed,
}
