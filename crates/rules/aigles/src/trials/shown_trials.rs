//! How each test shown before an answer is compared with the test that follows the answer.

use crate::LesAigles;
use crate::question::Question;
use crate::world::World;
use game::drift::{Check, ShownTest};
use game::{Ref, facts};
use rulebook::Known;
use rulebook::checks::{figure_told, of_test};

impl LesAigles {
    /// Tests that are compared by trials of their own: a landing charge of one unit on another.
    pub(crate) const ELSEWHERE: &'static [&'static str] = &["landing_fire:whole-charge"];

    pub(crate) fn check_of(&self, _: &Known<'_, World>, shown: &ShownTest<'_>) -> Option<Check> {
        let prospect = shown.prospect;
        let (Some(Ref::Unit(by)), Some(Ref::Unit(at))) = (prospect.breakdown.of, prospect.on) else { return None };
        let fires = matches!(Question::of(&shown.ask.slot)?, Question::Fire | Question::LandingFire);
        let shot = fires && prospect.breakdown.test != "whole-charge";
        let hits = move |told: &rulebook::checks::Told<'_>| {
            Some(facts([("losses", figure_told(told.events, "fired_at", at, by, "losses")?)]))
        };
        shot.then(|| of_test(prospect).read_further().ending(hits).check())
    }
}
