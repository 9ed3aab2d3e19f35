//! The ground: footprints, arcs, terrain, sight and marches. It knows no rule.
//!
//! Stored values are integers: centimetres on the ground and hundredths of a degree, so that a battle is the same
//! on every machine. Geometry is computed in `f64` with trigonometry from `libm` and rounded whenever something
//! comes to rest. East is +x, north is +y; a facing is a compass bearing (0 north, 9000 east).

mod ground;
mod piece;
mod point;

pub use ground::{Face, Feature, FeatureId, Ground, Kind, Shape};
pub use piece::{Footprint, Piece};
pub use point::{Angle, Cm, Point, Pose};
