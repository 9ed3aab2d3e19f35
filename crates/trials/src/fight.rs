//! Fights one battle after another, on one thread.

use crate::observe::{self, Odds, Watch};
use crate::plan::{Fight, Plan};
use crate::roster::Roster;
use crate::rows::{BattleRow, EventRow, UnitRow};
use crate::{TrialError, seed};
use game::{Battle, Outcome, Ruleset, Side};
use staff::FightError;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A finished fight.
#[derive(Clone, Debug)]
pub struct Fought {
    pub battle: BattleRow,
    /// The rows of its units.
    pub units: Vec<UnitRow>,
    pub events: Vec<EventRow>,
    /// The reason if it did not end.
    pub failed: Option<Unfinished>,
}

/// A fight that did not end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    pub cause: Cause,
    /// The log that reproduces it.
    pub log: String,
}

/// Why a fight did not end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// More answers than any battle needs.
    Endless,
    /// A general had no answer.
    NoAnswer,
    /// A general's answer was refused.
    Refused,
    /// No question was open.
    Stuck,
    /// The program detected an internal error and stopped.
    Stop,
}

impl Cause {
    const ALL: [Self; 5] = [Self::Endless, Self::NoAnswer, Self::Refused, Self::Stuck, Self::Stop];

    /// The name in the tables and in the texts.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Endless => "endless",
            Self::NoAnswer => "no-answer",
            Self::Refused => "refused",
            Self::Stuck => "stuck",
            Self::Stop => "stop",
        }
    }

    pub(crate) fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.key() == key)
    }
}

impl From<FightError> for Cause {
    fn from(error: FightError) -> Self {
        match error {
            FightError::Endless(_) => Self::Endless,
            FightError::NoAnswer { .. } => Self::NoAnswer,
            FightError::Refused { .. } => Self::Refused,
            FightError::Stuck => Self::Stuck,
        }
    }
}

/// Thrown out of a battle under way when the run is to stop, so that a long one is not waited for.
struct Stopped;

/// Fights the battles of a plan. The scenario is read and set up once; each fight begins from it.
pub struct Fighter<'a> {
    plan: &'a Plan,
    roster: &'a Roster,
    ruleset: &'static str,
    strength: &'static str,
    template: Box<dyn Battle>,
    odds: Odds,
}

impl<'a> Fighter<'a> {
    /// Sets the scenario up.
    ///
    /// # Errors
    /// Faults of scenario, tables, options or generals.
    pub fn new(plan: &'a Plan, roster: &'a Roster, ruleset: &dyn Ruleset) -> Result<Self, TrialError> {
        for name in &plan.generals {
            if staff::general(name, 0).is_none() {
                return Err(TrialError::General(name.clone()));
            }
        }
        let template =
            ruleset.begin(&plan.setup()).map_err(|faults| TrialError::Setup { ruleset: ruleset.id(), faults })?;
        let (id, strength) = (ruleset.id(), ruleset.strength());
        Ok(Self { plan, roster, ruleset: id, strength, template, odds: Odds::default() })
    }

    /// Fights one of them; `None`: `stop` was set meanwhile.
    #[must_use]
    pub fn fight(&self, n: u64, stop: impl Fn() -> bool) -> Option<Fought> {
        let fight = self.plan.fight(n);
        let dice = seed::expand(fight.seed);
        let leaders = self.plan.leaders(fight);
        let mut battle = self.template.again(leaders.map(str::to_owned), Some(dice), seed::salt(fight.seed));
        let mut answers = 0;
        // An error of the program in one battle must not stop the others; the log up to it shows where it is.
        let ended = catch_unwind(AssertUnwindSafe(|| {
            let luck = |side: Side| seed::luck(&dice, side);
            let [Some(mut blue), Some(mut red)] =
                Side::BOTH.map(|side| staff::general(leaders[side.index()], luck(side)))
            else {
                unreachable!("`Fighter::new` knows both generals");
            };
            let usual = || crate::most_answers(self.roster.units.len(), self.roster.turns);
            let most = self.plan.most_answers.unwrap_or_else(usual);
            staff::fight_watched(battle.as_mut(), blue.as_mut(), red.as_mut(), most, |_| {
                answers += 1;
                if stop() {
                    resume_unwind(Box::new(Stopped));
                }
            })
            .map_err(Cause::from)
        }));
        let ended = match ended {
            Err(thrown) if thrown.is::<Stopped>() => return None,
            ended => ended.unwrap_or(Err(Cause::Stop)),
        };
        Some(self.rows(fight, battle.as_ref(), ended.as_ref().map_err(|cause| *cause), answers))
    }

    /// The rows of a finished battle, or of one that failed.
    #[must_use]
    pub fn rows(&self, fight: Fight, battle: &dyn Battle, ended: Result<&Outcome, Cause>, answers: u64) -> Fought {
        // The points of each side, as its appraisal gives them: in the same terms under every ruleset.
        let points = ended.is_ok().then(|| Side::BOTH.map(|side| battle.appraise(side).armies[side.index()].points));
        let (plan, roster, ruleset, strength) = (self.plan, self.roster, self.ruleset, self.strength);
        let watched = Watch { plan, fight, roster, ruleset, strength, ended, answers, points };
        let (battle_row, units, events) = observe::rows(&watched, &battle.events(None), &self.odds);
        let failed = ended.err().map(|cause| Unfinished { cause, log: game::log::write(&battle.log(None)) });
        Fought { battle: battle_row, units, events, failed }
    }
}
