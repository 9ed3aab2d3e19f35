//! The ground, the symbols and the measurements as SVG, once, for pictures, reports and the browser.
//!
//! A picture is made of layers: the ground ([`ground_layer`], made once and stored), the troops ([`units_layer`]) and
//! the decision in progress ([`overlay_layer`]). [`battle_picture`] and [`ground_picture`] put them into one document
//! with the graduated edge, the scale and the compass. The same input gives the same bytes on every machine.
//!
//! Nothing here knows a rule. Names, nations and words come from files and are escaped wherever they are written.

mod document;
mod geometry;
mod ground;
mod labels;
mod nations;
mod overlay;
mod plates;
#[cfg(feature = "png")]
mod png;
mod states;
mod style;
mod svg;
mod symbols;
mod view;

pub use document::{Names, Options, battle_picture, battle_picture_over, ground_picture};
pub use ground::ground_layer;
pub use nations::{NationLook, look_of};
pub use overlay::{Overlay, overlay_layer};
#[cfg(feature = "png")]
pub use png::{PngFault, to_png};
pub use style::{Colours, Style, Theme};
pub use symbols::units_layer;
pub use view::{Up, View};
pub use words::Lang;

/// A part of a picture: elements without the document around them. The caller keeps it while nothing in it changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layer(pub String);
