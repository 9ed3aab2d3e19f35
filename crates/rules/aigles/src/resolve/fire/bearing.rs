//! Figures of a line that bear on a target (LA-GAP-05, LA-GAP-64).

use crate::Distance;
use crate::terms::book::{Book, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A line and a target parallel to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Facing {
    /// Figures in the line.
    #[schemars(range(min = 1, max = 120))]
    pub figures: u8,
    /// Front of one base.
    #[schemars(range(max = 1000))]
    pub base: Distance,
    /// Width of the target.
    #[schemars(range(max = 1000))]
    pub width: Distance,
    /// Sideways distance of its middle from the line’s middle.
    #[schemars(range(max = 1000))]
    pub offset: Distance,
    /// Distance at the start of the last quarter that counts.
    #[schemars(range(max = 1000))]
    pub from: Distance,
    /// Distance at the end of that quarter.
    #[schemars(range(max = 1000))]
    pub to: Distance,
    /// The firer is a battery: guns have a wider arc.
    pub guns: bool,
}

impl Default for Facing {
    fn default() -> Self {
        Self {
            figures: 16,
            base: Distance::from_cm(975),
            width: Distance::from_cm(2925),
            offset: Distance::of(0),
            from: Distance::of(13),
            to: Distance::of(9),
            guns: false,
        }
    }
}

/// Number of figures that bear: the nearest point of the target lies in the arc of the base at the start or at the end
/// of the quarter.
#[must_use]
pub fn bearing(book: &Book, facing: &Facing) -> u8 {
    let arc = if facing.guns { book.tables.guns.arc_hundredths } else { book.tables.small_arms.arc_hundredths };
    let slope = if book.on(r::LA_GAP_05) { (f64::from(arc) / 100.0).to_radians().tan() } else { f64::INFINITY };
    let half = f64::from(facing.width.cm()) / 2.0;
    let bears = |place: u8| {
        let middle = (f64::from(place) - f64::from(facing.figures - 1) / 2.0) * f64::from(facing.base.cm());
        let aside = ((middle - f64::from(facing.offset.cm())).abs() - half).max(0.0);
        let within = |distance: Distance| aside <= f64::from(distance.cm()) * slope;
        // At either end of one quarter: so no earlier positions are needed (LA-GAP-64).
        within(facing.to) || within(facing.from) && book.on(r::LA_GAP_64)
    };
    let all = (0..facing.figures).filter(|place| bears(*place)).count();
    rulebook::saturated::<u8, _>(all)
}
