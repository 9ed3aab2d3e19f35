//! From the ground to the picture.

use crate::geometry::{Bounds, V, v};
use table::{Angle, Cm, Ground, Point};

/// The direction at the top of the picture. The map turns to the player's side; texts stay upright.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Up {
    #[default]
    North,
    East,
    South,
    West,
}

impl Up {
    /// Bearing of the top, in hundredths of a degree.
    #[must_use]
    pub const fn bearing(self) -> Angle {
        match self {
            Self::North => 0,
            Self::East => 9_000,
            Self::South => 18_000,
            Self::West => 27_000,
        }
    }
}

/// The position of the ground in a picture: its place, its scale and its top.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    pub(crate) scale: f64,
    pub(crate) corner: V,
    pub(crate) up: Up,
    pub(crate) ground: V,
    pub(crate) pas: f64,
}

/// The largest side of a map, in pixels: a faulty file cannot ask for an endless picture.
const LARGEST: f64 = 10_000.0;

impl View {
    /// A map of a ground, `width_px` wide, with its upper left corner at (0, 0). `pas_cm` is the unit of the ruleset.
    #[must_use]
    pub fn new(ground: &Ground, width_px: u32, pas_cm: Cm, up: Up) -> Self {
        let size = v(f64::from(ground.width.max(1)), f64::from(ground.height.max(1)));
        let across = match up {
            Up::North | Up::South => size,
            Up::East | Up::West => v(size.y, size.x),
        };
        let width = f64::from(width_px).clamp(80.0, LARGEST);
        let scale = (width / across.x).min(LARGEST / across.y);
        Self { scale, corner: V::default(), up, ground: size, pas: f64::from(pas_cm.max(1)) }
    }

    /// The same map, its upper left corner elsewhere.
    #[must_use]
    pub fn placed(mut self, x_px: f64, y_px: f64) -> Self {
        self.corner = v(x_px, y_px);
        self
    }

    /// Width of the map, in pixels.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.across().x * self.scale
    }

    /// Height of the map, in pixels.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.across().y * self.scale
    }

    /// Pixels per unit of the ruleset.
    #[must_use]
    pub fn px_per_pas(&self) -> f64 {
        self.pas * self.scale
    }

    /// Pixels of a patch of ground as wide as half a battalion: it decides how much detail is drawn. A unit of the
    /// ruleset would not do, because it may be tiny.
    pub(crate) fn px_per_patch(&self) -> f64 {
        5_000.0 * self.scale
    }

    /// Pixels per centimetre of the ground.
    #[must_use]
    pub fn px_per_cm(&self) -> f64 {
        self.scale
    }

    fn across(&self) -> V {
        match self.up {
            Up::North | Up::South => self.ground,
            Up::East | Up::West => v(self.ground.y, self.ground.x),
        }
    }

    pub(crate) fn bounds(&self) -> Bounds {
        Bounds { min: self.corner, max: self.corner + v(self.width(), self.height()) }
    }

    /// A point of the ground, in centimetres, on the picture.
    pub(crate) fn at(&self, p: V) -> V {
        let q = match self.up {
            Up::North => v(p.x, self.ground.y - p.y),
            Up::East => v(self.ground.y - p.y, self.ground.x - p.x),
            Up::South => v(self.ground.x - p.x, p.y),
            Up::West => v(p.y, p.x),
        };
        self.corner + q * self.scale
    }

    pub(crate) fn point(&self, p: Point) -> V {
        self.at(on_ground(p))
    }

    /// The rotation for a bearing, in degrees clockwise from the top of the picture.
    pub(crate) fn turn(&self, facing: Angle) -> f64 {
        f64::from((i64::from(facing) - i64::from(self.up.bearing())).rem_euclid(36_000) as i32) / 100.0
    }

    /// The direction of a bearing on the picture.
    pub(crate) fn direction(&self, facing: Angle) -> V {
        let (sin, cos) = libm::sincos(self.turn(facing).to_radians());
        v(sin, -cos)
    }

    /// The cell size of a grid on the ground, in centimetres: one of a few fixed sizes, so that objects placed on it
    /// stay where they are while the scale changes little. It is between 0.84 and 1.19 of `px` pixels.
    pub(crate) fn grid(&self, px: f64) -> f64 {
        let halves = libm::round(2.0 * libm::log2(px / self.scale)).clamp(0.0, 120.0);
        libm::exp2(halves / 2.0)
    }
}

pub(crate) fn on_ground(p: Point) -> V {
    v(f64::from(p.x), f64::from(p.y))
}
