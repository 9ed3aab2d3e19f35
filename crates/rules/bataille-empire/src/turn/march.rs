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

/// A stage of the march in progress, which is on top of `World::under`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchStage {
    /// Fully declared: the passive side declares its reactions.
    Declared,
    /// The next reaction, or the rest of the path.
    Next,
    /// The same after a reaction: the rest of the path is judged again (BE-GAP-38).
    Resumed,
}
