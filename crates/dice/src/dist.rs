//! The exact distribution of a throw.

use crate::{DiceError, Die, Ratio, Throw};
use smallvec::{SmallVec, smallvec};

/// The distribution of a throw: for each class the number of outcomes with it, out of a number of equally likely ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dist {
    /// The class of the first weight.
    lowest: i16,
    /// Outcomes per class, without gaps.
    weights: Weights,
    denominator: u128,
}

type Weights = SmallVec<[u128; 32]>;

/// The exact distribution of the class of a throw.
///
/// # Errors
/// A die without faces; totals beyond 16 bits, or more falls than 127 bits count (fifty ordinary dice).
pub fn distribution(throw: &Throw) -> Result<Dist, DiceError> {
    let too_large = || DiceError::TooLarge { throw: throw.to_string() };
    let denominator = falls(throw)?.ok_or_else(too_large)?;
    let (lowest, weights) = totals(throw).ok_or_else(too_large)?;
    if throw.cuts.is_empty() {
        return Ok(Dist { lowest, weights, denominator });
    }
    let highest = lowest.saturating_add(i16::try_from(weights.len() - 1).unwrap_or(i16::MAX));
    let (first, last) = (throw.class(lowest), throw.class(highest));
    let mut classes: Weights = smallvec![0; usize::try_from(last - first).unwrap_or(0) + 1];
    for (total, weight) in (lowest..=highest).zip(&weights) {
        let place = usize::try_from(throw.class(total) - first).unwrap_or(0);
        classes[place] += weight;
    }
    Ok(Dist { lowest: first, weights: classes, denominator })
}

/// The number of equally likely outcomes, if it can be represented.
fn falls(throw: &Throw) -> Result<Option<u128>, DiceError> {
    let mut product = Some(1_u128);
    for handful in &throw.dice {
        let sides = handful.die.sides();
        if sides == 0 {
            return Err(DiceError::NoFaces { die: handful.die });
        }
        let of_handful = u128::from(sides).checked_pow(u32::from(handful.n));
        product = product.zip(of_handful).and_then(|(a, b)| a.checked_mul(b));
    }
    // A signed ratio must be able to hold it.
    Ok(product.filter(|&n| i128::try_from(n).is_ok()))
}

/// The lowest total and the number of outcomes of each from there on.
fn totals(throw: &Throw) -> Option<(i16, Weights)> {
    let mut lowest = 0_i64;
    let mut weights: Weights = smallvec![1];
    for handful in &throw.dice {
        let n = i64::from(handful.n);
        let (least, most) = if let Some(least) = throw.count_from {
            let sides = handful.die.sides();
            let reaching = handful.die.reaching(least);
            let (miss, hit) = (u128::from(sides - reaching), u128::from(reaching));
            // Counted negatively, a miss is the higher of the two.
            let (low, high) = if handful.minus { (hit, miss) } else { (miss, hit) };
            for _ in 0..handful.n {
                either(&mut weights, low, high);
            }
            (0, 1)
        } else {
            for _ in 0..handful.n {
                match handful.die {
                    Die::Plain(sides) | Die::Lot(sides) => even(&mut weights, usize::from(sides)),
                    // 2, 3, 3, 4, 4, 5 has the distribution of the sum of a two-sided and a three-sided die.
                    Die::Average => {
                        even(&mut weights, 2);
                        even(&mut weights, 3);
                    }
                }
            }
            match handful.die {
                Die::Plain(sides) | Die::Lot(sides) => (1, i64::from(sides)),
                Die::Average => (2, 5),
            }
        };
        lowest += if handful.minus { -n * most } else { n * least };
    }
    let highest = lowest + i64::try_from(weights.len()).ok()? - 1;
    i16::try_from(highest).ok()?;
    Some((i16::try_from(lowest).ok()?, weights))
}

/// Adds a die of consecutive faces: each new weight is the sum of the last `sides` old ones, computed as the difference
/// of two running sums. The sign of the die makes no difference, because its faces are evenly spread.
fn even(weights: &mut Weights, sides: usize) {
    weights.resize(weights.len() + sides - 1, 0);
    for place in 1..weights.len() {
        weights[place] += weights[place - 1];
    }
    for place in (sides..weights.len()).rev() {
        weights[place] -= weights[place - sides];
    }
}

/// Adds a die that counts 0 in `low` of its outcomes and 1 in `high`.
fn either(weights: &mut Weights, low: u128, high: u128) {
    weights.push(0);
    for place in (0..weights.len()).rev() {
        let below = if place == 0 { 0 } else { weights[place - 1] };
        weights[place] = weights[place] * low + below * high;
    }
}

impl Dist {
    /// The possible classes, ascending, each with its number of outcomes.
    pub fn iter(&self) -> impl Iterator<Item = (i16, u128)> + '_ {
        (self.lowest..).zip(&self.weights).filter(|&(_, &weight)| weight > 0).map(|(class, &weight)| (class, weight))
    }

    /// The number of equally likely outcomes.
    #[must_use]
    pub const fn denominator(&self) -> u128 {
        self.denominator
    }

    /// The number of outcomes of this class.
    #[must_use]
    pub fn weight(&self, class: i16) -> u128 {
        let place = i32::from(class) - i32::from(self.lowest);
        usize::try_from(place).ok().and_then(|place| self.weights.get(place)).copied().unwrap_or(0)
    }

    /// The chance of this class.
    #[must_use]
    pub fn probability(&self, class: i16) -> Ratio {
        self.share(self.weight(class))
    }

    /// The chance of this class or a higher one.
    #[must_use]
    pub fn at_least(&self, class: i16) -> Ratio {
        self.share(self.iter().filter(|&(c, _)| c >= class).map(|(_, weight)| weight).sum())
    }

    /// The mean class; `None` if it cannot be represented.
    #[must_use]
    pub fn mean(&self) -> Option<Ratio> {
        let mut sum = 0_i128;
        for (class, weight) in self.iter() {
            sum = sum.checked_add(i128::try_from(weight).ok()?.checked_mul(i128::from(class))?)?;
        }
        Ratio::new(sum, self.denominator)
    }

    fn share(&self, weight: u128) -> Ratio {
        // Weights and denominator are held below 127 bits, see `falls`.
        Ratio::of(weight, self.denominator).unwrap_or(Ratio::ZERO)
    }
}
