//! One die and its faces.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de::Error};

/// A kind of die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Die {
    /// Faces 1 to n.
    Plain(
        #[serde(deserialize_with = "positive")]
        #[schemars(range(min = 1))]
        u8,
    ),
    /// The average die (*dé de moyenne*): 2, 3, 3, 4, 4, 5.
    Average,
    /// Drawing lots: one of n, fair.
    Lot(
        #[serde(deserialize_with = "positive")]
        #[schemars(range(min = 1))]
        u8,
    ),
}

const AVERAGE: [u8; 6] = [2, 3, 3, 4, 4, 5];

impl Die {
    /// The ordinary six-sided die.
    pub const D6: Self = Self::Plain(6);

    /// The number of its faces, equal ones counted separately.
    #[must_use]
    pub const fn sides(self) -> u8 {
        match self {
            Self::Plain(n) | Self::Lot(n) => n,
            Self::Average => 6,
        }
    }

    /// Every face, in ascending order; equal ones come as often as they are on the die.
    pub fn faces(self) -> impl ExactSizeIterator<Item = u8> + Clone {
        (0..self.sides()).map(move |side| self.face(side))
    }

    /// Whether it has this face.
    #[must_use]
    pub const fn has(self, face: u8) -> bool {
        match self {
            Self::Plain(n) | Self::Lot(n) => 1 <= face && face <= n,
            Self::Average => 2 <= face && face <= 5,
        }
    }

    /// The number of its faces that show `least` or more.
    #[must_use]
    pub fn reaching(self, least: u8) -> u8 {
        match self {
            Self::Plain(n) | Self::Lot(n) => n - least.saturating_sub(1).min(n),
            Self::Average => AVERAGE.iter().fold(0, |count, &face| count + u8::from(face >= least)),
        }
    }

    /// The face of a side, counted from 0.
    pub(crate) const fn face(self, side: u8) -> u8 {
        match self {
            Self::Plain(_) | Self::Lot(_) => side.saturating_add(1),
            Self::Average => AVERAGE[side as usize % AVERAGE.len()],
        }
    }

    /// The die's name in an error.
    pub(crate) fn named(self) -> String {
        match self {
            Self::Plain(n) => format!("a d{n}"),
            Self::Average => "an average die (dm)".to_owned(),
            Self::Lot(n) => format!("a lot of {n}"),
        }
    }
}

fn positive<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    match u8::deserialize(from)? {
        0 => Err(D::Error::custom("a die needs at least one face")),
        n => Ok(n),
    }
}
