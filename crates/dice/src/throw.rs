//! A throw: its dice, and how they are read.

use crate::{DiceError, Die};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// Some dice of one kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Handful {
    pub n: u8,
    pub die: Die,
    /// Whether they count negatively, as the second die of a difference.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub minus: bool,
}

/// Dice thrown together, and how they are read. The rules get the class, players see the faces.
///
/// The total is the signed sum of the faces or, with `count_from`, the (signed) number of faces that reach it. Without
/// cuts the class is the total itself; with cuts it is the number of cuts that the total reaches.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Throw {
    /// The dice, in the order in which their faces are listed.
    pub dice: SmallVec<[Handful; 4]>,
    /// Count the faces that reach this instead of adding them up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count_from: Option<u8>,
    /// Where a new class begins, ascending.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub cuts: SmallVec<[i16; 8]>,
}

impl Throw {
    /// Ordinary dice, added up.
    #[must_use]
    pub fn d6(n: u8) -> Self {
        Self::sum(n, Die::D6)
    }

    /// Dice of a kind, added up.
    #[must_use]
    pub fn sum(n: u8, die: Die) -> Self {
        Self { dice: smallvec![Handful { n, die, minus: false }], count_from: None, cuts: SmallVec::new() }
    }

    /// Drawing lots: one of `n`.
    #[must_use]
    pub fn lot(n: u8) -> Self {
        Self::sum(1, Die::Lot(n))
    }

    /// The difference of two ordinary dice, the first counted positively.
    #[must_use]
    pub fn difference() -> Self {
        Self::d6(1).minus(1, Die::D6)
    }

    /// The difference of one side against that of the other: faces in the order own positive, own negative, the other's
    /// positive, the other's negative.
    #[must_use]
    pub fn against() -> Self {
        Self::d6(1).minus(1, Die::D6).minus(1, Die::D6).plus(1, Die::D6)
    }

    /// Adds dice that count positively.
    #[must_use]
    pub fn plus(mut self, n: u8, die: Die) -> Self {
        self.dice.push(Handful { n, die, minus: false });
        self
    }

    /// Adds dice that count negatively.
    #[must_use]
    pub fn minus(mut self, n: u8, die: Die) -> Self {
        self.dice.push(Handful { n, die, minus: true });
        self
    }

    /// Sets the cuts (sorted in ascending order).
    #[must_use]
    pub fn cuts(mut self, cuts: impl IntoIterator<Item = i16>) -> Self {
        self.cuts = cuts.into_iter().collect();
        self.cuts.sort_unstable();
        self
    }

    /// Counts the faces that reach `least`.
    #[must_use]
    pub fn count_from(mut self, least: u8) -> Self {
        self.count_from = Some(least);
        self
    }

    #[must_use]
    pub fn dice_count(&self) -> usize {
        self.dice.iter().map(|handful| usize::from(handful.n)).sum()
    }

    /// Every die in the order in which the faces are listed, with its sign.
    pub fn each(&self) -> impl Iterator<Item = (Die, bool)> + '_ {
        self.dice.iter().flat_map(|h| std::iter::repeat_n((h.die, h.minus), usize::from(h.n)))
    }

    /// The class of a total.
    #[must_use]
    pub fn class(&self, total: i16) -> i16 {
        if self.cuts.is_empty() {
            return total;
        }
        let reached = self.cuts.iter().filter(|&&cut| cut <= total).count();
        i16::try_from(reached).unwrap_or(i16::MAX)
    }
}

/// Reads the faces of a throw: its class.
///
/// # Errors
/// The number of faces is not that of the dice, a die does not have the face given for it, or the total is too large.
pub fn read(throw: &Throw, faces: &[u8]) -> Result<i16, DiceError> {
    let wanted = throw.dice_count();
    if wanted != faces.len() {
        return Err(DiceError::Count { throw: throw.to_string(), wanted, got: faces.len() });
    }
    let mut total = 0_i64;
    for (place, ((die, minus), &face)) in (1..).zip(throw.each().zip(faces)) {
        if !die.has(face) {
            return Err(DiceError::Face { throw: throw.to_string(), place, die, face });
        }
        let counts = throw.count_from.map_or(i64::from(face), |least| i64::from(face >= least));
        total += if minus { -counts } else { counts };
    }
    let total = i16::try_from(total).map_err(|_| DiceError::TooLarge { throw: throw.to_string() })?;
    Ok(throw.class(total))
}
