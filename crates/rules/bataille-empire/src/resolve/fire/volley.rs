//! A fire, the risk of the general with its target and the morale test it may cause, as one state machine (BE-GEN-03,
//! BE-GAP-73, BE-GAP-74).

use crate::Losses;
use crate::resolve::fire::duel;
use crate::resolve::fire::{self, Fire, Laid};
use crate::resolve::generals::{self, Exposed};
use crate::resolve::morale::{self, Morale, Nerve};
use crate::terms::book::{Book, r};
use dice::Throw;
use game::{Bout, BoutInput, BoutRequest, Quiet, Teller, Toss, Trace};
use rulebook::ids::held;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// A fire, and the circumstances of its target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FireMorale {
    pub fire: Fire,
    /// The circumstances of its target.
    pub nerve: Nerve,
}

impl FireMorale {
    /// The throw for the general with the target (BE-GEN-03), whether the fire had an effect or not; `None`: there is
    /// no general.
    pub fn risk(&self, book: &Book, trace: &mut impl Trace) -> Option<Throw> {
        let throw = self.fire.target.general.then(|| generals::risk(book, Exposed::Fire, trace))?;
        (!throw.dice.is_empty()).then_some(throw)
    }

    /// The test of the target after these losses, which count in it unless the alternative reading of BE-GAP-74 is in
    /// force. A general who has just been lost no longer helps.
    #[must_use]
    pub fn test(&self, book: &Book, suffered: Losses, general_lost: bool) -> Morale {
        let mut unit = self.fire.target;
        unit.general &= !general_lost;
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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct FireEnd {
    pub losses: Losses,
    pub eliminated: bool,
    pub tests: bool,
    /// It passes; also true if it need not test.
    pub passed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub general_lost: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum FireStage {
    Fire,
    General(Losses),
    Test { losses: Losses, general_lost: bool },
    Done(FireEnd),
}

/// A fire in progress.
#[derive(Clone, Copy, Debug)]
pub struct FireBout<'a> {
    book: &'a Book,
    form: &'a FireMorale,
    stage: FireStage,
}

impl PartialEq for FireBout<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.stage == other.stage
    }
}

impl Eq for FireBout<'_> {}

impl Hash for FireBout<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stage.hash(state);
    }
}

impl<'a> FireBout<'a> {
    /// Starts the fire.
    #[must_use]
    pub const fn new(book: &'a Book, form: &'a FireMorale) -> Self {
        Self { book, form, stage: FireStage::Fire }
    }

    fn laid(&self) -> Option<Laid> {
        fire::lay(self.book, &self.form.fire, &mut Quiet)
    }

    fn suffered(&self, losses: Losses, general_lost: bool) -> FireStage {
        let eliminated = self.form.eliminates(self.book, losses);
        if !eliminated && duel::shaken(self.book, self.form.fire.target.losses, losses) {
            FireStage::Test { losses, general_lost }
        } else {
            FireStage::Done(FireEnd { losses, eliminated, tests: false, passed: true, general_lost })
        }
    }

    fn struck(&self, losses: Losses) -> FireStage {
        match self.form.risk(self.book, &mut Quiet) {
            Some(_) => FireStage::General(losses),
            None => self.suffered(losses, false),
        }
    }
}

/// Supplies no facts: the form contains everything.
#[derive(Clone, Copy, Debug)]
pub struct AllTold;

impl Teller<FireBout<'_>> for AllTold {
    fn tell(&self, _: &FireBout<'_>, (): &()) -> Option<()> {
        Some(())
    }
}

impl Bout for FireBout<'_> {
    type Fact = ();
    type Situation = ();
    type End = FireEnd;

    fn wants(&self) -> BoutRequest<Self> {
        let toss = |rule: game::Rule, throw| {
            BoutRequest::Dice(smallvec::smallvec![Toss { rule: rule.into(), by: smallvec::SmallVec::new(), throw }])
        };
        match self.stage {
            FireStage::Fire => match self.laid() {
                Some(laid) => toss(r::BE_TIR_01, laid.throw),
                None => BoutRequest::Done(FireEnd {
                    losses: Losses::NONE,
                    eliminated: false,
                    tests: false,
                    passed: true,
                    general_lost: false,
                }),
            },
            FireStage::General(_) => toss(r::BE_GEN_01, held(self.form.risk(self.book, &mut Quiet), "a risk")),
            FireStage::Test { losses, general_lost } => {
                let test = self.form.test(self.book, losses, general_lost);
                toss(r::BE_MOR_01, morale::test(self.book, &test, &mut Quiet).1)
            }
            FireStage::Done(end) => BoutRequest::Done(end),
        }
    }

    fn feed(&mut self, fed: BoutInput<'_, Self>, _: &mut impl Trace) {
        let BoutInput::Thrown([class, ..]) = fed else { return };
        self.stage = match self.stage {
            FireStage::Fire => match self.laid() {
                Some(laid) => self.struck(laid.losses(*class)),
                None => self.stage,
            },
            FireStage::General(losses) => self.suffered(losses, *class > 0),
            FireStage::Test { losses, general_lost } => {
                FireStage::Done(FireEnd { losses, eliminated: false, tests: true, passed: *class > 0, general_lost })
            }
            FireStage::Done(_) => self.stage,
        };
    }
}
