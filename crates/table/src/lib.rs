//! The ground: footprints, arcs, terrain, sight and marches. It knows no rule.
//!
//! Stored values are integers: centimetres on the ground and hundredths of a degree, so that a battle is the same on
//! every machine. Geometry is computed in `f64` with trigonometry from `libm` and rounded whenever a piece comes to
//! rest. East is +x, north is +y; a facing is a compass bearing (0 north, 9000 east).
//!
//! One file per query: [`distance`] and [`measure`] (distances), [`quarter`] and similar (directions), [`overlaps`] and
//! [`in_the_way`], [`Terrain`] (features at a place), [`Near`] (neighbours), [`Sight`] (lines of sight), [`Course`] and
//! [`sweep`] and [`windows`] (marches), [`first_contact`] and [`first_within`] (one mover), [`lockstep`] and
//! [`meetings`] (all at once), [`close_up`] (into contact), [`room`] (free space), [`route`] (a way to a place).

mod approach;
mod arc;
mod area;
mod close_up;
mod figure;
mod geometry;
mod ground;
mod index;
mod lockstep;
mod march;
mod measure;
#[doc(hidden)]
pub mod measured;
mod overlap;
mod piece;
mod point;
mod room;
mod route;
mod sight;
mod sweep;
mod terrain;
mod track;
mod trip;
mod windows;

pub use approach::{first_contact, first_within};
pub use arc::{
    Quarter, Share, ahead_of_front, angle_off, before_front, common_length, edge_in_arc, quarter, sector, share_behind,
    straight_ahead, zone,
};
pub use area::inside_polygon;
pub use close_up::{Closed, close_up, facing_to, touching};
pub use figure::Figure;
pub use ground::{Face, Feature, FeatureId, Ground, Kind, Kinds, Shape};
pub use index::{Blockers, Near};
pub use lockstep::{INSTANTS, Meeting, Mover, Watch, lockstep};
pub use march::{Course, Manoeuvre, March};
pub use measure::{
    Measure, SLACK, apart_cm, at_least, beyond, closer, disc_to_disc, disc_to_piece, distance, front_to_footprint,
    measure, nearest_of, point_to_line, point_to_piece, within, within_cm, within_reach,
};
pub use overlap::{in_the_way, on_the_line, overlaps};
pub use piece::{Edge, Footprint, Piece, Side, lead};
pub use point::{Angle, Cm, Point, Pose, turn};
pub use room::{Halt, Stop, room};
pub use route::route;
pub use sight::{Blocked, Obstacle, Over, Sight, Veil, Why};
pub use sweep::{Passage, Sweep, crossed, sweep, touched};
pub use terrain::{Crossing, Features, Terrain};
pub use track::Track;
pub use trip::{Trip, meetings};
pub use windows::{Window, windows};
