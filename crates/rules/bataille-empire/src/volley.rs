//! A fire and the morale test it may cause, as one bout (BE-GAP-73, BE-GAP-74).

use crate::Losses;
use crate::book::{Book, r};
use crate::duel;
use crate::fire::{self, Fire, Laid};
use crate::morale::{self, Morale, Nerve};
use game::{Bout, Fed, Quiet, Teller, Toss, Trace, Wants};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// A fire, and what surrounds its target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FireMorale {
    /// The fire.
    pub fire: Fire,
    /// What surrounds its target.
    pub nerve: Nerve,
}

impl FireMorale {
    /// The test of the target after these losses: they weigh on it, unless the other reading of BE-GAP-74 is played.
    #[must_use]
    pub fn test(&self, book: &Book, suffered: Losses) -> Morale {
        let mut unit = self.fire.target;
        if book.on(r::BE_GAP_74) && !book.options.morale_ignores_present_losses {
            unit.losses = unit.losses.plus(suffered);
        }
        Morale { unit, nerve: self.nerve }
    }

    /// Whether the target is eliminated by these losses (BE-GAP-02).
    #[must_use]
    pub fn eliminates(&self, book: &Book, suffered: Losses) -> bool {
        self.fire.target.losses.plus(suffered) >= self.fire.target.capacity(book)
    }
}

/// How a fire ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct End {
    /// The losses of the target.
    pub losses: Losses,
    /// It is eliminated.
    pub eliminated: bool,
    /// It must test.
    pub tests: bool,
    /// It passes; true where it need not test.
    pub passed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    Fire,
    Test(Losses),
    Done(End),
}

/// A fire under way.
#[derive(Clone, Copy, Debug)]
pub struct Volley<'a> {
    book: &'a Book,
    form: &'a FireMorale,
    stage: Stage,
}

impl PartialEq for Volley<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.stage == other.stage
    }
}

impl Eq for Volley<'_> {}

impl Hash for Volley<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stage.hash(state);
    }
}

impl<'a> Volley<'a> {
    /// Begins.
    #[must_use]
    pub const fn new(book: &'a Book, form: &'a FireMorale) -> Self {
        Self { book, form, stage: Stage::Fire }
    }

    fn laid(&self) -> Option<Laid> {
        fire::lay(self.book, &self.form.fire, &mut Quiet)
    }

    fn suffered(&self, losses: Losses) -> Stage {
        let eliminated = self.form.eliminates(self.book, losses);
        if !eliminated && duel::shaken(self.book, self.form.fire.target.losses, losses) {
            Stage::Test(losses)
        } else {
            Stage::Done(End { losses, eliminated, tests: false, passed: true })
        }
    }
}

/// Nothing has to be told: the form says all.
#[derive(Clone, Copy, Debug)]
pub struct Form;

impl Teller<Volley<'_>> for Form {
    fn tell(&self, _: &Volley<'_>, (): &()) -> Option<()> {
        Some(())
    }
}

impl Bout for Volley<'_> {
    type Fact = ();
    type Situation = ();
    type End = End;

    fn wants(&self) -> Wants<Self> {
        let toss = |rule: game::Rule, throw| {
            Wants::Dice(smallvec::smallvec![Toss { rule: rule.into(), by: smallvec::SmallVec::new(), throw }])
        };
        match self.stage {
            Stage::Fire => match self.laid() {
                Some(laid) => toss(r::BE_TIR_01, laid.throw),
                None => Wants::Done(End { losses: Losses::NONE, eliminated: false, tests: false, passed: true }),
            },
            Stage::Test(losses) => {
                toss(r::BE_MOR_01, morale::test(self.book, &self.form.test(self.book, losses), &mut Quiet).1)
            }
            Stage::Done(end) => Wants::Done(end),
        }
    }

    fn feed(&mut self, fed: Fed<'_, Self>, _: &mut impl Trace) {
        let Fed::Thrown([class, ..]) = fed else { return };
        self.stage = match self.stage {
            Stage::Fire => match self.laid() {
                Some(laid) => self.suffered(laid.losses(*class)),
                None => self.stage,
            },
            Stage::Test(losses) => Stage::Done(End { losses, eliminated: false, tests: true, passed: *class > 0 }),
            Stage::Done(_) => self.stage,
        };
    }
}
