//! A throw of dice in a battle: its dice, its rule, its owner.

use crate::{Ref, Rule, RuleId};
use dice::Throw;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A throw, the rule that asks for it and the parties for which it is made.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Toss {
    /// The rule that asks for it.
    pub rule: RuleId,
    /// The parties for which it is thrown.
    pub by: smallvec::SmallVec<[Ref; 2]>,
    /// The dice and how they are read.
    pub throw: Throw,
}

/// The result of a throw: the faces that players see, and the class that the rules read.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Thrown {
    /// Every face, in the order of the dice.
    pub faces: Vec<u8>,
    /// The class of the faces.
    pub class: i16,
}

impl Thrown {
    /// The face of the first die. A throw has as many faces as dice: one without any is a fault of the thrower, never a
    /// 0.
    #[must_use]
    #[track_caller]
    #[allow(clippy::expect_used)] // a wrong answer of an umpire is worse than a stop
    pub fn face(&self) -> u8 {
        *self.faces.first().expect("a throw has the faces of its dice")
    }

    /// The sum of the faces.
    #[must_use]
    pub fn sum(&self) -> i64 {
        self.faces.iter().map(|face| i64::from(*face)).sum()
    }

    /// The first die less the second, of a throw of two; 0 for a throw of none, whose rule is off.
    #[must_use]
    #[track_caller]
    pub fn difference(&self) -> i64 {
        if self.faces.is_empty() {
            return 0;
        }
        let [plus, minus] = self.all();
        i64::from(plus) - i64::from(minus)
    }

    /// The faces of a throw of `N` dice.
    #[must_use]
    #[track_caller]
    #[allow(clippy::expect_used)] // as above
    pub fn all<const N: usize>(&self) -> [u8; N] {
        self.faces.as_slice().try_into().expect("a throw has the faces of its dice")
    }
}

impl Toss {
    /// A throw by a rule for one party.
    #[must_use]
    pub fn new(rule: Rule, by: Ref, throw: Throw) -> Self {
        Self { rule: rule.into(), by: smallvec::smallvec![by], throw }
    }
}

#[cfg(test)]
mod tests {
    use super::Thrown;

    fn thrown(faces: &[u8]) -> Thrown {
        Thrown { faces: faces.to_vec(), class: 0 }
    }

    #[test]
    fn a_difference_is_of_two_dice_or_of_none() {
        assert_eq!(thrown(&[2, 5]).difference(), -3);
        assert_eq!(thrown(&[]).difference(), 0);
    }

    #[test]
    #[should_panic(expected = "a throw has the faces of its dice")]
    fn a_die_that_is_missing_is_no_nought() {
        let _ = thrown(&[2]).difference();
    }
}
