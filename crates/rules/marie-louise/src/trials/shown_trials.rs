//! How each test shown before an answer is compared with the test that follows the answer.

use super::{charge_read, up_to_the_impact, whoever_wins};
use crate::question::Question;
use crate::world::{Phase, World};
use crate::{MarieLouise, r};
use game::drift::{Check, ShownTest};
use game::{Deed, Event, Need, Ref, UnitId, facts};
use rulebook::Known;
use rulebook::checks::{class_thrown, figure_told, of_test, result_told};

const fn unit(of: Option<Ref>) -> Option<UnitId> {
    match of {
        Some(Ref::Unit(id)) => Some(id),
        _ => None,
    }
}

impl MarieLouise {
    /// What is shown and compared by separate trials: charges before they move, which meet other units on their path.
    pub(crate) const ELSEWHERE: &'static [&'static str] = &[
        "name_charges:artillery_fire",
        "name_charges:charge_move",
        "name_charges:impact",
        "name_charges:infantry_fire",
        "name_charges:reaction",
        "new_target:artillery_fire",
        "new_target:charge_move",
        "new_target:impact",
        "new_target:infantry_fire",
        "new_target:reaction",
        "answer_charge:impact",
    ];

    pub(crate) fn check_of(&self, w: &Known<'_, World>, shown: &ShownTest<'_>) -> Option<Check> {
        let prospect = shown.prospect;
        let id = unit(prospect.breakdown.of)?;
        let test = of_test(prospect);
        match (Question::of(&shown.ask.slot)?, prospect.breakdown.test.as_str()) {
            (Question::Fire | Question::LateFire, "infantry_fire" | "artillery_fire") => {
                Some(test.ending(hits(id, unit(prospect.on)?)).check())
            }
            (Question::Receive, "infantry_fire" | "artillery_fire") => {
                let given = |result: &str| prospect.policy.iter().any(|policy| *policy == result);
                let wanted = [("test_passed", "passed"), ("test_failed", "failed")];
                let wanted = wanted.into_iter().find(|(policy, _)| given(policy)).map(|(_, result)| result);
                let reacted = move |events: &[Event]| match wanted {
                    Some(wanted) => result_told(events, "reaction", id).map(|result| result == wanted),
                    None => Some(true),
                };
                Some(test.ending(hits(id, unit(prospect.on)?)).given(reacted).check())
            }
            (Question::Receive | Question::Counter, "reaction") => Some(test.check()),
            (Question::Plan, "reaction") => {
                let over = |event: &Event| begins(event, Phase::AfterMoves);
                Some(test.up_to(over).check())
            }
            (Question::Orders, "order_change" | "reaction" | "rally") | (Question::Attach, "rally") => {
                Some(test.up_to(|event| begins(event, Phase::Naming)).silent_if_automatic().check())
            }
            (Question::Bonus, "charge_bonus") => {
                let command = Ref::Command(self.sheet(id).command);
                let odds = prospect.odds.clone()?;
                let read = move |events: &[Event], _: &Need| {
                    let own = |toss: &game::Toss| toss.rule == r::ML_8_2A.into() && toss.by.contains(&command);
                    class_thrown(events, own).map(|class| facts([("bonus", i64::from(class))])).into()
                };
                Some(Check { odds, read: Box::new(read), with: vec![command] })
            }
            (Question::NextImpact, "impact" | "charge_move") => {
                let Some(odds) = prospect.odds.clone() else { return Some(test.check()) };
                let on = unit(prospect.on)?;
                let odds = up_to_the_impact(odds);
                if self.mutual(w, id, on) {
                    let read =
                        move |events: &[Event], need: &Need| charge_read(events, need, id, on).map(whoever_wins).into();
                    return Some(Check { odds: odds.grouped(whoever_wins), read: Box::new(read), with: Vec::new() });
                }
                let read = move |events: &[Event], need: &Need| charge_read(events, need, id, on).into();
                Some(Check { odds, read: Box::new(read), with: Vec::new() })
            }
            (Question::Pursue, "pursuit") => Some(test.check()),
            (Question::JoinMelee, "melee") => {
                let losses = move |events: &[Event]| {
                    class_thrown(events, |toss| toss.rule == r::ML_9B.into() && toss.by.contains(&Ref::Unit(id)))
                };
                Some(test.ending(move |told| Some(facts([("losses", i64::from(losses(told.events)?))]))).check())
            }
            _ => None,
        }
    }
}

/// The losses of a fire.
pub(super) fn hits(by: UnitId, at: UnitId) -> impl Fn(&rulebook::checks::Told<'_>) -> Option<game::Facts> {
    move |told| Some(facts([("losses", figure_told(told.events, "hit", at, by, "losses")?)]))
}

fn begins(event: &Event, phase: Phase) -> bool {
    matches!(&event.deed, Deed::Clock { phase: told, .. } if *told == phase.label())
}
